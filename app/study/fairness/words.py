"""Faults of questions on terms: meanings from quite other fields, one that repeats the word, one that explains nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from app.base.opened import handbook
from app.study.fairness.check import Check, wrong_ones
from app.study.fairness.nearness import akin, spoken, words
from app.study.making import bare
from app.study.model import Question
from rules_data.model import Term

KINDS = ("meaning", "term")
_EMPTY = re.compile(
    "一种排法|裁判(?:不应|不得|应当|应判)|本文没有|没有定义"
)  # tells what is done, or that others do it as well
ALIKE = 0.85  # of two meanings: they say the same


def _asked(question: Question) -> Term | None:
    id_ = question.subject.rpartition("/")[2]
    return next((term for term in handbook().terms if term.game == question.game and term.id == id_), None)


def _offered(question: Question) -> Iterator[Term]:
    """Yield the terms of the wrong options, by the cited clauses and their words."""
    for option in wrong_ones(question):
        for term in handbook().terms:
            if term.game != question.game:
                continue
            if term.term == option.text or (question.kind == "meaning" and f"“{term.term}”" in option.why):
                yield term
                break


def _far(question: Question) -> Iterator[str]:
    term = _asked(question) if question.kind in KINDS else None
    if term is not None and not any(akin(term, other) for other in _offered(question)):
        yield f"错的选项都和“{term.term}”不相干，没有人会选。"


def _circular(question: Question) -> Iterator[str]:
    term = _asked(question) if question.kind in KINDS else None
    if term is None:
        return
    if question.kind == "meaning":
        again, others = spoken(term, question.answer.text), [option.text for option in wrong_ones(question)]
    else:
        again = spoken(term, question.stem)
        again = again if len(again) > 1 else set()  # one character of a name proves nothing
        others = [option.text for option in wrong_ones(question)]
    if again and not any(c in text for c in again for text in others):
        yield f"答案里又有“{''.join(sorted(again))}”，别的选项都没有，不知道意思也看得出。"


def empty(term: Term) -> bool:
    """Does what is said of a term not say what it is?"""
    return bool(_EMPTY.search(words(term)))


def _gloss(question: Question) -> Iterator[str]:
    term = _asked(question) if question.kind in KINDS else None
    if term is None:
        return
    if empty(term):
        yield f"“{term.term}”的解释没有说它是什么：{words(term)}"
    for other in _offered(question):
        if SequenceMatcher(None, bare(words(term)), bare(words(other))).ratio() > ALIKE and not _opposed(term, other):
            yield f"“{other.term}”的意思也说得通。"


_COUNTS = re.compile("[一二两三四五六七八九十单双上下左右首末前后大小0-9]")


def _opposed(one: Term, other: Term) -> bool:
    """Do two meanings say the same but for what is opposite in them: 左方 and 右方, once and twice?"""
    return sorted(_COUNTS.findall(words(one))) != sorted(_COUNTS.findall(words(other)))


CHECKS = (
    Check("far", "错的选项不相干", _far),
    Check("circular", "解释里又有这个词", _circular),
    Check("gloss", "解释没有说是什么", _gloss),
)
