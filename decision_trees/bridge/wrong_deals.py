"""Deals that went wrong before or outside the auction: redealing, wrong counts, missing cards, fouled boards (6D, 13, 14, 87)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from decision_trees.bridge.cards import hand_size
from decision_trees.bridge.deals import counts_case
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError


@dataclass(frozen=True, slots=True)
class DealRuling:
    """What becomes of a deal, with the clauses; ``needs`` names the fact without which the text does not decide."""

    action: str
    laws: tuple[str, ...]
    needs: str | None = None


def redeal(
    sides_started: Literal["none", "one", "both"],
    *,
    misdealt: bool = False,
    face_possibly_seen: bool = False,
    unshuffled: bool = False,
    played_in_another_session: bool = False,
    passed_out: bool = False,
    director_requires: bool = False,
    final_result_known: bool = False,
) -> DealRuling:
    """Laws 6D, 22A and 86C: must, may or must not the board be redealt? 6D1 holds until the auction has begun for both sides.

    ``sides_started``: for how many sides the auction has begun (17A). ``final_result_known``: a contestant of a team match
    could know the final result but for this board (86C).
    """
    if passed_out and sides_started != "both":
        raise RuleInputError("四家都不叫过，双方的竞叫都已开始。")
    if (misdealt or face_possibly_seen) and sides_started != "both":
        return DealRuling("redeal", ("6D1", "17A"))
    if unshuffled or played_in_another_session:
        return DealRuling("void", ("6D2",))
    if passed_out:  # 6D3 is subject to 22A (E-003)
        return DealRuling("no_redeal", ("22A", "6D3"))
    if director_requires:
        if final_result_known:
            return DealRuling("adjusted_score", ("86C", "6D3"))
        return DealRuling("redeal", ("6D3",))
    if misdealt:
        return DealRuling("continue", ("6D1", "13", "14"))
    if face_possibly_seen:
        return DealRuling("continue", ("6D1", "16B"))
    return DealRuling("continue", ())


@dataclass(frozen=True, slots=True)
class CountRuling:
    """Which law a wrong number of cards falls under, and what it says."""

    law: Literal["none", "13", "14"]
    action: str
    wrong: tuple[Seat, ...]
    laws: tuple[str, ...]
    needs: str | None = None


def count(
    counts: Mapping[Seat, int],
    *,
    wrong_hand_has_called: bool | None = None,
    correctable: bool | None = None,
    all_agree: bool | None = None,
    cards_seen: bool | None = None,
    information_matters: bool | None = None,
    play_finished: bool = False,
) -> CountRuling:
    """Laws 13 and 14 by the cards each hand was found to hold.

    Exactly three right hands and one short: law 14. Anything else that is wrong: law 13. What the director judges
    (``correctable``, ``information_matters``) is given; what is still needed is named.
    """
    if set(counts) != set(Seat):
        raise RuleInputError("四家的张数都要给出:N、E、S、W。")
    case = counts_case([counts[s] for s in Seat])
    wrong = tuple(s for s in Seat if counts[s] != hand_size())
    if case == "all_right":
        return CountRuling("none", "normal", (), ())
    if case == "one_short":
        return CountRuling("14", "missing_card", wrong, ("13", "14"))
    if play_finished:
        if case == "over_and_short":
            return CountRuling("13", "cancel_result", wrong, ("13C", "90"))
        # 13C speaks of one hand too many and another just as many short
        return CountRuling("13", "artificial_score", wrong, ("13", "12A2"))
    if wrong_hand_has_called is None:
        return CountRuling("13", "undecided", wrong, ("13",), "wrong_hand_has_called")
    if wrong_hand_has_called:
        if correctable is None:
            return CountRuling("13", "undecided", wrong, ("13",), "correctable")
        if correctable and all_agree is None:
            return CountRuling("13", "undecided", wrong, ("13",), "all_agree")
        if correctable and all_agree:
            return CountRuling("13", "continue", wrong, ("13",))
        return CountRuling("13", "artificial_score", wrong, ("13", "12C1"))
    if cards_seen is None:
        return CountRuling("13", "undecided", wrong, ("13A", "13B"), "cards_seen")
    if not cards_seen:
        return CountRuling("13", "correct_and_play", wrong, ("13A1", "13A2", "13A3"))
    if information_matters is None:
        return CountRuling("13", "undecided", wrong, ("13B",), "information_matters")
    if information_matters:
        return CountRuling("13", "artificial_score", wrong, ("13B2", "12C1"))
    if all_agree is None:
        return CountRuling("13", "undecided", wrong, ("13B1",), "all_agree")
    if all_agree:
        return CountRuling("13", "play_normally", wrong, ("13B1",))
    return CountRuling("13", "artificial_score", wrong, ("13B2", "12C1"))


@dataclass(frozen=True, slots=True)
class MissingCard:
    """What happens to a missing card; once play has begun it counts as held all along (14B3)."""

    action: Literal["restore", "reconstruct", "defective_trick"]
    laws: tuple[str, ...]
    may_be_penalty_card: bool = False
    may_have_revoked: bool = False


def missing_card(*, play_started: bool, found: bool, among_played: bool = False) -> MissingCard:
    """Law 14: three right hands and one short."""
    if among_played and not (found and play_started):
        raise RuleInputError("在已打出的牌中找到，须打牌已开始而且牌已找到。")
    if not play_started:
        return MissingCard("restore", ("14A1",)) if found else MissingCard("reconstruct", ("14A2",))
    if among_played:
        return MissingCard("defective_trick", ("14B1a", "67"))
    if found:
        return MissingCard("restore", ("14B1b", "14B3"), True, True)
    return MissingCard("reconstruct", ("14B2", "14B3"), True, True)


def fouled(deals: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Law 87: the tables that can be compared directly, those that played exactly the same cards together."""
    if not deals:
        raise RuleInputError("至少要有一桌所打的牌。")
    groups: dict[str, list[str]] = {}
    for table, deal in deals.items():
        groups.setdefault(deal, []).append(table)
    return tuple(tuple(group) for group in groups.values())
