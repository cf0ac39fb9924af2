"""What of a clause applies at the event one is at: by the books it adopted, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import LINE, shown
from app.base.words import EFFECTS
from app.widgets.basics import notice, quiet
from app.widgets.links import provision_links
from app.widgets.text import written
from app.window import theme
from rules_data.brought.names import is_brought
from rules_data.layers import in_force

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.ruling.scene import Scene
    from app.window.session import Session
    from decision_trees.engine import Ruled
    from rules_data.layers import InForce
    from rules_data.model import Provision

LOOKS: dict[str, tuple[ft.IconData, str]] = {
    "stands": (ft.Icons.CHECK_CIRCLE_OUTLINE, "照印本适用"),
    "agrees": (ft.Icons.CHECK_CIRCLE_OUTLINE, "照印本适用，补充规定与它一致"),
    "added-to": (ft.Icons.ADD_CIRCLE_OUTLINE, "本条适用，补充规定另有补充"),
    "narrowed": (ft.Icons.LAYERS, "与补充规定一并适用"),
    "conflicts": (ft.Icons.LAYERS, "与补充规定不同的，以补充规定为准"),
    "replaced": (ft.Icons.LAYERS, "部分由补充规定代替"),
    "repealed": (ft.Icons.LAYERS, "部分不再适用"),
}
ELSEWHERE = (ft.Icons.BLOCK, "本条不适用")


def applied(session: Session, provision: Provision) -> tuple[str, InForce] | None:
    """The event one is at, by name, and what of a provision applies there; None where it says nothing of such books."""
    book = session.book_of(provision.id)
    name, adopted = session.duty.adopted_books(book.game)
    books = session.handbook.books.values()
    amended = book.amends is not None or any(each.amends == book.id for each in books)
    chosen = amended and any(each.id in adopted for each in books)
    own = session.duty.own_books(book.game)
    if not chosen and (not own or book.amends):
        return None
    result = in_force(session.handbook, provision.id, adopted | own if chosen else {book.id, *own})
    if not chosen and not result.amendments:
        return None
    return name, result


def _of(session: Session, result: InForce, said: str) -> str:
    """What is said of a supplement, said of the book that changes the clause where that is one of one's own."""
    by = next((each.amendment.by[0] for each in result.amendments if each.amendment.by), "")
    if not is_brought(by):
        return said
    short = f"《{session.book_of(by).short}》"
    if not result.applies:
        return f"照{short}不再适用" if result.status == "repealed" else f"由{short}代替"
    return said.replace("补充规定", short)


def in_force_here(session: Session, provision: Provision) -> Iterator[ft.Control]:
    """Say above a clause whether it applies at the event, what another text changes in it, and where that text stands."""
    found = applied(session, provision)
    if found is None:
        return
    name, result = found
    icon, verdict = LOOKS[result.status] if result.applies else ELSEWHERE
    plain, verdict = verdict, _of(session, result, verdict)
    body: list[ft.Control] = []
    if result.status in ("stands", "not-adopted") and result.reason != f"{plain}。":
        body.append(written(session, result.reason, theme.BODY))
    for each in result.amendments if result.status != "stands" else ():
        point = each.amendment
        body.append(written(session, f"{EFFECTS[point.effect]}·{point.topic}：{point.in_force}", theme.BODY))
        if point.remains:
            body.append(written(session, f"仍适用本条的：{point.remains}", theme.BODY))
    if result.instead and result.status != "stands":
        body.append(provision_links(session, result.instead))
    title = f"{shown(name, LINE)}：{provision.label}{verdict}" if name else f"{provision.label}{verdict}"
    if result.status not in ("stands", "not-adopted", "agrees"):
        title = f"现行文字　{title}"
    yield notice(session, icon, title, body, None if result.applies else session.shade(theme.AMBER))


def mark(session: Session, provision: Provision) -> Iterator[ft.Control]:
    """Say under a clause inside its article which clause of a supplement speaks of it at the event."""
    found = applied(session, provision)
    if found is None:
        return
    _, result = found
    for each in result.amendments:
        if provision.id in each.amendment.base:
            by = "、".join(session.handbook.provision(id_).label for id_ in each.amendment.by)
            lead = "" if result.applies else "本条不适用，"
            yield written(
                session,
                f"〔本赛事〕{lead}{EFFECTS[each.amendment.effect]}：{by}",
                theme.SMALL,
                color=session.shade(theme.AMBER) if not result.applies else ft.Colors.ON_SURFACE_VARIANT,
            )


