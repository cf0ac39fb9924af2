"""Commands for those who keep the books: build, check, import."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.output import fail, game_of, prepare
from app.cli.usage import GAME
from rules_data.disk_faults import where, why

if TYPE_CHECKING:
    from rules_data.model import GameId


PACKAGED = "这是安装包：手册已经编译在里面，没有源数据。要改规则、裁决树，请用源代码（见 README“打开”）。"


def build(
    force: Annotated[bool, typer.Option("--force", help="即使没有改动也重新编译。")] = False,
    into: Annotated[Path | None, typer.Option("--into", help="编译到这个文件夹，附版本清单；安装包用。")] = None,
) -> None:
    """编译手册与检索索引。"""
    from app.base.preparation import build as build_all
    from app.base.preparation import compile_into
    from rules_data.compiled import packaged
    from rules_data.loader import DataError

    if packaged() and (force or into is not None):
        fail(PACKAGED)
    try:
        if into is not None:
            compile_into(into)
            typer.echo(f"已就绪：{into}")
            return
        for path in build_all(force=force):
            typer.echo(f"已就绪：{path}")
    except DataError as e:
        for problem in e.problems:
            typer.echo(str(problem), err=True)
        fail(f"数据有 {len(e.problems)} 处错误，没有编译。", 1)
    except OSError as e:
        fail(f"没有编译成。{where(e)}。", 1)


def check(
    folder: Annotated[
        Path | None, typer.Argument(help="规则书所在的文件夹；不写时检查随程序的全部数据。", exists=False)
    ] = None,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="列出每条罚则和权利由哪些裁决引用。")] = False,
    game: Annotated[str | None, typer.Option("--game", help="--coverage 只列一个项目。")] = None,
) -> None:
    """检查全部数据：写法、编号、引用、表格、勘误。有错时退出码为 1。"""
    from rules_data.check import check_books
    from rules_data.compiled import packaged
    from rules_data.loader import BOOKS, Problem

    if packaged() and folder is None:
        fail(PACKAGED)
    if show_coverage:
        _print_coverage(game_of(game))
        return
    problems: list[Problem]
    if folder is not None and not folder.is_dir():
        fail(f"没有文件夹 {folder}，请检查路径。")
    root = folder or BOOKS
    if (root / "book.yaml").exists():
        problems = check_books(root.parent)
        problems = [p for p in problems if root in p.file.parents or p.file == root]
    else:
        problems = check_books(root)
    if folder is None and not problems:
        from app.exams.set_lint import check_set
        from decision_trees.lint import lint
        from decision_trees.rights import check_rights
        from search.check import check_synonyms

        problems += check_synonyms() + lint() + check_rights()
        problems += [] if problems else check_set()
    for problem in problems:
        typer.echo(str(problem))
    if problems:
        fail(f"共 {len(problems)} 处错误。", 1)
    typer.echo("数据没有发现错误。")
    if folder is None:
        for remark in remarks():
            typer.echo(remark)


def remarks() -> list[str]:
    """What is no error of the data, and is to be done before others get them."""
    from decision_trees.games import games
    from decision_trees.library import open_library
    from decision_trees.said import SENTENCES, few, sentences
    from search.hearing.training import stale

    library = open_library()
    said: list[str] = []
    for game in games():
        entries = [tree.id for tree in library.of_game(game) if not tree.part]
        wanting = few(told, entries) if (told := sentences(game)) else {}
        said += [f"“{tree}”只有 {count} 句怎样说它的话，不到 {SENTENCES} 句。" for tree, count in wanting.items()]
    if old := stale():
        said.append(f"听一句话的权重（{'、'.join(old)}）是照以前的句子学的：改完以后运行 zhicai hear-train。")
    return said


def _print_coverage(game: GameId | None) -> None:
    """Which penalties and rights of the texts some outcome cites; status 1 when one is neither cited nor excepted."""
    from decision_trees.coverage import coverage, load_exceptions
    from decision_trees.games import games
    from decision_trees.library import open_library
    from decision_trees.rights import citations

    handbook, library = prepare(), open_library()
    complete = True
    for name in games():
        if game not in (None, name) or not any(t.game == name for t in library.trees.values()):
            continue
        rights = citations({name: library.rights[name]} if name in library.rights else {})
        report = coverage(handbook, library.trees, load_exceptions(name), name, elsewhere=rights)
        typer.echo(report.text(full=game is not None))
        complete = complete and report.complete
    if not complete:
        raise typer.Exit(1)


def schema(
    into: Annotated[Path | None, typer.Option("--into", help="写进哪个文件夹；不写时是源代码里的 schema。")] = None,
    mark: Annotated[bool, typer.Option("--mark", help="在每个 YAML 的第一行写明它的结构说明。")] = False,
) -> None:
    """写出各种 YAML 文件的结构说明(JSON Schema),编辑器据以补全和检查。"""
    from decision_trees import schemas
    from rules_data.compiled import packaged

    if packaged() and (into is None or mark):
        fail(PACKAGED)
    try:
        for file in schemas.write(into or schemas.ROOT / schemas.FOLDER):
            typer.echo(f"已写出：{file}")
        if mark:
            typer.echo(f"写明了结构说明的文件：{len(schemas.mark())} 个。")
    except OSError as e:
        fail(f"写不进去：{why(e)}。请换一个文件夹。", 1)


def import_(
    raw: Annotated[Path, typer.Argument(help="规则原文（纯文本）。")],
    book: Annotated[str, typer.Option("--book", help="书的代号，如 doudizhu-2020（小写字母、数字、连字符）。")],
    game: Annotated[str, typer.Option("--game", help=GAME)] = "guandan",
    into: Annotated[Path, typer.Option("--into", help="放在哪个文件夹下。")] = Path(),
    force: Annotated[bool, typer.Option("--force", help="目标已存在时覆盖条文文件。")] = False,
) -> None:
    """把规则原文变成可以继续整理的 YAML,并报告没有读懂的行。"""
    from app.cli.importing import ImportFault, import_book

    known = game_of(game)
    assert known is not None
    try:
        result = import_book(raw, book, known, into, force=force)
    except ImportFault as e:
        fail(str(e))
    typer.echo(f"《{book}》共 {result.provisions} 条，写入 {result.folder}。")
    for doubt in result.doubts:
        typer.echo(f"{raw}:{doubt.line}: {doubt.why}:{doubt.text[:40]}")
    if result.doubts:
        typer.echo(
            f"有 {len(result.doubts)} 行没有读懂，请对照原文检查；需要时在 import.yaml 里加提示后加 --force 重新导入。"
        )
    typer.echo(f"下一步：补全 {result.folder / 'book.yaml'} 中标“待填”的各项，然后运行 zhicai check {into}。")


def register(cli: typer.Typer) -> None:
    """Add these commands to the command line."""
    cli.command()(build)
    cli.command()(check)
    cli.command()(schema)
    cli.command("import")(import_)
