"""The small index of the books that users bring, written on the device, and one search over it and the compiled one.

The documents, words and weights are made as for the compiled index (:mod:`search.documents`), with its dictionary and what is
learnt of the words of the texts; nothing that only compiles the handbook is needed. A query runs over both at once: the
documents of the small index are numbered after those of the compiled one, and a word's rarity counts both, so there is one
ranking. Without such books nothing of this is loaded.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_data.handbook import Handbook
from rules_data.model import Book
from search.clause_number import numbers_of
from search.documents import (
    FRAMES,
    KIND_LETTERS,
    Draft,
    build_entries,
    provision_draft,
    said_titles,
    table_draft,
    term_draft,
)
from search.engine import Engine
from search.index import NOWHERE, SATURATION, Field, Index, Postings
from search.language import Language
from search.sayings import saying_tokens, saying_weight
from search.tokens import HAN, Segmenter, normalise, prefix_dictionary, runs

_OFTEN = 3  # times that a run of characters stands in the texts before it is taken for a word
_LEARNT = 2_000  # how often a learnt word counts as said, against 20,000 of a term
_LONGEST = 6  # characters of a learnt word
_TERM = 3.0  # how likely a term is meant by its sound, as in the compiled table; a title 1.5
_REMEMBERED = 3000  # words of a field whose postings stay in memory


class OwnPostings(Postings):
    """The documents of both indexes a word occurs in, those of the small one last."""

    __slots__ = ("_compiled", "_own")

    def __init__(self, compiled: Postings, documents: Sequence[int], weights: Sequence[float]) -> None:
        super().__init__([*compiled.documents, *documents], (), None)
        self._compiled = compiled
        self._own = weights

    @property
    def weights(self) -> Sequence[float]:
        """The weight of the word in each document."""
        return [*self._compiled.weights, *self._own]

    def worth(self, strength: float) -> Sequence[complex]:
        """What the word is worth in each document."""
        found = self._worth.get(strength)
        if found is None:
            values = [strength * weight / (weight + SATURATION) for weight in self._own]
            own = [complex(value, min(1.0, 2 * value)) for value in values]
            found = self._worth[strength] = [*self._compiled.worth(strength), *own]
        return found


@dataclass(frozen=True, slots=True)
class SmallIndex:
    """What was written of the books, to be put behind a compiled index."""

    fields: Mapping[
        str, Mapping[str, tuple[Sequence[int], Sequence[float]]]
    ]  # by field and word: documents and weights
    ids: Sequence[str]
    shown: Sequence[Mapping[str, Any]]
    sayings: Sequence[str]


class JoinedIndex(Index):
    """The compiled index and the small one, read as one."""

    __slots__ = ("_compiled", "_count", "_known", "_own_numbers", "_sayings_from", "_small")

    def __init__(self, compiled: Index, small: SmallIndex, count: int, sayings_from: int) -> None:
        self._compiled = compiled
        self._small = small
        self._count = count
        self._sayings_from = sayings_from
        self._own_numbers = {id_: count + i for i, id_ in enumerate(small.ids)}
        self._known: dict[tuple[str, str], Postings] = {}

    def field(self, name: str) -> Field:
        """The field of the compiled index."""
        return self._compiled.field(name)

    def postings(self, name: str, word: str) -> Postings:
        """Documents and weights of a word in a field, of both indexes."""
        own = self._small.fields[name].get(word)
        if own is None:
            return self._compiled.postings(name, word)
        found = self._known.get((name, word))
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._known[name, word] = OwnPostings(self._compiled.postings(name, word) or NOWHERE, *own)
        return found

    def has(self, name: str, word: str) -> bool:
        """Whether a word occurs in a field at all."""
        return word in self._small.fields[name] or self._compiled.has(name, word)

    def number_of(self, id: str) -> int | None:
        """The number of the document with this id."""
        own = self._own_numbers.get(id)
        return own if own is not None else self._compiled.number_of(id)

    def saying(self, number: int) -> str:
        """The text of a saying."""
        own = number - self._sayings_from
        return self._small.sayings[own] if own >= 0 else self._compiled.saying(number)

    def shown(self, document: int) -> Any:
        """What is shown of a document."""
        own = document - self._count
        return self._small.shown[own] if own >= 0 else self._compiled.shown(document)


def joined(engine: Engine, handbook: Handbook, books: Sequence[Book]) -> Engine:
    """A search over what an engine finds and these books. ``handbook`` holds them too; with none it is the engine itself."""
    if not books:
        return engine
    language = engine.language
    simplify = handbook.script.simplified
    drafts: list[Draft] = []
    for book in books:
        drafts += (provision_draft(p, book, handbook, simplify) for p in book.walk())
        drafts += (table_draft(table, book) for table in book.tables)
        drafts += (term_draft(term, book) for term in book.terms)
    shorts = {book.id: book.short for book in books}
    for draft in drafts:
        if draft.kind == "provision":  # a hit says which book it is of
            draft.shown["path"] = [shorts[draft.book], *draft.shown["path"]]
    learnt = learnt_words([f"{d.title}\n{d.text}" for d in drafts], language.segmenter, engine.index)
    words = dict(language.data["words"])
    for piece, frequency in prefix_dictionary(learnt).items():
        words[piece] = max(frequency, words.get(piece, 0))
    segmenter = Segmenter.from_entries(words)
    count = language.documents.count
    titles = _titles(drafts, handbook, count)
    sayings_from = language.first_saying + len(language.sayings)
    small = _written(drafts, titles, segmenter, language, engine.index, count, sayings_from)
    index = JoinedIndex(engine.index, small, count, sayings_from)
    data = _joined_data(language, books, drafts, titles, words, count)
    return Engine(index, Language(language.folder, data), engine.rulings, engine.tools, own_from=count)


def learnt_words(texts: Sequence[str], segmenter: Segmenter, compiled: Index) -> dict[str, int]:
    """Words of the texts that the dictionary does not know, with how often they count as said.

    Only what stands nowhere in the compiled texts is learnt: so no question about these is cut otherwise than before.
    """
    found: Counter[str] = Counter()
    before: defaultdict[str, set[str]] = defaultdict(set)
    after: defaultdict[str, set[str]] = defaultdict(set)
    loose: set[str] = set()
    for text in texts:
        for han, run in runs(text):
            if not han:
                continue
            new = [not compiled.has("grams", run[i : i + 2]) for i in range(len(run) - 1)]
            for start in (i for i, is_new in enumerate(new) if is_new):
                for first in range(max(0, start - _LONGEST + 2), start + 1):
                    for end in range(start + 2, min(len(run), first + _LONGEST) + 1):
                        piece = run[first:end]
                        found[piece] += 1
                        before[piece].add(run[first - 1 : first])
                        after[piece].add(run[end : end + 1])
            if any(new):
                loose.update(_left_over(segmenter.words(run)))
    learnt = {
        piece: _LEARNT
        for piece, times in found.items()
        if times >= _OFTEN and len(before[piece]) > 1 and len(after[piece]) > 1 and not segmenter.knows(piece)
    }
    learnt |= {
        pair: _LEARNT // 4
        for pair in loose
        if not compiled.has("grams", pair) and not any(pair in word for word in learnt)
    }
    return learnt


def _left_over(words: Sequence[str]) -> Iterator[str]:
    """Two characters side by side that the dictionary leaves single, between words it knows: 缴|纳."""
    single = [len(word) == 1 for word in words]
    for i in range(len(words) - 1):
        alone = (i == 0 or not single[i - 1]) and (i + 2 == len(words) or not single[i + 2])
        if single[i] and single[i + 1] and alone:
            yield words[i] + words[i + 1]


def _titles(drafts: Sequence[Draft], handbook: Handbook, count: int) -> list[tuple[str, str, list[int]]]:
    """Printed titles with the documents that bear them, as in the compiled index."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, draft in enumerate(drafts, count):
        if draft.kind == "provision" and handbook.provision(draft.id).kind not in FRAMES:
            for title in said_titles(draft.title.split("\n")[0]):
                found[title, draft.game].append(number)
    return [(title, game, numbers) for (title, game), numbers in found.items() if len(numbers) <= 3]


