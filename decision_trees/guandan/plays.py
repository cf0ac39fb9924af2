"""Plays as people see and name them: readings in words, the one declared, which of two plays is higher, what a wrong play holds
(rules 4, 6.1, 7.2, 7.3, 8, 17.3.1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan.cards import SUITED, Card, Rank, is_wild, parse_cards, parse_level
from decision_trees.guandan.patterns import (
    PatternType,
    Reading,
    Recognition,
    beats,
    bomb_class,
    complete_patterns,
    height,
    largest_play,
    recognise,
)
from decision_trees.guandan.seats import (
    FOLLOWS_NOT,
    Seat,
    SeatCode,
    held_seats,
    leader_open,
    next_leader,
    next_with_cards,
)

_B, _S = "guandan-2017:", "guandan-supplement:"
MOST_WRONG = 16
"""Cards of a wrong play that are looked through for patterns: the ways to choose some of them double with each."""
_COUNT = {4: "四", 5: "五", 6: "六", 7: "七", 8: "八", 9: "九", 10: "十"}
_NAMES = {
    PatternType.SINGLE: ("单张",),
    PatternType.PAIR: ("对子", "一对"),
    PatternType.TRIPLE: ("三同张", "三不带"),
    PatternType.TRIPLE_PAIR: ("三带", "带一对", "带对", "夯"),
    PatternType.STRAIGHT: ("杂花", "顺子"),
    PatternType.TUBE: ("三连对", "木板", "连对"),
    PatternType.PLATE: ("三同连张", "钢板"),
    PatternType.BOMB: ("炸",),
    PatternType.STRAIGHT_FLUSH: ("同花", "火箭"),
    PatternType.FOUR_JOKERS: ("四大天王", "王炸"),
}


def _rank(rank: Rank) -> str:
    return {Rank.LITTLE_JOKER: "小王", Rank.BIG_JOKER: "大王"}.get(rank, rank.code)


def words(reading: Reading, cards: Sequence[Card], level: Rank) -> str:
    """A reading in words: 三张K带一对6, 顺子4-5-6-7-8, 四张6的炸弹."""
    key = _rank(reading.ranks[0]) if reading.ranks else ""
    match reading.type:
        case PatternType.SINGLE:
            return f"单张{key}"
        case PatternType.PAIR:
            return f"一对{key}"
        case PatternType.TRIPLE:
            return f"三张{key}"
        case PatternType.TRIPLE_PAIR:
            others = {c.rank for c in cards if not is_wild(c, level)} - {reading.ranks[0]}
            other = min(others, default=level)  # two wild cards, of any rank but that of the three
            return f"三张{key}带一对{'' if other is reading.ranks[0] else _rank(other)}"
        case PatternType.BOMB:
            return f"{_COUNT[reading.size]}张{key}的炸弹"
        case PatternType.FOUR_JOKERS:
            return "四大天王"
        case _:
            return reading.type.chinese + (reading.key or "")


_RANK = r"10|[1-9AJQK]|大王|小王"
_TOKEN = re.compile(_RANK)
_COUNT_WORD = re.compile(r"(?:10|[1-9])\s*(?=[张个只条])|1(?=对)")
_COUNTED = re.compile(rf"(10|[3-9]|[三四五六七八九十])\s*[张个只条]\s*({_RANK})")
_PAIR_OF = re.compile(rf"对\s*({_RANK})")
_SIZES = {"三": 3, **{word: n for n, word in _COUNT.items()}}


@dataclass(frozen=True, slots=True)
class _Said:
    """What a player's words say of ranks: all in order, how many of which, and of which the pair is."""

    ranks: tuple[str, ...]
    counted: Mapping[str, int]
    pair: str | None

    @classmethod
    def read(cls, text: str) -> _Said:
        """Of 三张6带一对K, 一对6带3个K, 66KKK, 五张6, 12345 (an ace may be called 1)."""
        text = re.sub("三带[对二两2]", "", text)  # the name of the pattern
        ranks = tuple(_ace(r) for r in _TOKEN.findall(_COUNT_WORD.sub("", text)))
        counted = {_ace(rank): _SIZES.get(n) or int(n) for n, rank in _COUNTED.findall(text)}
        counted |= {rank: n for rank, n in Counter(ranks).items() if n >= 3}
        pair = _PAIR_OF.search(text)
        return cls(ranks, counted, _ace(pair[1]) if pair else None)

    def fits(self, reading: Reading, from_first: bool) -> bool:
        """Whether these ranks are the reading's own; ``from_first``: one rank alone is where a sequence begins."""
        own = tuple(_rank(r) for r in reading.ranks)
        if not own:
            return not self.ranks or set(self.ranks) <= {_rank(r) for r in Rank if r.is_joker}
        if reading.type.is_sequence:
            said = tuple(dict.fromkeys(self.ranks))
            return said == own or said == (own[0], own[-1]) or said == (own[0] if from_first else own[-1],)
        many = self.counted.get(own[0])
        if reading.type is PatternType.BOMB:
            return self.ranks[0] == own[0] and many in (None, reading.size)
        if reading.type is not PatternType.TRIPLE_PAIR:
            return self.ranks[0] == own[0] and (many is None or many == reading.size)
        if self.counted:  # 三张K, wherever it is said
            return many == 3
        if self.pair is not None:
            return own[0] == next((r for r in self.ranks if r != self.pair), own[0]) != self.pair
        return self.ranks[0] == own[0]


