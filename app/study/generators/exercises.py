"""Exercises on the rule functions: numbers, which play beats which, what is legal, which card. The function says the answer.

Wrong answers are the answers to the same question with one input otherwise, so that each says where it would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from app.base.opened import trees
from app.ruling.pack import RANKS, cards_in_words, pack
from app.study.clauses import labels
from app.study.making import OFFERED, Draft, Kind, Subject
from app.study.model import Drawn, Option, Question
from decision_trees import exercises, functions, tables
from decision_trees.exercises import Answer, Exercise, Input
from decision_trees.functions import RuleInputError
from decision_trees.roles import PLACEHOLDER
from decision_trees.values import say
from rules_data.model import GameId

DEALS = 60  # deals looked at until one gives a fair question
CLOSE = 8  # values of a list, the next ones, that an input may have instead
CHANGES = 24  # inputs otherwise that are looked at
HOUR = 60
NEAR = 30  # exercises with something otherwise that are looked at
UNKNOWN = "—"  # what a function could not say
FEW = 6  # cards that are said one by one


def exercise(game: GameId, subject: str) -> Exercise | None:
    """The exercise a subject names; None where it is gone."""
    name = f"{game}.{subject.rpartition('/')[2]}"
    return trees().exercises.get(name)


def subjects(kind: str) -> Callable[[GameId], Iterator[Subject]]:
    """The exercises of one kind."""

    def listed(game: GameId) -> Iterator[Subject]:
        for name, each in trees().exercises.items():
            if name.startswith(f"{game}.") and each.kind == kind:
                yield Subject(f"rule:{game}/{each.id}", each.title, each.topic, (kind,))

    return listed


# -- inputs ----------------------------------------------------------------------------------------------------------
def _minutes(clock: str) -> int:
    hours, _, minutes = clock.partition(":")
    return int(hours) * HOUR + int(minutes)


def _deck(game: GameId) -> list[str]:
    cards = pack(game)
    one = [cards.code(suit, rank) for suit in "SHDC" for rank in RANKS] + (["BJ", "LJ"] if cards.jokers else [])
    return one * cards.copies


def _order(card: str) -> tuple[int, int]:
    if card in ("BJ", "LJ"):
        return (-1, card == "LJ")
    return ("SHDC".index(card[0]), RANKS.index("10" if card[1:] == "T" else card[1:]))


def _fits(card: str, each: Input) -> bool:
    rank = "10" if card[1:] == "T" else card[1:]
    joker = card in ("BJ", "LJ")
    return (not each.suits or (not joker and card[0] in each.suits)) and (
        not each.ranks or (card if joker else rank) in each.ranks
    )


def inputs(game: GameId, wanted: Mapping[str, Input], rng: Random) -> dict[str, Any]:
    """Values for every input by chance."""
    out: dict[str, Any] = {}
    deck = _deck(game)
    rng.shuffle(deck)
    for name, each in wanted.items():
        if each.of:
            out[name] = rng.choice(each.of)
        elif each.between:
            out[name] = rng.randrange(each.between[0], each.between[1] + 1, each.step)
        elif each.sum:
            out[name] = sum(out[part] for part in each.sum)
        elif each.times:
            first, last = map(_minutes, each.times)
            at = rng.randrange(first, last + 1, each.step)
            out[name] = f"{at // HOUR:02d}:{at % HOUR:02d}"
        elif each.cards:
            held = [card for card in deck if _fits(card, each)][: each.cards]
            for card in held:
                deck.remove(card)
            out[name] = sorted(held, key=_order) if each.cards > 1 else held[0]
        elif each.one_of:
            out[name] = rng.choice(out[each.one_of])
        elif each.dealt:
            out |= exercises.dealt(each.dealt, rng)
    return out


def _others(
    game: GameId, name: str, each: Input, known: Mapping[str, Any], rng: Random
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the inputs with this one otherwise, and how that is said where the input does not say it."""
    if not each.other:
        return
    values: list[Any] = []
    if each.of:
        listed = list(dict.fromkeys(each.of))
        values = sorted((v for v in listed if v != known[name]), key=lambda v: _far(listed, v, known[name]))[:CLOSE]
    elif each.between:
        near = (-1, 1, -2, 2, -3, 3, -5, 5, -8, 8, -13, 13, -21, 21, -34, 34)
        values = [known[name] + each.step * n for n in near]
        values = [v for v in values if each.between[0] <= v <= each.between[1]]
    elif each.cards:
        yield from _exchanged(game, name, each, known, rng)
    elif each.one_of:
        values = [v for v in dict.fromkeys(known[each.one_of]) if v != known[name]]
    rng.shuffle(values)
    for value in values[:CHANGES]:
        yield {**known, name: value}, ""


