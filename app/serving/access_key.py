"""The key of the door: a secret of this user's, kept in the data folder, with which the server marks whom it lets in.

A mark says what it is for, on which port and until when, and carries a proof that only the holder of the key can make.
The opened address carries one (the token), a browser that was let in keeps another (the cookie). So a second start can
name the address of a server that runs already, and a browser let in once stays let in when the server starts again.
Beside them it names a folder for each port, which nobody else can guess.
"""

from __future__ import annotations

import hmac
import os
import secrets
import stat
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.base.data_folder import data_folder

FILE = "door.key"
LENGTH = 32  # bytes of the secret

FOLDER_NAME = 32  # hexadecimal digits

Purpose = Literal["token", "cookie", "server", "folder"]


@dataclass(frozen=True)
class Key:
    """The secret, and what is made with it."""

    secret: bytes

    def mark(self, purpose: Purpose, port: int, seconds: float) -> str:
        """Return a new mark that is good for a number of seconds from now."""
        said = f"{int(time.time() + seconds):x}-{secrets.token_hex(16)}"
        return f"{said}-{self.proof(purpose, port, said)}"

    def fits(self, mark: str, purpose: Purpose, port: int) -> bool:
        """Tell whether a mark was made with this key for this purpose and port, and is still good."""
        said, _, proof = mark.rpartition("-")
        if not hmac.compare_digest(proof.encode(), self.proof(purpose, port, said).encode()):
            return False
        return int(said.partition("-")[0], 16) >= time.time()

    def folder(self, port: int) -> str:
        """Return the folder in which a page that was let in asks for everything, as ``/name/``: always the same of a port."""
        return f"/{self.proof('folder', port, '')[:FOLDER_NAME]}/"

    def proof(self, purpose: Purpose, port: int, said: str) -> str:
        """Return what only the holder of the key can say about a text."""
        return hmac.digest(self.secret, f"{purpose} {port} {said}".encode(), "sha256").hex()


def own_key() -> Key:
    """Return this user's key, made at the first start; where it cannot be kept, one for this run only."""
    file = data_folder() / FILE
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = _read(file)
        return Key(kept if kept is not None else _make(file))
    except OSError:
        return Key(secrets.token_bytes(LENGTH))


def _read(file: Path) -> bytes | None:
    """The secret in a file; None where there is none, or where somebody else could have read or laid it there."""
    try:
        found = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    with os.fdopen(found, "rb") as stream:
        about = os.fstat(found)
        if not stat.S_ISREG(about.st_mode):
            return None
        if os.name != "nt" and (about.st_mode & 0o077 or about.st_uid != os.getuid()):
            return None
        secret = stream.read(LENGTH + 1)
    return secret if len(secret) == LENGTH else None


def _make(file: Path) -> bytes:
    secret = secrets.token_bytes(LENGTH)
    beside = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(secret)
    os.replace(beside, file)  # at once whole: a start at the same moment reads this one or its own
    return secret
