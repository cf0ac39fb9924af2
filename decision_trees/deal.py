"""The state of one table: what the rulings there have made of the deal, and how it stands when one of them is taken back.

A table is a list of changes, each by the ruling that made it; what is known is their fold. So a ruling taken back is its changes
left out, and nothing else need be remembered. Which effects and outcomes change what is written in ``deal.yaml`` (``ruled``) and in
the trees (``leaves``); nothing here knows a game.

Play goes on without rulings. A fact that play alone can end (``grows``: a penalty card, a restriction, the auction, tricks so far)
is therefore remembered and never assumed: it is ``remembered`` until somebody says that it is still so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from decision_trees.model import HOWS, Deal, Fact, How, Leave
from decision_trees.reach import rests_on, same_fact

BY_PLAY = ""
"""By whom a change is that no ruling made: play ended it, or somebody at the table said so."""


@dataclass(frozen=True, slots=True)
class Left:
    """What one ruling leaves on the table of one fact."""

    fact: str
    how: How
    value: Any = None


@dataclass(frozen=True, slots=True)
class Change:
    """What one ruling, or play, changed of one fact at a table."""

    fact: str
    how: How
    value: Any
    by: str  # the ruling; BY_PLAY
    incident: str = ""  # what happened: rulings that follow each other up speak of the same
    ruled: bool = False  # it follows from the ruling itself; what was said while it was made is true without it
    instead: bool = False  # of ``more``: it is what the ruling it follows up has charged already, found out once more


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is known of one fact at a table, and since which ruling."""

    value: Any
    by: str


@dataclass(frozen=True, slots=True)
class TableState:
    """How a table stands after its rulings."""

    changes: tuple[Change, ...] = ()

    def after(self, changes: Iterable[Change]) -> TableState:
        """The table after some more changes; what the same ruling changed before gives way, in its place, to them."""
        new = tuple(changes)
        names = {change.by for change in new if change.by != BY_PLAY}
        at = next((i for i, change in enumerate(self.changes) if change.by in names), len(self.changes))
        earlier = self.changes[:at]
        return TableState((*earlier, *new, *(change for change in self.changes[at:] if change.by not in names)))

    def without(self, ruling: str) -> TableState:
        """The table after a ruling was taken back: what it did goes, what was said of the table while it was made stays."""
        return TableState(tuple(change for change in self.changes if change.by != ruling or not change.ruled))

    def forgetting(self, ruling: str) -> TableState:
        """The table as if nothing had been said on a ruling."""
        return TableState(tuple(change for change in self.changes if change.by != ruling))

    def over(self, facts: Collection[str]) -> TableState:
        """The table after play has ended some of what was remembered."""
        return TableState((*self.changes, *(Change(name, "unknown", None, BY_PLAY) for name in facts)))

    def values(self, deal: Deal, before_incident: str = "") -> dict[str, Remembered]:
        """All that is known or remembered, the last change first where changes speak of one fact.

        What is counted is told as it was ``before_incident``: a ruling asks how often something was put down before, and what it
        puts down itself, and those it follows up, is not among it.
        """
        out: dict[str, Remembered] = {}
        charged: dict[tuple[str, str], Any] = {}  # of an incident: what was charged on a number by it
        put: dict[tuple[str, str], tuple[str, ...]] = {}  # of an incident: the cards put there by it
        for change in self.changes:
            fact = deal.facts.get(change.fact)
            if fact is None:
                continue
            if fact.counted and change.how == "more" and before_incident and change.incident == before_incident:
                continue
            before = out.get(change.fact)
            key = (change.incident, change.fact)
            if change.how == "more" and not change.value and before is None:
                continue  # nothing was put down, and nobody has said how much there was before
            if change.how == "put":
                put[key] = (*put.get(key, ()), *change.value)
            if change.how == "more" and fact.kind == "cards":  # the right to penalise was lost: no longer there for it
                change = replace(change, how="gone", value=put.pop(key, ()))
            value = changed(change, before.value if before is not None else None)
            if fact.counted and change.how in ("is", "more"):  # of one incident the most that one of its rulings says
                value, charged[key] = _counted(change, value, charged.get(key, 0))
            elif change.how != "more":
                charged.pop(key, None)  # the number itself is said
            elif change.instead:  # one offence is charged once along a chain of follow-ups
                value -= charged.get(key, 0)
                charged[key] = change.value
            else:
                charged[key] = charged.get(key, 0) + change.value
            if before is not None and before.value == value:
                continue
            for name in [name for name in out if name != change.fact and change.fact in rests_on(name, deal.facts)]:
                del out[name]  # it followed from what was there before
            if value is None or value == () or value == []:
                out.pop(change.fact, None)
            else:
                out[change.fact] = Remembered(value, change.by)
        return out

    def known(self, deal: Deal, before_incident: str = "") -> dict[str, Any]:
        """What is known of the table whatever has been played since."""
        values = self.values(deal, before_incident)
        return {name: each.value for name, each in values.items() if not deal.facts[name].grows}

    def remembered(self, deal: Deal) -> dict[str, Remembered]:
        """What was so after the last rulings and play alone may have ended: to be confirmed before anything rests on it."""
        return {name: each for name, each in self.values(deal).items() if deal.facts[name].grows}


