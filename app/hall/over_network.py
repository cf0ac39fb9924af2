"""The way to a hall from a computer: requests by the standard library.

A hall with a certificate of its own is known by the certificate's fingerprint, which its code says.
"""

from __future__ import annotations

import hashlib
import http.client
import ssl
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from app.hall.protocol import NO_HEADERS, PATIENCE, HallError

MOST = 64 << 20  # bytes of one answer
OTHER_CERTIFICATE = (
    "{address} 的证书不是码里说的那一张，没有连：可能连到了别的机器。请向裁判长要新的码，或核对地址；记录都在本机。"
)


@dataclass(frozen=True, slots=True)
class OverNetwork:
    """Requests to one hall."""

    address: str
    code: str = field(repr=False)
    print: str = ""  # of its certificate, in hexadecimal digits
    patience: float = PATIENCE

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = NO_HEADERS
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Ask the hall."""
        own = {"Authorization": f"Bearer {self.code}", "Accept-Encoding": "gzip", **headers}
        line: http.client.HTTPConnection | None = None
        try:
            line = self._line()
            line.request(method, f"{urlsplit(self.address).path}{path}", body, own)
            answer = line.getresponse()
            return answer.status, dict(answer.headers), _unpacked(answer.read(MOST), answer.headers)
        except (OSError, ValueError, EOFError, http.client.HTTPException) as fault:
            reason = getattr(fault, "strerror", None) or fault
            raise HallError(f"连不上会场 {self.address}：{reason}；记录都在本机，连上以后再同步。") from None
        finally:
            if line is not None:
                line.close()

    def _line(self) -> http.client.HTTPConnection:
        """A line to the hall, whose certificate is the one that is known. Raises OSError, :class:`HallError`."""
        parts = urlsplit(self.address)
        if parts.scheme != "https":
            return http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=self.patience)
        context = ssl.create_default_context()
        if self.print:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # it is known by its fingerprint instead
        line = http.client.HTTPSConnection(
            parts.hostname or "", parts.port or 443, timeout=self.patience, context=context
        )
        if self.print:
            line.connect()  # before anything is said
            if fingerprint(line.sock.getpeercert(binary_form=True) or b"") != self.print:
                line.close()
                raise HallError(OTHER_CERTIFICATE.format(address=self.address))
        return line


def fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate (DER) in hexadecimal digits."""
    return hashlib.sha256(certificate).hexdigest()


def _unpacked(data: bytes, headers: Any) -> bytes:
    """What was sent, unpacked. Raises ValueError where it cannot be, or is more than a hall sends."""
    if headers.get("Content-Encoding") != "gzip":
        return data
    unpacking = zlib.decompressobj(31)
    try:
        found = unpacking.decompress(data, MOST)
    except zlib.error as fault:
        raise ValueError(f"{fault}") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("packed data cut off or too long")
    return found
