"""What a book seems to do to clauses of the law, proposed from its words; and what is in force once a person has confirmed it.

A sentence is proposed when it names a clause of the law and says that it is changed (改为), no longer applies (不再适用),
or is added to (补充). Nothing is concluded from a proposal: it is shown beside the clause, and only what is confirmed becomes an
:class:`~rules_data.model.Amendment`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_data.brought.model import Brought, Confirmed, Proposal
from rules_data.handbook import Handbook
from rules_data.layers import Applied, NotAdopted, in_force
from rules_data.model import Amendment, Book, Provision
from rules_data.numerals import CHINESE, to_int

_C = f"[{CHINESE}]"
_CLAUSE = re.compile(
    rf"第(?P<law>\d{{1,3}}|{_C}{{1,5}})[条條]"
    r"(?:(?P<a>[A-G])[款]?(?P<n>\d{1,2})?(?:[(（](?P<x>[a-d])[)）])?(?:[(（](?P<y>\d)[)）])?款?"
    rf"|(?:之?第(?P<par>\d{{1,2}}|{_C}{{1,3}})[款项項]|之?(?P<bare>{_C}{{1,3}})(?=[款项、（(\d]))款?"
    rf"(?:之?第?[(（]?(?P<item>\d{{1,2}}|{_C}{{1,2}})[)）]?(?:[项項目]|(?=[)）])|(?<=\d)(?=[的中，。由不修改]))[)）]?)?)?"
)
_GOING_ON = re.compile(
    r"[、和及与或，,](?P<a>[A-G])(?:款(?P<n>\d{1,2})?|(?P<m>\d{1,2}))?(?:[(（](?P<x>[a-d])[)）])?(?:[(（](?P<y>\d)[)）])?款?"
)
"""A clause of the article named before it: 第27条A款、B款1(a)."""
_FIRST_WORDS = 10  # characters in which a clause under the number of another says what it does to it
_LETTERED = re.compile(r"\d{1,2}[A-G]\d{0,2}[a-d]?\d?")
_OWN = re.compile(r"(?:本(?:规程|办法|细则|规定|补充规定|约定|章程|通知|竞赛规程)|规程)(?:之|的|中|里)?$")
_TITLED = re.compile(r"《([^《》]{2,40})》(?:[（(][^（）()]{1,16}[)）])?(?:之|的|中|里)?$")
_RULES = re.compile(r"(?:规则|規則|法规|原文|规则书)(?:之|的|中|里)?$")
_JOINED = re.compile(r"[、和及与或，,]?(?:《[^《》]{2,40}》)?(?:规则)?")
_VERBS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("repeals", re.compile(r"不再适用|不适用|不再执行|停止执行|停止使用|予以废止|废止|作废|删去|删除")),
    ("replaces", re.compile(r"修改为|改为|修改成|修订为|改作|改成|调整为|变更为|替换为|更改为|代替|替代|取代")),
    ("adds", re.compile(r"补充|增加(?=[一二两三]?[款项条])|增列|增补|另加")),
)
_WHOLE = re.compile(
    r"(?:全文|整条|全条)?(?:的?(?:规定|内容|条文))?(?:由|以|用)?(?:本(?:规程|办法|细则|规定|补充规定|约定)第[^，。；]{1,12}[条款])?(?:[，,]?(?:在)?本(?:次|届)(?:比赛|赛事)中?)?"
)
_BY = re.compile(rf"本(?:规程|办法|细则|规定|补充规定|约定)第(?P<n>\d{{1,3}}|{_C}{{1,5}})条")
_OPENING, _CLOSING = "“「『《（(", "”」』》）)"


def proposals(book: Book, base: Book | None) -> tuple[Proposal, ...]:
    """Every sentence of a book that seems to change a clause of the law, in the order of the book.

    Without the law the clauses are named and not looked up.
    """
    return _every(book, base, open_=False)


def _every(book: Book, base: Book | None, open_: bool) -> tuple[Proposal, ...]:
    """All proposals; ``open_``: also of clauses that may be the law's, where the law is not at hand."""
    known = frozenset(p.number for p in base.walk()) if base is not None else frozenset()
    articles = any(p.kind == "article" and p.label.startswith("第") for p in book.walk())
    law = _Law(base, known, articles, frozenset(p.number for p in book.walk()), open_)
    found: dict[str, Proposal] = {}
    for provision in book.walk():
        for sentence in sentences(provision):
            for one in _in_sentence(sentence, provision, book, law):
                found.setdefault(one.key, one)
        under = _under_its_number(provision, book, law)
        if under is not None:
            found.setdefault(under.key, under)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Law:
    """The law whose clauses a book may speak of, beside the book's own numbers."""

    base: Book | None
    known: frozenset[str]  # numbers of the law
    articles: bool  # the book has articles of its own that 第…条 may mean
    own: frozenset[str]  # numbers of the book
    open: bool  # without the law: what may be a clause of it is taken for one

    def only_there(self, parts: Mapping[str, str | None], before: str) -> bool:
        """Whether a clause is the law's because this book has none of its number, whoever it says it is of."""
        if _OWN.search(before) or _TITLED.search(before):
            return False
        if self.base is None:
            return self.open
        number = _number(parts, self.base)
        return number in self.known and number not in self.own


