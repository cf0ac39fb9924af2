"""The deck for Anki, read as Anki reads it: a file of SQLite in a zip."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.base.opened import handbook
from app.cli.main import cli
from app.study import anki, bank


def notes(path: Path, into: Path) -> dict[str, tuple[str, str, str]]:
    """The notes of a deck: name of what is to be known -> question, answer, guid."""
    with zipfile.ZipFile(path) as archive:
        archive.extract("collection.anki2", into)
    opened = sqlite3.connect(into / "collection.anki2")
    rows = opened.execute("SELECT flds, guid FROM notes").fetchall()
    cards = opened.execute("SELECT count(*) FROM cards").fetchone()[0]
    opened.close()
    assert cards == len(rows), "one card a note"
    return {(fields := row.split("\x1f"))[2]: (fields[0], fields[1], guid) for row, guid in rows}


EVERY = (
    5  # subject of a topic: that all of them can be asked is held by the tests of questions, and by zhicai study check
)


def written(path: Path, into: Path, seed: int = 0) -> tuple[int, dict[str, tuple[str, str, str]]]:
    """How many notes are said to be in a deck of some subjects of every topic, and those that are."""
    with pytest.MonkeyPatch.context() as only:
        every = bank.subjects
        only.setattr(bank, "subjects", lambda game, topic=None: every(game, topic)[::EVERY])
        return anki.write(path, ["shengji"], seed=seed), notes(path, into)


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, tuple[str, str, str]]]:
    """How many notes are said to be in a deck, and those that are."""
    folder = tmp_path_factory.mktemp("deck")
    return written(folder / "deck.apkg", folder)


def test_a_deck_has_everything_that_is_to_be_known_with_the_law_as_printed(
    deck: tuple[int, dict[str, tuple[str, str, str]]],
) -> None:
    number, found = deck
    subjects = {subject.id for subject in bank.subjects("shengji")}
    assert len(found) == number and found.keys() <= subjects and number > 0.8 * len(subjects) / EVERY
    for subject in bank.subjects("shengji"):
        if subject.id in found:
            front, back, _ = found[subject.id]
            question = anki.first(subject, 0)
            assert question is not None
            assert "<ol>" in front and question.answer.text[:4] in back
            printed = handbook().provision(question.cites[0])
            assert printed.label in back and printed.label not in question.stem


def test_a_deck_written_again_names_its_notes_as_before(
    deck: tuple[int, dict[str, tuple[str, str, str]]], tmp_path: Path
) -> None:
    _, one = deck
    _, two = written(tmp_path / "two.apkg", tmp_path, seed=7)
    both = one.keys() & two.keys()
    assert both and {id_: one[id_][2] for id_ in both} == {id_: two[id_][2] for id_ in both}


def test_the_command_does_not_write_over_a_file(tmp_path: Path) -> None:
    there = tmp_path / "deck.apkg"
    there.write_text("mine")
    said = CliRunner().invoke(cli, ["study", "anki", str(there)])
    assert said.exit_code != 0 and there.read_text() == "mine" and "没有覆盖" in said.output


def test_answers_go_to_a_file_and_into_another_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.study.answer_file import NAME, FileAnswers
    from tests.app.study.test_answers import given

    kept = given()
    FileAnswers(tmp_path / "one" / NAME).add([kept])
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "one"))
    out = tmp_path / "answers.jsonl"
    assert "1 次" in CliRunner().invoke(cli, ["study", "export", str(out)]).output
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "two"))
    for number in (1, 0):
        assert f"并入 {number} 次" in CliRunner().invoke(cli, ["study", "import", str(out)]).output
    assert FileAnswers(tmp_path / "two" / NAME).all() == (kept,)
    refused = CliRunner().invoke(cli, ["study", "import", __file__])
    assert refused.exit_code != 0 and "不是执裁导出的答题记录" in refused.output
