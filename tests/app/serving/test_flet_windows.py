"""No message is written out for a debug line nobody reads, in either direction; and where Flet has such lines."""

from __future__ import annotations

import ast
import asyncio
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import flet as ft
import msgpack
import pytest
from flet.messaging.protocol import ControlEventBody, Message, MessageAction, PatchControlBody

from app.serving import flet_windows

MENDED = (
    "Flet has mended, moved or added a debug line that writes out what it is given: see app/serving/flet_windows.py, "
    "and take away there what is needed no more"
)
# Where Flet makes the text of a debug line before it is known whether anybody wants it, and what is in the text.
EAGER = {
    # Whole messages: what flet_windows keeps short.
    "flet_web/fastapi/flet_app.py": ["_on_message: {action} {body}", "send_message: {message}"],
    # An item is a control, and says of itself its number only; see the test of texts below for what is not one.
    "flet/controls/object_patch.py": [
        "\n\nCOMPARE LIST ITEM: {key}\n\nOLD: {old}\n\nNEW: {new}",
        "_item_added: path={path} key={key} item={item} item_key={item_key}",
        "_item_removed: path={path} key={key} item={item} item_key={item_key}",
    ],
}
# Of the name of a session or a control, the address of a file: short, whatever is open.
SHORT = {
    "flet/controls/page.py": {"Registering service {service._c}({service._i}) to registry {self._i}"},
    "flet_web/fastapi/flet_app.py": {
        "Session handler attempted to update disconnected page: {self.__session.id}",
    },
    "flet_web/fastapi/flet_static_files.py": {"StaticFiles.lookup_path: {self.__app_mount_path} {path}"},
}


def eager_debug_lines(module: Path) -> list[str]:
    """The texts with something filled in that a module makes for its debug lines, whether they are wanted or not."""
    found: list[str] = []
    source = module.read_text(encoding="utf-8")
    if ".debug(" not in source:
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "debug":
            texts = [each for each in node.args if isinstance(each, ast.JoinedStr)]
            found += [
                "".join(
                    part.value if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
                    for part in text.values
                )
                for text in texts
            ]  # type: ignore[attr-defined]
    return sorted(found)


def test_flet_writes_out_what_it_is_given_where_it_did_and_nowhere_else() -> None:
    found: dict[str, list[str]] = {}
    for package in ("flet", "flet_web"):
        spec = find_spec(package)
        assert spec is not None and spec.submodule_search_locations
        root = Path(spec.submodule_search_locations[0])
        for module in sorted(root.rglob("*.py")):
            name = module.relative_to(root.parent).as_posix()
            if lines := [line for line in eager_debug_lines(module) if line not in SHORT.get(name, ())]:
                found[name] = lines
    assert found == EAGER, MENDED


class Loud:
    """Fails when it is written out."""

    def __repr__(self) -> str:
        raise AssertionError("it was written out")


def window() -> Any:
    """Flet's end of a window's socket, with what is sent in a queue."""
    made = flet_windows.FletApp(asyncio.get_running_loop(), flet_windows.app_manager.executor, None, None)  # type: ignore[arg-type]
    made._FletApp__send_queue = asyncio.Queue()  # type: ignore[attr-defined]
    return made


def test_a_message_to_the_window_is_sent_and_not_written_out() -> None:
    async def sent() -> bytes:
        app = window()
        button = ft.Button("去", data=Loud(), on_click=lambda _: None)  # as a control holds what the window holds
        app.send_message(Message(MessageAction.PATCH_CONTROL, PatchControlBody(7, [[0], button])))
        return bytes(app._FletApp__send_queue.get_nowait())

    mark, body = (message := asyncio.run(sent()))[:1], msgpack.unpackb(message[1:])
    assert mark == b"\0" and body[0] == MessageAction.PATCH_CONTROL.value
    assert body[1]["id"] == 7 and body[1]["patch"][1]["content"] == "去"


def test_the_same_message_was_written_out_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the test above could not fail."""
    monkeypatch.setattr(Message, "__repr__", lambda self: repr(self.body))

    async def send() -> None:
        window().send_message(Message(MessageAction.PATCH_CONTROL, PatchControlBody(7, [ft.Button("去", data=Loud())])))

    with pytest.raises(AssertionError, match="written out"):
        asyncio.run(send())


def test_a_message_from_the_window_is_heard_and_not_written_out() -> None:
    """A file that was chosen comes as the answer to the question for it; so does what a control tells."""
    heard: list[Any] = []

    async def hear() -> None:
        app = window()

        async def dispatch(*told: Any) -> None:
            heard.append(told)

        app._FletApp__session = SimpleNamespace(
            handle_invoke_method_results=lambda *told: heard.append(told), dispatch_event=dispatch
        )
        file = Loud()
        answer = {"control_id": 3, "call_id": "x", "result": file, "error": None}
        await app._FletApp__on_message([MessageAction.INVOKE_METHOD.value, answer])
        assert heard == [(3, "x", file, None)]
        told = {"target": 4, "name": "change", "data": file}
        await app._FletApp__on_message([MessageAction.CONTROL_EVENT.value, told])
        await asyncio.sleep(0)
        assert heard[1:] == [(4, "change", file)]
        assert ControlEventBody(**told).data is file

    asyncio.run(hear())
