"""The map counts everything once, and what is firm was known for long and is known still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.study import bank, mastery
from app.study.schedule import State, replayed
from decision_trees.games import games
from tests.app.study.test_schedule import at

BEGUN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
REVOKE = "tree:bridge.revoke"


def learnt(days: int) -> tuple[State, datetime]:
    """Answered rightly each time it was due, for so many days."""
    answers, now = [at(BEGUN, REVOKE, True, "play", "bridge")], BEGUN
    while True:
        now = max(replayed(answers, UTC).cards[REVOKE].due, now)
        if now > BEGUN + timedelta(days=days):
            return replayed(answers, UTC), answers_at(answers[-1].at)
        answers.append(at(now, REVOKE, True, "play", "bridge"))


def answers_at(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


@pytest.mark.parametrize("game", games())
def test_every_thing_stands_in_one_stage(game: str) -> None:
    found = mastery.stages(replayed([], UTC), game, BEGUN)
    assert sum(part.total for part in found) == len(bank.subjects(game))
    assert {part.grade for part in found} == {"new"}


def test_what_was_never_asked_is_new_then_shaky_then_firm_and_shaky_again_when_forgotten() -> None:
    grades = [mastery.graded(replayed([], UTC), REVOKE, BEGUN)]
    state, now = learnt(0)
    grades.append(mastery.graded(state, REVOKE, now))
    state, now = learnt(120)
    grades.append(mastery.graded(state, REVOKE, now))
    grades.append(mastery.graded(state, REVOKE, now + timedelta(days=700)))
    assert grades == ["new", "shaky", "firm", "shaky"]


def test_laws_stand_in_the_order_of_the_book_with_what_is_asked_of_them() -> None:
    state, now = learnt(120)
    found = mastery.laws(state, "bridge", now)
    titles = [part.title for part in found]
    assert titles.index("第61条") < titles.index("第64条") < titles.index("第77条")
    assert sum(part.firm for part in found) == 1
    assert len(titles) == len(set(titles))
