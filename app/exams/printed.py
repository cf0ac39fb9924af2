"""A paper on paper: questions, answer sheet, and the key with clauses and explanations, for each parallel version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.exams.drawing import drawn_picture
from app.exams.paper import BOOKS, LETTERS, marks_text
from app.exams.printed_parts import print_key, print_parts
from app.papers.picture import picture_height, print_picture
from app.papers.sheet import BODY, ROOM, SMALL, Sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.exams.paper import Asked, Paper, Version
    from app.study.model import Question

BETWEEN = "　　"  # options that share a line
MOST_KEPT = 180.0  # mm; a higher question may be parted
INDENT = 7.0  # mm, of the options

COLUMNS, FIVE, ROW = 4, 5, 8.0  # of the answer sheet: questions beside each other, together, mm from one to the next
OVAL, OVAL_HIGH, STEP = 5.0, 3.6, 6.2  # mm


def _begun(paper: Paper, version: Version, what: str, say: Callable[[str], str]) -> Sheet:
    named = f"{version.letter} 卷" if paper.versions > 1 else ""
    about = "　".join(filter(None, (what, named)))
    sheet = Sheet(f"{paper.title} {about}".strip(), say(f"{paper.title}　{about}　编号 {paper.id[:8]}"), say)
    under = f"{about}　　共 {len(paper.items)} 题，满分 {marks_text(paper.total)} 分，时间 {paper.minutes} 分钟"
    sheet.title(paper.title, say(under))
    return sheet


def _candidate(sheet: Sheet) -> None:
    sheet.fields([[("姓名", " "), ("编号", " ")]])


def _options_line(sheet: Sheet, question: Question, asked: Asked) -> tuple[str, bool]:
    """The options as one text, and whether it fits in one line."""
    lettered = [f"{LETTERS[place]}. {question.options[at].text}" for place, at in enumerate(asked.options)]
    line = BETWEEN.join(lettered)
    return line, "\n" not in line and sheet.measure(line, indent=INDENT)[1] == 1


def _stem(paper: Paper, asked: Asked) -> str:
    item = paper.items[asked.item]
    same = len({each.marks for each in paper.items}) == 1
    return item.question.stem if same else f"（{marks_text(item.marks)} 分）{item.question.stem}"


def question_paper(paper: Paper, version: Version, say: Callable[[str], str] = str) -> bytes:
    """Return the questions of a version as PDF; a question with its drawing and options stays on one page."""
    sheet = _begun(paper, version, "试题", say)
    _candidate(sheet)
    each = {item.marks for item in paper.items}
    told = f"每题 {marks_text(next(iter(each)))} 分，" if len(each) == 1 else ""
    in_parts = [item for item in paper.items if item.question.parts]
    if len(in_parts) < len(paper.items):
        which = "选择题每题" if in_parts else "每题"
        sheet.text(say(f"{which}只有一个正确答案，{told}请在答题卡上涂满所选的字母。"), SMALL, grey=True)
    if in_parts:
        sheet.text(say("分几问的题直接写在题下的横线上；写不下的写在背面，注明题号。"), SMALL, grey=True)
    if paper.book:
        sheet.text(say(f"{BOOKS[paper.book]}。"), SMALL, bold=True)
    if paper.note:
        sheet.text(paper.note, SMALL)
    sheet.gap(2)
    for asked in version.asked:
        _question(sheet, paper, asked)
    return sheet.finish()


def _question(sheet: Sheet, paper: Paper, asked: Asked) -> None:
    question = paper.items[asked.item].question
    mark, stem = f"{asked.number}.", _stem(paper, asked)
    line, fits = _options_line(sheet, question, asked) if question.options else ("", False)
    lines = [line] if fits else [question.options[at].text for at in asked.options]
    picture = drawn_picture(question)
    height = sheet.measure(stem, mark=mark)[0] + (picture_height(picture) + 3 if picture else 0)
    height += sum(sheet.measure(each, mark="" if fits else "A.", indent=INDENT)[0] for each in lines)
    sheet.keep(min(height, MOST_KEPT))
    sheet.text(stem, mark=mark)
    if picture is not None:
        print_picture(sheet, picture)
        sheet.gap(1)
    if question.parts:
        print_parts(sheet, paper.items[asked.item], sheet.say)
    for place, each in enumerate(lines if question.options else ()):
        sheet.text(each, mark="" if fits else f"{LETTERS[place]}.", indent=INDENT)
    sheet.gap(2.5)


def answer_sheet(paper: Paper, version: Version, say: Callable[[str], str] = str) -> bytes:
    """Return the sheet a candidate fills in: ovals with letters, as many as each question has options."""
    sheet = _begun(paper, version, "答题卡", say)
    _candidate(sheet)
    sheet.text(say("用铅笔把所选字母的圈涂满；改动时擦干净。每题只涂一个。"), SMALL, grey=True)
    sheet.gap(3)
    most = max(len(each.options) for each in version.asked)
    if not most:
        sheet.text(say("这份试卷没有选择题，答案写在试题上。"))
        return sheet.finish()
    columns = COLUMNS if most <= 5 else 2
    width, rows = ROOM / columns, -(-len(version.asked) // (columns * FIVE)) * FIVE
    at = 0
    while at < rows:
        now = FIVE  # and a gap, as the eye counts
        figure = sheet.figure(now * ROW + 3)
        for row in range(now):
            for column in range(columns):
                number = column * rows + at + row
                if number >= len(version.asked):
                    continue
                asked = version.asked[number]
                x, y = column * width, row * ROW
                figure.text(x + 5, y + 1.2, str(asked.number), BODY)
                for place in range(len(asked.options)):
                    middle = x + 13 + place * STEP
                    figure.ring(middle, y + ROW / 2, OVAL, OVAL_HIGH)
                    figure.text(middle, y + ROW / 2 - 1.9, LETTERS[place], 7.5, grey=True)
        at += now
    return sheet.finish()


def answer_key(
    paper: Paper,
    label: Callable[[str], str],
    text: Callable[[str], str] = lambda _: "",
    say: Callable[[str], str] = str,
) -> bytes:
    """Return the key: the letters for every version, then each question with explanation and clauses.

    ``label`` names a clause by its id, ``text`` returns it as printed.
    """
    versions = paper.all_versions()
    sheet = _begun(paper, versions[0], "标准答案与解析", say)
    sheet.heading("标准答案")
    for version in versions:
        if paper.versions > 1:
            sheet.text(say(f"{version.letter} 卷"), bold=True)
        keys = [(asked, paper.items[asked.item].question) for asked in version.asked]
        letters = ["〔书写〕" if question.parts else asked.letter(question.right) for asked, question in keys]
        groups = [
            f"{at + 1}–{min(at + 5, len(letters))}　{''.join(letters[at : at + 5])}" for at in range(0, len(letters), 5)
        ]
        for row in range(0, len(groups), 4):
            sheet.text(BETWEEN.join(groups[row : row + 4]), indent=INDENT)
    sheet.heading("解析")
    if paper.versions > 1:
        sheet.text(say(f"题号和字母按 {versions[0].letter} 卷。"), SMALL, grey=True)
    shown: set[str] = set()
    for asked in versions[0].asked:
        _explained(sheet, paper, asked, label, text, shown)
    return sheet.finish()


def _explained(
    sheet: Sheet,
    paper: Paper,
    asked: Asked,
    label: Callable[[str], str],
    text: Callable[[str], str],
    shown: set[str],
) -> None:
    question, say = paper.items[asked.item].question, sheet.say
    sheet.keep(30)
    sheet.text(question.stem, mark=f"{asked.number}.")
    if question.parts:
        print_key(sheet, paper.items[asked.item], say)
        _grounds(sheet, question, label, text, shown)
        return
    right = f"答案 {asked.letter(question.right)}：{question.answer.text}　（{marks_text(paper.items[asked.item].marks)} 分）"
    sheet.text(say(right), indent=INDENT, bold=True)
    if question.why:
        sheet.text(question.why, indent=INDENT)
    for at in asked.options:
        why = question.options[at].why
        if at != question.right and why:
            sheet.text(why, SMALL, mark=f"{asked.letter(at)}.", indent=INDENT, grey=True)
    _grounds(sheet, question, label, text, shown)


def _grounds(
    sheet: Sheet,
    question: Question,
    label: Callable[[str], str],
    text: Callable[[str], str],
    shown: set[str],
) -> None:
    """The clauses of a question, each as printed where it stands first."""
    say = sheet.say
    if question.parts and question.why:
        sheet.text(question.why, SMALL, indent=INDENT, grey=True)
    for cite in question.cites:
        printed = "" if cite in shown else text(cite)
        shown.add(cite)
        sheet.text(f"{say(label(cite))}　{printed}".strip(), SMALL, mark=say("依据"), indent=INDENT, grey=True)
    sheet.gap(2.5)
