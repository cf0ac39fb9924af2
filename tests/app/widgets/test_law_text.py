"""Law text on the screen is the printed text, mark for mark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.reading.printed import plain_text, raise_exponents
from app.widgets.law_text import Mark, pieces
from app.widgets.tables import readable_columns
from rules_data.annotations import Span
from rules_data.handbook import open_handbook


def test_pieces_join_to_the_printed_text() -> None:
    handbook = open_handbook()
    for provision in handbook.walk():
        text = provision.text or ""
        assert "".join(piece.text for piece in pieces(text, handbook.spans(provision.id))) == raise_exponents(text)


def test_traditional_pieces_have_the_same_cuts() -> None:
    handbook = open_handbook()
    for number in ("bridge-1999:64A1", "bridge-1999:25B2b", "guandan-2017:18.2.1", "shengji-40:1.13"):
        text, spans = handbook.provision(number).text or "", handbook.spans(number)
        traditional = handbook.script.traditional(text)
        assert [len(p.text) for p in pieces(text, spans)] == [len(p.text) for p in pieces(traditional, spans)]


def test_exponent_and_suits() -> None:
    assert raise_exponents("应安排 2 <sup>n</sup> 个队") == "应安排 2ⁿ个队"
    kinds = [(piece.text, piece.kind) for piece in pieces("♠与♥", ())]
    assert kinds == [("♠", "suit"), ("与", "plain"), ("♥", "suit")]
    span = Span(1, 3, "reference", "条文", ("a:1",))
    assert [piece.kind for piece in pieces("见条文吧", (span,))] == ["plain", "reference", "plain"]


def test_what_was_found_cuts_the_text_and_loses_nothing() -> None:
    """Over every provision: any stretch may be marked, across links, and an erratum keeps its one sign at its end."""
    handbook = open_handbook()
    for provision in list(handbook.walk())[::3]:
        text, spans = provision.text or "", handbook.spans(provision.id)
        if len(text) < 12 or "<sup>" in text:
            continue
        marks = (Mark(2, 5), Mark(len(text) // 2, len(text) // 2 + 4, True))
        cut = list(pieces(text, spans, marks))
        assert "".join(piece.text for piece in cut) == text
        for mark in marks:
            assert "".join(p.text for p in cut if p.mark == mark) == text[mark.start : mark.end]
        ends = [piece.span for piece in cut if piece.span and piece.ends]
        assert ends == list(spans), provision.id


def test_only_exponents_are_written_differently() -> None:
    marks = {tag for p in open_handbook().walk() for tag in re.findall(r"</?\w+>", p.text or "")}
    assert marks <= {"<sup>", "</sup>"}


def test_copied_text_is_what_is_printed() -> None:
    copied = plain_text(open_handbook().provision("bridge-1999:64"))
    source = (Path(__file__).resolve().parents[3] / "rules_data/books/bridge-1999/source.txt").read_text(
        encoding="utf-8"
    )
    squeeze = re.compile(r"\s+")
    assert squeeze.sub("", copied) in squeeze.sub("", source)


def test_a_mere_number_leads_its_text_when_copied() -> None:
    handbook = open_handbook()
    assert plain_text(handbook.provision("guandan-supplement:1.1")).startswith("1.一方迟到5分钟以内")
    assert plain_text(handbook.provision("bridge-1999:64A1")).startswith("1.违规者赢得藏牌墩\n违规者")


@pytest.mark.parametrize(
    ("book", "table", "shown"),
    [
        ("bridge-1999", "trick-points", {"每叫到并做成一线位墩", "梅花", "方块", "红心", "黑桃"}),
        ("bridge-1999", "dealer-vulnerability", {"牌套号码", "发牌人", "局况"}),
        ("guandan-2017", "match-points", {"名称", "场分"}),
    ],
)
def test_codes_for_the_functions_are_not_shown(book: str, table: str, shown: set[str]) -> None:
    found = open_handbook().table(book, table)
    assert {found.columns[at].title for at in readable_columns(found)} == shown
