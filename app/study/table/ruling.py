"""One ruling at a living table: the ordinary tree, told what the referee saw and was told, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from app.base.opened import law, trees
from app.study.table.model import Game, Given, Incident, Irregularity, P, Said
from decision_trees.chain import Given as Ruling
from decision_trees.chain import changes_by
from decision_trees.deal import TableState, given_at
from decision_trees.engine import Asked, Ruled, Undecided, advance
from decision_trees.entered import possible_answers
from decision_trees.functions import RuleInputError
from decision_trees.model import Deal
from decision_trees.reach import facts_of
from decision_trees.roles import Cast, roles_of
from decision_trees.values import show

if TYPE_CHECKING:
    from decision_trees.engine import Step
    from decision_trees.model import Fact, FollowUp, OutcomeChoice, Tree

MOST_STEPS = 40  # questions and choices of one ruling
DONT_KNOW = "我没有注意。"


def told_of(tree: Tree, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some facts that a tree has."""
    declared = facts_of(tree, trees().trees)
    return {name: value for name, value in facts.items() if name in declared}


def chosen(game: Game[P], at: P, step: Ruled, told: Mapping[str, Any], draw: str) -> dict[str, Any]:
    """What a player chooses after a ruling that lets him choose, and what he does then; nothing where there is no choice left."""
    choice = step.outcome.choice
    if choice is None or choice.fact in told:
        return {}
    options = [key for key, each in choice.options.items() if each.unavailable is None and not each.happened]
    if not options:
        return {}
    seat = seat_of(step, choice)
    key = game.choose_option(at, seat, options, {**told, "choice": choice.fact}, Random(f"{draw}/{choice.fact}"))
    return {choice.fact: key if key in options else options[0]}


def seat_of(step: Ruled, choice: OutcomeChoice) -> str | None:
    """Who chooses; None where the ruling does not know his seat."""
    tree = step.tree
    raw = tree.outcomes[step.outcome_id].choice
    if raw is None or tree.deal is None:
        return None
    values = {known.name: known.value for known in (*step.known, *step.sheet)}
    cast = Cast(tree.deal, roles_of(step.entry, tree), values.get)
    try:
        return cast.seat(raw.who)
    except (KeyError, ValueError):
        return None


