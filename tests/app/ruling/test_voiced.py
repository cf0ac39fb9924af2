"""What a voice is given to read: nothing in it that it would spell, skip or misread."""

from __future__ import annotations

import re

import pytest

from app.base.opened import trees
from app.ruling.voiced import voiced, voiced_lines


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        ("你的叫牌是2H，不够。", "你的叫牌是2红心，不够。"),
        ("请从♠A引牌。", "请从黑桃A引牌。"),
        ("改成1NT或3♦", "改成1无将或3方块"),
        ("判给你们 −100。", "判给你们 负100。"),
        ("得 +12 IMP", "得 正12 IMP"),
        ("至少60%，本节超过60%的照本节", "至少百分之60，本节超过百分之60的照本节"),
        ("2. 不接受，要求改正", "第2项，不接受，要求改正"),
        ("迟到5-10分钟", "迟到5到10分钟"),
        ("按第64条A款1处理", "按第64条A款1处理"),
        ("出BJ", "出大王"),
    ],
)
def test_signs_become_words(shown: str, read: str) -> None:
    assert voiced(shown) == read


def test_an_empty_line_is_not_read() -> None:
    assert voiced_lines(["一。", "", " "]) == ("一。",)


def test_nothing_that_is_said_anywhere_keeps_a_sign() -> None:
    """What the trees have a referee say, apart from what is filled in; a voice reads letters, figures and these stops."""
    readable = re.compile(r"[\u4e00-\u9fffA-Za-z0-9，。；：、？！（）“”《》 .]*")

    def printed(text: str) -> str:
        """Without what is filled in, which may hold one more."""
        inner = re.compile(r"\{[^{}]*\}")
        return inner.sub("", inner.sub("", text))

    said = [
        printed(text)
        for tree in trees().trees.values()
        for outcome in tree.outcomes.values()
        for text in (
            *outcome.tell.values(),
            *(
                said
                for option in (outcome.choice.options.values() if outcome.choice else ())
                for said in (option.text, option.help or "")
            ),
        )
    ]
    assert len(said) > 500
    assert [line for line in map(voiced, said) if not readable.fullmatch(line)] == []
