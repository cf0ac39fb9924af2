"""Following a lead: what may be played to a trick, what a play is, and what is owed to a bomb (4, 9, 10, 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.cards import Card, Suit, Written, parse_cards
from decision_trees.shengji.numbers import printed
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.trumps import SuitClass, Trumps, class_chinese


def is_bomb(cards: Sequence[Card]) -> bool:
    """Four cards of one rank, in one deck one of every suit (4); jokers never are."""
    size = printed("4", r"(\d+)\s*张相同")
    return len(cards) == size and len({c.rank for c in cards}) == 1 and not cards[0].is_joker


@dataclass(frozen=True, slots=True)
class BombFollowing:
    """What one hand owes to a bomb, every card by the suit printed on it (4; D-26-3, D-26-4)."""

    must: tuple[Suit, ...]  # suits of which a card is to be played
    free: int  # how many other cards make up the number


def owed_to_bomb(hand: Sequence[Card]) -> BombFollowing:
    """One card of every suit the hand has, and any card for a suit it lacks (4, 10p1 by analogy, 9p2; D-26-3).

    Whether the level card and the trump suit are followed by the suit printed on them is open (D-26-4): this is the answer
    when they are.
    """
    if len(hand) < len(Suit):
        raise RuleInputError(f"跟炸弹要{len(Suit)}张，这手牌只有{len(hand)}张，不够跟。")
    must = tuple(s for s in Suit if any(c.suit is s for c in hand))
    return BombFollowing(must, len(Suit) - len(must))


@rule("shengji.to_follow", "shengji-40:9p2", "shengji-40:10p1", title="领出的是哪一门，要跟什么")
def to_follow_of(led: Written | None = None, level: str | None = None, trump: str | None = None) -> dict[str, Any]:
    """What a lead asks of the others, in words and brackets (9p2, 10p1); None where it is not known, or for a bomb (4).

    Raises RuleInputError for cards of several classes.
    """
    if not led or level is None or trump is None:
        return {"said": None}
    cards = parse_cards(led, "领出的牌")
    trumps = Trumps.parse(level, trump)
    if is_bomb(cards) or trumps.one_class(cards) is None:
        return {"said": None}
    of = class_chinese(class_led(cards, trumps))
    return {"said": f"（领出{of}{len(cards)}张，有{of}的须跟）"}


@rule("shengji.is_bomb", "shengji-40:4", title="是不是炸弹")
def is_bomb_of(cards: Written) -> dict[str, Any]:
    """Are these cards a bomb: four cards of one rank (4)?"""
    return {"bomb": is_bomb(parse_cards(cards))}


@rule(
    "shengji.owed_to_bomb", "shengji-40:4", "shengji-40:9p2", "shengji-40:10p1", title="跟炸弹应出哪几门、可任意出几张"
)
def owed_to_bomb_of(hand: Written) -> dict[str, Any]:
    """Of which suits a hand has to play a card to a bomb, and how many cards are free (4; 9p2 and 10p1 by analogy, D-26-3).

    Every card by the suit printed on it, which is open for the level card and the trump suit (D-26-4). ``way``: ``all``
    four suits, ``some`` of them, or ``none``. Raises RuleInputError for a hand of fewer than four cards.
    """
    owed = owed_to_bomb(parse_cards(hand, "这手牌"))
    way = "all" if not owed.free else "some" if owed.must else "none"
    return {"must": [s.value for s in owed.must], "free": owed.free, "way": way, "open": ["D-26-4"]}


def withheld_from_bomb(
    hand: Sequence[Card], bomb: Sequence[Card], play: Sequence[Card], trumps: Trumps
) -> tuple[Card, ...] | None:
    """Cards a play to a bomb should have contained (4): none, it follows; None where that turns on the reading (D-26-4).

    By the suit printed on every card one is owed of each suit held; or the trumps of the bomb are followed with trumps
    and its other cards by suit. Where some cards are owed either way only they are given, the highest first.
    """
    rest = [c for c in hand if c not in play]
    printed_on = {c for c in rest if c.suit is not None and all(p.suit is not c.suit for p in play)}
    by_class: set[Card] = set()
    for due in {trumps.class_of(c) for c in bomb}:
        wanted = sum(trumps.class_of(c) == due for c in bomb)
        if sum(trumps.class_of(c) == due for c in play) < wanted:
            by_class |= {c for c in rest if trumps.class_of(c) == due}
    if bool(printed_on) is not bool(by_class):
        return None
    return tuple(sorted(printed_on & by_class or printed_on | by_class, key=trumps.height, reverse=True))


Kind = Literal["follow", "discard", "ruff", "over_ruff"]


def class_led(led: Sequence[Card], trumps: Trumps) -> SuitClass:
    """The class that was led (10p1). Raises for a bomb, which is followed otherwise (4), and for cards of several classes.

    The four level cards, all trumps, are taken as a throw of trumps; as a bomb their following is open (D-26-4).
    """
    if not led:
        raise RuleInputError("还没有人领出牌。")
    found = trumps.one_class(led)
    if found is None and is_bomb(led):
        raise MoreNeeded("领出的是炸弹，怎样跟、谁大条文没有写全（第四条），由裁判长定。")
    if found is None:
        raise RuleInputError(f"领出的{_names(led)}不是同一门，一手只能领出一门的牌（第十条、第八条）。")
    return found


def _names(cards: Sequence[Card]) -> str:
    return "、".join(c.chinese for c in cards)


@dataclass(frozen=True, slots=True)
class Following:
    """Is a play to a trick legal, by which clause, and why."""

    legal: bool
    law: str
    because: str


def check_played(hand: Sequence[Card], led: Sequence[Card], play: Sequence[Card]) -> None:
    """Cards played are of the hand, those led are not, and the hand has enough to follow. Raises where that cannot be."""
    for card in led:
        if card in hand:
            raise RuleInputError(f"{card.chinese}已经领出，不会还在手里。")
    for card in play:
        if card not in hand:
            raise RuleInputError(f"打出的{card.chinese}不在这手牌里。")
    if len(hand) < len(led):
        raise RuleInputError(f"领出{len(led)}张，这手牌只有{len(hand)}张，不够跟。")
    if not play:
        raise RuleInputError("没有写打出的牌。")


def check_following(hand: Sequence[Card], led: Sequence[Card], play: Sequence[Card], trumps: Trumps) -> Following:
    """Is it legal to play these cards from this hand to what was led (9p2, 10)?

    As many cards as were led (9p2), of the class led as many as possible (10p1, 10p3); trumps, with jokers and level cards,
    are one class (1.7). Nobody has to ruff (10p1).
    """
    suit = class_led(led, trumps)
    name = class_chinese(suit)
    check_played(hand, led, play)
    if len(play) != len(led):
        return Following(False, "9p2", f"领出{len(led)}张，打出{len(play)}张，张数不同（第九条第2段）。")
    held = sum(trumps.class_of(c) == suit for c in hand)
    played = sum(trumps.class_of(c) == suit for c in play)
    due = min(held, len(led))
    if played < due:
        return Following(False, "10p1", f"手里有{held}张{name}，应跟{due}张，只跟了{played}张（第十条第1段）。")
    if due == 0:
        if suit == "T":
            return Following(True, "10p1", "没有将牌，可以任意垫牌（第十条第1段）。")
        return Following(True, "10p1", f"没有{name}，可以任意垫牌，也可以将吃（第十条第1段、第十二条一）。")
    return Following(True, "10p1", f"{name}应跟{due}张，已跟（第十条第1段）。")


def is_ruff(led: Sequence[Card], play: Sequence[Card], trumps: Trumps) -> bool:
    """A legal play all of trumps to a side suit is a ruff (将吃, 12.1): as many trumps as cards were led."""
    return class_led(led, trumps) != "T" and trumps.one_class(play) == "T" and len(play) == len(led)


@rule("shengji.short_ruff", "shengji-40:12.1p2", "shengji-40:12.1p3", title="出了将牌却不合将吃的条件")
def short_ruff(led: Written, play: Written, level: str, trump: str) -> dict[str, Any]:
    """Were trumps played to a side suit without being a ruff: too few of them, or mixed with other cards (12.1p2, 12.1p3)?

    A bomb is not ruffed (4). Raises RuleInputError for cards of several classes when led.
    """
    trumps = Trumps.parse(level, trump)
    first, played = parse_cards(led, "领出的牌"), parse_cards(play, "打出的牌")
    if is_bomb(first):
        return {"short": False}
    to_side_suit = class_led(first, trumps) != "T"
    any_trump = any(trumps.class_of(card) == "T" for card in played)
    return {"short": to_side_suit and any_trump and not is_ruff(first, played, trumps)}


def over_ruffs(play: Sequence[Card], ruff: Sequence[Card], trumps: Trumps) -> bool:
    """Is one ruff higher than an earlier one: is its leading trump, the highest (D-32), the higher (12.2p2)?"""
    return trumps.beats(trumps.highest(play), trumps.highest(ruff))


def kind_of_play(
    hand: Sequence[Card],
    led: Sequence[Card],
    play: Sequence[Card],
    trumps: Trumps,
    best_ruff: Sequence[Card] | None = None,
) -> Kind:
    """What a legal play is (10, 12): with every card of the class led it follows; all trumps to a side suit, it ruffs.

    Whatever else is a discard (垫牌): too few of the class led, trumps mixed with other cards (12.1p3), and trumps that do
    not beat the ruff before them, for which the text has no name.
    Raises :class:`RuleInputError` for an illegal play.
    """
    check = check_following(hand, led, play, trumps)
    if not check.legal:
        raise RuleInputError(f"这一手不合法：{check.because}")
    if best_ruff:
        if not is_ruff(led, best_ruff, trumps):
            raise RuleInputError(f"前面的{_names(best_ruff)}不是将吃：将吃要领出副牌而用同样张数的将牌（第十二条一）。")
        for card in best_ruff:
            if card in hand or card in led:
                raise RuleInputError(f"{card.chinese}已经用来将吃，不会还在别处。")
    if trumps.one_class(play) == class_led(led, trumps):
        return "follow"
    if not is_ruff(led, play, trumps):
        return "discard"
    if not best_ruff:
        return "ruff"
    return "over_ruff" if over_ruffs(play, best_ruff, trumps) else "discard"


@rule(
    "shengji.legal_follow",
    "shengji-40:9p2",
    "shengji-40:10p1",
    "shengji-40:10p2",
    "shengji-40:10p3",
    "shengji-40:1.7",
    title="这一手跟牌合不合法",
)
def legal_follow(hand: Written, led: Written, play: Written, level: str, trump: str) -> dict[str, Any]:
    """May these cards be played from this hand, as it is before the play, to what was led (9p2, 10p1 to 10p3, 1.7)?

    As many cards as were led, of the class led as many as possible; nobody has to ruff. To a bomb a card of every suit
    held (4): ``legal`` is null where it turns on how trumps follow one (D-26-4). Raises RuleInputError for cards that
    cannot be or that are of several classes when led.
    """
    of, held = Trumps.parse(level, trump), parse_cards(hand, "这手牌")
    first, played = parse_cards(led, "领出的牌"), parse_cards(play, "打出的牌")
    if is_bomb(first):
        check_played(held, first, played)
        owed = withheld_from_bomb(held, first, played, of)
        return {"legal": False if len(played) != len(first) else None if owed is None else not owed}
    return {"legal": check_following(held, first, played, of).legal}


@rule(
    "shengji.legal_play",
    "shengji-40:9p1",
    "shengji-40:9p2",
    "shengji-40:10p1",
    "shengji-40:4",
    "shengji-40:8",
    title="打出的一手合不合法，领出、跟牌都算",
)
def legal_play(
    play: Written,
    player: str,
    leader: str | None = None,
    hand: Written | None = None,
    led: Written | None = None,
    level: str | None = None,
    trump: str | None = None,
) -> dict[str, Any]:
    """Are cards a player laid down a legal play, whether he led them or followed (9p1, 9p2, 10p1, 4, 8)?

    ``leader``: who leads this trick. Who leads may lay down one card (7) or a bomb (4), and no cards of several classes;
    several of one class are a throw, which turns on the other hands (8): ``legal`` is null then, and where it turns on how
    trumps follow a bomb (D-26-4). Raises MoreNeeded while hand, cards led, level or trump suit are missing that it takes.
    """
    laid = parse_cards(play, "打出的牌")
    if not laid:
        raise RuleInputError("没有写打出的牌。")
    if leader is not None and Seat.parse(leader) is Seat.parse(player):
        if len(laid) == 1 or is_bomb(laid):
            return {"legal": True}
        if level is None or trump is None:
            raise MoreNeeded("请写本副的级和将牌花色，才知道这几张是不是一门。")
        return {"legal": False if Trumps.parse(level, trump).one_class(laid) is None else None}
    if hand is None or led is None or level is None or trump is None:
        raise MoreNeeded("请写领出的牌、他的手牌和本副的级、将牌花色。")
    return legal_follow(hand, led, play, level, trump)


@rule("shengji.only_as_bomb", "shengji-40:4", "shengji-40:9p2", "shengji-40:10p1", title="是不是只有当炸弹才合法")
def only_as_bomb(
    play: Written | None = None,
    hand: Written | None = None,
    led: Written | None = None,
    level: str | None = None,
    trump: str | None = None,
) -> dict[str, Any]:
    """Is a play to what another led a bomb that is no legal follow, so that it turns on bombing in following (4, 9p2; D-26)?

    False to a bomb led, and while the cards led or played are missing; with as many cards led, while hand, level or trump
    suit are.
    """
    if play is None or led is None:
        return {"only": False}
    played, first = parse_cards(play, "打出的牌"), parse_cards(led, "领出的牌")
    if not is_bomb(played) or is_bomb(first):
        return {"only": False}
    if len(played) != len(first):
        return {"only": True}
    if hand is None or level is None or trump is None:
        return {"only": False}
    return {"only": legal_follow(hand, led, play, level, trump)["legal"] is False}


@rule(
    "shengji.classify_play", "shengji-40:10p1", "shengji-40:12.1", "shengji-40:12.2", title="这一手是跟牌、垫牌还是将吃"
)
def classify_play(
    hand: Written, led: Written, play: Written, level: str, trump: str, best_ruff: Written | None = None
) -> dict[str, Any]:
    """Does a legal play follow, discard, ruff or over-ruff (10p1, 12.1, 12.2)?

    ``best_ruff``: the highest ruff of this trick before it. A play that meets the conditions of a ruff and is not
    higher than it has no name in the text and is given as ``discard``. Raises RuleInputError for an illegal play, and
    for an earlier ruff that is none.
    """
    kind = kind_of_play(
        parse_cards(hand, "这手牌"),
        parse_cards(led, "领出的牌"),
        parse_cards(play, "打出的牌"),
        Trumps.parse(level, trump),
        None if best_ruff is None else parse_cards(best_ruff, "前面的将吃"),
    )
    return {"kind": kind}


@rule("shengji.number_off", "shengji-40:9p2", title="跟牌张数与领出的差几张")
def number_off(led: Written, play: Written) -> dict[str, Any]:
    """By how many cards a play differs from what was led: too many, too few, or ``equal`` (9p2).

    ``over_by`` and ``short_by``: numbers of cards, null where it is not so. Raises RuleInputError where nothing was led.
    """
    first, played = len(parse_cards(led, "领出的牌")), len(parse_cards(play, "打出的牌"))
    if not first:
        raise RuleInputError("还没有人领出牌。")
    return {
        "led_count": first,
        "count": played,
        "over_by": played - first if played > first else None,
        "short_by": first - played if played < first else None,
        "way": "over" if played > first else "short" if played < first else "equal",
    }


@rule(
    "shengji.right_number",
    "shengji-40:9p2",
    "shengji-40:10p1",
    "shengji-40:10p3",
    title="张数不符的一手，留哪几张、补哪几张",
)
def right_number(
    led: Written,
    level: str,
    trump: str,
    play: Written | None = None,
    hand: Written | None = None,
    heavy: Written | None = None,
) -> dict[str, Any]:
    """Which cards of a play stay and which were too many, and what makes it up where it was too few (9p2, 10p1, 10p3)?

    ``keep`` and ``extra``: where more were played than led and as many of them as were led are of its class; null where
    somebody has to choose; of more, the ``heavy`` penalty cards lying before him stay, which are played first (24.2p2). ``add``:
    what the ``hand``, as it was before, owes to the lead beyond ``play``, in words and
    brackets; null without the hand or where nothing is owed. All is null for a bomb led, which is followed otherwise (4).
    Raises RuleInputError for cards of several classes when led.
    """
    of, first = Trumps.parse(level, trump), parse_cards(led, "领出的牌")
    nothing: dict[str, Any] = {"keep": None, "extra": None, "add": None}
    if is_bomb(first):
        return nothing
    suit, played = class_led(first, of), parse_cards(play or [], "打出的牌")
    inside = [c for c in played if of.class_of(c) == suit]
    if len(played) > len(first):
        due = [c for c in inside if c in parse_cards(heavy or [], "重罚张")]
        if len(inside) > len(first) and len(due) == len(first):
            inside = due
        settled = len(inside) == len(first)
        outside = [str(c) for c in played if c not in inside]
        return nothing | ({"keep": [str(c) for c in inside], "extra": outside} if settled else {})
    if hand is None:
        return nothing
    held = parse_cards(hand, "这手牌")
    same = sorted((c for c in held if of.class_of(c) == suit and c not in played), key=of.height, reverse=True)
    owed = min(len(same) + len(inside), len(first)) - len(inside)
    free = len(first) - len(played) - owed
    names = "、".join(c.chinese for c in same)
    said = [names if owed == len(same) else f"{names}中的{owed}张"] if owed > 0 else []
    said += [f"任意{free}张"] if free > 0 else []
    return nothing | {"add": f"（{'，另'.join(said)}）" if said else None}


@rule("shengji.wrong_follow_free", "shengji-40:23.2p1", "shengji-40:28.4", title="跟错不判罚的原因")
def wrong_follow_free(mistake: str | None = None) -> dict[str, Any]:
    """Why a wrong follow is not penalised: it is ``minor`` (23.2p1), or the right to a penalty is lost (28.4).

    Where the right is lost nobody asks any more how grave it was: without ``mistake`` it is ``right_lost``.
    """
    return {"because": "minor" if mistake == "minor" else "right_lost"}
