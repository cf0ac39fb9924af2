"""Rulings of a journal as worked cases: an association's casebook, in the form of ``decision_trees/<game>/cases``, without names.

A case is a ruling that stands, was not put otherwise since, and comes out the same today from what its receipt records. Who was
ruled against, who ruled, where and when, and what was remarked are left out; pairs and players that the facts name are numbered.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from app.base.opened import texts, trees
from app.journal.receipts import readable
from decision_trees.functions import RuleInputError
from decision_trees.reach import facts_of
from decision_trees.receipt import replay
from decision_trees.spacing import stray_space
from rules_data.brought.yaml_text import dump

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.journal.entries import Entry
    from app.journal.journal import Journal

NOT_TAUGHT = "由日志导出，情景没有写成一段话。"
_GIVEN = frozenset({"given", "heard", "chosen", "corrected"})  # what a referee entered; all else is worked out
_MAY_NAME = frozenset({"text", "history"})  # the kinds of facts that may hold a name
_NAMED = ("pair", "player")  # of a record that a ladder counts
HEAD = "# 由比赛日志导出的裁决，不带姓名；放进 decision_trees/{game}/cases 就由 zhicai check 照着判。\n"


@dataclass(frozen=True, slots=True)
class Casebook:
    """The cases of each game, and the rulings that are none, with why."""

    cases: Mapping[str, tuple[Mapping[str, Any], ...]]
    left_out: tuple[tuple[str, str], ...]  # title of the ruling, why

    def text(self, game: str) -> str:
        """The cases of a game as YAML."""
        return HEAD.format(game=game) + dump(list(self.cases[game]))


def casebook(journal: Journal, entries: Iterable[Entry], named: str) -> Casebook:
    """Make the cases of some rulings, the earliest first; ``named`` begins the last part of their ids, in a–z, 0–9 and ``_``.

    Raises :class:`app.journal.store.JournalError` where the journal cannot be read.
    """
    cases: dict[str, list[Mapping[str, Any]]] = {}
    left_out: list[tuple[str, str]] = []
    seen: set[str] = set()
    numbers = count(1)
    for entry in sorted(entries, key=lambda each: each.id):
        made = _case(entry, journal.receipt(entry.id))
        if isinstance(made, str):
            left_out.append((entry.body.title, made))
            continue
        same = repr((made["tree"], made["facts"], made.get("settled")))
        if same in seen:
            left_out.append((entry.body.title, "和前面的一条事实完全一样。"))
            continue
        seen.add(same)
        numbered = {"id": f"{made['tree']}.{named}_{next(numbers)}", **made}
        cases.setdefault(entry.body.game, []).append(numbered)
    return Casebook({game: tuple(found) for game, found in cases.items()}, tuple(left_out))


def _case(entry: Entry, receipt: Mapping[str, Any] | None) -> dict[str, Any] | str:
    """A ruling as a case without its id; why it is none."""
    if entry.strange or entry.withdrawn is not None:
        return "这条裁决已经撤回，或者本版本读不懂。"
    if receipt is None:
        return "没有凭据，不知道依据的事实。"
    if receipt.get("ruling") != entry.body.ruling or receipt.get("outcome") != entry.body.outcome:
        return "裁定后来更正过，和凭据的事实不是一回事。"
    try:
        now = replay(receipt, texts(), trees())
    except RuleInputError as fault:
        return f"凭据不能重走：{fault}"
    if now.step is None or getattr(now.step, "outcome_id", None) != entry.body.outcome:
        return "照现在的规则数据，结论已经不同。"
    shown, _ = readable(receipt)
    told = [each for each in shown["facts"] if each["source"] in _GIVEN]
    declared = facts_of(trees().tree(entry.body.tree), trees().trees)
    naming = {name for name, fact in declared.items() if fact.kind in _MAY_NAME}
    numbers = _numbers(entry, told)
    facts = {
        each["name"]: _without_names(each.get("value"), numbers if each["name"] in naming else {})
        for each in (*told, *receipt.get("sheet", ()))
    }
    situation = "；".join(
        f"{each['label']}：{_shown(each, numbers if each['name'] in naming else {})}" for each in told
    )
    questions = [each for each in shown["open_questions"] if each.get("answer") is not None]
    settled = {each["id"]: each["answer"] for each in questions if each["source"] == "event"}
    cites = [each["id"] for each in shown["cites"]]
    case: dict[str, Any] = {
        "tree": shown["tree"]["id"],
        "title": entry.body.title,
        "situation": _closed(f"{situation}。" if situation else f"{entry.body.title}。"),
        "facts": facts,
        "expect": {"outcome": entry.body.outcome, "cites": cites, "level": entry.body.level},
        "why": _closed(f"比赛中依{'、'.join(texts().provision(each).label for each in cites)}这样裁定。"),
        "teach": "no",
        "not_taught": NOT_TAUGHT,
    }
    return case | ({"settled": settled} if settled else {})


def _numbers(entry: Entry, facts: Iterable[Mapping[str, Any]]) -> Mapping[str, str]:
    """For each pair and player that is named, a number in its place."""
    names = [*entry.body.offenders, *([entry.body.player] if entry.body.player else [])]
    for each in facts:
        if isinstance(each.get("value"), list):
            for record in each["value"]:
                if isinstance(record, dict):
                    names += [record[name] for name in _NAMED if isinstance(record.get(name), str)]
    return {name: f"第{number}号" for number, name in enumerate(dict.fromkeys(names), 1)}


def _without_names(value: Any, numbers: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return numbers.get(value, value)
    if isinstance(value, list):
        return [_without_names(each, numbers) for each in value]
    if isinstance(value, dict):
        return {name: _without_names(each, numbers) for name, each in value.items()}
    return value


def _shown(fact: Mapping[str, Any], numbers: Mapping[str, str]) -> str:
    value = fact.get("value")
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"{len(value)}条"
    said = str(fact["shown"])
    for name in sorted(numbers, key=len, reverse=True):
        said = said.replace(name, numbers[name])
    return said


def _closed(text: str) -> str:
    """A text in one line, without a space where none stands in a case."""
    line = " ".join(text.split())
    while found := stray_space(line):
        line = line.replace(found, found.replace(" ", "，", 1), 1)
    return line
