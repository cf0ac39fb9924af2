"""A ruling is announced as it comes out after the ladder: the second violation is a foul in every line that is shown."""

from __future__ import annotations

from typing import Any

import pytest

from app.base.opened import handbook, trees
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Place
from app.ruling.after_ladder import Final, after_ladder
from app.ruling.assignment import context
from app.ruling.consequences import carried_out
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.standing import Context, Incident, stand
from app.ruling.walk import Walk
from app.ruling.wording import as_text
from app.widgets.claims import claims_under
from decision_trees.engine import Ruled
from tests.app.journal.memory_store import MemoryStore

PAIR, HERE = "3", Place("5", 2, 1, 4)


def before(game: str, **kinds: int) -> Context:
    """What the journal says of the pair: so many of each kind, in this round and this game."""
    mark = {"pair": PAIR, "round": 2, "game": 1, "deal": 1}
    records = [{"kind": kind, **mark} for kind, number in kinds.items() for _ in range(number)]
    settled = {"shengji-40/D-30-2": "event-side"}  # the text does not say how far it is counted
    return Context({"history": records, "pair": PAIR, "round": 2, "game": 1}, settled)


def announced(tree: str, facts: dict[str, Any], around: Context) -> Final:
    """What the referee reads."""
    standing = stand(tree, facts, {}, around)
    walk = Walk(tree, standing, around, scene=Scene(NO_EVENT, tree.partition(".")[0], HERE, (PAIR,)))
    assert isinstance(standing.step, Ruled), standing.step
    return after_ladder(walk, standing.step)


def parts(final: Final) -> dict[str, str]:
    """Everything that is shown, part by part."""
    return {
        "headline": final.step.outcome.ruling,
        "done": "\n".join(carried_out(final.step)),
        "said": "\n".join(final.step.outcome.tell.values()),
        "copied": as_text(final.step, handbook()).partition("依据")[0],
    }


SLOW = ("guandan.slow_play", {"seconds": 31, "warned": True, "offender": "S"})


def case_of(tree: str, kind: str) -> dict[str, Any]:
    """The facts of a worked case of a tree that puts one mark of a kind on the record, and nothing that ends more."""
    library = trees()
    for case in library.cases.values():
        if case.tree == tree:
            step = stand(tree, {k: v for k, v in case.facts.items() if k not in ("history", "pair", "round")}, {}).step
            if isinstance(step, Ruled) and library.ladders[step.entry.game].of_ruling(step) == {kind: 1}:
                return dict(case.facts)
    raise AssertionError((tree, kind))


@pytest.mark.parametrize(
    ("tree", "kind", "prior", "words"),
    [
        ("guandan.slow_play", "violation", 1, ("犯规", "本副判负", "双下")),  # 16.3.1
        ("guandan.card_exposed", "violation", 1, ("犯规", "本副判负", "双下")),
        ("guandan.other_delay", "violation", 1, ("犯规", "本副判负", "双下")),
        ("shengji.slow_play", "warning", 1, ("违例",)),  # 19.2
        ("shengji.draw_out_of_turn", "violation", 2, ("判负",)),  # 19.4
        ("shengji.defiance", "forfeit", 1, ("取消", "资格")),  # 19.5
        ("shengji.illegal_information", "illegal_information", 2, ("取消", "资格")),  # 26
    ],
)
def test_every_part_says_what_it_comes_to(tree: str, kind: str, prior: int, words: tuple[str, ...]) -> None:
    game = tree.partition(".")[0]
    facts = case_of(tree, kind)
    alone = announced(tree, facts, before(game))
    final = announced(tree, facts, before(game, **{kind: prior}))
    assert alone.step is alone.made and not alone.looked
    for part, text in parts(final).items():
        for word in words:
            assert word in text, (part, text)
    assert final.step.outcome.ruling.startswith(final.looked[0].outcome.ruling)
    assert set(final.made.cites) <= set(final.step.cites)


def test_nothing_of_the_milder_step_is_left_where_the_deal_is_lost() -> None:
    final = announced(*SLOW, before("guandan", violation=1))
    assert final.replaced
    for text in parts(final).values():
        assert "停止" not in text.replace("停止打牌", "") and "一圈出牌权" not in text
    assert final.made.outcome.ruling not in final.step.outcome.ruling
    assert final.standing == final.looked


