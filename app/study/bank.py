"""The register of everything that can be asked: kinds, topics, subjects, and the questions made of them.

The same kind, subject and seed make the same question again, as long as books and trees are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from random import Random

from app.base.opened import trees
from app.study.fairness.every import fair
from app.study.generators import (
    choosing,
    claims,
    deciding,
    errors,
    exercises,
    irregularities,
    outcomes,
    rights,
    terms,
    texts,
)
from app.study.making import RIGHTS, TERMS, TEXT, Draft, Kind, NoQuestionError, Subject, Topic, chance, finished
from app.study.model import Question
from decision_trees.games import games
from rules_data.model import GameId

__all__ = [
    "Kind",
    "NoQuestionError",
    "Subject",
    "Topic",
    "any_question",
    "by_id",
    "game_of",
    "kinds",
    "make",
    "subjects",
    "topics",
]

SEEDS = 1_000_000
ATTEMPTS = 40
DRAFTS = 6  # of which the first fair one is asked
_MADE = (
    outcomes.KIND,
    deciding.KIND,
    irregularities.KIND,
    choosing.CHOOSER,
    choosing.CHOICE,
    errors.KIND,
    claims.KIND,
    exercises.NUMBER,
    exercises.BEATS,
    exercises.LEGAL,
    exercises.CARD,
    terms.MEANING,
    terms.TERM,
    rights.KIND,
    texts.KIND,
)
_BESIDES = {TERMS: "术语", RIGHTS: "权利与义务", TEXT: "条文"}


def kinds() -> tuple[Kind, ...]:
    """Every kind of question."""
    return _MADE


@cache
def _kinds() -> Mapping[str, Kind]:
    return {kind.id: kind for kind in _MADE}


def kind_of(question: Question) -> Kind | None:
    """The kind a question is of; None for one somebody has written himself."""
    return _kinds().get(question.kind)


@cache
def topics(game: GameId) -> tuple[Topic, ...]:
    """What one chooses by: the stages of a game's trees, its terms, its rights; only those that have questions."""
    used = {subject.topic for subject in subjects(game)}
    named = {stage.id: stage.title for stage in trees().stages.get(game, ())} | _BESIDES
    return tuple(Topic(id_, title) for id_, title in named.items() if id_ in used)


@cache
def _all(game: GameId) -> tuple[Subject, ...]:
    found: dict[str, Subject] = {}
    for kind in _MADE:
        for subject in kind.subjects(game):
            known = found.get(subject.id)
            found[subject.id] = subject if known is None else replace(known, kinds=(*known.kinds, kind.id))
    return tuple(found.values())


def subjects(game: GameId, topic: str | None = None, kind: str | None = None) -> tuple[Subject, ...]:
    """What is to be known of a game, of one topic or asked by one kind."""
    return tuple(s for s in _all(game) if topic in (None, s.topic) and (kind is None or kind in s.kinds))


@cache
def _homes() -> Mapping[str, tuple[GameId, Subject]]:
    return {subject.id: (game, subject) for game in games() for subject in _all(game)}


def game_of(subject: str) -> GameId:
    """The game a subject belongs to. Raises :class:`NoQuestionError` where there is no such subject any more."""
    return _home(subject)[0]


def _home(subject: str) -> tuple[GameId, Subject]:
    found = _homes().get(subject)
    if found is None:
        raise NoQuestionError(f"没有“{subject}”这一项，规则书或裁决树可能已经改动。")
    return found


def make(kind: str, subject: str, seed: int) -> Question:
    """The question of a kind about a subject with a seed. Raises :class:`NoQuestionError` where there is none."""
    maker = _kinds().get(kind)
    if maker is None:
        raise NoQuestionError(f"没有“{kind}”这种题。")
    game, about = _home(subject)
    rng = chance(kind, subject, seed)
    for _ in range(DRAFTS):
        draft: Draft | None = maker.draft(game, subject, rng)
        if draft is None:
            continue
        question = finished(kind, game, subject, seed, draft, rng)
        if question is not None and fair(question):
            return replace(question, topic=about.topic)  # what several kinds ask about belongs to one topic
    raise NoQuestionError(f"这一项出不了“{maker.title}”的题，请换一项。")


def by_id(id_: str) -> Question:
    """The question of this id. Raises :class:`NoQuestionError` where it can no longer be made."""
    kind, _, rest = id_.partition("/")
    subject, _, seed = rest.rpartition("/")
    if not seed.isdigit():
        raise NoQuestionError(f"“{id_}”不是题目的编号。")
    return make(kind, subject, int(seed))


def any_question(
    rng: Random,
    game: GameId,
    topics: Collection[str] = (),
    kinds: Collection[str] = (),
    difficulty: tuple[float, float] | None = None,
    without: Collection[str] = (),
    hardness: Callable[[Question], float] | None = None,
) -> Question:
    """A question by chance, of given topics and kinds (none: of all), of a difficulty between two, not about given subjects.

    ``hardness`` says how hard a question is, where answers have shown it (:mod:`app.study.difficulty`); otherwise its own
    estimate counts. Each kind is as likely as another. Raises :class:`NoQuestionError` where no such question is found.
    """
    offered: dict[str, list[Subject]] = {}
    for subject in _all(game):
        if (topics and subject.topic not in topics) or subject.id in without:
            continue
        for kind in subject.kinds:
            if not kinds or kind in kinds:
                offered.setdefault(kind, []).append(subject)
    if not offered:
        raise NoQuestionError("没有符合所选的题，请放宽范围。")
    names = sorted(offered)
    for _ in range(ATTEMPTS):
        kind = rng.choice(names)
        try:
            question = make(kind, rng.choice(offered[kind]).id, rng.randrange(SEEDS))
        except NoQuestionError:
            continue
        hard = question.difficulty if hardness is None else hardness(question)
        if difficulty is None or difficulty[0] <= hard <= difficulty[1]:
            return question
    raise NoQuestionError("没有找到符合所选的题，请放宽范围。")
