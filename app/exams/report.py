"""The results of a paper: for the examiner as PDF and workbook, for a candidate his own sheet."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from app.exams.marking import right
from app.exams.paper import LETTERS, marks_text
from app.exams.printed_parts import numbered, right_words
from app.papers.sheet import MM, ROOM, SMALL, Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from openpyxl import Workbook

    from app.exams.analysis import Analysis, Figures
    from app.exams.marking import Marked
    from app.exams.paper import Paper

BAR, STEP = 38.0, 15.0  # mm: the highest column of the histogram, and from one to the next
EXPLAINED = (
    "难度：得分率，越高越易。区分度：这题得分与总分的相关；“校正”的总分不含这题，较可靠。"
    "高低分组差：总分前 27% 与后 27% 的得分率之差。"
    "信度是克隆巴赫系数（全为对错题时即 KR-20），越近 1 越可靠。"
    "测量标准误：考生的实际水平约有三分之二的可能在其得分上下这么多之内。"
)


def figure_text(value: float | None, digits: int = 2) -> str:
    """A figure as written; a dash where there is none."""
    return "—" if value is None else f"{value:.{digits}f}"


def ranked(everybody: Sequence[Marked]) -> list[tuple[int, Marked]]:
    """Return the candidates by their marks with their places; the same marks are the same place."""
    ordered = sorted(everybody, key=lambda each: (-each.total, each.answers.number))
    totals = [each.total for each in ordered]
    return [(totals.index(each.total) + 1, each) for each in ordered]


def summary(found: Analysis, paper: Paper) -> list[tuple[str, str]]:
    """What is told of the whole paper: names and values."""
    rows = [
        ("考生", str(found.count)), ("满分", marks_text(paper.total)), ("平均分", figure_text(found.mean)),
        ("中位数", figure_text(found.median)), ("标准差", figure_text(found.deviation)),
        ("最高分", marks_text(found.highest)), ("最低分", marks_text(found.lowest)), ("信度", figure_text(found.alpha, 3)),
    ]  # fmt: skip
    if found.kr20 is not None:
        rows.append(("KR-20", figure_text(found.kr20, 3)))
    return [*rows, ("测量标准误", figure_text(found.error))]


def report(paper: Paper, everybody: Sequence[Marked], found: Analysis, say: Callable[[str], str] = str) -> bytes:
    """Return the examiner's report as PDF."""
    sheet = Sheet(f"{paper.title} 成绩分析", say(f"{paper.title}　成绩分析　试卷编号 {paper.id[:8]}"), say)
    sheet.title(paper.title, say("成绩分析"))
    pairs = summary(found, paper)
    sheet.fields([pairs[at : at + 2] for at in range(0, len(pairs), 2)])
    if found.warning:
        sheet.text(say(found.warning), SMALL, bold=True)
    sheet.heading("分数分布")
    _histogram(sheet, found)
    doubtful = [each for each in found.figures if each.doubts]
    sheet.heading("需要复查的题")
    if not doubtful:
        sheet.text(say("没有发现明显有问题的题。"))
    for each in doubtful:
        sheet.keep(20)
        sheet.text(paper.items[each.item].question.stem, mark=f"{each.item + 1}.")
        for doubt in each.doubts:
            sheet.text(say(doubt), mark="·", indent=6)
    sheet.heading("各题指标")
    sheet.text(say("题号和字母按 A 卷。" if paper.versions > 1 else "") + say(EXPLAINED), SMALL, grey=True)
    rows = [
        [
            str(each.item + 1), figure_text(each.difficulty), figure_text(each.correlation), figure_text(each.corrected),
            figure_text(each.upper_lower), _key(paper, each.item), _choices(each),
        ] for each in found.figures
    ]  # fmt: skip
    sheet.table(
        ("题", "难度", "区分度", "校正", "高低分组差", "答案", "各选项人数（高分组／低分组）"),
        (4, 6, 7, 6, 9, 5, 40),
        rows,
    )
    sheet.heading("成绩")
    sheet.table(
        ("名次", "编号", "姓名", "卷别", "得分", "答对"), (1, 2, 3, 1, 1.4, 1.4),
        [
            [
                str(place), each.answers.number, each.answers.name, LETTERS[each.answers.version], marks_text(each.total),
                f"{sum(right(paper, each.answers))}/{len(paper.items)}",
            ] for place, each in ranked(everybody)
        ],
    )  # fmt: skip
    _corrections(sheet, everybody)
    return sheet.finish()


