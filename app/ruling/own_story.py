"""A story told of a game that is known by its text alone: nobody taught how it is told, so the nearest of the text is shown.

No tree rules it unless somebody made one and its words are in the story. What is shown: these trees, the clauses of the text whose
words come nearest, and what was ruled by them before; how it is ruled is the referee's to say, by a clause.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ruling.heard import TOLD

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from decision_trees.library import Library
    from decision_trees.model import Tree
    from search.engine import Engine, Hit

CLAUSES, RULINGS = 12, 5  # shown
NEAREST = 3  # of the clauses, whose earlier rulings are shown
UNRULED = "没有一棵裁决树裁这件事：怎样判，由你照条文定。下面是文本里最近的条文，和以前照它们记的。"


@dataclass(frozen=True, slots=True)
class OwnStory:
    """What comes nearest to a story."""

    trees: tuple[Tree, ...] = ()
    clauses: tuple[Hit, ...] = ()
    before: tuple[Entry, ...] = ()  # rulings by one of the nearest clauses, those of the event at hand first
    told: bool = False  # it is a story, and no tree has its words


def own_story(text: str, game: str, search: Engine, library: Library, journal: Journal | None, event: str) -> OwnStory:
    """What comes nearest to what was told. Raises :class:`app.journal.store.JournalError`: the journal cannot be read."""
    named = named_in(text, game, library)
    hits = search.search(text, game=game, limit=CLAUSES).hits
    clauses = tuple(hit for hit in hits if hit.kind == "provision")
    before = ruled_by(journal, event, game, [hit.id for hit in clauses[:NEAREST]]) if journal is not None else ()
    return OwnStory(tuple(named), clauses, before, len(text) >= TOLD and not named)


def named_in(query: str, game: str, library: Library) -> list[Tree]:
    """The trees of a game with two characters of a query in their name or how they are told."""
    wanted = "".join(query.split())
    pairs = {wanted[n : n + 2] for n in range(max(1, len(wanted) - 1))}
    return [t for t in library.of_game(game) if wanted and any(p in "\n".join((t.title, *t.heard)) for p in pairs)]


def ruled_by(journal: Journal, event: str, game: str, clauses: list[str]) -> tuple[Entry, ...]:
    """The last rulings of a game that rest on one of these clauses, those of the event first."""
    wanted = set(clauses)
    if not wanted:
        return ()
    found = [each for each in journal.entries(kind=game, withdrawn=False) if wanted & set(each.body.cites)]
    return tuple(sorted(found, key=lambda each: each.event != event)[:RULINGS])  # else the last one first
