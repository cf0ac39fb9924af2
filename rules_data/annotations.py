"""What stands inside a provision's text and means something: references, terms, errata, penalties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_data.model import Reference


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a provision's text that means something.

    ``value`` is the id of the term or erratum, or the printed reference. An erratum's last span carries ``ends=True``:
    that is where its mark belongs.
    """

    start: int
    end: int
    kind: Literal["reference", "term", "erratum", "penalty"]
    value: str
    targets: tuple[str, ...] = ()
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Annotations:
    """What was worked out about one provision when the handbook was compiled."""

    references: tuple[Reference, ...] = ()
    spans: tuple[Span, ...] = ()
