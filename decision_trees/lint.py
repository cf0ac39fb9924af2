"""All that can be wrong with the trees, cases, chains and tables of the games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from decision_trees.appeals import APPEAL, check_appeal
from decision_trees.case_checks import fact_faults, faults_of
from decision_trees.cases import run_case
from decision_trees.chain import run_chain
from decision_trees.claim_checks import claims_faults, without_claims
from decision_trees.clocks import check_clocks
from decision_trees.coming import unsaid
from decision_trees.deal_checks import deal_faults, drawn_in_deals
from decision_trees.event_law import check_event
from decision_trees.exercises import check_exercises
from decision_trees.games import FILE, Begins, Game, games, read_game
from decision_trees.hearing import check_hearing
from decision_trees.law import Law
from decision_trees.loader import ROOT, GameFiles, load_game
from decision_trees.model import (
    REFUSED,
)
from decision_trees.reach import outcomes_of
from decision_trees.rights import check_names, load_rights
from decision_trees.said import check_said
from decision_trees.tools import check_tools
from decision_trees.tree_checks import TreeChecks
from decision_trees.written_questions import check_written
from rules_data.handbook import Handbook, open_handbook
from rules_data.loader import DataError, Problem


def lint(handbook: Handbook | None = None) -> list[Problem]:
    """All problems of all games."""
    return [p for game in games() for p in lint_game(game, handbook)]


def lint_game(game: str, handbook: Handbook | None = None, root: Path = ROOT) -> list[Problem]:
    """All problems of one game's trees, cases and appeal form."""
    handbook = handbook or open_handbook()
    try:
        files = load_game(game, root)
    except DataError as e:
        return list(e.problems)
    linter = TreeChecks(files, handbook)
    problems = [p for tree in files.trees.values() for p in linter.tree(tree)]
    registered = read_game(root / game)
    problems.extend(_cases(files, handbook, registered, sound=not problems))
    problems.extend(_chains(files, handbook))
    problems.extend(_wrong_ruling(files, registered.wrong_ruling, root / game / FILE))
    problems.extend(claims_faults(files, handbook))
    problems.extend(without_claims(files, registered.without_claims, root / game / FILE))
    problems.extend(_without_next(files, registered.without_next, root / game / FILE))
    if files.deal is not None:
        problems.extend(deal_faults(files, files.deal, linter))
        problems.extend(drawn_in_deals(files, files.deal))
    if (root / game / APPEAL).exists():
        problems.extend(check_appeal(game, handbook, root))
    problems.extend(check_clocks(game, handbook, root))
    problems.extend(check_event(game, files.trees, handbook, root))
    problems.extend(check_tools(game, handbook, root))
    problems.extend(check_hearing(game, files.trees, root))
    problems.extend(check_exercises(files, handbook, root))
    problems.extend(check_written(files, handbook, root))
    problems.extend(check_said(files.trees, game, root))
    with suppress(DataError):  # check_rights reports faults of form
        if (rights := load_rights(game, root)) is not None:
            problems.extend(check_names(rights, files))
    return problems


def _cases(files: GameFiles, handbook: Handbook, registered: Game, *, sound: bool) -> Iterator[Problem]:
    """Everything wrong with worked cases: how they are written, their facts, and, where the trees are sound, what they come to."""
    for case in files.cases.values():
        place = files.places[f"Case:{case.id}"]
        tree = files.trees.get(case.tree)
        if tree is None:
            yield place.problem(f"案例“{case.id}”的裁决树 {case.tree} 不存在。", "请改成已有的树。", "tree")
            continue
        for at, what, do in faults_of(case, tree, registered):
            yield place.problem(f"案例“{case.id}”：{what}", do, at)
        outcomes = outcomes_of(tree, files.trees)
        outcomes |= {
            f"undecided:{q.open}" for t in (tree, *files.trees.values()) for q in t.questions.values() if q.open
        }
        if case.expect.outcome == REFUSED:
            if case.teach != "no":
                yield place.problem(f"案例“{case.id}”的事实不能同时成立，不能当题目。", "请写 teach: no。", "teach")
            outcomes.add(REFUSED)
        if case.expect.outcome not in outcomes:
            said = f"案例“{case.id}”期望的结论“{case.expect.outcome}”不存在。"
            yield place.problem(said, f"可用：{'、'.join(sorted(outcomes))}。", "expect")
        for id_ in case.expect.cites:
            if id_ not in handbook:
                said = f"案例“{case.id}”引用的条款 {id_} 不存在。"
                yield place.problem(said, "请改成已有的条款号。", "expect")
        wrong = [*fact_faults(case.facts, tree, files.trees)]
        for name, what, do in wrong:
            yield place.problem(f"案例“{case.id}”：{what}", do, "facts", name)
        if sound and not wrong and case.expect.outcome in outcomes:
            for fault in run_case(case, Law(files.trees, handbook.books)).faults:
                said = f"案例“{case.id}”：{fault}"
                yield place.problem(
                    said, f"zhicai case {case.id} 并排列出判成什么、应判成什么；先照条文再推一遍。", "expect"
                )


