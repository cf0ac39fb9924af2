"""What a written appeal asks for comes from the text, clause by clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from decision_trees.appeals import check_appeal, load_appeal
from decision_trees.games import games
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()


@pytest.mark.parametrize("game", [game for game in games() if load_appeal(game) is not None])
def test_sound(game: str) -> None:
    assert check_appeal(game, HANDBOOK) == []


def test_guandan_is_written_and_signed() -> None:
    form = load_appeal("guandan")
    assert form.limit is not None and form.limit.minutes == 30
    assert any("书面" in point.text and "签字" in point.text for point in form.requires)
    assert form.signatures[0].cites == ("guandan-2017:39.1.3",)


def test_bridge_wants_the_consent_of_both_or_of_the_captain() -> None:
    consenting = [s for s in load_appeal("bridge").signatures if s.cites == ("bridge-1999:92D",)]
    assert [s.who for s in consenting] == ["同意申诉的成员一", "同意申诉的成员二", "或队长"]


def test_shengji_goes_to_the_organising_committee_and_names_no_limit() -> None:
    form = load_appeal("shengji")
    assert form.to.text == "比赛组委会" and form.limit is None
    assert form.cites == ("shengji-40:endp2",)


def faults(tmp_path: Path, text: str) -> str:
    (tmp_path / "guandan").mkdir()
    (tmp_path / "guandan" / "appeal.yaml").write_text(text, encoding="utf-8")
    return "\n".join(map(str, check_appeal("guandan", HANDBOOK, tmp_path)))


SOUND = """
title: 申诉书
to: {text: 仲裁委员会, cites: ["guandan-2017:39.1.4"]}
by: {text: 选手, cites: ["guandan-2017:39.1.1"]}
limit: {text: 30分钟, cites: ["guandan-2017:39.1.2"], minutes: 30}
asks: [{label: 理由, lines: 3, cites: ["guandan-2017:39.1.1"]}]
signatures: [{who: 申诉人, cites: ["guandan-2017:39.1.3"]}]
"""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("minutes: 30", "minutes: 20"), "没有“20分钟”这个期限"),
        (('who: 申诉人, cites: ["guandan-2017:39.1.3"]', "who: 申诉人, cites: []"), "“申诉人”没有依据"),
        (("guandan-2017:39.1.4", "guandan-2017:99"), "不存在"),
        (("guandan-2017:39.1.4", "bridge-1999:92C"), "别的项目"),
        (("lines: 3, ", ""), "没有地方填写"),
        (("title: 申诉书", "title: 申诉书\nopen_questions: [guandan-2017/D-99]"), "没有未定问题"),
        (("title: 申诉书", "titel: 申诉书"), "titel"),
    ],
)
def test_faults_are_said(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    assert said in faults(tmp_path, SOUND.replace(*change))


def test_the_sample_itself_is_sound(tmp_path: Path) -> None:
    assert faults(tmp_path, SOUND) == ""


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    assert check_appeal("guandan", HANDBOOK, tmp_path)
