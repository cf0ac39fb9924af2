"""Signing with Android's own apksigner and Java's keytool, for whoever has them and not cryptography.

The key is the same kind of file (PKCS #12 with a password), so that either way goes on with the key of the other. The password is
handed over in the environment, where no list of running programs shows it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from app.publishing.android import keys
from app.publishing.android.keys import KeyFileError
from app.publishing.android.package import Archive
from app.publishing.android.signing import SignatureError

_PASSWORD = "ZHICAI_OUTSIDE_PASSWORD"  # in the environment of the tools
_ALIAS = "zhicai"
_DAYS = 36500  # a hundred years, as a key of our own
_OLDEST_ANDROID = "26"
_PATIENCE = 300  # seconds
_ENGLISH = ("-J-Duser.language=en", "-J-Duser.country=US")
_ENTRY = re.compile(
    r"Alias name: (.+?)\n(?:.*\n)*?Entry type: PrivateKeyEntry\n(?:.*\n)*?-+BEGIN CERTIFICATE-+([^-]+)-"
)
_FINGERPRINT = re.compile(r"certificate SHA-256 digest: ([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class OutsideKey:
    """A key in a file that only the tools open."""

    file: Path
    alias: str
    fingerprint: str
    password: str = field(repr=False)

    def signed(self, archive: Archive) -> bytes:
        """Return the archive with both signatures, verified. Raises SignatureError, OSError."""
        with tempfile.TemporaryDirectory(prefix="zhicai-") as folder:
            before, after = Path(folder) / "unsigned.apk", Path(folder) / "signed.apk"
            before.write_bytes(archive.whole())
            schemes = ("--v1-signing-enabled", "false", "--v2-signing-enabled", "true", "--v3-signing-enabled", "true")
            store = ("--ks", str(self.file), "--ks-type", "PKCS12", "--ks-pass", f"env:{_PASSWORD}")
            oldest = ("--min-sdk-version", _OLDEST_ANDROID)
            alias = ("--ks-key-alias", self.alias)
            done = _run("apksigner", "sign", *store, *alias, *schemes, *oldest, "--out", str(after), str(before),
                        password=self.password)  # fmt: skip
            if done.returncode:
                raise SignatureError(f"apksigner: {_last(done)}")
            found = _run("apksigner", "verify", "-v", "--print-certs", *oldest, str(after))
            schemes_hold = all(f"(APK Signature Scheme v{each}): true" in found.stdout for each in (2, 3))
            if found.returncode or not schemes_hold or _FINGERPRINT.findall(found.stdout) != [self.fingerprint]:
                raise SignatureError(f"apksigner: {_last(found)}")
            return after.read_bytes()


def at_hand() -> bool:
    """Whether the tools are installed."""
    return all(map(shutil.which, ("apksigner", "keytool")))


def create(file: Path, password: str, name: str) -> OutsideKey:
    """Make a key and write its file, which is not there yet; ``name`` stands in the certificate. Raises KeyFileError, OSError."""
    if fault := keys.password_fault(password):
        raise KeyFileError(fault)
    with tempfile.TemporaryDirectory(prefix="zhicai-") as folder:
        made = Path(folder) / "key.p12"
        owner = re.sub(r'([,+"\\<>;=#])', r"\\\1", name)
        kind = ("-keyalg", "RSA", "-keysize", str(keys.BITS), "-sigalg", "SHA256withRSA", "-validity", str(_DAYS))
        done = _run("keytool", "-genkeypair", *_store(made), "-alias", _ALIAS, *kind, "-dname", f"CN={owner}",
                    password=password)  # fmt: skip
        if done.returncode:
            raise KeyFileError(f"没有做成钥匙（keytool：{_last(done)}）。")
        keys.write_new(file, made.read_bytes())
    return load(file, password)


def load(file: Path, password: str) -> OutsideKey:
    """Return the key in a file. Raises KeyFileError, OSError."""
    keys.must_be_store(file, file.read_bytes())
    listed = _run("keytool", "-list", "-rfc", *_store(file), *_ENGLISH, password=password)
    if listed.returncode:
        raise KeyFileError(f"打不开 {file}：密码不对，或文件坏了。")
    found = _ENTRY.findall(listed.stdout.replace("\r\n", "\n"))
    if len(found) != 1:
        raise KeyFileError(f"{file} 里应当有一把钥匙和它的证书，这里有 {len(found)} 把。")
    alias, certificate = found[0]
    return OutsideKey(file, alias, hashlib.sha256(base64.b64decode(certificate)).hexdigest(), password)


def _store(file: Path) -> tuple[str, ...]:
    return ("-keystore", str(file), "-storetype", "PKCS12", "-storepass:env", _PASSWORD)


def _run(tool: str, *words: str, password: str = "") -> subprocess.CompletedProcess[str]:
    """Run one of the tools, which need no answer. Raises OSError."""
    path = shutil.which(tool)
    if path is None:
        raise KeyFileError(f"这里没有 {tool}。")
    environment = {**os.environ, _PASSWORD: password}
    if os.name != "nt":
        environment["LC_ALL"] = "C.UTF-8"  # Java reads its words so
    try:
        return subprocess.run(
            [path, *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=environment,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as e:
        raise KeyFileError(f"{tool} 过了 {_PATIENCE} 秒还没有做完。") from e


def _last(done: subprocess.CompletedProcess[str]) -> str:
    """Return the last line a tool said."""
    lines = [line.strip() for line in (done.stdout + "\n" + done.stderr).splitlines() if line.strip()]
    return lines[-1] if lines else str(done.returncode)
