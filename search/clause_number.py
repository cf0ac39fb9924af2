"""Understands clause numbers as people write and say them: 64A1, 第64条A款1, law 27, 十八条二, 附件四8(3), 28乙, 定义 藏牌.

A number is read strictly: 第二次藏牌, 报10张 and 27张牌 are not clause numbers. A bare number (64) counts only when it is the
whole query.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from decision_trees.games import offered_games
from rules_data.numerals import CHINESE, MANY, to_int

if TYPE_CHECKING:
    from rules_data.model import Book, GameId, NumberingStyle


@dataclass(frozen=True, slots=True)
class NumberMatch:
    """A provision that a clause number leads to.

    ``exact`` is false when the number itself does not exist and this is the nearest provision above it (64A9 -> 64A).
    ``whole`` is true when the query was nothing but the number; otherwise ``rest`` is what else was asked.
    """

    id: str
    exact: bool
    whole: bool
    rest: str = ""


@dataclass(frozen=True, slots=True)
class BookNumbers:
    """The numbers that exist in one book: all this module needs to know of it."""

    book: str
    game: GameId
    style: NumberingStyle
    numbers: frozenset[str]
    witness: bool = False  # a second copy of a text: found only when named
    amends: bool = False  # a supplement to another book


class HasBooks(Protocol):
    """Anything that knows its books, such as the compiled handbook."""

    @property
    def books(self) -> Mapping[str, Book]:
        """The books by id."""


def numbers_of(handbook: HasBooks) -> tuple[BookNumbers, ...]:
    """Collect the numbers of every book of a handbook."""
    return tuple(
        BookNumbers(
            book.id,
            book.game,
            book.numbering,
            frozenset(p.number for p in book.walk()),
            witness=book.witness_of is not None,
            amends=book.amends is not None,
        )
        for book in handbook.books.values()
    )


class _Reading(NamedTuple):
    """One way to read the query: number parts from the law downwards, in one numbering style."""

    style: NumberingStyle
    parts: tuple[str, ...]
    rank: int  # smaller is more natural


_SIMPLIFIED = str.maketrans("條項則規橋摜摻級錄補義釋註張節點見號縣乙", "条项则规桥掼掺级录补义释注张节点见号县乙")
_NUMERAL = rf"(?:\d{{1,5}}|[{MANY}]{{1,9}})"
_AFTER_A_NAME = r"(?:比赛|竞赛)?(?:规则|规程|法规)?(?:的|里|中|:|,)?"
_TAIL = re.compile(
    r"(?:是什么意思|什么意思|是什么|是?怎么说的?|是?怎么规定的?|是?怎么写的?|说什么|说了什么|讲什么|讲了什么|的?规定|的?内容|的?全文|的?原文|"
    r"请看|看一?下|呢|吗)?[?。.!,]*$"
)
_LEAD = re.compile(r"^(?:请问|查一?下?|看一?下|翻到?|打开|找|参[阅见]|见|按照?|根据|依据)+")
_LATIN_HEAD = r"(?:laws?|rules?|articles?|art\.?|clauses?|sections?|§|#|l(?=\d))"

_PERHAPS = re.compile(r"[\d条章甲乙]|附[件录]|补充|罚分|定义|注释|[六七八九十][a-g]")

_STEP = (
    rf"第?(?P<num>{_NUMERAL})(?P<unit>款|项|目|段|自然段|小点|点|条|部分)|"
    r"\((?P<paren>\d{1,2}|[一二三四五六七八九十]+|[a-e])\)(?P<punit>款|项|目)?|"
    r"<(?P<angle>\d)>|"
    r"(?P<letter>[a-z])(?P<lunit>款|项|目)?|"
    r"(?P<note>注释|注解|注|例)(?P<noteno>[一二三123])?|"
    rf"第?(?P<bare>\d{{1,2}}|[{CHINESE}]+)|"
    r"(?P<sep>[.、,:\-/之的])"
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a large pattern when it is first needed: most queries have no number."""
    return re.compile(pattern)


