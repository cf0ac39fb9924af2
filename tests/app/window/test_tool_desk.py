"""What stands in a tool when it is opened: what an address says, else what the table knows, else what was last entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from app.journal.records import NO_EVENT
from app.tools.model import Answer, Refused
from app.window.preferences import Preferences
from app.window.routes import parse, tool_address
from app.window.tool_desk import ToolDesk, ToolDesks, address_of_hit, part_of, tool_named


def desk(name: str = "bridge-score") -> ToolDesk:
    tool = tool_named(name)
    assert tool is not None
    return ToolDesk(tool)


def test_it_begins_as_its_file_says() -> None:
    assert desk().values["level"] == 4 and desk().values["strain"] == "S"


def test_what_was_last_entered_is_there_again_once() -> None:
    one = desk()
    one.begin({"level": "2", "strain": "NT", "tricks": "nonsense"}, {})
    assert (one.values["level"], one.values["strain"], one.values["tricks"]) == (2, "NT", 10)
    one.begin({"level": "3"}, {})
    assert one.values["level"] == 2


def test_what_the_table_knows_comes_before_it_and_is_named() -> None:
    one = desk()
    one.begin({"level": "2", "doubled": "XX"}, {"contract": "3NT", "declarer_vulnerable": True, "declarer_tricks": 8})
    assert one.values["level"] == 3 and one.values["strain"] == "NT" and one.values["by"] == "yes"
    assert one.values["tricks"] == 8 and one.values["doubled"] == "XX"
    assert set(one.from_table) == {"level", "strain", "by", "tricks"}


def test_what_the_event_decided_of_an_open_question_is_taken() -> None:
    one = desk("guandan-forfeit")
    one.begin({}, {"regime": "supplement", "guandan-2017/D-09": "all-17"})
    assert (one.values["regime"], one.values["seventeen"]) == ("supplement", "all-17")
    other = desk("guandan-forfeit")
    other.begin({}, {"regime": "supplement"})
    assert other.values["seventeen"] == "late-only-17" and other.from_table == ("regime",)


def test_an_address_is_taken_and_nothing_else() -> None:
    desks = ToolDesks()
    desks.take(parse(tool_address("bridge-score", {"level": "6", "tricks": "12"})))
    one = desks.desk(desk().tool)
    one.begin({"level": "2", "doubled": "XX"}, {"contract": "3NT"})
    assert (one.values["level"], one.values["tricks"], one.values["doubled"]) == (6, 12, "none")


def test_one_tool_is_kept_beside_what_the_others_had() -> None:
    """Of all tools one value is kept: it is not written before it was read, also where an address says what is entered."""
    lying = {"bridge-imp": {"score": "620"}}
    known: dict[str, dict[str, str]] = {}

    class Kept:
        def kept(self, _: str) -> dict[str, dict[str, str]]:
            return known

        def change(self, _: str, change: Callable[[Any], None]) -> None:
            change(known)

    desks, one = ToolDesks(), desk()
    one.opened = True
    desks.keep(one, cast(Preferences, Kept()))
    assert not known
    known.update(lying)  # it is read
    one.fetched = True
    desks.keep(one, cast(Preferences, Kept()))
    assert known.keys() == {"bridge-imp", one.tool.id} and known["bridge-imp"] == {"score": "620"}


def test_what_an_address_says_wrongly_is_said_at_its_entry() -> None:
    desks = ToolDesks()
    desks.take(parse("/tools/bridge-score?level=9&tricks=12&colour=red"))
    one = desks.desk(desk().tool)
    assert one.selection("level").fault == "“线位”应为 1 至 7，现在是 9。"
    assert one.values["tricks"] == 12 and "colour" not in one.values
    one.answer("level", 6)
    assert one.selection("level").fault == ""


@pytest.mark.parametrize(
    ("known", "path", "value"),
    [
        ({"contract": "3NT"}, "contract.level", "3"),
        ({"contract": "3NT"}, "contract.strain", "NT"),
        ({"board": 7}, "board", 7),
        ({}, "contract.level", None),
        ({"contract": "P"}, "contract.strain", None),
    ],
)
def test_parts_of_what_is_known(known: dict[str, object], path: str, value: object) -> None:
    assert part_of(known, path) == value


def test_a_tool_of_a_search_opens_at_its_address() -> None:
    assert address_of_hit("guandan.return_card", NO_EVENT) == "/tools/guandan-return-card"
    assert address_of_hit("clocks/guandan.play", NO_EVENT) == "/tools/clocks"


def test_the_schedule_is_that_of_the_event_at_hand_or_the_way_to_one() -> None:
    assert parse(address_of_hit("competition/guandan", NO_EVENT)).kind == "events"
    found = parse(address_of_hit("competition/guandan", "01J"))
    assert (found.kind, found.record) == ("competition", "01J")


def test_steps_of_the_way_are_no_entries() -> None:
    assert parse("/tools/bridge-score?step=2&go=back&level=4").given == (("level", "4"),)


def test_who_goes_back_to_a_tool_finds_what_was_entered_since() -> None:
    desks = ToolDesks()
    desks.take(parse("/tools/bridge-score?level=3&tricks=9"))
    tool = tool_named("bridge-score")
    assert tool is not None
    one = desks.desk(tool)
    one.answer("level", 5)
    desks.take(parse("/tools/bridge-score?level=3&tricks=9"))
    assert one.values["level"] == 5
    desks.take(parse("/tools/bridge-score?level=2&tricks=9"))
    assert one.values["level"] == 2, "another address is another game"


def test_nothing_is_said_while_an_entry_of_an_address_is_not_taken() -> None:
    desks = ToolDesks()
    desks.take(parse("/tools/bridge-score?level=8&tricks=9"))
    tool = tool_named("bridge-score")
    assert tool is not None
    one = desks.desk(tool)
    refused = one.outcome()
    assert isinstance(refused, Refused)
    assert (refused.name, refused.why) == ("level", "“线位”应为 1 至 7，现在是 8。")
    one.answer("level", 3)
    assert isinstance(one.outcome(), Answer)
