"""What every generator of questions shares: chance that can be repeated, a draft with its wrong options, and what makes it fair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from random import Random
from statistics import median
from typing import Any

from app.study.model import Drawn, Option, Question
from rules_data.model import GameId

OFFERED = 4
"""Options of a question, where there are so many."""
SHORT = 14
"""Characters up to which an option is not long, whatever its peers are."""
LONGER = 2.0
"""How many times as long as the median of its peers an option may be."""
SHARED = 2
"""Characters that what a stem settles has in common with the answer, and with no other option: it gives it away."""
_COMMON = frozenset(
    {"处理", "不算", "比赛", "一次", "这张", "一张", "本副", "他们", "没有", "不是", "可以", "一方", "规则"}
)
TELLING = 5
"""Characters from which a stem that repeats the answer gives it away."""
COMBINATIONS = 60
"""Choices of wrong options that are tried until the lengths agree."""

TERMS, RIGHTS, TEXT = "terms", "rights", "text"
"""Topics besides the stages of a game's trees."""


class NoQuestionError(LookupError):
    """This kind has no fair question about this subject with this seed. The message is for the user."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A stage or chapter by which one chooses."""

    id: str
    title: str  # 竞叫


@dataclass(frozen=True, slots=True)
class Subject:
    """Something to be known, spaced over time: a clause, a term, a number, a tree, a right."""

    id: str  # clause:bridge-1999:64A1
    title: str  # as people are told what they have learnt: 第64条A款1
    topic: str
    kinds: tuple[str, ...]  # which ask about it


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question and how it is made."""

    id: str
    title: str  # 怎样裁定
    subjects: Callable[[GameId], Iterable[Subject]]  # with this kind alone in ``kinds``
    draft: Callable[[GameId, str, Random], Draft | None]  # of a game and a subject; None: not with this chance
    again: Callable[[Question], Iterable[str]] | None = None  # what is wrong with it, decided once more another way
    of_cases: bool = False  # made of worked cases: two of one case do not stand on one paper
    asks_what: bool = False  # asks what it is, or by which clause: its picture must not say who did what


FEWEST = 3
"""Options of a question, where its kind does not say otherwise."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before its options are chosen and shuffled."""

    topic: str
    stem: str
    right: Option
    wrong: Sequence[Option]  # more than are offered, the best first where ``ranked``
    why: str
    cites: tuple[str, ...]
    drawn: Drawn = field(default_factory=Drawn)
    difficulty: float = 0.5
    settled: tuple[tuple[str, Any], ...] = ()
    ordered: bool = False  # options stand in the order of their numbers
    fewest: int = FEWEST  # options it needs


def chance(kind: str, subject: str, seed: int) -> Random:
    """The same chance for the same question, on every machine."""
    return Random(f"{kind}/{subject}/{seed}")


_BARE = re.compile(r"[\s，。；：、“”‘’（）()《》？！,.;:!?]|的")


def bare(text: str) -> str:
    """A text without what does not change its meaning, to see whether two options say the same."""
    return _BARE.sub("", text)


def balanced(texts: Sequence[str]) -> bool:
    """Is none of the options so long that it stands out?"""
    return all(
        len(text) <= max(SHORT, LONGER * median(len(peer) for j, peer in enumerate(texts) if j != i))
        for i, text in enumerate(texts)
    )


def _distinct(right: Option, wrong: Iterable[Option]) -> Iterator[Option]:
    seen = {bare(right.text)}
    for option in wrong:
        key = bare(option.text)
        if key and key not in seen:
            seen.add(key)
            yield option


def _offered(draft: Draft) -> tuple[Option, ...] | None:
    wrong = [each for each in _distinct(draft.right, draft.wrong) if not MACHINE.search(each.text + each.why)]
    for count in range(min(OFFERED - 1, len(wrong)), draft.fewest - 2, -1):
        for chosen in islice(combinations(wrong, count), COMBINATIONS):
            if balanced([draft.right.text, *(each.text for each in chosen)]):
                return chosen
    return None


MACHINE = re.compile(
    r"没有填|未填|录入|来源中|缺失|候选：|”是“[是否]”|[「」]|罚分[+＋]0|[\u4e00-\u9fff]\w*_\w+"
    r"|”不?成立(?:时|的|，|才)|“[^“”]*”是“[^“”]*”(?:时才|，才)"  # as a tree is read, not as a referee speaks
)
"""What nobody says at a table or in a hall: words of forms, of what the sources lack."""

_PREMISE = re.compile("本题按“([^”]*)”处理")


def runs(text: str, length: int) -> set[str]:
    """The runs of so many characters of a text, without what does not change its meaning."""
    said = bare(text)
    return {said[i : i + length] for i in range(len(said) - length + 1)}


def tells(stem: str, options: Sequence[Option]) -> bool:
    """Does the stem repeat the answer, the first option, and none of the others; or does what it settles name it?"""
    said, right = bare(stem), bare(options[0].text)
    if len(right) >= TELLING and right in said and not any(bare(option.text) in said for option in options[1:]):
        return True
    others = set[str]().union(*(runs(option.text, SHARED) for option in options[1:]))
    return any(
        (runs(settled, SHARED) & runs(options[0].text, SHARED)) - others - _COMMON for settled in _PREMISE.findall(stem)
    )


_CLAUSE = re.compile(r"第[0-9一二三四五六七八九十]+条|附[录件][一二三四五六七八九十]+")
_NUMBER = re.compile(r"[-−+]?\d+(?:\.\d+)?")


def _in_order(option: Option) -> tuple[float, str]:
    found = _NUMBER.search(option.text)
    return (float(found[0].replace("−", "-")) if found else 0.0, option.text)


def finished(kind: str, game: GameId, subject: str, seed: int, draft: Draft, rng: Random) -> Question | None:
    """A draft with options chosen, shuffled and the right one among them; None where no fair choice was found."""
    if any(MACHINE.search(text) for text in (draft.stem, draft.right.text, draft.why)):
        return None
    wrong = _offered(draft)
    if wrong is None:
        return None
    options = [draft.right, *wrong]
    if any(clause in draft.stem for option in options for clause in _CLAUSE.findall(option.text)):
        return None  # the stem names a clause among which one is to choose
    if tells(draft.stem, options):
        return None
    if draft.ordered:
        options.sort(key=_in_order)
    else:
        rng.shuffle(options)
    return Question(
        kind,
        game,
        subject,
        seed,
        draft.topic,
        draft.stem,
        tuple(options),
        options.index(draft.right),
        draft.why,
        tuple(dict.fromkeys(draft.cites)),
        draft.drawn,
        round(min(1.0, max(0.0, draft.difficulty)), 2),
        draft.settled,
    )
