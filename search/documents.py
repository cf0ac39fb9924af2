"""The documents of the index while it is built: what can be found, its words by field, and how much each counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_data.handbook import Handbook
from rules_data.model import Book, GameId, Provision, Table, Term
from search.sayings import saying_tokens, saying_weight
from search.tokens import Segmenter, grams, normalise, quantities

# How much a word counts by where it stands, and how much longer texts are held back there (0 to 1).
_TITLE, _TITLE_LENGTH = 3.2, 0.35
_PATH = (1.5, 0.9, 0.5)  # title of the parent, of its parent, of anything above
_TEXT, _TEXT_LENGTH = 1.0, 0.45
_BELOW, _BELOW_LENGTH = 0.7, 0.7
_SAYING, _SAYING_LENGTH = 1.6, 0.3
SAYING_ORDER = (1.0, 0.75, 0.55, 0.4, 0.3)  # first, second, ... provision a saying leads to

_PRIORS = {
    "title": 0.3,
    "preface": 0.35,
    "contents": 0.2,
    "chapter": 0.6,
    "part": 0.65,
    "section": 0.65,
    "form": 0.4,
    "closing": 0.35,
    "appendix": 0.85,
}

FRAMES = frozenset({"title", "preface", "contents", "form", "closing"})

_PENALTY = re.compile(
    r"罚|警告|违例一次|犯规|判负|取消.{0,6}资格|停止.{0,4}出牌权|停牌|调整分|转给|必须.{0,2}不叫|作废|弃权"
)
_RIGHT = re.compile(r"可以|可要求|可由|有权|均可|不得|不能|不允许|必须|应当|无权|禁止|权利")
_DEFINES = re.compile(r"称为|谓|即为|是指|系指|即成为|指")
_NUMBERS = re.compile(r"分钟|秒|\d+\s*分|小时|\d+%|\d+墩|升\d级")
_TIME = re.compile(r"分钟|\d\s*秒|小时")


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A document ready to be written."""

    id: str
    words: Mapping[str, float]
    grams: Mapping[str, float]
    shown: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SayingEntry:
    """A saying ready to be written: each word with its share of the saying."""

    text: str
    words: Mapping[str, float]


@dataclass(slots=True)
class Draft:
    """A document while it is being put together: words by field. Whatever can be found enters the index as one of these."""

    id: str
    kind: str
    game: GameId
    book: str
    shown: dict[str, Any]
    title: str = ""
    path: tuple[str, ...] = ()
    text: str = ""
    below: str = ""
    sayings: list[tuple[str, float]] = field(default_factory=list)
    parent: str | None = None
    article: str | None = None
    prior: float = 1.0
    traits: str = ""


def _title(provision: Provision) -> str:
    return provision.title or ""


def _below(provision: Provision) -> Iterator[str]:
    for child in provision.children:
        if child.heading or child.title:
            yield child.heading or child.title or ""
        if child.text:
            yield child.text
        yield from _below(child)


def _body(provision: Provision) -> str:
    """What a hit shows of a provision: its own text, or how it goes on below."""
    if provision.text:
        return provision.text
    return "\n".join(_below(provision))[:600]


def provision_draft(provision: Provision, book: Book, handbook: Handbook, simplify: Callable[[str], str]) -> Draft:
    """A provision with its own words, those of the headings above it and those below."""
    path = handbook.path(provision.id)
    own = f"{provision.title or ''}\n{provision.text or ''}"
    traits = ""
    traits += "p" if _PENALTY.search(own) else ""
    traits += "r" if _RIGHT.search(own) else ""
    traits += (
        "d" if provision.kind == "definition" or (_DEFINES.search(own[:60]) and provision.kind != "preface") else ""
    )
    traits += "n" if _NUMBERS.search(own) else ""
    traits += "m" if _TIME.search(own) else ""
    traits += "D" if provision.kind == "definition" or (path and "定义" in _title(path[-1])) else ""
    below = "\n".join(_below(provision)) if provision.kind not in {"chapter", "part", "section", "contents"} else ""
    heading = provision.heading or ""
    return Draft(
        provision.id,
        "provision",
        book.game,
        book.id,
        {
            "kind": "provision",
            "id": provision.id,
            "book": book.id,
            "label": provision.label,
            "title": provision.title,
            "path": [" ".join(filter(None, (p.label, p.title))) for p in path],
            "text": _body(provision),
        },
        title=simplify(f"{_title(provision)}\n{heading if re.search('[A-Za-z]{3,}', heading) else ''}"),
        path=tuple(simplify(_title(p)) for p in reversed(path)),
        text=simplify(provision.text or ""),
        below=simplify(below),
        parent=path[-1].id if path else None,
        article=handbook.article(provision.id).id,
        prior=_prior(provision, path),
        traits=traits,
    )


def term_draft(term: Term, book: Book) -> Draft:
    """A term with its meaning and its other names."""
    text = term.meaning or ""
    return Draft(
        f"{book.game}/term/{term.id}",
        "term",
        book.game,
        book.id,
        {
            "kind": "term",
            "id": f"{book.game}/term/{term.id}",
            "book": book.id,
            "label": "术语",
            "title": term.term,
            "path": [book.short],
            "text": text or "、".join((*term.aka, *term.english)),
        },
        title="\n".join((term.term, *term.aka)),
        text=f"{text}\n{' '.join(term.english)}",
        prior=1.0,
        traits="d",
    )


