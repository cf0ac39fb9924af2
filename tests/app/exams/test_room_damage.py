"""A damaged ``room.log``: the room opens all the same, and it is said whose which answer was hit."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.exams import opening, report
from app.exams.opening import OpenedRoom
from app.exams.own_questions import decoded
from app.exams.paper import LETTERS, PaperError, as_json, from_json
from app.exams.room import Room, reopened
from app.exams.room_damage import told
from app.exams.room_log import FILE, read_room
from app.exams.room_records import Chain, Record, records_in
from app.journal.log_file import line, lines
from tests.app.exams.samples import paper

NOW = 1_000_000.0
KEPT = Path(__file__).parents[2] / "kept" / "e09170f"
PAPER = paper(10, versions=2)


class Sitting:
    """A sitting with every kind of record, as lines of a file, and what was answered."""

    def __init__(self, seed: int = 1, old: bool = False) -> None:
        chance = random.Random(seed)
        self.room = Room(PAPER, "ABC234", {f"{at:02d}": f"考生{name}" for at, name in enumerate("甲乙丙丁戊", 1)})
        self.records: list[Record] = []
        self.chosen: dict[int, dict[int, int]] = {}
        room, at = self.room, NOW
        self._do(room.opening())
        for number, name in room.listed.items():
            at += 1
            self._do(room.enter(number, name, at, "192.168.1.7", "browser"))
        if not old:
            self._do(room.let_all("192.168.1.7", at), room.remove(5, at))
            self._do(room.restore(5, at))
        self._do(room.start(at))
        for step in range(60):
            at += chance.random() * 4
            one = room.candidates[chance.randrange(1, 5)]
            number = chance.randrange(1, 11)
            letter = chance.choice("AABBCCDD") if chance.random() < 0.9 else ""
            asked = room.asked(one, number)
            self._do(room.answer(one, number, letter, at))
            mine = self.chosen.setdefault(one.id, {})
            mine.pop(asked.item, None)
            if letter:  # where the letter stands on his version, counted here
                mine[asked.item] = room.version_of(one)[number - 1].options["ABCD".index(letter)]
            if step % 9 == 0:
                self._do(room.flag(one, number, True, at), room.beat(at) if not old else {"do": "alive", "at": at})
            if step == 30 and not old:
                self._do(room.take_seat(one, at), room.again(at, at))
        self._do(room.give(2, 300, at), room.submit(room.candidates[3], at))
        self._do(*room.end(at))
        self._do(room.publish(at))
        if old:
            self.lines = [
                line(json.dumps(_then(each), ensure_ascii=False, separators=(",", ":")).encode())
                for each in self.records
            ]
        else:
            self._do({"do": "close", "at": at})
            chain, self.lines = Chain(records_in(b"")), []
            for each in self.records:
                self.lines.append(lines(chain.lines([each])))
                chain.saved([each])

    def _do(self, *records: Record) -> None:
        for each in records:
            self.records.append(each)
            self.room.apply(each)

    def data(self, at: int | None = None, instead: bytes = b"") -> bytes:
        """The file; with one line made another."""
        return b"".join(instead if place == at else each for place, each in enumerate(self.lines))


def _then(record: Record) -> dict[str, Any]:
    """A record as version e09170f wrote it."""
    return {
        key: value
        for key, value in record.items()
        if key not in ("seat", "address", "device", "roster", "open", "gone")
    }


def opened(data: bytes) -> tuple[Room, tuple[str, ...]]:
    found = records_in(data)
    room = reopened(PAPER, found.records)
    return room, told(room, found.losses)


def spoilt(data: bytes, chance: random.Random, kind: int) -> bytes:
    """A line damaged in one of many ways; its line feed stays."""
    wrong = bytearray(data[:-1])
    if kind == 0:
        wrong[chance.randrange(len(wrong))] ^= 1 << chance.randrange(8)
    elif kind == 1:
        for _ in range(chance.randrange(2, 40)):
            wrong[chance.randrange(len(wrong))] ^= 1 << chance.randrange(8)
    elif kind == 2:
        begin = chance.randrange(len(wrong))
        for place in range(begin, min(len(wrong), begin + chance.randrange(1, 60))):
            wrong[place] = chance.randrange(256)
    elif kind == 3:
        wrong = bytearray(len(wrong))
    else:
        return b""
    return bytes(wrong) + data[-1:]


def says(sentences: Sequence[str], sitting: Sitting, record: Record) -> bool:
    """Whether the answer of a record is named: whose, on which version, which question, which letter."""
    one = sitting.room.candidates[record["who"]]
    asked = next(each for each in sitting.room.version_of(one) if each.item == record["item"])
    answer = "改为不答" if record["option"] is None else "答 " + "ABCD"[asked.options.index(record["option"])]
    wanted = f"{one.name}（{one.number}）第 {asked.number} 题（{LETTERS[one.version]} 卷）{answer}"
    return any(wanted in each for each in sentences)


def test_two_hundred_damaged_rooms_are_read_and_every_damaged_answer_is_named() -> None:
    """Bits, bytes, whole lines; every kind of line, the first included."""
    sitting, hit, kinds = Sitting(), 0, set()
    answers = {one.id: dict(one.chosen) for one in sitting.room.candidates.values()}
    assert {who: each for who, each in answers.items() if each} == sitting.chosen
    for seed in range(200):
        chance = random.Random(seed)
        at = seed if seed < len(sitting.lines) else chance.randrange(len(sitting.lines))
        wrong = spoilt(sitting.lines[at], chance, seed % 5)
        room, sentences = opened(sitting.data(at, wrong))
        assert room.candidates == sitting.room.candidates, (seed, at)
        assert (room.code, room.listed, room.started, room.ended) == ("ABC234", sitting.room.listed, *_times(sitting))
        assert room.published and room.let == {"192.168.1.7"} and not room.unfit
        record = sitting.records[at]
        kinds.add(record["do"])
        if wrong != sitting.lines[at] and (wrong or at + 1 < len(sitting.lines)):
            assert sentences, (seed, at)
        if record["do"] == "answer" and wrong != sitting.lines[at]:
            assert says(sentences, sitting, record), (seed, at, sentences)
            hit += 1
    assert hit > 50 and kinds == {each["do"] for each in sitting.records}


def _times(sitting: Sitting) -> tuple[float | None, float | None]:
    return sitting.room.started, sitting.room.ended


def test_many_lines_lost_together_cost_only_what_nothing_else_says() -> None:
    """A block of the disk: the candidates are named again at the start, and each line says what the one before it said."""
    sitting = Sitting()
    started = next(at for at, each in enumerate(sitting.records) if each["do"] == "start")
    room, sentences = opened(b"".join([bytes(300), b"\n", *sitting.lines[started:]]))
    assert room.candidates == sitting.room.candidates and room.code == "ABC234" and room.listed == sitting.room.listed
    assert sentences

    begin = started + 3
    lost = [each for each in sitting.records[begin : begin + 6] if each["do"] == "answer"]
    room, sentences = opened(b"".join([*sitting.lines[:begin], *sitting.lines[begin + 6 :]]))
    maybe = {(each["who"], each["item"]) for each in lost}
    for one in sitting.room.candidates.values():
        for item in range(10):
            if (one.id, item) not in maybe:
                assert room.candidates[one.id].chosen.get(item) == one.chosen.get(item)
    assert sum("看不出是谁" in each for each in sentences) == 5, "six lines less, of which one is known"


@pytest.mark.parametrize("kind", range(5))
def test_a_room_of_version_e09170f_is_read_whatever_happens_to_a_line(kind: int) -> None:
    sitting = Sitting(old=True)
    for at, each in enumerate(sitting.lines):
        wrong = spoilt(each, random.Random(at), kind)
        room, sentences = opened(sitting.data(at, wrong))
        record = sitting.records[at]
        if kind == 0:
            assert _same(room, sitting) and sentences, "one bit costs nothing"
            if record["do"] == "answer":
                assert says(sentences, sitting, record)
            continue
        hit = (record.get("who"), record.get("item"))
        assert len(room.candidates) == 5 or record["do"] == "join"
        for one in sitting.room.candidates.values():
            for item in range(10):
                if (one.id, item) != hit and (one.chosen or one.id in room.candidates):
                    assert room.candidates[one.id].chosen.get(item) == one.chosen.get(item), (at, record)
        if kind < 4:  # there a line taken out whole is not to be noticed
            assert sentences


def _same(room: Room, sitting: Sitting) -> bool:
    then = {
        one.id: (one.number, one.name, one.code, one.version, one.chosen) for one in sitting.room.candidates.values()
    }
    return {
        one.id: (one.number, one.name, one.code, one.version, one.chosen) for one in room.candidates.values()
    } == then


def test_the_room_kept_from_e09170f_stands_any_flipped_bit() -> None:
    made = from_json(decoded((KEPT / "paper.json").read_bytes()))
    data = (KEPT / "room" / FILE).read_bytes()
    marks = reopened(made, records_in(data).records).everybody()
    chance = random.Random(3)
    for bit in [*range(300, 330), *(chance.randrange(len(data) * 8) for _ in range(60))]:
        wrong = bytearray(data)
        wrong[bit // 8] ^= 1 << bit % 8
        found = records_in(bytes(wrong))
        room = reopened(made, found.records)
        assert room.everybody() == marks and (told(room, found.losses) or data[bit // 8] == 10)


def test_a_damaged_room_goes_on_and_what_was_lost_of_it_is_made_anew(tmp_path: Path) -> None:
    """Its first line and somebody's coming in beyond reading, in a room of e09170f: he gets a new code, his answers stay."""
    sitting = Sitting(old=True)
    lines_ = [
        each
        for each, record in zip(sitting.lines, sitting.records, strict=True)
        if record["do"] not in ("end", "publish", "submit")
    ]
    lines_[0] = lines_[2] = b"x" * 50 + b"\n"
    (tmp_path / FILE).write_bytes(b"".join(lines_))
    for again in range(2):
        found = OpenedRoom(PAPER, tmp_path, sitting.room.listed)
        room, second = found.room, found.room.candidates[2]
        assert room.listed == sitting.room.listed and len(room.code) == 6
        assert second.chosen == sitting.chosen[2] and second.number == "？2" and len(second.code) == 8
        assert room.returning(second.code) is second
        assert len(found.damage) >= 2 and any("？2" in each for each in found.damage)
        found.close(room.alive)
        if not again:
            code = second.code
        assert second.code == code, "the same when it is opened once more"
    with pytest.raises(PaperError, match="另一份试卷"):
        OpenedRoom(paper(9), tmp_path)


