"""Finds the trees and worked cases a query speaks of: by what people call it, by its words, and by the laws it leads to.

They have an index of their own, so that however many there are, the law texts are found and ranked as before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from search.index import Index
from search.ranking import by_words
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
        table = json.loads((folder / TABLE_FILE).read_text(encoding="utf-8"))
        return cls(Index.open(folder / INDEX_FILE), table)

    @cached_property
    def count(self) -> int:
        """How many trees and cases there are; the sayings of the index come after them."""
        return len(self.table["kinds"])

    @cached_property
    def _citing(self) -> Mapping[int, Sequence[int]]:
        """The trees that cite a law, by its number."""
        found: dict[int, list[int]] = {}
        for number, laws in enumerate(self.table["laws"]):
            if self.table["kinds"][number] != "c":
                for law in laws:
                    found.setdefault(law, []).append(number)
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
        words = by_words(understood.concepts, self.index, self.count)
        # Nothing else can reach the least score: a case by what it cites alone, or a tree by a few of its words alone.
        candidates = {number for number, score in words.items() if score >= _LEAST_WORDS}
        candidates.update(heard)
        candidates.update(number for article in laws for number in self._citing.get(article, ()))
        table = self.table
        found: list[RulingMatch] = []
        for number in candidates:
            game, book = table["games"][number], table["books"][number]
            cited: list[int] = table["laws"][number]
            law = max((laws.get(n, 0.0) * (1.0 if i == 0 else 0.8) for i, n in enumerate(cited)), default=0.0)
            told = table["kinds"][number] == "c"
            word = min(1.0, words.get(number, 0.0))
            score = word + _CASE_LAWS * law if told else _HEARD * heard.get(number, 0.0) + _WORDS * word + _LAWS * law
            if understood.game and understood.game != game:
                score *= _OTHER_GAME
            if score >= _LEAST and admitted(game, book):
                kind: RulingKind = "case" if told else "tree"
                reason = None
                if heard.get(number, 0.0) >= 0.5:
                    reason = f"常说：{self.index.shown(said[number])}"
                found.append(RulingMatch(number, kind, round(score, 4), reason))
        return sorted(found, key=lambda f: (-f.score, f.number))

    def _heard(self, understood: Understood, language: Language) -> tuple[dict[int, float], dict[int, int]]:
        """How close the query comes to what people say of each tree, and to which of these sayings."""
        tokens: dict[str, float] = {}
        pieces: Sequence[tuple[str, float]] = [(understood.text, 1.0), *((w, 0.8) for w in understood.heard)]
        for piece, weight in pieces:
            for token in saying_tokens(piece, language.segmenter, language.canonical, language.noise):
                tokens[token] = max(weight, tokens.get(token, 0.0))
        sayings: list[int] = self.table["sayings"]
        own = 0.0
        together: dict[int, complex] = {}  # how much of the saying is in the query, and of the query in the saying
        for token, weight in tokens.items():
            postings = self.index.postings("said", token)
            worth = weight * saying_weight(token, len(postings), len(sayings))
            own += worth if postings else 0.4 * worth
            of_query = complex(0.0, worth)
            for number, share in zip(postings.documents, postings.weights, strict=True):
                together[number] = together.get(number, 0j) + (share + of_query)
        best: dict[int, float] = {}
        said: dict[int, int] = {}
        for number, parts in together.items():
            closeness = min(parts.real, 1.0) ** _RECALL * min(parts.imag / own, 1.0) ** _PRECISION
            ruling = sayings[number - self.count]
            if closeness > best.get(ruling, 0.0):
                best[ruling] = closeness
                said[ruling] = number
        return best, said