def _written(
    drafts: Sequence[Draft],
    titles: Sequence[tuple[str, str, list[int]]],
    segmenter: Segmenter,
    language: Language,
    compiled: Index,
    count: int,
    sayings_from: int,
) -> SmallIndex:
    fields: dict[str, dict[str, tuple[list[int], list[float]]]] = {"words": {}, "grams": {}, "said": {}}

    def note(name: str, number: int, words: Mapping[str, float]) -> None:
        postings = fields[name]
        for word, weight in words.items():
            documents, weights = postings.setdefault(word, ([], []))
            documents.append(number)
            weights.append(weight)

    shown = []
    for number, entry in enumerate(build_entries(drafts, segmenter, language.canonical, dict(language.usual)), count):
        note("words", number, entry.words)
        note("grams", number, entry.grams)
        shown.append(entry.shown)
    sayings = [normalise(title).replace(" ", "") for title, _, _ in titles]
    tokens = [list(saying_tokens(each, segmenter, language.canonical, language.noise)) for each in sayings]
    own = Counter(token for each in tokens for token in each)
    total = len(language.sayings) + len(sayings)
    for number, each in enumerate(tokens, sayings_from):
        weights = {t: saying_weight(t, own[t] + len(compiled.postings("said", t)), total) for t in each}
        together = sum(weights.values())
        note("said", number, {token: weight / together for token, weight in weights.items()})
    return SmallIndex(fields, [draft.id for draft in drafts], shown, sayings)


