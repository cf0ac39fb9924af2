"""The parts a static site is made of, without a browser."""

from __future__ import annotations

import ast
import gzip
import http.client
import io
import json
import marshal
import subprocess
import sys
import threading
import tomllib
import types
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from app.base.own_files import ASSETS, ROOT
from app.base.preparation import prepare
from app.frame import client_files
from app.publishing import bytecode, compiler, icons, program, serving, sizes
from app.publishing.pack import packed, unpacked
from app.publishing.site import PublishingError, mark_version, publish


@pytest.fixture(scope="module", autouse=True)
def compiled_handbook() -> None:
    prepare()


def test_a_pack_gives_back_what_was_put_in() -> None:
    files = {"b/规则.json": "藏牌".encode(), "a.pyc": b"\x00\x01", "empty": b""}
    assert unpacked(packed(files)) == files
    assert packed(dict(reversed(files.items()))) == packed(files), "the order in which they came is not kept"


def run(pyc: bytes) -> dict[str, object]:
    assert pyc[4:8] == b"\x01\x00\x00\x00", "nobody compares it with a source that is not there"
    names: dict[str, object] = {}
    exec(marshal.loads(pyc[16:]), names)
    return names


SOURCE = b'''"""About."""
from __future__ import annotations

class Card:
    """A card."""
    def play(self):
        """Play it."""
    def beats(self):
        """Whether it beats."""
        return True
'''


def test_bytecode_without_docstrings_does_the_same() -> None:
    bare, whole = (run(bytecode.compiled(SOURCE, "m.py", documented=each)) for each in (False, True))
    for made in (bare["Card"], whole["Card"]):
        assert made().beats() is True and made().play() is None  # type: ignore[operator]
    assert whole["Card"].beats.__doc__ == "Whether it beats."  # type: ignore[attr-defined]
    assert bare["Card"].beats.__doc__ is None  # type: ignore[attr-defined]
    assert bare["Card"].__doc__, "dataclass would make up a docstring, and take long over it"


def test_the_site_gets_what_runs_there_and_nothing_else() -> None:
    first, papers = program.first_modules(), program.paper_modules()
    assert {"app/frame/in_browser.py", "decision_trees/bridge/revoke.py", "flet/__init__.py"} <= set(first)
    rooms = {name.split("/")[0] for name in (*first, *papers)}
    assert not rooms & {
        "typer",
        "yaml",
        "pydantic",
        "starlette",
        "uvicorn",
        "whoosh",
        "jieba",
        "opencc",
        "pypinyin",
        "networkx",
    }
    assert not [name for name in first if name.startswith(("app/cli/", "app/publishing/")) or name.endswith(".yaml")]
    assert set(program.data_files()) >= {"assets/compiled/manifest.json"}
    assert not [name for name in program.data_files() if name.endswith((".yaml", "source.txt"))]


def test_what_is_left_out_of_python_names_files_that_are_there() -> None:
    pyodide = client_files.client_folder() / "pyodide"
    kept = set(program.python_modules(pyodide))
    assert {"json/__init__.py", "sqlite3/__init__.py", "encodings/gb18030.py", "asyncio/__init__.py"} <= kept
    assert not kept & {"pdb.py", "multiprocessing/__init__.py", "unittest/mock.py", "encodings/koi8_r.py"}
    assert "unittest/mock.py" in program.later_python_modules(pyodide)


def test_a_fault_of_the_site_is_told_by_the_line_it_was_told_by() -> None:
    source = (ROOT / "app" / "brought" / "kept.py").read_bytes()

    def lines(code: types.CodeType) -> list[list[int | None]]:
        inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
        return [[start for start, *_ in code.co_positions()], *(each for one in inner for each in lines(one))]

    made = marshal.loads(bytecode.compiled(source, "kept.py", documented=True)[16:])
    assert lines(made) == lines(compile(source, "kept.py", "exec", dont_inherit=True))
    assert {column for _, _, *columns in made.co_positions() for column in columns} <= {0, None}


