"""The JSON Schemas of YAML files: fresh, true to every file as it is written, and named in its first line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from decision_trees import schemas
from decision_trees.games import games
from decision_trees.schemas import KINDS, ROOT, Kind, files_of, first_line, mark, schema, unmarked, written
from rules_data.loader import read_yaml

BY_NAME = {kind.name: kind for kind in KINDS}
OF_NO_KIND = {
    "rules_data/traditional.yaml", "search/synonyms/everyday.yaml",
    *(name for game in games() if (ROOT / (name := f"decision_trees/{game}/by_name.yaml")).exists()),
}  # fmt: skip
CASE = {
    "id": "a", "tree": "x.y", "title": "t", "situation": "s", "facts": {"n": 1}, "why": "w",
    "expect": {"outcome": "o", "cites": ["b:1"]},
}  # fmt: skip


def faults(kind: str, data: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(schema(BY_NAME[kind])).iter_errors(data)]


def test_the_schemas_in_the_folder_are_fresh() -> None:
    folder = ROOT / schemas.FOLDER
    assert {file.name for file in folder.iterdir()} == {kind.file for kind in KINDS}, "run: zhicai schema"
    for kind in KINDS:
        assert (folder / kind.file).read_text(encoding="utf-8") == written(kind), "run: zhicai schema"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_file_keeps_to_its_schema(kind: Kind) -> None:
    made = schema(kind)
    Draft202012Validator.check_schema(made)
    validator = Draft202012Validator(made)
    assert files_of(kind)
    for file in files_of(kind):
        wrong = [
            (list(error.absolute_path), error.message[:200]) for error in validator.iter_errors(read_yaml(file).data)
        ]
        assert not wrong, f"{file}: {wrong[:3]}"


def test_every_yaml_file_has_a_schema() -> None:
    rooms = ("decision_trees", "rules_data", "search")
    files = {file.relative_to(ROOT).as_posix() for room in rooms for file in (ROOT / room).rglob("*.yaml")}
    with_one = {file.relative_to(ROOT).as_posix() for kind in KINDS for file in files_of(kind)}
    assert files - with_one == OF_NO_KIND


def test_every_file_names_its_schema_in_its_first_line() -> None:
    missing = [f"{file.relative_to(ROOT)}: {line}" for file, line in unmarked()]
    assert not missing, f"run: zhicai schema --mark, or begin the file with this line: {missing[:3]}"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("case", {"titel": "t"}),
        ("case", {"title": 1}),
        ("case", {"teach": "maybe"}),
        ("case", {"expect": {"outcome": "o"}}),
        ("case", {"expect": {"outcome": "o", "cites": "b:1"}}),
        ("case", {"source": "elsewhere"}),
    ],
)
def test_a_fault_of_form_is_one_by_the_schema(kind: str, change: dict[str, Any]) -> None:
    assert not faults(kind, CASE) and not faults(kind, [CASE, CASE])
    assert faults(kind, CASE | change) and faults(kind, [CASE, CASE | change])


def test_what_may_be_written_shorter() -> None:
    assert not faults("case", CASE | {"teach": False}) and not faults("case", CASE | {"teach": "no"})
    fact = {"kind": "choice", "label": "l", "options": {"a": "文字", "b": {"text": "t", "cites": ["b:1"]}}}
    tree = {
        "id": "x.y", "title": "t", "heard": ["h"], "stage": "s", "cites": ["b:1"], "start": "q", "facts": {"f": fact},
        "questions": {"q": {"ask": "?", "fact": "f", "answers": {"yes": "o", "no": "o"}}},
        "outcomes": {"o": {"ruling": "r", "level": "none", "cites": ["b:1"]}}, "roles": {"offender": "违规者"},
    }  # fmt: skip
    assert not faults("tree", tree)
    assert faults("tree", tree | {"deal": {"facts": {}}})  # it stands in a file of its own
    assert not faults("tree", tree | {"facts": {"f": "shared"}}) and faults("tree", tree | {"facts": {"f": "other"}})
    fact["options"]["a"] = 1
    assert faults("tree", tree)


def test_the_first_line_is_put_in_once_and_renewed(tmp_path: Path) -> None:
    kind = BY_NAME["case"]
    folder = tmp_path / "decision_trees" / "game" / "cases"
    folder.mkdir(parents=True)
    file = folder / "a.yaml"
    file.write_text("# 注\n- {}\n", encoding="utf-8")
    line = first_line(file, kind, tmp_path)
    assert line == "# yaml-language-server: $schema=../../../schema/case-1.json"
    assert mark(tmp_path) == [file] and mark(tmp_path) == []
    assert file.read_text(encoding="utf-8") == f"{line}\n# 注\n- {{}}\n"
    file.write_text(f"{schemas.MARK}../case-0.json\n# 注\n- {{}}\n", encoding="utf-8")
    assert mark(tmp_path) == [file]
    assert file.read_text(encoding="utf-8") == f"{line}\n# 注\n- {{}}\n"


def test_a_schema_says_what_a_field_is_for() -> None:
    fields = schema(BY_NAME["case"])["$defs"]["Case"]["properties"]
    assert fields["situation"]["description"] == "as a player would tell it"
    assert json.loads(written(BY_NAME["case"]))["$defs"]["Case"]["description"].startswith("A worked case")
