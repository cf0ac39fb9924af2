"""A folder any web host can serve: Flet's client, Python, the program and its data, all of it, and nothing from elsewhere."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.base.own_files import ASSETS
from app.browser import dataclass_code
from app.frame import client_files
from app.publishing import compiler, program
from app.publishing.icons import NUMBERS, cut_down, named_icons, numbers
from app.publishing.launch import launch_images
from app.publishing.pack import packed
from app.publishing.sizes import Size, measure

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = "python/parts.json"
SERVICE_WORKER = "sw.js"
NOT_FOUND = "404.html"  # what hosts that only hold files answer where there is none
PAGE, SCREEN, OTHER_SCREEN = "页面", "界面（Chromium）", "界面（其他浏览器，代替 Chromium 的）"
PRINTING, LICENCES = "打印和表格（用到时，或在后台）", "许可（不下载）"
FONTS, LAUNCH = "字体", "启动图（苹果设备自己取）"
ICONS, LAUNCH_IMAGES = "fonts/MaterialIcons-Regular.otf", "icons/launch-"
SCREEN_FONT = "assets/fonts/roboto.woff2"
FIRST, DATA, PAPERS = "program.pack", "handbook.pack", "papers-{}.pack"
SOON = ("app.frame.main", "app.window.keeping", "app.screens.ruling", "app.screens.journal")
"""What the first screen imports, and what is opened most after it."""
PYTHON_LIBRARY = "pyodide/python_stdlib.zip"

# Of Flet's client: both ways to draw, with the engines for Chromium and for the other browsers.
CLIENT = (
    "main.dart.js", "main.dart.mjs", "main.dart.wasm", "flutter_bootstrap.js", "version.json",
    "canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm", "canvaskit/chromium/canvaskit.js", "canvaskit/chromium/canvaskit.wasm",
    "canvaskit/skwasm.js", "canvaskit/skwasm.wasm",
)  # fmt: skip
CLIENT_ASSETS = ("AssetManifest.bin", "AssetManifest.bin.json", "NOTICES", ICONS, "shaders")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_FLUTTER_WORKER = re.compile(r"\n\s*serviceWorkerSettings: \{.*?\n    \},", re.DOTALL)


class PublishingError(Exception):
    """The site cannot be made; the message is for the user."""


@dataclass
class Site:
    """A site being made in a folder."""

    folder: Path
    base: str = "/"
    compiled: bool = True  # Python as bytecode
    version: str = ""
    parts: dict[str, list[str]] = field(default_factory=dict)  # what it is made of, in Chinese -> files

    def write(self, name: str, content: bytes | str, part: str) -> None:
        """Put a file there."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.parts.setdefault(part, []).append(name)


def publish(target: Path, base: str = "/") -> Site:
    """Make the site and put it in place of what stands at ``target``: nothing, an empty folder, or an earlier site.

    Raises PublishingError, and :class:`app.publishing.compiler.CompilerError`; what stood there stays then.
    """
    base = f"/{base.strip('/')}/".replace("//", "/")
    if not re.fullmatch(r"/(?:(?!\.+/)[\w.~-]+/)*", base, re.ASCII):
        raise PublishingError(
            f"--base 写作“{base}”，浏览器读不出来。请写网站里的路径，如 /zhicai/：字母、数字、- _ . ~。"
        )
    if target.exists() and not _replaceable(target):
        raise PublishingError(f"{target} 里有别的文件，不会覆盖。请给一个空的文件夹，或从前发布到的文件夹。")
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        site = Site(scratch, base)
        _client(site)
        _python(site)
        site.version = mark_version(scratch)
        scratch.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        scratch.rename(target)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    site.folder = target
    return site


def _replaceable(target: Path) -> bool:
    return target.is_dir() and ((target / PARTS).is_file() or not any(target.iterdir()))


def _client(site: Site) -> None:
    web = client_files.client_folder()
    page = with_launch_images(client_files.index(site.base, published=True))
    site.write(client_files.INDEX, page, PAGE)
    site.write(NOT_FOUND, page, PAGE)
    for file in sorted(ASSETS.rglob("*")):
        name = file.relative_to(ASSETS).as_posix()
        if file.is_file() and name != client_files.INDEX:
            part = FONTS if "fonts/" in name else LAUNCH if name.startswith(LAUNCH_IMAGES) else PAGE
            site.write(name, file.read_bytes(), part)
    for name in CLIENT:
        site.write(name, _changed(name, (web / name).read_bytes()), _drawing(name))
    for name in CLIENT_ASSETS:
        for file in _files(web / "assets" / name):
            part = FONTS if "fonts" in name else LICENCES if name == "NOTICES" else PAGE
            content = (
                cut_down(file, named_icons(program.first_modules().values())) if name == ICONS else file.read_bytes()
            )
            site.write(file.relative_to(web).as_posix(), content, part)
    site.write(client_files.LIGHT, client_files.light(), PAGE)
    site.write(client_files.FONTS, client_files.font_manifest(), PAGE)


