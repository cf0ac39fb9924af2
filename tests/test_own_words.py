"""What the program itself says is punctuated as Chinese is: printed law text is not looked at here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("app", "search", "decision_trees", "rules_data")
HALF = re.compile(r"[\u4e00-\u9fff”’][,;:!?]|[,;!?][\u4e00-\u9fff“‘]|[\u4e00-\u9fff”]\(|\)[\u4e00-\u9fff，。；：、]")
NUMBERS = re.compile(r"\([0-9a-e]\)")  # of a clause, as printed: 附件四8(3)
WRITTEN = re.compile(
    r"“[^”]*”|\{\"[^}]*\}|\[[^\]]*\]"
)  # what is quoted is as somebody else writes it: “名: 值” of YAML
PATTERN = re.compile(
    r"\(\?|\?\||\[Desktop|\\[sdb(]|\.[*+{]|\)\?|\|[^|]*\)|\]\+"
)  # a regular expression says nothing to anybody


def said(file: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every string of a module that is no docstring; what is put into one is left out."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    bare = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Expr) for part in ast.walk(node.value)
            if isinstance(node.value, ast.Constant)}  # fmt: skip
    parts: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts.update(map(id, node.values))
            yield node.lineno, "".join(str(v.value) if isinstance(v, ast.Constant) else "x" for v in node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (bare | parts):
            yield node.lineno, node.value


def faults(text: str) -> bool:
    """Whether a text of our own has punctuation of half width beside a Chinese character."""
    if not re.search(r"[\u4e00-\u9fff]{2}", text) or PATTERN.search(text):
        return False
    return bool(HALF.search(NUMBERS.sub("", WRITTEN.sub("x", text))))


def test_the_program_says_nothing_with_punctuation_of_half_width() -> None:
    assert faults("没有找到,请再试") and faults("共3项(桥牌)") and not faults("附件四8(3)说的“名: 值”，照旧。")
    printed = "".join(
        re.sub(r"\s", "", file.read_text(encoding="utf-8")) for file in ROOT.glob("rules_data/books/*/source.txt")
    )
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    found = [
        f"{file.relative_to(ROOT)}:{line}: {text[:60]}"
        for file in files
        for line, text in said(file)
        if faults(text) and text not in printed
    ]
    assert len(files) > 200
    assert not found, "\n".join(found)
