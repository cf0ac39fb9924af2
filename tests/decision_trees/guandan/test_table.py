"""Rule functions of the table, against cases worked out by hand from the law text."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError
from rules_data.handbook import open_handbook

BASE, BOTH = "base", "base+supplement"
Case = tuple[str, dict[str, Any], dict[str, Any]]


def _seat(seat: str, after: str, opposite: str, before: str) -> Case:
    return "seat.relations", {"seat": seat}, {"xiajia": after, "duijia": opposite, "shangjia": before}


def _flip(cutter: str, flipped: str, regime: str, count: int | None, first: str = "") -> Case:
    out = {"recut": True} if count is None else {"recut": False, "count": count, "first_drawer": first}
    return "deal.first_drawer", {"cutter": cutter, "flipped": flipped, "regime": regime}, out


def _next(finish: str, regime: str, shuffler: str | None, cutter: str, first: str) -> Case:
    given = {"finish_order": list(finish), "regime": regime}
    return "deal.setup_next", given, {"shuffler": shuffler, "cutter": cutter, "first_drawer": first}


def _foul(offender: str, offence: str, regime: str, seats: str) -> Case:
    roles = dict(zip(("shuffler", "cutter", "first_drawer", "leader"), seats or [None] * 4, strict=True))
    given = {"offender": offender, "offence": offence, "regime": regime}
    return "deal.setup_after_listed_foul", given, {"tribute": False, **roles}


def _counts(s: int, e: int, n: int, w: int, regime: str, handling: str, side: str = "") -> Case:
    out: dict[str, Any] = {"handling": handling}
    if side:
        out |= {"losing_side": side, "next_tribute": False}
    return "deal.count_check", {"counts": {"S": s, "E": e, "N": n, "W": w}, "regime": regime}, out


def _leader(leader: str | None, **given: Any) -> Case:
    return "deal.leader", {"regime": BASE, **given}, {"leader": leader}


def _compare(a: str, b: str, level: str, cmp: int) -> Case:
    return "card.compare", {"a": a, "b": b, "level": level}, {"cmp": cmp}


def _reading(words: str) -> dict[str, Any]:
    type_, _, key = words.partition(" ")
    if type_.startswith("bomb"):
        return {"type": "bomb", "size": int(type_[4:]), "key": key}
    return {"type": type_, "key": key} if key else {"type": type_}


def _beats(new: str, prev: str, beats: bool, level: str = "2") -> Case:
    return "play.beats", {"prev": _reading(prev), "new": _reading(new), "level": level}, {"beats": beats}


def _wind(seat: str, place: int, beaten: bool, leader: str | None) -> Case:
    return "play.borrow_wind", {"just_finished": seat, "place": place, "beaten": beaten}, {"leader": leader}


def _pay(hand: str, level: str, cards: str) -> Case:
    return "tribute.candidates", {"hand": hand.split(), "level": level}, {"cards": cards.split()}


def _return(hand: str, card: str, to: str, regime: str, legal: bool, level: str = "2") -> Case:
    given = {"hand": hand.split(), "card": card, "to": to, "level": level, "regime": regime}
    return "tribute.return_legal", given, {"legal": legal}


def _resist(payers: list[str], resist: bool) -> Case:
    return "tribute.resist", {"payers": [p.split() for p in payers], "regime": BASE}, {"resist": resist}


def _double(upper: str, second: str, cards: dict[str, str], level: str, pays: dict[str, str], leader: str) -> Case:
    given = {"upper": upper, "second": second, "cards": cards, "level": level}
    back = {to: payer for payer, to in pays.items()}
    return "tribute.double", given, {"pays_to": pays, "returns_to": back, "leader": leader}


def _announce(before: int, after: int, already: bool, announce: int | None) -> Case:
    return "announce.due", {"before": before, "after": after, "already_announced": already}, {"announce": announce}


CASES = [
    # 3.2: the player on the left is before, on the right after; anticlockwise
    _seat("S", "E", "N", "W"),
    _seat("E", "N", "W", "S"),
    _seat("N", "W", "S", "E"),
    _seat("W", "S", "E", "N"),
    # 5.1.2, supplement 2.1.1
    _flip("S", "SA", BASE, 1, "S"),
    _flip("S", "D2", BASE, 2, "E"),
    _flip("E", "C4", BASE, 4, "S"),
    _flip("N", "H5", BASE, 5, "N"),
    _flip("W", "SJ", BASE, 11, "E"),
    _flip("S", "CQ", BASE, 12, "W"),
    _flip("S", "DK", BASE, 13, "S"),
    _flip("S", "BJ", BASE, None),
    _flip("S", "LJ", BOTH, None),
    _flip("S", "H2", BASE, 2, "E"),
    _flip("S", "H2", BOTH, None),
    _flip("S", "S2", BOTH, 2, "E"),
    _flip("S", "H3", BOTH, 3, "N"),
    # 5.1.3; supplement 2.1.2 and 2.1.3
    _next("SENW", BASE, "W", "S", "W"),
    _next("WSEN", BASE, "N", "W", "N"),
    _next("SENW", BOTH, "W", "S", "W"),
    _next("ESWN", BOTH, "S", "E", "N"),
    _next("SEN", BASE, "W", "S", "W"),  # the fourth is what is left
    _next("SN", BASE, None, "S", "E"),
    _next("SNEW", BASE, None, "S", "E"),
    _next("SN", BOTH, "W", "S", "E"),
    _next("WE", BOTH, "N", "W", "S"),
    # supplement 2.1.4; the base rules say only that the opponents name the leader
    _foul("E", "还错牌", BOTH, "ENWS"),
    _foul("N", "抓错牌", BOTH, "NWSE"),
    _foul("W", "报错牌", BOTH, "WSEN"),
    _foul("W", "非法信号", BOTH, ""),
    _foul("S", "贡错牌", BASE, ""),
    # 5.2; supplement 4.1
    _counts(27, 27, 27, 27, BASE, "继续"),
    _counts(27, 27, 27, 27, BOTH, "继续"),
    _counts(27, 28, 27, 26, BOTH, "判双下", "EW"),
    _counts(25, 27, 29, 27, BOTH, "判双下", "NS"),
    _counts(28, 26, 27, 27, BOTH, "重洗重抓"),
    _counts(28, 28, 26, 26, BOTH, "重洗重抓"),
    _counts(27, 26, 27, 27, BOTH, "换牌后重洗重抓"),  # the supplement has nothing for one hand short
    _counts(28, 27, 28, 27, BOTH, "换牌后重洗重抓"),
    # who leads: 3.8, 10, 16.3; supplement 2.1.4
    _leader("W", tribute="single", finish_order=["S", "E", "N", "W"]),
    _leader("N", tribute="single", finish_order=["S", "E", "W", "N"]),  # the partner is last
    _leader("S", tribute="resisted", finish_order=["S", "E", "N", "W"]),
    _leader("S", tribute="resisted", finish_order=["S", "N"]),
    _leader("W", tribute="double", finish_order=["S", "N"], cards={"E": "SA", "W": "LJ"}, level="2"),
    _leader("E", tribute="double", finish_order=["S", "N"], cards={"E": "SA", "W": "HA"}, level="2"),
    _leader("W", tribute="double", finish_order=["N", "S"], cards={"E": "SA", "W": "HA"}, level="2"),
    _leader("S", tribute="none_after_double_down", regime=BOTH, offender="E", offence="贡错牌"),
    _leader(None, tribute="none_after_double_down", offender="E", offence="贡错牌"),
    _leader(None, tribute="none_after_double_down", regime=BOTH, offender="E", offence="非法信号"),
    # 7.1, 8.1
    _compare("LJ", "S2", "2", 1),
    _compare("S2", "SA", "2", 1),
    _compare("H2", "C2", "2", 0),
    _compare("SA", "CK", "2", 1),
    _compare("S2", "S3", "5", -1),
    _compare("D10", "D9", "5", 1),
    _compare("CA", "HA", "A", 0),
    _compare("CA", "SK", "A", 1),
    _compare("CA", "LJ", "A", -1),
    _compare("BJ", "BJ", "A", 0),
    # 8.2: the same pattern and higher; equals do not beat
    _beats("single 3", "single 3", False),
    _beats("single LJ", "single 2", True),
    _beats("single BJ", "single LJ", True),
    _beats("single K", "single A", False),
    _beats("pair 2", "pair A", True),
    _beats("pair 2", "pair A", False, "3"),
    _beats("pair LJ", "pair 2", True),
    _beats("triple 5", "triple A", True, "5"),
    _beats("pair 9", "single 3", False),
    _beats("triple 9", "triple_pair 3", False),
    _beats("triple_pair 10", "triple_pair 9", True),
    _beats("triple_pair 2", "triple_pair A", True),
    _beats("straight 4-5-6-7-8", "straight 3-4-5-6-7", True),
    _beats("straight A-2-3-4-5", "straight 2-3-4-5-6", False),
    _beats("straight 2-3-4-5-6", "straight A-2-3-4-5", True),
    _beats("straight 10-J-Q-K-A", "straight 9-10-J-Q-K", True),
    _beats("straight 2-3-4-5-6", "straight 10-J-Q-K-A", False),  # a level card in its natural place
    _beats("tube Q-K-A", "tube J-Q-K", True),
    _beats("tube A-2-3", "tube 2-3-4", False),
    _beats("plate A-2", "plate 2-3", False),
    _beats("plate K-A", "plate Q-K", True),
    _beats("plate 3-4", "tube 3-4-5", False),
    _beats("tube 4-4-5-5-6-6", "tube 3-4-5", True),  # written card by card
    _beats("plate 4-4-4-5-5-5", "plate 3-4", True),
    # 8.4 to 8.7: the bombs
    _beats("bomb4 3", "single BJ", True),
    _beats("bomb4 3", "straight 10-J-Q-K-A", True),
    _beats("bomb4 3", "plate K-A", True),
    _beats("bomb4 2", "bomb4 A", True),
    _beats("bomb4 2", "bomb4 A", False, "7"),
    _beats("bomb4 K", "bomb4 K", False),
    _beats("bomb5 3", "bomb4 2", True),
    _beats("bomb4 2", "bomb5 3", False),
    _beats("straight_flush A-2-3-4-5", "bomb5 2", True),
    _beats("bomb5 2", "straight_flush A-2-3-4-5", False),
    _beats("bomb6 3", "straight_flush 10-J-Q-K-A", True),
    _beats("straight_flush 10-J-Q-K-A", "bomb6 3", False),
    _beats("straight_flush 3-4-5-6-7", "straight_flush 2-3-4-5-6", True),
    _beats("straight_flush 3-4-5-6-7", "straight_flush 3-4-5-6-7", False),
    _beats("straight_flush 3-4-5-6-7", "straight 10-J-Q-K-A", True),
    _beats("straight 10-J-Q-K-A", "straight_flush 3-4-5-6-7", False),
    _beats("bomb10 3", "bomb9 2", True),
    _beats("four_jokers", "bomb10 2", True),
    _beats("bomb10 2", "four_jokers", False),
    _beats("four_jokers", "straight_flush 10-J-Q-K-A", True),
    _beats("four_jokers", "single 3", True),
    _beats("single BJ", "bomb4 3", False),
    # 9, 6.3
    _wind("E", 1, False, "W"),
    _wind("N", 1, False, "S"),
    _wind("N", 1, True, None),
    _wind("W", 2, False, "E"),
    _wind("W", 3, False, None),
    # 10.1: the strongest, wild cards left out; other level cards are above A
    _pay("SA HA SK H2", "2", "HA SA"),
    _pay("SA CA S5 C5 H5", "5", "C5 S5"),
    _pay("LJ LJ SA", "2", "LJ"),
    _pay("H2 S3 D3 S3", "2", "D3 S3"),
    _pay("BJ LJ SA", "A", "BJ"),
    _pay("SA HA SK", "A", "SA"),
    # 10.1, 19.2; supplement 3.3; level cards: D-15
    _return("S3 SJ", "SJ", "partner", BASE, False),
    _return("S3 S10", "S10", "partner", BASE, True),
    _return("S3 SJ BJ", "BJ", "opponent", BASE, True),
    _return("S3 SJ", "SJ", "opponent", BOTH, False),
    _return("S3 SJ", "S3", "opponent", BOTH, True),
    _return("SJ SQ SA", "SJ", "opponent", BOTH, True),
    _return("SJ SQ SA", "SQ", "partner", BOTH, False),
    _return("SJ CJ SA", "CJ", "partner", BOTH, True),
    _return("S5 SJ", "S5", "partner", BASE, False, "5"),
    _return("S5 SJ", "SJ", "partner", BOTH, True, "5"),
    _return("S5 SJ", "S5", "partner", BOTH, False, "5"),
    # 10.3
    _resist(["BJ S3"], False),
    _resist(["BJ BJ"], True),
    _resist(["LJ LJ BJ"], False),
    _resist(["BJ S3", "BJ S4"], True),
    _resist(["BJ BJ", "S4"], True),
    _resist(["S3", "BJ BJ LJ"], True),
    _resist(["BJ LJ", "LJ"], False),
    # 10.2; supplement 3.2
    _double("S", "N", {"E": "LJ", "W": "SA"}, "2", {"E": "S", "W": "N"}, "E"),
    _double("S", "N", {"E": "SA", "W": "HA"}, "2", {"E": "S", "W": "N"}, "E"),
    _double("N", "S", {"E": "SA", "W": "HA"}, "2", {"E": "S", "W": "N"}, "W"),
    _double("E", "W", {"S": "SK", "N": "S5"}, "5", {"N": "E", "S": "W"}, "N"),
    _double("E", "W", {"S": "S5", "N": "D5"}, "5", {"N": "E", "S": "W"}, "N"),
    _double("W", "E", {"S": "LJ", "N": "LJ"}, "5", {"N": "E", "S": "W"}, "S"),
    # 12
    _announce(27, 22, False, None),
    _announce(13, 11, False, None),
    _announce(11, 10, False, 10),
    _announce(12, 7, False, 7),
    _announce(10, 9, True, None),
    _announce(10, 9, False, 9),  # still owed
    _announce(5, 0, False, None),
    _announce(10, 10, False, None),
]


@pytest.mark.parametrize(("name", "given", "expected"), CASES)
def test_case(name: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert functions.call(f"guandan.{name}", given) == expected


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("seat.relations", {"seat": "X"}, "seat"),
        ("deal.first_drawer", {"cutter": "S", "flipped": "S1", "regime": BASE}, "没有“S1”这张牌"),
        ("deal.first_drawer", {"cutter": "S", "flipped": "S3", "regime": "x"}, "regime"),
        ("deal.setup_next", {"finish_order": ["S", "E"], "regime": BASE}, "双下可以只写上游和二游"),
        ("deal.setup_next", {"finish_order": ["S", "S", "E", "W"], "regime": BASE}, "同一方位出现两次"),
        ("deal.count_check", {"counts": {"S": 27, "E": 27, "N": 27}, "regime": BASE}, "缺少西家的张数"),
        ("deal.count_check", {"counts": {"S": -1, "E": 27, "N": 27, "W": 27}, "regime": BASE}, "手牌张数应为"),
        ("deal.leader", {"regime": BASE, "tribute": "single"}, "名次"),
        ("deal.leader", {"regime": BASE, "tribute": "single", "finish_order": ["S", "N"]}, "名次与贡牌不符"),
        ("deal.leader", {"regime": BASE, "tribute": "double", "finish_order": ["S", "N"]}, "请给出 cards"),
        ("deal.leader", {"regime": BOTH, "tribute": "none_after_double_down"}, "请写明违规者"),
        ("card.compare", {"a": "BJ", "b": "LJ", "level": "A+"}, "过A以后一局已经结束"),
        ("play.beats", {"prev": {"type": "x"}, "new": {"type": "single", "key": "3"}, "level": "2"}, "前一手的 type"),
        (
            "play.beats",
            {"prev": {"type": "straight", "key": "J-Q-K-A-2"}, "new": {"type": "four_jokers"}, "level": "2"},
            "不是顺子",
        ),
        (
            "play.beats",
            {"prev": {"type": "bomb", "key": "3"}, "new": {"type": "four_jokers"}, "level": "2"},
            "张数 size",
        ),
        (
            "play.beats",
            {"prev": {"type": "triple", "key": "BJ"}, "new": {"type": "four_jokers"}, "level": "2"},
            "三同张",
        ),
        ("play.borrow_wind", {"just_finished": "S", "place": 4, "beaten": False}, "上游、二游或三游"),
        ("tribute.candidates", {"hand": ["H2"], "level": "2"}, "没有牌可贡"),
        (
            "tribute.return_legal",
            {"hand": ["S3"], "card": "S4", "to": "partner", "level": "2", "regime": BASE},
            "手里没有黑桃4",
        ),
        ("tribute.resist", {"payers": [], "regime": BASE}, "应贡者是一位"),
        ("tribute.resist", {"payers": [["BJ", "BJ"], ["BJ"]], "regime": BASE}, "只有 2 张"),
        ("tribute.double", {"upper": "S", "second": "E", "cards": {"N": "SA", "W": "SK"}, "level": "2"}, "同一方"),
        ("tribute.double", {"upper": "S", "second": "N", "cards": {"N": "SA", "W": "SK"}, "level": "2"}, "东西方"),
        ("tribute.double", {"upper": "S", "second": "N", "cards": {"E": "H2", "W": "SK"}, "level": "2"}, "红心参谋"),
        ("tribute.double", {"upper": "S", "second": "N", "cards": {"E": "BJ", "W": "BJ"}, "level": "2"}, "抗贡成立"),
        ("announce.due", {"before": 5, "after": 6, "already_announced": False}, "不会更多"),
        ("announce.due", {"before": 27, "after": 2, "already_announced": False}, "一手牌最多 10 张"),
    ],
)
def test_bad_input(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleInputError, match=message):
        functions.call(f"guandan.{name}", given)


def test_every_function_names_provisions_that_exist() -> None:
    handbook = open_handbook()
    for function in functions.functions("guandan").values():
        assert function.laws and function.summary, function.name
        assert [law for law in function.laws if law not in handbook] == [], function.name
