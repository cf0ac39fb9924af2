"""Who may what: every address of the hall with every role, with a code that ended, and with none."""

from __future__ import annotations

import gzip
import http.client
import io
import json
import time
import zlib
from pathlib import Path

import pytest

from app.exams.room_server import Gate
from app.hall.hall_file import LETTERS, LONG, HallError, HallFile, hashed, new_code, typed
from app.journal.exchange import export
from tests.app.hall.halls import Chief, Device

ADDRESSES = (
    ("GET", "/hall/1/hello", ("chief", "referee", "board")),
    ("GET", "/hall/1/records", ("chief", "referee")),
    ("POST", "/hall/1/records", ("chief", "referee")),
    ("POST", "/hall/1/calls/1/take", ("chief", "referee")),
    ("POST", "/hall/1/calls/1/end", ("chief", "referee")),
)
ROLES = ("chief", "referee", "board", "table")


def body() -> bytes:
    return b'{"file": "zhicai-journal", "format": 1}\n'


@pytest.mark.parametrize(("method", "path", "may"), ADDRESSES)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_what_it_may(chief: Chief, role: str, method: str, path: str, may: tuple[str, ...]) -> None:
    chief.file.call("3", "", time.time())
    code = chief.invite(role, "甲")  # type: ignore[arg-type]
    status, said = (
        chief.said(method, path, body() if method == "POST" else None, code)
        if path.startswith("/hall") and "records" not in path
        else (chief.ask(method, path, body() if method == "POST" else None, code)[0], None)
    )
    assert (status == 200) is (role in may), said
    assert role in may or status == 403


@pytest.mark.parametrize(("method", "path", "may"), ADDRESSES)
def test_without_a_good_code_nothing(chief: Chief, method: str, path: str, may: tuple[str, ...]) -> None:
    chief.file.call("3", "", time.time())
    ended = chief.invite("chief", "昨天的", lasts=-1)
    made, lost = chief.file.invite("chief", "丢了的", time.time())
    assert chief.file.revoke(made.id, time.time())
    assert not chief.file.revoke(made.id, time.time())
    for code in ("", ended, lost):
        status, said = chief.said(method, path, body() if method == "POST" else None, code)
        assert status == 401
        assert "码" in said["why"]


def test_a_phone_that_was_lost_is_out_at_once(chief: Chief, tmp_path: Path) -> None:
    one = Device(tmp_path / "one", "甲")
    one.join(chief.address, chief.invite("referee", "甲"))
    one.sync()
    (found,) = [each for each in chief.file.passes() if each.role == "referee"]
    chief.file.revoke(found.id, time.time())
    one.rules(chief.event, "3", "7")
    with pytest.raises(HallError, match="不能用"):
        one.sync()
    assert len(one.ids(chief.event)) == 2  # what he has stays his


def test_a_code_that_another_program_ended_waits_for_no_more_news(chief: Chief) -> None:
    code = chief.invite("referee", "甲")
    assert chief.said("GET", "/hall/1/news", None, code)[0] == 200
    assert chief.said("GET", "/hall/1/news", None, code)[0] == 200, "known by now"
    (found,) = [each for each in chief.file.passes() if each.role == "referee"]
    other = HallFile(chief.file.path)
    other.revoke(found.id, time.time())
    other.close()
    until = time.monotonic() + 5
    while (status := chief.said("GET", "/hall/1/news", None, code)[0]) == 200 and time.monotonic() < until:
        time.sleep(0.05)
    assert status == 401


def test_codes_are_not_in_the_file(chief: Chief) -> None:
    code = chief.invite("referee", "甲")
    assert code.encode() not in chief.file.path.read_bytes()
    assert hashed(code).encode() in chief.file.path.read_bytes()


def test_a_code_is_read_as_people_write_it() -> None:
    code = new_code()
    assert len(code) == LONG and set(code) <= set(LETTERS)
    assert typed(f" {code[:5].lower()}-{code[5:]} ") == code
    assert typed("OIL") == "011"


def test_trying_codes_is_slowed_and_a_right_one_is_not(chief: Chief) -> None:
    right = chief.invite("referee", "甲")
    found = [chief.said("GET", "/hall/1/hello", code="0" * 19 + LETTERS[n])[0] for n in range(12)]
    assert found[0] == 401
    assert found[-1] == 429
    assert chief.said("GET", "/hall/1/hello", code=right)[0] == 200


@pytest.mark.parametrize(
    "sent",
    [b"", b"\xff\xfe", b"[]", b'{"file": "zhicai-journal", "format": 99}\n', b'{"file": "x"}\n', b"{" * 10_000],
    ids=["empty", "no text", "no journal", "newer", "other file", "nested"],
)
def test_what_is_no_journal_is_refused_in_a_sentence(chief: Chief, sent: bytes) -> None:
    status, said = chief.said("POST", "/hall/1/records", sent, chief.invite("referee", "甲"))
    assert status == 400
    assert said["why"].endswith("。")


