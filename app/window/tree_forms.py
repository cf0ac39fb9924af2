"""Trees that somebody is filling in: each a form, kept on the device as it is typed, until it is put into its book."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from app.base.form import Form
from app.window.preferences import OWN_TREES
from rules_data.brought.game_model import OwnTree, TreeAnswer, TreeOutcome, TreeQuestion
from rules_data.records import misfit, plain, revive

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.window.session import Session
    from rules_data.brought.model import Brought

YES_NO = ("是", "否")
MOST = 30  # questions, outcomes: what needs more is no simple ruling


@dataclass(repr=False)
class TreeForms:
    """The trees being filled in, of one window; what another window filled in is taken up when it is opened here."""

    forms: dict[tuple[str, str], Form] = field(default_factory=dict)

    def begun(self, session: Session, brought: Brought) -> dict[str, OwnTree]:
        """The trees of a book that are not in it as they stand here, by their ids."""
        kept = session.preferences.kept(OWN_TREES).get(brought.book.id)
        found: dict[str, OwnTree] = {}
        for name, data in (kept if isinstance(kept, dict) else {}).items():
            if misfit(OwnTree, data) is None:
                found[name] = revive(OwnTree, data)
        return found

    def trees(self, session: Session, brought: Brought) -> dict[str, OwnTree]:
        """All trees of a book: those in it, and as they are being filled in."""
        own = brought.own_game.trees if brought.own_game is not None else ()
        return {each.id: each for each in own} | self.begun(session, brought)

    def form(self, session: Session, brought: Brought, tree: str) -> Form | None:
        """The form of a tree; None where there is none of this name."""
        key = (brought.book.id, tree)
        if key not in self.forms:
            found = self.trees(session, brought).get(tree)
            if found is None:
                return None
            self.forms[key] = filled(found)
        return self.forms[key]

    def begin(self, session: Session, brought: Brought, cite: str) -> str:
        """Begin a tree from a clause; its id."""
        first = TreeQuestion(id="q1", answers=tuple(TreeAnswer(text=text) for text in YES_NO))
        made = OwnTree(id=f"t{token_hex(4)}", cite=cite, questions=(first,))
        self._note(session, brought, made)
        return made.id

    def keep(self, session: Session, brought: Brought, tree: str) -> None:
        """Keep a tree as its form has it now, on the device; nothing where that is as before."""
        form = self.forms.get((brought.book.id, tree))
        if form is None:
            return
        now = read(form, tree)
        if self.trees(session, brought).get(tree) != now:
            self._note(session, brought, now)

    def _note(self, session: Session, brought: Brought, tree: OwnTree) -> None:
        def note(kept: dict[str, Any]) -> None:
            mine = kept.get(brought.book.id)
            kept[brought.book.id] = {**(mine if isinstance(mine, dict) else {}), tree.id: plain(tree)}

        session.preferences.change(OWN_TREES, note)

    def forget(self, session: Session, brought: Brought, tree: str) -> None:
        """Keep what is being filled in no longer: it is in the book, or somebody has thrown it away."""

        def drop(kept: dict[str, Any]) -> None:
            mine = kept.get(brought.book.id)
            left = {name: each for name, each in (mine if isinstance(mine, dict) else {}).items() if name != tree}
            kept[brought.book.id] = left
            if not left:
                del kept[brought.book.id]

        session.preferences.change(OWN_TREES, drop)
        self.forms.pop((brought.book.id, tree), None)


# A tree as a form has it


def filled(tree: OwnTree) -> Form:
    """A form with what a tree says."""
    values: dict[str, Any] = {"title": tree.title, "heard": tree.heard, "cite": tree.cite}
    values["questions"] = tuple(each.id for each in tree.questions)
    values["outcomes"] = tuple(each.id for each in tree.outcomes)
    for question in tree.questions:
        values[f"ask-{question.id}"] = question.ask
        values[f"several-{question.id}"] = not _is_yes_no(question)
        values[f"answers-{question.id}"] = len(question.answers)
        for n, answer in enumerate(question.answers):
            values |= {f"text-{question.id}-{n}": answer.text, f"to-{question.id}-{n}": answer.to}
    for each in tree.outcomes:
        values |= {
            f"ruling-{each.id}": each.ruling, f"level-{each.id}": each.level, f"tell-{each.id}": each.tell,
            f"whom-{each.id}": each.whom, f"counts-{each.id}": each.counts or "", f"own-cite-{each.id}": each.cite,
        }  # fmt: skip
    return Form(values)


def _is_yes_no(question: TreeQuestion) -> bool:
    return tuple(each.text for each in question.answers) == YES_NO


def read(form: Form, id_: str) -> OwnTree:
    """The tree a form says."""
    return OwnTree(
        id=id_,
        title=form.text("title"),
        heard=form.text("heard"),
        cite=form.text("cite"),
        questions=tuple(_question(form, each) for each in form.chosen("questions")),
        outcomes=tuple(_outcome(form.values, each) for each in form.chosen("outcomes")),
    )


def _question(form: Form, id_: str) -> TreeQuestion:
    number = form.number(f"answers-{id_}") or 0
    several = bool(form.values.get(f"several-{id_}"))
    texts = [form.text(f"text-{id_}-{n}") for n in range(number)] if several else YES_NO
    answers = tuple(TreeAnswer(text=text, to=form.text(f"to-{id_}-{n}")) for n, text in enumerate(texts))
    return TreeQuestion(id=id_, ask=form.text(f"ask-{id_}"), answers=answers)


def _outcome(values: Mapping[str, Any], id_: str) -> TreeOutcome:
    return TreeOutcome(
        id=id_,
        ruling=str(values.get(f"ruling-{id_}") or ""),
        level=values.get(f"level-{id_}") or "none",
        tell=str(values.get(f"tell-{id_}") or ""),
        whom=values.get(f"whom-{id_}") or "offender",
        counts=values.get(f"counts-{id_}") or None,
        cite=str(values.get(f"own-cite-{id_}") or ""),
    )


def add(form: Form, what: str) -> str:
    """Add a question or an outcome; its id, or nothing where there are as many as fit."""
    have = form.chosen(what)
    if len(have) >= MOST:
        return ""
    sign = what[0]
    number = max((int(each[1:]) for each in have if each[1:].isdecimal()), default=0) + 1
    made = f"{sign}{number}"
    if what == "questions":
        form.values |= {f"answers-{made}": 2, f"several-{made}": False}
    form.put(what, (*have, made))
    return made


def remove(form: Form, what: str, id_: str) -> None:
    """Take a question or an outcome away; the answers that led there lead nowhere."""
    for question in form.chosen("questions"):
        for n in range(form.number(f"answers-{question}") or 0):
            if form.text(f"to-{question}-{n}") == id_:
                form.values[f"to-{question}-{n}"] = ""
    form.put(what, tuple(each for each in form.chosen(what) if each != id_))
