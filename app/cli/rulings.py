"""Commands that rule: trees, rule, call, functions, replay."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.at_event import AtEvent, at_event
from app.cli.output import fail, game_of, labels, opened
from app.cli.tables import AtTable
from app.cli.usage import GAME
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.engine import Asked, Ruled, Settled, Step, Undecided
    from decision_trees.library import Library
    from decision_trees.model import Fact, Tree
    from decision_trees.receipt import Replay
    from rules_data.handbook import Handbook


# -- steps as data and as words -------------------------------------------------------------------------------------------


def _settled_record(s: Settled) -> dict[str, Any]:
    return {
        "id": s.id,
        "question": s.question,
        "answer": s.answer,
        "text": s.text,
        "source": s.source,
        "decides": s.decides,
    }


def step_record(step: Step, handbook: Handbook, library: Library) -> dict[str, Any]:
    """A step as JSON data: the next question, the point the text leaves open, or the outcome with its receipt."""
    from decision_trees.engine import Asked, Undecided

    known = [
        {"name": k.name, "label": k.label, "value": k.value, "source": k.source, "function": k.function}
        for k in step.known
    ]
    common = {"tree": step.tree.id, "known": known, "open_questions": [_settled_record(s) for s in step.settled]}
    if isinstance(step, Asked):
        return common | _asked_record(step)
    if isinstance(step, Undecided):
        return common | _undecided_record(step)
    return common | _ruled_record(step, handbook, library)


def _asked_record(step: Asked) -> dict[str, Any]:
    options = {k: o.text for k, o in step.fact.options.items()}
    if step.fact.kind == "bool":
        options = {"yes": "是", "no": "否"}
    return {
        "step": "question",
        "node": step.node,
        "fact": step.name,
        "kind": step.fact.kind,
        "ask": step.ask,
        "help": step.question.help or step.fact.help,
        "who": step.question.who,
        "explain": list(step.question.explain),
        "options": options,
        "cites": list(step.question.cites),
    }


def _undecided_record(step: Undecided) -> dict[str, Any]:
    return {
        "step": "undecided",
        "id": step.id,
        "question": step.question.question,
        "options": {o.key: o.text for o in step.question.options},
        "decides": step.question.decides,
        "because": step.question.because,
        "cites": list(step.question.at),
    }


def _ruled_record(step: Ruled, handbook: Handbook, library: Library) -> dict[str, Any]:
    from dataclasses import replace

    from decision_trees.receipt import make_receipt, next_of
    from rules_data.records import plain

    return {
        "step": "outcome",
        "outcome": step.outcome_id,
        **plain(replace(step.outcome, figures={}, next=(), stays=())),
        "next": next_of(step),
        "stays": list(step.stays),
        "figures": {
            f.name: {"text": f.text, "function": f.function, "values": dict(f.values), "cites": list(f.cites)}
            for f in step.figures
        },
        "offers": [
            {"figure": o.figure, "needs": list(o.needs), "text": o.text} | ({"fault": o.fault} if o.fault else {})
            for o in step.offers
        ],
        "roles": dict(step.seats),
        "ignored": [{"name": k.name, "label": k.label, "value": k.value} for k in step.ignored],
        "cites": list(step.cites),
        "receipt": make_receipt(step, handbook, library),
    }


def _say_known(step: Step) -> None:
    from decision_trees.engine import Asked

    marks = {"given": "", "derived": "⚙", "corrected": "✎", "chosen": "⇄"}
    from app.ruling.wording import HISTORY, shaped

    shown = [f"{marks[k.source]}{k.label}：{shaped(k.shown)}" for k in step.known if k.name != HISTORY]
    if shown and isinstance(step, Asked):
        typer.echo("已知 " + "  ".join(shown))


def _say_outcome(step: Ruled, handbook: Handbook) -> None:
    from app.ruling.consequences import carried_out
    from app.ruling.wording import MARKS, after_lines, option_text

    o = step.outcome
    typer.echo(f"\n{MARKS[o.level]} {o.ruling}")
    for figure in step.figures:
        typer.echo(f"  = {figure.text}（{labels(figure.cites, handbook)}）")
    typer.echo("")
    for i, line in enumerate(carried_out(step), 1):
        typer.echo(f"  {i}. {line}")
    if o.choice is not None:
        alone = o.choice.consult is False and "裁判" not in o.choice.who  # a referee has no partner
        cited = labels(o.choice.cites, handbook)
        typer.echo(f"选择  {o.choice.who}  〔{o.choice.fact}〕（{cited}）{'，不得与同伴商量' if alone else ''}")
        for key, option in o.choice.options.items():
            _say_option(key, option_text(option), option.help)
    for who, words in o.tell.items():
        typer.echo(f"宣读  对{who}：{words}")
    for line in after_lines(step):
        typer.echo(f"  {line}")
    for follow in o.follow_ups:
        typer.echo(f"后续  {follow.when}：{follow.tree}")
    if o.deadline is not None:
        typer.echo(f"时限  {o.deadline.text}（{labels(o.deadline.cites, handbook)}）")
    if o.note:
        typer.echo(f"说明  {o.note}")
    for offer in step.offers:
        typer.echo(f"还可  {offer.text}〔{'、'.join(offer.needs)}〕")
    for known in step.ignored:
        typer.echo(f"未用  {known.label}：{known.shown}，照未定问题现在的处理与本裁决无关")
    for s in step.settled:
        answer = f"采用“{s.text}”，因为{s.because}" if s.answer else "没有默认，由其决定"
        typer.echo(f"未定  {s.question} {answer}（{s.decides}决定）")
    typer.echo("依据  " + labels(step.cites, handbook))


def _say_undecided(step: Undecided) -> None:
    q = step.question
    typer.echo(f"\n文本没有定论：{q.question}")
    for option in q.options:
        typer.echo(f"  [{option.key}] {option.text}({option.evidence or '没有条文'})")
    if q.because:
        typer.echo(f"  为什么没有定论：{q.because}")
    typer.echo(f"由{q.decides}决定；决定后写选项，或用 --settle {step.id}=选项 继续。")


# -- commands -------------------------------------------------------------------------------------------------------------


def _read_object(source: str, what: str) -> dict[str, Any]:
    """The JSON object in a file or, for ``-``, on stdin; ``what`` it should be."""
    from rules_data.bounded_json import SIZE, JsonFault, read_json
    from rules_data.decoding import NotText, read_file, read_stream

    name = "标准输入" if source == "-" else source
    try:
        text = read_stream(sys.stdin.buffer, 4 * SIZE) if source == "-" else read_file(Path(source), 4 * SIZE)
        value = read_json(text)
    except OSError as e:
        fail(f"不能读 {name}：{why(e)}。")
    except NotText as e:
        fail(f"{name} {e}")
    except (JsonFault, ValueError) as e:  # a path with a zero byte is a ValueError too
        fail(f"{name} 不是可用的 JSON：{e}。")
    if not isinstance(value, dict):
        fail(f"{name} 应是一组“名: 值”（{what}）。")
    return value


def _settlements(pairs: list[str], handbook: Handbook, game: str) -> dict[str, str]:
    """The open questions an event has decided, each of a book of the game and with one of its options."""
    from decision_trees.functions import RuleInputError
    from decision_trees.law import open_question

    out = {}
    for pair in pairs:
        id_, equals, key = (part.strip() for part in pair.partition("="))
        if not equals:
            fail(f"--settle 应写成 书/编号=选项，现在是“{pair[:60]}”。")
        try:
            options = [o.key for o in open_question(handbook.books, id_).options]
        except RuleInputError:
            near = [
                f"{b}/{q.id}" for b, book in handbook.books.items() if book.game == game for q in book.open_questions
            ]
            fail(f"--settle：没有未定问题“{id_[:60]}”，这个项目有 {'、'.join(near[:6])} 等 {len(near)} 个。")
        if handbook.books[id_.partition("/")[0]].game != game:
            fail(f"--settle：未定问题 {id_} 不是这个项目的。")
        if key not in options:
            fail(f"--settle：未定问题 {id_} 没有“{key[:60]}”这个答案，可用：{'、'.join(options)}。")
        out[id_] = key
    return out


def trees(
    game: Annotated[str | None, typer.Option("--game", help=GAME)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """列出全部裁决树。"""
    from decision_trees.games import offered_games

    asked = game_of(game)
    _, library = opened()
    listed: list[Tree] = [t for g in offered_games() if asked in (None, g) for t in library.of_game(g)]
    if as_json:
        records = [
            {
                "id": t.id,
                "title": t.title,
                "stage": t.stage,
                "heard": list(t.heard),
                "cites": list(t.cites),
                "facts": list(t.facts),
            }
            for t in listed
        ]
        typer.echo(json.dumps(records, ensure_ascii=False, indent=2))
        return
    for t in listed:
        typer.echo(f"{t.id:44s} {t.title}  ({'、'.join(t.heard[:3])})")


def rule(
    tree_id: Annotated[str, typer.Argument(metavar="TREE", help="裁决树，如 bridge.insufficient_bid。")],
    facts: Annotated[str | None, typer.Option("--facts", help="事实的 JSON 文件，- 为标准输入。")] = None,
    settle: Annotated[
        list[str] | None, typer.Option("--settle", help="赛事对未定问题的决定：书/编号=选项，可多次。")
    ] = None,
    receipt: Annotated[Path | None, typer.Option("--receipt", help="把裁决凭据写到这个文件。")] = None,
    table: Annotated[
        Path | None, typer.Option("--table", help="这一桌的文件：前面的裁决改变了什么，这个裁决知道；判完记进去。")
    ] = None,
    still: Annotated[list[str] | None, typer.Option("--still", help="上次判后记着的，现在还在；可多次。")] = None,
    over: Annotated[list[str] | None, typer.Option("--over", help="上次判后记着的，打着打着没有了；可多次。")] = None,
    follows: Annotated[int | None, typer.Option("--follows", min=1, help="是这一桌第几个裁决的后续。")] = None,
    event: Annotated[
        str | None, typer.Option("--event", help="照日志里的这一项赛事：它定的，和用于它的自己的规则书定的。")
    ] = None,
    own_book: Annotated[
        list[str] | None, typer.Option("--book", help="照这本自己的规则书确认了的：书名，或传出的规程文件；可多次。")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """走一棵裁决树：给出事实则回答下一个问题或结论；在终端里不给事实则逐题询问。"""
    from decision_trees.engine import Ruled, advance
    from decision_trees.functions import RuleInputError

    handbook, library = opened()
    given = _read_object(facts, "事实") if facts is not None else {}
    if table is None and (still or over or follows):
        fail("--still、--over、--follows 说的是一桌上前面的裁决，请同时写 --table 文件。")
    at_table: AtTable | None = None
    there: AtEvent | None = None

    def step_with(known: Mapping[str, Any], decided: Mapping[str, str]) -> Step:
        from decision_trees.law import Law

        if there is not None:
            known = {**there.facts, **known}
        if at_table is not None:
            return at_table.ruled(known, {**settled, **decided})
        return advance(tree, known, Law(library.trees, handbook.books, {**settled, **decided}))

    try:
        tree = library.tree(tree_id)
        settled = _settlements(settle or [], handbook, tree.game)
        there = at_event(tree, handbook, event, own_book or ())
        if there is not None:
            handbook, settled = there.handbook, {**there.settled, **settled}
        if table is not None:
            at_table = AtTable(table, tree, handbook, library, tuple(still or ()), tuple(over or ()), follows)
        step = step_with(given, {})
    except RuleInputError as e:
        fail(str(e))
    if facts is None and not as_json and sys.stdin.isatty():
        from app.cli.asking import ask_all

        step = ask_all(tree.title, step_with, step, handbook, _say)
    if receipt is not None and isinstance(step, Ruled):
        _write_receipt(receipt, step, handbook, library, there)
    if at_table is not None and isinstance(step, Ruled):
        at_table.keep()
    if as_json:
        record = step_record(step, handbook, library)
        if at_table is not None:
            record["table"] = at_table.record()
        if there is not None:
            record["own_books"] = there.own_part(step)
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        _say(step, handbook)
        if there is not None:
            there.say(step)
        if at_table is not None:
            at_table.say()


def _write_receipt(file: Path, step: Ruled, handbook: Handbook, library: Library, there: AtEvent | None) -> None:
    """Write the receipt of a ruling, with what the books of one's own say; stops with a message where it cannot be written."""
    from app.brought.in_receipt import OWN
    from decision_trees.receipt import make_receipt

    own = there.own_part(step) if there is not None else []
    made = make_receipt(step, handbook, library) | ({OWN: own} if own else {})
    try:
        file.write_text(json.dumps(made, ensure_ascii=False, indent=2), encoding="utf-8")
    except (OSError, ValueError) as e:
        fail(f"凭据没有写成，不能写 {file}：{why(e) if isinstance(e, OSError) else e}。", 1)


