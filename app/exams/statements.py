"""What a sentence of a ruling says, as far as a program can tell: who, what is done or not done, how many, which cards.

Nothing here knows a game or a law: seats, words and numbers are compared as they are written, in the model answer and in the
candidate's alike. What is found is a proposal, and the examiner decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

_DIGITS = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNITS = "墩级分次张圈轮副家人秒阶线"
_COUNT = re.compile(
    rf"([零一二两三四五六七八九]?十[一二三四五六七八九]?|[零一二两三四五六七八九])(?=个?(?:标准)?[{_UNITS}])"
)
_NUMBER = re.compile(rf"(第)?(\d+(?:\.\d+)?)个?(标准分|%|分钟|[{_UNITS}])")
_LEVEL = re.compile(r"(?:升[到至为级]*|打)(\d+|[JQKA])(?![\d级分张墩])")
_RATIO = re.compile(r"(\d+)\s*(?:比|:)\s*(\d+)")
_SUITS = str.maketrans({"♤": "♠", "♡": "♥", "♢": "♦", "♧": "♣"})
_NAMED = (
    ("黑桃", "♠"), ("红桃", "♥"), ("红心", "♥"), ("方块", "♦"), ("方片", "♦"), ("梅花", "♣"), ("草花", "♣"),
    ("无将", "NT"),
)  # fmt: skip
_CARD = re.compile(r"[♠♥♦♣](?:10|[2-9JQKA])(?!\d)")
_CALL = re.compile(r"(?<!\d)[1-7](?:[♠♥♦♣]|NT)")
_SUIT = re.compile(r"[♠♥♦♣](?!10|[2-9JQKA])")
_JOKER = re.compile("[大小]王")
_SEATS = re.compile(r"([东南西北])[家方人]?(?:和|、|与)?")
_ROLES = re.compile(r"（[^（）]*）")
SENTENCE = re.compile(r"[。；;！!？?\n]+")
PIECE = re.compile(r"[。；;！!？?\n，,：:]+")

FAMILIES: tuple[tuple[str, str], ...] = (
    (
        "silent",
        r"永远不(?:得|许|能|可)?(?:再)?叫|不[得许能]再叫|"
        r"(?:此后|以后|一直|始终|直到竞叫结束|整个竞叫)[^，。；]{0,8}(?:不叫|不[得许能]再?叫)",
    ),
    ("pass", r"(?:该轮|这一?[轮次]|下一?[轮次]|1轮|轮到时|1次)[^，。；]{0,8}不叫|改为不叫|改成不叫|停叫|必须不叫"),
    ("stands", r"成立|有效|算数|照算|认可|默认"),
    ("cancelled", r"取消(?!比赛资格|资格)|作废|无效|撤[销消]|不算(?:数)?|不成立"),
    ("disqualified", r"取消(?:比赛|参赛)?资格"),
    ("withdrawn", r"收回|退回|撤回|放回|拿回|退还|翻回"),
    ("penalty_card", r"罚张"),
    ("major", r"重罚张"),
    ("minor", r"轻罚张"),
    ("punished", r"判罚|处罚|罚则|罚分|罚(?=\d)|(?<=不)罚"),
    ("warned", r"警告"),
    ("violation", r"违例"),
    ("foul", r"犯规"),
    ("lost", r"判负|判输|直接负|本副负"),
    ("double_down", r"双下"),
    ("transferred", r"转(?:给|墩|让|移)?|罚(?=\d墩)|赔|(?:给|判给)[^，。；]{0,6}\d墩"),
    ("corrected", r"改正|更正|改叫|补正|补足|纠正|修正|修改|多还少补"),
    ("accepted", r"接受|承认"),
    ("demanded", r"要求"),
    ("forbidden", r"禁止"),
    ("unlimited", r"不(?:加|作|受)?(?:任何)?限制"),
    ("led", r"首?引(?:牌|出)?(?!用)|领(?:出|牌)?"),
    ("stopped", r"停(?:止|牌)?[^，。；]{0,8}(?:\d[次圈轮]|出牌|跟牌|领出|牌权)|停牌"),
    ("adjusted", r"调整分|调整得分"),
    ("procedural", r"程序性"),
    ("disciplinary", r"纪律"),
    ("redealt", r"重新?(?:发|洗|抓|摸)|重(?:新)?打"),
    ("no_tribute", r"不(?:需|用|必|再)?(?:进)?贡"),
    ("referred", r"裁判长|竞赛委员会|仲裁"),
    ("right_lost", r"丧失|失去|放弃"),
    ("chosen", r"选择|选定|任选|决定|指定|选[一二三]"),
    ("alone", r"独自|自己决定|不得?(?:与|和|跟)[^，。；]{0,4}商量"),
    ("unauthorised", r"非法信息|信息[^，。；]{0,10}非法|不得利用"),
    ("major_side", r"庄家方|违规方"),
    ("washed", r"洗牌"),
    ("cut", r"切牌"),
    ("drawn_first", r"先抓|首先抓|先摸"),
    ("continued", r"继续|照常|接着(?:打|叫)"),
    ("restored", r"恢复"),
    ("claimed", r"声称|摊牌"),
    ("approved", r"批准"),
    ("overruled", r"否决|推翻"),
    ("announced", r"报牌|报告"),
    ("played", r"打出|出这|出该|算(?:已)?打出|明示"),
)  # fmt: skip
"""What is done in a ruling, by the words that say it."""
WEAK = frozenset({"continued", "chosen", "led", "played", "major_side", "referred", "demanded", "accepted"})
"""Said in so many sentences that alone they say little."""
OPPOSITE = {"stands": "cancelled", "cancelled": "stands"}
NARROWER = {"major": "minor", "minor": "major", "silent": "pass", "pass": "silent"}
"""Where one is said the other is another ruling."""
_NEGATED = re.compile(
    r"(?:不再|不予|不得|不许|不能|不会|不必|不用|不需|不应|不须|不可|没有|并未|未|免于|免予|免|无须|无需|无|不|(?<!级)别)(?:应|被|受|再|作|记|给予|给|当|构成|是|成为|算|转|了)?$"
)
_OWN_NEGATION = frozenset({"silent", "pass", "unlimited", "no_tribute", "alone", "unauthorised", "right_lost"})
_COMPILED = tuple((name, re.compile(words)) for name, words in FAMILIES)


@dataclass(frozen=True, slots=True)
class Said:
    """One stretch of text and what is said in it."""

    text: str
    acts: frozenset[tuple[str, bool]]  # family, and whether it is affirmed
    numbers: frozenset[tuple[str, str]]  # unit, how many
    cards: frozenset[str]
    seats: frozenset[str] = field(default_factory=frozenset)

    @property
    def empty(self) -> bool:
        """Whether nothing was recognised but seats."""
        return not (self.acts or self.numbers or self.cards)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A text in one notation: half width, suits as signs, counts as digits, without roles in brackets."""
    text = _ROLES.sub("", text.replace("(", "（").replace(")", "）"))
    text = unicodedata.normalize("NFKC", text).translate(_SUITS)
    for word, sign in _NAMED:
        text = text.replace(word, sign)
    text = re.sub(r"([♠♥♦♣])\s+(?=[2-9JQKA1])", r"\1", text)
    text = re.sub(r"(?<=[♠♥♦♣])T(?![A-Za-z])", "10", text)
    return _COUNT.sub(lambda found: str(_value(found[1])), text)


