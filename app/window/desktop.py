"""``zhicai desktop``: the app in a window of its own."""

from __future__ import annotations

import sys

from app.window.server import ASSETS

ADVICE = "打不开独立窗口：{why}。请改用 zhicai，在浏览器中打开，功能完全一样。"


def run() -> int:
    """Open the window until it is closed; where that is impossible say what to do instead, and return 1."""
    try:
        from flet_desktop import ensure_client_cached
    except ImportError:
        return _advise("没有安装桌面组件，可运行 pip install flet-desktop==1.0.5 安装")
    try:
        ensure_client_cached()
    except Exception:  # network, disk or archive: whatever went wrong, there is no client
        return _advise("窗口程序尚未下载，现在也下载不了")

    import flet as ft

    from app.window.main import main, prepare

    prepare()
    ft.run(main, view=ft.AppView.FLET_APP, assets_dir=str(ASSETS))
    return 0


def _advise(why: str) -> int:
    print(ADVICE.format(why=why), file=sys.stderr)
    return 1
