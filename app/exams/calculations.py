"""Whole calculations: a board in match points with an average, a match in IMP, a rank table, who meets whom, a wrong sheet.

Only what the table brought is by chance; every figure that is asked for is what a rule function says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import combinations, pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from app.exams.question_json import FaultError, sound
from app.ruling.wording import shaped
from app.study.clauses import labels
from app.study.model import Question
from app.study.parts import Part
from decision_trees import functions
from decision_trees.bridge import limit
from decision_trees.functions import RuleInputError

if TYPE_CHECKING:
    from rules_data.model import GameId

CALCULATION, ORDER, SHEET = "calculation", "order", "sheet"
TITLES: Mapping[str, str] = {CALCULATION: "完整计算", ORDER: "排序", SHEET: "改记分表"}
_PAIRS = "甲乙丙丁"
_TRIES = 60
_VULNERABLE = {"none": "双方无局", "NS": "南北有局", "EW": "东西有局", "both": "双方有局"}
_SEATS = {"N": "北家", "E": "东家", "S": "南家", "W": "西家"}
_CONTRACTS = ("2H", "2S", "3NT", "4H", "4S", "5D", "3C", "6NT", "1NT", "5C")


@dataclass(frozen=True, slots=True)
class Made:
    """A calculation before it is a question."""

    stem: str
    parts: tuple[Part, ...]
    why: str
    cites: tuple[str, ...]


def _call(name: str, **given: Any) -> Mapping[str, Any]:
    result = functions.call(name, given)
    assert isinstance(result, Mapping)
    return result


def _number(value: float) -> str:
    return f"{value:g}"


def _fill(ask: str, value: float | str, weight: float = 1.0) -> Part:
    text = value if isinstance(value, str) else _number(value)
    return Part(ask, "fill", weight, accepted=(text,), lines=1)


# A board of duplicate, with its results


def _board(rng: Random, results: int) -> tuple[str, list[str], list[int]]:
    """A board's head, its results in words, and what North-South scored for each; no two the same."""
    number = rng.randrange(1, limit("board-cycle") + 1)
    about = _call("bridge.board", number=number)
    lines: list[str] = []
    scores: list[int] = []
    while len(scores) < results:
        contract, declarer = rng.choice(_CONTRACTS), rng.choice("NESW")
        wanted = int(contract[0]) + limit("book-tricks")
        tricks = wanted + rng.choice((-2, -1, -1, 0, 0, 0, 1))
        made = tricks >= wanted  # of a doubled contract made the printed table has a misprint
        doubled = "none" if made else rng.choice(("none", "none", "X"))
        if tricks > limit("hand-cards"):
            continue
        found = _call(
            "bridge.score_of_result", contract=contract, declarer=declarer, tricks=tricks,
            vulnerability=about["vulnerable"], doubled=doubled,
        )  # fmt: skip
        if found["ns"] in scores:
            continue
        scores.append(found["ns"])
        lines.append(f"{_SEATS[declarer]}{shaped(contract)}{'加倍' if doubled == 'X' else ''}，庄家方得{tricks}墩")
    return f"{number}号牌，{_VULNERABLE[about['vulnerable']]}。", lines, scores


