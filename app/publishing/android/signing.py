"""Signatures of Android packages, schemes v2 and v3: made, and verified without what made them.

Between the entries and the directory of an archive lies a block: its size, pairs of a number and a value, its size again and a
magic text. Each scheme's value holds the digest of the three parts round the block, the certificate, and a signature over both.
v2 also says that there is a v3, so that taking that one out is noticed.
(source.android.com: APK Signature Scheme v2, v3)
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.publishing.android.package import END_SIZE, Archive

if TYPE_CHECKING:
    from app.publishing.android.keys import Key

V2, V3 = 0x7109871A, 0xF05368C0
_MAGIC = b"APK Sig Block 42"
_ALSO_SIGNED_BY = 0xBEEFF00D  # in v2: the number of a later scheme there is too
_CHUNK = 1 << 20
_FROM_ANDROID_9 = (28, 0x7FFFFFFF)  # where v3 counts
RSA, ELLIPTIC = 0x0103, 0x0201  # PKCS #1 v1.5 and ECDSA, both with SHA-256


class SignatureError(Exception):
    """A package is not signed as this program signs, or was changed afterwards; the message says where."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What a verified package is signed with."""

    certificate: bytes  # DER
    schemes: tuple[int, ...]

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, in hex."""
        return hashlib.sha256(self.certificate).hexdigest()


# Making


def signed(archive: Archive, key: Key) -> bytes:
    """Return the archive with both signatures."""
    place = len(archive.entries)
    digest = _digest((archive.entries, archive.directory, archive.end(place)))
    block = _block([(V2, _v2(digest, key)), (V3, _v3(digest, key))])
    return archive.entries + block + archive.directory + archive.end(place + len(block))


def _digest(parts: Iterable[bytes]) -> bytes:
    """Return the digest over the digests of pieces of a megabyte; the end is taken with the directory where the block begins."""
    pieces = []
    for part in parts:
        view = memoryview(part)
        for at in range(0, len(view), _CHUNK):
            piece = view[at : at + _CHUNK]
            each = hashlib.sha256(b"\xa5" + struct.pack("<I", len(piece)))
            each.update(piece)
            pieces.append(each.digest())
    return hashlib.sha256(b"\x5a" + struct.pack("<I", len(pieces)) + b"".join(pieces)).digest()


def _sized(*parts: bytes) -> bytes:
    """Return parts one after another with their length before them."""
    return struct.pack("<I", sum(map(len, parts))) + b"".join(parts)


def _number(value: int) -> bytes:
    return struct.pack("<I", value)


def _v2(digest: bytes, key: Key) -> bytes:
    attributes = _sized(_number(_ALSO_SIGNED_BY) + _number(3))
    content = _said(digest, key) + _sized(attributes)
    return _sized(_sized(_sized(content), _signatures(content, key), _sized(key.public)))


def _v3(digest: bytes, key: Key) -> bytes:
    versions = b"".join(map(_number, _FROM_ANDROID_9))
    content = _said(digest, key) + versions + _sized()
    return _sized(_sized(_sized(content), versions, _signatures(content, key), _sized(key.public)))


def _said(digest: bytes, key: Key) -> bytes:
    return _sized(_sized(_number(key.algorithm) + _sized(digest))) + _sized(_sized(key.certificate))


def _signatures(content: bytes, key: Key) -> bytes:
    return _sized(_sized(_number(key.algorithm) + _sized(key.sign(content))))


def _block(pairs: Iterable[tuple[int, bytes]]) -> bytes:
    inside = b"".join(struct.pack("<QI", 4 + len(value), number) + value for number, value in pairs)
    size = struct.pack("<Q", len(inside) + 8 + len(_MAGIC))
    return size + inside + size + _MAGIC


# Verifying


def verify(data: bytes) -> Signed:
    """Return what a package is signed with, by both schemes and one key. Raises SignatureError."""
    try:
        return _verified(data)
    except struct.error as e:
        raise SignatureError(f"the signatures are cut off: {e}") from e


def _verified(data: bytes) -> Signed:
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    end = len(data) - END_SIZE
    if end < 0 or data[end : end + 4] != b"PK\x05\x06":
        raise SignatureError("no end of an archive")
    size, place = struct.unpack_from("<II", data, end + 12)
    if place + size != end:
        raise SignatureError("the directory does not reach to the end")
    start, values = _pairs(data, place)
    whole = (data[:start], data[place:end], data[end : end + 16] + _number(start) + data[end + 20 :])
    digest = _digest(whole)
    if list(values) != [V2, V3]:
        raise SignatureError("not the two signatures v2 and v3")
    certificates = set()
    for scheme, value in values.items():
        content, signature, public, certificate, algorithm, found = _signer(value, scheme)
        try:
            known = x509.load_der_x509_certificate(certificate).public_key()
            form = known.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        except (ValueError, UnsupportedAlgorithm) as e:
            raise SignatureError("the certificate cannot be read") from e
        if form != public:
            raise SignatureError("the certificate is of another key")
        try:
            _check(known, algorithm, signature, content)
        except (InvalidSignature, UnsupportedAlgorithm) as e:
            raise SignatureError("the signature does not fit") from e
        if found != digest:
            raise SignatureError("the content was changed after it was signed")
        certificates.add(certificate)
    if len(certificates) != 1:
        raise SignatureError("v2 and v3 are of two keys")
    return Signed(certificates.pop(), tuple(values))


def _check(key: object, algorithm: int, signature: bytes, content: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
    from cryptography.hazmat.primitives.hashes import SHA256

    if algorithm == RSA and isinstance(key, rsa.RSAPublicKey):
        key.verify(signature, content, padding.PKCS1v15(), SHA256())
    elif algorithm == ELLIPTIC and isinstance(key, ec.EllipticCurvePublicKey):
        key.verify(signature, content, ec.ECDSA(SHA256()))
    else:
        raise SignatureError(f"a signature of kind {algorithm:#06x}")


def _pairs(data: bytes, place: int) -> tuple[int, dict[int, bytes]]:
    """Return where the block before the directory begins, and what is in it."""
    foot = place - 8 - len(_MAGIC)
    if foot < 8 or data[foot + 8 : place] != _MAGIC:
        raise SignatureError("no block of signatures")
    (size,) = struct.unpack_from("<Q", data, foot)
    start = place - size - 8
    if start < 0 or struct.unpack_from("<Q", data, start) != (size,):
        raise SignatureError("the block of signatures has two sizes")
    values: dict[int, bytes] = {}
    at = start + 8
    while at < foot:
        length, number = struct.unpack_from("<QI", data, at)
        if length < 4 or at + 8 + length > foot or number in values:
            raise SignatureError("the block of signatures is damaged")
        values[number] = data[at + 12 : at + 8 + length]
        at += 8 + length
    return start, values


class _Parts:
    """Reads what was written with its length before it."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self) -> int:
        (value,) = struct.unpack_from("<I", self.data, self.at)
        self.at += 4
        return int(value)

    def sized(self) -> bytes:
        size = self.number()
        part = self.data[self.at : self.at + size]
        if len(part) != size:
            raise SignatureError("a part is cut off")
        self.at += size
        return part

    def only(self) -> bytes:
        """Return the one part there is."""
        part = self.sized()
        self.done()
        return part

    def done(self) -> None:
        if self.at != len(self.data):
            raise SignatureError("there is more than there should be")


def _signer(value: bytes, scheme: int) -> tuple[bytes, bytes, bytes, bytes, int, bytes]:
    """Return what was signed, the signature, the public key, the certificate, the algorithm and the digest."""
    signer = _Parts(_Parts(_Parts(value).only()).only())
    content = signer.sized()
    versions = (signer.number(), signer.number()) if scheme == V3 else None
    signature = _Parts(_Parts(signer.sized()).only())
    algorithm = signature.number()
    written = signature.only()
    public = signer.sized()
    signer.done()

    said = _Parts(content)
    digest = _Parts(_Parts(said.sized()).only())
    if digest.number() != algorithm:
        raise SignatureError("the digest is of another kind than the signature")
    found = digest.only()
    certificate = _Parts(said.sized()).only()
    if scheme == V3 and (said.number(), said.number()) != versions:
        raise SignatureError("the versions of Android differ")
    attributes = said.sized()
    said.done()
    if scheme == V2 and attributes != _sized(_number(_ALSO_SIGNED_BY) + _number(3)):
        raise SignatureError("v2 does not say that there is v3")
    if scheme == V3 and attributes:
        raise SignatureError("v3 says more than it should")
    return content, written, public, certificate, algorithm, found
