"""学, the living table: a deal that is bid and played before the referee, who stops it, asks, rules, and sees what comes of it."""

from __future__ import annotations

from datetime import UTC, datetime
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.wording import shaped
from app.screens.study import games_bar
from app.screens.table_for_two import TableForTwoPart
from app.study.table.debrief import debriefed
from app.study.table.drawing import drawn
from app.study.table.games import game_of
from app.study.table.model import daily
from app.study.table.ruling import trees_of
from app.widgets.basics import quiet, section_title
from app.widgets.columns import stretched
from app.widgets.pages import page
from app.widgets.picture import picture_view
from app.widgets.quiz import LOOKS, RIGHT, WRONG, onward
from app.widgets.sentences import answer_button, card, clause_chips, sentence
from app.window import routes, theme
from app.window.components import keyed, on_tap
from app.window.error_boundary import component
from app.window.living_table import FAST, Sitting
from app.window.session import use_session
from decision_trees.engine import Asked, Ruled, Undecided

if TYPE_CHECKING:
    from app.study.table.debrief import Line
    from app.study.table.ruling import AtTable
    from app.window.session import Session

SEEDS = 1_000_000  # a table by chance has one of so many seeds
LAST = 4  # acts that are read above the buttons


@component
def LivingTablesPane() -> ft.Control:
    """Choose a table: the day's, another, or more of what one is weak in."""
    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    ft.use_state(session.settings)
    game = game_of(studying.game)
    parts: list[ft.Control] = [games_bar(session)]
    if game is None:
        parts.append(ft.Container(quiet(session, "这个项目还没有活的牌桌。", theme.LAW), padding=16))
        return page(session, "活的牌桌", parts)
    today = daily(game.id, game.version, datetime.now(UTC).date())
    weak = studying.weak_kinds()
    told = (
        "一副牌自己叫、自己打，什么时候出了违规由你看出来：叫停，问，照树裁，再接着打，直到记分。"
        "有人叫裁判的，牌桌停下等你。"
    )  # fmt: skip
    buttons = [
        answer_button(
            session,
            "今天的一桌",
            lambda _: session.go(routes.living_address(today.game, today.tail)),
            "大家今天的是同一桌",
        ),
        answer_button(session, "另来一桌", lambda _: session.go(_by_chance(studying.game, ())), "随便哪一种违规"),
    ]
    if weak:
        titles = "、".join(dict(trees_of(game)).get(_tree(game, each), each) for each in weak)
        buttons.append(
            answer_button(session, "练不牢的", lambda _: session.go(_by_chance(studying.game, weak)), titles)
        )
    parts.append(
        ft.Container(
            stretched([sentence(session, told, theme.BODY), *buttons], spacing=10),
            padding=ft.Padding.symmetric(horizontal=16, vertical=8),
        )
    )
    parts.append(keyed(f"for-two-{studying.game}", TableForTwoPart, today.version))
    return page(session, "活的牌桌", parts, state=studying.game)


def _tree(game: Any, kind: str) -> str:
    return next((each.tree for each in game.irregularities if each.id == kind), "")


def _by_chance(game: str, kinds: tuple[str, ...]) -> str:
    from app.study.table.model import Address

    found = game_of(game)
    version = found.version if found is not None else 1
    return routes.living_address(game, Address(game, version, randbelow(SEEDS), kinds).tail)


@component
def LivingTablePane(game: str, tail: str) -> ft.Control:
    """Show one table."""
    session = use_session()
    sitting = session.studying.living(game, tail)
    if isinstance(sitting, str):
        body = ft.Container(quiet(session, sitting, theme.LAW), padding=16)
        again = onward(session, "另开一桌", lambda _: session.go(_by_chance(game, ()), instead=True))
        return page(session, "活的牌桌", [body], pinned=[again])
    return keyed(f"living-{game}-{tail}-{id(sitting)}", LivingTable, sitting)


