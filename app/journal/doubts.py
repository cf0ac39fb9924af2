"""What another device's word shows of chains that were written anew, when it is merged: there, or here."""

from __future__ import annotations

import sqlite3

from app.journal import signed_tables
from app.journal.signed_tables import BEGUN, OTHER


def doubts(connection: sqlite3.Connection, devices: set[str]) -> tuple[str, ...]:
    """One sentence for each chain of these devices, or of this file as they know it, that is not what somebody signed."""
    found: list[str] = []
    taken: dict[tuple[str, int], list[str]] = {}
    for device, number, hash_ in connection.execute("SELECT device, number, hash FROM records WHERE number > 0"):
        taken.setdefault((device, number), []).append(hash_)
    for (device, number), hashes in sorted(taken.items()):
        if len(hashes) > 1 and device in devices:
            found.append(twice(device, number))
            devices = devices - {device}
    own = {each.device for each in signed_tables.heads(connection, (BEGUN,))}
    signers = signed_tables.signers(connection)
    for each in signed_tables.heads(connection, (OTHER,)):
        head = each.head
        if head is None or not signed_tables.is_by(each, signers.get(each.device)):
            continue
        by = f"设备 {head.device[:6]}"
        if head.device in devices and _other(taken, head.device, head.number, head.hash):
            found.append(otherwise_signed(head.device, head.number))
        for one in head.others if head.device in devices else ():
            if one.device in own and (one.device, one.number) not in taken:
                found.append(f"{by} 并入过本机的第 {one.number} 条，本机现在没有：换回了旧的日志文件，或被拿走。")
            elif one.device in own and _other(taken, one.device, one.number, one.hash):
                found.append(
                    f"{by} 并入过的本机第 {one.number} 条与现在的不是同一条：本机的日志被改写过，或那一份是伪造的。"
                )
    return tuple(found)


def twice(device: str, number: int) -> str:
    """Say that two records claim one place in the chain of a device."""
    return f"设备 {device[:6]} 有两条不同的第 {number} 条：它的日志换回过旧备份后续写，或被改写过。"


def otherwise_signed(device: str, number: int) -> str:
    """Say that the record at a place in the chain of a device is not the one that device signed."""
    return f"设备 {device[:6]} 的第 {number} 条与它以前签过名的不是同一条：它的日志被改写过。"


def _other(taken: dict[tuple[str, int], list[str]], device: str, number: int, hash_: str) -> bool:
    """Whether there is another record at a place than the one that was signed."""
    there = taken.get((device, number), [hash_])
    return hash_ not in there
