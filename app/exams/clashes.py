"""Questions that may not stand on one paper: one tells the other's answer, or the text of the law leaves it open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.study.bank import kind_of

if TYPE_CHECKING:
    from app.study.model import Question
    from rules_data.model import Book

TELLING = 5  # characters from which on an answer in another stem gives it away; a clause is telling whatever its length
_NOISE = re.compile(r"[\W_]+")
_CLAUSE = re.compile(r"第[0-9一二三四五六七八九十百]+[条款]")


@dataclass(frozen=True, slots=True)
class Clash:
    """Two questions that cannot stand together, by their places, and why."""

    one: int
    other: int
    why: str


def bare(text: str) -> str:
    """Return a text without marks and spaces, in small letters."""
    return _NOISE.sub("", text).lower()


def clash(one: Question, other: Question) -> str:
    """Say why two questions cannot stand on one paper; empty where they can."""
    if one.subject == other.subject:
        return "考的是同一个知识点"
    if (
        one.game == other.game
        and bare(one.stem) == bare(other.stem)
        and one.drawn == other.drawn
        and one.parts == other.parts
    ):
        return "题干相同"
    for key, stem in ((one, other), (other, one)):
        if gives_away(key, stem):
            return f"一题的题干里有另一题的答案“{key.answer.text[:30]}”"
    return ""


def gives_away(key: Question, stem: Question) -> bool:
    """Whether the stem of a question contains the answer of another."""
    if key.game != stem.game or not key.options:  # what is written out is no sentence another stem could hold
        return False
    answer = bare(key.answer.text)
    if len(answer) < TELLING and not _CLAUSE.search(key.answer.text):
        return False
    return answer in bare(stem.stem) and answer not in bare(key.stem)


def clashes(questions: Sequence[Question]) -> Iterator[Clash]:
    """Yield every two questions that cannot stand together."""
    for later, other in enumerate(questions):
        for earlier in range(later):
            why = clash(questions[earlier], other)
            if why:
                yield Clash(earlier, later, why)


def left_open(question: Question, books: Mapping[str, Book]) -> tuple[str, ...]:
    """Return what the clauses of a question leave open and its stem does not settle: ids of open questions.

    Where an event settles such a question otherwise, the answer is another one.
    """
    settled = {name for name, _ in question.settled}
    cited = set(question.cites)
    return tuple(
        each.id
        for book in books.values()
        for each in book.open_questions
        if each.id not in settled and cited & set(each.at) and _is_judgement(question)
    )


def _is_judgement(question: Question) -> bool:
    """Whether the answer follows from a ruling that another reading would change.

    Names and numbers of clauses, and terms, are what they are. Of questions made of worked cases the tree was asked with every
    answer to every open question on its way (:func:`app.study.worked.premises`): what makes a difference stands in the stem.
    """
    about = question.subject.split(":", 1)[0]
    if question.parts:  # its stem settles what makes a difference (:mod:`app.exams.written_rulings`)
        return False
    kind = kind_of(question)
    return about not in ("clause", "term", "table", "own") and not (
        about == "tree" and kind is not None and kind.of_cases
    )
