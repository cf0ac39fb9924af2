"""Is a tree sound? All questions reachable, every answer leads somewhere, no cycles, every citation and function exists."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from decision_trees import functions, values
from decision_trees.coming import bare, named_next, texts_next
from decision_trees.deal import found_in_figure
from decision_trees.functions import RuleInputError
from decision_trees.games import every_game
from decision_trees.law import open_question
from decision_trees.loader import GameFiles
from decision_trees.model import (
    DRAWN_OF,
    EVERYBODY,
    OF_SOMEBODY,
    Deal,
    Derivation,
    Drawn,
    Fact,
    Figure,
    Leave,
    Next,
    Outcome,
    OutcomeChoice,
    Question,
    Role,
    Tree,
    Usual,
)
from decision_trees.reach import facts_of, reached, references, same_fact
from decision_trees.roles import OFFICIALS, PLACEHOLDER, is_path, named, roles_of, texts_of
from decision_trees.spacing import stray_space
from rules_data.handbook import Handbook
from rules_data.loader import Problem, SourcePlace


def _targets(question: Question) -> list[str]:
    return [*question.answers.values(), *(r.to for r in question.ranges), *([question.next] if question.next else [])]


def _outgoing(tree: Tree, name: str) -> list[str]:
    if name in tree.questions:
        return _targets(tree.questions[name])
    outcome = tree.outcomes[name]
    return [o.to for o in outcome.choice.options.values() if o.to] if outcome.choice else []


class TreeChecks:
    """What is wrong with one tree after another, of one game."""

    def __init__(self, files: GameFiles, handbook: Handbook) -> None:
        self.files, self.handbook = files, handbook
        self.trees = files.trees

    def tree(self, tree: Tree) -> Iterator[Problem]:
        """Everything wrong with one tree."""
        place = self.files.places[f"Tree:{tree.id}"]
        nodes = {**tree.questions, **tree.outcomes}
        both = set(tree.questions) & set(tree.outcomes)
        if both:
            yield place.problem(f"“{sorted(both)[0]}”既是问题又是结论。", "请改成不同的名字。")
        if tree.start not in nodes:
            yield place.problem(f"起点“{tree.start}”不存在。", "start 请写一个已有的问题。", "start")
            return
        if tree.game not in every_game() or not tree.id.partition(".")[2]:
            yield place.problem(f"裁决树的 id “{tree.id}”应写成 项目.名字。", "如 bridge.insufficient_bid。", "id")
        if not tree.heard and not tree.part:
            yield place.problem(f"“{tree.title}”没有写牌桌上怎么说。", "请写 heard。")
        stages = {s.id for s in self.files.stages}
        if stages and tree.stage not in stages and not tree.part:
            yield place.problem(f"没有“{tree.stage}”这个阶段。", f"可用：{'、'.join(sorted(stages))}。", "stage")
        for id_ in tree.cites:
            if id_ not in self.handbook:
                yield place.problem(f"引用的条款 {id_} 不存在。", "请改成已有的条款号。", "cites")
        facts = facts_of(tree, self.trees)
        yield from self._parts(tree, place, facts, nodes)
        yield from self._people(tree, place, facts)
        yield from self._wordings(tree, place, facts)
        yield from self._shape(tree)

    def _parts(
        self, tree: Tree, place: SourcePlace, facts: Mapping[str, Fact], nodes: Mapping[str, object]
    ) -> Iterator[Problem]:
        """What a tree is made of: facts, questions, outcomes, and what is said of them."""
        for name, fact in tree.facts.items():
            yield from self._fact(tree, name, fact, facts)
        for name, question in tree.questions.items():
            for what, do in self._question(question, facts, nodes):
                yield place.problem(f"问题“{name}”：{what}", do, "questions", name)
        for name, outcome in tree.outcomes.items():
            for what, do in self._outcome(tree, outcome, facts, nodes):
                yield place.problem(f"结论“{name}”：{what}", do, "outcomes", name)
        for i, never in enumerate(tree.never):
            for name in never.facts:
                if name not in facts:
                    yield place.problem(f"never 里的“{name}”没有在 facts 里声明。", "请声明或改正。", "never", i)
        for i, agreed in enumerate(tree.agree):
            if tree.deal is None or agreed not in tree.deal.agree:
                yield place.problem(f"deal.yaml 的 agree 里没有“{agreed}”。", "请写进 deal.yaml 或改正。", "agree", i)
        for i, usual in enumerate(tree.usual):
            for what, do in self._usual(tree, usual, facts):
                yield place.problem(f"常见情形“{usual.say}”：{what}", do, "usual", i)
        for section, listed in (("needless", tree.needless), ("wanted", tree.wanted)):
            for name, when in listed.items():
                for what, do in self._needless(tree, name, when, facts):
                    yield place.problem(f"{section} 的“{name}”：{what}", do, section, name)

    def _people(self, tree: Tree, place: SourcePlace, facts: Mapping[str, Fact]) -> Iterator[Problem]:
        """Who is who, and how it is drawn."""
        for name, role in tree.roles.items():
            if role.seat is not None and (role.seat not in facts or facts[role.seat].kind != "seat"):
                yield place.problem(
                    f"角色“{name}”的座位“{role.seat}”不是座位事实。", "请在 facts 里声明。", "roles", name
                )
        roles = roles_of(tree)
        for name, drawn in tree.drawn.items():
            declared = facts.get(name)
            if declared is None:
                yield place.problem(f"drawn 里的“{name}”没有声明。", "请写已声明的事实。", "drawn", name)
            elif drawn is not None:
                for what, do in drawn_faults(drawn, declared, facts, roles, tree.deal):
                    yield place.problem(f"drawn 的“{name}”：{what}", do, "drawn", name)

    def _wordings(self, tree: Tree, place: SourcePlace, facts: Mapping[str, Fact]) -> Iterator[Problem]:
        """What is written in a tree for people to read."""
        roles = roles_of(tree)
        for name, question in tree.questions.items():
            for text in (question.ask, question.help, *question.explain):
                for each in named(text or ""):
                    if each not in facts and not is_path(each, tree.deal, roles):
                        yield place.problem(
                            f"问题“{name}”：文字里的 {{{each}}} 不是已声明的事实，也不是角色。",
                            "请声明或改正。",
                            "questions",
                            name,
                        )
        for node, words in plain_roles(tree, self.trees):
            section = "questions" if node in tree.questions else "outcomes"
            yield place.problem(
                f"“{node}”里直接写了“{words}”，知道座位时说不出是哪一家。",
                f"请写成角色，如 {{offender}}；确是泛指的写 {{~{words}}}。",
                section,
                node,
            )
        for node, texts in (*_asked(tree), *_texts(tree)):
            for text in texts:
                if found := stray_space(text):
                    yield place.problem(f"“{node}”的“{found}”里有多余的空格。", "汉字和数目、牌、{…}之间不空格。")
        for node, text in nested_placeholders(tree):
            yield place.problem(
                f"“{node}”里“{text}”的 {{…}} 写法不对，或套了不止一层，填不进去，会把括号说出来。",
                "没有时的话里可以再写一层 {…}，更深的请写成普通的字。",
                "questions" if node in tree.questions else "outcomes",
                node,
            )

    def _usual(self, tree: Tree, usual: Usual, facts: Mapping[str, Fact]) -> Iterator[tuple[str, str]]:
        for name, value in usual.facts.items():
            if name not in facts:
                yield f"“{name}”没有在 facts 里声明。", "请声明或改正。"
                continue
            try:
                values.read(tree.game, name, facts[name], value, {})
            except RuleInputError as e:
                yield f"{e}", "请改成可以回答的值。"
        if len(usual.facts) < 2:
            yield "只答了一个问题。", "一句话应答完几个问题，不然不必写。"

    def _needless(
        self, tree: Tree, name: str, when: Mapping[str, Any], facts: Mapping[str, Fact]
    ) -> Iterator[tuple[str, str]]:
        if name not in facts or not facts[name].optional:
            yield "不是可以不填的事实。", "请写 facts 里 optional 的事实。"
        for other, value in when.items():
            if other not in facts:
                yield f"“{other}”没有在 facts 里声明。", "请声明或改正。"
                continue
            try:
                values.read(tree.game, other, facts[other], value, {})
            except RuleInputError as e:
                yield f"{e}", "请改成可以回答的值。"

    def _shape(self, tree: Tree) -> Iterator[Problem]:
        place = self.files.places[f"Tree:{tree.id}"]
        reached, stack = set(), [tree.start]
        while stack:
            name = stack.pop()
            if name in reached or (name not in tree.questions and name not in tree.outcomes):
                continue
            reached.add(name)
            stack += _outgoing(tree, name)
        for name in [*tree.questions, *tree.outcomes]:
            if name not in reached:
                section = "questions" if name in tree.questions else "outcomes"
                yield place.problem(f"“{name}”走不到。", "请从某个答案通向它，或删去。", section, name)
        colour: dict[str, int] = {}

        def cyclic(name: str) -> str | None:
            colour[name] = 1
            for onward in _outgoing(tree, name):
                if onward not in tree.questions and onward not in tree.outcomes:
                    continue
                if colour.get(onward) == 1:
                    return onward
                if onward not in colour and (found := cyclic(onward)):
                    return found
            colour[name] = 2
            return None

        again = cyclic(tree.start)
        if again:
            yield place.problem(f"从“{again}”出发又回到“{again}”。", "请拆开这个循环。", "questions", again)

    def _fact(self, tree: Tree, name: str, fact: Fact, facts: Mapping[str, Fact]) -> Iterator[Problem]:
        place = self.files.places[f"Tree:{tree.id}"]

        def wrong(what: str, do: str) -> Problem:
            return place.problem(f"事实“{name}”：{what}", do, "facts", name)

        shared = tree.deal.facts.get(name) if tree.deal is not None else None
        if shared is not None and shared.kind != fact.kind:
            yield wrong(f"deal.yaml 里同名的是“{shared.label}”，种类不同。", "一个名字只说一件事，请改名。")
        if PLACEHOLDER.search(fact.label):
            yield wrong("短名里不能有 {…}。", "短名写在“已知”上，请写成不随座位变的话。")
        if fact.kind == "choice" and not fact.options and fact.derive is None:
            yield wrong("是选择却没有选项。", "请写 options。")
        if fact.derive is not None:
            yield from (wrong(what, do) for what, do in self.derivation(fact.derive, facts))
        for choice in fact.options.values():
            for id_ in choice.cites:
                if id_ not in self.handbook:
                    yield wrong(f"引用的条款 {id_} 不存在。", "请改成已有的条款号。")

    def derivation(self, how: Derivation, facts: Mapping[str, Fact]) -> Iterator[tuple[str, str]]:
        """Everything wrong with how a fact is derived: what, and what to do."""
        if (how.call is None) == (how.fact is None):
            yield "推导要写 call 或 fact，且只写一个。", "请改正 derive。"
            return
        if how.fact is not None and how.fact not in facts:
            yield f"推导用到的“{how.fact}”没有声明。", "请在 facts 里声明。"
        if how.call is None:
            return
        yield from self.given(how.call, how.given, facts)

    def given(self, call: str, given: Mapping[str, object], facts: Mapping[str, Fact]) -> Iterator[tuple[str, str]]:
        """Everything wrong with what a function is given."""
        try:
            function = functions.function(call)
        except RuleInputError as e:
            yield f"{e}", "请改成已有的函数。"
            return
        for parameter in given:
            if parameter not in function.parameters:
                yield f"{call} 没有参数“{parameter}”。", f"可用：{'、'.join(function.parameters)}。"
        for parameter in function.parameters:
            if parameter not in given and parameter not in function.optional:
                yield f"{call} 的参数“{parameter}”没有给。", "请在 given 里写上。"
            elif str(given.get(parameter, "")).endswith("?") and parameter not in function.optional:
                yield (
                    f"{call} 的参数“{parameter}”不能没有，{given[parameter]}却可以不知道。",
                    "请去掉问号，或在函数里写默认值。",
                )
        for reference in references(given):
            if reference not in facts:
                yield f"推导用到的“{reference}”没有声明。", "请在 facts 里声明。"

    def _figure(self, figure: Figure, facts: Mapping[str, Fact], chosen: Collection[str]) -> Iterator[tuple[str, str]]:
        yield from self.given(figure.call, figure.given, facts)
        if (figure.say is None) == (figure.by is None) or bool(figure.says) != (figure.by is not None):
            yield "要写 say，或写 by 和 says。", "请只写一种。"
        for name in figure.only:
            if name not in facts and name not in chosen:
                yield f"only 里的“{name}”没有声明。", "请在 facts 里声明，或写选择所记的名字。"

    def _follow(self, tree: Tree, outcome: Outcome) -> Iterator[tuple[str, str]]:
        """Does every tree that follows get what is known here?"""
        here = facts_of(tree, self.trees)
        for follow in outcome.follow_ups:
            target = self.trees.get(follow.tree)
            if target is None:
                yield f"后续裁决树 {follow.tree} 不存在。", "请改成已有的树。"
                continue
            there = facts_of(target, self.trees)
            asked = {q.fact for one in reached(target, self.trees) for q in one.questions.values() if q.fact}
            chosen = {o.choice.fact for one in reached(target, self.trees) for o in one.outcomes.values() if o.choice}
            for name in (*follow.facts, *follow.leave):
                if name not in there and name not in chosen:
                    yield f"后续裁决树 {follow.tree} 没有“{name}”这一项。", "请改正或删去。"
            for name in sorted(asked & here.keys()):
                if name in follow.facts or name in follow.leave or same_fact(here[name], there[name]):
                    continue
                yield (
                    f"“{name}”带不到后续裁决树 {follow.tree}：两处的种类、短名、单位或选项不同。",
                    "请改成一样（共用的写进 deal.yaml），或改名，或写进这个后续的 facts 或 leave。",
                )

    def _question(
        self, q: Question, facts: Mapping[str, Fact], nodes: Mapping[str, object]
    ) -> Iterator[tuple[str, str]]:
        kinds = [q.fact is not None, q.open is not None, q.tree is not None]
        if sum(kinds) != 1:
            yield "要写 fact、open、tree 之一，且只写一个。", "请改正。"
            return
        for target in _targets(q):
            if target not in nodes:
                yield f"通向的“{target}”不存在。", "请改成已有的问题或结论。"
        for id_ in q.cites:
            if id_ not in self.handbook:
                yield f"引用的条款 {id_} 不存在。", "请改成已有的条款号。"
        if q.fact is not None:
            fact = facts.get(q.fact)
            if fact is None:
                yield f"事实“{q.fact}”没有声明。", "请在 facts 里声明。"
                return
            if not q.cites:
                yield "没有写为什么问（cites）。", "请写条款号。"
            if not q.ask and fact.derive is None:
                yield "没有写怎么问（ask）。", "请写一句问话。"
            yield from _answers(q, fact)
        elif q.open is not None:
            try:
                found = open_question(self.handbook.books, q.open)
            except RuleInputError as e:
                yield f"{e}", "请写成 书/编号，如 bridge-1999/D-26。"
                return
            for option in found.options:
                if option.key not in q.answers and "*" not in q.answers:
                    yield f"未定问题 {q.open} 的答案“{option.key}”没有去处。", "请在 answers 里写上。"
            for key in q.answers:
                if key != "*" and key not in {o.key for o in found.options}:
                    yield f"未定问题 {q.open} 没有答案“{key}”。", f"可用：{'、'.join(o.key for o in found.options)}。"
        else:
            inner = self.trees.get(q.tree or "")
            if inner is None:
                yield f"裁决树 {q.tree} 不存在。", "请改成已有的树。"
                return
            for key in q.answers:
                if key != "*" and key not in inner.outcomes:
                    yield f"裁决树 {q.tree} 没有结论“{key}”。", f"可用：{'、'.join(inner.outcomes)}、*。"

    def _outcome(
        self, tree: Tree, outcome: Outcome, facts: Mapping[str, Fact], nodes: Mapping[str, object]
    ) -> Iterator[tuple[str, str]]:
        if not outcome.cites:
            yield "没有条款。", "没有条款的话不能说，请写 cites。"
        if not outcome.ruling.strip():
            yield "没有裁决的一句话。", "请写 ruling。"
        if not outcome.tell and not tree.part:
            yield "没有写对谁说什么。", "请写 tell。"
        if outcome.level == "penalty" and not outcome.effects:
            yield "是判罚却没有写后果。", "请写 effects。"
        cited = [*outcome.cites]
        for effect in outcome.effects:
            cited += effect.cites
        if outcome.choice is not None:
            cited += [*outcome.choice.cites, *(id_ for each in outcome.choice.options.values() for id_ in each.cites)]
            yield from _choice(outcome.choice, facts, nodes)
        for follow in outcome.follow_ups:
            cited += follow.cites
        yield from self._follow(tree, outcome)
        chosen = {o.choice.fact for o in tree.outcomes.values() if o.choice}
        for name, leave in outcome.leaves.items():
            if tree.deal is not None:
                for what, do in self.leave(name, leave, tree.deal, facts, roles_of(tree), chosen):
                    yield f"leaves：{what}", do
        for name, figure in outcome.figures.items():
            cited += [*figure.cites, *(c for by in figure.cites_where.values() for some in by.values() for c in some)]
            if not figure.cites:
                yield f"算出的“{name}”没有条款。", "请写 cites。"
            for what, do in self._figure(figure, facts, chosen):
                yield f"算出的“{name}”：{what}", do
        if outcome.deadline is not None:
            cited += outcome.deadline.cites
            if outcome.deadline.left is not None and outcome.deadline.left not in facts:
                yield f"时限的 left 用到的“{outcome.deadline.left}”没有声明。", "请在 facts 里声明。"
        for id_ in dict.fromkeys(cited):
            if id_ not in self.handbook:
                yield f"引用的条款 {id_} 不存在。", "请改成已有的条款号。"
        for id_ in outcome.open_questions:
            try:
                open_question(self.handbook.books, id_)
            except RuleInputError as e:
                yield f"{e}", "请改正。"
        chosen = {o.choice.fact for t in self.trees.values() for o in t.outcomes.values() if o.choice}
        roles = roles_of(tree)
        yield from self._next(tree, outcome, facts, chosen)
        for text in texts_of(outcome):
            for name in named(text):
                if name not in facts and name not in chosen and not is_path(name, tree.deal, roles):
                    yield f"文字里的 {{{name}}} 不是已声明的事实，也不是角色。", "请声明或改正。"

    def _next(
        self, tree: Tree, outcome: Outcome, facts: Mapping[str, Fact], chosen: Collection[str]
    ) -> Iterator[tuple[str, str]]:
        """Everything wrong with what is said of who acts next, and of what stays."""
        roles = roles_of(tree)

        def declared(name: str) -> bool:
            return name in facts or name in chosen or is_path(name, tree.deal, roles)

        for number, entry in enumerate(outcome.next, 1):
            at = f"next 第{number}条："
            if (entry.who is None) != (entry.act == "none"):
                yield f"{at}谁也不做的写 act: none，别的要写 who。", "请改正。"
            if entry.say is None and entry.figure is None:
                yield f"{at}没有说的话。", "请写 say，或写用哪个算出的话（figure）。"
            if entry.figure is not None and (entry.figure not in outcome.figures or entry.call is not None):
                yield f"{at}figure 要是本结论 figures 里的一个，不和 call 一起写。", "请改正。"
            if entry.call is not None:
                yield from ((f"{at}{what}", do) for what, do in self.given(entry.call, entry.given, facts))
            found = entry.figure is not None or entry.call is not None
            for name in (*entry.only, *named_next(entry), *([entry.who] if entry.who and entry.who.isascii() else [])):
                if not declared(name) and not found and name != EVERYBODY:
                    yield f"{at}“{name}”不是事实，也不是角色。", "请声明或改正。"
            if entry.who is not None and not entry.who.isascii() and not OFFICIALS.search(entry.who):
                yield f"{at}who 要是角色、座位、all，或裁判、委员会等。", "赛员请写成角色。"
            if bare(entry.say or ""):
                yield f"{at}“{entry.say}”没有说由谁做什么。", "请写谁、做什么；没有人做的写为什么。"
            elif entry.say is not None and not _names(entry):
                yield f"{at}“{entry.say}”里没有说是谁。", "请在 say 里写出 who。"
        if outcome.next:
            last = outcome.next[-1]
            needs = [
                m["name"]
                for m in PLACEHOLDER.finditer(last.say or "")
                if not m["plain"] and m["otherwise"] is None and not is_path(m["name"], tree.deal, roles)
            ]
            seat = last.who in facts and not is_path(last.who or "", tree.deal, roles)
            if last.only or last.figure or last.call or seat or needs:
                yield "next 最后一条不是什么时候都能说。", "请补一条不靠事实的：只用角色，不写 only、figure、call。"
        for each in outcome.stays:
            for name in (*each.only, *named_next(each)):
                if not declared(name):
                    yield f"stays 里的“{name}”不是事实，也不是角色。", "请声明或改正。"
        for id_ in (*(c for n in outcome.next for c in n.cites), *(c for s in outcome.stays for c in s.cites)):
            if id_ not in self.handbook:
                yield f"引用的条款 {id_} 不存在。", "请改成已有的条款号。"

    def leave(
        self,
        name: str,
        leave: Leave,
        deal: Deal,
        facts: Mapping[str, Fact],
        roles: Mapping[str, Role],
        chosen: Collection[str] = (),
    ) -> Iterator[tuple[str, str]]:
        """Everything wrong with what a ruling leaves of one fact of the deal sheet."""
        at = deal.at_seats.get(name)
        target = deal.facts.get(next(iter(at.values()), "") if at else name)
        if target is None:
            yield f"牌局里没有“{name}”。", "请写 deal.yaml 的事实，或 at_seats 的名字。"
            return
        if (at is not None) != (leave.of is not None):
            yield f"“{name}”{'要' if at else '不能'}写 of。", "只有 at_seats 里的是某一家的。"
        for path in (leave.of, leave.seat):
            if path not in (None, "who") and not is_path(path or "", deal, roles) and path not in facts:
                yield f"“{name}”的“{path}”不是角色，也不是座位的事实。", "请改正。"
        figure = leave.take if found_in_figure(leave) else None
        sources = [leave.fact, leave.call, leave.seat, leave.part, leave.value, figure]
        if (sum(each is not None for each in sources) != 1) != (leave.how in ("unknown", "back")):
            yield (
                f"“{name}”要写一个来源。",
                "fact、call、seat、part、value（ruled 的函数也可只写 take）写其中一个；unknown、back 不写。",
            )
        if leave.fact is not None:
            source = facts.get(leave.fact)
            if source is None:
                yield f"“{name}”取的“{leave.fact}”没有声明。", "请在 facts 里声明。"
            elif source.kind != target.kind and (source.kind, target.kind) != ("card", "cards"):
                yield f"“{name}”和“{leave.fact}”不是同一种事实。", "请改正。"
        if leave.call is not None:
            how = Derivation(call=leave.call, given=leave.given, take=leave.take)
            yield from ((f"“{name}”：{what}", do) for what, do in self.derivation(how, facts))
        if leave.or_from is not None:
            if leave.or_from.call is None or leave.how != "is":
                yield f"“{name}”的 or_from 要写 call，how 要是 is。", "请改正。"
            yield from ((f"“{name}”的 or_from：{what}", do) for what, do in self.derivation(leave.or_from, facts))
        if leave.value is not None:
            try:
                values.read(self.files.game, name, target, leave.value, {})
            except RuleInputError as fault:
                yield f"“{name}”：{fault}", "请改正。"
        for each in leave.only:
            if each not in facts and each not in chosen:
                yield f"“{name}”的 only 里的“{each}”没有声明。", "请在 facts 里声明。"


def _names(entry: Next) -> bool:
    """Does a sentence name whoever acts?"""
    said = entry.say or ""
    if entry.who is None:
        return True
    if entry.who == EVERYBODY:
        return re.search("全桌|[二三四五六七八]家|双方|各家|每家|大家|都|两队|各队", said) is not None
    if not entry.who.isascii():
        return entry.who in said or OFFICIALS.search(said) is not None
    return entry.who in set(named_next(entry))


def _answers(q: Question, fact: Fact) -> Iterator[tuple[str, str]]:
    """Does every answer lead somewhere?"""
    if q.next is not None or "*" in q.answers:
        pass
    elif fact.kind == "bool" or (fact.derive is not None and not q.ranges and set(q.answers) <= {"yes", "no"}):
        for key in ("yes", "no"):
            if key not in q.answers:
                yield f"回答“{key}”没有去处。", "请在 answers 里写 yes 和 no。"
    elif fact.kind == "choice":
        for key in fact.options:
            if key not in q.answers:
                yield f"选项“{key}”没有去处。", "请在 answers 里写上。"
    elif fact.kind == "seat":
        for key in fact.seats:
            if key not in q.answers:
                yield f"方位 {key} 没有去处。", "请写全每一家或用 *。"
    elif fact.kind == "number":
        if not q.ranges:
            yield "数没有写通向哪里。", "请写 ranges 或 next。"
        elif not any(r.at_most is None for r in q.ranges) and fact.maximum is None:
            yield "数的范围没有写到头。", "请加一段不写 at_most 的范围。"
    else:
        yield "没有写通向哪里。", "请写 next。"
    if fact.kind == "choice" and fact.options:
        for key in q.answers:
            if key != "*" and key not in fact.options:
                yield f"没有“{key}”这个选项。", f"可用：{'、'.join(fact.options)}。"


def drawn_faults(
    drawn: Drawn, fact: Fact, facts: Mapping[str, Fact], roles: Mapping[str, Role], deal: Deal | None
) -> Iterator[tuple[str, str]]:
    """Everything wrong with how a fact is drawn: what, and what to do."""
    if fact.kind not in DRAWN_OF[drawn.draw]:
        yield f"“{fact.label}”不能画作 {drawn.draw}。", f"{drawn.draw} 画的是 {'、'.join(DRAWN_OF[drawn.draw])}。"
    if (drawn.by is not None) != (drawn.draw in OF_SOMEBODY):
        whose = "要写 by" if drawn.by is None else "不能写 by"
        yield f"画作 {drawn.draw} 的{whose}。", f"只有 {'、'.join(OF_SOMEBODY)} 是某一家的。"
    elif drawn.by is not None:
        seat = drawn.by in facts and facts[drawn.by].kind == "seat"
        if not seat and drawn.by not in (deal.seats if deal is not None else ()) and not is_path(drawn.by, deal, roles):
            yield f"by 的“{drawn.by}”不是座位。", "请写角色、座位的事实，或一家的字母。"
    if drawn.called is not None and (drawn.called not in facts or facts[drawn.called].kind != "choice"):
        yield f"called 的“{drawn.called}”不是选择。", "请写一个选择的事实。"
    if drawn.act is not None and fact.kind not in ("card", "cards", "auction"):
        yield f"“{fact.label}”没有可以标出的一手。", "act 只写在牌和竞叫上。"


def _choice(choice: OutcomeChoice, facts: Mapping[str, Fact], nodes: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Everything wrong with what somebody may choose."""
    if not choice.cites:
        yield "选择没有条款。", "请在 choice 里写 cites。"
    for key, option in choice.options.items():
        for what, names in (("only", option.only), ("told", option.told)):
            for name in names:
                if name not in facts:
                    yield f"选项“{key}”的 {what} 里的“{name}”没有声明。", "请在 facts 里声明。"
        if option.unavailable is not None or bool(option.only) != bool(option.otherwise):
            yield f"选项“{key}”：only 和 otherwise 要一起写，unavailable 不能写。", "请改正。"
        if not (option.help or option.happened or OFFICIALS.search(choice.who)):
            yield (
                f"选项“{key}”没有写选了以后怎样，赛员选以前要听到。",
                "请写 help；不由他选、裁判只记下来的写 happened: true。",
            )
        if option.to is not None and option.to not in nodes:
            yield f"选项“{key}”通向的“{option.to}”不存在。", "请改成已有的问题或结论。"


