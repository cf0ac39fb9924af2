"""IMPs, matchpoints, adjusted scores, revokes, auctions: worked out by hand from laws 12, 64, 77, 78, 86 and 88."""

from __future__ import annotations

from typing import Any

import pytest

from app.tools.model import Refused, Wanting
from tests.app.tools.conftest import Ask, Told


@pytest.mark.parametrize(
    ("home", "other", "said"),
    [
        (420, 170, "我队 +6 IMP"),  # 250: 220 to 260
        (170, 420, "我队 −6 IMP"),
        (600, 600, "我队 0 IMP"),
        (120, 110, "我队 0 IMP"),  # 10 is below the table
        (110, 90, "我队 +1 IMP"),
        (-1100, 2220, "我队 −22 IMP"),  # 3320: 3000 to 3490
        (7600, -7600, "我队 +24 IMP"),
    ],
)
def test_imps_of_two_results(told: Told, home: int, other: int, said: str) -> None:
    assert told("bridge.imp", home=home, other=other).said == said


def test_a_match_board_by_board(told: Told) -> None:
    """+250 is 6, 0 is 0, -30 is 1 the other way, +80 is 2: 7 in all."""
    answer = told("bridge.match", home=[420, -50, 600, 50], other=[170, -50, 630, -30], first=9)
    assert answer.said == "我队 +7 IMP"
    assert [row[0] for row in answer.grids[0].rows] == ["9", "10", "11", "12"]
    assert [row[4] for row in answer.grids[0].rows] == ["+6", "0", "−1", "+2"]
    assert [row[5] for row in answer.grids[0].rows] == ["+6", "+6", "+5", "+7"]
    assert answer.working == ("4副，我队得 8，对方得 1",)


def test_a_match_waits_for_the_other_table(ask: Ask) -> None:
    outcome = ask("bridge.match", home=[420, -50], other=[170])
    assert outcome == Wanting(("other",), "一桌有 2 副，另一桌只有 1 副：还要录入另一桌的得分。")


def test_a_whole_match_is_pasted_with_its_boards(told: Told, ask: Ask) -> None:
    answer = told("bridge.match", rows="7 420 170\n8, −50, −50\n\n12：600：630")
    assert answer.said == "我队 +5 IMP"
    assert [row[0] for row in answer.grids[0].rows] == ["7", "8", "12"]
    assert ask("bridge.match", rows="7 420 170\n8 420") == Refused("第2行“8 420”应是 3 个整数。", "rows")


def test_victory_points_only_by_a_table_that_is_given(told: Told, ask: Ask) -> None:
    values: dict[str, Any] = {"home": [420], "other": [170]}  # 6 IMPs
    assert "没有把 IMP 换成胜利分" in told("bridge.match", **values).lines[0]
    table = "2 15 15\n6 16 14\n12 18 12"
    assert told("bridge.match", **values, vp=table).lines[0] == "照所填的表，我队 16 VP，对方 14 VP。"
    assert told("bridge.match", home=[170], other=[420], vp=table).lines[0] == "照所填的表，我队 14 VP，对方 16 VP。"
    assert told("bridge.match", home=[7600], other=[0], vp=table).lines[0] == "照所填的表，我队 18 VP，对方 12 VP。"
    assert isinstance(ask("bridge.match", **values, vp="6 16 14\n2 15 15"), Refused)


def test_matchpoints_of_a_column(told: Told) -> None:
    """Five results: top 8; 450 beats four, the two 420 beat two and equal one, 170 beats one."""
    answer = told("bridge.matchpoints", scores=[420, 450, 420, -50, 170])
    assert {row[0]: (row[2], row[3], row[4]) for row in answer.grids[0].rows} == {
        "第2个": ("8", "100%", "0"),
        "第1个": ("5", "62.5%", "3"),
        "第3个": ("5", "62.5%", "3"),
        "第5个": ("2", "25%", "6"),
        "第4个": ("0", "0%", "8"),
    }
    assert answer.said == "顶分 8，最后一个 +170 得 2（25%）"


