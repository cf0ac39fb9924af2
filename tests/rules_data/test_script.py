"""Simplified and Traditional: character for character, so that what is marked in one is marked in the other."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_data import script as script_module
from rules_data.handbook import Handbook
from rules_data.loader import BOOKS, DataError
from rules_data.script import Script

TEXTS = {
    id_: (BOOKS / id_ / "source.txt").read_text(encoding="utf-8")
    for id_ in ("bridge-1999", "bridge-1999-hant", "guandan-2017", "guandan-supplement", "shengji-40")
}


@pytest.fixture(scope="module")
def script(handbook: Handbook) -> Script:
    return handbook.script


# Words of these rules with the form a Traditional text has. Several of their characters have more than one such form.
WORDS = {
    "复式桥牌": "複式橋牌", "裁判": "裁判", "上游": "上游", "二游": "二游", "头游": "頭游", "以后": "以後",
    "首引后": "首引後", "出牌后": "出牌後", "掼蛋": "摜蛋", "台上": "台上", "上台": "上台", "复述": "複述",
    "重复": "重複", "恢复": "恢復", "答复": "答覆", "反复追问": "反覆追問", "抽签": "抽籤", "签名": "簽名",
    "签字": "簽字", "干扰": "干擾", "若干": "若干", "强制": "強制", "复制": "複製", "限制": "限制", "几乎": "幾乎",
    "合并": "合併", "并且": "並且", "对于": "對於", "尽可能": "儘可能", "看着": "看著", "征求": "徵求", "批准": "批准",
    "准备": "準備", "只有": "只有", "采取": "採取", "发牌": "發牌", "手里": "手裡", "多余": "多餘", "必须": "必須",
    "范围": "範圍", "体系": "體系", "关系": "關係", "分钟": "分鐘", "游戏": "遊戲", "吃": "吃", "将吃": "將吃",
    "借风": "借風", "凭借": "憑藉", "防御": "防禦", "注释": "註釋", "冲突": "衝突", "什么": "什麼", "丰富": "豐富",
    "藏牌": "藏牌", "罚张": "罰張", "红心参谋": "紅心參謀", "钢板": "鋼板", "遮挡板": "遮擋板", "人吸烟": "人吸煙",
    "系指": "係指", "标志": "標誌", "委托": "委託", "获得": "獲得", "历史": "歷史", "汇报": "彙報", "回答": "回答",
    "面向": "面向", "愿意": "願意", "制订": "制訂", "致使": "致使", "刚并入": "剛併入", "并计入": "並計入",
    "准许": "准許", "不准": "不准", "准确": "準確", "不准确": "不準確",
    "书签": "書籤", "标签页": "標籤頁", "题干": "題幹", "干脆": "乾脆",
    "擦干净": "擦乾淨", "干什么": "幹什麼", "复习": "複習", "注明": "註明", "借此": "藉此", "联系": "聯繫",
    "尽早": "儘早", "秒表": "秒錶", "松开": "鬆開", "制表时": "製表時", "限制表示": "限制表示",
}  # fmt: skip


@pytest.mark.parametrize(("simplified", "traditional"), WORDS.items())
def test_words(script: Script, simplified: str, traditional: str) -> None:
    assert script.traditional(simplified) == traditional
    assert script.simplified(traditional) == simplified


@pytest.mark.parametrize(
    "sentence",
    [
        "在竞叫阶段结束以前(参阅第17条E款),赛员可以不受判罚地理发其可能系因对方错误解释而作出的叫牌",
        "显然系其同伴的言语、举止、节奏等所建议时",
    ],
)
def test_xi_that_means_is(script: Script, sentence: str) -> None:
    assert "係" in script.traditional(sentence)


def test_xi_in_a_system_is_another_word(script: Script) -> None:
    assert "体系" in TEXTS["bridge-1999"]
    assert script.traditional("一体系(此") == "一體系(此"


def test_hou_always_means_after_in_these_texts(script: Script) -> None:
    for id_, text in TEXTS.items():
        if not id_.endswith("hant"):
            assert "皇后" not in text and "王后" not in text
            assert "后" not in script.traditional(text)


def test_no_simplified_character_is_left(script: Script) -> None:
    """After turning a text Traditional, what still would change on the way there is a miss."""
    for id_, text in TEXTS.items():
        turned = script.traditional(text)
        again = "".join(script.traditional(c) for c in turned)
        left = {a for a, b in zip(turned, again, strict=True) if a != b}
        assert left <= set("系后准制几里台干只征范复"), (id_, left)  # rightly so in phrases: 制訂, 批准, 體系 ...


@settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_the_length_never_changes(script: Script, data: st.DataObject) -> None:
    text = TEXTS[data.draw(st.sampled_from(sorted(TEXTS)))]
    start = data.draw(st.integers(0, len(text)))
    piece = text[start : start + data.draw(st.integers(0, 300))]
    for turned in (script.traditional(piece), script.simplified(piece)):
        assert len(turned) == len(piece)
        for a, b in zip(piece, turned, strict=True):  # only Chinese characters change
            assert a == b or (re.match("[㐀-鿿]", a) and re.match("[㐀-鿿\U00020000-\U0003ffff]", b)), (a, b)


@settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=40))
def test_the_length_never_changes_for_anything(script: Script, text: str) -> None:
    assert len(script.traditional(text)) == len(text) == len(script.simplified(text))


@pytest.mark.parametrize("id_", [i for i in TEXTS if not i.endswith("hant")])
def test_there_and_back(script: Script, id_: str) -> None:
    """A Simplified text turned Traditional and back is itself."""
    text = TEXTS[id_]
    back = script.simplified(script.traditional(text))
    assert {(a, b) for a, b in zip(text, back, strict=True) if a != b} == set()


def test_the_traditional_witness_becomes_simplified_and_comes_back(script: Script) -> None:
    """The witness was itself converted from Simplified and keeps 后, 于, 并, 系 ... where a Traditional text has 後, 於, 並."""
    text = TEXTS["bridge-1999-hant"]
    simplified = script.simplified(text)
    assert (
        "裁判的斟酌决定权" in simplified and "裁判" in simplified and "權" not in simplified and "條" not in simplified
    )
    back = script.traditional(simplified)
    changed = {(a, b) for a, b in zip(text, back, strict=True) if a != b}
    careless = {
        ("后", "後"), ("于", "於"), ("并", "並"), ("系", "係"), ("采", "採"), ("征", "徵"), ("制", "製"), ("復", "複"),
    }  # fmt: skip
    damaged = {("难", "難"), ("谒", "謁"), ("业", "業"), ("谇", "誶"), ("鞯", "韉")}  # half characters of the scrape
    assert changed <= careless | damaged, changed - careless - damaged


def test_traditional_text_stays_as_it_is_when_traditional_is_wanted(script: Script) -> None:
    text = "裁判的斟酌決定權:複式橋牌、首引後、並且、對於、採取"
    assert script.traditional(text) == text


@pytest.mark.parametrize(
    ("old", "new"), [("  抽签: 抽籤", "  抽签: 抽籤籤"), ("  游: 游", "  游: 遊游"), ("characters:", "characters: [")]
)
def test_a_faulty_table_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    source = tmp_path / "traditional.yaml"
    shutil.copy(script_module.SOURCE, source)
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(script_module, "SOURCE", source)
    with pytest.raises(DataError) as caught:
        script_module.build(tmp_path / "script.json")
    assert caught.value.problems[0].file == source and caught.value.problems[0].line
    if not new.endswith("["):
        assert caught.value.problems[0].line == text[: text.index(old)].count("\n") + 1
