"""Which text is in force at an event: the base book, or what a supplement the event adopts makes of it.

Neither text is merged into the other: the answer names both and says why. The base rules of guandan have no general clause giving
supplements priority, so each of the supplement's points is decided by itself (its ``amendments.yaml``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rules_data.model import Amendment, Book, Provision

if TYPE_CHECKING:
    from rules_data.handbook import Handbook

Status = Literal["stands", "replaced", "narrowed", "added-to", "agrees", "conflicts", "repealed", "not-adopted"]

_STATUS: dict[str, Status] = {
    "replaces": "replaced",
    "narrows": "narrowed",
    "adds": "added-to",
    "agrees": "agrees",
    "conflicts": "conflicts",
    "repeals": "repealed",
}
_SAYS: dict[Status, str] = {
    "stands": "照印本适用。",
    "replaced": "赛事采用《{by}》，以其规定代替本条相应部分。",
    "narrowed": "赛事采用《{by}》，其规定更具体，与本条一并适用。",
    "added-to": "本条照用；赛事采用《{by}》，另有补充。",
    "agrees": "本条照用；《{by}》的规定与此一致。",
    "conflicts": "赛事采用《{by}》，其规定与本条不同，以补充规定为准。",
    "repealed": "赛事采用《{by}》，照其规定本条相应部分不再适用。",
    "not-adopted": "赛事没有采用《{by}》，本条不适用。",
}


@dataclass(frozen=True, slots=True)
class Applied:
    """One amendment as it bears on a provision."""

    amendment: Amendment
    status: Status
    reason: str  # in Chinese, with the clauses


@dataclass(frozen=True, slots=True)
class InForce:
    """Whether and how a provision applies at an event."""

    provision: Provision
    applies: bool  # False: another text takes its place altogether, or its book is not adopted
    status: Status
    reason: str
    amendments: tuple[Applied, ...] = ()

    @property
    def instead(self) -> tuple[str, ...]:
        """Ids of the provisions that speak in place of this one or beside it."""
        return tuple(dict.fromkeys(i for a in self.amendments for i in a.amendment.by))


class NotAdopted(ValueError):
    """The provision's game is not played at this event."""


_WEIGHT: tuple[Status, ...] = ("repealed", "replaced", "conflicts", "narrowed", "added-to", "agrees")


def _amending(handbook: Handbook, provision: Provision) -> Iterable[tuple[Book, Amendment]]:
    """Amendments of a provision, of what it stands under, and of what stands below it."""
    around = {
        provision.id,
        *(p.id for p in handbook.path(provision.id) if p.kind not in ("chapter", "part", "section")),
    }
    around |= {p.id for p in provision.walk()}
    for book in handbook.books.values():
        for amendment in book.amendments:
            if around & set(amendment.base):
                yield book, amendment


def in_force(handbook: Handbook, id_: str, adopted: Collection[str]) -> InForce:
    """What of a provision applies at an event that adopts these books (base and supplements), and why.

    Raises KeyError for an unknown id, :class:`NotAdopted` when the event adopts no book of the provision's game.
    """
    provision = handbook.provision(id_)
    book = handbook.book_of(id_)
    games = {handbook.books[b].game for b in adopted if b in handbook.books}
    if book.game not in games:
        raise NotAdopted(f"赛事没有采用这个项目的规则书：{book.short}。")
    if book.id not in adopted:
        reason = _SAYS["not-adopted"].format(by=book.short)
        return InForce(provision, False, "not-adopted", reason)
    if book.amends:
        own = [a for a in book.amendments if id_ in a.by or any(p.id in a.by for p in provision.walk())]
        said = "".join(f"【{a.topic}】{a.in_force}" for a in own) or f"赛事采用《{book.short}》，其具体规定优先。"
        return InForce(provision, True, "stands", said, tuple(Applied(a, _STATUS[a.effect], a.in_force) for a in own))
    applied = []
    for amending, amendment in _amending(handbook, provision):
        if amending.id in adopted:
            status = _STATUS[amendment.effect]
            labels = "、".join(handbook.provision(i).label for i in amendment.by)
            reason = f"{_SAYS[status].format(by=amending.short)}【{amendment.topic}】{labels}：{amendment.in_force}"
            if amendment.remains and amendment.remains not in ("—", "-"):
                reason += f" 仍适用本条的：{amendment.remains}"
            applied.append(Applied(amendment, status, reason))
    if not applied:
        others = [b for b in handbook.books.values() if b.amends == book.id and b.id not in adopted]
        because = f"赛事没有采用《{others[0].short}》，" if others else ""
        return InForce(provision, True, "stands", because + _SAYS["stands"])
    applied.sort(key=lambda a: _WEIGHT.index(a.status))
    whole = [
        a
        for a in applied
        if a.status in ("replaced", "repealed") and id_ in a.amendment.base and not a.amendment.remains
    ]
    return InForce(provision, not whole, applied[0].status, " ".join(a.reason for a in applied), tuple(applied))
