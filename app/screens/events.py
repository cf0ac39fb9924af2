"""赛事: what is played by which books, what was decided beforehand, who takes part. Nothing has to be set up."""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.form import Form
from app.base.plain_text import LINE, shown
from app.base.words import FORMATS, GAMES
from app.events.editing import in_order, one_short, put_in, said_of_one_short
from app.journal.records import NO_EVENT, Entrant, EventBody
from app.journal.store import JournalError
from app.screens.own_numbers import ROUNDS, laid_down
from app.screens.own_suggestions import to_suggestions
from app.widgets.basics import quiet, row, section_title
from app.widgets.chips import chips, chips_of_many
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import button, caption, done_or_not, entry, fault, fold
from app.widgets.pages import page
from app.widgets.sentences import card, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import pick
from app.window.library import journal
from app.window.published import PAPERS, PartMissingError, need
from app.window.session import use_session
from rules_data.model import GameId

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from app.journal.entries import Event
    from app.window.session import Session
    from rules_data.model import Book, OpenQuestion

NEW = "new"  # in the address: an event that is not written yet
NO_CHOICE = "不在赛事中"
LARGE = 1.5  # times the letters from which a button says less
LABEL = 6  # px above a field whose name stands on its edge, under chips
SHOWN = 12  # open questions, or entrants, built at once
MOST_TABLES = 500
FORMAT_OF_A_LIST = (
    "每行：编号 名称 选手1 选手2，用空格或逗号隔开。只有选手时名称可不写；名称以“队”等字结尾，才不会当作选手。"
    "也可以连表头一起贴。"
)
SEPARATORS = re.compile(r"[\s,，、;；]+")


@component
def EventsPane() -> ft.Control:
    """Show the events, and which is at hand."""
    session = use_session()
    assignment = session.assignment
    ft.use_state(assignment)
    ft.use_state(session.referee)
    try:
        events = journal().events()
    except JournalError as refused:
        return page(session, "赛事", [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])

    def keep_name(_: object) -> None:
        session.duty.call_myself(session.referee.text("author").strip())
        session.tell("已记下裁判姓名")

    if not session.referee.values:
        session.referee.values = {"author": assignment.author}
    offered = offers(events, session.duty.games_of)
    rows = [
        part
        for game in GAMES
        if game in offered
        for part in (
            section_title(session, f"{GAMES[game]}现在的赛事"),
            *(_event_row(session, game, event) for event in offered[game]),
        )
    ]
    for event in events:
        if event.id != NO_EVENT and not session.duty.games_of(event.body):  # its game came with a text that is not here
            rows.append(section_title(session, f"{shown(event.body.game or '', LINE)}（它的规则不在这台设备上）"))
            name = written(session, shown(event.body.name, LINE), theme.BODY)
            rows.append(row(name, on_tap(session.go, routes.event_address(event.id)), key=f"event-{event.id}"))
    if without := [name for game, name in GAMES.items() if game not in offered]:
        none = f"{'、'.join(without)}未设赛事。不设也能裁定和记录。"
        rows.append(ft.Container(quiet(session, none, theme.BODY), padding=ft.Padding.only(left=16, right=16, top=16)))
    me = card(
        session,
        "裁判",
        [
            entry(session, session.referee, "author", "我的姓名（写在每条记录上）"),
            button(session, "记下姓名", keep_name, ft.Icons.BADGE_OUTLINED),
        ],
        ft.Icons.PERSON_OUTLINE,
    )
    asked = to_suggestions(session, [each for _, each in session.suggesting.every(session)])
    return page(session, "赛事", [*rows, *asked, _ways(session), me])


def _ways(session: Session) -> ft.Control:
    """The ways to a new event, and to the hall of one."""
    to_hall = on_tap(session.go, routes.tab_address("hall"))
    to_new = on_tap(session.go, routes.event_address(NEW))
    keys: list[ft.Control] = [
        button(session, "设一项赛事", to_new, ft.Icons.ADD, filled=True),
        button(session, "会场：和别的裁判共用记录", to_hall, ft.Icons.HUB_OUTLINED),
    ]
    return ft.Container(stretched(keys, spacing=12), padding=16)


