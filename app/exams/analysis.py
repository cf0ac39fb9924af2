"""How a paper worked: what each question tells of the candidates, how far the marks can be trusted, which questions look bad.

The formulas are those of classical test theory:

* difficulty: the mean mark of a question over its full mark (for right or wrong: the share that answered rightly);
* discrimination: the correlation of a question's mark with the total (point-biserial where it is right or wrong), and with the
  total without that question, which does not flatter it; and the share of the full mark got by the upper 27 % less that of
  the lower 27 %;
* Cronbach's alpha = k/(k-1) · (1 - sum of the variances of the questions / variance of the totals); where all are right or
  wrong with the same mark it is KR-20 = k/(k-1) · (1 - sum of pq / variance of the totals), with population variances;
* standard error of measurement = standard deviation of the totals (n - 1) · square root of (1 - alpha).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, median, pvariance, stdev, variance
from typing import TYPE_CHECKING

from app.exams.paper import LETTERS

if TYPE_CHECKING:
    from app.exams.marking import Marked
    from app.exams.paper import Paper

SHARE = 0.27  # of the candidates, in the upper and in the lower group (Kelley 1939)
FEW = 30  # candidates below which figures are hints only
EASY, HARD = 0.95, 0.2
WEAK = 0.1  # corrected discrimination
UNUSED_FROM = 20  # candidates from which on an option nobody chose is worth a word
BARS = 10


@dataclass(frozen=True, slots=True)
class Chosen:
    """How often an option was chosen."""

    option: int | None  # None: left empty
    count: int
    upper: float  # share of the upper group that chose it
    lower: float
    mean: float | None  # of the totals of those who chose it; None: nobody did


@dataclass(frozen=True, slots=True)
class Figures:
    """What one question tells; None where nothing can be told because all marks are the same."""

    item: int
    difficulty: float
    correlation: float | None
    corrected: float | None
    upper_lower: float | None
    chosen: tuple[Chosen, ...]
    doubts: tuple[str, ...]  # why it looks bad, each a sentence


@dataclass(frozen=True, slots=True)
class Analysis:
    """What all the marks of a paper tell."""

    count: int
    mean: float
    median: float
    deviation: float | None  # standard, with n - 1
    highest: float
    lowest: float
    alpha: float | None
    kr20: float | None  # only where every question is right or wrong with the same mark
    error: float | None  # of measurement, in marks
    histogram: tuple[tuple[float, float, int], ...]  # from, up to, how many; the last with its upper end
    figures: tuple[Figures, ...]
    warning: str = ""


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation; None where either does not vary."""
    mean, mean_other = fmean(one), fmean(other)
    both = sum((a - mean) * (b - mean_other) for a, b in zip(one, other, strict=True))
    spread, spread_other = sum((a - mean) ** 2 for a in one), sum((b - mean_other) ** 2 for b in other)
    tiny = 1e-12
    if spread <= tiny or spread_other <= tiny:
        return None
    return float(max(-1.0, min(1.0, both / sqrt(spread * spread_other))))


def cronbach_alpha(scores: Sequence[Sequence[float]]) -> float | None:
    """Return alpha of a table with a row for each candidate; None for one question, one candidate or equal totals."""
    if len(scores) < 2 or len(scores[0]) < 2:
        return None
    total = variance([sum(row) for row in scores])
    if total <= 1e-12:
        return None
    count = len(scores[0])
    parts = sum(variance(column) for column in zip(*scores, strict=True))
    return float(count / (count - 1) * (1 - parts / total))


def kr20(rights: Sequence[Sequence[int]]) -> float | None:
    """Return Kuder and Richardson's formula 20 of a table of 0 and 1; None where alpha is none."""
    if len(rights) < 2 or len(rights[0]) < 2:
        return None
    total = pvariance([sum(row) for row in rights])
    if total <= 1e-12:
        return None
    count = len(rights[0])
    shares = [fmean(column) for column in zip(*rights, strict=True)]
    return count / (count - 1) * (1 - sum(p * (1 - p) for p in shares) / total)


def groups(totals: Sequence[float], share: float = SHARE) -> tuple[list[float], list[float]]:
    """Return how far each candidate belongs to the upper and to the lower group, from 0 to 1.

    Each group has the share of the candidates, rounded, at least one. Of those with the same total at its edge each belongs to
    it in part: who stands first in a list shall not matter.
    """
    size = max(1, round(share * len(totals)))

    def weights(values: Sequence[float]) -> list[float]:
        edge = sorted(values, reverse=True)[size - 1]
        above = sum(value > edge for value in values)
        part = (size - above) / sum(value == edge for value in values)
        return [1.0 if value > edge else part if value == edge else 0.0 for value in values]

    return weights(totals), weights([-total for total in totals])


