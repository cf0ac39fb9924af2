"""Whether questions set by hand can be marked: what is proposed for the model answer, for nothing, for clauses alone, for the stem.

A key point that the model answer itself does not say would cost every candidate marks, and one that the stem says already would
give them away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from app.exams.clauses_named import Reader, reader
from app.exams.proposing import proposed, share_of
from app.exams.question_json import FaultError
from app.exams.room import model_of
from app.exams.set_by_hand import question
from rules_data.loader import Problem

if TYPE_CHECKING:
    from app.study.model import Question
    from decision_trees.written_questions import WrittenQuestion
    from rules_data.handbook import Handbook
    from rules_data.model import GameId

FROM_STEM = 0.5  # most that may be proposed for the stem copied into every part


def check_set() -> list[Problem]:
    """Everything that keeps the questions of all games from being marked, with the file and line of each."""
    from decision_trees.games import games
    from decision_trees.loader import ROOT
    from decision_trees.written_questions import load_written
    from rules_data.handbook import open_handbook

    handbook = open_handbook()
    out = []
    for game in games():
        loaded = load_written(game, ROOT)
        if loaded is None:
            continue
        questions, document = loaded
        read, stuffed = reader(handbook, game), every_clause(handbook, game)
        for at, each in enumerate(questions):
            for what, do in faults_of(f"{game}.{each.id}", each, read, stuffed):
                out.append(Problem(document.file, document.line((at,)), f"{each.id}：{what}", do))
    return out


def every_clause(handbook: Handbook, game: GameId) -> str:
    """An answer that names every clause of the game and rules nothing."""
    books = (each for each in handbook.books.values() if each.game == game and not each.witness_of)
    labels = (each.label for book in books for each in book.walk())
    return "、".join(dict.fromkeys(label for label in labels if label.startswith("第") and "条" in label))


def answers_of(question: Question) -> tuple[str, ...]:
    """The model answers of a question, as a candidate would give them."""
    return tuple(map(model_of, question.parts))


def faults_of(key: str, of: WrittenQuestion, read: Reader, stuffed: str) -> Iterator[tuple[str, str]]:
    """What is wrong with how a question is marked, and what to do."""
    try:
        made = question(key, of)
    except FaultError as fault:
        yield f"{fault}。", "请照说的改。"
        return
    for number, (part, found) in enumerate(zip(made.parts, proposed(made, answers_of(made), read), strict=True), 1):
        wanting = [point.text for point, got in zip(part.points, found.points, strict=False) if got.share < 1]
        if wanting:
            yield f"第 {number} 问的参考答案没有说全要点“{wanting[0]}”。", "请把参考答案或要点改得一致。"
        elif found.share < 1 or found.doubts:
            yield f"第 {number} 问的参考答案得不到满分：{'；'.join(found.doubts)}。", "请改参考答案或 against。"
    for text, most, said in (
        ("", 0.0, "空的答案"),
        (stuffed, 0.0, "只写全部条款的答案"),
        (made.stem, FROM_STEM, "照抄题干"),
    ):
        share = _share(made, text, read)
        if share > most:
            yield f"{said}也得 {share:.0%} 的分。", "请改要点，使它说的是要答的。"


def _share(made: Question, text: str, read: Reader) -> float:
    texts: Sequence[str] = [text if part.form == "text" else "" for part in made.parts]
    return share_of(made, proposed(made, texts, read))
