"""A deck for Anki (.apkg) with the same content: each thing to be known as a note, with one question about it on the front.

Needs the extra ``anki`` (genanki). A note has the name of what is to be known, so that a deck written later brings its text up
to date and keeps what Anki knows of when to ask it.
"""

from __future__ import annotations

import html
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from app.base.opened import handbook
from app.base.words import GAMES
from app.ruling.wording import shaped
from app.study import bank
from app.study.drawing import picture_of
from app.study.model import Question

MODEL = 1_607_392_319  # of the notes: fixed, so that Anki knows them again
LETTERS = "ABCDEFGH"
STYLE = """.card {font-family: sans-serif; font-size: 18px; line-height: 1.5; text-align: left; padding: 12px}
ol {list-style: upper-alpha; padding-left: 1.6em} .right {font-weight: bold}
.law {border-left: 3px solid #2b6a4b; padding-left: 10px}
.quiet {opacity: .75; font-size: 15px}"""


class NoAnkiError(ImportError):
    """The library that writes decks is not installed."""


def write(path: Path, games: Iterable[str], seed: int = 0) -> int:
    """Write a deck for each game into one file; returns how many notes. Raises ``OSError`` and :class:`NoAnkiError`."""
    try:
        import genanki
    except ImportError as fault:
        raise NoAnkiError("genanki") from fault
    model = genanki.Model(
        MODEL,
        "执裁",
        fields=[{"name": name} for name in ("题", "答", "编号")],
        templates=[{"name": "问答", "qfmt": "{{题}}", "afmt": "{{题}}<hr id=answer>{{答}}"}],
        css=STYLE,
    )
    decks, count = [], 0
    for game in games:
        for topic in bank.topics(game):
            deck = genanki.Deck(_number(f"{game}/{topic.id}"), "::".join(("执裁", GAMES[game], topic.title)))
            for subject in bank.subjects(game, topic.id):
                question = first(subject, seed)
                if question is None:
                    continue
                deck.add_note(
                    genanki.Note(
                        model=model,
                        fields=[front(question), back(question), subject.id],
                        guid=genanki.guid_for("zhicai", subject.id),
                        tags=[game, topic.id],
                    )
                )
                count += 1
            decks.append(deck)
    genanki.Package(decks).write_to_file(str(path))
    return count


def first(subject: Any, seed: int) -> Question | None:
    """A question about a subject, the same for the same seed; None where none can be made."""
    for kind in subject.kinds:
        for offset in range(4):
            try:
                return bank.make(kind, subject.id, seed + offset)
            except bank.NoQuestionError:
                continue
    return None


def _number(name: str) -> int:
    return (1 << 30) + zlib.crc32(name.encode()) % (1 << 30)


def _text(text: str) -> str:
    return html.escape(shaped(text)).replace("\n", "<br>")


def front(question: Question) -> str:
    """What is asked, as HTML: what is drawn is told in words."""
    drawn = picture_of(question)
    told = f'<p class="quiet">{_text(drawn.said)}</p>' if drawn is not None and drawn.said else ""
    options = "".join(f"<li>{_text(option.text)}</li>" for option in question.options)
    return f"<p>{_text(question.stem)}</p>{told}<ol>{options}</ol>"


def back(question: Question) -> str:
    """The answer with its working, why the others are wrong, and the clauses as printed, as HTML."""
    parts = [
        f'<p class="right">{LETTERS[question.right]}．{_text(question.answer.text)}</p>',
        f"<p>{_text(question.why)}</p>",
    ]
    for letter, option in zip(LETTERS, question.options, strict=False):
        if option is not question.answer and option.why:
            parts.append(f'<p class="quiet">{letter}．{_text(option.why)}</p>')
    for cited in question.cites:
        provision, book = handbook().provision(cited), handbook().book_of(cited)
        printed = " ".join(part.strip() for part in (provision.heading, provision.text) if part and part.strip())
        parts.append(
            f'<p class="law">《{html.escape(book.title)}》{html.escape(provision.label)}<br>{html.escape(printed)}</p>'
        )
    return "".join(parts)
