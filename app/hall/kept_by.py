"""What keeps a hall: its records and all it knows besides, on the chief's computer or in a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.journal.store import JournalStore

if TYPE_CHECKING:
    from app.hall.accounts import Account, SignIn
    from app.hall.hall_file import Call, Pass
    from app.hall.protocol import Role
    from app.journal.records import Record


class HallRecords(JournalStore, Protocol):
    """The records of a hall, each under a mark that only grows in the order in which they are kept."""

    def arrived_of(self, event: str, mark: int, most: int) -> tuple[list[Record], int]:
        """At most so many records of an event that came since ``mark``, without receipts, and the mark up to which they go."""
        ...

    def end(self, mark: int | None = None) -> tuple[int, str]:
        """The last mark and the name of the record there; of a mark: that, and the record there, empty where there is none."""
        ...


class HallState(Protocol):
    """Who may come in, and who called the referee. Methods raise :class:`app.hall.protocol.HallError`."""

    ended: int
    """Another number after this program has ended passes."""

    def invite(self, role: Role, name: str, now: float, expires: float | None = None) -> tuple[Pass, str]:
        """Return a new pass, and the code that is told once and kept nowhere."""
        ...

    def admitted(self, code: str, now: float) -> Pass | None:
        """Return whose code it is; None where it is nobody's, has ended or was revoked."""
        ...

    def passes(self) -> list[Pass]:
        """Return all passes, the earliest first."""
        ...

    def revoke(self, id_: int, now: float) -> bool:
        """End a pass: a phone was lost, or given away. Whether it was good until now."""
        ...

    def call(self, table: str, about: str, now: float) -> Call:
        """Note that a table calls the referee; one that waits already waits on, with what it says now."""
        ...

    def take(self, id_: int, by: str, now: float) -> Call:
        """One referee goes there."""
        ...

    def end(self, id_: int, now: float) -> Call:
        """The referee has been there, or the table needs him no more."""
        ...

    def calls(self, *, ended: bool = False) -> list[Call]:
        """Return the calls that wait or are being answered, the longest first; ``ended``: those that are over, too."""
        ...

    def keep_account(self, account: Account) -> None:
        """Keep an account, in the place of one of the same name; the passes of that name end."""
        ...

    def rehash(self, name: str, hash: str) -> None:
        """Keep the same password in another hash."""
        ...

    def account(self, name: str) -> Account | None:
        """Return the account of a name, also one that has ended."""
        ...

    def accounts(self) -> list[Account]:
        """Return all accounts, by name."""
        ...

    def end_account(self, name: str, now: float) -> bool:
        """End an account and the passes of its name; whether there was one until now."""
        ...

    def attempt(self, name: str, address: str, now: float, most: int, within: float) -> int | None:
        """Note that somebody tries to sign in, wrong as long as nobody says otherwise; None where the name is closed.

        It is closed after so many wrong ones since the last right one, within so many seconds.
        """
        ...

    def signed_in(self, attempt: int) -> None:
        """Note that an attempt was right."""
        ...

    def sign_ins(self, limit: int) -> list[SignIn]:
        """Return the last attempts, the last first."""
        ...

    def changes(self) -> int:
        """A number that is another one after another program has changed something."""
        ...

    def close(self) -> None:
        """Let go of what it is kept in."""
        ...


class HallBooks(Protocol):
    """The event's own books, as a hall gives them to its members."""

    def digest(self) -> str:
        """What tells them, as they are now, from others; nothing where there are none."""
        ...

    def text(self) -> str:
        """The books, for those who joined; nothing where there are none."""
        ...

    def take_books(self, text: str, of: str) -> str | None:
        """Take in the books as a chief has them elsewhere, who had those of the digest ``of``; what tells them now.

        None: they have changed since. Raises :class:`app.brought.sharing.NotTaken`, :class:`app.journal.store.JournalError`.
        """
        ...


class HallTime(Protocol):
    """Which time of its records a hall is in: they may have been put back, or be a copy."""

    def epoch(self) -> str:
        """Return the name of this time."""
        ...

    def put_back(self, epoch: str, mark: int) -> str:
        """Return the name of this time for a member whom ``epoch`` gave records up to a mark at which nothing lies."""
        ...

    def reach(self, mark: int, last: str) -> None:
        """Note up to where records were given out or taken in, and which was the last."""
        ...
