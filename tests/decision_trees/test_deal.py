"""The state of a table: what rulings change of it, what play ends, and how it stands when one of them is taken back."""

from __future__ import annotations

import json

from decision_trees.chain import Given, differing, play
from decision_trees.deal import BY_PLAY, Change, Left, TableState, changes_of, given_at, plain_state, state_from
from decision_trees.engine import Ruled
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Deal, Derivation, Fact
from decision_trees.reach import facts_of
from rules_data.handbook import open_handbook

LIBRARY = open_library()
BOOKS = open_handbook().books
DEAL = Deal(
    facts={
        "auction": Fact(kind="text", label="竞叫", lasts="deal", grows=True),
        "declarer": Fact(kind="seat", label="庄家", lasts="deal", derive=Derivation(fact="auction")),
        "dummy": Fact(kind="seat", label="明手", lasts="deal", derive=Derivation(fact="declarer")),
        "level": Fact(kind="text", label="级数", lasts="table"),
        "penalty": Fact(kind="number", label="已罚的分", lasts="deal", grows=True),
        "cards": Fact(kind="cards", label="罚张", lasts="deal", grows=True),
    }
)


def values(*changes: Change) -> dict[str, object]:
    return {name: each.value for name, each in TableState(changes).values(DEAL).items()}


def test_the_last_change_counts_and_what_followed_from_the_one_before_goes() -> None:
    before = (Change("auction", "is", "one", "1"), Change("declarer", "is", "S", "1"), Change("dummy", "is", "N", "1"))
    assert values(*before) == {"auction": "one", "declarer": "S", "dummy": "N"}
    assert values(*before, Change("declarer", "is", "N", "2")) == {"auction": "one", "declarer": "N"}
    assert values(*before, Change("auction", "is", "two", "2")) == {"auction": "two"}
    assert values(*before, Change("auction", "is", "one", "2"))["dummy"] == "N", "nothing has changed"


def test_cards_are_put_and_go_and_numbers_grow() -> None:
    lying = (Change("cards", "put", ("HK",), "1"), Change("cards", "put", ("HK", "DQ"), "2"))
    assert values(*lying) == {"cards": ("HK", "DQ")}
    assert values(*lying, Change("cards", "gone", ("HK",), "3")) == {"cards": ("DQ",)}
    assert values(*lying, Change("cards", "gone", ("DQ", "HK"), "3")) == {}
    assert values(Change("penalty", "is", 10, "1"), Change("penalty", "more", 20, "1")) == {"penalty": 30}
    assert values(Change("level", "is", "9", "1"), Change("level", "unknown", None, "2")) == {}


def test_one_offence_is_charged_once_along_its_follow_ups_and_two_are_charged_twice() -> None:
    first = Change("penalty", "more", 20, "1", "incident")
    assert values(first, Change("penalty", "more", 20, "2", "incident", instead=True)) == {"penalty": 20}
    assert values(first, Change("penalty", "more", 10, "2", "incident", instead=True)) == {"penalty": 10}
    assert values(first, Change("penalty", "more", 20, "2", "incident")) == {"penalty": 40}
    assert values(first, Change("penalty", "more", 20, "2", "another")) == {"penalty": 40}
    told = Change("penalty", "is", 5, "2", "incident")  # the number before that offence, carried to the follow-up
    assert values(first, told, Change("penalty", "more", 20, "2", "incident", instead=True)) == {"penalty": 25}


def test_cards_put_for_an_offence_go_back_with_the_right_to_penalise_it_and_no_others() -> None:
    lying = (Change("cards", "put", ("HK",), "1", "earlier"), Change("cards", "put", ("DQ",), "2", "incident"))
    assert values(*lying, *changes_of("3", "incident", {}, [Left("cards", "back")], DEAL)) == {"cards": ("HK",)}
    assert values(lying[0], *changes_of("3", "incident", {}, [Left("cards", "back")], DEAL)) == {"cards": ("HK",)}
    assert values(*changes_of("3", "incident", {}, [Left("cards", "back")], DEAL)) == {}


def test_a_ruling_taken_back_takes_what_it_did_with_it_and_leaves_what_was_said() -> None:
    done = changes_of("1", "", {"level": "9"}, [Left("cards", "put", ("HK",))], DEAL)
    state = TableState().after(done).after(changes_of("2", "", {}, [Left("cards", "put", ("DQ",))], DEAL))
    assert {name: each.value for name, each in state.without("1").values(DEAL).items()} == {
        "level": "9",
        "cards": ("DQ",),
    }


def test_what_was_said_on_a_ruling_is_forgotten_with_it() -> None:
    state = (
        TableState()
        .after(changes_of("1", "", {"level": "9"}, (), DEAL))
        .after(changes_of("2", "", {"auction": "one"}, (), DEAL))
    )
    assert state.forgetting("1").known(DEAL) == {}
    assert list(state.forgetting("1").remembered(DEAL)) == ["auction"]
    assert state.forgetting("2").known(DEAL) == {"level": "9"}


