"""The exam room as pure state: records in, records out."""

from __future__ import annotations

import pytest

from app.exams.marking import marked
from app.exams.paper import PaperError
from app.exams.room import Room, RoomError, read_code, read_list, reopened
from app.journal.log_file import MemoryHandle, read
from tests.app.exams.samples import paper

NOW = 1_000_000.0


class Kept:
    """A room whose records are kept in a list."""

    def __init__(self, room: Room) -> None:
        self.room, self.records = room, [room.opening()]

    def do(self, *records):  # type: ignore[no-untyped-def]
        for each in records:
            self.records.append(each)
            self.room.apply(each)
        return self.room.candidates[records[0]["who"]] if "who" in records[0] else None


def room(number: int = 6, versions: int = 1, **about) -> Kept:  # type: ignore[no-untyped-def]
    return Kept(Room(paper(number, versions), "ABC234", **about))


def test_whoever_comes_gets_a_code_of_his_own_and_a_version_in_turn() -> None:
    kept = room(versions=2)
    one = kept.do(kept.room.enter("", " 甲  生 ", NOW))
    other = kept.do(kept.room.enter("7", "乙", NOW))
    assert (one.number, one.name, one.version) == ("甲 生", "甲 生", 0) and other.version == 1
    assert one.code != other.code and kept.room.returning(f" {one.code[:4].lower()}-{one.code[4:]} ") is one
    with pytest.raises(RoomError, match="已经进入"):
        kept.room.enter("7", "丙", NOW)
    with pytest.raises(RoomError, match="姓名"):
        kept.room.enter("8", " ", NOW)
    with pytest.raises(RoomError, match="没有这个续考码"):
        kept.room.returning("ABCDEFGH")


def test_with_a_list_only_those_on_it_come_in() -> None:
    kept = room(listed={"01": "甲", "02": "乙"})
    kept.do(kept.room.enter("01", "甲", NOW))
    for number, name in (("03", "丙"), ("02", "甲"), ("", "乙")):
        with pytest.raises(RoomError, match="名单"):
            kept.room.enter(number, name, NOW)


def test_nothing_is_answered_before_the_start_after_the_time_or_after_submission() -> None:
    kept = room()
    one, other = (kept.do(kept.room.enter("", name, NOW)) for name in "甲乙")
    with pytest.raises(RoomError, match="还没有开始"):
        kept.room.answer(one, 1, "A", NOW)
    kept.do(kept.room.start(NOW))
    kept.do(kept.room.answer(one, 1, "A", NOW + 1))
    for number, letter in ((0, "A"), (7, "A"), (True, "A"), ("1", "A"), (1, "E"), (1, "AB"), (1, None), (1, 0)):
        with pytest.raises(RoomError):
            kept.room.answer(one, number, letter, NOW + 1)
    kept.do(kept.room.answer(one, 6, "D", NOW + 30 * 60 + 1))  # on its way when the time was over
    with pytest.raises(RoomError, match="时间已到"):
        kept.room.answer(one, 1, "B", NOW + 30 * 60 + 5)
    kept.do(kept.room.give(one.id, 300, NOW))
    kept.do(kept.room.answer(one, 1, "B", NOW + 34 * 60))
    with pytest.raises(RoomError, match="时间已到"):
        kept.room.answer(other, 1, "B", NOW + 34 * 60)
    kept.do(kept.room.submit(one, NOW + 34 * 60))
    with pytest.raises(RoomError, match="已经交卷"):
        kept.room.answer(one, 1, "C", NOW + 34 * 60)
    assert [each["who"] for each in kept.room.overdue(NOW + 34 * 60)] == [other.id]
    assert one.chosen == {0: 1, 5: 3}


def test_the_room_is_as_it_was_when_it_is_read_again() -> None:
    kept = room(versions=3)
    people = [kept.do(kept.room.enter("", name, NOW)) for name in "甲乙丙"]
    kept.do(kept.room.start(NOW))
    for one in people:
        for number in range(1, 5):
            kept.do(kept.room.answer(one, number, "ABCD"[(one.id + number) % 4], NOW + number))
    kept.do(kept.room.answer(people[0], 2, "", NOW + 9))
    kept.do(kept.room.flag(people[1], 3, True, NOW + 9))
    kept.do(kept.room.give(people[2].id, 60, NOW + 9))
    kept.do(kept.room.submit(people[0], NOW + 10))
    again = reopened(kept.room.paper, kept.records)
    assert again.candidates == kept.room.candidates and again.started == NOW
    assert again.everybody() == kept.room.everybody() and again.code == "ABC234"
    with pytest.raises(PaperError, match="另一份试卷"):
        reopened(paper(9), kept.records)


def test_an_answer_counts_for_the_option_its_letter_stood_at() -> None:
    kept = room(10, versions=4)
    for name in "甲乙丙丁":
        one = kept.do(kept.room.enter("", name, NOW))
        assert one is not None
    kept.do(kept.room.start(NOW))
    for one in kept.room.candidates.values():
        for asked in kept.room.version_of(one):
            shown = kept.room.shown(one, asked)["options"]
            right = kept.room.paper.items[asked.item].question.answer.text
            kept.do(kept.room.answer(one, asked.number, "ABCD"[shown.index(right)], NOW))
    assert [marked(kept.room.paper, each).total for each in kept.room.everybody()] == [20.0] * 4


def test_marks_are_told_only_when_all_is_over_and_published() -> None:
    kept = room()
    one, _ = (kept.do(kept.room.enter("", name, NOW)) for name in "甲乙")
    kept.do(kept.room.start(NOW))
    kept.do(kept.room.answer(one, 1, "B", NOW))
    kept.do(kept.room.submit(one, NOW))
    assert kept.room.marks_so_far(one) is None, "somebody still writes"
    with pytest.raises(RoomError, match="还没有公布"):
        kept.room.result(one, str)
    with pytest.raises(RoomError, match="先结束"):
        kept.room.publish(NOW)
    kept.do(*kept.room.end(NOW + 5))
    assert kept.room.marks_so_far(one) == [2.0, 0], (
        "one right of two marks; the examiner sees it before it is published"
    )
    with pytest.raises(RoomError, match="还没有公布"):
        kept.room.result(one, str)
    kept.do(kept.room.publish(NOW + 6))
    assert kept.room.result(one, str)["rows"][0]["right"] == "B"


def test_a_list_is_read_and_its_faults_are_named() -> None:
    assert read_list("编号,姓名\n01,甲\n02\t乙\n\n03 丙\n") == {"01": "甲", "02": "乙", "03": "丙"}
    for text, said in (("", "空的"), ("01,甲\n01,乙", "第 2 行"), ("01,甲,乙", "3 格")):
        with pytest.raises(PaperError, match=said):
            read_list(text)
    assert read_code(" ab-c 2 ") == "ABC2"


def test_records_are_lines_of_the_checked_file() -> None:
    from app.exams.room_records import as_line
    from app.journal.log_file import LogFile

    kept, handle = room(), MemoryHandle()
    kept.do(kept.room.enter("", "甲\n乙", NOW))
    log = LogFile(handle)
    log.open()
    for each in kept.records:
        log.add([as_line(each)])
    assert len(read(bytes(handle.data)).bodies) == 2
