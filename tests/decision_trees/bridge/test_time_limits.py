"""Time limits after a session (79C, 92B)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import call
from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals

WORKED: list[Case] = [
    ("correction_deadline", {"official_score_time": "21:30"}, {"deadline": "22:00"}),
    ("appeal_deadline", {"official_score_time": "23:45"}, {"deadline": "00:15", "next_day": True}),
    ("appeal_in_time", {"official_score_time": "17:00", "appeal_time": "17:30"}, {"in_time": True}),
    # -- 79C, 92B
    ("correction_deadline", {"official_score_time": "23:59"}, {"deadline": "00:29"}),
    ("correction_deadline", {"official_score_time": "21:30", "organizer_minutes": 15}, {"deadline": "21:45"}),
    ("correction_deadline", {"official_score_time": "21:30", "organizer_minutes": 1440}, {"deadline": "21:30"}),
    ("appeal_deadline", {"official_score_time": "09:05"}, {"deadline": "09:35", "next_day": False}),
    ("appeal_deadline", {"official_score_time": "23:30"}, {"deadline": "00:00", "next_day": True}),
    (
        "appeal_deadline",
        {"official_score_time": "20:00", "organizer_minutes": 60},
        {"deadline": "21:00", "next_day": False},
    ),
    *[
        ("appeal_in_time", {"official_score_time": posted, "appeal_time": made}, {"in_time": yes})
        for posted, made, yes in [
            ("17:00", "17:31", False),
            ("17:00", "17:00", True),
            ("17:00", "16:50", True),  # before the posting
            ("23:45", "00:15", True),
            ("23:45", "00:16", False),
            ("00:10", "00:41", False),
        ]
    ],
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("correction_deadline", {"official_score_time": "25:00"}, "25:00"),
    ("correction_deadline", {"official_score_time": "24:00"}, "24:00"),
    ("correction_deadline", {"official_score_time": "12:60"}, "12:60"),
    ("correction_deadline", {"official_score_time": "noon"}, "noon"),
    ("appeal_deadline", {"official_score_time": "12:00", "organizer_minutes": -5}, "-5"),
    ("appeal_deadline", {"official_score_time": "12:00", "organizer_minutes": 5000}, "次日"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("posted", "raised", "minutes"),
    [
        ("17:00", "17:30", 30),
        ("17:00", "17:00", 0),
        ("23:45", "00:20", 35),
        ("17:00", "16:50", -10),
        ("00:05", "23:55", -10),
    ],
)
def test_minutes_after_the_score(posted: str, raised: str, minutes: int) -> None:
    given = {"official_score_time": posted, "raised_time": raised}
    assert call("bridge.minutes_after_score", given) == {"minutes": minutes}


@pytest.mark.parametrize(
    ("posted", "raised", "organizer", "when"),
    [
        ("16:00", "16:29", None, "in"),
        ("16:00", "16:30", None, "last"),  # D-18
        ("16:00", "16:31", None, "late"),
        ("16:00", "15:50", None, "in"),  # not yet posted
        ("23:45", "00:15", None, "last"),
        ("23:45", "00:16", None, "late"),
        ("16:00", "16:50", 60, "in"),
        ("16:00", "16:15", 10, "late"),
    ],
)
def test_correction_time(posted: str, raised: str, organizer: int | None, when: str) -> None:
    data = {"official_score_time": posted, "raised_time": raised, "organizer_minutes": organizer}
    assert call("bridge.correction_time", data) == {"when": when}
