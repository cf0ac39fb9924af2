"""Bridge at the living table: what is called and played is legal, what is not is seen, and a ruling leaves a deal to score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from app.study.table.bridge import GAME, bidding
from app.study.table.bridge.position import PACK, Position
from app.study.table.living import opened
from app.study.table.model import Act, Address, daily
from decision_trees.bridge.scoring import duplicate_score_of
from decision_trees.engine import Asked
from decision_trees.entered import possible_answers
from decision_trees.functions import RuleInputError, call
from tests.app.study.table.refereed import Seen, Step, opened_at, refereed

SEEDS = range(16)
SEATS = "NESW"


@pytest.fixture(scope="module")
def tables() -> list[Seen]:
    return [refereed(opened_at("bridge", seed), waits=bool(seed % 2)) for seed in SEEDS]


def held(at: Position) -> list[str]:
    """Every card there is: in the hands, in the trick, in the tricks that are turned."""
    played = [card for trick in (*at.tricks, at.trick) for _, card in trick.plays]
    return sorted([*played, *(card for hand in at.hands.values() for card in hand)])


def lawful(dealer: str, calls: list[Any]) -> bool:
    """Whether the calls there are could all be made or accepted."""
    try:
        call("bridge.call_check", {"dealer": dealer, "calls": calls, "call": "P"})
    except RuleInputError:
        return False
    return True


def fault(step: Step) -> str | None:
    """What is not legal in an act, by the rule functions and not by the engine that calls and plays."""
    at: Position = step.before
    act = step.act
    if act.kind == "call":
        if any(isinstance(each, dict) for each in at.auction()["calls"]) or at.caller:
            return None  # after a call out of turn the rule function wants to know what came of it
        calls = [{"call": c, "accepted": True} if c[0].isdigit() else c for c in at.auction()["calls"]]
        given = {"dealer": at.dealer, "calls": calls, "call": act.what[0], "by": act.seat}
        if not lawful(at.dealer, calls):
            return (
                None  # a double that is not lawful lies there unnoticed (36): the rule function takes no such auction
            )
        found = call("bridge.call_check", given)
        return None if "legal" in str(found) else f"{act.text}: {found}"
    if act.kind == "play":
        if act.what[0] not in at.hands[act.seat]:
            return "手里没有"
        led = at.trick.plays[0][1][0] if at.trick.plays else None
        suit = [card for card in at.hands[act.seat] if card[0] == led]
        return "没有跟" if suit and act.what[0] not in suit else None
    return None


def test_a_deal_has_all_cards_and_nobody_knows_the_other_hands() -> None:
    at = GAME.begun(Random("deal"))
    assert held(at) == sorted(PACK)
    assert {len(hand) for hand in at.hands.values()} == {13}  # 6B
    view = GAME.view(at, "E")
    assert set(view.hand) | set(view.dealt) == set(at.hands["E"])
    assert view.dummy == ()


def test_the_same_address_is_the_same_table_and_another_version_says_so() -> None:
    address = Address("bridge", GAME.version, 77, ("bridge.revoke.established",))
    assert Address.read(address.text) == Address.of_tail("bridge", address.tail) == address
    one, other = opened(address), opened(address)
    assert not isinstance(one, str) and not isinstance(other, str)
    for _ in range(30):
        assert one.step() == other.step()
    assert "版本" in str(opened(Address("bridge", GAME.version + 1, 77)))
    from datetime import date

    assert daily("bridge", 1, date(2026, 11, 28)).text == "bridge/1/20261128"


def test_only_what_is_bent_is_illegal(tables: list[Seen]) -> None:
    for seen in tables:
        assert [(s.act.text, fault(s)) for s in seen.steps if not s.bent and fault(s)] == []


def test_turns_run_as_the_model_of_turns_says(tables: list[Seen]) -> None:
    for seen in tables:
        first = seen.incidents[0][1] if seen.incidents else len(seen.steps)
        calls = [step.act for step in seen.steps[:first] if step.act.kind == "call"]
        dealer = seen.steps[0].before.dealer
        for number, act in enumerate(calls):  # 17B, 17C
            assert act.seat == SEATS[(SEATS.index(dealer) + number) % 4]
        plays = [step for step in seen.steps[:first] if step.act.kind == "play"]
        for at in range(0, len(plays), 4):
            trick = plays[at : at + 4]
            leader = trick[0].act.seat
            assert [each.act.seat for each in trick] == [
                SEATS[(SEATS.index(leader) + n) % 4] for n in range(len(trick))
            ]
            if len(trick) == 4 and at + 4 < len(plays):  # 44G
                trump = trick[0].before.contract[1:]
                given = {"plays": [each.act.what[0] for each in trick], "leader": leader, "trump": trump}
                assert plays[at + 4].act.seat == _winner(given)


def _winner(given: Mapping[str, object]) -> str:
    """Who wins a trick: the highest trump, else the highest card of the suit led (44E, 44F)."""
    order = "23456789TJQKA"
    cards = [str(card) for card in given["plays"]]  # type: ignore[attr-defined]
    trumps = [card for card in cards if card[0] == given["trump"]]
    suit = trumps or [card for card in cards if card[0] == cards[0][0]]
    best = max(suit, key=lambda card: order.index(card[1]))
    return SEATS[(SEATS.index(str(given["leader"])) + cards.index(best)) % 4]


def visible(acts: Sequence[Act], kind: str, dealer: str) -> bool:
    """Whether somebody who sees only these acts can tell, worked out from them alone: by turns, heights, suits that were led."""
    name, last = kind.partition(".")[2], acts[-1]
    calls = [act for act in acts if act.kind == "call"]
    plays = [act for act in acts if act.kind == "play"]
    if name == "insufficient_bid":
        strains = ["C", "D", "H", "S", "NT"]
        bids = [act.what[0] for act in calls if act.what[0][0].isdigit()]
        heights = [(int(bid[0]), strains.index(bid[1:])) for bid in bids]
        return heights[-1] <= heights[-2]  # 18D
    if name in ("bid_out_of_rotation", "pass_out_of_rotation"):
        due = SEATS[(SEATS.index(calls[-2].seat) + 1) % 4] if len(calls) > 1 else dealer
        return last.seat != due and (last.what[0] == "P") == name.startswith("pass")
    if name == "inadmissible_double":
        before = next(act for act in reversed(calls[:-1]) if act.what[0] != "P")
        return last.what == ("X",) and (SEATS.index(before.seat) - SEATS.index(last.seat)) % 2 == 0  # 19A1
    if name == "card_exposed_in_play":
        return last.kind == "show" and len(last.what) == 1
    if name == "contested_claim":
        return [act.kind for act in acts[-2:]] == ["say", "say"] and acts[-2].seat != last.seat
    contract = next(act.what[0] for act in reversed(calls) if act.what[0][0].isdigit())
    bidder = next(act.seat for act in reversed(calls) if act.what[0] == contract)
    side = {bidder, SEATS[(SEATS.index(bidder) + 2) % 4]}
    declarer = next(act.seat for act in calls if act.seat in side and act.what[0][1:] == contract[1:])  # definition
    due, trick, revoked, tricks = SEATS[(SEATS.index(declarer) + 1) % 4], list[Act](), dict[str, str](), 0
    for act in plays:
        wrong = act.seat != due
        if act is plays[-1] and name in (
            "opening_lead_face_up", "defender_lead_out_of_turn", "declarer_lead_out_of_turn", "premature_play",
        ):  # fmt: skip
            return wrong and bool(trick) == (name == "premature_play") and (tricks == 0 or "opening" not in name)
        if act is plays[-1] and name == "revoke.established":  # led, followed with or thrown away: he has had it
            return act.what[0][0] in revoked.get(act.seat, "")
        if trick and act.what[0][0] != trick[0].what[0][0]:
            revoked[act.seat] = revoked.get(act.seat, "") + trick[0].what[0][0]
        trick.append(act)
        due = SEATS[(SEATS.index(act.seat) + 1) % 4]
        if len(trick) == 4:
            given = {"plays": [each.what[0] for each in trick], "leader": trick[0].seat, "trump": contract[1:]}
            due, trick, tricks = _winner(given), [], tricks + 1
    return name == "revoke" and last.kind == "say" and last.seat == plays[-1].seat and "我有" in last.text


def test_every_irregularity_can_be_seen_before_the_trainee_is_faulted(tables: list[Seen]) -> None:
    for seen in tables:
        for kind, shown in seen.evident_at[:1]:  # what comes after a ruling is not told by the acts alone
            acts = [act for act in seen.table.acts[:shown] if act.kind != "referee"]
            assert visible(acts, kind, seen.steps[0].before.dealer), (kind, [act.text for act in acts[-4:]])
        for finding in seen.findings:
            assert finding.shown_at > 0


def test_what_was_so_is_all_a_tree_asks_and_play_goes_on_from_its_ruling(tables: list[Seen]) -> None:
    for seen in tables:
        assert seen.unanswered == []
        assert {f.verdict for f in seen.findings} <= {"right", "missed"}
        for final, position, _ in seen.ruled:
            coming = final.next
            if coming is None or coming.seat is None or position.over:
                continue
            told = {known.name: known.value for known in final.known}
            if coming.act == "call" and position.in_auction:
                assert position.turn == coming.seat, (final.outcome_id, coming.text)
            begun = coming.act == "lead" and position.trick.plays  # 由西家引下一墩，已经引出的各家接着打
            if coming.act in ("lead", "play") and "led_from" not in told and not begun and position.hands[coming.seat]:
                assert position.turn == coming.seat, (final.outcome_id, coming.text)
        assert held(seen.table.position) == sorted(PACK)
        assert seen.table.score().text


def test_the_score_is_what_the_tricks_and_the_rulings_make(tables: list[Seen]) -> None:
    counted = 0
    for seen in tables:
        at: Position = seen.table.position
        if not at.contract or at.claimed is not None:
            continue
        ours = sum(trick.winner(at.trump) in (at.declarer, at.dummy) for trick in at.tricks)
        moved = [
            effect.amount * (1 if at.declarer not in _side(final.known) else -1)
            for final, _, _ in seen.ruled
            if final.tree.id == "bridge.established_revoke"
            for effect in final.outcome.effects
            if effect.kind == "trick_transfer"
        ]
        tricks = max(0, min(13, ours + sum(moved)))  # 64A, 77
        given = (
            int(at.contract[0]),
            at.contract[1:],
            at.doubled,
            at.vulnerable in ("both", _name(at.declarer)),
            tricks,
        )
        points = duplicate_score_of(*given)["score"]  # type: ignore[arg-type]
        assert f"{points:+d}" in seen.table.score().text
        counted += 1
    assert counted >= 5


def _side(known: Sequence[object]) -> str:
    offender = next(str(each.value) for each in known if each.name == "offender")  # type: ignore[attr-defined]
    return offender + SEATS[(SEATS.index(offender) + 2) % 4]


def _name(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


@pytest.mark.parametrize("seed", [1114, 1206])
def test_who_rules_as_it_was_is_right_whatever_the_tree_does_not_ask(seed: int) -> None:
    """A bid out of turn that is cancelled (31B): what it meant is not asked, and nobody is faulted for not knowing it."""
    seen = refereed(opened_at("bridge", seed))
    assert "bridge.bid_out_of_rotation" in {finding.kind for finding in seen.findings}
    assert {finding.verdict for finding in seen.findings} == {"right"}


@pytest.mark.parametrize("seed", range(300, 310))
def test_whatever_is_ruled_the_deal_comes_to_its_score(seed: int) -> None:
    random, table = Random(seed), opened_at("bridge", seed)
    while not table.over:
        table.step()
        if table.called is None and random.random() >= 0.08:
            continue
        at = table.stop()
        at.open(random.choice(at.trees())[0])
        for _ in range(40):
            step = at.step
            answers = list(possible_answers(step.fact)) if isinstance(step, Asked) else []
            if not answers:
                break
            at.answer(random.choice(answers))
        table.give() if at.final is not None else table.dismiss()
    assert held(table.position) == sorted(PACK)
    assert table.score().text


def test_an_established_revoke_is_ruled_once_the_deal_is_over() -> None:
    seen = next(
        found
        for seed in range(30)
        if (found := refereed(opened_at("bridge", seed, "bridge.revoke.established")))
        and any(final.outcome_id == "established_by_play" for final, _, _ in found.ruled)
    )
    at: Position = seen.table.position
    owed = [final for final, _, _ in seen.ruled if final.tree.id == "bridge.established_revoke"]
    assert len(owed) == 1 and not any(at.hands.values())
    told = {known.name: known.value for known in owed[0].known}
    offender, side = told["offender"], _side(owed[0].known)
    number, incident = next(
        (n, each) for n, trick in enumerate(at.tricks) for each, _ in seen.incidents
        if each.kind == "bridge.revoke.established" and trick.played(offender) == each.acts[0].what[0]
    )  # fmt: skip
    own = at.tricks[number].winner(at.trump)
    after = [trick for trick in at.tricks[number + 1 :] if trick.winner(at.trump) in side]
    led = at.tricks[number].led
    by_suit = [t for t in after if t.winner(at.trump) == offender and str(t.played(offender))[0] == led]
    if own == offender:  # 64A1: the revoke trick, and one of those won after it
        due = 1 + bool(after)
    else:  # 64A2: one of the revoke trick and those after it; one more won with a card he could have played
        won = len(after) + (own in side)
        due = min(won, 1 + bool(by_suit)) if won else 0
    moved = [effect.amount for effect in owed[0].outcome.effects if effect.kind == "trick_transfer"]
    assert sum(moved) == due, (incident.acts[0].text, owed[0].outcome.ruling)


def test_a_ruling_by_the_wrong_tree_is_told_in_the_debrief() -> None:
    from app.study.table.debrief import debriefed

    table = next(t for seed in range(40) if (t := opened_at("bridge", seed, "bridge.insufficient_bid")) and _to(t))
    at = table.stop(2000)
    at.open("bridge.inadmissible_double")
    while isinstance(at.step, Asked):
        at.answer(next(iter(possible_answers(at.step.fact))))
    if at.final is None:
        table.dismiss()
        assert table.ruling is None
        return
    table.give()
    line = debriefed(table).lines[0]
    assert line.verdict == "wrong"
    assert any("应照“不足叫牌”" in each for each in line.because)
    assert "bridge-1999:27A" in line.cites or "bridge-1999:27B" in " ".join(line.cites)


def _to(table: object) -> bool:
    """Play a table to an insufficient bid that can be seen; False where none comes."""
    while not table.over and not table.evident:  # type: ignore[attr-defined]
        table.step()  # type: ignore[attr-defined]
    return bool(table.evident and table._open.kind.id == "bridge.insufficient_bid")  # type: ignore[attr-defined]


def test_players_open_and_answer_by_the_system() -> None:
    balanced = ["SA", "SK", "S3", "HA", "H7", "H4", "DK", "D8", "D5", "D2", "CQ", "C6", "C2"]  # 16 points
    assert bidding.choose((), "N", balanced) == "1NT"
    weak = ["S9", "S8", "S3", "H9", "H7", "H4", "D9", "D8", "D5", "D2", "C9", "C6", "C2"]
    assert bidding.choose((), "N", weak) == "P"
    game = ["SQ", "S9", "S3", "HK", "HQ", "H4", "DA", "D8", "D5", "D2", "CJ", "C6", "C2"]  # 12 points: 3NT
    assert bidding.choose((("N", "1NT"), ("E", "P")), "S", game) == "3NT"
    raises = ["SQ", "S9", "S7", "S3", "HK", "H4", "D9", "D8", "D5", "D2", "CJ", "C6", "C2"]  # 6 points, four trumps
    assert bidding.choose((("N", "1S"), ("E", "P")), "S", raises) == "2S"
