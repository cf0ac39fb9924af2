"""What walking a tree comes to: the next question, an open question that nobody has answered, or the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from decision_trees.coming import Coming
from decision_trees.deal import Left
from decision_trees.model import Fact, Outcome, Question, Tree
from rules_data.model import OpenQuestion

Source = Literal["given", "derived", "corrected", "chosen"]


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that is settled, and how."""

    name: str
    value: Any
    label: str
    shown: str  # in words
    source: Source  # corrected: given although it could be derived, and otherwise
    function: str | None = None  # the rule function that gave it
    derived: Any = None  # for corrected: what the function says
    tree: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """An open question that the ruling went through, and the answer used."""

    id: str  # bridge-1999/D-26
    question: str
    answer: str | None  # key of an option; None: undecided
    text: str
    source: Literal["default", "event", "undecided"]
    because: str
    decides: str
    flagged: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The next thing to be answered."""

    tree: Tree
    node: str
    question: Question
    name: str  # of the fact
    fact: Fact
    ask: str
    known: tuple[Known, ...]
    settled: tuple[Settled, ...]
    path: tuple[str, ...]
    seats: Mapping[str, str] = field(default_factory=dict)  # who sits where, of the roles known: role -> seat
    entered: Tree | None = None  # the tree that was begun with, where ``tree`` is one it goes through

    @property
    def entry(self) -> Tree:
        """The tree that was begun with."""
        return self.entered or self.tree


@dataclass(frozen=True, slots=True)
class Undecided:
    """The text does not decide here and nothing is assumed: the decider chooses among the candidates."""

    tree: Tree
    node: str
    question: OpenQuestion
    id: str
    known: tuple[Known, ...]
    settled: tuple[Settled, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """A figure of an outcome: what its function says, in a sentence."""

    name: str
    text: str
    function: str
    values: Mapping[str, Any]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """What could be said more precisely if some facts were entered."""

    needs: tuple[str, ...]  # facts
    labels: tuple[str, ...]  # of them
    gain: str  # 可算出升到几级
    figure: str | None = None  # the figure it is about; None: seats of roles
    fault: str | None = None  # why the function could not work with what was entered

    @property
    def text(self) -> str:
        """The offer in one sentence: 填双方级数，可算出升到几级。"""
        if self.fault is not None:
            return f"{self.gain}：{self.fault}"
        return f"填{'、'.join(self.labels)}，{self.gain}。"


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """A rule function called on the way, with what it was given and what it said."""

    function: str
    given: Mapping[str, Any]
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling."""

    tree: Tree
    outcome_id: str
    outcome: Outcome  # texts with the facts put in
    cites: tuple[str, ...]
    known: tuple[Known, ...]
    settled: tuple[Settled, ...]
    path: tuple[str, ...]
    results: tuple[FunctionResult, ...] = ()
    entered: Tree | None = None  # the tree that was begun with, where ``tree`` is one it goes through
    figures: tuple[Worked, ...] = ()
    offers: tuple[Offer, ...] = ()
    seats: Mapping[str, str] = field(default_factory=dict)  # who sits where, of the roles known: role -> seat or side
    ignored: tuple[Known, ...] = ()  # given, but made irrelevant by how an open question is settled
    sheet: tuple[Known, ...] = ()  # known of the deal at the table, and not needed for the ruling
    leaves: tuple[Left, ...] = ()  # how the table stands after it
    next: Coming | None = None  # who acts next; None where the outcome does not say yet
    stays: tuple[str, ...] = ()  # what stays as it was, each in one sentence

    @property
    def entry(self) -> Tree:
        """The tree that was begun with: what a receipt replays."""
        return self.entered or self.tree


Step = Asked | Undecided | Ruled
