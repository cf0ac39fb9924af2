"""Who acts next: the first entry that applies, said with what is known and never wrongly; and what the linter refuses."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from decision_trees.cases import compared, said_by
from decision_trees.coming import bare, unsaid
from decision_trees.engine import Ruled, advance
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.lint import lint_game
from decision_trees.loader import ROOT
from decision_trees.model import (
    Expectation,
    ExpectedNext,
    Figure,
    Next,
    Outcome,
    OutcomeChoice,
    OutcomeOption,
    Stays,
    Tree,
)
from decision_trees.receipt import make_receipt
from rules_data.handbook import open_handbook

LIBRARY = open_library()
BOOKS = open_handbook().books
DEAL = LIBRARY.deals["bridge"]
AUCTION = "N 1S P P P"  # north declares, east leads

STANDS = Figure(
    call="bridge.auction_stands",
    given={"auction": "$auction"},
    by="over",
    says={"yes": "竞叫结束，{leader:seat}首引", "no": "轮到{turn:seat}叫牌"},
    cites=("bridge-1999:41A",),
)


def ruled(facts: dict[str, Any], *entries: Next, **more: Any) -> Ruled:
    outcome = Outcome(
        ruling="不判罚。", level="none", cites=("bridge-1999:17C",), tell={"全桌": "好"}, next=entries, **more
    )
    tree = Tree(
        id="bridge.test_coming", title="试验", stage="auction", heard=(), cites=("bridge-1999:17C",), start="end",
        facts={}, questions={}, outcomes={"end": outcome}, deal=DEAL,
    )  # fmt: skip
    step = advance(tree, facts, Law({tree.id: tree}, BOOKS))
    assert isinstance(step, Ruled)
    return step


LEADS = Next(act="lead", who="leader", figure="stands", only={"over": True}, say="{leader:seat}首引")
CALLS = Next(act="call", who="offender.lho", say="轮到{offender.lho}叫牌")


def test_the_first_entry_that_applies_is_said() -> None:
    step = ruled({"auction": AUCTION, "offender": "N"}, LEADS, CALLS, figures={"stands": STANDS})
    assert step.next is not None
    assert (step.next.act, step.next.seat, step.next.line) == ("lead", "E", "接着：东家首引。")
    step = ruled({"auction": "N 1S P", "offender": "N"}, LEADS, CALLS, figures={"stands": STANDS})
    assert step.next is not None
    assert (step.next.act, step.next.seat, step.next.line) == ("call", "E", "接着：轮到东家叫牌。")


def test_without_the_facts_less_is_said_and_by_role() -> None:
    step = ruled({}, LEADS, CALLS, figures={"stands": STANDS})
    assert step.next is not None
    assert (step.next.seat, step.next.text) == (None, "轮到违规者的下家叫牌")


def test_a_sentence_with_something_unknown_gives_way() -> None:
    over = Next(act="call", who="offender.lho", say="轮到{offender.lho}叫牌，要高过{bid:call}")
    facts = {"offender": "N"}
    assert (
        ruled(facts, replace(over, say="轮到{offender.lho}叫牌，要高过{stakes}"), CALLS).next
        == ruled(facts, CALLS).next
    )


def test_a_figure_that_says_it_is_not_said_twice() -> None:
    own = Next(act="lead", who="leader", figure="stands", only={"over": True})
    step = ruled({"auction": AUCTION}, own, CALLS, figures={"stands": STANDS})
    assert step.figures == ()
    assert step.next is not None
    assert step.next.text == "竞叫结束，东家首引"
    assert "bridge-1999:41A" in step.cites
    assert said_by(step).count("东家首引") == 1
    assert compared(Expectation(outcome="end", cites=(), figures={"stands": "东家首引"}), step) == []


def test_whoever_chooses_acts_next_and_what_is_not_legal_is_not_offered() -> None:
    options = {
        "accept": OutcomeOption(text="接受", help="算数"),
        "refuse": OutcomeOption(text="不接受", help="取消"),
        "both": OutcomeOption(text="都要", help="没有", only={"offender": "S"}, otherwise="只有南家可以。"),
    }
    choice = OutcomeChoice(who="offender.lho", fact="accepts", cites=("bridge-1999:27A",), options=options)
    step = ruled({"offender": "N"}, CALLS, choice=choice)
    assert step.next is not None
    assert (step.next.act, step.next.seat) == ("choose", "E")
    assert re.search("^由东家.*选定：接受；或不接受$", step.next.text)
    step = ruled({"offender": "N", "accepts": "accept"}, CALLS, choice=choice)
    assert step.next is not None
    assert step.next.act == "call"


def test_what_stays_is_said_where_it_holds() -> None:
    stays = (Stays(say="定约不变"), Stays(say="庄家仍是{declarer:seat}"), Stays(say="不算", only={"offender": "S"}))
    assert ruled({"offender": "N"}, CALLS, stays=stays).stays == ("定约不变",)
    assert ruled({"offender": "N", "auction": AUCTION}, CALLS, stays=stays).stays == ("定约不变", "庄家仍是北家")


def test_the_receipt_holds_who_acts_next() -> None:
    step = ruled({"offender": "N"}, CALLS, stays=(Stays(say="定约不变"),))
    receipt = make_receipt(step, open_handbook(), LIBRARY)
    assert receipt["next"]["seat"] == "E"
    assert receipt["next"]["act"] == "call"
    assert receipt["stays"] == ["定约不变"]


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        (ExpectedNext(says=("叫牌",), act="call", who="E"), ""),
        (ExpectedNext(says=("首引",)), "首引"),
        (ExpectedNext(act="lead"), "应为 lead"),
        (ExpectedNext(who="W"), "应为 W"),
        (ExpectedNext(cards=("HA",)), "HA"),
        (ExpectedNext(over="1S"), "1S"),
    ],
)
def test_a_case_can_expect_it(wanted: ExpectedNext, fault: str) -> None:
    step = ruled({"offender": "N"}, CALLS)
    faults = compared(Expectation(outcome="end", cites=(), next=wanted), step)
    assert (faults == []) if not fault else (len(faults) == 1 and fault in faults[0])


@pytest.mark.parametrize("said", ["继续比赛", "竞叫继续。", "打牌继续"])
def test_to_go_on_is_no_answer(said: str) -> None:
    assert bare(said)


TREE = """id: bridge.test_of_next
title: 试验
stage: auction
heard: [试]
cites: [bridge-1999:17C]
start: asked
facts:
  asked: {kind: bool, label: 问过}