def _counted(change: Change, value: Any, already: int) -> tuple[Any, int]:
    """What is counted after a change, and how many of it are of its incident; what ``is`` so was so before the incident."""
    if change.how == "is":
        return value + (already if not change.ruled else 0), already if not change.ruled else 0
    if change.instead and not change.value:  # the right to penalise was lost: what was put down for it is taken back
        return value - already, 0
    most = max(already, change.value)
    return value - change.value + most - already, most


def changed(change: Change | Left, before: Any) -> Any:
    """The value of a fact after a change."""
    match change.how:
        case "is":
            return change.value
        case "more":
            return (before or 0) + change.value
        case "put":
            return (*(before or ()), *(card for card in change.value if card not in (before or ())))
        case "gone":
            return tuple(card for card in before or () if card not in change.value)
        case "unknown":
            return None
        case "back":
            return before  # how much it was, only the changes tell


def found_in_figure(leave: Leave) -> bool:
    """Does what a ruling leaves come from what a figure found?"""
    return leave.take is not None and leave.call is None


def folded(left: Iterable[Left]) -> tuple[Left, ...]:
    """What a ruling leaves, without what it says otherwise further on of the same fact."""
    out: list[Left] = []
    for each in left:
        if each.how in ("is", "unknown"):
            out = [one for one in out if one.fact != each.fact]
        out.append(each)
    return tuple(out)


def given_at(
    state: TableState,
    deal: Deal,
    declared: Mapping[str, Fact],
    said: Mapping[str, Any],
    still: Collection[str] = (),
    incident: str = "",
) -> dict[str, Any]:
    """What a tree is told of the table it is opened at: what is known there, and what was confirmed to be still so.

    ``said`` is what is answered in the ruling itself, which comes first; what followed from another auction than the one said now
    is not taken over. ``declared`` are the facts of the tree: one that means something of its own by a name is not told. What is
    counted is told as it was before the ``incident``.
    """
    values = state.values(deal, incident)
    anew = {name for name, value in said.items() if name in values and values[name].value != value}
    out: dict[str, Any] = {}
    for name, each in values.items():
        fact = deal.facts[name]
        if name in said or name not in declared or not same_fact(declared[name], fact):
            continue
        if fact.grows and name not in still:
            continue
        if anew & rests_on(name, deal.facts):
            continue
        out[name] = each.value
    return out


def plain_state(state: TableState) -> list[list[Any]]:
    """The table as JSON data."""
    return [
        [each.fact, each.how, each.value, each.by, each.incident, each.ruled, each.instead] for each in state.changes
    ]


def state_from(data: Any) -> TableState:
    """The table from what was kept of it; what cannot be read is left out."""
    changes = []
    for each in data if isinstance(data, list) else ():
        if isinstance(each, list) and len(each) == len(Change.__slots__):
            fact, how, value, by, incident, ruled, instead = each
            if isinstance(fact, str) and how in HOWS and isinstance(by, str) and isinstance(incident, str):
                changes.append(Change(fact, how, value, by, incident, ruled is True, instead is True))
    return TableState(tuple(changes))


def ordered(values: Mapping[str, Any], deal: Deal) -> list[str]:
    """The names of facts, those that others follow from first."""
    return sorted(values, key=lambda name: len(rests_on(name, deal.facts)))


def changes_of(
    by: str, incident: str, said: Mapping[str, Any], left: Iterable[Left], deal: Deal, *, instead: bool = False
) -> tuple[Change, ...]:
    """What one ruling changed: what it came to know (``said``), then what it leaves.

    ``instead``: it finds out what the ruling it follows up has charged already (:attr:`FollowUp.charged`). What is taken back is
    nothing instead of what the incident has charged.
    """
    own = [Change(name, "is", said[name], by, incident) for name in ordered(said, deal)]
    ruled = [
        Change(each.fact, "more", 0, by, incident, True, True)
        if each.how == "back"
        else Change(each.fact, each.how, each.value, by, incident, True, instead and each.how == "more")
        for each in left
    ]
    return (*own, *sorted(ruled, key=lambda change: len(rests_on(change.fact, deal.facts))))
