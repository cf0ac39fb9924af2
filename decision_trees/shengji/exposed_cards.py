"""Exposed cards: light and heavy ones, what an exposure costs, which heavy ones can be played now (24, 28b.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.cards import BIG_JOKER, RANKS, Card, Suit, Written, parse_cards, texts
from decision_trees.shengji.following import class_led, is_bomb, legal_follow, withheld_from_bomb
from decision_trees.shengji.numbers import amount, card_count
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.trumps import Trumps

_HEAVY_RANKS = ("K", "10")
_HEAVY_SIDE_RANK = "A"


def is_heavy(card: Card, trumps: Trumps) -> bool:
    """A heavy penalty card (重罚张): the big joker, an ace of a side suit, any K or 10 (28b.4.2; D-08, D-08-2)."""
    if card == BIG_JOKER or card.rank in _HEAVY_RANKS:
        return True
    return card.rank == _HEAVY_SIDE_RANK and not trumps.is_trump(card)


def is_trump_counter(card: Card, trumps: Trumps) -> bool:
    """A K or 10 that is a trump: heavy, or light where the event reads 付牌 to govern K and 10 as well (D-08-2)."""
    return card.rank in _HEAVY_RANKS and trumps.is_trump(card)


@dataclass(frozen=True, slots=True)
class Exposure:
    """Cards exposed at one time: which are heavy, and the penalty points."""

    heavy: tuple[Card, ...]
    light: tuple[Card, ...]
    penalty: int


def exposure(cards: Sequence[Card], trumps: Trumps) -> Exposure:
    """Light cards cost 10 each, heavy ones 20 (28b.4), one exposure at most 80 (28b.1 names 暴露牌; D-15)."""
    if not cards:
        raise RuleInputError("没有写暴露了哪些牌。")
    heavy = tuple(c for c in cards if is_heavy(c, trumps))
    light = tuple(c for c in cards if c not in heavy)
    of_heavy, of_light = amount("exposed_heavy"), amount("exposed_light")
    return Exposure(heavy, light, of_heavy.capped(of_heavy.each * len(heavy) + of_light.each * len(light)))


@rule(
    "shengji.exposed_points",
    "shengji-40:24.1",
    "shengji-40:24.2",
    "shengji-40:28b.4.1",
    "shengji-40:28b.4.2",
    "shengji-40:28b.1",
    title="暴露张中的重罚张和罚分",
)
def exposed_points(cards: Written, level: str, trump: str) -> dict[str, Any]:
    """Which exposed cards are heavy, and the penalty points of this exposure (24.1, 24.2, 28b.4, 28b.1).

    Heavy: the big joker, an ace of a side suit, any K and 10 (D-08, D-08-2). Ten for a light card, twenty for a heavy
    one, at most 80 for one exposure (D-15). Raises RuleInputError for no card.
    """
    found = exposure(parse_cards(cards), Trumps.parse(level, trump))
    return {"heavy": texts(found.heavy), "penalty": found.penalty}


@rule("shengji.ace_exposed", "shengji-40:28b.4.2", title="露出的牌里有没有A")
def ace_exposed(cards: Written | None = None) -> dict[str, Any]:
    """Is there an ace among the exposed cards, the one card whose weight turns on trumps (28b.4.2)? Yes while none is given."""
    return {"ace": cards is None or any(c.rank == _HEAVY_SIDE_RANK for c in parse_cards(cards))}


What = Literal["one_light", "one_heavy", "several"]


@rule(
    "shengji.exposed_what",
    "shengji-40:24p2",
    "shengji-40:28b.4.1",
    "shengji-40:28b.4.2",
    title="暴露的是轻罚张还是重罚张",
)
def exposed_what(
    cards: Written,
    level: str | None = None,
    trump: str | None = None,
    side_only: int | None = None,
    by_effect: int | None = None,
) -> dict[str, Any]:
    """One light card, one heavy card or several were exposed, and how many of each (24p2, 28b.4.1, 28b.4.2; D-08, D-08-2).

    ``trump_counters``: trumps K and 10 among the heavy ones. ``heavy_cards``, ``light_cards`` and ``what_said`` follow
    the event: with ``side_only``, the number of those it counts as light (D-08-2), they stand among the light ones;
    with ``by_effect``, where it goes by the effect (D-08), the cards do not tell, and ``what_said`` is ``by_effect``.
    Without ``level`` and ``trump`` only an ace is not to be told, and everything is null; without an ace
    ``trump_counters`` alone is null while there is a K or 10. Raises RuleInputError for no card.
    """
    shown = parse_cards(cards)
    settled = level is not None and trump is not None
    if not settled and any(c.rank == _HEAVY_SIDE_RANK for c in shown):
        return dict.fromkeys(("what", "heavy", "light", "trump_counters", "heavy_cards", "light_cards", "what_said"))
    trumps = Trumps.parse(level or RANKS[0], trump or Suit.S.value)  # which they are does not matter without an ace
    found = exposure(shown, trumps)
    heavy, light = len(found.heavy), len(found.light)
    what = "several" if heavy + light > 1 else "one_heavy" if heavy else "one_light"
    counters = [c for c in found.heavy if is_trump_counter(c, trumps)]
    moved = counters if side_only else []
    said_heavy = [c for c in found.heavy if c not in moved]
    said_light = [*found.light, *moved]
    said = "mixed" if said_heavy and said_light else "heavy" if said_heavy else "light"
    return {
        "what": what,
        "heavy": heavy,
        "light": light,
        "trump_counters": len(counters) if settled or not any(c.rank in _HEAVY_RANKS for c in found.heavy) else None,
        "heavy_cards": texts(said_heavy),
        "light_cards": texts(said_light),
        "what_said": said if by_effect is None else "by_effect",
    }


@rule(
    "shengji.exposed_charge",
    "shengji-40:24.1",
    "shengji-40:24.2p1",
    "shengji-40:28b.4.1",
    "shengji-40:28b.4.2",
    "shengji-40:28b.1",
    title="暴露轻、重罚张各几张，罚几分",
)
def exposed_charge(
    what: What | None = None,
    heavy: int | None = None,
    light: int | None = None,
    trump_counters: int = 0,
    heavy_by_effect: int | None = None,
    light_by_effect: int | None = None,
) -> dict[str, Any]:
    """Heavy and light cards of one exposure and its penalty points, the heavy ones' share apart (24.1, 24.2p1, 28b.4, 28b.1; D-15).

    ``heavy`` and ``light`` are needed for ``several`` only. ``trump_counters``: trumps K and 10 among the heavy ones,
    where the event counts them as light (D-08-2). The numbers by effect, where the event goes by it (D-08), replace the
    others. Raises MoreNeeded while cards or numbers are missing, RuleInputError for numbers that cannot be.
    """
    if heavy_by_effect is not None or light_by_effect is not None:
        heavy, light, trump_counters = heavy_by_effect or 0, light_by_effect or 0, 0
    elif what is None:
        raise MoreNeeded("没有写露出的是什么牌。")
    elif what != "several":
        heavy, light = (1, 0) if what == "one_heavy" else (0, 1)
    elif heavy is None or light is None:
        raise MoreNeeded("露出不止一张时，请写重罚张和轻罚张各几张。")
    cards = heavy + light
    if min(heavy, light, trump_counters) < 0 or not 1 <= cards <= card_count("hand") + card_count("bottom"):
        raise RuleInputError(f"露出的牌不能是{heavy}张重罚张、{light}张轻罚张。")
    if trump_counters > heavy:
        raise RuleInputError(f"将牌的K、10有{trump_counters}张，多于重罚张{heavy}张。")
    heavy, light = heavy - trump_counters, light + trump_counters
    of_heavy, of_light = amount("exposed_heavy"), amount("exposed_light")
    return {
        "cards": cards,
        "heavy": heavy,
        "light": light,
        "penalty": of_heavy.capped(of_heavy.each * heavy + of_light.each * light),
        "heavy_penalty": of_heavy.times(heavy),
    }


def _in_a_play_to_bomb(
    held: Sequence[Card], bomb: Sequence[Card], wanted: Sequence[Card], trumps: Trumps
) -> bool | None:
    """May these cards be played to a bomb together (4)? None where that turns on how trumps follow one (D-26-4)."""
    if len(wanted) > len(bomb):
        return False
    rest = [c for c in held if c not in wanted]
    plays = ([*wanted, *others] for others in combinations(rest, len(bomb) - len(wanted)))
    owed = [withheld_from_bomb(held, bomb, play, trumps) for play in plays]
    return True if () in owed else None if None in owed else False


def _playable_to_bomb(
    held: Sequence[Card], bomb: Sequence[Card], penalty: Sequence[Card], trumps: Trumps
) -> dict[str, Any]:
    """Which heavy penalty cards can legally be played to a bomb (24.2p2, 4), as :func:`heavy_playable` gives it."""
    each = {card: _in_a_play_to_bomb(held, bomb, [card], trumps) for card in penalty}
    playable = [card for card, may in each.items() if may]
    together = _in_a_play_to_bomb(held, bomb, playable, trumps)
    if not playable or None in each.values() or together is None:
        return {"playable": None, "cards": [], "must": []}
    answer = "one" if len(playable) == 1 else "all_together" if together else "too_many"
    return {"playable": answer, "cards": texts(playable), "must": []}


@rule(
    "shengji.heavy_playable",
    "shengji-40:24.2p2",
    "shengji-40:10p1",
    "shengji-40:10p3",
    "shengji-40:9p2",
    title="跟牌时哪些重罚张可以打出",
)
def heavy_playable(hand: Written, led: Written, heavy: Written, level: str, trump: str) -> dict[str, Any]:
    """Which heavy penalty cards can legally be played to what was led (24.2p2, 10p1, 10p3, 9p2)?

    ``hand`` with or without the penalty cards; ``must``: its cards of the class led. ``playable``: ``none``, ``one``,
    ``all_together``, or ``too_many`` when more of them could be played than fit into one play together (G-33: nothing
    is said of the order); null to a bomb where it turns on how trumps follow one (4, D-26-4). Raises RuleInputError for no
    penalty card, or a card both led and held.
    """
    trumps = Trumps.parse(level, trump)
    cards, penalty = parse_cards(led, "领出的牌"), parse_cards(heavy, "重罚张")
    if not penalty:
        raise RuleInputError("没有写重罚张是哪些牌。")
    held = tuple(dict.fromkeys([*parse_cards(hand, "这手牌"), *penalty]))
    for card in cards:
        if card in held:
            raise RuleInputError(f"{card.chinese}已经领出，不会还在手里。")
    if is_bomb(cards):
        return _playable_to_bomb(held, cards, penalty, trumps)
    suit = class_led(cards, trumps)
    due = min(sum(trumps.class_of(c) == suit for c in held), len(cards))
    free = len(cards) - due
    inside = [c for c in penalty if trumps.class_of(c) == suit]
    outside = [c for c in penalty if trumps.class_of(c) != suit] if free else []
    playable = [*inside, *outside]
    if len(playable) <= 1:
        answer = "one" if playable else "none"
    else:
        answer = "all_together" if len(inside) <= due and len(outside) <= free else "too_many"
    must = [c for c in held if trumps.class_of(c) == suit]
    return {"playable": answer, "cards": texts(playable), "must": texts(must)}


@rule("shengji.heavy_due", "shengji-40:24.2p2", title="这一手要打出的重罚张")
def heavy_due(
    heavy: Written,
    playable: Literal["none", "one", "all_together", "too_many"],
    hand: Written | None = None,
    led: Written | None = None,
    level: str | None = None,
    trump: str | None = None,
) -> dict[str, Any]:
    """Which of the heavy penalty cards ``playable`` speaks of (24.2p2): ``cards``, or null while that is not to be told.

    From the hand and what was led, as :func:`heavy_playable` has it; without them only where no other can be meant: the
    one that lies there, or the two of which both go. Raises RuleInputError for no penalty card.
    """
    penalty = parse_cards(heavy, "重罚张")
    if not penalty:
        raise RuleInputError("没有写重罚张是哪些牌。")
    if hand is not None and led is not None and level is not None and trump is not None:
        found = heavy_playable(hand, led, heavy, level, trump)
        return {"cards": found["cards"] if found["playable"] == playable else None}
    meant = {"none": 0, "one": 1, "all_together": 2}.get(playable)
    return {"cards": texts(penalty) if meant == len(penalty) else None}


@rule("shengji.heavy_skipped", "shengji-40:24.2p2", title="重罚张能合法打出而没有打出")
def heavy_skipped(
    heavy: Written | None = None,
    hand: Written | None = None,
    led: Written | None = None,
    play: Written | None = None,
    level: str | None = None,
    trump: str | None = None,
) -> dict[str, Any]:
    """Did a play to a trick leave out a heavy penalty card that could legally be played to it (24.2p2)?

    ``heavy``: those lying in his discard area; without any nothing is left out. ``hand`` as it was before the play.
    ``cards``: those left out, null where it is open which of several goes first (G-33). ``skipped`` is null to a bomb where
    it turns on how trumps follow one (D-26-4). One of the class led is to be played whatever else he holds. Raises MoreNeeded while
    there are penalty cards and something else is missing.
    """
    if not heavy:
        return {"skipped": False, "cards": None}
    if hand is None and led is not None and play is not None and level is not None and trump is not None:
        first, trumps, played = parse_cards(led, "领出的牌"), Trumps.parse(level, trump), parse_cards(play, "打出的牌")
        if not is_bomb(first):
            suit = class_led(first, trumps)
            inside = [card for card in parse_cards(heavy, "重罚张") if trumps.class_of(card) == suit]
            if 0 < len(inside) <= len(first) and (left := [str(card) for card in inside if card not in played]):
                return {"skipped": True, "cards": left}
    if hand is None or led is None or play is None or level is None or trump is None:
        raise MoreNeeded("请写领出的牌、他的手牌、他打出的牌和本副的级、将牌花色。")
    found, put = heavy_playable(hand, led, heavy, level, trump), texts(parse_cards(play, "打出的牌"))
    if found["playable"] is None:
        return {"skipped": None, "cards": None}
    left = [card for card in found["cards"] if card not in put]
    if found["playable"] != "too_many":
        return {"skipped": bool(left), "cards": left or None}
    return {"skipped": len(left) == len(found["cards"]), "cards": None}


@rule(
    "shengji.early_play", "shengji-40:9p2", "shengji-40:10p1", "shengji-40:24.2p2", title="越序的这一手是不是合法的一手"
)
def early_play(
    led: Written,
    play: Written,
    level: str,
    trump: str,
    hand: Written | None = None,
    heavy: Written | None = None,
) -> dict[str, Any]:
    """Could a play made too early stay as the offender's play (9p2, 10p1 to 10p3, 24.2p2)? ``why`` says in words why not.

    ``hand`` as it was before; ``heavy``: the heavy penalty cards lying before him, of which one of the class led goes first. Raises
    MoreNeeded where the hand is needed, RuleInputError for cards that cannot be.
    """
    if heavy:
        missed = heavy_skipped(heavy=heavy, hand=hand, led=led, play=play, level=level, trump=trump)
        if missed["skipped"] and (hand is None or legal_follow(hand, led, play, level, trump)["legal"]):
            said = "、".join(card.chinese for card in parse_cards(missed["cards"] or [], "重罚张"))
            return {"legal": False, "why": f"不是弃牌区的重罚张{said}"}
    if hand is None:
        raise MoreNeeded("请写他的手牌。", "hand")
    legal = legal_follow(hand, led, play, level, trump)["legal"]
    return {"legal": legal, "why": "没有跟出领出的花色" if legal is False else None}


@rule("shengji.heavy_goes_first", "shengji-40:24.2p2", title="轮到的一家须先打的重罚张")
def heavy_goes_first(heavy: Written, led: Written, level: str, trump: str) -> dict[str, Any]:
    """Which heavy penalty cards lying before whoever's turn it is follow the class led, and so go first (24.2p2)?

    ``said`` in brackets; None where there are none, or his hand would tell. Raises RuleInputError for cards that cannot be.
    """
    first, trumps = parse_cards(led, "领出的牌"), Trumps.parse(level, trump)
    if is_bomb(first):
        return {"said": None}
    suit = class_led(first, trumps)
    inside = [card for card in parse_cards(heavy, "重罚张") if trumps.class_of(card) == suit]
    if not 0 < len(inside) <= len(first):
        return {"said": None}
    return {"said": f"（须先打出弃牌区的重罚张{'、'.join(card.chinese for card in inside)}）"}


@rule("shengji.heavy_lead", "shengji-40:24.2p2", "shengji-40:1.7", title="持重罚张者领出时还有哪些别的牌")
def heavy_lead(hand: Written, heavy: Written, level: str, trump: str) -> dict[str, Any]:
    """Has who is to lead with a heavy penalty card others of its suit, and other suits (24.2p2; trumps are one suit, 1.7)?

    ``hand`` with or without the penalty card. ``way``: ``both``, ``only_suit``, ``only_others``, or null where he has
    no other card. All is null or empty for penalty cards of several suits, where the text says nothing of how they are named.
    """
    trumps, penalty = Trumps.parse(level, trump), parse_cards(heavy, "重罚张")
    if trumps.one_class(penalty) is None:
        return {"suit_too": None, "other_suits": None, "way": None, "suit_cards": [], "others": []}
    held = tuple(dict.fromkeys([*parse_cards(hand, "这手牌"), *penalty]))
    suit = trumps.class_of(penalty[0])
    same = [c for c in held if trumps.class_of(c) == suit and c not in penalty]
    others = [c for c in held if trumps.class_of(c) != suit]
    return {
        "suit_too": bool(same),
        "other_suits": bool(others),
        "way": {(True, True): "both", (True, False): "only_suit", (False, True): "only_others"}.get(
            (bool(same), bool(others))
        ),
        "suit_cards": texts(same),
        "others": texts(others),
    }


@rule("shengji.heavy_cards_of", "shengji-40:24.2p2", title="他弃牌区上的重罚张")
def heavy_cards_of(
    seat: str,
    south: Written | None = None,
    east: Written | None = None,
    north: Written | None = None,
    west: Written | None = None,
) -> dict[str, Any]:
    """The heavy penalty cards lying face up in somebody's discard area (24.2p2); null where none were entered, and none ``lie``.

    Raises RuleInputError for a card that is there twice.
    """
    lying = {"S": south, "E": east, "N": north, "W": west}[Seat.parse(seat).value]
    return {"cards": texts(parse_cards(lying, "重罚张里")) if lying else None, "lie": bool(lying)}


@rule("shengji.cards_are_his", "shengji-40:1.1", title="这些牌是不是他的")
def cards_are_his(
    seat: str,
    cards: list[str],
    south: list[str] | None = None,
    east: list[str] | None = None,
    north: list[str] | None = None,
    west: list[str] | None = None,
    heavy_south: list[str] | None = None,
    heavy_east: list[str] | None = None,
    heavy_north: list[str] | None = None,
    heavy_west: list[str] | None = None,
) -> dict[str, Any]:
    """Whether cards said to be a player's can be his: one deck (1.1), so none that another has shown or that lies before another.

    ``south`` to ``west``: hands laid open; ``heavy_south``…: heavy penalty cards. Raises RuleInputError where one is another's.
    """
    player, his = Seat.parse(seat), parse_cards(cards)
    shown = {"S": (south, heavy_south), "E": (east, heavy_east), "N": (north, heavy_north), "W": (west, heavy_west)}
    for other, (hand, heavy) in shown.items():
        for where, lying in (
            (f"{Seat.parse(other).chinese}摊开的牌里", hand),
            (f"{Seat.parse(other).chinese}的重罚张里", heavy),
        ):
            there = [card for card in parse_cards(lying or []) if card in his]
            if there and Seat.parse(other) is not player:
                raise RuleInputError(f"{where}有{there[0].chinese}，不会是{player.chinese}的牌：请改正其中一项。")
    return {"cards": texts(his)}


@rule("shengji.heavy_with_hand", "shengji-40:24.2p2", title="手牌里的重罚张和弃牌区上的对不对得上")
def heavy_with_hand(
    seat: str,
    hand: Written,
    south: Written | None = None,
    east: Written | None = None,
    north: Written | None = None,
    west: Written | None = None,
) -> dict[str, Any]:
    """Whether a hand was written with his heavy penalty cards or without them (24.2p2): ``with``, ``without`` or ``none``.

    Raises RuleInputError where it holds some of them only: the others were played or taken up since, or are left out.
    """
    lying = heavy_cards_of(seat, south, east, north, west)["cards"]
    if not lying:
        return {"written": "none"}
    held = texts(parse_cards(hand, "这手牌"))
    gone = [card for card in parse_cards(lying, "重罚张里") if str(card) not in held]
    if gone and len(gone) < len(lying):
        raise RuleInputError(
            f"手牌里有别的重罚张而没有{'、'.join(card.chinese for card in gone)}：已经打出或收回的，请从他的重罚张里去掉。"
        )
    return {"written": "without" if gone else "with"}
