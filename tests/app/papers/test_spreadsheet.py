"""The journal for Excel: readable there, and harmless."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import load_workbook

from app.base.opened import handbook
from app.journal.entries import Entry, Event, Remark
from app.journal.records import EventBody
from app.papers.spreadsheet import COLUMNS, as_csv, as_xlsx, harmless

TITLES = tuple(column.title for column in COLUMNS)

Make = Callable[..., tuple[Entry, dict[str, Any], Any]]
AT = "2026-11-21T18:00:00+08:00"


def read_csv(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf"), "Excel knows UTF-8 by its mark"
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def read_xlsx(data: bytes) -> list[tuple[Any, ...]]:
    return list(load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True))


@pytest.fixture
def about(event: Event) -> Callable[[str], EventBody]:
    return lambda id_: event.body if id_ == event.id else EventBody("未设赛事")


def test_csv(cases: list[str], ruling: Make, about: Callable[[str], EventBody]) -> None:
    entry, _, step = ruling(cases[0], remark='第一行\n第二行，“引号”"直引号"')
    (row,) = read_csv(as_csv([entry], about, handbook()))
    assert row["编号"] == entry.id and row["轮"] == "2" and row["桌号"] == "3" and row["局"] == "1" and row["副"] == "7"
    assert row["违规方"] == "5号 蓝队（张三、李四，某市桥牌协会）" and row["裁决"] == step.outcome.ruling
    assert row["备注"] == '第一行\n第二行，“引号”"直引号"' and row["状态"] == "有效" and row["赛事"] == "全国牌类团体赛"
    assert handbook().provision(step.cites[0]).label in row["依据"]


def test_withdrawn_and_corrected(cases: list[str], ruling: Make, about: Callable[[str], EventBody]) -> None:
    changed = Remark("01M", AT, "周", {"reason": "对号写错"})
    entries = [ruling(cases[0], withdrawn="看错")[0], ruling(cases[0], corrections=(changed,))[0]]
    rows = read_csv(as_csv(entries, about, handbook()))
    assert [(r["状态"], r["撤回或更正的理由"]) for r in rows] == [("已撤回", "看错"), ("已更正", "对号写错")]


def test_no_rulings(about: Callable[[str], EventBody]) -> None:
    assert read_csv(as_csv([], about, handbook())) == []
    assert read_xlsx(as_xlsx([], about, handbook())) == [TITLES]


@pytest.mark.parametrize("begun", ["=1+1", "+86", "-5", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "\n-1"])
def test_nothing_is_a_formula(begun: str, cases: list[str], ruling: Make, about: Callable[[str], EventBody]) -> None:
    entry = ruling(cases[0], remark=begun, player=begun)[0]
    (row,) = read_csv(as_csv([entry], about, handbook()))
    assert row["备注"] == "'" + begun and row["选手"] == "'" + begun
    sheet = load_workbook(io.BytesIO(as_xlsx([entry], about, handbook()))).active
    assert all(cell.data_type != "f" for line in sheet.iter_rows() for cell in line)
    if begun.strip() == begun:
        assert sheet.cell(2, TITLES.index("备注") + 1).value == begun


def test_ordinary_words_stay_as_they_are() -> None:
    assert [harmless(v) for v in ("张三", "1-0", 5, -5, "", "a=b")] == ["张三", "1-0", 5, -5, "", "a=b"]


def test_xlsx_of_many_with_odd_characters(cases: list[str], ruling: Make, about: Callable[[str], EventBody]) -> None:
    made = [ruling(case)[0] for case in cases[::60]]
    made.append(ruling(cases[0], remark="控制\x00\x0b字符😀" + "长" * 40_000)[0])
    data = as_xlsx([made[n % len(made)] for n in range(300)], about, handbook())
    rows = read_xlsx(data)
    assert len(rows) == 301 and rows[0] == TITLES
    sheet = load_workbook(io.BytesIO(data)).active
    assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref == f"A1:U{len(rows)}"
    assert isinstance(rows[1][TITLES.index("轮")], int)
