"""What a person says himself that a clause changes: in force at once, kept with its words, gone with them."""

from __future__ import annotations

import pytest

from app.base.opened import handbook
from rules_data.brought import by_hand
from rules_data.brought.amending import amendment_of, decided, proposals
from rules_data.brought.making import again, changed, digest
from rules_data.brought.model import Brought, Proposal
from rules_data.brought.together import together
from rules_data.layers import in_force
from rules_data.model import Provision
from tests.rules_data.brought.making import AT, GUANDAN, SHENGJI, brought, text_of


def confirmed(one: Brought, proposal: Proposal) -> Brought:
    book, every = decided(one, proposal.key, amendment_of(proposal, one.book, handbook()))
    return changed(one, at=AT, by="甲", did="改", book=book, decided=every)


def clause(id_: str) -> Provision:
    return handbook().provision(id_)


def status(one: Brought, id_: str) -> tuple[str, bool]:
    whole = together(handbook(), [one.book], {one.book.id: one.base})
    found = in_force(whole, id_, {"guandan-2017", "shengji-40", one.book.id})
    return found.status, found.applies


def test_a_clause_that_proposes_nothing_changes_the_law_once_somebody_says_so() -> None:
    one = brought(SHENGJI)
    assert proposals(one.book, handbook().books["shengji-40"]) == ()
    said = by_hand.by_hand(one.book, f"{one.book.id}:4", "replaces", [clause("shengji-40:6p2")], whole=False)
    assert status(one, "shengji-40:6p2") == ("stands", True)
    after = confirmed(one, said)
    assert status(after, "shengji-40:6p2") == ("replaced", True)  # a part of it stays
    (kept,) = by_hand.said_by_hand(after, handbook())
    assert kept == said
    whole = confirmed(one, by_hand.by_hand(one.book, f"{one.book.id}:4", "repeals", [clause("shengji-40:6p2")], True))
    assert status(whole, "shengji-40:6p2") == ("repealed", False)


def test_it_stays_while_the_clause_says_the_same_wherever_it_moves_and_goes_with_its_words() -> None:
    one = brought(SHENGJI)
    after = confirmed(one, by_hand.by_hand(one.book, f"{one.book.id}:8", "adds", [clause("shengji-40:6p1")], False))
    text = text_of(SHENGJI)
    words = after.decided[0].amendment
    assert words is not None
    moved = text.replace("一、用两副牌", "一、先到先坐。\n二、用两副牌", 1)

    def again_(text: str) -> Brought:
        return again(after, text, (), source=digest(text.encode()), name="", at=AT, by="", did="换成新的文本")

    assert [each.key for each in again_(moved).decided] == [after.decided[0].key]
    gone = text.replace(words.supplement_says.split("\n")[-1], "改成别的话。")
    assert gone != text and again_(gone).decided == ()


def test_a_proposal_is_mended_and_stays_so_and_what_it_was_is_known() -> None:
    one = brought(GUANDAN)
    first = proposals(one.book, handbook().books["guandan-2017"])[1]
    assert (first.effect, first.base) == ("replaces", ("guandan-2017:22.1",))
    mended = by_hand.otherwise(first, "adds", [clause("guandan-2017:22.2"), clause("guandan-2017:22.1")], True)
    assert mended.key == first.key and not mended.whole  # what is added to stays
    after = confirmed(one, mended)
    assert status(after, "guandan-2017:22.2") == ("added-to", True)
    assert by_hand.as_decided(first, after.decided[0], handbook()) == mended
    assert by_hand.as_decided(first, confirmed(one, first).decided[0], handbook()) is first
    text = text_of(GUANDAN).replace("茶歇", "休息")
    later = again(after, text, (), source=digest(text.encode()), name="", at=AT, by="", did="")
    assert by_hand.as_decided(first, later.decided[0], handbook()) == mended


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("64A2", "64A2"),
        ("第64条A款2", "64A2"),
        ("64a2", "64A2"),
        ("第79条C款", "79C"),
        ("第79条C", "79C"),
        ("79C", "79C"),
    ],
)
def test_a_clause_of_the_law_is_found_as_people_write_it(wanted: str, first: str) -> None:
    book = handbook().books["bridge-1999"]
    assert by_hand.matching(by_hand.clauses(book), wanted)[0].number == first


def test_a_clause_is_found_by_its_words_and_what_is_nowhere_is_not() -> None:
    every = by_hand.clauses(handbook().books["guandan-2017"])
    assert all("红心参谋" in by_hand.words_of(p) for p in by_hand.matching(every, "红心参谋"))
    assert by_hand.matching(every, "没有这样的话") == [] and len(by_hand.matching(every, " ")) == len(every)


def test_the_supplement_to_a_law_can_be_changed_too() -> None:
    assert [b.id for b in by_hand.laws(handbook(), handbook().books["guandan-2017"])] == [
        "guandan-2017",
        "guandan-supplement",
    ]
