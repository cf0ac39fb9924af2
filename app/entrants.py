"""Lists of pairs or teams out of what people have: pasted text, CSV, Excel. Bad rows are said one by one, good ones kept."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from app.grids import ROWS, GridError, from_file, from_text
from app.journal.records import Entrant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.grids import Row

Meaning = Literal["number", "order", "name", "players", "club"]
Read = tuple[tuple[Entrant, ...], tuple[str, ...]]

HEADINGS: dict[Meaning, str] = {
    "number": "编号 编號 編號 号码 號碼 对号 對號 队号 隊號 参赛号 參賽號 参赛编号 参赛序号 号 號 no no. num number id # 牌号",
    "order": "序号 序號 次序 行号",
    "name": "名称 名稱 队名 隊名 对名 對名 参赛队 參賽隊 参赛队伍 队伍 隊伍 代表队 代表隊 队 隊 name team teamname pair",
    "players": "选手 選手 参赛选手 姓名 队员 隊員 运动员 運動員 成员 成員 牌手 搭档 搭檔 同伴 player players member members "
    "partner",
    "club": "单位 單位 所在单位 所属单位 代表单位 参赛单位 俱乐部 俱樂部 协会 協會 地区 地區 club unit organization "
    "organisation",
}
_MEANINGS = {heading: meaning for meaning, headings in HEADINGS.items() for heading in headings.split()}
LONG = 60  # characters of a name
TITLE_ROWS = 10  # rows above the headings

_HAN = r"\u3400-\u9fff\U00020000-\U0003ffff〇"
_PERSON = re.compile(rf"[{_HAN}]{{2,4}}|[{_HAN}]{{1,8}}(?:·[{_HAN}]{{1,8}})+|[A-Za-z][A-Za-z'.\- ]*")
_GROUP = re.compile(r"[队隊组組会會局市省县縣区區校院司部厂廠所社]$|大学|大學|中学|中學|集团|集團|俱乐部|俱樂部")
_NUMBER = re.compile(
    r"(?:no\.?|#|第)?\s*([A-Za-z]{0,3}-?\d{1,6}(?:-\d{1,4})?[A-Za-z]?)\s*(?:号|號|对|對|队|隊)?", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*[、/／,，;；&＆+＋|]\s*")
_TWO_PEOPLE = re.compile(rf"(?<=[{_HAN}]{{2}})\s+(?=[{_HAN}]{{2}})")


def read_pasted(text: str) -> Read:
    """Read a list that was typed or pasted."""
    return _read(lambda: from_text(text))


def read_file(data: bytes) -> Read:
    """Read a list from a file: CSV or an Excel workbook, whichever it is by its content."""
    return _read(lambda: from_file(data))


def _read(rows: Callable[[], tuple[list[Row], bool]]) -> Read:
    try:
        found, whole = rows()
    except GridError as fault:
        return (), (str(fault),)
    if not found:
        return (), ("名单是空的，请粘贴或选择一份有内容的名单。",)
    reading = _Reading()
    reading.take(found)
    if not whole:
        reading.faults.append(f"名单超过 {ROWS} 行，只读了前 {ROWS} 行。")
    if not reading.entrants and not reading.faults:
        reading.faults.append("名单里只有表头，没有参赛者。")
    return tuple(reading.entrants), tuple(reading.faults)


@dataclass(slots=True)
class _Given:
    """What one row says."""

    number: str = ""
    name: str = ""
    players: tuple[str, ...] = ()
    club: str = ""


@dataclass(slots=True)
class _Reading:
    """A list being read."""

    entrants: list[Entrant] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    numbered: bool = True
    stacked: bool = False  # a row may be one player of the team above it
    _numbers: dict[str, int] = field(default_factory=dict)  # as compared -> row
    _people: dict[str, int] = field(default_factory=dict)
    _last: bool = False  # the row before was read: what has no number of its own belongs to it

    def take(self, rows: Sequence[Row]) -> None:
        at = next((i for i, row in enumerate(rows[:TITLE_ROWS]) if _is_heading(row)), None)
        if at is None:
            with_number = sum(bool(_NUMBER.fullmatch(_plain(row.cells[0]))) for row in rows)
            self.numbered = 2 * with_number >= len(rows)
            for row in rows:
                self._add(row.number, _by_position(row, self.numbered))
            return
        for row in rows[:at]:
            self.faults.append(f"第{row.number}行：在表头以前，没有读入。")
        columns = self._columns(rows[at])
        self.numbered = "number" in columns
        self.stacked = self.numbered and columns.count("players") == 1
        for row in rows[at + 1 :]:
            if row.cells == rows[at].cells:  # printed again on every page
                continue
            self._add(row.number, _by_column(row, columns))

    def _columns(self, heading: Row) -> list[Meaning | None]:
        columns = [_meaning(cell) for cell in heading.cells]
        if "number" not in columns:
            columns = ["number" if meaning == "order" else meaning for meaning in columns]
        for meaning, cell in zip(columns, heading.cells, strict=True):
            if meaning is None and cell:
                self.faults.append(f"第{heading.number}行：“{cell[:LONG]}”一列没有读入。")
        for once in ("number", "name"):
            for again in [i for i, meaning in enumerate(columns) if meaning == once][1:]:
                self.faults.append(f"第{heading.number}行：“{heading.cells[again]}”一列重复，没有读入。")
                columns[again] = None
        return columns

    def _add(self, row: int, given: _Given) -> None:
        if self._continues(given):
            self._join(row, given)
            return
        self._last = False
        if not self.numbered and not given.number:
            given.number = self._next_number()
        fault = self._fault(given)
        if fault:
            self.faults.append(f"第{row}行：{fault}")
            return
        self._numbers[_compared(given.number)] = row
        self._meet(row, given.players)
        name = given.name or "/".join(given.players)
        self.entrants.append(Entrant(given.number, name, given.players, given.club))
        self._last = True

    def _fault(self, given: _Given) -> str:
        if not given.number:
            return "没有编号。"
        if not given.name and not given.players:
            return f"编号 {given.number[:LONG]} 没有名称也没有选手。"
        long = next((each for each in (given.number, given.name, *given.players, given.club) if len(each) > LONG), "")
        if long:
            return f"“{long[:12]}…”超过 {LONG} 个字。"
        before = self._numbers.get(_compared(given.number))
        if before is not None:
            return f"编号 {given.number} 与第{before}行重复。"
        return ""

    def _continues(self, given: _Given) -> bool:
        """Whether a row only adds players to the team above it, as where one row is one player."""
        if not self._last or not self.stacked or len(given.players) != 1:
            return False
        above = self.entrants[-1]
        if above.name == "/".join(above.players):
            return not given.number and not given.name
        return given.number in ("", above.number) and given.name in ("", above.name) and (
            not given.number or given.name == above.name
        )  # fmt: skip

    def _join(self, row: int, given: _Given) -> None:
        above = self.entrants.pop()
        self._meet(row, given.players)
        players = above.players + given.players
        own = above.name != "/".join(above.players)
        name = above.name if own else "/".join(players)
        self.entrants.append(Entrant(above.number, name, players, above.club or given.club))

    def _meet(self, row: int, players: Sequence[str]) -> None:
        for player in players:
            before = self._people.setdefault(player, row)
            if before != row or players.count(player) > 1:
                place = f"第{before}行也有" if before != row else "写了两次"
                said = f"第{row}行：选手“{player}”{place}，已读入，请核对。"
                if said not in self.faults:
                    self.faults.append(said)

    def _next_number(self) -> str:
        number = len(self.entrants) + 1
        while str(number) in self._numbers:
            number += 1
        return str(number)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip()


def _meaning(cell: str) -> Meaning | None:
    heading = re.sub(r"[\s:：]|[(（].*?[)）]", "", unicodedata.normalize("NFKC", cell)).lower()
    if heading in _MEANINGS:
        return _MEANINGS[heading]
    return _MEANINGS.get(re.sub(r"[\d一二三四五六七八A-Da-d甲乙丙丁]+$", "", heading) or heading)


def _is_heading(row: Row) -> bool:
    cells = [cell for cell in row.cells if cell]
    known = sum(_meaning(cell) is not None for cell in cells)
    return known >= 2 or (known == len(cells) == 1)


def _number(cell: str) -> str:
    cell = _plain(cell)
    match = _NUMBER.fullmatch(cell)
    return match[1] if match else cell


def _compared(number: str) -> str:
    return number.lower().lstrip("0") or "0"


def _people(cell: str) -> tuple[str, ...]:
    found = [name for part in _BETWEEN.split(cell) for name in _TWO_PEOPLE.split(part)]
    return tuple(_person(name) for name in found if name.strip())


def _person(name: str) -> str:
    """Return a name without the gap that makes two characters as wide as three."""
    name = re.sub(r"\s+", " ", name.replace("\u3000", " ")).strip()
    return name.replace(" ", "") if re.fullmatch(rf"[{_HAN}] [{_HAN}]", name) else name


def _by_column(row: Row, columns: Sequence[Meaning | None]) -> _Given:
    given = _Given()
    for cell, meaning in zip(row.cells, columns, strict=False):
        if not cell:
            continue
        if meaning == "number":
            given.number = _number(cell)
        elif meaning == "name":
            given.name = cell
        elif meaning == "players":
            given.players += _people(cell)
        elif meaning == "club":
            given.club = f"{given.club} {cell}".strip()
    return given


def _by_position(row: Row, numbered: bool) -> _Given:
    """Understand a row without headings: number, name of the team, players, club, each but the number if it is there."""
    given = _Given()
    cells = [cell for cell in row.cells if cell]
    if numbered and _NUMBER.fullmatch(_plain(row.cells[0])):
        given.number = _number(cells.pop(0))
    if cells and not _is_people(cells[0]):
        given.name = cells.pop(0)
    while cells and _is_people(cells[0]):
        given.players += _people(cells.pop(0))
    given.club = " ".join(cells)
    return given


def _is_people(cell: str) -> bool:
    people = _people(cell)
    return bool(people) and all(_PERSON.fullmatch(each) and not _GROUP.search(each) for each in people)
