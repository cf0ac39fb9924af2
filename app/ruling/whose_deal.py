"""Whose deal a ruling goes by, in words: the table, the round, the deal, and what is known of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from app.base.opened import trees
from app.ruling.assignment import place_words
from app.ruling.deal_sheet import is_over, told_by_others
from decision_trees.functions import RuleInputError
from decision_trees.reach import references
from decision_trees.values import read, show

if TYPE_CHECKING:
    from app.ruling.scene import Scene
    from decision_trees.model import Fact

DOUBTED = "（这一条要重看）"
HALF = "录到一半"  # an auction that goes on: the calls after the last one noted are not known
NOWHERE, FORMER, LAST = "未定桌号", "上一副", "上一次的牌局"


def whose(kept: Mapping[str, Any], scene: Scene, walk: str) -> str:
    """Whose deal a ruling goes by: 5桌 第2轮, 未定桌号：上一次的牌局, 5桌 第2轮：上一副."""
    where = (
        place_words(scene.place) if scene.place.table else " ".join(filter(None, (NOWHERE, place_words(scene.place))))
    )
    if is_over(kept, scene):
        return f"{where}：{FORMER}"
    if not scene.place.table and scene.sheet is not None and told_by_others(kept, scene, walk):
        return f"{where}：{LAST}"
    return where


def said_of(
    game: str,
    known: Mapping[str, Any],
    declared: Mapping[str, Fact] | None = None,
    doubted: Collection[str] = (),
    begun: Collection[str] = (),
) -> Iterator[tuple[str, str]]:
    """What is known of a deal, as its sheet has it: label and value in words; what is long is only said to be known.

    ``declared`` are the facts as a tree has them, where one does. Of those ``doubted`` is said that they come from a ruling that
    is to be looked at again; of an auction among those ``begun`` that it goes on.
    """
    for name, label, value in _said(game, known, declared, begun):
        yield label, f"{value}{DOUBTED}" if name in doubted else value


def said_once(
    game: str,
    known: Mapping[str, Any],
    declared: Mapping[str, Fact] | None = None,
    doubted: Collection[str] = (),
    begun: Collection[str] = (),
) -> Iterator[tuple[str, str]]:
    """The same, where there is room for little: cards of which several things are known are named once, with all of these.

    What follows from another of them says nothing more and is left out: the penalty cards of the offender lie at his seat.
    """
    facts = {**trees().deals[game].facts, **(declared or {})}
    rows = list(_said(game, known, declared, begun))
    groups: dict[object, list[tuple[str, str]]] = {}
    for name, label, value in rows:
        cards = facts[name].kind == "cards"
        groups.setdefault((value, name in doubted) if cards else name, []).append((name, label))
    values = {name: f"{value}{DOUBTED}" if name in doubted else value for name, _, value in rows}
    for group in groups.values():
        names = {name for name, _ in group}
        own = [(name, label) for name, label in group if names.isdisjoint(_sources(facts[name]))] or group
        yield _joined([label for _, label in own]), values[own[0][0]]


def _sources(fact: Fact) -> Iterator[str]:
    """The facts from which another follows."""
    return references(fact.derive.given) if fact.derive is not None else iter(())


def _joined(labels: Sequence[str]) -> str:
    """Labels of the same cards, what they begin with said once: 西家面前的罚张、裁定过是重罚张的."""
    first, *others = labels
    said = [first]
    for label in others:
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, label, strict=False)))
        said.append(label[shared:] if shared > 1 else label)
    return "、".join(said)


def _said(
    game: str, known: Mapping[str, Any], declared: Mapping[str, Fact] | None, begun: Collection[str]
) -> Iterator[tuple[str, str, str]]:
    deal = trees().deals[game]
    for name in (name for group in deal.sheet for name in group):
        if known.get(name) is None:
            continue
        fact = (declared or {}).get(name, deal.facts[name])
        if fact.kind == "seat":
            yield name, fact.label, deal.seats.get(str(known[name]), str(known[name]))
        elif fact.kind == "auction":
            yield name, fact.label, HALF if name in begun else "已录入"
        elif fact.kind != "history":
            try:
                yield name, fact.label, show(fact, read(game, name, fact, known[name], {}))
            except RuleInputError:  # kept by another version
                continue


def when(at: str, now: datetime | None = None) -> str:
    """When something was kept, in words: 14:05, or 11月21日 where that is another day; empty where it is not known."""
    try:
        then = datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    today = (now or datetime.now()).astimezone().date()
    return f"{then:%H:%M}" if then.date() == today else f"{then.month}月{then.day}日"