def with_launch_images(page: str) -> str:
    """Return a page that names the pictures iOS shows while the app starts."""
    links = "".join(f"  {each.link}\n" for each in launch_images())
    return page.replace("</head>", f"{links}</head>", 1)


# Files of one way to draw only; browsers keep those of the way they draw.
DRAWING = {
    "skwasm": ("main.dart.mjs", "main.dart.wasm", "canvaskit/skwasm.js", "canvaskit/skwasm.wasm"),
    "chromium": ("main.dart.js", "canvaskit/chromium/canvaskit.js", "canvaskit/chromium/canvaskit.wasm"),
    "canvaskit": ("main.dart.js", "canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm"),
}
OF_THE_APP = ("android.js", "android_check.js", "old_webview.html")  # only the Android app loads them
NOT_KEPT = (SERVICE_WORKER, NOT_FOUND, "assets/NOTICES", LAUNCH_IMAGES, *OF_THE_APP)  # by browsers


def mark_version(folder: Path) -> str:
    """Write which files there are into the service worker of a site; return the version, which tells their content."""
    files = (file.relative_to(folder).as_posix() for file in sorted(folder.rglob("*")) if file.is_file())
    contents = {name: (folder / name).read_bytes() for name in files if not name.startswith(NOT_KEPT)}
    hashes = {name: (hashlib.sha256(content).hexdigest(), len(content)) for name, content in contents.items()}
    version = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:12]
    script = (ASSETS / SERVICE_WORKER).read_text(encoding="utf-8")
    for name, value in (("VERSION", version), ("FILES", hashes), ("DRAWING", DRAWING)):
        script, count = re.subn(rf"(?m)^const {name} = [^;]*;", f"const {name} = {json.dumps(value)};", script)
        assert count == 1, name
    (folder / SERVICE_WORKER).write_text(script, encoding="utf-8")
    return version


def sizes(site: Site) -> list[tuple[str, Size]]:
    """Return how large each part is, and what a browser fetches before the app can be used and in all."""
    files = [(part, name) for part, names in site.parts.items() for name in names]
    found: dict[str, Size] = {}
    for (part, name), size in zip(files, measure([site.folder / name for _, name in files]), strict=True):
        if not name.startswith(
            "canvaskit/canvaskit."
        ):  # the engine of the others instead of Chromium's: one or the other
            found[part] = found.get(part, Size()) + size
    first = sum(
        (size for part, size in found.items() if part not in (OTHER_SCREEN, PRINTING, LICENCES, LAUNCH)), Size()
    )
    return [*found.items(), ("打开要下载的", first), ("断网全部可用要下载的", first + found.get(PRINTING, Size()))]


def _files(path: Path) -> Iterator[Path]:
    yield from sorted(path.rglob("*")) if path.is_dir() else (path,)


def _changed(name: str, content: bytes) -> bytes:
    """Return a file of Flet's client that calls no other machine, draws on one thread and brings no service worker of its own."""
    if name == client_files.SCRIPT:
        return client_files.script()
    if name == "main.dart.wasm":
        return client_files.without_rive(content)
    if name == client_files.BOOTSTRAP:
        text, count = _FLUTTER_WORKER.subn("", client_files.bootstrap())
        assert count == 1, f"{name} has changed"
        return text.encode()
    return content


def _drawing(name: str) -> str:
    if name in DRAWING["skwasm"]:
        return SCREEN
    return OTHER_SCREEN if name.startswith(("main", "canvaskit")) else PAGE


def _python(site: Site) -> None:
    pyodide = client_files.client_folder() / "pyodide"
    for name in PYODIDE:
        site.write(f"pyodide/{name}", (pyodide / name).read_bytes(), "Python")
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    site.write("pyodide/pyodide-lock.json", json.dumps({**lock, "packages": {}}), "Python")

    printing = {**program.paper_modules(), **program.later_python_modules(pyodide)}
    sources = (program.first_modules(), printing, program.python_modules(pyodide))
    jobs = [compiler.Job(sources[0], program.DOCUMENTED), *(compiler.Job(each) for each in sources[1:])]
    done = compiler.compile_all(jobs, pyodide)
    site.compiled = done is not None
    first, papers, library = done or [dict(each) for each in sources]
    site.write(PYTHON_LIBRARY, compiler.archive(library), "Python 标准库")
    first[NUMBERS] = numbers(first[NUMBERS], named_icons(sources[0].values()))
    data = program.data_files()
    if site.compiled:
        first[dataclass_code.FILE] = compiler.dataclass_code({**first, **data}, program.own_modules(), SOON, pyodide)
    site.write(f"python/{FIRST}", packed(first), "程序")
    site.write(f"python/{DATA}", packed(data), "手册、裁决树和索引")
    pack = packed({**papers, **program.paper_files()})
    later = PAPERS.format(
        hashlib.sha256(pack).hexdigest()[:8]
    )  # an older version that still runs does not get a newer one's
    site.write(f"python/{later}", pack, PRINTING)
    size = sum((site.folder / "python" / name).stat().st_size for name in (FIRST, DATA))
    parts = {"first": [FIRST, DATA], "later": {"papers": later}, "bytes": size}
    site.write(PARTS, json.dumps(parts), PAGE)
