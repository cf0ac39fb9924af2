"""An event played by another edition than the trees encode: every ruling says where the two differ, or that they agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.brought.in_receipt import OWN, own_lines
from app.screens.home import Home
from app.screens.lookup import find
from app.screens.outcome import outcome_parts
from app.screens.own_books import OwnBooksPane
from app.window import library
from app.window.own_books import NEW
from app.window.session import Session
from decision_trees.engine import Ruled
from rules_data.handbook import open_handbook
from rules_data.numerals import to_chinese, to_int
from tests.app.screens.window import Screen, drawn, gone_to, shown, sitting

pytestmark = pytest.mark.usefixtures("journal")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()


def edition() -> str:
    """The law of 2017 as somebody might bring a later edition: a new 第十二条, all after it renumbered, one number changed."""
    lines = ["淮安掼蛋竞赛规则（2026年版）"]
    for top in open_handbook().books["guandan-2017"].provisions:
        for p in top.walk():
            if p.kind not in ("title", "contents", "closing", "table") and (p.heading or p.text):
                lines.append(" ".join(filter(None, (p.heading, p.text))))

    def later(m: re.Match[str]) -> str:
        number = to_int(m[1])
        return f"第{to_chinese(number + 1)}条" if number >= 12 else m[0]

    shifted = [re.sub(r"^第([一二三四五六七八九十]+)条", later, line) for line in lines]
    at = next(i for i, line in enumerate(shifted) if line.startswith("第十三条"))
    shifted.insert(at, "第十二条 电子设备 比赛中不得使用电子设备。")
    text = "\n".join(shifted) + "\n"
    assert text.count("20秒") == 1
    return text.replace("20秒", "15秒")


def pane(session: Session, book: str, part: str = "") -> Screen:
    return drawn(session, OwnBooksPane, book, part)


def brought(session: Session) -> str:
    session.own.form.type("text", edition())
    session.own.form.put("game", "guandan")
    drawn(session, OwnBooksPane, "", "").tap("读一读")
    pane(session, NEW).tap("《掼蛋规则》的另一版")
    pane(session, NEW).tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def ruled(session: Session, tree: str, **facts: object) -> tuple[str, list[str]]:
    """What the screen of a ruling says, and what its receipt does of the edition."""
    walk = session.desk.begin(tree)
    for name, value in facts.items():
        assert walk.answer(name, value), walk.fault
    step = walk.standing.step
    assert isinstance(step, Ruled)
    said = shown(session, lambda: list(outcome_parts(session, walk, step))).said
    receipt = session.own.in_receipt(session, walk.scene.event, "guandan", step.cites, step)
    return said, list(own_lines({OWN: receipt}))


def test_every_ruling_says_whether_the_two_editions_differ_on_its_clauses() -> None:
    session = sitting()
    before, nothing = ruled(session, "guandan.equal_levels", system="robin")
    assert "两版" not in before and nothing == []
    brought(session)
    said, kept = ruled(session, "guandan.equal_levels", system="series_games")  # 30.3.2: renumbered, in the same words
    agreeing = (
        "这棵裁决树照《淮安掼蛋竞赛规则》2017版，本赛事用《淮安掼蛋竞赛规则（2026年版）》：依据的各条两版逐字相同。"
    )
    assert "两版相同" in said and agreeing in said
    assert len(kept) == 1 and kept[0].endswith(agreeing)
    said, kept = ruled(session, "guandan.slow_play", time_ruling="正常")
    assert "两版不同" in said and "依据的第二十二条一" in said and "15秒" in said
    assert any("树照的：" in line and "20秒" in line and "15秒" in line for line in kept)
    said, kept = ruled(
        session, "guandan.equal_levels", system="robin"
    )  # it rests on tables, too, which this text leaves out
    assert "两版不同" in said and "本赛事的一版没有这一条" in said


def test_the_two_stand_beside_each_other_and_the_alignment_is_mended_by_a_tap() -> None:
    session = sitting()
    id_ = brought(session)
    screen = pane(session, id_, "edition")
    assert "加 1" in screen.said and "第十二条" in screen.said and "电子设备" in screen.said
    screen.tap("加 1")
    (new,) = [pair for pair in library.own_books().pairs(id_) if pair.kind == "added"]
    assert new.new is not None and new.new.number == "12"
    moved = next(p for p in library.own_books().pairs(id_) if p.old is not None and p.old.number == "12.2")
    assert moved.kind == "moved" and moved.new is not None and moved.new.number == "13.2"
    session.own.align(session, session.own.books()[id_], "", "13.2")
    again = next(p for p in library.own_books().pairs(id_) if p.old is not None and p.old.number == "12.2")
    assert again.kind == "gone"
    pane(session, id_, "edition").tap("加 2")
    name = next(n for n in pane(session, id_, "edition").tappable() if "第十三条二" in n)
    pane(session, id_, "edition").tap(name)
    pane(session, id_, "edition").tap("第十二条二")
    back = next(p for p in library.own_books().pairs(id_) if p.old is not None and p.old.number == "12.2")
    assert back.kind == "moved"


def test_search_says_which_edition() -> None:
    session = sitting()
    id_ = brought(session)
    session.lookup.query = "电子设备"
    find(session)
    assert session.lookup.results is not None
    hit = next(each for each in session.lookup.results.hits if each.id == f"{id_}:12")
    assert session.book_of(hit.id).short == "淮安掼蛋竞赛规则（2026年版）"
    assert "2026年版" in drawn(session, Home, None).said


def test_a_regulation_again_is_no_edition() -> None:
    session = sitting()
    id_ = brought(session)
    pane(session, id_).tap("规程、补充规定")
    said, kept = ruled(session, "guandan.equal_levels", system="robin")
    assert "两版" not in said and kept == []
    assert "没有说是哪一本规则的另一版" in pane(session, id_, "edition").said
