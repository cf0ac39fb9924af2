"""A game that is known by its text alone -> the files of a folder of ``decision_trees``, for a maintainer to adopt.

What a person confirmed is in them: the game, who sits where, what is counted, rights, clocks, the trees; the terms stand with the
book. Written without a library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from decision_trees.from_text import FromText
from decision_trees.own_trees import record_of
from decision_trees.rights import Rights
from rules_data.brought.exporting import BadName
from rules_data.brought.yaml_text import dump
from rules_data.records import plain

_ID = re.compile(r"[a-z][a-z0-9_]*")


def game_files(own: FromText, game: str, as_: str = "", books: Mapping[str, str] | None = None) -> dict[str, str]:
    """The files of the folder by their paths in it. ``as_``: what the game is to be called; nothing: as it is here.

    ``books`` says which book is called otherwise. Raises :class:`BadName`.
    """
    if as_ and (not _ID.fullmatch(as_) or len(as_) > 40):
        raise BadName(f"项目的代号“{as_}”不合用，请只用小写字母、数字和下划线，如 doudizhu。")
    to = as_ or game
    called = books or {}

    def named(value: Any) -> Any:
        """A value in which the game and the books have their new names."""
        if isinstance(value, str):
            book, colon, number = value.partition(":")
            if colon and book in called:
                return f"{called[book]}:{number}"
            return f"{to}.{value[len(game) + 1 :]}" if value.startswith(f"{game}.") else value
        if isinstance(value, Mapping):
            return {key: named(inner) for key, inner in value.items()}
        return [named(each) for each in value] if isinstance(value, list | tuple) else value

    about = own.games[game]
    head = {**plain(about), "id": to, "books": [called.get(each, each) for each in about.books]}
    head["sides"] = dict(about.sides)
    trees = [tree for tree in own.trees.values() if tree.game == game]
    files = {
        "game.yaml": dump(head),
        "stages.yaml": dump([{"id": "any", "title": "全部"}]),
        "deal.yaml": dump(_deal(own, game)),
    }
    if ladder := _ladder(own, game, {effect.kind for t in trees for o in t.outcomes.values() for effect in o.effects}):
        files["ladder.yaml"] = dump(named(ladder))
    if (rights := own.rights.get(game)) is not None:
        files["rights.yaml"] = dump(named(plain(_once(rights))))
    if clocks := [named(plain(clock)) for clock in own.clocks.values() if clock.game == game]:
        files["clocks.yaml"] = dump(clocks)
    for tree in trees:
        files[f"trees/{tree.id.partition('.')[2]}.yaml"] = dump(named(record_of(tree)))
    return files


def _once(rights: Rights) -> Rights:
    """Each sentence once for each, as the files have them: one that was said to ban and to bid stands as a ban."""
    from dataclasses import replace

    lines = {(line.roles, line.text): line for line in reversed(rights.lines)}
    return replace(rights, lines=tuple(line for line in rights.lines if lines[line.roles, line.text] is line))


def _deal(own: FromText, game: str) -> dict[str, Any]:
    from dataclasses import replace

    deal = own.deals[game]
    facts = {name: replace(fact, seats={}) for name, fact in deal.facts.items()}
    made: dict[str, Any] = plain(replace(deal, seats={}, sides={}, facts=facts))
    return made


def _ladder(own: FromText, game: str, effects: Iterable[str]) -> dict[str, Any]:
    """What is counted, as far as a tree counts it: of a kind that none does the files say nothing."""
    ladder, used = own.ladders[game], set(effects)
    kinds = {kind: plain(counted) for kind, counted in ladder.kinds.items() if kind in used}
    return {"kinds": kinds, "effects": {kind: kind for kind in kinds}} if kinds else {}