ADJUSTED: list[tuple[dict[str, Any], list[str]]] = [
    ({"ns": "none", "ns_pct": 55.0, "ew": "direct"}, ["至少60%", "至多40%"]),
    ({"ns": "none", "ns_pct": 62.5, "ew": "partial"}, ["62.5%", "平均分（50%）"]),
    ({"scoring": "imps", "ns": "none", "ew": "direct"}, ["3 IMP", "-3 IMP"]),
    ({"scoring": "knockout_imps", "ns": "none", "ew": "partial"}, ["南北方的队得1.5 IMP", "东西方的队失1.5 IMP"]),
    ({"sides": "one", "side": "none", "side_pct": 40.0}, ["平均正分（60%，条文写至少60%）"]),
]


@pytest.mark.parametrize(("values", "parts"), ADJUSTED)
def test_adjusted_scores(told: Told, values: dict[str, Any], parts: list[str]) -> None:
    answer = told("bridge.adjusted", **values)
    said = "；".join((answer.said, *answer.lines))
    assert all(part in said for part in parts), said


def test_a_result_that_is_assigned(told: Told) -> None:
    """4♠ by East, vulnerable, one down: 100 to North-South; against 620 to East-West there 720 points, 12 IMPs."""
    values: dict[str, Any] = {"declarer": "E", "tricks": 9, "vulnerability": "EW"}
    assert told("bridge.assigned", **values).said == "南北 +100，东西 −100"
    answer = told("bridge.assigned", **values, other=-620)
    assert "这一桌坐南北的队 +12 IMP，对方 −12 IMP" in answer.lines[1]
    assert answer.working == ("宕墩 100",)


def test_fifteen_b_is_the_clause_where_one_side_alone_is_deprived(told: Told) -> None:
    assert "bridge-1999:15B" in told("bridge.adjusted", sides="one", side_pct=55.0).cites


def test_a_side_without_fault_needs_its_percentage_at_pairs_only(ask: Ask, told: Told) -> None:
    assert ask("bridge.adjusted", ns="none", ew="direct") == Wanting(("ns_pct",))
    assert told("bridge.adjusted", scoring="individual", ns="none", ew="direct")


def test_knockout_scores_that_do_not_balance_are_averaged(told: Told) -> None:
    assert told("bridge.unbalanced", by_a=8, by_b=2).said == "甲队 +5 IMP，乙队 -5 IMP"


@pytest.mark.parametrize(
    ("board", "said"),
    [(1, "北家发牌，双方无局"), (4, "西家发牌，双方有局"), (11, "南家发牌，双方无局"), (18, "东家发牌，南北方有局")],
)
def test_boards(told: Told, board: int, said: str) -> None:
    assert told("bridge.board", board=board).said == said


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"won": "self", "after": 3}, "防守方转给庄家方 2 墩"),  # 64A1
        ({"won": "self", "after": 0}, "防守方转给庄家方 1 墩"),
        ({"won": "partner", "after": 0}, "防守方转给庄家方 1 墩"),  # 64A2
        ({"won": "other", "after": 2, "legal": 1}, "防守方转给庄家方 2 墩"),
        ({"won": "other", "after": 0}, "不转墩"),  # 64B1
        ({"won": "self", "after": 3, "exception": "64B6"}, "不转墩"),
        ({"won": "self", "after": 3, "offender": "declarer"}, "庄家方转给防守方 2 墩"),
    ],
)
def test_tricks_of_a_revoke(told: Told, values: dict[str, Any], said: str) -> None:
    assert told("bridge.revoke", **values).said == said


def test_before_anything_is_entered_nothing_is_ruled_of_a_revoke(ask: Ask) -> None:
    """Who won the trick and what was won after it decide (law 64): neither is taken to be so."""
    outcome = ask("bridge.revoke")
    assert isinstance(outcome, Wanting) and outcome.names[:2] == ("won", "after")
    assert isinstance(ask("bridge.revoke", won="self"), Wanting)


