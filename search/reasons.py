"""Which words may stand behind an equals sign in a reason (俗称：鬼牌 = 大王): names of things, never pieces of sentences.

What a saying means is written in the synonym files as words to search for. Many of them are pieces of the text that rules
(“秒属正常出牌时间”) or titles that say what a clause does (“声称的定义”): why a clause was found they do not explain.
A word explains when it is a term of the game or another name of one, or a short printed title that names a thing.
Before the sign stands what people call it; a saying that asks (谁有权叫裁判) is a question, and no name of anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_data.handbook import Handbook
    from rules_data.model import Book, GameId
    from search.language import Language
    from search.understanding import Said

LONGEST = 8  # characters of a title that is a name
_NO_NAME = re.compile(
    r"的|[一-鿿](?:后|前|时)$|^(?:在|由|对|对于|如|如果|其他|下列|以下|有关|不|无|未|可以|应|必须)|[，。；：,;:\s]"
)
_ASKS = re.compile(r"吗|谁|几|多少|多久|怎么|怎样|如何|什么|哪|能不能|可不可以|要不要|^(?:能|可以|可不)|[?？]")


def asks(saying: str) -> bool:
    """Whether a saying is a question, which is no other name of what it means."""
    return bool(_ASKS.search(saying))


def is_name(title: str) -> bool:
    """Whether a printed title names a thing: short, and no sentence, condition or description."""
    return 2 <= len(title) <= LONGEST and not _NO_NAME.search(title)


def names_of(book: Book) -> Iterator[str]:
    """The words of a book that explain."""
    for term in book.terms:
        yield from (term.term, *term.aka)
    for provision in book.walk():
        title = re.sub(r"[(（].*?[)）]", "", provision.title or "").strip()
        yield from (part for part in (title, *re.split(r"[、与和及]|——|—", title)) if is_name(part))


def names(handbook: Handbook) -> dict[GameId, list[str]]:
    """The words that explain, by game."""
    found: dict[GameId, set[str]] = {}
    for book in handbook.books.values():
        found.setdefault(book.game, set()).update(names_of(book))
    return {game: sorted(words) for game, words in found.items()}


def said_why(said: Said, language: Language) -> str:
    """What a saying is called in the texts; nothing where that would explain nothing."""
    meant = language.explaining(said.meaning)
    if said.meaning.title or said.text in said.meaning.means or not meant or asks(said.text):
        return ""
    return f"俗称：{said.text} = {'、'.join(meant)}"
