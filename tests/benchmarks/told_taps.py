"""How many taps and seconds a common ruling takes when it is told in a sentence, beside those without one (taps.py).

    python -m tests.benchmarks.told_taps [--write]

The sentences are in ``told_rulings.yaml``, two for each of the eleven common rulings, each of a worked case. One tap for the
irregularity that was heard or for the first answer, which stands below it, one for each answer that is still asked, as the case
has it, one for the seat of the offender where the ruling names none without; the bar and the field are two more, which are counted
apart. Without a sentence: the bar, the game, the tile, the answers, and the seat of the offender. What is heard otherwise than the
case says is counted as wrong.

Seconds are reckoned, not measured with people: a tap with what is read before it takes 1.35 + 0.4 s (the keystroke-level model's
mental step and its pointing by finger), a sentence is said at 4 characters a second. Hearing itself is measured.
"""

from __future__ import annotations

import re
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from app.base.opened import trees
from app.ruling.declared import declared
from app.ruling.heard import begun, story
from app.ruling.standing import NOTHING, OFFENDER
from app.ruling.walk import start
from decision_trees.engine import Asked, Ruled, advance
from decision_trees.games import games
from decision_trees.model import Usual
from decision_trees.values import read
from tests.benchmarks.taps import BAR, GAME, TILE, answers, law_of

if TYPE_CHECKING:
    from typing import Any

    from app.ruling.heard import Told as Begins
    from decision_trees.model import Case

SENTENCES = Path(__file__).with_name("told_rulings.yaml")
RESULT = Path(__file__).with_name("told_taps.txt")
FIELD, SEAT, ROW = 1, 1, 1
A_TAP, SAID = 1.75, 4  # seconds, characters a second
MOST = 2  # taps after the sentence, in the middle of the eleven


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence and what it takes."""

    tree: str
    text: str
    first: bool  # the irregularity was the first offered
    taps: int | None  # after the sentence; None: it was not offered, or it does not come to a ruling
    today: int
    seats: bool  # the ruling names a seat
    wrong: tuple[str, ...]
    hearing: float  # seconds

    @property
    def seconds(self) -> float:
        """From the bar to the ruling, by the model."""
        return (BAR + FIELD + (self.taps or 0)) * A_TAP + len(self.text) / SAID + self.hearing

    @property
    def seconds_today(self) -> float:
        """The same without a sentence."""
        return self.today * A_TAP


def sentences() -> Iterator[Told]:
    """Tell every sentence, and answer what is still asked as its case has it."""
    cases = {case.id: case for case in trees().cases.values()}
    for each in yaml.safe_load(SENTENCES.read_text(encoding="utf-8")):
        yield told(cases[each["case"]], each["says"])


def told(case: Case, text: str) -> Told:
    """Tell one sentence."""
    game = trees().tree(case.tree).game
    began = time.process_time()
    found = story(text, game)
    offered = [each.tree for each in found.trees] if found is not None else []
    begins = begun(text, case.tree, NOTHING)
    spent = time.process_time() - began
    facts = _facts(case)
    wrong = tuple(
        f"{name} {each.value!r}"
        for name, each in begins.heard.items()
        if name in facts and facts[name] != _read(case, name, each.value)
    )
    taps = _asked(case, begins, facts)
    first = next(iter(games()))
    plain = answers(case)
    assert plain is not None, case.id
    return Told(
        case.tree,
        text,
        offered[:1] == [case.tree],
        taps[0] if taps is not None and case.tree in offered else None,
        BAR + (GAME if game != first else 0) + TILE + SEAT + plain,
        taps is not None and taps[1],
        wrong,
        spent,
    )


def _read(case: Case, name: str, value: Any) -> Any:
    """What was heard as a case has it."""
    tree = trees().tree(case.tree)
    return read(tree.game, name, declared(tree.id)[name], value, {})


def _facts(case: Case) -> dict[str, Any]:
    """Everything a case knows, worked out too."""
    ruled = advance(trees().tree(case.tree), case.facts, law_of(case))
    return {**case.facts, **{known.name: known.value for known in ruled.known}}


def _asked(case: Case, begins: Begins, facts: dict[str, Any]) -> tuple[int, bool] | None:
    """The taps from the irregularity to its ruling, and whether it names a seat."""
    walk, taps = start(case.tree, {name: each.value for name, each in begins.heard.items()}), ROW
    for way in begins.ways:  # answered where it was told: no tap of its own
        if way.facts.items() <= facts.items() and walk.answer_usual(Usual(say=way.say, facts=dict(way.facts))):
            break
    while isinstance(step := walk.standing.step, Asked):
        if step.name not in facts or not walk.answer(step.name, facts[step.name]):
            return None
        value = facts[step.name]
        taps += len(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else 1
    if (
        isinstance(step, Ruled)
        and not _names_seats(step)
        and OFFENDER in facts
        and walk.answer(OFFENDER, facts[OFFENDER])
    ):
        taps += SEAT
        step = walk.standing.step
    return (taps, _names_seats(step)) if isinstance(step, Ruled) else None


def _names_seats(step: Ruled) -> bool:
    outcome = step.outcome
    said = " ".join((outcome.ruling, *outcome.do, *outcome.tell, *(each.who or "" for each in outcome.effects)))
    return re.search("[东南西北]家|南北方|东西方", said) is not None


def report() -> str:
    """The figures, in the words of the result file."""
    found = [*sentences()]
    lines = [f"{'ruling':34} {'told':>5} {'today':>6} {'s told':>7} {'s today':>8}  seats  sentence"]
    middle: dict[str, list[int]] = {}
    for each in found:
        middle.setdefault(each.tree, []).append(each.taps if each.taps is not None else each.today)
        taps = "-" if each.taps is None else str(each.taps)
        lines.append(
            f"{each.tree:34} {taps:>5} {each.today:>6} {each.seconds:7.1f} {each.seconds_today:8.1f}"
            f"  {'yes' if each.seats else 'no':5}  {each.text}"
            + ("" if each.first else "  (not the first offered)")
            + (f"  WRONG {each.wrong}" if each.wrong else "")
        )
    medians = [statistics.median(each) for each in middle.values()]
    lines += [
        "",
        f"taps after the sentence, median of the {len(medians)} rulings: {statistics.median(medians):g}, aim {MOST}"
        f" (from the bar {statistics.median(medians) + BAR + FIELD:g};"
        f" without a sentence {statistics.median(each.today for each in found):g})",
        f"seconds by the model, median: {statistics.median(each.seconds for each in found):.1f}"
        f" (without a sentence {statistics.median(each.seconds_today for each in found):.1f})",
        f"rulings that name seats: {sum(each.seats for each in found)} of {len(found)};"
        f" heard and wrong: {sum(len(each.wrong) for each in found)};"
        f" first offered: {sum(each.first for each in found)}",
        f"hearing: median {1000 * statistics.median(each.hearing for each in found):.0f} ms",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the figures; with --write also into the result file."""
    text = report()
    print(text, end="")
    if "--write" in sys.argv:
        RESULT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
