"""Two versions of a book, or two editions, beside each other: clause by clause, with the words in which they differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rules_data.model import Book, Provision
from rules_data.numerals import CHINESE

Kind = Literal["same", "changed", "moved", "added", "gone"]
_ALIKE = 0.6  # of the characters of two clauses, from which on one is taken for the other under a new number
_SHORT = 6  # characters below which clauses are not looked for under another number
_NEAR = 5  # clauses that share the most words with one, which are held against it
_LITTLE = 1  # characters between two differences that are marked with them
_WORD = re.compile(rf"\d+(?:\.\d+)?|[A-Za-z]+|[{CHINESE}]+|.", re.DOTALL)
_NARROW = str.maketrans("，：；（）！？", ",:;()!?")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that both have, or only one of them."""

    text: str
    where: Literal["both", "old", "new"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A clause of the one and what became of it in the other."""

    kind: Kind
    old: Provision | None
    new: Provision | None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Both texts run together, word for word."""
        return self.words(str)

    def words(self, simplified: Callable[[str], str]) -> tuple[Piece, ...]:
        """The same where one text may be in Traditional characters: a character that only is written otherwise is no difference."""
        return tuple(pieces(own_text(self.old), own_text(self.new), simplified))


def own_text(provision: Provision | None) -> str:
    """What a provision says itself, without its number and without what stands below it."""
    if provision is None:
        return ""
    title = provision.title if provision.title and not provision.title_supplied else ""
    return "\n".join(filter(None, (title, provision.text)))


def pieces(old: str, new: str, simplified: Callable[[str], str] = str) -> Iterator[Piece]:
    """The stretches of two texts, in order, by word: what is gone before what came in its place.

    A number, in figures or in Chinese, and a word in Latin letters is one word; what little stands between two differences is
    marked with them.
    """
    before, after = _WORD.findall(old), _WORD.findall(new)
    gone, come = "", ""
    sides = [[simplified(word) for word in each] for each in (before, after)]
    found = SequenceMatcher(None, sides[0], sides[1], autojunk=False).get_opcodes()
    for at, (tag, a, b, c, d) in enumerate(found):
        same = "".join(after[c:d])
        if tag != "equal":
            gone, come = gone + "".join(before[a:b]), come + same
        elif len(same) <= _LITTLE and 0 < at < len(found) - 1 and same.isalnum():
            gone, come = gone + same, come + same
        else:
            yield from (Piece(text, where) for text, where in ((gone, "old"), (come, "new")) if text)  # type: ignore[arg-type]
            gone = come = ""
            yield Piece(same, "both")
    yield from (Piece(text, where) for text, where in ((gone, "old"), (come, "new")) if text)  # type: ignore[arg-type]


def compared(
    old: Book, new: Book, said: Iterable[tuple[str, str]] = (), simplified: Callable[[str], str] = str
) -> tuple[Pair, ...]:
    """Every clause that says something, in the order of the new book; what is gone stands where it stood before.

    ``said``: which clause of the new book a person says a clause of the old one is, by their numbers; with an empty one, that it
    has none. ``simplified``: how a text in Traditional characters is compared with one in Simplified.
    """
    before = [p for p in old.walk() if own_text(p)]
    after = [p for p in new.walk() if own_text(p)]
    words = tuple([_bare(simplified(own_text(p))) for p in each] for each in (before, after))
    partner = _partners(before, after, (words[0], words[1]), tuple(said))
    of_old = {a: b for b, a in partner.items()}
    pairs: list[Pair] = []
    gone_already: set[int] = set()

    def gone_before(place: int) -> None:
        for i in range(place):
            if i not in of_old and i not in gone_already:
                gone_already.add(i)
                pairs.append(Pair("gone", before[i], None))

    for j, provision in enumerate(after):
        i = partner.get(j)
        if i is None:
            pairs.append(Pair("added", None, provision))
            continue
        gone_before(i)
        one = before[i]
        same = words[0][i] == words[1][j]
        kind: Kind = "changed" if not same else "same" if one.number == provision.number else "moved"
        pairs.append(Pair(kind, one, provision))
    gone_before(len(before))
    return tuple(pairs)


def _bare(text: str) -> str:
    """A text as it is compared: white space says nothing, nor whether a mark is a wide one."""
    return "".join(text.split()).translate(_NARROW)


def _partners(
    before: Sequence[Provision],
    after: Sequence[Provision],
    words: tuple[Sequence[str], Sequence[str]],
    said: Sequence[tuple[str, str]],
) -> dict[int, int]:
    """Of each clause after, the one before that it is: as a person says, by its words, by its number, then by likeness."""
    partner: dict[int, int] = {}
    left, right = set(range(len(before))), set(range(len(after)))

    def take(j: int, i: int) -> None:
        partner[j] = i
        left.discard(i)
        right.discard(j)

    places = {p.number: at for at, p in enumerate(before)}, {p.number: at for at, p in enumerate(after)}
    for old_number, new_number in said:
        i, j = places[0].get(old_number), places[1].get(new_number)
        if i in left and j in right and i is not None and j is not None:
            take(j, i)
        elif j is not None and not old_number:
            right.discard(j)
        elif i is not None and not new_number:
            left.discard(i)
    for block in SequenceMatcher(None, *words, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            if block.b + step in right and block.a + step in left:
                take(block.b + step, block.a + step)
    elsewhere: dict[str, list[int]] = {}
    for i in sorted(left):
        elsewhere.setdefault(words[0][i], []).append(i)
    for j in sorted(right):  # word for word elsewhere, but only what is long enough to be itself
        found = [i for i in elsewhere.get(words[1][j], ()) if i in left and len(words[1][j]) >= _SHORT]
        if len(found) == 1:
            take(j, found[0])
    for alike, j, i in _likeness(before, after, words, left, right):
        if alike >= _ALIKE and j in right and i in left:
            take(j, i)
    for j in sorted(right):  # under the same number, whatever it says now
        at = places[0].get(after[j].number)
        if at in left and at is not None:
            take(j, at)
    return partner


def _likeness(
    before: Sequence[Provision],
    after: Sequence[Provision],
    words: tuple[Sequence[str], Sequence[str]],
    left: Iterable[int],
    right: Iterable[int],
) -> list[tuple[float, int, int]]:
    """How alike two clauses are that may be one another, the likest first: looked for among those that share the most words."""
    holding: dict[str, list[int]] = {}
    for i in sorted(left):
        for two in _twos(words[0][i]):
            holding.setdefault(two, []).append(i)
    numbers = {before[i].number: i for i in left}
    found = []
    for j in sorted(right):
        shared = Counter(i for two in _twos(words[1][j]) for i in holding.get(two, ()))
        near = {i for i, _ in shared.most_common(_NEAR)} | {i for i in [numbers.get(after[j].number)] if i is not None}
        for i in sorted(near):
            if min(len(words[0][i]), len(words[1][j])) >= _SHORT or numbers.get(after[j].number) == i:
                alike = SequenceMatcher(None, words[0][i], words[1][j], autojunk=False).ratio()
                found.append((alike, j, i))
    return sorted(found, key=lambda each: (-each[0], each[1], each[2]))


def _twos(text: str) -> set[str]:
    """The pairs of characters of a text that stand beside each other."""
    return {text[at : at + 2] for at in range(len(text) - 1)}


# What of a ruling differs


@dataclass(frozen=True, slots=True)
class Differing:
    """The clauses of a ruling beside another edition: those that say the same there, those that do not, those it does not have."""

    same: tuple[Pair, ...]
    differ: tuple[Pair, ...]
    gone: tuple[Provision, ...]


def differing(pairs: Iterable[Pair], cites: Iterable[Provision]) -> Differing:
    """Which of the clauses a ruling rests on differ in another edition: each with all that stands below it."""
    of_old = {pair.old.id: pair for pair in pairs if pair.old is not None}
    below = {p.id: p for cite in cites for p in cite.walk()}
    found = [of_old[id_] for id_ in below if id_ in of_old]
    return Differing(
        tuple(pair for pair in found if pair.kind in ("same", "moved")),
        tuple(pair for pair in found if pair.kind == "changed"),
        tuple(pair.old for pair in found if pair.kind == "gone" and pair.old is not None),
    )
