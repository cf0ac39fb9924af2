"""The ``zhicai`` command. Everything heavy is imported inside the command that needs it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from app import __version__
from app.cli import (
    book_diff,
    books,
    books_beside,
    brought,
    cases,
    competition,
    exams,
    hall_accounts,
    halls,
    hearing,
    journal,
    living_tables,
    own_game,
    publishing,
    rulings,
    search,
    study,
    suggestions,
    tables,
)
from app.cli.output import fail, prepare
from app.cli.usage import ChineseGroup

BUILDING = ("opencc", "pydantic", "pypinyin", "yaml")
"""Libraries that are there only to compile the handbook."""

cli = typer.Typer(
    cls=ChineseGroup,
    help="执裁：竞技纸牌（{games}）裁判手册。不带命令时打开手册。",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        print(f"zhicai {__version__}")
        raise typer.Exit


@cli.callback(invoke_without_command=True)
def main_callback(
    context: typer.Context,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="端口；不写时用 8550，被占用则另选。")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="是否打开浏览器。")] = True,
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_version, help="显示版本。")] = False,
) -> None:
    """执裁：竞技纸牌裁判手册。不带命令时在本机打开手册。"""
    if context.invoked_subcommand is None:
        prepare()
        from app.frame.server import PortTakenError, serve

        try:
            serve(port, open_browser=browser)
        except PortTakenError as e:
            fail(str(e))


@cli.command()
def desktop(
    install: Annotated[bool, typer.Option("--install", help="放进系统的程序菜单（Linux），不打开窗口。")] = False,
) -> None:
    """在桌面窗口中打开。"""
    prepare()
    if install:
        from app.frame import menu_entry

        try:
            print(f"已放进程序菜单：{menu_entry.install()}\n不要时删去这个文件即可。")
        except menu_entry.NoMenuError:
            fail("只有 Linux 的桌面可以这样放进菜单；Windows 和 macOS 请为 zhicai desktop 建一个快捷方式。")
        except OSError as e:
            fail(f"写不进 {e.filename}：请检查这个文件夹的权限。")
        return
    from app.frame.desktop import run

    status = run()
    if status:
        raise typer.Exit(status)


for commands in (
    books, brought, books_beside, book_diff, own_game, suggestions, search, hearing, rulings, cases, tables, journal, competition,
    halls, hall_accounts, exams, publishing, study, living_tables,
):  # fmt: skip
    commands.register(cli)


def main() -> None:
    """Entry point of the ``zhicai`` command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        cli()
    except ModuleNotFoundError as e:
        if (e.name or "").partition(".")[0] not in BUILDING:
            raise
        remedy = "请先运行 pip install 'zhicai[build]'，在源代码里是 pip install -e '.[build]'。"
        print(f"这件事要用 {e.name}：{remedy}", file=sys.stderr)
        raise SystemExit(1) from None
    except BrokenPipeError:  # the reader of our output has gone, e.g. `| head`
        sys.stderr.close()
        raise SystemExit(0) from None


if __name__ == "__main__":
    main()