def test_odd_records_with_a_right_checksum_are_put_aside() -> None:
    """What no version wrote, but somebody may have: nothing of it ends the reading."""
    odd: list[Any] = [
        {"do": "answer", "who": 99_999_999, "item": 0, "option": 0, "at": 1.0},
        {"do": "answer", "who": 1, "item": 77, "option": 0, "at": 1.0},
        {"do": "answer", "who": 1, "item": 0, "option": 9, "at": 1.0},
        {"do": "answer", "who": 1}, {"do": "join", "who": 1, "version": "B"}, {"do": 3}, {}, [], 7, None,
        {"do": "extra", "who": 1, "seconds": True, "at": 1.0}, {"do": "start", "at": "soon"},
        {"do": "later kind"}, {"do": "again", "at": 1, "roster": [3, {}]},
    ]  # fmt: skip
    sitting = Sitting()
    more = [line(json.dumps(each).encode()) for each in odd] + [
        line(b"[" * 100_000),
        line(b"\xff\xfe"),
        line(b'{"do":"start","at":1e999}'),
    ]
    room, sentences = opened(sitting.data() + b"".join(more))
    assert room.everybody() == sitting.room.everybody() and len(sentences) >= 10


def test_results_say_whose_answer_is_damaged_and_scripts_see_the_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "report", lambda *_: b"PDF")  # how it looks is another test's
    monkeypatch.setattr(report, "workbook", lambda *_: b"XLSX")
    sitting = Sitting()
    (tmp_path / "paper.json").write_text(as_json(PAPER), encoding="utf-8")
    folder = tmp_path / "room"
    folder.mkdir()
    run = ("exam", "results", str(tmp_path / "paper.json"), str(folder), "--folder", str(tmp_path / "out"))
    (folder / FILE).write_bytes(sitting.data())
    assert CliRunner().invoke(cli, run).exit_code == 0
    at = next(at for at, each in enumerate(sitting.records) if each["do"] == "answer")
    wrong = [
        spoilt(each, random.Random(1), 2) if place in (0, at) else each for place, each in enumerate(sitting.lines)
    ]
    (folder / FILE).write_bytes(b"".join(wrong))
    result = CliRunner().invoke(cli, run)
    assert result.exit_code == 3 and says(result.stderr.splitlines(), sitting, sitting.records[at])
    assert "第 1 行" in result.stderr and (tmp_path / "out" / "paper-成绩.pdf").exists()

    fix = (
        "exam",
        "correct",
        str(tmp_path / "paper.json"),
        str(folder),
        "1",
        "--reason",
        "题干有歧义",
        "--by",
        "王考官",
        "--question",
    )
    for question in ("1", "2"):
        assert CliRunner().invoke(cli, (*fix, question)).exit_code == 0
    (folder / FILE).write_bytes(sitting.data())
    log = folder / "corrections.log"
    whole = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(
        b"".join(each[:30] + b"?" * (len(each) - 31) + b"\n" if at < 2 else each for at, each in enumerate(whole))
    )
    result = CliRunner().invoke(cli, run)
    assert result.exit_code == 3
    assert "更正记录第 1 行" in result.stderr and "更正记录第 2 行" in result.stderr


