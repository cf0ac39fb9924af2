"""What a receipt must have so that it can be replayed, and what is wrong with one that was damaged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KINDS = {str: "文字", dict: "一组“名: 值”", list: "列表", int: "整数"}
_MISSING = object()

_PARTS: Mapping[str, type] = {
    "receipt": int, "tree": dict, "books": list, "facts": list, "open_questions": list, "outcome": str, "ruling": str,
    "cites": list,
}  # fmt: skip
_ITEMS: Mapping[str, Mapping[str, type | None]] = {  # None: anything
    "books": {"id": str},
    "facts": {"name": str, "source": str, "value": None},
    "open_questions": {"id": str, "answer": None},
    "cites": {"id": str},
    "functions": {"function": str, "in": None, "out": None},
    "sheet": {"name": str, "value": None},
}
SOURCES = ("given", "derived", "corrected", "chosen")


def fault(receipt: Mapping[str, Any], newest: int) -> str | None:
    """What is wrong with a receipt, as one sentence naming the place; None when it can be replayed.

    ``newest``: the latest form of receipts that this program knows.
    """
    wrong = _parts(receipt, _PARTS, "凭据") or _parts(receipt["tree"], {"id": str}, "tree")
    if wrong:
        return wrong
    if not 1 <= receipt["receipt"] <= newest:
        return f"凭据的格式是 {receipt['receipt']}，这里只认得 1 至 {newest}；由更新的版本写下的，请更新执裁。"
    for name, fields in _ITEMS.items():
        items = receipt.get(name, ())
        if not isinstance(items, list | tuple):
            return f"凭据的“{name}”应是列表。"
        for number, item in enumerate(items, 1):
            where = f"凭据的 {name} 第 {number} 项"
            wrong = _parts(item, fields, where) if isinstance(item, Mapping) else f"{where}应是一组“名: 值”。"
            if wrong:
                return wrong
            if name == "facts" and item["source"] not in SOURCES:
                return f"{where}的“source”应为 {'、'.join(SOURCES)} 之一。"
            if name == "open_questions" and not isinstance(item["answer"], str | None):
                return f"{where}的“answer”应是文字。"
    return None


def _parts(record: Mapping[str, Any], fields: Mapping[str, type | None], where: str) -> str | None:
    for name, kind in fields.items():
        value = record.get(name, _MISSING)
        if value is _MISSING:
            return f"{where}少了“{name}”，文件不完整，请从日志重新导出。"
        if kind is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            return f"{where}的“{name}”应是{_KINDS[kind]}，文件被改坏了，请从日志重新导出。"
    return None
