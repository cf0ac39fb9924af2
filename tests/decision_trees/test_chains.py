"""Several rulings at one table come out, one after the other and with one of them taken back, as they were worked out by hand."""

from __future__ import annotations

import pytest

from decision_trees.chain import play, rulings_of, run_chain, taken_back, without_it
from decision_trees.law import Law
from decision_trees.library import open_library
from rules_data.handbook import open_handbook

LIBRARY = open_library()
HANDBOOK = open_handbook()


@pytest.mark.parametrize("id_", sorted(LIBRARY.chains))
def test_chain(id_: str) -> None:
    chain = LIBRARY.chains[id_]
    faults = run_chain(chain, Law(LIBRARY.trees, HANDBOOK.books))
    assert not faults, f"{chain.situation}\n" + "\n".join(faults)


UNDONE = [(id_, undo.ruling) for id_, chain in sorted(LIBRARY.chains.items()) for undo in chain.undo]


@pytest.mark.parametrize(("id_", "number"), UNDONE[::8])
def test_what_is_not_walked_again_comes_to_the_same(id_: str, number: int) -> None:
    """With a ruling taken back, what stands before it and what is told the same is not walked again: all is as if it were."""
    law, rulings = Law(LIBRARY.trees, HANDBOOK.books), rulings_of(LIBRARY.chains[id_])
    anew = play(taken_back(rulings, str(number)), law)
    assert without_it(play(rulings, law), rulings, str(number), law) == anew
