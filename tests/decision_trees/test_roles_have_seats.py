"""With the seats known, nobody is named in a ruling by a role alone: his seat stands in the same sentence, in every case."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from decision_trees.cases import run_case
from decision_trees.engine import Ruled
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Case, Tree
from decision_trees.roles import SIDES, Cast, roles_of
from rules_data.handbook import open_handbook

LIBRARY = open_library()
HANDBOOK = open_handbook()

STILL_BARE = {"bridge": 0, "guandan": 0, "shengji": 0}
"""Role words without their seat, by game, over all cases; this may only fall."""

PLAIN = re.compile(r"\{~[^{}]*\}")
"""The word itself, written so on purpose where the law is said of everybody: 庄家方违规防家得分加."""

IN_BRACKETS = re.compile(r"(?<=[家方])（[^（）]*）")
"""What the engine says of a seat: 西家（违规者的下家）."""

SENTENCE = re.compile(r"[^。！？；\n]+")

TO_HIMSELF = ("你的", "你们的")
"""Whoever is spoken to knows who his own partner is."""


def without_plain(value: Any) -> Any:
    """The same tree with every word taken out that is plain on purpose."""
    if isinstance(value, str):
        return PLAIN.sub("◇", value)
    if isinstance(value, dict):
        return {key: without_plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(without_plain(each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: without_plain(getattr(value, each.name)) for each in fields(value)})
    return value


TREES: dict[str, Tree] = {name: without_plain(tree) for name, tree in LIBRARY.trees.items()}


def lines(step: Ruled) -> Iterator[str]:
    """What is read out of a ruling, its options included."""
    yield step.outcome.ruling
    yield from step.outcome.do
    yield from step.outcome.tell.values()
    yield from (figure.text for figure in step.figures)
    if (choice := step.outcome.choice) is not None:
        yield from (part for option in choice.options.values() for part in (option.text, option.help) if part)
    yield from step.stays
    if step.next is not None:
        yield step.next.text


def names_of(step: Ruled) -> dict[str, set[str]]:
    """For every word a role is called by, the seats and sides it may stand for; none where its seat is not known."""
    deal = step.entry.deal
    assert deal is not None
    roles = roles_of(step.tree, step.entry)
    seats = {
        role.seat: step.seats[name] for name, role in roles.items() if role.seat is not None and name in step.seats
    }
    sides = {known.name: known.value for known in step.known if isinstance(known.value, str)}
    cast = Cast(deal, roles, seats.get, sides.get)
    out: dict[str, set[str]] = defaultdict(set)
    for name, role in roles.items():
        usual = deal.roles.get(name, role)  # what the game calls him, where a tree has words of its own
        seat = cast.seat(name)
        for words in filter(None, (role.words, usual.words)):
            out[words] |= {deal.seats[seat]} if seat is not None else set()
        for kind in SIDES:
            side = cast.side(f"{name}.{kind}")
            found = {deal.sides[side], *(deal.seats[each] for each in side)} if side is not None else set()
            for words in filter(None, (getattr(role, kind), getattr(usual, kind), cast.words(f"{name}.{kind}"))):
                out[words] |= found
        for relation in deal.relations:
            other = cast.seat(f"{name}.{relation}")
            found = {deal.seats[other]} if other is not None else set()
            out[cast.words(f"{name}.{relation}")] |= found  # 违规者的下家
            if found:
                out[deal.relations[relation].words] |= found  # 下家
    return out


def bare(step: Ruled) -> Iterator[str]:
    """The sentences of a ruling in which somebody whose seat is known is called by his role only."""
    names = names_of(step)
    words = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)")
    for line in lines(step):
        for sentence in SENTENCE.findall(IN_BRACKETS.sub("", line)):
            for m in words.finditer(sentence):
                said = names[m[0]]
                if (
                    said
                    and not any(name in sentence for name in said)
                    and not sentence[: m.start()].endswith(TO_HIMSELF)
                ):
                    yield f"{m[0]}：{sentence}"


def ruled(case: Case) -> Ruled | None:
    step = run_case(case, Law(TREES, HANDBOOK.books)).step
    return step if isinstance(step, Ruled) else None


@pytest.mark.parametrize("game", sorted(STILL_BARE))
def test_a_role_whose_seat_is_known_is_named_by_it(game: str) -> None:
    found = [
        f"{case.id}: {each}"
        for case in LIBRARY.cases.values()
        if case.tree.split(".")[0] == game and (step := ruled(case)) is not None
        for each in sorted(set(bare(step)))
    ]
    assert len(found) <= STILL_BARE[game], "\n".join(found)


def test_a_role_without_its_seat_is_found() -> None:
    """The words of a role are missed as soon as they stand without the seat; what is said of a seat is not."""
    case = next(case for case in LIBRARY.cases.values() if case.id == "guandan.wrong_play_by_follower.base_next_is_out")
    step = ruled(case)
    assert step is not None and not list(bare(step))
    for line, found in (
        ("停止违规者出牌权一次", True),
        ("由违规者的下家出牌", True),
        ("由下家出牌", True),
        ("罚违规方", True),
        ("由北家（违规者的下家）出牌", False),
        ("停止东家（违规者）出牌权一次，违规者不得改出", False),
        ("你的下家接着出", False),
    ):
        said = replace(step, outcome=replace(step.outcome, ruling=line, do=(), tell={}), figures=(), next=None)
        assert bool(list(bare(said))) == found, line
