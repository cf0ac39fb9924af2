"""A text that somebody brings becomes provisions, verbatim, with every line that was not understood.

The outline is read as the law texts are (:mod:`rules_data.importer`); besides, numbers written 1.1.1, tables, and what a person
said of a line (:class:`~rules_data.brought.model.Mend`), which is kept as data so that the same text gives the same book again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules_data.brought.days import DATE
from rules_data.brought.model import As, Doubtful, LineRead, Mend
from rules_data.brought.run_together import LONG, parted
from rules_data.brought.table_rows import Style, cells_of, found_tables, is_rule
from rules_data.importer import (
    MARKUP,
    ROMANS,
    Doubt,
    Hints,
    MarkClass,
    Node,
    Reader,
    finish,
    guess_style,
    match_mark,
    place_of,
    printed,
)
from rules_data.model import Column, Discard, NumberingStyle, Provision, Table

LONGEST = 2_000_000
"""Characters of one text: ten times the laws of bridge."""
MOST_LINES = 40_000
MANY_PROVISIONS = 2_000
"""From which on it is said: the laws of bridge have 723."""

_DECIMAL = re.compile(
    r"(?P<n>\d{1,2}(?:[.．]\d{1,2}){1,4})(?:[.．、]\s*|[\s　]+|(?=[^\s\d.．:：%％分秒元倍点]))(?P<t>.*)"
)
_WHOLE = re.compile(r"(?P<n>\d{1,2})[\s　]+(?P<t>\D.*)")
_LETTER = re.compile(r"(?:(?P<n>[A-Z])(?:款(?=[\s　:：]|$)|[.．]|、(?![AKQJ\d]))|[(（](?P<m>[A-Z])[)）])(?P<t>.*)")
_SMALL = re.compile(r"(?P<n>[a-z])[.．、)）](?P<t>.*)")
_ENCLOSED = re.compile(r"[(（](?P<n>[a-z]{1,4})[)）](?P<t>.*)")
_LAW_CLAUSE = re.compile(
    r"第(?P<law>\d{1,2})[条條](?P<a>[A-G])款?(?P<n>\d{1,2})?(?:[(（](?P<x>[a-d])[)）])?(?:[(（](?P<y>\d)[)）])?款?"
    r"(?:[\s　]*[:：]|(?=[\s　])|$)(?P<t>.*)"
)
"""A line that begins with a lettered clause: what supplements to the laws of bridge stand under."""
_ARTICLE_IN_FIGURES = re.compile(r"[^\S\n]*(?:#{1,6}\s+)?第\d{1,5}[条條](?:[\s　:：]|$)", re.M)
_SENTENCE = re.compile(r"[。；;：:！!？?…）)】」”》]$")
_DAY = re.compile(rf"{DATE}|\d{{4}}[./-]\d{{1,2}}[./-]\d{{1,2}}")
_SIGNED = re.compile(r"[^。；：，;:,\d]{2,30}")
_HEADLIKE = re.compile(r"[^。，；：,;:]{2,16}")


@dataclass(frozen=True, slots=True)
class Outline:
    """What was made of a text."""

    provisions: tuple[Provision, ...]
    trailing: tuple[Discard, ...]
    tables: tuple[Table, ...]
    doubts: tuple[Doubtful, ...]
    lines: tuple[LineRead, ...]
    style: str
    unused: tuple[Mend, ...] = ()  # what was said of lines that are not in this text
    remarks: tuple[str, ...] = ()  # what somebody should know of the whole text, in Chinese sentences


class Unreadable(ValueError):
    """A text that cannot be brought as a book; the message says why and what to do, in one sentence."""


def as_lines(text: str) -> list[str]:
    """The lines of a text as they are counted everywhere: by line feeds, whatever the system it was written on.

    A line in which several articles run on is parted before their numbers.
    """
    lines = _as_fed(text)
    if sum(bool(line.strip()) for line in lines) == 1:
        return [piece for line in lines for piece in parted(line, 2)]
    return [piece for line in lines for piece in (parted(line, 3) if len(line) > LONG else (line,))]


def _as_fed(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _remarks(text: str, lines: Sequence[str], provisions: Iterable[Provision]) -> Iterable[str]:
    """What somebody should know of the whole text before he goes through its lines."""
    fed = _as_fed(text)
    if len(lines) > len(fed):
        one = sum(bool(line.strip()) for line in fed) == 1
        what = "原文只有一行" if one else "原文有几条连在一行里"
        yield f"{what}，已在“第…条”这样的编号前分开（多出 {len(lines) - len(fed)} 行），请逐行核对；原文留在旁边，没有改。"
    count = sum(each.kind not in ("title", "closing", "contents") for top in provisions for each in top.walk())
    if count > MANY_PROVISIONS:
        yield f"读出 {count} 条，比任何一部竞赛规则都长得多，请核对是否选对了文件；查找也会慢一些。"


def read_text(text: str, book: str, mends: Iterable[Mend] = (), hant: bool = False) -> Outline:
    """Read a text into the provisions of ``book``. Raises :class:`Unreadable`."""
    lines = as_lines(text)
    if not any(line.strip() for line in lines):
        raise Unreadable("里面没有字，请检查是否选对了文件，或把文字粘贴进来。")
    if len(text) > LONGEST or len(lines) > MOST_LINES:
        raise Unreadable(f"超过 {LONGEST // 10_000} 万字或 {MOST_LINES} 行，不像一本规程，请分成几本添加。")
    if sum(bool(line.strip()) for line in lines) == 1:
        raise Unreadable("只有一行，也没有“第…条”这样的编号，读不出条款；请粘贴全文，每条另起一行。")
    said, unused = placed(lines, mends)
    reader = _Lines(book, lines, said, hant)
    try:
        reader.read()
    except ValueError as fault:
        raise Unreadable(str(fault)) from None
    tables = tuple(reader.tables())  # first: each is named at the provision that prints it
    provisions = tuple(_settled(finish(node, book, reader.hints)) for node in reader.roots)
    out = Outline(
        provisions, tuple(reader.pending), tables, tuple(reader.told()), tuple(reader.lines_read()),
        reader.hints.style, unused, tuple(_remarks(text, lines, provisions)),
    )  # fmt: skip
    lost = _lost(lines, out)
    if lost is not None:  # a fault of the program, never of the text: nothing is brought that is not whole
        raise Unreadable(f"有字没有读进去（“{lost}”附近），没有添加；请把这几行改成普通文字再试。")
    return out


def placed(lines: Sequence[str], mends: Iterable[Mend]) -> tuple[dict[int, As], tuple[Mend, ...]]:
    """What was said of each line, by its number; what was said of a line that has moved goes with its words."""
    found: dict[int, As] = {}
    unused: list[Mend] = []
    where: dict[str, list[int]] = {}
    for number, line in enumerate(lines, 1):
        where.setdefault(line.strip(), []).append(number)
    for mend in mends:
        places = where.get(mend.text.strip(), [])
        if mend.line in places:
            found[mend.line] = mend.what
        elif len(places) == 1:
            found[places[0]] = mend.what
        else:
            unused.append(mend)
    return found, tuple(unused)


def _lost(lines: Sequence[str], out: Outline) -> str | None:
    """Where the text and what was made of it part, white space aside; None: nothing is lost."""
    want = "".join("".join(lines).split())
    got = "".join(printed(out.provisions, out.trailing).split())
    if want == got:
        return None
    at = next((i for i, (a, b) in enumerate(zip(want, got, strict=False)) if a != b), min(len(want), len(got)))
    return want[max(0, at - 6) : at + 8]


_SAID = re.compile(r".*[。；;！!？?].*|.{31,}", re.S)
"""What stands on the line of an article's number and is a sentence, no title."""


