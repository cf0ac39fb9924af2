"""Written rulings made of worked cases and of chains: what they ask, and that it is what the engine rules."""

from __future__ import annotations

from itertools import islice

import pytest

from app.base.opened import trees
from app.exams.blueprint import Wanted, composed, from_bank
from app.exams.paper import PaperError, as_json, from_json
from app.exams.written_rulings import COMPOUND, KINDS, WRITTEN, make, written
from app.study.clauses import label
from decision_trees.games import games
from tests.benchmarks.written_marks import question


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("kind", KINDS)
def test_every_game_has_rulings_to_be_written_out(game: str, kind: str) -> None:
    for each in islice(written(game, kind, "", 5), 12):
        assert each.kind == kind and each.game == game and not each.options
        assert all(part.form == "text" and part.points and part.model for part in each.parts)
        assert all(point.cites and point.text == label(point.cites[0]) for point in each.parts[0].points)
        secret = each.parts[1].model.rstrip("。")
        assert secret not in each.stem


def test_a_ruling_is_asked_in_its_steps_and_its_points_are_the_rulings() -> None:
    """Law 27B2: whoever changes an insufficient bid to a pass silences his partner; law 37: who bids all the same, both."""
    found = question("bridge.chain.insufficient_to_pass_then_partner_bids")
    assert [part.points[0].text for part in found.parts if part.points[0].cites] == ["第27条B款2", "第37条"]
    assert "西家" in found.parts[1].model and "永远不叫" in found.parts[1].model
    assert "东西方" in found.parts[3].model and "取消" in found.parts[3].model
    assert found.stem.index("（1）") < found.stem.index("（2）")


def test_who_chooses_and_what_comes_of_it_is_asked_where_somebody_chooses() -> None:
    """Shengji law 22.1: whose hand is wrong is no party: the other decides alone between going on and dealing again."""
    found = question("shengji.wrong_number_before_discard.banker_over")
    choice = next(part for part in found.parts if part.ask.startswith("由谁选择"))
    assert "西家" in choice.points[0].text and "不得与同伴商量" in choice.points[0].text
    assert len(choice.points) == 3


def test_a_blueprint_asks_for_written_rulings_by_their_titles_and_the_same_seed_makes_the_same() -> None:
    lines = [Wanted("bridge", "", "书面裁决", number=2, marks=10), Wanted("guandan", "", COMPOUND, number=1, marks=12)]
    made = composed("考", 90, lines, from_bank, seed=4, versions=2)
    assert [item.question.kind for item in made.items] == [WRITTEN, WRITTEN, COMPOUND]
    assert made == composed("考", 90, lines, from_bank, seed=4, versions=2)
    assert from_json(as_json(made)) == made
    assert {asked.item for asked in made.version(1).asked} == {0, 1, 2}


def test_a_kind_that_is_not_there_is_refused_with_all_that_are() -> None:
    with pytest.raises(PaperError, match="书面裁决"):
        composed("考", 90, [Wanted("bridge", "", "默写")], from_bank)


def test_what_is_counted_by_a_table_with_a_misprint_is_not_asked() -> None:
    """Law 77 prints 40 for a doubled trick in a major, which is read as 60: 4♥ doubled, made with two overtricks."""
    case = next(each for each in trees().cases.values() if each.id.endswith("established_revoke.two_tricks"))
    assert "加倍" in case.situation and make(case) is None
