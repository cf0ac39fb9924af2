"""Lines in which several articles run on, as texts come out of a chat or a table cell: parted before their numbers.

A number parts a line only where it goes on from the one before and stands after the end of a sentence, or a space:
照第三条办理 parts nothing. Every character stays, in its order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rules_data.numerals import CHINESE, MANY, is_numeral, to_int

LONG = 100
"""Characters from which on a line of a text of several lines is looked through."""

_MARK = re.compile(
    rf"第(?P<chapter>[{MANY}]{{1,9}}|\d{{1,5}})章|第(?P<section>[{MANY}]{{1,9}}|\d{{1,5}})[节節]"
    rf"|第(?P<article>[{MANY}]{{1,9}}|\d{{1,5}})[条條]|(?P<cn>[{CHINESE}]{{1,3}})、"
    rf"|[（(](?P<paren>[{CHINESE}]{{1,3}})[)）]|(?<![\d.])(?P<digit>\d{{1,2}})(?:、|[.．](?!\d))"
)
_KINDS = ("chapter", "section", "article", "cn", "paren", "digit")
_ENDED = re.compile(r"[。；;！!？?：:”」』》）)】…\s　]$")
_MENTIONED = re.compile(r"(?:[按照据见及和与或、，,]|本规程|规则|办法|规定|根据|违反|适用|本赛事)$")
"""What stands before the number of an article that is only spoken of."""


def parted(line: str, fewest: int) -> list[str]:
    """A line in its pieces, one for each number that goes on; the line alone where fewer than ``fewest`` articles run on in it."""
    cuts: list[tuple[int, str]] = []
    latest: dict[str, int] = {}
    for m in _MARK.finditer(line):
        kind = m.lastgroup or ""
        if not is_numeral(m[kind]) or to_int(m[kind]) != latest.get(kind, 0) + 1 or not _begins(line, m, kind):
            continue
        latest[kind] = latest.get(kind, 0) + 1
        for deeper in _KINDS[_KINDS.index(kind) + 1 :]:
            if deeper != "article":  # they are counted through all chapters
                latest.pop(deeper, None)
        cuts.append((m.start(), kind))
    top = next((kind for kind in ("article", "cn", "digit") if any(kind == each for _, each in cuts)), "")
    if sum(kind == top for _, kind in cuts) < fewest:
        return [line]
    return list(_pieces(line, [at for at, _ in cuts]))


def _begins(line: str, mark: re.Match[str], kind: str) -> bool:
    before = line[: mark.start()]
    if not before.strip() or _ENDED.search(before):
        return True
    # a title runs into the first article, or chapter, as 某某杯竞赛规程第一条
    return kind in ("chapter", "article") and to_int(mark[kind]) == 1 and not _MENTIONED.search(before)


def _pieces(line: str, cuts: list[int]) -> Iterator[str]:
    bounds = [0, *(at for at in cuts if line[:at].strip()), len(line)]
    for begin, end in pairwise(bounds):
        yield line[begin:end]
