"""A browser's private file system (OPFS), its locks and its channel between tabs, from Python in a worker.

A handle is synchronous: write and flush are done when they return, which is what makes "acknowledged means kept" possible.
https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

LOCK = CHANNEL = "zhicai"
BACK = "zhicai-back"  # held by a page that had the lock and is loaded again: see assets/web/python.js
_ERRORS = {
    "NoModificationAllowedError": errno.EBUSY,
    "QuotaExceededError": errno.ENOSPC,
    "NotFoundError": errno.ENOENT,
    "NotAllowedError": errno.EACCES,
    "SecurityError": errno.EACCES,
    "NotReadableError": errno.EAGAIN,  # what was written to since it was asked for
    "NotSupportedError": errno.ENOTSUP,
}
_OPENED = {**_ERRORS, "InvalidStateError": errno.EBUSY}  # what WebKit says of a file that is open in another tab
TRIES = 8  # to read a file that another tab writes to


@contextmanager
def _told(errors: Mapping[str, int] = _ERRORS) -> Iterator[None]:
    """What the browser throws, as ``OSError``."""
    from pyodide.ffi import JsException  # type: ignore[import-not-found]

    try:
        yield
    except JsException as thrown:
        raise OSError(errors.get(thrown.name, errno.EIO), str(thrown)) from thrown


def _options(**options: Any) -> Any:
    import js  # type: ignore[import-not-found]
    from pyodide.ffi import to_js

    return to_js(options, dict_converter=js.Object.fromEntries)


class OpfsHandle:
    """A file that is open to write, in this tab alone."""

    def __init__(self, handle: Any, flushed: Callable[[], object]) -> None:
        self._handle = handle
        self._flushed = flushed

    def size(self) -> int:
        """How many bytes it has."""
        with _told():
            return int(self._handle.getSize())

    def read(self, at: int, length: int) -> bytes:
        """The bytes from a place on."""
        import js

        with _told():
            buffer = js.Uint8Array.new(length)
            number = int(self._handle.read(buffer, _options(at=at)))
            return bytes(buffer.to_bytes()[:number])

    def write(self, data: bytes, at: int) -> int:
        """Write bytes at a place; returns how many were."""
        from pyodide.ffi import to_js

        with _told():
            return int(self._handle.write(to_js(data), _options(at=at)))

    def flush(self) -> None:
        """Return once all is on the disk; then other tabs are told."""
        with _told():
            self._handle.flush()
        self._flushed()

    def truncate(self, size: int) -> None:
        """Cut everything from a place on."""
        with _told():
            self._handle.truncate(size)

    def close(self) -> None:
        """Let go of the file."""
        self._handle.close()


class Opfs:
    """What this browser does for what is kept in it; see :class:`app.browser.storage.Browser`."""

    def __init__(self) -> None:
        self._folder: Any = None
        self._channel: Any = None
        self._locked = False
        self._answer: asyncio.Future[bool] | None = None  # who waits for the lock
        self._requests: set[asyncio.Task[None]] = set()
        self._queued: Any = None  # takes back that this tab waits its turn
        self._give_back: Callable[[], object] = lambda: None
        self._lost: Callable[[], None] = lambda: None

    async def make(self, names: tuple[str, ...]) -> bool:
        """Have files of these names; whether this browser keeps files at all."""
        import js

        storage: Any = getattr(js.navigator, "storage", None)
        if not hasattr(storage, "getDirectory") or not hasattr(js, "FileSystemSyncAccessHandle"):
            return False
        with _told():
            self._folder = await storage.getDirectory()
            for name in names:
                await self._folder.getFileHandle(name, _options(create=True))
        return True

    async def open(self, name: str) -> OpfsHandle:
        """Open a file to write. Raises ``OSError``: ``EBUSY`` where another tab has it, ``ENOTSUP`` where no file can be."""
        with _told(_OPENED):
            file = await self._folder.getFileHandle(name, _options(create=True))
            return OpfsHandle(await file.createSyncAccessHandle(), lambda: self._tell(name))

    async def length(self, name: str) -> int:
        """How many bytes the file of this name has; -1: there is none."""
        import js

        try:
            with _told():
                folder = await js.navigator.storage.getDirectory()  # the one that was had is gone with what was in it
                return int((await (await folder.getFileHandle(name)).getFile()).size)
        except OSError as fault:
            if fault.errno != errno.ENOENT:
                raise
            return -1

    async def read(self, name: str, start: int = 0) -> bytes:
        """The bytes of a file from a place on, whoever has it open: read again where it was written to meanwhile."""
        for tried in range(TRIES):
            try:
                with _told():
                    file = await (await self._folder.getFileHandle(name)).getFile()
                    buffer = await file.slice(start).arrayBuffer()
                    return bytes(buffer.to_bytes())
            except OSError as fault:
                if fault.errno != errno.EAGAIN or tried == TRIES - 1:
                    raise
            await asyncio.sleep(0.01 * 2**tried)
        raise AssertionError

    async def lock(self, *, wait: bool) -> bool:
        """Be the one tab that writes; a browser without locks leaves it to the file, which only one can open."""
        import js

        if self._locked or not hasattr(js.navigator, "locks"):
            return True
        self._answer = asyncio.get_running_loop().create_future()
        if wait:
            self._queued = js.AbortController.new()
            self._request(signal=self._queued.signal)
        else:
            self._request(ifAvailable=True)
        return await self._answer

    def unlock(self) -> None:
        """Be no longer that tab; nobody is told, for nobody has taken it away."""
        if self._locked:
            self._give_back()

    @property
    def had(self) -> bool:
        """Whether this page was that tab before it was loaded again."""
        import js

        return getattr(js, "name", "") == "pen"  # of the worker: see assets/web/python.js

    async def returning(self) -> bool:
        """Whether another page that was that tab is being loaded again."""
        import js

        if not hasattr(js.navigator, "locks"):
            return False
        found = await js.navigator.locks.query()
        return any(each.name == BACK for each in (*found.held, *found.pending))

    def remember(self, writes: bool) -> None:
        """Have the page remember whether it is that tab, for when it is loaded again."""
        from app.browser import device

        device.remember_pen(writes)

    def steal(self) -> None:
        """Be that tab at once: the one that was is told, lets go of the files and writes nothing any more."""
        import js

        if self._locked or not hasattr(js.navigator, "locks"):
            return
        if self._queued is not None:
            self._queued.abort()
        self._request(steal=True)

    def on_lost(self, lost: Callable[[], None]) -> None:
        """Have it told when another tab has taken the lock away."""
        self._lost = lost

    def _request(self, **options: Any) -> None:
        import js
        from pyodide.ffi import JsException, create_once_callable, jsnull

        mine: list[bool] = []  # it was granted, and is not given back

        def granted(lock: Any) -> Any:
            if lock is None or lock is jsnull:
                answer(False)
                return None
            mine.append(True)
            self._locked, self._queued = True, None
            answer(True)
            return js.Promise.new(create_once_callable(hold))  # until the page is closed

        def hold(resolve: Any, _: Any) -> None:
            def give_back() -> None:
                mine.clear()
                self._locked = False
                resolve()

            self._give_back = give_back

        def answer(got: bool) -> None:
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(got)

        async def held() -> None:
            with suppress(JsException):  # taken away, or taken back
                await js.navigator.locks.request(LOCK, _options(**options), create_once_callable(granted))
            if mine:
                self._locked = False
                self._lost()

        task = asyncio.ensure_future(held())
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def persisted(self) -> bool:
        """Whether the browser promised not to clear what is kept by itself."""
        import js

        return hasattr(js.navigator.storage, "persisted") and bool(await js.navigator.storage.persisted())

    def hold(self, on: bool) -> None:
        """Keep back what is said to the page, or say it."""
        from app.browser import device

        device.hold(on)

    def ask_to_keep(self, answered: Callable[[bool], None]) -> None:
        """Have the page ask for that promise."""
        from app.browser import device

        device.ask("persist", True, lambda answer: answered(bool(answer)))

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Have it told which file another tab has written."""
        from pyodide.ffi import create_proxy

        async def on_message(event: Any) -> None:
            await heard(str(event.data))

        self._open_channel().onmessage = create_proxy(on_message)

    def _tell(self, name: str) -> None:
        self._open_channel().postMessage(name)

    def _open_channel(self) -> Any:
        import js

        if self._channel is None:
            self._channel = js.BroadcastChannel.new(CHANNEL)
        return self._channel
