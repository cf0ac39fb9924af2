"""Brackets: single and double elimination, with seeds and byes (26; appendices 5 and 6, whose figures are lost: D-24, D-25)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from app.tools.competition.meetings import BYE, GROUP_NAMES, Meeting, Part
from decision_trees.matching import paired_in_order
from decision_trees.pairing import first_round, single_elimination

Take = Literal["winner", "loser"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side of a meeting comes from: an entrant (or a bye), or the winner or loser of another meeting."""

    entrant: str | None = None
    meeting: str = ""
    take: Take = "winner"


@dataclass(frozen=True, slots=True)
class Node:
    """A meeting of a bracket before it is known who plays."""

    id: str
    round: int
    stage: str
    home: Source
    away: Source
    why: str = ""


def seed_places(size: int) -> tuple[int, ...]:
    """The seed at each place from the top down: each plays the one with whom it makes up ``size + 1``, the best meet last.

    This is the usual order, the figure of appendix 5 being lost (D-24): 1 8 4 5 2 7 3 6.
    """
    places = [1]
    while len(places) < size:
        whole = 2 * len(places) + 1
        places = [seed for each in places for seed in (each, whole - each)]
    return tuple(places)


_PARTS: dict[str, Part] = {"K": "knockout", "W": "winners", "L": "losers"}
_WHOLE: dict[str, Part] = {"K3rd": "third", "KO3rd": "third", "F1": "final", "F2": "second_final"}
_NAMED = re.compile(r"(?:KO?|W|L)\d+\.\d+")


def prefix_beside(groups: int) -> str:
    """What meetings of the bracket after so many groups are named by: K, or KO where there is a group K."""
    return "K" if groups <= GROUP_NAMES.index("K") else "KO"


def named(id_: str) -> Part | None:
    """What part of a bracket a meeting of this name is of; None for a name no bracket gives.

    A group K, L or W gives its meetings such names too: whoever knows the meeting asks it.
    """
    return _WHOLE.get(id_) or (_PARTS[id_[0]] if _NAMED.fullmatch(id_) else None)


def single(order: Sequence[str], third_place: bool, prefix: str = "K", first: int = 1) -> list[Node]:
    """A single elimination; the strongest have the byes (26.1)."""
    size = single_elimination(len(order))
    opening = first_round(order, seed_places(size.bracket))
    nodes: list[Node] = []
    for at, (a, b) in enumerate(opening, 1):
        seeds = [order.index(each) + 1 for each in (a, b) if each is not None]
        why = f"位置表：{seeds[0]}号种子对{seeds[1]}号种子" if b is not None else f"{seeds[0]}号种子首轮轮空"
        nodes.append(Node(f"{prefix}1.{at}", first, "", Source(a), Source(BYE if b is None else b), why))
    for turn in range(2, size.rounds + 1):
        for at in range(1, (size.bracket >> turn) + 1):
            before = [f"{prefix}{turn - 1}.{2 * at - 1}", f"{prefix}{turn - 1}.{2 * at}"]
            sources = [Source(meeting=each) for each in before]
            nodes.append(Node(f"{prefix}{turn}.{at}", first + turn - 1, "", sources[0], sources[1]))
    if third_place and size.rounds >= 2:
        losers = [Source(meeting=f"{prefix}{size.rounds - 1}.{at}", take="loser") for at in (1, 2)]
        nodes.append(Node(f"{prefix}3rd", first + size.rounds - 1, "三、四名", losers[0], losers[1]))
    return nodes


def double(order: Sequence[str], finals: int, drop: str) -> list[Node]:
    """A double elimination: winners' part, losers' part, final (26.2); ``drop``: where losers come into the losers' part."""
    rounds = single_elimination(len(order)).rounds
    nodes = [
        Node("W" + node.id, node.round, "胜区", _prefixed(node.home), _prefixed(node.away), node.why)
        for node in single(order, False, prefix="")
    ]
    size = 1 << rounds
    if rounds == 1:
        last_winner, last_loser = Source(meeting="W1.1"), Source(meeting="W1.1", take="loser")
    else:
        count = size // 4
        turn = 1
        for at in range(1, count + 1):
            sources = [Source(meeting=f"W1.{n}", take="loser") for n in (2 * at - 1, 2 * at)]
            nodes.append(Node(f"L1.{at}", 2, "负区", sources[0], sources[1]))
        for winners in range(2, rounds + 1):
            turn += 1
            for at in range(1, count + 1):
                falls = count + 1 - at if drop == "reverse" and winners % 2 == 0 else at
                down = Source(meeting=f"W{winners}.{falls}", take="loser")
                nodes.append(Node(f"L{turn}.{at}", turn + 1, "负区", Source(meeting=f"L{turn - 1}.{at}"), down))
            if winners < rounds:
                turn += 1
                count //= 2
                for at in range(1, count + 1):
                    before = [Source(meeting=f"L{turn - 1}.{n}") for n in (2 * at - 1, 2 * at)]
                    nodes.append(Node(f"L{turn}.{at}", turn + 1, "负区", before[0], before[1]))
        last_winner, last_loser = Source(meeting=f"W{rounds}.1"), Source(meeting=f"L{turn}.1")
    final = max(node.round for node in nodes) + 1
    nodes.append(Node("F1", final, "决赛", last_winner, last_loser))
    if finals == 2:
        nodes.append(Node("F2", final + 1, "第二场决赛", Source(meeting="F1", take="loser"), Source(meeting="F1")))
    return nodes


