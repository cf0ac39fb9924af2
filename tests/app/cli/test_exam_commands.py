"""The commands for examiners, one after another, as an examiner goes."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from app.cli.main import cli
from app.exams.marking import Answers, answers_csv
from app.exams.paper import from_json

RUNNER = CliRunner()
GIFT = "\n\n".join(f"第{at}问：谁先叫牌？{{=发牌人{at} ~左手方 ~同伴 ####第17条。}}" for at in range(1, 5))


def run(*words: object, status: int = 0) -> str:
    done = RUNNER.invoke(cli, ["exam", *map(str, words)])
    assert done.exit_code == status, done.output
    return done.output


def test_a_paper_is_composed_printed_exported_marked_and_corrected(tmp_path: Path) -> None:
    own, file = tmp_path / "自编.gift", tmp_path / "卷.json"
    own.write_text(GIFT, encoding="utf-8")
    (tmp_path / "细目.csv").write_text("项目,题数,分值\n掼蛋,2,3\n", encoding="utf-8")
    said = run("compose", file, "--title", "考试", "--own", own, "--blueprint", tmp_path / "细目.csv", "--versions", 2)
    assert "共 6 题，满分 10 分，2 份平行卷" in said
    made = from_json(file.read_text(encoding="utf-8"))

    run("print", file, "--folder", tmp_path / "印")
    assert {each.name for each in (tmp_path / "印").iterdir()} == {
        "卷-A-试题.pdf", "卷-A-答题卡.pdf", "卷-B-试题.pdf", "卷-B-答题卡.pdf", "卷-答案.pdf"
    }  # fmt: skip
    for name in ("题.gift", "题.xml", "题.csv"):
        run("export", file, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 300
    assert "--format" in run("export", file, tmp_path / "题.doc", status=2)

    right = tuple(item.question.right for item in made.items)
    people = [Answers("01", "甲", 0, right), Answers("02", "乙", 1, (None,) * 6)]
    answers = tmp_path / "答案.csv"
    answers.write_bytes(answers_csv(made, people))
    assert "平均分：5.00" in run("results", file, answers, "--folder", tmp_path / "报告", "--sheets")
    assert {each.suffix for each in (tmp_path / "报告").iterdir()} == {".pdf", ".xlsx"}

    assert "--reason 是空的" in run("correct", file, answers, 1, "--reason", " ", "--by", "考官", status=2)
    assert "没有编号" in run(
        "correct", file, answers, 1, "--reason", "误", "--by", "考官", "--candidate", "09", status=2
    )
    run("correct", file, answers, 1, "--reason", "第1题两可", "--by", "考官", "--question", 1, "--candidate", "02")
    assert "平均分：5.50" in run("results", file, answers, "--folder", tmp_path / "报告")


def test_what_is_wrong_is_one_sentence(tmp_path: Path) -> None:
    assert "没有题目" in run("compose", tmp_path / "x.json", "--title", "x", status=2)
    assert "没有.json：没有这个文件或文件夹；请核对文件名。" in run("print", tmp_path / "没有.json", status=2)
    bad = tmp_path / "坏.gift"
    bad.write_text("好题{=a ~b}\n\n坏题{=a", encoding="utf-8")
    said = run("compose", tmp_path / "x.json", "--title", "x", "--own", bad, status=2)
    assert "坏.gift 第 3 行：花括号没有合上" in said and not (tmp_path / "x.json").exists()
    assert "考场的记录" in run("results", _paper(tmp_path), tmp_path, status=2)
    assert "要一起写" in run("serve", _paper(tmp_path), "--cert", bad, status=2)


def _paper(folder: Path) -> Path:
    good = folder / "好.gift"
    good.write_text(GIFT, encoding="utf-8")
    run("compose", folder / "好.json", "--title", "x", "--own", good)
    return folder / "好.json"
