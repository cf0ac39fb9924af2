"""Accounts, and who signed in."""

from __future__ import annotations

from alembic import op

revision = "2"
down_revision = "1"

_TABLES = """
CREATE TABLE accounts (
    event TEXT NOT NULL REFERENCES halls (event), name TEXT NOT NULL, role TEXT NOT NULL, hash TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL, ended DOUBLE PRECISION, PRIMARY KEY (event, name)
);
CREATE TABLE sign_ins (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event TEXT NOT NULL REFERENCES halls (event),
    at DOUBLE PRECISION NOT NULL, name TEXT NOT NULL, address TEXT NOT NULL, what TEXT NOT NULL
);
CREATE INDEX sign_ins_of ON sign_ins (event, name, id);
"""


def upgrade() -> None:
    """Make them."""
    for statement in _TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)


def downgrade() -> None:
    """Nothing is taken back: it would lose who signed in."""
    raise NotImplementedError
