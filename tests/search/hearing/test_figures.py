"""How well stories are heard is written down, of just these weights and this code."""

from __future__ import annotations

from tests.benchmarks.hearing import RESULT, interval, measured


def test_the_figures_kept_are_of_what_there_is() -> None:
    head = RESULT.read_text(encoding="utf-8").splitlines()[0]
    assert head.endswith(f" measured {measured()}"), "run: python -m tests.benchmarks.hearing --write"


def test_an_interval_holds_the_share_and_grows_narrow() -> None:
    for good, of in ((0, 5), (5, 5), (50, 100), (276, 300)):
        low, high = interval(good, of)
        assert 0 <= low <= good / of <= high <= 1
    assert round(interval(276, 300)[0], 3) == 0.884 and round(interval(276, 300)[1], 3) == 0.946
