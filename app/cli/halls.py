"""Commands for a hall: one computer holds an event's records for all referees, the others join it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.competition import Name, _event
from app.cli.output import fail, prepare

if TYPE_CHECKING:
    from app.brought.opened import Opened
    from app.hall.certificate import OwnCertificate
    from app.hall.hall_file import HallFile, Role
    from app.hall.kept_by import HallState
    from app.hall.member import Membership
    from app.hall.opening import Door
    from app.journal.entries import Event
    from app.journal.journal import Journal
    from app.journal.sqlite_store import SQLiteStore

hall = typer.Typer(
    help="会场：几名裁判共用一项赛事的记录，桌上扫码叫裁判。", no_args_is_help=True, rich_markup_mode=None
)
TRIAL = "试一试"  # the name of a table that is only for trying
PASSWORD = "ZHICAI_HALL_PASSWORD"  # noqa: S105: in the environment, for programs that do not type
CLOCK = 30  # seconds two clocks may differ before it is said
DatabaseAddress = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="ZHICAI_DATABASE",
        help="会场在数据库里：postgresql://name:password@host/database；口令不想写在命令里，就写在环境变量 ZHICAI_DATABASE 里。",
    ),
]
ROLES: dict[str, Role] = {"裁判": "referee", "裁判长": "chief", "看板": "board", "桌": "table"}


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.add_typer(hall, name="hall")


@contextmanager
def _store() -> Iterator[SQLiteStore]:
    from app.base.data_folder import journal_file
    from app.hall.hall_file import HallError
    from app.journal.sqlite_store import open_store
    from app.journal.store import JournalError

    try:
        store = open_store(journal_file())
    except JournalError as fault:
        fail(fault)
    try:
        yield store
    except (JournalError, HallError) as fault:
        fail(fault, 1)
    finally:
        store.close()


def _book(store: SQLiteStore) -> Journal:
    from app.cli.competition import of_books
    from app.journal.journal import Journal

    book = Journal(store)
    book.beside = of_books
    return book


@contextmanager
def _file(event: str) -> Iterator[HallFile]:
    from app.base.data_folder import data_folder
    from app.hall.hall_file import HallFile
    from app.hall.opening import hall_file

    file = HallFile(hall_file(data_folder(), event))
    try:
        yield file
    finally:
        file.close()


@hall.command()
def serve(
    event: Name,
    port: Annotated[int, typer.Option(min=1, max=65535, help="端口。")] = 8610,
    name: Annotated[list[str] | None, typer.Option(help="本机在会场网络里的地址或域名；不写时自己找。")] = None,
    cert: Annotated[
        Path | None, typer.Option("--certificate", "--cert", help="TLS 证书（PEM）；写了就用 https。")
    ] = None,
    cert_key: Annotated[Path | None, typer.Option("--key", "--cert-key", help="证书的私钥（PEM）。")] = None,
    own_cert: Annotated[
        bool, typer.Option("--own-certificate", help="用自己做的证书（https）：指纹写在码里，执裁照它认会场。")
    ] = False,
    site: Annotated[Path | None, typer.Option(help="发布的网站的文件夹；写了，手机打开会场的地址就是执裁。")] = None,
    results: Annotated[bool, typer.Option("--results", help="公开成绩：地址/results，谁都能看名次、对阵。")] = False,
    log: Annotated[Path | None, typer.Option(help="每次回答记一行（JSON），没有姓名、没有码。")] = None,
    database: DatabaseAddress = "",
    workers: Annotated[int, typer.Option(min=1, max=64, help="用数据库时，几个进程一起答。")] = 1,
) -> None:
    """开会场：这台电脑的日志就是会场的日志，别的裁判加入以后，各自记的都到这里，也都到各自那里。"""
    from app.hall.opening import Door

    if (cert is None) != (cert_key is None):
        fail("--certificate 和 --key 要一起写。")
    if own_cert and cert is not None:
        fail("--own-certificate 和 --certificate 只写一个。")
    door = Door(port, tuple(name or ()), cert, cert_key, site)
    if workers > 1 and not database:
        fail("--workers 只用于 --database：一份日志文件由一个进程开。")
    if database:
        if own_cert:
            fail(
                "--own-certificate 只用于本机的日志；数据库的会场请写 --certificate 和 --key，或放在有证书的代理后面。"
            )
        from app.cli.database_halls import serve_from

        log_to(log)  # whether it can be written
        serve_from(event, database, workers, door, results, log)
        return
    _serve_here(event, door, own_cert, results, log)


def _serve_here(event: str, door: Door, own_cert: bool, results: bool, log: Path | None) -> None:
    """Serve the hall whose journal is on this computer."""
    from app.exams.hall import Scripts
    from app.hall.opening import serve_hall

    handbook = prepare()
    with _store() as store:
        found = _event(_book(store), event)
        own = _own(found.id, list(door.names)) if own_cert else None
        if own is not None:
            door = replace(door, certificate=own.certificate, key=own.key)

        def ready(address: str) -> None:
            typer.echo(
                f"会场已开：{found.body.name}，{address}\n"
                f"请裁判加入：zhicai hall invite {found.body.name} 裁判 姓名；"
                f"每张桌的码：zhicai hall invite {found.body.name} 桌 桌号。\n"
                "按 Ctrl+C 关闭；各人的记录都在各人那里，再开时接着同步。"
            )
            if own is not None:
                typer.echo(f"证书的指纹（SHA-256）：{own.fingerprint}")

        with _file(found.id) as file:
            scripts = Scripts(traditional=handbook.script.traditional)
            serve_hall(store, found.id, file, scripts, door, ready, results=results, log=log_to(log), books=_books())


def asked_password(again: bool = False) -> str:
    """A password out of the environment, or typed unseen; where it is a new one, twice."""
    if given := os.environ.get(PASSWORD):
        return given
    try:
        typed = str(typer.prompt("密码", hide_input=True))
        if again and typed != str(typer.prompt("再写一次", hide_input=True)):
            fail("两次写的密码不一样，没有改；请再来一次。")
    except typer.Abort:
        fail(f"没有写密码。也可以放在环境变量 {PASSWORD} 里。")
    return typed


@contextmanager
def _hall_of(event: str, database: str) -> Iterator[tuple[Event, HallState]]:
    """The hall of an event, on this computer or in a database."""
    if database:
        from app.cli.database_halls import in_database

        with in_database(database, event) as found:
            yield found
        return
    with _store() as store:
        here = _event(_book(store), event)
        with _file(here.id) as file:
            yield here, file


@hall.command()
def load(event: Name, database: DatabaseAddress = "") -> None:
    """把本机日志里一项赛事的记录放进数据库，会场还没有的就建；再放一次，只补没有的。"""
    from app.cli.database_halls import put

    if not database:
        fail("请写 --database，像 postgresql://name:password@host/database。")
    with _store() as store:
        put(_event(_book(store), event), store, database, _books())


def _books() -> Opened | None:
    """The books of this device, also where it has none yet: one may be added while the hall is open. None: they cannot be kept."""
    from app.base.data_folder import data_folder
    from app.brought.book_file import open_books
    from app.brought.opened import Opened

    try:
        return Opened(open_books(data_folder()))
    except OSError as e:
        typer.echo(f"自己的规则书没有打开（{e.strerror or e}），加入的裁判收不到规程。", err=True)
        return None


def log_to(file: Path | None) -> Callable[[str], object] | None:
    """What writes a line to a log; none where none is wanted."""
    if file is None:
        return None
    try:
        stream = file.open("a", encoding="utf-8", buffering=1)
    except OSError as fault:
        fail(f"日志文件 {file} 写不进去：{fault}；请换一个位置。", 1)
    return lambda line: stream.write(line + "\n")


def _own(event: str, names: list[str] | None) -> OwnCertificate:
    """The hall's own certificate, made where there is none."""
    from app.base.data_folder import data_folder
    from app.exams.room_server import own_addresses
    from app.hall.certificate import own_certificate
    from app.hall.protocol import HallError

    try:
        return own_certificate(data_folder(), event, names or own_addresses())
    except HallError as fault:
        fail(fault, 1)


