"""A saved ruling corrected to another table: what it did to the table goes along, and what rests on it is said (bridge 54A)."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest

from app.journal.entries import Entry
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.numbers import form_number, moved_from
from app.journal.records import NO_EVENT, Place
from app.ruling.built_on import changed_by, left_by, rested_on
from app.ruling.deal_sheet import known_at, lying, turn_over
from app.ruling.scene import Scene
from app.ruling.walk import Walk
from app.screens.deal_strip import DealStrip
from app.screens.journal import JournalPane
from app.screens.record import EntryPane
from app.screens.recording import record
from app.window.preferences import DEALS, JOURNAL
from app.window.session import Session
from tests.app.journal.memory_store import MemoryStore
from tests.app.screens.window import drawn, gone_to, sitting

# East's opening lead is out of turn and South begins to spread his hand, so North declares (54A).
SPREAD = {
    "board": 4, "auction": "W P P P 1S P 3S P 4S P P P", "offender": "E", "led_card": "DQ", "faced": True,
    "misinformed": False, "declarer_did": "spreading",
}  # fmt: skip
WRITTEN, REALLY = Place("71", 2), Place("1", 2)
WRONG_TRIBUTE = {"regime": "supplement", "wrong_tribute": True, "found": "before", "offender": "S"}  # one level, 4.6.1
TIME_UP = {"regime": "supplement", "final_ns": "8", "final_ew": "5", "mode": "计时制", "state": "limit"}

SPECTATOR = {
    "what": "pointed_out",
    "first": True,
    "responsible": "offending",
    "correction_lapses": True,
    "offender": "E",
}


def at(session: Session, place: Place, game: str = "bridge", *offenders: str) -> Scene:
    """A place, of the deal that lies there."""
    scene = Scene(NO_EVENT, game, place, offenders)
    return replace(scene, sheet=lying(session.preferences.kept(DEALS), scene))


def begun(session: Session, tree: str, scene: Scene, **facts: Any) -> Walk:
    walk = session.rulings.begin(tree, {}, session.desk.context(scene, None), None, scene)
    session.table.keep_deal(walk)
    for name, value in facts.items():
        assert walk.answer(name, value), walk.fault
        session.table.keep_deal(walk)
    return walk


def ruled(session: Session, journal: Journal, tree: str, scene: Scene, **facts: Any) -> Entry:
    walk = begun(session, tree, scene, **facts)
    assert record(session, walk), walk.form.fault
    return journal.entry(walk.record or "")


def moved(session: Session, journal: Journal, entry: Entry, place: Place) -> Entry:
    session.table.correct(entry, place, entry.body.offenders, {}, "")
    session.duty.written()
    return journal.entry(entry.id)


def known(session: Session, place: Place, game: str = "bridge") -> dict[str, Any]:
    return known_at(session.preferences.kept(DEALS), Scene(NO_EVENT, game, place))


def test_what_a_ruling_did_goes_to_the_table_it_was_really_at(journal: Journal) -> None:
    session = sitting()
    entry = ruled(session, journal, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    assert known(session, WRITTEN)["declarer"] == "N"
    entry = moved(session, journal, entry, REALLY)
    assert known(session, WRITTEN) == {} and known(session, REALLY)["declarer"] == "N"
    nothing = begun(session, "bridge.established_revoke", Scene(NO_EVENT, "bridge", WRITTEN))
    assert session.table.unclaimed_deal(nothing) == {}
    next_there = begun(session, "bridge.established_revoke", Scene(NO_EVENT, "bridge", REALLY))
    assert session.table.unclaimed_deal(next_there)["declarer"] == "N"
    assert session.assignment.post("bridge").table == "1", "the next ruling is likely to be where he really is"
    assert session.rulings.walks and all(
        walk.scene.place == REALLY for walk in session.rulings.walks.values() if walk.record == entry.id
    )


@pytest.mark.parametrize("place", [Place("71", 3), Place("71", 2, None, 5)])
def test_another_round_or_deal_is_another_deal_too(journal: Journal, place: Place) -> None:
    session = sitting()
    written = Place("71", 2, None, 4)
    entry = ruled(session, journal, "bridge.opening_lead_face_up", at(session, written), **SPREAD)
    entry = moved(session, journal, entry, place)
    gone, left = sorted(left_by(journal, entry), key=lambda each: not each.gone)
    assert gone.gone and not gone.changes and gone.scene.place == written
    assert left.changes and left.scene.place == place and left.deal != gone.deal
    assert lying(session.preferences.kept(DEALS), Scene(NO_EVENT, "bridge", place)) == left.deal


def test_the_number_of_the_deal_said_afterwards_leaves_it_the_same_deal(journal: Journal) -> None:
    session = sitting()
    entry = ruled(session, journal, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    moved(session, journal, entry, replace(WRITTEN, deal=4))
    assert known(session, WRITTEN)["declarer"] == "N"


def test_a_correction_corrected_and_a_ruling_taken_back_after_it(journal: Journal) -> None:
    session = sitting()
    entry = ruled(session, journal, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    moved(session, journal, entry, REALLY)
    entry = moved(session, journal, journal.entry(entry.id), Place("2", 2))
    assert known(session, WRITTEN) == known(session, REALLY) == {}
    assert known(session, Place("2", 2))["declarer"] == "N"
    session.duty.journal().withdraw(entry.id)
    session.duty.written()
    assert known(session, Place("2", 2))["declarer"] == "S", "as the auction says, which was told"
    session.duty.journal().withdraw(journal.entry(entry.id).withdrawal or "")
    session.duty.written()
    assert known(session, Place("2", 2))["declarer"] == "N"
    session.duty.journal().withdraw(entry.corrections[-1].id)  # the last correction was wrong
    session.duty.written()
    assert known(session, Place("2", 2)) == {} and known(session, REALLY)["declarer"] == "N"
    moved(session, journal, journal.entry(entry.id), WRITTEN)
    assert known(session, REALLY) == {} and known(session, WRITTEN)["declarer"] == "N"


@pytest.fixture
def deducted(journal: Journal) -> tuple[Session, Entry, Entry]:
    """North-South lose a level for a wrong tribute, written at 71; the time is up there at 8 to 5: 15 to 10, not 16 to 10."""
    session = sitting()
    first = ruled(session, journal, "guandan.wrong_tribute", at(session, WRITTEN, "guandan", "71-NS"), **WRONG_TRIBUTE)
    return session, first, ruled(session, journal, "guandan.game_result", at(session, WRITTEN, "guandan"), **TIME_UP)


def test_a_ruling_that_rested_on_it_at_the_old_table_is_marked(
    journal: Journal, deducted: tuple[Session, Entry, Entry]
) -> None:
    session, first, second = deducted
    first = moved(session, journal, first, REALLY)
    (mark,) = rested_on(journal, second)
    assert (mark.on.id, mark.how, mark.upheld) == (first.id, "left", False) and "南北方16、东西方10" in mark.now
    assert [each.entry.id for each in changed_by(journal, first)] == [second.id]
    said = drawn(session, EntryPane, second.id).said
    assert "它所依据的“贡错牌”已更正到1桌 第2轮，不是这一副的" in said and "南北方16、东西方10" in said
    drawn(session, EntryPane, second.id).tap("维持原裁定")
    assert "已记明：维持原裁定" in drawn(session, EntryPane, second.id).said
    moved(session, journal, journal.entry(first.id), WRITTEN)
    assert rested_on(journal, journal.entry(second.id)) == []


def test_a_ruling_given_at_the_new_table_without_it_is_marked(
    journal: Journal, deducted: tuple[Session, Entry, Entry]
) -> None:
    session, first, _ = deducted
    third = ruled(session, journal, "guandan.game_result", at(session, REALLY, "guandan"), **TIME_UP)
    assert rested_on(journal, third) == []
    first = moved(session, journal, first, REALLY)
    (mark,) = rested_on(journal, third)
    assert (mark.on.id, mark.how) == (first.id, "came") and "南北方15、东西方10" in mark.now
    moved(session, journal, journal.entry(first.id), Place("2", 2))
    assert rested_on(journal, third) == [], "it is not of that deal either"
    fourth = ruled(session, journal, "guandan.game_result", at(session, Place("2", 2), "guandan"), **TIME_UP)
    assert rested_on(journal, fourth) == [], "it was known there by then"
    moved(session, journal, journal.entry(first.id), Place("3", 2))
    (mark,) = rested_on(journal, fourth)
    assert (mark.on.id, mark.how) == (first.id, "left")


def test_a_ruling_moved_away_from_what_its_table_knew_is_marked_itself(
    journal: Journal, deducted: tuple[Session, Entry, Entry]
) -> None:
    session, _, second = deducted
    second = moved(session, journal, second, REALLY)
    (mark,) = rested_on(journal, second)
    assert (mark.on.id, mark.how) == (second.id, "moved") and "南北方16、东西方10" in mark.now
    said = drawn(session, EntryPane, second.id).said
    assert "这条裁决更正到了1桌 第2轮，那里知道的和原来的牌局不同" in said
    session.table.rule_anew(mark)
    walk = next(each for each in session.rulings.walks.values() if each.id == mark.given.id)
    assert walk.scene.place == REALLY
    assert record(session, walk)
    anew = journal.entry(walk.record or "")
    assert "南北方16、东西方10" in str((journal.receipt(anew.id) or {})["figures"])
    assert rested_on(journal, anew) == [] and journal.entry(second.id).withdrawn is not None


def test_a_correction_that_comes_from_another_device_moves_it_here_too(
    journal: Journal, deducted: tuple[Session, Entry, Entry]
) -> None:
    session, first, second = deducted
    other = Journal(MemoryStore(), "王裁判")
    given_to(journal, other)
    other.correct(first.id, {"place": REALLY})  # as a version writes it that knows nothing of deals
    given_to(other, journal)
    session.hear(JOURNAL)
    (mark,) = rested_on(journal, second)
    assert (mark.on.id, mark.how) == (first.id, "left")
    there = begun(session, "guandan.game_result", at(session, REALLY, "guandan"), **TIME_UP)
    assert "南北方15、东西方10" in str([figure.text for figure in there.standing.step.figures])  # type: ignore[union-attr]


def given_to(one: Journal, other: Journal) -> None:
    out = io.StringIO()
    export(one.store, out)
    merge(other.store, out.getvalue().splitlines())


def test_the_number_stays_and_says_that_it_was_moved(journal: Journal) -> None:
    session = sitting()
    entry = ruled(session, journal, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    number = form_number(entry)
    assert "-71-" in number and moved_from(entry) == ""
    entry = moved(session, journal, entry, REALLY)
    assert form_number(entry) == number
    assert f"编号：{number}（号是原记的71桌，已更正为1桌）" in drawn(session, EntryPane, entry.id).said


def test_a_ruling_that_is_kept_for_a_page_loaded_again_goes_along(journal: Journal) -> None:
    session = sitting()
    first = begun(session, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    assert record(session, first)
    follow = session.desk.begin("bridge.established_revoke", {"special": "none"}, first)
    session.desk.keep(first)
    session.desk.keep(follow)
    assert session.open_rulings.kept[follow.id]["where"] == "71桌 第2轮"
    session.rulings._walks.clear()
    moved(session, journal, journal.entry(first.record or ""), REALLY)
    assert session.open_rulings.kept[follow.id]["where"] == "1桌 第2轮"
    again = session.desk.at("bridge.established_revoke", follow.id)
    assert again.scene.place == REALLY and again.of_the_deal()["declarer"] == "N"


def test_the_deal_that_lay_there_then_is_the_one_it_was_of(journal: Journal) -> None:
    """The next deal has begun at the right table since: what the ruling did is of the one before."""
    session = sitting()
    there = ruled(session, journal, "bridge.spectators", at(session, REALLY), **SPECTATOR)
    entry = ruled(session, journal, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    then = lying(session.preferences.kept(DEALS), Scene(NO_EVENT, "bridge", REALLY))
    kept = session.preferences.kept(DEALS)
    turn_over(kept, Scene(NO_EVENT, "bridge", REALLY), "2100-01-01T00:00:00+00:00", {}, "later")
    entry = moved(session, journal, entry, REALLY)
    (left,) = [each for each in left_by(journal, entry) if not each.gone]
    assert left.deal == then and "declarer" not in known(session, REALLY)
    assert there.withdrawn is None


REVOKE = {"special": "none", "winner": "offender", "side_tricks_after": 0, "offender": "N", "declarer_tricks": 10}


def test_what_the_table_told_a_later_ruling_goes_with_the_one_it_had_it_from(journal: Journal) -> None:
    """The revoke was ruled with North as declarer, which nobody said but the first ruling (54A); without that it is South."""
    session = sitting()
    first = ruled(session, journal, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    ruled(session, journal, "bridge.established_revoke", at(session, WRITTEN), **REVOKE)
    session.journal_view.ask("withdraw", first.id)
    drawn(session, EntryPane, first.id).tap("撤回这条裁决")
    assert known(session, WRITTEN)["declarer"] == "S"
    drawn(session, EntryPane, first.id).tap("恢复这条裁决")
    assert known(session, WRITTEN)["declarer"] == "N"
    moved(session, journal, journal.entry(first.id), REALLY)
    assert "declarer" not in known(session, WRITTEN) and known(session, REALLY)["declarer"] == "N"


def test_a_ruling_given_while_one_before_it_was_taken_back_is_marked_when_that_comes_back(
    journal: Journal, deducted: tuple[Session, Entry, Entry]
) -> None:
    session, first, second = deducted
    for each in (second, first):
        session.duty.journal().withdraw(each.id)
        session.duty.written()
    third = ruled(session, journal, "guandan.game_result", at(session, WRITTEN, "guandan"), **TIME_UP)
    assert rested_on(journal, third) == []
    drawn(session, EntryPane, first.id).tap("恢复这条裁决")
    (mark,) = rested_on(journal, third)
    assert (mark.on.id, mark.how) == (first.id, "back") and "南北方15、东西方10" in mark.now
    assert [each.entry.id for each in changed_by(journal, journal.entry(first.id))] == [third.id]
    assert "“贡错牌”又恢复了，裁它时是撤回的" in drawn(session, EntryPane, third.id).said


def test_a_ruling_alone_at_its_table_leaves_it_and_comes_back(journal: Journal) -> None:
    session = sitting()
    ruled(session, journal, "guandan.wrong_tribute", at(session, WRITTEN, "guandan", "71-NS"), **WRONG_TRIBUTE)
    for points in (0, 1):
        undo = next(each for each in drawn(session, JournalPane).tappable() if each.startswith(("撤回", "恢复")))
        drawn(session, JournalPane).tap(undo)
        assert known(session, WRITTEN, "guandan").get("deducted_ns", 0) == points


def test_all_of_one_incident_goes_along(journal: Journal) -> None:
    """West showed a small diamond (49); the follow-up says that it lies before him as a minor penalty card (50B)."""
    session = sitting()
    shown = {
        "offender": "W", "declarer": "S", "defender_how": "shown", "partner_could_see": True, "director_says_otherwise": False,
        "penalty_cards": ["D9"],
    }  # fmt: skip
    first = begun(session, "bridge.card_exposed_in_play", at(session, WRITTEN), **shown)
    assert record(session, first)
    follow = session.desk.begin(
        "bridge.minor_or_major_penalty_card",
        {"offender": "W", "declarer": "S", "penalty_cards": ["D9"], "how": "inadvertent"},
        first,
        follows_up=True,
    )
    session.table.keep_deal(follow)
    assert record(session, follow)
    open_one = session.desk.begin("bridge.minor_or_major_penalty_card", {}, first)
    moved(session, journal, journal.entry(first.record or ""), REALLY)
    assert journal.entry(follow.record or "").body.place == REALLY
    assert open_one.scene.place == REALLY, "one of it that is still being made"
    assert session.open_rulings.kept[open_one.id]["where"] == "1桌 第2轮"
    assert rested_on(journal, journal.entry(follow.record or "")) == []
    before, now = (session.desk.context(at(session, place), None).begun for place in (WRITTEN, REALLY))
    assert not before and list(now["penalty_cards_west"]) == ["D9"]


def test_what_a_correction_changes_is_said_before_it_is_written(
    journal: Journal, deducted: tuple[Session, Entry, Entry]
) -> None:
    """South's wrong tribute was at 1: the point goes there, and at 71 the final levels are 16 to 10 (4.6.1)."""
    session, first, second = deducted
    drawn(session, EntryPane, first.id).tap("更正桌号、对号、备注")
    assert "存入以后" not in drawn(session, EntryPane, first.id).said, "nothing is otherwise yet"
    records = len([*journal.store.records()])
    session.journal_view.placing.put("table", "1")
    session.journal_view.placing.put("pairs", ("1-NS",))
    said = drawn(session, EntryPane, first.id).said
    told = known(session, WRITTEN, "guandan")
    assert "“升级数判定”要重看。照现在的牌局" in said.replace(second.body.title, "升级数判定") and "南北方16" in said
    assert "1桌 第2轮：知道 南北方本局被扣的级差分 1分" in said
    assert len([*journal.store.records()]) == records and known(session, WRITTEN, "guandan") == told
    drawn(session, EntryPane, first.id).tap("存入更正")
    assert journal.entry(first.id).body.place == REALLY
    assert [each.entry.id for each in changed_by(journal, journal.entry(first.id))] == [second.id]


