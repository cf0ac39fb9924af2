"""What somebody reads and taps while a ruling is made, and what it comes to."""

from __future__ import annotations

from typing import Any

import flet as ft
import pytest

from app.base.opened import trees
from app.frame import shell
from app.ruling.heard import sure
from app.ruling.walk import Walk, start
from app.screens.lookup import find as look_up
from app.screens.outcome import outcome_parts, undecided_parts
from app.screens.results import Results
from app.screens.rights import Called
from app.screens.rights import find as hear
from app.screens.rule import RulePane, find
from app.screens.ruling import RulingPane, Walking
from app.screens.scenarios import ScenarioPane, ScenariosPane
from app.widgets.answers import only_begun
from app.widgets.dictating import BY_THE_KEYBOARD
from app.widgets.finishing import FinishBar
from app.window import routes
from app.window.session import Session
from decision_trees.engine import Asked, Ruled, Undecided
from decision_trees.model import Case
from search.engine import Engine
from tests.app.screens.window import Screen, drawn, gone_to, shown, sitting

CANNOT = "显示不出来"

pytestmark = pytest.mark.usefixtures("journal")


def begun(session: Session, tree: str, **facts: object) -> Walk:
    walk = start(tree, facts)
    session.rulings._walks[walk.id] = walk
    return walk


def outcome(given: Case) -> Screen:
    """The outcome of a worked case, whose expectations were worked out from the law text by hand."""
    session = sitting()
    walk = begun(session, given.tree, **given.facts)
    step = walk.standing.step
    assert isinstance(step, Ruled)
    return shown(session, lambda: outcome_parts(session, walk, step))


