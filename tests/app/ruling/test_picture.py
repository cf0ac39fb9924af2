"""The picture of what happened: drawn from the facts, worked out here from the situations as a referee reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.base.opened import handbook, trees
from app.ruling import pack as packs
from app.ruling import picture as pictures
from app.ruling.picture import Laid, Picture, picture, picture_of, ruled
from decision_trees import games as register
from decision_trees.engine import Ruled, advance
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.loader import GameFiles, load_game
from decision_trees.model import Effect, Outcome
from decision_trees.reach import facts_of
from decision_trees.seats import Around
from decision_trees.values import read

NEW = Path(__file__).parents[2] / "new_game"


def of(case: str) -> Picture:
    found = picture_of(trees().cases[case])
    assert found is not None
    return found


def drawn(tree: str, **facts: Any) -> Picture:
    found = picture(trees().tree(tree), facts)
    assert found is not None
    return found


def lying(laid: Laid) -> tuple[str | None, str, str, str]:
    return laid.seat, laid.words, " ".join(card.sign for card in laid.cards), laid.act


def at(seen: Picture, seat: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    place = next(place for place in seen.places if place.seat == seat)
    return place.doer, place.marks, place.turn


def test_a_revoke_lies_as_at_the_table() -> None:
    """南家打4♥，引♠3，西家有黑桃却用♥2将吃，明手打♠Q，东家打♠K。"""
    seen = of("bridge.bridge.revoke.partner_takes_back_too")
    assert seen.clockwise
    assert [lying(each) for each in seen.trick] == [
        ("S", "引出", "♠3", ""),
        ("W", "打出", "♥2", "藏牌？"),
        ("N", "打出", "♠Q", ""),
        ("E", "打出", "♠K", ""),
    ]
    assert at(seen, "W") == (("藏牌者",), (), ())
    assert at(seen, "S") == ((), ("庄家",), ())
    assert at(seen, "N") == ((), ("明手",), ())
    assert "南家引出黑桃3，西家打出红心2（藏牌？），北家打出黑桃Q，东家打出黑桃K。" in seen.said
    assert "西家（藏牌者）" in seen.said and "座位按顺时针轮转。" in seen.said


def test_the_turn_goes_the_way_of_the_game() -> None:
    """打2，将牌红心。南家领黑桃2，东家跟梅花2，北家跟红心K，西家跟红心3: anticlockwise, the level cards marked."""
    seen = of("shengji.shengji.points_gathered.two_vice_levels")
    assert not seen.clockwise
    assert [lying(each)[:3] for each in seen.trick] == [
        ("S", "领出", "♠2"),
        ("E", "打出", "♣2"),
        ("N", "打出", "♥K"),
        ("W", "打出", "♥3"),
    ]
    assert [each.cards[0].mark for each in seen.trick] == ["level", "level", "trump", "trump"]
    assert seen.notes == (("打", "2"), ("将牌", "♥"), ("防家已拣", "10分"))
    assert "南家领出黑桃2（级牌），东家打出梅花2（级牌），北家打出红心K（将牌），西家打出红心3（将牌）。" in seen.said
    assert "座位按逆时针轮转。" in seen.said


def test_the_irregular_call_is_outlined_in_its_column() -> None:
    """北家发牌叫 1♠，轮到东家，南家却抢着叫了 1♥: not high enough and not his turn; east's place stays empty."""
    seen = of("bridge.bridge.insufficient_bid.out_of_rotation")
    (auction,) = seen.auctions
    assert auction.order == ("N", "E", "S", "W") and auction.dealer == "N"
    (row,) = auction.rows
    assert [[(call.sign, call.wrong) for call in place] for place in row] == [
        [("1♠", "")],
        [],
        [("1♥", "不足、越序")],
        [],
    ]
    assert "竞叫：北家1黑桃，南家1红心（不足、越序）。" in seen.said
    assert at(seen, "S")[0] == ("违规者",)


def test_two_calls_of_one_player_stand_in_one_column() -> None:
    """西家发牌还没有叫，东家抢先开叫 1♥; later east calls again in his turn."""
    (auction,) = of("bridge.bridge.lead_penalty.named_later").auctions
    assert [[[call.sign for call in place] for place in row] for row in auction.rows] == [
        [[], [], ["1♥"], []],
        [["不叫"], ["1♠"], ["2♥"], ["2♠"]],
        [["不叫"], ["不叫"], ["不叫"], []],
    ]


def test_a_call_that_only_a_ruling_forbade_is_outlined_too() -> None:
    """北家 1♠，东家 2♥，西家正受罚永远不叫，却加倍了: nothing in the auction itself tells it."""
    (auction,) = of("bridge.bridge.call_by_player_required_to_pass.condoned").auctions
    assert [(call.seat, call.sign, call.wrong) for call in auction.calls] == [
        ("N", "1♠", ""),
        ("E", "2♥", ""),
        ("S", "2♠", ""),
        ("W", "加倍", "受罚不叫？"),
        ("N", "4♠", ""),
    ]


