"""What a play is taken for and whether it beats another (4, 6.1, 7, 8, 17)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError
from tests.decision_trees.guandan.asking import ask

KK66 = ["S6", "D6", "H2", "SK", "CK"]


def test_two_pairs_and_a_wild_card_count_high_unless_declared() -> None:
    # the example of 7.2.2
    assert ask("play.readings", cards=KK66, level="2")["reading"] == "三张K带一对6"
    play = ["S8", "D8", "C8", "S4", "D4"]
    assert ask("play.judge", previous=KK66, play=play, level="2")["case"] == "smaller"
    said = ask("play.judge", previous=KK66, play=play, level="2", previous_said="三张6带一对K")
    assert (said["case"], said["previous"]) == ("beats", "三张6带一对K")


@pytest.mark.parametrize(
    ("cards", "level", "pattern"),
    [
        ("S6 D6 H2 SK CK", "2", "triple_pair"),  # whichever three (4, 7.2.2)
        ("S4 C5 D6 S7 H9", "9", "straight"),  # with the wild card at either end
        ("S7 C7 S8 C8 H3 H3", "3", "several"),  # three pairs or two triples (7.3)
        ("S7 C7 S8 C8", "2", "none"),  # two pairs in a row are no pattern
        ("S7 S7 H7 C7", "2", "bomb"),
        ("S7 S8 S9 S10 SJ", "2", "straight_flush"),
    ],
)
def test_which_of_the_ten_patterns(cards: str, level: str, pattern: str) -> None:
    assert ask("play.pattern_of", cards=cards.split(), level=level) == {"pattern": pattern}


@pytest.mark.parametrize(
    ("cards", "level", "said", "reading"),
    [
        (["S4", "C5", "D6", "S7", "H9"], "9", "顺子34567", "顺子3-4-5-6-7"),
        (["S4", "C5", "D6", "S7", "H9"], "9", "大点", "顺子4-5-6-7-8"),
        (["S4", "C5", "D6", "S7", "H9"], "9", "算小", "顺子3-4-5-6-7"),
        (["S7", "C7", "S8", "C8", "H3", "H3"], "3", "三同连张", "三同连张7-8"),
        (["S7", "C7", "S8", "C8", "H3", "H3"], "3", "三连对667788", "三连对6-7-8"),
        # the three, however they are named: counted, written out, or by what the pair is (7.2.2)
        (KK66, "2", "66KKK", "三张K带一对6"),
        (KK66, "2", "一对6带三张K", "三张K带一对6"),
        (KK66, "2", "3个6带2个K", "三张6带一对K"),
        (KK66, "2", "三带一对6", "三张K带一对6"),
        (KK66, "2", "三带对K", "三张K带一对6"),  # the pattern's name, then the three
        (KK66, "2", "三张Q", None),
        # five alike are a bomb, three of them with the two wild cards three and a pair (4.6, 4.8)
        (["S6", "C6", "D6", "H2", "H2"], "2", "五张6", "五张6的炸弹"),
        (["S6", "C6", "D6", "H2", "H2"], "2", "66666", "五张6的炸弹"),
        (["S6", "C6", "D6", "H2", "H2"], "2", "三个6", "三张6带一对2"),
        (["S6", "C6", "D6", "H2", "H2"], "2", "四张6", None),
        (["BJ", "BJ", "LJ", "LJ"], "2", "炸弹", "四大天王"),  # the highest bomb (8.7)
        # higher and lower are said of one pattern, not of a 三连对 and a 三同连张 (7.3.2)
        (["S7", "C7", "S8", "C8", "H3", "H3"], "3", "小点", None),
        (["S7", "C7", "S8", "C8", "H3", "H3"], "3", "三连对小点", "三连对6-7-8"),
        (["S2", "C3", "D4", "S5", "H9"], "9", "12345", "顺子A-2-3-4-5"),
        (["S4", "C5", "D6", "S7", "H9"], "9", "从3开始", "顺子3-4-5-6-7"),
        # of one suit: a 同花顺 by its ranks alone, and 顺子 names it too (4.9); 杂花顺 does not (D-23)
        (["D3", "D4", "D5", "D6", "D7"], "2", "34567", "同花顺3-4-5-6-7"),
        (["D3", "D4", "D5", "D6", "D7"], "2", "顺子", "同花顺3-4-5-6-7"),
        (["D3", "D4", "D5", "D6", "D7"], "2", "杂花顺", None),
        (["C9", "C10", "CJ", "H4", "H4"], "4", "小点", "同花顺7-8-9-10-J"),
        (KK66, "2", "顺子", None),
    ],
)
def test_what_was_declared(cards: list[str], level: str, said: str, reading: str | None) -> None:
    out = ask("play.declared", cards=cards, level=level, said=said)
    assert (out["case"], out["reading"]) == ("valid" if reading else "invalid", reading)


def test_an_event_may_let_a_straight_flush_be_declared_an_ordinary_straight() -> None:
    # D-23; the straight flush is no more than a straight then, and 8 to Q is higher
    flush, play = ["S3", "S4", "S5", "S6", "S7"], ["S8", "C9", "D10", "SJ", "SQ"]
    given = {"previous": flush, "play": play, "level": "2"}
    assert ask("play.judge", **given, previous_said="顺子34567")["case"] == "smaller"
    assert ask("play.judge", **given, previous_said="杂花顺", flush_as_straight=True)["case"] == "beats"
    assert ask("play.judge", **given, flush_as_straight=True)["case"] == "smaller"  # nothing was declared
    with pytest.raises(RuleInputError, match="可以说的有：同花顺3-4-5-6-7"):
        ask("play.judge", **given, previous_said="杂花顺")


def test_a_play_no_reading_of_which_is_higher_does_not_beat() -> None:
    # 34567 is lower, 45678 is equal; 777888 is no 三连对, 667788 and 778899 are lower than 9910JJ
    straight = {"previous": ["S4", "C5", "D6", "S7", "S8"], "play": ["C4", "S5", "C6", "D7", "H2"], "level": "2"}
    pairs = {
        "previous": ["S9", "C9", "S10", "C10", "SJ", "CJ"],
        "play": ["S7", "C7", "S8", "C8", "H3", "H3"],
        "level": "3",
    }
    for given in (straight, pairs):
        assert ask("play.judge", **given)["case"] == "smaller"
        assert ask("play.defect", **given)["defect"] == "too_small"


def test_only_two_pairs_with_one_wild_card_count_high_by_default() -> None:
    # 7.2.2 speaks of two pairs and one wild card; a pair, a card and two wild cards must be declared (7.3.2)
    out = ask("play.readings", cards=["S6", "C6", "SK", "H2", "H2"], level="2")
    assert (out["case"], out["readings"]) == ("several", ["三张6带一对K", "三张K带一对6"])


def test_three_level_cards_with_two_wild_cards_have_a_pair_of_no_rank_of_its_own() -> None:
    out = ask("play.readings", cards=["S2", "C2", "D2", "H2", "H2"], level="2")
    assert out["readings"] == ["五张2的炸弹", "三张2带一对"]


def test_a_whole_hand_is_no_wrong_play() -> None:
    hand = [suit + rank for rank in "2345678" for suit in "SHCD"][:27]
    with pytest.raises(RuleInputError, match="至多看 16 张"):
        ask("play.within", cards=hand, level="9")
    assert ask("play.main_pattern", cards=hand, level="9", defect="extra") == {"pattern": None}


@pytest.mark.parametrize(
    ("previous", "play", "level", "case"),
    [
        ("S9 C9", "SJ CJ", "2", "beats"),
        ("S9 C9", "S9 D9", "2", "equal"),  # must be higher (6.1)
        ("SA CA", "S5 C5", "5", "beats"),  # level cards above A (8.1)
        ("S9 C9", "SJ", "2", "other"),
        ("S9 C9", "S3 C3 D3 H3", "2", "beats"),  # a bomb on a pair (8.4)
        ("S3 C3 D3 H3", "S9 C9", "2", "smaller"),
        ("S7 S7 H7 C7 D7", "C3 C4 C5 C6 C7", "2", "beats"),  # straight flush on five (8.5)
        ("S3 S4 S5 S6 S7", "S4 H4 H4 C4 C4 D4", "2", "beats"),  # six on a straight flush (8.6)
        ("S9 C9", "S7 C7 S8 C8", "2", "none"),
        ("BJ BJ LJ LJ", "S4 S4 H4 C4 C4 D4 D4 H4", "2", "smaller"),  # 8.7
        ("S2 C3 D4 S5 C6", "SA C2 D3 S4 C5", "7", "smaller"),  # A low is the lowest (4.7)
        ("S3 C4 D5 S6 C7", "S4 C5 D6 S7 H9", "9", "open"),  # low end equal, high end higher
    ],
)
def test_does_this_beat_that(previous: str, play: str, level: str, case: str) -> None:
    assert ask("play.judge", previous=previous.split(), play=play.split(), level=level)["case"] == case


def test_what_a_wrong_play_holds() -> None:
    out = ask("play.within", cards=["S9", "C9", "D9", "S6", "S3"], level="2")
    assert out["patterns"] == ["单张3", "单张6", "单张9", "一对9", "三张9"]
    assert ask("play.main_pattern", cards=["S9", "C9", "D9", "S6", "C6", "S3"], level="2") == {"pattern": "三带对"}


@pytest.mark.parametrize(
    ("cards", "more", "pattern"),
    [
        ("S3 C4 D5 S6 C8", {"defect": "no_pattern"}, None),  # meant as a straight, as 17.4 names it: not a single card
        ("LJ H8", {"defect": "no_pattern"}, None),
        ("S6 H6 D6 SJ SQ", {"defect": "no_pattern", "previous": ["S5", "H5", "D5", "S4", "D4"]}, "三带对"),
        ("S6 H6 D6 SJ", {"defect": "no_pattern", "previous": ["S5", "H5", "D5", "S4", "D4"]}, None),
        ("S9 S4", {"defect": "extra"}, "单张"),
        ("S3 C4 D5 S6 C8", {}, None),
    ],
)
def test_the_main_pattern_of_a_play_that_is_no_pattern_is_what_he_meant(
    cards: str, more: dict[str, Any], pattern: str | None
) -> None:
    assert ask("play.main_pattern", cards=cards.split(), level="8", **more) == {"pattern": pattern}


@pytest.mark.parametrize(
    ("previous", "play", "why"),
    [
        ("SA S2 S3 S4 S5", "S6 H6 D6 C6 S6", "第八条五、六"),
        ("S6 H6 D6 C6", "S5 H5 D5 C5 S5", "第八条四"),
        ("S6 H6 D6 C6 S6 H6", "BJ BJ LJ LJ", "第八条七"),
        ("S6 H6 D6 C6", "S5 H5 D5 C5", ""),
        ("S6", "S7", ""),
    ],
)
def test_between_bombs_of_different_kinds_the_clause_is_said(previous: str, play: str, why: str) -> None:
    said = ask("play.judge", previous=previous.split(), play=play.split(), level="9")["why"]
    assert why in said and bool(why) == bool(said)


@pytest.mark.parametrize(
    ("previous", "play", "level", "by_default", "natural"),
    [
        (
            "SA CA DA S9 C9",
            "S5 C5 D5 S3 C3",
            "5",
            "beats",
            "smaller",
        ),  # level cards above A (8.1), or in their place (7.3.1)
        ("S5 C5 D5 S3 C3", "SA CA DA S9 C9", "5", "smaller", "beats"),
        ("S8 C8 D8 S3 C3", "S9 C9 D9 S4 C4", "9", "beats", "beats"),
        ("SA CA DA", "S5 C5 D5", "5", "beats", "beats"),  # only in 三带对
    ],
)
def test_three_level_cards_with_a_pair(previous: str, play: str, level: str, by_default: str, natural: str) -> None:
    given = {"previous": previous.split(), "play": play.split(), "level": level}
    assert ask("play.judge", **given)["case"] == by_default
    assert ask("play.judge", **given, natural_triples=True)["case"] == natural


@pytest.mark.parametrize(
    ("previous", "play", "defect"),
    [
        ("S9 C9", "S7 C7 S8 C8", "no_pattern"),
        ("S9 C9", "SJ", "other_pattern"),
        ("S9 C9", "S8 C8", "too_small"),
        ("S9 C9", "S9 D9", "too_small"),  # must be higher (6.1)
        ("S9 C9", "SJ CJ", "none"),
    ],
)
def test_what_is_wrong_with_a_play_that_follows(previous: str, play: str, defect: str) -> None:
    assert ask("play.defect", previous=previous.split(), play=play.split(), level="2") == {"defect": defect}


def test_a_barred_pattern_may_not_be_led() -> None:
    pair = ["S9", "C9"]
    assert ask("play.same_pattern", barred=pair, lead=["S4", "D4"], level="2") == {"same": True, "barred": "对子"}
    assert ask("play.same_pattern", barred=pair, lead=["S4"], level="2") == {"same": False, "barred": "对子"}
    others = ask("play.others", barred=pair, level="2")
    assert others["barred"] == "对子" and "对子" not in others["others"] and len(others["others"]) == 9  # of ten (4)


@pytest.mark.parametrize(
    ("given", "forms"),
    [
        ({}, "unknown"),
        ({"cards": ["S7"]}, "unknown"),
        ({"cards": ["S7", "D7", "S8", "D8", "H2"], "level": "2"}, "pattern"),  # 4.6, 7.2
        ({"cards": ["S7", "D7", "S8", "D8", "H2"], "level": "3"}, "none"),
    ],
)
def test_whether_a_lead_is_a_pattern(given: dict[str, Any], forms: str) -> None:
    assert ask("play.forms", **given) == {"forms": forms}


def test_which_open_readings_two_plays_touch() -> None:
    level_triples = {"previous": ["S9", "D9", "C9", "S4", "D4"], "play": ["S5", "D5", "C5", "S3", "D3"]}
    assert ask("play.touches", **level_triples, level="5") == {"level_triples": True, "one_suit": False}
    assert (
        ask("play.touches", **level_triples, level="4")["level_triples"] is False
    )  # the pair is of level cards, not the three
    flush = {"previous": ["S5", "D5", "C5", "H5"], "play": ["D7", "D8", "D9", "D10", "DJ"]}
    assert ask("play.touches", **flush, level="5") == {"level_triples": False, "one_suit": True}


def test_what_somebody_may_not_lead_is_the_play_his_partner_took_back() -> None:
    """17.4, 18.2.2: each seat has its own; null where none is known."""
    assert ask("play.barred_for", seat="W", west=["SK"], east=["S9"]) == {"cards": ["SK"]}
    assert ask("play.barred_for", seat="N", west=["SK"]) == {"cards": None}


@pytest.mark.parametrize(
    ("given", "least"),
    [
        ({"previous": ["S9", "C9"], "level": "8"}, "至少一对10，或炸弹"),
        ({"previous": ["S9", "C9"], "level": "10"}, "至少一对J，或炸弹"),  # 7.1: tens are above aces
        ({"previous": ["SA"], "level": "10"}, "至少单张10，或炸弹"),
        ({"previous": ["BJ"]}, "只有炸弹压得住"),  # whatever the level
        ({"previous": ["S9", "C9", "D9", "H9"], "level": "10"}, "至少四张J的炸弹"),  # 8.4
        (
            {"previous": ["S10", "SJ", "SQ", "SK", "SA"], "level": "5"},
            "至少六张2的炸弹",
        ),  # 8.5, 8.6: the highest straight flush
        ({"previous": ["S3", "C4", "D5", "S6", "D7"], "level": "4"}, "至少顺子4-5-6-7-8，或炸弹"),  # 7.3.1
        ({"previous": ["S9", "C9", "D9", "S6", "D6"], "level": "6"}, "至少三张10带一对，或炸弹"),  # 8.3
        ({"previous": ["BJ", "BJ", "LJ", "LJ"], "level": "6"}, "没有牌压得住"),  # 8.7
        ({"previous": ["S9", "C9"]}, None),  # depends on the level
    ],
)
def test_what_at_least_beats_a_play(given: dict[str, Any], least: str | None) -> None:
    assert ask("play.to_beat", **given)["least"] == least


def test_whose_play_is_to_be_beaten_and_who_leads_where_nobody_does() -> None:
    assert ask("play.to_beat")["said"] is None
    assert ask("play.to_beat", last_play_by="S")["said"] == "要压的是南家的那一手；别家都过牌的，由南家领出"
    void = ask("play.to_beat", last_play_by="S", finished=["S"], voided="S")["said"]  # 19.4
    assert void == "要压的是南家的那一手；别家都过牌的，由谁领出条文没有写，由裁判长定"
    said = ask("play.to_beat", last_play_by="S", finished=["S"], previous=["S9"], level="2")["said"]
    assert said == "要压的是南家的单张9，至少单张10，或炸弹；别家都过牌的，由北家领出"  # 9


def test_what_he_called_it_is_known_from_whether_he_declared() -> None:
    said = [ask("play.said_other", **given)["other"] for given in ({}, {"declared": "none"}, {"declared": "invalid"})]
    assert said == [None, False, True]


def test_after_a_play_that_stands_the_next_with_cards_must_beat_it() -> None:
    """6.1: anticlockwise, past who has finished; 8: a pair by a higher pair; 9: where it was his last, his partner leads."""
    pair = {"maker": "S", "play": ["S8", "D8"], "level": "2"}
    stands = ask("play.stands", **pair)
    assert (stands["seat"], stands["least"]) == ("E", "至少一对9，或炸弹")
    # the maker himself is stopped from now on: nobody beats it, and the next one leads (16.2)
    assert "别家都过牌的，由东家领出" in ask("play.stands", **pair, stopped="S")["said"]
    waiting = ask("play.stands", **pair, held="东家")
    assert waiting["seat"] == "N" and waiting["said"].endswith("东家还停着，轮到时跳过")
    assert ask("play.stands", **pair, finished=["E"])["seat"] == "N"
    assert "由北家领出" in ask("play.stands", **pair, finished=["S"])["said"]


def test_what_is_barred_is_shown_by_cards_of_the_pattern_alone() -> None:
    """Rule 17.4, supplement 4.4.2: what was dropped is no part of it; what is no pattern was meant as the play it followed."""
    shown = ask("play.pattern_shown", cards=["S8", "D8", "C8", "S9"], level="10", defect="extra")["cards"]
    assert sorted(shown) == ["C8", "D8", "S8"]
    assert ask("play.pattern_shown", cards=["SJ", "S4"], level="A", defect="extra")["cards"] in (["SJ"], ["S4"])
    followed = ["S5", "H5", "D5", "S6", "H6"]
    wrong = ["S7", "H7", "D7", "S8", "S9"]
    assert (
        ask("play.pattern_shown", cards=wrong, level="2", defect="no_pattern", previous=followed)["cards"] == followed
    )
    assert (
        ask("play.pattern_shown", cards=wrong, defect="no_pattern", previous=followed)["cards"] == wrong
    )  # no level known
    assert ask("play.pattern_shown", cards=["SQ", "HQ"], level="4")["cards"] == ["SQ", "HQ"]
    assert ask("play.same_pattern", barred=followed, lead=["SJ", "HJ", "DJ", "S4", "H4"], level="2")["same"] is True


def test_what_a_play_of_no_pattern_was_meant_as_is_not_guessed_later() -> None:
    """17.4: of 7, 7, 7, 8 the referee says whether three with a pair or three alone was meant; the next ruling does not know."""
    seven = ["S7", "H7", "D7", "S8"]
    shown = ask("play.pattern_shown", cards=seven, level="5", defect="no_pattern")
    assert shown == {"cards": seven, "unclear": True}
    assert ask("play.pattern_shown", cards=seven, level="5", defect="extra") == {"cards": seven[:3], "unclear": False}
    assert ask("play.pattern_shown", cards=seven, defect="no_pattern")["unclear"] is True
    lead = ["SK", "HK", "DK"]
    assert ask("play.same_pattern", barred=seven, lead=lead, level="5", unclear=True) == {"same": None, "barred": None}
    assert ask("play.same_pattern", barred=seven[:3], lead=lead, level="5") == {"same": True, "barred": "三同张"}
    assert ask("play.others", barred=seven, level="5", unclear=True) == {"barred": None, "others": []}
    said = ask("lead.limits", level="5", barred_east=seven, unclear=True)["said"]
    assert said == "东家不得出先前禁出的牌型"
