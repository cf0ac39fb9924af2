"""Commands that look things up: search, law."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.output import fail, game_of, prepare
from app.cli.own_texts import own_books
from app.cli.usage import GAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules_data.handbook import Handbook
    from rules_data.model import GameId, Provision
    from search.engine import Engine, Hit, HitKind

KINDS: tuple[HitKind, ...] = ("provision", "term", "table", "tree", "case", "tool")
LONGEST_QUERY = 1_000  # characters; longer ones are no question


def _hit_record(hit: Hit) -> dict[str, Any]:
    return {
        "id": hit.id, "book": hit.book, "label": hit.label, "title": hit.title, "snippet": hit.snippet,
        "score": round(hit.score, 4), "kind": hit.kind, "path": list(hit.path), "reason": hit.reason,
    }  # fmt: skip


def _search_stdin(engine: Engine, game: GameId | None, kind: HitKind | None, limit: int) -> bool:
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


def _engine() -> Engine:
    """The search over the law and the books of this device."""
    from app.base import opened

    own = own_books()
    return own.engine() if own is not None else opened.engine()


def search(
    query: Annotated[list[str] | None, typer.Argument(help="要找的话、术语、拼音或条款号。")] = None,
    game: Annotated[str | None, typer.Option("--game", help=f"只找一个项目。{GAME}")] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            help="只找一类：provision（条款）、term（术语）、table（表）、tree（裁定）、case（案例）、tool（工具）。",
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, help="最多几条。")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
    stdin: Annotated[bool, typer.Option("--stdin", help="从标准输入逐行读取查询，每行输出一个 JSON 列表。")] = False,
) -> None:
    """检索条款、术语、表、裁决树和案例。--stdin 有一行读不出时退出码为 1。"""
    asked = game_of(game)
    only = next((each for each in KINDS if each == kind), None)
    if kind is not None and only is None:
        fail(f"没有“{kind}”这一类，可用：{'、'.join(KINDS)}。")
    if not stdin and not query:
        fail("请写出要找的内容，例如：zhicai search 藏牌。")
    prepare()
    engine = _engine()
    if stdin:
        if not _search_stdin(engine, asked, only, limit):
            raise typer.Exit(1)
        return
    found = engine.search(" ".join(query or []), game=asked, kind=only, limit=limit)
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


def provision_lines(provision: Provision, depth: int = 0) -> list[str]:
    """The lines of a provision and those below it, indented by how deep they stand."""
    indent = "  " * depth
    if provision.heading and provision.text and (provision.title is None or provision.title_supplied):
        parts = [f"{provision.heading} {provision.text}"]  # a bare number stands before its sentence
    else:
        parts = [part for part in (provision.heading, provision.text) if part]
    lines = [indent + line for part in parts for line in part.splitlines()]
    if provision.lost:
        lines.append(f"{indent}〔源文件缺失：{provision.lost}〕")
    return lines + [line for child in provision.children for line in provision_lines(child, depth + 1)]


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


def law(
    ref: Annotated[list[str], typer.Argument(help="条款号，怎么说都行：64A1、第64条A款1、附件四8(3)、十八条二。")],
    game: Annotated[str | None, typer.Option("--game", help=GAME)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """显示一条规则的原文。"""
    asked = game_of(game)
    handbook = prepare()
    if (own := own_books()) is not None:
        handbook = own.handbook()
    from rules_data.brought.names import is_brought
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
    typer.echo("\n".join(provision_lines(provision)))
    for erratum in dict.fromkeys(e for p in provision.walk() for e in handbook.errata(p.id)):
        reading = f"印作“{erratum.printed}”，应读“{erratum.reading}”。" if erratum.printed and erratum.reading else ""
        typer.echo(f"〔勘误〕{reading}{erratum.evidence}")
    for amendment in dict.fromkeys(a for p in provision.walk() for a in handbook.amendments(p.id)):
        by = handbook.book_of(amendment.by[0])
        name = f"{by.short}{handbook.provision(amendment.by[0]).label}" if is_brought(by.id) else "补充规定"
        typer.echo(f"〔{name}〕{amendment.topic}：{amendment.in_force}")
    if len(found) > 1:
        typer.echo(
            "也可能是："
            + "、".join(f"{handbook.book_of(f.id).short}{handbook.provision(f.id).label}" for f in found[1:6])
        )


def register(cli: typer.Typer) -> None:
    """Add these commands to the command line."""
    cli.command()(search)
    cli.command()(law)
