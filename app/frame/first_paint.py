"""What the page shows before the app is there: under the address of a clause its text, at once and without the app."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from app.window import routes
from app.window.library import law_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules_data.model import Provision

PLACE = "<!-- law -->"


def on_page(page: str, path: str) -> str:
    """Return the page with the law text that its address names, as printed; the page as it is where it names none."""
    destination = routes.parse("/" + path)
    if destination.kind != "clause" or destination.provision_id not in law_texts():
        return page
    return page.replace(PLACE, _law(destination.provision_id))


def _law(provision_id: str) -> str:
    law = law_texts().article(provision_id)
    book = law_texts().book_of(provision_id)
    return f'<div id="law" lang="zh-Hans"><p class="book">{html.escape(book.title)}</p>{"".join(_lines(law, provision_id))}</div>'


def _lines(provision: Provision, wanted: str) -> Iterator[str]:
    for each in provision.walk():
        mark = ' class="wanted"' if each.id == wanted else ""
        heading, text = html.escape(each.heading or ""), html.escape(each.text or "")
        if heading and ((each.title and not each.title_supplied) or not text):
            level = "h2" if each is provision else "h3"
            yield f"<{level}{mark}>{heading}</{level}>"
            mark = heading = ""
        if text:
            yield f"<p{mark}>{heading}{text}</p>"
