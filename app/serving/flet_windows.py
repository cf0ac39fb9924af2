"""The part of flet-web that holds a window's end of the socket, loaded without the rest of it.

``flet_web.fastapi`` as a whole imports fastapi, and with it pydantic: 0.3 s and 15 MB for a web application of its own, for
uploads and for signing in, none of which Zhicai has. What is used here needs of fastapi two names only, which fastapi
itself takes from starlette.

And the one place where its debug lines are kept from costing anything. flet-web 1.0.5 writes each message out for a line
nobody asked for, ``transport_log.debug(f"send_message: {message}")``: the text is made before it is known that it is not
wanted. The repr of a message is that of every control in it, and a control leads on to all the window holds: a component
keeps what it was given and the values of its hooks, and what a button does is as often as not a method or a
``partial`` of the window's :class:`~app.window.session.Session`, whose repr would be that of the rulings, the handbook and
the page again. That came to 20 MB of text for one step back, and grew with every ruling. Of what comes in, only a file is
large: three characters and more for each of its bytes. So here a message says of itself no more than its kind.
The tests in ``tests/app/serving/test_flet_windows.py`` fail when Flet mends this or writes such lines elsewhere.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flet_web.fastapi.flet_app import FletApp
    from flet_web.fastapi.flet_app_manager import app_manager

__all__ = ["FletApp", "app_manager"]

_WHOLE, _NEEDED = "flet_web.fastapi", "fastapi"


def _empty_package() -> ModuleType:
    """The package flet_web.fastapi with its modules to be found and none of them imported."""
    found = find_spec("flet_web")
    assert found is not None and found.submodule_search_locations
    package = ModuleType(_WHOLE)
    package.__path__ = [f"{folder}/fastapi" for folder in found.submodule_search_locations]
    return package


def _two_names() -> ModuleType:
    from starlette.websockets import WebSocket, WebSocketDisconnect

    module = ModuleType(_NEEDED)
    module.__dict__.update(WebSocket=WebSocket, WebSocketDisconnect=WebSocketDisconnect)
    return module


def _load() -> None:
    if _WHOLE in sys.modules:  # somebody has loaded all of it
        return
    import flet_web

    absent = _NEEDED not in sys.modules
    if absent:
        sys.modules[_NEEDED] = _two_names()
    package = sys.modules[_WHOLE] = _empty_package()
    flet_web.fastapi = package
    try:
        import flet_web.fastapi.flet_app
    except BaseException:
        del sys.modules[_WHOLE]
        raise
    finally:
        if absent:
            del sys.modules[_NEEDED]


class _Body(dict[str, Any]):
    """What a window said, which is not written out for a debug line."""

    def __repr__(self) -> str:
        return "<…>"


def _keep_quiet(app: Any, message: Any) -> None:
    """Have the debug lines of both directions name a message, and not write it out."""
    hear = app._FletApp__on_message

    async def hear_quietly(self: Any, said: Any) -> None:
        action, body = said[:2]
        await hear(self, (action, _Body(body) if isinstance(body, dict) else body))

    app._FletApp__on_message = hear_quietly
    message.__repr__ = lambda self: f"<{self.action.name}>"


if not TYPE_CHECKING:
    _load()
    from flet.messaging.protocol import Message
    from flet_web.fastapi.flet_app import FletApp
    from flet_web.fastapi.flet_app_manager import app_manager

    _keep_quiet(FletApp, Message)
