"""``zhicai publish --apk`` as somebody types it, round a small site: names, ids, keys, passwords that fit and that do not."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

import app.cli.android
import app.publishing.site
from app.cli.main import cli
from app.publishing.android import apk, apksigner, content, install_sheet, issued, keys
from app.publishing.android.manifest import Edition, read
from app.publishing.android.signing import verify
from app.publishing.launch import launch_images
from app.publishing.pack import packed, unpacked
from app.publishing.program import paper_files
from app.publishing.site import DRAWING, PARTS, SCREEN_FONT, Site, with_launch_images

x509 = pytest.importorskip("cryptography.x509", reason="cryptography (the extra apk) is not installed")
SHEET = install_sheet.install_sheet
PASSWORD = "a good password"
(FONT,) = paper_files()
WITH_FONT = (SCREEN_FONT, "python/papers-1.pack", PARTS)
PAGE = with_launch_images(
    "<html><head><title>t</title></head><script>const wasm = chromium && WebAssembly.validate(features);</script></html>"
)


def small_site(folder: Path, base: str = "/") -> Site:
    """A site with a file of each kind that is left out."""
    site = Site(folder, base)
    for name in {name for names in DRAWING.values() for name in names}:
        site.write(name, f"{name}\n" * 9, "")
    for name in ("index.html", "404.html"):
        site.write(name, PAGE, "")
    site.write("sw.js", "const VERSION = 1;", "")
    site.write("flutter_bootstrap.js", "var flutterConfig = {\n};", "")
    site.write("assets/NOTICES", "licences of the client", "")
    site.write(launch_images()[0].name, b"\x89PNG", "")
    site.write(SCREEN_FONT, b"wOF2 for the screen", "")
    site.write("python/papers-1.pack", packed({FONT: b"wOFF for print", "fpdf/fpdf.pyc": b"prints"}), "")
    site.write(PARTS, json.dumps({"first": [], "later": {"papers": "papers-1.pack"}, "bytes": 0}), "")
    return site


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ZHICAI_KEY_PASSWORD", PASSWORD)
    monkeypatch.setattr(app.publishing.site, "publish", small_site)
    monkeypatch.setattr(app.cli.android, "prepare", lambda: None)
    monkeypatch.setattr(keys, "BITS", 2048)  # sooner made
    monkeypatch.setattr(install_sheet, "install_sheet", lambda *_: b"%PDF")  # it loads a font of print

    def typed(*words: str, said: str | None = None) -> Any:
        return CliRunner().invoke(cli, ["publish", "--apk", "zhicai.apk", *words], input=said)

    return typed


Typed = Callable[..., Any]


def edition(file: Path = Path("zhicai.apk")) -> tuple[str, str, int]:
    """Name, id and version code in a package."""
    with zipfile.ZipFile(file) as archive:
        document = read(archive.read(apk.MANIFEST))
    values = [
        document.named("application")[0].get("label"),
        document.root.get("package", None),
        document.root.get("versionCode"),
    ]
    name, id_, code = (each.value for each in values if each is not None)
    return str(name), str(id_), int(code)


def refused(told: Any, *words: str, status: int = 1) -> None:
    """One sentence that says these words, and no trace of a program."""
    assert told.exit_code == status, told.output
    assert isinstance(told.exception, SystemExit), told.exception
    said = told.output.strip().splitlines()[-1]
    assert all(word in said for word in words), said
    assert not Path("zhicai.apk").exists() or "zhicai.apk" in words


def test_the_first_package_makes_a_key_and_says_to_keep_it(typed: Typed, tmp_path: Path) -> None:
    told = typed("--site", "https://referee.example/zhicai/")
    assert told.exit_code == 0, told.output
    key = tmp_path / "data" / "android" / "key.p12"
    assert str(key) in told.output and "抄两份" in told.output and "只能卸载重装" in told.output
    whole = Path("zhicai.apk").read_bytes()
    fingerprint = verify(whole).fingerprint
    assert keys.load(key, PASSWORD).fingerprint == fingerprint
    spelled = ":".join(re.findall("..", fingerprint.upper()))
    note = Path("zhicai-指纹.txt").read_text(encoding="utf-8")
    assert spelled in told.output and spelled in note and hashlib.sha256(whole).hexdigest() in note
    assert edition()[:2] == ("执裁", "cn.zhicai.app")
    assert Path("zhicai-安装说明.pdf").read_bytes() == b"%PDF"


@pytest.mark.parametrize("site", ["https://referee.example/zhicai/", None])
def test_the_page_for_referees_says_what_each_phone_does(site: str | None) -> None:
    data = SHEET(
        Edition("华东裁判手册", "cn.example.east", 1, "0.2.0"), "zhicai.apk", 23_700_000, "AB:" * 31 + "CD", site
    )
    pages = PdfReader(io.BytesIO(data)).pages
    text = re.sub(r"\s", "", "".join(page.extract_text() for page in pages))
    assert len(pages) == 1
    for words in ("华东裁判手册", "zhicai.apk.1", "未知来源", "iPhone", "HarmonyOS5", "添加到主屏幕", site or "组织者填写",
                  "清掉", "不要先卸载", "搬到另一台设备", "cn.example.east", "23.7MB", "AB:" * 31 + "CD"):  # fmt: skip
        assert words in text, words
    assert "〓" not in text and "无法打印" not in text


def test_of_the_site_only_what_the_app_needs_is_packed(typed: Typed) -> None:
    assert typed().exit_code == 0
    with zipfile.ZipFile("zhicai.apk") as archive:
        names = {name.removeprefix(apk.SITE) for name in archive.namelist() if name.startswith(apk.SITE)}
        page = archive.read(f"{apk.SITE}index.html").decode()
        begin = archive.read(f"{apk.SITE}flutter_bootstrap.js").decode()
        licences = archive.read(content.LICENCES).decode()
    assert names == {*DRAWING["chromium"], "index.html", "flutter_bootstrap.js", "assets/NOTICES", *WITH_FONT}
    assert "const wasm = false;" in page and "apple-touch-startup-image" not in page
    assert 'canvasKitVariant: "chromium"' in begin
    for name in ("zhicai", "flet", "msgpack", "segno", "fpdf2", "fonttools", "openpyxl", "Pyodide"):
        assert re.search(rf"^{name} ", licences, re.M | re.I), name
    assert licences.count("Permission is hereby granted") > 3


def test_screen_and_print_have_one_font_in_a_package(typed: Typed) -> None:
    """That for print, where the client looks for the other; the worker is told to take it from there."""
    assert typed().exit_code == 0
    with zipfile.ZipFile("zhicai.apk") as archive:
        screen, printing, parts = (archive.read(f"{apk.SITE}{name}") for name in WITH_FONT)
    assert screen == b"wOFF for print" and unpacked(printing) == {"fpdf/fpdf.pyc": b"prints"}
    assert json.loads(parts)["shared"] == {"papers": {FONT: SCREEN_FONT}}


def test_every_package_has_a_greater_version_code_and_the_same_key(typed: Typed) -> None:
    codes, signers = [], set()
    for _ in range(3):
        told = typed()
        assert told.exit_code == 0
        codes.append(edition()[2])
        signers.add(verify(Path("zhicai.apk").read_bytes()).fingerprint)
    assert codes == sorted(set(codes)) and len(signers) == 1
    assert "新做了一把钥匙" not in told.output
    assert issued.issues()["cn.zhicai.app"].code == codes[-1]


def test_a_code_grows_also_where_the_record_was_lost_or_a_clock_is_behind() -> None:
    from datetime import datetime, timedelta

    now = datetime.fromisoformat("2026-11-28T12:00:00+00:00")
    first = issued.next_code(None, now)
    assert issued.next_code(None, now + timedelta(minutes=1)) == first + 1
    last = issued.Issue("", first, "")
    assert issued.next_code(last, now) == first + 1 == issued.next_code(last, now - timedelta(days=900))
    assert issued.next_code(None, datetime.fromisoformat("1999-01-01T00:00:00+00:00")) == 1
    assert issued.next_code(None, datetime.fromisoformat("9999-01-01T00:00:00+00:00")) == 2_100_000_000


def test_two_editions_from_one_computer(typed: Typed) -> None:
    assert typed("--name", "甲", "--id", "cn.example.a").exit_code == 0
    assert edition()[:2] == ("甲", "cn.example.a")
    assert typed("--name", "乙" * 50, "--id", "cn.example.b").exit_code == 0
    assert edition()[:2] == ("乙" * 50, "cn.example.b")
    assert set(issued.issues()) == {"cn.example.a", "cn.example.b"}


BAD_IDS = [
    "referee",
    "cn..a",
    "cn.1a",
    "cn.a-b",
    "CN.example",
    "cn.裁判",
    ".cn.a",
    "cn.a.",
    "cn. a",
    "a." * 50 + "bc",
    "cn.a\n",
]


@pytest.mark.parametrize("id_", BAD_IDS)
def test_an_id_android_would_not_take_is_refused(typed: Typed, id_: str) -> None:
    refused(typed("--id", id_), "--id", "cn.example.referee", status=2)


@pytest.mark.parametrize("name", ["", "长" * 51, " 头", "尾 ", "两\n行", "看不见\u200b的", "\x00"])
def test_a_name_that_cannot_be_shown_is_refused(typed: Typed, name: str) -> None:
    refused(typed("--name", name), "--name", status=2)


@pytest.mark.parametrize("site", ["referee.example", "http://referee.example/", "https://", "https://a/\n"])
def test_an_address_phones_would_not_open_is_refused(typed: Typed, site: str) -> None:
    refused(typed("--site", site), "--site", "https://", status=2)


@pytest.mark.parametrize("words", [("folder",), ("--phone",), ("--serve",), ("--base", "/a/")])
def test_a_file_and_a_folder_are_not_asked_for_at_once(typed: Typed, words: tuple[str, ...]) -> None:
    refused(typed(*words), "--apk", status=2)


def test_words_of_the_app_without_the_app(tmp_path: Path) -> None:
    for words in (["--name", "甲"], ["--new-key"], ["--site", "https://a/"]):
        told = CliRunner().invoke(cli, ["publish", str(tmp_path / "site"), *words])
        assert told.exit_code == 2 and words[0] in told.output and "--apk" in told.output
    told = CliRunner().invoke(cli, ["publish"])
    assert told.exit_code == 2 and "文件夹" in told.output


@pytest.mark.parametrize("file", ["zhicai.zip", "zhicai", "nowhere/zhicai.apk"])
def test_another_file_name_is_refused(typed: Typed, file: str) -> None:
    told = CliRunner().invoke(cli, ["publish", "--apk", file])
    refused(told, "apk" if "/" not in file else "nowhere", status=2)


# Keys


def test_a_wrong_password_is_said(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed().exit_code == 0
    Path("zhicai.apk").unlink()
    monkeypatch.setenv("ZHICAI_KEY_PASSWORD", PASSWORD.upper())
    refused(typed(), "密码不对")


def test_a_password_is_asked_for_twice_at_first_and_once_later(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZHICAI_KEY_PASSWORD")
    told = typed(said=f"short\n{PASSWORD}\n{PASSWORD}x\n{PASSWORD}\n{PASSWORD}\n")
    assert told.exit_code == 0 and "太短" in told.output and "两次写的不一样" in told.output
    assert PASSWORD not in told.output
    assert typed(said=f"{PASSWORD}\n").exit_code == 0
    Path("zhicai.apk").unlink()
    refused(typed(said="something else\n"), "密码不对")
    refused(typed(said=""), "ZHICAI_KEY_PASSWORD")


def test_another_key_for_a_published_id_is_refused_with_what_it_costs(typed: Typed, tmp_path: Path) -> None:
    assert typed().exit_code == 0
    Path("zhicai.apk").unlink()
    other = tmp_path / "other.p12"
    keys.create(other, PASSWORD, "另一把")
    refused(typed("--key", str(other)), "另一把钥匙", "--new-key", "卸载重装", "搬到另一台设备")
    before = issued.issues()["cn.zhicai.app"]
    assert typed("--key", str(other), "--id", "cn.example.other").exit_code == 0, "another id may have another key"
    assert typed("--key", str(other), "--new-key").exit_code == 0
    after = issued.issues()["cn.zhicai.app"]
    assert after.key == keys.load(other, PASSWORD).fingerprint != before.key and after.code > before.code
    Path("zhicai.apk").unlink()
    refused(typed(), "另一把钥匙")


def test_a_lost_key_is_not_replaced_without_a_word(typed: Typed, tmp_path: Path) -> None:
    assert typed().exit_code == 0
    Path("zhicai.apk").unlink()
    (tmp_path / "data" / "android" / "key.p12").rename(tmp_path / "kept-elsewhere.p12")
    refused(typed(), "从前发布过", "--key", "--new-key", "搬到另一台设备")
    assert not (tmp_path / "data" / "android" / "key.p12").exists()
    assert typed("--key", "kept-elsewhere.p12").exit_code == 0


def test_a_mistyped_key_is_no_new_one(typed: Typed, tmp_path: Path) -> None:
    refused(typed("--key", "kye.p12"), "kye.p12", "--new-key")
    assert not (tmp_path / "kye.p12").exists()
    told = typed("--key", "own.p12", "--new-key")
    assert told.exit_code == 0 and (tmp_path / "own.p12").exists() and "own.p12" in told.output


def test_a_file_that_is_no_key_is_said(typed: Typed) -> None:
    Path("letter.p12").write_text("Dear…", encoding="utf-8")
    refused(typed("--key", "letter.p12"), "letter.p12", "不是钥匙文件")


def test_what_signs_is_missing(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    monkeypatch.setenv("PATH", "")
    refused(typed(), "cryptography", "pip install", "zhicai[apk]", "apksigner")


@pytest.mark.skipif(not apksigner.at_hand(), reason="apksigner (Debian: apksigner) is not installed")
def test_without_the_library_androids_own_tools_sign_with_the_same_key(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = '甲, 乙="#丙"+丁'
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "cryptography", None)
        told = typed("--name", name)
        assert told.exit_code == 0, told.output
        assert "抄两份" in told.output
    key = tmp_path / "data" / "android" / "key.p12"
    if os.name != "nt":
        assert key.stat().st_mode & 0o777 == 0o600
    fingerprint = keys.load(key, PASSWORD).fingerprint
    assert issued.issues()["cn.zhicai.app"].key == fingerprint
    certificate = x509.load_der_x509_certificate(keys.load(key, PASSWORD).certificate)
    assert [each.value for each in certificate.subject] == [name]
    assert keys.spelled(fingerprint) in Path("zhicai-指纹.txt").read_text(encoding="utf-8")
    first = edition()
    with zipfile.ZipFile("zhicai.apk") as archive:
        files = {each: archive.read(each) for each in archive.namelist()}

    assert typed("--name", name).exit_code == 0, "either goes on with the key of the other"
    assert issued.issues()["cn.zhicai.app"].key == fingerprint and edition()[2] > first[2]
    with zipfile.ZipFile("zhicai.apk") as archive:
        ours = {each: archive.read(each) for each in archive.namelist()}
    assert {each for each in ours if ours[each] != files.get(each)} == {apk.MANIFEST} and len(ours) == len(files)

    Path("zhicai.apk").unlink()
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "cryptography", None)
        without.setenv("ZHICAI_KEY_PASSWORD", PASSWORD.upper())
        refused(typed(), "密码不对")
        Path("letter.p12").write_text("Dear…", encoding="utf-8")
        refused(typed("--key", "letter.p12"), "letter.p12", "不是钥匙文件")


# What lies there already, and what fails on the way


def test_an_odd_record_is_said_and_not_written_over(typed: Typed, tmp_path: Path) -> None:
    record = tmp_path / "data" / "android" / "published.json"
    record.parent.mkdir(parents=True)
    for text in ("{", "[]", '{"cn.zhicai.app": {"key": 1}}', json.dumps({"cn.zhicai.app": None})):
        record.write_text(text, encoding="utf-8")
        refused(typed(), "published.json")
        assert record.read_text(encoding="utf-8") == text


def test_a_new_key_is_told_of_also_where_the_rest_fails(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path) -> Site:
        raise OSError(errno.ENOSPC, "No space left on device", str(folder / "main.dart.js"))

    monkeypatch.setattr(app.publishing.site, "publish", full)
    told = typed()
    refused(told, "main.dart.js", "磁盘已满")
    assert "新做了一把钥匙" in told.output and issued.issues() == {}


def test_a_full_disk_is_said_and_the_package_before_stays(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed().exit_code == 0
    before = Path("zhicai.apk").read_bytes()

    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(app.cli.android, "_write", full)
    refused(typed(), "zhicai.apk", "磁盘已满")
    assert Path("zhicai.apk").read_bytes() == before


def test_without_the_shell_nothing_is_begun(typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(apk.SHELL, tmp_path / "shell")
    (tmp_path / "shell" / "classes.dex").unlink()
    whole = apk.read_shell
    monkeypatch.setattr(apk, "read_shell", lambda: whole(tmp_path / "shell"))
    refused(typed(), "classes.dex", "重新安装")
    assert not (tmp_path / "data").exists(), "no key was made for nothing"
