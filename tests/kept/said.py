"""What kept files say: journals, the moved, practice, papers and rooms, as plain JSON to be held against what they said once.

The same questions are asked of the files of every version, through the program as it is now.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.exams.marking import corrected, marked
from app.exams.paper import Paper
from app.exams.room import Room, reopened
from app.exams.room_log import read_log
from app.journal.journal import Journal
from app.journal.json_text import decoded, written
from app.journal.log_file import read
from app.journal.records import NO_EVENT
from app.journal.store import JournalStore
from app.ruling import open_rulings
from app.ruling.walk import start
from app.study.answers import Answer
from app.study.schedule import replayed
from app.tools.competition.reading import competition_of
from app.tools.competition.tables import round_table, standings_table
from decision_trees.engine import Asked, Ruled


def plain(value: object) -> Any:
    """As JSON gives it back."""
    return json.loads(json.dumps(value, ensure_ascii=False))


def records(store: JournalStore) -> dict[str, Any]:
    """Every record by its name: all it says, and the hash of its receipt."""
    found = {}
    for each in store.records():
        whole = store.get(each.id)
        assert whole is not None
        link = whole.link
        found[each.id] = {
            "at": whole.at, "author": whole.author, "event": whole.event, "kind": whole.kind, "about": whole.about,
            "body": plain(dict(decoded(whole.body))),
            "receipt": None if whole.receipt is None else hashlib.sha256(written(whole.receipt).encode()).hexdigest(),
            "link": None if link is None else [link.device, link.number, link.before, link.receipt, link.hash],
        }  # fmt: skip
    return found


def journal(store: JournalStore) -> dict[str, Any]:
    """What a journal comes to: rulings as corrected, in their order, counts of every pair, events, rounds and standings."""
    book = Journal(store)
    every = book.entries()
    return {
        "records": records(store),
        "rulings": [
            {
                "id": each.id, "event": each.event, "title": each.body.title, "ruling": each.body.ruling,
                "outcome": each.body.outcome, "level": each.body.level, "table": each.body.place.table,
                "round": each.body.place.round, "offenders": list(each.body.offenders), "player": each.body.player,
                "counts": plain(each.body.counts), "chain": each.body.chain, "remark": each.body.remark,
                "withdrawn": each.withdrawn, "corrections": [c.text for c in each.corrections],
                "appeals": [a.text for a in each.appeals], "notes": [n.text for n in each.notes],
            }
            for each in every
        ],
        "counts": {
            event: {
                game: {
                    pair: [[r["kind"], r.get("round")] for r in book.history(event, game, pair=pair)]
                    for pair in book.pairs(event)
                }
                for game in sorted({each.body.game for each in every if each.event == event})
            }
            for event in sorted({each.event for each in every})
        },
        "events": {each.id: _event(book, each.id) for each in book.events()},
        "doubtful": sorted(book.doubtful()),
    }  # fmt: skip


def _event(book: Journal, id_: str) -> dict[str, Any]:
    about = book.event(id_).body
    said: dict[str, Any] = {
        "name": about.name, "game": about.game, "settled": dict(about.settled), "referees": list(about.referees),
        "entrants": [[e.number, e.name, *e.players] for e in about.entrants], "notes": [n.text for n in book.notes(id_)],
    }  # fmt: skip
    if id_ != NO_EVENT:
        _, found = competition_of(book, id_)
        if found is not None:
            said["rounds"] = [[each.title, round_table(found, each)[1]] for each in found.rounds]
            said["standings"] = [[row[0], row[1], *row[3:8]] for row in standings_table(found, found.standings())[1]]
    return said


def walk(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Where a ruling that was put away stands when it is gone on with."""
    found = start(str(kept["tree"]))
    found.incident = open_rulings.incident_of(kept, {})
    taken = open_rulings.take(found, kept)
    step = found.standing.step
    asks = step.name if isinstance(step, Asked) else step.outcome_id if isinstance(step, Ruled) else ""
    return {
        "taken": taken, "asks": asks, "facts": plain(dict(found.standing.facts)), "scene": plain(found.scene.plain()),
        "steps": len(found.steps),
    }  # fmt: skip


def practice(answers: tuple[Answer, ...], now: datetime) -> dict[str, Any]:
    """What is due of what was practised."""
    state = replayed(answers, UTC)
    return {
        "answers": [each.plain() for each in answers],
        "due": [card.subject for card in state.due(now)],
        "cards": {
            card.subject: {
                "due": card.due.isoformat(), "stability": round(card.stability, 6), "answers": card.answers,
                "lapses": card.lapses, "known": card.known,
            }
            for card in state.cards.values()
        },
        "streak": state.streak(now),
        "weak": [[each.topic, each.answers, each.wrong] for each in state.weak(now)],
        "forecast": state.forecast(now),
    }  # fmt: skip


def room(paper: Paper, folder: Path) -> dict[str, Any]:
    """Who was in a room, what he answered and what he gets for it."""
    found = reopened(paper, read_log(folder))
    fixes = folder / "corrections.log"
    lines = [json.loads(body) for body in read(fixes.read_bytes()).bodies] if fixes.exists() else []
    made = corrected(paper, lines)
    return {
        "paper": paper.id, "code": found.code, "published": found.published, "marks": sat(found, paper, made),
        "corrections": [[c.number, c.item, c.marks, c.reason] for c in made],
    }  # fmt: skip


def sat(found: Room, paper: Paper, made: Any = ()) -> dict[str, Any]:
    """Each candidate of a room by his number."""
    return {
        one.answers.number: {
            "name": one.answers.name, "version": one.answers.version, "chosen": list(one.answers.chosen),
            "marks": list(one.marks), "added": one.added, "total": one.total,
        }
        for one in (marked(paper, each, made) for each in found.everybody())
    }  # fmt: skip


def paper(made: Paper) -> dict[str, Any]:
    """What a paper asks, and how each of its versions asks it."""
    return {
        "id": made.id, "title": made.title, "minutes": made.minutes, "total": made.total,
        "items": [
            [item.question.stem, [option.text for option in item.question.options], item.question.right, item.marks]
            for item in made.items
        ],
        "versions": [[[a.item, list(a.options)] for a in version.asked] for version in made.all_versions()],
    }  # fmt: skip
