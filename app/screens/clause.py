"""The page of a clause: the whole law around it, as printed, and everything that bears on it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.opened import trees
from app.base.words import EFFECTS
from app.reading.contents import GROUPS, clause_range, parts_of, short_label
from app.reading.printed import edition_line
from app.reading.quoting import sentence
from app.screens.finding import find_bar, found_in, marks
from app.widgets.basics import heading, icon_button, label_chip, no_wider, notice, quiet, row, section_title
from app.widgets.clause_actions import actions, bookmark_line
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import button
from app.widgets.in_force import in_force_here
from app.widgets.law_text import law_text
from app.widgets.links import provision_links
from app.widgets.pages import beside_text
from app.widgets.provision import Open, blocks, heading_spans, scroll_key
from app.widgets.ruling_sheets import cases_of, trees_of
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap, scroll_target
from app.window.error_boundary import component
from app.window.session import use_session
from app.window.state import Sheet
from rules_data.brought.names import is_brought

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from app.reading.finding import Found
    from app.window.session import Session
    from rules_data.model import Amendment, OpenQuestion, Provision

AT_ONCE = 3  # of what can be done with a clause, shown in a bar with room: copy, share, print
CASES = 6  # worked cases listed under a law
LINGERING = 1.5  # seconds for which words that are selected no longer can be copied
ROOMY = 620  # px from which the bar has room for all that can be done


@component
def ClausePane(provision_id: str) -> ft.Control:
    """Show a provision in its law."""
    session = use_session()
    ft.use_state(session.shelf)
    ft.use_state(session.assignment)
    ft.use_state(session.notes)
    ft.use_state(session.finder)
    provision = session.find(provision_id)
    page = _page(session, provision) if provision else None
    found = found_in(session, page) if page else []
    at = min(session.finder.at, max(0, len(found) - 1))
    column, scroll = _use_scrolling(session, provision_id, page, found[at] if found else None, at)
    if provision is None or page is None:
        return _missing(session, provision_id)
    column.current = _scrolled(session, page, _body(session, page, provision, found, at))
    seeking = session.finder.page == page.id
    return stretched(
        [
            _bar(session, page, provision),
            find_bar(session, page, found) if seeking else _strip(session, page, scroll),
            column.current,
            SelectedBar(provision.id),
            *([] if seeking else _rule_button(session, page, provision)),
        ],
        spacing=0,
        expand=True,
    )


def _use_scrolling(
    session: Session, provision_id: str, page: Provision | None, hit: Found | None, at: int
) -> tuple[Any, Callable[[str], Awaitable[None]]]:
    """Return where the text that scrolls is to be put, and what scrolls it to a provision.

    It goes to the provision one comes for, and to what is found in its law, as one goes on through that.
    """
    column: Any = ft.use_ref(None)
    looked_at = hit.provision if hit is not None else ""

    async def scroll(id_: str) -> None:  # at once, for who asked that nothing moves too
        await column.current.scroll_to(scroll_key=scroll_target(scroll_key(id_)), duration=0)

    async def settle() -> None:
        provision = session.find(provision_id)
        if provision is None:
            return
        session.selected.text = ""
        session.remember_clause(provision_id)
        if provision.id != session.handbook.article(provision_id).id:
            await asyncio.sleep(0.05)  # the client lays the page out first
            await scroll(provision_id)

    async def show_hit() -> None:
        if hit is None:
            return
        await asyncio.sleep(0.05)
        if page and (looked_at, hit.part) == (page.id, "heading"):  # the title, above the text
            await column.current.scroll_to(offset=0)
        else:
            await scroll(looked_at)

    ft.use_effect(settle, [provision_id])
    ft.use_effect(show_hit, [looked_at, at, session.finder.query])
    return column, scroll


def _scrolled(session: Session, page: Provision, body: Iterable[ft.Control]) -> ft.Control:
    """The text and what bears on it, on a wide window no wider than can be read."""
    margin = max(10, (session.layout.pane - theme.READING_WIDTH) / 2)
    inner = ft.Container(stretched(body, spacing=8), padding=ft.Padding.only(left=margin, right=margin, bottom=32))
    return stretched([inner], scroll=ft.ScrollMode.AUTO, expand=True, key=f"clause-{page.id}")


def _page(session: Session, provision: Provision) -> Provision:
    return provision if provision.kind in GROUPS else session.handbook.article(provision.id)


def _missing(session: Session, provision_id: str) -> ft.Control:
    return ft.Column(
        [
            ft.Row([icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back())]),
            ft.Container(quiet(session, "没有这一条。请回到“查找”重新查找。", theme.BODY), padding=16),
            ft.Container(
                button(session, "到“查找”", lambda _: session.go(routes.tab_address("lookup")), ft.Icons.SEARCH),
                padding=ft.Padding.symmetric(horizontal=16),
            ),
        ]
    )


def _rule_button(session: Session, page: Provision, provision: Provision) -> Iterable[ft.Control]:
    """Stay below the text where trees are about this law: one tap leads to the ruling, or to a choice of them."""
    found = [] if page.kind in GROUPS else [tree.id for tree in trees_of([each.id for each in page.walk()])]
    own = session.own.books().get(session.book_of(page.id).id) if is_brought(page.id) and not found else None
    there = own is not None and (own.own_game is not None or own.book.id in session.duty.own_books(own.book.game))
    if own is not None and there and not own.withdrawn and page.kind not in GROUPS:
        from app.screens.by_hand import begin

        yield ft.Container(
            button(
                session,
                "照本条记一次裁决",
                on_tap(begin, session, own, provision.id if provision.text else page.id),
                ft.Icons.EDIT_NOTE,
                filled=True,
            ),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            padding=ft.Padding.symmetric(horizontal=max(16, beside_text(session) + 10), vertical=8),
        )
    if found:
        yield ft.Container(
            no_wider(
                session,
                ft.FilledButton(
                    written(session, "按本条裁定", theme.LAW),
                    icon=ft.Icons.GAVEL,
                    height=max(52, session.px(44)),
                    on_click=lambda _: (
                        session.desk.begin(found[0]) if len(found) == 1 else session.show(Sheet("trees", tuple(found)))
                    ),
                ),
            ),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            padding=ft.Padding.symmetric(horizontal=max(16, beside_text(session) + 10), vertical=8),
        )


def _bar(session: Session, page: Provision, provision: Provision) -> ft.Control:
    kept = provision.id in session.shelf.bookmarks

    def seek(_: object) -> None:
        session.finder.open(page.id)

    def more(_: object) -> None:
        session.show(Sheet("clause", (provision.id,)))

    back = icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back())
    buttons = [
        icon_button(
            session,
            ft.Icons.BOOKMARK if kept else ft.Icons.BOOKMARK_BORDER,
            "移出书签" if kept else "加入书签",
            lambda _: session.toggle_bookmark(provision.id),
            ft.Colors.PRIMARY if kept else None,
        )
    ]
    if page.kind not in GROUPS:
        buttons.append(icon_button(session, ft.Icons.FIND_IN_PAGE_OUTLINED, "在本条中找", seek))
    possible = actions(session, provision)
    shown = possible[:AT_ONCE] if session.layout.pane >= ROOMY and session.settings.text_scale <= 1.3 else possible[:1]
    buttons += [icon_button(session, each.icon, each.name, each.act) for each in shown]
    if len(shown) < len(possible):
        buttons.append(icon_button(session, ft.Icons.MORE_VERT, "更多", more))
    if session.settings.text_scale > 1.3 and not session.layout.wide:  # large letters leave no room beside the buttons
        content: ft.Control = stretched(
            [
                ft.Row([back, ft.Container(expand=True), *buttons], spacing=0),
                ft.Container(heading(session, provision.label), padding=ft.Padding.symmetric(horizontal=12)),
            ],
            spacing=0,
        )
    else:
        content = ft.Row(
            [back, ft.Container(heading(session, provision.label), expand=True), *buttons],
            spacing=0,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    return ft.Container(
        content, bgcolor=ft.Colors.SURFACE_CONTAINER, padding=ft.Padding.symmetric(horizontal=4, vertical=6)
    )


def _strip(session: Session, page: Provision, scroll: Callable[[str], Any]) -> ft.Control:
    """Under the bar: the clause before, the parts of this one, the clause after."""
    before, after = session.handbook.previous_article(page.id), session.handbook.next_article(page.id)
    if page.kind in GROUPS or (before is None and after is None):
        return ft.Container()

    def beside(name: str, icon: ft.IconData, target: Provision | None) -> ft.Control:
        if target is None:
            return ft.Container(width=theme.TARGET)
        return icon_button(session, icon, f"{name} {target.label}", on_tap(session.go_clause, target.id))

    def part(each: Provision) -> ft.Control:
        async def go(_: object) -> None:
            await scroll(each.id)

        return ft.MergeSemantics(
            ft.Container(
                written(
                    session,
                    short_label(each, page),
                    theme.BODY,
                    color=ft.Colors.PRIMARY,
                    semantics_label=session.say(f"到{each.label}{each.title or ''}"),
                ),
                on_click=go,
                ink=True,
                border_radius=8,
                padding=ft.Padding.symmetric(horizontal=16),  # a part may be one character wide
                height=max(theme.TARGET, session.px(40)),
                alignment=ft.Alignment.CENTER,
            )
        )

    return ft.Container(
        ft.Row(
            [
                beside("前一条", ft.Icons.CHEVRON_LEFT, before),
                ft.Row([part(each) for each in parts_of(page)], spacing=0, scroll=ft.ScrollMode.HIDDEN, expand=True),
                beside("后一条", ft.Icons.CHEVRON_RIGHT, after),
            ],
            spacing=0,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        padding=ft.Padding.symmetric(horizontal=4),
    )


@component
def SelectedBar(provision_id: str) -> ft.Control:
    """Show what can be done with the words selected in the text; nothing while none are."""
    session = use_session()
    ft.use_state(session.selected)
    words = session.selected.text
    provision = session.find(provision_id)
    if not words.strip() or provision is None:
        return ft.Container()

    async def plain(_: object) -> None:
        await session.copy(words, f"已复制 {len(words)} 字")

    async def quoted(_: object) -> None:
        await session.copy(sentence(session.handbook, provision, words), "已复制，附出处")

    def button(name: str, act: Callable[[object], Any]) -> ft.Control:
        return ft.FilledTonalButton(
            written(session, name, theme.BODY),
            on_click=act,
            height=max(theme.TARGET, session.px(44)),
        )

    return ft.Container(
        wrapped(
            [
                written(session, f"已选 {len(words)} 字", theme.SMALL),
                button("复制", plain),
                button("连出处复制", quoted),
            ],
            gap=12,
            between=4,
            alignment=ft.MainAxisAlignment.END,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        padding=ft.Padding.symmetric(horizontal=16, vertical=6),
    )


def _body(session: Session, page: Provision, provision: Provision, found: list[Found], at: int) -> Iterable[ft.Control]:
    yield _breadcrumbs(session, page)
    yield ft.Container(
        quiet(session, edition_line(session.book_of(page.id)), 12), padding=ft.Padding.symmetric(horizontal=10)
    )
    if provision.id in session.shelf.bookmarks:
        yield bookmark_line(session, provision)
    marked = marks(found, at)
    text: list[ft.Control] = []
    if page.heading or page.title:
        title = (
            law_text(
                session, page, page.heading, heading_spans(session, page), marks=marked.get((page.id, "heading"), ())
            )
            if page.heading
            else _supplied(session, page)
        )
        title.style = ft.TextStyle(size=session.px(theme.HEADLINE), weight=ft.FontWeight.W_600, height=1.4)
        text.append(
            ft.Container(ft.Semantics(content=title, heading_level=2), padding=ft.Padding.only(left=10, right=10))
        )
    if page.heading and page.title_supplied and page.title:
        text.append(ft.Container(_supplied(session, page), padding=ft.Padding.only(left=10, right=10)))
    if page.kind in GROUPS:
        yield from text
        yield from _contents(session, page)
        return
    yield from in_force_here(session, page)
    text.append(stretched(list(blocks(session, Open(page, provision.id, marked))), spacing=2))
    yield selectable(session, text)
    inside = list(page.walk())
    yield from _amendments(session, inside)
    yield from _questions(session, inside)
    yield from _data(session, inside)
    yield from _cases(session, inside)
    yield from _citations(session, page, inside)
    yield _neighbours(session, page)


def selectable(session: Session, text: list[ft.Control]) -> ft.Control:
    """Return law text that can be selected with the mouse or by a long press; links in it go on working."""

    async def selected(event: ft.Event[ft.SelectionArea]) -> None:
        words = event.data if isinstance(event.data, str) else ""
        change = session.selected.take(words)
        if not words:  # a tap on “复制” ends the selection before it is heard
            await asyncio.sleep(LINGERING)
            session.selected.let_go(change)

    return ft.SelectionArea(stretched(text, spacing=8), on_change=selected)


def _supplied(session: Session, page: Provision) -> ft.Text:
    return ft.Text(session.say(f"{page.title}（标题为编者所加）" if page.title_supplied else page.title or ""))


def _breadcrumbs(session: Session, page: Provision) -> ft.Control:
    book = session.book_of(page.id)

    def crumb(text: str, on_click: Callable[[Any], Any]) -> ft.Control:
        return ft.MergeSemantics(
            ft.Container(
                written(session, text, theme.SMALL, color=ft.Colors.PRIMARY),
                on_click=on_click,
                ink=True,
                border_radius=6,
                padding=ft.Padding.symmetric(horizontal=4, vertical=14),
            )
        )

    parts: list[ft.Control] = [crumb(book.short, lambda _: session.go(routes.book_address(book.id)))]
    for above in session.handbook.path(page.id):
        parts.append(ft.Text("›", size=session.px(theme.SMALL), color=ft.Colors.ON_SURFACE_VARIANT))
        parts.append(crumb(above.label, on_tap(session.open_book, book.id, above.id)))
    return ft.Container(
        wrapped(parts, gap=2, between=0, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.only(left=6, top=4),
    )


def _contents(session: Session, group: Provision) -> Iterable[ft.Control]:
    for child in group.children:
        text = f"{child.label} {child.title}" if child.title else child.label
        holds = clause_range(child) if child.kind in GROUPS else ""
        yield row(
            ft.Column(
                [
                    written(session, text, theme.BODY),
                    *([quiet(session, holds)] if holds else []),
                ],
                spacing=0,
            ),
            on_tap(session.go_clause, child.id),
        )


def _amendments(session: Session, inside: list[Provision]) -> Iterable[ft.Control]:
    found: dict[str, Amendment] = {each.id: each for one in inside for each in session.handbook.amendments(one.id)}
    if not found:
        return
    yield section_title(session, "补充规定")
    for amendment in found.values():
        body: list[ft.Control] = [
            written(session, f"本规则：{amendment.base_says}", theme.BODY),
            written(session, f"补充规定：{amendment.supplement_says}", theme.BODY),
            written(session, f"采用补充规定时：{amendment.in_force}", theme.BODY, weight=ft.FontWeight.W_600),
        ]
        if amendment.remains:
            body.append(quiet(session, f"仍然适用：{amendment.remains}", theme.BODY))
        body.append(provision_links(session, (*amendment.base, *amendment.by)))
        yield notice(session, ft.Icons.LAYERS, f"{EFFECTS[amendment.effect]} · {amendment.topic}", body)


def _questions(session: Session, inside: list[Provision]) -> Iterable[ft.Control]:
    found: dict[str, OpenQuestion] = {
        each.id: each for one in inside for each in session.handbook.open_questions(one.id)
    }
    if not found:
        return
    yield section_title(session, "未定问题")
    for question in found.values():
        body: list[ft.Control] = []
        for option in question.options:
            chosen = option.key == question.default
            text = f"{option.text}（默认）" if chosen else option.text
            body.append(written(session, f"· {text}", theme.BODY, weight=ft.FontWeight.W_600 if chosen else None))
            if option.evidence:
                body.append(quiet(session, f"依据：{option.evidence}"))
        if question.because:
            body.append(quiet(session, f"默认的理由：{question.because}"))
        body.append(quiet(session, f"由{question.decides}决定。"))
        yield notice(session, ft.Icons.HELP_OUTLINE, question.question, body, session.shade(theme.AMBER))


def _data(session: Session, inside: list[Provision]) -> Iterable[ft.Control]:
    book = inside[0].book
    tables = {each.id: each for one in inside if one.kind != "table" for each in session.handbook.tables(one.id)}
    if not tables:
        return
    yield section_title(session, "数据表")
    for table in tables.values():
        yield row(
            written(session, table.title, theme.BODY),
            on_tap(session.open_table, book, table.id),
            left=10,
        )


def _cases(session: Session, inside: list[Provision]) -> Iterable[ft.Control]:
    found = cases_of([one.id for one in inside])
    if found:
        yield section_title(session, f"相关案例（{len(found)}）")
        yield CaseList(tuple(found))


@component
def CaseList(found: tuple[str, ...]) -> ft.Control:
    """List the worked cases of a law: a few, and all of them once they are asked for."""
    session = use_session()
    whole, show = ft.use_state(False)
    listed: list[ft.Control] = [
        row(
            written(session, trees().cases[id_].title, theme.BODY),
            on_tap(session.show, Sheet("case", (id_,))),
            left=10,
            key=f"case-{id_}",
        )
        for id_ in (found if whole else found[:CASES])
    ]
    if len(found) > CASES and not whole:
        listed.append(
            ft.OutlinedButton(
                written(session, f"另有 {len(found) - CASES} 个", theme.BODY),
                on_click=lambda _: show(True),
                height=max(theme.TARGET, session.px(40)),
            )
        )
    return stretched(listed, spacing=0)


def _citations(session: Session, page: Provision, inside: list[Provision]) -> Iterable[ft.Control]:
    own = {each.id for each in inside}
    sources = dict.fromkeys(
        reference.source
        for one in inside
        for reference in session.handbook.cited_by(one.id)
        if reference.source not in own
    )
    found = [provision for each in sources if (provision := session.find(each))]
    if not found:
        return
    yield section_title(session, f"被引用（{len(found)}）")
    for provision in found:
        title = provision.title or session.handbook.article(provision.id).title or ""
        yield row(
            ft.Row(
                [
                    label_chip(session, provision.label),
                    written(session, title, theme.BODY, expand=True),
                ],
                spacing=10,
            ),
            on_tap(session.go_clause, provision.id),
            left=10,
        )


def _neighbours(session: Session, page: Provision) -> ft.Control:
    def button(name: str, icon: ft.IconData, target: Provision | None) -> ft.Control:
        if target is None:
            return ft.Container(expand=True)
        return ft.OutlinedButton(
            written(session, f"{name} {target.label}", theme.BODY, text_align=ft.TextAlign.CENTER),
            icon=icon,
            height=max(56, session.px(56)),
            expand=True,
            on_click=lambda _: session.go_clause(target.id),
        )

    return ft.Container(
        ft.Row(
            [
                button("上一条", ft.Icons.CHEVRON_LEFT, session.handbook.previous_article(page.id)),
                button("下一条", ft.Icons.CHEVRON_RIGHT, session.handbook.next_article(page.id)),
            ],
            spacing=12,
        ),
        padding=ft.Padding.only(top=24, left=10, right=10),
    )
