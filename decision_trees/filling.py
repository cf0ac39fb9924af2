"""An outcome with everything put in: its texts, amounts, choices and what its follow-ups are told."""

from __future__ import annotations

import re
from dataclasses import replace

from decision_trees.following_up import carried
from decision_trees.knowledge import Knowledge
from decision_trees.model import Deadline, Effect, FollowUp, Outcome, OutcomeChoice
from decision_trees.wording import NotKnown


def filled_in(knowledge: Knowledge, outcome: Outcome) -> Outcome:
    """The outcome as it is said here."""
    introduced: set[str] = set()

    def text(written: str) -> str:
        return knowledge.text(written, introduced)

    ruling, do = text(outcome.ruling), tuple(map(text, outcome.do))

    def effect(e: Effect) -> Effect:
        amount = text(e.amount) if isinstance(e.amount, str) else e.amount
        if isinstance(e.amount, str) and (m := re.fullmatch(r"\{(\w+)\}", e.amount)):
            try:
                amount = knowledge.value(m[1])
            except NotKnown:
                amount = None
        return replace(
            e,
            amount=amount,
            who=knowledge.who(e.who) if e.who else e.who,
            what=text(e.what) if e.what else e.what,
            suits=text(e.suits) if e.suits else e.suits,
        )

    def said() -> dict[str, str]:
        out: dict[str, str] = {}
        for who, spoken in outcome.tell.items():
            to, line = knowledge.who(who), knowledge.text(spoken)
            out[to] = f"{out[to]} {line}" if to in out else line
        return out

    def follow(f: FollowUp) -> FollowUp:
        try:
            facts = knowledge.filled(dict(f.facts))
        except NotKnown:
            facts = {}
        return replace(f, when=text(f.when), facts={**carried(knowledge, f), **facts})

    deadline = outcome.deadline
    return replace(
        outcome,
        ruling=ruling,
        do=do,
        effects=tuple(map(effect, outcome.effects)),
        tell=said(),
        follow_ups=tuple(map(follow, outcome.follow_ups)),
        note=text(outcome.note) if outcome.note else outcome.note,
        choice=_choice(knowledge, outcome.choice) if outcome.choice is not None else None,
        deadline=_limit(knowledge, deadline) if deadline is not None else None,
    )


def _limit(knowledge: Knowledge, deadline: Deadline) -> Deadline:
    """A time limit as it is now: where it is known how much of it is left, that is what its clock runs."""
    left = knowledge.quietly(deadline.left) if deadline.left is not None else None
    whole = replace(deadline, text=knowledge.text(deadline.text))
    return whole if left is None else replace(whole, minutes=None, seconds=int(left))


def _choice(knowledge: Knowledge, choice: OutcomeChoice) -> OutcomeChoice:
    """What somebody may choose, as it is said to him: nobody is introduced."""
    options = {
        key: replace(
            option,
            text=knowledge.text(option.text),
            help=knowledge.text(option.help) if option.help else option.help,
            unavailable=knowledge.unavailable(option),
        )
        for key, option in choice.options.items()
    }
    return replace(choice, options=options, who=knowledge.who(choice.who))
