"""A bridge deal as it stands: all hands, the calls that stand, the tricks, and what rulings laid on the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from app.study.table.bridge.bidding import RANKS, SEATS, after, is_bid, partner_of
from decision_trees import functions

PACK = tuple(suit + rank for suit in "SHDC" for rank in RANKS)
CARDS = len(PACK) // len(SEATS)
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, with who played what."""

    plays: tuple[tuple[str, str], ...] = ()

    @property
    def leader(self) -> str | None:
        """Who led; None before anybody has."""
        return self.plays[0][0] if self.plays else None

    @property
    def led(self) -> str | None:
        """The suit led."""
        return self.plays[0][1][0] if self.plays else None

    def winner(self, trump: str) -> str:
        """Who wins as it stands."""
        led = self.led

        def strength(play: tuple[str, str]) -> tuple[bool, bool, int]:
            return play[1][0] == trump, play[1][0] == led, RANKS.index(play[1][1])

        return max(self.plays, key=strength)[0]

    def played(self, seat: str) -> str | None:
        """What somebody played to it."""
        return next((card for who, card in self.plays if who == seat), None)


@dataclass(frozen=True, slots=True)
class Position:
    """A deal as it stands."""

    board: int
    dealer: str
    vulnerable: str
    dealt: Mapping[str, tuple[str, ...]]
    hands: Mapping[str, tuple[str, ...]]  # what is left, penalty cards included
    calls: tuple[tuple[str, str], ...] = ()  # as they stand, those out of turn and too low that were accepted too
    caller: str | None = None  # who calls next, where a ruling said so
    contract: str = ""
    doubled: str = "none"
    declarer: str = ""
    trick: Trick = field(default_factory=Trick)
    tricks: tuple[Trick, ...] = ()
    player: str | None = None  # who plays next, where a ruling said so
    penalty: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    barred: Mapping[str, str] = field(default_factory=dict)  # one_turn, rest_of_auction
    undoubled: tuple[str, ...] = ()
    lead_must: Mapping[str, str] = field(default_factory=dict)  # suits, of one lead
    lead_not: Mapping[str, str] = field(default_factory=dict)  # suits, while he is on lead
    play_must: Mapping[str, str] = field(default_factory=dict)  # highest, lowest of the suit led, or a suit not to play
    claimed: int | None = None  # tricks of declarer's side, where play has stopped
    passed_out: bool = False
    owed: Any = None  # a ruling to be given when the deal is over (64)
    settled: tuple[str, ...] = ()  # irregularities that were there, by kind

    @property
    def trump(self) -> str:
        """S, H, D, C or NT."""
        return self.contract[1:] or "NT"

    @property
    def dummy(self) -> str:
        """Declarer's partner."""
        return partner_of(self.declarer)

    @property
    def in_auction(self) -> bool:
        """Is it still being bid?"""
        return not self.contract and not self.passed_out

    @property
    def defenders(self) -> tuple[str, str]:
        """Both defenders, declarer's left first."""
        return after(self.declarer), after(self.declarer, 3)

    @property
    def over(self) -> bool:
        """Is there nothing left to play?"""
        return self.passed_out or self.claimed is not None or (bool(self.contract) and not any(self.hands.values()))

    @property
    def dummy_open(self) -> bool:
        """Has the opening lead been made?"""
        led = self.trick.leader
        return bool(self.contract) and (bool(self.tricks) or len(self.trick.plays) > 1 or led == after(self.declarer))

    @property
    def turn(self) -> str | None:
        """Whose hand acts; None when it is over."""
        if self.over:
            return None
        if self.in_auction:
            return self.caller or (after(self.calls[-1][0]) if self.calls else self.dealer)
        if self.player is not None and self.hands[self.player]:
            return self.player
        if self.trick.plays:
            seat = after(self.trick.plays[-1][0])
            for _ in SEATS:
                if self.trick.played(seat) is None and self.hands[seat]:
                    return seat
                seat = after(seat)
        if self.tricks:
            winner = self.tricks[-1].winner(self.trump)
            return winner if self.hands[winner] else next((s for s in SEATS if self.hands[s]), None)
        return after(self.declarer)

    def won(self) -> int:
        """Tricks of declarer's side so far."""
        return sum(trick.winner(self.trump) in (self.declarer, self.dummy) for trick in self.tricks)

    def auction(self) -> dict[str, Any]:
        """The calls as the facts write them."""
        out: list[Any] = []
        due = self.dealer
        for seat, call in self.calls:
            out.append(call if seat == due else {"seat": seat, "call": call})
            due = after(seat)
        return {"dealer": self.dealer, "calls": out}


