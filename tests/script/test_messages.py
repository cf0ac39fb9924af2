"""Python says and hears the messages of app/browser/messages.d.ts, and no others; TypeScript holds the pages to the same."""

from __future__ import annotations

import ast
import asyncio
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

from app.base.opened import trees
from app.browser import asking
from app.exams.marking_desk import overview, sheet
from app.exams.opening import OpenedRoom
from app.exams.own_questions import own_question
from app.exams.room import drawn_parts
from app.ruling.picture import picture_of
from app.study.model import Drawn
from app.study.table.bridge import GAME
from app.study.table.living import opened
from app.study.table.model import Address
from app.study.table.together import Together
from app.tools.alarms import Ring
from app.window.published import Readiness
from app.window.senses import Can
from tests.app.exams.samples import paper
from tests.app.exams.test_room import NOW, room
from tests.app.exams.test_writing import written_room
from tests.script.messages import fault, fields, message_fault, types, words

APP = Path(__file__).parents[2] / "app"
EXAM = (
    "exams/candidate_line.py",
    "exams/hall.py",
    "exams/room_server.py",
    "exams/marking_desk.py",
    "exams/oral_desk.py",
)


@cache
def tree(*files: str) -> list[ast.AST]:
    """Everything in some modules of the program; all of it where none is named."""
    paths = [APP / each for each in files] or sorted(APP.rglob("*.py"))
    return [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def constant(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def named(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def said_in(*files: str) -> set[str]:
    """What stands under ``do`` in what is said: ``say(do="kept", …)``, ``{"do": "room", …}``."""
    found = set()
    for node in tree(*files):
        if isinstance(node, ast.Call):
            found |= {constant(each.value) for each in node.keywords if each.arg == "do"}
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found |= {constant(value) for key, value in pairs if constant(key) == "do"}
    return {each for each in found if each is not None}


def heard_in(file: str) -> set[str]:
    """What ``what`` is compared with, ``what`` being what stands under ``do``."""
    found: set[str] = set()
    for node in tree(file):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == "what":
            for each in node.comparators:
                inside = each.elts if isinstance(each, ast.Tuple) else [each]
                found |= {word for one in inside if (word := constant(one)) is not None}
    return found


def taken_in(file: str) -> set[str]:
    """What is taken out of what was heard: ``said["who"]``, ``said.get("who")``."""
    found = set()
    for node in tree(file):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "said":
            found.add(constant(node.slice))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "said.get":
            found.add(constant(node.args[0]))
    return {each for each in found if each is not None}


def keywords(function: str) -> set[str]:
    """The keywords that a function is called with anywhere."""
    calls = (node for node in tree() if isinstance(node, ast.Call) and named(node) == function)
    return {each.arg for call in calls for each in call.keywords if each.arg is not None}


def parts(side: str) -> set[str]:
    """What the messages of a side say beside their names."""
    return {name for _, of in fields(side).values() for name in of[1]}


def test_the_exam_room_says_what_the_pages_hear() -> None:
    assert said_in(*EXAM) == set(fields("ToCandidate")) | set(fields("ToExaminer"))
    assert said_in("exams/candidate_line.py") == set(fields("ToCandidate"))


def test_the_exam_room_hears_what_the_pages_say() -> None:
    assert heard_in("exams/candidate_line.py") == set(fields("FromCandidate"))
    assert taken_in("exams/candidate_line.py") == parts("FromCandidate") | {"do"}
    assert heard_in("exams/room_server.py") == set(fields("FromExaminer"))
    assert taken_in("exams/room_server.py") == parts("FromExaminer") | {"do"}


def test_a_living_table_says_and_hears_what_its_page_does() -> None:
    assert said_in("exams/table_room.py") == set(fields("ToTable")) | {
        "table",
        "stop",
    }  # a record, and a step with its time
    player = {name.partition("/")[2] for name in Together(opened(Address("bridge", GAME.version, 1)))._steps}  # type: ignore[arg-type]
    assert player | {"sit", "ping"} == set(fields("FromTable"))


def test_what_a_room_tells_is_as_the_pages_take_it() -> None:
    kept = room(versions=2)
    one = kept.do(kept.room.enter("7", "甲", NOW))

    def told() -> None:
        assert message_fault({"do": "state", **kept.room.state(one, NOW)}, "ToCandidate") == ""

    told()
    kept.do(kept.room.start(NOW))
    asked = [kept.room.shown(one, each) for each in kept.room.version_of(one)]
    assert message_fault({"do": "questions", "list": asked}, "ToCandidate") == ""
    kept.do(kept.room.answer(one, 1, "A", NOW))
    kept.do(kept.room.flag(one, 2, True, NOW))
    told()
    kept.do(kept.room.submit(one, NOW))
    for each in kept.room.end(NOW):
        kept.do(each)
    kept.do(kept.room.publish(NOW))
    told()
    assert message_fault({"do": "result", "n": 3, **kept.room.result(one, str)}, "ToCandidate") == ""


def test_what_is_written_and_marked_is_told_as_the_pages_take_it() -> None:
    kept = written_room()
    one = kept.do(kept.room.enter("7", "甲", NOW))
    kept.do(kept.room.start(NOW))
    kept.do(kept.room.write(one, 1, 0, "第27条", NOW))
    assert message_fault({"do": "state", **kept.room.state(one, NOW)}, "ToCandidate") == ""
    asked = [kept.room.shown(one, each) for each in kept.room.version_of(one)]
    assert message_fault({"do": "questions", "list": asked}, "ToCandidate") == ""
    for each in kept.room.end(NOW):
        kept.do(each)
    kept.do(kept.room.grade((1, 0, 1), [1.0, 0.5], "考官甲", NOW))
    assert message_fault(overview(kept.room, "考官乙"), "ToExaminer") == ""
    for by in ("考官甲", "考官乙"):
        assert message_fault(sheet(kept.room, 1, 0, by, lambda _: ()), "ToExaminer") == ""
    kept.do(kept.room.publish(NOW))
    assert message_fault({"do": "result", "n": 3, **kept.room.result(one, str)}, "ToCandidate") == ""


def test_what_is_drawn_is_as_the_candidates_page_draws_it() -> None:
    case = next(each for each in trees().cases.values() if picture_of(each) is not None)
    question = own_question("bridge", "谁先？", ("北", "南"), 0)
    for what in (
        Drawn(picture=picture_of(case), said="牌桌"),
        Drawn(auction=("1S", "P", "2H"), dealer="E", said="叫牌"),
    ):
        parts = drawn_parts(replace(question, drawn=what))
        assert parts is not None and fault(parts, types()["Drawn"], "Drawn") == ""


def test_what_the_examiner_is_shown_is_as_his_page_takes_it(tmp_path: Path) -> None:
    async def told() -> dict[str, Any]:
        opened = OpenedRoom(paper(), tmp_path, listed={"7": "甲", "8": "乙"})
        hall = opened.hall()
        hall.room.apply(hall.room.enter("7", "甲", hall.now()))
        hall.door.knock("9", "丙", "10.0.0.9", "device")
        opened.close(hall.now())
        return hall.overview()

    overview = asyncio.run(told())
    assert overview["rows"] and overview["outside"] and overview["missing"]
    assert message_fault(overview, "ToExaminer") == ""


def test_a_message_that_is_not_as_it_is_named_is_seen() -> None:
    assert message_fault({"do": "kept", "n": 1, "left": 3.5}, "ToCandidate") == ""
    for wrong in (
        {"do": "saved", "n": 1, "left": 3.5},
        {"do": "kept", "left": 3.5},
        {"do": "kept", "n": "1", "left": 3.5},
        {"do": "kept", "n": 1, "left": True},
        {"do": "kept", "n": 1, "left": 3.5, "why": ""},
        {"do": "questions", "list": [{"number": 1}]},
    ):
        assert message_fault(wrong, "ToCandidate") != "", wrong


def test_python_asks_what_a_page_can_do_and_hears_what_it_says() -> None:
    assert keywords("address") | keywords("_ask") == set(fields("AskedOfPage"))
    assert set(get_args(Ring)) == words("Ring")
    said = fields("SaidByPage")
    assert {each.name for each in fields_of(Can)} == set(said["can"][1][1]) | {"saying", "listening"}
    taken = taken_in("window/senses.py")
    assert taken == set(said)


def device_calls(function: str) -> list[ast.Call]:
    """Calls of ``device.ask`` or ``device.hear`` anywhere."""
    calls = [node for node in tree() if isinstance(node, ast.Call) and named(node) == function]
    return [each for each in calls if isinstance(each.func, ast.Attribute) and ast.unparse(each.func.value) == "device"]


def test_python_asks_what_the_page_of_a_site_can_do_and_hears_what_it_says() -> None:
    asked = device_calls("ask")
    assert {constant(each.args[0]) for each in asked} == set(fields("AskedOfDevice"))
    listened = {asking.SAID if (word := constant(each.args[0])) is None else word for each in device_calls("hear")}
    answered = {constant(each.args[0]) for each in asked if len(each.args) > 2}
    assert listened | answered == set(fields("SaidByDevice"))
    assert {each.name for each in fields_of(Readiness)} == set(fields("Readiness"))


def test_python_uses_what_the_worker_gives_it_and_all_of_that() -> None:
    attributes = [node for node in tree() if isinstance(node, ast.Attribute)]
    used = {each.attr for each in attributes if ast.unparse(each.value) in ("zhicai_site", "_site()")}
    assert used == set(fields("GivenToPython"))
