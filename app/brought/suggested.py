"""Changes to an event's books that a member of its hall suggests: in force for nobody until the chief takes one.

Only the chief's books are the event's. What a member would have otherwise is a record of the event, a note that every device has:
which book, which version it was made of, and, kept with it, the whole of the version it would become, so that both stand side by
side wherever it is read. The chief takes or refuses it, which is a record too; what he takes is the next version of his book,
under the name of who suggested it. Where several answered, the first counts; an answer of a member is not taken in by a hall.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from app.brought.kept import BookLog
from app.brought.sharing import NotTaken, digest_of, small, take
from app.journal.journal import Journal
from app.journal.side_log import in_memory
from app.journal.store import JournalError
from rules_data.brought.amending import with_amendments

if TYPE_CHECKING:
    from app.brought.kept import BookStore, Source
    from app.journal.entries import Remark
    from app.journal.records import Record
    from rules_data.brought.model import Brought

SUGGESTS, OF, TO = (
    "suggests",
    "of",
    "to",
)  # of a note: the book, the digests of the version it was made of and of what it is
ANSWERS = "answers"  # of a note about a suggestion: what the chief said
BOOKS = "books"  # of its receipt: the version it would become, as books go by codes
LONGEST = 900_000  # bytes of a suggestion with its text
State = Literal["waiting", "taken", "refused"]
STATES: Mapping[State, str] = {"waiting": "等裁判长定", "taken": "裁判长采用了", "refused": "裁判长没有采用"}
_MOVED = "这条建议照的是原来的一版，现在的文本已经改过：请{author}照现在的再提一次，或点“不采用”。"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What somebody suggests, and what became of it."""

    id: str  # of its record
    at: str
    author: str
    book: str  # id
    said: str  # in Chinese: of which book, what was done
    of: str  # digest of the version it was made of, as the event has it; empty: a new book
    state: State = "waiting"
    by: str = ""  # who answered
    why: str = ""


def of_event(brought: Brought, event: str) -> Brought:
    """A version as the event has it, whatever it is meant for on this device."""
    return replace(brought, event=event)


def suggest(journal: Journal, store: BookStore, event: str, made: Brought, source: Source | None = None) -> Record:
    """Put on record what a member would have of a book of an event. Raises :class:`JournalError`: it was not kept.

    ``source``: what the text was read from, where it is new.
    """
    versions = store.versions(made.book.id)
    made = of_event(made, event)
    alone = in_memory(BookLog())
    alone.put(made, source if source is not None else store.source(made.source))
    said = small(alone, [made.book.id])
    if len(said.encode()) > LONGEST:
        raise JournalError(f"《{made.book.short}》太长，不能作为建议送去；请把文件传给裁判长。")
    of = digest_of(of_event(versions[-1], event)) if versions else ""
    what = f"建议改《{made.book.short}》：{made.did}" if versions else f"建议用《{made.book.short}》"
    body = {"text": what, SUGGESTS: made.book.id, OF: of, TO: digest_of(made)}
    return journal.note_of_event(event, body, {BOOKS: said})


def suggestions(journal: Journal, event: str, book: str | None = None) -> list[Suggestion]:
    """What was suggested at an event, of one book or of any, the first first."""
    return [
        _with_answer(journal, made)
        for note in journal.notes(event)
        if (made := _suggestion(note)) is not None and book in (None, made.book)
    ]


def _suggestion(note: Remark) -> Suggestion | None:
    book, of = note.body.get(SUGGESTS), note.body.get(OF)
    if not isinstance(book, str) or not isinstance(of, str):
        return None
    return Suggestion(note.id, note.at, note.author, book, note.text, of)


def _with_answer(journal: Journal, made: Suggestion) -> Suggestion:
    for each in journal.notes_on(made.id):
        state = each.body.get(ANSWERS)
        if state == "taken" or state == "refused":
            return replace(made, state=state, by=each.author, why=str(each.body.get("reason") or ""))
    return made


