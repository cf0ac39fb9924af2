"""What a book seems to decide of the points the law leaves open, and of what it leaves to the organiser, proposed from its words.

Which words decide what stands beside each option in the data of the law (:mod:`rules_data.brought.phrases`). Nothing is concluded
from a proposal: it is shown with its sentence, and only what a person confirms becomes a setting of the event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from rules_data.brought.amending import sentences
from rules_data.brought.model import Brought, Choice, Confirmed
from rules_data.brought.phrases import number_in, phrase
from rules_data.model import Book, Left, OpenQuestion, Option, Provision

MARK = "#"
"""Between a book and a fact that it leaves to the organiser, where between a book and an open question stands a stroke."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the law that an event may settle: an open question, or what the text leaves to the organiser."""

    id: str  # book/number of an open question; book#fact of what is left
    said: str  # the question, or what is left
    at: tuple[str, ...]
    options: tuple[Option, ...]  # none for a number
    unit: str
    about: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def fact(self) -> str:
        """The fact of the trees that a decision gives; empty for an open question."""
        return self.id.partition(MARK)[2]

    def shown(self, option: str) -> str:
        """An option in words."""
        return next((each.text for each in self.options if each.key == option), f"{option}{self.unit}")

    def takes(self, option: str) -> bool:
        """Whether it can be settled so."""
        return any(each.key == option for each in self.options) or (bool(self.numbers) and option.isdecimal())


def points(base: Book | None) -> tuple[Point, ...]:
    """What a law leaves to be settled."""
    if base is None:
        return ()
    return (
        *(_of_question(base, each) for each in base.open_questions),
        *(_of_left(base, each) for each in base.left),
    )


def _of_question(base: Book, one: OpenQuestion) -> Point:
    return Point(f"{base.id}/{one.id}", one.question, one.at, one.options, "", one.about, ())


def _of_left(base: Book, one: Left) -> Point:
    return Point(f"{base.id}{MARK}{one.fact}", one.what, one.at, one.options, one.unit, (), one.said)


def choices(
    book: Book, base: Book | None, simplified: Callable[[str], str] = str, fact: str = ""
) -> tuple[Choice, ...]:
    """Every sentence of a book that seems to settle a point, in the order of the book, the likeliest option first.

    A sentence that only speaks of a point is proposed without an option, unless another sentence settles it.
    ``fact``: only what seems to settle this fact, one that the law leaves to the organiser.
    """
    left = [each for each in points(base) if fact in ("", each.fact)]
    if not left:
        return ()
    said = list(_said_in(book, simplified))
    found: dict[str, Choice] = {}
    for at, there in sorted(_looked_for(left, [each.under for each in said]).items()):
        for point in there:
            one = said[at]
            options = _meant(point, one.alone, 0) or _meant(point, one.under, len(one.under) - len(one.alone))
            if options is not None:
                key = _key(one.sentence, point.id)
                made = Choice(key=key, by=one.by, sentence=one.sentence, question=point.id, options=options)
                found.setdefault(key, made)
    settled = {each.question for each in found.values() if each.options}
    return tuple(each for each in found.values() if each.options or each.question not in settled)


