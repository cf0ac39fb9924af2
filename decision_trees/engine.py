"""From facts to the next question or the outcome: a pure function, so that going back, changing an answer, replaying and testing
are the same thing.

Nothing in a tree is evaluated as code: facts are derived by naming a registered rule function and picking from its result.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal

from decision_trees import functions
from decision_trees import values as words
from decision_trees.coming import Coming, Found, Speaker, coming, staying
from decision_trees.deal import Left, changed, folded, found_in_figure
from decision_trees.entered import possible_answers, refuse_fractions, refuse_what_cannot_be
from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.model import (
    Deal,
    Derivation,
    Effect,
    Fact,
    Figure,
    FollowUp,
    Leave,
    Never,
    Outcome,
    OutcomeChoice,
    OutcomeOption,
    Question,
    Tree,
)
from decision_trees.reach import (
    facts_of,
    on_sheet,
    own_facts,
    references,
    required,
    rests_on,
    same_fact,
    to_enter,
)
from decision_trees.roles import PLACEHOLDER, SIDES, Cast, is_path, posed, roles_of, spoken_of
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
    seats: Mapping[str, str] = field(default_factory=dict)  # who sits where, of the roles known: role -> seat
    entered: Tree | None = None  # the tree that was begun with, where ``tree`` is one it goes through

    @property
    def entry(self) -> Tree:
        """The tree that was begun with."""
        return self.entered or self.tree


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
class Worked:
    """A figure of an outcome: what its function says, in a sentence."""

    name: str
    text: str
    function: str
    values: Mapping[str, Any]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """What could be said more precisely if some facts were entered."""

    needs: tuple[str, ...]  # facts
    labels: tuple[str, ...]  # of them
    gain: str  # 可算出升到几级
    figure: str | None = None  # the figure it is about; None: seats of roles
    fault: str | None = None  # why the function could not work with what was entered

    @property
    def text(self) -> str:
        """The offer in one sentence: 填双方级数，可算出升到几级。"""
        if self.fault is not None:
            return f"{self.gain}：{self.fault}"
        return f"填{'、'.join(self.labels)}，{self.gain}。"


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
    figures: tuple[Worked, ...] = ()
    offers: tuple[Offer, ...] = ()
    seats: Mapping[str, str] = field(default_factory=dict)  # who sits where, of the roles known: role -> seat or side
    ignored: tuple[Known, ...] = ()  # given, but made irrelevant by how an open question is settled
    sheet: tuple[Known, ...] = ()  # known of the deal at the table, and not needed for the ruling
    leaves: tuple[Left, ...] = ()  # how the table stands after it
    next: Coming | None = None  # who acts next; None where the outcome does not say yet
    stays: tuple[str, ...] = ()  # what stays as it was, each in one sentence

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
    ignored: dict[str, Known] = field(default_factory=dict)
    node_tree: Tree | None = None  # whose texts are being filled
    trial: bool = False  # only to see whether it can be so: no figures

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
        counts = self._counts(name, fact)
        given = name in self.given and counts
        if fact.derive is not None and counts:
            try:
                derived, function = self._derive(fact.derive)
                could = True
            except NotKnown:
                if not given:
                    raise
            if could and derived is None and (fact.lasts is not None or fact.optional):
                could = False  # the function says that there is none yet
        if given:
            value = read(self.tree.game, name, fact, self.given[name], self._values())
            corrected = could and value != derived
            source: Source = "corrected" if corrected else "given"
            known = Known(
                name,
                value,
                fact.label,
                self._text(show(fact, value)),
                source,
                function,
                derived if corrected else None,
                self.tree.id,
            )
        elif could:
            value = derived
            shown = self._text(show(fact, value))
            known = Known(name, value, fact.label, shown, "derived", function, None, self.tree.id)
        else:
            raise NotKnown(name)
        self.known[name] = known
        return value

    def _counts(self, name: str, fact: Fact) -> bool:
        """Does a fact count, as the open questions it rests on are settled? Notes one that was given where it does not."""
        for id_, answers in fact.counts_if.items():
            found = open_question(self.books, id_)
            answer = self.settled_by_event.get(id_, found.default)
            if answer not in (answers if isinstance(answers, list | tuple) else (answers,)):
                if name not in self.given:
                    return False
                value = read(self.tree.game, name, fact, self.given[name], {})
                self.ignored[name] = Known(name, value, fact.label, show(fact, value), "given", tree=self.tree.id)
                return False
        return True

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
        try:
            result = functions.call(how.call, given)
        except MoreNeeded as more:
            if more.inputs:  # it follows from what is not known, and from nothing that is wrong
                raise NotKnown(next(references(how.given.get(more.inputs[0])), more.inputs[0])) from more
            raise
        self.results[f"{how.call} {given!r}"] = FunctionResult(how.call, given, result)
        taken = result.get(how.take) if how.take is not None else result
        return _tested(how, taken), how.call

    # -- walking --------------------------------------------------------------------------------------------------------
    def go(self) -> Step:
        return self._run(self.tree, self.tree.start, top=True)

    def _run(self, tree: Tree, node: str, *, top: bool) -> Step:
        self.facts = {**tree.facts, **self.facts}  # what the tree that goes through this one declares comes first
        self.node_tree = tree
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
                self.node_tree = tree
                onward = question.answers.get(step.outcome_id, question.answers.get("*"))
                if onward is None:  # ruled there; why this tree came there is cited too
                    return replace(step, cites=tuple(dict.fromkeys((*step.cites, *question.cites))))
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
                        and (self.facts[asked].optional or self.facts[asked].lasts is not None)
                    ):
                        asked = question.fact  # what would let it be derived need not be entered
                    return self._ask(tree, node, question, asked)
                node = _onward(question, self.facts[question.fact], value, tree)

    def _ask(self, tree: Tree, node: str, question: Question, name: str) -> Asked:
        fact = self.facts[name]
        ask = (question.ask or fact.label) if name == question.fact else f"{fact.label}？"
        options = {key: replace(option, text=self._text(option.text)) for key, option in fact.options.items()}
        worded = posed(question, self._text, self._who)
        help_ = self._text(fact.help) if fact.help else fact.help
        ask = self._text(ask, set())
        used = tuple(self.known.values())
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
            self._seats(()),
            self.tree,
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
        if not self._moot(id_):
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
            if (why := self._unavailable(option)) is not None:
                raise RuleInputError(why)
            self.known[outcome.choice.fact] = Known(
                outcome.choice.fact,
                chosen,
                f"{self._who(outcome.choice.who)}选择",
                self._text(option.text),
                "chosen",
                tree=tree.id,
            )
            if option.to is not None:
                return option.to
        for id_ in outcome.open_questions:
            if id_ not in self.settled and not self._moot(id_):
                found = open_question(self.books, id_)
                answer = self.settled_by_event.get(id_, found.default)
                source: Literal["default", "event", "undecided"]
                source = "event" if id_ in self.settled_by_event else "default" if answer else "undecided"
                self.settled[id_] = _settled(id_, found, answer, source)
        filled = self._fill(outcome)
        figures, offers = self._figures(outcome)
        if self.tree.deal is not None and (added := added_by(self.tree.deal, figures)):
            follow_ups = (f if f.charged else self._with_added(f, added) for f in filled.follow_ups)
            filled = replace(filled, follow_ups=tuple(follow_ups))
        cast = self._cast()
        if cast is not None:
            offers = [*self._seats_wanting(outcome, cast), *offers]
        used, sheet = tuple(self.known.values()), self._sheet()  # who else sits where was not needed
        ignored = tuple(self.ignored.values())
        results = tuple(self.results.values())
        seats = self._seats(spoken_of(outcome, cast.deal, cast.roles) if cast is not None else ())
        leaves = self._leaves(outcome, filled, figures)
        pairs = zip(outcome.follow_ups, filled.follow_ups, strict=True)
        filled = replace(filled, follow_ups=tuple(self._as_left(follow, own.facts, leaves) for own, follow in pairs))
        after, stays = self._after(outcome, filled, figures)
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
            tuple(self.path), results, self.tree, tuple(figures), tuple(offers), seats,
            ignored, sheet, leaves, after, tuple(text for text, _ in stays),
        )  # fmt: skip

    def _after(
        self, outcome: Outcome, filled: Outcome, figures: Iterable[Worked]
    ) -> tuple[Coming | None, tuple[tuple[str, tuple[str, ...]], ...]]:
        """Who acts next, and what stays as it was."""
        cast = self._cast()

        def role(path: str) -> bool:
            return cast is not None and is_path(path, cast.deal, cast.roles)

        def named(who: str) -> str:
            if cast is None:
                return who
            return cast.say(who) if role(who) else words.say(who, "seat" if len(who) == 1 else "side", cast.deal)

        speaker = Speaker(
            known=self._quietly,
            filled=lambda given: self._filled(dict(given)),
            place=lambda path: self._seats((path,)).get(path),
            role=role,
            named=named,
            text=lambda text, result: self._text(text, None, result),  # one line: nobody is introduced
        )
        found = {figure.name: Found(figure.text, figure.values, figure.cites) for figure in figures}
        choice = outcome.choice
        if choice is not None and filled.choice is not None:
            choice = replace(choice, options=filled.choice.options)
        return coming(replace(outcome, choice=choice), found, speaker), staying(outcome, speaker)

    # -- the table afterwards -------------------------------------------------------------------------------------------
    def _leaves(self, outcome: Outcome, filled: Outcome, figures: Iterable[Worked]) -> tuple[Left, ...]:
        """What the ruling leaves on the table: by the kinds of its effects, by its figures, and by what it says itself."""
        deal = self.tree.deal
        if deal is None:
            return ()
        left: list[Left] = []
        for written, effect in zip(outcome.effects, filled.effects, strict=True):
            if made := deal.ruled.get(effect.kind):
                seat = self._place(written.who) if written.who else None
                aimed = replace(effect, seat=seat, cards=self._cards(written.cards))
                for name, leave in made.items():
                    left += self._left(name, leave, aimed)
        for figure in dict.fromkeys(figure.call for figure in outcome.figures.values()):
            for name, leave in deal.ruled.get(figure, {}).items():
                if not found_in_figure(leave):
                    left += self._left(name, leave, None)
        for each in outcome.figures.values():
            if deal.ruled.get(each.call) and self._holds(each.only):
                for name, leave in deal.ruled[each.call].items():
                    if found_in_figure(leave):
                        left += self._left(name, leave, None, self._found(each))
        left += [Left(name, "more", value) for name, value in added_by(deal, figures).items()]
        for name, leave in outcome.leaves.items():
            left += self._left(name, leave, None)
        return folded(left)

    def _found(self, figure: Figure) -> Mapping[str, Any]:
        """What the function of a figure found, whether or not there is a sentence for it; nothing where it has too little."""
        try:
            found = self.results.get(f"{figure.call} {self._filled(dict(figure.given))!r}")
        except (NotKnown, RuleInputError):
            return {}
        return found.result if found is not None else {}

    def _left(
        self, name: str, leave: Leave, effect: Effect | None, found: Mapping[str, Any] | None = None
    ) -> Iterable[Left]:
        deal = self.tree.deal
        if deal is None or not self._holds(leave.only):
            return
        if leave.of is not None:
            seat = effect.seat if leave.of == "who" and effect is not None else self._place(leave.of)
            name = deal.at_seats.get(name, {}).get(seat or "", "")
            if not name:
                return
        value = found.get(leave.take or "") if found is not None else self._left_value(leave, effect)
        if value is not None or leave.how == "unknown":
            yield Left(name, leave.how, value)
        elif leave.or_unknown:
            yield Left(name, "unknown")

    def _left_value(self, leave: Leave, effect: Effect | None) -> Any:
        if leave.part is not None:
            return (getattr(effect, leave.part) or None) if effect is not None else None
        if leave.seat is not None:
            return self._place(leave.seat)
        if leave.fact is not None:
            return self._quietly(leave.fact)
        if leave.call is not None:
            try:
                result = functions.call(leave.call, self._filled(dict(leave.given)))
            except (NotKnown, RuleInputError):
                return None
            return result.get(leave.take) if leave.take is not None else result
        return leave.value

    def _place(self, path: str) -> str | None:
        """The seat of somebody named by a role's path, or of a fact that holds one; None where it is not known."""
        cast = self._cast()
        if cast is not None and is_path(path, cast.deal, cast.roles):
            return cast.seat(path)
        return self._seat(path)

    def _cards(self, written: str | tuple[str, ...] | None) -> tuple[str, ...]:
        """The cards an effect is about, as far as they are known."""
        if not isinstance(written, str):
            return tuple(written or ())
        found = self._quietly(written.removeprefix("$").removesuffix("?"))
        return (found,) if isinstance(found, str) else tuple(found or ())

    def _moot(self, id_: str) -> bool:
        """Does what is known leave nothing open of an open question?"""
        where = self.tree.deal.moot.get(id_) if self.tree.deal is not None else None
        return where is not None and where.keys() <= self.facts.keys() and self._holds(where)

    def _seats(self, paths: Iterable[str]) -> dict[str, str]:
        """The seats, or sides, of those named and of every role known."""
        cast = self._cast()
        out: dict[str, str] = {}
        for path in dict.fromkeys((*paths, *(cast.roles if cast is not None else ()))):
            seat = (cast.seat(path) or (cast.side(path) if "." in path else None)) if cast is not None else None
            if seat is not None:
                out[path] = seat
        return out

    def _sheet(self) -> tuple[Known, ...]:
        out = []
        for name, fact in (self.tree.deal.facts if self.tree.deal is not None else {}).items():
            own = self.facts.get(name, fact)  # a tree may mean something of its own by the name
            if own.kind == fact.kind and name in self.given and name not in self.known and name not in self.ignored:
                value = read(self.tree.game, name, fact, self.given[name], {})
                out.append(Known(name, value, fact.label, show(fact, value), "given", tree=self.tree.id))
        return tuple(out)

    # -- figures --------------------------------------------------------------------------------------------------------
    def _quietly(self, name: str) -> Any:
        """The value of a fact that only words need; None where it is not known or cannot be worked out."""
        try:
            return self.value(name)
        except (NotKnown, RuleInputError):
            return None

    def _seat(self, name: str) -> str | None:
        """The seat a fact holds; None where it is not known, or the fact is no seat."""
        fact = self.facts.get(name)
        return self._quietly(name) if fact is not None and fact.kind == "seat" else None

    def _side(self, name: str) -> str | None:
        """The side a fact holds; None where it is not known."""
        value = self._quietly(name) if name in self.facts else None
        return value if isinstance(value, str) else None

    def _holds(self, only: Mapping[str, Any]) -> bool:
        for name, wanted in only.items():
            value = self._quietly(name)
            if value is None or value not in (wanted if isinstance(wanted, list | tuple) else (wanted,)):
                return False
        return True

    def _figures(self, outcome: Outcome) -> tuple[list[Worked], list[Offer]]:
        worked: list[Worked] = []
        offers: list[Offer] = []
        introduced: set[str] = set(spoken_of(outcome, self.tree.deal, self._roles()))
        for name, figure in outcome.figures.items() if not self.trial else ():
            open_ = [each for each in figure.only if self._quietly(each) is None]
            if not self._holds({each: wanted for each, wanted in figure.only.items() if each not in open_}):
                continue
            needed = list(required(figure.given))
            missing = [r for r in dict.fromkeys(needed) if self._quietly(r) is None]
            if open_:  # whether it is said at all waits for these
                enter = to_enter([*missing, *open_], self.facts, self.given, on_sheet(self.tree))
                if (found := self._whatever(name, figure, enter, introduced)) is not None:
                    worked.append(found)
            elif missing:
                enter = to_enter(missing, self.facts, self.given, on_sheet(self.tree))
                enter = tuple(n for n in enter if self._quietly(n) is None) or enter  # not what is worked out already
                if (found := self._whatever(name, figure, enter, introduced)) is not None:
                    worked.append(found)
                elif figure.offer and enter:
                    offers.append(Offer(enter, tuple(self.facts[n].label for n in enter), figure.offer, name))
            if open_ or missing:
                continue
            given = self._filled(dict(figure.given))
            try:
                result = functions.call(figure.call, given)
            except RuleInputError as fault:
                wanting = self._wanting(fault, figure)
                if (found := self._whatever(name, figure, wanting, introduced)) is not None:
                    worked.append(found)
                elif figure.offer:
                    enter = wanting or to_enter(needed, self.facts, {}, on_sheet(self.tree))
                    labels = tuple(self.facts[n].label for n in enter)
                    offers.append(Offer(enter, labels, figure.offer, name, None if wanting else str(fault)))
                continue
            self.results[f"{figure.call} {given!r}"] = FunctionResult(figure.call, given, result)
            sentence = _sentence(figure, result)
            if sentence is not None:
                text = self._text(sentence, introduced, result)
                worked.append(Worked(name, text, figure.call, result, _clauses(figure, result)))
        return worked, offers

    def _whatever(self, name: str, figure: Figure, enter: tuple[str, ...], introduced: set[str]) -> Worked | None:
        """A figure that comes out the same whatever is entered for what is wanting, so that it need not be entered.

        Only where all that may be entered can be tried; what a function refuses cannot be so. Of the result, what is the same
        each time is kept.
        """
        values = [possible_answers(self.facts[each]) for each in enter]
        if not enter or not all(values) or math.prod(map(len, values)) > _FEW_WAYS:
            return None
        found: Worked | None = None
        spoken: set[str] = set()  # who is named in it is introduced by it
        came = 0
        for way in product(*values):
            told = self._told(dict(zip(enter, way, strict=True)))
            if any(told._quietly(each) is None for each in required(figure.given)) or not told._holds(figure.only):
                if told._can_be():
                    return None
                continue
            try:
                result = functions.call(figure.call, told._filled(dict(figure.given)))
                sentence = _sentence(figure, result)
                heard = set(introduced)
                text = told._text(sentence, heard, result) if sentence is not None else ""
            except MoreNeeded:
                return None
            except RuleInputError:
                continue
            cites = _clauses(figure, result)
            if not text or (found is not None and (text, cites) != (found.text, found.cites)):
                if told._can_be():
                    return None
                continue
            same = {k: v for k, v in result.items() if found is None or (k in found.values and found.values[k] == v)}
            found, spoken = Worked(name, text, figure.call, same, cites), heard
            came += 1
        if found is None or came < _ENOUGH:
            return None
        introduced.update(spoken)
        return found

    def _told(self, more: Mapping[str, Any]) -> _Walk:
        """A walk that stands where this one does, with something more entered."""
        known = {n: k for n, k in self.known.items() if n not in more and not rests_on(n, self.facts) & more.keys()}
        return replace(
            self,
            given={**self.given, **more},
            known=known,
            settled=dict(self.settled),
            path=[],
            results={},
            ignored={},
        )

    def _can_be(self) -> bool:
        """Whether all that is entered can be so together, on the way to the ruling too."""
        try:
            _advance(self.tree, self.given, self.trees, self.books, self.settled_by_event, trial=True)
        except RuleInputError:
            return False
        return True

    def _wanting(self, fault: RuleInputError, figure: Figure) -> tuple[str, ...]:
        """What must be entered for what a function says it wants; nothing where it does not say."""
        inputs = fault.inputs if isinstance(fault, MoreNeeded) else ()
        names = [name for each in inputs for name in references(figure.given.get(each))]
        return to_enter(names, self.facts, self.given, on_sheet(self.tree))

    def _seats_wanting(self, outcome: Outcome, cast: Cast) -> Iterable[Offer]:
        """The seats that would turn roles into seats: each a tap on the table."""
        facts: dict[str, None] = {}
        for path in spoken_of(outcome, cast.deal, cast.roles):
            fact = cast.roles[path.partition(".")[0]].seat
            told = path.rpartition(".")[2] in SIDES and cast.side(path) is not None
            if fact is not None and fact in self.facts and cast.seat_of(fact) is None and not told:
                facts[fact] = None
        if facts:
            labels = tuple(self.facts[n].label for n in facts)
            yield Offer(tuple(facts), labels, "可说出是哪一家")

    # -- words ----------------------------------------------------------------------------------------------------------
    def _roles(self) -> dict[str, Any]:
        return roles_of(self.node_tree or self.tree, self.tree)

    def _cast(self) -> Cast | None:
        if self.tree.deal is None:
            return None
        return Cast(self.tree.deal, self._roles(), self._seat, self._side)

    def _who(self, text: str) -> str:
        """Somebody named by a path, or in free words that may hold placeholders."""
        cast = self._cast()
        if cast is not None and is_path(text, cast.deal, cast.roles):
            return cast.say(text)
        return self._text(text)

    def _text(self, text: str, introduced: set[str] | None = None, result: Mapping[str, Any] | None = None) -> str:
        """A text with roles, facts and keys of a function's result put in."""
        if "{" not in text:
            return text
        cast = self._cast()

        def otherwise(m: re.Match[str]) -> str:
            return "—" if m["otherwise"] is None else self._text(m["otherwise"], introduced, result)

        def put(m: re.Match[str]) -> str:
            name, form = m["name"], m["form"]
            if m["plain"]:
                return name
            if result is not None and name in result and result[name] is not None:
                value, fact = result[name], None
            elif cast is not None and is_path(name, cast.deal, cast.roles):
                return cast.say(name, introduced)
            else:
                try:
                    value, fact = self.value(name), self.facts.get(name)
                except NotKnown:
                    return otherwise(m)
                except RuleInputError:
                    if self.facts[name].lasts is None:
                        raise
                    return otherwise(m)
            return words.say(value, form, self.tree.deal) if form else self._text(show(fact, value))

        return PLACEHOLDER.sub(put, text)

    def _unavailable(self, option: OutcomeOption) -> str | None:
        """Why an option is not legal, where the facts that decide it are known."""
        for name, wanted in option.only.items():
            value = self._quietly(name)
            if value is not None and value not in (wanted if isinstance(wanted, list | tuple) else (wanted,)):
                return self._text(option.otherwise or f"“{option.text}”在这里不合规则。")
        return None

    def _fill(self, outcome: Outcome) -> Outcome:
        introduced: set[str] = set()

        def text(written: str) -> str:
            return self._text(written, introduced)

        ruling, do = text(outcome.ruling), tuple(map(text, outcome.do))

        def effect(e: Effect) -> Effect:
            amount = text(e.amount) if isinstance(e.amount, str) else e.amount
            if isinstance(e.amount, str) and (m := re.fullmatch(r"\{(\w+)\}", e.amount)):
                try:
                    amount = self.value(m[1])
                except NotKnown:
                    amount = None
            return replace(
                e,
                amount=amount,
                who=self._who(e.who) if e.who else e.who,
                what=text(e.what) if e.what else e.what,
                suits=text(e.suits) if e.suits else e.suits,
            )

        def said() -> dict[str, str]:
            out: dict[str, str] = {}
            for who, spoken in outcome.tell.items():
                to, line = self._who(who), self._text(spoken)
                out[to] = f"{out[to]} {line}" if to in out else line
            return out

        def follow(f: FollowUp) -> FollowUp:
            try:
                facts = self._filled(dict(f.facts))
            except NotKnown:
                facts = {}
            return replace(f, when=text(f.when), facts={**self._carried(f), **facts})

        choice: OutcomeChoice | None = outcome.choice
        if choice is not None:
            options = {
                k: replace(
                    o,
                    text=self._text(o.text),  # said to whoever chooses: nobody is introduced
                    help=self._text(o.help) if o.help else o.help,
                    unavailable=self._unavailable(o),
                )
                for k, o in choice.options.items()
            }
            choice = replace(choice, options=options, who=self._who(choice.who))
        deadline = outcome.deadline
        return replace(
            outcome,
            ruling=ruling,
            do=do,
            effects=tuple(map(effect, outcome.effects)),
            tell=said(),
            follow_ups=tuple(map(follow, outcome.follow_ups)),
            note=text(outcome.note) if outcome.note else outcome.note,
            choice=choice,
            deadline=replace(deadline, text=text(deadline.text)) if deadline is not None else None,
        )

    def _carried(self, follow: FollowUp) -> dict[str, Any]:
        """What the tree that follows need not ask: every fact both trees have, and the deal at the table."""
        target = self.trees.get(follow.tree)
        if target is None:
            return {}
        theirs = facts_of(target, self.trees)
        out: dict[str, Any] = {}
        for name, fact in self.facts.items():
            other = theirs.get(name)
            if other is None or name in follow.leave or name in self.ignored or not same_fact(fact, other):
                continue
            known = self.known.get(name)
            if other.derive is not None and other.derive.firm and self._all_known(other.derive):
                continue  # it says itself who that is, who may be another
            if known is not None and (known.source != "derived" or other.derive is None):
                out[name] = known.value
            elif known is None and name in self.given:
                out[name] = read(self.tree.game, name, fact, self.given[name], {})
        return out

    def _all_known(self, how: Derivation) -> bool:
        """Is all known that a derivation needs?"""
        return all(name in self.known or name in self.given for name in required(how.given))

    def _as_left(self, follow: FollowUp, own: Collection[str], leaves: Iterable[Left]) -> FollowUp:
        """A follow-up that is told of the table as this ruling leaves it, not as it was; ``own`` it is told as written."""
        facts = dict(follow.facts)
        deal = self.tree.deal
        for left in leaves:
            if deal is None or left.fact not in facts or left.fact in own or left.how == "more":
                continue
            now = changed(left, facts[left.fact])
            if now == facts[left.fact]:
                continue
            lasting = (n for n in facts if n not in own and n in deal.facts and deal.facts[n].lasts != "incident")
            for name in [name for name in lasting if left.fact in rests_on(name, deal.facts)]:
                del facts[name]  # it followed from what was there before
            facts.pop(left.fact, None)
            if now is not None and now != () and now != []:
                facts[left.fact] = now
        return replace(follow, facts=facts)

    def _with_added(self, follow: FollowUp, added: Mapping[str, Any]) -> FollowUp:
        """A follow-up that knows what this ruling has added to the deal sheet."""
        target = self.trees.get(follow.tree)
        theirs = facts_of(target, self.trees) if target is not None else {}
        more = {n: follow.facts.get(n, 0) + v for n, v in added.items() if n in theirs and n not in follow.leave}
        return replace(follow, facts={**follow.facts, **more}) if more else follow


