"""What a result is worth, by the text in force, with its working."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.base.opened import trees
from app.tools.competition.meetings import Meeting, Outcome, PlanError, Points
from decision_trees.event_law import EventLaw
from decision_trees.functions import RuleInputError

if TYPE_CHECKING:
    from app.journal.competition import PlanBody, ResultBody

_G, _S, _H = "guandan-2017:", "guandan-supplement:", "shengji-40:"

SCORINGS = {
    "levels": ("级数（26分制）", "场分", "级分"),
    "standard": ("级数（标准分）", "标准分", ""),
    "winner": ("只记胜负", "胜场", ""),
    "points": ("直接记得分（VP、IMP、比赛分）", "得分", ""),
}


def law_of(game: str) -> EventLaw:
    """What the texts of a game say of events; of a game that has written nothing, what holds of any."""
    return trees().events.get(game) or EventLaw(scorings=("points", "winner"))


@dataclass(frozen=True, slots=True)
class Rules:
    """What is in force at an event."""

    game: str
    plan: PlanBody
    supplement: bool = False
    settled: Mapping[str, str] = field(default_factory=dict)  # open questions decided beforehand
    by_game: bool = False  # a game ends only when one side is past A (计局制)

    @property
    def law(self) -> EventLaw:
        """What the texts of this game say of events."""
        return law_of(self.game)

    def answer(self, question: str, default: str = "") -> str:
        """How an open question of this game was settled."""
        book = {"guandan": "guandan-2017", "shengji": "shengji-40"}.get(self.game, "")
        return self.settled.get(f"{book}/{question}", default)

    @property
    def main(self) -> str:
        """What ranks first."""
        return SCORINGS[self.plan.scoring][1]

    @property
    def second(self) -> str:
        """What ranks second; nothing where there is none."""
        return SCORINGS[self.plan.scoring][2]


Averages = Mapping[str, float]


def outcome(rules: Rules, meeting: Meeting, result: ResultBody, averages: Averages | None = None) -> Outcome:
    """What a result comes to. ``averages``: standard scores of all that was played, for forfeits that are counted by them.

    Raises :class:`PlanError` for a result that cannot be.
    """
    knockout = meeting.in_bracket
    if result.points:
        return _laid_down(result)
    if result.forfeit:
        return forfeited(rules, meeting, result.forfeit, result.ground, averages, result)
    try:
        found = {"levels": _levels, "standard": _standard}.get(rules.plan.scoring, _points)(rules, result, knockout)
    except RuleInputError as fault:
        raise PlanError(str(fault)) from fault
    if knockout and not found.winner:
        if result.winner in ("home", "away"):
            words = (*found.words, "平局，胜者由规程或裁判长定")
            return Outcome("played", found.home, found.away, result.winner, words, found.cites, found.games)
        cites = (*found.cites, *{"guandan": (_G + "14.3",), "shengji": (_H + "pret",)}.get(rules.game, ()))
        words = (*found.words, "淘汰赛必须分出胜负，请按规程加打后再录，或点出胜者")
        return Outcome("open", found.home, found.away, "", words, cites, found.games)
    return found


def _laid_down(result: ResultBody) -> Outcome:
    home, away, *rest = (*result.points, 0, 0)[:4] if len(result.points) >= 2 else (0, 0, 0, 0)
    second = [*rest, 0, 0][:2]
    winner = result.winner or ("" if home == away else "home" if home > away else "away")
    words = (f"裁判长定：{home:g}比{away:g}" + (f"；{result.remark}" if result.remark else ""),)
    return Outcome("played", Points(home, second[0]), Points(away, second[1]), winner, words)


def _winner(home: float, away: float) -> str:
    return "" if home == away else "home" if home > away else "away"


def _name(level: str) -> str:
    return "过A" if level == "A+" else level


def _levels(rules: Rules, result: ResultBody, knockout: bool) -> Outcome:
    """Guandan: match points and level points of each game (13.3, appendix A4)."""
    from decision_trees.guandan import levels, scoring, standings

    games: list[tuple[int, int]] = []
    words: list[str] = []
    cites = [_G + "13.3", _G + "A4t"]
    for a, b in result.levels:
        if a == b == levels.PAST_ACE:
            raise PlanError("双方不会都过A，一方过A时一局已经结束；请改正级数。")
        if rules.by_game:
            scoring.game_score(levels.GameMode.BY_GAME, a, b)  # refuses what is no end of a game (14.1.1)
        pair = scoring.level_points(a, b)
        games.append(pair)
        words.append(f"{_name(a)}对{_name(b)}：级分{pair[0]}:{pair[1]}")
    whole = sum(scoring.level_points(levels.first_level(), levels.first_level()))
    for first, second in result.scores:
        if first < 0 or second < 0 or first + second != whole or first != int(first):
            raise PlanError(f"双方级分之和应是{whole}，现在是{first:g}:{second:g}；按规程另计的，由裁判长直接定得分。")
        games.append((int(first), int(second)))
        words.append(f"级分{first:g}:{second:g}")
    if not games:
        raise PlanError("没有成绩；请录入双方的级数。")
    sums = sum(a for a, _ in games), sum(b for _, b in games)
    if knockout and rules.plan.series:
        mode = standings.SeriesMode(rules.plan.series)
        cites.append(_G + ("30.3.1" if mode.by_level_points else "30.3.2"))
        if mode.by_level_points and len(games) < mode.games:
            words.append(f"{mode.value}，还差{mode.games - len(games)}局")
            return Outcome("open", None, None, "", tuple(words), tuple(cites), tuple(games))
        found = standings.series(mode, games)
        if found.winner is None and len(games) < mode.games:
            words.append(f"{mode.value}，还没有分出胜负")
            return Outcome("open", None, None, "", tuple(words), tuple(cites), tuple(games))
        winner = {1: "home", 2: "away", None: ""}[found.winner]
        words.append(f"{mode.value}：{sums[0]}:{sums[1]}" if found.totals else mode.value)
        return Outcome(
            "played", Points(0, sums[0]), Points(0, sums[1]), winner, tuple(words), tuple(cites), tuple(games)
        )
    points = [scoring.match_points(a, b) for a, b in games]
    match = sum(p[0] for p in points), sum(p[1] for p in points)
    words.append(f"场分{match[0]}:{match[1]}")
    return Outcome(
        "played", Points(match[0], sums[0]), Points(match[1], sums[1]), _winner(*match), tuple(words), tuple(cites),
        tuple(games),
    )  # fmt: skip


def _standard(rules: Rules, result: ResultBody, knockout: bool) -> Outcome:
    """Shengji: standard scores for the difference of the levels (appendix)."""
    from decision_trees.shengji import levels

    cites = [_H + "A1t"]
    if result.levels:
        from decision_trees.shengji.cards import parse_level

        a, b = (parse_level(each) for each in result.levels[0])
        apart = levels.difference(a, b)
        ahead = _winner(levels.position(a), levels.position(b))
        score = levels.standard_score(apart)
        home, away = (score.winner, score.loser) if ahead in ("", "home") else (score.loser, score.winner)
        words = (f"{a}对{b}：级数差{apart}，标准分{home}:{away}",)
    elif result.scores:
        home_score, away_score = result.scores[0]
        whole = 2 * levels.standard_score(0).winner
        if home_score < 0 or away_score < 0 or home_score + away_score != whole:
            raise PlanError(f"双方标准分之和应是{whole}，现在是{home_score:g}:{away_score:g}；请改正。")
        home, away = int(home_score), int(away_score)
        ahead, words = _winner(home, away), (f"标准分{home}:{away}",)
    else:
        raise PlanError("没有成绩；请录入双方的级数。")
    return Outcome("played", Points(home), Points(away), ahead, words, tuple(cites), ((home, away),))


def _points(rules: Rules, result: ResultBody, knockout: bool) -> Outcome:
    """Points as they are written, or who has won."""
    if rules.plan.scoring == "winner":
        side = result.winner or (_winner(*result.scores[0]) if result.scores else "")
        if side not in ("home", "away"):
            raise PlanError("只记胜负的比赛要点出胜者。")
        home, away = (1.0, 0.0) if side == "home" else (0.0, 1.0)
        return Outcome("played", Points(home), Points(away), side, (), (), tuple(result.scores))
    if not result.scores:
        raise PlanError("没有成绩；请录入双方的得分。")
    home, away = sum(a for a, _ in result.scores), sum(b for _, b in result.scores)
    words = (f"{home:g}:{away:g}",)
    return Outcome("played", Points(home), Points(away), _winner(home, away), words, (), tuple(result.scores))


# Forfeits


def forfeited(
    rules: Rules,
    meeting: Meeting,
    side: str,
    ground: str,
    averages: Averages | None = None,
    result: ResultBody | None = None,
) -> Outcome:
    """What a forfeit is worth; open where the text does not say and nothing was settled."""
    if rules.game == "guandan" and rules.plan.scoring == "levels":
        return _guandan_forfeit(rules, side, ground, result)
    winner = {"home": "away", "away": "home"}.get(side, "")
    whose = {"home": meeting.home, "away": meeting.away}.get(side) or "双方"
    said = f"{whose}号{ground or '弃权'}" if whose != "双方" else f"双方{ground or '弃权'}"
    if rules.game == "shengji":
        return _shengji_forfeit(rules, meeting, side, ground, said, averages or {})
    if rules.plan.scoring == "winner" and winner:
        home, away = (1.0, 0.0) if winner == "home" else (0.0, 1.0)
        return Outcome("forfeit", Points(home), Points(away), winner, (f"{said}，对手胜",))
    words = (f"{said}：规则没有写各得几分，请裁判长按规程直接定得分",)
    return Outcome("open", None, None, winner, words)


def _guandan_forfeit(rules: Rules, side: str, ground: str, result: ResultBody | None) -> Outcome:
    from decision_trees.guandan.numbers import Regime
    from decision_trees.guandan.scoring import Forfeit, forfeit, level_points, score_forfeited

    regime = Regime.SUPPLEMENT if rules.supplement else Regime.BASE
    kind = Forfeit(ground) if ground in Forfeit._value2member_map_ else Forfeit.WALKED_OUT
    all_alike = kind is not Forfeit.LATE and rules.supplement and rules.answer("D-09") == "all-17"
    late = rules.supplement and (kind is Forfeit.LATE or all_alike)
    cite = _S + "1.3" if late else _G + {Forfeit.SUSPENSION: "16.5"}.get(kind, "16.4")
    if kind is Forfeit.ROUND_ROBIN:
        cite = _G + "24.2.1"
    elif kind is Forfeit.SWISS:
        cite = _G + "24.2.2"
    if side == "both":
        words = (f"双方{kind.value}：双方场分0，级分0",)
        return Outcome("forfeit", Points(), Points(), "", words, (cite,))
    level = result.levels[0] if result is not None and result.levels else (None, None)
    fixed = forfeit(kind, regime).opponents_level_points
    of_late = forfeit(Forfeit.LATE, Regime.SUPPLEMENT).opponents_level_points
    if kind in (Forfeit.ROUND_ROBIN, Forfeit.SWISS):
        score = forfeit(kind, regime)
        gets = score.opponents_match_points, score.opponents_level_points
        own = 0, 0
    else:
        found = score_forfeited(
            "N" if side == "home" else "E", kind.value, regime.value, level[0], level[1],  # type: ignore[arg-type]
            by_difference=rules.answer("D-08") == "difference", loser_keeps=rules.answer("D-08b") == "actual",
        )  # fmt: skip
        gets = found["opponents_match"], found["opponents_points"]
        own = found["own_match"] or 0, found["own_points"] or 0
    if all_alike and gets[1] == fixed:  # what exceeds it counts as it is (16.4)
        made = level_points(*level)[1 if side == "home" else 0] if level[0] is not None and level[1] is not None else 0
        if made > of_late and rules.answer("D-08") != "difference":
            said = f"{kind.value}：赛事已定一律{of_late}分，对手实际{made}、没有超过{fixed}，记几分条文没有写，请裁判长直接定"
            return Outcome("open", None, None, "away" if side == "home" else "home", (said,), (cite,))
        gets = gets[0], of_late
    words = (f"{kind.value}：对手场分{gets[0]}，级分{gets[1]}；本方场分{own[0]}，级分{own[1]}",)
    winner, loser = Points(*gets), Points(*own)
    home, away = (loser, winner) if side == "home" else (winner, loser)
    return Outcome("forfeit", home, away, "away" if side == "home" else "home", words, (cite,))


def _shengji_forfeit(rules: Rules, meeting: Meeting, side: str, ground: str, said: str, averages: Averages) -> Outcome:
    from decision_trees.shengji.withdrawals import forfeit_scores

    cite = {"迟到弃权": "20", "中途退出": "18p5", "判负": "19.4"}.get(ground, "18p5")
    if side == "both":
        return Outcome("forfeit", Points(), Points(), "", (f"{said}：双方都记0分",), (_H + "20",))
    winner = "away" if side == "home" else "home"
    if rules.plan.scoring == "winner":
        home, away = (1.0, 0.0) if winner == "home" else (0.0, 1.0)
        cite = "18p4" if ground == "中途退出" else cite
        return Outcome("forfeit", Points(home), Points(away), winner, (f"{said}，对手胜",), (_H + cite,))
    loser, gainer = (meeting.home, meeting.away) if side == "home" else (meeting.away, meeting.home)
    chosen = rules.answer("D-28")
    if ground == "中途退出" and rules.plan.format == "swiss":
        chosen, cite = "twelve", "18p6"
    own, of_loser = averages.get(str(gainer)), averages.get(str(loser))
    twelve = forfeit_scores(0, 0)[2]
    candidates: dict[str, float] = {"twelve": twelve}
    if own is not None and of_loser is not None:
        candidates["own-average"], candidates["twenty-minus"], _ = forfeit_scores(own, of_loser)
        candidates["highest"] = max(candidates.values())
    names = {"own-average": "对手已赛平均", "twenty-minus": "20减去弃权方平均", "twelve": "12"}
    if chosen not in candidates:
        listed = "、".join(
            f"{names[key]}{'' if key == 'twelve' else f' {candidates[key]:g}'}" for key in names if key in candidates
        )
        words = (f"{said}：对手得几分条文没有定（可选：{listed}），请在赛事的未定问题里定，或由裁判长直接定得分",)
        return Outcome("open", None, None, winner, words, (_H + cite,))
    gets = round(candidates[chosen], 2)
    words = (f"{said}：对手得{gets:g}标准分，本方0分",)
    points = (Points(0), Points(gets)) if side == "home" else (Points(gets), Points(0))
    return Outcome("forfeit", points[0], points[1], winner, words, (_H + cite,))
