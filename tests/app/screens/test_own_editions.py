"""An event played by another edition than the trees encode: every ruling says where the two differ, or that they agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.brought.in_receipt import OWN, own_lines
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, EventBody
from app.screens.book import BookPane
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
    session.own.align(session, session.own.books()[id_], "guandan-2017", "", "13.2")
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
    assert "没有可以和它对照的另一本" in pane(session, id_, "edition").said


def test_at_an_event_by_the_traditional_text_rulings_say_where_it_differs_from_the_law_of_1999() -> None:
    """The witness as somebody brings it: it says the same of 17D, and other words in 16A1 (its differences.yaml, a damaged one)."""
    session = sitting()
    text = Path("rules_data/books/bridge-1999-hant/source.txt").read_text(encoding="utf-8")
    session.own.form.type("text", text)
    session.own.form.put("game", "bridge")
    drawn(session, OwnBooksPane, "", "").tap("读一读")
    pane(session, NEW).tap("《桥牌规则》的另一版")
    pane(session, NEW).tap("添加到手册")
    noted = {each.base_at for each in open_handbook().books["bridge-1999-hant"].differences}
    assert "bridge-1999:16A1" in noted and "bridge-1999:17D" not in noted

    def said(*numbers: str) -> str:
        cites = [f"bridge-1999:{number}" for number in numbers]
        return "\n".join(own_lines({OWN: session.own.in_receipt(session, NO_EVENT, "bridge", cites)}))

    coded = "这棵裁决树照《复式桥牌规则》1999年版，本赛事用《關于中國橋牌比賽的規則》："
    assert f"{coded}依据的各条两版逐字相同。" in said("17D", "13B")
    assert f"{coded}依据的第16条A款1两版不同，请照本赛事的一版定。" in said("16A", "17D")
    assert f"{coded}依据的第27条本赛事的一版没有，请照本赛事的一版定。" in said("27")  # the text ends at 20F1
    assert f"{coded}依据的第16条A款1两版不同；第27条本赛事的一版没有，" in said("16A1", "27")


def own_text_edition(session: Session, text: str) -> str:
    session.own.form.type("text", text)
    session.own.form.put("game", "guandan")
    drawn(session, OwnBooksPane, "", "").tap("读一读")
    pane(session, NEW).tap("《掼蛋规则》的另一版")
    pane(session, NEW).tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def test_two_editions_that_one_brought_stand_beside_each_other_and_are_mended_by_a_tap() -> None:
    session = sitting()
    one, other = own_text_edition(session, OLDER), own_text_edition(session, NEWER)
    assert "和《掼蛋规则》等 2 本逐条对照" in drawn(session, BookPane, other).said
    assert "和哪一本对照" in pane(session, other, "edition").said
    pane(session, other, "edition").tap("《淮安掼蛋竞赛规则（2022年版）》")
    screen = pane(session, other, "edition")
    assert "《淮安掼蛋竞赛规则（2022年版）》2022年版与《淮安掼蛋竞赛规则（2024年版）》2024年版" in screen.said
    # by hand: the title has another year, 1 and 5 are new, 1 became 2, 2 became 3 with a word changed,
    # 4 has another number in it, 3 is gone
    assert "改 3" in screen.said and "移 1" in screen.said and "加 2" in screen.said and "删 1" in screen.said
    name = next(n for n in screen.tappable() if n.startswith("删") and "第三条" in n)
    screen.tap(name)
    assert "它是后来的哪一条？" in pane(session, other, "edition").said
    pane(session, other, "edition").tap(
        next(n for n in pane(session, other, "edition").tappable() if n.startswith("第五条"))
    )
    assert session.own.books()[other].aligned_with == ((one, "3", "5"),)
    said = pane(session, other, "edition").said
    assert "第三条→第五条" in said and "删 1" not in said
    pane(session, other, "edition").tap(
        next(n for n in pane(session, other, "edition").tappable() if "第三条→第五条" in n)
    )
    pane(session, other, "edition").tap("照程序对的")
    assert session.own.books()[other].aligned_with == () and "删 1" in pane(session, other, "edition").said
    assert session.own.books()[other].aligned == ()  # nothing was said of the law


def test_from_the_page_of_the_older_one_it_is_the_same() -> None:
    session = sitting()
    one, other = own_text_edition(session, OLDER), own_text_edition(session, NEWER)
    session.own.form.put(f"beside-{one}", other)
    assert "2022年版与《淮安掼蛋竞赛规则（2024年版）》" in pane(session, one, "edition").said


def test_the_law_stands_beside_its_witness_and_without_its_supplement_beside_it_with_it() -> None:
    session = sitting()
    assert "和《桥牌规则(繁体校本)》逐条对照" in drawn(session, BookPane, "bridge-1999").said
    screen = pane(session, "bridge-1999-hant", "edition")
    assert "后一本有的部分" in screen.said and "改 " in screen.said and "删 6" not in screen.said
    drawn(session, BookPane, "guandan-2017").tap("和《掼蛋补充规定(附件)》逐条对照")
    assert gone_to(session).startswith("/own/guandan-2017/edition")
    screen = pane(session, "guandan-2017", "edition")
    assert "不采用和采用《掼蛋补充规定(附件)》" in screen.said
    assert "〔附件二1(1)〕" in screen.said
    screen.tap(next(n for n in screen.tappable() if "第五条一(2)" in n))  # nobody mends what the law itself says
    assert "/clause/guandan-2017/5_1_2" in gone_to(session)
    assert library.has_own() is False  # nothing of one's own was opened for it


def outcome(session: Session, tree: str, **facts: object) -> str:
    walk = session.desk.begin(tree)
    for name, value in facts.items():
        assert walk.answer(name, value), walk.fault
    step = walk.standing.step
    assert isinstance(step, Ruled)
    return shown(session, lambda: list(outcome_parts(session, walk, step))).said


def test_every_ruling_names_the_edition_and_says_what_the_supplement_makes_of_it(journal: Journal) -> None:
    session = sitting()
    said = outcome(session, "guandan.equal_levels", system="series_games")
    assert "裁决树照的是《淮安掼蛋竞赛规则》（2017版）。" in said
    assert "采用" not in said.partition("裁决树照的是")[2].partition("\n")[0]  # no event has said anything
    for books, words in (
        (("guandan-2017",), "本赛事没有采用《掼蛋补充规定(附件)》，裁决没有照它："),
        (("guandan-2017", "guandan-supplement"), "本赛事采用《掼蛋补充规定(附件)》，裁决已照它："),
    ):
        event = journal.save_event(EventBody("江城杯", "guandan", books=books))
        session.assignment.attend(event, ["guandan"])
        other = "不采用" if len(books) == 2 else "采用"
        said = outcome(
            session, "guandan.equal_levels", system="series_games"
        )  # 第三十条三2: the supplement has nothing on it
        assert f"{words}依据的各条{other}也逐字相同。" in said
        said = outcome(session, "guandan.slow_play", time_ruling="正常")  # 第二十二条一: nor on this
        assert f"{words}依据的各条{other}也逐字相同。" in said


OLDER = """淮安掼蛋竞赛规则（2022年版）
第一条 比赛用两副牌，共一百零八张。
第二条 抓牌按逆时针方向进行，每人每次抓一张。
第三条 贡错牌的，由裁判长判罚。
第四条 报牌须清楚，十张以下主动报出。
"""
NEWER = """淮安掼蛋竞赛规则（2024年版）
第一条 本规则用于全国比赛。
第二条 比赛用两副牌，共一百零八张。
第三条 抓牌按顺时针方向进行，每人每次抓一张。
第四条 报牌须清楚，六张以下主动报出。
第五条 贡牌出错，裁判员先请双方停牌再处理。
"""
