"""Several rulings at one table come out, one after the other and with one of them taken back, as they were worked out by hand."""

from __future__ import annotations

import pytest

from decision_trees.chain import run_chain
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
