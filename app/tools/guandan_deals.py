"""Guandan: from one deal to the next, tribute, and the points of a game (rules 3, 5, 10, 13, 16, 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.base.opened import handbook
from app.tools.model import Answer, Grid, More, Shown, Unfit, model
from decision_trees import tables
from decision_trees.functions import MoreNeeded, RuleInputError, call
from decision_trees.games import games
from decision_trees.guandan.cards import parse_level
from decision_trees.guandan.clock import late as lateness
from decision_trees.guandan.numbers import Regime
from decision_trees.guandan.seats import Seat
from decision_trees.law import open_question
from decision_trees.values import say

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME = "guandan"
PAST = {"A+": "过A"}
A_LITTLE = 0.5  # minutes: some seconds more than the whole ones


def seat(code: str | None) -> str:
    """Return a seat in words."""
    return games()[GAME].seats.get(code or "", "")


def side(code: str) -> str:
    """Return a side in words."""
    return games()[GAME].sides[code]


def level(code: str) -> str:
    """Return a level in words."""
    return PAST.get(code, code)


@model("guandan.after")
def after(values: Mapping[str, Any]) -> Answer:
    """Levels after a deal, and how the next one begins (3.10, 5.1.3, 10; supplement 2.1)."""
    places: dict[str, str] = {name: values[name] for name in ("first", "second", "third") if values.get(name)}
    levels = {"level_ns": values["level_ns"], "level_ew": values["level_ew"]}
    of = values.get("level_side")
    played = {"level_side": of, "level": levels["level_ns" if of == "NS" else "level_ew"]} if of else {}
    try:
        result = call("guandan.deal.result", {**levels, **places, **played})
        following = call("guandan.level.next_after", {**levels, **places, **played})
        begins = call("guandan.deal.next", {**places, "regime": values["regime"]})
    except MoreNeeded as fault:
        if not places.get("third"):
            raise More("上游的搭档不是二游，还要录入三游。", "third") from None
        raise More(str(fault), "level_side") from None
    except RuleInputError as fault:
        raise Unfit("third" if places.get("third") else "second", str(fault)) from None
    cites = ["guandan-2017:3.10"]
    lines = []
    if result["case"] == "passed":
        return Answer(f"{side(result['side'])}{result['said']}", (), (), cites=("guandan-2017:14.1.1",), kind="good")
    gained = f"，升 {result['gained']} 级" if result["gained"] else ""
    working = (
        f"{seat(places['first'])}上游",
        f"搭档{seat(Seat(places['first']).partner.value)}第{result['partner_place']}",
        f"{side(result['side'])}{result['said']}{gained}",
    )
    if following["case"] == "plays":
        said = f"下一副打{level(following['level'])}，是{side(following['side'])}的级"
    else:
        said = f"{side(result['side'])}{result['said']}"
    lines.append(f"南北 {level(result['level_ns'])}，东西 {level(result['level_ew'])}")
    if begins["case"] != "over":
        shuffler = f"{seat(begins['shuffler'])}洗牌" if begins["shuffler"] else "由谁洗牌条文没有写明"
        lines.append(f"{shuffler}，{seat(begins['cutter'])}切牌，{seat(begins['first_drawer'])}先抓")
        if "payer" in begins:
            lines.append(f"{seat(begins['payer'])}贡给{seat(begins['receiver'])}，{seat(begins['leader'])}领出")
            cites.append("guandan-2017:10.1")
        else:
            payers = "、".join(map(seat, begins["payers"]))
            lines.append(f"双贡：{payers}各贡一张，大的归{seat(begins['receiver'])}，贡大牌的领出")
            cites.append("guandan-2017:10.2")
        cites.append("guandan-supplement:2.1.2" if begins["layer"] == "supplement" else "guandan-2017:5.1.3")
    return Answer(said, working, tuple(lines), cites=tuple(cites))


@model("guandan.first_deal")
def first_deal(values: Mapping[str, Any]) -> Answer:
    """Who draws first in the first deal, by the card turned up (5.1.2; supplement 2.1.1)."""
    if len(values["flipped"]) > 1:
        raise Unfit("flipped", "只翻一张牌，请点掉多余的。")
    supplement = values["regime"] != "base"
    cutter = _cutter() if supplement else values["cutter"]
    given = {"cutter": cutter, "flipped": values["flipped"][0], "regime": values["regime"]}
    found = call("guandan.deal.first_drawer", given)
    cites = (*(("guandan-supplement:2.1.1",) if supplement else ()), "guandan-2017:5.1.2")
    by_text = (f"采用附件，首副由{seat(cutter)}切牌。",) if supplement else ()
    if found["recut"]:
        return Answer("重切重翻", (), by_text, cites=cites, kind="bad")
    return Answer(
        f"{seat(found['first_drawer'])}先抓",
        (f"翻出 {say(given['flipped'], 'card', None)}，{found['count']} 点", f"自{seat(cutter)}起按逆时针数"),
        (*by_text, *map(_left_open, ("guandan-2017/D-16", "guandan-2017/D-16b"))),
        cites=cites,
    )


def _cutter() -> str:
    """The seat that cuts in the first deal, as the supplement has it (2.1.1)."""
    printed = handbook().provision("guandan-supplement:2.1.1").text or ""
    return next(code for code, name in games()[GAME].seats.items() if f"{name}切牌" in printed)


def _left_open(id_: str) -> str:
    """An open question, with how it is taken here and who may decide otherwise."""
    question = open_question(handbook().books, id_)
    taken = next(option.text for option in question.options if option.key == question.default)
    return f"{question.question}条文没有写明，这里照“{taken}”；{question.decides}可以另定。"


RETURNED = {  # by whether it is returned to the partner
    True: "还给搭档的，10以下（含10）的牌（第十条一）",
    False: "还给对方的，任意牌（第十条一）；采用附件的，10以下的牌，都大于10的还最小的（附件三3）",
}


@model("guandan.tribute")
def tribute(values: Mapping[str, Any]) -> Answer:
    """Who pays whom, which card, and whether the tribute is refused (10)."""
    upper, at = Seat(values["first"]), values["level"]
    parse_level(at)
    pictures: list[Shown] = []
    if values["kind"] == "single":
        payer = Seat(values["last"])
        if payer is upper:
            raise Unfit("last", "上游和下游不能是同一家。")
        hands = [("payer", payer)]
        said = f"{seat(payer.value)}贡给{seat(upper.value)}，{seat(payer.value)}领出"
        to_partner = payer is upper.partner
        lines = [f"{seat(upper.value)}还一张给{seat(payer.value)}：{RETURNED[to_partner]}"]
    else:
        hands = [("next_hand", upper.next), ("previous_hand", upper.previous)]
        said = "双贡：贡大牌的归上游，贡小牌的归二游"
        lines = [f"{seat(upper.next.value)}和{seat(upper.previous.value)}各贡一张，贡大牌的领出"]
    known = [(name, who) for name, who in hands if values.get(name)]
    cites = ["guandan-2017:10.1" if values["kind"] == "single" else "guandan-2017:10.2"]
    paid: dict[str, str] = {}
    for name, who in known:
        try:
            cards = call("guandan.tribute.candidates", {"hand": values[name], "level": at})["cards"]
        except RuleInputError as fault:
            raise Unfit(name, str(fault)) from None
        pictures.append(
            Shown(f"{seat(who.value)}可以贡", tuple(cards), below="最大的牌，红心参谋除外；同样大的任选一张。")
        )
        paid[who.value] = cards[0]
    if known and (len(known) == len(hands) or any(values[name].count("BJ") == 2 for name, _ in known)):
        refused = call("guandan.tribute.resist", {"payers": [values[name] for name, _ in known], "regime": "base"})
        if refused["resist"]:
            shown = "采用附件的，大王亮出放在本方桌面（附件三4）。"
            return Answer(
                "抗贡：不贡牌", (), (f"{seat(upper.value)}领出", shown), cites=("guandan-2017:10.3",), kind="good"
            )
    if len(known) == 2:
        two = call(
            "guandan.tribute.double", {"upper": upper.value, "second": upper.partner.value, "cards": paid, "level": at}
        )
        said = "，".join(
            f"{seat(giver)}的{say(paid[giver], 'card', None)}归{seat(taker)}" for giver, taker in two["pays_to"].items()
        )
        lines = [f"{seat(two['leader'])}领出", *(f"{seat(a)}还给{seat(b)}" for a, b in two["returns_to"].items())]
    if "guandan-2017:10.3" not in cites:
        cites.append("guandan-2017:10.3")
    return Answer(said, (), tuple(lines), pictures=tuple(pictures), cites=tuple(cites))


@model("guandan.return_card")
def return_card(values: Mapping[str, Any]) -> Answer:
    """Which cards of a hand may be returned (10.1, 19.2; supplement 3.3)."""
    returner, to = "S", "N" if values["to"] == "partner" else "E"
    given = {
        "hand": values["hand"],
        "level": values["level"],
        "regime": values["regime"],
        "returner": returner,
        "to": to,
    }
    try:
        found = call("guandan.tribute.returns", given)
    except RuleInputError as fault:
        raise Unfit("hand", str(fault)) from None
    cards = tuple(found["cards"])
    supplement = values["regime"] != "base"
    cites = ("guandan-2017:10.1", *(("guandan-supplement:3.3",) if supplement else ()))
    if found["case"] == "any":
        return Answer("哪一张都可以还", pictures=(Shown("可以还", cards),), cites=cites, kind="good")
    if len(cards) == 1:
        said = f"只能还 {say(cards[0], 'card', None)}"
    else:
        said = f"可以还 {len(cards)} 张里的一张" if cards else "没有可以还的牌"
    return Answer(said, pictures=(Shown("可以还", cards),), cites=cites)


@model("guandan.points")
def points(values: Mapping[str, Any]) -> Answer:
    """Match points and level points of both sides, and the table around them (13.3, appendix 4)."""
    ns, ew = values["ns"], values["ew"]
    try:
        found = call("guandan.score.final", {"level_ns": ns, "level_ew": ew})
    except RuleInputError as fault:
        raise Unfit("ew", str(fault)) from None
    order = {row["level"]: int(row["order"]) for row in tables.rows("guandan-2017", "levels")}
    apart = order[ns] - order[ew]
    rows = tuple(
        (str(row["difference"]), str(row["own"]), str(row["opponents"]))
        for row in tables.rows("guandan-2017", "level-points-by-difference")
        if int(row["difference"]) >= 0
    )
    here = next((i for i, row in enumerate(rows) if row[0] == str(abs(apart))), None)
    won = f"{side(found['winner'])}胜" if found["winner"] else "平级"
    return Answer(
        f"级分 {found['points_ns']}：{found['points_ew']}",
        (f"南北 {level(ns)}，东西 {level(ew)}", f"差 {abs(apart)} 级"),
        (f"{won}，场分 {found['match_ns']}：{found['match_ew']}（南北在前）",),
        (Grid(("级差", "胜方级分", "负方级分"), rows, here, "26分制换算表"),),
        cites=("guandan-2017:13.3", "guandan-2017:A4t"),
    )


@model("guandan.forfeit")
def forfeit(values: Mapping[str, Any]) -> Answer:
    """What both sides get when one forfeits (16.4, 16.5, 24.2; supplement 1.3)."""
    given: dict[str, Any] = {"kind": values["kind"], "regime": values["regime"]}
    if values.get("played") == "yes":
        if values["opponent"] == values["own"] == "A+":
            raise Unfit("own", "双方不会都过A，一方过A时一局已经结束。")
        given["levels_opp_own"] = [values["opponent"], values["own"]]
    try:
        found = call("guandan.score.forfeit", given)
    except RuleInputError as fault:
        raise Unfit("own" if "levels_opp_own" in given else "kind", str(fault)) from None
    lines = []
    if "own_match_points" in found:
        lines.append(f"这一方：场分 {found['own_match_points']}，级分 {found['own_level_points']}")
    working: tuple[str, ...] = ()
    if "levels_opp_own" in given:
        real = call("guandan.score.level_points", {"own": values["opponent"], "opp": values["own"]})["own_pts"]
        fixed = call("guandan.score.forfeit", {"kind": values["kind"], "regime": values["regime"]})["opp_level_points"]
        working = (
            f"对手按实际级数是 {real} 分",
            f"超过 {fixed} 分，按实际计算" if real > fixed else f"不超过 {fixed} 分",
        )
    level = found["opp_level_points"]
    cites = [_FORFEIT_AT.get(values["kind"], "guandan-2017:16.4")]
    if values["kind"] == "迟到弃权" and values["regime"] != "base":
        cites = ["guandan-supplement:1.3"]
    elif values["regime"] != "base" and values.get("seventeen") == "all-17":
        level, said = _all_seventeen(given, level)
        cites.append("guandan-supplement:1.3")
        if level is None:
            return Answer(said, working, tuple(lines), cites=tuple(cites))
        working = (*working[:1], said)
    if values["kind"] == "迟到弃权" and values["regime"] == "base":
        lines.append("只用2017版规则的比赛，迟到多久算弃权由竞赛规程定（第二十一条）。")
    return Answer(f"对手：场分 {found['opp_match_points']}，级分 {level}", working, tuple(lines), cites=tuple(cites))


_FORFEIT_AT = {
    "停赛（恶意犯规，直接宣布）": "guandan-2017:16.5",
    "循环赛过半后退赛的未赛轮次": "guandan-2017:24.2.1",
    "积分编排赛当轮退赛": "guandan-2017:24.2.2",
}


def _all_seventeen(given: Mapping[str, Any], fixed_or_actual: int) -> tuple[int | None, str]:
    """The opponents' level points where the event gives 17 for every forfeit (D-09), and why; None where nothing is written."""
    plain = call("guandan.score.forfeit", {"kind": given["kind"], "regime": given["regime"]})["opp_level_points"]
    every = call("guandan.score.forfeit", {"kind": "迟到弃权", "regime": given["regime"]})["opp_level_points"]
    if fixed_or_actual > plain:
        return fixed_or_actual, f"超过 {plain} 分，按实际计算"
    if "levels_opp_own" in given:
        levels = given["levels_opp_own"]
        if call("guandan.score.level_points", {"own": levels[0], "opp": levels[1]})["own_pts"] > every:
            return None, f"对手实际正好 {plain} 分，赛事定一律 {every} 分时记几分没有写，由裁判长定"
    return every, f"赛事已定一律 {every} 分"


