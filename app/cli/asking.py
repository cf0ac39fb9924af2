"""Walking a tree in the terminal: questions, open questions and choices answered one by one until the ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from decision_trees.engine import Step
    from rules_data.handbook import Handbook

StepWith = Callable[[Mapping[str, Any], Mapping[str, str]], "Step"]
"""Facts and settled open questions -> where that comes to; raises RuleInputError with one sentence."""

WORDS = "b 退回一步，? 看条文，+名字=值 填上牌局里的一项，q 结束"


def ask_all(
    title: str, step_with: StepWith, step: Step, handbook: Handbook, say: Callable[[Step, Handbook], None]
) -> Step:
    """Ask until the ruling; back undoes exactly one answer, and nothing entered is lost on a mistake."""
    from decision_trees.engine import Asked, Ruled, Undecided
    from decision_trees.functions import RuleInputError

    answers: list[tuple[str, str, str]] = []  # what kind, which, the answer

    def come_to(given: list[tuple[str, str, str]]) -> Step:
        facts = {name: value for kind, name, value in given if kind == "fact"}
        return step_with(facts, {name: value for kind, name, value in given if kind == "open"})

    typer.echo(f"{title}。回答问题；{WORDS}。")
    while True:
        waiting = _waiting(step, {name for _, name, _ in answers})
        if waiting is None:
            return step
        say(step, handbook)
        try:
            answer = input("> ").strip()
        except EOFError:
            return step
        if answer == "q":
            return step
        if answer == "?":
            assert isinstance(step, Asked | Undecided | Ruled)
            if isinstance(step, Undecided):
                cites = step.question.at
            else:
                cites = step.cites if isinstance(step, Ruled) else step.question.cites
            for id_ in cites:
                p = handbook.provision(id_)
                typer.echo(f"{p.label} {p.title or ''}\n{p.text or ''}")
            continue
        if answer == "b":
            answers = answers[:-1]
        elif answer.startswith("+") and "=" in answer:
            name, _, value = answer[1:].partition("=")
            waiting, answer = ("fact", name.strip()), value.strip()
        if answer not in ("", "b"):
            given = [*(a for a in answers if a[:2] != waiting), (*waiting, answer)]
            try:
                come_to(given)
            except RuleInputError as fault:
                typer.echo(str(fault))
                continue
            answers = given
        step = come_to(answers)


def _waiting(step: Step, answered: set[str]) -> tuple[str, str] | None:
    """What an answer would be to: a fact, an open question, or the choice of a ruling; None where all is said."""
    from decision_trees.engine import Asked, Undecided

    if isinstance(step, Asked):
        return "fact", step.name
    if isinstance(step, Undecided):
        return "open", step.id
    choice = step.outcome.choice
    return ("fact", choice.fact) if choice is not None and choice.fact not in answered else None
