"""A round or a board of two digits is typed, not tapped twenty-seven times; what is typed goes nowhere else."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.reader import PHONE, Reader
from tests.browser.test_journal import SLOW, choose_pair, fill_in, too_slow
from tests.browser.test_ruling import press
from tests.browser.test_table_state import FIELDS


def test_a_board_is_typed_while_another_field_has_the_keyboard(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open(SLOW)
    choose_pair(reader, "27")
    too_slow(reader)
    press(reader, "记录")
    reader.see("存入日志", "button")  # in view, whatever is scrolled
    fill_in(reader, "几号桌", "28")
    press(reader, "副次未填")
    reader.page.wait_for_timeout(500)
    reader.page.keyboard.type("27", delay=40)
    reader.see("第27副", "button")
    assert "28" in reader.page.evaluate(FIELDS)
    press(reader, "存入日志")
    reader.see("28桌 第1轮 第27副")
