"""What is kept across restarts: in the browser's or the device's own preferences, never on a server."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from app.journal.records import NO_EVENT, Place
from app.theme import MODES

if TYPE_CHECKING:
    from app.duty import Duty
    from app.standpoint import Standpoint
    from app.state import Settings, Shelf

SETTINGS = "zhicai.settings"
SHELF = "zhicai.shelf"
DUTY = "zhicai.duty"
STANDPOINT = "zhicai.standpoint"
PATIENCE = 3.0  # seconds to wait for the client before starting with defaults


@dataclass
class Storage:
    """The preferences of one window."""

    page: ft.Page
    preferences: ft.SharedPreferences = field(default_factory=ft.SharedPreferences)

    async def load(self, settings: Settings, shelf: Shelf) -> None:
        """Fill settings and shelf with what was kept; anything unreadable is ignored."""
        with suppress(TimeoutError):
            kept_settings, kept_shelf = await asyncio.wait_for(
                asyncio.gather(self._read(SETTINGS), self._read(SHELF)), PATIENCE
            )
            if kept_settings.get("script") in ("hans", "hant"):
                settings.script = kept_settings["script"]
            if kept_settings.get("mode") in MODES:
                settings.mode = kept_settings["mode"]
            with suppress(TypeError, ValueError):
                settings.text_scale = min(2.0, max(1.0, float(kept_settings.get("text_scale", 1.0))))
            for name in ("bookmarks", "clauses", "searches"):
                entries = kept_shelf.get(name)
                if isinstance(entries, list):
                    setattr(shelf, name, [entry for entry in entries if isinstance(entry, str)])
            counts = kept_shelf.get("rulings")
            if isinstance(counts, dict):
                shelf.rulings = {tree: count for tree, count in counts.items() if isinstance(count, int)}

    async def load_duty(self, duty: Duty) -> None:
        """Fill in who is on duty, and where; anything unreadable is ignored."""
        with suppress(TimeoutError):
            kept = await asyncio.wait_for(self._read(DUTY), PATIENCE)
            for name in ("author", "pair"):
                if isinstance(kept.get(name), str):
                    setattr(duty, name, kept[name])
            duty.event = kept["event"] if isinstance(kept.get("event"), str) else NO_EVENT
            numbers = [kept.get(name) for name in ("round", "game", "deal")]
            table = kept.get("table")
            duty.place = Place(
                table if isinstance(table, str) else None, *(n if isinstance(n, int) else None for n in numbers)
            )

    async def load_standpoint(self, standpoint: Standpoint) -> None:
        """Fill in whose rights were looked at last; anything unreadable is ignored."""
        with suppress(TimeoutError):
            standpoint.restore(await asyncio.wait_for(self._read(STANDPOINT), PATIENCE))

    async def _read(self, key: str) -> dict[str, Any]:
        raw = await self.preferences.get(key)
        with suppress(TypeError, ValueError):
            value = json.loads(raw)  # type: ignore[arg-type]
            if isinstance(value, dict):
                return value
        return {}

    def keep_settings(self, settings: Settings) -> None:
        """Write the settings."""
        self._write(SETTINGS, {"script": settings.script, "mode": settings.mode, "text_scale": settings.text_scale})

    def keep_shelf(self, shelf: Shelf) -> None:
        """Write the shelf."""
        self._write(
            SHELF,
            {
                "bookmarks": list(shelf.bookmarks),
                "clauses": list(shelf.clauses),
                "searches": list(shelf.searches),
                "rulings": dict(shelf.rulings),
            },
        )

    def keep_duty(self, duty: Duty) -> None:
        """Write who is on duty, and where."""
        place = duty.place
        self._write(
            DUTY,
            {
                "event": duty.event,
                "author": duty.author,
                "pair": duty.pair,
                "table": place.table,
                "round": place.round,
                "game": place.game,
                "deal": place.deal,
            },
        )

    def keep_standpoint(self, standpoint: Standpoint) -> None:
        """Write whose rights are looked at."""
        self._write(STANDPOINT, standpoint.plain())

    def _write(self, key: str, value: dict[str, Any]) -> None:
        async def write() -> None:
            with suppress(AttributeError, RuntimeError):  # the window has just been closed
                await self.preferences.set(key, json.dumps(value, ensure_ascii=False))

        self.page.run_task(write)
