"""Commands on a text as the rules of a game of its own: what its sentences seem to be, and the ladder it prints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.brought import Name, book, books_kept, named, now_said
from app.cli.output import fail, prepare
from app.cli.whose_books import keep

if TYPE_CHECKING:
    from rules_data.brought.game_model import Mark, OwnGame
    from rules_data.brought.model import Brought

WORDS = {"may": "可以", "must": "必须", "must_not": "不得", "term": "术语", "clock": "时限"}
WITHIN = {"全赛": "event", "本轮": "round", "本局": "game", "本副": "deal"}
KINDS = {"警告": "warning", "违例": "violation", "犯规": "foul"}


def register(cli: typer.Typer) -> None:
    """Add the commands to those of books; ``cli`` has these."""
    book.command()(marks)
    book.command()(ladder)


def _game(now: Brought) -> OwnGame:
    if now.own_game is None:
        fail(f"《{now.book.short}》不是别的项目的规则；添加时写 --new-game 名称。")
    return now.own_game


def marks(
    name: Name,
    confirm: Annotated[list[int] | None, typer.Option("--confirm", min=1, help="确认第几处；可以写几次。")] = None,
    refuse: Annotated[list[int] | None, typer.Option("--refuse", min=1, help="第几处不是；可以写几次。")] = None,
    back: Annotated[list[int] | None, typer.Option("--back", min=1, help="收回第几处；可以写几次。")] = None,
    by: Annotated[str, typer.Option("--by", help="是谁确认的。")] = "",
) -> None:
    """列出别的项目的规则里看来是权利义务、术语、时限的句子；确认了的才算数。"""
    from rules_data.brought.game_reading import marked, said_in, seem, unmarked
    from rules_data.brought.making import with_game

    handbook = prepare()
    with books_kept() as store:
        now = named(store, name)
        game = _game(now)
        simplified = handbook.script.simplified
        found = [(said.by, m) for said in said_in(now.book) for m in seem(said, simplified)]
        asked = [(n, True) for n in confirm or ()] + [(n, False) for n in refuse or ()]
        for number, accepted in (*asked, *((n, None) for n in back or ())):
            if number > len(found):
                fail(f"《{now.book.short}》只有 {len(found)} 处。")
            mark = found[number - 1][1]
            game = unmarked(game, mark.what, mark.sentence)
            if accepted is not None:
                game = marked(game, replace(mark, accepted=accepted, by=by))
        if game != now.own_game:
            now = with_game(now, game, at=now_said(), by=by, did="标出句子")
            keep(store, now)
    labels = {p.id: p.label for p in now.book.walk()}
    for number, (at, mark) in enumerate(found, 1):
        typer.echo(f"{number}. {_state(game, mark)}  {WORDS[mark.what]}{_about(mark)}（{labels[at]}）：{mark.sentence}")
    if not found:
        typer.echo("没有看出权利义务、术语、时限；在应用里可以标任何一句。")


def _state(game: OwnGame, mark: Mark) -> str:
    from rules_data.brought.game_reading import state_of

    state = state_of(game, mark.what, mark.sentence)
    return "没有确认" if state is None else "已确认" if state.accepted else "不是"


def _about(mark: Mark) -> str:
    if mark.what == "clock":
        return f" {mark.seconds}秒"
    return f" {mark.name or mark.who}"


def ladder(
    name: Name,
    confirm: Annotated[int | None, typer.Option("--confirm", min=1, help="照文中第几处的几级数。")] = None,
    kind: Annotated[str, typer.Option("--kind", help="数什么：警告、违例、犯规。")] = "警告",
    within: Annotated[str, typer.Option("--within", help="在多大范围里数：全赛、本轮、本局、本副。")] = "全赛",
    by_player: Annotated[bool, typer.Option("--by-player", help="按人数；不写是按一方数。")] = False,
    by: Annotated[str, typer.Option("--by", help="是谁确认的。")] = "",
) -> None:
    """列出别的项目的规则里写的“第一次……第二次……”；确认了的，日志照它数。"""
    from rules_data.brought.game_model import LadderKind
    from rules_data.brought.game_reading import steps_in
    from rules_data.brought.making import with_game

    if kind not in KINDS or within not in WITHIN:
        fail(f"--kind 请写{'、'.join(KINDS)}之一，--within 请写{'、'.join(WITHIN)}之一。")
    handbook = prepare()
    with books_kept() as store:
        now = named(store, name)
        game = _game(now)
        found = steps_in(now.book, handbook.script.simplified)
        if confirm is not None:
            if confirm > len(found):
                fail(f"《{now.book.short}》只有 {len(found)} 处。")
            made = LadderKind(
                kind=KINDS[kind], within=WITHIN[within], each="player" if by_player else "pair",  # type: ignore[arg-type]
                steps=found[confirm - 1], by=by,
            )  # fmt: skip
            game = replace(game, ladder=(*(each for each in game.ladder if each.kind != made.kind), made))
            now = with_game(now, game, at=now_said(), by=by, did=f"确认阶梯：{kind}")
            keep(store, now)
    labels = {p.number: p.label for p in now.book.walk()}
    for number, steps in enumerate(found, 1):
        typer.echo(f"{number}. {labels[steps[0].cite]}")
        for step in steps:
            typer.echo(f"    第 {step.at} 次起：{step.says}")
    for each in game.ladder:
        words = next(word for word, id_ in KINDS.items() if id_ == each.kind)
        scope = next(word for word, id_ in WITHIN.items() if id_ == each.within)
        typer.echo(f"已确认：{scope}{words}，{'按人' if each.each == 'player' else '按一方'}数，{len(each.steps)} 级。")
    if not found:
        typer.echo("没有看出“第一次……第二次……”；在应用里可以一级一级填。")
