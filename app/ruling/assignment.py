"""On assignment: the event of each game, and where one was called last. What rulings know before anything is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.opened import trees
from app.base.plain_text import shown
from app.base.words import GAMES
from app.journal.records import NO_EVENT, Place
from app.ruling.scene import Scene, number_of, text_of
from app.ruling.standing import Context
from app.ruling.wording import side_words
from decision_trees.games import first_game

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from app.journal.journal import Journal
    from app.journal.records import EventBody
    from decision_trees.model import Scope


@dataclass(frozen=True)
class Post:
    """The event at which one referees a game, and the table and round one was called to last."""

    event: str = NO_EVENT
    table: str | None = None
    round: int | None = None

    def plain(self) -> dict[str, Any]:
        """What is kept."""
        return {"event": self.event, "table": self.table, "round": self.round}


@ft.observable
@dataclass
class Assignment:
    """Who is on assignment, and for each game at which event and at which table; kept across restarts.

    A ruling reads it once, when it is begun (:meth:`scene`), and never again: see :class:`app.ruling.scene.Scene`.
    """

    author: str = ""
    game: str = field(default_factory=first_game)  # ruled on last: whose event the journal shows
    posts: Mapping[str, Post] = field(default_factory=dict)  # by game
    version: int = 0  # counts what was written to the journal

    def post(self, game: str) -> Post:
        """Where one is on assignment in a game."""
        return self.posts.get(game, Post())

    @property
    def event(self) -> str:
        """The event of the game ruled on last."""
        return self.post(self.game).event

    def events(self) -> tuple[str, ...]:
        """The events at hand, that of the game ruled on last first, each once."""
        return tuple(dict.fromkeys((self.event, *(self.post(game).event for game in GAMES))))

    def scene(self, game: str) -> Scene:
        """Where the next incident of a game is taken to be: at the same table in the same round; the offender is asked."""
        post = self.post(game)
        return Scene(post.event, game, Place(post.table, post.round))

    def attend(self, event: str, games: Iterable[str]) -> None:
        """Turn to an event for some games; the tables of another event are other tables."""
        found = {game: Post(event) for game in games if self.post(game).event != event}
        self.posts = {**self.posts, **found}

    def called_to(self, scene: Scene) -> None:
        """Note the table and the round of a ruling: the next is likely to be there."""
        post = replace(self.post(scene.game), table=scene.place.table, round=scene.place.round)
        if post.event == scene.event:
            self.posts = {**self.posts, scene.game: post}

    def written(self) -> None:
        """Note that the journal has grown."""
        self.version += 1

    def restore(self, kept: Mapping[str, Any], game_of: Callable[[str], str | None]) -> None:
        """Fill in what was kept; anything unreadable is ignored.

        ``game_of`` tells whose an event is (None: of any game). It is asked only where what was kept knew one event for all
        games: that event then stays with its own game, and what was of any game goes to all of them.
        """
        self.author = text_of(kept.get("author")) or ""
        posts = kept.get("posts")
        if isinstance(posts, Mapping):
            found = {game: post_of(posts[game]) for game in GAMES if game in posts}
            for game, own in self.posts.items():
                if game in found and found[game].event == own.event and (own.table or own.round is not None):
                    found[game] = own  # where this window was called to, not another
            self.posts = found
        elif kept:
            former = post_of(kept)
            whose = game_of(former.event) if former.event != NO_EVENT else None
            self.posts = {game: former for game in GAMES if whose in (None, game)}
        if kept.get("game") in GAMES:
            self.game = str(kept["game"])


def post_of(kept: Any) -> Post:
    """A post from what was kept; what cannot be read is left out."""
    kept = kept if isinstance(kept, Mapping) else {}
    return Post(text_of(kept.get("event")) or NO_EVENT, text_of(kept.get("table")), number_of(kept.get("round")))


def adopted_books(event: EventBody, game: str, amended: Mapping[str, str]) -> frozenset[str]:
    """The books of a game an event is played by; none where it chose none.

    ``amended`` names the base of each supplement known: who adopts a supplement adopts its base with it.
    """
    books = event.books if event.game == game else ()
    return frozenset((*books, *(amended[book] for book in books if book in amended)))


def adopted(event: EventBody, game: str, supplements: Collection[str]) -> dict[str, Any]:
    """What an event's choice of books answers in the trees of a game.

    ``supplements`` names the supplements known. A default event, which adopted nothing, answers nothing.
    """
    if event.game != game or not event.books:
        return {}
    return {"regime": "supplement" if any(book in supplements for book in event.books) else "base"}


def family(tree: str) -> str:
    """Return to which trees one belongs, among which two referees may choose for one incident: those of its stage."""
    return trees().trees[tree].stage if tree in trees().trees else tree


def history_of(
    journal: Journal, scene: Scene, leaving_out: str | None = None, without: Collection[str] = ()
) -> list[dict[str, Any]] | None:
    """What the rulings of the event count against the pair; None where one of them does not say when it was.

    ``leaving_out`` is a record whose incident does not count, nor any after it: the one being ruled on. ``without``: as if these
    records were taken back.
    """
    ladder = trees().ladders.get(scene.game)
    if ladder is None or not ladder.kinds or not scene.pair:
        return None
    recorded = journal.history(
        scene.event, scene.game, pair=scene.pair, leaving_out=leaving_out, family=family, without=without
    )
    records = [r for r in recorded if r["kind"] in ladder.kinds]  # a later version may count more
    if any(_unplaced(r, ladder.kinds[r["kind"]].within, scene.place) for r in records):
        return None
    return [dict(r) for r in records]


def of_the_place(scene: Scene, history: Sequence[Mapping[str, Any]] | None) -> dict[str, Any]:
    """What the journal tells a ruling of its place: what is recorded against its pair, and by what that is counted."""
    if history is None:
        return {}
    place = scene.place
    numbers = {name: value for name, value in (("round", place.round), ("game", place.game)) if value is not None}
    return {"history": history, "pair": scene.pair, **numbers}


def _unplaced(record: Mapping[str, Any], within: Scope, place: Place) -> bool:
    """Whether a record leaves out what it is counted by here: the round, and within a game or a deal which of them."""
    names = ("round", *{"game": ("game",), "deal": ("game", "deal")}.get(within, ()))
    return any(getattr(place, name) is not None and record.get(name) is None for name in names)


def context(journal: Journal, scene: Scene, supplements: Collection[str], leaving_out: str | None = None) -> Context:
    """What a ruling knows before anything is asked: from the event, and counted from the journal for its scene."""
    event = journal.event(scene.event).body
    facts = adopted(event, scene.game, supplements) | of_the_place(scene, history_of(journal, scene, leaving_out))
    return Context(facts, dict(event.settled))


def place_words(place: Place) -> str:
    """A place in a few words; empty when nothing is known."""
    words = (
        f"{place.table}桌" if place.table else "",
        f"第{place.round}轮" if place.round is not None else "",
        f"第{place.game}局" if place.game is not None else "",
        f"第{place.deal}副" if place.deal is not None else "",
    )
    return " ".join(word for word in words if word)


def pair_words(event: EventBody, pair: str) -> str:
    """A pair as one would call it: 1号 红队, 东西方; a bare number is not to be taken for a count."""
    name = next((each.name for each in event.entrants if each.number == pair and each.name != pair), "")
    return f"{pair}号 {name}".rstrip() if pair.isdigit() else f"{side_words(pair)} {name}".rstrip()


def pair_there(event: EventBody, place: Place, pair: str) -> str:
    """A pair beside the place it is at: of 3桌南北方 at 3桌 only 南北方, for the table is said."""
    return pair_words(event, pair).removeprefix(f"{place.table}桌" if place.table else "")


def scene_words(event: EventBody, place: Place, offenders: Iterable[str]) -> str:
    """Where it was and against whom: 5桌 第2轮 3号 红队."""
    pairs = "、".join(pair_there(event, place, each) for each in offenders)
    said = " ".join(part for part in (place_words(place), pairs) if part)
    return shown(said)
