"""What the worked cases give to draw, and how long drawing takes.

    python -m tests.benchmarks.pictures_of_cases

By game: cases with an auction, with cards, with seats only, with nothing; the trees of those with nothing; and the cases whose
situation names cards that no fact holds, so that the picture cannot show them.
"""

from __future__ import annotations

import re
import statistics
import time
from collections import Counter, defaultdict

from app.base.opened import trees
from app.ruling.picture import picture_of

CARDS = re.compile("[♠♥♦♣]|黑桃|红心|方块|梅花|[大小]王")
LISTED = 15


def main() -> None:
    """Print the figures."""
    library = trees()
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    nothing: Counter[str] = Counter()
    unsaid: Counter[str] = Counter()
    took = []
    for case in library.cases.values():
        begun = time.perf_counter()
        seen = picture_of(case)
        took.append(1000 * (time.perf_counter() - begun))
        if seen is None:
            kind = "nothing"
            nothing[case.tree] += 1
        else:
            kind = "auction" if seen.auctions else "cards" if seen.laid else "seats only"
        kinds[library.tree(case.tree).game][kind] += 1
        noted = seen is not None and any(CARDS.search(value) for _, value in seen.notes)  # the contract, the suit led
        if kind in ("nothing", "seats only") and not noted and CARDS.search(case.situation):
            unsaid[case.tree] += 1
    for game, counted in kinds.items():
        print(f"{game}: {counted.total()} cases, {', '.join(f'{n} {kind}' for kind, n in counted.most_common())}")
    print(f"nothing to draw ({nothing.total()}): {', '.join(f'{t} {n}' for t, n in nothing.most_common(LISTED))} …")
    print(
        f"cards told, in no fact ({unsaid.total()}): {', '.join(f'{t} {n}' for t, n in unsaid.most_common(LISTED))} …"
    )
    print(f"time: mean {statistics.mean(took):.2f} ms, p99 {sorted(took)[int(len(took) * 0.99)]:.1f} ms")


if __name__ == "__main__":
    main()
