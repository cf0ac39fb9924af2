"""Kinds that stand on papers only: calculations worked out by hand, statements collected, errors put right."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from app.exams.blueprint import Wanted, composed, from_bank
from app.exams.calculations import CALCULATION, ORDER, SHEET, calculations
from app.exams.collected import BLANK, CORRECT, SEVERAL
from app.exams.in_parts import TITLES, kind_named, kinds_of, made
from app.exams.proposing import bare, chosen
from app.exams.question_json import question_from, question_to, sound
from app.study.model import Question
from decision_trees.games import games


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game in games() for kind in kinds_of(game)])
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


def made_by(maker: str, seed: int, number: int) -> list[Question]:
    """The first calculations of bridge of one maker."""
    found = (
        each for each in calculations("bridge", CALCULATION, seed) if each.subject.split("/")[0].endswith(f":{maker}")
    )
    return list(islice(found, number))


def filled(question: Question) -> dict[str, float]:
    return {part.ask: float(part.accepted[0]) for part in question.parts}


def test_a_board_of_match_points_is_what_comparing_by_hand_gives() -> None:
    """Law 78A: two for each result it is better than; no two results of the boards asked are equal."""
    for each in made_by("match_points", 6, 4):
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
    for each in made_by("imp_match", 6, 4):
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


def test_pairs_without_a_result_get_their_share_of_the_top_and_are_not_compared() -> None:
    """Laws 78A, 12C1, 88: five results make a top of 8; average plus is 60 % of it, average minus 40 %."""
    for each in made_by("average_beside", 3, 4):
        got = filled(each)
        late = re.search(r"第6桌因(\S\S)方迟到", each.stem)[1]  # type: ignore[index]
        other = {"南北": "东西", "东西": "南北"}[late]
        assert got["这副牌的最高比赛分是多少？"] == 8
        assert got[f"第6桌{other}方得多少比赛分？"] == 4.8 and got[f"第6桌{late}方得多少比赛分？"] == 3.2
        scores = {int(at): int(score) for at, score in re.findall(r"第(\d)桌 ([+-]\d+) 分", each.why)}
        for ask, value in got.items():
            if asked := re.match(r"第([1-5])桌南北方得(最高比赛分的百分之几|多少比赛分)", ask):
                better = sum(scores[int(asked[1])] > other_score for other_score in scores.values())
                assert value == (25 * better if "百分之几" in ask else 2 * better)


def test_a_pair_that_is_not_at_fault_keeps_its_own_percentage_where_it_is_higher() -> None:
    """Laws 12C1, 88: at least 60 %, or what it scored in the whole session where that is more; 50 and 40 for the others."""
    for each in made_by("percentages", 3, 4):
        got = filled(each)
        top = int(re.search(r"最高比赛分是(\d+)", each.stem)[1])  # type: ignore[index]
        below, above = (float(found) for found in re.findall(r"得([\d.]+)%", each.stem))
        assert below < 60 < above
        shares = [got[f"{pair}对判给这副牌的百分之几？"] for pair in "甲乙丙丁"]
        assert shares == [60, above, 50, 40]
        assert got["甲对折成多少比赛分？"] == pytest.approx(top * 0.6)
        assert got["丁对折成多少比赛分？"] == pytest.approx(top * 0.4)


def test_an_artificial_board_of_a_match_is_plus_or_minus_three_and_need_not_balance() -> None:
    """Laws 86A, 12C1: 3 IMP for who is not at fault, also for both; −3 for who is."""
    seen = set()
    for each in made_by("imp_match_adjusted", 5, 12):
        got = filled(each)
        boards = sum(value for ask, value in got.items() if re.match("第[123]副主队", ask))
        ours, theirs = got["第4副主队得多少 IMP（失分写负数）？"], got["第4副客队得多少 IMP（失分写负数）？"]
        if "双方都没有责任" in each.stem:
            assert (ours, theirs) == (3, 3)
        else:
            assert (ours, theirs) == ((3, -3) if "主队没有责任" in each.stem else (-3, 3))
        assert got["四副合计主队得多少 IMP（失分写负数）？"] == boards + ours
        assert got["四副合计客队得多少 IMP（失分写负数）？"] == theirs - boards
        seen.add((ours, theirs))
    assert seen == {(3, -3), (-3, 3), (3, 3)}


def test_both_tables_of_a_match_play_the_board_as_it_is_vulnerable() -> None:
    """Law 77: an undertrick, undoubled, costs 50 where the side is not vulnerable and 100 where it is."""
    seen = set()
    for each in made_by("imp_match", 6, 12):
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
    lines = [Wanted("bridge", "", title, number=1, marks=5) for title in TITLES.values()]
    paper = composed("考", 90, lines, from_bank, seed=3)
    assert [item.question.kind for item in paper.items] == list(TITLES) == list(kinds_of("bridge"))
    assert kind_named("填空") == BLANK and kind_named("") is None


def guandan_by(maker: str, seed: int, number: int) -> list[Question]:
    """The first calculations of guandan of one maker."""
    found = (
        each for each in calculations("guandan", CALCULATION, seed) if each.subject.split("/")[0].endswith(f":{maker}")
    )
    return list(islice(found, number))


PRINTED = {  # guandan appendices 7 and 8, read off the page, the rounds one below the other
    (8, "“贝格尔”"): (
        "1-8 2-7 3-6 4-5|8-5 6-4 7-3 1-2|2-8 3-1 4-7 5-6|8-6 7-5 1-4 2-3|"
        "3-8 4-2 5-1 6-7|8-7 1-6 2-5 3-4|4-8 5-3 6-2 7-1"
    ),
    (8, "固定轮转"): (
        "1-8 2-7 3-6 4-5|1-7 8-6 2-5 3-4|1-6 7-5 8-4 2-3|1-5 6-4 7-3 8-2|"
        "1-4 5-3 6-2 7-8|1-3 4-2 5-8 6-7|1-2 3-8 4-7 5-6"
    ),
    (7, "“贝格尔”"): (
        "1-0 2-7 3-6 4-5|0-5 6-4 7-3 1-2|2-0 3-1 4-7 5-6|0-6 7-5 1-4 2-3|"
        "3-0 4-2 5-1 6-7|0-7 1-6 2-5 3-4|4-0 5-3 6-2 7-1"
    ),
    (7, "固定轮转"): (
        "1-0 2-7 3-6 4-5|1-7 0-6 2-5 3-4|1-6 7-5 0-4 2-3|1-5 6-4 7-3 0-2|"
        "1-4 5-3 6-2 7-0|1-3 4-2 5-0 6-7|1-2 3-0 4-7 5-6"
    ),
}  # fmt: skip


def printed_round(pairs: int, method: str, round_: int) -> dict[str, str]:
    met = [each.split("-") for each in PRINTED[pairs, method].split("|")[round_ - 1].split()]
    return {one: other for each in met for one, other in (each, each[::-1])}


def test_who_meets_whom_in_a_round_robin_is_what_the_printed_tables_say() -> None:
    seen = set()
    for each in guandan_by("round_of_table", 8, 24):
        pairs, method = re.match(r"(\d)对打单循环赛，照附录.的(.+?)编排法", each.stem).groups()  # type: ignore[union-attr]
        seen.add((pairs, method))
        for part in each.parts:
            if asked := re.fullmatch(r"第(\d)轮(\d)号对几号？", part.ask):
                assert part.accepted == (printed_round(int(pairs), method, int(asked[1]))[asked[2]],)
            elif asked := re.fullmatch(r"第(\d)轮轮空的是几号？", part.ask):
                assert part.accepted == (printed_round(int(pairs), method, int(asked[1]))["0"],)
            elif "几轮" in part.ask:
                assert part.accepted == ("7",)
            else:
                assert part.accepted == (str(int(pairs) * (int(pairs) - 1) // 2),)
    assert len(seen) == len(PRINTED)


def test_the_second_round_by_score_puts_the_high_against_the_high() -> None:
    """28.1: those who won first, by level points (appendix 4: 13 and as many as the levels are apart)."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for each in guandan_by("round_by_score", 8, 6):
        points = {}
        for one, other, own, theirs in re.findall(r"(.)对(.)：.打到(\w+)，.打到(\w+)。", each.stem):
            apart = ranks.index(own) - ranks.index(theirs)
            sign = 1 if apart > 0 else -1
            points[one], points[other] = 13 + apart, 13 - apart
            assert sign * apart > 0
        order = sorted(points, key=lambda name: -points[name])
        assert len(set(points.values())) == len(order) == 8
        assert all(points[name] > 13 for name in order[:4])  # who won: two match points each
        for part in each.parts[:-1]:
            one = re.match(r"第2轮(.)对哪一对", part.ask)[1]  # type: ignore[index]
            assert part.accepted[0] == order[order.index(one) + 1]
        last = each.parts[-1]
        assert [last.options[at] for at in last.right] == [f"{name}对" for name in order]


def test_a_bracket_has_room_for_all_and_byes_for_the_rest() -> None:
    """26.1: 2^n places; 13 pairs: 16 places, 3 byes, 5 matches, then 4, four rounds."""
    for each in guandan_by("bracket", 8, 12):
        pairs = int(re.match(r"(\d+)对", each.stem)[1])  # type: ignore[index]
        got = [int(part.accepted[0]) for part in each.parts]
        places = 16 if pairs < 16 else 32
        byes = places - pairs
        assert got == [places, byes, (pairs - byes) // 2, places // 4, 4 if places == 16 else 5]
