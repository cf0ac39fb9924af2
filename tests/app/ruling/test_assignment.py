"""What rulings know before anything is asked: from the event, and counted from the journal."""

from __future__ import annotations

from dataclasses import replace

from app.base.opened import trees
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Entrant, EventBody, Place, RulingBody
from app.ruling.assignment import Assignment, Post, adopted, context, pair_words, place_words
from app.ruling.rulings import Rulings
from app.ruling.scene import Scene, scene_of
from app.ruling.standing import Context, Incident, stand
from app.ruling.tally import Occasion, Tally, counts_of, next_steps, occasions, tally
from decision_trees.engine import Ruled
from decision_trees.games import games
from tests.app.journal.memory_store import MemoryStore

SUPPLEMENTS = {"guandan-supplement"}


def ruled(tree: str, facts: dict[str, object]) -> Ruled:
    step = stand(tree, facts, {}).step
    assert isinstance(step, Ruled)
    return step


def slow(journal: Journal, pair: str, round_: int | None, chain: str | None = None) -> str:
    """A pair that did not play within ten seconds of the warning (guandan 22.1: a violation)."""
    step = ruled("guandan.slow_play", {"seconds": 31, "warned": True})
    body = RulingBody(
        "guandan",
        step.entry.id,
        step.entry.title,
        step.outcome_id,
        step.outcome.ruling,
        step.outcome.level,
        Place("5", round_, 1, 3),
        (pair,),
        None,
        counts_of(step),
        chain,
    )
    return journal.save_ruling(NO_EVENT, body).id


def scene(pair: str, round_: int | None = 2, game: str = "guandan") -> Scene:
    return Scene(NO_EVENT, game, Place("5", round_, 1), (pair,))


def at_table(journal: Journal, pair: str, round_: int | None, leaving_out: str | None = None) -> Context:
    return context(journal, scene(pair, round_), SUPPLEMENTS, leaving_out)


def counted(journal: Journal, pair: str, round_: int | None = 2) -> Tally | None:
    return tally(scene(pair, round_), at_table(journal, pair, round_))


def second_violation(around: Context) -> bool:
    """Whether one more violation is the second of the round, by the tree: 16.3.1, it becomes a foul."""
    step = stand("guandan.violation_count", {}, {}, around).step
    assert isinstance(step, Ruled)
    return step.outcome_id == "becomes_foul"


def test_the_journal_counts_the_violations_of_a_pair_in_a_round() -> None:
    journal = Journal(MemoryStore())
    assert not second_violation(at_table(journal, "3", 2))
    first = slow(journal, "3", 2)
    assert second_violation(at_table(journal, "3", 2))
    assert not second_violation(at_table(journal, "3", 3))  # another round
    assert not second_violation(at_table(journal, "4", 2))  # another pair
    assert not second_violation(at_table(journal, "3", 2, first))  # the one being ruled on
    journal.withdraw(first)
    assert not second_violation(at_table(journal, "3", 2))


def test_a_follow_up_of_the_same_incident_is_no_second_violation() -> None:
    journal = Journal(MemoryStore())
    first = slow(journal, "3", 2)
    slow(journal, "3", 2, chain=first)
    found = counted(journal, "3")
    assert found is not None and found.counts["violation"] == 1


def test_without_the_round_the_count_is_not_guessed() -> None:
    journal = Journal(MemoryStore())
    slow(journal, "3", None)
    around = at_table(journal, "3", 2)
    assert "history" not in around.facts
    assert counted(journal, "3") is None
    assert counted(journal, "4") is not None


def test_what_follows_is_said_before_anything_is_answered() -> None:
    journal = Journal(MemoryStore())
    found = counted(journal, "3")
    assert found is not None and list(found.words()) == []
    assert next_steps(found, "guandan", at_table(journal, "3", 2)) == []
    slow(journal, "3", 2)
    found = counted(journal, "3")
    assert found is not None and list(found.words()) == ["本轮违例 1 次"]
    said = next_steps(found, "guandan", at_table(journal, "3", 2))
    assert any("再记违例即第 2 次" in line and "记犯规" in line for line in said)


def test_a_ruling_says_that_it_is_the_second() -> None:
    journal = Journal(MemoryStore())

    def now() -> list[Occasion]:
        around = at_table(journal, "3", 2)
        step = stand("guandan.slow_play", {"seconds": 31, "warned": True}, {}, around).step
        assert isinstance(step, Ruled) and dict(counts_of(step)) == {"violation": 1}  # 22.1
        found = counted(journal, "3")
        assert found is not None
        return list(occasions(found, step, around))

    (first,) = now()
    assert not first.again and first.text.startswith("这是本轮第 1 次违例")
    slow(journal, "3", 2)
    (second,) = now()
    assert second.again and second.tree == "guandan.violation_count"
    assert second.text.startswith("这是本轮第 2 次违例") and "记犯规" in second.text  # 16.3.1


