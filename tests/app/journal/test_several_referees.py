"""Several referees of one event, each with a journal: one count of one incident, outdated counts said, conflicts never silent.

Expectations are worked out by hand from what was recorded when; every device that has the same records must say the same.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.journal.competition import ResultBody, SeatingBody, written
from app.journal.doubles import NO, YES
from app.journal.exchange import export, merge
from app.journal.journal import COUNTED, Journal
from app.journal.records import EventBody, Place, RulingBody
from app.journal.sqlite_store import open_store
from app.ruling.assignment import family
from app.ruling.matters import matters

START = datetime(2026, 5, 2, 14, 0, tzinfo=UTC)
WITHIN = {"warning": "round", "violation": "round", "foul": "game"}
SLOW, TURN, LATE = "guandan.slow_play", "guandan.play_out_of_turn", "guandan.lateness"  # play, play, event


class Referee:
    """A device with its journal, whose clock is set."""

    def __init__(self, folder: Path, name: str) -> None:
        self.store = open_store(folder / f"{name}.sqlite")
        self.now = START
        self.journal = Journal(self.store, name, lambda: self.now)

    def at(self, minute: float) -> Referee:
        self.now = START + timedelta(minutes=minute)
        return self

    def rules(
        self, event: str, pair: str, table: str = "3", tree: str = SLOW, round: int = 1, deal: int | None = None,
        counts: tuple[tuple[str, int], ...] = (("violation", 1),),
    ) -> str:  # fmt: skip
        body = RulingBody(
            "guandan", tree, "出牌超时", "x", "记违例一次。", "penalty", Place(table, round, 1, deal), (pair,), counts=counts
        )  # fmt: skip
        receipt = {COUNTED: self.journal.counting(event, (pair,))}
        return self.journal.save_ruling(event, body, receipt).id

    def counted(self, event: str, pair: str) -> int:
        """How many violations are counted of a pair."""
        found = self.journal.history(event, "guandan", pair=pair, family=family)
        return sum(each["kind"] == "violation" for each in found)


def meet(*referees: Referee) -> None:
    """Everybody gets what everybody has."""
    for one in referees:
        for other in referees:
            out = io.StringIO()
            export(one.store, out)
            merge(other.store, out.getvalue().splitlines())


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Referee, Referee, str]]:
    one, other = Referee(tmp_path, "甲"), Referee(tmp_path, "乙")
    event = one.journal.save_event(EventBody("春季赛", "guandan"))
    meet(one, other)
    yield one, other, event
    one.store.close()
    other.store.close()


def test_a_count_made_without_an_earlier_one_is_said_when_that_arrives(two: tuple[Referee, Referee, str]) -> None:
    one, other, event = two
    one.at(5).rules(event, "7", table="3")
    late = other.at(12).rules(event, "7", table="9")  # he did not know of it
    assert other.journal.outdated(event, "guandan", WITHIN, family) == []
    meet(one, other)
    for each in (one, other):
        (found,) = each.journal.outdated(event, "guandan", WITHIN, family)
        assert found.entry.id == late
        assert [(m.body.place.table, m.author) for m in found.missing] == [("3", "甲")]
    (said,) = matters(other.journal, event, own=True)
    assert "9桌 第1轮 第1局 14:12" in said.said
    assert "这一对在3桌 第1轮 第1局 14:05 已有一次违例（甲记）" in said.said
    assert matters(one.journal, event, own=True) == [], "the one who ruled is asked to correct it"
    assert len(matters(one.journal, event, own=False)) == 1, "the chief sees it"


def test_ruled_anew_with_what_counts_now_nothing_is_said_any_more(two: tuple[Referee, Referee, str]) -> None:
    one, other, event = two
    one.at(5).rules(event, "7", table="3")
    late = other.at(12).rules(event, "7", table="9")
    meet(one, other)
    again = other.at(14).rules(event, "7", table="9", counts=(("violation", 1), ("foul", 1)))
    other.journal.withdraw(late, "改判，另存一条")
    meet(one, other)
    assert one.journal.outdated(event, "guandan", WITHIN, family) == []
    assert one.journal.entry(again).withdrawn is None


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"round": 2}, False),  # a violation counts within its round (16.3.1)
        ({"counts": (("warning", 1),)}, False),  # another kind
        ({"counts": ()}, False),
        ({}, True),
    ],
)
def test_only_what_would_have_counted_is_said(
    two: tuple[Referee, Referee, str], how: dict[str, object], said: bool
) -> None:
    one, other, event = two
    one.at(5).rules(event, "7", table="3", **how)  # type: ignore[arg-type]
    other.at(12).rules(event, "7", table="9")
    other.at(13).rules(event, "8", table="9")  # another pair
    meet(one, other)
    assert len(other.journal.outdated(event, "guandan", WITHIN, family)) == int(said)


def test_what_was_known_or_came_later_or_was_taken_back_is_not_said(two: tuple[Referee, Referee, str]) -> None:
    one, other, event = two
    first = one.at(5).rules(event, "7", table="3")
    meet(one, other)
    other.at(12).rules(event, "7", table="9")  # he knew
    meet(one, other)
    one.at(20).rules(event, "7", table="3")
    meet(one, other)
    assert other.journal.outdated(event, "guandan", WITHIN, family) == []
    third = one.at(30).rules(event, "5", table="1")
    other.at(31).rules(event, "5", table="9")
    one.journal.withdraw(third)
    meet(one, other)
    assert other.journal.outdated(event, "guandan", WITHIN, family) == []
    assert first


def test_two_rulings_of_one_incident_count_once_until_somebody_says_that_they_are_two(
    two: tuple[Referee, Referee, str],
) -> None:
    one, other, event = two
    one.at(5).rules(event, "7", tree=SLOW, deal=4)
    other.at(9).rules(event, "7", tree=TURN, deal=4)  # of the same family: 打牌
    meet(one, other)
    assert [each.counted(event, "7") for each in two[:2]] == [1, 1], "one count is held"
    for each in (one, other):
        (asked,) = each.journal.doubles(event, family)
        assert (asked.earlier.author, asked.later.author, asked.answer) == ("甲", "乙", "")
        assert "同一件事吗" in matters(each.journal, event, own=True)[0].said
    (asked,) = one.journal.doubles(event, family)
    one.journal.answer_same(asked, False, "不是同一件事，各计一次。")
    meet(one, other)
    assert [each.counted(event, "7") for each in two[:2]] == [2, 2]
    assert other.journal.doubles(event, family)[0].answer == NO
    assert [m for m in matters(other.journal, event, own=True) if m.double] == [], "it was answered"
    other.journal.answer_same(asked, True, "是同一件事，只计一次。")  # the last answer counts
    meet(one, other)
    assert [each.counted(event, "7") for each in two[:2]] == [1, 1]
    assert one.journal.doubles(event, family)[0].answer == YES


@pytest.mark.parametrize(
    "how",
    [
        {"minute": 21},  # more than fifteen minutes after 14:05
        {"table": "4"},
        {"pair": "8"},
        {"deal": 5},
        {"round": 2},
        {"tree": LATE},
    ],
)
def test_what_is_plainly_another_incident_is_not_asked(
    two: tuple[Referee, Referee, str], how: dict[str, object]
) -> None:
    one, other, event = two
    one.at(5).rules(event, "7", deal=4)
    given: dict[str, object] = {"pair": "7", "deal": 4, **how}
    minute = float(str(given.pop("minute", 9)))
    other.at(minute).rules(event, str(given.pop("pair")), **given)  # type: ignore[arg-type]
    meet(one, other)
    assert one.journal.doubles(event, family) == []


def test_one_referee_who_rules_twice_is_not_asked(two: tuple[Referee, Referee, str]) -> None:
    one, _, event = two
    one.at(5).rules(event, "7")
    one.at(9).rules(event, "7")
    assert one.journal.doubles(event, family) == []
    assert one.counted(event, "7") == 2


def test_a_deal_that_nobody_said_may_be_the_same(two: tuple[Referee, Referee, str]) -> None:
    one, other, event = two
    one.at(5).rules(event, "7", deal=4)
    other.at(20).rules(event, "7", deal=None)  # exactly fifteen minutes
    meet(one, other)
    assert len(one.journal.doubles(event, family)) == 1


def test_states_that_two_wrote_otherwise_are_shown_until_one_is_written_again(
    two: tuple[Referee, Referee, str],
) -> None:
    one, other, event = two
    here = written(ResultBody("1-1", "1", "4", scores=((3, 1),)))
    there = written(ResultBody("1-1", "1", "4", scores=((1, 3),)))
    one.at(5).journal.save_competition(event, [here])
    other.at(7).journal.save_competition(event, [there])
    meet(one, other)
    for each in (one, other):
        (found,) = each.journal.conflicts(event)
        assert (found.what, found.earlier.author, found.later.author) == ("result", "甲", "乙")
        (said,) = matters(each.journal, event, own=True)
        assert "甲 14:05 写：1号对4号，3:1" in said.said and "乙 14:07 写：1号对4号，1:3" in said.said
    one.at(9).journal.save_competition(event, [here])
    meet(one, other)
    assert other.journal.conflicts(event) == []
    assert one.journal.competition(event)[-1].body["scores"] == [[3, 1]]


def test_who_agrees_corrects_himself_or_corrects_much_later_is_in_no_conflict(
    two: tuple[Referee, Referee, str],
) -> None:
    one, other, event = two
    for what, (first, second, minutes, by) in {
        "1-1": ("3:1", "3:1", 2, other),  # agrees
        "1-2": ("3:1", "1:3", 2, one),  # himself
        "1-3": ("3:1", "1:3", 40, other),  # much later
    }.items():
        for who, minute, score in ((one, 5, first), (by, 5 + minutes, second)):
            home, away = map(int, score.split(":"))
            body = written(ResultBody(what, "1", "4", scores=((home, away),)))
            who.at(minute).journal.save_competition(event, [body])
            meet(one, other)
    one.at(60).journal.save_competition(event, [written(SeatingBody("1", 1, (("NS", "1"),)))])
    other.at(61).journal.save_competition(event, [written(SeatingBody("2", 1, (("NS", "2"),)))])  # another table
    meet(one, other)
    assert one.journal.conflicts(event) == []


def test_a_ruling_that_two_corrected_otherwise_is_shown(two: tuple[Referee, Referee, str]) -> None:
    one, other, event = two
    ruling = one.at(5).rules(event, "7")
    meet(one, other)
    one.at(6).journal.correct(ruling, {"offenders": ["8"]}, "看错")
    other.at(8).journal.correct(ruling, {"offenders": ["9"]}, "看错")
    meet(one, other)
    (found,) = one.journal.twice_corrected(event)
    assert (found.entry.id, found.fields) == (ruling, ("offenders",))
    assert one.journal.entry(ruling).body.offenders == other.journal.entry(ruling).body.offenders == ("9",)
    assert "两台设备都更正了违规方" in matters(one.journal, event, own=True)[0].said
    one.at(10).journal.correct(ruling, {"offenders": ["9"]}, "问过了")
    meet(one, other)
    assert other.journal.twice_corrected(event) == []
