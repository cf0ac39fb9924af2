"""申诉书: a written appeal against one ruling, filled in as far as the journal knows; what it asks for comes with its clause."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.journal.numbers import form_number, moved_from
from app.journal.receipts import figures
from app.papers.sheet import SMALL, Sheet, fitted
from app.papers.wording import clauses, event_name, game_name, label, level, offenders, say_in, state, when, where
from app.ruling.wording import shaped
from decision_trees.law import open_question
from decision_trees.library import open_library

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from app.journal.entries import Entry, Event
    from app.papers.sheet import Letters
    from app.papers.wording import Script
    from decision_trees.appeals import AppealForm
    from rules_data.handbook import Handbook


def appeal_form(
    entry: Entry,
    event: Event,
    handbook: Handbook,
    *,
    receipt: Mapping[str, Any] | None = None,
    script: Script = "hans",
) -> bytes:
    """Return the form of an appeal against a ruling as PDF; its receipt tells what it came to in tricks and scores.

    Raises LookupError when the game has no form.
    """
    form = open_library().appeals[entry.body.game]
    return fitted(partial(_composed, form, entry, event, handbook, receipt, script))


def _composed(
    form: AppealForm,
    entry: Entry,
    event: Event,
    handbook: Handbook,
    receipt: Mapping[str, Any] | None,
    script: Script,
    letters: Letters,
) -> Sheet:
    say = say_in(script, handbook)
    name = f"{say(form.title)} {form_number(entry)}"
    sheet = Sheet(f"{form.title} {entry.id}", f"{name}　{entry.id}", say, letters=letters)
    sheet.title(say(form.title), event_name(event))

    def cited(cites: Sequence[str]) -> str:
        return f"（{'、'.join(label(cite, handbook) for cite in cites)}）"

    sheet.fields(
        (
            (("送交", say(form.to.text + cited(form.to.cites))),),
            (("由谁提出", say(form.by.text + cited(form.by.cites))),),
            (("时限", say(form.limit.text + cited(form.limit.cites)) if form.limit else ""),),
        )
    )
    for point in form.requires:
        sheet.text(say(point.text + cited(point.cites)), mark="·")
    _against(sheet, entry, event, handbook, figures(receipt, entry.body.ruling))
    for number, ask in enumerate(form.asks, 1):
        sheet.keep(22 + min(ask.lines, 3) * 9 + len(ask.options) * 12)
        sheet.heading(f"{number}. {ask.label}{cited(ask.cites)}")
        for option in ask.options:
            sheet.text(say(option.text + cited(option.cites)), mark="□", indent=3)
        sheet.blanks(ask.lines)
    sheet.signatures([(_signs(form, at, handbook), "") for at in range(len(form.signatures))])
    _after(sheet, form, event, handbook)
    return sheet


def _signs(form: AppealForm, at: int, handbook: Handbook) -> str:
    signature = form.signatures[at]
    said = [*([signature.note] if signature.note else []), "、".join(label(cite, handbook) for cite in signature.cites)]
    return f"{signature.who}（{'，'.join(said)}）"


def _against(sheet: Sheet, entry: Entry, event: Event, handbook: Handbook, worked_out: Sequence[str]) -> None:
    say, body = sheet.say, entry.body
    sheet.heading("所不服的裁决")
    standing = state(entry)
    sheet.fields(
        (
            (("项目", say(game_name(body.game))), ("地点", event.body.venue)),
            (("裁决编号", f"{form_number(entry)}{moved_from(entry)}"), ("记录名", entry.id)),
            (("裁决时间", say(when(entry.at))), ("裁判员", entry.author)),
            (("桌号轮次", say(where(body.place))),),
            (("违规方", offenders(body, event.body)),),
            (("情形", say(body.title)),),
            (("裁决", say(f"【{level(body)}】{shaped(body.ruling)}")),),
            *((("结果" if not at else "", say(shaped(each))),) for at, each in enumerate(worked_out)),
            (("依据", say("、".join(label(cite, handbook) for cite in body.cites))),),
            (("状态", say(standing) if standing != "有效" else ""),),
        )
    )


def _after(sheet: Sheet, form: AppealForm, event: Event, handbook: Handbook) -> None:
    say = sheet.say
    if form.handling or form.open_questions or form.unsaid:
        sheet.heading("处理")
    for point in form.handling:
        names = "、".join(label(cite, handbook) for cite in point.cites)
        sheet.text(say(f"{point.text}（{names}）"), mark="·")
    for id_ in form.open_questions:
        question = open_question(handbook.books, id_)
        answer = event.body.settled.get(id_, question.default)
        text = next((option.text for option in question.options if option.key == answer), None)
        used = f"采用：{text}。" if text else "文本没有规定。"
        sheet.text(say(f"{question.question}{used}由{question.decides}决定。"), mark="·")
    if form.unsaid:
        sheet.text(say(form.unsaid), mark="·")
    sheet.heading("条文")
    for book, parts in clauses(form.cites, handbook):
        if book:
            sheet.text(say(book), SMALL, bold=True)
        for name, words in parts:
            sheet.text(say(words if words.startswith(name) else f"{name}  {words}"), SMALL, indent=2)
