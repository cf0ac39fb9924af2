"""Cutting text into words, without jieba's big dictionary."""

from __future__ import annotations

import subprocess
import sys

import pytest

from search.tokens import Segmenter, fold, grams, normalise, prefix_dictionary, quantities

WORDS = {"藏牌": 9, "藏牌墩": 5, "牌墩": 4, "庄家": 8, "明手": 8, "越序": 3, "出牌": 9, "怎么办": 7, "对方": 6}


@pytest.fixture(scope="module")
def segmenter() -> Segmenter:
    return Segmenter.from_entries(prefix_dictionary(WORDS))


def test_a_query_is_cut_into_words_that_follow_each_other(segmenter: Segmenter) -> None:
    assert segmenter.words("庄家越序出牌,怎么办?") == ["庄家", "越序", "出牌", "怎么办"]


def test_unknown_characters_stand_alone(segmenter: Segmenter) -> None:
    assert segmenter.words("对方藏排") == ["对方", "藏", "排"]


def test_a_text_gives_every_word_in_it(segmenter: Segmenter) -> None:
    assert segmenter.every_word("违规者赢得藏牌墩时") == ["藏牌", "藏牌墩", "牌墩"]


def test_latin_letters_and_numbers_are_words(segmenter: Segmenter) -> None:
    assert segmenter.words("IMP换成２０分,明手") == ["imp", "换", "成", "20", "分", "明手"]


def test_prefixes_are_not_words(segmenter: Segmenter) -> None:
    assert segmenter.knows("藏牌墩")
    assert not segmenter.knows("藏")


def test_grams_are_characters_and_neighbours() -> None:
    assert grams("藏牌,A墩") == ["藏", "牌", "藏牌", "墩"]


def test_folding_keeps_positions() -> None:
    text = "第６４条ａ款：ＩＭＰ㎏"
    assert len(fold(text)) == len(text)
    assert fold(text).startswith("第64条a款:imp")


def test_normalising_brings_to_one_form() -> None:
    assert normalise("  Law　６４Ａ１ ") == "law 64a1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三十秒没出牌", {"30秒"}),
        ("20 - 30秒给予警告", {"20秒", "25秒", "30秒"}),
        ("迟到七八分钟", {"7分钟", "8分钟"}),
        ("5-10分钟以内", {"5分钟", "10分钟"}),
        ("两张牌", {"2张"}),
        ("双方打过A", {"过a"}),
    ],
)
def test_numbers_with_units_are_one_thing(text: str, expected: set[str]) -> None:
    assert expected <= set(quantities(text))


def test_a_numeral_in_a_word_is_no_quantity() -> None:
    assert quantities("十分困难的一家") == ["10分"]  # read as written; harmless
    assert quantities("第二次") == ["2次"]
    assert quantities("庄家") == []


def test_cutting_needs_no_jieba() -> None:
    program = (
        "import sys\n"
        "sys.modules['jieba'] = sys.modules['whoosh'] = None\n"
        "from search.tokens import Segmenter, prefix_dictionary\n"
        "s = Segmenter.from_entries(prefix_dictionary({'藏牌': 1}))\n"
        "assert s.words('藏牌') == ['藏牌']\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
