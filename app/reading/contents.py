"""The contents of a book: which laws a chapter holds, and which parts a law has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_data.model import Provision

GROUPS = ("chapter", "part", "section")  # provisions that are headings over many pages
_NUMBER = re.compile(r"(.*?第)([^第条條]+)([条條].*)")


def clause_range(group: Provision) -> str:
    """Say which laws stand in a chapter: 第17—40条, 55 条定义; empty where there are none with a number."""
    laws = [each for each in group.walk() if each.kind == "article"]
    entries = sum(each.kind == "definition" for each in group.walk())
    if not laws:
        return f"{entries} 条定义" if entries else ""
    first, last = laws[0].label, laws[-1].label
    if first == last:
        return first
    one, other = _NUMBER.fullmatch(first), _NUMBER.fullmatch(last)
    if one and other and (one[1], one[3]) == (other[1], other[3]):
        return f"{one[1]}{one[2]}—{other[2]}{one[3]}"
    shared = len(group.label) if first.startswith(group.label) and last.startswith(group.label) else 0
    return f"{first}—{last[shared:]}"


def short_label(provision: Provision, article: Provision) -> str:
    """Return the part of a label that its article's label does not already say."""
    rest = provision.label.removeprefix(article.label)
    return rest or provision.label


def parts_of(article: Provision) -> list[Provision]:
    """Return the parts of a law that one goes to; none where there is but one."""
    found = [each for each in article.children if each.kind not in GROUPS]
    return found if len(found) > 1 else []


def number_of(provision: Provision) -> int:
    """How many characters at the beginning of a heading are the number: of “A.不足叫牌” two, of a mere number all."""
    heading, title = provision.heading or "", provision.title
    if title and not provision.title_supplied:
        at = heading.find(title)
        return max(at, 0)
    return len(heading) if len(heading) <= 6 else 0


def first_places(article: Provision, terms_at: dict[str, list[str]]) -> dict[str, set[str]]:
    """Return, for each provision of a law, the terms that stand there for the first time in it.

    ``terms_at`` lists the terms marked in each provision.
    """
    seen: set[str] = set()
    out: dict[str, set[str]] = {}
    for each in article.walk():
        new = {term for term in terms_at.get(each.id, ()) if term not in seen}
        seen |= new
        out[each.id] = new
    return out
