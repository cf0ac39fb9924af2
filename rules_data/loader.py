"""YAML -> :class:`~rules_data.model.Book`, with the file and the line in every complaint."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import yaml

from rules_data.importer import Hints
from rules_data.model import (
    Amendment,
    Book,
    Difference,
    Erratum,
    Game,
    OpenQuestion,
    Provision,
    Table,
    Term,
    UnresolvedReference,
)

T = TypeVar("T")
Path_ = tuple[str | int, ...]

BOOKS = Path(__file__).parent
"""Folder that holds the books shipped with the program."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with the data, said to the person who can mend it."""

    file: Path
    line: int | None  # counted from 1
    what: str
    do: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else f"{self.file}"
        return f"{where}: {self.what} {self.do}"


class DataError(Exception):
    """The data cannot be used as it stands; ``problems`` says where and why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file read, with the line every value stands on."""

    file: Path
    data: Any
    lines: Mapping[Path_, int]

    def line(self, path: Iterable[str | int]) -> int | None:
        """Line of the value at ``path``, or of the nearest value around it."""
        key = tuple(path)
        while key and key not in self.lines:
            key = key[:-1]
        return self.lines.get(key)


def read_yaml(file: Path) -> Document:
    """Read one YAML file.

    Raises :class:`DataError` when it is missing, not UTF-8, not YAML, or says a key twice.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError([Problem(file, None, "文件不存在。", "请从备份恢复或重新导入。")]) from None
    except UnicodeDecodeError as e:
        raise DataError(
            [Problem(file, None, f"不是 UTF-8 文本(第 {e.start} 字节)。", "请用 UTF-8 编码另存。")]
        ) from None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        node = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as e:
        mark = e.problem_mark or e.context_mark
        line = mark.line + 1 if mark else None
        raise DataError(
            [
                Problem(
                    file, line, f"YAML 写法有误:{e.problem or '无法读出'}。", "请检查这一行的缩进、冒号后的空格和引号。"
                )
            ]
        ) from None
    except yaml.YAMLError as e:  # a character YAML does not allow
        raise DataError([Problem(file, None, f"YAML 写法有误:{e}。", "请删去不可见的控制字符。")]) from None
    lines: dict[Path_, int] = {}
    problems: list[Problem] = []
    constructor = yaml.SafeLoader("")

    def build(node: yaml.Node, path: Path_) -> Any:
        lines[path] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            out: dict[Any, Any] = {}
            for key_node, value_node in node.value:
                key = constructor.construct_object(key_node, deep=True)
                if key in out:
                    problems.append(Problem(file, key_node.start_mark.line + 1, f"“{key}”写了两次。", "请删去一个。"))
                out[key] = build(value_node, (*path, key))
                lines[(*path, key)] = key_node.start_mark.line + 1
            return out
        if isinstance(node, yaml.SequenceNode):
            return [build(child, (*path, i)) for i, child in enumerate(node.value)]
        return constructor.construct_object(node, deep=True)

    try:
        data = build(node, ()) if node is not None else None
    except yaml.constructor.ConstructorError as e:
        line = e.problem_mark.line + 1 if e.problem_mark else None
        raise DataError(
            [Problem(file, line, f"不认识的 YAML 标记:{e.problem}。", "请只用文字、数字、列表和映射。")]
        ) from None
    if problems:
        raise DataError(problems)
    return Document(file, data, lines)


@functools.cache
def _adapter(type_: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(type_)


def _field_names(type_: Any, loc: Path_) -> str:
    """The fields allowed where ``loc`` points to, for the advice in a complaint."""
    from typing import get_args, get_type_hints

    current: Any = type_
    for step in loc:
        while not is_dataclass(current):
            args = [a for a in get_args(current) if a is not Ellipsis and a is not type(None)]
            if not args:
                return ""
            current = args[0]
        if isinstance(step, str):
            current = get_type_hints(current).get(step, current)
    while not is_dataclass(current):
        args = [a for a in get_args(current) if a is not Ellipsis and a is not type(None)]
        if not args:
            return ""
        current = args[0]
    return "、".join(f.name for f in fields(current))


def validate(document: Document, type_: Any) -> Any:
    """Turn a document into ``type_`` (a dataclass or a tuple of them), strictly.

    Raises :class:`DataError` with one problem per fault.
    """
    from pydantic import ValidationError

    data = document.data
    if data is None:
        raise DataError([Problem(document.file, None, "文件是空的。", "请写入内容,没有内容时写 []。")])
    try:
        return _adapter(type_).validate_python(data)
    except ValidationError as e:
        problems = []
        for error in e.errors(include_url=False):
            loc = tuple(error["loc"])
            line = document.line(loc)
            name = loc[-1] if loc else ""
            kind, value = error["type"], error.get("input")
            shown = repr(value) if isinstance(value, str | int | float | bool) else type(value).__name__
            if kind in ("extra_forbidden", "unexpected_keyword_argument"):
                names = _field_names(type_, loc[:-1])
                what, do = f"不认识的字段“{name}”。", f"可用的字段:{names}。" if names else "请删去或改正字段名。"
            elif kind in ("missing", "missing_argument", "missing_keyword_only_argument"):
                what, do = f"缺少字段“{name}”。", "请补上。"
            elif kind == "literal_error":
                what, do = f"“{name}”不能是 {shown}。", f"应为 {error['ctx']['expected'].replace(' or ', ' 或 ')}。"
            elif kind == "string_type":
                what, do = f"“{name}”应是文字,现在是 {shown}。", "若是像数字的编号或“是/否”,请加引号。"
            elif kind in ("tuple_type", "list_type"):
                what, do = f"“{name}”应是列表,现在是 {shown}。", "请写成 [ ] 或每行一个“- ”。"
            elif kind in ("dataclass_type", "dict_type"):
                what, do = f"这里应是一组“字段: 值”,现在是 {shown}。", "请检查缩进。"
            elif kind in ("int_type", "int_parsing", "int_from_float"):
                what, do = f"“{name}”应是整数,现在是 {shown}。", "请改成整数。"
            else:
                what, do = f"“{name}”的值 {shown} 不合要求({error['msg']})。", "请改正。"
            problems.append(Problem(document.file, line, what, do))
        raise DataError(list(dict.fromkeys(problems))) from None


def load_records(file: Path, type_: type[T]) -> tuple[tuple[T, ...], Document]:
    """Read a YAML list of records of one type; an absent file gives no records."""
    if not file.exists():
        return (), Document(file, [], {})
    document = read_yaml(file)
    return validate(document, tuple[type_, ...]), document  # type: ignore[valid-type]


@dataclass(frozen=True, slots=True)
class BookFiles:
    """A book together with where everything in it is written down, for complaints."""

    book: Book
    folder: Path
    places: Mapping[tuple[str, str], tuple[Path, int | None]]  # (what, id) -> file, line

    def place(self, what: str, id_: str) -> tuple[Path, int | None]:
        """File and line of a record."""
        return self.places.get((what, id_), (self.folder, None))


def _complete(book: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(i if ":" in i else f"{book}:{i}" for i in ids)


def _completed(book: str, game: Game, record: T) -> T:
    """Put the book into the local ids of a record."""
    changes: dict[str, Any] = {}
    for name in ("at", "defined_in", "used_in", "base", "by", "meant"):
        value = getattr(record, name, None)
        if isinstance(value, tuple):
            changes[name] = _complete(book, value)
        elif isinstance(value, str) and name == "at":
            changes[name] = _complete(book, [value])[0]
    if isinstance(record, Term):
        changes["game"] = game
    return replace(record, **changes)  # type: ignore[type-var]


def load_book_files(folder: Path) -> BookFiles:
    """Read the book in ``folder``.

    Raises :class:`DataError` with every fault of form found in any of its files.
    """
    problems: list[Problem] = []
    places: dict[tuple[str, str], tuple[Path, int | None]] = {}

    def attempt(file: Path, type_: type[T]) -> tuple[tuple[T, ...], Document]:
        try:
            return load_records(file, type_)
        except DataError as e:
            problems.extend(e.problems)
            return (), Document(file, [], {})

    header_file = folder / "book.yaml"
    header: Book = validate(read_yaml(header_file), Book)
    book_id = header.id
    if book_id != folder.name:
        problems.append(Problem(header_file, None, f"书名“{book_id}”与文件夹“{folder.name}”不同。", "请改成一样。"))

    provisions: list[Provision] = []

    def register(p: Provision, path: Path_, document: Document) -> Provision:
        id_ = _complete(book_id, [p.id])[0]
        line = document.line((*path, "id"))
        if ("provision", id_) in places:
            first_file, first_line = places[("provision", id_)]
            problems.append(
                Problem(
                    document.file,
                    line,
                    f"条款号“{p.id}”重复,{first_file.name}:{first_line} 已经有了。",
                    "请改成不同的号。",
                )
            )
        places[("provision", id_)] = (document.file, line)
        children = tuple(register(c, (*path, "children", i), document) for i, c in enumerate(p.children))
        return replace(p, id=id_, children=children)

    files = sorted((folder / "provisions").glob("*.yaml"))
    if not files:
        problems.append(Problem(folder / "provisions", None, "没有条文文件。", "请用 zhicai import 生成。"))
    for file in files:
        loaded, document = attempt(file, Provision)
        provisions += [register(p, (i,), document) for i, p in enumerate(loaded)]

    def records(name: str, what: str, type_: type[T], key: Callable[[T], str]) -> tuple[T, ...]:
        file = folder / name
        loaded, document = attempt(file, type_)
        out = []
        for i, record in enumerate(loaded):
            id_, line = key(record), document.line((i,))
            if (what, id_) in places and what != "difference":
                first_file, first_line = places[(what, id_)]
                problems.append(
                    Problem(
                        file, line, f"编号“{id_}”重复,{first_file.name}:{first_line} 已经有了。", "请改成不同的编号。"
                    )
                )
            places.setdefault((what, id_), (file, line))
            out.append(_completed(book_id, header.game, record))
        return tuple(out)

    book = replace(
        header,
        provisions=tuple(provisions),
        errata=records("errata.yaml", "erratum", Erratum, lambda r: r.id),
        terms=records("terms.yaml", "term", Term, lambda r: r.id),
        tables=records("tables.yaml", "table", Table, lambda r: r.id),
        open_questions=records("open_questions.yaml", "open question", OpenQuestion, lambda r: r.id),
        amendments=records("amendments.yaml", "amendment", Amendment, lambda r: r.id),
        unresolved=records("unresolved.yaml", "unresolved", UnresolvedReference, lambda r: f"{r.at} {r.printed}"),
        differences=records("differences.yaml", "difference", Difference, lambda r: r.at),
    )
    if problems:
        raise DataError(problems)
    return BookFiles(book, folder, places)


def load_book(folder: Path) -> Book:
    """Read the book in ``folder``; see :func:`load_book_files`."""
    return load_book_files(folder).book


def book_folders(root: Path = BOOKS) -> tuple[Path, ...]:
    """The folders that hold a book, base books before what depends on them."""
    return tuple(sorted((p.parent for p in root.glob("*/book.yaml")), key=lambda p: p.name))


def load_hints(folder: Path) -> Hints:
    """What a person told the importer about this book (``import.yaml``)."""
    hints: Hints = validate(read_yaml(folder / "import.yaml"), Hints)
    return hints
