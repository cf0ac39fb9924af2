"""YAML -> trees, cases and stages, with file and line in every complaint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from decision_trees import games
from decision_trees.model import Case, Deal, Fact, Stage, Tree
from rules_data.loader import DataError, Document, Problem, SourcePlace, read_yaml, validate

T = TypeVar("T")

ROOT = Path(__file__).parent
DEAL = "deal.yaml"
FACTS = "facts.yaml"
SHARED = "shared"
"""In place of a fact of a tree: the one of this name that several trees of the game share."""


@dataclass(frozen=True, slots=True)
class GameFiles:
    """All trees and cases of one game, and where they are written."""

    game: str
    trees: Mapping[str, Tree]
    cases: Mapping[str, Case]
    stages: tuple[Stage, ...]
    places: Mapping[str, SourcePlace]
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


def _read(file: Path, type_: type[T], shared: Mapping[str, Any] = MappingProxyType({})) -> tuple[list[T], Document]:
    document = read_yaml(file)
    tidy = Document(file, _with_shared(_tidy(document.data), shared, document), document.lines)
    if isinstance(tidy.data, dict):
        return [validate(tidy, type_)], document
    return list(validate(tidy, tuple[type_, ...])), document  # type: ignore[valid-type]


def _with_shared(data: Any, shared: Mapping[str, Any], document: Document) -> Any:
    """The tree with the facts it shares with others put in. Raises DataError for one that is not in ``facts.yaml``."""
    facts = data.get("facts") if isinstance(data, dict) and "questions" in data else None
    if not isinstance(facts, dict):
        return data
    problems = [
        Problem(document.file, document.line(("facts", name)), f"{FACTS} 里没有“{name}”。", "请写进去，或在这里写全。")
        for name, fact in facts.items()
        if fact == SHARED and name not in shared
    ]
    if problems:
        raise DataError(problems)
    return {**data, "facts": {name: shared[name] if fact == SHARED else fact for name, fact in facts.items()}}


def shared_facts(folder: Path) -> dict[str, Any]:
    """The facts that trees of a game share by name, as written. Raises DataError with every fault of form."""
    file = folder / FACTS
    if not file.exists():
        return {}
    document = read_yaml(file)
    tidy = Document(file, _tidy(document.data), document.lines)
    validate(tidy, dict[str, Fact])
    return dict(tidy.data)


def load_game(game: str, root: Path = ROOT) -> GameFiles:
    """Everything written about one game. Raises DataError with every fault of form."""
    folder = root / game
    problems: list[Problem] = []
    trees: dict[str, Tree] = {}
    cases: dict[str, Case] = {}
    stages: tuple[Stage, ...] = ()
    places: dict[str, SourcePlace] = {}

    shared: dict[str, Any] = {}
    try:
        shared = shared_facts(folder)
    except DataError as e:
        problems.extend(e.problems)

    def gather(files: Iterable[Path], type_: type[Any], into: dict[str, Any], what: str) -> None:
        for file in sorted(files):
            try:
                records, document = _read(file, type_, shared)
            except DataError as e:
                problems.extend(e.problems)
                continue
            for i, item in enumerate(records):
                path: tuple[str | int, ...] = (i,) if isinstance(document.data, list) else ()
                place = SourcePlace(document, path)
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
            places["Deal"] = SourcePlace(document, ())
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
