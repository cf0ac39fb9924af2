"""The door: who is let in, who is turned away, and what the answers carry. The real server, spoken to as programs do."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from app.base import own_files
from app.frame import client_files
from app.serving import access, access_key
from app.serving.access_key import Key
from tests.browser.reader import OPENED, ROOT, Server, free_port

ALICE = Key(b"a" * 32)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(free_port(), tmp_path_factory.mktemp("data"))
    started.start()
    yield started
    started.stop()


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    """Ask as any program can: with these headers only, and to the end of the answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)) as line:
        line.putrequest(method, path, skip_host=True)
        for name, value in {"Host": f"127.0.0.1:{server.port}", **headers}.items():
            line.putheader(name.replace("_", "-"), value)
        line.endheaders()
        answer = line.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode(errors="replace")


def token(server: Server) -> str:
    return OPENED[server.address].removeprefix(server.address)


def inside(server: Server, path: str = "/") -> str:
    """A path in the folder that only a page knows which was let in."""
    return server.inside.removeprefix(server.address) + path


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:{port}"])
@pytest.mark.parametrize("path", ["/", "/assets", "/icons", "/manifest.json", "/door/" + "0" * 32])
def test_another_name_is_refused_and_not_repeated(server: Server, host: str, path: str) -> None:
    for each in (path, inside(server, path)):
        status, headers, said = ask(server, each, Host=host.format(port=server.port), **server.let_in())
        assert status == 421
        assert "evil" not in said + str(headers) and "location" not in headers


ODD_HOSTS = [
    "127.0.0.1:²",
    "127.0.0.1:８５５０",
    "1.2.3.4:٣",
    "[::1",
    "]:80",
    ":",
    "::",
    "a" * 8000,
    "%00",
    "\t",
    "127.0.0.1:-1",
]


def test_odd_names_are_refused_without_a_fault(tmp_path: Path) -> None:
    tried = Server(free_port(), tmp_path)
    tried.start()
    try:
        for host in ODD_HOSTS:
            for path in (token(tried), inside(tried)):
                assert raw(tried, path, host.encode("utf-8")) in (400, 421), host[:20]
                assert raw(tried, path, host.encode("latin-1", "replace")) in (400, 421), host[:20]
    finally:
        tried.stop()
    assert [line for line in tried.last if "127.0.0.1" not in line] == [
        "在浏览器中打开上面的地址；按 Ctrl+C 结束。",
        "执裁已结束。",
    ]


def raw(server: Server, path: str, host: bytes) -> int:
    """Ask under a name as it stands, letters or not; the status of the answer."""
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)) as line:
        line.sendall(b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (path.encode(), host))
        return int(line.makefile("rb").readline().split()[1])


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
def test_its_own_names_are_answered(server: Server, host: str) -> None:
    assert ask(server, token(server), Host=f"{host}:{server.port}")[0] == 200


@pytest.mark.parametrize("path", ["/", "/clause/bridge-1999/64A1", "/main.dart.js", "/assets/FontManifest.json"])
@pytest.mark.parametrize("query", ["", "?token=", "?token=x-y-z", "?token=%ff"])
def test_without_the_token_one_is_told_what_to_do(server: Server, path: str, query: str) -> None:
    status, headers, said = ask(server, path + query)
    assert status == 403
    assert "zhicai" in said and "完整地址" in said
    assert "set-cookie" not in headers and headers["cache-control"] == "no-store"


def test_the_page_has_the_apps_own_font(server: Server) -> None:
    ours = (own_files.ASSETS / "assets" / "fonts" / "roboto.woff2").stat().st_size
    status, headers, _ = ask(server, access.FONT)
    assert status == 200 and int(headers["content-length"]) == ours


def test_what_was_asked_for_is_not_written_into_the_page(server: Server) -> None:
    usual = ask(server, "/")[2]
    for path in ("/%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "//evil.example/x", "/clause/bridge-1999/64A1?token=x"):
        assert ask(server, path)[2] == usual, "the same for everybody, whatever was asked for"


def test_the_token_becomes_a_cookie_of_this_port_alone(server: Server) -> None:
    _, headers, said = ask(server, token(server))
    cookie = headers["set-cookie"]
    assert cookie.startswith(f"zhicai-{server.port}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; ")) and "Domain" not in cookie
    assert "flutter_bootstrap.js" in said
    kept = cookie.split(";")[0]
    status, headers, _ = ask(server, inside(server, "/clause/bridge-1999/64A1"), Cookie=kept)
    assert status == 200 and headers["set-cookie"].startswith(f"zhicai-{server.port}="), "who uses it keeps it"
    assert ask(server, inside(server, "/main.dart.js"), Cookie=f"other=1; {kept}")[0] == 200
    value = kept.partition("=")[2]
    assert ask(server, f"/?token={value}")[0] == 403, "a cookie is not a token"
    assert ask(server, inside(server), Cookie=f"zhicai-1={value}")[0] == 403
    assert ask(server, inside(server))[0] == 403, "the folder alone"


