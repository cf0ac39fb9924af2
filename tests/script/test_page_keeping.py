"""What a page does where the site cannot be kept yet: keeping.js run in Node.js, on a clock moved by hand."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests.script.test_script import HERE, ROOT, program

OPENS = {"hears": "first-screen"}
HOUR = 3600  # s


def went(*steps: dict[str, Any]) -> tuple[list[int], list[dict[str, Any]]]:
    """At which seconds the page tried, and what it said."""
    command = [program("node"), str(HERE / "page_keeping.mjs"), str(ROOT / "assets/web/keeping.js")]
    done = subprocess.run(
        command, input=json.dumps(steps), capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["tried"], found["said"]


def test_nothing_is_kept_before_the_first_screen() -> None:
    tried, said = went({"seconds": HOUR})
    assert tried == [] and said == []


def test_what_failed_is_tried_again_after_ever_longer_while_the_page_is_open() -> None:
    """After 5, 20, 60 seconds, then every five minutes; that it failed is said each time."""
    tried, said = went(OPENS, {"seconds": 1000})
    assert tried == [0, 5, 25, 85, 385, 685, 985]
    assert [each["at"] for each in said if each["failed"] == "network"] == tried
    assert not any(each["ready"] for each in said)


@pytest.mark.parametrize("ends", ["redundant", "redundant later"])
def test_an_installation_that_breaks_off_is_tried_again_like_one_that_never_began(ends: str) -> None:
    """Whether it breaks off before the page listens or afterwards."""
    tried, said = went({"becomes": ends}, OPENS, {"seconds": 30})
    assert tried == [0, 5, 25] and said[-1]["failed"] == "network"


def test_the_network_s_return_and_a_tap_are_not_waited_for() -> None:
    tried, _ = went(OPENS, {"seconds": 100}, {"hears": "online"}, {"seconds": 10}, {"asks": {"keep": True}})
    assert tried == [0, 5, 25, 85, 100, 110]


def test_a_try_that_is_under_way_is_not_begun_twice() -> None:
    tried, _ = went(
        {"becomes": "waits"}, OPENS, {"seconds": 7}, {"hears": "online"}, {"asks": {"keep": True}}, {"seconds": HOUR}
    )
    assert tried == [0]


def test_what_the_service_worker_says_of_a_failure_is_kept_and_once_all_is_there_nothing_is_tried() -> None:
    room, ready = {"told": {"share": 0.5, "failed": "room"}}, {"told": {"share": 1, "ready": True, "failed": ""}}
    tried, said = went(
        {"becomes": "active"}, OPENS, room, {"seconds": 5}, ready, {"seconds": HOUR}, {"hears": "online"}
    )
    assert tried == [0, 5]
    assert any(each["failed"] == "room" and each["share"] == 0.5 for each in said)
    assert said[-1]["ready"] and said[-1]["failed"] == ""
