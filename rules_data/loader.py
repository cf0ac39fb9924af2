"""YAML -> :class:`~rules_data.model.Book`, with the file and the line in every complaint.

PyYAML and pydantic are imported where they are used: a program that opens the compiled handbook needs neither.
"""

from __future__ import annotations

import datetime
import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rules_data import decoding
from rules_data.model import (
    Amendment,
    Book,
    Difference,
    Erratum,
    GameId,
    OpenQuestion,
    Provision,
    Table,
    Term,
    UnresolvedReference,
)

if TYPE_CHECKING:
    import yaml

    from rules_data.importer import Hints

T = TypeVar("T")
Path_ = tuple[str | int, ...]

BOOKS = Path(__file__).with_name("books")
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

    def at(self, path: Iterable[str | int]) -> Any:
        """The value at ``path``; None when there is none."""
        value = self.data
        for step in path:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                return None
        return value


_SCALARS = frozenset({"str", "int", "float", "bool", "null", "timestamp"})
_TAGS: Mapping[str, frozenset[str]] = {  # by kind of node
    "ScalarNode": _SCALARS,
    "SequenceNode": frozenset({"seq"}),
    "MappingNode": frozenset({"map"}),
}
_NUMBERS = frozenset({"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"})
_KEYS = frozenset(f"tag:yaml.org,2002:{name}" for name in _SCALARS)


def read_text(file: Path) -> str:
    """Read a text file. Raises :class:`DataError` when it is missing, not readable, too large or not UTF-8."""
    try:
        with file.open("rb") as stream:
            data = stream.read(decoding.SIZE + 1)
        if len(data) > decoding.SIZE:
            what = f"文件超过 {decoding.SIZE // 1_000_000} MB。"
            raise DataError([Problem(file, None, what, "请拆成几个文件，或检查是不是放错了文件。")])
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        raise DataError([Problem(file, None, "文件不存在。", "请从备份恢复或重新导入。")]) from None
    except UnicodeDecodeError as e:
        line = e.object.count(b"\n", 0, e.start) + 1
        raise DataError(
            [Problem(file, line, f"不是 UTF-8 文本（第 {e.start} 字节）。", "请用 UTF-8 编码另存。")]
        ) from None
    except OSError as e:
        raise DataError(
            [Problem(file, None, f"文件读不出来（{type(e).__name__}）。", "请检查它是不是文件、能不能读。")]
        ) from None


def read_yaml(file: Path) -> Document:
    """Read one YAML file.

    Raises :class:`DataError` when it is missing, not UTF-8, not YAML, says a key twice, or is larger or deeper than what
    a person writes.
    """
    import yaml

    from rules_data.yaml_nodes import ALIASED, NUMBER, TooLarge, compose

    text = read_text(file)
    try:
        node = compose(text)
    except TooLarge as e:
        raise DataError([Problem(file, e.line, e.what, e.do)]) from None
    except yaml.MarkedYAMLError as e:
        mark, detail = e.problem_mark or e.context_mark, e.problem or "无法读出"
        if "unexpected end of stream" in detail:  # the end of the file helps nobody: say where the quotation opens
            mark, detail = e.context_mark or mark, "引号没有收尾"
        elif "tab character" in detail or "'\\t'" in detail:
            detail = "缩进用了制表符"
        line = mark.line + 1 if mark else None
        raise DataError(
            [Problem(file, line, f"YAML 写法有误：{detail}。", "请检查这一行的缩进（用空格）、冒号后的空格和引号。")]
        ) from None
    except yaml.YAMLError:  # a character YAML does not allow
        m = yaml.reader.Reader.NON_PRINTABLE.search(text)
        line = text.count("\n", 0, m.start()) + 1 if m else None
        raise DataError(
            [Problem(file, line, "YAML 写法有误：有不可用的控制字符。", "请删去不可见的控制字符。")]
        ) from None
    lines: dict[Path_, int] = {}
    problems: list[Problem] = []
    constructor = yaml.SafeLoader("")
    open_nodes: set[int] = set()
    seen: set[int] = set()
    again = 0  # values written out for aliases

    def fault(node: yaml.Node, what: str, do: str) -> None:
        problems.append(Problem(file, node.start_mark.line + 1, what, do))

    def scalar(node: yaml.Node) -> Any:
        shown = node.value if len(node.value) <= NUMBER else f"{node.value[:NUMBER]}…"
        if node.tag in _NUMBERS and len(node.value) > NUMBER:
            fault(node, f"“{shown}”这个数有 {len(node.value)} 位，太长了。", "请改正；若是文字，请加引号。")
            return None
        try:
            value = constructor.construct_object(node, deep=True)
        except (ValueError, TypeError, AttributeError, LookupError, yaml.YAMLError):  # 2015-13-45, !!timestamp x
            fault(node, f"“{shown}”读不成数或日期。", "若是文字，请加引号。")
            return str(node.value)
        if isinstance(value, float) and not math.isfinite(value):
            fault(node, f"“{shown}”不是有限的数。", "请写成数；若是文字，请加引号。")
        return value

    def build(node: yaml.Node, path: Path_) -> Any:
        nonlocal again
        again += id(node) in seen
        if again > ALIASED:
            line = node.start_mark.line + 1
            raise DataError(
                [Problem(file, line, f"YAML 别名展开后多出 {ALIASED} 个以上的值。", "请把内容直接写出来。")]
            )
        seen.add(id(node))
        lines[path] = node.start_mark.line + 1
        if node.tag.removeprefix("tag:yaml.org,2002:") not in _TAGS[type(node).__name__]:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            fault(node, f"不认识的 YAML 标记 {tag}。", "请只用文字、数字、列表和映射。")
            return None
        if isinstance(node, yaml.ScalarNode):
            return scalar(node)
        if id(node) in open_nodes:
            fault(node, "YAML 别名指回了自己。", "请把内容直接写出来。")
            return None
        open_nodes.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                return [build(child, (*path, i)) for i, child in enumerate(node.value)]
            out: dict[Any, Any] = {}
            for key_node, value_node in node.value:
                key = scalar(key_node) if isinstance(key_node, yaml.ScalarNode) and key_node.tag in _KEYS else None
                if isinstance(key, bool) and key_node.value in ("yes", "no"):
                    key = key_node.value  # the answers of a question
                if not isinstance(key, str):
                    fault(key_node, "字段名应是文字。", "请改成字段名；像数字或“是/否”的请加引号。")
                    continue
                if key in out:
                    fault(key_node, f"“{key}”写了两次。", "请删去一个。")
                out[key] = build(value_node, (*path, key))
                lines[(*path, key)] = key_node.start_mark.line + 1
            return out
        finally:
            open_nodes.discard(id(node))

    try:
        data = build(node, ()) if node is not None else None
    except RecursionError:
        raise DataError([Problem(file, None, "YAML 套得太深。", "请检查有没有多余的括号。")]) from None
    if problems:
        raise DataError(problems)
    return Document(file, data, lines)


