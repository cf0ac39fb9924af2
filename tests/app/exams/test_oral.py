"""Examined by word of mouth: what the candidate learns and when, the clock, the points, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.exams.blueprint import Wanted, composed, from_bank
from app.exams.marking import marked
from app.exams.oral_desk import oral_sheet, orals
from app.exams.paper import Item, Paper, PaperError, as_json, from_json
from app.exams.room import Room, RoomError, reopened
from app.exams.room_records import Record
from app.study.parts import Oral
from tests.app.exams.samples import written_paper

SCRIPT = Oral(
    "北家开叫1♠，东家叫1♥，南家不接受。", ("不足的叫牌：1♥", "南家接受吗：不接受"), ("我没看见他叫什么",), 180
)


def oral_paper() -> Paper:
    """The written sample's first question put by word of mouth: two parts of 2 and 4 of 6, worth 12 marks."""
    question = written_paper().items[0].question
    spoken = replace(question, kind="oral", stem="口试。你被叫到桌前。", parts=question.parts[:2], oral=SCRIPT)
    return Paper("口试", 30, (Item(spoken, 12.0),), 7)


class Kept:
    """A room whose records are kept in a list."""

    def __init__(self, paper: Paper) -> None:
        self.room, self.records = Room(paper, "ABCDEF"), list[Record]()
        self.do(self.room.opening(), self.room.enter("1", "甲", 10.0))
        self.one = self.room.candidates[1]

    def do(self, *records: Record) -> None:
        for each in records:
            self.records.append(each)
            self.room.apply(each)

    def step(self, what: str, number: int, now: float) -> None:
        self.do(self.room.step_orally((1, 0), what, number, now))


@pytest.fixture
def kept() -> Kept:
    made = Kept(oral_paper())
    made.do(made.room.start(100.0))
    return made


def seen(kept: Kept) -> str:
    (asked,) = kept.room.version_of(kept.one)
    return str(kept.room.shown(kept.one, asked)["stem"])


def test_the_candidate_learns_only_what_he_was_told(kept: Kept) -> None:
    (asked,) = kept.room.version_of(kept.one)
    shown = kept.room.shown(kept.one, asked)
    assert shown["stem"] == "口试。你被叫到桌前。\n等考官叫你。"
    assert shown["parts"] == [] and "1♥" not in str(shown) and "北家" not in str(shown)
    kept.step("begin", 0, 120.0)
    assert seen(kept) == "口试。你被叫到桌前。"
    kept.step("tell", 1, 131.0)
    kept.step("claim", 0, 150.5)
    assert seen(kept) == "口试。你被叫到桌前。\n南家接受吗：不接受\n牌手说：“我没看见他叫什么”"
    kept.step("tell", 1, 160.0)  # said once more
    assert seen(kept).count("不接受") == 1
    kept.step("end", 0, 240.0)
    assert seen(kept).endswith("这一题已经结束。")


def test_the_clock_runs_from_the_call_for_three_minutes(kept: Kept) -> None:
    assert oral_sheet(kept.room, 1, 0, "考官", 119.0)["left"] is None
    kept.step("begin", 0, 120.0)
    assert oral_sheet(kept.room, 1, 0, "考官", 150.0)["left"] == 150.0
    assert oral_sheet(kept.room, 1, 0, "考官", 310.0)["left"] == -10.0  # over, and the examiner decides what that means
    kept.step("end", 0, 320.0)
    assert oral_sheet(kept.room, 1, 0, "考官", 330.0)["left"] is None


@pytest.mark.parametrize(
    ("what", "number", "why"),
    [
        ("tell", 0, "先点“开始”"),
        ("shout", 0, "没有这一步"),
    ],
)
def test_a_step_before_it_begins_is_refused(kept: Kept, what: str, number: int, why: str) -> None:
    with pytest.raises(RoomError, match=why):
        kept.step(what, number, 120.0)


def test_what_cannot_be_is_refused_in_a_sentence(kept: Kept) -> None:
    kept.step("begin", 0, 120.0)
    for what, number, why in (("begin", 0, "已经开始"), ("tell", 2, "没有这一句"), ("claim", -1, "没有这一句")):
        with pytest.raises(RoomError, match=why):
            kept.step(what, number, 121.0)
    kept.step("end", 0, 130.0)
    with pytest.raises(RoomError, match="已经结束"):
        kept.step("tell", 0, 131.0)
    with pytest.raises(RoomError, match="没有这道口试题"):
        kept.room.step_orally((1, 7), "begin", 0, 131.0)
    with pytest.raises(RoomError, match="没有这名考生"):
        kept.room.step_orally((9, 0), "begin", 0, 131.0)


def test_it_is_marked_while_it_is_heard_and_counts(kept: Kept) -> None:
    """The clause (2 of 6) whole, of the ruling (4 of 6) its second point, 3 of 4: 12 × (2 + 3) / 6 = 10."""
    with pytest.raises(RoomError, match="先结束考试"):
        kept.do(kept.room.grade((1, 0, 0), [1], "考官", 119.0))
    kept.step("begin", 0, 120.0)
    kept.do(
        kept.room.grade((1, 0, 0), [1], "考官", 200.0), kept.room.grade((1, 0, 1), [0, 1], "考官", 210.0, note="说反了")
    )
    kept.step("end", 0, 220.0)
    (row,) = orals(kept.room, "考官")["rows"]
    assert row["words"] == "已评" and orals(kept.room, "另一人")["rows"][0]["words"] == "考完，还没有评完"
    kept.do(*kept.room.end(400.0))
    marks = marked(kept.room.paper, kept.room.answers_of(kept.one))
    assert marks.total == 10.0 and not marks.unmarked


def test_what_nobody_heard_is_not_marked_as_nothing(kept: Kept) -> None:
    kept.do(*kept.room.end(400.0))
    assert marked(kept.room.paper, kept.room.answers_of(kept.one)).unmarked == (0,)


def test_what_was_told_is_kept_as_text_and_read_again(kept: Kept) -> None:
    kept.step("begin", 0, 120.0)
    kept.step("tell", 0, 129.4)
    kept.step("claim", 0, 183.0)
    kept.step("end", 0, 245.0)
    room = reopened(kept.room.paper, kept.records)
    answers = room.answers_of(room.candidates[1])
    assert answers.written[0][0] == ("0:00 开始\n0:09 告知：不足的叫牌：1♥\n1:03 牌手说：我没看见他叫什么\n2:05 结束")


def test_a_paper_with_it_says_so_and_is_read_again() -> None:
    text = as_json(oral_paper())
    assert '"format": "zhicai-paper-3"' in text
    assert from_json(text) == oral_paper()
    with pytest.raises(PaperError, match="第 1 题有误"):
        from_json(text.replace('"seconds": 180', '"seconds": "三分钟"'))


def test_papers_without_it_keep_their_names() -> None:
    assert '"format": "zhicai-paper-2"' in as_json(written_paper()) and '"oral"' not in as_json(written_paper())


@pytest.mark.parametrize("game", ["bridge", "guandan", "shengji"])
def test_the_bank_puts_cases_by_word_of_mouth(game: str) -> None:
    made = composed("口试", 30, [Wanted(game, "", "口试", number=3, marks=10.0)], from_bank, seed=3)
    for item in made.items:
        question, script = item.question, item.question.oral
        assert script is not None and len(script.tells) >= 2 and script.seconds == 180
        assert not any(tell in question.stem for tell in script.tells)
        assert script.situation and script.situation not in question.stem
        assert all("写" not in part.ask for part in question.parts)
        assert question.parts[0].points
