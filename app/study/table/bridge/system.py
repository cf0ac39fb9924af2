"""A plain natural system as data: which hands make which call, where. The first row that fits is called.

Points are high-card points (A 4, K 3, Q 2, J 1), with ``fit`` points for shortness where a trump fit is known. Nothing here is law.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST, LONGEST = 40, 13  # no hand has more points, or cards of a suit


@dataclass(frozen=True, slots=True)
class Row:
    """One call, and the hands that make it."""

    call: str  # 1S; with letters for suits that are not fixed: M the suit supported, m a new suit, J a jump in it
    points: tuple[int, int]
    suits: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # fewest and most cards; M and m as in ``call``
    balanced: bool | None = None
    stopper: bool = False  # of the suit the opponents bid
    short: int = LONGEST  # most cards of the suit the opponents bid
    quality: int = 0  # of A, K, Q, J, 10 in the suit called, at least so many
    forcing: bool = False
    seats: tuple[int, ...] = (1, 2, 3, 4)  # in which place to open


OPENINGS = (
    Row("2C", (22, MOST), forcing=True),
    Row("2NT", (20, 21), balanced=True),
    Row("1NT", (15, 17), balanced=True),
    Row("1S", (12, 21), {"S": (5, LONGEST)}),
    Row("1H", (12, 21), {"H": (5, LONGEST)}),
    Row("1S", (11, 11), {"S": (6, LONGEST)}),
    Row("1H", (11, 11), {"H": (6, LONGEST)}),
    Row("1D", (12, 21), {"D": (4, LONGEST)}),
    Row("1C", (12, 21), {"C": (3, LONGEST)}),
    Row("1D", (12, 21), {"D": (3, LONGEST)}),
    Row("4S", (6, 10), {"S": (8, LONGEST)}, quality=3),
    Row("4H", (6, 10), {"H": (8, LONGEST)}, quality=3),
    Row("3S", (5, 10), {"S": (7, LONGEST)}, quality=2, seats=(1, 2, 3)),
    Row("3H", (5, 10), {"H": (7, LONGEST)}, quality=2, seats=(1, 2, 3)),
    Row("3D", (5, 10), {"D": (7, LONGEST)}, quality=2, seats=(1, 2, 3)),
    Row("3C", (5, 10), {"C": (7, LONGEST)}, quality=2, seats=(1, 2, 3)),
    Row("2S", (6, 10), {"S": (6, 6), "H": (0, 3)}, quality=2, seats=(1, 2, 3)),
    Row("2H", (6, 10), {"H": (6, 6), "S": (0, 3)}, quality=2, seats=(1, 2, 3)),
    Row("2D", (6, 10), {"D": (6, 6), "S": (0, 3), "H": (0, 3)}, quality=2, seats=(1, 2, 3)),
)

# To partner's one of a suit (M); m: a new suit at the lowest level, biddable there
RESPONSES = (
    Row("4M", (5, 10), {"M": (5, LONGEST)}),
    Row("4M", (13, 15), {"M": (4, LONGEST)}),
    Row("3M", (10, 12), {"M": (4, LONGEST)}),
    Row("2M", (6, 9), {"M": (3, LONGEST)}),
    Row("1m", (6, MOST), {"m": (4, LONGEST)}, forcing=True),
    Row("2m", (11, MOST), {"m": (4, LONGEST)}, forcing=True),
    Row("3M", (10, 12), {"M": (3, LONGEST)}),
    Row("2NT", (11, 12), balanced=True),
    Row("3NT", (13, 16), balanced=True),
    Row("1NT", (6, 10)),
)
MINOR_RESPONSES = (
    Row("1m", (6, MOST), {"m": (4, LONGEST)}, forcing=True),
    Row("3NT", (13, 16), balanced=True),
    Row("2NT", (11, 12), balanced=True),
    Row("3M", (10, 12), {"M": (5, LONGEST)}),
    Row("2M", (6, 9), {"M": (5, LONGEST)}),
    Row("2m", (11, MOST), {"m": (5, LONGEST)}, forcing=True),
    Row("1NT", (6, 10)),
    Row("2M", (6, 10), {"M": (4, LONGEST)}),
    Row("3M", (10, 12), {"M": (4, LONGEST)}),
)
# To 1NT: no conventions, suits are to play at two, forcing at three
NOTRUMP_RESPONSES = (
    Row("4S", (9, 15), {"S": (6, LONGEST)}),
    Row("4H", (9, 15), {"H": (6, LONGEST)}),
    Row("3S", (10, 15), {"S": (5, 5)}, forcing=True),
    Row("3H", (10, 15), {"H": (5, 5)}, forcing=True),
    Row("6NT", (18, 19)),
    Row("7NT", (22, MOST)),
    Row("4NT", (16, 17), balanced=True),
    Row("3NT", (10, 17)),
    Row("2NT", (8, 9), balanced=True),
    Row("2S", (0, 8), {"S": (5, LONGEST)}),
    Row("2H", (0, 8), {"H": (5, LONGEST)}),
    Row("2D", (0, 8), {"D": (6, LONGEST)}),
    Row("3NT", (9, 9)),
    Row("2NT", (8, 8)),
)
STRONG_RESPONSES = (
    Row("2S", (8, MOST), {"S": (5, LONGEST)}, forcing=True),
    Row("2H", (8, MOST), {"H": (5, LONGEST)}, forcing=True),
    Row("2NT", (8, MOST), balanced=True, forcing=True),
    Row("3C", (8, MOST), {"C": (5, LONGEST)}, forcing=True),
    Row("3D", (8, MOST), {"D": (5, LONGEST)}, forcing=True),
    Row("2D", (0, MOST), forcing=True),
)
# Over their opening: m a suit of our own at the lowest level
OVERCALLS = (
    Row("1NT", (15, 18), balanced=True, stopper=True),
    Row("1m", (8, 16), {"m": (5, LONGEST)}, quality=2),
    Row("2m", (10, 16), {"m": (6, LONGEST)}, quality=2),
    Row("2m", (12, 16), {"m": (5, LONGEST)}, quality=3),
    Row("Jm", (6, 10), {"m": (6, LONGEST)}, quality=3),
    Row("3m", (12, 17), {"m": (6, LONGEST)}, quality=3),
    Row("X", (12, MOST), short=2, forcing=True),
    Row("X", (17, MOST), forcing=True),
)
UNBID_FOR_DOUBLE = 3  # cards of each suit the opponents did not bid, of a double below 17
STRONG_DOUBLE = 17

# How high two hands go together: points of both that are enough
ENOUGH = {"game": 24, "minor_game": 28, "small_slam": 33, "grand_slam": 37, "invite": 24}
GAME = {"NT": 3, "S": 4, "H": 4, "D": 5, "C": 5}
FIT = 8  # cards of a suit in both hands
STOPPERS = {"A": 1, "K": 2, "Q": 3, "J": 4}  # with so many cards a suit is held
SHORTNESS = {0: 5, 1: 3, 2: 1}  # points for shortness where there is a fit
COMPETE = {"points": 17, "cards": 6}  # with so much on our side we bid as high as we have trumps, less six
LIKELY, MORE = 0.3, 3.0  # of what partner may have more than he has shown, so much is expected, at most so many points
REOPENING = 3  # points lent by partner where two passes would end the auction low
