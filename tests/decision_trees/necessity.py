"""Figures that wait for a fact they do not need, and questions whose answer changes nothing.

Run as ``python -m tests.decision_trees.necessity`` it goes through all worked cases of every game, also with less entered than they
say, and writes what it found, with commit, seed and the digests of the mechanics and of the trees, into the file beside it; in the
suite it goes through the cases as they are, and through some with less.
"""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any

from app.ruling.pack import JOKERS, RANKS, SUITS, is_rank, pack
from decision_trees.engine import Offer, Ruled, Step, advance
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.loader import ROOT
from decision_trees.model import Case, Fact, Tree
from decision_trees.reach import facts_of, on_sheet, required, to_enter
from decision_trees.view import view
from rules_data.handbook import open_handbook
from rules_data.model import Book
from tests.decision_trees import questions
from tests.decision_trees.agreement import lines_of, mechanics
from tests.decision_trees.questions import Put, put

RESULT = Path(__file__).with_name("necessity.txt")
OWN = (Path(__file__), Path(questions.__file__))
SEED = 20261128
PROCESSES = 2
LESS = 6  # ways several facts at once are left out of a case
ALL = 5000  # values of what is wanting, so many that all of them are tried
SOME = 500  # of more, beside the boundaries
WAYS = 8  # ways the other facts are, with which one that makes no difference is tried
ENOUGH = 2  # ways it must have come out to say that it always comes out so
OFTEN = 8  # times a fact of several must have been tried to say that it is never needed: fewer are few cards and counts

BLANK = re.compile("(?<!—)—(?!—)")  # stands where there was nothing to say

LIBRARY, BOOKS = open_library(), open_handbook().books
Key = tuple[str, str, str, str]  # tree, outcome, figure, fact


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
    likely: Mapping[str, Any] | None = None,
) -> Iterator[tuple[Needless, bool]]:
    """Of each figure that waits for several facts, each of them: whether it makes no difference whatever the others are.

    That it makes none here is no fault by itself: elsewhere it may. Where it makes none anywhere, it must not be waited for.
    ``likely`` is what the others were where they were left out.
    """
    declared = facts_of(ruled.entry, trees)
    drawn = random.Random(seed)
    for offer in withheld(ruled, facts, trees, books, settled):
        if len(offer.needs) < ENOUGH or not all(name in declared for name in offer.needs):
            continue
        for name in offer.needs:
            others = [other for other in offer.needs if other != name]
            values = [values_of(declared[other], ruled.tree.game) for other in others]
            alone = Offer((name,), (), offer.gain, offer.figure)
            text: str | None = ""
            for way in range(WAYS if all(values) else 0):
                told = {**facts, **{other: drawn.choice(each) for other, each in zip(others, values, strict=True)}}
                if way == 0:  # as they were, as far as that is known
                    told |= {other: value for other, value in (likely or {}).items() if other in others}
                elif way % 2:
                    told |= {
                        other: drawn.choice(declared[other].examples) for other in others if declared[other].examples
                    }
                text = _always(ruled, alone, told, declared, trees, books, settled, seed)
                if text is None:
                    break
            yield Needless(ruled.tree.id, ruled.outcome_id, offer.figure or "", (name,), text or ""), bool(text)


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
    for offer in withheld(ruled, facts, trees, books, settled):
        if offer.fault is not None or not all(name in declared for name in offer.needs):
            continue
        text = _always(ruled, offer, facts, declared, trees, books, settled, seed)
        if text is not None:
            yield Needless(ruled.tree.id, ruled.outcome_id, offer.figure or "", offer.needs, text)


