"""Bookmarks and notes: as a text to hand over and to take in again, and found by what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.reading.quoting import source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules_data.handbook import Handbook

TITLE = "执裁 书签与笔记"
LOOSE, NOTED, FOLDER = (
    "书签",
    "笔记",
    "书签夹 ",
)  # headings: in no folder, only noted; before a folder named like one of these
INDENT = "    "  # before the lines of a note
_HEADING = re.compile("【(.+)】")
_ID = re.compile(r"(?:.*〔)?([^\s〔〕:]+:[^\s〔〕]+?)〕?")


def as_text(handbook: Handbook, folders: Mapping[str, Sequence[str]], notes: Mapping[str, str]) -> str:
    """Return all bookmarks by folder and all notes as one text; a clause that no longer exists stands by its name."""
    lines = [TITLE, ""]
    listed: set[str] = set()

    def add(id_: str) -> None:
        listed.add(id_)
        lines.append(f"{_name(handbook, id_)}〔{id_}〕" if id_ in handbook else id_)
        if id_ in notes:
            lines.extend(f"{INDENT}{line}" for line in notes[id_].strip().splitlines())

    for folder, ids in folders.items():
        lines.append(f"【{_heading(folder)}】")
        for each in ids:
            add(each)
        lines.append("")
    rest = [each for each in notes if each not in listed]
    if rest:
        lines.append(f"【{NOTED}】")
        for each in rest:
            add(each)
    return "\n".join(lines).rstrip() + "\n"


def _heading(folder: str) -> str:
    return FOLDER + folder if folder in (LOOSE, NOTED) or folder.startswith(FOLDER) else folder or LOOSE


@dataclass
class Brought:
    """What a text handed over by :func:`as_text` holds."""

    folders: dict[str, str] = field(default_factory=dict)  # bookmarks with their folder, or an empty name
    notes: dict[str, str] = field(default_factory=dict)
    refused: list[int] = field(default_factory=list)  # lines, from 1, of which nobody knows what they mean


def read_text(text: str) -> Brought:
    """Read what :func:`as_text` wrote. Raises ValueError with one sentence for a text of another kind."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != TITLE:
        raise ValueError(f"这不是执裁导出的书签与笔记：第一行应是“{TITLE}”。")
    brought, folder, now = Brought(), LOOSE, ""
    written: dict[str, list[str]] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.startswith(INDENT) and now:
            written.setdefault(now, []).append(line.removeprefix(INDENT))
        elif not line.strip():
            if now in written:
                written[now].append("")
        elif heading := _HEADING.fullmatch(line.strip()):
            folder, now = heading[1], ""
        elif found := _ID.fullmatch(line.strip()):
            now = found[1]
            if folder != NOTED:
                brought.folders.setdefault(now, "" if folder == LOOSE else folder.removeprefix(FOLDER))
        else:
            brought.refused.append(number)
            now = ""
    brought.notes = {id_: note for id_, parts in written.items() if (note := "\n".join(parts).strip())}
    return brought


def joined_note(here: str, brought: str) -> str:
    """Return two notes on one clause as one, in which neither is said twice."""
    if brought.strip() in here:
        return here
    return brought if here.strip() in brought else f"{here.rstrip()}\n{brought}"


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
