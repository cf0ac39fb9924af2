"""Which table, which deal and which pair a ruling is about: said by taps, agreeing with one another, and kept.

The scene of a ruling (:mod:`app.ruling.scene`) says all three; what is known of the deal lies in :mod:`app.ruling.deal_sheet`, who
sits where is told by :mod:`app.ruling.seating`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from app.base.opened import trees
from app.journal.incidents import incident
from app.journal.records import SHEET
from app.journal.store import JournalError
from app.ruling import deal_sheet
from app.ruling import seating as seats
from app.ruling.built_on import left_by
from app.ruling.counts_now import doubted_at
from app.ruling.homes import deal_at, elsewhere, homes, of_one_incident, table_of
from app.ruling.placing import fill_place, offenders_of, place_of, put_place
from app.ruling.scene import Scene
from app.ruling.standing import OFFENDER, Incident
from app.ruling.would_change import WouldChange, would_change
from app.window import routes
from app.window.library import journal
from app.window.preferences import DEALS, RULING
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.journal.records import Place
    from app.ruling.built_on import Resting
    from app.ruling.seating import Seating
    from app.ruling.walk import Walk
    from app.ruling.wrong_pair import Move
    from app.window.session import Session


@dataclass
class AtTable:
    """What is said of the table at which a ruling is made, in one window."""

    session: Session
    _heard: int = 0  # records of the journal whose changes the tables have followed
    _doubted: tuple[tuple[Any, ...], dict[str, Entry]] = ((), {})  # what was looked up last, and what was found

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
        self.fill_place(walk)
        if walk.form.number("round") is None:
            with suppress(JournalError):
                if (now := seats.round_now(journal(), walk.scene.event)) is not None:
                    walk.form.put("round", now)
        walk.seating = False
        walk.placing = True

    def fill_place(self, walk: Walk) -> None:
        """Put the place of a ruling into its form; the numbers of a deal that follows one of known number are offered."""
        kept = self.session.preferences.kept(DEALS)
        fill_place(walk.form, replace(walk.scene, place=deal_sheet.next_number(kept, walk.scene)))

    def say_place(self, walk: Walk) -> None:
        """Take what the form of a ruling says, and go back to the question."""
        self.place(walk, undoable=True)
        if not walk.scene.offenders:  # nobody was chosen in place of who sits there
            self.follow_seat(walk)
        walk.placing = False

    def say_table(self, walk: Walk, table: str, number: int) -> None:
        """Take one tap that says at which table of a round it is; who sits there is drawn."""
        place = replace(walk.scene.place, table=table, round=number)
        put_place(walk.form, replace(walk.scene, place=place))
        self.place(walk, undoable=True)
        self.follow_seat(walk)

    def drawn_tables(self, scene: Scene) -> tuple[int, Mapping[str, str]] | None:
        """The round that is played and its tables as drawn, where nobody has said yet at which of them it is."""
        if scene.place.table is not None:
            return None
        with suppress(JournalError):
            number = scene.place.round or seats.round_now(journal(), scene.event)
            if number is not None:
                drawn = seats.tables_of(journal(), replace(scene, place=replace(scene.place, round=number)))
                return (number, drawn) if drawn else None
        return None

    def say_pair(self, walk: Walk, pair: str) -> None:
        """Take one tap that says whom a ruling is against."""
        put_place(walk.form, replace(walk.scene, offenders=(pair,)))
        self.place(walk, undoable=True)

    def seating(self, scene: Scene) -> Seating | None:
        """Who sits where at the table of a scene; None where nobody can say, or the journal cannot be read."""
        if scene.game not in every_game():  # it came with a text that is not here: nobody knows its seats
            return None
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
        if deal_sheet.names_nothing(kept, scene):
            scene = replace(scene, sheet=None)
        if scene.sheet is None and (walk.begun or elsewhere) and not deal_sheet.is_unclaimed(kept, scene):
            scene = replace(scene, sheet=deal_sheet.lying(kept, scene))
        walk.scene = scene
        if (walk.record is None or elsewhere) and deal_sheet.remember(deepcopy(kept), walk, now):
            self.session.preferences.change(DEALS, lambda kept: deal_sheet.remember(kept, walk, now))
        if deal_sheet.number(deepcopy(self.session.preferences.kept(DEALS)), scene):
            self.session.preferences.change(DEALS, lambda kept: deal_sheet.number(kept, scene))

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
            self._follow(journal().entry(record), begin=True)

    @property
    def keeps_up(self) -> bool:
        """Whether a change is heard of when it is made: what was changed long ago is no reason to keep its table."""
        return self._heard > 0

    def follow_all(self) -> None:
        """Let all stand as the journal has it now, whoever corrected a ruling, took it back or brought it back since: the tables,
        and the rulings that are open.
        """
        kept = self.session.preferences.kept(DEALS)
        if not kept and not self.session.rulings.walks:
            return
        events = {key.partition("|")[0] for key in kept}
        with suppress(JournalError):
            new = self.keeps_up
            changed, self._heard = journal().changed_since(self._heard)
            for entry in changed:
                part = table_of(journal(), entry) if entry.event in events else None
                own = part is not None and journal().wrote(entry.id)
                if part is not None and (own or deal_sheet.keeps(kept, part["ruling"])):
                    self._follow(entry, begin=own and new)
            about = {each for entry in changed for each in (entry.id, incident(entry, journal().find))}
            for walk in [*self.session.rulings.walks.values()]:
                if {walk.record, walk.incident.record} & about:
                    self.catch_up(walk)

    def _follow(self, entry: Entry, *, begin: bool) -> None:
        """Let the deals one ruling is or was of stand as the journal has it now; ``begin``: also one of which nothing is kept."""
        left = left_by(journal(), entry)
        self.session.preferences.change(DEALS, partial(deal_sheet.follow, left=left, at=_now(), begin=begin))

    def catch_up(self, walk: Walk) -> None:
        """Let a ruling that is open be where the journal has it by now, or has the ruling its incident began with."""
        entry = journal().find(walk.record or walk.incident.record or "")
        if entry is None or not (entry.corrections or journal().corrections_taken_back(entry.id)):
            return
        body, found = entry.body, homes(journal(), entry)
        before = [entry.corrections[0].before] if entry.corrections else []
        former = {each.place for each in found[:-1]} | {each.place for each in before if each is not None}
        if walk.record is None and walk.scene.place not in former:  # somebody has said since where it is
            return
        offenders = {body.offenders, *(each.before.offenders for each in entry.corrections if each.before is not None)}
        against = body.offenders if walk.scene.offenders in offenders else walk.scene.offenders
        sheet = found[-1].deal if found else walk.scene.sheet
        now = replace(walk.scene, place=body.place, offenders=against, sheet=sheet)
        if now == walk.scene:
            return
        if walk.record is None:
            walk.take_place(now, self.session.desk.context(now, walk.incident, walk.id))
            self.keep_deal(walk)
        else:
            walk.scene = now
        if "table" in walk.form.values:
            put_place(walk.form, walk.scene)
        self.session.desk.keep(walk)

    def correct(
        self, entry: Entry, place: Place, offenders: tuple[str, ...], more: Mapping[str, Any], reason: str
    ) -> None:
        """Correct where a ruling was given and against whom, and what more is said of it.

        All of its incident goes along: it was at one table, and what the ladder brought is against the same pair. What it did to
        the table it was written at is undone there and done at the other. Raises JournalError where it cannot be written.
        """
        changes = self.corrections(entry, place, offenders, more)
        self.session.duty.journal().correct_all(changes, reason)
        self._open_all_of(changes.keys())
        self.follow_all()
        post, was = self.session.assignment.post(entry.body.game), entry.body.place
        if (post.event, post.table, post.round) == (
            entry.event,
            was.table,
            was.round,
        ):  # the next one is likely to be there, too
            self.session.duty.called_to(Scene(entry.event, entry.body.game, place))

    def would_change(self, entry: Entry, write: Callable[[Journal], object]) -> WouldChange:
        """What would be otherwise once something is written of a ruling. Raises JournalError where it could not be written."""
        begins = self.keeps_up and journal().wrote(entry.id)
        return would_change(journal(), entry, write, self.session.preferences.kept(DEALS), begins=begins)

    def corrections(
        self, entry: Entry, place: Place, offenders: tuple[str, ...], more: Mapping[str, Any]
    ) -> dict[str, dict[str, Any]]:
        """What is corrected, by its record, where a ruling was given elsewhere or against others."""
        sheet = self.deal_there(entry, place)
        changes = {}
        for each in of_one_incident(journal(), entry):
            own: dict[str, Any] = {"place": place}
            if each.body.offenders == entry.body.offenders:
                own["offenders"] = offenders
            if sheet is not None and homes(journal(), each):
                own[SHEET] = sheet
            if each.id == entry.id or (place, offenders) != (entry.body.place, entry.body.offenders):
                changes[each.id] = own | (dict(more) if each.id == entry.id else {})
        return changes

    def _open_all_of(self, records: Collection[str]) -> None:
        """Have the rulings of some incidents in this window that are kept for it: they go where those went."""
        roots = {incident(each, journal().find) for id_ in records if (each := journal().find(id_)) is not None}
        for name, summed in [*self.session.open_rulings.kept.items()]:
            about = self.session.preferences.kept(RULING + name).get("incident")
            tree = summed.get("tree") if isinstance(summed, Mapping) else None
            if isinstance(about, Mapping) and about.get("record") in roots and tree in trees().trees:
                self.session.desk.at(str(tree), name)

    def deal_there(self, entry: Entry, place: Place) -> str | None:
        """The deal a ruling is of if it was given at another place; None where that is no other deal."""
        found = homes(journal(), entry)
        if not found or not elsewhere(entry.body.place, place):
            return None
        scene = Scene(entry.event, entry.body.game, place)
        for each in reversed(found):
            if not elsewhere(each.place, place):
                return each.deal
        kept = deal_sheet.lying_then(self.session.preferences.kept(DEALS), scene, entry.at)
        taken = {each.deal for each in found}
        return kept if kept is not None and kept not in taken else deal_at(journal(), entry, place, list(found))

    def rule_anew(self, resting: Resting) -> None:
        """Go through a ruling again as its table stands now; saved, it takes the place of the one in the journal."""
        session, entry, given = self.session, resting.entry, resting.given
        own = (each for each in session.rulings.walks.values() if each.record == entry.id)
        walk = session.rulings.named(entry.body.tree, given.id) or next(own, None)
        scene = Scene(entry.event, entry.body.game, entry.body.place, entry.body.offenders, resting.deal or None)
        if walk is None:
            about = Incident(entry.body.chain or entry.id, given.incident)
            context = session.desk.context(scene, about, given.id)
            walk = session.rulings.begin(entry.body.tree, given.facts, context, about, scene)
            session.rulings.begin_by_link(walk, given.id)
            walk.charged, walk.record = given.charged, entry.id
            walk.follows = "" if resting.falls else given.follows
        else:
            walk.scene = scene
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
        begins = every_game()[scene.game].wrong_ruling if scene.game in every_game() else None
        if begins is None:
            return False
        walk = self.session.rulings.begin(
            begins.tree, begins.facts, self.session.desk.context(scene, None), None, scene
        )
        self.session.go(routes.tree_address(walk.tree_id, walk.id))
        return True

    def doubted(self, walk: Walk) -> dict[str, Entry]:
        """The rulings to be looked at again from which something is known of the deal of a ruling, by fact.

        Of the deal that lies at its table, where nobody has said whether the ruling is about that one.
        """
        kept, scene = self.session.preferences.kept(DEALS), walk.scene
        lies = scene.sheet is None
        deal = deal_sheet.lying(kept, scene) if lies else scene.sheet
        by = deal_sheet.sources(kept, scene, lying=lies)
        asked = (scene.event, scene.game, scene.place.table, deal, self.session.assignment.version)
        if by and deal and asked != self._doubted[0]:
            self._doubted = (asked, {})
            with suppress(JournalError):
                self._doubted = (asked, doubted_at(journal(), scene, deal))
        found = self._doubted[1] if by and deal else {}
        return {fact: found[name] for fact, name in by.items() if name in found and name != walk.id}

    def unclaimed_deal(self, walk: Walk) -> dict[str, Any]:
        """What the last deal at the table of a ruling knows, while nobody has said whether the ruling is about it."""
        return deal_sheet.unclaimed(self.session.preferences.kept(DEALS), walk.scene)

    def unclaimed_place(self, walk: Walk) -> Place:
        """Where that deal is: the place of a ruling, with the numbers of the game and of the deal somebody said there."""
        return deal_sheet.numbered(self.session.preferences.kept(DEALS), walk.scene, lying=True)

    def is_unclaimed(self, walk: Walk) -> bool:
        """Whether nobody has said if a ruling is about the last deal at its table, of which something is known."""
        return deal_sheet.is_unclaimed(self.session.preferences.kept(DEALS), walk.scene)

    def same_deal(self, walk: Walk) -> None:
        """Take a ruling to be about the deal that lies at its table, and so in the same game and of the same number.

        Where that deal is over and the ruling is about how a deal begins, it is about the next one.
        """
        if walk.tree.begins_deal and deal_sheet.is_played_out(
            self.session.preferences.kept(DEALS), walk.scene, walk.readings
        ):
            self.next_deal(walk)
            return
        place = self.unclaimed_place(walk)
        self._of_deal(walk, deal_sheet.lying(self.session.preferences.kept(DEALS), walk.scene), place)

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
        stays = walk.begun and not self.is_unclaimed(walk)
        now, name, scene, settled = _now(), secrets.token_hex(4), walk.scene, walk.readings
        self.session.preferences.change(DEALS, lambda kept: deal_sheet.turn_over(kept, scene, now, settled, name))
        walk.close_sheet()
        self.session.tell("下一副：这副的已清空；这条裁定仍是刚才那一副的" if stays else "下一副")
        if not stays:
            self._of_deal(walk, name)

    def _of_deal(self, walk: Walk, name: str, place: Place | None = None) -> None:
        walk.mark()
        scene = replace(walk.scene, sheet=name, place=place or walk.scene.place)
        if scene.place != walk.scene.place and "table" in walk.form.values:
            put_place(walk.form, scene)
        walk.take_place(scene, self.session.desk.context(scene, walk.incident, walk.id))


def _now() -> str:
    """When something is kept."""
    return datetime.now(UTC).isoformat(timespec="seconds")