def _ace(said: str) -> str:
    return _rank(Rank.ACE) if said == "1" else said


def _named(text: str) -> list[PatternType]:
    """The patterns a text names; 同花顺 is not also 顺子, 王炸 no 炸弹, 三连对 no 三带对."""
    named = [type_ for type_, names in _NAMES.items() if any(name in text for name in names)]
    for longer, shorter in (
        (PatternType.STRAIGHT_FLUSH, PatternType.STRAIGHT),
        (PatternType.FOUR_JOKERS, PatternType.BOMB),
    ):
        if longer in named and shorter in named:
            named.remove(shorter)
    if PatternType.BOMB in named:
        named.append(PatternType.FOUR_JOKERS)  # the highest bomb (8.7)
    if PatternType.TRIPLE_PAIR in named and "三连对" in text:
        named.remove(PatternType.TRIPLE_PAIR)
    if PatternType.PAIR in named and re.search("带|三[张个]|3[张个]", text):  # 一对6带三张K
        named.remove(PatternType.PAIR)
    return named


def declared(text: str, found: Recognition, level: Rank, flush_as_straight: bool = False) -> Reading | None:
    """The reading a player's words mean (三张6带一对K; 顺子34567; 大点); None where they fit none or several.

    A type that is named must fit; of a sequence all ranks must be its own in order, or its ends, or its highest. A straight
    flush is a 顺子 too (4.9), but no 杂花顺, unless the event lets it be declared one (``flush_as_straight``, D-23).
    """
    text = text.upper().replace("１０", "10")
    named = _named(text)
    readings = found.readings
    if found.optional and PatternType.STRAIGHT in named:
        if flush_as_straight:
            readings = (*readings, *found.optional)
        elif "杂花" not in text:
            named = [PatternType.STRAIGHT_FLUSH, *named]
    fitting = [r for r in readings if not named or r.type in named]
    if re.search(r"大点|算大|高|大的", text) or text == "大":
        return _of_one_type(fitting, max, level)
    if re.search(r"小点|算小|低|小的", text) or text == "小":
        return _of_one_type(fitting, min, level)
    said = _Said.read(text)
    from_first = re.search("从|开头|打头|起", text) is not None
    meant = [r for r in fitting if (said.fits(r, from_first) if said.ranks else named)]
    return meant[0] if len(meant) == 1 else None


