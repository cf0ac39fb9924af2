"""The exam room without its wires: who is in it, what was answered, how much time is left. Every change is a record first.

A change is worked out (:meth:`Room.…` returns the records), written by whoever keeps the file, and only then taken into account
(:meth:`Room.apply`): what a candidate was told is kept, is kept. Read again from its records the room is as it was; where some
of them are damaged, as far as the others tell.

Times (``at``) are the room's own (:mod:`app.exams.room_clock`): they go on only while it is open.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.exams.drawing import drawn_picture, drawn_words, plain_parts
from app.exams.grading import LONGEST_NOTE, STEPS, Grade, Graded, grade_from, parts_of, whole_share
from app.exams.marking import Answers, marked, right
from app.exams.oral import STEPS as ORAL_STEPS
from app.exams.oral import Sitting, as_seen, refused, transcript
from app.exams.paper import BOOKS, LETTERS, Paper, PaperError
from app.exams.room_records import Record, sound

if TYPE_CHECKING:
    from app.exams.paper import Asked
    from app.study.model import Question
    from app.study.parts import Oral, Part

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without those that look alike
ROOM_CODE, OWN_CODE, SEAT = 6, 8, 12  # characters: one in a thousand million; one in a million million; of a device
LONGEST_NAME = 40
MOST_CANDIDATES = 1000
MOST_EXTRA = 24 * 3600  # seconds
GRACE = 2.0  # seconds an answer may be on its way when the time is over
MOST_JOINED = 20 * MOST_CANDIDATES  # with those who were removed
LONGEST_WRITTEN = 10_000  # characters of an answer to a part
LONGEST_AWAY = 24 * 3600.0  # seconds
UNREADABLE = "（进场的记录已损坏）"  # the name of somebody of whom only answers are left


class RoomError(ValueError):
    """What the candidate or examiner is told: one Chinese sentence."""


class UnknownCodeError(RoomError):
    """Nobody has this personal code."""


class RemovedError(RoomError):
    """The examiner put him out."""

    def __init__(self) -> None:
        super().__init__("考官已把你移出考场；有疑问请找考官。")


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
    written: dict[int, dict[int, str]] = field(default_factory=dict)  # item -> part -> answer
    oral: dict[int, Sitting] = field(default_factory=dict)  # item -> how far it is
    flagged: set[int] = field(default_factory=set)
    away: list[float] = field(default_factory=list)  # how long each time he left the page, seconds
    extra: int = 0  # seconds
    submitted: float | None = None
    by: str = ""  # who submitted: candidate, examiner, time
    seat: str = ""  # the device he is at: another that comes back by itself does not take his place
    address: str = ""  # from which he came in
    device: str = ""  # the browser he came in with, by the name it gave itself
    removed: bool = False  # by the examiner: he takes no part, and nothing of his is gone


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
    lost: float = 0.0  # seconds version e09170f gave back: its times went on while the room was shut
    alive: float = 0.0  # the time of the last record
    candidates: dict[int, Candidate] = field(default_factory=dict)
    let: set[str] = field(default_factory=set)  # addresses from which everybody may come in
    grades: list[Grade] = field(default_factory=list)  # what examiners gave for what was written
    unfit: list[Record] = field(default_factory=list)  # records that fit neither the paper nor the room

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

    def standing(self) -> dict[str, Any]:
        """What a record may say again of those before: the first one, and who came in."""
        return {"open": self.opening(), "roster": [self._join(one) for one in self.candidates.values()]}

    @staticmethod
    def _join(one: Candidate) -> Record:
        return {
            "do": "join", "who": one.id, "number": one.number, "name": one.name, "code": one.code,
            "version": one.version, "seat": one.seat, "address": one.address, "device": one.device, "at": one.joined,
        }  # fmt: skip

    def apply(self, record: Record) -> None:
        """Take a record into account that is kept; what does not fit is put aside in :attr:`unfit`."""
        what = record["do"]
        self.alive = max(self.alive, record.get("at", 0.0))
        self._know(record)
        if what == "open":
            self._opened(record)
        elif what == "join":
            self._joined(record)
        elif what == "start":
            self.started = record["at"]
        elif what == "alive":
            if self.started is None and isinstance(record.get("gone"), (int, float)):  # its own record is gone
                self.started = record["at"] - record["gone"] - self.lost
        elif what == "end":
            self.ended = record["at"]
        elif what == "publish":
            self.published = True
        elif what == "again":
            self.lost += record.get("lost", 0.0)
        elif what == "let":
            self.let.add(record["address"])
        elif "who" in record:
            if not self._fits(record):
                self.unfit.append(record)
                return
            self._apply_to(self._somebody(record["who"]), what, record)

    def _know(self, record: Record) -> None:
        """What a record says again of others: new is only what was lost of them."""
        opening, roster = record.get("open"), record.get("roster")
        if isinstance(opening, dict) and sound(opening):
            self._opened(opening)
        for each in roster if isinstance(roster, list) else ():
            if isinstance(each, dict) and each.get("do") == "join" and sound(each):
                one = self.candidates.get(each["who"])
                if one is None or not one.code:
                    self._joined(each)

    def _opened(self, record: Record) -> None:
        if not self.code and record["paper"] == self.paper.id:
            self.code, self.listed, self.whole = record["code"], record["listed"], record["whole"]

    def _joined(self, record: Record) -> None:
        if not 0 <= record["version"] < len(self._versions) or not 0 < record["who"] <= MOST_JOINED:
            self.unfit.append(record)
            return
        one = self.candidates.get(record["who"])
        if one is None:
            one = self.candidates[record["who"]] = Candidate(record["who"], "", "", "", 0, 0.0)
        self._by_code.pop(one.code, None)
        self._by_number.pop(one.number, None)
        one.number, one.name, one.code = record["number"], record["name"], record["code"]
        one.version, one.joined, one.seat = record["version"], record["at"], record.get("seat", "")
        one.address, one.device = record.get("address", ""), record.get("device", "")
        self._by_code[one.code] = one
        self._by_number[one.number] = one

    def _fits(self, record: Record) -> bool:
        """Whether there can be such a candidate, question and answer."""
        item, option = record.get("item", 0), record.get("option")
        if not 0 < record["who"] <= MOST_JOINED or not 0 <= item < len(self.paper.items):
            return False
        if record["do"] in ("write", "grade"):
            parts = self.paper.items[item].question.parts
            known = 0 <= record["part"] < len(parts)
            return known and (record["do"] == "write" or _gradable(parts[record["part"]], record["points"]))
        if record["do"] == "oral":
            return self.paper.items[item].question.oral is not None and record["what"] in ORAL_STEPS
        return option is None or 0 <= option < len(self.paper.items[item].question.options)

    def _somebody(self, who: int) -> Candidate:
        """A candidate; one whose coming in is lost is known by his place alone."""
        one = self.candidates.get(who)
        if one is None:
            one = Candidate(who, f"？{who}", UNREADABLE, "", (who - 1) % self.paper.versions, self.alive)
            self.candidates[who] = self._by_number[one.number] = one
        return one

    def _apply_to(self, one: Candidate, what: str, record: Record) -> None:
        if what == "answer":
            if record["option"] is None:
                one.chosen.pop(record["item"], None)
            else:
                one.chosen[record["item"]] = record["option"]
        elif what == "write":
            one.written.setdefault(record["item"], {})[record["part"]] = record["text"]
        elif what == "oral":
            script = self.paper.items[record["item"]].question.oral
            assert script is not None  # it fits
            one.oral[record["item"]] = one.oral.get(record["item"], Sitting()).after(record, script)
        elif what == "away":
            one.away.append(record["seconds"])
        elif what == "grade":
            self.grades.append(grade_from(record))
        elif what == "flag":
            (one.flagged.add if record["on"] else one.flagged.discard)(record["item"])
        elif what == "extra":
            one.extra += record["seconds"]
        elif what == "seat":
            one.seat = record["seat"]
        elif what == "remove":
            one.removed = True
        elif what == "restore":
            one.removed = False
            self._by_number[one.number] = one
        elif what == "submit" and one.submitted is None:
            one.submitted, one.by = record["at"], record["by"]

    def recovered(self, now: float) -> list[Record]:
        """What is kept when a damaged room is opened again: new codes for those whose own are lost, and the room's."""
        made: list[Record] = []
        if not self.code:
            self.code = new_code(ROOM_CODE)
            made.append(self.opening())
        for one in self.candidates.values():
            if not one.code:
                made.append({**self._join(one), "code": self._own_code(), "at": now})
        return made

    # Candidates

    @property
    def present(self) -> list[Candidate]:
        """Everybody who takes part: all but those whom the examiner removed."""
        return [one for one in self.candidates.values() if not one.removed]

    def may_enter(self, number: str, name: str) -> tuple[str, str]:
        """The number and name under which somebody may come in. Raises :class:`RoomError`."""
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
        if number in self._by_number and not self._by_number[number].removed:
            other = "若只是同名，请在“编号”里填一个分得清的，如座号；" if not self.listed and number == name else ""
            raise RoomError(f"“{number}”已经进入考场；{other}若是你本人换了设备，请用续考码进入，或请考官查看续考码。")
        if len(self.present) >= MOST_CANDIDATES or len(self.candidates) >= MOST_JOINED:
            raise RoomError(f"考场已满（{MOST_CANDIDATES} 人），请告诉考官。")
        return number, name

    def enter(self, number: str, name: str, now: float, address: str = "", device: str = "") -> Record:
        """A candidate comes in with his number and name. Raises :class:`RoomError`."""
        number, name = self.may_enter(number, name)
        who = max(self.candidates, default=0) + 1
        version = (who - 1) % self.paper.versions
        return self._join(
            Candidate(
                who, number, name, self._own_code(), version, now, seat=new_code(SEAT), address=address,
                device=device[:LONGEST_NAME],
            )
        )  # fmt: skip

    def _own_code(self) -> str:
        code = new_code(OWN_CODE)
        while code in self._by_code:
            code = new_code(OWN_CODE)
        return code

    def returning(self, code: str) -> Candidate:
        """The candidate a personal code belongs to. Raises :class:`RoomError`."""
        found = self._by_code.get(read_code(code))
        if found is None:
            raise UnknownCodeError("没有这个续考码，请核对后再输，或请考官查看。")
        if found.removed:
            raise RemovedError
        return found

    def take_seat(self, one: Candidate, now: float) -> Record:
        """He goes on at another device: the one before does not come back by itself."""
        return {"do": "seat", "who": one.id, "seat": new_code(SEAT), "at": now}

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

    def write(self, one: Candidate, number: object, part: object, text: object, now: float) -> Record:
        """He writes the answer to a part of a question of his own version, or empties it. Raises :class:`RoomError`."""
        asked = self._answerable(one, number, now)
        parts = self.paper.items[asked.item].question.parts
        if isinstance(part, bool) or not isinstance(part, int) or not 0 <= part < len(parts):
            raise RoomError("没有这一问。")
        if not isinstance(text, str):
            raise RoomError("没有这个选项。")
        if len(text) > LONGEST_WRITTEN:
            raise RoomError(f"每一问至多 {LONGEST_WRITTEN} 字，现有 {len(text)} 字；请删短，最后一次保存的还在。")
        return {"do": "write", "who": one.id, "item": asked.item, "part": part, "text": text, "at": now}

    def left_page(self, one: Candidate, seconds: object, now: float) -> Record:
        """He was away from the page for so long. Raises :class:`RoomError`."""
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds <= LONGEST_AWAY:
            raise RoomError("没有这个时间。")
        return {"do": "away", "who": one.id, "seconds": round(float(seconds), 1), "at": now}

    def flag(self, one: Candidate, number: object, on: object, now: float) -> Record:
        """He marks a question to look at again. Raises :class:`RoomError`."""
        asked = self._answerable(one, number, now)
        return {"do": "flag", "who": one.id, "item": asked.item, "on": bool(on), "at": now}

    def _answerable(self, one: Candidate, number: object, now: float) -> Asked:
        if self.started is None:
            raise RoomError("考试还没有开始。")
        if one.removed:
            raise RemovedError
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

    def number(self, one: Candidate, item: int) -> int:
        """The number an item has on his version."""
        return self._asked[one.version][item].number

    def letter(self, one: Candidate, item: int, option: int | None) -> str:
        """The letter under which an option stands on his version; empty for none."""
        asked = self._asked[one.version][item]
        return asked.letter(option) if option in asked.options else ""

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
        """How far the time has gone: from the last of these it goes on when the room is opened again."""
        return {"do": "alive", "at": now, "gone": None if self.started is None else self.gone(now)}

    def gone(self, now: float) -> float:
        """Seconds of the time that are over; 0 before the start."""
        return 0.0 if self.started is None else now - self.started - self.lost

    def again(self, now: float, wall: float) -> Record:
        """The room is opened again; ``wall`` is the time of day by this machine's clock, for whoever reads the file."""
        return {"do": "again", "at": now, "wall": wall, **self.standing()}

    def overdue(self, now: float) -> list[Record]:
        """What is to be kept because the time is over: papers taken in, and the end when all are in."""
        if self.started is None or self.ended is not None:
            return []
        found: list[Record] = []
        for one in self.present:
            left = self.left(one, now)
            if one.submitted is None and left is not None and left < -GRACE:
                found.append(self.submit(one, now, "time"))
        return found

    # The examiner

    def start(self, now: float, gone: float | None = None) -> Record:
        """Start for all at once; ``gone``: as far into the time as another room is, whoever is here. Raises :class:`RoomError`."""
        if self.started is not None:
            raise RoomError("考试已经开始。")
        if not self.present and gone is None:
            raise RoomError("考场里还没有考生。")
        return {"do": "start", "at": now - (gone or 0.0), **self.standing()}

    def given_back(self, seconds: float, now: float) -> Record:
        """Give everybody back some of the time."""
        return {"do": "again", "at": now, "lost": seconds, **self.standing()}

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
        taken = [self.submit(one, now, "examiner") for one in self.present if one.submitted is None]
        return [*taken, {"do": "end", "at": now}]

    def publish(self, now: float) -> Record:
        """Let the candidates see their marks and the key. Raises :class:`RoomError`: somebody is still writing."""
        if self.ended is None:
            raise RoomError("先结束考试，再公布成绩：还有人在答题时公布，答案会传出去。")
        if self.published:
            raise RoomError("成绩已经公布。")
        return {"do": "publish", "at": now}

    def remove(self, who: object, now: float) -> Record:
        """Put a candidate out; all that he did is kept, and he can be let in again. Raises :class:`RoomError`."""
        one = self.by_id(who)
        if one.removed:
            raise RoomError("这名考生已经移出。")
        return {"do": "remove", "who": one.id, "at": now}

    def restore(self, who: object, now: float) -> Record:
        """Let a candidate in again who was put out. Raises :class:`RoomError`: somebody else has his number now."""
        one = self.by_id(who)
        if not one.removed:
            raise RoomError("这名考生没有移出。")
        other = self._by_number[one.number]
        if other is not one and not other.removed:
            raise RoomError(f"编号“{one.number}”现在是 {other.name} 的；先移出那一位，再恢复这一位。")
        return {"do": "restore", "who": one.id, "at": now}

    def let_all(self, address: object, now: float) -> Record:
        """Let everybody in who comes from an address. Raises :class:`RoomError`."""
        if not isinstance(address, str) or not 0 < len(address) <= 100:
            raise RoomError("没有这个地址。")
        return {"do": "let", "address": address, "at": now}

    def grade(
        self,
        of: tuple[object, object, object],
        points: object,
        by: str,
        now: float,
        *,
        note: object = "",
        final: object = False,
    ) -> Record:
        """A marker gives the points of a part: of a candidate, an item and a part, by their places. Raises :class:`RoomError`."""
        who, item, part = of
        one, note = self.by_id(who), note if isinstance(note, str) else ""
        if self.ended is None and item not in one.oral:  # what is said aloud is marked while it is heard
            raise RoomError("先结束考试，再评分。")
        if not by or len(by) > LONGEST_NAME or len(note) > LONGEST_NOTE:
            raise RoomError(f"请写评分人（至多 {LONGEST_NAME} 字）；说明至多 {LONGEST_NOTE} 字。")
        record = {
            "do": "grade", "who": one.id, "item": item, "part": part, "points": points, "by": by, "note": note,
            "final": bool(final), "at": now,
        }  # fmt: skip
        if not sound(record) or not self._fits(record):
            raise RoomError("没有这一问，或分数不是这一问的要点的。")
        return record

    def step_orally(self, of: tuple[object, object], what: object, number: object, now: float) -> Record:
        """The examiner begins a question put by word of mouth, tells something, or ends it. Raises :class:`RoomError`."""
        one, (_, item) = self.by_id(of[0]), of
        script = self.oral_script(item)
        if self.started is None or self.ended is not None:
            raise RoomError("口试在考试开始以后、结束以前进行。")
        assert isinstance(item, int)
        why = refused(one.oral.get(item, Sitting()), script, what, number)
        if why:
            raise RoomError(why)
        return {
            "do": "oral",
            "who": one.id,
            "item": item,
            "what": what,
            "line": number if isinstance(number, int) else 0,
            "at": now,
        }

    def oral_script(self, item: object) -> Oral:
        """How an item is put by word of mouth. Raises :class:`RoomError`: it is not."""
        items = self.paper.items
        if isinstance(item, int) and not isinstance(item, bool) and 0 <= item < len(items):
            script = items[item].question.oral
            if script is not None:
                return script
        raise RoomError("没有这道口试题。")

    def grades_of(self, one: Candidate, item: int) -> tuple[Graded, ...]:
        """What counts of the parts of an item of a candidate."""
        own = [each for each in self.grades if each.who == one.id and each.item == item]
        return parts_of(self.paper.items[item].question, one.written.get(item, {}), own)

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
        sitting = one.oral.get(asked.item, Sitting())
        return {
            "number": asked.number,
            "marks": item.marks,
            "stem": question.stem if question.oral is None else as_seen(question.stem, sitting),
            "drawn": drawn_parts(question),
            "options": [question.options[at].text for at in asked.options],
            "parts": [
                {
                    "ask": part.ask, "form": part.form, "options": list(part.options),
                    "marks": round(item.marks * part.weight / sum(each.weight for each in question.parts), 2),
                } for part in (question.parts if question.oral is None else ())
            ],
        }  # fmt: skip

    def state(self, one: Candidate, now: float) -> dict[str, Any]:
        """Where a candidate is: his own answers, flags and time, and nobody else's."""
        asked = self._asked[one.version]
        return {
            "title": self.paper.title,
            "note": "　".join(filter(None, (BOOKS[self.paper.book], self.paper.note))),
            "count": len(self.paper.items),
            "total": self.paper.total,
            "minutes": self.paper.minutes,
            "name": one.name,
            "number": one.number,
            "code": one.code,
            "seat": one.seat,
            "version": LETTERS[one.version] if self.paper.versions > 1 else "",
            "started": self.started is not None,
            "left": self.left(one, now),
            "submitted": one.submitted is not None,
            "ended": self.ended is not None,
            "published": self.published,
            "whole": self.whole,
            "answers": {str(asked[item].number): asked[item].letter(option) for item, option in one.chosen.items()},
            "written": {
                str(asked[item].number): {str(part): text for part, text in parts.items() if text}
                for item, parts in one.written.items()
            },
            "flags": sorted(asked[item].number for item in one.flagged),
        }

    def marks_so_far(self, one: Candidate) -> list[float] | None:
        """A candidate's marks, and how many questions are not marked yet; None while somebody still writes."""
        if self.ended is None:
            return None
        found = marked(self.paper, self.answers_of(one))
        return [found.total, len(found.unmarked)]

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
                    "right": "" if question.parts else asked.letter(question.right),
                    "good": good[asked.item],
                    "marks": None if asked.item in marks.unmarked else marks.marks[asked.item],
                    "most": self.paper.items[asked.item].marks,
                    "models": [[part.ask, model_of(part)] for part in question.parts],
                    "why": question.why,
                    "clauses": [label(cite) for cite in question.cites],
                }
            )
        return {"marks": marks.total, "total": self.paper.total, "rows": rows}

    def answers_of(self, one: Candidate) -> Answers:
        """What a candidate answered, for marking."""
        items = self.paper.items
        chosen = tuple(one.chosen.get(at) for at in range(len(items)))
        if not any(item.question.parts for item in items):
            return Answers(one.number, one.name, one.version, chosen)
        shares = tuple(
            whole_share(item.question, self.grades_of(one, at)) if item.question.parts else None
            for at, item in enumerate(items)
        )
        written = tuple(
            tuple(self._text(one, at, part) for part in range(len(item.question.parts)))
            for at, item in enumerate(items)
        )
        return Answers(one.number, one.name, one.version, chosen, shares, written)

    def _text(self, one: Candidate, item: int, part: int) -> str:
        """What he wrote; of what was said aloud, at its first part, what he was told and when."""
        if self.paper.items[item].question.oral is None:
            return one.written.get(item, {}).get(part, "")
        return transcript(one.oral.get(item, Sitting())) if part == 0 else ""

    def everybody(self) -> tuple[Answers, ...]:
        """What all candidates answered who were not removed."""
        return tuple(map(self.answers_of, self.present))


