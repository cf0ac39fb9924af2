"""Questions of an examiner, for papers in tests."""

from __future__ import annotations

from app.exams.own_questions import own_question
from app.exams.paper import Item, Paper

CAPITALS = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸")


def paper(number: int = 6, versions: int = 1, minutes: int = 30, marks: float = 2.0) -> Paper:
    items = tuple(
        Item(
            own_question(
                "bridge",
                f"第{at}题：下列哪一项是{CAPITALS[at % 10]}？",
                tuple(f"选项{CAPITALS[at % 10]}之{each}" for each in "一二三四"),
                at % 4,
                why=f"密语{at}：因为如此。",
                whys=("", "", "", "")[:4],
                cites=("bridge-1999:27A",),
            ),
            marks,
        )
        for at in range(1, number + 1)
    )
    return Paper("二级裁判员考试", minutes, items, 7, versions)
