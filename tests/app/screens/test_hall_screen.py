"""What somebody reads and taps on the page of a hall: joining it, how this device stands with it, what is to be looked at."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.hall.member import Invitation, Membership
from app.hall.protocol import HallError
from app.journal.journal import Journal
from app.journal.records import EventBody, Place, RulingBody
from app.journal.sqlite_store import open_store
from app.screens import hall
from app.window.hall_desk import Standing
from app.window.session import Session
from tests.app.screens.window import Screen, drawn, sitting

ADDRESS, CODE = "http://192.0.2.7:8610", "k3m9"
SAID = {"name": "春季赛", "game": "guandan", "role": "referee", "member": "王裁判", "expires": None}


CALL = {"id": 3, "table": "12", "about": "出牌", "taken_by": None, "taken": None, "ended": None}


def page(session: Session) -> Screen:
    return drawn(session, hall.HallPane, "", "")


def greeting(monkeypatch: pytest.MonkeyPatch, said: Mapping[str, Any] | HallError) -> list[Invitation]:
    """A hall that answers so, and who asked it."""
    asked: list[Invitation] = []

    async def greet(invited: Invitation) -> Mapping[str, Any]:
        asked.append(invited)
        if isinstance(said, HallError):
            raise said
        return said

    monkeypatch.setattr(hall, "hall_desk", lambda: SimpleNamespace(greet=greet))
    return asked


def test_who_has_an_account_writes_name_and_password(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session, given = sitting(), []
    asked = greeting(monkeypatch, SAID)

    async def sign_in(invited: Invitation, name: str, password: str) -> str:
        given.append((invited.address, name, password))
        if password != "海河边上的桥牌室":
            raise HallError("名字或密码不对。")
        return CODE

    desk = hall.hall_desk()
    monkeypatch.setattr(hall, "hall_desk", lambda: SimpleNamespace(greet=desk.greet, sign_in=sign_in))
    assert "密码" not in page(session).texts
    page(session).tap("有账号：写姓名和密码")
    session.hall.form.values |= {"link": "", "account": "王裁判", "password": "不是这个密码"}
    page(session).tap("看看是哪一个会场")
    assert "请写会场的地址" in page(session).said
    session.hall.form.values |= {"link": ADDRESS, "account": "王裁判", "password": "不是这个密码"}
    page(session).tap("看看是哪一个会场")
    assert "名字或密码不对。" in page(session).said and not asked
    assert session.hall.form.text("password") == ""  # not kept
    session.hall.form.values["password"] = "海河边上的桥牌室"
    page(session).tap("看看是哪一个会场")
    assert given[-1] == (ADDRESS, "王裁判", "海河边上的桥牌室")
    assert [(each.address, each.code) for each in asked] == [(ADDRESS, CODE)]
    assert "加入以前" in page(session).said and session.hall.form.text("password") == ""


@pytest.fixture
def joined(journal: Journal, tmp_path: Path) -> Iterator[tuple[Session, Standing]]:
    """A referee who has joined a hall: five records of his own, two not sent yet; the clock here is a minute fast."""
    store = open_store(tmp_path / "journal.sqlite")  # which knows what arrived when
    journal.store = store
    event = journal.save_event(EventBody("春季赛", "guandan"))
    session = sitting()
    standing = Standing(
        Membership(ADDRESS, CODE, event, "春季赛", "referee", "王裁判"),
        5, 2, time.time() - 30, "网络断了", (), 60.0, (CALL | {"at": time.time() - 80},),
    )  # fmt: skip
    session.hall.standings = (standing,)
    yield session, standing
    store.close()


def test_who_has_no_link_is_told_what_to_write(journal: Journal) -> None:
    session = sitting()
    screen = page(session)
    assert "几名裁判共用一项赛事的记录" in screen.said and "加入会场" in screen.texts
    screen.tap("看看是哪一个会场")
    assert "请写裁判长给的链接" in page(session).said


def test_before_joining_it_is_said_what_goes_to_whom_and_how_long(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, asked = sitting(), greeting(monkeypatch, SAID)
    session.hall.form.values |= {"link": ADDRESS, "code": CODE}
    page(session).tap("看看是哪一个会场")
    assert [(each.address, each.code) for each in asked] == [(ADDRESS, CODE)]
    said = page(session).said
    for words in (
        "赛事：春季赛（掼蛋）",
        "身份：裁判 王裁判",
        f"送给谁：裁判长的电脑 {ADDRESS}",
        "多久：直到退出会场",
        "没有加密",
    ):
        assert words in said, words
    assert "练习、书签、笔记、别的赛事：从不送" in said
    page(session).tap("先不加入")
    assert "加入会场" in page(session).texts


@pytest.mark.parametrize(
    ("said", "words"),
    [(HallError("会场没有应答。"), "会场没有应答"), ({**SAID, "role": "table"}, "不能用来加入；请向裁判长要裁判的码")],
)
def test_what_cannot_be_joined_is_said(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, said: Mapping[str, Any] | HallError, words: str
) -> None:
    session = sitting()
    greeting(monkeypatch, said)
    session.hall.form.values |= {"link": ADDRESS, "code": CODE}
    page(session).tap("看看是哪一个会场")
    assert words in page(session).said and "加入以前" not in page(session).said


def test_how_this_device_stands_is_said(joined: tuple[Session, Standing]) -> None:
    session, standing = joined
    said = page(session).said
    assert "本机记下 5 条，已同步 3 条，30秒前" in said
    assert "还没有同步：网络断了" in said and "本机的时钟比会场快60秒" in said
    assert "12桌叫裁判（出牌），等了20秒" in said  # called 80 seconds ago by the clock here, which is 60 fast
    assert "我去12桌" in page(session).tappable()
    session.hall.standings = (replace(standing, ahead=5.0),)
    assert "本机的时钟比会场" not in page(session).said


def test_two_referees_on_one_incident_are_asked_and_the_answer_is_kept(
    joined: tuple[Session, Standing], journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, standing = joined
    body = RulingBody(
        "guandan", "guandan.slow_play", "出牌超时", "violation", "记违例一次。", "penalty", Place("3", 1), ("1",),
        None, (("violation", 1),),
    )  # fmt: skip
    for _ in range(2):
        journal.save_ruling(standing.membership.event, body)
    devices = iter(("一", "二"))
    seen: dict[str, str] = {}
    monkeypatch.setattr(journal, "_device", lambda id_: seen.setdefault(id_, next(devices, "三")))
    assert "同一件事吗" in page(session).said
    page(session).tap("是同一件事，只计一次")
    (double,) = journal.doubles(standing.membership.event, lambda tree: tree)
    assert double.answer == "yes"
    assert "同一件事吗" not in page(session).said


def test_the_page_says_what_came_of_the_books_and_that_an_older_text_is_here(joined: tuple[Session, Standing]) -> None:
    session, standing = joined
    line = "《江城杯规程》第 2 版收下了，可以查到了。"
    session.hall.standings = (replace(standing, books=(line,), behind=True),)
    said = page(session).said
    assert f"规程{line}" in said and "会场换了规程的文本，这里的还是旧的" in said
    session.hall.standings = (replace(standing, books=(line,)),)
    assert "这里的还是旧的" not in page(session).said
