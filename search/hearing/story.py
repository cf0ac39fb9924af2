"""A story told at the table, understood: which trees it may be about, what was said of the facts, how much is still asked."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from decision_trees.engine import Asked, Undecided, advance
from decision_trees.functions import RuleInputError
from search.hearing.facts import Happened, happened, heard
from search.hearing.ranker import MOST, Ranked, game_of, ranked

if TYPE_CHECKING:
    from decision_trees.law import Law
    from decision_trees.library import Library
    from decision_trees.model import Tree
    from search.engine import Engine, Hit

LONGEST = 400  # characters of a story that are heard
_NEAREST = 3

_AND_THEN = re.compile(
    r"[。；;！!？?\n]+|[，, ]*(?:然后|接着|后来|紧接着|跟着又|接下来)[，, ]*|[，, ]+(?:又|再)(?=[^，, ])"
)
_SURE = 0.85  # how likely each of two irregularities must be, told one after the other
_PART = 8  # characters of a part of a story that tells an irregularity


@dataclass(frozen=True, slots=True)
class Story:
    """What was understood."""

    game: str | None
    trees: tuple[Ranked, ...] = ()  # likeliest first; none where no tree rules it
    facts: Mapping[str, Any] = field(default_factory=dict)  # of the first tree
    heard: tuple[tuple[str, str], ...] = ()  # of each fact: its name, the words that say it
    questions: int = 0  # that the first tree still asks on the shortest way to a ruling
    nearest: tuple[Hit, ...] = ()  # provisions, where no tree rules it


class Hearing:
    """Understands stories, with the trees and, only when it is needed, the search."""

    def __init__(self, library: Library, law: Law, engine: Callable[[], Engine]) -> None:
        self.library, self.law, self.engine = library, law, engine

    def story(self, text: str, game: str | None = None) -> Story:
        """What a story says; the game is told apart where none is given. Never raises for any text."""
        text = text.strip()[:LONGEST]
        if not text:
            return Story(game)
        games = tuple(dict.fromkeys(tree.game for tree in self.library.trees.values()))
        found = self._searched(text, game) if game is None and game_of(text, games) is None else None
        game = game or game_of(text, games) or (self.library.tree(found[0].tree).game if found else None)
        if found is None and game is not None:
            found = self.trees(text, game)
        if not found or game is None:
            return Story(game, nearest=self._nearest(text, game))
        facts, heard = self._facts(text, found[0].tree, game)
        return Story(game, tuple(found), facts, heard, self.questions(self.library.tree(found[0].tree), facts))

    def trees(self, text: str, game: str) -> list[Ranked]:
        """The trees a story may be about, likeliest first; none where no tree rules it."""

        def told(tree: str) -> int:
            own = self.library.tree(tree).facts
            return sum(fact.name in own for fact in heard(text, tree, game))

        what = happened(text, game)
        if what.nothing:
            return []
        found = ranked(text, game, self._possible(what), told)
        if found is None:
            return self._searched(text, game)
        return self._both(text, game, [each for each in found if self._entered(each.tree)])

    def _possible(self, told: Happened) -> Callable[[str], int]:
        """How far each tree can be what a story tells: by what its calls show, and what has not begun yet."""

        def possible(tree: str) -> int:
            if not self._entered(tree) or tree in told.never or self.library.tree(tree).stage in told.before:
                return 0
            return 2 if tree in told.shown else 1

        return possible

    def _both(self, text: str, game: str, found: list[Ranked]) -> list[Ranked]:
        """The same, with both irregularities first where a story tells two, one after the other, in their order."""
        parts = [part for part in _AND_THEN.split(text) if len(part) >= _PART]
        if not found or len(parts) < 2:
            return found
        sure: dict[str, Ranked] = {}
        for part in parts:
            likeliest = next(iter(ranked(part, game, self._possible(happened(part, game))) or ()), None)
            if likeliest is not None and likeliest.score >= _SURE and self._entered(likeliest.tree):
                sure.setdefault(likeliest.tree, likeliest)
        stages = {self.library.tree(tree).stage for tree in sure}
        if len(sure) != 2 or len(stages) != 2 or found[0].tree not in sure:
            return found
        return [*sure.values(), *(each for each in found if each.tree not in sure)][:MOST]

    def _entered(self, tree: str) -> bool:
        """Whether a ruling begins with a tree: what several trees share is no beginning."""
        return not self.library.tree(tree).part

    def _searched(self, text: str, game: str | None) -> list[Ranked]:
        """What the search finds: for a game that nothing was learnt for."""
        hits = self.engine().search(text, game=game, kind="tree", limit=MOST).hits
        return [Ranked(hit.id, round(min(1.0, hit.score / 2), 4)) for hit in hits]

    def _nearest(self, text: str, game: str | None) -> tuple[Hit, ...]:
        return self.engine().search(text, game=game, kind="provision", limit=_NEAREST).hits

    def _facts(self, text: str, tree: str, game: str) -> tuple[Mapping[str, Any], tuple[tuple[str, str], ...]]:
        """What was said of the facts of a tree, in the form ``rule --facts`` takes, and by which words."""
        found = heard(text, tree, game)
        return {each.name: each.value for each in found}, tuple((each.name, each.said) for each in found)

    def questions(self, tree: Tree, facts: Mapping[str, Any]) -> int:
        """How many questions are still asked at least, until there is a ruling."""
        try:
            step = advance(tree, facts, self.law)
        except RuleInputError:
            return 0
        if not isinstance(step, Asked | Undecided):
            return 0
        known = {each.name for each in step.known}
        return _fewest(step.tree, step.node, known)


def _fewest(tree: Tree, start: str, known: set[str]) -> int:
    """The questions on the shortest way through a tree from a node; what is known or worked out is not asked."""
    best = {start: 0}
    ahead = deque([start])
    while ahead:
        node = ahead.popleft()
        question = tree.questions.get(node)
        if question is None:
            return best[node]
        asked = (
            question.fact is not None
            and question.fact not in known
            and (node == start or (fact := tree.facts.get(question.fact)) is None or fact.derive is None)
        )
        cost = best[node] + asked
        for onward in _onward(tree, node):
            if cost < best.get(onward, 1 << 30):
                best[onward] = cost
                ahead.append(onward) if asked else ahead.appendleft(onward)
    return 0


def _onward(tree: Tree, node: str) -> Iterator[str]:
    question = tree.questions[node]
    yield from question.answers.values()
    yield from (each.to for each in question.ranges)
    if question.next:
        yield question.next
