"""``zhicai desktop``: a window on the served app. The last tests open it, where a screen (Xvfb) and a web view are."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.frame import desktop, menu_entry, server, supply, window_frame
from app.serving.access_key import own_key

ROOT = Path(__file__).resolve().parents[3]


def wait_for(holds: Callable[[], object], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it did not come in time"
        time.sleep(0.2)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    return tmp_path


# How large it was


def test_a_window_opens_as_large_as_it_was_closed(data: Path) -> None:
    assert window_frame.kept_frame() == window_frame.Frame()
    kept = window_frame.Frame(700, 600, maximized=True, port=8551)
    window_frame.keep(kept)
    assert window_frame.kept_frame() == kept


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        "[]",
        "null",
        '"wide"',
        '{"width": "wide"}',
        '{"width": 5}',
        '{"width": 1e9}',
        '{"width": true}',
        '{"port": 80}',
    ],
)
def test_a_damaged_frame_is_the_usual_one(data: Path, said: str) -> None:
    window_frame.frame_file().write_text(said, encoding="utf-8")
    assert window_frame.kept_frame() == window_frame.Frame()


def test_a_frame_that_cannot_be_kept_disturbs_nobody(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "file").write_text("")
    monkeypatch.setenv("ZHICAI_DATA", str(data / "file" / "below"))
    window_frame.keep(window_frame.Frame())


# Who serves it


def test_two_windows_share_one_server_and_the_second_takes_over(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supply, "LOOK_AGAIN", 0.1)
    with closing(server.listen(None)) as free:
        port = free.getsockname()[1]
    first = supply.Supply(own_key(), port)
    second = supply.Supply(own_key(), port)
    try:
        assert first.port == second.port == port
        first.end()
        wait_for(lambda: server.runs_here(port, own_key()))
    finally:
        second.end()
    assert not server.runs_here(port, own_key())


def test_where_another_program_has_the_port_another_is_taken(data: Path) -> None:
    with closing(server.listen(None)) as other:
        taken = other.getsockname()[1]
        served = supply.Supply(own_key(), taken)
        try:
            assert served.port != taken and server.runs_here(served.port, own_key())
        finally:
            served.end()


# What is said where there is none


@pytest.mark.parametrize("display", ["", ":7"])
def test_without_a_screen_or_a_part_the_browser_is_pointed_to(
    display: str, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("HOME", str(data))
    monkeypatch.delenv("FLET_VIEW_PATH", raising=False)
    monkeypatch.setitem(sys.modules, "webview", None)
    assert desktop.run() == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "请改用 zhicai，在浏览器中打开" in said
    assert ("pip install" in said) == bool(display)


def test_the_client_of_flet_is_used_only_where_it_lies_already(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLET_VIEW_PATH", raising=False)
    monkeypatch.setattr(Path, "home", lambda: data)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    assert not desktop.flet_client_is_here()
    (data / ".flet" / "client" / "flet-desktop-full-1.0.5").mkdir(parents=True)
    assert desktop.flet_client_is_here()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not desktop.flet_client_is_here()


# The menu


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a menu made of files is Linux's")
def test_the_menu_entry_starts_this_program_and_has_its_icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    lines = dict(line.split("=", 1) for line in menu_entry.install().read_text("utf-8").splitlines() if "=" in line)
    assert lines["Name[zh_CN]"] == "执裁" and lines["Exec"].endswith(" desktop") and lines["Terminal"] == "false"
    program = Path(lines["Exec"].split()[0])
    assert program.is_absolute() and os.access(program, os.X_OK)
    for size in (192, 512):
        icon = tmp_path / "icons" / "hicolor" / f"{size}x{size}" / "apps" / f"{lines['Icon']}.png"
        assert icon.read_bytes()[16:24] == size.to_bytes(4) * 2  # the size a PNG says it has


@pytest.mark.parametrize(
    ("path", "line"), [("/opt/z/zhicai", "/opt/z/zhicai"), ("/my files/50%/zhicai", '"/my files/50%%/zhicai"')]
)
def test_a_path_with_spaces_is_quoted_in_the_entry(path: str, line: str) -> None:
    assert menu_entry.quoted(Path(path)) == line


# The window itself

TOOLS = ("Xvfb", "xdotool", "wmctrl", "openbox", "import", "convert")
CAN_OPEN = all(shutil.which(tool) for tool in TOOLS) and all(
    importlib.util.find_spec(part) for part in ("webview", "gi")
)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A screen of its own with a window manager; the environment in which a program appears on it."""
    reading, writing = os.pipe()
    shown = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as said:
        display = f":{said.readline().strip()}"
    (tmp_path / "run").mkdir(mode=0o700)
    environment = {
        **os.environ,
        "DISPLAY": display,
        "ZHICAI_DATA": str(tmp_path / "data"),
        "XDG_RUNTIME_DIR": str(tmp_path / "run"),
        "LANG": "C.UTF-8",
    }
    environment.pop("WAYLAND_DISPLAY", None)
    manager = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
    yield environment
    for process in (manager, shown):
        process.terminate()
        process.wait()


@pytest.mark.skipif(not CAN_OPEN, reason="needs Xvfb, openbox, xdotool, wmctrl, ImageMagick and the extra “desktop”")
@pytest.mark.xdist_group("browser")
def test_the_window_shows_the_app_and_its_closing_ends_everything(screen: dict[str, str], tmp_path: Path) -> None:
    opened = subprocess.Popen([sys.executable, "-m", "app.cli", "desktop"], cwd=ROOT, env=screen)

    def told(*command: str) -> str:
        return subprocess.run(command, env=screen, capture_output=True, text=True, check=False).stdout

    def colours() -> int:
        picture = str(tmp_path / "screen.png")
        told("import", "-window", "root", picture)
        return int(told("convert", picture, "-resize", "320x225", "-format", "%k", "info:") or 0)

    try:
        wait_for(lambda: "执裁" in told("wmctrl", "-l"))
        wait_for(lambda: colours() > 300)  # the splash has few; text and tiles have many
        wait_for(lambda: told("xdotool", "search", "--name", "执裁"))  # not while its title is written anew
        window = told("xdotool", "search", "--name", "执裁").split()[0]
        assert "token" not in told("xdotool", "getwindowname", window)
        arguments = subprocess.run(["ps", "axww", "-o", "args"], capture_output=True, text=True, check=True).stdout
        assert "token=" not in arguments
        told("xdotool", "windowsize", "--sync", window, "700", "640")
        time.sleep(1)
        told("wmctrl", "-c", "执裁")
        assert opened.wait(timeout=20) == 0
    finally:
        opened.kill()
    kept = json.loads((tmp_path / "data" / "window.json").read_text())
    assert (kept["width"], kept["height"]) == (700, 640)
    assert not server.runs_here(kept["port"], own_key())
