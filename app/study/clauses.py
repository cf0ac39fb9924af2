"""Clauses as questions name them, and which of them speak of the same."""

from __future__ import annotations

import re

from app.window.library import handbook

SHOWN = 24
"""Characters of a clause that an option repeats."""


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


def option(id_: str) -> str:
    """A clause as an option: its label and what it says."""
    words = beginning(id_)
    return f"{label(id_)}（{words}）" if words else label(id_)