def _of_one_type(fitting: Sequence[Reading], which: Callable[..., Reading], level: Rank) -> Reading | None:
    """The highest or lowest; None for several patterns, of which none is the higher (7.3.2)."""
    return which(fitting, key=lambda r: height(r, level)) if len({r.type for r in fitting}) == 1 else None


def by_default(readings: Sequence[Reading], cards: Sequence[Card], level: Rank) -> Reading | None:
    """The reading of a play nobody declared: the only one; of two pairs with one wild card the higher (7.2.2; D-22); else None."""
    if len(readings) == 1:
        return readings[0]
    one_wild = sum(is_wild(card, level) for card in cards) == 1
    if readings and one_wild and all(r.type is PatternType.TRIPLE_PAIR for r in readings):
        return max(readings, key=lambda r: height(r, level))
    return None


def _choose(
    cards: Sequence[Card], level: Rank, said: str | None, whose: str, flush_as_straight: bool
) -> tuple[str, Reading | None]:
    """How a play counts: ``none``, ``one`` (or declared, or by default) with its reading, or ``open``."""
    found = recognise(cards, level)
    if not found.legal:
        return "none", None
    if said is not None and said.strip():
        meant = declared(said.strip(), found, level, flush_as_straight)
        if meant is None:
            may = (*found.readings, *found.optional) if flush_as_straight else found.readings
            listed = "、".join(words(r, cards, level) for r in may)
            raise RuleInputError(f"{whose}的说明“{said}”不合这手牌，可以说的有：{listed}。")
        return "one", meant
    chosen = by_default(found.readings, cards, level)
    return ("one", chosen) if chosen is not None else ("open", None)


def _listed(cards: Sequence[Card], level: Rank) -> list[str]:
    return [words(r, cards, level) for r in recognise(cards, level).readings]


@rule("guandan.play.pattern_of", f"{_B}4", f"{_B}7.3", title="一手牌是什么牌型")
def pattern_of(cards: list[str], level: str) -> dict[str, Any]:
    """Which of the ten patterns a play is; ``none`` for no pattern, ``several`` where it may be more than one (4, 7.3).

    Raises :class:`RuleInputError` for cards there cannot be.
    """
    found = recognise(parse_cards(cards), parse_level(level))
    types = {reading.type.value for reading in found.readings}
    return {"pattern": next(iter(types)) if len(types) == 1 else "several" if types else "none"}


@rule("guandan.play.readings", _B + "4", _B + "7.2", _B + "7.3", title="一手牌可以算什么")
def play_readings(cards: list[str], level: str, flush_as_straight: bool = False) -> dict[str, Any]:
    """A play's readings in words, and the one it counts as when nobody declared (4, 7.2, 7.3; D-22).

    ``case``: ``none`` is no pattern, ``one``, ``default`` several of which one counts, ``several`` must be declared. ``highest``:
    of readings of one pattern; None where they are of several. ``flush_as_straight``: the event lets a straight flush be declared
    an ordinary straight, so that it has two (D-23). Raises :class:`RuleInputError` for cards there cannot be.
    """
    played, rank = parse_cards(cards, "打出的牌"), parse_level(level)
    found = recognise(played, rank)
    readings = (*found.readings, *found.optional) if flush_as_straight else found.readings
    chosen = by_default(readings, played, rank)
    highest = _of_one_type(readings, max, rank) if readings else None
    case = "none" if not found.legal else "one" if len(readings) == 1 else "default" if chosen else "several"
    return {
        "case": case,
        "readings": [words(r, played, rank) for r in readings],
        "reading": words(chosen, played, rank) if chosen else None,
        "others": [words(r, played, rank) for r in readings if r is not chosen],
        "highest": words(highest, played, rank) if highest else None,
        "optional": [words(r, played, rank) for r in found.optional],
    }


