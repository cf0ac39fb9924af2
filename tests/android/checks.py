"""What is checked of the built shell without running it: its references, its manifest, that it is what its sources make."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from assets.build_shell import ROOT, TARGET, BuildError, Tools, digest, sources
from tests.android.dex import Dex, Framework, Reference

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).resolve().parent
CHECKED = HERE / "checked.json"

# What the first Android it is for does not have; only PredictiveBack.java uses it, and only from API 33 on.
GUARDED = {
    "android/app/Activity.getOnBackInvokedDispatcher()Landroid/window/OnBackInvokedDispatcher;",
    "android/window/OnBackInvokedCallback",
    "android/window/OnBackInvokedDispatcher",
    "android/window/OnBackInvokedDispatcher.registerOnBackInvokedCallback(ILandroid/window/OnBackInvokedCallback;)V",
}


def dex() -> Dex:
    """Return the compiled code."""
    return Dex((TARGET / "classes.dex").read_bytes())


def references() -> set[Reference]:
    """Return everything it wants of Android."""
    return dex().references()


def java_signatures() -> Path:
    """Return where the JDK keeps what earlier versions of Java had."""
    javac = shutil.which("javac")
    if javac is None:
        raise BuildError("there is no JDK")
    return Path(javac).resolve().parent.parent / "lib" / "ct.sym"


def missing_references(framework: Path) -> list[str]:
    """Return what a version of Android lacks, or has not for apps, beside what is guarded."""
    android = Framework(framework, java_signatures())
    found = references()
    lacking = {str(each) for each in found if not android.has(each)} - GUARDED
    return sorted(lacking | {f"{each} (not for apps)" for each in found if android.hides(each)})


def different(one: Path, other: Path) -> list[str]:
    """Return the files that are not the same in two folders."""
    names = {
        file.relative_to(folder).as_posix() for folder in (one, other) for file in folder.rglob("*") if file.is_file()
    }
    return sorted(name for name in names if _content(one / name) != _content(other / name))


def _content(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def digest_of_all() -> str:
    """Return one hash of the shell's sources and of all that checks it."""
    beside = [*HERE.rglob("*.py"), *HERE.rglob("*.java"), HERE / "pom.xml"]
    files = {**sources(), **{file.relative_to(ROOT).as_posix(): digest(file) for file in beside}}
    return hashlib.sha256("".join(f"{name} {files[name]}\n" for name in sorted(files)).encode()).hexdigest()


