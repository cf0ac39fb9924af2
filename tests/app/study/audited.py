"""What an examiner said of generated questions and of a paper: the questions as they were, and what is wrong with each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from app.exams.question_json import question_from
from app.study.drawing import without_answers
from app.study.model import Question

HERE = Path(__file__).parent


@cache
def words() -> Mapping[str, Any]:
    """The examiner's verdicts, by the name of a question."""
    found: Mapping[str, Any] = yaml.safe_load((HERE / "audited.yaml").read_text(encoding="utf-8"))
    return found


@cache
def questions() -> Mapping[str, Question]:
    """The questions as the examiner saw them."""
    kept = json.loads((HERE / "audited_questions.json").read_text(encoding="utf-8"))
    return {name: question_from(each) for name, each in kept.items()}


def as_drawn_now(question: Question) -> Question:
    """A question with its picture as pictures are drawn now, for what the examiner found good in spite of the old one."""
    return replace(question, drawn=replace(question.drawn, picture=without_answers(question.drawn.picture)))
