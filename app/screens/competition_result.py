"""录成绩: the result of one table, by a pad; what it comes to is shown before it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import LINE, shown
from app.journal.competition import ResultBody
from app.ruling.counts_now import marks
from app.ruling.to_look_at import TO_LOOK_AT
from app.screens.competition_late import late_parts
from app.screens.competition_shared import write
from app.screens.own_numbers import FORFEIT, laid_down
from app.tools.competition import lateness, scoring
from app.tools.competition.meetings import Meeting, PlanError
from app.widgets.basics import choice_chip, quiet
from app.widgets.chips import chip_row, chips
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import button, caption, fault
from app.widgets.keys import key
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.sentences import answer_button, card, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.library import journal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.base.form import Form
    from app.tools.competition.competition import Competition
    from app.window.session import Session

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+")
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "删")
LONGEST = 7  # signs of a score
KEY = 68  # px: five in a row on a phone
DOUBTED = 12  # rulings changed last whose consequences are looked for


def result_page(session: Session, record: str, found: Competition, meeting: Meeting, form: Form) -> ft.Control:
    """Ask for the result of a meeting."""
    name = f"result {meeting.id}"
    now: dict[str, str] = dict(form.values.get(name) or _first(found, meeting))

    def put(**what: str) -> None:
        form.put(name, {**now, **what})

    body, said = _judged(session, found, meeting, now)

    def save(go_on: Meeting | None) -> None:
        if body is None:
            form.fault = "还没有成绩：请先点出双方的成绩，或哪一方弃权。"
            return
        if write(session, record, body):
            form.put(name, None)
            session.tell(f"已存 {meeting.table}桌" if meeting.table else "已存")
            if go_on is None:
                session.back()
            else:
                session.go(routes.competition_address(record, "result", go_on.id), instead=True)

    def take_back(_: object) -> None:
        void = ResultBody(meeting.id, str(meeting.home), str(meeting.away), void=True)
        if write(session, record, void):
            form.put(name, None)
            session.tell("已取消这一桌的成绩，原来录的留在日志里")
            session.back()

    parts = _asked(session, found, meeting, now, put, body)
    parts += said
    parts += _rulings(session, record, found, meeting, put)
    parts += _forfeit(session, record, found, meeting, now, put)
    if now.get("more") == "1" and not now.get("forfeit") and "points" not in now:
        parts += late_parts(
            session, record, found, meeting, form, lambda side: put(forfeit=side, ground=found.rules.law.late_ground)
        )
    parts += _late(session, found, meeting)
    parts.append(_history(session, found, meeting))
    content = ft.Container(
        stretched(parts, spacing=12),
        padding=ft.Padding.only(left=16, right=16, top=12),
    )
    below = _buttons(session, found, meeting, form, save, take_back)
    title = f"第{meeting.round}轮 {meeting.table}桌" if meeting.table else f"第{meeting.round}轮"
    return page(session, title, [content], pinned=below)


def _judged(
    session: Session, found: Competition, meeting: Meeting, now: dict[str, str]
) -> tuple[ResultBody | None, list[ft.Control]]:
    """What was entered, unless it cannot be or is not all there yet, and what it comes to, with the clauses."""
    body = _body(found, meeting, now)
    if body is None:
        return None, [quiet(session, "请点出原因。", theme.BODY)] if now.get("forfeit") else []
    try:
        outcome = found.judged(meeting, body)
    except PlanError as refused:
        return None, [sentence(session, str(refused), color=session.shade(theme.RED))]
    said = sentence(session, "；".join(outcome.words) + "。" if outcome.words else "", theme.BODY)
    return body, [said, *([provision_links(session, outcome.cites)] if outcome.cites else [])]


def _asked(
    session: Session,
    found: Competition,
    meeting: Meeting,
    now: dict[str, str],
    put: Callable[..., None],
    body: ResultBody | None,
) -> list[ft.Control]:
    """Ask for the numbers of a result, as it is counted, or for who has won."""
    laid_down = "points" in now
    parts: list[ft.Control] = [_sides(session, found, meeting, now, put)]
    if now.get("forfeit") or laid_down:
        pass
    elif found.plan.scoring in ("levels", "standard"):
        parts.append(_levels(session, found, now, put))
    elif found.plan.scoring == "winner":
        parts.append(_winner(session, found, meeting, now, put))
    else:
        parts.append(_digits(session, now, put))
    if laid_down:
        parts.append(_digits(session, now, put))
        parts.append(
            quiet(
                session,
                f"由裁判长直接定{found.rules.main}；有附加项的，先打{found.rules.main}，再点第二行。",
                theme.BODY,
            )
        )
    if meeting.in_bracket and _level(found, meeting, body) and not now.get("forfeit"):
        parts.append(caption(session, "平局：加打或按规程分出的胜者"))
        parts.append(_winner(session, found, meeting, now, put))
    return parts


def _buttons(
    session: Session,
    found: Competition,
    meeting: Meeting,
    form: Form,
    save: Callable[[Meeting | None], None],
    take_back: Callable[[object], None],
) -> list[ft.Control]:
    """Keep the result, go on to the next table, or take it back."""
    taken = found.result(meeting) is not None
    left = _left(found, meeting) if not taken else None
    return [
        *fault(session, form),
        ft.Row(
            [
                ft.Container(
                    button(
                        session, "更正成绩" if taken else "存下成绩", on_tap(save, None), ft.Icons.CHECK, filled=True
                    ),
                    expand=True,
                ),
                *([button(session, f"存下，接着录{left.table}桌", on_tap(save, left))] if left else []),
                *([button(session, "取消成绩", take_back)] if taken else []),
            ],
            spacing=12,
        ),
    ]


def _left(found: Competition, meeting: Meeting) -> Meeting | None:
    """The next table of the round without a result, after this one, else before it; None where all others are written."""
    of_round = next(each.meetings for each in found.rounds if each.number == meeting.round)
    at = next(place for place, each in enumerate(of_round) if each.id == meeting.id)
    others = (*of_round[at + 1 :], *of_round[:at])
    return next((m for m in others if m.is_known and not m.is_bye and m.table and found.result(m) is None), None)


def _first(found: Competition, meeting: Meeting) -> dict[str, str]:
    """What was written before, to be corrected."""
    body = found.result(meeting)
    now = {"side": "home"}
    if body is None:
        return now
    if body.forfeit:
        return now | {"forfeit": body.forfeit, "ground": body.ground}
    for number, (a, b) in enumerate(body.levels or tuple((f"{a:g}", f"{b:g}") for a, b in body.scores)):
        now |= {f"home{number}": a, f"away{number}": b, "game": str(number)}
    return now | ({"winner": body.winner} if body.winner else {})


def _body(found: Competition, meeting: Meeting, now: dict[str, str]) -> ResultBody | None:
    """The result as far as it is entered; None where something is missing."""
    about = (meeting.id, str(meeting.home), str(meeting.away))
    if now.get("forfeit"):
        if not now.get("ground"):
            return None
        return ResultBody(*about, forfeit=now["forfeit"], ground=now["ground"])  # type: ignore[arg-type]
    if "points" in now:
        main = _number(now.get("home0", "")), _number(now.get("away0", ""))
        if main[0] is None or main[1] is None:
            return None
        second = [_number(now.get(f"{side}1", "")) or 0 for side in ("home", "away")]
        return ResultBody(*about, points=(main[0], main[1], *second))
    winner = now.get("winner", "")
    if found.plan.scoring == "winner":
        return ResultBody(*about, winner=winner) if winner else None  # type: ignore[arg-type]
    games = [
        (a, b)
        for n in range(int(now.get("game", "0")) + 1)
        if (a := now.get(f"home{n}")) and (b := now.get(f"away{n}"))
    ]
    if not games:
        return None
    if found.plan.scoring in ("levels", "standard") and all(each in LEVELS for game in games for each in game):
        return ResultBody(*about, levels=tuple(games), winner=winner)  # type: ignore[arg-type]
    scores = [(_number(a), _number(b)) for a, b in games]
    if any(a is None or b is None for a, b in scores):
        return None
    return ResultBody(*about, scores=tuple((a or 0, b or 0) for a, b in scores), winner=winner)  # type: ignore[arg-type]


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return int(number) if number.is_integer() else number


def _level(found: Competition, meeting: Meeting, body: ResultBody | None) -> bool:
    """Whether the games alone do not say who goes on."""
    if body is None or found.plan.scoring == "winner":
        return False
    try:
        return scoring.outcome(found.rules, meeting, body).state == "open" or bool(body.winner)
    except PlanError:
        return False


def _sides(
    session: Session, found: Competition, meeting: Meeting, now: dict[str, str], put: Callable[..., None]
) -> ft.Control:
    game = now.get("game", "0")

    def side(which: str, entrant: str | None) -> ft.Control:
        value = now.get(f"{which}{game}", "")
        shown = "弃权" if now.get("forfeit") in (which, "both") else {"A+": "过A", "": "—"}.get(value, value)
        active = now.get("side", "home") == which and not now.get("forfeit")
        return ft.Container(
            ft.Column(
                [
                    quiet(session, found.said(entrant), theme.BODY),
                    written(session, shown, 34, weight=ft.FontWeight.W_600),
                ],
                spacing=2,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            on_click=lambda _: put(side=which),
            ink=True,
            bgcolor=ft.Colors.SECONDARY_CONTAINER if active else ft.Colors.SURFACE_CONTAINER_LOW,
            border_radius=12,
            padding=10,
            expand=True,
            alignment=ft.Alignment.CENTER,
        )

    return ft.Row([side("home", meeting.home), side("away", meeting.away)], spacing=12)


def _levels(session: Session, found: Competition, now: dict[str, str], put: Callable[..., None]) -> ft.Control:
    side, game = now.get("side", "home"), now.get("game", "0")
    other = "away" if side == "home" else "home"

    def tap(level: str) -> None:
        after = other if not now.get(f"{other}{game}") else side
        put(**{f"{side}{game}": level, "side": after})

    offered = LEVELS if found.plan.scoring == "levels" else LEVELS[:-1]
    names = {"A+": "过A"}
    keys = [
        key(
            session,
            names.get(each, each),
            on_tap(tap, each),
            width=72,
            height=56,
            chosen=each == now.get(f"{side}{game}"),
        )
        for each in offered
    ]
    parts: list[ft.Control] = [wrapped(keys, alignment=ft.MainAxisAlignment.CENTER)]
    if found.plan.series:
        number = int(game)
        games = [
            choice_chip(session, f"第{n + 1}局", n == number, on_tap(put, game=str(n), side="home"))
            for n in range(_games(now) + 1)
        ]
        parts.insert(0, chip_row(games))
    return stretched(parts, spacing=10)


def _games(now: dict[str, str]) -> int:
    return sum(bool(now.get(f"home{n}") and now.get(f"away{n}")) for n in range(9))


def _digits(session: Session, now: dict[str, str], put: Callable[..., None]) -> ft.Control:
    side = now.get("side", "home")
    line = now.get("game", "0")

    def tap(sign: str) -> None:
        text = now.get(f"{side}{line}", "")
        text = text[:-1] if sign == "删" else text if sign == "." and "." in text else (text + sign)[:LONGEST]
        put(**{f"{side}{line}": text})

    pad = wrapped(
        (
            key(session, sign, on_tap(tap, sign), "删去一个" if sign == "删" else sign, width=96, height=52)
            for sign in DIGITS
        ),
        alignment=ft.MainAxisAlignment.CENTER,
    )
    parts: list[ft.Control] = [pad]
    if "points" in now:
        lines = [
            choice_chip(session, text, line == n, on_tap(put, game=n, side="home"))
            for n, text in (("0", "第一项"), ("1", "第二项"))
        ]
        parts.insert(0, ft.Row(lines, spacing=8))
    return stretched(parts, spacing=10)


def _winner(
    session: Session, found: Competition, meeting: Meeting, now: dict[str, str], put: Callable[..., None]
) -> ft.Control:
    return ft.Row(
        [
            ft.Container(
                answer_button(
                    session, f"{found.said(entrant)} 胜", on_tap(put, winner=side), chosen=now.get("winner") == side,
                    centred=True,
                ),
                expand=True,
            )
            for side, entrant in (("home", meeting.home), ("away", meeting.away))
        ],
        spacing=12,
    )  # fmt: skip


def _forfeit(
    session: Session,
    record: str,
    found: Competition,
    meeting: Meeting,
    now: dict[str, str],
    put: Callable[..., None],
) -> Iterable[ft.Control]:
    open_ = bool(now.get("forfeit")) or now.get("more") == "1"
    sides = {"home": found.said(meeting.home), "away": found.said(meeting.away), "both": "双方"}
    yield button(
        session,
        "弃权、迟到、裁判长定分" if not open_ else "收起",
        lambda _: put(more="" if open_ else "1", forfeit="", ground=""),
        ft.Icons.EXPAND_LESS if open_ else ft.Icons.MORE_HORIZ,
    )
    if not open_:
        return
    yield caption(session, "哪一方弃权")
    chosen = now.get("forfeit", "")
    yield chips(session, sides.items(), chosen, lambda side: put(more="1", forfeit="" if side == chosen else side))
    if chosen:
        yield caption(session, "原因")
        grounds = [(each, each) for each in found.rules.law.grounds]
        yield chips(session, grounds, now.get("ground", ""), lambda ground: put(ground=ground))
        if chosen != "both":
            yield from _by_regulation(session, record, found, chosen, put)
    else:
        yield ft.Row([choice_chip(session, "裁判长直接定得分", "points" in now, lambda _: put(**_toggle(now)))])


def _by_regulation(
    session: Session, record: str, found: Competition, side: str, put: Callable[..., None]
) -> Iterable[ft.Control]:
    """What a regulation in force gives the other side for a forfeit, where the law does not say."""

    def take(points: int) -> None:
        home, away = (0, points) if side == "home" else (points, 0)
        put(**_toggle({}) | {"home0": str(home), "away0": str(away), "forfeit": "", "ground": ""})

    yield from laid_down(session, record, found.rules.game, FORFEIT, -1, take)


def _late(session: Session, found: Competition, meeting: Meeting) -> Iterable[ft.Control]:
    """Who is on record as late."""
    for entrant in (str(meeting.home), str(meeting.away)):
        if (late := found.late.get((entrant, meeting.round))) is not None:
            yield quiet(
                session,
                f"{entrant}号{lateness.said(found.rules, late.body, *found.late_in(entrant, meeting.round))}",
                theme.BODY,
            )


def _rulings(
    session: Session, record: str, found: Competition, meeting: Meeting, put: Callable[..., None]
) -> Iterable[ft.Control]:
    """What the journal has against the two in this round; one that makes a side lose can be taken over.

    One that is to be looked at again says so, and cannot be taken over until somebody has.
    """
    for side, entrant in (("home", meeting.home), ("away", meeting.away)):
        rulings = journal().entries(record, pair=str(entrant), withdrawn=False, limit=6)
        doubted = marks(journal(), journal().entries(record, pair=str(entrant)), DOUBTED) if rulings else {}
        for each in rulings:
            place = each.body.place
            if place.round not in (None, meeting.round) or each.body.level != "penalty":
                continue
            mark = f"（{TO_LOOK_AT}）" if each.id in doubted else ""
            yield quiet(session, f"日志：{entrant}号 {each.body.title}{mark}，{each.body.ruling}", theme.BODY)
            if mark:
                look = on_tap(session.go, routes.journal_address(each.id))
                yield button(session, f"{TO_LOOK_AT}：{shown(each.body.title, LINE)}", look, ft.Icons.HISTORY)
                continue
            for kind, _ in each.body.counts:
                ground = found.rules.law.lost.get(kind, "")
                if ground and each.body.game == found.rules.game:
                    take = on_tap(put, forfeit=side, ground=ground)
                    yield button(session, f"{entrant}号按这条{ground}记", take, ft.Icons.GAVEL)


def _toggle(now: dict[str, str]) -> dict[str, str]:
    if "points" in now:
        del now["points"]
        return {}
    return {"points": "1", "game": "0", "home0": "", "away0": "", "side": "home"}


def _history(session: Session, found: Competition, meeting: Meeting) -> ft.Control:
    """All that was written of this table: nothing is lost by a correction."""
    entered = found.history(meeting)
    if not entered:
        return ft.Container()
    lines = []
    for each in reversed(entered):
        body = each.body
        games = " ".join(f"{a}:{b}" for a, b in body.levels) or " ".join(f"{a:g}:{b:g}" for a, b in body.scores)
        said = "取消成绩" if body.void else f"弃权（{body.ground}）" if body.forfeit else games or "裁判长定分"
        lines.append(
            quiet(session, f"{each.at[11:16]} {each.author or '未署名'}：{body.home}—{body.away} {said}", theme.BODY)
        )
    return card(session, "录入过的", lines, ft.Icons.HISTORY)
