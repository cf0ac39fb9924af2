"""One ruling on paper: everything it rests on, and what became of it."""

from __future__ import annotations

import copy
import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from app.base.opened import handbook, trees
from app.journal.entries import Entry, Event, Remark
from app.journal.records import NO_EVENT, EventBody, Place
from app.papers.ruling_form import ruling_form
from app.papers.wording import clauses
from app.ruling.consequences import carried_out
from app.ruling.wording import shaped

Make = Callable[..., tuple[Entry, dict[str, Any], Any]]
Holds = Callable[..., None]
Pages = Callable[[bytes], list[str]]
AT = "2026-11-21T14:20:00+08:00"


def paper(entry: Entry, event: Event, receipt: dict[str, Any] | None, **more: Any) -> bytes:
    return ruling_form(entry, event, handbook(), receipt=receipt, library=trees(), **more)


def test_everything_stands_on_it(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    for case in cases[::90]:
        entry, receipt, step = ruling(case, remark="双方均在场。")
        data = paper(entry, event, receipt)
        holds(data, entry.id, "2026年11月21日14:05", "全国牌类团体赛", "体育中心", "第2轮第1局第7副", "双方均在场。")
        holds(data, "5号 蓝队（张三、李四，某市桥牌协会）", "陈裁判", "刘裁判长", entry.body.title)
        holds(data, shaped(step.outcome.ruling), *map(shaped, step.outcome.do))
        holds(data, *(f"“{shaped(words)}”" for words in step.outcome.tell.values()))
        holds(data, *(handbook().provision(cite).text or "" for cite in step.cites))
        holds(data, *(settled.question for settled in step.settled))
        holds(data, "裁判员（陈裁判）", "裁判长（刘裁判长）", "违规方（5号 蓝队）", "对方")


def test_facts_with_how_each_was_obtained(cases: list[str], ruling: Make, event: Event, pages: Pages) -> None:
    case = next(c for c in cases if {"given", "derived"} <= {k.source for k in ruling(c)[2].known})
    entry, receipt, step = ruling(case)
    text = "".join(pages(paper(entry, event, receipt)))
    assert "裁判员认定" in text and "由上述事实推出" in text
    assert all(known.label.replace(" ", "") in text for known in step.known)


def test_a_corrected_fact_says_what_it_was_derived_as(
    ruling: Make, cases: list[str], event: Event, holds: Holds
) -> None:
    entry, receipt, _ = ruling(cases[0])
    receipt = copy.deepcopy(receipt)
    receipt["facts"][0] |= {"source": "corrected", "derived": True}
    holds(paper(entry, event, receipt), "裁判员改正（推出的是：是）")


def test_a_choice_still_to_be_made_is_ticked_on_paper(
    cases: list[str], ruling: Make, event: Event, holds: Holds
) -> None:
    case = next(c for c in cases if ruling(c)[2].outcome.choice is not None)
    entry, receipt, step = ruling(case)
    data = paper(entry, event, receipt)
    holds(data, f"由{step.outcome.choice.who}选择，", *(shaped(o.text) for o in step.outcome.choice.options.values()))
    holds(data, "□")


def test_the_events_own_book_stands_beside_the_law_as_it_was_then(
    ruling: Make, cases: list[str], event: Event, holds: Holds
) -> None:
    entry, receipt, _ = ruling(cases[3])
    change = {
        "cite": "guandan-2017:12.2",
        "cited": "第十二条二",
        "effect": "replaces",
        "label": "第六条",
        "says": "不停止出牌权。",
    }
    own = {"book": "own-1", "title": "江城杯竞赛规程", "version": 2, "changes": [change]}
    holds(
        paper(entry, event, {**receipt, "own_books": [own]}),
        "《江城杯竞赛规程》第 2 版第六条改了第十二条二：不停止出牌权。",
    )


def test_withdrawn(ruling: Make, cases: list[str], event: Event, holds: Holds) -> None:
    entry, receipt, _ = ruling(cases[3], withdrawn="看错了桌号")
    holds(paper(entry, event, receipt), "本裁决已撤回，不再有效。理由：看错了桌号", "状态已撤回")
    entry, receipt, _ = ruling(cases[3], withdrawn="")
    holds(paper(entry, event, receipt), "本裁决已撤回，不再有效。理由：未写")


def test_corrected_with_notes_and_appeals(ruling: Make, cases: list[str], event: Event, holds: Holds) -> None:
    entry, _, _ = ruling(cases[3])
    before = replace(entry.body, place=replace(entry.body.place, table="6"), offenders=("12",))
    changed = Remark("01M", AT, "周裁判", {"reason": "桌号写错"}, before=before, after=entry.body)
    noted = Remark("01N", AT, "周裁判", {"text": "已通知领队"})
    entry, receipt, _ = ruling(cases[3], corrections=(changed,), notes=(noted,))
    holds(
        paper(entry, event, receipt),
        "状态已更正",
        "14:20，周裁判：6桌 → 3桌；违规方：12号 王玥/赵喆 → 5号 蓝队。桌号写错",
    )
    holds(paper(entry, event, receipt), "已通知领队")


def test_a_ruling_whose_sentence_was_corrected_carries_nothing_out(
    ruling: Make, cases: list[str], event: Event, holds: Holds, pages: Pages
) -> None:
    case = next(c for c in cases if ruling(c)[2].outcome.do)
    entry, receipt, step = ruling(case, ruling="裁判长改判：照常继续。")
    data = paper(entry, event, receipt)
    holds(data, "裁判长改判：照常继续。", "以更正后的文字为准")
    assert step.outcome.do[0] not in "".join(pages(data))


def test_a_receipt_that_no_longer_replays_is_said(ruling: Make, cases: list[str], event: Event, holds: Holds) -> None:
    entry, receipt, _ = ruling(cases[3])
    receipt = copy.deepcopy(receipt)
    receipt["tree"]["id"] = "bridge.no_such"
    receipt["cites"][0]["hash"] = "other"
    holds(paper(entry, event, receipt), "凭据重放与当时不同", "下列条文在裁决以后改动过")


def test_without_receipt_what_the_journal_holds(ruling: Make, cases: list[str], event: Event, holds: Holds) -> None:
    entry, _, step = ruling(cases[3])
    holds(paper(entry, event, None), shaped(step.outcome.ruling), "依据", "签字")


def test_a_clause_that_is_gone_is_said(ruling: Make, cases: list[str], event: Event, holds: Holds) -> None:
    entry, receipt, _ = ruling(cases[3], cites=("bridge-1999:999",))
    holds(paper(entry, event, receipt), "bridge-1999:999", "条文已不存在。")


def test_without_event_place_or_people(ruling: Make, cases: list[str], holds: Holds, pages: Pages) -> None:
    entry, receipt, _ = ruling(cases[3], place=Place(), offenders=(), player=None)
    data = paper(entry, Event(NO_EVENT, EventBody("未设赛事")), receipt)
    holds(data, "一方", "另一方")
    text = "".join(pages(data))
    assert "未设赛事" not in text and "桌号" not in text.replace("日期、桌号和", "")
    holds(data, "编号 261121-0-0000")


def test_traditional_but_for_what_people_wrote(ruling: Make, cases: list[str], event: Event, holds: Holds) -> None:
    entry, receipt, step = ruling(cases[3], remark="双方说明后继续")
    data = paper(entry, event, receipt, script="hant")
    text = handbook().script.traditional(shaped(step.outcome.ruling))
    holds(data, "裁決單", "裁判員", "全国牌类团体赛", "双方说明后继续", text)


def test_a_very_long_ruling_goes_over_pages(ruling: Make, cases: list[str], event: Event, pages: Pages) -> None:
    entry, receipt, _ = ruling(cases[3], ruling="很长的裁决。" * 600, remark="备注。" * 800)
    found = pages(paper(entry, event, receipt))
    assert len(found) >= 4 and "".join(found).count("备注") >= 800 and "".join(found).count("很") >= 600


@pytest.mark.parametrize("cite", ["bridge-1999:92", "guandan-2017:39.1"])
def test_a_clause_that_is_only_a_heading_is_printed_with_what_is_below(cite: str) -> None:
    (_, [(_, words)]) = clauses((cite,), handbook())[0]
    assert "30分钟内提出" in words


def test_what_happened_is_drawn(ruling: Make, event: Event, holds: Holds, pages: Pages) -> None:
    entry, receipt, _ = ruling("bridge.bridge.revoke.partner_takes_back_too")
    data = paper(entry, event, receipt)
    holds(data, "图", "北家", "！藏牌者", "藏牌？", "引出", "顺时针")
    entry, receipt, _ = ruling("bridge.bridge.insufficient_bid.out_of_rotation")
    holds(paper(entry, event, receipt), "竞叫", "不足、越序")
    receipt["facts"][0]["value"] = {"dealer": 7}
    assert "顺时针" not in "".join(pages(paper(entry, event, receipt)))
    entry, receipt, _ = ruling("guandan.guandan.does_it_beat.equal_pairs")
    assert "前一手" in "".join(pages(paper(entry, event, receipt)))


def test_a_plain_warning_stands_on_one_page(event: Event, ruling: Make, pages: Pages) -> None:
    for case in ("guandan.guandan.announced_twice.first",):
        entry, receipt, step = ruling(case)
        assert [effect.kind for effect in step.outcome.effects] == ["warning"]
        assert len(pages(paper(entry, event, receipt))) == 1


def test_a_warning_with_many_facts_and_clauses_stands_on_one_page(
    event: Event, ruling: Make, pages: Pages, holds: Holds
) -> None:
    for case in (
        "bottom_exposed_or_slow.warning",
        "discards_inspected.opponents_pile",
        "bottom_exposed_or_slow.light_only_warned",
        "lead_out_of_turn.light_warning",
    ):
        entry, receipt, step = ruling(f"shengji.shengji.{case}")
        data = paper(entry, event, receipt)
        assert len(pages(data)) == 1
        holds(data, *(f"{known.label}：{shaped(known.shown).rstrip('。')}" for known in step.known))
        holds(data, *(handbook().provision(cite).text or "" for cite in step.cites), "对方")


def test_what_is_done_is_said_once_as_on_the_screen(ruling: Make, event: Event, pages: Pages) -> None:
    entry, receipt, _ = ruling("shengji.shengji.bottom_exposed_or_slow.warning")
    text = "".join(pages(paper(entry, event, receipt)))
    assert "后果" not in text and text.count("口头给予警告") == 2  # what is done, and the clause
    entry, receipt, step = ruling("shengji.shengji.exposed_card.dropped_ace")
    lines = [re.sub(r"\s", "", shaped(line)) for line in carried_out(step)]
    text = "".join(pages(paper(entry, event, receipt)))
    assert len(lines) > len(step.outcome.do) and all(line in text for line in lines)


def test_what_is_worked_out_is_printed(ruling: Make, event: Event, holds: Holds) -> None:
    entry, receipt, step = ruling("bridge.bridge.established_revoke.ruffed_with_score")
    assert step.figures
    holds(paper(entry, event, receipt), *(shaped(figure.text) for figure in step.figures))


def test_no_page_holds_only_the_lines_to_sign_on(cases: list[str], ruling: Make, event: Event, pages: Pages) -> None:
    entry, receipt, _ = ruling(cases[3])
    for words in range(0, 1200, 170):
        found = pages(paper(replace(entry, body=replace(entry.body, remark="备注。" * words)), event, receipt))
        last = next(page for page in found if "签字" in page)
        assert not last.startswith("签字"), f"{words}: {last}"


@pytest.mark.parametrize(
    "case", ["lead_penalty.natural_notrump", "opening_lead_face_up.king_led_spades_forbidden", "revoke"]
)
def test_a_picture_is_never_torn_and_leaves_no_page_half_empty(case: str, ruling: Make, event: Event) -> None:
    """Seats and auction stand on one page; what comes after the picture fills the page it had no room on."""
    id_ = (
        "bridge.bridge.established_revoke.four_spades_defender_ruffed" if case == "revoke" else f"bridge.bridge.{case}"
    )
    entry, receipt, _ = ruling(id_)
    found = [written(page) for page in PdfReader(io.BytesIO(paper(entry, event, receipt))).pages]
    drawn = [at for at, words in enumerate(found) if any("时针" in text for text, _ in words)]
    called = [at for at, words in enumerate(found) if any(text.startswith("竞叫") for text, _ in words)]
    assert len(drawn) == 1 and drawn[0] in called
    assert len(found) > 1, "a picture with an auction and all the rest does not stand on one page"
    for words in found[:-1]:
        lowest = min(height for text, height in words if not re.search(r"第\\d+页", text))
        assert lowest < 22 + 25, f"{lowest} mm from the foot: a tenth of the page is empty"


def written(page: Any) -> list[tuple[str, float]]:
    """The lines of a page, and how high above its foot each stands, in mm; without the line at the very foot."""
    lines: list[tuple[str, float]] = []

    def note(text: str, _: Any, matrix: Any, *more: Any) -> None:
        height = matrix[5] * 25.4 / 72
        if text.strip() and height > 18:
            lines.append((re.sub(r"\\s", "", text), height))

    page.extract_text(visitor_text=note)
    return lines


def test_who_acts_next_stands_on_it_as_it_was_said_at_the_table(ruling: Make, event: Event, holds: Holds) -> None:
    """That the slow one was to lead was known at the table and is not among the facts the ruling rests on."""
    entry, receipt, _ = ruling("guandan.guandan.slow_play.leader_warned")
    holds(paper(entry, event, receipt), "接着：由东家马上领出。")


def test_where_a_receipt_is_older_than_that_it_is_worked_out_again(
    ruling: Make, cases: list[str], event: Event, holds: Holds
) -> None:
    case = next(c for c in cases if ruling(c)[2].next is not None)
    entry, receipt, step = ruling(case)
    older = {name: value for name, value in receipt.items() if name not in ("next", "stays")}
    holds(paper(entry, event, older), step.next.line)
