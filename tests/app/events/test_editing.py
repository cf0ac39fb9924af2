"""One entrant of a list put right, added, taken out; the others stay as they were."""

from __future__ import annotations

import pytest

from app.base.form import Form
from app.events.editing import in_order, one_short, put_in, said_of_one_short
from app.journal.records import Entrant, EventBody
from app.screens.events import BLANK, drop_entrant, fill, keep_entrant, open_entrant, read, said_to_be_right
from tests.app.events.test_events import BOOKS, EVENT

RED, BLUE, WHITE = EVENT.entrants


def test_they_stand_in_the_order_of_their_numbers() -> None:
    assert [each.number for each in in_order((WHITE, BLUE, RED, Entrant("A10", "x"), Entrant("A2", "y")))] == [
        "1", "2", "12", "A2", "A10",
    ]  # fmt: skip


def test_one_is_changed_in_its_place() -> None:
    now = put_in(EVENT.entrants, BLUE, "3", " 蓝队 ", "王五、赵六", "某市")
    assert now == (RED, Entrant("3", "蓝队", ("王五", "赵六"), "某市"), WHITE)


def test_one_is_added_and_called_by_its_players() -> None:
    now = put_in(EVENT.entrants, None, "7", "", "王五 赵六", "")
    assert now[2] == Entrant("7", "王五/赵六", ("王五", "赵六"))


@pytest.mark.parametrize(
    ("number", "name", "players", "said"),
    [("", "绿队", "", "编号"), ("5", " ", "", "没有名称也没有选手"), ("12", "绿队", "", "已经有了")],
)
def test_what_cannot_be_is_said(number: str, name: str, players: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        put_in(EVENT.entrants, BLUE, number, name, players, "")


def test_what_is_open_is_saved_with_the_event_and_nothing_is_lost() -> None:
    form = Form()
    fill(form, EVENT)
    open_entrant(form, BLUE)
    assert (form.text("e_number"), form.text("e_name")) == ("2", "蓝队")
    form.type("e_number", "1")
    open_entrant(form, WHITE)  # the first is wrong: it stays open, with a sentence
    assert form.values["entrant"] == BLUE and "已经有了" in form.fault and form.text("e_number") == "1"
    form.type("e_number", "4")
    assert keep_entrant(form)
    assert [each.number for each in read(form, BOOKS).entrants] == ["1", "4", "12"]
    open_entrant(form, BLANK)
    assert keep_entrant(form), "nothing was written"
    assert len(read(form, BOOKS).entrants) == 3
    open_entrant(form, RED)
    drop_entrant(form)
    assert [each.number for each in read(form, BOOKS).entrants] == ["4", "12"]


def test_the_date_comes_back_as_it_was_written() -> None:
    form = Form()
    fill(form, EVENT)
    form.type("date", " 2026年11月21日至23日 ")
    assert read(form, BOOKS).date == "2026年11月21日至23日"


LONE, NAMELESS, TEAM = (
    Entrant("3", "张三", ("张三",)),
    Entrant("4", "红队"),
    Entrant("5", "蓝队", ("甲某", "乙某", "丙某")),
)


@pytest.mark.parametrize("game", ["bridge", "guandan", "shengji"])
def test_a_pair_of_one_player_is_told_from_a_name_alone_and_from_a_team(game: str) -> None:
    assert one_short((LONE, NAMELESS, TEAM), game) == (LONE,)
    said = said_of_one_short((LONE,), game)
    assert "3号（张三）只写了一名选手" in said and "一方是2人" in said


def test_of_no_game_nobody_knows_how_many_play_together() -> None:
    assert one_short((LONE,), None) == ()


def test_many_are_not_all_named() -> None:
    many = [Entrant(str(n), f"第{n}人", (f"第{n}人",)) for n in range(1, 8)]
    said = said_of_one_short(many, "guandan")
    assert "4号" in said and "5号" not in said and "等7个" in said


def test_a_pair_of_one_player_is_kept_when_it_is_said_again() -> None:
    form, body = Form(), EventBody("公开赛", "guandan", entrants=(LONE, NAMELESS))
    assert not said_to_be_right(form, body, None)
    assert "还没有存" in form.fault and "3号（张三）" in form.fault
    assert said_to_be_right(form, body, None), "the second time it is meant so"
    other = EventBody("公开赛", "guandan", entrants=(LONE, NAMELESS, Entrant("6", "李四", ("李四",))))
    assert not said_to_be_right(form, other, body) and "6号" in form.fault and "3号" not in form.fault
    assert said_to_be_right(Form(), body, body), "who stood so before is not asked about again"
