"""What of the program goes to a site: what runs there, and nothing that only serves, compiles or tests.

Everything lies in one folder there, as it lies here: the four rooms, the libraries beside them, and the compiled handbook.
"""

from __future__ import annotations

import fnmatch
import importlib.util
import json
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from app.base.own_files import ROOT
from app.base.preparation import current_versions
from rules_data import compiled
from search.hearing.weights import ENDING
from search.hearing.weights import FOLDER as WEIGHTS
from search.light import LIGHT_FILE

ROOMS = ("app", "search", "decision_trees", "rules_data")
LIBRARIES = ("flet", "repath", "six", "msgpack", "ulid", "segno", "fsrs")  # from the first screen on
PAPERS = ("fpdf", "fontTools", "defusedxml", "openpyxl", "et_xmlfile")  # when something is printed
DOCUMENTED = ("decision_trees",)  # rule functions are known by their docstrings
NAMED = ("python-ulid",)  # distributions that are asked for their version when they are imported

LEFT_OUT = (
    # of the program: the command line, the server, what makes the site
    "app/cli/*", "app/publishing/*", "app/papers/casebook.py",
    "app/frame/server.py", "app/serving/sockets.py", "app/frame/client_files.py", "app/serving/flet_windows.py",
    "app/serving/access.py", "app/serving/access_key.py", "app/serving/machine.py", "app/serving/site_heads.py",
    "app/frame/desktop.py",
    "app/frame/web_view.py", "app/frame/supply.py", "app/frame/menu_entry.py",
    "app/exams/room_server.py", "app/exams/candidate_line.py", "app/exams/hall.py",
    "app/exams/opening.py", "app/exams/room_log.py", "app/exams/marking_desk.py", "app/exams/table_room.py",
    "app/window/table_for_two.py",
    "app/hall/accounts.py", "app/hall/certificate.py", "app/hall/checking.py", "app/hall/hall_file.py", "app/hall/opening.py",
    "app/hall/on_paper.py", "app/hall/over_network.py", "app/hall/pages.py", "app/hall/results.py", "app/hall/watching.py",
    "app/hall/record_desk.py", "app/hall/server.py", "app/hall/site.py", "app/hall/database/*", "app/hall/kept_by.py",
    # what imports books, compiles and checks
    "rules_data/yaml_nodes.py", "rules_data/yaml_values.py", "rules_data/check.py",
    "rules_data/json_schema.py",
    "search/build.py", "search/build_rulings.py", "search/whoosh_index.py", "search/check.py",
    "search/hearing/training.py", "decision_trees/said.py",
    "decision_trees/lint.py", "decision_trees/tree_checks.py", "decision_trees/deal_checks.py",
    "decision_trees/claim_checks.py", "decision_trees/case_checks.py", "decision_trees/coverage.py", "decision_trees/schemas.py",
    "decision_trees/own_export.py", "rules_data/brought/exporting.py", "app/brought/pdf_file.py",
    "app/exams/set_lint.py",
    # of Flet: the other ways to run it, signing in with other services, testing
    "flet/testing/*", "flet/auth/*", "flet/fastapi/*", "flet/pytest_plugin.py", "flet/cli.py",
    "flet/controls/cupertino/cupertino_icons.json",
    "fsrs/optimizer.py",  # fits the schedule to one learner, with torch
    # of the libraries: what asks for others that are not there, or for what is left out of Python's own
    "flet/security/*", "flet/messaging/flet_dart_bridge_server.py", "flet/utils/griffe_deprecations.py",
    "defusedxml/expatbuilder.py", "defusedxml/expatreader.py", "defusedxml/lxml.py", "defusedxml/minidom.py",
    "defusedxml/pulldom.py", "defusedxml/sax.py", "defusedxml/xmlrpc.py", "openpyxl/utils/dataframe.py",
    "fontTools/diff/*", "fontTools/ttx.py", "fontTools/misc/symfont.py", "fontTools/ttLib/removeOverlaps.py",
    "fontTools/pens/cu2quPen.py", "fontTools/pens/freetypePen.py", "fontTools/pens/qu2cuPen.py",
    "fontTools/pens/quartzPen.py", "fontTools/pens/reportLabPen.py", "fontTools/pens/cocoaPen.py",
    "fontTools/pens/qtPen.py", "fontTools/pens/wxPen.py",
    "fontTools/varLib/interpolatablePlot.py", "fontTools/varLib/plot.py",
    "fontTools/__main__.py", "fontTools/*/__main__.py", "fontTools/ufoLib/*",
    "fontTools/voltLib/*", "fontTools/mtiLib/*", "fontTools/merge/*", "fontTools/cu2qu/*",
    "fontTools/qu2cu/*", "fontTools/t1Lib/*",
    # of fontTools: what makes, plans, compares and draws fonts, which nothing of what prints asks for
    "fontTools/feaLib/builder.py", "fontTools/feaLib/lexer.py", "fontTools/feaLib/parser.py",
    "fontTools/feaLib/variableScalar.py", "fontTools/fontBuilder.py", "fontTools/afmLib.py", "fontTools/tfmLib.py",
    "fontTools/annotations.py", "fontTools/help.py",
    "fontTools/misc/eexec.py", "fontTools/misc/filesystem/*", "fontTools/misc/psLib.py",
    "fontTools/misc/psOperators.py", "fontTools/misc/testTools.py", "fontTools/ttLib/scaleUpem.py",
    "fontTools/varLib/avar/*", "fontTools/varLib/avarPlanner.py", "fontTools/varLib/hvar.py",
    "fontTools/varLib/interpolatable*", "fontTools/varLib/interpolate_layout.py", "fontTools/varLib/mutator.py",
    "fontTools/pens/areaPen.py", "fontTools/pens/cairoPen.py", "fontTools/pens/explicitClosingLinePen.py",
    "fontTools/pens/hashPointPen.py", "fontTools/pens/momentsPen.py", "fontTools/pens/perimeterPen.py",
    "fontTools/pens/pointInsidePen.py", "fontTools/pens/statisticsPen.py", "fontTools/pens/svgPathPen.py",
    "*/__pycache__/*", "*.pyi", "*.so", "*.pyd", "*.c", "*.pyx", "*/py.typed",
)  # fmt: skip
DATA = ("*.py", "flet/*.json", "app/*.json")  # of a package

