"""The examples of the guide are sound: the tree lints, the case comes out, the snippets fit their shapes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import yaml

from decision_trees.cases import run_case
from decision_trees.coverage import load_exceptions
from decision_trees.law import Law
from decision_trees.lint import lint_game
from decision_trees.loader import ROOT, load_game
from decision_trees.model import Deal
from rules_data.handbook import open_handbook
from rules_data.loader import Document, validate

BLOCKS = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)

NEW = Path(__file__).parents[1] / "new_game"  # the small game of “加一个项目”


def test_the_tree_and_the_case_of_the_guide_work(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "bridge", tmp_path / "bridge", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    named = {m[1]: block for block in BLOCKS if (m := re.match(r"# (\S+\.yaml)\n", block))}
    game = named.pop("game.yaml")
    assert yaml.safe_load(game) == yaml.safe_load((NEW / "gongzhu" / "game.yaml").read_text(encoding="utf-8"))
    assert set(named) == {"trees/example_several_cards.yaml", "cases/example_several_cards.yaml", "not_ruled.yaml"}
    for name, block in named.items():
        (tmp_path / "bridge" / name).write_text(block, encoding="utf-8")
    handbook = open_handbook()
    faults = [str(p) for p in lint_game("bridge", handbook, tmp_path) if "example_several_cards" in str(p)]
    assert faults == []
    files = load_game("bridge", tmp_path)
    verdict = run_case(files.cases["bridge.example_several_cards.two_small_cards"], Law(files.trees, handbook.books))
    assert verdict.ok, verdict.faults
    assert [e.at for e in load_exceptions("bridge", tmp_path)] == ["bridge-1999:6E3"]


def test_the_snippets_are_yaml() -> None:
    for block in BLOCKS:
        assert yaml.safe_load(block)


def test_the_deal_of_the_guide_fits_its_shape() -> None:
    (block,) = [b for b in BLOCKS if b.startswith("# lines of deal.yaml")]
    deal = validate(Document(Path("deal.yaml"), yaml.safe_load(block), {}), Deal)
    assert deal.roles["offender"].side == "违规方"
