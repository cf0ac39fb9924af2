"""Rule functions of the play, against cases worked out by hand from the law text."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError
from rules_data.handbook import open_handbook

Case = tuple[str, dict[str, Any], dict[str, Any]]


def _trick(cards: str, trump: str, winner: str, first: str = "W") -> Case:
    """Cards in order of play, clockwise from the first seat."""
    order = "NESW" * 2
    seats = order[order.index(first) :][:4]
    plays = [{"seat": s, "card": c} for s, c in zip(seats, cards.split(), strict=True)]
    return "trick_winner", {"trick": plays, "trump": trump}, {"winner": winner}


TRICKS = [
    # 44F: no trump in it, the highest card of the suit led wins
    _trick("HK H3 H2 HA", "NT", "S"),
    _trick("HK H3 H2 HQ", "NT", "W"),
    _trick("H2 SA DA CA", "NT", "W"),  # nobody follows: the deuce led wins
    _trick("H2 SA DA CA", "H", "W"),
    _trick("D9 DT C2 C3", "NT", "N"),  # a ten beats a nine
    _trick("ST S9 SJ SQ", "NT", "S"),
    _trick("C2 HA C3 SA", "NT", "E"),
    _trick("S10 S9 S8 S7", "NT", "W"),  # "10" may be written for T
    # 44E: the highest trump wins
    _trick("HA C2 H3 H4", "C", "N"),
    _trick("HA C2 C3 H4", "C", "E"),
    _trick("HA C9 C3 CT", "C", "S"),
    _trick("HA D2 S2 C2", "S", "E"),
    _trick("CA C2 CK C3", "C", "W"),  # trumps led
    _trick("C2 HA DA SA", "C", "W"),
    _trick("HA HK S2 HQ", "S", "S", "N"),  # N, E, S, W: south ruffs
    _trick("D5 D6 D7 D8", "S", "W", "N"),
    _trick("D5 DA D7 D8", "H", "S", "E"),
    # the order of play need not be clockwise when somebody played out of turn: the first card is the lead
    (
        "trick_winner",
        {
            "trick": [
                {"seat": "W", "card": "H4"},
                {"seat": "E", "card": "SA"},
                {"seat": "N", "card": "H5"},
                {"seat": "S", "card": "H3"},
            ],
            "trump": "NT",
        },
        {"winner": "N"},
    ),
]


def _class(cards: str, classes: str) -> Case:
    """``S9 inadvertent, HK revoke_correction``."""
    listed = [dict(zip(("card", "how"), one.split(), strict=True)) for one in cards.split(",")]
    return "penalty_card_class", {"cards": listed}, {"classes": classes.split()}


CLASSES = [
    _class("S9 inadvertent", "minor"),
    _class("S2 inadvertent", "minor"),
    _class("ST inadvertent", "major"),  # an honor: A, K, Q, J, 10
    _class("SJ inadvertent", "major"),
    _class("SA inadvertent", "major"),
    _class("S9 second_card_in_trick", "minor"),
    _class("HQ second_card_in_trick", "major"),
    _class("D3 deliberate_lead_out_of_turn", "major"),
    _class("D3 revoke_correction", "major"),
    _class("D3 premature_lead_in_auction", "major"),
    _class("HA revoke_correction", "major"),
    _class("S9 inadvertent, S2 inadvertent", "major major"),  # two or more: all major
    _class("S9 inadvertent, H2 second_card_in_trick", "major major"),
    _class("S9 inadvertent, HK inadvertent, D2 revoke_correction", "major major major"),
    _class("C4 premature_play", "major"),
    _class("C4 fifth_card_in_trick", "minor"),
    _class("C4 lead_before_declarer_chose", "major"),
    _class("C4 withdrawn_for_penalty_card", "major"),
    _class("C4 withdrawn_after_partners_revoke", "major"),
]


def _play(hand: str, penalty: str, led: str | None, legal: str, chooser: bool = False, wanted: Any = None) -> Case:
    """Penalty cards as ``S5- HK+``: minus minor, plus major. ``led`` None: he leads."""
    cards = [{"card": c[:-1], "cls": "minor" if c[-1] == "-" else "major"} for c in penalty.split()]
    given: dict[str, Any] = {"hand": hand.split(), "penalty": cards}
    given |= {"led": led} if led else {"on_lead": True}
    if wanted is not None:
        given["lead_penalty"] = wanted
    return "penalty_card_play", given, {"legal": legal.split()} | ({"chooser": "declarer"} if chooser else {})


PENALTY_PLAYS = [
    # 50C: before the minor penalty card no other card of its suit from nine down; honors may be played
    _play("S5 S7 SJ H3", "S5-", "S", "S5 SJ"),
    _play("S5 S9 ST H3", "S5-", "S", "S5 ST"),
    _play("S5 S2 H3", "S5-", "S", "S5"),
    _play("S5 S7 SJ H3", "S5-", "H", "H3"),  # following suit comes first
    _play("S5 S7 SJ H3", "S5-", "D", "S5 SJ H3"),  # void: discards too
    _play("S5 S7 SJ H3", "S5-", None, "S5 SJ H3"),
    _play("S5 H7 H3", "S5-", None, "S5 H7 H3"),
    _play("S5 S7 SJ H3", "S5-", None, "S5 SJ", wanted="require:S"),
    _play("S5 S7 SJ H3", "S5-", None, "H3", wanted="forbid:S"),
    _play("S5 S7 SJ", "S5-", None, "S5 SJ", wanted="forbid:S"),  # 59: unable, but 50C still holds
    _play("S9 S8 H3", "S9-", "C", "S9 H3"),
    # 50D1: a major penalty card at the first legal opportunity, following, discarding, ruffing or leading
    _play("HK H2 S4", "HK+", "H", "HK"),
    _play("HK H2 S4", "HK+", "S", "S4"),
    _play("HK H2 S4", "HK+", "D", "HK"),
    _play("HK H2 S4", "HK+", None, "HK"),
    _play("H4 H2 S4", "H4+", None, "H4"),
    # 50D1: a lead penalty comes before it
    _play("HK H2 S4", "HK+", None, "S4", wanted="require:S"),
    _play("HK H2 S4", "HK+", None, "S4", wanted="forbid:H"),
    _play("HK H2 S4 D5", "HK+", None, "S4 D5", wanted="forbid:H"),
    _play("HK H2 S4", "HK+", None, "HK", wanted="require:H"),
    _play("HK H2 S4", "HK+", None, "HK", wanted="require:D"),  # 59: unable, so the penalty card is due
    _play("HK H2", "HK+", None, "HK", wanted="forbid:H"),
    _play("HK H2 S4 D5", "HK+", None, "S4", wanted="forbid:H+D"),
    _play("HK H2 S4 D5", "HK+", None, "S4", wanted={"forbid": ["H", "D"]}),
    _play("HK H2 S4 D5", "HK+", None, "D5", wanted={"require": "D"}),
    _play("HK H2 S4", "HK+", None, "HK", wanted="none"),
    _play("HK H2 S4", "HK+", "H", "HK", wanted="forbid:H"),  # following suit comes first
    # 51A: with two he can play, declarer chooses
    _play("HK DQ C2", "HK+ DQ+", "S", "HK DQ", chooser=True),
    _play("HK DQ C2", "HK+ DQ+", None, "HK DQ", chooser=True),
    _play("HK DQ C2", "HK+ DQ+", "D", "DQ"),
    _play("HK DQ C2", "HK+ DQ+", "C", "C2"),
    _play("HK H3 H2", "HK+ H3+", "H", "HK H3", chooser=True),
    _play("HK DQ C2", "HK+ DQ+", None, "DQ", wanted="forbid:H"),
    _play("HK DQ C2", "HK+ DQ+", None, "C2", wanted="require:C"),
    _play("HK DQ C2", "HK+ DQ+", None, "HK DQ", chooser=True, wanted="require:S"),
    # 50B: two small ones are both major whatever they were called
    _play("S5 H4 C2", "S5- H4-", "D", "S5 H4", chooser=True),
    _play("S5 S9 H4 C2", "S5- H4+", "S", "S5"),
    # no penalty card: law 44
    _play("S5 S9 H4", "", "S", "S5 S9"),
]


def _options(penalty: str, options: str, picked: str = "", hand: str = "C2 C3 C4") -> Case:
    cards = [{"card": c[:-1], "cls": "minor" if c[-1] == "-" else "major"} for c in penalty.split()]
    out: dict[str, Any] = {"options": options.split()}
    if picked:
        out["picked_up_if_exercised"] = picked.split()
    return "partner_lead_options", {"partner_penalty": cards, "leader_hand": hand.split()}, out


OPTIONS = [
    _options("HK+", "require:H forbid:H none", hand="H2 S3 D4"),
    _options("HK+", "require:H forbid:H none", hand="S3 D4"),  # unable: the choice is his all the same (59)
    _options("S5-", "none"),  # 50C: a minor one does not bind the partner
    _options("HK+ H5+", "require:H forbid:H none", "HK H5"),  # 51B1
    _options("H5- H4-", "require:H forbid:H none", "H5 H4"),  # 50B: both major
    _options("HK+ DQ+", "require:H require:D forbid:H forbid:D forbid:H+D none"),  # 51B2
    _options("DQ+ HK+", "require:H require:D forbid:H forbid:D forbid:H+D none"),
    _options("HK+ H3+ DQ+", "require:H require:D forbid:H forbid:D forbid:H+D none"),
    _options(
        "SK+ HK+ DQ+",
        "require:S require:H require:D forbid:S forbid:H forbid:D forbid:S+H forbid:S+D forbid:H+D forbid:S+H+D none",
    ),
    _options("", "none"),
]


def _picked(penalty: str, choice: str, picked: str, remain: str, law: str) -> Case:
    cards = [{"card": c, "cls": "major"} for c in penalty.split()]
    out = {"picked_up": picked.split(), "remain": remain.split(), "laws": [f"bridge-1999:{law}"]}
    return "penalty_cards_picked_up", {"partner_penalty": cards, "declarer_choice": choice}, out


def _lead(hand: str, choice: str, legal: str, law: str) -> Case:
    return (
        "partner_lead_legal",
        {"leader_hand": hand.split(), "declarer_choice": choice},
        {
            "legal": legal.split(),
            "law": law,
        },
    )


LEADS = [
    _picked("HK", "require:H", "HK", "", "50D2a"),
    _picked("HK", "forbid:H", "HK", "", "50D2a"),
    _picked("HK", "none", "", "HK", "50D2b"),
    _picked("HK H5", "require:H", "HK H5", "", "51B1a"),
    _picked("HK H5", "forbid:H", "HK H5", "", "51B1b"),
    _picked("HK DQ", "require:D", "DQ", "HK", "51B2a"),
    _picked("HK DQ D3", "forbid:D", "DQ D3", "HK", "51B2b"),
    _picked("HK DQ D3", "forbid:H+D", "HK DQ D3", "", "51B2b"),
    _picked("HK DQ", "forbid:D+H", "HK DQ", "", "51B2b"),
    _picked("HK DQ", "none", "", "HK DQ", "50D2b"),
    _lead("S3 D4 C9", "require:H", "S3 D4 C9", "59"),
    _lead("H2 H9 D4", "require:H", "H2 H9", "50D2a"),
    _lead("H2 H9 D4", "forbid:H", "D4", "50D2a"),
    _lead("H2 H9", "forbid:H", "H2 H9", "59"),
    _lead("H2 D9 C3", "forbid:H+D", "C3", "50D2a"),
    _lead("H2 D9", "forbid:H+D", "H2 D9", "59"),
    _lead("H2 D9", "none", "H2 D9", "50D2b"),
]


def _established(
    offender: str, trick: int, since: str, established: bool, must: bool, law: str, dec: str = "S"
) -> Case:
    """``since`` as ``N:lead E:play``; declarer is south."""
    events = [dict(zip(("seat", "act"), e.split(":"), strict=True)) for e in since.split()]
    given = {"declarer": dec, "offender": offender, "revoke_trick": trick, "since": events}
    return "revoke_established", given, {"established": established, "must_correct": must, "law": law}


ESTABLISHED = [
    _established("W", 4, "", False, True, "62A"),
    # a defender revoked: what declarer and dummy do to the next trick does not count
    _established("W", 4, "S:lead", False, True, "62A"),
    _established("W", 4, "N:lead", False, True, "62A"),
    _established("W", 4, "S:lead N:play", False, True, "62A"),
    _established("W", 4, "S:claim", False, True, "62A"),
    _established("W", 4, "S:name", False, True, "62A"),
    # 63A1: the offender or his partner leads or plays, legally or not
    _established("W", 4, "S:lead W:play", True, False, "63A1"),
    _established("W", 4, "N:lead E:play", True, False, "63A1"),
    _established("W", 4, "W:lead", True, False, "63A1"),
    _established("W", 4, "E:lead", True, False, "63A1"),
    # 63A2: names the card he will lead or play
    _established("W", 4, "W:name", True, False, "63A2"),
    _established("E", 4, "W:name", True, False, "63A2"),
    # 63A3: claims, concedes, or acquiesces (errata E-007)
    _established("W", 4, "W:claim", True, False, "63A3"),
    _established("W", 4, "E:concede", True, False, "63A3"),
    _established("W", 4, "S:claim E:acquiesce", True, False, "63A3"),
    _established("W", 4, "S:concede W:acquiesce", True, False, "63A3"),
    _established("W", 4, "S:acquiesce", False, True, "62A"),
    # the first of several that counts is named
    _established("W", 4, "W:name W:lead", True, False, "63A2"),
    _established("W", 4, "S:lead E:concede W:play", True, False, "63A3"),
    # declarer revoked: a lead from either of his hands establishes it, a defender's lead does not
    _established("S", 4, "S:lead", True, False, "63A1"),
    _established("S", 4, "N:lead", True, False, "63A1"),
    _established("S", 4, "W:lead", False, True, "62A"),
    _established("S", 4, "W:lead E:play", False, True, "62A"),
    _established("S", 4, "W:lead N:play", True, False, "63A1"),
    _established("S", 4, "S:name", True, False, "63A2"),
    _established("S", 4, "S:claim", True, False, "63A3"),
    # dummy revoked (64B3 moves no trick, but it is established all the same)
    _established("N", 4, "", False, True, "62A"),
    _established("N", 4, "S:lead", True, False, "63A1"),
    _established("N", 4, "W:lead", False, True, "62A"),
    # the twelfth trick: corrected even if established (62D1)
    _established("W", 12, "", False, True, "62A"),
    _established("W", 12, "S:lead", False, True, "62A"),
    _established("W", 12, "W:play", True, True, "62D1"),
    _established("W", 12, "E:concede", True, True, "62D1"),
    _established("S", 12, "N:play", True, True, "62D1"),
    _established("W", 11, "W:play", True, False, "63A1"),
    _established("W", 1, "W:play", True, False, "63A1"),
    # another declarer: the sides turn round
    _established("W", 4, "E:lead", True, False, "63A1", dec="W"),
    _established("N", 4, "E:lead", False, True, "62A", dec="W"),
]


def _transfer(own: bool, side: bool, after: int, legal: int, tricks: int, law: str, exception: str = "") -> Case:
    given: dict[str, Any] = {
        "offender_won_revoke_trick": own,
        "side_won_revoke_trick": side,
        "side_tricks_after": after,
        "offender_legal_card_tricks_after": legal,
    }
    if exception:
        given["exception"] = exception
    return "revoke_transfer", given, {"transfer": tricks, "law": law}


TRANSFERS = [
    # 64A1: the revoke trick and one of any later ones (E-005), never more
    _transfer(True, True, 3, 0, 2, "64A1"),
    _transfer(True, True, 1, 0, 2, "64A1"),
    _transfer(True, True, 1, 1, 2, "64A1"),
    _transfer(True, True, 5, 2, 2, "64A1"),
    _transfer(True, True, 0, 0, 1, "64A1"),
    _transfer(True, True, 12, 0, 2, "64A1"),
    # 64A2: one trick; one more when the offender won a later trick with a card he could legally have played (E-004)
    _transfer(False, True, 0, 0, 1, "64A2"),
    _transfer(False, True, 4, 0, 1, "64A2"),
    _transfer(False, True, 1, 1, 2, "64A2"),
    _transfer(False, True, 3, 1, 2, "64A2"),
    _transfer(False, True, 3, 3, 2, "64A2"),
    _transfer(False, False, 1, 0, 1, "64A2"),
    _transfer(False, False, 1, 1, 1, "64A2"),  # one trick in all: no second to move
    _transfer(False, False, 2, 1, 2, "64A2"),
    _transfer(False, False, 2, 2, 2, "64A2"),
    _transfer(False, False, 6, 0, 1, "64A2"),
    # 64B1
    _transfer(False, False, 0, 0, 0, "64B1"),
    # 64B2-6
    _transfer(True, True, 3, 1, 0, "64B2", "64B2"),
    _transfer(True, True, 3, 0, 0, "64B3", "64B3"),
    _transfer(False, True, 3, 0, 0, "64B4", "64B4"),
    _transfer(True, True, 0, 0, 0, "64B5", "64B5"),
    _transfer(True, True, 1, 0, 0, "64B6", "64B6"),
    _transfer(False, False, 0, 0, 0, "64B2", "64B2"),
]


def _dummy(dummy: str, say: str, answer: str, **given: Any) -> Case:
    """``answer``: a card, or specify, either, invalid."""
    result = {"specify": "declarer_must_specify", "either": "either_defender_chooses", "invalid": "invalid_redesignate"}
    if "trick" in given:
        given["trick"] = given["trick"].split()
    out = {"result": result[answer]} if answer in result else {"card": answer}
    return "dummy_designation", {"dummy": dummy.split(), "say": say, **given}, out


HAND = "HA HQ H5 S3"
DESIGNATIONS = [
    # 46B1: "high" is the highest of the suit; in fourth hand the lowest that wins
    _dummy(HAND, "大", "HA", led="H", position=3, trick="H2 HK"),
    _dummy(HAND, "大", "HA", led="H", position=2, trick="H2"),
    _dummy(HAND, "大", "HA", led="H", position=2),
    _dummy(HAND, "大", "HQ", led="H", position=4, trick="H2 H3 HJ"),
    _dummy(HAND, "最大的", "HA", led="H", position=4, trick="H2 H3 HK"),
    _dummy(HAND, "大", "H5", led="H", position=4, trick="H2 H3 H4"),
    _dummy("HQ H5 S3", "大", "HQ", led="H", position=4, trick="H2 HK HA"),  # D-20: cannot win
    _dummy("HA HQ H5", "大", "HA", led="H", position=4, trick="HK S2 H3", trump="S"),  # ruffed: cannot win
    _dummy("HA HQ H5", "大", "HA", led="H", position=4, trick="HK S2 H3", trump="NT"),
    _dummy("HA HQ H5", "大", "HQ", led="H", position=4, trick="HJ S2 H3"),
    _dummy("CK C4 D2", "大", "C4", position=4, trick="C3 C2 HA"),  # the suit led is that of the first card
    _dummy(HAND, "HIGH", "HA", led="H", position=2),
    # 46B1: "low" is the lowest of the suit
    _dummy(HAND, "小", "H5", led="H", position=3, trick="H2 HK"),
    _dummy(HAND, "小", "H5", led="H", position=4, trick="H2 HK H4"),
    _dummy(HAND, "打小的", "H5", led="H", position=2),
    _dummy(HAND, "low", "H5", led="H", position=2),
    # with a suit named: leading, discarding
    _dummy(HAND, "红心大", "HA", leading=True),
    _dummy(HAND, "小红心", "H5", leading=True),
    _dummy("S9 S4 C7", "大黑桃", "S9", led="H", position=4, trick="HK HQ H2", trump="NT"),
    # neither suit nor lead to tell the suit: not settled, declarer must say; the suit dummy just won with tells
    _dummy(HAND, "大", "specify", leading=True),
    _dummy(HAND, "大", "HA", leading=True, last_trick_won_by_dummy_suit="H"),
    _dummy("S3 C2", "大", "invalid", led="H", position=2),  # no card of the suit led (46B4)
    # 46B2: a suit alone is its lowest card
    _dummy(HAND, "红心", "H5", leading=True),
    _dummy(HAND, "红桃", "H5", led="H", position=2),
    _dummy(HAND, "H", "H5", led="H", position=4, trick="H2 HK H4"),
    _dummy(HAND, "黑桃", "S3", leading=True),
    _dummy(HAND, "黑桃", "S3", led="D", position=2),
    _dummy(HAND, "方块", "invalid", leading=True),  # 46B4
    _dummy(HAND, "梅花", "invalid", led="D", position=2),
    _dummy(HAND, "黑桃", "invalid", led="H", position=2),  # 44C: he must follow
    _dummy(HAND, "将牌", "S3", led="D", position=2, trump="S"),
    # 46B3(a): a rank, leading: the suit dummy won the last trick with, if it has the rank
    _dummy("CK DK D2", "K", "CK", leading=True, last_trick_won_by_dummy_suit="C"),
    _dummy("CK DK D2", "K", "DK", leading=True, last_trick_won_by_dummy_suit="D"),
    _dummy("CK DQ D2", "K", "CK", leading=True, last_trick_won_by_dummy_suit="D"),  # (b): the only one
    _dummy("CK HK D2", "K", "specify", leading=True, last_trick_won_by_dummy_suit="D"),
    _dummy("CK HK D2", "K", "specify", leading=True),
    _dummy("CK HK D2", "2", "D2", leading=True),
    _dummy("CT HK D2", "10", "CT", leading=True),
    _dummy("CT HK D2", "十", "CT", leading=True),
    # 46B3(b): otherwise the only one legally playable; two or more: declarer must say
    _dummy("HA SA D2", "A", "HA", led="H", position=2),
    _dummy("HA SA D2", "A", "specify", led="C", position=3, trick="C2 C3"),
    _dummy("HQ SA D2", "A", "invalid", led="H", position=2),  # the ace cannot legally be played
    _dummy("HQ SA D2", "A", "SA", led="C", position=2),
    _dummy("HQ SA D2", "J", "invalid", led="C", position=2),  # 46B4
    _dummy("HA HK D2", "K", "HK", led="H", position=2, last_trick_won_by_dummy_suit="D"),  # (a) is for leads only
    _dummy("CK HK D2", "老K", "specify", led="S", position=4, trick="S2 S3 S4"),
    # 46B4: dummy has not the card
    _dummy(HAND, "红心K", "invalid", led="H", position=2),
    _dummy(HAND, "HJ", "invalid", leading=True),
    # a full designation
    _dummy(HAND, "红心Q", "HQ", led="H", position=2),
    _dummy(HAND, "出红心5", "H5", leading=True),
    _dummy(HAND, "黑桃3", "invalid", led="H", position=2),  # 44C
    _dummy("ST S3", "黑桃10", "ST", leading=True),
    # 46B5: neither suit nor rank: either defender
    _dummy(HAND, "随便", "either", leading=True),
    _dummy(HAND, "随便", "either", led="H", position=2),
    _dummy(HAND, "随便", "either"),
    _dummy(HAND, "随便打一张", "either", led="H", position=2),
    _dummy(HAND, "打吧", "either", led="H", position=4, trick="H2 H3 H4"),
    _dummy(HAND, "大小都行", "either", led="H", position=2),
    _dummy(HAND, "", "either", leading=True),
    _dummy(HAND, "随便一张红心", "H5", leading=True),  # a suit was named
    _dummy(HAND, "哪一张都行", "either", led="H", position=2),
    _dummy(HAND, "怎么打都行", "either", leading=True),
    # other ways to say it
    _dummy(HAND, "跟小的", "H5", led="H", position=2),
    _dummy(HAND, "大点的", "HA", led="H", position=2),
    _dummy(HAND, "play low", "H5", led="H", position=2),
    _dummy(HAND, "随便一张小的", "H5", led="H", position=2),
    _dummy(HAND, "♥Q", "HQ", leading=True),
    _dummy(HAND, "Ｈ Ｑ", "HQ", leading=True),
    _dummy(HAND, "the queen of hearts", "HQ", leading=True),
]


def _range(hands: str, leader: str, trump: str, side: str, least: int, most: int, **more: Any) -> Case:
    """``hands``: north, east, south, west, separated by slashes."""
    held = {s: cards.split() for s, cards in zip("NESW", hands.split("/"), strict=True)}
    given = {"hands": held, "leader": leader, "trump": trump, "side": side, **more}
    return "min_max_tricks_any_legal_play", given, {"min": least, "max": most}


ENDINGS = [
    _range("SA/S2/H3/D4", "N", "NT", "NS", 1, 1),
    _range("SA/S2/H3/D4", "N", "NT", "EW", 0, 0),
    _range("S2/SA/H3/D4", "N", "NT", "NS", 0, 0),
    _range("S2/SA/H3/D4", "N", "H", "NS", 1, 1),  # south ruffs
    _range("SA SK/S3 S2/H3 H2/D4 D3", "N", "NT", "NS", 2, 2),
    _range(
        "SA D2/S3 S2/H3 H2/D4 D3", "N", "NT", "NS", 0, 1
    ),  # west wins D2 and leads a diamond again: the ace is thrown
    _range(
        "SA H2/S2 HA/C3 C2/D4 D3", "N", "NT", "NS", 1, 1
    ),  # east must follow to the spade and keeps the ace of hearts
    _range("SA S2/SK S3/C3 C2/D4 D3", "N", "NT", "NS", 1, 1),  # each spade of east's beats S2
    _range("C2 C3/CA CK/D2 D3/H2 H3", "N", "D", "NS", 2, 2),  # all their clubs are ruffed
    _range("///", "N", "NT", "NS", 0, 0),
    # the trick in progress
    _range("S2/SA/H3/", "W", "NT", "EW", 1, 1, trick=[{"seat": "W", "card": "S4"}]),
    _range("S9/SA/H3/", "W", "H", "EW", 0, 0, trick=[{"seat": "W", "card": "S4"}]),
    _range("S9 S3/SA S5/H3 H4/D2", "W", "NT", "NS", 0, 1, trick=[{"seat": "W", "card": "S4"}]),
]

CASES = TRICKS + CLASSES + PENALTY_PLAYS + OPTIONS + LEADS + ESTABLISHED + TRANSFERS + DESIGNATIONS + ENDINGS


@pytest.mark.parametrize(("name", "given", "answer"), CASES)
def test_answer(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    assert functions.call(f"bridge.{name}", given) == answer


LAW = "bridge-1999:"

# functions beyond those: what matters of their answer
MORE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    # legal plays (44, 57A, 59)
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "H"}, {"legal": ["H2", "HA"]}),
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "D"}, {"legal": ["H2", "HA", "S3"]}),
    ("legal_plays", {"hand": ["H2", "S3"], "on_lead": True}, {"legal": ["H2", "S3"], "laws": [LAW + "44A"]}),
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "H", "requirement": "highest"}, {"legal": ["HA"]}),
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "H", "requirement": "lowest"}, {"legal": ["H2"]}),
    (
        "legal_plays",
        {"hand": ["C2", "S3"], "led": "H", "requirement": "highest"},
        {"legal": ["C2", "S3"], "laws": [LAW + "44D", LAW + "59"]},
    ),
    ("legal_plays", {"hand": ["C2", "S3"], "led": "H", "requirement": "forbid:S"}, {"legal": ["C2"]}),
    ("legal_plays", {"hand": ["H4", "S3"], "led": "H", "requirement": "forbid:S"}, {"legal": ["H4"]}),
    # failing to play a penalty card (52)
    # is it a revoke (61A)
    # correcting it (62)
    # dummy (43, 45D)
    # played cards (45C, 47)
    # the opening lead out of turn (54): declarer south, west leads properly
    # leads out of turn in the play (53, 55, 56)
    # premature play (57)
    # simultaneous and surplus cards (58, 45E), defective tricks (67)
    (
        "defective_trick",
        {"fault": "omitted", "both_sides_played_next": False, "player": "declarer", "hand": ["H2", "S3"], "led": "H"},
        {"result": "play_a_card", "cards": ["H2"]},
    ),
    (
        "defective_trick",
        {"fault": "omitted", "both_sides_played_next": True, "player": "defender", "hand": ["H2", "S3"], "led": "H"},
        {"result": "place_a_card", "cards": ["H2"], "deemed_revoke": False},
    ),
    (
        "defective_trick",
        {"fault": "omitted", "both_sides_played_next": True, "player": "defender", "hand": ["H2", "S3"], "led": "C"},
        {"result": "place_a_card", "cards": ["H2", "S3"], "deemed_revoke": True},
    ),
    (
        "defective_trick",
        {
            "fault": "surplus",
            "both_sides_played_next": True,
            "player": "defender",
            "played": ["H2", "H9", "S3"],
            "led": "H",
        },
        {"result": "withdraw_surplus", "cards": ["H9"], "surplus_penalty_cards": True, "check_earlier_revokes": True},
    ),
    (
        "defective_trick",
        {
            "fault": "surplus",
            "both_sides_played_next": True,
            "player": "declarer",
            "played": ["H2", "H9"],
            "known": "H2",
        },
        {"cards": ["H2"], "surplus_penalty_cards": False},
    ),
    (
        "defective_trick",
        {"fault": "surplus", "both_sides_played_next": False, "player": "dummy"},
        {"result": "law_45E_or_58B"},
    ),
    # claims and concessions (68-71)
    (
        "concession_by_any_legal_play",
        {
            "hands": {"N": ["SA", "SK"], "E": ["S3", "S2"], "S": ["H3", "H2"], "W": ["D4", "D3"]},
            "leader": "N",
            "trump": "NT",
            "side": "NS",
            "conceded": 1,
        },
        {"restored": 1, "holds": True},
    ),
    # with fewer hands: what one hand of the side is sure of, and nothing where that does not show
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 2, "north": ["SA", "H2"]},
        {"restored": None, "holds": True},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 2, "south": ["SA", "SK"]},
        {"restored": 2, "holds": True},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 1, "north": ["SA", "H2"]},
        {"restored": None, "holds": None},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "EW", "conceded": 2, "north": ["SA", "SK"]},
        {"restored": None, "holds": None},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "NT", "side": "NS", "conceded": 1, "north": ["CA"], "leader": "N"},
        {"restored": 1, "holds": True},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "NT", "side": "NS", "conceded": 1, "north": ["CA"], "leader": "E"},
        {"restored": None, "holds": None},
    ),
    (
        "concession_that_cannot_lose",
        {
            "trump": "S",
            "side": "NS",
            "conceded": 2,
            "north": ["SA", "H2"],
            "east": ["S3", "H4"],
            "south": ["C4", "C5"],
            "west": ["D9", "D7"],
            "leader": "N",
        },
        {"restored": 1, "holds": True},
    ),
]


@pytest.mark.parametrize(("name", "given", "answer"), MORE)
def test_what_matters_of_the_answer(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    out = functions.call(f"bridge.{name}", given)
    assert {key: out[key] for key in answer} == answer


def _plays(cards: str) -> list[dict[str, str]]:
    return [{"seat": c[0], "card": c[1:]} for c in cards.split()]


ENDING = {"hands": {"N": ["SA"], "E": ["S2"], "S": ["H3"], "W": ["D4"]}, "leader": "N", "trump": "NT", "side": "NS"}

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 SHK"), "trump": "NT"}, "两张红心K"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 WHA"), "trump": "NT"}, "两次"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2"), "trump": "NT"}, "4家"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 XHA"), "trump": "NT"}, "方位"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 SH1"), "trump": "NT"}, "H1"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 SHA"), "trump": "N"}, "trump"),
    ("trick_winner", {"trick": [{"seat": "W"}], "trump": "NT"}, "card"),
    ("legal_plays", {"hand": ["HA", "HA"], "led": "H"}, "两张红心A"),
    ("legal_plays", {"hand": ["HA", "HK"]}, "引牌花色"),
    ("legal_plays", {"hand": [f"{s}{r}" for s in "SH" for r in "AKQJT98"], "led": "H"}, "14张"),
    ("legal_plays", {"hand": [], "led": "H"}, "没有牌"),
    ("legal_plays", {"hand": ["HA"], "led": "NT"}, "led"),
    ("penalty_card_class", {"cards": [{"card": "S9", "how": "thrown"}]}, "thrown"),
    ("penalty_card_class", {"cards": [{"card": "S9", "how": "inadvertent"}] * 2}, "两张黑桃9"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [{"card": "HK", "cls": "major"}], "led": "S"}, "不在"),
    ("penalty_card_play", {"hand": ["SK"], "penalty": [{"card": "SK", "cls": "minor"}], "led": "S"}, "轻罚张"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [{"card": "S5", "cls": "small"}], "led": "S"}, "small"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": []}, "引牌花色"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "led": "S", "on_lead": True}, "不能既"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "on_lead": True, "lead_penalty": "lead a heart"}, "看不懂"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "on_lead": True, "lead_penalty": 7}, "看不懂"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "on_lead": True, "lead_penalty": "require:H+D"}, "一门"),
    ("partner_lead_options", {"partner_penalty": [{"card": "HK", "cls": "major"}], "leader_hand": ["HK"]}, "罚张"),
    ("partner_lead_legal", {"leader_hand": ["H2"], "declarer_choice": "require:X"}, "花色"),
    ("partner_lead_legal", {"leader_hand": ["H2"], "declarer_choice": "highest"}, "引牌"),
    ("partner_lead_legal", {"leader_hand": [], "declarer_choice": "none"}, "没有牌"),
    (
        "penalty_cards_picked_up",
        {"partner_penalty": [{"card": "HK", "cls": "major"}], "declarer_choice": "require:D"},
        "可选",
    ),
    ("revoke_established", {"declarer": "S", "offender": "W", "revoke_trick": 13, "since": []}, "13"),
    ("revoke_established", {"declarer": "S", "offender": "W", "revoke_trick": 0, "since": []}, "第0墩"),
    (
        "revoke_established",
        {"declarer": "S", "offender": "W", "revoke_trick": 3, "since": [{"seat": "W", "act": "sneeze"}]},
        "sneeze",
    ),
    (
        "revoke_established",
        {"declarer": "S", "offender": "W", "revoke_trick": 3, "since": [{"seat": "Q", "act": "lead"}]},
        "方位",
    ),
    (*_transfer(True, False, 0, 0, 0, "")[:2], "一真一假"),
    (*_transfer(True, True, 1, 2, 0, "")[:2], "0至1"),
    (*_transfer(True, True, 13, 0, 0, "")[:2], "12"),
    (*_transfer(True, True, -1, 0, 0, "")[:2], "-1"),
    (*_transfer(True, True, 1, 0, 0, "", "64B1")[:2], "64B1"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大"}, "引牌花色"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "position": 4}, "三家"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "position": 5}, "第1至第4"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "position": 2, "trick": ["H2", "H3"]}, "trick"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "S", "trick": ["H2"]}, "引牌花色"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "trick": ["HA"]}, "红心A"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "leading": True}, "引牌"),
    ("dummy_designation", {"dummy": ["HA"], "say": "唱个歌", "leading": True}, "看不懂"),
    ("dummy_designation", {"dummy": ["HA"], "say": "红心黑桃", "leading": True}, "两个花色"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大小", "leading": True}, "又大又小"),
    ("dummy_designation", {"dummy": ["HA"], "say": "将牌", "leading": True}, "trump"),
    ("dummy_designation", {"dummy": [], "say": "随便", "leading": True}, "没有牌"),
    ("min_max_tricks_any_legal_play", ENDING | {"hands": {"N": ["SA"], "E": ["S2"], "S": ["H3"]}}, "西家"),
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {"N": ["SA", "SK"], "E": ["S2"], "S": ["H3"], "W": ["D4"]}},
        "不相等",
    ),
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {"N": ["SA"], "E": ["SA"], "S": ["H3"], "W": ["D4"]}},
        "两次",
    ),
    ("min_max_tricks_any_legal_play", ENDING | {"leader": "X"}, "leader"),
    ("min_max_tricks_any_legal_play", ENDING | {"hands": ENDING["hands"] | {"X": []}}, "方位"),  # type: ignore[operator]
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {s: [f"{u}{r}" for r in "23456789T"] for s, u in zip("NESW", "SHDC", strict=True)}},
        "太多",
    ),
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {"N": ["S3"], "E": ["S2"], "S": ["H3"], "W": ["S5"]}, "leader": "W", "trick": _plays("WD4")},
        "不相等",
    ),
    ("defective_trick", {"fault": "omitted", "both_sides_played_next": True, "player": "dummy"}, "hand"),
    (
        "concession_by_any_legal_play",
        ENDING | {"conceded": 2},
        "0至1",
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 3, "north": ["SA", "H2"]},
        "北家余下2张牌",
    ),
]


@pytest.mark.parametrize(("name", "given", "words"), BAD)
def test_bad_input_is_one_clear_sentence(name: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(RuleInputError) as refused:
        functions.call(f"bridge.{name}", given)
    sentence = str(refused.value)
    assert words in sentence
    assert sentence.endswith("。") and "\n" not in sentence


def test_every_clause_named_is_in_the_book() -> None:
    handbook = open_handbook()
    named = {law for f in functions.functions("bridge").values() for law in f.laws}
    for name, given, _ in MORE:
        named |= set(functions.call(f"bridge.{name}", given).get("laws", []))
    for name, given, answer in CASES:
        if "law" in answer:
            named.add(LAW + functions.call(f"bridge.{name}", given)["law"])
    assert [law for law in sorted(named) if law not in handbook] == []


def test_enough_cases() -> None:
    assert len(CASES) + len(MORE) >= 250
