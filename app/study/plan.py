"""A plan of study up to the day of an examination: what is repeated, and what is met for the first time, on each day.

Reviews are those FSRS would have, were everything answered rightly; who errs has some more. What was never met is spread evenly
over the days, the stages taking turns; the last days are kept for reviews.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from math import ceil
from typing import TYPE_CHECKING

from app.study import bank
from app.study.schedule import scheduler

if TYPE_CHECKING:
    from fsrs import Card as Kept

    from app.study.schedule import State
    from rules_data.model import GameId

LONGEST = 366  # days
LAST = 2  # days before the examination without anything new
MOST_NEW = 30  # things met for the first time on one day: more are not learnt
WEEKDAYS = "一二三四五六日"
NO_DATE = "请写考试的日期，像 2026-12-20。"


@dataclass(frozen=True, slots=True)
class Day:
    """What one day has."""

    day: date
    due: int
    new: tuple[tuple[str, int], ...]  # by stage, as people call it

    @property
    def questions(self) -> int:
        """How many questions."""
        return self.due + sum(number for _, number in self.new)

    def line(self) -> str:
        """The day in words."""
        new = sum(number for _, number in self.new)
        parts = [f"复习 {self.due}"] if self.due else []
        if new:
            parts.append(f"新题 {new}（{'、'.join(f'{title} {number}' for title, number in self.new)}）")
        said = "，".join(parts) or "没有"
        return f"{self.day.month}月{self.day.day}日 周{WEEKDAYS[self.day.weekday()]}：{said}"


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """The days up to an examination, and what there is no time for."""

    game: GameId
    until: date
    days: tuple[Day, ...]
    left_out: int  # things that stay unmet

    def lines(self) -> list[str]:
        """The plan in words, a line a day."""
        return [each.line() for each in self.days]

    def remark(self) -> str:
        """What the plan assumes, and what it leaves out."""
        said = "复习按都答对算，答错的要多几次。"
        if self.left_out:
            said += f"有 {self.left_out} 项来不及练：一天新题多于 {MOST_NEW} 项记不住。"
        return said


def read_date(text: str, today: date) -> date:
    """The date somebody wrote. Raises ``ValueError``, with one sentence, where it is none, or no day from tomorrow to a year."""
    try:
        found = date.fromisoformat(text.strip())
    except ValueError as fault:
        raise ValueError(NO_DATE) from fault
    if not today < found <= today + timedelta(days=LONGEST):
        raise ValueError("考试的日期要在明天以后、一年以内。")
    return found


def planned(state: State, game: GameId, now: datetime, until: date) -> StudyPlan:
    """Return the days from today to the eve of the examination."""
    from fsrs import Card as Kept

    today = state.day(now)
    known = {each.id: each for each in bank.subjects(game)}
    cards = {name: card for name, card in state.kept.items() if name in known}
    waiting = _by_turns(
        [[s.id for s in bank.subjects(game, t.id) if s.id not in state.cards] for t in bank.topics(game)]
    )
    titles = {each.id: each.title for each in bank.topics(game)}
    length = (until - today).days
    fresh = max(1, length - LAST)
    days: list[Day] = []
    for number in range(length):
        day = today + timedelta(days=number)
        noon = datetime.combine(day, time(12), state.zone).astimezone(UTC)
        due = [name for name, card in cards.items() if state.day(card.due) <= day]
        for name in due:
            cards[name] = _learnt(cards[name], noon)
        room = min(MOST_NEW, ceil(len(waiting) / (fresh - number))) if number < fresh else 0
        today_new, waiting = waiting[:room], waiting[room:]
        for name in today_new:
            cards[name] = _learnt(Kept(card_id=len(cards), due=noon), noon)
        counted = Counter(known[name].topic for name in today_new)
        days.append(Day(day, len(due), tuple((titles[topic], counted[topic]) for topic in titles if counted[topic])))
    return StudyPlan(game, until, tuple(days), len(waiting))


def _learnt(card: Kept, at: datetime) -> Kept:
    """The card after right answers, as many as keep it from being asked again on that day."""
    from fsrs import Rating

    moment = at
    while True:
        card, _ = scheduler().review_card(card, Rating.Good, moment)
        if card.due - at >= timedelta(hours=12):
            return card
        moment = max(card.due, moment)


def _by_turns(lists: Sequence[Sequence[str]]) -> list[str]:
    """All of several lists in one, each spread evenly over it."""
    placed = [((n + 0.5) / len(each), at, name) for at, each in enumerate(lists) for n, name in enumerate(each)]
    return [name for _, _, name in sorted(placed)]
