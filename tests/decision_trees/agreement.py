"""What a ruling says of one thing in two places is one: who sits where, who leads, how many tricks, levels, points and cards.

Run as ``python -m tests.decision_trees.agreement`` it walks every tree of every game as often as 20,000 walks a game need, and
writes what it found, with commit, seed and the digest of the mechanics, into the file beside it; in the suite it goes through the
cases and fewer walks, which also meet what is written in the trees since.
"""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.loader import ROOT
from decision_trees.model import Tree
from decision_trees.reach import facts_of
from decision_trees.roles import texts_of
from tests.decision_trees.test_walks import LIBRARY, answers, go, walk

RESULT = Path(__file__).with_name("agreement.txt")
WALKS = 20_000
SEED = 20261127
SHARES = (0.7, 0.5, 0.5, 0.3, 0.3, 0.15)  # of the facts of the deal that are entered, one try after the other
_SEATED = re.compile(r"([东南西北])家（([\u4e00-\u9fff]{2,7})）")
_ONE = re.compile(
    r"^(?:违规者|藏牌者|庄家|明手|下家|上家|对家|搭档|同伴|违规者的(?:下家|上家|同伴|搭档|对家)|首引人|上游|下游|二游|三游)$"
)
_QUANTITIES = {  # what is named beside a number, where a ruling has one of it
    "转墩": re.compile(r"(?<!不)转(?:给\S{1,6}?)?(\d+|[一两二三])墩"),
    "停止出牌": re.compile(r"停止出牌([一两二三]次|[一两二三]圈)"),
    "调整分": re.compile(r"平均分的(\d+)%"),
}
_IN_PARTS = re.compile(r"[加再]转[一二两\d]+墩")
_CHINESE = {"一": "1", "两": "2", "二": "2", "三": "3"}
_NOW = {  # how it is said of somebody that he does it now
    "lead": re.compile(r"由([东南西北])家(?:（[^）]*）)?(?:接着|重新|先)?(?:首引|领出|引牌|引出)"),
    "call": re.compile(r"(?:由|轮到)([东南西北])家(?:（[^）]*）)?(?:接着|重新|先)?(?:叫牌|叫)"),
    "play": re.compile(r"由([东南西北])家(?:（[^）]*）)?(?:接着|重新|先)?(?:出牌|打牌|跟牌)"),
}
_LATER = re.compile("然后由|接着由|时停止|下一副|下一圈|以后|随后|如果|若|再由|原来|本来|本应|应由|此后|不接受|接受")


def mechanics(*own: Path) -> str:
    """The digest of all code that rules, and of what measures it: of this, where nothing else is named."""
    files = [*sorted(ROOT.glob("*.py")), *sorted(ROOT.glob("*/*.py")), *(own or (Path(__file__),))]
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]


def lines_of(step: Ruled) -> list[str]:
    """Everything a ruling says, part by part."""
    after = [step.next.text] if step.next is not None else []
    return [*texts_of(step.outcome), *(figure.text for figure in step.figures), *after, *step.stays]


def disagreements(step: Ruled) -> Iterator[str]:
    """Yield what two parts of one ruling say otherwise."""
    yield from _seats(step)
    yield from _quantities(step)
    yield from _effects(step)
    yield from _leader(step)


def _seats(step: Ruled) -> Iterator[str]:
    """One role is one seat."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines_of(step):
        for seat, role in _SEATED.findall(line):
            if _ONE.match(role):
                found[role].add(seat)
    yield from (f"“{role}”有{sorted(seats)}几家" for role, seats in found.items() if len(seats) > 1)


def _quantities(step: Ruled) -> Iterator[str]:
    """One quantity has one value; a sentence that offers several has them all in itself, and one of parts is their sum."""
    for name, pattern in _QUANTITIES.items():
        single: set[str] = set()
        for line in lines_of(step):
            found = [_CHINESE.get(n, n) for n in pattern.findall(line)]
            if "不超过" in line:
                continue
            if _IN_PARTS.search(line):
                found = [str(sum(map(int, found)))]
            if len(set(found)) == 1:
                single.add(found[0])
        if len(single) > 1:
            yield f"{name}有{sorted(single)}几个数"


def _effects(step: Ruled) -> Iterator[str]:
    """What is charged to the same one of the same kind is one amount."""
    amounts: defaultdict[tuple[str, str | None, str | None], set[str]] = defaultdict(set)
    for effect in step.outcome.effects:
        if effect.amount is not None:
            amounts[effect.kind, effect.who, effect.what].add(str(effect.amount))
    yield from (f"后果{key}有{sorted(values)}几个数" for key, values in amounts.items() if len(values) > 1)


def _leader(step: Ruled) -> Iterator[str]:
    """Who acts next is he of whom the words say that he leads, calls or plays now."""
    now = {"E": "东", "S": "南", "W": "西", "N": "北"}.get(str(step.next.seat)) if step.next is not None else None
    if step.next is None or now is None or step.next.act not in _NOW:
        return
    for line in lines_of(step):
        told = set(_NOW[step.next.act].findall(line))
        if told and now not in told and not _LATER.search(line):
            yield f"接着是{now}家，又说“{line}”"


def entered(tree: Tree, rng: random.Random) -> dict[str, Any]:
    """Some facts of the deal that a tree uses, seats above all, that can be together."""
    declared = facts_of(tree, LIBRARY.trees)
    sheet = tree.deal.facts if tree.deal is not None else {}
    free = [name for name in sheet if name in declared and declared[name].derive is None]
    for share in SHARES:
        facts = {name: answers(declared[name], rng)[0] for name in free if rng.random() < share}
        with suppress(RuleInputError):
            go(tree, facts, {})
            return facts
    return {}


def walked(tree: Tree, rng: random.Random) -> tuple[list[str], dict[str, Any]] | None:
    """What disagrees at the end of one walk, with its facts; None where the facts of the deal cannot be with the answers."""
    try:
        step, facts, _ = walk(tree, rng, entered(tree, rng), back=False)
    except (RuleInputError, AssertionError):
        return None
    return [f"{step.outcome_id}：{each}" for each in disagreements(step)], facts


def of_game(game: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """Walk the trees of a game in turn until there are enough walks: how many, and what disagreed with its facts."""
    trees = [tree for tree in LIBRARY.trees.values() if tree.game == game]
    rng, done = random.Random(f"{SEED} {game}"), 0
    found: dict[str, dict[str, Any]] = {}
    while done < WALKS:
        for tree in trees:
            if (result := walked(tree, rng)) is not None:
                done += 1
                found.update({f"{tree.id}.{each}": result[1] for each in result[0]})
    return done, found


def main() -> int:
    """Walk every game, and write down what disagreed."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    said = [f"commit {commit.stdout.strip()} seed {SEED} mechanics {mechanics()}"]
    wrong = 0
    with ProcessPoolExecutor() as pool:
        for game, (done, found) in zip(games(), pool.map(of_game, games()), strict=True):
            wrong += len(found)
            said += [f"{game}: {done} walks, {len(found)} disagreements"]
            said += [f"  {name} {facts}" for name, facts in sorted(found.items())]
    RESULT.write_text("\n".join(said) + "\n", encoding="utf-8")
    print("\n".join(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
