"""Whether the wrong sentence of a ruling is told by its form: ways to guess that ask for no law, tried on questions.

``python -m tests.app.study.guessing`` tries them on every tree with several seeds and prints how often each is right.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from app.study import bank
from app.study.making import NoQuestionError
from app.study.model import Question
from decision_trees.games import games

_NUMBER = re.compile(r"\d")
_SEAT = re.compile("[东南西北]家")
_SIDE = re.compile("南北方|东西方")
_SAID = re.compile("^对[^：]*说：")
_NEXT = re.compile("^接着：")
_GROUNDS = re.compile("依据|第.{1,6}条")
_TOLD = re.compile(r"[东南西北]家|南北方|东西方|\d+")


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one way to guess could be followed, how often it was right, and how often chance would have been."""

    tried: int
    right: int
    chance: float

    @property
    def gain(self) -> float:
        """How much oftener it is right than chance, as a share of all questions it says something of."""
        return (self.right - self.chance) / self.tried if self.tried else 0.0


def _having(form: re.Pattern[str], there: bool = True) -> Callable[[Question], list[int]]:
    return lambda question: [n for n, each in enumerate(question.options) if bool(form.search(each.text)) is there]


def _by_length(longest: bool) -> Callable[[Question], list[int]]:
    def guess(question: Question) -> list[int]:
        lengths = [len(each.text) for each in question.options]
        end = max(lengths) if longest else min(lengths)
        return [n for n, each in enumerate(lengths) if each == end]

    return guess


def _names_what_nothing_else_does(question: Question) -> list[int]:
    """Those that name a seat, a side or a number that neither the situation nor another sentence names."""
    out = []
    for n, each in enumerate(question.options):
        rest = question.stem + "".join(o.text for m, o in enumerate(question.options) if m != n)
        if set(_TOLD.findall(each.text)) - set(_TOLD.findall(rest)):
            out.append(n)
    return out


WAYS: dict[str, Callable[[Question], list[int]]] = {
    "the longest": _by_length(True),
    "the shortest": _by_length(False),
    "with a number": _having(_NUMBER),
    "without a number": _having(_NUMBER, False),
    "with a seat": _having(_SEAT),
    "without a seat": _having(_SEAT, False),
    "with a side": _having(_SIDE),
    "what is told somebody": _having(_SAID),
    "what is told nobody": _having(_SAID, False),
    "what comes next": _having(_NEXT),
    "what names a clause": _having(_GROUNDS),
    "what names no clause": _having(_GROUNDS, False),
    "what names something no other sentence names": _names_what_nothing_else_does,
}


def questions(seeds: int, begun: int = 0) -> Iterator[Question]:
    """The questions of this kind of all trees, with so many seeds each."""
    for game in games():
        for subject in bank.subjects(game, kind="error"):
            for seed in range(begun, begun + seeds):
                try:
                    yield bank.make("error", subject.id, seed)
                except NoQuestionError:
                    continue


def guessed(asked: list[Question]) -> dict[str, Tally]:
    """How far each way to guess comes; where it leaves several sentences, one of them is taken by chance."""
    rng, out = Random(1), {}
    for name, way in WAYS.items():
        tried = right = 0
        chance = 0.0
        for question in asked:
            left = way(question)
            if left and len(left) < len(question.options):
                tried += 1
                right += rng.choice(left) == question.right
                chance += 1 / len(question.options)
        out[name] = Tally(tried, right, chance)
    return out


def main() -> None:
    """Print what guessing by form brings."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    asked = list(questions(seeds))
    trees = {question.subject for question in asked}
    chance = sum(1 / len(question.options) for question in asked) / len(asked)
    print(f"{len(asked)} questions of {len(trees)} trees, {chance:.1%} by chance")
    for name, tally in guessed(asked).items():
        if tally.tried:
            print(f"{name}: {tally.right / tally.tried:.1%} of {tally.tried} (chance {tally.chance / tally.tried:.1%})")


if __name__ == "__main__":
    main()
