"""Who may choose, and among what: from worked cases whose outcome gives a choice, rule functions that say who, and the rights.

Of officials only such choices are asked as a clause gives to them by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random

from app.base.opened import handbook, trees
from app.ruling.picture import picture_of
from app.ruling.wording import shaped
from app.study.clauses import labels
from app.study.fairness.grounds import also_allowed
from app.study.generators import entitled, exercises
from app.study.generators.outcomes import drawn, hard
from app.study.making import Draft, Kind, Subject, runs
from app.study.model import Option, Question
from app.study.worked import PREMISE, by_tree, case_of, premises, ruled, taught, told
from decision_trees.engine import Ruled
from decision_trees.games import games
from decision_trees.model import Case, Outcome
from decision_trees.notation import any_of
from decision_trees.reach import reached
from decision_trees.roles import PLACEHOLDER, Cast, is_path, roles_of
from rules_data.model import GameId

WHO, WHAT = "chooser", "choice"
TRIES = 8
OTHERS = 8  # cases that are looked at for other choices
CHIEF = "裁判长"
_ROLE = re.compile(r"[{]?\w+(?:\.\w+)*[}]?", re.ASCII)  # somebody by his role: a player or a side
_ASKED = ("问{}", "等{}", "{}的权利", "{}[^。；]{{0,12}}(问|想|可以|要求|接受|有权|有什么|选)")
_SUITS = r"[♠♥♦♣]|黑桃|红心|方块|梅花"
_DONE = re.compile("^作了|不合法|已经|^有人|^无人|^造成|^没有")  # what is so or was done, but is not chosen
_FOUND = re.compile("到此为止|^没有|^能跟|^造成|^只有|^不止|^他以后|^有人|^无人|^罚分不足|^定")  # what is looked at
_EVERY = re.compile(
    f"要求|禁止|指定|打出|引出|牌张|花色|你|[东南西北]家|{_SUITS}|[（(].*?[)）]"
)  # in what is chosen everywhere
_HIS = re.compile("^(?:改成|让)")  # what another may choose, and nobody can take for his own
_NOTHING = re.compile("^不(?:指定|限制|作|更改|打)|^听完")
_BRACKET = re.compile(r"（[^（）]*）")
_CHOSEN = "{}[^，。；]{{0,6}}{}"  # somebody has already said what he wants


def referee(game: GameId) -> str:
    """What a game's books call the referee."""
    return games()[game].referee


def _official(who: str, game: GameId) -> str | None:
    """The official a choice belongs to; None where it is a player's, a side's or hangs on what is found out."""
    plain = _BRACKET.sub("", who)
    return plain if plain in (CHIEF, referee(game)) else None


def _named(official: str, cites: tuple[str, ...]) -> bool:
    """Does a clause give it to this official by name?"""
    texts = [p.text or "" for cite in cites if cite in handbook() for p in handbook().provision(cite).walk()]
    rest = "" if official == CHIEF else CHIEF
    return any(official in (text.replace(rest, "") if rest else text) for text in texts)


@cache
def _cases(game: GameId) -> Mapping[str, tuple[Case, ...]]:
    """The cases that come to an outcome in which somebody has a choice, by tree."""
    out = {}
    for tree, cases in by_tree(game).items():
        through = [each for t in reached(trees().tree(tree), trees().trees) for each in t.outcomes.items()]
        choosing = {
            name
            for name, outcome in through
            if outcome.choice is not None
            and (
                _ROLE.fullmatch(outcome.choice.who)
                or (
                    (official := _official(outcome.choice.who, game)) is not None
                    and len(outcome.choice.options) > 1
                    and not any(_FOUND.search(option.text) for option in outcome.choice.options.values())
                    and _named(official, (*outcome.choice.cites, *outcome.cites))
                )
            )
        }
        found = tuple(case for case in cases if case.expect.outcome in choosing)
        if found:
            out[tree] = found
    return out


