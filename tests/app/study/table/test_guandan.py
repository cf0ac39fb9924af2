"""Guandan at the living table: what is played is legal, what is not is seen, and a ruling leaves a deal that comes to its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from app.study.table.guandan import GAME
from app.study.table.guandan.position import At, begun
from app.study.table.model import Act
from decision_trees.engine import Asked
from decision_trees.entered import possible_answers
from decision_trees.guandan.cards import Card, Rank, is_wild, strength
from decision_trees.guandan.playing import DECK
from decision_trees.guandan.seats import Seat
from decision_trees.guandan.whose_turn import Table as TurnTable
from decision_trees.guandan.whose_turn import turn
from tests.app.study.table.refereed import Seen, Step, opened_at, refereed
from tests.decision_trees.guandan.asking import ask

SEEDS = range(8)


@pytest.fixture(scope="module")
def tables() -> list[Seen]:
    return [refereed(opened_at("guandan", seed), waits=bool(seed % 2)) for seed in SEEDS]


def fault(step: Step) -> str | None:
    """What is not legal in an act, by the rule functions and the turn model, not by the engine that plays."""
    at: At = step.before
    act, table = step.act, at.table
    if act.kind == "referee":
        return None
    if act.kind == "show":
        due = at.due[0]
        hand = [str(card) for card in table.hands[due.seat]]
        if due.kind == "pay":
            return None if act.what[0] in ask("tribute.candidates", hand=hand, level=at.level.code)["cards"] else "贡错"
        got = next(g.card for g in at.gave if g.to is due.seat and g.seat is due.to)
        hand.remove(str(got))
        to = "partner" if due.to is due.seat.partner else "opponent"
        given = {"hand": hand, "card": act.what[0], "to": to, "level": at.level.code, "regime": at.regime.value}
        return None if ask("tribute.return_legal", **given)["legal"] else "还错"
    if act.kind == "say":
        seat = Seat(act.seat)
        assert table.last is not None and table.last.seat is seat
        now = len(table.hands[seat])
        owed = ask("announce.due", before=now + len(table.last.play.cards), after=now, already_announced=False)
        return None if [str(owed["announce"])] == list(act.what) else "报错"
    if Counter(act.what) - Counter(map(str, table.hands[Seat(act.seat)])):
        return "手里没有"
    if table.last is None:
        if act.kind == "pass":
            return "领出不能过"
        return (
            None if ask("play.forms", cards=list(act.what), level=at.level.code)["forms"] == "pattern" else "不成牌型"
        )
    if act.kind == "pass":
        return None
    told: dict[str, Any] = {"previous": [str(c) for c in table.last.play.cards], "play": list(act.what)}
    if table.last.play.said:
        told["previous_said"] = table.last.play.said
    if "说：" in act.text:
        told["said"] = act.text.partition("说：")[2]
    found = ask("play.judge", **told, level=at.level.code)["case"]
    return None if found == "beats" else found


def test_a_deal_has_all_cards_and_nobody_knows_the_other_hands() -> None:
    at = begun(Random("deal"))
    assert Counter(c for hand in at.table.hands.values() for c in hand) == Counter(DECK)
    assert {len(hand) for hand in at.table.hands.values()} == {27}  # 3.4
    view = GAME.view(at, "E")
    assert view.table.hands[Seat.E] == at.table.hands[Seat.E]
    assert {c for s in (Seat.S, Seat.N, Seat.W) for c in view.table.hands[s]} == {Card.parse("BJ")}


def test_only_what_is_bent_is_illegal(tables: list[Seen]) -> None:
    for seen in tables:
        assert [(s.act.text, fault(s)) for s in seen.steps if not s.bent and fault(s)] == []


def test_turns_run_as_the_model_of_turns_says(tables: list[Seen]) -> None:
    for seen in tables:
        first = seen.incidents[0][1] if seen.incidents else len(seen.steps)
        acted: Seat | None = None
        for step in seen.steps[:first]:
            at: At = step.before
            if step.act.kind not in ("play", "pass"):
                continue
            last = at.table.last
            model = TurnTable(
                last.seat if last else None, acted, at.table.turn if last is None else None, at.table.finished
            )
            found = turn(model)
            if found is not None and found.act == "play":
                assert found.seat is Seat(step.act.seat), step.act
            acted = Seat(step.act.seat)


def visible(acts: Sequence[Act], kind: str, level: Rank) -> bool:
    """Whether somebody who sees only these acts can tell, worked out from them alone: by turns, counts and cards that lie open."""
    plays = [act for act in acts if act.kind in ("play", "pass")]
    name = kind.partition(".")[2]
    if name == "card_exposed":
        return acts[-1].kind == "show" and "掉下" in acts[-1].text
    if name == "play_taken_back":
        return "拿回手里" in acts[-1].text
    if name == "wrong_return":
        card = Card.parse(acts[-1].what[0])
        return acts[-1].kind == "show" and card.rank > Rank.TEN
    if name == "wrong_tribute":
        given_cards = [act for act in acts if act.kind == "show"]
        for paid in given_cards:
            seat = Seat(paid.seat)
            got = [act.what[0] for act in given_cards if f"给{seat.chinese}" in act.text]
            played = Counter(
                c for act in plays if act.seat == paid.seat and act.kind == "play" for c in act.what
            ) - Counter(got)
            cards = [Card.parse(code) for code in played]
            high = strength(Card.parse(paid.what[0]).rank, level)
            if any(not is_wild(card, level) and strength(card.rank, level) > high for card in cards):
                return True
        return False
    if name == "not_announced":
        counts = Counter({seat.value: 27 for seat in Seat})
        said, owes = set(), None
        for act in acts:
            if owes is not None and not (act.kind == "say" and act.seat == owes):
                return True
            owes = None
            if act.kind == "say":
                said.add(act.seat)
            if act.kind == "play":
                counts[act.seat] -= len(act.what)
                if 0 < counts[act.seat] <= 10 and act.seat not in said:
                    owes = act.seat
                    said.add(act.seat)
        return False
    circle: list[Act] = []  # the plays and passes since it began
    counts = Counter({seat.value: 27 for seat in Seat})
    done: list[Seat] = []
    for act in plays[:-1]:
        if act.kind == "play":
            counts[act.seat] -= len(act.what)
            if not counts[act.seat]:
                done.append(Seat(act.seat))
        circle.append(act)
        lies = next(a for a in reversed(circle) if a.kind == "play")
        found = turn(TurnTable(Seat(lies.seat), Seat(act.seat), finished=tuple(done)))
        if found is None or found.act == "lead":
            circle = []
    if name == "wrong_play_by_leader":
        return not circle and bool(ask("play.forms", cards=list(plays[-1].what), level=level.code)["forms"] == "none")
    lies = next(a for a in reversed(circle) if a.kind == "play")
    found = turn(TurnTable(Seat(lies.seat), Seat(circle[-1].seat), finished=tuple(done)))
    if name in ("play_out_of_turn", "pass_out_of_turn"):
        return found is not None and found.seat is not Seat(plays[-1].seat)
    given: dict[str, Any] = {"previous": list(lies.what), "play": list(plays[-1].what), "level": level.code}
    if "说：" in lies.text:
        given["previous_said"] = lies.text.partition("说：")[2]
    return bool(ask("play.judge", **given)["case"] != "beats")


def test_every_irregularity_can_be_seen_before_the_trainee_is_faulted(tables: list[Seen]) -> None:
    for seen in tables:
        at: At = seen.steps[0].before
        for kind, shown in seen.evident_at[:1]:  # what comes after a ruling is not told by the acts alone
            acts = seen.table.acts[:shown]
            assert visible(acts, kind, at.level), (kind, [act.text for act in acts[-4:]])
        for finding in seen.findings:
            assert finding.shown_at > 0


def test_what_was_so_is_all_a_tree_asks_and_play_goes_on_from_its_ruling(tables: list[Seen]) -> None:
    for seen in tables:
        assert seen.unanswered == []
        assert {f.verdict for f in seen.findings} <= {"right", "missed"}
        for final, position, shown in seen.ruled:
            coming = final.next
            if coming is not None and coming.seat in position.table.out:
                continue  # he has finished: the next with cards (6.1)
            if coming is not None and coming.act in ("play", "lead") and coming.seat in list(Seat) and position.turn:
                assert position.table.turn.value == coming.seat, (final.outcome_id, coming.text)
                following = seen.table.acts[shown]
                assert following.seat == coming.seat or following.kind in ("show", "say"), (
                    final.outcome_id,
                    following.text,
                )
        assert "升" in seen.table.score().text or "过A" in seen.table.score().text or "仍" in seen.table.score().text


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_whatever_is_ruled_the_deal_comes_to_its_score(seed: int) -> None:
    random, table = Random(seed), opened_at("guandan", seed)
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
    held = Counter(card for hand in table.position.table.hands.values() for card in hand)
    assert not held - Counter(DECK)
    assert table.score().text
