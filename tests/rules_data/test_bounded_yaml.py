"""YAML is read in bounded time and memory: what is deeper, larger or longer than a person writes is one problem with its line."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_data import decoding
from rules_data.check import check_books
from rules_data.loader import DataError, read_yaml
from rules_data.yaml_nodes import ALIASED, DEPTH, NODES

BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{', '.join(['*' + old] * 10)}]\n" for old, new in zip("abcdefghi", "bcdefghij", strict=True)
)  # 10,000,000,000 values in 500 characters
ODD = {
    "brackets": ("[" * 100_000, 1, "太深"),
    "closed brackets": ("a: " + "[" * 100_000 + "]" * 100_000, 1, "太深"),
    "braces": ("{a: " * 100_000, 1, "太深"),
    "dashes": ("- " * 100_000 + "x", 1, "太深"),
    "question marks": ("? " * 100_000 + "x", 1, "太深"),
    "indents": ("".join(" " * i + "a:\n" for i in range(1_000)), DEPTH, "太深"),
    "an alias bomb": (BOMB, None, "别名"),
    "an alias in itself": ("a: &a [*a]\n", 1, "指回"),
    "a whole number": ("a: 1\nb: " + "9" * 5_000 + "\n", 2, "5000 位"),
    "a number in hexadecimal": ("a: 0x" + "f" * 100_000 + "\n", 1, "100002 位"),
    "a number in sixties": ("a: 1" + ":59" * 20_000 + "\n", 1, "太长"),
    "an infinite number": ("a: .inf\n", 1, "有限"),
    "no number": ("- 1\n- .NaN\n", 2, "有限"),
    "more values than a person writes": ("- x\n" * (NODES + 5), None, "以上的值"),
    "more than a file may have": ("#" * (decoding.SIZE + 1), None, "MB"),
    "a mapping as a key": ("{[a]: 1}", 1, "字段名"),
}


@pytest.mark.parametrize(("text", "line", "said"), ODD.values(), ids=ODD)
def test_odd_yaml_is_one_problem_in_little_memory(text: str, line: int | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(text, encoding="utf-8")
    tracemalloc.start()
    try:
        with pytest.raises(DataError) as fault:
            read_yaml(file)
        assert tracemalloc.get_traced_memory()[1] < 400_000_000
    finally:
        tracemalloc.stop()
    (problem,) = fault.value.problems
    assert said in problem.what and len(str(problem)) < 300
    assert line is None or problem.line == line


def test_aliases_that_people_write_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "alias.yaml"
    file.write_text("a: &a [1, 2]\n" + "".join(f"k{i}: *a\n" for i in range(ALIASED // 3)), encoding="utf-8")
    data = read_yaml(file).data
    assert data["k0"] == data[f"k{ALIASED // 3 - 1}"] == [1, 2]


def test_as_deep_as_allowed_is_read(tmp_path: Path) -> None:
    file = tmp_path / "deep.yaml"
    file.write_text("[" * (DEPTH - 1) + "x" + "]" * (DEPTH - 1), encoding="utf-8")
    read_yaml(file)
    file.write_text("[" * DEPTH + "x" + "]" * DEPTH, encoding="utf-8")
    with pytest.raises(DataError):
        read_yaml(file)


@pytest.mark.parametrize("text", [ODD["brackets"][0], BOMB, ODD["a whole number"][0]])
def test_check_survives_an_odd_book(text: str, tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "book.yaml").write_text(text, encoding="utf-8")
    problems = check_books(tmp_path)
    assert problems and all(p.file.is_relative_to(tmp_path) for p in problems)


@given(st.text(alphabet="[]{}-?:&*!|>'\"#%@,abn01.\\ \n\t", max_size=60) | st.binary(max_size=60))
@example("[" * 3_000)
@example("&a [*a]")
@example("? [a]\n: b")
@example("!!python/object:os.system [x]")
@example("a: !!int x")
@example("a: !!timestamp x")
@example("a: !!binary x")
@example("=: =")
@example("<<: [1]")
@example("--- a\n--- b")
@example(b"\xff\xfe\x00")
def test_whatever_the_file_it_is_data_or_problems_with_lines(
    tmp_path_factory: pytest.TempPathFactory, text: str | bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    try:
        read_yaml(file)
    except DataError as fault:
        assert all(p.what and p.do and "\n" not in p.what for p in fault.problems)