def read_auction(value: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The calls of an auction as facts write it, each with who made it."""
    out = []
    due = str(value["dealer"])
    for each in value["calls"]:
        seat, call = (str(each.get("seat", due)), str(each["call"])) if isinstance(each, Mapping) else (due, str(each))
        out.append((seat, call))
        due = after(seat)
    return tuple(out)


@lru_cache(maxsize=512)
def _stands(dealer: str, calls: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    due, data = dealer, []
    for seat, call in calls:
        data.append(call if seat == due else {"seat": seat, "call": call})
        due = after(seat)
    return functions.call("bridge.auction_stands", {"auction": {"dealer": dealer, "calls": data}})


def played_by(at: Position) -> str | None:
    """Who plays by the calls as they stand; None where they do not say so by themselves."""
    try:
        found = _stands(at.dealer, at.calls).get("declarer")
    except functions.RuleInputError:
        return None
    return found if isinstance(found, str) else None


def with_calls(at: Position, calls: tuple[tuple[str, str], ...], caller: str | None = None) -> Position:
    """The position after these calls: a contract when they end the auction."""
    ended = len(calls) >= len(SEATS) and all(call == "P" for _, call in calls[-3:])
    now = replace(at, calls=calls, caller=caller)
    if not ended or caller is not None:
        return now
    return closed(now)


def closed(at: Position) -> Position:
    """The auction ended: who plays what. Where the calls do not come to an end by the law, it goes on."""
    try:
        stands = _stands(at.dealer, at.calls)
    except functions.RuleInputError:
        stands = {"over": None}
    if stands.get("over") is False:
        return replace(at, caller=stands.get("turn"))
    if stands.get("over") and stands.get("contract"):
        return replace(
            at,
            contract=stands["contract"],
            doubled=stands["doubled"] or "none",
            declarer=stands["declarer"],
            caller=None,
        )
    bids = [(seat, call) for seat, call in at.calls if is_bid(call) and call[0] <= "7"]
    if not bids:
        return replace(at, passed_out=True, caller=None)
    seat, bid = bids[-1]
    side = (seat, partner_of(seat))
    declarer = next(who for who, call in bids if who in side and call[1:] == bid[1:])
    last = next((call for _, call in reversed(at.calls) if call != "P"), "")
    return replace(at, contract=bid, doubled=last if last in ("X", "XX") else "none", declarer=declarer, caller=None)


def without(hands: Mapping[str, tuple[str, ...]], seat: str, card: str) -> dict[str, tuple[str, ...]]:
    """The hands after a card was played."""
    return {**hands, seat: tuple(each for each in hands[seat] if each != card)}


def with_card(hands: Mapping[str, tuple[str, ...]], seat: str, card: str) -> dict[str, tuple[str, ...]]:
    """The hands after a card was taken back."""
    return {**hands, seat: tuple(sorted({*hands[seat], card}))}


def put(at: Position, seat: str, card: str) -> Position:
    """A card on the table, legal or not; a complete trick is turned."""
    penalty = {who: tuple(c for c in cards if c != card) for who, cards in at.penalty.items()}
    trick = Trick((*at.trick.plays, (seat, card)))
    leading = not at.trick.plays
    must = {who: suits for who, suits in at.lead_must.items() if not (leading and who == seat)}
    play = {who: what for who, what in at.play_must.items() if who != seat}
    now = replace(
        at, hands=without(at.hands, seat, card), penalty={who: cards for who, cards in penalty.items() if cards},
        trick=trick, player=None, lead_must=must, play_must=play,
    )  # fmt: skip
    return turned(now)


def turned(at: Position) -> Position:
    """The trick turned, once four have played to it; a lead ban ends when its holder loses the lead."""
    if len({seat for seat, _ in at.trick.plays}) < len(SEATS):
        return at
    winner = at.trick.winner(at.trump)
    return replace(
        at, tricks=(*at.tricks, at.trick), trick=Trick(),
        lead_not={who: suits for who, suits in at.lead_not.items() if who == winner},
    )  # fmt: skip


def legal(at: Position, seat: str) -> tuple[str, ...]:
    """What somebody may play now: follow suit, then what a ruling asks, then his penalty cards (44, 50, 59)."""
    hand = at.hands[seat]
    led = at.trick.led
    cards = tuple(card for card in hand if card[0] == led) or hand
    if led is None:
        for suits, wanted in ((at.lead_must.get(seat, ""), True), (at.lead_not.get(seat, ""), False)):
            if suits and (kept := tuple(card for card in cards if (card[0] in suits) is wanted)):
                cards = kept
    elif what := at.play_must.get(seat, ""):
        cards = _as_demanded(cards, what, led)
    mine = tuple(card for card in cards if card in at.penalty.get(seat, ()))
    return mine or cards


def _as_demanded(cards: tuple[str, ...], what: str, led: str) -> tuple[str, ...]:
    own = [card for card in cards if card[0] == led]
    if what == "highest" and own:
        return (max(own, key=lambda card: RANKS.index(card[1])),)
    if what == "lowest" and own:
        return (min(own, key=lambda card: RANKS.index(card[1])),)
    kept = tuple(card for card in cards if card[0] != what)
    return kept or cards
