"""A worked case as a guided scenario: what must be asked, in which order, and then the ruling.

Nothing here decides anything: the engine is asked at every step with what is known by then, the right answer is what it says,
and the consequence of a wrong turn is what it says when it is given the other answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from app.base.opened import handbook, trees
from app.ruling.consequences import carried_out
from app.ruling.picture import picture
from app.study.clauses import says
from app.study.drawing import without_answers
from app.study.model import Option
from app.study.worked import IF, supposed
from decision_trees.engine import Asked, Ruled, Undecided, advance, reworded, view
from decision_trees.functions import RuleInputError
from decision_trees.reach import facts_of, rests_on
from decision_trees.roles import Cast, is_path, named, roles_of
from decision_trees.values import say, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from app.ruling.picture import Picture
    from decision_trees.engine import Known, View
    from decision_trees.engine import Step as Standing
    from decision_trees.model import Case, Deal, Fact, Outcome, Question, Tree

StepKind = Literal["ask", "who", "outcome", "among", "clause"]
ENOUGH = "不用再问，可以裁决了"
TAPPED = ("bool", "choice", "number", "time")  # what a referee asks; seats, cards and calls he sees
DRAWN = ("auction", "cards", "history")
OFFERED = 4  # options of a step
SNIPPET = 36  # characters of a clause beside its number
REFEREE = "裁判"
_DONE = re.compile("^作了|不合法")
_HAND = re.compile("（[左右]手）$")  # beside a word for somebody
DEAD_END = "这里用不着：判罚不取决于它。"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the trainee has to find out or decide."""

    kind: StepKind
    prompt: str
    options: tuple[Option, ...]  # of a wrong one ``why`` is where that turn leads
    right: int
    why: str
    cites: tuple[str, ...]
    known: tuple[tuple[str, str], ...] = ()  # what is known by then: label, value
    learned: tuple[str, str] | None = None  # what comes to light with the answer: 裁判说明前已自行改过, 否


@dataclass(frozen=True, slots=True)
class Guided:
    """A worked case to be ruled step by step."""

    case: Case
    picture: Picture | None  # the table as the referee finds it: nothing on it says who did what
    steps: tuple[Step, ...]
    final: Ruled | Undecided

    @property
    def tell(self) -> Mapping[str, str]:
        """What a good referee says, and to whom."""
        return self.final.outcome.tell if isinstance(self.final, Ruled) else {}

    @property
    def id(self) -> str:
        """Under which it stands in the record of answers."""
        return f"scenario/{self.case.id}"


def guided(case: Case, seed: int = 0) -> Guided | None:
    """Return a case as a guided scenario; None where it comes to no ruling by itself. ``seed`` orders the options."""
    return _Making(case, Random(f"{case.id}/{seed}")).guided()


def asked_facts(case: Case) -> tuple[str, ...]:
    """The facts of a case that a referee has to ask for, as they stand in it; the others lie on the table."""
    asked = _asked_on(case.tree)
    return tuple(name for name in case.facts if name in asked)


@cache
def _asked_on(tree_id: str) -> frozenset[str]:
    """The facts of a tree that are asked for: by a tap, or as a choice of somebody after a ruling."""
    tree = trees().tree(tree_id)
    sheet = tree.deal.facts if tree.deal is not None else {}
    tapped = {
        name
        for name, fact in facts_of(tree, trees().trees).items()
        if fact.kind in TAPPED and getattr(sheet.get(name), "lasts", None) in (None, "incident")
    }
    return frozenset(tapped | _choices(tree.game))


@cache
def _choices(game: str) -> frozenset[str]:
    found = (
        outcome.choice for tree in trees().trees.values() if tree.game == game for outcome in tree.outcomes.values()
    )
    return frozenset(choice.fact for choice in found if choice is not None)


