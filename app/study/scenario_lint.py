"""Is a guided scenario fair? What an examiner would strike out, looked for in every step of every worked case that is taught."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from app.base.opened import handbook, trees
from app.study import scenarios
from app.study.alike import pieces, plain, raw, same, same_choice, shares
from app.study.case_way import ROUTER, general
from app.study.guided import guided, misprints, near_rulings, way_of
from app.study.scenario_steps import ENOUGH, FEWEST, OFFICIAL
from app.study.turns import clashes, ends_open
from app.study.worked import premises, ruled
from decision_trees.engine import Asked, Ruled
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.study.model import Option
    from app.study.scenario_steps import Guided, Step
    from decision_trees.model import Case, Tree

CODE = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,2}-\d{2,3}[a-z]?(?![0-9])")  # D-04, E-001: numbers of ours
FACT = re.compile("^(?:他以后|已经|还没有|有人|无人|作了|只有一张|不止一张|没有争议)|不合法的叫牌$")
"""A way to choose that says what has happened: that is found out, nobody chooses it."""
_HOLE = re.compile(r"\{[^{}]*\}")
TELLING = 8  # letters of an answer from which a story that holds it gives it away


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a scenario."""

    scenario: str  # the id of its case
    what: str  # in Chinese


def faults(made: Guided) -> Iterator[str]:
    """Yield what is wrong with a scenario."""
    for step in made.steps:
        yield from step_faults(step, made.case)
    asks = [step for step in made.steps if step.kind == "ask"]
    if asks and not any(step.answer == ENOUGH for step in asks):
        yield f"“{ENOUGH}”处处是错的。"
    twice = Counter((step.kind, step.prompt, step.answer) for step in made.steps if step.kind in ("who", "among"))
    yield from (f"“{prompt}”问了两遍。" for (_, prompt, _), number in twice.items() if number > 1)
    final = made.final
    if isinstance(final, Ruled) and ends_open(final.outcome.ruling) and final.outcome.follow_ups and not made.then:
        yield f"“{final.outcome.ruling}”没有说后果。"
    story = next((step.told for step in made.steps if step.kind == "outcome"), None)
    if story is not None and ruled(made.case) is not None and (said := premises(made.case)[0]) and said not in story:
        yield f"没有说明未定的按哪一种：{said}"
    for line in misprints(made.case, final):
        if story is not None and line not in story:
            yield f"用了勘误的数，没有说明：{line}。"


def step_faults(step: Step, case: Case) -> Iterator[str]:
    """Yield what is wrong with one step of a scenario."""
    texts = [option.text for option in step.options]
    wrong = [option for n, option in enumerate(step.options) if n != step.right]
    if len(texts) < (FEWEST if step.kind == "ask" else 2):
        yield f"“{step.prompt}”只有一个答案可选。"
    for one, other in combinations(texts, 2):
        if one == other or (step.kind != "clause" and same(one, other)):
            yield f"两个选项说的是一样的：{one}／{other}"
    for text in (step.told, step.why, *texts, *(option.why for option in wrong)):
        if (found := raw(text)) and not (
            step.kind == "clause" or found in step.told
        ):  # a clause and a story stand as written
            yield f"文字里有代号“{found}”：{text}"
        if found_ := CODE.search(text):
            yield f"文字里有内部编号“{found_[0]}”：{text}"
    for option in wrong:
        if not option.why.strip():
            yield f"没有说“{option.text}”为什么不对。"
    checks = {"ask": _asks, "among": _among, "who": _who, "outcome": _outcome, "clause": _clause}
    yield from checks[step.kind](step, case, wrong)


def _asks(step: Step, case: Case, wrong: Sequence[Option]) -> Iterator[str]:
    if step.answer != ENOUGH:
        if case.situation in step.told:
            yield f"情形里已经全说了，还要问“{step.answer}”。"
        if ROUTER.search(step.answer):
            yield f"“{step.answer}”不是裁判到场要问的。"
        if not any(option.text == ENOUGH for option in wrong):
            yield f"不能选“{ENOUGH}”。"
    asked = [each.ask for each in way_of(case) if isinstance(each, Asked)]
    known = {option.text for option in wrong if option.why.startswith("这已经知道了")}
    for option in wrong:
        if option.text != ENOUGH and option.text not in known and any(same(option.text, ask) for ask in asked):
            yield f"“{option.text}”也是要问的，算作了错。"


