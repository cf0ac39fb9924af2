"""Papers of an event's rounds: schedule, table cards, plan of the tables, standings with the cross table, bracket. A4."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.papers.sheet import MM, ROOM, SMALL, Letters, Sheet, fitted
from app.papers.wording import label, say_in, when
from app.tools.competition import pictures
from app.tools.competition.meetings import GROUP_NAMES
from app.tools.competition.planning import FORMATS
from app.tools.competition.round_robin import METHODS
from app.tools.competition.tables import at_compass, cross_table, round_table, side_names, standings_table
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.papers.sheet import Figure
    from app.papers.wording import Script
    from app.tools.competition.competition import Competition
    from app.tools.competition.meetings import Meeting, Round
    from app.tools.competition.pictures import Drawing
    from app.tools.competition.tables import Table
    from rules_data.handbook import Handbook

LARGEST = 0.4  # mm of a unit of a picture
LARGE, FEW = 0.66, (2, 3)  # of a plan of few tables, and how many of them stand beside each other
PAGE = 236.0  # mm of a page for a picture below its heading
CARD = 124.0  # mm: two on a page
CROSS = 16  # entrants in one piece of a cross table
WORD, TINY = 8.0, 6.5  # points


def schedule_paper(
    found: Competition, rounds: Sequence[Round], handbook: Handbook, *, printed_at: str, script: Script = "hans"
) -> bytes:
    """Return who meets whom in some rounds as PDF, with the results there are."""
    return fitted(partial(_schedule, found, tuple(rounds), handbook, printed_at, script), one_page=False)


def _begun(
    found: Competition, title: str, handbook: Handbook, printed_at: str, script: Script, letters: Letters
) -> Sheet:
    say = say_in(script, handbook)
    event = found.event
    sheet = Sheet(f"{title} {event.name}", f"{say(title)} {event.name}", say, letters=letters)
    sheet.title(say(title), event.name)
    way = FORMATS[found.plan.format]
    if found.plan.format in ("round_robin", "groups"):
        way += "，" + METHODS[found.plan.method]
    if found.plan.deals:
        way += f"，一轮（一局）{found.plan.deals}副"
    sheet.fields(
        (
            (("日期", event.date), ("地点", event.venue)),
            (("赛制", say(way)), ("参赛", say(f"{len(found.entrants)}对（队）"))),
            (("裁判长", event.chief), ("制表时间", say(when(printed_at)))),
        )
    )
    return sheet


def _schedule(
    found: Competition, rounds: Sequence[Round], handbook: Handbook, printed_at: str, script: Script, letters: Letters
) -> Sheet:
    sheet = _begun(found, "对阵表", handbook, printed_at, script, letters)
    for each in rounds:
        sheet.keep(34)
        sheet.heading(each.title)
        headings, rows = round_table(found, each)
        widths = (1.2, 1.2, 4, 4, 2.4) if len(headings) == 5 else (1.2, 4, 4, 2.4)
        sheet.table(headings, widths, rows)
    cites = dict.fromkeys(cite for each in rounds for m in each.meetings for cite in m.cites)
    _basis(sheet, handbook, cites)
    return sheet


def _basis(sheet: Sheet, handbook: Handbook, cites: Iterable[str]) -> None:
    names = "、".join(label(cite, handbook) for cite in cites)
    if names:
        sheet.text(sheet.say(f"依据：{names}"), SMALL, grey=True)


def standings_paper(found: Competition, handbook: Handbook, *, printed_at: str, script: Script = "hans") -> bytes:
    """Return where everybody stands as PDF, with what separates two, and the cross table or the bracket."""
    return fitted(partial(_standings, found, handbook, printed_at, script), one_page=False)


def _standings(found: Competition, handbook: Handbook, printed_at: str, script: Script, letters: Letters) -> Sheet:
    sheet = _begun(found, "名次表", handbook, printed_at, script, letters)
    say = sheet.say
    if not found.finished:
        sheet.text(say("比赛没有结束，这是现在的名次。"))
    in_groups = found.plan.format == "groups"
    for at, group in enumerate(found.groups):
        if in_groups:
            sheet.heading(f"{GROUP_NAMES[at]}组")
        sheet.table(*_widths(standings_table(found, found.standings(group=at if in_groups else None))))
        if found.plan.format in ("round_robin", "groups"):
            _cross(sheet, found, group)
    if not found.is_knockout:
        steps = found.steps()
        names = "，再比".join(step.name for step in steps if step.key != "lots")
        sheet.text(say(f"名次先比{names}；仍相同的并列或抽签。"), SMALL)
        _basis(sheet, handbook, [step.cite for step in steps if step.cite])
    _basis(
        sheet, handbook, dict.fromkeys(cite for e in found.entrants for _, cites in found.lateness(e) for cite in cites)
    )
    moved = pictures.course(found)
    if moved is not None:
        sheet.keep(moved.height * LARGEST + 16)
        sheet.heading("名次走势")
        draw(sheet, moved)
    drawing = pictures.bracket(found)
    if drawing is not None:
        if in_groups:
            sheet.heading("淘汰阶段名次")
            sheet.table(*_widths(standings_table(found, found.places(), bracket=True)))
        sheet.turn()
        sheet.heading("对阵图")
        draw(sheet, drawing)
    sheet.signatures((("裁判长", found.event.chief), ("记录人", "")))
    return sheet


def _widths(made: Table) -> tuple[list[str], tuple[float, ...], list[list[str]]]:
    """A table of standings with the widths of its columns."""
    headings, rows = made
    if len(headings) <= 5:
        return headings, (1.3, 4, 1, 1, 4), rows
    return headings, (1.3, 3.6, *([0.9] * 4), *([1.25] * (len(headings) - 7)), 4), rows


def _cross(sheet: Sheet, found: Competition, those: Sequence[str]) -> None:
    """The cross table, in pieces where it is wide."""
    headings, rows = cross_table(found, those)
    tail = len(headings) - 1 - len(those)
    for start in range(0, len(those), CROSS):
        columns = range(1 + start, 1 + min(len(those), start + CROSS))
        last = start + CROSS >= len(those)
        picked = [0, *columns, *(range(len(headings) - tail, len(headings)) if last else ())]
        sheet.heading("循环表（行对列）" + ("" if not start else "，续"))
        widths = [2.6 if n == 0 else 1.1 for n in picked]
        sheet.table([headings[n] for n in picked], widths, [[row[n] for n in picked] for row in rows])


def bracket_paper(found: Competition, handbook: Handbook, *, printed_at: str, script: Script = "hans") -> bytes:
    """Return the bracket as PDF."""
    sheet = _begun(found, "对阵图", handbook, printed_at, script, Letters())
    drawing = pictures.bracket(found)
    if drawing is not None:
        draw(sheet, drawing)
    return sheet.finish()


def plan_paper(
    found: Competition, each: Round, handbook: Handbook, *, printed_at: str, script: Script = "hans"
) -> bytes:
    """Return where the tables of a round stand and who sits where, as PDF."""
    sheet = _begun(found, "桌位图", handbook, printed_at, script, Letters())
    drawing = pictures.table_plan(found, each, _clockwise(found))
    for columns in FEW:  # as large as they go on one page
        larger = pictures.table_plan(found, each, _clockwise(found), columns)
        if larger.height * min(LARGE, ROOM / larger.width) <= PAGE:
            drawing = larger
            break
    draw(sheet, drawing, LARGE)
    return sheet.finish()


def _clockwise(found: Competition) -> bool:
    game = every_game().get(found.event.game or "")
    return game.clockwise if game is not None else True


def draw(sheet: Sheet, drawing: Drawing, largest: float = LARGEST) -> None:
    """Draw a picture as wide as the paper, its unit at most so many mm, over as many pages as it needs."""
    unit = min(largest, ROOM / drawing.width)
    room = PAGE / unit
    start = 0.0
    while start < drawing.height:
        end = min(drawing.height, start + room)
        crossing = [box.y for box in drawing.boxes if box.y < end < box.y + box.height + 18]
        if crossing and end < drawing.height and min(crossing) - 14 > start + room / 2:
            end = min(crossing) - 14
        figure = sheet.figure((end - start) * unit + 4)
        _slice(figure, drawing, unit, start, end)
        start = end


def _slice(figure: Figure, drawing: Drawing, unit: float, start: float, end: float) -> None:
    say, scale = figure.sheet.say, max(1.0, unit / LARGEST)
    word, tiny = WORD * scale, TINY * scale
    for x1, y1, x2, y2 in drawing.lines:
        if x1 == x2:  # what goes down from page to page is parted; nothing slanting is so high
            y1, y2 = max(min(y1, y2), start), min(max(y1, y2), end)
        if (x1 == x2 and y1 <= y2) or start <= min(y1, y2) <= max(y1, y2) <= end:
            figure.rule(x1 * unit, (y1 - start) * unit, x2 * unit, (y2 - start) * unit)
    for x, y, text in drawing.words:
        if start <= y < end:
            figure.words(x * unit, (y - start) * unit, say(text), word, bold=bool(drawing.boxes))
    for box in drawing.boxes:
        if not start <= box.y + box.height / 2 < end:
            continue
        y = (box.y - start) * unit
        figure.box(box.x * unit, y, box.width * unit, box.height * unit)
        room = box.width * unit - 2
        size = min(word, (box.height * unit - 1) / max(2, len(box.lines)) / MM / 1.4)
        for number, (text, bold) in enumerate(box.lines):
            _fitting(figure, box.x * unit + 1, y + 0.3 + number * size * MM * 1.35, say(text), size, room, bold)
        if box.mark and size == word:
            width = figure.width(box.mark, tiny)
            figure.words(
                box.x * unit + box.width * unit - width - 1,
                y + box.height * unit - tiny * MM * 1.5,
                box.mark,
                tiny,
                grey=True,
            )
        for middle, top, text in pictures.seat_words(box):
            figure.text(middle * unit, (top - start) * unit, say(pictures.cut(text, 11)), tiny)


def _fitting(figure: Figure, x: float, y: float, text: str, size: float, room: float, bold: bool) -> None:
    """Write a line, cut where it would leave its box."""
    while len(text) > 2 and figure.width(text, size) > room:
        text = text[:-2] + "…"
    figure.words(x, y, text, size, bold)


# Table cards


def cards_paper(found: Competition, each: Round, handbook: Handbook, *, script: Script = "hans") -> bytes:
    """Return a card for each table of a round as PDF, two on a page: who sits where, what is written, who signs."""
    say = say_in(script, handbook)
    title = f"{say('对局记录卡')} {found.event.name} {say(each.title)}"
    sheet = Sheet(title, title, say)
    for meeting in each.meetings:
        if meeting.is_known:
            _card(sheet.figure(CARD), found, each, meeting)
    return sheet.finish()


def _card(figure: Figure, found: Competition, each: Round, meeting: Meeting) -> None:
    words = figure.sheet.say
    figure.box(0, 2, ROOM, CARD - 8, 0.4)
    figure.text(ROOM / 2, 5, found.event.name, 11, bold=True)
    stage = f"　{meeting.stage}" if meeting.stage else ""
    figure.text(ROOM / 2, 12, words(f"{each.title}{stage}　第 {meeting.table} 桌"), 15, bold=True)
    _seats(figure, found, meeting)
    _figures(figure, found, meeting)
    y = CARD - 19
    parties = [f"{side.removesuffix('方')}方签字" for side in side_names(found)]
    for number, who in enumerate((*parties, "裁判员签字")):
        x = 4 + number * (ROOM - 8) / 3
        figure.words(x, y, words(who), WORD, grey=True)
        figure.rule(x + 18, y + 5, x + (ROOM - 8) / 3 - 4, y + 5)


def _seats(figure: Figure, found: Competition, meeting: Meeting) -> None:
    """The table with its seats and the direction in which the turn goes round."""
    words = figure.sheet.say
    left, top, side = 37.0, 38.0, 34.0
    figure.box(left, top, side, side, 0.4)
    figure.turning(left + side / 2, top + side / 2, 8, _clockwise(found))
    figure.text(left + side / 2, top + side - 6, words("顺时针" if _clockwise(found) else "逆时针"), TINY, grey=True)
    first, second = side_names(found)
    figure.text(left + side / 2, 22, f"{words(first)} {found.said(meeting.home)}", 9.5, bold=True)
    figure.text(left + side / 2, top + side + 9, f"{words(second)} {found.said(meeting.away)}", 9.5, bold=True)
    if not at_compass(found):
        return  # who sits on which of its seats nobody has said
    home, away = (_players(found, str(e)) for e in (meeting.home, meeting.away))
    figure.text(left + side / 2, top - 7, f"{words('北')} {home[0]}", 9)
    figure.text(left + side / 2, top + side + 1.5, f"{words('南')} {home[1]}", 9)
    figure.text(left - 17, top + side / 2 - 6, words("西"), 9)
    figure.text(left - 17, top + side / 2 - 1, away[1], 9)
    figure.text(left + side + 15, top + side / 2 - 6, words("东"), 9)
    figure.text(left + side + 15, top + side / 2 - 1, away[0], 9)


def _players(found: Competition, number: str) -> tuple[str, str]:
    players = next((each.players for each in found.event.entrants if each.number == number), ())
    return (*players, "", "")[:2]  # type: ignore[return-value]


def _figures(figure: Figure, found: Competition, meeting: Meeting) -> None:
    """What is written at the table."""
    words = figure.sheet.say
    left, top, wide, high = 94.0, 24.0, 72.0, 9.0
    main, second = found.rules.main, found.rules.second
    lines = ["最后级数"] if found.plan.scoring in ("levels", "standard") else []
    lines += [main, *([second] if second else []), "迟到、判罚"]
    columns = (24.0, 24.0, 24.0)
    first, second = side_names(found)
    names = ("", f"{first} {meeting.home}", f"{second} {meeting.away}")
    for row, name in enumerate(("", *lines)):
        x = left
        for column, width in enumerate(columns):
            figure.box(x, top + row * high, width, high)
            text = names[column] if row == 0 else name if column == 0 else ""
            if text:
                figure.text(x + width / 2, top + row * high + 1.8, words(text), 9)
            x += width
    y = top + (len(lines) + 1) * high + 4
    figure.words(left, y, words("每副后双方级数（牌张、得分）记在下面："), TINY, grey=True)
    for row in range(2):
        for column in range(10):
            figure.box(left + column * wide / 10, y + 4 + row * 8, wide / 10, 8)