class _Making:
    """A scenario while it is made."""

    def __init__(self, case: Case, random: Random) -> None:
        self.case, self.random, self.library = case, random, trees()
        self.tree = self.library.tree(case.tree)
        self.facts: Mapping[str, Fact] = facts_of(self.tree, self.library.trees)
        self.asked = asked_facts(case)
        self.known: dict[str, Any] = {n: v for n, v in case.facts.items() if n not in self.asked}

    def guided(self) -> Guided | None:
        seen = dict(self.known)
        try:
            steps = list(self._questions())
            final = self.stand(self.case.facts)
        except (RuleInputError, _NoScenario):
            return None
        if isinstance(final, Asked):
            return None
        steps += self._ruling(final) if isinstance(final, Ruled) else self._undecided(final)
        drawn = without_answers(picture(self.tree, seen, self.case.settled))
        return Guided(self.case, drawn, tuple(steps), final)

    def stand(self, facts: Mapping[str, Any]) -> Standing:
        return advance(self.tree, facts, trees=self.library.trees, books=handbook().books, settled=self.case.settled)

    # What must be asked

    def _questions(self) -> Iterator[Step]:
        for _ in range(len(self.case.facts) + 1):
            step = self.stand(self.known)
            if isinstance(step, Ruled):
                choice = step.outcome.choice
                if choice is None or choice.fact not in self.asked or choice.fact in self.known:
                    return
                yield from self._chosen_by(step)
                self.known[choice.fact] = self.case.facts[choice.fact]
                continue
            if isinstance(step, Undecided):
                return
            before = dict(self.known)
            self.known |= self._found_out(step.name)
            if self.known == before:
                raise _NoScenario
            yield self._ask(step, before)
            said = step.question.who
            if said and (who := self._who(step, said, "这由谁决定？", step.question.cites)):
                yield who
        raise _NoScenario

    def _found_out(self, name: str) -> dict[str, Any]:
        """What the case says when a fact is asked for: the fact itself, or what it is worked out from."""
        below = {name} if name in self.case.facts else rests_on(name, self.facts)
        return {n: v for n, v in self.case.facts.items() if n in below and n not in self.known}

    def _learned(self, step: Asked) -> tuple[str, str]:
        """What comes to light when a fact is asked for."""
        found = self._view(self.known).known(step.name)
        if found is not None:
            return found.label, found.shown
        new = [(self.facts[n], v) for n, v in self.case.facts.items() if n in rests_on(step.name, self.facts)]
        return step.fact.label, reworded(step, "，".join(f"{fact.label} {show(fact, value)}" for fact, value in new))

    def _view(self, facts: Mapping[str, Any]) -> View:
        return view(self.tree, facts, trees=self.library.trees, books=handbook().books, settled=self.case.settled)

    def _ask(self, step: Asked, before: Mapping[str, Any]) -> Step:
        options = [Option(step.ask, "", step.question.cites)]
        options += list(self._others(step, before))[: OFFERED - 2]
        options.append(self._too_early(step, before))
        shown, right = self._shuffled(options)
        why = step.question.help or f"判罚取决于它：{step.fact.label}。"
        return Step(
            "ask",
            "现在该问什么？",
            shown,
            right,
            why,
            step.question.cites or step.tree.cites[:1],
            self._facts(step),
            self._learned(step),
        )

    def _others(self, step: Asked, before: Mapping[str, Any]) -> Iterator[Option]:
        """Other questions of the tree that nobody has answered yet: first those asked later on this way, then near ones."""
        seen = self._view(before)
        nodes: dict[str, str] = {}  # fact -> node
        for node, question in step.tree.questions.items():
            if question.fact and question.ask and question.fact != step.name and question.fact not in nodes:
                known = seen.known(question.fact) if question.fact in self.facts else None
                if known is None:
                    nodes[question.fact] = node
        later = [fact for fact in nodes if fact in self.asked]
        below = _below(step.tree, _bare(step.node))
        near = [fact for fact, node in nodes.items() if fact not in later and node in below]
        rest = [fact for fact in nodes if fact not in later and fact not in near]
        for group in (later, near, rest):
            self.random.shuffle(group)
        said = {step.ask}
        for fact in (*later[:1], *near, *rest, *later[1:]):
            question = step.tree.questions[nodes[fact]]
            text = self._worded(step, question.ask or "")
            if text is None or text in said:
                continue
            said.add(text)
            yield Option(text, reworded(step, self._turn(step, fact, nodes[fact])), question.cites)

    def _turn(self, step: Asked, fact: str, node: str) -> str:
        """Where it leads to ask a question here that is not the next."""
        if fact in self.asked:
            return "这一问也要问，但在后面：该先问的那一句有了回答，才知道走哪条路。"
        tree = step.tree
        for answer, target in _answers(tree.questions[_bare(step.node)]):
            if target == node or node in _below(tree, target):
                return f"问早了：该先问的那一句{_said(step.fact, answer)}才轮到它。"
        passed = [_bare(each) for each in step.path[:-1]]
        for each in reversed([each for each in passed if each in tree.questions]):
            question = tree.questions[each]
            known = next((k for k in step.known if k.name == question.fact), None)
            if question.fact is None or known is None or question.fact not in self.facts:
                continue
            for answer, target in _answers(question):
                if target == node or node in _below(tree, target):
                    asked = self.facts[question.fact]
                    if asked.kind == "bool":
                        return f"这里用不着：“{known.label}”{'不成立' if known.value else '成立'}才问它。"
                    said = _said(asked, answer).removeprefix("答")
                    return f"这里用不着：“{known.label}”是{said}才问它，这里不是。"
        return DEAD_END

    def _too_early(self, step: Asked, before: Mapping[str, Any]) -> Option:
        """What comes of ruling without the answer that is missing."""
        said: list[str] = []
        for value in _values(step.fact):
            if value == self.case.facts.get(step.name) or len(said) == 2:
                continue
            try:
                other = self.stand({**before, step.name: value})
            except RuleInputError:
                continue
            so = reworded(step, supposed(step.fact, value, step.fact.label, show(step.fact, value)))
            comes_to = _first(other.outcome.ruling) if isinstance(other, Ruled) else "还要再问"
            said.append(f"若{so}，{comes_to}")
        rest = "；".join(said)
        return Option(ENOUGH, f"还早，有一问没有问，分不出怎样判。{rest}{'。' if rest else ''}", step.question.cites)

    # Who decides

    def _who(self, step: Asked | Ruled, who: str, prompt: str, cites: Sequence[str]) -> Step | None:
        deal = self.tree.deal
        names = list(deal.seats.values()) if deal is not None else []
        right = next((name for name in names if name in who), None)
        if right is not None:
            others = [name for name in names if name != right]
        else:
            right = who
            others = [each for each in ("违规者", "违规者的同伴", "违规者的下家", "违规者的上家") if each not in who]
        self.random.shuffle(others)
        law = handbook().provision(cites[0]).label if cites else ""
        options = [Option(right)]
        options += [Option(each, f"{law}没有把它交给{each}。", tuple(cites)) for each in others[: OFFERED - 2]]
        if REFEREE not in right:
            options.append(Option(REFEREE, "裁判说明，不替他选。", tuple(cites)))
        if not cites:
            return None
        shown, at = self._shuffled(options)
        return Step("who", prompt, shown, at, f"由{who}决定。", tuple(cites), self._facts(step))

    def _chosen_by(self, step: Ruled) -> Iterator[Step]:
        """Who chooses among what, where the ruling leaves something to be chosen."""
        choice = step.outcome.choice
        assert choice is not None
        who = self._who(step, choice.who, "接下来由谁选择？", choice.cites)
        if who is not None:
            yield who
        right = "；".join(_open(option.text for option in choice.options.values()))
        others: list[tuple[str, str]] = []
        for other in self._other_choices(step.tree, choice.fact):
            texts = [self._worded(step, option.text) for option in other.options.values()]
            text = "；".join(_open(each for each in texts if each))
            if None not in texts and text != right and text not in [each for each, _ in others]:
                others.append((text, (other.cites or choice.cites)[0]))
        if not others or len(choice.options) < 2:
            return
        options = [Option(right), *(Option(text, says(cite, text), (cite,)) for text, cite in others[:2])]
        shown, at = self._shuffled(options)
        yield Step(
            "among",
            f"{choice.who}可以在哪几样里选？",
            shown,
            at,
            f"{choice.who}：{right}。",
            choice.cites,
            self._facts(step),
        )

    def _other_choices(self, tree: Tree, fact: str) -> Iterator[Any]:
        same = [
            t for t in self.library.trees.values() if t.game == tree.game and t.stage == tree.stage and t.id != tree.id
        ]
        for one in (tree, *sorted(same, key=lambda each: each.id)):
            for outcome in one.outcomes.values():
                if outcome.choice is not None and outcome.choice.fact != fact and len(outcome.choice.options) > 1:
                    yield outcome.choice

    # The ruling

    def _undecided(self, final: Undecided) -> Iterator[Step]:
        """The text does not settle it: that is the ruling, and whoever decides otherwise invents a law."""
        question = final.question
        right = Option(f"条文没有定论，由{question.decides}决定")
        wrong = f"条文没有这样规定；它是可以考虑的一种做法，由{question.decides}决定。"
        options = [right, *(Option(each.text, wrong, question.at[:2]) for each in question.options[: OFFERED - 1])]
        shown, at = self._shuffled(options)
        why = f"{question.question}{self.case.why}"
        yield Step("outcome", "怎样裁决？", shown, at, why, question.at or self.case.expect.cites)

    def _ruling(self, final: Ruled) -> Iterator[Step]:
        near = list(self._near(final))
        yield from self._outcome(final, near)
        if final.outcome.choice is not None:
            yield from self._chosen_by(final)
        yield from self._clause(final, near)

    def _near(self, final: Ruled) -> Iterator[tuple[Ruled, str]]:
        """The rulings that one other answer would have led to, with that answer in words."""
        seen = {(final.tree.id, final.outcome_id)}
        for at, name in reversed(list(enumerate(self.asked))):
            if name not in self.facts:
                continue
            fact = self.facts[name]
            for value in _values(fact):
                if value == self.case.facts[name]:
                    continue
                changed = {**self.case.facts, name: value}
                later = set(self.asked[at + 1 :])
                for facts in (changed, {n: v for n, v in changed.items() if n not in later}):
                    try:
                        other = self.stand(facts)
                    except RuleInputError:
                        continue
                    key = (other.tree.id, other.outcome_id) if isinstance(other, Ruled) else None
                    if isinstance(other, Ruled) and key not in seen and key is not None:
                        seen.add(key)
                        yield other, reworded(final, supposed(fact, value, fact.label, show(fact, value)))
                        break

    def _outcome(self, final: Ruled, near: Sequence[tuple[Ruled, str]]) -> Iterator[Step]:
        right = final.outcome.ruling
        options = [Option(right)]
        said = {right}
        for other, when in near:
            if other.outcome.ruling not in said and len(options) < OFFERED:
                said.add(other.outcome.ruling)
                options.append(Option(other.outcome.ruling, _instead(other, when), other.cites[:2]))
        for name in self._shuffle([name for name in final.tree.outcomes if name != final.outcome_id]):
            outcome: Outcome = final.tree.outcomes[name]
            text = self._worded(final, outcome.ruling)
            if text is None or text in said or len(options) >= OFFERED:
                continue
            said.add(text)
            options.append(Option(text, says(outcome.cites[0], text), outcome.cites[:2]))
        if len(options) < 2:
            return
        shown, at = self._shuffled(options)
        yield Step("outcome", "怎样裁决？", shown, at, self.case.why, final.cites[:4], self._facts(final))

    def _clause(self, final: Ruled, near: Sequence[tuple[Ruled, str]]) -> Iterator[Step]:
        rests_on = set(final.cites) | set(self.case.expect.cites)
        right = next((each for each in self.case.expect.cites if each in final.cites), final.cites[0])
        pool = [each for other, _ in near for each in other.cites]
        pool += [each for outcome in final.tree.outcomes.values() for each in outcome.cites]
        pool += [each for question in final.tree.questions.values() for each in question.cites]
        stage = [t for t in self.library.trees.values() if t.game == self.tree.game and t.stage == self.tree.stage]
        pool += [t.cites[0] for t in self._shuffle(sorted(stage, key=lambda t: t.id)) if t.cites]
        when = {cite: f"{IF}{said}，才用它。" for other, said in reversed(near) for cite in other.cites}
        options = [Option(_clause_text(right), "", (right,))]
        said = {options[0].text}
        for each in dict.fromkeys(pool):
            if len(options) == OFFERED or any(_related(each, other) for other in rests_on):
                continue
            text = _clause_text(each)
            if text not in said:
                said.add(text)
                options.append(Option(text, f"{says(each)}{when.get(each, '')}", (each,)))
        if len(options) < 2:
            return
        shown, at = self._shuffled(options)
        yield Step("clause", "依据哪一条？", shown, at, self.case.why, (right,))

    # Words

    def _facts(self, step: Asked | Ruled) -> tuple[tuple[str, str], ...]:
        """What is known, in words; what lies on the table is drawn."""
        drawn = {name for name, fact in self.facts.items() if fact.kind in DRAWN}
        return tuple((known.label, self._named(step, known)) for known in step.known if known.name not in drawn)

    def _named(self, step: Asked | Ruled, known: Known) -> str:
        """A value as it is said at a table: cards by their names, somebody by his seat wherever that is known."""
        deal, fact = self.tree.deal, self.facts.get(known.name)
        if deal is None or fact is None or not isinstance(known.value, str):
            return known.shown
        if fact.kind in ("seat", "card"):
            return say(known.value, fact.kind, deal)
        return self._seats(step, deal).get(_HAND.sub("", known.shown), known.shown)

    def _seats(self, step: Asked | Ruled, deal: Deal) -> dict[str, str]:
        """Whom words for people mean, where it is known: 违规者的上家 is 北家."""
        roles, values = roles_of(step.tree, step.entry), {known.name: known.value for known in step.known}
        cast = Cast(deal, roles, values.get)
        paths = [path for base in roles for path in (base, *(f"{base}.{relation}" for relation in deal.relations))]
        return {cast.words(path): deal.seats[seat] for path in paths if (seat := cast.seat(path)) is not None}

    def _worded(self, step: Asked | Ruled, text: str) -> str | None:
        """A text of the tree with what is known put in; None where it speaks of something that is not known here."""
        roles = roles_of(step.tree, step.entry)
        known = {each.name for each in step.known}
        if any(not is_path(name, self.tree.deal, roles) and name not in known for name in named(text)):
            return None
        return reworded(step, text)

    def _shuffle(self, items: Iterable[Any]) -> list[Any]:
        out = list(items)
        self.random.shuffle(out)
        return out

    def _shuffled(self, options: Sequence[Option]) -> tuple[tuple[Option, ...], int]:
        """The options in an order of their own, and where the first of them, the right one, now stands."""
        last = [each for each in options if each.text == ENOUGH]  # it stands at the end wherever it is offered
        rest = self._shuffle(each for each in options if each.text != ENOUGH)
        out = (*rest, *last)
        return out, out.index(options[0])


