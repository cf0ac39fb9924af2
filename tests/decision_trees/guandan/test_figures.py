"""What rulings say in figures: levels from and to, orders after a demotion, the next deal, turns, readings. Worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.library import open_library


def call(name: str, **given: Any) -> dict[str, Any]:
    return functions.call(f"guandan.{name}", given)


@pytest.mark.parametrize(
    ("order", "levels", "level", "case", "end"),
    [
        ("SEN", ("6", "5"), "6", "advances", "8"),  # partner third: two (3.10.2)
        ("SN", ("Q", "5"), "Q", "advances", "A"),  # double down: three, but A must be played (14.1.1)
        ("SEW", ("K", "5"), "K", "advances", "A"),  # partner last: one
        ("SEN", ("A", "5"), "A", "passed", "A+"),
        ("SN", ("A", "5"), "A", "passed", "A+"),
        ("SEW", ("A", "5"), "A", "stays", "A"),  # one first, the other last is no win (14.1.1)
        ("SN", ("A", "5"), "5", "not_played", "A"),  # not their own A (D-12)
        ("SN", ("A", "A"), "A", "depends", "A"),  # whose A it is was not said
        ("SEW", ("A", "A"), "A", "stays", "A"),  # whichever it was
    ],
)
def test_levels_from_and_to(order: str, levels: tuple[str, str], level: str, case: str, end: str) -> None:
    seats = dict(zip(("first", "second", "third"), order, strict=False))
    out = call("deal.result", level_ns=levels[0], level_ew=levels[1], level=level, **seats)
    assert (out["side"], out["case"], out["from"], out["to"]) == ("NS", case, levels[0], end)
    assert (out["level_ns"], out["level_ew"]) == (end, levels[1])


def test_the_side_whose_level_is_played_decides_at_ace() -> None:
    own = call("deal.result", level_ns="A", level_ew="A", first="N", second="S", level_side="NS")
    other = call("deal.result", level_ns="A", level_ew="A", first="N", second="S", level_side="EW")
    assert (own["case"], other["case"]) == ("passed", "not_played")


def test_an_adjudged_double_down_goes_to_the_opponents() -> None:
    out = call("deal.adjudged", offender="W", level_ns="9", level_ew="4", level="9")
    assert (out["side"], out["from"], out["to"], out["said"]) == ("NS", "9", "Q", "由9升到Q")


def test_levels_after_a_deal_are_open_while_the_order_is() -> None:
    assert call("level.after", level_ns="2", level_ew="2", first="S")["level_ns"] is None
    with pytest.raises(MoreNeeded, match="名次填全"):
        call("deal.result", level_ns="2", level_ew="2", first="S")


@pytest.mark.parametrize(
    ("offender", "order", "expected"),
    [
        ("W", "SEN", "SENW"),  # hand void, the other three played on (19.4)
        ("W", "WSN", "SNEW"),  # was first: the second becomes first, and so on
        ("N", "SEN", "SEWN"),  # was third
        ("E", "SEN", "SNWE"),  # was second
        ("E", "SN", "SNWE"),  # one of those who had lost anyway
        ("N", "SN", "S--N"),  # the double down is gone; the others did not play for second (D-53)
        ("S", "SN", "N--S"),
    ],
)
def test_the_order_after_somebody_is_made_last(offender: str, order: str, expected: str) -> None:
    seats = dict(zip(("first", "second", "third"), order, strict=False))
    out = call("finish.made_last", offender=offender, **seats)
    assert "".join(out[k] or "-" for k in ("first", "second", "third", "last")) == expected


def test_a_seat_has_one_place() -> None:
    with pytest.raises(RuleInputError, match="每家只有一个名次"):
        call("finish.fourth", first="S", second="S")


def test_the_next_deal_with_and_without_the_supplement() -> None:
    # 5.1.3: the last shuffles and draws; supplement 2.1.2: the player before the first shuffles
    base = call("deal.next", first="E", second="S", third="W", regime="base")
    both = call("deal.next", first="E", second="S", third="W", regime="base+supplement")
    assert (base["shuffler"], base["cutter"], base["first_drawer"], base["leader"]) == ("N", "E", "N", "N")
    assert (both["shuffler"], both["cutter"], both["first_drawer"], both["leader"]) == ("S", "E", "N", "N")
    assert (base["case"], both["case"]) == ("single_any", "single_low")  # 10.1; supplement 3.3
    partner_last = call("deal.next", first="S", second="E", third="W", regime="base")
    assert partner_last["case"] == "single_low"  # to one's partner ten or lower (10.1)


def test_the_next_deal_after_a_double_down() -> None:
    base = call("deal.next", first="N", second="S", regime="base")
    assert (base["shuffler"], base["cutter"], base["first_drawer"]) == (None, "N", "W")
    both = call("deal.next", first="N", second="S", regime="supplement")
    assert (both["shuffler"], both["payers"]) == ("E", ["E", "W"])


def test_the_deal_after_an_adjudged_one() -> None:
    listed = call("deal.next_adjudged", offender="E", regime="supplement", listed=True)
    assert [listed[k] for k in ("shuffler", "cutter", "first_drawer", "leader")] == ["E", "N", "W", "S"]
    named = call("deal.next_adjudged", offender="E", regime="base", listed=True)
    assert (named["case"], named["side"], named["choosers"]) == ("named", "NS", ["S", "N"])


@pytest.mark.parametrize(
    ("offender", "by", "finished", "seat", "over"),
    [
        ("S", "E", [], "E", True),  # N and W have passed: the circle ends and E leads (3.7, 6.3)
        ("S", "W", [], "E", False),
        ("S", "N", [], "E", False),
        ("S", "W", ["E"], "N", False),
        ("E", "S", ["S"], "N", False),
        ("W", "S", ["S"], "N", True),  # nobody beat the first's last cards: his partner leads (9)
    ],
)
def test_whose_turn_after_a_stop(offender: str, by: str, finished: list[str], seat: str, over: bool) -> None:
    out = call("turn.after_stop", offender=offender, last_play_by=by, finished=finished)
    assert (out["seat"], out["over"]) == (seat, over)


def test_who_was_skipped() -> None:
    out = call("turn.skipped", offender="W", due="E")
    assert (out["skipped"], out["then"]) == (["E", "N"], "S")
    with pytest.raises(RuleInputError, match="不是越序"):
        call("turn.skipped", offender="W", due="W")


KK66 = ["S6", "D6", "H2", "SK", "CK"]


def test_two_pairs_and_a_wild_card_count_high_unless_declared() -> None:
    # the example of 7.2.2
    assert call("play.readings", cards=KK66, level="2")["reading"] == "三张K带一对6"
    play = ["S8", "D8", "C8", "S4", "D4"]
    assert call("play.judge", previous=KK66, play=play, level="2")["case"] == "smaller"
    said = call("play.judge", previous=KK66, play=play, level="2", previous_said="三张6带一对K")
    assert (said["case"], said["previous"]) == ("beats", "三张6带一对K")


@pytest.mark.parametrize(
    ("cards", "level", "said", "reading"),
    [
        (["S4", "C5", "D6", "S7", "H9"], "9", "顺子34567", "顺子3-4-5-6-7"),
        (["S4", "C5", "D6", "S7", "H9"], "9", "大点", "顺子4-5-6-7-8"),
        (["S4", "C5", "D6", "S7", "H9"], "9", "算小", "顺子3-4-5-6-7"),
        (["S7", "C7", "S8", "C8", "H3", "H3"], "3", "三同连张", "三同连张7-8"),
        (["S7", "C7", "S8", "C8", "H3", "H3"], "3", "三连对667788", "三连对6-7-8"),
        (KK66, "2", "三张Q", None),
        (KK66, "2", "顺子", None),
    ],
)
def test_what_was_declared(cards: list[str], level: str, said: str, reading: str | None) -> None:
    out = call("play.declared", cards=cards, level=level, said=said)
    assert (out["case"], out["reading"]) == ("valid" if reading else "invalid", reading)


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
    assert call("play.judge", previous=previous.split(), play=play.split(), level=level)["case"] == case


def test_what_a_wrong_play_holds() -> None:
    out = call("play.within", cards=["S9", "C9", "D9", "S6", "S3"], level="2")
    assert out["patterns"] == ["单张3", "单张6", "单张9", "一对9", "三张9"]
    assert call("play.main_pattern", cards=["S9", "C9", "D9", "S6", "C6", "S3"], level="2") == {"pattern": "三带对"}


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
    assert call("play.main_pattern", cards=cards.split(), level="8", **more) == {"pattern": pattern}


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
    said = call("play.judge", previous=previous.split(), play=play.split(), level="9")["why"]
    assert why in said and bool(why) == bool(said)


def test_scores_of_a_game_and_of_a_forfeit() -> None:
    final = call("score.final", level_ns="9", level_ew="6")  # appendix 4: 16 to 10
    assert [final[k] for k in ("winner", "match_ns", "match_ew", "points_ns", "points_ew")] == ["NS", 2, 0, 16, 10]
    assert call("score.final", level_ns="J", level_ew="J")["case"] == "draw"
    ahead = call("score.forfeited", offender="W", kind="一局判负", regime="base", level_ns="K", level_ew="2")
    assert (ahead["opponents_match"], ahead["opponents_points"], ahead["own_points"]) == (2, 24, 0)  # 16.4: 24 above 18
    late = call("score.forfeited", offender="W", kind="迟到弃权", regime="supplement")
    assert (late["opponents_points"], late["own_match"]) == (17, 0)  # supplement 1.3
    with pytest.raises(RuleInputError, match="不会都过A"):
        call("score.final", level_ns="A+", level_ew="A+")


@pytest.mark.parametrize(("text", "minutes"), [("5分20秒", 5 + 20 / 60), ("40秒", 40 / 60), ("7分", 7), ("5:30", 5.5)])
def test_lateness_keeps_its_seconds(text: str, minutes: float) -> None:
    assert call("time.minutes", text=text)["minutes"] == pytest.approx(minutes)


def test_clock_times() -> None:
    assert call("time.elapsed", start="9:00:00", end="9:04:50") == {"text": "4分50秒"}
    assert call("time.between", start="23:45", end="00:16") == {"minutes": 31}
    assert call("appeal.until", round_ended="23:45")["until"] == "00:15"  # 39.1.2
    for name, given in (("time.minutes", {"text": "很久"}), ("time.elapsed", {"start": "9点", "end": "9:01"})):
        with pytest.raises(RuleInputError, match="看不懂"):
            call(name, **given)


@pytest.mark.parametrize(
    ("mode", "games", "state"),
    [
        ("累计级分2局", "15:11 10:16", "second"),
        ("累计级分2局", "15:11", "open"),
        ("累计级分2局", "15:11 11:15", "equal"),
        ("3局2胜", "16:10 14:12", "first"),
        ("3局2胜", "16:10 12:14 13:13", "extra"),
    ],
)
def test_a_round_of_several_games(mode: str, games: str, state: str) -> None:
    assert call("match.of_games", series_mode=mode, games=games)["state"] == state


def test_what_may_be_returned() -> None:
    hand = ["C4", "D10", "HK", "S5"]
    own = call("tribute.returns", hand=hand, level="5", regime="base", returner="S", to="N")
    assert own == {"case": "some", "cards": ["C4", "D10"]}  # the level card is above A (8.1; D-15)
    assert call("tribute.returns", hand=hand, level="5", regime="base", returner="S", to="E")["case"] == "any"
    assert call("tribute.returns", hand=["HK", "SA"], level="5", regime="supplement", returner="S", to="E")[
        "cards"
    ] == ["HK"]


def test_nothing_is_said_about_consulting_where_the_rules_are_silent() -> None:
    """Neither text has bridge's 10C2: a choice may not be said to be made without the partner."""
    choices = [o.choice for t in open_library().of_game("guandan") for o in t.outcomes.values() if o.choice]
    assert choices and {c.consult for c in choices} == {None}


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
    assert call("play.judge", **given)["case"] == by_default
    assert call("play.judge", **given, natural_triples=True)["case"] == natural


