"""Are the files the search understands people with sound? Every fault with file, line, what is wrong and what to do."""

from __future__ import annotations

from rules_data.handbook import open_handbook
from rules_data.loader import DataError, Problem


def check_synonyms() -> list[Problem]:
    """Problems of the synonym files; the books must be sound already."""
    from search.wordlists import read_everyday, read_synonyms

    problems: list[Problem] = []
    for read in (read_everyday, lambda: read_synonyms(open_handbook())):
        try:
            read()
        except DataError as e:
            problems += e.problems
    return problems
