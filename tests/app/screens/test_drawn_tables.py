"""A ruling begun in an event whose round is drawn: the event and the table are a tap each, and who sits there is known with it."""

from __future__ import annotations

import pytest

from app.journal.competition import PlanBody, written
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Entrant, EventBody
from app.ruling.walk import Walk
from app.screens.competition import CompetitionPane
from app.screens.ruling import Walking
from app.window import routes
from app.window.session import Session
from tests.app.screens.window import Screen, drawn, gone_to, sitting

FOUR = tuple(Entrant(str(number), f"{name}队") for number, name in enumerate("红蓝白绿", 1))
TREE = {"guandan": "guandan.slow_play", "bridge": "bridge.spectators", "shengji": "shengji.slow_play"}


def event_of(journal: Journal, game: str) -> str:
    """Four pairs by Berger's table: in the first round 1 meets 4 at table 1, 2 meets 3 at table 2."""
    event = journal.save_event(EventBody("公开赛", game, entrants=FOUR))
    journal.save_competition(event, [written(PlanBody("round_robin", ("1", "2", "3", "4"), scoring="winner"))])
    return event


def page(session: Session, walk: Walk) -> Screen:
    return drawn(session, Walking, walk, True)


@pytest.mark.parametrize("game", TREE)
def test_one_tap_says_the_table_and_with_it_the_pairs(journal: Journal, game: str) -> None:
    session = sitting()
    session.duty.attend(event_of(journal, game), [game])
    walk = session.desk.begin(TREE[game])
    screen = page(session, walk)
    assert "第1轮：" in screen.texts and {"1桌 1–4", "2桌 2–3"} <= screen.tappable().keys()
    screen.tap("2桌 2–3")
    assert (walk.scene.place.table, walk.scene.place.round) == ("2", 1)
    seating = session.table.seating(walk.scene)
    assert seating is not None and set(seating.pairs.values()) == {"2", "3"}
    assert "1桌 1–4" not in page(session, walk).tappable()
    assert session.table.take_back(walk) and walk.scene.place.table is None
    assert "1桌 1–4" in page(session, walk).tappable()


@pytest.mark.parametrize(("game", "other"), [("guandan", "bridge"), ("bridge", "guandan")])
def test_an_event_that_nobody_has_chosen_is_offered(journal: Journal, game: str, other: str) -> None:
    event = event_of(journal, game)
    event_of(journal, other)
    session = sitting()
    walk = session.desk.begin(TREE[game])
    assert walk.scene.event == NO_EVENT
    screen = page(session, walk)
    assert [each for each in screen.tappable() if each.startswith("改记到")] == ["改记到“公开赛”"], (
        "the other is another game's"
    )
    screen.tap("改记到“公开赛”")
    assert walk.scene.event == event and session.assignment.post(game).event == event
    assert session.assignment.post(other).event == NO_EVENT


@pytest.mark.parametrize(
    ("tree", "entry"), [("bridge.insufficient_bid", "auction"), ("guandan.wrong_tribute", "payer_hand")]
)
def test_while_something_is_entered_the_keys_have_the_room(journal: Journal, tree: str, entry: str) -> None:
    """The seven rows of calls end just above the bar of a phone."""
    event_of(journal, tree.partition(".")[0])
    session = sitting()
    walk = session.desk.begin(tree)
    assert any(each.startswith("改记到") for each in page(session, walk).tappable())
    walk.enter([entry])
    assert not any(each.startswith("改记到") for each in page(session, walk).tappable())


def test_nothing_is_offered_where_nothing_is_drawn(journal: Journal) -> None:
    session = sitting()
    event = journal.save_event(EventBody("公开赛", "guandan", entrants=FOUR))
    session.duty.attend(event, ["guandan"])
    screen = page(session, session.desk.begin("guandan.slow_play"))
    assert "第1轮：" not in screen.texts and "1 红队" in screen.said


@pytest.mark.parametrize("game", TREE)
def test_a_table_of_the_round_page_is_where_the_next_ruling_is(journal: Journal, game: str) -> None:
    session = sitting()
    event = event_of(journal, game)
    screen = drawn(session, CompetitionPane, event, "rounds", "")
    screen.tap("在2桌裁决")
    assert gone_to(session) == routes.rule_address(game)
    walk = session.desk.begin(TREE[game])
    assert (walk.scene.event, walk.scene.place.table, walk.scene.place.round) == (event, "2", 1)
    assert set(session.table.seating(walk.scene).pairs.values()) == {"2", "3"}  # type: ignore[union-attr]
