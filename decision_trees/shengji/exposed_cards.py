"""Exposed cards: light and heavy ones, what an exposure costs, which heavy ones can be played now (24, 28b.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.cards import BIG_JOKER, Card, Written, parse_cards, texts
from decision_trees.shengji.following import class_led
from decision_trees.shengji.numbers import amount, card_count
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


What = Literal["one_light", "one_heavy", "several"]


@rule(
    "shengji.exposed_what",
    "shengji-40:24p2",
    "shengji-40:28b.4.1",
    "shengji-40:28b.4.2",
    title="暴露的是轻罚张还是重罚张",
)
def exposed_what(
    cards: Written, level: str, trump: str, side_only: int | None = None, by_effect: int | None = None
) -> dict[str, Any]:
    """One light card, one heavy card or several were exposed, and how many of each (24p2, 28b.4.1, 28b.4.2; D-08, D-08-2).

    ``trump_counters``: trumps K and 10 among the heavy ones. ``heavy_cards``, ``light_cards`` and ``what_said`` follow
    the event: with ``side_only``, the number of those it counts as light (D-08-2), they stand among the light ones;
    with ``by_effect``, where it goes by the effect (D-08), the cards do not tell, and ``what_said`` is ``by_effect``.
    Raises RuleInputError for no card.
    """
    trumps = Trumps.parse(level, trump)
    found = exposure(parse_cards(cards), trumps)
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
        "trump_counters": len(counters),
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
    is said of the order). Raises RuleInputError for no penalty card, or a card both led and held.
    """
    trumps = Trumps.parse(level, trump)
    cards, penalty = parse_cards(led, "领出的牌"), parse_cards(heavy, "重罚张")
    if not penalty:
        raise RuleInputError("没有写重罚张是哪些牌。")
    held = tuple(dict.fromkeys([*parse_cards(hand, "这手牌"), *penalty]))
    for card in cards:
        if card in held:
            raise RuleInputError(f"{card.chinese}已经领出，不会还在手里。")
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


@rule("shengji.heavy_lead", "shengji-40:24.2p2", "shengji-40:1.7", title="持重罚张者领出时还有哪些别的牌")
def heavy_lead(hand: Written, heavy: Written, level: str, trump: str) -> dict[str, Any]:
    """Has who is to lead with a heavy penalty card others of its suit, and other suits (24.2p2; trumps are one suit, 1.7)?

    ``hand`` with or without the penalty card. ``way``: ``both``, ``only_suit``, ``only_others``, or null where he has
    no other card. All is null or empty for several penalty cards, where the text says nothing of how they are named.
    """
    trumps, penalty = Trumps.parse(level, trump), parse_cards(heavy, "重罚张")
    if len(penalty) != 1:
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
