"""Commands that hear what is said at the table: hear, hear-train."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.output import fail, game_of, opened
from app.cli.usage import GAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.library import Library
    from rules_data.handbook import Handbook
    from rules_data.model import GameId
    from search.engine import Engine
    from search.hearing.story import Hearing, Story

LONGEST_STORY = 1_000  # characters; longer ones are no story told at a table


def _heard(hearing: Hearing, text: str, game: GameId | None) -> Story:
    """What a story says in either script, with its words as they were written."""
    from app.ruling.heard import as_typed, folded

    story = hearing.story(folded(text), game)
    return replace(story, heard=tuple((name, as_typed(words, text)) for name, words in story.heard))


def _of_texts() -> Engine:
    """The search over the law and the texts of this device."""
    from app.cli.own_texts import own_books

    own = own_books()
    assert own is not None  # else there is no game of theirs
    return own.engine()


def _own(text: str, game: GameId) -> None:
    """Say what of the text of a game known by it alone comes nearest to a story, and what was ruled by that before."""
    from app.base.data_folder import journal_file
    from app.base.opened import texts, trees
    from app.cli.own_texts import own_books
    from app.journal.journal import Journal
    from app.journal.records import NO_EVENT
    from app.journal.sqlite_store import open_store
    from app.ruling.own_story import UNRULED, own_story

    own, handbook = own_books(), texts()
    assert own is not None  # else there is no such game
    store = open_store(journal_file())
    try:
        found = own_story(text, game, own.engine(), trees(), Journal(store), NO_EVENT)
    finally:
        store.close()
    typer.echo(f"项目  {game}")
    for tree in found.trees:
        typer.echo(f"像是  {tree.title}  {tree.id}")
    if not found.trees:
        typer.echo(UNRULED)
    for hit in found.clauses[:5]:
        typer.echo(f"相近的条款  {hit.label}  {hit.title or hit.snippet}".rstrip())
    for entry in found.before:
        labels = "、".join(handbook.provision(cite).label for cite in entry.body.cites if cite in handbook)
        typer.echo(f"以前记的  {entry.at[:10]}  {labels}  {entry.body.ruling}")


def _record(story: Story) -> dict[str, Any]:
    record: dict[str, Any] = {
        "game": story.game,
        "trees": [{"id": each.tree, "score": each.score} for each in story.trees],
        "facts": dict(story.facts),
        "heard": [{"fact": name, "from": words} for name, words in story.heard],
        "questions": story.questions,
    }
    return record if story.trees else record | {"nearest": [hit.id for hit in story.nearest]}


def _fault(line: str | Exception, asked: GameId | None) -> tuple[str, GameId | None, str]:
    """What is wrong with a line of --stdin, the game it names and the story it tells."""
    from decision_trees.games import choices, game_named

    if isinstance(line, Exception):
        return str(line), None, ""
    name, tab, text = line.partition("\t")
    if not tab:
        name, text = "", line
    game = game_named(name.strip()) if name.strip() else asked
    if name.strip() and game is None:
        return f"没有“{name.strip()[:20]}”这个项目，可用：{choices()}。", None, ""
    if not text.strip():
        return "没有话。", game, ""
    if len(text) > LONGEST_STORY:
        return f"这句话超过 {LONGEST_STORY} 个字。", game, ""
    return "", game, text


def _hear_stdin(hearing: Hearing, asked: GameId | None) -> bool:
    """One story a line, one JSON record a line; whether all lines were good."""
    from rules_data.decoding import lines

    good = True
    for line in lines(sys.stdin.buffer):
        wrong, game, text = _fault(line, asked)
        record = {"error": wrong} if wrong else _record(_heard(hearing, text, game))
        print(json.dumps(record, ensure_ascii=False), flush=True)
        good = good and not wrong
    return good


def _say(story: Story, handbook: Handbook, library: Library, games: Mapping[str, Any]) -> None:
    from app.ruling.wording import shaped
    from decision_trees.reach import facts_of
    from decision_trees.values import show

    if story.game is not None:
        typer.echo(f"项目  {games[story.game].name}")
    for place, each in enumerate(story.trees):
        tree = library.tree(each.tree)
        cites = "、".join(handbook.provision(id_).label for id_ in tree.cites[:3])
        typer.echo(f"{'像是' if place == 0 else '也可能'}  {tree.title}（{cites}）  {each.tree}")
    labels = facts_of(library.tree(story.trees[0].tree), library.trees) if story.trees else {}
    for name, words in story.heard:
        value, fact = story.facts[name], labels[name]
        said = value.replace(" ", ": ", 1) if fact.kind == "auction" and isinstance(value, str) else show(fact, value)
        typer.echo(f"听到  {fact.label}：{shaped(said)}（“{words}”）")
    if story.trees:
        typer.echo(f"至少还要问  {story.questions} 个问题" if story.questions else "不用再问")
        return
    typer.echo("没有一棵裁决树裁这件事。")
    for hit in story.nearest:
        typer.echo(f"相近的条款  {hit.label}  {hit.title or ''}".rstrip())


def hear(
    words: Annotated[list[str] | None, typer.Argument(metavar="STORY", help="桌上的人怎样说。")] = None,
    game: Annotated[str | None, typer.Option("--game", help=f"哪个项目；不写时听得出。{GAME}")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
    stdin: Annotated[
        bool, typer.Option("--stdin", help="从标准输入逐行读取“项目<TAB>一句话”，每行输出一个 JSON；项目可以空着。")
    ] = False,
) -> None:
    """听一句话：是哪一种违规，说到了哪些事实，还要问几个问题。--stdin 有一行读不出时退出码为 1。"""
    from decision_trees.games import games
    from decision_trees.law import Law
    from search.engine import open_engine
    from search.hearing.story import Hearing

    asked = game_of(game)
    text = " ".join(words or ())
    if not stdin and not text.strip():
        fail("请写出一句话，例如：zhicai hear 北家开两黑桃东家叫了两红心叫低了。")
    handbook, library = opened()
    if asked is not None and asked not in games() and not stdin and not as_json:
        _own(text, asked)
        return
    search = open_engine if asked is None or asked in games() else _of_texts
    hearing = Hearing(library, Law(library.trees, handbook.books), search)
    if stdin:
        if not _hear_stdin(hearing, asked):
            raise typer.Exit(1)
        return
    story = _heard(hearing, text, asked)
    if as_json:
        typer.echo(json.dumps(_record(story), ensure_ascii=False, indent=2))
    else:
        _say(story, handbook, library, games())


def hear_train() -> None:
    """从 said 里的句子学会听，写出权重；只给维护的人用，要先安装 zhicai[train]。"""
    from app.cli.books import PACKAGED
    from rules_data.compiled import packaged

    if packaged():
        fail(PACKAGED)
    from search.hearing.training import train

    try:
        for file in train():
            typer.echo(f"已写出：{file}（{file.stat().st_size / 1_000:.0f} KB）")
    except ModuleNotFoundError as e:
        fail(f"训练要用 {e.name}：请先运行 pip install -e '.[build,train]'。", 1)


def register(cli: typer.Typer) -> None:
    """Add these commands to the command line."""
    cli.command()(hear)
    cli.command("hear-train")(hear_train)
