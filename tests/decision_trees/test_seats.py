"""Seats of any table: as game.yaml says, or refused with file and line; where they are drawn, how they are read."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from decision_trees.case_checks import faults_of
from decision_trees.entered import possible_answers
from decision_trees.functions import RuleInputError
from decision_trees.games import games, read_game
from decision_trees.loader import load_game
from decision_trees.seats import Around, TableSeat, TableSide, around, read
from decision_trees.values import show
from rules_data.loader import DataError

NEW = Path(__file__).parents[1] / "new_game"
SIX = {"A": "一号位", "B": "二号位", "C": "三号位", "D": "四号位", "E": "五号位", "F": "六号位"}


class Side(TableSide):
    ACE = "ACE"
    BDF = "BDF"


class Seat(TableSeat):
    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"


# -- where they sit -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("order", "clockwise", "drawn"),
    [
        ("NESW", True, Around("N", ("W",), ("E",), "S")),  # as on a map
        ("SENW", False, Around("N", ("W",), ("E",), "S")),
        ("ABCDEF", False, Around("D", ("E", "F"), ("C", "B"), "A")),  # from below to the right and on
        ("ABCDEF", True, Around("D", ("C", "B"), ("E", "F"), "A")),  # from below to the left
        ("ABC", True, Around(None, ("B",), ("C",), "A")),
        ("AB", False, Around("B", (), (), "A")),
        ("ABCDE", False, Around(None, ("D", "E"), ("C", "B"), "A")),
    ],
)
def test_seats_go_round_a_picture_in_the_order_of_play(order: str, clockwise: bool, drawn: Around) -> None:
    assert around(order, clockwise) == drawn


def test_who_comes_after_whom_in_a_table_of_six() -> None:
    """Whoever sits opposite has two between; every other one is of one's side."""
    assert Seat.A.next is Seat.B and Seat.F.next is Seat.A and Seat.A.previous is Seat.F
    assert [seat.partner for seat in Seat] == [Seat.D, Seat.E, Seat.F, Seat.A, Seat.B, Seat.C]
    assert [seat.of(Side) for seat in Seat] == [Side.ACE, Side.BDF] * 3
    assert Side.ACE.opponents is Side.BDF and Side.BDF.opponents is Side.ACE
    with pytest.raises(RuleInputError, match="没有方位“N”，应为 A、B、C、D、E、F 之一"):
        Seat.parse("N")


# -- how they are read ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("written", "seat"), [("C", "C"), ("c", "C"), ("三号位", "C"), ("六号位", "F")])
def test_a_seat_is_read_by_its_letter_or_its_name(written: str, seat: str) -> None:
    assert read(written, SIX) == seat


@pytest.mark.parametrize("written", ["N", "南", "G", "七号位", "", "号", 3, None])
def test_a_seat_of_another_table_is_none(written: object) -> None:
    with pytest.raises(RuleInputError, match="应为 A、B、C、D、E、F 或 一号位、二号位"):
        read(written, SIX)


@pytest.mark.parametrize("game", games())
def test_a_point_of_the_compass_is_read_as_people_write_it(game: str) -> None:
    seats = games()[game].seats
    if seats.keys() == set("NESW"):
        for letter, *ways in (("N", "北", "北家", "North", "n"), ("W", "西", "西位", "west", "Ｗ")):
            assert {read(way, seats) for way in ways} == {letter}


def test_answers_are_the_seats_of_the_game_and_are_shown_by_their_names() -> None:
    files = load_game("gouji", NEW)
    assert files.deal is not None
    fact = files.deal.facts["offender"]
    assert possible_answers(fact) == tuple("ABCDEF")
    assert [show(fact, seat) for seat in "AF"] == ["一号位", "六号位"]
    assert possible_answers(files.trees["gouji.beaten_by_another"].facts["player"]) == tuple("ABCDEF")