@pytest.mark.parametrize(
    ("known", "levels"),
    [
        ({"first": "S", "second": "E", "third": "N"}, ("8", "5")),  # first and third: two (3.10.2)
        ({"first": "S", "second": "E", "third": "N", "lost_by": "S"}, ("6", "8")),  # adjudged, whatever was played
        ({"lost_by": "W"}, ("9", "5")),
        (
            {"first": "S", "second": "E", "third": "N", "demoted": "N"},
            ("7", "5"),
        ),  # the first's partner made last (4.8.5): one
        (
            {"first": "S", "second": "E", "third": "N", "demoted": "S"},
            ("6", "7"),
        ),  # E first, N second, W third: two (19.4)
        ({}, (None, None)),
    ],
)
def test_levels_when_the_next_deal_begins(known: dict[str, str], levels: tuple[str | None, str | None]) -> None:
    out = call("level.next_deal", level_ns="6", level_ew="5", level="6", level_side="NS", **known)
    assert (out["level_ns"], out["level_ew"]) == levels


def test_places_of_a_deal_adjudged_lost_do_not_count() -> None:
    places = {"first": "S", "second": "E", "third": "N", "last": "W"}
    assert call("finish.counted", **places) == places
    assert set(call("finish.counted", **places, lost_by="N").values()) == {None}
