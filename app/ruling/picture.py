"""What happened at the table, as a picture: who sits where, who did what, which cards lie where, in the order of the game.

What a fact means in a picture stands in the data (``drawn`` of ``deal.yaml`` and of a tree); the seats and their order in
``game.yaml``. Nothing is drawn that the facts do not say, or that does not follow from them. It is drawn on the screen by
:mod:`app.widgets.picture`, on paper by :mod:`app.papers.picture`, and said in words by :attr:`Picture.said`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.base.opened import law, trees
from app.ruling.bidding import ACTIONS, Bidding
from app.ruling.pack import MARK_NAMES, name, pack_of
from decision_trees.functions import RuleInputError
from decision_trees.games import every_game
from decision_trees.law import Law
from decision_trees.model import DRAWN_OF
from decision_trees.notation import CALL_NAMES, PIPS, spelled_out
from decision_trees.reach import facts_of, reached
from decision_trees.roles import roles_of
from decision_trees.seats import Around, around
from decision_trees.values import say, show
from decision_trees.view import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from app.ruling.pack import Mark, Pack
    from decision_trees.engine import Known
    from decision_trees.model import Case, Deal, Draw, Drawn, Fact, Outcome, Tree
    from decision_trees.view import View

PLAYED = ("led", "trick", "played")  # to the trick
WORDS: Mapping[Draw, str] = {
    "led": "引出",
    "trick": "打出",
    "played": "打出",
    "exposed": "露出",
    "penalty": "罚张",
    "hand": "手里",
}
PENALTY = re.compile("(重|轻|)罚张")
SIGNS = re.compile("[♠♥♦♣](?:10|[2-9AKQJ])")
IF_DEFENDER = "如成为防家"
FEW = 4  # cards that fit into the middle of a table
LEFT = "手里还有"  # of a hand some cards of which lie on the table


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies somewhere."""

    code: str  # H10
    sign: str  # ♥10
    name: str  # 红心10
    mark: Mark | None = None  # a level card, a wild card, a trump


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that belong together: what they are, whose, and whether the referee was called for them."""

    draw: Draw
    words: str  # 首引, 重罚张
    cards: tuple[Card, ...]
    seat: str | None = None  # whose; None: on the table, or nobody said whose
    act: str = ""  # 藏牌？


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of the table."""

    seat: str
    name: str  # 南家
    doer: tuple[str, ...] = ()  # as what he did it: 藏牌者
    marks: tuple[str, ...] = ()  # 庄家, 发牌
    turn: tuple[str, ...] = ()  # whose turn it was: 轮到引牌


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the auction."""

    seat: str
    sign: str  # 1♠, 不叫
    name: str  # 1黑桃
    wrong: str = ""  # 越序


@dataclass(frozen=True, slots=True)
class Calls:
    """An auction: the calls in the order made."""

    words: str
    dealer: str
    calls: tuple[Call, ...]
    order: tuple[str, ...]  # the seats, the dealer first

    @property
    def rows(self) -> tuple[tuple[tuple[Call, ...], ...], ...]:
        """The calls as rows of four places; a place is empty where nobody called in his turn, or holds several calls."""
        rows: list[list[list[Call]]] = []
        at = len(self.order)
        for call in self.calls:
            column = self.order.index(call.seat)
            if column <= at:
                rows.append([[] for _ in self.order])
            rows[-1][column].append(call)
            at = column if column < len(self.order) - 1 else len(self.order)
        return tuple(tuple(tuple(place) for place in row) for row in rows)


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn of one incident."""

    game: str
    clockwise: bool
    places: tuple[Place, ...]  # in the order of play
    laid: tuple[Laid, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()  # what is written beside the table: 定约 4♠
    auctions: tuple[Calls, ...] = ()
    becomes: tuple[tuple[str, str], ...] = ()  # by the ruling: a card by its sign, and what it becomes (重罚张)

    def then(self, laid: Laid) -> str:
        """What the ruling makes of cards that lie together: 成为重罚张, or of some of them: ♦4成为重罚张."""
        made = dict(self.becomes)
        found = [(card.sign, made[card.sign]) for card in laid.cards if card.sign in made]
        whole = len(found) == len(laid.cards) and len({words for _, words in found}) == 1
        return found[0][1] if whole else "，".join(f"{sign}{words}" for sign, words in found)

    @property
    def around(self) -> Around:
        """Where the seats are drawn."""
        return around((place.seat for place in self.places), self.clockwise)

    @property
    def seated(self) -> bool:
        """Whether anything is known of a seat, so that the table is worth drawing."""
        return any(place.doer or place.marks or place.turn for place in self.places) or any(
            each.seat for each in self.laid
        )

    @property
    def trick(self) -> tuple[Laid, ...]:
        """The single cards played by known players, each once: they lie in the middle as at the table."""
        played = tuple(each for each in self.laid if each.draw in PLAYED and each.seat is not None)
        fit = all(len(each.cards) == 1 for each in played) and len({each.seat for each in played}) == len(played)
        return played if fit else ()

    def before(self, seat: str | None) -> tuple[Laid, ...]:
        """What lies before a player, or with None in the middle, besides the trick."""
        trick = self.trick
        return tuple(each for each in self.laid if each.seat == seat and each not in trick)

    @property
    def middle(self) -> tuple[Laid, ...]:
        """What lies on the table before nobody: a few cards, which are drawn in its middle."""
        loose = self.before(None)
        return loose if self.seated and sum(len(each.cards) for each in loose) <= FEW else ()

    @property
    def beside(self) -> tuple[Laid, ...]:
        """What lies before nobody and does not fit into the middle of the table."""
        return () if self.middle else self.before(None)

    @property
    def said(self) -> str:
        """The picture in words, for those who do not see it."""
        return "".join(f"{sentence}。" for sentence in _sentences(self))


# In words


def _sentences(picture: Picture) -> Iterator[str]:
    names = {place.seat: place.name for place in picture.places}
    about = [
        f"{place.name}（{'、'.join((*place.doer, *place.marks, *place.turn))}）"
        for place in picture.places
        if place.doer or place.marks or place.turn
    ]
    if about:
        yield "，".join(about)
    if picture.notes:
        yield spelled_out("，".join(f"{words}{value}" for words, value in picture.notes))
    for auction in picture.auctions:
        calls = [f"{names[call.seat]}{call.name}{f'（{call.wrong}）' if call.wrong else ''}" for call in auction.calls]
        yield f"{auction.words}：{'，'.join(calls) or names[auction.dealer] + '发牌，还没有人叫'}"
    played = [each for each in picture.laid if each.draw in PLAYED and each.seat is not None]
    if played:
        yield "，".join(f"{names[each.seat or '']}{_said(each)}" for each in played)
    for each in picture.laid:
        if each in played:
            continue
        whose = "" if each.seat is None else f"{names[each.seat]}{'面前的' if each.draw == 'penalty' else ''}"
        yield f"{whose}{_said(each, '：')}"
    for words in dict.fromkeys(words for _, words in picture.becomes):
        names_of = [card.name for each in picture.laid for card in each.cards if (card.sign, words) in picture.becomes]
        yield f"{'、'.join(dict.fromkeys(names_of))}{words}"
    if picture.seated:
        yield f"座位按{'顺' if picture.clockwise else '逆'}时针轮转"


def _said(laid: Laid, between: str = "") -> str:
    cards = "、".join(f"{card.name}{f'（{MARK_NAMES[card.mark]}）' if card.mark else ''}" for card in laid.cards)
    return f"{laid.words}{between}{cards}{f'（{laid.act}）' if laid.act not in ('', laid.words) else ''}"


def ruled(picture: Picture, outcome: Outcome) -> Picture:
    """The picture with what the ruling makes of the cards that lie there, as far as its consequences name them."""
    there = {card.sign for each in picture.laid for card in each.cards}
    becomes: dict[str, str] = {}
    for effect in outcome.effects:
        if effect.kind != "penalty_card":
            continue
        said = f"{effect.what or ''} {effect.amount or ''}"
        rank = found[1] if (found := PENALTY.search(said)) else ""
        if "仍" in said or "保留" in said:
            words = f"仍是{rank}罚张"
        else:
            words = f"做防家时是{rank}罚张" if IF_DEFENDER in said else f"成为{rank}罚张"
        becomes |= {sign: words for sign in SIGNS.findall(said) if sign in there}
    return replace(picture, becomes=tuple(becomes.items()))


# From the facts


def picture_of(case: Case) -> Picture | None:
    """What a worked case tells, before anything is ruled; None where its facts give nothing to draw."""
    return picture(trees().tree(case.tree), case.facts, case.settled)


def picture(tree: Tree, facts: Mapping[str, Any], settled: Mapping[str, str] | None = None) -> Picture | None:
    """Draw what facts say with the trees and books of this installation; see :func:`drawn_from`."""
    return drawn_from(tree, facts, law(settled))


def drawn_from(tree: Tree, facts: Mapping[str, Any], law: Law) -> Picture | None:
    """Draw what facts of a tree and of the deal say; None where there is nothing to draw."""
    if tree.deal is None:
        return None
    seen = view(tree, facts, law)
    try:
        return _Drawing(tree, seen, law.trees).picture()
    except RuleInputError:  # facts that cannot be read: the ruling says what is wrong with them
        return None


class _Drawing:
    """A picture while it is made."""

    def __init__(self, tree: Tree, seen: View, library: Mapping[str, Tree]) -> None:
        assert tree.deal is not None
        self.tree, self.seen, self.game, self.deal = tree, seen, every_game()[tree.game], tree.deal
        self.order = tuple(self.game.seats)
        through = tuple(reversed(tuple(reached(tree, library))))  # the tree itself is last: what it says holds
        self.drawn = _meanings(self.deal, through)
        self.facts: Mapping[str, Fact] = facts_of(tree, library)
        self.roles = roles_of(*through)
        values = {each: known.value for each in ("level", "trump", "trump_suit") if (known := self.known(each))}
        self.pack: Pack = pack_of(tree.game, values)
        self.doers = {self.seen.seat(fact) for fact, drawn in self.drawn.items() if drawn.draw == "doer"} - {None}

    def known(self, fact: str) -> Known | None:
        return self.seen.known(fact) if fact in self.facts else None

    def drawable(self, fact: str, drawn: Drawn) -> bool:
        """Whether a fact is of a kind that is drawn so: a tree may mean another thing by the name."""
        return fact in self.facts and self.facts[fact].kind in DRAWN_OF[drawn.draw]

    def picture(self) -> Picture | None:
        found = [
            (drawn, known)
            for fact, drawn in self.drawn.items()
            if self.drawable(fact, drawn)
            and (known := self.known(fact)) is not None
            and known.value not in drawn.unless
            and not any(self.known(other) for other in drawn.without)
        ]
        laid = _held(_once(self._trick_in_order([each for drawn, known in found for each in self._laid(drawn, known)])))
        made = Picture(
            self.game.id,
            self.game.clockwise,
            self._places(found),
            laid,
            tuple(self._noted(drawn, known) for drawn, known in found if drawn.draw == "noted"),
            tuple(each for drawn, known in found if drawn.draw == "auction" for each in self._auction(drawn, known)),
        )
        return made if made.seated or made.laid or made.auctions else None

    def _places(self, found: Sequence[tuple[Drawn, Known]]) -> tuple[Place, ...]:
        said: dict[tuple[str, str], list[str]] = {}  # seat and part -> words

        def add(seat: str | None, part: str, words: str) -> None:
            if seat in self.game.seats and words not in said.setdefault((seat, part), []):
                said[seat, part].append(words)

        for drawn, known in found:
            if drawn.draw == "count":
                add(self.seen.seat(drawn.by or ""), "marks", known.shown)
            elif drawn.draw in ("doer", "seat", "turn"):
                part = "marks" if drawn.draw == "seat" else drawn.draw
                add(known.value, part, drawn.words or self._role(known.name) or known.label)

        def words(seat: str, part: str) -> tuple[str, ...]:
            return tuple(said.get((seat, part), ()))

        return tuple(
            Place(seat, name, words(seat, "doer"), words(seat, "marks"), words(seat, "turn"))
            for seat, name in self.game.seats.items()
        )

    def _role(self, fact: str) -> str | None:
        return next((role.words for role in self.roles.values() if role.seat == fact and role.words), None)

    def _laid(self, drawn: Drawn, known: Known) -> Iterator[Laid]:
        if drawn.draw not in WORDS and drawn.draw != "table":
            return
        codes = (known.value,) if isinstance(known.value, str) else tuple(known.value)
        cards = tuple(self._card(code) for code in codes)
        if not cards:
            return
        seat = self.seen.seat(drawn.by) if drawn.by is not None else None
        called = self.seen.known(drawn.called) if drawn.called else None
        words = called.shown if called is not None else drawn.words or WORDS.get(drawn.draw, known.label)
        if drawn.draw == "trick" and seat is not None:
            at = self.order.index(seat)
            for turn, card in enumerate(cards):
                each = self.order[(at + turn) % len(self.order)]
                act = drawn.act if drawn.act and each in self.doers else ""
                yield Laid("played" if turn else "led", WORDS["played"] if turn else words, (card,), each, act)
            return
        if seat is None and drawn.by is not None:
            words = known.label.partition("（")[0]  # whose it is nobody said: what it is stands with it
        yield Laid(drawn.draw, words, cards, seat, drawn.act or "")

    def _card(self, code: str) -> Card:
        return Card(code, say(code, "card", None), name(code), self.pack.mark(code))

    def _trick_in_order(self, laid: Sequence[Laid]) -> list[Laid]:
        """What was played to the trick in the order of play, from the lead on; the rest as it is."""
        led = next((each for each in laid if each.draw == "led" and each.seat is not None), None)
        if led is None:
            return list(laid)
        first = self.order.index(led.seat or "")

        def turn(each: Laid) -> int:
            return (self.order.index(each.seat or "") - first) % len(self.order)

        played = sorted((each for each in laid if each.draw in PLAYED and each.seat is not None), key=turn)
        return [*played, *(each for each in laid if each not in played)]

    def _noted(self, drawn: Drawn, known: Known) -> tuple[str, str]:
        fact = self.facts[known.name]
        if fact.kind in ("call", "card"):
            value = say(known.value, fact.kind, self.deal)
        elif fact.kind == "choice" and known.value in PIPS:
            value = PIPS[known.value]
        else:
            value = show(fact, known.value)
        return drawn.words if drawn.words is not None else known.label, value

    def _auction(self, drawn: Drawn, known: Known) -> Iterator[Calls]:
        bidding = Bidding.read(known.value)
        if bidding is None:
            return
        first = self.order.index(bidding.dealer.value)
        acts = [at for at, made in enumerate(bidding.made) if drawn.act and made.seat.value in self.doers][-1:]
        yield Calls(
            drawn.words or known.label,
            bidding.dealer.value,
            tuple(
                Call(
                    made.seat.value,
                    ACTIONS.get(made.call) or say(made.call, "call", None),
                    call_name(made.call),
                    (drawn.act or "") if at in acts else made.irregular,
                )
                for at, made in enumerate(bidding.made)
            ),
            tuple(self.order[(first + turn) % len(self.order)] for turn in range(len(self.order))),
        )


def call_name(code: str) -> str:
    """Return a call in words: 1黑桃, 不叫."""
    return CALL_NAMES.get(code) or spelled_out(say(code, "call", None)).replace("NT", "无将")


def _meanings(deal: Deal, through: Sequence[Tree]) -> dict[str, Drawn]:
    """What each fact means in a picture: as the game says, or a tree that says it otherwise, the last of them."""
    out: dict[str, Drawn | None] = dict(deal.drawn)
    for one in through:
        out |= one.drawn
    return {name: drawn for name, drawn in out.items() if drawn is not None}


def _once(laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """Every card once: one that several facts tell of at the same place is drawn as what the referee was called for."""
    out: list[Laid] = []
    for each in laid:
        codes = [card.code for card in each.cards]
        same = next(
            (
                at
                for at, other in enumerate(out)
                if [card.code for card in other.cards] == codes and _alike(other, each)
            ),
            None,
        )
        if same is None:
            out.append(each)
        elif each.act and not out[same].act:
            out[same] = replace(out[same], act=each.act, seat=out[same].seat or each.seat)
    return tuple(out)


def _held(laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """Hands without the cards that lie on the table: a fact may tell what somebody held before he played."""
    out: list[Laid] = []
    for each in laid:
        if each.draw != "hand" or each.seat is None:
            out.append(each)
            continue
        gone: Counter[str] = Counter()
        for other in laid:
            if other.draw != "hand" and other.seat == each.seat:
                gone |= Counter(card.code for card in other.cards)
        left = []
        for card in each.cards:
            if gone[card.code]:
                gone[card.code] -= 1
            else:
                left.append(card)
        if len(left) == len(each.cards):
            out.append(each)
        elif left:
            out.append(replace(each, words=LEFT, cards=tuple(left)))
    return tuple(out)


def _alike(one: Laid, other: Laid) -> bool:
    if one.seat is not None and other.seat is not None and one.seat != other.seat:
        return False
    return one.draw == other.draw or (one.draw in PLAYED and other.draw in PLAYED)
