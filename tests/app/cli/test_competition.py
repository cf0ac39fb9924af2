"""``zhicai event``: an event is set up, paired, played and printed without a screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli.main import cli

runner = CliRunner()


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    return tmp_path


def _run(*words: str, typed: str | None = None, fails: bool = False) -> Result:
    done = runner.invoke(cli, ["event", *words], input=typed)
    assert (done.exit_code != 0) == fails, done.output
    return done


def _made(folder: Path, number: int) -> None:
    people = folder / "名单.csv"
    people.write_text("\n".join(f"{n},{'甲乙丙丁戊己庚辛'[n - 1]}队" for n in range(1, number + 1)), encoding="utf-8")
    assert f"{number}对" in _run("new", "公开赛", "掼蛋", str(people)).output


def test_a_round_robin_from_the_list_to_the_page_of_results(data: Path) -> None:
    _made(data, 4)
    _run("plan", "公开赛", "循环")
    assert "循环赛" in _run("list").output
    shown = _run("rounds", "公开").output
    assert "1 甲队" in shown and "4 丁队" in shown
    bad = _run("results", "公开赛", typed="1-4 A 2\n2 X 3\n", fails=True)
    assert "录入1桌" in bad.output and "第2行" in bad.output
    assert "录入1桌" in _run("results", "公开赛", typed="2-3 9 9\n").output
    table = _run("standings", "公开赛").output.splitlines()
    assert table[1].split("\t")[:8] == ["1", "1 甲队", "1", "1", "0", "0", "2", "25"]
    for kind in ("名次表.pdf", "记录卡.pdf", "桌位图.pdf", "对阵表.pdf"):
        _run("print", "公开赛", kind, str(data / kind))
        assert (data / kind).read_bytes().startswith(b"%PDF")
    _run("print", "公开赛", "成绩.html", str(data / "r.html"))
    assert "甲队" in (data / "r.html").read_text(encoding="utf-8")
    assert (
        "按比赛规程或竞赛细则等补充规定处罚（第二十一条），记场分-1"
        in _run("late", "公开赛", "2", "7", "--main", "-1").output
    )
    assert "没有9号" in _run("late", "公开赛", "9", "7", fails=True).output
    assert "应赛3个对手，已赛1个：已赛对手不足半数，退赛者的已赛结果注销" in _run("leave", "公开赛", "1", "2").output


def test_who_leaves_before_the_first_round_has_the_draw_made_again(data: Path) -> None:
    """24.1.2: of nine one leaves, eight are left: the lots are drawn again (the round robin of eight has seven rounds)."""
    people = data / "九对.csv"
    people.write_text("\n".join(f"{n},第{n}对" for n in range(1, 10)), encoding="utf-8")
    _run("new", "九对", "掼蛋", str(people))
    _run("plan", "九对", "循环")
    assert "没有要重新抽签的" in _run("redraw", "九对", fails=True).output
    said = _run("leave", "九对", "9", "1").output
    assert (
        "循环赛剩余为双数，应重新抽签" in said
        and "依据  第二十四条一(2)\n" in said
        and "zhicai event redraw 九对" in said
    )
    assert sorted(_run("redraw", "九对").output.removeprefix("已重新抽签：").rstrip("。\n").split("、")) == list(
        "12345678"
    )
    shown = _run("rounds", "九对").output.splitlines()
    assert len(shown) == 5 and "第9对" not in "".join(shown), "four tables, nobody sits out"
    assert "没有要重新抽签的" in _run("redraw", "九对", fails=True).output


def test_what_the_text_does_not_write_of_leaving_the_chief_referee_decides(data: Path) -> None:
    """24.1 says nothing of a knockout before it begins."""
    _made(data, 8)
    _run("plan", "公开赛", "单败")
    silent = _run("leave", "公开赛", "8", "1").output
    assert "本规则没有写" in silent and "再记一次" in silent
    assert "只能是 bye 或 wins" in _run("leave", "公开赛", "8", "1", "--decided", "x", fails=True).output
    decided = _run("leave", "公开赛", "8", "1", "--decided", "wins").output
    assert "裁判长定判对手胜" in decided and "再记一次" not in decided
    assert "弃权" in _run("rounds", "公开赛", "--round", "1").output
    assert "1 甲队" in _run("rounds", "公开赛", "--round", "2").output


def test_pairing_by_score_says_why_and_waits(data: Path) -> None:
    _made(data, 5)
    assert "轮空" in _run("plan", "公开赛", "积分编排", "--rounds", "3", fails=True).output
    _run("plan", "公开赛", "积分编排", "--rounds", "3", "--bye", "2,13")
    assert "蛇形" in _run("pair", "公开赛").output
    assert "还有2桌没有成绩" in _run("pair", "公开赛", fails=True).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plan", "没有", "循环"], "没有赛事“没有”"),
        (["plan", "公开赛", "瑞士"], "没有“瑞士”这种赛制"),
        (["plan", "公开赛", "双败"], "须由编排者定"),
        (["plan", "公开赛", "双败", "--drop", "x"], "drop"),
        (["standings", "公开赛"], "还没有赛程"),
        (["print", "公开赛", "x", "y"], "没有“x”"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(data: Path, words: list[str], said: str) -> None:
    _made(data, 4)
    assert said in _run(*words, fails=True).output


def test_a_pair_of_one_player_is_not_entered_unless_it_is_meant(data: Path) -> None:
    people = data / "名单.csv"
    people.write_text("编号,选手1,选手2\n1,张三,李四\n2,王五,\n", encoding="utf-8")
    refused = _run("new", "公开赛", "掼蛋", str(people), fails=True).output
    assert "没有设赛事：2号（王五）只写了一名选手" in refused and "--alone" in refused
    assert "公开赛" not in _run("list").output
    taken = _run("new", "公开赛", "掼蛋", str(people), "--alone").output
    assert "2号（王五）只写了一名选手" in taken and "2对（队）" in taken


def test_an_events_own_table_of_victory_points(data: Path) -> None:
    """Made by hand for the test: 3 to 8 IMPs apart are 12.5 to 7.5."""
    people, table = data / "四队.csv", data / "vp.txt"
    people.write_text("\n".join(f"{n},{'甲乙丙丁'[n - 1]}队" for n in range(1, 5)), encoding="utf-8")
    _run("new", "队式赛", "桥牌", str(people))
    table.write_text("0-2 10 10\n4-8 12.5 7.5\n9以上 20 0", encoding="utf-8")
    assert "IMP差3没有写到" in _run("plan", "队式赛", "循环", "--vp", str(table), fails=True).output
    table.write_text("0-2 10 10\n3-8 12.5 7.5\n9以上 20 0", encoding="utf-8")
    _run("plan", "队式赛", "循环", "--vp", str(table))
    _run("results", "队式赛", typed="1-4 40 33\n2-3 5 25\n")
    shown = _run("rounds", "队式赛", "-r", "1").output
    assert "40:33（VP 12.5:7.5）" in shown and "5:25（VP 0:20）" in shown
    standings = _run("standings", "队式赛").output.splitlines()
    assert standings[0].split("\t")[6] == "VP"
    assert standings[1].split("\t")[1] == "3 丙队" and standings[1].split("\t")[6] == "20"
    refused = _run("plan", "队式赛", "循环", "--scoring", "winner", "--vp", str(table), fails=True).output
    assert "VP表用在录IMP的比赛里" in refused
