"""The addresses of the app. Each names one thing, can be shared, and opens on it.

``/`` search · ``/?q=藏牌`` search for it · ``/kept`` · ``/glossary`` ``/glossary/bridge-1999`` · ``/changes/guandan-supplement`` ·
``/book/bridge-1999`` · ``/clause/bridge-1999/64A1`` · ``/rule`` ``/rule/bridge`` ``/rule/bridge/insufficient_bid``
``/rule/bridge/insufficient_bid/1f0c…`` (one ruling) ·
``/rights`` ``/rights/bridge`` ``/rights/bridge/play/dummy`` ``/rights/bridge/after`` ·
``/learn`` ``/learn/practice`` ``/learn/practice/bridge/play`` ``/learn/topics`` ``/learn/progress`` ·
``/learn/scenarios`` ``/learn/scenarios/bridge/revoke/late`` · ``/learn/exams`` ``/learn/exams/compose``
``/learn/exams/paper/1f0c…`` ``/learn/exams/results/1f0c…`` ``/learn/exams/sitting/01J…`` · ``/tools`` ·
``/tools/journal`` ``/tools/journal/01J…`` ``/tools/handover`` ``/tools/events`` ``/tools/events/01J…`` ·
``/tools/events/01J…/rounds`` ``/tools/events/01J…/standings`` ``/tools/events/01J…/result/3_2`` (what belongs to its rounds) ·
``/tools/settings`` ``/tools/about`` ``/tools/licences`` ·
``/tools/bridge-score?level=4&tricks=10`` (a tool and what is entered into it)

A full stop in a number is written ``_`` (``/clause/guandan-2017/18_2_1``): a web host takes ``18.2.1`` for a file name.
"""

from __future__ import annotations

from dataclasses import dataclass
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
_PATHS: dict[DestinationKind, str] = {
    "lookup": "/",
    "kept": "/kept",
    "glossary": "/glossary",
    "rule": "/rule",
    "rights": "/rights",
    "learn": "/learn",
    "practice": "/learn/practice",
    "topics": "/learn/topics",
    "scenarios": "/learn/scenarios",
    "progress": "/learn/progress",
    "exams": "/learn/exams",
    "compose": "/learn/exams/compose",
    "tools": "/tools",
    "journal": "/tools/journal",
    "handover": "/tools/handover",
    "events": "/tools/events",
    "settings": "/tools/settings",
    "about": "/tools/about",
    "licences": "/tools/licences",
}
_OF_EXAMS: dict[str, DestinationKind] = {"paper": "paper", "results": "results", "sitting": "sitting"}
_KINDS = {path: kind for kind, path in _PATHS.items()}


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
        if self.kind == "ruling" and self.game:
            return rule_address(self.game)
        if self.kind in ("entry", "event"):
            return _PATHS["journal" if self.kind == "entry" else "events"]
        if self.kind == "competition":
            return competition_address(self.record or "") if self.part == "result" else _PATHS["events"]
        if self.kind == "scenario":
            return _PATHS["scenarios"]
        if self.kind in ("compose", "paper", "sitting"):
            return _PATHS["exams"]
        if self.kind == "results":
            return paper_address(self.record or "")
        if self.kind == "handover":
            return _PATHS["journal"]
        return _PATHS[self.tab]


def tab_address(tab: DestinationKind) -> str:
    """Return the address of a destination of the bar, or of a page of the tools."""
    return _PATHS[tab]


def book_address(book: str) -> str:
    """Return the address of a book."""
    return f"/book/{book}"


def glossary_address(book: str | None = None) -> str:
    """Return the address of the terms of a book, or of all."""
    return f"/glossary/{book}" if book else "/glossary"


def changes_address(book: str) -> str:
    """Return the address of what a supplement changed."""
    return f"/changes/{book}"


def clause_address(provision_id: str) -> str:
    """Return the address of a provision."""
    book, _, number = provision_id.partition(":")
    return f"/clause/{book}/{quote(number.replace('.', '_'))}"


def rule_address(game: str) -> str:
    """Return the address of the irregularities of a game."""
    return f"/rule/{game}"


