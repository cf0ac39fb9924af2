"""Bridge scores and their working, worked out by hand from the tables of law 77."""

from __future__ import annotations

import pytest

from tests.app.tools.conftest import Told


@pytest.mark.parametrize(
    ("level", "strain", "doubled", "by", "tricks", "score", "working"),
    [
        (4, "S", "none", "no", 10, "+420", ["墩分 30×4＝120", "局奖 300"]),
        (4, "S", "X", "yes", 11, "+990", ["墩分 60×4＝240", "超墩 200", "局奖 500", "做成加倍定约 50"]),
        (3, "NT", "none", "yes", 9, "+600", ["墩分 40＋30×2＝100", "局奖 500"]),
        (1, "NT", "none", "no", 9, "+150", ["墩分 40", "超墩 30×2＝60", "部分定约奖 50"]),
        (6, "C", "none", "no", 12, "+920", ["墩分 20×6＝120", "小满贯奖 500", "局奖 300"]),
        (7, "NT", "none", "yes", 13, "+2220", ["墩分 40＋30×6＝220", "大满贯奖 1500", "局奖 500"]),
        (2, "D", "XX", "no", 8, "+560", ["墩分 80×2＝160", "局奖 300", "做成再加倍定约 100"]),
        (4, "H", "none", "yes", 9, "−100", ["宕墩 100"]),
        (3, "NT", "X", "no", 4, "−1100", ["宕墩 100＋200＋200＋300＋300＝1100"]),
        (5, "D", "XX", "yes", 9, "−1000", ["宕墩 400＋600＝1000"]),
    ],
)
def test_score(
    told: Told, level: int, strain: str, doubled: str, by: str, tricks: int, score: str, working: list[str]
) -> None:
    answer = told("bridge.score", level=level, strain=strain, doubled=doubled, by=by, tricks=tricks)
    assert answer.said == f"庄家方 {score}"
    assert list(answer.working) == working
    assert answer.cites == ("bridge-1999:77",)


def test_every_result_of_a_contract_stands_in_a_table_with_the_present_one_set_off(told: Told) -> None:
    (table,) = told("bridge.score", level=3, strain="NT", tricks=8).grids
    assert table.here is not None
    assert table.rows[table.here] == ("8墩", "宕1墩", "−50", "−100")
    assert table.rows[0] == ("13墩", "超4墩", "+520", "+720")
    assert len(table.rows) == 14


def test_vulnerability_by_board_number_and_declarer(told: Told) -> None:
    """Board 10 is all vulnerable, board 11 none, board 7 all (law 2)."""
    vulnerable = told("bridge.score", by="board", board=10, declarer="E")
    assert vulnerable.said == "庄家方 +620"
    assert "bridge-1999:2" in vulnerable.cites
    assert told("bridge.score", by="board", board=11, declarer="E").said == "庄家方 +420"
    assert told("bridge.score", by="board", board=3, declarer="E").said == "庄家方 +620"
    assert told("bridge.score", by="board", board=3, declarer="S").said == "庄家方 +420"
