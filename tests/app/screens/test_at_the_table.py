"""Which deal a ruling goes by, what is filled in of it in one visit, how it is taken back; what is said and waits at the table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from app.base.opened import trees
from app.journal.records import Place
from app.ruling.open_rulings import summary
from app.ruling.placing import put_place
from app.ruling.told import addressed, offered
from app.ruling.walk import Walk, start
from app.screens.aloud import spoken
from app.screens.deal_pane import deal_parts
from app.screens.offender_row import seat_wanted
from app.screens.outcome import outcome_parts
from app.screens.recording import record
from app.screens.rule import RulePane
from app.screens.ruling import Walking
from app.window.session import Session
from decision_trees.engine import Asked, Ruled
from tests.app.screens.window import Screen, drawn, gone_to, shown, sitting

pytestmark = pytest.mark.usefixtures("journal")

FIRST = {"bridge": "bridge.spectators", "guandan": "guandan.slow_play", "shengji": "shengji.slow_play"}
LAST = {"declarer": "S", "contract": "4S", "vulnerability": "both", "doubled": "X"}  # what the last table's sheet held
SEAT = re.compile("[东南西北]家")


def begun(session: Session, tree: str, **facts: Any) -> Walk:
    """A ruling begun from the list, with what was entered on it kept for its table."""
    walk = session.desk.begin(tree)
    session.table.keep_deal(walk)
    for name, value in facts.items():
        assert walk.answer(name, value), walk.fault
        session.table.keep_deal(walk)
    return walk


def page(session: Session, walk: Walk) -> Screen:
    return drawn(session, Walking, walk, True)


def after_another(tree: str, **last: Any) -> tuple[Session, Walk]:
    """A ruling begun right after one at a table nobody has named."""
    session = sitting()
    begun(session, "bridge.established_revoke", **(last or LAST))
    return session, begun(session, tree)


# Whose deal it is


@pytest.mark.parametrize("calls", [["1S", "P", "4S", "X", "P", "P", "P"], ["1S", "P", "4S", "P", "P", "P"]])
def test_what_an_auction_settled_is_known_in_the_next_ruling_once_the_first_is_recorded(calls: list[str]) -> None:
    """9 tricks of 10 in 4♠ and two tricks for the revoke (64A1): one score, whichever way it was doubled (77)."""
    session = sitting()
    told = {"offender": "W", "misinformed": False, "declarer_did": "accepted", "faced": True}
    first = begun(session, "bridge.opening_lead_face_up", auction={"dealer": "N", "calls": calls}, **told)
    put_place(first.form, replace(first.scene, place=Place("5", 1)))
    assert record(session, first), first.form.fault
    session.table.keep_deal(first)  # as it is drawn once more
    second = begun(session, "bridge.established_revoke")
    session.table.same_deal(second)
    for name, value in {"offender": "E", "special": "none", "winner": "offender", "side_tricks_after": 1}.items():
        assert second.answer(name, value)
    doubled = "X" if "X" in calls else "none"
    assert second.of_the_deal().items() >= {"contract": "4S", "doubled": doubled, "declarer": "N"}.items()
    assert second.answer("vulnerability", "none") and second.answer("declarer_tricks", 9)
    assert isinstance(second.standing.step, Ruled)
    (figure,) = second.standing.step.figures
    # down 1: 50, doubled 100; 11 tricks: 120 + 30 + 300, doubled 240 + 100 + 300 + 50
    assert ("-100改为+690" if doubled == "X" else "-50改为+450") in figure.text and figure.text.count("得分") == 1
    table = dict(addressed(second.standing.step))["全桌"]
    assert ("4♠加倍，南北方得11墩，得分+690" if doubled == "X" else "4♠，南北方得11墩，得分+450") in table
    assert "违规者：东家" in [f"{known.label}：{second.shown(known)}" for known in second.chips()]


def test_a_double_is_not_offered_in_place_of_an_insufficient_bid_and_can_be_noted() -> None:
    """Law 27B: a sufficient bid or a pass; a double put in its place is cancelled and his partner must pass for good (27B3)."""
    session = sitting()
    facts = {"auction": {"dealer": "N", "calls": ["1S", "1H"]}, "natural": "natural", "accepts": "correct"}
    walk = begun(session, "bridge.insufficient_bid", **{"corrected_early": False, "lho_called": False, **facts})
    step = walk.standing.step
    assert isinstance(step, Ruled) and step.outcome_id == "offender_natural" and step.outcome.choice is not None
    assert "double" not in offered(step.outcome.choice)
    assert "不得改成加倍或再加倍" in "".join(words for _, words in addressed(step))
    assert walk.answer("correction", "double")
    assert isinstance(walk.standing.step, Ruled) and walk.standing.step.outcome_id == "double_cancelled"


def test_what_is_told_after_the_table_was_said_is_kept_too() -> None:
    session = sitting()
    first = begun(session, "bridge.established_revoke", special="none")
    put_place(first.form, replace(first.scene, place=Place("5", 1)))
    session.table.place(first)
    session.table.keep_deal(first)
    assert first.answer("contract", "4S")
    session.table.keep_deal(first)
    session.assignment.called_to(first.scene)
    second = begun(session, "bridge.spectators")
    assert session.table.unclaimed_deal(second)["contract"] == "4S"


def test_which_game_and_which_deal_it_is_goes_along_with_the_deal_and_is_offered_for_the_next() -> None:
    session = sitting()
    first = begun(session, "guandan.manner_of_passing", way="knock")
    put_place(first.form, replace(first.scene, place=Place("5", 1, 2, 3)))
    session.table.place(first)
    session.table.keep_deal(first)
    session.assignment.called_to(first.scene)
    first.record = "recorded"
    session.table.keep_deal(first)
    second = begun(session, "guandan.play_out_of_turn")
    assert second.scene.place == Place("5", 1)
    said = "".join(page(session, second).texts)
    assert "还是5桌 第1轮 第2局 第3副这一副吗？" in said
    page(session, second).tap("同一副")
    assert second.scene.place == Place("5", 1, 2, 3)
    assert session.table.take_back(second) and second.scene.place == Place("5", 1)
    third = begun(session, "guandan.play_out_of_turn")
    session.table.next_deal(third)
    session.table.keep_deal(third)
    assert third.scene.place == Place("5", 1), "nobody has said that the game goes on"
    session.table.ask_place(third)
    assert (third.form.number("game"), third.form.number("deal")) == (2, 4)


def test_how_a_deal_begins_is_about_the_next_one_where_the_deal_at_the_table_is_over() -> None:
    """3.10.2: partner third, up two from 7; 10.1, supplement 2.1.2: the last player draws first; one taps the same table."""
    session = sitting()
    levels = {"regime": "supplement", "level_ns": "7", "level_ew": "4", "level": "7"}
    first = begun(session, "guandan.deal_result", **levels, first="N", second="E", third="S")
    put_place(first.form, replace(first.scene, place=Place("5", 1)))
    assert record(session, first), first.form.fault
    session.table.keep_deal(first)
    second = begun(session, "guandan.deal_start")
    page(session, second).tap("同一副")
    assert isinstance(second.standing.step, Ruled) or second.answer("resists", False)
    assert isinstance(second.standing.step, Ruled)
    assert "本副打南北方的9" in [figure.text for figure in second.standing.step.figures]
    assert second.of_the_deal().items() >= {"previous_first": "N", "level_ns": "9"}.items()


def test_an_auction_that_goes_on_is_not_said_to_be_known_whole() -> None:
    """29B: North's bid out of turn is cancelled and West calls; what the others call then, nobody has said yet."""
    session = sitting()
    first = begun(session, "bridge.bid_out_of_rotation", auction="S 1NT N:2C")
    put_place(first.form, replace(first.scene, place=Place("3")))
    session.table.place(first)
    session.table.keep_deal(first)
    for name, value in {"rho_must_pass": False, "accepts": "reject"}.items():
        assert first.answer(name, value), first.fault
    session.table.keep_deal(first)
    session.assignment.called_to(first.scene)
    second = begun(session, "bridge.established_revoke")
    asked = "".join(page(session, second).texts)
    assert "竞叫过程 录到一半" in asked and "已录入" not in asked
    page(session, second).tap("同一副")
    band = "".join(page(session, second).texts)
    assert "竞叫过程 录到一半" in band and "还没有填" not in band and "contract" not in second.of_the_deal()


