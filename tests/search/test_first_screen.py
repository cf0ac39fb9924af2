"""The page's own search (assets/web/finding.js), there until Python is, finds first what the engine finds first.

Nobody has counted what people ask. But short queries are typed more often than long ones, and with a first screen that waits
there is time for little more: so the commonest are taken to be the shortest of the judged queries.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
import yaml

from search.compiled_index import compiled_index
from search.engine import open_engine
from search.light import LIGHT_FILE
from tests.search.test_holdout import HOLDOUT
from tests.search.test_judged import judged_queries

HERE = Path(__file__).parent
FINDING = HERE.parents[1] / "assets" / "web" / "finding.js"
COMMONEST = 100
NAMES = ("term", "pinyin", "initials", "homophone", "clause-number")  # ways to ask for something by its name or number
OF_ALL = 0.62  # share of all judged queries, whole sentences among them: may only rise

Asked = tuple[str, str | None]


def on_the_page(asked: Sequence[Asked]) -> list[list[str]]:
    """What the page finds, query by query, best first."""
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "node is missing: CI tries the search of the page"
        pytest.skip("needs Node.js to run the search of the page")
    command = [node, str(HERE / "find_in_page.mjs"), str(FINDING), str(compiled_index() / LIGHT_FILE)]
    done = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout)
    return found


def by_the_engine(asked: Asked) -> str:
    """What the engine finds first."""
    query, game = asked
    hits = open_once().search(query, game=game).hits  # type: ignore[arg-type]
    return hits[0].id if hits else ""


open_once = cache(open_engine)


def differing(asked: Sequence[Asked]) -> list[str]:
    """The queries for which the page finds something else first."""
    found = on_the_page(asked)
    firsts = [(one, here[0] if here else "", by_the_engine(one)) for one, here in zip(asked, found, strict=True)]
    return [f"{query} ({game}): {here}, engine {there}" for (query, game), here, there in firsts if here != there]


def judged() -> list[Asked]:
    return [(one.query, one.game) for one in judged_queries()]


def test_the_commonest_queries_find_the_same_first() -> None:
    assert differing(sorted(judged(), key=lambda asked: len(asked[0]))[:COMMONEST]) == []


def test_so_do_names_and_numbers_that_nothing_was_made_for() -> None:
    every = yaml.safe_load(HOLDOUT.read_text(encoding="utf-8"))
    asked = [(one["query"], one.get("game")) for one in every if one["kind"] in NAMES]
    assert len(asked) >= 60 and differing(asked) == []


def test_what_sounds_like_a_name_is_what_the_engine_hears() -> None:
    light = json.loads((compiled_index() / LIGHT_FILE).read_text(encoding="utf-8"))
    names, sounds = (lines.split("\n") for lines in light["names"])
    letters = ["".join(syllable[0] for syllable in sound.split()) for sound in sounds]
    plain = [sound.replace(" ", "") for sound in sounds]
    for kind, least in ((names, 1.0), (letters, 0.95), (plain, 0.95)):
        asked = [(query, None) for query in random.Random(25).sample(sorted(set(kind)), 150)]
        assert len(wrong := differing(asked)) <= (1 - least) * len(asked), wrong


def test_of_all_judged_queries_most_find_the_same_first() -> None:
    asked = judged()
    assert 1 - len(differing(asked)) / len(asked) >= OF_ALL
