"""A living table on two phones: who may do what, what either sees, and that the same steps make the same table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.study.table.games import game_of
from app.study.table.living import opened
from app.study.table.model import Address
from app.study.table.ruling import DONT_KNOW
from app.study.table.together import LONGEST, NOT_NOW, NOT_THIS, Together
from decision_trees.engine import Asked
from decision_trees.games import games

MOST = 1500  # steps of a table


def together(game: str = "bridge", seed: int = 1) -> Together:
    found = game_of(game)
    assert found is not None
    table = opened(Address(game, found.version, seed))
    assert not isinstance(table, str)
    return Together(table)


def to_the_first(at: Together) -> None:
    """Play on until an irregularity can be seen."""
    for _ in range(MOST):
        if at.over or at.table.evident or at.table.called:
            return
        assert at.do("player", {"do": "step", "count": 1}) == ""


def ruled(at: Together) -> list[tuple[str, dict[str, Any]]]:
    """The referee stops and rules by what is so, asking the offender each time; what was done, step by step."""
    done: list[tuple[str, dict[str, Any]]] = []

    def do(role: Any, **said: Any) -> str:
        done.append((role, said))
        return at.do(role, said)

    assert do("referee", do="stop", took=1200) == ""
    made = at.table.ruling
    assert made is not None and made.kind is not None and made.incident is not None
    assert do("referee", do="open", tree=made.kind.tree) == ""
    known = {**made.kind.facts(made.at, made.incident), **made.kind.truth(made.at, made.incident)}
    for _ in range(40):
        step = made.step
        if not isinstance(step, Asked):
            break
        assert do("referee", do="ask", seat=made.incident.offender) == ""
        asked = at.shown("player")["asking"]
        assert asked is not None and do("player", do="say", text=asked["says"][0]) == ""
        assert at.shown("referee")["ruling"]["heard"][-1][1] == asked["says"][0]
        options = [value for value, _ in made.options()]
        if step.name not in known or known[step.name] not in options:
            break
        assert do("referee", do="answer", option=options.index(known[step.name])) == ""
    if made.final is None:
        assert do("referee", do="dismiss") == ""
    else:
        assert do("referee", do="give") == ""
    return done


@pytest.mark.parametrize("game", games())
def test_two_play_a_table_to_its_score(game: str) -> None:
    at = together(game)
    rulings = 0
    for _ in range(MOST):
        if at.over:
            break
        to_the_first(at)
        if at.table.evident or at.table.called:
            ruled(at)
            rulings += 1
    assert at.over and rulings
    seen = at.shown("player")
    assert seen["debrief"] == at.shown("referee")["debrief"]
    assert seen["debrief"]["score"] and seen["debrief"]["lines"]
    assert any(line["verdict"] == "right" for line in seen["debrief"]["lines"])
    assert at.do("player", {"do": "step", "count": 1}) == NOT_NOW


def test_only_the_player_knows_what_is_going_on_and_only_the_referee_sees_his_ruling() -> None:
    at = together()
    to_the_first(at)
    title = at.table.happening
    assert title is not None and title[0] in at.shown("player")["secret"]
    assert title[0] not in json.dumps(at.shown("referee"), ensure_ascii=False)
    at.do("referee", {"do": "stop"})
    assert at.shown("player")["ruling"] is None and at.shown("player")["stopped"]
    assert at.shown("referee")["ruling"]["trees"]
    assert "secret" in at.shown("referee") and at.shown("referee")["secret"] == ""


def test_what_a_player_is_asked_he_alone_answers_as_it_is_or_as_he_likes() -> None:
    at = together()
    to_the_first(at)
    at.do("referee", {"do": "stop"})
    made = at.table.ruling
    assert made is not None and made.kind is not None
    at.do("referee", {"do": "open", "tree": made.kind.tree})
    if not isinstance(made.step, Asked):
        pytest.skip("the tree of this table asks nothing")
    assert at.do("referee", {"do": "ask", "seat": "X"}) == NOT_THIS
    assert at.do("player", {"do": "say", "text": "没有问我"}) == "裁判没有在问。"
    assert at.do("referee", {"do": "ask", "seat": "N"}) == ""
    assert at.do("referee", {"do": "ask", "seat": "E"}) == NOT_NOW  # one after the other
    assert at.shown("referee")["ruling"]["waits"] == "北家"
    asked = at.shown("player")["asking"]
    assert asked["seat"] == "北家" and DONT_KNOW in asked["says"]
    for wrong in ("", "  ", "长" * (LONGEST + 1), 3, None):
        assert at.do("player", {"do": "say", "text": wrong}).startswith("写一句")
    assert at.do("player", {"do": "say", "text": "我在想别的事。"}) == ""
    assert at.shown("referee")["ruling"]["heard"] == [["北家", "我在想别的事。"]]
    assert at.shown("player")["asking"] is None


@pytest.mark.parametrize(
    ("role", "said", "why"),
    [
        ("referee", {"do": "step", "count": 1}, NOT_THIS),
        ("player", {"do": "stop"}, NOT_THIS),
        ("player", {"do": "step", "count": 99}, NOT_THIS),
        ("player", {"do": "step", "count": True}, NOT_THIS),
        ("player", {"do": "step"}, NOT_THIS),
        ("referee", {"do": "give"}, "还没有裁定。"),
        ("referee", {"do": "open", "tree": "bridge.x"}, "先叫停。"),
        ("referee", {"do": "answer", "option": 0}, NOT_NOW),
        ("referee", {"do": "back"}, NOT_NOW),
        ("referee", {"do": "dismiss"}, "牌桌没有停着。"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_changes_nothing(
    role: Any, said: dict[str, Any], why: str
) -> None:
    at = together()
    at.do("player", {"do": "step", "count": 1})
    before = at.shown("player")
    assert at.do(role, said) == why
    assert at.shown("player") == before


def test_while_the_referee_rules_nobody_plays() -> None:
    at = together()
    at.do("player", {"do": "step", "count": 4})
    at.do("referee", {"do": "stop"})
    assert at.do("player", {"do": "step", "count": 1}) == "牌桌停着，等裁判。"
    assert at.do("referee", {"do": "stop"}) == "牌桌已经停着。"
    assert at.do("referee", {"do": "open", "tree": "nothing"}) == NOT_THIS
    assert at.do("referee", {"do": "dismiss"}) == ""
    assert at.do("player", {"do": "step", "count": 1}) == ""


def test_the_same_steps_make_the_same_table() -> None:
    one = together()
    steps: list[tuple[str, dict[str, Any]]] = []
    while not (one.over or one.table.evident or one.table.called):
        one.do("player", {"do": "step", "count": 1})
        steps.append(("player", {"do": "step", "count": 1}))
    steps += ruled(one)
    other = together()
    for role, said in steps:
        assert other.do(role, said) == ""  # type: ignore[arg-type]
    for role in ("player", "referee"):
        assert other.shown(role) == one.shown(role)  # type: ignore[arg-type]


def test_what_is_called_for_when_the_deal_is_over_can_be_ruled_by_its_tree() -> None:
    """A revoke established in deal 1: once it is played out, the tricks that go over are asked for."""
    at = together("bridge", 1)
    for _ in range(MOST):
        to_the_first(at)
        if at.over or (at.table.called and at.table.happening == ("藏牌成立后转几墩", at.table.happening[1])):  # type: ignore[index]
            break
        ruled(at)
    assert at.table.called
    at.do("referee", {"do": "stop"})
    assert "bridge.established_revoke" in dict(at.shown("referee")["ruling"]["trees"])