class _NoScenario(Exception):
    """A case that cannot be walked question by question."""


def _open(texts: Iterable[str]) -> Iterator[str]:
    """What can be chosen, without what was done against the rules: 作了不合法的叫牌."""
    return (text for text in texts if not _DONE.search(text))


def _instead(other: Ruled, when: str) -> str:
    done = carried_out(other)
    return f"{IF}{when}，才这样判。" + (f"照这样判就成了：{_first(done[0])}。" if done else "")


def _first(text: str) -> str:
    """The first sentence of a text, without its full stop."""
    return text.partition("。")[0]


def _bare(node: str) -> str:
    return node.rpartition("/")[2]


def _values(fact: Fact) -> tuple[Any, ...]:
    """The answers of a fact that are few enough to be gone through."""
    if fact.kind == "bool":
        return (True, False)
    return tuple(fact.options) if fact.kind == "choice" else ()


def _said(fact: Fact, value: Any) -> str:
    """An answer in words: 答“是”."""
    if isinstance(value, str) and fact.kind == "bool":
        value = {"yes": True, "no": False}.get(value, value)
    if value == "*" or (fact.kind == "choice" and value not in fact.options):
        return "另有所答"
    if fact.kind == "bool" and isinstance(value, bool):
        return "答“是”" if value else "答“不是”"
    return f"答“{show(fact, value)}”"