def _say(step: Step, handbook: Handbook) -> None:
    from decision_trees.engine import Asked, Undecided

    if isinstance(step, Asked):
        _say_question(step, handbook)
    elif isinstance(step, Undecided):
        _say_undecided(step)
    else:
        _say_outcome(step, handbook)


def _say_question(step: Asked, handbook: Handbook) -> None:
    _say_known(step)
    typer.echo(f"\n{step.ask}  〔{step.name}〕")
    for line in step.question.explain:
        typer.echo(f"  须说明：{line}")
    if step.question.help or step.fact.help:
        typer.echo(f"  {step.question.help or step.fact.help}")
    if step.fact.kind == "bool":
        typer.echo("  [y] 是  [n] 否")
    for key, each in step.fact.options.items():
        _say_option(key, each.text, each.help)
    if step.question.cites:
        typer.echo(f"  为什么问：{labels(step.question.cites, handbook)}")


def _say_option(key: str, text: str, help_: str | None) -> None:
    """Say one way to answer or to choose, under the name it is written by, with the line of help that goes with it."""
    typer.echo(f"  [{key}] {text}{f'：{help_}' if help_ else ''}")


def facts(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME)],
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """列出一个项目的牌局：各棵树共用的事实，都可以写在 rule --facts 里。"""

    asked = game_of(game)
    _, library = opened()
    deal = library.deals.get(asked or "")
    if deal is None:
        fail(f"“{game}”没有牌局。")
    records = [
        {
            "name": name,
            "kind": fact.kind,
            "label": fact.label,
            "lasts": fact.lasts,
            "derived": fact.derive is not None,
            "options": {key: option.text for key, option in fact.options.items()},
            "example": _example(fact),
        }
        for name, fact in deal.facts.items()
    ]
    if as_json:
        typer.echo(json.dumps(records, ensure_ascii=False, indent=2))
        return
    for fact in records:
        worked_out = "（可推出）" if fact["derived"] else ""
        example = json.dumps(fact["example"], ensure_ascii=False)
        typer.echo(f"{fact['name']:24s} {fact['kind']:8s} {fact['label']}{worked_out}  如 {example}")