@rule("guandan.play.declared", _B + "7.2", _B + "7.3.2", title="打出时的说明合不合")
def play_declared(cards: list[str], level: str, said: str, flush_as_straight: bool = False) -> dict[str, Any]:
    """Whether a player's words fit his cards, and which reading they mean (7.2, 7.3.2).

    ``case``: ``valid`` or ``invalid``; ``flush_as_straight``: the event lets a straight flush be declared an ordinary straight
    (D-23). Raises :class:`RuleInputError` for cards there cannot be.
    """
    played, rank = parse_cards(cards, "打出的牌"), parse_level(level)
    found = recognise(played, rank)
    meant = declared(said.strip(), found, rank, flush_as_straight)
    return {"case": "valid" if meant else "invalid", "reading": words(meant, played, rank) if meant else None}


@rule("guandan.play.said_other", _B + "7.3.2", title="说成了别的牌型没有")
def play_said_other(declared: Literal["valid", "invalid", "none"] | None = None) -> dict[str, Any]:
    """Whether a player called his cards something else than they are, by what is known of his words (7.3.2); else None."""
    return {"other": None if declared is None else declared == "invalid"}


@rule("guandan.play.judge", _B + "6.1", _B + "7.2", _B + "7.3", _B + "8", title="后一手压不压得住")
def play_judge(
    previous: list[str],
    play: list[str],
    level: str,
    previous_said: str | None = None,
    said: str | None = None,
    natural_triples: bool = False,
    flush_as_straight: bool = False,
) -> dict[str, Any]:
    """Whether one play beats another, both by their cards and what was said of them (6.1, 7.2, 7.3, 8).

    ``natural_triples``: the event orders level triples with a pair by their face (D-45); ``flush_as_straight``: it lets a straight
    flush be declared an ordinary straight (D-23). ``case``: ``beats``, ``smaller``, ``equal``, ``other`` another pattern,
    ``none`` and ``previous_none`` no pattern, ``open`` and ``previous_open`` what was said
    decides. Raises :class:`RuleInputError` for cards there cannot be, or words that do not fit them.
    """
    rank = parse_level(level)
    before, after = parse_cards(previous, "前一手"), parse_cards(play, "后一手")
    parse_cards([*previous, *play], "两手牌")
    if not before or not after:
        raise RuleInputError("两手牌都要写。")
    first, lower = _choose(before, rank, previous_said, "前一手", flush_as_straight)
    second, upper = _choose(after, rank, said, "后一手", flush_as_straight)
    out: dict[str, Any] = {
        "previous": words(lower, before, rank) if lower else None,
        "play": words(upper, after, rank) if upper else None,
        "previous_readings": _listed(before, rank),
        "readings": _listed(after, rank),
        "why": _between_bombs(upper, lower) if lower and upper else "",
    }
    if first == "none":
        return {"case": "previous_none", **out}
    if second == "none":
        return {"case": "none", **out}
    lowers = [lower] if lower else list(recognise(before, rank).readings)
    uppers = [upper] if upper else list(recognise(after, rank).readings)
    verdicts = {_compare(u, low, rank, natural_triples) for u in uppers for low in lowers}
    if len(verdicts) > 1 and "beats" not in verdicts:
        verdicts, out["why"] = {"smaller"}, "（哪一种读法都压不住）"
    if len(verdicts) == 1:  # whatever they stand for
        out["play"] = out["play"] or "、".join(words(u, after, rank) for u in uppers)
        out["previous"] = out["previous"] or "、".join(words(low, before, rank) for low in lowers)
        return {"case": verdicts.pop(), **out}
    return {"case": "previous_open" if lower is None else "open", **out}


def _least(reading: Reading, natural_triples: bool, level: Rank) -> str:
    """What at least beats a reading, in words: the lowest of its own pattern, or a bomb (6.1, 8.2 to 8.7)."""
    higher = [
        each
        for each in _every_reading()
        if _compare(each, reading, level, natural_triples) == "beats"
        and (bomb_class(each) or each.type is reading.type)
    ]
    if bomb_class(reading):
        lowest = min(higher, key=lambda r: height(r, level), default=None)
        return f"至少{_named_least(lowest)}" if lowest is not None else "没有牌压得住"
    own = [each for each in higher if each.type is reading.type]
    natural = natural_triples and reading.type is PatternType.TRIPLE_PAIR
    least = min(own, key=lambda r: (0, int(r.ranks[-1])) if natural else height(r, level), default=None)
    return f"至少{_named_least(least)}，或炸弹" if least is not None else "只有炸弹压得住"


