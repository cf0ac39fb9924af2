"""The facts of a ruling that were said: only what is said beyond doubt, each with the words it was heard in.

A claim is no finding, a question no answer: what somebody else is said to say, what is supposed, asked or denied, is not
filled. What is heard in two ways is not filled either, and said to be a contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from decision_trees import notation
from decision_trees.engine import advance
from decision_trees.functions import RuleInputError, call
from decision_trees.games import games
from decision_trees.hearing import Heard, Template, open_hearing
from decision_trees.knowledge import Knowledge
from decision_trees.law import Law
from decision_trees.library import NAME, open_library
from decision_trees.model import Fact, Tree
from decision_trees.reach import facts_of
from decision_trees.values import read
from decision_trees.wording import NotKnown
from rules_data import compiled
from rules_data.handbook import open_handbook
from search.hearing.auctions import auction_of, called, merely_called, opened_auction, opens, two_bids
from search.hearing.numbers import clock, minutes, number, seconds
from search.hearing.sentence import SEAT_SIGN, Sentence, acts, kind_of, only, read_sentence, seen_from, spoken_of


@dataclass(frozen=True, slots=True)
class HeardFact:
    """A fact that was said."""

    name: str
    value: Any  # as ``zhicai rule TREE --facts`` takes it
    said: str  # the words it was heard in


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A fact that was said in two ways."""

    name: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence says for a ruling."""

    facts: tuple[HeardFact, ...]
    contradictions: tuple[Contradiction, ...]


def heard(text: str, tree: str, game: str) -> tuple[HeardFact, ...]:
    """What a sentence says beyond doubt of the facts that a tree takes."""
    return told(text, tree, game).facts


def told(text: str, tree: str, game: str) -> Told:
    """As :func:`heard`, with what is said in two ways."""
    library = open_library()
    folder = compiled.find(NAME, library.version)
    grammar = open_hearing(folder, game) if folder is not None else None
    walked = library.trees.get(tree)
    if grammar is None or walked is None:
        return Told((), ())
    declared = facts_of(walked, library.trees)
    seats = tuple(games()[game].seats)
    calls = any(fact.kind in ("call", "auction") for fact in declared.values())
    sentence = read_sentence(text, seats, grammar.slips, grammar.whole_suits, calls)
    own = tree.partition(".")[2]
    found = [*_found(sentence, grammar, game, own, declared, seats)]
    law = Law(library.trees, open_handbook().books)
    facts, contradictions = _agreed(found, game, declared)
    offender = next((fact.value for fact in facts if fact.name == "offender"), None)
    if offender is not None:  # the others are named by what they are to him
        named = {m.name for m in found}
        others = [*_found(seen_from(sentence, offender, seats), grammar, game, own, declared, seats)]
        found += [m for m in others if m.name not in named and m.name in grammar.related]
        found = _without_calls_before(walked, declared, found, offender, grammar.related, law)
        facts, contradictions = _agreed(found, game, declared)
    facts = _apart(facts, grammar.apart)
    facts = _without_other_calls(walked, declared, facts, law)
    return _as_the_calls_show(walked, declared, _possible(walked, facts, law), contradictions, law)


# -- what can have happened ------------------------------------------------------------------------------------------------
INSUFFICIENT = "insufficient"
_KINDS = {  # what a grammar says -> what the law's function calls it, and which calls they are
    INSUFFICIENT: ("insufficient", ("bid",)),
    "out_of_turn": ("out_of_rotation", ("bid",)),
    "double_out_of_turn": ("out_of_rotation", ("double", "redouble")),
    "pass_out_of_turn": ("pass_out_of_rotation", ("pass",)),
    "after_final_pass": ("after_final_pass", ("bid", "double", "redouble", "pass")),
    "over_seven": ("over_seven", ("bid",)),
}


def _irregular(game: str, auction: str, kind: str) -> Mapping[str, Any] | None:
    """The irregular call of a kind in an auction, where there is one: the game's law says."""
    fact = Fact(kind="auction", label="")
    named, calls = _KINDS[kind]
    try:
        one = call(f"{game}.irregular_call", {"auction": read(game, "auction", fact, auction, {}), "kind": named})
    except (RuleInputError, KeyError):
        return None
    return one if one["kind"] in calls else None


@dataclass(frozen=True, slots=True)
class Happened:
    """What a story says of what can have happened."""

    shown: frozenset[str] = frozenset()  # trees whose irregularity the calls themselves show
    never: frozenset[str] = (
        frozenset()
    )  # trees whose irregularity it cannot be: the calls show it, or what it needs was not said
    before: frozenset[str] = frozenset()  # stages it has not come to
    nothing: bool = False  # only calls are told, and nothing is wrong with them