def routes() -> list[str]:
    """Everything the server has an answer to: pages, what is made for them, every file of theirs, what a page says, the socket."""
    folders = (own_files.ASSETS, client_files.client_folder())
    files = {f"/{file.relative_to(each).as_posix()}" for each in folders for file in each.rglob("*") if file.is_file()}
    made = {
        "/",
        "/clause/bridge-1999/64A1",
        "/tools/journal",
        "/light.json",
        "/flutter_bootstrap.js",
        "/ws",
        "/heard/x?said={}",
    }
    return sorted(quote(each, safe="/?={}") for each in files | made)


def test_the_cookie_alone_opens_nothing(server: Server) -> None:
    """Browsers send it to every port of the machine: whoever listens there has it, and does not know the folder."""
    come, open_to_all = server.let_in(), 0
    wrong = f"/{'0' * access_key.FOLDER_NAME}"
    assert len(routes()) > 100
    for path in routes():
        status, headers, said = ask(server, path, **come)
        if access.OPEN_TO_ALL.fullmatch(path):
            open_to_all += 1
            assert ask(server, path)[0] == status == 200, "to all, not for the cookie"
        else:
            assert status == 403 and "完整地址" in said, path
        assert "set-cookie" not in headers and inside(server).strip("/") not in said + str(headers), path
    assert open_to_all >= 4
    for path in ("/", "/main.dart.js", "/heard/x?said={}"):
        assert ask(server, wrong + path, **come)[0] == 403


@pytest.mark.parametrize(
    "path", ["/icons/..", "/icons/.", "/icons/../", "/icons/x.html", "/icons/", "/icons/a/b.png", "/icons/².png"]
)
def test_what_is_open_to_all_leads_nowhere_else(server: Server, path: str) -> None:
    for asked in (path, path.replace("..", "%2e%2e").replace("²", "%C2%B2")):
        status, headers, said = ask(server, quote(asked, safe="/%"))
        assert status == 403 and "set-cookie" not in headers and "flutter" not in said


def test_a_token_is_of_one_key_one_port_and_one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = ALICE.mark("token", 8550, 60)
    assert ALICE.fits(mark, "token", 8550)
    assert mark != ALICE.mark("token", 8550, 60)
    assert not ALICE.fits(mark, "token", 8551)
    assert not ALICE.fits(mark, "cookie", 8550)
    assert not Key(b"b" * 32).fits(mark, "token", 8550)
    assert not ALICE.fits("f" + mark, "token", 8550), "the time is part of what is proved"
    now = access_key.time.time()
    monkeypatch.setattr(access_key.time, "time", lambda: now + 61)
    assert not ALICE.fits(mark, "token", 8550)


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_the_key_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    first = access_key.own_key()
    file = tmp_path / "data" / access_key.FILE
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == [access_key.FILE]
    assert access_key.own_key() == first, "a browser let in stays let in"
    file.chmod(0o644)
    assert access_key.own_key() != first, "others could have read it"
    file.write_bytes(b"short")
    assert len(access_key.own_key().secret) == 32
    (tmp_path / "elsewhere").write_bytes(b"c" * 32)
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere")
    assert access_key.own_key().secret != b"c" * 32


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_from_elsewhere_gets_nothing_even_with_the_cookie(server: Server, site: str) -> None:
    come, path = server.let_in(), inside(server)
    for mode, dest in (("no-cors", "script"), ("cors", "empty"), ("navigate", "iframe"), ("no-cors", "image")):
        status, _, said = ask(
            server, path, Cookie=come["Cookie"], Sec_Fetch_Site=site, Sec_Fetch_Mode=mode, Sec_Fetch_Dest=dest
        )
        assert status == 403 and "flutter" not in said and access.KEPT_AS not in said
    followed = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    status, _, said = ask(server, "/", Cookie=come["Cookie"], **followed)
    assert status == 403 and access.KEPT_AS in said, "a link to the app may be followed: its page looks for the folder"


