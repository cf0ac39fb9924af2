"""Find the error: a true ruling of which one line has a seat, a side or a number exchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from app.base.opened import trees
from app.ruling.consequences import carried_out
from app.ruling.wording import after_lines, shaped
from app.study.clauses import label, labels
from app.study.fairness.grounds import denied
from app.study.generators.outcomes import drawn, hard
from app.study.making import OFFERED, Draft, Kind, Subject
from app.study.model import Option, Question
from app.study.worked import PREMISE, by_tree, case_of, decider, premises, ruled, taught, told
from decision_trees.engine import Ruled
from decision_trees.games import games
from decision_trees.model import Case
from rules_data.model import GameId

ID = "error"
TRIES = 6
LONGEST = 60
FEWEST = 2  # true lines beside the false one
BASIS = "主要依据是"
ASK = "裁判这样裁决，其中有一句错了。错的是哪一句？"
_AMOUNT = re.compile(r"(?<![\d.:第♠♥♦♣])(\d{1,3})(?=墩|分(?!钟)|级|次|张|分钟|IMP|%)")
_FORM = re.compile(r"没有填|候选|[+＋]0(?!\d)|：[-−+]|，[-−]|方的对")  # what reads as filled in by a machine
_ROLE = re.compile(r"(?<=[家方])（[^（）]*）")  # who he is: a seat exchanged would contradict it
_STEPS = {"墩": (1, 2), "级": (1, 2), "次": (1,), "张": (1, 2), "分": (5, 10, 20), "I": (1, 2, 3), "%": (10, 20)}


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the trees that have cases to be taught."""
    for tree in by_tree(game):
        found = trees().tree(tree)
        yield Subject(f"tree:{tree}", found.title, found.stage, (ID,))


def _sentences(found: Ruled, case: Case) -> list[str]:
    """What the ruling says, one line each, the clause it rests on at the end."""
    said = [found.outcome.ruling, *(figure.text for figure in found.figures), *carried_out(found), *after_lines(found)]
    said += [f"对{who}说：{words}" for who, words in found.outcome.tell.items()]
    lines = [_ROLE.sub("", shaped(each)).strip() for each in said if not _FORM.search(each)]
    lines = [each if each.endswith(("。", "？", "！", "”")) else f"{each}。" for each in lines if len(each) <= LONGEST]
    return [*dict.fromkeys(lines), f"{BASIS}{label(decider(case) or found.cites[0])}。"]


def _exchanged(game: GameId, line: str, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield the line with one thing exchanged that makes it false, and what stood there."""
    registered = games()[game]
    for names in (tuple(registered.seats.values()), tuple(registered.sides.values())):
        there = [name for name in names if name in line]
        others = [name for name in names if name not in line]
        if len(there) == 1 and others:
            yield line.replace(there[0], rng.choice(others)), there[0]
    amounts = list(_AMOUNT.finditer(line))
    if amounts:
        found = rng.choice(amounts)
        value = int(found[1])
        unit = line[found.end()]
        step = rng.choice(_STEPS[unit])
        changed = value + step if value <= step or rng.random() < 1 / 2 else value - step
        yield f"{line[: found.start()]}{changed}{line[found.end() :]}", f"{value}{unit}"


def _every_exchange(game: GameId, line: str) -> Iterator[tuple[str, str]]:
    """Yield every way to make a line false, and what stood there."""
    registered = games()[game]
    for names in (tuple(registered.seats.values()), tuple(registered.sides.values())):
        for stood in names:
            yield from ((line.replace(stood, other), stood) for other in names if stood in line and other != stood)
    for found in _AMOUNT.finditer(line):
        value, unit = int(found[1]), line[found.end()]
        for step in _STEPS[unit]:
            for changed in (value + step, value - step):
                yield f"{line[: found.start()]}{changed}{line[found.end() :]}", f"{value}{unit}"


def _true(line: str, law: str) -> str:
    """Why a line is no error: what it rests on, unless it names that itself."""
    return "这一句没有错。" if line.startswith(BASIS) else f"这一句没有错（{law}）。"


def betrays(line: str, stood: str) -> bool:
    """Does another line say again what was exchanged, so that one finds the error without knowing the law?"""
    return stood in line


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Show a ruling with one line made wrong."""
    for case, found in taught(by_tree(game).get(subject.partition(":")[2], ()), rng, TRIES):
        lines = _sentences(found, case)
        if len(lines) < OFFERED:
            continue
        made = []
        for line in lines[:-1]:
            for wrong, stood in _exchanged(game, line, rng):
                rest = [each for each in lines if each != line and not betrays(each, stood)]
                if wrong not in lines and len(rest) >= FEWEST:
                    made.append((line, wrong, rest))
        if not made:
            continue
        line, wrong, rest = rng.choice(made)
        rng.shuffle(rest)
        law = labels(found.cites[:2])
        premise, settled = premises(case, whole=True)
        if len(premise) > PREMISE or denied(tuple(each for each in rest if not each.startswith(BASIS)), case.why):
            continue
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}{ASK}",
            Option(wrong, "", found.cites),
            [Option(each, _true(each, law), found.cites) for each in rest],
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
    lines = _sentences(found, case)
    texts = [each.text for each in question.options]
    if [i for i, each in enumerate(texts) if each not in lines] != [question.right]:
        yield "错的不止一句，或没有错。"
        return
    false = texts[question.right]
    for line in lines:
        if line in texts or line.startswith(BASIS):
            continue
        for wrong, stood in _every_exchange(question.game, line):
            if wrong == false and any(betrays(each, stood) for each in texts if each != false):
                yield f"别的句子又说了一遍“{stood}”，不知道规则也看得出。"


KIND = Kind(ID, "找出错处", subjects, draft, again, of_cases=True)