_ABSENT = object()
_FEW_WAYS = 250  # that facts may be entered together, so few that all are tried
_ENOUGH = 2  # of them that can be, so that it does not rest on one


def _sentence(figure: Figure, result: Mapping[str, Any]) -> str | None:
    """The sentence a figure makes of a result; None where it makes none."""
    if figure.by is None:
        return figure.say
    value = result.get(figure.by)
    key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return figure.says.get(key, figure.says.get("*"))


def _clauses(figure: Figure, result: Mapping[str, Any]) -> tuple[str, ...]:
    """The clauses a figure rests on, with those that go with what came out."""
    besides = (cites for key, values in figure.cites_where.items() for cites in values.get(str(result.get(key)), ()))
    return tuple(dict.fromkeys((*figure.cites, *besides)))


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


def reworded(step: Asked | Ruled, text: str) -> str:
    """A text of a tree that was gone through, or somebody's path, with the facts and seats of this step put in."""
    deal = step.entry.deal
    known = {k.name: k.shown for k in step.known}
    roles = roles_of(step.tree, step.entry)
    seats = {
        role.seat: step.seats[name] for name, role in roles.items() if role.seat is not None and name in step.seats
    }
    sides = {k.name: k.value for k in step.known if isinstance(k.value, str)}
    cast = Cast(deal, roles, seats.get, sides.get) if deal is not None else None
    if cast is not None and is_path(text, cast.deal, cast.roles):
        return cast.say(text)

    def put(m: re.Match[str]) -> str:
        if m["plain"]:
            return m["name"]
        if cast is not None and is_path(m["name"], cast.deal, cast.roles):
            return cast.say(m["name"])
        return known[m["name"]] if m["name"] in known else PLACEHOLDER.sub(put, m["otherwise"] or "")

    return PLACEHOLDER.sub(put, text)