@cache
def _own(game: GameId) -> re.Pattern[str]:
    """What an option says of this deal only: a seat, a side, a suit."""
    registered = games()[game]
    return re.compile(f"{any_of((*registered.seats.values(), *registered.sides.values()))}|{_SUITS}")


@cache
def _makes(game: GameId, tree: str, kind: str) -> bool:
    """May a tree have a case that makes a question of this kind? Nothing is ruled for it: all subjects are listed at once."""
    outcomes = [o for each in reached(trees().tree(tree), trees().trees) for o in each.outcomes.values() if o.choice]
    if kind == WHAT:
        return _several(outcomes, _own(game))
    whos = {outcome.choice.who for outcome in outcomes if outcome.choice is not None}
    if any(
        (official := _official(who, game)) and official not in c.situation for who in whos for c in _cases(game)[tree]
    ):
        return True
    seats = games()[game].seats
    return any(_ROLE.fullmatch(who) for who in whos) and any(
        isinstance(value, str) and value in seats and not asked_already(seats[value], case.situation)
        for case in _cases(game)[tree]
        for value in case.facts.values()
    )


def _several(outcomes: Sequence[Outcome], own_words: re.Pattern[str]) -> bool:
    """Do outcomes give players different choices, so that some are wrong where another is right?"""
    offered = {
        tuple(option.text for option in outcome.choice.options.values())
        for outcome in outcomes
        if outcome.choice is not None and _ROLE.fullmatch(outcome.choice.who)
    }
    plain = {text for texts in offered for text in texts if "{" not in text and not own_words.search(text)}
    return any(
        sum(not _DONE.search(text) and not any(alike(text, each) for each in own) for text in plain) > 1
        for own in offered
    ) or any(
        bool(option.only)
        for outcome in outcomes
        if outcome.choice is not None and _ROLE.fullmatch(outcome.choice.who)
        for option in outcome.choice.options.values()
    )


def subjects(kind: str) -> Callable[[GameId], Iterator[Subject]]:
    """What can be asked: trees of which some outcome gives a choice, rule functions, lines of the rights."""

    def listed(game: GameId) -> Iterator[Subject]:
        for name in _cases(game):
            if _makes(game, name, kind):
                tree = trees().tree(name)
                yield Subject(f"tree:{name}", tree.title, tree.stage, (kind,))
        yield from exercises.subjects(kind)(game)
        yield from entitled.subjects(game, kind, what=kind == WHAT)

    return listed


def _chosen(game: GameId, subject: str, rng: Random) -> Iterator[tuple[Case, Ruled]]:
    for case, found in taught(_cases(game).get(subject.partition(":")[2], ()), rng, TRIES):
        if found.outcome.choice is not None:
            yield case, found


def asked_already(chooser: str, text: str) -> bool:
    """Does a situation say who is asked, or that he already said what he wants?"""
    return any(re.search(words.format(chooser), text) for words in _ASKED)


def _seats_of(game: GameId, chooser: str) -> tuple[str, ...]:
    """The players of a side as they are named, and what the side is called."""
    registered = games()[game]
    members = {letter for letters, side in registered.sides.items() if side == chooser for letter in letters}
    seats = [name for letter, name in registered.seats.items() if letter in members]
    return (chooser, chooser.removesuffix("方"), *seats)


