"""Kinds that stand on papers only: calculations worked out by hand, statements collected, errors put right."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from app.exams.blueprint import Wanted, composed, from_bank
from app.exams.calculations import CALCULATION, ORDER, SHEET, calculations
from app.exams.collected import BLANK, CORRECT, SEVERAL
from app.exams.in_parts import TITLES, kind_named, made
from app.exams.proposing import bare, chosen
from app.exams.question_json import question_from, question_to, sound
from decision_trees.games import games


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("kind", TITLES)
def test_every_kind_makes_sound_questions_in_every_game(game: str, kind: str) -> None:
    found = list(islice(made(game, kind, "", 2), 4))
    assert len(found) >= 2
    for each in found:
        assert sound(each) == each and question_from(question_to(each)) == each
        assert each.kind == kind and each.cites and each.why
        for part in each.parts:
            if part.form == "fill":
                assert chosen(part, part.accepted[0]).share == 1
            elif part.form != "text":
                assert chosen(part, "".join("ABCDEFGHIJ"[at] for at in part.right)).share == 1


def test_a_board_of_match_points_is_what_comparing_by_hand_gives() -> None:
    """Law 78A: two for each result it is better than; no two results of the boards asked are equal."""
    for each in islice(calculations("bridge", CALCULATION, 6), 0, 8, 2):
        scores = {int(at): int(score) for at, score in re.findall(r"第(\d)桌 ([+-]\d+) 分", each.why)}
        for part in each.parts:
            if asked := re.match(r"第(\d)桌南北方得多少比赛分", part.ask):
                own = scores[int(asked[1])]
                assert float(part.accepted[0]) == 2 * sum(own > other for other in scores.values())
            elif asked := re.match(r"第(\d)桌东西方得多少比赛分", part.ask):
                own = scores[int(asked[1])]
                assert float(part.accepted[0]) == 2 * sum(own < other for other in scores.values())


FROM = (0, 20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500)


def test_a_match_in_imp_is_what_the_printed_table_gives() -> None:
    """Law 78B, the table as printed: from which difference on how many."""
    for each in islice(calculations("bridge", CALCULATION, 6), 1, 9, 2):
        total = 0
        boards = re.findall(r"主队坐南北的一桌.*?，南北 ([+-]\d+)；另一桌.*?，南北 ([+-]\d+)。", each.stem)
        assert len(boards) == 4
        for (home, other), part in zip(boards, each.parts, strict=False):
            difference = int(home) - int(other)
            imps = sum(abs(difference) >= least for least in FROM[1:])
            imps = imps if difference >= 0 else -imps
            assert float(part.accepted[0]) == imps
            total += imps
        assert float(each.parts[-1].accepted[0]) == total


def test_both_tables_of_a_match_play_the_board_as_it_is_vulnerable() -> None:
    """Law 77: an undertrick, undoubled, costs 50 where the side is not vulnerable and 100 where it is."""
    seen = set()
    for each in islice(calculations("bridge", CALCULATION, 6), 1, 31, 2):
        for vulnerable, board in re.findall(r"号牌，(\S\S)[有无]局）：(.*)", each.stem):
            boards = re.findall(r"([东南西北])家(\d)\S+?，庄家方得(\d+)墩，南北 ([+-]\d+)", board)
            assert len(boards) == 2
            for seat, level, tricks, score in boards:
                under = int(level) + 6 - int(tricks)
                if under > 0 and "加倍" not in board and vulnerable != "双方":
                    each_costs = 100 if seat in vulnerable else 50
                    assert abs(int(score)) == under * each_costs
                    seen.add(each_costs)
    assert seen == {50, 100}


def test_in_a_sheet_one_line_only_is_wrong() -> None:
    """Shengji: the two standard scores of a table make 20; guandan: the two level points 26. The wrong line keeps the sum."""
    for game, whole in (("guandan", 26), ("shengji", 20)):
        for each in islice(calculations(game, SHEET, 9), 5):
            which, right = each.parts
            for option in which.options:
                one, other = re.search(r"南北 (-?\d+)，东西 (-?\d+)", option).groups()  # type: ignore[union-attr]
                assert int(one) + int(other) == whole
            wrong = which.options[which.right[0]]
            assert right.accepted[0] != "比".join(re.findall(r"南北 (-?\d+)，东西 (-?\d+)", wrong)[0])


def test_cards_stand_in_the_order_of_the_text() -> None:
    """Guandan law 6.1, 7.1: big joker, little joker, the cards of the level, then A K Q J 10 … 2."""
    for each in islice(calculations("guandan", ORDER, 3), 8):
        level = re.match(r"打(\w+)，", each.stem)[1]  # type: ignore[index]
        plain = [*"AKQJ", *map(str, range(10, 1, -1))]
        ranks = ["大王", "小王", level, *(rank for rank in plain if rank != level)]
        part = each.parts[0]
        places = [ranks.index(re.sub(r"^[♠♥♦♣]", "", part.options[at])) for at in part.right]
        assert places == sorted(places)


def test_no_doubled_contract_is_made_where_the_printed_table_is_wrong() -> None:
    for kind in (CALCULATION, ORDER, SHEET):
        for each in islice(calculations("bridge", kind, 5), 10):
            text = each.stem + "".join(option for part in each.parts for option in part.options)
            for level, tricks in re.findall(r"([1-7])(?:[♠♥♦♣]|NT)加倍，庄家方得(\d+)墩", text):
                assert int(tricks) < int(level) + 6


def test_several_statements_have_at_least_two_that_are_right_and_one_that_is_not() -> None:
    for game in games():
        for each in islice(made(game, SEVERAL, "", 4), 4):
            (part,) = each.parts
            assert 2 <= len(part.right) < len(part.options) == 5


def test_an_error_is_named_put_right_and_grounded() -> None:
    each = next(made("guandan", CORRECT, "", 3))
    assert [part.form for part in each.parts] == ["one", "text", "text"]
    assert each.parts[0].options[each.parts[0].right[0]] != each.parts[1].points[0].text
    assert each.parts[2].points[0].cites


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("-50", "−50 分"),
        ("3号", "第3号"),
        ("6♣", "6C"),
        ("4NT", "4无将"),
        ("16比10", "16:10"),
        ("+460分", "460"),
        ("6.5", "6.50"),
    ],
)
def test_what_means_the_same_is_the_same(one: str, other: str) -> None:
    assert bare(one) == bare(other)


def test_what_does_not_is_not() -> None:
    assert len({bare(each) for each in ("50", "-50", "5", "50.5", "16比10", "10比16", "6♣", "6♠")}) == 8


def test_a_paper_of_every_kind_is_composed() -> None:
    lines = [Wanted("shengji", "", title, number=1, marks=5) for title in TITLES.values()]
    paper = composed("考", 90, lines, from_bank, seed=3)
    assert [item.question.kind for item in paper.items] == list(TITLES)
    assert kind_named("填空") == BLANK and kind_named("") is None
