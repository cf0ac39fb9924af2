"""Is the data sound? Every fault with file, line, what is wrong and what to do about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rules_data.annotate import locate
from rules_data.importer import printed, without_space
from rules_data.loader import BOOKS, BookFiles, DataError, Problem, book_folders, load_book_files
from rules_data.model import Provision, Table
from rules_data.references import references_in


def _source(files: BookFiles) -> Iterator[Problem]:
    """The printed text is complete, in order, and said once."""
    source = files.folder / "source.txt"
    if not source.exists():
        yield Problem(source, None, "缺少原文文件。", "请把规则原文存为 source.txt。")
        return
    want = without_space(source.read_text(encoding="utf-8"))
    got = without_space(printed(files.book.provisions, files.book.trailing_discards))
    if want == got:
        return
    at = next((i for i, (a, b) in enumerate(zip(want, got, strict=False)) if a != b), min(len(want), len(got)))
    place: tuple[Path, int | None] = (files.folder, None)
    passed = 0
    for p in files.book.walk():
        passed += len(
            without_space(
                printed(
                    [Provision(id=p.id, label="", kind=p.kind, heading=p.heading, text=p.text, discards=p.discards)]
                )
            )
        )
        if passed > at:
            place = files.place("provision", p.id)
            break
    window = slice(max(0, at - 8), at + 12)
    what = f"条文与 source.txt 不符:原文为“…{want[window]}…”,条文为“…{got[window]}…”。"
    yield Problem(*place, what, "条文必须照印,请按原文改回;勘误写在 errata.yaml。")


def _table(files: BookFiles, table: Table) -> Iterator[Problem]:
    file, line = files.place("table", table.id)
    columns = [c.key for c in table.columns]
    types = {"text": (str,), "integer": (int,), "decimal": (int, float)}
    for i, row in enumerate(table.rows):
        if len(row) != len(columns):
            yield Problem(
                file,
                line,
                f"表“{table.id}”第 {i + 1} 行有 {len(row)} 格,应为 {len(columns)} 格。",
                "请补齐或删去多余的格。",
            )
            continue
        for column, cell in zip(table.columns, row, strict=True):
            if cell is not None and (not isinstance(cell, types[column.type]) or isinstance(cell, bool)):
                kind = {"text": "文字", "integer": "整数", "decimal": "数"}[column.type]
                yield Problem(
                    file, line, f"表“{table.id}”第 {i + 1} 行“{column.title}”应是{kind},现在是 {cell!r}。", "请改正。"
                )
    missing = [k for k in table.key if k not in columns]
    if missing:
        yield Problem(
            file, line, f"表“{table.id}”的 key 里没有这一列:{'、'.join(missing)}。", f"可用的列:{'、'.join(columns)}。"
        )
    elif all(len(r) == len(columns) for r in table.rows):
        keys = Counter(tuple(r[columns.index(k)] for k in table.key) for r in table.rows)
        for key, n in keys.items():
            if n > 1:
                yield Problem(file, line, f"表“{table.id}”有 {n} 行的键相同:{key}。", "请删去重复的行,或把 key 写全。")
    for other in table.printed_otherwise:
        if other.column not in columns or not 0 <= other.row < len(table.rows):
            yield Problem(
                file,
                line,
                f"表“{table.id}”的 printed_otherwise 指向不存在的格({other.row}, {other.column})。",
                "行从 0 数起;请改正。",
            )
        if ("erratum", other.erratum) not in files.places:
            yield Problem(
                file, line, f"表“{table.id}”引用的勘误“{other.erratum}”不存在。", "请改成 errata.yaml 里的编号。"
            )


def _citations(files: BookFiles, known: set[str]) -> Iterator[Problem]:
    """Every provision cited by a record exists."""
    book = files.book
    groups = (
        ("erratum", book.errata, ("at",)), ("term", book.terms, ("defined_in", "used_in")), ("table", book.tables, ("at",)),
        ("open question", book.open_questions, ("at",)), ("amendment", book.amendments, ("base", "by")),
    )  # fmt: skip
    for what, records, names in groups:
        for record in records:
            for name in names:
                for id_ in getattr(record, name):
                    if id_ not in known:
                        file, line = files.place(what, record.id)
                        yield Problem(file, line, f"“{record.id}”引用的条款 {id_} 不存在。", "请改成已有的条款号。")
    for u in book.unresolved:
        file, line = files.place("unresolved", f"{u.at.partition(':')[2]} {u.printed}")
        for id_ in (u.at, *u.meant):
            if id_ not in known:
                yield Problem(file, line, f"引用的条款 {id_} 不存在。", "请改成已有的条款号。")
    for d in book.differences:
        file, line = files.place("difference", d.at.partition(":")[2])
        for id_ in (d.at, d.base_at):
            if id_ and id_ not in known:
                yield Problem(file, line, f"引用的条款 {id_} 不存在。", "请改成已有的条款号。")


def _records(files: BookFiles) -> Iterator[Problem]:
    book = files.book
    provisions = {p.id: p for p in book.walk()}
    questions = {q.id for q in book.open_questions}
    for e in book.errata:
        file, line = files.place("erratum", e.id)
        if not e.at:
            yield Problem(file, line, f"勘误“{e.id}”没有写在哪一条。", "请在 at 里写条款号。")
        elif e.printed is not None and e.at[0] in provisions and locate(e, provisions[e.at[0]]) is None:
            where = provisions[e.at[0]].label
            yield Problem(
                file,
                line,
                f"勘误“{e.id}”的印文“{e.printed}”在{where}里找不到。",
                "请照原文抄写,或改正 at、occurrence。",
            )
        if e.open_question and book.amends is None and e.open_question not in questions:
            yield Problem(file, line, f"勘误“{e.id}”指向的未定问题“{e.open_question}”不存在。", "请改正编号。")
    for q in book.open_questions:
        file, line = files.place("open question", q.id)
        keys = [o.key for o in q.options]
        if q.default is not None and q.default not in keys:
            yield Problem(
                file, line, f"未定问题“{q.id}”的默认“{q.default}”不在选项里。", f"可用的选项:{'、'.join(keys)}。"
            )
        if len(set(keys)) != len(keys):
            yield Problem(file, line, f"未定问题“{q.id}”有重复的选项。", "请改成不同的 key。")
        if q.default is not None and not q.because:
            yield Problem(file, line, f"未定问题“{q.id}”有默认而没有理由。", "请在 because 里写明依据。")
    for word, n in Counter(t.term for t in book.terms).items():
        if n > 1:
            first = next(t for t in book.terms if t.term == word)
            file, line = files.place("term", first.id)
            yield Problem(file, line, f"术语“{word}”写了 {n} 次。", "请合并成一条。")
    for t in book.terms:
        if not t.defined_in and not t.used_in:
            file, line = files.place("term", t.id)
            yield Problem(file, line, f"术语“{t.term}”没有出处。", "请写 defined_in 或 used_in。")
        if not t.english:
            file, line = files.place("term", t.id)
            yield Problem(file, line, f"术语“{t.term}”没有英文。", "请写 english。")
    for table in book.tables:
        yield from _table(files, table)
    tables = {t.id for t in book.tables}
    for p in book.walk():
        file, line = files.place("provision", p.id)
        if p.table and p.table not in tables:
            yield Problem(file, line, f"{p.label}指向的表“{p.table}”不存在。", "请改成 tables.yaml 里的 id。")
        if not (p.heading or p.text or p.children):
            yield Problem(file, line, f"{p.label}没有内容。", "请补上 heading 或 text,或删去这一条。")
        if re.search(r"[\u200b\ufeff\ue000-\uf8ff]", (p.heading or "") + (p.text or "")):
            yield Problem(file, line, f"{p.label}里有不可见的字符。", "请对照原文删去。")


def _references(files: BookFiles, known: set[str]) -> Iterator[Problem]:
    """Every printed cross-reference leads somewhere or is listed with a reason; every listed one exists."""
    open_, listed = set(), {(u.at, u.printed) for u in files.book.unresolved}
    for p in files.book.walk():
        for r in references_in(p, files.book, known):
            if not r.targets:
                open_.add((r.source, r.printed))
    for source, text in sorted(open_ - listed):
        file, line = files.place("provision", source)
        yield Problem(file, line, f"引用“{text}”找不到目标。", "请在 unresolved.yaml 里写明原因,或补上目标条款。")
    for source, text in sorted(listed - open_):
        file, line = files.place("unresolved", f"{source.partition(':')[2]} {text}")
        yield Problem(file, line, f"{source} 里没有这样一处悬空的引用“{text}”。", "请删去这一项或改正。")


def check_books(root: Path = BOOKS) -> list[Problem]:
    """All problems of the books under ``root``; an empty list when the data is sound."""
    problems: list[Problem] = []
    books: list[BookFiles] = []
    folders = book_folders(root)
    if not folders:
        return [Problem(root, None, "没有找到规则书。", "每本书一个文件夹,里面要有 book.yaml。")]
    for folder in folders:
        try:
            books.append(load_book_files(folder))
        except DataError as e:
            problems += e.problems
    known = {p.id for files in books for p in files.book.walk()}
    ids = {files.book.id for files in books}
    for files in books:
        for name in ("amends", "witness_of"):
            other = getattr(files.book, name)
            if other and other not in ids and len(books) == len(folders):
                problems.append(
                    Problem(files.folder / "book.yaml", None, f"{name} 指向的书“{other}”不存在。", "请改成已有的书。")
                )
        problems += _source(files)
        problems += _records(files)
        problems += _references(files, known)
        if len(books) == len(folders):  # otherwise what is cited may be in a book that could not be read
            problems += _citations(files, known)
    return problems
