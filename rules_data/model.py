"""What a law text is made of: books, provisions, and everything that stands beside the printed text.

All classes are frozen standard dataclasses, so that opening the compiled handbook at run time needs no validation library;
:mod:`rules_data.loader` validates the same classes strictly with pydantic when it reads the YAML.

Ids: a provision is cited as ``book:number`` (``bridge-1999:64A1``). Inside the files of one book the book part is left out;
the loader puts it in, so every id that leaves this package is complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from rules_data.record import record

GameId = str
"""A game by the name of its folder: contract bridge (bridge), guandan, shengji ...; ``decision_trees.games`` registers them."""

Script = Literal["hans", "hant"]
"""Simplified or Traditional Chinese."""

Kind = Literal[
    "title",  # the document's own title lines
    "preface",  # 前言, 序
    "contents",  # a printed table of contents
    "chapter",  # 章, or a part of a supplement (一、关于比赛时间)
    "part",  # 部分
    "section",  # 节
    "article",  # 条: what a referee calls "the law"
    "clause",  # any numbered unit below an article (款, 项, 目)
    "paragraph",  # an unnumbered paragraph that must be citable by itself
    "definition",  # an entry of a chapter of definitions
    "note",  # a printed note or example standing after the units it explains
    "appendix",  # 附录, 附
    "table",  # a printed table
    "form",  # a blank form printed with the rules
    "closing",  # closing lines, signature, date
]

NumberingStyle = Literal["letters", "points", "parts", "mixed"]
"""How a book numbers its provisions, which decides labels and how a spoken reference is read: articles in figures with lettered
clauses (第64条A款1, 64A1); articles in words with numbered points (第三条二, 3.2); the same without articles (二、1, 2.1); articles
with points or unnumbered paragraphs (第九条第2段, 9p2)."""


@record
class Discard:
    """Characters of ``source.txt`` that belong to no provision: marks of a file converter, page furniture.

    They stand immediately before the provision that lists them (or at the end of the book), or before one line of its text.
    """

    name: str  # what it is, e.g. "转换标记"
    text: str  # the characters, exactly
    line: int | None = None  # number (from 0) of the line of ``text`` they stand before; None: before the heading


@record
class Provision:
    """One numbered unit of a law text, verbatim, with its children.

    Read in order, ``heading`` then ``text`` then the children give back the printed text, white space aside.
    ``heading`` is the printed heading line with its number; ``title`` the heading without the number (or, for a unit
    printed without a heading, a title supplied by the editors with ``title_supplied``).
    """

    id: str
    label: str  # what a reader sees: 第64条A款1
    kind: Kind
    heading: str | None = None
    title: str | None = None
    title_supplied: bool = False  # the title is ours, not printed
    text: str | None = None
    lost: str | None = None  # what the source once had here and has lost, in one sentence
    table: str | None = None  # id of the Table (data) that this printed table became
    discards: tuple[Discard, ...] = ()
    children: tuple[Provision, ...] = field(default=(), repr=False)

    @property
    def book(self) -> str:
        """Id of the book this provision belongs to."""
        return self.id.partition(":")[0]

    @property
    def number(self) -> str:
        """The id without the book."""
        return self.id.partition(":")[2]

    def walk(self) -> Iterator[Provision]:
        """Yield this provision and all below it in printed order."""
        yield self
        for child in self.children:
            yield from child.walk()


@record
class Erratum:
    """A defect of the printed text and how it should be read. The text itself is never altered.

    ``standing`` says what follows: ``reading`` is used by rule functions and shown as the suggested reading; ``remark``
    (readings that rest on memory of other editions only) is shown and changes nothing; ``misprint`` is a slip of wording;
    ``note`` explains structure (a lost heading, a broken line) where there is nothing to read differently.
    """

    id: str
    at: tuple[str, ...]  # provision ids
    printed: str | None = (
        None  # exact printed characters (white space aside) in the first provision of ``at``; None: missing text
    )
    occurrence: int = 1  # which occurrence of ``printed``
    reading: str | None = None
    evidence: str
    effect: str | None = None  # what changes in a ruling
    severity: Literal["ruling", "structure", "wording"]
    standing: Literal["reading", "remark", "misprint", "note"]
    open_question: str | None = None  # id of an OpenQuestion that settles it


@record
class Term:
    """A word of the game as these texts use it."""

    id: str  # English slug, unique within the game: revoke, lead-out-of-turn
    term: str  # 藏牌
    english: tuple[str, ...]  # first is the standard one
    pinyin: str  # cáng pái
    aka: tuple[str, ...] = ()  # other names people use
    defined_in: tuple[str, ...] = ()  # provisions that define it; empty: used without definition
    used_in: tuple[str, ...] = ()  # for undefined terms: where it is used
    meaning: str | None = None  # for undefined terms: the sense that the cited uses show
    link: bool = True  # tappable in clause text
    not_within: tuple[str, ...] = ()  # longer words in which these characters are not this term: 小牌 in 最小牌张
    game: GameId | None = None  # filled in from the book


@record
class Column:
    """One column of a table."""

    key: str
    title: str
    type: Literal["text", "integer", "decimal"] = "text"


@record
class PrintedCell:
    """A cell whose printed value differs from the one used."""

    row: int  # counted from 0
    column: str
    printed: str
    erratum: str


@record
class Table:
    """Numbers of a rule as data: rule functions read these, and the app shows them."""

    id: str
    title: str
    at: tuple[str, ...]  # provisions that print it
    unit: str | None = None
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]
    key: tuple[str, ...]  # columns that together are different in every row
    printed_otherwise: tuple[PrintedCell, ...] = ()
    note: str | None = None


@record
class Option:
    """One answer to an open question."""

    key: str
    text: str
    evidence: str | None = None
    said: tuple[str, ...] = ()  # how regulations print that it is so: phrases of rules_data.brought.phrases


@record
class Left:
    """What the text leaves to the organiser to lay down: a number, or which of several ways is used."""

    fact: str  # as the trees of the game call it; of a length of time the clock that runs so long
    what: str  # in Chinese, and from when it counts
    at: tuple[str, ...]  # where the text leaves it
    unit: str = ""
    said: tuple[str, ...] = ()  # how regulations print the number: phrases with {n} or {minutes}
    options: tuple[Option, ...] = ()  # of one that is no number


@record
class OpenQuestion:
    """A point that the text leaves open or contradicts itself on."""

    id: str
    question: str
    at: tuple[str, ...]
    options: tuple[Option, ...]
    default: str | None = None  # key of an option; None: nothing is assumed, the decider is asked
    because: str | None = None  # why this default
    decides: str  # who settles it: 裁判, 裁判长, 主办机构 ...
    flagged: bool = False  # even with the default, the outcome tells the referee that the text does not settle it
    about: tuple[str, ...] = ()  # how regulations speak of it without saying which: phrases as of the options


@record
class Amendment:
    """What a supplement does to provisions of its base book."""

    id: str
    topic: str
    base: tuple[str, ...]  # provisions of the base book; may be empty where the base is silent
    by: tuple[str, ...]  # provisions of the supplement
    effect: Literal["adds", "replaces", "narrows", "conflicts", "agrees", "repeals"]
    base_says: str
    supplement_says: str
    in_force: str  # which text applies when the supplement is adopted
    remains: str | None = None  # what of the base still applies
    open_question: str | None = None


@record
class UnresolvedReference:
    """A printed cross-reference that cannot be resolved as it stands."""

    at: str  # citing provision
    printed: str
    reason: str
    meant: tuple[str, ...] = ()  # provisions probably meant


@record
class Difference:
    """A place where a second witness of the same text differs."""

    at: str  # provision of the witness
    base_at: str | None  # the same provision in the base book
    witness: str
    base: str
    kind: Literal["wording", "punctuation", "damaged", "missing", "variant-character"]
    note: str | None = None


@record
class Book:
    """One source document."""

    id: str
    game: GameId
    title: str  # as printed
    short: str  # what people call it: 桥牌规则
    edition: str  # 1999年版
    issuer: str
    in_force_since: str | None  # as the document says, None: it does not say
    script: Script
    numbering: NumberingStyle
    about: str  # one or two sentences for the book's card
    amends: str | None = None  # base book, for a supplement
    witness_of: str | None = None  # for a second copy of a text
    left: tuple[Left, ...] = ()  # to whoever organises an event
    trailing_discards: tuple[Discard, ...] = ()
    provisions: tuple[Provision, ...] = ()
    errata: tuple[Erratum, ...] = ()
    terms: tuple[Term, ...] = ()
    tables: tuple[Table, ...] = ()
    open_questions: tuple[OpenQuestion, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    unresolved: tuple[UnresolvedReference, ...] = ()
    differences: tuple[Difference, ...] = ()

    def walk(self) -> Iterator[Provision]:
        """Yield every provision in printed order."""
        for provision in self.provisions:
            yield from provision.walk()


@record
class Reference:
    """A cross-reference found in a provision's heading or text, resolved."""

    source: str  # citing provision
    part: Literal["heading", "text"]
    start: int  # character offsets in that part
    end: int
    printed: str
    targets: tuple[str, ...]  # empty: unresolved
    force: Literal["must", "may", "see", "except", "plain"] = "plain"  # 应用 / 可应用 / 参阅 / 除…外
    form: Literal["absolute", "relative", "lost"] = "absolute"  # lost: names nothing that can be found


@record
class Synonym:
    """How people really say something, and what they mean."""

    say: tuple[str, ...]  # one or more ways to say it
    game: GameId
    means: tuple[str, ...] = ()  # terms of the text to search for instead
    go: tuple[str, ...] = ()  # provisions a referee would open, best first
    typed: tuple[str, ...] = ()  # regular expressions of cards as they are typed: JJJQQQ, 3到7
