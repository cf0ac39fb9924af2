"""A ruling in words, as text to pass on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.ruling.consequences import carried_out
from decision_trees.coming import STAY
from decision_trees.games import every_game
from decision_trees.notation import CALL_NAMES, JOKER_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from decision_trees.engine import Ruled, Settled
    from decision_trees.model import OutcomeOption
    from rules_data.handbook import Handbook

_SHAPES = str.maketrans("SHDC", "♠♥♦♣")
_CALL = re.compile(r"(?<![A-Za-z0-9])([1-9])([SHDC])(?![A-Za-z0-9])")
_CARD = re.compile(r"(?<![A-Za-z0-9])([SHDC])(10|[2-9TJQKA])(?![A-Za-z0-9])")

USUAL = "常见情形，符合的点一下，一次答几问："  # above what mostly happens, each in a sentence
HISTORY = "history"  # what the journal says: the records of others, of which the ruling says what follows
LEVELS = {"none": "不判罚", "restriction": "有限制或选择", "penalty": "判罚"}
MARKS = {"none": "✓", "restriction": "⇄", "penalty": "!"}


_JOKER = re.compile(r"(?<![A-Za-z0-9])(BJ|LJ)(?![A-Za-z0-9])")
_SEATS = {"N": "北家", "E": "东家", "S": "南家", "W": "西家"}  # of auctions: no other seats bid (decision_trees.loader)
_AT = f"[{''.join(_SEATS)}]"
_WRITTEN = rf"(?:{_AT}:)?(?:[1-7](?:NT|[SHDC])|XX|X|P)"
_AUCTION = re.compile(rf"(?<![A-Za-z0-9])({_AT}): ({_WRITTEN}(?: {_WRITTEN})*)(?![A-Za-z0-9])")


def _auction(match: re.Match[str]) -> str:
    calls = []
    for written in match[2].split():
        seat, _, call = written.rpartition(":")
        calls.append((_SEATS[seat] if seat else "") + CALL_NAMES.get(call, call))
    return f"{_SEATS[match[1]]}发牌，{' '.join(calls)}"


def shaped(text: str) -> str:
    """Show calls and cards as at the table: 2H as 2♥, HA as ♥A, BJ as 大王, an auction from its dealer on."""
    text = _AUCTION.sub(_auction, text)
    text = _JOKER.sub(lambda match: JOKER_NAMES[match[1]], text)
    text = _CALL.sub(lambda match: match[1] + match[2].translate(_SHAPES), text)
    return _CARD.sub(lambda match: match[1].translate(_SHAPES) + match[2].replace("T", "10"), text)


def _sides() -> dict[str, str]:
    """The sides of all games by the words they are kept under where nobody has a number: 东西 is 东西方."""
    return {words.removesuffix("方"): words for game in every_game().values() for words in game.sides.values()}


def side_words(pair: str) -> str:
    """A pair that is a side in full, as it is said: 5桌东西 is 5桌东西方; any other as it is."""
    table, mark, side = pair.rpartition("桌")
    return f"{table}{mark}{_sides().get(side, side)}"


def by_number(pair: str) -> str:
    """A pair without its name, where that would be of another event or is known by nobody: 4号, 5桌东西方."""
    return f"{pair}号" if pair.isdecimal() else side_words(pair)


def option_text(option: OutcomeOption) -> str:
    """Say one way to choose; one that is not legal here with the reason."""
    return f"{option.text}（不能选：{option.unavailable}）" if option.unavailable else option.text


def settled_line(settled: Settled) -> str:
    """Say which answer to an open question was used, and why."""
    if settled.answer is None:
        return f"{settled.question} 文本没有规定，由{settled.decides}决定。"
    return f"{settled.question} 采用“{settled.text}”。{settled.because}"


def after_lines(step: Ruled) -> list[str]:
    """Say what stays as it was, and last of all who acts next, one line each."""
    lines = [f"{STAY}{'；'.join(step.stays)}。"] if step.stays else []
    return [shaped(line) for line in (*lines, *([step.next.line] if step.next is not None else []))]


def as_text(step: Ruled, handbook: Handbook) -> str:
    """Return the whole ruling as text, with the clauses as printed."""
    return "\n".join(_lines(step, handbook))


def _lines(step: Ruled, handbook: Handbook) -> Iterator[str]:
    outcome = step.outcome
    yield f"【裁定】{step.tree.title}"
    yield f"{MARKS[outcome.level]} {outcome.ruling}"
    yield from (f"= {figure.text}" for figure in step.figures)
    if step.known:
        told = (f"{known.label}：{shaped(known.shown)}" for known in step.known if known.name != HISTORY)
        yield "事实：" + "；".join(told)
    lines = carried_out(step)
    if lines:
        yield "执行："
        yield from (f"{number}. {line}" for number, line in enumerate(lines, 1))
    if outcome.choice is not None:
        yield f"选择（{outcome.choice.who}）：" + "；".join(map(option_text, outcome.choice.options.values()))
    yield from (f"对{who}：{words}" for who, words in outcome.tell.items())
    if outcome.deadline is not None:
        yield f"时限：{outcome.deadline.text}"
    if outcome.note:
        yield f"说明：{outcome.note}"
    yield from after_lines(step)
    yield from (f"未定：{settled_line(settled)}" for settled in step.settled)
    yield "依据："
    for cited in step.cites:
        provision = handbook.provision(cited)
        book = handbook.book_of(cited)
        text = " ".join(part.strip() for part in (provision.heading, provision.text) if part and part.strip())
        yield f"《{book.title}》（{book.edition}）{provision.label}  {text}"
