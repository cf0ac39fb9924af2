"""Parts of the program that a published site sends for only when they are needed; elsewhere everything is here already."""

from __future__ import annotations

import importlib
import sys

PAPERS = "papers"  # what prints PDF, and reads and writes XLSX

_fetched: set[str] = set()


class PartMissingError(OSError):
    """A part could not be fetched; the message is for the reader."""


async def need(part: str) -> None:
    """Have a part of the program ready. Raises :class:`PartMissingError` where it cannot be fetched."""
    if sys.platform != "emscripten" or part in _fetched:
        return
    import zhicai_site  # type: ignore[import-not-found]  # given by the worker: assets/web/python-worker.js

    try:
        await zhicai_site.fetchPart(part)
    except Exception as e:  # whatever JavaScript throws
        raise PartMissingError("打印和表格的部分还没有下载到本机，现在也取不到。请连上网络后再试一次。") from e
    importlib.invalidate_caches()
    _fetched.add(part)