@model("guandan.late")
def late(values: Mapping[str, Any]) -> Answer:
    """What being late brings, with the supplement and without (21; supplement 1); the limits themselves are open (D-10)."""
    minutes = values["minutes"] + (A_LITTLE if values["seconds"] == "yes" else 0)
    found = lateness(minutes, Regime.SUPPLEMENT)
    lines = ["只用2017版规则的比赛，迟到怎样处理由竞赛规程定（第二十一条）。"]
    if minutes in (row["through"] for row in tables.rows("guandan-supplement", "lateness")):
        lines.insert(0, f"恰好 {minutes} 分钟归哪一档条文没有写明，这里照“以内”含本数；赛事另有规定的从规定。")
    if found.forfeit:
        points = call("guandan.score.forfeit", {"kind": "迟到弃权", "regime": "supplement"})
        said = f"以弃权论：对手场分 {points['opp_match_points']}，级分 {points['opp_level_points']}"
    elif not found.opponents_advance:
        return Answer("没有迟到", cites=("guandan-supplement:1.1",))
    else:
        said = f"对方自然升 {found.opponents_advance} 级"
        lines.insert(0, "首副打哪一级由规程定。")
    return Answer(said, (), tuple(lines), cites=(f"guandan-supplement:{found.at}", "guandan-2017:21"), kind="bad")
