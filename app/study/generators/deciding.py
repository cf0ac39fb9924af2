"""Which clause decides a situation: asked of the worked cases, whose expectations name the clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from app.base.opened import handbook, trees
from app.study.clauses import kin, label, option, says
from app.study.fairness.grounds import undecided
from app.study.generators.outcomes import drawn, hard
from app.study.making import Draft, Kind, Subject
from app.study.model import Option
from app.study.worked import PREMISE, cases_of, decider, otherwise, premises, taught, told
from decision_trees.model import Case
from decision_trees.reach import reached
from rules_data.model import GameId

ID = "clause"
ASK = "应依据哪一条裁定？"
TRIES = 4
WALKS = 8  # ways through the tree that are looked at for what decides otherwise


@cache
def _cases(game: GameId) -> Mapping[str, tuple[Case, ...]]:
    """The cases by the clause that decides them, the first that they name."""
    out: dict[str, list[Case]] = {}
    for case in cases_of(game):
        clause = decider(case)
        if clause is not None:
            out.setdefault(clause, []).append(case)
    return {clause: tuple(cases) for clause, cases in out.items()}


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the clauses that decide some case."""
    for clause, cases in _cases(game).items():
        yield Subject(f"clause:{clause}", label(clause), trees().tree(cases[0].tree).stage, (ID,))


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask for the clause of a case that it decides."""
    clause = subject.partition(":")[2]
    for case, found in taught(_cases(game).get(clause, ()), rng, TRIES):
        taken = (*found.cites, *case.expect.cites, clause)
        own = [c for t in reached(found.entry, trees().trees) for o in t.outcomes.values() for c in o.cites]
        near = [c for c in dict.fromkeys(own) if not any(kin(c, t) for t in taken)]
        rng.shuffle(near)
        when = _when(case, rng)
        wrong = [_wrong(game, c, when) for c in near if handbook().provision(c).kind not in ("table",)]
        wrong += [_wrong(game, c, when) for c in _beside(clause) if not any(kin(c, t) for t in (*taken, *near))]
        premise, settled = premises(case)
        if len(premise) > PREMISE or undecided(clause, premise, case.why):
            continue
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}{ASK}",
            Option(option(clause), "", (clause,)),
            wrong,
            case.why,
            tuple(dict.fromkeys((clause, *found.cites))),
            drawn(case),
            hard(case, found) + 0.05,
            settled,
        )
    return None


def _when(case: Case, rng: Random) -> Mapping[str, str]:
    """What would have to be otherwise in a case for other clauses to decide it, as far as its tree tells."""
    out: dict[str, str] = {}
    for other in otherwise(case, rng, WALKS):
        for cite in other.ruled.cites:
            out.setdefault(cite, f"{other.told}，才用它。")
    return out


def _wrong(game: GameId, clause: str, when: Mapping[str, str]) -> Option:
    """A clause that does not decide: what it says, and why not here."""
    example = next((f"它用在像“{case.title}”那样的情形。" for case in _cases(game).get(clause, ())), "")
    return Option(option(clause), f"{says(clause)}{when.get(clause, example)}", (clause,))


def _beside(clause: str) -> Iterator[str]:
    """Yield what stands before and after a clause's law."""
    book = handbook()
    for each in (book.next_article(clause), book.previous_article(clause)):
        if each is not None and each.kind == "article":
            yield each.id


KIND = Kind(ID, "哪一条", subjects, draft, of_cases=True, asks_what=True)
