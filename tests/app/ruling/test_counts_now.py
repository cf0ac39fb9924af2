"""A ruling given as the second of its kind rests on the first: taken back, corrected or arrived late, that is said (16.3.1).

Expectations: a pair's second violation of a round is a foul, and the deal is lost (guandan 16.3.1); a second warning of a deal is a
violation (shengji 19.2), a third violation loses the game (19.4); who was disqualified (19.5, 26) is that on the count that was.
"""

from __future__ import annotations

import io
from typing import Any

import pytest

from app.base.opened import trees
from app.journal.entries import Entry
from app.journal.exchange import export, merge
from app.journal.journal import BEFORE, COUNTED, Journal
from app.journal.records import EventBody, Place
from app.ruling.after_ladder import after_ladder
from app.ruling.assignment import context
from app.ruling.counts_now import NO_MORE, brought_by, changed_counts, counted_on
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.standing import Incident, stand
from app.ruling.taking_back import bring_back, take_back
from app.ruling.walk import Walk
from decision_trees.engine import Ruled
from tests.app.journal.memory_store import MemoryStore
from tests.app.ruling.test_after_ladder import case_of

PAIR, HERE = "3", Place("5", 2, 1, 4)
SLOW = {"seconds": 31, "warned": True, "offender": "S"}


class Referee:
    """A journal, and rulings put into it as the app does."""

    def __init__(self, name: str = "李裁判", settled: dict[str, str] | None = None, game: str = "guandan") -> None:
        self.journal = Journal(MemoryStore(), name)
        self.event = self.journal.save_event(EventBody("公开赛", game, settled=settled or {}))

    def rule(
        self,
        tree: str = "guandan.slow_play",
        facts: dict[str, Any] | None = None,
        pair: str = PAIR,
        place: Place = HERE,
        former: Entry | None = None,
    ) -> Entry:
        scene = Scene(self.event, tree.partition(".")[0], place, (pair,))
        incident = Incident(former.body.chain or former.id) if former is not None else Incident()
        around = context(self.journal, scene, (), incident.record)
        told = {k: v for k, v in (SLOW if facts is None else facts).items() if k not in around.facts}
        walk = Walk(tree, stand(tree, told, {}, around), around, scene=scene, incident=incident)
        step = walk.standing.step
        assert isinstance(step, Ruled), step
        saved = save(
            self.journal, walk, after_ladder(walk, step), player="", remark="", former=former.id if former else None
        )
        return self.journal.entry(saved.id)

    def again(self, entry: Entry) -> Entry:
        return self.journal.entry(entry.id)

    def on_record(self, pair: str = PAIR) -> list[str]:
        game = self.journal.event(self.event).body.game or ""
        return sorted(each["kind"] for each in self.journal.history(self.event, game, pair=pair))


@pytest.fixture
def two() -> tuple[Referee, Entry, Entry]:
    referee = Referee()
    return referee, referee.rule(), referee.rule()


def test_the_second_is_listed_before_and_after_the_first_is_taken_back(two: tuple[Referee, Entry, Entry]) -> None:
    referee, first, second = two
    assert counted_on(referee.journal, second) == [] and changed_counts(referee.journal, first) == []
    (ahead,) = changed_counts(referee.journal, first, [first.id])
    assert ahead.entry.id == second.id and ahead.why == "按本轮第2次违例判的；撤回以后这是第1次"
    now, _, no_more = ahead.now.partition(NO_MORE)
    assert "本副判负" not in now and "违例一次" in now and "本轮第1次违例" in now  # 16.3.1: only the second is a foul
    assert no_more == brought_by(referee.journal, second)[0].body.ruling
    take_back(referee.journal, first, "看错了表")
    (mark,) = counted_on(referee.journal, second)
    assert (mark.on.id, mark.how, mark.why) == (first.id, "counted", "按本轮第2次违例判的；现在这是第1次")
    assert [each.entry.id for each in changed_counts(referee.journal, referee.again(first))] == [second.id]
    (foul,) = brought_by(referee.journal, second)
    assert [each.entry.id for each in counted_on(referee.journal, foul)] == [second.id], "said at the foul itself, too"
    bring_back(referee.journal, referee.again(first))
    assert counted_on(referee.journal, second) == []