def open_question(books: Mapping[str, Book], id_: str) -> OpenQuestion:
    """The open question ``book/number``. Raises :class:`RuleInputError` when there is none."""
    book, _, number = id_.partition("/")
    found = next((q for q in books[book].open_questions if q.id == number), None) if book in books else None
    if found is None:
        raise RuleInputError(f"没有未定问题“{id_}”。")
    return found


def _contradiction(never: Never, known: Mapping[str, Any], walk: _Walk) -> bool:
    """Is all so that can never be so together? What this way through the tree did not reach is worked out where it can be."""
    said = {name for name in never.facts if name in known}
    if any(known[name] != never.facts[name] for name in said):
        return False
    return all(walk._quietly(name) == value for name, value in never.facts.items() if name not in said)


def _refuse_contradictions(tree: Tree, entered: Mapping[str, Any], walk: _Walk) -> None:
    """Refuse a fact entered otherwise than what it follows from says, where that is not for the referee to correct, and facts
    that cannot be true together. ``walk`` is a walk of its own: what is looked up here is not known for the ruling.
    """
    for name, value in entered.items():
        how = walk.facts[name].derive
        if how is None or not how.firm:
            continue
        try:
            derived, _ = walk._derive(how)
        except (NotKnown, RuleInputError):
            continue  # what it follows from is not known, or is refused where it is needed
        if derived is not None and derived != value:
            fact = walk.facts[name]
            where = "、".join(walk.facts[each].label for each in dict.fromkeys(required(how.given)))
            form = "seat" if fact.kind == "seat" and tree.deal is not None else None
            said, worked_out = (words.say(v, form, tree.deal) if form else show(fact, v) for v in (value, derived))
            raise RuleInputError(f"填的{fact.label}是{said}，照{where}却是{worked_out}：请改正其中一项。")
    for one in tree.agree:
        agreement = tree.deal.agree[one] if tree.deal is not None else None
        if agreement is None or any(walk._quietly(each) is None for each in required(agreement.given)):
            continue
        functions.call(agreement.call, walk._filled(dict(agreement.given)))


