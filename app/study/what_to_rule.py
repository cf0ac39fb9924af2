"""How a worked case is to be ruled, by which clause, and which rulings it is not."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from app.base.opened import handbook
from app.ruling.wording import shaped
from app.study.alike import raw, told_twice
from app.study.clauses import says
from app.study.model import Option
from app.study.turns import (
    acts,
    alike_rulings,
    clashes,
    clause_text,
    instead,
    named_in,
    related,
    said_so,
    tells_of,
    values_of,
)
from app.study.worked import IF, decider, supposed
from decision_trees.engine import Asked, Ruled, Undecided
from decision_trees.functions import RuleInputError
from decision_trees.values import show
from decision_trees.wording import reworded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

from app.study.case_way import Way, called_for, general
from app.study.scenario_steps import OFFERED, Step
from app.study.who_chooses import Choices

EMPTY = re.compile(
    "升0级|罚0分|转0墩|(.家)(?:不是|是)\\1|是[东南西北]家，"
)  # a ruling of another way, in words without meaning here
_IN_BRACKETS = re.compile("（[^（）]*）")


class Deciding:
    """The steps that rule, of one way: what is decided, and by which clause."""

    def __init__(self, way: Way, choices: Choices) -> None:
        self.way, self.choices = way, choices
        self.premises = ""
        self.taken = False  # a ruling that hangs on the premises is asked for
        self.whatever = False

    def undecided(self, final: Undecided) -> Iterator[Step]:
        """The text does not settle it: that is the ruling, and whoever decides otherwise invents a law."""
        question = final.question
        right = Option(f"条文没有定论，由{question.decides}决定")
        wrong = f"条文没有这样规定；它是可以考虑的一种做法，由{question.decides}决定。"
        options = [right, *(Option(each.text, wrong, question.at[:2]) for each in question.options[: OFFERED - 1])]
        shown, at = self.way.shuffled(options)
        why = f"{question.question}{self.way.case.why}"
        self.taken = True
        yield Step("outcome", "怎样裁决？", shown, at, why, question.at or self.way.case.expect.cites)

    def ruling(self, final: Ruled, then: Sequence[str]) -> Iterator[Step]:
        """The ruling, who may choose what after it, and the clause."""
        near = list(self.near(final))
        yield from self._outcome(final, near, then)
        choice = final.outcome.choice
        if choice is not None and all(
            not isinstance(each.step, Ruled)
            or each.step.outcome.choice is None
            or each.step.outcome.choice.fact != choice.fact
            for each in self.way.stands[:-1]
        ):
            yield from self.choices.chosen_by(final, final.outcome.ruling)
        yield from self._clause(final, near)

    def near(self, final: Ruled) -> Iterator[tuple[Ruled, str, str]]:
        """The rulings that one other answer would have led to, with that answer in words, and the fact it is of."""
        seen = {(final.tree.id, final.outcome_id)}
        seen |= {(each.step.tree.id, each.step.outcome_id) for each in self.way.stands if isinstance(each.step, Ruled)}
        named = [*self.way.asked, *(name for name in self.way.case.facts if name in called_for(self.way.tree.id))]
        for at, name in reversed(list(enumerate(named))):
            if name not in self.way.facts:
                continue
            fact = self.way.facts[name]
            for value in values_of(fact):
                if value == self.way.case.facts[name]:
                    continue
                changed = {**self.way.case.facts, name: value}
                later = set(named[at + 1 :])
                for facts in (changed, {n: v for n, v in changed.items() if n not in later}):
                    try:
                        other = self.way.stand(facts)
                    except RuleInputError:
                        continue
                    key = (other.tree.id, other.outcome_id) if isinstance(other, Ruled) else None
                    if isinstance(other, Ruled) and key not in seen and key is not None:
                        seen.add(key)
                        yield other, reworded(final, supposed(fact, value, fact.label, show(fact, value))), name
                        break

    def _outcome(self, final: Ruled, near: Sequence[tuple[Ruled, str, str]], then: Sequence[str]) -> Iterator[Step]:
        right = shaped(final.outcome.ruling)
        said = [right, *(each.step.outcome.ruling for each in self.way.stands if isinstance(each.step, Ruled))]
        wrong: list[Option] = []
        for other, when, name in near:
            text = shaped(other.outcome.ruling)
            if name in called_for(self.way.tree.id) or alike_rulings(final, other) or told_twice(text, said):
                continue
            said.append(text)
            wrong.append(Option(text, shaped(instead(other, when)), other.cites[:2]))
        wrong += islice(self._elsewhere(final, said, strict=True), max(0, OFFERED - 1 - len(wrong)))
        surely = bool(wrong)
        if not surely:
            wrong += islice(self._elsewhere(final, said, strict=False), OFFERED - 1)
        if surely or not wrong:
            for strict in (True, False):
                more = self._elsewhere(final, said, strict=strict, other_kind=True)
                wrong += islice(more, max(0, OFFERED - 1 - len(wrong))) if strict or not wrong else ()
        options = [Option(right), *wrong[: OFFERED - 1]]
        if not self.whatever and tells_of(self.premises, right, [option.text for option in options[1:]]):
            return
        if len(options) < 2:
            return
        shown, at = self.way.shuffled(options)
        why = f"{self.way.case.why}{''.join(then)}"
        self.taken = True
        yield Step("outcome", "怎样裁决？", shown, at, shaped(why), final.cites[:4], self.way.told(final))

    def _elsewhere(self, final: Ruled, said: list[str], *, strict: bool, other_kind: bool = False) -> Iterator[Option]:
        """Rulings of the tree whose way was left at an answer that is known; ``strict``: and which cannot both hold.

        ``other_kind``: those for another kind of incident, where they do something; what is only said of one may be true of all.
        """
        for name in self.way.shuffle(name for name in final.tree.outcomes if name != final.outcome_id):
            other = final.tree.outcomes[name]
            worded, missed = self.way.worded(final, other.ruling), self.way.missed(final, name)
            written = final.tree.outcomes[final.outcome_id]
            if worded is None or missed is None or not clashes(final.outcome, other, strict=strict, written=written):
                continue
            text = shaped(worded)
            label, fact, value, answer = missed
            kind = any(fact is self.way.facts.get(name) for name in called_for(self.way.tree.id))
            if kind != other_kind or (kind and not acts(other)) or told_twice(text, said) or raw(text):
                continue
            if EMPTY.search(text):
                continue
            said.append(text)
            so = not value if fact.kind == "bool" else answer
            shown = said_so(fact, answer).removeprefix("答").strip("“”")
            yield Option(
                text, shaped(f"{IF}{reworded(final, supposed(fact, so, label, shown))}，才这样判。"), other.cites[:2]
            )

    def _clause(self, final: Ruled, near: Sequence[tuple[Ruled, str, str]]) -> Iterator[Step]:
        rests_on_ = set(final.cites) | set(self.way.case.expect.cites)
        for each in self.way.stands:
            if isinstance(each.step, Asked):
                rests_on_ |= set(each.step.question.cites)
            elif isinstance(each.step, Ruled):
                rests_on_ |= set(each.step.cites)
                rests_on_ |= set(each.step.outcome.choice.cites) if each.step.outcome.choice is not None else set()
        cited = "".join(_IN_BRACKETS.findall(self.way.case.why))  # what it speaks of besides stands outside
        named = next(
            (each for each in self.way.case.expect.cites if handbook().provision(each).label in cited),
            decider(self.way.case),
        )
        if named not in final.cites:
            named = next((each for each in self.way.case.expect.cites if each in final.cites), final.cites[0])
        right = str(named)
        pool = [each for other, _, _ in near for each in other.cites]
        pool += [each for outcome in final.tree.outcomes.values() for each in outcome.cites]
        pool += [each for question in final.tree.questions.values() for each in question.cites]
        stage = [
            t
            for t in self.way.library.trees.values()
            if t.game == self.way.tree.game and t.stage == self.way.tree.stage
        ]
        pool += [t.cites[0] for t in self.way.shuffle(sorted(stage, key=lambda t: t.id)) if t.cites]
        when = {cite: f"{IF}{said}，才用它。" for other, said, _ in reversed(near) for cite in other.cites}
        if not self.whatever and _law_of(right) in self.way.case.situation + (self.premises if self.taken else ""):
            return
        options = [Option(clause_text(right), "", (right,))]
        said, offered = {options[0].text}, list[str]()
        named = f"{self.way.case.why}{final.outcome.ruling}"
        for one in dict.fromkeys(pool):
            if len(options) == OFFERED or one in general(self.way.tree.game) or named_in(one, named):
                continue
            if any(related(one, other) for other in (*rests_on_, *offered)):
                continue
            text = clause_text(one)
            if text not in said:
                said.add(text)
                offered.append(one)
                options.append(Option(text, shaped(f"{says(one)}{when.get(one, '')}"), (one,)))
        if len(options) < 2:
            return
        shown, at = self.way.shuffled(options)
        yield Step("clause", "依据哪一条？", shown, at, shaped(self.way.case.why), (right,))


def _law_of(cite: str) -> str:
    """The law a clause stands in, as a story would name it."""
    return handbook().article(cite).label
