"""Another edition clause by clause beside the law it is one of: what changed, and an alignment that is mended by a tap."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
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
from app.window.library import beside
from rules_data.brought.comparing import own_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.brought.comparing import Kind, Pair
    from rules_data.brought.model import Brought

KINDS: dict[Kind, str] = {"changed": "改", "moved": "移", "added": "加", "gone": "删", "same": "相同"}
TITLE = "两版对照"
SHOWN = 40  # clauses at once
OFFERED = 12  # clauses of the law that one may be
LONG = 200  # characters of a clause that only one of them has
BEGINS = 40  # characters of a clause that is offered
OWN_TEXT = "自己添加的文本"  # the edition of a book that says none


def edition_page(session: Session, name: str) -> ft.Control:
    """Show a text beside another: what differs, by clause and by word; of one's own, with what mends the alignment."""
    form, books = session.own.form, session.handbook.books
    there = _partners(session, name)
    if not there:
        return page(session, TITLE, [block(quiet(session, "没有可以和它对照的另一本。", theme.BODY))])
    other = form.text(f"beside-{name}")
    other = other if other in there else there[0]
    view = _View(name, *_sides(session, name, other))
    pairs = beside(view.old, view.new)
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
    parts: list[ft.Control] = []
    if len(there) > 1:
        parts.append(block(quiet(session, "和哪一本对照"), chip_row(_others(session, name, there, other))))
    parts += [
        block(quiet(session, _about(session, view), theme.BODY)),
        block(chip_row(chips)),
        *(part for pair in wanted[:room] for part in _pair(session, view, pair, pairs)),
    ]
    if not wanted:
        parts.append(block(quiet(session, "两版逐字相同。", theme.BODY)))
    if len(wanted) > room:
        parts.append(more_button(session, f"{len(wanted) - room} 条", lambda _: form.put("pairs_shown", room + SHOWN)))
    return page(session, TITLE, parts, state=f"edition-{books[other].id}")


@dataclass(frozen=True, slots=True)
class _View:
    """Two texts beside each other: which page they are on, and which of them stands first."""

    name: str
    old: str
    new: str

    def mender(self, session: Session) -> Brought | None:
        """The book of one's own with which is kept what a person says of the alignment; None: neither is one's own."""
        return session.own.books().get(self.new)


def _partners(session: Session, name: str) -> tuple[str, ...]:
    """The ids of the texts it can stand beside."""
    from rules_data.brought.beside import partners

    books = session.handbook.books
    return partners(books, session.own.books(), name) if name in books else ()


def _sides(session: Session, name: str, other: str) -> tuple[str, str]:
    """Which of two stands first: the law before its edition, its witness and its supplement; of two of one's own the older."""
    own = session.own.books()
    if name in own and other in own:
        order = list(own)
        return (name, other) if order.index(name) < order.index(other) else (other, name)
    book = session.handbook.books[name]
    later = name in own or other in (book.amends, book.witness_of)
    return (other, name) if later else (name, other)


def _others(session: Session, name: str, there: Sequence[str], other: str) -> Iterator[ft.Control]:
    form, own = session.own.form, session.own.books()
    for each in there[:OFFERED]:
        gone = "（已撤下）" if each in own and own[each].withdrawn else ""
        said = f"《{session.handbook.books[each].short}》{gone}"
        yield choice_chip(session, said, each == other, on_tap(form.put, f"beside-{name}", each))


def _about(session: Session, view: _View) -> str:
    """Say which two texts these are, and what can be done."""
    old, new = (session.handbook.books[each] for each in (view.old, view.new))
    if new.amends == old.id:
        return (
            f"《{old.title}》{old.edition}：不采用和采用《{new.short}》。加上的是附在这一条后面一并适用的，或代替它的。"
        )
    if new.witness_of == old.id:
        return f"《{old.title}》{old.edition}与《{new.title}》：后一本有的部分。繁简之分不算不同。"
    editions = [each.edition if each.edition != OWN_TEXT else "" for each in (old, new)]
    return f"《{old.title}》{editions[0]}与《{new.title}》{editions[1]}。对错了的，点它改。"


def _pair(session: Session, view: _View, pair: Pair, pairs: Sequence[Pair]) -> Iterator[ft.Control]:
    form = session.own.form
    name = pair.new.number if pair.new is not None else f"-{pair.old.number if pair.old is not None else ''}"
    brought = view.mender(session)
    chosen = form.text("pair") == name and brought is not None
    said = stretched([ft.Row([label_chip(session, KINDS[pair.kind])]), clause_words(session, pair)], spacing=4)
    if brought is None:
        to = pair.new if pair.new is not None and pair.old is None else pair.old
        yield row(said, on_tap(session.go_clause, to.id if to is not None else ""), key=f"pair-{name}")
        return
    yield row(said, on_tap(form.put, "pair", "" if chosen else name), selected=chosen, key=f"pair-{name}")
    if chosen:
        yield block(*_mending(session, view, brought, pair, pairs))


