"""Rulings one after the other at one table: played, taken back, and compared with what was worked out by hand.

The rulings of a table are played in order: each is told what the table knows (:func:`decision_trees.deal.given_at`), rules, and
leaves the table changed. A **chain** is a worked case of several of them, with what play did in between without any ruling.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from decision_trees.cases import compared
from decision_trees.counted import counted_before, counted_by
from decision_trees.deal import BY_PLAY, Change, Left, TableState, changes_of, given_at, ordered
from decision_trees.deal_sheet import is_over, known_of_deal, next_deal
from decision_trees.engine import Asked, Ruled, Step, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.model import Chain, Deal, Outcome, Tree
from decision_trees.reach import facts_of, rests_on, same_fact
from decision_trees.values import read


@dataclass(frozen=True, slots=True)
class Given:
    """One ruling at a table, as it was given: what was answered in it, and what of the table was confirmed to be still so."""

    id: str
    tree: str
    facts: Mapping[str, Any]
    settled: Mapping[str, str] = field(default_factory=dict)
    still: Collection[str] = ()  # remembered facts that hold
    over: Collection[str] = ()  # remembered facts that play has ended before it
    incident: str = ""
    follows: str = ""  # the ruling it follows up: what that one hands on is told first
    charged: bool = False  # that one has charged already what this one finds out
    told_all: bool = False  # ``facts`` say already what the ruling it follows up hands on
    withdrawn: bool = False  # taken back: what was said of the table stays, what it did is undone
    absent: bool = False  # it was given at another table: nothing was said here, nor done
    upheld: bool = False  # it is on record that it stands though the ruling it follows up was taken back
    next_deal: bool = False  # the next deal had begun before it
    handed_on: Collection[str] = ()  # what it was told of the table as the ruling it follows up has left it


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one ruling at a table."""

    given: Given
    before: TableState
    told: Mapping[str, Any]  # all the tree was told: what was answered, and what the table knew
    step: Step | None  # None where the facts cannot be
    fault: str
    after: TableState

    @property
    def text(self) -> str:
        """What it says, in one sentence."""
        if self.step is None:
            return self.fault
        if isinstance(self.step, Ruled):
            return self.step.outcome.ruling
        return f"还要问“{self.step.ask}”。" if isinstance(self.step, Asked) else "条文没有定论。"


def ruled_at(given: Given, before: TableState, law: Law, was: Played | None = None) -> Played:
    """Give one ruling at a table as it stands. Where it is told what it was told when it ``was`` given, it says the same."""
    if given.absent:
        return Played(given, before, {}, None, "", before)
    law = law.settling(given.settled)
    tree = law.trees[given.tree]
    deal = tree.deal or Deal(facts={})
    before = before.over(given.over) if given.over else before
    known = given_at(before, deal, facts_of(tree, law.trees), given.facts, given.still, given.incident)
    told = {**known, **given.facts}
    same = was is not None and (was.given.tree, was.given.settled) == (given.tree, given.settled)
    if was is not None and same and [*was.told.items()] == [*told.items()]:
        step, fault = was.step, was.fault
    else:
        step, fault = _walked(tree, told, law)
    if step is None:
        return Played(given, before, told, None, fault, before)
    return Played(given, before, told, step, "", before.after(changes_by(given, step, told, deal, law)))


def _walked(tree: Tree, told: Mapping[str, Any], law: Law) -> tuple[Step | None, str]:
    """What walking a tree comes to, or why it cannot be walked."""
    try:
        return advance(tree, told, law), ""
    except RuleInputError as fault:
        return None, str(fault)


def changes_by(given: Given, step: Step, told: Mapping[str, Any], deal: Deal, law: Law) -> tuple[Change, ...]:
    """What a ruling changes at its table: what was said while it was made, and what it leaves.

    What the table itself told it is not said by it: it goes where the ruling goes that the table had it from.
    """
    law = law.settling(given.settled)
    left: tuple[Left, ...] = ()
    own = {name: value for name, value in told.items() if name in given.facts}
    known = learned(law.trees[given.tree], own, deal, law)
    said = {
        name: value
        for name, value in known.items()
        if name not in given.handed_on and (name in given.facts or not deal.facts[name].counted)
    }
    if isinstance(step, Ruled):
        said = {**found_out(given, step, deal, law), **said, **counted_before(step, deal, law.settled)}
        left = () if given.withdrawn else (*step.leaves, *counted_by(step, deal, told, law.settled))
    changes = changes_of(given.id, given.incident, said, left, deal, instead=given.charged)
    follows = following(changes, deal, law.trees[given.tree].game, law)
    return (*changes, *(Change(name, "is", value, given.id, given.incident, True) for name, value in follows.items()))