def offers(events: Iterable[Event], games_of: Callable[[EventBody], Iterable[str]]) -> dict[str, list[Event]]:
    """The events each game can be at, and last that it is at none; a game for which no event was set up has no choice."""
    found: dict[str, list[Event]] = {}
    for event in events:
        for game in games_of(event.body):
            found.setdefault(game, []).append(event)
    return {game: each for game, each in found.items() if any(event.id != NO_EVENT for event in each)}


def _event_row(session: Session, game: GameId, event: Event) -> ft.Control:
    now = session.assignment.post(game).event == event.id
    name = NO_CHOICE if event.id == NO_EVENT else shown(event.body.name, LINE)

    def take(_: object) -> None:
        session.duty.attend(event.id, [game])
        session.tell(f"{GAMES[game]}现在是：{name}")

    taken = row(
        ft.Row(
            [
                ft.Icon(
                    ft.Icons.RADIO_BUTTON_CHECKED if now else ft.Icons.RADIO_BUTTON_UNCHECKED,
                    color=ft.Colors.PRIMARY,
                    semantics_label=session.say("现在的赛事" if now else "选为现在的赛事"),
                ),
                ft.Column(
                    [
                        sentence(session, name, theme.LAW, bold=True),
                        *([quiet(session, _about(session, event.body))] if event.id != NO_EVENT else []),
                    ],
                    spacing=2,
                    expand=True,
                ),
            ],
            spacing=12,
        ),
        take,
        selected=now,
    )
    edit = _edit(session, event)
    if not edit:
        return taken
    return ft.Row([ft.Container(taken, expand=True), *edit], spacing=0)  # beside it: to a screen reader three buttons


def _edit(session: Session, event: Event) -> list[ft.Control]:
    if event.id == NO_EVENT:
        return []
    return [
        ft.Column(
            [
                ft.TextButton(
                    written(session, name, theme.BODY),
                    on_click=on_tap(session.go, address),
                    height=theme.TARGET,
                )
                for name, address in (
                    ("赛程", routes.competition_address(event.id)),
                    ("修改", routes.event_address(event.id)),
                )
            ],
            spacing=0,
            tight=True,
        )
    ]


def _about(session: Session, body: EventBody) -> str:
    parts = [
        body.date,
        GAMES.get(body.game or "", "各项目都可用"),
        "、".join(session.handbook.books[b].short for b in body.books if b in session.handbook.books),
        FORMATS.get(body.format or "", ""),
        f"{body.rounds}轮" if body.rounds else "",
        f"{len(body.entrants)}对/队" if body.entrants else "",
        f"{len(body.tables)}桌" if body.tables else "",
        f"已定未定问题 {len(body.settled)} 个" if body.settled else "",
    ]
    return " · ".join(part for part in parts if part)


# One event


def tables_of(text: str) -> tuple[str, ...]:
    """The tables of ``1-12`` or ``A1、A2``."""
    found: list[str] = []
    for part in SEPARATORS.split(text.strip()):
        if span := re.fullmatch(r"(\d+)[-–—~至到](\d+)", part):
            first, last = int(span[1]), int(span[2])
            found += [str(number) for number in range(first, min(last, first + MOST_TABLES) + 1)]
        elif part:
            found.append(part)
    return tuple(dict.fromkeys(found))


def _tables_text(tables: tuple[str, ...]) -> str:
    numbers = [int(t) for t in tables if t.isdigit()]
    if len(numbers) == len(tables) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]}-{numbers[-1]}"
    return "、".join(tables)


def fill(form: Form, body: EventBody) -> None:
    """Put an event into the form."""
    form.values = {
        "name": body.name,
        "game": body.game or "",
        "books": body.books,
        "format": body.format or "",
        "rounds": str(body.rounds or ""),
        "tables": _tables_text(body.tables),
        "venue": body.venue,
        "date": body.date,
        "chief": body.chief,
        "referees": "、".join(body.referees),
        "entrants": body.entrants,
        "settled": dict(body.settled),
    }