def find(
    query: str, handbook: HasBooks | tuple[BookNumbers, ...], game: GameId | None = None
) -> tuple[NumberMatch, ...]:
    """Return the provisions that a clause number in the query leads to, best first; nothing when there is no number.

    ``game`` keeps the books of one game; a game named in the query (桥牌64条) does the same.
    """
    books = handbook if isinstance(handbook, tuple) else numbers_of(handbook)
    text = _clean(query)
    if not text:
        return ()
    if full := _full_id(query.strip(), books):
        return full
    if not _PERHAPS.search(text):
        return ()
    compact = text.replace(" ", "")
    named, compact_rest = _named_game(compact)
    wanted = game or named
    within = tuple(b for b in books if not b.witness and (wanted is None or b.game == wanted))
    for candidate in dict.fromkeys((compact_rest, compact)):
        body = _TAIL.sub("", _LEAD.sub("", candidate))
        if defined := _definition(body, within):
            return defined
        if found := _resolve(_whole_readings(body), within, whole=True, rest=""):
            return found
    return _inside(compact_rest, within)


def _clean(query: str) -> str:
    text = unicodedata.normalize("NFKC", query).translate(_SIMPLIFIED).lower().strip()
    text = (
        text.replace("〔", "(")
        .replace("〕", ")")
        .replace("【", "(")
        .replace("】", ")")
        .replace("[", "(")
        .replace("]", ")")
    )
    text = re.sub(r"条\((?:具体)?罚分规则\)", "乙", text)
    return re.sub(r"\s+", " ", text)


def game_names() -> tuple[tuple[re.Pattern[str], GameId], ...]:
    """What each game is called in front of a clause number."""
    return _names_of(tuple(offered_games()))


@cache
def _names_of(ids: tuple[GameId, ...]) -> tuple[tuple[re.Pattern[str], GameId], ...]:
    found = []
    for game in (offered_games()[id_] for id_ in ids):
        names = "|".join((*game.called.names, *game.called.latin, *game.called.everyday))
        before = "|".join(game.called.before) or "(?!)"
        found.append((re.compile(rf"^(?:{before})?(?:{names}){_AFTER_A_NAME}"), game.id))
    return tuple(found)


def _named_game(text: str) -> tuple[GameId | None, str]:
    for pattern, game in game_names():
        if match := pattern.match(text):
            return game, text[match.end() :]
    return None, text


def _full_id(query: str, books: Sequence[BookNumbers]) -> tuple[NumberMatch, ...]:
    """``bridge-1999:64A1``, or a number exactly as ids write it when it has more than digits (A4, 28b.2.1, def/藏牌)."""
    book_id, colon, number = unicodedata.normalize("NFKC", query).partition(":")
    if not colon:
        return ()
    for book in books:
        if book.book == book_id.strip().lower():
            return _nearest(book, number.strip(), whole=True, rest="")
    return ()


def _nearest(book: BookNumbers, number: str, *, whole: bool, rest: str) -> tuple[NumberMatch, ...]:
    if number in book.numbers:
        return (NumberMatch(f"{book.book}:{number}", True, whole, rest),)
    shorter = number
    while len(shorter) > 1:
        shorter = shorter[:-1]
        if shorter in book.numbers and not (shorter[-1:].isdigit() and number[len(shorter)].isdigit()):
            return (NumberMatch(f"{book.book}:{shorter}", False, whole, rest),)
    return ()


def _definition(text: str, books: Sequence[BookNumbers]) -> tuple[NumberMatch, ...]:
    match = re.fullmatch(r"(?:术语)?定义[:：的 ]?(.+?)|(.+?)的?(?:术语)?定义", text)
    if not match:
        return ()
    word = (match.group(1) or match.group(2)).strip("“”\"'的")
    found = [NumberMatch(f"{b.book}:def/{word}", True, True) for b in books if f"def/{word}" in b.numbers]
    return tuple(found)


# Whole queries


def _whole_readings(text: str) -> Iterator[_Reading]:
    """Every way to read a whole query as one clause number."""
    if not text or len(text) > 40:
        return
    if match := re.fullmatch(rf"附录第?({_NUMERAL})(?:条|项)?", text):
        yield _Reading("points", (f"A{_number(match.group(1))}",), 0)
        return
    if match := re.fullmatch(rf"(?:附件|补充规定|补充)(?:的?第?({_NUMERAL})(?:部分|条|章|款|节)?(.*))?", text):
        if match.group(1) and (steps := _steps(match.group(2))) is not None:
            yield _Reading("parts", (str(_number(match.group(1))), *_plain(steps)), 0)
        return
    if match := re.fullmatch(r"(?:具体)?罚分(?:规则|细则)第?(?:条)?(.*)", text):
        if match.group(1) and (steps := _steps(match.group(1))) is not None:
            yield _Reading("mixed", ("28b", *_plain(steps)), 0)
        return
    if match := re.fullmatch(rf"第?({_NUMERAL})章(?:第?({_NUMERAL})部分)?(?:第?({_NUMERAL})节)?", text):
        parts = [f"ch{_number(match.group(1))}"]
        parts += [f".pt{_number(match.group(2))}"] if match.group(2) else []
        parts += [f".s{_number(match.group(3))}"] if match.group(3) else []
        yield _Reading("letters", ("".join(parts),), 0)
        if len(parts) == 1:
            yield _Reading("points", (parts[0],), 1)
        return
    if match := re.fullmatch(r"(\d{1,2})((?:[.\-]\d{1,2}){1,3})", text):  # 18.2.1
        parts = [match.group(1), *re.findall(r"\d+", match.group(2))]
        yield from (_Reading(style, tuple(parts), 0) for style in ("points", "mixed", "parts"))
        return
    yield from _article_readings(text)


