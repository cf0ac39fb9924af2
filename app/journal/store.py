"""What keeps the records of a journal: the interface behind which SQLite, a browser or a database server lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.journal.records import Record

if TYPE_CHECKING:
    from app.journal.heads import SignedHead


class JournalError(Exception):
    """Something about the journal that the referee must know: one Chinese sentence, what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What another device says of itself along with its records; looked at before it is given to a store."""

    signers: Mapping[str, bytes] = field(default_factory=dict)  # public keys by device
    heads: tuple[SignedHead, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.signers or self.heads)


class JournalStore(Protocol):
    """A set of records that only grows.

    Every method may be called from any thread. What other windows or processes append is seen without being told.
    """

    @property
    def notice(self) -> str:
        """What the user should know of how the journal was opened: a Chinese sentence, or nothing."""
        ...

    def append(self, records: Sequence[Record], brought: Brought | None = None) -> None:
        """Add records, all or none, and what came with them of other devices; on return they are on the disk.

        A record that is there already is passed over; one with a name that is there with another content is an error.
        A receipt that was lost to damage is put back. A record without a link is this device's own: it is put into its chain
        and signed.
        Raises :class:`JournalError` when nothing was added.
        """
        ...

    def records(self, event: str | None = None) -> Iterator[Record]:
        """All records, or those of one event, in the order of their ULIDs and without receipts."""
        ...

    def arrived(self, mark: int = 0) -> tuple[list[Record], int]:
        """The records that came since ``mark`` (0: all), in the order they came and without receipts, and the new mark.

        What is merged comes late and may have an early ULID. Cheap when nothing came.
        """
        ...

    def get(self, id_: str) -> Record | None:
        """One record with its receipt; None when there is none of this name."""
        ...

    def missing(self, ids: Iterable[str]) -> set[str]:
        """Which of these names are not in the journal."""
        ...

    def chained(self, devices: Collection[str] | None = None) -> Iterator[tuple[str, int]]:
        """The places taken in the chains of some devices, or of all: device and number."""
        ...

    def known(self) -> Brought:
        """The keys of the devices that sign, and their heads as far as they are known: of this one, then of others."""
        ...

    def doubts(self, devices: Iterable[str]) -> tuple[str, ...]:
        """What of the chains of some devices, or of this one as they know it, was written anew: one sentence each."""
        ...

    def close(self) -> None:
        """Let go of the files; nothing has to be written any more."""
        ...
