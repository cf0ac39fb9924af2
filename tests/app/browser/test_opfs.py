"""What browsers complain of when a file is opened, as errors that say the same in each of them."""

from __future__ import annotations

import asyncio
import errno
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from app.browser.opfs import Opfs


class JsException(Exception):
    """As Pyodide raises what JavaScript throws."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@pytest.fixture(autouse=True)
def pyodide(monkeypatch: pytest.MonkeyPatch) -> None:
    ffi: Any = ModuleType("pyodide.ffi")
    ffi.JsException, ffi.to_js = JsException, lambda given, **_: given
    js: Any = ModuleType("js")
    js.Object = SimpleNamespace(fromEntries=None)
    for name, module in {"pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi, "js": js}.items():
        monkeypatch.setitem(sys.modules, name, module)


def opening(name: str, *, at_the_handle: bool = True) -> OSError:
    """Return what comes of opening a file when the browser throws an error of this name."""

    async def throw(*_: Any) -> Any:
        raise JsException(name)

    async def file(*_: Any) -> Any:
        return SimpleNamespace(createSyncAccessHandle=throw)

    opfs: Any = Opfs()
    opfs._folder = SimpleNamespace(getFileHandle=file if at_the_handle else throw)
    with pytest.raises(OSError, match=name) as raised:
        asyncio.run(opfs.open("journal.log"))
    return raised.value


@pytest.mark.parametrize(
    ("name", "number"),
    [
        (
            "NoModificationAllowedError",
            errno.EBUSY,
        ),  # https://fs.spec.whatwg.org/#api-filesystemfilehandle-createsyncaccesshandle
        ("InvalidStateError", errno.EBUSY),  # WebKit: FileSystemStorageError::AccessHandleActive
        ("NotSupportedError", errno.ENOTSUP),  # WebKit: FileSystemStorageError::BackendNotSupported
        ("UnknownError", errno.EIO),
    ],
)
def test_a_file_that_is_open_elsewhere_is_told_from_one_that_cannot_be_opened(name: str, number: int) -> None:
    assert opening(name).errno == number


def test_a_file_that_is_gone() -> None:
    assert opening("NotFoundError", at_the_handle=False).errno == errno.ENOENT
