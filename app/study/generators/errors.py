"""Find the error: a true ruling of which one line has a seat, a side or a number exchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from app.base.opened import trees
from app.ruling.consequences import carried_out
from app.ruling.wording import after_lines, shaped
from app.study.clauses import labels
from app.study.fairness.grounds import denied
from app.study.generators.outcomes import drawn, hard
from app.study.making import FEWEST, OFFERED, Draft, Kind, Subject, balanced
from app.study.model import Option, Question
from app.study.worked import PREMISE, by_tree, case_of, premises, ruled, taught, told
from decision_trees.engine import Ruled
from decision_trees.games import games
from rules_data.model import GameId

ID = "error"
TRIES = 6
LONGEST = 60
SHUFFLES = 12  # ways to choose the lines of a question that are tried
ASK = "裁判这样裁决，其中有一句错了。错的是哪一句？"
_AMOUNT = re.compile(r"(?<![\d.:第♠♥♦♣])(\d{1,3})(?=墩|分(?!钟)|级|次|张|分钟|秒|IMP|%)")
_ONCE = re.compile("(?<![第同每下上这那哪头])一(?=次|圈|级|墩|副)")
_FORM = re.compile(r"没有填|候选|[+＋]0(?!\d)|：[-−+]|，[-−]|方的对")  # what reads as filled in by a machine
_IF = re.compile("^(?:[^，。；]*：)?[^，。；：]*的，")  # of what need not be so here: neither right nor wrong
_ROLE = re.compile(r"(?<=[家方])（[^（）]*）")  # who he is: a seat exchanged would contradict it
_STEPS = {
    "墩": (1, 2),
    "级": (1, 2),
    "次": (1,),
    "张": (1, 2),
    "分": (5, 10, 20),
    "秒": (5, 10),
    "I": (1, 2, 3),
    "%": (10, 20),
}


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the trees that have cases to be taught."""
    for tree in by_tree(game):
        found = trees().tree(tree)
        yield Subject(f"tree:{tree}", found.title, found.stage, (ID,))


def _sentences(found: Ruled) -> list[str]:
    """What the ruling says, one line each."""
    said = [found.outcome.ruling, *(figure.text for figure in found.figures), *carried_out(found), *after_lines(found)]
    said += [f"对{who}说：{words}" for who, words in found.outcome.tell.items()]
    lines = [_ROLE.sub("", shaped(each)).strip() for each in said if not _FORM.search(each) and not _IF.search(each)]
    lines = [each if each.endswith(("。", "？", "！", "”")) else f"{each}。" for each in lines if len(each) <= LONGEST]
    return [*dict.fromkeys(lines)]


def _exchanges(game: GameId, line: str) -> Iterator[tuple[str, str]]:
    """Yield every way to make a line false by one thing exchanged, and what stood there."""
    registered = games()[game]
    for names in (tuple(registered.seats.values()), tuple(registered.sides.values())):
        there = [name for name in names if name in line]
        if len(there) == 1:
            yield from ((line.replace(there[0], other), there[0]) for other in names if other != there[0])
    for found in _AMOUNT.finditer(line):
        value, unit = int(found[1]), line[found.end()]
        for changed in (value + step * sign for step in _STEPS[unit] for sign in (1, -1)):
            if changed > 0:
                yield f"{line[: found.start()]}{changed}{line[found.end() :]}", f"{value}{unit}"
    for found in _ONCE.finditer(line):
        yield f"{line[: found.start()]}两{line[found.end() :]}", f"一{line[found.end()]}"


def betrays(line: str, stood: str) -> bool:
    """Does another line say again what was exchanged, so that one finds the error without knowing the law?"""
    return stood in line


def _alone(game: GameId, chosen: Sequence[str]) -> list[list[str]]:
    """Of each line all that it is exchanged for to be false, where no other line betrays it."""
    return [
        [
            wrong
            for wrong, stood in _exchanges(game, line)
            if wrong not in chosen and not any(betrays(other, stood) for other in chosen if other != line)
        ]
        for line in chosen
    ]


def _chosen(game: GameId, lines: Sequence[str], rng: Random) -> list[str]:
    """Lines of which any could be the false one, so that nobody tells by its form which it is; as many as are found."""
    best: list[str] = []
    for _ in range(SHUFFLES):
        chosen: list[str] = []
        for line in rng.sample(lines, len(lines)):
            more = [*chosen, line]
            if len(more) <= OFFERED and (not chosen or balanced(more)) and all(_alone(game, more)):
                chosen = more
        best = max(best, chosen, key=len)
    return best


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Show a ruling with one line made wrong."""
    for case, found in taught(by_tree(game).get(subject.partition(":")[2], ()), rng, TRIES):
        chosen = _chosen(game, _sentences(found), rng)
        if len(chosen) < FEWEST:
            continue
        at = rng.randrange(len(chosen))
        line, wrong = chosen[at], rng.choice(_alone(game, chosen)[at])
        rest = [each for each in chosen if each != line]
        premise, settled = premises(case, whole=True)
        if len(premise) > PREMISE or denied(tuple(rest), case.why):
            continue
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}{ASK}",
            Option(wrong, "", found.cites),
            [Option(each, f"这一句没有错（{labels(found.cites[:2])}）。", found.cites) for each in rest],
            f"应当是：{line}{case.why}（{labels(found.cites[:3])}）",
            found.cites,
            drawn(case),
            hard(case, found) + 0.1,
            settled,
        )
    return None


def again(question: Question) -> Iterator[str]:
    """Every line but the right one is in the ruling of the case that is told."""
    case = case_of(question)
    found = ruled(case) if case is not None else None
    if case is None or found is None:
        yield "题干的案例没有定论。"
        return
    lines = _sentences(found)
    texts = [each.text for each in question.options]
    if [i for i, each in enumerate(texts) if each not in lines] != [question.right]:
        yield "错的不止一句，或没有错。"
        return
    false = texts[question.right]
    for line in lines:
        if line in texts:
            continue
        for wrong, stood in _exchanges(question.game, line):
            if wrong == false and any(betrays(each, stood) for each in texts if each != false):
                yield f"别的句子又说了一遍“{stood}”，不知道规则也看得出。"


KIND = Kind(ID, "找出错处", subjects, draft, again, of_cases=True)
