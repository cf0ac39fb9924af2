"""What a person says of two texts beside each other: which clause is which, kept with the text he said it of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_data.brought.making import changed

if TYPE_CHECKING:
    from rules_data.brought.model import Brought


def aligned(before: Brought, other: str, old: str, new: str, *, at: str, by: str) -> Brought:
    """The next version of a book, whose clause ``new`` is the clause ``old`` of another text; an empty one: it has none there.

    What was said before of one of the two counts no more.
    """
    kept = tuple((a, b) for a, b in said_with(before, other) if (not old or a != old) and (not new or b != new))
    return _with(before, other, (*kept, (old, new)), f"对上：{old or '没有'} → {new or '没有'}", at, by)


def not_aligned(before: Brought, other: str, new: str, *, at: str, by: str) -> Brought:
    """The next version of a book, of whose clause the program says again which one of another text it is."""
    kept = tuple(each for each in said_with(before, other) if each[1] != new)
    return _with(before, other, kept, f"照程序对：{new}", at, by)


def said_with(one: Brought, other: str) -> tuple[tuple[str, str], ...]:
    """What was said of a book beside another text: the numbers there and here."""
    if one.edition_of == other:
        return one.aligned
    return tuple((old, new) for of, old, new in one.aligned_with if of == other)


def _with(before: Brought, other: str, said: tuple[tuple[str, str], ...], did: str, at: str, by: str) -> Brought:
    if before.edition_of == other:
        return changed(before, at=at, by=by, did=did, aligned=said)
    rest = tuple(each for each in before.aligned_with if each[0] != other)
    return changed(before, at=at, by=by, did=did, aligned_with=(*rest, *((other, old, new) for old, new in said)))
