"""Rulings to be written out in steps: what a worked case tells, or several rulings at one table, and what is to be written.

The key points and the model answer are what the engine rules, in its own words; the clauses asked for are those the case was
worked out from.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook, trees
from app.exams.statements import pieces
from app.ruling.consequences import carried_out, overlap
from app.ruling.wording import after_lines, option_text, shaped
from app.study.clauses import definition, label, labels
from app.study.fairness.grounds import misprinted, sends_on, unquoted
from app.study.generators.outcomes import drawn, hard
from app.study.model import Question
from app.study.parts import Part, Point
from app.study.worked import PREMISE, cases_of, decider, otherwise, premises, ruled, said, told
from decision_trees.chain import play, rulings_of
from decision_trees.engine import Ruled
from decision_trees.law import Law
from decision_trees.model import Case

if TYPE_CHECKING:
    from decision_trees.chain import Given
    from decision_trees.model import Chain
    from rules_data.model import GameId

WRITTEN, COMPOUND = "written", "written_chain"
KINDS: Mapping[str, str] = {WRITTEN: "书面裁决", COMPOUND: "连环裁决"}
"""Kinds of questions that are written out, and what an examiner calls them."""
MOST_CLAUSES, MOST_POINTS, MOST_TOLD, MOST_FOLLOWING = 4, 5, 4, 4
SAID_BEFORE = 0.6  # of a line that the ruling says already
MOST_RIVALS = 6
CLAUSES, RULING, TELL, CHOOSE, FOLLOW = "clauses", "ruling", "tell", "choose", "follow"
_ASKS = {
    CLAUSES: "写出依据的条款（书名可省，条、款、项写全）。",
    RULING: "写出裁定，包括判罚、数目和对象。",
    TELL: "对有关的牌手各怎样说？",
    CHOOSE: "由谁选择？可以怎样选，各有什么后果？",
    FOLLOW: "接着怎样进行？",
}
_WEIGHTS = {CLAUSES: 2.0, RULING: 4.0, TELL: 2.0, CHOOSE: 2.0, FOLLOW: 1.0}
_LINES = {CLAUSES: 2, RULING: 5, TELL: 5, CHOOSE: 5, FOLLOW: 3}


def parts_of(step: Ruled, clauses: Sequence[str], rivals: Sequence[str], before: str = "") -> tuple[Part, ...]:
    """What is to be written of a ruling, in parts; ``before`` stands before what each asks."""
    made = {
        CLAUSES: _clauses(step, clauses),
        RULING: _ruling(step),
        TELL: _told(step),
        CHOOSE: _choice(step),
        FOLLOW: _following(step),
    }
    return tuple(
        Part(
            before + _ASKS[what],
            "text",
            _WEIGHTS[what],
            model,
            points,
            against=tuple(rivals) if what == RULING else (),
            also=step.cites if what == CLAUSES else (),
            lines=_LINES[what],
        )
        for what, (model, points) in made.items()
        if points
    )


def _clauses(step: Ruled, clauses: Sequence[str]) -> tuple[str, tuple[Point, ...]]:
    asked = tuple(dict.fromkeys(each for each in clauses if not definition(each)))[:MOST_CLAUSES]
    asked = asked or tuple(step.cites[:1])
    return f"{labels(asked)}。", tuple(Point(label(each), 1.0, (each,)) for each in asked)


def _said_points(texts: Sequence[str], most: int) -> tuple[Point, ...]:
    found = [piece for text in texts for piece in pieces(shaped(text))]
    return tuple(Point(each) for each in dict.fromkeys(found))[:most]


def _ruling(step: Ruled) -> tuple[str, tuple[Point, ...]]:
    figures = [figure.text for figure in step.figures]
    model = shaped("".join(_sentence(each) for each in (step.outcome.ruling, *figures)))
    return model, (*_said_points([step.outcome.ruling], MOST_POINTS), *(Point(shaped(each)) for each in figures[:3]))


def _sentence(text: str) -> str:
    return text if text.endswith(("。", "！", "？")) else f"{text}。"


def _told(step: Ruled) -> tuple[str, tuple[Point, ...]]:
    tell = [(who, shaped(words)) for who, words in step.outcome.tell.items()][:MOST_TOLD]
    return "\n".join(f"对{who}：{words}" for who, words in tell), tuple(
        Point(f"对{who}：{_FIRST.split(words)[0]}") for who, words in tell
    )


_FIRST = re.compile("(?<=.{8})[；。]")


def _choice(step: Ruled) -> tuple[str, tuple[Point, ...]]:
    choice = step.outcome.choice
    if choice is None:
        return "", ()
    options = [each for each in choice.options.values() if not each.happened and not each.unavailable]
    if len(options) < 2:
        return "", ()
    alone = "，不得与同伴商量" if choice.consult is False else ""
    lines = [shaped(option_text(each) + (f"：{each.help.rstrip('。')}" if each.help else "")) for each in options]
    model = f"由{choice.who}选择{alone}：{'；'.join(lines)}。"
    points = (Point(f"由{choice.who}选择{alone}"), *(Point(each) for each in lines[:MOST_POINTS]))
    return model, points


def _following(step: Ruled) -> tuple[str, tuple[Point, ...]]:
    before = step.outcome.ruling + "".join(figure.text for figure in step.figures)
    lines = [shaped(each) for each in carried_out(step) if overlap(each, before) < SAID_BEFORE]
    after = [each for each in after_lines(step) if each.startswith("接着")]
    lines = [*lines[: MOST_FOLLOWING - len(after)], *after]
    return "".join(map(_sentence, lines)), tuple(Point(each.removeprefix("接着：").rstrip("。")) for each in lines)


def on_a_misprint(stem: str, parts: Sequence[Part], cites: Collection[str]) -> bool:
    """Whether a model may count by a table with a slip of print: whoever reads it as printed would be marked wrong."""
    if not misprinted().keys() & set(cites):
        return False
    return "加倍" in stem + "".join(part.model for part in parts) and any("得分" in part.model for part in parts)


# One ruling


@cache
def _fit(game: GameId) -> tuple[Case, ...]:
    """The cases that can be written out: as at the table, with something to tell somebody, and decided by the text."""
    return tuple(case for case in cases_of(game) if case.teach == "scenario")


def _single(case: Case, seed: int) -> Question | None:
    found = ruled(case)
    if found is None or found.outcome.refer or not found.outcome.tell:
        return None
    premise, settled = premises(case, whole=True)
    if len(premise) > PREMISE or sends_on(shaped(found.outcome.ruling)) or unquoted(told(case), case.why, found.cites):
        return None
    right = shaped(found.outcome.ruling)
    others = (shaped(each.ruled.outcome.ruling) for each in otherwise(case, Random(case.id)))
    rivals = tuple(dict.fromkeys(each for each in others if each != right))[:MOST_RIVALS]
    first = decider(case)
    clauses = tuple(dict.fromkeys(filter(None, (first, *case.expect.cites))))
    parts = parts_of(found, clauses, rivals)
    if len(parts) < 3 or on_a_misprint(told(case), parts, found.cites):
        return None
    return Question(
        WRITTEN, found.entry.game, f"tree:{case.tree}", seed, found.entry.stage, f"{told(case)}{premise}", (), 0, case.why,
        found.cites, drawn(case), min(1.0, hard(case, found) + 0.15), settled, parts,
    )  # fmt: skip


# Several rulings at one table


@dataclass(frozen=True, slots=True)
class _Steps:
    told: str
    steps: tuple[Ruled, ...]
    premise: str
    settled: Mapping[str, Any]


@cache
def chains_of(game: GameId) -> tuple[Chain, ...]:
    """The chains of a game that come to rulings one after the other."""
    return tuple(each for each in trees().chains.values() if each.id.partition(".")[0] == game)


def _played(chain: Chain, settled: Mapping[str, str]) -> list[Ruled] | None:
    law = Law(trees().trees, handbook().books, settled)
    given = [_settling(each, settled) for each in rulings_of(chain)]
    steps = [each.step for each in play(given, law)]
    return [each for each in steps if isinstance(each, Ruled)] if all(isinstance(s, Ruled) for s in steps) else None


def _settling(given: Given, settled: Mapping[str, str]) -> Given:
    return replace(given, settled=settled)


def _told_chain(chain: Chain) -> _Steps | None:
    """A chain as its stem tells it; None where the text leaves open what would be ruled."""
    steps = _played(chain, chain.settled)
    if steps is None or any(each.outcome.refer for each in steps):
        return None
    premise: list[str] = []
    settled = dict(chain.settled)
    for each in {one.id: one for step in steps for one in step.settled if one.source != "event"}.values():
        if each.answer is None:
            return None
        if _unmoved(chain, steps, each.id, each.answer):
            continue
        premise.append(f"“{_quoted(each.question)}”条文没有写明，本题按“{_quoted(each.text)}”处理。")
        settled[each.id] = each.answer
    if len("".join(premise)) > PREMISE:
        return None
    numbered = "".join(f"（{number}）{link.happened}" for number, link in enumerate(chain.rulings, 1))
    return _Steps(f"{chain.situation.strip()}\n{numbered}", tuple(steps), "".join(premise), settled)


def _quoted(text: str) -> str:
    return text.rstrip("。").translate(str.maketrans("“”", "‘’"))


def _unmoved(chain: Chain, steps: Sequence[Ruled], question: str, answer: str) -> bool:
    book, _, number = question.partition("/")
    options = next(each.options for each in handbook().books[book].open_questions if each.id == number)
    for option in options:
        if option.key == answer:
            continue
        other = _played(chain, {**chain.settled, question: option.key})
        if other is None or [_whole(each) for each in other] != [_whole(each) for each in steps]:
            return False
    return True


def _whole(step: Ruled) -> tuple[object, ...]:
    return said(step, whole=True)


def _compound(chain: Chain, seed: int) -> Question | None:
    found = _told_chain(chain)
    if found is None:
        return None
    parts: list[Part] = []
    for number, (link, step) in enumerate(zip(chain.rulings, found.steps, strict=True), 1):
        if link.expect.cites and not sends_on(shaped(step.outcome.ruling)):
            each = parts_of(step, link.expect.cites, (), f"第（{number}）件：")
            parts += [part for part in each if part.ask.endswith((_ASKS[CLAUSES], _ASKS[RULING], _ASKS[CHOOSE]))]
    if len(parts) < 4 or on_a_misprint(found.told, parts, [cite for step in found.steps for cite in step.cites]):
        return None
    first = found.steps[0].entry
    text = f"{found.told}\n{found.premise}按先后逐件裁定。"
    cites = tuple(dict.fromkeys(cite for link in chain.rulings for cite in link.expect.cites))
    return Question(
        COMPOUND, first.game, f"chain:{chain.id}", seed, first.stage, text, (), 0, chain.why, cites,
        difficulty=min(1.0, 0.6 + 0.05 * len(found.steps)), settled=tuple(sorted(found.settled.items())), parts=tuple(parts),
    )  # fmt: skip


# The bank


def written(game: GameId, kind: str, topic: str, seed: int, family: Collection[str] = ()) -> Iterator[Question]:
    """Yield the questions of a kind that are written out, each once, in an order by chance.

    They are of one topic or (empty) of all, and where a family of trees is given, about one of these.
    """
    order: list[Case | Chain] = [*_fit(game)] if kind == WRITTEN else [*chains_of(game)]
    Random(f"{game}/{kind}/{seed}").shuffle(order)
    for each in order:
        trees_of = {each.tree} if isinstance(each, Case) else {link.tree for link in each.rulings}
        if family and not trees_of & set(family):
            continue
        if topic and not any(trees().tree(tree).stage == topic for tree in trees_of):
            continue
        found = make(each, seed)
        if found is not None and topic in ("", found.topic):
            yield found


def make(of: Case | Chain, seed: int = 1) -> Question | None:
    """The question a worked case or a chain makes; None where it makes no fair one."""
    return _single(of, seed) if isinstance(of, Case) else _compound(of, seed)