def test_a_sentence_is_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typing is answered in the time of one search: trees, clauses and what is meant of another game come of the same."""
    asked: list[str] = []
    for name in ("search", "for_ruling"):
        method = getattr(Engine, name)

        def counted(engine: Engine, query: str, *args: Any, method: Any = method, **how: Any) -> Any:
            asked.append(query)
            return method(engine, query, *args, **how)

        monkeypatch.setattr(Engine, name, counted)
    session = sitting()
    session.rulings.game, session.rulings.query = "bridge", "藏牌"
    find(session)
    assert asked == ["藏牌"] and session.rulings.trees and session.rulings.clauses and session.rulings.elsewhere is None
    session.rulings.query = "贡错牌"
    find(session)
    assert len(asked) == 2 and session.rulings.elsewhere is not None
    assert session.rulings.elsewhere.startswith("guandan.")
    find(session)
    assert len(asked) == 2  # what was answered is not asked for again


def test_a_question_stands_with_its_answers_and_one_tap_goes_on() -> None:
    session = sitting()
    walk = begun(session, "bridge.insufficient_bid")
    step = walk.standing.step
    assert isinstance(step, Asked)
    screen = drawn(session, Walking, walk, True)
    assert "不足叫牌" in screen.said and step.ask in screen.texts and {"是", "否"} <= screen.tappable().keys()
    assert any(text.startswith("第 1 问") for text in screen.texts)
    screen.tap("是")
    assert walk.standing.facts == {step.name: True} or walk.standing.facts == {step.name: "yes"}
    after = drawn(session, Walking, walk, True)
    assert step.ask not in after.texts and any(text.startswith("第 2 问") for text in after.texts)
    assert CANNOT not in screen.said + after.said


def test_a_step_back_asks_the_same_question_again() -> None:
    session = sitting()
    walk = begun(session, "bridge.insufficient_bid")
    first = drawn(session, Walking, walk, True)
    first.tap("是")
    assert session.table.take_back(walk)
    assert drawn(session, Walking, walk, True).texts == first.texts


def test_an_irregularity_that_is_none_is_said_to_be_none() -> None:
    assert "没有这一项裁定" in drawn(sitting(), RulingPane, "bridge.nothing").said


def test_what_the_other_side_says_of_one_is_found_as_what_it_is() -> None:
    """第十二条: who did not say how many are left has not announced; he has not announced wrongly."""
    session = sitting()
    session.rights_view.game, session.rights_view.query = "guandan", "他们说我没有报张数"
    hear(session)
    found = [each.tree for each in session.rights_view.told] or list(session.rights_view.found)
    assert found[0] == "guandan.not_announced"


@pytest.mark.parametrize("number", range(0, 2600, 130))
def test_an_outcome_says_all_that_was_worked_out_from_the_text(number: int) -> None:
    ending = [case for case in trees().cases.values() if not case.settled and ":" not in case.expect.outcome]
    case = ending[number % len(ending)]
    screen = outcome(case)
    said = "".join(screen.texts)  # a suit in its colour is a piece of its own
    for words in (*case.expect.ruling, *case.expect.do):
        assert words in said, f"{case.id}: {words}"
    assert CANNOT not in said and "依据" in screen.texts


def test_where_the_text_does_not_decide_the_readings_are_offered() -> None:
    session = sitting()
    found = next(
        walk
        for case in trees().cases.values()
        if case.expect.outcome.startswith("undecided:")
        and isinstance((walk := begun(session, case.tree, **case.facts)).standing.step, Undecided)
    )
    step = found.standing.step
    assert isinstance(step, Undecided)
    screen = shown(session, lambda: undecided_parts(session, found, step))
    assert step.question.question in screen.said and CANNOT not in screen.said
    assert all(option.text in screen.said for option in step.question.options)


def test_scenarios_are_counted_by_stage_and_one_is_told_before_it_is_asked() -> None:
    session = sitting()
    screen = drawn(session, ScenariosPane)
    assert {"桥牌", "掼蛋", "升级", "易", "中", "难"} <= {*screen.texts} and CANNOT not in screen.said
    case = next(case for case in trees().cases.values() if case.teach == "scenario" and case.tree.startswith("bridge"))
    told = drawn(session, ScenarioPane, case.id)
    title = trees().tree(case.tree).title
    assert title in told.said and "要问才知道" in told.said, (
        "what it is about, and that the rest is found out by asking"
    )
    assert case.situation not in told.said, "nobody tells the referee everything as he comes"
    assert not any(words in told.said for words in case.expect.ruling), "and not yet what follows"
    assert CANNOT not in told.said


STORY = "西家甩黑桃A和K 东家有更大的黑桃 甩错牌了"


def told(session: Session, text: str) -> Screen:
    """The entry of 裁决 with something typed into its field, heard."""
    session.rulings.query = text
    find(session)
    return drawn(session, RulePane)


def test_a_story_is_heard_in_the_game_it_is_of_where_none_was_chosen() -> None:
    session = sitting()
    assert session.rulings.game == "bridge" and not session.rulings.chosen
    screen = told(session, STORY)
    assert (
        session.rulings.game == "shengji"
        and "违规者：西家" in screen.said
        and any("甩错牌" in each for each in screen.tappable())
    )


def test_a_game_that_was_chosen_stays_and_the_other_is_offered() -> None:
    session = sitting()
    session.rulings.choose("bridge")
    screen = told(session, STORY)
    assert session.rulings.game == "bridge" and session.rulings.elsewhere == "shengji.failed_throw"
    screen.tap("甩错牌")
    begun = session.rulings.walks[gone_to(session).rpartition("/")[2].partition("?")[0]]
    assert begun.tree_id == "shengji.failed_throw" and begun.standing.facts["offender"] == "W"


def test_rights_answer_a_story_with_what_each_seat_may_do() -> None:
    session = sitting()
    session.rights_view.game = "shengji"
    session.rights_view.query = STORY
    hear(session)
    screen = drawn(session, Called)
    assert "西家（违规者）" in screen.said and "南家（违规者的下家）" in screen.said
    assert any("甩错牌，甩牌不再成立" in text for text in screen.texts)
    screen.tap("照听到的裁")
    assert "/rule/shengji/failed_throw" in gone_to(session)


def test_the_line_beside_the_field_says_who_listens() -> None:
    assert BY_THE_KEYBOARD in drawn(sitting(), RulePane).texts


def test_a_story_in_the_search_is_offered_to_be_heard() -> None:
    session = sitting()
    session.lookup.query = STORY
    look_up(session)
    session.lookup.told = sure(*session.lookup.answered)
    screen = drawn(session, Results)
    screen.tap("按裁决听")
    assert session.rulings.query == STORY and gone_to(session).startswith("/rule/shengji")


LED = "南家主打四红心 该西家首引 东家把梅花A亮出来开打了"  # 54: an opening lead out of turn, faced


def test_what_was_heard_counts_as_begun_and_goes_to_the_table() -> None:
    session = sitting()
    session.rulings.choose("bridge")
    screen = told(session, LED)
    assert {"庄家：南家", "定约：4♥"} <= {text.replace(" ", "") for text in screen.texts}
    screen.tap("面向上")
    (walk,) = session.rulings.walks.values()
    assert walk.begun and walk.depth == 0, "one step back leads to what was told"
    session.table.keep_deal(walk)
    known = session.desk.of_the_table("bridge")
    assert (known["declarer"], known["contract"]) == ("S", "4H")


def test_what_the_table_knows_is_not_asked_nor_said_over() -> None:
    session = sitting()
    session.rulings.choose("bridge")
    told(session, LED).tap("面向上")
    (first,) = session.rulings.walks.values()
    session.table.keep_deal(first)
    session.rulings.clear()
    later = "该西家首引 东家把梅花A亮出来开打了 庄家是北家"
    screen = told(session, later)
    assert "庄家：南家" not in screen.said, "nobody has said that it is still that deal"
    screen.tap("同一副")
    assert "declarer" not in session.rulings.told[0].heard
    screen = drawn(session, RulePane)
    screen.tap("面向上")
    walk = next(each for each in session.rulings.walks.values() if each is not first)
    assert walk.context.facts["declarer"] == "S" and walk.scene.sheet == first.scene.sheet


@pytest.mark.parametrize(
    ("kind", "begun_", "wrong"),
    [
        (
            "auction",
            ("", "N", "北家", "N:", "N 1", "N 1S P 2", "W E:", "N 1S E"),
            ("N 1S 9X", "N 1S", "1S 1H", "N PPQ"),
        ),
        ("call", ("", "1"), ("9H", "Q", "1X")),
        ("cards", ("", "S", "♠", "♠AK ♥", "黑桃", "B"), ("SAX", "♠A9 ♥1", "AK", "SA")),
        ("card", ("", "H", "红心"), ("HZ", "A")),
    ],
)
def test_what_is_only_begun_is_not_called_wrong(kind: str, begun_: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    assert [text for text in begun_ if not only_begun(kind, text)] == []
    assert [text for text in wrong if only_begun(kind, text)] == []


def test_what_is_left_out_is_named_and_can_be_entered_later() -> None:
    session = sitting()
    walk = begun(session, "bridge.card_exposed_in_auction")
    drawn(session, Walking, walk, False).tap("先录入暴露的牌张（可跳过）")
    drawn(session, Walking, walk, False).tap("跳过“暴露的牌张”，以后还能填")
    said = drawn(session, Walking, walk, False).texts
    assert "先录入暴露的牌张（可跳过）" in said
    for name, value in (("visible", True), ("count", 1), ("has_honor", False)):
        assert walk.answer(name, value)
    said = drawn(session, Walking, walk, False).texts
    assert said.index("+ 暴露的牌张") < said.index("是大牌（10以上）：否"), "in a line that scrolls it is in view"


def test_the_ways_past_cards_stand_in_the_bar_below_them_where_none_covers_them() -> None:
    session = sitting()
    walk = begun(session, "bridge.revoke")
    walk.enter(walk.entries())
    posed = walk.posed()
    assert posed is not None and posed.fact.kind == "cards" and walk.entering
    bar = drawn(session, FinishBar, walk, posed)
    assert {"跳过这一项", "其余都先不录"} <= set(bar.texts)
    session.settings.text_scale = 2.0  # the bar would leave nothing of the cards
    assert "跳过这一项" not in drawn(session, FinishBar, walk, posed).texts
    assert "其余都先不录，以后还能填" in drawn(session, Walking, walk, False).texts
    session.settings.text_scale = 1.0
    bar.tap("跳过这一项")
    after = walk.posed()
    assert after is not None and after.entry and after.name != posed.name
    drawn(session, Walking, walk, False).tap(
        "其余都先不录" if after.fact.kind == "cards" else "其余都先不录，以后还能填"
    )
    assert not walk.entering


def test_the_bar_names_the_game_where_more_than_one_is_ruled_on() -> None:
    session = sitting()
    walk = begun(session, "guandan.slow_play", offender="S")
    assert "出牌超时" in drawn(session, Walking, walk, False).texts
    assert begun(session, "bridge.insufficient_bid").answer("offender", "W")
    assert "掼蛋　出牌超时" in drawn(session, Walking, walk, False).texts


def test_words_for_the_table_fill_a_wide_window() -> None:
    session = sitting(1280, 800)
    given = next(each for each in trees().cases.values() if each.tree == "guandan.slow_play")
    walk = begun(session, given.tree, **given.facts)
    assert isinstance(walk.standing.step, Ruled)

    def sizes() -> list[float]:
        words = drawn(session, Walking, walk, False).controls
        return [each.style.size for each in words if isinstance(each, ft.Text) and each.style and each.style.size]

    plain = max(sizes())
    walk.reading = 0
    assert max(sizes()) > 2 * plain
    where = routes.parse(routes.tree_address(walk.tree_id, walk.id))
    assert "常用" in shown(session, lambda: shell._panes(session, where, "lookup")).said
    session.layout.aloud = True  # as the screen itself says
    alone = shown(session, lambda: shell._panes(session, where, "lookup")).said
    assert "常用" not in alone and "收起" in alone


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        ("bridge.defender_lead_out_of_turn", ["轮到引牌的人", "庄家", "越序引出的牌", "违规者的同伴面前的罚张"]),
        ("bridge.bid_out_of_rotation", ["竞叫过程"]),
    ],
)
def test_what_rulings_left_at_the_seats_is_not_asked_one_by_one(tree: str, said: list[str]) -> None:
    """A card once ruled major, who must pass: the rulings say it themselves; in the sheet it can be said."""
    session = sitting()
    walk = begun(session, tree)
    assert [walk.declared()[name].label for name in walk.entries()] == said
    walk.open_sheet()
    assert "前面的裁决留下的：各家的罚张、限制" in drawn(session, Walking, walk, False).said


def test_what_was_all_taken_back_does_not_come_back_when_the_page_is_loaded_again() -> None:
    session = sitting()
    walk = session.desk.begin("bridge.insufficient_bid")
    assert walk.answer("offender", "W")
    session.desk.keep_what_was_begun(walk)
    assert walk.id in session.open_rulings.kept
    assert session.table.take_back(walk) and not walk.begun
    session.desk.keep_what_was_begun(walk)
    session.rulings._walks.clear()
    assert walk.id not in session.open_rulings.kept
    assert not session.desk.at("bridge.insufficient_bid", walk.id).begun


def test_what_follows_from_nothing_said_is_no_reason_to_hide_the_way_in() -> None:
    session = sitting()
    walk = begun(session, "guandan.wrong_tribute")
    texts = drawn(session, Walking, walk, False).texts
    assert any(each.startswith("先录入本副打几") for each in texts) and not any(each.startswith("+ ") for each in texts)
    assert walk.answer("regime", "base")
    texts = drawn(session, Walking, walk, False).texts
    assert not any(each.startswith("先录入") for each in texts) and any(each.startswith("+ 本副打几") for each in texts)