def _at_table(
    deal: Deal, game: str, facts: Mapping[str, Any], books: Mapping[str, Book], settled: Mapping[str, str]
) -> _Walk:
    """A walk that only knows the deal at a table, and what the event has decided."""
    tree = Tree(
        id=f"{game}.deal",
        title="",
        stage="",
        heard=(),
        cites=(),
        start="",
        facts={},
        questions={},
        outcomes={},
        deal=deal,
    )
    given = {name: value for name, value in facts.items() if name in deal.facts}
    walk = _Walk(tree, {}, given, books, settled)
    walk.facts = dict(deal.facts)
    return walk


def known_of_deal(
    deal: Deal, game: str, facts: Mapping[str, Any], books: Mapping[str, Book], settled: Mapping[str, str]
) -> dict[str, Any]:
    """All that is known of the deal at a table: what was entered, and what follows from it."""
    walk = _at_table(deal, game, facts, books, settled)
    found = {name: walk._quietly(name) for name in deal.facts}
    return {name: value for name, value in found.items() if value is not None}


@dataclass(slots=True)
class View:
    """What is known where a tree stands, needed for its ruling or not: for a picture of it."""

    _walk: _Walk

    def known(self, name: str) -> Known | None:
        """A fact, given or worked out; None where it is not known."""
        return self._walk.known.get(name) if self._walk._quietly(name) is not None else None

    def seat(self, who: str) -> str | None:
        """The seat of a role's path, of a fact that holds one, or of itself; None where it is not known."""
        if who in (self._walk.tree.deal.seats if self._walk.tree.deal is not None else ()):
            return who
        if who in self._walk.facts:
            return self._walk._seat(who)
        cast = self._walk._cast()
        return cast.seat(who) if cast is not None and who.partition(".")[0] in cast.roles else None


