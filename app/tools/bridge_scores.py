"""Bridge: scores with their working (law 77)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook
from app.reading.quoting import misprinted
from app.tools.entries import MINUS, signed
from app.tools.model import Answer, Grid, More, Unfit, model
from decision_trees import tables
from decision_trees.bridge import BOOK, limit
from decision_trees.bridge.adjusted_scores import artificial_awards, side_award
from decision_trees.bridge.auction_state import auction_stands
from decision_trees.bridge.boards import Board
from decision_trees.bridge.call_in_question import made_calls
from decision_trees.bridge.calls import Doubling, Strain
from decision_trees.bridge.cards import tricks_in_deal
from decision_trees.bridge.revoke import trick_transfer
from decision_trees.bridge.scoring import (
    DuplicateScore,
    duplicate_score,
    imps_for_home_team,
    margin,
    matchpoints,
    result_in_words,
    results_compared,
    score_of_result,
    score_unit,
    top,
    trick_points,
)
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError
from decision_trees.values import say

if TYPE_CHECKING:
    from collections.abc import Mapping

SCORE = ("bridge-1999:77",)
DOUBLED = {"none": "", "X": "加倍", "XX": "再加倍"}


def contract_said(level: int, strain: str, doubled: str) -> str:
    """Return a contract in signs: 4♠加倍."""
    return f"{say(f'{level}{strain}', 'call', None)}{DOUBLED[doubled]}"


def misprints(contract: str) -> tuple[str, ...]:
    """Say which printed number of the table of scores is not the one used for a contract."""
    return tuple(f"{line}。" for line in misprinted(handbook(), SCORE, contract))


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
    game = score.trick_points >= limit("game-trick-points")
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


@model("bridge.score")
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
        parts(level, strain, doubled, is_vulnerable, tricks),
        (
            f"{contract}，{'有局' if is_vulnerable else '无局'}，{result_in_words(level, tricks)}",
            *((from_board,) if from_board else ()),
            *misprints(contract),
        ),
        (Grid(("得墩", "结果", "无局", "有局"), tuple(rows), tricks_in_deal() - tricks, f"{contract}的各种结果"),),
        cites=(*SCORE, *(("bridge-1999:2",) if from_board else ())),
        kind="good" if total > 0 else "bad",
    )


def _row_of(difference: int) -> str:
    """Return the row of the table that a difference in points falls into."""
    rows = tables.rows(BOOK, "imp")
    if difference < rows[0]["from"]:
        return f"不到{rows[0]['from']}分，不换 IMP"
    row = next(row for row in rows if row["to"] is None or difference <= row["to"])
    until = f"至{row['to']}" if row["to"] is not None else "以上"
    return f"{row['from']}{until}分一档，{row['imp']} IMP"


def tens(name: str, *scores: int, where: str = "") -> None:
    """Raise :class:`Unfit` for a number that is no score of a board."""
    wrong = next((score for score in scores if score % score_unit()), None)
    if wrong is not None:
        raise Unfit(name, f"{where}一副牌的得分都是 {score_unit()} 的倍数（第77条），现在是 {signed(wrong)}，请核对。")


@model("bridge.imp")
def imp(values: Mapping[str, Any]) -> Answer:
    """The IMPs of one board, for the team that sat North-South at the first table (78B)."""
    home, other = values["home"], values["other"]
    tens("home", home)
    tens("other", other)
    difference = home - other
    found = imps_for_home_team(home, other)
    return Answer(
        f"我队 {signed(found)} IMP",
        (f"{signed(home)} 减 {signed(other)}，差 {signed(difference)}", _row_of(abs(difference))),
        cites=("bridge-1999:78B",),
        kind="good" if found > 0 else "bad" if found < 0 else "plain",
    )


def _numbers(text: str, name: str, columns: int) -> list[list[int]]:
    """The numbers of pasted rows. Raises :class:`Unfit`, naming the row that has others."""
    found = []
    written = [row for row in text.translate(MINUS).splitlines() if row.strip()]
    for place, row in enumerate(written, 1):
        if place == 1 and len(written) > 1 and not re.search(r"\d", row):  # the heading of a column
            continue
        parts = [part for part in re.split(r"[\s,，;；:：、]+", row.strip()) if part]
        if len(parts) != columns or not all(re.fullmatch(r"[+-]?\d{1,5}", part) for part in parts):
            raise Unfit(name, f"第{place}行“{row.strip()[:30]}”应是 {columns} 个整数。")
        found.append([int(part) for part in parts])
    return found


def _boards(values: Mapping[str, Any]) -> tuple[list[int], list[int], list[int]]:
    """Numbers of the boards and North-South's scores at both tables."""
    if values.get("rows"):
        rows = _numbers(values["rows"], "rows", 3)
        numbers = [row[0] for row in rows]
        twice = next((number for number in numbers if numbers.count(number) > 1), None)
        if twice is not None:
            raise Unfit("rows", f"牌号 {twice} 写了不止一行，一副牌只算一次，请删去多的。")
        return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]
    home, other = values.get("home") or [], values.get("other") or []
    first = values.get("first") or 1
    return list(range(first, first + len(home))), home, other


