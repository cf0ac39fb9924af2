"""Texts beside each other: the rules of 2017 without their supplement and with it, a law and its witness, two of one's own."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from app.brought.editions import coded, with_or_without
from rules_data.brought.aligning import aligned, not_aligned, said_with
from rules_data.brought.beside import beside, partners, said_of, touched, with_supplement
from rules_data.brought.comparing import Pair, own_text
from rules_data.brought.making import About, called_edition, digest, make
from rules_data.brought.model import Brought
from rules_data.handbook import Handbook, open_handbook
from tests.rules_data.brought.making import AT, GUANDAN, brought, same, text_of

LAW, SUPPLEMENT = "guandan-2017", "guandan-supplement"


@cache
def supplemented() -> dict[str, Pair]:
    books = open_handbook().books
    return {(p.old or p.new).number: p for p in with_supplement(books[LAW], books[SUPPLEMENT])}  # type: ignore[union-attr]


def words(pair: Pair) -> list[tuple[str, str]]:
    return [(piece.text, piece.where) for piece in pair.pieces if piece.where != "both"]


def test_a_clause_that_the_supplement_replaces_altogether_is_gone_with_it() -> None:
    """附件四6(2) 代替第十九条4：贡错牌、还错牌，已出牌的（amendments.yaml L-27，没有“仍适用”的）."""
    pair = supplemented()["19.4"]
    assert pair.kind == "changed" and "手中的牌全部作废" in own_text(pair.old)
    assert own_text(pair.new) == "〔附件四6(2)〕已出牌的，违规方按双下直接判负。"


def test_a_clause_that_stands_beside_the_supplement_keeps_its_words_and_has_the_others_behind() -> None:
    """附件二1(1) 首副由东家洗牌；谁先抓仍照第五条一2（L-05 的 remains）."""
    pair = supplemented()["5.1.2"]
    assert pair.kind == "changed" and own_text(pair.new).startswith(own_text(pair.old))
    assert [where for _, where in words(pair)] == ["new"]
    (added,) = words(pair)
    assert added[0].strip().startswith("〔附件二1(1)〕首副牌，由东家洗牌，南家切牌")


def test_where_both_agree_nothing_differs_and_what_is_about_no_clause_is_added() -> None:
    assert supplemented()["10.2"].kind == "same"  # L-14: agrees
    assert supplemented()["12.3"].kind == "changed"  # L-28: conflicts
    added = [pair for pair in supplemented().values() if pair.kind == "added"]
    assert "4.7.3" in {pair.new.number for pair in added if pair.new}  # L-30: base_says 没有写


def test_every_clause_that_is_amended_differs_and_no_other() -> None:
    books = open_handbook().books
    amended = {id_ for each in books[SUPPLEMENT].amendments if each.effect != "agrees" for id_ in each.base}
    differ = {pair.old.id for pair in supplemented().values() if pair.kind == "changed" and pair.old}
    assert differ == amended
    same_ = [pair for pair in supplemented().values() if pair.kind == "same"]
    assert len(same_) > 200 and all(own_text(pair.old) == own_text(pair.new) for pair in same_)


def ruling(*numbers: str) -> list[str]:
    return [number if ":" in number else f"{LAW}:{number}" for number in numbers]


def test_a_ruling_says_on_which_clauses_it_differs_with_the_supplement_or_that_it_does_not() -> None:
    handbook = open_handbook()
    both, alone = {LAW, SUPPLEMENT}, {LAW}
    short = handbook.books[SUPPLEMENT].short
    assert with_or_without(handbook, ruling("18.2.1", "18.2"), alone) == (
        f"本赛事没有采用《{short}》，裁决没有照它：依据的第十八条二(1)、第十八条二，采用时不同。"
    )
    assert with_or_without(handbook, ruling("13.3"), alone).endswith(
        "：依据的各条采用也逐字相同。"
    )  # 平级，附件没有提到
    said = with_or_without(handbook, ruling("18.2.1", f"{SUPPLEMENT}:4.3.1"), both)
    assert said.startswith(f"本赛事采用《{short}》，裁决已照它：依据的第十八条二(1)、附件四3(1)，不采用时不同。")
    assert with_or_without(handbook, ruling("3.5"), both).endswith("依据的各条不采用也逐字相同。")
    assert with_or_without(handbook, ruling("18.2.1"), set()) == ""  # the event has not said
    assert with_or_without(handbook, ["bridge-1999:27"], {"bridge-1999"}) == ""  # its law has no supplement


def test_a_clause_inside_an_article_that_is_amended_is_touched() -> None:
    """第十二条 is amended as a whole (重复报牌，L-29): what rests on any clause of it is said to differ."""
    books, handbook = open_handbook().books, open_handbook()
    inside = [handbook.provision(f"{LAW}:12.4"), handbook.provision(f"{LAW}:13.1")]
    assert [p.number for p in touched(books[LAW], books[SUPPLEMENT], inside)] == ["12.4"]


def test_trees_name_the_edition_they_encode() -> None:
    handbook = open_handbook()
    assert coded(handbook, ["bridge-1999:27", "bridge-1999:16"]) == "《复式桥牌规则》（1999年版）"
    assert coded(handbook, ruling("19.4", f"{SUPPLEMENT}:4.6.2")) == (
        "《淮安掼蛋竞赛规则》（2017版）、《关于比赛有关规则的重点提醒与补充规定》（附件,文件未写年份）"
    )


def test_a_witness_of_a_part_stands_beside_that_part_alone() -> None:
    handbook = open_handbook()
    found = beside(handbook.books, {}, "bridge-1999", "bridge-1999-hant", handbook.script.simplified)
    numbers = [pair.old.number for pair in found if pair.old]
    assert numbers[0].startswith("12") and numbers[-1].startswith("20") and len(found) < 100
    changed = [pair for pair in found if pair.kind == "changed"]
    noted = {each.base_at for each in handbook.books["bridge-1999-hant"].differences}
    assert changed and all(pair.old is not None and pair.old.id in noted for pair in changed)


def edition(text: str, of: str = LAW) -> Brought:
    made = make(text, digest(text.encode()), "", About(game="guandan", base=LAW), at=AT, by="甲", simplified=same)
    return called_edition(made, of, at=AT, by="甲", did="是另一版") if of else made


OLDER = """淮安掼蛋竞赛规则（2022年版）
第一条 比赛用两副牌，共一百零八张。
第二条 抓牌按逆时针方向进行，每人每次抓一张。
第三条 贡错牌的，由裁判长判罚。
第四条 报牌须清楚，十张以下主动报出。
"""
NEWER = """淮安掼蛋竞赛规则（2024年版）
第一条 本规则用于全国比赛。
第二条 比赛用两副牌，共一百零八张。
第三条 抓牌按顺时针方向进行，每人每次抓一张。
第四条 报牌须清楚，六张以下主动报出。
第五条 贡牌出错，裁判员先请双方停牌再处理。
"""


def two() -> tuple[Handbook, dict[str, Brought]]:
    one, other = edition(OLDER), edition(NEWER)
    handbook = open_handbook()
    own = {each.book.id: each for each in (one, other)}
    return handbook.with_books({id_: each.book for id_, each in own.items()}, handbook.annotations), own


def kinds(pairs: tuple[Pair, ...]) -> dict[tuple[str, str], str]:
    return {(p.old.number if p.old else "", p.new.number if p.new else ""): p.kind for p in pairs if p.kind != "same"}


def test_two_editions_of_one_s_own_stand_beside_each_other() -> None:
    handbook, own = two()
    one, other = own
    assert partners(handbook.books, own, other) == (LAW, one)  # the law it is an edition of, then the other edition
    found = kinds(beside(handbook.books, own, one, other))
    assert found == {("", "1"): "added", ("1", "2"): "moved", ("2", "3"): "changed", ("4", "4"): "changed",
                     ("3", ""): "gone", ("", "5"): "added", ("title", "title"): "changed"}  # fmt: skip


def test_a_person_mends_the_alignment_of_two_editions_and_takes_it_back() -> None:
    handbook, own = two()
    one, other = own
    own[other] = aligned(own[other], one, "3", "5", at=AT, by="裁判乙")
    assert own[other].did == "对上：3 → 5" and own[other].aligned == () and own[other].by == "裁判乙"
    assert kinds(beside(handbook.books, own, one, other))[("3", "5")] == "changed"
    assert kinds(beside(handbook.books, own, other, one))[("5", "3")] == "changed"  # the same from the other side
    assert said_of(own, one, other) == (("3", "5"),)
    again = not_aligned(own[other], one, "5", at=AT, by="裁判乙")
    assert said_with(again, one) == () and again.version == own[other].version + 1


def test_what_is_said_beside_the_law_and_beside_another_edition_are_two_things() -> None:
    _, own = two()
    one, other = own
    both = aligned(aligned(own[other], LAW, "5.2", "3", at=AT, by=""), one, "3", "5", at=AT, by="")
    assert both.aligned == (("5.2", "3"),) and both.aligned_with == ((one, "3", "5"),)
    anew = aligned(both, one, "4", "5", at=AT, by="")  # what was said before of one of the two counts no more
    assert anew.aligned_with == ((one, "4", "5"),) and anew.aligned == both.aligned


def test_two_regulations_stand_beside_each_other_and_not_beside_the_law() -> None:
    last = brought(GUANDAN, text_of(GUANDAN).replace("2026", "2025").replace("每局50分钟", "每局45分钟"))
    this = replace(brought(GUANDAN), edition_of="")
    handbook = open_handbook()
    own = {each.book.id: each for each in (last, this)}
    books = {**handbook.books, **{id_: each.book for id_, each in own.items()}}
    assert partners(books, own, this.book.id) == (last.book.id,)
    found = [p for p in beside(books, own, last.book.id, this.book.id) if p.kind == "changed" and p.new]
    assert ("50", "new") in words(next(p for p in found if p.new and p.new.number == "5.1"))
