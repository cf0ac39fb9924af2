"""Where there are no threads, what hears a story is read piece by piece once somebody looks for something, not by a key of his."""

from __future__ import annotations

import asyncio

import pytest

from app.base import background
from app.window import library
from decision_trees.games import games
from search.hearing import weights


def test_it_is_read_in_pieces_after_the_first_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "THREADS", False)
    monkeypatch.setattr(library, "THREADS", False)
    monkeypatch.setattr(background, "FIRST_SCREEN", 0.01)
    weights.weights_of.cache_clear()
    library.hear_soon.cache_clear()
    known: list[int] = []  # how many files were read whenever somebody else had his turn

    async def search() -> None:
        library.hear_soon()
        library.hear_soon()  # every key that is answered asks again
        while weights.weights_of.cache_info().currsize < len(games()) + 2:
            if not known or known[-1] != weights.weights_of.cache_info().currsize:
                known.append(weights.weights_of.cache_info().currsize)
            await asyncio.sleep(0.005)

    asyncio.run(asyncio.wait_for(search(), 30))
    library.hear_soon.cache_clear()
    assert known == [0, 1, 2, 3, 4], "one file at a time, none at once"


def test_with_threads_nothing_is_begun_by_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "later", lambda *_: pytest.fail("it was loaded when the program began"))
    library.hear_soon.cache_clear()
    library.hear_soon()
    library.hear_soon.cache_clear()
