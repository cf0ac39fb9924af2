"""What the program in a folder says in worked cases: run by ``words_between`` inside the program of one commit.

    PYTHONPATH=FOLDER python words_of_cases.py cases > CASES         what is written: facts, and what the event has settled
    PYTHONPATH=FOLDER python words_of_cases.py words < CASES > WORDS  what the program comes to, part by part

It imports nothing of the tests and knows how the engine is called since the commit e09170f: with trees, books and what is settled,
or with a ``Law``. What the program does not know (a tree that is gone, a fact that is called otherwise) it says in its own words.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import Any

from decision_trees.engine import Asked, Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.library import open_library
from rules_data.handbook import open_handbook

try:
    from decision_trees.law import Law
except ImportError:  # before trees, books and what is settled were one value
    Law = None  # type: ignore[assignment, misc]
try:
    from decision_trees import chain as chains
except ImportError:  # before rulings were chained
    chains = None  # type: ignore[assignment]

OF_OUTCOME = ("ruling", "do", "tell", "effects", "level", "choice", "follow_ups", "deadline")


def plain(value: Any) -> Any:
    """A value as JSON data, without what says nothing: a field that only one program has is no difference while it is empty."""
    if is_dataclass(value) and not isinstance(value, type):
        value = {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Mapping):
        held = {str(name): plain(each) for name, each in value.items()}
        return {name: each for name, each in sorted(held.items()) if each not in (None, "", False, [], {})}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def said(step: Any) -> dict[str, Any]:
    """The parts of what walking a tree came to."""
    if isinstance(step, Asked):
        return {"step": "asks", "outcome": step.name, "ask": step.ask}
    if not isinstance(step, Ruled):
        return {"step": "undecided", "outcome": step.id}
    after = getattr(step, "next", None)
    return {
        "step": "rules",
        "outcome": step.outcome_id,
        **{part: plain(getattr(step.outcome, part, None)) for part in OF_OUTCOME},
        "cites": list(step.cites),
        "figures": [figure.text for figure in step.figures],
        "seats": plain(step.seats),
        "open questions": [each.id for each in step.settled],
        "next": after.text if after is not None else "",
        "stays": list(getattr(step, "stays", ())),
    }


def cases() -> dict[str, Any]:
    """The worked cases and chains as they are written, without what is expected."""
    library = open_library()
    written: dict[str, Any] = {
        name: {"tree": case.tree, "facts": plain_facts(case.facts), "settled": dict(case.settled)}
        for name, case in library.cases.items()
    }
    for name, chain in getattr(library, "chains", {}).items():
        given = [asdict(each) for each in chains.rulings_of(chain)]
        written[name] = {"rulings": [{key: plain_facts(value) for key, value in each.items()} for each in given]}
    return written


def plain_facts(value: Any) -> Any:
    """Facts as JSON data: all of them, empty ones too."""
    if isinstance(value, Mapping):
        return {name: plain_facts(each) for name, each in value.items()}
    return [plain_facts(each) for each in value] if isinstance(value, list | tuple | set | frozenset) else value


def words(written: dict[str, Any]) -> dict[str, Any]:
    """What this program says in each case; of a chain, in each of its rulings (``… 2``)."""
    trees, books = open_library().trees, open_handbook().books
    out: dict[str, Any] = {}
    for name, case in written.items():
        if "rulings" in case:
            out |= in_chain(name, case["rulings"], trees, books)
        elif case["tree"] not in trees:
            out[name] = {"step": "no such tree"}
        else:
            try:
                out[name] = said(walked(trees[case["tree"]], case["facts"], case["settled"], trees, books))
            except RuleInputError as fault:
                out[name] = {"step": "refuses", "fault": str(fault)}
    return out


def walked(tree: Any, facts: Any, settled: Any, trees: Any, books: Any) -> Any:
    """Walk a tree, however the engine is called."""
    if Law is not None:
        return advance(tree, facts, Law(trees, books, settled))
    return advance(tree, facts, trees=trees, books=books, settled=settled)  # type: ignore[call-arg]


def in_chain(name: str, rulings: list[dict[str, Any]], trees: Any, books: Any) -> dict[str, Any]:
    """What is said in the rulings of a chain."""
    if chains is None or any(each["tree"] not in trees for each in rulings):
        return {f"{name} {each['id']}": {"step": "no such tree"} for each in rulings}
    known = {each.name for each in fields(chains.Given)}
    given = [chains.Given(**{key: value for key, value in each.items() if key in known}) for each in rulings]
    law = (Law(trees, books),) if Law is not None else (trees, books)
    try:
        played = chains.play(given, *law)
    except RuleInputError as fault:
        return {f"{name} {each['id']}": {"step": "refuses", "fault": str(fault)} for each in rulings}
    return {
        f"{name} {each.given.id}": said(each.step)
        if each.step is not None
        else {"step": "refuses", "fault": each.fault}
        for each in played
    }


if __name__ == "__main__":
    result = cases() if sys.argv[1] == "cases" else words(json.load(sys.stdin))
    json.dump(result, sys.stdout, ensure_ascii=False)
