"""What everybody at the table may do in an irregularity: lines of the rights, with the seats that were said."""

from __future__ import annotations

import pytest

from app.base.opened import trees
from app.ruling.entitled import entitled, lines_about
from app.ruling.walk import start
from decision_trees.rights import Line


def said(tree: str, **facts: object) -> dict[str, tuple[Line, ...]]:
    return {each.who: each.lines for each in entitled(start(tree, facts))}


def test_seats_are_named_where_one_was_said() -> None:
    """Law 27 A: the offender's left-hand opponent may accept an insufficient bid; clockwise, South is East's."""
    found = said("bridge.insufficient_bid", offender="E")
    assert [who for who in found if who.startswith("东家（违规者）")]
    accepts = found["南家（违规者的下家）"]
    assert any("bridge-1999:27A" in line.cites and line.mode == "may" for line in accepts)
    assert "西家（违规者的同伴）" in found


def test_the_order_of_play_of_a_game_says_who_comes_next() -> None:
    """Guandan and shengji are played anticlockwise: after North comes West."""
    assert "西家（违规者的下家）" in said("guandan.play_out_of_turn", offender="N")
    found = said("shengji.failed_throw", offender="W")
    assert "南家（违规者的下家）" in found and "南北方（非违规方）" in found


def test_nobody_is_named_by_a_seat_that_was_not_said() -> None:
    found = said("bridge.insufficient_bid")
    assert "违规者的下家" in found and not any("家（" in who for who in found)


@pytest.mark.parametrize("tree", sorted(t.id for t in trees().trees.values() if not t.part))
def test_every_irregularity_has_lines_and_says_each_once_for_somebody(tree: str) -> None:
    rights = trees().rights[trees().tree(tree).game]
    lines = lines_about(trees().tree(tree), rights)
    shown = [line for lines in said(tree).values() for line in lines]
    assert lines and all(line.cites for line in lines)
    assert all(line in shown for line in lines)
