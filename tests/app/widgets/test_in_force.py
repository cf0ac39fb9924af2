"""What a clause page says of the event's books: the texts as the event adopted them, reasoned from both."""

from __future__ import annotations

from typing import Any, cast

import flet as ft
import pytest

from app.base.opened import handbook
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.widgets.in_force import in_force_here, mark
from app.window import duty
from app.window.session import Session
from tests.app.journal.memory_store import MemoryStore
from tests.app.journal.test_odd import words

BASE, SUPPLEMENT = "guandan-2017", "guandan-supplement"


@pytest.fixture
def journal(monkeypatch: pytest.MonkeyPatch) -> Journal:
    made = Journal(MemoryStore())
    monkeypatch.setattr(duty, "journal", lambda: made)
    return made


def at_event(journal: Journal, *books: str, game: str = "guandan") -> Session:
    session = Session(cast(ft.Page, None), handbook(), cast(Any, None))
    session.assignment.attend(journal.save_event(EventBody("秋季公开赛", game, books)), [game])
    return session


def said(session: Session, id_: str) -> str:
    provision = handbook().provision(id_)
    return "\n".join(text for control in in_force_here(session, provision) for text in words(control))


def marked(session: Session, id_: str) -> str:
    return "".join(text for control in mark(session, handbook().provision(id_)) for text in words(control))


def test_without_an_event_nothing_is_said() -> None:
    session = Session(cast(ft.Page, None), handbook(), cast(Any, None))
    assert said(session, f"{BASE}:19.4") == "" == marked(session, f"{BASE}:19.4")


def test_an_event_that_chose_no_books_says_nothing(journal: Journal) -> None:
    assert said(at_event(journal), f"{BASE}:19.4") == ""


def test_the_base_alone_stands_as_printed(journal: Journal) -> None:
    session = at_event(journal, BASE)
    assert "秋季公开赛：第十九条4照印本适用" in said(session, f"{BASE}:19.4")
    assert "没有采用" in said(session, f"{BASE}:19.4")
    assert marked(session, f"{BASE}:19.4") == ""


def test_a_supplement_that_was_not_adopted_does_not_apply(journal: Journal) -> None:
    text = said(at_event(journal, BASE), f"{SUPPLEMENT}:4.6.2")
    assert "附件四6(2)本条不适用" in text and "没有采用" in text


def test_a_clause_the_supplement_replaces_does_not_apply_any_more(journal: Journal) -> None:
    """19.4 voids the hand of who gave a wrong tribute; 附件四6(2) loses the deal instead, and nothing of 19.4 remains."""
    session = at_event(journal, BASE, SUPPLEMENT)
    text = said(session, f"{BASE}:19.4")
    assert "第十九条4本条不适用" in text and "取代" in text and "附件四6(2)" in text
    assert marked(session, f"{BASE}:19.4") == "〔本赛事〕本条不适用，取代：附件四6(2)"


def test_what_remains_of_a_clause_is_said(journal: Journal) -> None:
    """10.1 also says that 下游 gives the largest card; 附件三3 speaks of the return only."""
    session = at_event(journal, BASE, SUPPLEMENT)
    assert "部分由补充规定代替" in said(session, f"{BASE}:10.1")
    assert "仍适用本条的：" in said(session, f"{BASE}:10.1")
    assert "不适用" not in marked(session, f"{BASE}:10.1")


def test_who_adopts_a_supplement_adopts_its_base(journal: Journal) -> None:
    assert "第十九条4本条不适用" in said(at_event(journal, SUPPLEMENT), f"{BASE}:19.4")
    assert "第一条照印本适用" in said(at_event(journal, SUPPLEMENT), f"{BASE}:1")


def test_books_without_a_supplement_and_events_of_other_games_say_nothing(journal: Journal) -> None:
    session = at_event(journal, "bridge-1999", game="bridge")
    assert said(session, "bridge-1999:64A1") == ""
    assert said(session, f"{BASE}:19.4") == ""
    assert said(at_event(journal, "no-such-book"), f"{BASE}:19.4") == ""
