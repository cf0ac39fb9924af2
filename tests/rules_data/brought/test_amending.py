"""What sentences of a regulation seem to change in the law: read by hand from the sentences and the law's own numbers."""

from __future__ import annotations

import pytest

from app.base.opened import handbook
from rules_data.brought.amending import amendment_of, changes, decided, proposals, sentences
from rules_data.brought.making import About, again, changed, digest, make
from rules_data.brought.model import Brought, Proposal
from rules_data.brought.together import together
from rules_data.handbook import Handbook
from rules_data.layers import in_force
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, LETTERS, SHENGJI, brought, same, text_of


def found(text: str, base: str = "guandan-2017") -> list[tuple[str, tuple[str, ...], bool]]:
    """What is proposed from a text of a title and one sentence: effect, clauses of the law, whether all of them."""
    game = handbook().books[base].game
    whole = f"补充规定\n一、{text}\n二、其他照旧。"
    made = make(whole, digest(whole.encode()), "", About(game=game, base=base), at=AT, by="", simplified=same)
    return [(p.effect, p.base, p.whole) for p in proposals(made.book, handbook().books[base])]


def of(one: Brought) -> tuple[Proposal, ...]:
    return proposals(one.book, handbook().books[one.base or ""])


def test_what_the_three_regulations_change() -> None:
    assert [(p.effect, p.base, p.by.partition(":")[2], p.whole) for p in of(brought(GUANDAN))] == [
        ("replaces", ("guandan-2017:12.2",), "6", True),
        ("replaces", ("guandan-2017:22.1",), "7", False),  # only the time in it
        ("repeals", ("guandan-2017:7.3",), "8", True),
        ("adds", ("guandan-2017:21",), "9", False),
    ]
    assert [(p.effect, p.base, p.whole) for p in of(brought(BRIDGE))] == [
        ("replaces", ("bridge-1999:79C",), False),  # only the time in it
        ("adds", ("bridge-1999:92B",), False),
        ("repeals", ("bridge-1999:76B",), True),
    ]
    assert of(brought(SHENGJI)) == ()  # it has its own rules and changes none by name


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("将《淮安掼蛋竞赛规则》第十二条第二款修改为：“……”。", [("replaces", ("guandan-2017:12.2",), True)]),
        (
            "规则第十六条、第十七条不再适用。",
            [("repeals", ("guandan-2017:16",), True), ("repeals", ("guandan-2017:17",), True)],
        ),
        ("规则第十八条第二款第1项由本规程第七条代替。", [("replaces", ("guandan-2017:18.2.1",), True)]),
        ("在规则第二十二条中增加一款。", [("adds", ("guandan-2017:22",), False)]),
        ("规则第十条的贡牌时间调整为20秒。", [("replaces", ("guandan-2017:10",), False)]),
        ("规则第九十九条不再适用。", [("repeals", (), True)]),  # named, and there is none
        ("本规程第三条不再适用。", []),  # its own
        ("违反规则第十七条的，记违例一次。", []),  # names a clause and changes nothing
        ("《某市比赛管理办法》第三条不再适用。", []),  # another text
        ("迟到的，罚分增加一倍。", []),
        ("新规定：“规则第十七条不再适用”的说法是误传。", []),  # quoted, not said
    ],
)
def test_sentences(sentence: str, expected: list[tuple[str, tuple[str, ...], bool]]) -> None:
    assert found(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "clause"),
    [("第64条A款2不再适用。", "64A2"), ("第25条B款2(b)(1)修改为：“……”。", "25B2b1"), ("规则第79条补充如下：……", "79")],
)
def test_clauses_of_the_laws_of_bridge(sentence: str, clause: str) -> None:
    ((_, base, _),) = found(sentence, "bridge-1999")
    assert base == (f"bridge-1999:{clause}",)


def test_a_supplement_to_the_laws_of_bridge_by_its_letters() -> None:
    one = brought(LETTERS)
    law = "bridge-1999:"
    assert [(p.effect, p.base, p.by.partition(":")[2], p.whole) for p in of(one)] == [
        ("replaces", (f"{law}27A",), "2.1", True),
        ("replaces", (f"{law}27B1a",), "2.1", True),  # B款1(a): of the article named before it
        ("adds", (f"{law}92B",), "2.2", False),
        ("repeals", (f"{law}76B",), "76B", True),  # under its number, by its first words
        ("replaces", (f"{law}79C",), "79C", True),
        ("adds", (f"{law}25B2b1",), "25B2b1", False),  # says nothing of what it does to it
        ("adds", (), "16C2b", False),  # the law has no such clause
    ]
    repealed = next(p for p in of(one) if p.effect == "repeals")
    assert repealed.sentence == "不再适用：\n旁观者一律不得入场；\n队长除外。"
    book, every = decided(one, repealed.key, amendment_of(repealed, one.book, handbook()))
    confirmed_one = changed(one, at=AT, by="", did="", book=book, decided=every)
    text = text_of(LETTERS).replace("2026年江城市", "2027年江城市")
    later = again(confirmed_one, text, (), source="2" * 64, name="", at=AT, by="", did="")
    assert [a.base for a in later.book.amendments] == [(f"{law}76B",)]  # what it still says stays confirmed