def happened(text: str, game: str) -> Happened:
    """What calls show and which stages are yet to come, as far as it is said beyond doubt."""
    folder = compiled.find(NAME, open_library().version)
    grammar = open_hearing(folder, game) if folder is not None else None
    if grammar is None:
        return Happened()
    seats = tuple(games()[game].seats)
    sentence = read_sentence(text, seats, grammar.slips, grammar.whole_suits, bool(grammar.shown))
    before = {stage for stage, templates in grammar.not_yet.items() if _says(sentence, templates)}
    if called(sentence):  # only the calls were told: what comes after them would have been told too
        before |= {stage for stage, templates in grammar.reached.items() if not _spoken_of(sentence, templates)}
    auction = (auction_of(sentence, seats) or opened_auction(sentence, seats)) if grammar.shown else None
    kinds = [kind for kind in grammar.shown if auction and not _IF.search(text) and _irregular(game, auction[0], kind)]
    shown = {tree for kind in kinds for tree in grammar.shown[kind]}
    every = {tree for trees in grammar.shown.values() for tree in trees}
    never = (
        every - shown if auction and (kinds or len(auction[0].split()) > 2) else set()
    )  # one call alone shows nothing
    never |= {tree for tree, templates in grammar.evidence.items() if not _spoken_of(sentence, templates)} - shown
    doubled = auction is not None and not {"X", "XX"}.isdisjoint(auction[0].split())  # of which kinds says nothing
    nothing = auction is not None and not kinds and not doubled and merely_called(sentence)
    return Happened(frozenset(shown), frozenset(never), frozenset(before), nothing)


def _spoken_of(sentence: Sentence, templates: Sequence[Template]) -> bool:
    """Whether it is spoken of at all, said, asked or denied; as it was said too: of “八黑桃” a sentence has only a sign."""
    return any(_pattern(t.pattern).search(text) for t in templates for text in (sentence.text, sentence.said))


def _says(sentence: Sentence, templates: Sequence[Template]) -> bool:
    return any(
        _certain(sentence, m.start(), m.end())
        for template in templates
        for m in _pattern(template.pattern).finditer(sentence.text)
    )


# -- templates ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Match:
    name: str
    value: Any
    said: str
    start: int
    end: int


_pattern = cache(re.compile)

_DOUBT = re.compile(
    r"(?<!没)(?<!还没)说(?!好|定|完|话|不清)|讲(?!好|定|完)|嚷|咬定|声称|坚称|以为|觉得|感觉|怀疑|好像|似乎|可能|大概|估计|估摸|也许|恐怕|应该|是不是|有没有|是否|要不要"
    r"|该|(?<![反答响])应(?!叫)|如果|要是|假如|假设|万一|难道|据说|认为|告诉|承认|否认|硬赖|赖|指控|叫明手|叫我|让我|让他|要求"
    r"|想(?!了|着|半|老半|起|好)|打算|准备|差点|险些|眼瞅|眼看|也算|这算|那算|就算|能不能|可不可以|可以|能|担心|怕|谁(?!都|也)|哪(?!门都|个都|家都|知)|几时"
    r"|问(?!牌|叫|清|完)|不知道|不晓得|不清楚|没看清|忘了|规定|禁止|选定|选择|决定|必须|不许|不准|不让|不该|只要|凡是|一般|平时|上次|上回|以前|记错"
)
_HAPPENED = re.compile(  # what somebody believed or said ends there: what comes after is what happened
    r"结果|后来|然后|谁知|哪知|没想到|其实|实际上?|可是|但是|这才|才发现|才看见|才看到|才知道|一看|一数"
)
_BELIEVED = re.compile(r"以为|觉得|感觉")
_SO_HE = re.compile(r"就|才|便|所以|于是")  # “以为外面没有大的了才甩的黑桃A”: he did
_DUE = re.compile("应该|该|应")
_HIS_DUE = re.compile(rf"{SEAT_SIGN}[^ ]{{0,2}}[叫引出打抓摸跟领说垫贡还的]")
_AS_TOLD = re.compile(r"(?:照|按|听|信|依)[^ ]{0,4}$")  # “照他们说的打了黑桃Q”
_DENIED = re.compile(
    r"(?:没有?人?|无人|谁也没|谁都没|不是?|未|没等|别|甭|并非|非|休|从不|绝不)(?:再|真|曾|有|在|能|被|把|用|要|采用|经过?|得到|征得|跟|向|和)?$"
)
_TO_HIM = re.compile(r"(?:向|给|对|被|让|叫|替|等|越过|跳过|隔着|从|比|请|劝|帮|和|跟|把)$")
_IF = re.compile(r"如果|要是|假如|假设|万一|假使")
_ASKED = re.compile(r"吗|么$|没$|没有$|不$|是不是|对不对|有没有|还是|与否|是否|呢还")
_FAR = 12  # characters: what is asked so much later is something else
_ASKED_AT_THE_END = re.compile(r"嘛$")  # elsewhere it only says that something is so
_OTHERWISE = re.compile(
    r"咋|变成什么|是哪|还能|还算|还可以|算不算|该不该|能不能|要不要|可不可以|可以|怎么|咋|该|要罚|罚|行不|作数|有没有关系|要紧"
    r"|(?:是不是|是否)(?:就|也|还)?(?:要|得|应|能|可以|算|成立|作废|得判|判)|中不中|成不成"
)
_ABOUT_AFTER = re.compile(r"(?:分钟|分|秒钟?|[张墩个次圈轮副])?(?:以上|以内|之内|以下|左右|上下|出头|内[提交来])")
_COUNTED_AFTER = re.compile("[分秒点刻圈轮墩张家个]")  # “现在三分十秒”, “现在三家”: a count or a time, no rank
_BEFORE_IT = re.compile("(?:之|以)?前(?![面头边墩圈])")  # “西家贡牌前”: when it was, not what is held against him
_YES_OR_NO = re.compile(r"(.)没\1")
_ABOUT = re.compile(r"(?:快|差不多|大约|大概|将近|约|近|好像|至少|起码|不到|超过|不止|上|小|过了|没到|足足有|好)$")


