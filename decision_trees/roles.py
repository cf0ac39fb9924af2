"""Who is who at the table: roles in texts, said as seats where the seat is known and in words where it is not.

A text names a role by its path: ``offender``, ``offender.lho``, ``declarer.side``. The seats, the order of play and the words of a
game come from its ``deal.yaml``; a tree may call a role by other words, or bring one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from decision_trees.model import Deal, Outcome, Question, Role, Tree

PLACEHOLDER = re.compile(
    r"\{(?P<plain>~)?(?P<name>\w+(?:\.\w+)*)(?::(?P<form>\w+))?(?:\|(?P<otherwise>(?:[^{}]|\{[^{}]*\})*))?\}"
)
"""``{fact}``, ``{role.relation}``, ``{key:form}``, ``{fact|otherwise}``; ``{~下家}`` is the word itself. What is said otherwise may
hold placeholders of its own, without more in them."""

SIDES = ("side", "opponents")

OFFICIALS = re.compile("裁判|委员会|机构|组")
"""Those who run the event, by what they are called: they need not be told what comes of a choice."""


def named(text: str) -> Iterator[str]:
    """The facts and roles a text speaks of, as paths."""
    for m in PLACEHOLDER.finditer(text):
        if not m["plain"]:
            yield m["name"]
        if m["otherwise"]:
            yield from named(m["otherwise"])


def roles_of(*trees: Tree) -> dict[str, Role]:
    """The roles that texts may name: those of the game, with what each tree says of them, the last tree first."""
    deal = next((tree.deal for tree in trees if tree.deal is not None), None)
    out = dict(deal.roles) if deal is not None else {}
    for tree in trees:
        for name, role in tree.roles.items():
            base = out.get(name, Role())
            out[name] = Role(
                words=role.words or base.words,
                seat=role.seat or base.seat,
                side=role.side or base.side,
                opponents=role.opponents or base.opponents,
                pair=role.pair or base.pair,
            )
    return out


def is_path(text: str, deal: Deal | None, roles: Mapping[str, Role]) -> bool:
    """Does a text name a role, or somebody by a role?"""
    base, *steps = text.split(".")
    return base in roles and all(step in SIDES or (deal is not None and step in deal.relations) for step in steps)


@dataclass(slots=True)
class Cast:
    """The people of one ruling: ``seat_of`` gives the seat a fact holds, or None where it is not known; ``side_of`` the side."""

    deal: Deal
    roles: Mapping[str, Role]
    seat_of: Callable[[str], str | None]
    side_of: Callable[[str], str | None] = lambda _: None

    def seat(self, path: str) -> str | None:
        """The seat somebody has (``W``); None where it is not known, or the path names a side."""
        base, *steps = path.split(".")
        fact = self.roles[base].seat
        seat = self.seat_of(fact) if fact is not None else None
        if not isinstance(seat, str) or seat not in self.deal.seats or any(step in SIDES for step in steps):
            return None
        order = list(self.deal.seats)
        turns = sum(self.deal.relations[step].steps for step in steps)
        return order[(order.index(seat) + turns) % len(order)]

    def side(self, path: str) -> str | None:
        """The side a path ending in ``side`` or ``opponents`` names (``NS``); None where it is not known."""
        person, _, last = path.rpartition(".")
        seat = self.seat(person)
        own = next((side for side in self.deal.sides if seat is not None and seat in side), None)
        if own is None and person in self.roles and (pair := self.roles[person].pair) is not None:
            told = self.side_of(pair)
            own = told if told in self.deal.sides else None
        if own is None or last == "side":
            return own
        others = [side for side in self.deal.sides if side != own]
        return others[0] if len(others) == 1 else None

    def words(self, path: str) -> str:
        """Somebody in words that need no seat: 违规者的下家, 违规方."""
        base, *steps = path.split(".")
        role = self.roles[base]
        said = role.words or base
        for number, step in enumerate(steps):
            if step in SIDES:
                own = role.side if step == "side" else role.opponents
                said = own if own is not None and number == 0 else f"{said}{'一方' if step == 'side' else '的对方'}"
            else:
                said = f"{said}的{self.deal.relations[step].words}"
        return said

    def say(self, path: str, introduced: set[str] | None = None) -> str:
        """Somebody by his seat, with his role in brackets the first time; by his role where the seat is not known.

        ``introduced`` holds those named before; without it nobody is introduced.
        """
        words = self.words(path)
        if path.rpartition(".")[2] in SIDES:
            side = self.side(path)
            name = self.deal.sides[side] if side is not None else None
        else:
            seat = self.seat(path)
            name = self.deal.seats[seat] if seat is not None else None
        if name is None:
            return words
        if introduced is None or path in introduced:
            return name
        introduced.add(path)
        return f"{name}（{words}）"


def texts_of(outcome: Outcome) -> Iterator[str]:
    """Every text of an outcome in which facts and roles may be named."""
    yield outcome.ruling
    yield from outcome.do
    for effect in outcome.effects:
        yield from (str(part) for part in (effect.who, effect.what, effect.amount, effect.suits) if part is not None)
    for who, words in outcome.tell.items():
        yield from (who, words)
    if outcome.choice is not None:
        yield outcome.choice.who
        for option in outcome.choice.options.values():
            yield from (part for part in (option.text, option.help, option.otherwise) if part)
    yield from (follow.when for follow in outcome.follow_ups)
    if outcome.note:
        yield outcome.note
    if outcome.deadline is not None:
        yield outcome.deadline.text


def spoken_of(outcome: Outcome, deal: Deal | None, roles: Mapping[str, Role]) -> tuple[str, ...]:
    """The roles an outcome names, as paths, in the order it names them."""
    out: dict[str, None] = {}
    for text in texts_of(outcome):
        if is_path(text, deal, roles):
            out[text] = None
        out |= {name: None for name in named(text) if is_path(name, deal, roles)}
    return tuple(out)


def posed(question: Question, say: Callable[[str], str], who: Callable[[str], str]) -> Question:
    """A question with its texts filled."""
    return replace(
        question,
        ask=say(question.ask) if question.ask else question.ask,
        help=say(question.help) if question.help else question.help,
        who=who(question.who) if question.who else question.who,
        explain=tuple(map(say, question.explain)),
    )
