"""Which irregularity a story is, where the facts that were said decide it, and two irregularities in one story."""

from __future__ import annotations

import pytest

from app.base.opened import engine, law, trees
from search.hearing.facts import happened, heard
from search.hearing.story import Hearing

HEARING = Hearing(trees(), law(), engine)


def found(text: str, game: str = "bridge") -> list[str]:
    return [each.tree for each in HEARING.story(text, game).trees]


def test_a_bid_that_is_too_low_is_an_insufficient_bid() -> None:
    text = "北家开一黑桃，东家没听清叫了一红心，南家不接受"  # 1H is lower than 1S: law 27
    assert found(text)[0] == "bridge.insufficient_bid"
    assert HEARING.story(text, "bridge").facts["auction"] == "N 1S 1H"


@pytest.mark.parametrize(
    "text", ["北开一黑桃东一红心南不接受", "北一黑桃东一红星南不接受", "北1S东1H南不接受", "北1♠东1♥"]
)
def test_calls_that_stand_beside_their_seats_show_it_too(text: str) -> None:
    assert found(text)[0] == "bridge.insufficient_bid"


@pytest.mark.parametrize(
    "text", ["南开1NT西2C", "南家1NT 西2C 北P", "北开一黑桃东两红心", "北派斯东一草花南一方片西派斯"]
)
def test_where_nothing_but_lawful_calls_is_told_there_is_nothing_to_rule(text: str) -> None:
    story = HEARING.story(text, "bridge")
    assert not story.trees and not story.facts


@pytest.mark.parametrize(
    ("text", "shown", "never"),
    [
        ("北家开一黑桃，东家叫了一红心", {"bridge.insufficient_bid"}, {"bridge.bid_out_of_rotation"}),
        ("东家发牌 北家抢先叫了一无将", {"bridge.bid_out_of_rotation"}, {"bridge.insufficient_bid"}),
        ("北家开一黑桃，东家叫了两红心", set(), {"bridge.insufficient_bid", "bridge.bid_out_of_rotation"}),
        ("北家开一黑桃，南家叫了一红心", set(), set()),  # what of East? Nobody said
        ("要是北家开一黑桃，东家叫一红心呢", set(), set()),  # supposed
    ],
)
def test_calls_show_what_is_irregular_in_them(text: str, shown: set[str], never: set[str]) -> None:
    told = happened(text, "bridge")
    assert told.shown == frozenset(shown)
    assert told.never & {"bridge.insufficient_bid", "bridge.bid_out_of_rotation"} == frozenset(never)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("东家发牌 北家抢先加倍", "bridge.double_out_of_rotation"),
        ("东家发牌 北家抢先不叫", "bridge.pass_out_of_rotation"),
        ("北家发牌开一黑桃 三家不叫 北家两黑桃", "bridge.call_after_final_pass"),
    ],
)
def test_what_a_call_is_decides_which_irregularity_it_is(text: str, tree: str) -> None:
    told = happened(text, "bridge")
    assert tree in told.shown and "bridge.bid_out_of_rotation" in told.never


def test_without_three_passes_nothing_was_called_after_them() -> None:
    after = "bridge.call_after_final_pass"
    assert after in happened("北家开一黑桃，东家叫了两红心", "bridge").never
    assert after in happened("东家喊了个加倍，叫得早了", "bridge").never
    assert after not in happened("三家都派司了，他又喊加倍", "bridge").never


def test_what_has_not_begun_is_not_what_happened() -> None:
    assert "play" in happened("还在叫牌，东家的牌掉出来一张", "bridge").before
    assert happened("东家的牌掉出来一张", "bridge").before == frozenset()
    assert found("还在叫牌呢，西家把红心A掉桌上了")[0] == "bridge.card_exposed_in_auction"


@pytest.mark.parametrize(
    "text",
    ["北家发牌，北家一黑桃东家一红心", "南家发牌，南家1NT，北家没等西家就叫了2梅花", "东家发牌，北家抢先叫了一方块"],
)
def test_where_only_calls_are_told_nothing_of_play_stands_among_the_three(text: str) -> None:
    """Who tells the auction and no card, no lead, no trick has nobody who led out of turn."""
    stages = {trees().tree(tree).stage for tree in found(text)}
    assert not stages & {"opening-lead", "play", "end"}
    assert {"opening-lead", "play", "end"} <= happened(text, "bridge").before
    assert not happened(f"{text}，后来西家引了♥A", "bridge").before


@pytest.mark.parametrize(
    "text",
    [
        "南家发牌，南家1NT，北家没等西家就叫了2梅花",
        "南家发牌，南家1NT，没等西家北家就叫了2梅花",
        "南家发牌一无将，北家越过西家叫了2梅花",
    ],
)
def test_whose_turn_was_passed_over_has_not_called(text: str) -> None:
    """31: North bid when it was West's turn; West called nothing."""
    assert happened(text, "bridge").shown == {"bridge.bid_out_of_rotation"}
    assert found(text)[0] == "bridge.bid_out_of_rotation"
    facts = {each.name: each.value for each in heard(text, "bridge.bid_out_of_rotation", "bridge")}
    assert facts["auction"] == "S 1NT N:2C" and facts["offender"] == "N"


def test_who_has_not_called_yet_takes_nothing_back() -> None:
    text = "北家发牌，北家不叫，东家一红心，南家一黑桃，西家还没叫北家就叫了两红心"
    assert happened(text, "bridge").shown == {"bridge.bid_out_of_rotation"}


def test_two_irregularities_told_one_after_the_other_are_both_offered_in_their_order() -> None:
    text = "北家越序叫了两红心，南家不接受。后来打牌时西家没跟黑桃，手里明明有黑桃，藏牌了"
    assert found(text)[:2] == ["bridge.bid_out_of_rotation", "bridge.revoke"]


def test_one_irregularity_told_in_two_sentences_stays_one() -> None:
    whole = found("西家没跟黑桃，垫了方块。手里其实还有一张黑桃，下一墩还没人引")
    assert whole[0] == "bridge.revoke"
