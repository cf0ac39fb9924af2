"""Bridge: what the cards that are left can come to, by any legal play of all four hands (laws 70, 71)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from app.tools import double_dummy
from app.tools.model import Answer, Grid, More, Unfit, model
from decision_trees.bridge.cards import Card
from decision_trees.bridge.claims import LONGEST_HAND, min_max_tricks_any_legal_play
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.tricks import trick_winner_of
from decision_trees.values import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.bridge.seats import SeatCode
    from decision_trees.bridge.tricks import TrumpCode

HANDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
LINES = 7  # cards in a hand up to which lines are found

Hands = dict[str, list[str]]
SideCode = Literal["NS", "EW"]


def checked(values: Mapping[str, Any]) -> Hands:
    """Return the hands. Raises :class:`Unfit` or :class:`More` where they cannot be."""
    hands: Hands = {seat: list(values[name] or []) for seat, name in HANDS.items()}
    seen: dict[str, str] = {}
    for seat, cards in hands.items():
        for card in cards:
            if card in seen:
                raise Unfit(HANDS[seat], f"{Card.parse(card).chinese}已经写在{Seat(seen[card]).chinese}的牌里。")
            seen[card] = seat
    longest = max(map(len, hands.values()))
    short = [seat for seat, cards in hands.items() if len(cards) < longest]
    if short:
        told = "、".join(f"{Seat(seat).chinese}还差 {longest - len(hands[seat])} 张" for seat in short)
        raise More(f"四家张数要相同：{told}。", *(HANDS[seat] for seat in short))
    return hands


@model("bridge.claim")
def claim(values: Mapping[str, Any]) -> Answer:
    """Fewest and most tricks of a side by any legal play, and a line for each (71A); best play beside them."""
    hands = checked(values)
    leader, trump, side = values["leader"], values["trump"], values["side"]
    whose = "南北方" if side == "NS" else "东西方"
    length = len(hands["N"])
    if length > LONGEST_HAND:
        raise More(f"每家有 {length} 张，太多了：先打到每家 {LONGEST_HAND} 张以内。")
    found = min_max_tricks_any_legal_play(hands, leader, trump, side)
    few, most = found["min"], found["max"]
    said = f"{whose}一定得 {few} 墩" if few == most else f"{whose}最少 {few} 墩，最多 {most} 墩"
    lines = [f"剩 {length} 墩，{Seat(leader).chinese}引，{say(trump, 'card', None) if trump != 'NT' else '无将'}"]
    if trump != "NT":
        lines = [f"剩 {length} 墩，{Seat(leader).chinese}引，{Card.parse(trump + '2').suit.chinese}将"]
    if length <= double_dummy.MOST:
        ours = double_dummy.best_play(hands, leader, trump)
        lines.append(f"看着四家的牌、双方都不打错，{whose}得 {ours if side == 'NS' else length - ours} 墩。")
    lines.append("声称有争议时，任何不确定因素应对声称者不利（第70条A款）。")
    grids = []
    if length <= LINES:
        wanted = [("最少的一种打法", few)] if few == most else [("最少的一种打法", few), ("最多的一种打法", most)]
        grids = [line(hands, leader, trump, side, tricks, title) for title, tricks in wanted]
    return Answer(
        said,
        lines=tuple(lines),
        grids=tuple(grids),
        cites=("bridge-1999:70A", "bridge-1999:71A"),
        kind="good" if few == most else "plain",
    )


@model("bridge.double_dummy")
def whole(values: Mapping[str, Any]) -> Answer:
    """The tricks of every declarer in every denomination, all hands open, for a director who assigns a score (12C2)."""
    hands = checked(values)
    if len(hands["N"]) != double_dummy.WHOLE:
        raise More(f"要录入四家各 {double_dummy.WHOLE} 张。", *HANDS.values())
    table = double_dummy.whole_deal(hands)
    rows = tuple(
        (f"{seat.chinese}坐庄", *(str(table[strain][seat.value]) for strain in ("C", "D", "H", "S", "NT")))
        for seat in Seat
    )
    best = max(range(5), key=lambda at: max(int(row[at + 1]) for row in rows))
    strain = ("♣", "♦", "♥", "♠", "无将")[best]
    return Answer(
        f"最多 {max(int(row[best + 1]) for row in rows)} 墩，{strain}",
        lines=("看着四家的牌、双方都不打错时庄家方的得墩；判给哪个结果，由裁判照第12条C款2决定。",),
        grids=(Grid(("", "♣", "♦", "♥", "♠", "NT"), rows),),
        cites=("bridge-1999:12C2",),
    )


def line(hands: Hands, leader: SeatCode, trump: TrumpCode, side: SideCode, wanted: int, title: str) -> Grid:
    """Return one legal line of play in which a side takes so many tricks, trick by trick from the leader on."""
    left = {seat: list(cards) for seat, cards in hands.items()}
    rows = []
    taken = 0
    while left[leader]:
        plays: list[dict[str, str]] = []
        for turn in range(4):
            seat = Seat(leader).after(turn).value
            plays.append({"seat": seat, "card": _card_for(left, leader, trump, side, wanted - taken, plays, seat)})
            left[seat].remove(plays[-1]["card"])
        winner = trick_winner_of(plays, trump)["winner"]
        taken += winner in side
        rows.append(
            (*(f"{Seat(p['seat']).chinese[0]}{say(p['card'], 'card', None)}" for p in plays), Seat(winner).chinese)
        )
        leader = winner
    return Grid(("引", "第二家", "第三家", "第四家", "赢"), tuple(rows), title=f"{title}（得 {taken} 墩）")


def _card_for(
    left: Hands, leader: SeatCode, trump: TrumpCode, side: SideCode, wanted: int, plays: list[dict[str, str]], seat: str
) -> str:
    """Return a card after which the wanted number of tricks is still within reach."""
    hand = left[seat]
    led = plays[0]["card"][0] if plays else None
    legal = [card for card in hand if card[0] == led] or hand
    for card in legal:
        rest = {other: [each for each in cards if other != seat or each != card] for other, cards in left.items()}
        trick = [*plays, {"seat": seat, "card": card}]
        if len(trick) < 4:
            found = min_max_tricks_any_legal_play(rest, leader, trump, side, trick)
            low, high = found["min"], found["max"]
        else:
            winner = trick_winner_of(trick, trump)["winner"]
            found = min_max_tricks_any_legal_play(rest, winner, trump, side) if rest[seat] else {"min": 0, "max": 0}
            low, high = found["min"] + (winner in side), found["max"] + (winner in side)
        if wanted in (low, high):
            return card
    raise AssertionError("a number of tricks that can be reached is reached by some card")
