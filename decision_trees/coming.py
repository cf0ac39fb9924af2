"""Who acts once a ruling is given, and what stays as it was: the first entry of an outcome's ``next`` that applies, in words.

Nothing here knows a game: what there is to know comes from facts, roles and figures, and what cannot be said for certain is left to
the next entry, which says less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from decision_trees import functions
from decision_trees.functions import RuleInputError
from decision_trees.model import EVERYBODY, Act, Acting, Next, Outcome, OutcomeChoice, Question, Stays, Tree
from decision_trees.reach import required
from decision_trees.roles import PLACEHOLDER

HEAD = "接着："
"""What the line begins with, wherever it is shown."""

STAY = "不变："
"""And the line of what stays."""

LISTED = 3
"""So many options are named where somebody chooses; more of them are read above."""

BARE = (
    "继续比赛", "比赛继续", "竞叫继续", "竞叫照常", "继续竞叫", "继续叫牌", "打牌继续", "继续打牌", "牌局继续", "照常继续", "继续",
    "照常进行", "接着打", "照常打牌",
)  # fmt: skip
"""What is no answer to the question who acts next."""


@dataclass(frozen=True, slots=True)
class Coming:
    """Who acts next, and how."""

    act: Act
    who: str | None  # as he is called; None: nobody acts
    seat: str | None  # his seat or side, where it is known
    text: str  # without the words it is headed by
    cards: tuple[str, ...] = ()
    over: Any = None
    cites: tuple[str, ...] = ()
    figure: str | None = None  # the figure whose sentence it is

    @property
    def line(self) -> str:
        """As it is read: 接着：由西家首引。"""
        return f"{HEAD}{self.text.rstrip('。')}。"


@dataclass(frozen=True, slots=True)
class Speaker:
    """What a ruling in progress lends to say who acts next."""

    known: Callable[[str], Any]  # the value of a fact; None where it is not known
    filled: Callable[[Mapping[str, Any]], dict[str, Any]]  # what a function is given; raises where it is not known
    place: Callable[[str], str | None]  # the seat or side of a role's path
    role: Callable[[str], bool]
    named: Callable[[str], str]  # a role's path, a seat or a side in words
    text: Callable[[str, Mapping[str, Any]], str]
    acts: Mapping[str, Acting] = field(default_factory=dict)  # what is added where somebody does this next


@dataclass(frozen=True, slots=True)
class Found:
    """What a figure of the ruling found: its sentence, its result, its clauses."""

    text: str
    values: Mapping[str, Any]
    cites: tuple[str, ...]


def coming(outcome: Outcome, figures: Mapping[str, Found], speaker: Speaker) -> Coming | None:
    """Who acts next by an outcome; None where it does not say."""
    choice = outcome.choice
    if choice is not None and speaker.known(choice.fact) is None and offered(choice):
        own = [each for each in outcome.next if each.act == "choose"]
        return next(_said(own, figures, speaker), None) or _chooser(choice, speaker)
    return next(_said(outcome.next, figures, speaker), None)


def staying(outcome: Outcome, speaker: Speaker) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What stays as it was, each with its clauses; what cannot be said of what is known is left out."""
    return tuple(
        (speaker.text(each.say, {}).rstrip("。"), each.cites)
        for each in outcome.stays
        if _holds(each.only, {}, speaker) and _sayable(each.say, {}, speaker)
    )


def offered(choice: OutcomeChoice) -> bool:
    """Is there anything to choose, and not only to note what somebody did?"""
    return any(not option.happened for option in choice.options.values())


def answers_next(outcome: Outcome) -> bool:
    """Does an outcome say who acts next, whatever is chosen?"""
    if outcome.next:
        return True
    choice = outcome.choice
    return choice is not None and offered(choice) and all(option.to for option in choice.options.values())


def rulings_of(tree: Tree, trees: Mapping[str, Tree]) -> set[str]:
    """The outcomes of a tree that somebody may be given as the ruling: of a shared step, those no tree goes on from."""
    followed = (
        follow.tree for one in trees.values() for outcome in one.outcomes.values() for follow in outcome.follow_ups
    )
    if not tree.part or tree.id in followed:
        return set(tree.outcomes)
    through = [q for one in trees.values() for q in one.questions.values() if q.tree == tree.id]
    return {name for name in tree.outcomes if any(_ends(q, name) for q in through)}


def _ends(question: Question, outcome: str) -> bool:
    return outcome not in question.answers and "*" not in question.answers


def unsaid(tree: Tree, trees: Mapping[str, Tree]) -> list[str]:
    """The outcomes of a tree that do not say who acts next."""
    final = rulings_of(tree, trees)
    return [name for name, outcome in tree.outcomes.items() if name in final and not answers_next(outcome)]


def bare(said: str) -> bool:
    """Is a sentence no answer to the question who acts next: 继续比赛?"""
    return PLACEHOLDER.sub("", said).strip("。，由") in BARE


