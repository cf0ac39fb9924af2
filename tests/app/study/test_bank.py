"""The bank of questions: the same again, one right answer, nothing that is not there."""

from __future__ import annotations

from random import Random

import pytest

from app.base.opened import trees
from app.study import bank
from app.study.generators import irregularities
from decision_trees.games import games

FEW = 10  # trees: in a game of fewer a kind may find too little to make a question of


@pytest.mark.parametrize("game", games())
def test_every_kind_asks_and_asks_the_same_again(game: str) -> None:
    rng = Random(16)
    for kind in bank.kinds():
        if not bank.subjects(game, kind=kind.id):
            continue
        try:
            question = bank.any_question(rng, game, kinds=[kind.id])
        except bank.NoQuestionError:
            assert len(trees().of_game(game)) < FEW, f"no question of kind {kind.id}"
            continue
        assert question.kind == kind.id
        assert question.game == game
        assert bank.by_id(question.id) == question
        assert question.topic in {topic.id for topic in bank.topics(game)}


def test_what_is_not_there_is_said_in_a_sentence() -> None:
    with pytest.raises(bank.NoQuestionError, match="没有“nothing”这种题"):
        bank.make("nothing", "tree:bridge.established_revoke", 1)
    with pytest.raises(bank.NoQuestionError, match="规则书或裁决树可能已经改动"):
        bank.make("outcome", "tree:bridge.gone", 1)
    with pytest.raises(bank.NoQuestionError, match="不是题目的编号"):
        bank.by_id("outcome")
    with pytest.raises(bank.NoQuestionError, match="放宽范围"):
        bank.any_question(Random(1), "bridge", kinds=["nothing"])


def test_a_bridge_player_on_ones_right_is_rho() -> None:
    """定义·上家：位于右方的对手。"""
    question = bank.make("term", "term:bridge/rho", 5)
    assert "位于右方的对手" in question.stem
    assert question.answer.text == "上家"
    assert question.cites == ("bridge-1999:def/上家",)


@pytest.mark.parametrize(("others", "asked"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_what_it_is_is_asked_only_where_there_are_enough_others_to_choose_from(
    monkeypatch: pytest.MonkeyPatch, others: int, asked: int
) -> None:
    """A question needs three options: a game of two irregularities, as 拱猪 of the tests, cannot ask which of them it is."""
    name = "shengji.revoke"
    few = tuple(each for each in trees().of_game("shengji") if each.id != name)[:others]
    monkeypatch.setattr(irregularities, "by_tree", lambda _: {name: ()})
    monkeypatch.setattr(irregularities, "apart", lambda _, other: other in few)
    assert len(list(irregularities.subjects("shengji"))) == asked
