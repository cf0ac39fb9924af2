"""Questions set by hand (``written.yaml`` of each game): procedure, drafting, judgement with four hands, claims with what remains.

What is asked and its model answers are data; here they become questions in parts, with their hands drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from app.base.opened import trees
from app.exams.question_json import sound
from app.ruling.bidding import ACTIONS
from app.ruling.pack import name
from app.ruling.picture import Call, Calls, Card, Laid, Picture, Place, call_name
from app.study.clauses import label, labels
from app.study.model import Drawn, Question
from app.study.parts import Part, Point
from decision_trees.games import games
from decision_trees.values import say
from decision_trees.written_questions import hand_codes

if TYPE_CHECKING:
    from decision_trees.written_questions import ShownHands, WrittenPart, WrittenQuestion
    from rules_data.model import GameId

TITLES: Mapping[str, str] = {
    "procedure": "程序", "drafting": "起草规程", "judgement": "四家牌判断", "claim": "残局声称",
}  # fmt: skip
_FEW, _SOME, _MANY = 2, 5, 8  # lines to write on: clauses, an answer, a paragraph
_LONG = 160  # characters of a model that needs many


def kinds_of(game: GameId) -> tuple[str, ...]:
    """The kinds of which a game has questions."""
    there = {each.kind for name_, each in trees().written.items() if name_.partition(".")[0] == game}
    return tuple(kind for kind in TITLES if kind in there)


def set_by_hand(game: GameId, kind: str, topic: str, seed: int) -> Iterator[Question]:
    """Yield the questions of a kind, each once, in an order by chance; topic: a stage, empty for all."""
    fit = [
        (key, each)
        for key, each in trees().written.items()
        if key.partition(".")[0] == game and each.kind == kind and topic in ("", each.topic)
    ]
    Random(f"{game}/{kind}/{seed}").shuffle(fit)
    for key, each in fit:
        yield question(key, each, seed)


def question(key: str, of: WrittenQuestion, seed: int = 1) -> Question:
    """The question of an entry, by its name in the library; what is chosen or put in order is shuffled by the seed."""
    game = key.partition(".")[0]
    chance = Random(f"{key}/{seed}")
    parts = tuple(_part(each, chance) for each in of.parts)
    why = f"{of.why.strip()}（{labels(of.cites)}）"
    drawn = Drawn() if of.shown is None else _drawn(game, of.shown)
    return sound(
        Question(
            of.kind, game, f"set:{key}", seed, of.topic, of.situation.strip(), (), 0, why, of.cites, drawn, of.difficulty,
            tuple(sorted(of.settles.items())), parts,
        )
    )  # fmt: skip


def _part(of: WrittenPart, chance: Random) -> Part:
    if of.clauses:
        points = tuple(Point(label(each), 1.0, (each,)) for each in of.clauses)
        return Part(of.ask, "text", of.weight, f"{labels(of.clauses)}。", points, also=of.also, lines=of.lines or _FEW)
    if of.points:
        model = (of.model or "").strip()
        lines = of.lines or (_MANY if len(model) > _LONG else _SOME)
        return Part(of.ask, "text", of.weight, model, _points(of), against=of.against, lines=lines)
    if of.accepted:
        return Part(of.ask, "fill", of.weight, accepted=of.accepted, lines=1)
    if of.order:
        options = _shuffled(of.order, chance)
        right = tuple(options.index(each) for each in of.order)
        return Part(of.ask, "order", of.weight, options=options, right=right, lines=1)
    options = _shuffled((*of.right, *of.wrong), chance)
    right = tuple(sorted(options.index(each) for each in of.right))
    return Part(of.ask, "several", of.weight, options=options, right=right, lines=1)


def _points(of: WrittenPart) -> tuple[Point, ...]:
    """What has to be said, each with the clause that says so in brackets."""
    return tuple(Point(f"{each.says}（{label(each.by)}）" if each.by else each.says, each.weight) for each in of.points)


def _shuffled(texts: Sequence[str], chance: Random) -> tuple[str, ...]:
    """Another order than that written, which is the right one."""
    out = list(texts)
    while len(out) > 1 and tuple(out) == tuple(texts):
        chance.shuffle(out)
    return tuple(out)


# What is drawn


def _drawn(game: GameId, shown: ShownHands) -> Drawn:
    picture = drawn_hands(game, shown)
    return Drawn(picture=picture, said=picture.said)


def drawn_hands(game: GameId, shown: ShownHands) -> Picture:
    """The table with its hands, the auction, and what is written beside it."""
    about = games()[game]
    places = tuple(
        Place(seat, words, marks=(shown.marks[seat],) if seat in shown.marks else ())
        for seat, words in about.seats.items()
    )
    laid = tuple(
        Laid("hand", "", tuple(Card(code, say(code, "card", None), name(code)) for code in hand_codes(hand)), seat)
        for seat, hand in shown.hands.items()
    )
    auctions = (_auction(tuple(about.seats), shown),) if shown.auction else ()
    return Picture(about.id, about.clockwise, places, laid, tuple(shown.notes.items()), auctions)


def _auction(seats: tuple[str, ...], shown: ShownHands) -> Calls:
    first = seats.index(shown.dealer or seats[0])
    order = (*seats[first:], *seats[:first])
    calls = tuple(
        Call(order[at % len(order)], ACTIONS.get(call) or say(call, "call", None), call_name(call))
        for at, call in enumerate(shown.auction)
    )
    return Calls("叫牌", order[0], calls, order)