def own_changes(session: Session, game: str, cites: Sequence[str]) -> Iterator[ft.Control]:
    """Say which clauses a ruling rests on are changed by a book of one's own: no tree knows of that."""
    own = session.duty.own_books(game)
    if not any(session.handbook.books[id_].amendments for id_ in own if id_ in session.handbook.books):
        return
    from app.brought.in_receipt import SAYS
    from rules_data.brought.amending import changes

    found = changes(session.handbook, cites, own)
    for by, effect in dict.fromkeys((each.amendment.by, each.amendment.effect) for _, each in found):
        those = [(cite, each) for cite, each in found if (each.amendment.by, each.amendment.effect) == (by, effect)]
        named = "、".join(dict.fromkeys(session.handbook.provision(cite).label for cite, _ in those))
        short, label = session.book_of(by[0]).short, session.handbook.provision(by[0]).label
        yield ft.Container(
            notice(
                session,
                ft.Icons.LAYERS,
                f"《{short}》{label}{SAYS.get(effect, '改了')}这里依据的{named}",
                [
                    written(session, "裁决照规则作出，没有算进这一改动；请对照着定。", theme.BODY),
                    *(written(session, each.amendment.in_force, theme.BODY) for _, each in those[:1]),
                    provision_links(session, by),
                ],
                session.shade(theme.AMBER),
            ),
            padding=ft.Padding.only(left=16, right=16, top=12),
        )


def own_editions(session: Session, scene: Scene, cites: Sequence[str]) -> Iterator[ft.Control]:
    """Say where the event is played by another edition than the trees encode: on which clauses they differ, or that they agree."""
    for one, found in session.own.beside_editions(session, scene.event, scene.game, cites):
        from app.brought.editions import agreement, without
        from app.widgets.two_texts import two_texts

        differ = bool(found.differ or found.gone)
        body: list[ft.Control] = [written(session, agreement(session.handbook, one, found), theme.BODY)]
        for pair in found.differ:
            body.append(two_texts(session, pair))
        body += [written(session, f"{p.label}：本赛事的一版没有这一条。", theme.BODY) for p in without(found)]
        if links := [pair.new.id for pair in found.differ if pair.new is not None]:
            body.append(provision_links(session, links))
        yield ft.Container(
            notice(
                session,
                ft.Icons.COMPARE_ARROWS,
                "两版不同" if differ else "两版相同",
                body,
                session.shade(theme.AMBER) if differ else None,
            ),
            padding=ft.Padding.only(left=16, right=16, top=12),
        )


def by_which_edition(session: Session, scene: Scene, cites: Sequence[str]) -> Iterator[ft.Control]:
    """Name the editions the tree encodes, and say at an event that chose whether a supplement makes a difference here."""
    from app.brought.editions import coded, with_or_without

    if said := coded(session.handbook, cites):
        yield quiet(session, f"裁决树照的是{said}。")
    _, adopted = session.duty.adopted_at(scene.event, scene.game)
    if adopted and (said := with_or_without(session.handbook, cites, adopted)):
        yield quiet(session, said, theme.BODY)


def own_settings(session: Session, scene: Scene, step: Ruled) -> Iterator[ft.Control]:
    """Say by which words of the event's own books what the law leaves open was settled, where the ruling went by it."""
    found = session.own.used(session, scene.event, scene.game, step)
    if not found:
        return
    from app.brought.settings import source_line

    body: list[ft.Control] = []
    for point, setting in found:
        body.append(written(session, f"{point.said} {point.shown(setting.option)}。", theme.BODY))
        body.append(written(session, source_line(session.handbook, setting), theme.BODY))
        body.append(provision_links(session, (setting.by,)))
    yield ft.Container(
        notice(session, ft.Icons.RULE, "照本赛事的规定", body),
        padding=ft.Padding.only(left=16, right=16, top=12),
    )