def test_a_ruling_without_a_table_takes_nothing_of_the_last_deal_unseen() -> None:
    session, walk = after_another("bridge.insufficient_bid")
    assert walk.of_the_deal() == {}
    screen = page(session, walk)
    said = "".join(screen.texts)
    assert "还是上一次的牌局吗？没有写桌号。" in said and "没有说以前都不用" in said
    for held in ("庄家 南家", "定约 4♠", "局况 双方有局", "加倍 加倍"):
        assert held in said, held
    assert {"同一副", "下一副", "换了一桌"} <= screen.tappable().keys()
    assert "还没有填" not in said


def test_one_tap_says_that_it_is_the_same_deal_and_the_band_says_whose_it_is() -> None:
    session, walk = after_another("bridge.established_revoke")
    page(session, walk).tap("同一副")
    assert walk.of_the_deal().items() >= LAST.items()
    said = "".join(page(session, walk).texts)
    assert "牌局（未定桌号：上一次的牌局）" in said and "定约 4♠" in said and "还没有填" not in said
    assert session.table.take_back(walk) and walk.of_the_deal() == {}  # the one tap is taken back by one
    assert "还是上一次的牌局吗" in "".join(page(session, walk).texts)


@pytest.mark.parametrize("another", ["下一副", "换了一桌"])
def test_one_tap_says_that_it_is_another_deal(another: str) -> None:
    session, walk = after_another("bridge.established_revoke")
    page(session, walk).tap(another)
    session.table.keep_deal(walk)
    assert not walk.of_the_deal().keys() & LAST.keys()
    said = "".join(page(session, walk).texts)
    assert "牌局（未定桌号）" in said and "还没有填" in said and "还是上一次的牌局吗" not in said


