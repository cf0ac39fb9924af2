"""The search: a query -> ranked hits that say what they are, where they stand and why they match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from search.index import INDEX_FILE, Index
from search.language import Language
from search.ranking import Ranking
from search.reasons import said_why
from search.rulings import STRONG, RulingMatch, Rulings
from search.snippets import Marks, snippet, wanted_words
from search.tokens import HAN
from search.tools import MOST, Tools
from search.understanding import Understood, understand

if TYPE_CHECKING:
    from rules_data.model import GameId

HitKind = Literal["provision", "term", "table", "tree", "case", "tool"]

_LONGEST = 200  # characters of a query that are read
_RECOGNISED = 0.45  # from this closeness on a saying tells what a query is about
_WHOLE = 0.5  # weight from which a word of a query is one that says something
_PROVISIONS_FIRST = 3
_TREES, _CASES = 3, 3  # of these in a list of everything
_CASES_AFTER = 10
_NAMED = 1.2  # from this score on a ruling is meant by the mere name of something
_LIKELY = 0.5  # of the best score, and at least this, to stand in a list of everything
_LAWS = 12  # provisions that say which laws a query leads to
_SAME_LAW = 2  # provisions of one law among the first three
_FAR_OFF = 0.4  # of the best score: most documents that share a word with a query score less
_FAR = 0.6  # of the best score: farther off than this, a third provision of the same law is better


@dataclass(frozen=True, slots=True)
class Hit:
    """One result."""

    kind: HitKind
    id: str
    book: str
    label: str
    title: str | None
    path: tuple[str, ...]
    snippet: str
    marks: tuple[tuple[int, int], ...]  # stretches of the snippet that match
    score: float
    reason: str | None = None  # in Chinese, when it is not obvious why this matches


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The hits for a query, best first."""

    query: str
    understood: str  # in Chinese: what the query was taken to mean
    hits: tuple[Hit, ...] = ()
    suggestions: tuple[str, ...] = ()  # nearest terms, when nothing was found
    ruling: Hit | None = None  # the tree that is meant, when the query says what happened
    tools: tuple[Hit, ...] = ()  # calculators and clocks the query may ask for, beside the hits


@dataclass(frozen=True, slots=True)
class ForRuling:
    """What a referee of a game is shown for a sentence: its trees and provisions, and a tree of another game that is meant."""

    trees: tuple[Hit, ...]
    provisions: tuple[Hit, ...]
    elsewhere: Hit | None


@dataclass(frozen=True, slots=True)
class _Read:
    """A query that was understood, and how every document fits it."""

    understood: Understood
    everything: Mapping[int, float]
    reasons: Mapping[int, str]
    wanted: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Found:
    """What is shown of it."""

    hits: tuple[Hit, ...]
    meant: Hit | None
    tools: tuple[Hit, ...]


