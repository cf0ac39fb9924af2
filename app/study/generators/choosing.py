"""Who may choose after a ruling, and among what: from the worked cases whose outcome gives somebody a choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random

from app.ruling.wording import shaped
from app.study.clauses import labels
from app.study.generators.outcomes import drawn, hard
from app.study.making import Draft, Kind, Subject
from app.study.model import Option, Question
from app.study.worked import PREMISE, by_tree, case_of, premises, ruled, told
from app.window.library import trees
from decision_trees.engine import Ruled
from decision_trees.games import games
from decision_trees.model import Case
from decision_trees.reach import reached
from decision_trees.roles import SIDES
from rules_data.model import GameId

WHO, WHAT = "chooser", "choice"
TRIES = 8
_OFFICIALS = ("裁判", "仲裁", "主办", "赛事", "比赛组委会")
_ONE = re.compile(r"[{]?\w+(?:\.\w+)*?\.?(\w+)[}]?", re.ASCII)  # somebody by his role
_ASKED = ("问{}", "{}问", "{}有什么", "{}想", "{}可以")  # a situation that says who chooses
OTHERS = 8  # cases that are looked at for other choices
_OWN = re.compile(r"[东南西北]家|[东南西北]{2}方|[♠♥♦♣]|黑桃|红心|方块|梅花")
_DONE = re.compile("^作了|不合法|已经")  # what somebody may do, but does not choose
_HEAD = re.compile(r"[^，（；。]*")
_BRACKET = re.compile(r"（[^（）]*）")


@cache
def _cases(game: GameId) -> Mapping[str, tuple[Case, ...]]:
    """The cases that come to an outcome in which a player has a choice, by tree."""
    out = {}
    for tree, cases in by_tree(game).items():
        through = [each for t in reached(trees().tree(tree), trees().trees) for each in t.outcomes.items()]
        choosing = {name for name, outcome in through if outcome.choice is not None and _of_player(outcome.choice.who)}
        found = tuple(case for case in cases if case.expect.outcome in choosing)
        if found:
            out[tree] = found
    return out


def _seated(game: GameId, tree: str) -> bool:
    """May some case of a tree be asked for the seat of him who chooses?"""
    whos = {
        name: outcome.choice.who
        for each in reached(trees().tree(tree), trees().trees)
        for name, outcome in each.outcomes.items()
        if outcome.choice is not None
    }
    seats = games()[game].seats
    for case in _cases(game)[tree]:
        one = _ONE.fullmatch(whos.get(case.expect.outcome, ""))
        asked = any(words.format(seat) in case.situation for words in _ASKED for seat in seats.values())
        if (
            one
            and one[1] not in SIDES
            and not asked
            and any(v in seats for v in case.facts.values() if isinstance(v, str))
        ):
            return True
    return False


@cache
def _several(tree: str) -> bool:
    """Do a tree's outcomes give different choices, so that some are wrong where another is right?"""
    offered = {
        tuple(option.text for option in outcome.choice.options.values())
        for each in reached(trees().tree(tree), trees().trees)
        for outcome in each.outcomes.values()
        if outcome.choice is not None and _of_player(outcome.choice.who)
    }
    plain = {text for texts in offered for text in texts if "{" not in text and not _OWN.search(text)}
    apart = [[t for t in plain if not _DONE.search(t) and not any(_alike(t, o) for o in own)] for own in offered]
    return any(len(texts) > 1 for texts in apart)


def _of_player(who: str) -> bool:
    return not who.startswith(_OFFICIALS)


def subjects(kind: str) -> Callable[[GameId], Iterator[Subject]]:
    """The trees of which some outcome gives a choice."""

    def listed(game: GameId) -> Iterator[Subject]:
        for name in _cases(game):
            if not (_several(name) if kind == WHAT else _seated(game, name)):
                continue
            tree = trees().tree(name)
            yield Subject(f"tree:{name}", tree.title, tree.stage, (kind,))

    return listed


def _chosen(game: GameId, subject: str, rng: Random) -> Iterator[tuple[Case, Ruled]]:
    cases = list(_cases(game).get(subject.partition(":")[2], ()))
    rng.shuffle(cases)
    for case in cases[:TRIES]:
        found = ruled(case)
        if found is not None and found.outcome.choice is not None and _of_player(found.outcome.choice.who):
            yield case, found


