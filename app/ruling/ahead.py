"""How many questions may still come: along the longest way that is open, leaving out what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decision_trees.reach import facts_of, required

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from decision_trees.engine import Asked
    from decision_trees.model import Question, Tree


def most_ahead(step: Asked, known: Collection[str], trees: Mapping[str, Tree]) -> int:
    """The most questions that may still have to be answered, the one that is asked included."""
    count = _Count(trees, known)
    out = max(1, count.from_node(step.tree, step.node))
    for tree, node in _around(step, trees):
        out += count.beyond(tree, tree.questions[node])
    return out


def _around(step: Asked, trees: Mapping[str, Tree]) -> list[tuple[Tree, str]]:
    """The trees that the one asking stands in, and the node where each waits for it."""
    last: dict[str, str] = {}
    for each in step.path:
        tree_id, slash, node = each.rpartition("/")
        last[tree_id if slash else step.entry.id] = node
    return [
        (tree, node)
        for tree_id, node in last.items()
        if (tree := trees[tree_id]).id != step.tree.id
        and node in tree.questions
        and tree.questions[node].tree is not None
    ]


class _Count:
    """Counts along the longest way; each node once."""

    def __init__(self, trees: Mapping[str, Tree], known: Collection[str]) -> None:
        self.trees, self.known = trees, known
        self.seen: dict[tuple[str, str], int] = {}

    def from_node(self, tree: Tree, node: str) -> int:
        """The most questions from a node on, itself included."""
        question = tree.questions.get(node)
        if question is None:
            return 0
        if (tree.id, node) not in self.seen:
            own = int(question.fact is not None and self._asked(tree, question.fact))
            if question.tree in self.trees:
                inner = self.trees[question.tree or ""]
                own = self.from_node(inner, inner.start)
            self.seen[tree.id, node] = own + self.beyond(tree, question)
        return self.seen[tree.id, node]

    def beyond(self, tree: Tree, question: Question) -> int:
        """The most questions after one is answered."""
        onward = {*question.answers.values(), *(r.to for r in question.ranges)}
        onward |= {question.next} if question.next else set()
        return max((self.from_node(tree, each) for each in onward), default=0)

    def _asked(self, tree: Tree, name: str) -> bool:
        """Whether a fact has to be asked: it is not known, and cannot be worked out from what is."""
        if name in self.known:
            return False
        fact = facts_of(tree, self.trees).get(name)
        if fact is None or fact.derive is None:
            return True
        needed = {*required(fact.derive.given), *([fact.derive.fact] if fact.derive.fact else [])}
        return not needed or not needed <= set(self.known)
