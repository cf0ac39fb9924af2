"""The hall under faults, in a short form; the long one is ``python -m tests.benchmarks.hall_trial``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.hall.trial import Trial
from tests.benchmarks.hall_trial import RESULT, measured


@pytest.mark.parametrize("seed", [3, 11])
def test_nothing_acknowledged_is_lost_or_doubled_and_all_come_to_the_same(seed: int, tmp_path: Path) -> None:
    report = Trial(tmp_path, seed, records=60).run()
    assert report.good, report.line
    assert report.recorded == 60
    assert min(report.lost_requests, report.lost_answers, report.doubled, report.late) > 0, report.line
    assert report.restarts + report.restores + report.moves > 0, report.line


def test_the_trial_notices_what_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A member that takes an offer for made before it was answered loses records; the trial must say so."""
    from app.hall import member

    def careless(self: member._Meeting) -> object:
        found, mark = self.store.arrived_of(self.membership.event, self.membership.offered, member.AT_ONCE)
        self.go_on(offered=mark)  # too early
        own = [each.id for each in found if each.id not in self.came]
        if own:
            yield from self._send(own)

    monkeypatch.setattr(member._Meeting, "offer", careless)
    report = Trial(tmp_path, 3, records=60, upheavals=False).run()
    assert report.missing > 0, report.line


def test_the_long_trial_was_of_this_hall_and_lost_nothing() -> None:
    said = RESULT.read_text(encoding="utf-8")
    assert measured() in said.splitlines()[0], "python -m tests.benchmarks.hall_trial"
    assert said.rstrip().endswith("bad runs so far: 0")
