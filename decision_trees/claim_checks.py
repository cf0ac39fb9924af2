"""Is what players wrongly claim answered in one line, with a clause, and by few trees in the same words?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from decision_trees.loader import GameFiles
from decision_trees.model import (
    Claim,
    Tree,
)
from rules_data.handbook import Handbook
from rules_data.loader import Problem

CLAIMS = 3  # wrong claims a tree answers, where the text has an answer
SAME_ANSWER = 3  # trees that may give one answer
CLAIM, ANSWER = 30, 70  # characters
_SILENT = re.compile("没有写")


def claims_faults(files: GameFiles, handbook: Handbook) -> Iterator[Problem]:
    """What is wrong with the claims of players and their answers."""
    said: dict[str, str] = {}
    answered: dict[str, set[str]] = {}
    for tree in files.trees.values():
        place = files.places[f"Tree:{tree.id}"]
        for i, claim in enumerate(tree.claims):
            for what, do in _claim(claim, tree, handbook):
                yield place.problem(f"claims 的“{claim.says}”：{what}", do, "claims", i)
            other = said.setdefault(claim.says, tree.id)
            if other != tree.id or sum(each.says == claim.says for each in tree.claims) > 1:
                yield place.problem(
                    f"claims 的“{claim.says}”在 {other} 里已经有了。", "换一种说法，或删去。", "claims", i
                )
            answered.setdefault(claim.answer, set()).add(tree.id)
            if len(answered[claim.answer]) > SAME_ANSWER:
                what = f"claims 的“{claim.says}”：这句回答已用在{len(answered[claim.answer]) - 1}棵树里。"
                yield place.problem(what, "请按这棵树的情形回答。", "claims", i)


def _claim(claim: Claim, tree: Tree, handbook: Handbook) -> Iterator[tuple[str, str]]:
    if not 2 <= len(claim.says) <= CLAIM or claim.says.endswith(("。", "？", "！")):
        yield f"说法应是2至{CLAIM}个字，句末不加标点。", "请写牌手的原话。"
    if not claim.answer.endswith("。") or claim.answer.count("。") > 1 or len(claim.answer) > ANSWER:
        yield f"回答应是一句话，至多{ANSWER}个字。", "请写成一句，句号结尾。"
    if claim.silent != bool(_SILENT.search(claim.answer)):
        yield "条文没有写的要注明 silent: true，并说“没有写”；写了的不说。", "请照条文改。"
    if not claim.cites:
        yield "没有条款。", "请写依据的条款；条文没有写的，写最近的那一条。"
    for cite in claim.cites:
        if cite not in handbook:
            yield f"引用的条款 {cite} 不存在。", "请改成已有的条款号。"
        elif handbook.book_of(cite).game != tree.game:
            yield f"引用的条款 {cite} 不是这个项目的。", "请改正。"
    for name in claim.outcomes:
        if name not in tree.outcomes:
            yield f"没有结论“{name}”。", "请改成已有的结论。"


def without_claims(files: GameFiles, most: int | None, file: Path) -> Iterator[Problem]:
    """The trees that answer too few wrong claims, where there are more of them than a game still allows itself."""
    few = [tree.id for tree in files.trees.values() if not tree.part and len(tree.claims) < CLAIMS]
    if most is not None and len(few) > most:
        what = f"claims 不到{CLAIMS}句的裁决树有{len(few)}棵，至多{most}棵，如 {few[0]}。"
        yield Problem(file, 1, what, "这个数只能变小，请补上牌手常有的错误说法和回答。")
