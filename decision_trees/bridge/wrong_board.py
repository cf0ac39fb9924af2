"""Playing a wrong board (15), and calling on cards from a wrong board (17D)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from decision_trees.bridge.seats import Seat, Side
from decision_trees.functions import RuleInputError


@dataclass(frozen=True, slots=True)
class WrongBoard:
    """What stands of a wrong board; ``needs`` names the fact without which the text does not decide."""

    action: Literal["stands", "cancel_second_score", "call_again", "continue", "cancel_board"]
    laws: tuple[str, ...]
    played_before: tuple[Side, ...] = ()  # sides whose second score does not count (15B)
    may_order_later_play: bool = False  # 15A2
    artificial_score: bool = False  # for whoever is deprived of a score (15B)
    needs: str | None = None


def wrong_board(
    stage: Literal["auction", "finished"],
    played_before: Collection[Seat] = (),
    repeated_calls_same: bool | None = None,
) -> WrongBoard:
    """Law 15. ``played_before``: players at this table who had played the board; ``repeated_calls_same``: 15C, once known."""
    if stage == "auction":
        if repeated_calls_same is None:
            return WrongBoard("call_again", ("15C",), needs="repeated_calls_same")
        return WrongBoard("continue" if repeated_calls_same else "cancel_board", ("15C",))
    if repeated_calls_same is not None:
        raise RuleInputError("牌已打完，没有重新竞叫（第15条C款只管竞叫阶段）。")
    sides = tuple(side for side in Side if any(s.side is side for s in played_before))
    if sides:
        return WrongBoard("cancel_second_score", ("15B", "12C1"), sides, artificial_score=True)
    return WrongBoard("stands", ("15A1", "15A2"), may_order_later_play=True)


@dataclass(frozen=True, slots=True)
class CardsFromWrongBoard:
    """17D: the call is cancelled; what then of the auction."""

    action: Literal["continue", "lho_repeats", "artificial_score"]
    laws: tuple[str, ...]
    needs: str | None = None


def cards_from_wrong_board(lho_called: bool, second_call_differs: bool | None = None) -> CardsFromWrongBoard:
    """Law 17D: a call on cards from a wrong board. ``second_call_differs``: substantially, as the director judges."""
    if not lho_called:
        return CardsFromWrongBoard("continue", ("17D",))
    if second_call_differs is None:
        return CardsFromWrongBoard("lho_repeats", ("17D",), "second_call_differs")
    if second_call_differs:
        return CardsFromWrongBoard("artificial_score", ("17D", "12C1", "90"))
    return CardsFromWrongBoard("lho_repeats", ("17D",))
