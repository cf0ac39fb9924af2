"""学习 → 统计: the map of what is firm, the estimate of the mark, and the plan to the day of an examination."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.study.mark_estimate import LEAST
from tests.app.study.practised import practised
from tests.browser.reader import PHONE, Reader
from tests.browser.test_journal import fill_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def take_in(reader: Reader, file: Path) -> None:
    with reader.page.expect_file_chooser(timeout=60_000) as chosen:
        reader.tap("并入答题记录", "button")
    chosen.value.set_files(file)


def test_the_map_the_estimate_and_the_plan(sit_down: Callable[..., Reader], tmp_path: Path) -> None:
    reader = sit_down(PHONE, newcomer=False)
    reader.open("/learn")
    reader.tap("升级", "checkbox")
    reader.open("/learn/progress")
    for number, file in ((LEAST - 10, tmp_path / "few.jsonl"), (LEAST + 10, tmp_path / "enough.jsonl")):
        file.write_text(practised(number, 15), encoding="utf-8")
    take_in(reader, tmp_path / "few.jsonl")
    reader.see(f"答满 {LEAST} 题才估计考试的分数")
    take_in(reader, tmp_path / "enough.jsonl")
    said = reader.see("十份卷子里九份在").flat
    mark = int(said.partition("约 ")[2].partition(" 分")[0])
    low, _, high = said.partition("九份在 ")[2].partition(" 分")[0].partition("—")
    assert int(low) < mark < int(high)
    reader.see("不牢")
    reader.tap("按条文看", "button")
    field = reader.see("第一条：", "button")
    assert min(field.width, field.height) >= 48, "as large as a finger needs"
    fill_in(reader, "升级考试的日期", "2020-01-01")
    reader.tap("存学习计划", "button")
    reader.see("考试的日期要在明天以后")
    fill_in(reader, "升级考试的日期", (datetime.now(UTC) + timedelta(days=9)).date().isoformat())
    with reader.page.expect_download(timeout=60_000) as saved:
        reader.tap("存学习计划", "button")
    assert saved.value.suggested_filename.endswith(".pdf")
    reader.see("天的计划")
