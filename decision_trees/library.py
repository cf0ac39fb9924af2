"""The compiled trees and cases: what the app and the command line open, without reading YAML."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from decision_trees.appeals import APPEAL, AppealForm, load_appeal
from decision_trees.clocks import CLOCKS, Clock, load_clocks
from decision_trees.event_law import EVENT, EventLaw, load_event
from decision_trees.exercises import FILE as STUDY
from decision_trees.exercises import Exercise, load_exercises
from decision_trees.functions import RuleInputError
from decision_trees.games import FILE, games
from decision_trees.hearing import COMPILED, HEARING, compiled_form
from decision_trees.ladder import load_ladder
from decision_trees.loader import DEAL, FACTS, FIGURES, NEXT, ROOT, GameFiles, load_game
from decision_trees.model import REFUSED, Case, Chain, Deal, Ladder, Stage, Tree
from decision_trees.rights import Rights, load_rights
from decision_trees.tools import TOOLS, Tool, load_tools
from decision_trees.written_questions import FILE as WRITTEN
from decision_trees.written_questions import WrittenQuestion, load_written
from rules_data import compiled
from rules_data.records import Revived, plain, revive

if TYPE_CHECKING:
    from rules_data.brought.game_model import LadderKind

NAME = "trees"
FORMAT = "22"
"""Version of the compiled form: raise it when what is compiled, or how, changes."""


@dataclass(frozen=True, slots=True)
class Library:
    """All trees, cases and stages of one compiled state."""

    trees: Mapping[str, Tree]
    cases: Mapping[str, Case]  # by game.id
    stages: Mapping[str, tuple[Stage, ...]]
    hashes: Mapping[str, str]  # tree id -> content hash
    version: str
    rights: Mapping[str, Rights] = field(default_factory=dict)  # by game
    ladders: Mapping[str, Ladder] = field(default_factory=dict)  # by game
    deals: Mapping[str, Deal] = field(default_factory=dict)  # by game
    appeals: Mapping[str, AppealForm] = field(default_factory=dict)  # by game
    clocks: Mapping[str, Clock] = field(default_factory=dict)  # by id, in the order of their files
    tools: Mapping[str, Tool] = field(default_factory=dict)  # by id, in the order of their files
    exercises: Mapping[str, Exercise] = field(default_factory=dict)  # by game.id
    chains: Mapping[str, Chain] = field(default_factory=dict)  # by id
    events: Mapping[str, EventLaw] = field(default_factory=dict)  # by game
    written: Mapping[str, WrittenQuestion] = field(default_factory=dict)  # by game.id, in the order of their files
    steps: Mapping[str, tuple[LadderKind, ...]] = field(
        default_factory=dict
    )  # what counts come to, of games that are known by their texts alone

    def tree(self, id_: str) -> Tree:
        """The tree of this id. Raises :class:`RuleInputError` when there is none."""
        found = self.trees.get(id_)
        if found is None:
            near = [t for t in self.trees if id_.rpartition(".")[2][:6] in t][:5]
            hint = f"相近的有：{'、'.join(near)}。" if near else "用 zhicai trees 查看全部裁决树。"
            raise RuleInputError(f"没有裁决树“{id_}”。{hint}")
        return found

    def of_game(self, game: str) -> tuple[Tree, ...]:
        """The trees of one game that are an entry by themselves, in order of stage."""
        order = {s.id: i for i, s in enumerate(self.stages.get(game, ()))}
        found = [t for t in self.trees.values() if t.game == game and not t.part]
        return tuple(sorted(found, key=lambda t: order.get(t.stage, len(order))))

    def cases_of(self, tree: str) -> tuple[Case, ...]:
        """The worked cases of a tree."""
        return tuple(c for c in self.cases.values() if c.tree == tree)


PATTERNS = ("trees/*.yaml", "cases/*.yaml", "chains/*.yaml", "stages.yaml", "rights.yaml", "ladder.yaml")


def source_files() -> list[Path]:
    """Every file the library is compiled from."""
    return sorted(
        f
        for game in games()
        for pattern in (
            *PATTERNS,
            APPEAL,
            DEAL,
            FACTS,
            FIGURES,
            NEXT,
            FILE,
            TOOLS,
            CLOCKS,
            STUDY,
            WRITTEN,
            EVENT,
            HEARING,
        )
        for f in (ROOT / game).glob(pattern)
    )


def version() -> str:
    """Content hash of the library's sources."""
    return compiled.packaged().get(NAME) or compiled.digest(source_files(), NAME, FORMAT)


