"""A hall in a real PostgreSQL: the same records, codes and calls as in a file, by several workers, restored and moved."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest
from sqlalchemy import Engine

from app.brought.by_hall import EventBooks
from app.brought.kept import BookLog
from app.brought.sharing import NotTaken
from app.exams.hall import Scripts
from app.exams.opening import listening
from app.hall.database.hall_tables import HallTables, founded
from app.hall.database.opening import connected, open_database
from app.hall.database.record_store import BULK, DatabaseStore
from app.hall.database.serving import hall_in, put_in
from app.hall.protocol import HallError
from app.journal.competition import PlanBody, written
from app.journal.exchange import export, merge
from app.journal.records import Entrant, EventBody
from app.journal.side_log import in_memory
from app.journal.store import JournalError
from app.tools.competition.reading import competition_of
from tests.app.cli.test_halls import code_of, run
from tests.app.hall.database_hall import DatabaseTrial
from tests.app.hall.halls import Chief, Device
from tests.app.hall.postgres import Server, served, why_not
from tests.app.hall.test_books import D40, confirmed, source
from tests.benchmarks.hall_trial import DATABASE_RESULT, measured
from tests.rules_data.brought.making import GUANDAN, brought, text_of

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "there is one")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("fsync=off") as made:
        yield made


@pytest.fixture
def chief(tmp_path: Path) -> Iterator[Chief]:
    made = Chief(tmp_path / "chief")
    yield made
    made.file.close()
    made.store.close()


@pytest.fixture
def address(server: Server) -> str:
    return server.database()


def lines_of(store: object, ids: list[str] | None = None) -> list[str]:
    out = io.StringIO()
    export(store, out, ids)  # type: ignore[arg-type]
    return out.getvalue().splitlines()


def test_what_is_put_in_comes_out_as_it_was(chief: Chief, address: str) -> None:
    """Every record with its receipt, link and signature, to the letter; put in twice it is there once."""
    ids = [chief.rules(chief.event, str(n % 7), "3", (("violation", 1),)) for n in range(BULK + 20)]
    chief.journal.correct(ids[0], {"remark": "换行\n\t\x00 和 \U0001f0a1"}, "看错")
    engine = open_database(address)
    said = put_in(engine, chief.store, chief.event)
    assert (said.added, said.refused) == (len(ids) + 2, ())
    again = put_in(engine, chief.store, chief.event)
    assert (again.added, again.known) == (0, len(ids) + 2)
    kept = DatabaseStore(engine, chief.event)
    every = [each.id for each in chief.store.records(chief.event)]
    assert lines_of(kept, every)[1:] == lines_of(chief.store, every)[1:]
    for id_ in every:
        there, own = kept.get(id_), chief.store.get(id_)
        assert there is not None and own is not None
        assert (there.link, there.signature, there.receipt) == (own.link, own.signature, own.receipt)
    engine.dispose()


def test_marks_follow_the_order_of_commits(chief: Chief, address: str) -> None:
    """Eight writers at once: who asks meanwhile, from mark to mark, has every record once, and none comes before what he has."""
    engine = open_database(address)
    founded(engine, chief.event)
    devices = [Device(chief.folder / f"device-{n}", f"裁判{n}") for n in range(8)]
    batches = [
        [lines_of(d.store, [d.rules(chief.event, "1", str(n)) for _ in range(3)]) for _ in range(6)]
        for n, d in enumerate(devices)
    ]
    done = threading.Event()
    seen: list[str] = []
    marks: list[int] = []

    def look() -> None:
        store, mark = DatabaseStore(engine, chief.event), 0
        while True:
            last = done.is_set()
            found, mark = store.arrived_of(chief.event, mark, 5)
            seen.extend(each.id for each in found)
            marks.append(mark)
            if last and not found:
                return

    def write(mine: list[list[str]]) -> None:
        for batch in mine:
            merge(DatabaseStore(engine, chief.event), batch)

    looking = threading.Thread(target=look)
    writing = [threading.Thread(target=write, args=(mine,)) for mine in batches]
    for each in (looking, *writing):
        each.start()
    for each in writing:
        each.join()
    done.set()
    looking.join()
    assert len(seen) == len(set(seen)) == 8 * 6 * 3
    assert marks == sorted(marks)
    for device in devices:
        device.store.close()
    engine.dispose()


def test_another_content_under_a_known_name_is_refused(chief: Chief, address: str) -> None:
    id_ = chief.rules(chief.event, "1", "3")
    engine = open_database(address)
    put_in(engine, chief.store, chief.event)
    store = DatabaseStore(engine, chief.event)
    kept = store.get(id_)
    assert kept is not None
    with pytest.raises(JournalError, match="内容不同"):
        store.append([replace(kept, body={**kept.body, "ruling": "别的"})])
    with pytest.raises(JournalError, match="别的赛事"):
        store.append([replace(kept, event="other")])
    with pytest.raises(JournalError, match="哪台设备"):
        store.append([replace(kept, id="01M8MH41F4JWKJ67DH385CQAWM", link=None)])
    assert store.get(id_) == kept
    engine.dispose()


def test_a_receipt_and_a_signature_that_were_lost_are_put_back(chief: Chief, address: str) -> None:
    body = chief.journal.entry(chief.rules(chief.event, "1", "3")).body
    id_ = chief.journal.save_ruling(chief.event, body, {"facts": {"a": 1}}).id
    whole = chief.store.get(id_)
    assert whole is not None and whole.receipt is not None
    engine = open_database(address)
    founded(engine, chief.event)
    store = DatabaseStore(engine, chief.event)
    store.append([replace(whole, receipt=None, signature=None)])
    store.append([whole])
    kept = store.get(id_)
    assert kept is not None
    assert (kept.receipt, kept.signature) == (whole.receipt, whole.signature)
    assert merge(
        store, [line.replace('"a":1', '"a":2') for line in lines_of(chief.store, [id_])]
    ).refused  # another receipt
    assert store.get(id_) == kept
    engine.dispose()


def test_codes_and_calls_are_as_in_a_file(chief: Chief, address: str) -> None:
    engine = open_database(address)
    founded(engine, chief.event)
    there, other = HallTables(engine, chief.event), HallTables(engine, chief.event)
    for kept in (chief.file, there):
        made, code = kept.invite("referee", "甲", 10.0, 20.0)
        assert kept.admitted(code.lower(), 19.9) == made
        assert kept.admitted(code, 20.0) is None
        assert kept.revoke(made.id, 15.0) and not kept.revoke(made.id, 15.0)
        assert kept.admitted(code, 12.0) is None
        call = kept.call("5", "", 1.0)
        assert kept.call("5", "出牌", 2.0) == replace(call, about="出牌")
        assert kept.take(call.id, "甲", 3.0).taken == 3.0
        with pytest.raises(HallError, match="甲已经去了"):
            kept.take(call.id, "乙", 4.0)
        assert kept.end(call.id, 5.0).ended == kept.end(call.id, 6.0).ended == 5.0
        with pytest.raises(HallError, match="已经结束"):
            kept.take(call.id, "甲", 7.0)
        with pytest.raises(HallError, match="没有这个呼叫"):
            kept.end(call.id + 1000, 7.0)
        assert kept.call("5", "", 8.0).id != call.id
        assert [each.table for each in kept.calls()] == ["5"]
        assert len(kept.calls(ended=True)) == 2
    before = other.changes()
    there.end(there.calls()[0].id, 9.0)
    assert other.changes() != before
    engine.dispose()


def test_two_tables_press_at_once_and_one_referee_goes(chief: Chief, address: str) -> None:
    """One call of a table however often it is pressed at once; of two referees who take it at once one goes."""
    engine = open_database(address)
    founded(engine, chief.event)
    went: list[str] = []
    refused: list[str] = []

    def press() -> None:
        HallTables(engine, chief.event).call("3", "", 1.0)

    def take(who: str) -> None:
        try:
            HallTables(engine, chief.event).take(HallTables(engine, chief.event).calls()[0].id, who, 2.0)
            went.append(who)
        except HallError:
            refused.append(who)

    for doing in (
        [threading.Thread(target=press) for _ in range(6)],
        [threading.Thread(target=take, args=(f"裁判{n}",)) for n in range(6)],
    ):
        for each in doing:
            each.start()
        for each in doing:
            each.join()
    assert len(HallTables(engine, chief.event).calls(ended=True)) == 1
    assert (len(went), len(refused)) == (1, 5)
    engine.dispose()


def test_a_copy_put_back_begins_another_time(server: Server, chief: Chief, address: str) -> None:
    """A database restored from a dump is another one: its epoch is, and members offer all they have again."""
    engine = open_database(address)
    put_in(engine, chief.store, chief.event)
    tables = HallTables(engine, chief.event)
    epoch = tables.epoch()
    assert tables.epoch() == epoch == HallTables(connected(address), chief.event).epoch()
    dump = server.folder / "dump"
    server.run("pg_dump", "-Fc", "-h", str(server.folder), "-U", "postgres", "-f", str(dump), engine.url.database or "")
    later = server.database()
    server.run(
        "pg_restore", "-h", str(server.folder), "-U", "postgres", "-d", connected(later).url.database or "", str(dump)
    )
    restored = open_database(later)
    assert HallTables(restored, chief.event).epoch() != epoch
    assert set(each.id for each in DatabaseStore(restored, chief.event).records()) == chief.ids(chief.event)
    engine.dispose()
    restored.dispose()


def test_a_member_beyond_what_is_there_shows_that_it_was_put_back(chief: Chief, address: str) -> None:
    """Files of the server put back as they lay: nothing in it says so, but a member was given more than there is."""
    engine = open_database(address)
    put_in(engine, chief.store, chief.event)
    tables, store = HallTables(engine, chief.event), DatabaseStore(engine, chief.event)
    epoch, (mark, _) = tables.epoch(), store.end()
    tables.opened()
    more = Device(chief.folder / "more", "甲")
    more.rules(chief.event, "1", "2")
    merge(store, lines_of(more.store))
    assert store.end()[0] > mark + 1  # what is kept after an opening never gets a mark that was given before
    assert tables.put_back(epoch, mark + 1) != epoch
    assert tables.put_back(epoch, mark + 1) == tables.epoch()  # two members say so: it happened once
    more.store.close()
    engine.dispose()


def test_it_is_put_back_to_a_minute_ago(chief: Chief, tmp_path: Path) -> None:
    """A base backup and the log written since, recovered to a named point: what came later is offered again by who has it."""
    with served("archive_mode=on", "archive_command='cp %p ../archive/%f'", "wal_level=replica") as one:
        archive = one.kept("archive")
        address = one.database()
        engine = open_database(address)
        put_in(engine, chief.store, chief.event)
        base = one.kept("base")
        one.run("pg_basebackup", "-h", str(one.folder), "-U", "postgres", "-D", str(base / "data"), "-c", "fast")
        first = Device(tmp_path / "first", "甲")
        early = first.rules(chief.event, "1", "2")
        merge(DatabaseStore(engine, chief.event), lines_of(first.store))
        epoch = HallTables(engine, chief.event).epoch()
        with engine.begin() as connection:
            connection.exec_driver_sql("SELECT pg_create_restore_point('then')")
        late = first.rules(chief.event, "1", "3")
        merge(DatabaseStore(engine, chief.event), lines_of(first.store))
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT pg_switch_wal()")
        engine.dispose()
        one.end()
        again = Server(
            base,
            (f"restore_command='cp {archive}/%f %p'", "recovery_target_name=then", "recovery_target_action=promote"),
        )
        again.recover()
        try:
            there = connected(again.address(connected(address).url.database or ""))
            wait_until_written(there)
            ids = {each.id for each in DatabaseStore(there, chief.event).records()}
            assert early in ids
            assert late not in ids
            assert HallTables(there, chief.event).epoch() != epoch  # so that all members offer what they have
            assert merge(DatabaseStore(there, chief.event), lines_of(first.store)).added == 1
            there.dispose()
        finally:
            again.end()
        first.store.close()


def wait_until_written(engine: Engine) -> None:
    """A server that recovers answers before it may be written."""
    for _ in range(100):
        with engine.connect() as connection:
            if not connection.exec_driver_sql("SELECT pg_is_in_recovery()").scalar():
                return
        time.sleep(0.1)
    raise AssertionError("it did not come out of its recovery")


def test_addresses_and_databases_that_cannot_be_used(server: Server, address: str) -> None:
    for wrong, said in (
        ("x", "不是数据库的地址"),
        ("mysql://a:secret@b/c", "只用 PostgreSQL"),
        (server.address("none"), "没有数据库"),
        (server.address("none").replace("postgres@", "nobody:secret@"), "不认这个用户"),
        ("postgresql://a:secret@127.0.0.1:9/c", "连不上数据库"),
    ):
        with pytest.raises(HallError, match=said) as fault:
            open_database(wrong)
        assert "secret" not in str(fault.value)
    engine = open_database(address)
    with pytest.raises(JournalError, match="没有这项赛事的会场"):
        DatabaseStore(engine, "none").append([])
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '999'")
    with pytest.raises(HallError, match="更新版本的执裁"):
        open_database(address)
    engine.dispose()


def test_the_tables_are_what_the_program_says_they_are(address: str) -> None:
    """What the migrations made, compared with what is declared: nothing differs."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from app.hall.database.tables import PARTITIONS, metadata

    engine = open_database(address)
    with engine.connect() as connection:
        found = [
            each
            for each in compare_metadata(MigrationContext.configure(connection), metadata)
            if "records_" not in str(each)
        ]
        parts = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_inherits WHERE inhparent = 'records'::regclass"
        ).scalar()
    assert (found, parts) == ([], PARTITIONS)
    engine.dispose()


