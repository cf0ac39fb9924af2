"""The outcome from each seat: nothing is invented, nothing gets lost, everybody finds what is his."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.base.opened import handbook, trees
from app.ruling.consequences import says_more
from app.ruling.perspectives import Perspective, perspectives
from decision_trees.engine import Ruled, advance
from decision_trees.law import Law


def ruled(case_id: str) -> Ruled:
    library = trees()
    case = library.cases[case_id]
    step = advance(library.tree(case.tree), case.facts, Law(library.trees, handbook().books, case.settled))
    assert isinstance(step, Ruled), case_id
    return step


def every_ruling() -> Iterator[Ruled]:
    library = trees()
    for case in library.cases.values():
        step = advance(library.tree(case.tree), case.facts, Law(library.trees, handbook().books, case.settled))
        if isinstance(step, Ruled):
            yield step


RULINGS = list(every_ruling())


def seats(step: Ruled) -> dict[str, Perspective]:
    return {each.who: each for each in perspectives(step, trees().trees)}


def test_whatever_concerns_somebody_stands_at_a_seat() -> None:
    for step in RULINGS:
        seen = perspectives(step, trees().trees)
        told = {words for each in seen for words in each.told}
        assert told == set(step.outcome.tell.values()), step.tree.id
        required = " ".join(line for each in seen for line in each.required)
        for effect in step.outcome.effects:
            if effect.who and effect.what and says_more(effect):
                assert effect.what in required, (step.tree.id, effect)
        if step.outcome.choice is not None:
            options = [option.text for option in step.outcome.choice.options.values()]
            assert any(list(choosing.options) == options for each in seen for choosing in each.chooses), step.tree.id


def test_nothing_is_said_that_the_outcome_does_not_say() -> None:
    for step in RULINGS:
        for each in perspectives(step, trees().trees):
            assert set(each.told) <= set(step.outcome.tell.values())
            effects = [str(effect.what) for effect in step.outcome.effects if effect.what]
            kinds = [effect for effect in step.outcome.effects if not effect.what]
            for line in each.required:
                assert line in step.outcome.do or any(what in line for what in effects) or kinds, (step.tree.id, line)


def test_nobody_stands_there_twice_and_nobody_is_empty() -> None:
    for step in RULINGS:
        seen = perspectives(step, trees().trees)
        names = [each.who for each in seen]
        assert len(set(names)) == len(names)
        assert "双方" not in names
        for each in seen:
            assert each.chooses or each.required or each.told, (step.tree.id, each.who)


@pytest.mark.parametrize("side", ["违规方", "违规的一对"])
def test_what_is_said_of_a_side_is_said_of_its_players(side: str) -> None:
    for step in RULINGS:
        found = seats(step)
        if side in step.outcome.tell and "违规者" in found:
            assert side not in found
            assert step.outcome.tell[side] in found["违规者"].told


def test_who_chooses_comes_first() -> None:
    for step in RULINGS:
        seen = perspectives(step, trees().trees)
        if any(each.chooses for each in seen):
            assert seen[0].chooses


def test_insufficient_bid_from_the_next_seat() -> None:
    choosing = [step for step in RULINGS if step.entry.id == "bridge.insufficient_bid" and step.outcome.choice]
    step = next(
        s for s in choosing if s.outcome.choice and (s.seats.get("offender"), s.outcome.choice.who) == ("E", "南家")
    )
    lho = seats(step)["南家"]
    assert lho.chooses and len(lho.chooses[0].options) >= 2
    offender = seats(step).get("东家")
    assert offender is not None and not offender.chooses


def test_tricks_that_one_side_gives_to_another_concern_both_and_are_nobodys_name() -> None:
    """64A1: two tricks go over."""
    giving = [step for step in RULINGS if any("转给" in (effect.who or "") for effect in step.outcome.effects)]
    assert giving
    for step in giving:
        seen = seats(step)
        assert not any("转给" in who for who in seen), step.tree.id
        assert sum("转给" in " ".join(each.required) for each in seen.values()) >= 2, step.tree.id
