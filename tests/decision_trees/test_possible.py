"""Answers that the known seats rule out are not offered."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("tree", "fact", "offender", "never"),
    [  # South declares: North is dummy, East and West defend
        ("bridge.established_revoke", "winner", "W", "dummy"),  # only declarer's own revoke is won by dummy
        ("bridge.established_revoke", "winner", "S", "partner"),
        ("bridge.revoke", "light", "W", "dummy_asked"),  # 43B2b: dummy asks declarer
        ("bridge.revoke", "light", "S", "partner_asked"),  # 61B: defenders may not ask each other
        ("bridge.revoke", "light", "S", "dummy_asked_defender"),
        ("bridge.card_played_or_not", "whose", "W", "dummy"),  # 45C3: declarer touches dummy's card
        ("bridge.card_played_or_not", "whose", "S", "penalty_card"),  # 48A
        ("bridge.contested_claim", "act", "S", "partner_objected"),  # 68B: a defender's partner
        ("bridge.call_after_final_pass", "side", "W", "declaring"),  # 39A
        ("bridge.call_after_final_pass", "side", "N", "defending"),  # 39A: declarer or dummy to be
    ],
)
def test_what_the_seats_rule_out_is_not_offered(tree: str, fact: str, offender: str, never: str) -> None:
    walk = start(tree, {"declarer": "S"})
    assert never in walk.again(fact).fact.options
    assert walk.answer("offender", offender)
    assert never not in walk.again(fact).fact.options


@pytest.mark.parametrize(
    ("tree", "fact", "seats"),
    [
        ("bridge.opening_lead_face_up", "led_by", {"E": "wrong_defender", "W": "right_leader", "N": "declaring_side"}),
        ("bridge.revoke", "player", {"S": "declarer", "N": "dummy"}),  # 62B2
        ("bridge.card_played_or_not", "withdrawn_by", {"E": "defender", "N": "declarer"}),
        ("bridge.defective_trick", "surplus", {"S": "declarers", "N": "declarers"}),  # 48A
    ],
)
def test_what_the_seats_decide_is_not_asked(tree: str, fact: str, seats: dict[str, str]) -> None:
    for offender, value in seats.items():
        known = start(tree, {"declarer": "S", "offender": offender})._seen(fact)
        assert known is not None and known.value == value


def test_who_should_have_led_is_named_by_his_seat() -> None:
    """Law 41A: the defender on declarer's left leads; South declares, so that is West."""
    known = start("bridge.opening_lead_face_up", {"declarer": "S", "offender": "E"})._seen("led_by")
    assert known is not None and known.shown == "东家，本该由西家首引"


def test_no_question_has_one_answer_left() -> None:
    """Of all trees, wherever the offender sits: an answer that is the only one possible is known, not asked."""
    for tree in trees().trees.values():
        deal = trees().deals.get(tree.game)
        if tree.part or deal is None:
            continue
        for seat in deal.seats:
            walk = start(tree.id, {"declarer": "S"})
            if "offender" not in walk.declared() or not walk.answer("offender", seat):
                continue
            for name, fact in tree.facts.items():
                if fact.kind == "choice" and walk._seen(name) is None:
                    assert len(walk.again(name).fact.options) > 1, (tree.id, name, seat)


def test_answers_name_the_seats_that_are_known() -> None:
    """Law 29A: South called out of turn, so West is on his left; law 53A: West led, South declares from North's dummy."""
    turn = start("bridge.bid_out_of_rotation", {"offender": "S"}).again("turn").fact.options
    assert {key: option.text for key, option in turn.items()} == {"rho": "东家", "partner": "北家", "lho": "西家"}
    unknown = start("bridge.bid_out_of_rotation").again("turn").fact.options
    assert unknown["rho"].text == "违规者的上家" and unknown["rho"].help == "违规者右手的一家"
    walk = start("bridge.defender_lead_out_of_turn", {"offender": "W", "declarer": "S"})
    since = {key: option.text for key, option in walk.again("since").fact.options.items()}
    assert since["lho_followed"].startswith("北家") and since["accepted"].startswith("南家")
    assert since["partner_led"].endswith("东家也引了牌")
