"""Rights and trees agree: what a line says will follow is what the tree rules, in the same words and by the same clauses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from decision_trees import ruled
from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.loader import ROOT, load_game
from decision_trees.rights import Line, RuledBy, check_names, load_rights
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()
LIBRARY = open_library()

LINKED = [(g, i) for g in games() for i, line in enumerate(LIBRARY.rights[g].lines) if line.ruled]


def disagreements(line: Line) -> list[str]:
    return list(ruled.disagreements(line, LIBRARY.trees, LIBRARY.cases, HANDBOOK))


@pytest.mark.parametrize(("game", "index"), LINKED)
def test_a_line_and_the_outcomes_it_names_agree(game: str, index: int) -> None:
    line = LIBRARY.rights[game].lines[index]
    assert disagreements(line) == [], line.text


@pytest.mark.parametrize("game", games())
def test_a_line_that_states_a_consequence_is_linked_or_says_why_not(game: str) -> None:
    left = {line.text: found for line in LIBRARY.rights[game].lines if (found := ruled.unanswered(line))}
    assert left == {}


@pytest.mark.parametrize("game", games())
def test_a_reason_is_only_given_where_there_is_something_to_explain(game: str) -> None:
    for line in LIBRARY.rights[game].lines:
        assert line.unruled is None or ruled.unanswered(replace(line, unruled=None)), line.text


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("出错牌须收回，停一圈。", ["停"]),
        ("藏牌罚一墩，处罚权丧失。", ["罚", "罚", "丧失"]),
        ("停止本圈出牌权一次。", ["停"]),
        ("裁判长判给调整分。", ["判", "调整分"]),
        ("打牌停止，裁判员逐项说明罚则；对错自负，不停顿。", []),
        ("轮到时必须不叫，升两级。", ["必须不叫", "两级"]),
    ],
)
def test_what_states_a_consequence(text: str, stated: list[str]) -> None:
    line = Line(roles=("dummy",), stages=("play",), cites=("bridge-1999:42A1",), must=text)
    assert [text[start:end] for start, end in ruled.stated(line)] == stated
    assert ruled.unanswered(line) == stated
    assert ruled.unanswered(replace(line, unruled="只是举例。")) == []


PLAYED = RuledBy(tree="bridge.insufficient_bid", outcome="condoned", says=("接受",))


@pytest.mark.parametrize(
    ("cites", "by", "fault"),
    [
        (("bridge-1999:27A",), {}, None),
        (("bridge-1999:27A",), {"says": ("停一圈",)}, "没有说“停一圈”"),
        (("bridge-1999:27A",), {"outcome": "nothing"}, "没有案例"),
        (("bridge-1999:27A",), {"facts": {"in_turn": True}}, "没有走到结论"),
        (("bridge-1999:27A", "bridge-1999:64A"), {}, "没有引用 bridge-1999:64A"),
        (("bridge-1999:27",), {}, None),  # a clause above the one that is cited
    ],
)
def test_a_disagreement_is_named(cites: tuple[str, ...], by: dict[str, object], fault: str | None) -> None:
    line = Line(roles=("lho",), stages=("wrong",), cites=cites, may="可以接受。", ruled=(replace(PLAYED, **by),))
    found = disagreements(line)
    assert (found == []) if fault is None else any(fault in each for each in found), found


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("{tree: bridge.nothing, outcome: condoned, says: [接受]}", "bridge.nothing 不存在"),
        ("{tree: bridge.insufficient_bid, outcome: nothing, says: [接受]}", "没有结论“nothing”"),
        (
            "{tree: bridge.insufficient_bid, outcome: condoned, says: [接受], case: bridge.x.y}",
            "案例 bridge.x.y 不存在",
        ),
        ("{tree: bridge.insufficient_bid, outcome: condoned, says: [接受], facts: {colour: 1}}", "没有“colour”这一项"),
    ],
)
def test_a_name_that_does_not_exist_is_refused(tmp_path: Path, link: str, complaint: str) -> None:
    (tmp_path / "bridge").mkdir()
    file = tmp_path / "bridge" / "rights.yaml"
    text = (ROOT / "bridge" / "rights.yaml").read_text(encoding="utf-8")
    line = f"  - {{roles: [lho], stages: [wrong], may: 可以接受。, cites: [bridge-1999:27A], ruled: [{link}]}}\n"
    file.write_text(text + line, encoding="utf-8")
    rights = load_rights("bridge", tmp_path)
    assert rights is not None
    problems = list(check_names(rights, load_game("bridge")))
    assert any(complaint in str(problem) for problem in problems), problems
    assert any(problem.line == len((text + line).splitlines()) for problem in problems), problems