def workers_of(pid: int) -> set[int]:
    """The processes that answer for a hall."""
    found = set()
    for each in psutil.Process(pid).children():
        with suppress(psutil.Error):  # it ends just now
            if "spawn_main" in " ".join(each.cmdline()):
                found.add(each.pid)
    return found


def test_it_is_loaded_served_by_several_and_renewed_without_a_pause(
    server: Server, address: str, tmp_path: Path
) -> None:
    """By the commands alone: an event put in, two workers, a code, a referee who meets it while all workers are renewed."""
    chief, one = tmp_path / "chief", tmp_path / "one"
    people = tmp_path / "名单.csv"
    people.write_text("1,甲队\n2,乙队\n3,丙队\n4,丁队\n", encoding="utf-8")
    run(chief, "event", "new", "会场赛", "掼蛋", str(people))
    assert "数据库里没有“会场赛”" in run(chief, "hall", "passes", "会场赛", "--database", address, fails=True)
    assert "新增 1 条" in run(chief, "hall", "load", "会场赛", "--database", address)
    code = code_of(run(chief, "hall", "invite", "会场赛", "裁判", "甲", "--database", address))
    heard = listening("127.0.0.1", 0, "--port")
    port = heard.getsockname()[1]
    heard.close()
    words = [
        "hall",
        "serve",
        "会场赛",
        "--port",
        str(port),
        "--name",
        "127.0.0.1",
        "--database",
        address,
        "--workers",
        "2",
    ]
    environment = {**os.environ, "ZHICAI_DATA": str(tmp_path / "server"), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}

    def begun() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "app.cli", *words]
        made = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        assert made.stdout is not None
        assert "2 个进程" in made.stdout.readline()
        return made

    served = begun()
    way = f"http://127.0.0.1:{port}"
    assert "已加入“会场赛”，身份：裁判 甲" in run(one, "hall", "join", way, code)
    assert "收到 1 条，送出 0 条" in run(one, "hall", "sync")
    before = workers_of(served.pid)
    assert len(before) == 2
    served.send_signal(signal.SIGUSR1)
    met = 0
    ends = time.monotonic() + 60
    while before & workers_of(served.pid) and time.monotonic() < ends:
        assert "收到 0 条，送出 0 条" in run(one, "hall", "sync")  # somebody always answers
        met += 1
    assert len(workers_of(served.pid) - before) == 2
    served.terminate()
    assert served.wait(20) == 0
    served = begun()
    assert met
    run(one, "event", "plan", "会场赛", "循环")
    assert re.search("收到 0 条，送出 [1-9]", run(one, "hall", "sync"))
    assert re.search("原已有 1 条", run(chief, "hall", "load", "会场赛", "--database", address))
    run(
        chief,
        "hall",
        "join",
        way,
        code_of(run(chief, "hall", "invite", "会场赛", "裁判长", "长", "--database", address)),
    )
    run(chief, "hall", "sync")
    assert "1 甲队" in run(chief, "event", "rounds", "会场赛")  # what was planned there is here
    number = re.search(r"第(\d+)号  裁判  甲  能用", run(chief, "hall", "passes", "会场赛", "--database", address))
    assert number is not None
    run(chief, "hall", "revoke", "会场赛", number[1], "--database", address)
    assert "不能用" in run(one, "hall", "sync", fails=True)
    left = [psutil.Process(each) for each in workers_of(served.pid)]
    served.kill()  # whoever began them is gone without a word: they do not stay
    assert psutil.wait_procs(left, 20)[1] == []


