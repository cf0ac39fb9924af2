"""The words of the interface that more than one screen uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules_data.model import GameId

APP = "执裁"

GAMES: Mapping[GameId, str] = {game.id: game.name for game in games().values()}

COUNTED: Mapping[str, str] = {  # what rulings count against a pair
    "warning": "警告",
    "violation": "违例",
    "foul": "犯规",
    "game_lost": "判负（局）",
    "not_announced": "未报牌",
    "forfeit": "判负",
    "illegal_information": "传递非法信息",
}

FORMATS: Mapping[str, str] = {"games": "计局", "deals": "计副", "timed": "计时", "rounds": "轮次"}

EFFECTS: Mapping[str, str] = {
    "adds": "补充",
    "replaces": "取代",
    "narrows": "收窄",
    "conflicts": "抵触",
    "agrees": "一致",
    "repeals": "废止",
}

STANDINGS: Mapping[str, str] = {
    "reading": "按建议读法执行",
    "remark": "仅供参考，不改变裁定",
    "misprint": "字误",
    "note": "排印说明",
}

OWN_ERROR = "判错了"
"""What a referee says of a ruling that was wrong."""
OWN_ERROR_NOT_WRITTEN = "裁判判错以后怎样处理，条文没有写：照现在的牌局重新裁定，定不下的报裁判长。"
