"""A ruling being made: what was answered, how to take it back, how to change it.

Nothing here decides anything: the engine is asked anew after each answer, and every state before it is kept. How it is seen on a
screen is :mod:`app.ruling.walk`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from app.base.opened import law, trees
from app.ruling.ahead import most_ahead
from app.ruling.declared import (
    asked_on,
    declared,
    enterable,
    mentioned,
    names_anybody,
    of_a_deal,
    question_of,
    reached_from,
    shared,
)
from app.ruling.pack import is_rank, marks_cards
from app.ruling.scene import Scene
from app.ruling.standing import NAME, NOTHING, OFFENDER, Context, Incident, Moment, Standing, around, stand
from app.ruling.tally import tally
from app.ruling.wording import HISTORY
from decision_trees.counted import counted_before, kept_at
from decision_trees.deal_sheet import known_of_deal
from decision_trees.decisive import decisive
from decision_trees.engine import Asked, Known, Ruled, Step, Undecided
from decision_trees.functions import RuleInputError
from decision_trees.notation import CALL_NAMES
from decision_trees.possible import left_to_choose
from decision_trees.values import read, show
from decision_trees.view import View, view
from decision_trees.wording import reworded

if TYPE_CHECKING:
    from decision_trees.model import Fact, Tree, Usual
    from rules_data.model import GameId

TOUCHED = ("seat", "number", "auction", "call", "cards", "card", "time")  # answered by touch, or in words if one likes
_ALWAYS_TAPPED = ("bool", "choice", "seat", "number")
OF_THE_PLACE = ("history", "pair", "round", "game")  # facts that the strip above the question says
SEVERAL = 2  # questions at least that a sentence answers, to be offered
NAMED = 2  # facts that are named one by one


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


@dataclass(repr=False)
class Ruling:
    """One ruling being made."""

    tree_id: str
    standing: Standing
    context: Context = NOTHING
    id: str = field(default_factory=lambda: token_hex(NAME))  # in its address
    scene: Scene = field(default_factory=Scene)  # its own: nothing that happens elsewhere changes it
    record: str | None = None  # under which the ruling stands in the journal
    recorded: Standing | None = None  # what stands there
    incident: Incident = field(default_factory=Incident)
    follows: str = ""  # the ruling it follows up
    charged: bool = False  # what it finds out was charged by the ruling it follows up
    ticked: tuple[str, ...] = ()  # lines that are carried out
    _steps: list[Moment] = field(default_factory=list)
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
    def game(self) -> GameId:
        """The game it is a ruling of."""
        return self.tree.game

    @property
    def steps(self) -> Sequence[Moment]:
        """How it stood before each thing that was entered, from the beginning."""
        return self._steps

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

    # Steps

    def move(self, standing: Standing, entering: tuple[str, ...] = (), series: int = 0) -> None:
        """Go on to where something more was said."""
        self._steps.append(Moment(self.standing, self.ticked, self.scene, self.context, entering, series))
        self.ticked = ()
        self.standing = standing

    def take_back(self) -> Moment:
        """Go back to before the last step, and return how it stood there."""
        moment = self._steps.pop()
        self.ticked = moment.ticked
        if moment.context is not None:
            self.context = moment.context
        if moment.scene is not None:
            self.scene = moment.scene
        self.standing = moment.standing
        return moment

    def resume(self, steps: Sequence[Moment]) -> None:
        """Stand where it stood elsewhere, after the same steps; the last of them is where it stands."""
        *self._steps, last = steps
        self.standing, self.ticked = last.standing, last.ticked

    def mark(self) -> None:
        """Note how it stands before something is entered that is no answer: the place, the pair, which deal it is."""
        self._steps.append(Moment(self.standing, self.ticked, self.scene, self.context))

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

    def come_to_know(self, context: Context) -> bool:
        """Take over what the event and the journal say now; where it cannot be, what was known stays."""
        if context != self.context:
            try:
                self.standing = stand(self.tree_id, self.standing.facts, self.standing.settled, context)
            except RuleInputError:
                return False
            self.context = context
        return True

    def tick(self, line: str) -> None:
        """Mark a line as carried out, or not."""
        self.ticked = tuple(t for t in self.ticked if t != line) if line in self.ticked else (*self.ticked, line)

    # Answers

    def check(self, name: str, value: Any) -> str | None:
        """Say in one sentence why an answer cannot be; None when it can."""
        try:
            self.after(name, value)
        except RuleInputError as fault:
            return self.plain(str(fault), name)
        return None

    def read_as(self, name: str, text: str) -> str:
        """Say how something typed is read; it must be readable."""
        fact = declared(self.tree_id)[name]
        return show(fact, read(self.tree.game, name, fact, text, {}))

    def after(self, name: str, value: Any) -> Standing:
        """Where it stands after an answer. Raises :class:`RuleInputError` where it cannot be."""
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

    def plain(self, sentence: str, name: str) -> str:
        """A fault as it is said to whoever answers."""
        return sentence.replace(f"({name})", "")

    def after_usual(self, usual: Usual) -> Standing:
        """Where it stands after several answers said in one sentence. What is known already stays as it is."""
        left = {name: value for name, value in usual.facts.items() if self._seen(name) is None}
        return stand(self.tree_id, {**self.standing.facts, **left}, self.standing.settled, self.context)

    def settled_by(self, question: str, option: str) -> Standing:
        """Where it stands when the decider settles an open question for it."""
        return stand(self.tree_id, self.standing.facts, {**self.standing.settled, question: option}, self.context)

    def without(self, name: str) -> Standing:
        """Where it stands without one answer; what follows from others counts again."""
        facts = {key: value for key, value in self.standing.facts.items() if key != name}
        return stand(self.tree_id, facts, self.standing.settled, self.context)

    def unsay(self, name: str) -> None:
        """Take back one answer that something said now contradicts, together with that."""
        with suppress(RuleInputError):
            self.standing = self.without(name)

    def usual(self) -> tuple[Usual, ...]:
        """Return what may be answered in one sentence where it stands.

        That answers what is asked now and more, and contradicts nothing that is known, whoever said it.
        """
        step = self.standing.step
        if not isinstance(step, Asked):
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
            or seen.value == read(self.tree.game, name, declared(self.tree_id)[name], usual.facts[name], {})
            for name, seen in known.items()
        )

    # What is known

    def known(self) -> Mapping[str, Any]:
        """What is known of the deal and of the incident, by fact."""
        used = {each.name: each.value for each in self.standing.step.known}
        return self.of_the_deal() | used | dict(self.standing.facts)

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
            facts = {**around(self.tree_id, standing.facts, self.context), **standing.facts}
            here = law(self.readings)
            seen = view(self.tree, facts, here)
            deal, known = library.deals.get(self.tree.game), dict[str, Any]()
            if deal is not None:
                told = {n: each.value for n in deal.facts if shared(self.tree_id, n) and (each := seen.known(n))}
                told = {name: value for name, value in told.items() if value is not None}
                known = known_of_deal(deal, self.tree.game, told, here)
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
        return names_anybody(self.tree_id, role)

    def declared(self) -> Mapping[str, Fact]:
        """Return the facts of the tree and of those it goes through."""
        return declared(self.tree_id)

    def decisive(self) -> frozenset[str]:
        """Return the open questions whose other answers would change the ruling."""
        step, standing = self.standing.step, self.standing
        if not isinstance(step, Ruled):
            return frozenset()
        if self._decisive is None or self._decisive[0] is not standing:
            found = decisive(
                step,
                {**around(self.tree_id, standing.facts, self.context), **standing.facts},
                law({**self.context.settled, **standing.settled}),
            )
            self._decisive = (standing, found)
        return self._decisive[1]

    def in_the_strip(self, name: str) -> bool:
        """Whether a fact is the place, the pair or the journal, which stand above the question."""
        return name in self.context.facts and name in OF_THE_PLACE

    def shown(self, known: Known) -> str:
        """Say a fact in words."""
        fact = declared(self.tree_id).get(known.name)
        if fact is not None and fact.kind == "seat":
            return fact.seats.get(str(known.value), known.shown)
        return CALL_NAMES.get(known.shown, known.shown) if fact is not None and fact.kind == "call" else known.shown

    def labels(self, names: Sequence[str]) -> str:
        """Name facts in a few words."""
        said = "、".join(declared(self.tree_id)[name].label for name in names[:NAMED])
        return said if len(names) <= NAMED else f"{said}等"

    def chips(self, latest_first: bool = False) -> list[Known]:
        """What is known, as it stands above a question: what was answered or entered first, then what follows from it."""
        step, given = self.standing.step, self.standing.facts
        known = {each.name: each for each in (*step.known, *self._entered(step))}
        first = [known[name] for name in (reversed(list(given)) if latest_first else given) if name in known]
        seen = [
            each
            for each in (*first, *(k for n, k in known.items() if n not in given))
            if not self.in_the_strip(each.name) and each.name != HISTORY and not self._handed_on(each, known)
        ]
        by_words: dict[tuple[str, str], Known] = {}  # a number and the words for it are one
        for each in sorted(seen, key=lambda each: each.source == "derived"):  # what was answered stays
            by_words.setdefault((each.label, each.shown), each)
        kept = set(map(id, by_words.values()))
        return [each for each in seen if each.source != "derived" or id(each) in kept]

    def _handed_on(self, known: Known, all_known: Mapping[str, Known]) -> bool:
        """Whether a fact came out of its working out as it went in, so that it stands there already: whose place still counts."""
        fact = declared(self.tree_id).get(known.name)
        derive = fact.derive if fact is not None else None
        into = derive.given.get(derive.take) if derive is not None and derive.take is not None else None
        if known.source != "derived" or not isinstance(into, str) or not into.startswith("$"):
            return False
        other = all_known.get(into[1:].removesuffix("?"))
        return other is not None and other.shown == known.shown

    def _entered(self, step: Step) -> Iterator[Known]:
        """What was entered and not needed yet."""
        seen = {known.name for known in step.known}
        for name, value in self.standing.facts.items():
            fact = declared(self.tree_id).get(name)
            if name not in seen and fact is not None:
                with suppress(RuleInputError):
                    value = read(self.tree.game, name, fact, value, {})
                    yield Known(name, value, fact.label, show(fact, value), "given", tree=self.tree_id)

    # What is asked

    def enterable(self, here: Collection[str | None] = ()) -> tuple[str, ...]:
        """What may still be entered, and is not ``here``, so that less is asked, or, after the ruling, so that more is said."""
        step = self.standing.step
        if isinstance(step, Ruled):
            found = enterable(self.tree_id, mentioned(step.tree.outcomes[step.outcome_id]))
        else:
            declared = self.declared()
            found = tuple(name for name in enterable(self.tree_id, asked_on(self.tree_id)) if not declared[name].later)
        wanted = [
            name
            for name in found
            if name not in self.standing.facts
            and name not in self.context.facts
            and name not in here
            and not self._needless(name)
            and not self.settled_already(name)
            and not self._counted_already(name)
            and name not in (OFFENDER, *OF_THE_PLACE)  # said by a tap on the table, or on the strip of the place
        ]
        return tuple(
            sorted(wanted, key=lambda name: not marks_cards(self.tree.game, name))
        )  # then the cards themselves

    def settled_already(self, name: str) -> bool:
        """Whether a fact of the deal follows from what is known, as declarer follows from the auction."""
        return of_a_deal(self.tree_id, name) and self._seen(name) is not None

    def _counted_already(self, name: str) -> bool:
        """Whether nobody need enter how often it was before: the journal counts it, it was asked, or it is another's number."""
        deal, step = trees().deals.get(self.game), self.standing.step
        fact = deal.facts.get(name) if deal is not None else None
        if deal is None or deal.ladder is None or fact is None or not fact.counted:
            return False
        if not isinstance(step, Ruled):  # where it matters it is asked, unless the journal says it
            return True
        found = tally(self.scene, self.context)
        kind = next((kind for kind in deal.ladder.at_table if kept_at(step, kind, deal) == name), None)
        counted = found is not None and kind is not None and found.counts.get(kind) is not None
        return kind is None or counted or name in counted_before(step, deal, self.standing.settled)

    def _needless(self, name: str) -> bool:
        """Whether nobody need enter a fact, by what is known: whose own cards are not looked through for higher ones.

        Nor, before the ruling, one that is wanted only with other answers.
        """
        wanted = {} if isinstance(self.standing.step, Ruled) else self.tree.wanted.get(name, {})
        when = self.tree.needless.get(name)
        return any(self._value(each) != value for each, value in wanted.items()) or (
            when is not None and all(self._value(each) == value for each, value in when.items())
        )

    def _value(self, name: str) -> Any:
        known = self._seen(name)
        return known.value if known is not None else None

    def question(self) -> Posed | None:
        """Return what is asked now; None when the engine has ruled or the text is undecided."""
        step = self.standing.step
        if not isinstance(step, Asked):
            return None
        q = step.question
        fact = left_to_choose(step.name, step.fact, (step.tree, step.entry), self._seen)
        return Posed(step.name, fact, step.ask, q.help or fact.help, q.cites, q.who, q.explain)

    def again(self, name: str) -> Posed:
        """What is asked again to be changed, or is entered."""
        fact = declared(self.tree_id)[name]
        options = {key: replace(option, text=self._filled(option.text)) for key, option in fact.options.items()}
        fact = replace(fact, options=options, help=self._filled(fact.help) if fact.help else None)
        fact = left_to_choose(name, fact, tuple(reached_from(self.tree_id)), self._seen)
        known = self.standing.known(name)
        question = question_of(self.tree_id, name)
        if question is None:
            return Posed(name, fact, fact.label, fact.help, known=known, entry=known is None)
        ask = self._filled(question.ask) if question.ask else fact.label
        return Posed(
            name, fact, ask, self._filled(question.help) if question.help else fact.help, question.cites,
            self._filled(question.who) if question.who else None, tuple(map(self._filled, question.explain)), known,
            entry=known is None,
        )  # fmt: skip

    def _filled(self, text: str) -> str:
        step = self.standing.step
        return text if isinstance(step, Undecided) else reworded(step, text)

    @property
    def asked(self) -> int:
        """How many questions were answered on the way here; what was entered without being asked is none.

        One sentence that answers several answers the one that was asked: the next is the next number.
        """
        answered: dict[str, int] = {}  # fact -> which of the questions on the screen it was said to
        for number, (before, then) in enumerate(pairwise([*(m.standing for m in self._steps), self.standing])):
            new = then.facts.keys() - before.facts.keys()
            if isinstance(before.step, Asked) and before.step.name in new:
                answered |= dict.fromkeys(new - answered.keys(), number)
        return len({answered[known.name] for known in self.standing.step.known if known.name in answered})

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