def _value(written: str) -> int:
    if "十" not in written:
        return _DIGITS[written]
    tens, _, ones = written.partition("十")
    return 10 * (_DIGITS[tens] if tens else 1) + (_DIGITS[ones] if ones else 0)


@lru_cache(maxsize=8192)
def said_in(text: str) -> Said:
    """What a stretch of text says."""
    whole = plain(text)
    acts = set()
    for name, words in _COMPILED:
        for found in words.finditer(whole):
            before = whole[max(0, found.start() - 6) : found.start()]
            denied = name not in _OWN_NEGATION and _NEGATED.search(PIECE.split(before)[-1]) is not None
            if found[0].startswith("不成立") or (name == "cancelled" and found[0] == "无效"):
                denied = False
            if name == "stands" and denied:
                acts.add(("cancelled", True))
                continue
            acts.add((name, not denied))
    numbers = {(f"第{unit}" if first else unit, amount) for first, amount, unit in _NUMBER.findall(whole)}
    numbers |= {("到", level) for level in _LEVEL.findall(whole)}
    numbers |= {("比", f"{one}:{other}") for one, other in _RATIO.findall(whole)}
    cards = {*_CARD.findall(whole), *_CALL.findall(whole), *_SUIT.findall(_CALL.sub("", whole)), *_JOKER.findall(whole)}
    return Said(whole, frozenset(acts), frozenset(numbers), frozenset(cards), frozenset(_SEATS.findall(whole)))


def pieces(text: str) -> tuple[str, ...]:
    """A text in stretches that each say something of their own: sentences, and their parts where each does."""
    out: list[str] = []
    for sentence in SENTENCE.split(text):
        held = ""
        for part in re.split("[，,]", sentence):
            if not part.strip():
                continue
            if held and not said_in(held).empty and not _leans(said_in(part), said_in(held)):
                out.append(held)
                held = part
            else:
                held = f"{held}，{part}" if held else part
        if held:
            out.append(held)
    return tuple(each.strip() for each in out)


_DOES = re.compile("出牌|过牌|首引|引牌|领出|叫牌|[打得升罚]")


def _leans(said: Said, before: Said) -> bool:
    """Whether a part of a sentence says too little to stand alone: nothing of its own, and of nobody else."""
    if said.seats - before.seats and _DOES.search(said.text):
        return False
    return said.empty or (all(name in WEAK for name, _ in said.acts) and not said.numbers and not said.cards)


def windows(text: str) -> Iterator[Said]:
    """Every stretch of an answer in which something may be said: its clauses, neighbours together, sentences."""
    for sentence in SENTENCE.split(text):
        parts = [each for each in re.split("[，,：:、]", sentence) if each.strip()]
        carried: frozenset[str] = frozenset()
        for at in range(len(parts)):
            for upto in range(at + 1, min(at + 3, len(parts)) + 1):
                found = said_in("，".join(parts[at:upto]))
                yield found if found.seats else Said(found.text, found.acts, found.numbers, found.cards, carried)
            carried = said_in(parts[at]).seats or carried
        if len(parts) > 3:
            yield said_in(sentence)


_BARE = re.compile(r"[\W_]+")


def overlap(point: str, answer: str) -> float:
    """How much of the wording of one stands in the other, by pairs of characters, 0 to 1."""
    one, other = (_BARE.sub("", plain(each)) for each in (point, answer))
    pairs = {one[at : at + 2] for at in range(len(one) - 1)}
    return sum(pair in other for pair in pairs) / len(pairs) if pairs else 0.0
