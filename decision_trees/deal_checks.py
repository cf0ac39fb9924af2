"""Is the deal sheet of a game sound: what is known of a deal, what has to agree, what a ruling changes, where it is entered?"""

from __future__ import annotations

from collections.abc import Iterator

from decision_trees import functions
from decision_trees.functions import RuleInputError
from decision_trees.law import open_question
from decision_trees.loader import GameFiles
from decision_trees.model import (
    ACTS,
    DRAWN_OF,
    EFFECTS,
    Deal,
)
from decision_trees.reach import facts_of
from decision_trees.roles import roles_of
from decision_trees.tree_checks import TreeChecks, drawn_faults
from rules_data.loader import Problem, SourcePlace


def deal_faults(files: GameFiles, deal: Deal, linter: TreeChecks) -> Iterator[Problem]:
    """Everything wrong with the deal sheet of a game."""
    place = files.places["Deal"]
    yield from _known_of_deals(linter, deal, place)
    yield from _agreed_in_deals(linter, files, deal, place)
    yield from _acting_in_deals(linter, deal, place)
    yield from _changed_in_deals(linter, files, deal, place)
    yield from _entered_of_deals(deal, place)


def drawn_in_deals(files: GameFiles, deal: Deal) -> Iterator[Problem]:
    """Everything wrong with what facts mean in a picture, in every tree that does not say it otherwise."""
    place = files.places["Deal"]
    for name, drawn in deal.drawn.items():
        found: dict[tuple[str, str], None] = {}
        declared = [(deal.facts[name], deal.facts, deal.roles)] if name in deal.facts else []
        for tree in files.trees.values():
            if name in tree.facts and name not in tree.drawn:
                declared.append((tree.facts[name], facts_of(tree, files.trees), roles_of(tree)))
        fitting = [each for each in declared if each[0].kind in DRAWN_OF[drawn.draw]]  # a name may mean another thing
        if not declared:
            found["没有声明。", "请写牌局或裁决树的事实，或删去。"] = None
        for fact, facts, roles in fitting or declared:
            found |= dict.fromkeys(drawn_faults(drawn, fact, facts, roles, deal))
        for what, do in found:
            yield place.problem(f"drawn 的“{name}”：{what}", do, "drawn", name)


def _known_of_deals(linter: TreeChecks, deal: Deal, place: SourcePlace) -> Iterator[Problem]:
    """The facts of a deal, and who is who."""
    for name, fact in deal.facts.items():
        if fact.lasts is None:
            yield place.problem(f"“{name}”没有写到什么时候为止。", "请写 lasts。", "facts", name)
        if fact.derive is not None:
            for what, do in linter.derivation(fact.derive, deal.facts):
                yield place.problem(f"事实“{name}”：{what}", do, "facts", name)
    for name, role in deal.roles.items():
        if role.words is None:
            yield place.problem(f"角色“{name}”没有写叫什么。", "请写 words。", "roles", name)
        if role.seat is not None and (role.seat not in deal.facts or deal.facts[role.seat].kind != "seat"):
            yield place.problem(f"角色“{name}”的座位“{role.seat}”不是座位事实。", "请在 facts 里声明。", "roles", name)
        if role.pair is not None and (
            role.pair not in deal.facts or set(deal.facts[role.pair].options) != set(deal.sides)
        ):
            said = f"角色“{name}”的一方“{role.pair}”不是以各方为选项的事实。"
            yield place.problem(said, "请在 facts 里声明。", "roles", name)