def _settled(top: Provision) -> Provision:
    """A provision as people write regulations: a sentence beside 第七条 is its text; a point alone at the top is an article."""
    children = tuple(map(_settled, top.children))
    out = replace(top, children=children)
    if out.kind == "article" and out.title and out.heading and _SAID.fullmatch(out.title):
        at = out.heading.rfind(out.title)
        moved = tuple(replace(d, line=d.line + 1) if d.line is not None else d for d in out.discards)
        text = out.title if out.text is None else f"{out.title}\n{out.text}"
        out = replace(
            out, heading=out.heading[:at].rstrip(), title=None, text=text, discards=moved if out.text else out.discards
        )
    if out.kind == "chapter" and not children and out.text:
        return replace(out, kind="article")
    return out


def _closing_from(lines: Sequence[str], said: dict[int, As]) -> int:
    """The number of the first line that closes a text: a day alone at the end, and those who sign above it."""
    filled = [number for number, line in enumerate(lines, 1) if line.strip()]
    if len(filled) < 4 or not _DAY.fullmatch(lines[filled[-1] - 1].strip()) or filled[-1] in said:
        return len(lines) + 1
    first = filled[-1]
    for number in reversed(filled[-4:-1]):
        text = lines[number - 1].strip()
        if not _SIGNED.fullmatch(text) or match_mark(text) is not None or number in said:
            break
        first = number
    return first


