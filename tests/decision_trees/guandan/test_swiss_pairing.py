"""Pairing by score against trying every pairing in order (rule 28.1): the first takes the highest it can, then the next."""

from __future__ import annotations

import random

import pytest

from decision_trees.functions import RuleInputError
from decision_trees.guandan.pairings import MOST_SWISS, swiss_round


def first_of_all(names: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """The first complete pairing, every choice of a higher name tried from the top before any of a lower one."""
    if not names:
        return []
    high = names[0]
    for low in names[1:]:
        if frozenset((high, low)) not in met:
            rest = first_of_all([n for n in names if n not in (high, low)], met)
            if rest is not None:
                return [(high, low), *rest]
    return None


@pytest.mark.parametrize("seed", range(120))
def test_it_is_the_first_pairing_there_is(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"p{i}" for i in range(rng.choice([2, 4, 6, 8, 10, 20]))]
    share = rng.choice([0.2, 0.5, 0.75, 0.9]) if len(names) < 20 else 0.3
    met = {frozenset((a, b)) for a in names for b in names if a < b and rng.random() < share}
    expected = first_of_all(names, met)
    if expected is None:
        with pytest.raises(RuleInputError, match="排不出来"):
            swiss_round(names, met)
    else:
        assert list(swiss_round(names, met)) == expected


def test_the_last_choices_are_made_anew_where_going_straight_on_ends() -> None:
    # of 40, the last two have met, and everybody below the 24th has met the last: she must meet somebody higher
    names = [f"p{i}" for i in range(40)]
    met = {frozenset((names[-1], name)) for name in names[24:39]}
    found = swiss_round(names, met)
    assert list(found) == first_of_all(names, met)
    assert {name for two in found for name in two} == set(names)
    assert next(two for two in found if names[-1] in two)[0] in names[:24]


def test_as_many_pairs_as_there_may_be_are_paired() -> None:
    names = [str(n) for n in range(MOST_SWISS)]
    assert swiss_round(names, set()) == tuple(zip(names[::2], names[1::2], strict=True))