def test_a_clause_its_own_text_has_not_is_the_laws() -> None:
    text = "补充规定\n第1条 叫牌\nA. 第27条A款改为：十秒内表示。\nB. 第1条A款改为：五秒内。\nC. 《某杯办法》第27条A款改为：无。\n"
    made = make(
        text, digest(text.encode()), "", About(game="bridge", base="bridge-1999"), at=AT, by="", simplified=same
    )
    assert [(p.named, p.base) for p in of(made)] == [("第27条A款", ("bridge-1999:27A",))]


def test_what_is_quoted_stays_in_its_sentence() -> None:
    book = brought(GUANDAN).book
    said = list(sentences(next(p for p in book.walk() if p.number == "6")))
    assert said == ["将规则第十二条第二款改为：“同一对选手在一局比赛中再次没有主动报牌的，记违例一次，不停止出牌权。”"]


def confirmed(one: Brought, at: int) -> tuple[Brought, Handbook]:
    proposal = of(one)[at]
    book, every = decided(one, proposal.key, amendment_of(proposal, one.book, handbook()))
    after = changed(one, at=AT, by="裁判长", did="确认", book=book, decided=every)
    return after, together(handbook(), [after.book], {after.book.id: after.base})


def test_nothing_is_in_force_before_somebody_confirms_it() -> None:
    one = brought(GUANDAN)
    whole = together(handbook(), [one.book], {one.book.id: one.base})
    assert one.book.amendments == ()
    assert in_force(whole, "guandan-2017:12.2", {"guandan-2017", one.book.id}).status == "stands"
    assert changes(whole, ["guandan-2017:12.2"], {one.book.id}) == ()


def test_a_clause_that_is_replaced_says_by_what() -> None:
    one, whole = confirmed(brought(GUANDAN), 0)
    result = in_force(whole, "guandan-2017:12.2", {"guandan-2017", one.book.id})
    assert (result.applies, result.status, result.instead) == (False, "replaced", (f"{one.book.id}:6",))
    assert "第六条" in result.reason and "不停止出牌权" in result.reason
    ((cite, applied),) = changes(whole, ["guandan-2017:12.2", "guandan-2017:17"], {one.book.id})
    assert cite == "guandan-2017:12.2" and applied.amendment.effect == "replaces"


def test_only_the_event_it_is_meant_for() -> None:
    _, whole = confirmed(brought(GUANDAN), 0)
    assert in_force(whole, "guandan-2017:12.2", {"guandan-2017"}).status == "stands"


def test_a_part_of_a_clause_leaves_the_rest() -> None:
    one, whole = confirmed(brought(GUANDAN), 1)
    result = in_force(whole, "guandan-2017:22.1", {"guandan-2017", one.book.id})
    assert result.applies and result.status == "replaced" and "没有改到的部分" in result.reason


def test_a_clause_that_no_longer_applies() -> None:
    one, whole = confirmed(brought(GUANDAN), 2)
    result = in_force(whole, "guandan-2017:7.3", {"guandan-2017", one.book.id})
    assert (result.applies, result.status) == (False, "repealed")


def test_what_is_added_leaves_the_clause() -> None:
    one, whole = confirmed(brought(GUANDAN), 3)
    result = in_force(whole, "guandan-2017:21", {"guandan-2017", one.book.id})
    assert result.applies and result.status == "added-to"
    (applied,) = result.amendments
    assert "迟到15分钟以上的，该局按弃权处理" in applied.amendment.supplement_says  # all that stands below it


def test_what_was_refused_is_remembered_and_can_be_taken_back() -> None:
    one = brought(GUANDAN)
    key = of(one)[0].key
    book, every = decided(one, key, None)
    assert book.amendments == () and [(each.key, each.accepted) for each in every] == [(key, False)]
    after = changed(one, at=AT, by="", did="", book=book, decided=every)
    book, every = decided(after, key, amendment_of(of(one)[0], one.book, handbook()))
    assert len(book.amendments) == 1 and [(each.key, each.accepted) for each in every] == [(key, True)]


def test_what_was_confirmed_goes_with_its_words_into_a_new_text() -> None:
    one, _ = confirmed(brought(GUANDAN), 0)
    moved = text_of(GUANDAN).replace("第六条 将规则", "第十六条 将规则")
    after = again(one, moved, (), source=digest(moved.encode()), name="", at=AT, by="", did="换成新的文本")
    assert [a.by for a in after.book.amendments] == [(f"{one.book.id}:16",)]
    other = text_of(GUANDAN).replace("记违例一次，不停止出牌权", "记违例一次")
    after = again(one, other, (), source=digest(other.encode()), name="", at=AT, by="", did="换成新的文本")
    assert after.book.amendments == () and after.decided == ()  # other words: to be confirmed anew
