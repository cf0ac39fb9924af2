"""A game by its text alone, by touch: named, rights marked, a ladder confirmed, a ruling recorded, a tree begun and ruled by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import flet as ft
import pytest

from app.base.words import GAMES
from app.brought.in_receipt import own_lines
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.ruling.after_ladder import after_ladder
from app.ruling.own_story import UNRULED
from app.screens import own_rulings, rule
from app.screens.by_hand import ByHandPane
from app.screens.clause import ClausePane
from app.screens.clocks import ClocksPane
from app.screens.events import EventPane, EventsPane
from app.screens.glossary import GlossaryPane
from app.screens.home import Home
from app.screens.lookup import find
from app.screens.outcome import outcome_parts
from app.screens.own_books import OwnBooksPane
from app.screens.record import EntryPane
from app.screens.recording import record
from app.screens.rights import RightsPane
from app.screens.rule import RulePane
from app.screens.study import StudyPane
from app.window import library
from app.window.own_books import NEW, OTHER
from app.window.session import Session
from decision_trees.engine import Ruled
from rules_data.brought.making import digest
from rules_data.brought.names import book_id
from tests.app.brought.test_own_game import tree
from tests.app.screens.window import Screen, drawn, gone_to, inside, said_by, shown, sitting
from tests.rules_data.brought.making import text_of

NAME = "斗地主"
TEXT = text_of("doudizhu.txt")
ID = book_id(digest(TEXT.encode()))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test; the games go with them."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "nothing"))
    library.own_books().books()
    library.own_books.cache_clear()


def pane(session: Session, book: str = "", part: str = "") -> Screen:
    return drawn(session, OwnBooksPane, book, part)


def brought(session: Session) -> None:
    session.own.form.type("text", TEXT)
    pane(session).tap("别的项目")
    session.own.form.type("game_name", NAME)
    pane(session).tap("读一读")
    pane(session, NEW).tap("添加到手册")


def test_a_game_is_named_and_is_there_wherever_one_is_chosen(journal: Journal) -> None:
    session = sitting()
    session.own.form.type("text", TEXT)
    pane(session).tap("别的项目")
    assert "3人" in pane(session).said  # as the text says
    pane(session).tap("读一读")
    assert "还没有写项目的名称" in session.own.form.fault and session.own.form.text("game") == OTHER
    session.own.form.type("game_name", "桥牌")
    pane(session).tap("读一读")
    assert "已经有了" in session.own.form.fault
    session.own.form.type("game_name", NAME)
    pane(session).tap("读一读")
    pane(session, NEW).tap("添加到手册")
    assert NAME in GAMES and session.own.books()[ID].own_game is not None
    session.choose_game(NAME)
    session.lookup.query = "收回所出的牌"
    find(session)
    assert session.lookup.results is not None and session.lookup.results.hits[0].id == f"{ID}:7"
    assert NAME in drawn(session, Home, NAME).said
    assert "照条文记一次裁决" in drawn(session, RulePane, NAME).said
    assert "从《滨江俱乐部斗地主比赛规则》里标出来" in drawn(session, RightsPane, NAME, None, None).said
    assert NAME in drawn(session, EventsPane).said
    assert NAME not in drawn(session, StudyPane).said  # there are no questions of it
    assert "开始计时" in drawn(session, ClocksPane).said
    assert "照本条记一次裁决" in drawn(session, ClausePane, f"{ID}:8").said
    session.rulings.query = "抢先出牌"
    from app.screens.rule import find as look

    look(session)
    assert [hit.id for hit in session.rulings.clauses][:2] == [f"{ID}:6", f"{ID}:7"]
    pane(session, ID).tap  # noqa: B018  # the page line by line is drawn too


def turn(session: Session, begins: str, words: str, part: str = "rights") -> None:
    """Tap the chip with these words below the sentence that begins so."""
    screen, below = pane(session, ID, part), False
    for each in screen.controls:
        below = below or any(text.startswith(begins) for text in said_by(each))
        if below and isinstance(each, ft.Chip) and inside(each) == [words]:
            Screen(session, [each]).tap(words)
            return
    raise AssertionError(f"no {words} below {begins}")


def test_sentences_become_rights_terms_and_clocks_by_a_tap(journal: Journal) -> None:
    session = sitting()
    brought(session)
    screen = pane(session, ID, "rights")
    assert "看来是“不得”“必须”，还没有确认" in screen.said
    turn(session, "选手可以在自己的牌", "可以")
    turn(session, "裁判员应当", "必须")
    turn(session, "出牌时不得用语言", "不是")
    said = drawn(session, RightsPane, NAME, "part1", "role1").said
    assert "选手可以在自己的牌不满十七张时要求重发。" in said and "用语言、表情" not in said
    assert "检查各家的牌数" in drawn(session, RightsPane, NAME, "part2", "role2").said
    turn(session, "选手可以在自己的牌", "可以")  # taken back
    assert "要求重发" not in drawn(session, RightsPane, NAME, "part1", "role1").said
    pane(session, ID, "terms").tap("是术语")
    assert "地主" in drawn(session, GlossaryPane, ID).said
    pane(session, ID, "clocks").tap("按这个计时")
    assert "斗地主：开始计时" in drawn(session, ClocksPane).said
    assert len(session.own.books()[ID].own_game.marks) == 4  # type: ignore[union-attr]


def ladder(session: Session) -> None:
    pane(session, ID, "ladder").tap("看来是这样，填进去")
    pane(session, ID, "ladder").tap("就照这样数")


def recorded(session: Session, journal: Journal) -> str:
    """Record that seat 1 of table 3 broke 第八条, as the taps do; the record."""
    book = session.own.books()[ID]
    drawn(session, ClausePane, f"{ID}:8").tap("照本条记一次裁决")
    form = session.own.rulings[ID]
    form.put("table", "3")
    form.put("round", None)
    form.put("pairs", ("3桌一号位",))
    form.put("counts", "warning")
    screen = drawn(session, ByHandPane, book)
    screen.tap("照阶梯写")
    drawn(session, ByHandPane, book).tap("存入日志")
    assert "请填第几轮" in form.fault
    form.put("round", 1)
    drawn(session, ByHandPane, book).tap("存入日志")
    assert not form.fault, form.fault
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def test_a_ruling_by_a_clause_is_counted_by_the_ladder(journal: Journal) -> None:
    session = sitting()
    brought(session)
    ladder(session)
    kind = session.own.books()[ID].own_game.ladder[0]  # type: ignore[union-attr]
    assert [(step.at, step.says) for step in kind.steps] == [
        (1, "警告。"), (2, "再警告，并扣2分。"), (3, "取消比赛资格。"),
    ]  # fmt: skip
    first, second = (recorded(session, journal) for _ in range(2))
    assert journal.entry(first).body.ruling == "警告。"
    assert journal.entry(second).body.ruling == "再警告，并扣2分。"
    page = drawn(session, EntryPane, second).said
    assert "这是这一方全赛第 2 次警告" in page and "出牌时不得用语言" in page and "按凭据重走" not in page


def test_a_tree_is_begun_from_a_clause_never_lost_and_ruled_by(journal: Journal) -> None:
    session = sitting()
    brought(session)
    ladder(session)
    book = session.own.books()[ID]
    session.own.begin_tree(session, book, "7")
    tree = session.own.form.text("tree")
    form = session.own.trees.form(session, book, tree)
    assert form is not None
    form.type("title", "抢先出牌")
    session.own.trees.keep(session, book, tree)
    pane(session, ID, "tree").tap("存下，试一试")
    assert "还差" in form.fault
    session.own.trees.forms.clear()  # the window was closed
    form = session.own.trees.form(session, book, tree)
    assert form is not None and form.text("title") == "抢先出牌"
    form.type("heard", "抢牌、没轮到他就出了")
    form.type("ask-q1", "下一家已经跟着出了牌吗？")
    screen = pane(session, ID, "tree")
    screen.tap("＋结论")
    turn(session, "答“否”，到", "＋结论", "tree")
    form.type("ruling-o1", "违规者抢出的牌不再收回。")
    form.type("tell-o1", "接着打。")
    form.type("ruling-o2", "违规者收回抢出的牌，记警告一次。")
    form.type("tell-o2", "请收回，警告一次。")
    form.put("level-o2", "penalty")
    form.put("counts-o2", "warning")
    assert "都齐了，可以试" in pane(session, ID, "tree").said
    pane(session, ID, "tree").tap("存下，试一试")
    assert not form.fault, form.fault
    walk = session.rulings.walks[gone_to(session).rpartition("/")[2].partition("?")[0]]
    session.play(NAME)
    assert "抢先出牌" in drawn(session, RulePane, NAME).said
    assert walk.tree_id == f"{NAME}.{tree}" and walk.answer("fact_q1", False), walk.fault
    step = walk.standing.step
    assert isinstance(step, Ruled) and step.outcome.ruling.endswith("收回抢出的牌，记警告一次。")
    said = shown(session, lambda: outcome_parts(session, walk, step)).said
    assert "请收回，警告一次。" in said
    assert session.own.trees.begun(session, session.own.books()[ID]) == {}  # it is in the book now


def filled(session: Session) -> str:
    """Begin a tree from 第七条 and fill it in, as far as it takes to rule by it; its id."""
    book = session.own.books()[ID]
    session.own.begin_tree(session, book, "7")
    tree = session.own.form.text("tree")
    form = session.own.trees.form(session, book, tree)
    assert form is not None
    form.values |= {
        "title": "抢先出牌", "heard": "抢牌", "ask-q1": "下一家已经跟着出了牌吗？", "to-q1-0": "o1", "to-q1-1": "o1",
        "outcomes": ("o1",), "ruling-o1": "抢出的牌不再收回。", "tell-o1": "接着打。",
    }  # fmt: skip
    pane(session, ID, "tree").tap("存下，试一试")
    assert not form.fault, form.fault
    return tree


def test_what_was_begun_by_a_tree_goes_on_or_goes_when_the_tree_is_changed_or_thrown_away(journal: Journal) -> None:
    session = sitting()
    brought(session)
    tree = filled(session)
    walk = session.rulings.walks[gone_to(session).rpartition("/")[2].partition("?")[0]]
    session.play(NAME)
    assert walk.answer("fact_q1", True) and isinstance(walk.standing.step, Ruled)
    book = session.own.books()[ID]
    form = session.own.trees.form(session, book, tree)
    assert form is not None and form.text("title") == "抢先出牌"  # from the book: nothing of it is being filled in
    form.values |= {
        "several-q1": True,
        "answers-q1": 2,
        "text-q1-0": "跟了",
        "text-q1-1": "没有跟",
        "to-q1-0": "o1",
        "to-q1-1": "o1",
    }
    pane(session, ID, "tree").tap("存下，试一试")
    assert not form.fault, form.fault
    assert "抢先出牌" in drawn(session, RulePane, NAME).said  # drawn with what was answered by the former tree
    again = session.rulings.walks[gone_to(session).rpartition("/")[2].partition("?")[0]]
    assert again.answer("fact_q1", "a1") and isinstance(again.standing.step, Ruled)
    session.own.form.put("tree", tree)
    pane(session, ID, "tree").tap("不要这一棵了")
    pane(session, ID, "tree").tap("删去")
    assert not session.rulings.walks and "抢先出牌" not in drawn(session, RulePane, NAME).said
    assert "照条文记一次裁决" in drawn(session, RulePane, NAME).said


def test_a_game_goes_with_its_text_and_what_was_ruled_stays_readable(journal: Journal) -> None:
    session = sitting()
    brought(session)
    ladder(session)
    kept = recorded(session, journal)
    session.choose_game(NAME)
    turn(session, "选手可以在自己的牌", "可以")
    assert session.own.withdraw(session, session.own.books()[ID])
    assert NAME not in GAMES
    for screen, args in (
        (RulePane, (NAME,)), (RightsPane, (NAME, None, None)), (ClocksPane, ()), (Home, (None,)), (EventsPane, ()),
        (GlossaryPane, (None,)), (OwnBooksPane, ("", "")), (StudyPane, ()),
    ):  # fmt: skip
        assert drawn(session, screen, *args).said
    said = drawn(session, EntryPane, kept).said
    assert NAME in said and "出牌时不得用语言" in said and "警告。" in said
    assert "第八条" in drawn(session, ClausePane, f"{ID}:8").said  # withdrawn texts stay readable for what cites them
    assert "照本条记" not in drawn(session, ClausePane, f"{ID}:8").said


def test_on_a_device_without_the_text_a_ruling_is_read_and_corrected(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sitting()
    brought(session)
    ladder(session)
    kept = recorded(session, journal)
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "other"))
    library.own_books.cache_clear()
    library.own_books().books()
    other = sitting()
    assert NAME not in GAMES
    screen = drawn(other, EntryPane, kept)
    assert NAME in screen.said and "出牌时不得用语言" in screen.said and "不在这台设备上" in screen.said
    screen.tap("更正桌号")
    screen = drawn(other, EntryPane, kept)
    assert "几号桌" in screen.said
    other.journal_view.placing.put("table", "7")
    drawn(other, EntryPane, kept).tap("存入更正")
    assert journal.entry(kept).body.place.table == "7"


def test_an_event_of_a_game_whose_text_is_not_here_is_none_of_another_game(journal: Journal) -> None:
    session = sitting()
    id_ = session.duty.journal().save_event(EventBody("俱乐部赛", NAME))
    assert session.duty.events_of("bridge") == []
    assert "俱乐部赛" in drawn(session, EventsPane).said and drawn(session, EventPane, id_).said
    brought(session)
    assert session.duty.events_of(NAME) == [id_] and session.duty.events_of("bridge") == []
    session.duty.attend(id_, [NAME])
    assert session.assignment.post(NAME).event == id_


def test_a_ruling_by_a_tree_of_a_form_says_what_its_count_comes_to(journal: Journal) -> None:
    """第十条: the first is a warning, the second costs two points; the first was recorded by a clause, the second is by a tree."""
    session = sitting()
    brought(session)
    ladder(session)
    recorded(session, journal)
    tree = filled(session)
    book = session.own.books()[ID]
    form = session.own.trees.form(session, book, tree)
    assert form is not None
    form.values |= {"level-o1": "penalty", "counts-o1": "warning"}
    pane(session, ID, "tree").tap("存下，试一试")
    assert not form.fault, form.fault
    walk = session.rulings.walks[gone_to(session).rpartition("/")[2].partition("?")[0]]
    assert walk.answer("fact_q1", True)
    session.table.fill_place(walk)
    walk.form.values |= {"table": "3", "pairs": ("3桌一号位",), "round": 1}
    assert session.table.place(walk)
    step = walk.standing.step
    assert isinstance(step, Ruled)
    said = "这是全赛第 2 次警告：再警告，并扣2分。"
    assert after_ladder(walk, step).others == (said,)
    assert said in shown(session, lambda: outcome_parts(session, walk, step)).said
    assert record(session, walk), walk.form.fault
    entry = journal.entry(walk.record or "")
    assert entry.body.counts == (("warning", 1),) and entry.body.tree == f"{NAME}.{tree}"
    lines = list(own_lines(journal.receipt(entry.id) or {}))
    assert any("抢先出牌的，收回所出的牌" in line for line in lines), lines


def test_a_story_is_answered_by_the_nearest_clauses_and_what_was_ruled_by_them(journal: Journal) -> None:
    session = sitting()
    brought(session)
    ladder(session)
    ruled = recorded(session, journal)
    session.rulings.choose("斗地主")
    session.rulings.query = "他出牌的时候用表情告诉对家自己有什么牌"
    rule.find(session)
    assert session.rulings.unruled and session.rulings.told == ()
    assert session.rulings.clauses[0].label == "第八条"
    screen = drawn(session, rule.RuleFindings)
    assert UNRULED in screen.said and "听起来不是这里会裁的事" not in screen.said
    assert "以前照这几条记的" in screen.said and "警告。" in screen.said
    session.go(f"/rule/{NAME}")
    screen.tap("警告。")
    assert ruled in gone_to(session)

    own_rulings.look(session, "地主")  # looked for, not told
    assert not session.rulings.unruled and session.rulings.before == () and session.rulings.clauses

    book = session.own.books()[ID]
    assert book.own_game is not None
    session.own.say_game(session, book, replace(book.own_game, trees=(tree(book),)), "做一棵")
    session.rulings.query = "还没轮到他，他抢先把牌打出来了"
    session.rulings.answered = ("", "")
    rule.find(session)
    said = drawn(session, rule.RuleFindings).said
    assert not session.rulings.unruled and UNRULED not in said and "抢先出牌" in said
