"""One way through a tree, with what is known: to the next question, or to its outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from decision_trees.afterwards import after as after_it
from decision_trees.afterwards import leaves as leaves_of
from decision_trees.deal_sheet import added_by
from decision_trees.figuring import Figuring
from decision_trees.filling import filled_in
from decision_trees.following_up import as_left, with_added
from decision_trees.functions import RuleInputError
from decision_trees.knowledge import Knowledge
from decision_trees.model import Fact, OutcomeChoice, Question, Tree
from decision_trees.possible import left_to_choose
from decision_trees.roles import posed, spoken_of
from decision_trees.steps import Asked, Known, Ruled, Settled, Step, Undecided
from decision_trees.values import read, show
from decision_trees.wording import NotKnown
from rules_data.model import OpenQuestion


class UnknownTree(RuleInputError):
    """There is no tree of this id."""


@dataclass(slots=True)
class Walking:
    """One way through a tree."""

    knowledge: Knowledge
    can_be: Callable[[Mapping[str, Any]], bool]  # whether what is entered can be so together
    settled: dict[str, Settled] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)
    trial: bool = False  # only to see whether it can be so: no figures

    def go(self) -> Step:
        """Walk from the start of the tree to what comes next."""
        return self._run(self.knowledge.tree, self.knowledge.tree.start, top=True)

    def _run(self, tree: Tree, node: str, *, top: bool) -> Step:
        knowledge = self.knowledge
        # what the tree that goes through this one declares comes first
        knowledge.facts = {**tree.facts, **knowledge.facts}
        knowledge.node_tree = tree
        seen: set[str] = set()
        while True:
            if node in seen:
                raise RuleInputError(f"裁决树 {tree.id} 在“{node}”处循环，请用 zhicai check 检查。")
            seen.add(node)
            self.path.append(node if top else f"{tree.id}/{node}")
            if node in tree.outcomes:
                ruled = self._rule(tree, node)
                if isinstance(ruled, str):
                    node = ruled
                    continue
                return ruled
            question = tree.questions[node]
            if question.open is not None:
                following = self._settle(tree, node, question)
                if isinstance(following, Undecided):
                    return following
                node = following
            elif question.tree is not None:
                inner = knowledge.law.trees.get(question.tree)
                if inner is None:
                    raise UnknownTree(f"裁决树 {tree.id} 要用的 {question.tree} 不存在，请用 zhicai check 检查。")
                step = self._run(inner, inner.start, top=False)
                if not isinstance(step, Ruled):
                    return step
                knowledge.node_tree = tree
                onward = question.answers.get(step.outcome_id, question.answers.get("*"))
                if onward is None:  # ruled there; why this tree came there is cited too
                    return replace(step, cites=tuple(dict.fromkeys((*step.cites, *question.cites))))
                node = onward
            else:
                assert question.fact is not None
                try:
                    value = knowledge.value(question.fact)
                except NotKnown as missing:
                    asked = (
                        missing.name
                        if missing.name in knowledge.facts and question.fact != missing.name
                        else question.fact
                    )
                    if (
                        asked != question.fact
                        and knowledge.facts[question.fact].derive is not None
                        and (knowledge.facts[asked].optional or knowledge.facts[asked].lasts is not None)
                    ):
                        asked = question.fact  # what would let it be derived need not be entered
                    return self._ask(tree, node, question, asked)
                node = _onward(question, knowledge.facts[question.fact], value, tree)

    def _ask(self, tree: Tree, node: str, question: Question, name: str) -> Asked:
        knowledge = self.knowledge
        fact = left_to_choose(name, knowledge.facts[name], (tree, knowledge.tree), self._aside())
        ask = (question.ask or fact.label) if name == question.fact else f"{fact.label}？"
        options = {key: replace(option, text=knowledge.text(option.text)) for key, option in fact.options.items()}
        worded = posed(question, knowledge.text, knowledge.who)
        help_ = knowledge.text(fact.help) if fact.help else fact.help
        ask = knowledge.text(ask, set())
        used = tuple(knowledge.known.values())
        return Asked(
            tree,
            node,
            worded,
            name,
            replace(fact, options=options, help=help_),
            ask,
            used,
            tuple(self.settled.values()),
            tuple(self.path),
            knowledge.seats(()),
            knowledge.tree,
        )

    def _aside(self) -> Callable[[str], Known | None]:
        """What a fact would be, looked up without its becoming known for the ruling."""
        own = self.knowledge
        aside = replace(own, known=dict(own.known), results=dict(own.results), ignored=dict(own.ignored), looking=set())

        def seen(name: str) -> Known | None:
            return aside.known.get(name) if name in aside.facts and aside.quietly(name) is not None else None

        return seen

    def _settle(self, tree: Tree, node: str, question: Question) -> str | Undecided:
        knowledge = self.knowledge
        id_ = question.open or ""
        found = knowledge.law.question(id_)
        answer = knowledge.law.settled.get(id_, found.default)
        options = {o.key: o for o in found.options}
        if answer is None and question.next is not None:
            return question.next  # what is ruled there says that it is open
        if answer is None:
            return Undecided(
                tree,
                node,
                found,
                id_,
                tuple(knowledge.known.values()),
                tuple(self.settled.values()),
                tuple(self.path),
            )
        if answer not in options:
            raise RuleInputError(f"未定问题 {id_} 没有“{answer}”这个答案，可用：{'、'.join(options)}。")
        if not self._moot(id_):
            self.settled[id_] = _settled(id_, found, answer, "event" if id_ in knowledge.law.settled else "default")
        return question.answers.get(answer, question.answers.get("*", "")) or _nowhere(tree, node)

    def _rule(self, tree: Tree, node: str) -> Ruled | str:
        knowledge = self.knowledge
        outcome = tree.outcomes[node]
        chosen = self._chosen(outcome.choice) if outcome.choice is not None else None
        if outcome.choice is not None and chosen is not None:
            option = outcome.choice.options.get(chosen)
            if option is None:
                allowed = "、".join(f"{k}({o.text})" for k, o in outcome.choice.options.items())
                raise RuleInputError(f"“{outcome.choice.fact}”没有“{chosen}”这个选项，可选：{allowed}。")
            if (why := knowledge.unavailable(option)) is not None:
                raise RuleInputError(why)
            knowledge.known[outcome.choice.fact] = Known(
                outcome.choice.fact,
                chosen,
                f"{knowledge.who(outcome.choice.who)}选择",
                knowledge.text(option.text),
                "chosen",
                tree=tree.id,
            )
            if option.to is not None:
                return option.to
        for id_ in outcome.open_questions:
            if id_ not in self.settled and not self._moot(id_):
                found = knowledge.law.question(id_)
                answer = knowledge.law.settled.get(id_, found.default)
                source: Literal["default", "event", "undecided"]
                source = "event" if id_ in knowledge.law.settled else "default" if answer else "undecided"
                self.settled[id_] = _settled(id_, found, answer, source)
        filled = filled_in(knowledge, outcome)
        figuring = Figuring(knowledge, self.can_be)
        figures, offers = figuring.work(outcome) if not self.trial else ([], [])
        if knowledge.tree.deal is not None and (added := added_by(knowledge.tree.deal, figures)):
            follow_ups = (with_added(f, added, knowledge.law.trees) for f in filled.follow_ups)
            filled = replace(filled, follow_ups=tuple(follow_ups))
        cast = knowledge.cast()
        if cast is not None:
            offers = [*figuring.seats_wanting(outcome, cast), *offers]
        used, sheet = tuple(knowledge.known.values()), self._sheet()  # who else sits where was not needed
        ignored = tuple(knowledge.ignored.values())
        results = tuple(knowledge.results.values())
        seats = knowledge.seats(spoken_of(outcome, cast.deal, cast.roles) if cast is not None else ())
        leaves = leaves_of(knowledge, outcome, filled, figures)
        pairs = zip(outcome.follow_ups, filled.follow_ups, strict=True)
        filled = replace(
            filled,
            follow_ups=tuple(as_left(follow, own.facts, leaves, knowledge.tree.deal) for own, follow in pairs),
        )
        after, stays = after_it(knowledge, outcome, filled, figures)
        cites = list(outcome.cites)
        for effect in outcome.effects:
            cites += effect.cites
        for figure in figures:
            cites += figure.cites
        cites += after.cites if after is not None else ()
        cites += [cite for _, each in stays for cite in each]
        if after is not None and after.figure is not None:
            figures = [figure for figure in figures if figure.name != after.figure]
        return Ruled(
            tree, node, filled, tuple(dict.fromkeys(cites)), used, tuple(self.settled.values()),
            tuple(self.path), results, knowledge.tree, tuple(figures), tuple(offers), seats,
            ignored, sheet, leaves, after, tuple(text for text, _ in stays),
        )  # fmt: skip

    def _chosen(self, choice: OutcomeChoice) -> str | None:
        """Which option was chosen: the one said, else the one that other facts tell."""
        if choice.fact in self.knowledge.given:
            return str(self.knowledge.given[choice.fact])
        options = choice.options.items()
        return next((key for key, option in options if option.told and self.knowledge.holds(option.told)), None)

    def _moot(self, id_: str) -> bool:
        """Does what is known leave nothing open of an open question?"""
        knowledge = self.knowledge
        where = knowledge.tree.deal.moot.get(id_) if knowledge.tree.deal is not None else None
        return where is not None and where.keys() <= knowledge.facts.keys() and knowledge.holds(where)

    def _sheet(self) -> tuple[Known, ...]:
        knowledge = self.knowledge
        out = []
        for name, fact in (knowledge.tree.deal.facts if knowledge.tree.deal is not None else {}).items():
            own = knowledge.facts.get(name, fact)  # a tree may mean something of its own by the name
            if (
                own.kind == fact.kind
                and name in knowledge.given
                and name not in knowledge.known
                and name not in knowledge.ignored
            ):
                value = read(knowledge.tree.game, name, fact, knowledge.given[name], {})
                out.append(Known(name, value, fact.label, show(fact, value), "given", tree=knowledge.tree.id))
        return tuple(out)


def _nowhere(tree: Tree, node: str) -> str:
    raise RuleInputError(f"裁决树 {tree.id} 的“{node}”没有写这个答案通向哪里，请用 zhicai check 检查。")


def _onward(question: Question, fact: Fact, value: Any, tree: Tree) -> str:
    if question.ranges and isinstance(value, int | float) and not isinstance(value, bool):
        for r in question.ranges:
            if (r.at_least is None or value >= r.at_least) and (r.at_most is None or value <= r.at_most):
                return r.to
    key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    onward = question.answers.get(key, question.answers.get("*", question.next or ""))
    if not onward:
        raise RuleInputError(
            f"裁决树 {tree.id} 没有写“{fact.label}”为“{show(fact, value)}”时怎么办，请用 zhicai check 检查。"
        )
    return onward


def _settled(
    id_: str, q: OpenQuestion, answer: str | None, source: Literal["default", "event", "undecided"]
) -> Settled:
    text = next((o.text for o in q.options if o.key == answer), "")
    because = (
        q.because or ""
        if source == "default"
        else "赛事已预先确定。"
        if source == "event"
        else "文本没有规定，由其决定。"
    )
    return Settled(id_, q.question, answer, text, source, because, q.decides, q.flagged or source == "undecided")