def test_cards_whose_player_nobody_named_lie_before_nobody() -> None:
    """南家做庄，西家引♥2，明手北家有♥Q、♥5、♦Q: who led stands in the words, not in the facts."""
    seen = of("bridge.bridge.dummy_misplay.only_one_rank")
    assert [lying(each) for each in seen.middle] == [(None, "这一墩已出的牌", "♥2", "")]
    assert [lying(each) for each in seen.before("N")] == [("N", "明手的牌", "♥Q ♥5 ♦Q", "")]
    assert seen.before("W") == () and at(seen, "W") == ((), (), ())


def test_a_hand_is_without_what_was_played_from_it() -> None:
    """打2，将牌红心。南家领黑桃9，东家手里是黑桃4和方块K，打了方块K。"""
    seen = of("shengji.shengji.wrong_follow.last_two")
    assert [lying(each) for each in seen.before("E")] == [("E", "手里还有", "♠4", "")]
    assert lying(seen.trick[1]) == ("E", "打出", "♦K", "错出？")


def test_one_of_two_like_cards_stays_in_the_hand() -> None:
    seen = drawn("guandan.wrong_tribute", offender="E", payer_hand=["SA", "SA", "D7"], tribute_card="SA")
    assert [lying(each)[1:3] for each in seen.before("E")] == [("手里还有", "♠A ♦7"), ("贡出", "♠A")]


def test_penalty_cards_are_named_by_their_kind() -> None:
    """南家做庄。东家面前有重罚张♥K，引黑桃时打了♦2，手里有♠9。"""
    seen = of("bridge.bridge.penalty_card_not_played.did_not_follow")
    assert [lying(each) for each in seen.before("E")] == [
        ("E", "重罚张", "♥K", ""),
        ("E", "手里还有", "♠9", ""),
    ]
    assert "东家面前的重罚张：红心K。" in seen.said and "这一墩引黑桃" in seen.said


def test_a_penalty_card_told_twice_is_drawn_once() -> None:
    seen = drawn("bridge.major_penalty_card", offender="W", declarer="S", penalty_cards_west=["HA"])
    assert [lying(each) for each in seen.before("W")] == [("W", "重罚张", "♥A", "")]


def test_more_than_one_card_does_not_lie_in_the_middle() -> None:
    """北家出的前一手888带33，西家跟999带44: each before its player, the former first."""
    seen = of("guandan.guandan.wrong_play_by_follower.natural_order_beats")
    assert seen.trick == ()
    assert [lying(each) for each in seen.laid] == [
        ("N", "前一手打出", "♠8 ♣8 ♦8 ♠3 ♣3", ""),
        ("W", "打出", "♠9 ♣9 ♦9 ♠4 ♣4", "这一手"),
    ]


def test_whose_turn_it_was() -> None:
    """该东家领出，西家越序领出梅花6。"""
    seen = of("shengji.shengji.lead_out_of_turn.light_warning_undecided")
    assert at(seen, "E")[2] == ("轮到领出",) and at(seen, "W")[0] == ("违规者",)


def test_counted_cards_stand_at_the_seats() -> None:
    seen = of("bridge.bridge.missing_card.seen_by_partner")
    assert {place.name: place.marks[-1] for place in seen.places} == {
        "北家": "13张",
        "东家": "12张",
        "南家": "13张",
        "西家": "13张",
    }
    assert [lying(each) for each in seen.middle] == [(None, "缺的牌", "♦Q", "")]


def test_without_facts_of_the_table_there_is_no_picture() -> None:
    assert picture(trees().tree("bridge.revoke"), {}) is None
    assert picture(trees().tree("shengji.revoke"), {"level": "2", "trump": "H"}) is None


