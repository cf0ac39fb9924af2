"""Every clause that is named of a meeting, a score, a rank or a format is in the books."""

from __future__ import annotations

import itertools

import pytest

from app.journal.competition import ChangeBody, PairingBody, PlanBody, ResultBody, RoundBody
from app.tools.competition.next_round import next_round
from app.tools.competition.scoring import law_of
from rules_data.handbook import open_handbook
from tests.app.tools.competition.events import Play

FORMATS = ("round_robin", "swiss", "single", "double", "groups")


@pytest.mark.parametrize(("game", "format_"), [*itertools.product(("guandan", "shengji", "bridge"), FORMATS)])
def test_named_clauses_are_in_the_books(game: str, format_: str) -> None:
    books = open_handbook()
    named = {*itertools.chain(*law_of(game).forms.values())}
    for supplement, ground, side in itertools.product((False, True), law_of(game).grounds, ("home", "away", "both")):
        play = Play(
            game, 8, supplement=supplement and game == "guandan", settled={"shengji-40/D-28": "twelve"},
            format=format_, rounds=3, groups=2, through=1, drop="same",
        )  # fmt: skip
        if format_ == "swiss":
            play.add(next_round(play.now()))
        meeting = play.now().rounds[0].meetings[0]
        play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), forfeit=side, ground=ground))  # type: ignore[arg-type]
        play.add(ChangeBody("2", "leave", 1), ChangeBody("3", "leave", 2))
        now = play.now()
        for each in now.meetings():
            named |= {*each.cites, *now.outcome(each).cites}
        named |= {step.cite for step in now.steps() if step.cite}
    assert sorted(cite for cite in named if cite not in books) == []
    assert named


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (PlanBody("round_robin", ()), "至少要两对"),
        (PlanBody("round_robin", ("1", "1"), scoring="levels"), "重复"),
        (PlanBody("groups", ("1", "2", "3", "4"), groups=3, through=1, scoring="levels"), "分3组不成"),
        (PlanBody("groups", ("1", "2", "3", "4"), groups=2, through=3, scoring="levels"), "名额应是1至2"),
        (PlanBody("double", ("1", "2", "3", "4"), scoring="levels"), "须由编排者定"),
        (PlanBody("round_robin", ("1", "2"), scoring="standard"), "没有这种记分"),
    ],
)
def test_a_plan_that_cannot_be_is_said_in_a_sentence(body: PlanBody, said: str) -> None:
    from app.tools.competition.meetings import PlanError
    from app.tools.competition.planning import check

    with pytest.raises(PlanError, match=said) as refused:
        check(body, "guandan")
    assert str(refused.value)[-1] in "。"


def test_what_was_merged_from_two_referees_is_read_in_the_order_of_time() -> None:
    """Two results of one table, and a round nobody paired: the later result counts, the stray round is passed over."""
    play = Play("guandan", 4, format="swiss", rounds=3)
    play.add(RoundBody(1, (PairingBody("1", "1", "2"), PairingBody("2", "3", "4"))))
    play.add(RoundBody(3, (PairingBody("1", "1", "3"),)))
    play.add(ResultBody("1.1", "1", "2", levels=(("A", "2"),)), ResultBody("1.1", "2", "1", levels=(("A", "2"),)))
    now = play.now()
    assert [each.number for each in now.rounds] == [1]
    assert now.outcome(now.rounds[0].meetings[0]).winner == "away"
