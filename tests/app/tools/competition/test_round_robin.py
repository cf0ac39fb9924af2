"""Round robins against the tables of the texts, published Berger tables and what a round robin must be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from app.journal.competition import PlanBody
from app.tools.competition.round_robin import groups, rounds
from app.tools.competition.scoring import law_of
from rules_data.handbook import open_handbook

# FIDE Handbook C.05, Annex 1: Details of Berger table, as printed
FIDE = {
    4: ("1-4 2-3", "4-3 1-2", "2-4 3-1"),
    6: ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"),
    10: (
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ),
    12: (
        "1-12 2-11 3-10 4-9 5-8 6-7",
        "12-7 8-6 9-5 10-4 11-3 1-2",
        "2-12 3-1 4-11 5-10 6-9 7-8",
        "12-8 9-7 10-6 11-5 1-4 2-3",
        "3-12 4-2 5-1 6-11 7-10 8-9",
        "12-9 10-8 11-7 1-6 2-5 3-4",
        "4-12 5-3 6-2 7-1 8-11 9-10",
        "12-10 11-9 1-8 2-7 3-6 4-5",
        "5-12 6-4 7-3 8-2 9-1 10-11",
        "12-11 1-10 2-9 3-8 4-7 5-6",
        "6-12 7-5 8-4 9-3 10-2 11-1",
    ),
    # Crenshaw-Berger tables for pairing round robin tournaments, as printed by clubs of the US Chess Federation
    8: (
        "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
    ),
    14: (
        "1-14 2-13 3-12 4-11 5-10 6-9 7-8",
        "14-8 9-7 10-6 11-5 12-4 13-3 1-2",
        "2-14 3-1 4-13 5-12 6-11 7-10 8-9",
        "14-9 10-8 11-7 12-6 13-5 1-4 2-3",
        "3-14 4-2 5-1 6-13 7-12 8-11 9-10",
        "14-10 11-9 12-8 13-7 1-6 2-5 3-4",
        "4-14 5-3 6-2 7-1 8-13 9-12 10-11",
        "14-11 12-10 13-9 1-8 2-7 3-6 4-5",
        "5-14 6-4 7-3 8-2 9-1 10-13 11-12",
        "14-12 13-11 1-10 2-9 3-8 4-7 5-6",
        "6-14 7-5 8-4 9-3 10-2 11-1 12-13",
        "14-13 1-12 2-11 3-10 4-9 5-8 6-7",
        "7-14 8-6 9-5 10-4 11-3 12-2 13-1",
    ),
}  # fmt: skip


def _to_24() -> dict[int, list[str]]:
    """Berger tables for 4 to 24 players; the file names where they were printed."""
    found: dict[int, list[str]] = {}
    for line in (Path(__file__).parent / "berger.txt").read_text(encoding="utf-8").splitlines():
        if line.endswith(" players"):
            found[int(line.split()[0])] = []
        elif not line.startswith("#"):
            found[max(found)].append(line)
    return found


TO_24 = _to_24()


def _rounds(number: int, method: str = "berger", cycles: int = 1) -> list[list[tuple[str, str]]]:
    order = tuple(str(each) for each in range(1, number + 1))
    plan = PlanBody("round_robin", order, method=method, cycles=cycles)  # type: ignore[arg-type]
    return [[(str(m.home), str(m.away)) for m in each.meetings] for each in rounds(plan, law_of("guandan"))]


@pytest.mark.parametrize("number", sorted(FIDE))
def test_the_published_berger_tables(number: int) -> None:
    found = _rounds(number)
    assert [set(f"{a}-{b}" for a, b in each) for each in found] == [set(each.split()) for each in FIDE[number]]


@pytest.mark.parametrize("number", range(3, 25))
def test_the_published_berger_tables_to_24(number: int) -> None:
    """Each round, with its sides and in its order; where the number is odd, whoever meets the highest sits out."""
    highest = number + number % 2
    printed = [each.replace(f"{highest}", "0") if number % 2 else each for each in TO_24[highest]]
    found = [" ".join(f"{a or 0}-{b or 0}" for a, b in each) for each in _rounds(number)]
    assert found == printed


def test_two_printings_of_the_berger_tables_say_the_same() -> None:
    assert sorted(TO_24) == list(range(4, 25, 2))
    for number, printed in FIDE.items():
        assert [set(each.split()) for each in TO_24[number]] == [set(each.split()) for each in printed]


@pytest.mark.parametrize(
    ("table", "number", "method"),
    [
        ("schedule-berger-8", 8, "berger"),
        ("schedule-rotation-8", 8, "rotation"),
        ("schedule-berger-7", 7, "berger"),
        ("schedule-rotation-7", 7, "rotation"),
    ],
)
def test_the_tables_of_the_text_word_for_word(table: str, number: int, method: str) -> None:
    printed = open_handbook().table("guandan-2017", table)
    keys = [column.key for column in printed.columns]
    for row in printed.rows:
        cell = dict(zip(keys, row, strict=True))
        home, away = _rounds(number, method)[int(str(cell["round"])) - 1][int(str(cell["table"])) - 1]
        assert (home or "0", away or "0") == (str(cell["home"]), str(cell["away"])), cell


@pytest.mark.parametrize("method", ["berger", "rotation"])
@pytest.mark.parametrize("number", range(2, 25))
def test_everybody_meets_everybody_once_and_sits_out_once_where_the_number_is_odd(number: int, method: str) -> None:
    found = _rounds(number, method)
    assert len(found) == number - 1 + number % 2
    for each in found:
        assert sorted(n for two in each for n in two if n) == sorted(str(n) for n in range(1, number + 1))
        assert sum(not (a and b) for a, b in each) == number % 2
    met = Counter(frozenset(two) for each in found for two in each if all(two))
    assert set(met.values()) == {1}
    assert len(met) == number * (number - 1) // 2
    byes = Counter((a or b) for each in found for a, b in each if not (a and b))
    assert byes == (Counter({str(n): 1 for n in range(1, number + 1)}) if number % 2 else Counter())


@pytest.mark.parametrize("number", range(3, 25))
def test_in_a_berger_table_sides_differ_by_one_at_most(number: int) -> None:
    sides: Counter[str] = Counter()
    for each in _rounds(number):
        for home, away in each:
            if home and away:
                sides[home] += 1
                sides[away] -= 1
    assert all(abs(sides[str(n)]) <= 1 for n in range(1, number + 1)), sides


def test_who_meets_twice_sits_on_either_side_once() -> None:
    found = Counter(two for each in _rounds(6, cycles=2) for two in each)
    assert set(found.values()) == {1}
    assert len(found) == 30


def test_groups_are_filled_as_a_snake_moves() -> None:
    assert groups([str(n) for n in range(1, 9)], 2) == [["1", "4", "5", "8"], ["2", "3", "6", "7"]]
    assert groups([str(n) for n in range(1, 8)], 3) == [["1", "6", "7"], ["2", "5"], ["3", "4"]]