def test_a_hall_goes_on_where_a_new_worker_does_not_come_up(chief: Chief, address: str, tmp_path: Path) -> None:
    """Asked to renew, it says why it cannot, and those that run answer on; asked again later, it does."""
    engine = open_database(address)
    put_in(engine, chief.store, chief.event)
    engine.dispose()
    heard = listening("127.0.0.1", 0, "--port")
    port = heard.getsockname()[1]
    heard.close()
    fails = tmp_path / "fails"
    command = [sys.executable, "-m", "tests.app.hall.failing_workers", address, chief.event, str(port), str(fails)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    served = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        assert served.stdout is not None and f":{port}" in served.stdout.readline()
        before = workers_of(served.pid)
        fails.touch()
        served.send_signal(signal.SIGUSR1)
        assert served.stdout.readline() == "会场的一个进程没有起来：简繁对照表读不出来。\n"
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=10) as answer:
            assert answer.status == 200
        assert before <= workers_of(served.pid) and len(before) == 2
        fails.unlink()
        served.send_signal(signal.SIGUSR1)
        ends = time.monotonic() + 60
        while before & workers_of(served.pid) and time.monotonic() < ends:
            time.sleep(0.2)
        assert len(workers_of(served.pid) - before) == 2
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=10) as answer:
            assert answer.status == 200
    finally:
        served.terminate()
        served.wait(20)