def test_a_ruling_given_otherwise_changes_the_table_in_its_old_place() -> None:
    """The second ruling said the level last; that the first is told again does not make it the last."""
    state = TableState().after(changes_of("1", "", {"level": "9"}, (), DEAL))
    state = state.after(changes_of("2", "", {"level": "J"}, (), DEAL))
    assert state.after(changes_of("1", "", {"level": "8"}, (), DEAL)).known(DEAL) == {"level": "J"}


def test_what_play_can_end_is_told_only_where_it_is_confirmed() -> None:
    state = TableState((Change("cards", "put", ("HK",), "1"), Change("level", "is", "9", "1")))
    assert given_at(state, DEAL, DEAL.facts, {}) == {"level": "9"}
    assert given_at(state, DEAL, DEAL.facts, {}, ["cards"]) == {"level": "9", "cards": ("HK",)}
    assert state.over(["cards"]).remembered(DEAL) == {}
    assert state.over(["cards"]).changes[-1].by == BY_PLAY


def test_what_is_said_now_comes_before_what_was_known_and_before_what_followed_from_it() -> None:
    state = TableState((Change("auction", "is", "one", "1"), Change("declarer", "is", "N", "1")))
    assert given_at(state, DEAL, DEAL.facts, {"auction": "one"}) == {"declarer": "N"}, (
        "the same auction, another declarer"
    )
    assert given_at(state, DEAL, DEAL.facts, {"auction": "two"}) == {}
    other = {**DEAL.facts, "declarer": Fact(kind="text", label="别的意思")}
    assert given_at(state, DEAL, other, {}) == {}


def test_a_table_is_kept_as_json_and_read_again_and_what_cannot_be_read_is_left_out() -> None:
    state = TableState((Change("cards", "put", ("HK",), "1", "a"), Change("penalty", "more", 20, "2", "a", True, True)))
    again = state_from(json.loads(json.dumps(plain_state(state))))
    assert {n: (tuple(v.value) if n == "cards" else v.value) for n, v in again.values(DEAL).items()} == {
        "cards": ("HK",),
        "penalty": 20,
    }
    assert state_from([["cards", "taken", [], "1", "", False, False], 5, ["x"]]) == TableState()
    assert state_from("nonsense") == TableState()


def test_what_would_differ_without_a_ruling_is_found_by_giving_the_others_again() -> None:
    """Law 54A: dummy becomes declarer. Without that ruling North is dummy, whose revoke transfers nothing (64B3)."""
    spread = LIBRARY.chains["bridge.chain.spread_hand_then_revoke"].rulings[0]
    facts = {"offender": "N", "winner": "offender", "side_tricks_after": 0, "declarer_tricks": 10}
    rulings = [
        Given("a", spread.tree, spread.facts, incident="a"),
        Given("b", "bridge.established_revoke", {**facts, "special": "none"}, incident="b"),
        Given("c", "bridge.established_revoke", facts, incident="c"),
    ]
    first, second = differing(rulings, "a", Law(LIBRARY.trees, BOOKS))
    assert isinstance(first.was.step, Ruled)
    assert "南家（庄家）" not in first.was.step.outcome.ruling and first.was.step.seats["declarer"] == "N"
    assert first.now.step is None and "明手" in first.text, "dummy's revoke is never one without an exemption"
    assert isinstance(second.now.step, Ruled) and "不转墩" in second.text


def test_every_ruling_knows_only_facts_its_tree_has() -> None:
    for chain in LIBRARY.chains.values():
        rulings = [
            Given(str(i), link.tree, link.facts, chain.settled, link.still) for i, link in enumerate(chain.rulings)
        ]
        for played in play(rulings, Law(LIBRARY.trees, BOOKS)):
            assert set(played.told) - set(played.given.facts) <= set(
                facts_of(LIBRARY.trees[played.given.tree], LIBRARY.trees)
            )


def test_a_follow_up_is_told_of_the_table_as_the_ruling_leaves_it() -> None:
    """Laws 49, 50B: the queen of diamonds lies before East, and now the four of clubs beside it."""
    told = {
        "offender": "E",
        "declarer": "S",
        "defender_how": "shown",
        "partner_could_see": True,
        "director_says_otherwise": False,
        "penalty_cards": "DQ C4",
        "penalty_cards_east": "DQ",
    }
    (played,) = play([Given("a", "bridge.card_exposed_in_play", told, incident="a")], Law(LIBRARY.trees, BOOKS))
    assert isinstance(played.step, Ruled)
    follow = next(f for f in played.step.outcome.follow_ups if f.tree == "bridge.minor_or_major_penalty_card")
    assert list(follow.facts["penalty_cards_east"]) == ["DQ", "C4"]
