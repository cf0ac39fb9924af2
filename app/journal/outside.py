"""What there is on this device to hold a journal file against: its key, and what this device's own journal knows of others."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.journal import key_file, signed_tables
from app.journal.backup import opened
from app.journal.findings import Against
from app.journal.heads import SignedHead
from app.journal.store import Brought, JournalError

if TYPE_CHECKING:
    from app.journal.heads import Code


def what_to_hold_against(path: Path, own: Path, codes: tuple[Code, ...] = ()) -> Against:
    """What a journal file is held against; ``own`` is the journal of this device.

    The key that lies beside a file is its own. Any other file is held against what the journal of this device remembers.
    """
    path = Path(os.path.realpath(path))
    keys = key_file.beside(path)
    try:
        kept = keys.read()
    finally:
        keys.close()
    remembered = None
    if path != Path(os.path.realpath(own)) and own.exists():
        with suppress(JournalError, sqlite3.Error), opened(own) as connection:
            heads = [
                SignedHead(each.head, each.signature)
                for each in signed_tables.heads(connection, (signed_tables.NOW, signed_tables.OTHER))
                if each.head is not None
            ]
            remembered = Brought(signed_tables.signers(connection), tuple(heads))
    return Against(kept if kept.key is not None else None, "", codes, remembered)
