"""Records of one hall: everybody has them, once, whatever happened on the way; and nothing of other events."""

from __future__ import annotations

import gzip
import io
import json
import shutil
from pathlib import Path

import pytest

from app.hall.hall_file import HallError, HallFile
from app.hall.member import Memberships, joined, synced, waiting
from app.hall.opening import hall_file
from app.hall.over_network import OverNetwork
from app.hall.protocol import AT_ONCE
from app.journal.exchange import export
from app.journal.records import EventBody
from app.journal.sqlite_store import open_store
from tests.app.hall.halls import Chief, Device


def two(chief: Chief, folder: Path) -> tuple[Device, Device]:
    found = []
    for name in ("甲", "乙"):
        device = Device(folder / name, name)
        device.join(chief.address, chief.invite("referee", name))
        found.append(device)
    return found[0], found[1]


def test_what_one_records_the_others_have(chief: Chief, tmp_path: Path) -> None:
    one, other = two(chief, tmp_path)
    assert one.sync() == (1, 0)  # the event itself
    mine = one.rules(chief.event, "3", "7")
    assert one.sync() == (0, 1)
    theirs = other.rules(chief.event, "5", "2")
    assert other.sync() == (2, 1)
    assert one.sync() == (1, 0)
    assert one.ids(chief.event) == other.ids(chief.event) == chief.ids(chief.event) >= {mine, theirs}
    assert one.sync() == other.sync() == (0, 0)
    assert chief.journal.entry(mine).author == "甲"


def test_counts_are_one_count_whoever_rules(chief: Chief, tmp_path: Path) -> None:
    one, other = two(chief, tmp_path)
    one.rules(chief.event, "3", "7", (("violation", 1),))
    one.sync()
    other.rules(chief.event, "9", "7", (("violation", 1),))
    for each in (other, one):
        each.sync()
    for each in (one, other, chief):
        assert len([e for e in each.journal.entries(chief.event, pair="7") if ("violation", 1) in e.body.counts]) == 2


def test_nothing_of_other_events_goes(chief: Chief, tmp_path: Path) -> None:
    one, _ = two(chief, tmp_path)
    own = one.journal.save_event(EventBody("自己的训练", "guandan"))
    secret = one.rules(own, "1", "1")
    sent: list[bytes] = []
    assert one.membership is not None
    way = OverNetwork(chief.address, one.membership.code)

    class Seen:
        def ask(self, method, path, body=None, headers={}):  # type: ignore[no-untyped-def]  # noqa: B006
            sent.append(gzip.decompress(body) if body else b"")
            return way.ask(method, path, body, headers)

    one.rules(chief.event, "3", "7")
    synced(one.store, one.membership, Seen())
    assert secret.encode() not in b"".join(sent)
    assert own.encode() not in b"".join(sent)
    assert secret not in chief.ids(own)


def test_a_record_of_another_event_is_refused_at_the_hall(chief: Chief, tmp_path: Path) -> None:
    one, _ = two(chief, tmp_path)
    other = one.journal.save_event(EventBody("别处", "guandan"))
    id_ = one.rules(other, "1", "1")
    out = io.StringIO()
    export(one.store, out, [id_])
    assert one.membership is not None
    status, said = chief.said("POST", "/hall/1/records", out.getvalue().encode(), one.membership.code)
    assert status == 200
    assert said["added"] == 0
    assert said["refused"] == [[2, "这条记录是别的赛事的，没有收；这里只收这项赛事的。"]]
    assert chief.ids(other) == set()


def test_a_referee_cannot_change_the_event(chief: Chief, tmp_path: Path) -> None:
    one, _ = two(chief, tmp_path)
    one.sync()
    one.journal.save_event(EventBody("改了名", "guandan"), chief.event)
    assert one.membership is not None
    done = synced(one.store, one.membership)
    assert done.sent == 0
    assert done.refused == ("这一种记录要由裁判长发来，没有收。",)
    assert chief.journal.event(chief.event).body.name == "春季赛"


def test_sent_twice_it_is_there_once(chief: Chief, tmp_path: Path) -> None:
    one, _ = two(chief, tmp_path)
    id_ = one.rules(chief.event, "3", "7")
    out = io.StringIO()
    export(one.store, out, [id_])
    assert one.membership is not None
    first = chief.said("POST", "/hall/1/records", out.getvalue().encode(), one.membership.code)[1]
    again = chief.said("POST", "/hall/1/records", out.getvalue().encode(), one.membership.code)[1]
    assert (first["added"], first["known"]) == (1, 0)
    assert (again["added"], again["known"]) == (0, 1)
    assert again["mark"] == first["mark"]


def test_a_changed_record_is_refused(chief: Chief, tmp_path: Path) -> None:
    one, _ = two(chief, tmp_path)
    id_ = one.rules(chief.event, "3", "7")
    out = io.StringIO()
    export(one.store, out, [id_])
    assert one.membership is not None
    forged = out.getvalue().replace("7号迟到", "8号迟到")
    assert forged != out.getvalue()
    status, said = chief.said("POST", "/hall/1/records", forged.encode(), one.membership.code)
    assert (status, said["added"]) == (200, 0)
    assert len(said["refused"]) == 1
    assert id_ not in chief.ids(chief.event)


def test_more_than_one_answer_holds(chief: Chief, tmp_path: Path) -> None:
    one, other = two(chief, tmp_path)
    number = AT_ONCE + 60
    for at in range(number):
        one.rules(chief.event, str(at % 40), str(at % 30))
    assert one.sync() == (1, number)
    assert other.sync() == (number + 1, 0)
    assert other.ids(chief.event) == one.ids(chief.event)


