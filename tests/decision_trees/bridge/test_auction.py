"""The auction: what is wrong with a call, where it stands, passes out of rotation (17-19, 22, 29, 34, 36-39)."""

from __future__ import annotations

from typing import Any

from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals


def _flags(calls: list[Any], call: str, flags: str, by: str | None = None, dealer: str = "N", **more: Any) -> Case:
    given: dict[str, Any] = {"dealer": dealer, "calls": calls, "call": call, **more}
    if by:
        given["by"] = by
    return "call_check", given, {"flags": flags.split()}


def _result(dealer: str, calls: str | list[Any], **out: Any) -> Case:
    return "auction_result", {"dealer": dealer, "calls": calls.split() if isinstance(calls, str) else calls}, out


def _contract(dealer: str, calls: str | list[Any], contract: str, declarer: str, leader: str, dummy: str) -> Case:
    bid, _, doubled = contract.partition(" ")
    return _result(
        dealer,
        calls,
        ended=True,
        level=int(bid[0]),
        strain=bid[1:],
        doubled=doubled or "none",
        declarer=declarer,
        opening_leader=leader,
        dummy=dummy,
    )


def _law34(dealer: str, calls: str, ended: bool, turn: str | None, cancelled: str = "") -> Case:
    """Calls as ``N:1S``, ``S:P!`` out of rotation and accepted, ``S:P?`` out of rotation and not accepted."""
    entries: list[dict[str, Any]] = []
    for word in calls.split():
        seat, call = word.rstrip("!?").split(":")
        entry: dict[str, Any] = {"seat": seat, "call": call}
        if word[-1] in "!?":
            entry |= {"oor": True, "accepted": word[-1] == "!"}
        entries.append(entry)
    gone = [dict(zip(("seat", "call"), word.split(":"), strict=True)) for word in cancelled.split()]
    out = {"ended": ended, "next_to_call": turn, "cancelled": gone}
    return "auction_with_oor_pass", {"dealer": dealer, "calls": entries}, out


ACCEPTED = {"call": "1H", "accepted": True}


