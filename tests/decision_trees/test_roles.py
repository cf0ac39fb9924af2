"""Roles, figures, offers and what follow-ups carry, on small trees made for the purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from decision_trees.engine import Asked, Ruled, Step, advance
from decision_trees.functions import RuleInputError, rule
from decision_trees.law import Law
from decision_trees.model import (
    Choice,
    Deal,
    Derivation,
    Effect,
    Fact,
    Figure,
    FollowUp,
    Outcome,
    OutcomeChoice,
    OutcomeOption,
    Question,
    Relation,
    Role,
    Tree,
)
from decision_trees.tree_checks import nested_placeholders, plain_roles
from rules_data.handbook import open_handbook
from rules_data.model import Book, OpenQuestion, Option

LAW = ("bridge-1999:64",)


@rule("bridge.test_leader", "bridge-1999:64", title="试验：谁首攻")
def test_leader_of(declarer: str, tricks: int) -> dict[str, Any]:
    """Who leads against a declarer, and whether he made ten (for these tests)."""
    if tricks > 13:
        raise RuleInputError("一副牌没有这么多墩。")
    return {"leader": {"N": "E", "E": "S", "S": "W", "W": "N"}[declarer], "made": tricks >= 10, "card": "H10"}


test_leader_of.__test__ = False  # type: ignore[attr-defined]

DEAL = Deal(
    seats={"N": "北家", "E": "东家", "S": "南家", "W": "西家"},
    sides={"NS": "南北方", "EW": "东西方"},
    facts={
        "offender": Fact(kind="seat", label="违规者", lasts="incident"),
        "declarer": Fact(kind="seat", label="庄家", lasts="deal"),
        "tricks": Fact(kind="number", label="庄家赢墩", lasts="deal"),
        "leader": Fact(
            kind="seat", label="首引人", lasts="deal",
            derive=Derivation(call="bridge.test_leader", given={"declarer": "$declarer", "tricks": 0}, take="leader"),
        ),
    },
    roles={
        "offender": Role(words="违规者", seat="offender", side="违规方", opponents="非违规方"),
        "leader": Role(words="首引人", seat="leader"),
    },
    relations={
        "lho": Relation(steps=1, words="下家"), "partner": Relation(steps=2, words="同伴"), "rho": Relation(steps=3, words="上家"),
    },
    words={"level": {"A+": "过A"}},
    sheet=(("offender",), ("declarer", "tricks")),
)  # fmt: skip

NEXT = Tree(
    id="bridge.test_next", title="后续", stage="play", heard=("后",), cites=LAW, start="late", deal=DEAL,
    facts={
        "late": Fact(kind="bool", label="太晚"),
        "count": Fact(kind="number", label="另一种张数"),
    },
    questions={"late": Question(ask="太晚吗？", fact="late", cites=LAW, answers={"yes": "over", "no": "over"})},
    outcomes={"over": Outcome(ruling="完了", level="none", cites=LAW, tell={"全桌": "好"})},
)  # fmt: skip

TREE = Tree(
    id="bridge.test_roles", title="试验", stage="play", heard=("试",), cites=LAW, start="late", deal=DEAL,
    roles={"offender": Role(words="藏牌者")},
    facts={
        "late": Fact(kind="bool", label="太晚"),
        "count": Fact(kind="number", label="张数", optional=True, counts_if={"bridge-1999/D-98": "y"}),
    },
    questions={
        "late": Question(
            ask="{offender.lho}太晚吗？", help="问{offender}。", who="offender.partner", fact="late", cites=LAW,
            answers={"yes": "ruled", "no": "chosen"},
        )
    },
    outcomes={
        "ruled": Outcome(
            ruling="{offender.lho}首引，{offender.lho}不受限制，由{offender.side}承担，{~下家}照常。", level="penalty", cites=LAW,
            do=("{offender}共{count|若干张}",),
            effects=(Effect(kind="warning", who="offender.opponents", what="{leader}首引"),),
            tell={"offender": "你的同伴不叫。", "leader": "请{leader}首引。"},
            figures={
                "made": Figure(
                    call="bridge.test_leader", given={"declarer": "$declarer", "tricks": "$tricks"}, by="made",
                    says={"yes": "{leader:seat}首引{card:card}，打成{tricks}墩", "no": "打宕"}, offer="可说出打成没有",
                    cites=("bridge-1999:77",),
                ),
                "late_only": Figure(
                    call="bridge.test_leader", given={"declarer": "$declarer", "tricks": 0}, say="太晚", only={"late": False}
                ),
            },
            follow_ups=(
                FollowUp(tree="bridge.test_next", when="现在"),
                FollowUp(tree="bridge.test_next", when="另一次", leave=("late",)),
            ),
        ),
        "chosen": Outcome(
            ruling="选", level="none", cites=LAW, tell={"全桌": "好"},
            choice=OutcomeChoice(
                who="offender.lho", fact="pick", cites=LAW,
                options={
                    "a": OutcomeOption(text="{offender.rho}打", only={"tricks": 13}, otherwise="只有十三墩时才行。"),
                    "b": OutcomeOption(text="不打"),
                },
            ),
        ),
    },
)  # fmt: skip

QUESTION = OpenQuestion(
    id="D-98", question="算不算？", at=LAW, decides="裁判长",
    options=(Option(key="x", text="不算"), Option(key="y", text="算")), default="x", because="字面如此。",
)  # fmt: skip


def books() -> dict[str, Book]:
    real = open_handbook().books
    changed = replace(real["bridge-1999"], open_questions=(*real["bridge-1999"].open_questions, QUESTION))
    return {**real, "bridge-1999": changed}


def go(facts: dict[str, Any], **settled: str) -> Step:
    trees = {t.id: t for t in (TREE, NEXT)}
    return advance(TREE, facts, Law(trees, books(), {f"bridge-1999/{k}": v for k, v in settled.items()}))


def ruled(facts: dict[str, Any], **settled: str) -> Ruled:
    step = go(facts, **settled)
    assert isinstance(step, Ruled)
    return step


def test_without_a_seat_people_are_named_by_their_role() -> None:
    step = ruled({"late": True})
    assert step.outcome.ruling == "藏牌者的下家首引，藏牌者的下家不受限制，由违规方承担，下家照常。"
    assert list(step.outcome.tell) == ["藏牌者", "首引人"]
    assert step.seats == {}


def test_with_the_seat_they_are_named_by_it_and_introduced_once() -> None:
    step = ruled({"late": True, "offender": "S"})
    assert step.outcome.ruling == "西家（藏牌者的下家）首引，西家不受限制，由南北方（违规方）承担，下家照常。"
    assert step.outcome.do == ("南家（藏牌者）共若干张",)
    assert step.outcome.effects[0].who == "东西方"
    assert step.seats["offender.lho"] == "W" and step.seats["offender.side"] == "NS"


def test_a_question_names_the_seat_and_its_help_does_too() -> None:
    step = go({"offender": "E"})
    assert isinstance(step, Asked)
    assert (step.ask, step.question.help, step.question.who) == ("南家（藏牌者的下家）太晚吗？", "问东家。", "西家")


def test_words_to_one_who_is_two_roles_are_said_together() -> None:
    step = ruled({"late": True, "offender": "W", "declarer": "S"})  # West leads
    assert step.outcome.tell == {"西家": "你的同伴不叫。 请西家首引。"}


def test_a_figure_is_said_where_its_inputs_are_known() -> None:
    step = ruled({"late": True, "offender": "S", "declarer": "S", "tricks": 10})
    assert [f.text for f in step.figures] == ["西家首引♥10，打成10墩"]
    assert "bridge-1999:77" in step.cites
    assert step.offers == ()


def test_what_is_missing_is_offered_and_the_ruling_stands() -> None:
    step = ruled({"late": True, "declarer": "S"})
    assert [o.text for o in step.offers] == ["填违规者，可说出是哪一家。", "填庄家赢墩，可说出打成没有。"]
    assert step.figures == ()


def test_a_figure_that_cannot_be_worked_out_says_why() -> None:
    step = ruled({"late": True, "offender": "S", "declarer": "S", "tricks": 14})
    (offer,) = step.offers
    assert offer.fault == "一副牌没有这么多墩。"


def test_a_fact_an_open_question_makes_irrelevant_is_ignored_and_said_to_be() -> None:
    step = ruled({"late": True, "offender": "S", "count": 3})
    assert step.outcome.do == ("南家（藏牌者）共若干张",)
    assert [k.name for k in step.ignored] == ["count"]
    step = ruled({"late": True, "offender": "S", "count": 3}, **{"D-98": "y"})
    assert step.outcome.do == ("南家（藏牌者）共3",)
    assert step.ignored == ()


def test_follow_ups_carry_what_both_trees_have_and_the_sheet() -> None:
    step = ruled({"late": True, "offender": "S", "tricks": 9, "count": 3}, **{"D-98": "y"})
    now, other = step.outcome.follow_ups
    assert now.facts == {"late": True, "offender": "S", "tricks": 9}  # count is another fact there
    assert other.facts == {"offender": "S", "tricks": 9}


def test_an_option_that_is_not_legal_says_why_and_cannot_be_chosen() -> None:
    step = ruled({"late": False, "tricks": 9, "offender": "S"})
    assert step.outcome.choice is not None
    assert step.outcome.choice.who == "西家"
    assert step.outcome.choice.options["a"].unavailable == "只有十三墩时才行。"
    with pytest.raises(RuleInputError, match="只有十三墩时才行"):
        go({"late": False, "tricks": 9, "pick": "a"})
    assert ruled({"late": False, "tricks": 13, "pick": "a"}).known[-1].shown == "藏牌者的上家打"


def test_the_deal_that_was_not_needed_is_kept_with_the_ruling() -> None:
    step = ruled({"late": False, "offender": "S", "declarer": "N", "tricks": 9})
    assert {k.name for k in step.sheet} == {"declarer"}


def test_a_role_typed_as_plain_words_is_found() -> None:
    trees = {t.id: t for t in (TREE, NEXT)}
    assert list(plain_roles(TREE, trees)) == []
    outcomes = {
        "over": replace(NEXT.outcomes["over"], ruling="违规者的下家可以选择。", do=("你的同伴不叫",), note="问他的上家")
    }
    found = list(plain_roles(replace(NEXT, outcomes=outcomes), trees))
    assert found == [("over", "违规者"), ("over", "上家")]


def test_a_choice_text_names_seats_too() -> None:
    tree = replace(
        NEXT,
        facts={
            "late": Fact(
                kind="choice", label="谁", options={"a": Choice(text="{offender.lho}"), "b": Choice(text="别人")}
            )
        },
        questions={"late": Question(ask="谁？", fact="late", cites=LAW, answers={"a": "over", "b": "over"})},
    )
    step = advance(tree, {"offender": "N"}, Law({tree.id: tree}, books()))
    assert isinstance(step, Asked) and step.fact.options["a"].text == "东家"


def test_what_is_said_otherwise_may_name_somebody() -> None:
    name, outcome = next(iter(NEXT.outcomes.items()))

    def told(text: str) -> Tree:
        return replace(NEXT, outcomes={name: replace(outcome, ruling=text)})

    assert list(nested_placeholders(NEXT)) == []
    assert list(nested_placeholders(told("打{card|{declarer}说的牌}。"))) == []
    tree = told("{count|由{offender.lho}重数}。")
    for facts, said in (({"offender": "S"}, "由西家（违规者的下家）重数。"), ({"offender": "S", "count": 3}, "3。")):
        step = advance(tree, {"late": True, **facts}, Law({tree.id: tree}, books()))
        assert isinstance(step, Ruled) and step.outcome.ruling == said
    for text in ("打{card|{declarer|{offender}}说的牌}。", "打{card说的牌。"):
        assert list(nested_placeholders(told(text))) == [(name, text)]
