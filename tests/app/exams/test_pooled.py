"""What the papers kept here showed of their questions; few candidates and unreadable answers tell nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.exams.marking import Answers, answers_csv
from app.exams.paper import Item, Paper, as_json
from app.exams.pooled import FEWEST, item_results
from app.exams.shelf import ANSWERS, PAPERS, DiskShelf
from app.study import bank

QUESTIONS = [bank.make("term", each.id, 1) for each in bank.subjects("bridge", kind="term")[:2]]
PAPER = Paper("术语", 10, tuple(Item(each) for each in QUESTIONS))


def kept(folder: Path, candidates: int, text: str | None = None) -> DiskShelf:
    """A shelf with the paper; all know the first question, every second the other."""
    shelf = DiskShelf(folder)
    shelf.keep(PAPERS, "one", as_json(PAPER))
    first, second = (each.right for each in QUESTIONS)
    wrong = (second + 1) % len(QUESTIONS[1].options)
    everybody = [Answers(str(n), "", 0, (first, second if n % 2 else wrong)) for n in range(candidates)]
    shelf.keep(ANSWERS, "one", answers_csv(PAPER, everybody).decode("utf-8-sig") if text is None else text)
    return shelf


def test_the_shares_that_answered_rightly(tmp_path: Path) -> None:
    found = list(item_results(kept(tmp_path, 8)))
    assert [(each.subject, each.right, each.candidates) for each in found] == [
        (QUESTIONS[0].subject, 1.0, 8),
        (QUESTIONS[1].subject, 0.5, 8),
    ]
    assert {(each.kind, each.topic) for each in found} == {("term", "terms")}


@pytest.mark.parametrize(("candidates", "text"), [(FEWEST - 1, None), (8, "nonsense"), (8, "")])
def test_what_tells_nothing_is_left_out(tmp_path: Path, candidates: int, text: str | None) -> None:
    assert list(item_results(kept(tmp_path, candidates, text))) == []


def test_a_shelf_with_nothing_on_it(tmp_path: Path) -> None:
    assert list(item_results(DiskShelf(tmp_path))) == []
