"""Why a result was found is said only where it explains something."""

from __future__ import annotations

import re

import pytest

from rules_data.handbook import Handbook, open_handbook
from search.engine import Engine, open_engine
from search.reasons import is_name
from search.wordlists import read_synonyms


@pytest.fixture(scope="module")
def handbook() -> Handbook:
    return open_handbook()


@pytest.fixture(scope="module")
def engine() -> Engine:
    return open_engine()


@pytest.mark.parametrize(
    "title", ["声称的定义", "打牌结束后", "不能跟牌", "在一轮结束后", "如果没有裁判", "牌型大小的比较"]
)
def test_titles_that_say_what_a_clause_does_are_no_names(title: str) -> None:
    assert not is_name(title)


@pytest.mark.parametrize("title", ["更改叫牌", "10张报牌", "打牌迟缓", "明手误打牌张"])
def test_short_titles_are_names(title: str) -> None:
    assert is_name(title)


def test_no_saying_is_explained_by_anything_but_a_name(engine: Engine, handbook: Handbook) -> None:
    """Over all synonyms: what may stand behind an equals sign is printed as a title or kept as a term of that game."""
    named: dict[str, set[str]] = {}
    for book in handbook.books.values():
        words = named.setdefault(book.game, set())
        words |= {name for term in book.terms for name in (term.term, *term.aka)}
        words |= {part for each in book.walk() for part in re.split(r"[、与和及（）()—]", each.title or "")}
        words |= {each.title for each in book.walk() if each.title}
    explained = 0
    for meaning in engine.language.meanings:
        said = engine.language.explaining(meaning)
        assert set(said) <= named[meaning.game], said
        explained += bool(said)
    assert explained > 200, "most sayings still have one"
    assert len(read_synonyms(handbook)) > explained, "and those that would explain nothing have none"


@pytest.mark.parametrize(
    ("query", "silent"),
    [("超时", "秒属"), ("claim", "定义"), ("不肯进贡", "进贡一张"), ("forgot to announce", "没有按规定")],
)
def test_reasons_that_explain_nothing_are_not_shown(engine: Engine, query: str, silent: str) -> None:
    results = engine.search(query, limit=100)
    assert results.hits
    assert not [hit.reason for hit in results.hits if hit.reason and silent in hit.reason]
    assert silent not in results.understood


@pytest.mark.parametrize("query", ["谁有权叫裁判", "标准分怎么换", "升几级", "可以不罚吗", "60%"])
def test_a_question_or_a_figure_is_no_other_name_of_anything(engine: Engine, query: str) -> None:
    results = engine.search(query, limit=100)
    assert results.hits
    assert not [hit.reason for hit in results.hits if hit.reason and f"：{query.rstrip('%')} = " in hit.reason]
    assert "俗称" not in results.understood


@pytest.mark.parametrize(
    ("query", "reason"),
    [("鬼牌", "俗称：鬼牌 = 大王、小王"), ("改叫", "俗称：改叫 = 更改叫牌"), ("claim", "英文：claim = 声称")],
)
def test_reasons_that_explain_are_shown(engine: Engine, query: str, reason: str) -> None:
    assert reason in [hit.reason for hit in engine.search(query).hits]


@pytest.mark.parametrize(
    ("query", "tree"),
    [
        ("庄家摊牌没算将牌", "bridge.contested_claim"),  # 70C: a trump outstanding that the claimer did not mention
        ("分数公布多久可以改", "bridge.trick_or_score_error"),  # 79C: 30 minutes, or as the organiser sets
        ("咳嗽", "guandan.illegal_signals"),  # 第二十条一1 names it
        ("换了座位", "bridge.procedural_penalty"),  # 5A, 90B8: only with the director's leave
        ("改叫", "bridge.change_of_call"),
        ("加倍了又想改", "bridge.change_of_call"),
        ("炸弹大小", "guandan.does_it_beat"),
        ("报几张", "guandan.not_announced"),
    ],
)
def test_what_people_say_leads_to_the_ruling(engine: Engine, query: str, tree: str) -> None:
    found = engine.search(query).ruling
    assert found is not None and found.id == tree


def test_a_joker_is_a_big_or_small_king(engine: Engine) -> None:
    assert engine.search("鬼牌").hits[0].id == "guandan-2017:8.1"
