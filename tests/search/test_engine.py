"""What the search finds, shows and says, on the real texts."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from decision_trees.games import games
from rules_data.handbook import Handbook, open_handbook
from rules_data.loader import DataError
from search.engine import Engine, Hit, SearchResults, open_engine
from search.wordlists import read_everyday, read_synonyms


@pytest.fixture(scope="module")
def engine() -> Engine:
    return open_engine()


@pytest.fixture(scope="module")
def handbook() -> Handbook:
    return open_handbook()


def provisions(results: SearchResults, count: int = 3) -> list[str]:
    return [hit.id for hit in results.hits if hit.kind == "provision"][:count]


def hit_for(results: SearchResults, id: str) -> Hit:
    return next(hit for hit in results.hits if hit.id == id)


@pytest.mark.parametrize(
    "query", ["藏牌", "cangpai", "cang pai", "cáng pái", "cp", "藏排", "藏牌了", "revoke", "REVOKE", "有花色不跟"]
)
def test_every_way_to_say_revoke(engine: Engine, query: str) -> None:
    found = provisions(engine.search(query, game="bridge"))
    assert any(re.match(r"bridge-1999:(6[1-4](?!\d)|def/藏牌)", id) for id in found), found


@pytest.mark.parametrize(
    ("query", "accepted"),
    [
        ("不足叫牌", {"bridge-1999:27"}),
        ("bu zu jiao pai", {"bridge-1999:27"}),
        ("bzjp", {"bridge-1999:27"}),
        ("insufficient bid", {"bridge-1999:27"}),
        ("10张报牌", {"guandan-2017:12"}),
        ("逢人配", {"guandan-2017:7.2", "guandan-2017:2"}),
        ("貢錯牌", {"guandan-2017:19.1", "guandan-2017:19"}),
        ("抗贡", {"guandan-2017:10.3"}),
        ("甩牌", {"shengji-40:8", "shengji-40:23.1"}),
        ("革命", {"shengji-40:5"}),
        ("抠底", {"shengji-40:14p2", "shengji-40:14"}),
        ("IMP", {"bridge-1999:78B", "bridge-1999:def/国际比赛分"}),
        ("標準分", {"shengji-40:A1", "shengji-40:A1t"}),
    ],
)
def test_a_term_leads_to_its_provision(engine: Engine, query: str, accepted: set[str]) -> None:
    assert set(provisions(engine.search(query))) & accepted


def test_a_clause_number_goes_straight_there(engine: Engine) -> None:
    results = engine.search("第64条A款1")
    assert results.hits[0].id == "bridge-1999:64A1"
    assert results.hits[0].reason is None
    assert results.understood == "条号"


def test_a_number_that_does_not_exist_says_so(engine: Engine) -> None:
    hit = engine.search("64A9").hits[0]
    assert (hit.id, hit.reason) == ("bridge-1999:64A", "没有这个条号，这是上一级条款")


def test_a_number_and_a_question_keep_the_number_first(engine: Engine) -> None:
    assert engine.search("第64条A款1藏牌罚几墩").hits[0].id == "bridge-1999:64A1"


@pytest.mark.parametrize("game", games())
def test_the_game_filter_keeps_one_game(engine: Engine, game: str) -> None:
    hits = engine.search("越序出牌怎么罚", game=game).hits  # type: ignore[arg-type]
    assert hits
    assert {hit.book for hit in hits} <= set(games()[game].books)


def test_a_game_named_in_the_query_comes_first(engine: Engine) -> None:
    assert provisions(engine.search("掼蛋 迟到"), 1)[0].startswith("guandan")
    assert provisions(engine.search("升级 迟到"), 1)[0].startswith("shengji")
    assert provisions(engine.search("桥牌 迟到"), 1)[0].startswith("bridge")


def test_the_second_witness_only_when_asked_for(engine: Engine) -> None:
    assert not any(hit.book == "bridge-1999-hant" for hit in engine.search("調整分", limit=50).hits)
    hits = engine.search("调整分", book="bridge-1999-hant").hits
    assert hits
    assert all(hit.book == "bridge-1999-hant" for hit in hits)


def test_the_kind_filter(engine: Engine) -> None:
    assert {hit.kind for hit in engine.search("贡牌", kind="term").hits} == {"term"}
    assert engine.search("imp", kind="table").hits


def test_provisions_come_before_terms(engine: Engine) -> None:
    hits = engine.search("贡牌", limit=20).hits
    assert [hit.kind for hit in hits[:3]] == ["provision"] * 3
    assert "term" in {hit.kind for hit in hits}


def test_a_hit_says_where_it_stands(engine: Engine, handbook: Handbook) -> None:
    hit = hit_for(engine.search("64A1"), "bridge-1999:64A1")
    assert hit.label == handbook.provision(hit.id).label
    assert hit.title == "违规者赢得藏牌墩"
    assert len(hit.path) == len(handbook.path(hit.id))
    assert any("第64条" in place for place in hit.path)


@pytest.mark.parametrize("query", ["藏牌墩转给非违规方", "观众", "越序出牌收回", "将牌", "30秒", "藏排"])
def test_marks_are_inside_the_snippet_and_match(engine: Engine, query: str) -> None:
    for hit in engine.search(query).hits:
        previous = 0
        for start, end in hit.marks:
            assert previous <= start < end <= len(hit.snippet)
            previous = end


def test_marks_show_what_was_asked(engine: Engine) -> None:
    hit = engine.search("藏牌", game="bridge").hits[0]
    marked = {hit.snippet[start:end] for start, end in hit.marks}
    assert marked <= {"藏牌"}


def test_marks_on_traditional_text(engine: Engine) -> None:
    hits = engine.search("调整分", book="bridge-1999-hant").hits
    marked = {hit.snippet[a:b] for hit in hits for a, b in hit.marks}
    assert any("調整" in text for text in marked)


def test_a_snippet_is_printed_text(engine: Engine, handbook: Handbook) -> None:
    squeeze = str.maketrans("", "", " \n")
    for hit in engine.search("越序引牌", game="bridge").hits:
        if hit.kind == "provision" and (text := handbook.provision(hit.id).text):
            assert hit.snippet.strip("…").translate(squeeze) in text.translate(squeeze)


def test_reasons(engine: Engine) -> None:
    assert "拼音" in (engine.search("cangpai").hits[0].reason or "") + engine.search("cangpai").understood
    assert "藏排 → 藏牌" in engine.search("藏排").understood
    assert "英文" in engine.search("insufficient bid").understood
    assert "俗称" in (engine.search("逢人配").hits[0].reason or "俗称")
    assert engine.search("不足叫牌").hits[0].reason is None


@pytest.mark.parametrize(
    "query", ["qqqqzzzz", "龘龘龘", "🂡🂢", "足球 越位", "今天晚饭吃什么", "第300条", "怎么做红烧肉"]
)
def test_nothing_found_offers_terms(engine: Engine, query: str) -> None:
    results = engine.search(query)
    assert results.hits == ()
    assert results.suggestions


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "。,?",
        "(",
        "[a-z",
        "*",
        "a:b",
        "\\",
        "第",
        "x" * 500,
        "了吗呢",
        "\x00",
        "怎么办",
        "NULL OR 1=1",
        "64A" * 40,
    ],
)
def test_no_query_breaks_the_search(engine: Engine, query: str) -> None:
    assert isinstance(engine.search(query), SearchResults)


def test_the_limit(engine: Engine) -> None:
    assert len(engine.search("庄家", limit=5).hits) == 5
    assert engine.search("庄家", limit=0).hits == ()


def test_the_same_query_gives_the_same_hits(engine: Engine) -> None:
    assert engine.search("明手的权利") == engine.search("明手的权利")


def test_typing_letter_by_letter_finds_on_the_way(engine: Engine) -> None:
    assert provisions(engine.search("cangp"))
    assert provisions(engine.search("buzuj"))
    assert provisions(engine.search("藏"))


def test_nothing_heavy_is_imported_by_a_search() -> None:
    program = (
        "import sys\n"
        "from search.engine import open_engine\n"
        "from search.compiled_index import compiled_index\n"
        "folder = compiled_index()\n"
        "before = set(sys.modules)\n"
        "for query in ('藏牌', 'cangpai', '藏排', 'revoke', '64A1', '藏牌怎麼罰'): open_engine(folder).search(query)\n"
        "print(*(set(sys.modules) - before))\n"
    )
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert not {"yaml", "pypinyin", "opencc", "pydantic", "flet", "jieba", "whoosh"} & set(run.stdout.split())


def test_faulty_synonyms_are_reported_with_file_and_line(handbook: Handbook, tmp_path: Path) -> None:
    file = tmp_path / "bridge.yaml"
    file.write_text(
        "- say: [没跟花色]\n  game: bridge\n  go: ['bridge-1999:64']\n"
        "- say: [错的]\n  game: bridge\n  go: ['bridge-1999:640']\n"
        "- say: [别家的]\n  game: bridge\n  go: ['guandan-2017:12']\n",
        encoding="utf-8",
    )
    with pytest.raises(DataError) as caught:
        read_synonyms(handbook, tmp_path)
    assert [(problem.file, problem.line) for problem in caught.value.problems] == [(file, 4), (file, 7)]


def test_faulty_everyday_words_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "everyday.yaml"
    file.write_text(
        "same:\n- [红心, 红桃]\n- [红桃, 红陶]\nnear: {掉: 掉落}\nweak: []\nenglish: {}\nnoise:\n- [吗]\n",
        encoding="utf-8",
    )
    with pytest.raises(DataError) as caught:
        read_everyday(file)
    assert [problem.line for problem in caught.value.problems] == [3, 4]


def test_suggestions_sound_like_what_was_typed(engine: Engine) -> None:
    results = engine.search("cnagpaiq")
    assert "藏牌" in (*results.suggestions, *(hit.title for hit in results.hits))


def test_the_witness_by_its_id(engine: Engine) -> None:
    assert engine.search("bridge-1999-hant:12A1").hits[0].id == "bridge-1999-hant:12A1"


def test_many_threads_may_search_at_once() -> None:
    queries = [
        "藏牌",
        "越序出牌",
        "cangpai",
        "revoke",
        "甩牌",
        "10张报牌",
        "64A1",
        "观众",
        "申诉",
        "将吃",
        "调整分",
        "罚张",
    ] * 4
    fresh = open_engine()
    alone = [[hit.id for hit in open_engine().search(query).hits] for query in queries[:12]] * 4
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda query: [hit.id for hit in fresh.search(query).hits], queries))
    assert together == alone


@pytest.mark.parametrize("game", sorted(games()))
def test_a_sentence_is_asked_for_at_once_as_for_each_by_itself(engine: Engine, game: str) -> None:
    asked = [
        "藏牌", "64A1", "第十八条二", "cangpai", "甩牌不成立", "贡错牌", "不足叫牌", "谁先抓", "", "一", "怎么做红烧肉",
        "庄家的上家首引了", "掼蛋还错牌", "对方多报了一张", "迟到十分钟", "2", "罚张 首引", "打A 过A",
    ]  # fmt: skip
    for query in asked:
        found = engine.for_ruling(query, game, 6, 4)
        assert found.trees == engine.search(query, game=game, kind="tree", limit=6).hits, query
        assert found.provisions == engine.search(query, game=game, kind="provision", limit=4).hits, query
        meant, here = engine.search(query).ruling, engine.search(query, game=game).ruling
        other = meant is not None and not meant.id.startswith(f"{game}.") and here is None
        assert found.elsewhere == (meant if other else None), query
