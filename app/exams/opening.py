"""Opening an exam room on the examiner's computer: its file, its addresses, its two servers."""

from __future__ import annotations

import asyncio
import io
import socket
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.exams.admission import PER_ADDRESS
from app.exams.candidate_line import LONGEST_INSIDE
from app.exams.hall import Hall, Scripts
from app.exams.paper import PaperError
from app.exams.room import ROOM_CODE, Room, new_code, reopened
from app.exams.room_clock import begun
from app.exams.room_damage import told
from app.exams.room_log import RoomLog
from app.exams.room_server import config, desk_app, hall_app, own_addresses, run
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from app.exams.paper import Paper
    from app.exams.room_records import Record
    from app.exams.several_rooms import First

DESK_LONGEST = 1 << 16


@dataclass
class OpenedRoom:
    """A room with its file: a new one, or the one that was left there, as it was."""

    paper: Paper
    folder: Path
    listed: Mapping[str, str] = field(default_factory=dict)
    whole: bool = True
    label: Callable[[str], str] = str
    script: Scripts = field(default_factory=Scripts)
    per_address: int = PER_ADDRESS  # candidates of one address who come in without the examiner's leave

    def __post_init__(self) -> None:
        """Open the file. Raises :class:`PaperError`."""
        self.log = RoomLog(self.folder)
        found = self.log.found
        self.again = bool(found.records)
        if self.again:
            self.room = reopened(self.paper, found.records)
            self.damage = told(self.room, found.losses)
            self._recover()
        else:
            self.room = Room(self.paper, new_code(ROOM_CODE), self.listed, self.whole)
            self.damage = told(self.room, found.losses)
            self._keep([self.room.opening()])

    def _recover(self) -> None:
        """Go on where the records end; what is lost of the room itself is made anew."""
        room = self.room
        if not room.code:
            room.listed, room.whole = self.listed, self.whole
        now = begun(room.alive, room.started is not None)
        self._keep([*room.recovered(now), room.again(now, time.time())])

    def hall(self) -> Hall:
        """The room for those who connect."""
        return Hall(self.room, self.log, self.label, self.script, self.per_address, self.damage)

    def close(self, now: float) -> None:
        """Let go of the file, with a last line that says nothing else: damage at its end costs nothing."""
        self.log.close({"do": "close", "at": now})

    def _keep(self, records: Sequence[Record]) -> None:
        try:
            self.log.save_now(records)
        except OSError as fault:
            raise PaperError(f"考场文件夹 {self.folder} 写不进去：{why(fault)}；请换一个文件夹。") from None
        for each in records:
            self.room.apply(each)


def listening(host: str, port: int, option: str) -> socket.socket:
    """Return a listening socket. Raises :class:`PaperError` where another program has the port."""
    from app.serving.machine import bound

    made = bound(host, port, 1024)
    if made is None:
        raise PaperError(f"{port} 端口已被别的程序占用，请用 {option} 换一个。")
    return made


def serve_room(
    opened: OpenedRoom,
    port: int,
    desk: int,
    names: tuple[str, ...] = (),
    certificate: Path | None = None,
    key: Path | None = None,
    open_browser: bool = True,
    first: First | None = None,
) -> None:
    """Serve the room until Ctrl+C; ``first``: the room whose clock it goes by.

    Raises:
        PaperError: a port is taken, or the certificate cannot be used.
    """
    from app.serving.access import OPENING_LASTS, TOKEN_LASTS
    from app.serving.access_key import own_key
    from app.serving.machine import has_browser

    door = own_key()
    scheme = "http" if certificate is None else "https"
    room = opened.room
    with (
        closing(listening("0.0.0.0", port, "--port")) as hall_socket,
        closing(listening("127.0.0.1", desk, "--desk")) as desk_socket,
    ):
        addresses = [f"{scheme}://{each}:{port}/#{room.code}" for each in (names or own_addresses())]

        last = room.alive

        async def going() -> None:
            nonlocal last
            hall = opened.hall()
            hall.addresses, hall.first = addresses, first
            try:
                outside = config(
                    hall_app(hall, port, names, certificate is not None), LONGEST_INSIDE * 4, certificate, key
                )
                outside.load()
            except (OSError, ValueError) as fault:
                raise PaperError(f"证书用不了：{fault}；请核对 --cert 和 --cert-key。") from None
            inside = config(desk_app(hall, door, desk), DESK_LONGEST)
            try:
                await run([(outside, hall_socket), (inside, desk_socket)], ready)
            finally:
                last = hall.now()

        def ready() -> None:
            page = f"http://127.0.0.1:{desk}/?token="
            print(invitation(opened, addresses, page + door.mark("token", desk, TOKEN_LASTS)), flush=True)
            if open_browser and has_browser():
                webbrowser.open(page + door.mark("token", desk, OPENING_LASTS))

        try:
            asyncio.run(going())
        except KeyboardInterrupt:
            pass
        finally:
            opened.close(last)
    print(f"考场已关闭，答案在 {opened.folder}；再运行同一命令可以接着考。", flush=True)


def invitation(opened: OpenedRoom, addresses: list[str], page: str) -> str:
    """What the terminal says when candidates may come."""
    import segno

    out = io.StringIO()
    segno.make_qr(addresses[0], error="m").terminal(out, compact=True)
    found = [
        "接着上次的考场。" if opened.again else "考场已开。",
        f"考生在手机浏览器中打开：{' 或 '.join(each.partition('#')[0] for each in addresses)}",
        f"考场码：{opened.room.code}（扫下面的码不用输）",
        out.getvalue(),
        f"考官网页（只在本机）：{page}",
        f"答案存在 {opened.folder}。按 Ctrl+C 关闭考场。",
        *opened.damage,
    ]
    return "\n".join(found)
