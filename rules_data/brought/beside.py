"""Which texts stand beside which, clause by clause: two editions, a law and its witness, a law without its supplement and with it.

What a person says of two of them is kept with the one he said it of, and read from either side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_data.brought.aligning import said_with
from rules_data.brought.comparing import Pair, compared, own_text
from rules_data.brought.names import is_brought

if TYPE_CHECKING:
    from rules_data.brought.model import Brought
    from rules_data.model import Amendment, Book, Provision


def partners(books: Mapping[str, Book], own: Mapping[str, Brought], id_: str) -> tuple[str, ...]:
    """The ids of the texts a text can stand beside, the nearest first: what it is an edition, a witness or a supplement of."""
    book = books[id_]
    brought = own.get(id_)
    near = [book.amends, book.witness_of] if brought is None else [brought.edition_of]
    found = [each for each in near if each]
    for other in books.values():
        one = own.get(other.id)
        if other.id == id_ or other.game != book.game or other.id in found:
            continue
        of_it = id_ in (other.amends, other.witness_of) if one is None else brought is not None or one.edition_of == id_
        if of_it:
            found.append(other.id)
    if brought is not None and brought.edition_of:  # other editions of the same come before what is a regulation
        same = [each for each in found if each in own and own[each].edition_of == brought.edition_of]
        found = [*found[:1], *same, *(each for each in found[1:] if each not in same)]
    return tuple(dict.fromkeys(each for each in found if each in books))


def said_of(own: Mapping[str, Brought], old: str, new: str) -> tuple[tuple[str, str], ...]:
    """What persons say of two texts: which clause of the old one (by its number) a clause of the new one is."""
    later, earlier = own.get(new), own.get(old)
    mine = said_with(later, old) if later is not None else ()
    theirs = said_with(earlier, new) if earlier is not None else ()
    return (*mine, *((b, a) for a, b in theirs))


def beside(
    books: Mapping[str, Book], own: Mapping[str, Brought], old: str, new: str, simplified: Callable[[str], str] = str
) -> tuple[Pair, ...]:
    """Two texts clause by clause, in the order of the new one.

    Of a supplement and its law: the law without it and with it, in the order of the law. Of a witness, which may be of a part
    alone: only that part.
    """
    before, after = books[old], books[new]
    if after.amends == old:
        return with_supplement(before, after)
    if before.amends == new:
        return with_supplement(after, before)
    pairs = compared(before, after, said_of(own, old, new), simplified)
    if after.witness_of == old or before.witness_of == new:
        at = [i for i, pair in enumerate(pairs) if pair.old is not None and pair.new is not None]
        pairs = pairs[at[0] : at[-1] + 1] if at else pairs
    return pairs


def with_supplement(law: Book, supplement: Book) -> tuple[Pair, ...]:
    """Every clause of a law as it applies without a supplement, and with it; then what of the supplement is about no clause."""
    clauses = {p.id: p for p in supplement.walk()}
    by = [id_ for each in supplement.amendments if each.base for id_ in each.by]
    spoken = {below.id for id_ in by if id_ in clauses for below in clauses[id_].walk()}
    above = {id_ for id_, p in clauses.items() if any(below.id in spoken for below in p.walk())}
    alone = (p for p in supplement.walk() if p.kind != "title" and p.id not in spoken | above)
    pairs = (pair for pair, _ in as_in_force(law, [supplement]))
    return (*pairs, *(Pair("added", None, p) for p in alone if own_text(p)))


def as_in_force(law: Book, texts: Iterable[Book]) -> Iterator[tuple[Pair, tuple[str, ...]]]:
    """Every clause of a law as it is printed, and as it applies with texts that change it; with the clauses that do so.

    Behind its own words, under their numbers, stand those that speak of the same; where these take its place altogether, they
    alone.
    """
    there: dict[str, tuple[Book, Provision]] = {}
    of_clause: dict[str, list[Amendment]] = {}
    for book in texts:
        there |= {p.id: (book, p) for p in book.walk()}
        for amendment in book.amendments:
            for id_ in amendment.base if amendment.effect != "agrees" else ():
                of_clause.setdefault(id_, []).append(amendment)
    for clause in law.walk():
        changing = of_clause.get(clause.id, [])
        by = tuple(dict.fromkeys(id_ for each in changing for id_ in each.by if id_ in there))
        if by:
            whole = any(each.effect in ("replaces", "repeals") and not each.remains for each in changing)
            said = [f"〔{_called(*there[id_])}〕{_all_of(there[id_][1])}" for id_ in by]
            text = "\n".join((*([] if whole or not clause.text else [clause.text]), *said))
            yield Pair("changed", clause, replace(clause, text=text, title=None if whole else clause.title)), by
        elif own_text(clause):
            yield Pair("same", clause, clause), ()


def _called(book: Book, clause: Provision) -> str:
    """A clause as it is named beside one of the law: of one's own books, with the book."""
    return f"《{book.short}》{clause.label}" if is_brought(book.id) else clause.label


def _all_of(provision: Provision) -> str:
    return "\n".join(filter(None, map(own_text, provision.walk())))


def touched(law: Book, supplement: Book, cites: Iterable[Provision]) -> Iterator[Provision]:
    """Which of the clauses a ruling rests on differ with a supplement and without: of the law those it changes, and its own."""
    changed = {id_ for each in supplement.amendments if each.effect != "agrees" for id_ in each.base}
    around = _around(law)
    for cite in cites:
        inside = {*around.get(cite.id, ()), *(p.id for p in cite.walk())}
        if cite.id.partition(":")[0] == supplement.id or changed & inside:
            yield cite


def _around(law: Book) -> dict[str, tuple[str, ...]]:
    """Every clause with those it stands in, up to its article."""
    found: dict[str, tuple[str, ...]] = {}

    def go(provision: Provision, above: tuple[str, ...]) -> None:
        here = () if provision.kind in ("chapter", "part", "section") else (*above, provision.id)
        found[provision.id] = here
        for child in provision.children:
            go(child, here)

    for top in law.provisions:
        go(top, ())
    return found