def model_of(part: Part) -> str:
    """The answer to a part as it would be written: its text, its letters, what stands in its blank."""
    if part.form == "fill":
        return part.accepted[0]
    return part.model or "".join(LETTERS[at] for at in part.right)


def _gradable(part: Part, points: Sequence[object]) -> bool:
    """Whether these are marks for the key points of a part."""
    return part.form == "text" and len(points) == len(part.points) and all(each in STEPS for each in points)


def drawn_parts(question: Question) -> dict[str, Any] | None:
    """What is drawn of a question, as a plain page can draw it; None where nothing is."""
    picture = drawn_picture(question)
    return None if picture is None else plain_parts(picture, drawn_words(question), question.stem)


def reopened(paper: Paper, records: Sequence[Record]) -> Room:
    """Return the room as its records left it. Where none of them says which code it has, it has none.

    Raises:
        PaperError: they are of another paper, or there are none.
    """
    if not records:
        raise PaperError("这个文件里没有考场的记录。")
    papers = {found["paper"] for each in records for found in (each, each.get("open")) if found and _opens(found)}
    if papers and paper.id not in papers:
        raise PaperError("这个考场的记录属于另一份试卷；请换一个文件夹，或用当时的试卷。")
    room = Room(paper, "")
    for each in records:
        room.apply(each)
    return room


def _opens(record: Record) -> bool:
    return isinstance(record, Mapping) and record.get("do") == "open" and sound(record)


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
