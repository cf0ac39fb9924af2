"""The linter of questions: nothing is wrong with what is generated, and everything wrong is found."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from app.study import bank, lint
from app.study.model import Option, Question

GOOD = bank.make("term", "term:bridge/rho", 5)


def test_nothing_is_wrong_with_generated_questions() -> None:
    report = lint.check(500, 17)
    assert [f"{fault.question}：{fault.what}" for fault in report.faults] == []
    assert report.total == 500
    assert {game for game, _ in report.made} == {"bridge", "guandan", "shengji"}
    assert {kind for _, kind in report.made} == {kind.id for kind in bank.kinds()}


def _options(question: Question, *texts: str) -> tuple[Option, ...]:
    return (question.answer, *(Option(text, "别的意思。") for text in texts))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (replace(GOOD, options=_options(GOOD, "下家", "下 家"), right=0), "一样"),
        (
            replace(GOOD, options=_options(GOOD, "下家", "坐在庄家左手、在首引翻开以前不得看明手的那一个人"), right=0),
            "长一倍",
        ),
        (replace(GOOD, stem="下列哪一个说的是位于右方的对手？"), "离开选项"),
        (replace(GOOD, stem="位于右方的对手叫什么"), "问号"),
        (replace(GOOD, cites=()), "没有条款"),
        (replace(GOOD, cites=("bridge-1999:999",)), "没有条款“bridge-1999:999”"),
        (replace(GOOD, why=""), "没有说明"),
        (replace(GOOD, right=9), "没有正好一个答案"),
        (replace(GOOD, settled=(("bridge-1999/D-18", "perhaps"),)), "没有“perhaps”这个答案"),
        (replace(GOOD, stem=f"{'很' * 600}长吗？"), "太长"),
        (replace(GOOD, options=_options(GOOD, "{下家}", "对家"), right=0), "没有填好"),
    ],
)
def test_what_is_wrong_is_found(changed: Question, said: str) -> None:
    assert any(said in fault for fault in lint.faults(changed)), list(lint.faults(changed))


def test_an_answer_that_the_data_contradict_is_found() -> None:
    right = bank.subjects("bridge", kind="right")[0]
    question = bank.make("right", right.id, 3)
    turned = replace(question, right=1 - question.right)
    assert any("权利表" in fault for fault in lint.faults(turned))
    outcome = bank.make("outcome", "tree:bridge.established_revoke", 1)
    assert any(
        "裁决树" in fault for fault in lint.faults(replace(outcome, right=(outcome.right + 1) % len(outcome.options)))
    )


def test_another_process_makes_the_same_questions() -> None:
    ids = [
        "outcome/tree:bridge.established_revoke/7",
        "error/tree:guandan.card_exposed/8",
        "legal/rule:shengji/throw/9",
    ]
    program = f"from app.study import bank\nfor i in {ids!r}: print(bank.by_id(i))"

    def said(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
        ).stdout

    assert said("1") == said("2")
