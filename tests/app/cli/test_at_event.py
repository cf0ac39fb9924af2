"""``zhicai rule --event`` and ``--book``: the ruling the app gives under the same settings, with the words it goes by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.base.data_folder import data_folder, journal_file
from app.base.opened import handbook
from app.brought.book_file import open_books
from app.brought.kept import Source
from app.brought.sharing import whole
from app.cli.main import cli
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.journal.sqlite_store import open_store
from rules_data.brought.making import About, changed, digest, make
from rules_data.brought.model import Brought
from rules_data.brought.settling import choices, settled
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, brought, same, text_of

D40 = "guandan-2017/D-40"
SENTENCE = "淘汰赛打成平级的，加打一副，以该副胜方为本轮胜方。"
KNOCKOUT = {"system": "knockout"}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    return tmp_path


def rule(tree: str, facts: dict[str, Any], *words: str) -> Any:
    return CliRunner().invoke(cli, ["rule", tree, "--facts", "-", *words], input=json.dumps(facts))


def event(body: EventBody) -> str:
    store = open_store(journal_file())
    try:
        return Journal(store).save_event(body)
    finally:
        store.close()


def confirmed(one: Brought, point: str, option: str) -> Brought:
    found = choices(one.book, handbook().books[one.base or ""])
    choice = next(each for each in found if each.question == point)
    return changed(one, at=AT, by="裁判甲", did="确认", decided=settled(one, choice, option))


def kept(one: Brought, text: str) -> None:
    store = open_books(data_folder())
    try:
        store.put(one, Source(one.source, one.name, text, text.encode()))
    finally:
        store.close()


def guandan_kept(for_event: str = "") -> Brought:
    one = confirmed(brought(GUANDAN, event=for_event), D40, "extra-deal")
    kept(one, text_of(GUANDAN))
    return one


def test_an_event_is_ruled_as_its_book_was_confirmed_to_settle() -> None:
    id_ = event(EventBody("公开赛", "guandan", ("guandan-2017",)))
    guandan_kept(id_)
    bare = rule("guandan.equal_levels", KNOCKOUT)
    assert "由" in bare.output and "淘汰赛" in bare.output and "加打一副，以" not in bare.output  # nobody has decided
    done = rule("guandan.equal_levels", KNOCKOUT, "--event", "公开赛", "--receipt", "r.json")
    assert done.exit_code == 0, done.output
    assert "第 2 版第五条四定了“" in done.output and f"原文：{SENTENCE}" in done.output
    record = json.loads(rule("guandan.equal_levels", KNOCKOUT, "--event", id_, "--json").output)
    assert record["outcome"] == "extra_knockout"
    assert [each["option"] for each in record["own_books"][0]["settles"]] == ["extra-deal"]
    receipt = json.loads(Path("r.json").read_text(encoding="utf-8"))
    assert receipt["own_books"][0]["version"] == 2
    again = CliRunner().invoke(cli, ["replay", "r.json"])
    assert again.exit_code == 0, again.output


def test_a_book_of_another_event_and_an_unconfirmed_one_settle_nothing() -> None:
    event(EventBody("公开赛", "guandan"))
    guandan_kept(event(EventBody("邀请赛", "guandan")))
    record = json.loads(rule("guandan.equal_levels", KNOCKOUT, "--event", "公开赛", "--json").output)
    assert record["step"] == "undecided" and record["own_books"] == []
    assert json.loads(rule("guandan.equal_levels", KNOCKOUT, "--event", "邀请赛", "--json").output)["step"] == "outcome"


def test_what_the_event_says_itself_goes_before_and_what_is_written_before_that() -> None:
    event(EventBody("公开赛", "guandan", ("guandan-2017",), {D40: "regulations"}))
    guandan_kept()
    said = json.loads(rule("guandan.equal_levels", KNOCKOUT, "--event", "公开赛", "--json").output)
    assert said["outcome"] == "by_regulations" and said["own_books"] == []
    settle = ("--settle", f"{D40}=extra-deal")
    said = json.loads(rule("guandan.equal_levels", KNOCKOUT, "--event", "公开赛", *settle, "--json").output)
    assert said["outcome"] == "extra_knockout"


def test_a_number_left_to_the_organiser_is_known_and_what_is_told_goes_before_it() -> None:
    text = text_of(BRIDGE) + "5.4 申诉须在正式分数公布后20分钟内提出。\n"
    law = About(game="bridge", base="bridge-1999")
    one = make(text, digest(text.encode()), BRIDGE, law, at=AT, by="", simplified=same)
    kept(confirmed(one, "bridge-1999#organizer_minutes", "20"), text)
    facts = {"official_score_time": "16:00", "appeal_time": "16:25"}
    said = json.loads(rule("bridge.appeal", facts, "--book", "江城市桥牌", "--json").output)
    known = {each["name"]: each["value"] for each in said["known"]}
    assert known["organizer_minutes"] == 20 and known["within_organiser_limit"] is False  # law 92B
    told = {**facts, "organizer_minutes": 40}
    said = json.loads(rule("bridge.appeal", told, "--book", "江城市桥牌", "--json").output)
    assert {each["name"]: each["value"] for each in said["known"]}["within_organiser_limit"] is True


def test_a_file_of_books_is_read_and_a_bare_text_says_what_to_do(data: Path) -> None:
    guandan_kept()
    store = open_books(data_folder())
    Path("规程.jsonl").write_text(whole(store, store.current()), encoding="utf-8")
    store.close()
    (data_folder() / "books.log").unlink()
    said = json.loads(rule("guandan.equal_levels", KNOCKOUT, "--book", "规程.jsonl", "--json").output)
    assert said["outcome"] == "extra_knockout"
    Path("规程.txt").write_text(text_of(GUANDAN), encoding="utf-8")
    done = rule("guandan.equal_levels", KNOCKOUT, "--book", "规程.txt")
    assert done.exit_code != 0 and "没有人确认过" in done.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--event", "没有的"), "日志里没有赛事"),
        (("--event", "桥牌赛"), "不是这棵树的项目的赛事"),
        (("--book", "没有的"), "没有规则书“没有的”"),
        (("--book", "."), "没有规则书“.”"),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(words: tuple[str, str], says: str) -> None:
    event(EventBody("桥牌赛", "bridge"))
    done = rule("guandan.equal_levels", KNOCKOUT, *words)
    assert done.exit_code != 0 and says in done.output and "Traceback" not in done.output