def _print_of(event: str, address: str) -> str:
    """The fingerprint a code says: of the hall's own certificate, where it has one and the address is one of https."""
    from app.base.data_folder import data_folder
    from app.hall.certificate import certificate_files

    files = certificate_files(data_folder(), event)
    return files.fingerprint if address.startswith("https://") and files.certificate.exists() else ""


@hall.command()
def check(
    event: Name,
    address: Annotated[str, typer.Argument(help="给手机的地址，像 http://192.168.1.5:8610。")],
    wait: Annotated[int, typer.Option(min=0, max=3600, help="印出试用的码，等手机叫一次裁判，至多等几秒。")] = 0,
    elsewhere: Annotated[bool, typer.Option("--elsewhere", help="会场开在别的电脑上。")] = False,
) -> None:
    """手机打开这个地址会遇到什么：名字、地址、端口、证书，哪一样不行；有几样要用手机试。"""
    from app.exams.room_server import own_addresses
    from app.hall.checking import NETWORK, examine
    from app.hall.opening import code_picture

    bad = False
    with _store() as store:
        found = _event(_book(store), event)
        for each in examine(address, () if elsewhere else own_addresses(), print=_print_of(found.id, address)):
            typer.echo(each.line)
            bad = bad or each.level == "bad"
        if bad:
            raise typer.Exit(1)
        if not wait:
            typer.echo(f"要用手机试的：{NETWORK}")
            return
        with _file(found.id) as file:
            made, code = file.invite("table", TRIAL, time.time(), time.time() + wait + 60)
            way = f"{address.rstrip('/')}/t/{code}"
            typer.echo(f"请用手机扫这个码，点“叫裁判”：\n{way}\n{code_picture(way)}")
            heard = _heard(file, wait)
            file.revoke(made.id, time.time())
    if heard is None:
        typer.echo(f"不行  等了{wait}秒，没有手机来。{NETWORK}")
        raise typer.Exit(1)
    typer.echo(f"好    手机连上了，等了{heard:.0f}秒。")


