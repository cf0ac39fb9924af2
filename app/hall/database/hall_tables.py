"""What a hall knows besides the records, in PostgreSQL: as :class:`app.hall.hall_file.HallFile` on one computer."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from app.brought.by_hall import joined_texts
from app.hall.accounts import KEPT, MAY, Account, SignIn
from app.hall.database.opening import complained, reading
from app.hall.database.record_store import told
from app.hall.database.tables import accounts, calls, halls, passes, sign_ins
from app.hall.hall_file import Call, Pass, hashed, new_code, new_epoch, require_free
from app.hall.protocol import HallError, Role

LEFT_OUT = 1000  # marks at most, where a hall is opened
_PASS = (passes.c.id, passes.c.role, passes.c.name, passes.c.made, passes.c.expires, passes.c.revoked)
_ACCOUNT = (accounts.c.name, accounts.c.role, accounts.c.hash, accounts.c.made, accounts.c.ended)
_CALL = (calls.c.id, calls.c.table, calls.c.about, calls.c.at, calls.c.taken_by, calls.c.taken, calls.c.ended)


def founded(engine: Engine, event: str) -> bool:
    """Make the hall of an event where there is none; whether it was made."""
    row = {"event": event, "epoch": "", "place": "", "mark": 0, "changes": 0, "books": "", "digest": ""}
    with complained(engine), engine.begin() as connection:
        made = connection.execute(insert_or(halls).values(row).on_conflict_do_nothing().returning(halls.c.event))
        return made.first() is not None


def events(engine: Engine) -> list[str]:
    """The ids of the events that have a hall here."""
    with reading(engine) as connection:
        return list(connection.scalars(select(halls.c.event).order_by(halls.c.event)))


def place(connection: Connection) -> str:
    """What tells a database from a copy of it, and its present time from one it was put back to."""
    found = connection.execute(
        text(
            "SELECT (SELECT system_identifier FROM pg_control_system()),"
            " (SELECT timeline_id FROM pg_control_checkpoint()),"
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
    ).one()
    return "-".join(map(str, found))


class HallTables:
    """The hall of one event. Every method may be called from any thread and by any worker."""

    def __init__(self, engine: Engine, event: str) -> None:
        self.engine, self.event = engine, event
        self.ended = 0

    def _reading(self) -> AbstractContextManager[Connection]:
        return reading(self.engine)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction after which every worker knows that something is otherwise."""
        with complained(self.engine), self.engine.begin() as connection:
            yield connection
            changed = update(halls).where(halls.c.event == self.event).values(changes=halls.c.changes + 1)
            connection.execute(changed)
            told(connection, self.event)

    def close(self) -> None:
        """Let go of the connections."""
        self.engine.dispose()

    # The time of the records

    def epoch(self) -> str:
        """Return the name of this time of the database: a new one where it was put back, or is a copy."""
        with self._reading() as connection:
            row = connection.execute(select(halls.c.epoch, halls.c.place).where(halls.c.event == self.event)).first()
            if row is None:
                raise HallError("数据库里没有这项赛事的会场；请先用 zhicai hall load 建。")
            here = place(connection)
        return (
            str(row[0]) if row[0] and row[1] == here else self._begun(lambda epoch, there: not epoch or there != here)
        )

    def put_back(self, epoch: str, mark: int) -> str:
        """Return the epoch for a member who has all up to a mark at which nothing lies: a new one, as the records were put back."""
        return self._begun(lambda now, _: now == epoch)

    def reach(self, mark: int, last: str) -> None:
        """Nothing has to be noted: the mark lies beside the records."""

    def opened(self) -> None:
        """Leave out some marks, as many as chance says: of records that were put back none gets the mark another had."""
        with self._writing() as connection:
            beyond = (
                update(halls)
                .where(halls.c.event == self.event)
                .values(mark=halls.c.mark + 1 + secrets.randbelow(LEFT_OUT))
            )
            connection.execute(beyond)

    def _begun(self, outdated: Callable[[str, str], bool]) -> str:
        """A new epoch, unless another worker has begun one meanwhile."""
        with self._writing() as connection:
            own = halls.c.event == self.event
            epoch, there = connection.execute(select(halls.c.epoch, halls.c.place).where(own).with_for_update()).one()
            if outdated(epoch, there):
                epoch = new_epoch()
                connection.execute(update(halls).where(own).values(epoch=epoch, place=place(connection)))
            return str(epoch)

    # The event's own books

    def keep_books(self, said: str, digest: str) -> None:
        """Keep the event's own books, for whoever joins."""
        with self._writing() as connection:
            connection.execute(update(halls).where(halls.c.event == self.event).values(books=said, digest=digest))

    def take_books(self, said: str, of: str) -> str | None:
        """Take in the books as a chief has them elsewhere; None: they have changed since he had those of the digest ``of``."""
        own = halls.c.event == self.event
        with self._writing() as connection:
            there, digest = connection.execute(select(halls.c.books, halls.c.digest).where(own).with_for_update()).one()
            if digest != of:
                return None
            text_, now = joined_texts(there, said, self.event)
            connection.execute(update(halls).where(own).values(books=text_, digest=now))
            return now

    def digest(self) -> str:
        """What tells the event's own books, as they are now, from others; nothing where it has none."""
        with self._reading() as connection:
            return connection.scalar(select(halls.c.digest).where(halls.c.event == self.event)) or ""

    def text(self) -> str:
        """The event's own books, as they are given to members."""
        with self._reading() as connection:
            return connection.scalar(select(halls.c.books).where(halls.c.event == self.event)) or ""

    # Who may come in

    def invite(self, role: Role, name: str, now: float, expires: float | None = None) -> tuple[Pass, str]:
        """Return a new pass, and the code that is told once and kept nowhere."""
        code = new_code()
        row = {"event": self.event, "hash": hashed(code), "role": role, "name": name, "made": now, "expires": expires}
        with self._writing() as connection:
            id_ = connection.scalar(insert(passes).values(row).returning(passes.c.id))
        assert id_ is not None
        return Pass(int(id_), role, name, now, expires), code

    def admitted(self, code: str, now: float) -> Pass | None:
        """Return whose code it is; None where it is nobody's, has ended or was revoked."""
        of_it = and_(passes.c.event == self.event, passes.c.hash == hashed(code))
        with self._reading() as connection:
            row = connection.execute(select(*_PASS).where(of_it)).first()
        found = None if row is None else Pass(*row)
        return found if found is not None and found.good(now) else None

    def passes(self) -> list[Pass]:
        """Return all passes, the earliest first."""
        with self._reading() as connection:
            rows = connection.execute(select(*_PASS).where(passes.c.event == self.event).order_by(passes.c.id))
            return [Pass(*row) for row in rows]

    def revoke(self, id_: int, now: float) -> bool:
        """End a pass: a phone was lost, or given away. Whether it was good until now."""
        of_it = and_(passes.c.event == self.event, passes.c.id == id_, passes.c.revoked.is_(None))
        with self._writing() as connection:
            done = connection.execute(update(passes).where(of_it).values(revoked=now)).rowcount > 0
        self.ended += 1
        return done

    # Accounts

    def keep_account(self, account: Account) -> None:
        """Keep an account, in the place of one of the same name; the passes of that name end."""
        row = {**asdict(account), "event": self.event}
        with self._writing() as connection:
            put = insert_or(accounts).values(row)
            connection.execute(put.on_conflict_do_update(index_elements=["event", "name"], set_=row))
            self._end_passes(connection, account.name, account.made)
        self.ended += 1

    def rehash(self, name: str, hash: str) -> None:
        """Keep the same password in another hash."""
        with self._writing() as connection:
            connection.execute(update(accounts).where(self._named(name)).values(hash=hash))

    def account(self, name: str) -> Account | None:
        """Return the account of a name, also one that has ended."""
        with self._reading() as connection:
            row = connection.execute(select(*_ACCOUNT).where(self._named(name))).first()
        return None if row is None else Account(*row)

    def accounts(self) -> list[Account]:
        """Return all accounts, by name."""
        with self._reading() as connection:
            rows = connection.execute(select(*_ACCOUNT).where(accounts.c.event == self.event).order_by(accounts.c.name))
            return [Account(*row) for row in rows]

    def end_account(self, name: str, now: float) -> bool:
        """End an account and the passes of its name; whether there was one until now."""
        open_ = and_(self._named(name), accounts.c.ended.is_(None))
        with self._writing() as connection:
            done = connection.execute(update(accounts).where(open_).values(ended=now)).rowcount > 0
            if done:
                self._end_passes(connection, name, now)
        self.ended += 1
        return done

    def attempt(self, name: str, address: str, now: float, most: int, within: float) -> int | None:
        """Note that somebody tries to sign in, wrong as long as nobody says otherwise; None where the name is closed."""
        of_name = and_(sign_ins.c.event == self.event, sign_ins.c.name == name)
        last = select(func.coalesce(func.max(sign_ins.c.id), 0)).where(of_name, sign_ins.c.what == "in")
        with complained(self.engine), self.engine.begin() as connection:
            connection.execute(select(halls.c.event).where(halls.c.event == self.event).with_for_update())
            since = connection.scalar(last) or 0
            wrong = connection.scalar(
                select(func.count()).where(
                    of_name, sign_ins.c.what == "wrong", sign_ins.c.at > now - within, sign_ins.c.id > since
                )
            )
            what = "wrong" if (wrong or 0) < most else "locked"
            row = {"event": self.event, "at": now, "name": name, "address": address, "what": what}
            id_ = connection.scalar(insert(sign_ins).values(row).returning(sign_ins.c.id)) or 0
            connection.execute(delete(sign_ins).where(sign_ins.c.event == self.event, sign_ins.c.id <= id_ - KEPT))
            return int(id_) if what == "wrong" else None

    def signed_in(self, attempt: int) -> None:
        """Note that an attempt was right."""
        with complained(self.engine), self.engine.begin() as connection:
            connection.execute(update(sign_ins).where(sign_ins.c.id == attempt).values(what="in"))

    def sign_ins(self, limit: int) -> list[SignIn]:
        """Return the last attempts, the last first."""
        columns = (sign_ins.c.at, sign_ins.c.name, sign_ins.c.address, sign_ins.c.what)
        of_it = select(*columns).where(sign_ins.c.event == self.event).order_by(sign_ins.c.id.desc()).limit(limit)
        with self._reading() as connection:
            return [SignIn(*row) for row in connection.execute(of_it)]

    def _named(self, name: str) -> ColumnElement[bool]:
        return and_(accounts.c.event == self.event, accounts.c.name == name)

    def _end_passes(self, connection: Connection, name: str, now: float) -> None:
        own = and_(passes.c.event == self.event, passes.c.name == name, passes.c.revoked.is_(None))
        connection.execute(update(passes).where(own, passes.c.role.in_(MAY)).values(revoked=now))

    # Calls

    def call(self, table: str, about: str, now: float) -> Call:
        """Note that a table calls the referee; one that waits already waits on, with what it says now."""
        row = {"event": self.event, "table": table, "about": about, "at": now}
        put = insert_or(calls).values(row)
        said = func.coalesce(func.nullif(put.excluded.about, ""), calls.c.about)
        put = put.on_conflict_do_update(
            index_elements=[calls.c.event, calls.c.table], index_where=calls.c.ended.is_(None), set_={"about": said}
        )
        with self._writing() as connection:
            return Call(*connection.execute(put.returning(*_CALL)).one())

    def take(self, id_: int, by: str, now: float) -> Call:
        """One referee goes there. Raises :class:`HallError` where another does already, or it has ended."""
        with self._writing() as connection:
            require_free(self._locked(connection, id_), by)
            return self._changed(connection, id_, taken_by=by, taken=func.coalesce(calls.c.taken, now))

    def end(self, id_: int, now: float) -> Call:
        """The referee has been there, or the table needs him no more."""
        with self._writing() as connection:
            self._locked(connection, id_)
            return self._changed(connection, id_, ended=func.coalesce(calls.c.ended, now))

    def _locked(self, connection: Connection, id_: int) -> Call:
        of_it = and_(calls.c.event == self.event, calls.c.id == id_)
        row = connection.execute(select(*_CALL).where(of_it).with_for_update()).first()
        if row is None:
            raise HallError("没有这个呼叫。")
        return Call(*row)

    def _changed(self, connection: Connection, id_: int, **values: Any) -> Call:
        done = update(calls).where(and_(calls.c.event == self.event, calls.c.id == id_)).values(**values)
        return Call(*connection.execute(done.returning(*_CALL)).one())

    def changes(self) -> int:
        """A number that is another one after codes or calls have changed."""
        with self._reading() as connection:
            return int(connection.scalar(select(halls.c.changes).where(halls.c.event == self.event)) or 0)

    def calls(self, *, ended: bool = False) -> list[Call]:
        """Return the calls that wait or are being answered, the longest first; ``ended``: those that are over, too."""
        wanted = select(*_CALL).where(calls.c.event == self.event).order_by(calls.c.at, calls.c.id)
        with self._reading() as connection:
            return [
                Call(*row) for row in connection.execute(wanted if ended else wanted.where(calls.c.ended.is_(None)))
            ]
