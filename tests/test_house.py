"""The rules of the house, as tests: style, types, which room may import which."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import networkx
import pytest
import yaml

from decision_trees.games import games

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


def beside_python(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def test_style() -> None:
    run(sys.executable, "-m", "ruff", "check", ".")


def test_layout() -> None:
    run(sys.executable, "-m", "ruff", "format", "--check", ".")


def test_types() -> None:
    run(sys.executable, "-m", "mypy")


def test_imports_go_downwards() -> None:
    run(beside_python("lint-imports"))


def test_the_ci_runs_the_command_of_the_readme() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if "pytest" in line]
    assert commands and commands[0].startswith("python3 -m venv"), "the first line naming pytest must be the command"


FOLDERS = ["app", "search", "decision_trees", "rules_data", "assets", "docs", "tests", "schema", ".ci", ".github"]
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENCES-THIRD-PARTY.md"]
PAGES = [f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))]
CI = ROOT / ".github" / "workflows" / "ci.yml"


@pytest.mark.parametrize("folder", [*FOLDERS, *DOCUMENTS, "requirements.lock", "pyproject.toml"])
def test_no_registry_and_no_machine_path(folder: str) -> None:
    hosts = ["py" + "pi.", "python" + "hosted.", "regis" + "try.npm", "deb.deb" + "ian"]
    folders = ["/ro" + "ot/", "/ho" + "me/", "/wo" + "rk/", "/t" + "mp/"]
    forbidden = re.compile("|".join(map(re.escape, [*hosts, *folders])))
    root = ROOT / folder
    assert root.exists()
    for file in root.rglob("*") if root.is_dir() else [root]:
        if (
            file.suffix in (".py", ".yaml", ".yml", ".json", ".md", ".toml", ".txt", ".lock", "")
            and file.is_file()
            and "compiled" not in file.parts
        ):
            if file == Path(__file__) or "__pycache__" in file.parts:
                continue
            found = forbidden.search(file.read_text(encoding="utf-8", errors="ignore"))
            assert not found, f"{file}: {found.group() if found else ''}"


def test_the_lock_names_no_host_and_no_file() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert not re.search(r"://|file:|--(extra-)?index-url|--find-links|[/@]", text)


def test_no_circle_of_imports() -> None:
    """Also not by imports inside functions: whoever changes one module of a circle has to understand all of them."""
    graph = grimp.build_graph("app", "search", "decision_trees", "rules_data", exclude_type_checking_imports=True)
    arrows = networkx.DiGraph(
        (module, imported) for module in graph.modules for imported in graph.find_modules_directly_imported_by(module)
    )
    assert [sorted(c) for c in networkx.strongly_connected_components(arrows) if len(c) > 1] == []


def test_a_character_stands_once_in_a_class() -> None:
    """A class such as ``[,,]`` once held a full-width twin, which somebody's editor made half-width."""
    doubled = []
    for path in [
        *(file for room in ("app", "search", "decision_trees", "rules_data") for file in (ROOT / room).rglob("*.py"))
    ]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for found in re.finditer(
                r"(?<!\\)\[\^?((?:\\.|[^\]\\\[\"'])+)\]", line if "re." in line or 'r"' in line else ""
            ):
                plain = re.sub(r"\\.|.-.", "", found[1])
                if re.search(r"[,:;()!?]", plain) and len(set(plain)) < len(plain) and not re.search(r"\w{3}", plain):
                    doubled.append(f"{path.name}:{number} {found[0]}")
    assert doubled == []


