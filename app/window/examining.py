"""What one window does with papers: the one being composed, the ones being taken. Papers are loaded when the first is opened."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.form import Form
from app.base.words import GAMES

if TYPE_CHECKING:
    from app.exams.blueprint import Wanted
    from app.exams.limits import Limits
    from app.exams.paper import Item, Paper
    from app.exams.shelf import Shelf, Sitting
    from app.study.answers import Answer
    from app.study.making import Subject

FOUND = 12  # subjects shown of those that were found


def field_of(number: int, part: int) -> str:
    """The name of the field in which a part of a question is answered."""
    return f"written-{number}-{part}"


@ft.observable
@dataclass
class Composing:
    """A paper being composed; it outlives the screen, so that nothing entered is lost."""

    game: str = field(default_factory=lambda: next(iter(GAMES)))
    topic: str = ""
    kind: str = ""
    level: str = ""  # how hard: a key of app.exams.blueprint.LEVELS
    number: int = 5
    marks: int = 2
    book: str = ""  # whether the book of rules may be used: a key of app.exams.paper.BOOKS
    per_law: int = 0  # questions on one law at most; 0: nothing is ruled
    glossary: int = 0  # questions on terms and single statements at most; 0: nothing is ruled
    lines: tuple[Wanted, ...] = ()
    chosen: tuple[Item, ...] = ()  # by hand
    found: tuple[Subject, ...] = ()
    said: str = ""  # what came of the last step

    def turn(self, game: str) -> None:
        """Choose from another game."""
        self.game, self.topic, self.kind, self.found = game, "", "", ()

    def follow(self, game: str) -> None:
        """Choose from the game that is played now, unless something was chosen already."""
        if game != self.game and not (self.lines or self.chosen or self.found):
            self.turn(game)

    def add_line(self) -> None:
        """Add what is chosen as a line of the blueprint."""
        from app.exams.blueprint import LEVELS, Wanted

        _, easiest, hardest = LEVELS[self.level]
        line = Wanted(self.game, self.topic, self.kind, easiest, hardest, self.number, float(self.marks))
        self.lines = (*self.lines, line)
        self.said = ""

    def name_family(self, form: Form) -> None:
        """Let the next line be about the trees that have a word in their titles."""
        from app.exams.blueprint import trees_about

        word = form.text("family").strip()
        if word and not trees_about(self.game, word):
            form.fault = f"{GAMES[self.game]}没有名称里有“{word[:12]}”的裁决树；请换个词，如“查找”里裁决的名称。"
            return
        self.topic = word
        form.put("family", "")

    def take_ready(self, level: int, form: Form) -> None:
        """Put in the lines and rules of a ready blueprint of a level of referee, instead of the lines there are."""
        from app.exams.blueprint import read_plan
        from app.exams.limits import LEVELS, ready

        self.lines, limits = read_plan(ready(self.game, level))
        self.per_law, self.glossary = limits.per_law or 0, limits.glossary or 0
        if limits.minutes:
            form.put("minutes", str(limits.minutes))
        self.said = f"用了{GAMES[self.game]}{LEVELS[level]}的现成细目：{len(self.lines)} 行，下面可以增减。"

    def limits(self) -> Limits:
        """What is ruled for the whole paper."""
        from app.exams.limits import Limits

        return Limits(self.per_law or None, self.glossary or None)

    def clear(self) -> None:
        """Begin another paper."""
        self.lines, self.chosen, self.said = (), (), ""
        self.book, self.per_law, self.glossary = "", 0, 0

    def drop_line(self, at: int) -> None:
        """Take a line out."""
        self.lines = (*self.lines[:at], *self.lines[at + 1 :])

    def drop(self, at: int) -> None:
        """Take a chosen question out."""
        self.chosen = (*self.chosen[:at], *self.chosen[at + 1 :])

    def search(self, words: str) -> None:
        """Look for what one can ask about."""
        from app.study.bank import subjects

        wanted = words.lower().split()
        found = [each for each in subjects(self.game) if all(word in each.title.lower() for word in wanted)]
        self.found = tuple(found[:FOUND]) if wanted else ()
        self.said = "" if self.found or not wanted else f"题库里没有找到“{words.strip()}”，请换个词，如条款号或术语。"

    def take(self, subject: Subject) -> None:
        """Make a question about a subject, and choose it."""
        from app.exams.paper import Item
        from app.study.bank import NoQuestionError, make

        taken = sum(item.question.subject == subject.id for item in self.chosen)
        for kind in subject.kinds:
            try:
                question = make(kind, subject.id, 1 + taken)
            except NoQuestionError:
                continue
            self.chosen = (*self.chosen, Item(question, float(self.marks)))
            self.said = ""
            return
        self.said = f"“{subject.title}”现在出不了题，请换一项。"

    def write(self, form: Form) -> bool:
        """Choose a question that was typed; whether it could be."""
        from app.exams.own_questions import own_question
        from app.exams.paper import Item
        from app.exams.question_json import FaultError

        lines = [line.strip() for line in form.text("options").splitlines() if line.strip()]
        right = [at for at, line in enumerate(lines) if line[0] in "*＊"]
        texts = tuple(line.lstrip("*＊").strip() for line in lines)
        try:
            if len(right) != 1:
                raise FaultError("请在对的那一个选项前面写 *，恰好一个")
            question = own_question(self.game, form.text("stem"), texts, right[0], why=form.text("why"))
        except FaultError as fault:
            form.fault = f"{fault}。"
            return False
        self.chosen = (*self.chosen, Item(question, float(self.marks)))
        for name in ("stem", "options", "why"):
            form.put(name, "")
        return True

    def bring(self, name: str, content: bytes, known: Callable[[str], bool]) -> None:
        """Choose the questions of a file."""
        from app.exams.own_questions import read_own
        from app.exams.paper import PaperError

        try:
            items = read_own(name, content, self.game, lambda cite: cite if known(cite) else None)
        except PaperError as fault:
            self.said = f"{name} {fault}"
            return
        self.chosen = (*self.chosen, *items)
        self.said = f"加入了 {len(items)} 题。"

    def paper(self, form: Form, books: Any, answers: Sequence[Answer] = ()) -> Paper:
        """Compose the paper; the answers given on this device say how hard questions are. Raises :class:`PaperError`."""
        from app.exams.blueprint import composed, from_bank
        from app.exams.paper import PaperError
        from app.study.difficulty import observed

        numbers = {}
        for name, words, usual in (("minutes", "时间", 60), ("versions", "平行卷份数", 1), ("seed", "种子", 1)):
            written = form.text(name).strip() or str(usual)
            if not written.isdecimal() or len(written) > 9:
                raise PaperError(f"{words}“{written[:10]}”应是整数。")
            numbers[name] = int(written)
        if not form.text("title").strip():
            raise PaperError("请写上试卷的标题。")
        return composed(
            form.text("title"), numbers["minutes"], self.lines, partial(from_bank, hardness=observed(answers)),
            seed=numbers["seed"], versions=numbers["versions"], by_hand=self.chosen, books=books, note=form.text("note").strip(),
            limits=self.limits(), book=self.book,
        )  # fmt: skip


@ft.observable
@dataclass
class Examining:
    """Papers and sittings as one window sees them."""

    composing: Composing = field(default_factory=Composing)
    form: Form = field(default_factory=Form)
    changes: int = 0
    said: str = ""  # what went wrong last
    overview: bool = False
    pictured: int = 0  # the number of the question whose picture was unfolded
    asking: bool = False  # whether he is asked if he really hands it in
    _sittings: dict[str, Sitting] = field(default_factory=dict)
    _writing: dict[str, Form] = field(default_factory=dict)
    _shelf: Shelf | None = None

    @property
    def shelf(self) -> Shelf:
        """Where papers are kept on this device."""
        if self._shelf is None:
            from app.base.data_folder import data_folder
            from app.exams.shelf import DiskShelf, ValueShelf
            from app.window import keeping

            kept = keeping.storage()
            self._shelf = DiskShelf(data_folder() / "exams") if kept is None else ValueShelf(kept.values)
        return self._shelf

    def sitting(self, name: str) -> Sitting | None:
        """A sitting as it was left."""
        from app.exams.shelf import resumed

        found = self._sittings.get(name) or resumed(self.shelf, name)
        if found is not None:
            self._sittings[name] = found
        return found

    def begin(self, paper: Paper, version: int, person: str) -> str | None:
        """Begin to take a paper; the name of the sitting, None where it could not be kept."""
        from app.exams.paper import PaperError
        from app.exams.shelf import begin

        try:
            made = begin(self.shelf, paper, version, person.strip())
        except PaperError as fault:
            self.said = str(fault)
            return None
        self.said, self.overview, self.asking = "", False, False
        self._sittings[made.name] = made
        return made.name

    def do(self, act: Callable[[], object]) -> None:
        """Do something with a sitting; what is refused is said."""
        from app.exams.room import RoomError

        try:
            act()
            self.said = ""
        except RoomError as fault:
            self.said = str(fault)
        self.changes += 1

    def writing(self, sitting: Sitting) -> Form:
        """What is being written on a sitting, begun with what was kept of it."""
        if sitting.name not in self._writing:
            form = self._writing[sitting.name] = Form()
            for item, parts in sitting.one.written.items():
                number = sitting.room.number(sitting.one, item)
                form.values |= {field_of(number, part): text for part, text in parts.items()}
        return self._writing[sitting.name]

    def choose(self, sitting: Sitting, letter: str) -> None:
        """Answer the question on the screen."""
        self.do(partial(sitting.choose, sitting.at, letter, time.time()))

    def go(self, sitting: Sitting, number: int) -> None:
        """Turn to a question."""
        sitting.at = min(max(1, number), len(sitting.paper.items))
        self.overview, self.asking, self.said, self.pictured = False, False, "", 0
        self.changes += 1

    def numbered(self, sitting: Sitting | None) -> list[Callable[[], Any]]:
        """What the digits answer: the options of the question on the screen."""
        if sitting is None or sitting.done or self.overview:
            return []
        asked = sitting.room.asked(sitting.one, sitting.at)
        return [partial(self.choose, sitting, "ABCDEFGHIJ"[place]) for place in range(len(asked.options))]

    def enter(self, sitting: Sitting | None) -> None:
        """Go on to the next question."""
        if sitting is not None and not sitting.done and not self.overview:
            if sitting.at < len(sitting.paper.items):
                self.go(sitting, sitting.at + 1)
            else:
                self.overview = True