def _heard(file: HallFile, wait: int) -> float | None:
    """Seconds until a phone called from the table that is only for trying; None where none did."""
    began = time.monotonic()
    while time.monotonic() - began < wait:
        for call in file.calls():
            if call.table == TRIAL:
                file.end(call.id, time.time())
                return time.monotonic() - began
        time.sleep(0.2)
    return None


@hall.command()
def invite(
    event: Name,
    role: Annotated[str, typer.Argument(help="裁判、裁判长、看板或桌。")],
    who: Annotated[str, typer.Argument(help="裁判的姓名，或桌号；看板写放在哪里。")],
    hours: Annotated[int, typer.Option(min=0, max=24 * 366, help="几小时以后失效；0 是不失效。")] = 24 * 7,
    address: Annotated[str, typer.Option(help="会场的地址，写了就连同二维码一起印出。")] = "",
    database: DatabaseAddress = "",
) -> None:
    """发一个码：只显示这一次，会场只存它的哈希。"""
    from app.hall.member import Invitation
    from app.hall.opening import code_picture

    if role not in ROLES:
        fail(f"没有“{role}”这种身份；请写{'、'.join(ROLES)}。")
    now = time.time()
    with _hall_of(event, database) as (_, kept):
        made, code = kept.invite(ROLES[role], who.strip(), now, now + hours * 3600 if hours else None)
    typer.echo(f"{role} {made.name}（第{made.id}号）：{code}")
    if address:
        plain = address.rstrip("/")
        way = {"table": f"{plain}/t/{code}", "board": f"{plain}/board/{code}"}.get(
            made.role, Invitation(plain, code).link
        )
        typer.echo(f"{way}\n{code_picture(way)}")


@hall.command()
def paper(event: Name, folder: Annotated[Path, typer.Argument(help="写到哪个文件夹。")]) -> None:
    """一次写出照纸接着比赛要的全部：名次、对阵、桌位、本轮记录卡、裁决汇总、成绩，和整本日志。"""
    from app.cli.own_texts import own_books
    from app.hall.on_paper import write_all

    handbook = prepare()
    with _store() as store:
        found = _event(_book(store), event)
        try:
            own = own_books()
            written = write_all(_book(store), found, handbook, folder, own.store if own is not None else None)
        except OSError as fault:
            fail(f"写不进 {folder}：{fault}；请换一个位置。", 1)
    for each in written:
        typer.echo(f"已写入 {each}。")


@hall.command()
def passes(event: Name, database: DatabaseAddress = "") -> None:
    """列出发过的码：谁的，还能不能用。"""
    from app.hall.hall_file import NAMES

    now = time.time()
    with _hall_of(event, database) as (_, kept):
        for each in kept.passes():
            state = "能用" if each.good(now) else "已收回" if each.revoked is not None else "已过期"
            typer.echo(f"第{each.id}号  {NAMES[each.role]}  {each.name}  {state}")


@hall.command()
def revoke(
    event: Name,
    number: Annotated[int, typer.Argument(min=1, help="第几号码（zhicai hall passes）。")],
    database: DatabaseAddress = "",
) -> None:
    """收回一个码：手机丢了，或给了别人。"""
    with _hall_of(event, database) as (_, kept):
        done = kept.revoke(number, time.time())
    if not done:
        fail(f"没有第{number}号能用的码。", 1)
    typer.echo(f"第{number}号已收回，从现在起不能用。")


