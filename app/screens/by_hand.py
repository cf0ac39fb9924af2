"""Recording a ruling that no tree gave: by which clause, where, against whom, what is ruled, and which one of its kind it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.base.words import game_name
from app.journal.store import JournalError
from app.ruling.assignment import pair_words
from app.ruling.by_hand import ByHand, counted_now, lacking, save_by_hand
from app.ruling.placing import fill_place, offenders_of, place_of
from app.ruling.scene import Scene
from app.screens.by_clause import counting, put_down
from app.screens.elsewhere import take_over_button
from app.screens.exams import block
from app.screens.place_form import PlaceForm
from app.widgets.basics import choice_chip, quiet, row, section_title
from app.widgets.chips import chip_row, chips
from app.widgets.columns import stretched
from app.widgets.fields import button, entry, fault
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.sentences import LEVELS, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.library import journal
from app.window.session import use_session
from decision_trees.ladder_steps import COUNTED
from rules_data.brought.game_model import OwnGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.ruling.by_hand import CountedNow
    from app.window.session import Session
    from rules_data.brought.game_model import LadderKind
    from rules_data.brought.model import Brought
    from rules_data.model import Provision

CLAUSES = 12  # offered at once
ROUND = "这条裁决要累计次数，请填第几轮。"
BELOW = ft.Padding.only(bottom=6)  # above a field, whose label stands on its edge
LONG = 60  # characters of a clause that is offered


@component
def ByHandPane(brought: Brought) -> ft.Control:
    """Ask what was ruled, and keep it."""
    session = use_session()
    form = _form(session, brought)
    ft.use_state(form)
    ft.use_state(session.assignment)
    event = session.assignment.post(brought.book.game).event
    said, scene = _said(form, brought), _scene(session, form, brought)
    now = _now(scene, said)
    kinds: dict[str, LadderKind] = {kind.kind: kind for kind in _game(brought).ladder}
    parts: list[ft.Control] = [
        section_title(session, "依据哪一条"),
        *_clause(session, brought, form),
        section_title(session, "在哪里、对谁"),
        block(
            ft.Container(quiet(session, session.duty.event_body(event).name, theme.BODY), padding=BELOW),
            PlaceForm(form, event, brought.book.game, True),
            entry(session, form, "player", "违规者（可不写）"),
        ),
        section_title(session, "怎么判"),
        block(
            *(_counting(session, form, kinds, now) if brought.own_game is not None else counting(session, form, brought, scene)),
            entry(session, form, "ruling", "裁决的一句话", lines=2),
            chips(
                session, [(level, name) for level, (_, _, name) in LEVELS.items()], said.level,
                lambda level: form.put("level", level),
            ),
            entry(session, form, "remark", "备注（可不写）", lines=2),
        ),
    ]  # fmt: skip
    keep = button(session, "存入日志", on_tap(_keep, session, brought), ft.Icons.SAVE_OUTLINED, filled=True)
    below = [*take_over_button(session), *fault(session, form), keep]
    return page(
        session,
        f"{game_name(brought.book.game)} · 记一次裁决",
        parts,
        pinned=[stretched(below, spacing=8, tight=True)],
        state="by-hand",
    )


def _game(brought: Brought) -> OwnGame:
    return brought.own_game or OwnGame(name=brought.book.game)


def _form(session: Session, brought: Brought) -> Form:
    """What is being filled in for this book; it begins where the referee was called to last."""
    found = session.own.rulings.get(brought.book.id)
    if found is None:
        found = session.own.rulings[brought.book.id] = Form()
    fill_place(found, session.assignment.scene(brought.book.game))
    return found


def _said(form: Form, brought: Brought) -> ByHand:
    kind = next((each for each in _game(brought).ladder if each.kind == form.text("counts")), None)
    marks, within = ((), None) if brought.own_game is not None else put_down(form, brought)
    level = form.text("level") or ("penalty" if kind is not None or marks else "none")
    return ByHand(
        form.text("cite"), form.text("ruling"), level, kind, form.text("player"), form.text("remark"), marks, within  # type: ignore[arg-type]
    )  # fmt: skip


def _scene(session: Session, form: Form, brought: Brought) -> Scene:
    event = session.assignment.post(brought.book.game).event
    return Scene(event, brought.book.game, place_of(form), offenders_of(form, session.duty.event_body(event)))


def _now(scene: Scene, said: ByHand) -> CountedNow | None:
    if said.counts is None:
        return None
    try:
        return counted_now(journal(), scene, said.counts, said.player)
    except JournalError:  # said where it is kept
        return None


def _clause(session: Session, brought: Brought, form: Form) -> Iterator[ft.Control]:
    """The clause, and a list to choose another from; what is typed narrows it."""
    cite = form.text("cite")
    if cite and session.find(cite):
        yield block(
            provision_links(session, (cite,)),
            written(session, _begins(session.handbook.provision(cite)), theme.BODY),
            button(session, "换一条", on_tap(form.put, "cite", ""), ft.Icons.SWAP_HORIZ),
        )
        return
    wanted = "".join(form.text("wanted").split())
    yield block(entry(session, form, "wanted", "找一条：写条号或里面的字"))
    found = [p for p in clauses_of(brought) if not wanted or wanted in "".join((p.label, p.title or "", _begins(p)))]
    for each in found[:CLAUSES]:
        words = [
            written(session, each.label, theme.BODY, weight=ft.FontWeight.W_600),
            written(session, _begins(each)[:LONG], theme.BODY),
        ]
        yield row(stretched(words, spacing=2), on_tap(form.put, "cite", each.id), key=f"cite-{each.id}")
    if len(found) > CLAUSES:
        yield block(quiet(session, f"还有 {len(found) - CLAUSES} 条，写几个字来找。"))
    if not found:
        yield block(quiet(session, f"没有含“{wanted}”的条文，换几个字试试。"))


def clauses_of(brought: Brought) -> list[Provision]:
    """The clauses a ruling can be given by: those that say something."""
    frames = ("title", "contents", "closing", "table", "preface")
    return [p for p in brought.book.walk() if p.kind not in frames and (p.text or (p.title and not p.children))]


def _begins(provision: Provision) -> str:
    return " ".join(" ".join(filter(None, (provision.title, provision.text))).split())


def _counting(
    session: Session, form: Form, kinds: dict[str, LadderKind], now: CountedNow | None
) -> Iterator[ft.Control]:
    """Whether it is put on the record, and what that comes to by the ladder."""
    if not kinds:
        yield quiet(session, "判罚阶梯还没有填，这一条不累计次数。")
        return
    offered = [("", "不累计"), *((kind, f"记{COUNTED[each.kind]}") for kind, each in kinds.items())]
    yield chips(session, offered, form.text("counts"), lambda kind: form.put("counts", kind))
    if now is None:
        if form.text("counts"):
            yield quiet(session, "选了违规方，就数出这是第几次。")
        return
    red = session.shade(theme.RED)
    yield ft.Semantics(content=sentence(session, now.text, theme.LAW, bold=True, color=red), live_region=True)
    if now.says and form.text("ruling").strip() != now.says:
        yield chip_row([choice_chip(session, f"照阶梯写：{now.says}", False, on_tap(form.put, "ruling", now.says))])


def begin(session: Session, brought: Brought, cite: str) -> None:
    """Begin to record a ruling by a clause; what was filled in otherwise stays."""
    _form(session, brought).put("cite", cite)
    session.go(routes.own_address(brought.book.id, "ruling"))


def _keep(session: Session, brought: Brought) -> None:
    form = _form(session, brought)
    said, scene = _said(form, brought), _scene(session, form, brought)
    form.fault = lacking(said, scene)
    if not form.fault and said.counts is not None and scene.place.round is None:
        form.fault = ROUND  # as for rulings by trees: one without its round could not be counted with theirs
    if form.fault:
        return
    try:
        saved = save_by_hand(session.duty.journal(), brought, said, scene, session.handbook)
    except JournalError as refused:
        form.fault = str(refused)
        return
    session.own.rulings.pop(brought.book.id, None)
    session.table.follow_journal(saved.id)
    session.duty.called_to(scene)
    session.duty.written()
    session.journal_view.show_all_again()
    against = "、".join(pair_words(session.duty.event_body(scene.event), pair) for pair in scene.offenders)
    session.tell(f"已记入日志　{against}".strip())
    session.go(routes.journal_address(saved.id), instead=True)