def _victory_points(table: str | None, total: int) -> str:
    """What a match comes to in victory points by a table of the event; the laws have none."""
    if not table:
        return "1999年版规则没有把 IMP 换成胜利分（VP）的表；竞赛规程有表的，填在下面。"
    rows = _numbers(table, "vp", 3)
    if [row[0] for row in rows] != sorted({row[0] for row in rows}):
        raise Unfit("vp", "“VP 换算表”各行的 IMP 差要由小到大，不能重复。")
    _, winner, loser = next((row for row in rows if abs(total) <= row[0]), rows[-1])
    own, theirs = (winner, loser) if total >= 0 else (loser, winner)
    return f"照所填的表，我队 {own} VP，对方 {theirs} VP。"


@model("bridge.match")
def match(values: Mapping[str, Any]) -> Answer:
    """The IMPs of a match board by board, with the running total (78B)."""
    numbered, home, other = _boards(values)
    if not home or not other:
        raise More("录入两桌各副的得分，或把整场粘贴进来。", *(() if values.get("rows") else ("home", "other")))
    if len(home) != len(other):
        more, fewer = ("home", "other") if len(home) > len(other) else ("other", "home")
        raise More(f"一桌有 {len(values[more])} 副，另一桌只有 {len(values[fewer])} 副：还要录入另一桌的得分。", fewer)
    total, won, lost, rows = 0, 0, 0, []
    for number, here, there in zip(numbered, home, other, strict=True):
        tens("rows" if values.get("rows") else "home", here, where=f"第{number}副：")
        tens("rows" if values.get("rows") else "other", there, where=f"第{number}副：")
        try:
            found = imps_for_home_team(here, there)
        except RuleInputError as fault:
            raise Unfit("rows" if values.get("rows") else "other", f"第{number}副：{fault}") from None
        total += found
        won, lost = won + max(0, found), lost + max(0, -found)
        rows.append((str(number), signed(here), signed(there), signed(here - there), signed(found), signed(total)))
    return Answer(
        f"我队 {signed(total)} IMP",
        (f"{len(rows)}副，我队得 {won}，对方得 {lost}",),
        (_victory_points(values.get("vp"), total),),
        (Grid(("副", "本桌", "另桌", "差", "IMP", "累计"), tuple(rows)),),
        cites=("bridge-1999:78B",),
        kind="good" if total > 0 else "bad" if total < 0 else "plain",
    )


def pct(part: int, whole: int) -> str:
    """Return a share in percent, two decimals at most."""
    return f"{round(100 * part / whole, 2):g}%"


@model("bridge.matchpoints")
def matchpoint(values: Mapping[str, Any]) -> Answer:
    """The scoring units of every score of one board, and their percentages (78A)."""
    scores = values["scores"]
    if len(scores) < 2:
        raise More("再录入一桌的得分：只有一个成绩没有可比的。", "scores")
    for place, each in enumerate(scores, 1):
        tens("scores", each, where=f"第{place}个：")
    units, most = matchpoints(scores), top(len(scores))
    order = sorted(range(len(scores)), key=lambda at: (-units[at], at))
    rows = tuple(
        (
            f"第{at + 1}个",
            signed(scores[at]),
            str(units[at]),
            pct(units[at], most),
            str(most - units[at]),
            pct(most - units[at], most),
        )
        for at in order
    )
    last = len(scores) - 1
    worse = sum(score < scores[last] for score in scores)
    equal = scores.count(scores[last]) - 1
    return Answer(
        f"顶分 {most}，最后一个 {signed(scores[last])} 得 {units[last]}（{pct(units[last], most)}）",
        (f"比它差的 {worse} 个各 2", f"相同的 {equal} 个各 1", f"2×{worse}＋{equal}＝{units[last]}"),
        (),
        (Grid(("", "南北", "南北分", "%", "东西分", "%"), rows, order.index(last), "由高到低"),),
        cites=("bridge-1999:78A",),
    )