def view(
    tree: Tree,
    facts: Mapping[str, Any],
    *,
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str] | None = None,
) -> View:
    """Look at what the facts of a tree say, wherever its questions stand."""
    walk = _Walk(tree, trees, facts, books, settled or {})
    walk.facts = facts_of(tree, trees)
    walk.node_tree = tree
    return View(walk)


def added_by(deal: Deal, figures: Iterable[Worked]) -> dict[str, Any]:
    """What a ruling adds to numbers of the deal sheet, by what its figures say."""
    out: dict[str, Any] = {}
    for figure in figures:
        for name, how in deal.adds.items():
            if figure.function == how.call and figure.values.get(how.take):
                out[name] = out.get(name, 0) + figure.values[how.take]
    return out


def next_deal(
    deal: Deal, game: str, facts: Mapping[str, Any], books: Mapping[str, Book], settled: Mapping[str, str]
) -> dict[str, Any]:
    """What is known at a table when the next deal begins: what lasts longer than a deal, and what follows from this one.

    A function that cannot work with what is known leaves its fact open.
    """
    walk = _at_table(deal, game, facts, books, settled)
    out = {name: value for name, value in walk.given.items() if deal.facts[name].lasts in ("table", "event")}
    for name, how in deal.next_deal.items():
        out.pop(name, None)
        try:
            value, _ = walk._derive(how)
        except (NotKnown, RuleInputError):
            continue
        if value is not None:
            out[name] = value
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
    :class:`RuleInputError`, with one sentence, for facts that do not exist, cannot be, or contradict each other; also
    where they leave no answer to the next question, so that what cannot be is refused when it is entered.
    """
    settled = settled or {}
    step = _advance(tree, facts, trees, books, settled)
    if not isinstance(step, Asked):
        return step
    refused: RuleInputError | None = None
    for answer in possible_answers(step.fact):
        try:
            _advance(tree, {**facts, step.name: answer}, trees, books, settled)
        except RuleInputError as e:
            refused = e
        else:
            return step
    if refused is not None:
        raise refused
    return step


def _chosen_somewhere(name: str, tree: Tree, trees: Mapping[str, Tree]) -> bool:
    """Whether a fact is what somebody chooses after a ruling, of whichever tree."""
    every = (outcome.choice for each in (tree, *trees.values()) for outcome in each.outcomes.values())
    return any(choice is not None and choice.fact == name for choice in every)


def _advance(
    tree: Tree,
    facts: Mapping[str, Any],
    trees: Mapping[str, Tree],
    books: Mapping[str, Book],
    settled: Mapping[str, str],
    *,
    trial: bool = False,
) -> Step:
    declared = facts_of(tree, trees)
    for name in facts:
        if name not in declared and not _chosen_somewhere(name, tree, trees):
            own = [*own_facts(tree, trees), *declared]
            raise RuleInputError(
                f"{tree.title}（{tree.id}）没有“{name}”这一项，可用：{'、'.join(dict.fromkeys(own))}。"
            )
    walk = _Walk(tree, trees, facts, books, settled, trial=trial)
    walk.facts = declared
    # whatever was entered is checked, also what this way through the tree does not reach
    entered = {n: read(tree.game, n, declared[n], v, {}) for n, v in facts.items() if n in declared}
    refuse_fractions(declared, entered)
    _refuse_contradictions(tree, entered, _Walk(tree, trees, facts, books, settled, facts=declared))
    step = walk.go()
    if isinstance(step, Asked):
        refuse_what_cannot_be(declared, entered)
    known = {**entered, **{k.name: k.value for k in step.known}}
    for never in tree.never:
        if _contradiction(never, known, walk):
            raise RuleInputError(never.say)
    return step
