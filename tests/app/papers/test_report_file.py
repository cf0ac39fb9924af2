"""The receipt as a file to send: whoever gets it comes to the same ruling by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from app.base.opened import handbook, trees
from app.journal.entries import Entry
from app.journal.receipts import report_file
from decision_trees.receipt import replay


def test_it_is_replayed_as_it_is_and_says_by_which_program_it_was_made(
    cases: list[str], ruling: Callable[..., tuple[Entry, dict[str, Any], Any]]
) -> None:
    entry, receipt, _ = ruling(cases[3], remark="双方在场")
    sent = report_file(receipt, "0.1.0")
    read = json.loads(sent)
    assert read["program"] == "0.1.0" and replay(read, handbook(), trees()).same
    assert "双方在场" not in sent.decode() and str(entry.body.player) not in sent.decode()
