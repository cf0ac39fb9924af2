"""A living table in two browsers: one plays its players, the other is their referee, to the score."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.exams.table_room import TableRoom
from app.study.answers import imported
from app.study.table.bridge import GAME
from app.study.table.model import Address
from decision_trees.engine import Asked
from tests.app.exams.test_table_room import serving
from tests.browser.odd_room import soon
from tests.browser.reader import PHONE, Reader, profile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.served_only("a table for two is a server: a site has none")

SEED = 8  # one irregularity: a pass out of rotation


@contextmanager
def table_room(folder: Path) -> Iterator[tuple[TableRoom, str]]:
    """The table in a thread of this program, and its address."""
    room, ready, over = (
        TableRoom.opened(Address("bridge", GAME.version, SEED), folder),
        threading.Event(),
        asyncio.Event(),
    )
    found: list[tuple[int, asyncio.AbstractEventLoop]] = []

    async def going() -> None:
        async with serving(room) as port:
            found.append((port, asyncio.get_running_loop()))
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(going()), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield room, f"http://127.0.0.1:{found[0][0]}/#{room.code}"
    finally:
        found[0][1].call_soon_threadsafe(over.set)
        thread.join(20)


def looked_at(page: Page, name: str) -> None:
    """Keep pictures of the page where a folder is named for them, light and dark."""
    if folder := os.environ.get("ZHICAI_PICTURES"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=str(Path(folder) / f"{name}-{scheme}.png"))
        page.emulate_media(color_scheme="light")


def sat(browser: Browser, address: str, place: str) -> Page:
    page = profile(browser, PHONE).new_page()
    page.goto(address)
    page.get_by_role("button", name=place).click()
    return page


def test_two_play_a_table_to_its_score(browser: Browser, tmp_path: Path) -> None:
    with table_room(tmp_path) as (room, address):
        table = room.together.table
        player, referee = sat(browser, address, "我扮牌手"), sat(browser, address, "我当裁判")
        referee.get_by_text("牌手在").wait_for()
        player.get_by_text("裁判在").wait_for()

        while not table.evident and table.called is None and len(table.acts) < 100:
            shown = len(table.acts)
            player.get_by_role("button", name="下一步").click()
            assert soon(lambda shown=shown: len(table.acts) > shown)  # type: ignore[misc]
        last = table.acts[-1]
        referee.get_by_text(last.text.split("（")[0]).last.wait_for()
        player.get_by_text("只有你看得到").wait_for()
        assert table.happening is not None and table.happening[0] not in referee.locator("main").inner_text()
        looked_at(player, "together-player")

        referee.get_by_role("button", name="去裁决" if table.called else "叫停").click()
        referee.get_by_role("heading", name="出了什么事？").wait_for()
        looked_at(referee, "together-what")
        made = table.ruling
        assert made is not None and made.kind is not None and made.incident is not None
        title = dict(made.trees())[made.kind.tree]
        referee.get_by_role("button", name=title, exact=True).click()
        assert soon(lambda: made.step is not None)
        known = {**made.kind.facts(made.at, made.incident), **made.kind.truth(made.at, made.incident)}
        asked = 0
        while isinstance(made.step, Asked):
            step = made.step
            referee.get_by_role("button", name=f"问{table.game.seats[made.incident.offender]}").click()
            player.get_by_text("其实：").wait_for()
            looked_at(player, "together-asked")
            told = player.locator(".option").first.inner_text()
            player.locator(".option").first.click()
            referee.get_by_text(f"“{told}”").last.wait_for()
            looked_at(referee, "together-ruling")
            options = [value for value, _ in made.options()]
            referee.locator("button.option").nth(options.index(known[step.name])).click()
            assert soon(lambda step=step: made.step is not step)  # type: ignore[misc]
            asked += 1
        assert asked and made.final is not None
        referee.get_by_text("依据：").wait_for()
        looked_at(referee, "together-outcome")
        referee.reload()  # the phone was put away: it comes back to its place
        referee.get_by_role("button", name="这样裁").click()
        player.get_by_text("裁定", exact=True).wait_for()

        for _ in range(60):
            if room.together.over:
                break
            shown = len(table.acts)
            player.get_by_role("button", name="快 4 步").click()
            assert soon(lambda shown=shown: len(table.acts) > shown or room.together.over)  # type: ignore[misc]
        for page, name in ((player, "player"), (referee, "referee")):
            page.get_by_role("heading", name="打完了").wait_for()
            page.get_by_text(f"裁对了：{made.kind.title}").wait_for()
            looked_at(page, f"together-end-{name}")
        assert [each.verdict for each in table.findings] == ["right"]

        with referee.expect_download() as saving:  # he takes what it was worth with him
            referee.get_by_role("button", name="存下答题记录").click()
        (answer,) = imported(Path(saving.value.path()).read_text(encoding="utf-8")).answers
        assert (answer.subject, answer.right, answer.kind) == (f"tree:{made.kind.tree}", True, "table")
        assert player.get_by_role("button", name="存下答题记录").count() == 0


def test_a_table_is_opened_in_the_app_and_put_away(sit_down: Callable[..., Reader], browser: Browser) -> None:
    reader = sit_down(PHONE)
    reader.open("/learn/table")
    reader.tap("两台手机打一桌", "button")
    code = re.search(r"牌桌码：(\S+?)（", reader.see("牌桌码：").text)
    port = re.search(r":(\d+)/", reader.see("两台手机用浏览器打开").text)
    assert code is not None and port is not None
    if folder := os.environ.get("ZHICAI_PICTURES"):
        reader.page.screenshot(path=str(Path(folder) / "together-opened.png"))
    player = sat(browser, f"http://127.0.0.1:{port[1]}/#{code[1]}", "我扮牌手")
    player.get_by_role("button", name="下一步").wait_for()
    reader.tap("收桌", "button")
    reader.see("两位学员")
    player.get_by_text("断开，正在重连").wait_for()
