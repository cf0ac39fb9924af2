"""Putting a ruling into the journal: table, round, deal and offender, prefilled from the last; and what the journal counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import routes, theme
from app.boundary import component
from app.desk import use_desk
from app.duty import pair_words, place_words
from app.journal.records import Place, RulingBody
from app.journal.store import JournalError
from app.ladder import Occasion, counts_of, next_steps, occasions, tally
from app.library import handbook, journal, trees
from app.widgets.basics import choice_chip, icon_button, quiet
from app.widgets.fields import button, caption, counter, entry, fault
from app.widgets.sentences import card, sentence
from app.words import COUNTED
from decision_trees.engine import Ruled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from app.desk import Desk
    from app.form import Form
    from app.journal.records import EventBody
    from app.walk import Walk

SUGGESTED = 8  # pairs offered to be tapped
SIDES = ("南北", "东西")


def place_of(form: Form) -> Place:
    """Where the form says it was."""
    return Place(form.text("table").strip() or None, form.number("round"), form.number("game"), form.number("deal"))


def offenders_of(form: Form, event: EventBody) -> tuple[str, ...]:
    """Against whom: what was tapped, and what was typed; a pair of the event goes by its number."""
    numbers = {each.name: each.number for each in event.entrants if each.name and each.number}
    typed = (name.strip() for name in form.text("other").replace("，", "、").replace(",", "、").split("、"))
    return tuple(dict.fromkeys((*form.chosen("pairs"), *(numbers.get(name, name) for name in typed if name))))


def likely_pairs(event: EventBody, table: str, typed: str, recent: Iterable[str]) -> dict[str, str]:
    """The pairs to be offered, with what to call them: those that fit what is typed, the recent, or the sides of the table."""
    if event.entrants:
        named = {each.number or each.name: f"{each.number} {each.name}".strip() for each in event.entrants}
        fitting = [key for key, name in named.items() if typed and typed in name]
        keys = dict.fromkeys((*fitting, *(pair for pair in recent if pair in named), *named))
    else:
        named = {}
        keys = dict.fromkeys((*(f"{table}桌{side}" if table else side for side in SIDES), *recent))
    return {key: named.get(key, key) for key in list(keys)[:SUGGESTED]}


@component
def PlaceForm(with_deal: bool, game: str) -> ft.Control:
    """Ask where it was and against whom."""
    desk = use_desk()
    form = desk.placing
    ft.use_state(form)
    event = desk.event_at_hand()
    table = form.text("table").strip()
    chosen = form.chosen("pairs")
    offered = {
        **{pair: pair for pair in chosen},
        **likely_pairs(event, table, form.text("other").strip(), desk.recent_pairs()),
    }
    fields: list[ft.Control] = [entry(desk, form, "table", "几号桌")]
    if event.tables:
        fields.append(
            ft.Row(
                [
                    choice_chip(desk, name, name == table, lambda _, name=name: form.put("table", name))
                    for name in event.tables
                ],
                spacing=8,
                scroll=ft.ScrollMode.HIDDEN,
            )
        )
    counters = [("round", "轮次", "轮")]
    if game == "guandan":
        counters.append(("game", "局次", "局"))
    if with_deal:
        counters.append(("deal", "副次", "副"))
    fields += [counter(desk, form, name, label, unit) for name, label, unit in counters]
    fields.append(caption(desk, "违规方（可选几个）"))
    fields.append(
        ft.Row(
            [
                choice_chip(desk, name, pair in chosen, lambda _, pair=pair: form.toggle("pairs", pair))
                for pair, name in offered.items()
            ],
            wrap=True,
            spacing=8,
            run_spacing=0,
        )
    )
    fields.append(entry(desk, form, "other", "或写对号、队名"))
    return ft.Column(fields, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


# While a ruling is made: what the journal already counts


@component
def DutyStrip(walk: Walk) -> ft.Control:
    """Say what the journal counts of the pair at the table, before anything is answered; a tap changes the pair."""
    desk = use_desk()
    ft.use_state(desk.duty)
    ft.use_state(walk)
    game = walk.tree.game
    duty = desk.duty

    def look_again() -> None:
        if walk.record is None:
            walk.come_to_know(desk.context(game, walk.incident.record))

    ft.use_effect(look_again, [duty.event, duty.pair, duty.place, duty.version])
    if not trees().ladders[game].kinds:
        return ft.Container()
    try:
        event = journal().event(duty.event).body
        found = tally(journal(), duty, game, walk.incident.record)
    except JournalError as refused:
        said = f"日志读不出，累计的次数请自己数。{refused}"
        return ft.Container(sentence(desk, said, theme.SMALL, color=desk.shade(theme.AMBER)), padding=16)
    pair = pair_words(event, duty.pair)
    where = " · ".join(part for part in (place_words(duty.place), pair) if part)
    lines: list[ft.Control] = []
    if found is None and duty.pair:
        lines.append(quiet(desk, "日志里这一方有裁决没写轮次，次数请自己数。", theme.SMALL))
    elif found is not None and duty.pair:
        lines.append(sentence(desk, f"此前：{'；'.join(found.words()) or '没有累计'}", theme.SMALL))
        lines += (
            []
            if isinstance(walk.standing.step, Ruled)
            else [
                sentence(desk, text, theme.SMALL, color=desk.shade(theme.AMBER))
                for text in next_steps(found, game, walk.context)
            ]
        )
        if duty.place.game is None and any(
            counted.within == "game" for counted in trees().ladders[game].kinds.values()
        ):
            lines.append(quiet(desk, "点这里填上局次，本局的次数也从日志数出。", theme.SMALL))
    else:
        lines.append(quiet(desk, "点这里选违规方，累计次数从日志数出。", theme.SMALL))
    name = f"{event.name}　{where}" if where else event.name

    def toggle(_: object) -> None:
        desk.prefill_place()
        walk.placing = not walk.placing

    head = ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(ft.Icons.PLACE_OUTLINED, size=desk.px(20), color=ft.Colors.PRIMARY),
                    ft.Column([quiet(desk, name), *lines], spacing=0, expand=True),
                    ft.Icon(ft.Icons.EXPAND_LESS if walk.placing else ft.Icons.EXPAND_MORE, size=desk.px(20)),
                ],
                spacing=8,
            ),
            on_click=toggle,
            ink=True,
            padding=ft.Padding.symmetric(horizontal=16, vertical=8),
        )
    )
    if not walk.placing:
        return ft.Container(head, bgcolor=ft.Colors.SURFACE_CONTAINER_LOW)

    def done(_: object) -> None:
        pairs = offenders_of(desk.placing, event)
        duty.go_to(place_of(desk.placing), pairs[0] if len(pairs) == 1 else "")
        desk.keep_duty()
        walk.placing = False
        walk.come_to_know(desk.context(game, walk.incident.record))

    return ft.Container(
        ft.Column(
            [
                head,
                ft.Container(
                    ft.Column(
                        [PlaceForm(False, game), button(desk, "就这样", done, filled=True)],
                        spacing=12,
                        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                    ),
                    padding=ft.Padding.only(left=16, right=16, bottom=14),
                ),
            ],
            spacing=0,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def counted_now(desk: Desk, walk: Walk, step: Ruled) -> tuple[list[Occasion], list[str]]:
    """Which records of the pair this ruling's are, and what its other follow-ups come to, by the journal."""
    if not desk.duty.pair:
        return [], []
    try:
        found = tally(journal(), desk.duty, walk.tree.game, walk.incident.record)
    except JournalError:  # said in the strip above
        return [], []
    if found is None:
        return [], []
    now = list(occasions(found, step, walk.context))
    others = [f.tree for f in step.outcome.follow_ups if f.tree not in {each.tree for each in now}]
    return now, next_steps(found, walk.tree.game, walk.context, others)


