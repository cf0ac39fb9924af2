"""The register of games: what the program knows of each stands in ``<game>/game.yaml`` and nowhere else.

A game is a folder. Its rule functions, trees, cases, rights and deal sheet stand in it; ``game.yaml`` says what it is called,
how its seats follow each other, which cards are in a hand, what a penalty looks like in its print, what people are ruled
for most often, and which books are its law. Adding a game is adding a folder.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rules_data import compiled
from rules_data.record import record
from rules_data.records import plain, revive

if TYPE_CHECKING:
    from rules_data.loader import Problem

ROOT = Path(__file__).parent
FILE = "game.yaml"
NAME = "games"
FORMAT = "6"
SUITS = ("S", "H", "D", "C")
JOKERS = 2

FEWEST, MOST = 2, 8  # seats of a table, as many as a picture has room for
_LETTER = re.compile("[A-Z]")
_COMPASS = "NESW"
_RINGS = ("NESWNES", "NWSENWS")  # four seats, clockwise and anticlockwise

Counter = Literal["round", "game", "deal"]


@record
class Called:
    """How people name a game in a query, as regular expressions."""

    names: tuple[str, ...]  # at the head of a query, or before a clause number: 桥牌64条
    latin: tuple[str, ...] = ()  # anywhere, as a word of its own
    everyday: tuple[str, ...] = ()  # words with another meaning too: only where set off, or before a clause number
    before: tuple[str, ...] = ()  # what may stand in front of a name: 打, 淮安


@record
class Pack:
    """The cards of a game."""

    hand: int | str  # most in one hand; a number, or book/table/row[/column] where the law says it
    copies: int | str = 1  # of each card
    suits: tuple[str, ...] = SUITS  # these four in any order: the order cards are picked in
    jokers: bool | int = False  # whether there are the two, a big and a little one; 0 and 2 say the same
    ten: str = "10"  # how the game writes it
    level: bool = False  # a deal is played at a level, which makes cards special
    trump: bool = False  # and in a suit


@record
class Begins:
    """A tree, and the facts it is begun with."""

    tree: str
    facts: dict[str, str] = field(default_factory=dict)


@record
class Game:
    """What the program knows of a game before it reads the game's trees."""

    id: str
    order: int  # among the games shown
    name: str  # 桥牌
    sign: str  # one sign for narrow places: ♠
    seats: dict[str, str]  # in the order of play, from any of them: {N: 北家, E: 东家, ...}
    sides: dict[str, str]  # by the seats of each: {NS: 南北方, EW: 东西方}
    called: Called
    books: tuple[str, ...]  # its law texts, the base text first
    pack: Pack
    referee: str = "裁判员"  # what its books call whoever rules at the table
    turns: Literal["clockwise", "anticlockwise"] | None = (
        None  # seats that are no points of the compass: how they follow
    )
    counters: tuple[Counter, ...] = ("round", "deal")  # what an incident is placed by
    penalties: tuple[str, ...] = ()  # what a penalty looks like in print, white space left out; see coverage.SHARED
    said_in_cases: dict[str, dict[str, str]] = field(default_factory=dict)  # fact -> value -> how a situation says it
    usual: tuple[str, ...] = ()  # trees offered first until a device has habits of its own
    wrong_ruling: Begins | None = (
        None  # what is gone through when the referee ruled wrongly; None: not written in the law
    )
    calls: tuple[str, ...] = ()  # what a table calls the referee about, in a word, besides the time and other things
    without_claims: int | None = (
        None  # trees with fewer wrong claims answered than asked for: no more; it may only fall
    )
    without_next: int | None = None  # outcomes that do not say yet who acts next: no more than this; it may only fall

    @property
    def parties(self) -> tuple[str, ...]:
        """Who is ruled against where nobody is known by name: the sides (南北), or each seat where all play for themselves."""
        return tuple(side.removesuffix("方") for side in self.sides.values()) or tuple(self.seats.values())

    def party_of(self, seat: str) -> str:
        """The party that a seat belongs to."""
        side = next((words for seats, words in self.sides.items() if seat in seats), None)
        return self.seats[seat] if side is None else side.removesuffix("方")

    @property
    def clockwise(self) -> bool:
        """Whether the turn goes round as a clock does: from north to east."""
        order = list(self.seats)
        if self.turns is not None:
            return self.turns == "clockwise"
        return "N" in order and order[(order.index("N") + 1) % len(order)] == "E"


def folders(root: Path = ROOT) -> list[Path]:
    """The folders that are games."""
    return sorted(file.parent for file in root.glob(f"*/{FILE}"))


def read_game(folder: Path) -> Game:
    """What ``game.yaml`` of a folder says. Raises DataError with every fault of form."""
    from rules_data.loader import DataError, Problem, read_yaml, validate

    document = read_yaml(folder / FILE)
    game: Game = validate(document, Game)
    problems: list[Problem] = []
    if game.id != folder.name:
        what = f"项目的 id“{game.id}”和文件夹名“{folder.name}”不同。"
        problems.append(Problem(document.file, document.line(("id",)), what, "请改成相同的名字。"))
    for key, what, do in (
        *_seats_amiss(game),
        *_sides_amiss(game),
        *_turns_amiss(game),
        *_pack_amiss(game.pack),
    ):
        problems.append(Problem(document.file, document.line((key,)), what, do))
    if problems:
        raise DataError(problems)
    return game


