"""The ``zhicai`` command. Everything heavy is imported inside the command that needs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from app.cli.journal import register as register_journal_commands
from app.cli.rulings import register as register_ruling_commands
from app.cli.usage import GAME, ChineseGroup

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules_data.handbook import Handbook
    from rules_data.model import GameId, Provision
    from search.engine import Engine, Hit

cli = typer.Typer(
    cls=ChineseGroup,
    help="执裁：竞技纸牌(桥牌、掼蛋、升级)裁判手册。不带命令时打开手册。",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


LONGEST_QUERY = 1_000  # characters; longer ones are no question


def fail(message: str, status: int = 2) -> NoReturn:
    """Say what is wrong in one sentence and stop."""
    typer.echo(message, err=True)
    raise typer.Exit(status)


def game_of(name: str | None) -> GameId | None:
    """The game meant by ``桥牌`` or ``bridge``; stops with a message when it is none."""
    if name is None or name == "":
        return None
    from decision_trees.games import choices, game_named

    game = game_named(name)
    if game is None:
        fail(f"没有“{name}”这个项目，可用：{choices()}。")
    return game


def prepare() -> Handbook:
    """The handbook and its index, compiled first, with a progress bar, when they are missing or stale."""
    from app.window.preparation import prepare as prepare_all
    from rules_data.loader import DataError

    try:
        return prepare_all()
    except DataError as e:
        for problem in e.problems:
            typer.echo(str(problem), err=True)
        fail(f"数据有 {len(e.problems)} 处错误，手册没有编译。请改正后再运行 zhicai check。", 1)
    except OSError as e:
        fail(str(e), 1)


@cli.callback(invoke_without_command=True)
def main_callback(
    context: typer.Context,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="端口；不写时用 8550，被占用则另选。")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="是否打开浏览器。")] = True,
) -> None:
    """执裁：竞技纸牌裁判手册。不带命令时在本机打开手册。"""
    if context.invoked_subcommand is None:
        prepare()
        from app.window.server import PortTakenError, serve

        try:
            serve(port, open_browser=browser)
        except PortTakenError as e:
            fail(str(e))


@cli.command()
def desktop() -> None:
    """在桌面窗口中打开。"""
    prepare()
    from app.window.desktop import run

    status = run()
    if status:
        raise typer.Exit(status)


@cli.command()
def build(force: Annotated[bool, typer.Option("--force", help="即使没有改动也重新编译。")] = False) -> None:
    """编译手册与检索索引。"""
    from app.window.preparation import build as build_all
    from rules_data.loader import DataError

    try:
        for path in build_all(force=force):
            typer.echo(f"已就绪：{path}")
    except DataError as e:
        for problem in e.problems:
            typer.echo(str(problem), err=True)
        fail(f"数据有 {len(e.problems)} 处错误，没有编译。", 1)
    except OSError as e:
        fail(str(e), 1)


@cli.command()
def check(
    folder: Annotated[
        Path | None, typer.Argument(help="规则书所在的文件夹；不写时检查随程序的全部数据。", exists=False)
    ] = None,
    show_coverage: Annotated[bool, typer.Option("--coverage", help="列出每条罚则和权利由哪些裁决引用。")] = False,
    game: Annotated[str | None, typer.Option("--game", help="--coverage 只列一个项目。")] = None,
) -> None:
    """检查全部数据：写法、编号、引用、表格、勘误。有错时退出码为 1。"""
    from rules_data.check import check_books
    from rules_data.loader import BOOKS, Problem

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
        from decision_trees.lint import lint
        from decision_trees.rights import check_rights
        from search.check import check_synonyms

        problems += check_synonyms() + lint() + check_rights()
    for problem in problems:
        typer.echo(str(problem))
    if problems:
        fail(f"共 {len(problems)} 处错误。", 1)
    typer.echo("数据没有发现错误。")


def _print_coverage(game: GameId | None) -> None:
    """Which penalties and rights of the texts some outcome cites; status 1 when one is neither cited nor excepted."""
    from decision_trees.coverage import coverage, load_exceptions
    from decision_trees.games import games
    from decision_trees.rights import citations
    from decision_trees.storage import open_library

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


@cli.command("import")
def import_(
    raw: Annotated[Path, typer.Argument(help="规则原文(纯文本)。")],
    book: Annotated[str, typer.Option("--book", help="书的代号，如 doudizhu-2020(小写字母、数字、连字符)。")],
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


def _hit_record(hit: Hit) -> dict[str, Any]:
    return {
        "id": hit.id, "book": hit.book, "label": hit.label, "title": hit.title, "snippet": hit.snippet,
        "score": round(hit.score, 4), "kind": hit.kind, "path": list(hit.path), "reason": hit.reason,
    }  # fmt: skip


def _search_stdin(engine: Engine, game: GameId | None, kind: str | None, limit: int) -> bool:
    """One query a line (``game<TAB>query`` where a game is given), one JSON list a line; whether all lines were good.

    What is wrong with a line is said on stderr with its number; its answer is an empty list.
    """
    from decision_trees.games import game_named
    from rules_data.decoding import lines

    good = True
    for number, line in enumerate(lines(sys.stdin.buffer), 1):
        wrong = str(line) if isinstance(line, Exception) else ""
        if not wrong and len(line) > LONGEST_QUERY:  # type: ignore[arg-type]
            wrong = f"这一行超过 {LONGEST_QUERY} 个字，没有查。"
        if wrong:
            typer.echo(f"第 {number} 行：{wrong}", err=True)
            print("[]", flush=True)
            good = False
            continue
        name, tab, query = str(line).partition("\t")
        if not tab:
            query, asked = name, game
        else:
            asked = game_named(name) or game
        found = engine.search(query, game=asked, kind=kind, limit=limit) if query.strip() else None
        print(json.dumps([_hit_record(h) for h in found.hits] if found else [], ensure_ascii=False), flush=True)
    return good


@cli.command()
def search(
    query: Annotated[list[str] | None, typer.Argument(help="要找的话、术语、拼音或条款号。")] = None,
    game: Annotated[str | None, typer.Option("--game", help=f"只找一个项目。{GAME}")] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", help="只找一类：provision(条款)、term(术语)、table(表)、tree(裁定)、case(案例)。"),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="最多几条。")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
    stdin: Annotated[bool, typer.Option("--stdin", help="从标准输入逐行读取查询，每行输出一个 JSON 列表。")] = False,
) -> None:
    """检索条款、术语、表、裁决树和案例。--stdin 有一行读不出时退出码为 1。"""
    asked = game_of(game)
    if kind is not None and kind not in ("provision", "term", "table", "tree", "case"):
        fail(f"没有“{kind}”这一类，可用：provision、term、table、tree、case。")
    if not stdin and not query:
        fail("请写出要找的内容，例如：zhicai search 藏牌。")
    prepare()
    from search.engine import open_engine

    engine = open_engine()
    if stdin:
        if not _search_stdin(engine, asked, kind, limit):
            raise typer.Exit(1)
        return
    found = engine.search(" ".join(query or []), game=asked, kind=kind, limit=limit)
    if as_json:
        typer.echo(json.dumps([_hit_record(h) for h in found.hits], ensure_ascii=False, indent=2))
        return
    if not found.hits:
        nearest = f"相近的词：{'、'.join(found.suggestions)}。" if found.suggestions else "请换一个说法。"
        typer.echo(f"没有找到“{' '.join(query or [])}”。{nearest}")
        return
    for hit in found.hits:
        reason = f"  ({hit.reason})" if hit.reason else ""
        lines = (f"{hit.label}  {hit.title or ''}".rstrip() + reason, " › ".join(hit.path), hit.snippet)
        typer.echo("\n    ".join(line for line in lines if line))


def _provision_text(provision: Provision, depth: int = 0) -> list[str]:
    indent = "  " * depth
    if provision.heading and provision.text and (provision.title is None or provision.title_supplied):
        parts = [f"{provision.heading} {provision.text}"]  # a bare number stands before its sentence
    else:
        parts = [part for part in (provision.heading, provision.text) if part]
    lines = [indent + line for part in parts for line in part.splitlines()]
    if provision.lost:
        lines.append(f"{indent}〔源文件缺失：{provision.lost}〕")
    return lines + [line for child in provision.children for line in _provision_text(child, depth + 1)]


def _law_record(handbook: Handbook, provision: Provision) -> dict[str, Any]:
    """All that is known of a provision, as JSON data."""
    book = handbook.book_of(provision.id)
    below = list(provision.walk())

    def gathered(find: Callable[[str], tuple[Any, ...]]) -> list[Any]:
        return list({r.id: r for p in below for r in find(p.id)}.values())

    return {
        **_law_children(provision),
        "book": book.id,
        "kind": provision.kind,
        "lost": provision.lost,
        "path": [p.label for p in handbook.path(provision.id)],
        "book_title": book.title,
        "edition": book.edition,
        "issuer": book.issuer,
        "cites": [
            {"at": r.source, "printed": r.printed, "targets": list(r.targets), "force": r.force}
            for p in below
            for r in handbook.references(p.id)
        ],
        "cited_by": [{"at": r.source, "printed": r.printed} for r in handbook.cited_by(provision.id)],
        "errata": [_picked(e, "id printed reading standing evidence effect") for e in gathered(handbook.errata)],
        "amendments": [_picked(a, "id topic effect base by in_force") for a in gathered(handbook.amendments)],
        "open_questions": [_picked(q, "id question default decides") for q in gathered(handbook.open_questions)],
    }


def _picked(record: object, names: str) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names.split()}


def _law_children(provision: Provision) -> dict[str, Any]:
    own = _picked(provision, "id label heading title text")
    return {**own, "children": [_law_children(c) for c in provision.children]}


@cli.command()
def law(
    ref: Annotated[list[str], typer.Argument(help="条款号，怎么说都行：64A1、第64条A款1、附件四8(3)、十八条二。")],
    game: Annotated[str | None, typer.Option("--game", help=GAME)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """显示一条规则的原文。"""
    asked = game_of(game)
    handbook = prepare()
    from search.clause_number import find

    text = " ".join(ref)
    found = find(text, handbook, asked)
    if not found:
        fail(f"没有找到“{text}”这一条，请写条款号，如 64A1、第十八条二、附件四8(3)。")
    first = found[0]
    provision = handbook.provision(first.id)
    if as_json:
        record = _law_record(handbook, provision)
        record["exact"] = first.exact
        record["others"] = [f.id for f in found[1:]]
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
        return
    book = handbook.book_of(first.id)
    if not first.exact:
        typer.echo(f"没有与“{text}”完全相同的编号，最近的是：")
    typer.echo(
        f"{book.short}({book.edition}) {' › '.join([*(p.label for p in handbook.path(first.id)), provision.label])}"
    )
    typer.echo("\n".join(_provision_text(provision)))
    for erratum in dict.fromkeys(e for p in provision.walk() for e in handbook.errata(p.id)):
        reading = f"印作“{erratum.printed}”，应读“{erratum.reading}”。" if erratum.printed and erratum.reading else ""
        typer.echo(f"〔勘误 {erratum.id}〕{reading}{erratum.evidence}")
    for amendment in dict.fromkeys(a for p in provision.walk() for a in handbook.amendments(p.id)):
        typer.echo(f"〔补充规定 {amendment.id}〕{amendment.topic}:{amendment.in_force}")
    if len(found) > 1:
        typer.echo(
            "也可能是："
            + "、".join(f"{handbook.book_of(f.id).short}{handbook.provision(f.id).label}" for f in found[1:6])
        )


register_ruling_commands(cli)
register_journal_commands(cli)


def main() -> None:
    """Entry point of the ``zhicai`` command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        cli()
    except BrokenPipeError:  # the reader of our output has gone, e.g. `| head`
        sys.stderr.close()
        raise SystemExit(0) from None


if __name__ == "__main__":
    main()
