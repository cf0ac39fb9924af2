"""The glossary lists every term once, by pinyin."""

from __future__ import annotations

from app.reading.glossary import explained, glossary, initial, plain_pinyin
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()


def test_every_term_of_every_book_is_listed_once() -> None:
    assert sorted(t.id for t in glossary(HANDBOOK)) == sorted(t.id for b in HANDBOOK.books.values() for t in b.terms)
    for book in HANDBOOK.books.values():
        if book.terms:
            assert {t.id for t in glossary(HANDBOOK, book.game)} == {t.id for t in book.terms}


def test_they_stand_in_order_under_their_letters() -> None:
    letters = [initial(term) for term in glossary(HANDBOOK)]
    assert letters == sorted(letters)
    terms = {term.term: term for term in glossary(HANDBOOK, "bridge")}
    assert (plain_pinyin(terms["藏牌"]), initial(terms["藏牌"])) == ("cang pai", "C")


def test_a_term_is_found_by_name_pinyin_english_and_in_traditional() -> None:
    for wanted in ("藏牌", "cangpai", "revoke", "Cang Pai"):
        assert "藏牌" in [term.term for term in glossary(HANDBOOK, "bridge", wanted)], wanted
    assert "罚张" in [term.term for term in glossary(HANDBOOK, "bridge", "罰張")]
    assert glossary(HANDBOOK, None, "没有的词") == []


def test_every_term_says_what_it_is() -> None:
    silent = [term.id for term in glossary(HANDBOOK) if not explained(HANDBOOK, term)]
    assert not silent