def following(changes: Collection[Change], deal: Deal, game: str, law: Law) -> dict[str, Any]:
    """What follows from what still grows as a ruling leaves it, where it followed from that as it was before."""
    anew = {change.fact for change in changes if change.ruled and deal.facts[change.fact].grows}
    resting = {name for name, fact in deal.facts.items() if not fact.grows and anew & rests_on(name, deal.facts)}
    if not resting:
        return {}
    after = TableState(tuple(changes)).values(deal)
    known = known_of_deal(deal, game, {name: each.value for name, each in after.items()}, law)
    return {
        name: known[name]
        for name in ordered({n: known[n] for n in resting & known.keys() - after.keys()}, deal)
        if deal.facts[name].lasts in ("deal", "table")
    }


def found_out(given: Given, step: Ruled, deal: Deal, law: Law) -> dict[str, Any]:
    """What followed beyond doubt, in a ruling, of the deal that outlasts it, from nothing but what was said in the ruling itself.

    Who is declarer follows from who led and whose turn it was to lead.
    """
    declared = facts_of(law.trees[given.tree], law.trees)
    own = given.facts.keys() - set(given.handed_on)
    known = {each.name for each in step.known}
    derived = {each.name for each in step.known if each.source == "derived"}
    return {
        each.name: each.value
        for each in step.known
        if each.name in derived
        and (fact := declared.get(each.name)) is not None
        and fact.derive is not None
        and fact.derive.firm
        and (of_deal := deal.facts.get(each.name)) is not None
        and same_fact(fact, of_deal)
        and of_deal.lasts in ("deal", "table")
        and not of_deal.grows
        and not of_deal.counted
        and (rests_on(each.name, declared) & known) - derived <= own
    }


def learned(
    tree: Tree,
    told: Mapping[str, Any],
    deal: Deal,
    law: Law,
) -> dict[str, Any]:
    """What a ruling was told of the deal that outlasts it, read; and what follows from what still grows."""
    declared = facts_of(tree, law.trees)
    own = {
        name: read(tree.game, name, deal.facts[name], value, {})
        for name, value in told.items()
        if name in deal.facts and name in declared and same_fact(declared[name], deal.facts[name])
    }
    lasting = {name: value for name, value in own.items() if deal.facts[name].lasts != "incident"}
    grown = {name: value for name, value in lasting.items() if deal.facts[name].grows}
    for name, value in known_of_deal(deal, tree.game, grown, law).items():
        fact = deal.facts[name]
        if name not in lasting and fact.lasts in ("deal", "table") and not fact.grows:
            lasting[name] = value
    return lasting


def play(rulings: Sequence[Given], law: Law, was: Sequence[Played] = (), same: int = 0) -> list[Played]:
    """Give rulings at one table, in order. What follows up a ruling that was taken back falls with it.

    ``was`` is what they came to at the table as it was: the first so many are the ``same``, and later ones are walked again only
    where they are told something else.
    """
    out = [*was[:same]]
    state = out[-1].after if out else TableState()
    for at, given in enumerate(islice(fallen(rulings), same, None), same):
        before = turned_over(state, given, law) if given.next_deal or begins_next(state, given, law) else state
        played = ruled_at(_handed_on(given, out, before, law), before, law, was[at] if at < len(was) else None)
        out.append(played)
        state = played.after
    return out


def fallen(rulings: Iterable[Given]) -> Iterator[Given]:
    """Rulings of a table, in order; those that follow up one which was taken back are taken back with it, unless upheld."""
    gone: set[str] = set()
    for given in rulings:
        if given.withdrawn or given.absent or (given.follows in gone and not given.upheld):
            gone.add(given.id)
        yield replace(given, withdrawn=given.id in gone)


