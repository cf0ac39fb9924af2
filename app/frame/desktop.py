"""``zhicai desktop``: the app in a window of its own.

The window is the system's web view (WebKitGTK, WebView2, WKWebView) on the served app, through pywebview: nothing is
downloaded, and the same door stands before it. Without pywebview Flet's own client is used, where one is installed.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

from app.frame.server import ASSETS

ADVICE = "打不开独立窗口：{why}。请改用 zhicai，在浏览器中打开，功能完全一样。"
FLET_CLIENTS = Path(".flet", "client")  # below the user's home: where Flet unpacks its client


def run() -> int:
    """Open the window until it is closed; where that is impossible say what to do instead, and return 1."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return _advise("这里没有图形界面")
    from app.frame import web_view

    try:
        web_view.show()
    except web_view.NoWebViewError as e:
        return _flet_window() if flet_client_is_here() else _advise(str(e))
    return 0


def flet_client_is_here() -> bool:
    """Tell whether Flet's own client lies on this machine, so that nothing would be downloaded."""
    if importlib.util.find_spec("flet_desktop") is None:
        return False
    named = os.environ.get("FLET_VIEW_PATH")
    if named:
        return Path(named).is_dir()
    return any((Path.home() / FLET_CLIENTS).glob("flet-desktop*"))


def _flet_window() -> int:
    import flet as ft

    from app.frame.main import main, prepare

    prepare()
    ft.run(main, view=ft.AppView.FLET_APP, assets_dir=str(ASSETS))
    return 0


def _advise(why: str) -> int:
    print(ADVICE.format(why=why), file=sys.stderr)
    return 1