_BRANCHES = ("str", "int", "float")
"""What pydantic adds to the place of a fault in a value that may be of several types."""
_NAMES = {type(None): "空的", list: "列表", dict: "一组“字段: 值”", datetime.date: "日期", datetime.datetime: "日期"}


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
        raise DataError([Problem(document.file, None, "文件是空的。", "请写入内容，没有内容时写 []。")])
    try:
        return _adapter(type_).validate_python(data)
    except ValidationError as e:
        problems = []
        for error in e.errors(include_url=False):
            loc = tuple(error["loc"])
            if loc and loc[-1] in _BRANCHES and not isinstance(document.at(loc[:-1]), dict):
                if loc[-1] != "str":  # one complaint for the cell, not one for each type it might have
                    continue
                loc = loc[:-1]
            line = document.line(loc)
            last = loc[-1] if loc else None
            name = "这里" if last is None else f"“{last}”" if isinstance(last, str) else f"第 {last + 1} 项"
            kind, value = error["type"], error.get("input")
            shown = repr(value) if isinstance(value, str | int | float | bool) else _NAMES.get(type(value), "别的东西")
            if kind in ("extra_forbidden", "unexpected_keyword_argument"):
                names = _field_names(type_, loc[:-1])
                what, do = f"不认识的字段{name}。", f"可用的字段：{names}。" if names else "请删去或改正字段名。"
            elif kind in ("missing", "missing_argument", "missing_keyword_only_argument"):
                what, do = f"缺少字段{name}。", "请补上。"
            elif kind == "literal_error":
                what, do = f"{name}不能是 {shown}。", f"应为 {error['ctx']['expected'].replace(' or ', ' 或 ')}。"
            elif kind == "string_type":
                what, do = f"{name}应是文字，现在是 {shown}。", "若是像数字的编号或“是/否”，请加引号。"
            elif kind in ("tuple_type", "list_type"):
                what, do = f"{name}应是列表，现在是 {shown}。", "请写成 [ ] 或每行一个“- ”。"
            elif kind in ("dataclass_type", "dict_type"):
                what, do = f"这里应是一组“字段: 值”，现在是 {shown}。", "请检查缩进。"
            elif kind in ("int_type", "int_parsing", "int_from_float"):
                what, do = f"{name}应是整数，现在是 {shown}。", "请改成整数。"
            elif kind in ("bool_type", "bool_parsing"):
                what, do = f"{name}应是 true 或 false，现在是 {shown}。", "请改成 true 或 false。"
            else:
                what, do = f"{name}的值 {shown} 不合要求。", "请改正。"
            problems.append(Problem(document.file, line, what, do))
        raise DataError(list(dict.fromkeys(problems))) from None


