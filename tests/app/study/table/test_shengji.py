"""Shengji at the living table: what is played is legal, what is not is seen, and a ruling leaves a deal that comes to its score."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from app.study.table.model import Act
from app.study.table.shengji import GAME
from app.study.table.shengji.position import At, begun
from decision_trees.engine import Asked
from decision_trees.entered import possible_answers
from decision_trees.functions import call
from decision_trees.shengji.cards import DECK, Card
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.whose_turn import Table as TurnTable
from decision_trees.shengji.whose_turn import turn
from tests.app.study.table.refereed import Seen, Step, opened_at, refereed

SEEDS = range(24)


@pytest.fixture(scope="module")
def tables() -> list[Seen]:
    return [refereed(opened_at("shengji", seed), waits=bool(seed % 2)) for seed in SEEDS]


def held(at: At) -> list[Card]:
    """Every card there is, wherever it lies."""
    table = at.table
    hands = [card for hand in table.hands.values() for card in hand]
    early = [card for cards in table.early.values() for card in cards]
    trick = [card for play in table.plays for card in play.cards]
    bottom = list(at.original) if at.stage == "drawing" else list(at.buried)
    return [*hands, *early, *trick, *bottom, *at.gone]


def fault(step: Step) -> str | None:
    """What is not legal in an act, by the rule functions and the turn model, not by the engine that plays."""
    at: At = step.before
    act, table = step.act, at.table
    if act.kind != "play":
        return None
    if set(act.what) - {str(card) for card in table.hands[Seat(act.seat)]}:
        return "手里没有"
    if not table.plays:
        return None if len(act.what) == 1 else "甩牌"
    hand, led = [str(c) for c in table.hands[Seat(act.seat)]], [str(c) for c in table.led]
    given = {"hand": hand, "led": led, "play": list(act.what), "level": at.level, "trump": table.trumps.suit.value}
    return None if call("shengji.legal_follow", given)["legal"] else "没有跟"


def test_a_deal_has_all_cards_and_nobody_knows_the_other_hands() -> None:
    at = begun(Random("deal"))
    assert sorted(map(str, held(at))) == sorted(map(str, DECK))
    assert {len(hand) for hand in at.table.hands.values()} == {12}  # 1.18
    assert len(at.original) == 6  # 6p1
    view = GAME.view(at, "E")
    assert view.table.hands[Seat.E] == at.table.hands[Seat.E]
    assert {str(c) for s in (Seat.S, Seat.N, Seat.W) for c in view.table.hands[s]} == {"BJ"}


def test_only_what_is_bent_is_illegal(tables: list[Seen]) -> None:
    for seen in tables:
        assert [(s.act.text, fault(s)) for s in seen.steps if not s.bent and fault(s)] == []


def test_turns_run_as_the_model_of_turns_says(tables: list[Seen]) -> None:
    for seen in tables:
        first = seen.incidents[0][1] if seen.incidents else len(seen.steps)
        for step in seen.steps[:first]:
            table = step.before.table
            if step.act.kind == "play" and table.plays:
                plays = tuple(tuple(map(str, play.cards)) for play in table.plays)
                found = turn(TurnTable(table.leader, plays, table.trumps.suit.value, step.before.level))
                assert found is not None and found.seat is Seat(step.act.seat)


def test_every_trick_is_won_and_its_points_gathered_as_the_rule_function_says(tables: list[Seen]) -> None:
    for seen in tables:
        first = seen.incidents[0][1] if seen.incidents else len(seen.steps)
        gathered, trick = 0, []
        for step in seen.steps[:first]:
            if step.act.kind != "play":
                continue
            table = step.before.table
            assert table.gathered == gathered
            trick.append([step.act.seat, " ".join(step.act.what)])
            if len(trick) == 4:
                given = {"plays": trick, "level": step.before.level, "trump": table.trumps.suit.value}
                found = call("shengji.trick_winner", given)
                if Seat(found["winner"]).side is not table.banker.side:
                    gathered += found["points"]
                trick = []


def visible(acts: Sequence[Act], kind: str, at: At) -> bool:
    """Whether somebody who sees only these acts can tell, worked out from them alone: by turns, counts and cards that lie open."""
    name, last = kind.partition(".")[2], acts[-1]
    plays = [act for act in acts if act.kind == "play"]
    if name == "exposed_card":
        return last.kind == "show" and "掉下" in last.text
    if name == "wrong_discard":
        return last.what != ("6",) and last.text.endswith(f"扣{last.what[0]}张")
    if name == "declaring_trumps":
        return [act.kind for act in acts[-2:]] == ["show", "show"] and acts[-2].what[0][0] != last.what[0][0]
    if name == "wrong_follow":
        return last.kind == "say" and last.seat == plays[-1].seat and "我手里还有" in last.text
    if name == "failed_throw":
        return last.kind == "say" and len(plays[-1].what) > 1 and "甩不了" in last.text
    trumps = at.table.trumps
    if name == "points_gathered":
        return sum(Card.parse(c).points for act in plays[-4:] for c in act.what) > 0 and "分" in last.text
    trick: list[list[str]] = []
    tricks: list[list[list[str]]] = []
    leader = at.table.banker.value
    for act in plays[:-1]:
        trick.append([act.seat, " ".join(act.what)])
        if len(trick) == 4:
            given = {"plays": trick, "level": trumps.level, "trump": trumps.suit.value}
            leader, tricks, trick = call("shengji.trick_winner", given)["winner"], [*tricks, trick], []
    if name == "lead_out_of_turn":
        return not trick and plays[-1].seat != leader
    if name == "play_out_of_turn":
        return plays[-1].seat != Seat(trick[-1][0]).next.value
    classes = [trumps.class_of(Card.parse(code)) for code in plays[-1].what]  # a revoke: he has what he did not follow
    for each in tricks:
        led = trumps.class_of(Card.parse(each[0][1].split()[0]))
        own = next(cards for seat, cards in each if seat == plays[-1].seat)
        if led in classes and trumps.class_of(Card.parse(own.split()[0])) != led:
            return True
    return False


def test_every_irregularity_can_be_seen_before_the_trainee_is_faulted(tables: list[Seen]) -> None:
    for seen in tables:
        for kind, shown in seen.evident_at[:1]:  # what comes after a ruling is not told by the acts alone
            acts = [act for act in seen.table.acts[:shown] if act.kind != "referee"]
            assert visible(acts, kind, seen.table.position), (kind, [act.text for act in acts[-4:]])
        for finding in seen.findings:
            assert finding.shown_at > 0


def test_what_was_so_is_all_a_tree_asks_and_play_goes_on_from_its_ruling(tables: list[Seen]) -> None:
    for seen in tables:
        assert seen.unanswered == []
        assert {f.verdict for f in seen.findings} <= {"right", "missed"}
        for final, position, shown in seen.ruled:
            coming = final.next
            if coming is not None and coming.act in ("play", "lead") and coming.seat in list(Seat) and position.turn:
                assert position.turn.value == coming.seat, (final.outcome_id, coming.text)
                assert seen.table.acts[shown].seat == coming.seat or seen.table.acts[shown].kind != "play"
        at: At = seen.table.position
        assert sorted(map(str, held(at))) == sorted(map(str, DECK))
        assert len(at.buried) == 6
        assert "防家得" in seen.table.score().text


@pytest.mark.parametrize("seed", range(200, 212))
def test_whatever_is_ruled_the_deal_comes_to_its_score(seed: int) -> None:
    random, table = Random(seed), opened_at("shengji", seed)
    while not table.over:
        table.step()
        if table.called is None and random.random() >= 0.05:
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
    cards = held(table.position)
    assert len(cards) == len(set(cards)) == len(DECK)
    assert table.score().text


EXPECTED = {  # 28b: what one of these costs, in points
    "shengji.revoke": 40,  # 28b.3
    "shengji.wrong_discard": 40,  # 28b.6
    "shengji.play_out_of_turn": 10,  # 28b.5, one card
    "shengji.lead_out_of_turn": 10,  # 21.2, 28b.4.1: one light card
    "shengji.points_gathered": 0,  # put right, no penalty
    "shengji.declaring_trumps": 0,
}


def test_the_result_has_the_points_of_tricks_bottom_and_penalties(tables: list[Seen]) -> None:
    counted = 0
    for seen in tables:
        kinds = [incident.kind for incident, _ in seen.incidents]
        if set(kinds) - set(EXPECTED) or len(seen.ruled) != len(kinds):
            continue
        if any(final.outcome_id == "last_two" for final, _, _ in seen.ruled):
            continue  # of the last two cards the text has no penalty (28b.3)
        at: At = seen.table.position
        banker = at.table.banker.side
        total = at.table.gathered
        for incident, _ in seen.incidents:  # what the banker's side pays is added, what the defenders pay taken off
            cost = EXPECTED[incident.kind]
            total += cost if Seat(incident.offender).side is banker else -cost
        assert at.table.last_winner is not None
        if at.table.last_winner.side is not banker:
            total += 2 * sum(card.points for card in at.buried)  # 14p2
        assert f"防家得{total}分" in seen.table.score().text
        counted += bool(kinds)
    assert counted >= 5
