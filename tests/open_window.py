"""An open window without a screen: speaks as Flet's client does, keeps the controls as it would, and is tapped by what they say."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgpack

from tests.browser.reader import PHONE

REGISTER, PATCH, EVENT, PROPERTIES, INVOKE, CRASHED = range(1, 7)  # actions of Flet's protocol
REPLACE, ADD, REMOVE, MOVE = range(4)  # operations of a patch
PAGE = 1  # the number of the page among the controls
NO_EDGE = {"top": 0, "right": 0, "bottom": 0, "left": 0}
MEDIA = {
    "padding": NO_EDGE,
    "view_padding": NO_EDGE,
    "view_insets": NO_EDGE,
    "device_pixel_ratio": 1,
    "orientation": "portrait",
    "always_use_24_hour_format": False,
}
PATIENCE, QUIET = 60.0, 0.3  # seconds: for the screen, and without a message until nothing more comes
SAID = ("value", "text", "label", "semantics_label", "message", "hint_text")  # where a control says something
TAPPED = {"on_click": "click", "on_select": "select", "on_tap": "tap"}

Control = dict[str, Any]


class Connection(Protocol):
    """What a window speaks over."""

    async def send(self, message: bytes) -> None:
        """Send a message."""
        ...

    async def recv(self) -> str | bytes:
        """Return the next message."""
        ...

    async def close(self) -> None:
        """Hang up."""
        ...


class Window:
    """An open window: a connection, what came over it, and the controls that are shown."""

    def __init__(self, connection: Any, kept: dict[str, str] | None = None) -> None:
        self.connection: Connection = connection
        self.received = b""
        self.page: Control = {"_i": PAGE}
        self.kept = {} if kept is None else kept  # what its device keeps
        self.quiet = QUIET
        self.busy: Callable[[], bool] = lambda: False  # whether the other side is known to be at work still

    async def say(self, action: int, body: dict[str, Any]) -> None:
        """Send a message."""
        await self.connection.send(b"\0" + msgpack.packb([action, body]))

    async def register(self, route: str) -> None:
        """Say what the client says when it is opened."""
        width, height = PHONE
        size = {"width": width, "height": height}
        page = {
            "route": route,
            "web": True,
            **dict.fromkeys(("pwa", "debug", "wasm", "test", "multi_view", "pyodide"), False),
            "platform_brightness": "light",
            "platform": "linux",
            **size,
            "window": {},
            "media": MEDIA,
        }
        await self.say(REGISTER, {"session_id": None, "page_name": route.strip("/").rpartition("/")[0], "page": page})
        await self.say(PROPERTIES, {"id": PAGE, "props": {"platform_brightness": "light"}})
        await self.say(EVENT, {"target": PAGE, "name": "platform_brightness_change", "data": "light"})
        await self.say(PROPERTIES, {"id": PAGE, "props": {"media": MEDIA}})
        await self.say(PROPERTIES, {"id": PAGE, "props": size})

    async def listen(self, seconds: float) -> bool:
        """Take one message, and answer it where it asks for something; whether one came."""
        try:
            data = await asyncio.wait_for(self.connection.recv(), seconds)
        except TimeoutError:
            return False
        if not isinstance(data, bytes) or data[:1] != b"\0":
            return True
        self.received += data
        action, body = msgpack.unpackb(data[1:], strict_map_key=False)
        if action == CRASHED:
            raise AssertionError(f"the session ended: {body}")
        if action == REGISTER:
            self.page = {**self.page, **body["page_patch"]}
        elif action == PATCH:
            change(_numbered(self.page, body["id"]), body["patch"])
        elif action == INVOKE:
            result = self.do(body["name"], body["args"] or {})
            answer = {"control_id": body["control_id"], "call_id": body["call_id"], "result": result, "error": None}
            await self.say(INVOKE, answer)
            if body["name"] == "push_route":  # the browser is there
                await self.say(
                    EVENT, {"target": PAGE, "name": "route_change", "data": {"route": body["args"]["route"]}}
                )
        return True

    def do(self, name: str, args: dict[str, Any]) -> Any:
        """Do what the app asks of the device; it keeps texts, and can do nothing else."""
        if name == "set":
            self.kept[args["key"]] = args["value"]
            return True
        return self.kept.pop(args["key"], None) if name == "remove" else self.kept.get(args.get("key", ""))

    async def leave(self) -> None:
        """Close the window."""
        await self.connection.close()

    async def settle(self) -> None:
        """Wait until nothing more comes."""
        while await self.listen(self.quiet) or self.busy():
            pass

    async def arrive(self, texts: tuple[str, ...]) -> None:
        """Wait until all the texts came, and then until nothing more comes."""
        await self._wait(lambda: all(text.encode() in self.received for text in texts), "、".join(texts))
        await self.settle()

    async def see(self, *texts: str) -> None:
        """Wait until the screen says one of these, and then until nothing more comes."""
        await self._wait(lambda: any(text in self.said() for text in texts), "、".join(texts))
        await self.settle()

    async def change_from(self, before: str) -> None:
        """Wait until the screen says something else, and then until nothing more comes."""
        await self._wait(lambda: self.said() != before, f"something else than {before}")
        await self.settle()

    async def _wait(self, for_what: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not for_what():
            if time.monotonic() > end:
                raise AssertionError(f"never came: {what}; on the screen: {self.said()}")
            await self.listen(1)

    # What is shown

    def shown(self) -> Control:
        """The view on top."""
        return [{}, *(each for each in controls(self.page.get("views")) if each["_c"] == "View")][-1]

    def said(self) -> str:
        """All that the screen says."""
        return " ".join(texts(self.shown()))

    def tappable(self) -> Iterator[tuple[str, Control]]:
        """What can be tapped, by what it says."""
        for control in controls(self.shown()):
            if any(control.get(name) for name in TAPPED) and not control.get("disabled"):
                yield " ".join(texts(control)), control

    async def tap(self, text: str) -> None:
        """Tap what says just this, or else what says this first of several things."""
        found = dict(reversed([*self.tappable()]))
        control = found.get(text) or next(
            (found[each] for each in reversed(found) if each.startswith(f"{text} ")), None
        )
        if control is None:
            raise AssertionError(f"nothing to tap says {text!r}: {', '.join(repr(each) for each in reversed(found))}")
        name = next(name for field, name in TAPPED.items() if control.get(field))
        await self.say(EVENT, {"target": control["_i"], "name": name, "data": None})

    async def tap_bar(self, index: int) -> None:
        """Tap a tab of the bar."""
        bar = self.shown()["navigation_bar"]
        await self.say(PROPERTIES, {"id": bar["_i"], "props": {"selected_index": index}})
        await self.say(EVENT, {"target": bar["_i"], "name": "change", "data": index})

    async def type(self, text: str) -> None:
        """Type into the first field of the screen."""
        field = next(control for control in controls(self.shown()) if control.get("_c") == "TextField")
        await self.say(PROPERTIES, {"id": field["_i"], "props": {"value": text}})
        await self.say(EVENT, {"target": field["_i"], "name": "change", "data": text})


def device(settings: dict[str, Any] | None = None) -> dict[str, str]:
    """What a device keeps whose reader was asked for the game, and said nothing more than this."""
    return {"zhicai.settings": json.dumps({"asked": True, **(settings or {})})}


# The controls, as the messages have them


def controls(at: Any) -> Iterator[Control]:
    """Every control from here on, from above to below."""
    if isinstance(at, dict):
        if "_c" in at:
            yield at
        for value in at.values():
            yield from controls(value)
    elif isinstance(at, list):
        for value in at:
            yield from controls(value)


def texts(at: Any) -> Iterator[str]:
    """What a control and all in it say."""
    for control in controls(at):
        if control.get("visible") is False:
            continue
        spans = control.get("spans")
        if spans:
            yield "".join(str(span.get("text") or "") for span in spans)
        elif control.get("_c") != "TextSpan":
            yield from (control[name] for name in SAID if isinstance(control.get(name), str))
            if isinstance(control.get("content"), str):
                yield control["content"]


def _numbered(page: Control, number: int) -> Control:
    if number == PAGE:
        return page
    return next(control for control in controls(page) if control.get("_i") == number)


def change(root: Control, patch: list[Any]) -> None:
    """Carry out a patch on a control."""
    tree, *operations = patch
    for operation in operations:
        if operation[0] == REPLACE:
            _, place, key, value = operation
            _node(root, tree, place)[key] = value
        elif operation[0] == ADD:
            _, place, key, value = operation
            into = _node(root, tree, place)
            if isinstance(into, list):
                into.insert(key, value)
            else:
                into[key] = value
        elif operation[0] == REMOVE:
            _, place, key = operation
            del _node(root, tree, place)[key]
        else:
            _, place, key, target, index = operation
            value = _node(root, tree, place).pop(key)
            into = _node(root, tree, target)
            if isinstance(into, list):
                into.insert(index, value)
            else:
                into[index] = value


def _node(root: Control, tree: list[Any], place: int) -> Any:
    """The part of a control that a patch calls by this number: its tree says how to come there."""

    def path(at: list[Any], way: tuple[Any, ...]) -> tuple[Any, ...] | None:
        if at[0] == place:
            return way
        for key, below in (at[1] if len(at) > 1 else {}).items():
            if (found := path(below, (*way, key))) is not None:
                return found
        return None

    found: Any = root
    way = path(tree, ())
    assert way is not None
    for key in way:
        found = found[key]
    return found


class Within:
    """A line to a window of this process: what its server would pass on, without a server."""

    def __init__(self) -> None:
        self.there: asyncio.Queue[dict[str, Any]] = asyncio.Queue()  # to the app
        self.here: asyncio.Queue[bytes] = asyncio.Queue()
        self.there.put_nowait({"type": "websocket.connect"})
        self.task: asyncio.Task[None] | None = None

    async def open(self, app: Callable[..., Any]) -> None:
        """Have the ASGI application behind a socket's address speak with this end."""
        scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": "/ws",
            "server": ("127.0.0.1", 80),
            "headers": [],
            "query_string": b"",
        }

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                self.here.put_nowait(message["bytes"])

        self.task = asyncio.create_task(app(scope, self.there.get, send))

    async def send(self, message: bytes) -> None:
        """Send a message to the app."""
        self.there.put_nowait({"type": "websocket.receive", "bytes": message})

    async def recv(self) -> bytes:
        """Return the next message of the app."""
        return await self.here.get()

    async def close(self) -> None:
        """Hang up, and wait until the app has noticed."""
        self.there.put_nowait({"type": "websocket.disconnect", "code": 1000})
        if self.task is not None:
            await self.task