def rights_address(game: str, stage: str | None = None, role: str | None = None) -> str:
    """Return the address of the rights of a game, of a stage, of somebody at a stage."""
    return "/".join(["/rights", game, *(quote(part) for part in (stage, role) if part)])


def tree_address(tree_id: str, ruling: str | None = None) -> str:
    """Return the address at which a ruling by a tree is begun, or that of one ruling."""
    game, _, name = tree_id.partition(".")
    return "/".join(["/rule", game, quote(name), *([quote(ruling)] if ruling else [])])


def practice_address(game: str, topic: str) -> str:
    """Return the address at which one topic is practised."""
    return f"/learn/practice/{game}/{quote(topic)}"


def scenario_address(case_id: str) -> str:
    """Return the address of a worked case as a scenario."""
    return "/learn/scenarios/" + "/".join(quote(part) for part in case_id.split(".", 2))


def paper_address(name: str) -> str:
    """Return the address of a paper kept on this device."""
    return f"/learn/exams/paper/{name}"


def results_address(name: str) -> str:
    """Return the address of the results of a paper."""
    return f"/learn/exams/results/{name}"


def sitting_address(name: str) -> str:
    """Return the address of a paper being taken on this device."""
    return f"/learn/exams/sitting/{name}"


def journal_address(record: str) -> str:
    """Return the address of a ruling in the journal."""
    return f"/tools/journal/{record}"


def event_address(record: str) -> str:
    """Return the address of an event."""
    return f"/tools/events/{record}"


def tool_address(name: str, given: Mapping[str, str] | None = None) -> str:
    """Return the address of a tool, with what is entered into it."""
    return f"/tools/{name}" + (f"?{urlencode(given, safe=',:')}" if given else "")


def competition_address(record: str, part: str = "rounds", meeting: str = "") -> str:
    """Return the address of the rounds of an event, or of what belongs to them."""
    return "/".join([event_address(record), part, *([quote(meeting.replace(".", "_"))] if meeting else [])])


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
    if path in _KINDS:
        return Destination(_KINDS[path])
    parts = path.split("/")[1:]
    if parts[0] == "book" and len(parts) == 2:
        return Destination("book", parts[1])
    if parts[0] == "glossary" and len(parts) == 2:
        return Destination("glossary", parts[1])
    if parts[0] == "changes" and len(parts) == 2:
        return Destination("changes", parts[1])
    if parts[0] == "clause" and len(parts) > 2:
        return Destination("clause", parts[1], "/".join(parts[2:]).replace("_", "."))
    if parts[0] == "rule" and len(parts) == 2 and parts[1] in GAMES:
        return Destination("rule", game=parts[1])
    if parts[0] == "rule" and len(parts) in (3, 4):
        return Destination("ruling", game=parts[1], tree=parts[2], ruling=parts[3] if len(parts) == 4 else None)
    if parts[0] == "rights" and 2 <= len(parts) <= 4 and parts[1] in GAMES:
        stage, role = [*parts[2:], None, None][:2]
        return Destination("rights", game=parts[1], stage=stage, role=role)
    if parts[:2] == ["learn", "practice"] and len(parts) == 4 and parts[2] in GAMES:
        return Destination("practice", game=parts[2], stage=parts[3])
    if parts[:2] == ["learn", "scenarios"] and len(parts) == 5:
        return Destination("scenario", game=parts[2], tree=parts[3], case=parts[4])
    if parts[:2] == ["learn", "exams"] and len(parts) == 4 and parts[2] in _OF_EXAMS:
        return Destination(_OF_EXAMS[parts[2]], record=parts[3])
    if parts[0] == "tools" and len(parts) == 3 and parts[1] in ("journal", "events"):
        return Destination("entry" if parts[1] == "journal" else "event", record=parts[2])
    if parts[0] == "tools" and len(parts) == 2:
        said = parse_qs(urlsplit(address).query, keep_blank_values=True)
        given = tuple((name, values[-1][:LONGEST_ENTRY]) for name, values in said.items() if name not in WAYS)
        return Destination("tool", tool=parts[1], given=given)
    if parts[:2] == ["tools", "events"] and len(parts) in (4, 5):
        meeting = parts[4].replace("_", ".") if len(parts) == 5 else None
        return Destination("competition", record=parts[2], part=parts[3], meeting=meeting)
    return Destination("lost")
