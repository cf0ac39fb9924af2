"""Whose rights are looked at: addresses, what is kept, what somebody is at another stage."""

from __future__ import annotations

import pytest

from app.base.opened import trees
from app.window import routes
from app.window.rights_view import RightsView


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
    assert (at.stage(rights["bridge"]).id, at.role(rights["bridge"]).id) == ("play", "dummy")
    at.take(rights, "bridge", "end", None)
    assert at.role(rights["bridge"]).id == "dummy", "who I am stays when I ask about another time"
    at.take(rights, "bridge", "auction", None)
    assert at.role(rights["bridge"]).id == "on_turn", "there is no dummy yet"
    at.take(rights, "guandan", None, None)
    at.take(rights, "bridge", None, None)
    assert at.stage(rights["bridge"]).id == "auction"
    at.take(rights, "bridge", "never", "nobody")
    assert at.stage(rights["bridge"]).id == "auction"
    at.take(rights, "bridge", "play", None)
    assert at.role(rights["bridge"]).id == "dummy"


def test_it_is_kept() -> None:
    rights = trees().rights
    at = RightsView()
    at.take(rights, "shengji", "wrong", "next")
    again, kept = RightsView(), {"stages": {"bridge": "play"}}  # which another window chose
    at.keep_in(kept)
    again.restore(kept)
    assert again.stages["bridge"] == "play"
    assert (again.game, again.role(rights["shengji"]).id) == ("shengji", "next")


@pytest.mark.parametrize(
    "kept", [{}, {"game": "whist"}, {"stages": 3, "roles": ["x"]}, {"game": 1, "stages": {"bridge": 2}}]
)
def test_nonsense_that_was_kept_is_ignored(kept: dict[str, object]) -> None:
    at = RightsView()
    at.restore(kept)
    rights = trees().rights[at.game]
    assert at.stage(rights).id == "play"
    assert at.role(rights) in rights.present("play")
