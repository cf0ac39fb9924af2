"""A web host on this machine, to try a published site: files, pages of the app for what no file is, heads of docs/publisher.md."""

from __future__ import annotations

import os
import posixpath
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import fspath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from app.base.own_files import PAGES
from app.serving.site_heads import HEADERS, KINDS

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

HOST = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Answers with the files of a site."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, folder: Path, base: str, **kwargs: Any) -> None:
        self.folder, self.base = folder, base
        super().__init__(*args, directory=str(folder), **kwargs)

    def translate_path(self, path: str) -> str:
        """Return the file for an address: what no file is, is a page of the app."""
        asked = unquote(urlsplit(path).path)
        if not asked.startswith(self.base):
            return str(self.folder / "nothing")  # 404
        name = posixpath.normpath("/" + asked.removeprefix(self.base)).lstrip("/")
        first, last = name.split("/")[0], name.rsplit("/", 1)[-1]
        if not name or first in PAGES or ("." not in last and not (self.folder / name).is_file()):
            name = "index.html"
        return str(self.folder / name)

    def send_head(self) -> Any:
        """Send the head of an answer; who forgot the last stroke of the site's own path is sent there, as hosts do."""
        if urlsplit(self.path).path + "/" == self.base:
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", self.base)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        return super().send_head()

    def guess_type(self, path: str | PathLike[str]) -> str:
        """Return what a file is."""
        return KINDS.get(posixpath.splitext(fspath(path))[1]) or super().guess_type(path)

    def end_headers(self) -> None:
        """Send what every answer says."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


class Host(ThreadingHTTPServer):
    """Serves windows that come and go."""

    allow_reuse_address = os.name != "nt"  # there it would let two listen on one port

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say what went wrong, unless it is only a window that was closed in the middle of an answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def build_server(folder: Path, base: str = "/", port: int = 0) -> ThreadingHTTPServer:
    """Return a server of a site that listens already. Raises OSError where the port is taken."""
    return Host((HOST, port), partial(Handler, folder=folder, base=base))
