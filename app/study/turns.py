"""Where the answers of a tree lead, and whether two rulings can both hold: what guided scenarios and their check share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook
from app.ruling.consequences import carried_out
from app.study.alike import weighty
from app.study.making import runs
from app.study.worked import IF, same_ruling
from decision_trees.engine import Ruled
from decision_trees.values import show

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from decision_trees.engine import Step as Standing
    from decision_trees.model import Fact, Outcome, Question, Tree

TO = ".."  # between the ends of a range of numbers: 1..2
SNIPPET = 36  # characters of a clause beside its number
_SENDS = re.compile("(?:按|照)[^。；]{1,24}(?:处理|判罚|办理|裁定)。?$")
_SOFT = frozenset(
    {"explain", "refer", "other", "information", "play_continues", "auction_continues", "report", "right_kept"}
)
_BY_SOME = ("next_deal", "tribute")  # what the effect says is done by these and by nobody else
_TAKEN = re.compile("本题按“([^”]*)”处理")
TELLING = 7  # letters in a row that a ruling shares with how an open question is taken: it is told by it
_WITHIN = str.maketrans("“”「」", "‘’‘’")


def instead(other: Ruled, when: str) -> str:
    """When another ruling would be right, and what comes of it here."""
    done = carried_out(other)
    return f"{IF}{when}，才这样判。" + (f"照这样判就成了：{first_sentence(done[0])}。" if done else "")


def first_sentence(text: str) -> str:
    """The first sentence of a text, without its full stop."""
    return text.partition("。")[0]


def last_part(node: str) -> str:
    """The name of a node in its own tree."""
    return node.rpartition("/")[2]


def values_of(fact: Fact) -> tuple[Any, ...]:
    """The answers of a fact that are few enough to be gone through."""
    if fact.kind == "bool":
        return (True, False)
    return tuple(fact.options) if fact.kind == "choice" else ()


def said_so(fact: Fact, value: Any) -> str:
    """An answer in words: 答“是”."""
    if isinstance(value, str) and fact.kind == "bool":
        value = {"yes": True, "no": False}.get(value, value)
    if isinstance(value, str) and TO in value:
        low, _, high = value.partition(TO)
        return (
            f"答“{high}”"
            if low in (high, "" if high == "0" else high)
            else f"答“至多{high}”"
            if not low
            else f"答“{low}以上”"
            if not high
            else f"答“{low}至{high}”"
        )
    if value == "*" or (fact.kind == "choice" and value not in fact.options):
        return "另有所答"
    if fact.kind == "bool" and isinstance(value, bool):
        return "答“是”" if value else "答“不是”"
    return f"答“{show(fact, value)}”"


def is_so(fact: Fact, answer: str, value: Any, answers: Sequence[str]) -> bool:
    """Is an answer of a question, as a tree has it, what is so?"""
    if answer == "*":
        return not any(other != "*" and is_so(fact, other, value, answers) for other in answers)
    if fact.kind == "bool":
        return value is {"yes": True, "no": False}.get(answer)
    if TO in answer:
        low, _, high = answer.partition(TO)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and float(low or "-inf") <= value <= float(high or "inf")
    return str(value) == answer


def comes_to(step: Standing) -> tuple[object, ...]:
    """What a way comes to, to see whether another comes to the same."""
    if isinstance(step, Ruled):
        return (step.tree.id, step.outcome_id, step.outcome.ruling, tuple(figure.text for figure in step.figures))
    return (step.tree.id, step.node)


def alike_rulings(one: Ruled, other: Ruled) -> bool:
    """May two rulings come to the same in other words? Not where another number, seat, suit or a not stands in them."""
    texts = one.outcome.ruling, other.outcome.ruling
    return same_ruling(one, other) and weighty(texts[0]) == weighty(texts[1])


def ends_open(text: str) -> bool:
    """Does a ruling only send to another clause: …按第27条处理。"""
    return bool(_SENDS.search(text))


def clashes(one: Outcome, other: Outcome, *, strict: bool, written: Outcome | None = None) -> bool:
    """Can two rulings not both hold: another level and other things done? Less strictly: either, or other numbers.

    Nor can they where others are to do what only some do (who shuffles, pays, leads), as the first shows as it is ``written`` in
    its tree, where the other stands too.
    """
    if strict and written is not None and _by_others(written, other):
        return True
    kinds = [{effect.kind for effect in each.effects} - _SOFT for each in (one, other)]
    if not strict:
        return one.level != other.level or kinds[0] != kinds[1] or weighty(one.ruling) != weighty(other.ruling)
    return one.level != other.level and (kinds[0] != kinds[1] or "none" in (one.level, other.level))


def _by_others(one: Outcome, other: Outcome) -> bool:
    """Are others to do, by one ruling, what by the other some are to do?"""
    for kind in _BY_SOME:
        mine, theirs = ({(e.who, e.what) for e in each.effects if e.kind == kind} for each in (one, other))
        if mine - theirs and theirs - mine:
            return True
    return False


def acts(outcome: Outcome) -> bool:
    """Does a ruling do something to somebody, and not only say how things are?"""
    return outcome.level != "none" and bool({effect.kind for effect in outcome.effects} - _SOFT)


def tells_of(premises: str, right: str, wrong: Sequence[str]) -> bool:
    """Does the way an open question is taken name the right ruling, and none of the others?"""
    for taken in _TAKEN.findall(premises):
        told = runs(taken, TELLING) & runs(right, TELLING)
        if told and not any(told & runs(each, TELLING) for each in wrong):
            return True
    return False


def answers_of(question: Question) -> Iterator[tuple[str, str]]:
    """The answers of a question that are said in a word, and the nodes they lead to."""
    yield from question.answers.items()
    for each in question.ranges:
        low = "" if each.at_least is None else f"{each.at_least:g}"
        yield f"{low}{TO}{'' if each.at_most is None else f'{each.at_most:g}'}", each.to


def below(tree: Tree, start: str) -> set[str]:
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


def clause_text(id_: str) -> str:
    """A clause as an option: its number and how it begins."""
    book = handbook()
    provision = book.provision(id_)
    said = provision.title or book.article(id_).title or ""
    text = (provision.text or "").strip().replace("\n", "")
    if text and text != said:
        said = f"{said}：{text}" if said else text
    cut = said if len(said) <= SNIPPET else f"{said[:SNIPPET]}…"
    return f"{provision.label}　{cut}".strip()


def named_in(id_: str, text: str) -> bool:
    """Does a text name a clause, or the whole it stands in?"""
    label = handbook().provision(id_).label
    return label in text


def inner(text: str) -> str:
    """A text as it stands within quotation marks."""
    return text.rstrip("。").translate(_WITHIN)


def related(one: str, other: str) -> bool:
    """Whether one clause is the other or stands above it: then nobody can say that it is the wrong one."""
    if one == other:
        return True
    above = {each.id for each in handbook().path(one)}, {each.id for each in handbook().path(other)}
    return other in above[0] or one in above[1]
