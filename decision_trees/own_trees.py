"""A tree as somebody fills it in on a form: what is wrong with it, in clear sentences, and the tree it makes.

What :func:`faults` lets pass is a tree as the files have it: ``zhicai check`` finds nothing wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from decision_trees.ladder_steps import COUNTED
from decision_trees.model import Choice, Deal, Effect, Fact, Outcome, Question, Role, Tree
from decision_trees.spacing import stray_space
from rules_data.brought.game_model import OwnTree, TreeOutcome, TreeQuestion
from rules_data.model import Book

YES, NO = "是", "否"
STAGE, STAGE_TITLE = "any", "全部"
OFFENDER = "offender"
OFFENDER_WORDS = "违规者"
EVERYBODY = "全桌"
LONGEST_TITLE, LONGEST = 24, 200
_SPLIT = re.compile(r"[、，,/／；;\n]+")


def faults(tree: OwnTree, book: Book, kinds: Collection[str] = ()) -> list[str]:
    """Everything that keeps a tree from being used, each in one sentence. ``kinds``: what the ladder counts."""
    return [*_head_faults(tree, book), *_question_faults(tree), *_outcome_faults(tree, book, kinds), *_way_faults(tree)]


def _head_faults(tree: OwnTree, book: Book) -> Iterator[str]:
    if not tree.title.strip():
        yield "还没有写这是什么事，如“出错牌”。"
    elif len(tree.title) > LONGEST_TITLE:
        yield f"名称有 {len(tree.title)} 个字，太长；请写至多 {LONGEST_TITLE} 个。"
    if not _there(book, tree.cite):
        yield "依据的那一条现在不在这本书里，请重新选一条。"
    if not heard_of(tree):
        yield "还没有写牌桌上怎么说，如“他出错了”。"
    yield from _text_faults("名称", tree.title)
    yield from _text_faults("牌桌上的说法", tree.heard)


def _question_faults(tree: OwnTree) -> Iterator[str]:
    if not tree.questions:
        yield "还没有问题，请加一个。"
    if not tree.outcomes:
        yield "还没有结论，请加一个。"
    ends = {each.id for each in tree.questions} | {each.id for each in tree.outcomes}
    for number, each in enumerate(tree.questions, 1):
        name = f"问题 {number}"
        if not each.ask.strip():
            yield f"{name}还没有写问什么。"
        yield from _text_faults(name, each.ask)
        said = [answer.text.strip() for answer in each.answers]
        if len(said) < 2:
            yield f"{name}至少要有两个答案。"
        if not all(said):
            yield f"{name}有一个答案没有写字。"
        twice = next((text for at, text in enumerate(said) if text and text in said[:at]), None)
        if twice is not None:
            yield f"{name}的答案“{twice}”写了两次。"
        for answer in each.answers:
            yield from _text_faults(f"{name}的答案", answer.text)
            if answer.to not in ends:
                yield f"{name}答“{answer.text}”以后到哪里，还没有选。"


def _outcome_faults(tree: OwnTree, book: Book, kinds: Collection[str]) -> Iterator[str]:
    for number, each in enumerate(tree.outcomes, 1):
        name = f"结论 {number}"
        if not each.ruling.strip():
            yield f"{name}还没有写怎么判。"
        if not each.tell.strip():
            yield f"{name}还没有写对牌手说什么。"
        if each.cite and not _there(book, each.cite):
            yield f"{name}依据的那一条现在不在这本书里，请重新选一条。"
        if each.counts is not None and each.counts not in kinds:
            yield f"{name}要记{COUNTED[each.counts]}，判罚阶梯里还没有这一种，请先填阶梯。"
        if each.counts is not None and each.level != "penalty":
            yield f"{name}要记{COUNTED[each.counts]}，却没有选“判罚”，请改一处。"
        yield from _text_faults(name, each.ruling)
        yield from _text_faults(f"{name}对牌手说的", each.tell)


def _text_faults(name: str, text: str) -> Iterator[str]:
    if re.search(r"[{}~|]", text):
        yield f"{name}里有“{{”“}}”“~”“|”，请改成普通的字。"
    if stray_space(text.strip()):
        yield f"{name}的“{stray_space(text.strip())}”里有多余的空格，请去掉。"
    if len(text) > LONGEST:
        yield f"{name}有 {len(text)} 个字，太长；请写至多 {LONGEST} 个。"


def _way_faults(tree: OwnTree) -> Iterator[str]:
    if not tree.questions:
        return
    ways = {each.id: [answer.to for answer in each.answers] for each in tree.questions}
    names = {each.id: f"问题 {n}" for n, each in enumerate(tree.questions, 1)}
    names |= {each.id: f"结论 {n}" for n, each in enumerate(tree.outcomes, 1)}
    reached: set[str] = set()
    waiting = [tree.questions[0].id]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += ways.get(here, [])
    for id_, name in names.items():
        if id_ not in reached:
            yield f"{name}走不到：没有一个答案通向它；请让一个答案到它，或删去。"
    again = _again(tree.questions[0].id, ways, ())
    if again is not None:
        yield f"从{names[again]}出发又回到{names[again]}，走不完；请改一个答案的去处。"


def _again(here: str, ways: Mapping[str, list[str]], come: tuple[str, ...]) -> str | None:
    if here in come:
        return here
    found = (_again(to, ways, (*come, here)) for to in ways.get(here, ()))
    return next((each for each in found if each is not None), None)


def _there(book: Book, number: str) -> bool:
    return any(p.number == number for p in book.walk())


def heard_of(tree: OwnTree) -> tuple[str, ...]:
    """How a tree is told at the table, each saying by itself."""
    return tuple(dict.fromkeys(each.strip() for each in _SPLIT.split(tree.heard) if each.strip()))


# The tree it makes


def tree_id(game: str, tree: OwnTree) -> str:
    """What a tree is called in its game."""
    return f"{game}.{tree.id}"


def made(tree: OwnTree, game: str, book: Book, deal: Deal) -> Tree:
    """The tree; of one that has faults there is none."""
    of = f"{book.id}:{tree.cite}"
    return Tree(
        id=tree_id(game, tree),
        title=tree.title.strip(),
        stage=STAGE,
        heard=heard_of(tree),
        cites=(of,),
        start=tree.questions[0].id,
        facts={f"fact_{each.id}": _fact(each, deal) for each in tree.questions},
        questions={each.id: _question(each, of) for each in tree.questions},
        outcomes={each.id: _outcome(each, of, book) for each in tree.outcomes},
        deal=deal,
    )


def _is_bool(question: TreeQuestion) -> bool:
    return {answer.text.strip() for answer in question.answers} == {YES, NO}


def _fact(question: TreeQuestion, deal: Deal) -> Fact:
    label = question.ask.strip().rstrip("？?。")
    if _is_bool(question):
        return Fact(kind="bool", label=label)
    options = {f"a{n}": Choice(text=answer.text.strip()) for n, answer in enumerate(question.answers, 1)}
    return Fact(kind="choice", label=label, options=options)


def _question(question: TreeQuestion, of: str) -> Question:
    if _is_bool(question):
        answers = {{YES: "yes", NO: "no"}[each.text.strip()]: each.to for each in question.answers}
    else:
        answers = {f"a{n}": each.to for n, each in enumerate(question.answers, 1)}
    return Question(ask=_with_role(question.ask), fact=f"fact_{question.id}", cites=(of,), answers=answers)


def _outcome(outcome: TreeOutcome, of: str, book: Book) -> Outcome:
    cites = tuple(dict.fromkeys((f"{book.id}:{outcome.cite}" if outcome.cite else of, of)))
    effects: tuple[Effect, ...] = ()
    if outcome.counts is not None:
        what = f"记{COUNTED[outcome.counts]}一次"
        effects = (Effect(kind=outcome.counts, who=OFFENDER, what=what, cites=cites[:1]),)
    elif outcome.level == "penalty":
        effects = (Effect(kind="other", who=OFFENDER, what=_with_role(outcome.ruling), cites=cites[:1]),)
    whom = OFFENDER if outcome.whom == "offender" else EVERYBODY
    return Outcome(
        ruling=_with_role(outcome.ruling), level=outcome.level, cites=cites, effects=effects,
        tell={whom: _with_role(outcome.tell)},
    )  # fmt: skip


def _with_role(text: str) -> str:
    """A text in which the offender is named by his role, so that his seat is said where it is known."""
    return text.strip().replace(OFFENDER_WORDS, f"{{{OFFENDER}}}")


def deal_of(seats: Mapping[str, str], sides: Mapping[str, str]) -> Deal:
    """The deal sheet of a game that is known by its text alone: who did it."""
    offender = Fact(kind="seat", label=OFFENDER_WORDS, seats=dict(seats), lasts="incident", optional=True)
    return Deal(
        facts={OFFENDER: offender},
        seats=dict(seats),
        sides=dict(sides),
        roles={OFFENDER: Role(words=OFFENDER_WORDS, seat=OFFENDER)},
        sheet=((OFFENDER,),),
    )


def record_of(tree: Tree) -> dict[str, Any]:
    """A tree as its file has it."""
    from dataclasses import replace

    from rules_data.records import plain

    facts = {name: replace(fact, seats={}) for name, fact in tree.facts.items()}
    out: dict[str, Any] = plain(replace(tree, deal=None, facts=facts))
    return out
