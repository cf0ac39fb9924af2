"""A sentence as it was dictated, with what is certain in it recognised: seats, cards, calls, suits and sides.

Every one of them becomes one sign of its own, so that templates need not know how it was said; where it stood is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from decision_trees import notation
from decision_trees.hearing import BLOCK, DIGITS, RANK, SIGNS, seat_sign, side_sign
from decision_trees.notation import JOKERS, RANKS, SEATS, SUITS, any_of

_HAN = re.compile(r"[一-鿿]{2}")
_SUIT_WORDS = [word for word in SUITS if _HAN.fullmatch(word)] + list(notation.PIPS.values())
_STRAIN_WORDS = [*_SUIT_WORDS, "无将", "NT"]
_JOKER_WORDS = [word for word in JOKERS if _HAN.fullmatch(word)]
_SEAT_WORDS = [word for word in SEATS if re.fullmatch(r"[一-鿿]", word)]
_SEAT = "".join(_SEAT_WORDS)
_ACTS = "发开叫派引打出领跟垫先抢不加主做坐赢拿甩抓摸报贡还露摊"
_COUNTED = r"(?![张个墩次家圈轮级分点副手对阶线人门种])"

_PARTNER = "同伴|搭档|搭子|对家|对门|伙伴"
_NEXT = "下家"
_BEFORE = "上家"  # not 上手, 下手: who 上手 gains the lead or reaches out


@dataclass(slots=True)
class Sentence:
    """A sentence and where each of its characters came from."""

    said: str
    text: str
    spans: list[tuple[int, int]]
    values: dict[str, Any] = field(default_factory=dict)  # sign -> seat, card, cards, call, suit, side
    speaker: str | None = None  # his seat

    def words(self, start: int, end: int) -> str:
        """What was said where the text stands."""
        spans = self.spans[start:end]
        return self.said[min(s for s, _ in spans) : max(e for _, e in spans)].strip() if spans else ""

    def clause(self, at: int) -> tuple[int, int]:
        """Where the clause around a place begins and ends."""
        start = self.text.rfind(" ", 0, at) + 1
        end = self.text.find(" ", at)
        return start, len(self.text) if end < 0 else end

    def change(self, pattern: re.Pattern[str], to: Callable[[re.Match[str]], str | None]) -> None:
        """Put something in the place of what fits; None leaves it as it is."""
        text: list[str] = []
        spans: list[tuple[int, int]] = []
        at = 0
        for m in pattern.finditer(self.text):
            made = to(m)
            if made is None or m.end() == m.start():
                continue
            text += self.text[at : m.start()]
            spans += self.spans[at : m.start()]
            here = self.spans[m.start() : m.end()]
            text += made
            spans += [(here[0][0], here[-1][1])] * len(made)
            at = m.end()
        text += self.text[at:]
        spans += self.spans[at:]
        self.text, self.spans = "".join(text), spans

    def sign(self, kind: str, value: Any) -> str:
        """A sign that stands for a value: a seat has always the same, a side too."""
        if kind in ("seat", "side"):
            fixed = seat_sign(value) if kind == "seat" else side_sign(value)
            self.values[fixed] = value
            return fixed
        sign = chr(SIGNS[kind] + min(sum(SIGNS[kind] <= ord(s) < SIGNS[kind] + BLOCK for s in self.values), BLOCK - 1))
        self.values[sign] = value
        return sign


def kind_of(sign: str) -> str | None:
    """What a character stands for; None when it is an ordinary one."""
    return next((kind for kind, start in SIGNS.items() if start <= ord(sign) < start + BLOCK), None)


def _block(kind: str) -> str:
    return f"[{chr(SIGNS[kind])}-{chr(SIGNS[kind] + BLOCK - 1)}]"


SEAT_SIGN = _block("seat")
CALL_SIGN = _block("call")
SUIT_SIGN = _block("suit")
_CARD_SIGN = f"[{chr(SIGNS['card'])}-{chr(SIGNS['cards'] + BLOCK - 1)}]"

# -- who did something ---------------------------------------------------------------------------------------------------
_SPOKEN_OF = re.compile(
    r"(?:轮到|轮着|轮的是|(?<!不)该|应该|由|没等|不等|等|抢在|越过|跳过|隔着|跨过|向|给|对|被|让|叫|替|从|比|请|劝|帮|和|与|把|将|害得?|告诉"
    r"|问|代|归|冲|朝|怀疑庄家|怀疑|翻|碰|(?<![轮想看听直等遇得])到|(?<![现正实])在|给了|挨着|除了?|离|往|当着|影响|不是"
    r"|下家|上家|对家|同伴|搭档|搭子|对门|左手|右手|左边|右边)$"
)
_MEANWHILE = "非|硬|偏|愣|就|也|都|才|这才|马上|立刻|当场|当即|可|却|又|先|和|正|自己"
_NO_ACT = re.compile(
    rf"(?: ?(?:和|跟|与)? ?{SEAT_SIGN}|领(?:出|了|的是)*{_CARD_SIGN}|(?:{_MEANWHILE})*"
    r"(?:说|问|讲|喊裁判|叫裁判|叫了裁判|召请|请裁判|举手|发现|发觉|看见|看到|瞧见|瞅见|指出|要求|要他|要罚|不同意|不接受|不认|不干|不服"
    r"|不让|不肯认|提出|反映|投诉|抗议|反对|接受|非要|非让|坚持要|硬要|还没|还在|正在|没来得及|在想|没动|没表态|没吭声|没意见|做庄|坐庄|主打|当庄|是庄"
    r"|是明手|是观众|是领队|是教练|换了搭档"
    r"|庄家|发牌(?:人)?(?: |$|没|还没|不叫)|的(?:上家|下家|同伴|搭档|对家|牌|时候)|那墩|赢|该|(?:正|可能)?看(?!错|走|岔|混)"
    r"|正对|觉得"
    r"|以为他|认为|怀疑|旁边|后面|背后|前面|懵|愣|受误导|上当|挑|选|同意|认了|还想|拦|请|可不可以|能不能|有没有权|有权|要怎么|要选|该怎么|怎么"
    r"|被(?:误导|骗|坑|抢|跳|漏|越|隔)|没(?:答应|同意|吭声|理会|搭理|反应|在意)|那(?:里|儿|边)(?:有|还|四|三|两|一|压|拿|没)))"
)
_TOGETHER = "两家|两个|俩|都|也都|同时|一起|一齐|一块|一道|互|换|对调|的牌"
_ONE_OF_TWO = re.compile(
    rf" ?(?:和|跟|与|同)? ?{SEAT_SIGN}(?:{_TOGETHER})"  # “西家南家一齐”: the first of them
)
_OTHER_OF_TWO = re.compile(rf"{SEAT_SIGN} ?(?:和|跟|与|同)? ?$")
_BOTH = re.compile(rf"(?:{_TOGETHER})")
_ROLE_FIRST = re.compile(r"(?:庄家|明手)")
_THEN_HE = re.compile(r" ?他")
_AS_DECLARER = re.compile(r"(?:做庄|坐庄|主打) ?(?:从|自己|手里|手上|他|叫明手|却|又|把|一次|一下)")


def _actors(sentence: Sentence) -> list[str]:
    """The seats that are said to have done something, not only spoken of."""
    found = [sign for at, sign in enumerate(sentence.text) if kind_of(sign) == "seat" and acts(sentence, at)]
    return list(dict.fromkeys(sentence.values[sign] for sign in found))


def _someone_else(sentence: Sentence) -> bool:
    """Whether the sentence begins with what declarer or dummy did, who may sit anywhere."""
    first = _ROLE_FIRST.match(sentence.text)
    return first is not None and _NO_ACT.match(sentence.text, first.end()) is None


def only(sentence: Sentence, kind: str) -> bool:
    """Whether only one thing of a kind was said; of seats, only one that did something, and nobody else did."""
    if kind == "seat":
        return len(_actors(sentence)) == 1 and not _someone_else(sentence)
    kinds = {"card", "cards"} if kind in ("card", "cards") else {kind}
    return sum(kind_of(sign) in kinds for sign in dict.fromkeys(sentence.text)) == 1


def acts(sentence: Sentence, at: int) -> bool:
    """Whether the seat there is said to have done something."""
    text = sentence.text
    if _SPOKEN_OF.search(text[max(0, at - 4) : at]):
        return text[max(0, at - 2) : at] == "轮到" and _THEN_HE.match(text, at + 1) is not None
    if _ONE_OF_TWO.match(text, at + 1) or (_OTHER_OF_TWO.search(text, 0, at) and _BOTH.match(text, at + 1)):
        return False
    return _NO_ACT.match(text, at + 1) is None or _AS_DECLARER.match(text, at + 1) is not None


def spoken_of(sentence: Sentence, at: int) -> bool:
    """Whether the seat there is only spoken of: given to him, in his place, before him."""
    return _SPOKEN_OF.search(sentence.text[max(0, at - 4) : at]) is not None and not acts(sentence, at)


def seen_from(sentence: Sentence, seat: str, seats: Sequence[str]) -> Sentence:
    """The same with the others called what they are to somebody: his partner, the next, the one before."""
    at = seats.index(seat)
    steps = {1: "下家", len(seats) // 2: "同伴", len(seats) - 1: "上家"}
    called = {seat_sign(seats[(at + step) % len(seats)]): word for step, word in steps.items()}
    other = Sentence(sentence.said, sentence.text, sentence.spans, sentence.values, sentence.speaker)
    other.change(re.compile(SEAT_SIGN), lambda m: called.get(m[0]))
    return other


# -- what is recognised -------------------------------------------------------------------------------------------------
_SIDES = re.compile(r"(南北|东西)(?:方|家|两家|两位|两人|俩|向|这一?对|那一?对|那边|这边|一方)")
_LETTERS = "[SHDC]|NT?"
_LEVEL = "[1-9一二两三四五六七八九](?:阶|线)?"
_CALLED = rf"{_LEVEL}个?(?:{any_of(_STRAIN_WORDS)}|(?:{_LETTERS})(?![A-Z0-9]))|(?:PASS|PS|P|XX?|DBL)(?![A-Z0-9])"
_SEATS = re.compile(
    rf"(?<![{_SEAT}])([{_SEAT}])(?:家|边(?!那?[桌张台])|位|门|(?![{_SEAT}方])(?=[{_ACTS}]))"
    rf"|(?:(?<=轮到)|(?<=该)|(?<=由)|(?<=坐)|(?<=庄是)|(?<=庄家是)|(?<=发牌的是)|(?<=发牌人是))([{_SEAT}])(?![{_SEAT}方])"
)
_CALLED_AT_ALL = re.compile(_CALLED)
_CALLING_SEATS = re.compile(rf"(?<![{_SEAT}])([{_SEAT}])(?= ?(?:{_CALLED}|过(?:[{_SEAT} ]|$)))")  # “北一黑桃 东1H”
_CALLS = re.compile(
    rf"(?<![{DIGITS}第])([1-9一二两三四五六七八九])(?:阶|线)?({any_of(_STRAIN_WORDS)})(?!{RANK}(?![家个])|参谋)"
)
_BY_LETTER = re.compile(
    rf"(?:(?<={SEAT_SIGN})|(?<={SEAT_SIGN} )|(?<=[叫开喊报争成])|(?<=[叫开喊报争]了)|(?<=[叫开喊报争]个))"
    rf"([1-9一二两三四五六七八九])(?:阶|线)?个?({any_of(_STRAIN_WORDS)}|{_LETTERS})(?![A-Z0-9{DIGITS}])"
)
_ACTIONS = re.compile(rf"((?<={SEAT_SIGN})|(?<={SEAT_SIGN} ))(PASS|PS|P|XX|X|DBL)(?![A-Z0-9])")
_WENT_BY = re.compile(rf"(?<={SEAT_SIGN})过(?= |$|{SEAT_SIGN})")
_RANKS = r"(?:10|[2-9AKQJ]|老K|十|[二三四五六七八九])"
_SUITED = re.compile(
    rf"(?P<suit>{any_of(_SUIT_WORDS)})(?:的)?(?P<ranks>\s?(?:10|[2-9AKQJ])+(?![0-9])|老K|[二三四五六七八九十]|尖|圈|钩)"
    rf"(?P<more>(?:\s?(?:带|和|跟|、|,)?\s?(?:10|[2-9AKQJ])(?![0-9{DIGITS}]){_COUNTED})*){_COUNTED}"
)
_JOKERS = re.compile(rf"(?P<two>(?:[两2](?:个|张|只))|一对|对)?(?P<joker>大小王|大小鬼|{any_of(_JOKER_WORDS)})")
_ONE_RANK = re.compile(r"10|[2-9AKQJ]|老K|[二三四五六七八九十尖圈钩]")
_BARE_SUIT = re.compile(rf"{any_of(_SUIT_WORDS)}(?!参谋)")
_ROW = re.compile(rf"{_CARD_SIGN}(?:\s?(?:和|跟|带|与|加|还有)?\s?{_CARD_SIGN})+")
_PAUSE = re.compile(r"[，。！？；：、,.!?;:…“”\"'‘’（）()【】\s~—-]+")


def _by_seat(text: str) -> str:
    return SEATS[text]


def _put_cards(sentence: Sentence, cards: Sequence[str]) -> str:
    return sentence.sign("card", cards[0]) if len(cards) == 1 else sentence.sign("cards", list(cards))


def _recognise_cards(sentence: Sentence, whole_suits: Sequence[str]) -> None:
    def suited(m: re.Match[str]) -> str:
        ranks: list[str] = []
        for one in _ONE_RANK.finditer(m[0], m.end("suit") - m.start()):
            if one[0] in ranks:  # “红心K、4，4被卡”
                return _put_cards(sentence, [SUITS[m["suit"]] + RANKS[rank] for rank in ranks]) + m[0][one.start() :]
            ranks.append(one[0])
        return _put_cards(sentence, [SUITS[m["suit"]] + RANKS[rank] for rank in ranks])

    def joker(m: re.Match[str]) -> str:
        cards = ["BJ", "LJ"] if m["joker"].startswith("大小") else [JOKERS[m["joker"]]] * (2 if m["two"] else 1)
        return _put_cards(sentence, cards)

    def row(m: re.Match[str]) -> str:
        cards = []
        for sign in m[0]:
            value = sentence.values.get(sign)
            cards += value if isinstance(value, list) else [value] if value is not None else []
        return _put_cards(sentence, cards)

    sentence.change(_SUITED, suited)
    sentence.change(_JOKERS, joker)
    if whole_suits:
        every = re.compile(rf"(?:{any_of(whole_suits)})({RANK})")
        sentence.change(every, lambda m: _put_cards(sentence, [suit + RANKS[m[1]] for suit in notation.PIPS]))
    sentence.change(_ROW, row)
    sentence.change(_BARE_SUIT, lambda m: sentence.sign("suit", SUITS[m[0]]))


# -- people -------------------------------------------------------------------------------------------------------------
_RELATED = re.compile(rf"({SEAT_SIGN})(?:的|他)?(?:(?P<partner>{_PARTNER})|(?P<next>{_NEXT})|(?P<before>{_BEFORE}))")
_I = "(?:我|俺|咱)"
_WHO_I_AM = re.compile(
    rf"{_I}(?:就?是|坐在?|坐的是?)({SEAT_SIGN})|(?:就是|是){_I} ?({SEAT_SIGN})|(?:^|(?<= )){_I}({SEAT_SIGN})|({SEAT_SIGN})的我"
)
_I_MYSELF = re.compile(rf"{_I}(?!们|方|家|这|那|仨|俩|几|桌|队)")


def _recognise_people(sentence: Sentence, seats: Sequence[str]) -> None:
    steps = {"partner": len(seats) // 2, "next": 1, "before": len(seats) - 1}

    def related(m: re.Match[str]) -> str | None:
        name = next(name for name in steps if m[name])
        seat = sentence.values[m[1]]
        return sentence.sign("seat", seats[(seats.index(seat) + steps[name]) % len(seats)])

    sentence.change(_SIDES, lambda m: sentence.sign("side", "NS" if "南" in m[1] else "EW"))
    sentence.change(_SEATS, lambda m: sentence.sign("seat", _by_seat(m[1] or m[2])))
    mine = {
        sentence.values[next(filter(None, m.groups()))]
        for m in _WHO_I_AM.finditer(sentence.text)
        if not sentence.text[: m.start()].endswith(("不", "不是"))
    }
    if len(mine) == 1:
        sentence.speaker = mine.pop()
        sentence.change(_I_MYSELF, lambda m: sentence.sign("seat", sentence.speaker))
    sentence.change(_RELATED, related)


# -- corrections --------------------------------------------------------------------------------------------------------
_SLIP = "(?:不对不对|不对|不不不|不不|说错了|讲错了|记错了|口误|更正)"
_SIGN = f"[{chr(min(SIGNS.values()))}-{chr(max(SIGNS.values()) + BLOCK - 1)}]"
_SLIP_OF_TONGUE = re.compile(  # said by itself, or between the two; “轮次不对”, “他讲错了” are no slips of the tongue
    rf"(?:(?:^| )(?:哦|噢|啊|呃|哎)*{_SLIP}(?:我说)? ?(?:是|应该是)? (?:是|应该是)?"
    rf"|(?: |^)(?:哦|噢|啊|呃|哎)+{_SLIP}(?:我说)?(?:是|应该是)?"
    rf"|(?: |^){_SLIP}(?:我说)?(?:是|应该是)(?={_SIGN})|(?<={_SIGN})(?:哦|噢|啊|呃)?{_SLIP}(?:我说)?(?:是|应该是)(?={_SIGN}))"
)
_RESTATED = 12  # characters in which he says it again


def _take_corrections(sentence: Sentence) -> None:
    """``东家 不对 是西家``: the last of its kind is what was meant; where it is said again otherwise, nothing before counts."""
    at = 0
    while (m := _SLIP_OF_TONGUE.search(sentence.text, at)) is not None:
        after = sentence.text[m.end() : m.end() + 1]
        kind = kind_of(after) if after else None
        before = next((i for i in range(m.start() - 1, -1, -1) if kind and kind_of(sentence.text[i]) == kind), None)
        if before is None:
            said = {kind_of(sign) for sign in sentence.text[: m.start()]} - {None}
            again = {kind_of(sign) for sign in sentence.text[m.end() : m.end() + _RESTATED]}
            at = m.end()
            if said & again:
                sentence.text, sentence.spans, at = sentence.text[m.end() :], sentence.spans[m.end() :], 0
            continue
        text, spans = sentence.text, sentence.spans
        between = slice(before + 1, m.start())
        pause = " " if text[between].strip() else ""  # “东家 不对 是西家抢先引了”: he went on with the same words
        sentence.text = text[:before] + after + text[between] + pause + text[m.end() + 1 :]
        meant = (spans[before][0], spans[m.end()][1])
        sentence.spans = [
            *spans[:before],
            meant,
            *spans[between],
            *spans[m.start() : m.start() + len(pause)],
            *spans[m.end() + 1 :],
        ]


def _recognise_bare_calls(sentence: Sentence) -> None:
    """Seats and calls that stand beside each other without a word: ``北1S 东P``, ``北一个黑桃东一个红心``."""
    if not _CALLED_AT_ALL.search(sentence.text):
        return
    sentence.change(_CALLING_SEATS, lambda m: sentence.sign("seat", _by_seat(m[1])))
    sentence.change(_ACTIONS, lambda m: notation.CALL_NAMES[notation.ACTIONS[m[2]]])
    sentence.change(_BY_LETTER, lambda m: sentence.sign("call", notation.bid(m[1] + m[2]) or ""))
    sentence.change(_WENT_BY, lambda m: notation.CALL_NAMES["P"])


def read_sentence(
    said: str, seats: Sequence[str], slips: Mapping[str, str], whole_suits: Sequence[str], calls: bool
) -> Sentence:
    """A sentence with what is certain in it recognised. ``seats``: of the game, in the order of play."""
    text: list[str] = []
    spans: list[tuple[int, int]] = []
    for i, character in enumerate(said):
        made = notation.half_width(notation.spelled_out(character))
        text += made
        spans += [(i, i + 1)] * len(made)
    sentence = Sentence(said, "".join(text), spans)
    if slips:
        sentence.change(re.compile(any_of(slips)), lambda m: slips[m[0]])
    sentence.change(_PAUSE, lambda m: None if m[0] == ":" and _between_digits(m) else " ")
    _recognise_people(sentence, seats)
    _pause(sentence)
    if calls:
        _recognise_bare_calls(sentence)
        sentence.change(_CALLS, lambda m: sentence.sign("call", (notation.bid(m[1] + m[2]) or "")))
    _recognise_cards(sentence, whole_suits)
    _take_corrections(sentence)
    return sentence


_ASIDE = re.compile(
    r"(?:^|(?<= ))(?:呃|嗯|那个|裁判|哎|我|您好)*(?:请问|请教|想问|要问|问)(?:一下|一句|一声|个事儿?|下|您|你|哈|句)*(?!牌|叫)"
    r"|(?:我)?(?:跟|和|给|同)(?:你|您)(?:说|讲|汇报|反映)(?:个|一|件|下|声)*(?:事儿?|情况)?|(?:照|按)(?:你|您)(?:说|讲|判)的(?:那样)?"
)
_ENDED = re.compile(  # nobody says a pause aloud: a particle, then somebody else; the level, then the trump
    rf"(?<=[吧嘛呀呢啦哟])(?={SEAT_SIGN})|(?:(?<=打[2-9AKQJ])|(?<=打10))(?=将牌?是?(?:{any_of(_SUIT_WORDS)}))"
)


def _pause(sentence: Sentence) -> None:
    """A pause where one thing is told and the next begins, and in the place of what is said to the referee alone."""
    sentence.change(_ASIDE, lambda m: " ")
    for at in reversed([m.start() for m in _ENDED.finditer(sentence.text)]):
        sentence.text = f"{sentence.text[:at]} {sentence.text[at:]}"
        sentence.spans.insert(at, sentence.spans[at])


def _between_digits(m: re.Match[str]) -> bool:
    return m.string[m.start() - 1 : m.start()].isdigit() and m.string[m.end() : m.end() + 1].isdigit()
