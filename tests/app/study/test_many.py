"""Questions by the thousand: what the long runs wrote down, and a short one."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from app.study import bank, lint
from tests.app.study import many
from tests.app.study.many import BEFORE, EVERY, RESULT, SEED, of_today, told

KEPT = 0.8  # of the subjects a kind asked about before: fewer only where it is said why
_NAMED = "nearly every line of a ruling names the seats by now, so that another line betrays the one exchanged"
GONE = {
    "guandan meaning": "eight glosses repeat the word they explain, or stand alone in their field",
    "bridge error": _NAMED,
    "guandan error": _NAMED,
    "shengji error": _NAMED,
}
"""Kinds that ask about fewer, and why."""


def test_a_short_run_says_what_it_looked_at() -> None:
    report = lint.check(60, 11)
    lines = told([report], 60, "here")
    assert re.match(r"commit here seed \d+ makers [0-9a-f]{16} data [0-9a-f]{16} law [0-9a-f]{16}$", lines[0])
    assert lines[1] == "60 questions of 60, 0 faults", lines
    assert any(line.startswith("check picture: 0") for line in lines)


def test_the_long_look_at_every_subject_found_nothing() -> None:
    lines = EVERY.read_text(encoding="utf-8").splitlines()
    assert lines[0].endswith(f" seed 0 {of_today()}"), "python -m tests.app.study.many every"
    assert re.match(r"\d+ questions, 0 faults$", lines[1]), lines[1]


def test_no_kind_asks_about_a_fifth_less_without_a_word() -> None:
    before = json.loads(BEFORE.read_text(encoding="utf-8"))["kinds"]
    now = dict(re.findall(r"(?m)^(\w+ \w+): (\d+) subjects make one", EVERY.read_text(encoding="utf-8")))
    assert set(before) <= set(now)
    less = {name for name, number in before.items() if int(now[name]) < KEPT * number}
    assert less == set(GONE)


def test_the_long_run_was_of_todays_trees_law_and_generators() -> None:
    said = RESULT.read_text(encoding="utf-8").splitlines()[0]
    assert said.endswith(f" seed {SEED} {of_today()}"), "python -m tests.app.study.many"


def test_a_changed_tree_clause_or_generator_changes_what_the_run_was_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, of in (("ROOT", many.ROOT), ("BOOKS", many.BOOKS), ("STUDY", many.STUDY)):
        copy = tmp_path / name
        shutil.copytree(of, copy, ignore=shutil.ignore_patterns("__pycache__", "source.txt"))
        with monkeypatch.context() as patched:
            patched.setattr(many, name, copy)
            patched.setattr(many, "TABLE", many.STUDY / "table")
            before = of_today()
            touched = next(
                each
                for each in sorted(copy.glob("*/**/*.py" if name == "STUDY" else "*/**/*.yaml"))
                if "table" not in each.parts
            )
            touched.write_text(touched.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
            assert of_today() != before, touched


def test_what_the_long_run_found_is_mended() -> None:
    """The run of 50,000 names what it found; each of these questions is made again, or made no more, and looked at."""
    lines = RESULT.read_text(encoding="utf-8").splitlines()
    looked = re.match(r"(\d+) questions of \d+, (\d+) faults$", lines[1])
    assert looked is not None and int(looked[1]) >= 50_000
    named = [found[1] for line in lines if (found := re.match(r"  ([a-z]+/\S+/\d+): [a-z-]+: ", line))]
    assert len(named) == int(looked[2])
    for name in named:
        try:
            question = bank.by_id(name)
        except bank.NoQuestionError:
            continue
        assert list(lint.found(question)) == [], name