def test_nothing_is_drawn_that_the_facts_of_a_case_do_not_say() -> None:
    """Over all worked cases: every card and call is of a fact, or named in its words; every seat, card and auction is drawn."""
    hidden = []
    for id_, case in trees().cases.items():
        tree = trees().tree(case.tree)
        declared = facts_of(tree, trees().trees)
        told: dict[str, list[Any]] = {"card": [], "auction": [], "seat": []}
        for fact, value in case.facts.items():
            kind = declared[fact].kind if fact in declared else ""
            if kind in ("card", "cards", "auction", "seat"):
                known = read(tree.game, fact, declared[fact], value, {})
                told[kind.removesuffix("s")] += known if kind == "cards" else [known]
        seen = picture_of(case)
        drawn = [card for laid in seen.laid for card in laid.cards] if seen is not None else []
        words = [value for fact, value in case.facts.items() if fact in declared and declared[fact].kind == "text"]
        in_words = {card.code for card in drawn if card.name in words} - set(told["card"])  # 庄家说“红心J”
        cards = {card.code for card in drawn} - in_words
        assert cards <= set(told["card"]), id_
        assert len(seen.auctions if seen is not None else ()) == len(told["auction"]), id_
        if cards != set(told["card"]) or (told["seat"] and seen is None):
            hidden.append(id_)
    assert hidden == []


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], GameFiles]:
    """One of the games that the tests add, known beside the others."""

    def add(game: str) -> GameFiles:
        known = {**games(), game: register.read_game(NEW / game)}
        for module in (packs, pictures):
            monkeypatch.setattr(module, "every_game", lambda: known)
        return load_game(game, NEW)

    return add


def of_the_case(files: GameFiles, id_: str) -> Picture:
    case = files.cases[id_]
    seen = pictures.drawn_from(files.trees[case.tree], case.facts, Law(files.trees, {}))
    assert seen is not None
    return seen


def test_a_new_game_is_drawn_without_a_line_of_program(added: Callable[[str], GameFiles]) -> None:
    """第一墩已经出完，北家在第二墩亮出黑桃Q。"""
    seen = of_the_case(added("gongzhu"), "gongzhu.late_show.second_trick")
    assert not seen.clockwise
    assert [lying(each) for each in seen.before("N")] == [("N", "亮出", "♠Q", "晚了？")]
    assert seen.said == "北家（违规者）。北家亮出：黑桃Q（晚了？）。座位按逆时针轮转。"


def test_six_sit_around_a_table(added: Callable[[str], GameFiles]) -> None:
    """轮到二号位，他还在想，三号位先打出一对5。"""
    seen = of_the_case(added("gouji"), "gouji.play_out_of_turn.not_yet")
    assert [place.name for place in seen.places] == ["一号位", "二号位", "三号位", "四号位", "五号位", "六号位"]
    assert seen.around == Around(top="D", left=("E", "F"), right=("C", "B"), bottom="A")
    assert seen.said == ("二号位（轮到），三号位（违规者）。三号位打出黑桃5、红心5（越序）。座位按逆时针轮转。")


def outcome_of(case: str) -> Outcome:
    given = trees().cases[case]
    tree = trees().tree(given.tree)
    step = advance(tree, given.facts, Law(trees().trees, handbook().books, given.settled))
    assert isinstance(step, Ruled)
    return step.outcome


@pytest.mark.parametrize(
    ("case", "becomes"),
    [
        ("revoke.partner_takes_back_too", {"♠K": "成为重罚张"}),  # 62C2: what the partner took back
        ("defender_lead_out_of_turn.free", {"♦2": "成为重罚张"}),  # 54D, 56, 50B: refused, deliberately played
        ("card_exposed_in_play.dropped_small", {"♥5": "成为罚张"}),  # 49; which kind is asked next, 50B
        ("minor_or_major_penalty_card.dropped_nine", {"♠9": "成为轻罚张"}),  # 50B: a small card, not on purpose
        ("minor_or_major_penalty_card.dropped_ten", {"♥10": "成为重罚张"}),  # 50B: an honour
        ("penalty_card_not_played.declarer_played_on", {"♥K": "仍是罚张"}),  # 52B1c
        ("card_exposed_in_auction.small", {"♥5": "做防家时是罚张"}),  # 24: if he becomes a defender
        ("card_exposed_in_auction.not_visible", {}),  # nobody saw it
    ],
)
def test_a_card_says_what_the_ruling_makes_of_it(case: str, becomes: dict[str, str]) -> None:
    before = of(f"bridge.bridge.{case}")
    after = ruled(before, outcome_of(f"bridge.bridge.{case}"))
    assert before.becomes == () and dict(after.becomes) == becomes
    there = {card.sign: after.then(each) for each in after.laid for card in each.cards}
    assert {sign: words for sign, words in there.items() if words} == becomes
    assert all(words in after.said for words in becomes.values())


def test_some_of_the_cards_that_lie_together_are_named() -> None:
    seen = drawn("bridge.card_exposed_in_play", offender="W", declarer="S", penalty_cards="H5 D4")
    effects = (
        Effect(kind="penalty_card", who="西家", what="暴露的牌张", amount="♦4"),
        Effect(kind="play_required", who="西家", what="重罚张♥5"),
    )
    after = ruled(seen, replace(outcome_of("bridge.bridge.card_exposed_in_play.dropped_small"), effects=effects))
    assert [after.then(each) for each in after.laid] == ["♦4成为罚张"]
    assert "方块4成为罚张。" in after.said
