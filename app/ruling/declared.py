"""What a tree declares, asks and speaks of, for whoever makes a ruling by it; looked up once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from app.base.opened import once_per_tree, trees
from decision_trees.reach import facts_of, on_sheet, reached, references
from decision_trees.roles import named, texts_of

if TYPE_CHECKING:
    from decision_trees.model import Fact, Outcome, Question, Tree


def reached_from(tree_id: str) -> Iterator[Tree]:
    """The tree and those it goes through."""
    return reached(trees().tree(tree_id), trees().trees)


@once_per_tree
def declared(tree_id: str) -> Mapping[str, Fact]:
    """The facts of a tree, of those it goes through and of the deal at the table."""
    return facts_of(trees().tree(tree_id), trees().trees)


def of_a_deal(tree_id: str, name: str) -> bool:
    """Whether a fact of the deal sheet lasts as long as the deal."""
    deal = trees().tree(tree_id).deal
    fact = deal.facts.get(name) if deal is not None else None
    return fact is not None and fact.lasts in ("deal", "table")


@once_per_tree
def shared(tree_id: str, name: str) -> bool:
    """Whether a name means on this tree what it means on the deal sheet."""
    deal = trees().tree(tree_id).deal
    fact = deal.facts.get(name) if deal is not None else None
    return fact is not None and declared(tree_id)[name].kind == fact.kind


@once_per_tree
def names_anybody(tree_id: str, role: str) -> bool:
    """Whether the texts of a tree name somebody by a role."""
    texts = (
        text
        for tree in reached_from(tree_id)
        for texts in (
            *(texts_of(outcome) for outcome in tree.outcomes.values()),
            *([q.ask or "", q.help or "", q.who or "", *q.explain] for q in tree.questions.values()),
        )
        for text in texts
    )
    return any(
        text.partition(".")[0] == role or any(name.partition(".")[0] == role for name in named(text)) for text in texts
    )


@once_per_tree
def question_of(tree_id: str, name: str) -> Question | None:
    """The question that asks for a fact; None where none does."""
    return next(
        (question for tree in reached_from(tree_id) for question in tree.questions.values() if question.fact == name),
        None,
    )


@once_per_tree
def asked_on(tree_id: str) -> tuple[str, ...]:
    """The facts that are asked."""
    return tuple(q.fact for tree in reached_from(tree_id) for q in tree.questions.values() if q.fact is not None)


def mentioned(outcome: Outcome) -> tuple[str, ...]:
    """The facts an outcome speaks of."""
    return tuple(name for text in texts_of(outcome) for name in named(text))


@once_per_tree
def left_at_seats(tree_id: str) -> frozenset[str]:
    """What earlier rulings may have left at each seat, but numbers: the rulings say it themselves, and so may the sheet.

    One by one at four seats it would be asked before every ruling that can be about it.
    """
    deal = trees().tree(tree_id).deal
    names = (name for of_seats in deal.at_seats.values() for name in of_seats.values()) if deal is not None else ()
    return frozenset(name for name in names if deal is not None and deal.facts[name].kind != "number")


def enterable(tree_id: str, names: Iterable[str]) -> tuple[str, ...]:
    """What may be entered so that these facts can be worked out."""
    facts = declared(tree_id)
    sheet = on_sheet(trees().tree(tree_id))
    left = left_at_seats(tree_id)
    found: dict[str, None] = {}
    looked: set[str] = set()  # two facts may each be worked out from the other

    def look(name: str, entered: bool) -> None:
        fact = facts.get(name)
        if fact is None:
            return
        named = fact.optional and fact.kind == "card"  # one card is named sooner than the whole trick it lies in
        if fact.derive is None or (entered and (name in sheet or named)):
            if entered and (fact.optional or name in sheet) and name not in left:
                found[name] = None
            return
        if name in looked:
            return
        looked.add(name)
        needed = [*references(fact.derive.given), *([fact.derive.fact] if fact.derive.fact else [])]
        if not any(facts[each].kind == "history" for each in needed if each in facts):  # nobody types a record
            for each in needed:
                look(each, True)

    for name in names:
        look(name, False)
    return tuple(found)  # in the order in which the working out takes them