def manifest_tree(using: Tools | None = None) -> str:
    """Return the compiled manifest as aapt reads it."""
    aapt = using.aapt if using else shutil.which("aapt")
    if aapt is None:
        raise BuildError("there is no aapt")
    import tempfile
    import zipfile

    with tempfile.TemporaryDirectory() as scratch:
        package = Path(scratch) / "shell.apk"
        with zipfile.ZipFile(package, "w") as archive:
            for name in ("AndroidManifest.xml", "resources.arsc"):
                archive.write(TARGET / name, name)
        done = subprocess.run([aapt, "dump", "xmltree", package, "AndroidManifest.xml"], capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(done.stdout + done.stderr)
    return done.stdout


def _elements(tree: str, name: str) -> list[str]:
    """Return each element of a name with what stands in it."""
    lines = tree.splitlines()
    found = []
    for at, line in enumerate(lines):
        if started := re.match(rf"( *)E: {name} ", line):
            depth = len(started[1])
            end = next(
                (
                    later
                    for later in range(at + 1, len(lines))
                    if (inner := re.match(r"( *)E: ", lines[later])) and len(inner[1]) <= depth
                ),
                len(lines),
            )
            found.append("\n".join(lines[at:end]))
    return found


def _attribute(element: str, name: str) -> str:
    """Return the value of an attribute of an element itself."""
    own = re.split(r"\n *E: ", element)[0]
    found = re.search(rf"A: (?:android:)?{name}(?:\(0x\w+\))?=(?:\"([^\"]*)\"|\(type 0x\w+\)(0x\w+)|(@0x\w+))", own)
    return next((each for each in found.groups() if each is not None), "") if found else ""


def _named(tree: str, element: str) -> set[str]:
    return {_attribute(each, "name") for each in _elements(tree, element)}


def _true(element: str, name: str) -> bool:
    return _attribute(element, name) == "0xffffffff"


def _false(element: str, name: str) -> bool:
    return _attribute(element, name) == "0x0"


def _application(tree: str) -> str:
    return _elements(tree, "application")[0]


# What an Android asks of a package that aims at API 34, or what this one promises; each with the version it is asked from.
RULES: dict[str, Callable[[str], bool]] = {
    "aims at API 34 and serves from 26 on; 24 at least is installed at all (Android 15)": lambda tree: (
        int(_attribute(_elements(tree, "uses-sdk")[0], "targetSdkVersion"), 16) == 34
        and int(_attribute(_elements(tree, "uses-sdk")[0], "minSdkVersion"), 16) == 26
    ),
    "each activity and provider says whether it is exported (31)": lambda tree: all(
        _attribute(each, "exported")
        for name in ("activity", "provider", "service", "receiver")
        for each in _elements(tree, name)
    ),
    "only the activity is exported; files are given one by one": lambda tree: (
        all(_true(each, "exported") for each in _elements(tree, "activity"))
        and all(_false(each, "exported") and _true(each, "grantUriPermissions") for each in _elements(tree, "provider"))
        and not _elements(tree, "service")
        and not _elements(tree, "receiver")
    ),
    "asks for camera and vibration, nothing else, and no network": lambda tree: (
        _named(tree, "uses-permission") == {"android.permission.CAMERA", "android.permission.VIBRATE"}
        and not _elements(tree, "uses-permission-sdk-23")
    ),
    "a phone without camera or touch can have it too": lambda tree: all(
        _false(each, "required") for each in _elements(tree, "uses-feature")
    ),
    "no cleartext, whatever the default (28)": lambda tree: _false(_application(tree), "usesCleartextTraffic"),
    "not to be debugged, which would open the WebView to a computer": lambda tree: (
        not _true(_application(tree), "debuggable")
    ),
    "no backup; what may be transferred is written down (31)": lambda tree: (
        _false(_application(tree), "allowBackup") and _attribute(_application(tree), "dataExtractionRules") != ""
    ),
    "names what it asks of other apps: speech, pickers, viewers (30)": lambda tree: (
        _named(_elements(tree, "queries")[0], "action")
        == {
            f"android.intent.action.{name}"
            for name in ("TTS_SERVICE", "OPEN_DOCUMENT", "CREATE_DOCUMENT", "SEND", "VIEW")
        }
    ),
    "the back gesture is asked for in the new way (33)": lambda tree: _true(
        _application(tree), "enableOnBackInvokedCallback"
    ),
    "a link or a file brings the one window to the front (launch mode singleTask)": lambda tree: all(
        _attribute(each, "launchMode") == "0x2" for each in _elements(tree, "activity")
    ),
    "turning, darkness, letters, language and split screen do not begin it anew": lambda tree: all(
        int(_attribute(each, "configChanges"), 16) & WITHOUT_RESTART == WITHOUT_RESTART
        for each in _elements(tree, "activity")
    ),
    "each filter for a view has the category without which nobody finds it": lambda tree: all(
        "android.intent.category.DEFAULT" in _named(each, "category")
        for each in _elements(tree, "intent-filter")
        if "android.intent.action.MAIN" not in _named(each, "action")
    ),
    "its own scheme opens it": lambda tree: (
        "zhicai" in {_attribute(data, "scheme") for data in _elements(tree, "data")}
    ),
    "engines report nothing": lambda tree: (
        {_attribute(each, "name"): _attribute(each, "value") for each in _elements(tree, "meta-data")}
        == {"android.webkit.WebView.EnableSafeBrowsing": "0x0", "android.webkit.WebView.MetricsOptOut": "0xffffffff"}
    ),
}
WITHOUT_RESTART = (
    0x4 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800 | 0x1000 | 0x40000000
)  # android.content.pm.ActivityInfo
# locale, keyboardHidden, navigation, orientation, screenLayout, uiMode, screenSize, smallestScreenSize, density, fontScale


def broken_rules(tree: str) -> list[str]:
    """Return the rules a manifest does not keep."""
    return [rule for rule, kept in RULES.items() if not kept(tree)]