@dataclass(slots=True)
class AtTable(Generic[P]):
    """A ruling while it is made at a living table."""

    game: Game[P]
    at: P
    state: TableState
    kind: Irregularity[P] | None  # what is ruled on; None: nothing is
    incident: Incident[P] | None
    draw: str  # what chance there is in what players choose
    id: str
    took: int = 0
    tree: Tree | None = None
    answers: dict[str, Any] = field(default_factory=dict)  # what the referee answered, in order
    choices: dict[str, Any] = field(default_factory=dict)  # what players chose, and did then
    heard: list[tuple[str, Said]] = field(default_factory=list)  # what he was told, by the fact he asked for
    step: Step | None = None
    before: list[Ruled] = field(default_factory=list)  # rulings that sent to this one
    fault: str = ""

    # Which tree

    def trees(self) -> Sequence[tuple[str, str]]:
        """What may have happened: trees and their titles."""
        return trees_of(self.game)

    def open(self, tree: str) -> Step | None:
        """Begin with a tree, or with another one. None where what lies on the table cannot be of it: :attr:`fault` says why."""
        self.tree = trees().tree(tree)
        self.answers, self.choices, self.before = {}, {}, []
        return self._go()

    def follow(self, tree: str) -> Step | None:
        """Go on with a tree the ruling sends to."""
        last = self.step
        if not isinstance(last, Ruled):
            return None
        follow = next((each for each in last.outcome.follow_ups if each.tree == tree), None)
        if follow is None:
            return None
        self.before.append(last)
        handed = {name: value for name, value in self.told().items() if name not in follow.leave} | dict(follow.facts)
        self.tree = trees().tree(tree)
        self.answers, self.choices = told_of(self.tree, handed), {}
        return self._go()

    @property
    def follow_ups(self) -> tuple[FollowUp, ...]:
        """The trees the ruling sends to."""
        return self.step.outcome.follow_ups if isinstance(self.step, Ruled) else ()

    # Its questions

    def seen(self, tree: Tree | None = None) -> dict[str, Any]:
        """What lies on the table of the facts of the tree."""
        tree = tree or self.tree
        if tree is None:
            return {}
        deal = tree.deal or Deal(facts={})
        table = given_at(self.state, deal, facts_of(tree, trees().trees), {}, tuple(self.game.seen(self.at)))
        seen = {**table, **self.game.seen(self.at)}
        if self.kind is not None and self.incident is not None:
            seen |= self.kind.facts(self.at, self.incident)
        return told_of(tree, seen)

    def told(self) -> dict[str, Any]:
        """All that the tree is told."""
        return {**self.seen(), **self.answers, **self.choices}

    def answer(self, value: Any) -> Step | None:
        """Answer the question that is asked. An answer that cannot be is not taken: :attr:`fault` says why."""
        asked = self.step
        if not isinstance(asked, Asked):
            return asked
        before = dict(self.answers)
        self.answers[asked.name] = value
        step = self._go()
        if step is None:
            self.answers, fault = before, self.fault
            self._go()
            self.fault = fault
        return self.step

    def back(self) -> None:
        """Take the last answer back."""
        if self.answers:
            self.answers.popitem()
            self.choices = {}
            self._go()

    def options(self) -> Sequence[tuple[Any, str]]:
        """The answers to the question that is asked, with their words; none where they are too many to list."""
        if not isinstance(self.step, Asked):
            return ()
        fact: Fact = self.step.fact
        values = list(possible_answers(fact))
        return [(value, show(fact, value)) for value in values]

    def ask(self, fact: str, seat: str) -> Said:
        """Ask a player for a fact."""
        said = (
            self.kind.answer(self.at, self.incident, fact, seat)
            if self.kind is not None and self.incident is not None
            else None
        ) or Said(seat, DONT_KNOW)
        self.heard.append((fact, said))
        return said

    def _go(self) -> Step | None:
        """Walk on with what is known, players choosing as they are asked to."""
        tree = self.tree
        if tree is None:
            return None
        self.fault = ""
        try:
            self.choices = {}
            step = walked(self.game, self.at, tree, {**self.seen(), **self.answers}, self.choices, self.draw)
        except RuleInputError as fault:
            self.fault, self.step = str(fault), None
            return None
        self.step = step
        return step

    # What it came to

    @property
    def final(self) -> Ruled | None:
        """The ruling, once there is one."""
        return self.step if isinstance(self.step, Ruled) else None

    @property
    def undecided(self) -> bool:
        """Does the text not decide?"""
        return isinstance(self.step, Undecided)

    def after(self) -> TableState:
        """The table after the ruling."""
        return after(self.state, self.before, self.final, self.tree, self.told(), self.id)

    def given(self) -> Given[P]:
        """The ruling as the game carries it out."""
        final = self.final
        if final is None or self.tree is None:
            raise AssertionError("no ruling")
        return given(
            self.game,
            self.state,
            self.after(),
            [*self.before, final],
            self.tree,
            self.told(),
            self.incident,
            self.draw,
        )

    def right(self) -> Ruled | None:
        """What the tree of the irregularity says of what was so."""
        if self.kind is None or self.incident is None:
            return None
        return right_way(self.game, self.kind, self.incident, self.at, self.state, self.draw)

    def same_as(self, right: Ruled | None) -> bool:
        """Is the ruling the right one: the same outcome, leaving the same on the table?"""
        final = self.final
        if final is None or right is None:
            return False
        return (final.tree.id, final.outcome_id) == (right.tree.id, right.outcome_id) and final.leaves == right.leaves

    def differing(self) -> tuple[tuple[str, str, str], ...]:
        """Where he answered otherwise than it was: question, his answer, what was so."""
        if self.kind is None or self.incident is None or self.tree is None:
            return ()
        truth = {**self.kind.facts(self.at, self.incident), **self.kind.truth(self.at, self.incident)}
        declared = facts_of(self.tree, trees().trees)
        return tuple(
            (declared[name].label, show(declared[name], value), show(declared[name], truth[name]))
            for name, value in self.answers.items()
            if name in truth and name in declared and truth[name] != value
        )


