"""``zhicai case``: what a worked case comes to, beside what is expected of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.output import fail, opened

if TYPE_CHECKING:
    from decision_trees.engine import Ruled, Step
    from decision_trees.library import Library
    from decision_trees.model import Case, Chain, Expectation
    from rules_data.handbook import Handbook


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is expected, and what there is of it."""

    what: str
    expected: str
    now: str
    ok: bool


def rows(expect: Expectation, step: Step) -> Iterator[Row]:
    """What is expected of a ruling, each with what it says."""
    from decision_trees.cases import compared
    from decision_trees.engine import Asked, Ruled

    if not isinstance(step, Ruled):
        now = f"还要问“{step.ask}”（{step.name}）" if isinstance(step, Asked) else f"条文没有定论：{step.id}"
        yield Row("结论", expect.outcome, now, not compared(expect, step))
        return

    yield Row("结论", expect.outcome, step.outcome_id, expect.outcome == step.outcome_id)
    yield from _said_rows(expect, step)
    yield from _following_rows(expect, step)
    yield from _resting_rows(expect, step)


def _row(step: Ruled, what: str, expected: str, now: str, **only: Any) -> Row:
    from decision_trees.cases import compared
    from decision_trees.model import Expectation as Only

    return Row(what, expected, now, not compared(Only(**{"outcome": step.outcome_id, "cites": (), **only}), step))


def _said_rows(expect: Expectation, step: Ruled) -> Iterator[Row]:
    """What is said and done."""
    outcome = step.outcome
    if expect.level is not None:
        yield _row(step, "程度", expect.level, outcome.level, level=expect.level)
    for words in expect.ruling:
        yield _row(step, "裁决", words, outcome.ruling, ruling=(words,))
    lines = "；".join(outcome.do)
    for words in expect.do:
        yield _row(step, "做法", words, next((line for line in outcome.do if words in line), lines), do=(words,))
    for who, words in expect.tell.items():
        yield _row(step, f"对{who}说", words, outcome.tell.get(who, "（没有对他说话）"), tell={who: words})
    figures = {figure.name: figure.text for figure in step.figures}
    for name, words in expect.figures.items():
        yield _row(step, f"算出 {name}", words, figures.get(name, "（没有算出）"), figures={name: words})


def _following_rows(expect: Expectation, step: Ruled) -> Iterator[Row]:
    """What follows, and what comes next."""
    outcome = step.outcome
    kinds = "、".join(" ".join(filter(None, (each.kind, each.who, each.what))) for each in outcome.effects)
    for wanted in expect.effects:
        yield _row(step, "后果", wanted, kinds, effects=(wanted,))
    for which, amount in expect.amounts.items():
        now = "、".join(f"{each.kind} {each.amount}" for each in outcome.effects if each.amount is not None)
        yield _row(step, "数目", f"{which} {amount}", now or "（没有）", amounts={which: amount})
    follow_ups = "、".join(f"{each.tree.partition('.')[2]} {each.when}" for each in outcome.follow_ups)
    for wanted in expect.follow_ups:
        yield _row(step, "后续", wanted, follow_ups or "（没有）", follow_ups=(wanted,))
    if expect.deadline is not None:
        limit = outcome.deadline.text if outcome.deadline is not None else "（没有）"
        yield _row(step, "时限", expect.deadline, limit, deadline=expect.deadline)
    if expect.next is not None:
        wanted = "，".join(f"{name}: {value}" for name, value in asdict(expect.next).items() if value not in (None, ()))
        yield _row(step, "接着", wanted, step.next.text if step.next is not None else "（没有说）", next=expect.next)
    for words in expect.stays:
        yield _row(step, "不变", words, "；".join(step.stays) or "（没有说）", stays=(words,))


