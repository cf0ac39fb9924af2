"""Why a ruling is to be looked at again, and what it would be now: in the words of screens, tables and commands."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from app.base.plain_text import LINE, shown
from app.ruling.assignment import pair_words, place_words
from app.ruling.counts_now import marks
from app.ruling.saving import REPLACED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.ruling.built_on import Resting

TO_LOOK_AT = "要重看"


def clock(at: str) -> str:
    """A time of the journal in words: 11月21日 14:05."""
    try:
        when = datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError, OSError):
        return shown(at, 40)
    return f"{when.month}月{when.day}日 {when:%H:%M}"


def would_be(resting: Resting) -> str:
    """What a ruling would be now."""
    if resting.falls:
        return resting.now
    return f"{resting.why}：{resting.now}" if resting.how == "counted" else f"照现在的牌局：{resting.now}"


def why(journal: Journal, resting: Resting) -> str:
    """Why a ruling would be another now, in one line."""
    title, place = shown(resting.on.body.title, LINE), shown(place_words(resting.on.body.place) or "别处", LINE)
    match resting.how:
        case "withdrawn":
            return f"它所依据的“{title}”已撤回"
        case "left":
            return f"它所依据的“{title}”已更正到{place}，不是这一副的"
        case "came":
            return f"“{title}”已更正到{place}，在它以前，裁它时没有算"
        case "back":
            return f"“{title}”又恢复了，裁它时是撤回的"
        case "counted":
            return _why_counted(journal, resting)
        case "moved":
            return f"这条裁决更正到了{place}，那里知道的和原来的牌局不同"


def _why_counted(journal: Journal, resting: Resting) -> str:
    """Why a ruling counted otherwise than it would now, in one line."""
    on, entry = resting.on, resting.entry
    event = journal.event(on.event).body
    pairs = "、".join(pair_words(event, pair) for pair in on.body.offenders)
    said = " ".join((clock(on.at), place_words(on.body.place), f"“{shown(on.body.title, LINE)}”"))
    if on.id == entry.id:
        return f"这条裁决更正过，次数跟着变了：现在是对{pairs}的"
    if on.withdrawn is not None:
        return f"它数进去的 {said}{'改判过' if on.withdrawn == REPLACED else '已撤回'}"
    if on.id not in journal.counted_by(entry.id):
        return f"裁它时还不知道 {said}，是对{pairs}的"
    return f"它数进去的 {said}更正过：现在是对{pairs}的"


def reasons(journal: Journal, entries: Iterable[Entry]) -> dict[str, tuple[str, ...]]:
    """Of rulings, those to be looked at again: why, and what each would be now; a line for each reason."""
    return {
        name: tuple(dict.fromkeys(f"{why(journal, each)}。{would_be(each)}" for each in found))
        for name, found in marks(journal, entries).items()
    }
