"""When things are asked again. The intervals are checked against FSRS-6 as published: formulas worked out here."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta

from fsrs.scheduler import DEFAULT_PARAMETERS

from app.study.answers import Answer
from app.study.schedule import NEW_A_DAY, replayed

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday


def at(when: datetime, subject: str = "s", right: bool = True, topic: str = "play", game: str = "bridge") -> Answer:
    from ulid import ULID

    name = str(ULID.from_datetime(when))
    return Answer(name, "", game, topic, subject, f"outcome/{subject}/1", "outcome", right, 1000)


def test_wrong_comes_back_in_minutes_and_right_later_each_time() -> None:
    wrong = replayed([at(START, right=False)], UTC).cards["s"]
    assert wrong.due - wrong.last == timedelta(minutes=10) and not wrong.known and wrong.lapses == 1
    answers, gaps, when = [], [], START
    for _ in range(5):
        answers.append(at(when))
        card = replayed(answers, UTC).cards["s"]
        gaps.append(card.due - card.last)
        when = card.due
    assert gaps == sorted(gaps) and gaps[-1] > 4 * gaps[0] and card.known


def test_the_first_interval_is_that_of_the_formula() -> None:
    """S0(Good) = w2; the interval at which 90 % is still known is the stability itself (FSRS-6)."""
    card = replayed([at(START)], UTC).cards["s"]
    decay = -DEFAULT_PARAMETERS[20]
    factor = 0.9 ** (1 / decay) - 1
    days = DEFAULT_PARAMETERS[2] / factor * (0.9 ** (1 / decay) - 1)
    assert math.isclose(card.stability, DEFAULT_PARAMETERS[2])
    assert card.due - card.last == timedelta(days=max(1, round(days)))


def test_the_order_in_which_answers_arrive_does_not_matter() -> None:
    answers = [at(START + timedelta(hours=h), f"s{h % 3}", h % 4 != 0) for h in range(40)]
    assert replayed(answers, UTC).cards == replayed(reversed(answers), UTC).cards


def test_going_on_from_a_state_comes_to_the_same() -> None:
    answers = [at(START + timedelta(hours=5 * h), f"s{h % 7}", h % 3 != 0) for h in range(60)]
    state = None
    for n in range(0, 61, 4):
        state = replayed(answers[:n], UTC, state)
    assert (
        state is not None and state.cards == replayed(answers, UTC).cards and state.days == replayed(answers, UTC).days
    )
    earlier = [at(START - timedelta(days=3), "s1"), *answers]  # another device's, taken in later
    assert replayed(earlier, UTC, state).cards == replayed(earlier, UTC).cards


def test_due_counts_today_whole_and_the_overdue_come_first() -> None:
    state = replayed(
        [
            at(START, "late"),
            at(START + timedelta(days=1), "today"),
            at(START + timedelta(days=4, hours=1), "minutes", False),
        ],
        UTC,
    )
    now = START + timedelta(days=4, hours=1, minutes=1)
    assert [card.subject for card in state.due(now)] == ["late", "today", "minutes"]
    assert state.due(now, ["guandan"]) == []


def test_new_things_are_so_many_a_day_and_the_day_is_the_learners() -> None:
    from zoneinfo import ZoneInfo

    beijing = ZoneInfo("Asia/Shanghai")
    late = datetime(2026, 3, 2, 15, 50, tzinfo=UTC)  # 23:50 there
    state = replayed([at(late, f"s{n}") for n in range(3)], beijing)
    assert state.new_left(late) == NEW_A_DAY - 3
    assert state.new_left(late + timedelta(minutes=20)) == NEW_A_DAY, "midnight has passed there"
    assert list(state.days) == [date(2026, 3, 2)]


def test_the_streak_breaks_after_a_day_without_an_answer() -> None:
    state = replayed([at(START + timedelta(days=d), f"s{d}") for d in (0, 2, 3, 4)], UTC)
    assert state.streak(START + timedelta(days=4)) == 3
    assert state.streak(START + timedelta(days=5)) == 3, "today is not over"
    assert state.streak(START + timedelta(days=6)) == 0


def test_the_forecast_counts_each_subject_once() -> None:
    state = replayed([at(START + timedelta(minutes=n), f"s{n}", n % 2 == 0) for n in range(8)], UTC)
    ahead = state.forecast(START, 400)
    assert sum(ahead) == 8 and ahead[0] == 4, "the wrong ones are due today"
    assert state.history(START, 3) == [0, 0, 8]


def test_the_weakest_topic_comes_first_and_few_answers_prove_nothing() -> None:
    answers = [at(START + timedelta(minutes=n), f"a{n}", n > 3, "auction") for n in range(8)]
    answers += [at(START + timedelta(minutes=20 + n), f"b{n}", n > 5, "play") for n in range(8)]
    answers += [at(START + timedelta(minutes=40), "c", False, "deal")]
    answers += [at(START + timedelta(minutes=50 + n), f"d{n}", True, "end") for n in range(8)]
    state = replayed(answers, UTC)
    assert [each.topic for each in state.weak(START + timedelta(days=1))] == ["play", "auction"]
    assert state.weak(START + timedelta(days=90)) == []
