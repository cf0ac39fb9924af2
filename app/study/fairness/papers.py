"""What no paper for referees is made of, though it may be practised: what every player knows, and where a sentence stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from app.study.clauses import article
from app.study.model import Question

EVERYDAY = frozenset({
    "上家", "下家", "同伴", "搭档", "对家", "首引", "引牌", "领出", "牌墩", "一墩", "一圈", "一副牌", "一方", "无将", "将牌",
    "庄家", "明手", "发牌", "发牌人", "花色", "大牌", "小牌", "加倍", "再加倍", "不叫",
})  # fmt: skip
"""Words that whoever plays the game uses."""
EASY = 0.2  # an exercise up to this is a player's
ONE_LAW = 2  # questions of a paper that may rest on one law


def elementary(question: Question) -> str:
    """Why a question is none for a referee's paper; empty where it is one."""
    if question.kind == "where":
        return "只是找一句话在哪一条。"
    if question.kind in ("meaning", "term"):
        word = question.answer.text if question.kind == "term" else question.stem.partition("”")[0].lstrip("“")
        if word in EVERYDAY:
            return f"“{word}”是牌手都知道的词。"
    if question.subject.startswith("rule:") and question.difficulty <= EASY:
        return "牌手都会。"
    return ""


def too_many(questions: Sequence[Question]) -> Iterator[tuple[int, str]]:
    """Yield the questions of a paper beyond as many as may rest on one law, by their place."""
    seen: Counter[str] = Counter()
    for at, question in enumerate(questions):
        law = article(question.cites[0]) if question.cites else ""
        seen[law] += 1
        if law and seen[law] > ONE_LAW:
            yield at, "同一条已有两题。"
