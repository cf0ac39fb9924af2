"""The deal at the table: the offender by one tap, the sheet filled at any time, seats said, the next deal begun."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.reader import ON_PHONE, Reader
from tests.browser.test_ruling import press

LEAD = "/rule/guandan/improper_shuffle"


def known(reader: Reader, text: str) -> None:
    """Wait until the strip of the deal says something."""
    reader.wait(lambda: any(n.role == "button" and "牌局" in n.flat and text in n.flat for n in reader.nodes()), text)


def choose(reader: Reader, text: str) -> None:
    """Tap a chip."""
    reader.tap(text, "checkbox")


@ON_PHONE
def test_one_tap_on_a_seat_and_the_ruling_names_it(size: tuple[int, int], sit_down: Callable[..., Reader]) -> None:
    """West shuffles badly under the 2017 rules; what is said to him is said to West, not to 违规者 (guandan-2017:19)."""
    reader: Reader = sit_down(size)
    reader.open(LEAD)
    choose(reader, "西家")
    known(reader, "违规者 西家")
    press(reader, "只用2017版规则")
    for _ in range(6):
        if reader.find("宣读") is not None:
            break
        nodes = reader.nodes()
        question = max(n.y for n in nodes if n.role in ("h1", "h2"))
        reader.touch(next(n for n in nodes if n.role == "button" and n.y > question))  # the first of its answers
        reader.page.wait_for_timeout(800)
    reader.see("宣读")
    texts = " ".join(node.flat for node in reader.nodes())
    assert "西家" in texts
    assert "对违规者" not in texts


@pytest.mark.parametrize("game", ["guandan"])
@ON_PHONE
def test_what_is_known_of_the_table_is_known_to_the_next_ruling_and_after_a_restart(
    game: str, size: tuple[int, int], sit_down: Callable[..., Reader]
) -> None:
    """The levels stand until the next deal; who broke a rule is asked anew with each incident."""
    reader: Reader = sit_down(size)
    reader.open(f"/rule/{game}/improper_shuffle")
    choose(reader, "南家")
    reader.see("没有累计")  # the strip above has come: nothing moves any more
    reader.tap("牌局", "button")
    press(reader, "南北的级数")
    press(reader, "7")
    known(reader, "南北的级数（本副开始时） 7")
    reader.open(f"/rule/{game}/card_exposed")
    reader.see("还是上一次的牌局吗")
    reader.wait(
        lambda: reader.find("违规者 南家") is None, "the screen that was left to go, and with it who broke a rule"
    )
    choose(reader, "同一副")
    known(reader, "南北的级数（本副开始时） 7")
    press(reader, "下一副")
    reader.wait(
        lambda: any(n.role == "button" and "牌局" in n.flat and "级数" not in n.flat for n in reader.nodes()),
        "the levels to be forgotten: nobody said how the deal ended",
    )


def test_what_play_may_have_ended_is_asked_in_one_tap(sit_down: Callable[..., Reader], size: tuple[int, int]) -> None:
    """Points gathered so far are more after each trick (shengji-40:19.3): remembered, and not taken for what they are now."""
    reader: Reader = sit_down(size)
    reader.open("/rule/shengji/points_gathered")
    reader.tap("牌局", "button")
    press(reader, "防家已拣的分")
    press(reader, "加10")
    press(reader, "加10")
    press(reader, "继续")
    known(reader, "防家已拣的分 20")
    reader.open("/rule/shengji/trick_winner")
    choose(reader, "同一副")
    reader.see("上次判后：防家已拣的分：20分")
    choose(reader, "防家已拣的分：20分，还是")
    reader.miss("上次判后")
    known(reader, "防家已拣的分 20")
    reader.tap("退回一步", "button")
    reader.see("上次判后：防家已拣的分：20分")
    choose(reader, "防家已拣的分：20分，不是了")
    reader.miss("上次判后")
    reader.tap("退回一步", "button")
    reader.see("上次判后：防家已拣的分：20分")


@ON_PHONE
def test_what_rulings_may_have_left_at_each_seat_is_folded_until_it_is_wanted(
    sit_down: Callable[..., Reader], size: tuple[int, int]
) -> None:
    """A sheet that begins with what is nearly always filled in; the 28 rows of penalty cards and restrictions come on a tap."""
    reader: Reader = sit_down(size)
    reader.open("/rule/bridge/established_revoke")
    reader.tap("牌局", "button")
    reader.see("定约")
    assert reader.find("北家面前的罚张") is None
    press(reader, "前面的裁决留下的：各家的罚张、限制")
    press(reader, "北家面前的罚张")
    reader.see("北家面前的罚张")
