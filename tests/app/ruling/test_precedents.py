"""What was ruled before on the same irregularity: this event first, the nearest facts first (bridge 27B, 64A)."""

from __future__ import annotations

from typing import Any

import pytest

from app.journal.entries import Entry
from app.journal.journal import Journal
from app.journal.records import Place
from app.ruling.after_ladder import Final
from app.ruling.precedents import Precedent, Standing, nearest, standing
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.standing import Context
from app.ruling.walk import Walk, start
from decision_trees.engine import Ruled
from tests.app.journal.memory_store import MemoryStore

HERE, ELSEWHERE = "01HERE", "01ELSEWHERE"
REVOKE = {"special": "none", "winner": "offender", "side_tricks_after": 1, "offender": "E", "declarer": "S"}


def walk(event: str = HERE, table: str = "3", tree: str = "bridge.established_revoke", **facts: Any) -> Walk:
    begun = start(tree, REVOKE | facts if tree.endswith("revoke") else facts, Context())
    begun.scene = Scene(event, "bridge", Place(table, 1))
    return begun


def ruled(begun: Walk) -> Ruled:
    step = begun.standing.step
    assert isinstance(step, Ruled), step
    return step


@pytest.fixture
def journal() -> Journal:
    return Journal(MemoryStore(), "李裁判")


def kept(journal: Journal, begun: Walk) -> Entry:
    step = ruled(begun)
    return journal.entry(save(journal, begun, Final(step, step), player="", remark="", former=None).id)


def test_those_of_this_event_come_first_and_the_nearest_of_them(journal: Journal) -> None:
    other = kept(journal, walk(ELSEWHERE))
    near = kept(journal, walk(offender="W"))
    far = kept(journal, walk(winner="opponents", side_tricks_after=0))
    now = walk(table="9")
    found, shown = looked(journal, HERE, now)
    assert [each.entry.id for each in shown] == [near.id, far.id, other.id]
    assert (len(found.here), len(found.elsewhere)) == (2, 1)
    assert found.title == "本赛事2次、日志里别的赛事1次"


def test_a_turned_table_is_the_same_and_another_answer_is_said(journal: Journal) -> None:
    kept(journal, walk(offender="E"))
    kept(journal, walk(winner="opponents", side_tricks_after=0))
    now = walk(offender="W")
    _, (same, other) = looked(journal, HERE, now)
    assert same.differs == () and same.same_outcome and same.alike >= 2
    assert any("那次0墩" in each.replace(" ", "") and "这次1墩" in each.replace(" ", "") for each in other.differs), (
        other
    )
    assert not other.same_outcome  # 第64条：藏牌方没有赢得藏牌墩，以后也没有再赢墩的不转


def test_what_was_withdrawn_and_the_ruling_itself_do_not_count(journal: Journal) -> None:
    gone, own = kept(journal, walk()), kept(journal, walk())
    journal.withdraw(gone.id, "误记")
    now = walk()
    assert looked(journal, HERE, now, (own.id,)) == (Standing((), ()), ())


def test_another_irregularity_is_none_and_without_an_event_all_are_elsewhere(journal: Journal) -> None:
    kept(journal, walk())
    other = walk(tree="bridge.insufficient_bid", auction="N 1S 1H", lho_calls="none")
    assert looked(journal, HERE, other)[0].title == ""
    now = walk("default")
    found, _ = looked(journal, "default", now)
    assert (len(found.here), len(found.elsewhere)) == (0, 1) and found.title == "日志里别的赛事1次"


def looked(
    journal: Journal, event: str, begun: Walk, leaving_out: tuple[str, ...] = ()
) -> tuple[Standing, tuple[Precedent, ...]]:
    """What stands, and the nearest of it."""
    found = standing(journal, event, begun.tree, leaving_out=leaving_out)
    return found, nearest(journal, found, begun.tree, ruled_or_any(begun))


def ruled_or_any(begun: Walk) -> Ruled:
    """The ruling where it stands, or one of another tree: what counts here is the tree."""
    step = begun.standing.step
    return step if isinstance(step, Ruled) else ruled(walk())
