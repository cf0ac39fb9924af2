"""The page that searches by itself while the app starts, and says so when the app cannot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.reader import OPENED, PHONE, Published, Server, profile

if TYPE_CHECKING:
    from playwright.sync_api import Browser

A_WHILE = 60_000  # ms, after which nobody believes in it any more


@pytest.mark.short
def test_an_app_that_cannot_start_is_said_and_the_clauses_are_there(
    browser: Browser, server: Server | Published
) -> None:
    context = profile(browser, PHONE, newcomer=True)
    server.introduce(context)
    page = context.new_page()
    page.clock.install()
    page.route(re.compile(r"/(canvaskit|main\.dart)"), lambda route: route.abort())
    page.goto(OPENED.get(server.address, server.address + "/"))
    page.wait_for_selector("#opening[data-ready]", state="attached")
    assert "裁决正在准备" in page.inner_text("#opening-state"), "it may come yet"
    page.clock.fast_forward(A_WHILE)
    page.wait_for_selector("#opening-state:has-text('还没有打开')")
    page.fill("#opening-query", "藏牌")
    page.click("#opening-list > button:has-text('第61条A款')")
    assert "藏牌的定义" in page.inner_text("#opening-text article")