WORKED: list[Case] = [
    _flags(["1S"], "1H", "insufficient"),
    _flags(["1H", "X", "P"], "XX", "inadmissible_redouble"),
    _flags([], "1H", "out_of_rotation", by="E"),
    _result("N", "P P P P", ended=True, passed_out=True),
    _result("N", "P P P", ended=False, next_to_call="W"),
    _law34("N", "N:1S S:P! W:P N:P", False, "E", "W:P N:P"),
    ("whose_turn_to_call", {"dealer": "N", "calls_made": 0}, {"seat": "N"}),
    # -- 17B, C
    ("whose_turn_to_call", {"dealer": "W", "calls_made": 1}, {"seat": "N"}),
    ("whose_turn_to_call", {"dealer": "S", "calls_made": 7}, {"seat": "E"}),
    # -- 18, 19, 36, 38, 39: what is wrong with a call
    _flags(["1S"], "1S", "insufficient"),
    _flags(["1S"], "1NT", "legal"),
    _flags(["1S", "P", "P"], "P", "legal"),
    _flags(["1NT"], "2C", "legal"),
    _flags(["1S", "2C", "P"], "2C", "insufficient"),
    _flags(["1S"], "X", "legal"),
    _flags(["1S", "P", "P"], "X", "legal"),
    _flags(["1S", "P"], "X", "inadmissible_double"),
    _flags([], "X", "inadmissible_double"),
    _flags(["P"], "XX", "inadmissible_redouble"),
    _flags(["1S", "X", "XX"], "X", "inadmissible_double"),
    _flags(["1S", "X", "P"], "X", "inadmissible_double"),
    _flags(["1S", "X"], "XX", "legal"),
    _flags(["1S", "X", "P", "P"], "XX", "legal"),
    _flags(["1S", "X", "2C"], "XX", "inadmissible_redouble"),  # 19C: the double is superseded
    _flags(["1S", "X", "2C"], "X", "legal"),
    _flags(["1S", "X", "XX", "P", "P"], "XX", "inadmissible_redouble"),
    _flags(["7NT"], "8C", "over_seven"),
    _flags([], "8NT", "over_seven"),
    _flags(["1S"], "8H", "over_seven out_of_rotation", by="W"),
    _flags(["1S", "P", "P", "P"], "2C", "after_final_pass"),
    _flags(["1S", "P", "P", "P"], "P", "after_final_pass"),
    _flags(["1S", "P", "P", "P"], "2C", "after_final_pass out_of_rotation", by="E"),
    _flags(["1S", "P", "P", "P"], "1H", "insufficient after_final_pass"),
    _flags(["P", "P", "P", "P"], "1C", "after_final_pass"),
    _flags(["P", "P", "P"], "1C", "legal"),
    _flags(["1S", "P"], "1H", "insufficient out_of_rotation", by="W"),
    _flags(["1H"], "X", "out_of_rotation", by="W"),
    _flags(["1H"], "X", "inadmissible_double out_of_rotation", by="S"),
    _flags(["1H", "X"], "XX", "out_of_rotation", by="N"),
    _flags(["1H", "X"], "XX", "inadmissible_redouble out_of_rotation", by="W"),
    _flags(["1S", ACCEPTED], "1S", "legal"),  # 27A: what must be exceeded is the accepted 1H
    _flags(["1S", ACCEPTED], "1H", "insufficient"),
    _flags(["1S", ACCEPTED], "X", "legal"),
    _flags([], "1C", "legal", dealer="W"),
    _flags([], "1C", "legal", by="W", dealer="W"),
    _flags(["1S"], "2C", "required_to_pass", must_pass=["E"]),
    _flags(["1S"], "P", "legal", must_pass=["E"]),
    _flags(["1S"], "2C", "legal", by="S", must_pass=["E"]),  # 28A: RHO must pass anyway
    # -- 17E, 22, 41A: where the auction stands
    _result("E", [], ended=False, next_to_call="E"),
    _result("S", "1C P P", ended=False, next_to_call="E"),
    _result("S", "P 1C P P", ended=False, next_to_call="S"),
    _contract("N", "1H P 2H P 4H P P P", "4H", "N", "E", "S"),
    _contract("N", "1H P 2H P 4H X P P P", "4H X", "N", "E", "S"),
    _contract("N", "1H P 2H P 4H X XX P P P", "4H XX", "N", "E", "S"),
    _contract("N", "1H X 2H P P P", "2H", "N", "E", "S"),  # 19C
    _contract("W", "P 1C P 1H P 3NT P P P", "3NT", "N", "E", "S"),
    _contract("E", "1S 2H P 3H 3S P P P", "3S", "E", "S", "W"),  # the side's first spades, not its last
    _contract("S", "1H 1S 2H 2S P P P", "2S", "W", "N", "E"),
    _contract("N", "1NT 2D P 2H P 2S P P P", "2S", "E", "S", "W"),
    _contract("N", "1D 1H 2D 2H P P P", "2H", "E", "S", "W"),
    _contract("N", "1H 1S 2S P 3H P P P", "3H", "N", "E", "S"),  # both sides may name the same strain
    _contract("N", "1C 1S 2S P P P", "2S", "S", "W", "N"),
    _contract("N", ["1S", ACCEPTED, "P", "P", "P"], "1H", "E", "S", "W"),
    _contract("N", ["1H", "1S", ACCEPTED, "P", "P", "P"], "1H", "N", "E", "S"),
    _result("N", ["1S", ACCEPTED, "P", "P"], ended=False, next_to_call="N"),
    # -- 34, 29: a pass out of rotation
    _law34("N", "N:1S S:P! W:P", False, "N"),
    _law34("N", "N:1S S:P? E:P S:P W:P", True, None, "S:P"),
    _law34("N", "N:1S S:P?", False, "E", "S:P"),
    _law34("N", "N:1S S:P! W:2H N:P E:P S:P", True, None),  # a later bid: nobody lost his turn after it
    _law34("N", "N:1S S:P! W:P N:P E:2C S:P W:P N:P", True, None, "W:P N:P"),
    _law34("N", "N:1S E:P W:P! N:P", False, "S", "N:P"),
    _law34("N", "N:1S W:P! N:P E:P", False, "E", "N:P E:P"),  # the first to lose his turn, as if nothing had happened
    _law34("N", "N:P S:P! W:P N:P", False, "E", "W:P N:P"),
    _law34("N", "E:P! S:P W:P N:P", True, None),  # all four did pass (17E)
    _law34("N", "N:P E:1H W:P! N:P E:P", False, "S", "N:P E:P"),
    _law34("E", "E:1D S:P W:P N:P", True, None),
    _law34("N", "N:1S E:P S:P S:P! W:P", True, None),  # at LHO's turn it replaces his own pass (30B3)
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("whose_turn_to_call", {"dealer": "N", "calls_made": -1}, "负数"),
    ("call_check", _flags(["1S", "1H"], "P", "")[1], "不足叫牌"),
    ("call_check", _flags(["1S"], "9H", "")[1], "9H"),
    ("call_check", _flags(["1S"], "0H", "")[1], "0H"),
    ("call_check", _flags(["1S"], "1N", "")[1], "1N"),
    ("call_check", _flags(["8C"], "P", "")[1], "8C"),
    (
        "call_check",
        _flags(["1S", {"call": "X", "accepted": True}, {"call": "X", "accepted": True}], "P", "")[1],
        "已经加倍",
    ),
    ("call_check", _flags(["1S", {"call": "1H", "by": "E"}], "P", "")[1], "by"),
    ("call_check", _flags(["1S", {"call": "1H", "accepted": "yes"}], "P", "")[1], "accepted"),
    ("call_check", _flags(["1S"], "P", "", by="Q")[1], "by"),
    ("auction_result", {"dealer": "N", "calls": ["1S", "P", "P", "P", "P"]}, "已经结束"),
    ("auction_result", {"dealer": "N", "calls": ["P", "P", "P", "P", "1C"]}, "已经结束"),
    ("auction_result", {"dealer": "N", "calls": ["XX"]}, "再加倍"),
    ("auction_result", {"dealer": "N", "calls": ["1S", "P", "X"]}, "本方"),
    ("auction_result", {"dealer": "A", "calls": []}, "dealer"),
    ("auction_with_oor_pass", _law34("N", "N:1S E:P! S:P", False, "S")[1], "不是越序"),
    ("auction_with_oor_pass", {"dealer": "N", "calls": [{"seat": "E", "call": "P", "oor": False}]}, "应由北家"),
    ("auction_with_oor_pass", {"dealer": "N", "calls": [{"seat": "N"}]}, "缺少 call"),
    ("auction_with_oor_pass", _law34("N", "N:1S E:P S:P W:P N:P", True, None)[1], "已经结束"),
    ("auction_with_oor_pass", _law34("N", "N:1S S:X!", False, None)[1], "不能成立"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)
