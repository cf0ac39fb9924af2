"""What is taken for something else comes next to it, until both are known; of what was missed, why not comes first."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from app.study import bank, practice, twins
from app.study.answers import Answer, exported, imported
from app.study.schedule import replayed
from tests.app.study.test_schedule import at

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
REVOKE, PENALTY = "tree:bridge.revoke", "tree:bridge.established_revoke"


def answer(minutes: int, subject: str, right: bool, instead: str = "") -> Answer:
    return replace(at(NOW + timedelta(minutes=minutes), subject, right, "play", "bridge"), instead=instead)


def test_a_pair_is_confused_until_both_were_answered_rightly_twice() -> None:
    pair = frozenset((REVOKE, PENALTY))
    given = [answer(0, REVOKE, False, PENALTY)]
    assert twins.confusions(given, NOW) == {pair: 1}
    given += [answer(1, REVOKE, True), answer(2, REVOKE, True), answer(3, PENALTY, True)]
    assert twins.confusions(given, NOW) == {pair: 1}
    given += [answer(4, PENALTY, True)]
    assert twins.confusions(given, NOW) == {}
    assert twins.confusions([answer(0, REVOKE, False, PENALTY)], NOW + timedelta(days=61)) == {}


def test_a_new_confusion_begins_the_count_again() -> None:
    right = [answer(n, subject, True) for n, subject in enumerate([REVOKE, REVOKE, PENALTY, PENALTY], 1)]
    given = [answer(0, REVOKE, False, PENALTY), *right, answer(9, PENALTY, False, REVOKE)]
    assert twins.confusions(given, NOW) == {frozenset((REVOKE, PENALTY)): 1}


def test_the_other_one_comes_right_after_and_not_for_ever() -> None:
    given = [answer(0, REVOKE, False, PENALTY)]
    later = NOW + timedelta(minutes=1)
    assert twins.twin_now(given, later) == PENALTY
    given += [answer(1, PENALTY, True)]
    assert twins.twin_now(given, later) is None, "asked just now"
    assert twins.twin_now(given[:1], NOW + timedelta(hours=2)) is None, "another sitting"
    assert twins.twin_now([], NOW) is None


def test_practice_asks_the_twin_before_anything_else() -> None:
    state = replayed([answer(0, REVOKE, False, PENALTY)], UTC)
    found = practice.coming(state, NOW + timedelta(minutes=1), "bridge", Random(1))
    assert found is not None and (found.why, found.question.subject) == ("易混", PENALTY)


def test_a_wrong_option_stands_for_the_tree_it_names_and_the_right_one_for_nothing() -> None:
    question = bank.make("irregularity", REVOKE, 3)
    titles = {f"tree:{tree}" for tree in ()} | {s.id: s.title for s in bank.subjects("bridge")}.keys()
    for n, option in enumerate(question.options):
        meant = twins.stands_for(question, n)
        if n == question.right:
            assert meant == ""
        else:
            assert meant in titles
            assert next(s.title for s in bank.subjects("bridge") if s.id == meant) == option.text


def test_what_was_missed_is_asked_by_what_players_claim() -> None:
    about = next(s for s in bank.subjects("bridge") if s.id == REVOKE)
    assert "claim" in about.kinds
    assert {practice.made(about, Random(n), missed=True).kind for n in range(6)} == {"claim"}  # type: ignore[union-attr]
    assert len({practice.made(about, Random(n)).kind for n in range(12)}) > 1  # type: ignore[union-attr]


def test_older_records_are_read_and_written_as_they_were() -> None:
    old = answer(0, REVOKE, True)
    assert "instead" not in old.plain()
    line = json.dumps({**old.plain(), "instead": 7})
    head = exported([]).strip()
    assert imported(f"{head}\n{line}\n").answers == (old,), "a value of another kind is left out"
    new = replace(old, right=False, instead=PENALTY)
    assert imported(exported([new])).answers == (new,)