def table_draft(table: Table, book: Book) -> Draft:
    """A table with its title and the words of its columns."""
    columns = "、".join(c.title for c in table.columns)
    return Draft(
        f"{book.id}/table/{table.id}",
        "table",
        book.game,
        book.id,
        {
            "kind": "table",
            "id": f"{book.id}/table/{table.id}",
            "book": book.id,
            "label": "表",
            "title": table.title,
            "path": [book.short],
            "text": columns + (f"\n{table.note}" if table.note else ""),
        },
        title=table.title,
        text=columns,
        below=" ".join(str(cell) for row in table.rows for cell in row if isinstance(cell, str)),
        prior=0.9,
        traits="n",
    )


def _prior(provision: Provision, path: Sequence[Provision]) -> float:
    """What stands in a preface or a closing is no more use than the preface itself."""
    inherited = [_PRIORS[p.kind] for p in path if p.kind in FRAMES]
    return min([_PRIORS.get(provision.kind, 1.0), *inherited])


def said_titles(title: str) -> Iterator[str]:
    """A title, and its parts where it names several things: 贡错牌、还错牌及其处理, 三带对(俗称夯)."""
    plain = re.sub(r"[(（].*?[)）]", "", title).strip()
    if 2 <= len(plain) <= 16:
        yield plain
    parts = [
        re.sub(r"^关于|(?:及其|的)?(?:处理|判罚|规定|罚则)$", "", p).strip()
        for p in re.split(r"[、,，与和及—-]+|::|：：", plain)
    ]
    yield from (p for p in dict.fromkeys(parts) if 2 <= len(p) <= 12 and p != plain)


KIND_LETTERS = {"provision": "p", "term": "t", "table": "b", "tree": "e", "case": "c", "tool": ""}


@dataclass(slots=True)
class _Weigher:
    """Weighs the words of a document by field."""

    segmenter: Segmenter
    canonical: Mapping[str, str]
    means: dict[str, float]

    def tokens(self, text: str) -> list[str]:
        return [*(self.canonical.get(w, w) for w in self.segmenter.every_word(text)), *quantities(text)]

    def add(
        self, into: dict[str, float], tokens: Sequence[str], weight: float, length_share: float, usual: float
    ) -> None:
        held = 1 - length_share + length_share * len(tokens) / max(usual, 1.0)
        for token, count in Counter(tokens).items():
            into[token] = into.get(token, 0.0) + weight * count / held

    def usual(self, name: str, texts: Iterable[Sequence[str]]) -> None:
        lengths = [len(t) for t in texts if t]
        self.means[name] = sum(lengths) / max(len(lengths), 1)


def build_entries(
    drafts: Sequence[Draft], segmenter: Segmenter, canonical: Mapping[str, str], usual: dict[str, float] | None = None
) -> Iterator[IndexEntry]:
    """Weigh the words of documents, field by field.

    ``usual`` says how many words a field usually has; where it is empty it is filled from these documents.
    """
    weigher = _Weigher(segmenter, canonical, {} if usual is None else usual)
    known = bool(weigher.means)
    cut = {name: [weigher.tokens(getattr(d, name)) for d in drafts] for name in ("title", "text", "below")}
    pairs = [grams(f"{d.title}\n{d.text}") for d in drafts]
    for name, lists in (*cut.items(), ("grams", pairs)):
        if not known:
            weigher.usual(name, lists)
    for i, draft in enumerate(drafts):
        words: dict[str, float] = {}
        weigher.add(words, cut["title"][i], _TITLE, _TITLE_LENGTH, weigher.means["title"])
        weigher.add(words, cut["text"][i], _TEXT, _TEXT_LENGTH, weigher.means["text"])
        weigher.add(words, cut["below"][i], _BELOW, _BELOW_LENGTH, weigher.means["below"])
        for depth, title in enumerate(draft.path):
            weigher.add(
                words, weigher.tokens(title), _PATH[min(depth, len(_PATH) - 1)], _TITLE_LENGTH, weigher.means["title"]
            )
        said: dict[str, float] = {}
        for saying, weight in draft.sayings:
            for token in set(weigher.tokens(saying)):
                said[token] = max(said.get(token, 0.0), weight)
        held = 1 - _SAYING_LENGTH + _SAYING_LENGTH * len(said) / 12
        for token, weight in said.items():
            words[token] = words.get(token, 0.0) + _SAYING * weight / held
        characters: dict[str, float] = {}
        weigher.add(characters, pairs[i], 1.0, 0.5, weigher.means["grams"])
        for saying, weight in draft.sayings:
            for gram in set(grams(saying)):
                characters[gram] = characters.get(gram, 0.0) + 0.5 * weight
        yield IndexEntry(draft.id, words, characters, draft.shown)


def build_sayings(
    texts: Iterable[str], segmenter: Segmenter, canonical: Mapping[str, str], noise: frozenset[str]
) -> Iterator[SayingEntry]:
    """Each saying with its words, and how much of the saying each word is."""
    plain = [normalise(text).replace(" ", "") for text in texts]
    tokens = [list(saying_tokens(text, segmenter, canonical, noise)) for text in plain]
    count = Counter(t for ts in tokens for t in ts)
    for text, ts in zip(plain, tokens, strict=True):
        weights = {t: saying_weight(t, count[t], len(plain)) for t in ts}
        total = sum(weights.values())
        yield SayingEntry(text, {t: w / total for t, w in weights.items()})
