"""A ruling seen from each seat: what somebody may choose, what he has to do, what he is told.

Nothing is added to the outcome: its effects, its choice, the words to say and the lines of what happens now are sorted by
the person they concern. What is said of a side concerns both its players.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ruling.consequences import consequence, says_more
from decision_trees.reach import reached
from decision_trees.wording import reworded

if TYPE_CHECKING:
    from decision_trees.engine import Ruled
    from decision_trees.model import Deal, Effect, Tree

EVERYBODY = "全桌"
_ALL = frozenset({EVERYBODY, "双方", "四人", "六人", "四位赛员", "各赛员", "有关各方", "当事双方"})
_GIVES_TO = "转给"
_OFFICIALS = re.compile("裁判|委员会|机构")

_OFFENDER = "违规者|违者|越序者|藏牌者|越序首引者|越序引牌者|甩错者|贡错牌者|还错牌者|报错者|未报牌者|拖延者"
_SIDES: tuple[tuple[frozenset[str], re.Pattern[str]], ...] = (
    (
        frozenset(
            [
                "违规方",
                "违规的一对",
                "违规的一方",
                "违规者一方",
                "违规方两人",
                "未报牌的一对",
                "拖延的一对",
                "报错的一对",
            ]
        ),
        re.compile(f"^({_OFFENDER})(的同伴|的搭档)?$"),
    ),
    (frozenset({"非违规方", "对方", "对手"}), re.compile(f"^(({_OFFENDER})的)?(上家|下家)$")),
    (frozenset({"防家", "两个防家", "任一防家"}), re.compile("防家$")),
    (frozenset({"庄家方"}), re.compile("^(庄家|明手)$")),
)
"""Names of a side, and of those who belong to it."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """Something somebody chooses."""

    options: tuple[str, ...]
    chosen: str | None = None
    ask: str = ""


@dataclass(frozen=True, slots=True)
class Perspective:
    """The ruling from one seat."""

    who: str
    chooses: tuple[Choosing, ...] = ()
    required: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def plain(self) -> bool:
        """Nothing is chosen and nothing required: he is only told."""
        return not self.chooses and not self.required


def perspectives(step: Ruled, trees: Mapping[str, Tree]) -> tuple[Perspective, ...]:
    """Return what a ruling means for each person it names, those who choose first."""
    outcome = step.outcome
    asked = list(_asked(step, trees))
    named = [who for who, _ in asked] + ([outcome.choice.who] if outcome.choice else [])
    named += [who for effect in outcome.effects for who in _of(effect)] + list(outcome.tell)
    people = [who for who in dict.fromkeys(named) if who not in _ALL]
    if all(_OFFICIALS.search(who) for who in people) and any(who in _ALL for who in named):
        people.append(EVERYBODY)
    deal = step.entry.deal
    at_table = _at_table(deal) if deal is not None else {}
    people = [who for who in people if not _spoken_for(who, people, at_table)]
    seen = tuple(_from(who, people, step, asked, at_table) for who in people)
    return tuple(sorted(seen, key=lambda each: (not each.chooses, bool(_OFFICIALS.search(each.who)), each.plain)))


def _at_table(deal: Deal) -> Mapping[str, str]:
    """The players named by their seats, and their sides: 西家 -> 东西方."""
    return {name: side for seat, name in deal.seats.items() for members, side in deal.sides.items() if seat in members}


def _spoken_for(side: str, people: list[str], at_table: Mapping[str, str]) -> bool:
    """A side need not stand beside its own players, nor twice: what is said of it is said of them."""
    if any(at_table.get(who) == side for who in people):
        return True
    for names, members in _SIDES:
        if side in names:
            others = [who for who in people if who in names or members.search(who)]
            if any(who not in names for who in others) or others[0] != side:
                return True
    return False


def _from(
    who: str, people: list[str], step: Ruled, asked: list[tuple[str, Choosing]], at_table: Mapping[str, str]
) -> Perspective:
    outcome = step.outcome
    own = {at_table[who]} if who in at_table else set()
    sides = {
        who,
        *own,
        *_ALL,
        *(name for names, members in _SIDES if who in names or members.search(who) for name in names),
    }
    if _OFFICIALS.search(who):
        sides = {who}
    chooses = [choosing for name, choosing in asked if name in sides]
    if outcome.choice is not None and outcome.choice.who in sides:
        facts = {known.name: known.value for known in step.known}
        options = outcome.choice.options
        chosen = options.get(str(facts.get(outcome.choice.fact)))
        texts = tuple(option.text for option in options.values())
        chooses.append(Choosing(texts, chosen.text if chosen else None))
    required = [line for line in outcome.do if _addressed(line, people) in sides]
    for effect in outcome.effects:
        concerned = _of(effect)
        if (
            not sides.isdisjoint(concerned)
            and says_more(effect)
            and not any((effect.what or "…") in line for line in required)
        ):
            required.append(consequence(effect if len(concerned) > 1 else dataclasses.replace(effect, who=None)))
    return Perspective(
        who,
        tuple(chooses),
        tuple(dict.fromkeys(required)),
        tuple(dict.fromkeys(words for name, words in outcome.tell.items() if name in sides)),
    )


def _of(effect: Effect) -> list[str]:
    """Whom a consequence concerns: the side that gives tricks and the side that gets them."""
    return effect.who.split(_GIVES_TO) if effect.who else []


def _addressed(line: str, people: list[str]) -> str | None:
    """Whom a line of what happens now begins with: the longest name that fits."""
    fits = [who for who in people if line.startswith(who) and not line[len(who) :].startswith("的")]
    return max(fits, key=len, default=None)


def _asked(step: Ruled, trees: Mapping[str, Tree]) -> Iterator[tuple[str, Choosing]]:
    """The choices a player made on the way to the ruling."""
    known = {each.name: each for each in step.known}
    for tree in reached(step.entry, trees):
        for question in tree.questions.values():
            if question.who is None or _OFFICIALS.search(question.who) or question.fact not in known:
                continue
            fact = tree.facts.get(question.fact)
            texts = [option.text for option in fact.options.values()] if fact is not None else []
            options = tuple(reworded(step, text) for text in texts)
            ask = reworded(step, question.ask or "")
            yield reworded(step, question.who), Choosing(options, known[question.fact].shown, ask)
