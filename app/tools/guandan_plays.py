"""Guandan: what a play is, whether it beats another, what a hand can make (rules 4, 6 to 8)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from app.tools.model import Answer, Grid, Shown, Unfit, model
from decision_trees.functions import RuleInputError
from decision_trees.guandan.cards import Card, Rank, Suit, is_wild, parse_cards, parse_level, strength
from decision_trees.guandan.patterns import PatternType, Reading, beats, complete_patterns, height, recognise
from decision_trees.guandan.plays import play_judge, play_readings, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PATTERNS, WILD, SAID = "guandan-2017:4", "guandan-2017:7.2", "guandan-2017:7.3.2"
MOST = 10  # cards in one play: nobody enters a whole hand as a play


def _cards(values: Mapping[str, Any], name: str, whose: str) -> tuple[Card, ...]:
    try:
        return parse_cards(values[name], whose)
    except RuleInputError as fault:
        raise Unfit(name, str(fault)) from None


@model("guandan.play")
def play(values: Mapping[str, Any]) -> Answer:
    """All the readings of a play, and what must be said of it (4, 7.2, 7.3.2)."""
    level = parse_level(values["level"])
    cards = _cards(values, "cards", "打出的牌")
    found = play_readings(values["cards"], values["level"])
    shown = Shown("打出的牌", tuple(map(str, cards)), frozenset(i for i, c in enumerate(cards) if is_wild(c, level)))
    if found["case"] == "none":
        return Answer("不成牌型", lines=(f"{len(cards)}张牌凑不成十种牌型里的任何一种。",), pictures=(shown,),
                      cites=(PATTERNS,), kind="bad")  # fmt: skip
    readings = found["readings"]
    lines = []
    cites = [PATTERNS]
    if any(is_wild(card, level) for card in cards):
        cites.append(WILD)
        shown = Shown(shown.title, shown.cards, shown.marked, "框出的是红心参谋，可以配成除大小王以外的任何牌。")
    if len(readings) > 1:
        lines.append("打出后必须立即说明是哪一种（第七条三(2)）。")
        cites.append(SAID)
    if found["optional"]:
        lines.append(f"能不能当杂花顺打，条文没有写明：{'、'.join(found['optional'])}。")
    said = readings[0] if len(readings) == 1 else f"{len(readings)}种算法：{'，或'.join(readings)}"
    return Answer(said, lines=tuple(lines), pictures=(shown,), cites=tuple(cites), kind="good")


VERDICTS = {
    "beats": ("压得住", "good"),
    "smaller": ("压不住：比前一手小", "bad"),
    "equal": ("压不住：一样大", "bad"),
    "other": ("压不住：牌型不同", "bad"),
    "none": ("后一手不成牌型", "bad"),
    "previous_none": ("前一手不成牌型", "bad"),
    "open": ("看后一手怎样说明", "plain"),
    "previous_open": ("看前一手怎样说明", "plain"),
}


@model("guandan.beats")
def compared(values: Mapping[str, Any]) -> Answer:
    """Whether one play beats another, for each way they can be read (6.1, 7.2, 8)."""
    level = parse_level(values["level"])
    before, after = _cards(values, "previous", "前一手"), _cards(values, "play", "后一手")
    try:
        found = play_judge(values["previous"], values["play"], values["level"])
    except RuleInputError as fault:
        raise Unfit("play", str(fault)) from None
    said, kind = VERDICTS[found["case"]]
    lines = []
    if found["previous"] and found["play"]:
        lines.append(f"前一手{found['previous']}，后一手{found['play']}{found['why']}")
    lowers, uppers = recognise(before, level).readings, recognise(after, level).readings
    rows = tuple(
        (words(low, before, level), words(up, after, level), "压得住" if beats(up, low, level) else "压不住")
        for low in lowers
        for up in uppers
    )
    several = len(lowers) > 1 or len(uppers) > 1
    cites = ["guandan-2017:6.1", "guandan-2017:8", *([SAID] if several else [])]
    grids = (Grid(("前一手算作", "后一手算作", ""), rows, title="各种算法"),) if several else ()
    return Answer(said, lines=tuple(lines), grids=grids, cites=tuple(cites), kind=kind)  # type: ignore[arg-type]


# What a hand can make

Made = tuple[Reading, tuple[Card, ...]]


def made_of(hand: Sequence[Card], level: Rank) -> dict[PatternType, list[Made]]:
    """Return every reading some cards of a hand have, by type and from the lowest, each with cards that make it.

    Natural cards go before wild ones (红心参谋), so that a pattern is shown with as few of them as it needs.
    """
    wild = [card for card in hand if is_wild(card, level)]
    natural: defaultdict[Rank, list[Card]] = defaultdict(list)
    for card in hand:
        if not is_wild(card, level):
            natural[card.rank].append(card)
    found: dict[PatternType, dict[Reading, tuple[Card, ...]]] = {}
    for reading, counts in complete_patterns():
        for cards in _cards_for(reading, counts, natural, wild):
            for read in recognise(cards, level).readings:
                if read == reading or (reading.type is PatternType.STRAIGHT and read.ranks == reading.ranks):
                    kept = found.setdefault(read.type, {})
                    if read not in kept or _wilds(cards, level) < _wilds(kept[read], level):
                        kept[read] = cards
    return {
        type_: sorted(found[type_].items(), key=lambda made: height(made[0], level))
        for type_ in PatternType
        if type_ in found
    }


def _wilds(cards: Iterable[Card], level: Rank) -> int:
    return sum(is_wild(card, level) for card in cards)


def _cards_for(
    reading: Reading, counts: Mapping[Rank, int], natural: Mapping[Rank, Sequence[Card]], wild: Sequence[Card]
) -> Iterable[tuple[Card, ...]]:
    """Ways to make a pattern: one, or of a straight one in each suit and one in mixed suits."""
    if reading.type is not PatternType.STRAIGHT:
        chosen = [card for rank, count in counts.items() for card in natural.get(rank, ())[:count]]
        missing = sum(counts.values()) - len(chosen)
        if missing <= len(wild):
            yield (*chosen, *wild[:missing])
        return
    for suit in Suit:
        chosen = [card for rank in counts for card in natural.get(rank, ()) if card.suit is suit]
        chosen = list({card.rank: card for card in chosen}.values())
        missing = len(counts) - len(chosen)
        if missing <= len(wild):
            yield (*chosen, *wild[:missing])
    each = [natural[rank] for rank in counts if natural.get(rank)]
    missing = len(counts) - len(each)
    if missing <= len(wild) and each:
        chosen = [cards[0] for cards in each]
        for at, cards in enumerate(each):  # another suit somewhere, where there is one
            if len({card.suit for card in chosen}) > 1:
                break
            chosen[at] = (
                next((card for card in cards if card.suit is not chosen[0].suit), cards[0]) if at else chosen[0]
            )
        if len({card.suit for card in chosen}) == 1:
            others = [card for card in each[0] if card.suit is not chosen[0].suit]
            chosen[0] = others[0] if others else chosen[0]
        yield (*chosen, *wild[:missing])


@model("guandan.hand")
def hand(values: Mapping[str, Any]) -> Answer:
    """Everything a hand can play, by type (4, 7.2)."""
    level = parse_level(values["level"])
    cards = _cards(values, "hand", "手牌")
    found = made_of(cards, level)
    bombs = [made for type_, listed in found.items() if type_.is_bomb for made in listed]
    bombs.sort(key=lambda made: height(made[0], level))
    rows = tuple(
        (type_.chinese, str(len(listed)), " ".join(_short(reading) for reading, _ in listed))
        for type_, listed in found.items()
    )
    counts = Counter(card.rank for card in cards)
    most = max(counts, key=lambda rank: (counts[rank], strength(rank, level)))
    wild = _wilds(cards, level)
    shown = tuple(
        Shown(
            words(reading, made, level),
            tuple(map(str, made)),
            frozenset(i for i, card in enumerate(made) if is_wild(card, level)),
        )
        for reading, made in reversed(bombs[-6:])
    )
    lines = [f"{len(cards)}张，红心参谋 {wild} 张，最多的是{_name(most)}，{counts[most]}张"]
    return Answer(
        f"{len(found)}种牌型，能压其他牌型的 {len(bombs)} 手" if bombs else f"{len(found)}种牌型，没有炸弹",
        lines=tuple(lines),
        grids=(Grid(("牌型", "种", "大小"), rows, title="各种牌型（由小到大）"),),
        pictures=shown,
        cites=(PATTERNS, WILD, "guandan-2017:8"),
    )


def _name(rank: Rank) -> str:
    return {"LJ": "小王", "BJ": "大王"}.get(rank.code, rank.code)


def _short(reading: Reading) -> str:
    if not reading.ranks:
        return "四王"
    if reading.type.is_sequence:
        return f"{_name(reading.ranks[0])}-{_name(reading.ranks[-1])}"
    size = f"×{reading.size}" if reading.type is PatternType.BOMB else ""
    return _name(reading.ranks[0]) + size
