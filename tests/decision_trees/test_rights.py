"""The rights of every game: every line cited, every clause there, nothing twice, nobody left out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from decision_trees import library
from decision_trees.games import games
from decision_trees.loader import ROOT
from decision_trees.rights import Line, Rights, check_rights, citations, load_rights
from rules_data.handbook import open_handbook
from rules_data.loader import DataError

HANDBOOK = open_handbook()


def rights(game: str) -> Rights:
    file = load_rights(game)
    assert file is not None
    return file.rights


def lines(game: str, role: str, stage: str) -> list[Line]:
    return [line for found in rights(game).of(role, stage).values() for line in found]


def said(game: str, role: str, stage: str, cite: str) -> str:
    """The mode and sentence of the line of somebody that cites a clause."""
    found = [line for line in lines(game, role, stage) if cite in line.cites]
    assert found, (game, role, stage, cite)
    return "\n".join(f"{line.mode} {line.text}" for line in found)


@pytest.mark.parametrize("game", games())
def test_the_rights_of_a_game_are_sound(game: str) -> None:
    assert [str(problem) for problem in check_rights([game], handbook=HANDBOOK)] == []


@pytest.mark.parametrize(("game", "least"), [("bridge", 90), ("guandan", 60), ("shengji", 50)])
def test_there_are_enough(game: str, least: int) -> None:
    assert len(rights(game).lines) >= least


@pytest.mark.parametrize("game", games())
def test_a_provision_cited_says_something(game: str) -> None:
    """A citation of a bare heading would show the reader nothing."""
    for cite, where in citations({game: rights(game)}):
        provision = HANDBOOK.provision(cite)
        below = "".join(each.text or each.heading or "" for each in provision.walk())
        assert below.strip(), (cite, where)


@pytest.mark.parametrize(
    ("role", "stage", "cite", "expected"),
    [  # the lists of chapter 6 of the analysis of the bridge laws
        ("on_turn", "auction", "bridge-1999:20B", "ask 可以要求把前面的叫牌全部复述"),
        ("on_turn", "auction", "bridge-1999:20F1", "ask"),
        ("off_turn", "auction", "bridge-1999:20A", "ask 没听清"),
        ("barred", "auction", "bridge-1999:20B", "must_not 不得要求复述"),
        ("on_turn", "auction", "bridge-1999:40E2", "may 可以参阅对方的约定卡"),
        ("asked", "auction", "bridge-1999:75D1", "must"),
        ("explained", "auction", "bridge-1999:75D2", "must_not"),
        ("on_turn", "auction", "bridge-1999:25A", "may"),
        ("lho", "wrong", "bridge-1999:27A", "may"),
        ("lho", "wrong", "bridge-1999:25B1", "may"),
        ("lho", "wrong", "bridge-1999:29A", "may"),
        ("lho", "wrong", "bridge-1999:10C2", "must_not"),
        ("leader", "lead", "bridge-1999:20C1", "ask"),
        ("partner", "lead", "bridge-1999:41B", "ask"),
        ("declarer", "lead", "bridge-1999:54A", "may"),
        ("dummy", "lead", "bridge-1999:75D2", "must"),
        ("dummy", "play", "bridge-1999:43A1b", "must_not"),
        ("dummy", "play", "bridge-1999:42B1", "ask"),
        ("dummy", "play", "bridge-1999:42B2", "may"),
        ("dummy", "play", "bridge-1999:42A1", "may"),
        ("dummy", "end", "bridge-1999:42B3", "may"),
        ("defender", "play", "bridge-1999:41C", "ask"),
        ("defender", "play", "bridge-1999:61B", "must_not 同伴"),
        ("declarer", "play", "bridge-1999:66A", "may"),
        ("defender", "play", "bridge-1999:66C", "must_not"),
        ("defender", "play", "bridge-1999:46B5", "may"),
        ("defender", "wrong", "bridge-1999:55A", "may"),
        ("defender", "wrong", "bridge-1999:43B2a", "may"),
        ("declarer", "wrong", "bridge-1999:52B1a", "may"),
        ("declarer", "wrong", "bridge-1999:57A1", "may"),
        ("declarer", "wrong", "bridge-1999:26A2", "may"),
        ("offender", "wrong", "bridge-1999:72B3", "may"),
        ("offender", "wrong", "bridge-1999:72B3-2", "must_not"),
        ("offender", "wrong", "bridge-1999:25B2b", "must"),
        ("innocent", "wrong", "bridge-1999:81C8", "may"),
        ("innocent", "wrong", "bridge-1999:16C1", "may"),
        ("captain", "event", "bridge-1999:92A", "may"),
        ("committee", "event", "bridge-1999:93B3", "must_not"),
        ("spectator", "wrong", "bridge-1999:76B", "must_not"),
        ("player", "event", "bridge-1999:79C", "may"),
        ("fixed", "deal", "bridge-1999:7D", "must"),
    ],
)
def test_bridge_says(role: str, stage: str, cite: str, expected: str) -> None:
    assert expected in said("bridge", role, stage, cite)


@pytest.mark.parametrize(
    ("role", "stage", "cite", "expected"),
    [
        ("player", "before", "guandan-2017:37.1.2", "must_not"),
        ("last", "tribute", "guandan-2017:22.2", "15秒"),
        ("last", "tribute", "guandan-2017:10.3", "must 单贡时抓到两个大王的，抗贡成立"),
        ("first", "tribute", "guandan-2017:22.2", "30秒"),
        ("first", "draw", "guandan-2017:5.1.3", "must"),
        ("finisher_mate", "play", "guandan-2017:9", "may"),
        ("leader", "play", "guandan-2017:22.1", "20秒"),
        ("leader", "play", "guandan-2017:22.1", "停止本圈出牌权一次"),
        ("announcer", "announce", "guandan-2017:12", "must"),
        ("listener", "announce", "guandan-supplement:4.7.2", "ask"),
        ("lower", "wrong", "guandan-2017:15", "may"),
        ("lower", "wrong", "guandan-supplement:4.4.1", "默认"),
        ("upper", "wrong", "guandan-2017:17.3.1", "may"),
        ("upper", "wrong", "guandan-supplement:4.4.1", "may 出错牌的人的下家（你的对家）已获上游，由你出牌"),
        ("skipped", "wrong", "guandan-supplement:4.3.1", "may"),
        ("skipped", "wrong", "guandan-2017:18.2.1", "现在由你出牌或过牌"),
        ("offender", "wrong", "guandan-2017:18.2.1", "此后本圈的跟牌权自动恢复"),
        ("offender", "wrong", "guandan-2017:17.3.2", "must 跟牌方出错牌"),
        ("announcer", "announce", "guandan-supplement:4.8.5", "must"),
        ("announcer_mate", "announce", "guandan-supplement:4.8.6", "must_not"),
        ("lower", "wrong", "guandan-2017:16.4", "级分18分"),
        ("captain", "after", "guandan-2017:39.1.1", "may"),
        ("mate", "wrong", "guandan-2017:17.4", "must_not"),
        ("lower", "wrong", "guandan-2017:16.8.3", "must_not"),
        ("coach", "wrong", "guandan-2017:16.8.2", "must_not"),
        ("referee", "wrong", "guandan-2017:16.6", "may"),
        ("chief", "wrong", "guandan-2017:15.3", "must"),
        ("committee", "after", "guandan-2017:39.2.4", "must"),
        ("player", "after", "guandan-2017:39.1.2", "must"),
    ],
)
def test_guandan_says(role: str, stage: str, cite: str, expected: str) -> None:
    assert expected in said("guandan", role, stage, cite)


@pytest.mark.parametrize(
    ("role", "stage", "cite", "expected"),
    [
        ("banker", "draw", "shengji-40:2.2", "must"),
        ("banker", "bottom", "shengji-40:27p2", "60秒"),
        ("banker", "wrong", "shengji-40:22.1p2", "may"),
        ("partner", "wrong", "shengji-40:22.1p2", "may"),
        ("partner", "draw", "shengji-40:2.1", "must"),
        ("upper", "draw", "shengji-40:2.1", "must"),
        ("lower", "score", "shengji-40:17", "may"),
        ("next", "wrong", "shengji-40:23.1p2", "may"),
        ("next", "wrong", "shengji-40:24.2p2", "may"),
        ("next", "wrong", "shengji-40:28.4.3", "must_not"),
        ("defender", "play", "shengji-40:13p2", "must"),
        ("player", "bottom", "shengji-40:5", "may"),
        ("short", "wrong", "shengji-40:22.2", "may"),
        ("drawer", "wrong", "shengji-40:21.1.3", "may"),
        ("east", "score", "shengji-40:15p2", "must"),
        ("panel", "wrong", "shengji-40:28b.3", "may"),
        ("committee", "event", "shengji-40:endp2", "must"),
        ("organiser", "event", "shengji-40:18p1", "may"),
        ("banker", "wrong", "shengji-40:28b.6", "must 扣错底牌，多还少补，继续打牌，罚40分"),
        ("defender", "wrong", "shengji-40:28b.6", "may"),
        ("offender", "wrong", "shengji-40:28b.4.1", "must 露出轻罚张：收回，每张罚10分"),
        ("offender", "wrong", "shengji-40:28b.3", "may 最后剩两张牌时"),
        ("innocent", "wrong", "shengji-40:26p3", "may 对方传递非法信息，该副牌立即结束，判对方负，你们升2级"),
        ("innocent", "wrong", "shengji-40:25p3", "处罚权不因下一圈才指出而丧失"),
        ("referee", "wrong", "shengji-40:22.1p1", "must 未扣底牌前"),
        ("referee", "wrong", "shengji-40:22.3", "may"),
        ("mate", "wrong", "shengji-40:24.2p2", "may"),
        ("audience", "wrong", "shengji-40:28.4.1", "must_not"),
    ],
)
def test_shengji_says(role: str, stage: str, cite: str, expected: str) -> None:
    assert expected in said("shengji", role, stage, cite)


def test_what_is_written_for_a_time_alone_comes_before_what_holds_at_many() -> None:
    """Following suit (44C, 44D) is of every trick; a stand-in (16B2) or a wrong number of cards (13) of hardly any deal."""
    of_play = library.open_library().rights["bridge"].of("declarer", "play")
    may, must = [line.cites[0] for line in of_play["may"]], [line.cites[0] for line in of_play["must"]]
    assert may.index("bridge-1999:44D") < min(may.index("bridge-1999:16B2"), may.index("bridge-1999:13"))
    assert must[0] == "bridge-1999:44C"


def test_a_line_replaced_by_the_supplement_names_both_texts() -> None:
    for line in rights("guandan").lines:
        books = {cite.partition(":")[0] for cite in line.cites}
        if line.layer == "replaced":
            assert books == {"guandan-2017", "guandan-supplement"}, line.text
        if line.layer is None:
            assert "guandan-2017" in books or not line.cites, line.text


def test_the_compiled_library_holds_them() -> None:
    opened = library.open_library()
    for game in games():
        assert opened.rights[game] == rights(game)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("{roles: [dummy], stages: [play], may: 可以这样。, cites: []}", "没有条文依据"),
        ("{roles: [dummy], stages: [play], may: 可以这样。, cites: [bridge-1999:999]}", "不存在"),
        ("{roles: [dummy], stages: [play], may: 可以这样。, cites: [shengji-40:5]}", "别的项目"),
        ("{roles: [nobody], stages: [play], may: 可以这样。, cites: [bridge-1999:42A1]}", "角色"),
        ("{roles: [dummy], stages: [never], may: 可以这样。, cites: [bridge-1999:42A1]}", "阶段"),
        ("{roles: [captain], stages: [play], may: 可以这样。, cites: [bridge-1999:42A1]}", "不存在"),
        ("{roles: [dummy], stages: [play], may: 可以这样, cites: [bridge-1999:42A1]}", "完整"),
        ("{roles: [dummy], stages: [play], must_not: 出牌。, cites: [bridge-1999:42A1]}", "不得"),
        ("{roles: [dummy], stages: [play], may: 可以计算，赢墩和输墩。, cites: [bridge-1999:42A1]}", "已经写过"),
        ("{roles: [dummy], stages: [play], may: 可以这样。, layer: added, cites: [bridge-1999:42A1]}", "补充规定"),
        ("{roles: [dummy], stages: [play], cites: [bridge-1999:42A1]}", "一种"),
        ("{roles: [dummy], stages: [play], may: 可以。, must: 须。, cites: [bridge-1999:42A1]}", "一种"),
        ("{roles: [dummy], stages: [play], mus: 须。, cites: [bridge-1999:42A1]}", "mus"),
    ],
)
def test_a_faulty_line_is_named_with_file_and_line(tmp_path: Path, wrong: str, complaint: str) -> None:
    (tmp_path / "bridge").mkdir()
    file = tmp_path / "bridge" / "rights.yaml"
    shutil.copy(ROOT / "bridge" / "rights.yaml", file)
    text = file.read_text(encoding="utf-8") + f"  - {wrong}\n"
    file.write_text(text, encoding="utf-8")
    problems = check_rights(["bridge"], tmp_path, HANDBOOK)
    assert any(complaint in str(problem) for problem in problems), problems
    assert any(problem.line == len(text.splitlines()) for problem in problems), problems


def test_somebody_without_rights_and_without_a_reason_is_named(tmp_path: Path) -> None:
    (tmp_path / "bridge").mkdir()
    text = (ROOT / "bridge" / "rights.yaml").read_text(encoding="utf-8")
    bare = text.replace("\nroles:\n", "\nroles:\n  - {id: kibitzer, title: 路人, stages: [play]}\n", 1)
    (tmp_path / "bridge" / "rights.yaml").write_text(bare, encoding="utf-8")
    assert ["路人" in str(problem) for problem in check_rights(["bridge"], tmp_path, HANDBOOK)] == [True]
    explained = bare + "\nempty:\n  - {roles: [kibitzer], stages: [play], why: 规则没有提到他。}\n"
    (tmp_path / "bridge" / "rights.yaml").write_text(explained, encoding="utf-8")
    assert check_rights(["bridge"], tmp_path, HANDBOOK) == []
    file = load_rights("bridge", tmp_path)
    assert file is not None and file.rights.why_empty("kibitzer", "play") == "规则没有提到他。"


def test_no_file_is_no_fault_and_a_broken_one_is(tmp_path: Path) -> None:
    assert load_rights("bridge", tmp_path) is None
    (tmp_path / "bridge").mkdir()
    (tmp_path / "bridge" / "rights.yaml").write_text("roles: [", encoding="utf-8")
    with pytest.raises(DataError):
        load_rights("bridge", tmp_path)
    assert check_rights(["bridge"], tmp_path, HANDBOOK)
