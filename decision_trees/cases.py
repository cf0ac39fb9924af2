"""Worked cases: does the tree come to what was worked out by hand from the law text?"""

from __future__ import annotations

from dataclasses import dataclass

from decision_trees.coming import Coming
from decision_trees.engine import Asked, Ruled, Step, Undecided, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.model import REFUSED, Case, Effect, Expectation, ExpectedNext
from decision_trees.roles import texts_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a case came out."""

    case: Case
    ok: bool
    faults: tuple[str, ...]  # in Chinese
    step: Step | None


def run_case(case: Case, law: Law) -> Verdict:
    """Walk a case's tree with its facts and compare with what is expected."""
    tree = law.trees[case.tree]
    try:
        step = advance(tree, case.facts, law.settling(case.settled))
    except RuleInputError as e:
        refused = case.expect.outcome == REFUSED and all(words in str(e) for words in case.expect.says)
        return Verdict(case, refused, () if refused else (str(e),), None)
    faults = tuple(compared(case.expect, step))
    return Verdict(case, not faults, faults, step)


def compared(expect: Expectation, step: Step) -> list[str]:
    """What is not as it was expected, each in one Chinese sentence; nothing where all is."""
    if isinstance(step, Asked):
        if expect.outcome == f"asked:{step.name}":
            return []
        return [f"还要问“{step.ask}”（{step.name}）。"]
    if isinstance(step, Undecided):
        return [] if expect.outcome == f"undecided:{step.id}" else [f"文本没有定论：{step.id}。"]
    assert isinstance(step, Ruled)
    faults = []
    if step.outcome_id != expect.outcome:
        faults.append(f"结论是“{step.outcome_id}”（{step.outcome.ruling}），应为“{expect.outcome}”。")
    missing = [c for c in expect.cites if c not in step.cites]
    if missing:
        faults.append(f"没有引用 {'、'.join(missing)}。")
    if expect.level is not None and step.outcome.level != expect.level:
        faults.append(f"程度是 {step.outcome.level}，应为 {expect.level}。")
    faults += [*_said(expect, step), *_following(expect, step), *_worked_out(expect, step)]
    faults += _next(expect.next, step.next)
    stays = "\n".join(step.stays)
    faults += [f"不变的没有说“{words}”。" for words in expect.stays if words not in stays]
    used = {s.id for s in step.settled}
    faults += [f"没有用到未定问题 {q}。" for q in expect.open_questions if q not in used]
    return faults


def _next(wanted: ExpectedNext | None, now: Coming | None) -> list[str]:
    """What is not as it was expected of who acts next."""
    if wanted is None:
        return []
    if now is None:
        return ["没有说接着由谁做什么。"]
    faults = [f"接着的话“{now.text}”里没有“{words}”。" for words in wanted.says if words not in now.text]
    if wanted.act is not None and now.act != wanted.act:
        faults.append(f"接着要做的是 {now.act}，应为 {wanted.act}。")
    if wanted.who is not None and wanted.who not in (now.seat, now.who):
        faults.append(f"接着由 {now.seat or now.who or '没有人'} 做，应为 {wanted.who}。")
    if wanted.cards is not None and sorted(now.cards) != sorted(wanted.cards):
        faults.append(f"接着可以打的牌是 {'、'.join(now.cards) or '没有写'}，应为 {'、'.join(wanted.cards)}。")
    if wanted.over is not None and now.over != wanted.over:
        faults.append(f"接着至少要过的是 {now.over}，应为 {wanted.over}。")
    return faults


def said_by(step: Ruled) -> str:
    """Everything a ruling says, figures, who acts next and what stays included."""
    after = (step.next.text,) if step.next is not None else ()
    return "\n".join((*texts_of(step.outcome), *(figure.text for figure in step.figures), *after, *step.stays))


def _missing_lines(wanted: tuple[str, ...], lines: tuple[str, ...]) -> list[str]:
    """What is wanted for which no line of its own is left."""
    left = list(lines)
    missing = []
    for words in wanted:
        found = next((line for line in left if words in line), None)
        if found is None:
            missing.append(f"做法里没有另一行“{words}”。")
        else:
            left.remove(found)
    return missing


def _said(expect: Expectation, step: Ruled) -> list[str]:
    """What is said and done otherwise than expected."""
    said = said_by(step)
    faults = [f"没有说“{words}”。" for words in expect.says if words not in said]
    faults += [f"说了不该说的“{words}”。" for words in expect.never_says if words in said]
    faults += [f"裁决没有说“{words}”。" for words in expect.ruling if words not in step.outcome.ruling]
    faults += _missing_lines(expect.do, step.outcome.do)
    for who, words in expect.tell.items():
        told = step.outcome.tell.get(who)
        if told is None or words not in told:
            now = (
                f"说的是“{told}”" if told is not None else f"没有对他说话，只有{'、'.join(step.outcome.tell) or '没有'}"
            )
            faults.append(f"对{who}应说“{words}”，{now}。")
    faults += [
        f"没有后果“{wanted}”。" for wanted in expect.effects if not any(_is(e, wanted) for e in step.outcome.effects)
    ]
    for wanted, amount in expect.amounts.items():
        found = [e.amount for e in step.outcome.effects if _is(e, wanted)]
        if amount not in found:
            now = "、".join(map(str, found)) or "没有这个后果"
            faults.append(f"后果“{wanted}”是 {now}，应为 {amount}。")
    return faults


def _following(expect: Expectation, step: Ruled) -> list[str]:
    """What is taken up afterwards, and until when."""
    faults = []
    follow_ups = [(each.tree.partition(".")[2], each.when) for each in step.outcome.follow_ups]
    for wanted in expect.follow_ups:
        tree, _, words = wanted.partition(" ")
        if not any(tree == name and words in when for name, when in follow_ups):
            faults.append(f"没有后续“{wanted}”。")
    limit = step.outcome.deadline.text if step.outcome.deadline is not None else ""
    if expect.deadline is not None and expect.deadline not in limit:
        faults.append(f"时限是“{limit or '没有'}”，应有“{expect.deadline}”。")
    return faults


def _worked_out(expect: Expectation, step: Ruled) -> list[str]:
    """What is worked out, and who sits where."""
    faults = []
    figures = {figure.name: figure.text for figure in step.figures}
    if step.next is not None and step.next.figure is not None:
        figures[step.next.figure] = step.next.text
    for name, words in expect.figures.items():
        if words not in figures.get(name, ""):
            now = f"是“{figures[name]}”" if name in figures else "没有算出"
            faults.append(f"算出的“{name}”{now}，应有“{words}”。")
    for role, seat in expect.roles.items():
        if step.seats.get(role) != seat:
            faults.append(f"{role} 是 {step.seats.get(role, '不知道')}，应为 {seat}。")
    return faults


def _is(effect: Effect, wanted: str) -> bool:
    kind, _, words = wanted.partition(" ")
    parts = (effect.who, effect.what, effect.amount, effect.unit, effect.suits)
    return effect.kind == kind and words in " ".join(str(part) for part in parts if part is not None)
