"""What the first ruling, search and story would wait for is read beforehand, piece by piece where there are no threads."""

from __future__ import annotations

import asyncio

import pytest

from app.base import background
from app.window import library
from decision_trees.games import games
from search.hearing import weights


def test_what_hears_a_story_is_read_in_pieces_before_anybody_tells_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "THREADS", False)
    monkeypatch.setattr(background, "FIRST_SCREEN", 0.01)
    monkeypatch.setattr(library, "set_aside", lambda: None)  # what the other tests made is not to stay for ever
    weights.weights_of.cache_clear()
    known: list[int] = []  # how many files were read whenever somebody else had his turn

    async def open_a_window() -> None:
        library.prepare()
        while weights.weights_of.cache_info().currsize < len(games()) + 2:
            if not known or known[-1] != weights.weights_of.cache_info().currsize:
                known.append(weights.weights_of.cache_info().currsize)
            await asyncio.sleep(0.005)

    asyncio.run(asyncio.wait_for(open_a_window(), 30))
    assert known == [0, 2, 3, 4], "one game at a time, none at once"
