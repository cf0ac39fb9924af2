"""Answers that the known seats rule out are not offered."""

from __future__ import annotations

from app.base.opened import trees
from app.ruling.walk import start
from decision_trees.engine import Known
from decision_trees.model import Choice, Fact, Never, Tree
from decision_trees.possible import left_to_choose


def tree(*never: Never) -> Tree:
    return Tree(
        id="bridge.made",
        title="做的",
        stage="play",
        heard=(),
        cites=(),
        start="a",
        facts={},
        questions={},
        outcomes={},
        never=never,
    )


OPTIONS = {key: Choice(text=text) for key, text in {"declarer": "庄家", "dummy": "明手", "defender": "防家"}.items()}
WHO = Fact(kind="choice", label="谁", options=OPTIONS)


def seen(**values: object) -> object:
    return lambda name: Known(name, values[name], name, "", "given") if name in values else None


def test_an_answer_that_cannot_be_with_what_is_known_is_not_offered() -> None:
    made = tree(
        Never(facts={"who": "declarer", "hand": "defender"}, say="不是庄家"),
        Never(facts={"who": "dummy", "hand": "defender"}, say="不是明手"),
    )
    assert list(left_to_choose("who", WHO, [made], seen(hand="defender")).options) == ["defender"]  # type: ignore[arg-type]
    assert list(left_to_choose("who", WHO, [made], seen(hand="declarer")).options) == list(WHO.options)  # type: ignore[arg-type]
    assert left_to_choose("who", WHO, [made], seen()) is WHO  # type: ignore[arg-type]


def test_where_nothing_would_be_left_all_stay() -> None:
    made = tree(*(Never(facts={"who": who, "hand": "x"}, say="不行") for who in WHO.options))
    assert left_to_choose("who", WHO, [made], seen(hand="x")) is WHO  # type: ignore[arg-type]


def test_a_defender_is_not_asked_whether_dummy_revoked() -> None:
    """West revoked, South declares: the revoke is not dummy's nor declarer's, whoever else could have won the trick (law 64)."""
    for walk in (start("bridge.established_revoke", {"offender": "W", "declarer": "S"}),):
        offered = [
            option.text for name in walk.declared() if (posed := walk.posed()) for option in posed.fact.options.values()
        ]
        assert offered and not any("庄家手里藏牌，明手赢" in text for text in offered)
    assert "bridge.established_revoke" in trees().trees
