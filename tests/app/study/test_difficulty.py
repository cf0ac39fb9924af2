"""How hard questions are, from the answers given."""

from __future__ import annotations

from random import Random

import pytest

from app.study import bank
from app.study.answers import Answer, answered
from app.study.difficulty import observed

QUESTION = bank.make("term", "term:bridge/rho", 5)  # its own estimate is 0.3


def given(right: bool, subject: str = QUESTION.subject) -> Answer:
    return answered(
        who="one", game="bridge", topic="terms", subject=subject, question=QUESTION.id, kind="term", right=right, took=1
    )


def test_without_answers_the_estimate_stands() -> None:
    assert observed([])(QUESTION) == pytest.approx(0.3)


def test_answers_move_it() -> None:
    """Six answers weigh as much as the estimate: all wrong (0.3 * 6 + 6) / 12, all right 0.3 * 6 / 12."""
    assert observed([given(False)] * 6)(QUESTION) == pytest.approx(0.65)
    assert observed([given(True)] * 6)(QUESTION) == pytest.approx(0.15)
    assert observed([given(False, "term:bridge/lho")] * 6)(QUESTION) == pytest.approx(0.3)


def test_a_question_is_found_by_what_answers_have_shown() -> None:
    hard = observed([given(False)] * 60)
    found = bank.any_question(Random(2), "bridge", kinds=["term"], difficulty=(0.0, 0.5), hardness=hard)
    assert found.subject != QUESTION.subject
    with pytest.raises(bank.NoQuestionError):
        bank.any_question(Random(2), "bridge", kinds=["term"], difficulty=(0.8, 0.85), hardness=hard)
