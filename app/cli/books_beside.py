"""Commands on what a book of one's own is to the law: what it settles, with its sentences; another edition clause by clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.brought import Name, book, books_kept, named, now_said
from app.cli.output import fail, prepare
from app.cli.whose_books import keep

if TYPE_CHECKING:
    from rules_data.brought.model import Brought, Choice
    from rules_data.brought.settling import Point
    from rules_data.handbook import Handbook
    from rules_data.model import Book


def register(cli: typer.Typer) -> None:
    """Add the command to those of books; ``cli`` has these."""
    book.command()(settings)
    book.command()(edition)


def settings(
    name: Name,
    confirm: Annotated[list[int] | None, typer.Option("--confirm", min=1, help="确认第几处；可以写几次。")] = None,
    refuse: Annotated[list[int] | None, typer.Option("--refuse", min=1, help="第几处没有定；可以写几次。")] = None,
    back: Annotated[list[int] | None, typer.Option("--back", min=1, help="收回第几处的确认；可以写几次。")] = None,
    option: Annotated[str, typer.Option("--option", help="定为哪一项；不写是看来的那一项。")] = "",
    by: Annotated[str, typer.Option("--by", help="是谁确认的。")] = "",
) -> None:
    """列出一本书看来定了规则没有写死的哪些地方；确认了的，裁决照它作出。"""
    from rules_data.brought.making import changed
    from rules_data.brought.settling import choices, points, settled, taken_back

    handbook = prepare()
    with books_kept() as store:
        now = named(store, name)
        base = handbook.books.get(now.base or "")
        there = {each.id: each for each in points(base)}
        found = choices(now.book, base, handbook.script.simplified)
        asked = [(number, "confirm") for number in confirm or ()] + [(number, "refuse") for number in refuse or ()]
        for number, what in (*asked, *((number, "back") for number in back or ())):
            if number > len(found):
                fail(f"《{now.book.short}》只有 {len(found)} 处。")
            one = found[number - 1]
            point = there[one.question]
            chosen = _option(point, one, option, number) if what == "confirm" else None
            every = taken_back(now, one.key) if what == "back" else settled(now, one, chosen)
            shown = point.shown(chosen) if chosen else ""
            did = f"{({'confirm': '确认', 'refuse': '没有定', 'back': '收回'})[what]}：{point.said} {shown}".rstrip()
            now = changed(now, at=now_said(), by=by, did=did, decided=every)
            keep(store, now)
        for number, one in enumerate(found, 1):
            _say(now, number, one, there[one.question])
        if not found:
            typer.echo("没有看出定了规则没有写死的地方。")


def _option(point: Point, one: Choice, option: str, number: int) -> str:
    """The option that is meant; stops with a message where it is not clear, or is none."""
    chosen = option or (one.options[0] if len(one.options) == 1 else "")
    if not point.takes(chosen):
        known = "、".join(f"{each.key}（{each.text}）" for each in point.options) or "一个数"
        fail(f"第 {number} 处请用 --option 写定为哪一项：{known}。")
    return chosen


def _say(now: Brought, number: int, one: Choice, point: Point) -> None:
    state = next((each for each in now.decided if each.key == one.key), None)
    decided = "没有确认" if state is None else "没有定" if not state.accepted else "已确认"
    chosen = state.settles[1] if state is not None and state.accepted and state.settles is not None else ""
    seems = "，或".join(point.shown(each) for each in one.options) or "只说到这一点"
    label = next(p.label for p in now.book.walk() if p.id == one.by)
    typer.echo(f"{number}. {decided}  {point.said} {point.shown(chosen) if chosen else '看来：' + seems}（{label}）")
    typer.echo(f"    这里：{one.sentence}")


def edition(
    name: Name,
    of: Annotated[str, typer.Option("--of", help="它是哪一本规则的另一版：写书名或代号；写 - 表示不是。")] = "",
    align: Annotated[list[str] | None, typer.Option("--align", help="原条号=新条号；一边空着表示没有对应的。")] = None,
    by: Annotated[str, typer.Option("--by", help="是谁说的。")] = "",
) -> None:
    """把另一版规则和原来的逐条对照：改了、移了、加了、删了哪些，删去的写成〔-…-〕，加上的写成〔+…+〕。"""
    from app.brought.editions import marked
    from rules_data.brought.comparing import compared
    from rules_data.brought.making import called_edition, changed

    handbook = prepare()
    with books_kept() as store:
        now = named(store, name)
        if of:
            law = None if of == "-" else _law(handbook, now.book.game, of)
            did = f"是《{law.short}》的另一版" if law is not None else "不是另一版"
            now = called_edition(now, law.id if law is not None else "", at=now_said(), by=by, did=did)
            keep(store, now)
        base = handbook.books.get(now.edition_of)
        if base is None:
            fail(f"《{now.book.short}》没有说是哪一本规则的另一版；请用 --of 写书名。")
        for pair in align or ():
            now = changed(now, at=now_said(), by=by, did=f"对上：{pair}", aligned=_aligned(now, base, pair))
            keep(store, now)
    pairs = compared(base, now.book, now.aligned, handbook.script.simplified)
    different = [pair for pair in pairs if pair.kind != "same"]
    typer.echo(f"《{base.title}》{base.edition}与《{now.book.short}》：{len(pairs)} 条，{len(different)} 处不同。")
    says = {"changed": "改", "moved": "移", "added": "加", "gone": "删"}
    for each in different:
        labels = "→".join(dict.fromkeys(p.label for p in (each.old, each.new) if p is not None))
        typer.echo(f"{says[each.kind]} {labels}：{marked(each, handbook.script.simplified)}")


def _law(handbook: Handbook, game: str, name: str) -> Book:
    """The book of a game with this name; stops with a message where there is none."""
    there = [b for b in handbook.books.values() if b.game == game]
    found = [b for b in there if name in (b.id, b.short, b.title)]
    if len(found) != 1:
        fail(f"没有规则书“{name}”；这个项目的有：{'、'.join(b.short for b in there)}。")
    return found[0]


def _aligned(now: Brought, base: Book, pair: str) -> tuple[tuple[str, str], ...]:
    """What a person says of the alignment, with one more pair; stops with a message for one that is none."""
    old, sign, new = pair.partition("=")
    there = [{p.number for p in each.walk()} for each in (base, now.book)]
    if not sign or not (old or new) or (old and old not in there[0]) or (new and new not in there[1]):
        fail(f"“{pair}”对不上：请写 原条号=新条号，如 18.2=19.2，两边都要有这一条。")
    kept = [each for each in now.aligned if (not old or each[0] != old) and (not new or each[1] != new)]
    return (*kept, (old, new))
