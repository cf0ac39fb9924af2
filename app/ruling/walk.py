"""Walking a tree in one window: what was answered, how to take it back, how to change it.

Nothing here decides anything: the engine is asked anew after each answer, and every state before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.form import Form
from app.base.opened import handbook, trees
from app.ruling.ahead import most_ahead
from app.ruling.pack import is_rank, marks_cards
from app.ruling.placing import put_place
from app.ruling.possible import left_to_choose
from app.ruling.scene import Scene
from app.ruling.timer import Timer
from app.ruling.wording import HISTORY
from decision_trees.decisive import decisive
from decision_trees.engine import Asked, Known, Ruled, Step, Undecided, View, advance, known_of_deal, reworded, view
from decision_trees.functions import RuleInputError
from decision_trees.games import first_game
from decision_trees.notation import CALL_NAMES
from decision_trees.reach import facts_of, on_sheet, reached, references, rests_on
from decision_trees.roles import named, texts_of
from decision_trees.values import read, show

if TYPE_CHECKING:
    from decision_trees.model import Fact, Outcome, Question, Tree, Usual
    from rules_data.model import GameId
    from search.engine import Hit

SEATS = {"N": "北", "W": "西", "E": "东", "S": "南"}
TOUCHED = ("seat", "number", "auction", "call", "cards", "card", "time")  # answered by touch, or in words if one likes
_ALWAYS_TAPPED = ("bool", "choice", "seat", "number")
OFFENDER = "offender"  # of the deal sheet: the seat
OF_THE_PLACE = ("history", "pair", "round", "game")  # facts that the strip above the question says
SEVERAL = 2  # questions at least that a sentence answers, to be offered
NAMED = 2  # facts that are named one by one
NAME = 5  # bytes of the name of a ruling in its address


@dataclass(frozen=True, eq=False, repr=False)
class Standing:
    """Where a walk stands: what was answered and settled, and what the engine says to it."""

    facts: Mapping[str, Any]
    settled: Mapping[str, str]
    step: Step

    def known(self, name: str) -> Known | None:
        """Return a fact that is known here."""
        return next((known for known in self.step.known if known.name == name), None)


@dataclass(frozen=True)
class Posed:
    """One thing that is asked on the screen: by the engine, or again because somebody wants to change it."""

    name: str
    fact: Fact
    ask: str
    help: str | None = None
    cites: tuple[str, ...] = ()
    who: str | None = None
    explain: tuple[str, ...] = ()
    known: Known | None = None  # the present answer, when it is being changed
    entry: bool = False  # may be left out

    @property
    def touchable(self) -> bool:
        """Whether it can be answered by touch."""
        return self.fact.kind in ("bool", "choice", *TOUCHED) or is_rank(self.fact)

    @property
    def typable(self) -> bool:
        """Whether it can be answered in words."""
        return self.fact.kind not in _ALWAYS_TAPPED


@dataclass(frozen=True)
class Context:
    """What is known before anything is asked: from the event, and from the journal."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)  # open questions the event has decided
    begun: Mapping[str, Any] = field(default_factory=dict)  # entered before at this table, to be gone on with


NOTHING = Context()


@dataclass
class Incident:
    """What happened at the table; rulings that follow each other up speak of the same."""

    record: str | None = None  # the first of them in the journal
    id: str = field(default_factory=lambda: token_hex(NAME))


def stand(tree_id: str, facts: Mapping[str, Any], settled: Mapping[str, str], context: Context = NOTHING) -> Standing:
    """Ask the engine. Raises :class:`RuleInputError` with one sentence for what cannot be."""
    library = trees()
    step = advance(
        library.tree(tree_id),
        {**_around(tree_id, facts, context), **facts},
        trees=library.trees,
        books=handbook().books,
        settled={**context.settled, **settled},
    )
    return Standing(facts, settled, step)


def _of_a_deal(tree_id: str, name: str) -> bool:
    deal = trees().tree(tree_id).deal
    fact = deal.facts.get(name) if deal is not None else None
    return fact is not None and fact.lasts in ("deal", "table")


