"""Guided scenarios: every case that is taught can be walked, and what is offered as wrong is wrong by the engine."""

from __future__ import annotations

import re

import pytest

from app.base.opened import handbook, trees
from app.ruling.wording import shaped
from app.study import scenarios
from app.study.case_way import asked_facts
from app.study.guided import guided
from app.study.scenario_steps import ENOUGH, Guided
from app.study.scenarios import Record
from decision_trees.engine import Asked, Ruled, advance
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.model import Case

CASES = [case for game in games() for case in scenarios.offered(game)]


def stand(case: Case, facts: dict[str, object]) -> object:
    library = trees()
    return advance(library.tree(case.tree), facts, Law(library.trees, handbook().books, case.settled))


@pytest.fixture(scope="module")
def sample() -> list[Guided]:
    """A part of the scenarios, of every tree."""
    found: dict[str, list[Case]] = {}
    for case in CASES:
        found.setdefault(case.tree, []).append(case)
    made = [guided(case) for cases in found.values() for case in cases[::16]]
    assert None not in made
    return [each for each in made if each is not None]


def test_every_case_that_is_taught_is_offered_once() -> None:
    taught = {case.id for case in trees().cases.values() if case.teach == "scenario"}
    assert len(CASES) == len(taught) and {case.id for case in CASES} == taught
    for game in games():
        parts = [case for topic, _ in scenarios.topics(game) for case in scenarios.offered(game, topic)]
        assert len(parts) == len(scenarios.offered(game))


def test_a_scenario_comes_to_the_ruling_of_its_case(sample: list[Guided]) -> None:
    for made in sample:
        case = made.case
        if isinstance(made.final, Ruled):
            assert made.final.outcome_id == case.expect.outcome, case.id
        assert [step.kind for step in made.steps][-1] in ("clause", "outcome", "among"), case.id
        for step in made.steps:
            texts = [option.text for option in step.options]
            assert 2 <= len(texts) <= 5 and len(set(texts)) == len(texts), (case.id, step)
            assert step.cites and step.why, (case.id, step)
            assert all(cited in handbook() for cited in step.cites), (case.id, step)
            for number, option in enumerate(step.options):
                assert "{" not in option.text + option.why, (case.id, option)
                assert number == step.right or option.why, f"{case.id}: nothing is said of {option.text}"


def test_the_question_that_is_right_is_the_one_the_engine_asks_next(sample: list[Guided]) -> None:
    """Walked here a second time, by the engine alone: facts on the table first, then each answer as it is asked for."""
    walked = 0
    for made in sample[::3]:
        case = made.case
        asks = [step for step in made.steps if step.kind == "ask"]
        known = {name: value for name, value in case.facts.items() if name not in asked_facts(case)}
        in_turn = []
        while isinstance(step := stand(case, known), Asked) and step.name in case.facts:
            in_turn.append(shaped(step.ask))
            known[step.name] = case.facts[step.name]
        if isinstance(step, Asked) or (isinstance(step, Ruled) and step.outcome.choice is not None):
            continue
        walked += 1
        right = [ask.answer for ask in asks if ask.answer != ENOUGH]
        assert right == [each for each in in_turn if each in right], case.id
        assert not asks or asks[-1].answer == ENOUGH, case.id
        assert all(ask.options[-1].text == ENOUGH for ask in asks), case.id
    assert walked > 20


def test_clauses_offered_as_wrong_decide_nothing_here(sample: list[Guided]) -> None:
    for made in sample:
        case = made.case
        for step in made.steps:
            if step.kind == "clause" and isinstance(made.final, Ruled):
                rests_on = set(made.final.cites) | set(case.expect.cites)
                for number, option in enumerate(step.options):
                    above = {each.id for each in handbook().path(option.cites[0])}
                    assert (number == step.right) == (option.cites[0] in rests_on), (case.id, option.text)
                    assert number == step.right or not above & rests_on, (case.id, option.text)


def test_the_picture_tells_nobody_who_did_it_or_what_was_wrong(sample: list[Guided]) -> None:
    drawn = [made.picture for made in sample if made.picture is not None]
    assert len(drawn) > 50
    for each in drawn:
        assert not any(place.doer or place.turn for place in each.places)
        assert not any(laid.act for laid in each.laid)
        assert not any(call.wrong for auction in each.auctions for call in auction.calls)


def test_an_insufficient_bid_walked_by_hand() -> None:
    """第27条: was it changed before the director spoke, are the calls natural, does the next player accept, what is chosen."""
    case = scenarios.scenario("bridge.insufficient_bid.higher")
    assert case is not None
    made = guided(case)
    assert made is not None and made.picture is not None and made.picture.auctions
    asks = [step for step in made.steps if step.kind == "ask"]
    assert "改过口" in asks[0].options[asks[0].right].text and asks[0].learned == ("裁判说明前已自行改过", "否")
    who = [step for step in made.steps if step.kind == "who"]
    assert who[0].options[who[0].right].text == "西家", "the next player may accept (第27条A款)"
    outcome = next(step for step in made.steps if step.kind == "outcome")
    assert "永远不叫" in outcome.options[outcome.right].text or "此后" in outcome.options[outcome.right].text
    clause = made.steps[-1]
    assert clause.options[clause.right].text.startswith("第27条B款2")


