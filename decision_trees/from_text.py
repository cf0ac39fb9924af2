"""Games that were brought by their texts alone, in the records every game has: who sits where, rights, ladder, clocks, trees.

Only what a person confirmed is in them. What their rules mean beyond that, nobody here knows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from decision_trees import own_trees
from decision_trees.clocks import Clock, Step
from decision_trees.games import Called, Game, Pack, games
from decision_trees.ladder_steps import COUNTED
from decision_trees.library import Library
from decision_trees.model import CountedKind, Deal, Ladder, Stage, Tree
from decision_trees.rights import Line, Rights, RightsStage, Role
from rules_data.brought.game_model import LadderKind, OwnGame
from rules_data.brought.game_reading import FEWEST, MODES, MOST, WHO, said_in
from rules_data.brought.model import Brought

T = TypeVar("T")
FIRST = 100  # of their order, after the games that came with the program
_NUMBERS = "一二三四五六七八"
_LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class FromText:
    """The games of the texts of one device."""

    games: Mapping[str, Game] = field(default_factory=dict)  # also those of texts that were withdrawn, to be read
    offered: frozenset[str] = frozenset()  # those that are chosen among
    books: Mapping[str, tuple[Brought, ...]] = field(default_factory=dict)  # by game, not withdrawn
    trees: Mapping[str, Tree] = field(default_factory=dict)
    rights: Mapping[str, Rights] = field(default_factory=dict)
    ladders: Mapping[str, Ladder] = field(default_factory=dict)
    steps: Mapping[str, tuple[LadderKind, ...]] = field(default_factory=dict)  # what counts come to, by game
    deals: Mapping[str, Deal] = field(default_factory=dict)
    clocks: Mapping[str, Clock] = field(default_factory=dict)


NONE = FromText()


def from_text(books: Iterable[Brought]) -> FromText:
    """The games of some texts."""
    of: dict[str, list[Brought]] = {}
    for each in books:
        if each.own_game is not None and each.own_game.name not in games():
            of.setdefault(each.own_game.name, []).append(each)
    if not of:
        return NONE
    found: dict[str, Game] = {}
    standing = {name: tuple(each for each in listed if not each.withdrawn) for name, listed in of.items()}
    made = FromText(games=found, offered=frozenset(name for name, left in standing.items() if left), books=standing)
    trees: dict[str, Tree] = {}
    rights: dict[str, Rights] = {}
    ladders: dict[str, Ladder] = {}
    steps: dict[str, tuple[LadderKind, ...]] = {}
    deals: dict[str, Deal] = {}
    clocks: dict[str, Clock] = {}
    for order, (name, every) in enumerate(of.items(), FIRST):
        left = standing[name]
        kinds = tuple({kind.kind: kind for each in left for kind in reversed(_game(each).ladder)}.values())
        found[name] = _game_of(name, order, left or every, kinds)
        deals[name] = own_trees.deal_of(found[name].seats, found[name].sides)
        ladders[name], steps[name] = _ladder_of(left, kinds), kinds
        if (own := _rights_of(left)) is not None:
            rights[name] = own
        clocks |= {clock.id: clock for each in left for clock in _clocks_of(name, each)}
        trees |= {tree.id: tree for each in left for tree in _trees_of(name, each, deals[name])}
    return replace(made, trees=trees, rights=rights, ladders=ladders, steps=steps, deals=deals, clocks=clocks)


def _game(brought: Brought) -> OwnGame:
    assert brought.own_game is not None, "only texts of games of their own are asked"
    return brought.own_game


def _game_of(name: str, order: int, books: Sequence[Brought], kinds: Sequence[LadderKind]) -> Game:
    first = _game(books[0])
    seats = seats_of(first.seats)
    letters = "".join(seats)
    two = first.sides and len(seats) % 2 == 0
    sides = {letters[0::2]: "单号方", letters[1::2]: "双号方"} if two else {}
    by_game = any(kind.within == "game" for kind in kinds)
    return Game(
        id=name, order=order, name=name, sign=name[0], seats=seats, sides=sides, called=Called(names=(name,)),
        books=tuple(each.book.id for each in books), pack=Pack(hand=1), turns="anticlockwise",
        counters=("round", "game", "deal") if by_game else ("round", "deal"),
    )  # fmt: skip


def seats_of(number: int) -> dict[str, str]:
    """The seats of a table of so many, in the order of play."""
    number = min(MOST, max(FEWEST, number))
    return {_LETTERS[n]: f"{_NUMBERS[n]}号位" for n in range(number)}


def _ladder_of(books: Iterable[Brought], kinds: Iterable[LadderKind]) -> Ladder:
    where = {kind.kind: each.book.id for each in books for kind in _game(each).ladder}
    counted: dict[str, CountedKind] = {
        kind.kind: CountedKind(
            title=COUNTED[kind.kind],
            within=kind.within,
            cites=tuple(f"{where[kind.kind]}:{step.cite}" for step in kind.steps if step.cite),
        )
        for kind in kinds
    }
    return Ladder(kinds=counted, effects={kind: kind for kind in counted})


def _rights_of(books: Iterable[Brought]) -> Rights | None:
    """The sentences that were confirmed, each for him it was said of, at the part of the text it stands in."""
    lines: list[Line] = []
    stages: dict[str, RightsStage] = {}
    roles: dict[str, str] = {}
    for each in books:
        marks = [m for m in _game(each).marks if m.accepted and m.what in MODES]
        where = {said.sentence: said for said in said_in(each.book)} if marks else {}
        order = list(where)
        for mark in sorted((m for m in marks if m.sentence in where), key=lambda m: order.index(m.sentence)):
            said = where[mark.sentence]
            part = said.above.partition("，")[0] or each.book.short
            stage = stages.setdefault(part, RightsStage(id=f"part{len(stages) + 1}", title=part, about=each.book.title))
            who = mark.who or WHO[0]
            role = roles.setdefault(who, f"role{len(roles) + 1}")
            words: dict[str, Any] = {mark.what: mark.sentence}
            lines.append(Line(roles=(role,), stages=(stage.id,), cites=(said.by,), **words))
    if not lines:
        return None
    present = {
        role: tuple(dict.fromkeys(s for line in lines if role in line.roles for s in line.stages))
        for role in roles.values()
    }
    people = tuple(Role(id=id_, title=who, stages=present[id_]) for who, id_ in roles.items())
    return Rights(roles=people, stages=tuple(stages.values()), lines=tuple(lines))


def _clocks_of(game: str, brought: Brought) -> Iterator[Clock]:
    marks = [m for m in _game(brought).marks if m.accepted and m.what == "clock" and m.seconds > 0]
    where = {said.sentence: said.by for said in said_in(brought.book)} if marks else {}
    for mark in marks:
        if mark.sentence in where:
            key = hashlib.sha256(mark.sentence.encode()).hexdigest()[:8]
            cites = (where[mark.sentence],)
            step = Step(say=f"时间到。{mark.sentence}", after=(f"{mark.seconds}秒",), cites=cites)
            yield Clock(
                id=f"{game}.{key}",
                title=mark.name or mark.sentence[:8],
                about=mark.sentence,
                cites=cites,
                steps=(step,),
            )


def _trees_of(game: str, brought: Brought, deal: Deal) -> Iterator[Tree]:
    own = _game(brought)
    kinds = {kind.kind for kind in own.ladder}
    for each in own.trees:
        if not own_trees.faults(each, brought.book, kinds):
            yield own_trees.made(each, game, brought.book, deal)


class _Both(Mapping[str, T]):
    """What came with the program, and after it what was brought."""

    def __init__(self, first: Mapping[str, T], then: Mapping[str, T]) -> None:
        self._first, self._then = first, then

    def __getitem__(self, name: str) -> T:
        return self._then[name] if name in self._then else self._first[name]

    def __contains__(self, name: object) -> bool:
        return name in self._then or name in self._first

    def __iter__(self) -> Iterator[str]:
        yield from self._first
        yield from (name for name in self._then if name not in self._first)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def with_texts(library: Library, own: FromText) -> Library:
    """A library with what was brought after its own; with nothing brought it is the library itself."""
    if not own.games:
        return library
    return replace(
        library,
        trees=_Both(library.trees, own.trees),
        hashes=_Both(library.hashes, {id_: _hash(tree) for id_, tree in own.trees.items()}),
        stages={
            **library.stages,
            **{game: (Stage(id=own_trees.STAGE, title=own_trees.STAGE_TITLE),) for game in own.games},
        },
        rights={**library.rights, **own.rights},
        ladders={**library.ladders, **own.ladders},
        deals={**library.deals, **own.deals},
        clocks=_Both(library.clocks, own.clocks),
        steps=own.steps,
    )


def _hash(tree: Tree) -> str:
    text = json.dumps(own_trees.record_of(tree), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
