"""What a hall knows besides the records: who may come in, who called the referee, and which time of its journal this is.

It lies beside the chief referee's journal, in a file of its own. Records are never in it: these are the journal's, whoever wrote
them. Codes are kept as hashes: whoever reads the file cannot come in with it.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.hall.accounts import KEPT, Account, SignIn
from app.hall.protocol import NAMES as NAMES
from app.hall.protocol import ROLES as ROLES
from app.hall.protocol import HallError as HallError
from app.hall.protocol import Role as Role

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is taken for another
LONG = 20  # letters of a code: 100 bits, so that nobody finds one by trying
VERSION = 2
_TABLES = """
CREATE TABLE epoch (name TEXT NOT NULL, mark INTEGER NOT NULL, last TEXT NOT NULL, place TEXT NOT NULL);
CREATE TABLE passes (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, role TEXT NOT NULL, name TEXT NOT NULL,
  made REAL NOT NULL, expires REAL, revoked REAL);
CREATE TABLE calls (id INTEGER PRIMARY KEY, "table" TEXT NOT NULL, about TEXT NOT NULL, at REAL NOT NULL, taken_by TEXT,
  taken REAL, ended REAL);
"""
_ACCOUNTS = """
CREATE TABLE accounts (name TEXT PRIMARY KEY, role TEXT NOT NULL, hash TEXT NOT NULL, made REAL NOT NULL, ended REAL);
CREATE TABLE sign_ins (id INTEGER PRIMARY KEY, at REAL NOT NULL, name TEXT NOT NULL, address TEXT NOT NULL, what TEXT NOT NULL);
CREATE INDEX sign_ins_of ON sign_ins (name, id);
"""


@dataclass(frozen=True, slots=True)
class Pass:
    """Who somebody is in the hall: a referee by his name, or a table by its number."""

    id: int
    role: Role
    name: str
    made: float  # seconds since 1970
    expires: float | None = None
    revoked: float | None = None

    def good(self, now: float) -> bool:
        """Whether it lets in at that time."""
        return self.revoked is None and (self.expires is None or now < self.expires)


@dataclass(frozen=True, slots=True)
class Call:
    """A table that called the referee."""

    id: int
    table: str
    about: str  # 出牌, 叫牌 …; may be empty
    at: float  # seconds since 1970, as are the others
    taken_by: str | None = None
    taken: float | None = None
    ended: float | None = None


def new_code() -> str:
    """Return a code to come in with."""
    return "".join(secrets.choice(LETTERS) for _ in range(LONG))


def typed(code: str) -> str:
    """Return a code as it was given, from what somebody typed or a link says."""
    plain = code.upper().replace("O", "0").replace("I", "1").replace("L", "1")
    return "".join(each for each in plain if each in LETTERS)


def hashed(code: str) -> str:
    """Return what is kept of a code."""
    return hashlib.sha256(f"zhicai-hall {typed(code)}".encode()).hexdigest()


def new_epoch() -> str:
    """Return the name of a time of the journal that begins."""
    return secrets.token_hex(6)


def require_free(call: Call, by: str) -> None:
    """Raise :class:`HallError` where somebody cannot go to a call: it is over, or another goes."""
    if call.ended is not None:
        raise HallError("这个呼叫已经结束。")
    if call.taken_by not in (None, by):
        raise HallError(f"{call.taken_by}已经去了。")


class HallFile:
    """The file, open."""

    def __init__(self, path: Path) -> None:
        """Open or make it. Raises :class:`HallError`."""
        self.path = path
        self.ended = 0
        self._lock = threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._connection.execute(
                "PRAGMA journal_mode = TRUNCATE"
            )  # quicker than to make and delete a file each time
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                raise HallError(f"{path} 是更新版本的执裁写的，没有打开；请更新执裁。")
            made = (_TABLES if version < 1 else "") + (_ACCOUNTS if version < VERSION else "")
            if made:
                self._connection.executescript(f"BEGIN; {made} PRAGMA user_version = {VERSION}; COMMIT;")
        except (OSError, sqlite3.Error) as fault:
            raise HallError(f"会场文件 {path} 打不开：{fault}；请检查文件夹的权限和空间。") from None

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield self._connection
                    self._connection.execute("COMMIT")
                except BaseException:
                    self._connection.execute("ROLLBACK")
                    raise
            except sqlite3.Error as fault:
                raise HallError(f"会场文件 {self.path} 写不进去：{fault}；请检查硬盘的空间。") from None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    # The time of the journal

    def epoch(self, place: str, at: Callable[[int], str]) -> str:
        """Return the name of this time of the journal: a new one where it is not the journal it was.

        ``place`` tells one file from a copy of it; ``at`` says which record stands at a mark now, asked while nobody moves it.
        """
        with self._using() as connection:
            row = connection.execute("SELECT name, mark, last, place FROM epoch").fetchone()
            if row is not None and row[3] == place and (not row[1] or at(row[1]) == row[2]):
                return str(row[0])
            name = new_epoch()
            connection.execute("DELETE FROM epoch")
            connection.execute("INSERT INTO epoch VALUES (?, 0, '', ?)", (name, place))
            return name

    def reach(self, mark: int, last: str) -> None:
        """Note up to where records were given out or taken in."""
        with self._using() as connection:
            connection.execute("UPDATE epoch SET mark = ?, last = ? WHERE mark < ?", (mark, last, mark))

    # Who may come in

    def invite(self, role: Role, name: str, now: float, expires: float | None = None) -> tuple[Pass, str]:
        """Return a new pass, and the code that is told once and kept nowhere."""
        code = new_code()
        with self._using() as connection:
            made = connection.execute(
                "INSERT INTO passes (hash, role, name, made, expires) VALUES (?, ?, ?, ?, ?)",
                (hashed(code), role, name, now, expires),
            )
            id_ = made.lastrowid
        assert id_ is not None
        return Pass(id_, role, name, now, expires), code

    def admitted(self, code: str, now: float) -> Pass | None:
        """Return whose code it is; None where it is nobody's, has ended or was revoked."""
        with self._lock:
            row = self._connection.execute(
                "SELECT id, role, name, made, expires, revoked FROM passes WHERE hash = ?", (hashed(code),)
            ).fetchone()
        found = None if row is None else Pass(*row)
        return found if found is not None and found.good(now) else None

    def passes(self) -> list[Pass]:
        """Return all passes, the earliest first."""
        with self._lock:
            rows = self._connection.execute("SELECT id, role, name, made, expires, revoked FROM passes ORDER BY id")
            return [Pass(*row) for row in rows]

    def revoke(self, id_: int, now: float) -> bool:
        """End a pass: a phone was lost, or given away. Whether it was good until now."""
        with self._using() as connection:
            done = connection.execute("UPDATE passes SET revoked = ? WHERE id = ? AND revoked IS NULL", (now, id_))
        self.ended += 1
        return done.rowcount > 0

    # Calls

    def call(self, table: str, about: str, now: float) -> Call:
        """Note that a table calls the referee; one that waits already waits on, with what it says now."""
        with self._using() as connection:
            row = connection.execute(
                'SELECT id, "table", about, at, taken_by, taken, ended FROM calls WHERE "table" = ? AND ended IS NULL',
                (table,),
            ).fetchone()
            if row is not None:
                if about and about != row[2]:
                    connection.execute("UPDATE calls SET about = ? WHERE id = ?", (about, row[0]))
                return Call(row[0], table, about or row[2], *row[3:])
            made = connection.execute('INSERT INTO calls ("table", about, at) VALUES (?, ?, ?)', (table, about, now))
            id_ = made.lastrowid
        assert id_ is not None
        return Call(id_, table, about, now)

    def take(self, id_: int, by: str, now: float) -> Call:
        """One referee goes there. Raises :class:`HallError` where another does already, or it has ended."""
        with self._using() as connection:
            require_free(_call(connection, id_), by)
            connection.execute("UPDATE calls SET taken_by = ?, taken = COALESCE(taken, ?) WHERE id = ?", (by, now, id_))
            return _call(connection, id_)

    def end(self, id_: int, now: float) -> Call:
        """The referee has been there, or the table needs him no more."""
        with self._using() as connection:
            _call(connection, id_)
            connection.execute("UPDATE calls SET ended = COALESCE(ended, ?) WHERE id = ?", (now, id_))
            return _call(connection, id_)

    # Accounts

    def keep_account(self, account: Account) -> None:
        """Keep an account, in the place of one of the same name; the passes of that name end."""
        with self._using() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO accounts VALUES (?, ?, ?, ?, ?)",
                (account.name, account.role, account.hash, account.made, account.ended),
            )
            _end_passes(connection, account.name, account.made)
        self.ended += 1

    def rehash(self, name: str, hash: str) -> None:
        """Keep the same password in another hash."""
        with self._using() as connection:
            connection.execute("UPDATE accounts SET hash = ? WHERE name = ?", (hash, name))

    def account(self, name: str) -> Account | None:
        """Return the account of a name, also one that has ended."""
        with self._lock:
            row = self._connection.execute(
                "SELECT name, role, hash, made, ended FROM accounts WHERE name = ?", (name,)
            ).fetchone()
        return None if row is None else Account(*row)

    def accounts(self) -> list[Account]:
        """Return all accounts, by name."""
        with self._lock:
            rows = self._connection.execute("SELECT name, role, hash, made, ended FROM accounts ORDER BY name")
            return [Account(*row) for row in rows]

    def end_account(self, name: str, now: float) -> bool:
        """End an account and the passes of its name; whether there was one until now."""
        with self._using() as connection:
            done = connection.execute("UPDATE accounts SET ended = ? WHERE name = ? AND ended IS NULL", (now, name))
            if done.rowcount:
                _end_passes(connection, name, now)
        self.ended += 1
        return done.rowcount > 0

    def attempt(self, name: str, address: str, now: float, most: int, within: float) -> int | None:
        """Note that somebody tries to sign in, wrong as long as nobody says otherwise; None where the name is closed."""
        with self._using() as connection:
            (wrong,) = connection.execute(
                "SELECT COUNT(*) FROM sign_ins WHERE name = :name AND what = 'wrong' AND at > :since AND id > "
                "COALESCE((SELECT MAX(id) FROM sign_ins WHERE name = :name AND what = 'in'), 0)",
                {"name": name, "since": now - within},
            ).fetchone()
            what = "wrong" if wrong < most else "locked"
            made = connection.execute(
                "INSERT INTO sign_ins (at, name, address, what) VALUES (?, ?, ?, ?)", (now, name, address, what)
            )
            connection.execute("DELETE FROM sign_ins WHERE id <= ?", ((made.lastrowid or 0) - KEPT,))
            return made.lastrowid if what == "wrong" else None

    def signed_in(self, attempt: int) -> None:
        """Note that an attempt was right."""
        with self._using() as connection:
            connection.execute("UPDATE sign_ins SET what = 'in' WHERE id = ?", (attempt,))

    def sign_ins(self, limit: int) -> list[SignIn]:
        """Return the last attempts, the last first."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT at, name, address, what FROM sign_ins ORDER BY id DESC LIMIT ?", (limit,)
            )
            return [SignIn(*row) for row in rows]

    def changes(self) -> int:
        """A number that is another one after another program has written into the file."""
        with self._lock:
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def calls(self, *, ended: bool = False) -> list[Call]:
        """Return the calls that wait or are being answered, the longest first; ``ended``: those that are over, too."""
        with self._lock:
            rows = self._connection.execute(
                'SELECT id, "table", about, at, taken_by, taken, ended FROM calls '
                f"{'' if ended else 'WHERE ended IS NULL '}ORDER BY at, id"
            )
            return [Call(*row) for row in rows]


def _end_passes(connection: sqlite3.Connection, name: str, now: float) -> None:
    connection.execute(
        "UPDATE passes SET revoked = ? WHERE name = ? AND revoked IS NULL AND role IN ('chief', 'referee')", (now, name)
    )


def _call(connection: sqlite3.Connection, id_: int) -> Call:
    row = connection.execute(
        'SELECT id, "table", about, at, taken_by, taken, ended FROM calls WHERE id = ?', (id_,)
    ).fetchone()
    if row is None:
        raise HallError("没有这个呼叫。")
    return Call(*row)
