"""A table calls the referee by its code; the chief's board shows who waits."""

from __future__ import annotations

import re
import threading
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from app.hall.hall_file import HallError, HallFile
from app.hall.pages import LATE, board_page
from app.hall.protocol import WAITS
from app.journal.records import EventBody
from tests.app.hall.halls import Chief


def page(chief: Chief, path: str) -> str:
    status, _, data = chief.ask("GET", path)
    assert status == 200
    return data.decode()


def post(chief: Chief, path: str, **fields: str) -> int:
    kind = "application/x-www-form-urlencoded"
    return chief.ask("POST", path, urlencode(fields).encode(), Content_Type=kind)[0]


def test_a_call_is_seen_taken_and_ended(chief: Chief) -> None:
    way = f"/t/{chief.invite('table', '12', None)}"
    assert "叫裁判" in page(chief, way)
    assert post(chief, way, about="出牌") == 303
    assert "已叫裁判（出牌）" in page(chief, way)
    board = f"/board/{chief.invite('board', '墙上')}"
    assert "还没有人去" in page(chief, board)
    one, other = chief.invite("referee", "甲"), chief.invite("referee", "乙")
    (call,) = chief.file.calls()
    assert (call.table, call.about) == ("12", "出牌")
    assert chief.said("POST", f"/hall/1/calls/{call.id}/take", b"", one)[1]["taken_by"] == "甲"
    status, said = chief.said("POST", f"/hall/1/calls/{call.id}/take", b"", other)
    assert (status, said["why"]) == (409, "甲已经去了。")
    assert "甲来了" in page(chief, way)
    assert "甲" in page(chief, board)
    assert chief.said("POST", f"/hall/1/calls/{call.id}/end", b"", one)[0] == 200
    assert "已叫裁判" not in page(chief, way)
    assert "没有桌在等" in page(chief, board)


def test_a_table_that_waits_does_not_call_twice(chief: Chief) -> None:
    way = f"/t/{chief.invite('table', '12', None)}"
    post(chief, way, do="call")
    post(chief, way, about="贡牌")
    (call,) = chief.file.calls()
    assert call.about == "贡牌"  # what it is about may come later
    assert post(chief, way, do="end") == 303
    assert chief.file.calls() == []


def test_a_table_cannot_ring_without_end(chief: Chief) -> None:
    way = f"/t/{chief.invite('table', '12', None)}"
    found = [post(chief, way, do="call") for _ in range(5)]
    assert found == [303, 303, 303, 429, 429]
    assert post(chief, f"/t/{chief.invite('table', '13', None)}", do="call") == 303  # another table may


def test_what_a_table_writes_is_only_one_of_the_offered(chief: Chief) -> None:
    way = f"/t/{chief.invite('table', '12', None)}"
    post(chief, way, about="<script>alert(1)</script>")
    (call,) = chief.file.calls()
    assert call.about == ""


def test_the_pages_need_no_script_and_read_in_traditional(chief: Chief) -> None:
    way = f"/t/{chief.invite('table', '3', None)}"
    text = page(chief, way)
    assert "<script" not in text
    assert re.search('<html lang="zh-Hans">', text)
    assert 'lang="zh-Hant"' in page(chief, f"{way}?script=hant")
    _, headers, _ = chief.ask("GET", way)
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "form-action 'self'" in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/t/{referee}", "/board/{table}", "/board/{referee}", "/t/0000"])
def test_another_code_opens_no_page(chief: Chief, path: str) -> None:
    codes = {"referee": chief.invite("referee", "甲"), "table": chief.invite("table", "3")}
    status, _, data = chief.ask("GET", path.format(**codes))
    assert status in (401, 403)
    assert "码" in data.decode()


def test_names_are_shown_as_written(chief: Chief) -> None:
    way = f"/t/{chief.invite('table', '<b>3</b>', None)}"
    assert "&lt;b&gt;3&lt;/b&gt;桌" in page(chief, way)


