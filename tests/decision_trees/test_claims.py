"""What players wrongly claim: every answer stands on a clause, none is said of everything, and malformed ones are refused."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from app.ruling.standing import stand
from app.widgets.claims import claims_of, claims_under
from decision_trees.claim_checks import CLAIMS, SAME_ANSWER
from decision_trees.engine import Ruled
from decision_trees.library import open_library
from decision_trees.lint import lint_game
from decision_trees.loader import ROOT
from rules_data.handbook import open_handbook
from search.engine import open_engine

LIBRARY = open_library()
GOOD = "{says: 收回重叫什么都行, answer: 只能改成足够叫牌或不叫。, cites: [bridge-1999:27B]}"


def test_no_answer_serves_more_than_three_trees() -> None:
    trees: defaultdict[str, set[str]] = defaultdict(set)
    for tree in LIBRARY.trees.values():
        for claim in tree.claims:
            trees[claim.answer].add(tree.id)
    assert {answer: sorted(of) for answer, of in trees.items() if len(of) > SAME_ANSWER} == {}


def test_an_insufficient_bid_answers_what_is_said_most() -> None:
    """第27条A款、B款、B款3。"""
    tree = LIBRARY.trees["bridge.insufficient_bid"]
    assert len(tree.claims) >= CLAIMS
    assert {cite for claim in tree.claims for cite in claim.cites} >= {"bridge-1999:27A", "bridge-1999:27B3"}
    assert all(claim.outcomes for claim in tree.claims)
    doubling = next(claim for claim in tree.claims if claim.says == "那我改成加倍")
    assert doubling in claims_of(tree, "offender_natural")
    assert doubling not in {*claims_of(tree, "free"), *claims_of(tree, "condoned")}


def test_an_outcome_of_a_shared_step_answers_with_the_claims_of_its_own_tree() -> None:
    """附件四8(1):未报牌、报错牌都走到公共的一棵树,说法也从那里来。"""
    shared = LIBRARY.trees["guandan.announcement_error"]
    assert shared.part
    assert len(shared.claims) >= CLAIMS
    facts = {"regime": "supplement", "continued": True, "finished": False, "replayed": False, "prior_same": 0}
    for entry, more in (
        ("guandan.not_announced", {"missing": "number", "due": True}),
        ("guandan.wrong_announcement", {}),
    ):
        step = stand(entry, {**facts, **more}, {}).step
        assert isinstance(step, Ruled)
        assert (step.entry.id, step.tree.id, step.outcome_id) == (entry, shared.id, "taken_back_warned")
        answered = claims_under([step])
        assert answered == claims_of(shared, "taken_back_warned")
        assert "guandan-supplement:4.8.1" in {cite for claim in answered for cite in claim.cites}
        assert not set(answered) & set(LIBRARY.trees[entry].claims)


@pytest.mark.parametrize(
    ("claims", "fault"),
    [
        (f"[{GOOD}]", None),
        (f"[{GOOD}, {GOOD}]", "已经有了"),
        ("[{says: 收回重叫。, answer: 不行。, cites: [bridge-1999:27B]}]", "句末不加标点"),
        ("[{says: 收回重叫, answer: 不行, cites: [bridge-1999:27B]}]", "一句话"),
        ("[{says: 收回重叫, answer: 不行。要改。, cites: [bridge-1999:27B]}]", "一句话"),
        ("[{says: 收回重叫, answer: 不行。, cites: []}]", "没有条款"),
        ("[{says: 收回重叫, answer: 不行。, cites: [bridge-1999:999]}]", "不存在"),
        ("[{says: 收回重叫, answer: 不行。, cites: [guandan-2017:4.5]}]", "不是这个项目的"),
        ("[{says: 收回重叫, answer: 条文没有写。, cites: [bridge-1999:27B]}]", "silent"),
        ("[{says: 收回重叫, answer: 不行。, silent: true, cites: [bridge-1999:27B]}]", "silent"),
        ("[{says: 收回重叫, answer: 不行。, outcomes: [nowhere], cites: [bridge-1999:27B]}]", "没有结论"),
    ],
)
def test_the_linter_refuses_what_is_no_answer(claims: str, fault: str | None, tmp_path: Path) -> None:
    folder = tmp_path / "bridge"
    shutil.copytree(ROOT / "bridge", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "cases", "chains"))
    file = folder / "trees" / "insufficient_bid.yaml"
    for other in file.parent.glob("*.yaml"):
        if other != file:  # what is said of them is not looked at
            other.unlink()
    text = file.read_text(encoding="utf-8")
    start, end = text.index("\nclaims:"), text.index("\noutcomes:")
    file.write_text(f"{text[:start]}\nclaims: {claims}\n{text[end:]}", encoding="utf-8")
    found = [str(each) for each in lint_game("bridge", open_handbook(), tmp_path) if "claims 的" in str(each)]
    assert any(fault in each for each in found) if fault else found == []


def test_a_claim_is_found_and_answered_by_the_search() -> None:
    found = open_engine().search("那我改成加倍吧", game="bridge", limit=20).hits
    tree = next(hit for hit in found if hit.id == "bridge.insufficient_bid")
    assert tree.reason == "有人说“那我改成加倍”：更改成加倍、再加倍的要取消，同伴此后轮到时必须永远不叫。"
