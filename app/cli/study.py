"""Commands for what was practised on this device: give it out, take in another device's, write a deck for Anki."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.output import fail, game_of, prepare
from app.cli.usage import GAME

if TYPE_CHECKING:
    from app.study.answer_file import FileAnswers

study = typer.Typer(help="学习：答题记录导出、并入，Anki 牌组。", no_args_is_help=True, rich_markup_mode=None)


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.add_typer(study, name="study")


def _answers() -> FileAnswers:
    from app.study.answer_file import NAME, FileAnswers
    from app.window.data_folder import data_folder

    try:
        return FileAnswers(data_folder() / NAME)
    except OSError as fault:
        fail(f"打不开答题记录（{fault.filename}）：请检查这个文件夹的权限。")


@study.command()
def export(file: Annotated[Path, typer.Argument(help="写到哪个文件；已有的文件不会覆盖。")]) -> None:
    """把这台设备的答题记录写成一个文件；执裁开着也可以做。"""
    from app.study.answers import exported

    store = _answers()
    answers = store.all()
    store.close()
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(exported(answers))
    except FileExistsError:
        fail(f"{file} 已经有了，没有覆盖；请换一个名字。")
    except OSError as fault:
        fail(f"写不进 {file}：{fault.strerror}。")
    typer.echo(f"已导出 {len(answers)} 次答题到 {file}。")


@study.command(name="import")
def take_in(file: Annotated[Path, typer.Argument(help="另一台设备导出的答题记录。")]) -> None:
    """把另一台设备的答题记录并入这台；同一次答题不会记两遍，执裁开着也可以做。"""
    from app.study.answers import imported

    try:
        brought = imported(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        fail(f"{file} 不是文本文件，请选执裁导出的答题记录。")
    except OSError as fault:
        fail(f"读不了 {file}：{fault.strerror}。")
    except ValueError as refused:
        fail(str(refused))
    store = _answers()
    number, notice = store.add(brought.answers), store.notice
    store.close()
    if notice:
        fail("没有存下：存储空间已满或文件写不进，请腾出空间后再并入一次。")
    said = f"并入 {number} 次答题，{len(brought.answers) - number} 次原来就有"
    if brought.refused:
        said += f"，第{'、'.join(map(str, brought.refused[:6]))}行读不懂，没有并入"
    typer.echo(f"{said}。")


@study.command()
def anki(
    file: Annotated[Path, typer.Argument(help="牌组写到哪个文件（.apkg）；已有的文件不会覆盖。")],
    game: Annotated[str | None, typer.Option(help=GAME)] = None,
) -> None:
    """把要学的内容写成 Anki 牌组：每一项一张，背面有解说和条文原文。"""
    prepare()
    from app.study import anki as decks
    from app.window.words import GAMES

    if file.exists():
        fail(f"{file} 已经有了，没有覆盖；请换一个名字。")
    chosen = game_of(game)
    try:
        number = decks.write(file, [chosen] if chosen else list(GAMES))
    except decks.NoAnkiError:
        fail("写 Anki 牌组要用 genanki，这里没有装；请先执行 pip install 'zhicai[anki]'。")
    except OSError as fault:
        fail(f"写不进 {file}：{fault.strerror}。")
    typer.echo(f"已写 {number} 张到 {file}，在 Anki 里选“导入”。")
