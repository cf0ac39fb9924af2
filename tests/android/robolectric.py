"""The Java tests of the shell, run on framework code of real versions of Android by Robolectric.

They prove what our callbacks do when they are called: which answer a request gets, which message is heard, what is asked of the
system and what is made of its results. They do not prove that a WebView calls them, nor how one behaves: there is none in here.

Maven fetches what they need into its local repository, by ``tests/android/pom.xml``; without ``fetching`` nothing is fetched.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from assets.build_shell import FRAMEWORK, SOURCES, TARGET, BuildError, fetch, icon_resources, jar, maven_repository

HERE = Path(__file__).resolve().parent
TESTS = HERE / "java"
INSTRUMENTED = (  # the versions of Android on which tests run, made ready for the Robolectric of pom.xml
    "org.robolectric:android-all-instrumented:8.0.0_r4-robolectric-r1-i6",
    "org.robolectric:android-all-instrumented:14-robolectric-10818077-i6",
)
SHORT = ("SiteTest", "BridgeTest")  # within two minutes
SITE = {  # stands for a site where there is none to hand
    "index.html": "<!doctype html><title>执裁</title>" + "<p>牌</p>" * 40,
    "python.js": "export {};",
    "assets/NOTICES": "notices",
    "canvaskit/canvaskit.wasm": "\0asm",
    "assets/fonts/规则.json": "[]",
}


@dataclass(frozen=True)
class Result:
    """What came of a run."""

    passed: int
    failed: int
    text: str


def classpath(*, fetching: bool = True) -> list[Path]:
    """Return the jars the tests need. Raises BuildError where they are not in the local repository and not fetched."""
    maven = shutil.which("mvn")
    if maven is None:
        raise BuildError("there is no Maven")
    with tempfile.TemporaryDirectory() as scratch:
        written = Path(scratch) / "classpath"
        offline = [] if fetching else ["-o"]
        command = [maven, "-q", "-B", *offline, "-f", str(HERE / "pom.xml"), "dependency:build-classpath"]
        done = subprocess.run([*command, f"-Dmdep.outputFile={written}"], capture_output=True, text=True)
        if done.returncode != 0:
            raise BuildError(f"not in {maven_repository()}: what tests/android/pom.xml names\n{done.stdout[-2000:]}")
        found = [Path(each) for each in written.read_text(encoding="utf-8").strip().split(os.pathsep)]
    for each in (*INSTRUMENTED, FRAMEWORK):
        if fetching:
            fetch(each)
        elif not jar(each).is_file():
            raise BuildError(f"not in {maven_repository()}: {each}")
    return found


def run(site: Path | None = None, names: tuple[str, ...] = (), *, fetching: bool = True) -> Result:
    """Run the tests, or those of these names, against a published site or the one that stands for it."""
    jars = classpath(fetching=fetching)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        assets, classes = folder / "assets", folder / "classes"
        _site(assets / "site", site)
        shutil.copy(TARGET / "shell.json", assets)
        libraries = [each for each in jars if each.suffix == ".jar"]
        for number, archive in enumerate(each for each in jars if each.suffix == ".aar"):
            with zipfile.ZipFile(archive) as unpacked:
                libraries.append(folder / f"{number}.jar")
                libraries[-1].write_bytes(unpacked.read("classes.jar"))
        _resources(folder, assets)
        path = os.pathsep.join(map(str, [*libraries, jar(FRAMEWORK)]))
        sources = [*(SOURCES / "src").rglob("*.java"), *TESTS.rglob("*.java"), *(folder / "generated").rglob("*.java")]
        classes.mkdir()
        quiet = ("-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8")
        _done("javac", *quiet, "-cp", path, "-d", classes, *sorted(sources))
        dependencies = folder / "frameworks"
        dependencies.mkdir()
        for each in INSTRUMENTED:
            (dependencies / jar(each).name).symlink_to(jar(each))
        properties = (
            "-Drobolectric.offline=true",
            f"-Drobolectric.dependency.dir={dependencies}",
            f"-Dzhicai.site={assets / 'site'}",
        )
        found = sorted(each.stem for each in TESTS.rglob("*Test.java"))
        tests = [f"zhicai.shell.{each}" for each in found if not names or each in names]
        where = os.pathsep.join(map(str, [folder, classes, *libraries, jar(FRAMEWORK)]))
        opened = ["--add-opens", "java.base/java.io=ALL-UNNAMED"]  # a shadow reaches into file descriptors
        command = ["java", "-Xmx2g", *opened, *properties, "-cp", where, "org.junit.runner.JUnitCore", *tests]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    return _result(done.stdout + done.stderr)


def _result(text: str) -> Result:
    if good := re.search(r"^OK \((\d+) tests?\)", text, re.M):
        return Result(int(good[1]), 0, text)
    counted = re.search(r"^Tests run: (\d+),  Failures: (\d+)", text, re.M)
    ran, failed = (int(counted[1]), int(counted[2])) if counted else (0, 1)
    return Result(ran - failed, failed, text)


def _site(target: Path, site: Path | None) -> None:
    if site is not None:
        shutil.copytree(site, target)
        return
    for name, content in SITE.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(content, encoding="utf-8")


def _resources(folder: Path, assets: Path) -> None:
    """Link manifest and resources as the shell has them, and tell Robolectric where they are."""
    resources, package = folder / "res", folder / "resources.ap_"
    shutil.copytree(SOURCES / "res", resources)
    for name, content in icon_resources().items():
        (resources / name).parent.mkdir(parents=True, exist_ok=True)
        (resources / name).write_text(content, encoding="utf-8")
    (folder / "generated").mkdir()
    manifest = SOURCES / "AndroidManifest.xml"
    sources = ("-M", manifest, "-S", resources, "-I", jar(FRAMEWORK))
    made = ("-F", package, "-J", folder / "generated", "--custom-package", "zhicai.shell")
    _done("aapt", "package", "-f", "--no-version-vectors", *sources, *made)
    with zipfile.ZipFile(package, "a", zipfile.ZIP_DEFLATED) as archive:  # as the package has them
        for file in sorted(each for each in assets.rglob("*") if each.is_file()):
            archive.write(file, f"assets/{file.relative_to(assets).as_posix()}")
    config = folder / "com" / "android" / "tools" / "test_config.properties"
    config.parent.mkdir(parents=True)
    lines = {
        "android_merged_manifest": manifest,
        "android_resource_apk": package,
        "android_merged_assets": assets,
        "android_custom_package": "zhicai.shell",
    }
    config.write_text("".join(f"{name}={value}\n" for name, value in lines.items()), encoding="utf-8")


def _done(*command: object) -> None:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"{command[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
