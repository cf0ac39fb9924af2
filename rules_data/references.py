"""Cross-references as the law texts print them, resolved to provision ids.

Bridge cites 第16条C款2(b), 第41条B款及C款, 45条E款 (第 left out), and relatively 本条B款1(a), 以下(b)项, 上述A到E各款.
Guandan cites 第十三条之第三款 and 同1款; shengji cites 表4. Each book's style has its own forms; what cannot be resolved
stays without targets and must be listed, with a reason, in the book's ``unresolved.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rules_data.model import Book, Provision, Reference
from rules_data.numerals import CHINESE, MANY, is_numeral, to_int

Force = Literal["must", "may", "see", "except", "plain"]

_LAW, _PAR = "[条條]", "款"
_TAIL = rf"(?:(?P<a>[A-G]){_PAR}(?:(?P<n>\d{{1,2}})(?!\d))?(?:\((?P<x>[a-d])\))?(?:\((?P<y>\d)\))?(?:及(?P<b>[A-G]){_PAR})?)?"
_BRIDGE_ABSOLUTE = re.compile(rf"(?P<di>第)?(?P<law>\d{{1,2}}){_LAW}{_TAIL}(?P<note>的?注[释釋])?")
_BRIDGE_RELATIVE: tuple[re.Pattern[str], ...] = tuple(
    re.compile(p)
    for p in (
        rf"本{_LAW}(?P<a>[A-G]){_PAR}(?P<n>\d)?(?:\((?P<x>[a-d])\))?",
        rf"本{_LAW}(?P<a>[A-G])(?P<n>\d)\((?P<x>[a-d])\)",
        rf"本{_LAW}",
        rf"本章(?P<chapter>[A-G]){_PAR}",
        rf"以下本{_PAR}(?P<in_par>\d)",
        r"以下\((?P<sub>[a-d])\)[项項]",
        rf"上述(?P<from>[A-G])到(?P<to>[A-G])各{_PAR}",
        rf"上述(?P<a>[A-G]){_PAR}(?P<n>\d)?(?:、(?P<n2>\d))?",
        r"上述\((?P<sub>[a-d])\)(?:或\((?P<sub2>[a-d])\))?",
        r"前述\((?P<x1>[a-d])\)\((?P<y1>\d)\)或\((?P<x2>[a-d])\)\((?P<y2>\d)\)",
        r"如上面的(?P<sibling>\d)",
    )
)
_C = f"[{CHINESE}]{{1,3}}"
_CHINESE_ABSOLUTE = re.compile(rf"第(?P<law>[{MANY}]{{1,9}})条(?:之?第?(?P<par>{_C})款(?:第?(?P<item>\d{{1,2}})项?)?)?")
_CHINESE_RELATIVE: tuple[re.Pattern[str], ...] = (
    re.compile(rf"(?<!之)第(?P<par>{_C})款(?=相同)"),
    re.compile(r"同(?P<item>\d)款"),
    re.compile(rf"步骤(?P<step>{_C})"),
)
_NAMED: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "guandan-2017": ((re.compile("26分制级差与级分换算表"), "A4"),),
    "shengji-40": ((re.compile("表 ?4(?! ?说明)"), "19.3t"), (re.compile("表 ?4(?= ?说明)"), "19.3t")),
}
"""Tables cited by their name."""

_FORCE: tuple[tuple[Force, re.Pattern[str]], ...] = (
    ("except", re.compile(r"(?:除非|除|但需?参阅|但应参阅|不按|不能如)$")),
    ("may", re.compile(r"(?:可|可能|可以)(?:应用|應用)$|可能受到$")),
    ("see", re.compile(r"(?:参[阅见]|參[閱見]|详见)$")),
    ("must", re.compile(r"(?:应用|應用|按照?|依照|依据|根据|根据规则|违反了?|受到规则|不合乎)$")),
)


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """A cross-reference in a stretch of text, before its targets are checked against the book."""

    start: int
    end: int
    numbers: tuple[str, ...]  # provision numbers it points to, in the order printed
    form: Literal["absolute", "relative", "lost"]


def _join(law: str, *parts: str | None) -> str:
    return law + "".join(p for p in parts if p)


def _ancestors(number: str, style: str) -> tuple[str, str, str]:
    """(article, clause directly below the article, immediate parent) of a bridge number such as 25B2b1."""
    m = re.fullmatch(r"(\d+)([A-G])?(\d{1,2})?([a-d])?(\d)?[a-z]?\d?", number)
    if m is None:
        return number, number, number
    law, a, n, x, y = m.groups()
    steps = [s for s in (law, a, n, x, y) if s]
    return law, law + (a or ""), "".join(steps[:-1]) or law


def find_bridge(text: str, at: str) -> Iterator[PrintedReference]:
    """Cross-references in a provision of the bridge laws; ``at`` is its number without the book."""
    article, clause, parent = _ancestors(at, "bridge")
    taken: list[tuple[int, int]] = []

    def free(m: re.Match[str]) -> bool:
        return all(m.end() <= s or m.start() >= e for s, e in taken)

    for m in _BRIDGE_ABSOLUTE.finditer(text):
        if m["di"] is None and (
            (m.start() and text[m.start() - 1].isdigit())
            or not re.search(r"[按、或和及据阅非除(（,]$", text[: m.start()])
        ):
            continue
        if m["di"] and m.end() < len(text) and text[m.end()] in ":：" and m.start() == 0:
            continue
        law = m["law"]
        targets = [_join(law, m["a"], m["n"], m["x"], m["y"])]
        if m["b"]:
            targets.append(_join(law, m["b"]))
        if m["note"]:
            targets = [law + "n", *targets]
        taken.append(m.span())
        yield PrintedReference(m.start(), m.end(), tuple(targets), "absolute")
    for pattern in _BRIDGE_RELATIVE:
        for m in pattern.finditer(text):
            if not free(m):
                continue
            g = m.groupdict()
            if g.get("chapter"):
                targets = [f"chapter-{g['chapter']}"]  # a chapter has no clauses: never resolves
            elif g.get("in_par"):
                targets = [clause + g["in_par"]]
            elif g.get("sub"):
                targets = [parent + s for s in (g["sub"], g.get("sub2")) if s]
            elif g.get("from"):
                targets = [article + chr(c) for c in range(ord(g["from"]), ord(g["to"]) + 1)]
            elif g.get("x1"):
                targets = [parent + g["x1"] + g["y1"], parent + g["x2"] + g["y2"]]
            elif g.get("sibling"):
                targets = [parent + g["sibling"]]
            else:
                targets = [_join(article, g.get("a"), g.get("n"), g.get("x"))]
                if g.get("n2"):
                    targets.append(_join(article, g["a"], g["n2"]))
            taken.append(m.span())
            yield PrintedReference(m.start(), m.end(), tuple(targets), "relative")


def find_chinese(text: str, at: str, book: str) -> Iterator[PrintedReference]:
    """Cross-references in a text numbered 第X条 一、 1、; ``at`` is the provision's number without the book."""
    article = at.split(".")[0].split("p")[0]
    for m in _CHINESE_ABSOLUTE.finditer(text):
        if not is_numeral(m["law"]):
            continue
        parts = [str(to_int(m["law"])), str(to_int(m["par"])) if m["par"] else None, m["item"]]
        yield PrintedReference(m.start(), m.end(), (".".join(p for p in parts if p),), "absolute")
    for pattern in _CHINESE_RELATIVE:
        for m in pattern.finditer(text):
            g = m.groupdict()
            step = g.get("par") or g.get("step")
            target = f"{article}.{to_int(step)}" if step else f"{at.rpartition('.')[0]}.{g['item']}"
            yield PrintedReference(m.start(), m.end(), (target,), "relative")
    for pattern, number in _NAMED.get(book, ()):
        for m in pattern.finditer(text):
            yield PrintedReference(m.start(), m.end(), (number,), "absolute")