def analysis(paper: Paper, everybody: Sequence[Marked]) -> Analysis:
    """Return what the marks of all candidates tell.

    Raises:
        ValueError: there is no candidate.
    """
    if not everybody:
        raise ValueError("no candidates")
    totals = [each.total for each in everybody]
    scores = [each.marks for each in everybody]
    deviation = stdev(totals) if len(totals) > 1 else None
    alpha = cronbach_alpha(scores)
    full = [item.marks for item in paper.items]
    dichotomous = len(set(full)) == 1 and all(mark in (0.0, full[0]) for row in scores for mark in row)
    rights = [[int(mark == full[0]) for mark in row] for row in scores]
    upper, lower = groups(totals)
    found = tuple(_figures(paper, at, everybody, totals, upper, lower) for at in range(len(paper.items)))
    return Analysis(
        len(totals), fmean(totals), median(totals), deviation, max(totals), min(totals), alpha,
        kr20(rights) if dichotomous else None,
        deviation * sqrt(max(0.0, 1 - alpha)) if deviation is not None and alpha is not None else None,
        _histogram(totals, paper.total), found,
        f"只有 {len(totals)} 名考生，以下指标只供参考。" if len(totals) < FEW else "",
    )  # fmt: skip


def _histogram(totals: Sequence[float], most: float) -> tuple[tuple[float, float, int], ...]:
    step = most / BARS
    counts = [0] * BARS
    for total in totals:
        counts[max(0, min(BARS - 1, int(total / step + 1e-9)))] += 1
    return tuple((at * step, (at + 1) * step, count) for at, count in enumerate(counts))


def _share(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights)


def _figures(
    paper: Paper,
    at: int,
    everybody: Sequence[Marked],
    totals: Sequence[float],
    upper: Sequence[float],
    lower: Sequence[float],
) -> Figures:
    item = paper.items[at]
    marks = [each.marks[at] / item.marks for each in everybody]
    picked = [each.answers.chosen[at] for each in everybody]
    options: list[int | None] = [*range(len(item.question.options))]
    if None in picked and options:
        options.append(None)
    chosen = []
    for option in options:
        those = [float(each == option) for each in picked]
        of_them = [total for total, each in zip(totals, picked, strict=True) if each == option]
        chosen.append(
            Chosen(
                option, len(of_them), _share(upper, those), _share(lower, those), fmean(of_them) if of_them else None
            )
        )
    alone = len(everybody) < 2
    figures = Figures(
        at, fmean(marks),
        None if alone else correlation(marks, totals),
        None if alone else correlation(marks, [total - each.marks[at] for total, each in zip(totals, everybody, strict=True)]),
        None if alone else _share(upper, marks) - _share(lower, marks),
        tuple(chosen), (),
    )  # fmt: skip
    return replace(figures, doubts=_doubts(figures, item.question.right, len(totals)))


def _doubts(figures: Figures, right: int, count: int) -> tuple[str, ...]:
    """Say why a question looks bad: what was seen, and what it may come from."""
    if count < 5:
        return ()
    found = []
    corrected = figures.corrected
    if not figures.chosen:  # answered in parts
        if corrected is not None and corrected < 0:
            found.append(f"得分高的人总分反而低（校正区分度 {corrected:.2f}）：请核对要点和评分。")
        return tuple(found)
    key = figures.chosen[right]
    better = [each for each in figures.chosen if each.option not in (None, right) and each.upper > max(key.upper, 0.2)]
    if corrected is not None and corrected < 0:
        found.append(f"答对的人总分反而低（校正区分度 {corrected:.2f}）：请先核对标准答案，再看题干有没有歧义。")
    elif corrected is not None and corrected < WEAK and HARD <= figures.difficulty <= EASY:
        found.append(f"答对答错几乎与水平无关（校正区分度 {corrected:.2f}）：可能有歧义，或考的不是同一种本领。")
    for each in better:
        letter = LETTERS[each.option or 0]
        found.append(
            f"高分组选 {letter} 的（{each.upper:.0%}）多于选标准答案 {LETTERS[right]} 的（{key.upper:.0%}）："
            f"{letter} 可能也对，或标准答案有误。"
        )
    if figures.difficulty < HARD:
        found.append(f"只有 {figures.difficulty:.0%} 的得分率，太难：看是否讲过，题干是否清楚。")
    if figures.difficulty > EASY:
        found.append(f"得分率 {figures.difficulty:.0%}，几乎人人会，分不出高低。")
    unused = [LETTERS[each.option] for each in figures.chosen if each.option not in (None, right) and not each.count]
    if count >= UNUSED_FROM and unused and figures.difficulty <= EASY:
        found.append(f"选项 {'、'.join(unused)} 没有人选，起不到干扰的作用。")
    empty = figures.chosen[-1]
    if empty.option is None and empty.count / count > 0.2:
        found.append(f"有 {empty.count} 人没有作答：可能时间不够或题意不明。")
    return tuple(found)