def _seats_amiss(game: Game) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the seats: where, what, and what to do."""
    if not FEWEST <= len(game.seats) <= MOST:
        yield "seats", f"seats 写了{len(game.seats)}家。", f"请写{FEWEST}至{MOST}家。"
    strange = [letter for letter in game.seats if not _LETTER.fullmatch(letter)]
    if strange:
        yield "seats", f"seats 的“{strange[0]}”不能作座位的代号。", "请各写一个大写字母。"
    names = list(game.seats.values())
    twice = [name for at, name in enumerate(names) if name in names[:at] or not name.strip()]
    if twice:
        yield "seats", f"seats 的叫法“{twice[0]}”写了两次或是空的。", "请给每一家一个自己的叫法。"


def _sides_amiss(game: Game) -> Iterator[tuple[str, str, str]]:
    members = [seat for side in game.sides for seat in side]
    if set(members) - set(game.seats):
        yield "sides", "sides 里有 seats 没有的座位。", "请只用 seats 里的座位。"
    elif members and (len(members) != len(set(members)) or set(members) != set(game.seats)):
        yield "sides", "sides 里有的座位写了两次，或没有写。", "请把每一家写在正好一方里，各自为战的写 {}。"


def _pack_amiss(pack: Pack) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the cards: the program reads, shows and draws those of French suits and two jokers."""
    if sorted(pack.suits) != sorted(SUITS):
        what = f"pack 的花色写了{'、'.join(pack.suits) or '没有'}，程序只认黑桃、红心、方块、梅花（S、H、D、C）。"
        yield "pack", what, "请四门都写，次序不拘；别的花色还不能用。"
    if not isinstance(pack.jokers, bool) and pack.jokers not in (0, JOKERS):
        yield "pack", f"pack 的王写了{pack.jokers}张，程序只认大王、小王两张。", "有王的写 true，没有的写 false。"


def _turns_amiss(game: Game) -> Iterator[tuple[str, str, str]]:
    order = list(game.seats)
    if game.turns is None and not _compass(order):
        at, what = "seats", "看不出座位按顺时针还是逆时针轮转。"
        yield at, what, "四家的请用 N、E、S、W，按顺时针或逆时针写；别的请写 turns：clockwise 或 anticlockwise。"
    elif game.turns is not None and _compass(order) and replace(game, turns=None).clockwise != game.clockwise:
        yield "turns", f"turns 写 {game.turns}，座位却按另一个方向写。", "请改正其中一个。"


def _compass(order: list[str]) -> bool:
    """Are seats the four points of the compass, one beside the other?"""
    return len(order) == len(_COMPASS) and any("".join(order) in ring for ring in _RINGS)


def load_games(root: Path = ROOT) -> dict[str, Game]:
    """Every game of a folder, in the order shown. Raises DataError with every fault of form."""
    from rules_data.loader import DataError

    found: list[Game] = []
    problems: list[Problem] = []
    for folder in folders(root):
        try:
            found.append(read_game(folder))
        except DataError as e:
            problems.extend(e.problems)
    if problems:
        raise DataError(problems)
    return {game.id: game for game in sorted(found, key=lambda g: (g.order, g.id))}


def version() -> str:
    """Content hash of the register's sources."""
    sources = [folder / FILE for folder in folders()]
    return compiled.packaged().get(NAME) or compiled.digest(sources, NAME, FORMAT)


def build() -> Path:
    """Compile the register and return its folder. Raises DataError when a file is faulty."""
    text = json.dumps([plain(game) for game in load_games().values()], ensure_ascii=False)
    return compiled.store(NAME, version(), lambda folder: _write(folder, text))


def _write(folder: Path, text: str) -> None:
    (folder / "games.json").write_text(text, encoding="utf-8")


_opened: dict[str, Game] | None = None
_lock = threading.Lock()


def games() -> Mapping[str, Game]:
    """The games of this installation by id, in the order shown; read once a process."""
    global _opened
    with _lock:
        if _opened is None:
            file = (compiled.find(NAME, version()) or build()) / "games.json"
            _opened = {each["id"]: revive(Game, each) for each in json.loads(file.read_text(encoding="utf-8"))}
        return _opened


_brought: Mapping[str, Game] = {}  # games known by their texts alone
_offered: frozenset[str] = frozenset()


def bring(found: Mapping[str, Game], offered: Iterable[str]) -> None:
    """Have games beside those of this installation that are known by texts somebody brought; they replace former ones.

    ``offered`` are those that are chosen among; the others are there for what was written of them.
    """
    global _brought, _offered
    _brought, _offered = dict(found), frozenset(offered)


def every_game() -> Mapping[str, Game]:
    """The games of this installation, and those that are known by their texts alone."""
    return {**games(), **_brought} if _brought else games()


def offered_games() -> Mapping[str, Game]:
    """The games that are chosen among, in the order shown."""
    if not _offered:
        return games()
    return {**games(), **{id_: each for id_, each in _brought.items() if id_ in _offered}}


def first_game() -> str:
    """The game shown first, until somebody chooses another."""
    return next(iter(games()))


def game_named(name: str) -> str | None:
    """The id of the game of this id or name; None when there is none."""
    wanted = name.strip().lower()
    return next((game.id for game in offered_games().values() if wanted in (game.id, game.name)), None)


def names() -> str:
    """The games as a sentence lists them: 桥牌、掼蛋、升级."""
    return "、".join(game.name for game in offered_games().values())


def choices() -> str:
    """The games as a message names them: bridge(桥牌)、guandan(掼蛋)."""
    return "、".join(
        f"{game.id}({game.name})" if game.id != game.name else game.id for game in offered_games().values()
    )
