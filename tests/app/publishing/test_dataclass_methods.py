"""What dataclasses compile is compiled when the site is made, by whatever Python, and serves that Python only."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest

from app.browser import dataclass_code
from app.publishing import dataclass_methods

CARDS = """
from dataclasses import dataclass, field

@dataclass(frozen=True, order=True)
class Card:
    suit: str
    rank: int = 14
    marks: list = field(default_factory=list, compare=False)
"""
FLET = """
from dataclasses import dataclass

def __getattr__(name):
    @dataclass
    class Button:
        text: str
    return Button
"""
AGAIN = """
import builtins, dataclasses, pathlib, sys
sys.path.insert(0, "files")
from app.browser import dataclass_code
found = dataclass_code.use(pathlib.Path(sys.argv[1]))
kinds, execute = [], builtins.exec
builtins.exec = lambda what, *more: (kinds.append(type(what).__name__), execute(what, *more))
import flet
from cards import Card
builtins.exec = execute
one, other = Card("S"), Card("S", 13)
assert one > other and one == Card("S", 14, [1]) and one.marks == [] and repr(other) == "Card(suit='S', rank=13, marks=[])"
try: one.rank = 2
except dataclasses.FrozenInstanceError: pass
else: raise AssertionError("it is frozen")
assert flet.Button("好").text == "好"

@dataclasses.dataclass
class Unknown:
    whatever: int
assert Unknown(3).whatever == 3
print(found, kinds.count('str'))  # the source of a module is no text any more when it is executed
"""


def run(folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the methods of two dataclasses were compiled."""
    folder = tmp_path_factory.mktemp("made")
    files = {
        "app/__init__.py": "",
        "app/browser/__init__.py": "",
        "app/browser/dataclass_code.py": Path(dataclass_code.__file__).read_text(encoding="utf-8"),
        "cards.py": CARDS,
        "flet.py": FLET,
        "elsewhere.py": "import no_such_module",
    }
    for name, content in files.items():
        file = folder / dataclass_methods.FILES / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    wanted = [["cards", "elsewhere"], ["Button"]]
    (folder / dataclass_methods.WANTED).write_text(json.dumps(wanted), encoding="utf-8")
    run(folder, dataclass_methods.__file__, str(folder))
    return folder


def test_what_was_compiled_is_not_compiled_again_and_does_the_same(made: Path) -> None:
    assert run(made, "-c", AGAIN, dataclass_methods.MADE) == "True 0"


def test_without_the_file_or_with_that_of_another_python_it_is_compiled_as_ever(made: Path) -> None:
    found, compiled = run(made, "-c", AGAIN, "nothing").split()
    assert found == "False" and int(compiled) >= 2
    content = (made / dataclass_methods.MADE).read_bytes()
    assert content.startswith(MAGIC_NUMBER)
    (made / "foreign").write_bytes(b"\0\0\r\n" + content[4:])
    assert run(made, "-c", AGAIN, "foreign") == f"False {compiled}"
