"""What the law text says of every situation an event meets, held against the trees a referee walks, asked directly.

The expectations are ``tests/decision_trees/event_situations.yaml``, worked out from the text alone. Nothing of an event, nor of
``event.yaml`` is used here, so that tree and event are each held against the text by themselves.
"""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.engine import Ruled, Step, Undecided, advance
from decision_trees.law import Law
from decision_trees.library import open_library
from rules_data.handbook import open_handbook
from tests.app.tools.competition.test_event_situations import AHEAD, LADDER, RECORDED, Cell, each_of, of, settled

LIBRARY, BOOKS = open_library(), open_handbook().books


def ask(tree: str, facts: dict[str, Any], cell: Cell) -> Step:
    return advance(LIBRARY.trees[tree], facts, Law(LIBRARY.trees, BOOKS, settled(cell)))


def ruled(tree: str, facts: dict[str, Any], cell: Cell) -> Ruled:
    step = ask(tree, facts, cell)
    assert isinstance(step, Ruled), step
    return step


def amounts(step: Ruled, who: str) -> dict[str, Any]:
    """What somebody gets, by the unit."""
    kinds = ("points", "score_correction", "adjusted_score")
    return {e.unit or "": e.amount for e in step.outcome.effects if e.kind in kinds and e.who == who}


def kinds(step: Ruled) -> set[str]:
    return {each.kind for each in step.outcome.effects}


def refers(step: Step) -> bool:
    return isinstance(step, Undecided) or step.outcome.refer or "refer" in kinds(step)  # type: ignore[union-attr, arg-type]


def cited(cell: Cell, step: Ruled) -> bool:
    effects = {cite for each in step.outcome.effects for cite in each.cites}
    return bool(set(cell["cites"]) & {*step.cites, *effects})


# Lateness


@pytest.mark.parametrize("cell", of("late", "guandan"))
def test_lateness_of_guandan(cell: Cell) -> None:
    both = cell["both"]
    minutes = cell["minutes"] if both else [cell["minutes"]]
    facts = {"regime": cell["with"], "both_late": both, "offender": "N", "level_ns": "3", "level_ew": "5"}
    if not both:
        facts |= {"minutes_late": minutes[0]}
    else:
        facts |= {"minutes_ns": minutes[0], "minutes_ew": minutes[1]}
    step = ask("guandan.lateness", facts, cell)
    if cell.get("regulations"):
        assert refers(step) and (not isinstance(step, Ruled) or not kinds(step) & {"levels", "lose_game", "points"})
        return
    assert isinstance(step, Ruled) and cited(cell, step)
    forfeits, ups = each_of(cell, "forfeit", len(minutes)), each_of(cell, "opponents_up", len(minutes))
    if both and kinds(step) >= {"each_alone"}:  # each by his own band
        wanted = [
            f"{own}以弃权论" if forfeit else f"{other}自然升{up}级"
            for own, other, forfeit, up in zip(
                ("南北方", "东西方"), ("东西方", "南北方"), forfeits, [*ups, 0, 0], strict=False
            )
        ]
        assert step.figures[0].text == "；".join(wanted)
        return
    if both:
        assert not any(forfeits) and not any(ups)
        assert not kinds(step) & {"levels", "lose_game", "points", "each_alone"}
        return
    assert ("lose_game" in kinds(step)) == forfeits[0]
    if forfeits[0]:
        assert (amounts(step, "东西方"), amounts(step, "南北方")) == ({"场分": 2, "级分": 17}, {"分": 0})
        return
    assert {each.fact: each.value for each in step.leaves} == {"level_ew": LADDER[LADDER.index("5") + ups[0]]}
    assert f"自然升{ups[0]}级" in step.outcome.ruling


