"""How often the simple players of the living table beat random ones: ``python -m tests.benchmarks.table_players [--write]``.

A deal is played once, the simple players on one side, on the other those that do any legal thing; which side changes from deal to
deal, and so does in shengji who is banker. Guandan: won by the side that finishes first (3.10). Shengji: by the banker's side where
the defenders do not take the stage, else by the defenders; a banker of the random side buries any six. The aim is 75 of 100.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from app.study.table.guandan import acts as guandan_acts
from app.study.table.guandan import players as guandan_players
from app.study.table.guandan import position as guandan
from app.study.table.shengji import acts as shengji_acts
from app.study.table.shengji import players as shengji_players
from app.study.table.shengji import position as shengji
from decision_trees.guandan.seats import Side as GuandanSide
from decision_trees.shengji.cards import Card
from decision_trees.shengji.numbers import card_count

RESULT = Path(__file__).with_suffix(".txt")
SEED = 20261128
DEALS = 400  # a game
ROOT = Path(__file__).parents[2]
AIM = 75


def guandan_won(chance: str, simple_ns: bool) -> bool:
    """Whether the simple side finishes first in a deal."""
    random = Random(chance)
    at = guandan.begun(random)
    good = GuandanSide.NS if simple_ns else GuandanSide.EW
    simple, other = guandan_players.SimplePlayer(), guandan_players.RandomPlayer(random)
    while at.turn is not None:
        player: guandan_players.Player = simple if at.turn.side is good else other
        act = guandan_acts.action(at, player)
        if act.kind in ("play", "pass"):
            play = guandan.play_of(at, act) if act.kind == "play" else None
            assert at.table.why_not(at.turn, play) is None
        at = guandan.after(at, act)
    return at.table.places[0].side is good


def shengji_won(chance: str, simple_banks: bool) -> bool:
    """Whether the simple side wins a deal, as the banker's side or as the defenders."""
    random = Random(chance)
    at = shengji.begun(random)
    simple, other = shengji_players.SimplePlayer(), shengji_players.RandomPlayer(random)
    while at.turn is not None:
        banks = at.turn.side is at.table.banker.side
        if at.stage == "drawn" and not simple_banks:
            at = shengji.buries(at, tuple(random.sample(at.table.hands[at.table.banker], card_count("bottom"))))
            continue
        player: shengji_players.Player = simple if banks is simple_banks else other
        act = shengji_acts.action(at, player)
        assert act.kind != "play" or at.table.why_not(tuple(map(Card.parse, act.what))) is None
        at = shengji.after(at, act)
    took_stage = "上台" in shengji.score(at, {}).text
    return took_stage is not simple_banks


GAMES: dict[str, Callable[[str, bool], bool]] = {"guandan": guandan_won, "shengji": shengji_won}


def share(game: str, deals: int, seed: int) -> float:
    """Of 100 deals those that the simple side wins."""
    return 100 * sum(GAMES[game](f"{seed}/{game}/{n}", n % 2 == 0) for n in range(deals)) / deals


def sources(game: str) -> list[Path]:
    """What is measured: how a game is dealt, played and scored at the living table."""
    folder = ROOT / "app" / "study" / "table" / game
    names = ("acts.py", "players.py", "position.py")
    return [*(folder / name for name in names), ROOT / "decision_trees" / game / "playing.py", Path(__file__)]


def measured(game: str) -> str:
    """The digest of what is measured, and of what measures it."""
    return hashlib.sha256(b"".join(each.read_bytes() for each in sources(game))).hexdigest()[:16]


def main(arguments: Sequence[str]) -> None:
    """Print the shares, and write them where asked."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.table_players")
    asked.add_argument("--number", type=int, default=DEALS, help="deals a game")
    asked.add_argument("--seed", type=int, default=SEED)
    asked.add_argument("--write", action="store_true", help=f"into {RESULT.name}")
    given = asked.parse_args(arguments)
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
    lines = [f"commit {commit} seed {given.seed}"]
    for game in GAMES:
        won = share(game, given.number, given.seed)
        lines.append(
            f"{game}: measured {measured(game)}, {given.number} deals, simple players win {won:.1f} % (aim {AIM})"
        )
        print(lines[-1], flush=True)
    if given.write:
        RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