OWN_BOOKS = (
    "app/brought/*", "rules_data/brought/*", "rules_data/importer.py", "search/beside.py", "decision_trees/from_text.py",
    "decision_trees/own_*.py", "app/screens/own_*.py", "app/screens/by_hand.py", "app/ruling/by_hand.py",
    "app/ruling/own_story.py", "app/window/own_books.py", "app/window/suggesting.py", "app/window/tree_forms.py",
)  # fmt: skip
"""What is there for books that users bring and the games they bring, and for nothing else."""


def test_books_that_users_bring_add_little_to_a_first_visit() -> None:
    first = program.first_modules()
    parts = {name: code for name, code in first.items() if any(fnmatch(name, each) for each in OWN_BOOKS)}
    assert all(any(fnmatch(name, each) for name in parts) for each in OWN_BOOKS)
    made = {name: bytecode.compiled(code, name, documented=False) for name, code in parts.items()}
    assert len(gzip.compress(packed(made), 9)) <= 300_000
    assert not [name for name in first if name.startswith("pypdf")]  # read only by a computer


ASK = """
import importlib, json, pathlib, sys, types
sys.path.insert(0, "/job/all")
given = ("flet_js", "zhicai_site", "pyodide_js", "js")
for name in given: sys.modules.setdefault(name, types.ModuleType(name))
wanted = json.loads(pathlib.Path("/job/wanted.json").read_text())
missing = {}
for name in wanted:
    try: importlib.import_module(name)
    except ImportError as e: missing[name] = str(e)
import io, fpdf, openpyxl  # what they import as they work
book = io.BytesIO()
openpyxl.Workbook().save(book)
openpyxl.load_workbook(book)
paper = fpdf.FPDF()
paper.add_page()
paper.set_font("helvetica")
paper.write_html("<p>printed</p>")
paper.output()
print("MISSING" + json.dumps(missing))
"""


@pytest.mark.skipif(compiler.node() is None, reason="Node.js runs the Python of the site")
def test_every_module_that_is_packed_finds_what_it_imports_on_the_site(tmp_path: Path) -> None:
    """Ours and those of the libraries, each one: with nothing there but what the site has of Python's own library."""
    import subprocess

    pyodide = client_files.client_folder() / "pyodide"
    printing = {**program.paper_modules(), **program.later_python_modules(pyodide)}
    for name, content in {**program.first_modules(), **printing, **program.data_files()}.items():
        file = tmp_path / "all" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    library = tmp_path / "library.zip"
    library.write_bytes(compiler.archive(program.python_modules(pyodide)))
    wanted = sorted(module(name) for name in packed_sources())
    assert {"app.screens.handover", "segno.writers", "fpdf.fpdf", "openpyxl.reader.excel", "fsrs"} <= set(wanted)
    (tmp_path / "wanted.json").write_text(json.dumps(wanted), encoding="utf-8")
    script = tmp_path / "ask.mjs"
    script.write_text(
        f"""
        import {{ loadPyodide }} from "{(pyodide / "pyodide.mjs").as_uri()}";
        const python = await loadPyodide({{ stdLibURL: {json.dumps(str(library))} }});
        python.FS.mkdirTree("/job");
        python.FS.mount(python.FS.filesystems.NODEFS, {{ root: {json.dumps(str(tmp_path))} }}, "/job");
        python.runPython({json.dumps(ASK)});
        """,
        encoding="utf-8",
    )
    runner = compiler.node()
    assert runner is not None
    done = subprocess.run([runner, str(script)], capture_output=True, text=True, timeout=120, encoding="utf-8")
    said = [line for line in done.stdout.splitlines() if line.startswith("MISSING")]
    assert said, "\n".join(line[:300] for line in done.stderr.splitlines())  # some are of 100 KB
    assert json.loads(said[0].removeprefix("MISSING")) == {}


