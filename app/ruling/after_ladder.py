"""What a ruling comes to when it is not this pair's first: the ladder's own ruling takes its place, or stands beside it.

Nothing is decided here: the trees that look at the count say what comes of it, with the records of the journal as they were when
the ruling was made; where the journal counts nobody, with what the rulings at this table have put down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.ruling.consequences import overlap
from app.ruling.tally import counts_of, laid_down, next_steps, occasions, tally, tally_at_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ruling.ruling import Ruling
    from app.ruling.tally import Occasion
    from decision_trees.engine import Ruled
    from decision_trees.model import Outcome

ENDS = ("lose_deal", "lose_game", "disqualified")  # nothing of the milder ruling is left to be carried out
SAME = 0.6  # of a line that another says: it is the same thing to do
_LEVELS = ("none", "restriction", "penalty")


@dataclass(frozen=True)
class Final:
    """A ruling as it is announced, and how it came to that."""

    step: Ruled  # what is announced
    made: Ruled  # what the tree says of this incident alone
    looked: tuple[Ruled, ...] = ()  # rulings of the trees that look at the count, each heavier than what was before it
    firsts: tuple[Occasion, ...] = ()  # what is counted, and changes nothing yet
    asking: tuple[
        Occasion, ...
    ] = ()  # not the first, and something has to be asked before it is known what that comes to
    others: tuple[str, ...] = ()  # what the other follow-ups come to

    @property
    def replaced(self) -> bool:
        """Whether nothing is left of the ruling of the incident alone."""
        return self.made is not self.step and not _ends(self.made) and any(_ends(ruled) for ruled in self.looked)

    @property
    def standing(self) -> tuple[Ruled, ...]:
        """The rulings that are announced together: one that ends the deal or more leaves nothing of a milder one."""
        standing = [self.made]
        for ruled in self.looked:
            milder = _ends(ruled) and not any(_ends(each) for each in standing)
            standing = [ruled] if milder else [*standing, ruled]
        return tuple(standing)


def after_ladder(walk: Ruling, step: Ruled) -> Final:
    """Return what a ruling comes to by the journal it was made with; without one, by what its table knows."""
    found = tally(walk.scene, walk.context) or tally_at_table(step, walk.context)
    if found is None:
        return Final(step, step)
    looked: list[Ruled] = []
    firsts: list[Occasion] = []
    asking: list[Occasion] = []
    now, left = step, {implied.tree for implied in found.ladder.implied}
    while new := [each for each in occasions(found, now, walk.context, step) if each.tree in left]:
        each = new[0]
        left.remove(each.tree)
        if each.looked is not None and _heavier(each.looked, now):
            looked.append(each.looked)
            now = each.looked
        elif each.looked is None and each.again:
            asking.append(each)
        else:
            firsts.append(each)
    seen = {each.tree for each in (*firsts, *asking)} | {ruled.entry.id for ruled in looked}
    others = [f.tree for f in step.outcome.follow_ups if f.tree not in seen]
    final = step
    for ruled in looked:
        final = _announced(final, ruled)
    return Final(
        final, step, tuple(looked), tuple(firsts), tuple(asking),
        (*laid_down(found, step), *next_steps(found, walk.tree.game, walk.context, others)),
    )  # fmt: skip


def _heavier(looked: Ruled, than: Ruled) -> bool:
    """Does it bring more than the mark that is counted? The first step of a ladder only says that it is one."""
    more = {kind for kind, _ in counts_of(looked)} - {kind for kind, _ in counts_of(than)}
    return bool(more) or looked.outcome.refer or not _ends(looked) <= _ends(than)


def _ends(ruled: Ruled) -> set[str]:
    return {effect.kind for effect in ruled.outcome.effects if effect.kind in ENDS}


def _announced(made: Ruled, looked: Ruled) -> Ruled:
    """A ruling with what the ladder adds; where that ends the deal or more, the ladder's ruling alone."""
    settled = {each.id: each for each in (*made.settled, *looked.settled)}
    together = replace(
        looked,
        known=made.known,
        settled=tuple(settled.values()),
        cites=tuple(dict.fromkeys((*looked.cites, *made.cites))),
        entered=made.entry,
        offers=made.offers,
        sheet=made.sheet,
        ignored=made.ignored,
    )
    if _ends(looked) and not _ends(made):
        return together
    return replace(
        together,
        outcome=_both(made.outcome, looked.outcome),
        figures=(*made.figures, *looked.figures),
        next=made.next or looked.next,
        stays=(*made.stays, *looked.stays),
    )


def _both(made: Outcome, looked: Outcome) -> Outcome:
    tell = dict(made.tell)
    for who, words in looked.tell.items():
        tell[who] = f"{tell[who]}{words}" if who in tell else words
    kinds = {(effect.kind, effect.who) for effect in made.effects}
    return replace(
        made,
        ruling=f"{looked.ruling}{made.ruling}",
        level=max(made.level, looked.level, key=_LEVELS.index),
        do=tuple(dict.fromkeys((*made.do, *_new(looked.do, made.do)))),
        effects=(*made.effects, *(e for e in looked.effects if (e.kind, e.who) not in kinds)),
        tell=tell,
        choice=made.choice or looked.choice,
        open_questions=tuple(dict.fromkeys((*made.open_questions, *looked.open_questions))),
    )


def _new(lines: Sequence[str], before: Sequence[str]) -> list[str]:
    """Lines that the ones before do not say: 记违例一次 follows no 裁判员记违例一次."""
    return [line for line in lines if not any(overlap(line, each) >= SAME for each in before)]