def test_the_results_go_by_what_the_books_settle_and_the_chief_changes_them_from_afar(
    chief: Chief, address: str
) -> None:
    """Its own books lie in the database with the event: what they settle is so in the public results, and his alone to change."""
    engine = open_database(address)
    pairs = tuple(Entrant(str(number), f"{number}队") for number in range(1, 5))
    chief.journal.save_event(EventBody("春季赛", "guandan", ("guandan-2017",), entrants=pairs), chief.event)
    chief.journal.save_competition(chief.event, [written(PlanBody("round_robin", ("1", "2", "3", "4")))])
    books = in_memory(BookLog())
    books.put(confirmed(brought(GUANDAN), D40, "extra-deal"), source(brought(GUANDAN), text_of(GUANDAN)))
    of = EventBooks(books, chief.event, "guandan")
    put_in(engine, chief.store, chief.event, of)
    hall, waking = hall_in(engine, chief.event, Scripts(), results=True)

    def settled() -> str | None:
        _, found = competition_of(hall.journal, chief.event)
        assert found is not None
        return found.rules.settled.get(D40)

    assert settled() == "extra-deal" and hall.of_books() == of.digest()
    tables, before = HallTables(engine, chief.event), of.digest()
    books.put(confirmed(books.current()[brought(GUANDAN).book.id], D40, "draw-lots"))
    assert tables.take_books(of.text(), "older") is None and settled() == "extra-deal"
    assert tables.take_books(of.text(), before) == of.digest() == tables.digest()
    assert settled() == "draw-lots"
    with pytest.raises(NotTaken):
        tables.take_books("{}", tables.digest())
    assert settled() == "draw-lots"
    waking.close()
    engine.dispose()