def test_it_is_kept_by_a_recorded_choice(two: tuple[Referee, Entry, Entry]) -> None:
    referee, first, second = two
    take_back(referee.journal, first)
    (mark,) = counted_on(referee.journal, second)
    assert not mark.upheld
    referee.journal.uphold(second.id, mark.keeps, "维持原裁定。")
    (mark,) = counted_on(referee.journal, referee.again(second))
    assert mark.upheld and referee.on_record() == ["foul", "violation"]


def test_given_again_it_is_the_first_though_a_third_came_after_it(two: tuple[Referee, Entry, Entry]) -> None:
    referee, first, second = two
    third = referee.rule()
    take_back(referee.journal, first)
    anew = referee.rule(former=second)
    assert brought_by(referee.journal, anew) == [], "the first violation brings no foul"
    assert counted_on(referee.journal, anew) == []
    marks = counted_on(referee.journal, referee.again(third))
    assert {each.on.id for each in marks} == {first.id, second.id}, "one taken back, and one that is no foul any more"
    assert {each.why for each in marks} == {"按本轮第3次违例判的；现在这是第2次；判它时本局有犯规1次；现在是0次"}
    take_back(referee.journal, anew)
    assert all("现在这是第1次" in each.why for each in counted_on(referee.journal, referee.again(third)))
    last = referee.rule(former=referee.again(third))
    assert counted_on(referee.journal, last) == [] and referee.on_record() == ["violation"]


def test_what_the_ladder_brought_goes_and_comes_back_with_its_ruling(two: tuple[Referee, Entry, Entry]) -> None:
    referee, _, second = two
    assert referee.on_record() == ["foul", "violation", "violation"]
    take_back(referee.journal, second, "看错了表")
    assert referee.on_record() == ["violation"]
    bring_back(referee.journal, referee.again(second))
    assert referee.on_record() == ["foul", "violation", "violation"]


def test_a_foul_whose_ruling_was_taken_back_alone_is_said(two: tuple[Referee, Entry, Entry]) -> None:
    """As versions before did it, and their journals are merged."""
    referee, _, second = two
    (foul,) = brought_by(referee.journal, second)
    referee.journal.withdraw(second.id)
    (mark,) = counted_on(referee.journal, referee.again(foul))
    assert (mark.on.id, mark.falls) == (second.id, True)
    referee.journal.uphold(foul.id, mark.keeps, "维持原裁定。")
    (mark,) = counted_on(referee.journal, referee.again(foul))
    assert mark.upheld


@pytest.mark.parametrize("changes", [{"offenders": ["4"]}, {"place": {"round": 1}}])
def test_a_correction_that_moves_the_count_is_said(two: tuple[Referee, Entry, Entry], changes: dict[str, Any]) -> None:
    referee, first, second = two
    referee.journal.correct(first.id, changes)
    (mark,) = counted_on(referee.journal, second)
    assert (mark.on.id, mark.why) == (first.id, "按本轮第2次违例判的；现在这是第1次")
    assert [each.entry.id for each in changed_counts(referee.journal, referee.again(first))] == [second.id]


def test_a_second_moved_to_another_pair_is_its_first_and_another_becomes_the_second(
    two: tuple[Referee, Entry, Entry],
) -> None:
    referee, first, second = two
    other = referee.rule(pair="4")
    for each in (second, *brought_by(referee.journal, second)):
        referee.journal.correct(each.id, {"offenders": ["4"]})
    (mark,) = counted_on(referee.journal, referee.again(second))
    assert (mark.on.id, mark.why) == (second.id, "按本轮第2次违例判的；现在这是第1次")
    (mark,) = counted_on(referee.journal, referee.again(other))
    assert (mark.on.id, mark.entry.id) == (second.id, other.id)
    assert mark.why.startswith("按本轮第1次违例判的；现在这是第2次") and "犯规" in mark.now
    referee.journal.correct(first.id, {"offenders": ["4"]})
    whys = [each.why for each in counted_on(referee.journal, referee.again(second))]
    assert whys == [], "of that pair it is the second again"


