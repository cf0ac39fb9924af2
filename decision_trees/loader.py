"""YAML -> trees, cases and stages, with file and line in every complaint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from decision_trees import games
from decision_trees.model import Case, Chain, Deal, Fact, Figure, Next, Stage, Tree
from rules_data.loader import DataError, Document, Problem, SourcePlace, read_yaml, validate

T = TypeVar("T")

ROOT = Path(__file__).parent
DEAL = "deal.yaml"
FACTS = "facts.yaml"
FIGURES = "figures.yaml"
NEXT = "next.yaml"
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
    chains: Mapping[str, Chain] = field(default_factory=dict)


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
        ruled = out.get("ruled")
        if isinstance(ruled, dict) and "facts" in out and "start" not in out:  # of a deal: a source alone is a fact
            out["ruled"] = {
                kind: {name: {"fact": v} if isinstance(v, str) else v for name, v in names.items()}
                if isinstance(names, dict)
                else names
                for kind, names in ruled.items()
            }
        if "ruling" in out and "level" in out and "outcome" not in out:  # an outcome
            if isinstance(out.get("next"), dict | str):
                out["next"] = [out["next"]]
            if isinstance(out.get("stays"), list):
                out["stays"] = [{"say": v} if isinstance(v, str) else v for v in out["stays"]]
        elif "outcome" in out and isinstance(out.get("next"), str):  # what a case expects
            out["next"] = {"says": [out["next"]]}
        answers = out.get("answers")
        if isinstance(answers, dict):
            out["answers"] = {str(k): v for k, v in answers.items()}
        return out
    if isinstance(node, list):
        return [_tidy(v) for v in node]
    return node


def _read(
    file: Path,
    type_: type[T],
    shared: Mapping[str, Any] = MappingProxyType({}),
    afterwards: Mapping[str, Any] = MappingProxyType({}),
    figures: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[list[T], Document]:
    document = read_yaml(file)
    data = _with_figures(_with_shared(_tidy(document.data), shared, document), figures, document)
    data = _with_next(data, afterwards, document)
    tidy = Document(file, data, document.lines)
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


def _with_figures(data: Any, figures: Mapping[str, Any], document: Document) -> Any:
    """The tree with the figures it shares with others put in. Raises DataError for one that is not in ``figures.yaml``."""
    outcomes = data.get("outcomes") if isinstance(data, dict) and "questions" in data else None
    if not isinstance(outcomes, dict):
        return data
    problems = []
    out = {}
    for name, outcome in outcomes.items():
        own = outcome.get("figures") if isinstance(outcome, dict) else None
        if isinstance(own, dict) and SHARED in own.values():
            for figure, written in own.items():
                if written == SHARED and figure not in figures:
                    line = document.line(("outcomes", name, "figures", figure))
                    problems.append(
                        Problem(document.file, line, f"{FIGURES} 里没有“{figure}”。", "请写进去，或在这里写全。")
                    )
            told = {figure: figures.get(figure) if written == SHARED else written for figure, written in own.items()}
            outcome = {**outcome, "figures": told}
        out[name] = outcome
    if problems:
        raise DataError(problems)
    return {**data, "outcomes": out}


def shared_figures(folder: Path) -> dict[str, Any]:
    """The figures that outcomes of a game share by name, as written. Raises DataError with every fault of form."""
    file = folder / FIGURES
    if not file.exists():
        return {}
    document = read_yaml(file)
    tidy = Document(file, _tidy(document.data), document.lines)
    validate(tidy, dict[str, Figure])
    return dict(tidy.data)


def _with_next(data: Any, afterwards: Mapping[str, Any], document: Document) -> Any:
    """The tree with what several trees say alike of who acts next put in. Raises DataError for what is not in ``next.yaml``."""
    outcomes = data.get("outcomes") if isinstance(data, dict) and "questions" in data else None
    if not isinstance(outcomes, dict):
        return data
    problems = []
    out = {}
    for name, outcome in outcomes.items():
        entries = outcome.get("next") if isinstance(outcome, dict) else None
        if isinstance(entries, list):
            for each in entries:
                if isinstance(each, str) and each not in afterwards:
                    line = document.line(("outcomes", name, "next"))
                    problems.append(
                        Problem(document.file, line, f"{NEXT} 里没有“{each}”。", "请写进去，或在这里写全。")
                    )
            told = [
                afterwards.get(e, ()) if isinstance(e, str) else (e if isinstance(e, list) else [e]) for e in entries
            ]
            outcome = {**outcome, "next": [entry for some in told for entry in some]}
        out[name] = outcome
    if problems:
        raise DataError(problems)
    return {**data, "outcomes": out}


def shared_next(folder: Path) -> dict[str, Any]:
    """What trees of a game say alike of who acts next, by name, as written. Raises DataError with every fault of form."""
    file = folder / NEXT
    if not file.exists():
        return {}
    document = read_yaml(file)
    tidy = Document(file, _tidy(document.data), document.lines)
    validate(tidy, dict[str, tuple[Next, ...]])
    return dict(tidy.data)


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
    chains: dict[str, Chain] = {}
    stages: tuple[Stage, ...] = ()
    places: dict[str, SourcePlace] = {}

    shared: dict[str, Any] = {}
    afterwards: dict[str, Any] = {}
    figures: dict[str, Any] = {}
    try:
        shared = shared_facts(folder)
        afterwards = shared_next(folder)
        figures = shared_figures(folder)
    except DataError as e:
        problems.extend(e.problems)

    def gather(files: Iterable[Path], type_: type[Any], into: dict[str, Any], what: str) -> None:
        for file in sorted(files):
            try:
                records, document = _read(file, type_, shared, afterwards, figures)
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
    gather((folder / "chains").glob("*.yaml"), Chain, chains, "连环案例")
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
    return GameFiles(game, trees, cases, stages, places, deal, chains)
