"""Is the data sound? Every fault with file, line, what is wrong and what to do about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rules_data.annotate import locate
from rules_data.collation import collate
from rules_data.importer import printed, without_space
from rules_data.loader import (
    BOOKS,
    BookFiles,
    DataError,
    Problem,
    book_folders,
    load_book_files,
    load_hints,
    named_twice,
    read_text,
)
from rules_data.model import Book, Difference, Provision, Table
from rules_data.references import references_in


def _source(files: BookFiles) -> Iterator[Problem]:
    """The printed text is complete, in order, and said once."""
    source = files.folder / "source.txt"
    if not source.exists():
        yield Problem(source, None, "缺少原文文件。", "请把规则原文存为 source.txt。")
        return
    try:
        want = without_space(read_text(source))
    except DataError as e:
        yield from e.problems
        return
    got = without_space(printed(files.book.provisions, files.book.trailing_discards))
    if want == got:
        return
    at = next((i for i, (a, b) in enumerate(zip(want, got, strict=False)) if a != b), min(len(want), len(got)))
    place: tuple[Path, int | None] = (files.folder, None)
    passed = 0
    for p in files.book.walk():
        place = files.place("provision", p.id)
        passed += len(
            without_space(
                printed(
                    [Provision(id=p.id, label="", kind=p.kind, heading=p.heading, text=p.text, discards=p.discards)]
                )
            )
        )
        if passed > at:
            break
    window = slice(max(0, at - 8), at + 12)
    what = f"条文与 source.txt 不符：原文为“…{want[window]}…”，条文为“…{got[window]}…”。"
    yield Problem(*place, what, "条文必须照印，请按原文改回；勘误写在 errata.yaml。")


def _table(files: BookFiles, table: Table) -> Iterator[Problem]:
    def problem(what: str, do: str, *inside: str | int) -> Problem:
        return Problem(*files.place("table", table.id, *inside), f"表“{table.id}”{what}", do)

    columns = [c.key for c in table.columns]
    types = {"text": (str,), "integer": (int,), "decimal": (int, float)}
    place = files.places[("table", table.id)]
    for i, row in enumerate(place.document.at((*place.path, "rows"))):  # as written: reading turns yes into 1
        if len(row) != len(columns):
            what = f"第 {i + 1} 行有 {len(row)} 格，应为 {len(columns)} 格。"
            yield problem(what, "请补齐或删去多余的格。", "rows", i)
            continue
        for column, cell in zip(table.columns, row, strict=True):
            if cell is not None and (not isinstance(cell, types[column.type]) or isinstance(cell, bool)):
                kind = {"text": "文字", "integer": "整数", "decimal": "数"}[column.type]
                yield problem(f"第 {i + 1} 行“{column.title}”应是{kind}，现在是 {cell!r}。", "请改正。", "rows", i)
    missing = [k for k in table.key if k not in columns]
    if missing:
        yield problem(f"的 key 里没有这一列：{'、'.join(missing)}。", f"可用的列：{'、'.join(columns)}。", "key")
    elif all(len(r) == len(columns) for r in table.rows):
        seen: set[tuple[str | int | float | None, ...]] = set()
        for i, row in enumerate(table.rows):
            key = tuple(row[columns.index(k)] for k in table.key)
            if key in seen:
                what = f"第 {i + 1} 行的键与前面的一行相同：{'、'.join(map(str, key))}。"
                yield problem(what, "请删去重复的行，或把 key 写全。", "rows", i)
            seen.add(key)
    for i, other in enumerate(table.printed_otherwise):
        inside = ("printed_otherwise", i)
        if other.column not in columns or not 0 <= other.row < len(table.rows):
            what = f"的 printed_otherwise 指向不存在的格（{other.row}，{other.column}）。"
            yield problem(what, "行从 0 数起；请改正。", *inside)
        if ("erratum", other.erratum) not in files.places:
            yield problem(f"引用的勘误“{other.erratum}”不存在。", "请改成 errata.yaml 里的编号。", *inside)


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
                for i, id_ in enumerate(getattr(record, name)):
                    if id_ not in known:
                        file, line = files.place(what, record.id, name, i)
                        yield Problem(file, line, f"“{record.id}”引用的条款 {id_} 不存在。", "请改成已有的条款号。")
    for u in book.unresolved:
        cited = (("at",), u.at), *((("meant", i), id_) for i, id_ in enumerate(u.meant))
        for inside, id_ in cited:
            if id_ not in known:
                file, line = files.place("unresolved", f"{u.at} {u.printed}", *inside)
                yield Problem(file, line, f"引用的条款 {id_} 不存在。", "请改成已有的条款号。")
    for d in book.differences:
        for name in ("at", "base_at"):
            id_ = getattr(d, name)
            if id_ and id_ not in known:
                file, line = files.place("difference", f"{d.at} {d.witness}", name)
                yield Problem(file, line, f"引用的条款 {id_} 不存在。", "请改成已有的条款号。")


def _records(files: BookFiles, questions: set[str] | None) -> Iterator[Problem]:
    """Each record is sound in itself. ``questions``: the open questions of the book and its base, None: not known."""
    book = files.book
    for what, records in (("erratum", book.errata), ("amendment", book.amendments)):
        for record in records:
            if questions is not None and record.open_question and record.open_question not in questions:
                file, line = files.place(what, record.id, "open_question")
                told = f"“{record.id}”指向的未定问题“{record.open_question}”不存在。"
                yield Problem(file, line, told, "请改成 open_questions.yaml 里的编号。")
    yield from _errata(files)
    yield from _open_questions(files)
    yield from _terms(files)
    for table in book.tables:
        yield from _table(files, table)
    yield from _provisions(files)


def _errata(files: BookFiles) -> Iterator[Problem]:
    provisions = {p.id: p for p in files.book.walk()}
    for e in files.book.errata:
        file, line = files.place("erratum", e.id)
        if not e.at:
            yield Problem(file, line, f"勘误“{e.id}”没有写在哪一条。", "请在 at 里写条款号。")
        elif e.printed is not None and e.at[0] in provisions and locate(e, provisions[e.at[0]]) is None:
            where = provisions[e.at[0]].label
            file, line = files.place("erratum", e.id, "printed")
            yield Problem(
                file,
                line,
                f"勘误“{e.id}”的印文“{e.printed}”在{where}里找不到。",
                "请照原文抄写，或改正 at、occurrence。",
            )


def _open_questions(files: BookFiles) -> Iterator[Problem]:
    for q in files.book.open_questions:
        file, line = files.place("open question", q.id)
        keys = [o.key for o in q.options]
        if q.default is not None and q.default not in keys:
            file, line = files.place("open question", q.id, "default")
            yield Problem(
                file, line, f"未定问题“{q.id}”的默认“{q.default}”不在选项里。", f"可用的选项：{'、'.join(keys)}。"
            )
        if len(set(keys)) != len(keys):
            yield Problem(file, line, f"未定问题“{q.id}”有重复的选项。", "请改成不同的 key。")
        if q.default is not None and not q.because:
            yield Problem(file, line, f"未定问题“{q.id}”有默认而没有理由。", "请在 because 里写明依据。")


def _terms(files: BookFiles) -> Iterator[Problem]:
    book = files.book
    for word, n in Counter(t.term for t in book.terms).items():
        if n > 1:
            last = [t for t in book.terms if t.term == word][-1]
            file, line = files.place("term", last.id)
            yield Problem(file, line, f"术语“{word}”写了 {n} 次。", "请合并成一条。")
    for t in book.terms:
        if not t.defined_in and not t.used_in:
            file, line = files.place("term", t.id)
            yield Problem(file, line, f"术语“{t.term}”没有出处。", "请写 defined_in 或 used_in。")
        if not t.english:
            file, line = files.place("term", t.id)
            yield Problem(file, line, f"术语“{t.term}”没有英文。", "请写 english。")


def _provisions(files: BookFiles) -> Iterator[Problem]:
    tables = {t.id for t in files.book.tables}
    for p in files.book.walk():
        file, line = files.place("provision", p.id)
        if p.table and p.table not in tables:
            yield Problem(file, line, f"{p.label}指向的表“{p.table}”不存在。", "请改成 tables.yaml 里的 id。")
        if any(d.line is not None and not 0 <= d.line < len((p.text or "").split("\n")) for d in p.discards):
            yield Problem(file, line, f"{p.label}的 discards 指向没有的一行。", "line 从 0 数起；请改正。")
        if not (p.heading or p.text or p.children):
            yield Problem(file, line, f"{p.label}没有内容。", "请补上 heading 或 text，或删去这一条。")
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
        yield Problem(file, line, f"引用“{text}”找不到目标。", "请在 unresolved.yaml 里写明原因，或补上目标条款。")
    for source, text in sorted(listed - open_):
        file, line = files.place("unresolved", f"{source} {text}")
        yield Problem(file, line, f"{source} 里没有这样一处悬空的引用“{text}”。", "请删去这一项或改正。")


def _differences(files: BookFiles, base: Book) -> Iterator[Problem]:
    """Where a second witness differs from its base is listed, all of it and nothing else."""

    def key(difference: Difference) -> tuple[str | None, ...]:
        return difference.at, difference.base_at, difference.witness, difference.base, difference.kind

    listed = Counter(map(key, files.book.differences))
    found = Counter(map(key, collate(base, files.book)))
    for at, base_at, ours, theirs, kind in (found - listed).elements():
        what = f"与底本{base_at or '（没有此条）'}不同，没有列出：校本“{ours}”，底本“{theirs}”（{kind}）。"
        yield Problem(*files.place("provision", at or ""), f"{at} {what}", "请列在 differences.yaml，或照原文改正。")
    for at, _, ours, _, kind in (listed - found).elements():
        place = files.place("difference", f"{at} {ours}")
        yield Problem(*place, f"{at} 的“{ours}”（{kind}）与底本没有这样的不同。", "请删去这一项或改正。")


def check_books(root: Path = BOOKS) -> list[Problem]:
    """All problems of the books under ``root``; an empty list when the data is sound."""
    problems: list[Problem] = []
    books: list[BookFiles] = []
    folders = book_folders(root)
    if not folders:
        return [Problem(root, None, "没有找到规则书。", "每本书一个文件夹，里面要有 book.yaml。")]
    for folder in sorted(p for p in root.iterdir() if p.is_dir()):
        if folder not in folders and ((folder / "source.txt").exists() or (folder / "provisions").exists()):
            problems.append(Problem(folder / "book.yaml", None, "文件不存在。", "请从备份恢复或重新导入。"))
    for folder in folders:
        try:
            books.append(load_book_files(folder))
        except DataError as e:
            problems += e.problems
        try:
            if (folder / "import.yaml").exists():
                load_hints(folder)
        except DataError as e:
            problems += e.problems
    problems += named_twice(books)
    known = {p.id for files in books for p in files.book.walk()}
    questions = {files.book.id: {q.id for q in files.book.open_questions} for files in books}
    whole = {files.book.id: files.book for files in books}
    complete = len(books) == len(folders)  # otherwise what is cited may be in a book that could not be read
    for files in books:
        book = files.book
        for name in ("amends", "witness_of"):
            other = getattr(book, name)
            if other and other not in questions and complete:
                file, line = files.place("book", book.id, name)
                problems.append(Problem(file, line, f"{name} 指向的书“{other}”不存在。", "请改成已有的书。"))
        problems += _source(files)
        base = questions.get(book.amends) if book.amends else set()
        if book.witness_of in whole:
            problems += _differences(files, whole[book.witness_of])
        problems += _records(files, None if base is None else questions[book.id] | base)
        if complete or not book.witness_of:
            problems += _references(files, known)
        if complete:
            problems += _citations(files, known)
    return problems
