"""Which irregularity it is: the situation of a worked case, and the trees it could be ruled by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

from app.base.opened import trees
from app.study.clauses import article, says
from app.study.fairness.giving_away import HALF, title_told, told_of
from app.study.generators.outcomes import drawn, hard
from app.study.making import FEWEST, Draft, Kind, Subject, bare
from app.study.model import Option, Question
from app.study.worked import by_tree, case_of, decider, taught, told
from decision_trees.model import Case, Tree
from decision_trees.reach import reached
from rules_data.model import GameId

ID = "irregularity"
ASK = "裁判应按哪一类情况处理？"
TRIES = 12


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the trees that are an entry by themselves and have cases, and are apart from enough others to be asked about."""
    for name in by_tree(game):
        tree = trees().tree(name)
        others = (each for each in trees().of_game(game) if each.id != name and apart(tree, each))
        if not tree.part and len(list(islice(others, FEWEST - 1))) == FEWEST - 1:
            yield Subject(f"tree:{name}", tree.title, tree.stage, (ID,))


@cache
def _laws(tree_id: str) -> frozenset[str]:
    """The articles that a tree speaks of."""
    out: set[str] = set()
    for tree in reached(trees().tree(tree_id), trees().trees):
        out |= set(tree.cites)
        for outcome in tree.outcomes.values():
            out |= set(outcome.cites)
    return frozenset(map(article, out))


@cache
def _linked(tree_id: str) -> frozenset[str]:
    """The trees that may follow a tree, or that it goes through."""
    out = {each.id for each in reached(trees().tree(tree_id), trees().trees)}
    for tree in reached(trees().tree(tree_id), trees().trees):
        out |= {follow.tree for outcome in tree.outcomes.values() for follow in outcome.follow_ups}
    return frozenset(out)


@cache
def _shared(game: GameId) -> frozenset[str]:
    """The articles that more than a fifth of a game's trees speak of: they tell nothing apart."""
    every = [_laws(tree.id) for tree in trees().of_game(game)]
    counted: dict[str, int] = {}
    for laws in every:
        for each in laws:
            counted[each] = counted.get(each, 0) + 1
    return frozenset(law for law, count in counted.items() if count > len(every) / 5)


def apart(one: Tree, other: Tree) -> bool:
    """Do two trees speak of different laws, and does neither lead to the other?"""
    common = (_laws(one.id) & _laws(other.id)) - _shared(one.game)
    return not common and other.id not in _linked(one.id) and one.id not in _linked(other.id)


def _decisive(case: Case) -> set[str]:
    """The articles that decide a case, those left out that tell nothing apart."""
    cites = (*case.expect.cites[:1], decider(case))
    return {article(cite) for cite in cites if cite is not None} - _shared(case.tree.partition(".")[0])


def _wrong(game: GameId, tree: Tree) -> Option:
    example = next((f"，用在像“{case.title}”那样的情形" for case in by_tree(game).get(tree.id, ())), "")
    return Option(tree.title, f"{says(tree.cites[0])[:-1]}{example}。", tree.cites[:2])


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask what a case is."""
    name = subject.partition(":")[2]
    tree = trees().tree(name)
    cases = [case for case in by_tree(game).get(name, ()) if bare(tree.title) not in bare(case.situation)]
    others = [each for each in trees().of_game(game) if each.id != name and apart(tree, each)]
    rng.shuffle(others)
    others.sort(key=lambda each: each.stage != tree.stage)
    for case, found in taught(cases, rng, TRIES):
        decisive = _decisive(case)
        free = [e for e in others if bare(e.title) not in bare(case.situation) and not decisive & _laws(e.id)]
        if title_told(tree.title, told(case), game):  # unless another title is told as well
            free = [each for each in free if told_of(each.title, told(case), game) >= HALF][:1] + free
            if not free or told_of(free[0].title, told(case), game) < HALF:
                continue
        wrong = [_wrong(game, each) for each in free[:6]]
        return Draft(
            tree.stage,
            f"{told(case)}{ASK}",
            Option(tree.title, "", tree.cites),
            wrong,
            case.why,
            tree.cites,
            drawn(case),
            hard(case, found) - 0.1,
            tuple(sorted(case.settled.items())),
        )
    return None


def again(question: Question) -> Iterator[str]:
    """None of the other trees speaks of a law that decides the case."""
    case = case_of(question)
    if case is None:
        yield "题干不是这棵树的案例。"
        return
    decisive = _decisive(case)
    titled = {tree.title: tree.id for tree in trees().of_game(question.game)}
    for i, option in enumerate(question.options):
        if i != question.right and decisive & _laws(titled[option.text]):
            yield f"“{option.text}”也讲这个案例所依据的条款。"


KIND = Kind(ID, "是什么情况", subjects, draft, again, of_cases=True, asks_what=True)