def test_a_sitting_on_this_device_with_a_flipped_bit_is_resumed(tmp_path: Path) -> None:
    from app.exams.shelf import SITTINGS, DiskShelf, begin, resumed

    sitting = begin(DiskShelf(tmp_path), PAPER, 1, "甲", NOW)
    for number in range(1, 6):
        sitting.choose(number, "B", NOW + number)
    log = tmp_path / SITTINGS / sitting.name / FILE
    whole = log.read_bytes()
    for place in range(0, len(whole), 31):
        wrong = bytearray(whole)
        wrong[place : place + 3] = b"???"
        log.write_bytes(wrong)
        again = resumed(DiskShelf(tmp_path), sitting.name)
        assert again is not None and again.one.version == 1
        missing = {key for key, value in sitting.one.chosen.items() if again.one.chosen.get(key) != value}
        assert not missing or (len(missing) == 1 and place > whole.rfind(b"\n", 0, len(whole) - 1) - 3), place
    shutil.rmtree(tmp_path)


def test_reading_a_long_damaged_file_takes_no_longer_than_its_length(tmp_path: Path) -> None:
    """Five thousand lines with damage everywhere: read in about the time of the whole one."""
    import time

    sitting = Sitting()
    chain = Chain(records_in(sitting.data()))
    more = [{"do": "answer", "who": 1, "item": each % 10, "option": 0, "at": NOW + 500} for each in range(5_000)]
    data = sitting.data() + lines(chain.lines(more))
    wrong = bytearray(data)
    chance = random.Random(2)
    for _ in range(300):
        wrong[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    begun = time.process_time()
    records_in(data)
    usual = time.process_time() - begun
    (tmp_path / FILE).write_bytes(wrong)
    found = read_room(tmp_path)
    assert time.process_time() - begun < 5 * usual + 2
    assert len(found.records) > 5_000


def test_serving_a_damaged_room_goes_on_says_what_is_wrong_and_ends_with_the_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[OpenedRoom] = []

    def serve(room: OpenedRoom, *_: object) -> None:
        served.append(room)
        room.close(room.room.alive)

    monkeypatch.setattr(opening, "serve_room", serve)
    sitting = Sitting()
    (tmp_path / "paper.json").write_text(as_json(PAPER), encoding="utf-8")
    command = ("exam", "serve", str(tmp_path / "paper.json"), "--room", str(tmp_path), "--no-browser")
    at = next(at for at, each in enumerate(sitting.records) if each["do"] == "join")
    (tmp_path / FILE).write_bytes(sitting.data(at, spoilt(sitting.lines[at], random.Random(1), 2)))
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 3 and served[0].room.everybody() == sitting.room.everybody()
    said = opening.invitation(served[0], ["http://127.0.0.1:1/#ABC234"], "")
    assert "考生甲（01）进场" in said and "没有丢失" in said
    (tmp_path / FILE).write_bytes(sitting.data())
    assert CliRunner().invoke(cli, command).exit_code == 0