def _wrong_ones(game: GameId, case: Case, chooser: str, cites: tuple[str, ...]) -> tuple[str, list[Option]] | None:
    """How is asked who chooses, and who does not; None where the stem would name him."""
    registered = games()[game]
    seats, sides = tuple(registered.seats.values()), tuple(registered.sides.values())
    text = told(case) + premises(case)[0]
    law = labels(cites[:1])
    if chooser in seats:
        if asked_already(chooser, text):
            return None
        picture = picture_of(case)
        roles = {p.name: "、".join((*p.doer, *p.marks)) for p in picture.places} if picture is not None else {}
        wrong = [
            Option(name, f"{name}{f'（{roles[name]}）' if roles.get(name) else ''}没有这项选择权（{law}）。", cites)
            for name in seats
            if name != chooser
        ]
        return "裁判说明以后，由哪一家作出选择？", wrong
    if chooser in sides:
        if any(asked_already(name, text) for name in _seats_of(game, chooser)):
            return None
        others = [name for name in (*sides, referee(game)) if name != chooser]
        return "裁判说明以后，由谁作出选择？", [
            Option(name, f"{law}没有把这项选择给{name}。", cites) for name in others
        ]
    official = _official(chooser, game)
    if official is None or official in text:
        return None
    named = [*sides, *([referee(game)] if official == CHIEF else [])]
    return "条文有不止一种处理，取哪一种由谁决定？", [
        Option(name, f"依{law}由{official}决定，不由{name}。", cites) for name in named
    ]


def _who(game: GameId, subject: str, rng: Random) -> Draft | None:
    for case, found in _chosen(game, subject, rng):
        choice = found.outcome.choice
        assert choice is not None
        chooser = _BRACKET.sub("", choice.who)
        cites = choice.cites or found.cites
        premise, settled = premises(case)
        if len(premise) > PREMISE or "选择" in premise:
            continue
        made = _wrong_ones(game, case, chooser, cites)
        if made is None:
            continue
        ask, wrong = made
        options = "；".join(shaped(option.text) for option in choice.options.values() if not option.unavailable)
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}{ask}",
            Option(chooser, "", cites),
            wrong,
            f"由{choice.who}选择：{options}。{case.why}",
            tuple(dict.fromkeys((*cites, *found.cites))),
            drawn(case),
            hard(case, found) - 0.05,
            settled,
        )
    return None


