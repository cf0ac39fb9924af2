"""Which text is in force with and without the supplement: expectations reasoned from the two texts, clause by clause."""

from __future__ import annotations

import re

import pytest

from rules_data.handbook import Handbook
from rules_data.layers import InForce, NotAdopted, in_force
from rules_data.model import Book

BASE = frozenset({"guandan-2017"})
BOTH = frozenset({"guandan-2017", "guandan-supplement"})
G, S = "guandan-2017:", "guandan-supplement:"


def _points(result: InForce) -> set[str]:
    return {a.amendment.id for a in result.amendments}


# The points where supplement and base meet, with the clauses on both sides.
POINTS = {
    "L-01": (["21"], ["1.1", "1.2"]), "L-02": (["21"], ["1.3"]), "L-03": (["16.4", "16.5", "24.2.1", "24.2.2"], ["1.3"]),
    "L-04": (["14.1.3", "14.1.4"], ["1.4"]), "L-05": (["5.1.2"], ["2.1.1"]), "L-06": (["5.1.2"], ["2.1.1"]),
    "L-07": (["3.8.1"], ["2.1.1"]), "L-08": (["5.1.3"], ["2.1.2"]), "L-09": (["5.1.3"], ["2.1.3"]),
    "L-10": (["16.3.1", "16.3.2"], ["2.1.4"]), "L-11": (["11.4"], ["2.2"]), "L-12": (["11.4"], ["2.3"]), "L-13": (["12"], ["3.1"]),
    "L-14": (["10.2"], ["3.2"]), "L-15": (["10.1"], ["3.3"]), "L-16": (["10.3"], ["3.4"]), "L-17": (["6.2"], ["3.5", "4.9"]),
    "L-18": (["18.1.1", "18.1.2", "18.1.3"], ["4.1.1"]), "L-19": (["5.2"], ["4.1.1", "4.1.2"]),
    "L-20": (["18.3.1", "18.3.2"], ["4.2"]), "L-21": (["18.2.1", "18.2.2"], ["4.3.1", "4.3.2", "4.3.3"]),
    "L-22": (["17.3.1"], ["4.4.1"]), "L-23": (["17.3.2"], ["4.4.1"]), "L-24": (["17.3"], ["4.4.2"]), "L-25": (["11.5"], ["4.5"]),
    "L-26": (["19.3"], ["4.6.1"]), "L-27": (["19.4"], ["4.6.2"]), "L-28": (["12.3"], ["4.7.2"]), "L-29": (["12"], ["4.7.1"]),
    "L-30": ([], ["4.7.3"]), "L-31": (["12.1", "12.2"], ["4.8.1", "4.8.2", "4.8.3", "4.8.4"]), "L-32": ([], ["4.8.5"]),
    "L-33": (["16.7"], ["4.10.1"]), "L-34": (["20.1", "20.2", "36"], ["4.10.2", "4.10.3"]),
}  # fmt: skip


def test_the_34_points_are_all_there(books: dict[str, Book]) -> None:
    amendments = {a.id: a for a in books["guandan-supplement"].amendments}
    assert list(amendments) == [f"L-{i:02d}" for i in range(1, 35)] == list(POINTS)
    for id_, (base, by) in POINTS.items():
        assert {G + n for n in base} <= set(amendments[id_].base), id_
        assert {S + n for n in by} <= set(amendments[id_].by), id_
        assert (not base) == (not amendments[id_].base), f"{id_}: the base is silent"


def test_every_clause_of_the_supplement_is_on_one_side_of_a_point(books: dict[str, Book]) -> None:
    """Otherwise a clause of the supplement would be in force and nobody would say what it changes."""
    book = books["guandan-supplement"]
    said = {i for a in book.amendments for i in a.by}
    for p in book.walk():
        if p.kind in ("article", "clause") and not p.children:
            assert p.id in said, p.label


def test_the_books_agree_with_each_point_on_what_is_amended(handbook: Handbook, books: dict[str, Book]) -> None:
    for amendment in books["guandan-supplement"].amendments:
        for id_ in (*amendment.base, *amendment.by):
            assert amendment in handbook.amendments(id_), (amendment.id, id_)


