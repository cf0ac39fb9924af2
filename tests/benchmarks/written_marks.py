"""How near the marks proposed for written rulings come to a reader's.

``python -m tests.benchmarks.written_marks [--every] [--write]``. The answers and the reader's marks (of 10) are in
tests/app/exams/written_answers.yaml; the marks were given before the marker was run on them. Its first run was within one mark
in 48 of 64; what it then learnt (lists of clauses that leave out what they share, 也可以…… that takes back what was said, points
that speak of two players apart) was of a general kind, but the same answers showed it, so the table is no blind trial of it.
Those of written_answers_later.yaml
came afterwards: in its first run on them it was within one mark in 6 of 12, five too low, and gave everything to one that
offered another number as well, which it has learnt to see since. ``--write`` keeps the table in written_marks.txt.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook, trees
from app.exams.clauses_named import reader
from app.exams.proposing import proposed, share_of
from app.exams.written_rulings import make

if TYPE_CHECKING:
    from app.exams.proposing import Proposal
    from app.study.model import Question

ANSWERS = Path(__file__).parents[1] / "app" / "exams" / "written_answers.yaml"
LATER = ANSWERS.with_name("written_answers_later.yaml")
KEPT = Path(__file__).with_suffix(".txt")
OUT_OF = 10.0
NEAR = 1.0
"""Marks by which a proposal may differ and still be near."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One answer with the reader's mark and the marker's."""

    case: str
    kind: str
    hand: float
    proposal: float
    parts: tuple[Proposal, ...]


def question(name: str) -> Question:
    """The question of a case or chain of answers."""
    library = trees()
    of = next((each for each in library.cases.values() if name in (each.id, f"{each.tree}.{each.id}")), None)
    found = make(of or library.chains[name])
    assert found is not None, name
    return found


def tried(answers: Path = ANSWERS) -> Iterator[Tried]:
    """Yield every answer of a file, marked."""
    import yaml

    data: list[dict[str, Any]] = yaml.safe_load(answers.read_text(encoding="utf-8"))
    for each in data:
        about = question(each["case"])
        read = reader(handbook(), about.game)
        for answer in each["answers"]:
            parts = proposed(about, answer["parts"], read)
            mark = round(share_of(about, parts) * OUT_OF * 2) / 2
            yield Tried(each["case"], answer["kind"], float(answer["marks"]), mark, parts)


def table(found: list[Tried]) -> str:
    """The agreement by kind of answer and by game, as text."""
    groups: dict[str, list[Tried]] = defaultdict(list)
    for each in found:
        groups[each.kind].append(each)
        groups[each.case.partition(".")[0]].append(each)
        groups["all"].append(each)
    lines = [f"{'':14}{'answers':>8}{'within 1':>10}{'mean diff':>11}{'too high':>10}{'too low':>9}"]
    for name, those in groups.items():
        near = sum(abs(each.hand - each.proposal) <= NEAR for each in those)
        high = sum(each.proposal - each.hand > NEAR for each in those)
        mean = sum(abs(each.hand - each.proposal) for each in those) / len(those)
        lines.append(
            f"{name:14}{len(those):8}{near / len(those):10.0%}{mean:11.2f}{high:10}{len(those) - near - high:9}"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the table; with ``--every`` each answer that is not near."""
    found = list(tried())
    later = list(tried(LATER))
    text = f"{table(found)}\n\nwritten and marked after the marker was finished:\n{table(later)}"
    found += later
    print(text)
    if "--every" in sys.argv:
        for each in found:
            if abs(each.hand - each.proposal) > NEAR:
                print(f"\n{each.case} {each.kind}: hand {each.hand}, proposed {each.proposal}")
                for part in each.parts:
                    print(f"  {part.share:.2f} {[got.share for got in part.points]} {'；'.join(part.doubts)}")
    if "--write" in sys.argv:
        KEPT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
