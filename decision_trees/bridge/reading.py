"""What a referee types at the table — seats, cards, calls, an auction — brought to the JSON the rule functions take."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from decision_trees import notation
from decision_trees.bridge.auction import Auction, StandingCall, check_length
from decision_trees.bridge.boards import Board
from decision_trees.bridge.calls import parse_call
from decision_trees.bridge.cards import Card, parse_hand
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError
from decision_trees.notation import RANKS, SEATS, STRAINS, SUITS, any_of

_SEAT = rf"(?:{any_of(SEATS)})(?:家|位)?"


_DEALER = re.compile(
    rf"(?:(?:DEALER|DLR|发牌人|发牌)\s*[:=是为]?\s*(?P<after>{_SEAT})|(?P<before>{_SEAT})(?:发牌)?)(?![A-Z0-9])\s*[:,]?"
)


_MOST_AFTER_THE_END = len(Seat)


# -- one call ---------------------------------------------------------------------------------------------------------------
def _call(value: Any) -> str:
    found = notation.call(value) if isinstance(value, str) else None
    if found is None:
        raise RuleInputError(
            f"没有“{value}”这种叫牌，应为 1C 至 7NT（如 1♠、2红心、3无将）、不叫（P）、加倍（X）、再加倍（XX）。"
        )
    return str(parse_call(found, over_seven=True))


# -- the auction ------------------------------------------------------------------------------------------------------------
_SAID_BY = re.compile(rf"(?P<seat>{_SEAT}):?(?P<call>[^:]+)")


def _said_by(token: str) -> tuple[str, str] | None:
    """Seat and call written together, ``北1S``, ``东家2NT``, ``E:1H``; None when a token is not that."""
    m = _SAID_BY.fullmatch(token)
    if m is None or (":" not in token and notation.call(token) is not None):
        return None
    if ":" not in token and any(notation.call(c) is None for c in notation.calls_together(m["call"])):
        return None
    return Seat.written(m["seat"]), m["call"]


def _from_text(text: str, dealer: str | None) -> tuple[str, list[Any]]:
    """Dealer and calls of an auction as typed; ``dealer``: who deals by the board, when the text does not begin with it."""
    plain = re.sub(r"\s*:\s*", ":", notation.plain(text))
    plain = re.sub(rf"\b([0-9])\s+(?=(?:{any_of(STRAINS)})(?:\s|$))", r"\1", plain)
    two = re.match(rf"({_SEAT}):({_SEAT})[:\s]?", plain)  # “W: E 1H”: west deals, east called first
    if two is not None:
        plain = f"{two[1]} {two[2]}:{plain[two.end() :]}"
    tokens = [t for t in re.split(r"[\s,、;/|\-–—→>]+", plain) if t]
    m = _DEALER.match(plain)
    first = _said_by(tokens[0]) if tokens else None
    if first is not None and (m is None or m["after"] is None):
        dealer = dealer or first[0]
    elif m is not None:
        dealer = Seat.written(m["after"] or m["before"])
        tokens = [t for t in re.split(r"[\s,、;/|\-–—→>]+", plain[m.end() :]) if t]
    if dealer is None:
        raise RuleInputError(f"竞叫过程要先写发牌人，如“N 1S P 1H”，现在是“{text}”。")
    calls: list[Any] = []
    seat: str | None = None
    for token in tokens:
        said = _said_by(token)
        if said is not None:
            seat, token = said
        elif re.fullmatch(rf"(?:{_SEAT}):?", token):
            seat = Seat.written(token.removesuffix(":"))
            continue
        for call in notation.calls_together(token):
            calls.append(call if seat is None else {"seat": seat, "call": call})
            seat = None
    if seat is not None:
        raise RuleInputError(f"最后写了{Seat(seat).chinese}，后面却没有叫牌。")
    return dealer, calls


def _dealt_by(known: Mapping[str, Any]) -> str | None:
    """Who deals, by the board number entered before (2); None when there is none."""
    number = known.get("board")
    return Board.of(number).dealer.value if isinstance(number, int) and number > 0 else None


def _auction(value: Any, known: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(value, str):
        dealer, calls = _from_text(value, _dealt_by(known))
    elif isinstance(value, Mapping):
        unknown = [k for k in value if k not in ("dealer", "calls")]
        if unknown or "dealer" not in value:
            what = f"多了“{unknown[0]}”" if unknown else "少了发牌人“dealer”"
            raise RuleInputError(f"竞叫过程{what}，应为 dealer（发牌人）和 calls（叫牌）。")
        dealer, given = Seat.written(value["dealer"]), value.get("calls", [])
        if isinstance(given, str):
            calls = _from_text(f"{dealer} {given}", None)[1]
        elif isinstance(given, Sequence):
            calls = list(given)
        else:
            raise RuleInputError(f"竞叫过程的叫牌应是列表，现在是“{given}”。")
    else:
        raise RuleInputError(f"竞叫过程应写成“N 1S P 1H”这样，现在是“{value}”。")
    return _in_turn(Seat(dealer), calls)


def _in_turn(dealer: Seat, calls: Sequence[Any]) -> dict[str, Any]:
    """The calls one by one; a seat is kept only where it is not the one after the last to call (out of rotation)."""
    check_length(calls)
    out: list[Any] = []
    turn, standing, after_the_end = dealer, Auction(dealer), 0
    for number, item in enumerate(calls, 1):
        where = f"第{number}个叫牌"
        extra: dict[str, Any] = {}
        named = None
        if isinstance(item, Mapping):
            if "call" not in item or any(k not in ("seat", "call", "accepted", "oor") for k in item):
                raise RuleInputError(f"{where}应写成叫牌，或写成 seat（方位）和 call（叫牌），现在是“{dict(item)}”。")
            named = item.get("seat")
            extra = {k: item[k] for k in ("oor", "accepted") if isinstance(item.get(k), bool)}
            item = item["call"]
        try:
            seat = turn if named is None else Seat(Seat.written(named))
            call = _call(item)
        except RuleInputError as e:
            raise RuleInputError(f"{where}:{e}") from None
        if standing.is_over:
            if named is None:
                raise RuleInputError(
                    f"竞叫在第{number - 1 - after_the_end}个叫牌就已结束，{where}“{call}”请写明是谁叫的，如“东家：{call}”。"
                )
            after_the_end += 1
            if after_the_end > _MOST_AFTER_THE_END:
                raise RuleInputError(
                    f"竞叫在第{number - after_the_end}个叫牌就已结束（接连的不叫），不会还有{where}“{call}”。"
                )
        else:
            placed = StandingCall(seat, parse_call(call, over_seven=True), seat is not standing.turn)
            standing = Auction(dealer, (*standing.calls, placed))
        if seat is not turn or after_the_end:
            extra = {"seat": seat.value, "call": call, **extra}
        elif extra:
            extra = {"call": call, **extra}
        out.append(extra or call)
        turn = seat.lho
    return {"dealer": dealer.value, "calls": out}


# -- cards --------------------------------------------------------------------------------------------------------------------
_CARDS = re.compile(rf"(?P<suit>{any_of(SUITS)})|(?P<rank>{any_of(RANKS)})|(?P<gap>[\s,、;.:/|-]+)|(?P<bad>.)")


def _cards_in(text: str) -> list[str]:
    """Cards written suit first, the suit once or with every card: ``♠AK5 ♥Q``, ``SA SK HQ``, ``黑桃A、红心10``."""
    suit, ranks, cards = "", 1, []
    for m in _CARDS.finditer(notation.plain(text)):
        if m["suit"]:
            if suit and not ranks:
                raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，牌写作花色加牌点，如 ♠AK5 ♥Q。")
            suit, ranks = SUITS[m["suit"]], 0
        elif m["rank"]:
            if not suit:
                raise RuleInputError(f"“{text}”里的“{m['rank']}”前面没有花色，牌写作花色加牌点，如 ♠AK5 ♥Q。")
            ranks += 1
            cards.append(str(Card.parse(suit + RANKS[m["rank"]])))
        elif m["bad"]:
            raise RuleInputError(f"“{text}”里看不懂“{m['bad']}”，牌写作花色加牌点，如 ♠AK5 ♥Q、SA SK S10。")
    if suit and not ranks:
        raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，牌写作花色加牌点，如 ♠AK5 ♥Q。")
    return cards


def _cards(value: Any) -> list[str]:
    if isinstance(value, str):
        cards = _cards_in(value)
    elif isinstance(value, Sequence):
        cards = []
        for number, item in enumerate(value, 1):
            one = _cards_in(item) if isinstance(item, str) else []
            if len(one) != 1:
                raise RuleInputError(f"第{number}张“{item}”不是一张牌，牌写作花色加牌点，如 HA、ST（黑桃10）。")
            cards += one
    else:
        raise RuleInputError(f"牌应写成“♠AK5 ♥Q”这样，现在是“{value}”。")
    return [str(c) for c in parse_hand(cards, "这里")]


def _card(value: Any) -> str:
    cards = _cards_in(value) if isinstance(value, str) else []
    if len(cards) != 1:
        raise RuleInputError(f"“{value}”不是一张牌，牌写作花色加牌点，如 HA、ST（黑桃10）、♥A。")
    return cards[0]


def read(kind: str, value: Any, known: Mapping[str, Any]) -> Any:
    """The JSON value of a seat, card, cards, call or auction, from typed text or from JSON; other kinds as they are.

    An auction is written from the dealer on; a call out of rotation names its seat (``N 1S P E:1H``), and a call without
    a seat is by the player after the last to call. Raises :class:`RuleInputError`, with one sentence, for what cannot be.
    """
    if kind == "seat":
        return Seat.written(value)
    if kind == "call":
        return _call(value)
    if kind == "auction":
        return _auction(value, known)
    if kind == "card":
        return _card(value)
    if kind == "cards":
        return _cards(value)
    return value