def withheld(
    ruled: Ruled,
    facts: Mapping[str, Any],
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None,
) -> list[Offer]:
    """The figures that wait for a fact: those that say so, and those that wait in silence."""
    offered = [offer for offer in ruled.offers if offer.figure is not None]
    said = {figure.name for figure in ruled.figures} | {offer.figure for offer in offered}
    said |= {ruled.next.figure} if ruled.next is not None else set()
    declared, known = facts_of(ruled.entry, trees), view(ruled.entry, facts, Law(trees, books, settled))
    for name, figure in ruled.tree.outcomes[ruled.outcome_id].figures.items():
        if name in said:
            continue
        wanted = dict.fromkeys((*required(figure.given), *figure.only))
        missing = [each for each in wanted if each in declared and known.known(each) is None]
        if needs := to_enter(missing, declared, facts, on_sheet(ruled.entry)):
            offered.append(Offer(needs, (), "", name))
    return offered


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
    for values in _assignments([values_of(declared[name], ruled.tree.game) for name in offer.needs], seed):
        told = {**facts, **dict(zip(offer.needs, values, strict=True))}
        try:
            step = advance(ruled.entry, told, Law(trees, books, settled))
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
    """All ways to enter several facts; of too many the boundaries, and some drawn with a seed. Far ones come first."""
    many = 1
    for each in values:
        many *= len(each)
    drawn = random.Random(seed)
    if many <= ALL:
        every = list(product(*values))
        drawn.shuffle(every)
        yield from every
        return
    yield from islice(product(*([each[0], each[-1]] for each in values if each)), SOME)
    for _ in range(SOME):
        yield tuple(drawn.choice(each) for each in values)