# -- without the supplement --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", ["5.1.2", "10.1", "12.3", "16.4", "18.2", "19.4", "21", "15.2", "ch4"])
def test_the_base_stands_as_printed_without_the_supplement(handbook: Handbook, number: str) -> None:
    result = in_force(handbook, G + number, BASE)
    assert result.applies and result.status == "stands" and not result.amendments and not result.instead
    assert "没有采用" in result.reason and "照印本" in result.reason


@pytest.mark.parametrize("number", ["1.3", "4.6.2", "4.7.3", "2"])
def test_the_supplement_is_silent_at_an_event_that_does_not_adopt_it(handbook: Handbook, number: str) -> None:
    result = in_force(handbook, S + number, BASE)
    assert not result.applies and result.status == "not-adopted" and "没有采用" in result.reason


# -- with it -----------------------------------------------------------------------------------------------------------------------
# (base clause, points that touch it, status, does the clause still apply, what the reason must name, why)
WITH = [
    # 第十六条四 punishes forfeits of every kind with 18:0; 附件一3 only speaks of coming more than 10 minutes late (17).
    ("16.4", {"L-03"}, "conflicts", True, ("附件一3", "17", "18", "其他弃权")),
    ("16.5", {"L-03"}, "conflicts", True, ("附件一3", "18")),
    ("24.2.2", {"L-03"}, "conflicts", True, ("附件一3", "18")),
    # 第十九条4 voids the hand of who gave a wrong tribute; 附件四6(2) loses the deal as 双下 instead.
    ("19.4", {"L-27"}, "replaced", False, ("附件四6(2)",)),
    # 第十九条3: a warning; 附件四6(1): taken back, warning and one point.
    ("19.3", {"L-26"}, "replaced", False, ("附件四6(1)",)),
    # 第十八条二: definition remains, what follows is 附件四3.
    ("18.2", {"L-21"}, "replaced", True, ("附件四3(1)", "附件四3(3)", "定义")),
    ("18.2.1", {"L-21"}, "replaced", True, ("附件四3(1)",)),
    ("18.3", {"L-20"}, "replaced", True, ("附件四2", "自动解除")),
    # 第十二条三 forbids any question; 附件四7(2) gives the other three one each.
    ("12.3", {"L-13", "L-28", "L-29"}, "conflicts", True, ("附件四7(2)",)),
    ("10.2", {"L-14"}, "agrees", True, ("附件三2",)),
    ("10.3", {"L-16"}, "added-to", True, ("附件三4", "大王")),
    # 第二十一条 refers to supplementary rules: 附件一1-3 are such.
    ("21", {"L-01", "L-02"}, "added-to", True, ("附件一1", "附件一2", "附件一3")),
    # 第五条一2: counting the turned card stays; who shuffles and cuts is 附件二1(1).
    ("5.1.2", {"L-05", "L-06"}, "replaced", True, ("附件二1(1)",)),
    ("5.1.3", {"L-08", "L-09"}, "replaced", True, ("附件二1(2)", "附件二1(3)")),
    ("6.2", {"L-17"}, "narrowed", True, ("附件三5", "附件四9")),
    ("11.5", {"L-25"}, "replaced", True, ("附件四5", "第三次")),
    ("12.1", {"L-13", "L-29", "L-31"}, "replaced", True, ("附件四8(1)",)),
    ("16.3.1", {"L-10"}, "narrowed", True, ("附件二1(4)", "其他犯规")),
    ("16.7", {"L-33"}, "agrees", True, ("附件四10(1)",)),
    ("20.2.2", {"L-34"}, "agrees", True, ("附件四10(3)",)),
]


