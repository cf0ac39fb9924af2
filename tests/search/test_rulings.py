"""Trees and worked cases found through the one search."""

from __future__ import annotations

import pytest

from decision_trees.library import Library, open_library
from rules_data.model import GameId
from search import compiled_index
from search.engine import Engine, open_engine


@pytest.fixture(scope="module")
def engine() -> Engine:
    return open_engine()


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library()


def test_the_phrases_people_use_lead_to_their_tree(engine: Engine, library: Library) -> None:
    entries = [tree for tree in library.trees.values() if not tree.part]
    asked = [(phrase, tree) for tree in entries for phrase in (*tree.heard, tree.title)]
    own = among = 0
    for phrase, tree in asked:
        game: GameId = tree.id.split(".")[0]  # type: ignore[assignment]
        own += engine.search(phrase, game=game, kind="tree").hits[0].id == tree.id
        among += tree.id in [
            hit.id for hit in engine.search(phrase, kind="tree").hits[:3]
        ]  # 迟到 is said in every game
    assert own / len(asked) >= 0.99
    assert among / len(asked) >= 0.97


def test_a_phrase_gives_the_ruling_that_is_meant(engine: Engine) -> None:
    for query in ("叫低了", "不足叫牌", "他叫低了", "buzujiaopai", "叫得不夠高", "insufficient bid"):
        found = engine.search(query).ruling
        assert found is not None and found.id == "bridge.insufficient_bid", query
        assert (found.label, found.title, found.book) == ("裁定", "不足叫牌", "bridge-1999")


@pytest.mark.parametrize("query", ["64A1", "第27条", "将牌", "qqqqzzzz", ""])
def test_no_ruling_where_none_is_asked_for(engine: Engine, query: str) -> None:
    assert engine.search(query).ruling is None


def test_provisions_keep_the_first_places(engine: Engine) -> None:
    for query in ("叫低了", "迟到", "首引引错人", "申诉"):
        assert [hit.kind for hit in engine.search(query).hits[:3]] == ["provision"] * 3


def test_a_case_is_found_by_what_happened(engine: Engine, library: Library) -> None:
    cases = list(library.cases.items())[::7]
    found = [engine.search(case.situation, kind="case").hits[0].id for _, case in cases]
    assert sum(id_ == one for (id_, _), one in zip(cases, found, strict=True)) / len(cases) >= 0.95


def test_the_game_filter_holds_for_rulings_too(engine: Engine) -> None:
    assert engine.search("叫低了", game="guandan").ruling is None
    assert all(hit.id.startswith("bridge.") for hit in engine.search("迟到", game="bridge", kind="tree").hits)


def test_the_index_depends_on_the_trees() -> None:
    assert any(file.parent.name == "trees" for file in compiled_index.source_files())
