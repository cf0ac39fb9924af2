"""How many faults put into the trees the worked cases notice, and where none does.

    python -m tests.benchmarks.tree_mutants [GAME | TREE ...] [--list] [--write]

A fault is one small change at one place where something is written, of a kind that somebody could make by mistake: two
answers changed over, a limit one off, an effect left out, a fact no longer worked out. Prints, per game and kind, how many were
caught; with ``--list`` each that was not; with ``--write``, of all games, the shares into ``tests/decision_trees/mutants.txt``,
which the suite holds against a floor.

Of each case and chain what it went through is kept once, so that a fault is tried only with those that could notice it.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import yaml

from decision_trees import functions, walking
from decision_trees.cases import compared, run_case
from decision_trees.chain import run_chain
from decision_trees.engine import Ruled
from decision_trees.knowledge import Knowledge
from decision_trees.law import Law
from decision_trees.library import Library, open_library
from decision_trees.loader import FACTS, FIGURES, ROOT, load_game, shared_facts, shared_figures
from decision_trees.model import REFUSED, Derivation, Fact, Figure, Outcome, OutcomeChoice, Question, Range, Tree
from decision_trees.reach import facts_of, reached
from rules_data.handbook import open_handbook
from rules_data.loader import Document, validate

HERE = Path(__file__).resolve().parent.parent / "decision_trees"
RESULT = HERE / "mutants.txt"
EQUIVALENT = HERE / "mutants_equivalent.yaml"
PROCESSES = 2
NOTHING = "—"
"""A value that no fact has."""


def collect(trees: Iterable[Tree]) -> None:
    """Keep what trees give to functions as it is: the plain values that could be written one for another."""
    for tree in trees:
        how = [f.derive for f in tree.facts.values() if f.derive is not None and f.derive.call is not None]
        given = [(d.call, d.given) for d in how]
        given += [(f.call, f.given) for o in tree.outcomes.values() for f in o.figures.values()]
        for call, parameters in given:
            for name, value in parameters.items():
                if isinstance(value, str) and not value.startswith("$"):
                    known = _LITERALS.setdefault((call or "", name), [])
                    if value not in known:
                        known.append(value)


Filled = Callable[[Ruled], Ruled | None]
"""A ruling as it is with the fault: without walking again; None where it must be walked."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault put into a tree."""

    tree: str
    kind: str
    where: str  # what was changed, and how
    changed: Mapping[str, Tree]
    nodes: frozenset[tuple[str, str]] = (
        frozenset()
    )  # tree and question or outcome; none for a fact, or the tree as a whole
    fact: str | None = None
    filled: Filled | None = None  # what the fault does to a ruling that came to the outcome, where it does no more

    @property
    def id(self) -> str:
        """How it is named in lists."""
        return f"{self.tree}  {self.kind}  {self.where}"


@dataclass(frozen=True, slots=True)
class Trail:
    """What a case or chain goes through."""

    nodes: frozenset[tuple[str, str]]  # tree and question or outcome
    facts: frozenset[str]  # looked at, known or not
    trees: frozenset[str]


# -- faults -------------------------------------------------------------------------------------------------------------
def _without(items: Sequence[Any], at: int) -> tuple[Any, ...]:
    return (*items[:at], *items[at + 1 :])