def _key(paper: Paper, item: int) -> str:
    question = paper.items[item].question
    return "书写" if question.parts else LETTERS[question.right]


def _choices(each: Figures) -> str:
    return "　".join(
        f"{'空' if chosen.option is None else LETTERS[chosen.option]}{chosen.count}（{chosen.upper:.0%}／{chosen.lower:.0%}）"
        for chosen in each.chosen
    )


def _histogram(sheet: Sheet, found: Analysis) -> None:
    most = max(count for _, _, count in found.histogram) or 1
    figure = sheet.figure(BAR + 14)
    left = (ROOM - STEP * len(found.histogram)) / 2
    for at, (begin, end, count) in enumerate(found.histogram):
        high = BAR * count / most
        x = left + at * STEP
        if count:
            figure.bar(x + 1, 6 + BAR - high, STEP - 2, high)
            figure.text(x + STEP / 2, 6 + BAR - high - 9 * MM * 1.4, str(count), 9)
        figure.text(x + STEP / 2, 7 + BAR, f"{marks_text(round(begin, 1))}–{marks_text(round(end, 1))}", 7, grey=True)


def _corrections(sheet: Sheet, everybody: Sequence[Marked]) -> None:
    made = list(dict.fromkeys(each for one in everybody for each in one.corrections))
    if not made:
        return
    sheet.heading("分数的更正")
    rows = [
        [
            each.at, each.number or "全体", "总分" if each.item is None else f"第 {each.item + 1} 题",
            f"{each.marks:+g}" if each.item is None else marks_text(each.marks), each.reason, each.author,
        ] for each in made
    ]  # fmt: skip
    sheet.table(("时间", "考生", "题", "改为", "理由", "更正人"), (4, 2, 2, 1.6, 6, 2.4), rows)


def result_sheet(
    paper: Paper, one: Marked, label: Callable[[str], str], place: str = "", say: Callable[[str], str] = str
) -> bytes:
    """Return a candidate's own sheet: his marks, and each question with what he answered, what is right and why."""
    answers, good = one.answers, right(paper, one.answers)
    sheet = Sheet(f"{paper.title} 成绩单", say(f"{paper.title}　成绩单　{answers.name}"), say)
    sheet.title(paper.title, say("成绩单"))
    sheet.fields(
        [
            [("姓名", answers.name), ("编号", answers.number)],
            [
                ("得分", f"{marks_text(one.total)} / {marks_text(paper.total)}"),
                ("答对", f"{sum(good)} / {len(paper.items)}"),
            ],
            [("名次", place)],
        ]
    )
    for each in one.corrections:
        where = "总分" if each.item is None else f"第 {each.item + 1} 题"
        sheet.text(say(f"更正（{where}）：{each.reason}（{each.author}，{each.at}）"), SMALL)
    for asked in paper.version(answers.version).asked:
        question, chosen = paper.items[asked.item].question, answers.chosen[asked.item]
        sheet.keep(26)
        sheet.text(question.stem, mark=f"{asked.number}.")
        if question.parts:
            _in_parts(sheet, paper, one, asked.item)
            continue
        sign = say("对" if good[asked.item] else "错")
        said = "没有作答" if chosen is None else f"答 {asked.letter(chosen)}：{question.options[chosen].text}"
        sheet.text(f"{sign}　{say(said)}　{marks_text(one.marks[asked.item])} 分", indent=7, bold=not good[asked.item])
        if not good[asked.item]:
            sheet.text(say(f"正确：{asked.letter(question.right)}　{question.answer.text}"), indent=7)
            if chosen is not None and question.options[chosen].why:
                sheet.text(question.options[chosen].why, SMALL, indent=7, grey=True)
        clauses = "；".join(map(label, question.cites))
        why = question.why + (f"（{clauses}）" if clauses and clauses not in question.why else "")
        if why:
            sheet.text(why, SMALL, indent=7, grey=True)
        sheet.gap(1.5)
    return sheet.finish()