def _example(fact: Fact) -> Any:
    """A value one may write for a fact."""
    if fact.examples:
        return fact.examples[0]
    if fact.options:
        return next(iter(fact.options))
    samples = {"bool": True, "seat": "S", "number": fact.minimum or 1, "time": "21:30", "text": "…"}
    return samples.get(fact.kind)


def call(
    name: Annotated[str | None, typer.Argument(metavar="FUNCTION", help="规则函数，如 bridge.imp。")] = None,
    data: Annotated[str | None, typer.Argument(metavar="JSON", help="输入，如 '{\"diff\": 500}'。")] = None,
    stdin: Annotated[bool, typer.Option("--stdin", help='逐行读取 {"call": 函数, "in": 输入}，逐行回答。')] = False,
) -> None:
    """运行一个规则函数。--stdin 有一行答不出时退出码为 1。"""
    from decision_trees.functions import RuleInputError
    from decision_trees.functions import call as run
    from rules_data.bounded_json import JsonFault, read_json

    if stdin:
        from rules_data.decoding import lines

        answers = (_answer(line) for line in lines(sys.stdin.buffer) if isinstance(line, Exception) or line.strip())
        good = True
        for answer in answers:
            print(json.dumps(answer, ensure_ascii=False), flush=True)
            good = good and "out" in answer
        if not good:
            raise typer.Exit(1)
        return
    if name is None:
        fail("请写出函数名，例如：zhicai call bridge.imp '{\"diff\": 500}'。用 zhicai functions 查看全部函数。")
    try:
        given = read_json(data or "{}")
    except JsonFault as e:
        fail(f"输入不是可用的 JSON：{e}。")
    try:
        typer.echo(json.dumps(run(name, given), ensure_ascii=False))
    except RuleInputError as e:
        fail(str(e))
    except Exception as e:
        fail(_unfit(name, e))


