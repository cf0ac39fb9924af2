"""A file or a pasted text -> the text of a book, or one sentence that says why not and what to do."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from app.brought.kept import Source
from rules_data.brought.making import About, again, digest, make, title_of
from rules_data.brought.names import book_id
from rules_data.decoding import SIZE, NotText, decoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from rules_data.brought.model import Brought, Mend
    from rules_data.model import GameId

KINDS = (".txt", ".md", ".docx", ".pdf")
"""Ends of the names of files that are read."""
_OLD = {
    ".doc": "旧的 Word 格式", ".wps": "WPS 自己的格式", ".et": "表格", ".xls": "表格", ".xlsx": "表格", ".ppt": "幻灯片",
    ".pptx": "幻灯片", ".rtf": "RTF 格式", ".odt": "OpenDocument 格式", ".pages": "Pages 的格式",
}  # fmt: skip
_PICTURES = (".jpg", ".jpeg", ".png", ".heic", ".gif", ".bmp", ".webp", ".tif", ".tiff")


class NotBrought(ValueError):
    """What cannot be brought; the message says why and what to do, in one sentence."""


def source_of(name: str, data: bytes) -> Source:
    """What a file says. Raises :class:`NotBrought`."""
    where = f"《{name}》" if name else "粘贴的内容"
    ending = f".{name.lower().rpartition('.')[2]}" if "." in name else ""
    if len(data) > SIZE:
        raise NotBrought(f"{where}超过 {SIZE // 1_000_000} MB，不像一本规程，请检查是否选对了文件。")
    if ending in _OLD:
        raise NotBrought(f"{where}是{_OLD[ending]}，这里读不了：请在 Word 或 WPS 里“另存为”.docx，再添加。")
    if ending in _PICTURES:
        raise NotBrought(f"{where}是图片：请用手机系统的“提取文字”复制出来，再粘贴到这里。")
    if not data:
        raise NotBrought(f"{where}是空的，请检查是否选对了文件。")
    return Source(digest(data), name, _text(where, ending, data), data)


def _text(where: str, ending: str, data: bytes) -> str:
    if data.startswith(b"PK\x03\x04") or ending == ".docx":
        from rules_data.brought.word_file import NotWord, text_of

        try:
            return text_of(data)
        except NotWord as fault:
            raise NotBrought(f"{where}{fault}") from None
    if data.startswith(b"%PDF") or ending == ".pdf":
        if sys.platform == "emscripten":  # nothing that reads it is there
            raise NotBrought(f"{where}是 PDF，网页里不读：请复制文字粘贴到这里，或另存为 .docx，或在电脑上打开。")
        try:
            from app.brought.pdf_file import NotPdf, text_of_pdf
        except ModuleNotFoundError:  # nor on a phone
            raise NotBrought(
                f"{where}是 PDF，手机上不读：请复制文字粘贴到这里，或另存为 .docx，或在电脑上打开。"
            ) from None
        try:
            return text_of_pdf(data)
        except NotPdf as fault:
            raise NotBrought(f"{where}{fault}") from None
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise NotBrought(f"{where}是旧的 Word 格式，这里读不了：请在 Word 或 WPS 里“另存为”.docx，再添加。")
    try:
        return decoded(data)
    except NotText as fault:
        raise NotBrought(f"{where}{fault}") from None


def pasted(text: str) -> Source:
    """What was pasted."""
    data = text.encode("utf-8", "replace")
    return source_of("", data)


def first_version(
    source: Source, about: About, have: Mapping[str, Brought], *, at: str, by: str, simplified: Callable[[str], str]
) -> Brought:
    """The book made of a source. Raises :class:`NotBrought`, also for one that is here already."""
    before = next((each for each in have.values() if each.source == source.sha256), None)
    before = before or have.get(book_id(source.sha256))
    if before is not None and not before.withdrawn:
        raise NotBrought(f"这份文本已经添加过了：《{before.book.short}》（第 {before.version} 版），没有再添加。")
    try:
        if before is not None:  # withdrawn: it is brought back
            return again(
                replace(before, withdrawn=False),
                source.text,
                before.mends,
                source=source.sha256,
                name=source.name,
                at=at,
                by=by,
                did="重新添加",
            )
        return make(source.text, source.sha256, source.name, about, at=at, by=by, simplified=simplified)
    except ValueError as fault:
        raise NotBrought(f"{'《' + source.name + '》' if source.name else '粘贴的内容'}{fault}") from None


def next_version(before: Brought, source: Source, mends: Iterable[Mend], *, at: str, by: str, did: str) -> Brought:
    """The book with another text, or with something said of its lines. Raises :class:`NotBrought`."""
    try:
        return again(before, source.text, tuple(mends), source=source.sha256, name=source.name, at=at, by=by, did=did)
    except ValueError as fault:
        raise NotBrought(f"《{before.book.short}》{fault}") from None


def game_in(text: str, names: Mapping[GameId, Iterable[str]]) -> GameId | None:
    """The game a text is about, by how often it is named, most in the title; None: it names none, or two as often."""
    title = title_of(text)
    count = {
        game: sum(text.count(name) + 10 * title.count(name) for name in called if len(name) > 1)
        for game, called in names.items()
    }
    best = sorted(count, key=lambda game: -count[game])
    if not best or not count[best[0]] or (len(best) > 1 and count[best[0]] == count[best[1]]):
        return None
    return best[0]