def _doubted(before: str) -> bool:
    """Whether what stands before it in its clause makes it a belief, a claim, a duty or a question."""
    for doubt in _DOUBT.finditer(before):
        since = before[doubt.end() :]
        if _IF.match(doubt[0]):
            return True
        if _HAPPENED.search(since) or (_BELIEVED.match(doubt[0]) and _SO_HE.search(since)):
            continue
        if _DUE.match(doubt[0]) and _HIS_DUE.search(since):
            continue  # “该北家引的南家先引了”: whose turn it was has been said
        if doubt[0] in "说讲" and since.startswith("的") and _AS_TOLD.search(before, 0, doubt.start()):
            continue
        return True
    return False


def _certain(sentence: Sentence, start: int, end: int) -> bool:
    """Is what stands there said as it is: not denied, asked, supposed or told of somebody else's words?"""
    from_, to = sentence.clause(start)
    _, to = sentence.clause(max(end - 1, start))
    before = sentence.text[from_:start]
    if _doubted(before) or _DENIED.search(before) or _YES_OR_NO.search(sentence.text[max(0, start - 1) : end]):
        return False
    if kind_of(sentence.text[start]) == "seat" and _TO_HIM.search(before):
        return False
    earlier = sentence.text[sentence.clause(from_ - 2)[0] : from_] if from_ > 1 else ""
    if _IF.search(earlier):
        return False
    after = sentence.text[end:to]
    if to == len(sentence.text) and _ASKED_AT_THE_END.search(after):
        return False
    cut = _OTHERWISE.search(after)
    asked = _ASKED.search(after if cut is None else after[: cut.start()])
    return asked is None or asked.start() > _FAR


def _taken(template: Template, m: re.Match[str], sentence: Sentence, fact: Fact) -> Any:
    """The value a template takes; None where there is none that can be."""
    if not template.kind:
        return template.value
    said = m["v"]
    if kind_of(said[:1]) is not None:
        value = sentence.values.get(said)
        if template.kind == "suited":  # “引红心2”: of a card its suit
            return _suit_of(value, fact)
        return [value] if fact.kind == "cards" and not isinstance(value, list) else value
    if template.kind == "rank":
        return None if _COUNTED_AFTER.match(sentence.text, m.end("v")) else notation.RANKS.get(said)
    if template.kind == "time":
        return None if sentence.text.startswith("半", m.end("v")) else clock(said)
    if _ABOUT.search(sentence.text[: m.start("v")]) or _ABOUT_AFTER.match(sentence.text, m.end("v")):
        return None
    if template.kind in ("minutes", "seconds"):
        return minutes(said) if template.kind == "minutes" else seconds(said)
    if sentence.text[: m.start("v")].endswith("分") and sentence.text[m.end("v") :].startswith("秒"):
        return None  # “一分二十秒” is not twenty seconds
    value = number(said)
    return value if fact.kind == "number" or value is None else str(value)


