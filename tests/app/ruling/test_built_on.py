"""A ruling taken back: what it did to the table goes, and those built on it are named, with what they would be (bridge 54A, 64)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.journal.entries import Entry
from app.journal.journal import Journal
from app.journal.records import Place
from app.ruling.after_ladder import Final
from app.ruling.built_on import left_by, of_one_deal, rested_on, resting_on, table_part
from app.ruling.deal_sheet import known_at, known_in, lying, put, remember
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.standing import Context
from app.ruling.walk import Walk, start
from decision_trees.engine import Ruled
from decision_trees.library import open_library
from decision_trees.receipt import replay
from rules_data.handbook import open_handbook
from tests.app.journal.memory_store import MemoryStore

AT = "2026-11-22T10:00:00+00:00"
TABLE = Scene("default", "bridge", Place("5", 2))
SPREAD = {
    "board": 4, "auction": "W P P P 1S P 3S P 4S P P P", "offender": "E", "led_card": "DQ", "faced": True,
    "misinformed": False, "declarer_did": "spreading",
}  # fmt: skip
REVOKE = {"special": "none", "winner": "offender", "side_tricks_after": 0, "offender": "N", "declarer_tricks": 10}


class Desk:
    """One referee: a journal and what he keeps of tables."""

    def __init__(self) -> None:
        self.journal = Journal(MemoryStore(), "李裁判")
        self.kept: dict[str, Any] = {}

    def rule(self, tree: str, scene: Scene = TABLE, **facts: Any) -> Walk:
        scene = replace(scene, sheet=lying(self.kept, scene))
        known, begun = known_in(self.kept, scene)
        walk = start(tree, facts, Context(facts=known, begun=begun))
        walk.scene = scene
        remember(self.kept, walk, AT)
        return walk

    def save(self, walk: Walk) -> Entry:
        step = walk.standing.step
        assert isinstance(step, Ruled)
        former = walk.record
        part = table_part(self.kept, walk)
        saved = save(self.journal, walk, Final(step, step), player="", remark="", former=former, table=part)
        return self.journal.entry(saved.id)

    def again(self, entry: Entry) -> Entry:
        return self.journal.entry(entry.id)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def two(desk: Desk) -> tuple[Entry, Entry]:
    """South spread his hand after East's lead out of turn, so North declares (54A); then North revoked and won the trick."""
    return desk.save(desk.rule("bridge.opening_lead_face_up", **SPREAD)), desk.save(
        desk.rule("bridge.established_revoke", **REVOKE)
    )


def test_the_receipt_says_how_the_table_stood_before_and_after(desk: Desk, two: tuple[Entry, Entry]) -> None:
    first, second = (desk.journal.receipt(each.id) or {} for each in two)
    before, after = ({each["name"]: each["shown"] for each in first["table"][at]} for at in ("before", "after"))
    assert "declarer" not in before and after["declarer"] == "北"
    assert {each["name"] for each in second["table"]["before"]} >= {"declarer", "contract"}
    assert "declarer" not in second["table"]["said"] and second["table"]["said"]["declarer_tricks"] == 10
    assert replay(second, open_handbook(), open_library()).same


CARDS = Scene("default", "guandan", Place("5", 2))


@pytest.fixture
def deducted(desk: Desk) -> tuple[Entry, Entry]:
    """North-South lose one point for a wrong tribute (supplement 4.6.1); the time is up at 8 to 5, 16 to 10 by the table."""
    wrong = {"regime": "supplement", "wrong_tribute": True, "found": "before", "offender": "S"}
    over = {"regime": "supplement", "final_ns": "8", "final_ew": "5", "mode": "计时制", "state": "limit"}
    return desk.save(desk.rule("guandan.wrong_tribute", CARDS, **wrong)), desk.save(
        desk.rule("guandan.game_result", CARDS, **over)
    )


def test_a_ruling_taken_back_names_those_built_on_it(desk: Desk, deducted: tuple[Entry, Entry]) -> None:
    first, second = deducted
    assert "南北方15、东西方10" in str((desk.journal.receipt(second.id) or {})["figures"])
    assert [each.entry.id for each in resting_on(desk.journal, first)] == [second.id]  # before it is taken back
    assert rested_on(desk.journal, second) == []
    desk.journal.withdraw(first.id, "看错了")
    (mark,) = rested_on(desk.journal, desk.again(second))
    assert (mark.on.id, mark.upheld) == (first.id, False) and "南北方16、东西方10" in mark.now
    assert [each.entry.id for each in resting_on(desk.journal, desk.again(first))] == [second.id]
    desk.journal.uphold(second.id, first.id, "维持原裁定。")
    (mark,) = rested_on(desk.journal, desk.again(second))
    assert mark.upheld
    desk.journal.withdraw(desk.again(first).withdrawal or "")  # brought back
    assert rested_on(desk.journal, desk.again(second)) == []


