"""From saved rulings to what the trees derive: the real trees, the real ladder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from app.base.opened import trees
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, EventBody, Place, Record, RulingBody
from app.ruling.assignment import context
from app.ruling.scene import Scene
from app.ruling.standing import NOTHING, Context, stand
from app.ruling.tally import counts_of, tally
from decision_trees import functions
from decision_trees.engine import Ruled

Body = Callable[..., RulingBody]


def rule(tree: str, facts: Mapping[str, Any] | None = None, known: Context = NOTHING) -> Ruled:
    step = stand(tree, dict(facts or {}), {}, known).step
    assert isinstance(step, Ruled), step
    return step


def save(
    journal: Journal, ruled: Ruled, pairs: tuple[str, ...], place: Place, *, event: str = NO_EVENT, **other: Any
) -> Record:
    game = ruled.tree.game
    body = RulingBody(
        game, ruled.entry.id, ruled.entry.title, ruled.outcome_id, ruled.outcome.ruling, ruled.outcome.level, place, pairs,
        counts=counts_of(ruled), **other,
    )  # fmt: skip
    return journal.save_ruling(event, body)


SLOW = {"seconds": 35, "warned": True}
HERE = Place("5", 2, 1, 4)


def before(
    journal: Journal, pair: str = "3", place: Place = HERE, *,
    game: str = "guandan", event: str = NO_EVENT, leaving_out: str | None = None,
) -> Context:  # fmt: skip
    """What the journal says of a pair before a ruling."""
    return context(journal, Scene(event, game, place, (pair,)), (), leaving_out)


def said(
    journal: Journal, pair: str = "3", place: Place = HERE, *,
    game: str = "guandan", event: str = NO_EVENT, leaving_out: str | None = None,
) -> list[str] | None:  # fmt: skip
    """What the referee is told of it; None where it cannot be counted."""
    known = before(journal, pair, place, game=game, event=event, leaving_out=leaving_out)
    found = tally(Scene(event, game, place, (pair,)), known)
    return None if found is None else list(found.words())


def value(ruled: Ruled, name: str) -> tuple[Any, str]:
    known = next(k for k in ruled.known if k.name == name)
    return known.value, known.source


def test_the_second_violation_of_a_round_becomes_a_foul(journal: Journal) -> None:
    first = rule("guandan.violation_count", known=before(journal))
    assert value(first, "violations_this_round") == (0, "derived")
    assert first.outcome_id == "first_violation"
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    later = replace(HERE, deal=9)
    assert said(journal, place=later) == ["本轮违例 1 次"]
    second = rule("guandan.violation_count", known=before(journal, place=later))
    assert value(second, "violations_this_round") == (1, "derived")
    assert second.outcome_id == "becomes_foul"


def test_another_round_another_pair_another_event_begin_anew(journal: Journal) -> None:
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    other = journal.save_event(EventBody("另一项", "guandan"))
    elsewhere: list[dict[str, Any]] = [{"place": replace(HERE, round=3)}, {"pair": "4"}, {"event": other}]
    for where in elsewhere:
        assert said(journal, **where) == []
        assert rule("guandan.violation_count", known=before(journal, **where)).outcome_id == "first_violation"


def test_a_withdrawn_ruling_does_not_count_until_it_is_restored(journal: Journal) -> None:
    def violations() -> object:
        return value(rule("guandan.violation_count", known=before(journal)), "violations_this_round")[0]

    first = save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    withdrawal = journal.withdraw(first.id, "计时有误")
    assert violations() == 0
    journal.withdraw(withdrawal.id, "计时无误")
    assert violations() == 1


def test_a_correction_moves_it_to_another_pair(journal: Journal) -> None:
    first = save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    journal.correct(first.id, {"offenders": ["4"]}, "记错了对")
    assert said(journal) == []
    assert said(journal, "4") == ["本轮违例 1 次"]


def test_the_play_and_the_look_at_the_record_are_one_violation(journal: Journal) -> None:
    play = save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    assert said(journal, leaving_out=play.id) == []  # what is being ruled on is not one before
    look = rule("guandan.violation_count", known=before(journal, leaving_out=play.id))
    followed = save(journal, look, ("3",), HERE, chain=play.id)
    assert [r["kind"] for r in journal.history(NO_EVENT, "guandan")] == ["violation"]
    later = replace(HERE, deal=7)
    again = save(journal, rule("guandan.slow_play", SLOW), ("3",), later)
    foul = rule("guandan.violation_count", known=before(journal, place=later, leaving_out=again.id))
    assert foul.outcome_id == "becomes_foul"
    save(journal, foul, ("3",), later, chain=again.id)
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
    assert rule("guandan.foul_count", known=before(journal, place=other_game)).outcome_id == "foul_recorded"
    third = rule("guandan.foul_count", {"third_foul_decision": "game", "opponents_points": 12}, before(journal))
    assert third.outcome_id == "game_lost"
    save(journal, third, ("3",), HERE)
    later = Place("5", 4, 1, 1)
    assert said(journal, place=later) == ["全赛一局判负 1 次"]
    assert rule("guandan.game_loss_count", known=before(journal, place=later)).outcome_id == "suspended"


def test_a_ruling_without_a_round_is_said_and_the_referee_is_asked(journal: Journal) -> None:
    placed = save(journal, rule("guandan.slow_play", SLOW), ("3",), Place("5"))
    assert said(journal) is None
    known = before(journal)
    assert "history" not in known.facts
    assert not isinstance(stand("guandan.violation_count", {}, {}, known).step, Ruled)
    assert rule("guandan.violation_count", {"violations_this_round": 1}, known).outcome_id == "becomes_foul"
    journal.correct(placed.id, {"place": {"round": 2}})
    assert said(journal) == ["本轮违例 1 次"]


def test_a_foul_without_a_game_is_said_where_the_game_is_known(journal: Journal) -> None:
    foul = save(journal, rule("guandan.foul_count", {"fouls_this_game": 0}), ("3",), replace(HERE, game=None))
    assert said(journal) is None
    assert "history" not in before(journal).facts
    assert said(journal, place=replace(HERE, game=None)) == ["本局犯规不详"]
    journal.correct(foul.id, {"place": {"game": 1}})
    assert said(journal) == ["本局犯规 1 次"]
    violation = save(journal, rule("guandan.slow_play", SLOW), ("3",), replace(HERE, game=None))
    assert said(journal) == ["本轮违例 1 次", "本局犯规 1 次"], "violations count within the round, whichever the game"
    journal.withdraw(violation.id)
    assert said(journal) == ["本局犯规 1 次"]


def test_without_a_round_the_referee_is_asked(journal: Journal) -> None:
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    nowhere = Place("5")
    assert said(journal, place=nowhere) == ["本轮违例不详"]
    assert not isinstance(stand("guandan.violation_count", {}, {}, before(journal, place=nowhere)).step, Ruled)


def test_a_tree_that_goes_through_the_count_is_told_too(journal: Journal) -> None:
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    known = before(journal)
    through = rule("guandan.slow_tribute", {"step": "tribute", "seconds": 40}, known)
    assert (through.entry.id, through.outcome_id) == ("guandan.slow_tribute", "foul")  # 22.2, 16.3.1
    first = rule("guandan.slow_tribute", {"step": "tribute", "seconds": 40}, before(journal, "4"))
    assert first.outcome_id == "violation"
    assert not any(k.name == "history" for k in rule("guandan.slow_play", SLOW, known).known), "this one does not count"
    assert said(journal) == ["本轮违例 1 次"]


def test_the_second_warning_of_shengji_is_a_violation_and_the_third_violation_loses(journal: Journal) -> None:
    def look(tree: str, place: Place = HERE, leaving_out: str | None = None) -> Ruled:
        who = {"player": "S"} if "player" in trees().tree(tree).facts else {}
        return rule(tree, who, before(journal, place=place, game="shengji", leaving_out=leaving_out))

    first = look("shengji.warning_count")
    assert first.outcome_id == "first_warning"
    save(journal, first, ("3",), HERE, player="S")
    second = look("shengji.warning_count")
    assert second.outcome_id == "second_warning"
    kept = save(journal, second, ("3",), HERE, player="S")
    assert said(journal, game="shengji") == ["本轮警告 2 次", "本轮违例 1 次"]
    counted = look("shengji.violation_count", leaving_out=kept.id)
    assert value(counted, "violations_this_round") == (0, "derived")
    save(journal, counted, ("3",), HERE, chain=kept.id, player="S")
    save(journal, look("shengji.violation_count"), ("3",), HERE, player="S")
    third = look("shengji.violation_count")
    assert third.outcome_id == "round_forfeited"
    save(journal, third, ("3",), HERE)
    assert look("shengji.forfeit_count", Place("1", 5)).outcome_id == "suspended"
    assert look("shengji.warning_count", Place("1", 5)).outcome_id == "first_warning"


def test_illegal_information_counts_through_the_event(journal: Journal) -> None:
    for round_ in (1, 2):
        found = rule("shengji.illegal_information_count", {"information_of_side": 0})
        save(journal, found, ("3",), Place("5", round_))
    third = rule("shengji.illegal_information_count", known=before(journal, game="shengji"))
    assert third.outcome_id == "disqualified"


@pytest.mark.parametrize(("game", "kind"), [("guandan", "violation"), ("guandan", "foul"), ("shengji", "warning")])
def test_the_functions_take_the_history_as_it_is(journal: Journal, body: Body, game: str, kind: str) -> None:
    for i in range(12):
        made = body((str(i % 2),), counts=((kind, 2),), game=1, round=i % 3 + 1, deal=None)
        journal.save_ruling(NO_EVENT, replace(made, game="bridge" if i == 6 else game))
    asked = {"history": journal.history(NO_EVENT, game), "kind": kind, "pair": "0", "in_round": 1}
    assert functions.call(f"{game}.history_count", asked) == {"count": 2}


def test_bridge_has_no_ladder(journal: Journal) -> None:
    assert before(journal, game="bridge").facts == {}
    assert said(journal, game="bridge") is None


LATE = {"exploited": False, "pointed_by": "table", "when": "next_round"}


@pytest.mark.parametrize(("right", "counted"), [("lost", []), ("kept", ["本轮违例 1 次"])])
def test_a_violation_whose_penalty_was_lost_is_not_counted(journal: Journal, right: str, counted: list[str]) -> None:
    """Rule 16.8: the right to penalise that violation is lost; what another incident put down counts on."""
    first = save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    assert said(journal) == ["本轮违例 1 次"]
    ruled = rule("guandan.right_to_penalise", {**LATE, "right": right})
    save(journal, ruled, ("3",), HERE, chain=first.id)
    assert said(journal) == counted
    save(journal, rule("guandan.slow_play", SLOW), ("3",), HERE)
    assert said(journal) == [f"本轮违例 {len(counted) + 1} 次"]


def test_a_warning_whose_penalty_was_lost_does_not_turn_the_next_into_a_violation(journal: Journal) -> None:
    """Shengji, articles 28.4.4 and 19.2: the second warning of a round is a violation, the first one that counts is not."""
    first = save(journal, rule("shengji.warning_count", known=before(journal, game="shengji")), ("3",), HERE)
    assert said(journal, game="shengji") == ["本轮警告 1 次"]
    lost = rule("shengji.right_to_penalise", {"pointed_out": "late", "late_revoke": False, "right_lapses": True})
    save(journal, lost, ("3",), HERE, chain=first.id)
    assert said(journal, game="shengji") == []
