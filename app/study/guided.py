"""A worked case as a guided scenario: what must be asked, in which order, and then the ruling.

Nothing here decides anything: the engine is asked at every step with what is known by then, the right answer is what it says,
and the consequence of a wrong turn is what it says when it is given the other answer.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from app.base.opened import handbook
from app.reading.quoting import misprinted
from app.ruling.consequences import carried_out
from app.ruling.picture import picture
from app.ruling.wording import shaped
from app.study.drawing import without_answers
from app.study.turns import (
    ends_open,
    values_of,
)
from app.study.worked import premises, ruled
from decision_trees.chain import Given, play
from decision_trees.engine import Asked, Ruled, Undecided
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.reach import facts_of, same_fact
from decision_trees.values import show

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from decision_trees.engine import Step as Standing
    from decision_trees.model import Case, Tree
from app.study.case_way import NoScenario, Way, called_for
from app.study.scenario_steps import ENOUGH, Guided, Step
from app.study.what_to_ask import Asking
from app.study.what_to_rule import Deciding
from app.study.who_chooses import Choices

BRANCHES = 3  # ways of a rule that a ruling sends to, each said with what it brings
DOWN, MADE = "宕", "做成"  # what a contract that is not made costs is printed rightly


def guided(case: Case, seed: int = 0) -> Guided | None:
    """Return a case as a guided scenario; None where it comes to no ruling by itself. ``seed`` orders the options."""
    return _Making(case, Random(f"{case.id}/{seed}")).guided()


def way_of(case: Case) -> tuple[Asked | Ruled, ...]:
    """Every question and ruling on the way of a case, as the engine gives them."""
    try:
        return tuple(each.step for each in Way(case, Random(0)).walked())
    except (RuleInputError, NoScenario):
        return ()


def near_rulings(case: Case) -> tuple[tuple[Tree, str], ...]:
    """The rulings one other answer would have led to: tree and outcome."""
    made = _Making(case, Random(0))
    try:
        made.way.walk()
        final = made.way.stand(case.facts)
        return (
            tuple(
                (other.tree, other.outcome_id)
                for other, _, name in made.deciding.near(final)
                if name not in called_for(case.tree)
            )
            if isinstance(final, Ruled)
            else ()
        )
    except (RuleInputError, NoScenario):
        return ()


def misprints(case: Case, final: Standing) -> Iterator[str]:
    """The numbers printed wrongly that a ruling rests on, where the contract is one that was made."""
    figures = "".join(figure.text for figure in final.figures) if isinstance(final, Ruled) else ""
    said = shaped(f"{case.situation}{case.why}{figures}")
    if DOWN not in said or MADE in said:
        cites = (*case.expect.cites, *(final.cites if isinstance(final, Ruled) else ()))
        yield from misprinted(handbook(), cites, said)


def _asked_once(steps: Sequence[Step]) -> list[Step]:
    """The steps without a choice that was asked before in the same words, with the same answer (two leads of one player)."""
    had: set[tuple[str, str, str]] = set()
    found = []
    for step in steps:
        said = (step.kind, step.prompt, step.answer)
        if step.kind in ("who", "among") and said in had:
            continue
        had.add(said)
        found.append(step)
    return found


class _Making:
    """A scenario while it is made."""

    def __init__(self, case: Case, random: Random) -> None:
        self.case, self.way = case, Way(case, random)
        choices = Choices(self.way)
        self.asking, self.deciding = Asking(self.way, choices), Deciding(self.way, choices)

    def guided(self) -> Guided | None:
        """Return the scenario; None where the case comes to no ruling by itself."""
        way, deciding = self.way, self.deciding
        try:
            way.walk()
            final = way.stand(self.case.facts)
        except (RuleInputError, NoScenario):
            return None
        if isinstance(final, Asked):
            return None
        deciding.premises = self._premises(final)
        then = tuple(self._then(final)) if isinstance(final, Ruled) else ()
        if isinstance(final, Ruled) and not then and ends_open(final.outcome.ruling):
            then = tuple(f"对{who}：{words}" for who, words in final.outcome.tell.items())[:1]
        steps = list(self.asking.steps(final))
        if not any(step.answer == ENOUGH for step in steps):  # then it would always be wrong here
            steps = [step for step in steps if step.kind != "ask"]
        ruling = list(deciding.ruling(final, then) if isinstance(final, Ruled) else deciding.undecided(final))
        if isinstance(final, Ruled) and not any(step.kind in ("outcome", "clause", "among") for step in ruling):
            deciding.whatever = True  # better a step that the story helps with than a scenario that ends without one
            ruling = list(deciding.ruling(final, then))
        story = self.case.situation + (deciding.premises if deciding.taken else "")
        steps += [replace(step, told=story) for step in ruling]
        steps = _asked_once(steps)
        if not steps:
            return None
        drawn = without_answers(picture(way.tree, way.seen, self.case.settled))
        return Guided(self.case, drawn, tuple(steps), final, then, deciding.premises)

    def _premises(self, final: Ruled | Undecided) -> str:
        """How what the text leaves open is taken, where the ruling hangs on it; and what it prints wrongly, where a number does."""
        said = premises(self.case)[0] if isinstance(final, Ruled) and ruled(self.case) is not None else ""
        return said + "".join(f"{line}。" for line in misprints(self.case, final) if line not in self.case.situation)

    def _then(self, final: Ruled) -> Iterator[str]:
        """What comes of a ruling that sends to another clause: the first step there, with what is known."""
        follow = next((each for each in final.outcome.follow_ups if each.tree in self.way.library.trees), None)
        if follow is None or not ends_open(final.outcome.ruling):
            return
        law = Law(self.way.library.trees, handbook().books, self.case.settled)
        declared = facts_of(self.way.library.tree(follow.tree), self.way.library.trees)
        same = {
            name: value
            for name, value in self.case.facts.items()
            if name in declared and same_fact(declared[name], self.way.facts[name]) and name not in follow.leave
        }
        given = (
            Given("first", self.way.tree.id, self.case.facts, incident="one"),
            Given("then", follow.tree, same, incident="one", follows="first", charged=follow.charged),
        )
        try:
            played = play(given, law)[-1].step
        except RuleInputError:
            played = None
        yield from (f"{shaped(line.rstrip('。'))}。" for line in carried_out(final)[:2] if not ends_open(line))
        title = self.way.library.tree(follow.tree).title
        if isinstance(played, Ruled):
            yield f"接着照“{title}”：{shaped(played.outcome.ruling)}"
        elif isinstance(played, Asked) and played.name not in called_for(follow.tree):
            yield f"接着照“{title}”先问：{shaped(played.ask)}"
        elif isinstance(played, Asked):
            for value in values_of(played.fact)[:BRANCHES]:
                one = replace(given[1], facts={**same, played.name: value})
                with suppress(RuleInputError):
                    other = play((given[0], one), law)[-1].step
                    if isinstance(other, Ruled):
                        yield f"{shaped(show(played.fact, value))}：{shaped(other.outcome.ruling)}"