@pytest.mark.parametrize("cell", of("late", "shengji"))
def test_lateness_of_shengji(cell: Cell) -> None:
    minutes = cell["minutes"] if cell["both"] else [cell["minutes"], 0]
    step = ruled("shengji.lateness", {"ns_late_for": f"{minutes[0]}分", "ew_late_for": f"{minutes[1]}分"}, cell)
    assert cited(cell, step)
    forfeits, warned = ([*each_of(cell, name, 2 if cell["both"] else 1), False][:2] for name in ("forfeit", "warning"))
    effects = [(each.kind, each.who) for each in step.outcome.effects]
    for side, forfeit, warning in zip(("南北方", "东西方"), forfeits, warned, strict=True):
        assert any(kind == "lose_game" and who in (side, "双方") for kind, who in effects) == bool(forfeit)
        if warning in (True, False):
            assert any(kind == "warning" and who in (side, "双方") for kind, who in effects) == warning
    if not any(forfeits):
        return
    if all(forfeits):
        assert amounts(step, "双方") == {"分": 0}  # what it means where matches won are counted, the event asks
        return
    gone = "南北方" if forfeits[0] else "东西方"
    assert amounts(step, gone) == {"分": 0}
    forfeit_score("absent", "S" if forfeits[0] else "E", cell)


def forfeit_score(reason: str, offender: str, cell: Cell) -> None:
    """What the other one of a forfeit gets, by the tree the ruling leads to."""
    facts: dict[str, Any] = {
        "forfeit_reason": reason, "standard_scoring": cell.get("scoring") != "winner", "offender": offender,
        "opponent_avg": 11, "offender_avg": 7.5, "score_settled": "settle",
    }  # fmt: skip
    gets = cell["points"] if cell["points"] == "open" else cell["points"]["opponents"]
    if gets == {"standard": "recorded"}:
        facts |= {"recorded_score": RECORDED}
    step = ask("shengji.forfeit_score", facts, cell)
    others = "东西方" if offender == "S" else "南北方"
    if gets == "open":
        unknown = isinstance(step, Ruled) and list(amounts(step, others).values()) == [None]
        assert unknown or refers(step)
        return
    assert isinstance(step, Ruled)
    if gets == "win":
        assert "wins" in kinds(step)
        return
    wanted = {"own_average": 11, "twenty_minus": 12.5, "highest": 12.5, "recorded": RECORDED}  # 12.5 over 11 and 12
    who = others if others in {each.who for each in step.outcome.effects} else "余轮的对手"
    assert amounts(step, who) == {"标准分": wanted.get(gets["standard"], gets["standard"])}


@pytest.mark.parametrize("cell", of("late", "bridge"))
def test_lateness_of_bridge(cell: Cell) -> None:
    step = ruled("bridge.procedural_penalty", {"kind": "late"}, cell)
    assert kinds(step) == {"procedural_penalty"} and cited(cell, step)
    assert "可" in step.outcome.ruling and "由裁判斟酌" in step.outcome.ruling
    assert all(each.amount is None for each in step.outcome.effects), "no amount is written, nor a forfeit"


# Forfeits

REASONS = {
    "迟到弃权": "late",
    "中途弃权": "walked_out",
    "一局判负": "game_lost",
    "停赛（犯规性质极为恶劣）": "suspended",
    "停赛（第二次一局判负）": "second_game_lost",
}


@pytest.mark.parametrize("cell", of("forfeit", "guandan"))
def test_forfeits_of_guandan(cell: Cell) -> None:
    if cell["ground"] == "中途退出":
        system = {"opponents": 8, "played": 4} if cell["format"] == "robin" else {}
        facts = {"what": "after", "suspended": False, "approved": True, "system": cell["format"], **system}
        step = ruled("guandan.withdrawal", {**facts, **({"regime": cell["with"]} if "with" in cell else {})}, cell)
        assert cited(cell, step)
        if cell["points"]["opponents"] == "win":
            assert "advances" in kinds(step)
        else:
            gets = cell["points"]["opponents"]
            who = next(each.who for each in step.outcome.effects if each.kind == "points")
            assert amounts(step, str(who)) == {"场分": gets["match"], "级分": gets["level"]}
        return
    facts = {"forfeit_reason": REASONS[cell["ground"]], "regime": cell["with"], "offender": "E"}
    facts |= {"game_played": "actual" in cell}
    if "actual" in cell:
        facts |= {"level_ew": "2", "level_ns": AHEAD[cell["actual"]]}
    step = ruled("guandan.forfeit_score", facts, cell)
    assert cited(cell, step)
    assert (cell.get("later") == "leaving") <= any(
        each.tree == "guandan.withdrawal" for each in step.outcome.follow_ups
    ) or "second" in facts["forfeit_reason"]
    points = cell["points"]
    if points == "open":
        assert refers(step) and "points" not in kinds(step)
        return
    assert amounts(step, "南北方") == {"场分": points["opponents"]["match"], "级分": points["opponents"]["level"]}
    own = amounts(step, "东西方")
    assert own.get("级分", own.get("分", 0)) == points["own"]["level"]


