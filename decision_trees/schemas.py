"""Which schema a YAML file keeps to: one for each kind of file, versioned, in the folder ``schema`` beside the rooms.

``zhicai schema`` writes them, and with ``--mark`` names each in the first line of its files, where editors look for it. A
version is raised (``tree-2.json``) when a file that kept to the old one no longer does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from decision_trees.appeals import AppealForm
from decision_trees.clocks import Clock
from decision_trees.coverage import NotRuled
from decision_trees.event_law import EventLaw
from decision_trees.exercises import Exercise
from decision_trees.games import Game
from decision_trees.hearing import Hearing
from decision_trees.loader import NONE, SHARED
from decision_trees.model import Case, Chain, Deal, Fact, Figure, Ladder, Next, Stage, Tree
from decision_trees.rights import Rights
from decision_trees.said import Said
from decision_trees.tools import Tool
from decision_trees.written_questions import WrittenQuestion
from rules_data.importer import Hints
from rules_data.json_schema import Change, Schema, schema_of
from rules_data.model import (
    Amendment,
    Book,
    Difference,
    Erratum,
    OpenQuestion,
    Provision,
    Synonym,
    Table,
    Term,
    UnresolvedReference,
)

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "schema"
MARK = "# yaml-language-server: $schema="


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file."""

    name: str
    type: Any  # the record written in it
    files: str  # where such files stand, under the repository
    many: Literal["no", "yes", "either"] = "no"  # records in one file
    version: int = 1
    but: str = ""  # a file among them that is of no kind

    @property
    def file(self) -> str:
        """The name of its schema's file."""
        return f"{self.name}-{self.version}.json"


_BOOK = "rules_data/books/*"
KINDS = (
    Kind("tree", Tree, "decision_trees/*/trees/*.yaml", "either"),
    Kind("case", Case, "decision_trees/*/cases/*.yaml", "either"),
    Kind("chain", Chain, "decision_trees/*/chains/*.yaml", "either"),
    Kind("said", Said, "decision_trees/*/said/*.yaml", "yes"),
    Kind("stages", Stage, "decision_trees/*/stages.yaml", "yes"),
    Kind("rights", Rights, "decision_trees/*/rights.yaml"),
    Kind("deal", Deal, "decision_trees/*/deal.yaml"),
    Kind("facts", dict[str, Fact], "decision_trees/*/facts.yaml"),
    Kind("figures", dict[str, Figure], "decision_trees/*/figures.yaml"),
    Kind("next", dict[str, tuple[Next, ...]], "decision_trees/*/next.yaml"),
    Kind("game", Game, "decision_trees/*/game.yaml"),
    Kind("ladder", Ladder, "decision_trees/*/ladder.yaml"),
    Kind("appeal", AppealForm, "decision_trees/*/appeal.yaml"),
    Kind("event", EventLaw, "decision_trees/*/event.yaml"),
    Kind("clocks", Clock, "decision_trees/*/clocks.yaml", "yes"),
    Kind("tools", Tool, "decision_trees/*/tools.yaml", "yes"),
    Kind("hearing", Hearing, "decision_trees/*/hearing.yaml"),
    Kind("study", Exercise, "decision_trees/*/study.yaml", "yes"),
    Kind("written", WrittenQuestion, "decision_trees/*/written.yaml", "yes"),
    Kind("not-ruled", NotRuled, "decision_trees/*/not_ruled.yaml", "yes"),
    Kind("book", Book, f"{_BOOK}/book.yaml"),
    Kind("provisions", Provision, f"{_BOOK}/provisions/*.yaml", "yes"),
    Kind("errata", Erratum, f"{_BOOK}/errata.yaml", "yes"),
    Kind("terms", Term, f"{_BOOK}/terms.yaml", "yes"),
    Kind("tables", Table, f"{_BOOK}/tables.yaml", "yes"),
    Kind("open-questions", OpenQuestion, f"{_BOOK}/open_questions.yaml", "yes"),
    Kind("amendments", Amendment, f"{_BOOK}/amendments.yaml", "yes"),
    Kind("unresolved", UnresolvedReference, f"{_BOOK}/unresolved.yaml", "yes"),
    Kind("differences", Difference, f"{_BOOK}/differences.yaml", "yes"),
    Kind("import", Hints, f"{_BOOK}/import.yaml"),
    Kind("synonyms", Synonym, "search/synonyms/*.yaml", "yes", but="everyday.yaml"),
)


# -- what people may write shorter, and what they do not write at all ---------------------------------------------------
def _text_alone(*names: str) -> Change:
    """The values of these fields may be written as their text alone."""

    def change(schema: Schema) -> None:
        for name in names:
            values = schema["properties"][name]
            values["additionalProperties"] = {"anyOf": [{"type": "string"}, values["additionalProperties"]]}

    return change


