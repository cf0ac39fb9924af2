"""Claims and concessions (声称和承认, laws 68-71)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.answers import as_json
from decision_trees.bridge.cards import Card, Rank, parse_hand
from decision_trees.bridge.codes import SeatCode, TrumpCode
from decision_trees.bridge.endings import TrickRange, range_of
from decision_trees.bridge.scoring import tricks_in_all
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.tricks import parse_trump
from decision_trees.functions import RuleInputError, rule


@dataclass(frozen=True, slots=True)
class ClaimRuling:
    """A yes or no about a claim or concession, by which clauses."""

    holds: bool
    laws: tuple[str, ...]
    because: str  # in Chinese


def tricks_restored(found: TrickRange, conceded: int) -> tuple[int, ClaimRuling]:
    """Of conceded tricks, those no legal play of the four hands could lose, by the cards that remain (71A)."""
    if not 0 <= conceded <= found.remaining:
        raise RuleInputError(f"余下{found.remaining}墩，承认的墩数应在0至{found.remaining}之间，现在是{conceded}。")
    back = max(0, found.fewest - (found.remaining - conceded))
    if back:
        return back, ClaimRuling(
            True, ("71A",), f"{found.because[:-1]}；所承认的{conceded}墩中有{back}墩不可能丢失，应取消（第71条A款）。"
        )
    return 0, ClaimRuling(
        False, ("71A",), f"{found.because[:-1]}；所承认的{conceded}墩都有合法打法会丢失，第71条A款不适用。"
    )


@rule("bridge.concession_by_any_legal_play", "bridge-1999:71A")
def concession_by_any_legal_play(
    hands: dict[str, list[str]],
    leader: SeatCode,
    trump: TrumpCode,
    side: Literal["NS", "EW"],
    conceded: int,
    trick: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Of the tricks a side conceded, those no legal play could lose, 所承认而不可能丢失的墩 (71A)."""
    back, why = tricks_restored(range_of(hands, leader, trump, side, trick), conceded)
    return {"restored": back, **as_json(why)}


def _sure_tricks(hand: tuple[Card, ...], trump: str, on_lead: bool) -> int:
    """Tricks a hand takes however all four play: its trumps from the ace down, an ace led to the last trick at notrump."""
    suit = parse_trump(trump)
    if suit is None:
        return int(on_lead and len(hand) == 1 and hand[0].rank is Rank.ACE)
    ranks = {c.rank for c in hand if c.suit is suit}
    return next(n for n, rank in enumerate((*sorted(Rank, reverse=True), None)) if rank not in ranks)


@rule("bridge.concession_that_cannot_lose", "bridge-1999:71A")
def concession_that_cannot_lose(
    trump: TrumpCode,
    side: Literal["NS", "EW"],
    conceded: int,
    north: list[str] | None = None,
    east: list[str] | None = None,
    south: list[str] | None = None,
    west: list[str] | None = None,
    leader: SeatCode | None = None,
) -> dict[str, Any]:
    """Of conceded tricks, those no legal play could lose, from the hands that are known (71A).

    With all four and the leader: worked out. With fewer ``holds`` is true where one hand of the side takes a conceded trick
    by itself, and null (to be judged) where that does not show; ``restored`` is null unless every trick is sure.
    """
    given = {"N": north, "E": east, "S": south, "W": west}
    hands = {seat: hand for seat, hand in given.items() if hand}
    if len(hands) == len(given) and leader is not None:
        return concession_by_any_legal_play(hands, leader, trump, side, conceded)
    for seat, hand in hands.items():
        if Seat(seat).side != side:
            continue
        cards = parse_hand(hand, Seat(seat).chinese)
        if conceded > len(cards):
            raise RuleInputError(f"{Seat(seat).chinese}余下{len(cards)}张牌，承认的墩数不能是{conceded}。")
        sure = _sure_tricks(tuple(cards), trump, leader == seat)
        if sure > len(cards) - conceded:
            return {"restored": conceded if sure == len(cards) else None, "holds": True}
    return {"restored": None, "holds": None}


@rule("bridge.tricks_with_claim", "bridge-1999:68A", "bridge-1999:68B")
def tricks_with_claim(side: Literal["declarer", "defenders"], before: int, claimed: int) -> dict[str, Any]:
    """Tricks of declarer's side as a claim leaves them, 照声称计的得墩: what is not claimed is conceded (68B).

    ``before``: tricks the claiming side had won; ``claimed``: of the rest. Raises :class:`RuleInputError` for more than there are.
    """
    if before < 0 or claimed < 0 or before + claimed > tricks_in_all():
        raise RuleInputError(f"已得{before}墩又声称{claimed}墩，一副牌只有{tricks_in_all()}墩。")
    won = before + claimed
    return {"declarer_tricks": won if side == "declarer" else tricks_in_all() - won}
