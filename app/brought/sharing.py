"""Books of one's own for another device: whole in a file, or as little as a book can be made of again, for codes.

Lines of JSON, the first of which says what they are. A ``version`` and a ``source`` are as they are kept
(:mod:`app.brought.kept`); a ``text`` is the latest version without its provisions, which the other device reads out of the text
again: what it reads must have the same digest, else it is asked for the file.

Which of two devices has the older text is told by what they say, not by numbers: with each goes the line of versions it comes from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.brought.kept import MOST_BYTES, Source, revived, source_body, source_of_line, version_body
from rules_data.bounded_json import JsonFault, read_json
from rules_data.brought.making import digest, read_again
from rules_data.records import plain

if TYPE_CHECKING:
    from app.brought.kept import BookStore
    from rules_data.brought.model import Brought

FORMAT = 1
MARK = '{"file":"zhicai-books"'
NEWER = "规程是更新版本的执裁写的，没有收下；请更新执裁后再收。"
_OF_A_TEXT = 4_000_000  # characters of a text that comes as codes
_READ = ("provisions", "tables", "trailing_discards", "numbering")  # of a book: what reading its text makes


class NotTaken(ValueError):
    """What cannot be taken; the message says why and what to do."""


def digest_of(brought: Brought) -> str:
    """What a version says, whoever made it when: two with the same digest are the same text with the same decisions."""
    said = {key: value for key, value in plain(brought).items() if key not in ("version", "at", "by", "did")}
    return hashlib.sha256(json.dumps(said, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:16]


def whole(store: BookStore, ids: Iterable[str]) -> str:
    """Some books with all their versions and sources, for a file."""
    lines = [_header()]
    for id_ in ids:
        versions = store.versions(id_)
        sources = {each.source: store.source(each.source) for each in versions}
        lines += [source_body(each).decode() for each in sources.values() if each is not None]
        lines += [version_body(each).decode() for each in versions]
    return "\n".join(lines) + "\n"


def small(store: BookStore, ids: Iterable[str]) -> str:
    """The latest version of some books, as short as it can be made again.

    Where its text is damaged, or is read otherwise today than when it was brought, the version goes whole.
    """
    lines = [_header()]
    for id_ in ids:
        versions = store.versions(id_)
        latest = versions[-1]
        source = store.source(latest.source)
        if source is None:
            lines.append(version_body(latest).decode())
            continue
        said = plain(latest)
        for name in _READ:
            said["book"].pop(name, None)
        said.pop("doubts", None)
        try:
            _made_again(said, source.text, digest_of(latest))
        except ValueError:
            lines.append(version_body(latest).decode())
            continue
        line = {
            "what": "text",
            "digest": digest_of(latest),
            "line": [digest_of(each) for each in versions],
            "text": source.text,
        }
        lines.append(json.dumps(line | {"version": said}, ensure_ascii=False, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def _header() -> str:
    return json.dumps({"file": "zhicai-books", "format": FORMAT}, separators=(",", ":"))


def parted(text: str) -> tuple[str, str]:
    """What of a text is a journal, and what are books: both may stand in one file, the books last."""
    at = 0 if text.startswith(MARK) else text.find("\n" + MARK) + 1
    return (text, "") if at == 0 and not text.startswith(MARK) else (text[:at], text[at:])


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of taking in books: a sentence for each."""

    lines: tuple[str, ...]
    changed: bool


