"""What a book of one's own changes in the law: proposed from its words, mended or added by hand, old and new text side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.base.words import EFFECTS
from app.reading.printed import plain_text
from app.screens.exams import block
from app.widgets.basics import choice_chip, labelled, quiet, row, section_title
from app.widgets.chips import chip_row, chips
from app.widgets.columns import panel, stretched
from app.widgets.fields import button, caption, done_or_not, entry, fault
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from rules_data.brought import by_hand
from rules_data.brought.amending import proposals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.brought.model import Brought, Confirmed, Proposal
    from rules_data.model import Book, Provision

TITLE = "改动的条款"
INTRO = "确认了的才算数：裁决引用这一条时会说明，“现行文字”里写着改成什么、出自哪里。没有确认的什么也不改。认错了的点“改一改”。"
NOTHING = "没有看出改动规则的话（将第…条改为、补充、不再适用）。有的话，自己加。"
NO_LAW = "程序里没有这个项目的规则书，说不了改动哪一条。"
SIDE_BY_SIDE = 700  # px from which the two texts stand beside each other
LONG = 400  # characters of a clause
BEGINS = 60  # characters of a clause that is offered
OFFERED = 8  # clauses at once
NEW = "new"
"""In the form: one that no words proposed, and that is being added."""
DOES: dict[by_hand.Effect, str] = {"replaces": "取代", "adds": "补充", "repeals": "不再适用"}


@component
def ChangesPane(brought: Brought) -> ft.Control:
    """Show what a book seems to change, what somebody says it does, and the form of what is being mended or added."""
    session = use_session()
    form = _form(session, brought)
    ft.use_state(form)
    base = session.handbook.books.get(brought.base or "")
    if base is None:
        return page(session, TITLE, [block(quiet(session, NO_LAW, theme.BODY))])
    found = proposals(brought.book, base)
    mine = list(by_hand.said_by_hand(brought, session.handbook))
    parts: list[ft.Control] = [block(quiet(session, INTRO if found or mine else NOTHING, theme.BODY))]
    parts += [_proposal(session, brought, base, each) for each in found]
    if mine:
        parts.append(section_title(session, "自己加的"))
    parts += [_proposal(session, brought, base, each) for each in mine]
    if form.text("key") == NEW:
        parts.append(_by_hand(session, brought, base, None))
    else:
        parts.append(block(button(session, "自己加一处", on_tap(_begin, form, None), ft.Icons.ADD)))
    return page(session, TITLE, parts)


def _form(session: Session, brought: Brought) -> Form:
    found = session.own.changes.get(brought.book.id)
    if found is None:
        found = session.own.changes[brought.book.id] = Form()
    return found


def _proposal(session: Session, brought: Brought, base: Book, proposal: Proposal) -> ft.Control:
    state = next((each for each in brought.decided if each.key == proposal.key), None)
    now = by_hand.as_decided(proposal, state, session.handbook)
    form = _form(session, brought)
    if form.text("key") == proposal.key:
        return _by_hand(session, brought, base, now)
    by = next((p for p in brought.book.walk() if p.id == now.by), None)
    mine = [
        quiet(session, f"{brought.book.short} {by.label if by else ''}"),
        written(session, now.sentence, theme.BODY),
    ]
    if by is not None and by.children and by.title == now.sentence:
        mine.append(written(session, plain_text(by), theme.BODY))
    hand = proposal.key.startswith(by_hand.BY_HAND)
    if hand:
        answers = [choice_chip(session, "收回", False, on_tap(session.own.decide, session, brought, now, None))]
    else:
        answers = [_said(session, brought, now, state, yes) for yes in (True, False) if now.base or not yes]
    answers.append(choice_chip(session, "改一改", False, on_tap(_begin, form, now), spoken=f"改一改：{now.named}"))
    whole = "" if now.whole or now.effect == "adds" else "（这一条的一部分）"
    told = [] if state else ["还没有确认，没有生效"]
    if now is not proposal:
        told.append(f"原来提出的是{EFFECTS[proposal.effect]} {proposal.named}，照你说的改了")
    return panel(
        [
            labelled(session, EFFECTS[now.effect], f"{now.named}{whole}", theme.LAW),
            _side_by_side(session, list(_law(session, base, now)), mine),
            chip_row(answers),
            *(quiet(session, each) for each in told),
        ],
        f"proposal-{proposal.key}",
    )


def _side_by_side(session: Session, law: Sequence[ft.Control], mine: Sequence[ft.Control]) -> ft.Control:
    """The old and the new text, beside each other where there is room."""
    both = [stretched(list(each), spacing=2) for each in (law, mine)]
    if session.layout.pane < SIDE_BY_SIDE:
        return stretched(both, spacing=10)
    return ft.Row(
        [ft.Container(each, expand=True) for each in both], spacing=16, vertical_alignment=ft.CrossAxisAlignment.START
    )


def _law(session: Session, base: Book, proposal: Proposal) -> Iterator[ft.Control]:
    yield quiet(session, base.short)
    for target in proposal.base:
        text = plain_text(session.handbook.provision(target))
        yield provision_links(session, (target,))
        yield written(session, text if len(text) <= LONG else f"{text[:LONG]}……", theme.BODY)
    if not proposal.base:
        yield written(session, f"规则里没有找到“{proposal.named}”，点“改一改”选是哪一条。", theme.BODY)


def _said(session: Session, brought: Brought, proposal: Proposal, state: Confirmed | None, yes: bool) -> ft.Control:
    """The chip that confirms or refuses a proposal; where it was, it takes that back."""
    chosen = state is not None and state.accepted is yes
    decide = on_tap(session.own.decide, session, brought, proposal, None if chosen else yes)
    return choice_chip(session, "确认" if yes else "不算改动", chosen, decide)


# By hand


def _begin(form: Form, proposal: Proposal | None) -> None:
    """Open the form, of a proposal or of something new."""
    form.values.clear()
    form.fault = ""
    if proposal is not None:
        form.values |= {
            "effect": proposal.effect, "base": ",".join(proposal.base), "whole": proposal.whole, "by": proposal.by,
        }  # fmt: skip
    form.put("key", proposal.key if proposal is not None else NEW)


def _targets(session: Session, form: Form) -> list[Provision]:
    return [session.handbook.provision(id_) for id_ in form.text("base").split(",") if id_ and id_ in session.handbook]


def _by_hand(session: Session, brought: Brought, base: Book, proposal: Proposal | None) -> ft.Control:
    """Ask which clause does what to which clauses of the law, all by tap."""
    form = _form(session, brought)
    effect: by_hand.Effect = form.values.get("effect") or "replaces"
    targets = _targets(session, form)
    body: list[ft.Control] = [
        labelled(session, "自己说", "改动了哪一条", theme.LAW),
        *(_own_clause(session, brought, form) if proposal is None else [written(session, proposal.sentence, theme.BODY)]),
        caption(session, "对规则做了什么"),
        chips(session, DOES.items(), effect, lambda does: form.put("effect", does)),
        caption(session, "规则的哪一条"),
        chip_row(
            choice_chip(
                session, f"{session.book_of(p.id).short} {p.label} ×", True, on_tap(_toggle, form, p),
                spoken=f"去掉{p.label}",
            )
            for p in targets
        ),
        entry(session, form, "wanted", f"找{'另一' if targets else '一'}条：写条号或里面的字"),
        *_offered(session, form, base, targets),
    ]  # fmt: skip
    if effect != "adds":
        body.append(
            chips(
                session, [(True, "整条"), (False, "其中一部分")], bool(form.values.get("whole")),
                lambda whole: form.put("whole", whole),
            )
        )  # fmt: skip
    if targets:
        shown = by_hand.otherwise(proposal, effect, targets, False) if proposal is not None else None
        text = "\n".join(plain_text(p) for p in targets)
        words = shown.sentence if shown is not None else _words(brought, form)
        law = [
            quiet(session, base.short),
            written(session, text if len(text) <= LONG else f"{text[:LONG]}……", theme.BODY),
        ]
        body.append(
            _side_by_side(session, law, [quiet(session, brought.book.short), written(session, words, theme.BODY)])
        )
    done = button(
        session, "照这样确认", on_tap(_keep, session, brought, proposal), ft.Icons.CHECK, filled=True
    )  # fmt: skip
    body += [*fault(session, form), done_or_not(session, done, button(session, "不改", on_tap(form.put, "key", "")))]
    return panel(body, f"by-hand-{form.text('key')}")


def _words(brought: Brought, form: Form) -> str:
    found = next((p for p in brought.book.walk() if p.id == form.text("by")), None)
    return by_hand.words_of(found) if found is not None else ""


def _own_clause(session: Session, brought: Brought, form: Form) -> Iterator[ft.Control]:
    """Which clause of the book it is; what is typed narrows the list."""
    yield caption(session, f"《{brought.book.short}》的哪一条")
    chosen = next((p for p in brought.book.walk() if p.id == form.text("by")), None)
    if chosen is not None:
        yield written(session, f"{chosen.label}　{_beginning(chosen)}", theme.BODY)
        yield button(session, "换一条", on_tap(form.put, "by", ""), ft.Icons.SWAP_HORIZ)
        return
    wanted = form.text("wanted_own")
    yield entry(session, form, "wanted_own", "找一条：写条号或里面的字")
    found = by_hand.matching(by_hand.clauses(brought.book), wanted)
    for each in found[:OFFERED]:
        yield _row(session, each, partial(form.put, "by", each.id), "own")
    if len(found) > OFFERED:
        yield quiet(session, f"还有 {len(found) - OFFERED} 条，写几个字来找。")


def _offered(session: Session, form: Form, base: Book, targets: Sequence[Provision]) -> Iterator[ft.Control]:
    """The clauses of the law that what is typed may mean."""
    wanted = form.text("wanted").strip()
    if not wanted:
        return
    every = [p for law in by_hand.laws(session.handbook, base) for p in by_hand.clauses(law)]
    found = [p for p in by_hand.matching(every, wanted) if p not in targets]
    for each in found[:OFFERED]:
        yield _row(session, each, partial(_toggle, form, each), "law")
    if len(found) > OFFERED:
        yield quiet(session, f"还有 {len(found) - OFFERED} 条，再写几个字。")
    if not found:
        yield quiet(session, f"规则里没有含“{wanted}”的条文，换几个字试试。")


def _row(session: Session, provision: Provision, take: partial[None], kind: str) -> ft.Control:
    name = f"{session.book_of(provision.id).short} {provision.label}" if kind == "law" else provision.label
    words = [
        written(session, name, theme.BODY, weight=ft.FontWeight.W_600),
        written(session, _beginning(provision), theme.BODY),
    ]
    return row(stretched(words, spacing=2), on_tap(take), key=f"{kind}-{provision.id}")


def _beginning(provision: Provision) -> str:
    return " ".join(" ".join(filter(None, (provision.title, provision.text))).split())[:BEGINS]


def _toggle(form: Form, provision: Provision) -> None:
    """Put a clause of the law among those that are changed, or take it out."""
    now = [id_ for id_ in form.text("base").split(",") if id_]
    after = [id_ for id_ in now if id_ != provision.id] if provision.id in now else [*now, provision.id]
    form.values["wanted"] = ""
    form.put("base", ",".join(after))


def _keep(session: Session, brought: Brought, proposal: Proposal | None) -> None:
    form = _form(session, brought)
    targets = _targets(session, form)
    by = proposal.by if proposal is not None else form.text("by")
    if not by:
        form.fault = f"还没有选《{brought.book.short}》的哪一条。"
        return
    if not targets:
        form.fault = "还没有选规则的哪一条。"
        return
    effect: by_hand.Effect = form.values.get("effect") or "replaces"
    whole = bool(form.values.get("whole"))
    if proposal is None:
        made = by_hand.by_hand(brought.book, by, effect, targets, whole)
    else:
        made = by_hand.otherwise(proposal, effect, targets, whole)
    if session.own.decide(session, brought, made, True):
        form.values.clear()
        form.put("key", "")
