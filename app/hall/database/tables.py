"""The tables of a hall in PostgreSQL. An event is the key everything is kept and partitioned by.

``records``: what a record says lies in ``content``, as the bytes of its JSON: a text column takes neither every character a
journal may hold, nor would it keep a hash as it is. A *mark* is given while the row of the hall is locked, so that marks follow
the order in which records were committed, and nothing that is committed later stands before what somebody was given.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

PARTITIONS = 16  # of the records: each event's lie in one of them
metadata = MetaData()

halls = Table(
    "halls",
    metadata,
    Column("event", Text, primary_key=True),
    Column("epoch", Text, nullable=False),
    Column("place", Text, nullable=False),  # of which database, and which time of it
    Column("mark", BigInteger, nullable=False),  # of the last record
    Column("changes", BigInteger, nullable=False),  # grows when the codes or the calls change
    Column("books", Text, nullable=False),  # the event's own books, as they are given to members
    Column("digest", Text, nullable=False),  # what tells them from others
)
records = Table(
    "records",
    metadata,
    Column("event", Text, primary_key=True),
    Column("mark", BigInteger, primary_key=True),
    Column("id", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),  # author, about, body
    Column("device", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("before", Text, nullable=False),
    Column("receipt_hash", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("receipt", LargeBinary),
    Column("signature", LargeBinary),
    UniqueConstraint("event", "id"),
    Index("records_chains", "event", "device", "number"),
    postgresql_partition_by="HASH (event)",
)
signers = Table(
    "signers",
    metadata,
    Column("event", Text, ForeignKey("halls.event"), primary_key=True),
    Column("device", Text, primary_key=True),
    Column("key", Text, primary_key=True),
)
heads = Table(
    "heads",
    metadata,
    Column("event", Text, ForeignKey("halls.event"), primary_key=True),
    Column("device", Text, primary_key=True),
    Column("held", BigInteger, nullable=False),
    Column("said", Text, nullable=False),
    Column("signature", LargeBinary, nullable=False),
)
passes = Table(
    "passes",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("event", Text, ForeignKey("halls.event"), nullable=False),
    Column("hash", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("expires", Double),
    Column("revoked", Double),
)
accounts = Table(
    "accounts",
    metadata,
    Column("event", Text, ForeignKey("halls.event"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("ended", Double),
)
sign_ins = Table(
    "sign_ins",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("event", Text, ForeignKey("halls.event"), nullable=False),
    Column("at", Double, nullable=False),
    Column("name", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("what", Text, nullable=False),
    Index("sign_ins_of", "event", "name", "id"),
)
calls = Table(
    "calls",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("event", Text, ForeignKey("halls.event"), nullable=False),
    Column("table", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("taken_by", Text),
    Column("taken", Double),
    Column("ended", Double),
    Index("calls_waiting", "event", "table", unique=True, postgresql_where=text("ended IS NULL")),
)
