"""A provision as printed, in plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_data.model import Book, Provision

_RAISED = re.compile(r"\s*<sup>(.*?)</sup>\s*")
_RAISED_FORMS = str.maketrans("0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ")


def raise_exponents(text: str) -> str:
    """Show ``2 <sup>n</sup>``, which is how the source file writes an exponent, as 2ⁿ."""
    return _RAISED.sub(lambda match: match[1].translate(_RAISED_FORMS), text)


def plain_text(provision: Provision) -> str:
    """Return a provision and its children as printed, a line each, for copying."""
    return "\n".join(line for each in provision.walk() for line in _lines(each))


def _lines(provision: Provision) -> list[str]:
    """A heading of its own line, then the text; a mere number leads its text."""
    heading, text = (raise_exponents(part or "").strip() for part in (provision.heading, provision.text))
    if heading and text and (provision.title is None or provision.title_supplied):
        return [heading + text]
    return [part for part in (heading, text) if part]


def edition_line(book: Book) -> str:
    """Return title, edition and date of a book in one line."""
    since = f"{book.in_force_since}起施行" if book.in_force_since else "原文未载施行日期"
    return f"{book.title} · {book.edition} · {since}"