def test_which_table_gets_what_the_ruling_did_is_said_before_it_is_written(journal: Journal) -> None:
    session = sitting()
    entry = ruled(session, journal, "bridge.opening_lead_face_up", at(session, WRITTEN), **SPREAD)
    drawn(session, EntryPane, entry.id).tap("更正桌号、对号、备注")
    session.journal_view.placing.put("table", "1")
    said = drawn(session, EntryPane, entry.id).said
    gone, come = (next(line for line in said.split("\n") if where in line) for where in ("· 71桌 第2轮", "· 1桌 第2轮"))
    assert "不再有" in gone and "知道" in come and all("庄家 北家" in line for line in (gone, come))
    session.journal_view.ask("withdraw", entry.id)
    said = drawn(session, EntryPane, entry.id).said
    line = next(line for line in said.split("\n") if line.startswith("撤回以后，71桌 第2轮："))
    assert "改为 庄家 南家" in line, "as the auction says, which was told"


def test_a_correction_that_changes_nothing_else_says_so(journal: Journal) -> None:
    session = sitting()
    entry = ruled(session, journal, "bridge.spectators", at(session, WRITTEN), **SPECTATOR)
    drawn(session, EntryPane, entry.id).tap("更正桌号、对号、备注")
    session.journal_view.placing.put("deal", 4)
    said = drawn(session, EntryPane, entry.id).said
    assert "次数、别的裁决、桌上的情况都不变" in said


def test_what_comes_from_a_ruling_to_be_looked_at_again_says_so_at_the_table(
    journal: Journal, deducted: tuple[Session, Entry, Entry]
) -> None:
    """The result at 71 counted a point that is another table's now: until it is ruled again its points lie there, and say it."""
    session, first, second = deducted
    there = begun(session, "guandan.slow_play", at(session, WRITTEN, "guandan"))
    assert "要重看" not in drawn(session, DealStrip, there).said
    moved(session, journal, first, REALLY)
    screen = drawn(session, DealStrip, there)
    assert "15:10（这一条要重看）" in screen.said
    unclaimed = begun(session, "guandan.slow_play", Scene(NO_EVENT, "guandan", WRITTEN))
    assert "15:10（这一条要重看）" in drawn(session, DealStrip, unclaimed).said
    screen.tap(f"要重看：{second.body.title}")
    assert gone_to(session).endswith(second.id)
    drawn(session, EntryPane, second.id).tap("维持原裁定")
    assert "要重看" not in drawn(session, DealStrip, there).said