def force_of(text: str, start: int) -> Force:
    """What the words before a reference make of it: must, may, see, except."""
    before = re.sub(r"[\s(（]+$", "", text[:start])
    for force, pattern in _FORCE:
        if pattern.search(before):
            return force
    return "plain"


def _target(number: str, book: Book, known: Collection[str]) -> str | None:
    places = [f"{home}:{number}" for home in (book.id, book.witness_of) if home]
    return next((p for p in places if p in known), None)


def references_in(provision: Provision, book: Book, known: Collection[str]) -> tuple[Reference, ...]:
    """The cross-references of one provision, in printed order; targets that do not exist are left out.

    ``known`` holds the ids of all books: a witness that breaks off points into the text it is a witness of.
    """
    if provision.kind in ("contents", "title", "form", "table"):
        return ()
    out: list[Reference] = []
    listed = [u for u in book.unresolved if u.at == provision.id]
    for part in ("heading", "text"):
        text: str | None = getattr(provision, part)
        if not text or (part == "heading" and provision.kind in ("article", "chapter", "part", "section", "appendix")):
            continue
        finder = (
            find_bridge(text, provision.number)
            if book.numbering == "letters"
            else find_chinese(text, provision.number, book.id)
        )
        found = list(finder)
        for u in listed:
            at = text.find(u.printed)
            while at >= 0:
                if not any(f.start < at + len(u.printed) and at < f.end for f in found):
                    found.append(PrintedReference(at, at + len(u.printed), (), "lost"))
                at = text.find(u.printed, at + 1)
        force: Force = "plain"
        previous = None
        for f in sorted(found, key=lambda f: f.start):
            targets = [t for n in f.numbers if (t := _target(n, book, known))]
            if f.numbers and f.numbers[0].endswith("n") and len(targets) > 1:  # a note that exists stands for itself
                targets = targets[:1]
            joined = previous is not None and re.fullmatch(
                r"(?:\([^()]{1,16}\))?[、及和或,]{1,2}", text[previous : f.start]
            )
            if not joined:
                force = force_of(text, f.start)
            previous = f.end
            out.append(
                Reference(
                    source=provision.id, part="heading" if part == "heading" else "text", start=f.start, end=f.end,
                    printed=text[f.start : f.end], targets=tuple(targets), force=force, form=f.form,
                )
            )  # fmt: skip
    return tuple(out)
