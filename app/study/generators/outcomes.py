"""What is ruled in a situation: worked out by the tree; the wrong rulings are those of the same tree with one thing otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from app.base.opened import trees
from app.ruling.picture import picture_of
from app.ruling.wording import shaped
from app.study.clauses import labels
from app.study.drawing import without_answers
from app.study.fairness.grounds import sends_on, unquoted
from app.study.fairness.saying import same
from app.study.making import Draft, Kind, Subject
from app.study.model import Drawn, Option, Question
from app.study.worked import PREMISE, also_ruled, by_tree, case_of, otherwise, premises, step, taught, told
from decision_trees.engine import Ruled
from decision_trees.model import Case
from rules_data.model import GameId

ID = "outcome"
TRIES = 10  # cases of a tree that are looked at for a fair question
ASK = "裁判应怎样裁定？"


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the trees that have cases to be taught."""
    for tree in by_tree(game):
        found = trees().tree(tree)
        yield Subject(f"tree:{tree}", found.title, found.stage, (ID,))


def drawn(case: Case) -> Drawn:
    """The table of a case; nothing on it says who did what, or which call was wrong."""
    picture = without_answers(picture_of(case))
    return Drawn() if picture is None else Drawn(picture=picture, said=picture.said)


def hard(case: Case, found: Ruled) -> float:
    """How hard a case is thought to be: tricky, several laws, a long way."""
    laws = len({cite.partition(":")[2].rstrip("ABCDEFabcdef0123456789") for cite in found.cites})
    return 0.35 + 0.25 * case.tricky + 0.02 * min(10, len(found.path)) + 0.02 * min(5, laws)


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask for the ruling of one of a tree's cases."""
    for case, found in taught(by_tree(game).get(subject.partition(":")[2], ()), rng, TRIES):
        wrong = [
            Option(
                shaped(other.ruled.outcome.ruling),
                f"{other.told}，才这样裁定（{labels(other.ruled.cites[:2])}）。",
                other.ruled.cites,
            )
            for other in otherwise(case, rng)
        ]
        true = also_ruled(case)
        wrong = [
            each
            for i, each in enumerate(wrong)
            if each.text not in true and not any(same(each.text, other.text) for other in wrong[:i])
        ]
        if not wrong:
            continue
        right = Option(shaped(found.outcome.ruling), "", found.cites)
        premise, settled = premises(case)
        if len(premise) > PREMISE or sends_on(right.text) or unquoted(told(case), case.why, found.cites):
            continue
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}{ASK}",
            right,
            wrong,
            case.why,
            found.cites,
            drawn(case),
            hard(case, found),
            settled,
            fewest=2,
        )
    return None


def again(question: Question) -> Iterator[str]:
    """The tree decides once more: the case that is told comes to the ruling that is right, and to no other offered."""
    case = case_of(question)
    if case is None:
        yield "题干不是一个案例。"
        return
    found = step(case, case.facts)
    if not isinstance(found, Ruled):
        yield "这个案例没有定论。"
        return
    matching = [i for i, each in enumerate(question.options) if each.text == shaped(found.outcome.ruling)]
    if matching != [question.right]:
        yield "裁决树的结论不是所给的答案。"
    true = also_ruled(case)
    for option in question.options:
        if option.text in true:
            yield f"“{option.text}”在这个情形也是这样裁定的。"


KIND = Kind(ID, "怎样裁定", subjects, draft, again, of_cases=True)