def test_what_was_not_claimed_is_not_left_to_the_last_deal_either() -> None:
    """A declarer entered while nobody has said whose deal it is changes nothing of the deal that lies there."""
    session, walk = after_another("bridge.established_revoke")
    assert walk.answer("declarer", "E")
    session.table.keep_deal(walk)
    third = begun(session, "bridge.spectators")
    page(session, third).tap("同一副")
    assert third.of_the_deal()["declarer"] == "S"


@pytest.mark.parametrize("place", [Place("5", 2), Place("6", 2), Place("5", 3)])
def test_a_deal_is_that_of_its_table_and_round(place: Place) -> None:
    session = sitting()
    scene = replace(session.desk.next_scene("bridge"), place=Place("5", 2))
    first = session.rulings.begin("bridge.established_revoke", {}, session.desk.context(scene, None), None, scene)
    session.table.keep_deal(first)
    assert first.answer("contract", "4S")
    session.table.keep_deal(first)
    scene = replace(scene, place=place)
    walk = session.rulings.begin("bridge.established_revoke", {}, session.desk.context(scene, None), None, scene)
    session.table.keep_deal(walk)
    said = "".join(page(session, walk).texts)
    if place == Place("5", 2):
        assert "还是5桌 第2轮这一副吗" in said and "定约 4♠" in said
        page(session, walk).tap("同一副")
        assert "牌局（5桌 第2轮）" in "".join(page(session, walk).texts)
    else:
        where = f"{place.table}桌 第{place.round}轮"
        assert f"牌局（{where}）" in said and "还没有填" in said and "定约 4" not in said
    assert walk.of_the_deal().get("contract") == ("4S" if place == Place("5", 2) else None)


