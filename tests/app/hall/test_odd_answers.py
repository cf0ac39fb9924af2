"""What answers in the place of a hall, odd as it may be: one sentence, and nothing of what lies on the device changes."""

from __future__ import annotations

import gzip
import http.server
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.hall.member import Membership, carried, joined, news, synced
from app.hall.over_network import OverNetwork
from app.hall.protocol import MARK, MORE, NO_HEADERS, VERSION, HallError
from app.journal.store import JournalError
from tests.app.hall.halls import Device

HELLO: dict[str, Any] = {
    "hall": VERSION, "event": "E", "name": "春季赛", "role": "referee", "member": "1", "epoch": "e", "time": 1e9, "calls": [],
}  # fmt: skip
RECORDS = json.dumps({"file": "zhicai-journal", "format": 1}).encode() + b"\n"
HERE = Membership("http://192.0.2.1", "code", "E", "春季赛", "referee", "1")
HUGE = {
    "100,000 brackets": "[" * 100_000,
    "100,000 braces": '{"hall":' * 100_000,
    "no number": '{"hall": NaN}',
    "5,000 digits": '{"hall": ' + "9" * 5_000 + "}",
    "half a character": '{"hall": "\\ud800"}',
    "a list": "[]",
    "a page": "<html>登录酒店的网络</html>",
    "nothing": "",
}


class Odd:
    """What answers each request the same, whoever asks."""

    def __init__(self, hello: Any = HELLO, records: bytes = RECORDS, **headers: str) -> None:
        self.hello = hello if isinstance(hello, bytes) else json.dumps(hello).encode()
        self.records, self.headers, self.asked = records, {MARK: "0"} | headers, 0

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = NO_HEADERS
    ) -> tuple[int, Mapping[str, str], bytes]:
        self.asked += 1
        assert self.asked < 50, "it is asked without end"
        return 200, self.headers, self.records if (method, path[:15]) == ("GET", "/hall/1/records") else self.hello


def refused(device: Device, way: Odd) -> str:
    before = device.store.end()
    with pytest.raises((HallError, JournalError)) as fault:
        synced(device.store, HERE, way)
    said = str(fault.value)
    assert device.store.end() == before and said.endswith("。") and len(said) < 200 and "\n" not in said
    return said


@pytest.fixture
def device(tmp_path: Path) -> Device:
    made = Device(tmp_path, "甲")
    made.rules("E", "3", "7")
    return made


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_odd_json_in_the_place_of_a_greeting_is_one_sentence(device: Device, text: str) -> None:
    assert "不是执裁的会场" in refused(device, Odd(text.encode()))
    with pytest.raises(HallError, match="不是执裁的会场"):
        joined("192.0.2.1", "code", Odd(text.encode()))
    with pytest.raises(HallError, match="不是执裁的会场"):
        carried(news(HERE, 0), Odd(text.encode()))


@pytest.mark.parametrize("odd", [None, 3, "x", [], {}, True, ["x"], {"a": 1}], ids=str)
@pytest.mark.parametrize("part", [*HELLO, "expires"])
def test_a_greeting_with_anything_in_a_part_is_taken_or_one_sentence(device: Device, part: str, odd: Any) -> None:
    """Nothing else than what a hall says becomes a part of a membership."""
    try:
        made = joined("192.0.2.1", "code", Odd(HELLO | {part: odd}))
    except HallError as fault:
        assert str(fault).endswith("。")
    else:
        assert all(isinstance(each, str) for each in (made.event, made.name, made.role, made.member))
        assert made.expires is None or isinstance(made.expires, float)
    try:
        done = synced(device.store, HERE, Odd(HELLO | {part: odd, "added": 1, "refused": [[2, "x"], 7, []]}))
    except HallError as fault:
        assert str(fault).endswith("。")
    else:
        assert isinstance(done.membership.epoch, str) and all(isinstance(each, dict) for each in done.calls)


@pytest.mark.parametrize("mark", ["", "x", "-1", "9" * 5_000, "²", "1.5"])
def test_a_mark_that_is_none_is_one_sentence(device: Device, mark: str) -> None:
    assert "读不懂" in refused(device, Odd(**{MARK: mark}))


def test_one_that_has_ever_more_of_the_same_is_not_asked_without_end(device: Device) -> None:
    assert "读不懂" in refused(device, Odd(**{MARK: "0", MORE: "yes"}))


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_odd_records_of_a_hall_are_refused_line_by_line_or_as_a_whole(device: Device, text: str) -> None:
    before = device.store.end()
    answers = HELLO | {"added": 0, "refused": []}
    assert synced(device.store, HERE, Odd(answers, RECORDS + text.encode())).received == 0
    if text:
        refused(device, Odd(answers, text.encode()))
    assert device.store.end() == before


@contextmanager
def serving(body: bytes, **headers: str) -> Iterator[str]:
    """A server that answers so to everything."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


PACKED = gzip.compress(json.dumps(HELLO).encode())


@pytest.mark.parametrize(
    "body",
    [PACKED[:-9], b"\x1f\x8b\x08\x00 no gzip at all", PACKED[:20] + b"\xff" * 30, b"", gzip.compress(bytes(70 << 20))],
    ids=["cut off", "no gzip", "damaged", "nothing", "70 MB of noughts"],
)
def test_packed_data_that_cannot_be_unpacked_is_one_sentence(body: bytes) -> None:
    with serving(body, Content_Encoding="gzip") as address, pytest.raises(HallError, match="连不上会场") as fault:
        joined(address, "code", OverNetwork(address, "code"))
    assert str(fault.value).endswith("。")


def test_what_is_packed_soundly_is_understood() -> None:
    with serving(PACKED, Content_Encoding="gzip") as address:
        assert joined(address, "code", OverNetwork(address, "code")).name == "春季赛"
