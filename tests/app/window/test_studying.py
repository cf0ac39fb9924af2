"""What a window learns: an answer is kept once and at once, keys and taps together do nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from app.base.words import GAMES
from app.study import scenarios
from app.study.answer_file import FileAnswers
from app.study.answers import exported, imported
from app.window import library, routes
from app.window.studying import Studying
from tests.app.study.test_answers import given


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FileAnswers:
    found = FileAnswers(tmp_path / "study.log")
    monkeypatch.setattr(library, "answers", lambda: found)
    return found


def test_an_answer_counts_once_and_is_on_the_disk_before_the_next_question(store: FileAnswers, tmp_path: Path) -> None:
    studying = Studying()
    sitting = studying.practice(studying.game, None)
    assert sitting.now is not None and sitting.number == 1
    question = sitting.now.question
    studying.next(sitting, 1)
    assert sitting.now.question is question, "a question is not passed over unanswered"
    wrong = (question.right + 1) % len(question.options)
    studying.pick(sitting, wrong)
    studying.pick(sitting, question.right)
    kept = FileAnswers(tmp_path / "study.log").all()
    assert [(each.question, each.right) for each in kept] == [(question.id, False)]
    assert sitting.picked == wrong and sitting.right == 0
    studying.next(sitting, 1)
    studying.next(sitting, 1)  # Enter pressed on the button: the key and the button both say so
    assert sitting.number == 2 and sitting.picked is None
    assert studying.state().cards[question.subject].lapses == 1


def test_the_keys_answer_what_is_on_the_screen(store: FileAnswers) -> None:
    studying = Studying()
    place = routes.parse("/learn/practice")
    assert studying.numbered(place) == [], "nothing is asked yet"
    sitting = studying.practice(studying.game, None)
    assert sitting.now is not None
    keys = studying.numbered(place)
    assert len(keys) == len(sitting.now.question.options)
    studying.enter(place)
    assert sitting.number == 1, "Enter does not pass over a question"
    keys[1]()
    assert sitting.picked == 1 and studying.numbered(place) == []
    studying.enter(place)
    assert sitting.number == 2
    assert studying.numbered(routes.parse("/learn")) == []


def test_a_scenario_is_kept_when_its_last_step_is_answered(store: FileAnswers) -> None:
    studying = Studying()
    case = scenarios.scenario("bridge.insufficient_bid.condoned")
    assert case is not None
    walk = studying.walkthrough(case)
    assert walk is not None
    place = routes.parse(routes.scenario_address(case.id))
    for number, step in enumerate(walk.guided.steps):
        assert not store.all()
        studying.further(walk, number)
        assert walk.at == number, "a step is not passed over"
        studying.numbered(place)[step.right]()
        studying.step(walk, 0)
        if number + 1 < len(walk.guided.steps):
            studying.enter(place)
    assert [(each.kind, each.right) for each in store.all()] == [(scenarios.KIND, True)]
    assert not walk.ended, "the last step is still to be looked at"
    studying.enter(place)
    assert walk.ended and studying.records()[case.id].right
    studying.again(case)
    after = studying.walkthrough(case)
    assert after is not None and after.picks == () and after is not walk


def test_answers_of_another_device_count_as_ones_own_here(store: FileAnswers) -> None:
    kept: dict[str, dict[str, Any]] = {}

    class Preferences:
        def kept(self, key: str) -> dict[str, Any]:
            return kept.get(key, {})

        def change(self, key: str, change: Callable[[dict[str, Any]], object]) -> None:
            change(kept.setdefault(key, {}))

        def tell_all(self, what: str) -> None:
            pass

    here, other = Studying(cast(Any, Preferences())), given(who="phone")
    stranger = given(who="somebody else on this server")
    store.add([stranger])
    assert here.answers() == ()
    here.keep(game="bridge", topic="play", subject="s", question="q", kind="k", right=True, took=5)
    assert "并入 1 次" in here.take_in(imported(exported([other])))
    assert {each.who for each in here.answers()} == {"phone", here.learner()} and stranger in store.all()
    assert "1 次原来就有" in here.take_in(imported(exported([other])))


def test_a_round_goes_on_to_its_next_scenario() -> None:
    studying = Studying(round=("a", "b"))
    assert (studying.following("a"), studying.following("b"), studying.following("c")) == ("b", None, None)
    studying.follow(list(GAMES)[1])
    assert studying.round == () and studying.game == list(GAMES)[1]


def test_addresses_of_learning_lead_there_and_back() -> None:
    assert routes.parse("/learn/practice").kind == "practice"
    place = routes.parse(routes.practice_address("guandan", "play"))
    assert (place.kind, place.game, place.stage, place.tab, place.parent) == (
        "practice",
        "guandan",
        "play",
        "learn",
        "/learn",
    )
    for case in scenarios.offered("shengji"):
        place = routes.parse(routes.scenario_address(case.id))
        assert (place.kind, place.case_id, place.parent) == ("scenario", case.id, "/learn/scenarios")
    assert routes.parse("/learn/nothing").kind == "lost"
