"""Collating a witness of a text with its base."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import rules_data
from rules_data.collation import collate
from rules_data.loader import load_book
from rules_data.model import Book, Difference, Provision, Script

BOOKS = Path(rules_data.__file__).parent / "books"


def book(id_: str, script: Script, *provisions: Provision) -> Book:
    return Book(
        id=id_, game="bridge", title="规则", short="规则", edition="", issuer="", in_force_since=None, script=script,
        numbering="letters", about="", provisions=provisions,
    )  # fmt: skip


def law(id_: str, text: str, *children: Provision, heading: str | None = None) -> Provision:
    return Provision(id=id_, label=id_, kind="article", heading=heading, text=text, children=children)


def of(base: str, witness: str) -> tuple[Difference, ...]:
    return collate(book("b", "hans", law("b:1", base)), book("w", "hant", law("w:1", witness)))


def test_the_same_words_in_the_other_script_are_no_difference() -> None:
    assert of("庄家应将牌张归还给缺牌人。", "莊家應將牌張歸還給缺牌人。") == ()


def test_white_space_is_no_difference() -> None:
    assert of("牌张找到", "  牌張\n  找到 ") == ()


def test_wording() -> None:
    (difference,) = of("再告诉他们目前的权利。", "再告訴他們當前的權利。")
    assert difference == Difference(at="w:1", base_at="b:1", witness="他們當前的", base="他們目前的", kind="wording")


def test_punctuation() -> None:
    (difference,) = of("就座无误再告诉他们。", "就座無誤,再告訴他們。")
    assert (difference.kind, difference.witness, difference.base) == ("punctuation", "無誤,再告", "無誤再告")


@pytest.mark.parametrize(
    ("base", "witness"),
    [
        ("规则中无适当的补偿条款时", "規則中無適當?shù)难a償條款時"),
        ("重复他们在前次所作的叫牌。如有", "重復他們?cè)谇按嗡鞯慕信?。如有"),
        ("可能招致损失时", "可能招致?lián)p失時"),
        ("牌张找到", "牌張\ue123到"),
    ],
)
def test_damage(base: str, witness: str) -> None:
    assert [d.kind for d in of(base, witness) if d.kind != "variant-character"] == ["damaged"]


def test_forms_of_a_character_are_counted_not_listed() -> None:
    (difference,) = of("先后,然后,最后。", "先后,然后,最后。")
    assert (difference.kind, difference.witness, difference.base) == ("variant-character", "后", "後")
    assert difference.note is not None
    assert "共3处" in difference.note


def test_forms_come_after_all_other_differences() -> None:
    found = collate(
        book("b", "hans", law("b:1", "最后。"), law("b:2", "目前")),
        book("w", "hant", law("w:1", "最后。"), law("w:2", "當前")),
    )
    assert [d.kind for d in found] == ["wording", "variant-character"]


def test_headings_are_compared_too() -> None:
    found = collate(
        book("b", "hans", law("b:1", "甲", heading="第1条:打牌")),
        book("w", "hant", law("w:1", "甲", heading="第1條:出牌")),
    )
    assert [d.kind for d in found] == ["wording"]


def test_a_unit_the_witness_lacks() -> None:
    one, two = (Provision(id=f"b:1A{n}", label="", kind="clause", heading=f"{n}.", text="甲乙") for n in (1, 2))
    base = book("b", "hans", law("b:1", "丙", one, two), law("b:2", "丁"))
    witness = book("w", "hant", law("w:1", "丙", replace(one, id="w:1A1")))
    (difference,) = collate(base, witness)  # law 2 is beyond what the witness covers
    assert (difference.kind, difference.at, difference.base_at) == ("missing", "w:1", "b:1A2")
    assert (difference.witness, difference.base) == ("", "2.甲乙")


def test_a_unit_the_base_lacks() -> None:
    (difference,) = collate(book("b", "hans"), book("w", "hant", law("w:1", "丙")))
    assert difference == Difference(at="w:1", base_at=None, witness="丙", base="", kind="missing")


def test_a_simplified_witness_is_compared_as_it_is() -> None:
    found = collate(book("b", "hans", law("b:1", "庄家")), book("w", "hans", law("w:1", "庄家")))
    assert found == ()


# -- the real witness -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def witness() -> Book:
    return load_book(BOOKS / "bridge-1999-hant")


def test_recorded_differences_are_the_ones_found(witness: Book) -> None:
    found = collate(load_book(BOOKS / "bridge-1999"), witness)
    assert [replace(d, note=None) for d in witness.differences] == [replace(d, note=None) for d in found]


def test_the_witness_of_bridge_differs_in_two_places_only(witness: Book) -> None:
    kinds = Counter(d.kind for d in witness.differences)
    assert kinds == {"damaged": 11, "punctuation": 1, "wording": 1, "missing": 1, "variant-character": 8}
    (wording,) = [d for d in witness.differences if d.kind == "wording"]
    assert wording.at == "bridge-1999-hant:15C"
    assert "當前" in wording.witness
    assert "目前" in wording.base
    (comma,) = [d for d in witness.differences if d.kind == "punctuation"]
    assert (comma.at, comma.base_at) == ("bridge-1999-hant:15C", "bridge-1999:15C")
    (end,) = [d for d in witness.differences if d.kind == "missing"]
    assert (end.at, end.base_at) == ("bridge-1999-hant:20F", "bridge-1999:20F2")
