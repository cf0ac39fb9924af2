"""What a ruling is given by: the trees, the books they rest on, and what an event has settled of the open questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from decision_trees.functions import RuleInputError
from decision_trees.model import Tree
from rules_data.model import Book, OpenQuestion


@dataclass(frozen=True, slots=True)
class Law:
    """The trees and books of a ruling, and the open questions an event has decided beforehand."""

    trees: Mapping[str, Tree]
    books: Mapping[str, Book]
    settled: Mapping[str, str] = field(default_factory=dict)  # bridge-1999/D-26 -> key of an option

    def settling(self, settled: Mapping[str, str]) -> Law:
        """The same law where these open questions are settled instead."""
        return replace(self, settled=settled)

    def question(self, id_: str) -> OpenQuestion:
        """The open question ``book/number``. Raises :class:`RuleInputError` when there is none."""
        return open_question(self.books, id_)

    def answer(self, question: OpenQuestion, id_: str) -> str | None:
        """The answer that counts: the event's, or the default; None where nobody has decided."""
        return self.settled.get(id_, question.default)


def open_question(books: Mapping[str, Book], id_: str) -> OpenQuestion:
    """The open question ``book/number``. Raises :class:`RuleInputError` when there is none."""
    book, _, number = id_.partition("/")
    found = next((q for q in books[book].open_questions if q.id == number), None) if book in books else None
    if found is None:
        raise RuleInputError(f"没有未定问题“{id_}”。")
    return found
