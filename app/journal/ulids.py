"""Names of records: ULIDs, which sort by the time they were made."""

from __future__ import annotations

import os
import secrets
import threading
import time

from ulid import ULID

SET_BACK = 60_000  # ms by which a clock goes back when somebody puts it right; less is one that keeps itself right
PLAUSIBLE = (1_577_836_800_000, 4_102_444_800_000)  # ms: 2020 to 2100; a clock that says anything else is wrong
_lock = threading.Lock()
_last = 0


def new_id(after: str = "") -> str:
    """Return a new ULID, greater than every one this process made before and than ``after``.

    Where the clock was ahead and was put right, it begins anew from the right time: else all that is written later in the
    same run would seem to come from the future. ``after`` is a record the new one speaks of: whoever corrects comes after what
    he corrects, even where the other referee's clock is ahead.
    """
    global _last
    with _lock:
        now = _now()
        put_right = (_last >> 80) - (now >> 80) > SET_BACK and PLAUSIBLE[0] <= now >> 80 < PLAUSIBLE[1]
        _last = value = now if put_right else max(now, _last + 1)
    earlier = int(ULID.from_str(after)) if valid(after) else 0
    if earlier >= value:  # at random, so that two who answer the same record do not take the same name
        value = earlier + 1 + secrets.randbits(64)
    return str(ULID.from_int(value))


def _now() -> int:
    """The number of a ULID made now. A clock before 1970 or after 10889 counts as at that end: nobody is kept from saving."""
    clock = min(max(time.time_ns() // 1_000_000, 0), (1 << 48) - 1)
    return clock << 80 | secrets.randbits(80)


def milliseconds(id_: str) -> int:
    """Return when a ULID was made by the clock of its device: milliseconds since 1970."""
    return int(ULID.from_str(id_)) >> 80


def valid(text: object) -> bool:
    """Whether a text is a ULID as it is written here (capitals)."""
    if not isinstance(text, str) or len(text) != 26:
        return False
    try:
        return str(ULID.from_str(text)) == text
    except ValueError:
        return False


def _forked() -> None:
    """Begin anew in a child process: it must not count on where its parent counts on."""
    global _lock, _last
    import ulid

    _lock, _last = threading.Lock(), 0
    ulid.default_generator = ulid.ULIDGenerator()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
