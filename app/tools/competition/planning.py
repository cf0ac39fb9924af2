"""How an event may be played: what can be chosen, and what a plan cannot be."""

from __future__ import annotations

from collections import Counter

from app.journal.competition import PlanBody
from app.tools.competition.meetings import GROUP_NAMES, PlanError
from app.tools.competition.scoring import law_of
from app.tools.competition.victory import check_table
from decision_trees.pairing import MOST_ROUND_ROBIN

FORMATS = {
    "round_robin": "循环赛",
    "swiss": "积分编排赛",
    "single": "单败淘汰",
    "double": "双败淘汰",
    "groups": "分组循环＋淘汰",
}


def check(plan: PlanBody, game: str) -> None:
    """Raise :class:`PlanError` for what no event can be played by."""
    number = len(plan.order)
    if number < 2:
        raise PlanError(f"至少要两对（队），现在是{number}；请先在赛事里录入参赛名单。")
    twice = [entrant for entrant, times in Counter(plan.order).items() if times > 1 or not entrant]
    if twice:
        raise PlanError(f"编号“{twice[0]}”在抽签顺序里重复；请改正名单。")
    if plan.scoring not in law_of(game).scorings:
        raise PlanError("这个项目没有这种记分办法；请重新选记分办法。")
    if plan.victory and plan.scoring != "points":
        raise PlanError("VP表用在录IMP的比赛里；请选“直接记得分”，或不用VP表。")
    check_table(plan.victory)
    if plan.format == "round_robin":
        _round_robin(number, plan.cycles)
    elif plan.format == "swiss":
        _swiss(plan, number)
    elif plan.format == "double" and not plan.drop and number > 3:
        raise PlanError(f"双败淘汰的负者落到负区哪个位置须由编排者定（{law_of(game).says_of('drop')}）；请选一种。")
    elif plan.format == "groups":
        _groups(plan, number)
    if plan.bye_points and len(plan.bye_points) != 2:
        raise PlanError("轮空的得分要写两项：场分、级分（没有第二项的写0）。")


def _round_robin(number: int, cycles: int) -> None:
    if number > MOST_ROUND_ROBIN:
        raise PlanError(f"循环赛至多编排{MOST_ROUND_ROBIN}对，现在是{number}；请分组或改用别的赛制。")
    if not 1 <= cycles <= 4:
        raise PlanError(f"循环数应是1至4，现在是{cycles}。")


def _swiss(plan: PlanBody, number: int) -> None:
    most = number - 1 + number % 2
    if not 1 <= plan.rounds <= most:
        raise PlanError(f"{number}对只能相遇一次，至多{most}轮，现在是{plan.rounds}轮；请改轮数。")
    if number % 2 and not plan.bye_points:
        raise PlanError("参赛对数是单数，每轮有一对轮空，怎样计分条文没有写；请按规程填轮空得分。")


def _groups(plan: PlanBody, number: int) -> None:
    if not 2 <= plan.groups <= min(len(GROUP_NAMES), number // 2):
        raise PlanError(f"{number}对分{plan.groups}组不成；组数应是2至{min(len(GROUP_NAMES), number // 2)}。")
    smallest = number // plan.groups
    if not 1 <= plan.through <= smallest:
        raise PlanError(f"每组出线名额应是1至{smallest}，现在是{plan.through}。")
    _round_robin(-(-number // plan.groups), plan.cycles)


def rounds_of(plan: PlanBody) -> int:
    """How many rounds a round robin of a plan has."""
    number = len(plan.order)
    return max(0, number - 1 + number % 2) * plan.cycles


def first_plan(game: str, order: tuple[str, ...], tables: tuple[str, ...] = (), rounds: int | None = None) -> PlanBody:
    """What is offered where nothing was chosen."""
    scoring = law_of(game).scorings[0]
    few = len(order) <= 12
    return PlanBody(
        "round_robin" if few else "swiss",
        order,
        rounds=min(rounds or 7, max(1, len(order) - 1)),
        groups=2,
        through=2,
        scoring=scoring,  # type: ignore[arg-type]
        tables=tables,
    )
