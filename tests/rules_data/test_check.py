"""Damaging the data one way at a time: each damage is told with file, line, what is wrong and what to do, and nothing raises.

The line expected is found here by looking for the damaged characters in the damaged file, never asked of the program.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules_data.check import check_books
from rules_data.handbook import build
from rules_data.loader import BOOKS, DataError, Problem, load_book


@dataclass
class Copy:
    """A copy of some books, damaged for one test and mended after it."""

    root: Path
    saved: dict[Path, bytes | None]

    def file(self, name: str) -> Path:
        return self.root / name

    def _save(self, file: Path) -> None:
        self.saved.setdefault(file, file.read_bytes() if file.is_file() else None)

    def write(self, name: str, data: bytes | str) -> Path:
        file = self.root / name
        self._save(file)
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        return file

    def replace(self, name: str, old: str, new: str) -> Path:
        """Replace the first ``old``, which must be there."""
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is no longer in {name}: adapt the test"
        return self.write(name, text.replace(old, new, 1))

    def remove(self, name: str) -> Path:
        file = self.root / name
        self._save(file)
        file.unlink()
        return file

    def mend(self) -> None:
        for file, data in self.saved.items():
            if file.is_dir():
                file.rmdir()
            if data is None:
                file.unlink(missing_ok=True)
            else:
                file.write_bytes(data)
        self.saved.clear()


def _copied(tmp_path_factory: pytest.TempPathFactory, *books: str) -> Path:
    root = tmp_path_factory.mktemp("books")
    for book in books:
        shutil.copytree(BOOKS / book, root / book)
    return root


@pytest.fixture(scope="module")
def _shengji(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _copied(tmp_path_factory, "shengji-40")


@pytest.fixture(scope="module")
def _guandan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _copied(tmp_path_factory, "guandan-2017", "guandan-supplement")


@pytest.fixture(scope="module")
def _bridge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _copied(tmp_path_factory, "bridge-1999", "bridge-1999-hant")


def _opened(root: Path) -> Iterator[Copy]:
    copy = Copy(root, {})
    yield copy
    copy.mend()


@pytest.fixture
def shengji(_shengji: Path) -> Iterator[Copy]:
    yield from _opened(_shengji)


@pytest.fixture
def guandan(_guandan: Path) -> Iterator[Copy]:
    yield from _opened(_guandan)


@pytest.fixture
def bridge(_bridge: Path) -> Iterator[Copy]:
    yield from _opened(_bridge)


def _line(file: Path, damage: str) -> int:
    """Number, from 1, of the line that holds ``damage``, which is there once or whose first place counts."""
    text = file.read_bytes().decode("utf-8")
    assert damage in text
    return text[: text.index(damage)].count("\n") + 1


def _told(problems: list[Problem]) -> None:
    for p in problems:
        assert re.search("[一-鿿]", p.what) and p.what.endswith("。"), p
        assert re.search("[一-鿿]", p.do) and p.do.endswith("。"), p
        assert p.line is None or p.line >= 1
        assert str(p).startswith(str(p.file))


def _expect(copy: Copy, file: Path, line: int | None, *words: str) -> list[Problem]:
    """A problem at this file and line says these words; returns all problems."""
    problems = check_books(copy.root)
    _told(problems)
    here = [p for p in problems if p.file == file and p.line == line and all(w in p.what + p.do for w in words)]
    assert here, "\n".join(map(str, problems)) or "no problem was found"
    return problems


def test_undamaged_data_has_no_problem() -> None:
    assert check_books() == []


def test_the_copies_are_sound(_shengji: Path, _guandan: Path, _bridge: Path) -> None:
    assert check_books(_shengji) == [] == check_books(_guandan)
    assert check_books(_bridge) == []


# -- YAML ------------------------------------------------------------------------------------------------------------------
ERRATA, TERMS, TABLES = "shengji-40/errata.yaml", "shengji-40/terms.yaml", "shengji-40/tables.yaml"
QUESTIONS, BOOK = "shengji-40/open_questions.yaml", "shengji-40/book.yaml"
LAWS = "shengji-40/provisions/01-articles-from-1.yaml"

# (file, old, new, the damage whose line is expected, words of the complaint)
FORM = {
    "unclosed quote": (ERRATA, "  printed: 跟据", '  printed: "跟据', '"跟据', ("引号",)),
    "unclosed bracket": (ERRATA, "  printed: 跟据", "  printed: [跟据", "  reading: 根据", ("YAML",)),
    "colon in plain text": (ERRATA, "  reading: 根据", "  reading: 根据: 甲", "  reading: 根据: 甲", ("YAML",)),
    "tab indentation": (ERRATA, "  printed: 跟据", "\tprinted: 跟据", "\tprinted", ("制表符",)),
    "indented too far": (ERRATA, "  reading: 根据", "     reading: 根据", "     reading", ("YAML",)),
    "control character": (ERRATA, "  reading: 根据", "  reading: 根\x00据", "\x00", ("控制字符",)),
    "second document": (ERRATA, "- id: T-02", "---\n- id: T-02", "---\n", ("YAML",)),
    "undefined alias": (ERRATA, "severity: wording", "severity: *nobody", "*nobody", ("YAML",)),
    "alias of itself": (ERRATA, "- id: T-01", "- &a [*a]\n- id: T-01", "&a", ("别名",)),
    "python tag": (
        ERRATA, "severity: wording", "severity: !!python/object/apply:os.system [ls]", "!!python", ("标记",),
    ),
    "python tag where a list is right": (
        ERRATA, "  at:\n    - prep2", "  at: !!python/tuple\n    - prep2", "!!python", ("标记",),
    ),
    "python name": (ERRATA, "severity: wording", "severity: !!python/name:os.system", "!!python", ("标记",)),
    "local tag": (ERRATA, "severity: wording", "severity: !mine wording", "!mine", ("标记",)),
    "not a number after all": (ERRATA, "severity: wording", "severity: !!int abc", "!!int", ("引号",)),
    "not a date after all": (ERRATA, "  reading: 根据", "  reading: 2015-13-45", "2015-13-45", ("引号",)),
    "key that is a list": (ERRATA, "  reading: 根据", "  ? [a, b]\n  : 根据", "? [a", ("字段名",)),
    "key that is a number": (ERRATA, "  reading: 根据", "  64: 根据", "  64:", ("字段名",)),
    "key that is true or false": (ERRATA, "  reading: 根据", "  on: 根据", "  on:", ("字段名",)),
    "merge key": (ERRATA, "  reading: 根据", "  <<: {reading: 根据}", "  <<", ("字段名",)),
    "duplicate key": (ERRATA, "  reading: 根据", "  reading: 根据\n  reading: 根據", "  reading: 根據", ("两次",)),
    "unknown field": (ERRATA, "  reading: 根据", "  raeding: 根据", "  raeding", ("raeding", "reading")),
    "unknown field deep inside": (QUESTIONS, "    - key: missing", "    - kye: missing", "kye", ("kye", "evidence")),
    "wrong literal": (ERRATA, "severity: wording", "severity: grave", "grave", ("grave", "'ruling'")),
    "literal that is a yes or no": (ERRATA, "severity: wording", "severity: yes", "severity: yes", ("severity",)),
    "date where text belongs": (ERRATA, "  reading: 根据", "  reading: 2015-12-05", "2015-12-05", ("文字", "引号")),
    "nothing where text belongs": (TERMS, "  term: 花色", "  term:", "  term:\n", ("term", "文字")),
    "text where a list belongs": (ERRATA, "  at:\n    - prep2", "  at: prep2", "  at: prep2", ("at", "列表")),
    "map where a list belongs": (ERRATA, "  at:\n    - prep2", "  at:\n    prep2: yes", "  at:\n    prep2", ("列表",)),
    "list where a record belongs": (ERRATA, "- id: T-01", "- - T-00\n- id: T-01", "- - T-00", ("字段",)),
    "text where a record belongs": (ERRATA, "- id: T-01", "- T-00\n- id: T-01", "- T-00", ("字段",)),
    "nothing where a record belongs": (ERRATA, "- id: T-01", "-\n- id: T-01", "-\n- id", ("字段",)),
    "text where a number belongs": (
        ERRATA, "  reading: 根据", "  reading: 根据\n  occurrence: 二", "occurrence: 二", ("occurrence", "整数"),
    ),
    "text where true or false belongs": (QUESTIONS, "  flagged: true", "  flagged: 是的", "是的", ("flagged", "true")),
    "number for an id": (LAWS, "    - id: '1.1'", "    - id: 1.1", "    - id: 1.1", ("文字", "引号")),
    "whole number for an id": (LAWS, "- id: '2'", "- id: 2", "- id: 2\n", ("文字", "引号")),
    "unknown kind": (LAWS, "  kind: article", "  kind: law", "  kind: law", ("kind", "'article'")),
    "edition as a number": (BOOK, "edition: 2015年", "edition: 2015", "edition: 2015\n", ("edition", "文字")),
    "unknown numbering": (BOOK, "numbering: mixed", "numbering: poker", "poker", ("numbering", "'letters'")),
    "unknown field of the book": (BOOK, "game: shengji", "game: shengji\nauthor: 某人", "author", ("author",)),
    "records in book.yaml": (BOOK, "game: shengji", "game: shengji\nerrata: []", "errata:", ("errata",)),
    "malformed hints": ("shengji-40/import.yaml", "paragraphs: true", "paragraphs: [true", "split:", ("YAML",)),
}  # fmt: skip


@pytest.mark.parametrize("name", list(FORM))
def test_fault_of_form(shengji: Copy, name: str) -> None:
    file_name, old, new, damage, words = FORM[name]
    file = shengji.replace(file_name, old, new)
    _expect(shengji, file, _line(file, damage), *words)


def test_misspelt_hint(shengji: Copy) -> None:
    file = shengji.replace("shengji-40/import.yaml", "paragraphs: true", "paragrafs: true")
    _expect(shengji, file, _line(file, "paragrafs"), "paragrafs", "paragraphs")


@pytest.mark.parametrize(
    ("file_name", "field", "record"),
    [
        (ERRATA, "  evidence: 字形、读音相近；第十五条第2段、第二十二条三均作“根据”。\n", "- id: T-01"),
        (ERRATA, "  at:\n    - prep2\n", "- id: T-01"),
        (TERMS, "  pinyin: huā sè\n", "- id: suit"),
        (LAWS, "  kind: article\n", "- id: '1'"),
        (BOOK, "issuer: 2015年俄亥俄州中国节(比赛组委会)\n", "id: shengji-40"),
    ],
)
def test_missing_field(shengji: Copy, file_name: str, field: str, record: str) -> None:
    file = shengji.replace(file_name, field, "")
    _expect(shengji, file, _line(file, record), "缺少字段", field.split(":")[0].strip())


def test_list_instead_of_the_book(shengji: Copy) -> None:
    file = shengji.write(BOOK, "- id: shengji-40\n- game: shengji\n")
    _expect(shengji, file, 1, "字段")


def test_map_instead_of_a_list_of_records(shengji: Copy) -> None:
    file = shengji.write(ERRATA, "# 勘误\nT-01:\n  at: [prep2]\n")
    _expect(shengji, file, 2, "列表")


@pytest.mark.parametrize("name", [ERRATA, TERMS, TABLES, QUESTIONS, BOOK, LAWS, "shengji-40/unresolved.yaml"])
@pytest.mark.parametrize("content", ["", "# 只有注释\n", "\n\n"])
def test_empty_file(shengji: Copy, name: str, content: str) -> None:
    file = shengji.write(name, content)
    _expect(shengji, file, None, "空的")


@pytest.mark.parametrize("name", [ERRATA, BOOK, LAWS, "shengji-40/import.yaml", "shengji-40/source.txt"])
def test_file_in_another_encoding(shengji: Copy, name: str) -> None:
    text = shengji.file(name).read_text(encoding="utf-8")
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines, 1) if not line.isascii())
    file = shengji.write(name, text.encode("gb18030"))
    _expect(shengji, file, first, "UTF-8")


def test_one_bad_byte_is_told_with_its_line(shengji: Copy) -> None:
    data = shengji.file(ERRATA).read_bytes()
    at = data.index("根据".encode())
    file = shengji.write(ERRATA, data[:at] + b"\xff" + data[at:])
    _expect(shengji, file, data[:at].count(b"\n") + 1, "UTF-8")


def test_nesting_without_end(shengji: Copy) -> None:
    file = shengji.write(ERRATA, "[" * 3000 + "]" * 3000)
    _expect(shengji, file, 1, "深")


def test_folder_where_a_file_belongs(shengji: Copy) -> None:
    file = shengji.remove(ERRATA)
    file.mkdir()
    _expect(shengji, file, None, "读不出来")


def test_byte_order_mark_and_windows_line_ends_do_no_harm(shengji: Copy) -> None:
    for name in (ERRATA, LAWS, BOOK):
        text = shengji.file(name).read_text(encoding="utf-8")
        shengji.write(name, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert check_books(shengji.root) == []


def test_every_fault_of_form_is_told_at_once(shengji: Copy) -> None:
    one = shengji.replace(ERRATA, "severity: wording", "severity: grave")
    two = shengji.replace(TERMS, "  pinyin: huā sè\n", "")
    problems = check_books(shengji.root)
    assert {p.file for p in problems} == {one, two}


# -- missing and superfluous -------------------------------------------------------------------------------------------------
def test_missing_source(shengji: Copy) -> None:
    _expect(shengji, shengji.remove("shengji-40/source.txt"), None, "source.txt")


def test_missing_book_file(guandan: Copy) -> None:
    """Of a book whose absence leaves little else amiss: it must not drop out of the handbook silently."""
    _expect(guandan, guandan.remove("guandan-supplement/book.yaml"), None, "不存在")


def test_book_without_provisions(shengji: Copy) -> None:
    for file in sorted(shengji.file("shengji-40/provisions").glob("*.yaml")):
        shengji.remove(str(file.relative_to(shengji.root)))
    _expect(shengji, shengji.file("shengji-40/provisions"), None, "条文")


def test_no_book_at_all(tmp_path: Path) -> None:
    problems = check_books(tmp_path)
    _told(problems)
    assert len(problems) == 1 and problems[0].file == tmp_path


def test_folder_named_otherwise(shengji: Copy) -> None:
    file = shengji.replace(BOOK, "id: shengji-40", "id: shengji-41")
    _expect(shengji, file, _line(file, "shengji-41"), "shengji-41", "shengji-40")


def test_base_book_that_is_not_there(shengji: Copy) -> None:
    file = shengji.replace(BOOK, "script: hans", "script: hans\namends: shengji-39")
    _expect(shengji, file, _line(file, "amends"), "shengji-39")


def test_missing_file_of_provisions(shengji: Copy) -> None:
    """What is missing is said at the provision that stands where the lost text should."""
    shengji.remove("shengji-40/provisions/02-articles-from-11.yaml")
    after = shengji.file("shengji-40/provisions/03-articles-from-21.yaml")
    _expect(shengji, after, _line(after, "- id:"), "source.txt")


# -- provisions --------------------------------------------------------------------------------------------------------------
def test_changed_character(shengji: Copy) -> None:
    file = shengji.replace(LAWS, "text: 将牌花色的级牌。", "text: 将牌花色的极牌。")
    _expect(shengji, file, _line(file, "id: '1.5'"), "级牌", "极牌", "source.txt")


def test_deleted_provision(shengji: Copy) -> None:
    text = shengji.file(LAWS).read_text(encoding="utf-8")
    start, end = text.index("    - id: '1.6'"), text.index("    - id: '1.7'")
    file = shengji.write(LAWS, text[:start] + text[end:])
    problems = _expect(shengji, file, _line(file, "id: '1.7'"), "source.txt")
    cited = [p for p in problems if "shengji-40:1.6 不存在" in p.what]
    assert cited, "what cites the deleted provision is told too"


def test_deleted_last_provision(shengji: Copy) -> None:
    end = max(shengji.file("shengji-40/provisions").glob("*.yaml"))
    name = str(end.relative_to(shengji.root))
    text = end.read_text(encoding="utf-8")
    last = text.rindex("- id:")
    file = shengji.write(name, text[:last])
    problems = check_books(shengji.root)
    _told(problems)
    assert any("source.txt 不符" in p.what and p.file == file and p.line for p in problems)


def test_provision_added(shengji: Copy) -> None:
    file = shengji.replace(
        LAWS,
        "    - id: '1.6'",
        "    - id: '1.5x'\n      label: 新\n      kind: clause\n      text: 新\n    - id: '1.6'",
    )
    _expect(shengji, file, _line(file, "1.5x"), "source.txt")


def test_provisions_in_another_order(shengji: Copy) -> None:
    file = shengji.replace(LAWS, "text: 将牌花色的级牌。", "text: 非将牌花色的级牌。")
    text = file.read_text(encoding="utf-8")
    at = text.rindex("text: 非将牌花色的级牌。")
    shengji.write(LAWS, text[:at] + "text: 将牌花色的级牌。" + text[at + len("text: 非将牌花色的级牌。") :])
    _expect(shengji, file, _line(file, "id: '1.5'"), "source.txt")


def test_invisible_character(shengji: Copy) -> None:
    file = shengji.replace(LAWS, "text: 将牌花色的级牌。", "text: 将牌\u200b花色的级牌。")
    _expect(shengji, file, _line(file, "id: '1.5'"), "不可见")


def test_provision_without_content(shengji: Copy) -> None:
    file = shengji.replace(
        LAWS, "    - id: '1.6'", "    - id: '1.5x'\n      label: 空\n      kind: clause\n    - id: '1.6'"
    )
    _expect(shengji, file, _line(file, "1.5x"), "没有内容")


def test_discard_of_a_line_that_is_not_there(shengji: Copy) -> None:
    file = shengji.replace(
        LAWS,
        "      text: 将牌花色的级牌。",
        "      text: 将牌花色的级牌。\n      discards: [{name: 转换标记, text: '#', line: 7}]",
    )
    _expect(shengji, file, _line(file, "id: '1.5'"), "discards")


@pytest.mark.parametrize("same", ["'1.5'", "'1.1'"])
def test_duplicate_provision_id(shengji: Copy, same: str) -> None:
    file = shengji.replace(LAWS, "    - id: '1.6'", f"    - id: {same}  # again")
    _expect(shengji, file, _line(file, "# again"), "重复", f"{Path(LAWS).name}:{_line(file, f'id: {same}')}")


def test_duplicate_provision_id_in_two_files(shengji: Copy) -> None:
    other = "shengji-40/provisions/02-articles-from-11.yaml"
    file = shengji.replace(other, "- id: '11'", "- id: '3'")
    first = shengji.file(LAWS)
    _expect(shengji, file, _line(file, "- id: '3'"), "重复", f"{first.name}:{_line(first, '- id: ' + repr('3'))}")


def test_table_of_a_provision_that_is_not_there(shengji: Copy) -> None:
    file = shengji.replace("shengji-40/provisions/00-front.yaml", "table: level-bands", "table: level-band")
    number = _line(file, "table: level-band")
    lines = file.read_text(encoding="utf-8").split("\n")
    owner = max(i for i in range(number) if "id: pret" in lines[i]) + 1
    _expect(shengji, file, owner, "level-band")


# -- records -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        (ERRATA, "T-01", "T-02"),
        (TERMS, "suit", "points"),
        (QUESTIONS, "D-01", "D-02"),
        (TABLES, "level-bands", "standard-scores"),
    ],
)
def test_duplicate_record_id(shengji: Copy, name: str, first: str, second: str) -> None:
    file = shengji.replace(name, f"- id: {second}\n", f"- id: {first}  # again\n")
    _expect(shengji, file, _line(file, "# again"), "重复", first)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (ERRATA, "    - prep2", "    - prep9"),
        (ERRATA, "    - prep2", "    - prep2\n    - bridge-1999:64Z"),
        (TERMS, "    - '1.1'", "    - '1.99'"),
        (TABLES, "    - '16'", "    - '160'"),
        (QUESTIONS, "    - 21.1.2", "    - 21.1.9"),
    ],
)
def test_dangling_citation(shengji: Copy, name: str, old: str, new: str) -> None:
    file = shengji.replace(name, old, new)
    cited = new.split("- ")[-1].strip("'")
    _expect(shengji, file, _line(file, new.split("\n")[-1]), cited, "不存在")


def test_dangling_citation_of_an_amendment(guandan: Copy) -> None:
    name = "guandan-supplement/amendments.yaml"
    file = guandan.replace(name, "    - guandan-2017:21\n", "    - guandan-2017:210\n")
    _expect(guandan, file, _line(file, "guandan-2017:210"), "guandan-2017:210")
    guandan.mend()
    file = guandan.replace(name, '    - "1.1"', '    - "1.11"')
    _expect(guandan, file, _line(file, '"1.11"'), "guandan-supplement:1.11")


def test_open_question_that_is_not_there(guandan: Copy, bridge: Copy) -> None:
    """Of an amendment, whose questions are those of the base book, and of an erratum."""
    file = guandan.replace("guandan-supplement/amendments.yaml", "open_question: D-10", "open_question: D-1000")
    _expect(guandan, file, _line(file, "D-1000"), "D-1000")
    errata = bridge.file("bridge-1999/errata.yaml").read_text(encoding="utf-8")
    named = re.search(r"open_question: (D-\d+)", errata)
    assert named is not None
    file = bridge.replace("bridge-1999/errata.yaml", named.group(), "open_question: D-999")
    _expect(bridge, file, _line(file, "D-999"), "D-999")


def test_difference_that_cites_nothing(bridge: Copy) -> None:
    file = bridge.replace("bridge-1999-hant/differences.yaml", "base_at: bridge-1999:12A2", "base_at: bridge-1999:12A9")
    _expect(bridge, file, _line(file, "12A9"), "12A9")


def test_difference_from_the_base_that_is_not_listed(bridge: Copy) -> None:
    """The witness says 當前 in 15C where the base says 目前: taken off the list, it is told at the provision."""
    name = "bridge-1999-hant/differences.yaml"
    text = bridge.file(name).read_text(encoding="utf-8")
    start = text.index("- at: 15C\n", 0)
    while "kind: wording" not in (entry := text[start : text.find("\n- at:", start + 1) + 1]):
        start = text.index("- at: 15C\n", start + 1)
    bridge.write(name, text.replace(entry, ""))
    (problem,) = check_books(bridge.root)
    _told([problem])
    assert "當前" in problem.what and "目前" in problem.what and "没有列出" in problem.what


def test_listed_difference_that_there_is_not(bridge: Copy) -> None:
    file = bridge.replace("bridge-1999-hant/differences.yaml", "witness: 適當?shù)难a償條", "witness: 適當的補償條")
    said = [p for p in check_books(bridge.root) if p.file == file]
    _told(said)
    assert len(said) == 1 and "没有这样的不同" in said[0].what


def test_erratum_not_in_the_print(shengji: Copy) -> None:
    file = shengji.replace(ERRATA, "  printed: 跟据", "  printed: 跟踞")
    _expect(shengji, file, _line(file, "跟踞"), "T-01", "跟踞", "找不到")


def test_erratum_of_an_occurrence_that_is_not_there(shengji: Copy) -> None:
    file = shengji.replace(ERRATA, "  printed: 跟据", "  printed: 跟据\n  occurrence: 2")
    _expect(shengji, file, _line(file, "  printed: 跟据"), "T-01", "找不到")


def test_erratum_of_no_place(shengji: Copy) -> None:
    file = shengji.replace(ERRATA, "  at:\n    - prep2", "  at: []")
    _expect(shengji, file, _line(file, "- id: T-01"), "T-01", "at")


def test_default_that_is_not_an_option(shengji: Copy) -> None:
    file = shengji.replace(QUESTIONS, "  default: missing", "  default: lost")
    _expect(shengji, file, _line(file, "default: lost"), "D-01", "lost", "missing", "organizer")


def test_default_without_a_reason(shengji: Copy) -> None:
    text = shengji.file(QUESTIONS).read_text(encoding="utf-8")
    reason = text[text.index("  because: ") : text.index("  decides: ")]
    file = shengji.replace(QUESTIONS, reason, "")
    _expect(shengji, file, _line(file, "- id: D-01"), "D-01", "because")


def test_two_options_of_one_key(shengji: Copy) -> None:
    file = shengji.replace(QUESTIONS, "    - key: organizer", "    - key: missing")
    _expect(shengji, file, _line(file, "- id: D-01"), "D-01", "重复")


def test_term_without_a_place_or_twice(shengji: Copy) -> None:
    file = shengji.replace(TERMS, "  defined_in:\n    - '1.1'\n", "")
    _expect(shengji, file, _line(file, "- id: suit"), "花色", "出处")
    shengji.mend()
    file = shengji.replace(TERMS, "  term: 分\n", "  term: 花色\n")
    _expect(shengji, file, _line(file, "- id: points"), "花色", "2 次")


# -- references ----------------------------------------------------------------------------------------------------------------
def test_reference_that_leads_nowhere(bridge: Copy) -> None:
    """The reason why law 23A does not exist is struck from the list."""
    name = "bridge-1999/unresolved.yaml"
    text = bridge.file(name).read_text(encoding="utf-8")
    start = text.index("- at: 27B3")
    bridge.write(name, text[:start] + text[text.index("- at:", start + 1) :])
    laws = next(
        f
        for f in sorted(bridge.file("bridge-1999/provisions").glob("*.yaml"))
        if "id: 27B3\n" in f.read_text(encoding="utf-8")
    )
    _expect(bridge, laws, _line(laws, "id: 27B3\n"), "23条A款", "unresolved.yaml")


def test_listed_reference_that_is_not_printed(shengji: Copy) -> None:
    file = shengji.replace("shengji-40/unresolved.yaml", "printed: 升级竞赛规则\n", "printed: 麻将竞赛规则\n")
    _expect(shengji, file, _line(file, "- at: 28b.1"), "麻将竞赛规则")


def test_one_broken_book_does_not_bring_false_complaints_of_another(bridge: Copy) -> None:
    file = bridge.replace("bridge-1999/errata.yaml", "severity: ", "severty: ")
    problems = check_books(bridge.root)
    _told(problems)
    assert problems and {p.file for p in problems} == {file}


# -- tables ---------------------------------------------------------------------------------------------------------------------
ROW = "    - [0, 0, 庄家升两级, 2, 0, 否]"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("    - [0, 0, 庄家升两级, 2, 0]", ("5 格", "6 格")),
        ("    - [0, 0, 庄家升两级, 2, 0, 否, 否]", ("7 格", "6 格")),
        ("    - [零, 0, 庄家升两级, 2, 0, 否]", ("整数", "零")),
        ("    - [0, 0, 庄家升两级, 2.5, 0, 否]", ("整数", "2.5")),
        ("    - [0, 0, 7, 2, 0, 否]", ("文字", "7")),
        ("    - [[0], 0, 庄家升两级, 2, 0, 否]", ("列表",)),
        ("    - 庄家升两级", ("列表",)),
        ("    - {from: 0}", ("列表",)),
    ],
)
def test_broken_row(shengji: Copy, row: str, words: tuple[str, ...]) -> None:
    file = shengji.replace(TABLES, ROW, row)
    problems = _expect(shengji, file, _line(file, row), *words)
    assert len(problems) == 1


def test_true_or_false_is_not_a_number(shengji: Copy) -> None:
    file = shengji.replace(TABLES, ROW, "    - [yes, 0, 庄家升两级, 2, 0, 否]")
    _expect(shengji, file, _line(file, "[yes"), "整数")


def test_two_rows_of_one_key(shengji: Copy) -> None:
    file = shengji.replace(TABLES, ROW, f"{ROW}\n{ROW}  # again")
    _expect(shengji, file, _line(file, "# again"), "键")


def test_key_column_that_is_not_there(shengji: Copy) -> None:
    text = shengji.file(TABLES).read_text(encoding="utf-8")
    key = re.search(r"  key:\n    - \w+\n|  key: \[[^]]*\]\n", text)
    assert key is not None
    file = shengji.replace(TABLES, key.group(), "  key: [nowhere]\n")
    _expect(shengji, file, _line(file, "key: [nowhere]"), "nowhere")


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("{row: 1, column: H,", "{row: 11, column: H,", "11"),
        ("{row: 1, column: H,", "{row: 1, column: Z,", "Z"),
        ('printed: "40", erratum: E-001}', 'printed: "40", erratum: E-999}', "E-999"),
    ],
)
def test_printed_otherwise_of_nothing(bridge: Copy, old: str, new: str, word: str) -> None:
    file = bridge.replace("bridge-1999/tables.yaml", old, new)
    _expect(bridge, file, _line(file, new), word)


# -- loading ---------------------------------------------------------------------------------------------------------------------
def test_loading_a_damaged_book_tells_the_same(shengji: Copy) -> None:
    file = shengji.replace(ERRATA, "severity: wording", "severity: grave")
    with pytest.raises(DataError) as caught:
        load_book(shengji.file("shengji-40"))
    assert [(p.file, p.line) for p in caught.value.problems] == [(file, _line(file, "grave"))]
    assert f"{file}:{_line(file, 'grave')}" in str(caught.value)


@pytest.mark.parametrize("make", [lambda p: p / "nowhere", lambda p: p], ids=["missing folder", "empty folder"])
def test_loading_what_is_no_book(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    with pytest.raises(DataError, match=r"book\.yaml"):
        load_book(make(tmp_path))


def test_two_editions_with_one_term_are_told_where_by_check_and_by_build(tmp_path: Path) -> None:
    """Before, check found nothing and building the index ended without a sentence."""
    shutil.copytree(BOOKS / "shengji-40", tmp_path / "shengji-40")
    shutil.copytree(BOOKS / "shengji-40", tmp_path / "shengji-41")
    for file in (tmp_path / "shengji-41").rglob("*.yaml"):
        file.write_text(file.read_text(encoding="utf-8").replace("shengji-40", "shengji-41"), encoding="utf-8")
    terms = tmp_path / "shengji-41" / "terms.yaml"
    ids = re.findall(r"^- id: (\S+)", terms.read_text(encoding="utf-8"), re.M)
    faults = [str(problem) for problem in check_books(tmp_path)]
    assert len(faults) == len(ids) > 10
    assert f"{terms}:" in faults[0] and f"术语编号“{ids[0]}”" in faults[0] and "shengji-40/terms.yaml:" in faults[0]
    with pytest.raises(DataError, match="另一本书里已经有了"):
        build(root=tmp_path)