def _with_titles(provisions: Iterable[Provision], above: str) -> Iterator[tuple[Provision, str]]:
    """Each provision with the titles it stands under: they say what its sentences are about."""
    for each in provisions:
        if each.kind in ("title", "contents", "closing", "table"):
            continue
        yield each, above
        title = each.title if each.title and not each.title_supplied else ""
        yield from _with_titles(each.children, f"{above}{title}，" if title else above)


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of a book, as it is looked through: alone, and under the titles it stands under."""

    by: str
    sentence: str
    alone: str
    under: str


def _said_in(book: Book, simplified: Callable[[str], str]) -> Iterator[_Said]:
    for provision, above in _with_titles(book.provisions, ""):
        title = provision.title if provision.title and not provision.title_supplied else ""
        for sentence in sentences(provision):
            before = f"{above}{title}，" if title and title != sentence else above
            alone = simplified(sentence)
            yield _Said(provision.id, sentence, alone, simplified(before) + alone)


def _looked_for(left: Sequence[Point], texts: Sequence[str]) -> dict[int, list[Point]]:
    """Which points each text may speak of: it has the characters that one of their phrases cannot do without.

    A text is a bit of a number, so that a phrase is held against all texts at once.
    """
    having: dict[str, int] = {}

    def texts_with(characters: str) -> int:
        if characters not in having:
            having[characters] = int("".join("01"[characters in text] for text in reversed(texts)) or "0", 2)
        return having[characters]

    found: dict[int, list[Point]] = {}
    for point in left:
        mask = 0
        for written in (*point.numbers, *point.about, *(each for option in point.options for each in option.said)):
            may = (1 << len(texts)) - 1
            for row in phrase(written).needs:
                may &= reduce(or_, map(texts_with, row))
            mask |= may
        while mask:
            found.setdefault((mask & -mask).bit_length() - 1, []).append(point)
            mask &= mask - 1
    return found


def _meant(point: Point, text: str, after: int) -> tuple[str, ...] | None:
    """Which options a text means, in the order in which they stand in the law; none of them: it only speaks of the point."""
    for written in point.numbers:
        m = phrase(written).found(text, after)
        if m is not None and (number := number_in(m)) is not None:
            return (str(number),)
    said = tuple(each.key for each in point.options if _says(each.said, text, after))
    if said:
        return said
    return () if _says(point.about, text, after) else None


def _says(phrases: Iterable[str], text: str, after: int) -> bool:
    return any(phrase(each).found(text, after) for each in phrases)


# What was decided


def settled(before: Brought, one: Choice, option: str | None) -> tuple[Confirmed, ...]:
    """What is decided of a book once a point is settled by it (with an option), or is said not to be (without)."""
    mine = Confirmed(key=one.key, accepted=option is not None, settles=(one.question, option or ""))
    return (*taken_back(before, one.key), mine)


def taken_back(before: Brought, key: str) -> tuple[Confirmed, ...]:
    """What is decided of a book without what was decided of one proposal."""
    return tuple(each for each in before.decided if each.key != key)


@dataclass(frozen=True, slots=True)
class Setting:
    """How a book settles a point, and by which of its words."""

    point: str  # as of :attr:`Point.id`
    option: str
    book: str
    version: int
    by: str  # provision of the book
    sentence: str


def settings_of(brought: Brought) -> Iterator[Setting]:
    """How a book settles what it was confirmed to settle, as far as its text still says so.

    What was confirmed stays so whatever phrases a later version of this program knows.
    """
    if brought.withdrawn:
        return
    said = _standing(brought.book, brought.decided)
    for each in brought.decided:
        if each.accepted and each.settles is not None and each.key in said:
            by, sentence = said[each.key]
            yield Setting(*each.settles, brought.book.id, brought.version, by, sentence)


def _standing(book: Book, every: Iterable[Confirmed]) -> dict[str, tuple[str, str]]:
    """Where what was decided of points stands in a book: the provision and the sentence, by key."""
    asked = {each.settles[0] for each in every if each.settles is not None}
    if not asked:
        return {}
    found: dict[str, tuple[str, str]] = {}
    for provision in book.walk():
        for sentence in sentences(provision):
            for point in asked:
                found.setdefault(_key(sentence, point), (provision.id, sentence))
    return found


def carried(book: Book, every: Iterable[Confirmed]) -> tuple[Confirmed, ...]:
    """Of what was decided of points, what a new text still says in the same words; the rest must be decided anew."""
    every = tuple(every)
    said = _standing(book, every)
    return tuple(each for each in every if each.settles is not None and each.key in said)


def agreed(every: Iterable[Setting]) -> tuple[dict[str, Setting], tuple[tuple[Setting, Setting], ...]]:
    """How points are settled by several books; and the pairs that settle one differently: of those neither counts."""
    found: dict[str, Setting] = {}
    against: list[tuple[Setting, Setting]] = []
    for each in every:
        first = found.setdefault(each.point, each)
        if first.option != each.option:
            against.append((first, each))
    differing = {each.point for each, _ in against}
    return {point: each for point, each in found.items() if point not in differing}, tuple(against)


def value_of(point: Point, option: str) -> Any:
    """An option as trees take it: a number, yes or no, or the key of a choice."""
    if not point.options:
        return int(option)
    return {"yes": True, "no": False}.get(option, option)


def _key(sentence: str, point: str) -> str:
    return hashlib.sha256(f"{sentence}\n{point}".encode()).hexdigest()[:16]
