"""When what was learned is asked again: FSRS over what is to be known, not over single questions.

The cards are worked out anew from the answers each time they are needed, so that nothing is kept that could disagree with them.
A wrong answer counts as forgotten (``Again``), a right one as known (``Good``): of several options one can tell no more.
A day is a day of the learner's own clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from typing import TYPE_CHECKING

from app.study.answers import Answer

if TYPE_CHECKING:
    from fsrs import Card as Kept
    from fsrs import Scheduler

SCENARIO = "scenario"  # kind of the answers of scenarios
NEW_A_DAY = 10  # subjects that are met for the first time
AGAIN = timedelta(minutes=10)  # after a wrong answer, and after the first one
RETENTION = 0.9  # the chance of still knowing it at which it is asked again
FARTHEST = 365  # days
RECENT = 30  # days that count for weak topics and for how much is right
ENOUGH_TO_JUDGE = 4  # answers of a topic


@dataclass(frozen=True, slots=True)
class Card:
    """One thing to be known, and when it is asked again."""

    subject: str
    game: str
    topic: str
    due: datetime  # UTC
    first: datetime
    last: datetime
    stability: float  # days after which it is still known with a chance of 9 in 10
    answers: int
    lapses: int  # wrong answers
    known: bool  # whether the last answer was right
    asked: bool = True  # by a question, and not only met in a scenario


@dataclass(frozen=True, slots=True)
class Weak:
    """A topic in which much goes wrong."""

    game: str
    topic: str
    answers: int
    wrong: int

    @property
    def rate(self) -> float:
        """The part that is wrong; a few answers count as less sure."""
        return (self.wrong + 1) / (self.answers + 2)


@dataclass(frozen=True)
class State:
    """What follows from the answers given so far."""

    cards: Mapping[str, Card]
    answers: Sequence[Answer]  # in the order given
    zone: tzinfo | None = None  # of the learner's clock; None: that of this device
    days: Counter[date] = field(default_factory=Counter)  # answers given on each day
    kept: Mapping[str, Kept] = field(default_factory=dict)  # the library's own cards

    def day(self, at: datetime) -> date:
        """The learner's day at a moment."""
        return at.astimezone(self.zone).date()

    def due(self, now: datetime, games: Iterable[str] | None = None) -> list[Card]:
        """What is to be asked today, the most overdue first; what was got wrong minutes ago comes when it is time, or last."""
        wanted = None if games is None else set(games)
        end = self.day(now)
        found = [c for c in self.cards.values() if self.day(c.due) <= end and (wanted is None or c.game in wanted)]
        return sorted(found, key=lambda card: (card.due > now, card.due, card.subject))

    def new_today(self, now: datetime, games: Iterable[str] | None = None) -> int:
        """How many subjects were met for the first time today."""
        wanted = None if games is None else set(games)
        today = self.day(now)
        return sum(self.day(c.first) == today and (wanted is None or c.game in wanted) for c in self.cards.values())

    def new_left(self, now: datetime, games: Iterable[str] | None = None, a_day: int = NEW_A_DAY) -> int:
        """How many new subjects the day still has room for."""
        return max(0, a_day - self.new_today(now, games))

    def streak(self, now: datetime) -> int:
        """Days in a row with an answer, up to today, or to yesterday while nothing was answered today."""
        day = self.day(now)
        if not self.days[day]:
            day -= timedelta(days=1)
        count = 0
        while self.days[day]:
            count += 1
            day -= timedelta(days=1)
        return count

    def forecast(self, now: datetime, length: int = 14) -> list[int]:
        """How many subjects are due on each day from today on; what is overdue counts today."""
        today = self.day(now)
        out = [0] * length
        for card in self.cards.values():
            at = max(0, (self.day(card.due) - today).days)
            if at < length:
                out[at] += 1
        return out

    def history(self, now: datetime, length: int = 14) -> list[int]:
        """How many questions were answered on each of the last days, today last."""
        today = self.day(now)
        return [self.days[today - timedelta(days=back)] for back in range(length - 1, -1, -1)]

    def recent(self, now: datetime) -> list[Answer]:
        """The answers of the last days."""
        since = (now - timedelta(days=RECENT)).timestamp() * 1000
        return [each for each in self.answers if each.at >= since]

    def right_rate(self, now: datetime) -> float | None:
        """The part of the last days' answers that was right; None where there were none."""
        found = self.recent(now)
        return sum(each.right for each in found) / len(found) if found else None

    def weak(self, now: datetime, games: Iterable[str] | None = None) -> list[Weak]:
        """The topics in which most goes wrong, the worst first; only those with enough answers and something wrong."""
        wanted = None if games is None else set(games)
        given: Counter[tuple[str, str]] = Counter()
        wrong: Counter[tuple[str, str]] = Counter()
        for each in self.recent(now):
            if wanted is None or each.game in wanted:
                given[each.game, each.topic] += 1
                wrong[each.game, each.topic] += not each.right
        found = [Weak(*key, given[key], wrong[key]) for key in given if wrong[key] and given[key] >= ENOUGH_TO_JUDGE]
        return sorted(found, key=lambda each: (-each.rate, each.game, each.topic))


@cache
def scheduler() -> Scheduler:
    """The one way in which what is remembered is reckoned."""
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=RETENTION,
        learning_steps=(AGAIN,),
        relearning_steps=(AGAIN,),
        maximum_interval=FARTHEST,
        enable_fuzzing=False,  # the same answers make the same plan on every device
    )


def replayed(answers: Iterable[Answer], zone: tzinfo | None = None, after: State | None = None) -> State:
    """Work out what is due from all answers, in whatever order they come.

    ``after`` is a state worked out before: where its answers are the first of these, only the others are gone through.
    """
    from fsrs import Card as Kept
    from fsrs import Rating

    given = sorted(answers, key=lambda each: each.id)
    plan = scheduler()
    old_number = len(after.answers) if after is not None else 0
    if after is None or not old_number or given[:old_number][-1:] != [after.answers[-1]] or zone != after.zone:
        after, old_number = State({}, (), zone), 0
    kept = dict(after.kept)
    cards = dict(after.cards)
    days = Counter(after.days)
    for each in given[old_number:]:
        at = datetime.fromtimestamp(each.at / 1000, UTC)
        days[at.astimezone(zone).date()] += 1
        before = kept.get(each.subject) or Kept(card_id=len(kept), due=at)  # without a number it waits to find one
        card, _ = plan.review_card(before, Rating.Good if each.right else Rating.Again, at)
        kept[each.subject] = card
        old = cards.get(each.subject)
        cards[each.subject] = Card(
            each.subject,
            each.game,
            each.topic,
            card.due,
            old.first if old is not None else at,
            at,
            card.stability or 0.0,
            (old.answers if old is not None else 0) + 1,
            (old.lapses if old is not None else 0) + (not each.right),
            each.right,
            each.kind != SCENARIO or (old is not None and old.asked),
        )
    return State(cards, given, zone, days, kept)