def test_the_table_follows_the_journal(desk: Desk, two: tuple[Entry, Entry]) -> None:
    first, _ = two
    assert known_at(desk.kept, TABLE)["declarer"] == "N"
    desk.journal.withdraw(first.id)
    left = left_by(desk.journal, desk.again(first))
    for each in left:
        put(desk.kept, each)
    assert known_at(desk.kept, TABLE)["declarer"] == "S"  # as the auction says, which was told and stays
    desk.journal.withdraw(desk.again(first).withdrawal or "")
    left = left_by(desk.journal, desk.again(first))
    for each in left:
        put(desk.kept, each)
    assert known_at(desk.kept, TABLE)["declarer"] == "N"


def test_a_ruling_given_anew_takes_the_place_of_the_former(desk: Desk, deducted: tuple[Entry, Entry]) -> None:
    first, second = deducted
    desk.journal.withdraw(first.id)
    left = left_by(desk.journal, desk.again(first))
    for each in left:
        put(desk.kept, each)
    (mark,) = rested_on(desk.journal, desk.again(second))
    walk = desk.rule("guandan.game_result", CARDS, **dict(mark.given.facts))
    walk.id, walk.record = mark.given.id, second.id
    anew = desk.save(walk)
    assert desk.again(second).withdrawn is not None
    assert "南北方16、东西方10" in str((desk.journal.receipt(anew.id) or {})["figures"])
    assert rested_on(desk.journal, anew) == []
    assert [each.entry.id for each in of_one_deal(desk.journal, anew)] == [first.id, anew.id]


def test_rulings_of_another_deal_or_without_a_receipt_of_the_table_are_left_alone(desk: Desk) -> None:
    first = desk.save(desk.rule("bridge.opening_lead_face_up", **SPREAD))
    elsewhere = replace(TABLE, place=Place("6", 2))
    other = desk.save(desk.rule("bridge.established_revoke", elsewhere, declarer="N", contract="4S", **REVOKE))
    walk = desk.rule("bridge.established_revoke", **REVOKE)
    step = walk.standing.step
    assert isinstance(step, Ruled)
    bare = save(desk.journal, walk, Final(step, step), player="", remark="", former=None)  # as before 0.2
    desk.journal.withdraw(first.id)
    assert resting_on(desk.journal, desk.again(first)) == []
    assert rested_on(desk.journal, desk.again(other)) == []
    assert rested_on(desk.journal, desk.journal.entry(bare.id)) == []


SHOWN = {
    "offender": "W", "declarer": "S", "defender_how": "shown", "partner_could_see": True, "director_says_otherwise": False,
    "penalty_cards": ["D9"],
}  # fmt: skip


def _follow_journal(desk: Desk, entry: Entry) -> None:
    for left in left_by(desk.journal, desk.again(entry)):
        put(desk.kept, left)


def _before_west(desk: Desk) -> list[str]:
    _, begun = known_in(desk.kept, replace(TABLE, sheet=lying(desk.kept, TABLE)))
    return list(begun.get("penalty_cards_west") or ())


def test_a_follow_up_falls_with_the_ruling_it_follows_up(desk: Desk) -> None:
    """Laws 49 and 50B: West showed a small diamond; it lies before him, as a minor penalty card says the follow-up."""
    first = desk.rule("bridge.card_exposed_in_play", **SHOWN)
    saved = desk.save(first)
    follow = desk.rule(
        "bridge.minor_or_major_penalty_card", offender="W", declarer="S", penalty_cards=["D9"], how="inadvertent"
    )
    follow.follows, follow.incident = first.id, first.incident
    remember(desk.kept, follow, AT)
    after = desk.save(follow)
    assert _before_west(desk) == ["D9"]
    desk.journal.withdraw(saved.id)
    _follow_journal(desk, saved)
    assert not _before_west(desk)
    (mark,) = rested_on(desk.journal, desk.again(after))
    assert (mark.falls, mark.upheld, mark.on.id) == (True, False, saved.id)
    assert [(each.entry.id, each.falls) for each in resting_on(desk.journal, desk.again(saved))] == [(after.id, True)]
    desk.journal.uphold(after.id, saved.id, "维持原裁定。")
    _follow_journal(desk, after)
    assert _before_west(desk) == ["D9"]
    (mark,) = rested_on(desk.journal, desk.again(after))
    assert mark.upheld
    desk.journal.withdraw(desk.again(saved).withdrawal or "")  # brought back
    _follow_journal(desk, saved)
    assert _before_west(desk) == ["D9"] and rested_on(desk.journal, desk.again(after)) == []
