"""A ruling as one window sees it: what lies over the question, what is being entered, typed and put together by touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.form import Form
from app.ruling.declared import declared, of_a_deal
from app.ruling.placing import put_place
from app.ruling.ruling import Posed, Ruling
from app.ruling.selection import Selection
from app.ruling.standing import NOTHING, Context, Heard, Moment, Standing, stand
from app.ruling.timer import Timer
from decision_trees.engine import Asked, Known
from decision_trees.functions import RuleInputError
from decision_trees.values import read, show

if TYPE_CHECKING:
    from decision_trees.model import Usual


def start(tree_id: str, facts: Mapping[str, Any] | None = None, context: Context = NOTHING) -> Walk:
    """Return a walk at its beginning; answers carried over from elsewhere are kept where the tree takes them."""
    carried = {name: value for name, value in (facts or {}).items() if value is not None}
    bare = replace(context, facts={n: v for n, v in context.facts.items() if not of_a_deal(tree_id, n)})
    for given, around in ((carried, context), (carried, bare), ({}, bare), (carried, NOTHING), ({}, NOTHING)):
        try:
            return Walk(tree_id, stand(tree_id, given, {}, around), around)
        except RuleInputError:
            if not given and around is NOTHING:
                raise
    raise AssertionError("a tree without answers always has a first question")


@ft.observable
@dataclass(repr=False)
class Walk(Ruling):
    """One ruling being made, on the screen."""

    form: Form = field(default_factory=Form)  # where it was and against whom, as it is being said or recorded
    saving: bool = False  # the form for the journal is open
    placing: bool = False  # where it is and against whom is being said
    seating: bool = False  # who really sits at the table is being said
    dealing: bool = False  # the sheet of the deal is open
    editing: str | None = None  # the fact being changed or entered
    entering: tuple[str, ...] = ()  # what is entered after it
    series: int = 0  # how many facts are entered one after the other
    typing: int = 0  # counts the changes of what is typed
    fault: str = ""  # why the last answer was not taken
    reading: int | None = None  # the words shown large
    deciding: str | None = None  # the open question somebody decides otherwise
    unfolded: bool = False  # all open questions of the outcome are shown
    keyed: bool = False  # cards and calls are typed, not tapped
    timer: Timer | None = None
    heard: dict[str, Heard] = field(default_factory=dict)  # facts that came from a story, by name
    agreed: bool = False  # somebody said that they were heard right
    _edit_from: int = 0  # how many steps there were when the present entry was begun,
    _sheet_from: int = 0  # and when the sheet of the deal was opened
    _drafts: dict[str, str] = field(default_factory=dict)  # what was typed, also where it was not taken
    _selections: dict[str, Selection] = field(default_factory=dict)

    def resume(self, steps: Sequence[Moment]) -> None:
        """Stand where it stood elsewhere, after the same steps, with nothing lying over it."""
        self._leave_edit()
        self.dealing = False
        super().resume(steps)

    @property
    def begun(self) -> bool:
        """Whether anything was answered or entered, or was heard when it began."""
        return bool(self.heard) or super().begun

    # Answers

    def answer(self, name: str, value: Any) -> bool:
        """Take an answer; whether it was taken. Answers given before stay as far as they still apply."""
        try:
            standing = self.after(name, value)
        except RuleInputError as fault:
            self.fault = self.plain(str(fault), name)
            return False
        self._go_on(standing)
        if name in self._selections:
            self._selections[name].past = ()
        return True

    def answer_usual(self, usual: Usual) -> bool:
        """Take several answers said in one sentence; whether they were taken. What is known already stays as it is."""
        try:
            self._go_on(self.after_usual(usual))
        except RuleInputError as fault:
            self.fault = str(fault)
            return False
        return True

    def settle(self, question: str, option: str) -> None:
        """Let the decider settle an open question for this ruling."""
        try:
            self._go_on(self.settled_by(question, option))
        except RuleInputError as fault:
            self.fault = str(fault)

    def release(self, name: str) -> None:
        """Take back one answer wherever it stands; what follows from others counts again."""
        try:
            self._go_on(self.without(name))
        except RuleInputError as fault:
            self.fault = str(fault)

    def reopen(self, known: Known) -> None:
        """Go back to an answer to change it."""
        if known.source == "chosen":
            self.release(known.name)
        else:
            self.enter([known.name])

    # Back and forth

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
        scene = self.scene
        moment = self.take_back()
        self.fault = ""
        in_a_series = self.editing is not None and moment.entering
        self.editing, *rest = moment.entering if in_a_series else (None,)
        self.entering, self.series = tuple(rest), moment.series if in_a_series else 0
        if moment.scene is not None and moment.scene != scene and "table" in self.form.values:
            put_place(self.form, moment.scene)

    def _go_on(self, standing: Standing) -> None:
        entering = (self.editing, *self.entering) if self.editing is not None else ()
        left = self.entering
        self._leave_edit()
        self.deciding = None
        self.move(standing, entering, self.series)
        wanted = [name for name in left if not self.settled_already(name)]
        self.series -= len(left) - len(wanted)
        self._turn_to(wanted)

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

    # What is asked

    def posed(self) -> Posed | None:
        """Return what is asked now; None when the engine has ruled or the text is undecided."""
        return self.again(self.editing) if self.editing is not None else self.question()

    def usual(self) -> tuple[Usual, ...]:
        """Return what may be answered in one sentence where it stands; nothing while something else is entered."""
        return super().usual() if self.editing is None else ()

    def entries(self) -> tuple[str, ...]:
        """What may still be entered, and is not being entered."""
        return self.enterable((self.editing, *self.entering))

    @property
    def entry_number(self) -> int:
        """Which of the facts entered one after the other is asked, from 1."""
        return self.series - len(self.entering)

    # What is typed, or put together by touch

    def draft(self, name: str) -> str:
        """Return what was typed for a fact."""
        if name not in self._drafts and isinstance(self.standing.facts.get(name), str):
            return str(self.standing.facts[name])
        return self._drafts.get(name, "")

    def keep_draft(self, name: str, text: str) -> None:
        """Keep what was typed."""
        self._drafts[name] = text

    def selection(self, name: str) -> Selection:
        """Return what is put together for a fact, beginning with its present value."""
        if name not in self._selections:
            self._selections[name] = Selection(self.standing.facts.get(name, self.context.begun.get(name)))
        return self._selections[name]

    def turn_keyed(self, name: str) -> None:
        """Go over from tapping to typing or back; what was entered goes along where it can be read."""
        selected, fact = self.selection(name), declared(self.tree_id)[name]
        if self.keyed:
            if text := self.draft(name).strip():
                with suppress(RuleInputError):  # stays in the field as it was typed
                    selected.value = read(self.tree.game, name, fact, text, {})
        elif selected.value not in (None, [], ()):
            self.keep_draft(name, show(fact, selected.value))
        self.fault = ""
        self.keyed = not self.keyed
