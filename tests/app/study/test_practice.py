"""Which question comes: what is due, then what is new, and at most so many new ones a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from app.study import bank, practice
from app.study.answers import Answer
from app.study.model import Question
from app.study.schedule import NEW_A_DAY, SCENARIO, State, replayed
from tests.app.study.test_schedule import at

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def answer(found: practice.Next, when: datetime, right: bool) -> Answer:
    return at(when, found.question.subject, right, found.question.topic, found.question.game)


def day(state: State, answers: list[Answer], now: datetime, rng: Random, right: bool = True) -> list[practice.Next]:
    """Answer everything a day has."""
    asked = []
    while (found := practice.coming(replayed(answers, UTC), now, "bridge", rng)) is not None and len(asked) < 60:
        asked.append(found)
        answers.append(answer(found, now, right))
        now += timedelta(minutes=1)
    return asked


def test_a_new_learner_gets_the_days_new_things_and_then_it_is_done() -> None:
    answers: list[Answer] = []
    before = practice.plan(replayed([], UTC), NOW, "bridge")
    assert (before.due, before.new) == (0, NEW_A_DAY)
    asked = day(replayed([], UTC), answers, NOW, Random(1))
    assert len(asked) == NEW_A_DAY and {each.why for each in asked} == {"新题"}
    assert len({each.question.subject for each in asked}) == NEW_A_DAY
    assert practice.plan(replayed(answers, UTC), NOW + timedelta(hours=1), "bridge").left == 0


def test_what_is_due_comes_before_what_is_new() -> None:
    answers: list[Answer] = []
    first = day(replayed([], UTC), answers, NOW, Random(1))
    due = max(card.due for card in replayed(answers, UTC).cards.values())
    again = day(replayed(answers, UTC), answers, due + timedelta(hours=1), Random(2))
    known = {each.question.subject for each in first}
    assert [each.why for each in again[:NEW_A_DAY]] == ["复习"] * NEW_A_DAY
    assert {each.question.subject for each in again[:NEW_A_DAY]} == known


def test_a_wrong_one_is_asked_again_the_same_day() -> None:
    rng = Random(3)
    found = practice.coming(replayed([], UTC), NOW, "guandan", rng)
    assert found is not None
    answers = [answer(found, NOW, False)]
    soon = practice.coming(replayed(answers, UTC), NOW + timedelta(minutes=11), "guandan", rng)
    assert soon is not None and soon.why == "复习" and soon.question.subject == found.question.subject


def test_a_topic_is_practised_as_much_as_one_likes() -> None:
    answers: list[Answer] = []
    rng, topic = Random(4), bank.topics("shengji")[0].id
    for n in range(NEW_A_DAY + 8):
        now = NOW + timedelta(seconds=20 * n)
        found = practice.coming(replayed(answers, UTC), now, "shengji", rng, topic)
        assert found is not None and found.question.topic == topic
        answers.append(answer(found, now, True))


def test_what_was_only_met_in_a_scenario_and_cannot_be_asked_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = bank.subjects("bridge", kind="outcome")[0]
    met = replace(at(NOW - timedelta(days=40), subject.id), kind=SCENARIO)
    state = replayed([met], UTC)
    assert not state.cards[subject.id].asked
    practice._askable.cache_clear()
    assert practice.plan(state, NOW, "bridge").due == 1
    practice._askable.cache_clear()
    make = bank.make

    def none_of_it(kind: str, about: str, seed: int) -> Question:
        if about == subject.id:
            raise bank.NoQuestionError("none")
        return make(kind, about, seed)

    monkeypatch.setattr(bank, "make", none_of_it)
    monkeypatch.setattr(practice, "_without", set())
    assert practice.plan(state, NOW, "bridge").due == 0
    found = practice.coming(state, NOW, "bridge", Random(1))
    assert found is not None and found.question.subject != subject.id
    practice._askable.cache_clear()


def test_a_subject_that_is_no_more_is_passed_over() -> None:
    gone = [at(NOW - timedelta(days=40), "tree:bridge.no_such_tree")]
    state = replayed(gone, UTC)
    assert practice.plan(state, NOW, "bridge").due == 0
    found = practice.coming(state, NOW, "bridge", Random(5))
    assert found is not None and found.why == "新题"