def who(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask who chooses."""
    if subject.startswith("rule:"):
        return exercises.draft(game, subject, rng)
    if subject.startswith("right:"):
        return entitled.who(game, subject, rng)
    return _who(game, subject, rng)


def alike(one: str, other: str) -> bool:
    """May two ways to choose come to the same: do they share any word but those of every choice?"""
    return bool(runs(_EVERY.sub("", one), 2) & runs(_EVERY.sub("", other), 2))


def _elsewhere(game: GameId, case: Case, found: Ruled, allowed: set[str], rng: Random) -> Iterator[Option]:
    """Yield what may be chosen in other situations, those of the same stage first, and comes to nothing that is allowed here."""
    own = _raw(found)
    others = [t for t in trees().of_game(game) if t.id != case.tree]
    rng.shuffle(others)
    others.sort(key=lambda t: t.stage != found.entry.stage)
    through = reached(trees().tree(case.tree), trees().trees)
    seen: set[str] = set()
    for tree in (*through, *others):
        for name, outcome in tree.outcomes.items():
            if outcome.choice is None or (tree in through and name == found.outcome_id):
                continue
            if not _ROLE.fullmatch(outcome.choice.who):
                continue
            same = outcome.choice.who == own
            for option in outcome.choice.options.values():
                text = _filled(option.text, found) if same else option.text
                if (
                    text is None
                    or "{" in text
                    or (not same and (tree.stage != found.entry.stage or not _HIS.search(text)))
                    or _DONE.search(text)
                    or _NOTHING.search(text)
                    or any(alike(text, each) for each in allowed)
                    or any(text in each or each in text for each in seen)
                    or also_allowed(text, tuple(allowed))
                ):
                    continue
                seen.add(text)
                cites = option.cites or outcome.choice.cites or outcome.cites
                why = f"“{tree.title}”时才可以这样选" if same else f"那是“{tree.title}”时由别人选的"
                yield Option(shaped(text), f"{why}（{labels(cites[:1])}）。", cites)


def _raw(found: Ruled) -> str:
    """By which role the chooser is named in the tree."""
    choice = found.tree.outcomes[found.outcome_id].choice
    return choice.who if choice is not None else ""


def _filled(text: str, found: Ruled) -> str | None:
    """A text with those named by their seats; None where it speaks of this deal's cards."""
    deal, roles = found.entry.deal, roles_of(found.entry)
    if deal is None:
        return text
    known = {each.name: each.value for each in found.known}
    cast = Cast(deal, roles, lambda fact: known.get(fact))

    def put(match: re.Match[str]) -> str:
        if is_path(match["name"], deal, roles):
            return cast.say(match["name"])
        return match["otherwise"] or "{"

    return PLACEHOLDER.sub(put, text)


def _what(game: GameId, subject: str, rng: Random) -> Draft | None:
    for case, found in _chosen(game, subject, rng):
        choice = found.outcome.choice
        assert choice is not None
        chooser = _BRACKET.sub("", choice.who)
        open_ = [o for o in choice.options.values() if not o.unavailable and not _DONE.search(o.text)]
        allowed = {option.text for option in choice.options.values() if not option.unavailable}
        premise, settled = premises(case)
        if not _players(game, chooser):  # what an official may do besides is not shut out by one tree
            continue
        if len(open_) < 2 or len(premise) > PREMISE or _decided(chooser, allowed, told(case) + premise):
            continue
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
        return Draft(
            found.entry.stage,
            f"{told(case)}{premise}裁判说明以后，{chooser}可以作哪一种选择？",
            Option(shaped(right.text), "", cites),
            wrong,
            f"可以选择：{'；'.join(shaped(option.text) for option in open_)}。{case.why}",
            tuple(dict.fromkeys((*cites, *found.cites))),
            drawn(case),
            hard(case, found),
            settled,
        )
    return None


def _players(game: GameId, chooser: str) -> bool:
    """Is it a player or a side that chooses?"""
    return chooser in (*games()[game].seats.values(), *games()[game].sides.values())


def _decided(chooser: str, allowed: set[str], text: str) -> bool:
    """Does a situation say that somebody already chose, or wants to?"""
    heads = {re.split("[，（；]", each)[0] for each in allowed}
    chose = [_CHOSEN.format(chooser, re.escape(head[:4])) for head in heads if len(head) > 1]
    return any(re.search(each, text) for each in (*chose, f"{chooser}(不接受|想|已)"))


def what(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask what he may choose; what he may not is what he could in another situation."""
    if subject.startswith("rule:"):
        return exercises.draft(game, subject, rng)
    if subject.startswith("right:"):
        return entitled.what_may(game, subject, rng)
    return _what(game, subject, rng)


def again(question: Question) -> Iterator[str]:
    """The outcome of the case that is told offers the right one, and none of the others."""
    if question.subject.startswith("rule:"):
        yield from exercises.again(question)
        return
    if question.subject.startswith("right:"):
        yield from entitled.again(question)
        return
    case = case_of(question)
    found = ruled(case) if case is not None else None
    if case is None or found is None or found.outcome.choice is None:
        yield "题干的案例没有可选的。"
        return
    choice = found.outcome.choice
    chooser = _BRACKET.sub("", choice.who)
    offered = {shaped(option.text) for option in choice.options.values() if not option.unavailable}
    offered.add(chooser)
    if [i for i, each in enumerate(question.options) if each.text in offered] != [question.right]:
        yield "可选的不是所给的答案。"
    if (
        question.kind == WHO
        and chooser in games()[question.game].seats.values()
        and asked_already(chooser, question.stem)
    ):
        yield "题干说出了由谁选择。"
    if question.kind == WHAT:
        if _decided(chooser, offered - {chooser}, question.stem):
            yield "题干说他已经选了。"
        for i, each in enumerate(question.options):
            one = next((o for o in choice.options.values() if shaped(o.text) == each.text), None)
            if i != question.right and one is None and any(alike(each.text, text) for text in offered - {chooser}):
                yield f"“{each.text}”与可选的说的是一回事。"


CHOOSER = Kind(WHO, "由谁选择", subjects(WHO), who, again, of_cases=True)
CHOICE = Kind(WHAT, "可以怎样选", subjects(WHAT), what, again, of_cases=True)
