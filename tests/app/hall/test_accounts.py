"""Accounts: a password is a hash, a name is closed after wrong ones, every attempt is on record, who is ended is out."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.hall import accounts
from app.hall.accounts import CLOSED, LASTS, LOCKED, MOST_WRONG, WRONG, Desk, keep_account
from app.hall.database.hall_tables import HallTables, founded
from app.hall.database.opening import open_database
from app.hall.hall_file import HallFile
from app.hall.kept_by import HallState
from app.hall.member import carried, joined, sign_in
from app.hall.over_network import OverNetwork
from app.hall.protocol import HallError
from tests.app.hall.halls import Chief
from tests.app.hall.postgres import Server, served, why_not

PASSWORD = "海河边上的桥牌室"  # of a referee who comes every month
NOW = 1_800_000_000.0


@pytest.fixture(scope="module")
def server() -> Iterator[Server | None]:
    if why_not():
        yield None
        return
    with served("fsync=off") as made:
        yield made


@pytest.fixture(params=["file", "database"])
def state(request: pytest.FixtureRequest, server: Server | None, tmp_path: Path) -> Iterator[HallState]:
    """What keeps a hall, in a file and in a database."""
    if request.param == "file":
        file = HallFile(tmp_path / "hall.sqlite")
        yield file
        file.close()
        return
    if server is None:
        pytest.skip(why_not() or "")
    engine = open_database(server.database())
    founded(engine, "e")
    yield HallTables(engine, "e")
    engine.dispose()


def refused(desk: Desk, name: str, password: str, now: float, address: str = "a") -> str:
    with pytest.raises(HallError) as fault:
        desk.sign_in(name, password, address, now)
    return str(fault.value)


def test_whoever_has_the_password_gets_a_code_that_ends(state: HallState) -> None:
    keep_account(state, " 王裁判 ", "referee", PASSWORD * 2, NOW)
    made, code = Desk(state).sign_in("王裁判", PASSWORD * 2, "a", NOW + 60)
    assert (made.role, made.name, made.expires) == ("referee", "王裁判", NOW + 60 + LASTS)
    assert state.admitted(code, NOW + 61) == made and state.admitted(code, NOW + 61 + LASTS) is None
    assert [(each.name, each.what) for each in state.sign_ins(9)] == [("王裁判", "in")]


def test_a_password_is_kept_as_its_hash_alone(state: HallState) -> None:
    keep_account(state, "王裁判", "referee", PASSWORD * 2, NOW)
    (account,) = state.accounts()
    assert account.hash.startswith("$argon2id$") and PASSWORD not in repr(account)


@pytest.mark.parametrize(
    ("name", "role", "password", "said"),
    [
        ("", "referee", "x" * 20, "名字要写"),
        ("王" * 65, "referee", "x" * 20, "名字要写"),
        ("王", "table", "x" * 20, "账号只给裁判长、裁判"),
        ("王", "referee", "x" * 9, "至少 10 个字"),
        ("王", "referee", "x" * 201, "至多 200 个字"),
    ],
)
def test_what_is_no_account_is_one_sentence(state: HallState, name: str, role: str, password: str, said: str) -> None:
    with pytest.raises(HallError, match=said):
        keep_account(state, name, role, password, NOW)  # type: ignore[arg-type]
    assert state.accounts() == []


@pytest.mark.parametrize("name", ["王裁判", "没有这个人"])
def test_a_name_is_closed_after_wrong_ones_and_opens_again(state: HallState, name: str) -> None:
    """Whether there is such an account cannot be told from what is said."""
    keep_account(state, "王裁判", "referee", PASSWORD * 2, NOW)
    desk = Desk(state)
    for n in range(MOST_WRONG):
        assert refused(desk, name, "不是这个密码的", NOW + n, str(n)) == WRONG
    assert refused(desk, name, PASSWORD * 2, NOW + 60, "x") == LOCKED  # the right one, too
    assert [each.what for each in state.sign_ins(9)] == ["locked", *["wrong"] * MOST_WRONG]
    later = NOW + MOST_WRONG + CLOSED
    if name == "王裁判":
        desk.sign_in(name, PASSWORD * 2, "y", later)
        assert refused(desk, name, "不是这个密码的", later + 1, "z") == WRONG  # counted from the right one on
    else:
        assert refused(desk, name, PASSWORD * 2, later, "y") == WRONG


def test_many_at_once_are_counted_too(state: HallState) -> None:
    keep_account(state, "王裁判", "referee", PASSWORD * 2, NOW)
    desk, said = Desk(state), []

    def attempt(n: int) -> None:
        said.append(refused(desk, "王裁判", "不是这个密码的", NOW, str(n)))

    them = [threading.Thread(target=attempt, args=(n,)) for n in range(12)]
    for each in them:
        each.start()
    for each in them:
        each.join()
    assert sorted(said) == sorted([WRONG] * MOST_WRONG + [LOCKED] * (12 - MOST_WRONG))


def test_one_address_may_not_try_all_names(state: HallState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "TRY_AGAIN", 3600.0)  # however long it takes to look at each
    desk = Desk(state)
    said = [refused(desk, f"名字{n}", "不是这个密码的", NOW) for n in range(11)]
    assert said[-1] == "从这里试得太多，请过十秒再试。" and set(said[:-1]) == {WRONG}
    assert len(state.sign_ins(99)) == 10


def test_another_password_and_an_end_put_whoever_is_in_out(state: HallState) -> None:
    keep_account(state, "王裁判", "referee", PASSWORD * 2, NOW)
    desk = Desk(state)
    _, first = desk.sign_in("王裁判", PASSWORD * 2, "a", NOW)
    keep_account(state, "王裁判", "referee", PASSWORD * 3, NOW + 10)
    assert state.admitted(first, NOW + 11) is None
    assert refused(desk, "王裁判", PASSWORD * 2, NOW + 12, "b") == WRONG
    _, second = desk.sign_in("王裁判", PASSWORD * 3, "c", NOW + 13)
    assert state.end_account("王裁判", NOW + 20) and not state.end_account("王裁判", NOW + 21)
    assert state.admitted(second, NOW + 22) is None
    assert refused(desk, "王裁判", PASSWORD * 3, NOW + 23, "d") == WRONG
    assert [each.ended for each in state.accounts()] == [NOW + 20]


def test_a_file_of_before_there_were_accounts_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    file = HallFile(path)
    made, code = file.invite("referee", "甲", NOW)
    file.close()
    with sqlite3.connect(path) as connection:
        connection.executescript("DROP TABLE accounts; DROP TABLE sign_ins; PRAGMA user_version = 1;")
    connection.close()
    again = HallFile(path)
    assert again.admitted(code, NOW) == made and again.accounts() == []
    again.close()


def test_over_the_network_it_is_a_code_as_any(chief: Chief) -> None:
    keep_account(chief.file, "王裁判", "referee", PASSWORD * 2, chief.hall.clock())
    code = carried(sign_in(chief.address, "王裁判", PASSWORD * 2), OverNetwork(chief.address, ""))
    one = joined(chief.address, code)
    assert (one.role, one.member, one.event) == ("referee", "王裁判", chief.event)
    with pytest.raises(HallError, match="名字或密码不对"):
        carried(sign_in(chief.address, "王裁判", "不是这个密码的"), OverNetwork(chief.address, ""))
    for sent in (
        b"",
        b"[]",
        b"{}",
        b'{"name": 1, "password": "x"}',
        b"[" * 5000,
        b'{"name": "x", "password": "' + b"x" * 5000,
    ):
        assert chief.said("POST", "/hall/1/sign-in", sent) == (400, {"why": "没有写名字和密码。"})
    assert chief.ask("GET", "/hall/1/sign-in")[0] == 405
    assert PASSWORD not in "".join(chief.log) and "王裁判" not in "".join(chief.log)


def test_no_password_goes_over_a_way_that_others_can_read() -> None:
    with pytest.raises(HallError, match="没有加密"):
        next(sign_in("http://192.0.2.7:8610", "王裁判", PASSWORD))
    assert next(sign_in("https://hall.example.org", "王裁判", PASSWORD)).path == "/hall/1/sign-in"


def test_without_the_library_it_says_what_to_install(state: HallState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "argon2", None)
    assert "argon2-cffi" in refused(Desk(state), "王裁判", PASSWORD, NOW)
    with pytest.raises(HallError, match="argon2-cffi"):
        keep_account(state, "王裁判", "referee", PASSWORD * 2, NOW)