def _agreed_in_deals(linter: TreeChecks, files: GameFiles, deal: Deal, place: SourcePlace) -> Iterator[Problem]:
    """What settles an open question, and what has to agree with what."""
    for id_, facts in deal.moot.items():
        try:
            open_question(linter.handbook.books, id_)
        except RuleInputError as e:
            yield place.problem(f"moot：{e}", "请改正。", "moot", id_)
        for name in facts:
            if name not in deal.facts and not any(name in tree.facts for tree in files.trees.values()):
                yield place.problem(f"moot 里的“{name}”没有声明。", "请在 facts 里声明。", "moot", id_)
    for name, agreement in deal.agree.items():
        using = [tree for tree in files.trees.values() if agreement.everywhere or name in tree.agree]
        found = {
            each: None
            for tree in using
            for each in linter.given(agreement.call, agreement.given, facts_of(tree, files.trees))
        }
        for what, do in found:
            yield place.problem(f"agree 的“{name}”：{what}", do, "agree", name)
        if not using:
            yield place.problem(f"agree 的“{name}”没有裁决树用。", "请在用它的树里写 agree，或删去。", "agree", name)


def _acting_in_deals(linter: TreeChecks, deal: Deal, place: SourcePlace) -> Iterator[Problem]:
    """What is added where somebody does something next."""
    for act, acting in deal.acts.items():
        if act not in ACTS:
            yield place.problem(f"acts：没有“{act}”这种动作。", f"请写 {'、'.join(ACTS)} 之一。", "acts", act)
        given = {**acting.given, acting.seat: next(iter(deal.seats), "")}
        for what, do in linter.given(acting.call, given, deal.facts):
            yield place.problem(f"acts 的“{act}”：{what}", do, "acts", act)


def _changed_in_deals(linter: TreeChecks, files: GameFiles, deal: Deal, place: SourcePlace) -> Iterator[Problem]:
    """What the next deal brings, and what a ruling changes of a deal."""
    for name, how in deal.next_deal.items():
        if name not in deal.facts:
            yield place.problem(f"next_deal 里的“{name}”没有声明。", "请在 facts 里声明。", "next_deal", name)
        for what, do in linter.derivation(how, deal.facts):
            yield place.problem(f"next_deal 的“{name}”：{what}", do, "next_deal", name)
    for what, do in linter.derivation(deal.over, deal.facts) if deal.over is not None else ():
        yield place.problem(f"over：{what}", do, "over")
    for name, added in deal.adds.items():
        fact = deal.facts.get(name)
        if fact is None or fact.kind != "number" or not (fact.grows or fact.lasts == "deal"):
            yield place.problem(
                f"adds 里的“{name}”不是一副牌里还会变的数。",
                "请写 facts 里 grows: true 的数；打牌不会使它消失的，只写 lasts: deal。",
                "adds",
                name,
            )
        if added.call not in functions.functions(files.game):
            yield place.problem(f"adds 的“{name}”：没有规则函数“{added.call}”。", "请写登记过的函数。", "adds", name)
    for kind, names in deal.ruled.items():
        if kind not in functions.functions(files.game) and kind not in EFFECTS:
            yield place.problem(f"ruled：没有“{kind}”。", "请写登记过的函数，或后果的种类。", "ruled", kind)
        for name, leave in names.items():
            for what, do in linter.leave(name, leave, deal, deal.facts, deal.roles):
                yield place.problem(f"ruled 的“{kind}”：{what}", do, "ruled", kind)
    for name, facts_at in deal.at_seats.items():
        kinds = {deal.facts[each].kind if each in deal.facts else None for each in facts_at.values()}
        if None in kinds or len(kinds) != 1 or set(facts_at) != set(deal.seats) or name in deal.facts:
            said = f"at_seats 的“{name}”要给每一家写一个声明过的、同一种的事实。"
            yield place.problem(said, "请改正。", "at_seats", name)


def _entered_of_deals(deal: Deal, place: SourcePlace) -> Iterator[Problem]:
    """What can be entered, and where."""
    for group in deal.sheet:
        for name in group:
            if name not in deal.facts:
                yield place.problem(f"sheet 里的“{name}”没有声明。", "请在 facts 里声明。", "sheet")
    entered = {name for group in deal.sheet for name in group}
    for name, fact in deal.facts.items():
        if fact.derive is None and name not in entered and fact.kind != "history":
            yield place.problem(f"“{name}”没有列在 sheet 里，无处填写。", "请写进 sheet。", "facts", name)
