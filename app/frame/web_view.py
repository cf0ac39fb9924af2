"""The window of ``zhicai desktop``: the system's web view on the app, which this process serves while the window is open."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.base.data_folder import data_folder
from app.base.own_files import ASSETS
from app.frame.server import HOST
from app.frame.supply import Supply
from app.frame.window_frame import LEAST, Frame, keep, kept_frame
from app.serving.access import OPENING_LASTS
from app.serving.access_key import own_key

TITLE = "执裁"
ICON = ASSETS / "icons" / "icon-512.png"
LANGUAGE = "zh_CN.UTF-8"
WORDS = {
    "global.saveFile": "保存",
    "global.cancel": "取消",
    "global.ok": "确定",
    "linux.openFile": "打开",
    "linux.openFiles": "打开",
}


NOT_INSTALLED = "没有安装桌面组件，可运行 pip install 'zhicai[desktop]'，在源代码里是 pip install -e '.[desktop]'"
NOT_THERE = "系统里没有可用的网页组件（Debian 要装 gir1.2-webkit2-4.1，Windows 要有 WebView2）"


class NoWebViewError(Exception):
    """There is no web view; the message says what is missing."""


def speak_chinese() -> None:
    """Name a language where the environment names none: WebKit would say “C”, and the client does not start with that."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    if named.partition(".")[0] in ("", "C", "POSIX"):
        os.environ["LC_ALL"] = LANGUAGE


def name_a_folder() -> None:
    """Let the dialog begin in the user's own folder where the desktop names none for downloads: pywebview's would fail."""
    if not sys.platform.startswith("linux"):
        return
    try:
        from webview.platforms.gtk import BrowserView
    except (ImportError, ValueError):  # another web view is used
        return
    view: Any = BrowserView
    dialog = view.create_file_dialog

    def begin(self: Any, kind: Any, directory: str | None, *others: Any) -> Any:
        return dialog(self, kind, directory or str(Path.home()), *others)

    view.create_file_dialog = begin


def show() -> None:
    """Open the window and return when it was closed; the server of this process has ended then.

    Raises:
        NoWebViewError: the system has none, or pywebview is not installed.
    """
    try:
        import webview
        from webview.errors import WebViewException
    except ImportError as e:
        raise NoWebViewError(NOT_INSTALLED) from e
    speak_chinese()
    name_a_folder()
    key, frame = own_key(), kept_frame()
    supply = Supply(key, frame.port)
    try:
        webview.settings["ALLOW_DOWNLOADS"] = True  # through the system's dialog
        window = webview.create_window(
            TITLE,
            f"http://{HOST}:{supply.port}/?token={key.mark('token', supply.port, OPENING_LASTS)}",
            width=frame.width,
            height=frame.height,
            maximized=frame.maximized,
            min_size=LEAST,
            text_select=True,
        )
        assert window is not None
        seen = _Seen(replace(frame, port=supply.port))
        window.events.resized += seen.resized
        window.events.maximized += seen.maximized
        window.events.restored += seen.restored
        window.events.closing += seen.keep
        webview.start(
            localization=WORDS,
            private_mode=False,
            storage_path=str(data_folder() / "window"),
            icon=str(ICON),
        )
    except WebViewException as e:
        raise NoWebViewError(NOT_THERE) from e
    finally:
        supply.end()


class _Seen:
    """What became of the window while it was open."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def resized(self, width: int, height: int) -> None:
        if not self.frame.maximized:
            self.frame = replace(self.frame, width=int(width), height=int(height))

    def maximized(self) -> None:
        self.frame = replace(self.frame, maximized=True)

    def restored(self) -> None:
        self.frame = replace(self.frame, maximized=False)

    def keep(self) -> None:
        keep(self.frame)
