"""Makes the record of a book somebody brings, and makes it again when something is said of its lines or its text changes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from rules_data.brought import by_hand, settling
from rules_data.brought.amending import carried, with_amendments
from rules_data.brought.days import since_of
from rules_data.brought.game_model import OwnGame
from rules_data.brought.game_reading import carried_game, with_terms
from rules_data.brought.model import Brought, Mend
from rules_data.brought.names import book_id, is_brought
from rules_data.brought.reading import Outline, as_lines, read_text
from rules_data.model import Book, GameId, NumberingStyle, Provision

_SHORTENED = re.compile(r"^(?:关于)?\d{4}(?:年度?|[-—～~]\d{4})?|[(（][^()（）]*[)）]")


@dataclass(frozen=True, slots=True)
class About:
    """What a person says of a book he brings; what he leaves out is taken from the text."""

    game: GameId
    title: str = ""
    short: str = ""
    in_force_since: str = ""
    event: str = ""  # id of the event it is meant for; empty: all
    base: str | None = None  # the book whose clauses it speaks of
    edition: str = ""
    issuer: str = ""
    own_game: OwnGame | None = None  # of a game that comes with this text, or came with another


def digest(data: bytes) -> str:
    """The SHA-256 of a file as it was brought."""
    return hashlib.sha256(data).hexdigest()


def base_of(game: GameId, books: Iterable[Book]) -> str | None:
    """The law of a game, whose clauses a regulation speaks of; None where there is no text of its law, or several."""
    found = [book.id for book in books if book.game == game and not book.amends and not book.witness_of]
    laws = [id_ for id_ in found if not is_brought(id_)]
    return laws[0] if len(laws) == 1 else None


def title_of(text: str) -> str:
    """The first line with words in it, without marks round it."""
    first = next((bare for line in as_lines(text) if (bare := line.strip("#*《》 \t　"))), "")
    return first[:60]


def short_of(title: str) -> str:
    """A title as short as people say it: without the year and what stands in brackets."""
    bare = _SHORTENED.sub("", title).strip(" 　《》·-—")
    return (bare or title)[-16:]


def make(
    text: str, source: str, name: str, about: About, *, at: str, by: str, simplified: Callable[[str], str]
) -> Brought:
    """The first version of a book. Raises :class:`~rules_data.brought.reading.Unreadable`."""
    id_ = book_id(source)
    hant = _is_traditional(text, simplified)
    outline = read_text(text, id_, hant=hant)
    title = about.title.strip() or title_of(text)
    book = Book(
        id=id_, game=about.game, title=title, short=about.short.strip() or short_of(title),
        edition=about.edition.strip() or "自己添加的文本", issuer=about.issuer.strip() or "没有写明",
        in_force_since=about.in_force_since.strip() or since_of(text), script="hant" if hant else "hans", numbering="points",
        about="自己添加的文本，不是随程序的规则书。",
    )  # fmt: skip
    made = Brought(
        book=book, version=1, at=at, by=by, did="添加", source=source, name=name, event=about.event, base=about.base,
        own_game=about.own_game,
    )  # fmt: skip
    return _with(made, outline)


def again(
    before: Brought, text: str, mends: Iterable[Mend], *, source: str, name: str, at: str, by: str, did: str
) -> Brought:
    """The next version of a book: of another text, or of the same one with something said of its lines.

    What was decided stays where the provision it is about still says the same. Raises
    :class:`~rules_data.brought.reading.Unreadable`.
    """
    outline = read_text(text, before.book.id, mends, hant=before.book.script == "hant")
    kept = tuple(mend for mend in mends if mend not in outline.unused)
    since = since_of(text) if source != before.source else None  # a new text says its own day
    book = replace(before.book, in_force_since=since) if since else before.book
    made = replace(
        before, book=book, version=before.version + 1, at=at, by=by, did=did, source=source, name=name, mends=kept
    )
    return _with(made, outline)


def changed(before: Brought, *, at: str, by: str, did: str, **values: object) -> Brought:
    """The next version of a book in which something beside the text is other than before."""
    return replace(before, version=before.version + 1, at=at, by=by, did=did, **values)  # type: ignore[arg-type]


def renamed(book: Book, title: str, short: str, since: str, issuer: str) -> Book:
    """A book under another name, in force from another day, or of another issuer; its short name is made where none is said."""
    return replace(
        book, title=title, short=short or short_of(title), in_force_since=since or None, issuer=issuer or "没有写明"
    )


def with_game(before: Brought, game: OwnGame, *, at: str, by: str, did: str) -> Brought:
    """The next version of a book of which something else is said as the rules of a game."""
    return changed(before, at=at, by=by, did=did, own_game=game, book=with_terms(before.book, game))


_EDITION = re.compile(r"[（(]?((?:\d{4}|[〇零一二三四五六七八九]{4})年?(?:修订|审定|试行)?[版本])[）)]?")


def called_edition(before: Brought, of: str, *, at: str, by: str, did: str) -> Brought:
    """The next version of a book that is another edition of a law, or (of an empty one) a regulation again.

    Its short name says which edition, where its title does: beside the law nobody could tell them apart.
    """
    book = before.book
    named = _EDITION.search(book.title)
    bare = short_of(book.title)
    short = f"{bare}（{named[1]}）" if of and named is not None else bare
    edition = named[1] if of and named is not None else book.edition
    book = replace(book, short=short, edition=edition)
    return changed(before, at=at, by=by, did=did, book=book, edition_of=of)


def read_again(brought: Brought, text: str) -> Brought:
    """A version with the provisions its text is read to, and with what was decided of it as it stands there.

    Raises :class:`~rules_data.brought.reading.Unreadable`.
    """
    return _with(brought, read_text(text, brought.book.id, brought.mends, hant=brought.book.script == "hant"))


def _with(brought: Brought, outline: Outline) -> Brought:
    style: NumberingStyle = outline.style  # type: ignore[assignment]
    book = replace(
        brought.book, numbering=style, provisions=outline.provisions, trailing_discards=outline.trailing,
        tables=outline.tables,
    )  # fmt: skip
    decided = brought.decided
    every = (*carried(book, decided), *by_hand.carried(book, decided), *settling.carried(book, decided))
    there = {each.key: each for each in every}
    kept = tuple(there[each.key] for each in brought.decided if each.key in there)
    game = carried_game(book, brought.own_game)
    book = with_terms(with_amendments(book, kept), game)
    return replace(brought, book=book, decided=kept, doubts=outline.doubts, own_game=game)


def _is_traditional(text: str, simplified: Callable[[str], str]) -> bool:
    han = [c for c in text if "㐀" <= c <= "鿿"]
    other = sum(a != b for a, b in zip(text, simplified(text), strict=True))
    return bool(han) and other * 10 > len(han)


def of_provisions(provisions: Iterable[Provision]) -> int:
    """How many provisions there are."""
    return sum(1 for top in provisions for _ in top.walk())


def texts(book: Book) -> dict[str, str]:
    """What each provision of a book says itself, heading and text, by number."""
    return {p.number: "\n".join(filter(None, (p.heading, p.text))) for p in book.walk()}
