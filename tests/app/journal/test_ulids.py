"""Names of records sort by the order they were made in."""

from __future__ import annotations

import os
import threading

import pytest
import ulid

from app.journal.ulids import new_id, valid


def test_many_in_one_millisecond_keep_their_order() -> None:
    made = [new_id() for _ in range(20_000)]
    assert made == sorted(set(made))
    assert all(map(valid, made))


def test_a_clock_that_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = new_id()
    monkeypatch.setattr("time.time_ns", lambda: 1_000_000_000_000_000_000)  # 2001
    after = new_id()
    assert before < after < new_id()


def test_threads_never_share_a_name() -> None:
    made: list[str] = []
    threads = [threading.Thread(target=lambda: made.extend(new_id() for _ in range(2000))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 10_000


def test_an_answer_comes_after_what_it_answers_even_of_a_fast_clock() -> None:
    ahead = str(ulid.ULID.from_timestamp(4_000_000_000.0))  # 2096
    answers = {new_id(ahead) for _ in range(100)}
    assert len(answers) == 100  # two referees who answer the same do not take the same name
    assert all(a > ahead for a in answers)
    assert new_id() < ahead  # and the clock here stays as it is


def test_answers_and_others_keep_the_order_they_were_made_in() -> None:
    made: list[str] = []
    for _ in range(2000):
        made.append(new_id())
        made.append(new_id(made[-1]))
    assert made == sorted(made)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_takes_other_names() -> None:
    new_id()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, "\n".join(new_id() for _ in range(500)).encode())
        os._exit(0)
    here = {new_id() for _ in range(500)}
    os.waitpid(child, 0)
    os.close(writer)
    there = set(os.read(reader, 1 << 20).decode().split())
    assert len(there) == 500
    assert not here & there


@pytest.mark.parametrize(
    "text", ["", "01", None, 5, "01m7ydb9pajk9d9xr46nqymz3t", "8" * 26, "01M7YDB9PAJK9D9XR46NQYMZ3U" + "X", "I" * 26]
)
def test_what_is_not_a_ulid(text: object) -> None:
    assert not valid(text)
