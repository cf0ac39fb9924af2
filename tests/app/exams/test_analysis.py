"""The formulas against a published worked example and against other people's libraries."""

from __future__ import annotations

import numpy
import pandas
import pingouin
import pytest
from scipy import stats

from app.exams.analysis import analysis, correlation, cronbach_alpha, groups, kr20
from app.exams.marking import Answers, Correction, Corrections, answers_csv, marked, read_answers
from app.exams.paper import LETTERS, PaperError
from app.journal.log_file import MemoryHandle
from tests.app.exams.samples import paper

# K. L. Wuensch, "The Kuder-Richardson 20", East Carolina University, core.ecu.edu/wuenschk/StatHelp/KR20.txt:
# ten students, ten questions; p of each question, and the population variance of the totals 5.84.
PUBLISHED = (
    """1111110110 1011011101 1111011001 0010001000 0000010010 1110111111 1101110111 1111111101 0101111101 1101101110"""
)
RIGHTS = [[int(each) for each in row] for row in PUBLISHED.split()]
P = [0.7, 0.7, 0.6, 0.7, 0.6, 0.8, 0.7, 0.7, 0.5, 0.6]


def chance(seed: int, candidates: int, questions: int) -> list[list[int]]:
    rng = numpy.random.default_rng(seed)
    ability, hardness = rng.normal(size=(candidates, 1)), rng.normal(size=(1, questions))
    return [
        [int(each) for each in row]
        for row in rng.random((candidates, questions)) < 1 / (1 + numpy.exp(hardness - ability))
    ]


def test_kr20_of_the_published_example() -> None:
    pq = sum(p * (1 - p) for p in P)
    assert kr20(RIGHTS) == pytest.approx(10 / 9 * (1 - pq / 5.84))
    assert cronbach_alpha(RIGHTS) == pytest.approx(kr20(RIGHTS)), "alpha of right and wrong is KR-20"


def test_difficulties_of_the_published_example() -> None:
    made = paper(10, marks=1)
    everybody = [marked(made, _answers(made, at, row)) for at, row in enumerate(RIGHTS)]
    found = analysis(made, everybody)
    assert [each.difficulty for each in found.figures] == pytest.approx(P)
    assert found.kr20 == pytest.approx(10 / 9 * (1 - sum(p * (1 - p) for p in P) / 5.84))


def _answers(made, at: int, row: list[int]) -> Answers:  # type: ignore[no-untyped-def]
    chosen = tuple(
        item.question.right if good else (item.question.right + 1 + at % 3) % 4
        for item, good in zip(made.items, row, strict=True)
    )
    return Answers(f"{at + 1:03d}", f"考生{at + 1}", at % made.versions, chosen)


@pytest.mark.parametrize("seed", range(5))
def test_alpha_and_correlations_agree_with_other_libraries(seed: int) -> None:
    rows = chance(seed, 60, 12)
    made = paper(12, marks=2.5)
    everybody = [marked(made, _answers(made, at, row)) for at, row in enumerate(rows)]
    found = analysis(made, everybody)
    table = numpy.array(rows) * 2.5
    totals = table.sum(axis=1)
    alpha, _ = pingouin.cronbach_alpha(pandas.DataFrame(table))
    assert found.alpha == pytest.approx(alpha)
    assert found.deviation == pytest.approx(totals.std(ddof=1))
    assert found.error == pytest.approx(totals.std(ddof=1) * (1 - alpha) ** 0.5)
    for at, each in enumerate(found.figures):
        right = numpy.array(rows)[:, at]
        assert each.correlation == pytest.approx(stats.pointbiserialr(right, totals).statistic)
        assert each.corrected == pytest.approx(stats.pointbiserialr(right, totals - table[:, at]).statistic)
    assert sum(count for _, _, count in found.histogram) == 60


def test_the_upper_and_lower_groups_are_27_percent_and_blind_to_the_order() -> None:
    totals = [float(each) for each in range(100)]
    upper, lower = groups(totals)
    assert [at for at, each in enumerate(upper) if each] == list(range(73, 100))
    assert [at for at, each in enumerate(lower) if each] == list(range(27))
    tied = [5.0, 3.0, 3.0, 3.0, 1.0, 1.0, 0.0]  # 27 % of seven: two
    upper, lower = groups(tied)
    assert upper == pytest.approx([1, 1 / 3, 1 / 3, 1 / 3, 0, 0, 0])
    assert lower == pytest.approx([0, 0, 0, 0, 0.5, 0.5, 1])


def test_upper_lower_is_the_difference_of_the_shares() -> None:
    made = paper(10, marks=1)
    rows = [[1] * at + [0] * (10 - at) for at in range(11)]  # totals 0..10: three above, three below
    found = analysis(made, [marked(made, _answers(made, at, row)) for at, row in enumerate(rows)])
    assert found.figures[0].upper_lower == pytest.approx(1 - 2 / 3)  # of 0, 1 and 2 right two have the first
    assert found.figures[8].upper_lower == pytest.approx(2 / 3)  # of 8, 9, 10 right two have the ninth
    assert found.figures[4].upper_lower == pytest.approx(1)


