"""What of a published site goes into a package: one way to draw, and nothing that only browsers on the net need.

Flet's client has three. A WebView keeps what it is told from version 109 on, so older ones are asked to be updated; the client
in WebAssembly wants 119 or later, which many a phone that gets no updates never sees. So it is the client in JavaScript with
Chromium's CanvasKit, for every WebView that can keep a journal. Left out are the other two, the service worker (the files are
there already), the page for hosts that know no addresses (the shell answers with the app itself) and Apple's launch pictures.

Screen and print have one font: that for print has every character of the other, drawn alike, and the client reads WOFF as well as
WOFF2. On the net the smaller one is there sooner; in a package, where both would lie, it would be 1.6 MB for nothing.
"""

from __future__ import annotations

import html
import json
import re
from importlib import metadata
from pathlib import Path

from app.base.own_files import ROOT
from app.frame import client_files
from app.publishing import program
from app.publishing.launch import launch_images
from app.publishing.pack import packed, unpacked
from app.publishing.site import DRAWING, LAUNCH_IMAGES, NOT_FOUND, PARTS, SCREEN_FONT, SERVICE_WORKER

RENDERER = "chromium"  # of DRAWING
LICENCES = "assets/licences.txt"
EDITION = "zhicai-edition"
_TITLE = re.compile("<title>[^<]*</title>")
_CHOICE = re.compile(r"const wasm = [^;]+;")
_CONFIGURED = "var flutterConfig = {"
_DISTRIBUTIONS = {"ulid": "python-ulid", "fpdf": "fpdf2", "fontTools": "fonttools", "et_xmlfile": "et-xmlfile"}
_LICENCE = re.compile(r"licen[cs]e|copying|notice", re.I)


def site_files(site: Path, name: str = "") -> dict[str, bytes]:
    """Return the files of a published site that go into a package, by their names in the site.

    ``name``: what an association calls its own app, which the page and the screens then say too.
    """
    left_out = {SERVICE_WORKER, NOT_FOUND}
    left_out |= {name for names in DRAWING.values() for name in names} - set(DRAWING[RENDERER])
    found = {}
    for file in sorted(site.rglob("*")):
        path = file.relative_to(site).as_posix()
        if file.is_file() and path not in left_out and not path.startswith(LAUNCH_IMAGES):
            found[path] = _changed(path, file.read_bytes())
    _with_one_font(found)
    if name:
        found[client_files.INDEX] = _named(found[client_files.INDEX].decode(), name).encode()
    return found


def _with_one_font(files: dict[str, bytes]) -> None:
    """Put the font for print in the place of that for the screen; what prints is told to take it from there."""
    parts = json.loads(files[PARTS])
    printing = f"python/{parts['later']['papers']}"
    with_font = unpacked(files[printing])
    (font,) = program.paper_files()
    files[SCREEN_FONT] = with_font.pop(font)
    files[printing] = packed(with_font)
    parts["shared"] = {"papers": {font: SCREEN_FONT}}
    files[PARTS] = json.dumps(parts).encode()


def _named(page: str, name: str) -> str:
    """Return the page with a name in its title and beside it, where Python is told of it (assets/web/python.js)."""
    said = html.escape(name, quote=True)
    page, count = _TITLE.subn(lambda _: f'<title>{said}</title>\n  <meta name="{EDITION}" content="{said}">', page)
    assert count == 1, f"{client_files.INDEX} has no title, or several"
    return page


def _changed(name: str, content: bytes) -> bytes:
    """Return the page and what begins the client, told to draw in the one way there is."""
    if name == client_files.INDEX:
        page, count = _CHOICE.subn("const wasm = false;", content.decode())
        assert count == 1, f"{name} chooses another way how to draw"
        for image in launch_images():
            page = page.replace(f"  {image.link}\n", "")
        return page.encode()
    if name == client_files.BOOTSTRAP:
        text = content.decode()
        assert text.count(_CONFIGURED) == 1, f"{name} has changed"
        return text.replace(_CONFIGURED, f'{_CONFIGURED}\n    canvasKitVariant: "{RENDERER}",').encode()
    return content


def licences() -> bytes:
    """Return the licences of the program and of the libraries in Python; those of the client lie beside it (NOTICES)."""
    parts = []
    for name in ("zhicai", *program.LIBRARIES, *program.PAPERS):
        distribution = metadata.distribution(_DISTRIBUTIONS.get(name, name))
        texts = [
            file.read_text(encoding="utf-8")
            for file in distribution.files or ()
            if ".dist-info/" in file.as_posix() and _LICENCE.search(file.name)
        ]
        if name == "zhicai":
            own = ROOT / "LICENSE"
            texts = texts or ([own.read_text(encoding="utf-8")] if own.is_file() else [])
        about = distribution.metadata
        stated = next(iter(about.get_all("License-Expression") or ()), "") or next(
            (each.rpartition(":: ")[2] for each in about.get_all("Classifier") or () if "License ::" in each), ""
        )
        head = f"{about['Name']} {distribution.version}  {stated}".rstrip()
        parts.append("\n\n".join([head, *(text.strip() for text in texts)]))
    parts.append("Python  PSF-2.0  (docs.python.org/3/license.html)\n\nPyodide  MPL-2.0  (github.com/pyodide/pyodide)")
    rule = f"\n\n{'-' * 78}\n\n"
    return (rule.join(parts) + "\n").encode()
