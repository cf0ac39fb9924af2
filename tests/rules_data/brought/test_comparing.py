"""Two versions beside each other: what was changed in the text by hand is what is said to differ."""

from __future__ import annotations

from collections import Counter

from rules_data.brought.comparing import compared, differing
from rules_data.brought.making import About, digest, make
from rules_data.handbook import open_handbook
from rules_data.model import Book
from tests.rules_data.brought.making import AT, GUANDAN, brought, same, text_of


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
    assert [(p.text, p.where) for p in pair.pieces if p.where != "both"] == [("50", "old"), ("60", "new")]


def test_renumbering_moves_and_changes_nothing() -> None:
    old = text_of(GUANDAN)
    shifted = old.replace("第十五条 ", "第十六条 ").replace("第十四条 ", "第十五条 ").replace("第十三条 ", "第十四条 ")
    assert kinds(old, shifted) == [("moved", "13", "14"), ("moved", "14", "15"), ("moved", "15", "16")]


def law(text: str) -> Book:
    return make(text, digest(text.encode()), "", About(game="shengji"), at=AT, by="", simplified=same).book


OLD = """某某竞赛规则
第一条 比赛用两副牌，共一百零八张。
第二条 抓牌按逆时针方向进行，每人每次抓一张。
第三条 甩牌失败的，出其中最小的一张，并罚十分。
第四条 藏牌成立的，罚四十分，由裁判长决定是否重罚。
第五条 底牌由庄家在一分钟以内扣好。
"""
NEW = """某某竞赛规则
第一条 参赛者应当遵守本规则和竞赛规程的各项规定。
第二条 比赛用两副牌，共一百零八张。
第三条 抓牌按逆时针方向进行，每人每次抓一张。
第四条 藏牌成立的，罚四十分，由裁判长决定是否加重处罚。
第五条 甩牌失败的，出其中最小的一张，并罚二十分。
"""
"""A made edition: a clause put in front, two after it renumbered, two changed places and words, one gone."""


def test_a_made_edition_with_renumbering() -> None:
    pairs = compared(law(OLD), law(NEW))
    found = [(p.kind, p.old.number if p.old else "", p.new.number if p.new else "") for p in pairs if p.kind != "same"]
    assert sorted(found) == [
        ("added", "", "1"),
        ("changed", "3", "5"),
        ("changed", "4", "4"),
        ("gone", "5", ""),
        ("moved", "1", "2"),
        ("moved", "2", "3"),
    ]
    changed_ = {p.new.number: p for p in pairs if p.kind == "changed" and p.new is not None}
    assert [(p.text, p.where) for p in changed_["5"].pieces if p.where != "both"] == [("十", "old"), ("二十", "new")]


def test_an_alignment_is_mended_by_a_person() -> None:
    pairs = compared(law(OLD), law(NEW), [("5", "1"), ("3", "")])
    found = {p.new.number: (p.kind, p.old.number if p.old else "") for p in pairs if p.new is not None}
    assert found["1"] == ("changed", "5") and found["5"][0] == "added"
    assert [p.old.number for p in pairs if p.kind == "gone" and p.old is not None] == ["3"]
    pairs = compared(law(OLD), law(NEW), [("", "2")])
    assert {p.new.number: p.kind for p in pairs if p.new is not None}["2"] == "added"


def test_what_of_a_ruling_differs_and_what_agrees() -> None:
    old = law(OLD)
    pairs = compared(old, law(NEW))
    at = {p.number: p for p in old.walk()}
    found = differing(pairs, [at["1"], at["3"], at["5"]])
    assert [p.old.number for p in found.same if p.old] == ["1"]
    assert [(p.old.number, p.new.number) for p in found.differ if p.old and p.new] == [("3", "5")]
    assert [p.number for p in found.gone] == ["5"]
    found = differing(pairs, [at["2"]])
    assert not found.differ and not found.gone and len(found.same) == 1


def test_the_law_of_1999_and_its_traditional_witness() -> None:
    """The witness has laws 12 to 20 alone; every place where its words differ is written down in its differences.yaml."""
    handbook = open_handbook()
    old, new = handbook.books["bridge-1999"], handbook.books["bridge-1999-hant"]
    pairs = [p for p in compared(old, new, simplified=handbook.script.simplified) if p.new is not None]
    assert sum(pair.kind in ("same", "moved") for pair in pairs) > 0.8 * len(pairs)
    noted = {each.base_at for each in new.differences} | {each.at for each in new.differences}
    unnoted = [p.new.id for p in pairs if p.new is not None and p.kind == "changed" and p.new.id not in noted]
    assert unnoted == []
    assert [p.new.id for p in pairs if p.old is not None and p.new is not None and p.old.number != p.new.number] == []


def test_the_rules_of_2017_beside_their_supplement_are_not_taken_for_editions() -> None:
    handbook = open_handbook()
    pairs = compared(handbook.books["guandan-2017"], handbook.books["guandan-supplement"])
    kinds_ = Counter(pair.kind for pair in pairs)
    assert kinds_["same"] + kinds_["moved"] < 0.05 * sum(kinds_.values())
