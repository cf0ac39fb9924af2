"""Faults made from the law are found: of every kind at least nineteen of twenty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from app.study.fairness.every import CHECKS
from tests.app.study.mutants import KINDS, Mutant

MANY = 40  # of each kind
FOUND = 0.95


@pytest.mark.parametrize("made", KINDS, ids=lambda made: made.__name__)
def test_faults_of_a_kind_are_found(made: Callable[[Random], Iterator[Mutant]]) -> None:
    mutants = list(islice(made(Random(20261128)), MANY))
    assert len(mutants) >= 9, "too few to say anything"
    missed = [
        mutant
        for mutant in mutants
        if not any(True for check in CHECKS if check.name == mutant.check for _ in check.find(mutant.question))
    ]
    told = "\n".join(
        f"{each.question.stem[-60:]} {[option.text for option in each.question.options]}" for each in missed[:5]
    )
    assert len(missed) <= (1 - FOUND) * len(mutants), f"{len(missed)} of {len(mutants)} missed:\n{told}"
