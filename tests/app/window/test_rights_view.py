"""Whose rights are looked at: addresses, what is kept, what somebody is at another stage."""

from __future__ import annotations

import pytest

from app.base.opened import trees
from app.window import routes
from app.window.rights_view import RightsView


def looked_at(at: RightsView, game: str) -> tuple[str | None, str | None]:
    """Return which stage and which role are open."""
    stage, role = at.stage(trees().rights[game]), at.role(trees().rights[game])
    return stage and stage.id, role and role.id


def test_every_place_has_an_address_that_reads_back() -> None:
    for game, rights in trees().rights.items():
        for stage in rights.stages:
            for role in rights.present(stage.id):
                place = routes.parse(routes.rights_address(game, stage.id, role.id))
                assert (place.kind, place.tab) == ("rights", "rights")
                assert (place.game, place.stage, place.role) == (game, stage.id, role.id)
    assert routes.parse("/rights/bridge").game == "bridge"
    assert routes.parse("/rights/whist").kind == "lost"
    assert routes.parse("/rights/bridge/play/dummy/more").kind == "lost"


def test_an_address_is_followed_and_what_it_leaves_out_stays() -> None:
    rights = trees().rights
    at = RightsView()
    at.take(rights, "bridge", "play", "dummy")
    assert looked_at(at, "bridge") == ("play", "dummy")
    at.take(rights, "bridge", "end", None)
    assert looked_at(at, "bridge") == ("end", "dummy"), "who I am stays when I ask about another time"
    at.take(rights, "bridge", "auction", None)
    assert looked_at(at, "bridge") == ("auction", "on_turn"), "there is no dummy yet"
    at.take(rights, "guandan", None, None)
    at.take(rights, "bridge", None, None)
    assert looked_at(at, "bridge") == ("auction", "on_turn")
    at.take(rights, "bridge", "never", "nobody")
    assert looked_at(at, "bridge") == ("auction", "on_turn")
    at.take(rights, "bridge", "play", None)
    assert looked_at(at, "bridge") == ("play", "dummy")


def test_nothing_is_opened_that_nobody_asked_for() -> None:
    at = RightsView()
    assert looked_at(at, "bridge") == (None, None)
    at.take(trees().rights, "bridge", "play", None)
    assert looked_at(at, "bridge") == ("play", None), "who it is was not said"
    at.take(trees().rights, "guandan", None, None)
    assert looked_at(at, "guandan") == (None, None), "of another game nothing was said"


def test_it_is_kept() -> None:
    at = RightsView()
    at.take(trees().rights, "shengji", "wrong", "next")
    again, kept = RightsView(), {"stages": {"bridge": "play"}}  # which another window chose
    at.keep_in(kept)
    again.restore(kept)
    assert again.stages["bridge"] == "play"
    assert (again.game, *looked_at(again, "shengji")) == ("shengji", "wrong", "next")


@pytest.mark.parametrize(
    "kept", [{}, {"game": "whist"}, {"stages": 3, "roles": ["x"]}, {"game": 1, "stages": {"bridge": 2}}]
)
def test_nonsense_that_was_kept_is_ignored(kept: dict[str, object]) -> None:
    at = RightsView()
    at.restore(kept)
    assert looked_at(at, at.game) == (None, None)