def _joined_data(
    language: Language,
    books: Sequence[Book],
    drafts: Sequence[Draft],
    titles: Sequence[tuple[str, str, list[int]]],
    words: Mapping[str, int],
    count: int,
) -> dict[str, Any]:
    """What understands a question, with what is new of these books."""
    known = language.data
    documents = known["documents"]
    games: list[str] = [*documents["game_names"]]
    games += dict.fromkeys(book.game for book in books if book.game not in games)
    of_book = {book.id: len(known["books"]) + i for i, book in enumerate(books)}
    number = {draft.id: i for i, draft in enumerate(drafts, count)}
    first_meaning = len(known["meanings"])
    return {
        **known,
        "words": words,
        "meanings": [*known["meanings"], *([game, [], numbers] for _, game, numbers in titles)],
        "sayings": [*known["sayings"], *range(first_meaning, first_meaning + len(titles))],
        "first_saying": language.first_saying,
        "own_names": list(_names(drafts)),
        "documents": {
            "kinds": documents["kinds"] + "".join(KIND_LETTERS[d.kind] for d in drafts),
            "games": [*documents["games"], *(games.index(d.game) for d in drafts)],
            "game_names": games,
            "books": [*documents["books"], *(of_book[d.book] for d in drafts)],
            "parents": [*documents["parents"], *(number[d.parent] if d.parent else -1 for d in drafts)],
            "articles": [*documents["articles"], *(number[d.article] if d.article else number[d.id] for d in drafts)],
            "priors": [*documents["priors"], *(d.prior for d in drafts)],
            "traits": [*documents["traits"], *(d.traits for d in drafts)],
        },
        "books": [
            *known["books"],
            *(
                {
                    "id": b.book, "game": b.game, "style": b.style, "numbers": " ".join(sorted(b.numbers)),
                    "witness": False, "amends": False,
                }
                for b in numbers_of(_Books({book.id: book for book in books}))
            ),
        ],
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Books:
    """Some books, for whoever asks for the numbers of their clauses."""

    books: Mapping[str, Book]


def _names(drafts: Sequence[Draft]) -> Iterator[tuple[str, float]]:
    """What can be heard by its sound: the terms, as those of the law; the titles and their parts."""
    seen: set[str] = set()
    for draft in drafts:
        if draft.kind == "term" and HAN.fullmatch(draft.title) and draft.title not in seen:
            seen.add(draft.title)
            yield draft.title, _TERM
    for draft in drafts:
        for part in re.split(r"[,，、。:：()（）\s—与和及-]", draft.title):
            if 2 <= len(part) <= 8 and HAN.fullmatch(part) and part not in seen:
                seen.add(part)
                yield part, 1.5
