"""Whether what a browser acknowledged outlives a power cut: on a disk of its own, which forgets then what it was not given.

    python -m tests.benchmarks.power_cuts [cuts]        as root, on Linux, where loop devices may be mounted

The profile lies on an ext4 in a file. With an acknowledgement the file system is shut down without writing out its log
(``EXT4_IOC_SHUTDOWN``), the browser is killed, the disk is mounted again. The files were made and written out once before: what a
browser keeps of names it writes late, and that is why the app makes its files when it is opened for the first time. A disk that
lies about its own cache is not modelled.
"""

from __future__ import annotations

import fcntl
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.kept.browser import Chromium, Killer, site

SHUTDOWN = 0x8004587D  # _IOR('X', 125, __u32)
NO_LOG_FLUSH = 2
MEGABYTES = 400


class Disk:
    """A disk in a file."""

    def __init__(self, folder: Path) -> None:
        self.file, self.place = folder / "disk.img", folder / "disk"
        self.place.mkdir()
        with self.file.open("wb") as file:
            file.truncate(MEGABYTES << 20)
        self._run("mkfs.ext4", "-q", "-F", str(self.file))
        self.mount()

    @staticmethod
    def _run(*command: str) -> None:
        subprocess.run(command, check=True)

    def mount(self) -> None:
        """Switch it on."""
        self._run("mount", "-o", "loop", str(self.file), str(self.place))

    def cut(self) -> None:
        """Take its power: what it was not told to keep is gone."""
        handle = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
        finally:
            os.close(handle)

    def off(self) -> None:
        """Unmount it, once nobody has a file on it."""
        for _ in range(50):
            if subprocess.run(["umount", str(self.place)], capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        self._run("umount", str(self.place))


def main() -> None:
    """Cut and count."""
    cuts = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    chance = random.Random()
    with tempfile.TemporaryDirectory() as folder, site() as opened:
        disk = Disk(Path(folder))
        try:
            killer = Killer(opened, disk.place / "profile")
            browser = Chromium(killer.profile, opened.address)
            opened.talk().hear("open")
            time.sleep(1)
            os.sync()
            browser.kill()
            for _ in range(cuts):
                killer.kill(chance.randint(1, 8), 0, disk.cut)
                disk.off()
                disk.mount()
                print(killer.sentence, flush=True)
            killer.close()
            print(killer.sentence, *sorted(killer.lost)[:5], *killer.faults[:5], sep="\n", flush=True)
        finally:
            disk.off()


if __name__ == "__main__":
    main()