def test_what_follows_a_violation_goes_by_the_journal_not_by_the_table_alone() -> None:
    journal, here = Journal(MemoryStore()), {"seconds": 35, "warned": True, "offender": "E", "last_play_by": "N"}

    def who_acts(pair: str) -> tuple[str | None, str]:
        around = at_table(journal, pair, 2)
        around = replace(around, facts={**around.facts, "violations_ns": 0, "violations_ew": 0})  # none at this table
        step = stand("guandan.slow_play", here, {}, around).step
        assert isinstance(step, Ruled) and step.next is not None
        return step.next.act, step.next.text

    assert who_acts("3")[0] == "lead"  # 6.3: nobody beat North's play, and East is stopped
    slow(journal, "3", 1)
    slow(journal, "3", 2)
    slow(journal, "3", 2)
    act, text = who_acts("3")
    assert act == "rule" and "第3次违例" in text  # 16.3.1: those of this round, whoever's table they were at
    assert who_acts("4")[0] == "lead"  # another pair


def test_what_a_ruling_was_made_with_does_not_change_by_what_comes_after() -> None:
    journal = Journal(MemoryStore())
    slow(journal, "3", 2)
    first = Rulings().begin(
        "guandan.slow_play", {"seconds": 31, "warned": True}, at_table(journal, "3", 2), None, scene("3")
    )
    slow(journal, "3", 2)
    slow(journal, "1", 2)
    found = tally(first.scene, first.context)
    assert found is not None and found.counts["violation"] == 1


def test_the_place_of_a_ruling_is_its_own() -> None:
    journal, rulings = Journal(MemoryStore()), Rulings()
    slow(journal, "1", 2)
    first = rulings.begin("guandan.violation_count", {}, at_table(journal, "2", 2), None, scene("2"))
    second = rulings.begin("guandan.violation_count", {}, Context(), None, Scene(NO_EVENT, "guandan", Place("5", 2, 1)))
    assert second.take_place(scene("1"), at_table(journal, "1", 2))
    assert isinstance(second.standing.step, Ruled) and second.standing.step.outcome_id == "becomes_foul"  # 16.3.1
    assert first.scene == scene("2")
    assert isinstance(first.standing.step, Ruled) and first.standing.step.outcome_id == "first_violation"
    follow_up = rulings.begin("guandan.slow_play", {}, first.context, first.incident, first.scene)
    assert follow_up.take_place(scene("1"), at_table(journal, "1", 2))
    assert first.scene.pair == "2", "nor does a follow-up move it"


def test_the_next_ruling_is_at_the_same_table_in_the_same_round_against_nobody_yet() -> None:
    assignment = Assignment()
    assignment.called_to(Scene(NO_EVENT, "guandan", Place("5", 2, 1, 7), ("3",)))
    assert assignment.scene("guandan") == Scene(NO_EVENT, "guandan", Place("5", 2))
    assert assignment.scene("bridge") == Scene(NO_EVENT, "bridge"), "of another game it is another table"


def test_each_game_has_its_own_event() -> None:
    assignment = Assignment()
    assignment.called_to(Scene(NO_EVENT, "guandan", Place("5", 2)))
    assignment.attend("G", ["guandan"])
    assignment.attend("B", ["bridge"])
    assert [assignment.scene(game).event for game in ("bridge", "guandan", "shengji")] == ["B", "G", NO_EVENT]
    assert assignment.scene("guandan").place == Place(), "the tables of another event are other tables"
    assignment.called_to(Scene("G", "guandan", Place("6", 1)))
    assignment.attend("G", ["guandan"])
    assert assignment.scene("guandan").place == Place("6", 1)
    assignment.called_to(Scene("before", "guandan", Place("9", 9)))  # a ruling of an event that is over
    assert assignment.scene("guandan").place == Place("6", 1)


def test_what_was_kept_for_all_games_goes_to_the_game_of_its_event() -> None:
    kept = {"event": "G", "author": "王五", "pair": "2", "table": "5", "round": 2, "game": 1, "deal": 3}
    assignment = Assignment()
    assignment.restore(kept, {"G": "guandan"}.get)
    assert assignment.author == "王五"
    assert assignment.post("guandan") == Post("G", "5", 2)
    assert assignment.post("bridge") == assignment.post("shengji") == Post()
    everywhere = Assignment()
    everywhere.restore({**kept, "event": "any"}, {"any": None}.get)
    assert {everywhere.post(game) for game in games()} == {Post("any", "5", 2)}
    damaged = Assignment()
    damaged.restore({"author": 5, "posts": {"guandan": [], "bridge": {"event": 3, "round": "x", "table": "1"}}}, {}.get)
    assert damaged.author == "" and damaged.post("bridge") == Post(table="1")