def _style(text: str, lines: Iterable[str]) -> NumberingStyle:
    """How a text numbers its provisions: as the laws of bridge do where its articles are in figures and have lettered points."""
    bare = [line.strip().lstrip("#* ") for line in lines]
    if any(map(_LAW_CLAUSE.fullmatch, bare)):
        return "letters"
    if _ARTICLE_IN_FIGURES.search(text) and any((m := _LETTER.fullmatch(line)) and m["n"] for line in bare):
        return "letters"
    return guess_style(text)


def _as_in_the_law(node: Node | None, mark: MarkClass) -> bool:
    """Whether a point is numbered as the laws of bridge number theirs: 第27条B款1(a), not 第1条一(二)A."""
    if mark in ("chapter", "part", "section", "article", "appendix", "law-clause"):
        return True
    if node is None or node.mark is None or mark not in ("letter", "digit", "paren-letter", "paren-digit"):
        return False
    if node.mark in ("article", "law-clause"):
        return True
    return "." not in node.id and _as_in_the_law(node.outer, node.mark)


class _Lines(Reader):
    """Reads the lines of a text that somebody brought."""

    def __init__(self, book: str, lines: Sequence[str], said: dict[int, As], hant: bool) -> None:
        text = "\n".join(lines)
        super().__init__(
            book, Hints(style=_style(text, lines)), prefix="附件" if text.lstrip().startswith("附件") else ""
        )
        self.hant = hant
        self._other: NumberingStyle = "points" if _ARTICLE_IN_FIGURES.search(text) else "parts"  # of points below 一、
        self._printed = lines
        self._said = said
        self._rows = found_tables(lines, said)
        numbers = [m["n"] for line in lines if (m := _DECIMAL.fullmatch(line.strip()))]
        self._decimals = len(numbers) > 1 and any(re.search(r"[.．]1$", n) for n in numbers)
        self._within: dict[int, tuple[str, Node]] = {}  # of each line, what it is and where it went
        self._headings = 0
        self._went_on: dict[str, dict[MarkClass | None, Node]] = {}  # by heading, what was numbered before it
        self._tables: list[tuple[Node, Style, list[str]]] = []
        self._closing = _closing_from(lines, said)
        self._table: Node | None = None
        self._text = text

    # -- numbers ----------------------------------------------------------------------------------------------------
    def mark(self, text: str) -> tuple[MarkClass, str, str, str] | None:
        """The number a line starts with; where the text numbers so, 1.1.1 and a bare 1 too."""
        if self._decimals:
            m = _DECIMAL.fullmatch(text)
            if m:
                return "decimal", m["n"].replace("．", "."), m["t"], text[: m.start("t")].strip()
            m = _WHOLE.fullmatch(text)
            if m and re.search(rf"^\s*{m['n']}[.．]1(?!\d)", self._text, re.M):
                return "decimal", m["n"], m["t"], m["n"]
        return match_mark(text) or self._lettered(text)

    def _lettered(self, text: str) -> tuple[MarkClass, str, str, str] | None:
        """A letter that heads a line where the laws have none: A款, I. after H., a., (i)."""
        name: MarkClass
        if (m := _LAW_CLAUSE.fullmatch(text)) is not None:
            return "law-clause", "".join(filter(None, m.group("law", "a", "n", "x", "y"))), m["t"], text[: m.start("t")]
        if (m := _LETTER.fullmatch(text)) is not None:
            name, n = "letter", m["n"] or m["m"]
            wanted = n <= "H" or self._goes_on(name, n)
        elif (m := _SMALL.fullmatch(text)) is not None:
            name, n = "small-letter", m["n"]
            wanted = n == "a" or self._goes_on(name, n)
        elif (m := _ENCLOSED.fullmatch(text)) is not None:
            n = m["n"]
            name = "paren-letter" if len(n) == 1 and self._goes_on("paren-letter", n) else "roman"
            wanted = name == "paren-letter" or (n in ROMANS and (n == "i" or self._goes_on(name, n)))
        else:
            return None
        return (name, n, m["t"], text[: m.start("t")]) if wanted else None

    def _goes_on(self, mark: MarkClass, n: str) -> bool:
        """Whether a point with the number before this one is open."""
        known = n in ROMANS or mark != "roman"
        return known and any(
            node.mark == mark and place_of(node.n, mark) + 1 == place_of(n, mark) for node in self.stack
        )

    def _parent_for(self, mark: MarkClass) -> Node | None:
        if mark == "law-clause":  # it belongs to no point, only to what such points stand under
            return next((node for node in reversed(self.stack) if node.kind in ("chapter", "part", "section")), None)
        return super()._parent_for(mark)

    def _numbered(self, mark: tuple[MarkClass, str, str, str], parent: Node | None) -> None:
        super()._numbered(mark, parent)
        if mark[0] == "cn" and parent is None and self.hints.style == "letters":
            self.stack[-1].kind = "chapter"  # what the points stand under, where articles are the law's

    def _identify(self, parent: Node | None, mark: MarkClass, n: str) -> tuple[str, str]:
        if mark == "law-clause":
            m = re.fullmatch(r"(\d+)([A-G])(\d*)([a-d]?)(\d?)", n)
            assert m is not None
            law, a, number, x, y = m.groups()
            return n, f"第{law}条{a}款{number}" + "".join(f"({each})" for each in (x, y) if each)
        if self.hints.style != "letters" or _as_in_the_law(parent, mark):
            return super()._identify(parent, mark, n)
        kept, self.hints = self.hints, replace(self.hints, style=self._other)
        try:
            return super()._identify(parent, mark, n)
        finally:
            self.hints = kept

    def _expected(self, parent: Node | None, mark: MarkClass, n: str) -> bool:
        """Whether a number goes on from the one before; under a heading without a number also from before that heading."""
        if mark == "law-clause":  # of the law: it goes on from nothing here
            return True
        if super()._expected(parent, mark, n):
            return True
        before = (
            self._went_on.get(parent.id, {}).get(mark) if parent is not None and not parent.latest.get(mark) else None
        )
        return before is not None and super()._expected(before.outer, mark, n)

    def _content(self, number: int, text: str) -> None:
        mark = self.mark(text)
        if mark is not None and mark[0] == "decimal" and not (self.in_contents and mark[3] != self.contents_first):
            self.in_contents = False
            self._decimal(number, text, mark)
            return
        super()._content(number, text)

    def _decimal(self, number: int, text: str, mark: tuple[MarkClass, str, str, str]) -> None:
        """A number with points stands under the number it goes on from."""
        _, n, rest, head = mark
        above, _, last = n.rpartition(".")
        named = (above, f"ch{above}")
        outer = next((node for node in reversed(self.stack) if above and node.id.partition("-")[0] in named), None)
        if above and outer is None:
            self.doubts.append(Doubt(number, text, f"编号“{n}”上面没有“{above}”，请查对是不是编号"))
            holders = ("chapter", "section", "article", "appendix")
            outer = next((node for node in reversed(self.stack) if node.mark in holders), None)
        before = (outer.latest if outer else self.latest).get("decimal")
        latest = int(before.n) if before is not None else 0
        if int(last or n) != latest + 1:
            self.doubts.append(Doubt(number, text, f"编号“{n}”接不上前面的编号，请查对有没有漏"))
        depth = n.count(".")
        kind = "chapter" if depth == 0 else "article" if outer is None or outer.kind == "chapter" else "clause"
        node = Node("decimal", n, kind, n, head_mark=head, rest=rest.strip(), n=last or n)  # type: ignore[arg-type]
        self._open(node, outer)

    # -- lines ------------------------------------------------------------------------------------------------------
    def read(self) -> None:
        """Read all lines."""
        for number, raw in enumerate(self._printed, 1):
            self.number = number
            text = raw.strip()
            if not text:
                self._table = None
                continue
            said = self._said.get(number)
            if number in self._rows:
                self._row(number, raw, self._rows[number])
                continue
            self._table = None
            if said is None and number >= self._closing:
                self._close(number, text)
            elif said == "heading":
                self._heading(number, text)
            elif said == "continues" and self.stack:
                self._join(number, text)
            elif said == "own":
                self._own(number, text, "own")
            elif said == "text" and self.stack:
                self._plain(number, text)
            else:
                self._read(number, raw)

    def _read(self, number: int, raw: str) -> None:
        before = self.stack[-1] if self.stack else None
        below = before is not None and bool(
            before.children
        )  # a table, a paragraph of its own: what follows comes after it
        bare = re.sub(r"^(?:#{1,6}\s+|-\s+|\*\*)+", "", raw.strip())
        marked = re.match(r"#{1,6}\s+(?:-\s+|\*\*)*", raw.strip())
        if marked and self.mark(bare) is None and self.roots and bare:  # a heading of Markdown
            closed = bare.endswith("**") and bare != "**"
            self.pending.append(Discard(name=MARKUP, text="".join(marked.group().split())))
            self._heading(number, bare[:-2].rstrip() if closed else bare)
            if closed:
                self.pending.append(Discard(name=MARKUP, text="**"))
            return
        if below and not self.in_contents and self.mark(bare) is None and not bare.startswith("目"):
            self._after(number, raw.strip())
            return
        self.line(number, raw)
        after = self.stack[-1]
        if number in self._within:
            return
        fresh = after is not before
        what = "contents" if self.in_contents else "title" if after.kind == "title" else "number" if fresh else "text"
        self._within[number] = (what, after)

    def _close(self, number: int, text: str) -> None:
        """Put a line among those that close the text: who signs it, and the day."""
        if not self.stack or self.stack[-1].kind != "closing":
            self._open(Node(None, "closing", "closing", "落款"), None)
        self._body(self.stack[-1], text)
        self._within[number] = ("text", self.stack[-1])

    def _heading(self, number: int, text: str) -> None:
        self._headings += 1
        self.in_contents = False
        chapters = [node for node in self.stack if node.mark == "chapter" and not node.id.startswith("h")]
        outer = chapters[-1] if chapters else None
        kind, mark = ("section", "section") if outer else ("chapter", "chapter")
        prefix = f"{outer.id}." if outer else ""
        node = Node(mark, f"{prefix}h{self._headings}", kind, text[:24], heading=text, title=text, head_mark=text)  # type: ignore[arg-type]
        going_on = dict((outer or self).latest)  # of the headings before it, and of what stands outside them
        for before in (outer.children if outer else self.roots)[:]:
            if before.id in self._went_on:
                going_on.update(before.latest)
        counted = (outer or self).latest
        previous = counted.get(mark)  # type: ignore[call-overload]
        self._open(node, outer)
        counted.pop(mark)  # type: ignore[call-overload]  # it has no number to go on from
        if previous is not None:
            counted[mark] = previous  # type: ignore[index]
        self._went_on[self.stack[-1].id] = going_on
        self._within[number] = ("heading", self.stack[-1])

    def _join(self, number: int, text: str) -> None:
        """Put a line to the end of the one above, of which it is the rest."""
        node = self.stack[-1]
        if node.children:
            node = node.children[-1]
        if self.pending:  # a mark of a converter stands between
            super()._body(node, text)
        elif node.body:
            node.body[-1] += text
        elif node.heading is not None:
            node.heading += text
            node.title = (node.title or "") + text
        else:
            node.rest += text
        self._within[number] = ("continues", node)

    def _body(self, node: Node, text: str) -> None:
        """Put a line into a provision; where something stands below it already, after that."""
        if node.children:
            self._after(self.number, text)
        else:
            super()._body(node, text)

    def _own(self, number: int, text: str, what: str) -> None:
        outer = self._holder()
        count = 1 + sum(child.kind == "paragraph" for child in (outer.children if outer else self.roots))
        place = f"{outer.id}p{count}" if outer else f"p{count}"
        label = f"{outer.label}第{count}段" if outer else f"第{count}段"
        node = Node(None, place, "paragraph", label)
        self._open(node, outer)
        self._body(node, text)
        self._within[number] = (what, node)
        self.stack = self.stack[:-1] if outer else self.stack

    def _plain(self, number: int, text: str) -> None:
        self._within[number] = ("text", self.stack[-1])
        self._body(self.stack[-1], text)

    def _after(self, number: int, text: str) -> None:
        """Put a line after what stands below the point being read, in printed order."""
        last = self.stack[-1].children[-1]
        if last.kind == "paragraph":
            self._body(last, text)
            self._within[number] = ("text", last)
        else:
            self._own(number, text, "text")

    def _holder(self) -> Node | None:
        """What a paragraph or a table stands under: the point that is being read."""
        for node in reversed(self.stack):
            if node.kind not in ("note", "paragraph", "table", "title", "closing", "contents"):
                return node
        return None

    def _row(self, number: int, raw: str, style: Style) -> None:
        if self._table is None:
            outer = self._holder()
            count = 1 + sum(child.kind == "table" for child in (outer.children if outer else self.roots))
            label = f"{outer.label}表{count}" if outer else f"表{count}"
            node = Node(None, f"{outer.id}t{count}" if outer else f"t{count}", "table", label)
            self._open(node, outer)
            self.stack = self.stack[:-1] if outer else self.stack
            self._table = node
            self._tables.append((node, style, []))
        self._body(self._table, raw.strip("\r\n "))
        self._tables[-1][2].append(raw)
        self._within[number] = ("row", self._table)

    # -- what came of it --------------------------------------------------------------------------------------------
    def tables(self) -> Iterable[Table]:
        """The tables as data. Rows that are not all different stay what is printed and nothing more."""
        for node, style, raws in self._tables:
            rows = [cells_of(raw, style) for raw in raws if not is_rule(raw)]
            width = max(map(len, rows), default=0)
            body = [tuple([*row, *[""] * (width - len(row))]) for row in rows[1:]]
            if len(rows) < 2 or len(set(body)) != len(body):
                continue
            titles = [*rows[0], *[""] * (width - len(rows[0]))]
            columns = tuple(Column(key=f"c{i}", title=title or f"第{i}列") for i, title in enumerate(titles, 1))
            outer = node.outer
            title = (outer.title or outer.rest.rstrip("：:。") or outer.label)[:24] if outer else "表"
            key = next((c.key for i, c in enumerate(columns) if len({row[i] for row in body}) == len(body)), None)
            node.table = f"table-{node.id}"
            yield Table(
                id=node.table, title=title or "表", at=(f"{self.book}:{node.id}",), columns=columns, rows=tuple(body),
                key=(key,) if key else tuple(c.key for c in columns),
            )  # fmt: skip

    def lines_read(self) -> Iterable[LineRead]:
        """What became of each line."""
        for number, raw in enumerate(self._printed, 1):
            what, node = self._within.get(number, ("blank", None))
            yield LineRead(
                line=number, text=raw, what=what, provision=f"{self.book}:{node.id}" if node else "",  # type: ignore[arg-type]
                mended=number in self._said,
            )  # fmt: skip

    def told(self) -> Iterable[Doubtful]:
        """Every line that was not understood, in order; of those somebody has spoken of nothing more is said."""
        found = {doubt.line: Doubtful(line=doubt.line, text=doubt.text, why=doubt.why) for doubt in self.doubts}
        for number, why in self._odd():
            found.setdefault(number, Doubtful(line=number, text=self._printed[number - 1].strip(), why=why))
        for number, why in self._ragged():
            found.setdefault(number, Doubtful(line=number, text=self._printed[number - 1].strip(), why=why))
        yield from (found[number] for number in sorted(found) if number not in self._said)

    def _odd(self) -> Iterable[tuple[int, str]]:
        before = ""
        for number, raw in enumerate(self._printed, 1):
            what, node = self._within.get(number, ("blank", None))
            text = raw.strip()
            if what == "text" and node is not None and node.kind != "title":
                if before and len(before) >= 12 and not _SENTENCE.search(before):
                    yield number, "上一行没有说完，像是接上一行"
                elif _HEADLIKE.fullmatch(text) and self._followed_by_number(number):
                    yield number, "像标题而没有编号，已当作正文"
            before = text if what not in ("row", "title", "heading") else ""

    def _followed_by_number(self, number: int) -> bool:
        following = next((n for n in range(number + 1, len(self._printed) + 1) if self._printed[n - 1].strip()), 0)
        return self._within.get(following, ("", None))[0] == "number"

    def _ragged(self) -> Iterable[tuple[int, str]]:
        for number, style in self._rows.items():
            node = self._within[number][1]
            first = next(raws for table, _, raws in self._tables if table is node)[0]
            raw = self._printed[number - 1]
            if not is_rule(raw) and len(cells_of(raw, style)) != len(cells_of(first, style)):
                yield number, f"这一行有 {len(cells_of(raw, style))} 格，表头有 {len(cells_of(first, style))} 格"
