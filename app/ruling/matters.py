"""What several referees of an event should look at: counts that were outdated, two rulings of one incident, conflicting states.

Each is a sentence to the referee, with the records it speaks of; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.base.opened import trees
from app.base.plain_text import LINE, shown
from app.journal.competition import read
from app.ruling.assignment import family, pair_words, place_words

if TYPE_CHECKING:
    from app.journal.conflicts import Conflict
    from app.journal.doubles import Double
    from app.journal.entries import Entry
    from app.journal.incidents import Outdated
    from app.journal.journal import Journal
    from app.journal.records import EventBody, Record

WHAT = {
    "plan": "赛制",
    "round": "这一轮的编排",
    "result": "这一场的成绩",
    "seating": "谁坐哪里",
    "change": "退出或加入",
    "late": "迟到",
    "lots": "抽签",
}
FIELDS = {
    "place": "何处",
    "offenders": "违规方",
    "player": "违规者",
    "counts": "计次",
    "remark": "备注",
    "level": "程度",
    "ruling": "裁决",
}


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing to look at."""

    said: str
    outdated: Outdated | None = None
    double: Double | None = None  # to be asked 同一件事吗
    conflict: Conflict | None = None
    entry: Entry | None = None  # the ruling to open


def matters(journal: Journal, event: str, own: bool) -> list[Matter]:
    """What is to be looked at in an event now; ``own``: of outdated counts only those of this device. Raises JournalError."""
    body = journal.event(event).body
    found: list[Matter] = []
    for each in journal.doubles(event, family):
        if not each.answer:
            found.append(Matter(double_words(each, body), double=each, entry=each.later))
    for game, ladder in trees().ladders.items():
        within = {kind: counted.within for kind, counted in ladder.kinds.items()}
        for late in journal.outdated(event, game, within, family, own):
            found.append(Matter(outdated_words(late, body), outdated=late, entry=late.entry))
    found += [Matter(conflict_words(each), conflict=each) for each in journal.conflicts(event)]
    for twice in journal.twice_corrected(event):
        what = "、".join(FIELDS.get(name, name) for name in twice.fields)
        said = f"{_when(twice.entry)} {shown(twice.entry.body.title, LINE)}：两台设备都更正了{what}，写的不一样；现在按后一次。"
        found.append(Matter(said, entry=twice.entry))
    return found


def outdated_words(late: Outdated, event: EventBody) -> str:
    """Say of a ruling what had been there before it: 这一对在3桌 14:05 已有一次违例（王裁判记）."""
    ladder = trees().ladders[late.entry.body.game]
    counted = {kind for kind, _ in late.entry.body.counts}
    said = []
    for each in late.missing:
        kinds = [
            ladder.kinds[kind].title
            for kind, _ in each.body.counts
            if kind in ladder.kinds and (kind in counted or not counted)
        ]
        kinds = kinds or [ladder.kinds[kind].title for kind, _ in each.body.counts if kind in ladder.kinds]
        who = f"（{each.author}记）" if each.author else ""
        said.append(f"这一对在{_when(each)} 已有一次{'、'.join(kinds)}{who}")
    pairs = "、".join(pair_words(event, pair) for pair in late.entry.body.offenders)
    head = f"{_when(late.entry)} 对{pairs}的“{shown(late.entry.body.title, LINE)}”"
    return f"{head}，是在这些记录到来以前裁的：{'；'.join(said)}。"


def double_words(double: Double, event: EventBody) -> str:
    """Ask of two rulings whether they are of one incident."""
    pairs = "、".join(pair_words(event, pair) for pair in double.later.body.offenders)
    both = "，".join(_ruled(each) for each in (double.earlier, double.later))
    return f"{both}，都是对{pairs}的：同一件事吗？没有回答以前只计一次。"


def _ruled(entry: Entry) -> str:
    who = f"{entry.author}" if entry.author else "一名裁判"
    return f"{who} {_when(entry)} 裁“{shown(entry.body.title, LINE)}”"


def conflict_words(conflict: Conflict) -> str:
    """Say of one thing what each of two wrote."""
    return (
        f"{WHAT.get(conflict.what, '这一项')}，两台设备写的不一样：{_wrote(conflict.earlier)}；{_wrote(conflict.later)}。"
        "现在按后一条；请选一条再写一次。"
    )


def _wrote(record: Record) -> str:
    return f"{record.author or '一名裁判'} {record.at[11:16]} 写：{'，'.join(_content(record))}"


def _content(record: Record) -> Iterator[str]:
    body = read(record.body)
    if body is None:
        yield "读不懂的内容"
    elif body.what == "result":
        yield f"{body.home}号对{body.away or '轮空'}{'号' if body.away else ''}"
        yield from (f"{home}:{away}" for home, away in (*body.levels, *body.scores))
        if body.forfeit:
            yield {"home": "前者弃权", "away": "后者弃权", "both": "双方弃权"}[body.forfeit]
        if body.winner:
            yield {"home": "前者胜", "away": "后者胜", "both": "双方"}[body.winner]
        if body.points:
            yield f"裁判长定分 {'、'.join(map(str, body.points))}"
        if body.void:
            yield "没有打"
    elif body.what == "seating":
        yield f"{body.table}桌第{body.round}轮"
        yield from (f"{side} {pair}号" for side, pair in body.sides)
    elif body.what == "round":
        yield f"第{body.number}轮"
        yield from (f"{each.table}桌 {each.home}–{each.away or '轮空'}" for each in body.pairings[:4])
    elif body.what == "late":
        yield f"{body.entrant}号第{body.round}轮迟到{body.minutes}分"
    elif body.what == "change":
        yield f"{body.entrant}号第{body.round}轮{'退出' if body.change == 'leave' else '加入'}"
    elif body.what == "lots":
        yield "、".join(f"{each}号" for each in body.order)
    else:
        yield "整份赛制"


def _when(entry: Entry) -> str:
    return " ".join(part for part in (place_words(entry.body.place), entry.at[11:16]) if part)
