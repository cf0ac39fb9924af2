"""A hall under faults: members record while requests are lost, answers are lost, doubled, come late, and the hall restarts, is put
back to an earlier copy, and moves to another laptop. At the end everybody must have every record that was acknowledged, once.

What is acknowledged is what a device said 已记入 of: it lies in that device's own journal. All faults follow from a seed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from app.hall.hall_file import HallFile
from app.hall.member import Membership, joined, synced
from app.hall.opening import hall_file
from app.hall.over_network import OverNetwork
from app.hall.protocol import HallError
from app.journal.competition import ResultBody, written
from app.journal.journal import COUNTED, Journal, local_time
from app.journal.records import Place, RulingBody
from app.journal.sqlite_store import open_store
from app.ruling.assignment import family
from tests.app.hall.halls import Chief, Device

FAULTY = 0.35  # of all requests
HOURS = 23  # a clock may be wrong by
QUIET = 12  # rounds of meetings after which everybody must agree


@dataclass
class Report:
    """What happened in one run."""

    seed: int
    clients: int
    recorded: int = 0
    lost_requests: int = 0
    lost_answers: int = 0
    doubled: int = 0
    late: int = 0
    refused: int = 0  # meetings that were broken off
    restarts: int = 0
    client_restarts: int = 0
    restores: int = 0
    moves: int = 0
    rounds: int = 0  # of meetings until all agreed
    missing: int = 0  # acknowledged and not everywhere
    doubles: int = 0  # somewhere more than once
    differing: int = 0  # devices that count or show otherwise than the first
    chain_faults: int = 0
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """Whether nothing was lost or doubled, and all came to the same."""
        return not (self.missing or self.doubles or self.differing or self.chain_faults)

    @property
    def line(self) -> str:
        """As it is written into a result."""
        return json.dumps(asdict(self) | {"seconds": round(self.seconds, 1), "good": self.good})


class Faulty:
    """A way to the hall on which things go wrong."""

    def __init__(self, way: OverNetwork, trial: Trial) -> None:
        self.way, self.trial = way, trial

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Ask, or not; once, or twice; now, or after others."""
        dice, report = self.trial.dice, self.trial.report
        if not self.trial.faults or dice.random() >= FAULTY:
            return self.way.ask(method, path, body, headers)
        fault = dice.choice(("request", "answer", "double", "late"))
        if fault == "request":
            report.lost_requests += 1
            raise HallError("the request was lost")
        if fault == "late" and method == "POST":  # it comes when others have come, and its answer goes nowhere
            report.late += 1
            self.trial.late.append((self.way, path, body, dict(headers)))
            raise HallError("it is on its way")
        if fault == "double":
            report.doubled += 1
            self.way.ask(method, path, body, headers)
            return self.way.ask(method, path, body, headers)
        answer = self.way.ask(method, path, body, headers)
        if fault == "answer":
            report.lost_answers += 1
            raise HallError("the answer was lost")
        return answer