@component
def LivingTable(sitting: Sitting) -> ft.Control:
    """Show a table as it stands."""
    session = use_session()
    ft.use_state(sitting)
    ft.use_state(session.settings)
    table = sitting.table
    if sitting.over:
        return _end(session, sitting)
    if table.ruling is not None:
        return _ruling(session, sitting, table.ruling)
    return _play(session, sitting)


def _play(session: Session, sitting: Sitting) -> ft.Control:
    table = sitting.table
    parts: list[ft.Control] = [picture_view(session, drawn(table))]
    recent = table.acts[-LAST:]
    parts.extend(
        sentence(
            session, shaped(act.text), theme.LAW if n == len(recent) - 1 else theme.SMALL, bold=n == len(recent) - 1
        )
        for n, act in enumerate(recent)
    )
    if not recent:
        parts.append(quiet(session, "点“下一步”，一张一张看；看出违规就叫停。", theme.BODY))
    if sitting.given is not None:
        parts.insert(0, _given(session, sitting))
    stop = answer_button(
        session, "去裁决" if table.called else "叫停", lambda _: sitting.stop(), centred=True, beside=True
    )
    pinned: list[ft.Control] = [stop]
    if table.called is None:
        fast = answer_button(
            session, f"快 {FAST} 步", lambda _: _step(session, sitting, FAST), centred=True, beside=True
        )
        pinned = [ft.Row([stop, fast], spacing=8), onward(session, "下一步", lambda _: _step(session, sitting, 1))]
    body = ft.Container(stretched(parts, spacing=4), padding=ft.Padding.symmetric(horizontal=16, vertical=8))
    return page(session, _title(sitting), [body], pinned=pinned)


def _step(session: Session, sitting: Sitting, number: int) -> None:
    sitting.next(number)
    session.studying.keep_table(sitting)


def _title(sitting: Sitting) -> str:
    return f"活的牌桌 {sitting.table.address.seed}"


def _given(session: Session, sitting: Sitting) -> ft.Control:
    """What was ruled just now: whether it was right is said at the end."""
    given = sitting.given
    said = given.ruled.outcome.ruling if given is not None and given.ruled is not None else ""
    coming = (
        given.ruled.next.line if given is not None and given.ruled is not None and given.ruled.next is not None else ""
    )
    lines = [sentence(session, shaped(each), theme.BODY) for each in (said, sitting.table.notice, coming) if each]
    return card(session, "裁定", lines, ft.Icons.GAVEL)


def _ruling(session: Session, sitting: Sitting, made: AtTable[Any]) -> ft.Control:
    parts: list[ft.Control] = [picture_view(session, drawn(sitting.table))]
    recent = sitting.table.acts[-2:]
    parts.extend(sentence(session, shaped(act.text), theme.SMALL) for act in recent)
    pinned: list[ft.Control] = []
    if made.fault:
        parts.append(sentence(session, shaped(made.fault), theme.BODY, color=session.shade(theme.RED)))
    if made.tree is None or made.step is None:
        parts.append(sentence(session, "出了什么事？", theme.TITLE, bold=True))
        parts.extend(answer_button(session, title, on_tap(sitting.open, tree)) for tree, title in made.trees())
        parts.append(answer_button(session, "没有违规，接着打", lambda _: _dismiss(session, sitting)))
    elif isinstance(made.step, Asked):
        parts.extend(_question(session, sitting, made, made.step))
    elif isinstance(made.step, Ruled):
        parts.extend(_outcome(session, made.step))
        pinned.append(onward(session, "这样裁，接着打", lambda _: _give(session, sitting)))
    elif isinstance(made.step, Undecided):
        parts.append(sentence(session, f"条文没有定论，由{made.step.question.decides}决定。", theme.LAW))
    if made.tree is not None:
        pinned.insert(0, answer_button(session, "退一步", lambda _: sitting.back(), centred=True))
    body = ft.Container(stretched(parts, spacing=8), padding=ft.Padding.symmetric(horizontal=16, vertical=8))
    node = made.step.node if isinstance(made.step, Asked) else ""
    return page(session, "裁决", [body], pinned=pinned, state=f"{made.id}-{made.tree.id if made.tree else ''}-{node}")


