"""A story told in the field of 裁决: what was heard begins the ruling, is taken back by name, and is kept as heard."""

from __future__ import annotations

from app.ruling import open_rulings
from app.ruling.heard import Denied, begun, denial, still_heard, story, sure
from app.ruling.rulings import Rulings
from app.ruling.standing import NOTHING, Context, Heard
from app.ruling.walk import start

STORY = "西家甩黑桃A和K 东家有更大的"  # a throw: what is thrown and by whom is said, the rest is asked
TREE = "shengji.failed_throw"


def names(told: str, context: Context = NOTHING, denied: frozenset[Denied] = frozenset()) -> dict[str, object]:
    return {name: each.value for name, each in begun(told, TREE, context, denied).heard.items()}


def test_what_was_said_begins_the_ruling() -> None:
    told = begun(STORY, TREE, NOTHING)
    assert told.heard["offender"].value == "W" and "西家" in told.heard["offender"].words
    assert any(name == "offender" and "西" in said for name, said, _ in told.said)
    assert told.questions > 0 and not told.ruling


def test_what_is_taken_back_is_not_begun_with() -> None:
    assert "offender" not in names(STORY, denied=frozenset({denial("offender", "W")}))


def test_what_the_referee_entered_is_not_said_over() -> None:
    assert "offender" not in names(STORY, Context(facts={"offender": "S"}))


def test_what_was_heard_stays_so_until_it_is_said_otherwise_and_is_kept() -> None:
    walk = start(TREE, {"offender": "W"})
    walk.heard = {"offender": Heard("W", "西家甩")}
    assert still_heard(walk) == {"offender": "西家甩"}
    again = start(TREE)
    assert open_rulings.take(again, open_rulings.plain(walk))
    assert still_heard(again) == {"offender": "西家甩"} and not again.agreed
    other = start(TREE, {"offender": "S"})
    other.heard = dict(walk.heard)
    assert still_heard(other) == {}


def test_a_fact_taken_back_is_heard_again_when_it_is_said_otherwise() -> None:
    taken = frozenset({denial("offender", "W")})
    stays = {"throw": ["SA", "SK"], "check": "higher"}
    assert names(STORY + " 甩错了", denied=taken) == stays, "the text was edited, the chip stays away"
    assert names(STORY.replace("西家", "北家"), denied=taken)["offender"] == "N"


def test_traditional_is_heard_alike_and_quoted_as_it_was_typed() -> None:
    told = begun("西家甩黑桃A和K 東家有更大的 甩錯了", TREE, NOTHING)
    assert {name: each.value for name, each in told.heard.items()} == names(STORY)
    typed = "莊家沒有報牌 北家還剩八張"
    found, simplified = story(typed, None), story("庄家没有报牌 北家还剩八张", None)
    assert found is not None and simplified is not None
    assert (found.game, found.trees, found.facts) == (simplified.game, simplified.trees, simplified.facts)
    assert "八張" in begun(typed, "guandan.not_announced", NOTHING).heard["cards_after"].words


def test_what_the_table_knows_otherwise_is_said_and_stays() -> None:
    told = begun(STORY, TREE, Context(facts={"offender": "S"}))
    assert "offender" not in told.heard
    assert [line for line in told.left if "西家" in line and "南" in line]


def test_a_game_is_told_apart_and_a_question_is_no_story() -> None:
    found = story(STORY, None)
    assert found is not None and found.game == "shengji"
    assert sure(STORY + " 甩错牌了", None) == TREE
    assert sure("藏牌成立", None) is None, "what is so short is looked for"
    assert sure("今天晚上吃什么好呢你说说看", None) is None


def test_what_is_in_the_field_is_heard_anew_for_another_game() -> None:
    """A fact taken back, an irregularity found and the deal that lies there are of the game before."""
    rulings = Rulings()
    rulings.choose("bridge")
    rulings.put("北一黑桃东一红心南不接受")
    rulings.told = (begun(rulings.query, "bridge.insufficient_bid", NOTHING),)
    rulings.answered, rulings.likely, rulings.same_deal = (rulings.query, "bridge"), True, True
    rulings.denied = frozenset({denial("offender", "E")})
    assert rulings.told[0].heard
    rulings.choose("guandan")
    assert rulings.query == "北一黑桃东一红心南不接受"
    assert rulings.answered != (rulings.query, "guandan"), "it is still to be heard"
    assert not (rulings.told or rulings.denied or rulings.likely or rulings.same_deal)


def test_turning_to_the_same_game_leaves_what_was_heard() -> None:
    rulings = Rulings()
    rulings.choose("shengji")
    rulings.told = (begun(STORY, TREE, NOTHING),)
    rulings.denied = frozenset({denial("offender", "W")})
    rulings.choose("shengji")
    assert rulings.told and rulings.denied
