"""An event on its form: put in, read back, and what cannot be said in one sentence."""

from __future__ import annotations

import pytest

from app.base.form import Form
from app.base.opened import handbook
from app.journal.entries import Event
from app.journal.records import NO_EVENT, Entrant, EventBody
from app.ruling.placing import offenders_of, place_of
from app.screens.events import fill, offers, paste_entrants, read, read_list, tables_of
from decision_trees.games import games

BOOKS = dict(handbook().books)
EVENT = EventBody(
    name="春季赛",
    game="guandan",
    books=("guandan-2017", "guandan-supplement"),
    settled={"guandan-2017/D-05": "every-two"},
    format="games",
    rounds=7,
    tables=("1", "2", "3", "4"),
    entrants=(Entrant("1", "红队", ("张三", "李四")), Entrant("2", "蓝队"), Entrant("12", "白队")),
    referees=("王五", "赵六"),
    chief="钱七",
    venue="体育馆",
)


def test_an_event_comes_back_as_it_was() -> None:
    form = Form()
    fill(form, EVENT)
    assert form.text("tables") == "1-4"
    assert read(form, BOOKS) == EVENT


def test_decisions_and_books_of_another_game_are_left_out() -> None:
    form = Form()
    fill(form, EVENT)
    form.put("game", "shengji")
    now = read(form, BOOKS)
    assert now.books == () and now.settled == {}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("name", "  ", "名称"), ("rounds", "七", "轮数"), ("rounds", "0", "轮数"), ("rounds", "1000", "轮数")],
)
def test_what_cannot_be_is_said(field: str, value: str, said: str) -> None:
    form = Form()
    fill(form, EVENT)
    form.type(field, value)
    with pytest.raises(ValueError, match=said):
        read(form, BOOKS)
    assert form.text(field) == value  # what was typed stays


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("1-3", ("1", "2", "3")),
        ("1至3", ("1", "2", "3")),
        ("A1、A2, B1", ("A1", "A2", "B1")),
        ("1-3 3 5", ("1", "2", "3", "5")),
        ("", ()),
        ("5-3", ()),
    ],
)
def test_tables_are_read_as_people_write_them(text: str, tables: tuple[str, ...]) -> None:
    assert tables_of(text) == tables


def test_a_slip_in_the_tables_does_not_fill_the_hall() -> None:
    assert len(tables_of("1-99999999")) < 1000


def test_bad_rows_stay_in_the_box_until_they_are_put_right() -> None:
    form = Form()
    form.type("pasted", "1 张三 李四\n坏行\n2 丙 丁")
    paste_entrants(form)
    assert form.text("pasted") == "坏行" and form.values["entrant_faults"] == ("第2行“坏行”：没有编号。",)
    form.type("pasted", "3 坏行")
    paste_entrants(form)
    assert [e.number for e in form.values["entrants"]] == ["1", "2", "3"]
    assert form.text("pasted") == "" and not form.values["entrant_faults"]
    form.type("pasted", "7 王五 赵六")  # a list of its own takes the place of the one before
    paste_entrants(form)
    assert [e.number for e in form.values["entrants"]] == ["7"]


def test_a_list_that_was_only_pasted_is_read_when_the_event_is_saved() -> None:
    form = Form({"name": "春季赛"})
    form.type("pasted", "1 张三 李四\n2 丙 丁")
    assert read_list(form)
    assert [(e.number, e.players) for e in read(form, BOOKS).entrants] == [("1", ("张三", "李四")), ("2", ("丙", "丁"))]
    assert form.text("pasted") == ""


def test_a_faulty_line_keeps_the_page_and_is_named() -> None:
    form = Form({"name": "春季赛"})
    form.type("pasted", "1 张三 李四\n坏行\n2 丙 丁")
    assert not read_list(form)
    assert "第2行“坏行”：没有编号" in form.fault and "还没有存" in form.fault
    assert form.text("pasted") == "坏行"
    assert not read_list(form), "saving once more does not throw the line away"
    form.type("pasted", "3 坏行")
    assert read_list(form)
    assert [e.number for e in read(form, BOOKS).entrants] == ["1", "2", "3"]


# Saving a ruling


def test_whom_a_ruling_is_against() -> None:
    form = Form({"pairs": ("1",), "other": "蓝队、 外卡队，1"})
    assert offenders_of(form, EVENT) == ("1", "2", "外卡队")


def test_where_it_was() -> None:
    place = place_of(Form({"table": " 5 ", "round": 2, "deal": None}))
    assert (place.table, place.round, place.game, place.deal) == ("5", 2, None, None)


def test_choosing_a_pair_again_takes_it_back() -> None:
    form = Form()
    form.toggle("pairs", "1")
    form.toggle("pairs", "2")
    form.toggle("pairs", "1")
    assert form.chosen("pairs") == ("2",)


def test_no_event_is_a_choice_only_where_there_is_another() -> None:
    cup, none = Event("01K", EventBody("中秋杯", game="guandan")), Event(NO_EVENT, EventBody("未设赛事"))
    everywhere = Event("01L", EventBody("联欢"))

    def games_of(body: EventBody) -> tuple[str, ...]:
        return (body.game,) if body.game else tuple(games())

    assert offers([none], games_of) == {}
    assert offers([cup, none], games_of) == {"guandan": [cup, none]}
    others = {game: [everywhere, none] for game in games()}
    assert offers([everywhere, cup, none], games_of) == others | {"guandan": [everywhere, cup, none]}
