"""Another edition clause by clause beside the law it is one of: what changed, and an alignment that is mended by a tap."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import flet as ft

from app.screens.exams import block
from app.widgets.basics import choice_chip, label_chip, more_button, quiet, row
from app.widgets.chips import chip_row
from app.widgets.columns import stretched
from app.widgets.pages import page
from app.widgets.sentences import answer_button
from app.widgets.text import written
from app.widgets.two_texts import two_texts
from app.window import routes, theme
from app.window.components import on_tap
from app.window.library import own_books
from rules_data.brought.comparing import own_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.brought.comparing import Kind, Pair
    from rules_data.brought.model import Brought

KINDS: dict[Kind, str] = {"changed": "改", "moved": "移", "added": "加", "gone": "删", "same": "相同"}
SHOWN = 40  # clauses at once
OFFERED = 12  # clauses of the law that one may be
LONG = 200  # characters of a clause that only one of them has
BEGINS = 40  # characters of a clause that is offered


def edition_page(session: Session, brought: Brought) -> ft.Control:
    """Show an edition beside the law."""
    pairs = own_books().pairs(brought.book.id)
    base = session.handbook.books.get(brought.edition_of)
    if base is None or not pairs:
        return page(session, "两版对照", [block(quiet(session, "这本没有说是哪一本规则的另一版。", theme.BODY))])
    form = session.own.form
    count = Counter(pair.kind for pair in pairs)
    kind = form.text("pair_kind")
    wanted = [pair for pair in pairs if (pair.kind == kind if kind else pair.kind != "same")]
    room = form.number("pairs_shown") or SHOWN
    chips = [choice_chip(session, f"不同的 {len(pairs) - count['same']}", not kind, on_tap(form.put, "pair_kind", ""))]
    chips += [
        choice_chip(session, f"{said} {count[each]}", kind == each, on_tap(form.put, "pair_kind", each))
        for each, said in KINDS.items()
        if count[each]
    ]
    parts: list[ft.Control] = [
        block(
            quiet(session, f"《{base.title}》{base.edition}与《{brought.book.title}》。对错了的，点它改。", theme.BODY)
        ),
        block(chip_row(chips)),
        *(part for pair in wanted[:room] for part in _pair(session, brought, pair, pairs)),
    ]
    if not wanted:
        parts.append(block(quiet(session, "两版逐字相同。", theme.BODY)))
    if len(wanted) > room:
        parts.append(more_button(session, f"{len(wanted) - room} 条", lambda _: form.put("pairs_shown", room + SHOWN)))
    return page(session, "两版对照", parts)


def _pair(session: Session, brought: Brought, pair: Pair, pairs: Sequence[Pair]) -> Iterator[ft.Control]:
    form = session.own.form
    name = pair.new.number if pair.new is not None else f"-{pair.old.number if pair.old is not None else ''}"
    chosen = form.text("pair") == name
    said = stretched([ft.Row([label_chip(session, KINDS[pair.kind])]), clause_words(session, pair)], spacing=4)
    yield row(said, on_tap(form.put, "pair", "" if chosen else name), selected=chosen, key=f"pair-{name}")
    if chosen and pair.new is not None:
        yield block(*_mending(session, brought, pair, pairs))


def clause_words(session: Session, pair: Pair) -> ft.Control:
    """The words of a clause in both; of one that only one of them has, how it begins."""
    if pair.old is not None and pair.new is not None:
        return two_texts(session, pair)
    alone = pair.new or pair.old
    text = own_text(alone)
    begins = text if len(text) <= LONG else f"{text[:LONG]}……"
    return written(session, f"{alone.label if alone is not None else ''}　{begins}", theme.BODY)


def _mending(session: Session, brought: Brought, pair: Pair, pairs: Sequence[Pair]) -> Iterator[ft.Control]:
    """The clauses of the law that this one may be: those that are nobody's, the nearest first."""
    own, new = session.own, pair.new.number if pair.new is not None else ""
    at = pairs.index(pair)
    free = sorted((i for i, each in enumerate(pairs) if each.kind == "gone"), key=lambda i: abs(i - at))
    yield written(session, "它是原来的哪一条？", theme.BODY)
    if pair.old is not None:
        yield answer_button(session, "没有对应的，是新加的", on_tap(_align, session, brought, "", new))
    for i in free[:OFFERED]:
        old = pairs[i].old
        if old is not None:
            begins = own_text(old)[:BEGINS]
            yield answer_button(session, old.label, on_tap(_align, session, brought, old.number, new), begins)
    if pair.old is None and not free:
        yield quiet(session, "原来的各条都有对应的了；先把别处对错的改成没有对应的。", theme.BODY)
    if any(new == each[1] for each in brought.aligned):
        yield answer_button(session, "照程序对的", on_tap(own.align_again, session, brought, new))


def _align(session: Session, brought: Brought, old: str, new: str) -> None:
    session.own.form.put("pair", "")
    session.own.align(session, brought, old, new)


def edition_parts(session: Session, brought: Brought, name: str) -> Iterator[ft.Control]:
    """Say whether a book is a regulation or another edition of the law, and lead to the two beside each other."""
    base = session.handbook.books.get(brought.edition_of or brought.base or "")
    if base is None:
        return
    own = session.own
    regulation = on_tap(own.call_edition, session, brought, "")
    edition = on_tap(own.call_edition, session, brought, base.id)
    chips = [
        choice_chip(session, "规程、补充规定", not brought.edition_of, regulation),
        choice_chip(session, f"《{base.short}》的另一版", bool(brought.edition_of), edition),
    ]
    yield block(chip_row(chips))
    if not brought.edition_of or own.draft is brought:
        return
    count = Counter(pair.kind for pair in own_books().pairs(brought.book.id))
    counted = "、".join(f"{said} {count[kind]}" for kind, said in KINDS.items() if count[kind])
    sign = ft.Icon(ft.Icons.COMPARE_ARROWS, color=ft.Colors.PRIMARY, size=session.px(20))
    text = f"和《{base.short}》逐条对照：{counted}"
    yield row(
        ft.Row([sign, written(session, text, theme.BODY, color=ft.Colors.PRIMARY, expand=True)], spacing=12),
        on_tap(session.go, routes.own_address(name, "edition")),
    )
