"""The deal at a table (牌局) as it is kept: what the rulings there have come to know of it and made of it, until the next deal.

Each deal has a name, by which a ruling is bound to it (:attr:`app.ruling.scene.Scene.sheet`): what another table, or another deal
at the same table, knows is never taken for its own. A ruling that nobody has said a deal of takes nothing over and leaves nothing.

What a ruling comes to know itself, and what it leaves, goes back to its deal (:mod:`decision_trees.deal`). What play alone can end
(an auction, a penalty card) is offered to be gone on with and not taken as known; what followed from it (declarer, contract) is.
When a deal is over it is kept until the next one is, for the rulings that are still about it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from app.base.opened import law, trees
from app.journal.records import NO_EVENT, Place
from app.ruling.scene import Scene
from decision_trees.chain import Given, changes_by
from decision_trees.deal import BY_PLAY, Change, TableState, plain_state, state_from
from decision_trees.deal_sheet import is_over as known_to_be_over
from decision_trees.deal_sheet import next_deal

if TYPE_CHECKING:
    from app.base.shared_preferences import Kept
    from app.ruling.ruling import Ruling
    from decision_trees.model import Deal

MOST = 80  # tables kept
NAME, FORMER, CHANGES, NUMBERS, BEGUN = "deal", "former", "changes", "numbers", "begun"


# Tables and deals


def key_of(scene: Scene) -> str:
    """The name under which the deals at a table in a round are kept."""
    return _key(scene, scene.place)


def _key(scene: Scene, place: Place) -> str:
    table = (place.table or "").replace("|", "/")
    return "|".join((scene.event, scene.game, table, *([] if place.round is None else [str(place.round)])))


def _at(kept: Mapping[str, Any], scene: Scene) -> tuple[str, Mapping[str, Any]]:
    """Where the deals of a table are kept, and they; also where they were before anybody said which round it was."""
    for place in (scene.place, Place(scene.place.table)):
        if isinstance(found := kept.get(_key(scene, place)), Mapping):
            return _key(scene, place), found
    return key_of(scene), {}


def unnamed(scene: Scene) -> str:
    """The name of a deal that was begun before deals had names: by where it is."""
    return f"@{_key(scene, Place(scene.place.table))}"


def unnamed_at(scene: Scene) -> str:
    """The name of a deal that was not named, where nothing is kept of its place yet."""
    return f"@{key_of(scene)}"


def name_of(key: str, deal: Mapping[str, Any]) -> str:
    """The name of a deal."""
    name = deal.get(NAME)
    return name if isinstance(name, str) and name else f"@{key}"


def lying(kept: Mapping[str, Any], scene: Scene) -> str:
    """The name of the deal that lies at a table now."""
    return name_of(*_at(kept, scene))


def lying_then(kept: Mapping[str, Any], scene: Scene, at: str) -> str | None:
    """The name of the deal that lay at a table at a time, as far as that is known here; None where nothing is kept of it.

    Where the scene says which deal it was, that is the one; none that is said to be another.
    """
    key, table = _at(kept, scene)
    former = table.get(FORMER)
    there = [each for each in (table, former) if isinstance(each, Mapping) and each]
    named = [each for each in there if _numbers(each).deal == scene.place.deal is not None and _may_be(each, scene)]
    if named or not table:
        return name_of(key, named[0]) if named else None
    then = table
    with suppress(ValueError, TypeError):
        begun = datetime.fromisoformat(str(table.get(BEGUN)))
        then = former if isinstance(former, Mapping) and datetime.fromisoformat(at) < begun else table
    return name_of(key, then) if _may_be(then, scene) else None


def _may_be(deal: Mapping[str, Any], scene: Scene) -> bool:
    """Whether a deal is not said to be another than a scene says."""
    numbers, place = _numbers(deal), scene.place
    pairs = ((numbers.game, place.game), (numbers.deal, place.deal))
    return all(one is None or other is None or one == other for one, other in pairs)


def _deals(kept: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """All deals: their names, where they are kept, and what is known of them."""
    for key, table in kept.items():
        if isinstance(table, dict):
            yield name_of(key, table), key, table
            if isinstance(former := table.get(FORMER), dict):
                yield name_of(key, former), key, former


def _deal_named(kept: Mapping[str, Any], name: str | None) -> tuple[str, dict[str, Any]]:
    return next(((key, deal) for each, key, deal in _deals(kept) if each == name), ("", {}))


def is_over(kept: Mapping[str, Any], scene: Scene) -> bool:
    """Whether the deal a ruling is about has been followed by another."""
    key, deal = _deal_named(kept, scene.sheet)
    return bool(key) and kept[key] is not deal


def told_by_others(kept: Mapping[str, Any], scene: Scene, walk: str) -> bool:
    """Whether something of the deal of a scene was known before a ruling, or said on another."""
    return any(change.by != walk for change in _state(_deal_named(kept, scene.sheet)[1]).changes)


# What is known of them


def _deal(scene: Scene) -> Deal:
    return trees().deals[scene.game]


def _state(deal: Mapping[str, Any]) -> TableState:
    """How a table stands, as it is kept of one deal."""
    return state_from(deal[CHANGES]) if CHANGES in deal else TableState(tuple(_of_before(deal)))


def _of_before(deal: Mapping[str, Any]) -> list[Change]:
    """The changes of a table as versions before 0.2 kept it: each fact with its value, by whom, and a number before it grew."""
    out: list[Change] = []
    for part in ("facts", "begun"):
        entries = deal.get(part)
        for name, each in entries.items() if isinstance(entries, Mapping) else ():
            if not isinstance(each, Mapping) or "value" not in each:
                continue
            value, by, before = each["value"], str(each.get("by") or BY_PLAY), each.get("before")
            if isinstance(before, int) and isinstance(value, int):
                out += [Change(name, "is", before, BY_PLAY), Change(name, "more", value - before, by)]
            else:
                out.append(Change(name, "is", value, by))
    return out


def state_at(kept: Mapping[str, Any], scene: Scene) -> TableState:
    """How a table stands in the deal that lies there, whether or not the scene is of that deal."""
    return _state(_at(kept, scene)[1])


def state_of(kept: Mapping[str, Any], scene: Scene) -> TableState:
    """How the table of a scene stands in the deal the scene is of; as if nothing had happened where nobody said which it is."""
    return _state(_deal_named(kept, scene.sheet)[1]) if scene.sheet is not None else TableState()


def _known(state: TableState, scene: Scene, incident: str = "") -> dict[str, Any]:
    deal = trees().deals.get(scene.game)
    return state.known(deal, incident) if deal is not None else {}


def _begun(state: TableState, scene: Scene) -> dict[str, Any]:
    deal = trees().deals.get(scene.game)
    return {name: each.value for name, each in state.remembered(deal).items()} if deal is not None else {}


def sources(kept: Mapping[str, Any], scene: Scene, *, lying: bool = False) -> dict[str, str]:
    """On which ruling each thing was said or came about that is known of the deal of a scene, or of the one ``lying`` there."""
    deal = trees().deals.get(scene.game)
    state = state_at(kept, scene) if lying else state_of(kept, scene)
    return (
        {name: each.by for name, each in state.values(deal).items() if each.by != BY_PLAY} if deal is not None else {}
    )


def known_at(kept: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """What is known of the deal that lies at a table, whether or not the scene is of that deal."""
    return _known(state_at(kept, scene), scene)


def begun_at(kept: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """What was so in that deal after the last ruling and may be gone on with: the auction so far, a penalty card."""
    return _begun(state_at(kept, scene), scene)


def known_in(
    kept: Mapping[str, Any], scene: Scene, ruling: str = "", incident: str = ""
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is known of the deal a scene is of before anything is asked, and what may be gone on with.

    Nothing, while nobody has said which deal it is; only what holds for the whole event does not hang on that. What
    ``ruling`` has said or left there itself is no part of what it was made from, but for what was said on it to be over; nor is
    what was counted of its ``incident``.
    """
    if scene.sheet is None:
        return _of_the_event(known_at(kept, scene), scene), {}
    state = state_of(kept, scene)
    if ruling:
        ended = _ended(state, ruling)
        state = TableState(tuple(change for change in state.changes if change.by != ruling or change in ended))
    return _known(state, scene, incident), _begun(state, scene)


