"""The importer, the writer and the small index run where nothing is that compiles the handbook: on the site, in a bare wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from app.base.preparation import prepare

ROOT = Path(__file__).resolve().parents[3]

BARE = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("pydantic", "yaml", "whoosh", "jieba", "opencc", "pypinyin", "flet", "typer"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
from app.base.opened import engine, handbook
from rules_data.brought.exporting import exported
from rules_data.brought.making import About, digest, make
from rules_data.brought.together import together
from search.beside import joined
text = open(sys.argv[1], encoding="utf-8").read()
law = handbook()
about = About(game="guandan", base="guandan-2017")
one = make(text, digest(text.encode()), "", about, at="", by="", simplified=law.script.simplified)
files = exported(one, text, "mine")
whole = together(law, [one.book], {one.book.id: one.base})
hits = joined(engine(), whole, [one.book]).search("茶歇").hits
print(len(files) > 5, hits[0].book == one.book.id, hits[0].label)
"""


def test_without_the_libraries_that_compile() -> None:
    prepare()
    text = Path(__file__).with_name("texts") / "guandan.txt"
    done = subprocess.run(
        [sys.executable, "-c", BARE, str(text)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["True", "True", "第十二条"], done.stderr