def _less(items: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {other: value for other, value in items.items() if other != name}


def _uncited(outcome: Outcome, cited: str) -> Outcome:
    """The outcome with a clause cited nowhere in it: a ruling cites what its effects, figures and choice cite as well."""

    def rest(cites: Sequence[str]) -> tuple[str, ...]:
        return tuple(c for c in cites if c != cited)

    def figure(each: Figure) -> Figure:
        where = {key: {value: rest(c) for value, c in by.items()} for key, by in each.cites_where.items()}
        return replace(each, cites=rest(each.cites), cites_where=where)

    choice = outcome.choice
    if choice is not None:
        options = {key: replace(option, cites=rest(option.cites)) for key, option in choice.options.items()}
        choice = replace(choice, cites=rest(choice.cites), options=options)
    return replace(
        outcome,
        cites=rest(outcome.cites),
        effects=tuple(replace(e, cites=rest(e.cites)) for e in outcome.effects),
        figures={name: figure(each) for name, each in outcome.figures.items()},
        choice=choice,
        next=tuple(replace(each, cites=rest(each.cites)) for each in outcome.next),
        stays=tuple(replace(each, cites=rest(each.cites)) for each in outcome.stays),
    )


def _one_off(amount: Any) -> Iterator[Any]:
    """An amount one more and one less."""
    if isinstance(amount, bool) or amount is None:
        return
    if isinstance(amount, int | float):
        yield from (amount + 1, amount - 1)
    elif isinstance(amount, str) and amount.lstrip("+-−").isdigit():
        number = int(amount.replace("−", "-"))
        yield from (str(number + 1), str(number - 1))


def _of(change: Callable[[Outcome], Outcome]) -> Filled:
    """A fault of the outcome alone."""
    return lambda step: replace(step, outcome=change(step.outcome))


def _dropped(part: str, at: int) -> Callable[[Outcome], Outcome]:
    return lambda outcome: replace(outcome, **{part: _without(getattr(outcome, part), at)})


def _other_amount(at: int, amount: Any) -> Callable[[Outcome], Outcome]:
    def change(outcome: Outcome) -> Outcome:
        effects = outcome.effects
        return replace(outcome, effects=(*effects[:at], replace(effects[at], amount=amount), *effects[at + 1 :]))

    return change


def _other(**parts: Any) -> Callable[[Outcome], Outcome]:
    return lambda outcome: replace(outcome, **parts)


def _not_cited(cited: str) -> Filled:
    """Not cited any more, where no other tree goes through this one, which may cite it too."""

    def change(step: Ruled) -> Ruled | None:
        return None if "/" in step.path[-1] else replace(step, cites=tuple(c for c in step.cites if c != cited))

    return change


def _without_figure(name: str) -> Filled:
    def change(step: Ruled) -> Ruled | None:
        if step.next is not None and step.next.figure == name:
            return None
        return replace(step, figures=tuple(figure for figure in step.figures if figure.name != name))

    return change


def _outcomes(outcome: Outcome) -> Iterator[tuple[str, str, Outcome, Filled | None]]:
    """Kind of fault, where, the outcome with it, and what it does to a ruling."""
    for at, effect in enumerate(outcome.effects):
        named = f"{effect.kind} {effect.who or ''}".strip()
        drop = _dropped("effects", at)
        yield "effect", f"{named} dropped", drop(outcome), _of(drop)
        for amount in _one_off(effect.amount):
            more = _other_amount(at, amount)
            yield "amount", f"{named} {effect.amount}>{amount}", more(outcome), _of(more)
    for cited in outcome.cites:
        yield "citation", cited, _uncited(outcome, cited), _not_cited(cited)
    for at, line in enumerate(outcome.do):
        drop = _dropped("do", at)
        yield "sentence", f"do {line}", drop(outcome), _of(drop)
    for who in outcome.tell:
        yield "sentence", f"tell {who}", replace(outcome, tell=_less(outcome.tell, who)), None
    yield "sentence", "ruling", replace(outcome, ruling=""), _of(_other(ruling=""))
    for level in ("none", "restriction", "penalty"):
        if level != outcome.level:
            yield "level", f"{outcome.level}>{level}", replace(outcome, level=level), _of(_other(level=level))
    for at, follow in enumerate(outcome.follow_ups):
        drop = _dropped("follow_ups", at)
        yield "follow-up", follow.tree, drop(outcome), _of(drop)
    if outcome.deadline is not None:
        yield "deadline", "dropped", replace(outcome, deadline=None), _of(_other(deadline=None))
    if outcome.choice is not None:
        for kind, where, choice in _choices(outcome.choice):
            yield kind, where, replace(outcome, choice=choice), None
    for name in outcome.figures:
        yield (
            "sentence",
            f"figure {name}",
            replace(outcome, figures=_less(outcome.figures, name)),
            _without_figure(name),
        )


def _choices(choice: OutcomeChoice) -> Iterator[tuple[str, str, OutcomeChoice]]:
    for one, other in itertools.pairwise(choice.options):
        to, instead = choice.options[one].to, choice.options[other].to
        if to != instead:
            options = {
                **choice.options,
                one: replace(choice.options[one], to=instead),
                other: replace(choice.options[other], to=to),
            }
            yield "choice", f"{one}/{other}", replace(choice, options=options)
    for name, option in choice.options.items():
        if option.only:
            options = {**choice.options, name: replace(option, only={}, otherwise=None)}
            yield "choice", f"{name} only", replace(choice, options=options)


def _figures(figure: Figure) -> Iterator[tuple[str, str, Figure]]:
    for one, other in itertools.pairwise(figure.says):
        says = {**figure.says, one: figure.says[other], other: figure.says[one]}
        if says != figure.says:
            yield "take", f"says {one}/{other}", replace(figure, says=says)
    if figure.by is not None:
        for key in _other_keys(figure.call, figure.by):
            yield "take", f"by {figure.by}>{key}", replace(figure, by=key)


_KEYS: dict[str, dict[str, str]] = {}  # function -> key of its result -> type: seen while the cases were walked
_LITERALS: dict[tuple[str, str], list[Any]] = {}  # function and parameter -> what the trees give it as it is


def _other_keys(call: str, key: str) -> Iterator[str]:
    """Another key of a function's result that could have been meant: the next of the same kind of value."""
    kinds = _KEYS.get(call, {})
    names = sorted(kinds)
    if key in kinds:
        at = names.index(key)
        alike = [name for name in (*names[at + 1 :], *names[:at]) if kinds[name] == kinds[key]]
        yield from alike[:1]


def _given(call: str, given: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a function is given, changed: something it can do without left out, two facts changed over, a plain value another."""
    for name, value in given.items():
        if isinstance(value, str) and value.startswith("$"):
            if value.endswith("?"):
                yield f"{name} dropped", _less(given, name)
        elif isinstance(value, bool):
            yield f"{name} {value}>{not value}", {**given, name: not value}
        elif isinstance(value, int | float):
            yield f"{name} {value}>{value + 1}", {**given, name: value + 1}
        elif isinstance(value, str):
            others = [each for each in _LITERALS.get((call, name), []) if each != value]
            if others:
                yield f"{name} {value}>{others[0]}", {**given, name: others[0]}
    facts = [name for name, value in given.items() if isinstance(value, str) and value.startswith("$")]
    for one, other in itertools.pairwise(facts):
        if given[one] != given[other]:
            yield f"{one}/{other}", {**given, one: given[other], other: given[one]}


def _derivations(how: Derivation, facts: Mapping[str, Fact]) -> Iterator[tuple[str, str, Derivation | None]]:
    yield "derive", "removed", None
    if how.call is not None and how.take is not None:
        for key in _other_keys(how.call, how.take):
            yield "take", f"{how.take}>{key}", replace(how, take=key)
    if how.equals is not None:
        asked = facts.get(how.fact or "")
        options = [key for key in (asked.options if asked is not None else ()) if key != how.equals]
        for other in (not how.equals,) if isinstance(how.equals, bool) else (*options[:1], NOTHING):
            yield "condition", f"equals {how.equals}>{other}", replace(how, equals=other)
    for at, one in enumerate(how.one_of or ()):
        yield "condition", f"one_of without {one}", replace(how, one_of=_without(how.one_of or (), at))
    if how.contains is not None:
        yield "condition", f"contains {how.contains}", replace(how, contains=NOTHING)
    if how.empty is not None:
        yield "condition", "empty", replace(how, empty=not how.empty)
    for step in (1, -1):
        if how.at_least is not None:
            yield "ranges", f"at_least {how.at_least:+g}{step:+d}", replace(how, at_least=how.at_least + step)
        if how.at_most is not None:
            yield "ranges", f"at_most {how.at_most:+g}{step:+d}", replace(how, at_most=how.at_most + step)


def _leads(ranges: Sequence[Range], value: float) -> str | None:
    for r in ranges:
        if (r.at_least is None or value >= r.at_least) and (r.at_most is None or value <= r.at_most):
            return r.to
    return None


def _same_numbers(one: Sequence[Range], other: Sequence[Range], fact: Fact | None) -> bool:
    """Do two lists of ranges lead every number that may be entered to the same place?"""
    bounds = [b for r in (*one, *other) for b in (r.at_least, r.at_most) if b is not None]
    lowest = min(bounds) - 2 if fact is None or fact.minimum is None else fact.minimum
    highest = max(bounds) + 2 if fact is None or fact.maximum is None else fact.maximum
    near = {each for b in bounds for each in (b - 1, b, b + 1) if lowest <= each <= highest}
    return all(_leads(one, value) == _leads(other, value) for value in near)


def _ranges(question: Question, fact: Fact | None) -> Iterator[tuple[str, Question]]:
    for at, each in enumerate(question.ranges):
        for bound in ("at_least", "at_most"):
            value = getattr(each, bound)
            for step in (1, -1) if value is not None else ():
                ranges = (*question.ranges[:at], replace(each, **{bound: value + step}), *question.ranges[at + 1 :])
                if not _same_numbers(question.ranges, ranges, fact):
                    yield f"{bound} {value:g}{step:+d}", replace(question, ranges=ranges)


@functools.cache
def _shared(game: str) -> tuple[Mapping[str, Figure], Mapping[str, Fact]]:
    """The figures and facts that are written once for several trees of a game."""
    folder = ROOT / game
    return (
        validate(Document(folder / FIGURES, shared_figures(folder), {}), dict[str, Figure]),
        validate(Document(folder / FACTS, shared_facts(folder), {}), dict[str, Fact]),
    )


def _everywhere(name: str, figure: Figure, among: Iterable[Tree], other: Figure) -> Mapping[str, Tree]:
    """The trees among which a figure is written alike, with another in its place."""
    changed = {}
    for tree in among:
        outcomes = {
            node: replace(outcome, figures={**outcome.figures, name: other})
            for node, outcome in tree.outcomes.items()
            if outcome.figures.get(name) == figure
        }
        if outcomes:
            changed[tree.id] = replace(tree, outcomes={**tree.outcomes, **outcomes})
    return changed


def _says_first(tree: Tree, figure: Figure) -> tuple[str, str]:
    """The outcome and figure of a tree where its sentences stand first: in YAML they are written once."""
    each = ((node, name, f) for node, outcome in tree.outcomes.items() for name, f in outcome.figures.items())
    return next((node, name) for node, name, f in each if f.says == figure.says)


def _said_otherwise(
    figure: Figure, among: Iterable[Tree], other: Figure
) -> tuple[Mapping[str, Tree], frozenset[tuple[str, str]]]:
    """The trees with a figure's sentences changed wherever they say just these, and where that is."""
    changed, nodes = {}, set()
    for tree in among:
        outcomes = {}
        for node, outcome in tree.outcomes.items():
            if any(f.says == figure.says for f in outcome.figures.values()):
                said = {
                    n: replace(f, says=other.says) if f.says == figure.says else f for n, f in outcome.figures.items()
                }
                outcomes[node] = replace(outcome, figures=said)
                nodes.add((tree.id, node))
        if outcomes:
            changed[tree.id] = replace(tree, outcomes={**tree.outcomes, **outcomes})
    return changed, frozenset(nodes)


def _faulty_figures(tree: Tree, trees: Mapping[str, Tree]) -> Iterator[Mutant]:
    """Faults of what is worked out: what several outcomes, or trees, say alike is written once."""
    shared = _shared(tree.game)[0]
    done: list[tuple[str, Figure]] = []
    for node, outcome in tree.outcomes.items():
        for name, figure in outcome.figures.items():
            if (name, figure) in done:
                continue
            done.append((name, figure))
            among = [tree]
            if shared.get(name) == figure:
                among = [t for t in trees.values() if t.game == tree.game]
                users = [t.id for t in among for o in t.outcomes.values() if o.figures.get(name) == figure]
                if users[0] != tree.id:
                    continue
            nodes = frozenset((t.id, n) for t in among for n, o in t.outcomes.items() if o.figures.get(name) == figure)
            for kind, where, other in _figures(figure):
                if other.says == figure.says:
                    changed = _everywhere(name, figure, among, other)
                    yield Mutant(tree.id, kind, f"{node}: figure {name} {where}", changed, nodes)
                elif among != [tree] or _says_first(tree, figure) == (node, name):
                    changed, said = _said_otherwise(figure, among, other)
                    yield Mutant(tree.id, kind, f"{node}: figure {name} {where}", changed, said)


def _given_otherwise(tree: Tree, call: str, given: Mapping[str, Any], other: dict[str, Any]) -> Tree:
    """A tree with something else given to a function wherever just this is given to it: in YAML it is written once."""

    def fact(each: Fact) -> Fact:
        how = each.derive
        if how is None or how.call != call or how.given != given:
            return each
        return replace(each, derive=replace(how, given=other))

    def figure(each: Figure) -> Figure:
        return replace(each, given=other) if each.call == call and each.given == given else each

    facts = {name: fact(each) for name, each in tree.facts.items()}
    outcomes = {
        name: replace(outcome, figures={key: figure(each) for key, each in outcome.figures.items()})
        for name, outcome in tree.outcomes.items()
    }
    return replace(tree, facts=facts, outcomes=outcomes)


def _faulty_facts(tree: Tree, trees: Mapping[str, Tree]) -> Iterator[Mutant]:
    shared, declared = _shared(tree.game)[1], facts_of(tree, trees)
    done: list[tuple[str, Mapping[str, Any]]] = []
    for name, fact in tree.facts.items():
        if fact.derive is None:
            continue
        among = [tree]
        if shared.get(name) == fact:
            among = [t for t in trees.values() if t.game == tree.game and t.facts.get(name) == fact]
            if among[0].id != tree.id:
                continue
        for kind, where, how in _derivations(fact.derive, declared):
            changed = {t.id: replace(t, facts={**t.facts, name: replace(fact, derive=how)}) for t in among}
            yield Mutant(tree.id, kind, f"{name}: {where}", changed, fact=name)
        call, given = fact.derive.call, fact.derive.given
        if call is None or (call, given) in done:
            continue
        done.append((call, given))
        for where, other in _given(call, given):
            changed = {t.id: _given_otherwise(t, call, given, other) for t in among}
            yield Mutant(tree.id, "given", f"{name}: {where}", changed)


def mutants(tree: Tree, trees: Mapping[str, Tree]) -> Iterator[Mutant]:
    """Every fault of a tree, in the order of its parts."""
    declared = facts_of(tree, trees)

    def asked(name: str, question: Question) -> Mapping[str, Tree]:
        return {tree.id: replace(tree, questions={**tree.questions, name: question})}

    for name, question in tree.questions.items():
        at = frozenset({(tree.id, name)})
        for one, other in itertools.pairwise(question.answers):
            if question.answers[one] != question.answers[other]:
                answers = {**question.answers, one: question.answers[other], other: question.answers[one]}
                changed = asked(name, replace(question, answers=answers))
                yield Mutant(tree.id, "answers", f"{name}: {one}/{other}", changed, at)
        for where, posed in _ranges(question, declared.get(question.fact or "")):
            yield Mutant(tree.id, "ranges", f"{name}: {where}", asked(name, posed), at)
    for name, figure in tree.figures.items():
        nodes = frozenset((tree.id, node) for node, o in tree.outcomes.items() if o.figures.get(name) == figure)
        bare = {
            node: replace(tree.outcomes[node], figures=_less(tree.outcomes[node].figures, name)) for _, node in nodes
        }
        changed = {tree.id: replace(tree, outcomes={**tree.outcomes, **bare})}
        yield Mutant(tree.id, "sentence", f"every outcome: figure {name}", changed, nodes)
    for name, outcome in tree.outcomes.items():
        for kind, where, ruled, filled in _outcomes(outcome):
            if any(where == f"figure {each}" and outcome.figures.get(each) == f for each, f in tree.figures.items()):
                continue  # written once for all outcomes
            changed = {tree.id: replace(tree, outcomes={**tree.outcomes, name: ruled})}
            yield Mutant(tree.id, kind, f"{name}: {where}", changed, frozenset({(tree.id, name)}), filled=filled)
    yield from _faulty_figures(tree, trees)
    yield from _faulty_facts(tree, trees)
    for number, never in enumerate(tree.never):
        changed = {tree.id: replace(tree, never=_without(tree.never, number))}
        yield Mutant(tree.id, "never", never.say, changed)


# -- who could notice them ----------------------------------------------------------------------------------------------
class Bench:
    """The cases and chains of some games, each with what it goes through, and faults tried on them."""

    def __init__(self, library: Library, games: Sequence[str]) -> None:
        self.library, self.books = library, open_handbook().books
        self.trails: dict[str, Trail] = {}
        self.by_tree: dict[str, list[str]] = defaultdict(list)
        self.ended: dict[tuple[str, str], list[tuple[str, Ruled]]] = defaultdict(
            list
        )  # the cases that end in an outcome
        collect(library.trees.values())
        refused = (case for game in games for case in load_game(game).cases.values() if case.expect.outcome == REFUSED)
        self.cases = {**library.cases, **{case.id: case for case in refused}}  # those that nobody is shown
        cases = [name for name, case in self.cases.items() if case.tree.partition(".")[0] in games]
        chains = [name for name, chain in library.chains.items() if chain.id.partition(".")[0] in games]
        seen: set[str] = set()
        looked: set[str] = set()
        nodes: set[tuple[str, str]] = set()

        def value(walk: Any, name: str) -> Any:
            looked.add(name)
            return was(walk, name)

        def rule(walk: Any, tree: Tree, node: str) -> Any:
            nodes.add((tree.id, node))
            return ruled(walk, tree, node)

        def onward(question: Question, fact: Fact, given: Any, tree: Tree) -> str:
            nodes.update((tree.id, name) for name, each in tree.questions.items() if each is question)
            return went(question, fact, given, tree)

        def call(name: str, given: Mapping[str, Any]) -> Any:
            result = called(name, given)
            for key, found in result.items():
                _KEYS.setdefault(name, {}).setdefault(key, type(found).__name__)
                if _KEYS[name][key] == "NoneType":
                    _KEYS[name][key] = type(found).__name__
            return result

        way, known = cast(Any, walking.Walking), cast(Any, Knowledge)
        was, ruled, went, called = known.value, way._rule, walking._onward, functions.call
        run = way._run

        def entered(walk: Any, tree: Tree, node: str, *, top: bool) -> Any:
            seen.add(tree.id)
            step = run(walk, tree, node, top=top)
            nodes.update((tree.id, name) for name in walk.path if "/" not in name)
            nodes.update((name.partition("/")[0], name.partition("/")[2]) for name in walk.path if "/" in name)
            return step

        known.value, way._rule, way._run = value, rule, entered
        patched, calls = cast(Any, walking), cast(Any, functions)
        patched._onward, calls.call = onward, call
        try:
            for name in (*cases, *chains):
                for each in (seen, looked, nodes):
                    each.clear()
                if name in self.cases:
                    case = self.cases[name]
                    step = run_case(case, Law(library.trees, self.books)).step
                    if isinstance(step, Ruled):
                        self.ended[step.tree.id, step.outcome_id].append((name, step))
                    seen.update(each.id for each in reached(library.trees[case.tree], library.trees))
                else:
                    run_chain(library.chains[name], Law(library.trees, self.books))
                self.trails[name] = Trail(frozenset(nodes), frozenset(looked), frozenset(seen))
                for tree in seen:
                    self.by_tree[tree].append(name)
        finally:
            known.value, way._rule, way._run = was, ruled, run
            patched._onward, calls.call = went, called

    def notices(self, name: str, trees: Mapping[str, Tree]) -> bool:
        """Does a case or chain come out otherwise than expected?"""
        try:
            if name in self.cases:
                return not run_case(self.cases[name], Law(trees, self.books)).ok
            return bool(run_chain(self.library.chains[name], Law(trees, self.books)))
        except Exception:  # what no tree may give to a function breaks it
            return True

    def could(self, mutant: Mutant) -> list[str]:
        """The cases and chains that could notice a fault, those that end there first."""
        names: Iterable[str] = dict.fromkeys(name for tree in mutant.changed for name in self.by_tree[tree])
        if mutant.nodes:
            names = [name for name in names if not mutant.nodes.isdisjoint(self.trails[name].nodes)]
        if mutant.fact is not None:
            names = [name for name in names if mutant.fact in self.trails[name].facts]
        return sorted(names, key=lambda name: (name not in self.cases, len(self.trails[name].nodes)))

    def caught(self, mutant: Mutant) -> bool:
        """Does any case or chain notice a fault?"""
        seen: set[str] = set()  # what came of them is known without walking again
        if mutant.filled is not None:
            for name, step in (each for node in mutant.nodes for each in self.ended[node]):
                ruled = mutant.filled(step)
                if ruled is not None:
                    if compared(self.cases[name].expect, ruled):
                        return True
                    seen.add(name)
        trees = {**self.library.trees, **mutant.changed}
        return any(self.notices(name, trees) for name in self.could(mutant) if name not in seen)


def equivalent() -> dict[str, str]:
    """The faults that are none: what they change nobody could see; each with the reason."""
    found = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) if EQUIVALENT.exists() else None
    return {each["mutant"]: each["reason"] for each in found or ()}


# -- counting -----------------------------------------------------------------------------------------------------------
_bench: Bench | None = None


def _try(tree_id: str) -> list[tuple[str, str, bool]]:
    """The faults of one tree: kind, name, and whether it was caught."""
    assert _bench is not None
    tree, none = _bench.library.trees[tree_id], equivalent()
    found = mutants(tree, _bench.library.trees)
    return [(m.kind, m.id, _bench.caught(m)) for m in found if m.id not in none]


def main(wanted: list[str], listing: bool, writing: bool) -> None:
    """Count and print."""
    global _bench
    library = open_library()
    trees = [t for t in library.trees.values() if not wanted or t.game in wanted or t.id in wanted]
    _bench = Bench(library, sorted({t.game for t in trees}))
    count: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    trees.sort(key=lambda t: -len(t.outcomes) * len(_bench.by_tree[t.id] if _bench else ()))
    with multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
        results = pool.imap(_try, [tree.id for tree in trees], chunksize=1)
        for tree, found in zip(trees, results, strict=True):
            for kind, name, caught in found:
                for key in (kind, "all"):
                    count[tree.game, key][0] += caught
                    count[tree.game, key][1] += 1
                if listing and not caught:
                    print(name, flush=True)
    lines = [
        f"{game} {kind}: {caught} of {all_}, {100 * caught / all_:.1f} %"
        for (game, kind), (caught, all_) in sorted(count.items(), key=lambda each: (each[0][0], each[0][1] == "all"))
    ]
    print("\n".join(lines))
    if writing and not wanted:
        commit = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
        ).stdout.strip()
        head = f"commit {commit}, {len(equivalent())} declared to change nothing"
        RESULT.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main([word for word in sys.argv[1:] if not word.startswith("-")], "--list" in sys.argv, "--write" in sys.argv)