def read(form: Form, books: dict[str, Book]) -> EventBody:
    """The event on the form. Raises ValueError with one sentence for what cannot be."""
    name = form.text("name").strip()
    if not name:
        raise ValueError("请写赛事的名称。")
    rounds = form.text("rounds").strip()
    if rounds and (not rounds.isdecimal() or not 0 < int(rounds) < 1000):
        raise ValueError(f"轮数应是 1 至 999 的整数，现在是“{rounds}”。")
    game = form.text("game") or None
    known = {book.id for book in books.values() if book.game == game}
    return EventBody(
        name=name,
        game=game,
        books=tuple(book for book in form.chosen("books") if book in known),
        settled={k: v for k, v in (form.values.get("settled") or {}).items() if k.partition("/")[0] in known},
        format=form.text("format") or None,  # type: ignore[arg-type]
        rounds=int(rounds) if rounds else None,
        tables=tables_of(form.text("tables")),
        entrants=tuple(form.values.get("entrants") or ()),
        referees=tuple(name for name in SEPARATORS.split(form.text("referees").strip()) if name),
        chief=form.text("chief").strip(),
        venue=form.text("venue").strip(),
        date=form.text("date").strip(),
    )


def today() -> str:
    """The day on this device's clock, as it is written on papers."""
    now = datetime.now()
    return f"{now.year}年{now.month}月{now.day}日"


@component
def EventPane(record: str) -> ft.Control:
    """Show an event, to be written or changed."""
    session = use_session()
    if record not in session.event_forms:
        form = Form({"name": "", "game": session.settings.game})  # mostly the game one is at home in
        try:
            if record != NEW:
                fill(form, journal().event(record).body)
        except JournalError as refused:
            return page(session, "赛事", [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])
        session.event_forms[record] = form
    return EventForm(record, session.event_forms[record])


@component
def EventForm(record: str, form: Form) -> ft.Control:
    """Ask for what an event is."""
    session = use_session()
    ft.use_state(form)
    books = session.handbook.books

    def save(_: object) -> None:
        if not keep_entrant(form) or not read_list(form):
            return
        try:
            body = read(form, dict(books))
            if not said_to_be_right(form, body, None if record == NEW else journal().event(record).body):
                return
            id_ = session.duty.journal().save_event(body, None if record == NEW else record)
        except (ValueError, JournalError) as refused:
            form.fault = str(refused)
            return
        session.event_forms.pop(record, None)
        session.duty.attend(id_, session.duty.games_of(body))
        session.duty.forget_lost_events()
        session.duty.written()
        session.tell(f"已存：{body.name}，现在用这项赛事")
        session.go(routes.tab_address("events"))

    game = form.text("game")
    body = [
        ft.Container(
            stretched(_what_it_is(session, record, form), spacing=12),
            padding=ft.Padding.only(left=16, right=16, top=16),
        ),
        _entrants(session, form),
        *(_open_questions(session, form, game) if game else ()),
    ]

    def leave(_: object) -> None:
        session.event_forms.pop(record, None)
        session.back()

    kept = "存下并用" if session.settings.text_scale > LARGE else "存下并用这项赛事"
    below = [
        *fault(session, form),
        done_or_not(
            session,
            button(session, kept, save, ft.Icons.SAVE_OUTLINED, filled=True),
            button(session, "不存", leave),
        ),
    ]
    return page(session, "设一项赛事" if record == NEW else "修改赛事", body, pinned=below)


def _base(book: Book) -> bool:
    return book.amends is None and book.script == "hans"


