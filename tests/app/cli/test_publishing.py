"""``zhicai publish --serve``: a site is tried on this machine until somebody presses Ctrl+C."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import cli

ROOT = Path(__file__).resolve().parents[3]
# The command as somebody runs it, but for the site, which is one file instead of what a minute makes.
COMMAND = """
import sys
from pathlib import Path
import app.cli.publishing, app.publishing.site as site

def made(folder, base):
    one = site.Site(folder, base, version="made")
    one.write("index.html", "the app" * 200_000, site.PAGE)
    return one

site.publish, app.cli.publishing.prepare = made, lambda: None
from app.cli.main import main
sys.argv[0] = "zhicai"
main()
"""


def heed_ctrl_c() -> None:
    """A shell has what it starts in the background ignore it, these tests among it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def served(*words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, "publish", *words, "--serve"],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        preexec_fn=None if os.name == "nt" else heed_ctrl_c,
    )  # fmt: skip


@pytest.fixture
def tried(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command at work on a sub-folder of a host, and its port."""
    process = served(str(tmp_path / "site"), "--base", "/referee/")
    assert process.stdout is not None
    line = next((each for each in process.stdout if "http://" in each), "")
    address = re.search(r"http://127\.0\.0\.1:(\d+)/referee/$", line.strip())
    if address is None:
        process.kill()
        pytest.fail(f"no address: {process.communicate()}")
    yield process, int(address.group(1))
    process.kill()
    process.wait(timeout=10)


def asked(port: int, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    return connection.getresponse()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl+C cannot be sent to one program alone there")
def test_it_is_served_until_ctrl_c_whatever_its_windows_do(tried: tuple[subprocess.Popen[str], int]) -> None:
    process, port = tried
    assert asked(port, "/referee/rule/bridge/insufficient_bid").read().startswith(b"the app")
    away = asked(port, "/referee")
    assert away.status == 301 and away.headers["Location"] == "/referee/"
    with closing(socket.create_connection(("127.0.0.1", port))) as window:  # closed in the middle of an answer
        window.sendall(b"GET /referee/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        window.recv(100)
        window.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert asked(port, "/referee/").status == 200
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=10)
    assert process.returncode == 0 and not complaint, complaint
    with pytest.raises(ConnectionRefusedError):
        asked(port, "/referee/")


def test_a_port_that_another_has_is_said_before_the_site_is_made(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        told = CliRunner().invoke(cli, ["publish", str(tmp_path / "site"), "--serve", "--port", str(port)])
    assert told.exit_code == 2 and "--port" in told.output and "占用" in told.output
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("words", [("--port", "8600"), ("--phone", "--serve"), ("--phone", "--base", "/referee/")])
def test_words_that_mean_nothing_together_are_not_passed_over(tmp_path: Path, words: tuple[str, ...]) -> None:
    told = CliRunner().invoke(cli, ["publish", str(tmp_path / "site"), *words])
    assert told.exit_code == 2 and words[0] in told.output
    assert not (tmp_path / "site").exists()
