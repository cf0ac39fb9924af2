"""What is wrong with a room's file, in sentences: which line, whose, which question, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.exams.paper import LETTERS
from app.exams.room import UNREADABLE
from app.exams.room_records import Loss

if TYPE_CHECKING:
    from app.exams.room import Candidate, Room
    from app.exams.room_records import Record

_WHAT = {
    "open": "考场码和名单",
    "start": "开始考试",
    "end": "结束考试",
    "publish": "公布成绩",
    "alive": "已用时间",
    "again": "重新打开考场",
    "close": "关闭考场",
}
_HIS = {
    "join": "进场",
    "submit": "交卷",
    "seat": "换了设备",
    "remove": "被移出考场",
    "restore": "恢复考试",
}
HARMLESS = ("alive", "close", "again", "seat")  # nothing is missing where they are


def told(room: Room, losses: Sequence[Loss]) -> tuple[str, ...]:
    """Return what is to be said of a file's damage, a sentence for each line, and for each record that fits nothing."""
    found = [_sentence(room, each) for each in sorted(losses, key=lambda each: each.line)]
    found += [f"有一条记录与这份试卷对不上，没有采用：{described(room, each)}。" for each in room.unfit]
    if losses and not room.code:
        found.append("考场码读不出来。")
    unknown = [one for one in room.candidates.values() if one.name == UNREADABLE]
    found += [f"第 {one.id} 位进场的考生，编号和姓名读不出来，写作“{one.number}”；答案都在。" for one in unknown]
    return tuple(found)


def _sentence(room: Room, loss: Loss) -> str:
    where = f"第 {loss.line} 行" if loss.line else "有一行"
    if loss.record is None:
        return f"考场记录{where}读不出来，看不出是谁的哪一步；请与考生核对答案。"
    said = described(room, loss.record)
    if loss.how == "mended":
        return f"考场记录{where}坏了一位，已照校验码改回：{said}。没有丢失。"
    if loss.how == "again":
        return f"考场记录{where}坏了，已从下一行补回：{said}。没有丢失。"
    return f"考场记录{where}读不出来，残留的字是：{said}{_cost(room, loss.record)}"


def _cost(room: Room, record: Record) -> str:
    """What a record that is lost costs."""
    if record["do"] in HARMLESS:
        return "。没有丢失。"
    one = room.candidates.get(record.get("who", 0))
    item = record.get("item")
    if record["do"] != "answer" or one is None or item is None or not 0 <= item < len(room.paper.items):
        return "；请核对。"
    chosen = one.chosen.get(item)
    now = f"现在算答 {room.letter(one, item, chosen)}" if chosen is not None else "现在算没有答"
    return f"。这一题{now}，请与考生核对。"


def described(room: Room, record: Record) -> str:
    """Return what a record says: whose, which question, what."""
    what, who = record["do"], record.get("who")
    if what in _WHAT:
        return _WHAT[what]
    if what == "let":
        return f"放行地址 {record.get('address', '')}"
    one = room.candidates.get(who) if isinstance(who, int) else None
    name = named(one) if one is not None else f"第 {who} 位考生" if who is not None else "看不出是谁"
    if what in _HIS:
        return name + _HIS[what]
    if what == "extra":
        seconds = record.get("seconds")
        return f"给{name}加时" + (f" {seconds / 60:g} 分钟" if isinstance(seconds, int) else "")
    return name + _asked(room, one, record)


def _asked(room: Room, one: Candidate | None, record: Record) -> str:
    item, option = record.get("item"), record.get("option")
    what = "标记" if record["do"] == "flag" else "作答"
    if one is None or not isinstance(item, int) or not 0 <= item < len(room.paper.items):
        return f"的一次{what}"
    version = f"（{LETTERS[one.version]} 卷）" if room.paper.versions > 1 else ""
    where = f"第 {room.number(one, item)} 题{version}"
    if record["do"] == "flag":
        return f"{where}的标记"
    if "option" not in record:
        return f"{where}的一次作答"
    if option is None:
        return f"{where}改为不答"
    letter = room.letter(one, item, option)
    return f"{where}答 {letter}" if letter else f"{where}的一次作答"


def named(one: Candidate) -> str:
    """Return a candidate's name with his number."""
    return one.name if one.name == one.number else f"{one.name}（{one.number}）"
