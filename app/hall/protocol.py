"""What a hall and its members say to each other, version 1.

Records go as the lines of an exported journal (:mod:`app.journal.exchange`), to be merged on either side: sent twice they are
there once, in whatever order. Of the hall's journal a member knows up to which *mark* he has it, a number that only grows in the
order in which records are kept, so that none that is kept later stands before it. A hall's journal has an *epoch*: where it was
restored, or is another laptop's, the epoch is another one, marks of before mean nothing, and members offer all they have again.

====  ======================  ====================================================================================
GET   /hall/1/hello           who one is, the event, epoch, mark, the server's time: JSON
GET   /hall/1/records         ``?since=MARK&epoch=EPOCH``: lines; ``Hall-Mark``: up to where they go; ``Hall-More: yes``
                              where that is not all; 409 with ``{"epoch": …}`` where the epoch is another one
POST  /hall/1/records         lines, also ``Content-Encoding: gzip``; what came of it: JSON (:class:`Taken`)
GET   /hall/1/news            ``?epoch=EPOCH&mark=MARK&calls=NUMBER``: waits until something is otherwise than that, at most
                              :data:`WAITS` seconds; what is so then: JSON (:class:`News`)
GET   /hall/1/stream          server-sent events: ``mark`` (there is more), ``calls`` (:class:`app.hall.hall_file.Call`)
GET   /hall/1/books           the event's own books (:mod:`app.brought.by_hall`), as they go by codes; empty: it has none
POST  /hall/1/books           ``?of=DIGEST``: them as the chief has them now, who had those of that digest; ``{"books": DIGEST}``;
                              409 where they have changed since. A member's change is a record that suggests it
POST  /hall/1/sign-in         ``{"name": …, "password": …}`` of an account to ``{"code": …}``, without a code; 401 where it is none
POST  /hall/1/calls/ID/take   one goes there; 409 where another does
POST  /hall/1/calls/ID/end    it is over
====  ======================  ====================================================================================

Each with ``Authorization: Bearer CODE``. What is refused is said in a Chinese sentence: ``{"why": …}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, get_args

Role = Literal["chief", "referee", "board", "table"]
ROLES: tuple[str, ...] = get_args(Role)
NAMES = {"chief": "裁判长", "referee": "裁判", "board": "看板", "table": "桌"}
VERSION = 1
PATIENCE = 20.0  # seconds a member waits for one answer
NO_HEADERS: Mapping[str, str] = MappingProxyType({})
WAITS = 25.0  # seconds an answer about news is waited with, where there are none
AT_ONCE = 500  # records in one answer, and in one that is sent
LONGEST = 16 << 20  # bytes of what is sent, unpacked
PACKED = 4 << 20
MARK, MORE, EPOCH = "Hall-Mark", "Hall-More", "Hall-Epoch"


class HallError(Exception):
    """What a referee or organiser must know of the hall: one Chinese sentence."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of records that were sent."""

    epoch: str
    mark: int
    added: int
    known: int  # were there already
    refused: tuple[tuple[int, str], ...] = ()  # line, from 1, and one sentence why


@dataclass(frozen=True, slots=True)
class Hello:
    """What a hall says of itself, and of who asks."""

    hall: int  # version
    event: str  # id
    name: str  # of the event
    role: str
    member: str  # as the chief named him
    epoch: str
    mark: int
    time: float  # seconds since 1970, of the server's clock
    calls: tuple[dict[str, object], ...] = field(default=())
    game: str = ""  # of the event; empty: any
    expires: float | None = None  # when the code ends, seconds since 1970; None: when it is revoked
    books: str = ""  # what tells the event's own books from others, as they are now; empty: it has none


@dataclass(frozen=True, slots=True)
class News:
    """How things stand in the hall now, for a member who waited for it."""

    epoch: str
    mark: int
    number: int  # of the state of the calls: what a member says he knows
    time: float  # seconds since 1970, of the server's clock
    calls: tuple[dict[str, object], ...] = field(default=())
    books: str = ""  # as of :class:`Hello`
