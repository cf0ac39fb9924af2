"""Two versions beside each other: what was changed in the text by hand is what is said to differ."""

from __future__ import annotations

from rules_data.brought.comparing import compared
from tests.rules_data.brought.making import GUANDAN, brought, text_of


def kinds(old: str, new: str) -> list[tuple[str, str, str]]:
    before, after = brought(GUANDAN, old).book, brought(GUANDAN, new).book
    return [
        (pair.kind, pair.old.number if pair.old else "", pair.new.number if pair.new else "")
        for pair in compared(before, after)
        if pair.kind != "same"
    ]


def test_a_word_an_article_that_is_gone_and_one_that_is_new() -> None:
    old = text_of(GUANDAN)
    new = old.replace("每局50分钟", "每局45分钟").replace(
        "第十二条 茶歇\n每两轮之间茶歇十五分钟，食品、饮料不得带上牌桌。\n", ""
    )
    new = new.replace("第十五条 本规程", "第十五条 参赛选手自备午餐。\n第十六条 本规程")
    # 第十五条 becomes 第十六条 with the same words, a new 第十五条 stands before it, 第十二条 is gone
    assert kinds(old, new) == [
        ("changed", "5.1", "5.1"),
        ("gone", "12", ""),
        ("added", "", "15"),
        ("moved", "15", "16"),
    ]


def test_the_words_that_differ_are_marked() -> None:
    old = text_of(GUANDAN)
    pairs = compared(brought(GUANDAN, old).book, brought(GUANDAN, old.replace("每局50分钟", "每局60分钟")).book)
    (pair,) = [pair for pair in pairs if pair.kind == "changed"]
    assert [(p.text, p.where) for p in pair.pieces if p.where != "both"] == [("5", "old"), ("6", "new")]


def test_renumbering_moves_and_changes_nothing() -> None:
    old = text_of(GUANDAN)
    shifted = old.replace("第十五条 ", "第十六条 ").replace("第十四条 ", "第十五条 ").replace("第十三条 ", "第十四条 ")
    assert kinds(old, shifted) == [("moved", "13", "14"), ("moved", "14", "15"), ("moved", "15", "16")]