@dataclass(slots=True)
class Engine:
    """A search index opened for reading."""

    index: Index
    language: Language
    rulings: Rulings
    tools: Tools
    own_from: int | None = None  # the number of the first document of a book that somebody brought
    _filters: dict[tuple[str | None, str | None, str | None], _Filter] = field(default_factory=dict, repr=False)

    def search(
        self,
        query: str,
        game: GameId | None = None,
        book: str | None = None,
        kind: HitKind | None = None,
        limit: int = 20,
    ) -> SearchResults:
        """Find what a query asks for.

        ``game``, ``book`` and ``kind`` keep only hits of that game, book or kind. Among hits of every kind trees come after
        the first provisions, worked cases after the first ten hits. The second copy of a text (bridge-1999-hant)
        is searched only when its book is asked for. Never raises for any query.
        """
        query = query.strip()[:_LONGEST]
        if not query or limit < 1:
            return SearchResults(query, "")
        read = self._read(query, game)
        found = self._found(read, game, book, kind, limit)
        suggestions = () if found.hits else self._suggest(read.understood)
        said = _in_words(read.understood, self.language)
        return SearchResults(query, said, found.hits, suggestions, found.meant, found.tools)

    def for_ruling(self, query: str, game: GameId, trees: int, provisions: int) -> ForRuling:
        """What a referee of a game asks with a sentence, at once: the same hits as searching for each by itself.

        ``trees`` and ``provisions``: how many of these at most. Never raises for any query.
        """
        query = query.strip()[:_LONGEST]
        if not query:
            return ForRuling((), (), None)
        read = self._read(query, game)
        found = self._found(read, game, None, "tree", trees)
        clauses = self._found(read, game, None, "provision", provisions)
        elsewhere = None
        if found.meant is None:  # what is clearly said of another game is not forced into this one
            of_any = understand(query, self.language, self.index, None)
            read = read if of_any == read.understood else self._ranked(of_any)
            meant = self._found(read, None, None, "tree", 1).meant
            elsewhere = meant if meant is not None and not meant.id.startswith(f"{game}.") else None
        return ForRuling(found.hits, clauses.hits, elsewhere)

    def _read(self, query: str, game: GameId | None) -> _Read:
        """What a query means, and how every document fits it."""
        return self._ranked(understand(query, self.language, self.index, game))

    def _ranked(self, understood: Understood) -> _Read:
        everything, reasons = Ranking(self.index, self.language, understood).run()
        return _Read(understood, everything, reasons, wanted_words(understood))

    def _found(self, read: _Read, game: GameId | None, book: str | None, kind: HitKind | None, limit: int) -> _Found:
        """Of all that fits, what the searcher asked for."""
        understood, wanted = read.understood, read.wanted
        admitted = self._filter(game, book, kind)
        scores = admitted.only(read.everything)
        trees, cases = self._rulings(understood, game, book, kind, read.everything, scores)
        tools = self._tools(understood, game, book) if kind in (None, "tool") else []
        hits = [
            self._hit(number, 10.0 - place, wanted, None if exact else "没有这个条号，这是上一级条款")
            for place, (number, exact) in enumerate(self._numbered(understood, admitted))
        ]
        if self._has_sense(understood):
            hits += self._by_words(read, scores, kind, {hit.id for hit in hits}, limit - len(hits))
        else:  # single characters it shares with the texts: every sentence has some of those
            trees, cases = [found for found in trees if found.score >= STRONG], []
        if kind is None:
            shown = [self._ruling(found, wanted) for found in _likely(trees)[:_TREES]]
            hits[_PROVISIONS_FIRST:_PROVISIONS_FIRST] = shown
            hits[_CASES_AFTER:_CASES_AFTER] = [self._ruling(found, wanted) for found in _likely(cases)[:_CASES]]
        else:
            rulings = trees if kind == "tree" else cases if kind == "case" else ()
            hits += tools[:limit] if kind == "tool" else ()
            hits += (self._ruling(found, wanted) for found in rulings[: max(0, limit - len(hits))])
        meant = None
        if trees and trees[0].score >= self._least(understood, trees[0]) and not understood.numbers:
            meant = self._ruling(trees[0], wanted)
        return _Found(tuple(hits[:limit]), meant, tuple(tools[:MOST]))

    def _by_words(
        self, read: _Read, scores: Mapping[int, float], kind: HitKind | None, seen: Collection[str], most: int
    ) -> Iterator[Hit]:
        """Documents by how they fit, those left out that are shown already."""
        why = next(iter(read.understood.heard.values()), None)
        for number in self._arrange(scores, kind):
            if most <= 0:
                return
            hit = self._hit(number, scores[number], read.wanted, read.reasons.get(number, why or None))
            if hit.id not in seen:
                most -= 1
                yield hit

    def _tools(self, understood: Understood, game: GameId | None, book: str | None) -> list[Hit]:
        if understood.empty or understood.numbers:
            return []

        def admitted(about: str, of: str) -> bool:
            return (game is None or about == game) and (book is None or of == book)

        return [
            Hit("tool", each.id, each.book, "工具", each.title, (), each.about, (), each.score)
            for each in self.tools.find(understood, self.language, admitted)
        ]

    def _filter(self, game: GameId | None, book: str | None, kind: HitKind | None) -> _Filter:
        """The filter for what the searcher asked for, made once."""
        found = self._filters.get((game, book, kind))
        if found is None:
            found = self._filters[game, book, kind] = _Filter(self.language, game, book, kind)
        return found

    def _least(self, understood: Understood, found: RulingMatch) -> float:
        """From which score on a ruling is meant: a name alone asks what that is, unless a ruling is plainly about it."""
        return STRONG if found.reason or not self.language.explains(understood.text) else _NAMED

    def _rulings(
        self,
        understood: Understood,
        game: GameId | None,
        book: str | None,
        kind: HitKind | None,
        everything: Mapping[int, float],
        scores: Mapping[int, float],
    ) -> tuple[list[RulingMatch], list[RulingMatch]]:
        """Trees and cases for a query, best first; the scores are those of all documents, and of those to be shown."""
        if kind not in (None, "tree", "case") or understood.empty:
            return [], []
        if book is not None or kind is not None:
            scores = self._filter(game, None, None).only(everything)
        if understood.numbers:
            boosted = dict(scores)
            for place, (number, _) in enumerate(self._numbered(understood, self._filter(game, None, None))):
                boosted[number] = max(scores.get(number, 0.0), 2.0 - 0.2 * place)
            scores = dict(sorted(boosted.items()))
        if self.own_from is not None:  # trees are about the law
            scores = {number: score for number, score in scores.items() if number < self.own_from}
        best = [
            number for number in islice(_by_score(scores), _LAWS) if scores[number] > 0.0
        ]  # a word of every text says nothing
        laws: dict[int, float] = {}
        for number in best:
            article = self.language.documents.articles[number]
            laws[article] = max(laws.get(article, 0.0), scores[number] / scores[best[0]])

        def admitted(about: str, of: str) -> bool:
            return (game is None or about == game) and (book is None or of == book)

        found = self.rulings.find(understood, self.language, laws, admitted)
        trees = [f for f in found if f.kind == "tree"] if kind != "case" else []
        return trees, [f for f in found if f.kind == "case"] if kind != "tree" else []

    def _ruling(self, found: RulingMatch, wanted: Sequence[str]) -> Hit:
        shown = self.rulings.index.shown(found.number)
        return _hit(shown, found.score, found.reason, snippet(shown["text"], wanted, self.language))

    def _numbered(self, understood: Understood, admitted: _Filter) -> Iterator[tuple[int, bool]]:
        """Documents that a clause number leads to; for a whole number also what stands directly below it."""
        documents = self.language.documents
        found = [(self.index.number_of(f.id), f) for f in understood.numbers]
        heads = [(n, f) for n, f in found if n is not None and admitted.named[n]]
        yield from ((n, f.exact) for n, f in heads)
        if heads and heads[0][1].whole:
            first = heads[0][0]
            for number in range(first + 1, len(documents.parents)):
                if documents.parents[number] == first:
                    yield number, True
                elif documents.parents[number] < first:
                    break

    def _arrange(self, scores: Mapping[int, float], kind: HitKind | None) -> Iterator[int]:
        """Order by score; provisions before terms and tables at the top; not one law alone in the first three."""
        if kind is not None:
            yield from _by_score(scores)
            return
        kinds, articles = self.language.documents.kinds, self.language.documents.articles
        passed: list[int] = []  # what was looked at and does not stand at the top
        top: list[int] = []
        held: list[int] = []
        best = None
        ordered = _by_score(scores)
        for number in ordered:
            if kinds[number] != "p":
                passed.append(number)
                continue
            best = scores[number] if best is None else best
            same = sum(articles[n] == articles[number] for n in top)
            if same >= _SAME_LAW:
                held.append(number)
                passed.append(number)
            elif scores[number] < _FAR * best and held:
                passed.append(number)
                top.append(held.pop(0))
            else:
                top.append(number)
            if len(top) == _PROVISIONS_FIRST:
                break
        yield from top
        yield from (n for n in chain(passed, ordered) if n not in top)

    def _hit(self, number: int, score: float, wanted: Sequence[str], reason: str | None) -> Hit:
        shown = self.index.shown(number)
        return _hit(shown, round(score, 4), reason, snippet(shown["text"], wanted, self.language))

    def _has_sense(self, understood: Understood) -> bool:
        """Whether anything the query says is known here: a number, a saying, a whole word, two characters together."""
        if understood.numbers or understood.heard or any(said.closeness >= _RECOGNISED for said in understood.said):
            return True
        plain = not HAN.search(understood.text)  # 300 alone is asked for itself; in a sentence it counts nothing
        return any(
            ((plain or concept.weight >= _WHOLE) and any(self.index.has("words", word) for word, _ in concept.words))
            or any(len(gram) > 1 and self.index.has("grams", gram) for gram, _ in concept.grams)
            for concept in understood.concepts
        )

    def _suggest(self, understood: Understood) -> tuple[str, ...]:
        """Terms that look or sound most like a query that found nothing."""
        from difflib import SequenceMatcher

        pinyin = self.language.pinyin
        text = understood.text
        readings = pinyin.of(text)
        sound = "".join(r[0] for r in readings) if readings else text.replace(" ", "")
        likeness: dict[str, float] = {}
        for name in pinyin.names:
            if name.weight >= 2:
                look = SequenceMatcher(None, text, name.text).ratio()
                heard = SequenceMatcher(None, sound, name.reading.replace(" ", "")).ratio()
                likeness[name.text] = max(look, 0.9 * heard) + 0.01 * name.weight
        return tuple(sorted(likeness, key=lambda name: -likeness[name])[:5])


