"""The signed package: an archive as Android wants it, signed so that Android's verifier agrees; no bit of it can be changed."""

from __future__ import annotations

import io
import os
import re
import shutil
import struct
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.publishing.android import apk, apksigner, keys, package, signing
from app.publishing.android.keys import Key, KeyFileError
from app.publishing.android.manifest import Edition
from app.publishing.android.signing import SignatureError, verify

pytest.importorskip("cryptography", reason="cryptography (the extra apk) is not installed")
APKSIGNER, ZIPALIGN = shutil.which("apksigner"), shutil.which("zipalign")
with_apksigner = pytest.mark.skipif(APKSIGNER is None, reason="apksigner (Debian: apksigner) is not installed")
with_zipalign = pytest.mark.skipif(ZIPALIGN is None, reason="zipalign (Debian: zipalign) is not installed")

PASSWORD = "a good password"
SITE = {
    "index.html": "<p>执裁</p>".encode() * 50,
    "icon.png": b"\x89PNG-as-it-is" * 9,
    "font.woff2": b"wOF2" + bytes(range(256)),
    "python/手册.pack": b"",
    "noise.bin": b"7",
}
EDITION = Edition("裁判手册", "cn.example.referee", 42, "0.2.0")


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("keys") / "key.p12"
    keys.create(file, PASSWORD, "某省协会")
    return file


@pytest.fixture(scope="module")
def key(key_file: Path) -> Key:
    return keys.load(key_file, PASSWORD)


@pytest.fixture(scope="module")
def other_key(tmp_path_factory: pytest.TempPathFactory) -> Key:
    return keys.create(tmp_path_factory.mktemp("other") / "key.p12", PASSWORD, "另一个协会")


@pytest.fixture(scope="module")
def made(key: Key) -> bytes:
    return apk.build(SITE, apk.read_shell(), EDITION, key)


