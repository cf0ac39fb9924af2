"""The hall's own certificate: made once, kept beside the hall's file, known to members by its fingerprint, which codes say.

It stays when the laptop gets another address: whoever knows the fingerprint asks for no name. What a phone's browser makes of such
a certificate is said by :mod:`app.hall.checking`.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from app.hall.protocol import HallError

if TYPE_CHECKING:
    from cryptography import x509

LASTS = timedelta(days=365)
MISSING = "自己做证书要装 cryptography：pip install 'zhicai[hall]'；有现成证书的写 --certificate 和 --key。"


@dataclass(frozen=True, slots=True)
class OwnCertificate:
    """The files of a certificate and its key."""

    certificate: Path
    key: Path

    @property
    def fingerprint(self) -> str:
        """SHA-256 in hexadecimal digits. Raises :class:`HallError` where the file cannot be read."""
        return fingerprint_of(self.certificate)


def certificate_files(folder: Path, event: str) -> OwnCertificate:
    """Where the certificate of an event's hall lies, or will."""
    return OwnCertificate(folder / "halls" / f"{event}.crt", folder / "halls" / f"{event}.key")


def fingerprint_of(certificate: Path) -> str:
    """Return the SHA-256 of the first certificate of a PEM file. Raises :class:`HallError`."""
    try:
        text = certificate.read_text(encoding="ascii")
        first = text[text.index("-----BEGIN CERTIFICATE") : text.index("-----END CERTIFICATE-----") + 25]
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(first)).hexdigest()
    except (OSError, ValueError) as fault:
        raise HallError(f"证书 {certificate} 读不出：{fault}；应是 PEM 文件。") from None


def read_certificate(data: bytes) -> x509.Certificate:
    """Read a certificate (DER). Raises :class:`HallError` where it is none, or the library is not installed."""
    try:
        from cryptography import x509
    except ImportError:
        raise HallError(MISSING) from None
    try:
        return x509.load_der_x509_certificate(data)
    except ValueError as fault:
        raise HallError(f"证书读不出：{fault}。") from None


def own_certificate(folder: Path, event: str, names: Iterable[str], now: datetime | None = None) -> OwnCertificate:
    """Return the hall's own certificate; made where there is none, or it has ended. Raises :class:`HallError`."""
    now = now or datetime.now(UTC)
    files = certificate_files(folder, event)
    if files.certificate.exists() and files.key.exists():
        data = ssl.PEM_cert_to_DER_cert(files.certificate.read_text(encoding="ascii"))
        if read_certificate(data).not_valid_after_utc > now:
            return files
    certificate, key = _made(list(names), now)
    try:
        files.certificate.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(files.key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "wb") as file:
            file.write(key)
        files.certificate.write_bytes(certificate)
    except OSError as fault:
        raise HallError(f"证书存不下：{fault}；请检查 {files.certificate.parent} 的权限和空间。") from None
    return files


def _made(names: list[str], now: datetime) -> tuple[bytes, bytes]:
    """A new certificate and its key, as PEM."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
        from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
    except ImportError:
        raise HallError(MISSING) from None
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, (names or ["zhicai"])[0][:64])])
    others = [_general(each) for each in dict.fromkeys((*names, "localhost", "127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(others), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return made.public_bytes(Encoding.PEM), private


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
