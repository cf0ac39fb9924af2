"""How people write and say suits, ranks, seats, calls and times: the one table for all games, and for what is searched.

Both scripts, full and half width, signs and words. What a game makes of them (which cards it has, whose turn it is) is its own
affair.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

SUITS = {
    "♠": "S", "♤": "S", "黑桃": "S", "黑": "S", "SPADES": "S", "SPADE": "S", "S": "S",
    "♥": "H", "♡": "H", "红心": "H", "红桃": "H", "红": "H", "HEARTS": "H", "HEART": "H", "H": "H",
    "♦": "D", "♢": "D", "方块": "D", "方片": "D", "方": "D", "DIAMONDS": "D", "DIAMOND": "D", "D": "D",
    "♣": "C", "♧": "C", "梅花": "C", "草花": "C", "梅": "C", "草": "C", "CLUBS": "C", "CLUB": "C", "C": "C",
}  # fmt: skip
STRAINS = {**SUITS, "NT": "NT", "N": "NT", "无将": "NT", "无": "NT", "NOTRUMPS": "NT", "NOTRUMP": "NT"}
JOKERS = {
    "BJ": "BJ", "大王": "BJ", "大鬼": "BJ",
    "LJ": "LJ", "小王": "LJ", "小鬼": "LJ",
}  # fmt: skip
RANKS = {
    "A": "A", "尖": "A", "ACE": "A",
    "K": "K", "老K": "K", "KING": "K",
    "Q": "Q", "圈": "Q", "QUEEN": "Q",
    "J": "J", "钩": "J", "JACK": "J",
    "10": "10", "T": "10", "十": "10", "TEN": "10",
    "9": "9", "九": "9", "8": "8", "八": "8", "7": "7", "七": "7", "6": "6", "六": "6",
    "5": "5", "五": "5", "4": "4", "四": "4", "3": "3", "三": "3", "2": "2", "二": "2",
}  # fmt: skip
SEATS = {
    "N": "N", "NORTH": "N", "北": "N", "E": "E", "EAST": "E", "东": "E",
    "S": "S", "SOUTH": "S", "南": "S", "W": "W", "WEST": "W", "西": "W",
}  # fmt: skip
ACTIONS = {
    "P": "P", "PASS": "P", "PS": "P", "不叫": "P", "派司": "P", "过": "P",
    "X": "X", "D": "X", "DBL": "X", "DOUBLE": "X", "加倍": "X",
    "XX": "XX", "R": "XX", "RDBL": "XX", "REDOUBLE": "XX", "再加倍": "XX",
}  # fmt: skip
PIPS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {"S": "黑桃", "H": "红心", "D": "方块", "C": "梅花"}
JOKER_NAMES = {"BJ": "大王", "LJ": "小王"}
CALL_NAMES = {"P": "不叫", "X": "加倍", "XX": "再加倍"}
NUMBERS = {c: i for i, c in enumerate("一二三四五六七八九", 1)} | {"两": 2}

_TRADITIONAL = str.maketrans(
    "紅塊東無將兩發階線點時過鉤張莊墊給隨為個門樣麼",
    "红块东无将两发阶线点时过钩张庄垫给随为个门样么",
)


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def half_width(text: str) -> str:
    """Full-width forms and variation selectors out of the way, Traditional words of this table simplified; in capitals."""
    plain = unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace("\ufe0e", "")
    return plain.translate(_TRADITIONAL).upper()


def plain(text: str) -> str:
    """As :func:`half_width`, with brackets, alerts and quotation marks out of the way."""
    return re.sub(r"[()\[\]!?*\"“”。]", " ", half_width(text)).strip()


def seat(text: str) -> str | None:
    """N, E, S or W of a seat as people write it (``南``, ``南家``, ``South``, ``s``); None when it is no seat."""
    return SEATS.get(plain(text).removesuffix("家").removesuffix("位"))


_BID = re.compile(rf"([0-9]|[{''.join(NUMBERS)}])(?:阶|线|个|副)?({any_of(STRAINS)})")
_ACTION = re.compile(any_of(ACTIONS))


def bid(text: str) -> str | None:
    """A bid as codes (``两无将`` -> ``2NT``), whatever its level; None when it is no bid. ``text`` is plain."""
    m = _BID.fullmatch(text)
    return None if m is None else f"{NUMBERS.get(m[1]) or int(m[1])}{STRAINS[m[2]]}"


def call(text: str) -> str | None:
    """A call as codes: ``1红心`` -> ``1H``, ``派司`` -> ``P``; None when it is no call."""
    one = re.sub(r"\s+", "", plain(text))
    return ACTIONS.get(one) or bid(one)


def calls_together(token: str) -> list[str]:
    """One plain token, which may be several calls written together: ``PPP``, ``1黑桃不叫``. Itself when it is none."""
    if token in ACTIONS or _BID.fullmatch(token):
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


_CLOCK = re.compile(r"([0-9]{1,2})(?::([0-9]{2})|[点时](?:([0-9]{1,2})分?|(整|半))?)")
HOUR, DAY = 60, 24


def clock(text: str) -> str | None:
    """A time of day as ``HH:MM``: ``21:30``, ``21：30``, ``9点半``, ``21時30分``; None when it is none."""
    m = _CLOCK.fullmatch(half_width(text).strip())
    if m is None:
        return None
    hour, minute = int(m[1]), HOUR // 2 if m[4] == "半" else int(m[2] or m[3] or 0)
    return f"{hour:02d}:{minute:02d}" if hour < DAY and minute < HOUR else None


_SIGN_NAMES: Mapping[str, str] = {
    "♠": "黑桃", "♤": "黑桃", "♥": "红心", "♡": "红心", "♦": "方块", "♢": "方块", "♣": "梅花", "♧": "梅花",
}  # fmt: skip
_SIGN = re.compile("|".join(_SIGN_NAMES))


def spelled_out(text: str) -> str:
    """The text with the signs of suits as words, so that ``1♠`` is found where 黑桃 is written."""
    return _SIGN.sub(lambda m: _SIGN_NAMES[m[0]], text)
