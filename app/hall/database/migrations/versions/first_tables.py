"""The first tables."""

from __future__ import annotations

from alembic import op

revision = "1"
down_revision = None

_PARTITIONS = 16
_TABLES = """
CREATE TABLE halls (
    event TEXT PRIMARY KEY, epoch TEXT NOT NULL, place TEXT NOT NULL, mark BIGINT NOT NULL, changes BIGINT NOT NULL,
    books TEXT NOT NULL, digest TEXT NOT NULL
);
CREATE TABLE records (
    event TEXT NOT NULL, mark BIGINT NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
    content BYTEA NOT NULL, device TEXT NOT NULL, number BIGINT NOT NULL, before TEXT NOT NULL, receipt_hash TEXT NOT NULL,
    hash TEXT NOT NULL, receipt BYTEA, signature BYTEA, PRIMARY KEY (event, mark), UNIQUE (event, id)
) PARTITION BY HASH (event);
CREATE INDEX records_chains ON records (event, device, number);
CREATE TABLE signers (
    event TEXT NOT NULL REFERENCES halls (event), device TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (event, device, key)
);
CREATE TABLE heads (
    event TEXT NOT NULL REFERENCES halls (event), device TEXT NOT NULL, held BIGINT NOT NULL, said TEXT NOT NULL,
    signature BYTEA NOT NULL, PRIMARY KEY (event, device)
);
CREATE TABLE passes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event TEXT NOT NULL REFERENCES halls (event),
    hash TEXT NOT NULL UNIQUE, role TEXT NOT NULL, name TEXT NOT NULL, made DOUBLE PRECISION NOT NULL,
    expires DOUBLE PRECISION, revoked DOUBLE PRECISION
);
CREATE TABLE calls (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event TEXT NOT NULL REFERENCES halls (event),
    "table" TEXT NOT NULL, about TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, taken_by TEXT, taken DOUBLE PRECISION,
    ended DOUBLE PRECISION
);
CREATE UNIQUE INDEX calls_waiting ON calls (event, "table") WHERE ended IS NULL;
"""


def upgrade() -> None:
    """Make them."""
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
    for part in range(_PARTITIONS):
        op.execute(
            f"CREATE TABLE records_{part} PARTITION OF records FOR VALUES WITH (MODULUS {_PARTITIONS}, REMAINDER {part})"
        )


def downgrade() -> None:
    """Nothing is taken back: it would lose records."""
    raise NotImplementedError
