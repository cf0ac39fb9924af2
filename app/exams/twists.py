"""Where an answer says nearly what the model says, but of somebody else, another number, another card or the contrary.

Stretches of both are laid side by side without seats, numbers and cards: where the words are the same and one of these is not, the
answer is otherwise there. What is worded otherwise is left to :mod:`app.exams.proposing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from app.exams.statements import PIECE, SENTENCE, WEAK, Said, plain, said_in

ALIKE = 0.72  # of the pairs of characters of two stretches: one is meant as the other
SHORTEST = 4  # characters: of less nobody can say what was meant
OFFERED = 0.5  # of what is offered besides, from which the model says it too

_MASKED = re.compile(
    r"不得|不许|不能|不可以?|不准|必须|可以|不必|不用|[东南西北]+(?=[家方]|$)|\d+(?:\.\d+)?|[♠♥♦♣](?:10|[2-9JQKA])?|NT|[大小]王|(?<=[升为到打])[JQKA]"
)
_SEAT_OR_NUMBER = re.compile(r"([东南西北]+)(?=[家方])|(\d+)")
_BARE = re.compile(r"[\W_]+")
_MODAL = (
    ("must_not", re.compile("不得|不许|不能|不可以?|禁止|不准")),
    ("need_not", re.compile("不必|不须|不用|无须|无需|不需")),
    ("must", re.compile("必须|(?<!无)须|一定要")),
    ("may", re.compile("可以|有权|允许")),
)
_AGAINST = {
    ("must_not", "must"),
    ("must_not", "may"),
    ("need_not", "must"),
    ("must", "need_not"),
    ("may", "must_not"),
    ("must", "must_not"),
}
_BESIDE = re.compile(r"(?:^|(?<=[，,。]))\s*(?:但|不过)?(?:或者?|要么|要不然?|也可以?|另外?也可以?)[：:，,]?")
_OPEN = re.compile("或|可以|也可|任选|选择|其中")


def twisted(model: str, answer: str) -> Iterator[tuple[str, str]]:
    """Yield each stretch of the model that the answer says otherwise, and how it says it."""
    wanted = list(_stretches(model))
    for said in _stretches(answer):
        near = sorted((each for each in wanted if _alike(each, said) >= ALIKE), key=lambda each: -_alike(each, said))
        if near and not any(_same(each, said) for each in near):
            yield near[0], said


def offered_besides(model: str, answer: str) -> str:
    """What an answer offers as well, where the model leaves no choice and says nothing of it; empty where it offers nothing."""
    if _OPEN.search(model):
        return ""
    wanted = list(_stretches(model))
    for sentence in SENTENCE.split(plain(answer)):
        found = _BESIDE.search(sentence)
        if found is None:
            continue
        others = list(_stretches(sentence[found.end() :]))
        if any(all(_alike(each, other) < OFFERED or not _same(each, other) for each in wanted) for other in others):
            return sentence[found.start() :].strip("，, ")
    return ""


def _stretches(text: str) -> Iterator[str]:
    yield from dict.fromkeys(each.strip() for each in PIECE.split(plain(text)) if len(_BARE.sub("", each)) >= SHORTEST)


@lru_cache(maxsize=8192)
def _pairs(text: str) -> frozenset[str]:
    bare = _BARE.sub("", _MASKED.sub("某", text))
    return frozenset(bare[at : at + 2] for at in range(len(bare) - 1))


def _alike(one: str, other: str) -> float:
    mine, its = _pairs(one), _pairs(other)
    return 2 * len(mine & its) / (len(mine) + len(its)) if mine and its else 0.0


def _same(model: str, answer: str) -> bool:
    """Whether of two stretches in the same words the answer's says nothing the model's does not, or the contrary of it."""
    wanted, has = said_in(model), said_in(answer)
    if wanted.seats - has.seats and has.seats - wanted.seats:
        return False
    mine, its = _whose(model), _whose(answer)
    if (
        {seat for seat, _ in mine} == {seat for seat, _ in its}
        and {n for _, n in mine} == {n for _, n in its}
        and mine != its
    ):
        return False
    if wanted.cards and has.cards and not has.cards <= wanted.cards:
        return False
    return (
        not _other_numbers(wanted, has)
        and not _contrary(wanted, has)
        and (_modal(model), _modal(answer)) not in _AGAINST
    )


def _whose(text: str) -> frozenset[tuple[str, str]]:
    """Each number with the seat named before it: 南北方2、东西方0."""
    found, seat = set(), ""
    for each in _SEAT_OR_NUMBER.finditer(text):
        if each[1]:
            seat = each[1]
        elif seat:
            found.add((seat, each[2]))
    return frozenset(found)


def _other_numbers(wanted: Said, has: Said) -> bool:
    units = {unit for unit, _ in wanted.numbers}
    return any(unit in units and (unit, amount) not in wanted.numbers for unit, amount in has.numbers)


def _contrary(wanted: Said, has: Said) -> bool:
    return any(
        (name, not affirmed) in has.acts and (name, affirmed) not in has.acts
        for name, affirmed in wanted.acts
        if name not in WEAK
    )


def _modal(text: str) -> str:
    return next((name for name, words in _MODAL if words.search(text)), "")
