"""The way to a hall from a published site: the browser's own fetch, in the worker (assets/web/python-worker.js).

A page may speak only to the place it came from. So the hall serves the site itself, and a site from elsewhere says why it cannot.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.hall.protocol import HallError

if TYPE_CHECKING:
    from app.hall.member import Answer, Question


def origin() -> str:
    """Return where this site came from."""
    from js import location  # type: ignore[import-not-found]

    return str(location.origin)


async def ask(question: Question, code: str) -> Answer:
    """Ask the hall. Raises :class:`HallError` where there is no answer."""
    import zhicai_site  # type: ignore[import-not-found]  # given by the worker
    from pyodide.ffi import JsException, to_js  # type: ignore[import-not-found]

    asked = {
        "method": question.method,
        "path": question.path,
        "headers": {"Authorization": f"Bearer {code}", **question.headers},
        "seconds": question.patience,
    }
    body = None if question.body is None else to_js(question.body)
    try:
        answer = await zhicai_site.hall(json.dumps(asked), body)
        return int(answer[0]), json.loads(str(answer[1])), answer[2].to_bytes()
    except (JsException, OSError, ValueError):
        raise HallError("连不上会场；记录都在本机，连上以后自己同步。") from None