def test_no_step_shows_the_clause_that_a_later_one_asks_for(sample: list[Guided]) -> None:
    """The ruling's explanation waits for it where it names the clause; what is shown in its place is a sentence too."""
    withheld = 0
    for made in sample:
        for at, step in enumerate(made.steps):
            why, cites = made.explained(at)
            assert why
            if any(later.kind == "clause" for later in made.steps[at + 1 :]):
                asked = made.steps[-1].options[made.steps[-1].right].cites[0]
                assert asked not in cites and handbook().provision(asked).label not in why, (made.case.id, at)
                withheld += (why, cites) != (step.why, step.cites)
            else:
                assert (why, cites) == (step.why, step.cites)
    assert withheld > 50


def test_what_a_scenario_is_called_does_not_tell_its_answer() -> None:
    """有要求的花色却引了别的: its own title is said when it was gone through; before it is a number of what it is about."""
    told = 0
    for case in CASES:
        tree = trees().tree(case.tree)
        assert re.fullmatch(f"{re.escape(tree.title)} \\d+", scenarios.name(case)), case.id
        assert scenarios.name(case, Record(1, 0, True)) == case.title
        told += case.title not in tree.title
    assert told > len(CASES) / 2
    assert len({(trees().tree(case.tree).game, scenarios.name(case)) for case in CASES}) == len(CASES)


def test_the_same_seed_makes_the_same_steps() -> None:
    assert guided(CASES[0], 3) == guided(CASES[0], 3)
    orders = {tuple(step.right for step in made.steps) for n in range(8) if (made := guided(CASES[0], n)) is not None}
    assert len(orders) > 1


def test_what_was_got_wrong_comes_first_and_is_found_again() -> None:
    game = next(iter(games()))
    cases = scenarios.offered(game)
    wrong, right = cases[7], cases[9]
    records = {wrong.id: Record(2, 1, False), right.id: Record(1, 0, True)}
    assert scenarios.chosen(game, None, None, True, records) == (wrong,)
    assert scenarios.chosen(game, None, None, True, {wrong.id: Record(3, 1, True)}) == (), "it was made good"
    chosen = scenarios.a_round(cases, records, 1)
    assert chosen[0] == wrong and right not in chosen and len({case.tree for case in chosen}) == scenarios.ROUND
    done = scenarios.progress(game, None, records)
    assert (done.total, done.done, done.right) == (len(cases), 2, 1)


def test_what_one_gets_wrong_is_harder_for_him() -> None:
    order = list(scenarios.DIFFICULTIES)
    for case in CASES[:200]:
        plain = order.index(scenarios.difficulty(case))
        assert order.index(scenarios.difficulty(case, Record(2, 2, False))) >= plain
        assert order.index(scenarios.difficulty(case, Record(2, 0, True))) <= plain
    assert {scenarios.difficulty(case) for case in CASES} == set(order)


def test_somebody_is_named_by_his_seat_wherever_it_is_known() -> None:
    """违规者的上家（右手）是北家的，就说北家；牌说名字，不说代号。"""
    case = next(each for each in CASES if each.id == "bridge.conventional_pass_out_of_rotation.rho_insufficient")
    found = guided(case)
    assert found is not None
    known = dict([step for step in found.steps if step.kind == "ask" and step.answer != ENOUGH][-1].known)
    assert known["违规者"] == "东家" and known["当时轮到谁叫"] == "北家"
    every = [guided(each) for each in CASES[::80]]
    values = [value for one in every if one is not None for step in one.steps for _, value in step.known]
    assert not [
        value for value in values if value in {*"东南西北"} or re.fullmatch(r"[SHDC](10|[2-9TJQKA])|[BL]J", value)
    ]


def test_a_wrong_clause_says_what_it_governs() -> None:
    """在条文自己的话里，一句话；不重复要问的那一句。"""
    case = next(each for each in CASES if each.id == "bridge.handling_of_cards.touched")
    found = guided(case)
    assert found is not None
    clause = next(step for step in found.steps if step.kind == "clause")
    book = handbook()
    for n, option in enumerate(clause.options):
        if n == clause.right:
            continue
        printed = "".join((p.text or "") for p in book.provision(option.cites[0]).walk())
        said = re.search("“([^“”]*)", option.why)
        assert said is not None and said[1].rstrip("…")[:12] in re.sub(r"\s", "", printed)
    first = found.steps[0]
    asked = first.options[first.right].text
    assert not any(asked in option.why for option in first.options)


def test_two_leads_of_one_player_do_not_ask_twice_who_chooses() -> None:
    """50D2: the right to forbid a suit passes from one lead to the next; who has it is asked once."""
    case = next(each for each in CASES if each.id == "bridge.lead_penalty.early_lead_goes_back")
    made = guided(case)
    assert made is not None
    said = [(step.prompt, step.answer) for step in made.steps if step.kind in ("who", "among")]
    assert said and len(said) == len(set(said))
