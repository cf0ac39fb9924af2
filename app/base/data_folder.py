"""Where this device keeps what its owner made: the journal. Never among the compiled files, which may be thrown away.

The one file is the journal: a copy of it holds every record that was acknowledged. It and its folder are for their owner only.
"""

from __future__ import annotations

import os
from pathlib import Path

JOURNAL = "journal.sqlite"


def data_folder() -> Path:
    """The user's own folder; ``ZHICAI_DATA`` overrides it, and on a phone the app's own storage is used."""
    named = os.environ.get("ZHICAI_DATA") or os.environ.get("FLET_APP_STORAGE_DATA")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("zhicai", appauthor=False))


def journal_file() -> Path:
    """The file the journal is kept in."""
    return data_folder() / JOURNAL
