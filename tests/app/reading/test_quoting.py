"""What is copied and shared says where it stands, and never leads others to this machine."""

from __future__ import annotations

import pytest

from app.reading.printed import plain_text
from app.reading.quoting import (
    beginning,
    errata_of,
    open_to_others,
    public_address,
    quotation,
    read_as,
    sentence,
    shared,
)
from app.window.published import IN_APP
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()


def test_a_clause_takes_its_edition_and_its_errata_along() -> None:
    law = HANDBOOK.provision("bridge-1999:27")
    copied = quotation(HANDBOOK, law)
    assert copied.startswith("《复式桥牌规则》（1999年版，1999年12月起施行）第27条\n第27条:不足叫牌\n")
    assert plain_text(law) in copied
    errata = [e for e in HANDBOOK.books["bridge-1999"].errata if e.at[0].startswith("bridge-1999:27")]
    assert errata and len(errata) == len(errata_of(HANDBOOK, law))
    notes = copied.split("【勘误】")[1]
    for erratum in errata:
        assert HANDBOOK.provision(erratum.at[0]).label in notes
        assert (erratum.reading or erratum.evidence.rstrip("。")) in notes


def test_a_clause_without_errata_is_only_itself() -> None:
    clean = next(p for p in HANDBOOK.walk() if p.text and not p.children and not HANDBOOK.errata(p.id))
    assert "【勘误】" not in quotation(HANDBOOK, clean)


def test_selected_words_take_the_errata_that_concern_them() -> None:
    erratum = next(e for e in HANDBOOK.books["bridge-1999"].errata if e.at[0] == "bridge-1999:27B2" and e.printed)
    clause = HANDBOOK.provision(erratum.at[0])
    assert erratum.printed
    said = sentence(HANDBOOK, clause, f"{erratum.printed} ")
    assert said.splitlines()[0] == f"“{erratum.printed}”——《复式桥牌规则》（1999年版，1999年12月起施行）第27条B款2"
    assert "【勘误】" in said
    assert "【勘误】" not in sentence(HANDBOOK, clause, "如该")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        ("  ", ""),
        ("zhicai.example.org", "https://zhicai.example.org"),
        ("http://zhicai.example.org:8080/app/", "http://zhicai.example.org:8080/app"),
        ("https://例子.中国", "https://例子.中国"),
    ],
)
def test_a_public_address(typed: str, kept: str) -> None:
    assert public_address(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["http://127.0.0.1:8000", "localhost:8000", "http://192.168.1.5", "http://10.0.0.2", "http://172.20.1.1",
     "http://[::1]:80", "http://mypc", "http://table.local", IN_APP, "ftp://example.org", "去 example.org", "https://"],
)  # fmt: skip
def test_no_address_others_could_not_open(typed: str) -> None:
    with pytest.raises(ValueError, match="网址"):
        public_address(typed)
    assert not open_to_others(typed)


def test_with_a_public_address_a_link_is_shared_without_one_the_text() -> None:
    clause = HANDBOOK.provision("guandan-2017:18.2.1")
    link = shared(HANDBOOK, clause, "https://zhicai.example.org", "/clause/guandan-2017/18_2_1")
    assert link.splitlines()[-1] == "https://zhicai.example.org/clause/guandan-2017/18_2_1"
    assert "第十八条二(1)" in link
    assert shared(HANDBOOK, clause, "", "/clause/guandan-2017/18_2_1") == quotation(HANDBOOK, clause)


def test_a_clause_begins_with_its_words_and_never_with_a_row_of_a_table() -> None:
    """Law 77 is a heading and the printed table of scores: the heading says what it is."""
    handbook = open_handbook()
    assert beginning(handbook.provision("bridge-1999:77")) == ""
    assert beginning(handbook.provision("bridge-1999:77t")) == ""
    own = handbook.provision("bridge-1999:64A1")
    assert own.text and beginning(own)[:10] == own.text.strip()[:10]
    assert beginning(handbook.provision("shengji-40:A1")) == ""


def test_of_a_row_of_a_table_only_the_numbers_that_are_wrong_are_said_in_a_line() -> None:
    """Law 77: doubled tricks of hearts and spades count 60, printed are 40; suits in one cell of their own need no words."""
    errata = {e.id: e for e in HANDBOOK.books["bridge-1999"].errata}
    assert read_as(errata["E-001"]) == "“加倍时”一行的40，有2个宜读作60（红心、黑桃定约加倍后每墩60分）"
    assert read_as(errata["C-59"]) == "“再加倍”宜读作“再加倍时”"
    assert read_as(errata["C-60"]) == "“总分记分法国”宜读作“总分记分法”"
