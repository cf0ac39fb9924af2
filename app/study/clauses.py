"""Clauses as questions name them, and which of them speak of the same."""

from __future__ import annotations

import re

from app.base.opened import handbook

SHOWN = 24
"""Characters of a clause that an option repeats."""


SENTENCE = 60
"""Characters of a clause that an explanation repeats."""

_SENTENCE = re.compile(r"[^。；;]+[。；;]?")
_DEFINES = ("定义", "术语定义")

BARE = 3
"""Characters of a heading that says too little by itself: 判罚, 定义."""


def kin(one: str, other: str) -> bool:
    """Are two provisions the same, or does one stand under the other?"""
    if one == other:
        return True
    book = handbook()
    return any(p.id == one for p in book.path(other)) or any(p.id == other for p in book.path(one))


def article(id_: str) -> str:
    """The law a provision stands in."""
    return handbook().article(id_).id


def label(id_: str) -> str:
    """A clause as a referee names it."""
    return handbook().provision(id_).label


def labels(ids: tuple[str, ...]) -> str:
    """Several clauses: 第64条A款1、第77条."""
    return "、".join(dict.fromkeys(map(label, ids)))


def beginning(id_: str) -> str:
    """What a clause says, as printed and as far as an option has room for it; empty where nothing is printed."""
    provision = handbook().provision(id_)
    title = provision.title if len(provision.title or "") > BARE else None
    below = next((p.title or p.text for p in provision.walk() if p.text), "")
    printed = title or provision.text or provision.title or below or ""
    text = re.sub(r"\s+", "", printed)
    return text if len(text) <= SHOWN else f"{text[:SHOWN].rstrip('，,、；;：:')}……"


def governs(id_: str, about: str = "") -> str:
    """What a clause says, in its own words: a sentence as printed, that which speaks of ``about``, else the first.

    Empty where nothing is printed.
    """
    provision = handbook().provision(id_)
    printed = next((each.text for each in provision.walk() if each.text and len(each.text.strip()) > BARE), "")
    sentences = _SENTENCE.findall(re.sub(r"\s+", "", printed))
    pairs = {about[i : i + 2] for i in range(len(about) - 1)}
    text = max(sentences, key=lambda each: sum(pair in each for pair in pairs), default="").rstrip("。；;.：:")
    if len(text) <= SENTENCE:
        return text
    whole = text[:SENTENCE]
    at = max(whole.rfind(mark) for mark in "，,、；;")
    return f"{whole[: at if at > SENTENCE // 2 else SENTENCE]}……"


def says(id_: str, about: str = "") -> str:
    """A clause with what it says: 第61条说的是：“……”。"""
    words = governs(id_, about).replace("“", "‘").replace("”", "’")
    return (
        f"{label(id_)}说的是：“{words}”。"
        if words
        else f"{label(id_)}说的是{handbook().article(id_).title or '别的'}。"
    )


def definition(id_: str) -> bool:
    """Does a provision only say what a word means?"""
    above = handbook().path(id_)
    return label(id_).startswith(_DEFINES) or (bool(above) and (above[-1].title or "").startswith(_DEFINES))


def option(id_: str) -> str:
    """A clause as an option: its label and what it says."""
    words = beginning(id_)
    return f"{label(id_)}（{words}）" if words and words not in label(id_) else label(id_)