@cache
def _every_reading() -> tuple[Reading, ...]:
    """Every pattern there is, once."""
    found = dict.fromkeys(reading for reading, _ in complete_patterns())
    runs = [Reading(PatternType.STRAIGHT_FLUSH, r.ranks, r.size) for r in found if r.type is PatternType.STRAIGHT]
    return (*found, *runs)


def _named_least(reading: Reading) -> str:
    return words(reading, (), reading.ranks[0]) if reading.ranks else words(reading, (), Rank.ACE)


@rule("guandan.play.to_beat", _B + "6.1", _B + "6.3", _B + "8", _B + "9", title="要压的是哪一手，至少出什么")
def play_to_beat(
    last_play_by: SeatCode | None = None,
    previous: list[str] | None = None,
    level: str | None = None,
    previous_said: str | None = None,
    finished: list[SeatCode] | None = None,
    natural_triples: bool = False,
    flush_as_straight: bool = False,
    held: str | None = None,
    stopped: SeatCode | None = None,
    voided: SeatCode | None = None,
) -> dict[str, Any]:
    """Whose play must be beaten, by what at least, and who leads where nobody does (6.1, 6.3, 8, 9), in words.

    ``said`` and ``least`` are None while neither maker nor cards are known, or what was said of the cards decides. Without
    ``level`` only what is the same at each. ``held``: who is stopped still, and is passed over; ``stopped``: who is from
    now on, and would not lead either (16.2). ``voided``: of those finished, whose cards are void (19.4): where the lead would be
    his, the text does not say whose it is.
    Raises :class:`RuleInputError` for cards there cannot be, or words that do not fit.
    """
    maker = Seat(last_play_by) if last_play_by is not None else None
    after = ""
    if maker is not None:
        away = held_seats(held, leading=True) | ({Seat(stopped)} if stopped is not None else set())
        out = {Seat(s) for s in finished or []}
        nobody = leader_open(maker, out, Seat(voided) if voided is not None else None)
        leads = "由谁领出条文没有写，由裁判长定" if nobody else f"由{next_leader(maker, out, away).chinese}领出"
        after = f"；别家都过牌的，{leads}" + (f"；{held.replace(FOLLOWS_NOT, '')}还停着，轮到时跳过" if held else "")
    readings = {
        _to_beat(previous, Rank.parse(each), previous_said, natural_triples, flush_as_straight)
        for each in ([level] if level is not None else [r.code for r in SUITED])
    }
    names, leasts = ({each[i] for each in readings} for i in (0, 1))
    name = names.pop() if len(names) == 1 else None
    least = leasts.pop() if len(leasts) == 1 else None
    if maker is None and name is None:
        return {"said": None, "least": None}
    own = f"{maker.chinese}的" if maker is not None else ""
    what = f"要压的是{own}{name}" if name is not None else f"要压的是{own}那一手"
    return {"said": what + (f"，{least}" if least else "") + after, "least": least}


