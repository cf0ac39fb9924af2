"""Answers that are written out, in the room and after it: kept, told back, marked by one and by two, counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.exams.grading import Grade, graded
from app.exams.marking import answers_csv, marked, read_answers
from app.exams.marking_desk import overview, sheet
from app.exams.paper import FORMAT, WRITTEN_FORMAT, PaperError, as_json, from_json
from app.exams.room import LONGEST_WRITTEN, Room, RoomError, reopened
from app.exams.room_records import Chain, records_in
from app.journal.log_file import LogFile, MemoryHandle
from tests.app.exams.samples import paper, written_paper
from tests.app.exams.test_room import NOW, Kept


def written_room(versions: int = 1) -> Kept:
    return Kept(Room(written_paper(versions), "ABC234"))


def begun() -> tuple[Kept, Room]:
    kept = written_room()
    kept.do(kept.room.enter("7", "甲", NOW))
    kept.do(kept.room.start(NOW))
    return kept, kept.room


def ended() -> tuple[Kept, Room]:
    kept, room = begun()
    for part, text in enumerate(("27B2", "东家的叫牌取消，西家永远不叫。", "AC", "CBA", "+110")):
        kept.do(room.write(room.candidates[1], 1, part, text, NOW))
    for each in room.end(NOW + 60):
        kept.do(each)
    return kept, room


def test_what_is_written_is_a_record_and_is_there_when_the_room_is_opened_again() -> None:
    kept, room = begun()
    one = room.candidates[1]
    kept.do(room.write(one, 1, 0, "第27条", NOW + 3))
    kept.do(room.write(one, 1, 0, "第27条B款2\n“不足”", NOW + 6))
    assert room.state(one, NOW + 6)["written"] == {"1": {"0": "第27条B款2\n“不足”"}}
    again = reopened(written_paper(), kept.records)
    assert again.candidates[1].written == {0: {0: "第27条B款2\n“不足”"}}
    kept.do(room.write(one, 1, 0, "", NOW + 9))
    assert room.state(one, NOW + 9)["written"] == {"1": {}}


def test_a_lost_line_of_writing_comes_back_from_the_next_one() -> None:
    kept, room = begun()
    for at, text in enumerate(("第27条", "第27条B款", "第27条B款2")):
        kept.do(room.write(room.candidates[1], 1, 0, text, NOW + at))
    handle = MemoryHandle()
    log = LogFile(handle)
    log.open()
    log.add(Chain(records_in(b"")).lines(kept.records))
    data = handle.read(0, handle.size())
    at = data.index('第27条B款"'.encode())
    broken = data[: at + 2] + b"????" + data[at + 6 :]
    found = records_in(broken)
    assert reopened(written_paper(), found.records).candidates[1].written == {0: {0: "第27条B款2"}}
    assert [each["text"] for each in found.records if each["do"] == "write"] == ["第27条", "第27条B款", "第27条B款2"]
    assert [each.how for each in found.losses] == ["again"]


def test_ten_thousand_characters_are_taken_and_one_more_is_not() -> None:
    kept, room = begun()
    one = room.candidates[1]
    kept.do(room.write(one, 1, 1, "裁" * LONGEST_WRITTEN, NOW))
    with pytest.raises(RoomError, match="至多 10000 字，现有 10001 字"):
        room.write(one, 1, 1, "裁" * (LONGEST_WRITTEN + 1), NOW)
    assert len(one.written[0][1]) == LONGEST_WRITTEN


@pytest.mark.parametrize(("number", "part"), [(1, 5), (1, -1), (2, 0), (3, 0), (1, True), (1, "0")])
def test_nothing_is_written_where_nothing_is_asked(number: object, part: object) -> None:
    _, room = begun()
    with pytest.raises(RoomError):
        room.write(room.candidates[1], number, part, "x", NOW)


def test_nothing_is_written_after_submission_or_after_the_time() -> None:
    kept, room = begun()
    one = room.candidates[1]
    with pytest.raises(RoomError, match="时间已到"):
        room.write(one, 1, 0, "x", NOW + 30 * 60 + 3)
    kept.do(room.submit(one, NOW + 1))
    with pytest.raises(RoomError, match="已经交卷"):
        room.write(one, 1, 0, "x", NOW + 2)


def test_no_part_of_the_key_reaches_a_candidate() -> None:
    _, room = begun()
    one = room.candidates[1]
    sent = str([room.shown(one, each) for each in room.version_of(one)]) + str(room.state(one, NOW))
    for secret in ("永远不叫", "27B2", "解析密语", "110", "against", "right", "竞叫继续"):
        assert secret not in sent


def test_leaving_the_page_is_kept_with_its_seconds_and_shown_to_the_examiner() -> None:
    kept, room = begun()
    one = room.candidates[1]
    kept.do(room.left_page(one, 12.34, NOW + 1))
    kept.do(room.left_page(one, 30, NOW + 50))
    assert one.away == [12.3, 30.0] and reopened(written_paper(), kept.records).candidates[1].away == [12.3, 30.0]
    for odd in (-1, True, "3", 10**9):
        with pytest.raises(RoomError):
            room.left_page(one, odd, NOW)


def test_a_record_of_writing_that_fits_no_part_is_put_aside() -> None:
    kept, room = begun()
    kept.do({"do": "write", "who": 1, "item": 1, "part": 0, "text": "x", "at": NOW})
    kept.do({"do": "grade", "who": 1, "item": 0, "part": 1, "points": [1.0], "by": "甲", "at": NOW})
    assert len(room.unfit) == 2 and room.grades == []


def test_the_forms_that_need_no_judgement_are_marked_at_once() -> None:
    _, room = ended()
    shares = [each.share for each in room.grades_of(room.candidates[1], 0)]
    assert shares == [None, None, 1.0, 1.0, 1.0]  # both texts wait for an examiner
    answers = room.answers_of(room.candidates[1])
    assert answers.shares[0] is None and marked(room.paper, answers).unmarked == (0,)


def test_marks_are_given_only_after_the_end_and_only_as_the_points_are() -> None:
    kept, room = begun()
    with pytest.raises(RoomError, match="先结束考试"):
        room.grade((1, 0, 0), [1.0], "甲", NOW)
    kept, room = ended()
    for points in ([0.7], [1.0, 1.0], "1", [], [2.0]):
        with pytest.raises(RoomError):
            room.grade((1, 0, 0), points, "甲", NOW)
    with pytest.raises(RoomError, match="评分人"):
        room.grade((1, 0, 0), [1.0], "", NOW)
    with pytest.raises(RoomError):
        room.grade((1, 0, 2), [1.0], "甲", NOW)  # several: it marks itself
    kept.do(room.grade((1, 0, 0), [0.5], "甲", NOW))
    assert room.grades_of(room.candidates[1], 0)[0].share == 0.5


def test_one_marker_counts_alone_two_who_are_near_by_their_mean_and_two_who_differ_not_at_all_until_it_is_decided() -> (
    None
):
    # the second part has two points of weights 1 and 3: its share is (a + 3 b) / 4
    kept, room = ended()
    one = room.candidates[1]

    def part() -> object:
        return room.grades_of(one, 0)[1]

    kept.do(room.grade((1, 0, 1), [1.0, 1.0], "甲", NOW))
    assert (part().state, part().share) == ("one", 1.0)  # type: ignore[attr-defined]
    kept.do(room.grade((1, 0, 1), [0.5, 1.0], "乙", NOW))  # 3.5 of 4: 0.125 apart
    assert (part().state, part().share) == ("agreed", 0.9375)  # type: ignore[attr-defined]
    kept.do(room.grade((1, 0, 1), [0.0, 1.0], "乙", NOW + 1))  # his last counts: 0.25 apart
    assert (part().state, part().share) == ("differ", None)  # type: ignore[attr-defined]
    kept.do(room.grade((1, 0, 1), [1.0, 0.5], "甲", NOW + 2, final=True))
    assert (part().state, part().share) == ("decided", 0.625)  # type: ignore[attr-defined]
    kept.do(room.grade((1, 0, 0), [1.0], "甲", NOW))
    # weights 2 4 2 1 1: (2 + 4 × 0.625 + 2 + 1 + 1) / 10 of 10 marks
    marks = marked(room.paper, room.answers_of(one))
    assert marks.marks[0] == 8.5 and marks.unmarked == ()
    again = reopened(written_paper(), kept.records)
    assert marked(again.paper, again.answers_of(again.candidates[1])).marks[0] == 8.5


def test_what_is_empty_is_nothing_and_needs_no_marker() -> None:
    part = written_paper().items[0].question.parts[0]
    assert graded(part, []).state == "none"
    kept, room = begun()
    for each in room.end(NOW + 60):
        kept.do(each)
    assert room.answers_of(room.candidates[1]).shares[0] == 0.0


def test_a_marker_sees_no_name_and_the_others_marks_only_after_his_own() -> None:
    kept, room = ended()
    kept.do(room.grade((1, 0, 1), [1.0, 0.0], "甲", NOW))
    shown = sheet(room, 1, 0, "乙", lambda _: ())
    assert shown["parts"][1]["others"] == [] and shown["parts"][1]["got"] is None and "甲" not in str(shown["parts"][1])
    assert overview(room, "乙")["rows"][0]["mine"] is False
    kept.do(room.grade((1, 0, 1), [1.0, 1.0], "乙", NOW))
    shown = sheet(room, 1, 0, "乙", lambda _: ())
    assert [each["by"] for each in shown["parts"][1]["others"]] == ["甲"] and shown["parts"][1]["state"] == "differ"
    assert "甲" not in str(overview(room, "乙")) and overview(room, "乙")["rows"][0]["state"] == "differ"


def test_the_table_of_answers_has_the_marks_of_what_was_written() -> None:
    kept, room = ended()
    kept.do(room.grade((1, 0, 0), [1.0], "甲", NOW))
    kept.do(room.grade((1, 0, 1), [1.0, 1.0], "甲", NOW))
    text = answers_csv(room.paper, room.everybody()).decode("utf-8-sig")
    assert text.splitlines()[1] == "7,甲,A,10,"
    (read,) = read_answers(room.paper, text)
    assert read.shares == (1.0, None) and marked(room.paper, read).marks == (10.0, 0.0)
    with pytest.raises(PaperError, match="0 至 10"):
        read_answers(room.paper, text.replace("A,10,", "A,11,"))


def test_a_paper_without_parts_keeps_its_name_and_one_with_them_says_so() -> None:
    assert f'"{FORMAT}"' in as_json(paper()) and '"parts"' not in as_json(paper())
    made = written_paper()
    assert f'"{WRITTEN_FORMAT}"' in as_json(made) and from_json(as_json(made)) == made


def test_what_is_impossible_in_a_part_is_refused() -> None:
    question = written_paper().items[0].question
    for odd, said in (
        (replace(question.parts[1], points=()), "没有要点"),
        (replace(question.parts[4], accepted=()), "哪几种写法"),
        (replace(question.parts[3], right=(0, 1)), "标准答案"),
        (replace(question.parts[2], right=(5,)), "标准答案"),
        (replace(question.parts[0], weight=0.0), "分量"),
        (replace(question.parts[2], options=("甲", "甲"), right=(0,)), "两个选项相同"),
    ):
        made = written_paper()
        wrong = replace(made, items=(replace(made.items[0], question=replace(question, parts=(odd,))),))
        with pytest.raises(PaperError, match=said):
            from_json(as_json(wrong))


def test_of_two_grades_of_one_marker_the_later_counts() -> None:
    part = written_paper().items[0].question.parts[1]
    found = graded(part, [Grade(1, 0, 1, (0.0, 0.0), "甲", at=1), Grade(1, 0, 1, (1.0, 1.0), "甲", at=2)])
    assert (found.state, found.share) == ("one", 1.0)