@pytest.mark.parametrize("game", ["bridge", "guandan", "shengji"])
def test_no_question_names_a_seat_of_another_deal(game: str) -> None:
    """By every tree of the game, after a ruling of which all seats were entered."""
    session = sitting()
    deal = trees().deals[game]
    seats = [name for group in deal.sheet for name in group if deal.facts[name].kind == "seat" and name != "offender"]
    walk = begun(session, FIRST[game])
    for at, name in enumerate(seats):
        if name in walk.declared():
            walk.answer(name, "NESW"[at % 4])
    session.table.keep_deal(walk)
    assert walk.of_the_deal(), "the first ruling knows of its deal"
    for tree in trees().of_game(game):
        walk = begun(session, tree.id)
        posed = walk.posed()
        assert session.table.unclaimed_deal(walk) and walk.of_the_deal() == {}
        if posed is not None:
            said = [posed.ask, posed.help or "", *(each.text for each in posed.fact.options.values())]
            fresh = start(tree.id).posed()
            assert fresh is not None and said == [
                fresh.ask, fresh.help or "", *(each.text for each in fresh.fact.options.values())
            ], tree.id  # fmt: skip


# What is asked and offered


def test_whom_it_is_against_keeps_every_sentence_that_can_still_be_said() -> None:
    """Of all trees of all games: a tap on any seat first, and no preset is gone for being tapped second."""
    looked = 0
    for tree in trees().trees.values():
        if tree.part or not tree.usual:
            continue
        before = start(tree.id)
        if not isinstance(before.standing.step, Asked) or "offender" not in before.declared():
            continue
        for seat in trees().deals[tree.game].seats:
            walk = start(tree.id)
            assert walk.answer("offender", seat)
            assert [each.say for each in walk.usual()] == [each.say for each in before.usual()], (tree.id, seat)
            assert walk.asked == 0
            looked += 1
    assert looked > 40


def test_an_offender_read_off_the_auction_stays_known_and_is_asked_for_at_no_question() -> None:
    """West opens 1♥, North bids 1♠, East 2♥, South 1♠: South's is the insufficient bid, whatever is asked next."""
    session = sitting()
    walk = begun(session, "bridge.insufficient_bid", auction="W 1H 1S 2H 1S")
    asked = 0
    for name, value in (("corrected_early", False), ("natural", "natural")):
        assert isinstance(walk.standing.step, Asked) and walk.standing.step.name == name
        assert walk.of_the_deal()["offender"] == "S" and not seat_wanted(walk)
        screen = page(session, walk)
        assert "违规者：" not in screen.texts and "违规者 南家" in "".join(screen.texts)
        assert walk.answer(name, value), walk.fault
        asked += 1
    assert asked == 2 and isinstance(walk.standing.step, Ruled)
    assert walk.of_the_deal()["offender"] == "S" and not seat_wanted(walk)


# The sheet of the deal


def test_several_things_are_filled_in_in_one_visit_and_taken_back_one_by_one() -> None:
    session = sitting()
    walk = begun(session, "bridge.established_revoke")
    walk.open_sheet()
    for name, value in {"contract": "4S", "declarer": "S", "declarer_tricks": 9}.items():
        assert walk.on_sheet, f"the sheet is still there to fill in {name}"
        walk.enter([name])
        assert not walk.on_sheet
        assert walk.answer(name, value)
    assert walk.on_sheet and walk.asked == 0
    sheet = "".join(shown(session, lambda: deal_parts(session, walk)).texts)
    assert "4♠" in sheet and "9墩" in sheet
    assert session.table.take_back(walk) and walk.on_sheet and "declarer_tricks" not in walk.standing.facts
    assert session.table.take_back(walk) and walk.on_sheet and "declarer" not in walk.standing.facts
    assert walk.standing.facts == {"contract": "4S"}
    page(session, walk).tap("填好了")
    assert not walk.dealing and walk.standing.facts == {"contract": "4S"}


def test_what_is_a_tap_is_tapped_in_the_sheet() -> None:
    session = sitting()
    walk = begun(session, "bridge.established_revoke")
    walk.open_sheet()
    shown(session, lambda: deal_parts(session, walk)).tap("北")
    shown(session, lambda: deal_parts(session, walk)).tap("再加倍")
    assert walk.on_sheet and walk.standing.facts == {"offender": "N", "doubled": "XX"}
    shown(session, lambda: deal_parts(session, walk)).tap("再加倍")  # a second tap takes it back
    assert walk.on_sheet and walk.standing.facts == {"offender": "N"}


