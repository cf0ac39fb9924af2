"""What a server needs of the machine: a port to listen at, a browser to open."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser


def bound(host: str, port: int, waiting: int) -> socket.socket | None:
    """Return a socket that listens at an address; None where another program has the port."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError:
        made.close()
        return None
    made.listen(waiting)
    return made


def has_browser() -> bool:
    """Tell whether a window can be opened here (never a browser in the terminal)."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