# Of Python's own library: what builds, installs, tests and looks at programs, other ways to have windows, protocols, processes,
# and the Python form of what is there in C.
LEFT_OUT_OF_PYTHON = (
    "test/*", "idlelib/*", "lib2to3/*", "pydoc_data/*", "pydoc.py", "doctest.py", "ensurepip/*", "_pyrepl/*", "venv/*",
    "pdb.py", "bdb.py", "cmd.py", "code.py", "trace.py", "tracemalloc.py", "profile.py", "cProfile.py", "pstats.py",
    "profiling/*", "compileall.py", "py_compile.py", "modulefinder.py", "pyclbr.py", "rlcompleter.py",
    "symtable.py", "tabnanny.py", "pickletools.py", "optparse.py", "configparser.py", "tomllib/*", "plistlib.py",
    "graphlib.py", "sched.py", "wsgiref/*", "xmlrpc/*", "http/server.py", "http/cookiejar.py",
    "http/cookies.py", "socketserver.py", "mailbox.py", "imaplib.py", "smtplib.py", "poplib.py", "ftplib.py", "netrc.py",
    "webbrowser.py", "multiprocessing/*", "concurrent/interpreters/*", "tkinter/*", "turtle*", "curses/*", "dbm/*",
    "shelve.py", "ctypes/*", "wave.py", "getpass.py", "pty.py", "tty.py", "zipapp.py", "antigravity.py", "this.py",
    "filecmp.py", "fileinput.py", "getopt.py", "runpy.py", "tarfile.py", "urllib/robotparser.py", "json/tool.py",
    "sqlite3/__main__.py", "sqlite3/dump.py", "sysconfig/__main__.py", "asyncio/__main__.py", "asyncio/tools.py",
    "asyncio/proactor_events.py", "asyncio/windows_*.py", "concurrent/futures/process.py", "concurrent/futures/interpreter.py",
    "logging/config.py", "logging/handlers.py", "xml/dom/*", "xml/sax/expatreader.py",
    "email/_header_value_parser.py", "email/headerregistry.py", "email/policy.py", "email/contentmanager.py",
    "email/generator.py", "email/mime/*",
    # encodings of other systems and languages; cp437 stands in ZIP archives, mac_roman in fonts
    "encodings/cp[02-378]*.py", "encodings/cp1[01]*.py", "encodings/cp424.py", "encodings/cp500.py", "encodings/cp949.py",
    "encodings/mac_[!r]*.py", "encodings/mac_romanian.py", "encodings/koi8*.py", "encodings/kz1048.py", "encodings/ptcp154.py",
    "encodings/tis_620.py", "encodings/hp_roman8.py", "encodings/palmos.py", "encodings/iso2022*.py", "encodings/johab.py",
    "encodings/euc_*.py", "encodings/shift_*.py", "encodings/iso8859_[2-9].py", "encodings/iso8859_1?.py",
    "_android_support.py", "_ios_support.py", "_apple_support.py", "_aix_support.py",
    "_osx_support.py", "_pyio.py", "_pydatetime.py", "_pydecimal.py", "*.bat", "*fetch_macholib",
)  # fmt: skip