def test_what_a_row_of_the_sheet_is_about_is_said() -> None:
    """Tricks are those before any are transferred; that a contract is not doubled is said as people say it."""
    session = sitting()
    walk = begun(session, "bridge.established_revoke", declarer_tricks=9, doubled="none")
    session.table.keep_deal(walk)
    walk.enter(["declarer_tricks"])
    assert "转墩以前" in page(session, walk).said
    walk.leave_entry()
    assert {"没有加倍", "9墩"} <= set(re.split("[：　 \\n]", page(session, walk).said))


def test_a_contract_is_a_bid_and_nothing_else() -> None:
    session = sitting()
    walk = begun(session, "bridge.established_revoke")
    walk.enter(["contract"])
    keys = page(session, walk).tappable()
    assert any("4" in key for key in keys)
    assert not {"不叫", "加倍", "再加倍", "超过7线…"} & {part for key in keys for part in key.split()}


def test_where_it_is_and_which_deal_are_taken_back_like_answers() -> None:
    session, walk = after_another("bridge.established_revoke")
    page(session, walk).tap("同一副")
    page(session, walk).tap("西家")
    step = walk.standing.step
    assert isinstance(step, Asked)
    assert walk.answer(step.name, "none")
    assert session.table.take_back(walk) and step.name not in walk.standing.facts
    assert walk.standing.facts == {"offender": "W"} and walk.scene.sheet is not None
    assert session.table.take_back(walk) and walk.standing.facts == {} and walk.scene.sheet is not None
    assert session.table.take_back(walk) and walk.scene.sheet is None
    assert not session.table.take_back(walk)


# Words


def test_the_large_words_say_what_comes_of_each_choice() -> None:
    """Laws 10C1, 84C; 53A, 56, 50D2: required or forbidden, the card goes back; free, it stays as a major penalty card."""
    session = sitting()
    walk = begun(
        session, "bridge.defender_lead_out_of_turn",
        offender="W", misinformed=False, turn_to_lead="partner", since="nothing", declarer="S", led_card="H7",
    )  # fmt: skip
    step = walk.standing.step
    assert isinstance(step, Ruled)
    walk.reading = 0
    large = "".join(shown(session, lambda: [spoken(session, walk, step)]).texts)
    assert "对南家" in large
    for number, after in ((2, "♥7收回，不作罚张"), (3, "♥7收回，不作罚张"), (4, "♥7留在桌上作重罚张")):
        of_this = large.partition(f"{number}.")[2].partition(f"{number + 1}.")[0]
        assert after in of_this, (number, of_this)


@pytest.mark.parametrize(
    ("last", "words", "what"),
    [
        ({}, "现在由你出牌；如果要压的前一手就是你出的，本圈就结束，由你领出。", "出牌或过牌"),
        ({"last_play_by": "S"}, "领出", "领出"),
        ({"last_play_by": "N"}, "出牌或过牌", "出牌或过牌"),
    ],
)
def test_an_if_is_told_as_a_fact_only_where_it_is_one(last: dict[str, str], words: str, what: str) -> None:
    """第二十二条一、第六条三: West is stopped once, South is next; he leads only if the play to be beaten is his own."""
    late = {"offender": "W", "time_ruling": "记违例+停本圈一次", "warned": True, "within_ten": False}
    walk = start("guandan.slow_play", {**late, **last})
    step = walk.standing.step
    assert isinstance(step, Ruled) and step.outcome_id == "violation"
    told = next(said for who, said in step.outcome.tell.items() if who.startswith("南家"))
    assert words in told and ("如果" in told) is not bool(last)
    assert step.next is not None and "南家" in step.next.text and what in step.next.text
    if last == {"last_play_by": "N"}:
        assert "领出" not in told


def test_more_open_questions_are_said_once() -> None:
    session = sitting()
    found = 0
    for case in trees().cases.values():
        if case.settled or ":" in case.expect.outcome:
            continue
        walk = start(case.tree, case.facts)
        step = walk.standing.step
        if not isinstance(step, Ruled) or len(step.settled) < 2:
            continue
        walk.scene = session.desk.next_scene(walk.game)
        said = "".join(shown(session, lambda walk=walk, step=step: outcome_parts(session, walk, step)).texts)  # type: ignore[misc]
        assert not re.search("条文有(另|有)", said), case.id
        found += "另有" in said
        if found > 3:
            return
    assert found


