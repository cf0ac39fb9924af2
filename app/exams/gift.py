"""GIFT, the text format for questions of learning platforms: written, and read strictly.

Read are questions with one right answer among several and true or false; every other kind is refused with its line and what to
do, so that nothing comes in half understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.exams.drawing import whole_stem
from app.exams.paper import LETTERS

if TYPE_CHECKING:
    from app.exams.paper import Item
    from app.study.model import Question

SPECIAL = "~=#{}:"
RIGHT, WRONG = "正确", "错误"
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_FORMAT = re.compile(r"^\s*\[(html|plain|moodle|markdown)\]\s*")
_TITLE = re.compile(r"^\s*::((?:\\.|[^:\\]|:(?!:))*)::", re.DOTALL)
_TRUE_FALSE = re.compile(r"\s*(T|TRUE|F|FALSE)\s*(?:#(.*))?", re.DOTALL | re.IGNORECASE)
_WEIGHT = re.compile(r"^\s*%(-?\d+(?:\.\d+)?)%")


class GiftError(ValueError):
    """A line that cannot be read, why, and what to do: one Chinese sentence."""

    def __init__(self, line: int, what: str, remedy: str) -> None:
        super().__init__(f"第 {line} 行：{what}；{remedy}。")
        self.line = line


@dataclass(frozen=True, slots=True)
class Raw:
    """A question as it was read, before anything is known of its game."""

    line: int
    title: str
    stem: str
    options: tuple[tuple[str, str], ...]  # text and what is said of it
    right: int
    why: str
    category: str


# Writing


def escaped(text: str) -> str:
    """Return a text with what means something to GIFT made harmless."""
    text = text.replace("\\", "\\\\")
    for mark in SPECIAL:
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\r", "").replace("\n", "\\n")


def as_gift(items: Sequence[Item], title: str = "") -> str:
    """Return questions as GIFT; the explanation of each is its general feedback."""
    parts = [f"// {title}".rstrip()] if title else []
    for number, item in enumerate(items, 1):
        question = item.question
        lines = [f"::{number:03d}::[plain]{escaped(whole_stem(question) + asked_in_parts(question))} {{"]
        for at, option in enumerate(question.options):
            why = f"#{escaped(option.why)}" if option.why else ""
            lines.append(f"\t{'=' if at == question.right else '~'}{escaped(option.text)}{why}")
        if question.why:
            lines.append(f"\t####{escaped(question.why)}")
        parts.append("\n".join([*lines, "}"]))
    return "\n\n".join(parts) + "\n"


def asked_in_parts(question: Question) -> str:
    """What the parts of a question ask, each on a line of its own; other programs take the answer as one text."""
    lines = []
    for number, part in enumerate(question.parts, 1):
        options = "".join(f"\n　{LETTERS[at]}. {text}" for at, text in enumerate(part.options))
        lines.append(f"\n({number}) {part.ask}{options}")
    return "".join(lines)


# Reading


def read_gift(text: str) -> tuple[Raw, ...]:
    """Read GIFT.

    Raises:
        GiftError: a question cannot be read, or is of a kind that is not taken.
    """
    category, found = "", []
    for line, block in _blocks(text):
        if block.startswith("$CATEGORY:"):
            category = block.removeprefix("$CATEGORY:").strip().rpartition("/")[2]
        else:
            found.append(_question(line, block, category))
    if not found:
        raise GiftError(1, "文件里没有题目", "每题写成“题干{=对的 ~错的}”，题与题之间空一行")
    return tuple(found)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield each question with the line it begins on; comments are left out, a category stands alone."""
    begun, kept = 0, ""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.lstrip().startswith("//"):
            kept += "\n" if kept else ""
            continue
        if not line.strip():
            if kept.strip():
                yield begun, kept
            kept = ""
        elif line.startswith("$CATEGORY:"):
            if kept.strip():
                yield begun, kept
            yield number, line
            kept = ""
        else:
            begun = begun if kept else number
            kept += line + "\n"
    if kept.strip():
        yield begun, kept


def _find(text: str, marks: str, start: int = 0) -> int:
    """Where the first of these characters stands that is not escaped; -1 where none does."""
    at = start
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] in marks:
            return at
        at += 1
    return -1


def _plain(text: str) -> str:
    text = _FORMAT.sub("", text.strip())
    return _ESCAPED.sub(lambda m: "\n" if m[1] == "n" else m[1], text.replace("\n", " ")).strip()