def _match_points(rng: Random) -> Made:
    head, lines, scores = _board(rng, 5)
    found = _call("bridge.matchpoints", ns_scores=scores)
    average = _call("bridge.artificial_pairs", responsibility="partial")["pct"]
    tables = "\n".join(f"第{at}桌：{line}。" for at, line in enumerate(lines, 1))
    asked = rng.sample(range(5), 3)
    parts = [_fill(f"第{at + 1}桌南北方得多少分（失分写负数）？", scores[at]) for at in sorted(asked)]
    parts += [_fill(f"第{at + 1}桌南北方得多少比赛分？", found["units"][at]) for at in sorted(asked)]
    parts.append(_fill(f"第{asked[0] + 1}桌东西方得多少比赛分？", found["ew_units"][asked[0]]))
    parts.append(_fill("第6桌没有打成，双方都有部分责任，各判给这副牌百分之几？", average))
    stem = f"双人赛，{head}五桌打出结果，比赛分照比较胜、平、负计。\n{tables}"
    units = "、".join(f"第{at}桌 {score:+d} 分、{unit} 比赛分" for at, (score, unit) in enumerate(
        zip(scores, found["units"], strict=True), 1))  # fmt: skip
    cites = ("bridge-1999:77", "bridge-1999:78A", "bridge-1999:12C1")
    return Made(stem, tuple(parts), f"南北方依次是：{units}；最高 {found['top']}。部分责任的判给 {average:g}%。", cites)


def _average_beside(rng: Random) -> Made:
    """A board of which one table has no result: its pairs get their shares of the top, the others are compared."""
    head, lines, scores = _board(rng, 5)
    found = _call("bridge.matchpoints", ns_scores=scores)
    top = found["top"]
    late, other = rng.choice((("东西", "南北"), ("南北", "东西")))
    plus = _call("bridge.artificial_pairs", responsibility="none", session_pct_other_boards=0.0)["pct"]
    minus = _call("bridge.artificial_pairs", responsibility="direct")["pct"]
    tables = "\n".join(f"第{at}桌：{line}。" for at, line in enumerate(lines, 1))
    asked = sorted(rng.sample(range(5), 3))
    parts = [_fill(f"第{at + 1}桌南北方得多少比赛分？", found["units"][at]) for at in asked]
    parts.append(_fill(f"第{asked[0] + 1}桌南北方得最高比赛分的百分之几？", 100 * found["units"][asked[0]] / top))
    parts += [
        _fill("这副牌的最高比赛分是多少？", top),
        _fill(f"第6桌{other}方得多少比赛分？", top * plus / 100, 2.0),
        _fill(f"第6桌{late}方得多少比赛分？", top * minus / 100, 2.0),
    ]
    stem = (
        f"双人赛，{head}五桌打出结果，比赛分照比较胜、平、负计，五个结果互相比较。第6桌因{late}方迟到没有打成：{late}方负直接责任，"
        f"{other}方没有责任，整节的百分率不到{plus:g}%。“至多”“至少”都照那个数判给，折成这副牌最高比赛分的百分率。\n{tables}"
    )
    units = "、".join(f"第{at}桌 {score:+d} 分、{unit} 比赛分" for at, (score, unit) in enumerate(
        zip(scores, found["units"], strict=True), 1))  # fmt: skip
    why = f"南北方依次是：{units}；最高 {top}。第6桌不参加比较：{other}方得其{plus:g}%，{late}方得其{minus:g}%。"
    return Made(stem, tuple(parts), why, ("bridge-1999:78A", "bridge-1999:12C1", "bridge-1999:88", "bridge-1999:77"))