def _article_readings(text: str) -> Iterator[_Reading]:
    """Numbers that start with an article: 第64条A款1, 64a1, 十八条二, 28乙, 第二个28条."""
    second = re.fullmatch(r"第([一二12])个(?:第)?(二十八|28)条(.*)", text)
    if second:
        steps = _steps(second.group(3))
        if steps is not None:
            head = "28" if second.group(1) in "一1" else "28b"
            yield _Reading("mixed", (head, *_plain(steps)), 0)
        return
    match = re.fullmatch(
        rf"(?P<latin>{_LATIN_HEAD})?(?P<ord>第)?(?P<num>{_NUMERAL})(?P<unit>条|條|张(?=$))?(?P<rest>.*)", text
    )
    if not match or (match.group("unit") == "张" and not match.group("ord")):
        return
    number = _number(match.group("num"))
    if number is None or not 1 <= number <= 99:
        return
    chinese = not match.group("num").isdigit()
    marked = bool(match.group("latin") or match.group("unit"))
    rest = match.group("rest")
    if branch := re.fullmatch(r"(?:条)?([甲乙])(?:条)?(.*)", rest):
        steps = _steps(branch.group(2))
        if steps is not None and number == 28:
            yield _Reading("mixed", ("28" if branch.group(1) == "甲" else "28b", *_plain(steps)), 0)
        return
    rest = re.sub(r"条$", "", rest) if not match.group("unit") else rest  # 第64A1条
    if not marked and not rest and chinese:
        return  # 六十四 alone is not a clause number; 64 is
    if not marked and rest and not re.match(r"[a-g]", rest):
        return  # 27张牌, 10张报牌
    if match.group("ord") and not marked and not re.match(r"[a-g]", rest):
        return  # 第二次藏牌, 第64
    steps = _steps(rest)
    if steps is None:
        return
    letters = bool(re.search(r"[a-g]", rest))
    if letters or not steps or match.group("latin"):
        yield from _lettered(str(number), steps, 1 if chinese else 0)
    if not letters:
        order: tuple[tuple[NumberingStyle, int], ...] = (
            ("points", 0 if chinese else 1),
            ("mixed", 1 if chinese else 2),
        )
        for style, rank in order:
            yield _Reading(style, (str(number), *_plain(steps)), rank)
        if steps:
            yield from _lettered(str(number), steps, 3)
    elif number == 28 and rest.startswith("b"):
        yield _Reading("mixed", ("28b", *_plain(steps[1:])), 2)


def _lettered(number: str, steps: list[tuple[str, str]], rank: int) -> Iterator[_Reading]:
    """Levels go letter, number, letter, number; 第1款 said for A款 is understood."""
    parts: list[str] = [number]
    for level, (value, unit) in enumerate(steps):
        if unit == "note":
            parts.append(value)
        elif level == 0 and value.isdigit() and unit in {"款", ""}:
            if not 1 <= int(value) <= 7:
                return
            parts.append(chr(64 + int(value)))
        elif value.isalpha():
            parts.append(value.upper() if level == 0 else value)
        else:
            parts.append(value)
    yield _Reading("letters", tuple(parts), rank)


def _number(text: str) -> int | None:
    try:
        return to_int(text)
    except ValueError:
        return None