def test_nested_and_long_lines_are_refused_and_the_rest_is_taken(chief: Chief, tmp_path: Path) -> None:
    one = Device(tmp_path / "one", "甲")
    out = io.StringIO()
    export(one.store, out, [one.rules(chief.event, "3", "7")])
    head, good = out.getvalue().encode().splitlines()
    lines = [head, b'{"body":' + b"[" * 5000, b'{"event":"' + b"x" * 1_100_000 + b'"}', good, b"\xff"]
    status, said = chief.said("POST", "/hall/1/records", b"\n".join(lines), chief.invite("referee", "甲"))
    assert status == 200
    assert said["added"] == 1
    assert [line for line, _ in said["refused"]] == [2, 3, 5]


def test_what_unpacks_to_too_much_is_refused(chief: Chief) -> None:
    code = chief.invite("referee", "甲")
    bomb = gzip.compress(b"0" * (20 << 20))
    assert len(bomb) < 1 << 20
    assert chief.ask("POST", "/hall/1/records", bomb, code, Content_Encoding="gzip")[0] == 413
    broken = gzip.compress(body())[:-4]
    assert chief.ask("POST", "/hall/1/records", broken, code, Content_Encoding="gzip")[0] == 400
    assert chief.ask("POST", "/hall/1/records", zlib.compress(body()), code, Content_Encoding="gzip")[0] == 400


@pytest.mark.parametrize("since", ["-1", "x", "1" * 17, "１"])
def test_an_odd_mark_is_refused(chief: Chief, since: str) -> None:
    from urllib.parse import quote

    assert chief.ask("GET", f"/hall/1/records?since={quote(since)}", code=chief.invite("referee", "甲"))[0] == 400


def test_another_epoch_is_said(chief: Chief) -> None:
    code = chief.invite("referee", "甲")
    status, said = chief.said("GET", "/hall/1/records?since=5&epoch=other", code=code)
    assert status == 409
    assert said["epoch"] == chief.said("GET", "/hall/1/hello", code=code)[1]["epoch"]


def test_another_name_and_other_methods_are_turned_away(chief: Chief) -> None:
    assert chief.ask("GET", "/hall/1/hello", Host="evil.example")[0] == 421
    assert chief.ask("DELETE", "/hall/1/records")[0] == 421
    assert chief.ask("GET", "/hall/1/nothing")[0] == 404


def test_a_newer_file_is_not_touched(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "hall.sqlite"
    HallFile(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(HallError, match="更新版本"):
        HallFile(path)
    assert path.read_bytes() == before


def test_who_listens_is_told(chief: Chief, tmp_path: Path) -> None:
    one = Device(tmp_path / "one", "甲")
    one.join(chief.address, chief.invite("referee", "甲"))
    line = http.client.HTTPConnection("127.0.0.1", chief.port, timeout=10)
    line.request("GET", "/hall/1/stream", headers={"Authorization": f"Bearer {chief.invite('referee', '乙')}"})
    heard = line.getresponse()
    assert heard.getheader("content-type", "").startswith("text/event-stream")

    def next_event() -> tuple[str, object]:
        name = b""
        while True:
            said = heard.readline()
            if said.startswith(b"event: "):
                name = said[7:].strip()
            elif said.startswith(b"data: "):
                return name.decode(), json.loads(said[6:])

    first = {next_event()[0], next_event()[0]}
    assert first == {"mark", "calls"}
    one.rules(chief.event, "3", "7")
    one.sync()
    name, data = next_event()
    assert name == "mark"
    assert isinstance(data, dict) and data["mark"] >= 2
    chief.file.call("5", "出牌", time.time())  # from another program of this computer: it is seen with the next change
    (call,) = chief.file.calls()
    assert (
        chief.said("POST", f"/hall/1/calls/{call.id}/take", b"", one.membership.code if one.membership else "")[0]
        == 200
    )
    name, data = next_event()
    assert name == "calls"
    assert isinstance(data, list) and (data[0]["table"], data[0]["taken_by"]) == ("5", "甲")
    line.close()


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("hall.example.org:8610", True),
        ("hall.example.org", True),  # a proxy with a certificate stands before the hall
        ("hall.example.org:443", False),
        ("other.example.org", False),
        ("localhost", False),
        ("localhost:8610", True),
        ("192.0.2.7:8610", True),
        ("192.0.2.7", False),
    ],
)
def test_a_hall_answers_under_the_names_it_was_given(host: str, own: bool) -> None:
    async def nothing(*_: object) -> None: ...

    assert Gate(nothing, 8610, ("Hall.example.org",)).own(host) is own
