"""Results (得墩、得分) of a contract when a ruling moves tricks, and which side somebody plays for."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge.calls import Bid, Doubling, parse_call
from decision_trees.bridge.codes import DoublingCode, SeatCode
from decision_trees.bridge.scoring import declarer_tricks_after_transfer, duplicate_score, margin
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError, rule

_B = "bridge-1999:"


@rule("bridge.side_of_play", _B + "def/防家", _B + "64A")
def side_of_play(seat: SeatCode, declarer: SeatCode) -> dict[str, Any]:
    """Does somebody play for declarer's side or defend, 庄家方还是防守方? ``hand``: declarer, dummy or defender."""
    him, declaring = Seat(seat), Seat(declarer)
    hand = "declarer" if him is declaring else "dummy" if him is declaring.partner else "defender"
    ours = him.side is declaring.side
    sides = ("declarer", "defenders") if ours else ("defenders", "declarer")
    return {"side": sides[0], "other": sides[1], "hand": hand, "whose": "declarer" if ours else "defender"}


def result_said(level: int, tricks: int) -> str:
    """正好做成, 超1墩 or 宕2墩, of so many tricks of declarer's side."""
    over = margin(level, tricks)
    return "正好做成" if over == 0 else f"超{over}墩" if over > 0 else f"宕{-over}墩"


@rule("bridge.results_compared", _B + "77", _B + "def/超墩", _B + "def/宕墩")
def results_compared(
    contract: str,
    doubled: DoublingCode,
    vulnerable: bool,
    declarer_tricks: int,
    moved: int,
    moved_from: Literal["declarer", "defenders"],
) -> dict[str, Any]:
    """The result of a board before and after some tricks go to the other side, 得墩和得分前后 (77).

    ``contract`` is the bid, ``vulnerable`` declarer's side; ``declarer_tricks``: all its tricks before; scores are its own.
    Raises :class:`RuleInputError` when a side has not the tricks to be moved.
    """
    bid = parse_call(contract)
    if not isinstance(bid, Bid):
        raise RuleInputError(f"定约应是一个实质叫牌，如 4S、3NT，现在是“{contract}”。")
    after = declarer_tricks_after_transfer(declarer_tricks, moved_from, moved)

    def score(tricks: int) -> int:
        return duplicate_score(bid.level, bid.strain, Doubling(doubled), vulnerable, tricks).total

    return {
        "contract": str(bid),
        "doubling": "" if doubled == "none" else Doubling(doubled).chinese,
        "moved": moved,
        "before": declarer_tricks,
        "after": after,
        "result_before": result_said(bid.level, declarer_tricks),
        "result_after": result_said(bid.level, after),
        "score_before": score(declarer_tricks),
        "score_after": score(after),
    }
