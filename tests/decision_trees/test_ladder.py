"""What rulings put on the record: the ladders as written, against the trees as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import decision_trees.guandan.penalties as guandan
import decision_trees.shengji.history as shengji
from decision_trees.engine import Ruled, advance
from decision_trees.games import games
from decision_trees.ladder import cited, counts, load_ladder
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.loader import GameFiles, load_game
from decision_trees.model import Ladder, Tree
from decision_trees.reach import references
from rules_data.handbook import open_handbook
from rules_data.loader import DataError

LIBRARY, BOOKS = open_library(), open_handbook()
WITH_LADDER = ("guandan", "shengji")


def ruled(tree: str, facts: dict[str, Any], settled: dict[str, str] | None = None) -> Ruled:
    step = advance(LIBRARY.tree(tree), facts, Law(LIBRARY.trees, BOOKS.books, settled or {}))
    assert isinstance(step, Ruled), step
    return step


def test_the_compiled_ladders_are_the_written_ones() -> None:
    for game in games():
        assert LIBRARY.ladders[game] == load_ladder(load_game(game))
    assert LIBRARY.ladders["bridge"] == Ladder()


def test_the_kinds_are_those_the_games_count() -> None:
    assert set(LIBRARY.ladders["guandan"].kinds) == set(guandan.KINDS)
    assert set(LIBRARY.ladders["shengji"].kinds) == set(shengji.KINDS)


@pytest.mark.parametrize("game", WITH_LADDER)
def test_every_clause_is_there(game: str) -> None:
    for where, clause in cited(LIBRARY.ladders[game]):
        assert clause in BOOKS, f"{game} {where}: {clause}"


def asks_the_record(tree: Tree) -> bool:
    """Whether a question of a tree is answered from the record; one whose words alone go by it is not decided by it."""

    def rests(name: str) -> bool:
        fact = tree.facts.get(name)
        if fact is None or fact.derive is None:
            return fact is not None and fact.kind == "history"
        return any(rests(each) for each in (*references(fact.derive.given), *filter(None, [fact.derive.fact])))

    return any(rests(each.fact) for each in tree.questions.values() if each.fact is not None)


@pytest.mark.parametrize("game", WITH_LADDER)
def test_every_tree_that_looks_at_the_record_implies_one(game: str) -> None:
    looking = {t.id for t in LIBRARY.trees.values() if t.game == game and asks_the_record(t)}
    implied = LIBRARY.ladders[game].implied
    assert {i.tree for i in implied if i.effect is None} <= looking <= {i.tree for i in implied}


@pytest.mark.parametrize("game", WITH_LADDER)
def test_what_follows_the_look_at_the_record_is_that_penalty(game: str) -> None:
    """Who goes through a count has earned what is counted, whatever the outcome: no way leads from there to no penalty."""
    counting = {i.tree for i in LIBRARY.ladders[game].implied if i.effect is None}
    for tree in LIBRARY.trees.values():
        if tree.game != game:
            continue
        for name, question in tree.questions.items():
            if question.tree not in counting:
                continue
            waiting, seen = list(question.answers.values()), set()
            while waiting:
                node = waiting.pop()
                if node in tree.outcomes:
                    assert tree.outcomes[node].level == "penalty", f"{tree.id}/{name} -> {node}"
                elif node not in seen:
                    seen.add(node)
                    after = tree.questions[node]
                    waiting += [
                        *after.answers.values(),
                        *(r.to for r in after.ranges),
                        *([after.next] if after.next else []),
                    ]


def test_a_ruling_counts_what_it_gives() -> None:
    ladder = LIBRARY.ladders["guandan"]
    assert ladder.of_ruling(ruled("guandan.slow_play", {"seconds": 25})) == {"warning": 1}
    assert ladder.of_ruling(ruled("guandan.slow_play", {"seconds": 35, "warned": True})) == {"violation": 1}
    assert ladder.of_ruling(ruled("guandan.slow_play", {"seconds": 5})) == {}


def test_a_second_violation_is_a_violation_and_a_foul() -> None:
    ladder = LIBRARY.ladders["guandan"]
    assert ladder.of_ruling(ruled("guandan.violation_count", {"violations_this_round": 0})) == {"violation": 1}
    assert ladder.of_ruling(ruled("guandan.violation_count", {"violations_this_round": 1})) == {
        "violation": 1,
        "foul": 1,
    }


def test_a_violation_that_becomes_a_foul_inside_another_tree() -> None:
    tree = LIBRARY.tree("guandan.slow_tribute")
    found = Ruled(
        tree, "foul", tree.outcomes["foul"], (), (), (), ("ladder", "guandan.violation_count/becomes_foul", "foul")
    )
    assert LIBRARY.ladders["guandan"].of_ruling(found) == {"violation": 1, "foul": 1}
    again = Ruled(tree, "second_period", tree.outcomes["second_period"], (), (), (), ("second_period",))
    assert LIBRARY.ladders["guandan"].of_ruling(again) == {"violation": 2, "foul": 1}


def test_one_incident_counts_once() -> None:
    ladder = LIBRARY.ladders["guandan"]
    incident = [
        ruled("guandan.slow_play", {"seconds": 35, "warned": True}),
        ruled("guandan.violation_count", {"violations_this_round": 1}),
        ruled("guandan.foul_count", {"fouls_this_game": 2, "third_foul_decision": "game", "opponents_points": 12}),
        ruled("guandan.game_loss_count", {"games_lost_in_event": 0}),
    ]
    assert counts(ladder, incident) == {"violation": 1, "foul": 1, "game_lost": 1}
    assert counts(ladder, []) == {}


def test_a_third_foul_that_is_no_loss_of_the_game_yet() -> None:
    ladder = LIBRARY.ladders["guandan"]
    assert ladder.of_ruling(ruled("guandan.foul_count", {"fouls_this_game": 1})) == {"foul": 1}


def test_shengji() -> None:
    ladder = LIBRARY.ladders["shengji"]
    assert ladder.of_ruling(ruled("shengji.warning_count", {"warnings_this_round": 0})) == {"warning": 1}
    assert ladder.of_ruling(ruled("shengji.warning_count", {"warnings_this_round": 1})) == {
        "warning": 1,
        "violation": 1,
    }
    third = ruled("shengji.violation_count", {"violations_this_round": 2})
    assert ladder.of_ruling(third) == {"violation": 1, "forfeit": 1}
    assert counts(ladder, [third, ruled("shengji.forfeit_count", {"forfeits_in_event": 0})]) == {
        "violation": 1,
        "forfeit": 1,
    }
    assert ladder.of_ruling(ruled("shengji.illegal_information_count", {"information_of_side": 0})) == {
        "illegal_information": 1
    }


def test_who_comes_too_late_has_not_been_judged_to_lose() -> None:
    for game, name in (("shengji", "one_forfeits"), ("guandan", "forfeit")):
        tree = LIBRARY.tree(f"{game}.lateness")
        assert LIBRARY.ladders[game].of_ruling(Ruled(tree, name, tree.outcomes[name], (), (), (), (name,))) == {}


BAD = {
    "effects: {violation: violation}": "kinds 里没有它",
    "kinds: {violation: {title: 违例, within: week, cites: []}}": "不能是 'week'",
    "kinds: {foul: {title: 犯规, within: game, cites: []}}\neffects: {fool: foul}": "“fool”这种后果",
    "implied:\n- {tree: guandan.no, counts: foul, cites: []}": "没有裁决树“guandan.no”",
    "implied:\n- {tree: guandan.foul_count, counts: foul, cites: []}": "“foul”不在 kinds 里",
    "excepted:\n- {tree: guandan.slow_play, effect: foul, reason: x, cites: []}": "guandan.slow_play没有“foul”",
    "amounts:\n- {tree: guandan.slow_play, outcome: nix, effect: violation, amount: 2, reason: x, cites: []}": "的“nix”没有",
    "steps: 3": "不认识的字段“steps”",
}


@pytest.fixture(scope="module")
def files() -> GameFiles:
    return load_game("guandan")


@pytest.mark.parametrize("text", BAD)
def test_faults_are_said_with_file_and_line(text: str, files: GameFiles, tmp_path: Path) -> None:
    (tmp_path / "guandan").mkdir()
    (tmp_path / "guandan" / "ladder.yaml").write_text("# note\n" + text, encoding="utf-8")
    with pytest.raises(DataError) as fault:
        load_ladder(files, tmp_path)
    said = "\n".join(map(str, fault.value.problems))
    assert BAD[text] in said
    assert "ladder.yaml:2" in said or "ladder.yaml:3" in said


def test_a_game_without_a_ladder(files: GameFiles, tmp_path: Path) -> None:
    assert load_ladder(files, tmp_path) == Ladder()


def test_not_announcing_is_counted_within_the_game() -> None:
    ladder = LIBRARY.ladders["guandan"]
    first = ruled(
        "guandan.not_announced",
        {"missing": "number", "due": True, "regime": "base", "prior_this_game": 0, "continued": True},
    )
    assert ladder.of_ruling(first) == {"warning": 1, "not_announced": 1}  # 12.1
    again = ruled(
        "guandan.not_announced",
        {
            "missing": "number", "due": True, "regime": "base", "violations_this_round": 0,
            "history": [{"kind": "not_announced", "pair": "NS", "round": 1, "game": 2}],
            "pair": "NS", "round": 1, "game": 2,
        },
    )  # fmt: skip
    assert again.outcome_id == "again"  # 12.2: of the same game, so that nobody is asked
    assert ladder.of_ruling(again) == {"violation": 1, "not_announced": 1}
