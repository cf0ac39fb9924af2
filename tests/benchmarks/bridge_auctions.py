"""How well the bridge players of the living table bid: ``python -m tests.benchmarks.bridge_auctions [--number 1000] [--write]``.

Deals by chance are bid without any irregularity; endplay's double-dummy solver says what is made and what par is. Printed:
the median of the difference in IMP (aim: at most 4), and how many contracts were doubled and made (aim: at most 1 of 100 deals).
The solving takes an hour on a slow machine; ``--tables FILE`` keeps what was solved.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

from app.study.table.bridge import bidding
from app.study.table.bridge.position import CARDS, PACK
from decision_trees.bridge.boards import Board
from decision_trees.bridge.calls import Doubling, Strain
from decision_trees.bridge.scoring import duplicate_score, imps

ROOT = Path(__file__).parents[2]
RESULT = Path(__file__).with_name("bridge_auctions.txt")
AT_ONCE, BOARDS, BOOK = 32, 16, 6
Hands = dict[str, list[str]]


def measured() -> str:
    """The digest of what bids."""
    folder = ROOT / "app" / "study" / "table" / "bridge"
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in ("bidding.py", "system.py"))).hexdigest()[
        :16
    ]


def deal(number: int) -> tuple[Hands, Board]:
    """The deal of a number."""
    random = Random(f"par{number}")
    pack = list(PACK)
    random.shuffle(pack)
    hands = {seat: pack[n * CARDS : (n + 1) * CARDS] for n, seat in enumerate(bidding.SEATS)}
    return hands, Board.of(random.randrange(1, BOARDS + 1))


def solved(number: int) -> Iterator[tuple[dict[str, int], int]]:
    """Of each deal the tricks of every declarer in every strain (``S/N``), and par for north and south."""
    import endplay.types as types
    from endplay.dds import calc_all_tables, par

    players = {"N": types.Player.north, "E": types.Player.east, "S": types.Player.south, "W": types.Player.west}
    named = (types.Denom.clubs, types.Denom.diamonds, types.Denom.hearts, types.Denom.spades, types.Denom.nt)
    strains = dict(zip(bidding.STRAINS, named, strict=True))
    vulnerable = {"none": types.Vul.none, "NS": types.Vul.ns, "EW": types.Vul.ew, "both": types.Vul.both}
    for first in range(0, number, AT_ONCE):
        deals = [deal(n) for n in range(first, min(number, first + AT_ONCE))]
        for (_, board), table in zip(
            deals, calc_all_tables([types.Deal(_pbn(hands)) for hands, _ in deals]), strict=True
        ):
            tricks = {
                f"{name}/{seat}": table[strain, who]
                for name, strain in strains.items()
                for seat, who in players.items()
            }
            yield tricks, par(table, vulnerable[board.vulnerable], players[board.dealer.value]).score


def _pbn(hands: Hands) -> str:
    def one(hand: list[str]) -> str:
        order = bidding.RANKS
        held = ("".join(sorted((c[1] for c in hand if c[0] == suit), key=order.index, reverse=True)) for suit in "SHDC")
        return ".".join(held)

    return "N:" + " ".join(one(hands[seat]) for seat in bidding.SEATS)


def scored(number: int, tricks: dict[str, int]) -> tuple[int, bool, bool]:
    """The score of the auction for north and south; whether it was doubled, and made all the same."""
    hands, board = deal(number)
    calls: tuple[tuple[str, str], ...] = ()
    seat = board.dealer.value
    while not bidding.over(calls):
        calls = (*calls, (seat, bidding.choose(calls, seat, hands[seat])))
        seat = bidding.after(seat)
    last = bidding.last_bid(calls)
    if last is None:
        return 0, False, False
    who, bid = last
    ours = (who, bidding.partner_of(who))
    declarer = next(s for s, c in calls if s in ours and bidding.is_bid(c) and c[1:] == bid[1:])
    won, doubled = tricks[f"{bid[1:]}/{declarer}"], bidding.doubled(calls)
    side = "NS" if declarer in "NS" else "EW"
    doubling = Doubling(doubled or "none")
    points = duplicate_score(int(bid[0]), Strain(bid[1:]), doubling, board.vulnerable in ("both", side), won).total
    return (points if side == "NS" else -points), bool(doubled), bool(doubled) and won >= int(bid[0]) + BOOK


def main(arguments: Sequence[str]) -> None:
    """Print what came of it, and write it where asked."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.bridge_auctions")
    asked.add_argument("--number", type=int, default=1000)
    asked.add_argument("--tables", type=Path, help="where what was solved is kept")
    asked.add_argument("--write", action="store_true")
    given = asked.parse_args(arguments)
    tables: list[Any] = json.loads(given.tables.read_text()) if given.tables and given.tables.exists() else []
    if len(tables) < given.number:
        tables = list(solved(given.number))
        if given.tables:
            given.tables.write_text(json.dumps(tables))
    found = [(scored(n, tricks), par) for n, (tricks, par) in enumerate(tables[: given.number])]
    differences = [imps(abs(score - par)) for (score, _, _), par in found]
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
    text = "\n".join(
        [
            f"commit {commit} measured {measured()} deals {given.number}",
            f"median {median(differences):g} IMP from par, mean {fmean(differences):.2f}",
            f"doubled {sum(x for (_, x, _), _ in found)}, doubled and made {sum(m for (_, _, m), _ in found)}",
        ]
    )
    print(text)
    if given.write:
        RESULT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
