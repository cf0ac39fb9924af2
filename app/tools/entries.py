"""What is entered into a tool: read from an address or from what was kept, written into an address, said in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.tools.model import Unfit
from decision_trees import notation, values
from decision_trees.functions import LONGEST_LIST, LONGEST_TEXT, RuleInputError
from decision_trees.games import games
from decision_trees.model import Fact, FactKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.tools import Entry, Tool

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LEVELS = (*RANKS, "A+")
PAST = "过A"
MINUS = str.maketrans({0x2212: "-", 0xFF0D: "-", 0x2013: "-", 0xFF0B: "+"})  # signs that people and phones write
LARGEST = 99_999  # of a score


def read(tool: Tool, name: str, text: str) -> Any:
    """Return the value of an entry as it stands in an address; None for nothing. Raises :class:`Unfit`."""
    entry, text = tool.entries[name], text.strip()
    if not text:
        return None
    if entry.pad == "choice":
        if text not in entry.options:
            raise Unfit(name, f"“{entry.label}”没有“{_short(text)}”，可选：{'、'.join(entry.options.values())}。")
        return text
    if entry.pad == "number":
        return number(name, entry, text)
    if entry.pad == "numbers":
        return numbers(name, entry, text)
    if entry.pad in ("rank", "level"):
        if text.upper() not in (RANKS if entry.pad == "rank" else LEVELS):
            raise Unfit(name, f"“{entry.label}”应是 2 到 A 的一级，现在是“{_short(text)}”。")
        return text.upper()
    if entry.pad == "time":
        if (time := notation.clock(text)) is None:
            raise Unfit(name, f"“{entry.label}”应是时刻，如 21:30，现在是“{_short(text)}”。")
        return time
    if entry.pad == "text":
        if len(text) > LONGEST_TEXT * 5:
            raise Unfit(name, f"“{entry.label}”太长了，至多 {LONGEST_TEXT * 5} 个字。")
        return text
    if entry.pad == "seat":
        if text.upper() not in (seats := games()[tool.game].seats):
            raise Unfit(name, f"“{entry.label}”没有“{_short(text)}”，应是 {'、'.join(seats)} 之一。")
        return text.upper()
    kind: FactKind = "auction" if entry.pad == "auction" else "cards"
    if len(text) > LONGEST_TEXT:
        raise Unfit(name, f"“{entry.label}”太长了。")
    try:
        return values.read(tool.game, name, Fact(kind=kind, label=entry.label), text.replace(",", " "), {})
    except RuleInputError as fault:
        raise Unfit(name, str(fault).replace(f"”({name}):", "”：", 1)) from None


def number(name: str, entry: Entry, text: str) -> int | float:
    """Return a number within what an entry allows, whole where it has no decimals. Raises :class:`Unfit`."""
    plain = text.translate(MINUS)
    if not re.fullmatch(r"[+-]?\d{1,6}" + (rf"(\.\d{{1,{entry.decimals}}})?" if entry.decimals else ""), plain):
        what = f"数，小数至多{entry.decimals}位" if entry.decimals else "整数"
        raise Unfit(name, f"“{entry.label}”应是{what}，现在是“{_short(text)}”。")
    value = float(plain) if entry.decimals else int(plain)
    assert entry.minimum is not None and entry.maximum is not None
    if not entry.minimum <= value <= entry.maximum:
        raise Unfit(name, f"“{entry.label}”应为 {entry.minimum} 至 {entry.maximum}，现在是 {value:g}。")
    return value


def numbers(name: str, entry: Entry, text: str) -> list[int]:
    """Return the whole numbers of a pasted column. Raises :class:`Unfit`, naming the one that is none."""
    found = []
    for place, part in enumerate(re.split(r"[\s,，、;；]+", text.translate(MINUS).strip()), 1):
        if not re.fullmatch(r"[+-]?\d{1,5}", part):
            raise Unfit(name, f"“{entry.label}”的第{place}个“{_short(part)}”不是整数。")
        found.append(int(part))
    if len(found) > LONGEST_LIST:
        raise Unfit(name, f"“{entry.label}”有 {len(found)} 个，至多 {LONGEST_LIST} 个。")
    return found


def write(value: Any) -> str:
    """Return the value of an entry as it stands in an address."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    if isinstance(value, dict):  # an auction
        calls = (
            f"{call['seat']}:{call['call']}" if isinstance(call, dict) and "seat" in call else call_of(call)
            for call in value.get("calls", ())
        )
        return ",".join((str(value.get("dealer", "")), *calls))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def signed(number: float) -> str:
    """Return a number with its sign, as it is printed: +620, −50, 0."""
    return f"{number:+g}".replace("-", "−") if number else "0"


def call_of(call: Any) -> str:
    """Return a call of an auction in its code."""
    return str(call["call"]) if isinstance(call, dict) else str(call)


def said(tool: Tool, name: str, value: Any) -> str:
    """Return what was entered in words."""
    entry = tool.entries[name]
    if value is None or value == []:
        return "未录入"
    if entry.pad == "choice":
        return entry.options.get(str(value), str(value))
    if entry.pad == "seat":
        return games()[tool.game].seats.get(str(value), str(value))
    if entry.pad == "cards":
        return f"{len(value)}张 {values.say(value, 'cards', None)}"
    if entry.pad == "numbers":
        return f"{len(value)}个：{'、'.join(map(signed, value))}"
    if entry.pad == "auction":
        return " ".join(values.say(call_of(call), "call", None) for call in value.get("calls", ()))
    if entry.pad == "level":
        return PAST if value == "A+" else str(value)
    return (f"{value:g}" if isinstance(value, float) else f"{value}") + (entry.unit or "")


def starting(tool: Tool) -> dict[str, Any]:
    """Return what stands in a tool before anything is entered."""
    return {name: entry.start for name, entry in tool.entries.items()}


def kept(tool: Tool, texts: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values of what was kept or came in an address, and what is wrong with those that cannot be."""
    found: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for name, text in texts.items():
        if name in tool.entries and isinstance(text, str):
            try:
                found[name] = read(tool, name, text)
            except Unfit as fault:
                faults[name] = str(fault)
    return found, faults


def plain(tool: Tool, values_: Mapping[str, Any]) -> dict[str, str]:
    """Return what is kept of a tool, and what its address says: every entry in words an address can hold.

    One that was emptied is written too where something stands there to begin with.
    """
    texts = {name: write(values_.get(name)) for name in tool.entries}
    return {name: text for name, text in texts.items() if text or tool.entries[name].start not in (None, [], "")}


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"