def _answers(question: Question) -> Iterator[tuple[str, str]]:
    """The answers of a question that are said in a word, and the nodes they lead to."""
    yield from question.answers.items()


def _below(tree: Tree, start: str) -> set[str]:
    """The nodes a node leads to, however many steps away."""
    out: set[str] = set()
    left = [start]
    while left:
        question = tree.questions.get(left.pop())
        if question is None:
            continue
        for target in (
            *question.answers.values(),
            *(r.to for r in question.ranges),
            *([question.next] if question.next else []),
        ):
            if target not in out:
                out.add(target)
                left.append(target)
    return out


def _clause_text(id_: str) -> str:
    book = handbook()
    provision = book.provision(id_)
    said = provision.title or book.article(id_).title or ""
    text = (provision.text or "").strip().replace("\n", "")
    if text and text != said:
        said = f"{said}：{text}" if said else text
    cut = said if len(said) <= SNIPPET else f"{said[:SNIPPET]}…"
    return f"{provision.label}　{cut}".strip()


def _related(one: str, other: str) -> bool:
    """Whether one clause is the other or stands above it: then nobody can say that it is the wrong one."""
    if one == other:
        return True
    above = {each.id for each in handbook().path(one)}, {each.id for each in handbook().path(other)}
    return other in above[0] or one in above[1]
