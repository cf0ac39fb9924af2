"""What the papers of this device showed of their questions, for estimates of how hard questions are."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import TYPE_CHECKING

from app.exams.marking import read_answers, right
from app.exams.paper import PaperError
from app.exams.shelf import ANSWERS, PAPERS, paper_named
from app.study.difficulty import KINDS
from app.study.mark_estimate import ItemResult

if TYPE_CHECKING:
    from app.exams.shelf import Shelf

FEWEST = 5  # candidates of a paper from which on it tells something


def item_results(shelf: Shelf) -> Iterator[ItemResult]:
    """Yield how each question of the papers kept here was answered; own questions and papers of few candidates are left out."""
    for name in shelf.names(PAPERS):
        paper, text = paper_named(shelf, name), shelf.text(ANSWERS, name)
        if paper is None or text is None:
            continue
        try:
            everybody = read_answers(paper, text)
        except PaperError:
            continue
        if len(everybody) < FEWEST:
            continue
        rights = [right(paper, each) for each in everybody]
        for at, item in enumerate(paper.items):
            question = item.question
            if question.kind in KINDS:
                share = fmean(row[at] for row in rights)
                yield ItemResult(paper.id, question.kind, question.topic, question.subject, share, len(rights))
