"""The texts of this device as commands find them: beside the law, with the games that are known by them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from rules_data.disk_faults import why

if TYPE_CHECKING:
    from app.brought.opened import Opened


def own_books() -> Opened | None:
    """The books of this device, opened with the handbook; None: it has none."""
    from app.base.data_folder import data_folder
    from app.brought.kept import NAME

    if not (data_folder() / NAME).is_file():
        return None
    from app.brought.book_file import open_books
    from app.brought.opened import Opened

    try:
        return Opened(open_books(data_folder()))
    except OSError as e:
        typer.echo(f"自己的规则书没有打开（{why(e)}），只查随程序的。", err=True)
        return None