def test_a_ruling_that_arrives_late_makes_the_first_a_second() -> None:
    here = Referee()
    there = Referee("王裁判")
    _meet(here.journal, there.journal)
    there.event = here.event
    first = there.rule(place=Place("9", 2, 1, 4))
    second = here.rule()
    assert counted_on(here.journal, second) == []
    _meet(here.journal, there.journal)
    for journal in (here.journal, there.journal):
        (mark,) = counted_on(journal, journal.entry(second.id))
        assert (mark.on.id, mark.why) == (first.id, "按本轮第1次违例判的；现在这是第2次")
        assert "犯规" in mark.now and "本副判负" in mark.now
    anew = here.rule(former=here.again(second))
    assert counted_on(here.journal, anew) == [] and len(brought_by(here.journal, anew)) == 1


def _meet(*journals: Journal) -> None:
    for one in journals:
        for other in journals:
            out = io.StringIO()
            export(one.store, out)
            merge(other.store, out.getvalue().splitlines())


def test_a_receipt_of_before_is_reckoned_from_the_rulings_it_names(two: tuple[Referee, Entry, Entry]) -> None:
    referee, first, second = two
    receipt = dict(referee.journal.receipt(second.id) or {})
    assert receipt.pop(BEFORE) and receipt[COUNTED] == [first.id]
    record = referee.journal.store.get(second.id)
    assert record is not None and record.receipt is not None
    del record.receipt[BEFORE]  # type: ignore[attr-defined]
    assert BEFORE not in (referee.journal.receipt(second.id) or {})
    assert counted_on(referee.journal, second) == []
    referee.journal.correct(first.id, {"offenders": ["4"]})
    (mark,) = counted_on(referee.journal, second)
    assert mark.why == "按本轮第2次违例判的；现在这是第1次"


@pytest.mark.parametrize(
    ("tree", "kind", "prior"),
    [
        ("guandan.slow_play", "violation", 1),  # 16.3.1
        ("guandan.card_exposed", "violation", 1),
        ("guandan.other_delay", "violation", 1),
        ("shengji.slow_play", "warning", 1),  # 19.2
        ("shengji.draw_out_of_turn", "violation", 2),  # 19.4
        ("shengji.defiance", "forfeit", 1),  # 19.5
        ("shengji.illegal_information", "illegal_information", 2),  # 26
    ],
)
def test_in_every_ladder_the_last_rests_on_each_before_it(tree: str, kind: str, prior: int) -> None:
    game = tree.partition(".")[0]
    referee = Referee(settled={"shengji-40/D-30-2": "event-side"}, game=game)
    facts = {k: v for k, v in case_of(tree, kind).items() if k not in ("history", "pair", "round", "game")}
    *before, last = [referee.rule(tree, facts) for _ in range(prior + 1)]
    assert counted_on(referee.journal, last) == []
    title = trees().ladders[game].kinds[kind].title
    for each in before:
        take_back(referee.journal, referee.again(each))
        marks = [mark for mark in counted_on(referee.journal, referee.again(last)) if mark.on.id == each.id]
        assert len(marks) == 1 and f"第{prior + 1}次{title}判的；现在这是第{prior}次" in marks[0].why
        bring_back(referee.journal, referee.again(each))
        assert counted_on(referee.journal, referee.again(last)) == []


def test_rulings_of_another_pair_round_or_game_are_left_alone(two: tuple[Referee, Entry, Entry]) -> None:
    referee, first, _ = two
    others = [referee.rule(pair="4"), referee.rule(place=Place("5", 3, 1, 1))]
    take_back(referee.journal, first)
    assert [counted_on(referee.journal, each) for each in others] == [[], []]
