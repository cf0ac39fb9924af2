"""The built shell is what its sources make, wants nothing that an Android lacks, and keeps the rules for a package of today.

Where tools are missing, a test is skipped and says so; ``python -m tests.android`` fetches them and checks all of it, and what it
found lies in ``checked.json``, which must belong to what is here.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from assets import build_shell
from assets.build_shell import FIRST_FRAMEWORK, FRAMEWORK, SOURCES, TARGET, BuildError
from tests.android import checks, robolectric
from tests.android.dex import CALL_SITES, METHOD_HANDLES

Found = TypeVar("Found")
BUILT = json.loads((TARGET / build_shell.BUILT).read_text(encoding="utf-8"))


def at_hand(look: Callable[[], Found]) -> Found:
    """Return what is found, or skip the test with the reason why it is not."""
    try:
        return look()
    except BuildError as missing:
        pytest.skip(f"python -m tests.android fetches it: {missing}")


def framework(coordinates: str) -> Path:
    if not build_shell.jar(coordinates).is_file():
        raise BuildError(f"not in {build_shell.maven_repository()}: {coordinates}")
    return build_shell.jar(coordinates)


def test_the_shell_was_built_from_these_sources() -> None:
    assert BUILT["sources"] == build_shell.sources(), "python -m assets.build_shell"


def test_nobody_has_changed_what_was_built() -> None:
    files = {
        file.relative_to(TARGET).as_posix(): build_shell.digest(file) for file in TARGET.rglob("*") if file.is_file()
    }
    files.pop(build_shell.BUILT)
    assert files == BUILT["files"]


def test_built_again_it_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    using = at_hand(lambda: build_shell.tools(fetching=False))
    if using.versions() != BUILT["tools"]:
        pytest.skip(f"built with {BUILT['tools']}, here is {using.versions()}")
    build_shell.build(tmp_path, using)
    assert checks.different(tmp_path, TARGET) == []


def test_the_code_calls_nothing_dynamically() -> None:
    code = checks.dex()
    assert code.version == 38, "what Android 8 reads"
    assert not {CALL_SITES, METHOD_HANDLES} & code.sections()
    assert not [each for each in code.references() if each.owner.startswith("java/lang/invoke/")]


FORBIDDEN = (
    "android/webkit/WebView.addJavascriptInterface",  # knows no origin
    "android/webkit/WebView.setWebContentsDebuggingEnabled",
    "android/webkit/WebView.evaluateJavascript",
    "android/app/PendingIntent",
    "android/content/BroadcastReceiver",
    "java/lang/ClassLoader",
    "dalvik/system/",
    "java/lang/reflect/",
    "java/lang/Runtime.",
    "java/net/",
    "android/net/Network",
    "android/net/ConnectivityManager",
)


def test_the_code_has_no_way_out_and_none_in_but_the_bridge() -> None:
    assert [str(each) for each in checks.references() if str(each).startswith(FORBIDDEN)] == []


def test_the_reader_finds_what_is_known_to_be_there() -> None:
    found = {str(each) for each in checks.references()}
    assert "android/webkit/WebView.postWebMessage(Landroid/webkit/WebMessage;Landroid/net/Uri;)V" in found
    assert "android/print/PageRange.ALL_PAGES:Landroid/print/PageRange;" in found
    assert found >= checks.GUARDED
    classes = {re.sub(r"\.java$", "", file.name) for file in SOURCES.rglob("*.java")}
    assert {name.removeprefix("zhicai/shell/").partition("$")[0] for name in checks.dex().defined} == classes


@pytest.mark.parametrize("coordinates", [FIRST_FRAMEWORK, FRAMEWORK])
def test_each_android_has_what_the_code_wants(coordinates: str) -> None:
    assert at_hand(lambda: checks.missing_references(framework(coordinates))) == []


def test_what_is_guarded_is_used_in_one_place_only() -> None:
    using = {file.name for file in SOURCES.rglob("*.java") if "OnBackInvoked" in file.read_text(encoding="utf-8")}
    assert using == {"PredictiveBack.java"}
    main = (SOURCES / "src" / "zhicai" / "shell" / "Main.java").read_text(encoding="utf-8")
    assert re.search(r"if \(Build\.VERSION\.SDK_INT >= 33\) \{\s+PredictiveBack\.listen", main)
    assert main.count("PredictiveBack") == 1


@pytest.fixture(scope="module")
def manifest() -> str:
    return at_hand(checks.manifest_tree)


@pytest.mark.parametrize("rule", checks.RULES)
def test_the_compiled_manifest_keeps_the_rule(rule: str, manifest: str) -> None:
    assert checks.RULES[rule](manifest)


def test_a_manifest_without_a_rule_is_noticed(manifest: str) -> None:
    """Each rule is broken once, by taking away or turning what it looks at."""
    broken = {
        "android.permission.CAMERA": "android.permission.INTERNET",
        "enableOnBackInvokedCallback": "other",
        "exported": "other",
        "TTS_SERVICE": "OTHER",
        "dataExtractionRules": "other",
        "usesCleartextTraffic": "other",
        "launchMode": "other",
        "category.DEFAULT": "category.OTHER",
        'scheme(0x01010027)="zhicai"': 'scheme(0x01010027)="other"',
        "MetricsOptOut": "other",
        "=(type 0x10)0x22": "=(type 0x10)0x23",
        "required": "other",
        "=(type 0x11)0x50007ffc": "=(type 0x11)0x10007ffc",  # configChanges without the size of letters
    }
    for word, other in broken.items():
        assert word in manifest, word
        assert checks.broken_rules(manifest.replace(word, other)), word


def test_words_for_people_are_in_both_scripts() -> None:
    def words(folder: str) -> dict[str, str]:
        text = (SOURCES / "res" / folder / "strings.xml").read_text(encoding="utf-8")
        return dict(re.findall(r'<string name="(\w+)">([^<]+)</string>', text))

    simple = words("values")
    from opencc import OpenCC

    for folder in ("values-zh-rTW", "values-zh-rHK"):
        traditional = words(folder)
        assert set(traditional) == set(simple)
        for name, text in traditional.items():
            changed = {one for one in text if OpenCC("s2t").convert(one) != one}
            assert changed <= {"台"}, "no simplified character; this one is written so there too"
            assert re.findall(r"%\d\$d", text) == re.findall(r"%\d\$d", simple[name])
    java = "".join(file.read_text(encoding="utf-8") for file in (SOURCES / "src").rglob("*.java"))
    assert not re.search(r"[\u4e00-\u9fff]", java)


def test_java_is_short_and_documented() -> None:
    for file in (SOURCES / "src").rglob("*.java"):
        text = file.read_text(encoding="utf-8")
        documented = r"\*/\n(@\w+\(\d+\)\n)?(public )?(final |abstract )?(class|interface) "
        assert re.search(documented, text), f"{file.name}: no docstring"
        assert len(text.splitlines()) <= 400, file.name
        assert "import androidx" not in text
    for file in (*(SOURCES / "src").rglob("*.java"), *robolectric.TESTS.rglob("*.java")):
        assert max(map(len, file.read_text(encoding="utf-8").splitlines())) <= 132, file.name


def interface(name: str) -> set[str]:
    """Return the names in an interface of the messages between page and shell."""
    text = (build_shell.ROOT / "app" / "browser" / "messages.d.ts").read_text(encoding="utf-8")
    found = re.search(rf"interface {name} \{{\n(.*?)\n\}}", text, re.DOTALL)
    assert found, name
    return set(re.findall(r"^  (\w+)\??:", found[1], re.M))


def test_page_and_shell_know_the_same_messages() -> None:
    java = {file.stem: file.read_text(encoding="utf-8") for file in (SOURCES / "src").rglob("*.java")}
    assert set(re.findall(r'case "(\w+)":', java["Commands"])) == interface("AskedOfAndroid") | {"backed"}
    assert set(re.findall(r'"do", "(\w+)"', java["Main"])) == interface("SaidByAndroid")
    greeting = java["Main"].partition("void greet(")[2].partition("}")[0]
    assert set(re.findall(r'"(\w+)",', greeting)) == interface("AboutAndroid")
    codes = set(re.findall(r'static final String [A-Z]+ = "(\w+)"', java["Reply"]))
    messages = (build_shell.ROOT / "app" / "browser" / "messages.d.ts").read_text(encoding="utf-8")
    known = re.search(r"type AndroidRefusal = ([^;]+);", messages)
    assert known and codes == set(re.findall(r'"(\w+)"', known[1]))


@pytest.mark.timeout(600)
def test_the_java_tests_that_take_least_time_pass() -> None:
    for tool in ("java", "javac", "aapt"):
        if shutil.which(tool) is None:
            pytest.skip(f"python -m tests.android needs {tool}")
    done = at_hand(lambda: robolectric.run(names=robolectric.SHORT, fetching=False))
    assert done.failed == 0, done.text
    assert done.passed >= 15


def test_all_was_checked_as_it_is_now() -> None:
    checked = json.loads(checks.CHECKED.read_text(encoding="utf-8"))
    assert checked["checked"] == checks.digest_of_all(), "python -m tests.android --site DIR"
    assert checked["java"]["tests"] >= 60
    assert checked["java"]["files of a site"] >= 60, "a real site"
