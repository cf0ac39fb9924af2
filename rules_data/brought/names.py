"""How the ids of books that users bring are told from those of the books shipped with the program."""

from __future__ import annotations

PREFIX = "own-"
"""Ids of books that were brought begin so: no book shipped with the program does."""


def book_id(source: str) -> str:
    """The id of a book first brought as the file with this SHA-256: the same file is the same book on every device."""
    return PREFIX + source[:12]


def is_brought(id_: str) -> bool:
    """Whether a book, or the provision with this id, was brought by somebody."""
    return id_.startswith(PREFIX)
