"""裁决单: one ruling on paper, with everything it rests on, to be signed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.brought.in_receipt import own_lines
from app.journal.numbers import form_number, moved_from
from app.journal.receipts import after, readable
from app.papers.journal_head import print_head
from app.papers.picture import print_picture
from app.papers.sheet import SMALL, Sheet, fitted
from app.papers.wording import (
    book_titles,
    clauses,
    event_name,
    game_name,
    label,
    level,
    named,
    offenders,
    rounds,
    say_in,
    state,
    when,
)
from app.ruling.by_hand import TREE as BY_HAND
from app.ruling.consequences import carried_out
from app.ruling.corrected import changes
from app.ruling.picture import drawn_from, ruled
from app.ruling.to_look_at import TO_LOOK_AT
from app.ruling.wording import after_lines, shaped
from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.receipt import FORMAT, provision_hash, replay
from decision_trees.receipt_form import fault
from decision_trees.values import show

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from app.journal.entries import Entry, Event, Remark
    from app.journal.heads import Code
    from app.papers.sheet import Letters
    from app.papers.wording import Script
    from app.ruling.picture import Picture
    from decision_trees.library import Library
    from decision_trees.model import Outcome
    from rules_data.handbook import Handbook

SOURCES = {"given": "裁判员认定", "derived": "由上述事实推出", "corrected": "裁判员改正", "chosen": "有权者选择"}
SETTLED = {"default": "默认读法", "event": "赛事或裁判长已定", "undecided": "未定"}

NUMBERED = "编号由记录的日期、桌号和记录名的末四位组成，在每台设备上都相同；编号相同的，看记录名。"
SPARE = 0.8  # the smallest scale
RUN_ON = 0.87  # below this scale facts stand in no table
SIDE = 20.0  # mm for the headings
BESIDE = 26  # characters of two people or sides that stand in one row


def ruling_form(
    entry: Entry,
    event: Event,
    handbook: Handbook,
    *,
    receipt: Mapping[str, Any] | None = None,
    library: Library | None = None,
    script: Script = "hans",
    head: Code | None = None,
    doubts: Sequence[str] = (),
) -> bytes:
    """Return the form of one ruling as PDF.

    What was found and which clauses it rests on stand in the receipt; what has to be done and said comes from replaying it,
    as long as the replay comes to the same ruling. Without a receipt only what the journal holds is printed. ``head`` is how far
    the journal has come: whoever has the paper can hold the journal against it. ``doubts`` say why it is to be looked at again.
    """
    return fitted(partial(_composed, entry, event, handbook, receipt, library, script, head, doubts), last=SPARE)


def _composed(
    entry: Entry,
    event: Event,
    handbook: Handbook,
    receipt: Mapping[str, Any] | None,
    library: Library | None,
    script: Script,
    head: Code | None,
    doubts: Sequence[str],
    letters: Letters,
) -> Sheet:
    say = say_in(script, handbook)
    given, whole = (receipt, True) if receipt is None else readable(receipt)
    name = f"{say('裁决单')} {form_number(entry)}"
    sheet = Sheet(f"裁决单 {entry.id}", f"{name}　{entry.id}", say, side=SIDE, letters=letters)
    if head is not None:
        print_head(sheet, head)
    sheet.title(say("裁决单"), event_name(event))
    if entry.withdrawn is not None:
        sheet.frame(say("本裁决已撤回，不再有效。理由：") + (entry.withdrawn or say("未写")))
    for each in doubts:
        sheet.frame(say(shaped(f"本裁决{TO_LOOK_AT}：{each}")))
    _head(sheet, entry, event, handbook)
    sheet.heading("情形")
    sheet.text(say(entry.body.title))
    facts = list(given.get("facts", ())) if given else []
    if not whole:
        sheet.text(say("凭据由更新的版本写下，或有损坏，读得出的才列在这里。"), SMALL, grey=True)
    _facts(sheet, facts, given, library, tabled=letters.scale > RUN_ON)
    drawn = _drawn(receipt, handbook, library)
    step, changed = _replayed(entry, receipt, handbook, library)
    if drawn is not None and step is not None:
        drawn = ruled(drawn, step.outcome)
    if drawn is not None and _worth_its_room(drawn, letters.scale):
        print_picture(sheet, drawn, "图")
    sheet.heading("裁决")
    standing = level(entry.body) if entry.withdrawn is None else "已撤回，以下不再有效"
    sheet.frame(say(f"【{standing}】") + say(shaped(entry.body.ruling)))
    if step is not None:
        _carry_out(sheet, step, facts, after(given) if given else None)
    elif changed:
        sheet.text(say("凭据重放与当时不同，执行和宣读的内容不再列出：") + say("".join(changed)), SMALL, grey=True)
    _since(sheet, entry, event)
    if given and given.get("open_questions"):
        _open(sheet, given["open_questions"], apart=letters.scale > RUN_ON)
    _grounds(sheet, entry.body.cites, given, handbook)
    sheet.land()  # a picture stands before the names that vouch for it
    _signatures(sheet, entry, event)
    return sheet


def _since(sheet: Sheet, entry: Entry, event: Event) -> None:
    """What was put right, remarked or appealed after the ruling."""
    _remarks(sheet, "更正", entry.corrections, event)
    if entry.body.remark:
        sheet.heading("备注")
        sheet.text(entry.body.remark)
    _remarks(sheet, "记事", entry.notes, event)
    _remarks(sheet, "申诉", entry.appeals, event)


def _worth_its_room(drawn: Picture, scale: float) -> bool:
    """The seats alone are not worth a second page, nor are cards that the facts name, as one led, where nothing else is left."""
    if scale <= SPARE:
        return bool(drawn.auctions) or len(drawn.trick) > 1
    return scale == 1 or bool(drawn.auctions or drawn.laid)


def _head(sheet: Sheet, entry: Entry, event: Event, handbook: Handbook) -> None:
    body, about, say = entry.body, event.body, sheet.say
    used = list(dict.fromkeys(cite.partition(":")[0] for cite in body.cites))
    against, player = ("违规方", offenders(body, about)), ("选手", body.player or "")
    beside = len(against[1]) + 2 * len(player[1]) < BESIDE
    sheet.fields(
        (
            (("编号", f"{form_number(entry)}{moved_from(entry)}"), ("记录名", entry.id)),
            (("时间", say(when(entry.at))), ("状态", say(state(entry)))),
            (("项目", say(game_name(body.game))), ("地点", about.venue)),
            (("桌号", body.place.table or ""), ("轮次", say(rounds(body.place)))),
            (("裁判员", entry.author), ("裁判长", about.chief)),
            *(((against, player),) if beside else ((against,), (player,))),
            (("规则", say(book_titles(about.books or used, handbook))),),
        )
    )
    if sheet.letters.scale > SPARE:
        sheet.text(say(NUMBERED), SMALL, grey=True)


def _facts(
    sheet: Sheet,
    facts: Sequence[Mapping[str, Any]],
    receipt: Mapping[str, Any] | None,
    library: Library | None,
    tabled: bool,
) -> None:
    """What was found and how: in a table, or to save room run on, those found in one way together."""
    say = sheet.say
    each = [(str(fact["label"]), shaped(str(fact["shown"])), _source(fact, receipt, library)) for fact in facts]
    found = list(dict.fromkeys(each))  # a number and the words for it are one line
    if found and tabled:
        sheet.table(("事实", "认定", "怎样得知"), (3, 4, 3.2), [[say(cell) for cell in row] for row in found])
        return
    for how in dict.fromkeys(source for _, _, source in found):
        told = "；".join(f"{label}：{shown.rstrip('。')}" for label, shown, source in found if source == how)
        sheet.text(say(f"〔{how}〕{told}。"), SMALL)


def _source(fact: Mapping[str, Any], receipt: Mapping[str, Any] | None, library: Library | None) -> str:
    said = SOURCES.get(fact["source"], str(fact["source"]))
    if fact["source"] == "corrected" and "derived" in fact:
        tree = library.trees.get(receipt["tree"]["id"]) if library and receipt else None
        declared = tree.facts.get(fact["name"]) if tree else None
        said += f"（推出的是：{shaped(show(declared, fact['derived']))}）"
    return said


def _replayed(
    entry: Entry, receipt: Mapping[str, Any] | None, handbook: Handbook, library: Library | None
) -> tuple[Ruled | None, tuple[str, ...]]:
    """What the ruling says beyond its sentence, as long as the trees still come to it; otherwise why not."""
    if receipt is None or library is None or entry.body.outcome == BY_HAND:
        return None, ()
    if receipt.get("ruling") != entry.body.ruling:
        return None, ("裁决在作出以后更正过，以更正后的文字为准。",)
    try:
        again = replay(receipt, handbook, library)
    except RuleInputError as refused:
        return None, (str(refused),)
    except Exception:  # a receipt of another shape than this version writes
        return None, ("凭据读不出，不能重放。",)
    step = again.step
    if isinstance(step, Ruled) and (step.outcome_id, step.outcome.ruling) == (
        receipt.get("outcome"),
        entry.body.ruling,
    ):
        return step, again.changes
    return None, again.changes


def _drawn(receipt: Mapping[str, Any] | None, handbook: Handbook, library: Library | None) -> Picture | None:
    """What the facts of a receipt give to draw, as the trees are now; nothing of one that cannot be read."""
    if receipt is None or library is None or fault(receipt, FORMAT) is not None:
        return None
    tree = library.trees.get(receipt["tree"]["id"])
    if tree is None:
        return None
    facts = {each["name"]: each["value"] for each in receipt["facts"] if each["source"] != "derived"}
    facts |= {each["name"]: each["value"] for each in receipt.get("sheet", ())}
    settled = {each["id"]: each["answer"] for each in receipt["open_questions"] if each["answer"] is not None}
    try:
        return drawn_from(tree, facts, Law(library.trees, handbook.books, settled))
    except Exception:  # values of another shape than this version writes
        return None


def _carry_out(
    sheet: Sheet, step: Ruled, facts: Sequence[Mapping[str, Any]], recorded: Sequence[str] | None = None
) -> None:
    """What was to be done and said; who acted next as it was recorded: what the referee knew besides is not all in a receipt."""
    say, outcome = sheet.say, step.outcome
    for figure in step.figures:
        sheet.text(say(shaped(figure.text)), bold=True)

    def listed(heading: str, lines: Sequence[str]) -> None:
        if lines:
            sheet.heading(heading)
            for number, line in enumerate(lines, 1):
                sheet.text(say(shaped(line)), mark=f"{number}." if len(lines) > 1 else "")

    listed("执行", carried_out(step))
    if outcome.choice is not None:
        _choice(sheet, outcome, facts)
    listed("宣读", [f"对{who}：“{words}”" for who, words in outcome.tell.items()])
    for line in after_lines(step) if recorded is None else map(shaped, recorded):
        sheet.text(say(line), bold=True)
    if outcome.deadline is not None:
        listed("时限", [outcome.deadline.text])
    if outcome.note:
        listed("说明", [outcome.note])


def _choice(sheet: Sheet, outcome: Outcome, facts: Sequence[Mapping[str, Any]]) -> None:
    choice, say = outcome.choice, sheet.say
    assert choice is not None
    sheet.heading("选择")
    asked = None if "裁判" in choice.who else choice.consult  # a referee has no partner
    consult = {True: "，可以与同伴商量", False: "，不得与同伴商量", None: ""}[asked]
    sheet.text(say(f"由{choice.who}选择{consult}："))
    made = next((fact["value"] for fact in facts if fact["name"] == choice.fact), None)
    for key, option in choice.options.items():
        sheet.text(say(shaped(option.text)), mark="■" if key == made else "□", indent=3)


def _remarks(sheet: Sheet, heading: str, remarks: Sequence[Remark], event: Event) -> None:
    """What was written about the ruling later: when, by whom, what."""
    if not remarks:
        return
    sheet.heading(heading)
    for remark in remarks:
        changed = "；".join(changes(remark, event.body)) if heading == "更正" else ""
        if changed and remark.text:
            changed += "。"
        who = f"，{remark.author}" if remark.author else ""
        sheet.text(sheet.say(when(remark.at)) + who + sheet.say("：") + changed + remark.text)


def _open(sheet: Sheet, questions: Sequence[Mapping[str, Any]], apart: bool) -> None:
    """What the text leaves open, and the reading used: below the question, or to save room beside it."""
    say = sheet.say
    sheet.heading("条文未定之处")
    for question in questions:
        asked = str(question["question"])
        if question.get("answer") is None:
            used = f"文本没有规定，由{question['decides']}决定。"
        else:
            how = SETTLED.get(str(question["source"]), str(question["source"]))
            used = f"采用：{str(question['text']).rstrip('。')}（{how}）。由{question['decides']}决定。"
        if apart:
            sheet.text(say(asked), mark="·")
            sheet.text(say(used), indent=4)
        else:
            sheet.text(say(asked + used), SMALL, mark="·")


def _grounds(sheet: Sheet, cites: Sequence[str], receipt: Mapping[str, Any] | None, handbook: Handbook) -> None:
    say = sheet.say
    if not cites:
        return
    sheet.heading("依据")
    for book, parts in clauses(cites, handbook):
        if book:
            sheet.text(say(book), SMALL, bold=True)
        for name, words in parts:
            sheet.text(say(words if words.startswith(name) else f"{name}  {words}"), SMALL, indent=2)
    for line in own_lines(receipt or {}):  # the event's own books, as they stood when it was ruled
        sheet.text(say(line), SMALL)
    then = {cite["id"]: cite.get("hash") for cite in receipt.get("cites", ())} if receipt else {}
    changed = [
        label(cite, handbook)
        for cite in cites
        if cite in then and cite in handbook and provision_hash(handbook, cite) != then[cite]
    ]
    if changed:
        sheet.text(say(f"下列条文在裁决以后改动过，以上是现在的文字：{'、'.join(changed)}。"), SMALL, grey=True)


def _signatures(sheet: Sheet, entry: Entry, event: Event) -> None:
    against = entry.body.offenders
    sheet.signatures(
        (
            ("裁判员", entry.author),
            ("裁判长", event.body.chief),
            ("违规方" if against else "一方", "、".join(named(each, event.body) for each in against)),
            ("对方" if against else "另一方", ""),
        )
    )
