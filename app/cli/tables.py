"""A table in a file: the rulings given there one after the other, each told what those before it left; ``zhicai table``."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.output import fail, opened
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.chain import Differs, Given, Played
    from decision_trees.deal import TableState
    from decision_trees.engine import Step
    from decision_trees.library import Library
    from decision_trees.model import Deal, Tree
    from rules_data.handbook import Handbook

FORMAT = 1
NAMES = ("id", "tree", "facts", "settled", "still", "over", "incident", "follows", "withdrawn")


def read_table(file: Path, library: Library) -> list[Given]:
    """The rulings given at a table, in order; none where there is no file yet. Stops with a sentence for what is no table."""
    from rules_data.bounded_json import SIZE, JsonFault, read_json
    from rules_data.decoding import NotText, read_file

    try:
        text = read_file(file, 4 * SIZE)
        kept = read_json(text)
    except FileNotFoundError:
        return []
    except NotText as e:
        fail(f"{file} {e}")
    except (OSError, ValueError, JsonFault) as e:
        fail(f"不能读 {str(file)[:200]}：{why(e) if isinstance(e, OSError) else e}。")
    rulings = kept.get("rulings") if isinstance(kept, dict) and kept.get("table") == FORMAT else None
    if not isinstance(rulings, list):
        fail(f"{file} 不是一桌的记录，请换一个文件名；新的一桌写还没有的文件。")
    out = []
    for number, each in enumerate(rulings, 1):
        given = _given(each, str(number), library)
        if given is None:
            fail(f"{file} 的第{number}个裁决读不懂。")
        out.append(given)
    if not all(re.fullmatch("[0-9]{1,9}", each.id) for each in out) or len({each.id for each in out}) < len(out):
        fail(f"{file} 里裁决的编号读不懂。")
    if len({each.tree.partition(".")[0] for each in out}) > 1:
        fail(f"{file} 里有不止一个项目的裁决。")
    return out


def _given(kept: object, number: str, library: Library) -> Given | None:
    """A ruling as it was kept; None for what is none. What is not said is as at the first ruling of a table."""
    from decision_trees.chain import Given

    if not isinstance(kept, dict):
        return None
    kinds = {"tree": str, "facts": dict, "settled": dict, "still": list, "over": list, "withdrawn": bool}
    of: dict[str, Any] = {
        "id": number,
        "settled": {},
        "still": [],
        "over": [],
        "incident": number,
        "follows": "",
        "withdrawn": False,
    }
    of |= {name: value for name, value in kept.items() if name in NAMES and value is not None}
    if any(not isinstance(of.get(name), kind) for name, kind in kinds.items()) or of["tree"] not in library.trees:
        return None
    words = [*(of[name] for name in ("id", "incident", "follows")), *of["settled"].values(), *of["still"], *of["over"]]
    if not all(isinstance(each, str) for each in words):
        return None
    incident, still, over = of["incident"] or number, tuple(of["still"]), tuple(of["over"])
    return Given(
        of["id"],
        of["tree"],
        of["facts"],
        of["settled"],
        still,
        over,
        incident,
        of["follows"],
        withdrawn=of["withdrawn"],
    )


def write_table(file: Path, rulings: list[Given]) -> None:
    """Keep the rulings of a table; the file is whole, or as it was. Stops with a sentence where it cannot be written."""
    kept = [{name: _plain(getattr(each, name)) for name in NAMES} for each in rulings]
    draft = file.with_name(f"{file.name}.new")
    try:
        draft.write_text(json.dumps({"table": FORMAT, "rulings": kept}, ensure_ascii=False, indent=1), encoding="utf-8")
        os.replace(draft, file)
    except (OSError, ValueError) as e:
        fail(f"这一桌没有记下，不能写 {str(file)[:200]}：{why(e) if isinstance(e, OSError) else e}。", 1)


def _plain(value: Any) -> Any:
    return (
        list(value) if isinstance(value, tuple | set | frozenset) else dict(value) if hasattr(value, "keys") else value
    )


def values_of(state: TableState, deal: Deal) -> dict[str, Any]:
    """How a table stands, as JSON data."""
    return {name: each.value for name, each in state.values(deal).items()}


def shown(names: dict[str, Any], deal: Deal) -> list[str]:
    """How a table stands, in words: 西家面前的罚张：♥K."""
    from app.ruling.wording import shaped
    from decision_trees.values import show

    return [f"{deal.facts[name].label}：{shaped(show(deal.facts[name], value))}" for name, value in names.items()]


def table_record(played: Played, library: Library, handbook: Handbook) -> dict[str, Any]:
    """What a ruling made of its table, as JSON data; ``if_still``: what it says if all that is remembered still holds."""
    from decision_trees.chain import were_still
    from decision_trees.engine import Ruled
    from decision_trees.law import Law
    from decision_trees.model import Deal

    deal = library.trees[played.given.tree].deal or Deal(facts={})
    other = were_still(played, Law(library.trees, handbook.books))
    step = other.step if other is not None else None
    return {
        "before": values_of(played.before, deal),
        "remembered": sorted(played.before.remembered(deal)),
        "after": values_of(played.after, deal),
        "if_still": {"outcome": step.outcome_id, "ruling": step.outcome.ruling} if isinstance(step, Ruled) else None,
    }


def say_table(played: Played, library: Library, handbook: Handbook) -> None:
    """Say what the table remembered before a ruling, and what it left there."""
    from decision_trees.chain import were_still
    from decision_trees.engine import Ruled
    from decision_trees.law import Law
    from decision_trees.model import Deal

    deal = library.trees[played.given.tree].deal or Deal(facts={})
    remembered = played.before.remembered(deal)
    asked = {n: r.value for n, r in remembered.items() if n not in played.given.still and n not in played.given.facts}
    for name, line in zip(asked, shown(asked, deal), strict=True):
        typer.echo(f"上次判后  {line}（还在吗？还在加 --still {name}，不在了加 --over {name}）")
    other = were_still(played, Law(library.trees, handbook.books)) if asked else None
    if other is not None and isinstance(other.step, Ruled):
        typer.echo(f"若都还在  {other.step.outcome.ruling}")
    before, after = values_of(played.before, deal), values_of(played.after, deal)
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    for line in shown(changed, deal):
        typer.echo(f"桌上从此  {line}")
    for line in shown({name: value for name, value in before.items() if name not in after}, deal):
        typer.echo(f"不再算数  {line}")


class AtTable:
    """One ruling being given at a table that is kept in a file."""

    def __init__(
        self,
        file: Path,
        tree: Tree,
        handbook: Handbook,
        library: Library,
        still: tuple[str, ...],
        over: tuple[str, ...],
        follows: int | None,
    ) -> None:
        from decision_trees.model import Deal

        self._file, self._tree, self._handbook, self._library = file, tree, handbook, library
        self._rulings = read_table(file, library)
        if self._rulings and self._rulings[0].tree.partition(".")[0] != tree.game:
            fail(f"{str(file)[:200]} 是另一个项目的桌，请换一个文件。")
        if follows is not None and str(follows) not in {each.id for each in self._rulings}:
            fail(f"--follows：这一桌没有第{follows}个裁决。")
        known = (tree.deal or Deal(facts={})).facts
        if unknown := next((name for name in (*still, *over) if name not in known), None):
            fail(f"牌局里没有“{unknown[:60]}”这一项；zhicai facts {tree.game} 列出全部。")
        self._still, self._over, self._follows = still, over, follows
        self._played: Played | None = None

    def ruled(self, facts: Mapping[str, Any], settled: Mapping[str, str]) -> Step:
        """Where the ruling stands with these facts. Raises :class:`RuleInputError` for what cannot be."""
        from decision_trees.chain import Given, play
        from decision_trees.functions import RuleInputError
        from decision_trees.law import Law

        number = str(max((int(each.id) for each in self._rulings), default=0) + 1)
        first = next((each for each in self._rulings if each.id == str(self._follows)), None)
        incident = first.incident if first is not None else number
        given = Given(
            number, self._tree.id, facts, settled, self._still, self._over, incident, str(self._follows or "")
        )
        self._played = play([*self._rulings, given], Law(self._library.trees, self._handbook.books))[-1]
        if self._played.step is None:
            raise RuleInputError(self._played.fault)
        return self._played.step

    def keep(self) -> None:
        """Write the ruling down."""
        if self._played is not None:
            write_table(self._file, [*self._rulings, self._played.given])

    def record(self) -> dict[str, Any]:
        """What it made of the table, as JSON data."""
        return table_record(self._played, self._library, self._handbook) if self._played is not None else {}

    def say(self) -> None:
        """Say what the table remembered, and what the ruling left there."""
        if self._played is not None:
            say_table(self._played, self._library, self._handbook)


def table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="rule --table 写的文件。", exists=False)],
    without: Annotated[
        int | None, typer.Option("--without", min=1, help="撤回第几个裁决；后面会变的裁决都列出来。")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """一桌上先后判了什么，现在怎样；--without 撤回一个裁决。"""
    from decision_trees.chain import differing, play, taken_back
    from decision_trees.engine import Ruled
    from decision_trees.law import Law
    from decision_trees.model import Deal

    handbook, library = opened()
    rulings = read_table(file, library)
    if not rulings:
        fail(f"{str(file)[:200]} 里还没有裁决；用 zhicai rule 树 --facts 事实 --table 文件 记下第一个。")
    differ: list[Differs] = []
    if without is not None:
        if str(without) not in {each.id for each in rulings}:
            fail(f"--without：这一桌没有第{without}个裁决。")
        differ = differing(rulings, str(without), Law(library.trees, handbook.books))
        rulings = taken_back(rulings, str(without))
        write_table(file, rulings)
    played = play(rulings, Law(library.trees, handbook.books))
    deal = (library.trees[rulings[0].tree].deal if rulings else None) or Deal(facts={})
    after = values_of(played[-1].after, deal) if played else {}
    if as_json:
        record = {
            "rulings": [_played_record(each) for each in played],
            "table": after,
            "differ": [{"number": int(each.was.given.id), "now": each.text} for each in differ],
        }
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
        return
    for each in played:
        said = each.step.outcome.ruling if isinstance(each.step, Ruled) else each.fault or "还没有判完。"
        back = "（已撤回）" if each.given.withdrawn else ""
        typer.echo(f"{each.given.id}. {library.trees[each.given.tree].title}{back}：{said}")
    for line in shown(after, deal):
        typer.echo(f"桌上  {line}")
    for other in differ:
        typer.echo(f"会变  第{other.was.given.id}个裁决现在是：{other.text}请重判，或记明维持。")


def _played_record(each: Played) -> dict[str, Any]:
    """One ruling of a table as JSON data."""
    from decision_trees.engine import Ruled

    ruled = each.step if isinstance(each.step, Ruled) else None
    return {
        "number": int(each.given.id),
        "tree": each.given.tree,
        "withdrawn": each.given.withdrawn,
        "outcome": ruled.outcome_id if ruled is not None else None,
        "ruling": ruled.outcome.ruling if ruled is not None else each.fault or None,
    }


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command()(table)
