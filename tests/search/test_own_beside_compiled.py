"""What was brought is found as well as what is compiled: the sixty judged queries, held against the file of both."""

from __future__ import annotations

import re

from tests.search.own_beside_compiled import RESULT, asked, beside, books, counted, positions


def test_every_answer_is_a_clause_of_its_text() -> None:
    there = {name: {p.number for p in one.book.walk()} for name, one in books().items()}
    assert len(asked()) == 60 and len({one.query for one in asked()}) == 60
    assert [(one.query, number) for one in asked() for number in one.accept if number not in there[one.text]] == []


def test_the_small_index_answers_as_the_compiled_one() -> None:
    written = dict(
        (name, (int(first), int(three)))
        for name, first, three in re.findall(
            r"^(\w+): first (\d+), among three (\d+)$", RESULT.read_text("utf-8"), re.M
        )
    )
    first, three = counted(positions(beside()))
    assert first >= written["compiled"][0] and three >= written["compiled"][1], (first, three, written)