@pytest.mark.parametrize(
    "path", ["/docs", "/redoc", "/openapi.json", "/docs/oauth2-redirect", "/oauth_callback?state=x"]
)
def test_nothing_of_the_framework_answers(server: Server, path: str) -> None:
    status, headers, said = ask(server, inside(server, path), **server.let_in())
    assert "location" not in headers
    assert "swagger" not in said.lower() and "redoc" not in said.lower() and "openapi" not in said.lower()
    assert status == 404 or "flutter_bootstrap.js" in said, "an address of the app, which says it knows no such place"


@pytest.mark.parametrize("path", ["/assets", "/icons", "/canvaskit", "/assets/", "/."])
def test_folders_are_not_redirected(server: Server, path: str) -> None:
    assert "location" not in ask(server, inside(server, path), **server.let_in())[1]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_only_reading(server: Server, method: str) -> None:
    status, headers, _ = ask(server, inside(server), method, **server.let_in())
    assert status == 405 and "access-control-allow-origin" not in headers


@pytest.mark.parametrize("come", [True, False], ids=["let in", "turned away"])
@pytest.mark.parametrize("path", ["/", "/main.dart.js", "/manifest.json", "/nothing.js", "/door/x"])
def test_every_answer_carries_what_protects_it(server: Server, path: str, come: bool) -> None:
    _, headers, _ = ask(server, inside(server, path) if come else path, **(server.let_in() if come else {}))
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers and "server" not in headers
    allowed = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert allowed["default-src"] == allowed["frame-ancestors"] == allowed["form-action"] == "'none'"
    assert "unsafe-inline" not in allowed.get("script-src", "") and "'unsafe-eval'" not in str(allowed)
    assert not [
        source for sources in allowed.values() for source in sources.split() if source in ("*", "http:", "https:")
    ]


@pytest.mark.parametrize(
    "changed",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost:{port}"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": None},
        {"Cookie": None},
        {"Cookie": "zhicai-{port}=x-y-z"},
    ],
    ids=str,
)
def test_a_socket_is_for_our_own_page_alone(server: Server, changed: dict[str, str | None]) -> None:
    headers: dict[str, str | None] = {**server.let_in(), **changed}
    brought = {name: value.format(port=server.port) for name, value in headers.items() if value is not None}
    with pytest.raises(InvalidStatus) as refused:
        connect(server.socket, additional_headers=brought, origin=None)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("folder", ["", "/" + "0" * 32, "/{folder}/x", "//{folder}", "/{folder}/%2e%2e/{folder}x"])
def test_a_socket_is_in_the_folder_alone(server: Server, folder: str) -> None:
    come = server.let_in()
    with connect(server.socket, additional_headers=come, origin=None):
        pass
    name = inside(server).strip("/")
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}{folder.format(folder=name)}/ws", additional_headers=come, origin=None)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(("host", "status"), [("evil.example", 403), ("127.0.0.1", 101)])
def test_a_socket_under_another_name_is_refused(server: Server, host: str, status: int) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    name = f"{host}:{server.port}"
    come = {**server.let_in(), "Host": name, "Origin": f"http://{name}"}
    assert ask(server, inside(server, "/ws"), **come, **upgrade, **key)[0] == status


def start(data: Path, port: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app.cli", "--port", str(port), "--no-browser"]
    environment = {**os.environ, "ZHICAI_DATA": str(data), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)


def test_a_second_start_names_the_address_of_the_first(server: Server) -> None:
    assert server.data is not None
    second = start(server.data, server.port)
    assert second.returncode == 0 and not second.stderr
    assert second.stdout.startswith(f"执裁已经在运行：{server.address}/?token=")
    address = second.stdout.split("：", 1)[1].split()[0]
    assert ask(server, address.removeprefix(server.address))[0] == 200


def test_another_users_server_is_given_no_token(server: Server, tmp_path: Path) -> None:
    second = start(tmp_path / "mine", server.port)
    assert second.returncode != 0 and "token" not in second.stdout
    assert f"{server.port} 端口已被别的程序占用" in second.stderr and "--port" in second.stderr


def test_what_a_page_says_comes_through_the_door_like_all_else(server: Server) -> None:
    path = inside(server, "/heard/" + "x" * 22 + "?said={}")
    assert ask(server, path)[0] == 403, "without the cookie"
    assert ask(server, path, Sec_Fetch_Site="cross-site", **server.let_in())[0] == 403, "for a page of another address"
    assert ask(server, path, "POST", **server.let_in())[0] == 405
    assert ask(server, path, **server.let_in())[0] == 404, "no window has this name"
