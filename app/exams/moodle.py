"""Moodle XML: the questions of a paper for a learning platform, with their marks and explanations."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.exams.drawing import whole_stem
from app.exams.gift import asked_in_parts
from app.exams.paper import marks_text
from app.exams.printed_parts import right_words

if TYPE_CHECKING:
    from app.exams.paper import Paper

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def as_moodle_xml(paper: Paper, label: Callable[[str], str] = str) -> bytes:
    """Return the questions of a paper; ``label`` names a clause by its id."""
    root = ET.Element("quiz")
    category = ET.SubElement(root, "question", type="category")
    _text(ET.SubElement(category, "category"), "$course$/top/" + paper.title.replace("/", "／"))
    for number, item in enumerate(paper.items, 1):
        question = item.question
        node = ET.SubElement(root, "question", type="essay" if question.parts else "multichoice")
        _text(ET.SubElement(node, "name"), f"{number:03d} {question.stem[:40]}".strip())
        _html(ET.SubElement(node, "questiontext", format="html"), whole_stem(question) + asked_in_parts(question))
        clauses = "；".join(map(label, question.cites))
        why = "\n".join(filter(None, (question.why, f"依据：{clauses}" if clauses else "")))
        _html(ET.SubElement(node, "generalfeedback", format="html"), why)
        if question.parts:
            models = (f"({number}) {right_words(part)}" for number, part in enumerate(question.parts, 1))
            ET.SubElement(node, "defaultgrade").text = marks_text(item.marks)
            ET.SubElement(node, "responseformat").text = "plain"
            _html(ET.SubElement(node, "graderinfo", format="html"), "\n".join(models))
            continue
        for tag, value in (
            ("defaultgrade", marks_text(item.marks)), ("penalty", "0"), ("hidden", "0"), ("single", "true"),
            ("shuffleanswers", "true" if len(question.options) > 2 else "false"), ("answernumbering", "ABCD"),
        ):  # fmt: skip
            ET.SubElement(node, tag).text = value
        for at, option in enumerate(question.options):
            answer = ET.SubElement(node, "answer", fraction="100" if at == question.right else "0", format="html")
            ET.SubElement(answer, "text").text = _as_html(option.text)
            _html(ET.SubElement(answer, "feedback", format="html"), option.why)
    ET.indent(root)
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data


def _text(node: ET.Element, text: str) -> None:
    ET.SubElement(node, "text").text = _CONTROL.sub("", text)


def _as_html(text: str) -> str:
    return html.escape(_CONTROL.sub("", text), quote=False).replace("\n", "<br>")


def _html(node: ET.Element, text: str) -> None:
    ET.SubElement(node, "text").text = _as_html(text)
