"""A deal of guandan as it is played: what a hand may play, whose turn it is, where it ends (3.5, 4, 6, 9, 16.2)."""

from __future__ import annotations

from dataclasses import replace

from decision_trees.guandan.cards import Card, Rank
from decision_trees.guandan.patterns import PatternType, recognise
from decision_trees.guandan.playing import DECK, ONE_CIRCLE, ONE_TURN, Play, Table, plays_of
from decision_trees.guandan.seats import Seat

TWO = Rank.TWO
E, N, W, S = Seat("E"), Seat("N"), Seat("W"), Seat("S")  # in the order of play, anticlockwise


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(each) for each in text.split())


def table(east: str, north: str = "S3 S4 S5 S7", west: str = "H3 H4 H5 H7", south: str = "C3 C4 C5 C7") -> Table:
    hands = dict(zip((E, N, W, S), map(cards, (east, north, west, south)), strict=True))
    return Table(TWO, hands, E)


def play(text: str) -> Play:
    (reading,) = recognise(cards(text), TWO).readings
    return Play(cards(text), reading)


def said(plays: object) -> set[str]:
    return {" ".join(sorted(str(card) for card in each.cards)) for each in plays}  # type: ignore[attr-defined]


def test_both_packs_are_dealt() -> None:
    assert len(DECK) == 108  # 2
    assert len(set(DECK)) == 54


def test_a_hand_has_each_pattern_once_and_the_wild_card_helps() -> None:
    """4: 8 8 9 alone are single 8, single 9, and the pair; with the wild heart two more pairs and three eights."""
    assert said(plays_of(cards("S8 D8 S9"), TWO)) == {"S8", "S9", "D8 S8"}
    with_wild = {each.reading.type for each in plays_of(cards("S8 D8 H2"), TWO)}
    assert PatternType.TRIPLE in with_wild


def test_what_beats_is_higher_in_the_same_pattern_or_a_bomb() -> None:
    """6.1, 4.9: over a pair of nines a pair of tens and four of a kind; not a pair of eights, not a single."""
    over = play("S9 D9").reading
    found = said(plays_of(cards("S8 D8 S10 D10 S5 D5 C5 H5"), TWO, over))
    assert "D10 S10" in found
    assert "C5 D5 H5 S5" in found
    assert "D8 S8" not in found
    assert all(len(each.split()) > 1 for each in found)


def test_the_turn_goes_anticlockwise_and_back_to_the_leader() -> None:
    """6.1: east, north, west, south; three passes later a new circle is led by whose play was not beaten."""
    led = table("S9 SK SQ SJ").laid(E, play("S9"))
    assert led.turn is N and not led.leading
    assert led.why_not(W, None) == "没有轮到他"
    after = led.passed().passed().passed()
    assert after.turn is E and after.leading
    assert after.why_not(E, None) == "领出的不能过牌"


def test_why_an_action_is_not_legal() -> None:
    led = table("S9 SK SQ SJ", north="S3 S10 S5 S7").laid(E, play("S9"))
    assert led.why_not(N, play("S3")) == "压不住"
    assert led.why_not(N, play("S10")) is None
    assert led.why_not(N, play("SA")) == "手里没有这些牌"
    assert led.why_not(N, None) is None


def test_the_partner_leads_where_the_leader_has_no_card_left() -> None:
    """9: nobody beats the last card of east, so west opposite leads."""
    out = table("SA").laid(E, play("SA"))
    assert out.finished == (E,)
    assert out.turn is N
    after = out.passed().passed().passed()
    assert after.turn is W and after.leading


def test_it_is_over_with_a_double_down_or_three_out() -> None:
    """3.5."""
    assert replace(table("S9"), finished=(E, W)).over
    assert not replace(table("S9"), finished=(E, N)).over
    assert replace(table("S9"), finished=(E, N, W)).over
    assert replace(table("S9"), finished=(E, N, W)).places == (E, N, W, S)


def test_who_is_stopped_is_passed_over_once_or_for_the_circle() -> None:
    """16.2."""
    once = replace(table("S9 SK"), stopped={N: ONE_TURN}).laid(E, play("S9"))
    assert once.turn is W and N not in once.stopped
    circle = replace(table("S9 SK"), stopped={N: ONE_CIRCLE}).laid(E, play("S9"))
    assert circle.turn is W and circle.stopped == {N: ONE_CIRCLE}
    again = circle.passed().passed()
    assert again.turn is E and again.leading and again.stopped == {}


def test_ten_or_fewer_cards_are_announced_once() -> None:
    """12.1."""
    eleven = "S3 S4 S5 S7 S8 S9 S10 SJ SQ SK SA"
    one = table(eleven)
    assert one.due(E, cards("S3")) == 10
    played = one.laid(E, play("S3"))
    assert E in played.announced
    assert played.due(E, cards("S4")) is None
    assert E not in one.laid(E, play("S3"), announces=False).announced
