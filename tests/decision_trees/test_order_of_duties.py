"""What is to be done is said in the order in which it is done, as the worked cases expect it.

By 18.2.1 of the guandan rules, for instance, all that was played is taken back, then the offender is stopped, then the next one
plays: the lines of a ruling are read out one after another, and whoever follows them must end where the text does.
"""

import pytest

from decision_trees.cases import run_case
from decision_trees.engine import Ruled
from decision_trees.law import Law
from decision_trees.library import open_library
from rules_data.handbook import open_handbook

GAMES = ("guandan", "shengji")
SEVERAL = sorted(
    name
    for name, case in open_library().cases.items()
    if case.tree.partition(".")[0] in GAMES and len(case.expect.do) > 1
)


@pytest.mark.parametrize("name", SEVERAL)
def test_what_is_to_be_done_comes_in_the_order_expected(name: str) -> None:
    library = open_library()
    case = library.cases[name]
    step = run_case(case, Law(library.trees, open_handbook().books)).step
    assert isinstance(step, Ruled)
    at = 0
    for words in case.expect.do:
        found = next((n for n, line in enumerate(step.outcome.do) if n >= at and words in line), None)
        assert found is not None, f"“{words}” comes before what is expected first, in {step.outcome.do}"
        at = found
