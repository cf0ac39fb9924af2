"""The way of a worked case to its ruling: what has to be asked, what is known when, and how it is said."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook, trees
from app.ruling.wording import shaped
from app.study.model import Option
from app.study.turns import (
    answers_of,
    below,
    is_so,
    last_part,
)
from decision_trees.engine import Asked, Ruled, Undecided, advance
from decision_trees.law import Law
from decision_trees.reach import facts_of, reached, rests_on
from decision_trees.roles import Cast, is_path, named, roles_of
from decision_trees.values import say
from decision_trees.view import view
from decision_trees.wording import reworded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from decision_trees.engine import Known
    from decision_trees.engine import Step as Standing
    from decision_trees.model import Case, Deal, Fact
    from decision_trees.view import View
from app.study.scenario_steps import ENOUGH

TAPPED = ("bool", "choice", "number", "time")  # what a referee asks; seats, cards and calls he sees
DRAWN = ("auction", "cards", "history")
GENERAL = 6  # trees from which on a clause holds with rulings of many kinds
ROUTER = re.compile(
    "(?:哪一种|哪一件|哪一类|什么|哪种)(?:情形|问题|事|情况)|争的是什么|^问的?是|要问的是|出了什么|(?:发生|做|犯|出)了什么|是哪一种？"
)
"""What nobody asks at a table: he was called for that."""
SENTENCE = re.compile("：.*(?:警告|记违例|停|罚|判负|犯规)")  # an answer that says what follows: 较严重：记违例并停一圈
RULING = re.compile("裁判员?.{0,6}(?:怎样|什么)处理")  # no question: that is the ruling
_HAND = re.compile("（[左右]手）$")  # beside a word for somebody


def asked_facts(case: Case) -> tuple[str, ...]:
    """The facts of a case that a referee has to ask for, as they stand in it; the others lie on the table.

    What the incident is about (是哪一种情形？) is no question of a referee: it is what he was called for.
    """
    asked = _asked_on(case.tree)
    return tuple(name for name in case.facts if name in asked)


@cache
def _asked_on(tree_id: str) -> frozenset[str]:
    """The facts of a tree that are asked for: by a tap, or as a choice of somebody after a ruling."""
    tree = trees().tree(tree_id)
    sheet = tree.deal.facts if tree.deal is not None else {}
    tapped = {
        name
        for name, fact in facts_of(tree, trees().trees).items()
        if fact.kind in TAPPED and getattr(sheet.get(name), "lasts", None) in (None, "incident")
    }
    return frozenset((tapped | _choices(tree.game)) - called_for(tree_id))


@cache
def called_for(tree_id: str) -> frozenset[str]:
    """The facts that say which kind of incident it is: with these one comes to the table."""
    out = set()
    for tree in reached(trees().tree(tree_id), trees().trees):
        for node, question in tree.questions.items():
            fact = tree.facts.get(question.fact or "")
            if fact is None or fact.kind != "choice" or question.fact is None:
                continue
            if node == tree.start or ROUTER.search(question.ask or ""):
                out.add(question.fact)
    return frozenset(out - _choices(trees().tree(tree_id).game))


@cache
def _choices(game: str) -> frozenset[str]:
    found = (
        outcome.choice for tree in trees().trees.values() if tree.game == game for outcome in tree.outcomes.values()
    )
    return frozenset(choice.fact for choice in found if choice is not None)


@cache
def general(game: str) -> frozenset[str]:
    """The clauses that hold with rulings of many kinds: nobody can say that one of them has no part in this."""
    counted: Counter[str] = Counter()
    for tree in trees().trees.values():
        if tree.game == game:
            cited = {cite for outcome in tree.outcomes.values() for cite in outcome.cites}
            cited |= {cite for question in tree.questions.values() for cite in question.cites}
            counted.update(cited)
    return frozenset(cite for cite, number in counted.items() if number >= GENERAL)


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a case stands on the way to its ruling, and what was known on coming there."""

    step: Asked | Ruled
    before: Mapping[str, Any]


class NoScenario(Exception):
    """A case that cannot be walked question by question."""


