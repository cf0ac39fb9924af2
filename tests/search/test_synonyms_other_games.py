"""The sayings of guandan and shengji: every entry is well formed, unambiguous and stands on the printed text."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import search
from rules_data.loader import BOOKS, load_book, load_records
from rules_data.model import Synonym

FOLDER = Path(search.__file__).parent / "synonyms"
OF_GAME = {"guandan": ("guandan-2017", "guandan-supplement"), "shengji": ("shengji-40",)}
AT_LEAST = {"guandan": 180, "shengji": 140}
ID = re.compile(r"(guandan-2017|guandan-supplement|shengji-40):[0-9A-Za-z]+(\.[0-9]+)*([pt][0-9]*)?")

games = pytest.mark.parametrize("game", sorted(OF_GAME))


def squeeze(text: str) -> str:
    """The text without white space, in lower case: how two sayings are compared."""
    return re.sub(r"\s", "", text).lower()


@cache
def entries(game: str) -> tuple[Synonym, ...]:
    records, _ = load_records(FOLDER / f"{game}.yaml", Synonym)
    return records


@cache
def provision_ids(game: str) -> frozenset[str]:
    return frozenset(p.id for book in OF_GAME[game] for p in load_book(BOOKS / book).walk())


@cache
def printed(game: str) -> str:
    return squeeze("".join((BOOKS / book / "source.txt").read_text("utf-8") for book in OF_GAME[game]))


@games
def test_there_are_enough_entries_and_all_are_of_this_game(game: str) -> None:
    assert len(entries(game)) >= AT_LEAST[game]
    assert {entry.game for entry in entries(game)} == {game}


@games
def test_no_entry_is_empty(game: str) -> None:
    assert [entry.say for entry in entries(game) if not (entry.say and entry.means and 1 <= len(entry.go) <= 5)] == []
    words = [word for entry in entries(game) for word in (*entry.say, *entry.means)]
    assert [word for word in words if word != word.strip() or not word] == []


@games
def test_no_saying_stands_twice(game: str) -> None:
    sayings = [squeeze(saying) for entry in entries(game) for saying in entry.say]
    assert sorted({saying for saying in sayings if sayings.count(saying) > 1}) == []


@games
def test_a_single_character_is_a_saying_only_where_it_is_a_word_of_the_game(game: str) -> None:
    single = {saying for entry in entries(game) for saying in entry.say if len(squeeze(saying)) < 2}
    assert single <= {"夯", "毙"}


@games
def test_clauses_are_complete_ids_of_this_game_and_exist(game: str) -> None:
    cited = [clause for entry in entries(game) for clause in entry.go]
    assert [clause for clause in cited if not ID.fullmatch(clause)] == []
    assert sorted(set(cited) - provision_ids(game)) == []
    assert [entry.go for entry in entries(game) if len(set(entry.go)) < len(entry.go)] == []


@games
def test_meanings_are_wording_of_the_printed_text(game: str) -> None:
    meanings = [meaning for entry in entries(game) for meaning in entry.means]
    assert [meaning for meaning in meanings if squeeze(meaning) not in printed(game)] == []