def test_who_waits_long_is_marked(chief: Chief) -> None:
    now = time.time()
    call = chief.file.call("3", "", now)
    calls = chief.file.calls()
    assert "late" not in board_page("赛", calls, (), now + LATE - 1, "hans").partition("<body>")[2]
    text = board_page("赛", calls, (), now + LATE, "hans").partition("<body>")[2]
    assert "late" in text and "3分00秒" in text
    taken = chief.file.take(call.id, "甲", now + 65)
    assert "1分05秒" in board_page("赛", [taken], (), now + 900, "hans")  # what he waited until somebody went


def test_a_call_that_is_none_is_refused(chief: Chief) -> None:
    with pytest.raises(HallError, match="没有这个呼叫"):
        chief.file.take(99, "甲", time.time())
    call = chief.file.call("3", "", time.time())
    chief.file.end(call.id, time.time())
    with pytest.raises(HallError, match="已经结束"):
        chief.file.take(call.id, "甲", time.time())


def test_the_board_shows_rulings_as_they_come(chief: Chief) -> None:
    board = f"/board/{chief.invite('board', '墙上')}"
    assert "还没有裁决" in page(chief, board)
    id_ = chief.rules(chief.event, "3", "7")
    assert "7号迟到，记违例。" in page(chief, board)
    chief.journal.withdraw(id_, "看错了")
    assert "已撤回" in page(chief, board)


def news(chief: Chief, code: str, **known: object) -> dict[str, Any]:
    status, said = chief.said("GET", f"/hall/1/news?{urlencode(known)}", code=code)
    assert status == 200
    return dict(said)


def test_a_member_who_waits_hears_at_once_of_a_call_that_another_program_wrote(chief: Chief) -> None:
    one = chief.invite("referee", "甲")
    first = news(chief, one, epoch="")
    known = {"epoch": first["epoch"], "mark": first["mark"], "calls": first["number"]}
    heard: list[dict[str, Any]] = []
    waits = threading.Thread(target=lambda: heard.append(news(chief, one, **known)))
    began = time.monotonic()
    waits.start()
    time.sleep(0.3)
    assert not heard, "there is nothing new yet"
    other = HallFile(chief.file.path)  # as a program of its own has it
    other.call("7", "出牌", time.time())
    other.close()
    waits.join(WAITS)
    assert [(each["table"], each["about"]) for each in heard[0]["calls"]] == [("7", "出牌")]
    assert time.monotonic() - began < WAITS / 2
    assert heard[0]["number"] != first["number"]


def test_what_others_recorded_is_news(chief: Chief) -> None:
    one = chief.invite("referee", "甲")
    first = news(chief, one, epoch="")
    known = {"epoch": first["epoch"], "mark": first["mark"], "calls": first["number"]}
    chief.rules(chief.event, "3", "7")
    assert news(chief, one, **known)["mark"] > first["mark"]
    assert news(chief, one, **{**known, "epoch": "0" * 12})["epoch"] == first["epoch"]  # another journal: said at once


@pytest.mark.parametrize(("game", "offered", "absent"), [("guandan", "贡牌", "叫牌"), ("bridge", "叫牌", "贡牌")])
def test_a_table_is_offered_what_its_game_knows(chief: Chief, game: str, offered: str, absent: str) -> None:
    chief.journal.save_event(EventBody("春季赛", game), chief.event)
    said = page(chief, f"/t/{chief.invite('table', '12', None)}")
    for each in (offered, "出牌", "时间", "其他"):
        assert f'value="{each}"' in said
    assert f'value="{absent}"' not in said


def test_an_event_of_no_game_offers_what_any_knows(chief: Chief) -> None:
    chief.journal.save_event(EventBody("春季赛", None), chief.event)
    said = page(chief, f"/t/{chief.invite('table', '12', None)}")
    assert all(said.count(f'value="{each}"') == 1 for each in ("贡牌", "叫牌", "出牌", "时间"))