def test_how_low_a_call_may_be_is_said_of_whom_it_is_said() -> None:
    """Laws 27A, 18A: over 1♠ accepted by East the least is 1NT; what North must correct it to is another sentence."""
    walk = start("bridge.insufficient_bid")
    assert walk.answer("auction", "E 1H 1S 2H 1S")
    for name, value in (("corrected_early", False), ("natural", "natural")):
        assert walk.answer(name, value), walk.fault
    step = walk.standing.step
    assert isinstance(step, Ruled)
    assert "北家（违规者）必须改正，改成2♠" in step.outcome.ruling
    figure = next(each.text for each in step.figures if "最低可叫" in each.text)
    assert figure.startswith("东家如果接受") and "1NT" in figure


# Rulings to be gone on with


def listed(session: Session, game: str) -> Screen:
    session.rulings.choose(game)
    return drawn(session, RulePane, game)


def kept(session: Session, walk: Walk) -> None:
    session.desk.keep(walk)
    session.rulings._walks.pop(walk.id)  # as one of another window, or of before
    session.rulings.latest = None


def tap_icon(screen: Screen, name: str) -> None:
    """Tap the button that a screen reader hears by this name."""
    found = [each for each in screen.controls if isinstance(each, ft.IconButton) and isinstance(each.icon, ft.Icon)]
    button = next(each for each in found if isinstance(each.icon, ft.Icon) and each.icon.semantics_label == name)
    Screen(screen.session, [button]).tap("")


def test_a_ruling_to_go_on_with_is_put_away_and_brought_back() -> None:
    session = sitting()
    walk = begun(session, "bridge.insufficient_bid", in_turn=True)
    kept(session, walk)
    screen = listed(session, "bridge")
    assert "继续：不足叫牌" in screen.said and "裁到一半，已答 1 问" in screen.said
    tap_icon(screen, "收起：不足叫牌")
    after = listed(session, "bridge")
    assert "继续：不足叫牌" not in after.said and "已收起“不足叫牌”" in after.said
    after.tap("撤消收起")
    assert "继续：不足叫牌" in listed(session, "bridge").said


def test_it_stays_with_its_game_and_says_who_has_yet_to_choose() -> None:
    """Law 56: the ruling is whole; declarer has four choices."""
    session = sitting()
    walk = begun(
        session, "bridge.defender_lead_out_of_turn",
        offender="W", misinformed=False, turn_to_lead="partner", since="nothing", declarer="S", led_card="H7",
    )  # fmt: skip
    assert summary(walk)["waits"] == "南家"
    kept(session, walk)
    said = listed(session, "bridge").said
    assert "裁完，等南家选" in said and "裁到一半" not in said
    assert "继续：" not in listed(session, "guandan").said
    listed(session, "bridge").tap("继续：")
    assert walk.id in gone_to(session)


def test_what_was_searched_for_a_ruling_goes_with_it() -> None:
    session = sitting()
    session.rulings.query = "西家叫低了"
    walk = begun(session, "bridge.insufficient_bid", in_turn=True)
    session.desk.leave(walk)
    assert session.on_arrival is not None
    session.on_arrival()
    assert session.rulings.query == ""


def test_who_is_declarer_follows_from_who_led_and_is_known_in_the_next_ruling() -> None:
    """West led though it was for his partner to lead: declarer sits on the left of who leads wrongly (41A), here North."""
    session = sitting()
    told = {
        "offender": "W",
        "led_by": "wrong_defender",
        "faced": True,
        "misinformed": False,
        "declarer_did": "accepted",
    }
    first = begun(session, "bridge.opening_lead_face_up", **told)
    put_place(first.form, replace(first.scene, place=Place("5", 1)))
    assert record(session, first), first.form.fault
    session.table.keep_deal(first)
    second = begun(session, "bridge.revoke")
    session.table.same_deal(second)
    assert second.of_the_deal()["declarer"] == "N"
    third = begun(session, "bridge.contested_claim")
    session.table.same_deal(third)
    assert third.of_the_deal()["declarer"] == "N"