def _what_it_is(session: Session, record: str, form: Form) -> list[ft.Control]:
    """Ask what it is, where and when, by which texts, and who is in charge."""
    books = session.handbook.books.values()

    def choose_game(game: str) -> None:
        same = form.text("game") == game
        form.values["books"] = () if same else tuple(book.id for book in books if book.game == game and _base(book))
        form.put("game", "" if same else game)

    def choose_format(format_: str) -> None:
        form.put("format", "" if form.text("format") == format_ else format_)

    game = form.text("game")
    return [
        entry(session, form, "name", "赛事名称"),
        entry(session, form, "date", "日期（如 2026年11月21日至23日）"),
        chips(session, [(today(), "今天")], form.text("date"), partial(form.put, "date")),
        caption(session, "项目"),
        chips(session, GAMES.items(), game, choose_game),
        *(_supplements(session, form, game) if game else []),
        caption(session, "赛制"),
        chips(session, FORMATS.items(), form.text("format"), choose_format),
        ft.Container(entry(session, form, "rounds", "共几轮"), padding=ft.Padding.only(top=LABEL)),
        *(_rounds_of_books(session, record, form, game) if game else ()),
        entry(session, form, "tables", "桌号（如 1-12，或 A1、A2）"),
        entry(session, form, "venue", "地点"),
        entry(session, form, "chief", "裁判长"),
        entry(session, form, "referees", "裁判员（用、隔开）"),
    ]


def _rounds_of_books(session: Session, record: str, form: Form, game: str) -> Iterator[ft.Control]:
    """What the books in force at the event say of how many rounds there are, to be taken over by a tap."""
    now = form.text("rounds").strip()
    event = "" if record == NEW else record
    return laid_down(
        session, event, game, ROUNDS, int(now) if now.isdecimal() else 0, lambda n: form.put("rounds", str(n))
    )


def _supplements(session: Session, form: Form, game: str) -> list[ft.Control]:
    """Ask which supplements to a game's text are adopted; nothing where there is none."""
    extra = [book for book in session.handbook.books.values() if book.game == game and book.amends]
    if not extra:
        return []
    offered = [(book.id, book.short) for book in extra]
    turn = partial(form.toggle, "books")
    return [
        caption(session, "另采用的补充规定（不采用就不点）"),
        chips_of_many(session, offered, form.chosen("books"), turn),
    ]


# Who takes part


def paste_entrants(form: Form) -> None:
    """Read what was pasted. Bad rows stay in the box; put right, they are added to the list instead of replacing it."""
    from app.events.entrants import read_more

    before = form.values.get("pasted_before")
    if before is not None and form.values.get("entrants") != before.entrants:
        before = None
    found = read_more(form.text("pasted"), before)
    if len(found.entrants) > (len(before.entrants) if before else 0):
        form.values |= {
            "entrants": found.entrants,
            "pasted": found.left,
            "pasted_before": found if found.left else None,
        }
    form.put("entrant_faults", found.faults)


def read_list(form: Form) -> bool:
    """Read what was pasted and not read yet, as the event is saved; whether nothing is left to be put right."""
    if not form.text("pasted").strip():
        return True
    paste_entrants(form)
    faults = tuple(form.values.get("entrant_faults") or ())
    if faults:
        more = f"（共 {len(faults)} 处，都写在名单下面）" if len(faults) > 1 else ""
        form.fault = f"还没有存，名单里有问题：{faults[0]}{more}改好或删去那一行，再存。"
    return not faults


def said_to_be_right(form: Form, body: EventBody, before: EventBody | None) -> bool:
    """Whether nobody is entered alone where a side is two, or it was said by saving again that it is meant so.

    Of who stood so in the event before nobody is asked again.
    """
    known = before.entrants if before is not None else ()
    short = tuple(each for each in one_short(body.entrants, body.game) if each not in known)
    if short and body.game and form.values.get("alone") != short:
        form.values["alone"] = short
        form.fault = f"还没有存：{said_of_one_short(short, body.game)}同伴还没有定的，再点一次就照样存下。"
        return False
    return True


def _entrants(session: Session, form: Form) -> ft.Control:
    """Who takes part: the list as it stands, what is wrong with it, and the ways to read one in."""
    body = [
        *_listed(session, form),
        *_amiss(session, form),
        entry(session, form, "pasted", "把名单贴在这里", lines=3),
        button(session, "读入贴的名单", on_tap(paste_entrants, form), ft.Icons.CONTENT_PASTE),
        button(session, "从文件读入（CSV、XLSX）", partial(_read_file, session, form), ft.Icons.UPLOAD_FILE),
    ]
    return card(session, "参赛名单（可以没有）", body, ft.Icons.GROUPS_OUTLINED)


