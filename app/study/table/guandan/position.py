"""A guandan deal at the living table: tribute and return, then the play, with what an action does to it (rules 10, 3.8, 6, 12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from app.study.table.model import Act, Score, Shown
from decision_trees.functions import RuleInputError, call
from decision_trees.guandan import levels
from decision_trees.guandan.cards import SUITED, Card, Rank, parse_level
from decision_trees.guandan.dealing import first_drawer
from decision_trees.guandan.finishing import is_double_down
from decision_trees.guandan.numbers import Regime, at_most
from decision_trees.guandan.playing import DECK, Play, Table, sorted_hand
from decision_trees.guandan.seats import Seat, Side
from decision_trees.guandan.tribute import double_tribute, resists

PAY, RETURN = "pay", "return"
CODE = {Regime.BASE: "base", Regime.SUPPLEMENT: "supplement"}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A card that is to be given, or was: by whom, to whom; ``to`` is None while a double tribute is not settled (10.2)."""

    kind: str
    seat: Seat
    to: Seat | None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class At:
    """The deal as it stands between two actions."""

    table: Table
    regime: Regime
    level_ns: str
    level_ew: str
    previous: tuple[Seat, ...] = ()  # the order of the deal before; none: the first deal
    due: tuple[Exchange, ...] = ()  # cards still to be given, in turn
    gave: tuple[Exchange, ...] = ()
    saying: Seat | None = None  # he has to announce his cards before play goes on
    lost_by: Seat | None = None
    actors: tuple[Seat, ...] = ()  # who played or passed, one after the other
    before_last: Table | None = None  # the table before the last play
    lifted_by: Side | None = None  # once this side plays in the circle, nobody is stopped any more (18.3.2)
    unannounced: Mapping[Side, int] = field(default_factory=dict)  # how often a pair was ruled on for that (12.2)

    @property
    def turn(self) -> Seat | None:
        """Who acts; None: the deal is over."""
        if self.lost_by is not None:
            return None
        if self.due:
            return self.due[0].seat
        if self.table.over:
            return None
        return self.saying or self.table.turn

    @property
    def began(self) -> bool:
        """Whether the first play was made (第十九条)."""
        return bool(self.actors)

    @property
    def level(self) -> Rank:
        """The level played."""
        return self.table.level

    @property
    def side(self) -> Side | None:
        """Whose level is played: that of the first of the deal before (7.1)."""
        return self.previous[0].side if self.previous else None


_LATER = 0.75  # of the deals are not the first of a game


def begun(random: Random) -> At:
    """A deal: the first of a game, or one after a deal with some order of finishing; tribute where it is due (10)."""
    regime = random.choice((Regime.BASE, Regime.SUPPLEMENT))
    deck = list(DECK)
    random.shuffle(deck)
    size = at_most("full-hand")
    seats = list(Seat)
    if random.random() >= _LATER:
        level = parse_level(levels.first_level())
        hands = {s: sorted_hand(deck[n * size : (n + 1) * size], level) for n, s in enumerate(seats)}
        cutter, turned = random.choice(seats), random.choice([c for c in deck if not c.rank.is_joker])
        first = first_drawer(cutter, turned, regime).first_drawer or cutter
        return At(Table(level, hands, first), regime, level.code, level.code)
    order = seats[:]
    random.shuffle(order)
    names = [rank.code for rank in SUITED]
    ns, ew = random.choice(names), random.choice(names)
    level = parse_level(ns if order[0].side is Side.NS else ew)
    hands = {s: sorted_hand(deck[n * size : (n + 1) * size], level) for n, s in enumerate(seats)}
    payers = list(order[2:]) if is_double_down(order) else [order[3]]
    at = At(Table(level, hands, order[0]), regime, ns, ew, tuple(order))
    if resists([hands[s] for s in payers]):  # 抗贡: the first leads (10.3)
        return at
    if len(payers) > 1:
        payers = [s for s in (order[0].next, order[0].previous) if s in payers]
        return replace(at, due=tuple(Exchange(PAY, s, None) for s in payers))
    return replace(at, due=(Exchange(PAY, payers[0], order[0]), Exchange(RETURN, order[0], payers[0])))


def _move(table: Table, seat: Seat, to: Seat, card: Card) -> Table:
    hands = dict(table.without(seat, (card,)))
    hands[to] = sorted_hand((*hands[to], card), table.level)
    return replace(table, hands=hands)


def gives(at: At, card: Card) -> At:
    """The deal after whose turn it is has given a card; a double tribute is settled once both have paid (10.2)."""
    step = at.due[0]
    done = replace(step, card=card)
    gave, due = (*at.gave, done), at.due[1:]
    if step.to is not None:
        new = replace(at, table=_move(at.table, step.seat, step.to, card), due=due, gave=gave)
        return new if due else replace(new, table=replace(new.table, turn=_leads(new)))
    if due:
        return replace(at, due=due, gave=gave)
    paid = {g.seat: g.card for g in gave if g.kind == PAY and g.card is not None}
    upper = at.previous[0]
    try:
        found = double_tribute(upper, upper.partner, paid, at.level)
        pays, first = dict(found.pays_to), found.leader
    except RuleInputError:  # cards that cannot be: each to the player on his left
        pays, first = {s: s.previous for s in paid}, upper.next
    table = replace(at.table, turn=first)
    for seat, to in pays.items():
        table = _move(table, seat, to, paid[seat])
    returns = tuple(Exchange(RETURN, to, seat) for seat, to in sorted(pays.items(), key=lambda p: p[1] is not upper))
    return replace(at, table=table, due=returns, gave=tuple(replace(g, to=pays[g.seat]) for g in gave))