def not_the_first(desk: Desk, walk: Walk, now: Sequence[Occasion]) -> Iterator[ft.Control]:
    """Say, right below a ruling, that it is not this pair's first and what that comes to: the ruling alone would be too mild."""
    for each in now:
        if each.again:
            red = desk.shade(theme.RED)
            yield ft.Container(
                ft.Column(
                    [
                        ft.Row(
                            [
                                ft.Icon(ft.Icons.STAIRS, color=red, size=desk.px(24)),
                                ft.Container(sentence(desk, each.text, theme.LAW, bold=True, color=red), expand=True),
                            ],
                            spacing=10,
                            vertical_alignment=ft.CrossAxisAlignment.START,
                        ),
                        button(
                            desk,
                            trees().tree(each.tree).title,
                            lambda _, tree=each.tree: desk.begin_ruling(tree, {}, walk.incident),
                            ft.Icons.ARROW_FORWARD,
                        ),
                    ],
                    spacing=8,
                    horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                ),
                padding=ft.Padding.symmetric(horizontal=16, vertical=12),
                border=ft.Border(bottom=ft.BorderSide(1, red)),
            )


def what_follows(desk: Desk, now: Sequence[Occasion], others: Sequence[str]) -> Iterator[ft.Control]:
    """Say, below a ruling, what its follow-ups come to for this pair by the journal."""
    lines = [sentence(desk, f"· {text}") for text in (*(each.text for each in now if not each.again), *others)]
    if lines:
        pair = pair_words(desk.event_at_hand(), desk.duty.pair)
        yield card(desk, f"累计（{pair}，从日志数出）", lines, ft.Icons.STAIRS_OUTLINED)


# Saving


