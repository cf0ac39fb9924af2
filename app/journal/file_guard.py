"""What may be opened as a journal, who may read it, and whether there is room to copy it."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from app.journal.store import JournalError

BESIDE = ("-wal", "-shm", "-journal", ".lock", ".next", ".partial", ".damaged")  # what lies beside a journal
OWNER_FOLDER, OWNER_FILE = 0o700, 0o600
_OTHERS = 0o077
MARGIN = 1 << 20  # bytes that stay free


def require_regular(path: Path) -> None:
    """Raise :class:`JournalError` unless a journal and what lies beside it are ordinary files, where they are there.

    Opening a pipe would wait for ever, a device may answer anything. A link in the place of the journal itself is followed
    before this is asked; beside it a link is refused, because what lies there is deleted and replaced.
    """
    if path.is_dir():
        raise JournalError(f"{path} 是文件夹而不是日志文件，请换一个位置。")
    for each in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        try:
            mode = os.lstat(each).st_mode
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(mode):
            raise JournalError(f"{each} 不是普通文件，没有打开；请把它移走，或换一个位置。")


def make_folder(folder: Path) -> None:
    """Make the folder of a journal, for its owner only."""
    folder.mkdir(mode=OWNER_FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file for its owner only."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_FILE))


def narrow(path: Path) -> str:
    """Take from others what they may do with a journal and its folder; returns what to say of it.

    A folder shared by everybody (sticky, such as the one for temporary files), the home folder and what belongs to somebody
    else stay as they are.
    """
    if not hasattr(os, "getuid"):
        return ""
    said = []
    if path.parent != Path.home() and _narrow(path.parent, OWNER_FOLDER):
        said.append("文件夹")
    beside = [*(path.with_name(path.name + end) for end in BESIDE), path.with_suffix(".key")]
    if any([_narrow(each, OWNER_FILE) for each in (path, *beside)]):  # all of them, not up to the first
        said.append("文件")
    if not said:
        return ""
    return f"日志的{'和'.join(said)}原来别的用户也能打开，已改为只有本人能用（{path.parent}）。"


def _narrow(path: Path, mode: int) -> bool:
    try:
        now = os.lstat(path)
        if stat.S_ISLNK(now.st_mode) or now.st_uid != os.getuid() or now.st_mode & stat.S_ISVTX:
            return False
        if not now.st_mode & _OTHERS:
            return False
        os.chmod(path, stat.S_IMODE(now.st_mode) & mode)
    except OSError:
        return False
    return True


def size(path: Path) -> int:
    """Bytes of a file; none where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def require_room(folder: Path, needed: int) -> None:
    """Raise :class:`JournalError` where a folder has no room for so many bytes."""
    free = shutil.disk_usage(folder).free
    if needed + MARGIN > free:
        raise JournalError(
            f"存储空间不够整理日志：要 {_megabytes(needed + MARGIN)} MB，只剩 {_megabytes(free)} MB；"
            f"没有改动任何文件，请腾出空间后再打开（{folder}）。"
        )


def _megabytes(number: int) -> str:
    return f"{number / 1e6:.1f}"
