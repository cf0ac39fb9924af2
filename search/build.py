"""Compiles the search index, the small dictionary, the sayings and the pinyin tables from a handbook.

Everything slow or large is used here and only here: jieba's big dictionary, pypinyin, YAML.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decision_trees.games import games
from rules_data.handbook import Handbook
from rules_data.loader import DataError, Problem, load_records, read_yaml
from rules_data.model import Book, GameId, Provision, Synonym, Table, Term
from search.clause_number import numbers_of
from search.language import LANGUAGE_FILE, PINYIN_FILE, pinyin_data
from search.pinyin import Pinyin, character_table, common_characters, readings_of_names
from search.sayings import saying_tokens, saying_weight
from search.tokens import HAN, Segmenter, choose_words, grams, normalise, prefix_dictionary, quantities, stems
from search.writing import Entry, SayingEntry, write

if TYPE_CHECKING:
    from decision_trees.storage import Library

SYNONYMS = Path(__file__).with_name("synonyms")
EVERYDAY = SYNONYMS / "everyday.yaml"

Progress = Callable[[float, str], None]

# How much a word counts by where it stands, and how much longer texts are held back there (0 to 1).
_TITLE, _TITLE_LENGTH = 3.2, 0.35
_PATH = (1.5, 0.9, 0.5)  # title of the parent, of its parent, of anything above
_TEXT, _TEXT_LENGTH = 1.0, 0.45
_BELOW, _BELOW_LENGTH = 0.7, 0.7
_SAYING, _SAYING_LENGTH = 1.6, 0.3
_SAYING_ORDER = (1.0, 0.75, 0.55, 0.4, 0.3)  # first, second, ... provision a saying leads to

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

_FRAMES = frozenset({"title", "preface", "contents", "form", "closing"})

_PENALTY = re.compile(
    r"罚|警告|违例一次|犯规|判负|取消.{0,6}资格|停止.{0,4}出牌权|停牌|调整分|转给|必须.{0,2}不叫|作废|弃权"
)
_RIGHT = re.compile(r"可以|可要求|可由|有权|均可|不得|不能|不允许|必须|应当|无权|禁止|权利")
_DEFINES = re.compile(r"称为|谓|即为|是指|系指|即成为|指")
_NUMBERS = re.compile(r"分钟|秒|\d+\s*分|小时|\d+%|\d+墩|升\d级")
_TIME = re.compile(r"分钟|\d\s*秒|小时")

_READINGS = {
    "藏牌": "cang pai", "藏张": "cang zhang", "还牌": "huan pai", "还贡": "huan gong", "还错牌": "huan cuo pai",
    "重罚": "zhong fa", "重洗": "chong xi", "重抓": "chong zhua", "重发": "chong fa", "重打": "chong da",
    "重叫": "chong jiao", "重复": "chong fu", "将牌": "jiang pai", "将吃": "jiang chi", "调整": "tiao zheng",
    "掼": "guan", "夯": "hang", "宕": "dang", "长套": "chang tao", "单张": "dan zhang", "单贡": "dan gong",
    "更改": "geng gai", "更正": "geng zheng", "应叫": "ying jiao", "抠底": "kou di", "炸弹": "zha dan", "弹": "dan",
    "给": "gei", "参谋": "can mou", "参赛": "can sai", "没收": "mo shou", "没": "mei", "数牌": "shu pai", "会": "hui",
    "差分": "cha fen", "级差": "ji cha", "处罚": "chu fa", "处理": "chu li", "行为": "xing wei", "进行": "jin xing",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Everyday:
    """The content of everyday.yaml."""

    same: Sequence[Sequence[str]]
    near: Mapping[str, Sequence[str]]
    noise: Sequence[str]
    weak: Sequence[str]
    english: Mapping[str, Sequence[str]]


def read_everyday(file: Path = EVERYDAY) -> Everyday:
    """Read the everyday words. Raises DataError with file and line when the file is malformed."""
    document = read_yaml(file)
    data = document.data
    problems: list[Problem] = []
    if not isinstance(data, dict) or set(data) != {"same", "near", "noise", "weak", "english"}:
        raise DataError(
            [Problem(file, 1, "应有且只有 same、near、weak、english、noise 五项。", "请补上缺的或删去多余的。")]
        )
    seen: dict[str, int] = {}
    for i, group in enumerate(data["same"]):
        if not isinstance(group, list) or len(group) < 2 or not all(isinstance(w, str) for w in group):
            problems.append(Problem(file, document.line(("same", i)), "一组同义词应是两个以上的词。", "请改正。"))
            continue
        for word in group:
            if word in seen:
                problems.append(
                    Problem(file, document.line(("same", i)), f"“{word}”已在另一组。", "一个词只能在一组里。")
                )
            seen[word] = i
    for part in ("near", "english"):
        for word, others in data[part].items():
            if not isinstance(word, str) or not isinstance(others, list) or not all(isinstance(w, str) for w in others):
                problems.append(Problem(file, document.line((part, word)), f"“{word}”的近义词应是一列词。", "请改正。"))
    noise: list[str] = []
    for i, group in enumerate(data["noise"]):
        if not isinstance(group, list) or not all(isinstance(w, str) for w in group):
            problems.append(Problem(file, document.line(("noise", i)), "应是一列词。", "请改正。"))
        else:
            noise += group
    if problems:
        raise DataError(problems)
    return Everyday(data["same"], data["near"], noise, data["weak"], data["english"])


def read_synonyms(handbook: Handbook, folder: Path = SYNONYMS) -> tuple[Synonym, ...]:
    """Read the synonym files of the games. Raises DataError with file and line for anything malformed or dangling."""
    found: list[Synonym] = []
    problems: list[Problem] = []
    for file in sorted(folder.glob("*.yaml")):
        if file.name == EVERYDAY.name:
            continue
        try:
            records, document = load_records(file, Synonym)
        except DataError as error:
            problems += error.problems
            continue
        for i, record in enumerate(records):
            line = document.line((i,))
            if not record.say or not (record.means or record.go):
                problems.append(Problem(file, line, "没有说法,或没有意思(means、go 至少要有一项)。", "请补上。"))
            for target in record.go:
                if target not in handbook:
                    problems.append(Problem(file, line, f"“{target}”不是任何一条。", "请改成存在的条款号。"))
                elif handbook.book_of(target).game != record.game:
                    problems.append(Problem(file, line, f"“{target}”不属于 {record.game}。", "请改正 game 或条款号。"))
            found.append(record)
    if problems:
        raise DataError(problems)
    return tuple(found)


# Documents


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


def _provision_draft(provision: Provision, book: Book, handbook: Handbook, simplify: Callable[[str], str]) -> Draft:
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


def _term_draft(term: Term, book: Book) -> Draft:
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


def _table_draft(table: Table, book: Book) -> Draft:
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
    inherited = [_PRIORS[p.kind] for p in path if p.kind in _FRAMES]
    return min([_PRIORS.get(provision.kind, 1.0), *inherited])


_KIND_LETTERS = {"provision": "p", "term": "t", "table": "b", "tree": "e", "case": "c"}


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


def build_entries(drafts: Sequence[Draft], segmenter: Segmenter, canonical: Mapping[str, str]) -> Iterator[Entry]:
    """Weigh the words of documents, field by field."""
    weigher = _Weigher(segmenter, canonical, {})
    cut = {name: [weigher.tokens(getattr(d, name)) for d in drafts] for name in ("title", "text", "below")}
    pairs = [grams(f"{d.title}\n{d.text}") for d in drafts]
    for name, lists in (*cut.items(), ("grams", pairs)):
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
        yield Entry(draft.id, words, characters, draft.shown)


# Names that can be heard


def _names(handbook: Handbook, synonyms: Sequence[Synonym]) -> Iterator[tuple[str, float]]:
    """Chinese names of things, with how likely each is meant when several sound alike."""
    for book in handbook.books.values():
        for term in book.terms:
            yield term.term, 3.0 if term.defined_in else 2.5
            yield from ((aka, 2.0) for aka in term.aka)
        if book.witness_of:
            continue
        for provision in book.walk():
            if provision.kind == "definition" and provision.title:
                yield provision.title, 3.0
            for part in re.split(r"[,、。::()\s—与和及-]", provision.title or ""):
                if 2 <= len(part) <= 8:
                    yield part, 1.5 if provision.kind == "article" else 1.0
    for synonym in synonyms:
        yield from ((say, 1.2 if len(say) <= 4 else 0.8) for say in synonym.say if len(say) <= 12)
        yield from ((word, 1.5) for word in synonym.means if len(word) <= 8)


def _english(handbook: Handbook, synonyms: Sequence[Synonym], everyday: Everyday) -> dict[str, Any]:
    """English phrases with what they are in Chinese, and with the meanings of the sayings that are English."""
    table: dict[str, list[str]] = defaultdict(list)
    said: dict[str, list[int]] = defaultdict(list)
    for phrase, chinese in everyday.english.items():
        table[stems(phrase)] += chinese
    for term in handbook.terms:
        for english in term.english:
            table[stems(english)].append(term.term)
        for aka in term.aka:
            if aka.isascii():
                table[stems(aka)].append(term.term)
    for number, synonym in enumerate(synonyms):
        for say in synonym.say:
            if re.fullmatch(r"[\x20-\x7e]+", say):
                table[stems(say)] += synonym.means
                said[stems(say)].append(number)
    return {e: [list(dict.fromkeys(chinese)), said.get(e, [])] for e, chinese in table.items() if len(e) > 1}


# All together


def build_index(handbook: Handbook, library: Library, folder: Path, progress: Progress | None = None) -> None:
    """Compile everything the search needs into a folder. Raises DataError when a synonym file is faulty."""
    from search.build_rulings import build_rulings

    say = progress or (lambda done, what: None)
    say(0.0, "读取同义词")
    everyday = read_everyday()
    synonyms = read_synonyms(handbook)
    folder.mkdir(parents=True, exist_ok=True)
    simplify = handbook.script.simplified

    drafts: list[Draft] = []
    for book in handbook.books.values():
        drafts += (_provision_draft(p, book, handbook, simplify) for p in book.walk())
    for book in handbook.books.values():
        drafts += (_term_draft(term, book) for term in book.terms)
        drafts += (_table_draft(table, book) for table in book.tables)
    numbers = {draft.id: i for i, draft in enumerate(drafts)}
    for synonym in synonyms:
        for order, target in enumerate(synonym.go[: len(_SAYING_ORDER)]):
            draft = drafts[numbers[target]]
            draft.sayings += ((saying, _SAYING_ORDER[order]) for saying in (*synonym.say, *synonym.means))

    say(0.1, "编词典")
    aka = [name for term in handbook.terms for name in (term.term, *term.aka)]
    own = [
        *aka,
        *(w for group in everyday.same for w in group),
        *everyday.near,
        *(w for ws in everyday.near.values() for w in ws),
    ]
    own += [w for s in synonyms for w in s.means]
    texts = [f"{d.title}\n{d.text}" for d in drafts] + [text for s in synonyms for text in (*s.say, *s.means)]
    words = choose_words(texts, own)
    for word in everyday.noise:
        if len(word) > 1:
            words.setdefault(word, 5000)
    entries = prefix_dictionary(words)
    segmenter = Segmenter.from_entries(dict(entries))
    canonical = {word: group[0] for group in everyday.same for word in group[1:]}

    say(0.4, "写索引")
    titles = list(_titles(handbook))
    said = [(i, text) for i, s in enumerate(synonyms) for text in dict.fromkeys((*s.say, *s.means)) if HAN.search(text)]
    said += [(len(synonyms) + i, text) for i, (text, _, _) in enumerate(titles) if HAN.search(text)]
    sayings = build_sayings((text for _, text in said), segmenter, canonical, frozenset(everyday.noise))
    write(folder / "index", build_entries(drafts, segmenter, canonical), sayings)

    say(0.75, "编裁决树与案例")
    build_rulings(library, handbook, segmenter, canonical, frozenset(everyday.noise), numbers, folder)

    say(0.8, "编拼音")
    names = [(t, w) for t, w in _names(handbook, synonyms) if HAN.fullmatch(t) and len(t) > 1]
    spoken = readings_of_names(names, _READINGS)
    letters = set("".join(texts)) | set(common_characters())
    pinyin = Pinyin(character_table(c for c in letters if HAN.fullmatch(c)), spoken)
    _write_json(folder / PINYIN_FILE, pinyin_data(pinyin))

    say(0.9, "编同义词")
    language = {
        "words": entries,
        "canonical": canonical,
        "near": _near(everyday, handbook, canonical),
        "noise": everyday.noise,
        "english": _english(handbook, synonyms, everyday),
        "simplified": _simplified(simplify),
        "weak": everyday.weak,
        "meanings": [
            *([s.game, s.means, [numbers[t] for t in s.go]] for s in synonyms),
            *([game, [], [numbers[t] for t in found]] for _, game, found in titles),
        ],
        "titles_from": len(synonyms),
        "sayings": [number for number, _ in said],
        "documents": _documents(drafts, handbook, numbers),
        "books": [
            {
                "id": b.book,
                "game": b.game,
                "style": b.style,
                "numbers": " ".join(sorted(b.numbers)),
                "witness": b.witness,
            }
            for b in numbers_of(handbook)
        ],
    }
    _write_json(folder / LANGUAGE_FILE, language)
    say(1.0, "索引已编译")


def _simplified(simplify: Callable[[str], str]) -> list[str]:
    """Traditional characters, and the Simplified ones in the same order."""
    characters = [chr(code) for code in (*range(0x3400, 0x4DC0), *range(0x4E00, 0xA000))]
    pairs = [(c, s) for c in characters if (s := simplify(c)) != c]
    return ["".join(c for c, _ in pairs), "".join(s for _, s in pairs)]


def _write_json(file: Path, data: Any) -> None:
    file.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _near(everyday: Everyday, handbook: Handbook, canonical: Mapping[str, str]) -> dict[str, list[tuple[str, float]]]:
    near: dict[str, dict[str, float]] = defaultdict(dict)
    for word, others in everyday.near.items():
        for other in others:
            near[word][canonical.get(other, other)] = 0.6
    for term in handbook.terms:
        for aka in term.aka:
            if HAN.fullmatch(aka) and canonical.get(aka, aka) != canonical.get(term.term, term.term):
                near[canonical.get(aka, aka)][canonical.get(term.term, term.term)] = 0.85
    return {word: list(others.items()) for word, others in near.items()}


def _titles(handbook: Handbook) -> Iterator[tuple[str, GameId, list[str]]]:
    """Printed titles with the provisions that bear them: typing a title is the plainest way to ask for a provision."""
    found: dict[tuple[str, GameId], list[str]] = defaultdict(list)
    for book in handbook.books.values():
        if book.witness_of:
            continue
        for provision in book.walk():
            for title in _said_titles(provision.title or ""):
                if provision.kind not in _FRAMES:
                    found[title, book.game].append(provision.id)
    for (title, game), ids in found.items():
        if len(ids) <= 3:  # 定义, 判罚, 一般原则: titles of many
            yield title, game, ids


def _said_titles(title: str) -> Iterator[str]:
    """A title, and its parts where it names several things: 贡错牌、还错牌及其处理, 三带对(俗称夯)."""
    plain = re.sub(r"[((].*?[))]", "", title).strip()
    if 2 <= len(plain) <= 16:
        yield plain
    parts = [
        re.sub(r"^关于|(?:及其|的)?(?:处理|判罚|规定|罚则)$", "", p).strip()
        for p in re.split(r"[、,与和及—-]+|::", plain)
    ]
    yield from (p for p in dict.fromkeys(parts) if 2 <= len(p) <= 12 and p != plain)


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


def _documents(drafts: Sequence[Draft], handbook: Handbook, numbers: Mapping[str, int]) -> dict[str, Any]:
    books, order = list(handbook.books), list(games())
    return {
        "kinds": "".join(_KIND_LETTERS[d.kind] for d in drafts),
        "games": [order.index(d.game) for d in drafts],
        "game_names": order,
        "books": [books.index(d.book) for d in drafts],
        "parents": [numbers[d.parent] if d.parent else -1 for d in drafts],
        "articles": [numbers[d.article] if d.article else i for i, d in enumerate(drafts)],
        "priors": [d.prior for d in drafts],
        "traits": [d.traits for d in drafts],
    }