def told_by_apksigner(data: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "package.apk"
    file.write_bytes(data)
    command = [str(APKSIGNER), "verify", "--min-sdk-version", "26", "-v", "--print-certs", str(file)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)


# The archive


def test_any_zip_reader_finds_the_same_files(made: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        for name, content in SITE.items():
            assert archive.read(f"assets/site/{name}") == content
        there = set(archive.namelist())
    assert {"AndroidManifest.xml", "classes.dex", "resources.arsc", "assets/shell.json"} <= there
    assert not [name for name in there if name.startswith(("built", "shell"))]


def test_what_android_reads_where_it_lies_is_not_compressed_and_aligned(made: bytes) -> None:
    stored = []
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        for entry in archive.infolist():
            if entry.compress_type == zipfile.ZIP_STORED:
                names, extra = struct.unpack_from("<HH", made, entry.header_offset + 26)
                assert (entry.header_offset + 30 + names + extra) % 4 == 0, entry.filename
                stored.append(entry.filename)
    assert {"resources.arsc", "assets/site/icon.png", "assets/site/noise.bin"} <= set(stored)


@with_zipalign
def test_zipalign_agrees(made: bytes, tmp_path: Path) -> None:
    file = tmp_path / "package.apk"
    file.write_bytes(made)
    subprocess.run([str(ZIPALIGN), "-c", "4", str(file)], check=True)


@pytest.mark.parametrize("length", range(1, 9))
def test_alignment_whatever_the_name(length: int) -> None:
    data = package.packed({"n" * length: b"x", "n" * length + "2": b"yz"}).whole()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            names, extra = struct.unpack_from("<HH", data, entry.header_offset + 26)
            assert (entry.header_offset + 30 + names + extra) % 4 == 0


# The signature


@with_apksigner
def test_apksigner_accepts_both_schemes_and_names_the_same_certificate(made: bytes, key: Key, tmp_path: Path) -> None:
    done = told_by_apksigner(made, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "(APK Signature Scheme v2): true" in done.stdout and "(APK Signature Scheme v3): true" in done.stdout
    assert f"certificate SHA-256 digest: {key.fingerprint}" in done.stdout
    assert "WARNING" not in done.stdout + done.stderr


def test_what_was_made_is_verified_and_says_whose_it_is(made: bytes, key: Key) -> None:
    found = verify(made)
    assert found.fingerprint == key.fingerprint and found.schemes == (signing.V2, signing.V3)
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", keys.spelled(found.fingerprint))


def places(data: bytes) -> dict[str, tuple[int, int]]:
    """Where each section begins and ends, found by the format and not by the program that wrote it."""
    end = data.rindex(b"PK\5\6")
    (directory,) = struct.unpack_from("<I", data, end + 16)
    (size,) = struct.unpack_from("<Q", data, directory - 24)
    block = directory - 8 - size
    (first,) = struct.unpack_from("<Q", data, block + 8)
    return {
        "entries": (0, block),
        "block, its size": (block, block + 8),
        "block, v2": (block + 8, block + 16 + first),
        "block, v3": (block + 16 + first, directory - 24),
        "block, its end": (directory - 24, directory),
        "directory": (directory, end),
        "end": (end, len(data)),
    }


def flipped(data: bytes, place: int, bit: int = 0) -> bytes:
    changed = bytearray(data)
    changed[place] ^= 1 << bit
    return bytes(changed)


SECTIONS = ["entries", "block, its size", "block, v2", "block, v3", "block, its end", "directory", "end"]


@pytest.mark.parametrize("section", SECTIONS)
def test_no_bit_can_be_changed(made: bytes, section: str) -> None:
    start, end = places(made)[section]
    assert end > start
    for number, place in enumerate(range(start, end, max(1, (end - start) // 400))):
        with pytest.raises(SignatureError):
            verify(flipped(made, place, number % 8))


@with_apksigner
@pytest.mark.parametrize("section", SECTIONS)
def test_apksigner_refuses_a_changed_bit_in_each_section(made: bytes, section: str, tmp_path: Path) -> None:
    start, end = places(made)[section]
    done = told_by_apksigner(flipped(made, (start + end) // 2), tmp_path)
    assert done.returncode != 0, done.stdout


def test_what_is_taken_out_added_or_cut_off_is_refused(made: bytes, key: Key) -> None:
    archive = package.packed({"a": b"1"})
    place = len(archive.entries)
    digest = signing._digest((archive.entries, archive.directory, archive.end(place)))

    def with_block(*pairs: tuple[int, bytes]) -> bytes:
        block = signing._block(pairs)
        return archive.entries + block + archive.directory + archive.end(place + len(block))

    v2, v3 = (signing.V2, signing._v2(digest, key)), (signing.V3, signing._v3(digest, key))
    assert verify(with_block(v2, v3)).fingerprint == key.fingerprint
    for pairs in ([v2], [v3], [], [v2, v3, (0x1234, b"more")], [v2, v2]):
        with pytest.raises(SignatureError):
            verify(with_block(*pairs))
    for data in (archive.whole(), made[:-1], made + b"\0", made[:100], b""):
        with pytest.raises(SignatureError):
            verify(data)


def test_the_same_files_and_key_make_the_same_package_and_another_key_changes_the_block_only(
    made: bytes, key: Key, other_key: Key
) -> None:
    assert apk.build(dict(reversed(SITE.items())), apk.read_shell(), EDITION, key) == made
    other = apk.build(SITE, apk.read_shell(), EDITION, other_key)
    assert verify(other).fingerprint == other_key.fingerprint != key.fingerprint
    for section in ("entries", "directory"):
        one, two = (data[slice(*places(data)[section])] for data in (made, other))
        assert one == two, section


def test_a_package_made_of_two_signers_is_refused(key: Key, other_key: Key) -> None:
    archive = package.packed({"a": b"1"})
    place = len(archive.entries)
    digest = signing._digest((archive.entries, archive.directory, archive.end(place)))
    block = signing._block([(signing.V2, signing._v2(digest, key)), (signing.V3, signing._v3(digest, other_key))])
    with pytest.raises(SignatureError, match="two keys"):
        verify(archive.entries + block + archive.directory + archive.end(place + len(block)))


# The key


def test_a_key_opens_with_its_password_only(key_file: Path, key: Key) -> None:
    assert keys.load(key_file, PASSWORD).fingerprint == key.fingerprint
    with pytest.raises(KeyFileError, match="密码不对"):
        keys.load(key_file, PASSWORD + "x")
    with pytest.raises(KeyFileError, match="密码不对"):
        keys.load(key_file, "")


def test_a_key_is_for_its_owner_and_not_written_over(key_file: Path) -> None:
    before = key_file.read_bytes()
    assert os.name == "nt" or key_file.stat().st_mode & 0o077 == 0
    assert PASSWORD.encode() not in before
    with pytest.raises(KeyFileError, match="不会覆盖"):
        keys.create(key_file, PASSWORD, "又一个")
    assert key_file.read_bytes() == before
    with pytest.raises(KeyFileError, match="太短"):
        keys.create(key_file.with_name("short.p12"), "1234567", "短")
    with pytest.raises(KeyFileError, match="英文字母"):
        keys.create(key_file.with_name("short.p12"), "一二三四五六七八九", "短")
    assert not key_file.with_name("short.p12").exists()


@pytest.mark.parametrize(
    "content", [b"", b"-----BEGIN PRIVATE KEY-----\n", b"\x30\x82\x00\x04\x02\x01\x03junk", b"PK\3\4"]
)
def test_another_file_is_no_key(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "key.p12"
    file.write_bytes(content)
    with pytest.raises(KeyFileError):
        keys.load(file, PASSWORD)


def brought_along(folder: Path, kind: str) -> Path:
    """A key that an association has from elsewhere."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec, rsa
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, pkcs12
    from cryptography.x509.oid import NameOID

    private = (
        ec.generate_private_key(ec.SECP256R1() if kind == "P-256" else ec.SECP384R1())
        if kind.startswith("P")
        else rsa.generate_private_key(65537, int(kind))
    )
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, kind)])
    born, dies = datetime(2020, 1, 1, tzinfo=UTC), datetime(2050, 1, 1, tzinfo=UTC)
    certificate = x509.CertificateBuilder(name, name, private.public_key(), 7, born, dies).sign(private, SHA256())
    secret = BestAvailableEncryption(PASSWORD.encode())
    file = folder / "theirs.p12"
    file.write_bytes(pkcs12.serialize_key_and_certificates(b"k", private, certificate, None, secret))
    return file


@with_apksigner
@pytest.mark.parametrize("kind", ["P-256", "2048"])
def test_a_key_from_elsewhere_signs_too(tmp_path: Path, kind: str) -> None:
    theirs = keys.load(brought_along(tmp_path, kind), PASSWORD)
    data = apk.build(SITE, apk.read_shell(), EDITION, theirs)
    assert told_by_apksigner(data, tmp_path).returncode == 0


@pytest.mark.parametrize("kind", ["1024", "P-384"])
def test_a_key_that_does_not_fit_is_refused(tmp_path: Path, kind: str) -> None:
    with pytest.raises(KeyFileError, match="签不了"):
        keys.load(brought_along(tmp_path, kind), PASSWORD)


# The shell


def test_a_shell_that_is_missing_or_changed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(apk.ApkError, match=r"缺 AndroidManifest.xml、classes.dex、shell.json"):
        apk.read_shell(tmp_path)
    shutil.copytree(apk.SHELL, tmp_path / "shell")
    assert apk.read_shell(tmp_path / "shell") == apk.read_shell()
    code = tmp_path / "shell" / "classes.dex"
    code.write_bytes(flipped(code.read_bytes(), 100))
    with pytest.raises(apk.ApkError, match=r"classes.dex"):
        apk.read_shell(tmp_path / "shell")


# With the tools of Android instead


@with_apksigner
@pytest.mark.parametrize("kind", ["2048", "P-256"])
def test_the_tools_sign_with_a_key_of_ours_and_with_one_from_elsewhere(tmp_path: Path, kind: str) -> None:
    file = brought_along(tmp_path, kind)
    theirs, ours = apksigner.load(file, PASSWORD), keys.load(file, PASSWORD)
    assert theirs.fingerprint == ours.fingerprint and PASSWORD not in repr(theirs)
    data = apk.build(SITE, apk.read_shell(), EDITION, theirs)
    told = told_by_apksigner(data, tmp_path)
    assert told.returncode == 0 and theirs.fingerprint in told.stdout
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(f"assets/site/{name}") for name in SITE} == SITE
    with pytest.raises(KeyFileError, match="密码不对"):
        apksigner.load(file, PASSWORD + "x")


@with_apksigner
def test_the_tools_make_a_key_and_write_over_none(tmp_path: Path) -> None:
    file = tmp_path / "made.p12"
    made = apksigner.create(file, PASSWORD, "某省协会")
    assert keys.load(file, PASSWORD).fingerprint == made.fingerprint
    before = file.read_bytes()
    with pytest.raises(KeyFileError, match="不会覆盖"):
        apksigner.create(file, PASSWORD, "又一个")
    assert file.read_bytes() == before
    with pytest.raises(KeyFileError, match="太短"):
        apksigner.create(tmp_path / "short.p12", "1234567", "短")