def _steps(text: str) -> list[tuple[str, str]] | None:
    """Read what follows the article as steps (value, unit); None when anything else stands there."""
    steps: list[tuple[str, str]] = []
    position = 0
    while position < len(text):
        match = _compiled(_STEP).match(text, position)
        if not match:
            return None
        position = match.end()
        group = match.groupdict()
        if group["num"]:
            value = _number(group["num"])
            if value is None:
                return None
            unit = "段" if "段" in group["unit"] else group["unit"]
            steps.append((str(value), unit))
        elif group["paren"]:
            inner = group["paren"]
            steps.append((inner if inner.isascii() and inner.isalpha() else str(_number(inner)), "()"))
        elif group["angle"]:
            steps.append((group["angle"], "()"))
        elif group["letter"]:
            if not "a" <= group["letter"] <= "g":
                return None
            steps.append((group["letter"], group["lunit"] or ""))
        elif group["note"]:
            number = _number(group["noteno"]) if group["noteno"] else None
            if group["note"] == "例" and number is None:
                return None
            if steps and steps[-1][1] == "note":  # 注释例一
                steps.pop()
            steps.append((f"n{number}" if number else "n", "note"))
        elif group["bare"]:
            value = _number(group["bare"])
            if value is None or value == 0:
                return None
            steps.append((str(value), ""))
    return steps


def _plain(steps: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Steps as the other books number them; 第3段 is p3."""
    return tuple(f"p{value}" if unit == "段" else value for value, unit in steps)


def _join(style: NumberingStyle, parts: Sequence[str]) -> str:
    if style == "letters":
        return "".join(parts)
    number = parts[0]
    for part in parts[1:]:
        number += part if part.startswith("p") else f".{part}"
    return number


def _resolve(
    readings: Iterable[_Reading], books: Sequence[BookNumbers], *, whole: bool, rest: str
) -> tuple[NumberMatch, ...]:
    """Turn readings into provisions that exist: exact ones alone if there are any, else the nearest ones above."""
    exact: list[tuple[int, NumberMatch]] = []
    near: list[tuple[int, int, NumberMatch]] = []
    for reading in readings:
        for book in books:
            if book.style != reading.style:
                continue
            for keep in range(len(reading.parts), 0, -1):
                number = _join(book.style, reading.parts[:keep])
                if number in book.numbers:
                    lost = len(reading.parts) - keep
                    found = NumberMatch(f"{book.book}:{number}", lost == 0, whole, rest)
                    if lost == 0:
                        exact.append((reading.rank, found))
                        if f"{number}-2" in book.numbers:  # printed twice with one number
                            exact.append((reading.rank, NumberMatch(f"{book.book}:{number}-2", True, whole, rest)))
                    else:
                        near.append((lost, reading.rank, found))
                    break
    ordered = [found for _, found in sorted(exact, key=lambda pair: pair[0])]
    if not ordered:
        ordered = [found for _, _, found in sorted(near, key=lambda triple: triple[:2])]
    return tuple({found.id: found for found in reversed(ordered)}.values())[::-1]


# A number inside a longer question

_INSIDE = (
    rf"第(?:\d{{1,2}}|[{CHINESE}]+)条(?:[a-g](?:款)?(?:\d{{1,2}}项?)?(?:\([a-e]\)(?:\(\d\))?)?"
    rf"|第?[{CHINESE}]+[款、](?:第?\d{{1,2}}项?)?|[{CHINESE}]{{1,3}}(?:\d{{1,2}})?(?:\(\d\))?(?![个张次副圈轮级局墩家])"
    rf"|第?[{CHINESE}\d]+段)?"
    rf"|(?<![\d.])\d{{1,2}}条(?:[a-g](?:款)?(?:\d{{1,2}}项?)?(?:\([a-e]\)(?:\(\d\))?)?)?"
    rf"|(?<![a-z]){_LATIN_HEAD}\d{{1,2}}(?:[a-g](?:\d{{1,2}}(?:\(?[a-e]\)?(?:\(?\d\)?)?)?)?)?(?![a-z\d])"
    r"|(?<![a-z\d.])\d{1,2}[a-g]\d(?:\([a-e]\)(?:\(\d\))?|[a-e](?:\(?\d\)?)?)?(?![a-z\d])"
    rf"|附件(?:[一二三四]|[1-4])第?\d{{1,2}}(?:条)?(?:第?\(?\d\)?项?)?"
    rf"|附录(?:{_NUMERAL})"
)


def _inside(text: str, books: Sequence[BookNumbers]) -> tuple[NumberMatch, ...]:
    match = _compiled(_INSIDE).search(text)
    if not match:
        return ()
    rest = (text[: match.start()] + " " + text[match.end() :]).strip()
    return _resolve(_whole_readings(match.group()), books, whole=False, rest=rest)
