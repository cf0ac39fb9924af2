"""Clause numbers in the forms people use, against the books themselves."""

from __future__ import annotations

import pytest

from rules_data.handbook import open_handbook
from rules_data.model import GameId
from search.clause_number import BookNumbers, NumberMatch, find, numbers_of


@pytest.fixture(scope="module")
def books() -> tuple[BookNumbers, ...]:
    return numbers_of(open_handbook())


def ids(found: tuple[NumberMatch, ...]) -> list[str]:
    return [f.id for f in found]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("64A1", "bridge-1999:64A1"),
        ("64a1", "bridge-1999:64A1"),
        ("６４Ａ１", "bridge-1999:64A1"),
        ("64 A 1", "bridge-1999:64A1"),
        ("第64条A款1", "bridge-1999:64A1"),
        ("第64條A款1項", "bridge-1999:64A1"),
        ("64条", "bridge-1999:64"),
        ("64", "bridge-1999:64"),
        ("第六十四条", "bridge-1999:64"),
        ("六十四条A款一", "bridge-1999:64A1"),
        ("第64A1条", "bridge-1999:64A1"),
        ("law 64", "bridge-1999:64"),
        ("Law 64 A 1", "bridge-1999:64A1"),
        ("L27", "bridge-1999:27"),
        ("laws 27B1(a)", "bridge-1999:27B1a"),
        ("27B1a", "bridge-1999:27B1a"),
        ("25B2(b)(1)", "bridge-1999:25B2b1"),
        ("9A2(b)(1)", "bridge-1999:9A2b1"),
        ("第9条A款2(b)", "bridge-1999:9A2b"),
        ("桥牌64条", "bridge-1999:64"),
        ("bridge law 16", "bridge-1999:16"),
        ("75条注释", "bridge-1999:75n"),
        ("75条例一", "bridge-1999:75n1"),
        ("第60条", "bridge-1999:60"),
        ("第60张", "bridge-1999:60"),
        ("第五章第二部分", "bridge-1999:ch5.pt2"),
        ("定义 藏牌", "bridge-1999:def/藏牌"),
        ("藏牌的定义", "bridge-1999:def/藏牌"),
        ("27B1(a)是什么意思", "bridge-1999:27B1a"),
        ("十八条二", "guandan-2017:18.2"),
        ("第十八条二", "guandan-2017:18.2"),
        ("第十八条二(1)", "guandan-2017:18.2.1"),
        ("第十八条二款1项", "guandan-2017:18.2.1"),
        ("掼蛋18条2款1", "guandan-2017:18.2.1"),
        ("18.2.1", "guandan-2017:18.2.1"),
        ("第十九条4", "guandan-2017:19.4"),
        ("guandan 18", "guandan-2017:18"),
        ("附录四", "guandan-2017:A4"),
        ("附件四", "guandan-supplement:4"),
        ("附件四8", "guandan-supplement:4.8"),
        ("附件四8(3)", "guandan-supplement:4.8.3"),
        ("附件四第8条第3项", "guandan-supplement:4.8.3"),
        ("附件4.8", "guandan-supplement:4.8"),
        ("补充规定四8", "guandan-supplement:4.8"),
        ("升级二十五条第3段", "shengji-40:25p3"),
        ("升级第二十五条第三段", "shengji-40:25p3"),
        ("第一条十三", "shengji-40:1.13"),
        ("第二十一条一(三)", "shengji-40:21.1.3"),
        ("第二十八条四(二)", "shengji-40:28.4.2"),
        ("28甲", "shengji-40:28"),
        ("28乙", "shengji-40:28b"),
        ("28乙2(1)", "shengji-40:28b.2.1"),
        ("第二个第二十八条", "shengji-40:28b"),
        ("具体罚分规则2(1)", "shengji-40:28b.2.1"),
        ("bridge-1999:64A1", "bridge-1999:64A1"),
        ("guandan-supplement:4.8.3", "guandan-supplement:4.8.3"),
        ("shengji-40:28b.2.1", "shengji-40:28b.2.1"),
        ("bridge-1999-hant:12A1", "bridge-1999-hant:12A1"),
    ],
)
def test_a_number_leads_to_its_provision(books: tuple[BookNumbers, ...], query: str, expected: str) -> None:
    found = find(query, books)
    assert found
    assert found[0] == NumberMatch(expected, exact=True, whole=True)


def test_every_provision_is_found_by_its_own_label(books: tuple[BookNumbers, ...]) -> None:
    lost = []
    for book in open_handbook().books.values():
        if book.witness_of:
            continue
        for provision in book.walk():
            if provision.kind in {"article", "clause"} and provision.label.startswith(("第", "附件")):
                found = find(provision.label, books, book.game)
                if provision.id not in ids(found):
                    lost.append(f"{provision.label} {provision.id}")
    assert not lost


@pytest.mark.parametrize(
    "query",
    ["第二次藏牌", "报10张", "27张牌", "10张报牌", "第三家出牌", "第四圈", "2副牌", "5分钟", "40分", "一条龙", "六十四", "3NT",
     "第12墩", "两个大王", "迟到10分钟", "打2", "", "条", "第条", "第99条"],
)  # fmt: skip
def test_ordinary_words_are_no_numbers(books: tuple[BookNumbers, ...], query: str) -> None:
    assert find(query, books) == ()


def test_a_number_that_does_not_exist_leads_to_the_nearest_above(books: tuple[BookNumbers, ...]) -> None:
    assert find("64A9", books) == (NumberMatch("bridge-1999:64A", exact=False, whole=True),)
    assert find("附件四8(9)", books) == (NumberMatch("guandan-supplement:4.8", exact=False, whole=True),)
    assert find("bridge-1999:64A9", books) == (NumberMatch("bridge-1999:64A", exact=False, whole=True),)


@pytest.mark.parametrize(
    ("query", "game", "first"),
    [
        ("第20条", None, "bridge-1999:20"),
        ("第二十条", None, "guandan-2017:20"),
        ("第二十条", "shengji", "shengji-40:20"),
        ("升级第二十条", None, "shengji-40:20"),
        ("掼蛋第20条", None, "guandan-2017:20"),
        ("20", "guandan", "guandan-2017:20"),
    ],
)
def test_the_same_number_in_several_games(
    books: tuple[BookNumbers, ...], query: str, game: GameId | None, first: str
) -> None:
    assert ids(find(query, books, game))[0] == first


def test_all_games_are_offered_when_none_is_named(books: tuple[BookNumbers, ...]) -> None:
    assert set(ids(find("第20条", books))) == {"bridge-1999:20", "guandan-2017:20", "shengji-40:20"}


def test_a_number_inside_a_question(books: tuple[BookNumbers, ...]) -> None:
    assert find("第64条A款1藏牌几墩", books) == (
        NumberMatch("bridge-1999:64A1", exact=True, whole=False, rest="藏牌几墩"),
    )
    assert find("报牌按附件四8怎么罚", books)[0].id == "guandan-supplement:4.8"


def test_the_handbook_itself_will_do() -> None:
    assert ids(find("64A1", open_handbook())) == ["bridge-1999:64A1"]