def _suit_of(value: Any, fact: Fact) -> str | None:
    """The suit of a suit or a card, where a fact can be it; jokers have none."""
    suit = str(value)[:1]
    return suit if suit in fact.options and str(value) not in notation.JOKERS.values() else None


def _needed(sentence: Sentence, template: Template) -> bool:
    """Whether a sentence has what a template cannot do without."""
    return not template.needs or any(each in sentence.text for each in template.needs)


def _left_unheard(sentence: Sentence, templates: Sequence[Template]) -> bool:
    """Whether a sentence says something that puts a fact in doubt."""
    return any(t.unless and _needed(sentence, t) and _pattern(t.pattern).search(sentence.text) for t in templates)


def _found(
    sentence: Sentence, grammar: Heard, game: str, tree: str, declared: Mapping[str, Fact], seats: Sequence[str]
) -> Iterator[_Match]:
    own = grammar.trees.get(tree, {})
    calls_alone = merely_called(sentence)
    silent = {name for name, templates in own.items() if not templates}
    silent |= {name for facts in (grammar.facts, own) for name in facts if _left_unheard(sentence, facts[name])}
    for facts in (grammar.facts, own):
        for name, templates in facts.items():
            fact = declared.get(name)
            if fact is None or fact.later or name in silent:
                continue
            for template in templates:
                if template.unless or not _needed(sentence, template):
                    continue
                if template.only and not only(sentence, template.kind):
                    continue
                for m in _pattern(template.pattern).finditer(sentence.text):
                    if template.only and template.kind == "seat" and not acts(sentence, m.start("v")):
                        continue
                    if name == "offender" and template.kind == "seat":
                        at = m.start("v")
                        if calls_alone:
                            continue  # a call offends by what the law says of it
                        if _BEFORE_IT.match(sentence.text, m.end()):
                            continue
                        if opens(sentence, at) or (at == m.start() and spoken_of(sentence, at)):
                            continue
                    value = _taken(template, m, sentence, fact)
                    if value is not None and _certain(sentence, m.start(), m.end()):
                        yield _Match(name, value, sentence.words(m.start(), m.end()), m.start(), m.end())
    if (fact := declared.get("auction")) is not None and fact.kind == "auction":
        low = tree in {id_.partition(".")[2] for id_ in grammar.shown.get(INSUFFICIENT, ())}
        yield from _calls_told(sentence, game, low, declared, seats)


def _calls_told(
    sentence: Sentence, game: str, low: bool, declared: Mapping[str, Fact], seats: Sequence[str]
) -> Iterator[_Match]:
    """The auction where it was told; where a bid too ``low`` is in question, that one and who made it too."""
    auction = auction_of(sentence, seats)
    if auction is None and low:
        auction = opened_auction(sentence, seats)
        auction = auction if auction and _irregular(game, auction[0], INSUFFICIENT) else None
    if auction is not None:
        yield _Match("auction", auction[0], sentence.words(*auction[1:]), *auction[1:])
    if low and auction is None:
        yield from _too_low(sentence, game, declared, seats)
    elif low and auction is not None and (one := _irregular(game, auction[0], INSUFFICIENT)) is not None:
        made = {"offender": one["seat"], "bid": one["call"]}
        said = sentence.words(*auction[1:])
        yield from (_Match(name, made[name], said, 0, 0) for name in made if name in declared)


def _too_low(sentence: Sentence, game: str, declared: Mapping[str, Fact], seats: Sequence[str]) -> Iterator[_Match]:
    """The second of two bids where it is too low for the first, and who made it."""
    bids = two_bids(sentence)
    if bids is None or "bid" not in declared:
        return
    first, second, by, start, end = bids
    if not _certain(sentence, start, end) or not _irregular(game, f"{seats[0]} {first} {second}", INSUFFICIENT):
        return
    said = sentence.words(start, end)
    yield _Match("bid", second, said, start, end)
    if by is not None:
        yield _Match("offender", by, said, start, end)