def who(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask who chooses, where his seat is known."""
    seats = games()[game].seats
    for case, found in _chosen(game, subject, rng):
        assert found.outcome.choice is not None
        chooser = _BRACKET.sub("", found.outcome.choice.who)
        if chooser not in seats.values() or any(words.format(chooser) in case.situation for words in _ASKED):
            continue
        cites = found.outcome.choice.cites or found.cites
        wrong = [
            Option(name, f"由{chooser}选择，不由{name}（{labels(cites[:1])}）。", cites)
            for name in seats.values()
            if name != chooser
        ]
        options = "；".join(
            shaped(option.text) for option in found.outcome.choice.options.values() if not option.unavailable
        )
        premise, settled = premises(case)
        if len(premise) > PREMISE:
            continue
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}裁判说明以后，由哪一家作出选择？",
            Option(chooser, "", cites),
            wrong,
            f"由{found.outcome.choice.who}选择：{options}。{case.why}",
            tuple(dict.fromkeys((*cites, *found.cites))),
            drawn(case),
            hard(case, found) - 0.05,
            settled,
        )
    return None


def _alike(one: str, other: str) -> bool:
    """May two ways to choose be the same, said once shortly and once at length: 接受, 接受（接着叫牌）?"""
    heads = [(_HEAD.match(text) or [""])[0] for text in (one, other)]
    if heads[0] == heads[1]:
        return one == other or any(text == heads[0] or text[len(heads[0])] != "，" for text in (one, other))
    return heads[0] in heads[1] or heads[1] in heads[0]


def _elsewhere(game: GameId, case: Case, found: Ruled, allowed: set[str], rng: Random) -> Iterator[Option]:
    """Yield what somebody could choose in other situations of the same tree, said without seats and cards."""
    others = [each for each in _cases(game)[case.tree] if each.expect.outcome != case.expect.outcome]
    rng.shuffle(others)
    for other in others[:OTHERS]:
        ruling = ruled(other)
        more = ruling.outcome.choice if ruling is not None and ruling.outcome_id != found.outcome_id else None
        if more is None or not _of_player(more.who):
            continue
        for option in more.options.values():
            own = _OWN.search(shaped(option.text)) is not None
            if (
                not own
                and not _DONE.search(option.text)
                and not option.unavailable
                and not any(_alike(option.text, each) for each in allowed)
            ):
                why = f"像“{other.title}”那样的情形才可以这样选（{labels((option.cites or more.cites)[:1])}）。"
                yield Option(option.text, why, option.cites or more.cites)


def what(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask what he may choose; what he may not is what he could in another situation of the same tree."""
    for case, found in _chosen(game, subject, rng):
        choice = found.outcome.choice
        assert choice is not None
        open_ = [o for o in choice.options.values() if not o.unavailable and not _DONE.search(o.text)]
        if len(open_) < 2:
            continue
        allowed = {option.text for option in open_}
        wrong = [
            Option(shaped(option.text), f"{option.unavailable.rstrip('。')}。", option.cites or choice.cites)
            for option in choice.options.values()
            if option.unavailable
        ]
        wrong += _elsewhere(game, case, found, allowed, rng)
        if len(wrong) < 2:
            continue
        right = rng.choice(open_)
        cites = right.cites or choice.cites or found.cites
        premise, settled = premises(case)
        if len(premise) > PREMISE:
            continue
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}裁判说明以后，{choice.who}可以作哪一种选择？",
            Option(shaped(right.text), "", cites),
            wrong,
            f"可以选择：{'；'.join(shaped(option.text) for option in open_)}。{case.why}",
            tuple(dict.fromkeys((*cites, *found.cites))),
            drawn(case),
            hard(case, found),
            settled,
        )
    return None


def again(question: Question) -> Iterator[str]:
    """The outcome of the case that is told offers the right one, and none of the others."""
    case = case_of(question)
    found = ruled(case) if case is not None else None
    if found is None or found.outcome.choice is None:
        yield "题干的案例没有可选的。"
        return
    choice = found.outcome.choice
    offered = {shaped(option.text) for option in choice.options.values() if not option.unavailable}
    offered.add(_BRACKET.sub("", choice.who))
    if [i for i, each in enumerate(question.options) if each.text in offered] != [question.right]:
        yield "可选的不是所给的答案。"


CHOOSER = Kind(WHO, "由谁选择", subjects(WHO), who, again)
CHOICE = Kind(WHAT, "可以怎样选", subjects(WHAT), what, again)
