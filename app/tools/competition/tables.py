"""Tables of an event for screens, papers and files: standings, the cross table, rounds. Rows of texts, headings first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.tools.competition.meetings import Meeting, Round
from decision_trees.games import every_game
from decision_trees.seats import COMPASS

if TYPE_CHECKING:
    from app.tools.competition.competition import Competition
    from app.tools.competition.standings import Row

Table = tuple[list[str], list[list[str]]]
STATES = {"bye": "轮空", "forfeit": "弃权", "off": "不赛", "open": "待定", "none": ""}


def side_names(found: Competition) -> tuple[str, str]:
    """What those who meet are called by their seats: 南北 and 东西; 甲方 and 乙方 where the game has no two sides."""
    game = every_game().get(found.event.game or "")
    if game is None:
        return "南北", "东西"
    first, second = (
        [side.removesuffix("方") for side in game.sides.values()] if len(game.sides) == 2 else ("甲方", "乙方")
    )
    return first, second


def at_compass(found: Competition) -> bool:
    """Whether four sit north, east, south and west, the first side north and south."""
    game = every_game().get(found.event.game or "")
    return game is None or (game.seats.keys() == COMPASS and "NS" in game.sides)


def score_of(found: Competition, meeting: Meeting) -> str:
    """What came of a meeting in a few signs."""
    outcome = found.outcome(meeting)
    if outcome.state == "played" and outcome.games:
        if found.rules.victory and not meeting.in_bracket and outcome.home is not None and outcome.away is not None:
            imps = " ".join(f"{a:g}:{b:g}" for a, b in outcome.games)
            return f"{imps}（VP {outcome.home.main:g}:{outcome.away.main:g}）"
        return " ".join(f"{a:g}:{b:g}" for a, b in outcome.games)
    if outcome.state == "played" and outcome.home is not None and outcome.away is not None:
        return f"{outcome.home.main:g}:{outcome.away.main:g}"
    if outcome.state == "forfeit" and outcome.home is not None and outcome.away is not None:
        second = bool(found.rules.second)
        home, away = ((p.second if second else p.main) for p in (outcome.home, outcome.away))
        return f"弃权 {home:g}:{away:g}"
    return STATES.get(outcome.state, "")


def round_table(found: Competition, each: Round) -> Table:
    """Who meets whom in a round, with what came of it."""
    rows = []
    for meeting in each.meetings:
        sides = [
            found.said(entrant) if entrant is not None else source or "待定"
            for entrant, source in ((meeting.home, meeting.sources[0]), (meeting.away, meeting.sources[1]))
        ]
        rows.append([meeting.table or "—", meeting.stage, *sides, score_of(found, meeting)])
    first, second = (
        party if side == party else f"{party}（{side}）"
        for party, side in zip(("甲方", "乙方"), side_names(found), strict=True)
    )
    if not any(row[1] for row in rows):
        return ["桌号", first, second, "成绩"], [[row[0], *row[2:]] for row in rows]
    return ["桌号", "组别", first, second, "成绩"], rows


def standings_table(found: Competition, rows: Sequence[Row], bracket: bool = False, number: int | None = None) -> Table:
    """Where everybody stands (after a round), with all that is compared and what separates two; of a bracket how far he came."""
    rules = found.rules
    if found.is_knockout or bracket:
        return ["名次", "参赛者", "胜", "负", "说明"], [
            [_rank(r), found.said(r.entrant), str(r.score.won), str(r.score.lost), "；".join(_notes(found, r, number))]
            for r in rows
        ]
    levels = any(step.key == "opponents" for step in found.steps())
    headings = ["名次", "参赛者", "赛", "胜", "平", "负", rules.main, *([rules.second] if rules.second else [])]
    headings += ["对手分"] if levels else []
    cells = []
    for r in rows:
        score = r.score
        line = [_rank(r), found.said(r.entrant), *(str(n) for n in (score.played, score.won, score.drawn, score.lost))]
        line += [f"{score.main:g}", *([f"{score.second:g}"] if rules.second else [])]
        line += [f"{score.opponents:g}"] if levels else []
        said = [r.note] if r.note else [r.why] if r.why and (r.by is None or r.by.key != "main") else []
        if score.adjusted or score.adjusted_second:
            said.append(
                f"扣加{score.adjusted:+g}/{score.adjusted_second:+g}" if rules.second else f"扣加{score.adjusted:+g}"
            )
        if score.byes and found.plan.format == "swiss":
            said.append(f"轮空{score.byes}次")
        said += _late(found, r, number)
        cells.append([*line, "；".join(said)])
    return [*headings, "说明"], cells


def _late(found: Competition, row: Row, number: int | None) -> list[str]:
    return [sentence for sentence, _ in found.lateness(row.entrant, number)]


def _notes(found: Competition, row: Row, number: int | None) -> list[str]:
    return [*([row.note] if row.note else []), *_late(found, row, number)]


def _rank(row: Row) -> str:
    return f"{row.rank}{'并列' if row.shared else ''}" if row.rank else "—"


def cross_table(found: Competition, those: Sequence[str]) -> Table:
    """Everybody against everybody: the points of the row's first, those of the column's second."""
    cells: dict[tuple[str, str], list[str]] = {}
    second = bool(found.rules.second)
    for meeting in found.meetings():
        outcome = found.outcome(meeting)
        if not meeting.is_known or meeting.in_bracket:
            continue
        home, away = str(meeting.home), str(meeting.away)
        points = [p and (p.second if second else p.main) for p in (outcome.home, outcome.away)]
        mark = "弃" if outcome.state == "forfeit" else ""
        if outcome.state == "off":
            cells.setdefault((home, away), []).append("不赛")
            cells.setdefault((away, home), []).append("不赛")
        elif outcome.counts:
            a, b = (f"{p:g}" if p is not None else "—" for p in points)
            cells.setdefault((home, away), []).append(f"{a}:{b}{mark}")
            cells.setdefault((away, home), []).append(f"{b}:{a}{mark}")
    ranks = {row.entrant: row for row in found.standings(group=_group(found, those))}
    scores = found.scores(of=those)
    total = [found.rules.main, *([found.rules.second] if second else []), "名次"]
    rows = []
    for one in those:
        line = [found.said(one)]
        line += ["—" if one == other else " ".join(cells.get((one, other), [""])) for other in those]
        line += [f"{scores[one].main:g}", *([f"{scores[one].second:g}"] if second else [])]
        rows.append([*line, _rank(ranks[one])])
    return ["", *those, *total], rows


def _group(found: Competition, those: Sequence[str]) -> int | None:
    if found.plan.format != "groups":
        return None
    return next((at for at, group in enumerate(found.groups) if set(group) == set(those)), None)


def course_of(found: Competition, entrant: str) -> list[str]:
    """What somebody has played, one sentence for each meeting with a result."""
    lines = []
    for meeting in found.meetings():
        outcome = found.outcome(meeting)
        if not meeting.has(entrant) or outcome.state == "none":
            continue
        other = meeting.other(entrant)
        against = "轮空" if meeting.is_bye else f"对{found.said(other)}"
        at_home = meeting.home == entrant
        games = " ".join(f"{a:g}:{b:g}" if at_home else f"{b:g}:{a:g}" for a, b in outcome.games)
        won = {"home": at_home, "away": not at_home}.get(outcome.winner)
        end = "" if meeting.is_bye or won is None else "胜" if won else "负"
        points = outcome.home if at_home else outcome.away
        gets = f"，{found.rules.main}{points.main:g}" if points is not None and not meeting.in_bracket else ""
        state = "" if outcome.state in ("played", "bye") else STATES.get(outcome.state, "")
        said = "　".join(part for part in (f"{against}", games, end, state) if part)
        lines.append(f"第{meeting.round}轮　{said}{gets}")
    return lines
