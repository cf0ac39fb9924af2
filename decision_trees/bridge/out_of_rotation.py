"""The call out of rotation of an entered auction, as laws 28-32 look at it."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge.auction import Flag
from decision_trees.bridge.calls import Action, Bid, Call
from decision_trees.bridge.irregular_calls import MadeCall, made_calls
from decision_trees.functions import RuleInputError, rule

_B = "bridge-1999:"

Kind = Literal["bid", "pass", "double"]

_NAMES: dict[Kind, str] = {"bid": "越序实质叫牌", "pass": "越序不叫", "double": "越序加倍或再加倍"}


def _kind(call: Call) -> Kind:
    if isinstance(call, Bid):
        return "bid"
    return "pass" if call is Action.PASS else "double"


def call_in_question(auction: dict[str, Any], kind: Kind) -> MadeCall:
    """The last call out of rotation of an auction. Raises :class:`RuleInputError` when it is not of this kind.

    A call after the final pass goes by law 39 and a bid over seven by law 38, whoever's turn it was.
    """
    made = made_calls(auction)
    found = next((m for m in reversed(made) if Flag.OUT_OF_ROTATION in m.flags), None)
    if found is None:
        last = f"，最后是{made[-1].said}" if made else ""
        raise RuleInputError(f"输入的竞叫过程里没有越序叫牌{last}；越序的叫牌要记明是谁叫的。")
    if Flag.AFTER_FINAL_PASS in found.flags:
        raise RuleInputError(f"{found.said}是最终不叫后的叫牌，应按第39条处理。")
    if Flag.OVER_SEVEN in found.flags:
        raise RuleInputError(f"{found.said}超过7线，应按第38条处理。")
    if _kind(found.call) != kind:
        raise RuleInputError(
            f"输入的竞叫过程里，越序的是{found.said}，应按{_NAMES[_kind(found.call)]}处理，不是{_NAMES[kind]}。"
        )
    return found


@rule("bridge.call_out_of_rotation", _B + "29A", _B + "28B", _B + "31", _B + "32", _B + "30C")
def call_out_of_rotation(auction: dict[str, Any], kind: Kind) -> dict[str, Any]:
    """The last call out of rotation in an auction, 越序叫牌, and how matters stood when it was made (28B, 29A, 30-32).

    ``turn_of``: whose turn it was, seen from the offender. ``acted``: who called next: ``lho`` of the offender (29A), the
    ``turn_player`` himself (28B), or nobody of these. ``sufficient`` and ``admissible``: what the call would be in rotation.
    """
    one = call_in_question(auction, kind)
    next_to_act = one.followed_by[:1]
    acted = "lho" if one.lho_called else "turn_player" if next_to_act == (one.turn,) else "nobody"
    refused = (Flag.INADMISSIBLE_DOUBLE, Flag.INADMISSIBLE_REDOUBLE)
    return {
        "seat": one.seat.value,
        "call": str(one.call),
        "said": one.call.chinese,
        "turn": one.turn.value,
        "turn_of": one.turn_of,
        "acted": acted,
        "any_bid_before": one.before.last_bid is not None,
        "offender_called_before": one.before.has_called(one.seat),
        "partner_called_before": one.before.has_called(one.seat.partner),
        "sufficient": Flag.INSUFFICIENT not in one.flags,
        "admissible": not any(f in one.flags for f in refused),
    }
