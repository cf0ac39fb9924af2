"""The ladder of penalties at the table: what the journal counts of a pair, and what the next record comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.base.opened import trees
from app.ruling.standing import Context, stand
from decision_trees.counted import kept_at
from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError
from decision_trees.ladder_steps import step_at
from decision_trees.reach import facts_of, same_fact

if TYPE_CHECKING:
    from app.ruling.scene import Scene
    from decision_trees.model import Implied, Ladder

WITHIN = {"deal": "本副", "game": "本局", "round": "本轮", "event": "全赛"}


@dataclass(frozen=True)
class Tally:
    """What is counted of one pair now: how many of each kind within its reach; None where the place is not known."""

    ladder: Ladder
    counts: Mapping[str, int | None]

    def words(self) -> Iterator[str]:
        """Say each kind that there is: 本轮违例 1 次."""
        for kind, counted in self.ladder.kinds.items():
            number = self.counts[kind]
            if number is None:
                yield f"{WITHIN[counted.within]}{counted.title}不详"
            elif number:
                yield f"{WITHIN[counted.within]}{counted.title} {number} 次"


def counts_of(step: Ruled) -> tuple[tuple[str, int], ...]:
    """What a ruling puts down against each offender."""
    return tuple(trees().ladders[step.entry.game].of_ruling(step).items())


def tally(scene: Scene, context: Context) -> Tally | None:
    """What was counted of the pair when the ruling was made; None where nobody can say.

    That is where no one pair is named, or where a record of theirs does not say its round. It is read from what the ruling
    knows, not from the journal: what is recorded later does not change what a ruling was made with.
    """
    ladder, records = trees().ladders[scene.game], context.facts.get("history")
    if records is None or not scene.pair:
        return None
    return Tally(
        ladder,
        {
            kind: count_within(
                [r for r in records if r["kind"] == kind and str(r["pair"]) == scene.pair], counted.within, scene
            )
            for kind, counted in ladder.kinds.items()
        },
    )


def tally_at_table(step: Ruled, context: Context) -> Tally | None:
    """What the rulings at this table have put down against the side a ruling is about, where the journal counts nobody.

    None where nothing is known: nobody said how often it was before, and nothing was put down since.
    """
    deal = trees().deals[step.entry.game]
    ladder = trees().ladders[step.entry.game]
    facts = {kind: kept_at(step, kind, deal) for kind in ladder.kinds}
    counts = {kind: context.facts.get(name) if name is not None else None for kind, name in facts.items()}
    return Tally(ladder, counts) if any(number is not None for number in counts.values()) else None


def count_within(records: Iterable[Mapping[str, object]], within: str, scene: Scene) -> int | None:
    """How many records lie in the round, game or deal of a scene; None where one does not say where it was."""
    found = list(records)
    reach = {"event": (), "round": ("round",), "game": ("round", "game"), "deal": ("round", "game", "deal")}[within]
    for name in reach:
        here = getattr(scene.place, name)
        if found and (here is None or any(record.get(name) is None for record in found)):
            return None
        found = [record for record in found if record.get(name) == here]
    return len(found)


@dataclass(frozen=True)
class Occasion:
    """Which one of its kind a ruling is for this pair, and what that comes to."""

    tree: str  # the one that looks at the count
    text: str
    again: bool  # not the first: the ruling alone is not all there is
    looked: Ruled | None = None  # what that tree rules; None where it has to ask something first


def occasions(tally_: Tally, step: Ruled, context: Context, about: Ruled | None = None) -> Iterator[Occasion]:
    """Which records of the pair the ones of this ruling are, in the words of the trees that look at their count.

    A tree that the ruling went through has looked already. ``about`` is the ruling of the incident itself, from which it is known
    who it is about, where ``step`` is one that looks at a count.
    """
    made = dict(counts_of(step))
    through = {step.entry.id, *(node.partition("/")[0] for node in step.path if "/" in node)}
    for implied in tally_.ladder.implied:
        before = tally_.counts[implied.counts]
        if implied.effect is not None or implied.tree in through or implied.counts not in made or before is None:
            continue
        counted = tally_.ladder.kinds[implied.counts]
        number = before + made[implied.counts]
        which = f"{WITHIN[counted.within]}第 {number} 次{counted.title}"
        looked = _look(implied, about or step, context, made[implied.counts] - 1)
        said = f"：{looked.outcome.ruling}" if looked is not None else "。"
        yield Occasion(implied.tree, f"这是{which}{said}", number > 1, looked)


def laid_down(tally_: Tally, step: Ruled) -> Iterator[str]:
    """What the records of a ruling come to by a ladder that somebody filled in from a text: no tree looks at such a count.

    Where persons of a side are counted and not sides, nothing is said: who it was is asked when the ruling is kept.
    """
    made, alone = dict(counts_of(step)), not trees().deals[step.entry.game].sides
    for kind in trees().steps.get(step.entry.game, ()):
        before = tally_.counts.get(kind.kind)
        if kind.kind not in made or before is None or (kind.each == "player" and not alone):
            continue
        number = before + made[kind.kind]
        found = step_at(kind, number)
        which = f"这是{WITHIN[kind.within]}第 {number} 次{tally_.ladder.kinds[kind.kind].title}"
        yield f"{which}：{found[1]}" if found is not None else f"{which}。阶梯里没有写这一次怎样。"


def _look(implied: Implied, about: Ruled, context: Context, more: int) -> Ruled | None:
    """What the tree that looks at a count says, with ``more`` of this incident counted before the last of them."""
    records = [*context.facts.get("history", ())]
    last = {name: context.facts.get(name) for name in ("pair", "round", "game", "deal")}
    mark = {"kind": implied.counts, **{name: value for name, value in last.items() if value is not None}}
    here = kept_at(about, implied.counts, trees().deals[about.entry.game])
    known = {here: context.facts[here] + more} if here is not None and here in context.facts else {}
    around = replace(context, facts={**context.facts, **known, "history": [*records, *[mark] * more]})
    declared = facts_of(trees().tree(implied.tree), trees().trees)
    theirs = facts_of(about.entry, trees().trees)
    facts = {
        known.name: known.value
        for known in (*about.known, *about.sheet)
        if known.source != "derived"
        and known.name not in context.facts
        and known.name in declared
        and declared[known.name].derive is None  # the journal counts better than anybody remembers
        and known.name in theirs
        and same_fact(theirs[known.name], declared[known.name])
    }
    try:
        step = stand(implied.tree, facts, {}, around).step
    except RuleInputError:
        return None
    return step if isinstance(step, Ruled) else None


def next_steps(tally_: Tally, game: str, context: Context, only: Iterable[str] | None = None) -> list[str]:
    """What one more record of each kind comes to, in the words of the tree that looks at its count.

    ``only``: of these trees. A tree that has to ask something first says nothing.
    """
    wanted = None if only is None else set(only)
    out: list[str] = []
    for implied in tally_.ladder.implied:
        if implied.effect is not None or (wanted is not None and implied.tree not in wanted):
            continue
        number = tally_.counts[implied.counts]
        if not number and wanted is None:  # nothing is on the record: nothing to warn of
            continue
        try:
            step = stand(implied.tree, {}, {}, context).step
        except RuleInputError:
            continue
        title = tally_.ladder.kinds[implied.counts].title
        if isinstance(step, Ruled) and number is not None:
            out.append(f"再记{title}即第 {number + 1} 次：{step.outcome.ruling}")
    return out
