"""Raw Chinese rule text -> provisions, verbatim.

The numbering of rule texts is an outline: 第X章, 第X节, 第X条, 一、, （一）, 1、, (1), 1）, or A. 1. (a) (1).
Which mark nests in which differs from text to text, so nesting is learned while reading: a mark already open closes
back to its level, a new one opens a level below. What the outline cannot know (a heading the print has lost, two clauses
run together, a table) is said in a ``Hints`` record kept beside the book, so that the same program makes the same
provisions again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rules_data.model import Discard, Kind, NumberingStyle, Provision
from rules_data.numerals import CHINESE, LARGEST, MANY, is_numeral, to_chinese, to_int
from rules_data.record import record

MarkClass = Literal[
    "chapter", "part", "section", "article", "appendix", "cn", "cn-paren", "digit", "digit-right", "paren-digit",
    "letter", "paren-letter", "small-letter", "roman", "circled", "entry", "decimal", "law-clause",
]  # fmt: skip

_N = rf"(?:[{MANY}]{{1,9}}|\d{{1,5}})"
_MARKS: tuple[tuple[MarkClass, re.Pattern[str]], ...] = (
    ("chapter", re.compile(rf"第(?P<n>{_N})章(?P<t>.*)")),
    ("part", re.compile(rf"第(?P<n>{_N})部分(?P<t>.*)")),
    ("section", re.compile(rf"第(?P<n>{_N})[节節](?P<t>.*)")),
    ("article", re.compile(rf"第(?P<n>{_N})(?:[条條]|张(?=[:：]))(?P<t>[\s:：].*|)")),
    ("appendix", re.compile(rf"附[录錄件](?P<n>[{CHINESE}]{{1,3}})(?P<t>[\s:：].*|)")),
    ("cn", re.compile(rf"(?P<n>[{CHINESE}]{{1,3}})[、.．](?P<t>.*)")),
    ("cn-paren", re.compile(rf"[(（](?P<n>[{CHINESE}]{{1,3}})[)）](?P<t>.*)")),
    ("letter", re.compile(r"(?:(?P<n>[A-H])(?:[.．]|、(?![AKQJ\d]))|[(（](?P<m>[A-H])[)）])(?P<t>.*)")),
    ("paren-letter", re.compile(r"[(（](?P<n>[a-h])[)）](?P<t>.*)")),
    ("paren-digit", re.compile(r"[(（](?P<n>\d{1,2})[)）](?P<t>.*)")),
    ("digit-right", re.compile(r"(?P<n>\d{1,2})[)）](?P<t>.*)")),
    ("digit", re.compile(r"(?P<n>\d{1,2})(?:、|[.．](?!\d))(?P<t>.*)")),
    ("circled", re.compile(r"(?P<n>[①-⑳])(?P<t>.*)")),
)
_COUNTED = ("chapter", "part", "section", "article")
_LETTERED = ("letter", "paren-letter", "small-letter", "roman")
_RANK: dict[MarkClass, int] = {"chapter": 0, "part": 1, "section": 2, "article": 3, "appendix": 0}
ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
MARKUP = "转换标记"
"""Name of the discards that are marks of a file converter (#, -, **)."""
_MARKUP = re.compile(r"^(?:#{1,6}\s+|-\s+|\*\*)+")
_LOOKS_NUMBERED = re.compile(
    r"\d{1,2}(?:[.．]\d{1,2})+(?![\d:%])|[I-Zi-z][.、)）](?=\D)|[(（][i-zI-Z]{1,4}[)）]|[ⅰ-ⅻⅠ-Ⅻ]|第\S{1,4}[编篇款项][\s:：]"
    rf"|第[{MANY}\d]{{1,20}}[章条條](?:[\s:：]|$)"
)
"""What looks like a number but is none of the marks above: worth a second look."""
_SENTENCE_END = "。;:,!)】；！，：）"
_TITLE_PREFIX = re.compile(r"^(?P<t>[^。,;:，；：]{1,16}?)\s*[:：]\s*")


@record
class Insert:
    """A provision the outline cannot see, starting where a line begins with ``before`` (from its ``occurrence``)."""

    before: str
    id: str
    kind: Kind
    under: str = ""  # id of the parent; empty: the top level
    title: str | None = None  # title supplied by the editors
    heading: bool = False  # the line itself is the printed heading
    lost: str | None = None
    table: str | None = None
    label: str | None = None
    occurrence: int = 1
    keep: bool = False  # stays open for body lines even when they look numbered (tables, forms)


@record
class Hints:
    """What a person told the importer about one text."""

    style: NumberingStyle = "points"
    paragraphs: bool = False  # unnumbered paragraphs become citable units
    entries: str | None = None  # id of the chapter that holds definitions, one heading line per entry
    split: tuple[str, ...] = ()  # break the line before these characters
    numbers: dict[str, str] = field(default_factory=dict)  # misprinted mark -> mark meant (万、 -> 五、)
    rename: dict[str, str] = field(default_factory=dict)  # generated id -> id (a number used twice)
    inserts: tuple[Insert, ...] = ()
    lost: dict[str, str] = field(default_factory=dict)  # id -> what the source has lost there
    titles: dict[str, str] = field(default_factory=dict)  # id -> title supplied by the editors
    labels: dict[str, str] = field(default_factory=dict)  # id -> label, where the rule does not give it


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line the importer could not place with confidence."""

    line: int
    text: str
    why: str


@dataclass(slots=True)
class Node:
    """A provision while it is being read."""

    mark: MarkClass | None
    id: str
    kind: Kind
    label: str
    heading: str | None = None
    rest: str = ""  # what follows the number on the heading line
    head_mark: str = ""
    body: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    discards: list[Discard] = field(default_factory=list)
    title: str | None = None
    title_supplied: bool = False
    lost: str | None = None
    table: str | None = None
    keep: bool = False
    n: str = ""
    outer: Node | None = field(default=None, repr=False)
    latest: dict[MarkClass | None, Node] = field(default_factory=dict, repr=False)  # of its children, by mark


_KIND: dict[MarkClass, Kind] = {
    "chapter": "chapter", "part": "part", "section": "section", "article": "article", "appendix": "appendix", "entry": "definition",
    "law-clause": "article",
}  # fmt: skip


def match_mark(line: str) -> tuple[MarkClass, str, str, str] | None:
    """Recognise the number a line starts with: (class, number, rest of the line, the mark as printed)."""
    for name, pattern in _MARKS:
        m = pattern.fullmatch(line)
        if m:
            groups = m.groupdict()
            n = groups["n"] or groups.get("m") or ""
            if name in _COUNTED and not is_numeral(n):  # 第千万条
                continue
            return name, n, groups["t"], line[: len(line) - len(groups["t"])]
    return None


def place_of(n: str, mark: MarkClass) -> int:
    """Where a number stands in the row of its kind: C is 3, (iv) is 4."""
    if mark == "roman":
        return 1 + ROMANS.index(n)
    if n.isascii() and n.isalpha():
        return ord(n) - (64 if n.isupper() else 96)
    return to_int(n)


def guess_style(text: str) -> NumberingStyle:
    """Guess how a text numbers its provisions."""
    if re.search(r"^[^\S\n]*[A-C]\.\S", text, re.M) and re.search(r"^[^\S\n]*第\d+[条條]", text, re.M):
        return "letters"
    if not re.search(rf"^(?:[#\-*]|[^\S\n])*第{_N}条", text, re.M):
        return "parts"
    return "points"


def _in_words(number: str) -> str:
    """28 as 二十八; a number that has no such form stays as it is."""
    return to_chinese(int(number)) if 1 <= int(number) <= LARGEST else number


MOST = 10_000
"""Provisions of a book: the laws of bridge have 723."""


class Reader:
    """Reads a text line by line into an outline."""

    def __init__(self, book: str, hints: Hints, prefix: str = "") -> None:
        self.book, self.hints, self.prefix = book, hints, prefix
        self.hant = book.endswith("hant")
        self.number = 0  # of the line being read
        self.roots: list[Node] = []
        self.stack: list[Node] = []
        self.latest: dict[MarkClass | None, Node] = {}  # of the roots
        self.by_id: dict[str, Node] = {}
        self.again: dict[str, int] = {}  # how often an id has come out of the numbering
        self.pending: list[Discard] = []
        self.doubts: list[Doubt] = []
        self.seen_before: dict[str, int] = {}
        self.contents_first: str | None = None
        self.in_contents = False

    # -- ids and labels ---------------------------------------------------------------------------------------------
    def _identify(self, parent: Node | None, mark: MarkClass, n: str) -> tuple[str, str]:
        style = self.hints.style
        law, par = ("條", "款") if self.hant else ("条", "款")
        number = n if mark in _LETTERED else str(to_int(n))
        if mark in ("chapter", "part", "section"):
            prefix = {"chapter": "ch", "part": "pt", "section": "s"}[mark]
            word = {"chapter": "章", "part": "部分", "section": "节"}[mark]
            outer = parent.id + "." if parent is not None and parent.id[:2] == "ch" else ""
            return f"{outer}{prefix}{number}", f"第{_in_words(number)}{word}"
        if mark == "article":
            shown = number if style == "letters" else _in_words(number)
            return number, f"第{shown}{law}"
        if mark == "appendix":
            return f"A{number}", f"附录{_in_words(number)}"
        if parent is None or (parent.kind in ("chapter", "part", "section") and style != "parts"):
            outer_id, outer_label = (parent.id + ".", parent.label) if parent else ("", "")
            if style == "parts" and parent is None:
                outer_label = self.prefix
            return f"{outer_id}{number}", f"{outer_label}{n}"
        if style == "letters" and parent.kind != "definition" and not parent.id.startswith("def/"):
            if mark == "letter":
                return parent.id + number, f"{parent.label}{number}{par}"
            if mark in ("digit", "paren-letter") and parent.mark == "article":
                return parent.id + number, parent.label + (number if mark == "digit" else f"({number})")
            shown = number if mark == "digit" else f"({number})"
            return parent.id + number, parent.label + shown
        shown = {
            "cn": n, "cn-paren": f"({n})", "digit": number, "paren-digit": f"({number})", "digit-right": f"({number})",
            "letter": number, "paren-letter": f"({number})", "small-letter": number, "roman": f"({number})",
            "circled": n, "decimal": number, "law-clause": n,
        }[mark]  # fmt: skip
        if style in ("points", "mixed") and mark == "digit" and parent.mark == "cn":
            shown = f"({number})"
        return f"{parent.id}.{number}", parent.label + shown

    def mark(self, text: str) -> tuple[MarkClass, str, str, str] | None:
        """The number a line starts with, as :func:`match_mark`; another reader may know others."""
        return match_mark(text)

    # -- placing ----------------------------------------------------------------------------------------------------
    def _open(self, node: Node, parent: Node | None) -> None:
        generated = node.id
        again = self.again.get(generated, 1)
        while node.id in self.by_id and generated not in self.hints.rename:
            again += 1
            node.id = f"{generated}-{again}"
        self.again[generated] = again
        if again > 1:
            why = f"编号“{node.head_mark or generated}”在这里已经用过，条款号记作 {node.id}"
            self.doubts.append(Doubt(self.number, node.heading or node.head_mark + node.rest, why))
        if generated in self.by_id and generated in self.hints.rename:
            node.id = self.hints.rename[generated]
        node.label = self.hints.labels.get(node.id, node.label)
        if node.id in self.by_id:
            raise ValueError(f"id {node.id} twice")
        if len(self.by_id) - ("title" in self.by_id) == MOST:
            raise ValueError(f"读出 {MOST} 条以上，不像一本规则，请检查是否选对了文件，或分成几本导入。")
        self.by_id[node.id] = node
        node.discards, self.pending = self.pending, []
        node.outer = parent
        (parent.latest if parent else self.latest)[node.mark] = node
        (parent.children if parent else self.roots).append(node)
        self.stack = [node]
        while self.stack[0].outer is not None:
            self.stack.insert(0, self.stack[0].outer)

    def _parent_for(self, mark: MarkClass) -> Node | None:
        rank = _RANK.get(mark)
        if rank is not None:
            for node in reversed(self.stack):
                outer = _RANK.get(node.mark) if node.mark else None
                if outer is not None and outer < rank and node.mark != "appendix":
                    return node
            return None
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i].mark == mark:
                return self.stack[i - 1] if i else None
        for node in reversed(self.stack):  # notes and paragraphs do not hold numbered units unless told so
            if node.kind not in ("note", "paragraph", "table", "form", "closing", "title"):
                return node
        return None

    def _expected(self, parent: Node | None, mark: MarkClass, n: str) -> bool:
        latest = (parent.latest if parent else self.latest).get(mark)
        value = place_of(n, mark)
        if latest is None:
            return value <= 1 or mark in ("chapter", "article")
        before = place_of(latest.n, mark)
        return value in (before, before + 1)

    # -- reading ----------------------------------------------------------------------------------------------------
    def line(self, number: int, raw: str) -> None:
        """Read one printed line."""
        self.number = number
        text = raw.strip()
        m = _MARKUP.match(text)
        bare = text[m.end() :].strip() if m else text
        bare, closed = (bare[:-2].strip(), True) if bare.endswith("**") else (bare, False)
        current = self.stack[-1] if self.stack else None
        insert = self._insert_at(bare)
        if current is not None and current.keep and insert is None:
            self._body(current, text)
            return
        if m and bare:
            self.pending.append(Discard(name=MARKUP, text=m.group().strip()))
        elif not bare:
            bare, closed = text, False
        if insert is not None:
            self._insert(insert, bare)
        else:
            self._content(number, bare)
        if closed:
            self.pending.append(Discard(name=MARKUP, text="**"))

    def _insert_at(self, text: str) -> Insert | None:
        found = None
        for insert in self.hints.inserts:
            if text.startswith(insert.before):
                count = self.seen_before[insert.id] = self.seen_before.get(insert.id, 0) + 1
                if count == insert.occurrence and found is None:
                    found = insert
        return found

    def _body(self, node: Node, text: str) -> None:
        node.discards += [Discard(name=d.name, text=d.text, line=len(node.body)) for d in self.pending]
        self.pending = []
        node.body.append(text)

    def _content(self, number: int, text: str) -> None:
        current = self.stack[-1] if self.stack else None
        if re.fullmatch(r"目\s*录", text):
            self._open(Node(None, "toc", "contents", "目录", heading=text, title="目录", head_mark=text), None)
            self.in_contents = True
            return
        mark = self.mark(text)
        if self.in_contents and current is not None:
            if mark is None or mark[3] != self.contents_first:
                if mark and self.contents_first is None:
                    self.contents_first = mark[3]
                self._body(current, text)
                return
            self.in_contents = False
        wrong = next((w for w in self.hints.numbers if text.startswith(w)), None)
        if wrong is not None:
            meant = match_mark(self.hints.numbers[wrong] + "x")
            if meant is None:
                raise ValueError(f"导入提示 numbers：“{self.hints.numbers[wrong]}”不是编号")
            mark = (meant[0], meant[1], text[len(wrong) :], wrong)
        if mark:
            parent = self._parent_for(mark[0])
            expected = self._expected(parent, mark[0], mark[1])
            if wrong is not None or mark[0] in _RANK or expected:
                if not expected and wrong is None:
                    self.doubts.append(Doubt(number, text, f"编号“{mark[3]}”接不上前面的编号，请查对有没有漏"))
                self._numbered(mark, parent)
                return
            self.doubts.append(Doubt(number, text, f"编号“{mark[3]}”接不上前面的编号，已当作正文"))
        if self.hints.entries and any(n.id == self.hints.entries for n in self.stack) and self._is_entry(text):
            chapter = self.by_id[self.hints.entries]
            name = re.sub(r"[(（].*|\b[A-Za-z][A-Za-z ]*\s*", "", text).strip()
            self._open(
                Node("entry", f"def/{name}", "definition", f"定义·{name}", heading=text, title=name, head_mark=text),
                chapter,
            )
            return
        article = next((n for n in reversed(self.stack) if n.mark == "article"), None)
        if re.match(r"[(（]注[:：]", text) and self.hints.style == "letters" and article is not None:
            self._open(Node(None, article.id + "n", "note", f"{article.label}注"), article)
            current = self.stack[-1]
        elif mark is None and _LOOKS_NUMBERED.match(text):
            self.doubts.append(Doubt(number, text, "像编号而不认得，已当作正文"))
        if current is None:
            self._open(Node(None, "title", "title", "标题"), None)
            current = self.stack[-1]
        self._body(current, text)

    def _is_entry(self, text: str) -> bool:
        return bool(
            re.fullmatch(
                r"[^。,、:;()，：；（）]{1,10}(?:\([A-Za-z \-]+\)|\([^)]{0,40}\))?|[A-Z][A-Za-z ]+\S{2,4}", text
            )
        ) and not text.endswith("。")

    def _numbered(self, mark: tuple[MarkClass, str, str, str], parent: Node | None) -> None:
        name, n, rest, head = mark
        id_, label = self._identify(parent, name, n)
        kind = _KIND.get(name, "clause")
        if (
            self.hints.style == "parts"
            and name in ("cn", "digit", "letter")
            and (parent is None or parent.kind == "chapter")
        ):
            kind = "chapter" if parent is None else "article"
        node = Node(name, id_, kind, label, head_mark=head, rest=rest.strip(), n=n)
        self._open(node, parent)

    def _insert(self, insert: Insert, text: str) -> None:
        parent = self.by_id[insert.under] if insert.under else None
        label = insert.label or insert.title or (parent.label if parent else insert.id)
        node = Node(None, insert.id, insert.kind, label, lost=insert.lost, table=insert.table, keep=insert.keep)
        if insert.kind in ("article", "appendix"):
            node.mark, node.n = insert.kind, insert.id.lstrip("A")
            node.label = insert.label or self._identify(None, insert.kind, node.n)[1]
        if insert.heading:
            node.heading = node.head_mark = text
            node.title = insert.title or text
        else:
            node.title, node.title_supplied = insert.title, insert.title is not None
        self._open(node, parent)
        if not insert.heading:
            self._body(node, text)


def _is_title(node: Node) -> bool:
    """Is what follows the number on its line a heading rather than the provision's own sentence?"""
    if node.mark in ("chapter", "part", "section", "article", "appendix"):
        return True
    rest = node.rest
    if not rest:
        return False
    if rest[-1] in ":：" and node.children and not node.body and not re.search(r"[。:：]", rest[:-1]):
        return True
    inner = re.search(r"[。,;:，；：]", rest[:-1])
    if rest[-1] in ")）" and node.body and not inner and len(rest) <= 24:  # 全手牌(全副牌)
        return True
    limit = 36 if node.body or node.children else 26
    return rest[-1] not in _SENTENCE_END and len(rest) <= limit and bool(node.body or node.children or not inner)


def _paragraphs(node: Node, book: str, body: list[str], discards: list[Discard]) -> list[Provision]:
    """The lines of a text that are cited by their number."""
    return [
        Provision(
            id=f"{book}:{node.id}p{i}",
            label=f"{node.label}第{i}段",
            kind="paragraph",
            text=line,
            discards=tuple(replace(d, line=None) for d in discards if d.line == i - 1),
        )
        for i, line in enumerate(body, 1)
    ]


def finish(node: Node, book: str, hints: Hints) -> Provision:
    """The provision that was read, with those below it."""
    heading, title, supplied = node.heading, node.title, node.title_supplied
    body, discards = list(node.body), list(node.discards)
    if node.mark is not None and node.heading is None and node.head_mark:
        if _is_title(node):
            heading = node.head_mark + node.rest
            if node.mark in ("chapter", "part", "section", "appendix") or (
                (hints.style in ("points", "mixed") and node.mark == "article") or node.mark == "decimal"
            ):
                heading = f"{node.head_mark} {node.rest}".strip()
            title = node.rest.lstrip(":：、 ").rstrip(":：").strip() or None
            if title and re.fullmatch(r"\S(\s+\S)+", title):  # 定 义
                title = without_space(title)
        else:
            heading = node.head_mark
            if node.rest:
                body.insert(0, node.rest)
                discards = [d if d.line is None else replace(d, line=d.line + 1) for d in discards]
            m = _TITLE_PREFIX.match(node.rest)
            if m and title is None and hints.style != "letters":
                title, supplied = m["t"], True
    children = [finish(c, book, hints) for c in node.children]
    if node.id in hints.titles:
        title, supplied = hints.titles[node.id], True
    text: str | None = "\n".join(body) or None
    if hints.paragraphs and ((len(body) > 1 and node.kind in ("article", "clause")) or node.kind == "preface"):
        children = [*_paragraphs(node, book, body, discards), *children]
        text, discards = None, [d for d in discards if d.line is None]
    return Provision(
        id=f"{book}:{node.id}",
        label=node.label,
        kind=node.kind,
        heading=heading,
        title=title,
        title_supplied=supplied and title is not None,
        text=text,
        lost=hints.lost.get(node.id, node.lost),
        table=node.table,
        discards=tuple(discards),
        children=tuple(children),
    )


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a raw text."""

    provisions: tuple[Provision, ...]
    trailing: tuple[Discard, ...]
    doubts: tuple[Doubt, ...]


def import_text(text: str, book: str, hints: Hints | None = None) -> Imported:
    """Turn raw rule text into provisions of ``book``; every character ends up in exactly one of them or in a discard.

    Raises ValueError, with a Chinese sentence, when the hints do not fit the text (a split or an insert that is never met)
    and for more provisions than a book has.
    """
    text = text.removeprefix("\ufeff")
    hints = hints or Hints(style=guess_style(text))
    reader = Reader(book, hints, prefix="附件" if text.lstrip().startswith("附件") else "")
    unmet = set(hints.split)
    for number, raw in enumerate(text.splitlines(), 1):
        pieces = [raw]
        for cut in hints.split:
            pieces = [part for piece in pieces for part in _cut(piece, cut)]
            if cut in raw:
                unmet.discard(cut)
        for piece in pieces:
            if piece.strip():
                reader.line(number, piece)
    missing = [i.id for i in hints.inserts if i.id not in reader.by_id] + sorted(unmet)
    if missing:
        raise ValueError(f"导入提示在原文中没有找到位置：{', '.join(missing)}")
    provisions = tuple(finish(node, book, hints) for node in reader.roots)
    return Imported(provisions, tuple(reader.pending), tuple(reader.doubts))


def _cut(piece: str, cut: str) -> Sequence[str]:
    at = piece.find(cut)
    return (piece[:at], piece[at:]) if at > 0 else (piece,)


def printed(provisions: Iterable[Provision], trailing: Iterable[Discard] = ()) -> str:
    """Join provisions back into the printed text, in order, discards included."""
    out: list[str] = []
    for top in provisions:
        for p in top.walk():
            out += [d.text for d in p.discards if d.line is None]
            if p.heading:
                out.append(p.heading)
            for i, line in enumerate((p.text or "").split("\n")):
                out += [d.text for d in p.discards if d.line == i]
                out.append(line)
    out += [d.text for d in trailing]
    return "\n".join(out)


def without_space(text: str) -> str:
    """The text with all white space taken out, for comparing what is printed."""
    return re.sub(r"\s+", "", text)
