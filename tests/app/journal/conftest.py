"""Every kind of store, and rulings to put into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.journal.journal import Journal
from app.journal.log_file import MemoryHandle
from app.journal.log_store import open_log_store
from app.journal.records import Place, RulingBody
from app.journal.sqlite_store import open_store
from app.journal.store import JournalStore
from tests.app.journal.memory_store import MemoryStore


@pytest.fixture(params=["sqlite", "log", "memory"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], JournalStore]]:
    """Makes empty stores of one kind."""
    made: list[JournalStore] = []

    def new() -> JournalStore:
        kinds: dict[str, Callable[[], JournalStore]] = {
            "sqlite": lambda: open_store(tmp_path / f"{len(made)}.sqlite"),
            "log": lambda: open_log_store(MemoryHandle()),
            "memory": MemoryStore,
        }
        made.append(kinds[request.param]())
        return made[-1]

    yield new
    for store in made:
        store.close()


@pytest.fixture
def journal(new_store: Callable[[], JournalStore]) -> Journal:
    return Journal(new_store(), "李裁判")


@pytest.fixture
def body() -> Callable[..., RulingBody]:
    """A ruling: what is not said is usual."""

    def make(
        offenders: tuple[str, ...] = ("3",),
        *,
        table: str | None = "5",
        round: int | None = 2,
        game: int | None = 1,
        deal: int | None = 4,
        **other: object,
    ) -> RulingBody:
        given: dict[str, object] = {
            "game": "guandan",
            "tree": "guandan.slow_play",
            "title": "出牌超时",
            "outcome": "violation",
            "ruling": "超时警告后10秒内仍不出牌，记违例一次。",
            "level": "penalty",
            "counts": (("violation", 1),),
            "cites": ("guandan-2017:22.1",),
        }
        place = Place(table, round, game, deal)
        return RulingBody(place=place, offenders=offenders, **{**given, **other})  # type: ignore[arg-type]

    return make