def _percentages(rng: Random) -> Made:
    """Four pairs that could not play a board, each responsible in its own way: the percentage of each, and its match points."""
    least = _call("bridge.artificial_pairs", responsibility="none", session_pct_other_boards=0.0)["pct"]
    below, above = (
        rng.randrange(4300, 100 * int(least) - 50, 25) / 100,
        rng.randrange(100 * int(least) + 75, 7000, 25) / 100,
    )
    whose = {"甲": ("none", below), "乙": ("none", above), "丙": ("partial", None), "丁": ("direct", None)}
    told = {
        "甲": f"没有责任，也不是自己选择不打，整节比赛得{_number(below)}%",
        "乙": f"没有责任，也不是自己选择不打，整节比赛得{_number(above)}%",
        "丙": "负部分责任", "丁": "负直接责任",
    }  # fmt: skip
    top = _call("bridge.matchpoints", ns_scores=list(range(rng.randrange(4, 14))))["top"]
    parts, said = [], []
    for pair, (responsibility, session) in whose.items():
        given = {} if session is None else {"session_pct_other_boards": session}
        share = _call("bridge.artificial_pairs", responsibility=responsibility, **given)["pct"]
        parts.append(_fill(f"{pair}对判给这副牌的百分之几？", share))
        said.append(f"{pair}对 {share:g}%")
        if pair in "甲丁":
            parts.append(_fill(f"{pair}对折成多少比赛分？", round(top * share / 100, 4)))
    lines = "\n".join(f"{pair}对{words}。" for pair, words in told.items())
    stem = (
        f"双人赛，四对各有一副牌没有打成，判人为调整分；这副牌的最高比赛分是{top}。"
        f"“至多”“至少”都照那个数判给。\n{lines}"
    )
    why = f"{'、'.join(said)}。没有责任的，整节超过{least:g}%的照他自己的百分率。"
    return Made(stem, tuple(parts), why, ("bridge-1999:12C1", "bridge-1999:88"))


@dataclass(slots=True)
class _Boards:
    """Boards of a match as told, what is asked of each, and what the home team won or lost on them."""

    lines: list[str]
    parts: list[Part]
    said: list[str]
    total: int = 0


def _imp_boards(rng: Random, number: int) -> _Boards:
    found = _Boards([], [], [])
    heads: set[str] = set()
    while len(heads) < number:
        head, results, (home, other) = _board(rng, 2)  # one board, so one vulnerability, at both tables
        if head in heads:
            continue
        heads.add(head)
        board = len(heads)
        imps = _call("bridge.imp_board", ns_score_home_table=home, ns_score_other_table=other)["home_ns_team_imp"]
        found.total += imps
        where, there = results
        found.lines.append(
            f"第{board}副（{head.rstrip('。')}）：主队坐南北的一桌{where}，南北 {home:+d}；另一桌{there}，南北 {other:+d}。"
        )
        found.parts.append(_fill(f"第{board}副主队得多少 IMP（失分写负数）？", imps))
        found.said.append(f"第{board}副 {home - other:+d} 分，{imps:+d} IMP")
    return found


def _imp_match(rng: Random) -> Made:
    found = _imp_boards(rng, 4)
    parts = (*found.parts, _fill("四副合计主队净得多少 IMP（失分写负数）？", found.total, 2.0))
    stem = "队式赛，一场四副，按国际比赛分。\n" + "\n".join(found.lines)
    return Made(stem, parts, "；".join(found.said) + f"；合计 {found.total:+d}。", ("bridge-1999:78B",))


_RESPONSIBLE = {"none": "没有责任", "direct": "负直接责任"}


def _imp_match_adjusted(rng: Random) -> Made:
    """A match of which one board got an artificial score: what each team has of it need not balance."""
    found = _imp_boards(rng, 3)
    home, other = rng.choice((("none", "direct"), ("direct", "none"), ("none", "none")))
    given = _call("bridge.artificial_awards", scoring="imps", ns_responsibility=home, ew_responsibility=other)
    ours, theirs = int(given["ns_amount"]), int(given["ew_amount"])
    both = "双方都没有责任" if home == other else f"主队{_RESPONSIBLE[home]}，客队{_RESPONSIBLE[other]}"
    parts = (
        *found.parts,
        _fill("第4副主队得多少 IMP（失分写负数）？", ours),
        _fill("第4副客队得多少 IMP（失分写负数）？", theirs),
        _fill("四副合计主队得多少 IMP（失分写负数）？", found.total + ours, 2.0),
        _fill("四副合计客队得多少 IMP（失分写负数）？", theirs - found.total, 2.0),
    )
    stem = (
        f"循环赛的一场队式赛，四副，按国际比赛分，两队的得分各自相加。第4副没有打成，裁判判给人为调整分：{both}。\n"
        + "\n".join(found.lines)
    )
    why = "；".join(found.said) + f"；第4副主队 {ours:+d}，客队 {theirs:+d}。主队合计 {found.total + ours:+d}。"
    return Made(stem, parts, why, ("bridge-1999:86A", "bridge-1999:78B", "bridge-1999:12C1"))


