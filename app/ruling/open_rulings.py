"""Rulings being made, as they are kept: each by itself, so that a page loaded again, or another window, goes on with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from app.ruling.assignment import place_words
from app.ruling.scene import number_of, scene_of, text_of
from app.ruling.timer import Timer
from app.ruling.walk import Context, Incident, Standing, Walk, stand
from app.window.form import Form
from app.window.library import trees
from decision_trees.functions import RuleInputError

MOST = 24  # rulings kept
DAYS = 3  # a ruling nobody went on with is kept
OFFERED = 3  # to be gone on with


def summary(walk: Walk) -> dict[str, Any]:
    """What the list of open rulings says of one."""
    words = " ".join(part for part in (place_words(walk.scene.place), "、".join(walk.scene.offenders)) if part)
    return {
        "tree": walk.tree_id,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "asked": walk.asked,
        "done": walk.done,
        "recorded": walk.record is not None,
        "where": words,
    }


def plain(walk: Walk) -> dict[str, Any]:
    """A ruling as it is kept: what was answered, in which order, where it was, and what it was made with."""
    return {
        "tree": walk.tree_id,
        "scene": walk.scene.plain(),
        "context": {"facts": dict(walk.context.facts), "settled": dict(walk.context.settled)},
        "steps": [
            *(
                {"facts": dict(at.facts), "settled": dict(at.settled), "ticked": list(ticked)}
                for at, ticked in walk.steps
            ),
            {"facts": dict(walk.standing.facts), "settled": dict(walk.standing.settled), "ticked": list(walk.ticked)},
        ],
        "incident": {"id": walk.incident.id, "record": walk.incident.record},
        "record": walk.record,
        "recorded": walk.recorded is walk.standing,
        "form": {name: value for name, value in walk.form.values.items() if value},
        "timer": asdict(walk.timer) if walk.timer else None,
    }


def take(walk: Walk, kept: Mapping[str, Any]) -> bool:
    """Go on with a ruling where it was left; whether it could be read. Where not, it stays as it is."""
    if kept.get("tree") != walk.tree_id:
        return False
    if plain(walk) == kept:
        return True
    around = kept.get("context") or {}
    try:
        context = Context(dict(around.get("facts") or {}), dict(around.get("settled") or {}))
        steps = [_step(walk.tree_id, each, context) for each in kept["steps"]]
        last, _ = steps[-1]
        timer = Timer(**kept["timer"]) if kept.get("timer") else None
        form = {name: tuple(v) if isinstance(v, list) else v for name, v in dict(kept.get("form") or {}).items()}
    except (RuleInputError, KeyError, TypeError, ValueError, AttributeError, IndexError):
        return False  # of another version of the trees
    walk.context = context
    walk.scene = scene_of(kept.get("scene"), walk.tree.game)
    walk.timer = timer
    if form != walk.form.values:
        walk.form = Form(form)
    incident = kept.get("incident") or {}
    walk.incident.record = text_of(incident.get("record")) or walk.incident.record
    walk.record = text_of(kept.get("record"))
    walk.resume(steps)
    walk.recorded = last if walk.record and kept.get("recorded") else None
    return True


def _step(tree_id: str, kept: Mapping[str, Any], context: Context) -> tuple[Standing, tuple[str, ...]]:
    standing = stand(tree_id, dict(kept["facts"]), dict(kept["settled"]), context)
    return standing, tuple(str(line) for line in kept["ticked"])


def incident_of(kept: Mapping[str, Any], others: Mapping[str, Walk]) -> Incident:
    """The incident a kept ruling speaks of: the same as that of another ruling of this window where it has one name."""
    told = kept.get("incident")
    incident = told if isinstance(told, Mapping) else {}
    name = text_of(incident.get("id"))
    same = next((walk.incident for walk in others.values() if walk.incident.id == name), None)
    if same is not None:
        return same
    return Incident(text_of(incident.get("record")), name) if name else Incident()


def to_go_on(kept: Mapping[str, Any], but: str | None = None) -> list[tuple[str, Mapping[str, Any]]]:
    """The rulings that are not in the journal yet, the last touched first; ``but`` is one shown already."""
    found = [
        (name, each)
        for name, each in kept.items()
        if name != but
        and isinstance(each, Mapping)
        and each.get("tree") in trees().trees
        and not each.get("recorded")
        and number_of(each.get("asked"))
    ]
    return sorted(found, key=lambda item: str(item[1].get("at")), reverse=True)[:OFFERED]


def outlived(kept: Mapping[str, Any], now: datetime | None = None) -> list[str]:
    """The rulings that are no longer kept: those nobody went on with for days, and the oldest of too many."""
    since = ((now or datetime.now(UTC)) - timedelta(days=DAYS)).isoformat(timespec="seconds")
    by_age = sorted(kept, key=lambda name: _at(kept[name]), reverse=True)
    return [name for place, name in enumerate(by_age) if place >= MOST or _at(kept[name]) < since]


def _at(kept: Any) -> str:
    return str(kept.get("at") or "") if isinstance(kept, Mapping) else ""
