"""Marks proposed for an answer that was written out: which key points are in it, which clauses are, what contradicts the ruling.

It looks for the words of the model: clauses, seats, numbers, cards, what is done. It does not understand. So it proposes, says
what it went by, and holds back where it sees a reason: an answer that names clauses beside the point, says a thing and its
opposite, or says another ruling of the same tree as well never gets everything. The examiner decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from app.exams.statements import NARROWER, OPPOSITE, SENTENCE, WEAK, Said, overlap, plain, said_in, windows
from app.exams.twists import offered_besides, twisted

if TYPE_CHECKING:
    from app.exams.clauses_named import Reader
    from app.study.model import Question
    from app.study.parts import Part, Point

FULL, HALF = 0.78, 0.42  # of what a point says, from which it is all there, or half
WORDED = 0.55  # of the wording of a point without anything countable: it is said
ELSEWHERE = (
    0.5  # of a point of the ruling that stands in the answer to another part; what follows from it may stand there
)
BESIDE = 0.25  # of a part's marks, for each clause named beside the point
SAME = 0.2  # of the wording of a point or an answer, from which one speaks of the other
HELD = 0.35  # most of a part in which something is contradicted
RIVAL = 0.6  # of what sets another ruling apart, from which it is said
OWN = 0.95  # of the wording of a stretch that stands in the model: these are its own words
OF_POINT = 0.7  # of the wording of a stretch of the model, from which it belongs to a point
CAPPED = 0.8  # most of a question with a contradicted or padded part


@dataclass(frozen=True, slots=True)
class Got:
    """How much of a point an answer has, 0, 0.5 or 1, and by which of its words."""

    share: float
    by: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for one part."""

    points: tuple[Got, ...]
    share: float  # of the part's marks, 0 to 1
    doubts: tuple[str, ...] = ()  # why the examiner should look twice, in Chinese

    @property
    def clean(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.doubts


def proposed(question: Question, texts: Sequence[str], read: Reader) -> tuple[Proposal, ...]:
    """Propose for every part of a question; ``texts`` are the answers, one for each part, empty where none was given."""
    heaviest = max(part.weight for part in question.parts)
    found = [
        _text(part, texts, at, read, heaviest) if part.form == "text" else chosen(part, texts[at])
        for at, part in enumerate(question.parts)
    ]
    return tuple(found)


def share_of(question: Question, proposals: Sequence[Proposal]) -> float:
    """What is proposed for the whole question, 0 to 1: less than all where anything speaks against it."""
    whole = sum(part.weight for part in question.parts)
    got = sum(part.weight * each.share for part, each in zip(question.parts, proposals, strict=True)) / whole
    return got if all(each.clean for each in proposals) else min(got, CAPPED)


# Forms that mark themselves


def chosen(part: Part, text: str) -> Proposal:
    """Mark a part that needs no judgement: options by their letters, blanks by what may stand in them."""
    if part.form == "fill":
        good = bare(text) in {bare(each) for each in part.accepted}
        return Proposal((Got(float(good), text),), float(good))
    letters = [ord(each) - ord("A") for each in text.upper() if each.isalpha()]
    if part.form == "order":
        share = _in_order(letters, part.right)
    elif part.form == "one":
        share = float(letters == list(part.right))
    else:
        wrong = len(set(letters) - set(part.right))
        share = max(0.0, (len(set(letters) & set(part.right)) - wrong) / len(part.right))
    return Proposal((Got(share, text),), share)


def _in_order(letters: Sequence[int], right: Sequence[int]) -> float:
    """The share of neighbours that follow each other as they should; all or nothing of two."""
    if sorted(letters) != sorted(right):
        return 0.0
    pairs = set(pairwise(right))
    kept = sum(pair in pairs for pair in pairwise(letters))
    return 1.0 if tuple(letters) == tuple(right) else kept / len(right)


def bare(text: str) -> str:
    """What was filled in without what does not matter: spaces, a plus sign, brackets round it, the unit behind a number."""
    written = plain(text).strip().strip("。.，,()（） ").replace(" ", "").replace("−", "-").upper()
    written = re.sub(r"(?<=\d)[:：](?=\d)", "比", written).removeprefix("第")
    found = _WITH_UNIT.fullmatch(written)
    if found is not None:
        return f"{float(found[1]):g}"
    call = _CALL_WRITTEN.fullmatch(written)
    return f"{call[1]}{_SIGNS.get(call[2], call[2])}" if call is not None else written


_WITH_UNIT = re.compile(r"\+?(-?\d+(?:\.\d+)?)(?:IMP|%|[\u4e00-\u9fff]{1,3})?")
_CALL_WRITTEN = re.compile(r"([1-7])(NT|[SHDCN♠♥♦♣])")
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "N": "NT"}


# Texts


