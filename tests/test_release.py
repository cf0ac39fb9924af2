"""A release: the version stands in one place, and what names it agrees."""

from __future__ import annotations

import re
import tomllib
from datetime import date
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


def test_the_command_and_the_newest_heading_of_the_changes_say_the_same() -> None:
    said = CliRunner().invoke(cli, ["--version"])
    assert (said.exit_code, said.output) == (0, f"zhicai {__version__}\n")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = [heading for heading in re.findall(r"^## (.*)$", changes, re.M) if re.match(r"\d|未发布", heading)]
    if headings[0] == "未发布":  # what has come since stands above the newest
        del headings[0]
    found = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+) · (\d{4}-\d\d-\d\d)", heading) for heading in headings]
    versions = [tuple(map(int, each.groups()[:3])) for each in found if each and date.fromisoformat(each[4])]
    assert len(versions) == len(headings) and versions == sorted(set(versions), reverse=True), headings
    assert ".".join(map(str, versions[0])) == __version__


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