@component
def RecordPane(walk: Walk) -> ft.Control:
    """Ask table, round, deal and offender, and save."""
    desk = use_desk()
    form = desk.placing
    ft.use_state(form)
    ft.use_state(walk)
    step = walk.standing.step
    if not isinstance(step, Ruled):
        return ft.Container()
    counts = counts_of(step)

    def close(_: object) -> None:
        walk.saving = False

    def save(_: object) -> None:
        if record(desk, walk, step):
            walk.saving = False

    place = place_of(form)
    kept = place != Place() and place == desk.duty.place
    said: list[ft.Control] = [
        sentence(desk, step.outcome.ruling, theme.LAW, bold=True),
        *([quiet(desk, f"沿用上一次：{place_words(place)}。不对就改。", theme.BODY)] if kept else []),
        PlaceForm(True, walk.tree.game),
        entry(desk, form, "player", "违规者（可不写）"),
        entry(desk, form, "remark", "备注（可不写）", lines=2),
    ]
    if counts:
        told = f"存入后计：{'、'.join(f'{COUNTED[kind]}{number}次' for kind, number in counts)}。"
        told += "与上一条是同一次，不重复计。" if walk.incident.record and walk.record is None else ""
        said.append(quiet(desk, told, theme.BODY))
        said += [
            sentence(desk, each.text, theme.BODY, color=desk.shade(theme.RED))
            for each in counted_now(desk, walk, step)[0]
            if each.again
        ]
    elif not form.chosen("pairs") and not form.text("other").strip():
        said.append(quiet(desk, "没有选违规方，也可以存。", theme.BODY))
    said += fault(desk, form)
    said.append(
        button(desk, "改判，另存一条" if walk.record else "存入日志", save, ft.Icons.SAVE_OUTLINED, filled=True)
    )
    said.append(button(desk, "先不存", close))
    return ft.Column(
        [
            ft.Container(
                ft.Row(
                    [
                        icon_button(desk, ft.Icons.ARROW_BACK, "返回裁定", close),
                        sentence(desk, "记录", theme.TITLE, bold=True),
                    ],
                    spacing=4,
                ),
                bgcolor=ft.Colors.SURFACE_CONTAINER,
                padding=ft.Padding.symmetric(horizontal=4, vertical=6),
            ),
            ft.Column(
                [
                    ft.Container(
                        ft.Column(said, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
                        padding=16,
                        width=min(theme.READING_WIDTH, desk.layout.pane or theme.READING_WIDTH),
                    )
                ],
                scroll=ft.ScrollMode.AUTO,
                expand=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def record(desk: Desk, walk: Walk, step: Ruled) -> bool:
    """Write the ruling; whether it is on disk. What is missing is said on the form.

    A ruling that was changed after it was saved is withdrawn and saved anew: both stay in the journal with what they rest on.
    """
    from decision_trees.receipt import make_receipt

    form, game = desk.placing, walk.tree.game
    try:
        book = desk.open_journal()
        place, offenders = place_of(form), offenders_of(form, book.event(desk.duty.event).body)
        counts = counts_of(step)
        if counts and not offenders:
            form.fault = "这条裁决要累计次数，请选违规方。"
            return False
        if counts and place.round is None:
            form.fault = "这条裁决要按轮累计次数，请填第几轮。"
            return False
        body = RulingBody(
            game=game,
            tree=step.entry.id,
            title=step.entry.title,
            outcome=step.outcome_id,
            ruling=step.outcome.ruling,
            level=step.outcome.level,
            place=place,
            offenders=offenders,
            player=form.text("player").strip() or None,
            counts=counts,
            chain=walk.incident.record,
            cites=step.cites,
            remark=form.text("remark").strip(),
        )
        receipt = make_receipt(step, handbook(), trees())
        saved = book.save_ruling(desk.duty.event, body, receipt, instead_of=walk.record, reason="改判，另存一条")
        walk.record = saved.id
        walk.incident.record = walk.incident.record or walk.record
    except JournalError as refused:
        form.fault = str(refused)
        return False
    walk.recorded = walk.standing
    desk.duty.go_to(place, offenders[0] if len(offenders) == 1 else "")
    desk.duty.written()
    desk.keep_duty()
    for name in ("player", "remark", "other"):  # of this ruling only; the next begins with the same place
        form.values.pop(name, None)
    return True


def pinned(desk: Desk, walk: Walk, step: Ruled) -> ft.Control:
    """The bar below an outcome: into the journal, or where it stands there."""

    def open_form(_: object) -> None:
        desk.prefill_place()
        walk.saving = True

    def open_record(_: object) -> None:
        desk.go(routes.journal_address(walk.record or ""))

    parts: list[ft.Control] = []
    if walk.record is not None and walk.recorded is walk.standing:
        pair = pair_words(desk.event_at_hand(), desk.duty.pair)
        where = " ".join(part for part in (place_words(desk.duty.place), pair) if part)
        parts.append(
            ft.Semantics(
                content=ft.Row(
                    [
                        ft.Icon(ft.Icons.CHECK_CIRCLE, color=ft.Colors.PRIMARY, size=desk.px(20)),
                        ft.Text(desk.say(f"已记入日志　{where}"), size=desk.px(theme.BODY), expand=True),
                    ],
                    spacing=8,
                ),
                live_region=True,
                expand=True,
            )
        )
        parts.append(button(desk, "看记录", open_record))
    else:
        text = "记录" if walk.record is None else "裁定改了，再记"
        parts.append(ft.Container(button(desk, text, open_form, ft.Icons.EDIT_NOTE, filled=True), expand=True))
    return ft.Container(
        ft.Row(parts, spacing=12),
        padding=ft.Padding.symmetric(horizontal=16, vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
    )
