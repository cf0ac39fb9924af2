"""Kinds made of what the bank makes: several statements at once, a blank instead of options, an error to be put right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from app.study.bank import NoQuestionError, any_question
from app.study.clauses import label
from app.study.parts import Part, Point

if TYPE_CHECKING:
    from app.study.model import Question
    from rules_data.model import GameId

SEVERAL, BLANK, CORRECT = "several", "blank", "correct"
TITLES: Mapping[str, str] = {SEVERAL: "多选", BLANK: "填空", CORRECT: "改错并说明"}
STATEMENTS = 5
_STATEMENT = re.compile(r"^(?P<whose>[^：]+)：“(?P<says>.+)”。?这句话对不对？$", re.S)
_TRUE = "对"
_NUMBER = re.compile(r"^[-−+]?\d+(?:\.\d+)?(?:比\d+|[^\d\s，。]{0,4})?$")
_SHOULD_BE = re.compile(r"^应当是：(?P<line>.+?[。？！”])(?=[^。]|$)(?P<why>.*)$", re.S)
_MOST = 400  # tries


def collected(game: GameId, kind: str, topic: str, seed: int) -> Iterator[Question]:
    """Yield questions of a kind; topic: an id of the bank's topics, empty for all."""
    makers = {SEVERAL: _several, BLANK: _blanks, CORRECT: _corrected}
    yield from makers[kind](game, topic, Random(f"{game}/{kind}/{seed}"), seed)


def _bank(game: GameId, kind: str, topic: str, rng: Random) -> Iterator[Question]:
    had: set[str] = set()
    for _ in range(_MOST):
        try:
            found = any_question(rng, game, {topic} if topic else (), {kind}, without=had)
        except NoQuestionError:
            return
        had.add(found.subject)
        yield found


def _several(game: GameId, topic: str, rng: Random, seed: int) -> Iterator[Question]:
    """Statements on rights and duties that the bank asks one by one: which of them are true; some are, and not all."""
    held: list[tuple[Question, str, bool]] = []
    number = 0
    for found in _bank(game, "right", topic, rng):
        read = _STATEMENT.match(found.stem)
        if read is None or len(found.stem) > 120:
            continue
        held.append((found, f"{read['whose']}：{read['says']}", found.answer.text == _TRUE))
        if len(held) < STATEMENTS:
            continue
        right = tuple(at for at, (_, _, true) in enumerate(held) if true)
        if not 2 <= len(right) < STATEMENTS:
            held.pop(rng.randrange(STATEMENTS))
            continue
        number += 1
        part = Part("对的有哪几项？", "several", 1.0, options=tuple(text for _, text, _ in held), right=right, lines=1)
        why = "".join(f"{'ABCDE'[at]}：{each.why}" for at, (each, _, _) in enumerate(held))
        cites = tuple(dict.fromkeys(cite for each, _, _ in held for cite in each.cites))
        yield replace(
            found, kind=SEVERAL, subject=f"several:{game}/{seed}/{number}", seed=seed, stem="下列各项说法中，对的不止一项。",
            options=(), right=0, why=why, cites=cites, difficulty=0.5, parts=(part,),
        )  # fmt: skip
        held = []


def _blanks(game: GameId, topic: str, rng: Random, seed: int) -> Iterator[Question]:
    """What is worked out, without options to choose from."""
    for found in _bank(game, "number", topic, rng):
        answer = found.answer.text
        if not _NUMBER.match(answer):
            continue
        part = Part("填写答案。", "fill", 1.0, accepted=(answer,), lines=1)
        harder = min(1.0, found.difficulty + 0.1)
        yield replace(found, kind=BLANK, options=(), right=0, difficulty=harder, parts=(part,), seed=seed)


def _corrected(game: GameId, topic: str, rng: Random, seed: int) -> Iterator[Question]:
    """A ruling with one wrong sentence: which it is, how it should be, and by which clause."""
    for found in _bank(game, "error", topic, rng):
        read = _SHOULD_BE.match(found.why)
        if read is None:
            continue
        line, why = read["line"].strip(), read["why"].strip()
        clauses = [cite for cite in found.cites if label(cite) in why][:2] or list(found.cites[:1])
        parts = (
            Part("错的是哪一句？", "one", 2.0, options=tuple(each.text for each in found.options), right=(found.right,), lines=1),
            Part("把这一句改对，并说明理由。", "text", 3.0, f"{line}{why}", (Point(line.rstrip("。")),), lines=3),
            Part(
                "依据哪一条？", "text", 1.0, "、".join(map(label, clauses)),
                tuple(Point(label(cite), 1.0, (cite,)) for cite in clauses), also=found.cites, lines=1,
            ),
        )  # fmt: skip
        stem = found.stem.replace("错的是哪一句？", "")
        harder = min(1.0, found.difficulty + 0.15)
        yield replace(found, kind=CORRECT, stem=stem, options=(), right=0, difficulty=harder, parts=parts, seed=seed)
