"""The data beside the guandan texts, against expectations worked out by hand from the printed law."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from rules_data import loader
from rules_data.model import Book, Erratum, Table, Term


@pytest.fixture(scope="module")
def base() -> Book:
    return loader.load_book(loader.BOOKS / "guandan-2017")


@pytest.fixture(scope="module")
def supplement() -> Book:
    return loader.load_book(loader.BOOKS / "guandan-supplement")


def table(book: Book, id_: str) -> Table:
    return next(t for t in book.tables if t.id == id_)


def row(t: Table, key: str | int) -> dict[str, str | int | float | None]:
    """The row whose first column is ``key``, by column."""
    (found,) = (r for r in t.rows if r[0] == key)
    return {c.key: v for c, v in zip(t.columns, found, strict=True)}


def term(book: Book, word: str) -> Term:
    return next(t for t in book.terms if t.term == word)


def erratum(book: Book, id_: str) -> Erratum:
    return next(e for e in book.errata if e.id == id_)


def squeeze(text: str | None) -> str:
    return re.sub(r"\s", "", text or "")


# How much there is: the numbered lists run 1-63, 1-57 and 1-34 without a gap.


def test_every_number_is_there(base: Book, supplement: Book) -> None:
    def numbers(ids: list[str]) -> set[int]:
        return {int(re.fullmatch(r"[EDL]-(\d+)[a-z]?", i)[1]) for i in ids}  # type: ignore[index]

    assert numbers([e.id for e in (*base.errata, *supplement.errata)]) == set(range(1, 64))
    assert numbers([q.id for q in base.open_questions]) == set(range(1, 63))
    assert [a.id for a in supplement.amendments] == [f"L-{n:02}" for n in range(1, 35)]
    assert len(base.terms) >= 80


def test_all_terms_of_articles_3_and_4_are_defined(base: Book) -> None:
    article_3 = (
        "己方 对方 上家 下家 全副牌 全手牌 一副牌 一手牌 一圈牌 领出牌 上游 二游 三游 下游 双下 升级 级数 记级 局 轮"
    )
    article_4 = "单张 对子 三连对 三同张 三同连张 三带对 顺子 炸弹 同花顺 四大天王"
    for article, words in ((3, article_3.split()), (4, article_4.split())):
        for word in words:
            assert any(d.startswith(f"guandan-2017:{article}.") for d in term(base, word).defined_in), word


def test_ids_and_printed_characters_are_in_the_texts(base: Book, supplement: Book) -> None:
    provisions = {p.id: p for b in (base, supplement) for p in b.walk()}
    questions = {q.id for q in base.open_questions}
    for book in (base, supplement):
        for e in book.errata:
            assert set(e.at) <= provisions.keys(), e.id
            if e.printed is not None:
                p = provisions[e.at[0]]
                own = squeeze(p.heading) + squeeze(p.text)
                assert own.count(squeeze(e.printed)) >= e.occurrence, e.id
        for r in (*book.terms, *book.tables, *book.open_questions, *book.amendments):
            for field in ("at", "defined_in", "used_in", "base", "by"):
                assert set(getattr(r, field, ())) <= provisions.keys(), r.id
        for linked in (*book.errata, *book.amendments):
            assert linked.open_question is None or linked.open_question in questions, linked.id
        for t in book.tables:
            at = [c.key for c in t.columns].index("at") if any(c.key == "at" for c in t.columns) else None
            assert at is None or {f"{book.id}:{r[at]}" for r in t.rows} <= provisions.keys(), t.id


def test_open_questions_can_be_answered(base: Book) -> None:
    for q in base.open_questions:
        keys = [o.key for o in q.options]
        assert len(set(keys)) == len(keys) and keys
        assert q.default is None or q.default in keys, q.id
        assert q.because, q.id
    undecided = {q.id for q in base.open_questions if q.default is None}
    assert {"D-02", "D-19", "D-40", "D-42", "D-49", "D-55"} <= undecided


# 附录四, read off the printed cells.


@pytest.mark.parametrize(
    ("own", "opponents", "cell"),
    [
        ("3", "3", "13:13"),  # printed 13:1 3
        ("2", "A", "1:25"),  # last but one of the first row
        ("2", "A+", "0:26"),  # last of the first row, above it no name
        ("9", "2", "20:6"),
        ("9", "6", "16:10"),  # printed 16:1 0
        ("10", "A+", "8:18"),  # last of row 10
        ("J", "A+", "9:17"),
        ("K", "2", "24:2"),
        ("A", "2", "25:1"),
        ("A+", "2", "26:0"),  # first of the nameless last row
        ("2", "2", "13:13"),  # printed _, by erratum
    ],
)
def test_level_points(base: Book, own: str, opponents: str, cell: str) -> None:
    assert row(table(base, "level-points"), own)[opponents] == cell


def test_level_points_agree_with_the_difference_table(base: Book) -> None:
    grid, by_difference = table(base, "level-points"), table(base, "level-points-by-difference")
    order = {level: n for level, _, n in table(base, "levels").rows}
    assert len(order) == 14  # 第三条十一: 共十四个级数
    for r in grid.rows:
        for column, cell in zip(grid.columns[1:], r[1:], strict=True):
            line = row(by_difference, order[r[0]] - order[column.key])  # type: ignore[operator]
            assert cell == f"{line['own']}:{line['opponents']}"
    assert row(by_difference, 13) == {"difference": 13, "own": 26, "opponents": 0}


def test_damaged_cells_name_their_erratum(base: Book) -> None:
    grid = table(base, "level-points")
    printed = {(c.row, c.column): c for c in grid.printed_otherwise}
    assert printed[(0, "2")].printed == "_"
    assert printed[(9, "2")].printed == "00.4 22:4"  # row J, a remnant above the cell
    assert all(row < 1 or row > 7 for row, _ in printed)  # rows 3 to 9 are whole
    assert {c.erratum for c in printed.values()} <= {e.id for e in base.errata}


# 附录七, 附录八


@pytest.mark.parametrize("method", ["berger", "rotation"])
@pytest.mark.parametrize("pairs", [8, 7])
def test_round_robin_meets_every_pair_once(base: Book, method: str, pairs: int) -> None:
    t = table(base, f"schedule-{method}-{pairs}")
    seats = range(1, 9) if pairs == 8 else range(8)  # 0 is the bye
    meetings = [frozenset(r[2:4]) for r in t.rows]
    assert sorted(map(sorted, meetings)) == sorted(map(list, combinations(seats, 2)))  # type: ignore[type-var]
    for n in range(1, 8):
        assert sorted(s for r in t.rows if r[0] == n for s in r[2:4]) == list(seats)  # type: ignore[type-var]


def test_schedule_as_printed(base: Book) -> None:
    def round_(id_: str, n: int) -> list[str]:
        return [f"{home}-{away}" for r, _, home, away in table(base, id_).rows if r == n]

    assert round_("schedule-berger-8", 4) == ["8-6", "7-5", "1-4", "2-3"]
    assert round_("schedule-rotation-8", 6) == ["1-3", "4-2", "5-8", "6-7"]
    assert round_("schedule-berger-7", 2) == ["0-5", "6-4", "7-3", "1-2"]
    byes = [sum(r[2:4]) for r in table(base, "schedule-rotation-7").rows if 0 in r[2:4]]  # type: ignore[arg-type]
    assert byes == [1, 6, 4, 2, 7, 5, 3]


# Small tables


def test_upgrade_time_and_count(base: Book) -> None:
    steps = table(base, "advance")
    assert [row(steps, place)["levels"] for place in (2, 3, 4)] == [3, 2, 1]  # 第三条十2
    times = table(base, "time-limits")
    assert (row(times, "play-normal")["value"], row(times, "play-warning")["value"]) == (20, 30)  # 第二十二条一
    assert (row(times, "tribute")["value"], row(times, "return-card")["value"]) == (15, 30)  # 第二十二条二
    assert row(times, "appeal") | {"title": ""} == {
        "name": "appeal",
        "title": "",
        "value": 30,
        "unit": "分钟",
        "at": "39.1.2",
    }
    assert row(table(base, "quantities"), "announce")["maximum"] == 10  # 第十二条
    assert row(table(base, "equipment"), "hall-height")["minimum"] == 2.6  # 第三十八条一3


def test_three_bands_of_lateness(supplement: Book) -> None:
    bands = table(supplement, "lateness")
    within_5, within_10, over_10 = (row(bands, key) for key in ("first", "second", "forfeit"))
    assert (within_5["through"], within_5["opponents_advance"]) == (5, 1)
    assert (within_10["over"], within_10["through"], within_10["opponents_advance"]) == (5, 10, 2)
    assert over_10["over"] == 10 and over_10["opponents_advance"] is None
    points = [f"{side}_{kind}_points" for kind in ("match", "level") for side in ("own", "opponents")]
    assert [over_10[p] for p in points] == [0, 2, 0, 17]
    assert len(bands.rows) == 3


def test_seventeen_against_eighteen(base: Book, supplement: Book) -> None:
    forfeits = table(base, "forfeits")
    assert {r[0]: row(forfeits, r[0])["opponents_level_points"] for r in forfeits.rows} == {  # type: ignore[arg-type]
        "game-lost": 18,
        "suspension": 18,
        "withdrawal-round-robin": 18,
        "withdrawal-swiss": 18,
    }
    amendment = next(a for a in supplement.amendments if a.id == "L-03")
    assert amendment.effect == "conflicts"
    assert amendment.by == ("guandan-supplement:1.3",)
    assert "guandan-2017:16.4" in amendment.base and "guandan-2017:24.2.2" in amendment.base
    assert "17" in amendment.in_force and "18" in (amendment.remains or "")


def test_where_the_base_is_silent_the_supplement_adds(supplement: Book) -> None:
    silent = [a for a in supplement.amendments if not a.base]
    assert [a.id for a in silent] == ["L-30", "L-32"]
    assert {a.effect for a in silent} == {"adds"}


# Terms and errata by name


def test_names_people_use(base: Book) -> None:
    wild = term(base, "红心参谋")
    assert wild.english[0] == "wild card" and {"逢人配", "百搭"} <= set(wild.aka)
    assert "guandan-2017:7.2" in wild.defined_in
    house = term(base, "三带对")
    assert house.english[0] == "full house" and "夯" in house.aka and house.defined_in == ("guandan-2017:4.6",)
    assert house.pinyin == "sān dài duì"
    returned = term(base, "还牌")
    assert returned.pinyin == "huán pái" and returned.defined_in == ("guandan-2017:10.1",)
    assert term(base, "出错牌").defined_in == () and term(base, "出错牌").meaning
    names = [n for t in base.terms for n in (t.term, *t.aka)]
    assert len(names) == len(set(names))


def test_errata_that_change_a_ruling(base: Book, supplement: Book) -> None:
    assert erratum(base, "E-05").reading == "停止该圈出牌权一次"
    assert erratum(base, "E-01a").severity == "ruling" and "该副" in (erratum(base, "E-01a").reading or "")
    assert erratum(supplement, "E-19").reading == "停1圈出牌权或跟牌权"
    assert erratum(base, "E-41").standing == "note"  # printed correctly
    assert erratum(base, "E-20b").printed is None  # the name of the last column is missing
