"""The engine on a small tree made for the purpose."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.engine import Asked, Ruled, Step, Undecided, advance
from decision_trees.functions import RuleInputError, rule
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import (
    Choice,
    Derivation,
    Fact,
    Never,
    Outcome,
    OutcomeChoice,
    OutcomeOption,
    Question,
    Range,
    Tree,
)
from rules_data.handbook import open_handbook
from rules_data.model import Book, OpenQuestion, Option


@rule("bridge.test_double_it", "bridge-1999:77", title="试验：两倍")
def double_it(number: int, extra: int = 0) -> dict[str, Any]:
    """Twice a number (for these tests)."""
    if number < 0:
        raise RuleInputError("数不能是负的。")
    return {"twice": number * 2 + extra, "even": True}


def outcome(ruling: str, **more: Any) -> Outcome:
    return Outcome(ruling=ruling, level="none", cites=("bridge-1999:64",), tell={"全桌": "好"}, **more)


PART = Tree(
    id="bridge.test_part", title="公共步骤", stage="play", heard=(), cites=("bridge-1999:9",), start="called", part=True,
    facts={"called": Fact(kind="bool", label="已召请裁判")},
    questions={
        "called": Question(ask="召请裁判了吗?", fact="called", cites=("bridge-1999:9B1",), answers={"yes": "kept", "no": "lost"})
    },
    outcomes={"kept": outcome("权利保留"), "lost": outcome("权利可能丧失")},
)  # fmt: skip

TREE = Tree(
    id="bridge.test_tree", title="试验", stage="play", heard=("试",), cites=("bridge-1999:64",), start="part",
    facts={
        "number": Fact(kind="number", label="张数", minimum=0, maximum=13, unit="张"),
        "extra": Fact(kind="number", label="另加", optional=True),
        "twice": Fact(
            kind="number", label="两倍",
            derive=Derivation(call="bridge.test_double_it", given={"number": "$number", "extra": "$extra?"}, take="twice"),
        ),
        "big": Fact(kind="bool", label="很多", derive=Derivation(fact="twice", at_least=10)),
        "how": Fact(kind="choice", label="方式", options={"a": Choice(text="甲"), "b": Choice(text="乙")}),
    },
    questions={
        "part": Question(tree="bridge.test_part", answers={"kept": "big"}),
        "big": Question(fact="big", cites=("bridge-1999:64",), answers={"yes": "open", "no": "how"}),
        "open": Question(open="bridge-1999/D-99", answers={"x": "many", "y": "few"}),
        "how": Question(ask="怎样?", fact="how", cites=("bridge-1999:64",), answers={"a": "few", "b": "sized"}),
        "sized": Question(
            fact="twice", cites=("bridge-1999:64",), ranges=(Range(to="few", at_most=4), Range(to="many", at_least=5))
        ),
    },
    outcomes={
        "many": outcome("共{twice},{how|没问}"),
        "few": outcome(
            "不多",
            choice=OutcomeChoice(
                who="庄家", fact="pick", cites=("bridge-1999:10C2",),
                options={"go": OutcomeOption(text="继续", to="many"), "stop": OutcomeOption(text="到此为止")},
            ),
        ),
    },
    never=(Never(facts={"how": "a", "called": False}, say="甲必须先召请裁判。"),),
)  # fmt: skip

QUESTION = OpenQuestion(
    id="D-99", question="算哪一种?", at=("bridge-1999:64",), decides="裁判长",
    options=(Option(key="x", text="多"), Option(key="y", text="少")), default="x", because="字面如此。", flagged=True,
)  # fmt: skip


def books(question: OpenQuestion = QUESTION) -> dict[str, Book]:
    import dataclasses

    real = open_handbook().books
    changed = dataclasses.replace(real["bridge-1999"], open_questions=(*real["bridge-1999"].open_questions, question))
    return {**real, "bridge-1999": changed}


def go(facts: dict[str, Any], question: OpenQuestion = QUESTION, **settled: str) -> Step:
    return advance(TREE, facts, Law({t.id: t for t in (TREE, PART)}, books(question), settled))


def asked(step: Step) -> str:
    assert isinstance(step, Asked)
    return step.name


def test_a_shared_step_comes_first_and_can_end_the_matter() -> None:
    assert asked(go({})) == "called"
    step = go({"called": False})
    assert isinstance(step, Ruled)
    assert step.outcome.ruling == "权利可能丧失"


def test_what_a_derived_fact_needs_is_asked_instead_of_it() -> None:
    assert asked(go({"called": True})) == "number"


def test_derived_facts_are_not_asked_and_show_their_source() -> None:
    step = go({"called": True, "number": 2})
    assert asked(step) == "how"
    known = {k.name: k for k in step.known}
    assert known["twice"].value == 4
    assert known["twice"].source == "derived"
    assert known["twice"].function == "bridge.test_double_it"
    assert known["big"].value is False
    assert known["number"].shown == "2张"


def test_an_optional_parameter_is_left_out_or_used() -> None:
    step = go({"called": True, "number": 4, "extra": 3})
    assert {k.name: k.value for k in step.known}["twice"] == 11


@rule("bridge.test_size", "bridge-1999:77", title="试验：大小")
def size(number: int) -> dict[str, Any]:
    """How large a number is; null where it cannot be told (for these tests)."""
    return {"size": None if number == 7 else "large" if number > 7 else "small"}


@pytest.mark.parametrize(
    ("compared", "with_seven"),
    [({"equals": "large"}, None), ({"one_of": ("large",)}, None), ({"contains": "large"}, None), ({"empty": True}, "yes")],
)  # fmt: skip
def test_what_a_function_cannot_tell_is_asked(compared: dict[str, Any], with_seven: str | None) -> None:
    large = Derivation(call="bridge.test_size", given={"number": "$number"}, take="size", **compared)
    tree = Tree(
        id="bridge.test_null", title="试验", stage="play", heard=(), cites=("bridge-1999:64",), start="large",
        facts={"number": Fact(kind="number", label="张数"), "large": Fact(kind="bool", label="大", derive=large)},
        questions={"large": Question(fact="large", cites=("bridge-1999:64",), answers={"yes": "yes", "no": "no"})},
        outcomes={"yes": outcome("大"), "no": outcome("小")},
    )  # fmt: skip
    step = advance(tree, {"number": 7}, Law({tree.id: tree}, books(), {}))
    assert (
        step.outcome_id if isinstance(step, Ruled) else None,
        asked(step) if isinstance(step, Asked) else "large",
    ) == (
        with_seven,
        "large",
    )
    step = advance(tree, {"number": 1}, Law({tree.id: tree}, books(), {}))
    assert isinstance(step, Ruled) and step.outcome_id == "no"


def test_a_derived_fact_can_be_corrected_by_hand() -> None:
    step = go({"called": True, "number": 2, "twice": 20})
    assert isinstance(step, Ruled)  # big now follows from the corrected value
    known = {k.name: k for k in step.known}
    assert known["twice"].source == "corrected"
    assert known["twice"].derived == 4


def test_an_open_question_uses_its_default_and_says_so() -> None:
    step = go({"called": True, "number": 9})
    assert isinstance(step, Ruled)
    assert step.outcome.ruling == "共18,没问"
    (settled,) = step.settled
    assert (settled.id, settled.answer, settled.source, settled.flagged) == ("bridge-1999/D-99", "x", "default", True)


def test_an_event_settles_an_open_question() -> None:
    step = advance(
        TREE, {"called": True, "number": 9}, Law({t.id: t for t in (TREE, PART)}, books(), {"bridge-1999/D-99": "y"})
    )
    assert isinstance(step, Ruled)
    assert step.outcome_id == "few"
    assert step.settled[0].source == "event"


def test_without_a_default_the_decider_is_asked() -> None:
    import dataclasses

    step = go({"called": True, "number": 9}, dataclasses.replace(QUESTION, default=None))
    assert isinstance(step, Undecided)
    assert step.question.decides == "裁判长"


def test_numbers_lead_by_range() -> None:
    few = go({"called": True, "number": 2, "how": "b"})
    many = go({"called": True, "number": 3, "how": "b"})
    assert isinstance(few, Ruled) and few.outcome_id == "few"
    assert isinstance(many, Ruled) and many.outcome_id == "many"


def test_a_choice_after_the_ruling_carries_it_on() -> None:
    first = go({"called": True, "number": 2, "how": "a"})
    assert isinstance(first, Ruled) and first.outcome.choice is not None
    on = go({"called": True, "number": 2, "how": "a", "pick": "go"})
    assert isinstance(on, Ruled)
    assert on.outcome.ruling == "共4,甲"
    stays = go({"called": True, "number": 2, "how": "a", "pick": "stop"})
    assert isinstance(stays, Ruled) and stays.outcome_id == "few"


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"called": "也许"}, "应答“是”或“否”"),
        ({"called": True, "number": 14}, "至多 13"),
        ({"called": True, "number": "很多"}, "应是数"),
        ({"called": True, "number": 2, "how": "丙"}, "没有“丙”这个选项"),
        ({"called": True, "number": 2, "how": "a", "pick": "run"}, "没有“run”这个选项"),
        ({"how": "a", "called": False}, "甲必须先召请裁判。"),
        ({"how": "丙"}, "没有“丙”这个选项"),  # wrong also where the way does not lead yet
    ],
)
def test_bad_answers_are_one_sentence(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(RuleInputError, match=said):
        go(facts)


def test_words_are_understood_as_answers() -> None:
    step = go({"called": "是", "number": "2", "how": "乙"})
    assert isinstance(step, Ruled)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"number": "2"}, "应是整数"),
        ({"number": True}, "应是整数"),
        ({}, "缺少参数“number”"),
        ({"number": 1, "other": 2}, "没有参数“other”"),
        ({"number": -1}, "负的"),
    ],
)
def test_functions_check_their_input(data: dict[str, Any], said: str) -> None:
    with pytest.raises(RuleInputError, match=said):
        functions.call("bridge.test_double_it", data)


def test_an_unknown_function_names_the_near_ones() -> None:
    with pytest.raises(RuleInputError, match=r"bridge\.test_double_it"):
        functions.call("bridge.test_double_up", {})


def test_an_open_question_nobody_has_settled_leads_on_where_the_tree_says_so() -> None:
    trees = open_library().trees
    facts = {"pointed_out": "normal", "offender": "W", "right_leader": "S", "lead_state": "alone", "cards": "SK"}
    facts |= {"banker": "E", "trump": "D", "level": "8"}
    tree, law = trees["shengji.lead_out_of_turn"], Law(trees, open_handbook().books)
    step = advance(tree, facts, law)
    assert isinstance(step, Ruled) and step.outcome_id == "heavy"
    assert [s.source for s in step.settled if s.id == "shengji-40/D-09"] == ["undecided"]
    step = advance(tree, facts, law.settling({"shengji-40/D-09": "ten"}))
    assert isinstance(step, Ruled) and step.outcome_id == "heavy_ten"
    assert [s.source for s in step.settled if s.id == "shengji-40/D-09"] == ["event"]