WITH_PAPERS = ("unittest/*", "timeit.py")  # of it, what only printing asks for: whole packages and modules


def _kept(name: str, left_out: tuple[str, ...]) -> bool:
    return not any(fnmatch.fnmatchcase(name, pattern) for pattern in left_out)


def _files_of(package: str) -> Iterator[tuple[str, Path]]:
    found = importlib.util.find_spec(package)
    assert found is not None and found.origin is not None, package
    origin = Path(found.origin)
    if origin.name != "__init__.py":
        yield origin.name, origin
        return
    home = origin.parent.parent
    for file in sorted(origin.parent.rglob("*")):
        name = file.relative_to(home).as_posix()
        if file.is_file() and any(fnmatch.fnmatchcase(name, pattern) for pattern in DATA) and _kept(name, LEFT_OUT):
            yield name, file


def _modules(packages: tuple[str, ...]) -> dict[str, bytes]:
    return {name: file.read_bytes() for package in packages for name, file in _files_of(package)}


def first_modules() -> dict[str, bytes]:
    """Return the modules that are there from the beginning, by name."""
    return _modules(ROOMS + LIBRARIES) | {"typing_extensions.py": _SELF}


def own_modules() -> dict[str, bytes]:
    """Return the program's own modules among them, by name."""
    return _modules(ROOMS)


def paper_modules() -> dict[str, bytes]:
    """Return the modules that print, and that read and write workbooks."""
    return _modules(PAPERS)


def python_modules(pyodide: Path) -> dict[str, bytes]:
    """Return Python's own library as Pyodide brings it along, without what comes later."""
    return {name: content for name, content in _python(pyodide).items() if _kept(name, WITH_PAPERS)}


def later_python_modules(pyodide: Path) -> dict[str, bytes]:
    """Return what of Python's own library comes with what prints."""
    return {name: content for name, content in _python(pyodide).items() if not _kept(name, WITH_PAPERS)}


def _python(pyodide: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
        names = [name for name in archive.namelist() if not name.endswith("/") and _kept(name, LEFT_OUT_OF_PYTHON)]
        return {name: archive.read(name) for name in names}


def data_files() -> dict[str, bytes]:
    """Return the compiled handbook, trees and index, and what was learnt for stories, and what else the program reads, by name."""
    versions = current_versions()
    found = {f"{_COMPILED}/{compiled.MANIFEST}": json.dumps(versions).encode()}
    for name, version in versions.items():
        folder = compiled.find(name, version)
        assert folder is not None, name
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.name != LIGHT_FILE:
                found[f"{_COMPILED}/{folder.name}/{file.relative_to(folder).as_posix()}"] = file.read_bytes()
    found |= {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in sorted(WEIGHTS.glob(f"*{ENDING}"))}
    licence = "assets/web/assets/fonts/OFL.txt"
    found[licence] = (ROOT / licence).read_bytes()
    for name in NAMED:
        about = metadata.distribution(name)
        plain = f"Metadata-Version: 2.1\nName: {name}\nVersion: {about.version}\n"
        found[f"{name.replace('-', '_')}-{about.version}.dist-info/METADATA"] = plain.encode()
    return found


def paper_files() -> dict[str, bytes]:
    """Return the font for print."""
    font = "assets/print/noto-sans-sc.woff"
    return {font: (ROOT / font).read_bytes()}


_SELF = b"from typing import Self as Self\n"
"""All that fsrs takes of typing_extensions, which Python itself has: the whole of it is 160 KB."""

_COMPILED = "assets/compiled"