def sentences(provision: Provision) -> Iterator[str]:
    """What a provision says, sentence by sentence; what is quoted stays together."""
    if provision.kind in ("title", "contents", "closing", "table"):
        return
    own = (provision.title if provision.title and not provision.title_supplied else None, provision.text)
    for part in own:
        if not part:
            continue
        depth, begun = 0, 0
        for at, c in enumerate(part):
            depth += (c in _OPENING) - (c in _CLOSING and depth > 0)
            if (
                (c in "。；;！!" and depth == 0)
                or c == "\n"
                or (c in _CLOSING and depth == 0 and part[at - 1] in "。！")
            ):
                if sentence := part[begun : at + 1].strip():
                    yield sentence
                begun, depth = at + 1, 0 if c == "\n" else depth
        if sentence := part[begun:].strip():
            yield sentence


@dataclass(frozen=True, slots=True)
class _Named:
    """A clause that a sentence names: where, and its parts."""

    start: int
    end: int
    text: str
    parts: Mapping[str, str | None]


def _named_in(outside: str, law: _Law) -> list[_Named]:
    """The clauses of the law that a sentence names together, the first first."""
    found: list[_Named] = []
    for m in _CLAUSE.finditer(outside):
        if found and not _JOINED.fullmatch(outside[found[-1].end : m.start()]):
            break
        before = outside[: m.start()].rstrip()
        if (
            not found
            and not _of_the_law(outside, m, law.base, law.articles)
            and not law.only_there(m.groupdict(), before)
        ):
            continue
        found.append(_Named(m.start(), m.end(), m.group(), m.groupdict()))
        while m["a"] and (more := _GOING_ON.match(outside, found[-1].end)):
            parts = {**more.groupdict(), "law": m["law"], "par": None, "n": more["n"] or more["m"]}
            found.append(_Named(more.start("a"), more.end(), outside[more.start("a") : more.end()], parts))
    return found


def _in_sentence(sentence: str, provision: Provision, book: Book, law: _Law) -> Iterator[Proposal]:
    base, outside = law.base, _quotes_blanked(sentence)
    named = _named_in(outside, law)
    if not named:
        return
    end = named[-1].end
    verbs = [(v.start(), effect, v) for effect, pattern in _VERBS for v in pattern.finditer(outside, end)]
    if not verbs:
        return
    at, effect, _ = min(verbs, key=lambda verb: verb[0])
    between = outside[end:at].lstrip("，,：: ")
    by = provision.id
    replacing = _BY.search(outside, end)
    if replacing is not None:
        own = f"{book.id}:{to_int(replacing['n'])}"
        by = own if any(p.id == own for p in book.walk()) else by
    for m in named:
        number = _number(m.parts, base) if base is not None else None
        yield Proposal(
            key=hashlib.sha256(f"{sentence}\n{m.text}\n{effect}".encode()).hexdigest()[:16],
            by=by,
            sentence=sentence,
            effect=effect,  # type: ignore[arg-type]
            base=(f"{base.id}:{number}",) if base is not None and number in law.known else (),
            named=m.text,
            whole=effect != "adds" and _WHOLE.fullmatch(between) is not None,
        )


def _under_its_number(provision: Provision, book: Book, law: _Law) -> Proposal | None:
    """What a clause changes that stands under the number of a clause of the law: 第27条A款 and, below, what holds now.

    What it does is read off its first words; without such a word it is added to that clause.
    """
    number = provision.number.partition("-")[0]
    there = law.open if law.base is None else law.base.numbering == "letters"
    if provision.kind != "article" or not there or not _LETTERED.fullmatch(number):
        return None
    said = [each for p in provision.walk() for each in sentences(p) if p is not provision or each != p.title]
    if not said or any(_in_sentence(said[0], provision, book, law)):
        return None
    outside = _quotes_blanked(said[0])
    verbs = [(v.start(), effect) for effect, pattern in _VERBS for v in pattern.finditer(outside, 0, _FIRST_WORDS)]
    at, effect = min(verbs) if verbs else (0, "adds")
    return Proposal(
        key=hashlib.sha256(f"{said[0]}\n{provision.label}\n{effect}".encode()).hexdigest()[:16],
        by=provision.id,
        sentence="\n".join(said),
        effect=effect,  # type: ignore[arg-type]
        base=(f"{law.base.id}:{number}",) if law.base is not None and number in law.known else (),
        named=provision.label,
        whole=effect != "adds" and _WHOLE.fullmatch(outside[:at].lstrip("，,：: ")) is not None,
    )