def _far(listed: list[Any], one: Any, other: Any) -> int:
    return abs(listed.index(one) - listed.index(other))


def _exchanged(
    game: GameId, name: str, each: Input, known: Mapping[str, Any], rng: Random
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the inputs with one card exchanged for another that nobody has."""
    seen = [card for value in known.values() for card in (value if isinstance(value, list) else [value])]
    deck = [card for card in _deck(game) if _fits(card, each)]
    free = [card for card in dict.fromkeys(deck) if deck.count(card) > seen.count(card)]
    rng.shuffle(free)
    held = known[name] if isinstance(known[name], list) else [known[name]]
    for new in free[: CHANGES // 4]:
        old = rng.choice(held)
        at = held.index(old)
        cards = sorted([*held[:at], new, *held[at + 1 :]], key=_order)
        told = f"{cards_in_words([old])}换成{cards_in_words([new])}时"
        yield {**known, name: cards if isinstance(known[name], list) else new}, told


# -- results ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Answered:
    """An exercise with inputs, and what the functions say."""

    exercise: Exercise
    game: GameId
    inputs: Mapping[str, Any]
    result: Mapping[str, Any]  # of the first function
    more: Mapping[str, Any]  # and all that texts may name

    def text(self, written: str, **beside: Any) -> str:
        """A text with inputs and results put in."""
        names = {**self.more, **self.inputs, **beside}

        def put(match: re.Match[str]) -> str:
            name, form = match["name"], match["form"]
            if name not in names:
                return match["otherwise"] or UNKNOWN
            return _said(self.exercise, self.game, name, names[name], form)

        return PLACEHOLDER.sub(put, written) if "{" in written else written


def _key(value: Any) -> str:
    """A value as the name of an answer or of words."""
    if isinstance(value, list | tuple):
        return "+".join(map(_key, value))
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _said(each: Exercise, game: GameId, name: str, value: Any, form: str | None) -> str:
    own = each.inputs[name].words if name in each.inputs else {}
    words = own or each.words.get(name, {})
    if _key(value) in words:
        return words[_key(value)]
    if value is None:
        return UNKNOWN
    deal = trees().deals.get(game)
    if form == "cards" and isinstance(value, list | tuple) and len(value) <= FEW:
        return " ".join(say(card, "card", None) for card in value)
    if form == "cards" and isinstance(value, list | tuple):
        return cards_in_words(list(value))
    if form:
        return say(value, form, deal)
    if isinstance(value, list | tuple):
        return "、".join(_said(each, game, name, v, form) for v in value)
    return say(value, "", None)


def _filled(written: Any, names: Mapping[str, Any]) -> Any:
    if isinstance(written, str) and written.startswith("$"):
        return names[written[1:]]
    if isinstance(written, Mapping):
        return {k: _filled(v, names) for k, v in written.items()}
    if isinstance(written, list | tuple):
        return [_filled(v, names) for v in written]
    return written


def answered(game: GameId, each: Exercise, known: Mapping[str, Any], **beside: Any) -> Answered | None:
    """What the functions say for these inputs; None where they cannot be, or the result is not asked for."""
    names = {**known, **beside}
    parameters = functions.function(each.call).parameters
    given = _filled(each.given, names) if each.given else {k: v for k, v in names.items() if k in parameters}
    given |= beside
    with suppress(RuleInputError):
        result = functions.call(each.call, given)
        more = _flat(result)
        for then in each.then:
            further = functions.call(then.call, _filled(then.given, {**more, **names}))
            more |= {name: further.get(key) for key, name in then.take.items()} if then.take else further
        if each.row is not None:
            more |= _row(each, {**more, **names})
        return Answered(each, game, known, result, more)
    return None


def _flat(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result with what stands inside named by its path: levels.NS."""
    inner = {f"{k}.{i}": v for k, value in result.items() if isinstance(value, Mapping) for i, v in value.items()}
    return {**result, **inner}


def _row(each: Exercise, names: Mapping[str, Any]) -> dict[str, Any]:
    assert each.row is not None
    value = names[each.row.at]
    for row in tables.rows(*each.row.table.split("/")):
        low, high = row[each.row.low], row[each.row.high] if each.row.high else row[each.row.low]
        if low == value or (isinstance(value, int) and low <= value and (high is None or value <= high)):
            return {f"row_{column}": cell for column, cell in row.items() if cell is not None}
    return {}


def _asked(found: Answered) -> bool:
    return all(found.more.get(key) in wanted for key, wanted in found.exercise.only.items())


# -- questions -------------------------------------------------------------------------------------------------------
def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask an exercise with inputs by chance."""
    each = exercise(game, subject)
    if each is None:
        return None
    for _ in range(DEALS):
        known = inputs(game, each.inputs, rng)
        if each.each is not None:
            made = _which(game, each, known, rng)
        else:
            found = answered(game, each, known)
            if found is None or not _asked(found):
                continue
            made = _one_of(found, rng) if each.answers else _worked(found, rng)
        if made is not None:
            return made
    return None


def _draft(found: Answered, right: Option, wrong: list[Option], **more: Any) -> Draft:
    each = found.exercise
    cites = tuple(dict.fromkeys((*right.cites, *each.cites)))
    why = found.text(each.why, **more.pop("beside", {}))
    return Draft(
        each.topic,
        found.text(each.stem),
        right,
        wrong,
        f"{why}（{labels(cites[:3])}）",
        cites,
        _drawn(found),
        each.difficulty,
        tuple(sorted(each.settles.items())),
        **more,
    )


def _drawn(found: Answered) -> Drawn:
    each, known = found.exercise, found.inputs
    if each.auction is not None:
        calls = tuple(map(str, known[each.auction]))
        dealer = str(known[each.dealer]) if each.dealer else ""
        deal = trees().deals.get(found.game)
        return Drawn(auction=calls, dealer=dealer, said=f"{say(dealer, 'seat', deal)}发牌，{say(calls, 'call', deal)}")
    cards: list[str] = []
    for name in each.drawn:
        held = known[name]
        cards += [held] if isinstance(held, str) else held
    return Drawn(cards=tuple(cards), said=cards_in_words(cards)) if cards else Drawn()


def _worked(found: Answered, rng: Random) -> Draft | None:
    """The answer is made of the result; the wrong ones are the answers with one input, or two, otherwise."""
    each = found.exercise
    assert each.answer is not None
    right = found.text(each.answer)
    if UNKNOWN in right:
        return None
    wrong: dict[str, Option] = {}
    for other, told in islice(_near(found, rng), NEAR):
        if len(wrong) >= 2 * OFFERED:
            break
        text = other.text(each.answer)
        if text != right and text not in wrong and UNKNOWN not in text:
            wrong[text] = Option(text, f"{told}才是{text}。", each.cites)
    if len(wrong) < 2:
        return None  # too little comes out otherwise: with other inputs more will
    numbers = re.search(r"\d", right) is not None
    return _draft(found, Option(right, "", each.cites), list(wrong.values()), ordered=numbers)


def _near(found: Answered, rng: Random) -> Iterator[tuple[Answered, str]]:
    """Yield the exercise with one input otherwise, those after them with a second one."""
    each, game = found.exercise, found.game
    changed: list[tuple[dict[str, Any], list[tuple[str, str]]]] = []
    for name, written in each.inputs.items():
        for other, told in _others(game, name, written, found.inputs, rng):
            changed.append((other, [(name, told)]))
    rng.shuffle(changed)
    for known, names in changed:
        yield from _told(found, known, names)
    for known, names in changed[:10]:
        for name, written in each.inputs.items():
            if name != names[0][0]:
                for other, told in islice(_others(game, name, written, known, rng), 2):
                    yield from _told(found, other, [*names, (name, told)])


def _told(found: Answered, known: Mapping[str, Any], names: list[tuple[str, str]]) -> Iterator[tuple[Answered, str]]:
    each = found.exercise
    other = answered(found.game, each, known)
    if other is not None and _asked(other):
        parts = [told or other.text(each.inputs[name].otherwise or f"{{{name}}}时") for name, told in names]
        yield other, "，".join(dict.fromkeys(part.removesuffix("时") for part in parts)) + "时"


def _one_of(found: Answered, rng: Random) -> Draft | None:
    """The answers are always the same: a wrong one says when it is right, those with this exercise otherwise before others."""
    each = found.exercise
    key = _key(found.result.get(each.by or ""))
    if key not in each.answers:
        return None
    right = each.answers[key]
    reached: dict[str, str] = {}
    for other, told in islice(_near(found, rng), NEAR):
        if len(reached) >= OFFERED + 1:
            break
        reached.setdefault(_key(other.result.get(each.by or "")), told)
    names = [name for name in each.answers if name != key]
    rng.shuffle(names)
    names.sort(key=lambda name: name not in reached)
    wrong = []
    for name in names:
        answer = each.answers[name]
        why = _sentence(found.text(answer.why or reached.get(name, ""))) or _instead(found, right)
        wrong.append(Option(found.text(answer.text), why, answer.cites or each.cites))
    beside = {"because": found.text(right.why or ""), "right": found.text(right.text)}
    return _draft(
        found, Option(beside["right"], "", right.cites), wrong, fewest=min(3, len(each.answers)), beside=beside
    )


def _instead(found: Answered, right: Answer) -> str:
    """What a wrong answer is told where nothing near makes it right: the rule, and what comes of it here."""
    return f"{found.text(found.exercise.why, because=found.text(right.why or ''), right=found.text(right.text)).rstrip('。')}。"


def _sentence(why: str) -> str:
    """When an answer is right, as a sentence."""
    if not why:
        return ""
    return f"{why.rstrip('。')}才是这样。" if why.endswith("时") else f"{why.rstrip('。')}。"


def _which(game: GameId, each: Exercise, known: Mapping[str, Any], rng: Random) -> Draft | None:
    """Which of several does: each is tried in the function, or looked for in what it lists."""
    how = each.each
    assert how is not None
    tried: dict[bool, list[tuple[Option, Answered]]] = {True: [], False: []}
    once = None if how.input else answered(game, each, known)
    if how.input is None and (once is None or not isinstance(once.result.get(how.within or ""), list)):
        return None
    for candidate in {str(c): c for c in known[how.of]}.values():
        found = (
            answered(game, each, known, **{how.input: [candidate] if how.listed else candidate}) if how.input else once
        )
        if found is None:
            continue
        does = _does(found, candidate)
        if does is None:
            continue
        text = found.text(how.text, candidate=candidate)
        why = found.text(how.why or "", candidate=candidate)
        tried[does].append((Option(text, "" if does else f"{why.rstrip('。')}。", each.cites), found))
    if not tried[True] or len(tried[False]) < 2:
        return None
    right, found = rng.choice(tried[True])
    wrong = [option for option, _ in tried[False]]
    rng.shuffle(wrong)
    return _draft(found, right, wrong, beside={"right": right.text})


def _does(found: Answered, candidate: Any) -> bool | None:
    """Is a candidate right? None where that is open."""
    how = found.exercise.each
    assert how is not None
    if how.within is not None:
        return (candidate in found.result[how.within]) != how.outside
    values = {key: found.result.get(key) for key in how.right}
    if any(value in (None, "open", "previous_open") for value in values.values()):
        return None
    return all(value == how.right[key] for key, value in values.items())


def again(question: Question) -> Iterator[str]:
    """The exercise is still there, and its function says the same of the same chance.

    Whether the functions are right is decided elsewhere, in tests that answer the exercises again from the law's words.
    """
    each = exercise(question.game, question.subject)
    if each is None:
        yield "没有这道题的出法。"
    elif each.answers:
        said = [answer.text for answer in each.answers.values()]
        if question.answer.text not in said and not any("{" in text for text in said):
            yield "答案不在可能的答案里。"


NUMBER = Kind("number", "算一算", subjects("number"), draft, again)
BEATS = Kind("beats", "谁大谁小", subjects("beats"), draft, again)
LEGAL = Kind("legal", "合不合规则", subjects("legal"), draft, again)
CARD = Kind("card", "打哪张牌", subjects("card"), draft, again)
