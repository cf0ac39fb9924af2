"""裁决汇总: all rulings of an event on paper, with totals; withdrawn ones are marked and not counted."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from app.journal.numbers import form_number, moved_from
from app.papers.journal_head import print_head
from app.papers.sheet import SMALL, Sheet, fitted
from app.papers.wording import (
    DIGITS,
    UNKNOWN,
    book_titles,
    entrant,
    game_name,
    level,
    named,
    rounds,
    say_in,
    short_time,
    state,
    when,
)
from app.ruling.corrected import changes
from app.ruling.to_look_at import TO_LOOK_AT
from app.ruling.wording import LEVELS, shaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from app.journal.entries import Entry, Event
    from app.journal.heads import Code
    from app.papers.sheet import Letters
    from app.papers.wording import Script
    from rules_data.handbook import Handbook

FORMATS = {"games": "计局", "deals": "计副", "timed": "计时", "rounds": "轮次"}
NOWHERE = "未记桌号"
NOBODY = "未记违规方"


def ruling_report(
    entries: Iterable[Entry],
    event: Event,
    handbook: Handbook,
    *,
    printed_at: str,
    script: Script = "hans",
    head: Code | None = None,
    doubts: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """Return the report of an event as PDF: who and what, totals, and every ruling in the order of time.

    ``head`` is how far the journal has come: whoever has the paper can hold the journal against it. ``doubts`` say of rulings to
    be looked at again why.
    """
    composed = partial(_composed, tuple(entries), event, handbook, printed_at, script, head, doubts or {})
    return fitted(composed, one_page=False)


def _composed(
    entries: Sequence[Entry],
    event: Event,
    handbook: Handbook,
    printed_at: str,
    script: Script,
    head: Code | None,
    doubts: Mapping[str, Sequence[str]],
    letters: Letters,
) -> Sheet:
    say = say_in(script, handbook)
    ordered = sorted(entries, key=lambda entry: entry.id)
    standing = [entry for entry in ordered if entry.withdrawn is None]
    sheet = Sheet(f"裁决汇总 {event.body.name}", f"{say('裁决汇总')} {event.body.name}", say, letters=letters)
    if head is not None:
        print_head(sheet, head)
    sheet.title(say("裁决汇总"), event.body.name)
    _head(sheet, event, handbook, printed_at)
    sheet.heading("合计")
    withdrawn, corrected = len(ordered) - len(standing), sum(bool(entry.corrections) for entry in standing)
    total = f"共 {len(ordered)} 条裁决，其中有效 {len(standing)} 条（更正过的 {corrected} 条），撤回 {withdrawn} 条。"
    sheet.text(say(total + ("撤回的不计入以下各项。" if withdrawn else "")))
    if standing:
        _totals(sheet, standing, event)
    if ordered:
        sheet.heading("裁决")
        _list(sheet, ordered, event, doubts)
    sheet.signatures((("裁判长", event.body.chief), ("记录人", "")))
    return sheet


def _head(sheet: Sheet, event: Event, handbook: Handbook, printed_at: str) -> None:
    about, say = event.body, sheet.say
    way = FORMATS.get(about.format or "", "")
    if about.rounds:
        way += f" {about.rounds} 轮" if way else f"{about.rounds} 轮"
    sheet.fields(
        (
            (("赛事", about.name), ("项目", say(game_name(about.game)))),
            (("日期", about.date), ("地点", about.venue)),
            (("赛制", say(way)),),
            (("参赛", say(f"{len(about.entrants)} 对（队）") if about.entrants else ""),
             ("桌数", say(f"{len(about.tables)} 桌") if about.tables else "")),
            (("裁判长", about.chief), ("裁判员", "、".join(about.referees))),
            (("规则", say(book_titles(about.books, handbook))),),
            (("制表时间", say(when(printed_at))),),
        )
    )  # fmt: skip


def _natural(name: str) -> tuple[int, int, str]:
    return (0, int(name), "") if name.isdecimal() and len(name) <= DIGITS else (1, 0, name)


def _totals(sheet: Sheet, standing: Sequence[Entry], event: Event) -> None:
    names = dict(LEVELS)
    if any(entry.body.level not in LEVELS for entry in standing):
        names[UNKNOWN] = UNKNOWN
    columns = list(names)

    def count(heading: str, pairs: Iterable[tuple[str, str]], none: str) -> None:
        found: dict[str, Counter[str]] = {}
        for name, how in pairs:
            found.setdefault(name, Counter())[how if how in names else UNKNOWN] += 1
        rows = []
        for name in sorted(found, key=lambda each: (not each, _natural(each))):
            shown = sheet.say(none) if not name else entrant(name, event.body) if heading == "违规方" else name
            rows.append([shown, *(str(found[name][column] or "") for column in columns), str(found[name].total())])
        widths = (5, *([1.5, 2, 1.5, 1.5][: len(columns)]), 1.2)
        sheet.table((heading, *(names[column] for column in columns), "合计"), widths, rows)

    levels = Counter(entry.body.level if entry.body.level in names else UNKNOWN for entry in standing)
    sheet.text(sheet.say("；".join(f"{names[column]} {levels[column]} 条" for column in columns) + "。"))
    count("桌号", ((entry.body.place.table or "", entry.body.level) for entry in standing), NOWHERE)
    against = ((each, entry.body.level) for entry in standing for each in entry.body.offenders or ("",))
    count("违规方", against, NOBODY)
    if any(len(entry.body.offenders) > 1 for entry in standing):
        sheet.text(sheet.say("一条裁决涉及几方的，在每一方各计一次。"), SMALL, grey=True)


def _list(sheet: Sheet, ordered: Sequence[Entry], event: Event, doubts: Mapping[str, Sequence[str]]) -> None:
    say = sheet.say
    rows = []
    for number, entry in enumerate(ordered, 1):
        body = entry.body
        table = f"{body.place.table}{say('桌')}" if body.place.table else ""
        place = "\n".join(part for part in (table, say(rounds(body.place))) if part)
        whom = "、".join(named(each, event.body) for each in body.offenders) + (
            f"\n{body.player}" if body.player else ""
        )
        ruling = f"【{body.title}】{shaped(body.ruling)}"
        mark = state(entry)
        text = say(ruling)
        if entry.withdrawn is not None:
            text = say("〔已撤回") + (f"：{entry.withdrawn}" if entry.withdrawn else "") + "〕" + text
        elif entry.corrections:
            last = entry.corrections[-1]
            told = "。".join(part for part in ("；".join(changes(last, event.body)), last.text) if part)
            text += say("〔已更正") + (f"：{told}" if told else "") + "〕"
        if again := doubts.get(entry.id):
            mark += f"\n{TO_LOOK_AT}"
            text += "".join(f"\n{say(f'〔{TO_LOOK_AT}：{shaped(each)}〕')}" for each in again)
        if body.remark:
            text += "\n" + say("备注：") + body.remark
        text += f"\n{form_number(entry)}{moved_from(entry)}"
        how = "—" if entry.withdrawn is not None else say(level(body))
        rows.append([str(number), short_time(entry.at), place, whom, text, how, say(mark), entry.author])
    sheet.table(
        ("序号", "时间", "桌号轮次", "违规方", "裁决", "程度", "状态", "裁判员"),
        (1.2, 1.5, 2.4, 2.2, 7.2, 1.7, 1.6, 1.6),
        rows,
        void=[at for at, entry in enumerate(ordered) if entry.withdrawn is not None],
    )
