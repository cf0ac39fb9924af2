"""Faults of what a question rests on: a wrong option that is true, a reading left open, a clause that does not decide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from app.base.opened import handbook
from app.study.clauses import label
from app.study.fairness.check import Check, wrong_ones
from app.study.fairness.options import allowed
from app.study.model import Question
from rules_data.model import Erratum

_BRACKETS, _PARAGRAPH = re.compile("[()（）]"), re.compile(r"第\d+段$")
_OPEN = "条文没有写明"
_NOT_HERE = re.compile("^(?:款|条|项|段|末段)?[^，。；]{0,6}不(?:妨碍|适用|涉及|管|在此)")
_DENIED = re.compile("(?<!判)不(?:再|必|须)?(罚分|重发|重洗|警告|升级|收回|取消|停牌|调整)")
_SENT_ON = re.compile("按[^，。；]*处理[。]?$")
_SUPPLEMENT = re.compile("采用附件|另采用附件")
_MAIN = re.compile("^主要依据")
_NUMBER = re.compile(r"(?<![\d.])\d+(?![\d.])")
_ERRATUM = re.compile("勘误|印作")
_EXACTLY = re.compile("恰好")  # on which side of a limit a number is: no matter for others
_DOUBLED = re.compile(r"定约[1-7](♥|♠)，加倍")

TAKES = re.compile("^(?:接受|让.*成立|承认|不收回|不更改)")
REFUSES = re.compile("^(?:不接受|拒绝|收回|要求收回|不承认|撤消)")
CALLS = re.compile("^(?:不叫|加倍|再加倍|叫|合法的实质叫牌|实质叫牌|改叫)")
LEADS = re.compile("要求.*引")
LEADS_NOT = re.compile("禁止.*引")
LEAVES = re.compile("不(?:作|加)?限制|^不指定|^不要求")
"""What somebody may choose, by what it comes to: whoever may refuse a card may have it taken back, whoever may accept by calling
makes a call of his own."""


def says_alike(one: str, other: str) -> bool:
    """May two ways to choose come to the same?"""
    return any(kind.search(one) and kind.search(other) for kind in (TAKES, REFUSES, CALLS, LEADS, LEADS_NOT, LEAVES))


def also_allowed(text: str, may: tuple[str, ...]) -> bool:
    """Does a way to choose come to the same as one that is allowed, or follow from one?"""
    if any(says_alike(text, each) for each in may):
        return True
    return bool(CALLS.search(text)) and any("叫牌" in each or each == "不接受" for each in may)


def _also(question: Question) -> Iterator[str]:
    if question.kind != "choice" or not question.subject.startswith("tree:"):
        return
    may = allowed(question)
    for option in wrong_ones(question):
        if also_allowed(option.text, may):
            yield f"“{option.text}”和可以选的是一回事。"


def named_in(cite: str, why: str) -> int:
    """Where an explanation names a clause, however it writes brackets; -1 where it does not."""
    return _BRACKETS.sub("", why).find(_PARAGRAPH.sub("", _BRACKETS.sub("", label(cite))))


def undecided(clause: str, stem: str, why: str) -> bool:
    """Does a clause not decide: does all hang on what the text leaves open, or is it named as one that does not matter?"""
    at = named_in(clause, why)
    if at < 0:
        return _OPEN in stem
    rest = _BRACKETS.sub("", why)[at + len(_PARAGRAPH.sub("", _BRACKETS.sub("", label(clause)))) :]
    return bool(_NOT_HERE.search(rest))


def _undecided(question: Question) -> Iterator[str]:
    if (
        question.kind == "clause"
        and question.answer.cites
        and undecided(question.answer.cites[0], question.stem, question.why)
    ):
        yield f"{label(question.answer.cites[0])}没有决定这个情形。"


def left_open(stem: str, cites: tuple[str, ...], settled: frozenset[str]) -> tuple[str, ...]:
    """The open questions that lie between clauses all of which a question rests on, and that it does not settle."""
    return tuple(
        f"{book.id}/{each.id}"
        for book in handbook().books.values()
        for each in book.open_questions
        if len(each.at) > 1
        and set(each.at) <= set(cites)
        and f"{book.id}/{each.id}" not in settled
        and not (
            _EXACTLY.search(each.question) and not set(_NUMBER.findall(each.question)) & set(_NUMBER.findall(stem))
        )
    )


def _open(question: Question) -> Iterator[str]:
    if question.subject.startswith("rule:"):
        for id_ in left_open(question.stem, question.cites, frozenset(name for name, _ in question.settled)):
            yield f"依据的条款之间有未定问题 {id_}，题干没有说按哪一种。"


def denied(lines: tuple[str, ...], why: str) -> str:
    """What a ruling's lines say is done and its explanation says is not; empty where they agree."""
    for found in _DENIED.finditer(why):
        word = found[1]
        for line in lines:
            if re.search(f"(?<![不未没]){word}", line) and not re.search(f"[不未没][^，。；]{{0,3}}{word}", line):
                return f"说明写不{word}，“{line}”却作为没有错的一句"
    return ""


