"""A page that answers nothing fails its test and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.stuck import pages_end_after

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_page_that_turns_for_ever_is_ended_and_the_next_one_works(browser: Browser) -> None:
    from playwright.sync_api import Error

    context = browser.new_context()
    page = context.new_page()
    page.goto("data:text/html,<p>one</p>")
    with pages_end_after(1), pytest.raises(Error, match="crashed"):
        page.evaluate("() => { for (;;); }")
    page.close()

    following = context.new_page()
    following.goto("data:text/html,<p>two</p>")
    assert following.inner_text("p") == "two"
