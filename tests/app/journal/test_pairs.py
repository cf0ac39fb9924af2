"""Whom a ruling may be against: this table first, then all by number, nobody missing and nobody jumping."""

from __future__ import annotations

from app.journal.journal import Journal
from app.journal.pairs import by_number, pairs_at
from app.journal.records import NO_EVENT, Entrant, EventBody, Place, RulingBody
from tests.app.journal.memory_store import MemoryStore

TEAMS = EventBody("秋季赛", "guandan", entrants=tuple(Entrant(str(n), f"第{n}队") for n in (10, 2, 1, 30, 7)))


def ruled(journal: Journal, table: str, round_: int | None, *pairs: str) -> str:
    body = RulingBody("guandan", "t", "t", "o", "r", "penalty", Place(table, round_), pairs)
    return journal.save_ruling(NO_EVENT, body).id


PARTIES = ("南北", "东西")


def test_the_pairs_of_this_table_come_first_then_all_by_number() -> None:
    journal = Journal(MemoryStore())
    for table, round_, pair in (("5", 2, "30"), ("5", 2, "7"), ("5", 1, "1"), ("6", 2, "10")):
        ruled(journal, table, round_, pair)
    gone = ruled(journal, "5", 2, "2")
    journal.withdraw(gone)
    found = pairs_at(TEAMS, "guandan", Place("5", 2), journal.entries(NO_EVENT), PARTIES)
    assert list(found.here) == ["7", "30"]
    assert list(found.others) == ["1", "2", "10"]
    assert found.here["7"] == "7 第7队"
    assert list(pairs_at(TEAMS, "guandan", Place(), journal.entries(NO_EVENT), PARTIES).others) == [
        "1",
        "2",
        "7",
        "10",
        "30",
    ]


def test_of_many_pairs_every_one_can_be_chosen() -> None:
    many = EventBody("大赛", "guandan", entrants=tuple(Entrant(str(n), f"第{n}队") for n in range(200, 0, -1)))
    found = pairs_at(many, "guandan", Place("5", 2), [], PARTIES)
    assert list(found.others) == [str(n) for n in range(1, 201)]
    assert found.others["137"] == "137"


def test_without_a_list_the_sides_of_the_table_stand_for_its_pairs() -> None:
    journal = Journal(MemoryStore())
    ruled(journal, "3", 1, "3桌东西")
    ruled(journal, "5", 1, "外卡队")
    none = EventBody("未设赛事")
    found = pairs_at(none, "guandan", Place("5", 1), journal.entries(NO_EVENT), PARTIES)
    assert list(found.here) == ["5桌南北", "5桌东西", "外卡队"] and list(found.others) == ["3桌东西"]
    assert list(pairs_at(none, "guandan", Place(), [], PARTIES).here) == ["南北", "东西"]
    assert list(pairs_at(none, "guandan", Place("5"), [], ("南家", "东家")).here) == [
        "5桌南家",
        "5桌东家",
    ]  # all for themselves


def test_the_table_of_another_game_with_the_same_number_offers_no_pair() -> None:
    journal = Journal(MemoryStore())
    bridge = RulingBody("bridge", "t", "t", "o", "r", "penalty", Place("5", 1), ("5桌北南", "桥牌队"))
    journal.save_ruling(NO_EVENT, bridge)
    ruled(journal, "5", 1, "外卡队")
    none = EventBody("未设赛事")
    at = (Place("5", 1), journal.entries(NO_EVENT), PARTIES)
    here = pairs_at(none, "guandan", *at)
    assert list(here.here) == ["5桌南北", "5桌东西", "外卡队"] and not here.others
    assert list(pairs_at(none, "bridge", *at).here) == ["5桌南北", "5桌东西", "5桌北南", "桥牌队"]
    assert list(pairs_at(none, "guandan", Place("6", 1), *at[1:]).others) == ["外卡队"]


def test_numbers_are_compared_as_numbers() -> None:
    assert sorted(["10", "A10", "2", "A2", "B1", "甲"], key=by_number) == ["2", "10", "A2", "A10", "B1", "甲"]