def _denied(question: Question) -> Iterator[str]:
    if question.kind == "error":
        said = denied(tuple(o.text for o in wrong_ones(question)), question.why)
        if said:
            yield f"{said}。"


def unquoted(stem: str, why: str, cites: tuple[str, ...]) -> bool:
    """Does a stem adopt a supplement of which the ruling says nothing?"""
    supplements = [book.id for book in handbook().books.values() if book.amends]
    return (
        bool(_SUPPLEMENT.search(stem))
        and "附件" not in why
        and not any(cite.partition(":")[0] in supplements for cite in cites)
    )


def _unquoted(question: Question) -> Iterator[str]:
    if question.kind == "outcome" and unquoted(question.stem, question.why, question.cites):
        yield "题干采用附件，说明却没有说附件怎样写。"


def names_him(title: str, cites: tuple[str, ...]) -> bool:
    """Do clauses name somebody, whom the rights call so?"""
    short = title.removeprefix("违规者的")
    return any(short in (each.text or "") for cite in cites for each in handbook().provision(cite).walk())


def _unnamed(question: Question) -> Iterator[str]:
    whose = question.answer.text
    of_rights = question.kind == "chooser" and question.subject.startswith("right:") and "的" in whose
    if of_rights and not names_him(whose, question.cites):
        yield f"所引的条款没有说到{question.answer.text}。"


def _ground(question: Question) -> Iterator[str]:
    if question.kind == "error" and any(_MAIN.search(each.text) for each in question.options):
        yield "哪一条是“主要”依据可以争论。"


def sends_on(text: str) -> bool:
    """Does a ruling only say by what else it is ruled?"""
    return bool(_SENT_ON.search(text))


def _sent_on(question: Question) -> Iterator[str]:
    if question.kind == "outcome" and sends_on(question.answer.text):
        yield f"“{question.answer.text}”没有说后果。"


@cache
def misprinted() -> Mapping[str, tuple[Erratum, ...]]:
    """Slips of print in numbers that change a ruling, by the provisions they stand in."""
    out: dict[str, list[Erratum]] = {}
    for book in handbook().books.values():
        for each in book.errata:
            if each.severity == "ruling" and each.standing == "reading" and _changed(each):
                for id_ in each.at:
                    out.setdefault(f"{id_}" if ":" in id_ else f"{book.id}:{id_}", []).append(each)
    return {id_: tuple(found) for id_, found in out.items()}


def _changed(each: Erratum) -> bool:
    printed, read = (_NUMBER.findall(text or "") for text in (each.printed, each.reading))
    return bool(printed) and len(printed) == len(read) and printed != read and "|" in (each.printed or "")


def _erratum(question: Question) -> Iterator[str]:
    if question.kind != "number" or not any(cite in misprinted() for cite in question.cites):
        return
    lost = question.answer.text.startswith(("-", "−"))
    if _DOUBLED.search(question.stem) and not lost and not all(map(_ERRATUM.search, (question.stem, question.why))):
        yield "用了勘误的数，题干和说明没有写明印作多少、读作多少。"


CHECKS = (
    Check("also", "错的选项在这里也对", _also),
    Check("undecided", "所问的条款没有决定", _undecided),
    Check("open", "悬在未定问题上", _open),
    Check("denied", "说明否认了没有错的一句", _denied),
    Check("unquoted", "采用附件而不说附件", _unquoted),
    Check("unnamed", "条款没有说到这个人", _unnamed),
    Check("ground", "可以争论的主要依据", _ground),
    Check("sent-on", "只说按别条处理", _sent_on),
    Check("erratum", "用勘误而不说", _erratum),
)
