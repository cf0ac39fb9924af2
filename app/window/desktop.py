"""``zhicai desktop``: the app in a window of its own.

The window is the system's web view (WebKitGTK, WebView2, WKWebView) on the served app, through pywebview: nothing is
downloaded, and the same door stands before it. Without pywebview Flet's own client is used, where one is installed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.window.server import ASSETS

INSTALL = "pip install 'zhicai[desktop]'，在源代码里是 pip install -e '.[desktop]'"
ADVICE = "打不开独立窗口：{why}。请改用 zhicai，在浏览器中打开，功能完全一样。"
FLET_CLIENTS = Path(".flet", "client")  # below the user's home: where Flet unpacks its client


def run() -> int:
    """Open the window until it is closed; where that is impossible say what to do instead, and return 1."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return _advise("这里没有图形界面")
    try:
        from app.window import web_view
    except ImportError:
        if flet_client_is_here():
            return _flet_window()
        return _advise(f"没有安装桌面组件，可运行 {INSTALL}")
    try:
        web_view.show()
    except web_view.NoWebViewError:
        return _advise("系统里没有可用的网页组件(Debian 要装 gir1.2-webkit2-4.1，Windows 要有 WebView2)")
    return 0


def flet_client_is_here() -> bool:
    """Tell whether Flet's own client lies on this machine, so that nothing would be downloaded."""
    named = os.environ.get("FLET_VIEW_PATH")
    if named:
        return Path(named).is_dir()
    return any((Path.home() / FLET_CLIENTS).glob("flet-desktop*"))


def _flet_window() -> int:
    try:
        import flet_desktop  # noqa: F401
    except ImportError:
        return _advise(f"没有安装桌面组件，可运行 {INSTALL}")
    import flet as ft

    from app.window.main import main, prepare

    prepare()
    ft.run(main, view=ft.AppView.FLET_APP, assets_dir=str(ASSETS))
    return 0


def _advise(why: str) -> int:
    print(ADVICE.format(why=why), file=sys.stderr)
    return 1