def begins_next(state: TableState, given: Given, law: Law) -> bool:
    """Whether a ruling is about how a deal begins, at a table whose deal is over: then it is about the next one."""
    tree = law.trees[given.tree]
    if not tree.begins_deal or tree.deal is None or given.absent:
        return False
    known = {name: each.value for name, each in state.values(tree.deal).items()}
    return is_over(tree.deal, tree.game, known, law.settling(given.settled))


def turned_over(state: TableState, given: Given, law: Law) -> TableState:
    """The table when the next deal begins, in which a ruling is given: what outlasts a deal, and what follows from the last one."""
    tree = law.trees[given.tree]
    deal = tree.deal or Deal(facts={})
    before = {name: each.value for name, each in state.values(deal).items()}
    known = next_deal(deal, tree.game, before, law.settling(given.settled))
    return TableState(tuple(Change(name, "is", value, BY_PLAY) for name, value in known.items()))


def _handed_on(given: Given, rulings: Sequence[Played], before: TableState, law: Law) -> Given:
    """A ruling with what the one it follows up hands on to it, but for what has changed at the table since."""
    played = next((each for each in rulings if each.given.id == given.follows), None)
    first = played.step if played is not None else None
    if given.told_all or played is None or not isinstance(first, Ruled):
        return given
    follow = next((each for each in first.outcome.follow_ups if each.tree == given.tree), None)
    if follow is None:
        return given
    stale = _changed_since(played.after, before, law.trees[given.tree].deal or Deal(facts={}))
    handed = {name: value for name, value in follow.facts.items() if name not in stale}
    left = ({each.fact for each in first.leaves} | {*played.given.handed_on}) & handed.keys() - given.facts.keys()
    return replace(given, facts={**handed, **given.facts}, charged=follow.charged, handed_on=frozenset(left))


def _changed_since(then: TableState, now: TableState, deal: Deal) -> set[str]:
    """What is known otherwise of a table now than it was then, and what of the deal rests on it: the auction has gone on."""
    was, known = then.values(deal), now.values(deal)
    changed = {name for name, each in known.items() if name not in was or was[name].value != each.value}
    lasting = {name for name, fact in deal.facts.items() if fact.lasts in ("deal", "table")}
    return {name for name in lasting if name in changed or changed & rests_on(name, deal.facts)}


def were_still(played: Played, law: Law) -> Played | None:
    """A ruling as it would be if what is remembered of the table still held; None where that makes no difference."""
    tree = law.trees[played.given.tree]
    deal, said = tree.deal or Deal(facts={}), played.given.facts
    remembered = played.before.remembered(deal)
    still = [name for name in remembered if name not in said and name in facts_of(tree, law.trees)]
    if not set(still) - set(played.given.still):
        return None
    given = replace(played.given, still=(*played.given.still, *still), over=())
    other = ruled_at(given, played.before, law)
    return None if other.step is None or same_step(played.step, other.step) else other


@dataclass(frozen=True, slots=True)
class Differs:
    """A later ruling that would have been another, had one before it not been given."""

    was: Played
    now: Played

    @property
    def text(self) -> str:
        """What it says now, in one sentence."""
        return self.now.text


def differing(rulings: Sequence[Given], without: str, law: Law) -> list[Differs]:
    """The rulings given after one that is taken back, which rest on it: what they were, and what they would be."""
    was = play(rulings, law)
    return differences(was, without_it(was, rulings, without, law), without)


def without_it(was: Sequence[Played], rulings: Sequence[Given], without: str, law: Law) -> list[Played]:
    """The rulings of a table as they are once one was taken back; before that one everything is as it ``was``."""
    same = next((at for at, each in enumerate(rulings) if each.id == without), len(rulings))
    return play(taken_back(rulings, without), law, was, same)


def differences(was: Sequence[Played], now: Sequence[Played], without: str) -> list[Differs]:
    """The rulings that say something else than they did, but for the one that was taken back."""
    pairs = zip(was, now, strict=True)
    return [
        Differs(one, other) for one, other in pairs if one.given.id != without and not same_step(one.step, other.step)
    ]


def taken_back(rulings: Sequence[Given], ruling: str) -> list[Given]:
    """The rulings of a table after one of them was taken back."""
    return [replace(each, withdrawn=True) if each.id == ruling else each for each in rulings]


