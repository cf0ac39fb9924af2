"""``zhicai hall``: a hall on one computer, joined from another, without a screen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.exams.opening import listening
from tests.rules_data.brought.making import GUANDAN, TEXTS

runner = CliRunner()


def run(data: Path, *words: str, fails: bool = False) -> str:
    before = os.environ.get("ZHICAI_DATA")
    os.environ["ZHICAI_DATA"] = str(data)
    try:
        done = runner.invoke(cli, list(words))
    finally:
        os.environ.pop("ZHICAI_DATA")
        if before is not None:
            os.environ["ZHICAI_DATA"] = before
    assert (done.exit_code != 0) == fails, done.output
    return done.output


@pytest.fixture
def chief(tmp_path: Path) -> Path:
    people = tmp_path / "名单.csv"
    people.write_text("1,甲队\n2,乙队\n3,丙队\n4,丁队\n", encoding="utf-8")
    run(tmp_path / "chief", "event", "new", "会场赛", "掼蛋", str(people))
    return tmp_path / "chief"


@pytest.fixture
def address(chief: Path) -> Iterator[str]:
    heard = listening("127.0.0.1", 0, "--port")
    port = heard.getsockname()[1]
    heard.close()
    command = [sys.executable, "-m", "app.cli", "hall", "serve", "会场赛", "--port", str(port), "--name", "127.0.0.1"]
    environment = {**os.environ, "ZHICAI_DATA": str(chief), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    served = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    assert served.stdout is not None
    assert "会场已开" in served.stdout.readline()
    yield f"http://127.0.0.1:{port}"
    served.terminate()
    assert served.wait(10) == 0


def code_of(said: str) -> str:
    found = re.search("：([0-9A-Z]{20})$", said, re.M)
    assert found is not None, said
    return found[1]


def test_a_hall_is_joined_met_and_left(chief: Path, address: str, tmp_path: Path) -> None:
    one = tmp_path / "one"
    code = code_of(run(chief, "hall", "invite", "会场赛", "裁判", "甲"))
    assert "已加入“会场赛”，身份：裁判 甲" in run(one, "hall", "join", address, code)
    assert "收到 1 条，送出 0 条" in run(one, "hall", "sync")
    assert "会场赛" in run(one, "event", "list")
    run(one, "event", "plan", "会场赛", "循环")
    assert re.search("还有 [1-9][0-9]* 条没有送", run(one, "hall", "state"))
    assert re.search("收到 0 条，送出 [1-9]", run(one, "hall", "sync"))
    assert "还有 0 条没有送" in run(one, "hall", "state")
    assert "1 甲队" in run(chief, "event", "rounds", "会场赛")  # what was planned there is here
    assert "已收回" in run(chief, "hall", "revoke", "会场赛", "1")
    assert "不能用" in run(one, "hall", "sync", fails=True)
    assert "已退出" in run(one, "hall", "leave", "会场")
    assert "没有加入会场" in run(one, "hall", "sync", fails=True)


def test_the_books_of_the_event_come_along_also_one_that_is_added_later(
    chief: Path, address: str, tmp_path: Path
) -> None:
    one = tmp_path / "one"
    run(one, "hall", "join", address, code_of(run(chief, "hall", "invite", "会场赛", "裁判", "甲")))
    assert "规程" not in run(one, "hall", "sync")
    added = run(chief, "book", "add", str(TEXTS / GUANDAN), "--event", "会场赛")
    assert "第 1 版" in added
    assert "规程《江城杯掼蛋公开赛竞赛规程》第 1 版收下了，可以查到了。" in run(one, "hall", "sync")
    assert "2026年江城杯掼蛋公开赛竞赛规程  第1版  用于一项赛事" in run(one, "book", "list")
    assert "规程" not in run(one, "hall", "sync")  # nothing new


def test_a_table_calls_and_it_is_told_at_the_next_meeting(chief: Path, address: str, tmp_path: Path) -> None:
    from urllib.request import urlopen

    one = tmp_path / "one"
    run(one, "hall", "join", address, code_of(run(chief, "hall", "invite", "会场赛", "裁判", "甲")))
    said = run(chief, "hall", "invite", "会场赛", "桌", "12", "--hours", "0", "--address", address)
    way = f"{address}/t/{code_of(said)}"
    assert way in said
    with urlopen(way, b"about=%E5%87%BA%E7%89%8C", timeout=10) as answer:
        assert "已叫裁判" in answer.read().decode()
    assert "12桌叫裁判 出牌" in run(one, "hall", "sync")


def test_what_is_wrong_is_said_in_a_sentence(chief: Path, tmp_path: Path) -> None:
    assert "没有“观众”这种身份" in run(chief, "hall", "invite", "会场赛", "观众", "甲", fails=True)
    assert "who 是空的" in run(chief, "hall", "invite", "会场赛", "裁判", " ", fails=True)
    assert "没有第9号能用的码" in run(chief, "hall", "revoke", "会场赛", "9", fails=True)
    assert "要一起写" in run(chief, "hall", "serve", "会场赛", "--cert", "x.pem", fails=True)
    assert "连不上会场" in run(tmp_path / "one", "hall", "join", "http://127.0.0.1:9", "x", fails=True)
    taken = listening("0.0.0.0", 0, "--port")
    said = run(chief, "hall", "serve", "会场赛", "--port", str(taken.getsockname()[1]), fails=True)
    assert "端口已被别的程序占用" in said
    taken.close()


def test_an_address_is_looked_at_before_the_event(chief: Path, address: str) -> None:
    assert "是执裁的会场" in run(chief, "hall", "check", "会场赛", address)
    assert "解析不到" in run(chief, "hall", "check", "会场赛", "http://hall.invalid:8610", fails=True)
    assert "没有手机来" in run(chief, "hall", "check", "会场赛", address, "--wait", "1", fails=True)
    listed = run(chief, "hall", "passes", "会场赛")
    assert "试一试  已收回" in listed


def test_a_trial_call_is_heard(tmp_path: Path) -> None:
    from app.cli.halls import TRIAL, _heard
    from app.hall.hall_file import HallFile

    file = HallFile(tmp_path / "x.sqlite")
    assert _heard(file, 0) is None
    file.call("12", "", 0.0)
    file.call(TRIAL, "", 0.0)
    heard = _heard(file, 5)
    assert heard is not None and heard < 5
    assert [each.table for each in file.calls()] == ["12"]
    file.close()


def test_a_change_of_the_events_book_is_suggested_and_the_chief_takes_it(
    chief: Path, address: str, tmp_path: Path
) -> None:
    one = tmp_path / "one"
    run(chief, "book", "add", str(TEXTS / GUANDAN), "--event", "会场赛", "--by", "裁判长")
    run(one, "hall", "join", address, code_of(run(chief, "hall", "invite", "会场赛", "裁判", "甲")))
    assert "第 1 版收下了" in run(one, "hall", "sync")
    said = run(one, "book", "settings", "江城杯", "--confirm", "1", "--by", "甲")
    assert "已作为建议记下，zhicai hall sync 送给裁判长定" in said
    assert "第1版" in run(one, "book", "list") and "没有确认" in run(one, "book", "settings", "江城杯")
    assert "请在裁判长的电脑上采用" in run(one, "book", "suggestions", "会场赛", "--take", "1", fails=True)
    run(one, "hall", "sync")
    assert "1. 等裁判长定  建议改《江城杯掼蛋公开赛竞赛规程》：确认" in run(chief, "book", "suggestions", "会场赛")
    assert "只有 1 条建议" in run(chief, "book", "suggestions", "会场赛", "--take", "2", fails=True)
    said = run(chief, "book", "suggestions", "会场赛", "--take", "1", "--by", "裁判长")
    assert "已采用：《江城杯掼蛋公开赛竞赛规程》第 2 版。" in said and "裁判长采用了（裁判长）" in said
    assert "由第 1 版换成第 2 版" in run(one, "hall", "sync")
    assert "已确认" in run(one, "book", "settings", "江城杯")
    assert "裁判长采用了" in run(one, "book", "suggestions", "会场赛")


def test_who_has_an_account_joins_by_name_and_password(
    chief: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZHICAI_HALL_PASSWORD", "海河边上的桥牌室，每月一次")
    assert "裁判 王裁判 的账号好了" in run(chief, "hall", "account", "会场赛", "裁判", "王裁判")
    assert "账号只给裁判长、裁判" in run(chief, "hall", "account", "会场赛", "桌", "12", fails=True)
    one = tmp_path / "one"
    said = run(one, "hall", "join", address, "--account", "王裁判")
    assert "已加入“会场赛”，身份：裁判 王裁判" in said and "收到 1 条" in run(one, "hall", "sync")
    monkeypatch.setenv("ZHICAI_HALL_PASSWORD", "这个不是他的密码")
    assert "名字或密码不对" in run(tmp_path / "two", "hall", "join", address, "--account", "王裁判", fails=True)
    said = run(chief, "hall", "sign-ins", "会场赛")
    assert "裁判  王裁判  能用" in said and "密码不对" in said and "登录了" in said and "127.0.0.1" in said
    assert "停用了" in run(chief, "hall", "account", "会场赛", "裁判", "王裁判", "--end")
    assert "没有“王裁判”这个能用的账号" in run(
        chief, "hall", "account", "会场赛", "裁判", "王裁判", "--end", fails=True
    )
    assert "不能用" in run(one, "hall", "sync", fails=True)
    assert "已停用" in run(chief, "hall", "sign-ins", "会场赛")


def test_a_password_that_is_typed_is_typed_twice(chief: Path) -> None:
    given = ["account", "会场赛", "裁判", "王裁判"]
    for typed, said in (
        ("海河边上的桥牌室，每月\n海河边上的桥牌室，每周\n", "两次写的密码不一样"),
        ("", "没有写密码"),
        ("短\n短\n", "至少 10 个字"),
    ):
        done = runner.invoke(cli, ["hall", *given], input=typed, env={"ZHICAI_DATA": str(chief)})
        assert done.exit_code == 2 and said in done.output and "海河" not in done.output
    assert "没有人登录过" in run(chief, "hall", "sign-ins", "会场赛")
