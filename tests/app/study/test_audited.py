"""Every question that an examiner called false, weak or to be struck is found, and those he called good pass."""

from __future__ import annotations

import pytest

from app.study import lint
from app.study.fairness.papers import elementary, too_many
from tests.app.study.audited import as_drawn_now, questions, words

OF_PAPERS = ("elementary", "three_of_one_law")
FAULTY = {name: each for name, each in words()["faulty"].items() if each["check"]}
GOOD = [f"{kind} {number}" for kind, numbers in words()["good"].items() for number in numbers]


@pytest.mark.parametrize("name", [name for name, each in FAULTY.items() if each["check"] not in OF_PAPERS])
def test_a_question_the_examiner_faulted_is_found_by_the_check_of_its_fault(name: str) -> None:
    found = {check for check, _ in lint.found(questions()[name])}
    assert FAULTY[name]["check"] in found, (questions()[name].stem, found)


@pytest.mark.parametrize("name", [name for name, each in FAULTY.items() if each["check"] in OF_PAPERS])
def test_a_question_that_is_none_for_a_paper_is_found(name: str) -> None:
    if FAULTY[name]["check"] == "elementary":
        assert elementary(questions()[name])
    else:
        paper = [questions()[f"paper {number}"] for number in range(1, 41)]
        assert int(name.split()[1]) - 1 in {at for at, _ in too_many(paper)}


@pytest.mark.parametrize("name", GOOD)
def test_a_question_the_examiner_found_good_passes(name: str) -> None:
    found = [each for each in lint.found(as_drawn_now(questions()[name])) if each[0] != "sound"]
    assert bool(found) == (name in words()["by_pattern"]), found


def test_no_good_question_of_the_paper_is_beneath_a_referee() -> None:
    assert [name for name in GOOD if name.startswith("paper") and elementary(questions()[name])] == []


def test_all_that_was_audited_is_kept() -> None:
    verdicts = [each["verdict"] for each in words()["faulty"].values()]
    assert (verdicts.count("false question"), verdicts.count("struck")) == (4, 22)
    assert len(questions()) == 112 + 40
