"""What the papers say of a ruling and its event, in the same words everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from app.base import words
from app.journal.records import NO_EVENT
from app.ruling.wording import LEVELS, side_words

if TYPE_CHECKING:
    from app.journal.entries import Entry, Event
    from app.journal.records import Entrant, EventBody, Place, RulingBody
    from rules_data.handbook import Handbook
    from rules_data.model import Provision

UNKNOWN = "未知"  # a level of a later version
DIGITS = 18  # of a number by which tables and pairs are sorted
Script = Literal["hans", "hant"]
Say = Callable[[str], str]
SHORT = 700  # characters up to which a law is printed with all below it where it has no words of its own


def say_in(script: Script, handbook: Handbook) -> Say:
    """Return what puts our words into a script; what people typed stays as they typed it."""
    return handbook.script.traditional if script == "hant" else str


def when(at: str) -> str:
    """Say a time as on the referee's clock: 2026年11月21日 14:05."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    return f"{moment.year}年{moment.month}月{moment.day}日 {moment:%H:%M}"


def short_time(at: str) -> str:
    """Say a time in a column: 11-21 14:05."""
    try:
        return f"{datetime.fromisoformat(at):%m-%d %H:%M}"
    except ValueError:
        return at


def count(number: int | None, unit: str) -> str:
    """Say the which-th: 第3轮; nothing when it is not known."""
    return "" if number is None else f"第{number}{unit}"


def rounds(place: Place) -> str:
    """Say round, game and deal."""
    return "".join((count(place.round, "轮"), count(place.game, "局"), count(place.deal, "副")))


def where(place: Place) -> str:
    """Say all that is known of a place in one line."""
    table = f"{place.table}桌" if place.table and place.table[-1].isdigit() else place.table or ""
    return " ".join(part for part in (table, rounds(place)) if part)


def entrant(name: str, event: EventBody) -> str:
    """Say a pair or team with all the event knows of it: 5号 蓝队（张三、李四，某单位）."""
    found = _found(name, event)
    if found is None:
        return f"{name}号" if name.isdigit() else side_words(name)
    about = "、".join(found.players) if found.name != "/".join(found.players) else ""
    if found.club:
        about = f"{about}，{found.club}" if about else found.club
    return f"{_title(found)}（{about}）" if about else _title(found)


def _title(found: Entrant) -> str:
    number = f"{found.number}号" if found.number.isdigit() else found.number
    return f"{number} {found.name}" if found.name and found.name != found.number else number


def named(name: str, event: EventBody) -> str:
    """Say a pair or team in short: 5号 蓝队."""
    found = _found(name, event)
    return _title(found) if found else entrant(name, event)


def _found(name: str, event: EventBody) -> Entrant | None:
    return next((each for each in event.entrants if name in (each.number, each.name)), None)


def offenders(body: RulingBody, event: EventBody) -> str:
    """Say whom a ruling is against."""
    return "；".join(entrant(each, event) for each in body.offenders)


def level(body: RulingBody) -> str:
    """Say how much a ruling does."""
    return LEVELS.get(body.level, UNKNOWN)


def state(entry: Entry) -> str:
    """Say whether a ruling still stands."""
    if entry.withdrawn is not None:
        return "已撤回"
    return "已更正" if entry.corrections else "有效"


def event_name(event: Event) -> str:
    """Name an event; nothing where none was set up."""
    return "" if event.id == NO_EVENT else event.body.name


def game_name(game: str | None) -> str:
    """Name a game."""
    return words.game_name(game) if game else ""


def book_titles(ids: Sequence[str], handbook: Handbook) -> str:
    """Name books with their editions."""
    books = [handbook.books[id_] for id_ in ids if id_ in handbook.books]
    return "；".join(f"《{book.title}》（{book.edition}）" for book in books)


def label(cite: str, handbook: Handbook) -> str:
    """Name a clause; one that no longer exists by its id."""
    return handbook.provision(cite).label if cite in handbook else cite


def printed(provision: Provision) -> str:
    """Return a clause as printed; one that is only a heading with what stands below it, unless that is long."""
    own = _own(provision)
    if provision.text and provision.text.strip():
        return own
    below = "\n".join(words for part in provision.walk() if part is not provision and (words := _own(part)))
    return f"{own}\n{below}" if below and len(below) <= SHORT else own


def _own(provision: Provision) -> str:
    return " ".join(part.strip() for part in (provision.heading, provision.text) if part and part.strip())


def clauses(cites: Sequence[str], handbook: Handbook) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return clauses by book: its name, then each clause's name and its printed words. None is said twice."""
    found: dict[str, list[tuple[str, str]]] = {}
    given = set(cites)
    for cite in dict.fromkeys(cites):
        if cite not in handbook:
            found.setdefault("", []).append((cite, "条文已不存在。"))
            continue
        provision = handbook.provision(cite)
        inside = any(part.id in given for part in provision.walk() if part is not provision)
        words = _own(provision) if inside else printed(provision)
        found.setdefault(provision.id.partition(":")[0], []).append((provision.label, words))
    return [(book_titles([book], handbook) if book else "", parts) for book, parts in found.items()]
