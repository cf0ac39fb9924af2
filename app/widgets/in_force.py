"""What of a clause applies at the event one is at: by the books it adopted, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import LINE, shown
from app.base.words import EFFECTS
from app.widgets.basics import notice
from app.widgets.links import provision_links
from app.widgets.text import written
from app.window import theme
from rules_data.layers import in_force

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.session import Session
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
    if not amended or not any(each.id in adopted for each in books):
        return None
    return name, in_force(session.handbook, provision.id, adopted)


def in_force_here(session: Session, provision: Provision) -> Iterator[ft.Control]:
    """Say above a clause whether it applies at the event, what another text changes in it, and where that text stands."""
    found = applied(session, provision)
    if found is None:
        return
    name, result = found
    icon, verdict = LOOKS[result.status] if result.applies else ELSEWHERE
    body: list[ft.Control] = []
    if result.status in ("stands", "not-adopted") and result.reason != f"{verdict}。":
        body.append(written(session, result.reason, theme.BODY))
    for each in result.amendments if result.status != "stands" else ():
        point = each.amendment
        body.append(written(session, f"{EFFECTS[point.effect]}·{point.topic}：{point.in_force}", theme.BODY))
        if point.remains:
            body.append(written(session, f"仍适用本条的：{point.remains}", theme.BODY))
    if result.instead and result.status != "stands":
        body.append(provision_links(session, result.instead))
    title = f"{shown(name, LINE)}：{provision.label}{verdict}"
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
