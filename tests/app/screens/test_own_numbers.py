"""Rounds and deals that a regulation lays down: offered in the event's forms with their sentence, taken by a tap that confirms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.base.form import Form
from app.journal.records import Entrant, EventBody
from app.screens.competition import CompetitionPane
from app.screens.events import NEW, EventForm
from app.screens.own_books import OwnBooksPane
from app.tools.competition.reading import competition_of
from app.window import library
from app.window.own_books import NEW as NEW_BOOK
from app.window.session import Session
from tests.app.screens.window import Screen, drawn, gone_to, sitting

ROUNDS = "比赛采用积分编排，共九轮。"
DEALS = "每轮打16副牌，限时2小时20分钟。"
TEXT = f"江城杯桥牌赛竞赛规程\n第一条 赛制\n{ROUNDS}\n第二条 时间\n{DEALS}\n"

pytestmark = pytest.mark.usefixtures("journal")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()


def brought(session: Session, text: str = TEXT) -> str:
    session.own.form.type("text", text)
    drawn(session, OwnBooksPane, "", "").tap("读一读")
    drawn(session, OwnBooksPane, NEW_BOOK, "").tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def event(session: Session) -> str:
    entrants = tuple(Entrant(str(n), f"{n}队") for n in range(1, 17))
    id_ = session.duty.journal().save_event(EventBody("江城杯", "bridge", entrants=entrants))
    session.duty.attend(id_, ["bridge"])
    return id_


def plan(session: Session, id_: str) -> Screen:
    return drawn(session, CompetitionPane, id_, "plan", "")


def test_the_plan_offers_rounds_and_deals_with_their_sentences() -> None:
    session = sitting()
    book = brought(session)
    id_ = event(session)
    screen = plan(session, id_)
    assert (
        f"“{ROUNDS}”" in screen.said and f"“{DEALS}”" in screen.said and "《江城杯桥牌赛竞赛规程》第二条" in screen.said
    )
    assert session.own.settings("", "bridge").by_point == {}  # offered, and nothing decided by that
    screen.tap("照规程：16副 每轮、每节打几副，点了就确认")
    assert session.own.settings("", "bridge").by_point["bridge-1999#event.deals"].sentence == DEALS
    assert session.own.books()[book].version == 2
    screen = plan(session, id_)
    screen.tap("照规程：9轮 比赛共几轮，点了就确认")
    plan(session, id_).tap("存下赛程")
    _, found = competition_of(session.duty.journal(), id_)
    assert found is not None and (found.plan.format, found.plan.rounds, found.plan.deals) == ("swiss", 9, 16)


def test_what_was_refused_is_offered_no_more_and_what_was_confirmed_is_taken_without_a_new_version() -> None:
    session = sitting()
    id_ = brought(session)
    one = session.own.books()[id_]
    ((_, rounds, _),) = session.own.laid_down(session, "", "bridge", "event.rounds")
    session.own.settle(session, one, rounds, "9", "确认")
    ((_, deals, _),) = session.own.laid_down(session, "", "bridge", "event.deals")
    session.own.settle(session, session.own.books()[id_], deals, None, "没有定")
    screen = plan(session, event(session))
    assert DEALS not in screen.said and ROUNDS in screen.said
    screen.tap("照规程：9轮")
    assert session.own.books()[id_].version == 3


def test_the_form_of_the_event_offers_the_rounds() -> None:
    session = sitting()
    brought(session)
    form = Form({"name": "江城杯", "game": "bridge"})
    drawn(session, EventForm, NEW, form).tap("照规程：9轮 比赛共几轮，点了就确认")
    assert form.text("rounds") == "9"
    other = Form({"name": "友谊赛", "game": "guandan"})
    assert ROUNDS not in drawn(session, EventForm, NEW, other).said


def test_a_book_of_another_event_offers_nothing() -> None:
    session = sitting()
    other = session.duty.journal().save_event(EventBody("别的", "bridge"))
    session.own.form.values["event"] = other
    brought(session)
    assert ROUNDS not in plan(session, event(session)).said


def test_a_round_robin_of_another_number_of_rounds_says_so() -> None:
    """Sixteen play fifteen rounds, each against each; the regulation prints nine."""
    session = sitting()
    brought(session)
    id_ = event(session)
    plan(session, id_).tap("循环赛")
    assert "16对（队）循环是 15 轮，请核对" in plan(session, id_).said


POINTS = (
    "江城杯桥牌赛竞赛规程\n第一条 赛制\n比赛采用积分编排，共九轮。\n第二条 轮空\n轮空的队得 12 VP。\n"
    "第三条 弃权\n弃权的，对方得 18 VP，本队得 0 VP。\n"
)


def test_the_points_of_a_bye_are_offered_with_their_sentence_and_taken_by_a_tap() -> None:
    session = sitting()
    book = brought(session, POINTS)
    id_ = event(session)
    plan(session, id_).tap("积分编排")
    screen = plan(session, id_)
    assert "“轮空的队得 12 VP。”" in screen.said and "照规程：12分" in screen.said
    screen.tap("照规程：12分")
    assert session.own.books()[book].did == "确认：轮空得几分 12分"
    plan(session, id_).tap("存下赛程")
    _, found = competition_of(session.duty.journal(), id_)
    assert found is not None and found.plan.bye_points == (12, 0)


def test_what_the_other_side_of_a_forfeit_gets_is_offered_where_the_law_does_not_say() -> None:
    session = sitting()
    book = brought(session, POINTS)
    id_ = event(session)
    plan(session, id_).tap("循环赛")
    plan(session, id_).tap("存下赛程")
    _, found = competition_of(session.duty.journal(), id_)
    assert found is not None
    meeting = next(each for each in found.meetings() if each.round == 1)

    def result() -> Screen:
        return drawn(session, CompetitionPane, id_, "result", meeting.id)

    result().tap("弃权、迟到、裁判长定分")
    result().tap(found.said(meeting.home))
    assert "“弃权的，对方得 18 VP，本队得 0 VP。”" in result().said
    result().tap("照规程：18分")
    assert session.own.books()[book].did == "确认：对方弃权的得几分 18分"
    result().tap("存下")
    _, again = competition_of(session.duty.journal(), id_)
    assert again is not None
    body = again.history(meeting)[-1].body
    assert body.points[:2] == (0, 18) and not body.forfeit
