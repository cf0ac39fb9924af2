"""Which irregularity a story is: the trees it may be about, the likeliest first, or that no tree rules it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp

from search.hearing.features import features
from search.hearing.weights import FINE, GAMES, NO, RULED, weights_of

MOST = 3
"""Trees offered for a story."""

# Both found on the sentences of writers left out, and on stories made up that no tree rules.
SHARP = 9  # how much likelier a tree is, a point of its score ahead of another
DOUBT = -FINE // 5  # from which doubt on, less how much more speaks for the likeliest tree than for none, none rules
TELLING, MOST_TELLING = (
    FINE // 4,
    2,
)  # how much each fact of the likeliest tree that was said speaks against that, and how many count

Told = Callable[[str], int]
"""How many facts that only this tree asks for a story says."""

Possible = Callable[[str], int | bool]
"""Whether a story with what was said can have happened that this tree rules: more than 1 where what was said shows that it did."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A tree that a story may be about."""

    tree: str
    score: float  # how likely, 0 to 1


def game_of(text: str, among: Sequence[str]) -> str | None:
    """The game a story is about, of those for which something was learnt."""
    weights = weights_of(GAMES)
    if weights is None:
        return None
    found = features(text)
    scores = dict(zip(weights.names, weights.scores(found), strict=True))
    known = {game: scores[game] + _likeliest(found, game) for game in among if game in scores}
    return min(known, key=lambda game: (-known[game], game)) if known else None


def _likeliest(found: set[str], game: str) -> int:
    """How much speaks for the likeliest tree of a game."""
    weights = weights_of(game)
    if weights is None:
        return -FINE
    return max(score for tree, score in zip(weights.names, weights.scores(found), strict=True) if tree)


def ranked(
    text: str, game: str, possible: Possible = lambda tree: True, told: Told = lambda tree: 0
) -> list[Ranked] | None:
    """The trees a story may be about, likeliest first; none where no tree rules it.

    None instead of a list where nothing was learnt for the game. A tree that is not ``possible`` comes after all others, one
    that is more than that before them. A story that says facts of the likeliest tree (``told``) is less easily one
    that no tree rules.
    """
    weights = weights_of(game)
    if weights is None:
        return None
    found = features(text)
    scores = dict(zip(weights.names, weights.scores(found), strict=True))
    none = scores.pop("", 0)  # no tree
    order = sorted(scores, key=lambda tree: (-scores[tree], tree))
    beyond = doubt(found) + none - scores[order[0]] - DOUBT
    if beyond >= 0 and not any(int(possible(tree)) > 1 for tree in order):  # what calls show has happened
        beyond -= TELLING * min(MOST_TELLING, told(order[0]))
        if beyond >= 0:
            return []
    likely = _likely(scores)
    best = order[: 2 * MOST] + [tree for tree in order[2 * MOST :] if int(possible(tree)) > 1]
    best.sort(key=lambda tree: -int(possible(tree)))
    return [Ranked(tree, round(likely[tree], 4)) for tree in best[:MOST]]


def doubt(found: set[str]) -> int:
    """How much speaks for it that no tree rules a story with these features, in parts of :data:`FINE`."""
    weights = weights_of(RULED)
    return -FINE if weights is None else weights.scores(found)[weights.names.index(NO)]


def _likely(scores: Mapping[str, int]) -> dict[str, float]:
    """How likely each tree is."""
    top = max(scores.values())
    parts = {tree: exp(max(-50.0, (score - top) * SHARP / FINE)) for tree, score in scores.items()}
    total = sum(parts.values())
    return {tree: part / total for tree, part in parts.items()}
