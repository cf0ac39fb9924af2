"""What a referee types at the table — seats, cards, calls, an auction — brought to the JSON the rule functions take."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from decision_trees.bridge.auction import Auction, PlacedCall
from decision_trees.bridge.calls import parse_call
from decision_trees.bridge.cards import Card, parse_hand
from decision_trees.bridge.seats import Seat
from decision_trees.card_text import SUITS, any_of
from decision_trees.functions import RuleInputError

_SEATS = {
    "N": "N", "E": "E", "S": "S", "W": "W", "NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W",
    "北": "N", "东": "E", "南": "S", "西": "W", "東": "E",
}  # fmt: skip
_STRAINS = {**SUITS, "NT": "NT", "N": "NT", "无将": "NT", "無將": "NT", "无": "NT"}
_ACTIONS = {
    "P": "P", "PASS": "P", "不叫": "P", "派司": "P",
    "X": "X", "D": "X", "DBL": "X", "DOUBLE": "X", "加倍": "X",
    "XX": "XX", "R": "XX", "RDBL": "XX", "REDOUBLE": "XX", "再加倍": "XX",
}  # fmt: skip
_LEVELS = {c: i for i, c in enumerate("一二三四五六七八九", 1)} | {"两": 2}

_SEAT = rf"(?:{any_of(_SEATS)})(?:家|位)?"
_BID = re.compile(rf"([0-9]|[{''.join(_LEVELS)}])(?:阶|线|階|線)?({any_of(_STRAINS)})")
_ACTION = re.compile(any_of(_ACTIONS))
_DEALER = re.compile(
    rf"(?:(?:DEALER|DLR|发牌人|发牌|發牌)\s*[:=是为]?\s*(?P<after>{_SEAT})|(?P<before>{_SEAT})(?:发牌|發牌)?)(?![A-Z0-9])\s*[:,]?"
)
_MOST_AFTER_THE_END = len(Seat)


def _plain(text: str) -> str:
    """Full-width forms, brackets, alerts and variation selectors out of the way; capitals."""
    text = unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace("\ufe0e", "").upper()
    return re.sub(r"[()\[\]!?*\"“”。]", " ", text).strip()


# -- one seat, one call ---------------------------------------------------------------------------------------------------
def _seat(value: Any) -> str:
    if isinstance(value, str):
        word = _plain(value).removesuffix("家").removesuffix("位")
        if word in _SEATS:
            return _SEATS[word]
    raise RuleInputError(f"没有方位“{value}”，应为 N、E、S、W 或 北、东、南、西。")


def _call(value: Any) -> str:
    if isinstance(value, str):
        text = re.sub(r"\s+", "", _plain(value))
        if text in _ACTIONS:
            return _ACTIONS[text]
        bid = _BID.fullmatch(text)
        if bid is not None:
            level = _LEVELS.get(bid[1]) or int(bid[1])
            return str(parse_call(f"{level}{_STRAINS[bid[2]]}", over_seven=True))
    raise RuleInputError(f"没有“{value}”这种叫牌，应为 1C 至 7NT(如 1♠、2红心、3无将)、不叫(P)、加倍(X)、再加倍(XX)。")


def _calls_in(token: str) -> list[str]:
    """One token, which may be several calls written together: ``PPP``, ``1黑桃不叫``."""
    if token in _ACTIONS or _BID.fullmatch(token):
        return [token]
    found, at = [], 0
    while at < len(token):
        m = _BID.match(token, at) or _ACTION.match(token, at)
        if m is None:
            return [token]
        found.append(m[0])
        at = m.end()
    together = not re.fullmatch(r"[XDR]+", token)  # XXX could be X XX or XX X
    return found if together else [token]


# -- the auction ------------------------------------------------------------------------------------------------------------
def _from_text(text: str) -> tuple[str, list[Any]]:
    plain = re.sub(r"\s*:\s*", ":", _plain(text))
    plain = re.sub(rf"\b([0-9])\s+(?=(?:{any_of(_STRAINS)})(?:\s|$))", r"\1", plain)
    m = _DEALER.match(plain)
    if m is None:
        raise RuleInputError(f"竞叫过程要先写发牌人，如“N 1S P 1H”，现在是“{text}”。")
    dealer, rest = _seat(m["after"] or m["before"]), plain[m.end() :]
    calls: list[Any] = []
    seat: str | None = None
    for token in re.split(r"[\s,、;/|\-–—→>]+", rest):
        if not token:
            continue
        before, colon, after = token.rpartition(":")
        if colon:
            seat = _seat(before)
            token = after
        elif re.fullmatch(_SEAT, token):
            seat = _seat(token)
            continue
        for call in _calls_in(token) if token else ():
            calls.append(call if seat is None else {"seat": seat, "call": call})
            seat = None
    if seat is not None:
        raise RuleInputError(f"最后写了{Seat(seat).chinese}，后面却没有叫牌。")
    return dealer, calls


def _auction(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        dealer, calls = _from_text(value)
    elif isinstance(value, Mapping):
        unknown = [k for k in value if k not in ("dealer", "calls")]
        if unknown or "dealer" not in value:
            what = f"多了“{unknown[0]}”" if unknown else "少了发牌人“dealer”"
            raise RuleInputError(f"竞叫过程{what}，应为 dealer(发牌人)和 calls(叫牌)。")
        dealer, given = _seat(value["dealer"]), value.get("calls", [])
        if isinstance(given, str):
            calls = _from_text(f"{dealer} {given}")[1]
        elif isinstance(given, Sequence):
            calls = list(given)
        else:
            raise RuleInputError(f"竞叫过程的叫牌应是列表，现在是“{given}”。")
    else:
        raise RuleInputError(f"竞叫过程应写成“N 1S P 1H”这样，现在是“{value}”。")
    return _in_turn(Seat(dealer), calls)


def _in_turn(dealer: Seat, calls: Sequence[Any]) -> dict[str, Any]:
    """The calls one by one; a seat is kept only where it is not the one after the last to call (out of rotation)."""
    out: list[Any] = []
    turn, standing, after_the_end = dealer, Auction(dealer), 0
    for number, item in enumerate(calls, 1):
        where = f"第{number}个叫牌"
        extra: dict[str, Any] = {}
        named = None
        if isinstance(item, Mapping):
            if "call" not in item or any(k not in ("seat", "call", "accepted", "oor") for k in item):
                raise RuleInputError(f"{where}应写成叫牌，或写成 seat(方位)和 call(叫牌),现在是“{dict(item)}”。")
            named = item.get("seat")
            extra = {k: item[k] for k in ("oor", "accepted") if isinstance(item.get(k), bool)}
            item = item["call"]
        try:
            seat = turn if named is None else Seat(_seat(named))
            call = _call(item)
        except RuleInputError as e:
            raise RuleInputError(f"{where}:{e}") from None
        if standing.is_over:
            after_the_end += 1
            if after_the_end > _MOST_AFTER_THE_END:
                raise RuleInputError(
                    f"竞叫在第{number - after_the_end}个叫牌就已结束(接连的不叫),不会还有{where}“{call}”。"
                )
        else:
            placed = PlacedCall(seat, parse_call(call, over_seven=True), seat is not standing.turn)
            standing = Auction(dealer, (*standing.calls, placed))
        if seat is not turn:
            extra = {"seat": seat.value, "call": call, **extra}
        elif extra:
            extra = {"call": call, **extra}
        out.append(extra or call)
        turn = seat.lho
    return {"dealer": dealer.value, "calls": out}


# -- cards --------------------------------------------------------------------------------------------------------------------
_CARDS = re.compile(rf"(?P<suit>{any_of(SUITS)})|(?P<rank>10|[2-9TJQKA])|(?P<gap>[\s,、;.:/|-]+)|(?P<bad>.)")


def _cards_in(text: str) -> list[str]:
    """Cards written suit first, the suit once or with every card: ``♠AK5 ♥Q``, ``SA SK HQ``, ``黑桃A、红心10``."""
    suit, ranks, cards = "", 1, []
    for m in _CARDS.finditer(_plain(text)):
        if m["suit"]:
            if suit and not ranks:
                raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，牌写作花色加牌点，如 ♠AK5 ♥Q。")
            suit, ranks = SUITS[m["suit"]], 0
        elif m["rank"]:
            if not suit:
                raise RuleInputError(f"“{text}”里的“{m['rank']}”前面没有花色，牌写作花色加牌点，如 ♠AK5 ♥Q。")
            ranks += 1
            cards.append(str(Card.parse(suit + m["rank"])))
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
                raise RuleInputError(f"第{number}张“{item}”不是一张牌，牌写作花色加牌点，如 HA、ST(黑桃10)。")
            cards += one
    else:
        raise RuleInputError(f"牌应写成“♠AK5 ♥Q”这样，现在是“{value}”。")
    return [str(c) for c in parse_hand(cards, "这里")]


def _card(value: Any) -> str:
    cards = _cards_in(value) if isinstance(value, str) else []
    if len(cards) != 1:
        raise RuleInputError(f"“{value}”不是一张牌，牌写作花色加牌点，如 HA、ST(黑桃10)、♥A。")
    return cards[0]


def read(kind: str, value: Any, known: Mapping[str, Any]) -> Any:
    """The JSON value of a seat, card, cards, call or auction, from typed text or from JSON; other kinds as they are.

    An auction is written from the dealer on; a call out of rotation names its seat (``N 1S P E:1H``), and a call without
    a seat is by the player after the last to call. Raises :class:`RuleInputError`, with one sentence, for what cannot be.
    """
    if kind == "seat":
        return _seat(value)
    if kind == "call":
        return _call(value)
    if kind == "auction":
        return _auction(value)
    if kind == "card":
        return _card(value)
    if kind == "cards":
        return _cards(value)
    return value
