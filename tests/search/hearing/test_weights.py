"""The weights that are committed are those of the sentences there are, small, and read back as they were written."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from decision_trees.games import games
from search.hearing import features, training
from search.hearing.ranker import game_of, ranked
from search.hearing.weights import FOLDER, GAMES, RULED, Weights, bucket, file_of, pack, sparse, unpack

MOST = 1_500_000  # bytes of all files


def test_they_are_learnt_from_what_there_is() -> None:
    assert training.stale() == [], "run: zhicai hear-train"


def test_there_is_one_file_for_each_thing_told_apart_and_all_are_small() -> None:
    assert {file.stem for file in FOLDER.glob("*.weights")} == {*games(), GAMES, RULED}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST


@pytest.mark.parametrize("seed", range(5))
def test_a_file_reads_back_as_it_was_written(seed: int) -> None:
    dice = random.Random(seed)
    buckets = sorted(dice.sample(range(1 << 20), 50))
    counts, gaps, values = sparse([dice.choice((0, 0, dice.randrange(-127, 128))) for _ in range(4 * len(buckets))], 4)
    weights = Weights(
        names=("a.one", "a.two", "a.three", ""),
        bias=tuple(dice.randrange(-9000, 9000) for _ in range(4)),
        buckets=array("I", buckets),
        rarity=bytes(dice.randrange(256) for _ in buckets),
        counts=counts,
        gaps=gaps,
        values=values,
        scale=dice.randrange(1, 9000),
        about={"sources": "x"},
    )
    assert unpack(pack(weights)) == weights


def test_each_feature_speaks_for_the_names_it_was_learnt_for() -> None:
    """Worked out by hand: 256 × rarity × value × scale / (100 × 256 × rarity) for one feature, added to the bias."""
    counts, gaps, values = sparse([0, 5, 0, -3, 0, 0, 0, 0], 4)
    assert (counts, gaps, list(values)) == (bytes([2, 0]), bytes([1, 1]), [5, -3])
    known = sorted((bucket("一"), bucket("二")))
    weights = Weights(("a", "b", "c", "d"), (1, 2, 3, 4), known, bytes([16, 16]), counts, gaps, values, scale=400)
    speaks, says_nothing = ("一", "二") if known[0] == bucket("一") else ("二", "一")
    assert weights.scores([speaks]) == [1, 2 + 20, 3, 4 - 12]
    assert weights.scores([says_nothing]) == [1, 2, 3, 4]
    assert weights.scores(["三"]) == [1, 2, 3, 4]


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="format"):
        unpack(b'{"format":0}\n')


@pytest.mark.parametrize("game", games())
def test_a_story_always_says_the_same(game: str) -> None:
    weights = unpack(file_of(game).read_bytes())
    story = features.features("那个 北家开一黑桃 东家没听清叫了一红心 南家不接受")
    assert weights.scores(story) == weights.scores(sorted(story)) == weights.scores(sorted(story, reverse=True))
    assert all(isinstance(score, int) for score in weights.scores(story))


def test_seats_suits_and_numbers_count_as_their_kind() -> None:
    assert features.by_kind(features.plain("东家叫1黑桃")) == features.by_kind(features.plain("西家，叫３红星！"))
    assert features.by_kind(features.plain("南")) == features.SEAT
    assert not re.search("[东南西北]", features.by_kind(features.plain("北家开叫，南方加叫")))


@pytest.mark.parametrize("text", ["", " ", "。", "😀", "a" * 400, "\x00", "𠀀" * 50])
def test_whatever_is_said_is_answered(text: str) -> None:
    for game in games():
        found = ranked(text, game)
        assert found is not None and all(0 <= each.score <= 1 for each in found)
    assert game_of(text, tuple(games())) in games()


def test_a_game_that_nothing_was_learnt_for_says_so() -> None:
    assert ranked("北家开一黑桃", "gongzhu") is None


def test_a_tree_that_cannot_be_sinks() -> None:
    story = "北家开一黑桃东家叫了一红心不够大"
    usual = ranked(story, "bridge")
    assert usual
    other = ranked(story, "bridge", lambda tree: tree != usual[0].tree)
    assert other and other[0].tree != usual[0].tree


def test_hearing_opens_no_library_and_starting_opens_no_weights() -> None:
    program = (
        "import sys, app.cli.main, search.engine; assert 'search.hearing.weights' not in sys.modules\n"
        "from search.hearing.ranker import ranked; assert ranked('北家开两黑桃东家叫了两红心叫低了', 'bridge')\n"
        "assert not {'numpy', 'sklearn', 'yaml', 'jieba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[3])
