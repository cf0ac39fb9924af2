"""The addresses of the app. Each names one thing, can be shared, and opens on it.

``/`` search · ``/?q=藏牌`` search for it · ``/kept`` · ``/glossary`` ``/glossary/bridge-1999`` · ``/changes/guandan-supplement`` ·
``/own`` ``/own/own-1f0c…`` ``/own/own-1f0c…/changes`` (a book of one's own: brought, line by line, what it changes) ·
``/book/bridge-1999`` · ``/clause/bridge-1999/64A1`` · ``/rule`` ``/rule/bridge`` ``/rule/bridge/insufficient_bid``
``/rule/bridge/insufficient_bid/1f0c…`` (one ruling) ·
``/rights`` ``/rights/bridge`` ``/rights/bridge/play/dummy`` ``/rights/bridge/after`` ·
``/learn`` ``/learn/practice`` ``/learn/practice/bridge/play`` ``/learn/topics`` ``/learn/progress`` ·
``/learn/scenarios`` ``/learn/scenarios/bridge/revoke/late`` ·
``/learn/table`` ``/learn/table/bridge/1-7`` · ``/learn/exams`` ``/learn/exams/compose``
``/learn/exams/paper/1f0c…`` ``/learn/exams/results/1f0c…`` ``/learn/exams/sitting/01J…`` · ``/tools`` ·
``/tools/journal`` ``/tools/journal/01J…`` ``/tools/handover`` ``/tools/hall`` ``/tools/events`` ``/tools/events/01J…`` ·
``/tools/events/01J…/rounds`` ``/tools/events/01J…/standings`` ``/tools/events/01J…/result/3_2`` (what belongs to its rounds) ·
``/tools/settings`` ``/tools/about`` ``/tools/licences`` ·
``/tools/bridge-score?level=4&tricks=10`` (a tool and what is entered into it)

A full stop in a number is written ``_`` (``/clause/guandan-2017/18_2_1``): a web host takes ``18.2.1`` for a file name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, get_args
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from app.base.words import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

LearnKind = Literal[
    "practice",
    "topics",
    "scenarios",
    "scenario",
    "tables",
    "living",
    "progress",
    "exams",
    "compose",
    "paper",
    "results",
    "sitting",
]
"""What lies over 学."""
ToolKind = Literal[
    "journal",
    "entry",
    "handover",
    "hall",
    "events",
    "event",
    "competition",
    "tool",
    "settings",
    "about",
    "licences",
]
"""What lies over 具."""
DestinationKind = Literal[
    "lookup",
    "book",
    "clause",
    "kept",
    "glossary",
    "changes",
    "own",
    "rule",
    "ruling",
    "rights",
    "learn",
    "tools",
    LearnKind,
    ToolKind,
    "lost",
]

LONGEST_QUERY = 500  # characters
LONGEST_ENTRY = 5_000  # characters of what an address says is entered into a tool
ALL = "all"
WAYS = ("step", "go")  # what an address says of the way through the window: see app.window.trail
TABS: tuple[DestinationKind, ...] = ("lookup", "rule", "rights", "learn", "tools")


@dataclass(frozen=True)
class Route:
    """An address as it is built and as it is read, in the writing of Flet's router: ``:tree`` is a part, ``:number+`` the rest."""

    kind: DestinationKind
    path: str
    of_a_game: bool = False  # lost where the game is not known

    @property
    def parts(self) -> tuple[str, ...]:
        """What stands between its strokes."""
        return tuple(part for part in self.path.split("/") if part)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a destination that it holds, in their order."""
        return tuple(part.strip(":+") for part in self.parts if part.startswith(":"))

    def address(self, given: Mapping[str, str]) -> str:
        """Return the address with these fields."""
        return "/" + "/".join(
            _written(part.strip(":+"), given[part.strip(":+")]) if part.startswith(":") else part for part in self.parts
        )

    def read(self, said: list[str]) -> dict[str, str] | None:
        """Return the fields an address says; None where it is another."""
        parts, rest = self.parts, self.path.endswith("+")
        if len(said) != len(parts) and not (rest and len(said) > len(parts)):
            return None
        found = {}
        for place, part in enumerate(parts):
            if not part.startswith(":"):
                if part != said[place]:
                    return None
                continue
            name = part.strip(":+")
            text = "/".join(said[place:]) if part.endswith("+") else said[place]
            found[name] = text.replace("_", ".") if name in _DOTTED else text
        return None if self.of_a_game and found["game"] not in GAMES else found


def _written(name: str, text: str) -> str:
    return quote(text.replace(".", "_") if name in _DOTTED else text)


_DOTTED = ("number", "meeting")  # their full stops are written "_"
ROUTES: tuple[Route, ...] = (  # what is written out stands before what may be anything
    Route("lookup", "/"),
    Route("book", "/book/:book"),
    Route("clause", "/clause/:book/:number+"),
    Route("kept", "/kept"),
    Route("glossary", "/glossary"),
    Route("glossary", "/glossary/:book"),
    Route("changes", "/changes/:book"),
    Route("own", "/own"),
    Route("own", "/own/:book"),
    Route("own", "/own/:book/:part"),
    Route("rule", "/rule"),
    Route("rule", "/rule/:game", of_a_game=True),
    Route("ruling", "/rule/:game/:tree"),
    Route("ruling", "/rule/:game/:tree/:ruling"),
    Route("rights", "/rights"),
    Route("rights", "/rights/:game", of_a_game=True),
    Route("rights", "/rights/:game/:stage", of_a_game=True),
    Route("rights", "/rights/:game/:stage/:role", of_a_game=True),
    Route("learn", "/learn"),
    Route("practice", "/learn/practice"),
    Route("practice", "/learn/practice/:game/:stage", of_a_game=True),
    Route("topics", "/learn/topics"),
    Route("scenarios", "/learn/scenarios"),
    Route("scenario", "/learn/scenarios/:game/:tree/:case"),
    Route("tables", "/learn/table"),
    Route("living", "/learn/table/:game/:record", of_a_game=True),
    Route("progress", "/learn/progress"),
    Route("exams", "/learn/exams"),
    Route("compose", "/learn/exams/compose"),
    Route("paper", "/learn/exams/paper/:record"),
    Route("results", "/learn/exams/results/:record"),
    Route("sitting", "/learn/exams/sitting/:record"),
    Route("tools", "/tools"),
    Route("journal", "/tools/journal"),
    Route("entry", "/tools/journal/:record"),
    Route("handover", "/tools/handover"),
    Route("hall", "/tools/hall"),
    Route("hall", "/tools/hall/:record"),
    Route("hall", "/tools/hall/:record/:part"),
    Route("events", "/tools/events"),
    Route("event", "/tools/events/:record"),
    Route("competition", "/tools/events/:record/:part"),
    Route("competition", "/tools/events/:record/:part/:meeting"),
    Route("settings", "/tools/settings"),
    Route("about", "/tools/about"),
    Route("licences", "/tools/licences"),
    Route("tool", "/tools/:tool"),
)


def _address(kind: DestinationKind, **given: str | None) -> str:
    said = {name: text for name, text in given.items() if text}
    return next(route for route in ROUTES if route.kind == kind and set(route.fields) == set(said)).address(said)


def below(place: str) -> list[tuple[str, DestinationKind]]:
    """Return the paths that lie below a place, as Flet's router writes them: ``:book?`` is a part that may be missing."""
    start = "/" if place == "/" else f"{place}/"
    found: list[tuple[str, DestinationKind]] = []
    for route in ROUTES:
        path = route.path.removeprefix(start)
        if not route.path.startswith(start) or not path:
            continue
        more, _, last = path.rpartition("/")
        if found and last.startswith(":") and found[-1] == (more, route.kind):
            found[-1] = (f"{path}?", route.kind)
        else:
            found.append((path, route.kind))
    return found


