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

    # In the midst of its saves the first has to let go; it gets back what it gave, and closes.
    one.ask("run")
    for _ in range(3):
        made.append(one.hear("ack")["ack"])
    two.ask("take")
    while "refused" not in (said := one.hear("ack", "refused")):
        made.append(said["ack"])
    assert two.hear("took")["took"]
    two.ask("save")
    made.append(two.hear("ack")["ack"])
    one.hear("changed")
    one.ask("save")
    assert "没有存下" in one.hear("refused")["refused"]
    one.ask("take")
    one.hear("took")
    one.ask("save")
    made.append(one.hear("ack")["ack"])
    first.close()
    two.hear("taken_over")
    two.ask("save")
    made.append(two.hear("ack")["ack"])
    two.ask("look")
    said = two.hear("open")["open"]
    assert set(made) <= set(said["ids"]), "every fifth save is two records, and one of them is told"
    assert said["writes"] and said["notice"] == "" and not said["faults"] and said["devices"] == 1
    there = said["ids"]

    # No room: what does not fit is refused and leaves nothing behind; what fits again is saved.
    second = context.pages[-1]
    room = context.new_cdp_session(second)
    room.send("Storage.overrideQuotaForOrigin", {"origin": opened.address.rstrip("/"), "quotaSize": 500_000})
    two.ask("save", large=400_000)
    assert "存储空间已满" in two.hear("refused")["refused"]
    two.ask("look")
    assert two.hear("open")["open"]["ids"] == there
    room.send("Storage.overrideQuotaForOrigin", {"origin": opened.address.rstrip("/")})
    two.ask("save", large=400_000)
    made.append(two.hear("ack")["ack"])

    second.close()

    _, five, said = tab()
    assert set(made) <= set(said["ids"]) and not said["faults"] and said["devices"] == 1

    # Cleared while it is open: that is said before the save is acknowledged, and the page still has it all.
    there = said["ids"]
    third = context.pages[-1]
    room = context.new_cdp_session(third)
    room.send("Storage.clearDataForOrigin", {"origin": opened.address.rstrip("/"), "storageTypes": "all"})
    five.ask("save")
    assert five.hear("cleared", "ack") == {"cleared": True}
    five.hear("ack")
    five.ask("look")
    said = five.hear("open")["open"]
    assert "关掉就没有了" in said["notice"] and set(there) < set(said["ids"])

    context.pages[-1].close()

    # Where nothing can be kept that is said, and one can work on.
    _, four, said = tab("?private")
    assert said["writes"] and said["ids"] == [] and "无痕" in said["notice"]
    four.ask("save")
    four.hear("ack")
    context.close()
