"""The law of an event: what follows for its meetings when somebody leaves is asked of the trees a referee walks.

Written down in ``decision_trees/<game>/event.yaml``: which tree is asked, and with which facts; how results are counted, what
tells equals apart, on what grounds a meeting is forfeited, and where it is written how an event of a form is played. What
follows is the outcome of the tree, in the kinds of its effects; nothing of it is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from decision_trees.loader import ROOT
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

if TYPE_CHECKING:
    from decision_trees.engine import Step
    from decision_trees.model import Tree
    from rules_data.handbook import Handbook
    from rules_data.model import Book

EVENT = "event.yaml"
System = Literal["robin", "swiss", "knockout"]
Form = Literal["round_robin", "groups", "swiss", "single", "double"]
When = Literal["before", "after"]
Rest = Literal["bye", "forfeit_rest", "forfeit_round", "advances", "redraw", "fill_up", "refer"]
RESTS: tuple[Rest, ...] = ("redraw", "fill_up", "advances", "forfeit_rest", "forfeit_round", "bye", "refer")


@record
class Asking:
    """A tree that is asked, and what the event tells it: a value, or ``$name`` of what the event knows."""

    tree: str
    facts: dict[str, Any] = field(default_factory=dict)


@record
class Equal:
    """What tells two apart whose sums so far are equal."""

    by: Literal["main", "second", "among", "opponents", "lots"]
    said: str | None = None  # None: as the sum is called
    cites: tuple[str, ...] = ()


@record
class EventLaw:
    """What the texts of a game say of events."""

    scorings: tuple[str, ...] = ()  # how results may be counted, the usual one first
    grounds: tuple[str, ...] = ("弃权",)  # of a forfeit, as the rule functions name them
    forms: dict[Form, tuple[str, ...]] = field(
        default_factory=dict
    )  # where it is written how an event of a form is played
    leaving: dict[When, Asking] = field(default_factory=dict)
    leaving_ground: dict[System, str] = field(default_factory=dict)  # of the forfeits of somebody who left
    equals: dict[str, tuple[Equal, ...]] = field(
        default_factory=dict
    )  # by "form/scoring", "scoring" or "*", in this order
    paired: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Where it is written who meets whom: berger/even … is the printed table, ``bye`` a bye of a bracket, ``swiss`` by score."""
    lost: dict[str, str] = field(
        default_factory=dict
    )  # what a ruling counts that loses a meeting -> the ground of the forfeit
    late_ruled: str | None = None  # the tree by which lateness is ruled too, since it counts against a pair
    adjusted: tuple[str, ...] = ()  # where it is written that points are taken from a total

    def tells_apart(self, form: str, scoring: str) -> tuple[Equal, ...]:
        """By what equals are told apart, first to last; nothing where it is not written."""
        return next((self.equals[key] for key in (f"{form}/{scoring}", scoring, "*") if key in self.equals), ())


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who left, as far as the event knows: ``$name`` in the facts of ``leaving``."""

    system: System
    remaining: int  # how many are left, where he left before the first round
    opponents: int | None  # he was to meet, in a round robin
    met: int | None  # of them
    standard: bool  # whether standard scores are counted
    regime: str = "base"  # supplement: one of the game's books adopted is a supplement

    def facts(self, asking: Asking) -> dict[str, Any]:
        """The facts of a tree, with what the event knows put in."""
        known: dict[str, Any] = {
            "system": self.system,
            "remaining": self.remaining,
            "even": self.remaining % 2 == 0,
            "opponents": self.opponents,
            "met": self.met,
            "standard": self.standard,
            "regime": self.regime,
        }
        told = {
            name: known[value[1:]] if isinstance(value, str) and value.startswith("$") else value
            for name, value in asking.facts.items()
        }
        return {name: value for name, value in told.items() if value is not None}


KNOWN = frozenset({"system", "remaining", "even", "opponents", "met", "standard", "regime"})


@dataclass(frozen=True, slots=True)
class Following:
    """What follows where somebody has left.

    ``rest``: what becomes of his meetings that are not played; ``refer`` where the text does not say and the chief referee
    decides. ``own`` and ``against``: what becomes of his results, and of his opponents' results against him.
    """

    rest: Rest
    own: Literal["kept", "cancelled", ""]
    against: Literal["kept", "cancelled", ""]
    says: str
    cites: tuple[str, ...]
    outcome: str  # of the tree, by its name
    settled: tuple[str, ...] = ()  # open questions it went through that the event has not settled, and the answer taken


def following(
    asking: Asking,
    left: Left,
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None = None,
) -> Following:
    """Ask the tree what follows. Raises :class:`ValueError` where the tree asks for what no event knows: a fault of the data."""
    from decision_trees.engine import Asked, Undecided

    step = outcome_of(asking, left, trees, books, settled)
    if isinstance(step, Undecided):
        return Following("refer", "", "", step.question.question, (), step.node)
    if isinstance(step, Asked):
        raise ValueError(f"{asking.tree} asks the event for {step.name}")
    kinds = {effect.kind for effect in step.outcome.effects}
    rest: Rest = next((each for each in RESTS if each in kinds), "refer")
    return Following(
        rest,
        "cancelled" if "results_cancelled" in kinds else "kept" if "results_kept" in kinds else "",
        "cancelled" if "opponents_cancelled" in kinds else "kept" if "opponents_kept" in kinds else "",
        step.outcome.ruling.rstrip("。"),
        step.outcome.cites,
        step.outcome_id,
        tuple(f"{each.question}（{each.text}）" for each in step.settled if each.source == "default"),
    )


def outcome_of(
    asking: Asking,
    left: Left,
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None = None,
) -> Step:
    """The step of the tree itself, for whoever shows all of it."""
    from decision_trees.engine import advance

    return advance(trees[asking.tree], left.facts(asking), trees=trees, books=books, settled=settled)


def load_event(game: str, root: Path = ROOT) -> EventLaw | None:
    """Read the event law of a game; None where it has none. Raises :class:`DataError` with every fault."""
    file = root / game / EVENT
    if not file.exists():
        return None
    found: EventLaw = validate(read_yaml(file), EventLaw)
    return found


def check_event(game: str, trees: Mapping[str, Tree], handbook: Handbook, root: Path = ROOT) -> list[Problem]:
    """Say everything wrong with a game's event law."""
    file = root / game / EVENT
    if not file.exists():
        return []
    try:
        document = read_yaml(file)
        law: EventLaw = validate(document, EventLaw)
    except DataError as fault:
        return list(fault.problems)
    return list(_problems(law, game, document, trees, handbook))


