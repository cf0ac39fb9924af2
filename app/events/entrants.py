"""Lists of pairs or teams out of what people have: pasted text, CSV, Excel. Bad rows are said one by one, good ones kept."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from app.events.tabular import ROWS, GridError, Row, from_file, from_text
from app.journal.records import Entrant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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
SHORT = 4 * LONG  # of a line with nothing but a number and two names, each of one character
CELL = 20 * LONG  # of a cell with several names
QUOTED = 24  # characters of a row that is said to be bad
TITLE_ROWS = 10  # rows above the headings

_HAN = r"\u3400-\u9fff\U00020000-\U0003ffff〇"
_PERSON = re.compile(rf"[{_HAN}]{{2,4}}|[{_HAN}]{{1,8}}(?:·[{_HAN}]{{1,8}})+|[A-Za-z][A-Za-z'.\- ]*")
_GROUP = re.compile(r"[队隊组組会會局市省县縣区區校院司部厂廠所社]$|大学|大學|中学|中學|集团|集團|俱乐部|俱樂部")
_NUMBER = re.compile(
    r"(?:no\.?|#|第)?\s*([A-Za-z]{0,3}-?\d{1,6}(?:-\d{1,4})?[A-Za-z]?)\s*(?:号|號|对|對|队|隊)?", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*[、/／,，;；&＆+＋|]\s*")
_LETTER = rf"(?![队隊组組])[{_HAN}]"
_TWO_LETTERS = re.compile(rf"^ *(?:(\S*\d\S*) +)?({_LETTER}) ({_LETTER}) *$")
_TWO_IN_A_CELL = re.compile(rf"^([^,，;；\t]*\d[^,，;；\t]*[,，;；\t]\s*)({_LETTER}) ({_LETTER}) *$")
_CELLS = re.compile(r"[\t,，;；]|\s{2,}")
_TWO_PEOPLE = re.compile(rf"(?<=[{_HAN}]{{2}})\s+(?=[{_HAN}]{{2}})")


@dataclass(frozen=True, slots=True)
class Pasted:
    """A list read out of pasted text, and the rows of it that are still to be put right."""

    entrants: tuple[Entrant, ...] = ()
    faults: tuple[str, ...] = ()
    left: str = ""  # the bad rows, below the headings if there were any
    numbered: bool | None = True  # whether the rows have numbers of their own; None: there were none


def read_pasted(text: str) -> Read:
    """Read a list that was typed or pasted."""
    found = read_more(text)
    return found.entrants, found.faults


def read_more(text: str, before: Pasted | None = None) -> Pasted:
    """Read a list that was typed or pasted, or the rows left of one, put right, which are added to what was read before.

    Of ``2 丙 丁`` and ``2,丙 丁`` both are players: with a space of the keyboard between them two characters are two words.
    Only beside longer words (``1 张 三 李四五``) or with a wide space (``张　三``) are they one name set apart.
    """
    text = re.sub(r"\r\n?", "\n", text)
    lines = None if "\t" in text or '"' in text else text.split("\n")  # else a row cannot be shown as it was written

    def written(row: Row) -> str:
        return lines[row.number - 1].strip() if lines else "，".join(re.sub("[,，;；]", "、", c) for c in row.cells)

    reading = _Reading(numbered=before.numbered) if before else _Reading()
    reading.know(before.entrants if before else ())
    entrants, faults = _read(reading, lambda: from_text(_letters_apart(text)))
    left = [reading.heading] if reading.heading and reading.failed else []
    return Pasted(entrants, faults, "\n".join(map(written, [*left, *reading.failed])), reading.numbered)


def read_file(data: bytes) -> Read:
    """Read a list from a file: CSV or an Excel workbook, whichever it is by its content; as pasted where it is text."""
    return _read(_Reading(), lambda: from_file(data, _letters_apart))


def _read(reading: _Reading, rows: Callable[[], tuple[list[Row], bool]]) -> Read:
    before = len(reading.entrants)
    try:
        found, whole = rows()
    except GridError as fault:
        return tuple(reading.entrants), (str(fault),)
    if not found:
        return tuple(reading.entrants), ("名单是空的，请粘贴或选择一份有内容的名单。",)
    reading.take(found)
    if not whole:
        reading.faults.append(f"名单超过 {ROWS} 行，只读了前 {ROWS} 行。")
    if len(reading.entrants) == before and not reading.faults:
        reading.faults.append("名单里只有表头，没有参赛者。")
    return tuple(reading.entrants), tuple(reading.faults)


def _letters_apart(text: str) -> str:
    """Two characters with a space of the keyboard between them, alone beside a number, are two players: ``甲 乙``, ``1,甲 乙``.

    Below headings a row may be one player of a team, whose name is set apart; there a comma says where a cell ends.
    """
    text = re.sub(r"\r\n?", "\n", text)
    first = text.split("\n", TITLE_ROWS)[:TITLE_ROWS]
    headed = any(_is_heading(Row(0, tuple(map(str.strip, _CELLS.split(line))))) for line in first if line.strip())

    def apart(line: str) -> str:
        if not headed:
            line = _TWO_IN_A_CELL.sub(lambda two: f"{two[1]}{two[2]}{two[1].rstrip(' ')[-1]}{two[3]}", line)
        return _TWO_LETTERS.sub(lambda words: "  ".join(word for word in words.groups() if word), line)

    return "\n".join(apart(line) if len(line) <= SHORT else line for line in text.split("\n"))


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
    numbered: bool | None = None  # not known yet
    heading: Row | None = None
    failed: list[Row] = field(default_factory=list)
    stacked: bool = False  # a row may be one player of the team above it
    _numbers: dict[str, int] = field(default_factory=dict)  # as compared -> row
    _people: dict[str, int] = field(default_factory=dict)
    _twice: set[str] = field(default_factory=set)  # of players who are written twice
    _last: bool = False  # the row before was read: what has no number of its own belongs to it

    def know(self, entrants: Sequence[Entrant]) -> None:
        """Begin with those who were read before."""
        for entrant in entrants:
            self.entrants.append(entrant)
            self._numbers[_compared(entrant.number)] = 0
            self._people |= dict.fromkeys(entrant.players, 0)

    def take(self, rows: Sequence[Row]) -> None:
        at = next((i for i, row in enumerate(rows[:TITLE_ROWS]) if _is_heading(row)), None)
        if at is None:
            with_number = sum(bool(_NUMBER.fullmatch(_plain(row.cells[0]))) for row in rows)
            if self.numbered is None:
                self.numbered = 2 * with_number >= len(rows)
            for row in rows:
                self._add(row, _by_position(row, self.numbered))
            return
        for row in rows[:at]:
            self.faults.append(f"{_said(row)}：在表头以前，没有读入。")
        self.heading = rows[at]
        columns = self._columns(rows[at])
        self.numbered = "number" in columns
        self.stacked = self.numbered and columns.count("players") == 1
        for row in rows[at + 1 :]:
            if row.cells == rows[at].cells:  # printed again on every page
                continue
            self._add(row, _by_column(row, columns))

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

    def _add(self, row: Row, given: _Given) -> None:
        if self._continues(given):
            self._join(row.number, given)
            return
        self._last = False
        if not self.numbered and not given.number:
            given.number = self._next_number()
        fault = self._fault(given)
        if fault:
            self.faults.append(f"{_said(row)}：{fault}")
            self.failed.append(row)
            return
        self._numbers[_compared(given.number)] = row.number
        self._meet(row.number, given.players)
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
            return f"编号 {given.number} 与{f'第{before}行' if before else '已读入的'}重复。"
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
        times = Counter(players)
        for player in times:
            before = self._people.setdefault(player, row)
            if before != row or times[player] > 1:
                place = "写了两次" if before == row else f"第{before}行也有" if before else "已读入的里也有"
                said = f"第{row}行：选手“{player}”{place}，已读入，请核对。"
                if said not in self._twice:
                    self._twice.add(said)
                    self.faults.append(said)

    def _next_number(self) -> str:
        number = len(self.entrants) + 1
        while str(number) in self._numbers:
            number += 1
        return str(number)


def _said(row: Row) -> str:
    """Return which row it is, by its number and its own words."""
    words = " ".join(cell for cell in row.cells if cell)
    return f"第{row.number}行“{words[:QUOTED]}{'…' if len(words) > QUOTED else ''}”"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip()


def _meaning(cell: str) -> Meaning | None:
    if len(cell) > LONG:
        return None
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
    if len(cell) > CELL:  # no names: it is said to be too long
        return (cell,)
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
    if len(cells) == 2 and all(re.fullmatch(_LETTER, cell) for cell in cells):
        given.players = tuple(cells)
        return given
    if cells and not _is_people(cells[0]):
        given.name = cells.pop(0)
    while cells and _is_people(cells[0]):
        given.players += _people(cells.pop(0))
    given.club = " ".join(cells)
    return given


def _is_people(cell: str) -> bool:
    people = _people(cell)
    return bool(people) and all(_PERSON.fullmatch(each) and not _GROUP.search(each) for each in people)
