"""The app in a browser that runs Python itself: what the worker of a published site starts (assets/web/python-worker.js)."""

from __future__ import annotations


def start() -> None:
    """Open the handbook and the trees, and wait for the page."""
    import flet as ft

    from app.window.main import main, prepare

    prepare()
    ft.run(main)
