"""``zhicai hear`` in Traditional characters: heard alike, quoted as it was written."""

from __future__ import annotations

import json

from tests.app.cli.test_hearing import zhicai


def test_traditional_is_heard_alike_and_quoted_as_it_was_written() -> None:
    said = json.loads(zhicai("hear", "莊家沒有報牌 北家還剩八張", "--json").output)
    plain = json.loads(zhicai("hear", "庄家没有报牌 北家还剩八张", "--json").output)
    assert said["facts"] == plain["facts"] and said["trees"] == plain["trees"]
    assert "剩八張" in {each["from"] for each in said["heard"]}
