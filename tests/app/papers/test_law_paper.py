"""A law on paper holds every word of it, its edition and its errata."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from app.papers.law_paper import law_paper
from app.reading.printed import plain_text
from app.reading.quoting import errata_of, erratum_line
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()
LAWS = ["bridge-1999:27", "bridge-1999:27B1a", "guandan-2017:14", "shengji-40:28b", "guandan-supplement:4"]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("id_", LAWS)
def test_every_word_is_there_in_order(id_: str, pages: Callable[[bytes], list[str]]) -> None:
    provision = HANDBOOK.provision(id_)
    sheets = [re.sub(r"第\d+页，共\d+页", "", page) for page in pages(law_paper(HANDBOOK, provision))]
    footer = squeezed(f"{HANDBOOK.book_of(id_).title} · {HANDBOOK.book_of(id_).edition}")
    printed = "".join(page.split(footer)[0] for page in sheets)
    at = 0
    for line in plain_text(provision).splitlines():
        found = printed.find(squeezed(line), at)
        assert found >= 0, line
        at = found + len(squeezed(line))
    for erratum in errata_of(HANDBOOK, provision):
        assert squeezed(erratum_line(HANDBOOK, erratum)) in printed[at:]
    assert squeezed(HANDBOOK.book_of(id_).title) in sheets[0]
    assert squeezed(HANDBOOK.book_of(id_).edition) in sheets[0]