# -- agreement ----------------------------------------------------------------------------------------------------------
def _agreed(
    found: Sequence[_Match], game: str, declared: Mapping[str, Fact]
) -> tuple[list[HeardFact], tuple[Contradiction, ...]]:
    facts: list[HeardFact] = []
    contradictions: list[Contradiction] = []
    for name in dict.fromkeys(m.name for m in found):
        mine = [m for m in found if m.name == name]
        mine = [m for m in mine if not any(_within(m, other) for other in mine)]
        if any(m.value != mine[0].value for m in mine):
            contradictions.append(Contradiction(name, tuple(m.said for m in mine)))
            continue
        first = mine[0]
        try:
            value = read(game, name, declared[name], first.value, {})
        except RuleInputError:
            continue  # no such card, no such number: it was misheard
        facts.append(HeardFact(name, first.value if declared[name].kind == "auction" else value, first.said))
    return facts, tuple(contradictions)


def _apart(facts: Sequence[HeardFact], apart: Sequence[Sequence[str]]) -> list[HeardFact]:
    """Without who is heard to be somebody that he cannot be: one whose turn it was did not act out of turn."""
    values = {fact.name: fact.value for fact in facts}
    doubted = {
        names[0]
        for names in apart
        if any(values[names[0]] == values[n] for n in names[1:] if n in values and names[0] in values)
    }
    return [fact for fact in facts if fact.name not in doubted]


def _without_calls_before(
    tree: Tree, declared: dict[str, Fact], found: Sequence[_Match], offender: str, related: Collection[str], law: Law
) -> list[_Match]:
    """Without what is heard of the others in calls of the auction itself, and the auction shows otherwise.

    Who called before the offender has not called since.
    """
    auction = next((m for m in found if m.name == "auction" and declared[m.name].kind == "auction"), None)
    if auction is None:
        return list(found)
    given = {"auction": auction.value, "offender": offender}
    knowledge = Knowledge(tree=tree, facts=declared, law=law, given=given)

    def otherwise(m: _Match) -> bool:
        if m.name not in related or not (auction.start <= m.start and m.end <= auction.end):
            return False
        try:
            return bool(knowledge.value(m.name) != m.value)
        except (NotKnown, RuleInputError):
            return False

    return [m for m in found if not otherwise(m)]


def _without_other_calls(
    tree: Tree, declared: dict[str, Fact], facts: Sequence[HeardFact], law: Law
) -> list[HeardFact]:
    """Without a call that is another than the calls told in order show, where the tree lets nobody contradict them."""

    def shown(name: str) -> Any:
        others = {fact.name: fact.value for fact in facts if fact.name != name}
        knowledge = Knowledge(tree=tree, facts=declared, law=law, given=others)
        try:
            return knowledge.value(name)
        except (NotKnown, RuleInputError):
            return None

    if not any(declared[fact.name].kind == "auction" for fact in facts):
        return list(facts)
    calls = {fact.name: shown(fact.name) for fact in facts if declared[fact.name].kind == "call"}
    return [fact for fact in facts if calls.get(fact.name) in (None, fact.value)]


def _as_the_calls_show(
    tree: Tree, declared: dict[str, Fact], facts: Sequence[HeardFact], twice: tuple[Contradiction, ...], law: Law
) -> Told:
    """Without a call that is not the one the calls told in order show: one of several was taken for it.

    What is said in two ways is no contradiction where they show which it is. What else they would show is left as it was said:
    that somebody has called since is told without the call.
    """
    if not any(declared[fact.name].kind == "auction" for fact in facts):
        return Told(tuple(facts), twice)
    knowledge = Knowledge(tree=tree, facts=declared, law=law, given={fact.name: fact.value for fact in facts})

    def shown(name: str) -> str:
        try:
            knowledge.value(name)
        except (NotKnown, RuleInputError):
            return ""
        return knowledge.known[name].source

    left = [fact for fact in facts if declared[fact.name].kind != "call" or shown(fact.name) != "corrected"]
    return Told(tuple(left), tuple(each for each in twice if shown(each.name) != "derived"))


def _within(one: _Match, other: _Match) -> bool:
    """Is one only part of what another one says?"""
    return (other.start <= one.start and one.end <= other.end) and (other.end - other.start > one.end - one.start)


def _possible(tree: Tree, facts: Sequence[HeardFact], law: Law) -> list[HeardFact]:
    """Without what cannot be true together: every fact without which the rest could be."""

    def refused(left: Sequence[HeardFact]) -> bool:
        try:
            advance(tree, {fact.name: fact.value for fact in left}, law)
        except RuleInputError:
            return True
        return False

    if not refused(facts):
        return list(facts)
    kept = [fact for fact in facts if refused([other for other in facts if other is not fact])]
    return [] if refused(kept) else kept