def unclaimed(kept: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """What the deal that lies at the table of a scene knows, where nobody has said whether the scene is of that deal."""
    if scene.sheet is not None:
        return {}
    known = known_at(kept, scene) | begun_at(kept, scene)
    return {name: value for name, value in known.items() if name not in _of_the_event(known, scene)}


def is_unclaimed(kept: Mapping[str, Any], scene: Scene) -> bool:
    """Whether something is known of the deal that lies at the table of a scene, of which nobody has said whether it is its own."""
    return scene.sheet is None and (bool(unclaimed(kept, scene)) or _numbers(_at(kept, scene)[1]) != Place())


# Which game of the round it is in, and which deal of the game


def _numbers(deal: Mapping[str, Any]) -> Place:
    """Which game and which deal somebody said a deal is."""
    said = deal.get(NUMBERS)
    game, number = (said.get("game"), said.get("deal")) if isinstance(said, Mapping) else (None, None)
    return Place(game=game if isinstance(game, int) else None, deal=number if isinstance(number, int) else None)


def number(kept: Kept, scene: Scene) -> bool:
    """Keep with the deal of a scene which game and which deal it is, where the scene says so; whether anything changed."""
    said = {
        name: value for name, value in (("game", scene.place.game), ("deal", scene.place.deal)) if value is not None
    }
    if said and scene.sheet == lying(kept, scene):
        kept.setdefault(_at(kept, scene)[0], {})
    deal = next((each for name, _, each in _deals(kept) if name == scene.sheet), None)
    if deal is None or not said or deal.get(NUMBERS) == {**(deal.get(NUMBERS) or {}), **said}:
        return False
    deal[NUMBERS] = {**(deal.get(NUMBERS) or {}), **said}
    return True


def numbered(kept: Mapping[str, Any], scene: Scene, *, lying: bool = False) -> Place:
    """The place of a scene with the numbers of its deal, or of the one ``lying`` there, where the scene does not say them."""
    numbers = _numbers(_at(kept, scene)[1] if lying else _deal_named(kept, scene.sheet)[1])
    place = scene.place
    return replace(
        place,
        game=numbers.game if place.game is None else place.game,
        deal=numbers.deal if place.deal is None else place.deal,
    )


def next_number(kept: Mapping[str, Any], scene: Scene) -> Place:
    """The place of a scene with the numbers its deal has if it is the next of the same game: offered, and not taken."""
    _, deal = _deal_named(kept, scene.sheet)
    former = _numbers(deal.get(FORMER) or {})
    place = numbered(kept, scene)
    return replace(
        place,
        game=former.game if place.game is None else place.game,
        deal=former.deal + 1 if place.deal is None and former.deal is not None else place.deal,
    )


def _of_the_event(known: Mapping[str, Any], scene: Scene) -> dict[str, Any]:
    """What of it holds at all tables of an event; without an event nobody knows for how long it does."""
    deal = trees().deals.get(scene.game)
    facts = deal.facts if deal is not None else {}
    return {n: v for n, v in known.items() if scene.event != NO_EVENT and facts[n].lasts == "event"}


def told_at(kept: Mapping[str, Any], scene: Scene) -> str:
    """When something of the deal that lies at a table was said last: an ISO time; empty where that is not known."""
    return str(_at(kept, scene)[1].get("at") or "")


# What a ruling comes to know


def changes_of_walk(walk: Ruling) -> tuple[Change, ...]:
    """What a ruling changes at its table."""
    deal, tree = trees().deals.get(walk.tree.game), walk.tree
    if deal is None:
        return ()
    given = Given(walk.id, tree.id, walk.standing.facts, walk.readings, incident=walk.incident.id, charged=walk.charged)
    return changes_by(given, walk.standing.step, walk.standing.facts, deal, law())


def remember(kept: Kept, walk: Ruling, at: str) -> bool:
    """Put what a ruling knows and leaves to the deal it is of; what it no longer says, and what it said of others, goes.

    Returns whether anything changed.
    """
    name = walk.scene.sheet
    if name is not None and name == lying(kept, walk.scene):
        kept.setdefault(_at(kept, walk.scene)[0], {})
    changed = False
    for each, key, deal in list(_deals(kept)):
        before = _state(deal)
        changes = (*_ended(before, walk.id), *changes_of_walk(walk)) if each == name else ()
        state = before.after(changes) if changes else before.forgetting(walk.id)
        if plain_state(state) == plain_state(before):
            continue
        _keep(deal, state)
        changed = True
        if kept[key] is deal:
            deal["at"] = at
    _let_go(kept)
    return changed


def _ended(state: TableState, walk: str) -> tuple[Change, ...]:
    """What was said on a ruling to be over by play."""
    return tuple(each for each in state.changes if each.by == walk and each.how == "unknown" and not each.ruled)


def end(kept: Mapping[str, Any], scene: Scene, walk: str, fact: str) -> None:
    """Take down that something the table of a scene remembers is over: somebody said so on a ruling."""
    _, deal = _deal_named(kept, scene.sheet)
    if deal:
        state = _state(deal)
        _keep(deal, state.after((*_ended(state, walk), Change(fact, "unknown", None, walk), *_others(state, walk))))


def not_ended(kept: Mapping[str, Any], scene: Scene, walk: str, facts: Collection[str]) -> None:
    """Take back that something is over."""
    _, deal = _deal_named(kept, scene.sheet)
    if deal:
        changes = _state(deal).changes
        gone = [each for each in _ended(TableState(changes), walk) if each.fact in facts]
        _keep(deal, TableState(tuple(each for each in changes if each not in gone)))


def ended_on(kept: Mapping[str, Any], scene: Scene, walk: str) -> tuple[str, ...]:
    """What was said on a ruling to be over."""
    return tuple(each.fact for each in _ended(state_of(kept, scene), walk))


def _others(state: TableState, walk: str) -> tuple[Change, ...]:
    ended = _ended(state, walk)
    return tuple(each for each in state.changes if each.by == walk and each not in ended)


@dataclass(frozen=True, slots=True)
class LeftHere:
    """What a ruling in the journal has changed of a deal by now."""

    deal: str
    ruling: str
    changes: tuple[Change, ...]
    scene: Scene  # where the deal is
    later: frozenset[str] = frozenset()  # the rulings given after it
    gone: bool = False  # it was of another deal, as is known by now: nothing was said of this one


def keeps(kept: Mapping[str, Any], ruling: str) -> bool:
    """Whether something a ruling changed is kept of any deal."""
    return any(change.by == ruling for _, _, deal in _deals(kept) for change in _state(deal).changes)


def follow(kept: Kept, left: Iterable[LeftHere], at: str, *, begin: bool) -> None:
    """Let the deals a ruling is or was of stand as the journal has them; ``begin``: also one of which nothing is kept."""
    found = sorted(left, key=lambda each: not each.gone)  # first what is gone
    begin = begin or any(keeps(kept, each.ruling) for each in found)
    for each in found:
        put(kept, each, at, begin=begin)


def put(kept: Kept, left: LeftHere, at: str = "", *, begin: bool = False) -> None:
    """Take over what a ruling in the journal has changed of a deal by now, instead of what is kept of it.

    ``begin``: keep the deal, at this time, where nothing is kept yet of its place.
    """
    for name, _, other in () if left.gone else _deals(kept):
        if name != left.deal and any(each.by == left.ruling for each in _state(other).changes):
            _keep(other, _state(other).forgetting(left.ruling))
    _let_go(kept)
    _, deal = _deal_named(kept, left.deal)
    if not deal and begin and left.changes and not _at(kept, left.scene)[1]:
        deal = kept[key_of(left.scene)] = {NAME: left.deal, "at": at}
        number(kept, replace(left.scene, sheet=left.deal))
    if not deal:
        return
    state = _state(deal)
    mine = (*(() if left.gone else _ended(state, left.ruling)), *left.changes)
    if any(each.by == left.ruling for each in state.changes) or not mine:
        state = state.after(mine) if mine else state.forgetting(left.ruling)
    else:
        place = next((i for i, each in enumerate(state.changes) if each.by in left.later), len(state.changes))
        state = TableState((*state.changes[:place], *mine, *state.changes[place:]))
    _keep(deal, state)


def _keep(deal: dict[str, Any], state: TableState) -> None:
    for part in ("facts", "begun"):  # as former versions kept it
        if isinstance(deal.get(part), Mapping):
            del deal[part]
    if deal.get(CHANGES) and not state.changes:  # nothing was said of it after all
        deal.pop(NUMBERS, None)
    deal[CHANGES] = plain_state(state)


def _let_go(kept: Kept) -> None:
    """Keep no table nothing is known of, and no more tables than there may be."""
    nothing = {CHANGES, "at"}
    for key in [
        key for key, table in kept.items() if not table or (table.keys() <= nothing and not table.get(CHANGES))
    ]:
        del kept[key]
    at = {key: str(table.get("at", "")) if isinstance(table, Mapping) else "" for key, table in kept.items()}
    for stale in sorted(kept, key=at.__getitem__, reverse=True)[MOST:]:
        del kept[stale]


# One deal after the other, one table or another


def turn_over(kept: Kept, scene: Scene, at: str, settled: Mapping[str, str], name: str) -> None:
    """Begin the next deal at a table, by what its event has decided."""
    before = known_at(kept, scene) | begun_at(kept, scene)
    after = next_deal(_deal(scene), scene.game, before, law(settled))
    _begin(kept, scene, at, after, name)


def is_played_out(kept: Mapping[str, Any], scene: Scene, settled: Mapping[str, str]) -> bool:
    """Whether the deal that lies at the table of a scene is known to be over, so that one that begins is the next."""
    known = known_at(kept, scene) | begun_at(kept, scene)
    return known_to_be_over(_deal(scene), scene.game, known, law(settled))


def begin_anew(kept: Kept, scene: Scene, at: str, name: str) -> None:
    """Begin a deal of which nothing is known: at another table, which nobody has named."""
    _begin(kept, scene, at, _of_the_event(known_at(kept, scene), scene), name)


def _begin(kept: Kept, scene: Scene, at: str, known: Mapping[str, Any], name: str) -> None:
    key, table = _at(kept, scene)
    former = {NAME: name_of(key, table), CHANGES: plain_state(_state(table))}
    if NUMBERS in table:
        former[NUMBERS] = table[NUMBERS]
    kept.pop(key, None)
    changes = [Change(each, "is", value, BY_PLAY) for each, value in known.items()]
    state = plain_state(TableState(tuple(changes)))
    kept[key_of(scene)] = {NAME: name, CHANGES: state, "at": at, BEGUN: at, FORMER: former}


def turn_back(kept: Kept, scene: Scene) -> bool:
    """Take back that the deal of a scene is over, where nothing was said of the next one yet; whether it was."""
    key, deal = _deal_named(kept, scene.sheet)
    if not key or kept[key] is deal or any(change.by != BY_PLAY for change in _state(kept[key]).changes):
        return False
    kept[key] = {**deal, "at": kept[key].get("at", "")}
    return True


def _known_less(scene: Scene) -> set[str]:
    """Where a deal is kept of whose place less is known than of that of a scene: no table, or no round."""
    return {_key(scene, place) for place in (Place(), Place(scene.place.table), Place(None, scene.place.round))}


def names_nothing(kept: Mapping[str, Any], scene: Scene) -> bool:
    """Whether the deal of a scene is none that is kept: nothing was known of it yet when its place was said."""
    less = {f"@{key}" for key in _known_less(scene) - {key_of(scene)}}
    return scene.sheet in less and not any(name == scene.sheet for name, _, _ in _deals(kept))


def takes_its_name(kept: Mapping[str, Any], scene: Scene) -> bool:
    """Whether the deal of a scene is kept under less than is known of its place by now: no table, or no round."""
    key, _ = _deal_named(kept, scene.sheet)
    return key != key_of(scene) and key in _known_less(scene) and key_of(scene) not in kept


def rename(kept: Kept, scene: Scene) -> None:
    """Keep the deal of a scene, and the one before it, where the scene is."""
    if takes_its_name(kept, scene):
        key, _ = _deal_named(kept, scene.sheet)
        table = kept.pop(key)
        kept[key_of(scene)] = {**table, NAME: name_of(key, table)}


def is_elsewhere(kept: Mapping[str, Any], scene: Scene) -> bool:
    """Whether the deal of a scene lies at another table than the scene."""
    key, _ = _deal_named(kept, scene.sheet)
    return bool(key) and key != _at(kept, scene)[0]
