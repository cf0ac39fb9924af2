"""Where the files lie that the app brings along: its page, icons and fonts."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "assets" / "web"
PAGES = ("clause", "book")  # addresses whose last part may look like a file name (18.2.1)
