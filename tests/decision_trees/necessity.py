"""Figures that wait for a fact they do not need: with every value of what is wanting they come out the same."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from decision_trees.engine import Offer, Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.model import Fact, Tree
from decision_trees.reach import facts_of
from rules_data.model import Book

ALL = 5000  # values of what is wanting, so many that all of them are tried
SOME = 500  # of more, beside the boundaries
WAYS = 8  # ways the other facts are, with which one that makes no difference is tried
ENOUGH = 2  # ways it must have come out to say that it always comes out so


@dataclass(frozen=True, slots=True)
class Needless:
    """A figure withheld for want of facts that it does not need."""

    tree: str
    outcome: str
    figure: str
    needs: tuple[str, ...]
    text: str  # what it says whatever they are


def superfluous(
    ruled: Ruled,
    facts: Mapping[str, Any],
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Iterator[tuple[Needless, bool]]:
    """Of each figure that waits for several facts, each of them: whether it makes no difference whatever the others are.

    That it makes none here is no fault by itself: elsewhere it may. Where it makes none anywhere, it must not be waited for.
    """
    declared = facts_of(ruled.entry, trees)
    drawn = random.Random(seed)
    for offer in ruled.offers:
        if offer.figure is None or offer.fault is not None or len(offer.needs) < ENOUGH:
            continue
        if not all(name in declared for name in offer.needs):
            continue
        for name in offer.needs:
            others = [other for other in offer.needs if other != name]
            ways = list(islice(product(*(values_of(declared[other]) for other in others)), ALL))
            alike = [
                _always(ruled, Offer((name,), (), offer.gain, offer.figure), {**facts, **dict(zip(others, way, strict=True))},
                        declared, trees, books, settled, seed)
                for way in drawn.sample(ways, min(len(ways), WAYS))
            ]  # fmt: skip
            found = Needless(ruled.tree.id, ruled.outcome_id, offer.figure, (name,), next(filter(None, alike), ""))
            yield found, bool(found.text) and all(text is not None for text in alike)


def needless(
    ruled: Ruled,
    facts: Mapping[str, Any],
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Iterator[Needless]:
    """The figures a ruling withholds that come out the same with every value of what it wants for them."""
    declared = facts_of(ruled.entry, trees)
    for offer in ruled.offers:
        if offer.figure is None or offer.fault is not None or not all(name in declared for name in offer.needs):
            continue
        text = _always(ruled, offer, facts, declared, trees, books, settled, seed)
        if text is not None:
            yield Needless(ruled.tree.id, ruled.outcome_id, offer.figure, offer.needs, text)


def _always(
    ruled: Ruled,
    offer: Offer,
    facts: Mapping[str, Any],
    declared: Mapping[str, Fact],
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None,
    seed: int,
) -> str | None:
    """The sentence of a figure where it is the same with all that may be entered for it; None where it is not, or never comes."""
    found: str | None = None
    came = 0
    for values in _assignments([values_of(declared[name]) for name in offer.needs], seed):
        told = {**facts, **dict(zip(offer.needs, values, strict=True))}
        try:
            step = advance(ruled.entry, told, trees=trees, books=books, settled=settled)
        except RuleInputError:  # it cannot be so
            continue
        if not isinstance(step, Ruled) or step.outcome_id != ruled.outcome_id:
            return None  # it decides more than the figure
        said = next((each.text for each in step.figures if each.name == offer.figure), None)
        if said is None and step.next is not None and step.next.figure == offer.figure:
            said = step.next.text
        if said is None or (found is not None and said != found):
            return None
        found = said
        came += 1
    return found if came >= ENOUGH else None


def _assignments(values: Sequence[Sequence[Any]], seed: int) -> Iterator[tuple[Any, ...]]:
    """All ways to enter several facts; of too many the boundaries, and some drawn with a seed."""
    many = 1
    for each in values:
        many *= len(each)
    if many <= ALL:
        yield from product(*values)
        return
    yield from islice(product(*([each[0], each[-1]] for each in values if each)), SOME)
    drawn = random.Random(seed)
    for _ in range(SOME):
        yield tuple(drawn.choice(each) for each in values)


def values_of(fact: Fact) -> list[Any]:
    """What may be entered for a fact, as far as it can be listed; of cards, auctions and texts its examples, cards also singly."""
    match fact.kind:
        case "bool":
            return [True, False]
        case "choice":
            return list(fact.options)
        case "seat":
            return ["N", "E", "S", "W"]
        case "number" if fact.minimum is not None and fact.maximum is not None and fact.maximum - fact.minimum <= ALL:
            return list(range(int(fact.minimum), int(fact.maximum) + 1))
        case "number":
            least = int(fact.minimum or 0)
            return list(range(least, least + 20))
        case "time":
            return ["09:00", "12:30", "21:45"]
        case "cards":
            cards = dict.fromkeys(card for each in fact.examples for card in _cards(each))
            return [*fact.examples, *([card] for card in cards)]
        case _:
            return list(fact.examples)


def _cards(value: Any) -> Sequence[str]:
    return value.split() if isinstance(value, str) else [str(each) for each in value]
