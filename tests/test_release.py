"""A release: the version stands in one place, and what names it agrees."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml
from typer.testing import CliRunner

from app import __version__
from app.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent


def test_the_project_reads_its_version_from_the_program() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["dynamic"] == ["version"] and "version" not in settings["project"]
    assert settings["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "app.__version__"}
    assert re.search(rf'^__version__ = "{__version__}"$', (ROOT / "app" / "__init__.py").read_text("utf-8"), re.M)


def test_the_command_says_the_version() -> None:
    said = CliRunner().invoke(cli, ["--version"])
    assert (said.exit_code, said.output) == (0, f"zhicai {__version__}\n")


def test_nothing_else_writes_the_version_down() -> None:
    written = re.compile(rf"(?<![\d.=]){re.escape(__version__)}(?![\d.])")
    rooms = ("app", "search", "decision_trees", "rules_data", "assets", "docs", ".github")
    files = [
        file for room in rooms for file in (ROOT / room).rglob("*") if file.suffix in (".py", ".toml", ".yml", ".md")
    ]
    for file in [*files, ROOT / "pyproject.toml", ROOT / "README.md"]:
        if file != ROOT / "app" / "__init__.py" and "compiled" not in file.parts:
            assert not written.search(file.read_text(encoding="utf-8")), file


def test_the_tag_of_a_release_is_held_against_the_version() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["jobs"]
    steps = [step.get("run", "") for step in jobs["wheel-and-site"]["steps"]]
    assert any("GITHUB_REF_NAME#v" in step and "zhicai --version" in step for step in steps)
