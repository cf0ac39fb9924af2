"""The small index of books that were brought: one ranking with the compiled one, which it leaves as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.base.opened import engine, handbook
from rules_data.brought.making import About, digest, make
from rules_data.brought.model import Brought
from rules_data.brought.together import together
from rules_data.handbook import Handbook
from search.beside import joined
from search.engine import Engine
from tests.rules_data.brought.making import AT, BRIDGE, GAMES, GUANDAN, SHENGJI, text_of


@pytest.fixture(scope="module")
def books() -> dict[str, Brought]:
    simplified = handbook().script.simplified
    return {
        name: make(
            text_of(name),
            digest(text_of(name).encode()),
            name,
            About(game=game, base=base),
            at=AT,
            by="",
            simplified=simplified,
        )
        for name, (game, base) in GAMES.items()
    }


@pytest.fixture(scope="module")
def whole(books: dict[str, Brought]) -> Handbook:
    return together(handbook(), [b.book for b in books.values()], {b.book.id: b.base for b in books.values()})


@pytest.fixture(scope="module")
def both(books: dict[str, Brought], whole: Handbook) -> Iterator[Engine]:
    yield joined(engine(), whole, [b.book for b in books.values()])


ASKED = [  # what somebody types, in which of the three it stands, and where, read off the texts
    ("茶歇", GUANDAN, "12"),
    ("手机响铃怎么罚", GUANDAN, "11"),
    ("报名费", GUANDAN, "4.1"),
    ("能不能穿拖鞋", GUANDAN, "10"),
    ("录像", GUANDAN, "13"),
    ("申诉费多少", GUANDAN, "14"),
    ("医院证明", GUANDAN, "4.2"),
    ("luxiang", GUANDAN, "13"),
    ("约定卡没有怎么办", BRIDGE, "2.2.2"),
    ("高度反常", BRIDGE, "2.4"),
    ("屏风", BRIDGE, "5.3"),
    ("每节限时", BRIDGE, "3.1"),
    ("叫牌盒", BRIDGE, "2.3"),
    ("申訴押金", BRIDGE, "4.2"),
    ("2.2.1", BRIDGE, "2.2.1"),
    ("讲牌敲桌子", SHENGJI, "6"),
    ("茶水费", SHENGJI, "8"),
    ("请假", SHENGJI, "7"),
    ("收拾桌子", SHENGJI, "8"),
    ("qingjia", SHENGJI, "7"),
]


@pytest.mark.parametrize(("query", "name", "number"), ASKED, ids=[q for q, _, _ in ASKED])
def test_what_is_asked_is_found_among_the_first(
    query: str, name: str, number: str, both: Engine, books: dict[str, Brought]
) -> None:
    game = GAMES[name][0]
    found = [hit.id for hit in both.search(query, game=game, limit=10).hits if hit.kind in ("provision", "table")]
    wanted = f"{books[name].book.id}:{number}"
    assert wanted in found[:4], found[:4]


def test_hits_say_which_book_they_are_of(both: Engine, books: dict[str, Brought]) -> None:
    (hit,) = both.search("茶歇", limit=1).hits
    assert hit.book == books[GUANDAN].book.id and hit.label == "第十二条" and "茶歇" in hit.snippet


def test_only_one_book_is_searched_when_it_is_asked_for(both: Engine, books: dict[str, Brought]) -> None:
    id_ = books[BRIDGE].book.id
    assert {hit.book for hit in both.search("申诉", book=id_, kind="provision").hits} == {id_}


@pytest.mark.parametrize(
    "query", ["藏牌", "不足叫牌怎么罚", "64A1", "甩错牌", "贡错牌", "cangpai", "revoke", "首攻越序"]
)
def test_the_trees_that_are_meant_are_the_same(query: str, both: Engine) -> None:
    before, after = engine().search(query), both.search(query)
    assert (before.ruling and before.ruling.id) == (after.ruling and after.ruling.id)
    assert [h.id for h in before.hits if h.kind == "tree"] == [h.id for h in after.hits if h.kind == "tree"]
    law = [h.id for h in after.hits if not h.book.startswith("own-") and h.kind == "provision"]
    assert law[:3] == [h.id for h in before.hits if h.kind == "provision"][:3]


def test_without_books_it_is_the_engine_itself() -> None:
    assert joined(engine(), handbook(), []) is engine()
    assert together(handbook(), [], {}) is handbook()


def test_the_compiled_handbook_is_left_alone(whole: Handbook, books: dict[str, Brought]) -> None:
    id_ = books[GUANDAN].book.id
    assert f"{id_}:12" in whole and f"{id_}:12" not in handbook()
    assert whole.provision("guandan-2017:12.2") is handbook().provision("guandan-2017:12.2")


def test_a_clause_of_the_law_that_is_named_is_linked_both_ways(whole: Handbook, books: dict[str, Brought]) -> None:
    id_ = books[GUANDAN].book.id
    cited = [r.targets for r in whole.references(f"{id_}:6")]
    assert cited == [("guandan-2017:12.2",)]  # 规则第十二条第二款
    assert f"{id_}:6" in [r.source for r in whole.cited_by("guandan-2017:12.2")]


def test_every_text_and_query_is_bounded(both: Engine) -> None:
    for query in ("", " ", "。" * 500, "a" * 500, "第" * 300, "\x00"):
        both.search(query)


def test_a_query_of_words_that_most_texts_have_finds_no_tree_by_the_law_and_breaks_nothing() -> None:
    """With a hundred books a word may weigh nothing: then no clause of the law leads to a tree."""
    search = engine()
    read = search._read("藏牌", None)
    nothing = {number: 0.0 for number in range(3)}
    trees, cases = search._rulings(read.understood, None, None, None, nothing, nothing)
    assert {found.kind for found in trees} <= {"tree"} and {found.kind for found in cases} <= {"case"}