def _quotes_blanked(sentence: str) -> str:
    """The sentence with what is quoted in it made blank: words of the new text change nothing themselves."""
    return re.sub(r"“[^”]*”|「[^」]*」", lambda m: "“" + " " * (len(m.group()) - 2) + "”", sentence)


def _of_the_law(text: str, mention: re.Match[str], base: Book | None, articles: bool) -> bool:
    """Whether a clause that is named is one of the law: named so, or of a book that has no articles of its own to mean."""
    before = text[: mention.start()].rstrip()
    if _OWN.search(before):
        return False
    titled = _TITLED.search(before)
    if titled:
        return base is None or _same_title(titled[1], base)
    if _RULES.search(before):
        return True
    joined = re.search(r"[条款项)）][、和及与或]$", before)
    return bool(joined) or not articles or bool(re.search(r"(?:将|把|对|对于)$", before))


def _same_title(title: str, base: Book) -> bool:
    game = re.sub(r"规则.*|竞赛.*", "", base.short)
    return title in base.title or base.title in title or (bool(game) and game in title and "规则" in title)


def _number(m: Mapping[str, str | None], base: Book) -> str | None:
    """The number of a clause in the numbering of the law."""
    try:
        law = str(to_int(m["law"] or ""))
        if base.numbering == "letters":
            return law + "".join(m[name] or "" for name in ("a", "n", "x", "y")) if not m["par"] else None
        if m["a"]:
            return None
        steps = [step for step in (m["par"] or m["bare"], m["item"]) if step]
        return ".".join([law, *(str(to_int(step)) for step in steps)])
    except ValueError:
        return None


# What is in force


def amendment_of(proposal: Proposal, book: Book, handbook: Handbook, base: Sequence[str] = ()) -> Amendment:
    """What is in force once a proposal is confirmed; ``base``: the clauses of the law it is about, where a person chose others."""
    targets = tuple(base) or proposal.base
    by = next(p for p in book.walk() if p.id == proposal.by)
    said = proposal.sentence
    if by.children and by.title and said == by.title:
        said = "\n".join(text for p in by.walk() for text in (p.text or p.title,) if text)
    words = {
        "replaces": f"以{by.label}为准：{said}",
        "adds": f"本条照用，另照{by.label}：{said}",
        "repeals": f"照{by.label}，不再适用：{said}",
    }
    return Amendment(
        id=f"M-{proposal.key}",
        topic=by.title or by.label,
        base=targets,
        by=(by.id,),
        effect=proposal.effect,
        base_says="\n".join(_whole_text(handbook.provision(id_)) for id_ in targets),
        supplement_says=said,
        in_force=words[proposal.effect],
        remains=None if proposal.whole or proposal.effect == "adds" else "本条没有改到的部分",
    )


def _whole_text(provision: Provision) -> str:
    return "\n".join(filter(None, (part for p in provision.walk() for part in (p.heading, p.text))))


def decided(before: Brought, key: str, amendment: Amendment | None) -> tuple[Book, tuple[Confirmed, ...]]:
    """The book and what is decided of it once one more proposal is confirmed (with its amendment) or refused (without)."""
    one = Confirmed(key=key, accepted=amendment is not None, amendment=amendment)
    every = (*(each for each in before.decided if each.key != key), one)
    return with_amendments(before.book, every), every


def with_amendments(book: Book, every: Iterable[Confirmed]) -> Book:
    """The book with what is confirmed, and nothing else, in force."""
    return replace(
        book, amendments=tuple(each.amendment for each in every if each.accepted and each.amendment is not None)
    )


def carried(book: Book, every: Iterable[Confirmed]) -> tuple[Confirmed, ...]:
    """Of what was decided of clauses, what a new text still says in the same words; the rest must be decided anew."""
    every = tuple(every)
    if not every:
        return ()
    there = {one.key: one for one in _every(book, None, open_=True)}
    kept = []
    for each in every:
        one = there.get(each.key)
        if one is None:
            continue
        if each.amendment is not None:
            each = replace(each, amendment=replace(each.amendment, by=(one.by,)))
        kept.append(each)
    return tuple(kept)


def changes(handbook: Handbook, cites: Iterable[str], adopted: Collection[str]) -> tuple[tuple[str, Applied], ...]:
    """Of the clauses a ruling rests on, those that a book brought by users changes, each with how.

    ``adopted``: the books in force at the event, with those brought that are meant for it.
    """
    found: dict[tuple[str, str], tuple[str, Applied]] = {}
    own = {book.id for id_ in adopted if (book := handbook.books.get(id_)) is not None and book.amendments}
    if not own:
        return ()
    for cite in cites:
        if cite not in handbook or handbook.book_of(cite).id in own:
            continue
        try:
            result = in_force(handbook, cite, {*adopted, handbook.book_of(cite).id})
        except NotAdopted:
            continue
        for each in result.amendments:
            if each.amendment.by and each.amendment.by[0].partition(":")[0] in own:
                found.setdefault((cite, each.amendment.id), (cite, each))
    return tuple(found.values())