@model("bridge.adjusted")
def adjusted(values: Mapping[str, Any]) -> Answer:
    """Artificial adjusted scores of both sides, or of the one deprived of a fair score (12C1, 15B, 86, 88)."""
    scoring = values["scoring"]
    if values["sides"] == "one":
        found = side_award(scoring, values["side"], values.get("side_pct"))
        return Answer(found["award"], cites=("bridge-1999:15B", f"bridge-1999:{found['law']}"))
    found = artificial_awards(scoring, values["ns"], values["ew"], values.get("ns_pct"), values.get("ew_pct"))
    laws = ["bridge-1999:12C1", f"bridge-1999:{found['ns_law']}", f"bridge-1999:{found['ew_law']}"]
    lines = [f"南北方：{found['ns']}", f"东西方：{found['ew']}"]
    if "knockout" not in found:
        return Answer(lines[0], lines=(lines[1],), cites=tuple(dict.fromkeys(laws)))
    ns, ew = found["ns_amount"], found["ew_amount"]
    working = (
        f"以南北方的队计，两个结果为 {signed(ns)} 和 {signed(-ew)}",
        f"平均 {signed(found['knockout'])}",
    )
    return Answer(found["text"], working, tuple(lines), cites=tuple(dict.fromkeys((*laws, "bridge-1999:86B"))))


@model("bridge.assigned")
def assigned(values: Mapping[str, Any]) -> Answer:
    """What a result that the director assigns scores for both sides, and in IMPs against the other table (12C2, 77, 78B)."""
    contract = f"{values['level']}{values['strain']}"
    found = score_of_result(contract, values["declarer"], values["tricks"], values["vulnerability"], values["doubled"])
    seat = Seat(values["declarer"])
    is_vulnerable = values["vulnerability"] in ("both", seat.side.value)
    strain, doubled = Strain(values["strain"]), Doubling(values["doubled"])
    lines = [
        f"{seat.chinese}打{contract_said(values['level'], values['strain'], values['doubled'])}，"
        f"{result_in_words(values['level'], values['tricks'])}，庄家方{'有局' if is_vulnerable else '无局'}",
        *misprints(contract_said(values["level"], values["strain"], values["doubled"])),
    ]
    cites = ["bridge-1999:12C2", "bridge-1999:77"]
    if values.get("other") is not None:
        tens("other", values["other"])
        imps = imps_for_home_team(found["ns"], values["other"])
        lines.append(
            f"另一桌南北 {signed(values['other'])}：这一桌坐南北的队 {signed(imps)} IMP，对方 {signed(-imps)} IMP"
        )
        cites.append("bridge-1999:78B")
    return Answer(
        f"南北 {signed(found['ns'])}，东西 {signed(found['ew'])}",
        parts(values["level"], strain, doubled, is_vulnerable, values["tricks"]),
        tuple(lines),
        cites=tuple(cites),
    )


def _has_won(values: Mapping[str, Any], least: int) -> None:
    """Raise :class:`Unfit` where the side that revoked took fewer tricks in all than are said to be won from the revoke on."""
    declarers = values["tricks"]
    own = declarers if values["offender"] == "declarer" else tricks_in_deal() - declarers
    if own < least:
        raise Unfit("tricks", f"违规方连藏牌墩在内赢了 {least} 墩，照这里的得墩一共只有 {own} 墩，请核对。")


