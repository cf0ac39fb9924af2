"""Every rule function is there for something, and every module of a game is read by the program."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from decision_trees.event_law import load_event
from decision_trees.exercises import load_exercises
from decision_trees.functions import functions
from decision_trees.games import games
from decision_trees.lint import lint_game
from decision_trees.loader import ROOT, GameFiles, load_game
from rules_data.handbook import open_handbook

ROOMS = [ROOT.parent / room for room in ("app", "search", "decision_trees")]


def named(files: GameFiles) -> Iterator[str]:
    """The functions that the trees, the deal sheet, the law of events and the exercises of a game name."""
    facts = [fact for tree in files.trees.values() for fact in tree.facts.values()]
    facts += files.deal.facts.values() if files.deal is not None else ()
    yield from (fact.derive.call for fact in facts if fact.derive is not None and fact.derive.call is not None)
    if files.deal is not None:
        yield from (how.call for how in files.deal.next_deal.values() if how.call is not None)
        yield from (files.deal.over.call,) if files.deal.over is not None and files.deal.over.call is not None else ()
        yield from (agreement.call for agreement in files.deal.agree.values())
    for tree in files.trees.values():
        for outcome in tree.outcomes.values():
            yield from (figure.call for figure in outcome.figures.values())
            yield from (left.call for left in outcome.leaves.values() if left.call is not None)
            yield from (each.call for each in outcome.next if each.call is not None)
    event = load_event(files.game)
    yield from event.counted.values() if event is not None else ()
    exercises, _ = load_exercises(files.game) or ((), None)
    for exercise in exercises:
        yield from (exercise.call, *(then.call for then in exercise.then))


def spoken_of(source: Path) -> set[str]:
    """Names called and texts written in a module."""
    out: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func
            out.add(
                called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            out.add(node.value)
    return out


def is_a_rule(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(d, ast.Call) and isinstance(d.func, ast.Name) and d.func.id in ("rule", "deals")
        for d in function.decorator_list
    )


@pytest.mark.parametrize("game", games())
def test_every_function_is_called_or_listed_with_its_reason(game: str) -> None:
    file = ROOT / game / "by_name.yaml"
    listed = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else []
    reasons = {name: row["reason"] for row in listed for name in row["functions"]}
    known = {
        n: f for n, f in functions(game).items() if f.run.__module__.startswith("decision_trees.")
    }  # not those of tests
    assert set(reasons) <= set(known), "listed, and there is no such function"
    assert all(len(reason) > 5 for reason in reasons.values())
    used = set(named(load_game(game)))
    used |= {text for source in ROOMS[0].rglob("*.py") for text in spoken_of(source)} & set(known)
    called: set[str] = set()
    for source in (ROOT / game).glob("*.py"):
        called |= spoken_of(source)
    used |= {name for name, function in known.items() if function.run.__name__ in called}
    assert sorted(set(known) - used - set(reasons)) == [], "nothing calls these"


@pytest.mark.parametrize("game", games())
def test_every_module_of_a_game_is_read(game: str) -> None:
    """Modules without a rule function of their own are imported by one that has."""
    folder = ROOT / game
    imported: set[str] = set()
    for room in ROOMS:
        for source in room.rglob("*.py"):
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module is not None:
                    imported.add(node.module)
                    imported |= {f"{node.module}.{alias.name}" for alias in node.names}
    for source in folder.glob("*.py"):
        if source.stem in ("__init__", "reading"):
            continue
        if source.stem == "whose_turn":  # kept apart from the trees: its test holds the two against each other
            model = Path(__file__).parent / game / "test_whose_turn.py"
            assert f"decision_trees.{game}.whose_turn" in model.read_text(encoding="utf-8")
            continue
        has_rule = any(
            isinstance(n, ast.FunctionDef) and is_a_rule(n) for n in ast.parse(source.read_text(encoding="utf-8")).body
        )
        assert has_rule or f"decision_trees.{game}.{source.stem}" in imported, f"nothing reads {source.name}"


def test_an_input_that_is_needed_may_not_be_unknown(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "shengji", tmp_path / "shengji"))
    tree = folder / "trees" / "slow_play.yaml"
    text = tree.read_text(encoding="utf-8")
    assert "seconds: $seconds," in text or "seconds: $seconds}" in text
    tree.write_text(text.replace("seconds: $seconds", "seconds: $seconds?"), encoding="utf-8")
    problems = [str(p) for p in lint_game("shengji", open_handbook(), tmp_path)]
    assert any("的参数“seconds”不能没有" in p for p in problems)