def _score_sheet(rng: Random) -> Made:
    head, lines, scores = _board(rng, 5)
    wrong = rng.randrange(5)
    error = scores[wrong] + rng.choice((-1, 1)) * rng.choice((30, 50, 100, 200))
    written = [error if at == wrong else score for at, score in enumerate(scores)]
    options = tuple(f"{line}，南北 {score:+d}" for line, score in zip(lines, written, strict=True))
    parts = (
        Part("哪一行记错了？", "one", 1, options=options, right=(wrong,), lines=1),
        _fill("这一行南北方应是多少分（失分写负数）？", scores[wrong], 2.0),
    )
    return Made(f"记分表如下，{head}其中一行记错了。", parts, f"应是 {scores[wrong]:+d}。", ("bridge-1999:77",))


def _scores_in_order(rng: Random) -> Made:
    head, lines, scores = _board(rng, 5)
    units = _call("bridge.matchpoints", ns_scores=scores)["units"]
    order = tuple(sorted(range(5), key=lambda at: -units[at]))
    part = Part("按南北方的比赛分从高到低排列。", "order", 1, options=tuple(lines), right=order, lines=1)
    said = "、".join(f"{scores[at]:+d}" for at in order)
    return Made(f"双人赛，{head}", (part,), f"南北方得分依次是 {said}。", ("bridge-1999:77", "bridge-1999:78A"))


# Rank tables


def _levels(rng: Random, ranks: Sequence[str]) -> tuple[str, str]:
    one, other = rng.sample(list(ranks), 2)
    return one, other


_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def _level_points_table(rng: Random) -> Made:
    matches, lines = [], []
    for one, other in combinations(_PAIRS, 2):
        own, theirs = _levels(rng, _RANKS)
        found = _call("guandan.score.level_points", own=own, opp=theirs)
        matches.append([one, other, found["own_pts"], found["opp_pts"]])
        lines.append(f"{one}对{other}：{one}打到{own}，{other}打到{theirs}。")
    found = _call("guandan.standings", pairs=list(_PAIRS), matches=matches)
    ranking = [each["pairs"] for each in found["ranking"]]
    if any(len(each) > 1 for each in ranking):
        raise RuleInputError("同分")
    order = tuple(_PAIRS.index(each[0]) for each in ranking)
    parts = [_fill(f"{name}的级分合计是多少？", found["totals"][name][1]) for name in _PAIRS]
    parts.append(
        Part("按名次从第一名排起。", "order", 2, options=tuple(f"{each}对" for each in _PAIRS), right=order, lines=1)
    )
    totals = "、".join(f"{name}场分 {found['totals'][name][0]}、级分 {found['totals'][name][1]}" for name in _PAIRS)
    stem = "四对单循环赛，各赛一局，没有人过A，没有判罚。\n" + "\n".join(lines)
    cites = ("guandan-2017:13.3", "guandan-2017:A4t", "guandan-2017:27.4.1", "guandan-2017:27.4.2")
    return Made(stem, tuple(parts), f"{totals}；先比场分，再比级分，再比相互之间的级分。", cites)


