"""From facts to the next question or the outcome: a pure function, so that going back, changing an answer, replaying and testing
are the same thing.

Nothing in a tree is evaluated as code: facts are derived by naming a registered rule function and picking from its result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from decision_trees import functions
from decision_trees.functions import RuleInputError
from decision_trees.model import Derivation, Effect, Fact, FollowUp, Never, Outcome, OutcomeChoice, Question, Tree
from decision_trees.values import read, show
from rules_data.model import Book, OpenQuestion

Source = Literal["given", "derived", "corrected", "chosen"]


@dataclass(frozen=True, slots=True)
class Known:
    """A fact that is settled, and how."""

    name: str
    value: Any
    label: str
    shown: str  # in words
    source: Source  # corrected: given although it could be derived, and otherwise
    function: str | None = None  # the rule function that gave it
    derived: Any = None  # for corrected: what the function says
    tree: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """An open question that the ruling went through, and the answer used."""

    id: str  # bridge-1999/D-26
    question: str
    answer: str | None  # key of an option; None: undecided
    text: str
    source: Literal["default", "event", "undecided"]
    because: str
    decides: str
    flagged: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The next thing to be answered."""

    tree: Tree
    node: str
    question: Question
    name: str  # of the fact
    fact: Fact
    ask: str
    known: tuple[Known, ...]
    settled: tuple[Settled, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """The text does not decide here and nothing is assumed: the decider chooses among the candidates."""

    tree: Tree
    node: str
    question: OpenQuestion
    id: str
    known: tuple[Known, ...]
    settled: tuple[Settled, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling."""

    tree: Tree
    outcome_id: str
    outcome: Outcome  # texts with the facts put in
    cites: tuple[str, ...]
    known: tuple[Known, ...]
    settled: tuple[Settled, ...]
    path: tuple[str, ...]
    results: tuple[FunctionResult, ...] = ()
    entered: Tree | None = None  # the tree that was begun with, where ``tree`` is one it goes through

    @property
    def entry(self) -> Tree:
        """The tree that was begun with: what a receipt replays."""
        return self.entered or self.tree


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """A rule function called on the way, with what it was given and what it said."""

    function: str
    given: Mapping[str, Any]
    result: Mapping[str, Any]


Step = Asked | Undecided | Ruled


class UnknownTree(RuleInputError):
    """There is no tree of this id."""


class NotKnown(Exception):
    """A fact that is needed is not known yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(slots=True)
class _Walk:
    tree: Tree
    trees: Mapping[str, Tree]
    given: Mapping[str, Any]
    books: Mapping[str, Book]
    settled_by_event: Mapping[str, str]
    known: dict[str, Known] = field(default_factory=dict)
    settled: dict[str, Settled] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)
    results: dict[str, FunctionResult] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)

    # -- facts ----------------------------------------------------------------------------------------------------------
    def value(self, name: str) -> Any:
        """The value of a fact, given or derived. Raises :class:`NotKnown`."""
        if name in self.known:
            return self.known[name].value
        fact = self.facts.get(name)
        if fact is None:
            raise NotKnown(name)
        derived: Any = None
        function: str | None = None
        could = False
        if fact.derive is not None:
            try:
                derived, function = self._derive(fact.derive)
                could = True
            except NotKnown:
                if name not in self.given:
                    raise
        if name in self.given:
            value = read(self.tree.game, name, fact, self.given[name], self._values())
            corrected = could and value != derived
            source: Source = "corrected" if corrected else "given"
            known = Known(
                name,
                value,
                fact.label,
                show(fact, value),
                source,
                function,
                derived if corrected else None,
                self.tree.id,
            )
        elif could:
            value = derived
            known = Known(name, value, fact.label, show(fact, value), "derived", function, None, self.tree.id)
        else:
            raise NotKnown(name)
        self.known[name] = known
        return value

    def _values(self) -> dict[str, Any]:
        return {n: k.value for n, k in self.known.items()}

    def _filled(self, value: Any) -> Any:
        if isinstance(value, str) and value.startswith("$"):
            name = value[1:]
            optional = name.endswith("?")
            if not optional:
                return self.value(name)
            try:
                return self.value(name[:-1])
            except NotKnown:
                return _ABSENT
        if isinstance(value, dict):
            return {k: f for k, v in value.items() if (f := self._filled(v)) is not _ABSENT}
        if isinstance(value, list | tuple):
            return [f for v in value if (f := self._filled(v)) is not _ABSENT]
        return value

    def _derive(self, how: Derivation) -> tuple[Any, str | None]:
        if how.fact is not None:
            taken = self.value(how.fact)
            if how.take is not None and isinstance(taken, Mapping):
                taken = taken.get(how.take)
            return _tested(how, taken), None
        assert how.call is not None
        given = self._filled(dict(how.given))
        result = functions.call(how.call, given)
        self.results[f"{how.call} {given!r}"] = FunctionResult(how.call, given, result)
        taken = result.get(how.take) if how.take is not None else result
        return _tested(how, taken), how.call

    # -- walking --------------------------------------------------------------------------------------------------------
    def go(self) -> Step:
        return self._run(self.tree, self.tree.start, top=True)

    def _run(self, tree: Tree, node: str, *, top: bool) -> Step:
        self.facts = {**tree.facts, **self.facts}  # what the tree that goes through this one declares comes first
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
                inner = self.trees.get(question.tree)
                if inner is None:
                    raise UnknownTree(f"裁决树 {tree.id} 要用的 {question.tree} 不存在，请用 zhicai check 检查。")
                step = self._run(inner, inner.start, top=False)
                if not isinstance(step, Ruled):
                    return step
                onward = question.answers.get(step.outcome_id, question.answers.get("*"))
                if onward is None:
                    return step
                node = onward
            else:
                assert question.fact is not None
                try:
                    value = self.value(question.fact)
                except NotKnown as missing:
                    asked = (
                        missing.name if missing.name in self.facts and question.fact != missing.name else question.fact
                    )
                    if (
                        asked != question.fact
                        and self.facts[question.fact].derive is not None
                        and self.facts[asked].optional
                    ):
                        asked = question.fact  # what would let it be derived need not be entered
                    return self._ask(tree, node, question, asked)
                node = _onward(question, self.facts[question.fact], value, tree)

    def _ask(self, tree: Tree, node: str, question: Question, name: str) -> Asked:
        fact = self.facts[name]
        ask = (question.ask or fact.label) if name == question.fact else f"{fact.label}?"
        return Asked(
            tree,
            node,
            question,
            name,
            fact,
            self._text(ask),
            tuple(self.known.values()),
            tuple(self.settled.values()),
            tuple(self.path),
        )

    def _settle(self, tree: Tree, node: str, question: Question) -> str | Undecided:
        id_ = question.open or ""
        found = open_question(self.books, id_)
        answer = self.settled_by_event.get(id_, found.default)
        options = {o.key: o for o in found.options}
        if answer is None:
            return Undecided(
                tree, node, found, id_, tuple(self.known.values()), tuple(self.settled.values()), tuple(self.path)
            )
        if answer not in options:
            raise RuleInputError(f"未定问题 {id_} 没有“{answer}”这个答案，可用：{'、'.join(options)}。")
        self.settled[id_] = _settled(id_, found, answer, "event" if id_ in self.settled_by_event else "default")
        return question.answers.get(answer, question.answers.get("*", "")) or _nowhere(tree, node)

    def _rule(self, tree: Tree, node: str) -> Ruled | str:
        outcome = tree.outcomes[node]
        if outcome.choice is not None and outcome.choice.fact in self.given:
            chosen = str(self.given[outcome.choice.fact])
            option = outcome.choice.options.get(chosen)
            if option is None:
                allowed = "、".join(f"{k}({o.text})" for k, o in outcome.choice.options.items())
                raise RuleInputError(f"“{outcome.choice.fact}”没有“{chosen}”这个选项，可选：{allowed}。")
            self.known[outcome.choice.fact] = Known(
                outcome.choice.fact,
                chosen,
                f"{outcome.choice.who}选择",
                self._text(option.text),
                "chosen",
                tree=tree.id,
            )
            if option.to is not None:
                return option.to
        for id_ in outcome.open_questions:
            if id_ not in self.settled:
                found = open_question(self.books, id_)
                answer = self.settled_by_event.get(id_, found.default)
                source: Literal["default", "event", "undecided"]
                source = "event" if id_ in self.settled_by_event else "default" if answer else "undecided"
                self.settled[id_] = _settled(id_, found, answer, source)
        filled = self._fill(outcome)
        cites = list(outcome.cites)
        for effect in outcome.effects:
            cites += effect.cites
        return Ruled(
            tree, node, filled, tuple(dict.fromkeys(cites)), tuple(self.known.values()), tuple(self.settled.values()),
            tuple(self.path), tuple(self.results.values()), self.tree,
        )  # fmt: skip

    # -- words ----------------------------------------------------------------------------------------------------------
    def _text(self, text: str) -> str:
        def put(m: re.Match[str]) -> str:
            name = m[1]
            try:
                value = self.value(name)
            except NotKnown:
                return m[2] if m[2] is not None else "—"
            return show(self.facts.get(name), value)

        return re.sub(r"\{(\w+)(?:\|([^}]*))?\}", put, text)

    def _fill(self, outcome: Outcome) -> Outcome:
        def effect(e: Effect) -> Effect:
            amount = self._text(e.amount) if isinstance(e.amount, str) else e.amount
            if isinstance(e.amount, str) and (m := re.fullmatch(r"\{(\w+)\}", e.amount)):
                try:
                    amount = self.value(m[1])
                except NotKnown:
                    amount = None
            return replace(
                e,
                amount=amount,
                who=self._text(e.who) if e.who else e.who,
                what=self._text(e.what) if e.what else e.what,
                suits=self._text(e.suits) if e.suits else e.suits,
            )

        def follow(f: FollowUp) -> FollowUp:
            try:
                facts = self._filled(dict(f.facts))
            except NotKnown:
                facts = {}
            return replace(f, when=self._text(f.when), facts=facts)

        choice: OutcomeChoice | None = outcome.choice
        if choice is not None:
            options = {k: replace(o, text=self._text(o.text)) for k, o in choice.options.items()}
            choice = replace(choice, options=options, who=self._text(choice.who))
        return replace(
            outcome,
            ruling=self._text(outcome.ruling),
            do=tuple(map(self._text, outcome.do)),
            effects=tuple(map(effect, outcome.effects)),
            tell={self._text(k): self._text(v) for k, v in outcome.tell.items()},
            follow_ups=tuple(map(follow, outcome.follow_ups)),
            note=self._text(outcome.note) if outcome.note else outcome.note,
            choice=choice,
        )


