"""Cards that are typed and not named lead to the law of their pattern, and two cards that are compared to the law of ranks."""

from __future__ import annotations

import pytest

from search.engine import open_engine


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("AAA222", "guandan-2017:4.5"),
        ("打2时AAA222", "guandan-2017:4.5"),
        ("领出JJJQQQKKK九张", "guandan-2017:4.5"),
        ("101010JJJ", "guandan-2017:4.5"),
        ("33 44 55", "guandan-2017:4.3"),
        ("AA2233能出吗", "guandan-2017:4.3"),
        ("999JJ", "guandan-2017:4.6"),
        ("三带两张不同的", "guandan-2017:4.6"),
        ("3到7", "guandan-2017:4.7"),
        ("三到七", "guandan-2017:4.7"),
        ("10到A", "guandan-2017:4.7"),
        ("红心K和方块K谁大", "guandan-2017:8.1"),
        ("黑桃10跟梅花10哪个大", "guandan-2017:8.1"),
    ],
)
def test_the_law_of_the_pattern_is_first(query: str, first: str) -> None:
    """第四条三、五、六、七：各种牌型；第八条一：牌点由大到小的排列。"""
    hits = [hit.id for hit in open_engine().search(query, game="guandan", limit=5).hits if hit.kind == "provision"]
    assert hits and hits[0] == first


@pytest.mark.parametrize("query", ["3到5分钟", "12345", "222", "1到2级", "33"])
def test_numbers_are_no_cards(query: str) -> None:
    hits = [
        hit for hit in open_engine().search(query, game="guandan", limit=5).hits if hit.reason and "俗称" in hit.reason
    ]
    assert not hits


@pytest.mark.parametrize("game", ["bridge", "shengji"])
def test_other_games_have_no_such_patterns(game: str) -> None:
    assert "三同连张" not in open_engine().search("AAA222", game=game).understood
    comparing = open_engine().search("红心K和方块K谁大", game=game, limit=3).hits
    assert comparing[0].id in {"bridge": ("bridge-1999:1",), "shengji": ("shengji-40:11", "shengji-40:11.1")}[game]