def test_a_line_that_breaks_costs_nothing(chief: Chief, tmp_path: Path) -> None:
    one, _ = two(chief, tmp_path)
    one.rules(chief.event, "3", "7")
    assert one.membership is not None
    way = OverNetwork(chief.address, one.membership.code)

    class Breaks:
        """The answer to what was sent is lost on the way."""

        def ask(self, method, path, body=None, headers={}):  # type: ignore[no-untyped-def]  # noqa: B006
            answer = way.ask(method, path, body, headers)
            if method == "POST":
                raise HallError("断了")
            return answer

    before = one.membership
    with pytest.raises(HallError, match="断了"):
        synced(one.store, before, Breaks())
    assert waiting(one.store, one.membership) == 1
    assert one.sync() == (0, 0)  # it is there, once
    assert waiting(one.store, one.membership) == 0
    assert one.ids(chief.event) == chief.ids(chief.event)


def test_without_the_hall_nothing_is_lost(chief: Chief, tmp_path: Path) -> None:
    one, other = two(chief, tmp_path)
    one.sync()
    other.sync()
    assert one.membership is not None
    away = OverNetwork("http://127.0.0.1:9", one.membership.code)
    with pytest.raises(HallError, match="连不上会场"):
        synced(one.store, one.membership, away)
    ids = {one.rules(chief.event, "3", str(n)) for n in range(1, 6)}
    assert one.sync()[1] == 5
    other.sync()
    assert ids <= other.ids(chief.event)


def test_a_restored_journal_gets_back_what_it_lost(chief: Chief, tmp_path: Path) -> None:
    """The hall's journal is put back to what it was ten minutes ago: those who had sent send again."""
    one, other = two(chief, tmp_path)
    one.sync()
    chief.store.backup(tmp_path / "backup.sqlite")
    lost = one.rules(chief.event, "3", "7")
    one.sync()
    other.sync()
    assert lost in other.ids(chief.event)
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(tmp_path / "backup.sqlite", restored / "journal.sqlite")
    (restored / "halls").mkdir()
    chief.file.close()
    shutil.copy(hall_file(chief.folder, chief.event), hall_file(restored, chief.event))
    again = Chief.of(Device(restored, "裁判长"), chief.event)
    assert lost not in again.ids(chief.event)
    with again.open():
        for each in (one, other):
            assert each.membership is not None
            code = each.membership.code
            each.membership = joined(again.address, code)
            each.membership = type(each.membership)(
                **{n: getattr(each.membership, n) for n in ("address", "code", "event", "name", "role", "member")},
                epoch="0" * 12,
                pulled=99,
                offered=99,
            )
        assert one.sync() == (0, 1)
        assert lost in again.ids(chief.event)
        mark = one.membership
        assert mark is not None and one.sync() == (0, 0)
    again.file.close()
    again.store.close()
    chief.file = HallFile(hall_file(chief.folder, chief.event))


def test_a_copy_is_another_epoch(tmp_path: Path) -> None:
    from app.hall.record_desk import of_file

    chief = Chief(tmp_path / "one")
    first = of_file(chief.store, chief.event, chief.file)
    name = first.epoch()
    assert first.epoch() == name
    first.mark()
    assert first.epoch() == name
    chief.store.close()
    chief.file.close()
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    store, file = open_store(tmp_path / "two" / "journal.sqlite"), HallFile(hall_file(tmp_path / "two", chief.event))
    assert of_file(store, chief.event, file).epoch() != name
    store.close()
    file.close()


def test_the_epoch_stays_while_records_come_from_all_sides(tmp_path: Path) -> None:
    from threading import Thread

    from app.hall.record_desk import of_file

    chief = Chief(tmp_path / "one")
    desk = of_file(chief.store, chief.event, chief.file)
    names = {desk.epoch()}

    def ask() -> None:
        for _ in range(60):
            desk.mark()
            names.add(desk.epoch())

    askers = [Thread(target=ask) for _ in range(3)]
    for each in askers:
        each.start()
    for at in range(20):
        chief.rules(chief.event, str(at), "7")
    for each in askers:
        each.join()
    assert len(names) == 1
    chief.store.close()
    chief.file.close()


def test_memberships_are_kept_and_forgotten(chief: Chief, tmp_path: Path) -> None:
    them = Memberships(tmp_path)
    assert them.all() == []
    made = joined(chief.address, chief.invite("referee", "甲"))
    them.keep(made)
    assert Memberships(tmp_path).all() == [made]
    assert them.path.stat().st_mode & 0o077 == 0  # the code is for its owner only
    them.forget(made)
    assert them.all() == []
    them.path.write_text("{", encoding="utf-8")
    with pytest.raises(HallError, match="读不出"):
        them.all()


def test_an_address_with_something_else_is_said(chief: Chief) -> None:
    with pytest.raises(HallError, match="不能用"):
        joined(chief.address, "0" * 20)

    class Else:
        def ask(self, method, path, body=None, headers={}):  # type: ignore[no-untyped-def]  # noqa: B006
            return 200, {}, b"<html>"

    with pytest.raises(HallError, match="不是执裁的会场"):
        joined("192.0.2.1", "x", Else())


def test_the_answers_are_json_lines(chief: Chief, tmp_path: Path) -> None:
    one, _ = two(chief, tmp_path)
    assert one.membership is not None
    status, headers, body = chief.ask("GET", "/hall/1/records?since=0", code=one.membership.code)
    assert status == 200
    assert headers["hall-more"] == "no"
    first, *others = [json.loads(line) for line in body.splitlines()]
    assert first["file"] == "zhicai-journal"
    assert [each["kind"] for each in others] == ["event"]
    assert (
        chief.ask("GET", f"/hall/1/records?since={headers['hall-mark']}", code=one.membership.code)[2].count(b"\n") == 1
    )
