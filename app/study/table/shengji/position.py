"""A shengji deal at the living table: trumps, the bottom, the tricks, what an action does to it (3, 6, 7, 13, 14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from app.study.table.model import Act, Pile, Score, Shown
from app.study.table.shengji.players import buried, declares
from decision_trees.functions import call
from decision_trees.shengji.cards import DECK, RANKS, Card, Suit
from decision_trees.shengji.declaring import turn_bottom
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.playing import Table, draw
from decision_trees.shengji.seats import Seat, Side
from decision_trees.shengji.trumps import Trumps

Stage = Literal["drawing", "drawn", "discarded", "play"]
NAMES = {Seat.S: "south", Seat.E: "east", Seat.N: "north", Seat.W: "west"}


@dataclass(frozen=True, slots=True)
class At:
    """The deal as it stands between two actions."""

    table: Table  # before trumps are known it only holds the hands
    stage: Stage
    first_deal: bool
    level_ns: str
    level_ew: str
    known_banker: Seat | None  # from the second deal on (3p2)
    shower: Seat | None  # who shows a level card during the draw; None: the bottom is turned (3p3)
    shows: Card | None
    at: int  # at which card of the draw
    original: tuple[Card, ...]  # the bottom as it was left
    buried: tuple[Card, ...] = ()
    gone: frozenset[Card] = frozenset()  # played in tricks that are over
    tricks: int = 0  # that are over
    actions: int = 0  # of the play
    owed: tuple[Card, ...] = ()  # what whose turn it is has to play, as it was ruled
    declared: bool = False  # a level card was shown; cards are still drawn
    lost_by: Seat | None = None

    @property
    def turn(self) -> Seat | None:
        """Who acts; None: the deal is over."""
        if self.lost_by is not None:
            return None
        if self.stage == "drawing":
            return self.shower or self.known_banker
        if self.stage != "play":
            return self.table.banker
        return None if self.table.over else self.table.turn

    @property
    def level(self) -> str:
        """The level played: that of the banker's side (1.4)."""
        return self.table.trumps.level


_LATER = 0.75  # of the deals are not the first of a game


def begun(random: Random) -> At:
    """A deal drawn, before anything was shown; in the first deal somebody shows a two and becomes banker (3p1)."""
    deck = list(DECK)
    random.shuffle(deck)
    first_deal = random.random() >= _LATER
    first = random.choice(list(Seat))
    dealt = draw(deck, first)
    banker = None if first_deal else first
    ns, ew = (RANKS[0], RANKS[0]) if first_deal else (random.choice(RANKS), random.choice(RANKS))
    level = ns if banker is None or banker.side is Side.NS else ew
    shower, shown, at = _first_shown(dealt.hands, first, level)
    if shown is None and first_deal:  # somebody has one of the four twos, or all lie in the bottom
        return begun(random)
    hands = {seat: tuple(cards) for seat, cards in dealt.hands.items()}
    suit = shown.suit if shown is not None and shown.suit is not None else Suit.S
    table = Table(Trumps(level, suit), banker or shower or first, hands, banker or shower or first)
    return At(table, "drawing", first_deal, ns, ew, banker, shower, shown, at, dealt.bottom)


