"""Addresses: every page has one, it reads back to the same page, and no web host takes it for a file."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

import pytest

from app.window import routes
from decision_trees.games import first_game
from rules_data.handbook import open_handbook


def test_every_provision_has_an_address_that_reads_back() -> None:
    seen = set()
    for provision in open_handbook().walk():
        address = routes.clause_address(provision.id)
        assert address.isascii() and posixpath.splitext(address)[1] == "", address
        place = routes.parse(address)
        assert (place.kind, place.provision_id) == ("clause", provision.id)
        seen.add(address)
    assert len(seen) == len(list(open_handbook().walk()))


@pytest.mark.parametrize(
    ("address", "provision"),
    [
        ("/clause/bridge-1999/64A1", "bridge-1999:64A1"),
        ("/clause/guandan-2017/18_2_1", "guandan-2017:18.2.1"),
        ("/clause/guandan-2017/18.2.1", "guandan-2017:18.2.1"),
        ("/clause/bridge-1999/def/%E8%97%8F%E7%89%8C", "bridge-1999:def/藏牌"),
        ("/clause/bridge-1999/def/藏牌", "bridge-1999:def/藏牌"),
        ("/clause/bridge-1999/64A1/?from=somewhere#top", "bridge-1999:64A1"),
    ],
)
def test_addresses_people_type(address: str, provision: str) -> None:
    assert routes.parse(address).provision_id == provision


def test_tabs_and_tools() -> None:
    for tab in routes.TABS:
        assert routes.parse(routes.tab_address(tab)).tab == tab
    assert routes.parse("/tools/settings").tab == "tools"
    assert routes.parse("/tools/settings").parent == "/tools"
    assert routes.parse("/clause/bridge-1999/64A1").parent == "/book/bridge-1999"
    assert routes.parse("/book/bridge-1999").parent == "/"
    assert routes.parse("/nowhere").kind == "lost"
    assert unquote(routes.clause_address("bridge-1999:def/打牌.1")).endswith("/def/打牌_1")


@pytest.mark.parametrize(
    ("address", "kind", "book", "parent"),
    [
        (routes.tab_address("kept"), "kept", None, "/"),
        (routes.glossary_address(), "glossary", None, "/"),
        (routes.glossary_address("shengji-40"), "glossary", "shengji-40", "/book/shengji-40"),
        (routes.changes_address("guandan-supplement"), "changes", "guandan-supplement", "/book/guandan-supplement"),
    ],
)
def test_what_belongs_to_reading(address: str, kind: str, book: str | None, parent: str) -> None:
    place = routes.parse(address)
    assert (place.kind, place.book, place.tab, place.parent) == (kind, book, "lookup", parent)


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("/?q=%E8%97%8F%E7%89%8C", routes.Asked("藏牌")),
        ("/?q=64A1&game=bridge&typing=1", routes.Asked("64A1", "bridge", True)),
        ("/?q=&game=all", routes.Asked("", "all")),
        ("/?q=x&game=chess", routes.Asked("x")),
        ("/?step=2", None),
        ("/tools?q=x", None),
    ],
)
def test_what_was_asked_before_the_app_was_there(address: str, asked: routes.Asked | None) -> None:
    assert routes.parse(address).asked == asked


def test_what_belongs_to_the_rounds_of_an_event() -> None:
    place = routes.parse(routes.competition_address("01J0", "result", "A3.2"))
    assert (place.kind, place.record, place.part, place.meeting) == ("competition", "01J0", "result", "A3.2")
    assert place.tab == "tools"
    assert place.parent == routes.competition_address("01J0")
    assert routes.parse(place.parent).parent == "/tools/events"


def test_papers_and_sittings_have_addresses_over_learning() -> None:
    for address, kind in ((routes.paper_address("1f0c"), "paper"), (routes.sitting_address("01ARZ3"), "sitting")):
        place = routes.parse(address)
        assert (place.kind, place.tab, place.parent) == (kind, "learn", "/learn/exams")
        assert place.record == address.rpartition("/")[2]
    assert routes.parse("/learn/exams").kind == "exams" and routes.parse("/learn/exams/compose").kind == "compose"
    assert routes.parse("/learn/exams/other/x").kind == "lost"


def test_every_address_is_built_and_read_by_one_table() -> None:
    """What a route holds comes back from its address, and Flet's router is given a path for every kind that lies over a place."""
    for route in routes.ROUTES:
        said = {name: first_game() if name == "game" else f"{name}.1" for name in route.fields}
        place = routes.parse(route.address(said))
        assert (place.kind, {name: getattr(place, name) for name in said}) == (route.kind, said)
    shown = {kind for place in ("/", "/rule", "/rights", "/learn", "/tools") for _, kind in routes.below(place)}
    assert shown | set(routes.TABS) == {route.kind for route in routes.ROUTES}
