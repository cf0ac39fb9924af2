"""Files that come from or go to the reader's own device, in a browser as in a window of its own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import flet as ft

from app.window.published import in_app


@dataclass(frozen=True)
class Picked:
    """A file somebody chose."""

    name: str
    content: bytes


async def hand_over(name: str, content: bytes) -> bool:
    """Let the reader keep a file; whether it was kept (a browser does not say, and counts as kept; the Android app says it)."""
    picker = ft.FilePicker()
    page = ft.context.page
    given = _given() if in_app() else None
    path = await picker.save_file(file_name=name, src_bytes=content)
    if given is not None:
        return await given
    if page.web or (page.platform is not None and page.platform.is_mobile()):
        return True
    if path is None:
        return False
    Path(path).write_bytes(content)
    return True


def _given() -> asyncio.Future[bool]:
    """Return what the page says next of a file it was given: whether the reader has kept or sent it."""
    from app.browser import device

    given: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def heard(done: bool) -> None:
        if not given.done():
            given.set_result(done)

    device.hear("given", heard)
    return given


async def share_file(name: str, content: bytes, kind: str) -> None:
    """Give a file to the system's sheet for sharing; where it has none, let the reader keep it."""
    try:
        file = ft.ShareFile.from_bytes(content, mime_type=kind, name=name)
        result = await ft.Share().share_files([file], title=name, download_fallback_enabled=False)
        done = result.status is not ft.ShareResultStatus.UNAVAILABLE
    except Exception:  # no sheet in this browser or on this system, or none for files
        done = False
    if not done:
        await hand_over(name, content)


async def pick(*extensions: str) -> Picked | None:
    """Let the reader choose a file; None when he chose none."""
    chosen = await ft.FilePicker().pick_files(
        with_data=True,
        file_type=ft.FilePickerFileType.CUSTOM,
        allowed_extensions=list(extensions),
        cancel_upload_on_window_blur=False,
    )
    if not chosen:
        return None
    file = chosen[0]
    content = file.bytes if file.bytes is not None else Path(file.path or "").read_bytes()
    return Picked(file.name, content)
