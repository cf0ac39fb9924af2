"""What stands in the tools of a window: entered by touch, come in an address, last entered, or known of the deal at the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.form import Form
from app.base.opened import trees
from app.base.words import GAMES
from app.journal.records import NO_EVENT
from app.ruling.selection import Selection
from app.tools import entries
from app.tools.clocks import restored
from app.tools.digits import FRESH
from app.tools.model import Refused
from app.window import routes
from app.window.preferences import TOOLS
from decision_trees.model import Fact
from decision_trees.tools import asked
from search.tools import COMPETITION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.tools.clocks import Running
    from app.tools.model import Outcome
    from app.window.preferences import Preferences
    from app.window.routes import Destination
    from decision_trees.tools import Tool
    from rules_data.model import GameId


@cache
def tools_by_name() -> dict[str, Tool]:
    """Return the tools by the name in their address."""
    return {
        tool.name: tool for tool in trees().tools.values() if tool.needs is None or find_spec(tool.needs) is not None
    }


def tool_named(name: str) -> Tool | None:
    """Return the tool of an address."""
    return tools_by_name().get(name)


def address_of_hit(id_: str, event: str) -> str:
    """Return the address of a tool that a search found: all clocks are on one page, the schedule is that of ``event``.

    Where there is no event yet it is the list of events, where one is set up.
    """
    first, below, _ = id_.partition("/")
    if first == COMPETITION:
        return routes.tab_address("events") if event == NO_EVENT else routes.competition_address(event)
    return routes.tool_address(first if below else trees().tools[id_].name)


@dataclass
class ToolDesk:
    """One tool with what is entered into it."""

    tool: Tool
    selections: dict[str, Selection] = field(default_factory=dict)
    from_table: tuple[str, ...] = ()  # entries taken from the deal at the table
    opened: bool = False
    fetched: bool = False  # what was last entered into the tools is known
    version: int = 0  # counts how often it was begun anew: fields of words are built anew then
    open: Selection = field(default_factory=Selection)  # the entry whose pad is unfolded
    in_address: dict[str, str] | None = None  # what the address says is entered; None: nothing
    told: dict[str, str] = field(
        default_factory=dict
    )  # what was entered when the address was last written, or need not be

    def __post_init__(self) -> None:
        self.selections = {name: Selection(value) for name, value in entries.starting(self.tool).items()}

    @property
    def game(self) -> GameId:
        """The game of the tool."""
        return next(game for game in GAMES if game == self.tool.game)

    @property
    def values(self) -> dict[str, Any]:
        """What is entered."""
        return {name: each.value for name, each in self.selections.items()}

    def selection(self, name: str) -> Selection:
        """What is put together for an entry."""
        return self.selections[name]

    def known(self) -> Mapping[str, Any]:
        """What is entered, for pads that show other cards."""
        return self.values

    def declared(self) -> Mapping[str, Fact]:
        """The entries as facts, for pads that show other cards."""
        return {name: Fact(kind="cards", label=e.label) for name, e in self.tool.entries.items() if e.pad == "cards"}

    def answer(self, name: str, value: Any) -> None:
        """Take a value."""
        self.selections[name].fault = ""
        self.selections[name].value = value

    def refuse(self, name: str, why: str) -> None:
        """Say why something that was entered is not taken; what stood there stays."""
        self.selections[name].fault = why

    def outcome(self) -> Outcome:
        """Return what the tool says; nothing while something that was entered is not taken: it would be said of something else."""
        from app.tools.working import work  # whoever opens no tool does not wait for it

        for name in asked(self.tool, self.values):
            entry, selected = self.tool.entries[name], self.selections[name]
            if selected.fault and not (entry.pad == "cards" and selected.value):
                return Refused(selected.fault, name)
        return work(self.tool, self.values, trees().deals.get(self.tool.game))

    def take(self, values: Mapping[str, Any]) -> None:
        """Put values in from elsewhere."""
        for name, value in values.items():
            self.answer(name, value)

    def unfold(self, name: str) -> None:
        """Unfold the pad of an entry, and fold the one that was; a number that stands there is written over."""
        self.open.value = name
        if name and self.tool.entries[name].pad == "number":
            self.selections[name].by = FRESH

    def empty(self) -> None:
        """Begin anew."""
        self.version += 1
        self.from_table = ()
        self.take(entries.starting(self.tool))

    def begin(self, kept: Mapping[str, Any], at_table: Mapping[str, Any]) -> None:
        """Fill in what was last entered, then what is known of the deal at the table; once, and not over an address."""
        if self.opened:
            return
        self.opened = True
        self.take(entries.kept(self.tool, kept)[0])
        found = {
            name: value
            for name, entry in self.tool.entries.items()
            if entry.known and (value := known_value(self.tool, name, part_of(at_table, entry.known))) is not None
        }
        self.take(found)
        self.from_table = tuple(found)


def part_of(known: Mapping[str, Any], path: str) -> Any:
    """Return a fact of the deal, or a part of a contract: ``contract.level``, ``contract.strain``."""
    name, _, part = path.partition(".")
    value = known.get(name)
    if not part or not isinstance(value, str) or not value[:1].isdecimal():
        return None if part else value
    return value[:1] if part == "level" else value[1:]


def known_value(tool: Tool, name: str, value: Any) -> Any:
    """Return what the deal at the table knows, as an entry takes it; None where it does not fit."""
    if value is None:
        return None
    entry = tool.entries[name]
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if entry.pad in ("cards", "auction", "numbers"):
        return value
    try:
        return entries.read(tool, name, str(value))
    except ValueError:
        return None


@ft.observable
@dataclass
class ClockDesk:
    """The clocks of a window."""

    running: list[Running] = field(default_factory=list)
    sound: bool = True  # whether they are heard, or felt, where a step begins
    opened: bool = False
    form: Form = field(default_factory=Form)  # at which table the next are begun

    def take(self, kept: Mapping[str, Any]) -> None:
        """Take over what is kept, by this window or by another."""
        self.opened = True
        self.running = restored(kept.get("running"), trees().clocks)
        self.sound = kept.get("sound") is not False

    def plain(self) -> dict[str, Any]:
        """What is kept."""
        return {"running": [each.plain() for each in self.running], "sound": self.sound}


@dataclass
class ToolDesks:
    """The tools of a window."""

    desks: dict[str, ToolDesk] = field(default_factory=dict)

    def desk(self, tool: Tool) -> ToolDesk:
        """Return a tool with what is entered into it."""
        return self.desks.setdefault(tool.id, ToolDesk(tool))

    def take(self, destination: Destination) -> None:
        """Take what an address says is entered into a tool, in place of what stood there."""
        if destination.kind != "tool" or not destination.given or (tool := tool_named(destination.tool or "")) is None:
            return
        desk = self.desk(tool)
        if desk.in_address == dict(destination.given):  # gone back to: what was entered since stays
            return
        desk.empty()
        desk.in_address = dict(destination.given)
        values, faults = entries.kept(tool, dict(destination.given))
        desk.take(values)
        for name, why in faults.items():
            desk.answer(name, None)  # not what it begins with: nobody entered that
            desk.refuse(name, why)
        desk.opened = True

    def keep(self, desk: ToolDesk, preferences: Preferences) -> None:
        """Keep what is entered into a tool for the next time, once it is known what the other tools have there."""
        if not desk.fetched:
            return
        plain = entries.plain(desk.tool, desk.values)
        if preferences.kept(TOOLS).get(desk.tool.id) != plain:
            preferences.change(TOOLS, lambda kept: kept.update({desk.tool.id: plain}))
