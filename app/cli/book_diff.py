"""The command that holds texts against each other: versions of a book, two books, a book and the same in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.book_files import is_books_file, opened_file
from app.cli.brought import Name, book, books_kept, named, now_said, version_of
from app.cli.output import fail, prepare
from app.cli.whose_books import keep

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.brought.book_file import FileBooks
    from rules_data.brought.comparing import Pair
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook

SAYS = {"changed": "改", "moved": "移", "added": "加", "gone": "删"}


def register(cli: typer.Typer) -> None:
    """Add the command to those of books; ``cli`` has these."""
    book.command()(diff)


def diff(
    name: Name,
    old: Annotated[int | None, typer.Option("--old", min=1, help="拿哪一版比；不写是上一版。")] = None,
    new: Annotated[int | None, typer.Option("--new", min=1, help="和哪一版比；不写是现在的。")] = None,
    other: Annotated[
        str, typer.Option("--with", help="和另一本比：书名、代号，或从执裁传出的规程文件（里面的同一本）。")
    ] = "",
    align: Annotated[
        list[str] | None, typer.Option("--align", help="两本自己的书：那本的条号=这本的条号；一边空着表示没有对应的。")
    ] = None,
    by: Annotated[str, typer.Option("--by", help="是谁对的。")] = "",
) -> None:
    """逐条比较一本书的两版，或两本书。删去的写成〔-…-〕，加上的写成〔+…+〕。"""
    handbook = prepare()
    with books_kept() as store:
        if not other:
            _versions(store, handbook, name, old, new)
        elif is_books_file(Path(other)):
            _with_file(store, handbook, name, Path(other))
        else:
            _two(store, handbook, (other, name), align or (), by)


def _versions(store: FileBooks, handbook: Handbook, name: str, old: int | None, new: int | None) -> None:
    from rules_data.brought.comparing import compared

    now = named(store, name)
    after = version_of(store, now, new)
    if old is None and after.version == 1:
        fail(f"《{now.book.short}》第 1 版前面没有别的版本。")
    before = version_of(store, now, old or after.version - 1)
    pairs = compared(before.book, after.book)
    _say(handbook, f"《{now.book.short}》第 {before.version} 版与第 {after.version} 版", pairs)


def _with_file(store: FileBooks, handbook: Handbook, name: str, file: Path) -> None:
    """A book as it is here beside the same as a file has it: who has the older text is told by what they say."""
    from app.brought.sharing import digest_of
    from rules_data.brought.comparing import compared

    now = named(store, name)
    there = opened_file(file).versions(now.book.id)
    if not there:
        fail(f"{file} 里没有《{now.book.short}》。")
    here = store.versions(now.book.id)
    digests = [digest_of(each) for each in here], [digest_of(each) for each in there]
    which = (
        "同一版" if digests[0][-1] == digests[1][-1]
        else "这里的旧" if digests[0][-1] in digests[1]
        else "这里的新" if digests[1][-1] in digests[0]
        else "两边都改过"
    )  # fmt: skip
    pairs = compared(now.book, there[-1].book)
    _say(
        handbook, f"《{now.book.short}》这里的第 {now.version} 版与文件里的第 {there[-1].version} 版（{which}）", pairs
    )


def _two(store: FileBooks, handbook: Handbook, names: tuple[str, str], align: Iterable[str], by: str) -> None:
    """Two books; where one is one's own, what is said of the alignment is kept with it."""
    from rules_data.brought.aligning import aligned
    from rules_data.brought.beside import beside

    old, new = (_any(store, handbook, each) for each in names)
    own = dict(store.current())
    books = {**handbook.books, **{id_: each.book for id_, each in own.items()}}
    if books[old].game != books[new].game:
        fail(f"《{books[old].short}》和《{books[new].short}》不是同一个项目的。")
    for pair in align:
        first, sign, second = pair.partition("=")
        numbers = [{p.number for p in books[each].walk()} for each in (old, new)]
        if new not in own:
            fail(f"《{books[new].short}》是随程序的，对照不能改；请把自己的一本写在前面。")
        if (
            not sign
            or not (first or second)
            or (first and first not in numbers[0])
            or (second and second not in numbers[1])
        ):
            fail(f"“{pair}”对不上：请写 那本的条号=这本的条号，如 18.2=19.2，两边都要有这一条。")
        own[new] = aligned(own[new], old, first, second, at=now_said(), by=by)
        keep(store, own[new])
    pairs = beside(books, own, old, new, handbook.script.simplified)
    law, supplement = (new, old) if books[old].amends == new else (old, new)
    said = f"《{books[old].title}》与《{books[new].title}》"
    if books[supplement].amends == law:
        said = f"《{books[law].title}》不采用与采用《{books[supplement].title}》"
    _say(handbook, said, pairs)


def _any(store: FileBooks, handbook: Handbook, name: str) -> str:
    """The id of a book of one's own, or of the law."""
    law = [b.id for b in handbook.books.values() if name in (b.id, b.short, b.title)]
    if len(law) == 1 and not any(name in (b.book.id, b.book.short, b.book.title) for b in store.current().values()):
        return law[0]
    found: Brought = named(store, name)
    return found.book.id


def _say(handbook: Handbook, what: str, pairs: Sequence[Pair]) -> None:
    from app.brought.editions import marked

    different = [pair for pair in pairs if pair.kind != "same"]
    typer.echo(f"{what}：{len(different)} 处不同。")
    for pair in different:
        labels = "→".join(dict.fromkeys(p.label for p in (pair.old, pair.new) if p is not None))
        typer.echo(f"{SAYS[pair.kind]} {labels}：{marked(pair, handbook.script.simplified)}")
