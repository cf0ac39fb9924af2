"""How well documents answer an understood query: by its words, by the sayings it contains, by what kind of question it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from search.index import Postings
from search.reasons import said_why

if TYPE_CHECKING:
    from search.index import Index
    from search.language import Language
    from search.understanding import Concept, Understood

_COVERAGE = 0.55  # share of the score that depends on how much of the query is covered
_BASE = 1 - _COVERAGE
_SAID = 0.7  # weight of what a saying leads to, against words found
_TITLE = 0.6  # the same for a printed title
_SAID_ALONE = 0.15  # share of that weight which does not depend on the words of the provision itself
_SAID_ORDER = (1.0, 0.86, 0.74, 0.64, 0.56, 0.5, 0.45, 0.4)
_FAMILY = 0.25  # what the law above, and the clauses below, get of it
_INTENT = {
    "penalty": ("p", 1.12),
    "right": ("r", 1.05),
    "definition": ("d", 1.25),
    "number": ("n", 1.06),
    "time": ("m", 1.25),
}
_OTHER_GAME = 0.55
_DEFINITION = 0.75  # an entry of definitions, when the query is longer than the word it defines
_STRANGE = 0.85  # a game in whose texts a word of the query does not occur


@dataclass(slots=True)
class Ranking:
    """Scores documents for one understood query."""

    index: Index
    language: Language
    understood: Understood

    def run(self) -> tuple[dict[int, float], dict[int, str]]:
        """Scores of all documents that have one, in order of number, and, where it is not obvious, reasons."""
        documents = self.language.documents
        words = WordScores(self.understood.concepts, self.index, documents.count)
        scores = words.all(self._factors(), documents.classes[1])
        reasons: dict[int, str] = {}
        found = len(scores)
        self._add_said(scores, reasons)
        return (dict(sorted(scores.items())) if len(scores) > found else scores), reasons

    def _factors(self) -> list[float]:
        """By how much documents of each class count more or less."""
        understood, documents = self.understood, self.language.documents
        speaks = sum(1 for c in understood.concepts if c.words and c.weight >= 0.8)
        intents = [_INTENT[intent] for intent in sorted(understood.intents)]
        definitions_count_less = speaks >= 3 and "definition" not in understood.intents
        lacking = self._lacking()
        names, books = documents.game_names, self.language.books
        factors = []
        for factor, traits, game, book in documents.classes[0]:
            for letter, more in intents:
                if letter in traits:
                    factor *= more
            if "D" in traits and definitions_count_less:
                factor *= _DEFINITION
            for games in lacking:
                if game in games:
                    factor *= _STRANGE
            if understood.game and names[game] != understood.game:
                factor *= _OTHER_GAME
            if understood.supplement and not books[book].amends:
                factor *= _OTHER_GAME
            factors.append(factor)
        return factors

    def _lacking(self) -> list[set[int]]:
        """For each telling word of the query, the games whose texts do not know it."""
        games = self.language.documents.games
        found: list[set[int]] = []
        every = set(range(len(self.language.documents.game_names)))
        for concept in self.understood.concepts:
            if concept.weight < 0.8 or not concept.words:
                continue
            known: set[int] = set()
            for word, strength in concept.words:
                if strength >= 0.8 and known != every:
                    known.update(map(games.__getitem__, self.index.postings("words", word).documents))
            if known and known != every:
                found.append(every - known)
        return found

    def _add_said(self, scores: dict[int, float], reasons: dict[int, str]) -> None:
        """Lift the provisions that a recognised saying leads to, and a little the law around them."""
        documents = self.language.documents
        bonus: dict[int, float] = {}
        why: dict[int, str] = {}
        aimed: set[int] = set()
        highest = max(scores.values(), default=1.0)
        for place, said in enumerate(self.understood.said):
            share = (_TITLE if said.meaning.title else _SAID) * said.closeness * (1.0 if place == 0 else 0.6)
            targets = said.meaning.go
            for order, target in enumerate(targets[: len(_SAID_ORDER)]):
                worth = share * _SAID_ORDER[order]
                aimed.add(target)
                if worth > bonus.get(target, 0.0):
                    bonus[target] = worth
                    if reason := said_why(said, self.language):
                        why[target] = reason
                    else:
                        why.pop(target, None)
                parent = documents.parents[target]
                if parent >= 0 and documents.articles[parent] == documents.articles[target]:
                    bonus.setdefault(parent, _FAMILY * worth)
        for target, worth in bonus.items():
            if target in scores or target in aimed:
                factor = 1.0
                for intent in sorted(self.understood.intents):
                    letter, more = _INTENT[intent]
                    if letter in documents.traits[target]:
                        factor *= more
                own = scores.get(target, 0.0)
                more = worth * factor * (_SAID_ALONE + (1 - _SAID_ALONE) * own / highest)
                scores[target] = own + more
                if more < own / 2:
                    why.pop(target, None)  # found by its words anyway
        reasons.update(why)


class WordScores:
    """BM25 over weighted fields, each concept counted once, more for documents that cover the query."""

    __slots__ = ("_mass", "_sums")

    def __init__(self, concepts: Sequence[Concept], index: Index, count: int) -> None:
        sums = [0j] * count  # what each document scores, and how much of the query it covers
        mass = 0.0
        for concept in concepts:
            found, weight = _concept(concept, index, count)
            if found is None:
                mass += 0.3 * concept.weight * math.log(1 + count / 5)
                continue
            mass += weight
            for number, worth in zip(found[0], found[1], strict=True):
                sums[number] += weight * worth
        self._sums = sums
        self._mass = mass

    def __getitem__(self, number: int) -> float:
        """The score of a document."""
        total, mass = self._sums[number], self._mass
        return total.real / mass * (_BASE + _COVERAGE * total.imag / mass) if total else 0.0

    def all(self, factors: Sequence[float], of: Sequence[int]) -> dict[int, float]:
        """The scores of all documents that have one, in order of number, each times the factor of its class."""
        mass = self._mass
        return {
            number: total.real / mass * (_BASE + _COVERAGE * total.imag / mass) * factors[of[number]]
            for number, total in enumerate(self._sums)
            if total
        }

    def least(self, score: float) -> list[int]:
        """The documents that score so much at least."""
        least = score * self._mass  # how far the query is covered can only lessen what this is compared with
        return [number for number, total in enumerate(self._sums) if total.real >= least and self[number] >= score]


Found = tuple[Sequence[int], Sequence[complex]]
"""Documents, and what a concept is worth in each."""


def _concept(concept: Concept, index: Index, count: int) -> tuple[Found | None, float]:
    """Where a concept is found, each time by the best of its words there, and how much it weighs."""
    taken: list[tuple[Postings, float]] = []
    rarest = 0
    for name, choices in (("words", concept.words), ("grams", concept.grams)):
        for word, strength in choices:
            postings = index.postings(name, word)
            if postings.documents:
                taken.append((postings, strength))
                if strength >= 0.8 or not rarest:
                    rarest = max(rarest, len(postings.documents))
    if not taken:
        return None, 0.0
    weight = concept.weight * math.log(1 + (count - rarest + 0.5) / (rarest + 0.5))
    postings, strength = taken[0]
    if len(taken) == 1:
        return (postings.documents, postings.worth(strength)), weight
    best = dict(zip(postings.documents, postings.worth(strength), strict=True))
    for postings, strength in taken[1:]:
        for number, worth in zip(postings.documents, postings.worth(strength), strict=True):
            if number not in best or worth.real > best[number].real:
                best[number] = worth
    return (list(best), list(best.values())), weight