@dataclass
class Trial:
    """One run."""

    folder: Path
    seed: int
    records: int
    clients: int = 5
    faults: bool = True
    upheavals: bool = True  # the hall is also put back, and moves: after both all is offered again
    late: list[tuple[OverNetwork, str, bytes | None, dict[str, str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.report = Report(self.seed, self.clients)
        self.hall = Chief(self.folder / "chief")
        self.event = self.hall.event
        self.open: AbstractContextManager[None] | None = None
        self.devices: list[Device] = []
        self.acknowledged: set[str] = set()
        self.copy: Path | None = None
        self.put_back = False  # whether the present laptop's journal is one

    def run(self) -> Report:
        """Record under faults, heal, and look."""
        began = time.monotonic()
        self._begin()
        try:
            for number in range(self.clients):
                device = Device(self.folder / f"client-{number}", f"裁判{number}")
                self.devices.append(device)
                self._skew(device, number)
                device.join(self.hall.address, self.hall.invite("referee", f"裁判{number}"))
            for _ in range(self.records):
                self._step()
            self._heal()
        finally:
            self._end()
        self.report.seconds = time.monotonic() - began
        self._look()
        for each in self.devices:
            each.store.close()
        self.hall.file.close()
        self.hall.store.close()
        return self.report

    def _skew(self, device: Device, number: int) -> None:
        wrong = timedelta(hours=(-HOURS, 0, HOURS)[number % 3])

        def clock() -> datetime:
            return local_time() + wrong

        device.journal = Journal(device.store, f"裁判{number}", clock)

    # What happens

    def _step(self) -> None:
        """One thing that is recorded, and whatever else happens meanwhile."""
        number = self.dice.randrange(self.clients)
        device = self.devices[number]
        self.acknowledged.add(self._record(device))
        self.report.recorded += 1
        if self.dice.random() < 0.5:
            self._meet(device)
        if self.dice.random() < 0.3:
            self._meet(self.devices[self.dice.randrange(self.clients)])
        if self.late and self.dice.random() < 0.3:
            way, path, body, headers = self.late.pop(self.dice.randrange(len(self.late)))
            with suppress(HallError):  # its hall may be no more
                way.ask("POST", path, body, headers)
        chance = self.dice.random() * max(1.0, self.records / 60)
        if chance < 0.08:
            self._restart()
        elif chance < 0.14:
            self._restart_client(number)
        elif chance < 0.18 or (self.copy is None and chance < 0.3):
            self._take_copy()
        elif chance < 0.22 and self.copy is not None and self.upheavals:
            self._restore()
        elif chance < 0.25 and self.upheavals:
            self._move()

    def _record(self, device: Device) -> str:
        """A ruling, a correction of one, or a result; on return it is acknowledged."""
        what, book = self.dice.random(), device.journal
        own = book.entries(self.event, limit=5) if what < 0.2 else []
        if own:
            return book.correct(own[-1].id, {"remark": f"改{self.dice.randrange(1000)}"}, "看错").id
        if what > 0.9 and self._knows(device):
            score = (self.dice.randrange(4), self.dice.randrange(4))
            result = ResultBody(f"1-{self.dice.randrange(3)}", "1", "2", scores=(score,))
            return book.save_competition(self.event, [written(result)])[0].id
        pair = str(self.dice.randrange(1, 9))
        body = RulingBody(
            "guandan", "guandan.slow_play", "出牌超时", "x", f"{pair}号出牌超时，记违例。", "penalty",
            Place(str(self.dice.randrange(1, 5)), self.dice.randrange(1, 3), 1), (pair,), counts=(("violation", 1),),
        )  # fmt: skip
        return book.save_ruling(self.event, body, {COUNTED: book.counting(self.event, (pair,))}).id

    def _knows(self, device: Device) -> bool:
        """Whether a device has the event itself by now."""
        return any(each.kind == "event" for each in device.store.records(self.event))

    def _meet(self, device: Device) -> None:
        one = device.membership
        assert one is not None

        def keep(now: Membership) -> None:
            device.membership = now

        way = Faulty(OverNetwork(one.address, one.code), self)
        try:
            synced(device.store, one, way, keep)
        except HallError:
            self.report.refused += 1

    def _begin(self) -> None:
        self.open = self.hall.open()
        self.open.__enter__()
        for device in self.devices:
            if device.membership is not None:  # the same hall at the port it has now
                device.membership = replace(device.membership, address=self.hall.address)

    def _end(self) -> None:
        if self.open is not None:
            self.open.__exit__(None, None, None)
            self.open = None

    def _restart(self) -> None:
        self._end()
        folder = self.hall.folder
        self.hall.store.close()
        self.hall.file.close()
        self._reopen(folder)
        self._begin()
        self.report.restarts += 1

    def _reopen(self, folder: Path) -> None:
        made = Chief.__new__(Chief)
        Device.__init__(made, folder, "裁判长")
        made.event, made.file, made.address, made.port, made.log = (
            self.event,
            HallFile(hall_file(folder, self.event)),
            "",
            0,
            [],
        )
        self.hall = made

    def _restart_client(self, number: int) -> None:
        """What is in memory is gone; how far it was stays, as it is kept after each step."""
        device = self.devices[number]
        device.store.close()
        device.store = open_store(device.folder / "journal.sqlite")
        self._skew(device, number)
        self.report.client_restarts += 1

    def _take_copy(self) -> None:
        self.copy = self.folder / f"copy-{self.dice.randrange(1 << 30)}.sqlite"
        self.hall.store.backup(self.copy)

    def _restore(self) -> None:
        """The hall's journal is put back to the copy; the hall's file, with its codes, stays."""
        assert self.copy is not None
        signed = sum(1 for _ in self.hall.store.records(self.event))
        self._end()
        folder = self.hall.folder
        self.hall.store.close()
        self.hall.file.close()
        for beside in folder.glob("journal.sqlite*"):
            if not beside.name.endswith(".key"):
                beside.unlink()
        shutil.copy(self.copy, folder / "journal.sqlite.new")
        os.replace(folder / "journal.sqlite.new", folder / "journal.sqlite")
        self._reopen(folder)
        self._begin()
        self.report.restores += 1
        self.put_back |= sum(1 for _ in self.hall.store.records(self.event)) < signed

    def _move(self) -> None:
        """The laptop dies; another one becomes the hall from what one of the referees has, and codes are given anew."""
        able = [each for each in self.devices if self._knows(each)]
        if not able:
            return
        self._end()
        self.hall.store.close()
        self.hall.file.close()
        self.report.moves += 1
        self.copy, self.put_back = None, False
        from_ = self.dice.choice(able)
        folder = self.folder / f"laptop-{self.report.moves}"
        laptop = Device(folder, "裁判长")
        laptop.store.close()
        for beside in folder.glob("journal.sqlite*"):
            beside.unlink()
        from_.store.backup(folder / "journal.sqlite")  # what one of the referees has
        (folder / "halls").mkdir(exist_ok=True)
        self._reopen(folder)
        self._begin()
        for number, device in enumerate(self.devices):
            device.membership = joined(self.hall.address, self.hall.invite("referee", f"裁判{number}"))

    # How it ends

    def _heal(self) -> None:
        """No more faults: everybody meets until nothing is new to anybody."""
        self.faults = False
        for way, path, body, headers in self.late:
            with suppress(HallError):
                way.ask("POST", path, body, headers)
        for self.report.rounds in range(1, QUIET + 1):
            if not any([sum(device.sync()) for device in self.devices]):
                return

    def _look(self) -> None:
        everybody: list[Device] = [*self.devices, self.hall]
        for each in everybody:
            ids = [record.id for record in each.store.records(self.event)]
            self.report.missing += len(self.acknowledged - set(ids))
            self.report.doubles += len(ids) - len(set(ids))
            self.report.chain_faults += self._chain_faults(each)
        first, *others = [self._state(each) for each in everybody]
        self.report.differing = sum(each != first for each in others)

    def _chain_faults(self, device: Device) -> int:
        """How many faults its journal finds in itself that are none, or not those there are."""
        faults = device.store.verify().faults
        if device is self.hall and self.put_back:  # that it is an older copy is to be noticed, for ever
            return int(not any("旧备份" in str(fault) for fault in faults))
        return len(faults)

    def _state(self, device: Device) -> object:
        """What a device makes of its records: who has what counted, how rulings stand, what two wrote otherwise."""
        book = Journal(device.store)
        counted = {
            pair: sorted(map(str, book.history(self.event, "guandan", pair=pair, family=family)))
            for pair in map(str, range(1, 9))
        }
        rulings = [(each.id, each.body, each.withdrawn) for each in book.entries(self.event)]
        asked = [(each.earlier.id, each.later.id) for each in book.doubles(self.event, family)]
        conflicts = [(each.earlier.id, each.later.id) for each in book.conflicts(self.event)]
        return counted, sorted(rulings, key=lambda each: each[0]), asked, conflicts
