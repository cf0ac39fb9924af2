"""A worked case as a guided scenario: what must be asked, in which order, and then the ruling.

Nothing here decides anything: the engine is asked at every step with what is known by then, the right answer is what it says,
and the consequence of a wrong turn is what it says when it is given the other answer.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from app.base.opened import handbook, trees
from app.reading.quoting import misprinted
from app.ruling.consequences import carried_out
from app.ruling.picture import picture
from app.ruling.wording import shaped
from app.study.alike import alike_words, raw, shares, told_twice
from app.study.clauses import says
from app.study.drawing import without_answers
from app.study.model import Option
from app.study.turns import (
    acts,
    alike_rulings,
    answers_of,
    below,
    clashes,
    clause_text,
    comes_to,
    ends_open,
    first_sentence,
    inner,
    instead,
    is_so,
    last_part,
    named_in,
    related,
    said_so,
    tells_of,
    values_of,
)
from app.study.worked import IF, decider, premises, ruled, supposed
from decision_trees.chain import Given, play
from decision_trees.engine import Asked, Ruled, Undecided, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law, open_question
from decision_trees.reach import facts_of, reached, rests_on, same_fact
from decision_trees.roles import Cast, is_path, named, roles_of
from decision_trees.values import say, show
from decision_trees.view import view
from decision_trees.wording import reworded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from app.ruling.picture import Picture
    from decision_trees.engine import Known
    from decision_trees.engine import Step as Standing
    from decision_trees.model import Case, Deal, Fact, Tree
    from decision_trees.view import View

StepKind = Literal["ask", "who", "outcome", "among", "clause"]
ENOUGH = "不用再问，可以裁决了"
TAPPED = ("bool", "choice", "number", "time")  # what a referee asks; seats, cards and calls he sees
DRAWN = ("auction", "cards", "history")
BRANCHES = 3  # ways of a rule that a ruling sends to, each said with what it brings
OFFERED, FEWEST = 4, 3  # options of a step; of one that asks what to ask at least so many
REFEREE = "裁判"
DOWN, MADE = "宕", "做成"  # what a contract that is not made costs is printed rightly
EMPTY = re.compile(
    "升0级|罚0分|转0墩|(.家)(?:不是|是)\\1|是[东南西北]家，"
)  # a ruling of another way, in words without meaning here
GENERAL = 6  # trees from which on a clause holds with rulings of many kinds
ROUTER = re.compile(
    "(?:哪一种|哪一件|哪一类|什么|哪种)(?:情形|问题|事|情况)|争的是什么|^问的?是|要问的是|出了什么|(?:发生|做|犯|出)了什么|是哪一种？"
)
"""What nobody asks at a table: he was called for that."""
SENTENCE = re.compile("：.*(?:警告|记违例|停|罚|判负|犯规)")  # an answer that says what follows: 较严重：记违例并停一圈
RULING = re.compile("裁判员?.{0,6}(?:怎样|什么)处理")  # no question: that is the ruling
OFFICIAL = re.compile("裁判|机构|委员会|各家")
_HAND = re.compile("（[左右]手）$")  # beside a word for somebody

_IN_BRACKETS = re.compile("（[^（）]*）")


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
    told: str = ""  # what stands above it: while something is asked only what it is about, then the whole situation

    @property
    def answer(self) -> str:
        """The right option."""
        return self.options[self.right].text


@dataclass(frozen=True, slots=True)
class Guided:
    """A worked case to be ruled step by step."""

    case: Case
    picture: Picture | None  # the table as the referee finds it: nothing on it says who did what
    steps: tuple[Step, ...]
    final: Ruled | Undecided
    then: tuple[str, ...] = ()  # where the ruling sends to another clause: what comes of that
    premises: str = ""  # how what the text leaves open, or prints wrongly, is taken here

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


def way_of(case: Case) -> tuple[Asked | Ruled, ...]:
    """Every question and ruling on the way of a case, as the engine gives them."""
    try:
        return tuple(each.step for each in _Making(case, Random(0)).walked())
    except (RuleInputError, _NoScenario):
        return ()


def near_rulings(case: Case) -> tuple[tuple[Tree, str], ...]:
    """The rulings one other answer would have led to: tree and outcome."""
    made = _Making(case, Random(0))
    try:
        made.way, final = list(made.walked()), made.stand(case.facts)
        return (
            tuple(
                (other.tree, other.outcome_id)
                for other, _, name in made.near(final)
                if name not in called_for(case.tree)
            )
            if isinstance(final, Ruled)
            else ()
        )
    except (RuleInputError, _NoScenario):
        return ()


def asked_facts(case: Case) -> tuple[str, ...]:
    """The facts of a case that a referee has to ask for, as they stand in it; the others lie on the table.

    What the incident is about (是哪一种情形？) is no question of a referee: it is what he was called for.
    """
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
    return frozenset((tapped | _choices(tree.game)) - called_for(tree_id))


@cache
def called_for(tree_id: str) -> frozenset[str]:
    """The facts that say which kind of incident it is: with these one comes to the table."""
    out = set()
    for tree in reached(trees().tree(tree_id), trees().trees):
        for node, question in tree.questions.items():
            fact = tree.facts.get(question.fact or "")
            if fact is None or fact.kind != "choice" or question.fact is None:
                continue
            if node == tree.start or ROUTER.search(question.ask or ""):
                out.add(question.fact)
    return frozenset(out - _choices(trees().tree(tree_id).game))


@cache
def _choices(game: str) -> frozenset[str]:
    found = (
        outcome.choice for tree in trees().trees.values() if tree.game == game for outcome in tree.outcomes.values()
    )
    return frozenset(choice.fact for choice in found if choice is not None)


@cache
def general(game: str) -> frozenset[str]:
    """The clauses that hold with rulings of many kinds: nobody can say that one of them has no part in this."""
    counted: Counter[str] = Counter()
    for tree in trees().trees.values():
        if tree.game == game:
            cited = {cite for outcome in tree.outcomes.values() for cite in outcome.cites}
            cited |= {cite for question in tree.questions.values() for cite in question.cites}
            counted.update(cited)
    return frozenset(cite for cite, number in counted.items() if number >= GENERAL)


def misprints(case: Case, final: Standing) -> Iterator[str]:
    """The numbers printed wrongly that a ruling rests on, where the contract is one that was made."""
    figures = "".join(figure.text for figure in final.figures) if isinstance(final, Ruled) else ""
    said = shaped(f"{case.situation}{case.why}{figures}")
    if DOWN not in said or MADE in said:
        cites = (*case.expect.cites, *(final.cites if isinstance(final, Ruled) else ()))
        yield from misprinted(handbook(), cites, said)


@dataclass(frozen=True, slots=True)
class _Stand:
    """Where a case stands on the way to its ruling, and what was known on coming there."""

    step: Asked | Ruled
    before: Mapping[str, Any]


class _Making:
    """A scenario while it is made."""

    def __init__(self, case: Case, random: Random) -> None:
        self.case, self.random, self.library = case, random, trees()
        self.tree = self.library.tree(case.tree)
        self.facts: Mapping[str, Fact] = facts_of(self.tree, self.library.trees)
        self.asked = asked_facts(case)
        self.seen: dict[str, Any] = {n: v for n, v in case.facts.items() if n not in self.asked}
        self.way: list[_Stand] = []
        self.premises, self.taken, self.whatever = (
            "",
            False,
            False,
        )  # ``taken``: a ruling that hangs on them is asked for
        self.needed: set[str] = set()  # all that is asked on the way

    def guided(self) -> Guided | None:
        try:
            self.way = list(self.walked())
            final = self.stand(self.case.facts)
        except (RuleInputError, _NoScenario):
            return None
        if isinstance(final, Asked):
            return None
        self.needed = {each.step.name for each in self.way if isinstance(each.step, Asked)}
        self.premises = self._premises(final)
        then = tuple(self._then(final)) if isinstance(final, Ruled) else ()
        if isinstance(final, Ruled) and not then and ends_open(final.outcome.ruling):
            then = tuple(f"对{who}：{words}" for who, words in final.outcome.tell.items())[:1]
        steps = list(self._questions(final))
        if not any(step.answer == ENOUGH for step in steps):  # then it would always be wrong here
            steps = [step for step in steps if step.kind != "ask"]
        ruling = list(self._ruling(final, then) if isinstance(final, Ruled) else self._undecided(final))
        if isinstance(final, Ruled) and not any(step.kind in ("outcome", "clause", "among") for step in ruling):
            self.whatever = True  # better a step that the story helps with than a scenario that ends without one
            ruling = list(self._ruling(final, then))
        story = self.case.situation + (self.premises if self.taken else "")
        steps += [replace(step, told=story) for step in ruling]
        if not steps:
            return None
        drawn = without_answers(picture(self.tree, self.seen, self.case.settled))
        return Guided(self.case, drawn, tuple(steps), final, then, self.premises)

    def stand(self, facts: Mapping[str, Any]) -> Standing:
        return advance(self.tree, facts, Law(self.library.trees, handbook().books, self.case.settled))

    # The way to the ruling

    def walked(self) -> Iterator[_Stand]:
        """Every question and every choice on the way, the engine asked at each with what is known by then."""
        known = dict(self.seen)
        for _ in range(len(self.case.facts) + 1):
            step = self.stand(known)
            if isinstance(step, Undecided):
                return
            yield _Stand(step, dict(known))
            if isinstance(step, Ruled):
                choice = step.outcome.choice
                if choice is None or choice.fact not in self.asked or choice.fact in known:
                    return
                known[choice.fact] = self.case.facts[choice.fact]
                continue
            found = self._found_out(step.name, known)
            if not found:
                raise _NoScenario
            known |= found
        raise _NoScenario

    def _found_out(self, name: str, known: Mapping[str, Any]) -> dict[str, Any]:
        """What the case says when a fact is asked for: the fact itself, or what it is worked out from."""
        below = {name} if name in self.case.facts else rests_on(name, self.facts)
        return {n: v for n, v in self.case.facts.items() if n in below and n not in known}

    def _premises(self, final: Ruled | Undecided) -> str:
        """How what the text leaves open is taken, where the ruling hangs on it; and what it prints wrongly, where a number does."""
        said = premises(self.case)[0] if isinstance(final, Ruled) and ruled(self.case) is not None else ""
        return said + "".join(f"{line}。" for line in misprints(self.case, final) if line not in self.case.situation)

    def _then(self, final: Ruled) -> Iterator[str]:
        """What comes of a ruling that sends to another clause: the first step there, with what is known."""
        follow = next((each for each in final.outcome.follow_ups if each.tree in self.library.trees), None)
        if follow is None or not ends_open(final.outcome.ruling):
            return
        law = Law(self.library.trees, handbook().books, self.case.settled)
        declared = facts_of(self.library.tree(follow.tree), self.library.trees)
        same = {
            name: value
            for name, value in self.case.facts.items()
            if name in declared and same_fact(declared[name], self.facts[name]) and name not in follow.leave
        }
        given = (
            Given("first", self.tree.id, self.case.facts, incident="one"),
            Given("then", follow.tree, same, incident="one", follows="first", charged=follow.charged),
        )
        try:
            played = play(given, law)[-1].step
        except RuleInputError:
            played = None
        yield from (f"{shaped(line.rstrip('。'))}。" for line in carried_out(final)[:2] if not ends_open(line))
        title = self.library.tree(follow.tree).title
        if isinstance(played, Ruled):
            yield f"接着照“{title}”：{shaped(played.outcome.ruling)}"
        elif isinstance(played, Asked) and played.name not in called_for(follow.tree):
            yield f"接着照“{title}”先问：{shaped(played.ask)}"
        elif isinstance(played, Asked):
            for value in values_of(played.fact)[:BRANCHES]:
                one = replace(given[1], facts={**same, played.name: value})
                with suppress(RuleInputError):
                    other = play((given[0], one), law)[-1].step
                    if isinstance(other, Ruled):
                        yield f"{shaped(show(played.fact, value))}：{shaped(other.outcome.ruling)}"

    # What must be asked

    def _questions(self, final: Ruled | Undecided) -> Iterator[Step]:
        """The questions and choices on the way; when nothing more has to be asked, that is the answer."""
        asked, chosen = False, False
        of_choice: set[str] = set()
        for at, each in enumerate(self.way):
            step = each.step
            report = self._report()
            if isinstance(step, Ruled):
                if asked and (enough := self._enough(each, chosen)) is not None:
                    yield replace(enough, told=report)
                    asked = False
                if at + 1 == len(self.way):
                    return
                assert step.outcome.choice is not None
                if step.outcome.choice.fact not in of_choice:
                    of_choice.add(step.outcome.choice.fact)
                    for one in self._chosen_by(step):
                        yield replace(one, told=report)
                chosen = True
                continue
            made = self._ask(step, each.before, final, chosen)
            if made is not None:
                asked = True
                yield replace(made, told=report)

    def _report(self) -> str:
        """What the referee is told when he is called: what it is about, and what the event has settled; the rest he has to ask."""
        said = f"要裁决的是：{self.tree.title}。"
        for id_, answer in self.case.settled.items():
            question = open_question(handbook().books, id_)
            text = next((option.text for option in question.options if option.key == answer), "")
            said += f"赛事已定：{inner(question.question)}按“{inner(text)}”。" if text else ""
        return f"{said}下面是到场就知道的；别的没有告诉你，要问才知道。"

    def _learned(self, step: Asked, before: Mapping[str, Any]) -> tuple[str, str]:
        """What comes to light when a fact is asked for."""
        found = self._view({**before, **self._found_out(step.name, before)}).known(step.name)
        if found is not None:
            return found.label, self._named(step, found)
        new = [(self.facts[n], v) for n, v in self.case.facts.items() if n in rests_on(step.name, self.facts)]
        return step.fact.label, reworded(step, "，".join(f"{fact.label} {show(fact, value)}" for fact, value in new))

    def _view(self, facts: Mapping[str, Any]) -> View:
        return view(self.tree, facts, Law(self.library.trees, handbook().books, self.case.settled))

    def _ask(self, step: Asked, before: Mapping[str, Any], final: Ruled | Undecided, chosen: bool) -> Step | None:
        """A question; None where it is none that a referee asks, where nothing hangs on it, or nothing else could be asked."""
        if step.name in called_for(self.tree.id) or ROUTER.search(step.ask) or RULING.search(step.ask):
            return None
        if self._titled(step):
            return None
        early = self._too_early(step, before, final)
        if early is None:
            return None
        others = list(islice(self._others(step, before, step), OFFERED - 2))
        others += list(islice(self._again(step, others), FEWEST - 2 - len(others))) if len(others) < FEWEST - 2 else []
        if not others:
            return None
        shown, right = self._shuffled([Option(shaped(step.ask), "", step.question.cites), *others, early])
        return Step(
            "ask",
            "现在该问什么？",
            shown,
            right,
            shaped(step.question.help or f"判罚取决于它：{step.fact.label}。"),
            step.question.cites or step.tree.cites[:1],
            self._facts(step, chosen),
            self._learned(step, before),
        )

    def _titled(self, step: Asked) -> bool:
        """Does what the tree is called say that it is so: 约定性越序不叫, 是约定性不叫?"""
        said = set(step.fact.label) - set("是已的了有")
        return self.case.facts.get(step.name) is True and said <= set(self.tree.title)

    def _enough(self, at: _Stand, chosen: bool) -> Step | None:
        """All that decides is known: whoever asks on asks for nothing."""
        assert isinstance(at.step, Ruled)
        others = list(islice(self._others(at.step, at.before, None), OFFERED - 1))
        others += list(islice(self._again(at.step, others), max(0, FEWEST - 1 - len(others))))
        if len(others) < FEWEST - 1:
            return None
        cites = at.step.cites[:2] or self.case.expect.cites
        shown, right = self._shuffled([Option(ENOUGH, "", cites), *others])
        why = "要紧的都知道了，再问什么也不改变裁定。"
        return Step("ask", "现在该问什么？", shown, right, why, cites, self._facts(at.step, chosen))

    def _others(self, at: Asked | Ruled, before: Mapping[str, Any], asked: Asked | None) -> Iterator[Option]:
        """Other questions of the tree that this case never comes to, each with why it is out of place here."""
        seen = self._view(before)
        nodes: dict[str, str] = {}  # fact -> node
        for node, question in at.tree.questions.items():
            if question.fact and question.ask and question.fact not in nodes and question.fact in self.facts:
                nodes[question.fact] = node
        about = {asked.name, *rests_on(asked.name, self.facts)} if asked is not None else set()
        out = called_for(self.tree.id) | set(self.case.facts) | self.needed | about
        for name in self.needed:
            out |= rests_on(name, self.facts)
        left = [
            fact
            for fact in nodes
            if fact not in out
            and not ({fact} | rests_on(fact, self.facts)) & (about | set(self.asked))
            and seen.known(fact) is None
            and not ROUTER.search(at.tree.questions[nodes[fact]].ask or "")
        ]
        ahead = below(at.tree, last_part(at.node)) if isinstance(at, Asked) else set()
        near = [fact for fact in left if nodes[fact] in ahead]
        rest = [fact for fact in left if fact not in near]
        asked_here = [each.step.ask for each in self.way if isinstance(each.step, Asked)]
        said = list(asked_here)
        for fact in (*self._shuffle(near), *self._shuffle(rest)):
            question = at.tree.questions[nodes[fact]]
            text, why = self._worded(at, question.ask or ""), self._turn(at, nodes[fact])
            if text is None or why is None or told_twice(text, said) or raw(shaped(text)) or RULING.search(text):
                continue
            if any(alike_words(text, ask) for ask in asked_here):
                continue
            said.append(text)
            yield Option(shaped(text), shaped(reworded(at, why)), question.cites)

    def _again(self, at: Asked | Ruled, others: Sequence[Option]) -> Iterator[Option]:
        """Questions that are answered already: whoever asks them has not listened."""
        said = [each.text for each in others] + ([at.ask] if isinstance(at, Asked) else [])
        known = {known.name: known for known in at.known}
        later = self._shuffle(at.tree.questions.values())
        for question in sorted(
            later, key=lambda each: each.fact not in self.asked
        ):  # what was asked here before what is agreed
            if question.fact not in known or question.fact in called_for(self.tree.id) or not question.ask:
                continue
            if ROUTER.search(question.ask) or RULING.search(question.ask):
                continue
            text, found = self._worded(at, question.ask), known[question.fact]
            if text is None or any(alike_words(text, each) for each in said) or raw(shaped(text)):
                continue
            said.append(text)
            yield Option(
                shaped(text), shaped(f"这已经知道了：{found.label}——{self._named(at, found)}。"), question.cites
            )

    def _turn(self, at: Asked | Ruled, node: str) -> str | None:
        """Why a question is out of place here; None where the tree does not say."""
        tree = at.tree
        if isinstance(at, Asked):
            ways = list(answers_of(tree.questions[last_part(at.node)]))
            leads = [answer for answer, to in ways if to == node or node in below(tree, to)]
            if leads:
                if len(leads) == len(ways):
                    return None
                return f"问早了：该先问的那一句{said_so(at.fact, leads[0])}才轮到它。"
        found = self._missed(at, node)
        if found is None:
            return None
        label, fact, value, answer = found
        if fact.kind == "bool":
            return f"这里用不着：“{label}”{'不成立' if value else '成立'}才问它。"
        return f"这里用不着：“{label}”是{said_so(fact, answer).removeprefix('答')}才问它，这里不是。"

    def _missed(self, at: Asked | Ruled, node: str) -> tuple[str, Fact, Any, str] | None:
        """The question on the way behind which the way to another node was left: its label, its fact, what is so, what it takes."""
        tree = at.tree
        passed = [each for each in map(last_part, at.path) if each in tree.questions]
        if isinstance(at, Asked) and passed and passed[-1] == last_part(at.node):
            passed.pop()
        for each in reversed(passed):
            question = tree.questions[each]
            known = next((k for k in at.known if k.name == question.fact), None)
            if question.fact is None or known is None or question.fact not in self.facts:
                continue
            ways = list(answers_of(question))
            leads = [(answer, to) for answer, to in ways if to == node or node in below(tree, to)]
            fact = self.facts[question.fact]
            if not leads:
                continue
            if any(is_so(fact, answer, known.value, [a for a, _ in ways]) for answer, _ in leads):
                continue  # this answer leads there too: the way was left further on
            return known.label, fact, known.value, leads[0][0]
        return None

    def _too_early(self, step: Asked, before: Mapping[str, Any], final: Ruled | Undecided) -> Option | None:
        """What comes of ruling without the answer that is missing; None where every answer comes to the same."""
        said: list[str] = []
        differs = not values_of(step.fact)
        for value in values_of(step.fact):
            if value == self.case.facts.get(step.name):
                continue
            try:
                other = self.stand({**before, step.name: value})
                whole = self.stand({**self.case.facts, step.name: value})
            except RuleInputError:
                continue
            if comes_to(whole) == comes_to(final):
                continue
            differs = True
            so = reworded(step, supposed(step.fact, value, step.fact.label, show(step.fact, value)))
            so += f"，{first_sentence(other.outcome.ruling) if isinstance(other, Ruled) else '还要再问'}"
            said.append(f"若{so}")
        if not differs:
            return None
        rest = "；".join(said[:2])
        why = f"还早，有一问没有问，分不出怎样判。{rest}{'。' if rest else ''}"
        return Option(ENOUGH, shaped(why), step.question.cites)

    # Who decides

    def _who(self, step: Ruled, who: str, prompt: str, cites: Sequence[str]) -> Step | None:
        """Who may choose: one player, or a side; None where it is the referee, for that nobody takes for a player's right."""
        deal = self.tree.deal
        names = list(deal.seats.values()) if deal is not None else []
        said = [name for name in names if name in who]
        if len(said) != 1 or not cites or OFFICIAL.search(who):
            return None
        others = self._shuffle(name for name in names if name != said[0])
        law = handbook().provision(cites[0]).label
        options = [Option(said[0])]
        options += [Option(each, f"{law}没有把它交给{each}。", tuple(cites)) for each in others[: OFFERED - 2]]
        options.append(Option(REFEREE, "裁判说明，不替他选。", tuple(cites)))
        shown, at = self._shuffled(options)
        return Step("who", prompt, shown, at, f"由{who}决定。", tuple(cites), self._facts(step))

    def _chosen_by(self, step: Ruled, ruling: str = "") -> Iterator[Step]:
        """Who chooses among what, where the ruling leaves something to be chosen and, once it is said, has not told that."""
        choice = step.outcome.choice
        assert choice is not None
        if OFFICIAL.search(choice.who):
            return
        who = self._who(step, choice.who, "接下来由谁选择？", choice.cites)
        if who is not None and who.answer not in ruling:
            yield who
        offered = [shaped(option.text) for option in choice.options.values() if not option.happened]
        if len(offered) < 2 or all(alike_words(each, ruling) for each in offered):
            return
        right, taken = "；".join(offered), list(offered)
        others: list[Option] = []
        for other in self._other_choices(step.tree, choice.fact):
            texts = [self._worded(step, each.text) for each in other.options.values() if not each.happened]
            said = [shaped(text) for text in texts if text is not None]
            if len(said) != len(texts) or len(said) < 2 or shares(said, taken):
                continue
            taken += said
            cite = (other.cites or choice.cites)[0]
            others.append(Option("；".join(said), says(cite, "".join(said)), (cite,)))
        if len(others) < 2:
            return
        shown, at = self._shuffled([Option(right), *others[:2]])
        prompt = f"{choice.who}可以在哪几样里选？"
        yield Step("among", prompt, shown, at, f"{choice.who}：{right}。", choice.cites, self._facts(step))

    def _other_choices(self, tree: Tree, fact: str) -> Iterator[Any]:
        same = [
            t for t in self.library.trees.values() if t.game == tree.game and t.stage == tree.stage and t.id != tree.id
        ]
        for one in (tree, *sorted(same, key=lambda each: each.id)):
            for outcome in one.outcomes.values():
                choice = outcome.choice
                if choice is not None and choice.fact != fact and not OFFICIAL.search(choice.who):
                    yield choice

    # The ruling

    def _undecided(self, final: Undecided) -> Iterator[Step]:
        """The text does not settle it: that is the ruling, and whoever decides otherwise invents a law."""
        question = final.question
        right = Option(f"条文没有定论，由{question.decides}决定")
        wrong = f"条文没有这样规定；它是可以考虑的一种做法，由{question.decides}决定。"
        options = [right, *(Option(each.text, wrong, question.at[:2]) for each in question.options[: OFFERED - 1])]
        shown, at = self._shuffled(options)
        why = f"{question.question}{self.case.why}"
        self.taken = True
        yield Step("outcome", "怎样裁决？", shown, at, why, question.at or self.case.expect.cites)

    def _ruling(self, final: Ruled, then: Sequence[str]) -> Iterator[Step]:
        near = list(self.near(final))
        yield from self._outcome(final, near, then)
        choice = final.outcome.choice
        if choice is not None and all(
            not isinstance(each.step, Ruled)
            or each.step.outcome.choice is None
            or each.step.outcome.choice.fact != choice.fact
            for each in self.way[:-1]
        ):
            yield from self._chosen_by(final, final.outcome.ruling)
        yield from self._clause(final, near)

    def near(self, final: Ruled) -> Iterator[tuple[Ruled, str, str]]:
        """The rulings that one other answer would have led to, with that answer in words, and the fact it is of."""
        seen = {(final.tree.id, final.outcome_id)}
        seen |= {(each.step.tree.id, each.step.outcome_id) for each in self.way if isinstance(each.step, Ruled)}
        named = [*self.asked, *(name for name in self.case.facts if name in called_for(self.tree.id))]
        for at, name in reversed(list(enumerate(named))):
            if name not in self.facts:
                continue
            fact = self.facts[name]
            for value in values_of(fact):
                if value == self.case.facts[name]:
                    continue
                changed = {**self.case.facts, name: value}
                later = set(named[at + 1 :])
                for facts in (changed, {n: v for n, v in changed.items() if n not in later}):
                    try:
                        other = self.stand(facts)
                    except RuleInputError:
                        continue
                    key = (other.tree.id, other.outcome_id) if isinstance(other, Ruled) else None
                    if isinstance(other, Ruled) and key not in seen and key is not None:
                        seen.add(key)
                        yield other, reworded(final, supposed(fact, value, fact.label, show(fact, value))), name
                        break

    def _outcome(self, final: Ruled, near: Sequence[tuple[Ruled, str, str]], then: Sequence[str]) -> Iterator[Step]:
        right = shaped(final.outcome.ruling)
        said = [right, *(each.step.outcome.ruling for each in self.way if isinstance(each.step, Ruled))]
        wrong: list[Option] = []
        for other, when, name in near:
            text = shaped(other.outcome.ruling)
            if name in called_for(self.tree.id) or alike_rulings(final, other) or told_twice(text, said):
                continue
            said.append(text)
            wrong.append(Option(text, shaped(instead(other, when)), other.cites[:2]))
        wrong += islice(self._elsewhere(final, said, strict=True), max(0, OFFERED - 1 - len(wrong)))
        surely = bool(wrong)
        if not surely:
            wrong += islice(self._elsewhere(final, said, strict=False), OFFERED - 1)
        if surely or not wrong:
            for strict in (True, False):
                more = self._elsewhere(final, said, strict=strict, other_kind=True)
                wrong += islice(more, max(0, OFFERED - 1 - len(wrong))) if strict or not wrong else ()
        options = [Option(right), *wrong[: OFFERED - 1]]
        if not self.whatever and tells_of(self.premises, right, [option.text for option in options[1:]]):
            return
        if len(options) < 2:
            return
        shown, at = self._shuffled(options)
        why = f"{self.case.why}{''.join(then)}"
        self.taken = True
        yield Step("outcome", "怎样裁决？", shown, at, shaped(why), final.cites[:4], self._facts(final))

    def _elsewhere(self, final: Ruled, said: list[str], *, strict: bool, other_kind: bool = False) -> Iterator[Option]:
        """Rulings of the tree whose way was left at an answer that is known; ``strict``: and which cannot both hold.

        ``other_kind``: those for another kind of incident, where they do something; what is only said of one may be true of all.
        """
        for name in self._shuffle(name for name in final.tree.outcomes if name != final.outcome_id):
            other = final.tree.outcomes[name]
            worded, missed = self._worded(final, other.ruling), self._missed(final, name)
            if worded is None or missed is None or not clashes(final.outcome, other, strict=strict):
                continue
            text = shaped(worded)
            label, fact, value, answer = missed
            kind = any(fact is self.facts.get(name) for name in called_for(self.tree.id))
            if kind != other_kind or (kind and not acts(other)) or told_twice(text, said) or raw(text):
                continue
            if EMPTY.search(text):
                continue
            said.append(text)
            so = not value if fact.kind == "bool" else answer
            shown = said_so(fact, answer).removeprefix("答").strip("“”")
            yield Option(
                text, shaped(f"{IF}{reworded(final, supposed(fact, so, label, shown))}，才这样判。"), other.cites[:2]
            )

    def _clause(self, final: Ruled, near: Sequence[tuple[Ruled, str, str]]) -> Iterator[Step]:
        rests_on_ = set(final.cites) | set(self.case.expect.cites)
        for each in self.way:
            if isinstance(each.step, Asked):
                rests_on_ |= set(each.step.question.cites)
            elif isinstance(each.step, Ruled):
                rests_on_ |= set(each.step.cites)
                rests_on_ |= set(each.step.outcome.choice.cites) if each.step.outcome.choice is not None else set()
        cited = "".join(_IN_BRACKETS.findall(self.case.why))  # what it speaks of besides stands outside
        named = next(
            (each for each in self.case.expect.cites if handbook().provision(each).label in cited), decider(self.case)
        )
        if named not in final.cites:
            named = next((each for each in self.case.expect.cites if each in final.cites), final.cites[0])
        right = str(named)
        pool = [each for other, _, _ in near for each in other.cites]
        pool += [each for outcome in final.tree.outcomes.values() for each in outcome.cites]
        pool += [each for question in final.tree.questions.values() for each in question.cites]
        stage = [t for t in self.library.trees.values() if t.game == self.tree.game and t.stage == self.tree.stage]
        pool += [t.cites[0] for t in self._shuffle(sorted(stage, key=lambda t: t.id)) if t.cites]
        when = {cite: f"{IF}{said}，才用它。" for other, said, _ in reversed(near) for cite in other.cites}
        if not self.whatever and _law_of(right) in self.case.situation + (self.premises if self.taken else ""):
            return
        options = [Option(clause_text(right), "", (right,))]
        said, offered = {options[0].text}, list[str]()
        named = f"{self.case.why}{final.outcome.ruling}"
        for one in dict.fromkeys(pool):
            if len(options) == OFFERED or one in general(self.tree.game) or named_in(one, named):
                continue
            if any(related(one, other) for other in (*rests_on_, *offered)):
                continue
            text = clause_text(one)
            if text not in said:
                said.add(text)
                offered.append(one)
                options.append(Option(text, shaped(f"{says(one)}{when.get(one, '')}"), (one,)))
        if len(options) < 2:
            return
        shown, at = self._shuffled(options)
        yield Step("clause", "依据哪一条？", shown, at, shaped(self.case.why), (right,))

    # Words

    def _facts(self, step: Asked | Ruled, chosen: bool = True) -> tuple[tuple[str, str], ...]:
        """What is known, in words; what lies on the table is drawn. Before anybody has chosen also what will be of use later."""
        drawn = {name for name, fact in self.facts.items() if fact.kind in DRAWN}
        at_hand: dict[str, Known] = {}
        for each in self.way if not chosen else ():
            if isinstance(each.step, Ruled) and each.step.outcome.choice is not None:
                break
            at_hand |= {known.name: known for known in each.step.known if known.name in self.seen}
        at_hand |= {known.name: known for known in step.known}
        deal = (
            self.tree.deal if isinstance(step, Asked) else None
        )  # a question names people; a ruling is for the trainee
        people = set(self._seats(step, deal).values()) if deal is not None else set()
        said: dict[tuple[str, str], None] = {}
        for known in at_hand.values():
            shown = shaped(self._named(step, known))
            given = (
                known.name in self.case.facts or known.name in self.needed
            )  # what follows from it is for the trainee
            if known.name not in drawn and (given or shown in people):
                said[known.label, shown] = None
        return tuple(said)

    def _named(self, step: Asked | Ruled, known: Known) -> str:
        """A value as it is said at a table: cards by their names, somebody by his seat wherever that is known."""
        deal, fact = self.tree.deal, self.facts.get(known.name)
        if deal is None or fact is None or not isinstance(known.value, str):
            return known.shown
        if fact.kind == "choice" and SENTENCE.search(known.shown):
            return known.shown.partition("：")[0]
        if fact.kind in ("seat", "card", "call"):
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


def _law_of(cite: str) -> str:
    """The law a clause stands in, as a story would name it."""
    return handbook().article(cite).label


class _NoScenario(Exception):
    """A case that cannot be walked question by question."""
