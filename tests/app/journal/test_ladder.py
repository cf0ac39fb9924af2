"""From saved rulings to what the trees derive: the real trees, the real ladder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from app.journal.journal import Journal
from app.journal.ladder import counts, prior
from app.journal.records import NO_EVENT, Place, Record, RulingBody
from decision_trees import functions
from decision_trees.engine import Ruled, advance
from decision_trees.storage import open_library
from rules_data.handbook import open_handbook

LIBRARY, BOOKS = open_library(), open_handbook()
Body = Callable[..., RulingBody]


def rule(tree: str, facts: Mapping[str, Any]) -> Ruled:
    step = advance(LIBRARY.tree(tree), dict(facts), trees=LIBRARY.trees, books=BOOKS.books, settled={})
    assert isinstance(step, Ruled), step
    return step


def save(
    journal: Journal, ruled: Ruled, pairs: tuple[str, ...], place: Place, *, event: str = NO_EVENT, **other: Any
) -> Record:
    game = ruled.tree.game
    body = RulingBody(
        game, ruled.entry.id, ruled.entry.title, ruled.outcome_id, ruled.outcome.ruling, ruled.outcome.level, place, pairs,
        counts=counts(LIBRARY, game, [ruled]), **other,
    )  # fmt: skip
    return journal.save_ruling(event, body)


SLOW = {"seconds": 35}
HERE = Place("5", 2, 1, 4)


def before(
    journal: Journal, tree: str = "guandan.violation_count", pair: str = "3", place: Place = HERE, **other: Any
) -> Any:
    return prior(journal, LIBRARY, NO_EVENT, tree, pair, place, **other)


def value(ruled: Ruled, name: str) -> tuple[Any, str]:
    known = next(k for k in ruled.known if k.name == name)
    return known.value, known.source


def test_the_second_violation_of_a_round_becomes_a_foul(journal: Journal) -> None:
    first = rule("guandan.violation_count", {**before(journal).facts})
    assert value(first, "violations_this_round") == (0, "derived")
    assert first.outcome_id == "first_violation"
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    said = before(journal, place=replace(HERE, deal=9))
    assert [b.sentence for b in said.before] == ["本轮此前已记违例 1 次，再记是第 2 次。"]
    second = rule("guandan.violation_count", said.facts)
    assert value(second, "violations_this_round") == (1, "derived")
    assert second.outcome_id == "becomes_foul"


def test_another_round_another_pair_another_event_begin_anew(journal: Journal) -> None:
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    for said in (before(journal, place=replace(HERE, round=3)), before(journal, pair="4")):
        assert said.before == ()
        assert rule("guandan.violation_count", said.facts).outcome_id == "first_violation"
    other = prior(journal, LIBRARY, "01M7YDB9PAJK9D9XR46NQYMZ3T", "guandan.violation_count", "3", HERE)
    assert other.before == ()


def test_a_withdrawn_ruling_does_not_count_until_it_is_restored(journal: Journal) -> None:
    first = save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    withdrawal = journal.withdraw(first.id, "计时有误")
    assert value(rule("guandan.violation_count", before(journal).facts), "violations_this_round")[0] == 0
    journal.withdraw(withdrawal.id, "计时无误")
    assert value(rule("guandan.violation_count", before(journal).facts), "violations_this_round")[0] == 1


def test_a_correction_moves_it_to_another_pair(journal: Journal) -> None:
    first = save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    journal.correct(first.id, {"offenders": ["4"]}, "记错了对")
    assert before(journal).before == ()
    assert before(journal, pair="4").before[0].count == 1


def test_the_play_and_the_look_at_the_record_are_one_violation(journal: Journal) -> None:
    play = save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    look = before(journal, leaving_out=play.id)  # what is being ruled on is not one before
    assert look.before == ()
    followed = save(journal, rule("guandan.violation_count", look.facts), ("3",), HERE, chain=play.id)
    assert [r["kind"] for r in journal.history(NO_EVENT, "guandan")] == ["violation"]
    again = save(journal, rule("guandan.slow_play", SLOW), ("3",), replace(HERE, deal=7))
    look = before(journal, place=replace(HERE, deal=7), leaving_out=again.id)
    foul = rule("guandan.violation_count", look.facts)
    assert foul.outcome_id == "becomes_foul"
    save(journal, foul, ("3",), replace(HERE, deal=7), chain=again.id)
    assert sorted(r["kind"] for r in journal.history(NO_EVENT, "guandan")) == ["foul", "violation", "violation"]
    journal.withdraw(play.id)  # the look at the record stands: still one violation
    assert [r["kind"] for r in journal.history(NO_EVENT, "guandan")].count("violation") == 2
    journal.withdraw(followed.id)
    assert [r["kind"] for r in journal.history(NO_EVENT, "guandan")].count("violation") == 1


def test_an_incident_goes_on_over_a_withdrawn_ruling(journal: Journal, body: Body) -> None:
    first = journal.save_ruling(NO_EVENT, body())
    second = journal.save_ruling(NO_EVENT, body(chain=first.id))
    journal.save_ruling(NO_EVENT, body(chain=second.id))
    journal.withdraw(second.id)
    assert len(journal.history(NO_EVENT, "guandan")) == 1


def test_rulings_that_follow_each_other_in_a_circle(journal: Journal, body: Body) -> None:
    first = journal.save_ruling(NO_EVENT, body())
    second = journal.save_ruling(NO_EVENT, body(chain=first.id))
    journal.correct(first.id, {"chain": second.id})
    assert len(journal.history(NO_EVENT, "guandan")) == 1


def test_both_pairs_have_it(journal: Journal, body: Body) -> None:
    journal.save_ruling(NO_EVENT, body(("3", "4"), player="王"))
    assert journal.history(NO_EVENT, "guandan") == [
        {"kind": "violation", "pair": "3", "round": 2, "game": 1, "deal": 4},
        {"kind": "violation", "pair": "4", "round": 2, "game": 1, "deal": 4},
    ]


def test_the_third_foul_of_a_game_and_the_second_game_lost(journal: Journal) -> None:
    for deal in (1, 2):
        save(journal, rule("guandan.foul_count", {"fouls_this_game": 0}), ("3",), replace(HERE, deal=deal))
    other_game = replace(HERE, game=2)
    assert (
        rule("guandan.foul_count", before(journal, "guandan.foul_count", place=other_game).facts).outcome_id
        == "foul_recorded"
    )
    facts = {**before(journal, "guandan.foul_count").facts, "opponents_points": 12}
    third = rule("guandan.foul_count", facts)
    assert third.outcome_id == "game_lost"
    save(journal, third, ("3",), HERE)
    later = Place("5", 4, 1, 1)
    assert [b.sentence for b in before(journal, place=later).before] == [
        "本次比赛此前已记一局判负 1 次，再记是第 2 次。"
    ]
    assert (
        rule("guandan.game_loss_count", before(journal, "guandan.game_loss_count", place=later).facts).outcome_id
        == "suspended"
    )


def test_a_ruling_without_a_round_is_said_and_the_referee_is_asked(journal: Journal) -> None:
    placed = save(journal, rule("guandan.slow_play", SLOW), ("3",), Place("5"))
    said = before(journal)
    assert said.unplaced == (placed.id,)
    assert "1 条裁决没有写第几轮" in said.fault
    assert "history" not in said.facts
    assert rule("guandan.violation_count", {**said.facts, "violations_this_round": 1}).outcome_id == "becomes_foul"
    journal.correct(placed.id, {"place": {"round": 2}})
    assert before(journal).fault == ""
    assert before(journal).before[0].count == 1


def test_without_a_round_the_referee_is_asked(journal: Journal) -> None:
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    said = before(journal, place=Place("5"))
    assert said.before == ()
    step = advance(
        LIBRARY.tree("guandan.violation_count"), dict(said.facts), trees=LIBRARY.trees, books=BOOKS.books, settled={}
    )
    assert not isinstance(step, Ruled)


def test_a_tree_that_goes_through_the_count_is_told_too(journal: Journal) -> None:
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    said = before(journal, "guandan.slow_tribute")
    assert {"history", "pair", "round"} <= set(said.facts)
    assert before(journal, "guandan.slow_play").facts == {}
    assert before(journal, "guandan.slow_play").before[0].count == 1


def test_the_second_warning_of_shengji_is_a_violation_and_the_third_violation_loses(journal: Journal) -> None:
    def look(tree: str, **other: Any) -> Ruled:
        return rule(tree, before(journal, tree, player="S", **other).facts)

    first = look("shengji.warning_count")
    assert first.outcome_id == "first_warning"
    save(journal, first, ("3",), HERE, player="S")
    second = look("shengji.warning_count")
    assert second.outcome_id == "second_warning"
    kept = save(journal, second, ("3",), HERE, player="S")
    assert [b.sentence for b in before(journal, "shengji.slow_play").before] == [
        "本轮此前已记警告 2 次，再记是第 3 次。",
        "本轮此前已记违例 1 次，再记是第 2 次。",
    ]
    counted = rule("shengji.violation_count", before(journal, "shengji.violation_count", leaving_out=kept.id).facts)
    assert value(counted, "violations_this_round") == (0, "derived")
    save(journal, counted, ("3",), HERE, chain=kept.id, player="S")
    save(journal, look("shengji.violation_count"), ("3",), HERE, player="S")
    third = look("shengji.violation_count")
    assert third.outcome_id == "round_forfeited"
    save(journal, third, ("3",), HERE)
    assert look("shengji.forfeit_count", place=Place("1", 5)).outcome_id == "suspended"
    assert look("shengji.warning_count", place=Place("1", 5)).outcome_id == "first_warning"


def test_illegal_information_counts_through_the_event(journal: Journal) -> None:
    for round_ in (1, 2):
        found = rule("shengji.illegal_information_count", {"information_of_side": 0})
        save(journal, found, ("3",), Place("5", round_))
    third = rule("shengji.illegal_information_count", before(journal, "shengji.illegal_information_count").facts)
    assert third.outcome_id == "disqualified"


@pytest.mark.parametrize(("game", "kind"), [("guandan", "violation"), ("guandan", "foul"), ("shengji", "warning")])
def test_the_functions_take_the_history_as_it_is(journal: Journal, body: Body, game: str, kind: str) -> None:
    for i in range(12):
        made = body((str(i % 2),), counts=((kind, 2),), game=1, round=i % 3 + 1, deal=None)
        journal.save_ruling(NO_EVENT, replace(made, game="bridge" if i == 6 else game))
    asked = {"history": journal.history(NO_EVENT, game), "kind": kind, "pair": "0", "in_round": 1}
    assert functions.call(f"{game}.history_count", asked) == {"count": 2}


def test_bridge_has_no_ladder(journal: Journal) -> None:
    said = prior(journal, LIBRARY, NO_EVENT, "bridge.insufficient_bid", "3", HERE)
    assert (said.before, said.facts, said.fault) == ((), {}, "")
