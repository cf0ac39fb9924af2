"""The compiled handbook: all books with everything that stands beside them, opened in a few milliseconds."""

from __future__ import annotations

import functools
import json
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules_data import compiled, script
from rules_data.annotations import Span
from rules_data.model import (
    Amendment,
    Book,
    Erratum,
    GameId,
    OpenQuestion,
    Provision,
    Reference,
    Table,
    Term,
)
from rules_data.records import plain, revive

FORMAT = "12"
"""Version of the compiled form: raise it when what is compiled, or how, changes."""

BOOKS = Path(__file__).with_name("books")
PAGE_KINDS = ("title", "preface", "contents", "article", "definition", "appendix", "form", "closing")
"""Kinds of provisions that are read as one page."""


class Handbook:
    """All books of one compiled state."""

    def __init__(
        self, books: Mapping[str, Book], annotations: Mapping[str, Any], script_file: Path, version: str
    ) -> None:
        self.books = dict(books)
        self.version = version
        self._annotations = annotations
        self._script_file = script_file
        self._provisions: dict[str, Provision] = {}
        self._parents: dict[str, str] = {}
        self._order: dict[str, list[str]] = {}
        for book in self.books.values():
            pages = self._order[book.id] = []
            for top in book.provisions:
                self._register(top, None, pages)

    @property
    def annotations(self) -> Mapping[str, Any]:
        """What was worked out about the provisions, as data."""
        return self._annotations

    def with_books(self, books: Mapping[str, Book], annotations: Mapping[str, Any]) -> Handbook:
        """A handbook with these books after its own, and with the annotations of all of them."""
        return Handbook({**self.books, **books}, annotations, self._script_file, self.version)

    def _register(self, provision: Provision, parent: Provision | None, pages: list[str]) -> None:
        self._provisions[provision.id] = provision
        if parent is not None:
            self._parents[provision.id] = parent.id
        if provision.kind in PAGE_KINDS:
            pages.append(provision.id)
        for child in provision.children:
            self._register(child, provision, pages)

    # -- provisions ---------------------------------------------------------------------------------------------------
    def __contains__(self, id_: object) -> bool:
        return id_ in self._provisions

    def provision(self, id_: str) -> Provision:
        """The provision with this id. Raises KeyError when there is none."""
        return self._provisions[id_]

    def book_of(self, id_: str) -> Book:
        """The book a provision belongs to."""
        return self.books[id_.partition(":")[0]]

    def parent(self, id_: str) -> Provision | None:
        """What a provision stands under; None at the top of a book."""
        parent = self._parents.get(id_)
        return self._provisions[parent] if parent else None

    def path(self, id_: str) -> tuple[Provision, ...]:
        """Everything a provision stands under, outermost first."""
        out: list[Provision] = []
        parent = self.parent(id_)
        while parent is not None:
            out.append(parent)
            parent = self.parent(parent.id)
        return tuple(reversed(out))

    def article(self, id_: str) -> Provision:
        """The page that holds a provision: its whole law, its entry of definitions, its appendix; a chapter is its own page."""
        provision = self.provision(id_)
        for candidate in (provision, *reversed(self.path(id_))):
            if candidate.kind in PAGE_KINDS:
                return candidate
        return provision

    def _neighbour(self, id_: str, step: int) -> Provision | None:
        pages = self._order[id_.partition(":")[0]]
        page = self.article(id_).id
        if page not in pages:
            return None
        at = pages.index(page) + step
        return self._provisions[pages[at]] if 0 <= at < len(pages) else None

    def next_article(self, id_: str) -> Provision | None:
        """The page after the one that holds this provision."""
        return self._neighbour(id_, 1)

    def previous_article(self, id_: str) -> Provision | None:
        """The page before the one that holds this provision."""
        return self._neighbour(id_, -1)

    # -- what stands beside the text ------------------------------------------------------------------------------------
    def references(self, id_: str) -> tuple[Reference, ...]:
        """The cross-references printed in a provision's heading and text."""
        found = self._annotations.get(id_)
        return tuple(revive(Reference, r) for r in found["references"]) if found else ()

    def spans(self, id_: str) -> tuple[Span, ...]:
        """Stretches of the provision's text to be shown specially: in order, never overlapping."""
        found = self._annotations.get(id_)
        return tuple(revive(Span, s) for s in found["spans"]) if found else ()

    @functools.cached_property
    def _cited_by(self) -> dict[str, list[Reference]]:
        out: dict[str, list[Reference]] = {}
        for id_ in self._annotations:
            for reference in self.references(id_):
                for target in reference.targets:
                    out.setdefault(target, []).append(reference)
        return out

    def cited_by(self, id_: str) -> tuple[Reference, ...]:
        """The references elsewhere that point to this provision."""
        return tuple(self._cited_by.get(id_, ()))

    def _standing_at(self, name: str) -> dict[str, list[Any]]:
        out: dict[str, list[Any]] = {}
        for book in self.books.values():
            for record in getattr(book, name):
                for place in dict.fromkeys(
                    (*getattr(record, "at", ()), *getattr(record, "base", ()), *getattr(record, "by", ()))
                ):
                    out.setdefault(place, []).append(record)
        return out

    @functools.cached_property
    def _errata(self) -> dict[str, list[Erratum]]:
        return self._standing_at("errata")

    @functools.cached_property
    def _amendments(self) -> dict[str, list[Amendment]]:
        return self._standing_at("amendments")

    @functools.cached_property
    def _open_questions(self) -> dict[str, list[OpenQuestion]]:
        return self._standing_at("open_questions")

    @functools.cached_property
    def _tables(self) -> dict[str, list[Table]]:
        return self._standing_at("tables")

    def errata(self, id_: str) -> tuple[Erratum, ...]:
        """Errata noted at a provision."""
        return tuple(self._errata.get(id_, ()))

    def erratum(self, book: str, erratum_id: str) -> Erratum:
        """An erratum by its number. Raises KeyError when there is none."""
        return next((e for e in self.books[book].errata if e.id == erratum_id), None) or _missing(erratum_id)

    def amendments(self, id_: str) -> tuple[Amendment, ...]:
        """What a supplement does to this provision, or this provision of a supplement does to the base."""
        return tuple(self._amendments.get(id_, ()))

    def open_questions(self, id_: str) -> tuple[OpenQuestion, ...]:
        """What the text leaves open at a provision."""
        return tuple(self._open_questions.get(id_, ()))

    def tables(self, id_: str) -> tuple[Table, ...]:
        """Tables printed at a provision."""
        return tuple(self._tables.get(id_, ()))

    def table(self, book: str, table_id: str) -> Table:
        """A table of a book. Raises KeyError when there is none."""
        return next((t for t in self.books[book].tables if t.id == table_id), None) or _missing(table_id)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of all games."""
        return tuple(term for book in self.books.values() for term in book.terms)

    def term(self, game: GameId, term_id: str) -> Term:
        """A term of one game. Raises KeyError when there is none."""
        return next((t for t in self.terms if t.game == game and t.id == term_id), None) or _missing(term_id)

    @functools.cached_property
    def script(self) -> script.Script:
        """Simplified and Traditional Chinese."""
        return script.open_script(self._script_file)

    def walk(self) -> Iterator[Provision]:
        """Every provision of every book, in printed order."""
        for book in self.books.values():
            yield from book.walk()


def _missing(what: str) -> Any:
    raise KeyError(what)


def source_files(root: Path = BOOKS) -> list[Path]:
    """Every file the handbook is compiled from."""
    found = (p for pattern in ("*/*.yaml", "*/provisions/*.yaml", "*/source.txt") for p in root.glob(pattern))
    return sorted((script.SOURCE, *found))


def version(root: Path = BOOKS) -> str:
    """Content hash of the handbook's sources."""
    packaged = compiled.packaged().get("handbook") if root == BOOKS else None
    return packaged or compiled.digest(source_files(root), "handbook", FORMAT)


