"""The part of flet-web that holds a window's end of the socket, loaded without the rest of it.

``flet_web.fastapi`` as a whole imports fastapi, and with it pydantic: 0.3 s and 15 MB for a web application of its own, for
uploads and for signing in, none of which Zhicai has. What is used here needs of fastapi two names only, which fastapi
itself takes from starlette.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

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


if not TYPE_CHECKING:
    _load()
    from flet_web.fastapi.flet_app import FletApp
    from flet_web.fastapi.flet_app_manager import app_manager
