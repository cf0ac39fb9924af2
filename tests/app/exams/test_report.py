from __future__ import annotations

import io
import re

from openpyxl import load_workbook
from pypdf import PdfReader

from app.exams.analysis import analysis
from app.exams.marking import Answers, Correction, marked
from app.exams.report import report, result_sheet, workbook
from tests.app.exams.samples import paper


def text(data: bytes) -> str:
    return re.sub(r"\s", "", "".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages))


PAPER = paper(6, versions=2)
RIGHT = [item.question.right for item in PAPER.items]
FIX = Correction("007", 0, 1, "半对", "考官", "2026-01-01 10:00:00")


def everybody() -> list:  # type: ignore[type-arg]
    return [
        marked(
            PAPER,
            Answers(
                f"{at:03d}",
                f"考生{at}号",
                at % 2,
                tuple(r if at % 7 >= q else (r + 1) % 4 for q, r in enumerate(RIGHT)),
            ),
            (FIX,),
        )
        for at in range(1, 15)
    ]


def test_the_report_tells_marks_figures_and_corrections() -> None:
    found = analysis(PAPER, everybody())
    said = text(report(PAPER, everybody(), found))
    assert "只有14名考生" in said and "信度0." in said and "〓" not in said and "测量标准误" in said
    assert said.count("考生6号") == 1 and "半对" in said
    assert "需要复查的题" in said and "只有" in said


def test_the_workbook_is_read_by_a_spreadsheet_library() -> None:
    marks = everybody()
    found = analysis(PAPER, marks)
    book = load_workbook(io.BytesIO(workbook(PAPER, marks, found)))
    assert book.sheetnames == ["成绩", "全卷", "各题", "作答", "更正"]
    rows = list(book["成绩"].iter_rows(values_only=True))
    assert rows[0][:5] == ("名次", "编号", "姓名", "卷别", "得分") and len(rows) == 15
    assert sorted(row[4] for row in rows[1:]) == sorted(each.total for each in marks)
    assert [row[0] for row in rows[1:]] == sorted(row[0] for row in rows[1:])
    assert book["各题"]["C2"].value == found.figures[0].difficulty
    assert next(iter(book["更正"].iter_rows(min_row=2, values_only=True)))[4] == "半对"


def test_a_candidates_sheet_says_what_he_answered_what_is_right_and_why() -> None:
    one = everybody()[6]  # 007, whose answers are wrong but for the first
    said = text(result_sheet(PAPER, one, lambda cite: f"条款{cite}", "14"))
    assert "〓" not in said
    assert "考生7号" in said and said.count("正确：") == 5 and "半对" in said
    assert said.count("密语") == 6 and "条款bridge-1999:27A" in said
