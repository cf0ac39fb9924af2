"""What a player is told before he chooses: all he may choose, and of each what comes of it (bridge laws 10C1, 84C)."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.ruling.told import Line, addressed, chooser, offered, said_to
from decision_trees.cases import run_case
from decision_trees.engine import Ruled, advance
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.lint import lint_game
from decision_trees.loader import ROOT
from decision_trees.roles import OFFICIALS
from rules_data.handbook import open_handbook

LIBRARY, HANDBOOK = open_library(), open_handbook()


def ruled(tree: str, **facts: Any) -> Ruled:
    step = advance(LIBRARY.tree(tree), facts, Law(LIBRARY.trees, HANDBOOK.books))
    assert isinstance(step, Ruled)
    return step


def told(step: Ruled) -> dict[str, tuple[Line, ...]]:
    return {who: said_to(step, who, words) for who, words in addressed(step)}


def test_declarer_hears_where_the_card_goes_with_each_choice() -> None:
    """Laws 53A, 56, 50D2: required or forbidden, the card is taken back and is no penalty card; free, it is a major one."""
    step = ruled(
        "bridge.defender_lead_out_of_turn",
        offender="W", misinformed=False, turn_to_lead="partner", since="nothing", declarer="S", led_card="H7",
    )  # fmt: skip
    who, _ = addressed(step)[0]
    assert who == "南家"
    lines = told(step)[who]
    choices = {line.text: line.after for line in lines if re.match(r"\d\.", line.text)}
    assert [text.partition(".")[0] for text in choices] == ["1", "2", "3", "4"]
    require, forbid, free = (
        choices[next(text for text in choices if word in text)] for word in ("要求", "禁止", "不限制")
    )
    assert all("♥7收回，不作罚张" in after for after in (require, forbid)) and "保持引牌权时" in forbid
    assert "♥7留在桌上作重罚张" in free and "罚张" not in choices["1. 接受"]
    assert next(line.parts for line in lines if not line.after) == ("你有几项选择，我逐项说明；",)


def test_who_chooses_on_a_side_is_told_as_the_side() -> None:
    """Law 62C1: either opponent may withdraw what he played after the revoke; the words to that side carry the choice."""
    step = ruled(
        "bridge.revoke", state="not_yet", what="suit", light="proper", player="declarer", after="opponents",
        offender="S", declarer="S", played="SJ",
    )  # fmt: skip
    assert step.outcome.choice is not None and step.outcome.choice.who == "东西方接着打过牌的赛员"
    assert chooser(step) == "东西方" and addressed(step)[0][0] == "东西方"
    assert [line.text for line in told(step)["东西方"] if line.after] == ["1. 收回藏牌以后打的牌，更换", "2. 不收回"]
    assert not any(line.after for line in told(step)["南家"])


def test_after_a_defenders_revoke_declarer_chooses_for_both_his_hands() -> None:
    """Laws 41D, 62C1: the cards played since are declarer's and dummy's, and dummy plays as declarer says."""
    step = ruled(
        "bridge.revoke", state="not_yet", what="suit", light="proper", player="defender", after="opponents",
        offender="E", declarer="S", played="SJ",
    )  # fmt: skip
    assert step.outcome.choice is not None and step.outcome.choice.who == "南家" and chooser(step) == "南家"
    assert [line.text for line in told(step)["南家"] if line.after] == ["1. 收回藏牌以后打的牌，更换", "2. 不收回"]
    assert not any(line.after for who, lines in told(step).items() if who != "南家" for line in lines)


def test_what_the_referee_only_notes_is_not_offered() -> None:
    """Law 29B: the right hand opponent may make any legal call; that he made an illegal one is no choice of his."""
    step = ruled("bridge.double_out_of_rotation", auction="S 1H P E:X", rho_must_pass=False, accepts="reject")
    assert step.outcome.choice is not None and "illegal" in step.outcome.choice.options
    assert list(offered(step.outcome.choice)) == ["pass", "act"]
    said = [part for lines in told(step).values() for line in lines for part in line.parts]
    assert not any("不合法" in part for part in said)


def test_of_every_choice_of_a_player_in_the_worked_cases_each_way_says_what_comes_of_it() -> None:
    found = 0
    for case in LIBRARY.cases.values():
        step = run_case(case, Law(LIBRARY.trees, HANDBOOK.books)).step
        if not isinstance(step, Ruled) or step.outcome.choice is None:
            continue
        options = offered(step.outcome.choice)
        if OFFICIALS.search(step.outcome.choice.who) or not options:
            continue
        who = chooser(step)
        assert who is not None, f"{case.id}: nobody is told what {step.outcome.choice.who} may choose"
        lines = told(step)[who]
        assert [line.after for line in lines[-len(options) :]] == [option.help for option in options.values()], case.id
        assert all(line.after for line in lines[-len(options) :]), case.id
        found += 1
    assert found > 100


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ("{text: 要求重发}", 1),
        ("{text: 要求重发, help: 这一副重洗重发。}", 0),
        ("{text: 已经重发了, happened: true}", 0),
    ],
)
def test_a_tree_that_leaves_out_what_comes_of_a_choice_is_refused(tmp_path: Path, written: str, faults: int) -> None:
    folder = tmp_path / "gongzhu"
    shutil.copytree(ROOT.parent / "tests" / "new_game" / "gongzhu", folder)
    tree = folder / "trees" / "late_show.yaml"
    text = tree.read_text()
    outcomes = text.index("\noutcomes:")
    at = text.index("    cites:", outcomes)
    choice = f"    choice: {{who: 下一家, fact: again, cites: [gongzhu-test:1], options: {{redeal: {written}}}}}\n"
    tree.write_text(text[:at] + choice + text[at:])
    said = [str(problem) for problem in lint_game("gongzhu", HANDBOOK, tmp_path) if "选了以后怎样" in str(problem)]
    assert len(said) == faults, said


def test_whoever_is_spoken_of_to_others_is_named() -> None:
    """To declarer, the other players or the whole table no words begin with a he whom nobody has named; by his seat where known."""
    nameless = [
        (tree.id, name, who)
        for tree in LIBRARY.trees.values()
        for name, outcome in tree.outcomes.items()
        for who, words in outcome.tell.items()
        if words.startswith("他") and not words.startswith("他们")
    ]
    assert not nameless
    step = ruled(
        "guandan.not_announced",
        **{name: value for usual in LIBRARY.tree("guandan.not_announced").usual[:1] for name, value in usual.facts.items()},
        offender="W", regime="supplement", prior_same=0,
    )  # fmt: skip
    others = next(words for who, words in addressed(step) if who == "其他选手")
    assert others.startswith("西家收回重出")