def _listed(session: Session, form: Form) -> Iterator[ft.Control]:
    """The list, a page at a time, with the fields of the one that is being changed or added."""

    def clear(_: object) -> None:
        form.values |= {"entrants": (), "pasted_before": None}
        form.put("entrant_faults", ())

    found = tuple(form.values.get("entrants") or ())
    most = form.number("entrants_shown") or SHOWN
    editing: Entrant | None = form.values.get("entrant")
    if found:
        yield sentence(session, f"共 {len(found)} 对/队，按编号排；点一个可以改")
    for each in in_order(found)[:most]:
        if each == editing:
            yield _one(session, form)
        else:
            yield row(sentence(session, _one_line(each)), on_tap(open_entrant, form, each), left=0)
    if len(found) > most:
        more = on_tap(form.put, "entrants_shown", most + 4 * SHOWN)
        yield button(session, f"再显示一些（还有 {len(found) - most} 个）", more)
    game = form.text("game")
    if short := one_short(found, game):
        yield sentence(session, said_of_one_short(in_order(short), game), color=session.shade(theme.AMBER))
    if editing == BLANK:
        yield _one(session, form)
    else:
        yield button(session, "加一个", on_tap(open_entrant, form, BLANK), ft.Icons.ADD)
    if found:
        yield button(session, "清空名单", clear, ft.Icons.CLEAR_ALL)


def _amiss(session: Session, form: Form) -> Iterator[ft.Control]:
    """How a list is written, and what could not be read of the one that was read in."""
    yield quiet(session, FORMAT_OF_A_LIST, theme.BODY)
    if form.values.get("pasted_before"):
        yield quiet(session, "没有读入的行留在下面，改好再点“读入贴的名单”，就加进名单。", theme.BODY)
    faults = tuple(form.values.get("entrant_faults") or ())
    yield from (sentence(session, line, color=session.shade(theme.RED)) for line in faults[:SHOWN])
    if len(faults) > SHOWN:
        yield quiet(session, f"还有 {len(faults) - SHOWN} 行有问题。", theme.BODY)


async def _read_file(session: Session, form: Form, _: object) -> None:
    """Read a list in from a file; what there was is kept where nothing can be read."""
    from app.events.entrants import read_file
    from app.events.tabular import WORKBOOK

    picked = await pick("csv", "txt", "xlsx")
    if picked is None:
        return
    if picked.content.startswith(WORKBOOK):
        try:
            await need(PAPERS)
        except PartMissingError as missing:
            session.tell(str(missing))
            return
    entrants, faults = await aside(read_file, picked.content)
    if entrants:
        form.values |= {"entrants": entrants, "pasted": "", "pasted_before": None}
    form.put("entrant_faults", faults)


BLANK = Entrant("", "")
"""One that is being added."""


def open_entrant(form: Form, entrant: Entrant) -> None:
    """Begin to change one entrant; what was begun with another is kept first, and stays open where it cannot be."""
    if not keep_entrant(form):
        return
    form.values |= {
        "e_number": entrant.number,
        "e_name": entrant.name if entrant.name != "/".join(entrant.players) else "",
        "e_players": "、".join(entrant.players),
        "e_club": entrant.club,
    }
    form.put("entrant", entrant)


def keep_entrant(form: Form) -> bool:
    """Put the entrant that is being changed into the list; whether nothing is left to be put right."""
    former: Entrant | None = form.values.get("entrant")
    said = [form.text(f"e_{name}") for name in ("number", "name", "players", "club")]
    if former is not None and any(each.strip() for each in said):
        try:
            entrants = put_in(tuple(form.values.get("entrants") or ()), former, *said)
        except ValueError as refused:
            form.fault = str(refused)
            return False
        form.put("entrants", entrants)
    form.put("entrant", None)
    return True