def _text(part: Part, texts: Sequence[str], at: int, read: Reader, heaviest: float) -> Proposal:
    own = texts[at].strip()
    if part.points[0].cites:
        return _clauses(part, own, read)
    others = "。".join(text for place, text in enumerate(texts) if place != at and text.strip())
    got: list[Got] = []
    doubts: list[str] = []
    for point in part.points:
        here = said(point.text, own)
        if here.share < 1 and others:
            there = said(point.text, others)
            most = ELSEWHERE if part.weight == heaviest else 1.0
            here = Got(most, there.by) if there.share == 1 and here.share < most else here
        against = contradicted(point.text, own)
        if against and overlap(against, part.model) < OWN:  # of two ways to choose, one says the contrary of the other
            doubts.append(f"与要点“{point.text}”相反：{against}")
            here = replace(here, share=0.0)
        got.append(here)
    twists = tuple(twisted("。".join((part.model, *(each.text for each in part.points))), own))
    got = [
        replace(each, share=0.0) if _turned(point, twists) else each
        for point, each in zip(part.points, got, strict=True)
    ]
    share = _weighed(part.points, got)
    both = wavering(part, own)
    if both:
        doubts.append(f"前后说法相反：{both}")
    rival = _rival(part, own)
    if rival:
        doubts.append(rival)
        share = min(share, HELD) if _distinct_share(part, own) >= RIVAL else 0.0
    if doubts:
        share = min(share, HELD)
    doubts += [f"应是“{model}”，写成“{said_}”" for model, said_ in twists]
    besides = offered_besides(part.model, own)
    if besides and not both:
        doubts.append(f"另说了一种：{besides}")
    return Proposal(tuple(got), share, tuple(doubts))


def _turned(point: Point, twists: Sequence[tuple[str, str]]) -> bool:
    """Whether what an answer says otherwise belongs to a point."""
    return any(overlap(model, point.text) >= OF_POINT or overlap(point.text, model) >= OF_POINT for model, _ in twists)


def _weighed(points: Sequence[Point], got: Sequence[Got]) -> float:
    return sum(p.weight * g.share for p, g in zip(points, got, strict=True)) / sum(p.weight for p in points)


def said(point: str, answer: str) -> Got:
    """How far an answer says a point."""
    wanted, best = said_in(point), Got(0.0)
    for window in windows(answer):
        score = _agreement(wanted, window)
        share = 1.0 if score >= FULL else 0.5 if score >= HALF else 0.0
        if share > best.share:
            best = Got(share, window.text)
    return best


def _agreement(wanted: Said, window: Said) -> float:
    """How far a stretch of an answer says what is wanted, 0 to 1."""
    worded = overlap(wanted.text, window.text)
    strong = {each for each in wanted.acts if each[0] not in WEAK}
    groups = [
        (len(wants & has) / len(wants))
        for wants, has in (
            (strong or wanted.acts, window.acts),
            (_counts(wanted), _counts(window)),
            (wanted.cards, window.cards),
        )
        if wants
    ]
    if not groups:
        return min(1.0, worded / WORDED)
    base = sum(groups) / len(groups)
    if wanted.seats and window.seats and not wanted.seats & window.seats:
        return 0.0
    if not strong and not wanted.numbers and not wanted.cards:
        return 0.4 * base + 0.6 * min(1.0, worded / WORDED)
    score = 0.7 * base + 0.3 * min(1.0, worded / WORDED)
    return score / 2 if _BOTH.search(wanted.text) and window.seats and window.seats < wanted.seats else score


_BOTH = re.compile("两[人家]|双方|都")


_ONCE = ("次", "1")


def _counts(said_: Said) -> frozenset[tuple[str, str]]:
    """The numbers that must agree: once is what is meant where nothing is said."""
    return said_.numbers - {_ONCE}


def contradicted(point: str, answer: str) -> str:
    """The words of an answer that say the opposite of a point; empty where none do."""
    wanted = said_in(point)
    for window in windows(answer):
        if wanted.seats and window.seats and not wanted.seats & window.seats:
            continue
        if wanted.cards and window.cards and not wanted.cards & window.cards:
            continue
        for name, affirmed in wanted.acts:
            if name in WEAK:
                continue
            other = OPPOSITE.get(name)
            opposed = (name, not affirmed) in window.acts or (
                affirmed and other is not None and (other, True) in window.acts
            )
            narrowed = (
                affirmed and (NARROWER.get(name, ""), True) in window.acts and name not in {n for n, _ in window.acts}
            )
            if (opposed or narrowed) and (other, affirmed) not in wanted.acts and _of_the_same(point, window.text):
                return window.text
        for unit, amount in _counts(wanted):
            same = {n for u, n in window.numbers if u == unit}
            shared = {name for name, sign in wanted.acts & window.acts if name not in WEAK}
            if same and amount not in same and not same & {n for u, n in wanted.numbers if u == unit} and shared:
                return window.text
    return ""


