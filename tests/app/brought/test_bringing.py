"""What cannot be brought is one clear sentence, and nothing is kept of it."""

from __future__ import annotations

import pytest

from app.brought.bringing import NotBrought, first_version, game_in, pasted, source_of
from rules_data.brought.making import About, changed
from rules_data.decoding import SIZE
from tests.rules_data.brought.making import AT, GUANDAN, SHENGJI, brought, same, text_of

NAMES = {"guandan": ("掼蛋",), "bridge": ("桥牌",), "shengji": ("升级", "拖拉机")}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.txt", b"", "是空的"),
        ("a.txt", b"\x00\x01\x02\x03\xff" * 50, "不是纯文本"),
        ("a.txt", b"x" * (SIZE + 1), "超过 10 MB"),
        ("a.doc", b"\xd0\xcf\x11\xe0" + b"\0" * 600, "另存为”.docx"),
        ("a.wps", b"\xd0\xcf\x11\xe0" + b"\0" * 600, "另存为”.docx"),
        ("a.txt", b"\xd0\xcf\x11\xe0" + b"\0" * 600, "另存为”.docx"),
        ("a.xlsx", b"PK\x03\x04", "表格"),
        ("a.jpg", b"\xff\xd8\xff", "提取文字"),
    ],
)
def test_what_is_no_text(name: str, data: bytes, said: str) -> None:
    with pytest.raises(NotBrought) as fault:
        source_of(name, data)
    sentence = str(fault.value)
    assert said in sentence and name in sentence and sentence.endswith("。") and "\n" not in sentence


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_encodings_as_everywhere(encoding: str) -> None:
    data = text_of(SHENGJI).encode(encoding)
    found = source_of("约定.txt", data)
    assert found.text == text_of(SHENGJI) and found.original == data


def test_the_same_book_twice_is_said_and_one_withdrawn_comes_back() -> None:
    source = pasted(text_of(SHENGJI))
    about = About(game="shengji", base="shengji-40")
    first = first_version(source, about, {}, at=AT, by="", simplified=same)
    with pytest.raises(NotBrought, match="已经添加过了"):
        first_version(source, about, {first.book.id: first}, at=AT, by="", simplified=same)
    gone = changed(first, at=AT, by="", did="撤下", withdrawn=True)
    back = first_version(source, about, {first.book.id: gone}, at=AT, by="", simplified=same)
    assert (back.version, back.withdrawn, back.book) == (3, False, first.book)


def test_one_line_is_no_book() -> None:
    with pytest.raises(NotBrought, match="粘贴的内容只有一行"):
        first_version(pasted("打牌要守规矩"), About(game="shengji"), {}, at=AT, by="", simplified=same)


def test_the_game_is_seen_from_the_text_or_asked_for() -> None:
    assert game_in(text_of(GUANDAN), NAMES) == "guandan"
    assert game_in(text_of(SHENGJI), NAMES) == "shengji"
    assert game_in("会议纪要\n一、时间\n二、地点", NAMES) is None
    assert game_in("桥牌与掼蛋\n一、时间", NAMES) is None  # two as often


def test_what_is_brought_is_what_the_tests_bring() -> None:
    source = source_of(GUANDAN, text_of(GUANDAN).encode())
    about = About(game="guandan", base="guandan-2017")
    assert first_version(source, about, {}, at=AT, by="裁判甲", simplified=same) == brought(GUANDAN)
