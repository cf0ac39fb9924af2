"""What is said to one player: his words, then what he may choose among, each with what comes of it (bridge laws 10C1, 84C)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decision_trees.engine import Ruled
    from decision_trees.model import OutcomeChoice, OutcomeOption

TABLE = "全桌"
ONE_LINE = 24  # characters; longer words stand a sentence a line
_ENDS = re.compile("(?<=[。；])(?=[^”」』])")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said: a sentence, or a way to choose and below it what comes of it."""

    text: str
    after: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """Its sentences, in the order they are read."""
        return (self.text, self.after) if self.after else (self.text,)


def lines_of(words: str) -> list[str]:
    """Words to say, a sentence a line; short ones in one."""
    return [words] if len(words) <= ONE_LINE else [part for part in _ENDS.split(words) if part]


def chooser(step: Ruled) -> str | None:
    """Whom of those that are told something the choice belongs to: himself, his side, or one of his side; None for nobody."""
    choice = step.outcome.choice
    if choice is None:
        return None
    fits = [who for who in step.outcome.tell if choice.who.startswith(who)]
    if not fits and (deal := step.entry.deal) is not None:
        members = {side: [deal.seats[seat] for seat in seats] for seats, side in deal.sides.items()}
        fits = [who for who in step.outcome.tell if any(seat in choice.who for seat in members.get(who, ()))]
    return max(fits, key=len, default=None)


def addressed(step: Ruled) -> list[tuple[str, str]]:
    """Whom something is said to, and what: whoever chooses comes first, for he is waited for; last the table, who acts next."""
    who = chooser(step)
    told = sorted(step.outcome.tell.items(), key=lambda each: each[0] != who)
    after = step.next
    if after is not None and after.act != "choose":  # whoever chooses has been told
        told.append((TABLE, after.line))
    return told


def offered(choice: OutcomeChoice) -> dict[str, OutcomeOption]:
    """What is put before whoever chooses; not what the rules forbid here, nor what the referee only notes."""
    return {key: option for key, option in choice.options.items() if not option.unavailable and not option.happened}


def said_to(step: Ruled, who: str, words: str) -> tuple[Line, ...]:
    """What is said to somebody, line by line: the words, and what he may choose, numbered."""
    said = [Line(line) for line in lines_of(words)]
    choice = step.outcome.choice
    if choice is None or chooser(step) != who:
        return tuple(said)
    options = list(offered(choice).values())
    return (*said, *(Line(numbered(option.text, at, options), option.help or "") for at, option in enumerate(options)))


def numbered(text: str, at: int, among: Sequence[object]) -> str:
    """A way to choose with its number, where there is more than one."""
    return f"{at + 1}. {text}" if len(among) > 1 else text