@model("bridge.revoke")
def revoke(values: Mapping[str, Any]) -> Answer:
    """How many tricks an established revoke moves (64), and the score after that (77)."""
    won, after, legal = values["won"], values["after"], values.get("legal") or 0
    if legal > after:
        raise Unfit("legal", f"违规方以后一共只赢 {after} 墩，其中不会有 {legal} 墩。")
    exception = None if values["exception"] == "none" else values["exception"]
    if values["score"] == "yes":
        _has_won(values, after + (won in ("self", "partner")))
    found = trick_transfer(won == "self", won in ("self", "partner"), after, legal, exception)
    moved, law = found.tricks, f"bridge-1999:{found.law}"
    whose = "庄家方" if values["offender"] == "declarer" else "防守方"
    other = "防守方" if values["offender"] == "declarer" else "庄家方"
    said = f"{whose}转给{other} {moved} 墩" if moved else "不转墩"
    working = []
    if not exception:
        trick = {"self": "违规者本人赢藏牌墩", "partner": "违规方赢藏牌墩", "other": "违规方没有赢藏牌墩"}[won]
        working = [
            trick,
            f"以后又赢 {after} 墩",
            *([f"其中用可合法打出的牌赢 {legal} 墩"] if "legal" in values else []),
        ]
    lines = [found.because]
    cites = [law, "bridge-1999:64C"]
    if values["score"] == "yes":
        contract = f"{values['level']}{values['strain']}"
        try:
            scored = results_compared(
                contract, values["vulnerable"] == "yes", values["tricks"], moved, values["offender"], values["doubled"]
            )
        except RuleInputError as fault:
            raise Unfit("tricks", str(fault)) from None
        lines += [
            f"{contract_said(values['level'], values['strain'], values['doubled'])}："
            f"庄家方由 {scored['before']} 墩（{scored['result_before']}，{signed(scored['score_before'])}）"
            f"改为 {scored['after']} 墩（{scored['result_after']}，{signed(scored['score_after'])}）",
            *misprints(contract_said(values["level"], values["strain"], values["doubled"])),
        ]
        said += f"，改为 {signed(scored['score_after'])}"
        cites.append("bridge-1999:77")
    lines.append("罚墩不足以补偿损害时，另判调整分（第64条C款）。")
    return Answer(said, tuple(working), tuple(lines), cites=tuple(cites), kind="bad" if moved else "good")


def _explained(auction: dict[str, Any]) -> tuple[str, ...]:
    """Who explains whose calls, each by name (20F1); nothing where everybody passed."""
    calls: dict[Seat, list[str]] = {}
    for made in made_calls(auction):
        if str(made.call) != "P":
            calls.setdefault(made.seat, []).append(say(str(made.call), "call", None))
    told = [f"{seat.chinese}的{'、'.join(own)}由{seat.partner.chinese}解释" for seat, own in calls.items()]
    return (f"对方要求解释时，通常由叫牌者的同伴作答：{'；'.join(told)}。",) if told else ()


@model("bridge.auction")
def auction(values: Mapping[str, Any]) -> Answer:
    """What an auction has come to: contract, declarer, dummy, leader, and who explains whose calls (20F, 22, 41A)."""
    found = auction_stands(values["auction"])
    if found["over"] is None:
        return Answer("最后的叫牌有问题，先裁定它", cites=("bridge-1999:17C",))
    if not found["over"]:
        turn = Seat(found["turn"]).chinese
        last = ""
        if found["last_bid"]:
            last = f"，最后的叫牌是{Seat(found['last_bid_by']).chinese}的 {say(found['last_bid'], 'call', None)}"
        explained = _explained(values["auction"])
        asks = (*explained, "竞叫时轮到谁叫牌，谁可以要求对方解释（第20条F款1）。") if explained else ()
        cites = ("bridge-1999:17C", "bridge-1999:22", *(("bridge-1999:20F1",) if explained else ()))
        return Answer(f"竞叫还没有结束，轮到{turn}{last}", lines=asks, cites=cites)
    if found["passed_out"]:
        return Answer("四家不叫，这副牌不打", cites=("bridge-1999:22A",))
    declarer, dummy, leader = (Seat(found[name]) for name in ("declarer", "dummy", "leader"))
    contract = f"{say(found['contract'], 'call', None)}{DOUBLED[found['doubled']]}"
    return Answer(
        f"{contract}，{declarer.chinese}坐庄",
        (f"{leader.chinese}首引", f"{dummy.chinese}是明手"),
        (
            *_explained(values["auction"]),
            "打牌时可以要求解释的：防家轮到自己出牌时；庄家轮到自己或明手出牌时（第20条F款2）。",
        ),
        cites=("bridge-1999:22B", "bridge-1999:41A", "bridge-1999:20F1", "bridge-1999:20F2"),
    )