def test_the_score_after_a_revoke(told: Told) -> None:
    """4♠ not vulnerable, one down: two tricks more make an overtrick, 450."""
    answer = told("bridge.revoke", won="self", after=3, score="yes", tricks=9)
    assert answer.said.endswith("改为 +450")
    assert "bridge-1999:77" in answer.cites


def test_more_tricks_than_the_side_has_are_refused_where_they_were_entered(ask: Ask) -> None:
    outcome = ask("bridge.revoke", won="other", after=1, legal=2)
    assert isinstance(outcome, Refused) and outcome.name == "legal"
    outcome = ask("bridge.revoke", offender="declarer", won="self", after=3, score="yes", tricks=1)
    assert isinstance(outcome, Refused) and outcome.name == "tricks"


def test_an_auction_and_its_players(told: Told) -> None:
    answer = told("bridge.auction", auction={"dealer": "E", "calls": ["P", "1H", "X", "2H", "P", "4H", "P", "P", "P"]})
    assert answer.said == "4♥，南家坐庄"
    assert answer.working == ("西家首引", "北家是明手")
    assert "南家的1♥、4♥由北家解释；西家的加倍由东家解释" in answer.lines[0]  # 20F1
    assert "明手出牌时" in answer.lines[1]  # 20F2: declarer asks then, dummy does not
    assert told("bridge.auction", auction={"dealer": "E", "calls": ["P", "P", "P", "P"]}).said == "四家不叫，这副牌不打"
    assert told("bridge.auction", auction={"dealer": "E", "calls": ["P"]}).said == "竞叫还没有结束，轮到南家"


@pytest.mark.parametrize(
    ("tool", "values", "name", "why"),
    [
        ("bridge.imp", {"home": 625, "other": 0}, "home", "10 的倍数"),  # 77: no score ends otherwise
        ("bridge.match", {"rows": "1 620 -100\n1 50 50"}, "rows", "牌号 1 写了不止一行"),
        ("bridge.match", {"rows": "1 620 -100\n2 55 50"}, "rows", "第2副"),
        ("bridge.matchpoints", {"scores": [620, 5]}, "scores", "第2个"),
        (
            "bridge.revoke",  # the trick of the revoke and twelve after it are more than eight
            {"offender": "declarer", "won": "self", "after": 12, "score": "yes", "tricks": 8},
            "tricks",
            "违规方连藏牌墩在内赢了 13 墩，照这里的得墩一共只有 8 墩",
        ),
    ],
)
def test_what_cannot_be_is_refused_where_it_was_entered(
    ask: Ask, tool: str, values: dict[str, Any], name: str, why: str
) -> None:
    refused = ask(tool, **values)
    assert isinstance(refused, Refused)
    assert refused.name == name and why in refused.why


def test_the_heading_of_a_pasted_match_is_passed_over(told: Told) -> None:
    assert told("bridge.match", rows="牌号 本桌 另桌\n1 620 -100").said == "我队 +12 IMP"


def test_while_the_auction_goes_on_who_explains_is_said_too(told: Told) -> None:
    answer = told("bridge.auction", auction={"dealer": "N", "calls": ["1S", "P", "2H"]})
    assert answer.said == "竞叫还没有结束，轮到西家，最后的叫牌是南家的 2♥"
    assert "北家的1♠由南家解释；南家的2♥由北家解释" in answer.lines[0]
    assert "bridge-1999:20F1" in answer.cites


def test_a_doubled_major_names_the_misprint_of_law_77(told: Told) -> None:
    """第77条：加倍的红心、黑桃定约，每墩印作40，按勘误读作60；别的定约没有印错。"""
    given = {"level": 2, "declarer": "S", "tricks": 8, "by": "no"}
    doubled = told("bridge.score", strain="H", doubled="X", **given)
    assert doubled.said == "庄家方 +470" and any("印作40，按勘误读作60" in line for line in doubled.lines)
    for strain, double in (("D", "X"), ("H", "none"), ("H", "XX")):
        assert not any("勘误" in line for line in told("bridge.score", strain=strain, doubled=double, **given).lines)
