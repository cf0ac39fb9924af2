"""What the page itself searches until the app is there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_data.handbook import open_handbook
from search.compiled_index import compiled_index
from search.light import LIGHT_FILE
from tests.script.messages import fault, types


@pytest.fixture(scope="module")
def light() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((compiled_index() / LIGHT_FILE).read_text(encoding="utf-8"))
    return data


def test_it_holds_every_provision_as_printed_of_every_book_but_second_copies(light: dict[str, Any]) -> None:
    handbook = open_handbook()
    books = [book[0] for book in light["books"]]
    rows = {f"{books[row[0]]}:{row[1]}": row for row in light["rows"]}
    wanted = [p for book in handbook.books.values() if not book.witness_of for p in book.walk()]
    assert list(rows) == [p.id for p in wanted]
    for provision in wanted:
        assert rows[provision.id][2] == provision.label
        assert rows[provision.id][6] == (provision.text or "")


def test_a_reference_lies_on_the_words_that_name_another_provision(light: dict[str, Any]) -> None:
    rows = light["rows"]
    place = next(i for i, row in enumerate(rows) if row[1] == "64A1" and light["books"][row[0]][0] == "bridge-1999")
    for number, found in light["references"].items():
        text = rows[int(number)][6]
        assert all(0 <= start < end <= len(text) and 0 <= target < len(rows) for start, end, target in found)
    cited = [rows[target][1] for found in light["references"].values() for _, _, target in found]
    assert len(cited) > 100 and rows[place][2].startswith("第64条")


def test_what_people_say_leads_to_the_law(light: dict[str, Any]) -> None:
    lines, places = light["sayings"]
    said = dict(zip(lines.split("\n"), places, strict=True))
    laws = {light["rows"][place][1] for place in said["藏牌"]}
    assert any(law.startswith("61") for law in laws)
    assert "revoke" in said


def test_it_is_as_the_page_takes_it(light: dict[str, Any]) -> None:
    assert fault(light, types()["Light"], "Light") == ""


def test_what_is_typed_by_ear_has_everyday_characters(light: dict[str, Any]) -> None:
    sounds = dict(light["sounds"])
    assert "排" in sounds["pai"] and "供" in sounds["gong"] and "侖" not in "".join(sounds.values())
    spoken = {syllable for sound in light["names"][1].split("\n") for syllable in sound.split()}
    assert set(sounds) <= spoken
