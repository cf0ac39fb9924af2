"""What one window is learning: the question or the scenario on the screen, and what was answered of it.

Questions, cases and the record of answers are loaded when something is practised for the first time, not when the app opens.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from random import Random
from secrets import randbits, token_hex
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.form import Form
from app.base.words import GAMES
from app.window import library
from app.window.preferences import STUDY

if TYPE_CHECKING:
    from app.exams.shelf import Shelf
    from app.study.answers import Answer, AnswerStore, Brought
    from app.study.mark_estimate import Estimate
    from app.study.practice import Next
    from app.study.scenario_steps import Guided
    from app.study.scenarios import Difficulty, Record
    from app.study.schedule import State
    from app.window.living_table import Sitting
    from app.window.preferences import Preferences
    from app.window.routes import Destination
    from decision_trees.model import Case

TABLES, WEAK = 3, 4  # living tables kept open in a window; kinds of irregularities that come first
LONGEST = 10 * 60_000  # ms: who went away for longer did not think so long


@ft.observable
@dataclass
class Practice:
    """Questions one after another: what is due, or one topic."""

    game: str
    topic: str | None = None
    more: bool = False  # beyond what the day has
    now: Next | None = None
    picked: int | None = None
    number: int = 0  # of the question, in this sitting
    right: int = 0
    pictured: int = 0  # the number of the question whose picture was asked for
    _began: float = 0.0
    _random: Random = field(default_factory=lambda: Random(randbits(64)))
    _none_at: int = -1  # how many answers there were when no question was found


@ft.observable
@dataclass
class Walkthrough:
    """A scenario being gone through."""

    guided: Guided
    picks: tuple[int, ...] = ()  # what was picked at each step that was answered
    at: int = 0  # the step on the screen; one more than there are: its end
    pictured: bool | None = None  # whether the table is shown; None: where there is room
    _began: float = field(default_factory=time.monotonic)
    _kept: bool = False

    @property
    def missed(self) -> tuple[int, ...]:
        """The steps that were got wrong."""
        return tuple(n for n, pick in enumerate(self.picks) if pick != self.guided.steps[n].right)

    @property
    def ended(self) -> bool:
        """Whether all steps were answered and looked at."""
        return self.at >= len(self.guided.steps)


@ft.observable
@dataclass
class Studying:
    """What a window is learning."""

    preferences: Preferences | None = None
    web: bool = True
    game: str = field(default_factory=lambda: next(iter(GAMES)))
    changes: int = 0  # counts the answers, here and in other windows
    until: Form = field(default_factory=Form)  # the day of an examination, for a plan
    unfolded: Form = field(default_factory=Form)  # what is unfolded of the statistics
    topic: str | None = None  # of the scenarios listed
    difficulty: Difficulty | None = None
    only_wrong: bool = False
    shown: int = 20  # scenarios listed
    round: tuple[str, ...] = ()  # cases that come one after another
    _practices: dict[tuple[str, str | None], Practice] = field(default_factory=dict)
    _walks: dict[str, Walkthrough] = field(default_factory=dict)
    _tables: dict[tuple[str, str], Sitting] = field(default_factory=dict)
    _state: tuple[int, State] | None = None
    _records: tuple[int, dict[str, Record]] | None = None

    def follow(self, game: str) -> None:
        """Learn another game."""
        if game != self.game:
            self.game, self.topic, self.shown, self.round = game, None, 20, ()

    # The record of answers

    @property
    def store(self) -> AnswerStore:
        """Where the answers are kept."""
        return library.answers()

    def learners(self) -> tuple[str, ...] | None:
        """Whose answers count here: of a device with one owner everybody's (None), else of those who learn in this browser."""
        from app.window import keeping

        if keeping.storage() is not None or not self.web or self.preferences is None:
            return None
        return tuple(str(each) for each in self.preferences.kept(STUDY).get("learners") or ())

    def learner(self) -> str:
        """Under whose name answers are kept; made at the first."""
        if self.preferences is None:
            return ""
        known = self.preferences.kept(STUDY).get("learners") or ()
        if not known:
            known = (token_hex(8),)
            self.preferences.change(STUDY, lambda kept: kept.update(learners=list(known)))
        return str(known[0])

    def answers(self) -> tuple[Answer, ...]:
        """The answers that count here."""
        from app.study.answers import of

        return of(self.store.all(), self.learners())

    def state(self) -> State:
        """What follows from them."""
        from app.study.schedule import replayed

        if self._state is None or self._state[0] != self.changes:
            before = self._state[1] if self._state is not None else None
            self._state = (self.changes, replayed(self.answers(), after=before))
        return self._state[1]

    def estimated(self, now: datetime, shelf: Shelf) -> Estimate | None:
        """The mark of an examination in the game that is learnt; None while too little was answered."""
        from app.exams.pooled import item_results
        from app.study import bank
        from app.study.mark_estimate import estimate, hardness_of

        return estimate(self.state(), bank.subjects(self.game), self.game, now, hardness_of(item_results(shelf)))

    def records(self) -> dict[str, Record]:
        """How each scenario went."""
        from app.study.scenarios import records

        if self._records is None or self._records[0] != self.changes:
            self._records = (self.changes, records(self.state().answers))
        return self._records[1]

    def keep(self, **answer: Any) -> None:
        """Keep an answer; whether it is on the disk is said where the store has something to say."""
        from app.study.answers import answered
        from app.window import keeping

        self.store.add([answered(who=self.learner(), **answer)])
        if (kept := keeping.storage()) is not None and kept.kept:
            kept.ask_to_keep()
        self.written()

    def written(self) -> None:
        """Note that answers were added, here and in other windows."""
        self.changes += 1
        if self.preferences is not None:
            self.preferences.tell_all(STUDY)

    def heard(self) -> None:
        """Another window has kept an answer."""
        self.changes += 1

    def take_in(self, brought: Brought) -> str:
        """Merge answers of another device into those of this one, and say in words what came of it."""
        number = self.store.add(brought.answers)
        own = self.learner()
        others = dict.fromkeys(each.who for each in brought.answers if each.who != own)
        if self.preferences is not None and others:
            self.preferences.change(
                STUDY, lambda kept: kept.update(learners=list(dict.fromkeys([*(kept.get("learners") or ()), *others])))
            )
        self.written()
        said = f"并入 {number} 次答题" + (
            f"，{len(brought.answers) - number} 次原来就有" if len(brought.answers) > number else ""
        )
        if brought.refused:
            said += f"；第{'、'.join(map(str, brought.refused[:6]))}行读不懂，没有并入"
        return said

    # Questions

    def practice(self, game: str, topic: str | None) -> Practice:
        """Return the sitting of a game or a topic, with a question unless the day's are done."""
        found = self._practices.get((game, topic))
        if found is None:
            found = self._practices[game, topic] = Practice(game, topic)
        if found.now is None and found._none_at != self.changes:
            self.next(found, found.number)
        return found

    def next(self, sitting: Practice, after: int) -> None:
        """Ask the question after the one of this number; asked twice it does nothing."""
        from app.study.practice import coming

        if sitting.number != after or (sitting.now is not None and sitting.picked is None):
            return
        found = coming(self.state(), datetime.now(UTC), sitting.game, sitting._random, sitting.topic, sitting.more)
        sitting._began, sitting._none_at = time.monotonic(), self.changes
        if sitting.now is None and found is None:
            return
        sitting.now, sitting.picked = found, None
        if found is not None:
            sitting.number += 1

    def go_on(self, sitting: Practice) -> None:
        """Practise beyond what the day has."""
        sitting.more = True
        self.next(sitting, sitting.number)

    def pick(self, sitting: Practice, option: int) -> None:
        """Answer the question on the screen; the first answer counts, and is kept at once."""
        if sitting.now is None or sitting.picked is not None:
            return
        question = sitting.now.question
        if not 0 <= option < len(question.options):
            return
        sitting.picked = option
        from app.study.twins import stands_for

        right = option == question.right
        sitting.right += right
        self.keep(
            game=question.game,
            topic=question.topic,
            subject=question.subject,
            question=question.id,
            kind=question.kind,
            right=right,
            took=_since(sitting._began),
            instead=stands_for(question, option),
        )

    # Scenarios

    def walkthrough(self, case: Case) -> Walkthrough | None:
        """Return a case as it stands on the screen; None where it is no scenario."""
        from app.study.guided import guided

        found = self._walks.get(case.id)
        if found is None:
            made = guided(case, self.records()[case.id].times if case.id in self.records() else 0)
            if made is None:
                return None
            found = self._walks[case.id] = Walkthrough(made)
        return found

    def step(self, walk: Walkthrough, option: int) -> None:
        """Answer the step on the screen; the first answer counts."""
        if walk.ended or len(walk.picks) > walk.at or not 0 <= option < len(walk.guided.steps[walk.at].options):
            return
        walk.picks = (*walk.picks, option)
        if len(walk.picks) == len(walk.guided.steps) and not walk._kept:
            self._keep_scenario(walk)

    def _keep_scenario(self, walk: Walkthrough) -> None:
        from app.study.scenarios import KIND, subject_of, topic_of

        case = walk.guided.case
        walk._kept = True
        self.keep(
            game=case.tree.partition(".")[0],
            topic=topic_of(case),
            subject=subject_of(case),
            question=walk.guided.id,
            kind=KIND,
            right=not walk.missed,
            took=_since(walk._began),
        )

    def further(self, walk: Walkthrough, after: int) -> None:
        """Go to the step after this one, once it was answered; asked twice it does nothing."""
        if walk.at == after and len(walk.picks) > walk.at:
            walk.at += 1
            walk.pictured = False

    def again(self, case: Case) -> None:
        """Begin a scenario anew, with its options in another order."""
        self._walks.pop(case.id, None)
        self.changes += 1

    def following(self, case_id: str) -> str | None:
        """The scenario of the round that comes after one; None: it was the last, or there is no round."""
        if case_id not in self.round:
            return None
        at = self.round.index(case_id) + 1
        return self.round[at] if at < len(self.round) else None

    # Living tables

    def living(self, game: str, tail: str) -> Sitting | str:
        """Return the table of an address as it stands in this window; a sentence where there is none."""
        from app.study.table.living import opened
        from app.study.table.model import Address
        from app.window.living_table import Sitting

        found = self._tables.get((game, tail))
        if found is None:
            try:
                table = opened(Address.of_tail(game, tail))
            except ValueError:
                return "这不是一桌的地址，请另开一桌。"
            if isinstance(table, str):
                return table
            found = self._tables[game, tail] = Sitting(table)
            while len(self._tables) > TABLES:
                self._tables.pop(next(iter(self._tables)))
        return found

    def weak_kinds(self) -> tuple[str, ...]:
        """The irregularities of living tables whose tree is not known firmly, of those that were asked at all."""
        from app.study.mastery import graded
        from app.study.table.games import game_of

        game, state, now = game_of(self.game), self.state(), datetime.now(UTC)
        kinds = game.irregularities if game is not None else ()
        return tuple(each.id for each in kinds if graded(state, f"tree:{each.tree}", now) == "shaky")[:WEAK]

    def keep_table(self, sitting: Sitting) -> None:
        """Keep how irregularities of a table were dealt with, as answers about their trees."""
        from app.study.table.evidence import evidence

        for number, each in enumerate(sitting.to_keep()):
            if (answer := evidence(sitting.table, each, number)) is not None:
                self.keep(**answer)

    # The keyboard

    def numbered(self, place: Destination) -> list[Callable[[], Any]]:
        """What the digits answer on the screen."""
        if (sitting := self._sitting(place)) is not None and sitting.now is not None and sitting.picked is None:
            return [partial(self.pick, sitting, n) for n in range(len(sitting.now.question.options))]
        walk = self._walks.get(place.case_id) if place.kind == "scenario" else None
        if walk is not None and not walk.ended and len(walk.picks) == walk.at:
            return [partial(self.step, walk, n) for n in range(len(walk.guided.steps[walk.at].options))]
        return []

    def enter(self, place: Destination) -> None:
        """Go on, where something was answered."""
        if (sitting := self._sitting(place)) is not None and sitting.picked is not None:
            self.next(sitting, sitting.number)
        walk = self._walks.get(place.case_id) if place.kind == "scenario" else None
        if walk is not None:
            self.further(walk, walk.at)

    def _sitting(self, place: Destination) -> Practice | None:
        if place.kind != "practice":
            return None
        return self._practices.get((place.game or self.game, place.stage))


def _since(began: float) -> int:
    return min(LONGEST, round((time.monotonic() - began) * 1000))
