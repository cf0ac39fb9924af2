"""What a phone will meet: each thing that keeps it from the hall is named, with what to do; on the loopback, with real servers."""

from __future__ import annotations

import http.server
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.exams.opening import listening
from app.hall.certificate import LASTS, certificate_files, fingerprint_of, own_certificate
from app.hall.checking import examine
from app.hall.member import Invitation, invitation, joined
from app.hall.protocol import HallError
from tests.app.hall.halls import Chief, Device


def lines(address: str, here: tuple[str, ...] = (), **more: object) -> list[str]:
    return [each.line for each in examine(address, here, **more)]  # type: ignore[arg-type]


@contextmanager
def something_else() -> Iterator[str]:
    """A web server that is no hall."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Chief]:
    made = Chief(tmp_path / "chief")
    files = own_certificate(tmp_path / "chief", made.event, ["hall.example", "192.0.2.7"])
    with made.open(certificate=files.certificate, key=files.key):
        yield made
    made.file.close()
    made.store.close()


def test_an_open_hall_is_found_and_a_loopback_address_is_said(chief: Chief) -> None:
    said = lines(chief.address)
    assert said[0].startswith("注意") and "只有这台电脑自己连得上" in said[0]
    assert said[1:] == [f"好    127.0.0.1:{chief.port} 连得上。", "好    是执裁的会场，没有码的进不来。"]


def test_what_keeps_a_phone_away_is_named(chief: Chief) -> None:
    assert "解析不到地址" in lines("http://hall.invalid:8610")[-1]
    (moved,) = lines("http://192.0.2.9:8610", here=("192.0.2.7",))
    assert moved.startswith("不行") and "现在的地址是 192.0.2.7，不是 192.0.2.9" in moved
    heard = listening("127.0.0.1", 0, "--port")
    port = heard.getsockname()[1]
    heard.close()
    assert "会场没有开，或端口不同" in lines(f"http://127.0.0.1:{port}")[-1]
    with something_else() as address:
        assert "别的程序，不是执裁的会场" in lines(address)[-1]
    assert "不是会场的地址" in lines("ftp://127.0.0.1")[-1]
    assert "不说 TLS" in lines(f"https://127.0.0.1:{chief.port}")[-1]


def test_a_name_that_leads_elsewhere_is_said(chief: Chief) -> None:
    said = lines(f"http://localhost:{chief.port}")
    assert said[-1].startswith("好"), "this name the hall knows"


def test_what_a_browser_makes_of_an_own_certificate_is_said(secure: Chief) -> None:
    said = lines(secure.address)
    assert any("没有公认的机构担保" in each for each in said)
    assert said[-1] == "好    是执裁的会场，没有码的进不来。"
    mark = fingerprint_of(certificate_files(secure.folder, secure.event).certificate)
    assert lines(secure.address, print=mark)[-1].startswith("好")
    assert "证书换过了" in lines(secure.address, print="0" * 64)[-1]


@pytest.mark.parametrize(("days", "said"), [(20, "证书用到"), (13, "到期，不到14天"), (0, "已经到期")])
def test_a_certificate_that_ends_is_said(secure: Chief, days: int, said: str) -> None:
    ends = datetime.now(UTC) + LASTS
    assert any(said in each for each in lines(secure.address, now=ends - timedelta(days=days) + timedelta(seconds=60)))


def test_members_know_the_hall_by_the_fingerprint_in_its_code(secure: Chief, tmp_path: Path) -> None:
    code = secure.invite("referee", "甲")
    mark = fingerprint_of(certificate_files(secure.folder, secure.event).certificate)
    link = Invitation(secure.address, code, mark).link
    assert mark in link
    read = invitation(link)
    assert read == Invitation(secure.address, code, mark)
    one = Device(tmp_path / "one", "甲")
    one.membership = joined(read.address, read.code, print=read.print)
    one.rules(secure.event, "3", "7")
    assert one.sync() == (1, 1)
    with pytest.raises(HallError, match="不是码里说的那一张"):
        joined(secure.address, code, print="0" * 64)
    with pytest.raises(HallError, match="连不上会场"):
        joined(secure.address, code)  # nobody stands for it
    one.store.close()


def test_the_certificate_stays_until_it_ends(tmp_path: Path) -> None:
    first = own_certificate(tmp_path, "x", ["192.0.2.7"])
    mark = first.fingerprint
    assert own_certificate(tmp_path, "x", ["192.0.2.8"]).fingerprint == mark, "another address: codes stay good"
    assert first.key.stat().st_mode & 0o077 == 0
    assert ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(first.certificate, first.key) is None
    later = datetime.now(UTC) + LASTS + timedelta(days=1)
    assert own_certificate(tmp_path, "x", ["192.0.2.8"], later).fingerprint != mark
    first.certificate.write_text("x", encoding="utf-8")
    with pytest.raises(HallError, match="读不出"):
        fingerprint_of(first.certificate)
