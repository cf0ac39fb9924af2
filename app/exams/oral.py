"""Examined by word of mouth: the examiner plays the table, and the candidate, the book in his hand, asks, rules and speaks.

A worked case makes the script: the caller's first words, what can be found out (told only when asked for), and what players
claim that is not so. The key points are those of the written ruling, marked by the examiner while he listens. What was told and
when is kept, and stands in the results as text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from app.base.opened import trees
from app.base.words import GAMES
from app.exams.written_rulings import WRITTEN, written
from app.ruling.wording import shaped
from app.study.parts import Oral
from app.study.worked import cases_of
from decision_trees.reach import facts_of
from decision_trees.values import show

if TYPE_CHECKING:
    from app.exams.room_records import Record
    from app.study.model import Question
    from decision_trees.model import Case
    from rules_data.model import GameId

ORAL = "oral"
TITLES: Mapping[str, str] = {ORAL: "口试"}
SECONDS = 180  # for a ruling, from the call
MOST_CLAIMS = 3
LEAST_TELLS = 2  # fewer, and there is nothing to be found out
Step = Literal["begin", "tell", "claim", "end"]
STEPS: tuple[Step, ...] = ("begin", "tell", "claim", "end")


# The questions


def asked_aloud(game: GameId, topic: str, seed: int, family: Collection[str] = ()) -> Iterator[Question]:
    """Yield questions put by word of mouth, of one topic or (empty) of all, or about some trees, in an order by chance."""
    by_situation = {(case.tree, case.why): case for case in cases_of(game)}
    for each in written(game, WRITTEN, topic, seed, family):
        case = by_situation.get((each.subject.removeprefix("tree:"), each.why))
        found = None if case is None else of_case(each, case)
        if found is not None:
            yield found


def of_case(question: Question, case: Case) -> Question | None:
    """A written ruling as it is examined by word of mouth; None where there is nothing to be found out."""
    tree = trees().tree(case.tree)
    declared = facts_of(tree, trees().trees)
    tells = [
        shaped(f"{declared[name].label}：{show(declared[name], value)}")
        for name, value in case.facts.items()
        if name in declared
    ]
    tells = list(dict.fromkeys(tells))
    if len(tells) < LEAST_TELLS:
        return None
    claims = [claim.says for claim in tree.claims]
    Random(question.id).shuffle(claims)
    script = Oral(question.stem, tuple(tells), tuple(claims[:MOST_CLAIMS]), SECONDS)
    opening = f"口试。{GAMES[question.game]}，你是裁判，被叫到一张牌桌前。要知道什么，问牌手（考官）；规则书可以翻。"
    parts = tuple(replace(each, ask=each.ask.replace("写", "说")) for each in question.parts)
    return replace(question, kind=ORAL, stem=opening, oral=script, parts=parts, drawn=type(question.drawn)())


# How it goes


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that was said to the candidate."""

    text: str
    seconds: float  # since he was called
    claimed: bool = False  # a player said so, and it is not known to be so


@dataclass(frozen=True, slots=True)
class Sitting:
    """How far one candidate's oral question is."""

    began: float | None = None
    ended: float | None = None
    told: tuple[Told, ...] = ()

    def after(self, record: Record, script: Oral) -> Sitting:
        """It after a record; what does not fit leaves it as it is."""
        what, at = record["what"], record["at"]
        if what == "begin":
            return self if self.began is not None else replace(self, began=at)
        if self.began is None or self.ended is not None:
            return self
        if what == "end":
            return replace(self, ended=at)
        lines = script.tells if what == "tell" else script.claims
        if not 0 <= record["line"] < len(lines) or any(each.text == lines[record["line"]] for each in self.told):
            return self
        return replace(self, told=(*self.told, Told(lines[record["line"]], at - self.began, what == "claim")))

    def left(self, script: Oral, now: float) -> float | None:
        """Seconds left for the ruling; None before it began and once it is over."""
        if self.began is None or self.ended is not None:
            return None
        return script.seconds - (now - self.began)


def refused(sitting: Sitting, script: Oral, what: object, number: object) -> str:
    """Why a step cannot be taken, as the examiner is told; empty where it can."""
    if what not in STEPS:
        return "没有这一步。"
    if what == "begin":
        return "这一题已经开始。" if sitting.began is not None else ""
    if sitting.began is None:
        return "先点“开始”，时间从那时算起。"
    if sitting.ended is not None:
        return "这一题已经结束。"
    if what in ("tell", "claim"):
        lines = script.tells if what == "tell" else script.claims
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(lines):
            return "没有这一句。"
    return ""


def as_seen(stem: str, sitting: Sitting) -> str:
    """What the candidate reads: how it opens, and what he was told."""
    lines = [f"牌手说：“{each.text}”" if each.claimed else each.text for each in sitting.told]
    if sitting.began is None:
        return f"{stem}\n等考官叫你。"
    over = ["这一题已经结束。"] if sitting.ended is not None else []
    return "\n".join((stem, *lines, *over))


def transcript(sitting: Sitting) -> str:
    """What was told and when, as it stands in the results."""
    if sitting.began is None:
        return ""
    lines = [f"{_clock(each.seconds)} {'牌手说' if each.claimed else '告知'}：{each.text}" for each in sitting.told]
    over = [f"{_clock(sitting.ended - sitting.began)} 结束"] if sitting.ended is not None else []
    return "\n".join(("0:00 开始", *lines, *over))


def _clock(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


def script_of(question: Question, sitting: Sitting, now: float) -> dict[str, Any]:
    """What the examiner's page shows of it."""
    script = question.oral
    assert script is not None
    said = {each.text: round(each.seconds) for each in sitting.told}

    def lines(texts: Sequence[str]) -> list[list[Any]]:
        return [[text, said.get(text)] for text in texts]

    return {
        "opening": question.stem,
        "situation": script.situation,
        "tells": lines(script.tells),
        "claims": lines(script.claims),
        "seconds": script.seconds,
        "left": sitting.left(script, now),
        "begun": sitting.began is not None,
        "ended": sitting.ended is not None,
    }
