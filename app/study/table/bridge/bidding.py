"""A player in the auction: reads the calls by the system, and says what his hand is worth by it.

What everybody has shown is worked out from the calls alone (:func:`shown`), so a player knows no more than the table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from app.study.table.bridge import system
from app.study.table.bridge.system import LONGEST, MOST, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SEATS = "NESW"
SUITS = "CDHS"
STRAINS = ("C", "D", "H", "S", "NT")
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
RANKS = "23456789TJQKA"
BALANCED = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
TOP = 7  # level
Calls = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player looks at before he calls."""

    cards: tuple[str, ...]
    points: int
    lengths: Mapping[str, int]
    balanced: bool

    @classmethod
    def of(cls, cards: Iterable[str]) -> Hand:
        """Thirteen cards, looked at."""
        held = tuple(sorted(cards))
        lengths = {suit: sum(card[0] == suit for card in held) for suit in SUITS}
        shape = tuple(sorted(lengths.values(), reverse=True))
        return cls(held, sum(POINTS.get(card[1], 0) for card in held), lengths, shape in BALANCED)

    def stops(self, suit: str) -> bool:
        """Is a suit of the opponents held?"""
        return any(
            card[0] == suit and self.lengths[suit] >= system.STOPPERS.get(card[1], LONGEST) for card in self.cards
        )

    def quality(self, suit: str) -> int:
        """How many of A, K, Q, J, 10 of a suit."""
        return sum(card[0] == suit and card[1] in "AKQJT" for card in self.cards)

    def worth(self, trump: str | None) -> int:
        """Points, with those for shortness where there is a fit in the suit."""
        if trump is None or trump == "NT":
            return self.points + sum(max(0, n - 4) for n in self.lengths.values()) // 2
        short = sum(system.SHORTNESS.get(n, 0) for suit, n in self.lengths.items() if suit != trump)
        return self.points + (short if self.lengths[trump] >= 3 else short // 2)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a player's calls say of his hand."""

    low: int = 0
    high: int = MOST
    fewest: Mapping[str, int] = field(default_factory=dict)
    forcing: bool = False  # of his last call

    @property
    def likely(self) -> float:
        """Points he is thought to have: nearer to the fewest."""
        return self.low + min(system.LIKELY * (self.high - self.low), system.MORE)

    def at_least(self, suit: str) -> int:
        """Cards of a suit he has shown."""
        return self.fewest.get(suit, 0)

    def also(self, low: int, high: int, suits: Mapping[str, int], *, forcing: bool) -> Shown:
        """After another call."""
        new_low = max(self.low, min(low, self.high))
        new_high = max(new_low, min(self.high, high))
        fewest = {suit: max(self.at_least(suit), suits.get(suit, 0)) for suit in SUITS}
        return Shown(new_low, new_high, fewest, forcing)


def partner_of(seat: str) -> str:
    """Opposite."""
    return SEATS[(SEATS.index(seat) + 2) % 4]


def after(seat: str, steps: int = 1) -> str:
    """So many places on."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def is_bid(call: str) -> bool:
    """Is it a bid?"""
    return call[0].isdigit()


def height(call: str) -> int:
    """Bids in order: 1C is 0."""
    return (int(call[0]) - 1) * len(STRAINS) + STRAINS.index(call[1:])


def last_bid(calls: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """The last bid, with who made it."""
    return next((each for each in reversed(calls) if is_bid(each[1])), None)


def lowest(calls: Sequence[tuple[str, str]], strain: str) -> str | None:
    """The lowest bid of a strain that may be made; None above seven."""
    last = last_bid(calls)
    for level in range(1, TOP + 1):
        if last is None or height(f"{level}{strain}") > height(last[1]):
            return f"{level}{strain}"
    return None


def doubled(calls: Sequence[tuple[str, str]]) -> str:
    """X or XX where the last bid is doubled or redoubled, else nothing."""
    last = next((call for _, call in reversed(calls) if call != "P"), "")
    return last if last in ("X", "XX") else ""


def over(calls: Sequence[tuple[str, str]]) -> bool:
    """Three passes after another call."""
    return len(calls) >= len(SEATS) and all(call == "P" for _, call in calls[-3:])


# -- the system --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Place:
    """Where a player calls: what the rows of the system are read by."""

    rows: tuple[Row, ...]
    supported: str | None  # M
    theirs: tuple[str, ...]


def _place(calls: Calls, seat: str) -> _Place | None:
    """The rows a call stands in; None where only judgement is left."""
    bids = [(who, call) for who, call in calls if call != "P"]
    own = [call for who, call in bids if who == seat]
    mates = [call for who, call in bids if who == partner_of(seat)]
    theirs = [call for who, call in bids if who in (after(seat), after(seat, 3))]
    suits = tuple(dict.fromkeys(call[1:] for call in theirs if is_bid(call) and call[1:] != "NT"))
    if not bids:
        return _Place(system.OPENINGS, None, ())
    if own:
        return None
    if not mates and len([each for each in theirs if is_bid(each)]) == 1 and is_bid(theirs[0]):
        return _Place(system.OVERCALLS, None, suits) if height(theirs[0]) < height("3NT") else None
    if len(mates) == 1 and is_bid(bids[0][1]) and bids[0][0] == partner_of(seat) and len(theirs) <= 1:
        opened = mates[0]
        if theirs and theirs[0] != "X" and height(theirs[0]) > height("2S"):
            return None
        if opened == "1NT" and not theirs:
            return _Place(system.NOTRUMP_RESPONSES, None, suits)
        if opened == "2C" and not theirs:
            return _Place(system.STRONG_RESPONSES, None, suits)
        if opened in ("1S", "1H"):
            return _Place(system.RESPONSES, opened[1], suits)
        if opened in ("1D", "1C"):
            return _Place(system.MINOR_RESPONSES, opened[1], suits)
    return None


def _calls_of(row: Row, place: _Place, calls: Calls) -> Iterator[tuple[str, str | None]]:
    """The calls a row stands for where it is, with the new suit."""
    if "m" not in row.call:
        call = row.call.replace("M", place.supported or "")
        if call == "X":
            if last_bid(calls) is not None and not doubled(calls):
                yield call, None
        elif (low := lowest(calls, call[1:])) is not None and height(call) >= height(low):
            yield call, None
        return
    for suit in "SHDC":
        if suit == place.supported or suit in place.theirs:
            continue
        low = lowest(calls, suit)
        if low is None:
            continue
        if row.call == "Jm":
            yield f"{int(low[0]) + 1}{suit}", suit
        elif low[0] == row.call[0]:
            yield low, suit


def _fits(row: Row, hand: Hand, place: _Place, suit: str | None, calls: Calls) -> bool:
    points = hand.worth(place.supported) if "M" in row.call else hand.points
    if place.rows is system.OVERCALLS and len(calls) > 2 and calls[-1][1] == calls[-2][1] == "P":
        points += system.REOPENING
    if not row.points[0] <= points <= row.points[1] or (row.balanced is not None and hand.balanced is not row.balanced):
        return False
    if place.rows is system.OPENINGS and len(calls) + 1 not in row.seats:
        return False
    for name, (fewest, most) in row.suits.items():
        real = place.supported if name == "M" else suit if name == "m" else name
        if real is None or not fewest <= hand.lengths[real] <= most:
            return False
    named = suit or (row.call[1:] if row.call[1:] in SUITS else None)
    if row.quality and named is not None and hand.quality(named) < row.quality:
        return False
    if row.stopper and not all(hand.stops(each) for each in place.theirs):
        return False
    if row.call == "X" and row.points[0] < system.STRONG_DOUBLE:
        unbid = [each for each in SUITS if each not in place.theirs]
        if any(hand.lengths[each] < system.UNBID_FOR_DOUBLE for each in unbid):
            return False
    return all(hand.lengths[each] <= row.short for each in place.theirs)


def _by_system(calls: Calls, seat: str, hand: Hand) -> str | None:
    """The call of the first row that fits; of several suits of one row the longest, then the cheapest."""
    place = _place(calls, seat)
    if place is None:
        return None
    for row in place.rows:
        fitting = [
            (hand.lengths[suit] if suit else 0, -height(call) if is_bid(call) else 0, call)
            for call, suit in _calls_of(row, place, calls)
            if _fits(row, hand, place, suit, calls)
        ]
        if fitting:
            return max(fitting)[2]
    return "P"


@lru_cache(maxsize=4096)
def shown(calls: Calls) -> Mapping[str, Shown]:
    """What each player has shown by the calls made."""
    said = {seat: Shown() for seat in SEATS}
    for at, (seat, call) in enumerate(calls):
        said[seat] = _shows(calls[:at], seat, call, said)
    return said


def _shows(before: Calls, seat: str, call: str, said: Mapping[str, Shown]) -> Shown:
    now = said[seat]
    place = _place(before, seat)
    if place is not None:
        rows = [(row, suit) for row in place.rows for made, suit in _calls_of(row, place, before) if made == call]
        if rows:
            suits: dict[str, int] = {}
            for row, suit in rows:
                for name, (fewest, _) in row.suits.items():
                    real = place.supported if name == "M" else suit if name == "m" else name
                    if real is not None and fewest:
                        suits[real] = min(suits.get(real, LONGEST), fewest)
            if len(rows) > 1:
                suits = {name: n for name, n in suits.items() if name == (call[1:] if is_bid(call) else "")}
            if call == "X":
                suits = {each: system.UNBID_FOR_DOUBLE for each in SUITS if each not in place.theirs}
            if call.endswith("NT") and all(row.balanced for row, _ in rows):
                suits = dict.fromkeys(SUITS, 2)
            low, high = min(r.points[0] for r, _ in rows), max(r.points[1] for r, _ in rows)
            return now.also(low, high, suits, forcing=all(r.forcing for r, _ in rows))
        if call == "P":
            weakest = min((row.points[0] for row in place.rows if row.points[0] >= 6), default=MOST)
            top = 11 if place.rows is system.OPENINGS else 5 if place.supported else 15
            return now.also(0, min(top, weakest + 10), {}, forcing=False)
    if call in ("P", "X", "XX"):
        return replace(now, forcing=False)
    mate = said[partner_of(seat)]
    strain = call[1:]
    suits = {} if strain == "NT" else {strain: max(3 if mate.at_least(strain) >= 4 else 4, now.at_least(strain))}
    if strain in SUITS and now.at_least(strain) >= 4 and mate.at_least(strain) == 0:
        suits = {strain: now.at_least(strain) + 1}
    needs = (system.ENOUGH["invite"] - 4 + 3 * (int(call[0]) - 2)) if int(call[0]) >= 2 else 18
    low = max(now.low, min(now.high, round(needs - mate.likely)))
    return now.also(low, max(low, min(now.high, low + 5)), suits, forcing=False)


# -- judgement ---------------------------------------------------------------------------------------------------------
def choose(calls: Calls, seat: str, cards: Iterable[str], *, may_double: bool = True) -> str:
    """What a player calls, holding these thirteen cards: always a call that is legal in rotation."""
    hand = Hand.of(cards)
    call = _by_system(calls, seat, hand)
    if call is not None and call != "P":
        return call if may_double or call != "X" else "P"
    judged = _judged(calls, seat, hand) if call is None else call
    return judged if may_double or judged not in ("X", "XX") else "P"


def _judged(calls: Calls, seat: str, hand: Hand) -> str:
    said = shown(calls)
    mate, own = said[partner_of(seat)], said[seat]
    last = last_bid(calls)
    if last is None:
        return "P"
    ours = last[0] in (seat, partner_of(seat))
    strain, length = _best_strain(hand, mate, last[1][1:] if ours else None)
    points = hand.worth(strain if length >= system.FIT else None)
    together, most = points + mate.likely, points + min(mate.high, mate.low + 4)
    doubled_theirs = _doubled_by(calls, partner_of(seat)) and not ours
    if doubled_theirs and mate.forcing and calls[-1][1] == "P":
        return _advance(calls, hand, mate)
    if _talked_out(calls, seat, own, mate):
        return _compete(calls, hand, mate, strain, length, together) if not ours else "P"
    goal = _goal(strain, length, together, hand, mate)
    if goal is not None:
        return _toward(calls, goal, ours, last)
    if not ours:
        return _compete(calls, hand, mate, strain, length, together)
    return _settle(calls, hand, mate, own, strain, length, points, together, most)


def _doubled_by(calls: Calls, seat: str) -> bool:
    """Was his last call a double?"""
    return next((call for who, call in reversed(calls) if who == seat), "") == "X"


def _advance(calls: Calls, hand: Hand, mate: Shown) -> str:
    """What partner's double asks for: the longest suit they have not bid, higher with more."""
    theirs = {call[1:] for who, call in calls if is_bid(call)}
    suits = [suit for suit in "SHDC" if suit not in theirs] or list(SUITS)
    suit = max(suits, key=lambda each: hand.lengths[each] + (each in "SH") / 2)
    low = lowest(calls, suit)
    if low is None:
        return "P"
    points = hand.worth(suit)
    if points + mate.likely >= system.ENOUGH["game"]:
        stopped = all(hand.stops(each) for each in theirs if each in SUITS)
        goal = f"4{suit}" if suit in "SH" and hand.lengths[suit] >= 4 else "3NT" if stopped else f"4{suit}"
        return goal if height(goal) >= height(low) else low
    if points >= 9 and int(low[0]) <= 2 and hand.lengths[suit] >= 4:
        return f"{int(low[0]) + 1}{suit}"
    return low


def _best_strain(hand: Hand, mate: Shown, standing: str | None) -> tuple[str, int]:
    """Where to play, and how many trumps both have by what is known."""

    def total(suit: str) -> int:
        return hand.lengths[suit] + mate.at_least(suit)

    majors = [suit for suit in "SH" if total(suit) >= system.FIT]
    if majors:
        best = max(majors, key=lambda suit: (total(suit), suit == standing))
        return best, total(best)
    minors = [suit for suit in "DC" if total(suit) >= system.FIT]
    best = max(minors or SUITS, key=lambda suit: (total(suit), suit == standing))
    return best, total(best)


def _goal(strain: str, length: int, together: float, hand: Hand, mate: Shown) -> str | None:
    """The contract to reach at once; None below game."""
    enough = system.ENOUGH
    if together >= enough["grand_slam"]:
        return f"7{strain if length >= system.FIT else 'NT'}"
    if together >= enough["small_slam"]:
        return f"6{strain if length >= system.FIT else 'NT'}"
    if together < enough["game"]:
        return None
    if length >= system.FIT and strain in "SH":
        return f"4{strain}"
    short = [suit for suit in SUITS if hand.lengths[suit] <= 1 and mate.at_least(suit) < 4]
    if length >= system.FIT + 1 and short and together >= enough["minor_game"]:
        return f"5{strain}"
    return "3NT"


def _toward(calls: Calls, goal: str, ours: bool, last: tuple[str, str]) -> str:
    low = lowest(calls, goal[1:])
    if low is None:
        return "P"
    if height(goal) >= height(low):
        return goal
    if ours:
        return "P"
    if int(low[0]) == int(goal[0]) + 1 and goal[1:] != "NT" and int(goal[0]) <= 4:
        return low
    return "X" if not doubled(calls) and int(last[1][0]) >= 4 else "P"


def _talked_out(calls: Calls, seat: str, own: Shown, mate: Shown) -> bool:
    """Has he said what he has, and partner left it there?"""
    made = [call for who, call in calls if who == seat]
    return len(made) >= 3 or (bool(made) and own.high - own.low <= 3 and not mate.forcing and len(made) >= 2)


def _settle(
    calls: Calls,
    hand: Hand,
    mate: Shown,
    own: Shown,
    strain: str,
    length: int,
    points: int,
    together: float,
    most: float,
) -> str:
    """Our side has the last bid: leave it, correct it, or invite."""
    last = last_bid(calls)
    if last is None:
        return "P"
    standing, level = last[1][1:], int(last[1][0])
    fits = standing != "NT" and hand.lengths[standing] + mate.at_least(standing) >= system.FIT - 1
    invite = most >= system.ENOUGH["game"] + 1 and together >= system.ENOUGH["invite"]
    if invite and level <= 2:
        bid = lowest(calls, strain if length >= system.FIT else "NT")
        wanted = f"3{strain}" if length >= system.FIT else "2NT"
        if bid is not None and height(wanted) >= height(bid):
            return wanted
    theirs = any(is_bid(call) for who, call in calls if who in (after(last[0]), after(last[0], 3)))
    if theirs and fits and length > system.FIT and level < min(length - system.COMPETE["cards"], 4):
        raised = f"{min(length - system.COMPETE['cards'], 3 if strain in 'CD' else 4)}{strain}"
        if together >= system.COMPETE["points"] and standing == strain and not _raised(calls, strain):
            return raised if height(raised) > height(last[1]) else "P"
    if mate.forcing or (not fits and standing != "NT" and level <= 2):
        better = _describe(calls, hand, mate, own, points)
        if better is not None:
            return better
    if not mate.forcing:
        return "P"
    bids = [bid for suit in STRAINS if (bid := lowest(calls, suit)) is not None]
    return min(
        bids, key=lambda bid: (-(hand.lengths.get(bid[1:], 2) + mate.at_least(bid[1:])), height(bid)), default="P"
    )


def _raised(calls: Calls, strain: str) -> bool:
    """Has the suit been bid twice already?"""
    return sum(is_bid(call) and call[1:] == strain for _, call in calls) >= 2


def _describe(calls: Calls, hand: Hand, mate: Shown, own: Shown, points: int) -> str | None:
    """A rebid that says more: support, a second suit, the first again, no trumps."""
    supports = [suit for suit in "SHDC" if mate.at_least(suit) >= 4 and hand.lengths[suit] >= 4]
    for suit in supports:
        bid = lowest(calls, suit)
        if bid is not None and int(bid[0]) <= 3:
            jump = points >= 16 and int(bid[0]) <= 2
            return f"{int(bid[0]) + 1}{suit}" if jump else bid
    order = sorted(SUITS, key=lambda suit: (-hand.lengths[suit], suit))
    for suit in order:
        bid = lowest(calls, suit)
        again = own.at_least(suit) >= 3
        if bid is None or hand.lengths[suit] < (6 if again else 4) or mate.at_least(suit) >= 4:
            continue
        if int(bid[0]) == 1 or (int(bid[0]) == 2 and (again or points >= 16 or _lower(own, suit))):
            return bid
    no_trumps = lowest(calls, "NT")
    if no_trumps is not None and int(no_trumps[0]) <= 2 and (int(no_trumps[0]) == 1 or points >= 17):
        return no_trumps
    for suit in order:
        bid = lowest(calls, suit)
        if bid is not None and own.at_least(suit) >= 3 and hand.lengths[suit] >= 5 and int(bid[0]) <= 2:
            return bid
    return no_trumps if no_trumps is not None and int(no_trumps[0]) <= 2 and mate.forcing else None


def _lower(own: Shown, suit: str) -> bool:
    """Is a new suit below the one shown first, so that partner can go back?"""
    first = max((each for each in SUITS if own.at_least(each) >= 3), key=own.at_least, default="S")
    return SUITS.index(suit) < SUITS.index(first)


def _compete(calls: Calls, hand: Hand, mate: Shown, strain: str, length: int, together: float) -> str:
    """They have the last bid: as high as we have trumps, if we have something."""
    bid = lowest(calls, strain)
    if bid is None or length < system.FIT or together < system.COMPETE["points"]:
        return "P"
    return bid if int(bid[0]) <= min(length - system.COMPETE["cards"], 4) else "P"


def counted(hand: Iterable[str]) -> Counter[str]:
    """Cards by suit."""
    return Counter(card[0] for card in hand)
