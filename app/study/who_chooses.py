"""Who may choose after a ruling, and among what, where the law leaves it to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.base.opened import handbook
from app.ruling.wording import shaped
from app.study.alike import alike_words, shares
from app.study.clauses import says
from app.study.model import Option
from decision_trees.engine import Ruled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from decision_trees.model import Tree
from app.study.case_way import Way
from app.study.scenario_steps import OFFERED, OFFICIAL, Step

REFEREE = "裁判"


class Choices:
    """The steps that ask who may choose, and among what."""

    def __init__(self, way: Way) -> None:
        self.way = way

    def _who(self, step: Ruled, who: str, prompt: str, cites: Sequence[str]) -> Step | None:
        """Who may choose: one player, or a side; None where it is the referee, for that nobody takes for a player's right."""
        deal = self.way.tree.deal
        names = list(deal.seats.values()) if deal is not None else []
        said = [name for name in names if name in who]
        if len(said) != 1 or not cites or OFFICIAL.search(who):
            return None
        others = self.way.shuffle(name for name in names if name != said[0])
        law = handbook().provision(cites[0]).label
        options = [Option(said[0])]
        options += [Option(each, f"{law}没有把它交给{each}。", tuple(cites)) for each in others[: OFFERED - 2]]
        options.append(Option(REFEREE, "裁判说明，不替他选。", tuple(cites)))
        shown, at = self.way.shuffled(options)
        return Step("who", prompt, shown, at, f"由{who}决定。", tuple(cites), self.way.told(step))

    def chosen_by(self, step: Ruled, ruling: str = "") -> Iterator[Step]:
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
            texts = [self.way.worded(step, each.text) for each in other.options.values() if not each.happened]
            said = [shaped(text) for text in texts if text is not None]
            if len(said) != len(texts) or len(said) < 2 or shares(said, taken):
                continue
            taken += said
            cite = (other.cites or choice.cites)[0]
            others.append(Option("；".join(said), says(cite, "".join(said)), (cite,)))
        if len(others) < 2:
            return
        shown, at = self.way.shuffled([Option(right), *others[:2]])
        prompt = f"{choice.who}可以在哪几样里选？"
        yield Step("among", prompt, shown, at, f"{choice.who}：{right}。", choice.cites, self.way.told(step))

    def _other_choices(self, tree: Tree, fact: str) -> Iterator[Any]:
        same = [
            t
            for t in self.way.library.trees.values()
            if t.game == tree.game and t.stage == tree.stage and t.id != tree.id
        ]
        for one in (tree, *sorted(same, key=lambda each: each.id)):
            for outcome in one.outcomes.values():
                choice = outcome.choice
                if choice is not None and choice.fact != fact and not OFFICIAL.search(choice.who):
                    yield choice
