"""What the words of a game's rules seem to say of rights, terms and times, to be confirmed; what was said stays with its words.

Nothing here knows any game: the words are those of regulations (可以, 必须, 不得, 是指, 分钟).
What nobody confirmed does not count.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from rules_data.brought.amending import sentences
from rules_data.brought.game_model import LadderStep, Mark, OwnGame, What
from rules_data.brought.phrases import number_in, phrase
from rules_data.model import Book, Provision, Term
from rules_data.numerals import CHINESE, to_int

LONGEST_NAME = 20
PLAYER, REFEREE, ORGANISER = "选手", "裁判员", "主办方"
WHO = (PLAYER, REFEREE, ORGANISER)
MODES: tuple[What, ...] = ("may", "must", "must_not")
FEWEST, MOST = 2, 8  # at a table

_NAME = re.compile(r"[㐀-鿿A-Za-z0-9]+")
_HAN = re.compile(r"[㐀-鿿]")
_WORDS: tuple[tuple[What, re.Pattern[str]], ...] = (
    ("must_not", re.compile(r"不得|不能|不可|不准|不许|不应|禁止|严禁|不允许")),
    ("must", re.compile(r"必须|必需|应当|(?<![不相响反供])应(?!付|对|用|急|答|和|邀|届)|须(?!知)|一律|务必")),
    ("may", re.compile(r"(?<!不)可以|有权|允许|(?<![不许认])可(?=由|在|向|将|于|要求|申请|提出|选择|任选)|不必")),
)
_OFFICIAL = re.compile(r"^.{0,6}?(?:裁判长|裁判员|裁判)")
_ORGANISER = re.compile(r"^.{0,6}?(?:主办|组委会|承办|俱乐部|竞赛组)")
_MEANS = re.compile(r"^[“「\"]?(?P<word>[^，。；：、“”「」\"\s]{1,8}?)[”」\"]?[，,]?(?:是指|指的是|系指)(?P<rest>.+)")
_CALLED = re.compile(r"(?:称为|叫做|叫作|称作|简称)[“「\"](?P<word>[^”」\"]{1,8})[”」\"]")
_LISTED = re.compile(r"^[“「\"]?(?P<word>[^，。；：:、“”「」\"\s]{1,8})[”」\"]?(?:[：:]|——|—)(?P<rest>.+)")
_GLOSSARY = re.compile(r"术语|名词|名词解释|定义|用语|名称|释义")
_SECONDS = re.compile(rf"(?<![\d.])(\d{{1,3}}|[{CHINESE}]{{1,5}})秒")
_FEW = r"[2-8二两三四五六七八]"
_AT_A_TABLE = re.compile(
    rf"每桌(?:由|有|坐)?(?P<n>{_FEW})(?:人|名|位|家)|(?P<m>{_FEW})(?:个?人|名选手|位选手|家)(?:一桌|同桌|围坐|参加|进行|对局|游戏)"
)
_NTH = re.compile(
    rf"第(?P<n>\d|[{CHINESE}]{{1,2}})次(?:的|以上的?|起)?[，,：:]?(?P<says>(?:(?![，,]?第(?:\d|[{CHINESE}]{{1,2}})次)[^；。;])+)"
)
_LONGEST_SAID = 200  # characters of a sentence that is proposed
_A_MINUTE = 60
_LONGEST_CLOCK = 12  # characters of what is timed


def name_fault(name: str, taken: Collection[str]) -> str:
    """Why a game cannot be called so, in one sentence; nothing where it can. ``taken``: the games that came with the program."""
    if not name:
        return "还没有写项目的名称，请写一个，如“斗地主”。"
    if len(name) > LONGEST_NAME:
        return f"名称有 {len(name)} 个字，太长；请写至多 {LONGEST_NAME} 个。"
    if not _NAME.fullmatch(name) or not _HAN.search(name):
        return "名称请用汉字（可以带字母和数字），不要标点和空格。"
    if name in taken:
        return f"“{name}”已经有了，请在上面直接选它。"
    return ""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a book, where it stands."""

    by: str  # provision
    sentence: str
    above: str  # the titles it stands under, the nearest last


def said_in(book: Book) -> tuple[Said, ...]:
    """The sentences of a book in its order, each once; headings alone are none."""
    found: dict[str, Said] = {}
    for provision, above in _under(book.provisions, ()):
        title = provision.title if not provision.title_supplied else None
        for sentence in sentences(provision):
            if sentence != title or (not provision.children and not provision.text):
                found.setdefault(sentence, Said(provision.id, sentence, "，".join(above)))
    return tuple(found.values())


def _under(provisions: Iterable[Provision], above: tuple[str, ...]) -> Iterator[tuple[Provision, tuple[str, ...]]]:
    for each in provisions:
        if each.kind in ("title", "contents", "closing", "table"):
            yield from _under(each.children, above)
            continue
        titled = (*above, each.title) if each.title and not each.title_supplied else above
        yield each, titled
        yield from _under(each.children, titled)


