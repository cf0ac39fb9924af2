"""Comparing a second witness of a text with the base text, provision by provision.

The witness of the laws of bridge is in Traditional characters and its base in Simplified ones, so the base is
converted first; ``Difference.base`` quotes the converted text. Readings that differ only in the form of characters
(後/后, 為/爲) say the same: such pairs are not listed one by one but once each, with their number, after the others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from typing import Literal

from rules_data.model import Book, Difference, Provision

AROUND = 2
"""Characters quoted on either side of a difference, so that it can be recognised."""

# `?shù)难a償`: a character and its pinyin, both broken
_DAMAGE = re.compile(r"\?[a-zà-öø-ÿāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]|[\ue000-\uf8ff\ufffd]")
_PUNCTUATION = re.compile(r"[\W_]*")
_UNITS = ("article", "clause", "definition", "note")
"""Kinds whose missing children are differences; a chapter's missing laws are what the witness does not cover."""


def collate(base: Book, witness: Book) -> tuple[Difference, ...]:
    """List where ``witness`` differs from ``base``, comparing provisions of the same number, white space aside.

    In printed order of the witness; differences of characters' form come last, one for each pair of forms.
    """
    traditional, simplified = _converters(base, witness)
    in_base = {p.number: p for p in base.walk()}
    in_witness = {p.number: p for p in witness.walk()}
    found: list[Difference] = []
    variants: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], tuple[str, str]] = {}
    for provision in witness.walk():
        same = in_base.get(provision.number)
        if same is None:
            if provision.kind != "title":
                found.append(
                    Difference(at=provision.id, base_at=None, witness=_words(provision), base="", kind="missing")
                )
            continue
        for ours, theirs in zip(_parts(provision), _parts(same), strict=True):
            converted = traditional(theirs)
            for difference in _compare(provision.id, same.id, ours, converted, simplified):
                if difference.kind == "variant-character":
                    pair = (difference.witness, difference.base)
                    variants[pair] += 1
                    first.setdefault(pair, (provision.id, same.id))
                else:
                    found.append(difference)
        if provision.kind in _UNITS:
            found += [
                Difference(
                    at=provision.id, base_at=child.id, witness="", base=traditional(_words(child)), kind="missing",
                    note="校本没有此项。",
                )
                for child in same.children
                if child.number not in in_witness
            ]  # fmt: skip
    for pair, count in variants.items():
        at, base_at = first[pair]
        note = f"只是字形不同，底本简体作“{simplified(pair[1])}”；共{count}处，此为首见。"
        found.append(
            Difference(at=at, base_at=base_at, witness=pair[0], base=pair[1], kind="variant-character", note=note)
        )
    return tuple(found)


def _converters(base: Book, witness: Book) -> tuple[Callable[[str], str], Callable[[str], str]]:
    """How to bring the base into the script of the witness, and one character to the form all its variants share."""
    from opencc import OpenCC

    to_traditional, to_simplified = OpenCC("s2t"), OpenCC("t2s")
    known: dict[str, str] = {}

    def fold(text: str) -> str:
        for character in set(text) - known.keys():
            form = str(to_simplified.convert(character))
            known[character] = form if len(form) == 1 else character
        return "".join(known[character] for character in text)

    def convert(text: str) -> str:
        return str(to_traditional.convert(text)) if base.script == "hans" and witness.script == "hant" else text

    return convert, fold


def _parts(provision: Provision) -> tuple[str, str]:
    return re.sub(r"\s+", "", provision.heading or ""), re.sub(r"\s+", "", provision.text or "")


def _words(provision: Provision) -> str:
    return "".join(_parts(provision))


def _compare(at: str, base_at: str, ours: str, theirs: str, fold: Callable[[str], str]) -> Iterator[Difference]:
    """The differences of two readings of one passage."""
    matcher = SequenceMatcher(None, fold(ours), fold(theirs), autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            for a, b in zip(ours[i:j], theirs[k:m], strict=True):
                if a != b:
                    yield Difference(at=at, base_at=base_at, witness=a, base=b, kind="variant-character")
        else:
            yield Difference(
                at=at, base_at=base_at, witness=ours[max(i - AROUND, 0) : j + AROUND],
                base=theirs[max(k - AROUND, 0) : m + AROUND], kind=_kind(ours[i:j], theirs[k:m]),
            )  # fmt: skip


def _kind(ours: str, theirs: str) -> Literal["damaged", "punctuation", "wording"]:
    if _DAMAGE.search(ours):
        return "damaged"
    return "punctuation" if _PUNCTUATION.fullmatch(ours + theirs) else "wording"