@rule(
    "guandan.play.stands", _B + "6.1", _B + "6.3", _B + "8", _B + "9", title="打出的这一手成立，以后轮到谁、至少出什么"
)
def play_stands(
    maker: SeatCode,
    play: list[str],
    level: str | None = None,
    said: str | None = None,
    finished: list[SeatCode] | None = None,
    natural_triples: bool = False,
    flush_as_straight: bool = False,
    held: str | None = None,
    stopped: SeatCode | None = None,
    voided: SeatCode | None = None,
    missed: SeatCode | None = None,
) -> dict[str, Any]:
    """Whose turn it is after a play that stands, and what he must beat, in words (6.1, 6.3, 8, 9).

    ``finished``: who has no cards, the maker too where these were his last; ``held``: who is stopped still,
    ``stopped``: who is from now on. ``voided``: of those finished, whose cards are void (19.4).
    ``missed``: who has lost his chance in this circle (D-36), and is passed over until it ends.
    Raises :class:`RuleInputError` for cards there cannot be, or words that do not fit.
    """
    out = {Seat(each) for each in finished or []}
    beaten = play_to_beat(maker, play, level, said, finished, natural_triples, flush_as_straight, held, stopped, voided)
    passed = held_seats(held) | ({Seat(missed)} if missed is not None else set())
    return {"seat": next_with_cards(Seat(maker), (out | passed) - {Seat(maker)}).value, **beaten}


def _to_beat(
    previous: list[str] | None, level: Rank, said: str | None, natural_triples: bool, flush_as_straight: bool
) -> tuple[str | None, str | None]:
    if not previous:
        return None, None
    cards = parse_cards(previous, "前一手")
    _, reading = _choose(cards, level, said, "前一手", flush_as_straight)
    return (words(reading, cards, level), _least(reading, natural_triples, level)) if reading else (None, None)


@rule("guandan.play.touches", _B + "7.3.1", _B + "8.3", _B + "4.9", title="两手牌涉及哪些没有定论的读法")
def play_touches(previous: list[str], play: list[str], level: str) -> dict[str, Any]:
    """Which open readings the comparison of two plays touches (7.3.1, 8.3, 4.9).

    ``level_triples``: both may be three with a pair, and the three of one are level cards (D-45). ``one_suit``: one of them may
    be five in a row of one suit (D-23). Raises :class:`RuleInputError` for cards there cannot be.
    """
    rank = parse_level(level)
    readings = [recognise(parse_cards(cards), rank).readings for cards in (previous, play)]
    triples = [[r.ranks[-1] for r in each if r.type is PatternType.TRIPLE_PAIR] for each in readings]
    return {
        "level_triples": all(triples) and any(rank in each for each in triples),
        "one_suit": any(r.type is PatternType.STRAIGHT_FLUSH for each in readings for r in each),
    }


def _compare(new: Reading, previous: Reading, level: Rank, natural_triples: bool) -> str:
    if natural_triples and new.type is previous.type is PatternType.TRIPLE_PAIR:
        above = new.ranks[-1] - previous.ranks[-1]
        return "beats" if above > 0 else "smaller" if above else "equal"
    if beats(new, previous, level):
        return "beats"
    if new.type is not previous.type and not (bomb_class(new) and bomb_class(previous)):
        return "other" if not bomb_class(previous) else "smaller"
    return "equal" if height(new, level) == height(previous, level) else "smaller"


def _between_bombs(new: Reading, previous: Reading) -> str:
    """Why a bomb of another kind is higher or lower, with the clause; empty where only ranks were compared."""
    kinds = {new.type, previous.type}
    if not bomb_class(new) or not bomb_class(previous) or bomb_class(new) == bomb_class(previous):
        return ""
    if PatternType.FOUR_JOKERS in kinds:
        return "（四大天王最大，第八条七）"
    if PatternType.STRAIGHT_FLUSH in kinds:
        return "（同花顺压五张以下的炸弹，六张以上的炸弹压同花顺，第八条五、六）"
    return "（炸弹张数多的压张数少的，第八条四）"


def _patterns(cards: Sequence[Card], level: Rank) -> Iterator[tuple[PatternType, Rank, str]]:
    """Every pattern some of the cards form, with its words."""
    for size in range(1, min(len(cards), largest_play()) + 1):
        for chosen in {tuple(sorted(part, key=str)) for part in combinations(cards, size)}:
            for reading in recognise(chosen, level).readings:
                yield (
                    reading.type,
                    reading.ranks[-1] if reading.ranks else Rank.BIG_JOKER,
                    words(reading, chosen, level),
                )


