"""What the journal is made of: small records that are only ever added, never changed.

A record has a ULID, so that the journals of several referees are merged by putting them together, and names the record it
corrects or withdraws. Everything else — the list at a table, how many violations a pair has, what an event is called now — is
computed from the records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

Kind = Literal["event", "ruling", "correction", "withdrawal", "appeal", "note", "competition"]
KINDS: tuple[str, ...] = get_args(Kind)

SHEET = "sheet"  # of a correction: the deal the ruling was in really, by the name it has at its table
WITH = "with"  # of a withdrawal: the record with which what it takes back went along
KEEPS = "keeps"  # of a note: the ruling taken back on which the one it speaks of rested, and stands all the same
NO_EVENT = "default"  # the event that needs no setting up


@dataclass(frozen=True, slots=True)
class Link:
    """Where a record stands in the chain of the device that wrote it; see :mod:`app.journal.chain`."""

    device: str
    number: int  # from 1
    before: str  # hash of the record before it; empty for the first
    receipt: str  # hash of its receipt; empty where it has none
    hash: str  # of all the record says, and of this link


UNCHAINED = Link("", 0, "", "", "")  # of a record that was written before there were chains


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that happened at an event."""

    id: str  # ULID: sorts by time
    at: str  # when it was written: ISO 8601 with offset, to the second
    author: str  # the referee, as he names himself; may be empty
    event: str  # id of the event, or NO_EVENT
    kind: Kind  # a later version may know others
    body: Mapping[str, Any]  # JSON; what it holds depends on the kind, see below
    about: str | None = None  # the record that is corrected, withdrawn, appealed against or remarked on
    receipt: Mapping[str, Any] | None = None  # of a ruling: what it rests on (decision_trees.receipt)
    link: Link | None = field(default=None, compare=False)  # None: the store that keeps it first makes one
    signature: bytes | None = field(default=None, compare=False, repr=False)  # by its device, see app.journal.signing


@dataclass(frozen=True, slots=True)
class Place:
    """Where it happened; whatever is not known is None."""

    table: str | None = None
    round: int | None = None
    game: int | None = None  # 第几局
    deal: int | None = None  # 第几副


@dataclass(frozen=True, slots=True)
class RulingBody:
    """Body of a ``ruling`` (a ``correction`` holds those of its fields that change)."""

    game: str  # bridge, guandan, shengji
    tree: str  # the tree begun with
    title: str  # of the tree
    outcome: str  # outcome id
    ruling: str  # the sentence
    level: str  # none, restriction, penalty
    place: Place = field(default_factory=Place)
    offenders: tuple[str, ...] = ()  # the pairs or teams ruled against, as the event names them
    player: str | None = None  # the player among them
    counts: tuple[tuple[str, int], ...] = ()  # what later rulings count, e.g. (("violation", 1),); see ruling.tally
    chain: str | None = None  # id of the ruling this one follows up: both speak of the same incident
    cites: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair or a team."""

    number: str
    name: str
    players: tuple[str, ...] = ()
    club: str = ""


@dataclass(frozen=True, slots=True)
class EventBody:
    """Body of an ``event``: everything about it; a later record of the same event replaces an earlier one."""

    name: str
    game: str | None = None  # None: any game
    books: tuple[str, ...] = ()  # adopted: base book and supplements
    settled: Mapping[str, str] = field(default_factory=dict)  # open questions decided beforehand: id -> option
    format: Literal["games", "deals", "timed", "rounds"] | None = None  # 计局, 计副, 计时, 轮次
    rounds: int | None = None
    tables: tuple[str, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    referees: tuple[str, ...] = ()
    chief: str = ""  # 裁判长
    venue: str = ""
    date: str = ""  # as it is written on papers: one day, or from when to when


def plain(body: Any) -> dict[str, Any]:
    """The JSON of a body: empty fields are left out."""
    return {key: value for key, value in asdict(body).items() if value not in (None, "", (), [], {})}
