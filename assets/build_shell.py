"""Build the shell of the Android app again: Java to dex code, manifest and resources to their binary forms.

    apt install aapt openjdk-17-jdk-headless maven    (aapt of any version from 10.0.0 on)
    python -m assets.build_shell

The rest comes from the local Maven repository, where Maven puts it the first time: what compiles to dex (dalvik-dx) and the
framework of Android 14 as one jar, which gives both the classes to compile against and the resources to link against. So
nothing of Google's SDK is needed. The result lies in ``app/publishing/android/shell`` and is kept in the repository, so that
``zhicai publish --apk`` needs Python alone. ``built.json`` says from which sources it was made, and by which versions; where
the same versions are at hand, a test builds it again and compares byte for byte (tests/android/test_shell.py).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "assets" / "android"
ICON = ROOT / "assets" / "icon" / "icon.svg"
TARGET = ROOT / "app" / "publishing" / "android" / "shell"
BUILT, TABLE = "built.json", "shell.json"

DEX = "com.jakewharton.android.repackaged:dalvik-dx:16.0.1"
FRAMEWORK = "org.robolectric:android-all:14-robolectric-10818077"
FIRST_FRAMEWORK = "org.robolectric:android-all:8.0.0_r4-robolectric-r1"  # of the oldest Android that is served
OLDEST_ANDROID = 26

VISIBLE = 72 / 108  # of an adaptive icon: launchers cut the rest away
MASKED = 0.8  # of a maskable icon, as assets/build_icons.py draws it
SVG = "{http://www.w3.org/2000/svg}"


class BuildError(Exception):
    """Something to build with is missing, or refused."""


@dataclass(frozen=True)
class Tools:
    """What builds it."""

    javac: str
    java: str
    aapt: str
    dex: Path
    framework: Path

    def versions(self) -> dict[str, str]:
        """Return what the result depends on, byte for byte."""
        aapt = _run(self.aapt, "version").strip()
        return {"javac": _run(self.javac, "-version").strip(), "aapt": aapt, "dex": DEX, "framework": FRAMEWORK}


def maven_repository() -> Path:
    """Return where Maven keeps what it has fetched."""
    named = os.environ.get("MAVEN_REPOSITORY")
    return Path(named) if named else Path.home() / ".m2" / "repository"


def jar(coordinates: str) -> Path:
    """Return where a jar lies in the local Maven repository, if it does."""
    group, name, version = coordinates.split(":")
    return maven_repository().joinpath(*group.split("."), name, version, f"{name}-{version}.jar")


def fetch(coordinates: str) -> Path:
    """Return a jar, which Maven fetches if it must."""
    path = jar(coordinates)
    if not path.is_file():
        maven = shutil.which("mvn")
        if maven is None:
            raise BuildError(f"{coordinates} is not in {maven_repository()}, and there is no Maven to fetch it")
        _run(maven, "-q", "-B", "dependency:get", f"-Dartifact={coordinates}", "-Dtransitive=false")
    return path


def tools(*, fetching: bool = True) -> Tools:
    """Return what builds it. Raises BuildError where one is missing."""
    found = {name: shutil.which(name) for name in ("javac", "java", "aapt")}
    if missing := [name for name, path in found.items() if path is None]:
        raise BuildError(f"not installed: {', '.join(missing)}")
    dex, framework = (fetch(each) if fetching else jar(each) for each in (DEX, FRAMEWORK))
    if missing := [path.name for path in (dex, framework) if not path.is_file()]:
        raise BuildError(f"not in the local Maven repository: {', '.join(missing)}")
    return Tools(str(found["javac"]), str(found["java"]), str(found["aapt"]), dex, framework)


def sources() -> dict[str, str]:
    """Return the hash of everything the shell is built from."""
    files = [*(file for file in SOURCES.rglob("*") if file.is_file()), ICON, Path(__file__)]
    return {file.relative_to(ROOT).as_posix(): digest(file) for file in sorted(files)}


def digest(file: Path) -> str:
    """Return the hash of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def build(target: Path, using: Tools) -> None:
    """Build everything into an empty folder."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        resources = folder / "res"
        shutil.copytree(SOURCES / "res", resources)
        for name, content in icon_resources().items():
            (resources / name).parent.mkdir(parents=True, exist_ok=True)
            (resources / name).write_text(content, encoding="utf-8")
        _link(folder, resources, using)
        with zipfile.ZipFile(folder / "linked.zip") as linked:
            linked.extractall(target)
        _compile(folder, target / "classes.dex", using)
    shutil.copy(SOURCES / TABLE, target / TABLE)
    files = {file.relative_to(target).as_posix(): digest(file) for file in sorted(target.rglob("*")) if file.is_file()}
    built = {"tools": using.versions(), "sources": sources(), "files": files}
    (target / BUILT).write_text(json.dumps(built, indent=2) + "\n", encoding="utf-8")


def _link(folder: Path, resources: Path, using: Tools) -> None:
    """Turn manifest and resources into their binary forms, and name the resources for Java."""
    (folder / "generated").mkdir()
    linked = ("-F", folder / "linked.zip", "-J", folder / "generated", "--custom-package", "zhicai.shell")
    manifest = ("-M", SOURCES / "AndroidManifest.xml", "-S", resources, "-I", using.framework)
    _run(using.aapt, "package", "-f", "--no-version-vectors", *manifest, *linked)


def _compile(folder: Path, target: Path, using: Tools) -> None:
    """Compile Java to dex code. The names of resources are constants, which the compiler has taken over: their class stays out."""
    classes, code = folder / "classes", folder / "code.jar"
    java = sorted(map(str, [*(SOURCES / "src").rglob("*.java"), *(folder / "generated").rglob("*.java")]))
    strict = ("-Xlint:all,-options,-deprecation,-classfile", "-Werror", "-encoding", "UTF-8", "-g:lines,source")
    classes.mkdir()
    _run(using.javac, *strict, "--release", "8", "-cp", using.framework, "-d", classes, *java)
    with zipfile.ZipFile(code, "w") as packed:
        for file in sorted(classes.rglob("*.class")):
            if not re.fullmatch(r"R(\$\w+)?\.class", file.name):
                packed.writestr(zipfile.ZipInfo(file.relative_to(classes).as_posix()), file.read_bytes())
    command = (using.java, "-cp", using.dex, "com.android.dx.command.Main", "--dex")
    _run(*command, f"--min-sdk-version={OLDEST_ANDROID}", f"--output={target}", code)


def icon_resources() -> dict[str, str]:
    """Return the icon as the drawings of an adaptive one: its ground a colour, its cards small enough to be cut round."""
    svg = ElementTree.fromstring(ICON.read_text(encoding="utf-8"))
    cards = svg.find(f"{SVG}g[@id='cards']")
    assert cards is not None
    size = float(svg.attrib["viewBox"].split()[2])
    scale = VISIBLE * MASKED
    whole = f'android:scaleX="{scale:.4f}" android:scaleY="{scale:.4f}" android:pivotX="{size / 2}" android:pivotY="{size / 2}"'
    coloured = "".join(_drawn(each) for each in cards)
    front = [each for each in cards if "transform" not in each.attrib]
    outline = " ".join(_path(each) for each in front)
    single = f'<path android:fillColor="#000" android:fillType="evenOdd" android:pathData="{outline}"/>'
    layers = "".join(
        f'<{layer} android:drawable="@{drawn}"/>'
        for layer, drawn in (
            ("background", "color/icon"),
            ("foreground", "drawable/cards"),
            ("monochrome", "drawable/cards_single"),
        )
    )
    android = 'xmlns:android="http://schemas.android.com/apk/res/android"'
    measure = f'android:viewportWidth="{size}" android:viewportHeight="{size}"'
    vector = f'<vector {android} android:width="108dp" android:height="108dp" {measure}>'
    return {
        "drawable/cards.xml": f"{vector}<group {whole}>{coloured}</group></vector>\n",
        "drawable/cards_single.xml": f"{vector}<group {whole}>{single}</group></vector>\n",
        "mipmap-anydpi-v26/app.xml": f"<adaptive-icon {android}>{layers}</adaptive-icon>\n",
    }


def _drawn(shape: ElementTree.Element) -> str:
    path = f'<path android:fillColor="{shape.attrib["fill"]}" android:pathData="{_path(shape)}"/>'
    turned = re.fullmatch(r"rotate\((\S+) (\S+) (\S+)\)", shape.attrib.get("transform", ""))
    if turned is None:
        return path
    angle, x, y = turned.groups()
    return f'<group android:rotation="{angle}" android:pivotX="{x}" android:pivotY="{y}">{path}</group>'


def _path(shape: ElementTree.Element) -> str:
    """Return what a shape is drawn by; a rectangle with round corners as a path."""
    if shape.tag == f"{SVG}path":
        return shape.attrib["d"]
    x, y, width, height, r = (shape.attrib[name] for name in ("x", "y", "width", "height", "rx"))
    across, down = float(width) - 2 * float(r), float(height) - 2 * float(r)
    corner = f"a{r},{r} 0 0 1"
    return (
        f"M{float(x) + float(r):g},{y}h{across:g}{corner} {r},{r}v{down:g}{corner} -{r},{r}"
        f"h{-across:g}{corner} -{r},-{r}v{-down:g}{corner} {r},-{r}z"
    )


def _run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"{Path(str(command[0])).name} failed:\n{done.stdout}{done.stderr}")
    return done.stdout or done.stderr


def main() -> None:
    """Build it, in place of what stands there."""
    try:
        with tempfile.TemporaryDirectory() as scratch:
            build(Path(scratch), tools())
            shutil.rmtree(TARGET, ignore_errors=True)
            shutil.copytree(scratch, TARGET)
    except BuildError as missing:
        sys.exit(str(missing))
    for file in sorted(TARGET.rglob("*")):
        if file.is_file():
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
