"""Worked cases as questions see them: what is ruled, what would be if one thing were otherwise, what rests on open questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from random import Random
from typing import Any

from app.base.opened import handbook, trees
from app.ruling.consequences import carried_out
from app.ruling.wording import shaped
from app.study.clauses import definition
from app.study.model import Question
from decision_trees.engine import Asked, Known, Ruled, Settled, Step, advance
from decision_trees.entered import possible_answers
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.model import Case, Fact, Tree
from decision_trees.reach import facts_of, reached
from decision_trees.roles import PLACEHOLDER, Cast, is_path, roles_of
from decision_trees.values import show
from rules_data.model import GameId

ENOUGH = 4
"""Other rulings that are looked for."""
DEEP = 2
"""Further questions that are answered to come to another ruling."""
WALKS = 24
"""Ways through the tree that are tried for them: a question is made while somebody waits."""
ALIKE = 0.45
"""How much of the wording two rulings share that may be the same."""
PREMISE = 105
"""Characters of open questions that a stem may settle."""
ALONE = 11  # letters: an answer as long says what it is about; a shorter one is said with what it answers
WHO = re.compile("谁|哪")  # in what is answered: who somebody is says nothing by itself
IF = "题里若"
VALUES = 4
"""Other values of one fact that are tried."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What would be ruled if something of a case were otherwise."""

    ruled: Ruled
    told: str  # what would have to be so: 题里若不是“下家已叫”


@cache
def cases_of(game: GameId) -> tuple[Case, ...]:
    """The worked cases that are taught."""
    return tuple(case for case in trees().cases.values() if case.teach != "no" and case.tree.partition(".")[0] == game)


@cache
def by_tree(game: GameId) -> Mapping[str, tuple[Case, ...]]:
    """The cases that are taught, by tree."""
    out: dict[str, list[Case]] = {}
    for case in cases_of(game):
        out.setdefault(case.tree, []).append(case)
    return {tree: tuple(cases) for tree, cases in out.items()}


@cache
def _through(tree: str) -> Mapping[str, Tree]:
    """The trees that a ruling by this one may go through: all that it needs to be walked."""
    library = trees()
    return {each.id: each for each in reached(library.tree(tree), library.trees)}


def case_of(question: Question) -> Case | None:
    """The case a stem tells; None where it tells none. Of two that begin alike the longer."""
    fitting = [case for case in cases_of(question.game) if question.stem.startswith(told(case))]
    return max(fitting, key=lambda case: len(told(case)), default=None)


_ASKED_ALOUD = re.compile("：([^。？：“”]{1,30}？)$")
_BRACKETS, _PARAGRAPH = re.compile("[()（）]"), re.compile(r"第\d+段$")  # an explanation may leave them out
_SAID_ALOUD = re.compile("(?<=[。！”])([东南西北]家说)([^。！？“”：]{1,30}？)")
_OWN_QUESTION = re.compile(r"(?<=[。！”])(?:[^。！？“”：问]{1,30}？(?=[^”])|[^。！？“”]{1,30}？$)")


def told(case: Case) -> str:
    """A situation as a stem begins: without the questions it asks, for the stem asks its own; what a player asks is quoted."""
    text = _SAID_ALOUD.sub(r"\1：“\2”", case.situation.strip())
    text = _ASKED_ALOUD.sub(r"：“\1”", _OWN_QUESTION.sub("", _OWN_QUESTION.sub("", text)))
    return text if text.endswith(("。", "？", "！", "”")) else f"{text}。"


def decider(case: Case) -> str | None:
    """The clause that decides a case: of those it expects, the first its explanation names; a definition only alone."""
    cites = tuple(cite for cite in case.expect.cites if not definition(cite)) or case.expect.cites
    book = handbook()
    why = _BRACKETS.sub("", case.why)
    named = {cite: why.find(_PARAGRAPH.sub("", _BRACKETS.sub("", book.provision(cite).label))) for cite in cites}
    said = [cite for cite in cites if named[cite] >= 0]
    return min(said, key=lambda cite: named[cite]) if said else next(iter(cites), None)


def step(case: Case, facts: Mapping[str, Any], settled: Mapping[str, str] | None = None) -> Step | None:
    """Where facts lead in the case's tree; None where they cannot be."""
    with suppress(RuleInputError):
        return advance(
            trees().tree(case.tree),
            facts,
            Law(_through(case.tree), handbook().books, case.settled if settled is None else settled),
        )
    return None


