"""A real PostgreSQL server for tests: begun in a folder of its own, on a socket there, ended by whoever began it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"
_BESIDE = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name), reverse=True)


def tool(name: str) -> str | None:
    """Where a program of PostgreSQL lies; None where there is none."""
    return next((str(each / name) for each in _BESIDE if (each / name).exists()), shutil.which(name))


def why_not() -> str:
    """Why no server can be begun here; nothing where one can."""
    if tool("initdb") is None or tool("pg_ctl") is None:
        return "PostgreSQL is not installed (Debian: postgresql)"
    if os.geteuid() == 0 and not _has_user():
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


def _has_user() -> bool:
    try:
        pwd.getpwnam(USER)
    except KeyError:
        return False
    return True


@contextmanager
def served(*settings: str) -> Iterator[Server]:
    """A server in a folder of its own, which is gone afterwards. A socket's path has to be short."""
    folder = Path(tempfile.mkdtemp(prefix="zc"))
    made = Server(folder, settings)
    try:
        made.make()
        made.begin()
        yield made
    finally:
        if (made.data / "postmaster.pid").exists():
            made.end("immediate")
        shutil.rmtree(folder)


class Server:
    """One server, with as many databases as are asked for."""

    def __init__(self, folder: Path, settings: Sequence[str] = ()) -> None:
        self.folder, self.data, self.settings = folder, folder / "data", settings
        self._number = 0
        folder.mkdir(parents=True, exist_ok=True)
        for each in [folder, *folder.parents[:3]]:  # a folder of tests is for its owner only
            if each.owner() == pwd.getpwuid(os.geteuid()).pw_name:
                os.chmod(each, 0o755)
        if os.geteuid() == 0:
            shutil.chown(folder, USER, USER)

    def make(self) -> None:
        """Make what a server begins with."""
        self.run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")

    def begin(self) -> None:
        """Begin to serve."""
        said = " ".join(
            f"-c {each}" for each in ("listen_addresses=''", f"unix_socket_directories={self.folder}", *self.settings)
        )
        self.run("pg_ctl", "-D", str(self.data), "-o", said, "-l", str(self.folder / "log"), "-s", "-w", "start")

    def recover(self) -> None:
        """Begin as a copy that goes on from the log of another."""
        signal = self.data / "recovery.signal"
        signal.touch()
        if os.geteuid() == 0:
            shutil.chown(signal, USER, USER)
        self.begin()

    def kept(self, name: str) -> Path:
        """A folder beside the data that the server may write to."""
        made = self.folder / name
        made.mkdir()
        if os.geteuid() == 0:
            shutil.chown(made, USER, USER)
        return made

    def end(self, how: str = "fast") -> None:
        """End; ``immediate``: as when the power goes."""
        self.run("pg_ctl", "-D", str(self.data), "-m", how, "-s", "-w", "stop")

    def run(self, name: str, *words: str) -> str:
        """Run a program of PostgreSQL."""
        found = tool(name)
        assert found is not None, name
        user = USER if os.geteuid() == 0 else None
        done = subprocess.run(
            [found, *words], user=user, group=user, extra_groups=[] if user else None, cwd=self.folder, text=True,
            stdin=subprocess.DEVNULL, capture_output="pg_ctl" not in found, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout or ""

    def database(self) -> str:
        """The address of a new database."""
        self._number += 1
        name = f"hall{self._number}"
        self.run("createdb", "-h", str(self.folder), "-U", USER, name)
        return self.address(name)

    def address(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{name}?host={self.folder}"