def drop_entrant(form: Form) -> None:
    """Take the entrant that is being changed out of the list."""
    gone = form.values.get("entrant")
    form.put("entrants", tuple(each for each in form.values.get("entrants") or () if each != gone))
    form.put("entrant", None)


def _one(session: Session, form: Form) -> ft.Control:
    """The fields of the entrant that is being changed."""
    return ft.Container(
        stretched(
            [
                entry(session, form, "e_number", "编号"),
                entry(session, form, "e_name", "名称（只有选手的可不写）"),
                entry(session, form, "e_players", "选手（用、隔开）"),
                entry(session, form, "e_club", "单位（可不写）"),
                wrapped(
                    [
                        button(session, "改好了", lambda _: keep_entrant(form), ft.Icons.CHECK),
                        button(session, "去掉这一个", lambda _: drop_entrant(form), ft.Icons.DELETE_OUTLINE),
                    ]
                ),
            ],
            spacing=10,
        ),
        border=ft.Border(left=ft.BorderSide(3, ft.Colors.PRIMARY)),
        padding=ft.Padding.only(left=12),
    )


def _one_line(entrant: Entrant) -> str:
    players = "、".join(entrant.players)
    own_name = "" if entrant.name == "/".join(entrant.players) else entrant.name
    return " ".join(part for part in (entrant.number, own_name, players) if part)


# What was decided beforehand


def _open_questions(session: Session, form: Form, game: str) -> Iterator[ft.Control]:
    adopted = [
        book
        for book in session.handbook.books.values()
        if book.game == game and (_base(book) or book.id in form.chosen("books"))
    ]
    questions = [(f"{book.id}/{q.id}", q) for book in adopted for q in book.open_questions]
    settled: dict[str, str] = dict(form.values.get("settled") or {})
    open_, turn = fold(session, form, "questions_open", "赛前逐条定下", ft.Icons.EXPAND_MORE)
    shown = form.number("questions_shown") or SHOWN
    body: list[ft.Control] = [
        quiet(
            session,
            f"条文没有定论的共 {len(questions)} 处，已定 {len(settled)} 处。"
            "不定的，裁决时用默认答案并说明；没有默认的停下来问裁判长。",
            theme.BODY,
        ),
        turn,
    ]
    if open_:
        body += [_question(session, form, id_, q, settled) for id_, q in questions[:shown]]
        if len(questions) > shown:
            body.append(button(session, "再显示一些", lambda _: form.put("questions_shown", shown + SHOWN)))
    yield card(session, "未定问题（可以不定）", body, ft.Icons.HELP_OUTLINE)


def _question(session: Session, form: Form, id_: str, question: OpenQuestion, settled: dict[str, str]) -> ft.Control:
    def choose(key: str) -> None:
        now = dict(form.values.get("settled") or {})
        if now.get(id_) == key:
            del now[id_]
        else:
            now[id_] = key
        form.put("settled", now)

    def option(key: str, text: str) -> ft.Control:
        chosen = settled.get(id_) == key
        default = "（默认）" if key == question.default else ""
        return ft.MergeSemantics(
            ft.Container(
                ft.Row(
                    [
                        ft.Icon(
                            ft.Icons.RADIO_BUTTON_CHECKED if chosen else ft.Icons.RADIO_BUTTON_UNCHECKED,
                            color=ft.Colors.PRIMARY,
                            semantics_label=session.say("已定" if chosen else "未定"),
                        ),
                        ft.Container(sentence(session, text + default), expand=True),
                    ],
                    spacing=10,
                ),
                on_click=lambda _: choose(key),
                ink=True,
                padding=ft.Padding.symmetric(vertical=12),
            )
        )

    return ft.Container(
        stretched(
            [
                sentence(session, question.question, bold=True),
                *(option(each.key, each.text) for each in question.options),
                quiet(session, f"由{question.decides}决定"),
            ],
            spacing=2,
        ),
        border=ft.Border(left=ft.BorderSide(3, session.shade(theme.AMBER))),
        padding=ft.Padding.only(left=12),
        margin=ft.Margin.only(top=8),
    )
