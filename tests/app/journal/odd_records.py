"""Records nobody's program would write, and somebody's did: of odd types, sizes and characters, unknown games and kinds."""

from __future__ import annotations

import json
from typing import Any

from ulid import ULID

HEAD = json.dumps({"file": "zhicai-journal", "format": 1})
BODY: dict[str, Any] = {
    "game": "guandan", "tree": "guandan.slow_play", "title": "出牌超时", "outcome": "violation", "ruling": "记违例一次。",
    "level": "penalty", "place": {"table": "5", "round": 2}, "offenders": ["3"], "counts": [["violation", 1]],
    "cites": ["guandan-2017:22.1"],
}  # fmt: skip
RECEIPT: dict[str, Any] = {
    "receipt": 1, "tree": {"id": "guandan.slow_play", "title": "出牌超时", "hash": ""}, "outcome": "violation",
    "ruling": "记违例一次。", "books": [], "functions": [], "path": [], "open_questions": [], "cites": [],
    "facts": [{"name": "seconds", "label": "秒数", "value": 35, "shown": "35", "source": "given"}],
}  # fmt: skip
DEEP: Any = 1
for _ in range(40):
    DEEP = [DEEP]


def _receipt(**parts: Any) -> dict[str, Any]:
    return {"receipt": {**RECEIPT, **parts}}


BODIES: dict[str, dict[str, Any]] = {
    "level unknown": {"level": "warning"},
    "level empty": {"level": ""},
    "level very long": {"level": "x" * 5000},
    "game unknown": {"game": "doudizhu", "tree": "doudizhu.bomb"},
    "game empty": {"game": ""},
    "game a path": {"game": "../../../etc"},
    "tree unknown": {"tree": "guandan.nothing"},
    "tree without a game": {"tree": ""},
    "title empty": {"title": ""},
    "title of lines": {"title": "一\n二\r\n三\u2028四"},
    "title huge": {"title": "长" * 90_000},
    "ruling empty": {"ruling": ""},
    "ruling huge": {"ruling": "判" * 150_000},
    "ruling of one long word": {"ruling": "x" * 100_000},
    "controls": {"ruling": "a\x00b\x07c\x1b[31md\x7f\x85", "title": "\x08\x08"},
    "right to left": {"ruling": "\u202e反过来\u202c \u2066x\u2069 עברית العربية", "title": "\u202eפסק"},
    "joined and combined": {"ruling": "👩\u200d👩\u200d👧 e" + "\u0301" * 500, "offenders": ["\ufeff", "\u200b"]},
    "placeholders": {"ruling": "{违规者} {0} %s {{}} </script>", "title": "=HYPERLINK(1)"},
    "table of odd digits": {"place": {"table": "²"}},
    "table of other digits": {"place": {"table": "٣٤"}},
    "table of many digits": {"place": {"table": "9" * 5000}},
    "table empty": {"place": {"table": ""}},
    "round huge": {"place": {"table": "5", "round": 10**30, "game": 10**17, "deal": 10**400}},
    "place null": {"place": {"table": None, "round": None}},
    "offenders none": {"offenders": []},
    "offenders many": {"offenders": [str(n) for n in range(3000)]},
    "offenders odd": {"offenders": ["", " ", "²", "x" * 20_000, "9" * 5000]},
    "offender twice": {"offenders": ["3", "3"]},
    "player huge": {"player": "甲" * 50_000},
    "counts unknown": {"counts": [["insult", 2], ["violation", 1]]},
    "counts none": {"counts": [["violation", 0]]},
    "counts many": {"counts": [[f"kind{n}", 99] for n in range(500)]},
    "chain of nothing": {"chain": "nothing"},
    "cites unknown": {"cites": ["nothing:1", "guandan-2017:999", "", "x" * 9000]},
    "cites many": {"cites": ["guandan-2017:22.1"] * 3000},
    "remark huge": {"remark": "记" * 200_000},
    "fields of later versions": {"weather": "雨", "mood": DEEP},
}
RECEIPTS: dict[str, dict[str, Any]] = {
    "receipt empty": {"receipt": {}},
    "receipt of a later version": _receipt(receipt=9, chapters=DEEP),
    "facts no list": _receipt(facts="x"),
    "facts of numbers": _receipt(facts=[1, None, "x", []]),
    "facts that lack": _receipt(facts=[{"name": "seconds"}, {"label": "秒数"}]),
    "facts odd": _receipt(facts=[{"name": 1, "label": 2, "shown": 3, "source": 4}]),
    "facts deep": _receipt(facts=[{**RECEIPT["facts"][0], "value": DEEP, "shown": DEEP}]),
    "facts many": _receipt(facts=RECEIPT["facts"] * 3000),
    "shown huge": _receipt(facts=[{**RECEIPT["facts"][0], "shown": "显" * 150_000}]),
    "tree no object": _receipt(tree="guandan.slow_play"),
    "tree null": _receipt(tree=None),
    "open questions odd": _receipt(open_questions=[{"id": 1}, 5]),
    "open questions null": _receipt(open_questions=None, facts=None, cites=None),
    "cites odd": _receipt(cites=[{"id": 5}, "x"]),
    "outcome odd": _receipt(outcome={"a": 1}, ruling=7, path={}, functions=3, books=1),
}
EVENTS: dict[str, dict[str, Any]] = {
    "event nameless": {"name": ""},
    "event huge": {"name": "赛" * 90_000, "venue": "地" * 9000},
    "event of an unknown game": {"name": "x", "game": "doudizhu", "books": ["nothing"], "settled": {"nothing": "x"}},
    "event of odd rounds": {"name": "\u202e\x00", "rounds": -5, "tables": ["²", ""]},
    "event of odd entrants": {
        "name": "x",
        "entrants": [{"number": "", "name": ""}, {"number": "²", "name": "9" * 5000}],
    },
}
OTHERS: dict[str, dict[str, Any]] = {
    "correction to an unknown level": {"kind": "correction", "body": {"level": "warning", "reason": ""}},
    "correction of unknown fields": {"kind": "correction", "body": {"weather": 1}},
    "withdrawal without a reason": {"kind": "withdrawal", "body": {}},
    "withdrawal of a huge reason": {"kind": "withdrawal", "body": {"reason": "因" * 200_000}},
    "appeal without words": {"kind": "appeal", "body": {"grounds": DEEP}},
    "note of controls": {"kind": "note", "body": {"text": "\x00\x1b\u202e"}},
}


