"""Whose turn it is: the model of the table against what laws 17, 22, 41 and 44 say of it, and against what every ruling says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from decision_trees.bridge.seats import Seat
from decision_trees.bridge.whose_turn import (
    CALLED,
    UNKNOWN,
    Happened,
    Made,
    Table,
    Turn,
    after_ruling,
    in_question,
    lead_after,
    table_of,
    turn,
)
from decision_trees.chain import play, rulings_of
from decision_trees.engine import Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.values import read
from decision_trees.view import View, view
from rules_data.handbook import open_handbook
from tests.decision_trees.test_walks import walk

LIBRARY = open_library()
BOOKS = open_handbook().books
TREES = sorted(id_ for id_, tree in LIBRARY.trees.items() if tree.game == "bridge" and not tree.part)
WALKS = 40


def auction(written: str) -> Table:
    entered = read("bridge", "auction", LIBRARY.deals["bridge"].facts["auction"], written, {})
    table = table_of(entered)
    assert table is not None
    return table


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("N", Turn("call", Seat.N)),  # 17B
        ("N 1S P", Turn("call", Seat.S, "1S")),  # 17C
        ("E P 1H P 2C", Turn("call", Seat.E, "2C")),
        ("N P P P", Turn("call", Seat.W)),
        ("N P P P P", Turn("none", None)),  # 22A
        ("N 1S P P P", Turn("lead", Seat.E)),  # 41A
        ("N 1H P 2H P P P", Turn("lead", Seat.E)),  # north named hearts first
        ("N P 1NT P 3NT P P P", Turn("lead", Seat.S)),
        ("N 1S X P P P", Turn("lead", Seat.E)),
    ],
)
def test_the_auction_says_whose_turn_it_is(written: str, expected: Turn) -> None:
    assert turn(auction(written)) == expected


@pytest.mark.parametrize(
    ("cards", "trump", "expected"),
    [
        ((), None, Turn("lead", Seat.W)),  # 44G
        (("H2",), None, Turn("play", Seat.N)),  # 44B
        (("H2", "HK", "H3"), None, Turn("play", Seat.S)),
        (("H2", "HK", "H3", "HA"), "NT", Turn("lead", Seat.S)),  # 44F
        (("H2", "HK", "S3", "HA"), "S", Turn("lead", Seat.E)),  # 44E
        (("H2", "HK", "S3", "HA"), "NT", Turn("lead", Seat.S)),
    ],
)
def test_the_trick_says_whose_turn_it_is(cards: tuple[str, ...], trump: str | None, expected: Turn) -> None:
    assert turn(Table(Seat.N, (), Seat.W, cards, trump)) == expected


def test_what_a_ruling_does_to_the_calls() -> None:
    cancelled = [Happened("call_cancelled", Seat.W, "越序叫牌")]
    after = after_ruling(auction("N W:1H"), cancelled)
    assert after is not None
    assert turn(after) == Turn("call", Seat.N)
    passes = [Happened("call_cancelled", Seat.E, "不足叫牌"), Happened("must_call", Seat.E, "不叫")]
    after = after_ruling(auction("N 7S 7C"), passes)
    assert after is not None
    assert after.calls == (Made(Seat.N, "7S"), Made(Seat.E, "P"))
    assert after_ruling(auction("N 1S 2H"), cancelled) is None  # he has not called at all
    assert after_ruling(auction("N 1S 2H"), [Happened("call_cancelled", Seat.E)]) is None  # that call is in order
    repeats = after_ruling(auction("N E:1H"), [Happened("must_repeat", Seat.E)])
    assert repeats is not None
    assert turn(repeats) == Turn("call", Seat.E)  # north has passed, and east repeats (31A1)


def test_a_lead_out_of_turn_stands_or_the_proper_leader_leads() -> None:
    assert lead_after(Seat.W, Seat.E, 0) == Turn("play", Seat.S)
    assert lead_after(Seat.W, Seat.E, 1) == Turn("play", Seat.W)
    assert lead_after(Seat.W, None, 0) == Turn("lead", Seat.W)


# -- against what the rulings say ---------------------------------------------------------------------------------------
_FOLLOWING = re.compile("其后|以后所有")


def happened(step: Ruled, at: View) -> list[Happened]:
    """What a ruling does, with the seats in it."""
    out = []
    for effect in step.tree.outcomes[step.outcome_id].effects:
        who = (effect.who or "").strip("{}").replace("}及其后各家", "")
        seat = step.seats.get(who)
        what = (effect.what or "").removeprefix("该叫牌改为")  # 35C: a pass in its place
        call = _in_its_place(step, at) if effect.kind == "call_stands" else None
        corrected = at.known("corrected_to")
        if effect.kind == "must_call" and what != "不叫" and corrected is not None:
            doubles = str(corrected.value) in ("X", "XX")
            call = str(corrected.value) if not (doubles and "足够" in what) else None  # 27B3: no correction
        following = _FOLLOWING.search(f"{effect.who}{what}") is not None
        him, barred = Seat(seat) if seat in list(Seat) else None, _value(at, "required") is True
        out.append(Happened(effect.kind, him, what, effect.duration, following, barred, call))
    right = at.seat("offender.rho")
    action = next((known.value for known in step.known if known.name == "rho_action"), None)
    if right is not None and action is not None and not any(each.kind == "must_repeat" for each in out):
        rho, new, by = at.known("rho_call"), at.known("new_call"), at.seat("offender")
        acted = str(rho.value) if rho is not None else UNKNOWN
        out.append(Happened(CALLED, Seat(right), call="P" if action == "pass" else acted))
        if (action == "pass" or rho is not None) and new is not None and by is not None:  # 36: another call of his own
            out.append(Happened(CALLED, Seat(by), call=str(new.value)))
    return out


def _in_its_place(step: Ruled, at: View) -> str | None:
    chosen = {known.name: known.value for known in step.known}
    if step.tree.id == "bridge.insufficient_bid":
        if step.outcome_id == "free":
            names: tuple[str, ...] = ("corrected_to", "lowest")
        elif chosen.get("correction") == "pass":
            return "P"
        else:
            names = ("correction_standing", "corrected_to")
    elif (step.tree.id, step.outcome_id) == ("bridge.change_of_call", "new_call"):
        names = ("new_call",)  # 25B2b2: neither the first call nor the change stands
    else:
        names = ("replacement", "corrected_to")
    found = next((known for name in names if (known := at.known(name)) is not None), None)
    return str(found.value) if found is not None else None


def by_the_table(step: Ruled, facts: Mapping[str, Any], settled: Mapping[str, str]) -> Turn | None:
    """Whose turn it is after a ruling, by the model; None where it says nothing."""
    at = view(step.entry, facts, Law(LIBRARY.trees, BOOKS, settled))
    events = happened(step, at)
    led = lead(step, at)
    if led is not None:
        return led
    entered = at.known("auction")
    if step.tree.stage == "auction" and entered is not None:
        touches = [e for e in events if e.kind in ("call_cancelled", "call_stands", "must_call", "must_repeat")]
        table = table_of(entered.value)
        if table is not None and in_question(table) and _silent(touches, events):
            return None  # the last call told of is another matter
        if table is not None and in_question(table) and _value(at, "what") == "turn_player_called":
            return None  # what he called whose turn it was is not told yet (28B)
        after = after_ruling(table, events) if touches and table is not None else table
        if at.known("rho_call") is not None and after is not None and in_question(after):
            return None  # what was called since is another matter
        return turn(after) if after is not None else None
    leader, cards = at.known("trick_leader"), at.known("trick")
    moved = [e for e in events if e.kind in ("card_withdrawn", "card_played", "card_restored", "play_required")]
    if leader is not None and cards is not None and not moved:
        trump = at.known("trump")
        found = turn(Table(Seat.N, (), Seat(leader.value), tuple(cards.value), trump.value if trump else None))
        if _value(at, "lead_to_next") is True:  # his extra card is the lead already (45E)
            by = Seat(str(at.seat("offender")))
            return lead_after(by, by, 0) if found is not None and found.seat is by else None
        return found
    return None


def _silent(touches: list[Happened], events: list[Happened]) -> bool:
    """Does a ruling touch no call, or cancel one of somebody whose call told of stands?"""
    standing = {each.seat for each in events if each.kind == "call_stands"}
    return not touches or any(each.kind == "call_cancelled" and each.seat in standing for each in events)


LEADS = {
    "bridge.opening_lead_face_up": "declarer",
    "bridge.defender_lead_out_of_turn": "offender",
    "bridge.declarer_lead_out_of_turn": "wrong_hand",
}


def lead(step: Ruled, at: View) -> Turn | None:
    """Who acts after a lead out of turn; None where it is no such ruling or the seats are not known."""
    if step.tree.id not in LEADS or step.outcome_id in ("in_turn", "spread", "second_from_dummy", "proper_lead_stands"):
        return None
    kinds = {effect.kind for effect in step.tree.outcomes[step.outcome_id].effects}
    if step.tree.id == "bridge.opening_lead_face_up":
        declarer = at.seat("declarer")
        proper = Seat(declarer).lho if declarer else None
        by = Seat(declarer).rho if declarer else None
        followed = int(_value(at, "declarer_did") == "second_from_hand")
    else:
        named, offender = at.known("on_lead"), at.seat("offender")
        proper = Seat(named.value) if named is not None else None
        if _value(at, "turn_to_lead") == "partner":
            proper = Seat(offender).partner if offender else None
        elif proper is None and _value(at, "turn_to_lead") == "declarer_side":
            return None
        place = at.seat(LEADS[step.tree.id])
        by = Seat(place) if place else None
        followed = int(_value(at, "since") == "lho_followed")
    if "card_played" in kinds:
        return lead_after(by, by, followed) if by is not None else None
    if kinds & {"card_restored", "penalty_card"}:
        return lead_after(proper, None, 0) if proper is not None else None
    return None


def _value(at: View, name: str) -> Any:
    known = at.known(name)
    return known.value if known is not None else None


def disagreement(step: Ruled, facts: Mapping[str, Any], settled: Mapping[str, str]) -> str | None:
    """What the ruling and the model of the table say otherwise; None where they agree, empty where one of them is silent."""
    said = step.next
    if said is None or said.seat not in list(Seat) or said.act not in ("call", "lead", "play"):
        return ""
    model = by_the_table(step, facts, settled)
    if model is None:
        return ""
    at = view(step.entry, facts, Law(LIBRARY.trees, BOOKS, settled))
    same = model.seat is not None and _plays_for(model.seat, at) is _plays_for(Seat(said.seat), at)
    same = same and (model.act == said.act or said.act == "play") and (said.over is None or model.over == said.over)
    return (
        None
        if same
        else f"{step.tree.id}/{step.outcome_id} {dict(facts)}: {said.act} {said.seat} {said.over} “{said.text}”, {model}"
    )


def _plays_for(seat: Seat, at: View) -> Seat:
    """Who plays a hand: declarer plays dummy's (41D)."""
    declarer = at.seat("declarer")
    return Seat(declarer) if declarer is not None and seat is Seat(declarer).partner else seat


