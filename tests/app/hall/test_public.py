"""The public page of results, what programs of the machine may ask, the log, and the end of a hall."""

from __future__ import annotations

import gzip
import json
import threading
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from app.base.opened import handbook
from app.brought.kept import BookLog, Source
from app.brought.sharing import parted, take
from app.hall.on_paper import write_all
from app.hall.watching import kind_of
from app.journal.competition import PlanBody, ResultBody, written
from app.journal.records import Entrant, EventBody
from app.journal.side_log import in_memory
from tests.app.hall.halls import Chief, Device
from tests.app.hall.test_calls import page, post
from tests.rules_data.brought.making import GUANDAN, SHENGJI, brought, text_of

PAIRS = tuple(Entrant(str(number), f"{name}队", (f"选手{name}",)) for number, name in enumerate("甲乙丙丁", 1))


@pytest.fixture
def drawn(chief: Chief) -> Chief:
    """Four teams of which each meets each; scored by who won."""
    chief.journal.save_event(EventBody("春季赛", "guandan", entrants=PAIRS), chief.event)
    chief.journal.save_competition(
        chief.event, [written(PlanBody("round_robin", ("1", "2", "3", "4"), scoring="winner"))]
    )
    time.sleep(1.2)  # the page is rendered once a second at most
    return chief


def test_results_are_there_without_script_and_rendered_once_a_change(drawn: Chief) -> None:
    first = page(drawn, "/results")
    assert "<script" not in first and "甲队" in first and "名次" in first and "第1轮" in first
    assert 'http-equiv="refresh"' in first
    threads = [threading.Thread(target=page, args=(drawn, "/results")) for _ in range(20)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert drawn.hall.results is not None and drawn.hall.results.rendered == 1
    drawn.rules(drawn.event, "3", "1")  # no result: the page is as it was
    time.sleep(1.5)
    assert page(drawn, "/results") == first
    _, found = _competition(drawn)
    meeting = found.rounds[0].meetings[0]
    result = ResultBody(meeting.id, str(meeting.home), str(meeting.away), winner="home")
    drawn.journal.save_competition(drawn.event, [written(result)])
    time.sleep(1.5)
    assert page(drawn, "/results") != first
    assert drawn.hall.results.rendered == 2
    status, headers, body = drawn.ask("GET", "/results?script=hant", Accept_Encoding="gzip")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert 'lang="zh-Hant"' in gzip.decompress(body).decode()
    assert drawn.ask("GET", "/results.css")[1]["content-type"].startswith("text/css")


def _competition(chief: Chief):  # type: ignore[no-untyped-def]
    from app.tools.competition.reading import competition_of

    return competition_of(chief.journal, chief.event)


def test_what_is_not_public_or_not_there_is_said(chief: Chief) -> None:
    assert "还没有赛程和成绩" in page(chief, "/results")
    chief.hall.results = None
    status, _, body = chief.ask("GET", "/results")
    assert status == 404 and "成绩没有公开" in body.decode()


def test_health_and_metrics_say_how_it_goes_without_names(drawn: Chief) -> None:
    code = drawn.invite("table", "12", None)
    post(drawn, f"/t/{code}", about="出牌")
    drawn.ask("GET", "/hall/1/hello", code="0" * 20)
    assert drawn.said("GET", "/health") == (200, {"ok": True})
    status, headers, body = drawn.ask("GET", "/metrics")
    text = body.decode()
    assert status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'zhicai_hall_answers_total{kind="/t/{code}",method="POST",status="303"} 1' in text
    assert 'zhicai_hall_answers_total{kind="/hall/1/hello",method="GET",status="401"} 1' in text
    assert "zhicai_hall_calls_waiting 1" in text
    for line in text.splitlines():  # the form Prometheus reads: a name, labels, one number
        assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0
    log = [json.loads(line) for line in drawn.log]
    assert {"method": "POST", "kind": "/t/{code}", "status": 303}.items() <= log[0].items()
    for secret in (code, "甲队", "12"):
        assert all(secret not in each["kind"] for each in log)
        assert secret == "12" or secret not in text


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/t/0123456789ABCDEFGHJK", "/t/{code}"),
        ("/board/x/y", "/board/{code}"),
        ("/hall/1/calls/12/take", "/hall/1/calls/{id}/take"),
        ("/hall/1/records", "/hall/1/records"),
        ("/tools/hall/0123456789ABCDEFGHJK", "/{site}"),
        ("/", "/{site}"),
    ],
)
def test_addresses_are_counted_by_kind_without_what_is_secret(path: str, kind: str) -> None:
    assert kind_of(path) == kind


