"""What is copied or shared of a clause: its words with where they stand, their edition and their errata."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.reading.printed import plain_text, raise_exponents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules_data.handbook import Handbook
    from rules_data.model import Book, Erratum, Provision

_PRIVATE = re.compile(
    r"localhost|.*\.(local|lan|internal|home|localhost|invalid|test)|127\..*|0\..*|10\..*|192\.168\..*|169\.254\..*|"
    r"172\.(1[6-9]|2\d|3[01])\..*|.*:.*|[^.]*"
)


def source(book: Book, provision: Provision) -> str:
    """Say where a provision stands: book, edition, since when, number."""
    since = f"，{book.in_force_since}起施行" if book.in_force_since else ""
    return f"《{book.title}》（{book.edition}{since}）{provision.label}"


def beginning(provision: Provision) -> str:
    """Return the words a clause begins with on one line: its own, else of what stands below it.

    A printed table has no sentence to begin with; what it is, the heading says.
    """
    own = "" if provision.kind == "table" else raise_exponents(provision.text or "").strip()
    if own:
        return own.replace("\n", " ")
    below = (child.text or "" for child in provision.children if child.kind != "table")
    return raise_exponents("".join(below)).strip().replace("\n", " ")


def errata_of(handbook: Handbook, provision: Provision) -> list[Erratum]:
    """Return the errata of a provision and of all below it, each once, in printed order."""
    found = {e.id: e for each in provision.walk() for e in handbook.errata(each.id) if e.at[:1] == (each.id,)}
    return list(found.values())


_SUITS = {"黑桃": "♠", "红心": "♥", "方块": "♦", "梅花": "♣"}


def misprinted(handbook: Handbook, cites: Iterable[str], said: str) -> Iterator[str]:
    """Say which numbers of a printed table are misprints, where what is said of a deal comes to the row and column of one.

    The first cell of the row names when it holds (加倍时), the first words of the effect in which suits (红心、黑桃).
    """
    done: set[str] = set()
    for cite in cites:
        for erratum in handbook.errata(cite):
            printed, read = (
                [cell.strip() for cell in (row or "").split("|")] for row in (erratum.printed, erratum.reading)
            )
            pairs = sorted({pair for pair in zip(printed, read, strict=False) if pair[0] != pair[1]})
            if erratum.standing != "reading" or len(printed) < 2 or not pairs or erratum.id in done:
                continue
            suits = "".join(sign for name, sign in _SUITS.items() if name in (erratum.effect or "").partition("。")[0])
            if re.search(f"[{suits}]{printed[0].removesuffix('时')}", said) if suits else printed[0] in said:
                done.add(erratum.id)
                where = handbook.provision(erratum.at[-1]).label
                yield from (f"{where}印作{was}，按勘误读作{now}" for was, now in pairs)


def read_as(erratum: Erratum) -> str:
    """How what is printed should be read; of a row of a table only the cells that should be other ones."""
    printed, read = ([cell.strip() for cell in (row or "").split("|")] for row in (erratum.printed, erratum.reading))
    pairs = [pair for pair in zip(printed, read, strict=False) if pair[0] != pair[1]]
    if len(printed) < 2 or len(printed) != len(read) or len(set(pairs)) != 1:
        return f"“{erratum.printed}”宜读作“{erratum.reading}”"
    (was, now), how_many = pairs[0], f"有{len(pairs)}个" if len(pairs) > 1 else "有一个"
    if not printed[0]:  # a row without a name: the heading of its columns
        return f"“{was}”宜读作“{now}”"
    words = re.split("[：。]", erratum.effect or "")[0]
    return f"“{printed[0]}”一行的{was}，{how_many}宜读作{now}{f'（{words}）' if words else ''}"


def erratum_line(handbook: Handbook, erratum: Erratum) -> str:
    """Say an erratum in one line: where, as printed, how it should be read."""
    where = handbook.provision(erratum.at[0]).label
    if erratum.printed and erratum.reading:
        return f"{where}：“{erratum.printed}”宜读作“{erratum.reading}”。"
    if erratum.reading:
        return f"{where}：此处缺字，宜读作“{erratum.reading}”。"
    printed = f"“{erratum.printed}”，" if erratum.printed else ""
    return f"{where}：{printed}{erratum.evidence.rstrip('。')}。"


def quotation(handbook: Handbook, provision: Provision) -> str:
    """Return a provision for copying: source, words as printed, and the errata that are not part of them."""
    return "\n".join(_parts(handbook, provision))


def _parts(handbook: Handbook, provision: Provision) -> Iterator[str]:
    yield source(handbook.book_of(provision.id), provision)
    yield plain_text(provision)
    if errata := errata_of(handbook, provision):
        yield "【勘误】条文照原样，以下是编者所注："
        yield from (erratum_line(handbook, each) for each in errata)


def sentence(handbook: Handbook, provision: Provision, words: str) -> str:
    """Return words somebody selected with their source, and the errata that concern just them."""
    found = [e for e in errata_of(handbook, provision) if e.printed and _squeezed(e.printed) in _squeezed(words)]
    lines = [f"“{words.strip()}”——{source(handbook.book_of(provision.id), provision)}"]
    return "\n".join([*lines, *(f"【勘误】{erratum_line(handbook, each)}" for each in found)])


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def public_address(text: str) -> str:
    """Return an address that others can open, as it is kept: with scheme, without a slash at its end.

    Raises ValueError, in Chinese, for what is none or names a machine that only its owner reaches.
    """
    given = text.strip().rstrip("/")
    if not given:
        return ""
    parts = urlsplit(given if "://" in given else f"https://{given}")
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or re.search(r"\s", given):
        raise ValueError("这不是网址：请写成 https://例子.中国 这样的形式。")
    if _PRIVATE.fullmatch(host):
        raise ValueError(f"{host} 只有本机或同一个局域网打得开，别人点了没有用；请填公开的网址，没有就留空。")
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def open_to_others(origin: str) -> bool:
    """Whether the address the app itself is opened from can be opened by others too."""
    try:
        return bool(origin) and bool(public_address(origin))
    except ValueError:
        return False


def shared(handbook: Handbook, provision: Provision, base: str, path: str) -> str:
    """Return what is sent to others: with a public address a link to the clause, without one the clause itself."""
    if not base:
        return quotation(handbook, provision)
    title = provision.title or handbook.article(provision.id).title or ""
    where = f"{source(handbook.book_of(provision.id), provision)} {title}".strip()
    return f"{where}\n{base}{path}"
