"""Shengji: the order of trumps, throws, tricks, results of deals, penalty points (rules 1, 8, 11, 14, 28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.tools.model import Answer, Grid, More, Shown, Unfit, model
from decision_trees import tables
from decision_trees.functions import MoreNeeded, RuleInputError, call
from decision_trees.games import games
from decision_trees.shengji.cards import Card, parse_cards
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.trumps import SuitClass, Trumps, class_chinese

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

GAME = "shengji"
HANDS = {"S": "south", "E": "east", "N": "north", "W": "west"}
CLASSES: tuple[SuitClass, ...] = ("S", "H", "D", "C")


def seat(code: str | None) -> str:
    """Return a seat in words."""
    return games()[GAME].seats.get(code or "", "")


def side(code: str) -> str:
    """Return a side in words."""
    return games()[GAME].sides[code]


def named(cards: list[str]) -> str:
    """Return cards in words."""
    return "、".join(Card.parse(card).chinese for card in cards)


@model("shengji.order")
def order(values: Mapping[str, Any]) -> Answer:
    """Trumps and side suits of a level and a suit, the highest first (1.4 to 1.8, 11.1)."""
    of = Trumps.parse(values["level"], values["trump"])
    trumps = of.cards_of("T")
    level_cards = frozenset(i for i, card in enumerate(trumps) if card.rank == of.level)
    pictures = [
        Shown(
            f"将牌 {len(trumps)} 张，由大到小",
            tuple(map(str, trumps)),
            level_cards,
            f"框出的是级牌：{of.main_level_card.chinese}是主级牌，其余三张副级牌按一样大、先出的为大；条文没有写，由裁判长定。",
        )
    ]
    for suit in CLASSES:
        if suit != of.suit.value:
            cards = of.cards_of(suit)
            pictures.append(Shown(f"{class_chinese(suit)}（副牌）{len(cards)} 张", tuple(map(str, cards))))
    return Answer(
        f"打{of.level}，{of.suit.chinese}为将，将牌 {len(trumps)} 张",
        lines=("大王、小王、主级牌、副级牌，然后是将牌花色由A到2。",),
        pictures=tuple(pictures),
        cites=(
            "shengji-40:1.4",
            "shengji-40:1.5",
            "shengji-40:1.6",
            "shengji-40:1.7",
            "shengji-40:1.8",
            "shengji-40:11.1",
        ),
    )


@model("shengji.throw")
def throw(values: Mapping[str, Any]) -> Answer:
    """Whether a throw stands; if not, what must be led and what is scored (8, 23.1, 28b.2)."""
    thrower, thrown = values["thrower"], values["throw"]
    if len(thrown) < 2:
        raise More("甩牌至少两张，再点一张。", "throw")
    others = {code: values[name] for code, name in HANDS.items() if code != thrower and values.get(name)}
    given = {"throw": thrown, "thrower": thrower, "level": values["level"], "trump": values["trump"]}
    try:
        shown = call("shengji.throw_shown", {**given, **{HANDS[code]: cards for code, cards in others.items()}})
    except RuleInputError as fault:
        raise Unfit("throw", str(fault)) from None
    if shown["check"] == "several_classes":
        return Answer(
            "不是甩牌：不是同一门", (), ("按出错牌处理。",), cites=("shengji-40:8", "shengji-40:23.1p1"), kind="bad"
        )
    chooser = seat(Seat.parse(thrower).next.value)
    if shown["check"] == "higher":
        penalty = call("shengji.throw_penalty", {"throw": thrown, "level": values["level"], "trump": values["trump"]})
        blockers = "、".join(seat(code) for code in shown["blockers"])
        lines = [f"{blockers}有更大的牌，卡住：{named(shown['beaten'])}。", *_to_lead(shown, chooser)]
        return Answer(
            f"甩牌不成立，罚 {penalty['penalty']} 分",
            _thrown(thrown, values, penalty["penalty"]),
            tuple(lines),
            cites=(
                "shengji-40:8",
                "shengji-40:23.1p1",
                "shengji-40:23.1p2",
                "shengji-40:28b.2.1",
                "shengji-40:28b.2.2",
            ),
            kind="bad",
        )
    missing = [code for code in HANDS if code != thrower and code not in others]
    if missing:
        raise More(
            f"录入的牌里没有更大的；还要看{'、'.join(map(seat, missing))}的牌。" if others else "录入其他三家的牌。",
            *(HANDS[code] for code in missing),
        )
    return Answer(
        "甩牌成立", (), ("其他三家都没有更大的牌。",), cites=("shengji-40:8", "shengji-40:23.1p1"), kind="good"
    )


def _to_lead(shown: Mapping[str, Any], chooser: str) -> list[str]:
    """Which card is led instead of a failed throw: where the text says two things, both, and who decides (D-04, D-05)."""
    smallest = named([shown["smallest"]])
    several = shown["count"] > 1
    if shown["by_partner"]:
        return [
            f"甩牌者的同伴也有更大的牌：第二十三条一由{chooser}在整手甩牌里任意指定一张，只写包含多种组合的；"
            f"单张的甩牌算不算，条文没有写，由裁判长定。不算的，{'见下' if several else '出' + smallest}。",
            *([_two_readings(smallest, chooser)] if several else []),
        ]
    return [_two_readings(smallest, chooser) if several else f"必须出{smallest}。"]


def _two_readings(smallest: str, chooser: str) -> str:
    return f"第八条写出其中最小的{smallest}，第二十三条一写由{chooser}指定其中一张；两条不一，照哪一条由裁判员定。"


def _thrown(cards: list[str], values: Mapping[str, Any], penalty: int) -> tuple[str, ...]:
    """How the points of a failed throw are made up: the highest as an exposed card, each of the others the same (28b.2)."""
    found = call("shengji.thrown", {"throw": cards, "level": values["level"], "trump": values["trump"]})
    of = {row["kind"]: row["points"] for row in tables.rows("shengji-40", "penalty-points")}
    first = of[f"failed_throw_first_{found['highest']}"]
    each, others = of["failed_throw"], found["count"] - 1
    whole = first + each * others
    lines = [f"第一进手张{named([found['highest_card']])} {first}＋其余 {each}×{others}＝{whole}"]
    return (*lines, f"最多 {penalty}") if penalty < whole else tuple(lines)


@model("shengji.trick")
def trick(values: Mapping[str, Any]) -> Answer:
    """Who wins a trick, by what, and the points in it (11)."""
    given = {name: values[name] for name in ("leader", "led", "second", "third", "fourth", "level", "trump")}
    for name in ("second", "third", "fourth"):
        short = len(given["led"]) - len(given[name])
        if short > 0:
            raise More(f"领出 {len(given['led'])} 张，各家都要出 {len(given['led'])} 张：还差 {short} 张。", name)
        if short < 0:
            raise Unfit(name, f"领出 {len(given['led'])} 张，这里有 {len(given[name])} 张，要相同（第九条第2段）。")
    try:
        found = call("shengji.trick_of", {**given, **({"banker": values["banker"]} if values.get("banker") else {})})
    except RuleInputError as fault:
        raise Unfit("led", str(fault)) from None
    lines = [f"{found['walk']}。"]
    if found["winner"] is None:  # a bomb was led and a higher trump played to it
        lines.append("领出的是炸弹，又有人出了更大的将牌：炸弹的一圈谁赢条文没有写。")
        return Answer(
            f"谁赢由裁判长定，{found['points']} 分", lines=tuple(lines), cites=("shengji-40:4", "shengji-40:11")
        )
    if found["tie"]:
        lines.append("一样大，先出的为大。")
    if found["role"]:
        lines.append(f"{found['points']} 分归防守方拣。" if found["role"] == "defender" else "庄家方赢，分不拣。")
    return Answer(
        f"{seat(found['winner'])}赢，{found['points']} 分",
        lines=tuple(lines),
        cites=(
            *(("shengji-40:4",) if found["how"] == "bomb" else ()),
            "shengji-40:11",
            *(("shengji-40:13p2",) if found["role"] else ()),
        ),
    )


@model("shengji.deal")
def deal(values: Mapping[str, Any]) -> Answer:
    """Points of the defenders, levels and the next banker (13, 14; the table of the preface)."""
    total_of = {
        "trick_points": values["gathered"],
        "last_trick_side": values["last_trick"],
        "bottom": [*(values["bottom"] or [])],
        "banker_penalty": values["banker_penalty"] or 0,
        "defender_penalty": values["defender_penalty"] or 0,
    }
    try:
        total = call("shengji.deal_total", total_of)
    except RuleInputError as fault:
        raise Unfit("gathered", str(fault)) from None
    bands, here = _bands(total["counts"])
    return Answer(
        f"防守方 {total['total']} 分，{bands[here][1]}",
        (*_points(total, values["last_trick"]), f"合计 {total['total']}"),
        tuple(_going_on(values, total)),
        (Grid(("防守方得分", "结果"), bands, here, "升级表"),),
        cites=("shengji-40:13p2", "shengji-40:14p2", "shengji-40:pret", "shengji-40:2.1"),
    )


def _points(total: Mapping[str, Any], last_trick: str) -> Iterator[str]:
    """How the points of the defenders come about (13p2)."""
    yield f"拣分 {total['tricks']}"
    if total["bottom"]:
        won = last_trick == "defender"
        yield f"抠底 {total['bottom']}×2＝{total['doubled']}" if won else f"底牌 {total['bottom']} 分归庄家方"
    if total["penalties"]:
        yield f"罚分 {total['penalties']:+d}"


def _bands(counts: int) -> tuple[tuple[tuple[str, str], ...], int]:
    """The table of the preface as it is shown, and which of its rows so many points are in."""
    found = tables.rows("shengji-40", "level-bands")
    here = max((i for i, row in enumerate(found) if row["from"] <= counts), default=0)
    return tuple((_band(row["from"], row["to"]), str(row["result"])) for row in found), here


def _band(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} 以上"
    return f"{least}—{most}" if most != least else f"{least}"


def _going_on(values: Mapping[str, Any], total: Mapping[str, Any]) -> Iterator[str]:
    """Who goes up, the levels of the next deal, its banker and who begins it (14p2, 2.1)."""
    counts, banker = total["counts"], values["banker"]
    given = {"defenders_total": counts, "banker": banker}
    result = call("shengji.deal_result", given)
    after = call("shengji.after_deal", {**given, "level_ns": values["level_ns"], "level_ew": values["level_ew"]})
    own, change = Seat.parse(banker).side.value, result["change"]
    up = result["defender_side_delta"] if change else result["banker_side_delta"]
    whose = side("EW" if own == "NS" else "NS") if change else side(own)
    goes_on = after["level_ns"] and after["level_ew"]
    yield f"{whose}{'上台，' if change else '做成，'}{f'升 {up} 级' if up else '不升级'}"
    if goes_on:
        yield f"南北 {after['level_ns']}，东西 {after['level_ew']}；下一副{seat(result['next_banker'])}坐庄"
    else:
        yield _beyond_ace(result, values, whose)
    if counts != total["total"]:
        yield f"{total['total']}分不在升级表里，照{counts}分算；条文没有写，由裁判长定。"
    if goes_on:
        starts = call("shengji.deal_start", {"banker": result["next_banker"]})
        yield f"{seat(starts['shuffler'])}洗牌，{seat(starts['cutter'])}切牌，{seat(starts['first'])}先抓"


def _beyond_ace(result: Mapping[str, Any], values: Mapping[str, Any], whose: str) -> str:
    """What is said of a side that goes past A, or over it from below, as far as the text has it (1.21; D-18, D-18-4)."""
    climbed = call(
        "shengji.settled_levels",
        {
            "change": result["change"],
            "banker_up": result["banker_side_delta"],
            "defender_up": result["defender_side_delta"],
            "banker": values["banker"],
            "level_ns": values["level_ns"],
            "level_ew": values["level_ew"],
        },
    )
    if climbed["climb"] == "over_ace":
        return f"{whose}打{climbed['from']}升 {climbed['delta']} 级：停在A还是打过A，条文没有写，由裁判长定"
    if result["change"]:
        return f"{whose}照升级表打过A；没有坐庄打A算不算，条文没有写，由裁判长定"
    return f"{whose}打过A"


@model("shengji.penalty")
def penalty(values: Mapping[str, Any]) -> Answer:
    """Penalty points of one irregularity (28b)."""
    kind = values["kind"]
    if kind in ("exposed", "throw"):
        return _by_cards(kind, values)
    count = values.get("count") or 1
    found = call("shengji.flat_penalty", {"kind": kind, "n": count})["penalty"]
    each = call("shengji.flat_penalty", {"kind": kind, "n": 1})["penalty"]
    by = {
        "revoke": ("shengji-40:28b.3", "shengji-40:25p3"),
        "out_of_turn": ("shengji-40:28b.5",),
        "wrong_cards": ("shengji-40:28b.1",),
        "wrong_bottom": ("shengji-40:28b.6",),
    }
    working = (f"每张 {each}×{count}＝{each * count}", *((f"最多 {found}",) if found < each * count else ()))
    return Answer(
        f"罚 {found} 分", working if kind in ("out_of_turn", "wrong_cards") else (), cites=by[kind], kind="bad"
    )


def _by_cards(kind: str, values: Mapping[str, Any]) -> Answer:
    given = {"level": values["level"], "trump": values["trump"]}
    cards = values["cards"]
    try:
        parse_cards(cards, "牌")
        if kind == "throw":
            found = call("shengji.throw_penalty", {"throw": cards, **given})["penalty"]
            return Answer(
                f"罚 {found} 分",
                _thrown(cards, values, found),
                cites=("shengji-40:28b.2.1", "shengji-40:28b.2.2", "shengji-40:28b.2.3"),
                kind="bad",
            )
        found = call("shengji.exposed_points", {"cards": cards, **given})
    except MoreNeeded:
        raise
    except RuleInputError as fault:
        raise Unfit("cards", str(fault)) from None
    heavy = found["heavy"]
    of = {row["kind"]: row["points"] for row in tables.rows("shengji-40", "penalty-points")}
    light = len(cards) - len(heavy)
    working = []
    if heavy:
        working.append(f"重罚张 {named(heavy)}：{of['exposed_heavy']}×{len(heavy)}")
    if light:
        working.append(f"轻罚张 {light} 张：{of['exposed_light']}×{light}")
    full = of["exposed_heavy"] * len(heavy) + of["exposed_light"] * light
    if found["penalty"] < full:
        working.append(f"合计 {full}，最多 {found['penalty']}")
    return Answer(
        f"罚 {found['penalty']} 分",
        tuple(working),
        cites=("shengji-40:28b.4.1", "shengji-40:28b.4.2", "shengji-40:24.1", "shengji-40:24.2p1"),
        kind="bad",
    )


@model("shengji.standard")
def standard(values: Mapping[str, Any]) -> Answer:
    """Standard scores of a round by the difference of levels (table of standard scores)."""
    given = {"level_ns": values["ns"], "level_ew": values["ew"], "past_ace": values["past_ace"]}
    past = {"NS": "ns", "EW": "ew"}.get(values["past_ace"])
    if past and values[past] != "A":
        raise Unfit(past, f"说了{side(values['past_ace'])}打过A，这里应录 A，现在是 {values[past]}。")
    reached = {name: f"{values[name]}{'，打过A' if name == past else ''}" for name in ("ns", "ew")}
    try:
        found = call("shengji.round_scores", {**given, "ace": values.get("ace") or "ace"})
    except RuleInputError as fault:
        raise Unfit("past_ace", str(fault)) from None
    rows = tuple(
        (
            f"{row['from']}" if row["to"] is not None else f"{row['from']} 以上",
            f"{row['winner']}：{row['loser']}",
        )
        for row in tables.rows("shengji-40", "standard-scores")
    )
    apart = found["difference"]
    return Answer(
        f"标准分 {found['NS']}：{found['EW']}",
        (f"南北 {reached['ns']}；东西 {reached['ew']}", f"差 {apart} 级"),
        ("南北在前。",),
        (Grid(("级数差", "标准分"), rows, min(apart, len(rows) - 1), "标准分转换表"),),
        cites=("shengji-40:A1t", "shengji-40:prep2"),
    )


A_LITTLE = 0.5  # minutes: some seconds more than the whole ones
LATE = {"none": "不处理", "warning": "警告", "forfeit": "算弃权，记 0 分"}


@model("shengji.late")
def late(values: Mapping[str, Any]) -> Answer:
    """What follows for either side from being late (20); the limit itself is still in time."""
    minutes = {
        code: values[name] + (A_LITTLE if values[f"{name}_seconds"] == "yes" else 0)
        for code, name in (("A", "ns"), ("B", "ew"))
    }
    found = call("shengji.lateness", minutes)
    said = f"南北方：{LATE[found['A']]}；东西方：{LATE[found['B']]}"
    limits = {row["kind"]: row["limit"] for row in tables.rows("shengji-40", "time-limits")}
    gone = [code for code in ("A", "B") if found[code] == "forfeit"]
    lines: tuple[str, ...] = ()
    if len(gone) == 1:
        whose = "东西方" if gone == ["A"] else "南北方"
        lines = (f"{whose}的得分按对方判负论（第二十条、第十九条四）。",)
    return Answer(
        said,
        (f"超过 {limits['late_warning']} 分钟警告", f"超过 {limits['late_forfeit']} 分钟算弃权"),
        lines,
        cites=("shengji-40:20", *(("shengji-40:19.4",) if len(gone) == 1 else ())),
        kind="plain" if set(found.values()) == {"none"} else "bad",
    )
