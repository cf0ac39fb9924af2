"""What a window remembers."""

from __future__ import annotations

from app.window.state import RECENT_CLAUSES, Settings, Shelf


def test_shelf_keeps_the_newest_first_and_each_once() -> None:
    shelf = Shelf()
    for number in ("a:1", "a:2", "a:1"):
        shelf.remember_clause(number)
    assert list(shelf.clauses) == ["a:1", "a:2"]
    for number in range(40):
        shelf.remember_clause(f"b:{number}")
    assert len(shelf.clauses) == RECENT_CLAUSES
    assert shelf.clauses[0] == "b:39"


def test_bookmarks_are_kept_and_let_go() -> None:
    shelf = Shelf()
    shelf.keep("a:1")
    shelf.keep("a:2")
    shelf.keep("a:1")
    assert list(shelf.bookmarks) == ["a:2", "a:1"]
    shelf.let_go("a:2")
    assert list(shelf.bookmarks) == ["a:1"]


def test_a_device_that_was_never_asked_for_the_game_looks_everywhere() -> None:
    settings = Settings()
    settings.restore({"script": "hant", "game": "chess"})
    assert (settings.game, settings.everywhere, settings.asked) == ("", True, False)


def test_the_game_that_was_chosen_is_the_game_after_a_restart() -> None:
    settings = Settings()
    settings.restore({"game": "guandan", "everywhere": False, "asked": True})
    assert (settings.game, settings.everywhere, settings.asked) == ("guandan", False, True)
    settings.restore({"game": "guandan", "everywhere": True, "asked": True})
    assert settings.everywhere, "the search looks in all games, every other screen stays with the game"
