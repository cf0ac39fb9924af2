"""A living table for two phones, opened in the app: it is served, seen by a browser, and put away."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.screens import table_for_two as screen
from app.screens.table_for_two import TableForTwoPart
from app.window import table_for_two
from tests.app.screens.window import drawn, sitting


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    yield
    table_for_two.put_away()


def test_where_the_program_is_served_a_table_is_opened_shown_and_put_away(tmp_path: Path) -> None:
    session = sitting()
    drawn(session, TableForTwoPart, 1).tap("两台手机打一桌")
    table = table_for_two.standing()
    assert table is not None
    screen_now = drawn(session, TableForTwoPart, 1)
    assert table.room.code in screen_now.said and f":{table.port}/" in screen_now.said
    line = http.client.HTTPConnection("127.0.0.1", table.port, timeout=10)
    line.request("GET", "/")
    page = line.getresponse()
    assert page.status == 200 and "活的牌桌" in page.read().decode()
    line.close()
    assert table.seat("127.0.0.1", "me").endswith(f"/#{table.room.code}/me")
    assert screen._begun(session, 1) == "" and table_for_two.standing() is table, "a second tap opens no second table"
    assert [each.name for each in (tmp_path / "tables").glob("*/*")] == ["table.log"]
    drawn(session, TableForTwoPart, 1).tap("收桌")
    assert table_for_two.standing() is None
    with pytest.raises(OSError):
        http.client.HTTPConnection("127.0.0.1", table.port, timeout=2).request("GET", "/")


def test_a_published_site_says_how_a_table_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "IS_SITE", True)
    session = sitting()
    said = screen._command(session)
    assert "zhicai study together --game" in said
    shown = drawn(session, TableForTwoPart, 1)
    assert any("两台手机打一桌" in each for each in shown.tappable())


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("in the way", encoding="utf-8")
    assert "不能用" in screen._begun(sitting(), 1)
    assert table_for_two.standing() is None
