"""Do the rights and the trees agree? Each line that states a consequence is walked against the outcome that rules it.

A line names the outcome in ``ruled``; see :class:`decision_trees.rights.RuledBy`. The words of ``says`` must stand in the line and
in what the outcome says, and every clause of the line must be cited by one of its outcomes, or something below the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from decision_trees.cases import said_by
from decision_trees.engine import Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.model import Case, Outcome, Tree
from decision_trees.rights import Line, RuledBy
from rules_data.handbook import Handbook

CONSEQUENCE = re.compile(
    "罚(?!则|张)|成为?[轻重]?罚张|(?<!叫)停(?!止(?!.{0,6}权)|顿|留|下|在)|警告|违例|犯规|(?<!裁)判(?![断决])|扣(?=[分除一二两三十0-9])|减分|调整分"
    "|双下|(?<!十)[两二三2-3]墩|转让|[一二两三1-3]级|弃权|资格|(?<!自)负(?=[，。；、]|一)|丧失|作废|无效|必须不叫|永远不叫"
)
"""Words that state what follows for somebody. 罚则, 罚张, 裁判, 判断, 停止打牌 … do not."""


def stated(line: Line) -> Iterator[tuple[int, int]]:
    """Where a line's sentence states a consequence."""
    return (match.span() for match in CONSEQUENCE.finditer(line.text))


def unanswered(line: Line) -> list[str]:
    """The consequences a line states that no ``says`` of it covers; none when it gives the reason (``unruled``)."""
    if line.unruled is not None:
        return []
    covered: set[int] = set()
    for words in (words for ruled in line.ruled for words in ruled.says):
        for match in re.finditer(re.escape(words), line.text):
            covered.update(range(*match.span()))
    return [line.text[start:end] for start, end in stated(line) if not covered.issuperset(range(start, end))]


def _ways(ruled: RuledBy, cases: Mapping[str, Case]) -> Iterator[tuple[str, Mapping[str, object], Mapping[str, str]]]:
    if ruled.facts:
        yield "facts", ruled.facts, ruled.settled
        return
    for case in cases.values():
        if (case.tree, case.expect.outcome) == (ruled.tree, ruled.outcome) and ruled.case in (None, case.id):
            yield case.id, case.facts, case.settled


def disagreements(
    line: Line, trees: Mapping[str, Tree], cases: Mapping[str, Case], handbook: Handbook
) -> Iterator[str]:
    """Where a line and the outcomes it names disagree, in Chinese."""
    cited: set[str] = set()
    for ruled in line.ruled:
        name = f"{ruled.tree} 的“{ruled.outcome}”"
        for words in ruled.says:
            if words not in f"{line.text}\n{line.note or ''}":
                yield f"这一行没有说“{words}”。"
        ways = list(_ways(ruled, cases))
        if not ways:
            yield f"{name}没有案例可走。"
        for where, facts, settled in ways:
            try:
                step = advance(trees[ruled.tree], facts, Law(trees, handbook.books, settled))
            except RuleInputError as e:
                yield f"{name}（{where}）：{e}"
                continue
            if not isinstance(step, Ruled):
                yield f"{name}（{where}）没有走到结论，停在“{getattr(step, 'ask', '') or getattr(step, 'id', '')}”。"
                continue
            if step.outcome_id != ruled.outcome:
                yield f"{name}（{where}）走到的是“{step.outcome_id}”。"
                continue
            said = said_by(step)
            yield from (f"{name}（{where}）没有说“{words}”。" for words in ruled.says if words not in said)
            cited.update(step.cites, _cited(step.outcome))
    if line.ruled:
        for id_ in line.cites:
            if _aside(line, id_, handbook):
                continue
            if cited.isdisjoint(each.id for each in handbook.provision(id_).walk()):
                yield f"所写的结论都没有引用 {id_}。"


def _cited(outcome: Outcome) -> Iterator[str]:
    """The clauses beside those of the ruling and its effects: of a choice, what follows and a deadline."""
    if outcome.choice is not None:
        yield from outcome.choice.cites
        for option in outcome.choice.options.values():
            yield from option.cites
    for follow in outcome.follow_ups:
        yield from follow.cites
    if outcome.deadline is not None:
        yield from outcome.deadline.cites


def _aside(line: Line, id_: str, handbook: Handbook) -> bool:
    """Is this the clause of the other layer, named beside the one that holds?"""
    if line.layer is None:
        return False
    return (handbook.book_of(id_).amends is not None) != (line.layer == "added")
