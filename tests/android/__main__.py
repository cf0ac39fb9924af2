"""Check the shell of the Android app with everything there is for it, fetched where it is not there yet.

    apt install aapt openjdk-17-jdk-headless maven
    python -m tests.android [--site DIR]     (a folder made by zhicai publish: its files are asked for one by one)

It is built again and compared byte for byte, its references are looked up in the first and the last Android it is for, its
manifest is read by aapt, its Java tests are run. What came of it is written to ``checked.json``, with the hash of all that was
checked: a test says when that is no longer what is here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from assets.build_shell import FIRST_FRAMEWORK, FRAMEWORK, ROOT, TARGET, BuildError, build, fetch, jar, tools
from tests.android import checks, robolectric


def main(arguments: list[str]) -> int:
    """Run all checks; return what the shell is told."""
    site = Path(arguments[1]).resolve() if arguments[:1] == ["--site"] else None
    failed: list[str] = []
    using = tools()
    with tempfile.TemporaryDirectory() as scratch:
        build(Path(scratch), using)
        if different := checks.different(Path(scratch), TARGET):
            failed.append(f"built again, it differs: {', '.join(different)}")
    missing = {each: checks.missing_references(jar(fetch_name(each))) for each in (FIRST_FRAMEWORK, FRAMEWORK)}
    for framework, found in missing.items():
        failed += [f"{framework} lacks {each}" for each in found]
    failed += checks.broken_rules(checks.manifest_tree(using))
    java = robolectric.run(site)
    if java.failed:
        print(java.text)
        failed.append(f"{java.failed} Java tests")
    print(*failed, sep="\n")
    print(f"{java.passed} passed, {java.failed} failed")
    if failed:
        return 1
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    files = sum(1 for each in site.rglob("*") if each.is_file()) if site else len(robolectric.SITE)
    result = {
        "on top of": commit,
        "checked": checks.digest_of_all(),
        "built again": using.versions(),
        "references": {"in the dex": len(checks.references()), "looked up in": [FIRST_FRAMEWORK, FRAMEWORK]},
        "rules": sorted(checks.RULES),
        "java": {"tests": java.passed, "on": list(robolectric.INSTRUMENTED), "files of a site": files},
    }
    checks.CHECKED.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


def fetch_name(coordinates: str) -> str:
    """Have a jar there; return its name."""
    fetch(coordinates)
    return coordinates


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BuildError as missing:
        sys.exit(str(missing))
