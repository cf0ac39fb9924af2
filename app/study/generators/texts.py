"""Where a sentence of the law stands: its words as printed, and the articles it could belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from app.base.opened import handbook
from app.study.clauses import label, says
from app.study.making import TEXT, Draft, Kind, Subject, bare
from app.study.model import Option, Question
from rules_data.model import GameId, Provision

ID = "where"
SHORTEST, LONGEST = 14, 110
NEAR = 8  # articles on either side that are offered
_NAMED = re.compile(r"第\s*\S{1,6}\s*[条款项章]|附件|附录|本条|上述|下列|以下|如下|前款|\(参阅")


_PART = re.compile("[时者][。；;.]?$")  # when or who, and not yet what: a part of a sentence


@cache
def _pages(game: GameId) -> tuple[Provision, ...]:
    """The articles of a game's books that have a title, in printed order."""
    book = handbook()
    found = [p for p in book.walk() if p.kind == "article" and p.title and not p.title_supplied]
    return tuple(p for p in found if book.book_of(p.id).game == game and book.book_of(p.id).witness_of is None)


def printed(provision: Provision) -> str:
    """A provision's words without the line breaks of print."""
    return re.sub(r"\s+", "", provision.text or "")


@cache
def clauses(game: GameId) -> Mapping[str, tuple[str, str]]:
    """The clauses that can be asked for, each with its article and its words: complete sentences that name no other clause."""
    out = {}
    seen: dict[str, int] = {}
    for page in _pages(game):
        for each in page.walk():
            words = printed(each)
            if each.kind == "note" or not SHORTEST <= len(words) <= LONGEST or _NAMED.search(words):
                continue
            if any(erratum.standing in ("reading", "misprint") for erratum in handbook().errata(each.id)):
                continue  # a slip of print would puzzle where it is not marked
            if not words.endswith(("。", "；", ";", ".")) or bare(page.title or "") in bare(words):
                continue
            if _PART.search(words):
                continue
            words = words.rstrip("；;")  # what follows it in print is not asked
            seen[words] = seen.get(words, 0) + 1
            out[each.id] = (page.id, words)
    return {id_: found for id_, found in out.items() if seen[found[1]] == 1}


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the clauses of a game."""
    for id_ in clauses(game):
        yield Subject(f"clause:{id_}", label(id_), TEXT, (ID,))


def _named(page: Provision) -> str:
    title = re.sub(r"\s+", "", page.title or "")
    return page.label if title in page.label else f"{page.label}（{title}）"


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask for the article of a clause."""
    id_ = subject.partition(":")[2]
    found = clauses(game).get(id_)
    if found is None:
        return None
    home, words = found
    pages = [p for p in _pages(game) if p.id.partition(":")[0] == id_.partition(":")[0]]
    at = next(i for i, p in enumerate(pages) if p.id == home)
    near = [
        p for p in pages[max(0, at - NEAR) : at + NEAR + 1] if p.id != home and bare(p.title or "") not in bare(words)
    ]
    rng.shuffle(near)
    wrong = [Option(_named(p), says(p.id), (p.id,)) for p in near]
    why = f"这是{label(id_)}，在{_named(pages[at])}里。"
    stem = f"“{words}”这段话在哪一条里？"
    return Draft(TEXT, stem, Option(_named(pages[at]), "", (id_,)), wrong, why, (id_,), difficulty=0.55)


def again(question: Question) -> Iterator[str]:
    """The printed text of the right article has these words, and of no other offered."""
    said = re.search("“(.*)”", question.stem)
    words = said[1] if said is not None else ""
    book = handbook()
    named = {_named(page): page for page in _pages(question.game)}
    holding = [
        i
        for i, option in enumerate(question.options)
        if option.text in named and any(words in printed(p) for p in book.provision(named[option.text].id).walk())
    ]
    if _PART.search(words):
        yield "引的不是一句完整的话。"
    if holding != [question.right]:
        yield "这段话不只在所给的一条里。"


KIND = Kind(ID, "条文在哪里", subjects, draft, again)
