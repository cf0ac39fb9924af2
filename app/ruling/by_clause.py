"""What a ruling by a clause of an event's own regulations is put on the record as, in a game that has trees.

The clause itself is counted (which one by it this is: 第一次警告，第二次罚2分), and, where the referee says so, a kind of the
game's own ladder: that the trees of the game count with theirs. Nothing is decided here: what a clause lays down are its printed
words, what a kind comes to the tree says that looks at its count.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.base.opened import handbook, trees
from app.ruling.assignment import context
from app.ruling.tally import WITHIN, count_within, next_steps, tally
from rules_data.brought.game_reading import steps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from app.journal.journal import Journal
    from app.ruling.scene import Scene
    from decision_trees.model import CountedKind
    from rules_data.brought.game_model import Within
    from rules_data.model import Provision

REACH: Mapping[Within, re.Pattern[str]] = {
    "deal": re.compile(r"(?:同一|一|本|每)副"),
    "game": re.compile(r"(?:同一|一|本|每)局"),
    "round": re.compile(r"(?:同一|一|本|每)轮"),
}
"""Words of a clause by which it counts within less than the event."""


def marks_of(game: str) -> dict[str, CountedKind]:
    """The kinds of the game's ladder that a ruling may put down by itself: 警告, 违例; none where it has no ladder."""
    ladder = trees().ladders.get(game)
    return {kind: ladder.kinds[kind] for kind in dict.fromkeys(ladder.effects.values())} if ladder is not None else {}


def named_in(provision: Provision, kinds: Mapping[str, CountedKind]) -> tuple[str, ...]:
    """Which of these kinds the words of a clause name."""
    words = "".join(p.text or "" for p in provision.walk())
    return tuple(kind for kind, counted in kinds.items() if counted.title in words)


def reach_of(provision: Provision) -> Within:
    """Within what a clause seems to count, by its words; the whole event where they name nothing less."""
    words = "".join(part for p in provision.walk() for part in (p.title, p.text) if part)
    return next((within for within, said in REACH.items() if said.search(words)), "event")


def by_clause_now(
    journal: Journal, scene: Scene, clause: Provision, within: Within
) -> tuple[int | None, str, str] | None:
    """Which ruling by this clause it would be for the pair: the number, the sentence, and what the clause lays down for it.

    No number where a record of theirs does not say where it was; None where no one pair is named.
    """
    if not scene.pair:
        return None
    records = [each for each in journal.history(scene.event, scene.game, pair=scene.pair) if each["kind"] == clause.id]
    before = count_within(records, within, scene)
    if before is None:
        return None, f"这一方{WITHIN[within]}照这一条记过的有的没有写在哪里，数不出是第几次，请看日志。", ""
    steps, number = steps_of(clause), before + 1
    says = steps.get(number, "")
    beyond = f"。条文写到第 {max(steps)} 次，这一次怎样没有写。" if steps and number > max(steps) else "。"
    which = f"这是这一方{WITHIN[within]}第 {number} 次照这一条记"
    return number, f"{which}：{says}" if says else f"{which}{beyond}", says


def marks_now(journal: Journal, scene: Scene, kinds: Sequence[str]) -> list[str]:
    """What one more of each of these kinds comes to, in the words of the trees that look at the counts."""
    if not kinds or not scene.pair:
        return []
    supplements = {book.id for book in handbook().books.values() if book.amends}
    around = context(journal, scene, supplements)
    counted = tally(scene, around)
    if counted is None:
        return ["这一方的记录有的没有写轮次，数不出是第几次，请看日志。"]
    said = []
    for kind in kinds:
        number, known = counted.counts[kind], counted.ladder.kinds[kind]
        if number is None:
            said.append(f"{WITHIN[known.within]}{known.title}有的没有写在哪里，数不出是第几次，请看日志。")
            continue
        looking = [each.tree for each in counted.ladder.implied if each.effect is None and each.counts == kind]
        comes_to = [text.partition("次：")[2] for text in next_steps(counted, scene.game, around, looking)]
        which = f"这是这一方{WITHIN[known.within]}第 {number + 1} 次{known.title}"
        said += [f"{which}：{text}" for text in comes_to if text] or [f"{which}。"]
    return said


def wanting(scene: Scene, withins: Iterable[str]) -> str:
    """What of its place a ruling that is counted within these must say, in a few words; nothing where it says it."""
    fields = {"round": ("round",), "game": ("round", "game"), "deal": ("round", "deal")}
    words = {"round": "第几轮", "game": "第几局", "deal": "第几副"}
    wanted = dict.fromkeys(name for within in withins for name in fields.get(within, ()))
    return "、".join(words[name] for name in wanted if getattr(scene.place, name) is None)