@dataclass(frozen=True)
class Asked:
    """What somebody asked of the page before the app was there (assets/web/shell.js): ``/?q=藏牌&game=bridge&typing=1``."""

    query: str
    game: str | None = None  # a game, "all" of them, or none chosen
    typing: bool = False  # whether the cursor was in the field


@dataclass(frozen=True)
class Destination:
    """What an address names."""

    kind: DestinationKind
    book: str | None = None
    number: str | None = None
    game: str | None = None  # of a place of 裁 or 权
    stage: str | None = None  # of 权
    role: str | None = None
    tree: str | None = None  # the name of a tree within its game
    ruling: str | None = None  # the name of one ruling by that tree: what was answered, where, against whom
    record: str | None = None  # of the journal: a ruling or an event
    part: str | None = None  # of the rounds of an event: rounds, result, standings …
    meeting: str | None = None  # of a result: which meeting
    case: str | None = None  # the name of a worked case within its tree
    asked: Asked | None = None  # what the search is to be asked
    tool: str | None = None  # the name of a tool
    given: tuple[tuple[str, str], ...] = ()  # what an address says is entered into it

    @property
    def provision_id(self) -> str:
        """The provision of a clause page."""
        return f"{self.book}:{self.number}"

    @property
    def tree_id(self) -> str:
        """The tree of a ruling."""
        return f"{self.game}.{self.tree}"

    @property
    def case_id(self) -> str:
        """The worked case of a scenario."""
        return f"{self.game}.{self.tree}.{self.case}"

    @property
    def tab(self) -> DestinationKind:
        """The destination of the bar this place belongs to."""
        if self.kind in get_args(ToolKind):
            return "tools"
        if self.kind == "ruling":
            return "rule"
        if self.kind in get_args(LearnKind):
            return "learn"
        return self.kind if self.kind in TABS else "lookup"

    @property
    def parent(self) -> str:
        """Where the back arrow leads when one came here directly."""
        if self.kind in ("clause", "glossary", "changes") and self.book:
            return book_address(self.book)
        if self.kind == "own" and self.book:
            if self.book == "suggestions":
                return tab_address("hall")
            return own_address() if self.book == "new" else book_address(self.book)
        if self.kind == "ruling" and self.game:
            return rule_address(self.game)
        if self.kind in ("entry", "event"):
            return tab_address("journal" if self.kind == "entry" else "events")
        if self.kind == "competition":
            return competition_address(self.record or "") if self.part == "result" else tab_address("events")
        if self.kind == "scenario":
            return tab_address("scenarios")
        if self.kind == "living":
            return tab_address("tables")
        if self.kind in ("compose", "paper", "sitting"):
            return tab_address("exams")
        if self.kind == "results":
            return paper_address(self.record or "")
        if self.kind == "handover":
            return tab_address("journal")
        return tab_address(self.tab)


