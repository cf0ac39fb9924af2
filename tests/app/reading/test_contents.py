"""The contents of books and laws."""

from __future__ import annotations

import pytest

from app.reading.contents import clause_range, first_places, number_of, parts_of, short_label
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()


@pytest.mark.parametrize(
    ("chapter", "laws"),
    [
        ("第一章", "55 条定义"),
        ("第五章", "第17—40条"),
        ("第九章", "第80条"),
        ("第四章", "第9—16条"),
    ],
)
def test_chapters_say_which_laws_they_hold(chapter: str, laws: str) -> None:
    group = next(p for p in HANDBOOK.books["bridge-1999"].provisions if p.label == chapter)
    assert clause_range(group) == laws


def test_chapters_of_the_other_books() -> None:
    guandan = {p.label: clause_range(p) for p in HANDBOOK.books["guandan-2017"].provisions if p.kind == "chapter"}
    assert (guandan["第一章"], guandan["第三章"]) == ("第一条", "第五—十四条")
    supplement = [clause_range(p) for p in HANDBOOK.books["guandan-supplement"].provisions if p.kind == "chapter"]
    assert supplement == ["附件一1—4", "附件二1—3", "附件三1—5", "附件四1—10"]


def test_every_law_stands_in_the_range_of_its_chapter_once() -> None:
    for book in HANDBOOK.books.values():
        for group in book.provisions:
            laws = [p.label for p in group.walk() if p.kind == "article"]
            if group.kind == "chapter" and laws:
                said = clause_range(group)
                assert said.startswith(laws[0].removesuffix("条").removesuffix("條")), said


def test_parts_and_their_short_labels() -> None:
    law = HANDBOOK.provision("bridge-1999:27")
    assert [short_label(part, law) for part in parts_of(law)] == ["A款", "B款", "C款"]
    assert parts_of(HANDBOOK.provision("shengji-40:4")) == []


def test_the_number_is_what_a_heading_begins_with() -> None:
    numbers = {id_: HANDBOOK.provision(id_) for id_ in ("bridge-1999:27B1a", "bridge-1999:27A", "guandan-2017:14.1.1")}
    assert {id_: (p.heading or "")[: number_of(p)] for id_, p in numbers.items()} == {
        "bridge-1999:27B1a": "(a)",
        "bridge-1999:27A": "A.",
        "guandan-2017:14.1.1": "1、",
    }


def test_a_term_is_marked_at_its_first_place_only() -> None:
    law = HANDBOOK.provision("bridge-1999:27")
    terms = {p.id: [s.value for s in HANDBOOK.spans(p.id) if s.kind == "term"] for p in law.walk()}
    first = first_places(law, terms)
    marked = [term for each in law.walk() for term in first[each.id]]
    assert sorted(marked) == sorted({term for found in terms.values() for term in found})
    order = [each.id for each in law.walk()]
    for id_, found in first.items():
        assert all(term not in terms[before] for term in found for before in order[: order.index(id_)])