def test_another_window_chooses_the_event_but_not_the_table_of_this_one() -> None:
    assignment = Assignment()
    assignment.called_to(Scene(NO_EVENT, "guandan", Place("5", 2)))
    assignment.restore(
        {"posts": {"guandan": Post(NO_EVENT, "9", 3).plain(), "bridge": Post("B", "1", 1).plain()}}, {}.get
    )
    assert assignment.post("guandan") == Post(NO_EVENT, "5", 2) and assignment.post("bridge") == Post("B", "1", 1)
    assignment.restore({"posts": {"guandan": Post("G").plain()}}, {}.get)
    assert assignment.post("guandan") == Post("G")


def test_a_scene_is_kept() -> None:
    here = Scene("G", "guandan", Place("5", 2, None, 7), ("3", "4"))
    assert scene_of(here.plain(), "guandan") == here
    assert here.pair == "" and scene("3").pair == "3"
    assert scene_of({"event": 1, "place": [], "offenders": "ab"}, "bridge") == Scene(NO_EVENT, "bridge")


def test_a_pair_is_not_taken_for_a_count() -> None:
    event = EventBody("秋季公开赛", entrants=(Entrant("1", "红队"), Entrant("甲", "甲")))
    assert pair_words(event, "1") == "1号 红队"
    assert pair_words(event, "2") == "2号"
    assert pair_words(event, "甲") == "甲"
    assert pair_words(event, "5桌南北") == "5桌南北方"  # a side is said in full


def test_shengji_counts_warnings_too() -> None:
    journal = Journal(MemoryStore())
    place = Place("2", 1, None, 1)
    body = RulingBody(
        "shengji", "shengji.slow_play", "超时", "warned", "警告", "penalty", place, ("甲",), None, (("warning", 1),)
    )
    journal.save_ruling(NO_EVENT, body)
    here = Scene(NO_EVENT, "shengji", Place("2", 1), ("甲",))
    around = context(journal, here, ())
    found = tally(here, around)
    assert found is not None and list(found.words()) == ["本轮警告 1 次"]
    said = next_steps(found, "shengji", around, ["shengji.warning_count"])
    assert len(said) == 1 and "再记警告即第 2 次" in said[0] and "违例" in said[0]  # 19.2p2


def test_bridge_has_no_ladder() -> None:
    journal = Journal(MemoryStore())
    assert context(journal, scene("3", 1, "bridge"), ()).facts == {}


def test_the_books_of_the_event_answer_which_rules_apply() -> None:
    base = EventBody("甲", "guandan", ("guandan-2017",))
    both = EventBody("乙", "guandan", ("guandan-2017", "guandan-supplement"))
    assert adopted(base, "guandan", SUPPLEMENTS) == {"regime": "base"}
    assert adopted(both, "guandan", SUPPLEMENTS) == {"regime": "supplement"}
    assert adopted(both, "shengji", SUPPLEMENTS) == {}
    assert adopted(EventBody("默认"), "guandan", SUPPLEMENTS) == {}


def test_open_questions_of_the_event_are_settled_in_its_rulings() -> None:
    journal = Journal(MemoryStore())
    event = journal.save_event(EventBody("甲", "shengji", ("shengji-40",), {"shengji-40/D-34": "every"}))
    assert context(journal, Scene(event, "shengji"), ()).settled == {"shengji-40/D-34": "every"}


def test_a_walk_takes_over_what_the_journal_says_and_keeps_its_answers() -> None:
    journal = Journal(MemoryStore())
    rulings = Rulings()
    incident = Incident("01J")
    walk = rulings.begin("guandan.violation_count", {"pair": "别的"}, at_table(journal, "3", 2), incident)
    assert walk.incident is incident
    assert isinstance(walk.standing.step, Ruled) and walk.standing.step.outcome_id == "first_violation"
    assert walk.asked == 0  # nobody was asked anything
    slow(journal, "3", 2)
    walk.come_to_know(at_table(journal, "3", 2))
    assert isinstance(walk.standing.step, Ruled) and walk.standing.step.outcome_id == "becomes_foul"
    assert walk.in_the_strip("history") and walk.in_the_strip("pair")


def test_a_tree_that_knows_no_ladder_is_not_disturbed() -> None:
    journal = Journal(MemoryStore())
    walk = Rulings().begin("guandan.slow_play", {"seconds": 31, "warned": True}, at_table(journal, "3", 2))
    assert isinstance(walk.standing.step, Ruled)
    assert walk.context.facts["pair"] == "3"


def test_a_place_in_words() -> None:
    assert place_words(Place("5", 2, 1, 3)) == "5桌 第2轮 第1局 第3副"
    assert place_words(Place()) == ""


def test_every_game_has_a_ladder_even_if_empty() -> None:
    assert set(trees().ladders) == set(games())