def load_records(file: Path, type_: type[T]) -> tuple[tuple[T, ...], Document]:
    """Read a YAML list of records of one type; an absent file gives no records."""
    if not file.exists():
        return (), Document(file, [], {})
    document = read_yaml(file)
    return validate(document, tuple[type_, ...]), document  # type: ignore[valid-type]


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """Where a record is written."""

    document: Document
    path: Path_

    def line(self, *inside: str | int) -> tuple[Path, int | None]:
        """File and line of the record, or of what stands ``inside`` it."""
        return self.document.file, self.document.line((*self.path, *inside))

    def problem(self, what: str, do: str, *inside: str | int) -> Problem:
        """A complaint about the record, at the line of what stands ``inside`` it."""
        return Problem(*self.line(*inside), what, do)


@dataclass(frozen=True, slots=True)
class BookFiles:
    """A book together with where everything in it is written down, for complaints."""

    book: Book
    folder: Path
    places: Mapping[tuple[str, str], SourcePlace]  # (what, id) -> where it is written

    def place(self, what: str, id_: str, *inside: str | int) -> tuple[Path, int | None]:
        """File and line of a record, or of what stands ``inside`` it (a field, an entry of a list)."""
        found = self.places.get((what, id_))
        return found.line(*inside) if found else (self.folder, None)


def _complete(book: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(i if ":" in i else f"{book}:{i}" for i in ids)


def _completed(book: str, game: GameId, record: T) -> T:
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


_RECORDS = ("provisions", "errata", "terms", "tables", "open_questions", "amendments", "unresolved", "differences")
"""Fields of a book that have files of their own."""


def load_book_files(folder: Path) -> BookFiles:
    """Read the book in ``folder``.

    Raises :class:`DataError` with every fault of form found in any of its files.
    """
    problems: list[Problem] = []
    places: dict[tuple[str, str], SourcePlace] = {}

    def taken(what: str, id_: str) -> str:
        file, line = places[(what, id_)].line()
        return f"{file.name}:{line}"

    def attempt(file: Path, type_: type[T]) -> tuple[tuple[T, ...], Document]:
        try:
            return load_records(file, type_)
        except DataError as e:
            problems.extend(e.problems)
            return (), Document(file, [], {})

    header_file = folder / "book.yaml"
    written = read_yaml(header_file)
    header: Book = validate(written, Book)
    book_id = header.id
    places[("book", book_id)] = SourcePlace(written, ())
    if book_id != folder.name:
        line = written.line(["id"])
        problems.append(Problem(header_file, line, f"书名“{book_id}”与文件夹“{folder.name}”不同。", "请改成一样。"))
    for name in _RECORDS:
        if name in written.data:
            line = written.line([name])
            problems.append(Problem(header_file, line, f"“{name}”不写在 book.yaml 里。", "请移到它自己的文件。"))

    provisions: list[Provision] = []

    def register(p: Provision, path: Path_, document: Document) -> Provision:
        id_ = _complete(book_id, [p.id])[0]
        place = SourcePlace(document, (*path, "id"))
        if ("provision", id_) in places:
            first = taken("provision", id_)
            problems.append(Problem(*place.line(), f"条款号“{p.id}”重复，{first} 已经有了。", "请改成不同的号。"))
        places[("provision", id_)] = place
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
        for i, read in enumerate(loaded):
            record = _completed(book_id, header.game, read)
            id_, place = key(record), SourcePlace(document, (i,))
            if (what, id_) in places and what != "difference":
                first = taken(what, id_)
                problems.append(Problem(*place.line(), f"编号“{id_}”重复，{first} 已经有了。", "请改成不同的编号。"))
            places.setdefault((what, id_), place)
            out.append(record)
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
        differences=records("differences.yaml", "difference", Difference, lambda r: f"{r.at} {r.witness}"),
    )
    if problems:
        raise DataError(problems)
    return BookFiles(book, folder, places)


def named_twice(books: Iterable[BookFiles]) -> Iterator[Problem]:
    """The terms that two books of one game have under one id: by it a term is found, whichever book it is of."""
    first: dict[tuple[str, str], BookFiles] = {}
    for files in books:
        for term in files.book.terms:
            other = first.setdefault((files.book.game, term.id), files)
            if other is not files:
                at, line = other.place("term", term.id)
                where = f"{other.folder.name}/{at.name}:{line}"
                yield Problem(
                    *files.place("term", term.id),
                    f"术语编号“{term.id}”在同一项目的另一本书里已经有了（{where}）。",
                    f"请改成不同的编号，如 {term.id}-{files.book.id.rpartition('-')[2]}；引用它的地方一起改。",
                )


def load_book(folder: Path) -> Book:
    """Read the book in ``folder``; see :func:`load_book_files`."""
    return load_book_files(folder).book


def book_folders(root: Path = BOOKS) -> tuple[Path, ...]:
    """The folders that hold a book."""
    return tuple(sorted((p.parent for p in root.glob("*/book.yaml")), key=lambda p: p.name))


def load_hints(folder: Path) -> Hints:
    """What a person told the importer about this book (``import.yaml``)."""
    from rules_data.importer import Hints

    hints: Hints = validate(read_yaml(folder / "import.yaml"), Hints)
    return hints
