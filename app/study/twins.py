"""What a learner takes for something else: his own confusions, and what is asked right after to hold the two apart.

A wrong answer keeps what was chosen instead, where the option stands for something that can be asked about. The other one is asked
next to it, until both were answered rightly twice since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from app.study import bank
from app.study.clauses import kin

if TYPE_CHECKING:
    from app.study.answers import Answer
    from app.study.model import Question

REMEMBERED = timedelta(days=60)  # a confusion older than that is not asked after any more
SETTLED = 2  # right answers on each of the two since the last confusion
TOGETHER = timedelta(minutes=30)  # what was answered before that is not "just now"


def stands_for(question: Question, option: int) -> str:
    """What could be asked about that a wrong option stands for; empty where it stands for nothing, or for the same thing."""
    chosen, about = question.options[option], question.subject
    if option == question.right:
        return ""
    subjects = bank.subjects(question.game)
    for each in subjects:
        if each.id.startswith("tree:") and each.title == chosen.text and each.id != about:
            return each.id
    for cite in chosen.cites:
        if any(kin(cite, one) for one in question.cites):
            continue
        clause = f"clause:{cite}"
        if clause != about and any(each.id == clause for each in subjects):
            return clause
    return ""


def confusions(answers: Iterable[Answer], now: datetime) -> Counter[frozenset[str]]:
    """The pairs that were taken one for the other and are not settled since, with how often."""
    since = (now - REMEMBERED).timestamp() * 1000
    found: Counter[frozenset[str]] = Counter()
    right: dict[frozenset[str], Counter[str]] = {}
    for each in answers:
        if not each.right and each.instead not in ("", each.subject) and each.at >= since:
            pair = frozenset((each.subject, each.instead))
            found[pair] += 1
            right[pair] = Counter()
        for pair in [pair for pair in right if each.right and each.subject in pair]:
            right[pair][each.subject] += 1
            if all(right[pair][name] >= SETTLED for name in pair):
                del found[pair], right[pair]
    return found


def twin_now(answers: Sequence[Answer], now: datetime) -> str | None:
    """What is to be asked next to what was answered last; None where nothing is taken for it, or it was asked just now."""
    if not answers or (now.timestamp() * 1000 - answers[-1].at) > TOGETHER.total_seconds() * 1000:
        return None
    last = answers[-1].subject
    pairs = [(number, pair) for pair, number in confusions(answers, now).items() if last in pair]
    lately = {each.subject for each in answers[-4:]}
    for _, pair in sorted(pairs, key=lambda each: (-each[0], sorted(each[1]))):
        (other,) = pair - {last}
        if other not in lately:
            return other
    return None
