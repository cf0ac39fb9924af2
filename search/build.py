"""Compiles the search index, the small dictionary, the sayings and the pinyin tables from a handbook.

Everything slow or large is used here and only here: jieba's big dictionary, pypinyin, YAML.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decision_trees.games import games
from rules_data.handbook import Handbook
from rules_data.model import GameId, Synonym
from search import reasons
from search.clause_number import numbers_of
from search.compact import compact
from search.documents import (
    FRAMES,
    KIND_LETTERS,
    SAYING_ORDER,
    Draft,
    build_entries,
    build_sayings,
    provision_draft,
    said_titles,
    table_draft,
    term_draft,
)
from search.index import INDEX_FILE, Index
from search.language import LANGUAGE_FILE, PINYIN_FILE, Language, pinyin_data
from search.light import LIGHT_FILE, Foremost, light_data
from search.pinyin import Pinyin, character_table, common_characters, readings_of_names
from search.tokens import HAN, Segmenter, choose_words, prefix_dictionary, stems
from search.tools import TOOLS_FILE, tools_data
from search.wordlists import Everyday, read_everyday, read_synonyms

if TYPE_CHECKING:
    from decision_trees.library import Library

Progress = Callable[[float, str], None]

TEXTS = "texts"  # the folder of the index of the law texts as it is built


_READINGS = {
    "藏牌": "cang pai", "藏张": "cang zhang", "还牌": "huan pai", "还贡": "huan gong", "还错牌": "huan cuo pai",
    "重罚": "zhong fa", "重洗": "chong xi", "重抓": "chong zhua", "重发": "chong fa", "重打": "chong da",
    "重叫": "chong jiao", "重复": "chong fu", "将牌": "jiang pai", "将吃": "jiang chi", "调整": "tiao zheng",
    "掼": "guan", "夯": "hang", "宕": "dang", "长套": "chang tao", "单张": "dan zhang", "单贡": "dan gong",
    "更改": "geng gai", "更正": "geng zheng", "应叫": "ying jiao", "抠底": "kou di", "炸弹": "zha dan", "弹": "dan",
    "给": "gei", "参谋": "can mou", "参赛": "can sai", "没收": "mo shou", "没": "mei", "数牌": "shu pai", "会": "hui",
    "差分": "cha fen", "级差": "ji cha", "处罚": "chu fa", "处理": "chu li", "行为": "xing wei", "进行": "jin xing",
}  # fmt: skip


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
            for part in re.split(r"[,，、。:：()（）\s—与和及-]", provision.title or ""):
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
    with tempfile.TemporaryDirectory() as scratch:
        build_both(handbook, library, folder, Path(scratch), progress)


def build_both(
    handbook: Handbook, library: Library, folder: Path, whoosh: Path, progress: Progress | None = None
) -> None:
    """As :func:`build_index`, and keep the Whoosh indexes that the files of the folder are compiled from, in ``whoosh``."""
    from search.build_rulings import build_rulings
    from search.whoosh_index import write

    say = progress or (lambda done, what: None)
    say(0.0, "读取同义词")
    everyday, synonyms = read_everyday(), read_synonyms(handbook)
    folder.mkdir(parents=True, exist_ok=True)
    drafts = _drafts(handbook, synonyms)
    numbers = {draft.id: i for i, draft in enumerate(drafts)}

    say(0.1, "编词典")
    words = _Words.of(handbook, everyday, synonyms, drafts)
    own = words.segmenter, words.canonical

    say(0.4, "写索引")
    heard = _Heard.of(handbook, synonyms)
    sayings = build_sayings((text for _, text in heard.said), *own, words.noise)
    usual: dict[str, float] = {}
    compact(write(whoosh / TEXTS, build_entries(drafts, *own, usual), sayings), folder / INDEX_FILE)

    say(0.75, "编裁决树与案例")
    build_rulings(library, handbook, *own, words.noise, numbers, folder, whoosh)
    _write_json(folder / TOOLS_FILE, tools_data(library, *own, words.noise))

    say(0.8, "编拼音")
    names = [(t, w) for t, w in _names(handbook, synonyms) if HAN.fullmatch(t) and len(t) > 1]
    spoken = readings_of_names(names, _READINGS)
    letters = {c for text in _texts(drafts, synonyms) for c in text} | set(common_characters())
    _write_json(
        folder / PINYIN_FILE, pinyin_data(Pinyin(character_table(c for c in letters if HAN.fullmatch(c)), spoken))
    )

    say(0.9, "编同义词")
    _write_json(folder / LANGUAGE_FILE, _language(handbook, everyday, words, heard, drafts, numbers) | {"usual": usual})
    foremost = Foremost(Index.open(folder / INDEX_FILE), Language.load(folder), [draft.id for draft in drafts])
    told = [text for text, _, _ in heard.titles]
    _write_json(folder / LIGHT_FILE, light_data(handbook, _said(handbook, synonyms), spoken, told, foremost))
    say(1.0, "索引已编译")


def _drafts(handbook: Handbook, synonyms: Sequence[Synonym]) -> list[Draft]:
    """What can be found, in the order of its numbers, with what people say for it."""
    simplify = handbook.script.simplified
    drafts: list[Draft] = []
    for book in handbook.books.values():
        drafts += (provision_draft(p, book, handbook, simplify) for p in book.walk())
    for book in handbook.books.values():
        drafts += (term_draft(term, book) for term in book.terms)
        drafts += (table_draft(table, book) for table in book.tables)
    of = {draft.id: draft for draft in drafts}
    for synonym in synonyms:
        for order, target in enumerate(synonym.go[: len(SAYING_ORDER)]):
            of[target].sayings += ((saying, SAYING_ORDER[order]) for saying in (*synonym.say, *synonym.means))
    return drafts


def _texts(drafts: Sequence[Draft], synonyms: Sequence[Synonym]) -> list[str]:
    """All that is written, in the books and by people."""
    return [f"{d.title}\n{d.text}" for d in drafts] + [text for s in synonyms for text in (*s.say, *s.means)]


@dataclass(frozen=True, slots=True)
class _Words:
    """How a text is cut into words, and which of them are the same, or say nothing."""

    entries: dict[str, int]
    segmenter: Segmenter
    canonical: dict[str, str]
    noise: frozenset[str]

    @classmethod
    def of(cls, handbook: Handbook, everyday: Everyday, synonyms: Sequence[Synonym], drafts: Sequence[Draft]) -> _Words:
        """The words of the books, those of every day, and those that stand for one another."""
        own = [
            *(name for term in handbook.terms for name in (term.term, *term.aka)),
            *(w for group in everyday.same for w in group),
            *everyday.near,
            *(w for ws in everyday.near.values() for w in ws),
            *(w for s in synonyms for w in s.means),
        ]
        words = choose_words(_texts(drafts, synonyms), own)
        for word in everyday.noise:
            if len(word) > 1:
                words.setdefault(word, 5000)
        entries = prefix_dictionary(words)
        canonical = {word: group[0] for group in everyday.same for word in group[1:]}
        return cls(entries, Segmenter.from_entries(dict(entries)), canonical, frozenset(everyday.noise))


@dataclass(frozen=True, slots=True)
class _Heard:
    """What leads straight to provisions when it is typed: what people say, then the titles that are printed."""

    synonyms: Sequence[Synonym]
    titles: Sequence[tuple[str, GameId, list[str]]]
    said: Sequence[tuple[int, str]]  # the number of the one or the other, and its words

    @classmethod
    def of(cls, handbook: Handbook, synonyms: Sequence[Synonym]) -> _Heard:
        """What is said in Chinese; English is looked up otherwise."""
        titles = list(_titles(handbook))
        said = [(i, text) for i, s in enumerate(synonyms) for text in dict.fromkeys((*s.say, *s.means))]
        said += [(len(synonyms) + i, text) for i, (text, _, _) in enumerate(titles)]
        return cls(synonyms, titles, [(number, text) for number, text in said if HAN.search(text)])


def _language(
    handbook: Handbook,
    everyday: Everyday,
    words: _Words,
    heard: _Heard,
    drafts: Sequence[Draft],
    numbers: Mapping[str, int],
) -> dict[str, Any]:
    """What understands a question, as JSON data."""
    return {
        "words": words.entries,
        "canonical": words.canonical,
        "near": _near(everyday, handbook, words.canonical),
        "noise": everyday.noise,
        "english": _english(handbook, heard.synonyms, everyday),
        "simplified": _simplified(handbook.script.simplified),
        "weak": everyday.weak,
        "names": reasons.names(handbook),
        "meanings": [
            *([s.game, s.means, [numbers[t] for t in s.go]] for s in heard.synonyms),
            *([game, [], [numbers[t] for t in found]] for _, game, found in heard.titles),
        ],
        "typed": [[pattern, i] for i, s in enumerate(heard.synonyms) for pattern in s.typed],
        "titles_from": len(heard.synonyms),
        "sayings": [number for number, _ in heard.said],
        "documents": _documents(drafts, handbook, numbers),
        "books": [
            {
                "id": b.book,
                "game": b.game,
                "style": b.style,
                "numbers": " ".join(sorted(b.numbers)),
                "witness": b.witness,
                "amends": b.amends,
            }
            for b in numbers_of(handbook)
        ],
    }


def _said(handbook: Handbook, synonyms: Sequence[Synonym]) -> Iterator[tuple[str, Sequence[str]]]:
    """What people say, in either language, with the provisions it leads to."""
    for synonym in synonyms:
        yield from ((say, synonym.go) for say in (*synonym.say, *synonym.means))
    for term in handbook.terms:
        yield from ((name, term.defined_in or term.used_in) for name in (term.term, *term.aka, *term.english))


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
            for title in said_titles(provision.title or ""):
                if provision.kind not in FRAMES:
                    found[title, book.game].append(provision.id)
    for (title, game), ids in found.items():
        if len(ids) <= 3:  # 定义, 判罚, 一般原则: titles of many
            yield title, game, ids


def _documents(drafts: Sequence[Draft], handbook: Handbook, numbers: Mapping[str, int]) -> dict[str, Any]:
    books, order = list(handbook.books), list(games())
    return {
        "kinds": "".join(KIND_LETTERS[d.kind] for d in drafts),
        "games": [order.index(d.game) for d in drafts],
        "game_names": order,
        "books": [books.index(d.book) for d in drafts],
        "parents": [numbers[d.parent] if d.parent else -1 for d in drafts],
        "articles": [numbers[d.article] if d.article else i for i, d in enumerate(drafts)],
        "priors": [d.prior for d in drafts],
        "traits": [d.traits for d in drafts],
    }