def module(name: str) -> str:
    """What a file is imported as."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def packed_sources() -> dict[str, bytes]:
    """Every module of ours and of the libraries that goes to a site, by its file."""
    packs = {**program.first_modules(), **program.paper_modules()}
    return {name: content for name, content in packs.items() if name.endswith(".py")}


class Later(ast.NodeVisitor):
    """What the functions of a module import as they run, but for what they can do without."""

    def __init__(self, name: str) -> None:
        self.package = name.split("/")[:-1]
        self.depth = 0
        self.found: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Try(self, node: ast.Try) -> None:
        caught = " ".join("Exception" if each.type is None else ast.unparse(each.type) for each in node.handlers)
        for part in ("body", "handlers", "orelse", "finalbody"):
            if part != "body" or not any(name in caught for name in ("ImportError", "ModuleNotFound", "Exception")):
                for each in getattr(node, part):
                    self.visit(each)

    def visit_Import(self, node: ast.Import) -> None:
        if self.depth:
            self.found |= {alias.name for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        above = self.package[: len(self.package) - node.level + 1] if node.level else []
        if self.depth:
            self.found.add(".".join([*above, *([node.module] if node.module else [])]))


NOT_ON_A_SITE = {  # what functions import that run elsewhere only
    "platformdirs": "a folder of the user",
    "endplay.dds": "offered where it is installed",
    "endplay.types": "offered where it is installed",
    "opencc": "compiles", "pypinyin": "compiles", "jieba": "compiles", "yaml": "compiles", "pydantic": "compiles",
    "rules_data.yaml_nodes": "compiles", "rules_data.yaml_values": "compiles", "search.build": "compiles",
    "flet.auth.authorization": "signing in elsewhere", "flet.auth.authorization_service": "signing in elsewhere",
    "flet_web.fastapi.serve_fastapi_web_app": "serves", "flet_desktop": "a window of its own",
    "dart_bridge": "an app of its own", "flet.messaging.flet_dart_bridge_server": "an app of its own",
    "webbrowser": "another program of the machine",
    "ctypes": "the terminal of Windows", "StringIO": "Python 2", "pydantic_core": "a name of a type",
    "numpy": "pictures of arrays", "PIL": "other pictures than ours", "matplotlib": "draws for who makes fonts",
    "doctest": "tests of its own", "runpy": "a command", "EasyDialogs": "Python 2", "zopfli.zlib": "writes WOFF",
    "lz4.block": "fonts we have not", "glyphsLib": "fonts we have not", "fontTools.ufoLib": "fonts we have not",
    "fontTools.ttLib.removeOverlaps": "makes fonts of variable ones", "fontTools.ttx": "a command",
    "app.hall.over_network": "a site asks the hall it came from by its browser",
    "fsrs.optimizer": "fits a schedule to one learner, with torch",
    "app.brought.pdf_file": "reads PDF: a site and a phone say that they do not",
    "app.exams.hall": "a room is opened by a computer", "app.window.table_for_two": "a room is opened by a computer",
}  # fmt: skip


def test_what_is_imported_later_is_on_the_site_too() -> None:
    """Found by reading: a function that imports what is missing fails only when somebody taps what calls it."""
    with zipfile.ZipFile(client_files.client_folder() / "pyodide" / "python_stdlib.zip") as archive:
        every = {module(name) for name in archive.namelist() if name.endswith(".py")}
    pyodide = client_files.client_folder() / "pyodide"
    sources = packed_sources()
    there = {module(name) for name in (*sources, *program.python_modules(pyodide))}
    there |= {module(name) for name in program.later_python_modules(pyodide)}
    there |= {name for name in sys.stdlib_module_names if name not in every}  # in C
    there |= {"js", "zhicai_site", "pyodide.ffi", "flet_js", "collections.abc", "os.path"}
    wanting: dict[str, list[str]] = {}
    for name, content in sources.items():
        reader = Later(name)
        reader.visit(ast.parse(content))
        for each in reader.found - there - set(NOT_ON_A_SITE):
            wanting.setdefault(each, []).append(name)
    assert wanting == {}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[http.client.HTTPConnection]:
    for name in ("index.html", "main.dart.wasm", "python/program.pack"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    server = serving.build_server(tmp_path, "/referee/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield http.client.HTTPConnection(serving.HOST, server.server_address[1])
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "status", "sent"),
    [
        ("/referee/", 200, "index.html"),
        ("/referee/clause/guandan-2017/18_2_1", 200, "index.html"),
        ("/referee/clause/guandan-2017/18.2.1", 200, "index.html"),
        ("/referee/main.dart.wasm", 200, "main.dart.wasm"),
        ("/referee/missing.js", 404, None),
        ("/referee/../../etc/passwd.txt", 404, None),
        ("/elsewhere/", 404, None),
    ],
)
def test_a_host_sends_files_and_for_every_page_the_app(
    host: http.client.HTTPConnection, path: str, status: int, sent: str | None
) -> None:
    host.request("GET", path)
    answer = host.getresponse()
    content = answer.read().decode()
    assert answer.status == status
    assert sent is None or content == sent
    assert answer.headers["Cross-Origin-Embedder-Policy"] == "require-corp"


def test_a_version_is_named_after_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("1", encoding="utf-8")
    first = mark_version(tmp_path)
    assert mark_version(tmp_path) == first, "the service worker itself does not count"
    (tmp_path / "index.html").write_text("2", encoding="utf-8")
    assert mark_version(tmp_path) != first
    assert f'const VERSION = "{first}";' not in (tmp_path / "sw.js").read_text(encoding="utf-8")


def test_a_package_brings_every_file_of_the_page_along() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    files = [file for folder in (ASSETS, compiler.SCRIPTS) for file in folder.rglob("*") if file.is_file()]
    left = [file.name for file in files if f"**/*{file.suffix}" not in patterns and file.suffix != ".py"]
    assert files and not left


def test_the_same_icons_make_the_same_file_and_all_that_are_drawn_are_in_it() -> None:
    font = client_files.client_folder() / "assets" / "fonts" / "MaterialIcons-Regular.otf"
    names = icons.named_icons(program.first_modules().values())
    assert {"GAVEL", "SEARCH", "BOOKMARK_BORDER"} <= names
    small = icons.cut_down(font, names)
    assert small == icons.cut_down(font, sorted(names)) and len(small) < font.stat().st_size / 20
    known = program.first_modules()[icons.NUMBERS]
    numbers = json.loads(icons.numbers(known, {*names, "NO_SUCH_ICON"}))
    assert numbers == {name: number for name, number in json.loads(known).items() if name in names}
    assert len(numbers) < 400 and {"GAVEL", "SEARCH"} <= set(numbers)
    assert len(TTFont(io.BytesIO(small)).getBestCmap()) >= len(names)
    assert icons.cut_down(font, {"NO_SUCH_ICON"}) == font.read_bytes(), "rather all than one too few"


def test_somebody_elses_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"mine")
    with pytest.raises(PublishingError, match="不会覆盖"):
        publish(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["photo.png"]


@pytest.mark.parametrize("base", ["/a b/", "/../", "/'\"><script>/"])
def test_a_path_no_browser_could_read_is_refused(tmp_path: Path, base: str) -> None:
    with pytest.raises(PublishingError, match="--base"):
        publish(tmp_path / "site", base)
    assert not (tmp_path / "site").exists()


def test_sizes_add_up_and_say_what_was_not_measured() -> None:
    one, other = sizes.Size(1_000_000, 500_000, 400_000), sizes.Size(2_000_000, 1_000_000, None)
    assert sizes.table([("both", one + other)])[1].split() == ["3.00", "1.50", "-", "both"]


def test_a_compiler_that_does_not_come_to_an_end_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(command: list[str], **how: float) -> None:
        raise subprocess.TimeoutExpired(command, how["timeout"])

    monkeypatch.setattr("app.publishing.compiler.subprocess.run", never)
    monkeypatch.setattr("app.publishing.compiler.node", lambda: Path("node"))
    with pytest.raises(compiler.CompilerError) as refused:
        compiler.compile_all([], client_files.client_folder() / "pyodide")
    assert (
        str(refused.value)
        == "编译了15分钟还没有完，机器可能很忙，可以过一会儿再来。可以设环境变量 ZHICAI_NODE= 跳过这一步。"
    )