def test_distractors_are_counted() -> None:
    made = paper(1)
    right = made.items[0].question.right
    picks = [right, right, (right + 1) % 4, None]
    found = analysis(made, [marked(made, Answers(str(at), "", 0, (pick,))) for at, pick in enumerate(picks)])
    counted = {each.option: each.count for each in found.figures[0].chosen}
    assert counted == {right: 2, (right + 1) % 4: 1, (right + 2) % 4: 0, (right + 3) % 4: 0, None: 1}
    assert found.alpha is None and found.warning


def test_a_question_with_a_wrong_key_is_named() -> None:
    rows = chance(9, 80, 15)
    for row in rows:
        row[3] = int(sum(row[:3] + row[4:]) < 6)  # only the weak "have it right", the strong all choose another
    made = paper(15)
    found = analysis(made, [marked(made, _answers(made, 0, row)) for row in rows])
    doubts = " ".join(found.figures[3].doubts)
    assert "核对标准答案" in doubts
    other = LETTERS[(made.items[3].question.right + 1) % 4]
    assert f"高分组选 {other} 的" in doubts
    assert sum(bool(each.doubts) and "核对标准答案" in each.doubts[0] for each in found.figures) == 1


def test_marks_that_do_not_vary_give_no_figure_instead_of_a_fault() -> None:
    assert correlation([1, 1, 1], [1, 2, 3]) is None
    made = paper(4)
    found = analysis(made, [marked(made, _answers(made, 0, [1, 1, 1, 1])) for _ in range(3)])
    assert found.alpha is None and found.error is None and found.figures[0].corrected is None
    assert analysis(made, [marked(made, _answers(made, 0, [1, 0, 1, 1]))]).deviation is None


def test_answers_are_read_back_in_every_version() -> None:
    made = paper(8, versions=3)
    everybody = tuple(_answers(made, at, row) for at, row in enumerate(chance(1, 9, 8)))
    data = answers_csv(made, everybody)
    assert read_answers(made, data.decode("utf-8-sig")) == everybody


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "是空的"),
        ("名,1,2\n", "没有“编号”"),
        ("编号,1\n", "没有第 2 题"),
        ("编号,1,2,3\n", "没有第 3 题"),
        ("编号,1,2\n7,A,E\n", "第 2 行第 2 题：“E”不是 ABCD"),
        ("编号,卷别,1,2\n7,B,A,A\n", "第 2 行：没有“B”卷"),
        ("编号,1,2\n7,A,A\n\n7,B,B\n", "第 4 行：编号“7”在第 2 行已有"),
        ("编号,1,2\n,A,A\n", "没有编号也没有姓名"),
        ("编号,1,2\n", "没有考生"),
    ],
)
def test_a_table_of_answers_that_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(PaperError, match=said):
        read_answers(paper(2), text)


def test_a_mark_is_corrected_with_a_reason_and_nothing_is_overwritten() -> None:
    made, handle = paper(4), MemoryHandle()
    log = Corrections(handle, made)
    with pytest.raises(PaperError, match="理由"):
        log.add("001", 0, 1, " ", "考官")
    with pytest.raises(PaperError, match="没有第 5 题"):
        log.add("001", 4, 1, "错", "考官")
    with pytest.raises(PaperError, match="0 至 2 之间"):
        log.add("001", 0, 3, "错", "考官")
    log.add("", 1, 2, "第2题无正确选项，人人得分", "考官甲")
    log.add("001", 0, 1, "答案部分正确", "考官甲")
    before = bytes(handle.data)
    log.add("001", 0, 0.5, "复核", "考官乙")
    assert bytes(handle.data).startswith(before)
    again = Corrections(MemoryHandle(bytes(handle.data)), made).made
    assert [each.reason for each in again] == ["第2题无正确选项，人人得分", "答案部分正确", "复核"]
    one = marked(made, _answers(made, 0, [1, 0, 1, 0]), again)
    assert one.marks == (0.5, 2, 2, 0) and one.total == 4.5 and len(one.corrections) == 3
    assert marked(made, _answers(made, 5, [1, 0, 1, 0]), again).marks == (2, 2, 2, 0)
    with pytest.raises(PaperError, match="另一份试卷"):
        Corrections(MemoryHandle(bytes(handle.data)), paper(5))


def test_a_correction_of_the_whole_is_added() -> None:
    made = paper(4)
    told = Correction("001", None, -1.5, "迟到", "考官", "")
    assert marked(made, _answers(made, 0, [1, 1, 0, 0]), (told,)).total == 2.5
