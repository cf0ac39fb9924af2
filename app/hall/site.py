"""The published site, served by the hall itself: then a phone's page may speak to the hall, for it came from there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.base.own_files import PAGES
from app.hall.protocol import HallError
from app.serving.site_heads import HEADERS, KINDS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from app.exams.room_server import Gate

OWN = (
    "hall",
    "hall.css",
    "t",
    "board",
    "results",
    "results.css",
    "health",
    "metrics",
)  # first parts of the hall's addresses


def site_of(folder: Path) -> Path:
    """Return the folder of a published site. Raises :class:`HallError` where it is none."""
    if not (folder / "index.html").is_file() or not (folder / "python-worker.js").is_file():
        raise HallError(f"{folder} 里不是发布的网站；请先 zhicai publish {folder}，或不写 --site。")
    return folder


class WithSite:
    """The hall, and at every other address the files of a site; what no file is, is a page of the app."""

    def __init__(self, hall: Gate, folder: Path) -> None:
        from starlette.applications import Starlette
        from starlette.routing import Mount
        from starlette.staticfiles import StaticFiles

        self.hall, self.folder = hall, folder
        self.files: ASGIApp = Starlette(routes=[Mount("/", StaticFiles(directory=folder))])  # it says 404 as a page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have the hall answer."""
        if scope["type"] != "http" or scope["path"].split("/")[1] in OWN:
            await self.hall(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        if not self.hall.own(host) or scope["method"] not in ("GET", "HEAD"):
            await send({"type": "http.response.start", "status": 421, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
            return
        path = self._file(scope["path"])
        fixed = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
        kind = KINDS.get(Path(path).suffix)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [each for each in message["headers"] if kind is None or each[0] != b"content-type"]
                said = [(b"content-type", kind.encode())] if kind is not None else []
                message["headers"] = [*own, *said, *fixed]
            await send(message)

        await self.files({**scope, "path": path, "root_path": ""}, receive, send_guarded)

    def _file(self, path: str) -> str:
        name = path.lstrip("/")
        first, last = name.split("/")[0], name.rsplit("/", 1)[-1]
        page = not name or first in PAGES or ("." not in last and not (self.folder / name).is_file())
        return "/index.html" if page else path