def test_the_workflow_uses_actions_by_name_and_tries_every_system_and_python() -> None:
    jobs = yaml.safe_load(CI.read_text(encoding="utf-8"))["jobs"]
    used = {step["uses"].partition("@")[0] for job in jobs.values() for step in job["steps"] if "uses" in step}
    assert used == {"actions/checkout", "actions/setup-python"} and "://" not in CI.read_text(encoding="utf-8")
    tried = jobs["systems"]["strategy"]["matrix"]
    assert tried["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert [name.partition("-")[0] for name in tried["os"]] == ["ubuntu", "windows", "macos"]
    assert any("CSafeLoader" in step.get("run", "") for step in jobs["without-libyaml"]["steps"])


def anchors(page: Path) -> set[str]:
    """Where a link into a page may point: its headings, as they are named where it is shown."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", [*DOCUMENTS, *PAGES, "decision_trees/README.md"])
def test_what_the_documents_point_to_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", text):
        page = (ROOT / name).parent / target if target else ROOT / name
        assert page.exists(), f"{name}: {target}"
        assert not anchor or anchor in anchors(page), f"{name}: {target}#{anchor}"
    for path in re.findall(r"`((?:app|search|decision_trees|rules_data|assets|tests|schema)/[A-Za-z0-9_./-]*)`", text):
        assert (ROOT / path).exists(), f"{name}: {path}"


EVENTS = [
    *(ROOT / "app" / "tools" / "competition").glob("*.py"),
    *(file for room in ("screens", "cli", "papers") for file in (ROOT / "app" / room).glob("competition*.py")),
    ROOT / "app" / "journal" / "competition.py",
    ROOT / "decision_trees" / "event_law.py",
]


@pytest.mark.parametrize("file", EVENTS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_events_know_no_game_by_its_name(file: Path) -> None:
    """What the texts of a game say of events stands in its event.yaml and its trees.

    升级 also is what a side does, so of the names people read it alone is looked for where it stands by itself.
    """
    source = file.read_text(encoding="utf-8")
    for game in games().values():
        for name in (game.id, *game.books):
            assert name not in source, f"{file.name} names {name}"
        alone = rf"(?<![\u4e00-\u9fff]){game.name}(?![\u4e00-\u9fff])"
        assert not re.search(alone if game.name == "升级" else game.name, source), f"{file.name} names {game.name}"
    assert not re.search(r"game\s*(==|!=|\bin\b)\s*[\"'({\[]", source), f"{file.name} asks which game it is"


LONG = 50  # lines of a function that can be read at once
LONGER = 13  # functions that are longer, in the whole program; it may only fall


def test_few_functions_are_longer_than_can_be_read_at_once() -> None:
    longer = [
        f"{file.relative_to(ROOT)}:{each.lineno} {each.name}"
        for room in ("app", "search", "decision_trees", "rules_data")
        for file in (ROOT / room).rglob("*.py")
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and (each.end_lineno or 0) - each.lineno >= LONG
    ]
    assert len(longer) <= LONGER, "\n".join(longer)


def calls(room: str) -> list[tuple[Path, ast.Call]]:
    """Every call in a room of the program."""
    files = sorted((ROOT / room).rglob("*.py"))
    return [
        (file, node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]


def test_few_functions_are_longer_than_fifty_lines() -> None:
    """Those that remain are one thing from top to bottom; nobody should have to scroll through a twentieth."""
    long = [
        f"{file.relative_to(ROOT)}:{node.name}"
        for room in ("app", "search", "decision_trees", "rules_data")
        for file in sorted((ROOT / room).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno + 1 > 50
    ]
    assert len(long) < 20, long


def test_rows_that_wrap_and_columns_that_stretch_are_made_in_one_place() -> None:
    """``app/widgets/columns.py``: else each screen has its own gaps."""
    here = ROOT / "app" / "widgets" / "columns.py"
    by_hand = [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file, call in calls("app")
        if file != here
        for made, how in (("ft.Row", "wrap"), ("ft.Column", "horizontal_alignment"))
        if ast.unparse(call.func) == made
        and any(
            each.arg == how and ast.unparse(each.value).endswith("True" if how == "wrap" else "STRETCH")
            for each in call.keywords
        )
    ]
    assert by_hand == []


ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_floors_are_drawn_as_the_contract_holds_them() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = [each for each in settings["tool"]["importlinter"]["contracts"] if each.get("containers") == ["app"]]
    held = [set(re.split(r" \| ", floor)) for floor in contract["layers"]]
    drawn = ARCHITECTURE.split("```")[3].splitlines()  # the second drawing: the rooms of the app
    assert [set(re.findall(r"([a-z]+)/ ", line)) for line in drawn if re.match(r"[a-z]+/ ", line)] == held
    assert contract["exhaustive"] and not contract.get("ignore_imports")


def test_files_that_the_architecture_names_are_there() -> None:
    """By their whole path, or by the end of it; ``books.log`` and ``study.log`` lie beside somebody's journal."""
    files = [
        f"/{file.relative_to(ROOT)}" for file in ROOT.rglob("*") if file.suffix and "node_modules" not in file.parts
    ]
    named = set(re.findall(r"`([\w./-]+\.(?:py|js|mjs|ts|yaml|md|txt))`", ARCHITECTURE))
    assert len(named) > 100 and [name for name in sorted(named) if not any(f.endswith(f"/{name}") for f in files)] == []
