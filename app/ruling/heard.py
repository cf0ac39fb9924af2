"""What was heard in a story told at the table: the irregularities it may be, and what they begin with.

What is heard is taken for said until somebody takes it back; it stands in the ruling as heard, with its words, until it is
said otherwise, and nothing is recorded on it before somebody has agreed that it was heard right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from app.base.opened import compiled_trees, engine, handbook, law, trees
from app.ruling.declared import declared
from app.ruling.standing import Heard
from app.ruling.walk import start
from app.ruling.wording import USUAL, shaped
from decision_trees.games import games
from decision_trees.steps import Known, Ruled
from decision_trees.values import read, show

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from app.ruling.standing import Context
    from app.ruling.walk import Walk
    from search.hearing.facts import Told as Said
    from search.hearing.story import Hearing, Story

TOLD = 8  # characters; what is shorter is looked for, not told
FEW = 4  # answers that are offered beside what was heard
SURE = 0.7  # how likely an irregularity must be to be offered where nobody asked for a ruling: then 98 in 100 are right

Denied = tuple[str, str]
"""A fact taken back, and the value that was heard of it: said otherwise it is heard again."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way on from what was heard, by one tap: an answer, or several said in one sentence."""

    say: str
    facts: Mapping[str, Any]
    help: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """One irregularity a story may be, and where its ruling would begin."""

    tree: str
    heard: Mapping[str, Heard]
    said: tuple[tuple[str, str, str], ...]  # of each fact: its name, what it is with its value, the words
    ruling: str  # the first sentence of the ruling, where nothing is left to be asked
    questions: int  # that are still asked at least
    left: tuple[str, ...] = ()  # what was heard and is not taken, and why: a sentence each
    ask: str = ""  # what is asked first, where it is answered by few ways
    ways: tuple[Way, ...] = ()


@cache
def hearing() -> Hearing:
    """Return what understands stories; read when the first is told."""
    from search.hearing.story import Hearing

    return Hearing(compiled_trees(), law(), engine)


def folded(text: str) -> str:
    """What was told in Simplified characters, of the same length: as stories are heard."""
    return handbook().script.simplified(text)


def story(text: str, game: str | None) -> Story | None:
    """Return what a story says, its game told apart where none is given; None for what is too short to be one."""
    if len(text) < TOLD or (game is not None and game not in games()):  # of a text alone: nobody taught how it is told
        return None
    return hearing().story(folded(text), game)


def sure(text: str, game: str | None) -> str | None:
    """The irregularity a text tells of, where there is little doubt that it tells of one."""
    understood = story(text, game)
    if understood is None or not understood.trees or understood.trees[0].score < SURE:
        return None
    return understood.trees[0].tree


def begun(text: str, tree: str, context: Context, denied: Collection[Denied] = ()) -> Told:
    """Return how the ruling of a story would begin, with what was heard and not taken back, and not known otherwise."""
    from search.hearing.facts import told

    said = told(folded(text), tree, trees().tree(tree).game)
    found = {
        each.name: Heard(each.value, as_typed(each.said, text))
        for each in said.facts
        if denial(each.name, each.value) not in denied and each.name not in context.facts
    }
    walk = start(tree, {name: each.value for name, each in found.items()}, context)
    taken = {name: each for name, each in found.items() if name in walk.standing.facts}
    chips = tuple(
        (known.name, f"{known.label}：{shaped(walk.shown(known))}", taken[known.name].words)
        for known in walk.chips()
        if known.name in taken
    )
    step = walk.standing.step
    ruling = step.outcome.ruling if isinstance(step, Ruled) else ""
    questions = hearing().questions(walk.tree, walk.standing.facts)
    return Told(tree, taken, chips, ruling, questions, tuple(_left(walk, said, context)), *_onward(walk))


def _onward(walk: Walk) -> tuple[str, tuple[Way, ...]]:
    """What is asked first, and what answers it by one tap: what mostly happens, in a sentence, else its answers if they are few."""
    if usual := walk.usual():
        known = walk.standing.facts
        left = [Way(each.say, {name: v for name, v in each.facts.items() if name not in known}) for each in usual]
        return USUAL, tuple(left)
    posed = walk.question()
    if posed is None or posed.fact.kind not in ("bool", "choice") or len(posed.fact.options) > FEW:
        return "", ()
    if posed.fact.kind == "bool":
        return posed.ask, (Way("是", {posed.name: True}), Way("否", {posed.name: False}))
    return posed.ask, tuple(Way(o.text, {posed.name: key}, o.help) for key, o in posed.fact.options.items())


def denial(name: str, value: object) -> Denied:
    """What is remembered of a fact that was taken back."""
    return name, repr(value)


def as_typed(words: str, text: str) -> str:
    """Words of a story as they were typed, in whichever script."""
    at = folded(text).find(words)
    return text[at : at + len(words)] if at >= 0 else words


def _left(walk: Walk, said: Said, context: Context) -> Iterator[str]:
    """Say what was heard in two ways, and what the table knows otherwise."""
    game, facts = trees().tree(walk.tree_id).game, declared(walk.tree_id)
    for twice in said.contradictions:
        yield f"{facts[twice.name].label}：听到两种说法，还要问。"
    for each in said.facts:  # also what the way to the question does not pass
        if each.name not in facts or each.name not in context.facts:
            continue
        fact = facts[each.name]
        now, told = (read(game, each.name, fact, value, {}) for value in (context.facts[each.name], each.value))
        if now != told:
            shown = shaped(walk.shown(Known(each.name, now, fact.label, show(fact, now), "given")))
            yield f"{fact.label}：牌局里是{shown}，与“{each.said}”不同，照牌局；要改，到裁决里点它。"


def still_heard(walk: Walk) -> dict[str, str]:
    """What stands in a ruling as it was heard, and nobody has said otherwise since: the words of each fact."""
    facts = walk.standing.facts
    return {name: each.words for name, each in walk.heard.items() if name in facts and facts[name] == each.value}