def test_what_needs_a_database_says_so(address: str, tmp_path: Path) -> None:
    assert "--workers 只用于 --database" in run(tmp_path, "hall", "serve", "x", "--workers", "2", fails=True)
    assert "请写 --database" in run(tmp_path, "hall", "load", "x", fails=True)
    assert "放在有证书的代理后面" in run(
        tmp_path, "hall", "serve", "x", "--database", address, "--own-certificate", fails=True
    )
    assert "一项也没有" in run(tmp_path, "hall", "serve", "x", "--database", address, fails=True)


@pytest.mark.parametrize("seed", [5])
def test_nothing_is_lost_or_doubled_under_faults(server: Server, tmp_path: Path, seed: int) -> None:
    """The trial of the hall in a file, upon two workers and a database whose power goes; five members, as there."""
    report = DatabaseTrial(server, tmp_path, seed, records=60).run()
    assert report.good, report.line
    assert report.recorded == 60
    assert min(report.lost_requests, report.lost_answers, report.doubled, report.late, report.restarts) > 0, report.line
    assert report.restores + report.moves > 0, report.line


def test_the_long_trial_was_of_this_hall_and_lost_nothing() -> None:
    said = DATABASE_RESULT.read_text(encoding="utf-8")
    assert measured(database=True) in said.splitlines()[0], "python -m tests.benchmarks.hall_trial --database"
    assert said.rstrip().endswith("bad runs so far: 0")
