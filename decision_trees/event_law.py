"""The law of an event: what follows for its meetings is asked of the trees a referee walks.

Written down in ``decision_trees/<game>/event.yaml``: which tree is asked where somebody leaves, is late or forfeits, and with
which facts; which rule function counts a result, what tells equals apart, and where it is written how an event of a form is
played. What follows is the outcome of the tree, in the kinds of its effects; nothing of it is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from decision_trees.loader import ROOT
from decision_trees.tables import rows
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

if TYPE_CHECKING:
    from decision_trees.law import Law
    from decision_trees.model import Tree
    from rules_data.handbook import Handbook

EVENT = "event.yaml"
System = Literal["robin", "swiss", "knockout"]
Form = Literal["round_robin", "groups", "swiss", "single", "double"]
When = Literal["before", "after"]
Rest = Literal["bye", "forfeit_rest", "forfeit_round", "advances", "redraw", "fill_up", "refer"]
RESTS: tuple[Rest, ...] = ("redraw", "fill_up", "advances", "forfeit_rest", "forfeit_round", "bye", "refer")


@record
class Asking:
    """A tree that is asked, and what the event tells it: a value, or ``$name`` of what the event knows."""

    tree: str
    facts: dict[str, Any] = field(default_factory=dict)
    decided: dict[str, Any] = field(default_factory=dict)
    """Told besides where the event has settled the open question the tree then comes to: the chief referee has chosen."""


@record
class Equal:
    """What tells two apart whose sums so far are equal."""

    by: Literal["main", "second", "among", "opponents", "lots"]
    said: str | None = None  # None: as the sum is called
    cites: tuple[str, ...] = ()
    again: dict[str, str] = field(default_factory=dict)
    """Open question -> the answer by which it is compared again among those it leaves equal; none: it is."""


@record
class Forfeit:
    """A ground on which a meeting is forfeited, and which tree says what it is worth."""

    one: Asking | None = None  # one side forfeits; None: what the other gets is not written
    by_system: dict[System, Asking] = field(default_factory=dict)  # instead, in an event of this kind
    both: Asking | None = None  # both do; None: not written
    heard: tuple[str, ...] = ()  # how lists of results write it


@record
class Most:
    """Where it is written what one side can have of a meeting at most."""

    table: str  # book/table: the greatest number of a column
    column: str
    cites: tuple[str, ...]


Choosing = Literal["first", "drop", "finals", "bye"]
"""What whoever plans an event is asked because the text leaves it to him, or lets him choose: how the first round of a swiss is
paired, where losers drop to, how many finals, what a bye is worth."""
UNWRITTEN = "条文没有写，按规程"


@record
class EventLaw:
    """What the texts of a game say of events."""

    scorings: tuple[str, ...] = ()  # how results may be counted, the usual one first
    counted: dict[str, str] = field(default_factory=dict)  # scoring -> the rule function that counts a result
    most: dict[str, Most] = field(default_factory=dict)  # scoring -> what one side can have at most
    series: tuple[str, ...] = ()  # how a match of several games may be decided
    must_win: tuple[str, ...] = ()  # where it is written that a match of a knockout has a winner
    forms: dict[Form, tuple[str, ...]] = field(
        default_factory=dict
    )  # where it is written how an event of a form is played
    leaving: dict[When, Asking] = field(default_factory=dict)
    leaving_ground: str = (
        ""  # of the forfeits of somebody who left, where the tree of ``leaving`` does not say their worth
    )
    late: Asking | None = None
    late_both: Asking | None = None  # asked first where both sides of a meeting are late; None: each alone
    forfeits: dict[str, Forfeit] = field(default_factory=dict)  # by the ground
    equals: dict[str, tuple[Equal, ...]] = field(
        default_factory=dict
    )  # by "form/scoring", "scoring" or "*", in this order
    paired: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Where it is written who meets whom: berger/even … is the printed table, ``bye`` a bye of a bracket, ``swiss`` by score."""
    lost: dict[str, str] = field(
        default_factory=dict
    )  # what a ruling counts that loses a meeting -> the ground of the forfeit
    late_ground: str = ""  # of the forfeit of a side that is too late
    adjusted: tuple[str, ...] = ()  # where it is written that points are taken from a total
    chosen: dict[Choosing, str] = field(default_factory=dict)  # what the text says of a choice; none: nothing

    def says_of(self, choosing: Choosing) -> str:
        """What the text says of something that whoever plans an event chooses."""
        return self.chosen.get(choosing, UNWRITTEN)

    def most_of(self, scoring: str) -> float | None:
        """What one side can have of a meeting at most, by the table of the text; None where it does not say."""
        if scoring not in self.most:
            return None
        book, _, table = self.most[scoring].table.partition("/")
        return float(max(row[self.most[scoring].column] for row in rows(book, table)))

    @property
    def grounds(self) -> tuple[str, ...]:
        """On what grounds a meeting is forfeited."""
        return tuple(self.forfeits) or ("弃权",)

    def forfeit(self, ground: str) -> Forfeit:
        """What is written of a ground; of one that is not named here, what is written of simply not playing."""
        plain = next((each for each in self.forfeits.values() if "弃权" in each.heard), Forfeit())
        return self.forfeits.get(ground, plain)

    def ground_heard(self, said: str) -> str:
        """The ground that people mean where they write so of a result."""
        heard = (ground for ground, each in self.forfeits.items() if any(word in said for word in each.heard))
        plain = (ground for ground, each in self.forfeits.items() if "弃权" in each.heard)
        return next(heard, None) or next(plain, self.grounds[0])

    def tells_apart(self, form: str, scoring: str) -> tuple[Equal, ...]:
        """By what equals are told apart, first to last; nothing where it is not written."""
        return next((self.equals[key] for key in (f"{form}/{scoring}", scoring, "*") if key in self.equals), ())


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody who left, as far as the event knows: ``$name`` in the facts of ``leaving``."""

    system: System
    remaining: int  # how many are left, where he left before the first round
    opponents: int | None  # he was to meet, in a round robin
    met: int | None  # of them
    standard: bool  # whether standard scores are counted
    regime: str = "base"  # supplement: one of the game's books adopted is a supplement

    def known(self) -> dict[str, Any]:
        """What a tree may be told of it."""
        return {
            "system": self.system,
            "remaining": self.remaining,
            "even": self.remaining % 2 == 0,
            "opponents": self.opponents,
            "met": self.met,
            "standard": self.standard,
            "regime": self.regime,
        }


OF_LEAVING = frozenset({"system", "remaining", "even", "opponents", "met", "standard", "regime"})
OF_LATENESS = frozenset({"regime", "seat", "minutes", "span_home", "span_away", "level_home", "level_away"})
OF_FORFEITS = frozenset(
    {"regime", "seat", "standard", "level_home", "level_away", "played", "own_average", "others_average", "recorded"}
)


def told(facts: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a tree, with what the event knows put in; what it does not know is left out."""
    found = {
        name: known.get(value[1:]) if isinstance(value, str) and value.startswith("$") else value
        for name, value in facts.items()
    }
    return {name: value for name, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Effected:
    """A consequence, as far as an event can use it."""

    kind: str
    whom: Literal["own", "others", "both"]  # the side the tree was asked about, the other, or both
    amount: float | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tree says of something that came about at an event."""

    says: str  # without its last stop
    cites: tuple[str, ...]
    at: tuple[str, ...] = ()  # of them, where what follows is written
    effects: tuple[Effected, ...] = ()
    refers: bool = False  # somebody has to decide: the text does not say
    undecided: str = ""  # the open question that the event has to settle first
    settled: tuple[str, ...] = ()  # open questions it went through that the event has not settled, and the answer taken
    figures: tuple[str, ...] = ()
    leaves: Mapping[str, Any] = field(default_factory=dict)  # facts of the table after it

    def has(self, *kinds: str) -> bool:
        """Whether something of these kinds follows."""
        return any(each.kind in kinds for each in self.effects)


def asked(
    asking: Asking,
    known: Mapping[str, Any],
    law: Law,
) -> Answer:
    """Ask a tree what follows. Raises :class:`ValueError` where it asks for what no event knows: a fault of the data."""
    from decision_trees.engine import Asked, Undecided, advance

    facts = told(asking.facts, known)
    step = advance(law.trees[asking.tree], {**facts, **asking.decided}, law)
    undecided = ""
    if isinstance(step, Undecided):
        undecided = step.id
        if not asking.decided:
            book = step.id.partition("/")[0]
            at = tuple(each if ":" in each else f"{book}:{each}" for each in step.question.at)
            return Answer(step.question.question.rstrip("？"), at, at, (), True, undecided)
        step = advance(law.trees[asking.tree], facts, law)
    if isinstance(step, Asked | Undecided):
        wanting = step.name if isinstance(step, Asked) else step.id
        raise ValueError(f"{asking.tree} asks the event for {wanting}")
    written = step.tree.outcomes[step.outcome_id].effects
    effects = tuple(
        Effected(
            each.kind, _whom(raw.who), each.amount if isinstance(each.amount, int | float) else None, each.unit or ""
        )
        for raw, each in zip(written, step.outcome.effects, strict=True)
    )
    at = tuple(dict.fromkeys(cite for each in step.outcome.effects for cite in each.cites))
    return Answer(
        step.outcome.ruling.rstrip("。"),
        tuple(dict.fromkeys((*at, *step.outcome.cites))),
        at or step.outcome.cites[:1],
        effects,
        step.outcome.refer or any(each.kind == "refer" for each in effects),
        undecided,
        tuple(f"{each.question}（{each.text}）" for each in step.settled if each.source == "default"),
        tuple(each.text for each in step.figures),
        {each.fact: each.value for each in step.leaves if each.how == "is"},
    )


def _whom(who: str | None) -> Literal["own", "others", "both"]:
    if who in ("offender", "offender.side"):
        return "own"
    return "both" if who == "双方" else "others"


@dataclass(frozen=True, slots=True)
class Following:
    """What follows where somebody has left.

    ``rest``: what becomes of his meetings that are not played; ``refer`` where the text does not say and the chief referee
    decides. ``own`` and ``against``: what becomes of his results, and of his opponents' results against him.
    """

    rest: Rest
    own: Literal["kept", "cancelled", ""]
    against: Literal["kept", "cancelled", ""]
    answer: Answer

    @property
    def says(self) -> str:
        """What the tree says, without its last stop."""
        return self.answer.says

    @property
    def cites(self) -> tuple[str, ...]:
        """Where it is written."""
        return self.answer.cites

    @property
    def settled(self) -> tuple[str, ...]:
        """Open questions it went through that the event has not settled, and the answer taken."""
        return self.answer.settled


def following(
    asking: Asking,
    left: Left,
    law: Law,
) -> Following:
    """Ask the tree what follows. Raises :class:`ValueError` where the tree asks for what no event knows: a fault of the data."""
    found = asked(asking, left.known(), law)
    rest: Rest = next((each for each in RESTS if found.has(each)), "refer")
    return Following(
        rest,
        "cancelled" if found.has("results_cancelled") else "kept" if found.has("results_kept") else "",
        "cancelled" if found.has("opponents_cancelled") else "kept" if found.has("opponents_kept") else "",
        found,
    )


def load_event(game: str, root: Path = ROOT) -> EventLaw | None:
    """Read the event law of a game; None where it has none. Raises :class:`DataError` with every fault."""
    file = root / game / EVENT
    if not file.exists():
        return None
    found: EventLaw = validate(read_yaml(file), EventLaw)
    return found


def check_event(game: str, trees: Mapping[str, Tree], handbook: Handbook, root: Path = ROOT) -> list[Problem]:
    """Say everything wrong with a game's event law."""
    file = root / game / EVENT
    if not file.exists():
        return []
    try:
        document = read_yaml(file)
        law: EventLaw = validate(document, EventLaw)
    except DataError as fault:
        return list(fault.problems)
    return list(_problems(law, game, document, trees, handbook))


def _problems(
    law: EventLaw, game: str, document: Document, trees: Mapping[str, Tree], handbook: Handbook
) -> Iterator[Problem]:
    yield from _asked_amiss(law, game, document, trees)
    yield from _counted_amiss(law, game, document, handbook)
    yield from _cited_amiss(law, document, handbook)


def _asked_amiss(law: EventLaw, game: str, document: Document, trees: Mapping[str, Tree]) -> Iterator[Problem]:
    from decision_trees.reach import facts_of

    for path, asking, known in _askings(law):
        line = document.line(path)
        tree = trees.get(asking.tree)
        if tree is None or tree.game != game:
            yield Problem(document.file, line, f"裁决树 {asking.tree} 不存在。", "请改成这个项目已有的树。")
            continue
        chosen = {each.choice.fact for each in tree.outcomes.values() if each.choice is not None}
        declared = {*facts_of(tree, trees), *chosen}
        for name, value in (*asking.facts.items(), *asking.decided.items()):
            if name not in declared:
                yield Problem(document.file, line, f"{asking.tree} 没有事实 {name}。", "请改正名字，或删去。")
            if isinstance(value, str) and value.startswith("$") and value[1:] not in known:
                yield Problem(
                    document.file, line, f"赛事不知道 {value}。", f"可写：{'、'.join(f'${k}' for k in sorted(known))}。"
                )


def _counted_amiss(law: EventLaw, game: str, document: Document, handbook: Handbook) -> Iterator[Problem]:
    from decision_trees.functions import functions

    for scoring, name in law.counted.items():
        if name not in functions(game):
            line = document.line(("counted", scoring))
            yield Problem(document.file, line, f"没有规则函数 {name}。", "用 zhicai functions 查看全部函数。")
    for scoring, most in law.most.items():
        book, _, table = most.table.partition("/")
        found = (
            next((each for each in handbook.books[book].tables if each.id == table), None)
            if book in handbook.books
            else None
        )
        if found is None or most.column not in {each.key for each in found.columns}:
            line = document.line(("most", scoring))
            yield Problem(
                document.file, line, f"没有表 {most.table} 的 {most.column} 一列。", "请改成书里已有的表和列。"
            )
    grounds = [("leaving_ground", law.leaving_ground), ("late_ground", law.late_ground)]
    for part, ground in (*grounds, *(("lost", each) for each in law.lost.values())):
        if ground and ground not in law.forfeits:
            yield Problem(
                document.file, document.line((part,)), f"forfeits 里没有“{ground}”。", "请改正名字，或写进去。"
            )


def _cited_amiss(law: EventLaw, document: Document, handbook: Handbook) -> Iterator[Problem]:
    cites: list[tuple[str, str | int, str]] = [
        *(("forms", form, cite) for form, those in law.forms.items() for cite in those),
        *(("equals", name, cite) for name, steps in law.equals.items() for step in steps for cite in step.cites),
        *(("paired", name, cite) for name, those in law.paired.items() for cite in those),
        *(("adjusted", 0, cite) for cite in law.adjusted),
        *(("must_win", 0, cite) for cite in law.must_win),
        *(("most", scoring, cite) for scoring, each in law.most.items() for cite in each.cites),
    ]
    for part, key, cite in cites:
        if cite not in handbook:
            yield Problem(document.file, document.line((part, key)), f"引用的 {cite} 不存在。", "请改正条文编号。")


def _askings(law: EventLaw) -> Iterator[tuple[tuple[str, ...], Asking, frozenset[str]]]:
    """What is asked, where it is written, and what the event knows when it asks."""
    for when, asking in law.leaving.items():
        yield ("leaving", when), asking, OF_LEAVING
    for part, late in (("late", law.late), ("late_both", law.late_both)):
        if late is not None:
            yield (part,), late, OF_LATENESS
    for ground, forfeit in law.forfeits.items():
        for one in (forfeit.one, *forfeit.by_system.values(), forfeit.both):
            if one is not None:
                yield ("forfeits", ground), one, OF_FORFEITS
