"""YAML -> trees, cases and stages, with file and line in every complaint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from decision_trees import games
from decision_trees.model import Case, Chain, Deal, Fact, Figure, Ladder, Next, Stage, Tree
from decision_trees.seats import COMPASS
from rules_data.loader import DataError, Document, Problem, SourcePlace, read_yaml, validate

T = TypeVar("T")


class Named(Protocol):
    """What has a name among its like."""

    @property
    def id(self) -> str:
        """The name."""
        ...


N = TypeVar("N", bound=Named)

ROOT = Path(__file__).parent
DEAL = "deal.yaml"
FACTS = "facts.yaml"
FIGURES = "figures.yaml"
NEXT = "next.yaml"
_AUCTION = "竞叫只认得 N、E、S、W 四家顺时针叫牌，这个项目的座位不是"
LADDER = "ladder.yaml"
SHARED = "shared"
"""In place of a fact of a tree: the one of this name that several trees of the game share."""
NONE = "none"
"""In place of a figure that every outcome of a tree has: this outcome does without it."""


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
    """The tree with the figures it shares with others put in, and in each outcome those of every outcome.

    Raises DataError for one that is not in ``figures.yaml``, and for one left out of an outcome that none would be in.
    """
    outcomes = data.get("outcomes") if isinstance(data, dict) and "questions" in data else None
    if not isinstance(outcomes, dict):
        return data
    problems: list[Problem] = []

    def put_in(own: Any, *place: str) -> Any:
        if not isinstance(own, dict):
            return own
        for figure, written in own.items():
            if written == SHARED and figure not in figures:
                line = document.line((*place, "figures", figure))
                problems.append(
                    Problem(document.file, line, f"{FIGURES} 里没有“{figure}”。", "请写进去，或在这里写全。")
                )
            if written == NONE and (not place or figure not in every):
                line = document.line((*place, "figures", figure))
                problems.append(
                    Problem(document.file, line, f"树的 figures 里没有“{figure}”，不用写 none。", "请删去。")
                )
        return {figure: figures.get(figure) if written == SHARED else written for figure, written in own.items()}

    every = put_in(data.get("figures") or {})
    out = {}
    for name, outcome in outcomes.items():
        if isinstance(outcome, dict) and isinstance(every, dict) and (every or "figures" in outcome):
            own = put_in(outcome.get("figures", {}), "outcomes", name)
            if isinstance(own, dict):
                others = {figure: each for figure, each in every.items() if figure not in own}
                own = {figure: each for figure, each in {**own, **others}.items() if each != NONE}
            outcome = {**outcome, "figures": own}
        out[name] = outcome
    if problems:
        raise DataError(problems)
    return {**data, "outcomes": out, **({"figures": every} if every else {})}


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
                each = each.get(SHARED) if isinstance(each, dict) and SHARED in each else each
                if isinstance(each, str) and each not in afterwards:
                    line = document.line(("outcomes", name, "next"))
                    problems.append(
                        Problem(document.file, line, f"{NEXT} 里没有“{each}”。", "请写进去，或在这里写全。")
                    )
            told = [_group(e, afterwards) for e in entries]
            outcome = {**outcome, "next": [entry for some in told for entry in some]}
        out[name] = outcome
    if problems:
        raise DataError(problems)
    return {**data, "outcomes": out}


def _group(entry: Any, afterwards: Mapping[str, Any]) -> Iterable[Any]:
    """The entries that one of an outcome stands for; a shared one with its own words around theirs, and its own inputs."""
    if isinstance(entry, str):
        return list(afterwards.get(entry, ()))
    if not isinstance(entry, dict) or SHARED not in entry:
        return entry if isinstance(entry, list) else [entry]
    before, after = (str(entry.get(key) or "") for key in ("before", "after"))
    given: dict[str, Any] = entry.get("given") or {}
    rest = {key: value for key, value in entry.items() if key not in (SHARED, "before", "after", "given", "only")}
    only, out = entry.get("only") or {}, []
    for each in afterwards.get(str(entry[SHARED]), ()):
        own = {**each, **rest}
        if "say" in each:
            own["say"] = f"{before}{each['say']}{after}"
        if "call" in each and given:
            own["given"] = {**each.get("given", {}), **given}
        if only:
            own["only"] = {**each.get("only", {}), **only}
        out.append(own)
    return out


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


def _seated(facts: Mapping[str, Fact], game: games.Game) -> dict[str, Fact]:
    """Facts that hold a seat, with the seats of the game."""
    return {name: replace(fact, seats=game.seats) if fact.kind == "seat" else fact for name, fact in facts.items()}


@dataclass(slots=True)
class _Gathering:
    """What is written about a game as its files are read: where each thing is written, and every fault of form so far."""

    folder: Path
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, SourcePlace] = field(default_factory=dict)
    shared: dict[str, Any] = field(default_factory=dict)  # facts
    afterwards: dict[str, Any] = field(default_factory=dict)
    figures: dict[str, Any] = field(default_factory=dict)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is wrong with a file, and go on with the others."""
        try:
            yield
        except DataError as e:
            self.problems.extend(e.problems)

    def share(self) -> None:
        """Read what the trees share by name."""
        with self.noting():
            self.shared = shared_facts(self.folder)
            self.afterwards = shared_next(self.folder)
            self.figures = shared_figures(self.folder)

    def records(self, inside: str, type_: type[N], what: str) -> dict[str, N]:
        """The records of the files of a folder, by their ids."""
        found: dict[str, N] = {}
        for file in sorted((self.folder / inside).glob("*.yaml")):
            with self.noting():
                records, document = _read(file, type_, self.shared, self.afterwards, self.figures)
                for i, item in enumerate(records):
                    path: tuple[str | int, ...] = (i,) if isinstance(document.data, list) else ()
                    place = SourcePlace(document, path)
                    if item.id in found:
                        self.problems.append(place.problem(f"{what}“{item.id}”写了两次。", "请改成不同的 id。", "id"))
                    found[item.id] = item
                    self.places[f"{type_.__name__}:{item.id}"] = place
        return found

    def stages(self) -> tuple[Stage, ...]:
        """The stages of the game, where they are written."""
        if (self.folder / "stages.yaml").exists():
            with self.noting():
                return tuple(_read(self.folder / "stages.yaml", Stage)[0])
        return ()

    def game(self) -> games.Game | None:
        """The game itself, where it is written and well."""
        if (self.folder / games.FILE).exists():
            with self.noting():
                return games.read_game(self.folder)
        return None

    def deal(self, game: games.Game | None) -> Deal | None:
        """The facts of a deal, with the seats and sides of the game and its ladder."""
        if not (self.folder / DEAL).exists():
            return None
        deal: Deal | None = None
        with self.noting():
            (deal,), document = _read(self.folder / DEAL, Deal)
            place = self.places["Deal"] = SourcePlace(document, ())
            if deal.seats or deal.sides:
                self.problems.append(place.problem("牌局里不能写 seats 和 sides。", f"请写进 {games.FILE}。"))
            if deal.ladder is not None:
                self.problems.append(place.problem("牌局里不能写 ladder。", f"请写进 {LADDER}。"))
            if game is not None:
                deal = replace(deal, seats=game.seats, sides=game.sides, facts=_seated(deal.facts, game))
            if (self.folder / LADDER).exists():
                deal = replace(deal, ladder=validate(read_yaml(self.folder / LADDER), Ladder))
        return deal

    def dealt(self, trees: Mapping[str, Tree], deal: Deal | None, game: games.Game | None) -> dict[str, Tree]:
        """The trees with the deal they are of, and the seats of the game in their facts."""
        for id_, tree in trees.items():
            if tree.deal is not None:
                place = self.places[f"Tree:{id_}"]
                self.problems.append(place.problem("裁决树里不能写 deal。", f"共用的事实请写进 {DEAL}。", "deal"))
        return {
            id_: replace(tree, deal=deal, facts=tree.facts if game is None else _seated(tree.facts, game))
            for id_, tree in trees.items()
        }

    def no_auction(self, trees: Mapping[str, Tree], deal: Deal | None) -> None:
        """Refuse facts that are auctions: the seats of the game do not bid as these go."""
        declared = [(self.places[f"Tree:{id_}"], tree.facts) for id_, tree in trees.items()]
        declared += [(self.places["Deal"], deal.facts)] if deal is not None else []
        for place, facts in declared:
            self.problems.extend(
                place.problem(f"“{name}”是竞叫：{_AUCTION}。", "请用别种事实，如 choice、text。", "facts", name)
                for name, fact in facts.items()
                if fact.kind == "auction"
            )


def load_game(game: str, root: Path = ROOT) -> GameFiles:
    """Everything written about one game. Raises DataError with every fault of form."""
    of = _Gathering(root / game)
    of.share()
    written = of.records("trees", Tree, "裁决树")
    cases = of.records("cases", Case, "案例")
    chains = of.records("chains", Chain, "连环案例")
    stages = of.stages()
    registered = of.game()
    deal = of.deal(registered)
    trees = of.dealt(written, deal, registered)
    if registered is not None and not (registered.clockwise and registered.seats.keys() == COMPASS):
        of.no_auction(trees, deal)
    if of.problems:
        raise DataError(of.problems)
    return GameFiles(game, trees, cases, stages, of.places, deal, chains)