def _pairs_sheet(
    rng: Random, points: str, scored: Callable[[str, str], tuple[int, int]], cites: tuple[str, ...]
) -> Made:
    """Five tables with the levels both sides came to, and what each gets for it; in one of them wrong by a little."""
    options, right, total, wrong = [], "", 0, rng.randrange(5)
    for at in range(5):
        own, theirs = _levels(rng, _RANKS)
        ours, others = scored(own, theirs)
        if at == wrong:
            right, total = f"{ours}比{others}", ours + others
            step = rng.choice((-2, -1, 1, 2))
            ours, others = ours + step, others - step
        options.append(f"南北打到{own}，东西打到{theirs}：南北 {ours}，东西 {others}")
    parts = (
        Part("哪一行记错了？", "one", 1, options=tuple(options), right=(wrong,), lines=1),
        Part(f"这一行南北与东西的{points}应是多少（写作 几比几）？", "fill", 2, accepted=(right,), lines=1),
    )
    stem = f"五桌的{points}表，没有人过A，没有判罚，其中一行记错了。"
    return Made(stem, parts, f"应是 {right}，合计{total}分。", cites)


def _level_points_sheet(rng: Random) -> Made:
    def scored(own: str, theirs: str) -> tuple[int, int]:
        found = _call("guandan.score.level_points", own=own, opp=theirs)
        return found["own_pts"], found["opp_pts"]

    return _pairs_sheet(rng, "级分", scored, ("guandan-2017:13.3", "guandan-2017:A4t"))


# Who meets whom


_TABLES = {7: "附录八", 8: "附录七"}
_METHODS = {"berger": ("“贝格尔”编排法", "t1"), "rotation": ("固定轮转编排法", "t2")}
_EIGHT = "甲乙丙丁戊己庚辛"


def _named(name: str) -> tuple[str, str]:
    return name, f"{name}对"


def _round_of_table(rng: Random) -> Made:
    """A round of the printed tables of the appendices: who meets whom, who has the bye, how many rounds and matches."""
    pairs, method = rng.choice((7, 8)), rng.choice(tuple(_METHODS))
    title, table = _METHODS[method]
    number = rng.randrange(2, _call("guandan.schedule.totals", pairs=pairs, cycle="single")["rounds"] + 1)
    met = _call("guandan.schedule.round", method=method, pairs=pairs, round=number)["pairings"]
    byes = [each for each in met if "0" in each.split("-")]
    asked = rng.sample([each.split("-") for each in met if each not in byes], 2)
    parts = [_fill(f"第{number}轮{one}号对几号？", other) for one, other in (rng.sample(each, 2) for each in asked)]
    if byes:
        (alone,) = (each for each in byes[0].split("-") if each != "0")
        parts.append(_fill(f"第{number}轮轮空的是几号？", alone))
    totals = _call("guandan.schedule.totals", pairs=pairs, cycle="single")
    parts += [_fill("单循环一共打几轮？", totals["rounds"]), _fill("轮空不算，单循环一共打几场？", totals["matches"])]
    stem = f"{pairs}对打单循环赛，照{_TABLES[pairs]}的{title}。"
    appendix = "guandan-2017:A8" if pairs % 2 else "guandan-2017:A7"
    note = (f"{appendix}n",) if byes else ()
    said = "、".join(each.replace("-", "—") for each in met)
    return Made(stem, tuple(parts), f"第{number}轮是{said}。", (f"{appendix}{table}", *note, "guandan-2017:27.2"))