def settle(outcomes: Iterator[str | None], least: int) -> None:
    found = list(outcomes)
    assert [each for each in found if each] == []
    assert sum(each is None for each in found) >= least  # both spoke so often at least


def test_the_cases_agree() -> None:
    def each() -> Iterator[str | None]:
        for case in LIBRARY.cases.values():
            tree = LIBRARY.trees[case.tree]
            if tree.game == "bridge":
                step = advance(tree, case.facts, Law(LIBRARY.trees, BOOKS, case.settled))
                if isinstance(step, Ruled):
                    yield disagreement(step, case.facts, case.settled)

    settle(each(), 150)


def test_the_chains_agree() -> None:
    def each() -> Iterator[str | None]:
        for chain in LIBRARY.chains.values():
            if chain.id.startswith("bridge."):
                for played in play(rulings_of(chain), Law(LIBRARY.trees, BOOKS)):
                    if isinstance(played.step, Ruled):
                        yield disagreement(played.step, played.told, played.given.settled)

    settle(each(), 1)


@pytest.mark.parametrize("tree_id", TREES)
def test_random_walks_agree(tree_id: str) -> None:
    rng = random.Random(f"turn {tree_id}")
    for _ in range(WALKS):
        try:
            step, facts, settled = walk(LIBRARY.trees[tree_id], rng)
        except RuleInputError:
            continue
        assert not disagreement(step, facts, settled)


AUCTIONS = LIBRARY.deals["bridge"].facts["auction"].examples


@pytest.mark.parametrize("tree_id", [id_ for id_ in TREES if LIBRARY.trees[id_].stage == "auction"])
def test_random_walks_from_an_auction_agree(tree_id: str) -> None:
    rng = random.Random(f"auction {tree_id}")
    for written in AUCTIONS:
        for _ in range(3):
            try:
                step, facts, settled = walk(LIBRARY.trees[tree_id], rng, {"auction": written})
            except (RuleInputError, AssertionError):
                break  # that auction does not fit this tree
            assert not disagreement(step, facts, settled)
