"""What can be shown of a receipt: the sentences worked out, what stays, and last of all who acts next."""

from __future__ import annotations

from typing import Any

import pytest

from app.journal.receipts import figures, readable

RECEIPT: dict[str, Any] = {
    "ruling": "不判罚。",
    "figures": [{"name": "score", "text": "得分+420"}],
    "stays": ["定约不变"],
    "next": {"act": "lead", "who": "东家", "seat": "E", "text": "由东家首引"},
}


def test_who_acts_next_is_said_last() -> None:
    assert figures(RECEIPT, "不判罚。") == ["得分+420", "不变：定约不变。", "接着：由东家首引。"]


def test_a_ruling_put_in_other_words_says_nothing_of_it() -> None:
    assert figures(RECEIPT, "改判。") == []


@pytest.mark.parametrize(
    "damaged", [{"next": None}, {"next": "东家"}, {"next": {"text": 7}}, {"stays": {"a": 1}, "next": None}]
)
def test_what_cannot_be_read_is_left_out(damaged: dict[str, Any]) -> None:
    kept = ["得分+420"] if "stays" in damaged else ["得分+420", "不变：定约不变。"]
    assert figures({**RECEIPT, **damaged}, "不判罚。") == kept


def test_a_receipt_from_before_says_only_what_it_holds() -> None:
    assert figures({"ruling": "不判罚。", "figures": [{"text": "得分+420"}]}, "不判罚。") == ["得分+420"]


def test_a_seat_is_said_in_full() -> None:
    """违规者：东家; 东 by itself is a direction, and 南 of another game's fact is left as it is."""

    def said(tree: str, value: Any, shown: str) -> str:
        fact = {"name": "offender", "label": "违规者", "value": value, "shown": shown, "source": "given"}
        found, _ = readable({"receipt": 1, "tree": {"id": tree}, "facts": [fact]})
        return str(found["facts"][0]["shown"])

    assert said("guandan.slow_play", "E", "东") == "东家"
    assert said("guandan.slow_play", "other", "东") == "东" and said("none.such", "E", "东") == "东"
    assert said("guandan.slow_play", "E", "") == ""