_ABSENT = object()


def _nowhere(tree: Tree, node: str) -> str:
    raise RuleInputError(f"裁决树 {tree.id} 的“{node}”没有写这个答案通向哪里，请用 zhicai check 检查。")


def _tested(how: Derivation, taken: Any) -> Any:
    """What was taken, turned into a bool where the derivation compares it."""
    if how.equals is not None:
        return taken == how.equals
    if how.one_of is not None:
        return taken in how.one_of
    if how.contains is not None:
        return how.contains in (taken or ())
    if how.empty is not None:
        return (not taken) == how.empty
    if how.at_least is not None:
        return taken is not None and taken >= how.at_least
    if how.at_most is not None:
        return taken is not None and taken <= how.at_most
    return taken


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


def open_question(books: Mapping[str, Book], id_: str) -> OpenQuestion:
    """The open question ``book/number``. Raises :class:`RuleInputError` when there is none."""
    book, _, number = id_.partition("/")
    found = next((q for q in books[book].open_questions if q.id == number), None) if book in books else None
    if found is None:
        raise RuleInputError(f"没有未定问题“{id_}”。")
    return found


def _contradiction(never: Never, known: Mapping[str, Any]) -> bool:
    return all(name in known and known[name] == value for name, value in never.facts.items())


def _all_facts(tree: Tree, trees: Mapping[str, Tree]) -> dict[str, Fact]:
    """The facts of a tree and of the trees it goes through."""
    out = dict(tree.facts)
    for question in tree.questions.values():
        inner = trees.get(question.tree or "")
        if inner is not None:
            out = {**_all_facts(inner, trees), **out}
    return out


def advance(
    tree: Tree,
    facts: Mapping[str, Any],
    *,
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None = None,
) -> Step:
    """The next question or the outcome, given what is known.

    ``settled`` holds the open questions an event has decided beforehand (``bridge-1999/D-26`` -> option). Raises
    :class:`RuleInputError`, with one sentence, for facts that do not exist, cannot be, or contradict each other.
    """
    declared = _all_facts(tree, trees)
    choices = {o.choice.fact for t in (tree, *trees.values()) for o in t.outcomes.values() if o.choice is not None}
    for name in facts:
        if name not in declared and name not in choices:
            raise RuleInputError(f"{tree.title}({tree.id})没有“{name}”这一项，可用：{'、'.join(declared)}。")
    walk = _Walk(tree, trees, facts, books, settled or {})
    for name in facts:  # whatever was entered is checked, also what this way through the tree does not reach
        if name in declared:
            read(tree.game, name, declared[name], facts[name], {})
    step = walk.go()
    known = {k.name: k.value for k in step.known} | {
        n: read(tree.game, n, declared[n], v, {}) for n, v in facts.items() if n in declared and n not in walk.known
    }
    for never in tree.never:
        if _contradiction(never, known):
            raise RuleInputError(never.say)
    return step
