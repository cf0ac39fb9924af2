"""The deal at a table (牌局) as it is kept: what the rulings there have come to know of it, until the next deal.

A ruling takes over what its table knows, and what it comes to know itself goes back there. What still grows during the deal (an
auction, points gathered) is offered to be gone on with and not taken as known; what followed from it (declarer, contract) is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app.window.library import handbook, trees
from decision_trees.engine import Ruled, added_by, known_from_ruling, known_of_deal, next_deal

if TYPE_CHECKING:
    from app.ruling.scene import Scene
    from app.ruling.walk import Walk
    from app.window.shared_preferences import Kept
    from decision_trees.model import Deal

MOST = 80  # tables kept


def key_of(scene: Scene) -> str:
    """The name under which the deal at a table is kept."""
    return "|".join((scene.event, scene.game, scene.place.table or ""))


def _entries(kept: Mapping[str, Any], scene: Scene, part: str) -> dict[str, dict[str, Any]]:
    table = kept.get(key_of(scene))
    found = table.get(part) if isinstance(table, Mapping) else None
    if not isinstance(found, Mapping):
        return {}
    declared = _deal(scene).facts
    return {
        name: dict(each)
        for name, each in found.items()
        if name in declared and isinstance(each, Mapping) and "value" in each
    }


def _deal(scene: Scene) -> Deal:
    return trees().deals[scene.game]


def known_at(kept: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """What is known of the deal at a table before anything is asked there."""
    return {name: each["value"] for name, each in _entries(kept, scene, "facts").items()}


def begun_at(kept: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """What was entered at a table and may be gone on with: the auction so far."""
    return {name: each["value"] for name, each in _entries(kept, scene, "begun").items()}


def learned(walk: Walk) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a ruling has come to know of the deal: what stays known, and what may be gone on with."""
    deal, tree = trees().deals.get(walk.tree.game), walk.tree
    if deal is None:
        return {}, {}
    own = {
        name: value
        for name, value in walk.standing.facts.items()
        if name in deal.facts and (name not in tree.facts or tree.facts[name].kind == deal.facts[name].kind)
    }
    step = walk.standing.step
    if isinstance(step, Ruled):
        own |= known_from_ruling(deal, step.outcome, walk.standing.facts)
    stays = {n: v for n, v in own.items() if deal.facts[n].lasts != "incident" and not deal.facts[n].grows}
    begun = {n: v for n, v in own.items() if deal.facts[n].lasts != "incident" and deal.facts[n].grows}
    for name, value in known_of_deal(deal, tree.game, begun, handbook().books, walk.readings).items():
        if name not in begun and deal.facts[name].lasts in ("deal", "table") and not deal.facts[name].grows:
            stays[name] = value
    return stays, begun


def _added(walk: Walk) -> dict[str, Any]:
    """What a ruling adds to numbers of the deal: penalties imposed."""
    deal, step = trees().deals.get(walk.tree.game), walk.standing.step
    return added_by(deal, step.figures) if deal is not None and isinstance(step, Ruled) else {}


def _with_added(
    wanted: dict[str, dict[str, Any]],
    entries: Mapping[str, dict[str, Any]],
    walk: Walk,
    said: Mapping[str, Any],
) -> None:
    """Add what a ruling adds, once, to what it was told or else to what the table had before it; ``before`` keeps that."""
    added = _added(walk)
    for name, entry in entries.items():
        if entry.get("by") == walk.id and entry.get("before") and name not in added and name not in said:
            wanted[name] = {"value": entry["before"]}
    for name, more in added.items():
        entry = entries.get(name, {})
        before = said.get(name, entry.get("before" if entry.get("by") == walk.id else "value")) or 0
        wanted[name] = {"value": before + more, "by": walk.id, "before": before}


def remember(kept: Kept, walk: Walk, at: str) -> bool:
    """Put what a ruling knows of the deal to its table; what it no longer says goes. Whether anything changed."""
    table = kept.setdefault(key_of(walk.scene), {})
    changed = False
    for part, values in zip(("facts", "begun"), learned(walk), strict=True):
        entries = _entries(kept, walk.scene, part)
        wanted = {n: each for n, each in entries.items() if each.get("by") != walk.id or n in values}
        for name, value in values.items():
            if wanted.get(name, {}).get("value") != value:
                wanted[name] = {"value": value, "by": walk.id}
        if part == "begun":
            _with_added(wanted, entries, walk, values)
        if wanted != entries:
            table[part] = wanted
            changed = True
    if changed:
        table["at"] = at
    if not table:
        del kept[key_of(walk.scene)]
    for stale in sorted(kept, key=lambda name: str(kept[name].get("at", "")), reverse=True)[MOST:]:
        del kept[stale]
    return changed


def turn_over(kept: Kept, scene: Scene, at: str, settled: Mapping[str, str]) -> None:
    """Begin the next deal at a table, by what its event has decided."""
    before = known_at(kept, scene) | begun_at(kept, scene)
    after = next_deal(_deal(scene), scene.game, before, handbook().books, settled)
    kept[key_of(scene)] = {"facts": {name: {"value": value} for name, value in after.items()}, "at": at}
