"""A ruling on the command line at an event of the journal, or by books of one's own: the same settings as in the app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from app.cli.output import fail

if TYPE_CHECKING:
    from app.brought.opened import Opened
    from app.brought.settings import Settings
    from decision_trees.engine import Step
    from decision_trees.model import Tree
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook


@dataclass(frozen=True, slots=True)
class AtEvent:
    """What a ruling knows of the event, and of the books in force there, before anything is asked."""

    handbook: Handbook  # with these books
    books: Mapping[str, Brought]
    settings: Settings
    facts: Mapping[str, Any]
    settled: Mapping[str, str]

    def own_part(self, step: Step) -> list[dict[str, Any]]:
        """What the receipt of the ruling says of the books that change its clauses or settle how it goes."""
        from app.brought.editions import beside_editions
        from app.brought.in_receipt import own_part
        from app.brought.settings import used
        from decision_trees.engine import Ruled
        from rules_data.brought.comparing import compared

        if not self.books:
            return []
        cites = step.cites if isinstance(step, Ruled) else ()
        pairs = [
            (one, compared(self.handbook.books[one.edition_of], one.book, one.aligned, self.handbook.script.simplified))
            for one in self.books.values()
            if one.edition_of in self.handbook.books
        ]
        return own_part(
            self.handbook, self.books, self.books, cites, used(self.settings, self.handbook, step),
            beside_editions(self.handbook, pairs, cites),
        )  # fmt: skip

    def say(self, step: Step) -> None:
        """Say by which words of which book something was settled, and what a book changes of what the ruling rests on."""
        from app.brought.in_receipt import OWN, own_lines

        parts = self.own_part(step)
        for line in own_lines({OWN: parts}):
            typer.echo(f"本赛事  {line}")
        if any(each["changes"] for each in parts):
            typer.echo("本赛事  裁决照规则作出，没有算进改动；请对照着定。")
        for one, other in self.settings.against:
            names = "、".join(dict.fromkeys(f"《{self.books[each.book].book.short}》" for each in (one, other)))
            typer.echo(f"本赛事  {names}对同一件事定得不一样，都没有用：“{one.sentence}”“{other.sentence}”")


def at_event(tree: Tree, handbook: Handbook, event: str | None, books: Iterable[str]) -> AtEvent | None:
    """What a ruling of a tree knows at an event of the journal and by books; None where neither is named.

    Stops with a message where there is no such event or book, or the event is one of another game.
    """
    from app.brought.settings import settings_at
    from app.cli.own_texts import own_books
    from app.ruling.standing import Context, around
    from rules_data.brought.together import together

    asked = tuple(books)
    if event is None and not asked:
        return None
    own = own_books()
    id_, facts, settled = _of_the_record(tree, handbook, event) if event is not None else ("", {}, {})
    there = dict(own.books()) if own is not None else {}
    force = own.in_force(id_) if own is not None and event is not None else ()
    found = {name: there[name] for name in force if there[name].book.game == tree.game}
    for name in asked:
        one = _named(name, own)
        if one.book.game != tree.game:
            fail(f"--book：《{one.book.short}》不是这棵树的项目的，请换一本。")
        found[one.book.id] = replace(one, event="")
    settings = (
        settings_at(found.values(), "", tree.game) if event is None else settings_at(found.values(), id_, tree.game)
    )
    whole = together(handbook, [each.book for each in found.values()], {i: each.base for i, each in found.items()})
    left = settings.facts(whole) if settings.by_point else {}
    known = around(tree.id, {}, Context({**left, **facts}))
    return AtEvent(whole, found, settings, known, {**settings.questions(), **settled})


def _of_the_record(tree: Tree, handbook: Handbook, name: str | None) -> tuple[str, dict[str, Any], dict[str, str]]:
    """The id of an event, and what its own record says: the books it adopted, the open questions it has settled."""
    from app.cli.competition import event_named
    from app.ruling.assignment import adopted

    event = event_named(name or "")
    if event.body.game not in ("", None, tree.game):
        fail(f"--event：“{event.body.name}”不是这棵树的项目的赛事，请换一项。")
    supplements = {book.id for book in handbook.books.values() if book.amends}
    return event.id, adopted(event.body, tree.game, supplements), dict(event.body.settled)


def _named(name: str, own: Opened | None) -> Brought:
    """A book by its name, or out of a file of books; stops with a message where there is none, or it was withdrawn."""
    from app.brought.kept import BookLog
    from app.brought.sharing import MARK, NotTaken, take
    from app.cli.brought import named
    from app.journal.side_log import in_memory
    from rules_data.decoding import NotText, read_file
    from rules_data.disk_faults import why

    file = Path(name)
    if not file.is_file():
        if own is None:
            fail(f"--book：没有规则书“{name}”，也没有这个文件；请先 zhicai book add。")
        one = named(own.store, name)
        if one.withdrawn:
            fail(f"--book：《{one.book.short}》已经撤下了，不再算数。")
        return one
    try:
        text = read_file(file, _LARGEST)
    except OSError as fault:
        fail(f"不能读 {file}：{why(fault)}。")
    except NotText as fault:
        fail(f"{file} {fault}")
    if not text.startswith(MARK):
        fail(
            f"--book：{file} 不是执裁传出的规程文件，没有人确认过它定了什么；请先 zhicai book add，再 zhicai book settings。"
        )
    store = in_memory(BookLog())
    try:
        said = take(store, text)
    except NotTaken as fault:
        fail(f"--book：{file} {fault}")
    every = [each for each in store.current().values() if not each.withdrawn]
    if len(every) != 1:
        fail(
            f"--book：{file} 里有 {len(every)} 本能用的规则书，要一本。{said.lines[0] if said.lines and not every else ''}"
        )
    return every[0]


_LARGEST = 64_000_000  # bytes of a file of books with all their sources
