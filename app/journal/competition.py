"""What the journal holds of an event's rounds: how it is played, who meets whom, who sits where, results, who left, what was added.

All are records of kind ``competition`` about the event; which one it is, its ``what`` says. A later record of the same thing
goes before an earlier one, which stays: a result is corrected by writing it again. Who leaves or was late, and what is added
to a score, is taken back by a ``withdrawal``. Readers of before there were such records pass them over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from app.journal.json_text import decoded
from rules_data.records import misfit, revive

Format = Literal["round_robin", "swiss", "single", "double", "groups"]
Side = Literal["", "home", "away", "both"]
Number = int | float  # as JSON has them


@dataclass(frozen=True, slots=True)
class PlanBody:
    """How an event is played. A later plan of the same event replaces an earlier one; results of meetings it keeps stay."""

    format: Format
    order: tuple[str, ...]  # entrants by their numbers: as drawn, or the strongest first
    what: Literal["plan"] = "plan"
    method: Literal["berger", "rotation"] = "berger"
    cycles: int = 1  # how often everybody meets everybody
    rounds: int = 0  # of pairing by score
    groups: int = 0
    through: int = 0  # from each group into the knockout
    first: Literal["snake", "halves", "listed"] = "snake"  # first round of pairing by score
    bye_points: tuple[Number, ...] = ()  # match points and level points of a bye; none: not laid down
    third_place: bool = False
    finals: int = 1  # of double elimination: 2 where the winner of the losers' part must win twice
    drop: Literal["", "same", "reverse"] = ""  # of double elimination: where losers come into the losers' part
    series: str = ""  # how a knockout match of several games is decided; nothing: one game
    scoring: Literal["levels", "standard", "winner", "points"] = "points"
    equals: Literal["share", "among"] = "share"  # where the text has nothing for those with the same total
    tables: tuple[str, ...] = ()
    victory: tuple[
        tuple[Number, Number, Number], ...
    ] = ()  # IMPs apart from which on the winner and the loser get so many VP
    places: int = 0  # how many go through, or are given a prize: what a team still needs is said of these
    deals: int = 0  # of a round; 0: not laid down


@dataclass(frozen=True, slots=True)
class PairingBody:
    """Two who meet; ``away`` is empty for a bye."""

    table: str
    home: str
    away: str = ""
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundBody:
    """A round as it was paired."""

    number: int
    pairings: tuple[PairingBody, ...]
    what: Literal["round"] = "round"


@dataclass(frozen=True, slots=True)
class ResultBody:
    """What came of a meeting."""

    meeting: str
    home: str
    away: str
    what: Literal["result"] = "result"
    levels: tuple[tuple[str, str], ...] = ()  # last levels of each game
    scores: tuple[tuple[Number, Number], ...] = ()  # points of each game, where they are written instead of levels
    forfeit: Side = ""  # who forfeits
    ground: str = ""  # why, as the rule function names it
    winner: Side = ""  # where the games alone do not say
    points: tuple[Number, ...] = ()  # laid down by the chief referee: home main, away main, home second, away second
    remark: str = ""
    void: bool = False  # not played after all: what was written before does not count


@dataclass(frozen=True, slots=True)
class ChangeBody:
    """Somebody leaves before a round, or comes to play from it on."""

    entrant: str
    change: Literal["leave", "enter"]
    round: int
    what: Literal["change"] = "change"
    remark: str = ""
    decided: Literal["", "bye", "wins"] = (
        ""  # by the chief referee, where the text is silent: what becomes of his meetings
    )


@dataclass(frozen=True, slots=True)
class AdjustBody:
    """Points that are added to a total or taken from it."""

    entrant: str
    round: int
    what: Literal["adjust"] = "adjust"
    main: Number = 0
    second: Number = 0
    reason: str = ""
    ruling: str = ""  # the record of the ruling it follows from


@dataclass(frozen=True, slots=True)
class LateBody:
    """Somebody came late to a round, but not so late that it is a forfeit. A later one of the same round replaces it."""

    entrant: str
    round: int
    what: Literal["late"] = "late"
    minutes: int = 0  # whole ones
    over: bool = False  # and some seconds more
    included: bool = True  # levels written of the meeting have what the opponents go up by in them
    main: Number = 0  # added to the total (below 0: taken from it), where the text leaves it open how much
    second: Number = 0


@dataclass(frozen=True, slots=True)
class LotsBody:
    """Lots drawn between equals, the first before the others."""

    order: tuple[str, ...]
    what: Literal["lots"] = "lots"


@dataclass(frozen=True, slots=True)
class SeatingBody:
    """Who really sits at a table in a round, where that is not as it was drawn, or was not drawn. A later one replaces it."""

    table: str
    round: int
    sides: tuple[tuple[str, str], ...]  # a side of the game (NS) and the pair that sits there
    what: Literal["seating"] = "seating"
    substitutes: tuple[tuple[str, str], ...] = ()  # a pair, and who plays in it for whom, in words


Body = PlanBody | RoundBody | ResultBody | ChangeBody | AdjustBody | LateBody | LotsBody | SeatingBody
BODIES: dict[str, type[Any]] = {
    "plan": PlanBody,
    "round": RoundBody,
    "result": ResultBody,
    "change": ChangeBody,
    "adjust": AdjustBody,
    "late": LateBody,
    "lots": LotsBody,
    "seating": SeatingBody,
}
MOST_ROUND = 9_999
MOST_MINUTES = 999
LARGEST = 1e9


def read(body: Mapping[str, Any]) -> Body | None:
    """The body of a record; None for one that a later version wrote, or that cannot be read."""
    try:
        body = decoded(body)
    except (ValueError, RecursionError):
        return None
    type_ = BODIES.get(str(body.get("what")))
    if type_ is None or fault(body):
        return None
    names = {f.name for f in fields(type_)}
    made: Body = revive(type_, {name: value for name, value in body.items() if name in names})
    return made


def written(body: Body) -> dict[str, Any]:
    """The JSON of a body: fields as they are without being said are left out."""
    defaults = {f.name: f.default for f in fields(body)}
    return {name: value for name, value in asdict(body).items() if name == "what" or value != defaults[name]}


def fault(body: Mapping[str, Any]) -> str:
    """What is wrong with a body; nothing when it can be read, or is of a kind that a later version writes."""
    what = body.get("what")
    if not isinstance(what, str):
        return "赛程记录没有写明是什么（what）。"
    type_ = BODIES.get(what)
    if type_ is None:
        return ""
    where = misfit(type_, body)
    if where is not None:
        return f"赛程记录的“{'.'.join(map(str, where)) or what}”不对。"
    number = body.get("number" if what == "round" else "round", 1)
    if what in ("round", "change", "adjust", "late", "seating") and not 0 <= number <= MOST_ROUND:
        return "赛程记录的轮次不对。"
    if what == "late" and not 0 <= body.get("minutes", 0) <= MOST_MINUTES:
        return f"赛程记录里迟到的分钟数应是0至{MOST_MINUTES}。"
    if what == "result" and any(len(pair) != 2 for name in ("levels", "scores") for pair in body.get(name, ())):
        return "赛程记录的成绩应是双方各一个。"
    if what == "seating" and any(len(two) != 2 for name in ("sides", "substitutes") for two in body.get(name, ())):
        return "赛程记录的座位应是每一方一对。"
    victory = body.get("victory", ())
    if any(len(row) != 3 for row in victory):
        return "赛程记录的VP表每段应是IMP差、胜方、负方三个数。"
    amounts = [
        *(each for row in victory for each in row),
        body.get("main", 0),
        body.get("second", 0),
        *body.get("points", ()),
        *body.get("bye_points", ()),
    ]
    if any(abs(each) > LARGEST for each in amounts):
        return "赛程记录的得分太大。"
    return ""