def _said(entries: Iterable[Next], figures: Mapping[str, Found], speaker: Speaker) -> Iterator[Coming]:
    for entry in entries:
        found = _found(entry, figures, speaker)
        if found is None or not _holds(entry.only, found.values, speaker):
            continue
        who, seat = _who(entry, found.values, speaker)
        if entry.who is not None and who is None:
            continue
        if entry.say is None:
            text = found.text
        elif _sayable(entry.say, found.values, speaker):
            text = speaker.text(entry.say, found.values)
        else:
            continue
        added, of_added = _added(entry.act, seat, text, speaker)
        text = text.rstrip("。") + added
        cites = tuple(dict.fromkeys((*entry.cites, *found.cites, *of_added)))
        cards, over = (_taken(each, found.values, speaker) for each in (entry.cards, entry.over))
        own = entry.figure if entry.say is None else None
        yield Coming(entry.act, who, seat, text, _cards(cards), over, cites, own)


def _added(act: Act, seat: str | None, said: str, speaker: Speaker) -> tuple[str, tuple[str, ...]]:
    """What is added of whoever acts so, and its clauses: nothing where it is not known, or said already."""
    acting = speaker.acts.get(act)
    if (
        acting is None
        or seat is None
        or len(seat) != 1
        or any(speaker.known(name) is None for name in required(acting.given))
    ):
        return "", ()
    try:
        found = functions.call(acting.call, {**speaker.filled(acting.given), acting.seat: seat})
    except RuleInputError:
        return "", ()
    values = [found.get(m["name"]) for m in PLACEHOLDER.finditer(acting.say)]
    if any(not value or str(value) in said for value in values):
        return "", ()
    return speaker.text(acting.say, found), acting.cites


def _found(entry: Next, figures: Mapping[str, Found], speaker: Speaker) -> Found | None:
    """What an entry speaks of; None where that is not known."""
    if entry.figure is not None:
        return figures.get(entry.figure)
    if entry.call is None:
        return Found("", {}, ())
    if any(speaker.known(name) is None for name in required(entry.given)):
        return None
    try:
        return Found("", functions.call(entry.call, speaker.filled(entry.given)), ())
    except RuleInputError:
        return None


def _who(entry: Next, values: Mapping[str, Any], speaker: Speaker) -> tuple[str | None, str | None]:
    """Whoever acts, in words, and his seat or side; nobody in words where an entry needs a seat that is not known."""
    who = entry.who
    if who is None:
        return None, None
    if who == EVERYBODY:
        return "全桌", None
    if who in values:
        seat = values[who]
        return (speaker.named(seat), seat) if isinstance(seat, str) else (None, None)
    if speaker.role(who):
        return speaker.named(who), speaker.place(who)
    if who.isascii():  # a fact
        seat = speaker.known(who)
        return (speaker.named(seat), seat) if isinstance(seat, str) else (None, None)
    return speaker.text(who, values), None


def _holds(only: Mapping[str, Any], values: Mapping[str, Any], speaker: Speaker) -> bool:
    for name, wanted in only.items():
        value = values[name] if name in values else speaker.known(name)
        if value is None or value not in (wanted if isinstance(wanted, list | tuple) else (wanted,)):
            return False
    return True


def _sayable(text: str, values: Mapping[str, Any], speaker: Speaker) -> bool:
    """Can every placeholder be filled, or is something else written for it?"""
    for m in PLACEHOLDER.finditer(text):
        if m["plain"] or m["otherwise"] is not None:
            continue
        if speaker.role(m["name"]) and m["name"] not in values:
            if m["form"] is not None and speaker.place(m["name"]) is None:  # {declarer:seat}: by his seat or not at all
                return False
            continue
        value = values[m["name"]] if m["name"] in values else speaker.known(m["name"])
        if value is None or value in ("", (), []):
            return False
    return True


def _taken(written: str | None, values: Mapping[str, Any], speaker: Speaker) -> Any:
    if written is None:
        return None
    return speaker.known(written[1:]) if written.startswith("$") else values.get(written)


def _cards(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)


def _chooser(choice: OutcomeChoice, speaker: Speaker) -> Coming:
    """Whoever chooses, as the options stand: said of itself."""
    role = speaker.role(choice.who)
    who = speaker.named(choice.who) if role else speaker.text(choice.who, {})
    open_ = [each for each in choice.options.values() if each.unavailable is None and not each.happened]
    texts: Sequence[str] = [speaker.text(each.text, {}) for each in open_]
    said = f"由{who}选定：{'；或'.join(texts)}" if 0 < len(texts) <= LISTED else f"由{who}在所列的几项里选定"
    return Coming("choose", who, speaker.place(choice.who) if role else None, said, cites=choice.cites)


def texts_next(outcome: Outcome) -> Iterator[str]:
    """Every text of ``next`` and ``stays`` in which facts and roles may be named."""
    for entry in outcome.next:
        yield from (each for each in (entry.say, entry.who) if each)
    yield from (each.say for each in outcome.stays)


def named_next(entry: Next | Stays) -> Iterator[str]:
    """The names that an entry's sentence needs."""
    yield from (m["name"] for m in PLACEHOLDER.finditer(entry.say or "") if not m["plain"])