def _first_shown(
    hands: Mapping[Seat, tuple[Card, ...]], first: Seat, level: str
) -> tuple[Seat | None, Card | None, int]:
    """Who is the first to show a level card as the cards are drawn, which, and at which card of the draw."""
    size = card_count("hand")
    for number in range(size * len(Seat)):
        seat = first.after(number)
        drawn = hands[seat][: number // len(Seat) + 1]
        card = declares(drawn, level)
        if card is not None:
            return seat, card, number + 1
    return None, None, 0


def declared(at: At) -> At:
    """The deal once trumps are known: the banker takes up the bottom (1.13, 3p1 to 3p4, 6)."""
    suit = at.shows.suit if at.shows is not None and at.shows.suit is not None else turn_bottom(at.original).trump
    return trumps_are(at, suit, at.known_banker or at.shower or at.table.banker)


def trumps_are(at: At, suit: Suit, banker: Seat) -> At:
    """The deal with this trump suit and banker, who has taken up the bottom."""
    level = at.level_ns if banker.side is Side.NS else at.level_ew
    hands = {**at.table.hands, banker: (*at.table.hands[banker], *at.original)}
    table = replace(at.table, trumps=Trumps(level, suit), banker=banker, leader=banker, hands=hands)
    return replace(at, table=table, stage="drawn")


def buries(at: At, cards: tuple[Card, ...]) -> At:
    """The deal once the banker has put cards into the bottom (6p2)."""
    banker = at.table.banker
    hand = tuple(card for card in at.table.hands[banker] if card not in cards)
    table = replace(at.table, hands={**at.table.hands, banker: hand})
    return replace(at, table=table, buried=cards, stage="discarded")


def plays(at: At, cards: tuple[Card, ...]) -> At:
    """The deal after whose turn it is has played."""
    new = at.table.laid(cards)
    over = not new.plays
    gone = {card for play in at.table.plays for card in play.cards} | set(cards)
    gone |= {card for early in at.table.early.values() for card in early} if over else set()
    return replace(
        at,
        table=new,
        stage="play",
        actions=at.actions + 1,
        gone=at.gone | gone if over else at.gone,
        tricks=at.tricks + over,
        owed=(),
    )


def after(at: At, act: Act) -> At:
    """The deal after a legal action."""
    if at.stage == "drawing":
        return declared(at)
    if at.stage == "drawn":
        return buries(at, hidden(at, act))
    return plays(at, tuple(Card.parse(code) for code in act.what))


def hidden(at: At, act: Act) -> tuple[Card, ...]:
    """The cards the banker buries: nobody sees which."""
    number = int(act.what[0]) if act.what else None
    return buried(at.table.hands[at.table.banker], at.table.trumps, number)


def seen(at: At) -> dict[str, Any]:
    """What lies open, as facts of the deal."""
    table = at.table
    known: dict[str, Any] = {
        "first_deal": at.first_deal,
        "level_ns": at.level_ns,
        "level_ew": at.level_ew,
        "level": at.level,
        "stage": at.stage,
    }
    if at.turn is not None and at.stage == "play":
        known["whose_turn"] = table.turn.value
    if at.stage == "drawing":
        if at.known_banker is not None:
            known["banker"] = at.known_banker.value
        return known
    known["bottom_seen"] = True
    known |= {"banker": table.banker.value, "trump": table.trumps.suit.value, "gathered": table.gathered}
    if at.stage == "play" and table.plays:
        known |= {"leader": table.plays[0].seat.value, "led": [str(card) for card in table.led]}
    for seat, cards in table.heavy.items():
        known[f"heavy_{NAMES[seat]}"] = [str(card) for card in cards]
    return known


def total(at: At, table: Mapping[str, Any]) -> Mapping[str, Any]:
    """The defenders' points of the deal: gathered, the bottom, penalties (13, 14, 28b)."""
    last = at.table.last_winner or at.table.banker
    role = "banker" if last.side is at.table.banker.side else "defender"
    penalties = [
        {"offender": who, "points": table[f"{who}_penalty"]}
        for who in ("banker", "defender")
        if table.get(f"{who}_penalty")
    ]
    given = {
        "trick_points": at.table.gathered,
        "bottom": [str(card) for card in at.buried[: card_count("bottom")]],
        "last_trick_side": role,
        "penalties": penalties,
    }
    return call("shengji.final_total", given)


def score(at: At, table: Mapping[str, Any]) -> Score:
    """Levels and the next banker (the table of levels; 16, 17)."""
    if at.lost_by is not None or table.get("lost_by"):
        who = at.lost_by or Seat(table["lost_by"])
        return Score(f"本副判{who.side.chinese}负", value=1 if who.side is Side.EW else -1)
    result = total(at, table)
    points = int(result["defenders_total"])
    counted = f"（按{result['clamped']}分计）" if "clamped" in result else ""
    banker = at.table.banker
    found = call("shengji.deal_result", {"defenders_total": points, "banker": banker.value})
    defenders = banker.side.opponents
    change, up = found["change"], found["defender_side_delta"] if found["change"] else found["banker_side_delta"]
    text = (
        f"防家得{points}分{counted}，{defenders.chinese}上台"
        if change
        else f"防家得{points}分{counted}，{banker.side.chinese}升{up}级"
    )
    if change and up:
        text += f"升{up}级"
    winner = defenders if change else banker.side
    return Score(f"{text}，下一副由{Seat(found['next_banker']).chinese}坐庄", value=1 if winner is Side.NS else -1)


def shown(at: At) -> Shown:
    """What the referee sees: what was declared, the trick, the points picked out, cards in each hand, penalty cards."""
    table = at.table
    notes = [f"打{at.level}"]
    if at.stage == "drawing":
        notes = ["首副" if at.first_deal else f"南北打{at.level_ns}，东西打{at.level_ew}"]
    else:
        notes += [f"{table.banker.chinese}坐庄", f"将牌{table.trumps.suit.chinese}", f"防家已拣{table.gathered}分"]
    trick = tuple((play.seat.value, tuple(map(str, play.cards))) for play in table.plays)
    piles = [Pile(s.value, "重罚张", tuple(map(str, cards))) for s, cards in table.heavy.items()]
    piles += [Pile(s.value, "越序的牌", tuple(map(str, cards))) for s, cards in table.early.items()]
    counts = {seat.value: f"{len(hand)}张" for seat, hand in table.hands.items()}
    return Shown(tuple(notes), trick=trick, piles=tuple(piles), counts=counts)


def seen_by(at: At, seat: Seat) -> At:
    """The position as one player knows it: of the other hands how many cards they hold, of the bottom that it is there."""
    joker = Card.parse("BJ")
    hands = {s: hand if s is seat else (joker,) * len(hand) for s, hand in at.table.hands.items()}
    banker = at.stage != "drawing" and seat is at.table.banker
    shows = at.shows if at.shower is seat else None
    return replace(
        at,
        table=replace(at.table, hands=hands),
        buried=at.buried if banker else (joker,) * len(at.buried),
        original=at.original if at.shower is None or banker else (joker,) * len(at.original),
        shows=shows,
    )