class _Filter:
    """Which documents may be shown."""

    def __init__(self, language: Language, game: str | None, book: str | None, kind: str | None) -> None:
        documents = language.documents
        games = [game is None or name == game for name in documents.game_names]
        letters = documents.kinds if kind is None else _LETTERS[kind]
        named = [book is None or one.book == book for one in language.books]
        unnamed = [
            may and (book is not None or not one.witness) for may, one in zip(named, language.books, strict=True)
        ]
        fits = [
            games[of_game] and letter in letters
            for of_game, letter in zip(documents.games, documents.kinds, strict=True)
        ]
        self.shown = [fit and unnamed[of] for fit, of in zip(fits, documents.books, strict=True)]
        """Of each document, whether it may be shown."""
        self.named = [fit and named[of] for fit, of in zip(fits, documents.books, strict=True)]
        """The same when it was asked for by its id or number: then of the second copy of a text too."""

    def only(self, scores: Mapping[int, float]) -> dict[int, float]:
        """The scores of documents that may be shown."""
        shown = self.shown
        return {number: score for number, score in scores.items() if shown[number]}


_LETTERS = {"provision": "p", "term": "t", "table": "b", "tree": "e", "case": "c", "tool": ""}


def _by_score(scores: Mapping[int, float]) -> Iterator[int]:
    """The documents, best first; of equal ones the first first, as ``scores`` is in order of number.

    Those far off are put in order only when somebody comes to them.
    """
    far = _FAR_OFF * max(scores.values(), default=0.0)
    yield from sorted((n for n, score in scores.items() if score >= far), key=scores.__getitem__, reverse=True)
    yield from sorted((n for n, score in scores.items() if score < far), key=scores.__getitem__, reverse=True)