def _compile(game: str, files: GameFiles, data: dict[str, dict[str, object]]) -> None:
    """Put into ``data`` all that is written about one game."""
    import hashlib

    for id_, tree in files.trees.items():
        data["trees"][id_] = plain(replace(tree, deal=None))
        ruling = plain(replace(tree, deal=None, drawn={}))  # how it is drawn changes nothing that is ruled
        text = json.dumps(ruling, ensure_ascii=False, sort_keys=True)
        data["hashes"][id_] = hashlib.sha256(text.encode()).hexdigest()[:16]
    shown = {id_: case for id_, case in files.cases.items() if case.expect.outcome != REFUSED}
    data["cases"] |= {f"{game}.{id_}": plain(case) for id_, case in shown.items()}
    data["chains"] |= {id_: plain(chain) for id_, chain in files.chains.items()}
    data["stages"][game] = [plain(s) for s in files.stages]
    if files.deal is not None:
        data["deals"][game] = plain(files.deal)
    data["ladders"][game] = plain(load_ladder(files))
    if (rights := load_rights(game)) is not None:
        data["rights"][game] = plain(rights.rights)
    if (appeal := load_appeal(game)) is not None:
        data["appeals"][game] = plain(appeal)
    if (event := load_event(game)) is not None:
        data["events"][game] = plain(event)
    data["clocks"] |= {clock.id: plain(clock) for clock in load_clocks(game)}
    data["tools"] |= {tool.id: plain(tool) for tool in load_tools(game)}
    if (exercises := load_exercises(game)) is not None:
        data["exercises"] |= {f"{game}.{each.id}": plain(each) for each in exercises[0]}
    if (written := load_written(game)) is not None:
        data["written"] |= {f"{game}.{each.id}": plain(each) for each in written[0]}


def build(progress: compiled.Progress | None = None) -> Path:
    """Compile the library and return its folder. Raises DataError when a file is faulty."""
    say = progress or (lambda done, what: None)
    parts = (
        "trees",
        "cases",
        "stages",
        "hashes",
        "rights",
        "ladders",
        "deals",
        "appeals",
        "clocks",
        "tools",
        "exercises",
        "chains",
        "events",
        "written",
    )
    data: dict[str, dict[str, object]] = {part: {} for part in parts}
    heard: dict[str, object] = {}
    for i, game in enumerate(games()):
        say(i / len(games()), f"编译裁决树 {game}")
        files = load_game(game)
        _compile(game, files, data)
        if (hearing := compiled_form(game, files.trees)) is not None:
            heard[game] = hearing
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    def write(folder: Path) -> None:
        (folder / "trees.json").write_text(text, encoding="utf-8")
        (folder / COMPILED).write_text(json.dumps(heard, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    path = compiled.store(NAME, version(), write)
    say(1.0, "裁决树已编译")
    return path


def load(folder: Path) -> Library:
    """Open a compiled library."""
    data = json.loads((folder / "trees.json").read_bytes())
    deals = {game: revive(Deal, deal) for game, deal in data["deals"].items()}
    return Library(
        Revived(Tree, {id_: {**tree, "deal": deals.get(id_.partition(".")[0])} for id_, tree in data["trees"].items()}),
        Revived(Case, data["cases"]),
        {game: tuple(revive(Stage, s) for s in stages) for game, stages in data["stages"].items()},
        data["hashes"],
        folder.name.rpartition("-")[2],
        {game: revive(Rights, rights) for game, rights in data["rights"].items()},
        {game: revive(Ladder, ladder) for game, ladder in data["ladders"].items()},
        deals,
        {game: revive(AppealForm, appeal) for game, appeal in data["appeals"].items()},
        Revived(Clock, data["clocks"]),
        Revived(Tool, data["tools"]),
        Revived(Exercise, data["exercises"]),
        Revived(Chain, data["chains"]),
        {game: revive(EventLaw, event) for game, event in data["events"].items()},
        Revived(WrittenQuestion, data["written"]),
    )


_opened: Library | None = None
_lock = threading.Lock()


def open_library(progress: compiled.Progress | None = None) -> Library:
    """The library of this installation, compiled first when it is missing or older than its sources; opened once a process."""
    global _opened
    with _lock:
        if _opened is None:
            folder = compiled.find(NAME, version())
            if folder is None and progress is None and sys.stderr.isatty():
                print("正在编译裁决树……", file=sys.stderr)
            _opened = load(folder or build(progress))
        return _opened
