"""Bridge: scores with their working (law 77)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.tools.model import Answer, Grid
from decision_trees.bridge.boards import Board
from decision_trees.bridge.calls import Doubling, Strain
from decision_trees.bridge.cards import tricks_in_deal
from decision_trees.bridge.scoring import DuplicateScore, duplicate_score, margin, result_in_words, trick_points
from decision_trees.bridge.seats import Seat
from decision_trees.values import say

if TYPE_CHECKING:
    from collections.abc import Mapping

SCORE = ("bridge-1999:77",)
DOUBLED = {"none": "", "X": "加倍", "XX": "再加倍"}


def contract_said(level: int, strain: str, doubled: str) -> str:
    """Return a contract in signs: 4♠加倍."""
    return f"{say(f'{level}{strain}', 'call', None)}{DOUBLED[doubled]}"


def signed(number: int) -> str:
    """Return a score with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def vulnerable(values: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether declarer's side is vulnerable, and where that is known from."""
    if values["by"] != "board":
        return values["by"] == "yes", ""
    board, seat = Board.of(values["board"]), Seat(values["declarer"])
    is_so = board.is_vulnerable(seat.side)
    return is_so, f"第{board.number}副，{seat.chinese}{'有局' if is_so else '无局'}"


def parts(level: int, strain: Strain, doubled: Doubling, is_vulnerable: bool, tricks: int) -> tuple[str, ...]:
    """Return the working of a score, part by part as law 77 lists them."""
    score = duplicate_score(level, strain, doubled, is_vulnerable, tricks)
    if not score.made:
        return _down(level, strain, doubled, is_vulnerable, tricks, score)
    first = trick_points(1, strain, doubled)
    each = trick_points(2, strain, doubled) - first
    told = f"{each}×{level}" if first == each else f"{first}＋{each}×{level - 1}"
    lines = [f"墩分 {told}＝{score.trick_points}" if level > 1 else f"墩分 {score.trick_points}"]
    over = margin(level, tricks)
    if over:
        lines.append(
            f"超墩 {score.overtricks // over}×{over}＝{score.overtricks}" if over > 1 else f"超墩 {score.overtricks}"
        )
    if score.slam:
        lines.append(f"{'大' if margin(level, tricks_in_deal()) == 0 else '小'}满贯奖 {score.slam}")
    game = score.contract_bonus > duplicate_score(1, Strain.C, Doubling.NONE, False, 7).contract_bonus
    lines.append(f"{'局奖' if game else '部分定约奖'} {score.contract_bonus}")
    if score.doubled_bonus:
        lines.append(f"做成{doubled.chinese}定约 {score.doubled_bonus}")
    return tuple(lines)


def _down(
    level: int, strain: Strain, doubled: Doubling, is_vulnerable: bool, tricks: int, score: DuplicateScore
) -> tuple[str, ...]:
    steps = []
    before = 0
    for down in range(1, -margin(level, tricks) + 1):
        total = duplicate_score(
            level, strain, doubled, is_vulnerable, tricks - margin(level, tricks) - down
        ).undertricks
        steps.append(total - before)
        before = total
    told = "＋".join(map(str, steps))
    return (f"宕墩 {told}＝{score.undertricks}" if len(steps) > 1 else f"宕墩 {told}",)


def score(values: Mapping[str, Any]) -> Answer:
    """The duplicate score of a contract, and of all its results."""
    level, strain, doubled = values["level"], Strain(values["strain"]), Doubling(values["doubled"])
    is_vulnerable, from_board = vulnerable(values)
    tricks = values["tricks"]
    total = duplicate_score(level, strain, doubled, is_vulnerable, tricks).total
    contract = contract_said(level, values["strain"], values["doubled"])
    rows = []
    for won in range(tricks_in_deal(), -1, -1):
        result = result_in_words(level, won).removeprefix("正好")
        both = (signed(duplicate_score(level, strain, doubled, is_so, won).total) for is_so in (False, True))
        rows.append((f"{won}墩", result, *both))
    return Answer(
        f"庄家方 {signed(total)}",
        (
            f"{contract}，{'有局' if is_vulnerable else '无局'}，{result_in_words(level, tricks)}",
            *parts(level, strain, doubled, is_vulnerable, tricks),
        ),
        (from_board,) if from_board else (),
        (Grid(("得墩", "结果", "无局", "有局"), tuple(rows), tricks_in_deal() - tricks, f"{contract}的各种结果"),),
        cites=(*SCORE, *(("bridge-1999:2",) if from_board else ())),
        kind="good" if total > 0 else "bad",
    )