def seats_in(text: str) -> int | None:
    """How many sit at a table, as a text says first; None where it does not."""
    found = _AT_A_TABLE.search(text)
    return to_int(found["n"] or found["m"]) if found is not None else None


# What words seem to say


def seem(said: Said, simplified: Callable[[str], str] = str) -> tuple[Mark, ...]:
    """What a sentence seems to be, not accepted yet; nothing where its words say nothing."""
    text = simplified(said.sentence)
    if len(text) > _LONGEST_SAID:
        return ()
    return (*_rights(said.sentence, text), *_terms(said, text, simplified(said.above)), *_clocks(said, text))


def _rights(sentence: str, text: str) -> Iterator[Mark]:
    who = REFEREE if _OFFICIAL.match(text) else ORGANISER if _ORGANISER.match(text) else PLAYER
    left = text
    for what, words in _WORDS:
        if words.search(left):
            yield Mark(what=what, sentence=sentence, accepted=False, who=who)
        left = words.sub("　", left) if what == "must_not" else left  # 不可以 is no 可以


def _terms(said: Said, text: str, above: str) -> Iterator[Mark]:
    found = _MEANS.match(text) or _CALLED.search(text)
    if found is None and _GLOSSARY.search(above):
        found = _LISTED.match(text)
    if found is not None and _HAN.search(found["word"]):
        yield Mark(what="term", sentence=said.sentence, accepted=False, name=found["word"])


def _clocks(said: Said, text: str) -> Iterator[Mark]:
    length = length_in(text)
    if length:
        title = re.split("[，。；：,;:]", text)[0][:_LONGEST_CLOCK]
        yield Mark(what="clock", sentence=said.sentence, accepted=False, name=title, seconds=length)


def length_in(text: str) -> int:
    """The first length of time a text names, in seconds; 0 where it names none."""
    seconds, minutes = _SECONDS.search(text), phrase("{minutes}").found(text)
    if seconds is not None and (minutes is None or seconds.start() < minutes.start()):
        try:
            return to_int(seconds[1])
        except ValueError:
            return 0
    return (number_in(minutes) or 0) * _A_MINUTE if minutes is not None else 0


def steps_in(book: Book, simplified: Callable[[str], str] = str) -> tuple[tuple[LadderStep, ...], ...]:
    """The ladders a text seems to print, 第一次警告；第二次…, each of one provision, the steps in its order."""
    found = []
    for provision, _ in _under(book.provisions, ()):
        steps = _steps(simplified(" ".join(sentences(provision))))
        if len(steps) > 1:
            found.append(
                tuple(LadderStep(at=number, says=steps[number], cite=provision.number) for number in sorted(steps))
            )
    return tuple(found)


def steps_of(provision: Provision, simplified: Callable[[str], str] = str) -> dict[int, str]:
    """What a clause, with all below it, lays down for the first, the second, the third time; nothing where it does not count."""
    found = _steps(simplified(" ".join(each for p in provision.walk() for each in sentences(p))))
    return found if len(found) > 1 else {}


def _steps(text: str) -> dict[int, str]:
    steps: dict[int, str] = {}
    for m in _NTH.finditer(text):
        steps.setdefault(to_int(m["n"]), f"{m['says'].strip()}。")
    return steps


# What was said


def marked(game: OwnGame, mark: Mark) -> OwnGame:
    """A game with what somebody says of one sentence."""
    return replace(game, marks=(*unmarked(game, mark.what, mark.sentence).marks, mark))


def unmarked(game: OwnGame, what: What, sentence: str) -> OwnGame:
    """A game without what was said of a sentence."""
    return replace(game, marks=tuple(m for m in game.marks if (m.what, m.sentence) != (what, sentence)))


def state_of(game: OwnGame, what: What, sentence: str) -> Mark | None:
    """What somebody said of a sentence; None where nobody has."""
    return next((m for m in game.marks if (m.what, m.sentence) == (what, sentence)), None)


def carried_game(book: Book, game: OwnGame | None) -> OwnGame | None:
    """Of what was said of a game what the text still says in the same words; ladder and trees stay as they are."""
    if game is None or not game.marks:
        return game
    there = {each.sentence for each in said_in(book)}
    return replace(game, marks=tuple(m for m in game.marks if m.sentence in there))


def with_terms(book: Book, game: OwnGame | None) -> Book:
    """A book with the terms that somebody confirmed in it."""
    if game is None:
        return book
    where = {each.sentence: each.by for each in said_in(book)} if any(m.what == "term" for m in game.marks) else {}
    found: dict[str, Term] = {}
    for m in game.marks:
        if m.what == "term" and m.accepted and m.name and m.sentence in where:
            id_ = f"own-{hashlib.sha256(f'{book.id} {m.name}'.encode()).hexdigest()[:8]}"  # another in another text
            made = Term(
                id=id_, term=m.name, english=(), pinyin="", defined_in=(where[m.sentence],), meaning=m.sentence,
                game=book.game,
            )  # fmt: skip
            found.setdefault(id_, made)
    return replace(book, terms=tuple(found.values()))
