"""YAML -> trees, cases and stages, with file and line in every complaint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from decision_trees import games
from decision_trees.model import Case, Deal, Stage, Tree
from rules_data.loader import DataError, Document, Problem, read_yaml, validate

T = TypeVar("T")

ROOT = Path(__file__).parent
DEAL = "deal.yaml"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record is written down."""

    document: Document
    path: tuple[str | int, ...]

    def problem(self, what: str, do: str, *steps: str | int) -> Problem:
        """A complaint about this record, at the line of ``steps`` inside it."""
        return Problem(self.document.file, self.document.line((*self.path, *steps)), what, do)


@dataclass(frozen=True, slots=True)
class GameFiles:
    """All trees and cases of one game, and where they are written."""

    game: str
    trees: Mapping[str, Tree]
    cases: Mapping[str, Case]
    stages: tuple[Stage, ...]
    places: Mapping[str, Place]
    deal: Deal | None = None


def _tidy(node: Any) -> Any:
    """YAML reads yes and no as booleans, also as keys; a choice may be written as its text alone."""
    if isinstance(node, dict):
        out = {({True: "yes", False: "no"}[k] if isinstance(k, bool) else k): _tidy(v) for k, v in node.items()}
        if out.get("teach") is False:  # of a case: no
            out["teach"] = "no"
        options = out.get("options")
        if isinstance(options, dict):
            out["options"] = {str(k): {"text": v} if isinstance(v, str) else v for k, v in options.items()}
        roles = out.get("roles")
        if isinstance(roles, dict) and (
            "start" in out or "facts" in out
        ):  # of a tree or a deal, not what a case expects
            out["roles"] = {str(k): {"words": v} if isinstance(v, str) else v for k, v in roles.items()}
        answers = out.get("answers")
        if isinstance(answers, dict):
            out["answers"] = {str(k): v for k, v in answers.items()}
        return out
    if isinstance(node, list):
        return [_tidy(v) for v in node]
    return node


def _read(file: Path, type_: type[T]) -> tuple[list[T], Document]:
    document = read_yaml(file)
    tidy = Document(file, _tidy(document.data), document.lines)
    if isinstance(tidy.data, dict):
        return [validate(tidy, type_)], document
    return list(validate(tidy, tuple[type_, ...])), document  # type: ignore[valid-type]


def load_game(game: str, root: Path = ROOT) -> GameFiles:
    """Everything written about one game. Raises DataError with every fault of form."""
    folder = root / game
    problems: list[Problem] = []
    trees: dict[str, Tree] = {}
    cases: dict[str, Case] = {}
    stages: tuple[Stage, ...] = ()
    places: dict[str, Place] = {}

    def gather(files: Iterable[Path], type_: type[Any], into: dict[str, Any], what: str) -> None:
        for file in sorted(files):
            try:
                records, document = _read(file, type_)
            except DataError as e:
                problems.extend(e.problems)
                continue
            for i, item in enumerate(records):
                path: tuple[str | int, ...] = (i,) if isinstance(document.data, list) else ()
                place = Place(document, path)
                if item.id in into:
                    problems.append(place.problem(f"{what}“{item.id}”写了两次。", "请改成不同的 id。", "id"))
                into[item.id] = item
                places[f"{type_.__name__}:{item.id}"] = place

    gather((folder / "trees").glob("*.yaml"), Tree, trees, "裁决树")
    gather((folder / "cases").glob("*.yaml"), Case, cases, "案例")
    if (folder / "stages.yaml").exists():
        try:
            stages = tuple(_read(folder / "stages.yaml", Stage)[0])
        except DataError as e:
            problems.extend(e.problems)
    deal = None
    if (folder / DEAL).exists():
        try:
            (deal,), document = _read(folder / DEAL, Deal)
            places["Deal"] = Place(document, ())
            if deal.seats or deal.sides:
                problems.append(places["Deal"].problem("牌局里不能写 seats 和 sides。", f"请写进 {games.FILE}。"))
            game_ = games.read_game(folder)
            deal = replace(deal, seats=game_.seats, sides=game_.sides)
        except DataError as e:
            problems.extend(e.problems)
    for id_, tree in trees.items():
        if tree.deal is not None:
            problems.append(
                places[f"Tree:{id_}"].problem("裁决树里不能写 deal。", f"共用的事实请写进 {DEAL}。", "deal")
            )
        trees[id_] = replace(tree, deal=deal)
    if problems:
        raise DataError(problems)
    return GameFiles(game, trees, cases, stages, places, deal)
