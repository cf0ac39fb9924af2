"""Questions of an examiner, for papers in tests."""

from __future__ import annotations

from app.exams.own_questions import own_question
from app.exams.paper import Item, Paper
from app.study.model import Question
from app.study.parts import Part, Point

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


def written_paper(versions: int = 1) -> Paper:
    """A question to be written out in four parts, one of each other form, and one to be chosen."""
    parts = (
        Part("写出依据的条款。", "text", 2, "第27条B款2。", (Point("第27条B款2", 1, ("bridge-1999:27B2",)),)),
        Part(
            "写出裁定。", "text", 4, "不足叫牌取消，西家永远不叫。",
            (Point("不足叫牌取消", 1), Point("西家永远不叫", 3)), against=("不足叫牌成立，竞叫继续。",),
        ),
        Part("对的有哪几项？", "several", 2, options=("甲说", "乙说", "丙说"), right=(0, 2)),
        Part("按先后排列。", "order", 1, options=("引牌", "叫牌", "发牌"), right=(2, 1, 0)),
        Part("有局2♥打成8墩，得多少分？", "fill", 1, accepted=("110", "+110")),
    )  # fmt: skip
    stem = "东家1♥不足，南家不接受，东家改为不叫。"
    question = Question(
        "written", "bridge", "tree:x", 1, "auction", stem, (), 0, "解析密语。", ("bridge-1999:27B2",), parts=parts
    )
    return Paper("书面考试", 30, (Item(question, 10.0), paper(1).items[0]), 7, versions)
