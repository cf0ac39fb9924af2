"""The key an association signs its app with: a PKCS #12 file with a password, as Android's own tools take it.

It is RSA, whose signatures are the same each time, with a certificate that lasts longer than any phone. Whoever loses it cannot
bring out a newer version for the phones that have the app.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.publishing.android import signing

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.publishing.android.package import Archive

BITS, SMALLEST, LARGEST = 3072, 2048, 4096
SHORTEST = 8  # characters of a password
_BORN, _DIES = datetime(2026, 1, 1, tzinfo=UTC), datetime(2126, 1, 1, tzinfo=UTC)
_ENTRY = b"zhicai"


class KeyFileError(Exception):
    """The key cannot be used; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its certificate."""

    certificate: bytes  # DER
    public: bytes  # DER
    algorithm: int
    sign: Callable[[bytes], bytes]

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, in hex: what Android knows the key by."""
        return hashlib.sha256(self.certificate).hexdigest()

    def signed(self, archive: Archive) -> bytes:
        """Return the archive with both signatures, verified. Raises SignatureError."""
        made = signing.signed(archive, self)
        if signing.verify(made).fingerprint != self.fingerprint:
            raise signing.SignatureError("another key signed it")
        return made


def spelled(fingerprint: str) -> str:
    """Return a fingerprint as people compare it: AB:CD:…"""
    return ":".join(fingerprint[at : at + 2] for at in range(0, len(fingerprint), 2)).upper()


def has_library() -> bool:
    """Whether the library that signs is installed."""
    try:
        import cryptography  # noqa: F401
    except ImportError:
        return False
    return True


def need_library() -> None:
    """Raise KeyFileError where the library that signs is missing."""
    if not has_library():
        raise KeyFileError(
            "签名要用 cryptography，这里没有装。请运行 pip install 'zhicai[apk]' 再做；装着 apksigner 和 Java 的，也可以不装它。"
        )


def password_fault(password: str) -> str | None:
    """Return what is wrong with a password for a new key."""
    if not (password.isascii() and password.isprintable()):
        return "密码只用英文字母、数字和符号，别的工具才都打得开这把钥匙。"
    return f"密码太短，至少 {SHORTEST} 个字符。" if len(password) < SHORTEST else None


def create(file: Path, password: str, name: str) -> Key:
    """Make a key and write its file, which is not there yet; ``name`` stands in the certificate.

    Raises KeyFileError, OSError.
    """
    need_library()
    if fault := password_fault(password):
        raise KeyFileError(fault)
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, pkcs12
    from cryptography.x509.oid import NameOID

    private = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder(subject, subject, private.public_key(), x509.random_serial_number(), _BORN, _DIES)
    ).sign(private, SHA256())
    secret = BestAvailableEncryption(password.encode())
    write_new(file, pkcs12.serialize_key_and_certificates(_ENTRY, private, certificate, None, secret))
    return _key(private, certificate)


def write_new(file: Path, content: bytes) -> None:
    """Write a file for its owner only, on the disk before anything is signed with it; never over another."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    except FileExistsError as e:
        raise KeyFileError(f"{file} 已经有了，不会覆盖。") from e
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError:
        file.unlink(missing_ok=True)
        raise


def must_be_store(file: Path, content: bytes) -> None:
    """Raise KeyFileError where a file is of another kind than keys are."""
    if not content.startswith(b"\x30\x82") or content[4:7] != b"\x02\x01\x03":
        raise KeyFileError(f"{file} 不是钥匙文件（PKCS #12，.p12）。")


def load(file: Path, password: str) -> Key:
    """Return the key in a file. Raises KeyFileError, OSError."""
    need_library()
    from cryptography.hazmat.primitives.serialization import pkcs12

    content = file.read_bytes()
    must_be_store(file, content)
    try:
        private, certificate, _ = pkcs12.load_key_and_certificates(content, password.encode())
    except ValueError as e:
        raise KeyFileError(f"打不开 {file}：密码不对，或文件坏了。") from e
    if private is None or certificate is None:
        raise KeyFileError(f"{file} 里没有钥匙，或没有它的证书。")
    return _key(private, certificate)


def _key(private: Any, certificate: Any) -> Key:
    from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    sign: Callable[[bytes], bytes]
    if isinstance(private, rsa.RSAPrivateKey) and SMALLEST <= private.key_size <= LARGEST:
        algorithm, rsa_key = signing.RSA, private

        def sign(content: bytes) -> bytes:
            return rsa_key.sign(content, padding.PKCS1v15(), SHA256())

    elif isinstance(private, ec.EllipticCurvePrivateKey) and private.curve.name == "secp256r1":
        algorithm, curve_key = signing.ELLIPTIC, private

        def sign(content: bytes) -> bytes:
            return curve_key.sign(content, ec.ECDSA(SHA256()))

    else:
        raise KeyFileError(f"这把钥匙签不了：要 RSA（{SMALLEST} 至 {LARGEST} 位）或 P-256 的。")
    public = private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Key(certificate.public_bytes(Encoding.DER), public, algorithm, sign)