def _chains(files: GameFiles, handbook: Handbook) -> Iterator[Problem]:
    """Everything wrong with how chains are written; whether they come out is seen by running them."""
    for chain in files.chains.values():
        place = files.places[f"Chain:{chain.id}"]
        if not chain.id.startswith(f"{files.game}.chain."):
            yield place.problem(f"连环案例的编号不是 {files.game}.chain.…", "请写成 项目.chain.说的是什么。", "id")
        if len(chain.rulings) < 2:
            yield place.problem(f"“{chain.id}”只有一个裁决。", "连环案例至少两个裁决，一个的请写成案例。", "rulings")
        for number, link in enumerate(chain.rulings, 1):
            at = f"“{chain.id}”的第{number}个裁决："
            tree = files.trees.get(link.tree)
            if tree is None:
                yield place.problem(f"{at}裁决树 {link.tree} 不存在。", "请改成已有的树。", "rulings", number - 1)
                continue
            if ":" not in link.expect.outcome and link.expect.outcome not in outcomes_of(tree, files.trees):
                said = f"{at}期望的结论“{link.expect.outcome}”不存在。"
                yield place.problem(said, "请改成那棵树的结论。", "rulings", number - 1)
            if link.follows is not None and not 0 < link.follows < number:
                yield place.problem(f"{at}follows 写的不是前面的裁决。", "请写它的序号。", "rulings", number - 1)
            for name, what, do in fact_faults(link.facts, tree, files.trees):
                yield place.problem(f"{at}{what}", do, "rulings", number - 1, "facts", name)
            for id_ in link.expect.cites:
                if id_ not in handbook:
                    said = f"{at}引用的条款 {id_} 不存在。"
                    yield place.problem(said, "请改成已有的条款号。", "rulings", number - 1)
        if all(link.tree in files.trees for link in chain.rulings):
            for fault in run_chain(chain, Law(files.trees, handbook.books)):
                yield place.problem(f"“{chain.id}”：{fault}", "请先照条文再推一遍，再改案例或树。")


def _wrong_ruling(files: GameFiles, begins: Begins | None, file: Path) -> Iterator[Problem]:
    """The tree of a referee's own error, and the facts it begins with."""
    if begins is None:
        return
    tree = files.trees.get(begins.tree)
    if tree is None:
        yield Problem(file, 1, f"wrong_ruling 的裁决树 {begins.tree} 不存在。", "请改成已有的树。")
        return
    for name, what, do in fact_faults(begins.facts, tree, files.trees):
        yield Problem(file, 1, f"wrong_ruling 的事实“{name}”：{what}", do)


def _without_next(files: GameFiles, most: int | None, file: Path) -> Iterator[Problem]:
    """The outcomes that do not say who acts next, where there are more of them than a game still allows itself."""
    if most is None:
        return
    left = [(tree, name) for tree in files.trees.values() for name in unsaid(tree, files.trees)]
    if len(left) <= most:
        return
    yield Problem(
        file, 1, f"没有说接着由谁做什么的结论有{len(left)}个，至多{most}个。", "这个数只能变小，请补上 next。"
    )
    for tree, name in left:
        place = files.places[f"Tree:{tree.id}"]
        yield place.problem(f"结论“{name}”没有说接着由谁做什么。", "请写 next；没有人做的写为什么。", "outcomes", name)