@lru_cache(maxsize=512)
def _ruled(id_: str) -> Ruled | None:
    case = trees().cases[id_]
    found = step(case, case.facts)
    return found if isinstance(found, Ruled) and found.outcome_id == case.expect.outcome else None


def ruled(case: Case) -> Ruled | None:
    """The ruling of a case; None where the text decides nothing."""
    return _ruled(_key(case))


def _key(case: Case) -> str:
    return case.id if case.id in trees().cases else f"{case.tree.partition('.')[0]}.{case.id}"


def taught(cases: Iterable[Case], rng: Random, tried: int) -> Iterator[tuple[Case, Ruled]]:
    """Yield some cases with their rulings, in an order by chance: none of which the text decides nothing."""
    shuffled = list(cases)
    rng.shuffle(shuffled)
    for case in shuffled[:tried]:
        if (found := ruled(case)) is not None:
            yield case, found


@lru_cache(maxsize=1024)
def _moving(id_: str, whole: bool) -> tuple[Settled, ...]:
    case, found = trees().cases[id_], _ruled(id_)
    assert found is not None
    return tuple(
        each for each in found.settled if each.source == "default" and not _unmoved(case, found, each, whole=whole)
    )


def premises(case: Case, *, whole: bool = False) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """What a stem has to settle besides the situation, in a sentence, and all the open questions the question settles.

    Nothing is said of an open question that the case settles, that the ruling itself leaves to somebody's choice, or whose answer
    makes no difference to what is asked: the ruling itself, or with ``whole`` everything that is said with it.
    """
    moving = _moving(_key(case), whole)
    said = "".join(f"“{_inner(each.question)}”条文没有写明，本题按“{_inner(each.text)}”处理。" for each in moving)
    settled = {**case.settled, **{each.id: each.answer for each in moving}}
    return said, tuple(sorted(settled.items()))


def _inner(text: str) -> str:
    """A text as it stands within quotation marks."""
    return text.rstrip("。").translate(_WITHIN)


_WITHIN = str.maketrans("“”「」", "‘’‘’")


def _unmoved(case: Case, found: Ruled, question: Settled, *, whole: bool) -> bool:
    book, _, number = question.id.partition("/")
    options = next(q.options for q in handbook().books[book].open_questions if q.id == number)
    for option in options:
        if option.key == question.answer:
            continue
        other = step(case, case.facts, {**case.settled, question.id: option.key})
        if other is None:  # these facts are not told of where it is answered so
            continue
        if not isinstance(other, Ruled) or said(other, whole=whole) != said(found, whole=whole):
            return False
    return True


def said(found: Ruled, *, whole: bool) -> tuple[object, ...]:
    """What a ruling says, to see whether another says the same."""
    outcome = found.outcome
    if not whole:
        choice = outcome.choice
        return (found.outcome_id, outcome.ruling, found.cites[:1], choice and (choice.who, tuple(choice.options)))
    return (
        outcome.ruling,
        outcome.do,
        tuple(sorted(outcome.tell.items())),
        tuple(figure.text for figure in found.figures),
        found.next.text if found.next is not None else "",
        tuple(carried_out(found)),
    )


_NUMBERS = re.compile(r"\d+|[一两二三四五六七八九]")


def same_ruling(one: Ruled, other: Ruled) -> bool:
    """May two rulings come to the same in other words: the same consequences, the same numbers, much of the wording?"""
    if one.outcome.level != other.outcome.level or _consequences(one) != _consequences(other):
        return False
    texts = [one.outcome.ruling, other.outcome.ruling]
    if sorted(_NUMBERS.findall(texts[0])) != sorted(_NUMBERS.findall(texts[1])):
        return False
    return SequenceMatcher(None, texts[0], texts[1]).ratio() > ALIKE


def _consequences(found: Ruled) -> list[tuple[str, ...]]:
    return sorted((e.kind, str(e.amount), str(e.duration)) for e in found.outcome.effects)


def otherwise(case: Case, rng: Random, tried: int = WALKS) -> Iterator[Otherwise]:
    """Yield other rulings of the case's tree, each with the one thing that would have to be otherwise."""
    found = ruled(case)
    if found is None:
        return
    declared = facts_of(found.entry, _through(case.tree))
    changes = [
        (known, value)
        for known in found.known
        if known.name in declared and known.source != "chosen"
        for value in _others(declared[known.name], known)
    ]
    rng.shuffle(changes)
    sheet = found.entry.deal.facts if found.entry.deal is not None else {}
    changes.sort(key=lambda change: getattr(sheet.get(change[0].name), "lasts", None) not in (None, "incident"))
    seen = {found.outcome_id}
    walks = [tried]
    for known, value in changes:
        if len(seen) > ENOUGH or not walks[0]:
            return
        other = _reached(case, {**case.facts, known.name: value}, DEEP, rng, walks)
        if other is not None and other[0].outcome_id not in seen:
            seen.add(other[0].outcome_id)
            if same_ruling(found, other[0]):
                continue
            yield Otherwise(other[0], f"{IF}{_is(found.entry, declared[known.name], value)}{other[1]}")