@pytest.mark.parametrize("cell", [c for c in of("forfeit", "guandan") if c.values[0]["ground"] == "中途弃权"])
def test_one_game_forfeited_in_the_tree_of_withdrawals(cell: Cell) -> None:
    """Where a referee begins with 退赛、弃权: the figure says what both get; of what is over 17, the tree it leads to."""
    facts = {
        "what": "one_game",
        "forfeit_decision": "lost",
        "offender": "E",
        "level_ew": "2",
        "level_ns": AHEAD[cell["actual"]],
    }
    step = ruled("guandan.withdrawal", {**facts, "regime": cell["with"]}, cell)
    if cell.get("settled", {}).get("D-09") == "all-17":
        assert step.outcome_id == "forfeit_game_17" and amounts(step, "南北方") == {"场分": 2, "级分": 17}
        assert step.outcome.follow_ups[0].tree == "guandan.forfeit_score"
        return
    points = cell["points"]
    wanted = (
        points["opponents"]["match"],
        points["own"]["match"],
        points["opponents"]["level"],
        points["own"]["level"],
    )
    assert step.figures[0].text == "场分：南北方{}、东西方{}；级分：南北方{}、东西方{}".format(*wanted)


@pytest.mark.parametrize("cell", of("forfeit", "shengji"))
def test_forfeits_of_shengji(cell: Cell) -> None:
    ground = cell["ground"]
    if ground == "双方迟到弃权":
        step = ruled("shengji.lateness", {"ns_late": "forfeit", "ew_late": "forfeit"}, cell)
        assert amounts(step, "双方") == {"分": 0} and cited(cell, step)
    elif ground == "取消比赛资格（三次传递非法信息）":
        step = ruled("shengji.illegal_information_count", {"information_of_side": 2, "offender": "E"}, cell)
        assert "disqualified" in kinds(step) and "points" not in kinds(step) and cited(cell, step)
    elif ground == "停赛":
        step = ruled("shengji.forfeit_count", {"forfeits_in_event": 1, "offender": "E"}, cell)
        follow = {each.tree: each.facts for each in step.outcome.follow_ups}
        assert follow["shengji.forfeit_score"]["forfeit_reason"] == "forfeited" and cited(cell, step)
        assert follow["shengji.withdrawal_during_event"]["withdrawal_reason"] == "suspended"
        forfeit_score("forfeited", "E", cell)
    elif ground == "中途退出" and cell["format"] != "robin":
        step = ruled(
            "shengji.withdrawal_during_event", {"withdrawal_reason": "approved", "system": cell["format"]}, cell
        )
        assert cited(cell, step)
        if cell["points"] == "open":
            assert refers(step) and "points" not in kinds(step)
        else:
            assert amounts(step, "未赛轮次的对手") == {"标准分": cell["points"]["opponents"]["standard"]}
    else:
        reason = {"迟到弃权": "absent", "判负": "forfeited", "中途退出": "withdrawn"}[ground]
        forfeit_score(reason, "E", cell)


