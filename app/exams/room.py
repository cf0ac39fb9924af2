"""The exam room without its wires: who is in it, what was answered, how much time is left. Every change is a record first.

A change is worked out (:meth:`Room.…` returns the records), written by whoever keeps the file, and only then taken into account
(:meth:`Room.apply`): what a candidate was told is kept, is kept. Read again from its records the room is as it was.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.exams.drawing import drawn_picture, drawn_words
from app.exams.marking import Answers, marked, right
from app.exams.paper import LETTERS, Paper, PaperError

if TYPE_CHECKING:
    from app.exams.paper import Asked
    from app.ruling.picture import Card, Laid
    from app.study.model import Question

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without those that look alike
ROOM_CODE, OWN_CODE = 6, 8  # characters: one in a thousand million; one in a million million
LONGEST_NAME = 40
MOST_CANDIDATES = 1000
MOST_EXTRA = 24 * 3600  # seconds
GRACE = 2.0  # seconds an answer may be on its way when the time is over

Record = Mapping[str, Any]


class RoomError(ValueError):
    """What the candidate or examiner is told: one Chinese sentence."""


@dataclass
class Candidate:
    """Somebody who takes the paper."""

    id: int
    number: str
    name: str
    code: str  # with which he goes on on another device
    version: int
    joined: float
    chosen: dict[int, int] = field(default_factory=dict)  # item -> option
    flagged: set[int] = field(default_factory=set)
    extra: int = 0  # seconds
    submitted: float | None = None
    by: str = ""  # who submitted: candidate, examiner, time


def new_code(length: int) -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(written: str) -> str:
    """Return a code as it is kept: capitals, without what people put between."""
    return "".join(each for each in written.upper() if each.isalnum())


@dataclass
class Room:
    """One sitting of a paper."""

    paper: Paper
    code: str
    listed: Mapping[str, str] = field(default_factory=dict)  # number -> name; empty: whoever comes
    whole: bool = True  # the questions are sent whole, else one by one
    started: float | None = None  # seconds since 1970
    ended: float | None = None
    published: bool = False  # candidates may see their marks and the key
    lost: float = 0.0  # seconds the room was shut while the exam went on: nobody could save, so they are given back
    alive: float = 0.0  # when the room was last known to be open
    candidates: dict[int, Candidate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_code: dict[str, Candidate] = {}
        self._by_number: dict[str, Candidate] = {}
        self._versions = [version.asked for version in self.paper.all_versions()]
        self._asked = [{each.item: each for each in asked} for asked in self._versions]

    # Records

    def opening(self) -> Record:
        """The first record: which paper, which code, which list."""
        return {
            "do": "open", "paper": self.paper.id, "code": self.code, "listed": dict(self.listed), "whole": self.whole,
        }  # fmt: skip

    def apply(self, record: Record) -> None:
        """Take a record into account that is kept."""
        what = record["do"]
        self.alive = max(self.alive, record.get("at", 0.0))
        if what == "join":
            made = Candidate(
                record["who"], record["number"], record["name"], record["code"], record["version"], record["at"]
            )
            self.candidates[made.id] = made
            self._by_code[made.code] = made
            self._by_number[made.number] = made
            return
        if what == "start":
            self.started = record["at"]
        elif what == "end":
            self.ended = record["at"]
        elif what == "publish":
            self.published = True
        elif what == "again":
            self.lost += record["lost"]
        elif what in ("answer", "flag", "extra", "submit"):
            self._apply_to(self.candidates[record["who"]], what, record)

    def _apply_to(self, one: Candidate, what: str, record: Record) -> None:
        if what == "answer":
            if record["option"] is None:
                one.chosen.pop(record["item"], None)
            else:
                one.chosen[record["item"]] = record["option"]
        elif what == "flag":
            (one.flagged.add if record["on"] else one.flagged.discard)(record["item"])
        elif what == "extra":
            one.extra += record["seconds"]
        elif one.submitted is None:
            one.submitted, one.by = record["at"], record["by"]

    # Candidates

    def enter(self, number: str, name: str, now: float) -> Record:
        """A candidate comes in with his number and name. Raises :class:`RoomError`."""
        number, name = " ".join(number.split())[:LONGEST_NAME], " ".join(name.split())[:LONGEST_NAME]
        if self.ended is not None:
            raise RoomError("考试已经结束。")
        if not name:
            raise RoomError("请填写姓名。")
        if self.listed:
            if self.listed.get(number) != name:
                raise RoomError("名单里没有这个编号和姓名，请核对后再填，或请考官查看名单。")
        elif not number:
            number = name
        if number in self._by_number:
            other = "若只是同名，请在“编号”里填一个分得清的，如座号；" if not self.listed and number == name else ""
            raise RoomError(f"“{number}”已经进入考场；{other}若是你本人换了设备，请用续考码进入，或请考官查看续考码。")
        if len(self.candidates) >= MOST_CANDIDATES:
            raise RoomError(f"考场已满（{MOST_CANDIDATES} 人），请告诉考官。")
        who = len(self.candidates) + 1
        code = new_code(OWN_CODE)
        while code in self._by_code:
            code = new_code(OWN_CODE)
        version = (who - 1) % self.paper.versions
        return {"do": "join", "who": who, "number": number, "name": name, "code": code, "version": version, "at": now}

    def returning(self, code: str) -> Candidate:
        """The candidate a personal code belongs to. Raises :class:`RoomError`."""
        found = self._by_code.get(read_code(code))
        if found is None:
            raise RoomError("没有这个续考码，请核对后再输，或请考官查看。")
        return found

    def answer(self, one: Candidate, number: object, letter: object, now: float) -> Record:
        """He chooses a letter for a question of his own version, or takes his answer back. Raises :class:`RoomError`."""
        asked = self._answerable(one, number, now)
        if letter == "":
            option = None
        else:
            option = asked.option(letter) if isinstance(letter, str) else None
            if option is None:
                raise RoomError("没有这个选项。")
        return {"do": "answer", "who": one.id, "item": asked.item, "option": option, "at": now}

    def flag(self, one: Candidate, number: object, on: object, now: float) -> Record:
        """He marks a question to look at again. Raises :class:`RoomError`."""
        asked = self._answerable(one, number, now)
        return {"do": "flag", "who": one.id, "item": asked.item, "on": bool(on), "at": now}

    def _answerable(self, one: Candidate, number: object, now: float) -> Asked:
        if self.started is None:
            raise RoomError("考试还没有开始。")
        if one.submitted is not None:
            raise RoomError("已经交卷，不能再改。")
        left = self.left(one, now)
        if self.ended is not None or left is None or left < -GRACE:
            raise RoomError("时间已到，不能再改。")
        return self.asked(one, number)

    def asked(self, one: Candidate, number: object) -> Asked:
        """A question of his version by its number. Raises :class:`RoomError`."""
        version = self._versions[one.version]
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(version):
            raise RoomError("没有这道题。")
        return version[number - 1]

    def version_of(self, one: Candidate) -> tuple[Asked, ...]:
        """His questions in his order."""
        return self._versions[one.version]

    def submit(self, one: Candidate, now: float, by: str = "candidate") -> Record:
        """He hands in his paper, or it is taken from him. Raises :class:`RoomError`."""
        if self.started is None:
            raise RoomError("考试还没有开始。")
        if one.submitted is not None:
            raise RoomError("已经交卷。")
        return {"do": "submit", "who": one.id, "at": now, "by": by}

    # Time

    def left(self, one: Candidate, now: float) -> float | None:
        """Seconds left to a candidate; None before the start."""
        if self.started is None:
            return None
        return self.started + self.paper.minutes * 60 + one.extra + self.lost - now

    def over_in(self, now: float) -> float | None:
        """Seconds until the time of those without extra time is over; None before the start."""
        return None if self.started is None else self.started + self.paper.minutes * 60 + self.lost - now

    def beat(self, now: float) -> Record:
        """That the room is open: from the last of these one knows since when it was shut."""
        return {"do": "alive", "at": now}

    def again(self, now: float) -> list[Record]:
        """The room is opened again: what passed since it was last known to be open is not counted."""
        if self.started is None or self.ended is not None:
            return []
        return [{"do": "again", "at": now, "lost": max(0.0, now - self.alive)}]

    def overdue(self, now: float) -> list[Record]:
        """What is to be kept because the time is over: papers taken in, and the end when all are in."""
        if self.started is None or self.ended is not None:
            return []
        found: list[Record] = []
        for one in self.candidates.values():
            left = self.left(one, now)
            if one.submitted is None and left is not None and left < -GRACE:
                found.append(self.submit(one, now, "time"))
        return found

    # The examiner

    def start(self, now: float) -> Record:
        """Start for all at once. Raises :class:`RoomError`."""
        if self.started is not None:
            raise RoomError("考试已经开始。")
        if not self.candidates:
            raise RoomError("考场里还没有考生。")
        return {"do": "start", "at": now}

    def give(self, who: object, seconds: object, now: float) -> Record:
        """Give a candidate more time. Raises :class:`RoomError`."""
        one = self.by_id(who)
        if isinstance(seconds, bool) or not isinstance(seconds, int) or not 0 < seconds <= MOST_EXTRA:
            raise RoomError("加时应在一天之内。")
        if one.submitted is not None:
            raise RoomError("这名考生已经交卷。")
        return {"do": "extra", "who": one.id, "seconds": seconds, "at": now}

    def end(self, now: float) -> list[Record]:
        """End for all: papers not handed in are taken in. Raises :class:`RoomError`."""
        if self.started is None:
            raise RoomError("考试还没有开始。")
        if self.ended is not None:
            raise RoomError("考试已经结束。")
        taken = [self.submit(one, now, "examiner") for one in self.candidates.values() if one.submitted is None]
        return [*taken, {"do": "end", "at": now}]

    def publish(self, now: float) -> Record:
        """Let the candidates see their marks and the key. Raises :class:`RoomError`: somebody is still writing."""
        if self.ended is None:
            raise RoomError("先结束考试，再公布成绩：还有人在答题时公布，答案会传出去。")
        if self.published:
            raise RoomError("成绩已经公布。")
        return {"do": "publish", "at": now}

    def by_id(self, who: object) -> Candidate:
        """A candidate by his place. Raises :class:`RoomError`."""
        found = self.candidates.get(who) if isinstance(who, int) else None
        if found is None:
            raise RoomError("没有这名考生。")
        return found

    # What is sent

    def shown(self, one: Candidate, asked: Asked) -> dict[str, Any]:
        """A question as a candidate gets it: nothing of the key, the clauses, the explanations or other versions."""
        item = self.paper.items[asked.item]
        question = item.question
        return {
            "number": asked.number,
            "marks": item.marks,
            "stem": question.stem,
            "drawn": drawn_parts(question),
            "options": [question.options[at].text for at in asked.options],
        }

    def state(self, one: Candidate, now: float) -> dict[str, Any]:
        """Where a candidate is: his own answers, flags and time, and nobody else's."""
        asked = self._asked[one.version]
        return {
            "title": self.paper.title,
            "note": self.paper.note,
            "count": len(self.paper.items),
            "total": self.paper.total,
            "minutes": self.paper.minutes,
            "name": one.name,
            "number": one.number,
            "code": one.code,
            "version": LETTERS[one.version] if self.paper.versions > 1 else "",
            "started": self.started is not None,
            "left": self.left(one, now),
            "submitted": one.submitted is not None,
            "ended": self.ended is not None,
            "published": self.published,
            "whole": self.whole,
            "answers": {str(asked[item].number): asked[item].letter(option) for item, option in one.chosen.items()},
            "flags": sorted(asked[item].number for item in one.flagged),
        }

    def result(self, one: Candidate, label: Callable[[str], str]) -> dict[str, Any]:
        """A candidate's marks with key and explanations. Raises :class:`RoomError` before they are published."""
        if not self.published or one.submitted is None:
            raise RoomError("成绩还没有公布。")
        answers = self.answers_of(one)
        marks = marked(self.paper, answers)
        good = right(self.paper, answers)
        rows = []
        for asked in self._versions[one.version]:
            question = self.paper.items[asked.item].question
            rows.append(
                {
                    "number": asked.number,
                    "chosen": asked.letter(answers.chosen[asked.item]),
                    "right": asked.letter(question.right),
                    "good": good[asked.item],
                    "why": question.why,
                    "clauses": [label(cite) for cite in question.cites],
                }
            )
        return {"marks": marks.total, "total": self.paper.total, "rows": rows}

    def answers_of(self, one: Candidate) -> Answers:
        """What a candidate answered, for marking."""
        chosen = tuple(one.chosen.get(at) for at in range(len(self.paper.items)))
        return Answers(one.number, one.name, one.version, chosen)

    def everybody(self) -> tuple[Answers, ...]:
        """What all candidates answered."""
        return tuple(map(self.answers_of, self.candidates.values()))


