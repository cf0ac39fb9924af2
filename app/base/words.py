"""The words of the interface that more than one screen uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from decision_trees.games import every_game, games, offered_games

if TYPE_CHECKING:
    from rules_data.model import GameId

APP = "执裁"


class _Names(Mapping[str, str]):
    """The names of the games that are chosen among, as they are now: those known by a text alone come and go with it."""

    def __getitem__(self, game: GameId) -> str:
        return offered_games()[game].name

    def __iter__(self) -> Iterator[GameId]:
        return iter(offered_games())

    def __len__(self) -> int:
        return len(offered_games())


GAMES: Mapping[GameId, str] = _Names()


TAUGHT: Mapping[GameId, str] = {game.id: game.name for game in games().values()}
"""The games that came with the program: those there are questions and exams of."""


def game_name(game: GameId) -> str:
    """What a game is called, also one whose text is not here: such a one has its name for its id."""
    found = every_game().get(game)
    return found.name if found is not None else game


COUNTED: Mapping[str, str] = {  # what rulings count against a pair
    "warning": "警告",
    "violation": "违例",
    "foul": "犯规",
    "game_lost": "判负（局）",
    "not_announced": "未报牌",
    "announced_twice": "重复报牌",
    "asked_count": "追问余牌",
    "signals": "传递信号",
    "forfeit": "判负",
    "illegal_information": "传递非法信息",
}


def counted_as(kind: str) -> str:
    """What a ruling counts against a pair, in a word; one that is counted by its own clause says so, whatever it is called."""
    return COUNTED.get(kind, "照本条记" if ":" in kind else kind)


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
