"""What the app and the search show inside a provision's text, worked out once: references, terms, errata, penalties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rules_data.annotations import Annotations, Span
from rules_data.model import Book, Erratum, Provision, Reference, Term
from rules_data.references import references_in

PENALTY = re.compile(r"\((?:判罚|判罰)\)")
"""The mark after which a law of bridge states a penalty; before it stand the facts."""


def locate(erratum: Erratum, provision: Provision) -> tuple[str, int, int] | None:
    """Where the printed characters of an erratum stand: (heading or text, start, end); white space does not matter.

    None when they are not in this provision.
    """
    if erratum.printed is None:
        return None
    pattern = re.compile(r"\s*".join(re.escape(c) for c in re.sub(r"\s+", "", erratum.printed)))
    seen = 0
    for part in ("heading", "text"):
        text = getattr(provision, part) or ""
        for m in pattern.finditer(text):
            seen += 1
            if seen == erratum.occurrence:
                return part, m.start(), m.end()
    return None


def _free(taken: Sequence[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """The parts of a stretch that nothing has taken yet."""
    pieces = [(start, end)]
    for s, e in taken:
        pieces = [p for a, b in pieces for p in ((a, min(b, s)), (max(a, e), b)) if p[0] < p[1]]
    return pieces


def _inside(text: str, start: int, end: int, words: Iterable[str]) -> bool:
    """Does one of the longer words cover this stretch of the text?"""
    return any(text.find(w, max(0, end - len(w)), start + len(w)) >= 0 for w in words)


class TermFinder:
    """Finds the terms of one game, longest first, once each in a provision."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._by_word = {t.term: t for t in terms if t.link}
        words = sorted(self._by_word, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, words))) if words else None

    def find(self, text: str, own: str) -> Iterable[tuple[int, int, Term]]:
        """Where terms stand in the text of the provision ``own``, which may be what defines one."""
        seen: set[str] = set()
        for m in self._pattern.finditer(text) if self._pattern else ():
            term = self._by_word[m.group()]
            if (
                term.id not in seen
                and own not in term.defined_in
                and not _inside(text, m.start(), m.end(), term.not_within)
            ):
                seen.add(term.id)
                yield m.start(), m.end(), term


def spans_of(
    provision: Provision, references: Sequence[Reference], errata: Sequence[Erratum], terms: TermFinder
) -> tuple[Span, ...]:
    """The stretches of a provision's text that mean something, in order."""
    text = provision.text
    if not text or provision.kind in ("contents", "form", "table"):
        return ()
    spans = [Span(r.start, r.end, "reference", r.printed, r.targets) for r in references if r.part == "text"]
    spans += [Span(m.start(), m.end(), "penalty", m.group()) for m in PENALTY.finditer(text)]
    for erratum in errata:
        place = locate(erratum, provision)
        if place is None or place[0] != "text":
            continue
        pieces = _free([(s.start, s.end) for s in spans], place[1], place[2])
        if not pieces:  # all of it is taken: the mark goes behind what covers its last character
            end = next((s.end for s in spans if s.start < place[2] <= s.end), place[2])
            pieces = [(end, end)]
        spans += [Span(a, b, "erratum", erratum.id, ends=i == len(pieces) - 1) for i, (a, b) in enumerate(pieces)]
    taken = [(s.start, s.end) for s in spans]
    for start, end, term in terms.find(text, provision.id):
        if _free(taken, start, end) == [(start, end)]:
            spans.append(Span(start, end, "term", term.id))
    return tuple(sorted(spans, key=lambda s: (s.start, s.end)))


def annotate(books: Sequence[Book]) -> dict[str, Annotations]:
    """Annotations of every provision that has any, by id."""
    out: dict[str, Annotations] = {}
    finders = {
        game: TermFinder([t for b in books if b.game == game for t in b.terms]) for game in {b.game for b in books}
    }
    known = {p.id for book in books for p in book.walk()}
    for book in books:
        errata: dict[str, list[Erratum]] = {}
        for e in book.errata:
            if e.at:
                errata.setdefault(e.at[0], []).append(e)
        for provision in book.walk():
            references = references_in(provision, book, known)
            spans = spans_of(provision, references, errata.get(provision.id, ()), finders[book.game])
            if references or spans:
                out[provision.id] = Annotations(references, spans)
    return out
