"""Worked cases: does the tree come to what was worked out by hand from the law text?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from decision_trees.engine import Asked, Ruled, Step, Undecided, advance
from decision_trees.functions import RuleInputError
from decision_trees.model import Case, Tree
from rules_data.model import Book


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a case came out."""

    case: Case
    ok: bool
    faults: tuple[str, ...]  # in Chinese
    step: Step | None


def run_case(case: Case, trees: Mapping[str, Tree], books: Mapping[str, Book]) -> Verdict:
    """Walk a case's tree with its facts and compare with what is expected."""
    tree = trees[case.tree]
    try:
        step = advance(tree, case.facts, trees=trees, books=books, settled=case.settled)
    except RuleInputError as e:
        return Verdict(case, False, (str(e),), None)
    if isinstance(step, Asked):
        return Verdict(case, False, (f"还要问“{step.ask}”({step.name})。",), step)
    if isinstance(step, Undecided):
        if case.expect.outcome == f"undecided:{step.id}":
            return Verdict(case, True, (), step)
        return Verdict(case, False, (f"文本没有定论：{step.id}。",), step)
    assert isinstance(step, Ruled)
    faults = []
    expect = case.expect
    if step.outcome_id != expect.outcome:
        faults.append(f"结论是“{step.outcome_id}”({step.outcome.ruling}),应为“{expect.outcome}”。")
    missing = [c for c in expect.cites if c not in step.cites]
    if missing:
        faults.append(f"没有引用 {'、'.join(missing)}。")
    if expect.level is not None and step.outcome.level != expect.level:
        faults.append(f"程度是 {step.outcome.level}，应为 {expect.level}。")
    choice = step.outcome.choice
    options = [o.text for o in choice.options.values()] if choice else []
    effects = [str(x) for e in step.outcome.effects for x in (e.what, e.amount, e.suits, e.who) if x is not None]
    said = "\n".join(
        [
            step.outcome.ruling,
            *step.outcome.do,
            *step.outcome.tell.values(),
            *options,
            *effects,
            step.outcome.note or "",
        ]
    )
    faults += [f"没有说“{words}”。" for words in expect.says if words not in said]
    used = {s.id for s in step.settled}
    faults += [f"没有用到未定问题 {q}。" for q in expect.open_questions if q not in used]
    return Verdict(case, not faults, tuple(faults), step)
