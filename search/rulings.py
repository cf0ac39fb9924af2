"""Finds the trees and worked cases a query speaks of: by what people call it, by its words, and by the laws it leads to.

They have an index of their own, so that however many there are, the law texts are found and ranked as before.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from search.index import Index
from search.ranking import WordScores
from search.sayings import saying_tokens, saying_weight

if TYPE_CHECKING:
    from search.language import Language
    from search.understanding import Understood

INDEX_FILE = "rulings.index"
TABLE_FILE = "rulings.json"

RulingKind = Literal["tree", "case"]

_RECALL, _PRECISION = 0.7, 0.8  # how much it matters that all of a saying is in the query, and nothing else
_HEARD, _WORDS, _LAWS = 1.0, 0.55, 0.45  # the phrase people use; its words; the laws the query leads to
_CASE_LAWS = 0.15  # the same for a worked case, which nobody has a phrase for
_FIRST, _FURTHER = 1.0, 0.8  # of these laws the one cited first, and any other
_OTHER_GAME = 0.3
_LEAST = 0.38  # below this it is not offered
STRONG = 0.8  # from this on it is what is meant
_LEAST_WORDS = 0.999 * min(_LEAST - _CASE_LAWS, _LEAST / _WORDS)


@dataclass(frozen=True, slots=True)
class RulingMatch:
    """A tree or case that a query speaks of."""

    number: int  # in the index of rulings
    kind: RulingKind
    score: float
    reason: str | None


@dataclass
class Rulings:
    """The index of trees and cases, opened for reading."""

    index: Index
    table: Mapping[str, Any] = field(repr=False)

    @classmethod
    def open(cls, folder: Path) -> Rulings:
        """Open what stands in a compiled folder. Raises FileNotFoundError when there is nothing."""
        table = json.loads((folder / TABLE_FILE).read_bytes())
        return cls(Index.open(folder / INDEX_FILE), table)

    @cached_property
    def count(self) -> int:
        """How many trees and cases there are; the sayings of the index come after them."""
        return len(self.table["kinds"])

    @cached_property
    def _citing(self) -> Mapping[int, Sequence[tuple[int, float]]]:
        """The trees that cite a law, by its number, with how much it is what they are about."""
        found: dict[int, list[tuple[int, float]]] = {}
        for number, laws in enumerate(self.table["laws"]):
            if self.table["kinds"][number] != "c":
                for place, law in enumerate(laws):
                    found.setdefault(law, []).append((number, _FIRST if place == 0 else _FURTHER))
        return found

    def find(
        self,
        understood: Understood,
        language: Language,
        laws: Mapping[int, float],
        admitted: Callable[[str, str], bool],
    ) -> list[RulingMatch]:
        """Trees and cases, best first.

        ``laws`` are the laws the query leads to, with shares up to 1; ``admitted`` is asked for game and book.
        """
        heard, said = self._heard(understood, language)
        words = WordScores(understood.concepts, self.index, self.count)
        table = self.table
        cited: dict[int, float] = {}  # of each tree, how far the query leads to its laws
        for article, share in laws.items():
            for number, about in self._citing.get(article, ()):
                cited[number] = max(cited.get(number, 0.0), share * about)
        # Nothing else can reach the least score: a case by what it cites alone, or a tree by a few of its words alone.
        candidates = {*words.least(_LEAST_WORDS), *heard, *cited}
        found: list[RulingMatch] = []
        for number in candidates:
            told = table["kinds"][number] == "c"
            law = self._law_of_case(number, laws) if told else cited.get(number, 0.0)
            word = min(1.0, words[number])
            score = word + _CASE_LAWS * law if told else _HEARD * heard.get(number, 0.0) + _WORDS * word + _LAWS * law
            if score < _LEAST:
                continue
            game, book = table["games"][number], table["books"][number]
            if understood.game and understood.game != game:
                score *= _OTHER_GAME
            if score >= _LEAST and admitted(game, book):
                kind: RulingKind = "case" if told else "tree"
                reason = None
                if heard.get(number, 0.0) >= 0.5:
                    reason = self._reason(said[number])
                found.append(RulingMatch(number, kind, round(score, 4), reason))
        return sorted(found, key=lambda f: (-f.score, f.number))

    def _reason(self, saying: int) -> str:
        """Why a tree was found: what people say when they mean it, or claim of it and what is answered."""
        if (claim := self.table["answers"].get(str(saying))) is None:
            return f"常说：{self.index.shown(saying)}"
        says, answer = claim
        return f"有人说“{says}”：{answer}"

    def _law_of_case(self, number: int, laws: Mapping[int, float]) -> float:
        """How far the query leads to the laws that a case cites."""
        cited: list[int] = self.table["laws"][number]
        return max((laws.get(n, 0.0) * (_FURTHER if i else _FIRST) for i, n in enumerate(cited)), default=0.0)

    def _heard(self, understood: Understood, language: Language) -> tuple[dict[int, float], dict[int, int]]:
        """How close the query comes to what people say of each tree, and to which of these sayings."""
        tokens: dict[str, float] = {}
        pieces: Sequence[tuple[str, float]] = [(understood.text, 1.0), *((w, 0.8) for w in understood.heard)]
        for piece, weight in pieces:
            for token in saying_tokens(piece, language.segmenter, language.canonical, language.noise):
                tokens[token] = max(weight, tokens.get(token, 0.0))
        sayings: list[int] = self.table["sayings"]
        own = 0.0
        together: defaultdict[int, complex] = defaultdict(complex)
        for token, weight in tokens.items():
            postings = self.index.postings("said", token)
            worth = weight * saying_weight(token, len(postings), len(sayings))
            own += worth if postings else 0.4 * worth
            of_query = complex(0.0, worth)
            for number, share in zip(postings.documents, postings.weights, strict=True):
                together[number] += share + of_query
        best: dict[int, float] = {}
        nearest: dict[int, complex] = {}
        said: dict[int, int] = {}
        count = self.count
        for number, parts in together.items():
            ruling = sayings[number - count]
            near = nearest.get(ruling, 0j)
            if parts.real <= near.real and parts.imag <= near.imag:
                continue
            closeness = min(parts.real, 1.0) ** _RECALL * min(parts.imag / own, 1.0) ** _PRECISION
            if closeness > best.get(ruling, 0.0):
                best[ruling] = closeness
                nearest[ruling] = parts
                said[ruling] = number
        return best, said