def test_a_mark_beside_the_first_ruling_leaves_what_that_asks_for() -> None:
    facts = case_of("shengji.slow_play", "warning")
    alone, final = (announced("shengji.slow_play", facts, before("shengji", warning=n)) for n in (0, 1))
    assert not final.replaced
    assert alone.step.outcome.ruling in final.step.outcome.ruling
    assert set(carried_out(alone.step)) <= set(carried_out(final.step))
    assert final.standing == (final.made, *final.looked)
    assert set(claims_under([alone.step])) < set(claims_under(final.standing))


def test_two_marks_of_one_incident_are_the_second_at_once() -> None:
    library = trees()
    case = next(
        c for c in library.cases.values() if c.tree == "guandan.slow_tribute" and c.expect.outcome == "second_period"
    )
    final = announced("guandan.slow_tribute", dict(case.facts), before("guandan"))
    assert "犯规" in final.step.outcome.ruling


def test_the_third_foul_is_for_the_chief_referee_to_declare() -> None:
    final = announced(*SLOW, before("guandan", violation=1, foul=2))
    assert [each.entry.id for each in final.looked] == ["guandan.violation_count", "guandan.foul_count"]
    assert "犯规" in final.step.outcome.ruling and "可由裁判长宣布" in final.step.outcome.ruling  # 16.4
    assert "lose_game" not in {effect.kind for effect in final.step.outcome.effects}


def at_this_table(**known: int) -> Final:
    """What the referee reads of a slow play by South, where nothing but the table counts."""
    around = Context(dict(known))
    standing = stand(*SLOW, {}, around)
    assert isinstance(standing.step, Ruled)
    return after_ladder(Walk(SLOW[0], standing, around, scene=Scene(NO_EVENT, "guandan", Place("5"))), standing.step)


def test_without_a_journal_the_table_counts() -> None:
    final = at_this_table(violations_ns=1)
    assert [each.entry.id for each in final.looked] == ["guandan.violation_count"] and final.replaced  # 16.3.1
    assert "本轮第2次违例" in final.step.outcome.ruling
    first = at_this_table(violations_ns=0)
    assert first.step is first.made and [each.tree for each in first.firsts] == ["guandan.violation_count"]
    other = at_this_table(violations_ew=1)
    assert other.step is other.made and not other.firsts, "nobody knows how often South's side had one"


def test_a_second_warning_at_a_table_is_a_violation() -> None:
    case = case_of("shengji.slow_play", "warning")
    around = Context({"warnings_ns": 1, "warnings_ew": 1})
    standing = stand("shengji.slow_play", {**case, "offender": "E"}, {}, around)
    assert isinstance(standing.step, Ruled)
    walk = Walk("shengji.slow_play", standing, around, scene=Scene(NO_EVENT, "shengji", Place("5")))
    assert "违例" in after_ladder(walk, standing.step).step.outcome.ruling  # 19.2p2


def test_the_journal_comes_before_the_table() -> None:
    around = before("guandan")
    final = announced(*SLOW, Context({**around.facts, "violations_ns": 1}, around.settled))
    assert not final.looked, "the journal counts the whole round, and has none of this pair"


def test_where_the_round_is_not_known_the_ruling_stands_as_it_is() -> None:
    standing = stand(*SLOW, {})
    walk = Walk(SLOW[0], standing, scene=Scene(NO_EVENT, "guandan", Place("5"), (PAIR,)))
    assert isinstance(standing.step, Ruled)
    assert after_ladder(walk, standing.step).step is standing.step


def test_what_the_ladder_brings_goes_on_the_record_and_comes_off_with_the_ruling() -> None:
    journal = Journal(MemoryStore())

    def rule(former: Walk | None = None) -> Walk:
        scene = Scene(NO_EVENT, "guandan", HERE, (PAIR,))
        incident = former.incident if former is not None else Incident()
        around = context(journal, scene, (), incident.record)
        walk = Walk(SLOW[0], stand(*SLOW, {}, around), around, scene=scene, incident=incident)
        assert isinstance(walk.standing.step, Ruled)
        final = after_ladder(walk, walk.standing.step)
        save(journal, walk, final, player="", remark="", former=former.record if former is not None else None)
        return walk

    def kinds() -> list[str]:
        return sorted(record["kind"] for record in journal.history(NO_EVENT, "guandan"))

    first = rule()
    assert kinds() == ["violation"]
    second = rule()
    assert kinds() == ["foul", "violation", "violation"]
    again = rule(second)  # ruled anew: what the first try had brought does not count beside it
    assert kinds() == ["foul", "violation", "violation"]
    assert journal.entry(again.record or "").withdrawn is None
    journal.withdraw(first.record or "")
    assert len(kinds()) == 2
