"""Rounds and results in the journal: kept, exported, merged, refused where bent, passed over by those who do not know them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest

from app.journal.competition import AdjustBody, PlanBody, ResultBody, read, written
from app.journal.entries import Fold
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.journal.store import JournalError, JournalStore

PLAN = PlanBody("round_robin", ("1", "2", "3"), scoring="levels", tables=("A1",))
RESULT = ResultBody("1.1", "1", "2", levels=(("A", "9"),))


def test_what_is_written_is_read_back(journal: Journal) -> None:
    event = journal.save_event(EventBody("公开赛", "guandan"))
    journal.save_competition(event, [written(PLAN), written(RESULT)])
    assert [read(record.body) for record in journal.competition(event)] == [PLAN, RESULT]
    other = journal.save_event(EventBody("另一项", "guandan"))
    assert journal.competition(other) == []
    assert journal.entries() == []  # they are no rulings
    assert journal.event(event).body.name == "公开赛"


def test_points_that_were_added_can_be_taken_back(journal: Journal) -> None:
    event = journal.save_event(EventBody("公开赛", "guandan"))
    (record,) = journal.save_competition(event, [written(AdjustBody("3", 2, second=-1, reason="贡错"))])
    journal.withdraw(record.id, "记错了")
    assert journal.competition(event) == []


def test_without_an_event_nothing_is_written(journal: Journal) -> None:
    with pytest.raises(JournalError):
        journal.save_competition("01J00000000000000000000000", [written(PLAN)])


def test_another_device_gets_them(journal: Journal, new_store: Callable[[], JournalStore]) -> None:
    event = journal.save_event(EventBody("公开赛", "guandan"))
    journal.save_competition(event, [written(PLAN), written(RESULT)])
    out = io.StringIO()
    export(journal.store, out)
    other = Journal(new_store())
    report = merge(other.store, out.getvalue().splitlines())
    assert (report.added, report.refused) == (3, ())
    assert [read(record.body) for record in other.competition(event)] == [PLAN, RESULT]


@pytest.mark.parametrize(
    "bent",
    [
        {"what": "result", "meeting": "1.1", "home": "1"},
        {"what": "result", "meeting": "1.1", "home": "1", "away": "2", "levels": [["A"]]},
        {"what": "plan", "format": "knockout", "order": ["1"]},
        {"what": "adjust", "entrant": "1", "round": -1},
        {"what": "adjust", "entrant": "1", "round": 1, "main": 1e300},
        {"what": "round", "number": 1, "pairings": [{"table": "1"}]},
        {"what": 3},
    ],
)
def test_what_no_screen_could_bear_is_refused(
    bent: dict[str, object], journal: Journal, new_store: Callable[[], JournalStore]
) -> None:
    event = journal.save_event(EventBody("公开赛", "guandan"))
    journal.save_competition(event, [bent])
    out = io.StringIO()
    export(journal.store, out)
    report = merge(new_store(), out.getvalue().splitlines())
    assert len(report.refused) == 1
    assert read(bent) is None


def test_what_a_later_version_says_of_rounds_is_kept_and_passed_over(journal: Journal) -> None:
    event = journal.save_event(EventBody("公开赛", "guandan"))
    journal.save_competition(event, [{"what": "colours", "of": "1"}, {**written(PLAN), "boards": 16}])
    assert [read(record.body) for record in journal.competition(event)] == [None, PLAN]


def test_a_reader_of_before_lists_none_of_them_as_a_ruling(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    event = journal.save_event(EventBody("公开赛", "guandan"))
    journal.save_competition(event, [written(PLAN), written(RESULT)])
    before = ("event", "ruling", "correction", "withdrawal", "appeal", "note")
    monkeypatch.setattr("app.journal.entries.KINDS", before)
    fold = Fold(journal.store.records())
    assert fold.rulings == []
    found = fold.event(event)
    assert found is not None and json.dumps(found.body.name, ensure_ascii=False) == '"公开赛"'


def test_a_phone_that_is_handed_the_rounds_knows_the_event_too(
    journal: Journal, new_store: Callable[[], JournalStore]
) -> None:
    event = journal.save_event(EventBody("公开赛", "guandan"))
    journal.save_event(EventBody("公开赛改名", "guandan"), event)
    journal.save_competition(event, [written(PLAN), written(RESULT), written(AdjustBody("3", 1, second=-1))])
    journal.withdraw(journal.competition(event)[-1].id, "记错了")
    out = io.StringIO()
    export(journal.store, out, journal.concerning(record.id for record in journal.competition(event)))
    other = Journal(new_store())
    assert merge(other.store, out.getvalue().splitlines()).refused == ()
    assert other.event(event).body.name == "公开赛改名"
    assert [read(record.body) for record in other.competition(event)] == [PLAN, RESULT]
    other.save_competition(event, [written(ResultBody("1.1", "1", "2", void=True))])
    assert len(other.competition(event)) == 3
