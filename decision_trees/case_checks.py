"""What can be seen of a worked case without knowing the law: whether a trainee could be asked it as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from decision_trees.functions import RuleInputError
from decision_trees.games import Game
from decision_trees.model import Case, Tree
from decision_trees.notation import any_of
from decision_trees.reach import facts_of, reached
from decision_trees.seats import short
from decision_trees.spacing import stray_space
from decision_trees.values import read

_NOT_ALONE = re.compile("同上|同前|接上|上一题|上例|前例|还是这|还是上|同一情形")
_CLAUSE = re.compile(r"第[一二三四五六七八九十百零〇\d]+条|附件[一二三四五六七八九十]")
_CODE = re.compile(r"(?<![A-Za-z♠♥♦♣])[A-Z]{1,2}-\d+|[a-z]+_[a-z_]+")
_PARTNERS = ("搭档", "同伴")  # who sits opposite, where a side is two

Fault = tuple[str, str, str]  # the field, what is wrong, what to do


def faults_of(case: Case, tree: Tree, game: Game) -> Iterator[Fault]:
    """What keeps a case from being taught as it stands, and what contradicts its own facts."""
    if not case.id.startswith(f"{case.tree}."):
        yield "id", f"案例的编号不是 {case.tree}.…", f"请写成 {case.tree}.说的是什么。"
    if (case.teach == "no") != (case.not_taught is not None):
        yield "teach", "不教的案例要写 not_taught，教的不写。", "请写理由，或删去一个。"
    for at, text in (("title", case.title), ("situation", case.situation), ("why", case.why)):
        if stray := stray_space(text):
            yield at, f"“{stray}”里有多余的空格。", "汉字和数目、牌、叫牌之间不空格。"
    if case.teach == "no":
        return
    if found := _NOT_ALONE.search(case.situation):
        yield "situation", f"情景里有“{found[0]}”，单独一题读不懂。", "请把事实写全。"
    if found := _CLAUSE.search(case.situation):
        yield "situation", f"情景里说出了“{found[0]}”。", "请只写事实。"
    if found := _CODE.search(case.why):
        yield "why", f"理由里有内部的编号“{found[0]}”。", "请用条文的话说。"
    for said in _seated_otherwise(case.situation, tree, game):
        yield "situation", f"“{said}”和轮转的方向不合。", "请改正座位。"
    for fact, values in game.said_in_cases.items():
        if case.facts.get(fact) in values:
            now = next((value for value, words in values.items() if re.search(words, case.situation)), None)
            if now != case.facts[fact]:
                what = f"情景没有说清{fact}，或和它的 {case.facts[fact]} 不合。"
                yield "situation", what, f"请照 game.yaml 的 said_in_cases 说：{values[case.facts[fact]]}。"


def fact_faults(facts: Mapping[str, Any], tree: Tree, trees: Mapping[str, Tree]) -> Iterator[Fault]:
    """The facts of a case that its tree does not know, or whose values cannot be read: the name, what is wrong, what to do."""
    declared = facts_of(tree, trees)
    options = {choice.fact for each in reached(tree, trees) for o in each.outcomes.values() if (choice := o.choice)}
    for name, value in facts.items():
        if name in options and name not in declared:
            continue
        if name not in declared:
            near = get_close_matches(name, [*declared, *options], 1)
            do = f"是不是 {near[0]}？" if near else f"zhicai facts {tree.game} 和那棵树列出能写的。"
            yield name, f"没有“{name}”这一项事实。", do
            continue
        try:
            read(tree.game, name, declared[name], value, {})
        except RuleInputError as fault:
            yield name, str(fault), "请照条文和树改正这个值。"


def _seated_otherwise(text: str, tree: Tree, game: Game) -> Iterator[str]:
    """Where a text has somebody sit otherwise than the order of play of the game does: 东家的下家是北家."""
    order = list(game.seats.values())
    steps = {"下家": 1, "上家": -1, "对家": len(order) // 2}
    if all(len(side) == 2 for side in game.sides):
        steps |= dict.fromkeys(_PARTNERS, steps["对家"])
    if tree.deal is not None:
        steps |= {relation.words: relation.steps for relation in tree.deal.relations.values()}
    seat = any_of(order)
    for said in re.finditer(rf"({seat})的?({any_of(steps)})(?:是|、|，)?({seat})", text):
        if order[(order.index(said[1]) + steps[said[2]]) % len(order)] != said[3]:
            yield said[0]


def seats_unsaid(case: Case, tree: Tree, game: Game) -> list[str]:
    """Seats among the facts that the situation never names: it may say declarer or dummy instead."""
    facts = tree.facts if tree.deal is None else {**tree.deal.facts, **tree.facts}
    return [
        name
        for name, value in case.facts.items()
        if name in facts
        and facts[name].kind == "seat"
        and value in game.seats
        and short(game.seats[value]) not in case.situation
    ]
