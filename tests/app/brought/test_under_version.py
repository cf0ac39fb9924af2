"""A ruling beside the texts it was made under: another version, none, a later one that says the same or not."""

from __future__ import annotations

from typing import Any

from app.brought.in_receipt import OWN, own_lines, own_part
from app.brought.kept import BookLog
from app.brought.settings import point_of, settings_at
from app.brought.under_version import replayed, standing
from app.journal.side_log import in_memory
from rules_data.brought.amending import amendment_of, decided, proposals
from rules_data.brought.making import again, changed, digest
from rules_data.brought.model import Brought
from rules_data.brought.together import together
from rules_data.handbook import open_handbook
from tests.app.brought.test_sharing import confirmed, source
from tests.rules_data.brought.making import AT, GUANDAN, brought, text_of

NAME = "《2026年江城杯掼蛋公开赛竞赛规程》"


def in_force() -> Brought:
    """The regulation with a change of 12.2 and the answer to D-40 confirmed: version 3."""
    one = brought(GUANDAN)
    found = proposals(one.book, open_handbook().books["guandan-2017"])[0]
    book, every = decided(one, found.key, amendment_of(found, one.book, open_handbook()))
    return confirmed(changed(one, at=AT, by="", did="", book=book, decided=every), "D-40", "extra-deal")


def receipt(one: Brought) -> dict[str, Any]:
    """What the receipt says of a ruling by 12.2 that went by D-40."""
    whole = together(open_handbook(), [one.book], {one.book.id: one.base})
    settings = settings_at([one], "", "guandan")
    point = point_of(whole, "guandan-2017/D-40")
    assert point is not None
    used = [(point, settings.by_point[point.id])]
    return {OWN: own_part(whole, {one.book.id: one}, {"guandan-2017", one.book.id}, ["guandan-2017:12.2"], used)}


def having(*versions: Brought) -> BookLog:
    store = in_memory(BookLog())
    for each in versions:
        store.put(each, source(each, text_of(GUANDAN)))
    return store


def test_under_the_same_version_there_is_nothing_to_say() -> None:
    one = in_force()
    assert list(standing(receipt(one), having(one))) == [] and list(replayed(receipt(one), having(one))) == []


def test_a_device_without_the_book_has_the_words_and_says_so() -> None:
    said = receipt(in_force())
    lines = list(own_lines(said))
    assert len(lines) == 2 and "记违例一次，不停止出牌权" in lines[0] and "加打一副" in lines[1]
    for store in (None, having()):
        (line,) = standing(said, store)
        assert line.startswith(f"{NAME}不在这台设备上：上面是凭据里记下的原话。")
        (line,) = replayed(said, store)
        assert line == f"{NAME}第 3 版不在这台设备上，没有核对它的原话。"


def test_a_device_with_an_older_text_says_so() -> None:
    one = in_force()
    (line,) = standing(receipt(one), having(brought(GUANDAN)))
    assert line == f"{NAME}这里是第 1 版，比这一裁决依据的旧（第 3 版）：请对方把规程再传一次。"


def test_a_ruling_stands_under_its_own_version_when_the_text_has_changed() -> None:
    one = in_force()
    text = text_of(GUANDAN).replace("加打一副，以该副胜方为本轮胜方", "抽签决定胜方")
    later = again(one, text, (), source=digest(text.encode()), name="", at=AT, by="", did="换成新的文本")
    store = having(one, later)
    (line,) = standing(receipt(one), store)
    assert line == f"{NAME}现在是第 4 版，这一裁决依据的是第 3 版。第五条四此后改过。"
    assert list(replayed(receipt(one), store)) == []  # the version it was made under is kept, and says what it said
    text = text_of(GUANDAN).replace("茶歇十五分钟", "茶歇二十分钟")
    later = again(one, text, (), source=digest(text.encode()), name="", at=AT, by="", did="换成新的文本")
    (line,) = standing(receipt(one), having(one, later))
    assert line.endswith("这一裁决依据的是第 3 版。所依据的各条没有改。")


def test_words_that_are_not_those_of_the_version_are_found() -> None:
    one = in_force()
    said = receipt(one)
    said[OWN][0]["changes"][0]["says"] = "再次没有主动报牌的，判负。"
    said[OWN][0]["settles"][0]["option"] = "regulations"
    assert list(replayed(said, having(one))) == [
        f"{NAME}第 3 版第六条与凭据里记下的不同。",
        f"{NAME}第 3 版第五条四与凭据里记下的不同。",
    ]


def test_receipts_that_cannot_be_read_say_nothing() -> None:
    for part in ("x", [1], [{}], [{"book": 3, "version": 1}], [{"book": "own-1", "version": "1"}], None):
        assert list(standing({OWN: part}, None)) == [] and list(replayed({OWN: part}, None)) == []