def _leads(at: At) -> Seat:
    """Who leads the first circle after tribute (10.1, 10.2)."""
    return at.table.turn if is_double_down(at.previous) else at.previous[3]


def play_of(at: At, act: Act) -> Play | None:
    """The play an act makes: of plays with these cards the one that was said; None where they are none."""
    cards = sorted(act.what)
    same = [play for play in at.table.options() if sorted(map(str, play.cards)) == cards]
    said = [play for play in same if play.said is not None and play.said in act.text]
    return next(iter(said or same), None)


def after(at: At, act: Act) -> At:
    """The deal after a legal action."""
    if act.kind == "show":
        return gives(at, Card.parse(act.what[0]))
    if act.kind == "say":
        assert at.saying is not None
        table = replace(at.table, announced=at.table.announced | {at.saying})
        return replace(at, table=table, saying=None)
    if act.kind == "pass":
        return passed(at)
    play = play_of(at, act)
    assert play is not None, act
    return laid(at, Seat(act.seat), play)


def laid(at: At, seat: Seat, play: Play) -> At:
    """The deal after a play; who has ten cards or fewer must say so next (12)."""
    due = at.table.due(seat, play.cards)
    table, lifted_by = at.table, at.lifted_by
    if seat.side is lifted_by:
        table, lifted_by = replace(table, stopped={}), None
    table = table.laid(seat, play, announces=False)
    return replace(
        at,
        table=table,
        saying=seat if due is not None and not table.over else None,
        actors=(*at.actors, seat),
        before_last=at.table,
        lifted_by=None if table.leading else lifted_by,
    )


def passed(at: At) -> At:
    """The deal after whose turn it is has passed."""
    table = at.table.passed()
    return replace(
        at, table=table, actors=(*at.actors, at.table.turn), lifted_by=None if table.leading else at.lifted_by
    )


def seen(at: At) -> dict[str, Any]:
    """What lies open, as facts of the deal."""
    table = at.table
    known: dict[str, Any] = {
        "regime": CODE[at.regime],
        "level_ns": at.level_ns,
        "level_ew": at.level_ew,
        "level": at.level.code,
        "game_begins": not at.previous,
    }
    if at.side is not None:
        known["level_side"] = at.side.value
    names = ("first", "second", "third")
    known |= {name: seat.value for name, seat in zip(names, table.finished, strict=False)}
    known |= {f"previous_{n}": s.value for n, s in zip((*names, "last"), at.previous, strict=False)}
    if at.turn is not None and not at.due:
        known["turn"] = table.turn.value
    if table.last is not None:
        known["last_play_by"] = table.last.seat.value
        known["previous_play"] = [str(card) for card in table.last.play.cards]
        if table.last.play.said:
            known["previous_said"] = table.last.play.said
    return known


def score(at: At, table: Mapping[str, Any]) -> Score:
    """Who goes up to which level (3.10); a deal adjudged lost counts as a double down (16.3)."""
    own: dict[str, Any] = {"level_ns": at.level_ns, "level_ew": at.level_ew, "level": at.level.code}
    lost = table.get("lost_by") or (at.lost_by.value if at.lost_by else None)
    if at.side is not None:
        own["level_side"] = at.side.value
    if lost is not None:
        found = call("guandan.deal.adjudged", {"offender": lost, **own})
        text = f"{Seat(lost).side.chinese}本副判负，按双下记分：{Seat(lost).side.opponents.chinese}{found['said']}"
        return Score(text, value=1 if Seat(lost).side is Side.EW else -1)
    places = at.table.places
    done = places if len(at.table.finished) > 2 or at.table.void else places[:2]
    names = dict(zip(("first", "second", "third", "last"), (s.value for s in done), strict=False))
    found = call("guandan.level.after", {**own, **names})
    lines = tuple(f"{name}{seat.chinese}" for name, seat in zip(("上游", "二游", "三游", "下游"), done, strict=False))
    upper = places[0].side
    return Score(f"{upper.chinese}{found['said']}", lines, 1 if upper is Side.NS else -1)


def shown(at: At) -> Shown:
    """What the referee sees: the level, whose, what lies there, how many cards everybody holds, what was announced."""
    notes = [f"打{at.level.code}", "采用附件" if at.regime.has_supplement else "只用2017版规则"]
    if at.side is not None:
        notes.append(f"打{at.side.chinese}的级")
    last = at.table.last
    trick = ((last.seat.value, tuple(map(str, last.play.cards))),) if last else ()
    counts = {s.value: f"{len(hand)}张" for s, hand in at.table.hands.items()}
    for seat in at.table.announced:
        counts[seat.value] += "（已报）"
    return Shown(tuple(notes), trick=trick, counts=counts)


def seen_by(at: At, seat: Seat) -> At:
    """The position as one player knows it: the other hands are cards he does not see, only how many there are."""
    hidden = Card.parse("BJ")
    hands = {s: hand if s is seat else (hidden,) * len(hand) for s, hand in at.table.hands.items()}
    return replace(at, table=replace(at.table, hands=hands), before_last=None)
