"""A paper: the questions in full, their marks, the time, and the parallel versions made of them by a seed.

A paper is frozen when it is composed: what is printed, taken and marked is the same for ever, whatever becomes of books and
trees later. It is kept as one JSON file.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from app.exams.question_json import FaultError, question_from, question_to
from rules_data.bounded_json import JsonFault, read_json

if TYPE_CHECKING:
    from app.study.model import Question

FORMAT = "zhicai-paper-1"
WRITTEN_FORMAT = "zhicai-paper-2"  # with questions in parts, which an older version cannot show
ORAL_FORMAT = "zhicai-paper-3"  # with questions put by word of mouth, which an older version would show whole
FORMATS = (FORMAT, WRITTEN_FORMAT, ORAL_FORMAT)
LETTERS = "ABCDEFGHIJ"
BOOKS: Mapping[str, str] = {
    "": "", "open": "开卷：可以翻规则书和自己的笔记", "closed": "闭卷：不得翻规则书、笔记和别的设备",
}  # fmt: skip
MOST_VERSIONS = 8
MOST_ITEMS = 300
MOST_MINUTES = 600
LONGEST = 16_000_000  # characters of the file
MOST_DIGITS = 4000  # of a seed
STAYS_LAST = re.compile(r"(以上|上述|前述|其他|其余).*(都|皆|均|全|无|不)|^(都|均)(不|对|是)|不(能|可)确定")
_NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?")


class PaperError(ValueError):
    """What is wrong with a paper, where, and what to do: one Chinese sentence."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a paper and what it is worth."""

    question: Question
    marks: float = 1.0


@dataclass(frozen=True, slots=True)
class Asked:
    """An item as a candidate of one version sees it."""

    number: int  # on his paper, from 1
    item: int  # which of the paper's items
    options: tuple[int, ...]  # the item's options in the order shown

    def letter(self, option: int | None) -> str:
        """The letter under which an option of the item is shown; empty for none."""
        return "" if option is None else LETTERS[self.options.index(option)]

    def option(self, letter: str) -> int | None:
        """The option of the item that is shown under a letter; None where there is none."""
        at = LETTERS.find(letter) if len(letter) == 1 else -1
        return self.options[at] if 0 <= at < len(self.options) else None


@dataclass(frozen=True, slots=True)
class Version:
    """One of the parallel versions."""

    letter: str
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """What the candidates get."""

    title: str
    minutes: int
    items: tuple[Item, ...]
    seed: int = 1
    versions: int = 1  # parallel ones
    note: str = ""  # what the examiner tells the candidates before they begin
    book: str = ""  # whether the book of rules may be used: open, closed; empty: not declared

    @property
    def total(self) -> float:
        """All the marks there are."""
        return sum(item.marks for item in self.items)

    @property
    def id(self) -> str:
        """A name made of everything in it: two papers with the same name are the same."""
        return hashlib.sha256(as_json(self).encode()).hexdigest()[:16]

    def version(self, at: int) -> Version:
        """Return a parallel version by its place, from 0; the first is the paper as composed."""
        if not 0 <= at < self.versions:
            raise IndexError(at)
        order = list(range(len(self.items)))
        chance = random.Random(f"{self.seed}/{at}")
        if at:
            chance.shuffle(order)
        asked = []
        for number, item in enumerate(order, 1):
            texts = [option.text for option in self.items[item].question.options]
            asked.append(Asked(number, item, _shuffled(texts, chance) if at else tuple(range(len(texts)))))
        return Version(LETTERS[at], tuple(asked))

    def all_versions(self) -> tuple[Version, ...]:
        """Every parallel version."""
        return tuple(self.version(at) for at in range(self.versions))


def _shuffled(texts: Sequence[str], chance: random.Random) -> tuple[int, ...]:
    """An order for options. Two stay (right and wrong), numbers stay in their order, "以上都对" stays last."""
    order = list(range(len(texts)))
    if len(texts) < 3 or _ascending(texts):
        return tuple(order)
    last = [at for at in order if STAYS_LAST.search(texts[at])]
    free = [at for at in order if at not in last]
    chance.shuffle(free)
    return (*free, *last)


