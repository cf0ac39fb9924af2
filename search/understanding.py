"""What a query means: its words and their kin, sayings it contains, clause numbers, the game and the kind of question."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from decision_trees import notation
from decision_trees.games import offered_games
from search import clause_number
from search.clause_number import NumberMatch
from search.index import Index
from search.language import Language, Meaning
from search.sayings import PAIR, saying_tokens, saying_weight
from search.tokens import HAN, english_words, fold, grams, normalise, quantities, runs, stem, stems

if TYPE_CHECKING:
    from rules_data.model import GameId


class Concept(NamedTuple):
    """One thing a query speaks of: the word, and other words that are taken for it with less weight."""

    word: str
    weight: float
    words: tuple[tuple[str, float], ...]  # in the field of words
    grams: tuple[tuple[str, float], ...] = ()  # in the field of characters and pairs of characters


class Said(NamedTuple):
    """A saying recognised in a query."""

    text: str
    meaning: Meaning
    closeness: float  # 1: the query is this saying


@dataclass(slots=True)
class Understood:
    """Everything a query was taken to mean."""

    text: str  # simplified, without the game's name
    game: GameId | None = None  # named in the query
    supplement: bool = False  # the query names the supplement (附件, 补充规定)
    numbers: tuple[NumberMatch, ...] = ()
    concepts: list[Concept] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    intents: frozenset[str] = frozenset()  # penalty, right, definition, number
    heard: dict[str, str] = field(
        default_factory=dict
    )  # Chinese word -> why it was put in (拼音, English); may be empty

    @property
    def empty(self) -> bool:
        """Nothing to search for."""
        return not (self.concepts or self.said or self.numbers)


INTENTS = {
    "penalty": re.compile(
        r"[怎咋如][么样何]?[罚判]|罚[什多几不]|判[什几]|怎么算(?!分)|什么后果|[要会被]罚|扣[几多]|[判处惩]罚|penalt|punish"
    ),
    "right": re.compile(
        r"能不能|可不可以|(?:可以|能|必须).{0,14}[吗么嘛?]|行不行|行吗|允许|有权|有没有权|[准让]不[准让]|要不要|算不算|[犯违]规吗|权利|"
        r"\bmay\b|\bcan\b|allowed"
    ),
    "definition": re.compile(r"什么是|什么叫|啥叫|啥是|是什么$|什么意思|是啥|定义|何谓|指什么|what is|definition|meaning of"),
    "time": re.compile(r"多久|多长时间|几分钟|几秒|多少秒|多少分钟|最晚|时限|期限|超时|截止|how long|time limit"),
    "number": re.compile(r"多少|几分|几秒|几级|几墩|几张|几个|多久|多长|几点|几副|几轮|几局|几次|how many|how much|how long"),
}  # fmt: skip

ASKING = re.compile(
    r"怎么[罚判办算弄搞处理惩]{0,3}罚?|咋[罚判办算弄整]{0,2}|如何处[理罚]|罚什么|罚多少|罚几墩?|判什么|能不能|可不可以|行不行|什么是|什么叫|啥叫|"
    r"是什么意思|什么意思|是什么|要不要|算不算|该不该|请问|问一下|有没有|是不是|会不会|多少"
)

_AFTER_A_NAME = r"(?:比赛|竞赛)?(?:规则|规程)?[里中的,:\s]*"


def game_names() -> tuple[tuple[re.Pattern[str], GameId], ...]:
    """What each game is called in a query: at its head, or in Latin letters anywhere."""
    return _names_of(tuple(offered_games()))


@cache
def _names_of(ids: tuple[GameId, ...]) -> tuple[tuple[re.Pattern[str], GameId], ...]:
    found = []
    for game in (offered_games()[id_] for id_ in ids):
        called = game.called
        heads = "|".join((*called.names, *(rf"{word}(?=[\s,:里中的])" for word in called.everyday)))
        before = "|".join(called.before) or "(?!)"
        latin = "|".join(called.latin) or "(?!)"
        found.append((re.compile(rf"^(?:{before})?(?:{heads}){_AFTER_A_NAME}|\b(?:{latin})\b"), game.id))
    return tuple(found)


_SUPPLEMENT = re.compile(
    r"^(?:附件|补充规[定则])[里中的上,:\s]*|[,\s](?:附件|补充规[定则])$|(?:按|照|据)(?:附件|补充规[定则])"
)

_ENGLISH_NOISE = frozenset(
    re.findall(
        "[a-z]+",
        "a an the of for to in on at is are was be what whats when how do does did i my me we he his her she it its they you "
        "your if and or by from with after before can may must should law rule rules happens happen there this that not no "
        "card cards",
    )
)
_RECALL, _PRECISION = (
    0.8,
    0.9,
)  # how much it matters that all of a saying is in the query, and that it is all of the query
_SAYINGS = 6  # sayings recognised at most
_TYPED = 2.0  # cards that are typed are what a query is about
_CLOSE = 0.15  # below this a saying is not recognised
_LEAST_RECALL, _LEAST_PRECISION = (0.99 * _CLOSE ** (1 / each) for each in (_RECALL, _PRECISION))  # below: not close
_WEAK = 0.7
_FEW_THINGS = re.compile(r"[0-3](?:张|墩|副|次|圈|局|个|轮|对)")
_FEW = 0.3  # weight of one, two or three of something
_OPEN_CLASS = 0.3  # weight of single characters that are no word


def understand(query: str, language: Language, index: Index, game: GameId | None = None) -> Understood:
    """Work out what a query means. Never fails: a query without sense has no concepts."""
    text = language.simplified(normalise(notation.spelled_out(query)))
    numbers = clause_number.find(language.simplified(query), language.books, game)
    understood = Understood(
        text, numbers=numbers, intents=frozenset(name for name, p in INTENTS.items() if p.search(text))
    )
    if numbers and not numbers[0].whole:
        understood.text = text = numbers[0].rest
    for pattern, named in game_names():
        match = pattern.search(text)
        if match and (rest := (text[: match.start()] + " " + text[match.end() :]).strip()):
            understood.game, understood.text = named, rest
            break
    if (match := _SUPPLEMENT.search(understood.text)) and len(match.group()) < len(understood.text):
        understood.supplement = True
        understood.text = understood.text.replace(match.group(), " ").strip()
    if numbers and numbers[0].whole:
        return understood
    reader = _Reader(language, index, game or understood.game, understood)
    reader.read()
    return understood


@dataclass(slots=True)
class _Reader:
    """Turns the text of one query into concepts and sayings."""

    language: Language
    index: Index
    game: GameId | None
    understood: Understood
    chinese: list[tuple[str, float]] = field(default_factory=list)  # pieces of Chinese with their weights

    def read(self) -> None:
        text, typed = self._typed(self.understood.text)
        if HAN.search(text):
            self._read_chinese(text)
        elif text:
            self._read_latin(text)
        self._recognise()
        self.understood.said = [*typed, *self.understood.said]

    def _typed(self, text: str) -> tuple[str, list[Said]]:
        """Find what is meant by cards that are typed and not named: JJJQQQ, 3到7. Returns what is left of the text too."""
        typed: list[Said] = []
        for pattern, number in self.language.typed:
            meaning = self.language.meanings[number]
            found = pattern.search(text) if self.game in (None, meaning.game) else None
            if found is not None:
                typed.append(Said(found.group().upper(), meaning, _TYPED))
                text = f"{text[: found.start()]} {text[found.end() :]}".strip()
        return text, typed

    # Chinese

    def _read_chinese(self, text: str) -> None:
        plain = text.replace(" ", "") if not re.search(r"[a-z]", text) else text
        latin: list[str] = []
        for han, run in runs(plain):
            if han:
                self.chinese.append((run, 1.0))
            elif re.search("[a-z]", run):
                latin.append(run)
            else:
                self._add(Concept(run, 0.4, ((run, 1.0),)))
        for quantity in quantities(plain):
            weight = _FEW if _FEW_THINGS.fullmatch(quantity) else 0.8
            self._add(Concept(quantity, weight, ((quantity, 1.0), *self.language.near.get(quantity, ()))))
        self._correct_by_ear()
        for word in latin:
            self._read_latin_word(word)
        for piece, weight in self.chinese:
            self._concepts_of(piece, weight)

    def _correct_by_ear(self) -> None:
        """Replace what was typed by ear (藏排) with the word it sounds like, unless it is itself a word of the texts."""
        language = self.language
        corrected: list[tuple[str, float]] = []
        for piece, weight in self.chinese:
            segments = language.segmenter.words(piece)
            known = "".join(("1" if self._is_known(s) else "0") * len(s) for s in segments)
            if "0" not in known and self._is_written(piece):
                corrected.append((piece, weight))
                continue
            readings = language.pinyin.of(piece)
            new = piece
            if readings is not None:
                for heard in language.pinyin.by_syllables(readings):
                    part = piece[heard.start : heard.start + heard.length]
                    unknown = known[heard.start : heard.start + heard.length].count("0")
                    if heard.text == part or part not in new or self._is_written(part):
                        continue
                    if heard.length < 3 and unknown < heard.length:
                        continue
                    differing = sum(a != b for a, b in zip(heard.text, part, strict=True))
                    if heard.length > 2 and differing * 2 > heard.length and unknown < heard.length:
                        continue
                    new = new.replace(part, heard.text)
                    self.understood.heard[heard.text] = f"拼音：{part} → {heard.text}"
            corrected.append((new, weight))
        self.chinese = corrected

    def _is_written(self, part: str) -> bool:
        """Whether these characters stand side by side in the texts or in a saying, and so are no slip of the ear."""
        return all(
            self.index.has("grams", part[i : i + 2]) or self.index.has("said", PAIR + part[i : i + 2])
            for i in range(len(part) - 1)
        )

    def _is_known(self, word: str) -> bool:
        if len(word) == 1:
            return False
        return (
            word in self.language.noise
            or word in self.language.near
            or word in self.language.canonical
            or self.index.has("words", word)
            or self.index.has("said", word)
        )

    def _concepts_of(self, piece: str, weight: float) -> None:
        language = self.language
        asked = ASKING.sub(" ", piece)
        for han, run in runs(asked):
            if not han:
                continue
            segments = language.segmenter.words(run)
            for i, word in enumerate(segments):
                if word in language.noise:
                    continue
                if len(word) == 1:
                    self._add(self._character(word, weight))
                else:
                    self._add(self._word(word, weight))
                following = segments[i + 1] if i + 1 < len(segments) else ""
                if following and len(word) <= 2 and len(following) <= 2:  # 出|错, 掉|地上: said together
                    joined = word + following
                    if joined in language.near:
                        self._add(self._word(joined, weight * 0.9))
            pairs = [run[i : i + 2] for i in range(len(run) - 1)]
            loose = [p for p in pairs if p not in segments and self.index.has("grams", p)]
            for pair in loose:
                self._add(Concept(pair, 0.16 * weight, (), ((pair, 1.0),)))

    def _character(self, character: str, weight: float) -> Concept:
        near = self.language.near.get(character, ())
        words = [(w, s) for w, s in near]
        canonical = self.language.canonical.get(character)
        if canonical:
            words.insert(0, (canonical, 1.0))
        strength = 0.8 if words else _OPEN_CLASS
        if (canonical or character) in self.language.weak:
            strength *= _WEAK
        return Concept(character, strength * weight, tuple(words), ((character, 0.8),))

    def _word(self, word: str, weight: float) -> Concept:
        language = self.language
        canonical = language.canonical.get(word, word)
        words: dict[str, float] = {canonical: 1.0}
        for start in range(len(word)):  # words inside a long word
            for end in range(start + 2, len(word) + 1):
                inner = word[start:end]
                if inner != word and language.segmenter.knows(inner) and inner not in language.noise:
                    words.setdefault(language.canonical.get(inner, inner), 0.5)
        for source in dict.fromkeys((word, canonical)):
            for other, strength in language.near.get(source, ()):
                words[other] = max(strength, words.get(other, 0.0))
        pairs: list[tuple[str, float]] = [(w, 0.7 * strength) for w, strength in words.items() if len(w) == 1]
        known = any(self.index.has("words", w) for w in words)
        if not known:
            pairs += [(g, 0.7 if len(g) == 2 else 0.3) for g in grams(word) if self.index.has("grams", g)]
        own = self.index.has("words", canonical)
        strength = 1.0 if own else 0.85 if known else 0.4 if pairs else 0.12
        if canonical in language.weak:
            strength *= _WEAK
        return Concept(word, strength * weight, tuple(words.items()), tuple(pairs))

    def _add(self, concept: Concept) -> None:
        for i, other in enumerate(self.understood.concepts):
            if other.word == concept.word:
                if concept.weight > other.weight:
                    self.understood.concepts[i] = concept
                return
        self.understood.concepts.append(concept)

    # Latin letters

    def _read_latin_word(self, word: str) -> None:
        english = self.language.english.get(stems(word))
        if english:
            for chinese in english[0][:2]:
                self._mean(chinese, f"英文：{word} = {chinese}", 1.0)
        elif self.index.has("words", word):
            self._add(Concept(word, 1.0, ((word, 1.0),)))
        elif word in self.language.near:
            self._add(self._word(word, 1.0))
        else:
            for heard in self.language.pinyin.by_letters(word)[:3]:
                self._mean(heard.text, f"拼音：{word} → {heard.text}", 0.8)

    def _mean(self, chinese: str, why: str, weight: float) -> None:
        explains = "→" in why or self.language.explains(chinese)
        self.understood.heard.setdefault(chinese, why if explains else "")
        self.chinese.append((chinese, weight))

    def _read_latin(self, text: str) -> None:
        words = english_words(fold(text))
        if not words:
            return
        english, rest = self._english(words)
        content = [w for w in words if w not in _ENGLISH_NOISE and not w[0].isdigit()]
        unknown = [w for w in rest if w not in _ENGLISH_NOISE and not w[0].isdigit()]
        if english and len(unknown) * 2 <= max(len(content), 1):
            for phrase, (chinese, said) in english:
                worded = any(letter.isalpha() for letter in phrase)  # a figure (60%) is a word of no language
                for order, meant in enumerate(chinese[:3]):
                    self._mean(meant, f"英文：{phrase} = {meant}" if worded else "", 1.0 if order == 0 else 0.6)
                share = (len([w for w in phrase.split() if w in content]) / max(len(content), 1)) ** 1.5
                for number in said:
                    meaning = self.language.meanings[number]
                    if self.game is None or meaning.game == self.game:
                        self.understood.said.append(Said(phrase, meaning, share))
            self._guess_english(unknown)
        else:
            self._read_pinyin(text)
            for word in words:
                if self.index.has("words", word):
                    self._add(Concept(word, 0.8, ((word, 1.0),)))
            if not self.chinese and not self.understood.concepts:
                self._guess_english(words)
        for piece, weight in self.chinese:
            self._concepts_of(piece, weight)

    def _english(self, words: Sequence[str]) -> tuple[list[tuple[str, tuple[Sequence[str], Sequence[int]]]], list[str]]:
        """Longest English phrases first; also words that are not part of any."""
        table = self.language.english
        found: list[tuple[str, tuple[Sequence[str], Sequence[int]]]] = []
        rest: list[str] = []
        start = 0
        while start < len(words):
            for end in range(min(len(words), start + 6), start, -1):
                chinese = table.get(stems(" ".join(words[start:end])))
                if chinese:
                    found.append((" ".join(words[start:end]), chinese))
                    start = end
                    break
            else:
                rest.append(words[start])
                start += 1
        return found, rest

    def _guess_english(self, words: Sequence[str]) -> None:
        """Misspelt English: the nearest known word."""
        from difflib import get_close_matches

        table = self.language.english
        for word in words:
            if len(word) >= 4 and word not in _ENGLISH_NOISE:
                for near in get_close_matches(stem(word), self.language.english_near(len(stem(word))), 1, 0.8):
                    self._mean(table[near][0][0], f"英文：{near} = {table[near][0][0]}", 0.8)

    def _read_pinyin(self, text: str) -> None:
        heard = self.language.pinyin.by_letters(text)
        places: dict[tuple[int, int], int] = {}
        for one in heard:
            place = (one.start, one.length)
            order = places.get(place, 0)
            places[place] = order + 1
            weight = 0.7**order
            if one.how == "initials":
                weight = 0.9**order * (0.75 if places.keys() - {place} else 1.0)
            if order < 4:
                self._mean(one.text, f"拼音：{text} → {one.text}", weight * min(1.0, 0.6 + one.weight / 7))

    # Sayings

    def _recognise(self) -> None:
        """Find the sayings of the synonym files that the query contains or is close to."""
        language = self.language
        pieces = self.chinese
        if not pieces:
            return
        total = len(language.sayings)
        first = language.first_saying
        tokens: dict[str, float] = {}  # with the weight of the piece they are from
        for piece, weight in pieces:
            for token in saying_tokens(piece, language.segmenter, language.canonical, language.noise):
                tokens[token] = max(weight, tokens.get(token, 0.0))
        own = 0.0
        together: defaultdict[int, complex] = defaultdict(complex)
        for token, weight in tokens.items():
            postings = self.index.postings("said", token)
            worth = weight * saying_weight(token, len(postings), total)
            if not postings:
                worth *= 0.5 if self.index.has("words", token) else 0.25
            own += worth
            of_query = complex(0.0, worth)
            for number, share in zip(postings.documents, postings.weights, strict=True):
                together[number] += weight * share + of_query
        best: dict[int, tuple[float, int]] = {}
        recall, precision = _LEAST_RECALL, _LEAST_PRECISION * own
        for number, parts in together.items():
            if parts.real < recall or parts.imag < precision:
                continue
            closeness = min(parts.real, 1.0) ** _RECALL * min(parts.imag / own, 1.0) ** _PRECISION
            if closeness < _CLOSE:
                continue
            meaning = language.sayings[number - first]
            if self.game and language.meanings[meaning].game != self.game:
                continue
            if closeness > best.get(meaning, (0.0, 0))[0]:
                best[meaning] = (closeness, number)
        chosen = sorted(best.items(), key=lambda pair: -pair[1][0])[:_SAYINGS]
        said = [Said(self.index.saying(n), language.meanings[m], closeness) for m, (closeness, n) in chosen]
        self.understood.said = sorted([*self.understood.said, *said], key=lambda s: -s.closeness)[:_SAYINGS]
