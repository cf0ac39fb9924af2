"""What an examiner found unfair in scenarios is found by the check, and the scenarios of today have none of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.study import scenario_lint, scenarios
from app.study.alike import raw, same, same_choice
from app.study.guided import guided
from app.study.model import Option
from app.study.scenario_steps import ENOUGH, Guided, Step
from decision_trees.engine import Ruled

UNFAIR = yaml.safe_load(Path(__file__).with_name("unfair_steps.yaml").read_text(encoding="utf-8"))


def _case(id_: str) -> Any:
    case = scenarios.scenario(id_)
    assert case is not None, id_
    return case


def _made(id_: str) -> Guided:
    made = guided(_case(id_))
    assert made is not None, id_
    return made


def _step(entry: dict[str, Any]) -> Step:
    options = tuple(Option(each["text"], each["why"], tuple(each["cites"])) for each in entry["options"])
    case = _case(entry["case"])
    return Step(entry["kind"], entry["prompt"], options, 0, case.why, case.expect.cites, told=case.situation)


@pytest.mark.parametrize("entry", UNFAIR, ids=lambda entry: f"{entry['case']}-{entry['kind']}")
def test_what_an_examiner_found_unfair_is_found(entry: dict[str, Any]) -> None:
    found = list(scenario_lint.step_faults(_step(entry), _case(entry["case"])))
    for words in entry["faults"]:
        assert any(words in each for each in found), (words, found)


@pytest.mark.parametrize("id_", sorted({entry["case"] for entry in UNFAIR}))
def test_the_same_scenarios_are_fair_now(id_: str) -> None:
    assert list(scenario_lint.faults(_made(id_))) == [], id_


def test_scenarios_spread_over_all_trees_are_fair() -> None:
    report = scenario_lint.check(40)
    assert [f"{fault.scenario}：{fault.what}" for fault in report.faults] == []
    assert sum(report.looked.values()) >= 40 and len(report.looked) == 3


def test_one_asks_only_what_nobody_has_told_and_then_no_more() -> None:
    """第18条三2：越序表态以后对方跟了牌，判罚解除。跟了没有，要问；知道了，就不用再问。"""
    made = _made("guandan.pass_out_of_turn.base_lifted")
    asks = [step for step in made.steps if step.kind == "ask"]
    assert "本圈跟牌了吗" in asks[0].answer and made.case.situation not in asks[0].told
    assert asks[-1].answer == ENOUGH or len(asks) == 1
    outcome = next(step for step in made.steps if step.kind == "outcome")
    assert outcome.told.startswith(made.case.situation), "the whole story, when all of it is known"


def test_a_ruling_that_sends_on_says_what_comes_of_it() -> None:
    """第49条：牌张处于其同伴可能看到的位置，每一张都成为罚张。"""
    made = _made("bridge.opening_lead_face_down.seen")
    assert isinstance(made.final, Ruled) and made.final.outcome.ruling.endswith("处理。") and made.then
    assert any("罚张" in line for line in made.then)


def test_faults_of_a_whole_scenario_are_found() -> None:
    made = _made("bridge.insufficient_bid.higher")
    asks = [n for n, step in enumerate(made.steps) if step.kind == "ask"]
    without = tuple(step for step in made.steps if step.answer != ENOUGH)
    assert any("处处是错的" in each for each in scenario_lint.faults(replace(made, steps=without)))
    who = next(step for step in made.steps if step.kind == "who")
    assert any("问了两遍" in each for each in scenario_lint.faults(replace(made, steps=(*made.steps, who))))
    coded = replace(made.steps[asks[0]], why="见D-04。")
    assert any("内部编号“D-04”" in each for each in scenario_lint.step_faults(coded, made.case))
    outcome = next(step for step in made.steps if step.kind == "outcome")
    told = replace(outcome, told=f"{outcome.told}{outcome.answer}")
    assert any("说出了裁定" in each for each in scenario_lint.step_faults(told, made.case))


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("由西家（上游的下家）领出。", "由西家领出。", True),
        ("打出HK，不罚。", "打出♥K，不罚。", True),
        ("罚40分，打牌继续。", "罚80分，打牌继续。", False),
        ("由南家决定打牌继续。", "由北家决定打牌继续。", False),
        ("不判罚，打牌继续。", "判罚，打牌继续。", False),
        (
            "第一次，给予口头警告，按规定重新摆好牌，继续打。",
            "第一次，可给予口头警告，按规定重新摆好牌，继续打。",
            True,
        ),
    ],
)
def test_two_options_are_the_same_but_for_brackets_notation_and_a_word(one: str, other: str, equal: bool) -> None:
    assert same(one, other) is equal


def test_two_ways_to_choose_are_the_same() -> None:
    assert same_choice("收回", "收回，换打别的牌") and same_choice("接受（接着叫牌）", "接受")
    assert not same_choice("收回", "不收回") and not same_choice("接受", "禁止引这门花色")
    assert raw("接受3H") == "3H" and raw("打出♥K") is None
