"""The bridge synonym file: well formed, large enough, and no saying with two meanings."""

import dataclasses
import re
import unicodedata
from pathlib import Path

import pytest
import yaml

from rules_data.model import Synonym

FILE = Path(__file__).resolve().parents[2] / "search" / "synonyms" / "bridge.yaml"
BOOK_TEXT = FILE.parents[2] / "rules_data" / "books" / "bridge-1999" / "source.txt"
PROVISION_ID = re.compile(
    r"bridge-1999:(?:"
    r"[1-9][0-9]?(?:[A-G](?:[1-9][0-9]?(?:-[2-9])?(?:[a-e][1-9]?)?)?|n[1-9]?)?"  # 64, 64A, 64A1, 25B2b1, 75n2
    r"|def/[一-鿿]+(?:\.[1-9]|-[2-9])?"
    r")"
)


def plain(saying: str) -> str:
    """A saying as a hurried person types it: no spaces, no case, half-width letters."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", saying)).casefold()


@pytest.fixture(scope="module")
def entries() -> list[dict[str, object]]:
    loaded = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert isinstance(loaded, list)
    return loaded


@pytest.fixture(scope="module")
def synonyms(entries: list[dict[str, object]]) -> list[Synonym]:
    return [Synonym(**entry) for entry in entries]  # type: ignore[arg-type]


def test_fields_are_those_of_the_model(entries: list[dict[str, object]]) -> None:
    known = {field.name for field in dataclasses.fields(Synonym)}
    for entry in entries:
        assert set(entry) <= known, entry
        assert entry["game"] == "bridge"
        for key in ("say", "means", "go"):
            value = entry[key]
            assert isinstance(value, list) and value, entry
            assert all(isinstance(item, str) and item == item.strip() and item for item in value), entry


def test_there_are_enough(synonyms: list[Synonym]) -> None:
    assert len(synonyms) >= 250
    assert sum(len(synonym.say) for synonym in synonyms) >= 700


def test_no_saying_has_two_meanings(synonyms: list[Synonym]) -> None:
    first: dict[str, str] = {}
    for synonym in synonyms:
        for saying in synonym.say:
            key = plain(saying)
            assert key not in first, f"{saying}: both under {first[key]} and under {synonym.say[0]}"
            first[key] = synonym.say[0]


def test_no_saying_is_too_short(synonyms: list[Synonym]) -> None:
    for synonym in synonyms:
        for saying in synonym.say:
            assert len(plain(saying)) >= 2, saying
            assert plain(saying) not in {"出牌", "叫牌", "打牌", "裁判", "同伴", "花色", "pass"}, saying


def test_ids_are_well_formed(synonyms: list[Synonym]) -> None:
    for synonym in synonyms:
        assert 1 <= len(synonym.go) <= 5, synonym.say[0]
        assert len(set(synonym.go)) == len(synonym.go), synonym.say[0]
        for provision_id in synonym.go:
            assert PROVISION_ID.fullmatch(provision_id), provision_id
            law = re.match(r"\d+", provision_id.partition(":")[2])
            assert law is None or int(law[0]) <= 93, provision_id


def test_meanings_are_wording_of_the_text(synonyms: list[Synonym]) -> None:
    text = re.sub(r"\s", "", BOOK_TEXT.read_text(encoding="utf-8"))
    for synonym in synonyms:
        for phrase in synonym.means:
            assert re.sub(r"\s", "", phrase) in text, f"{synonym.say[0]}: {phrase}"


def test_every_law_a_player_asks_about_is_reached(synonyms: list[Synonym]) -> None:
    reached = {int(found[0]) for s in synonyms for go in s.go if (found := re.match(r"\d+", go.partition(":")[2]))}
    assert set(range(1, 94)) - reached == set()