def _answer(line: str | Exception) -> dict[str, Any]:
    """One line of ``call --stdin`` answered."""
    from decision_trees.functions import RuleInputError
    from decision_trees.functions import call as run
    from rules_data.bounded_json import JsonFault, read_json

    if isinstance(line, Exception):
        return {"error": str(line)}
    try:
        asked = read_json(line)
    except JsonFault as e:
        return {"error": f"这一行不是可用的 JSON：{e}。"}
    if not isinstance(asked, dict) or not isinstance(asked.get("call"), str):
        return {"error": '每行应是 {"call": 函数名, "in": 输入}。'}
    try:
        answer = {"out": run(asked["call"], asked.get("in", {}))}
        json.dumps(answer, ensure_ascii=False)
        return answer
    except RuleInputError as e:
        return {"error": str(e)}
    except Exception as e:  # one bad line must not lose the lines after it
        return {"error": _unfit(asked["call"], e)}


def _unfit(name: str, fault: Exception) -> str:
    return f"{name[:60]} 处理不了这个输入（{type(fault).__name__}：{str(fault)[:200]}），请检查输入。"


def functions(
    game: Annotated[str | None, typer.Option("--game", help=GAME)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """列出全部规则函数。"""
    from decision_trees.functions import functions as listed

    found = listed(game_of(game))
    if as_json:
        records = [
            {
                "name": f.name,
                "parameters": list(f.parameters),
                "optional": sorted(f.optional),
                "laws": list(f.laws),
                "title": f.title,
                "about": f.about,
            }
            for f in found.values()
        ]
        typer.echo(json.dumps(records, ensure_ascii=False, indent=2))
        return
    for f in found.values():
        shown = ", ".join(p + ("?" if p in f.optional else "") for p in f.parameters)
        typer.echo(f"{f.name}({shown})\n    {f.title}  {'、'.join(f.laws)}")


def replay(
    file: Annotated[Path, typer.Argument(metavar="RECEIPT", help="裁决凭据（JSON）。")],
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """照凭据重走一遍，说明结论是否相同、此后改了什么。不同时退出码为 1。"""
    from decision_trees.functions import RuleInputError
    from decision_trees.receipt import replay as go_again

    handbook, library = opened()
    receipt = _read_object(str(file), "裁决凭据")
    try:
        again = go_again(receipt, handbook, library)
    except RuleInputError as e:
        fail(str(e))
    again = _with_own_books(receipt, again)
    if as_json:
        typer.echo(json.dumps({"same": again.same, "changes": list(again.changes)}, ensure_ascii=False, indent=2))
    else:
        typer.echo("结论相同，所依据的条文没有改动。" if again.same else "\n".join(again.changes))
    if not again.same:
        raise typer.Exit(1)


def _with_own_books(receipt: Mapping[str, Any], done: Replay) -> Replay:
    """A replay with what the books of one's own that the receipt names say in the versions it names."""
    from app.brought.in_receipt import OWN

    if OWN not in receipt:
        return done
    from app.brought.under_version import replayed
    from app.cli.own_texts import own_books

    own = own_books()
    other = tuple(replayed(receipt, own.store if own is not None else None))
    return replace(done, same=done.same and not other, changes=(*done.changes, *other))


def register(cli: typer.Typer) -> None:
    """Add these commands to the command line."""
    for command in (trees, rule, facts, call, functions, replay):
        cli.command()(command)