# -- what is refused ------------------------------------------------------------------------------------------------------
def game_yaml(tmp_path: Path, old: str, new: str) -> Path:
    folder = Path(shutil.copytree(NEW / "gouji", tmp_path / "gouji"))
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("A: 一号位", "一: 一号位", "seats", "不能作座位的代号"),
        ("A: 一号位", "a: 一号位", "seats", "不能作座位的代号"),
        ("B: 二号位", "B: 一号位", "seats", "写了两次"),
        ("turns: anticlockwise\n", "", "seats", "看不出座位按顺时针还是逆时针"),
        ("{ACE: 单数方, BDF: 双数方}", "{ACE: 单数方, BD: 双数方}", "sides", "没有写"),
        ("{ACE: 单数方, BDF: 双数方}", "{ACE: 单数方, ABDF: 双数方}", "sides", "写了两次"),
        ("{ACE: 单数方, BDF: 双数方}", "{ACE: 单数方, BDG: 双数方}", "sides", "seats 没有的座位"),
        (", F: 六号位}", ", F: 六号位, G: 七, H: 八, I: 九}", "seats", "9家"),
        ("jokers: true", "jokers: 4", "pack", "王写了4张"),
        ("jokers: true", "suits: [S, H, D, C, G]", "pack", "花色写了S、H、D、C、G"),
        ("jokers: true", "suits: []", "pack", "花色写了没有"),
    ],
)
def test_seats_and_cards_that_cannot_be_drawn_are_refused(
    tmp_path: Path, old: str, new: str, line: str, said: str
) -> None:
    folder = game_yaml(tmp_path, old, new)
    with pytest.raises(DataError) as refused:
        read_game(folder)
    problem = next(each for each in refused.value.problems if said in each.what)
    written = (folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    assert problem.file == folder / "game.yaml"
    assert written[problem.line - 1].startswith(line)


@pytest.mark.parametrize(
    ("seats", "turns", "said"),
    [
        (
            "{N: 北家, S: 南家, E: 东家, W: 西家}",
            "",
            "看不出座位按顺时针还是逆时针",
        ),  # partners do not follow each other
        ("{N: 北家, E: 东家, S: 南家, W: 西家}", "turns: anticlockwise\n", "另一个方向"),
    ],
)
def test_points_of_the_compass_lie_beside_each_other(tmp_path: Path, seats: str, turns: str, said: str) -> None:
    folder = game_yaml(tmp_path, "turns: anticlockwise\n", turns)
    file = folder / "game.yaml"
    lines = [f"seats: {seats}" if each.startswith("seats") else each for each in file.read_text("utf-8").splitlines()]
    file.write_text("\n".join("sides: {}" if each.startswith("sides") else each for each in lines), encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read_game(folder)


def test_an_auction_is_of_four_who_call_clockwise(tmp_path: Path) -> None:
    folder = game_yaml(tmp_path, "usual:", "usual:")
    tree = folder / "trees" / "exposed_cards.yaml"
    text = tree.read_text(encoding="utf-8")
    tree.write_text(
        text.replace("facts:\n", "facts:\n  calls: {kind: auction, label: 竞叫, optional: true}\n"), "utf-8"
    )
    with pytest.raises(DataError, match="竞叫只认得 N、E、S、W 四家顺时针叫牌") as refused:
        load_game("gouji", tmp_path)
    assert refused.value.problems[0].file == tree


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ("二号位的下家是三号位，他先出了。", None),
        ("二号位的下家是四号位，他先出了。", "二号位的下家是四号位"),
        ("六号位的下家一号位先出了。", None),
        ("一号位的对头是四号位。", None),
        ("一号位的对头是三号位。", "一号位的对头是三号位"),  # a relation of the game itself
        ("一号位的搭档三号位先出了。", None),  # two of three on a side: which of them nobody says
    ],
)
def test_who_sits_beside_whom_in_a_case_is_held_against_the_order_of_play(situation: str, said: str | None) -> None:
    files, game = load_game("gouji", NEW), read_game(NEW / "gouji")
    case = replace(files.cases["gouji.exposed_cards.joker"], situation=situation)
    found = [what for at, what, _ in faults_of(case, files.trees[case.tree], game) if "轮转的方向" in what]
    assert found == ([] if said is None else [f"“{said}”和轮转的方向不合。"])


def test_an_auction_in_which_nobody_has_called_is_told_so() -> None:
    assert show(None, {"dealer": "N", "calls": []}) == "N发牌，还没有人叫牌"
    assert show(None, {"dealer": "N", "calls": ["1S", "P"]}) == "N: 1S P"
    assert show(None, {"calls": []}) == "还没有人叫牌"