def test_a_hall_that_ends_answers_those_who_wait(tmp_path: Path) -> None:
    chief = Chief(tmp_path / "chief")
    answers: list[int] = []
    with chief.open():
        code = chief.invite("referee", "甲")
        first = chief.said("GET", "/hall/1/news?epoch=", code=code)[1]
        query = urlencode({"epoch": first["epoch"], "mark": first["mark"], "calls": first["number"]})
        waits = threading.Thread(
            target=lambda: answers.append(chief.said("GET", f"/hall/1/news?{query}", code=code)[0])
        )
        waits.start()
        time.sleep(0.5)
        began = time.monotonic()
    waits.join(10)
    assert answers == [200], "it is answered, not cut off"
    assert time.monotonic() - began < 10
    chief.file.close()
    chief.store.close()


def test_a_second_laptop_is_the_hall_from_what_the_members_have(chief: Chief, tmp_path: Path) -> None:
    """The chief's laptop dies with what it had; a referee's becomes the hall, and all offer it what they have."""
    one, other = Device(tmp_path / "one", "甲"), Device(tmp_path / "other", "乙")
    for each, name in ((one, "甲"), (other, "乙")):
        each.join(chief.address, chief.invite("referee", name))
        each.sync()
    first = one.rules(chief.event, "3", "7")
    one.sync()
    other.sync()
    late = other.rules(chief.event, "5", "2")  # the hall never had it
    began = time.monotonic()
    second = Chief.of(one, chief.event)
    with second.open():
        other.join(second.address, second.invite("referee", "乙"))
        assert other.sync() == (0, 1)  # all was offered, one was new there
        assert {first, late} <= second.ids(chief.event)
        third = Device(tmp_path / "third", "丙")
        third.join(second.address, second.invite("referee", "丙"))
        third.sync()
        assert third.ids(chief.event) == second.ids(chief.event) == other.ids(chief.event)
        assert third.journal.event(chief.event).body.name == "春季赛"
    assert time.monotonic() - began < 300
    second.file.close()
    for each in (one, other, third):
        each.store.close()


def test_one_export_has_all_to_go_on_by_paper(drawn: Chief, tmp_path: Path) -> None:
    drawn.rules(drawn.event, "1", "1")
    made = write_all(drawn.journal, drawn.journal.events()[0], handbook(), tmp_path / "纸")
    names = {each.name for each in made}
    assert names >= {
        "日志.jsonl",
        "裁决汇总.pdf",
        "成绩.html",
        "名次表.pdf",
        "对阵表.pdf",
        "本轮记录卡.pdf",
        "本轮桌位图.pdf",
    }
    for each in made:
        head = each.read_bytes()[:4]
        assert head == (b"%PDF" if each.suffix == ".pdf" else head) and head
    again = Device(tmp_path / "again", "丁")
    from app.journal.exchange import merge

    with (tmp_path / "纸" / "日志.jsonl").open("rb") as lines:
        merge(again.store, lines)
    assert again.ids(drawn.event) == drawn.ids(drawn.event)
    again.store.close()


def test_the_journal_to_go_on_by_paper_has_the_event_s_own_books_behind_it(drawn: Chief, tmp_path: Path) -> None:
    books = in_memory(BookLog())
    for name, event in ((GUANDAN, drawn.event), (SHENGJI, "")):
        one = replace(brought(name), event=event)
        books.put(one, Source(one.source, name, text_of(name), text_of(name).encode()))
    write_all(drawn.journal, drawn.journal.events()[0], handbook(), tmp_path / "纸", books)
    records, behind = parted((tmp_path / "纸" / "日志.jsonl").read_text(encoding="utf-8"))
    there = in_memory(BookLog())
    take(there, behind)
    assert list(there.current()) == [brought(GUANDAN).book.id]  # that of shengji is not the event's
    assert drawn.event in records
