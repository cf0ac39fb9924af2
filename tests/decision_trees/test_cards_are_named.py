"""A card that was entered and that a ruling does something to stands in the words that are told, in every case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from decision_trees.cases import run_case
from decision_trees.engine import Ruled
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Effect
from decision_trees.values import say
from rules_data.handbook import open_handbook

LIBRARY = open_library()
HANDBOOK = open_handbook()

STILL_UNNAMED = {"bridge": 0, "guandan": 0, "shengji": 0}
"""Cards that no line names, by game; this may only fall."""

A_CARD = re.compile(r"[♠♥♦♣](?:10|[2-9AKQJ])")


def cards_of(effect: Effect, step: Ruled) -> set[str]:
    """The cards an effect is about, in words: those of its facts, and those its own words name."""
    named = set(A_CARD.findall(f"{effect.what or ''} {effect.amount or ''}"))
    written = effect.cards
    if isinstance(written, str):
        value = {known.name: known.value for known in step.known}.get(written.strip("$?"))
        written = (value,) if isinstance(value, str) else tuple(value or ())
    return named | {say(card, "card", LIBRARY.trees[step.tree.id].deal) for card in written or ()}


def told(step: Ruled) -> str:
    """Everything that is read out or shown of a ruling, without its effects."""
    out = step.outcome
    options = [part for each in (out.choice.options.values() if out.choice else ()) for part in (each.text, each.help)]
    after = [step.next.text] if step.next is not None else []
    parts = [out.ruling, *out.do, *out.tell.values(), *(figure.text for figure in step.figures), *options, *after]
    return "\n".join(part for part in parts if part)


def unnamed(game: str) -> Iterator[str]:
    for case in LIBRARY.cases.values():
        if case.tree.split(".")[0] != game:
            continue
        step = run_case(case, Law(LIBRARY.trees, HANDBOOK.books)).step
        if isinstance(step, Ruled):
            words = told(step)
            for effect in step.outcome.effects:
                yield from (
                    f"{case.id}: {card}（{effect.kind}）" for card in cards_of(effect, step) if card not in words
                )


@pytest.mark.parametrize("game", sorted(STILL_UNNAMED))
def test_every_card_that_an_effect_names_is_told(game: str) -> None:
    found = list(unnamed(game))
    assert len(found) <= STILL_UNNAMED[game], "\n".join(found)


def test_a_card_that_no_line_names_is_found() -> None:
    """The card of a case is missed as soon as the lines that name it are gone."""
    case = next(case for case in LIBRARY.cases.values() if case.id == "bridge.major_penalty_card.forbid_lead")
    step = run_case(case, Law(LIBRARY.trees, HANDBOOK.books)).step
    assert isinstance(step, Ruled)
    restored = next(effect for effect in step.outcome.effects if effect.kind == "card_restored")
    assert cards_of(restored, step) == {"♥K"} and "♥K" in told(step)
    silent = replace(step, outcome=replace(step.outcome, ruling="", do=(), tell={}), figures=(), next=None)
    assert "♥K" not in told(silent)
