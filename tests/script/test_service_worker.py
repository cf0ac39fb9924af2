"""The service worker of a published site, run in Node.js: what it fetches, what it says, and what it leaves alone."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.publishing.site import SERVICE_WORKER, mark_version
from tests.script.test_script import HERE, program

FIRST = {
    "index.html": "<p>home</p>",
    "shell.js": "let shell = 1;",
    "handbook.pack": "laws " * 400,
    "papers.pack": "prints " * 300,
    "icons/icon.png": "picture",
}


class Site:
    """A published site of a few small files, as its host sends them."""

    def __init__(self, folder: Path, **changed: str) -> None:
        self.files = FIRST | {name.replace("_", "."): body for name, body in changed.items()}
        for name, body in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(body, encoding="utf-8")
        mark_version(folder)
        self.script = (folder / SERVICE_WORKER).read_text(encoding="utf-8")

    def sent(self, marked: bool = True, **wrong: dict[str, Any]) -> dict[str, Any]:
        """What the host sends; some files otherwise than they are. ``marked``: with what tells another version of a file."""
        host: dict[str, Any] = {}
        for name, body in self.files.items():
            host[name] = {"body": body, "etag": f"{len(body)}" if marked else ""} | wrong.get(
                name.replace(".", "_"), {}
            )
        return {"files": host}

    @property
    def start(self) -> dict[str, str]:
        """The browser opens the site, or looks for a newer version of it."""
        return {"script": self.script}


def browsed(*steps: dict[str, Any]) -> list[dict[str, Any]]:
    """What came of each start: what it became, what was asked of the host, what the page was told."""
    command = [program("node"), str(HERE / "kept_site.mjs")]
    done = subprocess.run(
        command, input=json.dumps(steps), capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def came(start: dict[str, Any]) -> list[str]:
    """Of which files more than the head was asked."""
    return [file for method, file in start["asked"] if method == "GET"]


def failures(start: dict[str, Any]) -> set[str]:
    """Why keeping failed, as the page was told."""
    return {each["keeping"]["failed"] for each in start["said"] if "failed" in each["keeping"]}


@pytest.fixture
def one(tmp_path: Path) -> Site:
    return Site(tmp_path / "one")


@pytest.fixture
def two(tmp_path: Path) -> Site:
    """The next version: one file is another."""
    return Site(tmp_path / "two", shell_js="let shell = 2;  // newer")


HALF = {"shell_js": {"body": "let shell", "etag": "half"}}


def test_a_site_is_kept_once_and_said_to_be_ready(one: Site) -> None:
    first, second = browsed(one.sent(), one.start, one.start)
    assert first["became"] == "activated" and sorted(came(first)) == sorted(FIRST)
    assert first["said"][-1] == {"keeping": {"share": 1, "ready": True}} and not failures(first)
    assert second["asked"] == [] and second["said"][-1]["keeping"]["ready"] is True


def test_a_broken_update_is_not_fetched_again_at_every_start(one: Site, two: Site) -> None:
    """Once it came, and was not what was published: from then on the host is asked for the head of it alone, until that changes."""
    starts = browsed(one.sent(), one.start, two.sent(**HALF), *[two.start] * 6, two.sent(), two.start)
    broken, again, mended = starts[1], starts[2:-1], starts[-1]
    assert broken["became"] == "redundant" and came(broken).count("shell.js") == 1
    for each in again:
        assert each["became"] == "redundant" and came(each) == [] and each["asked"] == [["HEAD", "shell.js"]]
        assert each["said"][-1]["keeping"] == {"share": 1, "ready": True}, "the version before goes on"
    assert mended["became"] == "activated" and came(mended) == ["shell.js"], "the rest was kept"


def test_where_a_host_marks_no_version_a_broken_update_is_tried_after_ever_longer(one: Site, two: Site) -> None:
    begun = [one.sent(marked=False), one.start, two.sent(marked=False, **{"shell_js": {"body": "let"}}), two.start]
    starts = browsed(*begun, two.start, {"hours": 0.2}, two.start, {"hours": 0.2}, two.start, {"hours": 0.6}, two.start)
    assert [came(each).count("shell.js") for each in starts[1:]] == [1, 0, 1, 0, 1], "after 10 minutes, then 40"


def test_an_update_a_busy_host_refuses_is_no_broken_one(one: Site, two: Site) -> None:
    busy = {"shell_js": {"status": 503}}
    starts = browsed(one.sent(), one.start, two.sent(**busy), two.start, two.sent(), two.start)
    assert [each["became"] for each in starts] == ["activated", "redundant", "activated"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"lost": True}, "network"),
        ({"status": 503}, "network"),
        ({"full": True}, "room"),
        ({"body": "half"}, "broken"),
        ({"status": 404}, "broken"),
    ],
    ids=lambda value: value if isinstance(value, str) else ",".join(value),
)
def test_a_first_keeping_that_fails_is_said_and_resumed(one: Site, wrong: dict[str, Any], why: str) -> None:
    """What has come stays, and what is missing alone is fetched at the next start; never is it called ready before all is there."""
    odd = one.sent(papers_pack=wrong | {"etag": "odd"})
    first, second = browsed(odd, one.start, one.sent(), one.start)
    assert first["became"] == "redundant" and failures(first) == {why}
    assert not any(each["keeping"].get("ready") for each in first["said"])
    assert 0 < first["said"][-1]["keeping"]["share"] < 1, "how far it is, without what could not be kept"
    assert second["became"] == "activated" and second["said"][-1]["keeping"]["ready"] is True
    got = set(came(first)) - {"papers.pack"}
    assert "papers.pack" in came(second) and not got & set(came(second)), "nothing comes twice"


def test_a_file_the_browser_has_lost_is_fetched_again_alone(one: Site) -> None:
    """Browsers clear single files where room is short: the next start brings them back."""
    _, second = browsed(one.sent(), one.start, {"forget": "handbook.pack"}, one.start)
    assert came(second) == ["handbook.pack"] and second["said"][-1]["keeping"]["ready"] is True
