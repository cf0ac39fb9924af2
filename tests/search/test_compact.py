"""The compiled index reads as the Whoosh index does that it was compiled from, and cuts as jieba cuts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from decision_trees.library import open_library
from rules_data.handbook import open_handbook
from search.build import TEXTS, build_both
from search.build_rulings import RULINGS
from search.engine import Engine, open_engine
from search.index import FIELDS, Index
from search.rulings import Rulings
from search.tokens import HAN, _import_jieba
from search.whoosh_index import WhooshIndex
from tests.search.asked import every_query, judged, texts

pytestmark = pytest.mark.xdist_group("whoosh")  # built once, by one worker

EVERY = 150  # of the queries nobody judged


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Engine, Engine]:
    """The search over what was compiled, and the same over the Whoosh indexes."""
    folder, whoosh = tmp_path_factory.mktemp("compiled"), tmp_path_factory.mktemp("whoosh")
    build_both(open_handbook(), open_library(), folder, whoosh)
    compiled = open_engine(folder)
    return compiled, over_whoosh(compiled, whoosh)


def over_whoosh(engine: Engine, folder: Path) -> Engine:
    """The same engine, reading the Whoosh indexes in a folder."""
    opened: list[Any] = [WhooshIndex.open(folder / name) for name in (TEXTS, RULINGS)]
    return Engine(opened[0], engine.language, Rulings(opened[1], engine.rulings.table), engine.tools)


def both(built: tuple[Engine, Engine]) -> list[tuple[Index, Any]]:
    compiled, whoosh = built
    return [(compiled.index, whoosh.index), (compiled.rulings.index, whoosh.rulings.index)]


@pytest.mark.parametrize("name", FIELDS)
def test_every_word_occurs_where_whoosh_says_with_the_same_weight(built: tuple[Engine, Engine], name: str) -> None:
    for compiled, whoosh in both(built):
        words = whoosh.words(name)
        assert list(compiled.field(name)) == words
        assert len(words) > 1000
        for word in words[:: 1 if name == "words" else 7]:
            ours, theirs = compiled.postings(name, word), whoosh.postings(name, word)
            assert list(ours.documents) == list(theirs.documents), word
            assert ours.weights == theirs.weights, word


def test_every_document_has_its_number_and_shows_the_same(built: tuple[Engine, Engine]) -> None:
    for compiled, whoosh in both(built):
        ids = whoosh.ids()
        assert [compiled.number_of(id) for id in ids] == [whoosh.number_of(id) for id in ids] == list(range(len(ids)))
        assert all(compiled.shown(n) == whoosh.shown(n) for n in range(len(whoosh)))
        assert compiled.number_of("nowhere:1") is None and not compiled.postings("words", "没有这个词")


def test_every_judged_query_finds_the_same(built: tuple[Engine, Engine]) -> None:
    compiled, whoosh = built
    for asked in judged():
        assert compiled.search(*asked) == whoosh.search(*asked), asked


def test_whatever_is_asked_finds_the_same(built: tuple[Engine, Engine]) -> None:
    compiled, whoosh = built
    for asked in every_query(compiled)[::EVERY]:
        assert compiled.search(*asked) == whoosh.search(*asked), asked


def test_queries_are_cut_as_jieba_cuts_them() -> None:
    engine = open_engine()
    segmenter = engine.language.segmenter
    jieba = _import_jieba().Tokenizer()
    jieba.FREQ, jieba.total, jieba.initialized = segmenter.entries, sum(segmenter.entries.values()), True
    cut = 0
    for _, text in texts(engine):
        for run in HAN.findall(text):
            assert segmenter.words(run) == list(jieba.cut(run, HMM=False)), run
            cut += 1
    assert cut > 10_000
    for run in ("㐀藏牌", "藏㐀牌", "鿖藏牌墩鿖鿖", "䶿"):  # characters jieba does not look up
        assert segmenter.words(run) == list(jieba.cut(run, HMM=False)), run