def compile_books(books: Sequence[Book]) -> dict[str, Any]:
    """Everything that is worked out from the books once, as JSON data."""
    from rules_data.annotate import annotate

    annotations = annotate(books)
    return {
        "books": [plain(book) for book in books],
        "annotations": {
            id_: plain(a) | {"references": plain(a.references), "spans": plain(a.spans)}
            for id_, a in annotations.items()
        },
    }


def build(progress: compiled.Progress | None = None, root: Path = BOOKS) -> Path:
    """Compile the handbook and return its folder. Raises DataError when the data is faulty."""
    from rules_data.loader import DataError, book_folders, load_book_files, named_twice

    say = progress or (lambda done, what: None)
    folders = book_folders(root)
    books = []
    for i, folder in enumerate(folders):
        say(0.8 * i / len(folders), f"读取 {folder.name}")
        books.append(load_book_files(folder))
    if faults := list(named_twice(books)):
        raise DataError(faults)
    say(0.8, "解析交叉引用")
    data = compile_books([files.book for files in books])

    def write(target: Path) -> None:
        (target / "handbook.json").write_text(
            json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
        )
        script.build(target / "script.json")

    path = compiled.store("handbook", version(root), write)
    say(1.0, "手册已编译")
    return path


def load(folder: Path) -> Handbook:
    """Open a compiled handbook."""
    data = json.loads((folder / "handbook.json").read_text(encoding="utf-8"))
    books = {b["id"]: revive(Book, b) for b in data["books"]}
    return Handbook(books, data["annotations"], folder / "script.json", folder.name.rpartition("-")[2])


_opened: Handbook | None = None
_lock = threading.Lock()


def open_handbook(progress: compiled.Progress | None = None) -> Handbook:
    """The handbook of this installation, compiled first when it is missing or older than its sources; opened once a process."""
    global _opened
    with _lock:
        if _opened is None:
            current = version()
            folder = compiled.find("handbook", current)
            if folder is None and progress is None and sys.stderr.isatty():
                print("正在编译手册……", file=sys.stderr)
            _opened = load(folder or build(progress))
        return _opened
