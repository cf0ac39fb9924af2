"""What a person says himself that a clause of his book changes in the law, where no words proposed it, or proposed it wrongly.

It is kept among what was decided, under a key that begins with :data:`BY_HAND`; what a person made otherwise of a proposal stays
under the key of that proposal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from rules_data.brought.model import Brought, Confirmed, Proposal
from rules_data.handbook import Handbook
from rules_data.model import Amendment, Book, Provision

BY_HAND = "hand-"
"""Keys of what no words proposed begin so."""

Effect = Literal["replaces", "adds", "repeals"]
EFFECTS: tuple[Effect, ...] = ("replaces", "adds", "repeals")
FRAMES = ("title", "contents", "closing", "table", "preface", "toc")


def clauses(book: Book) -> list[Provision]:
    """The clauses that can change something, or be changed: those that say something."""
    return [p for p in book.walk() if p.kind not in FRAMES and (p.text or p.title)]


def laws(handbook: Handbook, base: Book) -> list[Book]:
    """The books whose clauses a regulation may change: the law and what supplements it."""
    return [base, *(each for each in handbook.books.values() if each.amends == base.id)]


def matching(provisions: Iterable[Provision], wanted: str) -> list[Provision]:
    """The clauses with these characters in their number or words: first those whose number it is, then the shorter numbers."""
    bare = "".join(wanted.split()).removesuffix("款")
    if not bare:
        return list(provisions)
    upper = bare.upper()

    def place(p: Provision) -> int | None:
        label = p.label.removesuffix("款")
        if bare == label or upper == p.number.upper():
            return 0
        if p.label.startswith(bare) or p.number.upper().startswith(upper):
            return 1
        return 2 if bare in "".join(filter(None, (p.label, p.title, p.text))) else None

    found = [(at, p) for p in provisions if (at := place(p)) is not None]
    return [p for _, p in sorted(found, key=lambda each: each[0])]


def words_of(provision: Provision) -> str:
    """What a clause says with all below it, without its number."""
    return "\n".join(
        filter(None, (part for p in provision.walk() for part in (p.title if not p.title_supplied else None, p.text)))
    )


def by_hand(book: Book, by: str, effect: Effect, base: Sequence[Provision], whole: bool) -> Proposal:
    """What a clause of a book (by its id) is said to do to clauses of the law."""
    said = words_of(next(p for p in book.walk() if p.id == by))
    targets = tuple(p.id for p in base)
    key = hashlib.sha256("\n".join((said, effect, *targets)).encode()).hexdigest()[:16]
    return Proposal(
        key=BY_HAND + key, by=by, sentence=said, effect=effect, base=targets, named="、".join(p.label for p in base),
        whole=whole and effect != "adds",
    )  # fmt: skip


def otherwise(proposal: Proposal, effect: Effect, base: Sequence[Provision], whole: bool) -> Proposal:
    """A proposal with what a person says of it: what it does, to which clauses, to all of them or a part."""
    return replace(
        proposal, effect=effect, base=tuple(p.id for p in base), named="、".join(p.label for p in base),
        whole=whole and effect != "adds",
    )  # fmt: skip


def is_whole(amendment: Amendment) -> bool:
    """Whether nothing is left of the clause."""
    return amendment.effect != "adds" and amendment.remains is None


def as_decided(proposal: Proposal, state: Confirmed | None, handbook: Handbook) -> Proposal:
    """A proposal as a person has confirmed it, where he made it otherwise than its words did."""
    amendment = state.amendment if state is not None else None
    if amendment is None or amendment.effect not in EFFECTS:
        return proposal
    base = [handbook.provision(id_) for id_ in amendment.base if id_ in handbook]
    made = otherwise(proposal, amendment.effect, base, is_whole(amendment))
    same = (made.effect, made.base, made.whole) == (proposal.effect, proposal.base, proposal.whole)
    return proposal if same else made


def said_by_hand(brought: Brought, handbook: Handbook) -> Iterator[Proposal]:
    """What is in force of a book that no words proposed, in the order in which it was said."""
    for each in brought.decided:
        amendment = each.amendment
        if not each.key.startswith(BY_HAND) or amendment is None or amendment.effect not in EFFECTS:
            continue
        base = [handbook.provision(id_) for id_ in amendment.base if id_ in handbook]
        yield Proposal(
            key=each.key, by=amendment.by[0], sentence=amendment.supplement_says, effect=amendment.effect,
            base=tuple(p.id for p in base), named="、".join(p.label for p in base), whole=is_whole(amendment),
        )  # fmt: skip


def carried(book: Book, every: Iterable[Confirmed]) -> tuple[Confirmed, ...]:
    """Of what no words proposed, what a new text still says in the same words; the rest must be said anew."""
    mine = [each for each in every if each.key.startswith(BY_HAND) and each.amendment is not None]
    if not mine:
        return ()
    there: dict[str, list[Provision]] = {}
    for provision in clauses(book):
        there.setdefault(words_of(provision), []).append(provision)
    kept = []
    for each in mine:
        assert each.amendment is not None
        found = there.get(each.amendment.supplement_says, [])
        if found:
            same = next((p for p in found if (p.id,) == each.amendment.by), found[0])
            kept.append(replace(each, amendment=replace(each.amendment, by=(same.id,))))
    return tuple(kept)
