"""Rulings being made, as they are kept: each by itself, so that a page loaded again, or another window, goes on with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from app.base.form import Form
from app.base.opened import trees
from app.journal.records import EventBody
from app.ruling.assignment import scene_words
from app.ruling.deal_sheet import unnamed
from app.ruling.scene import Scene, number_of, scene_of, text_of
from app.ruling.standing import Context, Heard, Incident, Moment, stand
from app.ruling.timer import Timer
from app.ruling.walk import Walk
from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError
from decision_trees.roles import OFFICIALS

if TYPE_CHECKING:
    from rules_data.model import GameId

MOST = 24  # rulings kept
RECORDED = 4  # of those that are in the journal: for a page loaded again
DAYS = 3  # a ruling nobody went on with is kept
OFFERED = 3  # to be gone on with


def summary(walk: Walk) -> dict[str, Any]:
    """What the list of open rulings says of one; what there is nothing to say of is left out, for it goes out with each answer."""
    words = scene_words(EventBody(""), walk.scene.place, walk.scene.offenders)  # by number: names stand in the journal
    more = {"where": words, "waits": waits_for(walk), "ends": walk.timer.ends if walk.timer else None}
    return {
        "tree": walk.tree_id,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "asked": walk.asked,
        "done": walk.done,
        "recorded": walk.record is not None,
        **{name: value for name, value in more.items() if value},
    }


def waits_for(walk: Walk) -> str:
    """Who has yet to choose before a ruling goes on; empty where something is still asked, or nothing is left open."""
    step = walk.standing.step
    choice = step.outcome.choice if isinstance(step, Ruled) and not walk.done else None
    return choice.who if choice is not None else ""


def how_far(kept: Mapping[str, Any]) -> str:
    """Say where a ruling stands, by its summary."""
    if kept.get("recorded"):
        return "已记入日志"
    if kept.get("done"):
        return "已裁定，还没有记"
    if who := text_of(kept.get("waits")):
        return f"裁完，等{who}{'定' if OFFICIALS.search(who) else '选'}"
    return f"裁到一半，已答 {number_of(kept.get('asked')) or 0} 问"


def plain(walk: Walk) -> dict[str, Any]:
    """A ruling as it is kept: what was answered, in which order, where it was, and what it was made with."""
    return (
        {
            "tree": walk.tree_id,
            "scene": walk.scene.plain(),
            "context": {"facts": dict(walk.context.facts), "settled": dict(walk.context.settled)},
            "steps": [
                *(_plain_step(moment, walk.scene) for moment in walk.steps),
                _plain_step(Moment(walk.standing, walk.ticked), walk.scene),
            ],
            "incident": {"id": walk.incident.id, "record": walk.incident.record},
            "record": walk.record,
            "recorded": walk.recorded is walk.standing,
            "form": {name: value for name, value in walk.form.values.items() if value},
            "timer": asdict(walk.timer) if walk.timer else None,
        }
        | ({"charged": True} if walk.charged else {})
        | ({"follows": walk.follows} if walk.follows else {})
        | _plain_heard(walk)
    )


def _plain_heard(walk: Walk) -> dict[str, Any]:
    if not walk.heard:
        return {}
    heard = {name: {"value": each.value, "words": each.words} for name, each in walk.heard.items()}
    return {"heard": heard, "agreed": walk.agreed}


def _plain_step(moment: Moment, now: Scene) -> dict[str, Any]:
    at = moment.standing
    kept = {"facts": dict(at.facts), "settled": dict(at.settled), "ticked": list(moment.ticked)}
    return kept if moment.scene in (None, now) else {**kept, "scene": moment.scene.plain()}


def take(walk: Walk, kept: Mapping[str, Any]) -> bool:
    """Go on with a ruling where it was left; whether it could be read. Where not, it stays as it is."""
    if kept.get("tree") != walk.tree_id:
        return False
    if plain(walk) == kept:
        return True
    around = kept.get("context") or {}
    game = walk.tree.game
    try:
        context = Context(dict(around.get("facts") or {}), dict(around.get("settled") or {}))
        scene = scene_of(kept.get("scene"), game)
        if scene.sheet is None and _of_a_deal(walk.tree_id, context):
            scene = replace(scene, sheet=unnamed(scene))  # written before deals had names: it went by the one there
        steps = [_step(walk.tree_id, each, context, scene) for each in kept["steps"]]
        last = steps[-1].standing
        timer = Timer(**kept["timer"]) if kept.get("timer") else None
        heard = {name: Heard(each["value"], str(each["words"])) for name, each in dict(kept.get("heard") or {}).items()}
        form = {name: tuple(v) if isinstance(v, list) else v for name, v in dict(kept.get("form") or {}).items()}
    except (RuleInputError, KeyError, TypeError, ValueError, AttributeError, IndexError):
        return False  # of another version of the trees
    walk.context = context
    walk.scene = scene
    walk.timer = timer
    if form != walk.form.values:
        walk.form = Form(form)
    incident = kept.get("incident") or {}
    walk.incident.record = text_of(incident.get("record")) or walk.incident.record
    walk.record = text_of(kept.get("record"))
    walk.charged = kept.get("charged") is True
    walk.follows = text_of(kept.get("follows")) or ""
    walk.heard, walk.agreed = heard, kept.get("agreed") is True
    walk.resume(steps)
    walk.recorded = last if walk.record and kept.get("recorded") else None
    return True


def _of_a_deal(tree_id: str, context: Context) -> bool:
    """Whether something of the deal at the table was known."""
    deal = trees().tree(tree_id).deal
    return deal is not None and any(
        name in deal.facts and deal.facts[name].lasts in ("deal", "table") for name in context.facts
    )


def _step(tree_id: str, kept: Mapping[str, Any], context: Context, scene: Scene) -> Moment:
    standing = stand(tree_id, dict(kept["facts"]), dict(kept["settled"]), context)
    elsewhere = scene_of(kept["scene"], scene.game) if "scene" in kept else scene
    return Moment(standing, tuple(str(line) for line in kept["ticked"]), elsewhere)


def incident_of(kept: Mapping[str, Any], others: Mapping[str, Walk]) -> Incident:
    """The incident a kept ruling speaks of: the same as that of another ruling of this window where it has one name."""
    told = kept.get("incident")
    incident = told if isinstance(told, Mapping) else {}
    name = text_of(incident.get("id"))
    same = next((walk.incident for walk in others.values() if walk.incident.id == name), None)
    if same is not None:
        return same
    return Incident(text_of(incident.get("record")), name) if name else Incident()


def to_go_on(kept: Mapping[str, Any], game: GameId, but: str | None = None) -> list[tuple[str, Mapping[str, Any]]]:
    """The rulings of a game that are not in the journal yet, the last touched first; ``but`` is one shown already.

    What somebody put aside is not offered, until it is gone on with.
    """
    found = [
        (name, each)
        for name, each in kept.items()
        if name != but
        and isinstance(each, Mapping)
        and each.get("tree") in trees().trees
        and trees().tree(each["tree"]).game == game
        and not each.get("recorded")
        and not each.get("aside")
        and number_of(each.get("asked"))
    ]
    return sorted(found, key=lambda item: str(item[1].get("at")), reverse=True)[:OFFERED]


def limits(kept: Mapping[str, Any]) -> list[tuple[str, str, float]]:
    """The time limits that rulings have set: the name of each, its tree, and when it is over by the wall clock."""
    return [
        (name, each["tree"], float(ends))
        for name, each in kept.items()
        if isinstance(each, Mapping)
        and each.get("tree") in trees().trees
        and isinstance(ends := each.get("ends"), int | float)
    ]


def outlived(kept: Mapping[str, Any], now: datetime | None = None) -> list[str]:
    """The rulings that are no longer kept: those nobody went on with for days, and the oldest of too many.

    What is in the journal need not be kept here as well; the list of all of them is written with every answer.
    """
    since = ((now or datetime.now(UTC)) - timedelta(days=DAYS)).isoformat(timespec="seconds")
    by_age = sorted(kept, key=lambda name: _at(kept[name]), reverse=True)
    recorded = [name for name in by_age if isinstance(kept[name], Mapping) and kept[name].get("recorded")]
    too_many = {*by_age[MOST:], *recorded[RECORDED:]}
    return [name for name in by_age if name in too_many or _at(kept[name]) < since]


def _at(kept: Any) -> str:
    return str(kept.get("at") or "") if isinstance(kept, Mapping) else ""
