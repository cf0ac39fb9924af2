"""The data beside the text of shengji-40, against expectations worked by hand from the law text."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

import rules_data

FOLDER = Path(rules_data.__file__).parent / "books" / "shengji-40"


def read(name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return entries


def by_id(name: str) -> dict[str, dict[str, Any]]:
    entries = read(name)
    found = {entry["id"]: entry for entry in entries}
    assert len(found) == len(entries), "an id is used twice"
    return found


def rows(table: str) -> list[dict[str, Any]]:
    entry = by_id("tables")[table]
    keys = [column["key"] for column in entry["columns"]]
    assert all(len(row) == len(keys) for row in entry["rows"])
    return [dict(zip(keys, row, strict=True)) for row in entry["rows"]]


def source() -> str:
    return re.sub(r"\s+", "", (FOLDER / "source.txt").read_text(encoding="utf-8"))


# -- tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("defenders", "printed", "banker", "defender", "change"),
    [  # 序: 0 / 5-35 / 40-75 / 80-115 / 120-160
        (0, "庄家升两级", 2, 0, "否"),
        (5, "庄家升一级", 1, 0, "否"),
        (35, "庄家升一级", 1, 0, "否"),
        (40, "防家上台", 0, 0, "是"),
        (75, "防家上台", 0, 0, "是"),
        (80, "防家上台升一级", 0, 1, "是"),
        (115, "防家上台升一级", 0, 1, "是"),
        (120, "防家上台升两级", 0, 2, "是"),
        (160, "防家上台升两级", 0, 2, "是"),
    ],
)
def test_level_bands(defenders: int, printed: str, banker: int, defender: int, change: str) -> None:
    (row,) = [r for r in rows("level-bands") if r["from"] <= defenders <= r["to"]]
    got = (row["result"], row["banker_delta"], row["defender_delta"], row["stage_change"])
    assert got == (printed, banker, defender, change)


def test_every_multiple_of_five_falls_in_one_band() -> None:
    bands = rows("level-bands")
    for total in range(0, 165, 5):
        assert sum(r["from"] <= total <= r["to"] for r in bands) == 1
    # 第十四条: the bottom counts twice, and six cards hold at most 60 points
    assert bands[-1]["to"] == 160 == (100 - 60) + 2 * 60


def test_level_bands_are_the_printed_ones() -> None:
    text = source()
    for row in rows("level-bands"):
        span = str(row["from"]) if row["from"] == row["to"] else f"{row['from']}-{row['to']}"
        assert f"{span}分{row['result']}" in text


@pytest.mark.parametrize(
    ("difference", "score"),
    [
        (0, (10, 10)),
        (1, (11, 9)),
        (2, (12, 8)),
        (5, (15, 5)),
        (9, (19, 1)),
        (10, (20, 0)),
        (12, (20, 0)),
        (99, (20, 0)),
    ],
)
def test_standard_scores(difference: int, score: tuple[int, int]) -> None:
    (row,) = [
        r for r in rows("standard-scores") if r["from"] <= difference and (r["to"] is None or difference <= r["to"])
    ]
    assert (row["winner"], row["loser"]) == score


def test_standard_scores_are_the_printed_ones() -> None:
    text = (FOLDER / "source.txt").read_text(encoding="utf-8")
    for row in rows("standard-scores"):
        shown = f"{row['from']}" if row["to"] is not None else "10 以上"
        assert f"{shown}\t{row['winner']} : {row['loser']}" in text


def test_penalty_points_of_the_second_article_28() -> None:
    points = {r["kind"]: (r["points"], r["cap"]) for r in rows("penalty-points")}
    assert points == {
        "wrong_card": (10, 80),  # 1: 每张罚10分，最多不超过80分
        "failed_throw": (10, 80),  # 2(1): 每甩错一张罚10分，最多罚不得超过80分
        "failed_throw_first_heavy": (20, 80),  # 2(2): A 是第一进手张扣 20 分
        "failed_throw_first_light": (10, 80),
        "revoke": (40, None),  # 3: 藏牌成立罚 40 分
        "exposed_light": (10, 80),  # 4(1), 1
        "exposed_heavy": (20, 80),  # 4(2), 1
        "out_of_turn": (10, None),  # 5
        "wrong_bottom": (40, None),  # 6: 罚 40 分给对方
    }


def test_printed_examples_of_a_failed_throw() -> None:
    points = {r["kind"]: r["points"] for r in rows("penalty-points")}
    assert 4 * points["failed_throw"] + points["failed_throw_first_light"] == 50  # 甩5张牌被卡住1张罚50分
    assert 4 * points["failed_throw"] + points["failed_throw_first_heavy"] == 60  # 甩出AK985扣60分


def test_table_4_has_grades_and_no_amounts() -> None:
    grades = rows("penalty-grades")
    assert [r["grade"] for r in grades] == [1, 2, 3, 4]
    assert all(r["amount"] is None for r in grades)
    cited = {r["grade"]: r["provisions"] for r in grades}
    assert cited[4] == cited[3] == "第二十五条第3段"
    assert "第二十五条" not in cited[1]  # 25: 第2级别、第3级别或第4级别
    assert "第二十一条一(二)" in cited[1]
    assert "第二十一条一(二)" not in cited[2]
    assert "第二十四条二第3段" in cited[1]
    assert "第二十四条" not in cited[2]


def test_time_limits() -> None:
    limits = {r["kind"]: (r["limit"], r["unit"]) for r in rows("time-limits")}
    assert limits["deal_normal"] == (6, "分钟")
    assert (limits["lead"], limits["follow"], limits["bottom"]) == ((20, "秒"), (10, "秒"), (60, "秒"))
    assert (limits["late_warning"], limits["late_forfeit"]) == ((5, "分钟"), (15, "分钟"))
    assert (limits["round_shortest"], limits["round_longest"]) == ((70, "分钟"), (150, "分钟"))  # 70 分钟至 2.5 小时


def test_card_counts() -> None:
    count = {r["kind"]: r["count"] for r in rows("card-counts")}
    assert 4 * count["hand"] + count["bottom"] == count["deck"] == 4 * count["suit"] + 2
    assert count["trumps"] == 2 + 4 + 12
    assert count["trumps"] + 3 * count["side_suit"] == count["deck"]
    assert sum(r["points"] * r["cards"] for r in rows("card-points")) == 100  # 第一条二


def test_escalation() -> None:
    steps = {r["kind"]: (r["within"], r["count"]) for r in rows("escalation")}
    assert steps["warning_to_violation"] == ("同轮", 2)
    assert steps["violation_to_forfeit"] == ("同轮", 3)
    assert steps["forfeit_to_suspension"][1] == 2
    assert steps["illegal_info_to_disqualification"][1] == 3


def test_keys_are_different_in_every_row() -> None:
    for table in read("tables"):
        keys = [c["key"] for c in table["columns"]]
        seen = Counter(tuple(row[keys.index(k)] for k in table["key"]) for row in table["rows"])
        assert max(seen.values()) == 1, table["id"]


# -- errata ---------------------------------------------------------------------------------------------------------


def test_errata_are_complete() -> None:
    ids = set(by_id("errata"))
    expected = (
        {f"T-{n:02}" for n in range(1, 27)} | {f"C-{n:02}" for n in range(1, 23)} | {f"G-{n:02}" for n in range(1, 45)}
    )
    assert expected <= ids
    assert {i for i in ids if i.startswith("L-")} == {f"L-{n:02}" for n in range(1, 6)}


def test_printed_words_are_in_the_source() -> None:
    text = source()
    for erratum in read("errata"):
        if "printed" in erratum:
            assert re.sub(r"\s+", "", erratum["printed"]) in text, erratum["id"]


def test_the_contradictory_tie_sentence_is_not_read_differently() -> None:
    tie = by_id("errata")["T-03"]
    assert "reading" not in tie
    assert (tie["standing"], tie["severity"], tie["open_question"]) == ("note", "ruling", "D-19")


def test_readings_keep_to_misprints_and_evident_slips() -> None:
    for erratum in read("errata"):
        assert ("reading" in erratum) == (erratum["standing"] in ("reading", "misprint")), erratum["id"]
        if erratum["id"][0] in "LCG":
            assert erratum["standing"] == "note"
    used = {e["id"] for e in read("errata") if e["standing"] == "reading"}
    assert used == {"T-07", "T-07-2", "T-09", "T-12", "T-15", "T-16"}


def test_numbers_of_each_severity() -> None:
    graded = Counter((e["id"][0], e["severity"]) for e in read("errata"))
    assert graded["C", "ruling"] == 17
    assert (graded["C", "structure"], graded["C", "wording"]) == (4, 1)
    assert graded["G", "wording"] == 5  # G-04, G-30, G-36, G-38, G-42


# -- open questions -------------------------------------------------------------------------------------------------


def test_open_questions_are_complete_and_well_formed() -> None:
    questions = by_id("open_questions")
    assert {f"D-{n:02}" for n in range(1, 37)} <= set(questions)
    for question in questions.values():
        keys = [option["key"] for option in question["options"]]
        assert len(set(keys)) == len(keys)
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key) for key in keys)
        assert question["default"] is None or question["default"] in keys
        assert question["because"]
        assert question["flagged"] or question["default"] is not None
    for erratum in read("errata"):
        assert erratum.get("open_question") is None or erratum["open_question"] in questions


def test_what_is_asked_has_no_default() -> None:
    questions = by_id("open_questions")
    asked = {id_ for id_, question in questions.items() if question["default"] is None and id_.count("-") == 1}
    assert asked == {
        "D-04", "D-05", "D-09", "D-18", "D-19", "D-20", "D-21", "D-22", "D-26", "D-27", "D-28", "D-33", "D-34", "D-36", "D-38",
        "D-41",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("question", "default"),
    [
        ("D-01", "missing"),
        ("D-03", "all-thrown"),
        ("D-07", "ten"),
        ("D-08", "listed"),
        ("D-08-2", "all-heavy"),
        ("D-10", "forty"),
        ("D-12", "kept"),
        ("D-13", "withheld"),
        ("D-14", "before-play"),
        ("D-15", "per-irregularity"),
        ("D-16", "to-opponents"),
        ("D-17", "clamp"),
        ("D-25", "listed"),
        ("D-29", "pair"),
        ("D-31", "penalty-rules"),
        ("D-35", "banker"),
    ],
)
def test_defaults(question: str, default: str) -> None:
    assert by_id("open_questions")[question]["default"] == default


# -- terms ----------------------------------------------------------------------------------------------------------


def test_the_21_definitions_of_article_1() -> None:
    terms = read("terms")
    printed = (FOLDER / "source.txt").read_text(encoding="utf-8")
    headings = re.findall(r"^[一二三四五六七八九十]+、([^\s（(]+)", printed[: printed.index("第二条")], re.M)
    assert len(headings) == 21
    defined = {place: term["term"] for term in terms for place in term.get("defined_in", ()) if place.startswith("1.")}
    assert [defined[f"1.{n}"] for n in range(1, 22)] == headings


def test_terms_are_words_of_the_text() -> None:
    text = source()
    names: Counter[str] = Counter()
    for term in by_id("terms").values():
        assert term["term"] in text
        assert ("meaning" in term) != ("defined_in" in term), term["id"]
        assert ("used_in" in term) == ("meaning" in term), term["id"]
        assert term["english"]
        assert len(term["pinyin"].split()) == len(term["term"])
        names.update({term["term"], *term.get("aka", ())})
    assert max(names.values()) == 1, "two terms share a name"


@pytest.mark.parametrize(
    ("term", "pinyin"),
    [
        ("将牌", "jiàng pái"),
        ("将吃", "jiàng chī"),
        ("重罚张", "zhòng fá zhāng"),
        ("重洗", "chóng xǐ"),
        ("重抓", "chóng zhuā"),
        ("抠底", "kōu dǐ"),
        ("扣底牌", "kòu dǐ pái"),
        ("藏张", "cáng zhāng"),
        ("切牌", "qiē pái"),
    ],
)
def test_polyphones(term: str, pinyin: str) -> None:
    (entry,) = [t for t in read("terms") if t["term"] == term]
    assert entry["pinyin"] == pinyin


@pytest.mark.parametrize(
    ("said", "term"), [("主牌", "将牌"), ("挖底", "抠底"), ("叫主", "亮主"), ("藏牌", "藏张"), ("全副牌", "全手牌")]
)
def test_other_names(said: str, term: str) -> None:
    (entry,) = [t for t in read("terms") if said in t.get("aka", ())]
    assert entry["term"] == term
