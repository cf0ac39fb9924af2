"""A club's mahjong by its text alone, from the paste to a tree that ``zhicai check`` takes: each step by what is tapped on a phone.

What is expected is read off the text: which clause answers, whose right it is, what the second one comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import flet as ft
import pytest

from app.base.words import GAMES
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.screens import own_tree
from app.screens.by_hand import ByHandPane
from app.screens.clause import ClausePane
from app.screens.clocks import ClocksPane
from app.screens.events import EventPane
from app.screens.glossary import GlossaryPane
from app.screens.lookup import find
from app.screens.outcome import outcome_parts
from app.screens.own_books import OwnBooksPane
from app.screens.record import EntryPane
from app.screens.rights import RightsPane
from app.screens.rule import RulePane
from app.window import library
from app.window.own_books import NEW
from app.window.session import Session
from decision_trees.clocks import check_clocks, starts
from decision_trees.engine import Ruled, advance
from decision_trees.from_text import from_text
from decision_trees.games import bring, read_game
from decision_trees.law import Law
from decision_trees.lint import lint_game
from decision_trees.loader import load_game
from decision_trees.own_export import game_files
from decision_trees.rights import check_rights
from rules_data.brought.exporting import renamed
from rules_data.brought.making import digest
from rules_data.brought.names import book_id
from rules_data.brought.together import together
from rules_data.handbook import open_handbook
from tests.app.screens.window import Screen, drawn, gone_to, inside, said_by, shown, sitting
from tests.rules_data.brought.making import text_of

NAME, TEXT = "麻将", text_of("mahjong.txt")
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


def pane(session: Session, part: str = "", book: str = ID) -> Screen:
    return drawn(session, OwnBooksPane, book, part)


def below(session: Session, part: str, begins: str, words: str) -> None:
    """Tap the chip with these words below the sentence that begins so."""
    screen, found = pane(session, part), False
    for each in screen.controls:
        found = found or any(text.startswith(begins) for text in said_by(each))
        if found and isinstance(each, ft.Chip) and inside(each) == [words]:
            Screen(session, [each]).tap(words)
            return
    raise AssertionError(f"no {words} below {begins}")


def recorded(session: Session, event: str, number: int) -> str:
    """Rule by 第六条 against the second at table 4, in this round of the event; the record."""
    drawn(session, ClausePane, f"{ID}:6").tap("照本条记一次裁决")
    form = session.own.rulings[ID]
    form.put("table", "4")
    form.put("round", number)
    form.put("pairs", ("4桌二号位",))
    form.put("counts", "warning")
    drawn(session, ByHandPane, session.own.books()[ID]).tap("照阶梯写")
    drawn(session, ByHandPane, session.own.books()[ID]).tap("存入日志")
    assert not form.fault, form.fault
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def test_a_clubs_mahjong_from_its_text_to_a_tree_that_is_checked(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sitting()
    # named, with its seats, and kept
    session.own.form.type("text", TEXT)
    pane(session, book="").tap("别的项目")
    session.own.form.type("game_name", NAME)
    assert "4人" in pane(session, book="").said
    pane(session, book="").tap("各打各的")
    pane(session, book="").tap("读一读")
    assert "都读懂了" in pane(session, book=NEW).said
    pane(session, book=NEW).tap("添加到手册")
    assert NAME in GAMES
    # looked up alone and among all games
    for game, query in ((NAME, "诈和赔几分"), (None, "诈和")):
        session.choose_game(game)
        session.lookup.query = query
        find(session)
        assert session.lookup.results is not None and session.lookup.results.hits[0].id == f"{ID}:10", game
    session.choose_game(NAME)
    # terms
    below(session, "terms", "庄家，是指", "是术语")
    below(session, "terms", "“听牌”是指", "是术语")
    said = drawn(session, GlossaryPane, ID).said
    assert "庄家" in said and "听牌" in said
    session.lookup.query = "tingpai"
    find(session)
    assert session.lookup.results is not None and session.lookup.results.hits[0].id == f"{ID}:3"
    # rights, duties and bans
    below(session, "rights", "选手可以在轮到", "可以")
    below(session, "rights", "选手不得翻看", "不得")
    below(session, "rights", "和牌必须把手里", "必须")
    said = "".join(
        drawn(session, RightsPane, NAME, part, role).said for part, role in (("part1", "role1"), ("part2", "role1"))
    )
    for sentence in ("以前碰牌、吃牌", "不得翻看别人", "全部摊开"):
        assert sentence in said or sentence in drawn(session, RightsPane, NAME, None, None).said, sentence
    # its own clocks
    for begins in ("每次出牌不超过20秒", "每场限时九十分钟"):
        below(session, "clocks", begins, "按这个计时")
    own = from_text(list(session.own.books().values()))
    assert sorted(starts(clock)[0][0] for clock in own.clocks.values()) == [20, 5400]
    assert f"{NAME}：开始计时" in drawn(session, ClocksPane).said
    # its own ladder
    pane(session, "ladder").tap("看来是这样，填进去")
    pane(session, "ladder").tap("就照这样数")
    # an event of it
    event = journal.save_event(EventBody("周末茶社赛", NAME))
    session.duty.attend(event, [NAME])
    assert "周末茶社赛" in drawn(session, EventPane, event).said
    first, second = recorded(session, event, 1), recorded(session, event, 2)
    assert [journal.entry(each).body.ruling for each in (first, second)] == ["警告。", "扣5分。"]
    assert journal.entry(second).event == event and "第 2 次警告" in drawn(session, EntryPane, second).said
    # a tree begun from 第七条 by form
    session.own.begin_tree(session, session.own.books()[ID], "7")
    tree = session.own.form.text("tree")
    form = session.own.trees.form(session, session.own.books()[ID], tree)
    assert form is not None
    form.type("title", "摸错牌")
    form.type("heard", "摸错了、多摸一张")
    form.type("ask-q1", "摸错以后已经打出一张了吗？")
    assert "存成文件" not in pane(session, "tree").said  # there is nothing yet that a file could hold
    pane(session, "tree").tap("问题 1答“是”到新的结论")
    pane(session, "tree").tap("问题 1答“否”到新的结论")
    form.type("ruling-o1", "摸错的牌不再放回。")
    form.type("tell-o1", "不再放回，接着打。")
    form.type("ruling-o2", "摸错的牌放回原处，记警告一次。")
    form.type("tell-o2", "请放回原处，警告一次。")
    pane(session, "tree").tap("记警告")
    form.put("counts-o1", "")
    form.put("level-o1", "none")
    form.put("counts-o2", "warning")
    form.put("level-o2", "penalty")
    pane(session, "tree").tap("存下，试一试")
    assert not form.fault, form.fault
    # tried at once, recorded, and counted with what was ruled by clauses
    walk = session.rulings.walks[gone_to(session).rpartition("/")[2].partition("?")[0]]
    session.play(NAME)
    assert "摸错牌" in drawn(session, RulePane, NAME).said
    assert walk.answer("fact_q1", False), walk.fault
    step = walk.standing.step
    assert isinstance(step, Ruled) and step.outcome.ruling.endswith("摸错的牌放回原处，记警告一次。")
    assert "请放回原处，警告一次。" in shown(session, lambda: outcome_parts(session, walk, step)).said
    # the file the button gives
    given: list[tuple[str, bytes]] = []

    async def hand_over(name: str, content: bytes) -> bool:
        given.append((name, content))
        return True

    monkeypatch.setattr(own_tree, "hand_over", hand_over)
    session.own.form.put("tree", tree)
    pane(session, "tree").tap("存成文件（YAML）")
    ((name, content),) = given
    assert name == "摸错牌.yaml"
    checked(session, content.decode(), tmp_path)


def checked(session: Session, given: str, folder: Path) -> None:
    """The file stands among those of the game as a maintainer adopts them, and what ``zhicai check`` runs finds nothing."""
    one = session.own.books()[ID]
    own = from_text([one])
    as_it_is = game_files(own, NAME)
    assert given in as_it_is.values()  # the same file, called as the game is called here
    files = game_files(own, NAME, "mahjong", {ID: "mahjong-club"})
    assert given.replace(f"{NAME}.", "mahjong.").replace(f"{ID}:", "mahjong-club:") in files.values()
    for path, text in files.items():
        (folder / "mahjong" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "mahjong" / path).write_text(text, encoding="utf-8")
    bring({"mahjong": read_game(folder / "mahjong")}, ["mahjong"])
    law = together(open_handbook(), [replace(renamed(one.book, "mahjong-club"), game="mahjong")], {})
    assert [str(problem) for problem in lint_game("mahjong", law, folder)] == []
    assert [*check_rights(["mahjong"], folder, law), *check_clocks("mahjong", law, folder)] == []
    read = load_game("mahjong", folder)
    (tree,) = read.trees.values()
    step = advance(tree, {"fact_q1": True}, Law(read.trees, law.books))
    assert isinstance(step, Ruled) and step.outcome.ruling == "摸错的牌不再放回。"
    assert "mahjong-club:7" in step.cites
