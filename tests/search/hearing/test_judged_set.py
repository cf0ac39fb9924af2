"""The judged sentences stay as they were written: the first before there was anything to be trained, the later ones by a writer of
whom nobody who worked on what is heard has seen a line, the third and the fourth by one more each, measured before anybody
read them.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.base.opened import trees
from decision_trees.games import games

HERE = Path(__file__).parent
WRITTEN = {
    "judged.yaml": "8e636e208534934307b7e7bedd9b82bd08b6353f1ef8cb456d067b18c81c44d6",
    "readers.yaml": "096a5091776c13bbf774e9fd26aebec7a6a9fd477e29e8be482a26b02669421d",
    "judged_later.yaml": "df17d80745da4111ff1c49710d838b6e458a6509ce3f7032c8b28c2f12e3ab69",
    "judged_third.yaml": "3c5b04d0bfb501698ed7bc4090468a348a1b96367a1189b8429ed9e3948853a7",
    "judged_fourth.yaml": "5dfdc935c75abdc8203ca694bce4c7dfabd98ac600dab9a801a714cdff4c1c10",
    "readers_later.yaml": "6a7b1b2d713affa91612603aa7eec6109075b4fd4ae202ef274e3363617e5c2b",
}
SETS = {"judged.yaml": ("readers.yaml", 300, 10), "judged_later.yaml": ("readers_later.yaml", 160, 5)}
ALONE = {"judged_third.yaml": ("", 200, 5), "judged_fourth.yaml": ("", 240, 8)}  # read by their writers alone


def sentences(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", WRITTEN)
def test_nothing_was_changed_since(name: str) -> None:
    assert sha256((HERE / name).read_bytes()).hexdigest() == WRITTEN[name]


@pytest.mark.parametrize("name", SETS | ALONE)
def test_every_tree_named_is_there_and_every_game_has_its_share(name: str) -> None:
    judged, (_, least, none) = sentences(name), (SETS | ALONE)[name]
    assert len({each["id"] for each in judged}) == len(judged) >= least
    assert all(trees().tree(tree).game == each["game"] for each in judged for tree in each["trees"])
    assert {each["game"] for each in judged} == set(games())
    unruled = Counter(each["game"] for each in judged if not each["trees"])
    assert min(unruled.values()) >= none and set(unruled) == set(games())


def test_the_first_set_has_as_many_of_each_writer_and_game() -> None:
    count = Counter((each["game"], each["writer"]) for each in sentences("judged.yaml"))
    assert len(set(count.values())) == 1 and len(count) == 2 * len(games())


def test_the_later_writers_wrote_none_of_the_sets_before() -> None:
    writers: set[str] = set()
    for name in SETS | ALONE:
        its_own = {each["writer"] for each in sentences(name)}
        assert not writers & its_own
        writers |= its_own


@pytest.mark.parametrize("name", SETS)
def test_the_two_readers_agree_and_what_they_agree_on_is_what_is_asked_for(name: str) -> None:
    readers = {each["id"]: each for each in sentences(SETS[name][0])}
    judged = sentences(name)
    same = apart = 0
    for each in judged:
        if not each["trees"]:
            continue
        one, two = readers[each["id"]]["one"], readers[each["id"]]["two"]
        doubted = {*readers[each["id"]]["doubt_one"], *readers[each["id"]]["doubt_two"]}
        both = {name for name in one if name in two and plain(one[name]) == plain(two[name])}
        same += len(both)
        apart += len({*one, *two} - both - doubted)
        assert set(each["facts"]) <= both and {*one, *two} - set(each["facts"]) <= set(each.get("open", ()))
    assert same / (same + apart) > 0.95  # of what neither of them doubted


def plain(value: Any) -> str:
    """One card and a list of one are the same."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
