"""Which versions of the program and of the libraries it stands on are here."""

from __future__ import annotations

from importlib import metadata


def installed(distribution: str) -> str:
    """Return the version of a distribution; nothing where it is not installed as one."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
