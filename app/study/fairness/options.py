"""Faults among the options themselves: a wrong one that is right too, one that stands there twice, one that is marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from app.study.fairness.check import Check, texts, wrong_ones
from app.study.fairness.saying import CODE, RAW, SIGN, WORD, parts, same
from app.study.model import Question

_QUOTED = re.compile("“[^“”]*”|‘[^‘’]*’")
_ALLOWED = re.compile("(?<=可以选择：)[^。]*(?=。)")
_ORDERED = (
    "number",
    "beats",
    "card",
    "where",
    "clause",
    "legal",
    "right",
)  # what these list is one answer in its order


def _same(question: Question) -> Iterator[str]:
    if question.kind in _ORDERED:
        return
    for option in wrong_ones(question):
        if same(option.text, question.answer.text):
            yield f"错的选项“{option.text}”与答案只差括号、写法或次序。"


def allowed(question: Question) -> tuple[str, ...]:
    """All that may be chosen, as the explanation of a question on choices lists it."""
    found = _ALLOWED.search(question.why)
    return tuple(found[0].split("；")) if found is not None and question.kind == "choice" else ()


def _part(question: Question) -> Iterator[str]:
    if question.kind not in ("outcome", "choice", "claim"):
        return
    right = set(parts(question.answer.text))
    may = allowed(question)
    whole = {part for each in may for part in parts(each)}
    for option in wrong_ones(question):
        said = set(parts(option.text))
        if said and said < right:
            yield f"错的选项“{option.text}”只是答案的一部分。"
        elif said and may and (said <= whole or any(set(parts(each)) <= said for each in may)):
            yield f"“{option.text}”也是可以选的。"


def _twice(question: Question) -> Iterator[str]:
    if question.kind in _ORDERED:
        return
    for one, other in combinations(wrong_ones(question), 2):
        if same(one.text, other.text):
            yield f"同一个错的选项写了两遍：“{one.text}”与“{other.text}”。"


def _notation(question: Question) -> Iterator[str]:
    printed = question.kind in ("clause", "where")  # words of the book, as they stand there
    for text in () if printed else (_QUOTED.sub("", question.stem), *(option.text for option in question.options)):
        if found := RAW.search(text):
            yield f"牌或叫牌写成了代号“{found[0]}”：{text}"
    right = question.answer.text
    for option in wrong_ones(question):
        for here, there in ((SIGN, WORD), (WORD, SIGN)):
            if (
                here.search(right)
                and not there.search(right)
                and there.search(option.text)
                and not here.search(option.text)
            ):
                yield f"答案与“{option.text}”花色的写法不同，看写法就知道哪个对。"


def _code(question: Question) -> Iterator[str]:
    for text in texts(question):
        if found := CODE.search(text):
            yield f"文字里有内部的代号“{found[0]}”：{text}"


def _alone(question: Question) -> Iterator[str]:
    if len(question.options) < 2:
        yield "只有一个可能的答案。"


CHECKS = (
    Check("same", "错的选项与答案是一回事", _same),
    Check("part", "错的选项是可选的一部分", _part),
    Check("twice", "同一个错的选项两遍", _twice),
    Check("notation", "对的错的写法不同", _notation),
    Check("code", "内部的代号", _code),
    Check("alone", "只有一个可能的答案", _alone),
)
