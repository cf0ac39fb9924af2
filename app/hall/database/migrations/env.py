"""Run by alembic: brings a database to the tables of this version, on the connection that is given."""

from __future__ import annotations

from alembic import context

from app.hall.database.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