def _round_by_score(rng: Random) -> Made:
    """The second round of an event paired by score, after a first without draws: who meets whom."""
    names = rng.sample(_EIGHT, 8)
    first = list(zip(names[:4], reversed(names[4:]), strict=True))
    lines, points = [], {}
    for one, other in first:
        own, theirs = _levels(rng, _RANKS)
        found = _call("guandan.score.level_points", own=own, opp=theirs)
        points[one], points[other] = found["own_pts"], found["opp_pts"]
        lines.append(f"{one}对{other}：{one}打到{own}，{other}打到{theirs}。")
    if len(set(points.values())) < len(names):
        raise RuleInputError("同分")  # the order would not be settled
    order = sorted(
        names, key=lambda name: -points[name]
    )  # who won has more than half of the points, and so comes first
    met = [f"{one}-{other}" for one, other in first]
    found = _call("guandan.swiss.pair", standing=order, already_met=met)["pairings"]
    meets = {one: other for each in found for one, other in (each.split("-"), each.split("-")[::-1])}
    asked = (order[0], order[2], order[4], order[6])
    parts = [
        Part(f"第2轮{one}对哪一对？", "fill", 1, accepted=_named(meets[one]), lines=1) for one in rng.sample(asked, 3)
    ]
    parts.append(Part(
        "8对照编排的次序，从第一名排起。", "order", 2, options=tuple(f"{each}对" for each in names),
        right=tuple(map(names.index, order)), lines=1,
    ))  # fmt: skip
    stem = "8对打积分编排赛，各赛一局，没有人过A，没有判罚。第1轮的结果如下，要编排第2轮。\n" + "\n".join(lines)
    why = f"依次是{'、'.join(f'{each}{points[each]}' for each in order)}；胜的场分2分在前，都没有相遇过，顺次相对。"
    return Made(stem, tuple(parts), why, ("guandan-2017:28.1", "guandan-2017:13.3", "guandan-2017:A4t"))


