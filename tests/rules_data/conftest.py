"""Books and the compiled handbook, made once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_data import handbook as handbook_module
from rules_data.handbook import Handbook
from rules_data.loader import BOOKS, load_book
from rules_data.model import Book

BOOK_IDS = tuple(sorted(file.parent.name for file in BOOKS.glob("*/book.yaml")))


@pytest.fixture(scope="session")
def books() -> dict[str, Book]:
    """Every book, read from its YAML."""
    return {id_: load_book(BOOKS / id_) for id_ in BOOK_IDS}


@pytest.fixture(scope="session")
def compiled_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The handbook compiled into a cache of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZHICAI_CACHE", str(tmp_path_factory.mktemp("cache")))
        folder = handbook_module.build()
    yield folder


@pytest.fixture(scope="session")
def handbook(compiled_folder: Path) -> Handbook:
    """The compiled handbook, opened."""
    return handbook_module.load(compiled_folder)
