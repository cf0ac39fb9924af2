"""How a ruling leaves the table, and what comes next at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from decision_trees import functions
from decision_trees import values as words
from decision_trees.coming import Coming, Found, Speaker, coming, staying
from decision_trees.deal import Left, folded, found_in_figure
from decision_trees.deal_sheet import added_by
from decision_trees.functions import RuleInputError
from decision_trees.knowledge import Knowledge
from decision_trees.model import Effect, Figure, Leave, Outcome
from decision_trees.roles import is_path
from decision_trees.steps import Worked
from decision_trees.wording import NotKnown


def after(
    knowledge: Knowledge, outcome: Outcome, filled: Outcome, figures: Iterable[Worked]
) -> tuple[Coming | None, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Who acts next, and what stays as it was."""
    cast = knowledge.cast()

    def role(path: str) -> bool:
        return cast is not None and is_path(path, cast.deal, cast.roles)

    def named(who: str) -> str:
        if cast is None:
            return who
        return cast.say(who) if role(who) else words.say(who, "seat" if len(who) == 1 else "side", cast.deal)

    speaker = Speaker(
        known=knowledge.quietly,
        filled=lambda given: knowledge.filled(dict(given)),
        place=lambda path: knowledge.seats((path,)).get(path),
        role=role,
        named=named,
        text=lambda text, result: knowledge.text(text, None, result),  # one line: nobody is introduced
        acts=knowledge.tree.deal.acts if knowledge.tree.deal is not None else {},
    )
    found = {figure.name: Found(figure.text, figure.values, figure.cites) for figure in figures}
    choice = outcome.choice
    if choice is not None and filled.choice is not None:
        choice = replace(choice, options=filled.choice.options)
    return coming(replace(outcome, choice=choice), found, speaker), staying(outcome, speaker)


def leaves(knowledge: Knowledge, outcome: Outcome, filled: Outcome, figures: Iterable[Worked]) -> tuple[Left, ...]:
    """What the ruling leaves on the table: by the kinds of its effects, by its figures, and by what it says itself."""
    deal = knowledge.tree.deal
    if deal is None:
        return ()
    left: list[Left] = []
    for written, effect in zip(outcome.effects, filled.effects, strict=True):
        if made := deal.ruled.get(effect.kind):
            seat = knowledge.place(written.who) if written.who else None
            aimed = replace(effect, seat=seat, cards=knowledge.cards(written.cards))
            for name, leave in made.items():
                left += _left(knowledge, name, leave, aimed)
    for figure in dict.fromkeys(figure.call for figure in outcome.figures.values()):
        for name, leave in deal.ruled.get(figure, {}).items():
            if not found_in_figure(leave):
                left += _left(knowledge, name, leave, None)
    for each in outcome.figures.values():
        if deal.ruled.get(each.call) and knowledge.holds(each.only):
            for name, leave in deal.ruled[each.call].items():
                if found_in_figure(leave):
                    left += _left(knowledge, name, leave, None, _found(knowledge, each))
    left += [Left(name, "more", value) for name, value in added_by(deal, figures).items()]
    for name, leave in outcome.leaves.items():
        left += _left(knowledge, name, leave, None)
    return folded(left)


def _found(knowledge: Knowledge, figure: Figure) -> Mapping[str, Any]:
    """What the function of a figure found, whether or not there is a sentence for it; nothing where it has too little."""
    try:
        found = knowledge.results.get(f"{figure.call} {knowledge.filled(dict(figure.given))!r}")
    except (NotKnown, RuleInputError):
        return {}
    return found.result if found is not None else {}


def _left(
    knowledge: Knowledge, name: str, leave: Leave, effect: Effect | None, found: Mapping[str, Any] | None = None
) -> Iterable[Left]:
    deal = knowledge.tree.deal
    if deal is None or not knowledge.holds(leave.only):
        return
    if leave.of is not None:
        seat = effect.seat if leave.of == "who" and effect is not None else knowledge.place(leave.of)
        name = deal.at_seats.get(name, {}).get(seat or "", "")
        if not name:
            return
    value = found.get(leave.take or "") if found is not None else _left_value(knowledge, leave, effect)
    if value is None and leave.or_from is not None and leave.or_from.call is not None:
        value = _worked_out(knowledge, leave.or_from.call, leave.or_from.given, leave.or_from.take)
    if isinstance(value, str) and name in deal.facts and deal.facts[name].kind == "cards":
        value = (value,)  # one card of several
    if isinstance(value, str) and leave.how == "put":  # words: beside what is known to be there still
        there = knowledge.quietly(name)
        said = dict.fromkeys((*(there.split("、") if isinstance(there, str) else ()), *value.split("、")))
        yield Left(name, "is", "、".join(said))
        return
    if value is not None or leave.how in ("unknown", "back"):
        yield Left(name, leave.how, value)
    elif leave.or_unknown:
        yield Left(name, "unknown")


def _left_value(knowledge: Knowledge, leave: Leave, effect: Effect | None) -> Any:
    if leave.part is not None:
        return (getattr(effect, leave.part) or None) if effect is not None else None
    if leave.seat is not None:
        return knowledge.place(leave.seat)
    if leave.fact is not None:
        return knowledge.quietly(leave.fact)
    if leave.call is not None:
        return _worked_out(knowledge, leave.call, leave.given, leave.take)
    return leave.value


def _worked_out(knowledge: Knowledge, call: str, given: Mapping[str, Any], take: str | None) -> Any:
    """What a function finds; None where it has too little."""
    try:
        result = functions.call(call, knowledge.filled(dict(given)))
    except (NotKnown, RuleInputError):
        return None
    return result.get(take) if take is not None else result
