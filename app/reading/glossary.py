"""The terms of the books as a list, by pinyin."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_data.handbook import Handbook
    from rules_data.model import Term

DIAERESIS = chr(0x308)  # of ü, once it is taken apart


def plain_pinyin(term: Term) -> str:
    """The pinyin of a term without tones: cang pai."""
    letters = unicodedata.normalize("NFD", term.pinyin.lower())
    return "".join(c for c in letters if not unicodedata.combining(c) or c == DIAERESIS).replace(f"u{DIAERESIS}", "v")


def initial(term: Term) -> str:
    """The capital under which a term stands."""
    first = plain_pinyin(term)[:1].upper()
    return first if first.isalpha() and first.isascii() else "#"


def glossary(handbook: Handbook, game: str | None = None, wanted: str = "") -> list[Term]:
    """Return the terms of one game or of all, by pinyin; ``wanted`` keeps those whose name, pinyin or English has it."""
    asked = "".join(wanted.split()).lower()
    simplified = handbook.script.simplified(asked)

    def fits(term: Term) -> bool:
        names = "".join((term.term, *term.aka)).lower()
        latin = "".join((plain_pinyin(term), *term.english)).replace(" ", "").lower()
        return simplified in names or asked in latin

    found = [term for term in handbook.terms if game in (None, term.game) and (not asked or fits(term))]
    return sorted(
        found, key=lambda term: (initial(term) == "#", plain_pinyin(term).split(), term.term, term.game or "")
    )


def explained(handbook: Handbook, term: Term) -> str:
    """Say what a term is, in one line: as it is defined, or by the sense its uses show."""
    for provision_id in term.defined_in:
        if provision_id in handbook:
            provision = handbook.provision(provision_id)
            text = provision.text or " ".join(child.text or "" for child in provision.children)
            if text.strip():
                return " ".join(text.split())
    return term.meaning or ""