def _question(line: int, block: str, category: str) -> Raw:
    title = ""
    found = _TITLE.match(block)
    lines_before = 0
    if found:
        title, lines_before, block = _plain(found[1]), found[0].count("\n"), block[found.end() :]
    opened = _find(block, "{")
    if opened < 0:
        raise GiftError(line, "没有写着选项的花括号 {…}", "在题干后写 {=对的 ~错的}，题内不要空行")
    at = line + lines_before + block[:opened].count("\n")
    closed = _find(block, "}", opened)
    if closed < 0:
        raise GiftError(at, "花括号没有合上", "在最后一个选项后写 }，题内不要空行")
    if _find(block, "{}", closed + 1) >= 0:
        raise GiftError(at, "一题里有两对花括号", "两题之间要空一行；文字里的花括号写成 \\{ 和 \\}")
    before, inside, after = block[:opened], block[opened + 1 : closed], block[closed + 1 :]
    stem = _plain(before) + (f" ＿＿ {_plain(after)}" if after.strip() else "")
    if not stem:
        raise GiftError(line, "没有题干", "在花括号前写上题干")
    inside, _, general = _general(inside)
    options, right = _options(at, inside)
    return Raw(line, title, stem, options, right, _plain(general), category)


def _general(inside: str) -> tuple[str, str, str]:
    at = 0
    while (at := _find(inside, "#", at)) >= 0:
        if inside[at : at + 4] == "####":
            return inside[:at], "####", inside[at + 4 :]
        at += 1
    return inside, "", ""


def _options(line: int, inside: str) -> tuple[tuple[tuple[str, str], ...], int]:
    if not inside.strip():
        raise GiftError(line, "这是问答题（花括号里是空的）", "请改成有几个选项的选择题")
    if inside.lstrip().startswith("#"):
        raise GiftError(line, "这是数值题（花括号以 # 开头）", "请把答案和几个别的数写成选项")
    truth = _TRUE_FALSE.fullmatch(inside.strip())
    if truth:
        said = [_plain(each) for each in _split(truth[2] or "")]
        right = 0 if truth[1].upper().startswith("T") else 1
        feedback = ["", ""]
        feedback[1 - right] = said[0] if said else ""
        return ((RIGHT, feedback[0]), (WRONG, feedback[1])), right
    marks = []
    at = _find(inside, "=~")
    if at < 0 or inside[:at].strip():
        raise GiftError(line, "选项前没有 = 或 ~", "对的选项前写 =，错的前写 ~；文字里的 = 和 ~ 写成 \\= 和 \\~")
    while at >= 0:
        following = _find(inside, "=~", at + 1)
        marks.append((at, inside[at], inside[at + 1 : following if following >= 0 else len(inside)]))
        at = following
    if all(mark == "=" and "->" in body for _, mark, body in marks):
        raise GiftError(line, "这是配对题", "请改成几道选择题")
    options: list[tuple[str, str]] = []
    rights: list[int] = []
    for where, mark, body in marks:
        here = line + inside[:where].count("\n")
        weight = _WEIGHT.match(body)
        if weight:
            body = body[weight.end() :]
            if float(weight[1]) not in (0.0, 100.0) and float(weight[1]) > 0:
                raise GiftError(here, "这是有几个部分分的题", "只收一个正确答案的题：对的写 =，其余写 ~，不写百分数")
        text, *said = _split(body)
        if not _plain(text):
            raise GiftError(here, "有空的选项", "写上文字或删去这个选项")
        if mark == "=" or (weight and float(weight[1]) == 100.0):
            rights.append(len(options))
        options.append((_plain(text), _plain(said[0]) if said else ""))
    if len(options) < 2 or len(rights) == len(options):
        raise GiftError(line, "这是填空题（没有错的选项）", "请加上以 ~ 开头的错的选项")
    if len(rights) != 1:
        what = "没有正确答案" if not rights else f"有 {len(rights)} 个正确答案"
        raise GiftError(line, what, "只收一个正确答案的题：恰好一个选项以 = 开头")
    texts = [text for text, _ in options]
    if len(set(texts)) < len(texts):
        raise GiftError(line, "有两个选项一样", "删去或改写其中一个")
    return tuple(options), rights[0]


def _split(body: str) -> list[str]:
    """The parts of an option between unescaped #."""
    at = _find(body, "#")
    return [body] if at < 0 else [body[:at], *_split(body[at + 1 :])]
