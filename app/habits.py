"""What this device is used for: the rulings made most often come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.library import trees

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.model import Tree
    from rules_data.model import Game

SHOWN = 6
AT_FIRST: Mapping[Game, tuple[str, ...]] = {  # until a device has habits of its own
    "bridge": (
        "bridge.established_revoke",
        "bridge.insufficient_bid",
        "bridge.opening_lead_face_up",
        "bridge.defender_lead_out_of_turn",
        "bridge.revoke",
        "bridge.misinformation_in_auction",
    ),
    "guandan": (
        "guandan.not_announced",
        "guandan.wrong_announcement",
        "guandan.play_out_of_turn",
        "guandan.wrong_tribute",
        "guandan.card_exposed",
        "guandan.slow_play",
    ),
    "shengji": (
        "shengji.failed_throw",
        "shengji.revoke",
        "shengji.play_out_of_turn",
        "shengji.exposed_card",
        "shengji.violation_count",
        "shengji.right_to_penalise",
    ),
}


def common(counts: Mapping[str, int], game: Game | None = None) -> list[Tree]:
    """Return the rulings made most often here, filled up with those that are common everywhere."""
    known = {tree.id: tree for tree in trees().trees.values() if not tree.part and game in (None, tree.game)}
    own = sorted((id_ for id_ in counts if id_ in known), key=lambda id_: -counts[id_])
    games = [game] if game else list(AT_FIRST)
    usual = [ids[at] for at in range(SHOWN) for each in games if at < len(ids := AT_FIRST[each])]
    return [known[id_] for id_ in dict.fromkeys([*own, *usual]) if id_ in known][:SHOWN]