def _prefixed(source: Source) -> Source:
    return Source(source.entrant, f"W{source.meeting}" if source.meeting else "", source.take)


def title(node: Node, by_id: Callable[[str], Node | None]) -> tuple[str, str]:
    """What to say of the sides that are not known yet."""

    def words(source: Source) -> str:
        if not source.meeting:
            return ""
        before = by_id(source.meeting)
        stage = before.stage if before is not None else ""
        number = source.meeting.lstrip("KOWLF")
        place = "决赛" if source.meeting.startswith("F") else f"{stage}{number}"
        return f"{place}{'胜者' if source.take == 'winner' else '负者'}"

    return words(node.home), words(node.away)


def resolved(nodes: Sequence[Node], winner: Callable[[Meeting], str]) -> list[Meeting]:
    """The meetings with those who are known; ``winner`` says home, away or nothing of one that two play.

    Who meets a bye goes on; who would have lost to nobody is a bye himself. A second final is played only where the first was
    won by him who came from the losers' part.
    """
    by_id = {node.id: node for node in nodes}
    meetings: dict[str, Meeting] = {}
    ends: dict[str, dict[Take, str | None]] = {}
    for node in nodes:
        home, away = (
            source.entrant if not source.meeting else ends[source.meeting][source.take]
            for source in (node.home, node.away)
        )
        cites = ("bye",) if node.why and BYE in (home, away) else ()
        why = (node.why,) if node.why else ()
        fed = tuple(source.meeting for source in (node.home, node.away) if source.meeting and source.take == "winner")
        part = named(node.id) or "knockout"
        meeting = Meeting(
            node.id, node.round, home, away, "", node.stage, why, cites, title(node, by_id.get), fed, part
        )
        won: str | None = None
        lost: str | None = None
        if BYE in (home, away):
            won, lost = (away if home == BYE else home), BYE
        elif meeting.is_known:
            side = winner(meeting)
            if side:
                won, lost = (home, away) if side == "home" else (away, home)
        if node.id == "F2":
            first = meetings["F1"]
            if ends["F1"]["winner"] is not None and ends["F1"]["winner"] == first.home:
                continue  # the winners' part has won: there is no second final
            if ends["F1"]["winner"] is None:
                meeting = Meeting(
                    node.id, node.round, None, None, "", node.stage, (), (), ("胜区第一", "负区第一"), fed, part
                )
        meetings[node.id] = meeting
        ends[node.id] = {"winner": won, "loser": lost}
    return list(meetings.values())


def from_groups(places: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Seeds of a knockout after groups: all firsts, then all seconds …, so that no two of a group meet in the first round.

    ``places``: those who go through of each group, in order. Where that cannot be, the order stays as it is.
    """
    group = {entrant: at for at, of in enumerate(places) for entrant in of}
    most = max(map(len, places))
    order = [of[place] for place in range(most) for of in places if place < len(of)]
    size = single_elimination(len(order)).bracket
    byes = size - len(order)
    upper, lower = list(range(byes, size // 2)), list(range(size // 2, len(order)))
    names = [*upper, *lower]

    def may_meet(a: int, b: int) -> bool:
        high, low = names[a], names[b]
        return (high < size // 2) != (low < size // 2) and group[order[high]] != group[order[low]]

    def wanted(a: int) -> list[int]:
        return list(range(len(names) - 1, -1, -1))

    pairs = paired_in_order(len(names), may_meet, wanted)
    if pairs is None:
        return tuple(order)
    found = list(order)
    for a, b in pairs:
        high, low = names[a], names[b]
        found[size - 1 - high] = order[low]
    return tuple(found)
