"""The data beside the 1999 bridge rules: errata, terms, tables, open questions.

Expected values are worked by hand from the printed laws (the clause stands beside each), not taken from the YAML.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter

import rules_data
from rules_data.model import Erratum, OpenQuestion, Table, Term

BOOK = Path(rules_data.__file__).parent / "books" / "bridge-1999"


def _load(name: str, type_: Any) -> Any:
    records = yaml.safe_load((BOOK / name).read_text(encoding="utf-8"))
    known = {field.name for field in fields(type_)}
    for record in records:
        assert set(record) <= known, record
    return TypeAdapter(tuple[type_, ...]).validate_python(records)


@pytest.fixture(scope="module")
def errata() -> dict[str, Erratum]:
    return {e.id: e for e in _load("errata.yaml", Erratum)}


@pytest.fixture(scope="module")
def terms() -> dict[str, Term]:
    return {t.id: t for t in _load("terms.yaml", Term)}


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return {t.id: t for t in _load("tables.yaml", Table)}


@pytest.fixture(scope="module")
def questions() -> dict[str, OpenQuestion]:
    return {q.id: q for q in _load("open_questions.yaml", OpenQuestion)}


def _row(table: Table, **key: Any) -> dict[str, Any]:
    """The one row of a table with these values."""
    names = [column.key for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    found = [row for row in rows if all(row[k] == v for k, v in key.items())]
    assert len(found) == 1, (table.id, key)
    return found[0]


def _provisions() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}

    def walk(records: list[dict[str, Any]]) -> None:
        for record in records:
            found[record["id"]] = record
            walk(record.get("children", []))

    for file in sorted((BOOK / "provisions").glob("*.yaml")):
        walk(yaml.safe_load(file.read_text(encoding="utf-8")))
    return found


# --- errata


def test_every_numbered_erratum_is_there(errata: dict[str, Erratum]) -> None:
    # 1 to 58; the analysis of the text has no number 48
    numbers = {int(match[1]) for e in errata if (match := re.fullmatch(r"E-(\d{3})[bc]?", e))}
    assert numbers == set(range(1, 59)) - {48}
    severities = {n: errata[f"E-{n:03d}"].severity for n in numbers}
    ruling = {*range(1, 30), 56, 57, 58}
    assert severities == {n: "ruling" if n in ruling else "structure" for n in numbers}


def test_slips_of_wording_are_numbered_in_order(errata: dict[str, Erratum]) -> None:
    wording = [e.id for e in errata.values() if e.severity == "wording"]
    assert wording == [f"C-{n:02d}" for n in range(1, 73) if n != 53]  # 70D changes rulings: it is E-058
    # 申述 for 申诉: 84E, 92B, 92C twice, 92D three times, 93B3 twice
    appeals = Counter(e.at[0] for e in errata.values() if e.printed and "申述" in e.printed)
    assert appeals == {"84E": 1, "92B": 1, "92C": 2, "92D": 3, "93B3": 2}


def test_readings_that_rest_on_memory_change_nothing(errata: dict[str, Erratum]) -> None:
    remarks = {10, 11, 16, 17, 18, 19, 21, 22, 23, 24, 26, 29}
    assert all(errata[f"E-{n:03d}"].standing == "remark" for n in remarks)
    assert errata["E-001"].standing == errata["E-020"].standing == "reading"
    assert errata["E-027"].standing == "note"
    # what trees rule by: a misbid must be proven (75n2), 45D as 67A has it, 70D the way round that makes sense
    assert all(errata[e].standing == "reading" and errata[e].effect for e in ("E-012", "E-056", "E-058"))


def test_errata_say_why(errata: dict[str, Erratum]) -> None:
    reasons = ("本文他处", "1997", "逻辑矛盾", "语感", "底本", "印本", "校本", "原扫描稿", "独立词条", "“语气”")
    for e in errata.values():
        assert any(r in e.evidence for r in reasons) or e.standing in ("remark", "note"), e.id
        assert e.reading != e.printed or e.reading is None, e.id
        if e.severity == "ruling":
            assert e.effect, e.id


def test_printed_characters_stand_in_the_provision(errata: dict[str, Erratum]) -> None:
    provisions = _provisions()
    for e in errata.values():
        for at in e.at:
            assert at in provisions, (e.id, at)
        if e.printed is not None:
            wanted = "".join(e.printed.split())
            parts = ["".join((provisions[e.at[0]].get(part) or "").split()) for part in ("heading", "text")]
            assert sum(part.count(wanted) for part in parts) >= e.occurrence, e.id


def test_doubled_majors(errata: dict[str, Erratum], tables: dict[str, Table]) -> None:
    # Law 77 prints 加倍时 40 40 40 40; 30 undoubled and 120 redoubled leave only 60
    assert errata["E-001"].printed == "加倍时 | 40 | 40 | 40 | 40 |"
    assert _row(tables["trick-points"], doubling="X") | {"doubling_name": ""} == {
        "doubling_name": "", "doubling": "X", "C": 40, "D": 40, "H": 60, "S": 60,
    }  # fmt: skip
    cells = tables["trick-points"].printed_otherwise
    assert [(tables["trick-points"].rows[c.row][1], c.column, c.printed, c.erratum) for c in cells] == [
        ("X", "H", "40", "E-001"),
        ("X", "S", "40", "E-001"),
    ]


# --- tables


def test_tables_are_well_formed(tables: dict[str, Table]) -> None:
    for table in tables.values():
        names = [column.key for column in table.columns]
        assert len(set(names)) == len(names)
        assert all(len(row) == len(names) for row in table.rows), table.id
        keys = [tuple(row[names.index(k)] for k in table.key) for row in table.rows]
        assert len(set(keys)) == len(keys), table.id
        for column, name in zip(table.columns, names, strict=True):
            for row in table.rows:
                value = row[names.index(name)]
                assert value is None or isinstance(value, int if column.type == "integer" else str), (table.id, name)


@pytest.mark.parametrize(
    ("board", "dealer", "vulnerable"),
    # law 2: 北家 1 5 9 13, 东家 2 6 10 14, ...; 双无 1 8 11 14, 南北 2 5 12 15, 东西 3 6 9 16, 双有 4 7 10 13
    [
        (1, "N", "none"),
        (4, "W", "both"),
        (7, "S", "both"),
        (8, "W", "none"),
        (10, "E", "both"),
        (15, "S", "NS"),
        (16, "W", "EW"),
    ],
)
def test_dealer_and_vulnerability(tables: dict[str, Table], board: int, dealer: str, vulnerable: str) -> None:
    row = _row(tables["dealer-vulnerability"], board=board)
    assert (row["dealer"], row["vulnerable"]) == (dealer, vulnerable)


def test_sixteen_boards_each_seat_and_condition_four_times(tables: dict[str, Table]) -> None:
    table = tables["dealer-vulnerability"]
    assert [row[0] for row in table.rows] == list(range(1, 17))
    assert Counter(row[3] for row in table.rows) == dict.fromkeys("NESW", 4)
    assert Counter(row[4] for row in table.rows) == {"none": 4, "NS": 4, "EW": 4, "both": 4}
    said = {("北家", "N"), ("东家", "E"), ("南家", "S"), ("西家", "W")}
    assert {(row[1], row[3]) for row in table.rows} == said


def test_scoring(tables: dict[str, Table]) -> None:
    # law 77, 无将定约
    assert _row(tables["trick-points-no-trump"], trick="first")["none"] == 40
    assert _row(tables["trick-points-no-trump"], trick="subsequent")["XX"] == 120
    # 满贯
    assert _row(tables["slam-bonus"], slam="small")["vulnerable"] == 750
    assert _row(tables["slam-bonus"], slam="grand")["not_vulnerable"] == 1000
    # 超墩: undoubled is 同墩分, no number of its own
    assert _row(tables["overtricks"], doubling="none")["vulnerable"] is None
    assert _row(tables["overtricks"], doubling="X")["not_vulnerable"] == 100
    assert _row(tables["overtricks"], doubling="XX")["vulnerable"] == 400
    # 完成定约奖分
    bonuses = {row[1]: row[2] for row in tables["contract-bonus"].rows}
    assert bonuses == {"game-vulnerable": 500, "game-not-vulnerable": 300, "partscore": 50, "X": 50, "XX": 100}


@pytest.mark.parametrize(
    ("column", "totals"),
    [
        # worked by hand from the three printed rows of 宕墩罚分: totals for 1 to 5 down
        ("not_vulnerable_none", [50, 100, 150, 200, 250]),
        ("not_vulnerable_X", [100, 300, 500, 800, 1100]),
        ("not_vulnerable_XX", [200, 600, 1000, 1600, 2200]),
        ("vulnerable_none", [100, 200, 300, 400, 500]),
        ("vulnerable_X", [200, 500, 800, 1100, 1400]),
        ("vulnerable_XX", [400, 1000, 1600, 2200, 2800]),
    ],
)
def test_undertricks(tables: dict[str, Table], column: str, totals: list[int]) -> None:
    first, subsequent, extra = (
        _row(tables["undertricks"], undertrick=name)[column]
        for name in ("first", "subsequent", "fourth-and-later-extra")
    )
    assert [first + (n - 1) * subsequent + max(0, n - 3) * extra for n in range(1, 6)] == totals


def test_imp(tables: dict[str, Table]) -> None:
    rows = tables["imp"].rows
    assert [row[2] for row in rows] == list(range(1, 25))
    # scores are multiples of ten: each row begins where the one before ends
    for before, after in pairwise(rows):
        assert isinstance(before[1], int) and after[0] == before[1] + 10
    assert rows[0] == (20, 40, 1)
    assert rows[4] == (170, 210, 5)
    assert rows[11] == (600, 740, 12)
    assert rows[12] == (750, 890, 13)
    assert rows[22] == (3500, 3990, 23)
    assert rows[23] == (4000, None, 24)


@pytest.mark.parametrize(
    ("name", "value", "at"),
    [
        ("average-minus-pct", 40, "12C1"),
        ("average-pct", 50, "12C1"),
        ("average-plus-pct", 60, "12C1"),
        ("compensation-pct", 60, "88"),
        ("average-plus-imp", 3, "86A"),
        ("average-minus-imp", -3, "86A"),
        ("correction-minutes", 30, "79C"),
        ("appeal-minutes", 30, "92B"),
        ("game-trick-points", 100, "def/局"),
        ("partscore-trick-points", 90, "def/部分定约"),
    ],
)
def test_limits(tables: dict[str, Table], name: str, value: int, at: str) -> None:
    row = _row(tables["limits"], name=name)
    assert (row["value"], row["at"]) == (value, at)


# --- terms


def test_every_definition_is_a_term(terms: dict[str, Term]) -> None:
    definitions = {p for p in _provisions() if re.fullmatch(r"def/[^.]+", p)}
    defined = {at.partition(".")[0] for term in terms.values() for at in term.defined_in}
    assert definitions - defined == set()
    assert len(definitions) == 55  # 53 words, 宕墩 and 奖分 printed twice


def test_terms_are_complete(terms: dict[str, Term]) -> None:
    provisions = _provisions()
    assert len({t.term for t in terms.values()}) == len(terms) >= 100
    for term in terms.values():
        assert term.english and term.english[0], term.id
        assert term.defined_in or (term.used_in and term.meaning), term.id
        assert all(at in provisions for at in (*term.defined_in, *term.used_in)), term.id
        assert not set(term.aka) & {term.term}, term.id
        characters = re.sub(r"[()]", "", term.term)
        assert len(term.pinyin.split()) == len(characters), term.id


def test_three_terms(terms: dict[str, Term]) -> None:
    revoke = terms["revoke"]  # defined twice: in chapter one and in law 61A
    assert (revoke.term, revoke.pinyin, revoke.defined_in) == ("藏牌", "cáng pái", ("def/藏牌", "61A"))
    assert "有花色不跟" in revoke.aka
    redeal = terms["redeal"]  # its definition has slipped into 花色
    assert (redeal.pinyin, redeal.english[0], redeal.defined_in) == ("chóng fā", "redeal", ("def/花色",))
    major = terms["major-penalty-card"]
    assert (major.term, major.pinyin, major.defined_in) == ("重罚张", "zhòng fá zhāng", ("50B",))


@pytest.mark.parametrize(
    ("id_", "pinyin"),
    [
        ("trump", "jiàng pái"),
        ("no-trump", "wú jiàng"),
        ("ruff", "jiàng chī"),
        ("adjusted-score", "tiáo zhěng fēn"),
        ("assigned-adjusted-score", "cái dìng tiáo zhěng fēn"),
        ("change-of-call", "gēng gǎi jiào pái"),
        ("insufficient-bid", "bù zú jiào pái"),
        ("captain", "duì zhǎng"),
    ],
)
def test_characters_with_more_than_one_reading(terms: dict[str, Term], id_: str, pinyin: str) -> None:
    assert terms[id_].pinyin == pinyin


# --- open questions


def test_every_open_question(questions: dict[str, OpenQuestion]) -> None:
    provisions = _provisions()
    assert list(questions) == [f"D-{n:02d}" for n in range(1, 40)]
    for q in questions.values():
        keys = [option.key for option in q.options]
        assert len(set(keys)) == len(keys) >= 2, q.id
        assert q.default is None or (q.default in keys and q.because), q.id
        assert all(option.evidence for option in q.options), q.id
        assert all(at in provisions for at in q.at), q.id


def test_questions_the_referee_must_be_told_of(questions: dict[str, OpenQuestion]) -> None:
    flagged = {int(q.id[2:]) for q in questions.values() if q.flagged}
    assert flagged == {1, 3, 6, 8, 16, 25, 26, 27, 28, 30, 31, 35, 36, 37}


def test_errata_and_questions_agree(errata: dict[str, Erratum], questions: dict[str, OpenQuestion]) -> None:
    for e in errata.values():
        assert e.open_question is None or e.open_question in questions, e.id
    # law 28B as it must be read; 24B and 24C: one pass; 45D; 34; 29A against 28B; 30C before 30B1
    settled = {"E-002": "D-02", "E-020": "D-11", "E-056": "D-28", "E-057": "D-29", "E-052": "D-01", "E-049": "D-35"}
    assert {e: errata[e].open_question for e in settled} == settled