def suggested(journal: Journal, one: Suggestion) -> tuple[Brought, Source | None]:
    """The version a suggestion would make, with its text. Raises :class:`JournalError` where it cannot be read here."""
    said = (journal.receipt(one.id) or {}).get(BOOKS)
    alone = in_memory(BookLog())
    try:
        take(alone, said if isinstance(said, str) else "")
    except NotTaken:
        alone = in_memory(BookLog())
    made = alone.current().get(one.book)
    if made is None:
        raise JournalError("这条建议的文本读不出来；请提的人再提一次，或把文件传来。")
    return made, alone.source(made.source)


def answerable(journal: Journal, store: BookStore, event: str, one: Suggestion) -> Brought:
    """The version the chief's book has once he takes a suggestion: the present one with what was suggested.

    Raises :class:`JournalError` where it cannot be taken as things stand, or cannot be read.
    """
    made, _ = suggested(journal, one)
    versions = store.versions(one.book)
    if not versions:
        return made
    now = versions[-1]
    moved = JournalError(_MOVED.format(author=one.author or "提的人"))
    base = next((each for each in versions if digest_of(of_event(each, event)) == one.of), None)
    if base is None:
        raise moved
    if digest_of(base) != digest_of(now):
        rebased = _rebased(base, now, made)
        if rebased is None:
            raise moved
        made = rebased
    return replace(made, event=now.event)


def _rebased(base: Brought, now: Brought, made: Brought) -> Brought | None:
    """The present version with the decisions that were suggested on an earlier one; None where more than these differ."""
    if any(_but_decided(each) != _but_decided(now) for each in (base, made)):
        return None
    before = {each.key: each for each in base.decided}
    after = {each.key: each for each in made.decided}
    changed = {key for key in {*before, *after} if before.get(key) != after.get(key)}
    kept = (
        *(each for each in now.decided if each.key not in changed),
        *(after[key] for key in after if key in changed),
    )
    return replace(now, decided=kept, book=with_amendments(now.book, kept))


def _but_decided(brought: Brought) -> str:
    """What tells versions apart but for what is decided of their sentences."""
    return digest_of(replace(brought, event="", decided=(), book=with_amendments(brought.book, ())))


def take_up(journal: Journal, store: BookStore, event: str, one: Suggestion, at: str) -> Brought:
    """The chief takes a suggestion: his book has another version, and that is on record. Raises :class:`JournalError`."""
    require_open(one)
    made = answerable(journal, store, event, one)
    _, source = suggested(journal, one)
    versions = store.versions(one.book)
    version = versions[-1].version + 1 if versions else 1
    did = f"采用{one.author or '一名裁判'}的建议：{one.said.partition('：')[2] or '添加'}"
    made = replace(made, version=version, at=at, by=one.author, did=did)
    known = source is None or store.source(source.sha256) is not None
    store.put(made, None if known else source)
    journal.answer_note(one.id, {"text": f"裁判长采用：{one.said}", ANSWERS: "taken"})
    return made


def refuse(journal: Journal, one: Suggestion, why: str) -> None:
    """The chief does not take a suggestion; that is on record. Raises :class:`JournalError`."""
    require_open(one)
    body = {"text": f"裁判长没有采用：{one.said}", ANSWERS: "refused"} | ({"reason": why} if why else {})
    journal.answer_note(one.id, body)


def require_open(one: Suggestion) -> None:
    """Raise :class:`JournalError` where a suggestion was answered."""
    if one.state != "waiting":
        raise JournalError(f"{STATES[one.state]}，不必再答。")


def is_answer(body: Any) -> bool:
    """Whether the body of a record answers a suggestion, which is for the chief to do."""
    return isinstance(body, Mapping) and ANSWERS in body


def waiting(every: Iterable[Suggestion]) -> list[Suggestion]:
    """Those nobody has answered."""
    return [each for each in every if each.state == "waiting"]
