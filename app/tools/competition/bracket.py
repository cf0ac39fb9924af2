"""Places of a bracket, by its meetings and what came of them: the later somebody went out, the higher."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from app.tools.competition.meetings import Meeting, Outcome
from app.tools.competition.standings import Row, Score

Played = Sequence[tuple[Meeting, Outcome]]
"""All meetings of an event, with what came of each."""


def placed(those: Sequence[str], played: Played, *, double: bool, finals: int) -> list[Row]:
    """Places of those in a bracket. ``double``: a double elimination, with so many ``finals``."""
    scores = _scores(those, played)
    last = max((meeting.round for meeting, _ in played), default=1)
    out: dict[str, tuple[int, str]] = {}
    for meeting, found in played:
        if not meeting.is_known or not found.winner or not meeting.in_bracket:
            continue
        won, lost = (meeting.home, meeting.away) if found.winner == "home" else (meeting.away, meeting.home)
        if meeting.part == "third":
            out[str(won)] = (2 * last - 1, "三、四名决赛胜")
            out[str(lost)] = (2 * last - 2, "三、四名决赛负")
        elif meeting.part == "winners":
            continue
        elif _decides(meeting, found, last, double, finals):
            out[str(won)] = (2 * meeting.round + 3, "冠军")
            out[str(lost)] = (2 * meeting.round + 2, "亚军")
        elif meeting.part == "final":
            continue
        else:
            out.setdefault(
                str(lost),
                (2 * meeting.round - (1 if meeting.part == "knockout" else 0) - 1, f"第{meeting.round}轮出局"),
            )
    still = 2 * last + 1
    still_wins = {} if double else _wins_left(played)
    rows: list[Row] = []
    order = sorted(those, key=lambda e: -out.get(e, (still, ""))[0])
    for number, entrant in enumerate(order, 1):
        more = f"，再胜{still_wins[entrant]}场夺冠" if entrant in still_wins else ""
        stage, note = out.get(entrant, (still, f"还在比赛{more}"))
        same = rows and out.get(rows[-1].entrant, (still, ""))[0] == stage
        rank = 0 if entrant not in out else rows[-1].rank if same else number
        rows.append(Row(rank, entrant, scores[entrant], None, bool(same and rank), note))
    shared = {row.rank for row in rows if row.shared}
    return [replace(row, shared=row.rank in shared) for row in rows]


def _wins_left(played: Played) -> dict[str, int]:
    """How many matches those still in a single elimination have to win for the first place."""
    bracket = [(meeting, found) for meeting, found in played if meeting.part == "knockout"]
    last = max((meeting.round for meeting, _ in bracket), default=0)
    left: dict[str, int] = {}
    for meeting, found in bracket:
        if not found.winner:
            for entrant in filter(None, (meeting.home, meeting.away)):
                left.setdefault(entrant, last - meeting.round + 1)
    return left


def _scores(those: Sequence[str], played: Played) -> dict[str, Score]:
    """Matches won and lost in the bracket."""
    won: dict[str, int] = defaultdict(int)
    lost: dict[str, int] = defaultdict(int)
    for meeting, found in played:
        if meeting.is_known and found.winner and meeting.in_bracket:
            home, away = str(meeting.home), str(meeting.away)
            won[home if found.winner == "home" else away] += 1
            lost[away if found.winner == "home" else home] += 1
    return {e: Score(played=won[e] + lost[e], won=won[e], lost=lost[e]) for e in those}


def _decides(meeting: Meeting, found: Outcome, last: int, double: bool, finals: int) -> bool:
    """Whether the winner of a meeting has won everything."""
    if meeting.part == "second_final":
        return True
    if meeting.part == "final":
        return finals == 1 or found.winner == "home"
    return not double and meeting.part == "knockout" and meeting.round == last
