"""Is a question fair? What an examiner would strike out, looked for in every kind of generated question."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from random import Random

from app.base.opened import handbook
from app.study import bank
from app.study.clauses import label
from app.study.fairness.check import Check
from app.study.fairness.every import CHECKS
from app.study.making import MACHINE, balanced, bare, tells
from app.study.model import Question
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.law import open_question

READ = 6  # characters a reader takes in a second
LONGEST = 75  # seconds for the stem with all options
AGAIN_EVERY = 10  # of so many questions one is made a second time, to see that it is the same

WORDS, LINE, HEAD, SCREEN = 22, 25, 110, 915  # characters and px of a line on a phone, px above the stem, of its screen
ANSWER, AROUND, BETWEEN = 56, 16, 8  # px of an answer at least, around its words, below it

_LEFT_OVER = re.compile(r"[{}]|None|True|False|\$|—\s*[墩分级次]|。。|，，|？。|时时")
_EMPTY = re.compile("说的是(另一种|别的)情形|^那一条管的是别的")  # explains nothing
_QUOTED = re.compile("“[^“”]*”")
_TWICE = re.compile(r"\(([^()]+)\)（\1）")
_NEEDS_OPTIONS = re.compile(r"下列|下面(哪|各|四|几)|以下(哪|各|四|几|选)|选项|上述哪|哪一项")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a question."""

    question: str  # its id
    what: str  # in Chinese
    check: str = ""  # which check found it


def faults(question: Question) -> Iterator[str]:
    """Yield what is wrong with one question."""
    yield from (what for _, what in found(question))


def found(question: Question) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with one question: which check says so, and what it says."""
    for check in checks():
        yield from ((check.name, what) for what in check.find(question))


def checks() -> tuple[Check, ...]:
    """Every check, by the faults they look for."""
    return (Check("sound", "题目本身", _sound), *CHECKS)


def _sound(question: Question) -> Iterator[str]:
    yield from _options(question)
    yield from _stem(question)
    yield from _clauses(question)
    if not question.why.strip():
        yield "没有说明。"
    if not 0 <= question.difficulty <= 1:
        yield "难度不在0与1之间。"
    for id_, answer in question.settled:
        try:
            keys = {option.key for option in open_question(handbook().books, id_).options}
        except RuleInputError as fault:
            yield str(fault)
        else:
            if answer not in keys:
                yield f"未定问题 {id_} 没有“{answer}”这个答案。"
    kind = next(kind for kind in bank.kinds() if kind.id == question.kind)
    if kind.again is not None:
        yield from kind.again(question)


def _options(question: Question) -> Iterator[str]:
    texts = [option.text for option in question.options]
    if len(texts) < 2 or not 0 <= question.right < len(texts):
        yield "没有正好一个答案。"
        return
    twice = [text for text, count in Counter(map(bare, texts)).items() if count > 1]
    if twice:
        yield f"两个选项是一样的：{twice[0]}。"
    if not all(text.strip() for text in texts):
        yield "有一个选项是空的。"
    if not balanced(texts):
        yield "有一个选项比别的长一倍以上。"
    if any(i == question.right and option.why for i, option in enumerate(question.options)):
        yield "答案里写了为什么错。"
    for text in (question.stem, question.why, *texts, *(option.why for option in question.options)):
        if found := _LEFT_OVER.search(text):
            yield f"文字里有没有填好的“{found[0]}”：{text}"
        if found := MACHINE.search(text):
            yield f"文字里有不像人说的“{found[0]}”：{text}"
        if found := _TWICE.search(text):
            yield f"“{found[1]}”说了两遍：{text}"
    for i, option in enumerate(question.options):
        if i != question.right and (not option.why.strip() or _EMPTY.search(option.why)):
            yield f"没有说“{option.text}”为什么不对。"
    rows = ceil(len(question.stem) / WORDS) * LINE
    rows += sum(max(ANSWER, ceil(len(text) / WORDS) * LINE + AROUND) + BETWEEN for text in texts)
    if HEAD + rows > SCREEN:
        yield f"在手机上要{HEAD + rows}像素高，一屏放不下。"
    seconds = (len(question.stem) + sum(map(len, texts))) / READ
    if seconds > LONGEST:
        yield f"要读{seconds:.0f}秒，太长了。"


def _stem(question: Question) -> Iterator[str]:
    if not question.stem.endswith("？"):
        yield "题干不以问号结尾。"
    if _QUOTED.sub("", question.stem.replace("？”", "”")).count("？") != 1:
        yield "题干里不是正好一个问题。"
    if _NEEDS_OPTIONS.search(question.stem.rpartition("。")[2]):
        yield "题干离开选项就读不懂。"
    others = [option for i, option in enumerate(question.options) if i != question.right]
    if tells(question.stem, [question.answer, *others]):
        yield "题干说出了答案。"
    for option in question.options:
        for cite in option.cites:
            name = label(cite) if cite in handbook() else ""
            if name and name in option.text and name in question.stem:
                yield f"题干里有选项的条款号{name}。"


def _clauses(question: Question) -> Iterator[str]:
    if not question.cites:
        yield "没有条款。"
    for cite in dict.fromkeys((*question.cites, *(c for option in question.options for c in option.cites))):
        if cite not in handbook():
            yield f"没有条款“{cite}”。"


@dataclass(slots=True)
class Report:
    """What came of looking at many questions."""

    made: Counter[tuple[str, str]] = field(default_factory=Counter)  # by game and kind
    none: Counter[tuple[str, str]] = field(default_factory=Counter)  # subjects about which none was made
    faults: list[Fault] = field(default_factory=list)
    found: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # by check, game and kind
    milliseconds: dict[str, list[float]] = field(default_factory=dict)  # by kind, to make one question

    @property
    def total(self) -> int:
        """Questions looked at."""
        return sum(self.made.values())


def check(number: int, seed: int, progress: Callable[[int], None] | None = None) -> Report:
    """Look at so many questions of every game and kind in turn, each about a subject by chance."""
    rng = Random(seed)
    report = Report()
    offered = [
        (game, kind, subjects)
        for game in games()
        for kind in bank.kinds()
        if (subjects := bank.subjects(game, kind=kind.id))
    ]
    tried = 0
    while report.total < number and tried < 3 * number:
        game, kind, subjects = offered[tried % len(offered)]
        tried += 1
        subject, at = rng.choice(subjects), rng.randrange(bank.SEEDS)
        started = time.perf_counter()
        try:
            question = bank.make(kind.id, subject.id, at)
        except bank.NoQuestionError:
            report.none[game, kind.id] += 1
            continue
        report.milliseconds.setdefault(kind.id, []).append((time.perf_counter() - started) * 1000)
        report.made[game, kind.id] += 1
        for check, what in found(question):
            report.faults.append(Fault(question.id, what, check))
            report.found[check, game, kind.id] += 1
        if tried % AGAIN_EVERY == 0 and bank.by_id(question.id) != question:
            report.faults.append(Fault(question.id, "再出一次就不同了。", "sound"))
        if progress is not None:
            progress(report.total)
    return report