def _among(step: Step, case: Case, wrong: Sequence[Option]) -> Iterator[str]:
    right = pieces(step.answer)
    if OFFICIAL.search(step.prompt) or any(FACT.search(each) for each in right):
        yield f"“{step.answer}”是查明的事实或裁判自己定的，不是谁的选择。"
    for option in wrong:
        if shares(pieces(option.text), right):
            yield f"“{option.text}”里有答案里的选法。"


def _who(step: Step, case: Case, wrong: Sequence[Option]) -> Iterator[str]:
    if OFFICIAL.search(step.answer):
        yield f"“{step.prompt}”答案是{step.answer}，没有人会选别的。"
    for option in wrong:
        if same_choice(option.text, step.answer):
            yield f"“{option.text}”就是答案里的人。"


def _outcome(step: Step, case: Case, wrong: Sequence[Option]) -> Iterator[str]:
    if len(plain(step.answer)) >= TELLING and plain(step.answer) in plain(step.told):
        yield "情形里说出了裁定。"
    final = ruled(case)
    if final is None:
        return
    passed = [each.outcome.ruling for each in way_of(case) if isinstance(each, Ruled)]
    near = {(tree.id, name) for tree, name in near_rulings(case)}
    written = final.tree.outcomes[final.outcome_id]
    sure, doubtful = 0, []
    for option in wrong:
        if any(same(option.text, ruling) for ruling in passed if not same(ruling, step.answer)):
            yield f"“{option.text}”就是前一步判的，也对。"
            continue
        names = _outcomes_of(final.tree, option.text)
        others = [final.tree.outcomes[name] for name in names]
        if (
            any((final.tree.id, name) in near for name in names)
            or not names
            or any(clashes(final.outcome, other, strict=True, written=written) for other in others)
        ):
            sure += 1
        elif not any(clashes(final.outcome, other, strict=False) for other in others):
            yield f"“{option.text}”后果和答案一样，看不出为什么错。"
        else:
            doubtful.append(option.text)
    if sure:
        yield from (f"“{text}”后果和答案一样，看不出为什么错。" for text in doubtful)


@cache
def _templates(tree_id: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    tree = trees().tree(tree_id)
    return tuple(
        (name, re.compile(".*".join(re.escape(plain(part)) for part in _HOLE.split(outcome.ruling))))
        for name, outcome in tree.outcomes.items()
    )


def _outcomes_of(tree: Tree, text: str) -> list[str]:
    """The outcomes whose ruling a text may be."""
    return [name for name, each in _templates(tree.id) if each.fullmatch(plain(text))]


def _clause(step: Step, case: Case, wrong: Sequence[Option]) -> Iterator[str]:
    on_the_way: set[str] = set()
    for each in way_of(case):
        on_the_way |= set(each.question.cites if isinstance(each, Asked) else each.cites)
    for option in wrong:
        label = handbook().provision(option.cites[0]).label
        if option.cites[0] in on_the_way:
            yield f"{label}是这里用到的，算作了错。"
        elif option.cites[0] in general(case.tree.partition(".")[0]):
            yield f"{label}到处都用得着，不能说与此无关。"
        elif label in case.why:
            yield f"解说里引了{label}，算作了错。"


@dataclass(slots=True)
class Report:
    """What came of looking at scenarios."""

    looked: Counter[str] = field(default_factory=Counter)  # by game
    steps: Counter[tuple[str, str]] = field(default_factory=Counter)  # by game and kind
    faults: list[Fault] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)


def check(number: int | None = None, progress: Callable[[int], None] | None = None) -> Report:
    """Look at every scenario, or at so many spread evenly over the trees."""
    report = Report()
    every = [(game, case) for game in games() for case in scenarios.offered(game)]
    apart = 1 if number is None else max(1, len(every) // max(1, number))
    for game, case in every[::apart]:
        started = time.perf_counter()
        made = guided(case)
        report.milliseconds.append((time.perf_counter() - started) * 1000)
        report.looked[game] += 1
        if made is None:
            report.faults.append(Fault(case.id, "走不出来。"))
            continue
        report.steps.update((game, step.kind) for step in made.steps)
        report.faults += [Fault(case.id, what) for what in faults(made)]
        if progress is not None:
            progress(sum(report.looked.values()))
    return report