class Way:
    """The way of a case to its ruling, the engine asked at every step with what is known by then; and its words.

    ``random`` orders what is offered.
    """

    def __init__(self, case: Case, random: Random) -> None:
        self.case, self.random, self.library = case, random, trees()
        self.tree = self.library.tree(case.tree)
        self.facts: Mapping[str, Fact] = facts_of(self.tree, self.library.trees)
        self.asked = asked_facts(case)
        self.seen: dict[str, Any] = {n: v for n, v in case.facts.items() if n not in self.asked}
        self.stands: list[Stand] = []
        self.needed: set[str] = set()  # all that is asked on the way

    def walk(self) -> None:
        """Go the whole way. Raise NoScenario or RuleInputError where it cannot be gone question by question."""
        self.stands = list(self.walked())
        self.needed = {each.step.name for each in self.stands if isinstance(each.step, Asked)}

    def stand(self, facts: Mapping[str, Any]) -> Standing:
        """Return where the case stands when so much is known."""
        return advance(self.tree, facts, Law(self.library.trees, handbook().books, self.case.settled))

    def walked(self) -> Iterator[Stand]:
        """Every question and every choice on the way, the engine asked at each with what is known by then."""
        known = dict(self.seen)
        for _ in range(len(self.case.facts) + 1):
            step = self.stand(known)
            if isinstance(step, Undecided):
                return
            yield Stand(step, dict(known))
            if isinstance(step, Ruled):
                choice = step.outcome.choice
                if choice is None or choice.fact not in self.asked or choice.fact in known:
                    return
                known[choice.fact] = self.case.facts[choice.fact]
                continue
            found = self.found_out(step.name, known)
            if not found:
                raise NoScenario
            known |= found
        raise NoScenario

    def found_out(self, name: str, known: Mapping[str, Any]) -> dict[str, Any]:
        """What the case says when a fact is asked for: the fact itself, or what it is worked out from."""
        below = {name} if name in self.case.facts else rests_on(name, self.facts)
        return {n: v for n, v in self.case.facts.items() if n in below and n not in known}

    def view(self, facts: Mapping[str, Any]) -> View:
        """Return what is known, and what follows from it, when so much is known."""
        return view(self.tree, facts, Law(self.library.trees, handbook().books, self.case.settled))

    def missed(self, at: Asked | Ruled, node: str) -> tuple[str, Fact, Any, str] | None:
        """The question on the way behind which the way to another node was left: its label, its fact, what is so, what it takes."""
        tree = at.tree
        passed = [each for each in map(last_part, at.path) if each in tree.questions]
        if isinstance(at, Asked) and passed and passed[-1] == last_part(at.node):
            passed.pop()
        for each in reversed(passed):
            question = tree.questions[each]
            known = next((k for k in at.known if k.name == question.fact), None)
            if question.fact is None or known is None or question.fact not in self.facts:
                continue
            ways = list(answers_of(question))
            leads = [(answer, to) for answer, to in ways if to == node or node in below(tree, to)]
            fact = self.facts[question.fact]
            if not leads:
                continue
            if any(is_so(fact, answer, known.value, [a for a, _ in ways]) for answer, _ in leads):
                continue  # this answer leads there too: the way was left further on
            return known.label, fact, known.value, leads[0][0]
        return None

    def told(self, step: Asked | Ruled, chosen: bool = True) -> tuple[tuple[str, str], ...]:
        """What is known, in words; what lies on the table is drawn. Before anybody has chosen also what will be of use later."""
        drawn = {name for name, fact in self.facts.items() if fact.kind in DRAWN}
        at_hand: dict[str, Known] = {}
        for each in self.stands if not chosen else ():
            if isinstance(each.step, Ruled) and each.step.outcome.choice is not None:
                break
            at_hand |= {known.name: known for known in each.step.known if known.name in self.seen}
        at_hand |= {known.name: known for known in step.known}
        deal = (
            self.tree.deal if isinstance(step, Asked) else None
        )  # a question names people; a ruling is for the trainee
        people = set(self._seats(step, deal).values()) if deal is not None else set()
        said: dict[tuple[str, str], None] = {}
        for known in at_hand.values():
            shown = shaped(self.named(step, known))
            given = (
                known.name in self.case.facts or known.name in self.needed
            )  # what follows from it is for the trainee
            if known.name not in drawn and (given or shown in people):
                said[known.label, shown] = None
        return tuple(said)

    def named(self, step: Asked | Ruled, known: Known) -> str:
        """A value as it is said at a table: cards by their names, somebody by his seat wherever that is known."""
        deal, fact = self.tree.deal, self.facts.get(known.name)
        if deal is None or fact is None or not isinstance(known.value, str):
            return known.shown
        if fact.kind == "choice" and SENTENCE.search(known.shown):
            return known.shown.partition("：")[0]
        if fact.kind in ("seat", "card", "call"):
            return say(known.value, fact.kind, deal)
        return self._seats(step, deal).get(_HAND.sub("", known.shown), known.shown)

    def _seats(self, step: Asked | Ruled, deal: Deal) -> dict[str, str]:
        """Whom words for people mean, where it is known: 违规者的上家 is 北家."""
        roles, values = roles_of(step.tree, step.entry), {known.name: known.value for known in step.known}
        cast = Cast(deal, roles, values.get)
        paths = [path for base in roles for path in (base, *(f"{base}.{relation}" for relation in deal.relations))]
        return {cast.words(path): deal.seats[seat] for path in paths if (seat := cast.seat(path)) is not None}

    def worded(self, step: Asked | Ruled, text: str) -> str | None:
        """A text of the tree with what is known put in; None where it speaks of something that is not known here."""
        roles = roles_of(step.tree, step.entry)
        known = {each.name for each in step.known}
        if any(not is_path(name, self.tree.deal, roles) and name not in known for name in named(text)):
            return None
        return reworded(step, text)

    def shuffle(self, items: Iterable[Any]) -> list[Any]:
        """Return the items in an order that the seed gives."""
        out = list(items)
        self.random.shuffle(out)
        return out

    def shuffled(self, options: Sequence[Option]) -> tuple[tuple[Option, ...], int]:
        """The options in an order of their own, and where the first of them, the right one, now stands."""
        last = [each for each in options if each.text == ENOUGH]  # it stands at the end wherever it is offered
        rest = self.shuffle(each for each in options if each.text != ENOUGH)
        out = (*rest, *last)
        return out, out.index(options[0])