def values_of(fact: Fact, game: str = "bridge") -> list[Any]:
    """What may be entered for a fact: all of it where it can be listed, every card and every call; else examples."""
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
            least = int(fact.minimum if fact.minimum is not None else -ALL)
            most = int(fact.maximum if fact.maximum is not None else max(least, 0) + ALL)
            return list(range(least, most + 1, max(1, (most - least) // SOME)))
        case "time":
            return ["09:00", "12:30", "21:45"]
        case "card":
            return every_card(game)
        case "cards":
            every = every_card(game)
            others = ([*_cards(each)[:-1], card] for each in fact.examples for card in every if len(_cards(each)) > 1)
            return [*fact.examples, *([card] for card in every), *others]
        case "call":
            return [
                *(f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")),
                "P",
                "X",
                "XX",
            ]
        case "text" if is_rank(fact):
            return list(dict.fromkeys((*RANKS, *fact.examples)))
        case _:
            return list(fact.examples)


def _cards(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else [str(each) for each in value]


def every_card(game: str) -> list[str]:
    """Each card of a game's pack once, as the game writes it."""
    cards = pack(game)
    return [cards.code(suit, rank) for suit in SUITS for rank in RANKS] + (list(JOKERS) if cards.jokers else [])


# -- all cases, and with less entered -----------------------------------------------------------------------------------
def go(tree: Tree, facts: Mapping[str, Any], settled: Mapping[str, str]) -> Step:
    return advance(tree, facts, Law(LIBRARY.trees, BOOKS, settled))


def cases_of(game: str) -> list[str]:
    """The names of the worked cases of a game."""
    return [name for name, case in LIBRARY.cases.items() if LIBRARY.trees[case.tree].game == game]


def less_entered(case: Case, seed: int) -> Iterator[tuple[dict[str, Any], Ruled]]:
    """A case without each one of its facts that does not change how it comes out, and without several of them."""
    tree = LIBRARY.trees[case.tree]
    whole = go(tree, case.facts, case.settled)
    if not isinstance(whole, Ruled):
        return

    def without(names: Sequence[str]) -> tuple[dict[str, Any], Ruled] | None:
        facts = {name: value for name, value in case.facts.items() if name not in names}
        try:
            step = go(tree, facts, case.settled)
        except RuleInputError:
            return None
        same = isinstance(step, Ruled) and (step.tree.id, step.outcome_id) == (whole.tree.id, whole.outcome_id)
        return (facts, step) if same and isinstance(step, Ruled) else None

    free = []
    for name in case.facts:
        if found := without([name]):
            free.append(name)
            yield found
    drawn = random.Random(f"{seed} {case.id}")
    several = {tuple(free)} if len(free) > 1 else set()
    several |= {
        tuple(sorted(drawn.sample(free, drawn.randint(2, len(free) - 1)))) for _ in range(LESS) if len(free) > 2
    }
    for names in sorted(several):
        if found := without(names):
            yield found


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found in one case."""

    rulings: int
    withheld: int
    needless: tuple[tuple[str, Needless], ...]
    blank: tuple[str, ...]  # lines with a place that was not filled
    tried: tuple[tuple[Key, bool], ...]
    put: tuple[Put, ...]


def measured(name: str, seed: int = SEED) -> Measured:
    """One case as it is and with less entered: the figures it withholds, and the questions put on its way."""
    case = LIBRARY.cases[name]
    tree = LIBRARY.trees[case.tree]
    whole = go(tree, case.facts, case.settled)
    ways = [(dict(case.facts), whole)] if isinstance(whole, Ruled) else []
    ways += less_entered(case, seed)
    found: dict[Needless, str] = {}
    tried: list[tuple[Key, bool]] = []
    blank: dict[str, None] = {}
    many = 0
    for facts, step in ways:
        blank.update({f"{case.id} says {line}": None for line in lines_of(step) if BLANK.search(line)})
        many += len(withheld(step, facts, LIBRARY.trees, BOOKS, case.settled))
        for each in needless(step, facts, LIBRARY.trees, BOOKS, case.settled, seed):
            found.setdefault(each, f"{case.id} without {'、'.join(case.facts.keys() - facts.keys()) or 'nothing'}")
    for facts, step in ways[:1] + ways[-1:]:
        for each, alike in superfluous(step, facts, LIBRARY.trees, BOOKS, case.settled, seed, case.facts):
            tried.append(((each.tree, each.outcome, each.figure, each.needs[0]), alike))
    asked = tuple(put(case, partial(go, tree), LIBRARY.trees, seed))
    unneeded = tuple((where, each) for each, where in found.items())
    return Measured(len(ways), many, unneeded, tuple(blank), tuple(tried), asked)


def never_needed(tried: Iterator[tuple[Key, bool]] | Sequence[tuple[Key, bool]]) -> list[Key]:
    """Facts that a figure waits for together with others, and that made no difference to it however often it was tried."""
    alike: dict[Key, list[bool]] = defaultdict(list)
    for key, same in tried:
        alike[key].append(same)
    return sorted(key for key, same in alike.items() if len(same) >= OFTEN and all(same))


def trees_digest() -> str:
    """The digest of all that is written down in the games: trees, cases, deal sheets; how a story is heard changes none of it."""
    heard = {"hearing.yaml"}
    files = [each for each in sorted(ROOT.glob("*/**/*.yaml")) if each.name not in heard and "said" not in each.parts]
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]


def main() -> int:
    """Go through the cases of every game, and write down what is needless."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    said = [f"commit {commit.stdout.strip()} seed {SEED} mechanics {mechanics(*OWN)} trees {trees_digest()}"]
    wrong = 0
    with ProcessPoolExecutor(PROCESSES) as pool:
        for game in games():
            found = list(pool.map(measured, cases_of(game), chunksize=8))
            figures = [each for one in found for each in one.needless]
            never = never_needed([each for one in found for each in one.tried])
            asked = [each for one in found for each in one.put]
            idle, somewhere = questions.idle(asked), questions.idle_where(asked)
            blank = [each for one in found for each in one.blank]
            wrong += len(blank) + len(figures) + len(never) + len(idle)
            rulings, waiting = sum(one.rulings for one in found), sum(one.withheld for one in found)
            different = len({each.key for each in asked})
            said += [
                f"{game}: {len(found)} cases, {rulings} rulings, {waiting} figures withheld, {len(figures)} needlessly, "
                f"{len(never)} facts never needed, {len(blank)} blanks; {len(asked)} questions put, {different} different, "
                f"{len(idle)} needlessly, {len(somewhere)} after one answer"
            ]
            said += [
                f"  {where}: {each.figure} wants {'、'.join(each.needs)}, always {each.text}" for where, each in figures
            ]
            said += [f"  {' '.join(key)} is never needed" for key in never]
            said += [f"  {each}" for each in [*blank, *idle, *somewhere]]
    RESULT.write_text("\n".join(said) + "\n", encoding="utf-8")
    print("\n".join(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
