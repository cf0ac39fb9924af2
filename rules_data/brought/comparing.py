"""Two versions of a book, or two editions, beside each other: clause by clause, with the words in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rules_data.model import Book, Provision

Kind = Literal["same", "changed", "moved", "added", "gone"]
_ALIKE = 0.6  # of the characters of two clauses, from which on one is taken for the other under a new number
_SHORT = 6  # characters below which clauses are not looked for under another number


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
        return tuple(pieces(own_text(self.old), own_text(self.new)))


def own_text(provision: Provision | None) -> str:
    """What a provision says itself, without its number and without what stands below it."""
    if provision is None:
        return ""
    title = provision.title if provision.title and not provision.title_supplied else ""
    return "\n".join(filter(None, (title, provision.text)))


def pieces(old: str, new: str) -> Iterator[Piece]:
    """The stretches of two texts, in order: what is gone before what came in its place."""
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Piece(old[a:b], "both")
            continue
        if b > a:
            yield Piece(old[a:b], "old")
        if d > c:
            yield Piece(new[c:d], "new")


def compared(old: Book, new: Book) -> tuple[Pair, ...]:
    """Every clause that says something, in the order of the new book; what is gone stands where it stood before."""
    before = [p for p in old.walk() if own_text(p)]
    after = [p for p in new.walk() if own_text(p)]
    partner = _partners(before, after)
    of_old = {a: b for b, a in partner.items()}
    pairs: list[Pair] = []
    said: set[int] = set()

    def gone_before(place: int) -> None:
        for i in range(place):
            if i not in of_old and i not in said:
                said.add(i)
                pairs.append(Pair("gone", before[i], None))

    for j, provision in enumerate(after):
        i = partner.get(j)
        if i is None:
            pairs.append(Pair("added", None, provision))
            continue
        gone_before(i)
        one = before[i]
        same = own_text(one).split() == own_text(provision).split()
        kind: Kind = "changed" if not same else "same" if one.number == provision.number else "moved"
        pairs.append(Pair(kind, one, provision))
    gone_before(len(before))
    return tuple(pairs)


def _partners(before: Sequence[Provision], after: Sequence[Provision]) -> dict[int, int]:
    """Of each clause after, the one before that it is: by its words, then by its number, then by likeness."""
    partner: dict[int, int] = {}
    left, right = set(range(len(before))), set(range(len(after)))

    def take(j: int, i: int) -> None:
        partner[j] = i
        left.discard(i)
        right.discard(j)

    words = [own_text(p) for p in before], [own_text(p) for p in after]
    for block in SequenceMatcher(None, *words, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            take(block.b + step, block.a + step)
    for j in sorted(right):  # word for word elsewhere, but only what is long enough to be itself
        found = [i for i in left if words[0][i] == words[1][j] and len(words[1][j]) >= _SHORT]
        if len(found) == 1:
            take(j, found[0])
    numbers = {before[i].number: i for i in left}
    likeness = {
        (j, i): SequenceMatcher(None, words[0][i], words[1][j], autojunk=False).ratio()
        for j in right
        for i in left
        if min(len(words[0][i]), len(words[1][j])) >= _SHORT or numbers.get(after[j].number) == i
    }
    for (j, i), alike in sorted(likeness.items(), key=lambda pair: -pair[1]):
        if alike >= _ALIKE and j in right and i in left:
            take(j, i)
    for j in sorted(right):  # under the same number, whatever it says now
        at = numbers.get(after[j].number)
        if at in left:
            take(j, at)
    return partner