@hall.command()
def join(
    address: Annotated[str, typer.Argument(help="会场的地址，或裁判长给的整个链接。")],
    code: Annotated[str, typer.Argument(help="裁判长给的码；写了整个链接就不用写。")] = "",
    account: Annotated[str, typer.Option("--account", help="有账号的写姓名，再写密码，不用码。")] = "",
) -> None:
    """加入会场：只有这项赛事的记录会送去；别的赛事、练习、书签从不送。"""
    from app.base.data_folder import data_folder
    from app.hall.hall_file import NAMES, HallError
    from app.hall.member import Invitation, Memberships, address_of, carried, invitation, joined, sign_in
    from app.hall.over_network import OverNetwork

    invited = invitation(address) or Invitation(address, code)
    try:
        if account:
            place = address_of(invited.address)
            asked = sign_in(place, account, asked_password())
            code = carried(asked, OverNetwork(place, "", invited.print))
            invited = Invitation(place, code, invited.print)
        made = joined(invited.address, invited.code, print=invited.print)
        Memberships(data_folder()).keep(made)
    except HallError as fault:
        fail(fault, 1)
    typer.echo(f"已加入“{made.name}”，身份：{NAMES[made.role]} {made.member}。同步：zhicai hall sync")


def _joined() -> list[Membership]:
    from app.base.data_folder import data_folder
    from app.hall.hall_file import HallError
    from app.hall.member import Memberships

    try:
        found = Memberships(data_folder()).all()
    except HallError as fault:
        fail(fault, 1)
    if not found:
        fail("这台设备没有加入会场；先 zhicai hall join 地址 码。", 1)
    return found


@hall.command()
def sync() -> None:
    """和加入的会场同步一次：送出本机记的，收下别人记的。"""
    from app.base.data_folder import data_folder
    from app.hall.hall_file import HallError
    from app.hall.member import Memberships, synced

    failed = False
    with _store() as store:
        for each in _joined():
            try:
                done = synced(store, each, keep=Memberships(data_folder()).keep, books=_take_books)
            except HallError as fault:
                typer.echo(f"{each.name}：{fault}", err=True)
                failed = True
                continue
            typer.echo(f"{each.name}：{done.sentence}")
            for line in done.books:
                typer.echo(f"  规程{line}")
            for why in dict.fromkeys(done.refused):
                typer.echo(f"  {why}", err=True)
            if abs(done.ahead) >= CLOCK:
                typer.echo(
                    f"  本机的时钟比会场{'快' if done.ahead > 0 else '慢'} {abs(done.ahead):.0f} 秒，请核对。", err=True
                )
            for call in done.calls:
                typer.echo(f"  {call['table']}桌叫裁判 {call['about']}{_gone(call)}")
    if failed:
        raise typer.Exit(1)


def _take_books(text: str, event: str) -> tuple[str, ...]:
    """Take over the books of an event that its hall gave. Raises ``HallError`` where they cannot be kept."""
    from app.base.data_folder import data_folder
    from app.brought.book_file import open_books
    from app.hall.books_there import taken

    try:
        store = open_books(data_folder())
    except OSError as e:
        fail(f"不能打开自己的规则书：{e.strerror or e}。请检查 {data_folder()}。", 1)
    try:
        return taken(store, text, event)
    finally:
        store.close()


def _gone(call: Mapping[str, Any]) -> str:
    return f"，{call['taken_by']}去了" if call["taken_by"] else ""


@hall.command()
def state() -> None:
    """说加入了哪些会场，各有几条还没有送。"""
    from app.hall.member import waiting

    with _store() as store:
        for each in _joined():
            typer.echo(f"{each.name}  {each.address}  还有 {waiting(store, each)} 条没有送")


@hall.command()
def leave(event: Annotated[str, typer.Argument(help="赛事的名称，或其中一段。")]) -> None:
    """退出会场：从此什么也不送去；已记的留在本机。"""
    from app.base.data_folder import data_folder
    from app.hall.hall_file import HallError
    from app.hall.member import Memberships

    found = [each for each in _joined() if event in each.name]
    if len(found) != 1:
        fail(f"加入的会场里{'没有' if not found else '不止一个'}“{event}”。", 1)
    try:
        Memberships(data_folder()).forget(found[0])
    except HallError as fault:
        fail(fault, 1)
    typer.echo(f"已退出“{found[0].name}”，从此不再送去。")