questions:
  asked: {ask: 问过吗？, fact: asked, cites: [bridge-1999:17C], answers: {yes: end, no: end}}
outcomes:
  end:
    ruling: 不判罚。
    level: none
    cites: [bridge-1999:17C]
    tell: {全桌: 好}
"""


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('{act: call, who: offender.lho, say: "轮到{offender.lho}叫牌"}', ""),
        ("{act: none, say: 这副牌到此为止}", ""),
        ("", "没有说接着由谁做什么"),
        ("{act: call, who: offender.lho, say: 竞叫继续}", "没有说由谁做什么"),
        ("{act: call, who: offender.lho, say: 接着叫牌}", "没有说是谁"),
        ("{act: none, who: offender, say: 到此为止}", "要写 who"),
        ("{act: call, say: 轮到他叫牌}", "要写 who"),
        ('{act: call, who: turn, say: "轮到{turn:seat}叫牌"}', "最后一条不是"),
        ('{act: call, who: offender.lho, say: "轮到{offender.lho}", only: {asked: yes}}', "最后一条不是"),
        ('{act: call, who: nobody_known, say: "轮到{nobody_known}"}', "不是事实"),
        ("[no_such_entry]", "next.yaml 里没有"),
    ],
)
def test_the_linter_refuses_what_does_not_say_it(written: str, fault: str, tmp_path: Path) -> None:
    folder = tmp_path / "bridge"
    shutil.copytree(
        ROOT / "bridge", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "trees", "cases", "chains")
    )
    for file in ("rights.yaml", "study.yaml", "tools.yaml", "clocks.yaml"):
        (folder / file).unlink(missing_ok=True)
    (folder / "trees").mkdir()
    (folder / "trees" / "test_of_next.yaml").write_text(
        TREE + (f"    next: {written}\n" if written else ""), encoding="utf-8"
    )
    game = folder / "game.yaml"
    written_game = re.sub(r"(?m)^without_next: \d+", "without_next: 0", game.read_text(encoding="utf-8"))
    game.write_text(re.sub(r"(?m)^without_claims: \d+", "without_claims: 1", written_game), encoding="utf-8")
    faults = [
        str(problem) for problem in lint_game("bridge", open_handbook(), tmp_path) if "test_of_next" in str(problem)
    ]
    assert any(fault in each for each in faults) if fault else faults == []


@pytest.mark.parametrize("game", [game.id for game in games().values() if game.without_next is not None])
def test_no_more_outcomes_than_committed_leave_it_unsaid(game: str) -> None:
    left = [name for tree in LIBRARY.trees.values() if tree.game == game for name in unsaid(tree, LIBRARY.trees)]
    allowed = games()[game].without_next
    assert allowed is not None
    assert len(left) <= allowed