def _hit(shown: Mapping[str, Any], score: float, reason: str | None, part: tuple[str, Marks]) -> Hit:
    return Hit(
        shown["kind"], shown["id"], shown["book"], shown["label"], shown["title"], tuple(shown["path"]),
        *part, score, reason,
    )  # fmt: skip


def _likely(rulings: Sequence[RulingMatch]) -> list[RulingMatch]:
    """Those not far behind the best."""
    return [found for found in rulings if found.score >= _LIKELY * max(1.0, rulings[0].score)]


def _in_words(understood: Understood, language: Language) -> str:
    """What the query was taken to mean, for the person who typed it."""
    if understood.numbers and understood.numbers[0].whole:
        return "条号"
    parts = [why for why in dict.fromkeys(understood.heard.values()) if why][:2]
    parts += [why for said in understood.said[:1] if said.closeness > 0.6 and (why := said_why(said, language))]
    if not parts:
        parts = ["、".join(c.word for c in understood.concepts if c.words)]
    return "；".join(parts)


def open_engine(folder: Path | None = None) -> Engine:
    """Open the compiled index in a folder, by default this installation's, compiled first if it is missing or stale."""
    if folder is None:
        from search.compiled_index import compiled_index

        folder = compiled_index()
    return Engine(Index.open(folder / INDEX_FILE), Language.load(folder), Rulings.open(folder), Tools.open(folder))