def also_ruled(case: Case) -> frozenset[str]:
    """What else is ruled in a case, in the words of its outcomes: before somebody has chosen, and by the trees that follow on.

    The same facts without what was chosen come to the ruling that offers the choice, and with what the ruling leaves to another
    tree to that tree's: both are true of the situation, whatever is asked.
    """
    found = ruled(case)
    if found is None:
        return frozenset()
    through = _through(case.tree)
    chosen = {
        outcome.choice.fact
        for tree in through.values()
        for outcome in tree.outcomes.values()
        if outcome.choice is not None
    }
    out = set()
    taken = [name for name in case.facts if name in chosen]
    for number in range(len(taken)):
        before = step(case, {name: value for name, value in case.facts.items() if name not in taken[number:]})
        if isinstance(before, Ruled):
            out.add(shaped(before.outcome.ruling))
    for follow in found.outcome.follow_ups:
        out |= _by_another(case, follow.tree)
    return frozenset(out - {shaped(found.outcome.ruling)})


def _by_another(case: Case, name: str) -> set[str]:
    """What another tree rules with as much of a case's facts as it knows."""
    tree = trees().trees.get(name)
    if tree is None:
        return set()
    through = {each.id: each for each in reached(tree, trees().trees)}
    declared = facts_of(tree, through)
    facts = {fact: value for fact, value in case.facts.items() if fact in declared}
    with suppress(RuleInputError):
        found = advance(tree, facts, Law(through, handbook().books, case.settled))
        if isinstance(found, Ruled):
            return {shaped(found.outcome.ruling)}
    return set()


def _is(tree: Tree, fact: Fact, value: Any) -> str:
    """A fact with another value, with those named by their roles."""
    roles = roles_of(tree)

    def who(match: re.Match[str]) -> str:
        if tree.deal is None or not is_path(match["name"], tree.deal, roles):
            return match["name"] if match["plain"] else match["otherwise"] or "…"
        return Cast(tree.deal, roles, lambda _: None).say(match["name"])

    return supposed(fact, value, PLACEHOLDER.sub(who, fact.label), shaped(PLACEHOLDER.sub(who, show(fact, value))))


def supposed(fact: Fact, value: Any, label: str, shown: str) -> str:
    """An answer as a referee supposes it after 若.

    是“他叫牌时轮到他”, 不是“下家已接着叫牌”, 是“引的花色：黑桃”, 是“当时轮到谁叫：违规者的同伴”; what begins with 是
    already takes no other.
    """
    if fact.kind == "bool":
        return f"{'是' if value else '不是'}“{_inner(label)}”"
    alone = fact.kind == "choice" and len(shown) >= ALONE and not WHO.search(label)
    said = _inner(shown if alone else f"{label}：{shown}")
    return f"“{said}”" if said.startswith("是") else f"是“{said}”"


def _others(fact: Fact, known: Known) -> tuple[Any, ...]:
    """The values a fact could have instead."""
    if fact.kind not in ("bool", "choice", "number"):
        return ()
    return tuple(value for value in possible_answers(fact) if value != known.value)[:VALUES]


def _reached(
    case: Case, facts: Mapping[str, Any], deep: int, rng: Random, walks: list[int]
) -> tuple[Ruled, str] | None:
    """A ruling these facts come to, with what else had to be answered; ``walks`` counts down what is tried."""
    if not walks[0]:
        return None
    walks[0] -= 1
    found = step(case, facts)
    if isinstance(found, Ruled):
        return found, ""
    if isinstance(found, Asked) and deep and found.fact.kind in ("bool", "choice"):
        answers = list(possible_answers(found.fact))
        rng.shuffle(answers)
        for answer in answers[:2]:
            inner = _reached(case, {**facts, found.name: answer}, deep - 1, rng, walks)
            if inner is not None:
                return inner[0], f"，又{_is(found.entry, found.fact, answer)}{inner[1]}"
    return None
