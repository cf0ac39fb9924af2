"""Walking trees as the app does it: back, changed answers, entries, words."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from app.base.opened import handbook, trees
from app.journal.records import Place
from app.ruling.consequences import consequence, says_more
from app.ruling.standing import Context
from app.ruling.walk import Walk, start
from app.ruling.wording import as_text, shaped
from app.window import routes
from decision_trees.engine import Asked, Ruled, Undecided
from decision_trees.model import Fact

TREES = [tree.id for tree in trees().trees.values() if not tree.part]


def some_answer(fact: Fact, chance: random.Random) -> object:
    if fact.kind == "bool":
        return chance.choice([True, False])
    if fact.kind == "choice":
        return chance.choice(list(fact.options))
    if fact.kind == "number":
        low = int(fact.minimum or 0)
        return chance.randint(low, int(fact.maximum if fact.maximum is not None else low + 5))
    if fact.kind == "seat":
        return chance.choice("NESW")
    if fact.kind == "time":
        return "21:30"
    return chance.choice(fact.examples) if fact.examples else "一句话"


def step_on(walk: Walk, chance: random.Random) -> bool:
    """Answer what is asked; whether anything was."""
    step = walk.standing.step
    if isinstance(step, Asked):
        return any(walk.answer(step.name, some_answer(step.fact, chance)) for _ in range(12))
    if isinstance(step, Undecided):
        walk.settle(step.id, chance.choice(step.question.options).key)
        return True
    choice = step.outcome.choice
    if choice is not None and choice.fact not in walk.standing.facts:
        return walk.answer(choice.fact, chance.choice(list(choice.options)))
    return False


@pytest.mark.parametrize("tree_id", TREES)
def test_every_walk_comes_to_a_ruling_in_words_and_back(tree_id: str) -> None:
    chance = random.Random(tree_id)
    for _ in range(4):
        walk = start(tree_id)
        first = walk.standing
        passed = [first]
        while step_on(walk, chance):
            assert 0 <= walk.progress <= 1
            passed.append(walk.standing)
        step = walk.standing.step
        if isinstance(step, Ruled):
            text = as_text(step, handbook())
            assert step.outcome.ruling in text and "依据：" in text
            assert all(consequence(effect) for effect in step.outcome.effects if says_more(effect))
            walk.entries()
        for standing in reversed(passed[:-1]):
            assert walk.back()
            assert walk.standing is standing
        assert not walk.back()
        assert walk.standing is first


def natural() -> Walk:
    walk = start("bridge.insufficient_bid")
    for name, value in (("in_turn", True), ("corrected_early", False), ("lho_called", False), ("natural", "natural")):
        assert walk.answer(name, value)
    return walk


def test_a_changed_answer_keeps_the_later_ones() -> None:
    walk = natural()
    assert walk.answer("lho_called", True)
    assert isinstance(walk.standing.step, Ruled) and walk.standing.step.outcome_id == "condoned"
    assert walk.answer("lho_called", False)
    assert isinstance(walk.standing.step, Ruled) and walk.standing.step.outcome_id == "lho_natural"


def test_a_later_answer_that_contradicts_a_changed_one_is_asked_again() -> None:
    walk = start("bridge.insufficient_bid")
    assert walk.answer("in_turn", True)
    assert walk.answer("corrected_early", True)
    assert walk.answer("slip", True)
    assert walk.answer("corrected_early", False), "although a slip needs a correction"
    assert "slip" not in walk.standing.facts


def test_a_refused_answer_changes_nothing() -> None:
    walk = start("bridge.insufficient_bid")
    before = walk.standing
    walk.keep_draft("auction", "N 1S P 8Z")
    assert not walk.answer("auction", "N 1S P 8Z")
    assert "第3个叫牌" in walk.fault and "(auction)" not in walk.fault
    assert walk.standing is before and walk.draft("auction") == "N 1S P 8Z"
    assert not walk.back()


def test_a_derived_fact_can_be_corrected_and_restored() -> None:
    walk = start("bridge.insufficient_bid")
    assert walk.answer("auction", "N 1S P 1H")
    known = walk.standing.known("in_turn")
    assert known is not None and known.source == "derived"
    walk.reopen(known)
    posed = walk.posed()
    assert posed is not None and posed.known is known
    assert walk.answer("in_turn", False)
    corrected = walk.standing.known("in_turn")
    assert corrected is not None and corrected.source == "corrected"
    walk.release("in_turn")
    assert walk.standing.known("in_turn") == known


def test_only_what_something_follows_from_is_offered() -> None:
    walk = start("bridge.insufficient_bid")
    assert walk.entries() == ("auction",)
    walk.enter(walk.entries())
    posed = walk.posed()
    assert posed is not None and posed.entry and posed.typable
    walk.skip()
    assert walk.editing is None
    assert walk.answer("auction", "N 1S P 1H")
    assert walk.entries() == ()


def test_entries_are_counted_from_the_first_to_the_last() -> None:
    walk = start("guandan.wrong_tribute")
    names = walk.entries()
    assert names[0] == "level" and walk.labels(names).endswith("等")
    walk.enter(names)
    assert (walk.entry_number, walk.series) == (1, len(names)) and walk.entries() == ()
    assert walk.answer("level", "10")
    assert (walk.entry_number, walk.series) == (2, len(names)) and walk.entries() == ()
    walk.skip()
    assert walk.entry_number == 3 and walk.entries() == names[1:2], "what was left out is offered again"


def test_a_choice_is_undone_by_its_chip() -> None:
    walk = natural()
    assert walk.answer("accepts", "correct")
    chosen = walk.standing.known("accepts")
    assert chosen is not None and chosen.source == "chosen"
    walk.reopen(chosen)
    step = walk.standing.step
    assert isinstance(step, Ruled) and step.outcome_id == "lho_natural"


def test_addresses() -> None:
    assert routes.parse("/rule").kind == "rule"
    assert routes.parse("/rule/guandan").game == "guandan"
    place = routes.parse(routes.tree_address("bridge.insufficient_bid"))
    assert (place.kind, place.tab, place.tree_id) == ("ruling", "rule", "bridge.insufficient_bid")
    assert place.parent == "/rule/bridge"
    assert routes.parse("/rule/nothing").kind == "lost"


def test_what_the_event_adopts_answers_a_question_though_it_stands_on_the_deal_sheet() -> None:
    walk = start("guandan.improper_shuffle", {}, Context({"regime": "supplement"}))
    assert walk.standing.known("regime") is not None
    assert walk.declared()["regime"].label == "采用的规则"


def test_what_was_answered_stands_before_what_follows_from_it_and_what_was_entered_is_there() -> None:
    walk = start("guandan.wrong_tribute")
    assert walk.answer("level", "8")  # not needed yet: entered all the same
    assert walk.answer("regime", "base")
    assert walk.answer("payer_hand", ["BJ", "SA", "H2"]) and walk.answer("tribute_card", "SA")
    names = [known.name for known in walk.chips()]
    assert names[:4] == ["level", "regime", "payer_hand", "tribute_card"]
    assert names.index("wrong_tribute") > 3  # worked out: he kept the big joker
    assert [known.name for known in walk.chips(latest_first=True)][:2] == ["tribute_card", "payer_hand"]
    assert shaped(walk.shown(walk.chips()[2])) == "大王、♠A、♥2"


def test_how_many_questions_may_come_falls_with_every_answer() -> None:
    walk = start("bridge.insufficient_bid")
    before = walk.ahead
    assert walk.answer("in_turn", True)
    assert walk.ahead < before
    known = start("bridge.insufficient_bid", {"lho_called": False})
    assert known.ahead < before  # what is known is not asked


@pytest.mark.parametrize("tree_id", ["bridge.established_revoke", "bridge.insufficient_bid", "shengji.failed_throw"])
def test_saying_who_it_was_keeps_what_may_be_said_in_one_sentence(tree_id: str) -> None:
    walk = start(tree_id)
    before = [usual.say for usual in walk.usual()]
    assert before
    assert walk.answer("offender", "W")
    assert [usual.say for usual in walk.usual()] == before
    assert walk.asked == 0, "a tap on the table answers no question"


def test_a_sentence_that_answers_several_questions_is_one_question_answered() -> None:
    """The first screen asked once: what comes next is the second question, never the fourth."""
    walk = start("bridge.insufficient_bid")
    walk.answer("offender", "S")
    usual = walk.usual()[0]
    assert len(usual.facts) > 2
    assert walk.answer_usual(usual)
    assert walk.asked == 1
    assert walk.back() and walk.asked == 0


def test_no_chip_is_empty_and_none_stands_there_twice() -> None:
    lead = start("bridge.defender_lead_out_of_turn")
    assert lead.answer("partner_penalty_cards", [])
    assert [lead.shown(known) for known in lead.chips()] == ["一张也没有"]
    throw = start("shengji.failed_throw")
    for name, value in {"check": "higher", "pointed_out": "normal", "throw_count": 3, "highest": "heavy"}.items():
        assert throw.answer(name, value)
    assert throw.answer("blocked", "one")
    said = [(known.label, throw.shown(known)) for known in throw.chips()]
    assert ("甩错牌的罚分", "40分") in said  # 28b.2: two at ten, the heavy first card at twenty
    assert len(said) == len(set(said))


def test_a_throw_of_one_card_is_refused_and_what_was_entered_before_stays() -> None:
    """Article 8: a throw is of several cards."""
    throw = start("shengji.failed_throw")
    before = {"level": "2", "trump": "H"}
    for name, value in before.items():
        assert throw.answer(name, value)
    assert not throw.answer("throw", ["SA"]) and "至少两张" in throw.fault
    assert throw.standing.facts == before
    assert throw.answer("throw", ["SA", "SK"])


@pytest.mark.parametrize("tree_id", ["bridge.defender_lead_out_of_turn", "bridge.established_revoke"])
def test_what_is_entered_is_no_question_though_it_could_be_one(tree_id: str) -> None:
    walk = start(tree_id)
    names = walk.entries()
    walk.enter(names)
    posed = walk.posed()
    assert posed is not None and posed.name == names[0] and posed.entry and walk.entry_number == 1


def test_the_throwers_own_cards_are_not_asked_for() -> None:
    """Article 8: the other three are looked at for higher cards."""
    walk = start("shengji.failed_throw")
    hands = {"south_hand", "east_hand", "north_hand", "west_hand"}
    assert hands <= set(walk.entries()), "whose throw it was is not known"
    walk.answer("offender", "E")
    assert hands & set(walk.entries()) == hands - {"east_hand"}
    walk.enter(["east_hand"])  # from the sheet, if one likes
    assert walk.editing == "east_hand"


@pytest.mark.parametrize("game", ["bridge", "guandan", "shengji"])
def test_question_numbers_neither_jump_nor_repeat(game: str) -> None:
    """By the answers of every worked case."""
    library = trees()
    for case in (each for id_, each in library.cases.items() if each.tree.startswith(game)):
        walk, number = start(case.tree), 0
        while isinstance(step := walk.standing.step, Asked) and step.name in case.facts:
            assert walk.asked == number, f"{case.tree}: {step.name}"
            if not walk.answer(step.name, case.facts[step.name]):
                break
            number += 1


def test_the_last_thing_entered_is_taken_back_whatever_it_was() -> None:
    """The place, then the seat, then an answer: each by one step, the latest first."""
    walk = start("bridge.insufficient_bid")
    elsewhere = replace(walk.scene, place=Place("7", 1))
    walk.mark()
    walk.take_place(elsewhere, walk.context)
    walk.answer("offender", "E")
    walk.answer("in_turn", True)
    assert walk.asked == 1
    assert walk.back() and "in_turn" not in walk.standing.facts and walk.standing.facts["offender"] == "E"
    assert walk.back() and "offender" not in walk.standing.facts and walk.scene == elsewhere
    assert walk.back() and walk.scene.place == Place()
    assert not walk.back()
