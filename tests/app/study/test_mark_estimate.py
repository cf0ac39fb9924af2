"""The mark of an examination is foretold: not from few answers, near the truth of candidates who answer by another model."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import fmean

import pytest

from app.study import bank
from app.study.difficulty import KINDS
from app.study.mark_estimate import LEAST, ItemResult, assumed, estimate, hardness_of
from app.study.schedule import replayed
from decision_trees.games import games
from tests.app.study.test_schedule import at
from tests.benchmarks.mark_estimate import RESULT, foretold, measured

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SUBJECTS = bank.subjects("bridge")
SHORT = 40  # candidates a game


def answered(number: int, share: float) -> list:  # type: ignore[type-arg]
    """So many things, each asked once, of which a share was answered rightly."""
    chosen = [each for each in SUBJECTS if "clause" in each.kinds][:number]
    return [
        replace(at(NOW - timedelta(minutes=5 * n), s.id, n < share * number, s.topic, "bridge"), kind="clause")
        for n, s in enumerate(chosen)
    ]


def test_below_thirty_answers_nothing_is_said() -> None:
    assert estimate(replayed(answered(LEAST - 1, 0.5), UTC), SUBJECTS, "bridge", NOW) is None
    assert estimate(replayed(answered(LEAST, 0.5), UTC), SUBJECTS, "bridge", NOW) is not None
    assert estimate(replayed(answered(LEAST, 0.5), UTC), bank.subjects("shengji"), "shengji", NOW) is None


def test_who_answers_more_rightly_is_expected_to_get_more_and_more_answers_make_surer() -> None:
    few, some, many = (
        estimate(replayed(answered(60, share), UTC), SUBJECTS, "bridge", NOW) for share in (0.3, 0.6, 0.9)
    )
    assert few is not None and some is not None and many is not None
    assert few.mark < some.mark < many.mark
    assert all(0 <= each.low <= each.mark <= each.high <= 100 for each in (few, some, many))
    sure = estimate(replayed(answered(120, 0.6), UTC), SUBJECTS, "bridge", NOW)
    assert sure is not None and sure.high - sure.low < some.high - some.low


def test_a_paper_shows_which_of_its_questions_are_hard_whoever_sat_it() -> None:
    kinds = ["outcome", "clause", "term"]
    for group in (0.9, 0.5):  # a good and a weak room
        rows = [
            ItemResult("p", kind, "play", f"s{n}", group - 0.2 * (kind == "term"), 400) for n, kind in enumerate(kinds)
        ]
        hard = hardness_of(rows)
        assert hard("term", "play", "s2") - hard("outcome", "play", "s0") > assumed("term") - assumed("outcome")
    assert hardness_of()("term", "play", "x") == assumed("term")
    few = hardness_of([replace(each, candidates=1) for each in rows])
    moved, little = (abs(each("term", "play", "s2") - assumed("term")) for each in (hard, few))
    assert little < 0.3 * moved, "one candidate moves little"


def test_the_kinds_are_about_as_hard_as_their_questions_say() -> None:
    assert sorted(KINDS) == sorted(kind.id for kind in bank.kinds())
    for kind in bank.kinds():
        offered = [s for game in games() for s in bank.subjects(game, kind=kind.id)]
        made, rng = [], Random(5)
        while len(made) < 6:
            try:
                made.append(bank.make(kind.id, rng.choice(offered).id, rng.randrange(1000)))
            except bank.NoQuestionError:
                continue
        assert fmean(each.difficulty for each in made) == pytest.approx(KINDS[kind.id].wrong, abs=0.2), kind.id


@pytest.mark.parametrize("game", games())
def test_some_candidates_who_answer_by_another_model_are_foretold(game: str) -> None:
    """A short form of the benchmark; 40 candidates tell the mean error to about one mark, the share inside to about 5 of 100."""
    error, inside, _ = foretold(game, SHORT, 7)
    assert error < 8
    assert inside > 78


def test_the_figures_are_those_of_what_is_here() -> None:
    assert f"measured {measured()}" in RESULT.read_text(encoding="utf-8"), (
        "python -m tests.benchmarks.mark_estimate --write"
    )