def drawn_parts(question: Question) -> dict[str, Any] | None:
    """What is drawn of a question, as a plain page can draw it; None where nothing is."""
    picture = drawn_picture(question)
    if picture is None:
        return None
    names = {place.seat: place.name for place in picture.places}

    def cards(group: Iterable[Card]) -> list[list[str]]:
        return [[card.sign, "red" if card.code[0] in "HD" else "", card.name] for card in group]

    def words(group: Laid) -> str:
        own = "" if group.words in question.stem else group.words  # nothing is said twice
        return names.get(group.seat or "", "") + own + (f"（{group.act}）" if group.act else "")

    laid = [
        {
            "words": words(each),
            "cards": cards(each.cards),
        }
        for each in picture.laid
    ]
    seats = [
        {"name": place.name, "words": "、".join((*place.doer, *place.marks, *place.turn))}
        for place in picture.places
        if place.doer or place.marks or place.turn
    ]
    auctions = [
        {
            "words": each.words,
            "order": [names[seat] for seat in each.order],
            "rows": [[" ".join(call.sign for call in place) for place in row] for row in each.rows],
        }
        for each in picture.auctions
    ]
    notes = [f"{what} {value}".strip() for what, value in picture.notes]
    return {"said": drawn_words(question), "seats": seats, "laid": laid, "auctions": auctions, "notes": notes}


