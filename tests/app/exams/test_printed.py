"""The pages of a paper, read by another program."""

from __future__ import annotations

import dataclasses
import io
import re

from pypdf import PdfReader

from app.exams.paper import Item, Paper
from app.exams.printed import answer_key, answer_sheet, question_paper
from app.study.model import Drawn
from tests.app.exams.samples import paper, written_paper


def pages(data: bytes) -> list[str]:
    return [re.sub(r"\s", "", page.extract_text()) for page in PdfReader(io.BytesIO(data)).pages]


def test_the_question_paper_has_every_question_once_on_one_page_and_no_answer() -> None:
    made = paper(40, versions=2)
    for version in made.all_versions():
        found = pages(question_paper(made, version))
        assert len(found) > 2
        for asked in version.asked:
            question = made.items[asked.item].question
            homes = [page for page in found if re.sub(r"\s", "", f"{asked.number}.{question.stem}") in page]
            assert len(homes) == 1
            letters = [
                f"{letter}.{question.options[at].text}" for letter, at in zip("ABCD", asked.options, strict=True)
            ]
            assert all(each in homes[0] for each in letters)
        assert not any("密语" in page or "第27条" in page for page in found)


def test_a_question_with_a_long_auction_is_not_parted_from_it() -> None:
    calls = ("1C", "P", "1S", "P", "2C", "P", "2D", "P", "2S", "P", "4S", "P", "P", "P")
    plain = paper(9).items
    drawn = tuple(
        Item(dataclasses.replace(each.question, drawn=Drawn(auction=calls, dealer="E", said="叫牌"))) for each in plain
    )
    made = Paper("图", 10, drawn)
    found = pages(question_paper(made, made.version(0)))
    for at, item in enumerate(made.items, 1):
        (home,) = (page for page in found if f"{at}.{item.question.stem}" in page)
        begun = home.index(f"{at}.{item.question.stem}")
        part = home[begun : home.index("一", begun + 20) + 4]
        assert "东家南家西家北家" in part and part.count("不叫") >= 7 and "4♠" in part


def test_the_answer_sheet_has_as_many_letters_as_each_question_has_options() -> None:
    made = paper(23)
    (page,) = pages(answer_sheet(made, made.version(0)))
    assert page.count("ABCD") == 23


def test_the_key_names_the_letter_of_every_version_and_the_clause() -> None:
    made = paper(12, versions=2)
    text = "".join(pages(answer_key(made, lambda cite: f"条款{cite}", lambda cite: "原文" * 3)))
    for version in made.all_versions():
        letters = "".join(each.letter(made.items[each.item].question.right) for each in version.asked)
        groups = [letters[at : at + 5] for at in range(0, 12, 5)]
        assert f"1–5{groups[0]}6–10{groups[1]}11–12{groups[2]}" in text
    assert text.count("密语") == 12 and text.count("条款bridge-1999:27A") == 12
    assert text.count("原文原文原文") == 1, "a clause is printed in full once"


def test_what_is_to_be_written_has_lines_and_its_points_stand_only_in_the_key() -> None:
    made = written_paper()
    asked = "".join(pages(question_paper(made, made.version(0))))
    key = "".join(pages(answer_key(made, str)))
    assert "写出裁定" in asked and "永远不叫" not in asked and "27B2" not in asked
    assert "西家永远不叫（3分）" in key and "不足叫牌取消（1分）" in key and "C→B→A" in key
