"""YAML -> :class:`~rules_data.model.Book`, with the file and the line in every complaint.

PyYAML and pydantic are imported where they are used: a program that opens the compiled handbook needs neither.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
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
    from rules_data.yaml_values import TooLarge, Values

    node = _composed(file, read_text(file))
    values = Values()
    try:
        data = values.built(node, ()) if node is not None else None
    except TooLarge as e:
        raise DataError([Problem(file, e.line, e.what, e.do)]) from None
    except RecursionError:
        raise DataError([Problem(file, None, "YAML 套得太深。", "请检查有没有多余的括号。")]) from None
    if values.faults:
        raise DataError([Problem(file, *fault) for fault in values.faults])
    return Document(file, data, values.lines)


def _composed(file: Path, text: str) -> yaml.Node | None:
    """The node of a text. Raises :class:`DataError` for what is not YAML, or too large."""
    import yaml

    from rules_data.yaml_nodes import TooLarge, compose

    try:
        return compose(text)
    except TooLarge as e:
        raise DataError([Problem(file, e.line, e.what, e.do)]) from None
    except yaml.MarkedYAMLError as e:
        mark, detail = e.problem_mark or e.context_mark, e.problem or "无法读出"
        if "unexpected end of stream" in detail:  # the end of the file helps nobody: say where the quotation opens
            mark, detail = e.context_mark or mark, "引号没有收尾"
        elif "tab character" in detail or "'\\t'" in detail:
            detail = "缩进用了制表符"
        line = mark.line + 1 if mark else None
        what, do = f"YAML 写法有误：{detail}。", "请检查这一行的缩进（用空格）、冒号后的空格和引号。"
        raise DataError([Problem(file, line, what, do)]) from None
    except yaml.YAMLError:  # a character YAML does not allow
        m = yaml.reader.Reader.NON_PRINTABLE.search(text)
        line = text.count("\n", 0, m.start()) + 1 if m else None
        raise DataError(
            [Problem(file, line, "YAML 写法有误：有不可用的控制字符。", "请删去不可见的控制字符。")]
        ) from None


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


@dataclass(slots=True)
class _Gathering:
    """The records of a book as its files are read: where each is written, and every fault of form so far."""

    folder: Path
    book: str
    game: GameId
    places: dict[tuple[str, str], SourcePlace]
    problems: list[Problem] = field(default_factory=list)

    def provisions(self) -> tuple[Provision, ...]:
        """The text, from all its files."""
        files = sorted((self.folder / "provisions").glob("*.yaml"))
        if not files:
            what, do = "没有条文文件。", "请用 zhicai import 生成。"
            self.problems.append(Problem(self.folder / "provisions", None, what, do))
        found: list[Provision] = []
        for file in files:
            loaded, document = self._attempt(file, Provision)
            found += [self._registered(p, (i,), document) for i, p in enumerate(loaded)]
        return tuple(found)

    def records(self, name: str, what: str, type_: type[T], key: Callable[[T], str]) -> tuple[T, ...]:
        """The records of one other file, each known by its ``key``."""
        loaded, document = self._attempt(self.folder / name, type_)
        out = []
        for i, read in enumerate(loaded):
            record = _completed(self.book, self.game, read)
            id_, place = key(record), SourcePlace(document, (i,))
            if (what, id_) in self.places and what != "difference":
                first = self._taken(what, id_)
                twice = f"编号“{id_}”重复，{first} 已经有了。"
                self.problems.append(Problem(*place.line(), twice, "请改成不同的编号。"))
            self.places.setdefault((what, id_), place)
            out.append(record)
        return tuple(out)

    def _registered(self, p: Provision, path: Path_, document: Document) -> Provision:
        """A provision and those below it under their whole ids, noted where they stand."""
        id_ = _complete(self.book, [p.id])[0]
        place = SourcePlace(document, (*path, "id"))
        if ("provision", id_) in self.places:
            twice = f"条款号“{p.id}”重复，{self._taken('provision', id_)} 已经有了。"
            self.problems.append(Problem(*place.line(), twice, "请改成不同的号。"))
        self.places[("provision", id_)] = place
        children = tuple(self._registered(c, (*path, "children", i), document) for i, c in enumerate(p.children))
        return replace(p, id=id_, children=children)

    def _attempt(self, file: Path, type_: type[T]) -> tuple[tuple[T, ...], Document]:
        try:
            return load_records(file, type_)
        except DataError as e:
            self.problems.extend(e.problems)
            return (), Document(file, [], {})

    def _taken(self, what: str, id_: str) -> str:
        file, line = self.places[(what, id_)].line()
        return f"{file.name}:{line}"


def load_book_files(folder: Path) -> BookFiles:
    """Read the book in ``folder``.

    Raises :class:`DataError` with every fault of form found in any of its files.
    """
    written = read_yaml(folder / "book.yaml")
    header: Book = validate(written, Book)
    of = _Gathering(folder, header.id, header.game, {("book", header.id): SourcePlace(written, ())})
    of.problems.extend(_misplaced(folder, written, header))
    book = replace(
        header,
        provisions=of.provisions(),
        errata=of.records("errata.yaml", "erratum", Erratum, lambda r: r.id),
        terms=of.records("terms.yaml", "term", Term, lambda r: r.id),
        tables=of.records("tables.yaml", "table", Table, lambda r: r.id),
        open_questions=of.records("open_questions.yaml", "open question", OpenQuestion, lambda r: r.id),
        amendments=of.records("amendments.yaml", "amendment", Amendment, lambda r: r.id),
        unresolved=of.records("unresolved.yaml", "unresolved", UnresolvedReference, lambda r: f"{r.at} {r.printed}"),
        differences=of.records("differences.yaml", "difference", Difference, lambda r: f"{r.at} {r.witness}"),
    )
    if of.problems:
        raise DataError(of.problems)
    return BookFiles(book, folder, of.places)


def _misplaced(folder: Path, written: Document, header: Book) -> Iterator[Problem]:
    """What is wrong with ``book.yaml``: another name than its folder's, or records that have files of their own."""
    if header.id != folder.name:
        line = written.line(["id"])
        yield Problem(written.file, line, f"书名“{header.id}”与文件夹“{folder.name}”不同。", "请改成一样。")
    for name in _RECORDS:
        if name in written.data:
            yield Problem(written.file, written.line([name]), f"“{name}”不写在 book.yaml 里。", "请移到它自己的文件。")


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