def plain_roles(tree: Tree, trees: Mapping[str, Tree]) -> Iterator[tuple[str, str]]:
    """Where a text of a tree names people by words that a role has: the node, and the words."""
    if tree.deal is None:
        return
    roles = roles_of(tree)
    said = {role.words for role in roles.values()} | {role.side for role in roles.values()}
    said |= {role.opponents for role in roles.values()}
    relations = {relation.words for relation in tree.deal.relations.values()}
    names = "|".join(map(re.escape, sorted({w for w in said if w}, key=len, reverse=True)))
    related = "|".join(map(re.escape, sorted(relations)))
    pattern = re.compile(rf"(?:{names or '(?!)'})|(?<!你的)(?<!你们的)(?:{related or '(?!)'})")
    for node, texts in _texts(tree):
        for text in texts:
            if is_path(text, tree.deal, roles):
                continue
            found = pattern.search(PLACEHOLDER.sub("", text))
            if found:
                yield node, found.group()


def nested_placeholders(tree: Tree) -> Iterator[tuple[str, str]]:
    """Texts with placeholders nested twice, or braces that are none, which cannot be filled in: the node, and the text."""
    for node, texts in _texts(tree):
        yield from ((node, text) for text in texts if re.search(r"[{}]", PLACEHOLDER.sub("", text)))


def _asked(tree: Tree) -> Iterator[tuple[str, list[str]]]:
    """What is said of the facts of a tree: by fact, its texts."""
    for name, fact in tree.facts.items():
        options = [t for option in fact.options.values() for t in (option.text, option.help) if t]
        yield name, [t for t in (fact.label, fact.help, *options) if t]


def _texts(tree: Tree) -> Iterator[tuple[str, list[str]]]:
    for name, question in tree.questions.items():
        yield name, [t for t in (question.ask, question.help, question.who, *question.explain) if t]
    for name, outcome in tree.outcomes.items():
        figures = [t for f in outcome.figures.values() for t in (f.say, *f.says.values()) if t]
        yield name, [*texts_of(outcome), *figures, *texts_next(outcome)]
