"""Which table, which deal and which pair a ruling is about: said by taps, agreeing with one another, and kept.

The scene of a ruling (:mod:`app.ruling.scene`) says all three; what is known of the deal lies in :mod:`app.ruling.deal_sheet`, who
sits where is told by :mod:`app.ruling.seating`.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from app.journal.store import JournalError
from app.ruling import deal_sheet
from app.ruling import seating as seats
from app.ruling.built_on import left_by
from app.ruling.placing import fill_place, offenders_of, place_of, put_place
from app.ruling.scene import Scene
from app.ruling.standing import OFFENDER, Incident
from app.window import routes
from app.window.library import journal
from app.window.preferences import DEALS
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from app.base.shared_preferences import Kept
    from app.journal.entries import Entry
    from app.ruling.built_on import Resting
    from app.ruling.seating import Seating
    from app.ruling.walk import Walk
    from app.ruling.wrong_pair import Move
    from app.window.session import Session
    from decision_trees.deal import Change


@dataclass
class AtTable:
    """What is said of the table at which a ruling is made, in one window."""

    session: Session

    def take_to(self, walk: Walk, event: str) -> None:
        """Take a ruling to another event; whom it is against is asked there."""
        scene = replace(walk.scene, event=event, offenders=(), sheet=None)
        walk.mark()
        walk.form.put("pairs", ())
        walk.take_place(scene, self.session.desk.context(scene, walk.incident, walk.id))

    def place(self, walk: Walk, undoable: bool = False) -> bool:
        """Take the place and the offenders from the form of a ruling; whether what was answered agrees with them.

        ``undoable``: as one thing that is taken back with one step; not while somebody still types.
        """
        form = walk.form
        if "table" not in form.values:  # nothing was said
            return True
        offenders = offenders_of(form, self.session.duty.event_body(walk.scene.event))
        scene = replace(walk.scene, place=place_of(form), offenders=offenders)
        if scene == walk.scene:
            return True
        if undoable:
            walk.mark()
        if walk.record is None:
            scene = self._agreed(walk, scene)
        fits = walk.take_place(scene, self.session.desk.context(scene, walk.incident, walk.id))
        self._fill_in(walk)
        return fits

    def ask_place(self, walk: Walk) -> None:
        """Begin to ask where it was; of an event with rounds, its present one is offered."""
        fill_place(walk.form, walk.scene)
        if walk.form.number("round") is None:
            with suppress(JournalError):
                if (now := seats.round_now(journal(), walk.scene.event)) is not None:
                    walk.form.put("round", now)
        walk.seating = False
        walk.placing = True

    def say_place(self, walk: Walk) -> None:
        """Take what the form of a ruling says, and go back to the question."""
        self.place(walk, undoable=True)
        if not walk.scene.offenders:  # nobody was chosen in place of who sits there
            self.follow_seat(walk)
        walk.placing = False

    def say_pair(self, walk: Walk, pair: str) -> None:
        """Take one tap that says whom a ruling is against."""
        put_place(walk.form, replace(walk.scene, offenders=(pair,)))
        self.place(walk, undoable=True)

    def seating(self, scene: Scene) -> Seating | None:
        """Who sits where at the table of a scene; None where nobody can say, or the journal cannot be read."""
        with suppress(JournalError):
            return seats.seating_at(journal(), scene)
        return None

    def follow_seat(self, walk: Walk) -> None:
        """Let a ruling be against the pair that sits on the seat of its offender, however that is known."""
        seat = walk.of_the_deal().get(OFFENDER)
        if seat is None or walk.record is not None:
            return
        scene, _ = seats.agreed(walk.scene, seat, self.seating(walk.scene), "seat")
        if scene != walk.scene:
            walk.take_place(scene, self.session.desk.context(scene, walk.incident, walk.id))
            self._fill_in(walk)

    def seated_anew(self, walk: Walk, before: Seating | None) -> None:
        """Let a ruling agree with who is said now to sit at its table; ``before`` is who was thought to."""
        now = self.seating(walk.scene)
        if walk.record is None:
            scene = seats.moved_along(walk.scene, before, now)
            scene, _ = seats.agreed(scene, walk.of_the_deal().get(OFFENDER), now, "place")
            walk.take_place(scene, self.session.desk.context(scene, walk.incident, walk.id))
            self._fill_in(walk)

    def went_to(self, moves: Iterable[Move]) -> None:
        """Let the rulings of this window that were recorded against the wrong pair say the right one."""
        right = {each.record: each.right for each in moves}
        for walk in self.session.rulings.walks.values():
            if walk.record in right:
                walk.scene = replace(walk.scene, offenders=(right[walk.record],))
                self._fill_in(walk)

    def _agreed(self, walk: Walk, scene: Scene) -> Scene:
        """A scene that somebody said, so that seat and pair agree: what was said last counts."""
        seating, seat = self.seating(scene), walk.of_the_deal().get(OFFENDER)
        by_pair = scene.offenders != walk.scene.offenders
        if scene.place != walk.scene.place:
            scene = seats.moved_along(scene, self.seating(walk.scene), seating)
        scene, sits = seats.agreed(scene, seat, seating, "pair" if by_pair else "place")
        if not sits and OFFENDER in walk.standing.facts:
            walk.unsay(OFFENDER)
        elif not sits:  # the auction says who it was
            self.session.tell("违规者的座位是从竞叫推出的，坐着另一对；坐错了位就点“实际坐的不一样”", 6)
            scene, _ = seats.agreed(scene, seat, seating, "place")
        return scene

    @staticmethod
    def _fill_in(walk: Walk) -> None:
        """Let the form say against whom it is by now."""
        if walk.form.chosen("pairs") != walk.scene.offenders and not walk.form.text("other").strip():
            walk.form.values["pairs"] = walk.scene.offenders
            walk.form.version += 1

    def take_back(self, walk: Walk) -> bool:
        """Take back the last thing entered on a ruling; whether there was one."""
        before, begun = walk.scene, walk.context.begun
        done = walk.back()
        if (again := walk.context.begun.keys() - begun.keys()) and walk.record is None:
            scene, name = walk.scene, walk.id
            self.session.preferences.change(DEALS, lambda kept: deal_sheet.not_ended(kept, scene, name, again))
        if walk.scene != before and walk.record is None:
            kept, scene = self.session.preferences.kept(DEALS), walk.scene
            if scene.sheet is not None and deal_sheet.turn_back(deepcopy(kept), scene):
                self.session.preferences.change(DEALS, lambda kept: deal_sheet.turn_back(kept, scene))
            walk.come_to_know(self.session.desk.context(scene, walk.incident, walk.id))
        return done

    def keep_deal(self, walk: Walk) -> None:
        """Keep what a ruling has come to know of its deal; what is in the journal stays as it is.

        A deal whose table was not known is from now on that of the table that is; where another deal lies there, nobody has said
        yet which of the two it is.
        """
        if walk.saving or walk.placing:  # it is just being said which table it is
            return
        now, scene = _now(), walk.scene
        if deal_sheet.takes_its_name(self.session.preferences.kept(DEALS), scene):
            self.session.preferences.change(DEALS, lambda kept: deal_sheet.rename(kept, scene))
        elsewhere = deal_sheet.is_elsewhere(self.session.preferences.kept(DEALS), scene)
        if elsewhere:
            scene = replace(scene, sheet=None)
        kept = self.session.preferences.kept(DEALS)
        if scene.sheet is None and (walk.begun or elsewhere) and not deal_sheet.unclaimed(kept, scene):
            scene = replace(scene, sheet=deal_sheet.lying(kept, scene))
        walk.scene = scene
        if (walk.record is None or elsewhere) and deal_sheet.remember(deepcopy(kept), walk, now):
            self.session.preferences.change(DEALS, lambda kept: deal_sheet.remember(kept, walk, now))

    def say_still(self, walk: Walk, fact: str) -> None:
        """Take it that something the table remembers is still so."""
        if walk.answer(fact, walk.context.begun[fact]):
            self.keep_deal(walk)
        else:
            self.session.tell(walk.fault)

    def say_over(self, walk: Walk, fact: str) -> None:
        """Take it that play has ended something the table remembers."""
        walk.mark()
        scene, name = walk.scene, walk.id
        self.session.preferences.change(DEALS, lambda kept: deal_sheet.end(kept, scene, name, fact))
        walk.come_to_know(self.session.desk.context(scene, walk.incident, walk.id))

    def follow_journal(self, record: str) -> None:
        """Let the table of a ruling stand as the journal has it now: the ruling was saved, taken back, or brought back."""
        with suppress(JournalError):
            for left in left_by(journal(), journal().entry(record)):
                self.session.preferences.change(DEALS, partial(_put_as_left, left))

    def rule_anew(self, resting: Resting) -> None:
        """Go through a ruling again as its table stands now; saved, it takes the place of the one in the journal."""
        session, entry, given = self.session, resting.entry, resting.given
        walk = session.rulings.named(entry.body.tree, given.id)
        scene = Scene(entry.event, entry.body.game, entry.body.place, entry.body.offenders, resting.deal)
        if walk is None:
            incident = Incident(entry.body.chain or entry.id, given.incident)
            context = session.desk.context(scene, incident, given.id)
            walk = session.rulings.begin(entry.body.tree, given.facts, context, incident, scene)
            session.rulings.begin_by_link(walk, given.id)
            walk.charged, walk.record = given.charged, entry.id
            walk.follows = "" if resting.falls else given.follows
        else:
            walk.come_to_know(session.desk.context(walk.scene, walk.incident, walk.id))
            walk.recorded = None
            walk.follows = "" if resting.falls else walk.follows
        session.go(routes.tree_address(walk.tree_id, walk.id))

    def own_error(self, entry: Entry) -> bool:
        """Begin what the law says of a wrong ruling of the journal, where it was given; False where the law says nothing."""
        scene = Scene(entry.event, entry.body.game, entry.body.place, entry.body.offenders)
        return self.own_error_at(replace(scene, sheet=deal_sheet.lying(self.session.preferences.kept(DEALS), scene)))

    def own_error_at(self, scene: Scene) -> bool:
        """Begin what the law says of a referee's wrong ruling at a table; False where the law says nothing."""
        begins = games()[scene.game].wrong_ruling if scene.game in games() else None
        if begins is None:
            return False
        walk = self.session.rulings.begin(
            begins.tree, begins.facts, self.session.desk.context(scene, None), None, scene
        )
        self.session.go(routes.tree_address(walk.tree_id, walk.id))
        return True

    def unclaimed_deal(self, walk: Walk) -> dict[str, Any]:
        """What the last deal at the table of a ruling knows, while nobody has said whether the ruling is about it."""
        return deal_sheet.unclaimed(self.session.preferences.kept(DEALS), walk.scene)

    def same_deal(self, walk: Walk) -> None:
        """Take a ruling to be about the deal that lies at its table."""
        self._of_deal(walk, deal_sheet.lying(self.session.preferences.kept(DEALS), walk.scene))

    def other_table(self, walk: Walk) -> None:
        """Take a ruling to be about a deal at another table, which nobody has named: nothing is known of it."""
        now, name, scene = _now(), secrets.token_hex(4), walk.scene
        self.session.preferences.change(DEALS, lambda kept: deal_sheet.begin_anew(kept, scene, now, name))
        self._of_deal(walk, name)

    def next_deal(self, walk: Walk) -> None:
        """Begin the next deal at the table of a ruling.

        A ruling nobody has said the deal of is about the next one, and so is one in which nothing was answered; any other stays
        about the deal it was about.
        """
        stays = walk.begun and not self.unclaimed_deal(walk)
        now, name, scene, settled = _now(), secrets.token_hex(4), walk.scene, walk.readings
        self.session.preferences.change(DEALS, lambda kept: deal_sheet.turn_over(kept, scene, now, settled, name))
        walk.close_sheet()
        self.session.tell("下一副：这副的已清空；这条裁定仍是刚才那一副的" if stays else "下一副")
        if not stays:
            self._of_deal(walk, name)

    def _of_deal(self, walk: Walk, name: str) -> None:
        walk.mark()
        scene = replace(walk.scene, sheet=name)
        walk.take_place(scene, self.session.desk.context(scene, walk.incident, walk.id))


def _now() -> str:
    """When something is kept."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _put_as_left(left: tuple[str, str, tuple[Change, ...]], kept: Kept) -> None:
    deal_sheet.put(kept, *left)
