"""The search: a query -> ranked hits that say what they are, where they stand and why they match."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from search.index import Index
from search.language import Language
from search.rulings import STRONG, RulingMatch, Rulings
from search.tokens import HAN, fold
from search.understanding import Concept, Understood, understand

if TYPE_CHECKING:
    from rules_data.model import GameId

HitKind = Literal["provision", "term", "table", "tree", "case"]

_SATURATION = 0.9  # how soon more of the same word stops counting
_COVERAGE = 0.55  # share of the score that depends on how much of the query is covered
_SAID = 0.7  # weight of what a saying leads to, against words found
_RECOGNISED = 0.45  # from this closeness on a saying tells what a query is about
_WHOLE = 0.5  # weight from which a word of a query is one that says something
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
_PROVISIONS_FIRST = 3
_TREES, _CASES = 3, 3  # of these in a list of everything
_CASES_AFTER = 10
_LIKELY = 0.5  # of the best score, and at least this, to stand in a list of everything
_LAWS = 12  # provisions that say which laws a query leads to
_SAME_LAW = 2  # provisions of one law among the first three
_FAR = 0.6  # of the best score: farther off than this, a third provision of the same law is better
_SNIPPET = 90


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


@dataclass(slots=True)
class Engine:
    """A search index opened for reading."""

    index: Index
    language: Language
    rulings: Rulings

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
        query = query.strip()[:200]
        if not query or limit < 1:
            return SearchResults(query, "")
        understood = understand(query, self.language, self.index, game)
        admitted = _Filter(self.language, game, book, kind)
        scores, reasons = _Ranking(self.index, self.language, understood, admitted).run()
        ordered = self._arrange(scores, kind)
        hits: list[Hit] = []
        wanted = _wanted(understood)
        trees, cases = self._rulings(understood, game, book, kind, scores, wanted)
        for number, exact in self._numbered(understood, admitted):
            reason = None if exact else "没有这个条号,这是上一级条款"
            hits.append(self._hit(number, 10.0 - len(hits), wanted, reason))
        seen = {hit.id for hit in hits}
        sense = self._has_sense(understood)
        if not sense:  # single characters it shares with the texts: every sentence has some of those
            trees, cases = [hit for hit in trees if hit.score >= STRONG], []
        for number in ordered if sense else ():
            if len(hits) >= limit:
                break
            if (hit := self._hit(number, scores[number], wanted, reasons.get(number))).id not in seen:
                hits.append(hit)
        if kind is None:
            hits[_PROVISIONS_FIRST:_PROVISIONS_FIRST] = _likely(trees)[:_TREES]
            hits[_CASES_AFTER:_CASES_AFTER] = _likely(cases)[:_CASES]
        else:
            hits += trees if kind == "tree" else cases if kind == "case" else ()
        suggestions = () if hits else self._suggest(understood)
        meant = trees[0] if trees and trees[0].score >= STRONG and not understood.numbers else None
        return SearchResults(query, _in_words(understood), tuple(hits[:limit]), suggestions, meant)

    def close(self) -> None:
        """Release the index files."""
        self.index.close()
        self.rulings.close()

    def _rulings(
        self,
        understood: Understood,
        game: GameId | None,
        book: str | None,
        kind: HitKind | None,
        scores: Mapping[int, float],
        wanted: Sequence[str],
    ) -> tuple[list[Hit], list[Hit]]:
        """Trees and cases for a query, best first."""
        if kind not in (None, "tree", "case") or understood.empty:
            return [], []
        everything = _Filter(self.language, game, None, None)
        if book is not None or kind is not None:
            scores = _Ranking(self.index, self.language, understood, everything).run()[0]
        scores = dict(scores)
        for place, (number, _) in enumerate(self._numbered(understood, everything)):
            scores[number] = max(scores.get(number, 0.0), 2.0 - 0.2 * place)
        best = sorted(scores, key=lambda n: (-scores[n], n))[:_LAWS]
        laws: dict[int, float] = {}
        for number in best:
            article = self.language.documents.articles[number]
            laws[article] = max(laws.get(article, 0.0), scores[number] / scores[best[0]])

        def admitted(about: str, of: str) -> bool:
            return (game is None or about == game) and (book is None or of == book)

        def by_words(index: Index, count: int) -> dict[int, float]:
            return _by_words(understood.concepts, index, count)

        found = self.rulings.find(understood, self.language, laws, by_words, admitted)
        trees = [self._ruling(f, wanted) for f in found if f.kind == "tree"] if kind != "case" else []
        return trees, [self._ruling(f, wanted) for f in found if f.kind == "case"] if kind != "tree" else []

    def _ruling(self, found: RulingMatch, wanted: Sequence[str]) -> Hit:
        shown = self.rulings.index.shown(found.number)
        snippet, marks = _snippet(shown["text"], wanted, self.language)
        return Hit(
            shown["kind"], shown["id"], shown["book"], shown["label"], shown["title"], tuple(shown["path"]),
            snippet, marks, found.score, found.reason,
        )  # fmt: skip

    def _numbered(self, understood: Understood, admitted: _Filter) -> Iterator[tuple[int, bool]]:
        """Documents that a clause number leads to; for a whole number also what stands directly below it."""
        documents = self.language.documents
        found = [(self.index.number_of(f.id), f) for f in understood.numbers]
        heads = [(n, f) for n, f in found if n is not None and admitted(n, named=True)]
        yield from ((n, f.exact) for n, f in heads)
        if heads and heads[0][1].whole:
            first = heads[0][0]
            for number in range(first + 1, len(documents.parents)):
                if documents.parents[number] == first:
                    yield number, True
                elif documents.parents[number] < first:
                    break

    def _arrange(self, scores: dict[int, float], kind: HitKind | None) -> list[int]:
        """Order by score; provisions before terms and tables at the top; not one law alone in the first three."""
        kinds, articles = self.language.documents.kinds, self.language.documents.articles
        ordered = sorted(scores, key=lambda n: (-scores[n], n))
        if kind is not None or not ordered:
            return ordered
        provisions = [n for n in ordered if kinds[n] == "p"]
        top: list[int] = []
        held: list[int] = []
        for number in provisions:
            if len(top) == _PROVISIONS_FIRST:
                break
            same = sum(articles[n] == articles[number] for n in top)
            if same >= _SAME_LAW:
                held.append(number)
            elif scores[number] < _FAR * scores[provisions[0]] and held:
                top.append(held.pop(0))
            else:
                top.append(number)
        chosen = set(top)
        return top + [n for n in ordered if n not in chosen]

    def _hit(self, number: int, score: float, wanted: Sequence[str], reason: str | None) -> Hit:
        shown = self.index.shown(number)
        snippet, marks = _snippet(shown["text"], wanted, self.language)
        return Hit(
            shown["kind"], shown["id"], shown["book"], shown["label"], shown["title"], tuple(shown["path"]),
            snippet, marks, round(score, 4), reason,
        )  # fmt: skip

    def _has_sense(self, understood: Understood) -> bool:
        """Whether anything the query says is known here: a number, a saying, a whole word, two characters together."""
        if understood.numbers or understood.heard or any(said.closeness >= _RECOGNISED for said in understood.said):
            return True
        plain = not HAN.search(understood.text)  # 300 alone is asked for itself; in a sentence it counts nothing
        return any(
            (
                (plain or concept.weight >= _WHOLE)
                and any(self.index.postings("words", word) for word, _ in concept.words)
            )
            or any(len(gram) > 1 and self.index.postings("grams", gram) for gram, _ in concept.grams)
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
                heard = max(SequenceMatcher(None, sound, r.replace(" ", "")).ratio() for r in name.readings)
                likeness[name.text] = max(look, 0.9 * heard) + 0.01 * name.weight
        return tuple(sorted(likeness, key=lambda name: -likeness[name])[:5])


@dataclass(slots=True)
class _Filter:
    """Which documents may be shown."""

    language: Language
    game: str | None
    book: str | None
    kind: str | None

    def __call__(self, number: int, named: bool = False) -> bool:
        """Whether a document may be shown; ``named``: it was asked for by its id or number."""
        documents = self.language.documents
        book = self.language.books[documents.books[number]]
        if self.book is not None:
            if book.book != self.book:
                return False
        elif book.witness and not named:
            return False
        if self.game is not None and documents.game(number) != self.game:
            return False
        return self.kind is None or documents.kinds[number] == _LETTERS[self.kind]


_LETTERS = {"provision": "p", "term": "t", "table": "b", "tree": "e", "case": "c"}


@dataclass(slots=True)
class _Ranking:
    """Scores documents for one understood query."""

    index: Index
    language: Language
    understood: Understood
    admitted: _Filter

    def run(self) -> tuple[dict[int, float], dict[int, str]]:
        """Scores and, where it is not obvious, reasons."""
        scores = _by_words(self.understood.concepts, self.index, self.language.documents.count)
        reasons: dict[int, str] = {}
        documents = self.language.documents
        speaks = sum(1 for c in self.understood.concepts if c.words and c.weight >= 0.8)
        lacking = self._lacking()
        books = self.language.books
        for number in scores:
            factor = documents.priors[number]
            traits = documents.traits[number]
            for intent in self.understood.intents:
                letter, more = _INTENT[intent]
                if letter in traits:
                    factor *= more
            if "D" in traits and speaks >= 3 and "definition" not in self.understood.intents:
                factor *= _DEFINITION
            for games in lacking:
                if documents.games[number] in games:
                    factor *= _STRANGE
            if self.understood.game and documents.game(number) != self.understood.game:
                factor *= _OTHER_GAME
            if self.understood.supplement and books[documents.books[number]].style != "supplement":
                factor *= _OTHER_GAME
            scores[number] *= factor
        self._add_said(scores, reasons)
        allowed = {n: s for n, s in scores.items() if self.admitted(n)}
        if self.understood.heard:
            why = "; ".join(dict.fromkeys(list(self.understood.heard.values())[:1]))
            for number in allowed:
                reasons.setdefault(number, why)
        return allowed, reasons

    def _lacking(self) -> list[set[int]]:
        """For each telling word of the query, the games whose texts do not know it."""
        games = self.language.documents.games
        found: list[set[int]] = []
        every = set(range(len(self.language.documents.game_names)))
        for concept in self.understood.concepts:
            if concept.weight < 0.8 or not concept.words:
                continue
            words = [w for w, strength in concept.words if strength >= 0.8]
            known = {games[n] for w in words for n in self.index.postings("words", w).documents}
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
                    meant = "、".join(said.meaning.means)
                    if said.meaning.title or said.text in said.meaning.means:
                        why.pop(target, None)
                    else:
                        why[target] = f"俗称: {said.text} = {meant}" if meant else f"俗称: {said.text}"
                parent = documents.parents[target]
                if parent >= 0 and documents.articles[parent] == documents.articles[target]:
                    bonus.setdefault(parent, _FAMILY * worth)
        for target, worth in bonus.items():
            if target in scores or target in aimed:
                factor = 1.0
                for intent in self.understood.intents:
                    letter, more = _INTENT[intent]
                    if letter in documents.traits[target]:
                        factor *= more
                own = scores.get(target, 0.0)
                more = worth * factor * (_SAID_ALONE + (1 - _SAID_ALONE) * own / highest)
                scores[target] = own + more
                if more < own / 2:
                    why.pop(target, None)  # found by its words anyway
        reasons.update(why)


def _likely(rulings: Sequence[Hit]) -> list[Hit]:
    """Those not far behind the best."""
    return [hit for hit in rulings if hit.score >= _LIKELY * max(1.0, rulings[0].score)]


def _by_words(concepts: Sequence[Concept], index: Index, count: int) -> dict[int, float]:
    """BM25 over weighted fields, each concept counted once, more for documents that cover the query."""
    totals: dict[int, float] = {}
    covered: dict[int, float] = {}
    mass = 0.0
    for concept in concepts:
        found, weight = _concept(concept, index, count)
        if not found:
            mass += 0.3 * concept.weight * math.log(1 + count / 5)
            continue
        mass += weight
        for number, strength in found.items():
            totals[number] = totals.get(number, 0.0) + weight * strength
            covered[number] = covered.get(number, 0.0) + weight * min(1.0, 2 * strength)
    if not mass:
        return {}
    return {
        number: total / mass * (1 - _COVERAGE + _COVERAGE * covered[number] / mass) for number, total in totals.items()
    }


def _concept(concept: Concept, index: Index, count: int) -> tuple[dict[int, float], float]:
    found: dict[int, float] = {}
    rarest = 0
    for name, choices in (("words", concept.words), ("grams", concept.grams)):
        for word, strength in choices:
            postings = index.postings(name, word)
            if not postings:
                continue
            if strength >= 0.8 or not rarest:
                rarest = max(rarest, len(postings))
            for number, weight in zip(postings.documents, postings.weights, strict=True):
                value = strength * weight / (weight + _SATURATION)
                if value > found.get(number, 0.0):
                    found[number] = value
    if not found:
        return found, 0.0
    return found, concept.weight * math.log(1 + (count - rarest + 0.5) / (rarest + 0.5))


def _wanted(understood: Understood) -> list[str]:
    """Words to mark in snippets, longest first."""
    words = {w for c in understood.concepts for w, strength in c.words if strength >= 0.5 and len(w) > 1}
    words |= {c.word for c in understood.concepts if len(c.word) > 1}
    words |= set(understood.heard)
    return sorted(words, key=len, reverse=True)


_SENTENCE = re.compile(r"[。；;！!？?\n]")


def _snippet(text: str, wanted: Sequence[str], language: Language) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The part of a text that matches best, with the stretches that match."""
    plain = language.simplified(fold(text)) if len(wanted) else ""
    taken = bytearray(len(text))
    spans: list[tuple[int, int]] = []
    for word in wanted if len(plain) == len(text) else ():
        at = plain.find(word)
        while at >= 0:
            if not any(taken[at : at + len(word)]):
                spans.append((at, at + len(word)))
                taken[at : at + len(word)] = b"\1" * len(word)
            at = plain.find(word, at + len(word))
    spans.sort()
    start = 0
    if len(text) > _SNIPPET and spans:
        best = 0
        for first, _ in spans:
            inside = sum(end - begin for begin, end in spans if first <= begin and end <= first + _SNIPPET)
            if inside > best:
                best, start = inside, first
        breaks = [m.end() for m in _SENTENCE.finditer(text, 0, start)]
        start = breaks[-1] if breaks and start - breaks[-1] <= 25 else max(0, start - 12)
        start = min(start, max(0, len(text) - _SNIPPET))
    end = min(len(text), start + _SNIPPET)
    head, tail = ("…" if start else ""), ("…" if end < len(text) else "")
    snippet = head + text[start:end].replace("\n", " ") + tail
    shift = len(head) - start
    marks = tuple((max(a, start) + shift, min(b, end) + shift) for a, b in spans if a < end and b > start)
    return snippet, _joined(marks)


def _joined(marks: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in marks:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _in_words(understood: Understood) -> str:
    """What the query was taken to mean, for the person who typed it."""
    if understood.numbers and understood.numbers[0].whole:
        return "条号"
    parts = list(dict.fromkeys(understood.heard.values()))[:2]
    for said in understood.said[:1]:
        if said.closeness > 0.6 and not said.meaning.title and said.text not in said.meaning.means:
            parts.append(
                f"俗称: {said.text} = {'、'.join(said.meaning.means)}" if said.meaning.means else f"俗称: {said.text}"
            )
    if not parts:
        parts = ["、".join(c.word for c in understood.concepts if c.words)]
    return "; ".join(parts)


def open_engine(folder: Path | None = None) -> Engine:
    """Open the compiled index in a folder, by default this installation's, compiled first if it is missing or stale."""
    if folder is None:
        from search.compiled_index import compiled_index

        folder = compiled_index()
    return Engine(Index.open(folder / "index"), Language.load(folder), Rulings.open(folder))