def _bracket(rng: Random) -> Made:
    """So many pairs in a single elimination: places, byes, rounds, matches."""
    pairs = rng.choice([each for each in range(9, 32) if each != 16])
    found = _call("guandan.knockout.single", pairs=pairs)
    parts = (
        _fill("应安排多少个位置（2的n次方）？", found["bracket"]),
        _fill("第1轮有几对轮空？", found["byes"]),
        _fill("第1轮打几场？", found["first_round_matches"]),
        _fill("第2轮打几场？", found["bracket"] // 4),
        _fill("打几轮产生冠军？", found["rounds"]),
    )
    playing = pairs - found["byes"]
    why = (
        f"{found['bracket']}个位置，减去{pairs}对，{found['byes']}对轮空；"
        f"余下的{playing}对打{found['first_round_matches']}场。"
    )
    return Made(f"{pairs}对打单败淘汰赛，没有附加赛。", parts, why, ("guandan-2017:26.1",))


def _sorted(cards: Sequence[str], higher: Callable[[str, str], int]) -> tuple[int, ...]:
    """The places of cards from the highest down. Raises :class:`RuleInputError` where two are equal."""

    def lower_first(a: int, b: int) -> int:
        return higher(cards[b], cards[a])

    order = sorted(range(len(cards)), key=cmp_to_key(lower_first))
    if any(not higher(cards[a], cards[b]) for a, b in pairwise(order)):
        raise RuleInputError("一样大")
    return tuple(order)


def _single_cards(rng: Random) -> Made:
    level = rng.choice(_RANKS[:-1])
    cards = rng.sample(["BJ", "LJ", *(f"{rng.choice('SHDC')}{rank}" for rank in _RANKS)], 5)
    order = _sorted(cards, lambda a, b: _call("guandan.card.compare", a=a, b=b, level=level)["cmp"])
    part = Part("按单张从大到小排列。", "order", 1, options=tuple(map(shaped, cards)), right=order, lines=1)
    said = "、".join(shaped(cards[at]) for at in order)
    return Made(
        f"打{level}，五家的单张比大小。", (part,), f"从大到小：{said}。", ("guandan-2017:6.1", "guandan-2017:7.1")
    )


def _standard_table(rng: Random) -> Made:
    totals = dict.fromkeys(_PAIRS, 0)
    lines = []
    for one, other in combinations(_PAIRS, 2):
        own, theirs = _levels(rng, _RANKS)
        found = _call("shengji.round_scores", level_ns=own, level_ew=theirs)
        totals[one] += found["NS"]
        totals[other] += found["EW"]
        lines.append(f"{one}对{other}：{one}打到{own}，{other}打到{theirs}。")
    if len(set(totals.values())) < len(_PAIRS):
        raise RuleInputError("同分")
    order = tuple(sorted(range(4), key=lambda at: -totals[_PAIRS[at]]))
    parts = [_fill(f"{name}的标准分合计是多少？", total) for name, total in totals.items()]
    parts.append(
        Part("按标准分从高到低排列。", "order", 2, options=tuple(f"{each}对" for each in _PAIRS), right=order, lines=1)
    )
    stem = "四对单循环赛，采用标准分；没有人打过A，没有判罚。\n" + "\n".join(lines)
    why = "、".join(f"{name} {total}" for name, total in totals.items())
    return Made(stem, tuple(parts), f"标准分合计：{why}。", ("shengji-40:A1t", "shengji-40:1.3"))


def _standard_sheet(rng: Random) -> Made:
    def scored(own: str, theirs: str) -> tuple[int, int]:
        found = _call("shengji.round_scores", level_ns=own, level_ew=theirs)
        return found["NS"], found["EW"]

    return _pairs_sheet(rng, "标准分", scored, ("shengji-40:A1t", "shengji-40:1.3"))


def _trump_order(rng: Random) -> Made:
    level, trump = rng.choice(_RANKS[:-1]), rng.choice("SHDC")
    plain = [f"{trump}{rank}" for rank in _RANKS if rank != level]
    side = f"{rng.choice([suit for suit in 'SHDC' if suit != trump])}{level}"
    cards = rng.sample(["BJ", "LJ", f"{trump}{level}", side, *rng.sample(plain, 3)], 5)
    signs = {"a": 1, "b": -1}

    def higher(a: str, b: str) -> int:
        return signs.get(_call("shengji.compare", a=a, b=b, level=level, trump=trump, led_class="T")["result"], 0)

    order = _sorted(cards, higher)
    part = Part("领出将牌的一圈里，从大到小排列。", "order", 1, options=tuple(map(shaped, cards)), right=order, lines=1)
    said = "、".join(shaped(cards[at]) for at in order)
    suit = shaped(f"{trump}{'3' if level != '3' else '4'}")[0]
    return Made(f"打{level}，将牌花色是{suit}。", (part,), f"从大到小：{said}。", ("shengji-40:1.7", "shengji-40:11.1"))


_MAKERS: Mapping[str, Mapping[str, tuple[Callable[[Random], Made], ...]]] = {
    "bridge": {
        CALCULATION: (_match_points, _imp_match, _average_beside, _imp_match_adjusted, _percentages),
        ORDER: (_scores_in_order,),
        SHEET: (_score_sheet,),
    },
    "guandan": {
        CALCULATION: (_level_points_table, _round_of_table, _round_by_score, _bracket),
        ORDER: (_single_cards,),
        SHEET: (_level_points_sheet,),
    },
    "shengji": {CALCULATION: (_standard_table,), ORDER: (_trump_order,), SHEET: (_standard_sheet,)},
}


def kinds_of(game: GameId) -> tuple[str, ...]:
    """The kinds of calculations a game has."""
    return tuple(_MAKERS.get(game, {}))


def calculations(game: GameId, kind: str, seed: int) -> Iterator[Question]:
    """Yield calculations of a kind, one after the other; it goes on for ever where the game has any."""
    makers = _MAKERS.get(game, {}).get(kind, ())
    chance = Random(f"{game}/{kind}/{seed}")
    for number in range(_TRIES * len(makers)):
        maker = makers[number % len(makers)]
        try:
            made = maker(chance)
            yield sound(_question(game, kind, f"{maker.__name__.strip('_')}/{seed}/{number}", seed, made))
        except (RuleInputError, FaultError):  # two that are equal: nothing can be asked of them
            continue


def _question(game: GameId, kind: str, name: str, seed: int, made: Made) -> Question:
    why = f"{made.why}（{labels(made.cites)}）"
    return Question(
        kind, game, f"calculation:{name}", seed, "", made.stem, (), 0, why, made.cites, difficulty=0.6, parts=made.parts
    )