_HEDGE = re.compile("^(?:但|不过|然而)?(?:也|或|亦|另一说|又|再不然)|(?:也可以?|或者?|亦可|也算|也是|也行)不?")
_OFFERS = re.compile("(?:但|不过|然而)?(?:也|或|亦|另一说)")
_PLAIN = frozenset({
    "withdrawn", "warned", "violation", "foul", "lost", "right_lost", "corrected", "procedural", "redealt", "no_tribute",
})  # fmt: skip
"""What is either done or not: both in one answer contradict each other."""


def wavering(part: Part, answer: str) -> str:
    """The sentence of an answer that takes back what it says, or offers its opposite as well; empty where none does."""
    model = said_in("。".join((part.model, *(each.text for each in part.points))))
    whole = said_in(answer)
    for sentence in SENTENCE.split(answer):
        here, hedged = said_in(sentence), _HEDGE.search(sentence.strip()) is not None
        for name, affirmed in here.acts:
            if name in WEAK or (name, affirmed) in model.acts:
                continue
            opposed = (name, not affirmed) in model.acts or (OPPOSITE.get(name, ""), affirmed) in model.acts
            said_too = (name, not affirmed) in whole.acts or (OPPOSITE.get(name, ""), affirmed) in whole.acts
            if opposed and said_too and (hedged or name in _PLAIN or name in OPPOSITE):
                return sentence.strip()
        if _OFFERS.match(sentence.strip()) and here.numbers - model.numbers - {_ONCE}:
            return sentence.strip()
        if hedged and any(
            (NARROWER.get(name, ""), True) in model.acts and (name, True) not in model.acts for name, _ in here.acts
        ):
            return sentence.strip()
    return ""


def _of_the_same(point: str, window: str) -> bool:
    """Whether a stretch of an answer speaks of what a point does: some of the wording of either stands in the other."""
    return max(overlap(point, window), overlap(window, point)) > SAME


def _distinct(one: str, others: Sequence[str]) -> Said:
    """What a ruling says that the others do not."""
    own = said_in(one)
    rest = [said_in(each) for each in others]
    return Said(
        own.text,
        own.acts - frozenset().union(*(each.acts for each in rest)),
        own.numbers - frozenset().union(*(each.numbers for each in rest)),
        own.cards - frozenset().union(*(each.cards for each in rest)),
    )


def _share_said(wanted: Said, answer: str) -> float:
    terms: set[object] = {*wanted.acts, *wanted.numbers, *wanted.cards}
    if not terms:
        return 0.0
    has = said_in(answer)
    return len(terms & {*has.acts, *has.numbers, *has.cards}) / len(terms)


def _distinct_share(part: Part, answer: str) -> float:
    """How much is said of what sets the right ruling apart from every other."""
    right = _distinct(part.model, part.against)
    return _share_said(right, answer) if not right.empty else overlap(part.model, answer)


def _rival(part: Part, answer: str) -> str:
    """Say which other ruling of the tree an answer says, or says as well; empty where it says none."""
    best, most = "", 0.0
    for each in part.against:
        apart = _distinct(each, (part.model,))
        if apart.empty:
            continue
        share = _share_said(apart, answer) * min(1.0, overlap(each, answer) / WORDED)
        if share >= RIVAL and share > most:
            best, most = each, share
    if not best or (overlap(best, answer) + 0.1 < overlap(part.model, answer) and most < 1):
        return ""
    return f"说成了（或同时说了）另一种裁定：{best}"


def _clauses(part: Part, own: str, read: Reader) -> Proposal:
    """Clauses by what is named: one above or below the clause is half; one beside the point costs."""
    named = tuple(read(own))
    got = []
    for point in part.points:
        share = max((_near(each, cite) for each in named for cite in point.cites), default=0.0)
        got.append(Got(share, "、".join(each for each in named if any(_near(each, cite) for cite in point.cites))))
    asked = [cite for point in part.points for cite in point.cites]
    allowed = (*asked, *part.also)
    beside = [each for each in named if not any(_near(each, cite) for cite in allowed)]
    share = max(0.0, _weighed(part.points, got) - BESIDE * len(beside))
    doubts = (f"另写了 {len(beside)} 条不相干的条款",) if beside else ()
    most = len(asked) + max(2, len(asked))
    if not beside and len(named) > most:
        doubts = (f"写了 {len(named)} 条，要的是 {len(asked)} 条",)
        share = min(share, HELD)
    return Proposal(tuple(got), share, doubts)


def _near(named: str, cite: str) -> float:
    """1 for the clause itself or one under it, half for one above it, 0 for another."""
    if named == cite:
        return 1.0
    book, _, number = named.partition(":")
    other_book, _, other = cite.partition(":")
    if book != other_book:
        return 0.0
    if _under(number, other):
        return 1.0
    return 0.5 if _under(other, number) else 0.0


def _under(number: str, above: str) -> bool:
    """Whether a clause number stands under another: 27B2 under 27B, 18.2.1 under 18.2, not 27 under 2."""
    rest = number.removeprefix(above)
    return number.startswith(above) and rest != "" and not (above[-1].isdigit() and rest[0].isdigit())
