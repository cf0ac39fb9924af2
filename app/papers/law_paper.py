"""A clause, a law or a chapter on paper, as printed in its book, with the editors' notes apart at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.papers.sheet import BODY, SMALL, Sheet
from app.reading.printed import edition_line, raise_exponents
from app.reading.quoting import errata_of, erratum_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules_data.handbook import Handbook
    from rules_data.model import Provision

INDENT = 5.0  # mm a level


def law_paper(handbook: Handbook, provision: Provision, say: Callable[[str], str] = str) -> bytes:
    """Return a provision with all below it as PDF."""
    book = handbook.book_of(provision.id)
    name = f"{book.short} {provision.label}"
    sheet = Sheet(name, say(f"{edition_line(book)} · {provision.label}"), say)
    sheet.title(say(book.title), say(edition_line(book).removeprefix(f"{book.title} · ")))
    above = [each.heading or each.label for each in handbook.path(provision.id)]
    if above:
        sheet.text(say(" › ".join(line.strip() for line in above)), SMALL, grey=True)
    for level, each in _levels(provision, 0):
        _provision(sheet, each, level)
    errata = errata_of(handbook, provision)
    if errata:
        sheet.heading("勘误")
        sheet.text(say("条文照原样印出，以下是编者所注，不是条文。"), SMALL, grey=True)
        for erratum in errata:
            sheet.text(say(erratum_line(handbook, erratum)), mark="·")
    amendments = {each.id: each for one in provision.walk() for each in handbook.amendments(one.id)}
    if amendments:
        sheet.heading("补充规定")
        for amendment in amendments.values():
            by = "、".join(handbook.provision(id_).label for id_ in amendment.by)
            sheet.text(say(f"{amendment.topic}（{by}）：{amendment.in_force}"), mark="·")
    return sheet.finish()


def _levels(provision: Provision, level: int) -> list[tuple[int, Provision]]:
    found = [(level, provision)]
    for child in provision.children:
        found += _levels(child, level + 1)
    return found


def _provision(sheet: Sheet, provision: Provision, level: int) -> None:
    indent = INDENT * max(0, level - 1)
    say, heading, text = sheet.say, (provision.heading or "").strip(), (provision.text or "").strip()
    own_line = level == 0 or bool(provision.title and not provision.title_supplied)
    if heading and own_line:
        if level == 0:
            sheet.heading(raise_exponents(heading))
        else:
            sheet.keep(14)
            sheet.text(say(raise_exponents(heading)), indent=indent, bold=True)
        heading = ""
    if not heading and not text:
        return
    sheet.text(say(raise_exponents(text or heading)), BODY, mark=say(heading) if text else "", indent=indent)
    if provision.lost:
        sheet.text(say(f"原文此处有缺失：{provision.lost}"), SMALL, indent=indent, grey=True)
