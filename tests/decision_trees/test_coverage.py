"""Which provisions carry a penalty or a right, and whether a ruling stands behind them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from decision_trees.coverage import Needless, NotRuled, coverage, load_exceptions, marks
from decision_trees.games import games
from decision_trees.loader import load_game
from decision_trees.model import (
    Choice,
    Effect,
    Fact,
    Outcome,
    OutcomeChoice,
    OutcomeOption,
    Question,
    Tree,
)
from decision_trees.rights import citations, load_rights
from rules_data.handbook import open_handbook
from rules_data.loader import DataError
from rules_data.model import GameId

HANDBOOK = open_handbook()


def tree(*cites: str, **more: Any) -> dict[str, Tree]:
    outcome = Outcome(ruling="裁决。", level="none", cites=cites or ("bridge-1999:1",), tell={"全桌": "好"}, **more)
    question = Question(ask="是吗?", fact="so", cites=("bridge-1999:64A1",), answers={"yes": "ruled", "no": "ruled"})
    made = Tree(
        id="bridge.test_coverage", title="试验", stage="play", heard=("试",), cites=("bridge-1999:64",), start="so",
        facts={"so": Fact(kind="bool", label="是")}, questions={"so": question}, outcomes={"ruled": outcome},
    )  # fmt: skip
    return {made.id: made}


def granted(game: str) -> tuple[tuple[str, str], ...]:
    file = load_rights(game)
    assert file is not None
    return tuple(citations({game: file.rights}))


def ruled(trees: dict[str, Tree], **more: Any) -> set[str]:
    return {i.id.partition(":")[2] for i in coverage(HANDBOOK, trees, **more).ruled}


@pytest.mark.parametrize(
    "id_",
    [
        "bridge-1999:64A1",  # (判罚)
        "bridge-1999:27B2",
        "bridge-1999:56",  # 成为重罚张
        "bridge-1999:11B1",  # 处罚权可能丧失
        "bridge-1999:43B2b",  # 应用第64条判罚
        "bridge-1999:91A",
        "guandan-2017:16.1",
        "guandan-2017:18.2.1",
        "guandan-2017:19.4",
        "guandan-supplement:4.1.1",
        "guandan-supplement:4.8.5",
        "shengji-40:19.2p1",
        "shengji-40:20",
        "shengji-40:28b.1",
    ],
)
def test_a_penalty_is_seen(id_: str) -> None:
    provision = HANDBOOK.provision(id_)
    assert any(m.kind == "penalty" for m in marks(provision, HANDBOOK.book_of(id_).game))


@pytest.mark.parametrize(
    "id_",
    [
        "bridge-1999:9B1b",  # 均可召请裁判
        "bridge-1999:20F1",
        "bridge-1999:25B2b",  # 违规者必须作出选择
        "bridge-1999:27A",  # 即被接受
        "bridge-1999:51B2b",
        "bridge-1999:53A",
        "bridge-1999:55A",
        "bridge-1999:66A",
        "bridge-1999:81C8",
        "bridge-1999:92A",
        "guandan-2017:16.6",
        "guandan-2017:39.1.1",
        "shengji-40:24.2p2",  # 其下家可指定
        "shengji-40:22.1p2",  # 由庄家决定
    ],
)
def test_a_right_is_seen(id_: str) -> None:
    provision = HANDBOOK.provision(id_)
    assert any(m.kind == "right" for m in marks(provision, HANDBOOK.book_of(id_).game))


@pytest.mark.parametrize(
    "id_", ["bridge-1999:1", "bridge-1999:17B", "bridge-1999:10A", "bridge-1999:27B", "guandan-2017:8.5"]
)
def test_procedure_and_definitions_carry_nothing(id_: str) -> None:
    assert marks(HANDBOOK.provision(id_), HANDBOOK.book_of(id_).game) == ()


def test_every_printed_mark_of_a_penalty_is_counted() -> None:
    printed = {p.id for p in HANDBOOK.books["bridge-1999"].walk() if "(判罚)" in "".join((p.text or "").split())}
    counted = {i.id for i in coverage(HANDBOOK, tree()).items}
    assert printed and printed <= counted


def test_an_outcome_covers_what_it_cites_and_what_stands_above() -> None:
    assert {"64A1"} <= ruled(tree("bridge-1999:64A1"))
    assert "64A2" not in ruled(tree("bridge-1999:64A1"))
    assert "64A1" not in ruled(tree("bridge-1999:64"))  # the whole law says nothing about its parts
    assert "25B2b" in ruled(tree("bridge-1999:25B2b1"))


def test_effects_choices_and_options_cover() -> None:
    effect = Effect(kind="trick_transfer", cites=("bridge-1999:64A1",))
    assert "64A1" in ruled(tree(effects=(effect,)))
    option = OutcomeOption(text="接受", cites=("bridge-1999:27A",))
    choice = OutcomeChoice(who="下家", fact="accepts", cites=("bridge-1999:27B2",), options={"accept": option})
    assert {"27A", "27B2"} <= ruled(tree(choice=choice))


def test_the_referees_questions_do_not_cover_but_a_players_choice_does() -> None:
    assert "64A1" not in ruled(tree())  # the question of the test tree cites it
    own = tree()["bridge.test_coverage"]
    fact = Fact(kind="choice", label="选择", options={"accept": Choice(text="接受", cites=("bridge-1999:27A",))})
    question = Question(
        ask="接受吗?", fact="accepts", who="下家", cites=("bridge-1999:27B2",), answers={"accept": "ruled"}
    )
    made = Tree(
        id=own.id, title=own.title, stage=own.stage, heard=own.heard, cites=own.cites, start="accepts",
        facts={"accepts": fact}, questions={"accepts": question}, outcomes=own.outcomes,
    )  # fmt: skip
    assert {"27A", "27B2"} <= ruled({made.id: made})


def test_citations_outside_the_trees_can_be_counted() -> None:
    assert "20F1" not in ruled(tree())
    assert "20F1" in ruled(tree(), elsewhere=[("bridge-1999:20F1", "rights")])


def test_only_the_books_of_the_game_and_no_second_witness() -> None:
    books = {i.id.partition(":")[0] for i in coverage(HANDBOOK, tree()).items}
    assert books == {"bridge-1999"}
    books = {i.id.partition(":")[0] for i in coverage(HANDBOOK, {}, game="guandan").items}
    assert books == {"guandan-2017", "guandan-supplement"}


def test_an_exception_speaks_for_all_below_and_needless_ones_are_named() -> None:
    exceptions = [
        NotRuled(at="bridge-1999:20", reason="行使权利不是违规。"),
        NotRuled(at="bridge-1999:64A1", reason="已经不必。"),
        NotRuled(at="bridge-1999:1", reason="没有判罚。"),
        NotRuled(at="bridge-1999:999", reason="没有这一条。"),
    ]
    report = coverage(HANDBOOK, tree("bridge-1999:64A1"), exceptions)
    excepted = {i.id for i in report.excepted}
    assert {"bridge-1999:20A", "bridge-1999:20F1"} <= excepted
    assert not excepted & {i.id for i in report.missing}
    assert report.needless == (
        Needless("bridge-1999:64A1", "ruled"),
        Needless("bridge-1999:1", "idle"),
        Needless("bridge-1999:999", "unknown"),
    )
    assert not report.complete


def test_the_report_in_words() -> None:
    exceptions = [
        NotRuled(at="bridge-1999:20", reason="行使权利不是违规。"),
        NotRuled(at="bridge-1999:999", reason="无。"),
    ]
    report = coverage(HANDBOOK, tree("bridge-1999:64A1"), exceptions)
    text = report.text()
    assert text.startswith(f"桥牌：带判罚或权利的条款 {len(report.items)} 条，裁决已引用 ")
    assert f"缺 {len(report.missing)} 条。" in text
    assert "bridge-1999:64A2 第64条A款2 违规者未赢得藏牌墩（判罚“(判罚)”" in text
    assert "bridge-1999:20A 第20条A款：行使权利不是违规。" in text
    assert "bridge-1999:999：没有这个条款。" in text
    assert "bridge.test_coverage/ruled" not in text
    assert "bridge-1999:64A1 第64条A款1：bridge.test_coverage/ruled" in report.text(full=True)


def test_faulty_exceptions_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "bridge"
    folder.mkdir()
    assert load_exceptions("bridge", tmp_path) == ()
    file = folder / "not_ruled.yaml"
    file.write_text("- {at: bridge-1999:20, reason: 权利。}\n- {at: bridge-1999:20, reason: ' '}\n", encoding="utf-8")
    with pytest.raises(DataError) as told:
        load_exceptions("bridge", tmp_path)
    assert [(p.line, p.what) for p in told.value.problems] == [
        (2, "例外“bridge-1999:20”写了两次。"),
        (2, "例外没有理由。"),
    ]
    file.write_text("- {at: bridge-1999:20, why: 权利。}\n", encoding="utf-8")
    with pytest.raises(DataError):
        load_exceptions("bridge", tmp_path)


@pytest.mark.parametrize("game", games())
def test_exceptions_of_the_game_are_needed(game: str) -> None:
    report = coverage(
        HANDBOOK, load_game(game).trees, load_exceptions(game), cast("GameId", game), elsewhere=granted(game)
    )
    assert report.needless == (), "\n".join(f"{n.at}: {n.why}" for n in report.needless)


def test_a_rights_page_covers_a_right_but_no_penalty() -> None:
    cited = [("bridge-1999:20A", "bridge.rights/auction/on_turn"), ("bridge-1999:64A1", "bridge.rights/play/declarer")]
    report = coverage(HANDBOOK, tree("bridge-1999:27B2"), elsewhere=cited)
    found = {i.id: i for i in report.items}
    assert found["bridge-1999:20A"].only_rights and not found["bridge-1999:20A"].missing
    assert found["bridge-1999:64A1"].missing
    assert "权利页另引用" in report.text()


@pytest.mark.parametrize("game", games())
def test_a_game_with_trees_is_covered(game: GameId) -> None:
    report = coverage(HANDBOOK, load_game(game).trees, load_exceptions(game), game, elsewhere=granted(game))
    assert report.complete, report.text()