def _ascending(texts: Sequence[str]) -> bool:
    found = [_NUMBER.match(text) for text in texts]
    if not all(found):
        return False
    numbers = [float(each[0].replace("−", "-")) for each in found if each]
    return numbers == sorted(numbers) or numbers == sorted(numbers, reverse=True)


def marks_text(marks: float) -> str:
    """Marks as they are written: without a point where there is nothing behind it."""
    return f"{marks:.2f}".rstrip("0").rstrip(".")


# The file


def _format(paper: Paper) -> str:
    if any(item.question.oral for item in paper.items):
        return ORAL_FORMAT
    return WRITTEN_FORMAT if paper.book or any(item.question.parts for item in paper.items) else FORMAT


def as_json(paper: Paper) -> str:
    """Return the paper as the text of its file."""
    found = {
        "format": _format(paper),
        "title": paper.title,
        "note": paper.note,
        **({"book": paper.book} if paper.book else {}),
        "minutes": paper.minutes,
        "seed": paper.seed,
        "versions": paper.versions,
        "items": [{"marks": item.marks, "question": question_to(item.question)} for item in paper.items],
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str, name: str = "试卷文件") -> Paper:
    """Read a paper from the text of its file.

    Raises:
        PaperError: the text is no paper, or something in it cannot be.
    """
    try:
        data = read_json(text, size=LONGEST, digits=MOST_DIGITS)
    except JsonFault as fault:
        raise PaperError(f"{name}不是完整的 JSON（{fault}），可能没有保存完；请重新组卷或换一份文件。") from None
    if not isinstance(data, dict) or data.get("format") not in FORMATS:
        raise PaperError(f"{name}不是执裁的试卷（没有“{FORMAT}”的标记）；请选用组卷时存下的 .json 文件。")
    try:
        items = []
        for number, each in enumerate(_list(data, "items"), 1):
            try:
                items.append(Item(question_from(each["question"]), _marks(each["marks"])))
            except FaultError as fault:
                raise PaperError(f"{name}第 {number} 题有误：{fault}；请改正这一题或重新组卷。") from None
        return checked(
            Paper(
                _text(data, "title"), _whole(data, "minutes"), tuple(items), _whole(data, "seed"),
                _whole(data, "versions"), _text(data, "note"),
                _text(data, "book") if "book" in data else "",
            ), name,
        )  # fmt: skip
    except PaperError:
        raise
    except (KeyError, TypeError, ValueError) as e:
        raise PaperError(f"{name}缺少内容或内容的种类不对（{e}）；请重新组卷。") from None


def checked(paper: Paper, name: str = "试卷") -> Paper:
    """Return a paper that can be given to candidates.

    Raises:
        PaperError: something about it cannot be.
    """
    faults = (
        (not paper.title.strip(), "没有标题，请写上标题"),
        (not paper.items, "没有题目，请至少选一道"),
        (len(paper.items) > MOST_ITEMS, f"有 {len(paper.items)} 题，至多 {MOST_ITEMS} 题"),
        (paper.book not in BOOKS, "应是开卷（open）或闭卷（closed）"),
        (not 1 <= paper.minutes <= MOST_MINUTES, f"时间应为 1 至 {MOST_MINUTES} 分钟"),
        (not 1 <= paper.versions <= MOST_VERSIONS, f"平行卷应为 1 至 {MOST_VERSIONS} 份"),
    )
    for wrong, said in faults:
        if wrong:
            raise PaperError(f"{name}{said}。")
    for number, item in enumerate(paper.items, 1):
        if not 0 < item.marks <= 1000:
            raise PaperError(f"{name}第 {number} 题的分值应大于 0、不超过 1000。")
    return paper


def _marks(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("marks")
    return float(value)


def _text(data: Mapping[str, object], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise TypeError(key)
    return value


def _whole(data: Mapping[str, object], key: str) -> int:
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(key)
    return value


def _list(data: Mapping[str, object], key: str) -> list[dict[str, Any]]:
    value = data[key]
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise TypeError(key)
    return cast("list[dict[str, Any]]", value)