def same_step(one: Step | None, other: Step | None) -> bool:
    """Do two steps say the same: one ruling with the same figures, or one question?"""
    if isinstance(one, Ruled) and isinstance(other, Ruled):
        figures = [figure.text for figure in one.figures] == [figure.text for figure in other.figures]
        after = (one.next, one.stays) == (other.next, other.stays)
        return _said(one) == _said(other) and one.outcome_id == other.outcome_id and figures and after
    if isinstance(one, Asked) and isinstance(other, Asked):
        return one.name == other.name and one.tree.id == other.tree.id
    return type(one) is type(other)


def _said(step: Ruled) -> Outcome:
    """What a ruling says: what its follow-ups will be told is looked up when they are given, and says nothing now."""
    follow_ups = tuple(replace(follow, facts={}) for follow in step.outcome.follow_ups)
    return replace(step.outcome, follow_ups=follow_ups)


# -- chains as worked cases ---------------------------------------------------------------------------------------------
def rulings_of(chain: Chain) -> list[Given]:
    """The rulings of a chain, by their number in it."""
    incidents: dict[int, int] = {}
    for number, link in enumerate(chain.rulings, 1):
        incidents[number] = incidents.get(link.follows or number, number)
    return [
        Given(
            str(number),
            link.tree,
            link.facts,
            chain.settled,
            link.still,
            link.over,
            str(incidents[number]),
            str(link.follows or ""),
            next_deal=link.next_deal,
        )
        for number, link in enumerate(chain.rulings, 1)
    ]


def run_chain(chain: Chain, law: Law) -> tuple[str, ...]:
    """Walk a chain and compare each ruling, and the table after it, with what is expected. Returns the faults, in Chinese."""
    rulings = rulings_of(chain)
    walked = play(rulings, law)
    return tuple((*_given(chain, walked, law), *_undone(chain, rulings, walked, law)))


def _given(chain: Chain, walked: Sequence[Played], law: Law) -> Iterator[str]:
    for number, (link, played) in enumerate(zip(chain.rulings, walked, strict=True), 1):
        at = f"第{number}个裁决："
        if played.step is None:
            yield f"{at}{played.fault}"
            continue
        deal = law.trees[link.tree].deal or Deal(facts={})
        if link.follows is not None and link.tree not in _follow_ups(walked[link.follows - 1]):
            yield f"{at}第{link.follows}个裁决没有这个后续。"
        for name in link.still:
            if name not in played.before.remembered(deal):
                yield f"{at}桌上没有记着“{name}”，无从确认还在。"
        yield from (f"{at}{fault}" for fault in compared(link.expect, played.step))
        yield from (f"{at}{fault}" for fault in _table(link.table, played.after, deal, law.trees[link.tree].game))


def _follow_ups(played: Played) -> set[str]:
    step = played.step
    return {each.tree for each in step.outcome.follow_ups} if isinstance(step, Ruled) else set()


def _table(wanted: Mapping[str, Any], state: TableState, deal: Deal, game: str) -> Iterator[str]:
    values = state.values(deal)
    for name, value in wanted.items():
        fact = deal.facts.get(name)
        if fact is None:
            yield f"牌局里没有“{name}”。"
            continue
        now = values[name].value if name in values else None
        due = read(game, name, fact, value, {}) if value is not None and fact.kind in ("cards", "auction") else value
        if _plain(now) != _plain(due):
            yield f"桌上的“{name}”是 {now if now is not None else '不知道'}，应为 {due if due is not None else '不知道'}。"


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, list | tuple) and all(isinstance(v, str) for v in value) else value


def _undone(chain: Chain, rulings: Sequence[Given], walked: Sequence[Played], law: Law) -> Iterator[str]:
    for undo in chain.undo:
        at = f"撤回第{undo.ruling}个裁决："
        played = without_it(walked, rulings, str(undo.ruling), law)
        tree = law.trees[played[-1].given.tree]
        table = _table(undo.table, played[-1].after, tree.deal or Deal(facts={}), tree.game)
        yield from (f"{at}{fault}" for fault in table)
        differ = tuple(int(each.was.given.id) for each in differences(walked, played, str(undo.ruling)))
        if differ != undo.differ:
            yield f"{at}会变的裁决是 {differ}，应为 {undo.differ}。"
