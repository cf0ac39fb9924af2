"""What is known of a book from its text, its next versions, and days as they are printed."""

from __future__ import annotations

import pytest

from rules_data.brought.days import dated, since_of
from rules_data.brought.making import again, changed, short_of, texts
from rules_data.brought.model import Mend
from rules_data.brought.names import is_brought
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, SHENGJI, brought, text_of


def test_a_book_knows_its_title_and_since_when_it_is_in_force() -> None:
    book = brought(GUANDAN).book
    assert book.title == "2026年江城杯掼蛋公开赛竞赛规程"
    assert book.short == "江城杯掼蛋公开赛竞赛规程"
    assert book.in_force_since == "2026年12月1日"
    assert brought(BRIDGE).book.in_force_since == "2026年9月1日"
    assert brought(SHENGJI).book.in_force_since is None  # it does not say
    assert is_brought(book.id) and not is_brought("guandan-2017:12.2")


def test_the_same_text_is_the_same_book_everywhere() -> None:
    assert brought(GUANDAN) == brought(GUANDAN)
    assert brought(GUANDAN, text_of(GUANDAN) + "\n").book.id != brought(GUANDAN).book.id


def test_versions_go_on_from_each_other_under_one_id() -> None:
    first = brought(SHENGJI)
    said = Mend(line=8, text="庄家自己也不得再看。", what="continues")
    second = again(first, text_of(SHENGJI), [said], source=first.source, name="", at=AT, by="裁判乙", did="改了第 8 行")
    assert (second.version, second.by, second.mends, second.book.id) == (2, "裁判乙", (said,), first.book.id)
    assert texts(second.book)["4"].endswith("再看，庄家自己也不得再看。") and second.doubts == ()
    third = changed(second, at=AT, by="", did="撤下", withdrawn=True)
    assert third.version == 3 and third.withdrawn and third.book == second.book


@pytest.mark.parametrize(
    ("text", "day"),
    [("本规程自2026年12月1日起施行。", "2026年12月1日"), ("自二〇二六年九月一日起正式实施", "二〇二六年九月一日"),
     ("施行日期：2026年1月2日", "2026年1月2日"), ("2026年12月5日至6日比赛", None)],
)  # fmt: skip
def test_since_when(text: str, day: str | None) -> None:
    assert since_of(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [("2026年12月1日", "2026-12-01"), ("二〇二六年九月十二日", "2026-09-12"), ("2026-3-4", "2026-03-04"), ("2026年13月1日", None),
     ("下周三", None)],
)  # fmt: skip
def test_days(text: str, day: str | None) -> None:
    assert dated(text) == day


def test_a_short_name_leaves_out_the_year_and_brackets() -> None:
    assert short_of("2026年江城杯掼蛋赛竞赛规程（试行）") == "江城杯掼蛋赛竞赛规程"
    assert short_of("约定") == "约定"
