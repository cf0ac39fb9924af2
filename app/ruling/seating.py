"""Who sits where at a table in a round: as it was drawn, as a referee says it really is, or, without entrants, just the sides.

With it the seat of an offender and the pair ruled against are one choice, and cannot contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from app.journal.competition import SeatingBody, read
from app.ruling.assignment import pair_words
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.journal.journal import Journal
    from app.journal.records import EventBody, Place, Record
    from app.ruling.scene import Scene
    from app.tools.competition.competition import Competition

How = Literal["sides", "drawn", "said"]


@dataclass(frozen=True)
class Seating:
    """The pairs of a table by the side each sits on (NS), in the order of the game."""

    pairs: Mapping[str, str]
    how: How
    substitutes: Mapping[str, str] = field(default_factory=dict)  # of a pair: who plays in it for whom

    def pair_of(self, seat: str) -> str | None:
        """The pair of which somebody sits on a seat."""
        return next((pair for side, pair in self.pairs.items() if seat in side), None)

    def side_of(self, pair: str) -> str | None:
        """The side a pair sits on; None where it does not sit here."""
        return next((side for side, each in self.pairs.items() if each == pair), None)

    @property
    def of_an_event(self) -> bool:
        """Whether pairs of an event are known, and not only sides."""
        return self.how != "sides"


def seating_at(journal: Journal, scene: Scene) -> Seating | None:
    """Who sits at the table of a scene in its round; None where nobody can say. Raises what the journal raises."""
    event = journal.event(scene.event).body
    if not event.entrants:
        return sides_of(scene)
    place = scene.place
    if place.table is None or place.round is None:
        return None
    drawn = drawn_at(journal, scene)
    said = said_at(journal.competition(scene.event), place)
    if said is None:
        return Seating(drawn, "drawn") if drawn else None
    sides = {side: pair for side, pair in said.sides if side in sides_named(scene.game) and pair}
    how: How = "drawn" if sides == drawn else "said"
    return Seating(sides, how, dict(said.substitutes)) if sides else None


def sides_named(game: str) -> tuple[str, ...]:
    """The sides of a game, by the seats of each; where all play for themselves, each seat is one."""
    found = every_game()[game]
    return tuple(found.sides) or tuple(found.seats)


def sides_of(scene: Scene) -> Seating:
    """The sides of a table, as they stand for pairs where none are known."""
    game, table = every_game()[scene.game], scene.place.table
    named = {
        side: f"{table}桌{game.party_of(side[0])}" if table else game.party_of(side[0]) for side in sides_named(game.id)
    }
    return Seating(named, "sides")


def _competition(journal: Journal, event: str) -> Competition | None:
    """The competition of an event; where nothing of one is kept, nothing that works it out is loaded."""
    if not journal.competition(event):
        return None
    from app.tools.competition.reading import competition_of

    return competition_of(journal, event)[1]


def drawn_at(journal: Journal, scene: Scene) -> dict[str, str]:
    """The pairs of a table as they were drawn for a round, the home pair on the first side; empty where none are."""
    competition = _competition(journal, scene.event)
    drawn = competition.round(scene.place.round) if competition is not None and scene.place.round is not None else None
    for meeting in drawn.meetings if drawn is not None else ():
        if meeting.is_known and meeting.table and meeting.table == scene.place.table:
            return dict(zip(sides_named(scene.game), (str(meeting.home), str(meeting.away)), strict=False))
    return {}


def tables_of(journal: Journal, scene: Scene) -> dict[str, str]:
    """The tables of a round as drawn, each with the numbers of those who meet there; empty where nothing is drawn."""
    competition = _competition(journal, scene.event)
    drawn = competition.round(scene.place.round) if competition is not None and scene.place.round is not None else None
    meetings = drawn.meetings if drawn is not None else ()
    return {each.table: f"{each.home}–{each.away}" for each in meetings if each.is_known and each.table}


def round_now(journal: Journal, event: str) -> int | None:
    """The round of an event that is being played; None where no rounds are laid down."""
    competition = _competition(journal, event)
    now = competition.current if competition is not None else None
    return now.number if now is not None else None


def said_at(records: Iterable[Record], place: Place) -> SeatingBody | None:
    """What was said last of who sits at a table in a round."""
    found = [body for record in records if isinstance(body := read(record.body), SeatingBody)]
    return next((body for body in reversed(found) if (body.table, body.round) == (place.table, place.round)), None)


def seating_body(place: Place, pairs: Mapping[str, str], substitutes: Mapping[str, str]) -> SeatingBody:
    """What is written of who sits at a table; substitutes only of pairs that sit there."""
    here = {pair: words for pair, words in substitutes.items() if words and pair in pairs.values()}
    return SeatingBody(place.table or "", place.round or 0, tuple(pairs.items()), "seating", tuple(here.items()))


def seating_words(event: EventBody, game: str, seating: Seating) -> str:
    """Who sits where in a few words: 南北 7号 红队，东西 3号 蓝队（王五替李四）."""
    sides = []
    for side, pair in seating.pairs.items():
        instead = seating.substitutes.get(pair)
        sides.append(
            f"{every_game()[game].party_of(side[0])} {pair_words(event, pair)}" + (f"（{instead}）" if instead else "")
        )
    return "，".join(sides)


def strangers_words(event: EventBody, seating: Seating | None, offenders: Iterable[str]) -> str:
    """Who of those ruled against does not sit at the table, and who does; nothing where all do, or nobody can say."""
    if seating is None or not seating.of_an_event:
        return ""
    strangers = [pair for pair in offenders if seating.side_of(pair) is None]
    if not strangers:
        return ""
    here = "、".join(pair_words(event, pair) for pair in seating.pairs.values())
    return f"{'、'.join(pair_words(event, pair) for pair in strangers)}不坐这一桌：坐的是{here}。"


def agreed(
    scene: Scene, seat: str | None, seating: Seating | None, said: Literal["seat", "pair", "place"]
) -> tuple[Scene, bool]:
    """A scene whose offender agrees with his seat, after one of them was ``said``; and whether the seat still holds.

    Who is no pair of this table stays as he was said: the seating is wrong then, or the table.
    """
    if seating is None:
        return scene, True
    strangers = [pair for pair in scene.offenders if seating.side_of(pair) is None]
    own = seating.pair_of(seat) if seat is not None else None
    if own is None or own in scene.offenders or (strangers and said != "place"):
        return scene, True
    if said == "pair" and scene.offenders:
        return scene, False
    if said == "pair":  # being chosen anew
        return scene, True
    return replace(scene, offenders=(own,)), True


def moved_along(scene: Scene, before: Seating | None, after: Seating | None) -> Scene:
    """A scene after its table turned out to be another, or to be seated otherwise.

    Who was ruled against only as a side is so as that side there; a pair of an event that does not sit there was not meant.
    """
    if before is None or after is None or before == after:
        return scene
    offenders: list[str] = []
    for pair in scene.offenders:
        side = before.side_of(pair)
        if side is None:  # said to be neither of those thought to sit there
            offenders.append(pair)
        elif not before.of_an_event and side in after.pairs:
            offenders.append(after.pairs[side])
        elif after.side_of(pair) is not None:
            offenders.append(pair)
    return replace(scene, offenders=tuple(offenders))
