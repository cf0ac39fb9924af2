"""What a browser acknowledged is kept: killed while it saves, in two tabs, with no room, in a private window.

More kills, and of the whole published app: ``python -m tests.benchmarks.kept``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.reader import FLAGS, chromium
from tests.kept.browser import Killer, Site, site

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium")


@pytest.fixture(scope="module")
def opened() -> Iterator[Site]:
    with site() as served:
        yield served


def test_killed_while_it_saves(opened: Site, tmp_path: Path) -> None:
    chance = random.Random()
    killer = Killer(opened, tmp_path / "profile")
    for _ in range(4):
        killer.kill(chance.randint(1, 8), chance.uniform(0, 0.012))
    killer.close()
    assert len(killer.acknowledged) >= 4
    assert not killer.lost and not killer.torn and not killer.faults, killer.sentence


def test_two_tabs_no_room_and_a_private_window(browser: Any, opened: Site, tmp_path: Path) -> None:
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=chromium(), args=FLAGS
    )

    def tab(query: str = "") -> tuple[Any, Any, dict[str, Any]]:
        page = context.new_page()
        page.goto(opened.address + query)
        talk = opened.talk()
        return page, talk, talk.hear("open")["open"]

    first, one, said = tab()
    assert said["writes"] and said["ids"] == [] and said["notice"] == ""
    one.ask("save")
    made = [one.hear("ack")["ack"]]

    _, two, said = tab()
    assert said["ids"] == made and not said["writes"] and "另一个标签页" in said["notice"]
    two.ask("save")
    assert "没有存下" in two.hear("refused")["refused"]
    one.ask("save")
    made.append(one.hear("ack")["ack"])
    two.hear("changed")
    two.ask("look")
    assert two.hear("open")["open"]["ids"] == made

    first.close()
    two.hear("taken_over")
    two.ask("save")
    made.append(two.hear("ack")["ack"])
    two.ask("look")
    said = two.hear("open")["open"]
    assert said["ids"] == made and said["writes"] and said["notice"] == "" and not said["faults"]
    assert said["devices"] == 1

    # No room: what does not fit is refused and leaves nothing behind; what fits again is saved.
    second = context.pages[-1]
    room = context.new_cdp_session(second)
    room.send("Storage.overrideQuotaForOrigin", {"origin": opened.address.rstrip("/"), "quotaSize": 100_000})
    two.ask("save", large=400_000)
    assert "存储空间已满" in two.hear("refused")["refused"]
    two.ask("look")
    assert two.hear("open")["open"]["ids"] == made
    room.send("Storage.overrideQuotaForOrigin", {"origin": opened.address.rstrip("/")})
    two.ask("save", large=400_000)
    made.append(two.hear("ack")["ack"])
    second.close()

    _, _, said = tab()
    assert said["ids"] == made and not said["faults"]

    context.pages[-1].close()

    # Where nothing can be kept that is said, and one can work on.
    _, four, said = tab("?private")
    assert said["writes"] and said["ids"] == [] and "无痕" in said["notice"]
    four.ask("save")
    four.hear("ack")
    context.close()
