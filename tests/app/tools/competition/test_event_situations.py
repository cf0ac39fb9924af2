"""What the law text says of every situation an event meets, held against the event and against the trees a referee walks.

The expectations are ``tests/decision_trees/event_situations.yaml``, worked out from the text alone. Printed with ``-s``: how many
of them were held, by game; what no event of the app computes is listed here with the reason, and is counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.journal.competition import ChangeBody, LateBody, ResultBody
from app.tools.competition import lateness
from app.tools.competition.competition import Competition
from app.tools.competition.meetings import Meeting, Outcome, PlanError, Points
from app.tools.competition.next_round import next_round, proposed
from decision_trees.event_law import Left, following
from decision_trees.law import Law
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
        play.add(next_round(play.now()))
        for meeting in play.now().rounds[0].meetings:
            if meeting.is_known:
                win(play, meeting)
        play.add(next_round(play.now()))
    else:
        for meeting in play.now().rounds[0].meetings:
            win(play, meeting)
    at = play.now().rounds[1].meetings[0]
    who = str(at.home)
    play.add(ChangeBody(who, "leave", 2))
    return play, who


def win(play: Play, meeting: Meeting, by: int = 4) -> None:
    """The home side wins, by so many levels where these are counted."""
    about = (meeting.id, str(meeting.home), str(meeting.away))
    match play.now().plan.scoring:
        case "levels":
            play.add(ResultBody(*about, levels=(("A", "9"),)))
        case "standard":
            play.add(ResultBody(*about, levels=((LADDER[3 + by % 9], "5"),)))
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
    found = following(asking, left, Law(LIBRARY.trees, BOOKS, settled(cell)))
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


LADDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def each_of(cell: Cell, name: str, number: int) -> list[Any]:
    """What is said of each side that is late."""
    value = cell.get(name)
    return value if isinstance(value, list) else [value] * number


def late_play(cell: Cell) -> tuple[Play, Meeting, list[LateBody]]:
    """An event in whose fourth round (a knockout: first) one side or both of a table are late; all before has been played."""
    form = FORMS[cell.get("format", "robin")]
    scoring = {"scoring": cell["scoring"]} if cell.get("scoring") in ("standard", "winner") else {}
    play = Play(
        cell["game"], 8, supplement=cell.get("with") == "supplement", settled=settled(cell), format=form, **scoring
    )
    if form == "round_robin":
        for number, each in enumerate(play.now().rounds[:3]):
            for at, meeting in enumerate(each.meetings):
                win(play, meeting, number + at)
    meeting = play.now().rounds[3 if form == "round_robin" else 0].meetings[0]
    minutes = cell["minutes"] if isinstance(cell["minutes"], list) else [cell["minutes"]]
    bodies = [
        LateBody(str(who), meeting.round, minutes=each, included=False)
        for who, each in zip((meeting.home, meeting.away), minutes, strict=False)
    ]
    return play, meeting, bodies


@pytest.mark.parametrize("cell", of("late"))
def test_an_event_follows_the_text_where_somebody_is_late(cell: Cell) -> None:
    play, meeting, bodies = late_play(cell)
    rules = play.now().rules
    two = [*bodies, None][:2]
    found = [
        lateness.follows(rules, body, other, side)
        for body, other, side in zip(bodies, two[::-1], ("home", "away"), strict=False)
    ]
    assert all(set(cell["cites"]) & set(each.cites) for each in found)
    if cell["game"] == "bridge":
        assert cell["penalty"] == "procedural" and cell["permissive"]
        assert all(each.asks and not each.forfeit and not each.up for each in found)
        return
    if cell.get("regulations"):
        assert all(each.asks and not each.forfeit and not each.up for each in found)
        if cell["with"] == "supplement":  # both are late, and the event has not laid down what follows
            play.add(*bodies)
            with pytest.raises(PlanError, match="没有写"):
                play.now().judged(meeting, ResultBody(meeting.id, *sides(meeting), levels=(("5", "3"),)))
        return
    forfeits = each_of(cell, "forfeit", len(found))
    assert [each.forfeit for each in found] == forfeits
    if cell["game"] == "shengji" and "warning" in cell:
        for each, warning in zip(found, each_of(cell, "warning", len(found)), strict=True):
            if warning in (True, False):
                assert each.counted == warning
    if not any(forfeits):
        if cell["game"] == "guandan":
            play.add(*bodies)
            ups = [*each_of(cell, "opponents_up", len(found)), 0][:2]
            home, away = LADDER[LADDER.index("5") + ups[1]], LADDER[LADDER.index("3") + ups[0]]
            body = ResultBody(meeting.id, *sides(meeting), levels=(("5", "3"),))
            assert f"{home}对{away}" in "；".join(play.now().judged(meeting, body).words)
        return
    if cell["game"] == "guandan":
        ups = each_of(cell, "opponents_up", len(found))
        assert [each.up for each in found if not each.forfeit] == [bool(up) for up in ups if up]
    gone = "both" if all(forfeits) and len(forfeits) == 2 else ("home", "away")[forfeits.index(True)]
    body = ResultBody(meeting.id, *sides(meeting), forfeit=gone, ground=rules.law.late_ground)  # type: ignore[arg-type]
    worth(cell, play, meeting, body)


def sides(meeting: Meeting) -> tuple[str, str]:
    return str(meeting.home), str(meeting.away)


def worth(cell: Cell, play: Play, meeting: Meeting, body: ResultBody) -> None:
    """What a forfeit comes to is what the cell says."""
    now = play.now()
    averages = now._averages()
    found = now.judged(meeting, body, averages)
    points = cell["points"]
    if points == "open" or points.get("opponents") == "open":
        assert found.state == "open" and found.home is None and found.away is None
        return
    assert found.state == "forfeit" and set(cell["cites"]) & set(found.cites)
    if body.forfeit == "both":
        assert [found.home, found.away] == [Points(each["standard"]) for each in points["own"]]
        return
    own, others = (found.home, found.away) if body.forfeit == "home" else (found.away, found.home)
    assert found.winner == ("away" if body.forfeit == "home" else "home")
    gets = points["opponents"]
    if gets == "win":
        assert now.plan.scoring == "winner" and (own, others) == (Points(0), Points(1))
        return
    if "match" in gets:
        assert others == Points(gets["match"], gets["level"])
        assert own == Points(points["own"]["match"], points["own"]["level"])
        return
    who = meeting.home if body.forfeit == "home" else meeting.away
    mine, minus = averages[str(meeting.other(str(who)))], 20 - averages[str(who)]
    wanted = {"own_average": mine, "twenty_minus": minus, "highest": max(mine, minus, 12), "recorded": RECORDED}
    value = gets["standard"]
    assert others is not None and own is not None
    assert others.main == pytest.approx(wanted.get(value, value), abs=0.01)
    assert own.main == points.get("own", {"standard": 0})["standard"]


COMPARED = (
    ("对手", "opponents"),
    ("之间", "among"),
    ("抽签", "lots"),
    ("级分", "second"),
)  # words of the text, in this order
RANKED = [
    each
    for each in of("tie", "guandan")
    if each.values[0]["purpose"] == "ranking" and each.values[0]["by"] != "not_written"
]


@pytest.mark.parametrize("cell", RANKED)
def test_equals_are_told_apart_in_the_order_of_the_text(cell: Cell) -> None:
    play = Play(cell["game"], 4, format=FORMS[cell["format"]], rounds=2, settled=settled(cell))
    wanted = [next(key for word, key in COMPARED if word in said) for said in cell["by"]]
    again = wanted.count("among") > 1  # among those still equal once more (D-26)
    assert [step.key for step in play.now().steps()] == ["main", *dict.fromkeys(wanted)]
    if cell.get("tied") == "more":
        assert play.now().regroups == again


@pytest.mark.parametrize("cell", [each for each in of("tie") if each not in RANKED])
def test_equals_of_a_match_or_a_bracket_are_left_as_the_text_leaves_them(cell: Cell) -> None:
    game, form = cell["game"], FORMS[cell["format"]]
    law = LIBRARY.events[game]
    if cell["purpose"] == "ranking":  # the text names nothing: equals share the place, or the regulations say
        assert cell["by"] in ("not_written", [])
        if form != "single":
            assert [each.by for each in law.tells_apart(form, "*")] == ["main"]
            return
        play = Play(game, 4, format=form)
        for meeting in play.now().rounds[0].meetings:
            win(play, meeting)
        assert [(row.rank, row.shared) for row in play.now().standings() if "出局" in row.note] == [(3, True)] * 2
        return
    if cell["purpose"] == "pairing":  # of the same match points, the higher level points come first
        play = Play(game, 4, format=form, rounds=2)
        play.add(next_round(play.now()))
        one, other = play.now().rounds[0].meetings
        play.add(
            ResultBody(one.id, *sides(one), levels=(("A", "9"),)),
            ResultBody(other.id, *sides(other), levels=(("A", "2"),)),
        )
        first, second = proposed(play.now(), 2)
        assert {first.home, first.away} == {one.home, other.home}
        assert {second.home, second.away} == {one.away, other.away}
        assert "场分同为2" in first.why[0]
        return
    series = {"以级差分的": "累计级分2局", "以场分的": "3局2胜"}
    how = next((way for words, way in series.items() if words in cell.get("variant", "")), "")
    number, rounds = 4, 3
    play = Play(game, number, format=form, rounds=rounds, settled=settled(cell), series=how)
    if form == "swiss":
        play.add(next_round(play.now()))
    meeting = play.now().rounds[0].meetings[0]
    if game == "bridge":
        body = ResultBody(meeting.id, *sides(meeting), scores=((30, 30),))
    else:
        games = {"": 1, "累计级分2局": 2, "3局2胜": 3}[how]
        body = ResultBody(meeting.id, *sides(meeting), levels=(("8", "8"),) * games)
    found = play.now().judged(meeting, body)
    if form == "single":  # nobody has won until it is said who: an extra deal, or the regulations, are not counted here
        assert (found.state, found.winner) == ("open", "")
        assert not law.must_win or law.must_win[0] in found.cites
        named = play.now().judged(meeting, replace(body, winner="away"))
        assert (named.state, named.winner) == ("played", "away")
        return
    assert (found.state, found.winner) == ("played", "")
    if points := cell.get("points"):
        each = points["own"].get("match", points["own"].get("standard"))
        assert found.home is not None and found.away is not None
        assert found.home.main == found.away.main == each


GROUNDS = {
    "停赛（犯规性质极为恶劣）": "停赛（恶意犯规，直接宣布）",
    "双方迟到弃权": "迟到弃权",
    "取消比赛资格（预先约定的信息传递）": "取消比赛资格",
    "暂停比赛资格": "停赛",
}
AHEAD = {13: "2", 17: "6", 18: "7", 19: "8", 20: "9", 22: "J", 23: "Q"}
"""Level points of the opponents, and their level where the offender stands at 2 (13.3, table of appendix 4)."""
RECORDED = 14  # 9 to 5, four levels apart (table of standard scores)


@pytest.mark.parametrize("cell", of("forfeit"))
def test_a_forfeit_is_worth_what_the_text_says(cell: Cell) -> None:
    ground = GROUNDS.get(cell["ground"], cell["ground"])
    law = LIBRARY.events[cell["game"]]
    if cell["ground"] == "中途退出":
        leaves(cell)
        return
    if cell["game"] == "bridge" and ground not in law.forfeits:
        ground = "弃权"  # a board without a result is awarded by itself: what the match is worth is not written
    else:
        assert ground in law.forfeits, "the ground can be named"
    minutes = {"minutes": 0}
    play, meeting, _ = late_play({**cell, **minutes})
    side = "both" if cell["ground"] == "双方迟到弃权" else "home"
    levels = (("2", AHEAD[cell["actual"]]),) if "actual" in cell else ()
    if cell.get("points", {}) != "open" and cell["points"].get("opponents") == {"standard": "recorded"}:
        levels = (("5", "9"),)  # the one who forfeits stands at 5
    body = ResultBody(meeting.id, *sides(meeting), levels=levels, forfeit=side, ground=ground)  # type: ignore[arg-type]
    if cell["game"] == "bridge":
        assert play.now().judged(meeting, body).state == "open"
        return
    worth(cell, play, meeting, body)


def leaves(cell: Cell) -> None:
    """A meeting that is forfeited because one of the two has left."""
    play, who = played({"met": "half", **cell, "when": "after"})
    now = play.now()
    meeting = to_come(now, who)[0]
    found = now.outcome(meeting)
    if cell["format"] == "knockout" and cell["points"] != "open":
        assert (found.state, found.winner) == ("forfeit", "away" if meeting.home == who else "home")
        return
    held(cell, found, meeting, who, now)
    assert set(cell["cites"]) & set(found.cites)


def test_how_many_cells_there_are_and_that_each_is_held(capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind of cell is a parameter of a test of the event above, and of the trees in test_event_trees: none is left out."""
    count = Counter((cell["game"], cell["event"]) for cell in CELLS)
    with capsys.disabled():
        print(*(f"\n{game} {event}: {number}" for (game, event), number in sorted(count.items())))
    assert {event for _, event in count} == {"leaving", "late", "forfeit", "tie"}
    by_game = Counter(cell["game"] for cell in CELLS)
    assert by_game == {"guandan": 185, "shengji": 128, "bridge": 34}
    assert sum(len(of(event)) for event in ("leaving", "late", "forfeit", "tie")) == len(CELLS)
