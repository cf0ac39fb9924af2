"""Whether the journal is as it was signed: its end is looked at when the app opens, the rest beside what is done with it.

There is one journal for all windows; what was found, and how far the looking has come, is the same for all of them.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.base.background import THREADS, aside
from app.journal.store import JournalError
from app.window.library import journal

if TYPE_CHECKING:
    from app.journal.heads import Code
    from app.journal.queries import Queries
    from app.journal.verification import Verification
    from app.window.session import Session

log = logging.getLogger("zhicai")
AFTER_OPENING = 6.0  # seconds that are left to the first taps
PIECE = 60 if THREADS else 25  # records at once: about 50 ms here, 80 ms in a browser
PAUSE = 0.02 if THREADS else 0.15  # seconds between them that are left to the window
WRONG = "日志核对出不对的地方，请看“日志”"
NOT_HERE = "这本日志不在本机的文件里，不能这样备份或核对。"


@dataclass
class Checking:
    """How far the journal of this device has been looked at since it was opened."""

    running: bool = False
    far: str = ""  # how far it has come, as it is said
    end: tuple[str, ...] = ()  # what is wrong with its last records
    found: Verification | None = None  # once it has come to the end
    refused: str = ""
    _begun: bool = field(default=False, repr=False)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong, as far as it is known."""
        return self.found.faults if self.found is not None else self.end

    def begin_once(self) -> bool:
        """Whether nobody has begun to look since the app was opened."""
        begun, self._begun = self._begun, True
        return not begun

    def give_up(self) -> None:
        """Leave it to the next window: this one was closed."""
        self._begun = False

    @property
    def goes_on(self) -> bool:
        """Whether it is being looked at, or will be: a screen may be there before that has begun."""
        return self.running or (self.found is None and not self.refused)

    @property
    def sentence(self) -> str:
        """Say it to the referee."""
        if self.running:
            return f"正在后台核对：{self.far}。" if self.far else "正在后台核对。"
        if self.refused:
            return self.refused
        if self.found is None:
            if not self._begun:
                return "打开以后还没有核对。"
            end = f"末尾查出 {len(self.end)} 处不对" if self.end else "末尾核对过了"
            return f"{end}，其余的稍后在后台核对。"
        if self.found.sound and not self.found.records:
            return "还没有记录，没有什么要核对。"
        if self.found.sound:
            return f"打开以后核对过全部 {self.found.records} 条，没有发现改动、缺失或损坏。"
        return f"打开以后核对过全部 {self.found.records} 条，查出 {len(self.found.faults)} 处不对。"


checking = Checking()


def kept() -> Queries:
    """The journal as it can be looked at. Raises JournalError."""
    from app.journal.queries import Queries

    store = journal().store
    if not isinstance(store, Queries):
        raise JournalError(NOT_HERE)
    return store


async def look_through(codes: tuple[Code, ...] = ()) -> Verification:
    """Look at the whole journal, piece by piece. Raises JournalError."""
    store = kept()
    looking = store.looking(codes)
    while await aside(store.look_on, looking, PIECE):
        checking.far = looking.sentence
        await asyncio.sleep(PAUSE)
    return store.looked(looking)


async def check(codes: tuple[Code, ...] = ()) -> Verification:
    """Look at the whole journal, and note what was found. Raises JournalError."""
    checking.running, checking.far, checking.refused = True, "", ""
    try:
        checking.found = await look_through(codes)
        return checking.found
    except JournalError as refused:
        checking.refused = str(refused)
        raise
    finally:
        checking.running = False


async def check_in_background(session: Session) -> None:
    """Look at the end of the journal at once and at the rest later, once for all windows; say where something is wrong."""
    if not checking.begin_once():
        return
    try:
        checking.end = await aside(lambda: kept().end_faults())
        if checking.end:
            session.tell(WRONG)
        await asyncio.sleep(AFTER_OPENING)
        found = await check()
        if not found.sound and not checking.end:
            session.tell(WRONG)
    except asyncio.CancelledError:
        checking.give_up()
        raise
    except JournalError as refused:
        checking.refused = str(refused)  # said where the journal is shown
    except Exception:  # nobody waits for it
        checking.refused = "没有核对成；可以再点“核对日志”。"
        log.exception("the journal cannot be looked at")
