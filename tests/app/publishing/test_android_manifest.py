"""The compiled manifest of the Android app: read, written, and changed for an association's own edition.

Held against aapt of Android's own tools, where it is installed.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from app.publishing.android import apk, manifest
from app.publishing.android.manifest import Attribute, Edition, Element, ManifestError, read, rewritten, write

AAPT = shutil.which("aapt")
with_aapt = pytest.mark.skipif(AAPT is None, reason="aapt (Debian: aapt) is not installed")
SHELL = apk.SHELL
SOURCE = (SHELL / apk.MANIFEST).read_bytes()
FIFTY = "华东地区桥牌掼蛋升级竞赛裁判员随身手册与裁决助手" * 2 + "一二"


def said_by_aapt(data: bytes, tmp_path: Path, *what: str) -> str:
    """What aapt makes of a package with this manifest and the shell's resources."""
    file = tmp_path / "package.apk"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(apk.MANIFEST, data)
        for each in sorted(SHELL.rglob("*")):
            if each.is_file() and each.suffix in (".arsc", ".xml") and each.name != apk.MANIFEST:
                archive.write(each, each.relative_to(SHELL).as_posix())
    assert AAPT is not None
    done = subprocess.run(
        [AAPT, "dump", what[0], str(file), *what[1:]], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return done.stdout


def test_what_is_written_says_what_was_read() -> None:
    document = read(SOURCE)
    assert read(write(document)) == document
    assert document.root.name == "manifest" and document.namespaces == [("android", manifest.ANDROID)]


@with_aapt
def test_aapt_reads_the_same_from_what_was_written(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    before, after = (said_by_aapt(each, tmp_path, "xmltree", apk.MANIFEST) for each in (SOURCE, write(read(SOURCE))))
    assert before == after and "zhicai.shell.Main" in before


NAMES = [
    ("裁", "cn.a.b"),
    (FIFTY, "org.example.referee_2026"),
    ("A & <B> 'C' “丁”", "a1.b2.c3"),
    ("执裁", "cn.zhicai.app"),
]


@with_aapt
@pytest.mark.parametrize(("name", "id_"), NAMES, ids=[str(len(name)) for name, _ in NAMES])
def test_aapt_reads_back_an_editions_name_id_and_version(tmp_path: Path, name: str, id_: str) -> None:
    assert len(FIFTY) == 50 and apk.name_fault(name) is None and apk.id_fault(id_) is None
    made = rewritten(SOURCE, Edition(name, id_, 1_234_567, "1.2.3"))
    badging = said_by_aapt(made, tmp_path, "badging")
    assert f"package: name='{id_}' versionCode='1234567' versionName='1.2.3'" in badging
    assert f"application-label:'{name}'" in badging.replace("\\'", "'")
    assert "sdkVersion:'26'" in badging and "targetSdkVersion:'34'" in badging
    assert "android.permission.INTERNET" not in badging
    tree = said_by_aapt(made, tmp_path, "xmltree", apk.MANIFEST)
    assert f'authorities(0x01010018)="{id_}.files"' in tree
    scheme = "zhicai" if id_ == "cn.zhicai.app" else id_.replace("_", "-")
    assert f'scheme(0x01010027)="{scheme}"' in tree
    assert 'name(0x01010003)="zhicai.shell.Main"' in tree, "the class keeps its name"


def test_two_editions_share_nothing_by_which_android_would_take_one_for_the_other() -> None:
    one, other = (
        read(rewritten(SOURCE, Edition(name, id_, 1, "1"))) for name, id_ in (("甲", "cn.a.x"), ("乙", "cn.b.x"))
    )
    for wanted in ("authorities", "scheme", "package"):
        values = [
            {each.value for element in document.root.walk() for each in element.attributes if each.name == wanted}
            - {"content"}
            for document in (one, other)
        ]
        assert values[0] and values[1] and not values[0] & values[1], wanted


def test_nothing_of_the_first_id_stays_in_the_file() -> None:
    made = rewritten(SOURCE, Edition("乙", "org.example.b", 1, "1"))
    assert "cn.zhicai.app".encode("utf-16-le") in SOURCE and "cn.zhicai.app".encode("utf-16-le") not in made


def small(*, label: bool = True, activity: str = "zhicai.shell.Main", version: bool = True) -> manifest.Document:
    """A manifest as the source would be compiled: names with the numbers of android.R.attr."""

    def named(name: str, resource: int, text: str) -> Attribute:
        return Attribute(name, manifest.STRING, text, manifest.ANDROID, resource, text)

    inside = Element("activity", [named("name", 0x01010003, activity)])
    application = Element("application", [named("label", 0x01010001, "执裁")] if label else [], [inside])
    versions = [
        Attribute("versionCode", manifest.NUMBER, 1, manifest.ANDROID, 0x0101021B),
        named("versionName", 0x0101021C, "0"),
    ]
    package = Attribute("package", manifest.STRING, "cn.zhicai.app", raw="cn.zhicai.app")
    root = Element("manifest", [*(versions if version else ()), package], [application])
    return manifest.Document(root, [("android", manifest.ANDROID)])


@pytest.mark.parametrize(
    ("document", "said"),
    [(small(label=False), "label"), (small(activity=".Main"), ".Main"), (small(version=False), "version")],
)
def test_a_shell_that_cannot_be_changed_is_refused(document: manifest.Document, said: str) -> None:
    assert rewritten(write(small()), Edition("乙", "org.example.b", 1, "1"))
    with pytest.raises(ManifestError, match=said):
        rewritten(write(document), Edition("乙", "org.example.b", 1, "1"))


def test_strings_in_utf_8_and_long_ones_are_read() -> None:
    """Both ways a pool can be written, by hand: aapt2 writes UTF-8, where lengths from 128 on take two bytes."""
    texts = ["a", "执裁", "长" * 200]
    body, offsets = b"", []
    for text in texts:
        offsets.append(len(body))
        for size in (len(text), len(text.encode())):
            body += bytes([size]) if size < 128 else bytes([0x80 | size >> 8, size & 0xFF])
        body += text.encode() + b"\0"
    head = struct.pack("<HHIIIIII", 1, 28, 28 + 12 + len(body), 3, 0, 0x100, 28 + 12, 0)
    assert manifest._pool(head + struct.pack("<3I", *offsets) + body) == texts
    long = struct.pack("<HH", 0x8000, 40_000) + ("长" * 40_000).encode("utf-16-le") + b"\0\0"
    head = struct.pack("<HHIIIIII", 1, 28, 28 + 4 + len(long), 1, 0, 0, 28 + 4, 0)
    assert manifest._pool(head + bytes(4) + long) == ["长" * 40_000]


@pytest.mark.parametrize("data", [b"", b"PK\3\4", b"<manifest/>", SOURCE[:-1], SOURCE[:300], SOURCE + b"\0"])
def test_what_is_no_manifest_is_refused(data: bytes) -> None:
    with pytest.raises(ManifestError):
        read(data)


def test_a_damaged_manifest_is_read_otherwise_or_refused_and_never_a_surprise() -> None:
    for place in range(0, len(SOURCE), 17):
        damaged = bytearray(SOURCE)
        damaged[place] ^= 0xFF
        with suppress(ManifestError):
            read(bytes(damaged))
