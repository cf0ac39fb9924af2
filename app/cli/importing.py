"""``zhicai import``: somebody's rule text -> a folder of YAML that a person can finish."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rules_data.disk_faults import why

if TYPE_CHECKING:
    from rules_data.importer import Doubt, Imported
    from rules_data.model import GameId


LARGEST = 2_000_000
"""Bytes of a rule text: more than ten times the laws of bridge."""


class ImportFault(Exception):
    """The text cannot be imported; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class ImportedBook:
    """What an import wrote."""

    folder: Path
    provisions: int
    doubts: tuple[Doubt, ...]


def _read(raw: Path) -> str:
    from rules_data.decoding import NotText, read_file

    try:
        text = read_file(raw, LARGEST)
    except FileNotFoundError:
        raise ImportFault(f"没有文件 {raw}，请检查路径。") from None
    except OSError as e:
        raise ImportFault(f"不能读 {raw}：{why(e)}。") from None
    except NotText as e:
        raise ImportFault(f"{raw} {e}") from None
    if not text.strip():
        raise ImportFault(f"{raw} 是空的。")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _first_book(book: str, game: GameId, text: str, style: str, imported: Imported) -> str:
    """What ``book.yaml`` says before somebody has filled it in."""
    hant = len(re.findall("[條規則圖麼與會對]", text)) > len(re.findall("[条规则图么与会对]", text))
    first = next(line.strip("#*《》 \t") for line in text.splitlines() if line.strip("#*《》 \t"))
    lines = [
        f"id: {book}", f"game: {game}", f"title: {_quoted(first[:60])}", "short: 待填", "edition: 待填", "issuer: 待填",
        "in_force_since: null", f"script: {'hant' if hant else 'hans'}", f"numbering: {style}", "about: 待填",
    ]  # fmt: skip
    if imported.trailing:
        lines.append("trailing_discards:")
        lines += [f"  - {{name: {d.name}, text: {_quoted(d.text)}}}" for d in imported.trailing]
    return "\n".join(lines) + "\n"


def import_book(raw: Path, book: str, game: GameId, into: Path, *, force: bool = False) -> ImportedBook:
    """Import ``raw`` as ``book`` into a folder of that name under ``into``.

    What a person has already written there (``book.yaml``, ``import.yaml``, errata, terms) is kept; with ``force`` the
    provisions are made again from the text and the hints. Raises :class:`ImportFault`.
    """
    from rules_data.importer import Hints, guess_style, import_text
    from rules_data.loader import DataError, load_hints
    from rules_data.writer import write_provisions

    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", book):
        raise ImportFault(f"书的代号“{book}”不合用，请只用小写字母、数字和连字符，如 guandan-2017。")
    text = _read(raw)
    folder = into / book
    provisions_folder = folder / "provisions"
    if provisions_folder.exists() and any(provisions_folder.iterdir()) and not force:
        raise ImportFault(f"{provisions_folder} 里已有条文，没有覆盖；要重新生成请加 --force。")
    hints = Hints(style=guess_style(text))
    try:
        if (folder / "import.yaml").exists():
            hints = load_hints(folder)
        imported = import_text(text, book, hints)
    except DataError as e:
        raise ImportFault(str(e)) from None
    except ValueError as e:
        raise ImportFault(f"{raw}：{e}") from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "source.txt").write_text(text, encoding="utf-8")
        if provisions_folder.exists():
            for old in provisions_folder.glob("*.yaml"):
                old.unlink()
        write_provisions(imported.provisions, provisions_folder)
        if not (folder / "import.yaml").exists():
            (folder / "import.yaml").write_text(
                f"# 原文的编号看不出来的事写在这里。\nstyle: {hints.style}\n", encoding="utf-8"
            )
        if not (folder / "book.yaml").exists():
            (folder / "book.yaml").write_text(_first_book(book, game, text, hints.style, imported), encoding="utf-8")
    except OSError as e:
        raise ImportFault(f"不能写入 {folder}：{why(e)}。") from None
    count = sum(1 for top in imported.provisions for _ in top.walk())
    return ImportedBook(folder, count, imported.doubts)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