def _question(session: Session, sitting: Sitting, made: AtTable[Any], step: Asked) -> list[ft.Control]:
    parts: list[ft.Control] = [
        quiet(session, step.tree.title, theme.BODY),
        sentence(session, shaped(step.ask), theme.TITLE, bold=True),
    ]
    if step.question.help:
        parts.append(quiet(session, shaped(step.question.help)))
    asked = [
        answer_button(session, f"问{name}", on_tap(sitting.ask, step.name, seat), centred=True, beside=True)
        for seat, name in made.game.seats.items()
    ]
    parts.extend(ft.Row(asked[n : n + 2], spacing=8) for n in range(0, len(asked), 2))
    for fact, said in made.heard:
        if fact == step.name:
            parts.append(
                sentence(session, f"{made.game.seats.get(said.seat, said.seat)}：“{shaped(said.text)}”", theme.BODY)
            )
    options = made.options()
    parts.extend(answer_button(session, shaped(words), on_tap(sitting.answer, value)) for value, words in options)
    if not options:
        parts.append(quiet(session, "这里要写出牌或叫牌，牌桌上没有：不是这一种，请退一步。", theme.BODY))
    return parts


def _outcome(session: Session, step: Ruled) -> list[ft.Control]:
    lines: list[ft.Control] = [sentence(session, shaped(step.outcome.ruling), theme.LAW, bold=True)]
    lines += [sentence(session, shaped(figure.text), theme.BODY) for figure in step.figures]
    if step.next is not None:
        lines.append(sentence(session, shaped(step.next.line), theme.BODY))
    return [card(session, "裁定", [*lines, clause_chips(session, step.cites)], ft.Icons.GAVEL)]


def _give(session: Session, sitting: Sitting) -> None:
    sitting.give()
    session.studying.keep_table(sitting)


def _dismiss(session: Session, sitting: Sitting) -> None:
    sitting.dismiss()
    session.studying.keep_table(sitting)


def _end(session: Session, sitting: Sitting) -> ft.Control:
    told = debriefed(sitting.table)
    parts: list[ft.Control] = [
        card(session, "得分", [sentence(session, each, theme.BODY) for each in (told.score.text, *told.score.lines)]),
        ft.Container(
            sentence(session, told.text, theme.LAW, bold=True), padding=ft.Padding.symmetric(horizontal=16, vertical=8)
        ),
    ]
    if told.lines:
        parts.append(section_title(session, "讲评"))
    parts.extend(_line(session, each) for each in told.lines)
    parts.append(
        ft.Container(
            quiet(
                session,
                f"这一桌的地址：{routes.living_address(sitting.table.address.game, sitting.table.address.tail)}",
            ),
            padding=16,
        )
    )
    again = onward(session, "另开一桌", lambda _: session.go(_by_chance(sitting.table.address.game, ()), instead=True))
    return page(session, _title(sitting), parts, pinned=[again], state="end")


def _line(session: Session, line: Line) -> ft.Control:
    good = line.verdict == "right"
    icon, pair, _ = LOOKS[RIGHT if good else WRONG]
    from app.study.table.debrief import VERDICTS

    head = ft.Row(
        [
            ft.Icon(icon, color=session.shade(pair)),
            ft.Container(
                sentence(session, f"{VERDICTS[line.verdict]}：{line.title}", theme.BODY, bold=True), expand=True
            ),
        ],
        spacing=8,
    )
    lines: list[ft.Control] = [head]
    lines += [quiet(session, line.when)] if line.when else []
    lines += [sentence(session, shaped(each), theme.SMALL) for each in line.because]
    if line.ruled and not good:
        lines.append(sentence(session, shaped(f"裁了：{line.ruled}"), theme.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    if line.right:
        lines.append(sentence(session, shaped(line.right if good else f"应是：{line.right}"), theme.BODY))
    if line.cites:
        lines.append(clause_chips(session, line.cites))
    return ft.Container(stretched(lines, spacing=4), padding=ft.Padding.symmetric(horizontal=16, vertical=8))