@pytest.mark.parametrize(
    ("number", "points", "status", "applies", "named"), WITH, ids=lambda v: v if isinstance(v, str) else ""
)
def test_base_clause_with_the_supplement(
    handbook: Handbook, number: str, points: set[str], status: str, applies: bool, named: tuple[str, ...]
) -> None:
    result = in_force(handbook, G + number, BOTH)
    assert _points(result) == points
    assert result.status == status
    assert result.applies is applies
    for word in named:
        assert word in result.reason, f"the reason does not say {word}: {result.reason}"
    assert all(a.reason for a in result.amendments)
    assert {i.partition(":")[0] for i in result.instead} == {"guandan-supplement"}


def test_the_tribute_itself_stays_when_only_the_return_is_replaced(handbook: Handbook) -> None:
    """第十条一 also says that 下游 gives the largest card, not counting 红心参谋, and leads; 附件三3 speaks of the return only."""
    result = in_force(handbook, G + "10.1", BOTH)
    assert _points(result) == {"L-15"} and result.status == "replaced" and "附件三3" in result.reason
    assert result.applies, "a referee would read that no tribute is due"


@pytest.mark.parametrize("number", ["1", "2", "3.1", "4.8", "8.4", "9", "15.2", "22.1", "39.1.1", "A4", "23"])
def test_clauses_the_supplement_does_not_touch(handbook: Handbook, number: str) -> None:
    result = in_force(handbook, G + number, BOTH)
    assert result.applies and result.status == "stands" and result.amendments == ()


def test_a_whole_article_tells_of_all_its_points(handbook: Handbook) -> None:
    result = in_force(handbook, G + "18", BOTH)
    assert _points(result) == {"L-18", "L-20", "L-21"} and result.applies


def test_reasons_are_chinese_and_name_the_clause(handbook: Handbook, books: dict[str, Book]) -> None:
    labels = {p.id: p.label for p in books["guandan-supplement"].walk()}
    for amendment in books["guandan-supplement"].amendments:
        for base in amendment.base:
            reason = in_force(handbook, base, BOTH).reason
            assert all(labels[by] in reason for by in amendment.by), (amendment.id, base)
            assert not re.search(r"[{}]|None", reason)


@pytest.mark.parametrize(
    ("number", "points"),
    [
        ("1.3", {"L-02", "L-03"}),
        ("4.6.2", {"L-27"}),
        ("2.1.1", {"L-05", "L-06", "L-07"}),
        ("4.9", {"L-17"}),
        ("4.7.3", {"L-30"}),
    ],
)
def test_supplement_clause_in_force_says_what_it_changes(handbook: Handbook, number: str, points: set[str]) -> None:
    result = in_force(handbook, S + number, BOTH)
    assert result.applies and result.status == "stands"
    assert _points(result) == points
    assert result.reason


def test_late_17_and_other_forfeits_18(handbook: Handbook) -> None:
    """The one place where both numbers live on: neither text may swallow the other."""
    late, other = in_force(handbook, S + "1.3", BOTH), in_force(handbook, G + "16.4", BOTH)
    assert late.applies and other.applies
    assert "17" in late.reason and "18" in other.reason


# -- events that are something else -----------------------------------------------------------------------------------------------
def test_a_bridge_event_knows_nothing_of_guandan(handbook: Handbook) -> None:
    bridge = frozenset({"bridge-1999"})
    for id_ in (G + "16.4", S + "1.3", "shengji-40:25p3"):
        with pytest.raises(NotAdopted, match="没有采用"):
            in_force(handbook, id_, bridge)
    result = in_force(handbook, "bridge-1999:64A1", bridge)
    assert result.applies and result.status == "stands" and result.reason


def test_an_event_that_adopts_nothing(handbook: Handbook) -> None:
    with pytest.raises(NotAdopted):
        in_force(handbook, G + "1", frozenset())


@pytest.mark.parametrize("id_", ["guandan-2017:99", "nonsense", "", "64A1", "guandan-2017:"])
def test_unknown_id(handbook: Handbook, id_: str) -> None:
    with pytest.raises(KeyError):
        in_force(handbook, id_, BOTH)


def test_the_supplement_alone_leaves_the_base_out(handbook: Handbook) -> None:
    result = in_force(handbook, G + "16.4", frozenset({"guandan-supplement"}))
    assert not result.applies and result.status == "not-adopted"
