"""The page of a clause: the whole law around it, as printed, and everything that bears on it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft

from app.widgets.basics import heading, icon_button, label_chip, notice, quiet, row, section_title
from app.widgets.in_force import in_force_here
from app.widgets.law_text import law_text
from app.widgets.links import provision_links
from app.widgets.provision import blocks, heading_spans, plain_text, scroll_key
from app.widgets.ruling_sheets import cases_of, trees_of
from app.window import routes, theme
from app.window.components import on_tap, scroll_target
from app.window.error_boundary import component
from app.window.library import trees
from app.window.session import use_session
from app.window.state import Sheet
from app.window.words import EFFECTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.window.session import Session
    from rules_data.model import Amendment, Book, OpenQuestion, Provision

CASES = 6  # worked cases listed under a law
GROUPS = ("chapter", "part", "section")  # provisions that are headings over many pages


def edition_line(book: Book) -> str:
    """Return title, edition and date of a book in one line."""
    since = f"{book.in_force_since}起施行" if book.in_force_since else "原文未载施行日期"
    return f"{book.title} · {book.edition} · {since}"


@component
def ClausePane(provision_id: str) -> ft.Control:
    """Show a provision in its law."""
    session = use_session()
    ft.use_state(session.shelf)
    ft.use_state(session.assignment)
    provision = session.find(provision_id)
    column: Any = ft.use_ref(None)

    async def settle() -> None:
        if provision is None:
            return
        session.remember_clause(provision_id)
        if provision.id != session.handbook.article(provision_id).id:
            await asyncio.sleep(0.05)  # the client lays the page out first
            await column.current.scroll_to(scroll_key=scroll_target(scroll_key(provision_id)), duration=0)

    ft.use_effect(settle, [provision_id])

    if provision is None:
        return _missing(session, provision_id)
    page = provision if provision.kind in GROUPS else session.handbook.article(provision_id)
    margin = max(10, (session.layout.pane - theme.READING_WIDTH) / 2)
    column.current = ft.Column(
        [
            ft.Container(
                ft.Column(
                    list(_body(session, page, provision)), spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
                ),
                padding=ft.Padding.only(left=margin, right=margin, bottom=32),
            )
        ],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=f"clause-{page.id}",
    )
    return ft.Column(
        [_bar(session, provision), column.current, *_rule_button(session, page)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _missing(session: Session, provision_id: str) -> ft.Control:
    return ft.Column(
        [
            ft.Row([icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back())]),
            ft.Container(quiet(session, f"没有这一条：{provision_id}。请回到“查”重新查找。", theme.BODY), padding=16),
        ]
    )


def _rule_button(session: Session, page: Provision) -> Iterable[ft.Control]:
    """Stay below the text where trees are about this law: one tap leads to the ruling, or to a choice of them."""
    found = [] if page.kind in GROUPS else [tree.id for tree in trees_of([each.id for each in page.walk()])]
    if found:
        yield ft.Container(
            ft.FilledButton(
                ft.Text(session.say("按本条裁定"), size=session.px(theme.LAW)),
                icon=ft.Icons.GAVEL,
                height=max(52, session.px(44)),
                on_click=lambda _: (
                    session.begin_ruling(found[0]) if len(found) == 1 else session.show(Sheet("trees", tuple(found)))
                ),
            ),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            padding=ft.Padding.symmetric(horizontal=16, vertical=8),
        )


def _bar(session: Session, provision: Provision) -> ft.Control:
    kept = provision.id in session.shelf.bookmarks
    book = session.book_of(provision.id)

    async def copy_citation(_: object) -> None:
        text = f"《{book.title}》（{book.edition}）{provision.label}\n{plain_text(provision)}"
        await session.copy(text, f"已复制{provision.label}及出处")

    async def share(_: object) -> None:
        await session.copy(session.origin + routes.clause_address(provision.id), "已复制本条网址")

    back = icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back())
    names = ft.Column(
        [
            heading(session, provision.label),
            ft.Text(session.say(edition_line(book)), size=session.px(12), color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=0,
        expand=True,
    )
    actions = [
        icon_button(
            session,
            ft.Icons.BOOKMARK if kept else ft.Icons.BOOKMARK_BORDER,
            "移出书签" if kept else "加入书签",
            lambda _: session.toggle_bookmark(provision.id),
            ft.Colors.PRIMARY if kept else None,
        ),
        icon_button(session, ft.Icons.CONTENT_COPY, "复制条文和出处", copy_citation),
        icon_button(session, ft.Icons.SHARE, "复制本条网址", share),
    ]
    if session.settings.text_scale > 1.3 and not session.layout.wide:  # large letters leave no room beside the buttons
        content: ft.Control = ft.Column(
            [
                ft.Row([back, ft.Container(expand=True), *actions], spacing=0),
                ft.Container(names, padding=ft.Padding.symmetric(horizontal=12)),
            ],
            spacing=0,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        names.expand = None
    else:
        content = ft.Row([back, names, *actions], spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    return ft.Container(
        content, bgcolor=ft.Colors.SURFACE_CONTAINER, padding=ft.Padding.symmetric(horizontal=4, vertical=6)
    )


def _body(session: Session, page: Provision, provision: Provision) -> Iterable[ft.Control]:
    yield _breadcrumbs(session, page)
    if page.heading or page.title:
        title = (
            law_text(session, page, page.heading, heading_spans(session, page))
            if page.heading
            else _supplied(session, page)
        )
        title.style = ft.TextStyle(size=session.px(theme.HEADLINE), weight=ft.FontWeight.W_600, height=1.4)
        yield ft.Container(ft.Semantics(content=title, heading_level=2), padding=ft.Padding.only(left=10, right=10))
    if page.heading and page.title_supplied and page.title:
        yield ft.Container(_supplied(session, page), padding=ft.Padding.only(left=10, right=10))
    if page.kind in GROUPS:
        yield from _contents(session, page)
        return
    yield from in_force_here(session, page)
    yield ft.Column(
        list(blocks(session, page, provision.id)), spacing=2, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    inside = list(page.walk())
    yield from _amendments(session, inside)
    yield from _questions(session, inside)
    yield from _data(session, inside)
    yield from _cases(session, inside)
    yield from _citations(session, page, inside)
    yield _neighbours(session, page)


def _supplied(session: Session, page: Provision) -> ft.Text:
    return ft.Text(session.say(f"{page.title}（标题为编者所加）" if page.title_supplied else page.title or ""))


def _breadcrumbs(session: Session, page: Provision) -> ft.Control:
    book = session.book_of(page.id)

    def crumb(text: str, on_click: Callable[[Any], Any]) -> ft.Control:
        return ft.MergeSemantics(
            ft.Container(
                ft.Text(session.say(text), size=session.px(theme.SMALL), color=ft.Colors.PRIMARY),
                on_click=on_click,
                ink=True,
                border_radius=6,
                padding=ft.Padding.symmetric(horizontal=4, vertical=12),
            )
        )

    parts: list[ft.Control] = [crumb(book.short, lambda _: session.go(routes.book_address(book.id)))]
    for above in session.handbook.path(page.id):
        parts.append(ft.Text("›", size=session.px(theme.SMALL), color=ft.Colors.ON_SURFACE_VARIANT))
        parts.append(crumb(above.label, on_tap(session.open_book, book.id, above.id)))
    return ft.Container(
        ft.Row(parts, wrap=True, spacing=2, run_spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.only(left=6, top=4),
    )


def _contents(session: Session, group: Provision) -> Iterable[ft.Control]:
    for child in group.children:
        text = f"{child.label} {child.title}" if child.title else child.label
        yield row(ft.Text(session.say(text), size=session.px(theme.BODY)), on_tap(session.go_clause, child.id))


def _amendments(session: Session, inside: list[Provision]) -> Iterable[ft.Control]:
    found: dict[str, Amendment] = {each.id: each for one in inside for each in session.handbook.amendments(one.id)}
    if not found:
        return
    yield section_title(session, "补充规定")
    for amendment in found.values():
        body: list[ft.Control] = [
            ft.Text(session.say(f"本规则：{amendment.base_says}"), size=session.px(theme.BODY)),
            ft.Text(session.say(f"补充规定：{amendment.supplement_says}"), size=session.px(theme.BODY)),
            ft.Text(
                session.say(f"采用补充规定时：{amendment.in_force}"),
                size=session.px(theme.BODY),
                weight=ft.FontWeight.W_600,
            ),
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
            body.append(
                ft.Text(
                    session.say(f"· {text}"),
                    size=session.px(theme.BODY),
                    weight=ft.FontWeight.W_600 if chosen else None,
                )
            )
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
            ft.Text(session.say(table.title), size=session.px(theme.BODY)),
            on_tap(session.open_table, book, table.id),
            left=10,
        )


def _cases(session: Session, inside: list[Provision]) -> Iterable[ft.Control]:
    found = cases_of([one.id for one in inside])
    if not found:
        return
    yield section_title(session, f"相关案例（{len(found)}）")
    for id_ in found[:CASES]:
        yield row(
            ft.Text(session.say(trees().cases[id_].title), size=session.px(theme.BODY)),
            on_tap(session.show, Sheet("case", (id_,))),
            left=10,
        )
    if len(found) > CASES:
        yield quiet(session, f"另有 {len(found) - CASES} 个，可在“查”里按发生的事查找。")


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
                    ft.Text(session.say(title), size=session.px(theme.BODY), expand=True),
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
            ft.Text(session.say(f"{name} {target.label}"), size=session.px(theme.BODY), text_align=ft.TextAlign.CENTER),
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
