"""A member's change of an event's book is a suggestion: on record, in force for nobody, until the chief takes it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.base.opened import handbook
from app.brought.by_hall import EventBooks
from app.brought.kept import BookLog, BookStore, Source
from app.brought.opened import Opened
from app.brought.sharing import digest_of
from app.brought.suggested import (
    ANSWERS,
    Suggestion,
    answerable,
    refuse,
    suggest,
    suggested,
    suggestions,
    take_up,
)
from app.hall.books_there import suggests_to, taken
from app.hall.hall_file import HallFile
from app.hall.member import Membership, synced
from app.hall.opening import hall_file, with_books
from app.journal.exchange import export
from app.journal.side_log import in_memory
from app.journal.store import JournalError
from rules_data.brought.comparing import compared
from rules_data.brought.making import again, changed
from rules_data.brought.model import Brought
from tests.app.hall.halls import Chief, Device
from tests.app.hall.test_books import D40, confirmed, source
from tests.rules_data.brought.making import AT, GUANDAN, SHENGJI, brought, text_of

ID = brought(GUANDAN).book.id
DEARER = text_of(GUANDAN).replace("报名费每队二百元", "报名费每队三百元")


def dearer(one: Brought, by: str = "甲") -> tuple[Brought, Source]:
    """The regulation with another fee."""
    made = again(one, DEARER, (), source="3" * 64, name=GUANDAN, at=AT, by=by, did="换成新的文本")
    return made, Source("3" * 64, GUANDAN, DEARER, DEARER.encode())


@pytest.fixture
def books(chief: Chief) -> Opened:
    """The chief has the regulation of the event, for all his events."""
    store = in_memory(BookLog())
    store.put(brought(GUANDAN), source(brought(GUANDAN), text_of(GUANDAN)))
    opened = Opened(store)
    with_books(chief.hall, opened)
    return opened


class Member:
    """A referee of the hall with the books it gave him."""

    def __init__(self, chief: Chief, folder: Path, name: str, role: str = "referee") -> None:
        self.device = Device(folder / name, name)
        self.device.join(chief.address, chief.invite(role, name))  # type: ignore[arg-type]
        self.books = in_memory(BookLog())
        self.event = chief.event
        self.said: tuple[str, ...] = ()

    def sync(self) -> tuple[str, ...]:
        """Meet the hall; what it did not take."""
        one = self.device.membership
        assert one is not None

        def give(event: str) -> tuple[str, str]:
            of = EventBooks(self.books, event, "guandan")
            return of.digest(), of.text()

        done = synced(self.device.store, one, books=lambda text, event: taken(self.books, text, event), give=give)
        self.device.membership, self.said = done.membership, done.books
        return done.refused

    @property
    def book(self) -> Brought:
        return self.books.current()[ID]

    def suggestions(self) -> list[Suggestion]:
        return suggestions(self.device.journal, self.event, ID)


@pytest.fixture
def members(chief: Chief, books: Opened, tmp_path: Path) -> Iterator[tuple[Member, Member]]:
    them = Member(chief, tmp_path, "甲"), Member(chief, tmp_path, "乙")
    for each in them:
        each.sync()
    yield them
    for each in them:
        each.device.store.close()


def in_force(store: BookStore) -> Brought:
    return store.current()[ID]


def test_a_suggestion_is_seen_by_all_in_force_for_nobody_and_taken_by_the_chief(
    chief: Chief, books: Opened, members: tuple[Member, Member]
) -> None:
    one, other = members
    made, its_text = dearer(one.book)
    suggest(one.device.journal, one.books, chief.event, made, its_text)
    for each in (one, other):
        assert each.sync() == ()
        (found,) = each.suggestions()
        assert (found.author, found.state) == (
            "甲",
            "waiting",
        ) and found.said == "建议改《江城杯掼蛋公开赛竞赛规程》：换成新的文本"
        assert digest_of(each.book) == digest_of(one.book) and each.book.version == 1  # what is in force is the chief's
    assert in_force(books.store).version == 1
    (waits,) = suggestions(chief.journal, chief.event)
    there, _ = suggested(chief.journal, waits)
    (pair,) = [pair for pair in compared(in_force(books.store).book, there.book) if pair.kind != "same"]
    assert [(p.text, p.where) for p in pair.pieces if p.where != "both"] == [("二百", "old"), ("三百", "new")]

    take_up(chief.journal, books.store, chief.event, waits, AT)
    now = in_force(books.store)
    assert (now.version, now.by, now.did, now.event) == (2, "甲", "采用甲的建议：换成新的文本", "")
    assert books.store.source(now.source) == Source("3" * 64, GUANDAN, DEARER, b"")
    for each in (one, other):
        each.sync()
        (found,) = each.suggestions()
        assert (found.state, found.by) == ("taken", "裁判长")
        assert each.book.version == 2 and each.book.book == now.book and each.book.event == chief.event
    (done,) = suggestions(chief.journal, chief.event)
    with pytest.raises(JournalError, match="裁判长采用了，不必再答"):
        take_up(chief.journal, books.store, chief.event, done, AT)


def test_a_suggestion_is_refused_with_a_reason(chief: Chief, books: Opened, members: tuple[Member, Member]) -> None:
    one, _ = members
    suggest(one.device.journal, one.books, chief.event, *dearer(one.book))
    one.sync()
    (waits,) = suggestions(chief.journal, chief.event)
    refuse(chief.journal, waits, "报名已经截止")
    one.sync()
    (found,) = one.suggestions()
    assert (found.state, found.by, found.why) == ("refused", "裁判长", "报名已经截止")
    assert in_force(books.store).version == one.book.version == 1


def test_only_a_chief_answers_whoever_sends_it(chief: Chief, books: Opened, members: tuple[Member, Member]) -> None:
    one, other = members
    suggest(one.device.journal, one.books, chief.event, *dearer(one.book))
    one.sync()
    other.sync()
    (waits,) = other.suggestions()
    other.device.journal.answer_note(waits.id, {"text": "裁判长采用", ANSWERS: "taken"})
    assert other.sync() == ("改规程的建议由裁判长定，这条答复没有收。",)
    (found,) = suggestions(chief.journal, chief.event)
    assert found.state == "waiting"
    # what the chief answered goes through a member, too: he offers it again to a hall that was put back
    refuse(chief.journal, found, "")
    one.sync()
    answer = max(each.id for each in one.device.store.records(chief.event))
    out = io.StringIO()
    export(one.device.store, out, [answer])
    body = out.getvalue().encode()
    status, said = chief.said("POST", "/hall/1/records", body, chief.invite("referee", "丙"))
    assert (status, said["known"], said["refused"]) == (200, 1, [])


def test_decisions_of_two_members_are_both_taken_and_two_texts_are_not(
    chief: Chief, books: Opened, members: tuple[Member, Member]
) -> None:
    one, other = members
    suggest(one.device.journal, one.books, chief.event, replace(confirmed(one.book, D40, "extra-deal"), by="甲"))
    suggest(other.device.journal, other.books, chief.event, *dearer(other.book, "乙"))
    one.sync()
    other.sync()
    first, second = suggestions(chief.journal, chief.event)
    take_up(chief.journal, books.store, chief.event, first, AT)
    assert books.settings(chief.event, "guandan").questions() == {D40: "extra-deal"}
    with pytest.raises(JournalError, match="现在的文本已经改过：请乙照现在的再提一次"):
        answerable(chief.journal, books.store, chief.event, second)
    # what was decided of an earlier version is decided of the present one: the text is the same
    suggest(other.device.journal, other.books, chief.event, confirmed(other.book, D40, "draw-lots"))
    other.sync()
    third = suggestions(chief.journal, chief.event)[-1]
    take_up(chief.journal, books.store, chief.event, third, AT)
    assert in_force(books.store).version == 3
    assert books.settings(chief.event, "guandan").questions() == {D40: "draw-lots"}


def test_a_whole_book_is_suggested(chief: Chief, books: Opened, members: tuple[Member, Member]) -> None:
    one, other = members
    text = "江城杯掼蛋公开赛补充通知\n第一条 第三轮改在二楼。\n第二条 茶歇供应豆浆。\n"
    notice = _notice(text, chief.event)
    suggest(one.device.journal, one.books, chief.event, notice, Source(notice.source, "", text, text.encode()))
    one.sync()
    (waits,) = [each for each in suggestions(chief.journal, chief.event) if each.book == notice.book.id]
    assert waits.said == "建议用《江城杯掼蛋公开赛补充通知》" and waits.of == ""
    assert notice.book.id not in one.books.current()
    take_up(chief.journal, books.store, chief.event, waits, AT)
    other.sync()
    assert other.books.current()[notice.book.id].book == notice.book


def _notice(text: str, event: str) -> Brought:
    from rules_data.brought.making import About, digest, make

    about = About(game="guandan", base="guandan-2017", event=event)
    return make(text, digest(text.encode()), "", about, at=AT, by="甲", simplified=handbook().script.simplified)


def test_what_a_member_had_before_stays_a_version_and_the_hall_counts(
    chief: Chief, books: Opened, tmp_path: Path
) -> None:
    one = Member(chief, tmp_path, "丁")
    mine = replace(brought(GUANDAN), event=chief.event)
    one.books.put(mine, source(mine, text_of(GUANDAN)))
    one.books.put(confirmed(mine, D40, "extra-deal"))
    one.sync()
    assert one.said == ("《江城杯掼蛋公开赛竞赛规程》照会场的第 1 版；这里原有的第 2 版留着，不算本赛事的。",)
    assert [each.version for each in one.books.versions(ID)] == [1, 2, 3] and not one.book.decided
    one.sync()
    assert not one.said and one.book.version == 3
    one.device.store.close()


def test_a_chief_changes_the_books_from_another_device_and_nobody_else(
    chief: Chief, books: Opened, tmp_path: Path
) -> None:
    far = Member(chief, tmp_path, "裁判长二", "chief")
    far.sync()
    far.books.put(confirmed(far.book, D40, "extra-deal"))
    far.sync()
    assert far.said == ("本机的规程已送到会场。",)
    now = in_force(books.store)
    assert (now.version, now.event) == (2, "") and now.decided == far.book.decided
    far.sync()
    assert not far.said and in_force(books.store).version == 2
    # changed on both sides: nothing is overwritten unseen
    books.store.put(changed(now, at=AT, by="裁判长", did="撤下", withdrawn=True))
    code, of = chief.invite("chief", "三"), chief.hall.of_books()
    text = EventBooks(far.books, chief.event, "guandan").text().encode()
    status, said = chief.said("POST", "/hall/1/books?of=old", text, code)
    assert (status, said["why"]) == (409, "会场的规程刚刚改过，请先同步再改。") and said["books"] == of
    assert chief.said("POST", f"/hall/1/books?of={of}", text, chief.invite("referee", "四"))[0] == 403
    assert chief.said("POST", f"/hall/1/books?of={of}", b"{}", code)[0] == 400
    assert chief.said("POST", f"/hall/1/books?of={of}", b"\xff\xfe", code)[0] == 400
    assert in_force(books.store).withdrawn
    far.device.store.close()


def test_whose_a_change_is(chief: Chief, tmp_path: Path) -> None:
    hall = Membership("http://a", "c", chief.event, "春季赛", "referee", "甲")
    assert suggests_to([hall], chief.event) is hall
    assert suggests_to([hall], "another") is None and suggests_to([hall], "") is None
    assert suggests_to([replace(hall, role="chief")], chief.event) is None
    assert suggests_to([hall], chief.event, tmp_path / "member") is hall
    assert suggests_to([hall], chief.event, chief.folder) is None  # the hall moved here: its chief sits here
    assert HallFile(hall_file(chief.folder, chief.event)).passes() is not None


def test_what_cannot_be_read_is_no_suggestion(chief: Chief, books: Opened) -> None:
    text = text_of(SHENGJI)
    chief.journal.note_of_event(chief.event, {"text": "x", "suggests": 3}, {})
    chief.journal.note_of_event(chief.event, {"text": "建议", "suggests": ID, "of": ""}, {"books": text})
    (found,) = suggestions(chief.journal, chief.event)
    with pytest.raises(JournalError, match="读不出来"):
        suggested(chief.journal, found)
    long = again(
        brought(GUANDAN), text_of(GUANDAN) + "附则。" * 200_000, (), source="4" * 64, name="", at=AT, by="", did="x"
    )
    with pytest.raises(JournalError, match="太长，不能作为建议送去"):
        body = text_of(GUANDAN) + "附则。" * 200_000
        suggest(chief.journal, books.store, chief.event, long, Source("4" * 64, "", body, body.encode()))