def clause_words(session: Session, pair: Pair) -> ft.Control:
    """The words of a clause in both; of one that only one of them has, how it begins."""
    if pair.old is not None and pair.new is not None:
        return two_texts(session, pair)
    alone = pair.new or pair.old
    text = own_text(alone)
    begins = text if len(text) <= LONG else f"{text[:LONG]}……"
    return written(session, f"{alone.label if alone is not None else ''}　{begins}", theme.BODY)


def _mending(
    session: Session, view: _View, brought: Brought, pair: Pair, pairs: Sequence[Pair]
) -> Iterator[ft.Control]:
    """The clauses of the other text that this one may be: those that are nobody's, the nearest first."""
    own = session.own
    at = pairs.index(pair)
    looking = "added" if pair.new is None else "gone"
    free = sorted((i for i, each in enumerate(pairs) if each.kind == looking), key=lambda i: abs(i - at))
    yield written(session, "它是后来的哪一条？" if pair.new is None else "它是原来的哪一条？", theme.BODY)
    if pair.old is not None and pair.new is not None:
        none = on_tap(_align, session, brought, view, "", pair.new.number)
        yield answer_button(session, "没有对应的，是新加的", none)
    for i in free[:OFFERED]:
        other = pairs[i].new if pair.new is None else pairs[i].old
        if other is None:
            continue
        old, new = (pair.old, other) if pair.new is None else (other, pair.new)
        numbers = (old.number if old is not None else "", new.number)
        yield answer_button(
            session, other.label, on_tap(_align, session, brought, view, *numbers), own_text(other)[:BEGINS]
        )
    if (pair.old is None or pair.new is None) and not free:
        which = "后来" if pair.new is None else "原来"
        yield quiet(session, f"{which}的各条都有对应的了；先把别处对错的改成没有对应的。", theme.BODY)
    if pair.new is not None and any(pair.new.number == b for _, b in _said(session, view)):
        again = on_tap(own.align_again, session, brought, view.old, pair.new.number)
        yield answer_button(session, "照程序对的", again)


def _said(session: Session, view: _View) -> tuple[tuple[str, str], ...]:
    from rules_data.brought.beside import said_of

    return said_of(session.own.books(), view.old, view.new)


def _align(session: Session, brought: Brought, view: _View, old: str, new: str) -> None:
    session.own.form.put("pair", "")
    session.own.align(session, brought, view.old, old, new)


def beside_row(session: Session, name: str) -> Iterator[ft.Control]:
    """Lead to a text beside another, where there is one it can stand beside."""
    there = _partners(session, name)
    if not there:
        return
    sign = ft.Icon(ft.Icons.COMPARE_ARROWS, color=ft.Colors.PRIMARY, size=session.px(20))
    short = session.handbook.books[there[0]].short
    text = f"和《{short}》逐条对照" if len(there) == 1 else f"和《{short}》等 {len(there)} 本逐条对照"
    yield row(
        ft.Row([sign, written(session, text, theme.BODY, color=ft.Colors.PRIMARY, expand=True)], spacing=12),
        on_tap(session.go, routes.own_address(name, "edition")),
    )


def edition_parts(session: Session, brought: Brought, name: str) -> Iterator[ft.Control]:
    """Say whether a book is a regulation or another edition of the law, and lead to it beside that or another of one's own."""
    base = session.handbook.books.get(brought.edition_of or brought.base or "")
    own = session.own
    if base is not None:
        regulation = on_tap(own.call_edition, session, brought, "")
        edition = on_tap(own.call_edition, session, brought, base.id)
        chips = [
            choice_chip(session, "规程、补充规定", not brought.edition_of, regulation),
            choice_chip(session, f"《{base.short}》的另一版", bool(brought.edition_of), edition),
        ]
        yield block(chip_row(chips))
    if own.draft is brought:
        return
    if brought.edition_of and base is not None:
        count = Counter(pair.kind for pair in beside(base.id, brought.book.id))
        counted = "、".join(f"{said} {count[kind]}" for kind, said in KINDS.items() if count[kind])
        yield block(quiet(session, f"和《{base.short}》：{counted}", theme.BODY))
    yield from beside_row(session, name)