@cache
def _shared(tree_id: str, name: str) -> bool:
    """Whether a name means on this tree what it means on the deal sheet."""
    deal = trees().tree(tree_id).deal
    fact = deal.facts.get(name) if deal is not None else None
    return fact is not None and _declared(tree_id)[name].kind == fact.kind


def _around(tree_id: str, facts: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """What is known from elsewhere; not what followed from an auction of before where another is entered now."""
    declared = _declared(tree_id)
    deal = trees().tree(tree_id).deal
    shared = deal.facts if deal is not None else {}
    anew = {name for name in facts if name in shared and shared[name].grows}
    return {
        name: value
        for name, value in context.facts.items()
        if name in declared and not (anew and name in shared and anew & rests_on(name, shared))
    }


def start(tree_id: str, facts: Mapping[str, Any] | None = None, context: Context = NOTHING) -> Walk:
    """Return a walk at its beginning; answers carried over from elsewhere are kept where the tree takes them."""
    carried = {name: value for name, value in (facts or {}).items() if value is not None}
    bare = replace(context, facts={n: v for n, v in context.facts.items() if not _of_a_deal(tree_id, n)})
    for given, around in ((carried, context), (carried, bare), ({}, bare), (carried, NOTHING), ({}, NOTHING)):
        try:
            return Walk(tree_id, stand(tree_id, given, {}, around), around)
        except RuleInputError:
            if not given and around is NOTHING:
                raise
    raise AssertionError("a tree without answers always has a first question")


@dataclass(frozen=True, eq=False)
class Moment:
    """A ruling as it stood before something was entered, whatever it was: what one goes back to."""

    standing: Standing
    ticked: tuple[str, ...] = ()
    scene: Scene | None = None  # None: the present one
    context: Context | None = None
    entering: tuple[str, ...] = ()  # what was being entered, the first of them on the screen
    series: int = 0


@ft.observable
@dataclass
class Selection:
    """What is being put together by touch, and not taken as the answer yet."""

    value: Any = None
    by: str = ""  # the seat the next call is entered for, where it is not the next in turn
    fault: str = ""  # why the last tap was not taken
    past: tuple[tuple[Any, str], ...] = ()  # what stood there before each tap, and for which seat

    def put(self, value: Any, by: str = "") -> None:
        """Take a tap."""
        self.past = (*self.past, (self.value, self.by))
        self.value, self.by, self.fault = value, by, ""

    def undo(self) -> bool:
        """Take the last tap back; whether there was one."""
        if not self.past:
            return False
        *before, (self.value, self.by) = self.past
        self.past, self.fault = tuple(before), ""
        return True


@ft.observable
@dataclass(repr=False)
class Walk:
    """One ruling being made."""

    tree_id: str
    standing: Standing
    context: Context = NOTHING
    id: str = field(default_factory=lambda: token_hex(NAME))  # in its address
    scene: Scene = field(default_factory=Scene)  # its own: nothing that happens elsewhere changes it
    form: Form = field(default_factory=Form)  # where it was and against whom, as it is being said or recorded
    saving: bool = False  # the form for the journal is open
    placing: bool = False  # where it is and against whom is being said
    seating: bool = False  # who really sits at the table is being said
    dealing: bool = False  # the sheet of the deal is open
    record: str | None = None  # under which the ruling stands in the journal
    recorded: Standing | None = None  # what stands there
    incident: Incident = field(default_factory=Incident)
    charged: bool = False  # what it finds out was charged by the ruling it follows up
    editing: str | None = None  # the fact being changed or entered
    entering: tuple[str, ...] = ()  # what is entered after it
    series: int = 0  # how many facts are entered one after the other
    typing: int = 0  # counts the changes of what is typed
    fault: str = ""  # why the last answer was not taken
    reading: int | None = None  # the words shown large
    deciding: str | None = None  # the open question somebody decides otherwise
    unfolded: bool = False  # all open questions of the outcome are shown
    ticked: tuple[str, ...] = ()
    keyed: bool = False  # cards and calls are typed, not tapped
    timer: Timer | None = None
    _steps: list[Moment] = field(default_factory=list)
    _edit_from: int = 0  # how many steps there were when the present entry was begun,
    _sheet_from: int = 0  # and when the sheet of the deal was opened
    _drafts: dict[str, str] = field(default_factory=dict)  # what was typed, also where it was not taken
    _selections: dict[str, Selection] = field(default_factory=dict)
    _counted: bool = False
    _decisive: tuple[Standing, frozenset[str]] | None = None
    _ahead: tuple[Standing, int] | None = None
    _view: tuple[Standing, View, dict[str, Any]] | None = None
    _usual: tuple[Standing, tuple[Usual, ...]] | None = None

    def __post_init__(self) -> None:
        if not self.scene.game:
            self.scene = replace(self.scene, game=self.tree.game)

    @property
    def tree(self) -> Tree:
        """The tree walked."""
        return trees().tree(self.tree_id)

    @property
    def steps(self) -> Sequence[Moment]:
        """How it stood before each thing that was entered, from the beginning."""
        return self._steps

    def resume(self, steps: Sequence[Moment]) -> None:
        """Stand where it stood elsewhere, after the same steps; the last of them is where it stands."""
        *self._steps, last = steps
        self._leave_edit()
        self.dealing = False
        self.standing, self.ticked = last.standing, last.ticked

    @property
    def begun(self) -> bool:
        """Whether anything was answered or entered; where it was and against whom is no answer."""
        stood = [*(moment.standing for moment in self._steps), self.standing]
        return any((a.facts, a.settled) != (b.facts, b.settled) for a, b in pairwise(stood))

    @property
    def done(self) -> bool:
        """Whether nothing is left to be answered."""
        step = self.standing.step
        return isinstance(step, Ruled) and (step.outcome.choice is None or self._chosen(step) is not None)

    def _chosen(self, step: Ruled) -> str | None:
        choice = step.outcome.choice
        return self.standing.facts.get(choice.fact) if choice else None

    def first_ruling(self) -> bool:
        """Whether it has come to a ruling now for the first time."""
        first = isinstance(self.standing.step, Ruled) and not self._counted
        self._counted = self._counted or first
        return first

    # Answers

    def check(self, name: str, value: Any) -> str | None:
        """Say in one sentence why an answer cannot be; None when it can."""
        try:
            self._after(name, value)
        except RuleInputError as fault:
            return self._plain(str(fault), name)
        return None

    def read_as(self, name: str, text: str) -> str:
        """Say how something typed is read; it must be readable."""
        fact = _declared(self.tree_id)[name]
        return show(fact, read(self.tree.game, name, fact, text, {}))

    def answer_usual(self, usual: Usual) -> bool:
        """Take several answers said in one sentence; whether they were taken. What is known already stays as it is."""
        left = {name: value for name, value in usual.facts.items() if self._seen(name) is None}
        try:
            facts = {**self.standing.facts, **left}
            self._move(stand(self.tree_id, facts, self.standing.settled, self.context))
        except RuleInputError as fault:
            self.fault = str(fault)
            return False
        return True

    def usual(self) -> tuple[Usual, ...]:
        """Return what may be answered in one sentence where it stands.

        That answers what is asked now and more, and contradicts nothing that is known, whoever said it.
        """
        step = self.standing.step
        if self.editing is not None or not isinstance(step, Asked):
            return ()
        if self._usual is None or self._usual[0] is not self.standing:
            self._usual = (self.standing, tuple(each for each in self.tree.usual if self._says_more(each, step)))
        return self._usual[1]

    def _says_more(self, usual: Usual, step: Asked) -> bool:
        known = {name: self._seen(name) for name in usual.facts}
        left = [name for name, seen in known.items() if seen is None]
        if step.name not in left or len(left) < min(SEVERAL, len(known)):
            return False
        return all(
            seen is None
            or seen.value == read(self.tree.game, name, _declared(self.tree_id)[name], usual.facts[name], {})
            for name, seen in known.items()
        )

    def answer(self, name: str, value: Any) -> bool:
        """Take an answer; whether it was taken. Answers given before stay as far as they still apply."""
        try:
            standing = self._after(name, value)
        except RuleInputError as fault:
            self.fault = self._plain(str(fault), name)
            return False
        self._move(standing)
        if name in self._selections:
            self._selections[name].past = ()
        return True

    def _after(self, name: str, value: Any) -> Standing:
        facts, settled = self.standing.facts, self.standing.settled
        changed = {**facts, name: value}
        try:
            return stand(self.tree_id, changed, settled, self.context)
        except RuleInputError:
            # of an answer that is changed, what was answered after it may contradict it: that is asked again
            used = [known.name for known in self.standing.step.known]
            later = used[used.index(name) + 1 :] if name in used else []
            kept = {key: given for key, given in changed.items() if key not in later}
            if kept.keys() == changed.keys():
                raise
            try:
                return stand(self.tree_id, kept, settled, self.context)
            except RuleInputError:
                pass
            raise

    def _plain(self, sentence: str, name: str) -> str:
        return sentence.replace(f"({name})", "")

    def settle(self, question: str, option: str) -> None:
        """Let the decider settle an open question for this ruling."""
        try:
            self._move(
                stand(self.tree_id, self.standing.facts, {**self.standing.settled, question: option}, self.context)
            )
        except RuleInputError as fault:
            self.fault = str(fault)

    def release(self, name: str) -> None:
        """Take back one answer wherever it stands; what follows from others counts again."""
        facts = {key: value for key, value in self.standing.facts.items() if key != name}
        try:
            self._move(stand(self.tree_id, facts, self.standing.settled, self.context))
        except RuleInputError as fault:
            self.fault = str(fault)

    def unsay(self, name: str) -> None:
        """Take back one answer that something said now contradicts, together with that."""
        facts = {key: value for key, value in self.standing.facts.items() if key != name}
        with suppress(RuleInputError):
            self.standing = stand(self.tree_id, facts, self.standing.settled, self.context)

    def reopen(self, known: Known) -> None:
        """Go back to an answer to change it."""
        if known.source == "chosen":
            self.release(known.name)
        else:
            self.enter([known.name])

    def take_place(self, scene: Scene, context: Context) -> bool:
        """Take what somebody says of this ruling: that it was elsewhere, of another deal, or against somebody else.

        Whether what was answered agrees with what is known there; if not, what was known before is known no longer.
        """
        self.scene = scene
        if self.come_to_know(context):
            return True
        elsewhere = replace(context, facts={k: v for k, v in context.facts.items() if k not in OF_THE_PLACE})
        self.come_to_know(elsewhere)
        return False

    def mark(self) -> None:
        """Note how it stands before something is entered that is no answer: the place, the pair, which deal it is."""
        self._steps.append(Moment(self.standing, self.ticked, self.scene, self.context))

    def come_to_know(self, context: Context) -> bool:
        """Take over what the event and the journal say now; where it cannot be, what was known stays."""
        if context != self.context:
            try:
                self.standing = stand(self.tree_id, self.standing.facts, self.standing.settled, context)
            except RuleInputError:
                return False
            self.context = context
        return True

    @property
    def depth(self) -> int:
        """How often one can go back: what lies over the question, what is being picked, and what was entered."""
        over = (
            self.saving,
            self.placing,
            self.seating,
            self.dealing,
            self.reading is not None,
            self.editing is not None,
        )
        return sum(over) + bool(self._picking()) + len(self._steps)

    def back(self) -> bool:
        """Take back the last thing entered, whatever it was, or what lies over the question; False when there is none."""
        if self.saving:
            self.saving = False
        elif self.reading is not None:
            self.reading = None
        elif self.placing or self.seating:
            self.placing = self.seating = False
        elif (picking := self._picking()) is not None:
            picking.undo()
        elif self.editing is not None and len(self._steps) <= self._edit_from:
            self._leave_edit()
        elif self.editing is None and self.dealing and len(self._steps) <= self._sheet_from:
            self.dealing = False
        elif self._steps:
            self._undo()
        else:
            return False
        return True

    def _picking(self) -> Selection | None:
        """What is being put together on the screen, of which there is a tap to take back."""
        step = self.standing.step
        name = self.editing or (step.name if isinstance(step, Asked) and not self.dealing else None)
        selected = self._selections.get(name or "")
        return selected if selected is not None and selected.past and not self.keyed else None

    def _undo(self) -> None:
        moment = self._steps.pop()
        self.fault = ""
        in_a_series = self.editing is not None and moment.entering
        self.editing, *rest = moment.entering if in_a_series else (None,)
        self.entering, self.series = tuple(rest), moment.series if in_a_series else 0
        self.ticked = moment.ticked
        if moment.context is not None:
            self.context = moment.context
        if moment.scene is not None and moment.scene != self.scene:
            self.scene = moment.scene
            if "table" in self.form.values:
                put_place(self.form, moment.scene)
        self.standing = moment.standing

    def _move(self, standing: Standing) -> None:
        entering = (self.editing, *self.entering) if self.editing is not None else ()
        self._steps.append(Moment(self.standing, self.ticked, self.scene, self.context, entering, self.series))
        self._turn_to(self.entering)
        self.deciding = None
        self.ticked = ()
        self.standing = standing

    def open_sheet(self) -> None:
        """Lay the sheet of the deal over the question."""
        self._leave_edit()
        self._sheet_from = len(self._steps)
        self.dealing = True

    def close_sheet(self) -> None:
        """Go back to the question with all that was entered."""
        self._leave_edit()
        self.dealing = False

    @property
    def on_sheet(self) -> bool:
        """Whether the sheet of the deal is what is seen, and no entry of it."""
        return self.dealing and self.editing is None

    def leave_entry(self) -> None:
        """Enter no more; what was entered stays, and what is half put together too."""
        self._leave_edit()

    def _leave_edit(self) -> None:
        self.fault = ""
        self.editing = None
        self.entering = ()

    def enter(self, names: Sequence[str]) -> None:
        """Enter, one after the other, what lets other answers be worked out."""
        self.series = len(names)
        self._edit_from = len(self._steps)
        self._turn_to(names)

    def _turn_to(self, names: Sequence[str]) -> None:
        self.fault = ""
        self.entering = tuple(names[1:])
        self.editing = names[0] if names else None

    def skip(self) -> None:
        """Leave out what is being entered."""
        self._turn_to(self.entering)

    def tick(self, line: str) -> None:
        """Mark a line as carried out, or not."""
        self.ticked = tuple(t for t in self.ticked if t != line) if line in self.ticked else (*self.ticked, line)

    # What was typed

    def draft(self, name: str) -> str:
        """Return what was typed for a fact."""
        if name not in self._drafts and isinstance(self.standing.facts.get(name), str):
            return str(self.standing.facts[name])
        return self._drafts.get(name, "")

    def keep_draft(self, name: str, text: str) -> None:
        """Keep what was typed."""
        self._drafts[name] = text

    # What is put together by touch

    @property
    def game(self) -> GameId:
        """The game it is a ruling of."""
        return self.tree.game

    def known(self) -> Mapping[str, Any]:
        """What is known of the deal and of the incident, by fact."""
        used = {each.name: each.value for each in self.standing.step.known}
        return self.of_the_deal() | used | dict(self.standing.facts)

    def selection(self, name: str) -> Selection:
        """Return what is put together for a fact, beginning with its present value."""
        if name not in self._selections:
            self._selections[name] = Selection(self.standing.facts.get(name, self.context.begun.get(name)))
        return self._selections[name]

    def turn_keyed(self, name: str) -> None:
        """Go over from tapping to typing or back; what was entered goes along where it can be read."""
        selected, fact = self.selection(name), _declared(self.tree_id)[name]
        if self.keyed:
            if text := self.draft(name).strip():
                with suppress(RuleInputError):  # stays in the field as it was typed
                    selected.value = read(self.tree.game, name, fact, text, {})
        elif selected.value is not None:
            self.keep_draft(name, show(fact, selected.value))
        self.fault = ""
        self.keyed = not self.keyed

    @property
    def readings(self) -> dict[str, str]:
        """Return how open questions are settled: by the event, and on this ruling."""
        return {**self.context.settled, **self.standing.settled}

    def _seen(self, name: str) -> Known | None:
        """A fact that was said or can be worked out, whether the way to where it stands needed it or not."""
        return self._seeing()[0].known(name)

    def _seeing(self) -> tuple[View, dict[str, Any]]:
        """What can be seen where it stands, and with it all that is known of the deal."""
        if self._view is None or self._view[0] is not self.standing:
            standing, library = self.standing, trees()
            facts = {**_around(self.tree_id, standing.facts, self.context), **standing.facts}
            books = handbook().books
            seen = view(self.tree, facts, trees=library.trees, books=books, settled=self.readings)
            deal, known = library.deals.get(self.tree.game), dict[str, Any]()
            if deal is not None:
                shared = {n: each.value for n in deal.facts if _shared(self.tree_id, n) and (each := seen.known(n))}
                shared = {name: value for name, value in shared.items() if value is not None}
                known = known_of_deal(deal, self.tree.game, shared, books, self.readings)
            self._view = (standing, seen, known)
        return self._view[1:]

    def of_the_deal(self) -> dict[str, Any]:
        """Return what is known of the deal at the table: said on this ruling, known at the table, or worked out."""
        return dict(self._seeing()[1])

    def seated(self) -> dict[str, str]:
        """Return who sits where, of the deal at the table: seat -> the roles of the player there."""
        deal = trees().deals.get(self.tree.game)
        if deal is None:
            return {}
        known, out = self.of_the_deal(), dict[str, str]()
        for name, fact in deal.facts.items():
            if fact.kind == "seat" and name in known and any(role.seat == name for role in deal.roles.values()):
                out[known[name]] = f"{out[known[name]]}、{fact.label}" if known[name] in out else fact.label
        return out

    def names(self, role: str) -> bool:
        """Whether the texts of this ruling name somebody by a role."""
        return _names(self.tree_id, role)

    def declared(self) -> Mapping[str, Fact]:
        """Return the facts of the tree and of those it goes through."""
        return _declared(self.tree_id)

    # What is asked

    @property
    def entry_number(self) -> int:
        """Which of the facts entered one after the other is asked, from 1."""
        return self.series - len(self.entering)

    def entries(self) -> tuple[str, ...]:
        """What may still be entered so that less is asked, or, after the ruling, so that more is said."""
        step = self.standing.step
        if isinstance(step, Ruled):
            found = _enterable(self.tree_id, _mentioned(step.tree.outcomes[step.outcome_id]))
        else:
            declared = self.declared()
            found = tuple(name for name in _enterable(self.tree_id, _asked(self.tree_id)) if not declared[name].later)
        here = (self.editing, *self.entering)  # asked already
        wanted = [
            name
            for name in found
            if name not in self.standing.facts
            and name not in self.context.facts
            and name not in here
            and name != OFFENDER  # who it was is said by a tap on the table
        ]
        return tuple(
            sorted(wanted, key=lambda name: not marks_cards(self.tree.game, name))
        )  # then the cards themselves

    def decisive(self) -> frozenset[str]:
        """Return the open questions whose other answers would change the ruling."""
        step, standing = self.standing.step, self.standing
        if not isinstance(step, Ruled):
            return frozenset()
        if self._decisive is None or self._decisive[0] is not standing:
            found = decisive(
                step,
                {**_around(self.tree_id, standing.facts, self.context), **standing.facts},
                trees=trees().trees,
                books=handbook().books,
                settled={**self.context.settled, **standing.settled},
            )
            self._decisive = (standing, found)
        return self._decisive[1]

    def in_the_strip(self, name: str) -> bool:
        """Whether a fact is the place, the pair or the journal, which stand above the question."""
        return name in self.context.facts and name in OF_THE_PLACE

    def shown(self, known: Known) -> str:
        """Say a fact in words; a seat by its name."""
        fact = _declared(self.tree_id).get(known.name)
        if fact is not None and fact.kind == "seat":
            return SEATS.get(known.value, known.shown)
        return CALL_NAMES.get(known.shown, known.shown) if fact is not None and fact.kind == "call" else known.shown

    def labels(self, names: Sequence[str]) -> str:
        """Name facts in a few words."""
        said = "、".join(_declared(self.tree_id)[name].label for name in names[:NAMED])
        return said if len(names) <= NAMED else f"{said}等"

    def posed(self) -> Posed | None:
        """Return what is asked now; None when the engine has ruled or the text is undecided."""
        step = self.standing.step
        if self.editing is not None:
            return self._again(self.editing)
        if not isinstance(step, Asked):
            return None
        q = step.question
        fact = left_to_choose(step.name, step.fact, (step.tree, step.entry), self._seen)
        return Posed(step.name, fact, step.ask, q.help or fact.help, q.cites, q.who, q.explain)

    def _again(self, name: str) -> Posed:
        fact = _declared(self.tree_id)[name]
        options = {key: replace(option, text=self._filled(option.text)) for key, option in fact.options.items()}
        fact = replace(fact, options=options, help=self._filled(fact.help) if fact.help else None)
        fact = left_to_choose(name, fact, tuple(_reached(self.tree_id)), self._seen)
        known = self.standing.known(name)
        question = _question(self.tree_id, name)
        if question is None:
            return Posed(name, fact, fact.label, fact.help, known=known, entry=fact.optional and known is None)
        ask = self._filled(question.ask) if question.ask else fact.label
        return Posed(
            name, fact, ask, self._filled(question.help) if question.help else fact.help, question.cites,
            self._filled(question.who) if question.who else None, tuple(map(self._filled, question.explain)), known,
        )  # fmt: skip

    def _filled(self, text: str) -> str:
        step = self.standing.step
        return text if isinstance(step, Undecided) else reworded(step, text)

    @property
    def asked(self) -> int:
        """How many questions were answered on the way here; what was entered without being asked is none."""
        answered: set[str] = set()
        for before, then in pairwise([*(moment.standing for moment in self._steps), self.standing]):
            new = then.facts.keys() - before.facts.keys()
            if isinstance(before.step, Asked) and before.step.name in new:
                answered |= new
        return sum(known.name in answered for known in self.standing.step.known)

    @property
    def ahead(self) -> int:
        """The most questions that may still come after the one that is asked."""
        step = self.standing.step
        if not isinstance(step, Asked):
            return 0
        if self._ahead is None or self._ahead[0] is not self.standing:
            known = {*self.standing.facts, *self.context.facts, *(known.name for known in step.known)}
            self._ahead = (self.standing, most_ahead(step, known, trees().trees) - 1)
        return self._ahead[1]

    @property
    def progress(self) -> float:
        """How far the walk is, 0 to 1, if the longest way lies ahead."""
        step = self.standing.step
        if isinstance(step, Ruled):
            return 1.0
        return self.asked / (self.asked + self.ahead + 1) if isinstance(step, Asked) else 0.9

    def chips(self, latest_first: bool = False) -> list[Known]:
        """What is known, as it stands above a question: what was answered or entered first, then what follows from it."""
        step, given = self.standing.step, self.standing.facts
        known = {each.name: each for each in (*step.known, *self._entered(step))}
        first = [known[name] for name in (reversed(list(given)) if latest_first else given) if name in known]
        return [
            each
            for each in (*first, *(k for n, k in known.items() if n not in given))
            if not self.in_the_strip(each.name) and each.name != HISTORY
        ]

    def _entered(self, step: Step) -> Iterator[Known]:
        """What was entered and not needed yet."""
        seen = {known.name for known in step.known}
        for name, value in self.standing.facts.items():
            fact = _declared(self.tree_id).get(name)
            if name not in seen and fact is not None:
                with suppress(RuleInputError):
                    value = read(self.tree.game, name, fact, value, {})
                    yield Known(name, value, fact.label, show(fact, value), "given", tree=self.tree_id)


def _reached(tree_id: str) -> Iterator[Tree]:
    """The tree and those it goes through."""
    return reached(trees().tree(tree_id), trees().trees)


@cache
def _declared(tree_id: str) -> Mapping[str, Fact]:
    """The facts of a tree, of those it goes through and of the deal at the table."""
    return facts_of(trees().tree(tree_id), trees().trees)


@cache
def _names(tree_id: str, role: str) -> bool:
    texts = (
        text
        for tree in _reached(tree_id)
        for texts in (
            *(texts_of(outcome) for outcome in tree.outcomes.values()),
            *([q.ask or "", q.help or "", q.who or "", *q.explain] for q in tree.questions.values()),
        )
        for text in texts
    )
    return any(
        text.partition(".")[0] == role or any(name.partition(".")[0] == role for name in named(text)) for text in texts
    )


@cache
def _question(tree_id: str, name: str) -> Question | None:
    return next(
        (question for tree in _reached(tree_id) for question in tree.questions.values() if question.fact == name), None
    )


@cache
def _asked(tree_id: str) -> tuple[str, ...]:
    return tuple(q.fact for tree in _reached(tree_id) for q in tree.questions.values() if q.fact is not None)


def _mentioned(outcome: Outcome) -> tuple[str, ...]:
    """The facts an outcome speaks of."""
    return tuple(name for text in texts_of(outcome) for name in named(text))


def _enterable(tree_id: str, names: Iterable[str]) -> tuple[str, ...]:
    """What may be entered so that these facts can be worked out."""
    declared = _declared(tree_id)
    sheet = on_sheet(trees().tree(tree_id))
    found: dict[str, None] = {}

    def look(name: str, entered: bool) -> None:
        fact = declared.get(name)
        if fact is None:
            return
        named = fact.optional and fact.kind == "card"  # one card is named sooner than the whole trick it lies in
        if fact.derive is None or (entered and (name in sheet or named)):
            if entered and (fact.optional or name in sheet):
                found[name] = None
            return
        needed = [*references(fact.derive.given), *([fact.derive.fact] if fact.derive.fact else [])]
        if not any(declared[each].kind == "history" for each in needed if each in declared):  # nobody types a record
            for each in needed:
                look(each, True)

    for name in names:
        look(name, False)
    return tuple(found)  # in the order in which the working out takes them


@ft.observable
@dataclass
class OpenRulings:
    """The open rulings of all windows, as app.ruling.open_rulings sums them up: apart, for they change with every answer."""

    kept: Mapping[str, Any] = field(default_factory=dict)


@ft.observable
@dataclass(repr=False)
class Rulings:
    """The entry of 裁, and the rulings begun in this window."""

    game: GameId = field(default_factory=first_game)
    stage: str = ""  # empty: the first
    query: str = ""
    answered: tuple[str, GameId] = ("", "")
    trees: tuple[Hit, ...] = ()
    elsewhere: Hit | None = None  # the irregularity of another game that is clearly meant
    clauses: tuple[Hit, ...] = ()
    latest: str | None = None  # the ruling walked last
    version: int = 0  # counts the times the text was set by the app and not typed
    aside: str = ""  # the ruling put aside last, which can be taken back
    _walks: dict[str, Walk] = field(default_factory=dict)  # of this window, by name
    _by_link: dict[str, str] = field(default_factory=dict)  # tree -> the ruling begun by an address that names none

    def choose(self, game: GameId) -> None:
        """Turn to a game."""
        self.game = game
        self.stage = ""

    def turn_to(self, walk: Walk) -> None:
        """Note that a ruling is being made, and turn the lists to it."""
        self.latest = walk.id
        self.game = walk.tree.game
        self.stage = walk.tree.stage

    def clear(self) -> None:
        """Empty the field."""
        self.query = ""
        self.answered = ("", self.game)
        self.version += 1

    @property
    def walks(self) -> Mapping[str, Walk]:
        """The rulings of this window, by name."""
        return self._walks

    def named(self, tree_id: str, name: str | None) -> Walk | None:
        """Return the ruling an address of this window names; of one that names none the ruling begun there."""
        walk = self._walks.get(name or self._by_link.get(tree_id, ""))
        return walk if walk is not None and walk.tree_id == tree_id else None

    def begin(
        self,
        tree_id: str,
        facts: Mapping[str, Any] | None = None,
        context: Context = NOTHING,
        incident: Incident | None = None,
        scene: Scene | None = None,
    ) -> Walk:
        """Begin a ruling."""
        carried = {name: value for name, value in (facts or {}).items() if name not in context.facts}
        walk = start(tree_id, carried, context)
        if incident is not None:
            walk.incident = incident
        if scene is not None:
            walk.scene = scene
        self._walks[walk.id] = walk
        return walk

    def begin_by_link(self, walk: Walk, name: str | None) -> None:
        """Let an address stand for a ruling begun by it."""
        if name is None:
            self._by_link[walk.tree_id] = walk.id
        else:
            del self._walks[walk.id]
            walk.id = name
            self._walks[name] = walk

    def begun(self) -> Walk | None:
        """Return the ruling made last in this window."""
        walk = self._walks.get(self.latest or "")
        return walk if walk is not None and walk.begun else None