@pytest.mark.parametrize("cell", of("forfeit", "bridge"))
def test_forfeits_of_bridge(cell: Cell) -> None:
    if cell["ground"].startswith("迟到"):
        board_without_result(cell)
        return
    measure = "disciplinary" if cell["ground"] == "暂停比赛资格" else "disqualify"
    step = ruled("bridge.procedural_penalty", {"kind": "disorder", "measure": measure, "approved": True}, cell)
    assert not kinds(step) & {"points", "score_correction", "adjusted_score"}, "what the opponents get is not written"
    assert cited(cell, step) or cell["cites"][0] == "bridge-1999:73B2"


def board_without_result(cell: Cell) -> None:
    """A board that nobody could play because a side came late: the artificial adjusted score."""
    form = {"pairs": "pairs", "imp": "imps"}[cell["scoring"]]
    one = cell["responsible"] == "one"
    facts = {"playable": False, "scoring": form}
    facts |= {"ns_responsibility": "direct" if one else "partial", "ew_responsibility": "none" if one else "partial"}
    if form == "pairs" and one:
        facts |= {"ew_session": 55}
    step = ruled("bridge.artificial_adjusted_score", facts, cell)
    assert cited(cell, step)
    points = cell["points"]
    if points == "open" or cell.get("settled", {}).get("D-14") == "director-sets":
        assert refers(step)
        return
    said = {str(each.who): str(each.what or "") + str(each.amount or "") for each in step.outcome.effects}
    own, others = (next((s for w, s in said.items() if side in w or w == "双方"), "") for side in ("南北", "东西"))
    unit = next(iter(points["own"]))
    for words, value in ((own, points["own"][unit]), (others, points["opponents"][unit])):
        wanted = str(value).partition("_")[0].lstrip("-")
        assert wanted in words, (words, value)
    if unit == "percent" and one:
        higher = ruled("bridge.artificial_adjusted_score", {**facts, "ew_session": 63.5}, cell)
        assert "63.5" in str(higher.outcome.effects[1].what)


# Equals

SYSTEMS = {"以级差分的": "series_points", "以场分的": "series_games"}


@pytest.mark.parametrize("cell", [c for c in of("tie", "guandan") if c.values[0]["purpose"] == "match"])
def test_equal_levels_of_guandan(cell: Cell) -> None:
    variant = cell.get("variant", "")
    system = next((name for words, name in SYSTEMS.items() if words in variant), cell["format"])
    step = ask("guandan.equal_levels", {"system": system, "extra_required": "最后" in variant}, cell)
    if isinstance(step, Undecided):  # before anybody has laid it down
        assert cell.get("regulations") and "settled" not in cell
        return
    assert isinstance(step, Ruled) and cited(cell, step)
    if cell.get("regulations"):
        assert refers(step) and "照比赛规程" in step.outcome.ruling
    elif cell["by"]:
        assert "加打一副" in step.outcome.ruling and not refers(step)
    else:
        assert "场分各1分" in step.outcome.ruling


@pytest.mark.parametrize("cell", [c for c in of("tie", "shengji") if c.values[0]["purpose"] == "match"])
def test_equal_levels_of_shengji(cell: Cell) -> None:
    facts = {
        "unfinished": False, "system": cell["format"], "past_ace_side": "none", "level_ns": "8", "level_ew": "8",
        "standard_scoring": True, "banker": "N", "gathered": 50, "last_trick": "banker",
    }  # fmt: skip
    step = ask("shengji.time_up", facts, cell)
    if cell["by"] == "open":
        assert isinstance(step, Undecided) and step.id == "shengji-40/D-19"
        return
    assert isinstance(step, Ruled) and cited(cell, step)
    if not cell["by"]:
        assert f"各得{cell['points']['own']['standard']}标准分" in step.outcome.ruling
    elif cell["by"] == ["防家"]:
        assert "判防家胜" in step.outcome.ruling and "也由裁判长定" in step.outcome.ruling
    else:
        words = {"after-settling": "以下一副坐庄的一方为准", "last-deal": "以刚打完那一副为准"}
        assert words[cell["settled"]["D-19-2"]] in step.outcome.ruling