@rule("guandan.play.forms", _B + "4", _B + "7.2", title="写明的这手成不成牌型")
def play_forms(cards: list[str] | None = None, level: str | None = None) -> dict[str, Any]:
    """Whether cards led form a ``pattern`` or ``none`` (4, 7.2); ``unknown`` while they, or the level, are not written.

    Raises :class:`RuleInputError` for cards there cannot be.
    """
    if not cards or level is None:
        return {"forms": "unknown"}
    legal = recognise(parse_cards(cards, "打出的牌"), parse_level(level)).legal
    return {"forms": "pattern" if legal else "none"}


@rule("guandan.play.within", _B + "17.3.1", _B + "4", title="错牌里能组成哪些牌型")
def play_within(cards: list[str], level: str) -> dict[str, Any]:
    """The patterns within a wrong play, for the player on the left to choose from (17.3.1, 4).

    Wild cards that go with no other card count too. Raises :class:`RuleInputError` for cards there cannot be.
    """
    played, rank = parse_cards(cards, "错牌"), parse_level(level)
    if not played:
        raise RuleInputError("没有写打出的牌。")
    if len(played) > MOST_WRONG:
        raise RuleInputError(f"错牌写了 {len(played)} 张，至多看 {MOST_WRONG} 张，请只写这一手打出的牌。")
    order = list(PatternType)
    found = sorted(set(_patterns(played, rank)), key=lambda p: (order.index(p[0]), p[1], p[2]))
    return {"patterns": list(dict.fromkeys(said for _, _, said in found))}


@rule("guandan.play.main_pattern", _B + "17.4", title="一手错牌的主牌型")
def play_main_pattern(
    cards: list[str], level: str, defect: str | None = None, previous: list[str] | None = None
) -> dict[str, Any]:
    """The main pattern of a wrong play (17.4); None where the cards do not tell.

    What is a pattern is its own; with cards too many (``extra``) the pattern of most of them. What is none (``no_pattern``) was
    meant as the pattern of ``previous`` where it has as many cards. With ``defect`` unknown one card too many is looked for.
    Raises :class:`RuleInputError` for cards there cannot be.
    """
    pattern, _ = _main_pattern(parse_cards(cards, "错牌"), parse_level(level), defect, previous)
    return {"pattern": pattern.chinese if pattern else None}


def _main_pattern(
    played: tuple[Card, ...], rank: Rank, defect: str | None, previous: list[str] | None
) -> tuple[PatternType | None, tuple[Card, ...]]:
    """The main pattern of a wrong play, and cards that are of it: those played, the play they followed, or most of them."""
    whole = recognise(played, rank)
    if whole.legal:
        return _only({r.type for r in whole.readings}), played
    sizes = range(len(played) - 1, max(len(played) - 2, 1), -1)
    if defect == "no_pattern":
        before = parse_cards(previous or [], "前一手")
        same_number = len(before) == len(played)
        return _only({r.type for r in recognise(before, rank).readings} if same_number else set()), before
    if defect == "extra":
        sizes = range(min(len(played) - 1, largest_play()), 0, -1) if len(played) <= MOST_WRONG else range(0)
    for size in sizes:
        parts = [(part, {r.type for r in recognise(part, rank).readings}) for part in combinations(played, size)]
        if types := set().union(*(found for _, found in parts)):
            return _only(types), next(part for part, found in parts if found)
    return None, ()


def _only(types: set[PatternType]) -> PatternType | None:
    return next(iter(types)) if len(types) == 1 else None


