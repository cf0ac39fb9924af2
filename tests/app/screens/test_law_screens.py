"""What somebody reads on the screens of the law: a clause, the rights of those at the table, the irregularities."""

from __future__ import annotations

import pytest

from app.base.opened import handbook
from app.journal.journal import Journal
from app.screens.clause import ClausePane
from app.screens.rights import RightsPane
from app.screens.rule import RulePane
from tests.app.screens.window import drawn, gone_to, sitting

CANNOT = "显示不出来"  # what stands where a part of a screen cannot be drawn

pytestmark = pytest.mark.usefixtures("journal")


def test_a_clause_stands_as_it_is_printed_with_what_it_belongs_to() -> None:
    screen = drawn(sitting(), ClausePane, "bridge-1999:25A")
    provision = handbook().provision("bridge-1999:25A")
    assert "第25条" in screen.said and handbook().books["bridge-1999"].title in screen.said
    printed = "".join("".join(screen.texts).split())
    assert "".join(provision.text.split()) in printed, "not a character is left out, in one piece"
    assert CANNOT not in screen.said


def test_a_clause_can_be_kept_and_let_go() -> None:
    session = sitting()
    for kept, said in ((["guandan-2017:19.4"], "已加入书签"), ([], "已移出书签")):
        screen = drawn(session, ClausePane, "guandan-2017:19.4")
        session.toggle_bookmark("guandan-2017:19.4")
        assert list(session.shelf.bookmarks) == kept and session.toast.text == said
        assert screen.said != drawn(session, ClausePane, "guandan-2017:19.4").said, "and the screen says which"


def test_a_clause_that_is_none_is_said_in_a_sentence() -> None:
    session = sitting()
    screen = drawn(session, ClausePane, "guandan-2017:999")
    assert "没有这一条" in screen.said and CANNOT not in screen.said
    screen.tap("到“查找”")  # it is no dead end
    assert gone_to(session) == "/"


def test_the_supplement_stands_beside_the_clause_it_replaces() -> None:
    """附件四6(2)：贡错、还错已出牌的，违规方按双下直接判负；第十九条4 只作下游。"""
    said = drawn(sitting(), ClausePane, "guandan-2017:19.4").said
    assert "取代" in said and "双下直接判负" in said and "附件四6(2)" in said


def test_who_may_be_asked_about_stands_under_each_stage() -> None:
    session = sitting()
    session.play("bridge")
    screen = drawn(session, RightsPane, None, None, None)
    for stage, who in (("竞叫", "轮到叫牌的人"), ("首引", "首引人的同伴"), ("打牌", "明手"), ("赛会", "申诉委员会")):
        assert screen.texts.index(who, screen.texts.index(stage)), f"{who} under {stage}"
    assert CANNOT not in screen.said


def test_the_dummy_is_told_what_he_may_not_do() -> None:
    """第43条：明手不得在打牌中主动提请注意违规，不得参与打牌、与庄家交流信息。"""
    session = sitting()
    session.play("bridge")
    drawn(session, RightsPane, None, None, None).tap("明手")
    assert gone_to(session) == "/rights/bridge/lead/dummy", "the first of his stages"
    screen = drawn(session, RightsPane, "bridge", "play", "dummy")
    assert "明手" in screen.said and "第43条" in screen.said and CANNOT not in screen.said


def test_irregularities_are_listed_by_game_and_stage_and_one_is_begun_by_a_tap() -> None:
    session = sitting()
    session.play("guandan")
    screen = drawn(session, RulePane)
    assert [each for each in ("桥牌", "掼蛋", "升级") if each in screen.tappable()] == ["桥牌", "掼蛋", "升级"]
    screen.tap("赛事")
    after = drawn(session, RulePane)
    assert "迟到" in after.said and CANNOT not in after.said
    after.tap("迟到")
    assert gone_to(session).startswith("/rule/guandan")
    assert session.rulings.walks and {walk.tree.id for walk in session.rulings.walks.values()} == {"guandan.lateness"}


def test_another_game_has_its_own_stages(journal: Journal) -> None:
    session = sitting()
    session.play("bridge")
    assert "首引" in drawn(session, RulePane).texts
    drawn(session, RulePane).tap("掼蛋")
    assert session.settings.game == "guandan" and "首引" not in drawn(session, RulePane).texts
