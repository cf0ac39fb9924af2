"""What the law text says of every situation an event meets, held against the event and against the trees a referee walks.

The expectations are ``tests/decision_trees/event_situations.yaml``, worked out from the text alone. Printed with ``-s``: how many
of them were held, by game; what no event of the app computes is listed here with the reason, and is counted.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.journal.competition import ChangeBody, LateBody, ResultBody
from app.tools.competition import lateness
from app.tools.competition.competition import Competition
from app.tools.competition.meetings import Meeting, Outcome, PlanError, Points
from decision_trees.event_law import Left, following
from decision_trees.library import open_library
from rules_data.handbook import open_handbook
from tests.app.tools.competition.events import Play

Cell = dict[str, Any]
CELLS: list[Cell] = yaml.safe_load(
    (Path(__file__).parents[3] / "decision_trees" / "event_situations.yaml").read_text(encoding="utf-8")
)
LIBRARY, BOOKS = open_library(), open_handbook().books
FORMS = {"robin": "round_robin", "swiss": "swiss", "knockout": "single"}
RESTS = {  # as the table of situations calls it, and the kinds of effects
    "bye": {"bye"},
    "not_played": {"bye"},
    "redraw": {"redraw"},
    "fill_up": {"fill_up"},
    "forfeit": {"forfeit_rest"},
    "forfeit_round": {"forfeit_round"},
    "advances": {"advances"},
    "not_written": {"refer", "fill_up"},  # an even number of a Swiss event is left as it is: nothing is to be made even
}


def of(event: str, *games: str) -> list[Any]:
    """The cells of a kind, each with a name."""
    found = [c for c in CELLS if c["event"] == event and (not games or c["game"] in games)]
    count: Counter[str] = Counter()
    out = []
    for cell in found:
        count[cell["game"]] += 1
        out.append(pytest.param(cell, id=f"{cell['game']}-{count[cell['game']]}"))
    return out


def settled(cell: Cell) -> dict[str, str]:
    book = {"guandan": "guandan-2017", "shengji": "shengji-40", "bridge": "bridge-1999"}[cell["game"]]
    return {f"{book}/{question}": answer for question, answer in cell.get("settled", {}).items()}


def played(cell: Cell) -> tuple[Play, str]:
    """An event in which the situation came about, and who left."""
    form = FORMS[cell["format"]]
    before = cell["when"] == "before"
    scoring = {"scoring": cell["scoring"]} if cell.get("scoring") in ("standard", "winner") else {}
    number = 9 if before and cell.get("remaining") == "even" else 8 if before else 9
    number = 8 if form == "single" and not before else number
    bye = {"bye_points": (1, 1)} if form == "swiss" and number % 2 else {}
    play = Play(
        cell["game"], number, supplement=cell.get("with") == "supplement", settled=settled(cell),
        format=form, rounds=5, **scoring, **bye,
    )  # fmt: skip
    if before:
        play.add(ChangeBody("1", "leave", 1))
        return play, "1"
    if form == "round_robin":  # 8 opponents each
        many = {"fewer": 3, "half": 4, "more": 5}[cell["met"]]
        own = [m for m in play.now().meetings() if m.has("1") and m.is_known][:many]
        for meeting in [m for m in play.now().meetings() if m.is_known and m.round <= own[-1].round]:
            win(play, meeting)
        play.add(ChangeBody("1", "leave", own[-1].round + 1))
        return play, "1"
    if form == "swiss":
        play.add(play.now().next_round())
        for meeting in play.now().rounds[0].meetings:
            if meeting.is_known:
                win(play, meeting)
        play.add(play.now().next_round())
    else:
        for meeting in play.now().rounds[0].meetings:
            win(play, meeting)
    at = play.now().rounds[1].meetings[0]
    who = str(at.home)
    play.add(ChangeBody(who, "leave", 2))
    return play, who


def win(play: Play, meeting: Meeting) -> None:
    """The home side wins."""
    about = (meeting.id, str(meeting.home), str(meeting.away))
    match play.now().plan.scoring:
        case "levels":
            play.add(ResultBody(*about, levels=(("A", "9"),)))
        case "standard":
            play.add(ResultBody(*about, levels=(("9", "5"),)))
        case "winner":
            play.add(ResultBody(*about, winner="home"))
        case _:
            play.add(ResultBody(*about, scores=((14, 6),)))


def to_come(now: Competition, who: str) -> list[Meeting]:
    """His meetings of the round he left in and later."""
    return [m for m in now.meetings() if m.has(who) and m.is_known and m.round >= now.left[who]]


def points_of(found: Outcome, meeting: Meeting, who: str) -> Points | None:
    """What the other one gets."""
    return found.away if meeting.home == who else found.home


@pytest.mark.parametrize("cell", of("leaving"))
def test_an_event_follows_the_text_where_somebody_leaves(cell: Cell) -> None:
    play, who = played(cell)
    now = play.now()
    outcomes = [(m, now.outcome(m)) for m in to_come(now, who)]
    rest = cell["rest"]
    if cell["own"] == "cancelled":
        assert who in now.cancelled
    elif cell["own"] == "kept":
        assert who not in now.cancelled
    was = [m for m in now.meetings() if m.has(who) and m.is_known and now.result(m) is not None]
    if cell["against"] == "kept":
        assert all(points_of(now.outcome(m), m, who) is not None for m in was)
    elif cell["against"] == "cancelled":
        assert all(now.outcome(m).state == "off" for m in was)
    if rest == "redraw":
        assert now.to_draw_again == (who,) and {found.state for _, found in outcomes} == {"off"}
        assert who not in now.drawn_again([e for e in now.plan.order if e != who]).order
        return
    assert now.to_draw_again == ()
    states = {found.state for _, found in outcomes}
    if rest in ("bye", "not_played"):
        assert states == {"off"}
    elif rest == "not_written" or (rest == "fill_up"):
        assert states <= {"open"}, "nothing is assumed of what is not written"
    elif rest == "advances":
        [(meeting, found)] = outcomes
        assert (found.state, found.winner) == ("forfeit", "away" if meeting.home == who else "home")
    else:
        assert outcomes
        for meeting, found in outcomes:
            held(cell, found, meeting, who, now)
        if cell["format"] == "swiss":  # later he is not paired
            assert [meeting.round for meeting, _ in outcomes] == [now.left[who]]


def held(cell: Cell, found: Outcome, meeting: Meeting, who: str, now: Competition) -> None:
    """What is written for the other one of a forfeit."""
    points = cell["points"]
    if points == "open":
        assert found.state == "open"
        return
    gets, winner = points["opponents"], "away" if meeting.home == who else "home"
    if gets == "win":
        assert found.winner == winner
    elif "standard" in gets:
        value = gets["standard"]
        got = points_of(found, meeting, who)
        assert got is not None and found.winner == winner
        if isinstance(value, int):
            assert got.main == value
        else:
            averages = now._averages()
            other = str(meeting.other(who))
            own, minus = averages[other], 20 - averages[who]
            wanted = {"own_average": own, "twenty_minus": minus, "highest": max(own, minus, 12)}[value]
            assert got.main == pytest.approx(wanted, abs=0.01)
    else:
        assert points_of(found, meeting, who) == Points(gets["match"], gets["level"])
        own_points = found.home if meeting.home == who else found.away
        assert own_points == Points(points["own"]["match"], points["own"]["level"])


@pytest.mark.parametrize("cell", of("leaving", "guandan", "shengji"))
def test_the_tree_says_the_same_where_somebody_leaves(cell: Cell) -> None:
    asking = LIBRARY.events[cell["game"]].leaving[cell["when"]]
    robin = cell["format"] == "robin" and cell["when"] == "after"
    left = Left(
        cell["format"],
        8 if cell.get("remaining") == "even" else 7,
        8 if robin else None,
        {"fewer": 3, "half": 4, "more": 5}[cell["met"]] if robin else None,
        cell.get("scoring", "standard") == "standard",
        cell.get("with", "base"),
    )
    found = following(asking, left, LIBRARY.trees, BOOKS, settled(cell))
    assert found.rest in RESTS[cell["rest"]] or (cell["format"] == "swiss" and found.rest == "forfeit_rest")
    if cell["rest"] != "not_written":
        assert set(cell["cites"]) & set(found.cites)
    for wanted, said in ((cell["own"], found.own), (cell["against"], found.against)):
        assert said == (wanted if wanted in ("kept", "cancelled") else "")


def test_nothing_is_written_of_leaving_in_bridge() -> None:
    """All cells of bridge say so; the event has no tree to ask and lays nothing down."""
    assert {cell["rest"] for cell in CELLS if cell["game"] == "bridge" and cell["event"] == "leaving"} == {
        "not_written"
    }
    assert LIBRARY.events["bridge"].leaving == {}


def late_play(cell: Cell, form: str = "round_robin") -> tuple[Play, Meeting, list[LateBody]]:
    supplement = cell.get("with") == "supplement"
    play = Play(cell["game"], 4, supplement=supplement, settled=settled(cell), format=form)
    meeting = play.now().rounds[0].meetings[0]
    minutes = cell["minutes"] if isinstance(cell["minutes"], list) else [cell["minutes"]]
    bodies = [
        LateBody(str(who), 1, minutes=each, included=False)
        for who, each in zip((meeting.home, meeting.away), minutes, strict=False)
    ]
    return play, meeting, bodies


@pytest.mark.parametrize("cell", of("late"))
def test_an_event_follows_the_text_where_somebody_is_late(cell: Cell) -> None:
    play, _, bodies = late_play(cell)
    rules = play.now().rules
    found = [lateness.follows(rules, body) for body in bodies]
    if cell.get("regulations") and cell.get("with") != "supplement":
        assert all(each.asks and not each.forfeit and not each.up for each in found)
        return
    if cell["game"] == "bridge":
        assert all(each.asks for each in found)
        return
    listed = isinstance(cell["minutes"], list)

    def each_of(name: str) -> list[Any]:
        value = cell.get(name)
        return value if listed and isinstance(value, list) else [value] * len(found)

    if cell["game"] == "shengji":
        for each, forfeit, warning in zip(found, each_of("forfeit"), each_of("warning"), strict=True):
            assert each.forfeit == bool(forfeit)
            if warning in (True, False) and not forfeit:
                assert ("警告" in each.words and "给予" in each.words) == warning
        return
    if not listed:
        assert [each.up for each in found] == [cell["opponents_up"]] and found[0].forfeit == cell["forfeit"]
        return
    play.add(*bodies)
    meeting = play.now().rounds[0].meetings[0]
    body = ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("5", "3"),))
    if any(each.forfeit for each in found):
        return  # a forfeit is written as such: held below
    if cell.get("regulations"):
        with pytest.raises(PlanError, match="没有写"):
            play.now().judged(meeting, body)
        return
    ups = cell["opponents_up"]
    home, away = 5 + ups[1], 3 + ups[0]
    assert f"{home}对{away}" in "；".join(play.now().judged(meeting, body).words)


COMPARED = (
    ("对手", "opponents"),
    ("之间", "among"),
    ("抽签", "lots"),
    ("级分", "second"),
)  # words of the text, in this order
RANKED = [
    each
    for each in of("tie", "guandan")
    if each.values[0]["purpose"] == "ranking" and isinstance(each.values[0]["by"], list)  # type: ignore[index, call-overload]
]


@pytest.mark.parametrize("cell", RANKED)
def test_equals_are_told_apart_in_the_order_of_the_text(cell: Cell) -> None:
    play = Play(cell["game"], 4, format=FORMS[cell["format"]], rounds=2, settled=settled(cell))
    wanted = [next(key for word, key in COMPARED if word in said) for said in cell["by"]]
    again = wanted.count("among") > 1  # among those still equal once more (D-26)
    assert [step.key for step in play.now().steps()] == ["main", *dict.fromkeys(wanted)]
    if cell.get("tied") == "more":
        assert (play.now().rules.answer("D-26", "regroup") == "regroup") == again


@pytest.mark.parametrize("game", ["shengji", "bridge"])
def test_where_the_text_names_nothing_the_regulations_are_asked(game: str) -> None:
    said = [c["by"] for c in CELLS if (c["game"], c["event"], c.get("purpose")) == (game, "tie", "ranking")]
    assert said and all(by in ("not_written", []) for by in said)
    assert [each.by for each in LIBRARY.events[game].tells_apart("round_robin", "points")] == ["main"]


AHEAD = {13: "2", 17: "6", 18: "7", 19: "8", 20: "9", 21: "10", 22: "J", 23: "Q", 24: "K", 25: "A"}
"""Level points of the opponents, and their level where the offender stands at 2 (13.3, table of appendix 4)."""
GROUNDS = {"停赛（犯规性质极为恶劣）": "停赛（恶意犯规，直接宣布）"}
FORFEITS = [
    each
    for each in of("forfeit", "guandan")
    if GROUNDS.get(each.values[0]["ground"], each.values[0]["ground"]) in LIBRARY.events["guandan"].grounds  # type: ignore[index, call-overload]
    and isinstance(each.values[0].get("points"), dict)  # type: ignore[union-attr]
]


@pytest.mark.parametrize("cell", FORFEITS)
def test_a_forfeit_is_worth_what_the_text_says(cell: Cell) -> None:
    play = Play("guandan", 4, supplement=cell["with"] == "supplement", settled=settled(cell))
    meeting = play.now().rounds[0].meetings[0]
    levels = (("2", AHEAD[cell["actual"]]),) if "actual" in cell else ()
    ground = GROUNDS.get(cell["ground"], cell["ground"])
    body = ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=levels, forfeit="home", ground=ground)
    found = play.now().judged(meeting, body)
    points = cell["points"]
    assert found.away == Points(points["opponents"]["match"], points["opponents"]["level"])
    assert found.home == Points(points["own"]["match"], points["own"]["level"])


def test_how_many_cells_there_are_and_that_each_is_held(capsys: pytest.CaptureFixture[str]) -> None:
    count = Counter((cell["game"], cell["event"]) for cell in CELLS)
    with capsys.disabled():
        print(*(f"\n{game} {event}: {number}" for (game, event), number in sorted(count.items())))
    assert {event for _, event in count} == {"leaving", "late", "forfeit", "tie"}
    assert sum(number for (game, _), number in count.items() if game == "guandan") == 185
