"""What a blueprint rules for the whole paper: how many questions on one law, how many on terms and single statements, how long.

In its table these are lines whose first cell is 规定: 规定,同一条至多,,,,2. Ready blueprints of three levels of referee stand
beside this module, as the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from app.base.opened import handbook
from app.exams.paper import PaperError
from app.study.clauses import article

if TYPE_CHECKING:
    from app.study.model import Question
    from rules_data.model import GameId

RULE = "规定"
PER_LAW, GLOSSARY, MINUTES = "同一条至多", "术语和对错至多", "时间"
NAMES = (PER_LAW, GLOSSARY, MINUTES)
KINDS_OF_GLOSSARY = frozenset({"meaning", "term", "where", "right"})
WORKED_OUT = frozenset({"calculation", "order", "sheet"})  # of the same table of the law, and each with other figures
DEFINED = frozenset({"meaning", "term"})  # definitions stand in one law, and are bounded as terms
READY = Path(__file__).with_name("ready")
LEVELS: Mapping[int, str] = {1: "三级裁判员", 2: "二级裁判员", 3: "国家级裁判员"}


@dataclass(frozen=True, slots=True)
class Limits:
    """What holds for a whole paper; None: nothing is ruled."""

    per_law: int | None = None
    glossary: int | None = None  # questions of the kinds that ask for a term, a place or a single statement
    minutes: int | None = None

    def allow(self, question: Question, there: Sequence[Question]) -> bool:
        """Whether a question may still stand on a paper with these."""
        glossary = sum(each.kind in KINDS_OF_GLOSSARY for each in there)
        if self.glossary is not None and question.kind in KINDS_OF_GLOSSARY and glossary >= self.glossary:
            return False
        return self.per_law is None or sum(law(each) == law(question) for each in there) < self.per_law


@cache
def _law(cite: str) -> str:
    return article(cite) if cite in handbook() else cite


def law(question: Question) -> str:
    """The law that decides a question: of what is written out the first it asks for, else the first it cites."""
    asked = (point.cites[0] for part in question.parts for point in part.points if point.cites)
    first = next(asked, question.cites[0] if question.cites else "")
    alone = question.kind in WORKED_OUT | DEFINED or question.subject.startswith("several:")
    return _law(first) if first and not alone else question.subject


def rule_of(line: int, name: str, value: str, so_far: Limits) -> Limits:
    """The limits with one more that a line of a table rules. Raises :class:`PaperError`."""
    if name not in NAMES:
        raise PaperError(f"细目表第 {line} 行：不认识“{name[:20]}”这项规定；可用：{'、'.join(NAMES)}。")
    if not value.isdecimal() or not 1 <= int(value) <= 600:
        raise PaperError(f"细目表第 {line} 行：“{name}”在“题数”一栏写 1 至 600 的整数。")
    number = int(value)
    return Limits(
        number if name == PER_LAW else so_far.per_law,
        number if name == GLOSSARY else so_far.glossary,
        number if name == MINUTES else so_far.minutes,
    )


def ready(game: GameId, level: int) -> str:
    """A ready blueprint of a game, as the text of its table. Raises :class:`PaperError`: there is none."""
    try:
        return (READY / f"{game}-{level}.txt").read_text(encoding="utf-8")
    except OSError:
        offered = "、".join(f"{each} {title}" for each, title in LEVELS.items())
        raise PaperError(f"没有这个项目这一级的现成细目；级别有 {offered}。") from None
