"""Opening the database a hall lies in: its address, its tables brought to this version, what goes wrong as a sentence."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from app.hall.protocol import HallError

DRIVER = "postgresql+psycopg"
CONNECTIONS = 8  # of one worker, kept open; as many more where they are wanted
LOCKED, ANSWERED, REACHED = 10, 60, 10  # seconds to wait for another writer, for an answer, for the server
UPGRADING = 7_046_023  # the lock of whoever brings the tables to this version


def open_database(address: str) -> Engine:
    """Return the database of an address, ``postgresql://NAME:PASSWORD@HOST/DATABASE``, with the tables of this version.

    Raises :class:`HallError` where it cannot be reached, or was used by a later version.
    """
    engine = connected(address)
    with complained(engine), engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:it)"), {"it": UPGRADING})
        _upgrade(connection)
    return engine


def connected(address: str) -> Engine:
    """Return the database of an address as it is; it is reached for when it is used. Raises :class:`HallError` for no address."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise HallError(
            f"“{_hidden(address)}”不是数据库的地址；像 postgresql://name:password@host/database。"
        ) from None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise HallError(
            f"数据库只用 PostgreSQL，“{url.get_backend_name()}”不行；像 postgresql://name:password@host/database。"
        )
    settings = f"-c lock_timeout={LOCKED}s -c statement_timeout={ANSWERED}s"
    return create_engine(
        url.set(drivername=DRIVER),
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
        pool_pre_ping=True,
        connect_args={"connect_timeout": REACHED, "application_name": "zhicai-hall", "options": settings},
    )


def _hidden(address: str) -> str:
    """An address without its password."""
    before, at, behind = address.rpartition("@")
    return f"{before.rpartition('//')[0]}//…@{behind}" if at else address


def _upgrade(connection: Connection) -> None:
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        if "locate revision" not in str(fault):
            raise
        raise HallError("这个数据库是更新版本的执裁用过的，没有改动；请更新执裁。") from None


@contextmanager
def complained(engine: Engine, kind: type[Exception] = HallError) -> Iterator[None]:
    """Say what the database complains of as a :class:`HallError`, or another kind of error of one sentence."""
    try:
        yield
    except SQLAlchemyError as fault:
        raise kind(sentence(fault, engine)) from fault


@contextmanager
def reading(engine: Engine, kind: type[Exception] = HallError) -> Iterator[Connection]:
    """A connection to ask with."""
    with complained(engine, kind), engine.connect() as connection:
        yield connection


def sentence(fault: SQLAlchemyError, engine: Engine) -> str:
    """One sentence for what the database complains of; no password is in it."""
    where = f"{engine.url.host or '本机'}/{engine.url.database}"
    cause = getattr(fault, "orig", None)
    state = str(getattr(cause, "sqlstate", None) or "")
    if state == "55P03":
        return f"数据库 {where} 正忙，这次没有存下；请稍候再试。"
    if state.startswith("53"):
        return f"数据库 {where} 的空间或连接不够了，这次没有存下；请腾出空间后再试。以前的记录都在。"
    words = "" if state else str(cause)  # of one that refuses to begin there is no state, only what it says
    if state.startswith("28") or "authentication failed" in words or re.search(r'role ".*" does not exist', words):
        return f"数据库 {where} 不认这个用户或口令；请核对地址。"
    if state == "3D000" or re.search(r'database ".*" does not exist', words):
        return f"没有数据库 {where}；请先建一个（createdb）。"
    if state in ("25006", "57P03"):
        return f"数据库 {where} 现在不能写，这次没有存下；请等它恢复。"
    if isinstance(fault, DBAPIError) and (fault.connection_invalidated or not state):
        return f"连不上数据库 {where}，这次没有存下；请检查网络和数据库，再试一次。"
    return f"数据库 {where} 出错（{state}），这次没有存下；请看数据库的日志。"