def _without(*names: str) -> Change:
    """These fields have files of their own, or are put in by the program."""

    def change(schema: Schema) -> None:
        for name in names:
            del schema["properties"][name]
        schema["required"] = [name for name in schema["required"] if name not in names]

    return change


def _tree(schema: Schema) -> None:
    _without("deal")(schema)
    facts = schema["properties"]["facts"]
    facts["additionalProperties"] = {"anyOf": [{"const": SHARED}, facts["additionalProperties"]]}
    figures = schema["properties"]["figures"]
    figures["additionalProperties"] = {"anyOf": [{"const": SHARED}, figures["additionalProperties"]]}
    _text_alone("roles")(schema)


def _deal(schema: Schema) -> None:
    _without("seats", "sides")(schema)
    _text_alone("roles")(schema)
    left = schema["properties"]["ruled"]["additionalProperties"]
    left["additionalProperties"] = {"anyOf": [{"type": "string"}, left["additionalProperties"]]}


def _fact(schema: Schema) -> None:
    _text_alone("options")(schema)
    _without("seats")(schema)


def _case(schema: Schema) -> None:
    schema["properties"]["teach"]["enum"].append(False)  # what `no` is to a reader of YAML 1.1


def _outcome(schema: Schema) -> None:
    entries = schema["properties"]["next"]  # one alone may be written without a list; several trees' by its name
    entry = entries["items"]
    text, own = {"type": "string"}, {"type": "object"}
    shared = {  # several trees' with words of its own around theirs, and its own inputs
        "type": "object",
        "properties": {SHARED: text, "before": text, "after": text, "given": own, "only": own},
        "required": [SHARED],
        "additionalProperties": False,
    }
    named = {"anyOf": [text, shared, entry, {"type": "array", "items": entry}]}
    schema["properties"]["next"] = {"anyOf": [{"type": "string"}, entry, {**entries, "items": named}]}
    figures = schema["properties"]["figures"]
    figures["additionalProperties"] = {"anyOf": [{"enum": [SHARED, NONE]}, figures["additionalProperties"]]}
    stays = schema["properties"]["stays"]
    stays["items"] = {"anyOf": [{"type": "string"}, stays["items"]]}


def _expectation(schema: Schema) -> None:
    properties = schema["properties"]
    properties["next"] = {"anyOf": [{"type": "string"}, properties["next"]]}


CHANGES: Mapping[str, Change] = {
    "Tree": _tree,
    "Deal": _deal,
    "Case": _case,
    "Fact": _fact,
    "OutcomeChoice": _text_alone("options"),
    "Effect": _without("seat"),
    "Outcome": _outcome,
    "Expectation": _expectation,
    "Book": _without(
        "provisions", "errata", "terms", "tables", "open_questions", "amendments", "unresolved", "differences"
    ),
}


# -- files --------------------------------------------------------------------------------------------------------------
def schema(kind: Kind) -> Schema:
    """The schema of a kind of file."""
    made = schema_of(kind.type, many=kind.many, changes=CHANGES)
    return {"$schema": made.pop("$schema"), "$id": kind.file, "title": kind.name, **made}


def written(kind: Kind) -> str:
    """The text of a schema's file."""
    return json.dumps(schema(kind), ensure_ascii=False, indent=1) + "\n"


def write(folder: Path) -> tuple[Path, ...]:
    """Write every schema into a folder, made when missing; name the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for kind in KINDS:
        file = folder / kind.file
        file.write_text(written(kind), encoding="utf-8", newline="\n")
        files.append(file)
    return tuple(files)


def files_of(kind: Kind, root: Path = ROOT) -> list[Path]:
    """The files of a kind."""
    return sorted(file for file in root.glob(kind.files) if file.name != kind.but)


def first_line(file: Path, kind: Kind, root: Path = ROOT) -> str:
    """The line by which a file names its schema, relative to itself."""
    return MARK + Path(os.path.relpath(root / FOLDER / kind.file, file.parent)).as_posix()


def unmarked(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Yield the files whose first line does not name their schema, and that line."""
    for kind in KINDS:
        for file in files_of(kind, root):
            line = first_line(file, kind, root)
            if not file.read_text(encoding="utf-8").startswith(line + "\n"):
                yield file, line


def mark(root: Path = ROOT) -> list[Path]:
    """Put the line that names the schema at the head of every file that lacks it; an older one is replaced."""
    marked = []
    for file, line in unmarked(root):
        head, _, rest = file.read_text(encoding="utf-8").partition("\n")
        text = rest if head.startswith(MARK) else f"{head}\n{rest}"
        file.write_text(f"{line}\n{text}", encoding="utf-8", newline="\n")
        marked.append(file)
    return marked
