"""What must be asked in a worked case, and what need not: the questions of a guided scenario."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook
from app.ruling.wording import shaped
from app.study.alike import alike_words, raw, told_twice
from app.study.model import Option
from app.study.turns import (
    answers_of,
    below,
    comes_to,
    first_sentence,
    inner,
    last_part,
    said_so,
    values_of,
)
from app.study.worked import supposed
from decision_trees.engine import Asked, Ruled, Undecided
from decision_trees.functions import RuleInputError
from decision_trees.law import open_question
from decision_trees.reach import rests_on
from decision_trees.values import show
from decision_trees.wording import reworded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

from app.study.case_way import ROUTER, RULING, Stand, Way, called_for
from app.study.scenario_steps import ENOUGH, FEWEST, OFFERED, Step
from app.study.who_chooses import Choices


class Asking:
    """The steps that ask what to ask, of one way; what is chosen on it comes from ``choices``."""

    def __init__(self, way: Way, choices: Choices) -> None:
        self.way, self.choices = way, choices

    def steps(self, final: Ruled | Undecided) -> Iterator[Step]:
        """The questions and choices on the way; when nothing more has to be asked, that is the answer."""
        asked, chosen = False, False
        of_choice: set[str] = set()
        for at, each in enumerate(self.way.stands):
            step = each.step
            report = self._report()
            if isinstance(step, Ruled):
                if asked and (enough := self._enough(each, chosen)) is not None:
                    yield replace(enough, told=report)
                    asked = False
                if at + 1 == len(self.way.stands):
                    return
                assert step.outcome.choice is not None
                if step.outcome.choice.fact not in of_choice:
                    of_choice.add(step.outcome.choice.fact)
                    for one in self.choices.chosen_by(step):
                        yield replace(one, told=report)
                chosen = True
                continue
            made = self._ask(step, each.before, final, chosen)
            if made is not None:
                asked = True
                yield replace(made, told=report)

    def _report(self) -> str:
        """What the referee is told when he is called: what it is about, and what the event has settled; the rest he has to ask."""
        said = f"要裁决的是：{self.way.tree.title}。"
        for id_, answer in self.way.case.settled.items():
            question = open_question(handbook().books, id_)
            text = next((option.text for option in question.options if option.key == answer), "")
            said += f"赛事已定：{inner(question.question)}按“{inner(text)}”。" if text else ""
        return f"{said}下面是到场就知道的；别的没有告诉你，要问才知道。"

    def _learned(self, step: Asked, before: Mapping[str, Any]) -> tuple[str, str]:
        """What comes to light when a fact is asked for."""
        found = self.way.view({**before, **self.way.found_out(step.name, before)}).known(step.name)
        if found is not None:
            return found.label, self.way.named(step, found)
        new = [
            (self.way.facts[n], v) for n, v in self.way.case.facts.items() if n in rests_on(step.name, self.way.facts)
        ]
        return step.fact.label, reworded(step, "，".join(f"{fact.label} {show(fact, value)}" for fact, value in new))

    def _ask(self, step: Asked, before: Mapping[str, Any], final: Ruled | Undecided, chosen: bool) -> Step | None:
        """A question; None where it is none that a referee asks, where nothing hangs on it, or nothing else could be asked."""
        if step.name in called_for(self.way.tree.id) or ROUTER.search(step.ask) or RULING.search(step.ask):
            return None
        if self._titled(step):
            return None
        early = self._too_early(step, before, final)
        if early is None:
            return None
        others = list(islice(self._others(step, before, step), OFFERED - 2))
        others += list(islice(self._again(step, others), FEWEST - 2 - len(others))) if len(others) < FEWEST - 2 else []
        if not others:
            return None
        shown, right = self.way.shuffled([Option(shaped(step.ask), "", step.question.cites), *others, early])
        return Step(
            "ask",
            "现在该问什么？",
            shown,
            right,
            shaped(step.question.help or f"判罚取决于它：{step.fact.label}。"),
            step.question.cites or step.tree.cites[:1],
            self.way.told(step, chosen),
            self._learned(step, before),
        )

    def _titled(self, step: Asked) -> bool:
        """Does what the tree is called say that it is so: 约定性越序不叫, 是约定性不叫?"""
        said = set(step.fact.label) - set("是已的了有")
        return self.way.case.facts.get(step.name) is True and said <= set(self.way.tree.title)

    def _enough(self, at: Stand, chosen: bool) -> Step | None:
        """All that decides is known: whoever asks on asks for nothing."""
        assert isinstance(at.step, Ruled)
        others = list(islice(self._others(at.step, at.before, None), OFFERED - 1))
        others += list(islice(self._again(at.step, others), max(0, FEWEST - 1 - len(others))))
        if len(others) < FEWEST - 1:
            return None
        cites = at.step.cites[:2] or self.way.case.expect.cites
        shown, right = self.way.shuffled([Option(ENOUGH, "", cites), *others])
        why = "要紧的都知道了，再问什么也不改变裁定。"
        return Step("ask", "现在该问什么？", shown, right, why, cites, self.way.told(at.step, chosen))

    def _others(self, at: Asked | Ruled, before: Mapping[str, Any], asked: Asked | None) -> Iterator[Option]:
        """Other questions of the tree that this case never comes to, each with why it is out of place here."""
        seen = self.way.view(before)
        nodes: dict[str, str] = {}  # fact -> node
        for node, question in at.tree.questions.items():
            if question.fact and question.ask and question.fact not in nodes and question.fact in self.way.facts:
                nodes[question.fact] = node
        about = {asked.name, *rests_on(asked.name, self.way.facts)} if asked is not None else set()
        out = called_for(self.way.tree.id) | set(self.way.case.facts) | self.way.needed | about
        for name in self.way.needed:
            out |= rests_on(name, self.way.facts)
        left = [
            fact
            for fact in nodes
            if fact not in out
            and not ({fact} | rests_on(fact, self.way.facts)) & (about | set(self.way.asked))
            and seen.known(fact) is None
            and not ROUTER.search(at.tree.questions[nodes[fact]].ask or "")
        ]
        ahead = below(at.tree, last_part(at.node)) if isinstance(at, Asked) else set()
        near = [fact for fact in left if nodes[fact] in ahead]
        rest = [fact for fact in left if fact not in near]
        asked_here = [each.step.ask for each in self.way.stands if isinstance(each.step, Asked)]
        said = list(asked_here)
        for fact in (*self.way.shuffle(near), *self.way.shuffle(rest)):
            question = at.tree.questions[nodes[fact]]
            text, why = self.way.worded(at, question.ask or ""), self._turn(at, nodes[fact])
            if text is None or why is None or told_twice(text, said) or raw(shaped(text)) or RULING.search(text):
                continue
            if any(alike_words(text, ask) for ask in asked_here):
                continue
            said.append(text)
            yield Option(shaped(text), shaped(reworded(at, why)), question.cites)

    def _again(self, at: Asked | Ruled, others: Sequence[Option]) -> Iterator[Option]:
        """Questions that are answered already: whoever asks them has not listened."""
        said = [each.text for each in others] + ([at.ask] if isinstance(at, Asked) else [])
        known = {known.name: known for known in at.known}
        later = self.way.shuffle(at.tree.questions.values())
        for question in sorted(
            later, key=lambda each: each.fact not in self.way.asked
        ):  # what was asked here before what is agreed
            if question.fact not in known or question.fact in called_for(self.way.tree.id) or not question.ask:
                continue
            if ROUTER.search(question.ask) or RULING.search(question.ask):
                continue
            text, found = self.way.worded(at, question.ask), known[question.fact]
            if text is None or any(alike_words(text, each) for each in said) or raw(shaped(text)):
                continue
            said.append(text)
            yield Option(
                shaped(text), shaped(f"这已经知道了：{found.label}——{self.way.named(at, found)}。"), question.cites
            )

    def _turn(self, at: Asked | Ruled, node: str) -> str | None:
        """Why a question is out of place here; None where the tree does not say."""
        tree = at.tree
        if isinstance(at, Asked):
            ways = list(answers_of(tree.questions[last_part(at.node)]))
            leads = [answer for answer, to in ways if to == node or node in below(tree, to)]
            if leads:
                if len(leads) == len(ways):
                    return None
                return f"问早了：该先问的那一句{said_so(at.fact, leads[0])}才轮到它。"
        found = self.way.missed(at, node)
        if found is None:
            return None
        label, fact, value, answer = found
        if fact.kind == "bool":
            return f"这里用不着：“{label}”{'不成立' if value else '成立'}才问它。"
        return f"这里用不着：“{label}”是{said_so(fact, answer).removeprefix('答')}才问它，这里不是。"

    def _too_early(self, step: Asked, before: Mapping[str, Any], final: Ruled | Undecided) -> Option | None:
        """What comes of ruling without the answer that is missing; None where every answer comes to the same."""
        said: list[str] = []
        differs = not values_of(step.fact)
        for value in values_of(step.fact):
            if value == self.way.case.facts.get(step.name):
                continue
            try:
                other = self.way.stand({**before, step.name: value})
                whole = self.way.stand({**self.way.case.facts, step.name: value})
            except RuleInputError:
                continue
            if comes_to(whole) == comes_to(final):
                continue
            differs = True
            so = reworded(step, supposed(step.fact, value, step.fact.label, show(step.fact, value)))
            so += f"，{first_sentence(other.outcome.ruling) if isinstance(other, Ruled) else '还要再问'}"
            said.append(f"若{so}")
        if not differs:
            return None
        rest = "；".join(said[:2])
        why = f"还早，有一问没有问，分不出怎样判。{rest}{'。' if rest else ''}"
        return Option(ENOUGH, shaped(why), step.question.cites)
