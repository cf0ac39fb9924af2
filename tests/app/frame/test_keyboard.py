"""The keyboard: the arrows go through what was found, digits answer what is asked, and a field keeps what is typed into it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast, get_args

import flet as ft
import pytest

from app.base.opened import handbook, trees
from app.frame import keyboard
from app.ruling.walk import start
from app.screens.lookup import find
from app.widgets.basics import typed_into
from app.window import routes
from app.window.session import Session
from decision_trees.engine import Asked, Undecided


@dataclass
class Key:
    key: str
    ctrl: bool = False
    meta: bool = False
    alt: bool = False


def sitting() -> Session:
    return Session(cast(ft.Page, None), handbook(), cast(Any, None))


def press(session: Session, *keys: str, **held: bool) -> None:
    for each in keys:
        asyncio.run(keyboard.press(session, cast(ft.KeyboardEvent, Key(each, **held))))


def ruling(session: Session, tree: str, **facts: Any) -> Any:
    walk = start(tree, facts)
    session.rulings._walks[walk.id] = walk
    session.trail.begin(routes.tree_address(tree, walk.id))
    return walk


def test_the_arrows_go_through_the_hits_and_stop_at_both_ends() -> None:
    session = sitting()
    session.lookup.query = "藏牌"
    find(session)
    found = session.lookup.results
    assert found is not None and len(found.hits) > 3
    press(session, "Arrow Down")
    assert session.lookup.at == 0
    press(session, "Arrow Down", "Arrow Down", "Arrow Up")
    assert session.lookup.at == 1
    press(session, *["Arrow Up"] * 5)
    assert session.lookup.at == 0
    press(session, *["Arrow Down"] * 300)
    assert session.lookup.at == min(session.lookup.shown, len(found.hits)) - 1
    session.lookup.query = "摊牌"
    find(session)
    assert session.lookup.at is None, "another search begins at its top"


def test_the_arrows_say_nothing_while_nothing_is_found() -> None:
    session = sitting()
    press(session, "Arrow Down")
    assert session.lookup.at is None


def test_a_digit_answers_in_the_order_on_the_screen() -> None:
    session = sitting()
    walk = ruling(session, "bridge.misdeal")
    posed = walk.posed()
    assert posed is not None and posed.fact.kind == "choice"
    options = list(posed.fact.options)
    press(session, "2")
    assert walk.standing.facts[posed.name] == options[1]


def test_one_is_yes_and_two_is_no() -> None:
    for tree_id in trees().trees:
        walk = start(tree_id)
        posed = walk.posed()
        if posed is not None and posed.fact.kind == "bool":
            break
    session = sitting()
    for digit, value in (("1", True), ("Numpad 2", False)):
        walk = ruling(session, tree_id)
        press(session, digit)
        assert walk.standing.facts[posed.name] is value


@pytest.mark.parametrize("held", [{"ctrl": True}, {"alt": True}, {"meta": True}])
def test_a_digit_with_another_key_is_the_browsers(held: dict[str, bool]) -> None:
    session = sitting()
    walk = ruling(session, "bridge.misdeal")
    press(session, "1", **held)
    assert not walk.begun


def test_a_digit_typed_into_a_search_answers_nothing() -> None:
    session = sitting()
    walk = ruling(session, "bridge.misdeal")
    session.typing = "search"
    press(session, "1")
    assert not walk.begun


def test_a_digit_beyond_the_answers_says_nothing() -> None:
    session = sitting()
    walk = ruling(session, "bridge.misdeal")
    posed = walk.posed()
    assert posed is not None
    press(session, "9")
    assert len(posed.fact.options) < 9 and not walk.begun


def test_a_digit_settles_what_the_text_leaves_open() -> None:
    """Found among the worked cases: the first whose ruling waits for a decision."""
    for case in trees().cases.values():
        walk = start(case.tree, case.facts)
        if isinstance(walk.standing.step, Undecided):
            break
    else:
        pytest.skip("no case waits for a decision")
    session = sitting()
    walk = ruling(session, case.tree, **case.facts)
    step = walk.standing.step
    options = keyboard.numbered(session)
    assert isinstance(step, Undecided) and len(options) == len(step.question.options)
    press(session, "1")
    assert not isinstance(walk.standing.step, Undecided) or walk.standing.step.id != step.id
    assert walk.standing.settled[step.id] == step.question.options[0].key


def test_every_question_with_answers_to_tap_has_them_in_the_order_of_the_tree() -> None:
    for tree_id in trees().trees:
        session = sitting()
        walk = ruling(session, tree_id)
        posed = walk.posed()
        if posed is None or not isinstance(walk.standing.step, Asked):
            continue
        wanted = {"bool": 2, "choice": len(posed.fact.options)}.get(posed.fact.kind, 0)
        assert len(keyboard.numbered(session)) == wanted, tree_id


def test_a_digit_typed_into_a_field_of_the_strip_answers_nothing() -> None:
    session = sitting()
    walk = ruling(session, "guandan.slow_play")
    table = typed_into(session, ft.TextField(), "table")
    board = typed_into(session, ft.TextField(), "deal")
    happen(table.on_focus)
    press(session, "3")
    assert not walk.begun
    happen(board.on_focus)
    happen(table.on_blur)  # hears of it later than the other
    press(session, "3")
    assert not walk.begun
    happen(board.on_blur)
    press(session, "3")
    assert walk.begun


def happen(handler: Any) -> None:
    handler(None)


SCREENS = (
    "/", "/book/bridge-1999", "/clause/bridge-1999/64A1", "/kept", "/glossary", "/changes/guandan-supplement", "/own",
    "/rule/bridge",
    "/rule/bridge/insufficient_bid", "/rights/bridge/play/dummy", "/learn", "/learn/practice", "/learn/topics",
    "/learn/scenarios", "/learn/scenarios/bridge/revoke/late", "/learn/progress", "/learn/exams", "/learn/exams/compose",
    "/learn/exams/paper/1f0c", "/learn/exams/results/1f0c", "/learn/exams/sitting/01J0", "/learn/table",
    "/learn/table/bridge/1-1", "/tools", "/tools/journal",
    "/tools/journal/01J0", "/tools/handover", "/tools/hall", "/tools/events", "/tools/events/01J0",
    "/tools/events/01J0/rounds", "/tools/bridge-score",
    "/tools/settings", "/tools/about", "/tools/licences", "/nowhere",
)  # fmt: skip


def test_escape_leaves_every_screen_but_the_first_of_a_tab() -> None:
    assert {routes.parse(each).kind for each in SCREENS} == set(get_args(routes.DestinationKind))
    for address in SCREENS:
        asked: list[str] = []
        session = Session(cast(ft.Page, SimpleNamespace(navigate=asked.append)), handbook(), cast(Any, None))
        session.trail.begin(address)
        press(session, "Escape")
        stays = address in ("/", "/rule/bridge", "/rights/bridge/play/dummy", "/learn", "/tools")
        assert len(asked) == (0 if stays else 1), address