def tab_address(tab: DestinationKind) -> str:
    """Return the address of a destination of the bar, or of a page of the tools."""
    return _address(tab)


def book_address(book: str) -> str:
    """Return the address of a book."""
    return _address("book", book=book)


def glossary_address(book: str | None = None) -> str:
    """Return the address of the terms of a book, or of all."""
    return _address("glossary", book=book)


def changes_address(book: str) -> str:
    """Return the address of what a supplement changed."""
    return _address("changes", book=book)


def own_address(book: str | None = None, part: str | None = None) -> str:
    """Return the address at which a book of one's own is brought, read line by line, or says what it changes."""
    return _address("own", book=book, part=part)


def clause_address(provision_id: str) -> str:
    """Return the address of a provision."""
    book, _, number = provision_id.partition(":")
    return _address("clause", book=book, number=number)


def rule_address(game: str) -> str:
    """Return the address of the irregularities of a game."""
    return _address("rule", game=game)


def rights_address(game: str, stage: str | None = None, role: str | None = None) -> str:
    """Return the address of the rights of a game, of a stage, of somebody at a stage."""
    return _address("rights", game=game, stage=stage, role=role)


def tree_address(tree_id: str, ruling: str | None = None) -> str:
    """Return the address at which a ruling by a tree is begun, or that of one ruling."""
    game, _, name = tree_id.partition(".")
    return _address("ruling", game=game, tree=name, ruling=ruling)


def practice_address(game: str, topic: str) -> str:
    """Return the address at which one topic is practised."""
    return _address("practice", game=game, stage=topic)


def scenario_address(case_id: str) -> str:
    """Return the address of a worked case as a scenario."""
    game, tree, case = case_id.split(".", 2)
    return _address("scenario", game=game, tree=tree, case=case)


def living_address(game: str, table: str) -> str:
    """Return the address of a living table: generator version and seed within its game."""
    return _address("living", game=game, record=table)


def paper_address(name: str) -> str:
    """Return the address of a paper kept on this device."""
    return _address("paper", record=name)


def results_address(name: str) -> str:
    """Return the address of the results of a paper."""
    return _address("results", record=name)


def sitting_address(name: str) -> str:
    """Return the address of a paper being taken on this device."""
    return _address("sitting", record=name)


def journal_address(record: str) -> str:
    """Return the address of a ruling in the journal."""
    return _address("entry", record=record)


def event_address(record: str) -> str:
    """Return the address of an event."""
    return _address("event", record=record)


def tool_address(name: str, given: Mapping[str, str] | None = None) -> str:
    """Return the address of a tool, with what is entered into it."""
    return _address("tool", tool=name) + (f"?{urlencode(given, safe=',:')}" if given else "")


def competition_address(record: str, part: str = "rounds", meeting: str = "") -> str:
    """Return the address of the rounds of an event, or of what belongs to them."""
    return _address("competition", record=record, part=part, meeting=meeting)


def _asked(text: str) -> Asked | None:
    said = {name: values[-1] for name, values in parse_qs(text, keep_blank_values=True).items()}
    if "q" not in said:
        return None
    game = said.get("game")
    return Asked(said["q"][:LONGEST_QUERY], game if game in (ALL, *GAMES) else None, "typing" in said)


def parse(address: str) -> Destination:
    """Read an address."""
    path = unquote(urlsplit(address).path).rstrip("/") or "/"
    if path == "/" and (asked := _asked(urlsplit(address).query)) is not None:
        return Destination("lookup", asked=asked)
    parts = path.split("/")[1:] if path != "/" else []
    for route in ROUTES:
        if (found := route.read(parts)) is not None:
            place = Destination(route.kind, given=_given(address) if route.kind == "tool" else ())
            return replace(place, **found)  # type: ignore[arg-type]  # its fields of one kind: texts
    return Destination("lost")


def _given(address: str) -> tuple[tuple[str, str], ...]:
    said = parse_qs(urlsplit(address).query, keep_blank_values=True)
    return tuple((name, values[-1][:LONGEST_ENTRY]) for name, values in said.items() if name not in WAYS)