def _in_parts(sheet: Sheet, paper: Paper, one: Marked, at: int) -> None:
    """What a candidate wrote, what it was worth, and the model."""
    item, say = paper.items[at], sheet.say
    given = "还没有评分" if at in one.unmarked else f"{marks_text(one.marks[at])} / {marks_text(item.marks)} 分"
    sheet.text(say(given), indent=7, bold=True)
    texts = one.answers.written[at] if at < len(one.answers.written) else ()
    for place, part in enumerate(item.question.parts):
        sheet.text(say(part.ask), mark=numbered(place), indent=7)
        if place < len(texts):
            sheet.text(texts[place] or say("没有作答"), SMALL, indent=14)
        sheet.text(say(f"参考答案：{right_words(part)}"), SMALL, indent=14, grey=True)
    sheet.gap(1.5)


def workbook(paper: Paper, everybody: Sequence[Marked], found: Analysis) -> bytes:
    """Return marks, figures of each question, answers and corrections as an Excel workbook."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    count = len(paper.items)
    numbers = [f"第{at}题" for at in range(1, count + 1)]
    _page(
        book, "成绩", [6, 12, 14, 6, 8, *[7] * count],
        [
            ["名次", "编号", "姓名", "卷别", "得分", *numbers],
            *(
                [place, each.answers.number, each.answers.name, LETTERS[each.answers.version], each.total, *each.marks]
                for place, each in ranked(everybody)
            ),
        ],
    )  # fmt: skip
    _page(book, "全卷", [14, 12], [["指标", "数值"], *([name, value] for name, value in summary(found, paper))])
    _page(
        book, "各题", [5, 40, 8, 8, 8, 10, 6, 50, 60],
        [
            ["题", "题干", "难度", "区分度", "校正", "高低分组差", "答案", "各选项人数（高分组／低分组）", "需要复查"],
            *(
                [
                    each.item + 1, paper.items[each.item].question.stem, each.difficulty, each.correlation, each.corrected,
                    each.upper_lower, _key(paper, each.item), _choices(each), "\n".join(each.doubts),
                ] for each in found.figures
            ),
        ],
    )  # fmt: skip
    letters = [
        [each.answers.number, each.answers.name, *("" if at is None else LETTERS[at] for at in each.answers.chosen)]
        for each in everybody
    ]
    _page(book, "作答", [12, 14, *[6] * count], [["编号", "姓名", *numbers], *letters])
    rows: list[list[object]] = [["时间", "考生", "题", "改为", "理由", "更正人"]]
    for each in dict.fromkeys(each for one in everybody for each in one.corrections):
        where = "总分" if each.item is None else each.item + 1
        rows.append([each.at, each.number or "全体", where, each.marks, each.reason, each.author])
    _page(book, "更正", [20, 12, 8, 8, 40, 12], rows)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _page(book: Workbook, name: str, widths: Sequence[int], rows: Iterable[Sequence[object]]) -> None:
    """Add a page: the first of its rows are headings, and text stays text whatever it looks like."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    from app.papers.spreadsheet import CELL, without_control

    page = book.create_sheet(name)
    page.freeze_panes = "A2"
    for number, width in enumerate(widths, 1):
        page.column_dimensions[get_column_letter(number)].width = width
    for at, row in enumerate(rows):
        cells = []
        for value in row:
            shown = without_control(value)[:CELL] if isinstance(value, str) else value
            made = WriteOnlyCell(page, value=shown)
            if isinstance(value, str):
                made.data_type = "s"
            made.alignment = Alignment(wrap_text=True, vertical="top")
            if not at:
                made.font = Font(bold=True)
            cells.append(made)
        page.append(cells)
