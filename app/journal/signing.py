"""Who signs: a key of each chain, the name a device has from its key, and what is signed, each with its purpose before it.

A key belongs to one file in one place and never moves: where a file was copied, moved or restored, a new key begins a new chain.
It lies outside the journal's own file (:mod:`app.journal.key_file`), so that who can write there cannot sign.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
from dataclasses import dataclass

from app.journal import ed25519
from app.journal.chain import DEVICE

RECORD, HEAD = b"zhicai record 1\n", b"zhicai head 1\n"  # purposes: a signature for one is none for another


def device_of(public: bytes) -> str:
    """The name of the device that has a key: nobody else can sign under it."""
    return hashlib.sha256(b"zhicai device 1\n" + public).hexdigest()[:DEVICE]


@dataclass(frozen=True, slots=True)
class Key:
    """A signing key."""

    seed: bytes
    public: bytes

    @classmethod
    def new(cls) -> Key:
        """A key nobody had before."""
        return cls.of(secrets.token_bytes(ed25519.SEED))

    @classmethod
    def of(cls, seed: bytes) -> Key:
        """The key of a seed."""
        return cls(seed, ed25519.public_key(seed))

    @property
    def device(self) -> str:
        """The device that signs with it."""
        return device_of(self.public)

    def sign(self, purpose: bytes, text: str) -> bytes:
        """Sign a text."""
        return ed25519.sign(self.seed, self.public, purpose + text.encode())


def is_signed(public: bytes, purpose: bytes, text: str, signature: bytes) -> bool:
    """Whether a text was signed for a purpose with the key of ``public``."""
    return ed25519.verify(public, purpose + text.encode("utf-8", "surrogatepass"), signature)


def written(data: bytes) -> str:
    """A key or signature as text."""
    return base64.b64encode(data).decode()


def read(text: object, length: int) -> bytes | None:
    """A key or signature of so many bytes from its text; None where it is none."""
    if not isinstance(text, str) or len(text) > 2 * length:
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if len(data) == length else None


def key_of(device: object, text: object) -> bytes | None:
    """The public key of a device from its text; None where it is another's or none."""
    public = read(text, ed25519.KEY)
    return public if public is not None and device_of(public) == device else None