def reopened(paper: Paper, records: Iterable[Record]) -> Room:
    """Return the room as its records left it.

    Raises:
        PaperError: they are of another paper.
    """
    found: Room | None = None
    for record in records:
        if found is None:
            if record.get("do") != "open" or record.get("paper") != paper.id:
                raise PaperError("这个考场的记录属于另一份试卷；请换一个文件夹，或用当时的试卷。")
            found = Room(paper, record["code"], record["listed"], record["whole"])
        else:
            found.apply(record)
    if found is None:
        raise PaperError("这个文件里没有考场的记录。")
    return found


def as_line(record: Record) -> bytes:
    """Return a record as it is kept."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def read_list(text: str) -> dict[str, str]:
    """Read a list of candidates: number and name in each line, by comma, tab or space.

    Raises:
        PaperError: with the line and what to do.
    """
    found: dict[str, str] = {}
    for line, row in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        parts = [part.strip() for part in row.replace("，", ",").replace("\t", ",").split(",")]
        if len(parts) == 1:
            parts = row.split()
        parts = [part for part in parts if part]
        if not parts or (line == 1 and parts[0] == "编号"):
            continue
        if len(parts) != 2:
            raise PaperError(f"名单第 {line} 行：应是“编号,姓名”两格，有 {len(parts)} 格；请改正。")
        number, name = (" ".join(part.split()) for part in parts)
        if number in found:
            raise PaperError(f"名单第 {line} 行：编号“{number[:20]}”已经有了；请删去一行或换一个编号。")
        if max(len(number), len(name)) > LONGEST_NAME:
            raise PaperError(f"名单第 {line} 行：编号和姓名至多 {LONGEST_NAME} 字。")
        found[number] = name
    if not found:
        raise PaperError("名单是空的；每行写“编号,姓名”。")
    if len(found) > MOST_CANDIDATES:
        raise PaperError(f"名单有 {len(found)} 人，一个考场至多 {MOST_CANDIDATES} 人；请分成几个考场。")
    return found