def line(**parts: Any) -> str:
    """One record, usual but for these parts."""
    usual = {
        "id": str(ULID()), "at": "2025-05-01T09:30:00+08:00", "author": "王裁判", "event": "default", "kind": "ruling",
        "body": BODY,
    }  # fmt: skip
    return json.dumps({**usual, **parts}, ensure_ascii=False)


def taken() -> list[str]:
    """The file: every odd record that a journal takes, among them a usual one to be found."""
    lines = [line(body={**BODY, "title": name, **body}) for name, body in BODIES.items()]
    lines += [line(body={**BODY, "title": name}, **receipt) for name, receipt in RECEIPTS.items()]
    lines += [line(kind="event", event=str(ULID()), body=body) for body in EVENTS.values()]
    for name, other in OTHERS.items():
        ruling = str(ULID())
        lines += [line(id=ruling, body={**BODY, "title": name}), line(about=ruling, **other)]
    lines += [
        line(author="裁" * 50_000),
        line(author="\x00\u202e"),
        line(event="x" * 9000),
        line(event="\x00/../?#"),
        line(at="2200-12-31T23:59:59-12:00"),
        line(at="1970-01-01T00:00:00+14:00"),
        line(at="20250501T093000Z"),
        line(body={**BODY, "title": "usual"}),
    ]
    return [HEAD, *lines]
