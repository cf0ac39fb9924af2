"""Finding words within an open law: where they stand in its headings and texts, as printed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rules_data.model import Provision

_SKIPPED = re.compile(r"\s*</?sup>\s*|\s+")  # white space, which a text has where its source file broke a line
_RAISED = re.compile(r"\s*<sup>.*?</sup>\s*")


@dataclass(frozen=True)
class Found:
    """One place where the words stand: offsets in a heading or text as printed."""

    provision: str
    part: Literal["heading", "text"]
    start: int
    end: int


@cache
def _folded(character: str) -> str:
    """A character as it is compared: capitals and full-width forms are what they look like."""
    plain = unicodedata.normalize("NFKC", character).lower()
    return plain if len(plain) == 1 else character


def occurrences(text: str, query: str, simplified: Callable[[str], str]) -> list[tuple[int, int]]:
    """Return where a query stands in a text; scripts, width, capitals and white space make no difference."""
    wanted = "".join(map(_folded, _SKIPPED.sub("", simplified(query))))
    if not wanted:
        return []
    same = simplified(text)  # of the same length
    skipped = {at for match in _SKIPPED.finditer(text) for at in range(*match.span())}
    places = [at for at in range(len(text)) if at not in skipped]
    squeezed = "".join(_folded(same[at]) for at in places)
    raised = [match.span() for match in _RAISED.finditer(text)]
    found = []
    at = squeezed.find(wanted)
    while at >= 0:
        start, end = places[at], places[at + len(wanted) - 1] + 1
        for first, last in raised:  # an exponent is shown whole
            if first < end and start < last:
                start, end = min(start, first), max(end, last)
        found.append((start, end))
        at = squeezed.find(wanted, at + len(wanted))
    return found


def find(
    provisions: Iterable[Provision], query: str, simplified: Callable[[str], str], tables: Callable[[Provision], bool]
) -> list[Found]:
    """Return every place in printed order; ``tables`` tells what is shown as a table and not as text."""
    return [
        Found(each.id, part, start, end)
        for each in provisions
        if not tables(each)
        for part in ("heading", "text")
        for start, end in occurrences(getattr(each, part) or "", query, simplified)
    ]