@rule("guandan.play.pattern_shown", _B + "17.4", _S + "4.4.2", title="照哪一手看被禁的主牌型")
def play_pattern_shown(
    cards: list[str], level: str | None = None, defect: str | None = None, previous: list[str] | None = None
) -> dict[str, Any]:
    """Cards that show the main pattern of a wrong play to whoever looks at it later (17.4; supplement 4.4.2).

    Those played where they are of it or nothing is known; the play followed where they were meant as its pattern; without what
    was dropped with them. ``unclear``: they were no pattern, and do not tell what was meant. Raises :class:`RuleInputError` for
    cards there cannot be.
    """
    unclear = defect == "no_pattern"
    if level is None:
        return {"cards": list(cards), "unclear": unclear}
    pattern, shown = _main_pattern(parse_cards(cards, "错牌"), parse_level(level), defect, previous)
    return {"cards": [str(card) for card in shown] if pattern else list(cards), "unclear": unclear and pattern is None}


@rule("guandan.play.defect", _B + "4", _B + "6.1", _B + "8", title="跟的这手错在哪里")
def play_defect(
    previous: list[str],
    play: list[str],
    level: str,
    previous_said: str | None = None,
    said: str | None = None,
    natural_triples: bool = False,
    flush_as_straight: bool = False,
) -> dict[str, Any]:
    """What is wrong with a play that follows (4, 6.1, 8).

    ``defect``: ``no_pattern``, ``other_pattern``, ``too_small``, ``none``; ``open`` where what was said decides. Raises
    :class:`RuleInputError` for cards there cannot be, or words that do not fit them.
    """
    case = play_judge(previous, play, level, previous_said, said, natural_triples, flush_as_straight)["case"]
    return {"defect": _DEFECTS.get(case, "open")}


_DEFECTS = {
    "none": "no_pattern",
    "other": "other_pattern",
    "smaller": "too_small",
    "equal": "too_small",
    "beats": "none",
}


@rule(
    "guandan.play.same_pattern", _B + "17.4", _B + "18.2.2", _S + "4.3.2", _S + "4.8.6", title="领出的是不是被禁的牌型"
)
def play_same_pattern(barred: list[str], lead: list[str], level: str, unclear: bool = False) -> dict[str, Any]:
    """Whether a lead is of the pattern that is barred (17.4, 18.2.2; supplement 4.3.2, 4.8.6); None where it cannot be told.

    ``barred``: the cards whose pattern it is; ``unclear``: they were no pattern, and what was meant is the referee's to say.
    Raises :class:`RuleInputError` for cards there cannot be.
    """
    rank = parse_level(level)
    pattern = None if unclear else play_main_pattern(barred, level)["pattern"]
    found = {r.type.chinese for r in recognise(parse_cards(lead, "领出的牌"), rank).readings}
    same = None if pattern is None or not found else found == {pattern} or (None if pattern in found else False)
    return {"same": same, "barred": pattern}


@rule("guandan.play.others", _B + "17.4", _B + "4", title="被禁牌型以外可以领出什么")
def play_others(barred: list[str], level: str, unclear: bool = False) -> dict[str, Any]:
    """The main pattern that is barred, and all others, which may be led (17.4, 4).

    ``unclear``: it is the referee's to say (:func:`play_pattern_shown`). Raises :class:`RuleInputError` for cards there cannot be.
    """
    pattern = None if unclear else play_main_pattern(barred, level)["pattern"]
    return {"barred": pattern, "others": [t.chinese for t in PatternType if t.chinese != pattern] if pattern else []}


@rule("guandan.play.barred_for", _B + "17.4", _B + "18.2.2", _S + "4.3.2", title="他领出时被禁的是哪一手的牌型")
def play_barred_for(
    seat: SeatCode,
    south: list[str] | None = None,
    east: list[str] | None = None,
    north: list[str] | None = None,
    west: list[str] | None = None,
) -> dict[str, Any]:
    """The play whose pattern somebody may not lead, taken back by his partner before (17.4, 18.2.2); null where none is known.

    Raises :class:`RuleInputError` for a seat there is not.
    """
    barred = {"S": south, "E": east, "N": north, "W": west}[Seat(seat).value]
    return {"cards": list(barred) if barred else None}
