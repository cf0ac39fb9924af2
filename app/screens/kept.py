"""What one keeps of the law: bookmarks in their folders and notes of one's own; all of it can be handed over as a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.reading.keeping import as_text, read_text
from app.widgets.basics import icon_button, quiet, section_title
from app.widgets.clause_row import clause_line
from app.widgets.notes import FolderName, note_card
from app.widgets.pages import page
from app.window import theme
from app.window.error_boundary import component
from app.window.files import hand_over, pick
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session


@component
def KeptPane() -> ft.Control:
    """Show bookmarks by folder, then the notes on clauses that are not kept."""
    session = use_session()
    ft.use_state(session.shelf)
    ft.use_state(session.notes)
    renaming, rename = ft.use_state("")
    parts: list[ft.Control] = []
    for folder, ids in session.shelf.by_folder().items():
        parts.append(_folder(session, folder, rename if renaming != folder else lambda _: rename("")))
        if folder and renaming == folder:
            parts.append(FolderName(folder, lambda: rename("")))
        parts.extend(kept_rows(session, ids))
    noted = [each for each in session.notes.texts if each not in session.shelf.bookmarks]
    if noted:
        parts.append(section_title(session, "笔记"))
        parts.extend(kept_rows(session, noted))
    if not parts:
        parts.append(
            ft.Container(
                quiet(session, "打开一条，点书签，或在“更多”里写笔记、放进书签夹，就会在这里。", theme.BODY), padding=16
            )
        )

    async def export(_: object) -> None:
        text = as_text(session.handbook, session.shelf.by_folder(), session.notes.texts)
        if await hand_over("执裁书签与笔记.txt", text.encode("utf-8")):
            session.tell("已导出书签和笔记")

    async def bring(_: object) -> None:
        picked = await pick("txt")
        if picked is None:
            return
        try:
            brought = read_text(picked.content.decode("utf-8-sig"))
        except UnicodeDecodeError:
            session.tell(f"“{picked.name}”不是文本文件，请选执裁导出的书签与笔记")
        except ValueError as refused:
            session.tell(str(refused))
        else:
            session.tell(session.take_in_kept(brought))

    actions = [icon_button(session, ft.Icons.FILE_OPEN_OUTLINED, "导入书签和笔记", bring)]
    if parts[1:]:
        actions.append(icon_button(session, ft.Icons.UPLOAD_FILE, "导出书签和笔记", export))
    return page(session, "书签与笔记", parts, actions)


def _folder(session: Session, folder: str, rename: object) -> ft.Control:
    if not folder:
        return section_title(session, "书签")
    edit = icon_button(session, ft.Icons.DRIVE_FILE_RENAME_OUTLINE, f"改书签夹“{folder}”", lambda _: rename(folder))  # type: ignore[operator]
    return section_title(session, folder, edit)


def kept_rows(session: Session, ids: Sequence[str]) -> Iterator[ft.Control]:
    """Return clauses that are kept, each with one's note on it."""
    for each in ids:
        provision = session.find(each)
        if provision is None:
            continue
        yield clause_line(session, provision)
        for card in note_card(session, provision):
            yield ft.Container(card, padding=ft.Padding.only(left=16, right=16, bottom=8))
