"""Bookmarks and notes: as a text to hand over, and found by what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.reading.quoting import source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules_data.handbook import Handbook


def as_text(handbook: Handbook, folders: Mapping[str, Sequence[str]], notes: Mapping[str, str]) -> str:
    """Return all bookmarks by folder and all notes as one text; a clause that no longer exists stands by its name."""
    lines = ["执裁 书签与笔记", ""]
    listed: set[str] = set()

    def add(id_: str) -> None:
        listed.add(id_)
        lines.append(_name(handbook, id_))
        if id_ in notes:
            lines.extend(f"    {line}" for line in notes[id_].strip().splitlines())

    for folder, ids in folders.items():
        lines.append(f"【{folder or '书签'}】")
        for each in ids:
            add(each)
        lines.append("")
    rest = [each for each in notes if each not in listed]
    if rest:
        lines.append("【笔记】")
        for each in rest:
            add(each)
    return "\n".join(lines).rstrip() + "\n"


def _name(handbook: Handbook, id_: str) -> str:
    if id_ not in handbook:
        return id_
    provision = handbook.provision(id_)
    return f"{source(handbook.book_of(id_), provision)} {provision.title or handbook.article(id_).title or ''}".strip()


def matching(
    handbook: Handbook, query: str, folders: Mapping[str, str], notes: Mapping[str, str], game: str | None = None
) -> list[str]:
    """Return the clauses whose note or folder contains a query, of one game or of all."""
    wanted = "".join(query.split()).lower()
    if len(wanted) < 2:
        return []

    def says(text: str) -> bool:
        return wanted in "".join(text.split()).lower()

    found = dict.fromkeys(
        [id_ for id_, text in notes.items() if says(text)] + [id_ for id_, name in folders.items() if says(name)]
    )
    return [id_ for id_ in found if id_ in handbook and game in (None, handbook.book_of(id_).game)]