def walked(game: Game[P], at: P, tree: Tree, told: Mapping[str, Any], choices: dict[str, Any], draw: str) -> Step:
    """The next question or the ruling, players having chosen what they may; ``choices`` is added to.

    Raises :class:`RuleInputError` for what cannot be.
    """
    step = advance(tree, {**told, **choices}, law())
    for _ in range(MOST_STEPS):
        if not isinstance(step, Ruled):
            return step
        found = chosen(game, at, step, {**told, **choices}, draw)
        if not found:
            found = _later(game, at, tree, step, {**told, **choices}, draw)
        if not found:
            return step
        choices |= found
        step = advance(tree, {**told, **choices}, law())
    return step


def _later(game: Game[P], at: P, tree: Tree, step: Ruled, told: Mapping[str, Any], draw: str) -> dict[str, Any]:
    """What happens only once it is ruled (改成的叫牌), where the tree goes by it."""
    seats = {known.name: known.value for known in step.known}
    for name, fact in facts_of(tree, trees().trees).items():
        if fact.later and fact.optional and name not in told:
            value = game.settle_later(at, name, seats.get("offender"), told, Random(f"{draw}/{name}"))
            if value is not None:
                try:
                    advance(tree, {**told, name: value}, law())
                except RuleInputError:
                    continue
                return {name: value}
    return {}


def right_way(
    game: Game[P],
    kind: Irregularity[P],
    incident: Incident[P],
    at: P,
    state: TableState,
    draw: str,
) -> Ruled | None:
    """What the tree of an irregularity rules of what was so; None where it comes to no ruling."""
    tree = trees().tree(kind.tree)
    deal = tree.deal or Deal(facts={})
    table = given_at(state, deal, facts_of(tree, trees().trees), {}, tuple(game.seen(at)))
    told = told_of(tree, {**table, **game.seen(at), **kind.facts(at, incident)})
    truth = kind.truth(at, incident)
    try:  # only what is asked is told: more would say more than the best referee has heard
        step = walked(game, at, tree, told, {}, draw)
        for _ in range(MOST_STEPS):
            if not isinstance(step, Asked) or step.name not in truth:
                break
            told[step.name] = truth[step.name]
            step = walked(game, at, tree, told, {}, draw)
    except RuleInputError:
        return None
    return step if isinstance(step, Ruled) else None


def after(
    state: TableState,
    before: Sequence[Ruled],
    final: Ruled | None,
    tree: Tree | None,
    told: Mapping[str, Any],
    id_: str,
) -> TableState:
    """The table after a ruling and those that sent to it."""
    if final is None or tree is None:
        return state
    deal = tree.deal or Deal(facts={})
    for number, each in enumerate(before):
        name = f"{id_}.{number}"
        state = state.after(changes_by(Ruling(name, each.entry.id, {}, incident=id_), each, {}, deal, law()))
    return state.after(changes_by(Ruling(id_, tree.id, told, incident=id_), final, told, deal, law()))


def given(
    game: Game[P],
    before: TableState,
    state: TableState,
    ruled: Sequence[Ruled],
    tree: Tree,
    told: Mapping[str, Any],
    incident: Incident[P] | None,
    draw: str,
) -> Given[P]:
    """A ruling as a game carries it out."""
    deal = tree.deal or Deal(facts={})
    table = {name: each.value for name, each in state.values(deal).items()}
    left = {each.fact: table.get(each.fact) for one in ruled for each in one.leaves}
    known = {each.name: each.value for each in ruled[-1].known}
    offender = known.get("offender", told.get("offender", incident.offender if incident is not None else None))
    return Given(
        tuple(ruled),
        table,
        left,
        {**known, **told},
        offender if offender in game.seats else None,
        incident,
        Random(draw),
    )


def trees_of(game: Game[Any]) -> list[tuple[str, str]]:
    """The trees of the irregularities a game has here, and of what is ruled at the end, with their titles, each once, by title."""
    kinds = (*game.irregularities, *getattr(game, "at_the_end", ()))
    return sorted({(each.tree, trees().tree(each.tree).title) for each in kinds}, key=lambda each: each[1])