def _resting_rows(expect: Expectation, step: Ruled) -> Iterator[Row]:
    """Who sits where, what it rests on, and words that are said anywhere or must not be."""
    from decision_trees.cases import said_by

    for role, seat in expect.roles.items():
        yield _row(step, role, seat, step.seats.get(role, "不知道"), roles={role: seat})
    for id_ in expect.cites:
        yield _row(step, "条款", id_, "引用了" if id_ in step.cites else "没有引用", cites=(id_,))
    for id_ in expect.open_questions:
        yield _row(
            step, "未定问题", id_, "用到" if id_ in {s.id for s in step.settled} else "没有用到", open_questions=(id_,)
        )
    said = said_by(step)
    for words in expect.says:
        yield _row(step, "要说的", words, "说了" if words in said else "没有说", says=(words,))
    for words in expect.never_says:
        yield _row(step, "不该说", words, "说了" if words in said else "没有说", never_says=(words,))


def _say(found: list[Row]) -> None:
    for each in found:
        typer.echo(f"{'✓' if each.ok else '✗'} {each.what}　应为：{each.expected}")
        if not each.ok or each.what in ("裁决", "结论"):
            typer.echo(f"  {'　' * len(each.what)}　现为：{each.now}")


def case(
    id_: Annotated[
        str, typer.Argument(metavar="ID", help="案例，如 bridge.established_revoke.two_tricks；连环案例也可以。")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """一个案例判成什么、应判成什么，并排列出；不合时退出码为 1。"""
    handbook, library = opened()
    if id_ in library.chains:
        _chain(library.chains[id_], library, handbook, as_json)
        return
    cases = {each.id: each for each in library.cases.values()}
    if id_ not in cases:
        from difflib import get_close_matches

        near = get_close_matches(id_[:120], [*cases, *library.chains], 3, 0.5)
        fail(
            f"没有案例 {id_[:120]}"
            + (f"；相近的有 {'、'.join(near)}。" if near else "；zhicai rule 那棵树，或看 cases 里的 YAML。")
        )
    _case(cases[id_], library, handbook, as_json)


def _case(told: Case, library: Library, handbook: Handbook, as_json: bool) -> None:
    from decision_trees.cases import run_case
    from decision_trees.law import Law

    verdict = run_case(told, Law(library.trees, handbook.books))
    found = list(rows(told.expect, verdict.step)) if verdict.step is not None else []
    if as_json:
        record = {
            "case": told.id,
            "ok": verdict.ok,
            "faults": list(verdict.faults),
            "rows": [asdict(each) for each in found],
        }
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        typer.echo(f"{told.title}\n情景　{told.situation}")
        typer.echo(
            "事实　"
            + "，".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in told.facts.items())
        )
        if verdict.step is None:
            typer.echo(f"✗ 照这些事实走不下去：{verdict.faults[0]}")
        _say(found)
        typer.echo(f"理由　{told.why}")
    if not verdict.ok:
        raise typer.Exit(1)


def _chain(told: Chain, library: Library, handbook: Handbook, as_json: bool) -> None:
    from decision_trees.chain import play, rulings_of, run_chain
    from decision_trees.law import Law

    faults = run_chain(told, Law(library.trees, handbook.books))
    played = play(rulings_of(told), Law(library.trees, handbook.books))
    found = [
        list(rows(link.expect, each.step)) if each.step is not None else []
        for link, each in zip(told.rulings, played, strict=True)
    ]
    if as_json:
        record = {
            "chain": told.id,
            "ok": not faults,
            "faults": list(faults),
            "rows": [[asdict(each) for each in one] for one in found],
        }
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        typer.echo(f"{told.title}\n情景　{told.situation}")
        for number, (link, each, one) in enumerate(zip(told.rulings, played, found, strict=True), 1):
            typer.echo(f"{number}. {library.trees[link.tree].title}：{link.happened}")
            if each.step is None:
                typer.echo(f"✗ 照这些事实走不下去：{each.fault}")
            _say(one)
        for fault in faults:
            typer.echo(f"✗ {fault}")
    if faults:
        raise typer.Exit(1)


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command()(case)