def take(store: BookStore, text: str) -> Taken:
    """Take in the books of a text: those that are new, or later than what is here.

    Raises :class:`NotTaken` for a text of a later version of this program, or one that is none; then nothing was changed.
    Raises :class:`app.journal.store.JournalError` where they cannot be kept.
    """
    versions: dict[str, list[Brought]] = {}
    lineage: dict[str, list[str]] = {}
    sources: dict[str, Source] = {}
    damaged = 0
    for data in _read(text):
        if data is None:
            damaged += 1
            continue
        if data.get("what") == "source":
            found = source_of_line(data)
            if found is not None and digest(found.original) == found.sha256:
                sources[found.sha256] = found
            continue
        try:
            made, before, source = _version(data)
        except (ValueError, TypeError, KeyError, AttributeError):
            damaged += 1
            continue
        versions.setdefault(made.book.id, []).append(made)
        lineage.setdefault(made.book.id, []).extend(before)
        if source is not None:
            sources.setdefault(source.sha256, source)
    said = [
        _taken(store, sorted(each, key=lambda one: one.version), lineage[id_], sources)
        for id_, each in versions.items()
    ]
    lines = [line for line, _ in said]
    if damaged:
        lines.append(f"有 {damaged} 行规程读不懂，没有收；请对方传文件，或把这里的执裁更新。")
    return Taken(tuple(lines), any(changed for _, changed in said))


def _read(text: str) -> Iterator[Mapping[str, Any] | None]:
    first, *rest = text.split("\n")
    try:
        header = read_json(first)
        if header.get("file") != "zhicai-books" or not isinstance(header.get("format"), int):
            raise NotTaken("这不是执裁的规程文件，没有收下；请选从执裁传出的文件。")
    except (JsonFault, AttributeError):
        raise NotTaken("这不是执裁的规程文件，没有收下；请选从执裁传出的文件。") from None
    if header["format"] > FORMAT:
        raise NotTaken(NEWER)
    for line in rest:
        if not line.strip():
            continue
        try:
            data = read_json(line, size=MOST_BYTES)
        except JsonFault:
            data = None
        yield data if isinstance(data, dict) else None


def _version(data: Mapping[str, Any]) -> tuple[Brought, list[str], Source | None]:
    """A version out of a line, the versions it comes from, and its text where that goes along."""
    if data.get("what") == "version":
        made = revived(data)
        return made, [digest_of(made)], None
    if data.get("what") != "text" or not isinstance(data["text"], str) or len(data["text"]) > _OF_A_TEXT:
        raise ValueError("no version of a book")
    made = _made_again(data["version"], data["text"], data["digest"])
    source = Source(made.source, made.name, data["text"], b"")
    return made, [str(each) for each in data.get("line", ())], source


def _made_again(version: Mapping[str, Any], text: str, said: str) -> Brought:
    """A version with what its text is read to. Raises ``ValueError`` where that has another digest than was said."""
    book = {**version["book"], "provisions": [], "tables": [], "trailing_discards": [], "numbering": "points"}
    made = read_again(revived({"what": "version", **version, "book": book, "doubts": []}), text)
    if digest_of(made) != said:
        raise ValueError("read otherwise than there")
    return made


def _taken(
    store: BookStore, theirs: Sequence[Brought], lineage: Sequence[str], sources: Mapping[str, Source]
) -> tuple[str, bool]:
    """What came of one book, and whether anything was kept."""
    latest = theirs[-1]
    mine = store.versions(latest.book.id)
    name = f"《{latest.book.short}》"

    def keep(*made: Brought) -> None:
        for each in made:
            source = sources.get(each.source)
            store.put(each, source if source is not None and store.source(each.source) is None else None)

    if not mine:
        keep(*theirs)
        return f"{name}第 {latest.version} 版收下了，可以查到了。", True
    here = [digest_of(each) for each in mine]
    if digest_of(latest) in here:
        older = here.index(digest_of(latest)) < len(here) - 1
        state = f"这里的第 {mine[-1].version} 版更新" if older else f"已有同一版（第 {mine[-1].version} 版）"
        return f"{name}{state}，没有改动。", False
    number = mine[-1].version
    if here[-1] in lineage:
        later = [each for each in theirs if each.version > number] or [replace(latest, version=number + 1)]
        keep(*later)
        return f"{name}由第 {number} 版换成第 {later[-1].version} 版；原来的留着。", True
    did = f"并入另一台设备的第 {latest.version} 版（{latest.did}）"
    made = replace(latest, version=max(number, latest.version) + 1, did=did)
    keep(made)
    return (
        f"{name}两边都改过：另一台的第 {latest.version} 版成了这里的第 {made.version} 版，这里的第 {number} 版留着，请对照着看。",
        True,
    )
