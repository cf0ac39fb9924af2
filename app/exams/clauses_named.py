"""Which clauses a text names: every number in it that some book of the game has, as people write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rules_data.numerals import to_int
from search.clause_number import find, numbers_of

if TYPE_CHECKING:
    from rules_data.handbook import Handbook
    from rules_data.model import GameId

Reader = Callable[[str], Sequence[str]]
"""The ids of the clauses a text names, in its order."""

_HAN = "零一二三四五六七八九十"
_STEP = (
    rf"(?:[（(〔]\s*(?:\d{{1,2}}|[{_HAN}]{{1,3}}|[a-eA-E])\s*[）)〕]|第?\d{{1,2}}(?:自然段|[款项目段点](?!牌))?|第[{_HAN}]{{1,3}}[款项目段]|"
    rf"[{_HAN}]{{1,3}}(?![条个张家次墩级分圈轮副人])|[A-Ga-g](?:[款项目](?!牌))?|[款项目、.](?=[\dA-Ga-g（(]))"
)
_NAMED = re.compile(
    rf"(?:第\s*(?:\d{{1,3}}|[{_HAN}]{{1,4}})\s*条|(?<![\d第])\d{{1,3}}\s*条|(?<![{_HAN}第])[{_HAN}]{{1,4}}条|附[件录]\s*(?:\d{{1,2}}|[{_HAN}]{{1,3}})|"
    rf"(?<![\w.])\d{{1,2}}(?=[A-Ga-g]\d?))(?:[（(]?具体罚分规则[）)]?)?(?:{_STEP}|注释|注|表)*"
)


def _alone(written: str) -> str | None:
    """A number that stands alone: 56, (2), 三; None for anything else."""
    found = re.fullmatch(rf"[（(]?(\d{{1,2}}|[{_HAN}]{{1,3}})[）)]?条?", written.strip())
    if found is None:
        return None
    return found[1] if found[1].isdigit() else str(to_int(found[1]))


def _bare(text: str) -> str:
    return re.sub(r"[\s·()（）]", "", text)


def reader(handbook: Handbook, game: GameId) -> Reader:
    """How clauses are read out of what is written about a game."""
    books = [each for each in handbook.books.values() if each.game == game and not each.witness_of]
    labels = {_bare(p.label): p.id for book in books for p in book.walk() if not _NAMED.search(p.label)}
    titled = re.compile("|".join(sorted(map(re.escape, labels), key=len, reverse=True)) or r"(?!)")
    numbers = tuple(each for each in numbers_of(handbook) if each.game == game and not each.witness)

    known = {f"{each.book}:{number}" for each in numbers for number in each.numbers}

    def _listed(text: str) -> list[str]:
        """Numbers in a list that leave out what they share: 第十九条1、3; 54D，56."""
        out: list[str] = []
        before = ""
        for each in re.split(r"[，,、；;。\s和及]+", text):
            number = _alone(each)
            if number is None:
                matched = find(each, numbers, game) if _NAMED.search(each) else ()
                before = matched[0].id if matched else before
                continue
            book, _, last = before.partition(":")
            parent = re.sub(r"(?:\.[^.]+|(?<=[A-Za-z])\d+)$", "", last)
            beside = [f"{book}:{parent}.{number}", f"{book}:{parent}{number}"] if parent != last else []
            out += [one for one in (*beside, f"{numbers[0].book}:{number}") if one in known][:1]
        return out

    @lru_cache(maxsize=2048)
    def read(text: str) -> tuple[str, ...]:
        found = []
        for written in _NAMED.findall(text):
            matched = find(written.rstrip("、."), numbers, game)
            if matched:
                found.append(matched[0].id)
        found += _listed(text)
        found += [labels[each] for each in titled.findall(_bare(text)) if len(each) > 2]
        return tuple(dict.fromkeys(found))

    return read