def _problems(
    law: EventLaw, game: str, document: Document, trees: Mapping[str, Tree], handbook: Handbook
) -> Iterator[Problem]:
    from decision_trees.reach import facts_of

    for when, asking in law.leaving.items():
        line = document.line(("leaving", when))
        tree = trees.get(asking.tree)
        if tree is None or tree.game != game:
            yield Problem(document.file, line, f"裁决树 {asking.tree} 不存在。", "请改成这个项目已有的树。")
            continue
        declared = facts_of(tree, trees)
        for name, value in asking.facts.items():
            if name not in declared:
                yield Problem(document.file, line, f"{asking.tree} 没有事实 {name}。", "请改正名字，或删去。")
            if isinstance(value, str) and value.startswith("$") and value[1:] not in KNOWN:
                yield Problem(
                    document.file, line, f"赛事不知道 {value}。", f"可写：{'、'.join(f'${k}' for k in sorted(KNOWN))}。"
                )
    if law.late_ruled is not None and law.late_ruled not in trees:
        line = document.line(("late_ruled",))
        yield Problem(document.file, line, f"裁决树 {law.late_ruled} 不存在。", "请改成这个项目已有的树。")
    cites: list[tuple[str, str | int, str]] = [
        *(("forms", form, cite) for form, those in law.forms.items() for cite in those),
        *(("equals", name, cite) for name, steps in law.equals.items() for step in steps for cite in step.cites),
        *(("paired", name, cite) for name, those in law.paired.items() for cite in those),
        *(("adjusted", 0, cite) for cite in law.adjusted),
    ]
    for part, key, cite in cites:
        if cite not in handbook:
            yield Problem(document.file, document.line((part, key)), f"引用的 {cite} 不存在。", "请改正条文编号。")
