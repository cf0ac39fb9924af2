"""Commands for the accounts of a hall: a name and a password in the place of a code; and who signed in."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.competition import Name
from app.cli.halls import ROLES, DatabaseAddress, _hall_of, asked_password, hall
from app.cli.output import fail
from app.hall.protocol import HallError

if TYPE_CHECKING:
    from app.hall.kept_by import HallState


def register(cli: typer.Typer) -> None:
    """Add the commands to those of halls; ``cli`` has these."""
    hall.command()(account)
    hall.command("sign-ins")(sign_ins)


def account(
    event: Name,
    role: Annotated[str, typer.Argument(help="裁判或裁判长。")],
    who: Annotated[str, typer.Argument(help="姓名，登录时写它。")],
    end: Annotated[bool, typer.Option("--end", help="停用这个账号，它登录着的也退出。")] = False,
    database: DatabaseAddress = "",
) -> None:
    """给常来的裁判一个账号，或重设密码：凭姓名和密码登录，不用每次发码。密码只存哈希（argon2）。"""
    from app.hall.accounts import keep_account

    if role not in ROLES:
        fail(f"没有“{role}”这种身份；请写裁判或裁判长。")
    with _hall_of(event, database) as (_, kept):
        if end:
            if not kept.end_account(who.strip(), time.time()):
                fail(f"没有“{who}”这个能用的账号。", 1)
            typer.echo(f"{who} 的账号停用了，登录着的也退出了。")
            return
        try:
            keep_account(kept, who, ROLES[role], asked_password(again=True), time.time())
        except HallError as fault:
            fail(fault)
    typer.echo(f"{role} {who} 的账号好了：登录用 zhicai hall join 地址 --account {who}，或在应用里写姓名和密码。")


def sign_ins(
    event: Name,
    number: Annotated[int, typer.Option("--number", min=1, max=10_000, help="至多列几次。")] = 50,
    database: DatabaseAddress = "",
) -> None:
    """列出账号，和最近谁从哪里登录过、试错过。"""
    with _hall_of(event, database) as (_, kept):
        _list(kept, number)


def _list(kept: HallState, number: int) -> None:
    from app.hall.accounts import WHAT
    from app.hall.protocol import NAMES

    for each in kept.accounts():
        typer.echo(f"{NAMES[each.role]}  {each.name}  {'能用' if each.ended is None else '已停用'}")
    found = kept.sign_ins(number)
    for attempt in found:
        when = datetime.fromtimestamp(attempt.at).isoformat(" ", "seconds")
        typer.echo(f"{when}  {attempt.name}  {attempt.address}  {WHAT[attempt.what]}")
    if not found:
        typer.echo("没有人登录过。")
