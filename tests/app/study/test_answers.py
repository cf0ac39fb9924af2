"""The record of answers: what was acknowledged is there after anything that can happen to a file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.journal.log_file import LogFile, MemoryHandle
from app.study.answer_file import FileAnswers
from app.study.answers import ELSEWHERE, NOT_ON_DISK, Answer, AnswerLog, answered, exported, imported, of
from tests.app.journal.test_log_file import FaultyHandle


def given(subject: str = "tree:bridge.revoke", right: bool = True, who: str = "a") -> Answer:
    return answered(
        who=who,
        game="bridge",
        topic="play",
        subject=subject,
        question=f"outcome/{subject}/7",
        kind="outcome",
        right=right,
        took=4200,
    )


def opened(handle: MemoryHandle | FaultyHandle) -> AnswerLog:
    log = AnswerLog()
    log.write_to(LogFile(handle))
    return log


def test_what_was_answered_is_there_after_a_restart(tmp_path: Path) -> None:
    first = FileAnswers(tmp_path / "study.log")
    kept = [given(right=n % 2 == 0) for n in range(5)]
    for each in kept:
        assert first.add([each]) == 1
    first.close()
    again = FileAnswers(tmp_path / "study.log")
    assert list(again.all()) == kept and again.notice == ""
    assert again.add(kept) == 0, "the same answer is not kept twice"


def test_a_torn_line_costs_nothing_that_was_acknowledged() -> None:
    handle = MemoryHandle()
    log = opened(handle)
    one, two = given(), given(right=False)
    log.add([one])
    whole = len(handle.data)
    log.add([two])
    del handle.data[whole + 40 :]  # the power went while the second was written
    after = opened(handle)
    assert after.all() == (one,)
    three = given()
    after.add([three])
    assert opened(handle).all() == (one, three)


def test_a_full_disk_keeps_the_answer_here_and_writes_it_with_the_next() -> None:
    handle = FaultyHandle()
    log = opened(handle)
    log.add([given()])
    held, later = given(), given()

    def full(data: bytes, at: int) -> int:
        raise OSError(28, "No space left on device")

    handle.write = full  # type: ignore[method-assign]
    log.add([held])
    assert held in log.all() and log.notice == NOT_ON_DISK
    del handle.write  # type: ignore[method-assign]
    log.add([later])
    assert log.notice == ""
    assert held in opened(handle).all() and later in opened(handle).all()


def test_two_programs_add_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "study.log"
    mine = FileAnswers(path)
    one = given()
    mine.add([one])
    theirs = FileAnswers(path)
    two = given(right=False)
    theirs.add([two])
    three = given()
    mine.add([three])
    assert {each.id for each in mine.all()} == {one.id, two.id, three.id} == {each.id for each in theirs.all()}


def test_an_answer_outlives_a_kill(tmp_path: Path) -> None:
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from app.study.answer_file import FileAnswers\n"
        "from tests.app.study.test_answers import given\n"
        "each = given()\n"
        "FileAnswers(Path(sys.argv[1])).add([each])\n"
        "print(each.id, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    path = tmp_path / "study.log"
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False)
    assert done.stdout.strip() and done.stdout.strip() == FileAnswers(path).all()[0].id


def test_a_tab_that_only_reads_sees_the_other_and_writes_its_own_once_it_may() -> None:
    handle = MemoryHandle()
    writer, reader = opened(handle), AnswerLog()
    one, own, two = given(), given(), given()
    writer.add([one])
    reader.read_from(bytes(handle.data[reader.read_to :]))
    assert reader.all() == (one,)
    reader.add([own])
    assert reader.notice == ELSEWHERE
    writer.add([two])
    reader.read_from(bytes(handle.data[reader.read_to :]))
    assert set(reader.all()) == {one, own, two}
    reader.write_to(LogFile(handle))  # the other tab is closed
    assert set(reader.all()) == {one, own, two} and reader.notice == ""
    assert set(opened(handle).all()) == {one, own, two}


def test_a_file_of_a_later_version_is_left_alone() -> None:
    handle = MemoryHandle()
    LogFile(handle).add([b"zhicai-answers 2"])
    before = bytes(handle.data)
    log = opened(handle)
    log.add([given()])
    assert bytes(handle.data) == before and "更新" in log.notice


def test_given_out_and_taken_in_is_the_union() -> None:
    mine, theirs = opened(MemoryHandle()), opened(MemoryHandle())
    both = given()
    mine.add([both, given()])
    theirs.add([both, given(who="b")])
    brought = imported("\ufeff" + exported(theirs.all()))
    assert brought.refused == () and mine.add(brought.answers) == 1
    assert {each.id for each in mine.all()} == {each.id for each in (*mine.all(), *theirs.all())}
    assert [each.who for each in of(mine.all(), ["b"])] == ["b"]
    assert of(mine.all(), None) == mine.all()


def test_a_line_that_cannot_be_read_is_named_and_the_others_come() -> None:
    text = exported([given(), given()])
    lines = text.splitlines()
    lines[1] = lines[1].replace('"right":true', '"right":"yes"')
    brought = imported("\n".join(lines))
    assert len(brought.answers) == 1 and brought.refused == (2,)


@pytest.mark.parametrize("text", ["", "hello", '{"zhicai": "journal", "format": 1}', "[]", "1"])
def test_another_file_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="答题记录"):
        imported(text)
