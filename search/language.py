"""What the search knows of language, compiled when the handbook is built: words, sayings, everyday words, English, pinyin.

Everything here is plain data read from two JSON files; the second (pinyin) is read only when a query needs it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from search.clause_number import BookNumbers
from search.tokens import FOLDING, Segmenter

if TYPE_CHECKING:
    from rules_data.model import GameId
    from search.pinyin import Pinyin

LANGUAGE_FILE = "language.json"
PINYIN_FILE = "pinyin.json"
_REMEMBERED = 500  # texts that were shown, as the words of a query are written


class Meaning(NamedTuple):
    """What a saying means: words of the text, and the documents a referee would open, best first."""

    game: GameId
    means: tuple[str, ...]
    go: tuple[int, ...]
    title: bool = False  # not a saying but a printed title


class DocumentClass(NamedTuple):
    """What documents have in common for ranking; there are far fewer of these than documents."""

    prior: float
    traits: str
    game: int
    book: int


@dataclass(frozen=True)
class Documents:
    """What ranking needs to know of every document, by number."""

    kinds: str  # one letter each: p provision, t term, b table, e tree, c case
    games: Sequence[int]  # of each, where its game stands among ``game_names``
    game_names: Sequence[GameId]
    books: Sequence[int]
    parents: Sequence[int]  # -1: none
    articles: Sequence[int]  # the law a provision belongs to, itself when it is one
    priors: Sequence[float]
    traits: Sequence[str]
    """Letters: p imposes a penalty, r gives or limits a right, d defines, D is an entry of definitions, n has numbers, m times."""

    @property
    def count(self) -> int:
        """How many there are; the sayings of the index come after them."""
        return len(self.kinds)

    @cached_property
    def classes(self) -> tuple[Sequence[DocumentClass], Sequence[int]]:
        """The classes there are, and the class of each document."""
        found: dict[DocumentClass, int] = {}
        each = map(DocumentClass, self.priors, self.traits, self.games, self.books)
        of = [found.setdefault(one, len(found)) for one in each]
        return list(found), of

    def game(self, number: int) -> GameId:
        """The game a document is about."""
        return self.game_names[self.games[number]]


@dataclass(frozen=True)
class Language:
    """The compiled tables."""

    folder: Path
    data: Mapping[str, Any] = field(repr=False)
    _known_plain: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def load(cls, folder: Path) -> Language:
        """Read the tables from a folder. Raises FileNotFoundError when they are missing."""
        return cls(folder, _read(folder / LANGUAGE_FILE))

    @cached_property
    def segmenter(self) -> Segmenter:
        """Cuts queries into words."""
        return Segmenter.from_entries(self.data["words"])

    @cached_property
    def canonical(self) -> Mapping[str, str]:
        """Words taken for one another, each with the one that stands for all."""
        return self.data["canonical"]  # type: ignore[no-any-return]

    @cached_property
    def near(self) -> Mapping[str, Sequence[tuple[str, float]]]:
        """Everyday words with words of the texts to try as well."""
        return self.data["near"]  # type: ignore[no-any-return]

    @cached_property
    def noise(self) -> frozenset[str]:
        """Words of a question that say nothing about its subject."""
        return frozenset(self.data["noise"])

    @cached_property
    def weak(self) -> frozenset[str]:
        """Words that say something, but little."""
        return frozenset(self.data["weak"])

    @cached_property
    def names(self) -> Mapping[GameId, frozenset[str]]:
        """Words that may stand in a reason, by game: see :mod:`search.reasons`."""
        return {game: frozenset(words) for game, words in self.data["names"].items()}

    def explaining(self, meaning: Meaning) -> tuple[str, ...]:
        """Of what a saying means, the words that tell somebody what it is."""
        return tuple(word for word in meaning.means if word in self.names.get(meaning.game, ()))

    def explains(self, word: str) -> bool:
        """Whether a word is a name in any game."""
        return any(word in words for words in self.names.values())

    @cached_property
    def english(self) -> Mapping[str, tuple[Sequence[str], Sequence[int]]]:
        """English terms and abbreviations with what they are in Chinese, and the meanings of which they are a saying."""
        return self.data["english"]  # type: ignore[no-any-return]

    @cached_property
    def _english_by_length(self) -> Mapping[int, Sequence[str]]:
        found: dict[int, list[str]] = {}
        for phrase in self.english:
            found.setdefault(len(phrase), []).append(phrase)
        return found

    def english_near(self, length: int) -> list[str]:
        """English terms of about a length: all that can be like a word of this length by four fifths."""
        lengths = range(2 * length // 3, 3 * length // 2 + 2)
        return [phrase for each in lengths for phrase in self._english_by_length.get(each, ())]

    @cached_property
    def meanings(self) -> Sequence[Meaning]:
        """The entries of the synonym files."""
        first_title: int = self.data["titles_from"]
        return [
            Meaning(game, tuple(means), tuple(go), i >= first_title)
            for i, (game, means, go) in enumerate(self.data["meanings"])
        ]

    @cached_property
    def typed(self) -> Sequence[tuple[re.Pattern[str], int]]:
        """How cards and patterns are typed, with the number of what is meant."""
        return [(re.compile(pattern), meaning) for pattern, meaning in self.data["typed"]]

    @cached_property
    def sayings(self) -> Sequence[int]:
        """For each saying of the index, in order, the number of its meaning."""
        return self.data["sayings"]  # type: ignore[no-any-return]

    @cached_property
    def documents(self) -> Documents:
        """What is known of every document."""
        d = self.data["documents"]
        return Documents(
            d["kinds"], d["games"], d["game_names"], d["books"], d["parents"], d["articles"], d["priors"], d["traits"]
        )

    @cached_property
    def first_saying(self) -> int:
        """The number of the first saying of the index: after the last document that was compiled."""
        compiled: int = self.data.get("first_saying", 0)
        return compiled or self.documents.count

    @cached_property
    def usual(self) -> Mapping[str, float]:
        """How many words the fields of a document usually have."""
        return self.data["usual"]  # type: ignore[no-any-return]

    @cached_property
    def books(self) -> tuple[BookNumbers, ...]:
        """The clause numbers of every book."""
        return tuple(
            BookNumbers(b["id"], b["game"], b["style"], frozenset(b["numbers"].split()), b["witness"], b["amends"])
            for b in self.data["books"]
        )

    @cached_property
    def pinyin(self) -> Pinyin:
        """Pinyin of characters and names."""
        from search.pinyin import Name, Pinyin, by_first_readings

        data = _read(self.folder / PINYIN_FILE)
        characters = dict(zip(data["characters"], data["readings"], strict=True))
        names = list(map(Name, data["names"], data["spoken"], data["weights"]))
        return Pinyin(characters, [*names, *by_first_readings(self.data.get("own_names", ()), characters)])

    @cached_property
    def _to_simplified(self) -> dict[int, int]:
        return str.maketrans(*self.data["simplified"])

    def simplified(self, text: str) -> str:
        """The text in Simplified characters, of the same length."""
        return text.translate(self._to_simplified)

    @cached_property
    def _to_plain(self) -> _Plain:
        return _Plain(self._to_simplified)

    def plain(self, text: str) -> str:
        """The text folded and in Simplified characters, of the same length: as the words of a query are written."""
        known = self._known_plain.get(text)
        if known is None:
            if len(self._known_plain) >= _REMEMBERED:
                self._known_plain.clear()
            known = self._known_plain[text] = text.translate(self._to_plain)
        return known


class _Plain(dict[int, int]):
    """What each character is folded and simplified to; worked out when it is first met."""

    def __init__(self, to_simplified: Mapping[int, int]) -> None:
        super().__init__()
        self._to_simplified = to_simplified

    def __missing__(self, code: int) -> int:
        folded = FOLDING[code]
        self[code] = found = self._to_simplified.get(folded, folded)
        return found


def pinyin_data(pinyin: Pinyin) -> dict[str, Any]:
    """What is written of the pinyin tables: columns, which are read faster than rows."""
    return {
        "characters": "".join(pinyin.characters),
        "readings": list(pinyin.characters.values()),
        "names": [name.text for name in pinyin.names],
        "spoken": [name.reading for name in pinyin.names],
        "weights": [name.weight for name in pinyin.names],
    }


def _read(file: Path) -> Any:
    return json.loads(file.read_bytes())
