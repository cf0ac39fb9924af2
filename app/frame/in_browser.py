"""The app in a browser that runs Python itself: what the worker of a published site starts (assets/web/python-worker.js)."""

from __future__ import annotations

from app.base.own_files import ROOT
from app.browser import dataclass_code


def start() -> None:
    """Open the handbook and the trees, and wait for the page; what is kept is opened meanwhile."""
    dataclass_code.use(ROOT / dataclass_code.FILE)  # before there are any
    import asyncio

    import flet as ft

    from app.frame.main import main, prepare
    from app.window.keeping import open_in_browser

    opening = asyncio.ensure_future(open_in_browser())

    async def first(page: ft.Page) -> None:
        await opening
        await main(page)

    prepare()
    ft.run(first)
