"""Questions that are written out and set by hand: ``<game>/written.yaml``: procedure, drafting, four hands, cards that remain.

What is asked, the model answers and the key points with their clauses are data; no tree rules what a referee does first, or how a
paragraph of regulations reads. Whether the model answers say what their points ask is checked with them (``zhicai check``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from decision_trees import tables
from decision_trees.exercises import check_each
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.law import open_question
from decision_trees.loader import ROOT, GameFiles
from decision_trees.notation import PIPS, RANKS
from rules_data.handbook import Handbook
from rules_data.loader import Document, Problem, read_yaml, validate
from rules_data.record import record

FILE = "written.yaml"
WrittenKind = Literal["procedure", "drafting", "judgement", "claim"]
DRAWN: frozenset[WrittenKind] = frozenset({"judgement", "claim"})
"""The kinds that are asked of hands that are shown."""
_PIPS = {pip: suit for suit, pip in PIPS.items()}
_JOKERS = {"大王": "BJ", "小王": "LJ"}
_SUIT = re.compile(r"([♠♥♦♣])((?:10|[2-9AKQJ])+|-)")
_RANK = re.compile("10|[2-9AKQJ]")


@record
class KeyPoint:
    """Something an answer has to say."""

    says: str
    weight: float = 1.0
    by: str | None = None  # the provision that says so


@record
class WrittenPart:
    """One of the things asked; exactly one of ``clauses``, ``points``, ``order``, ``right`` and ``accepted`` says the form."""

    ask: str
    weight: float
    clauses: tuple[str, ...] = ()  # to be named
    also: tuple[str, ...] = ()  # may be named and are not asked for
    model: str | None = None  # the answer as a good referee would write it
    points: tuple[KeyPoint, ...] = ()  # of the model
    against: tuple[str, ...] = ()  # other answers, which are wrong here
    order: tuple[str, ...] = ()  # steps in their right order
    right: tuple[str, ...] = ()  # statements to be chosen
    wrong: tuple[str, ...] = ()  # among these
    accepted: tuple[str, ...] = ()  # to be filled in: each way of writing it
    lines: int | None = None  # to write on, on paper


@record
class ShownHands:
    """What is drawn: hands, or what remains of them, and what led to them."""

    hands: dict[str, str]  # seat -> ♠AK5 ♥QJ3 ♦1092 ♣A764; a suit that is empty is left out
    auction: tuple[str, ...] = ()  # calls from the dealer on
    dealer: str | None = None
    marks: dict[str, str] = field(default_factory=dict)  # seat -> 庄家
    notes: dict[str, str] = field(default_factory=dict)  # written beside the table: 定约: 4♠
    uneven: bool = False  # not all hold as many cards: some have played to the trick, or a hand is wrong


@record
class WrittenQuestion:
    """A question set by hand."""

    id: str  # unique within the game
    kind: WrittenKind
    title: str
    topic: str  # a stage of the game
    situation: str
    parts: tuple[WrittenPart, ...]
    why: str
    difficulty: float = 0.6
    settles: dict[str, str] = field(default_factory=dict)  # open questions that the situation settles -> answer
    shown: ShownHands | None = None

    @property
    def cites(self) -> tuple[str, ...]:
        """Every provision that is asked for or that a point goes by."""
        found = (
            cite for part in self.parts for cite in (*part.clauses, *(p.by for p in part.points if p.by is not None))
        )
        return tuple(dict.fromkeys(found))


def hand_codes(hand: str) -> tuple[str, ...]:
    """The cards of a hand as codes, in the order written: ♠A10 -> SA, S10. Raises :class:`RuleInputError` for what is no hand."""
    out: list[str] = []
    for group in hand.split():
        if group in _JOKERS:
            out.append(_JOKERS[group])
            continue
        found = _SUIT.fullmatch(group)
        if found is None:
            raise RuleInputError(f"“{group}”不是一门花色的牌；写作 ♠AK5 ♥QJ3 ♦1092 ♣A764。")
        out += [_PIPS[found[1]] + RANKS[rank] for rank in _RANK.findall(found[2])]
    return tuple(out)


def load_written(game: str, root: Path = ROOT) -> tuple[tuple[WrittenQuestion, ...], Document] | None:
    """The questions of a game that are set by hand; None when there is no file. Raises DataError with every fault of form."""
    file = root / game / FILE
    if not file.exists():
        return None
    document = read_yaml(file)
    return tuple(validate(document, tuple[WrittenQuestion, ...])), document


@dataclass(frozen=True, slots=True)
class _Faults:
    question: WrittenQuestion
    game: str
    stages: frozenset[str]
    handbook: Handbook

    def all(self) -> Iterator[tuple[str, str]]:
        """What is wrong with one question, and what to do."""
        q = self.question
        if q.topic not in self.stages:
            yield f"没有“{q.topic}”这个阶段。", "请改成 stages.yaml 里的 id。"
        if not q.cites:
            yield "没有写条款。", "请写 clauses，或在要点里写 by。"
        if not q.parts:
            yield "没有写问什么。", "请写 parts。"
        if not 0 <= q.difficulty <= 1:
            yield f"难易是 {q.difficulty:g}。", "请写 0 至 1 之间的数。"
        for number, part in enumerate(q.parts, 1):
            for what, do in self._part(part):
                yield f"第 {number} 问{what}", do
        yield from self._settles()
        if (q.shown is not None) != (q.kind in DRAWN):
            yield "判断和残局要画出牌，别的不画。", "请补上或删去 shown。"
        if q.shown is not None:
            yield from self._shown(q.shown)

    def _part(self, part: WrittenPart) -> Iterator[tuple[str, str]]:
        if sum(map(bool, (part.clauses, part.points, part.order, part.right, part.accepted))) != 1:
            yield "要写 clauses、points、order、right、accepted 之一。", "请只留一种。"
        if bool(part.points) != (part.model is not None):
            yield "points 和 model 要一起写。", "请补上或删去。"
        if bool(part.right) != bool(part.wrong):
            yield "right 和 wrong 要一起写。", "请补上或删去。"
        if len(set(part.order)) < len(part.order) or len({*part.right, *part.wrong}) < len((*part.right, *part.wrong)):
            yield "有两项相同。", "请改成不同的。"
        if len(part.order) == 1:
            yield "只有一步，排不出次序。", "请至少写两步。"
        if (part.also and not part.clauses) or (part.against and not part.points):
            yield "also 只随 clauses 写，against 只随 points 写。", "请删去。"
        if part.weight <= 0 or any(point.weight <= 0 for point in part.points):
            yield "分量应大于 0。", "请改 weight。"
        for cite in (*part.clauses, *part.also, *(point.by for point in part.points if point.by is not None)):
            if cite not in self.handbook:
                yield f"：没有条款“{cite}”。", "请改成手册里的条款编号。"
            elif self.handbook.book_of(cite).game != self.game:
                yield f"：条款“{cite}”是别的项目的。", "请改成本项目的。"

    def _settles(self) -> Iterator[tuple[str, str]]:
        for id_, answer in self.question.settles.items():
            try:
                keys = {o.key for o in open_question(self.handbook.books, id_).options}
            except RuleInputError as fault:
                yield str(fault), "请改成手册里的未定问题。"
                continue
            if answer not in keys:
                yield f"未定问题 {id_} 没有“{answer}”这个答案。", f"可用：{'、'.join(sorted(keys))}。"

    def _shown(self, shown: ShownHands) -> Iterator[tuple[str, str]]:
        seats = games()[self.game].seats
        named = {*shown.hands, *shown.marks, *([shown.dealer] if shown.dealer else [])}
        if named - set(seats):
            yield f"没有“{min(named - set(seats))}”这一家。", f"可用：{'、'.join(seats)}。"
        if set(shown.hands) != set(seats):
            yield "没有写全各家的牌。", "请每家写一手。"
        if bool(shown.auction) != (shown.dealer is not None):
            yield "auction 和 dealer 要一起写。", "请补上或删去。"
        try:
            hands = [hand_codes(hand) for hand in shown.hands.values()]
        except RuleInputError as fault:
            yield str(fault), "请改正。"
            return
        cards = [card for hand in hands for card in hand]
        most = games()[self.game].pack.copies
        copies = most if isinstance(most, int) else int(tables.value(*most.split("/")))
        if any(cards.count(card) > copies for card in cards):
            card = max(cards, key=cards.count)
            yield f"{card} 写了 {cards.count(card)} 次。", f"每张牌只有 {copies} 张。"
        if (len({len(hand) for hand in hands}) > 1) != shown.uneven:
            yield "各家的张数不等。" if not shown.uneven else "各家的张数相等。", "请改牌，或改 uneven。"


def check_written(files: GameFiles, handbook: Handbook, root: Path = ROOT) -> Iterator[Problem]:
    """Everything wrong with how the questions of a game that are set by hand are written."""
    stages = frozenset(stage.id for stage in files.stages)
    yield from check_each(
        lambda: load_written(files.game, root),
        lambda question: _Faults(question, files.game, stages, handbook).all(),
    )
